/* The rasteriser for AVX2. */
#include "core/kernel/draw/raster_lanes.h"

void pd_k_raster_draw_avx2(const pd_k_raster_rows *rows, const pd_k_raster_triangle *triangle,
                           const pd_k_raster_cover *cover)
{
    draw(rows, triangle, cover);
}
