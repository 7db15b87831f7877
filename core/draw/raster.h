#ifndef PD_DRAW_RASTER_H
#define PD_DRAW_RASTER_H
/* Visibility: finds the nearest triangle of each sample with a depth buffer.
 *
 *     w_k = edge function of the two other corners / area       barycentric on the picture; inside: all >= 0
 *     near = sum_k w_k near_k
 *         linear on the picture; the largest value is visible
 *     b_k = w_k near_k / near                                   barycentric on the triangle (perspective)
 *
 * A surface with alpha covers a sample if alpha is above the sample's limit. Limits differ between the
 * samples of a pixel, so the surface covers a share alpha of them, without sorting (alpha to coverage). Its
 * texture has four channels.
 *
 * Memory   the caller owns the buffers.   Threads  each writes its own rows.   Errors  none.
 */
#include "core/draw/draw.h"
#include "core/kernel/draw/raster.h"

typedef struct pd_draw_buffer {
    int width, height;  /* samples */
    int step;           /* samples of the view, along a side, for each sample of the buffer */
    int top;            /* first row in the arrays */
    long stride;        /* pd_draw_stride(width) */
    float *near;        /* (rows,stride) 0: nothing */
    uint32_t *triangle; /* (rows,stride) surface << 24 | triangle; valid if near > 0. NULL: not stored */
} pd_draw_buffer;

/* A triangle that may be visible, and the rows of samples between its lowest and its highest corner. */
typedef struct pd_draw_front {
    uint32_t face;
    int16_t first, last;
} pd_draw_front;

/* Limits of alpha, 0 to 255, by row and column of the sample modulo `period`. */
typedef struct pd_draw_limits {
    int period;
    float alpha[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST *
                PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST]; /* (period,period) */
} pd_draw_limits;

/* Returns the stride of a buffer: the number of entries from one row to the next. */
static inline long pd_draw_stride(int width)
{
    return width + PD_K_RASTER_LANES;
}

/* Fills the limits for a number of samples along a side of a pixel. */
void pd_draw_limits_fill(pd_draw_limits *limits, int samples);

/* Computes barycentric coordinates of the point (x, y) in a projected triangle, on the picture. Returns false
 * if the triangle has no area. */
bool pd_draw_barycentric(float w[3], const pd_draw_corner *const t[3], float x, float y);

/* Lists the triangles that face the eye and touch a picture of width x height samples. Returns their number.
 * fronts has an entry for each of the surface's triangles. corners (V): its projected vertices. */
int pd_draw_fronts(pd_draw_front *fronts, int width, int height, const pd_draw_surface *surface,
                   const pd_draw_corner *corners);

/* Clears rows [first, last) of the buffer and draws the listed triangles of all surfaces into them. corners,
 * fronts and front_counts: (surface_count). */
void pd_draw_raster(pd_draw_buffer *buffer, int first, int last, const pd_draw_job *job,
                    pd_draw_corner *const *corners, pd_draw_front *const *fronts, const int *front_counts,
                    const pd_draw_limits *limits);

#endif
