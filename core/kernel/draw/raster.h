#ifndef PD_KERNEL_DRAW_RASTER_H
#define PD_KERNEL_DRAW_RASTER_H
/* Inner loops of the visibility (core/draw/raster.h has the equations): the samples of one triangle against a
 * depth buffer, LANES of a row at a time.
 *
 * Order    every version rounds each product and sum by itself, without fused multiply-adds, and so gives the
 *          same bits.
 * Memory   allocates nothing. Up to PD_K_RASTER_LANES - 1 numbers after a row's last sample are read and
 *          written: rows lie that far apart.
 * Threads  each writes its own rows.   Errors  none.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_RASTER_LANES 8

/* A depth buffer, of which rows [first, last) are drawn. */
typedef struct pd_k_raster_rows {
    float *near;     /* (last-first,stride) 0: nothing; the largest value is seen */
    uint32_t *marks; /* (last-first,stride) what is nearest. NULL: not kept */
    long stride;     /* numbers from row to row: at least width + PD_K_RASTER_LANES - 1 */
    int width, first, last;
} pd_k_raster_rows;

/* A projected triangle. */
typedef struct pd_k_raster_triangle {
    float x[3], y[3]; /* samples */
    float near[3];    /* over 0 */
    float area;       /* twice the signed area; finite, not 0 */
    uint32_t mark;
} pd_k_raster_triangle;

/* Samples that a triangle with alpha covers: those whose alpha, bilinear, exceeds their limit. */
typedef struct pd_k_raster_cover {
    const uint8_t *texels; /* (height,width,4); the fourth is alpha */
    int width, height;
    float uvs[3][2];     /* texture coordinates; beyond 0 to 1 the texture repeats */
    const float *limits; /* (period,period) 0 to 255, by row and column of the sample modulo period */
    int period;
} pd_k_raster_cover;

/* Draws a triangle; cover NULL: it covers all of its samples. */
typedef void pd_k_raster_draw(const pd_k_raster_rows *rows, const pd_k_raster_triangle *triangle,
                              const pd_k_raster_cover *cover);

extern pd_k_raster_draw pd_k_raster_draw_ref, pd_k_raster_draw_avx2, pd_k_raster_draw_avx512;

/* Returns the version that pd_k_cpu_init chose; NEON runs the plain one, which the compiler vectorizes. */
pd_k_raster_draw *pd_k_raster_get(void);

#endif
