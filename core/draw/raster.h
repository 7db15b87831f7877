#ifndef PD_DRAW_RASTER_H
#define PD_DRAW_RASTER_H
/* Visibility: finds the nearest triangle of each sample with a depth buffer.
 *
 *     w_k = edge function of the two other corners / area       barycentric on the picture; inside: all >= 0
 *     near = sum_k w_k near_k                                   linear on the picture; the largest value is seen
 *     b_k = w_k near_k / near                                   barycentric on the triangle (perspective)
 *
 * A surface with alpha covers a sample if alpha is above the sample's threshold, which differs between the samples of a pixel, so that a pixel shows the
 * share alpha of the surface without sorting (alpha to coverage).
 *
 * Memory   the caller owns the buffers.   Threads  each writes its own rows.   Errors  none.
 */
#include "core/draw/draw.h"

typedef struct pd_draw_buffer {
    int width, height;  /* samples */
    int samples;        /* samples along a side of a pixel */
    float *near;        /* (height,width) 0: nothing */
    uint32_t *triangle; /* (height,width) surface << 24 | triangle; valid where near > 0. NULL: not kept */
} pd_draw_buffer;

/* Barycentric coordinates of the point (x, y) in a projected triangle: on the picture. Returns false if the triangle has no area. */
bool pd_draw_barycentric(float w[3], const pd_draw_corner *const t[3], float x, float y);

/* Draws one surface into rows [first, last). corners (V): its projected vertices. index: number of the surface. */
void pd_draw_raster(pd_draw_buffer *buffer, int first, int last, const pd_draw_surface *surface,
                    const pd_draw_corner *corners, int index);

#endif
