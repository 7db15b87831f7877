#ifndef PD_DRAW_OCCLUSION_H
#define PD_DRAW_OCCLUSION_H
/* Ambient occlusion in screen space (after Mittring 2007): the share of the surroundings' light that reaches
 * a pixel.
 *
 *     rise(o) = clip(depth(p) - depth(p + o), -r, r)      distance of the surface at offset o in front of the
 *                                                         pixel's
 *     open = 1 - strength mean_o max(0, rise(o) + rise(-o)) / r
 *
 * Opposite offsets are summed, so that a slope cancels out. Surfaces more than 2 r in front of the pixel are
 * other objects and hide nothing.
 *
 * Shapes   depth, open (height,width).
 * Memory   the caller's.
 * Threads  each writes its own rows.
 * Errors   none.
 */

/* Depth of an empty pixel. */
#define PD_DRAW_NOTHING 1e9f

/* Computes rows [first, last) of `open`. depth: metres; PD_DRAW_NOTHING for empty pixels, whose `open` is 1.
 * radius: r, metres; focal: pixels. */
void pd_draw_occlusion(float *open, const float *depth, int width, int height, float radius, float focal,
                       int first, int last);

#endif
