#ifndef PD_DRAW_OCCLUSION_H
#define PD_DRAW_OCCLUSION_H
/* Ambient occlusion in screen space (after Mittring 2007): how much of the light of the surroundings reaches a pixel.
 *
 *     rise(o) = clip(depth(p) - depth(p + o), -r, r)      how far the surface at offset o lies before the pixel's
 *     open = 1 - strength mean_o max(0, rise(o) + rise(-o)) / r
 *
 * Opposite offsets are summed, so that a slope cancels out. Surfaces farther than 2 r before the pixel are other objects and hide nothing.
 *
 * Shapes   depth, open (height,width).   Memory  the caller's.   Threads  each writes its own rows.   Errors  none.
 */

/* Depth of a pixel that shows nothing. */
#define PD_DRAW_NOTHING 1e9f

/* Writes rows [first, last) of `open`. depth: metres, PD_DRAW_NOTHING where nothing is, which gets 1. radius: r, metres; focal: pixels. */
void pd_draw_occlusion(float *open, const float *depth, int width, int height, float radius, float focal,
                       int first, int last);

#endif
