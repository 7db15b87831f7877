/* The rasteriser for AVX-512. */
#include "core/kernel/draw/raster_lanes.h"

void pd_k_raster_draw_avx512(const pd_k_raster_rows *rows, const pd_k_raster_triangle *triangle,
                             const pd_k_raster_cover *cover)
{
    draw(rows, triangle, cover);
}
