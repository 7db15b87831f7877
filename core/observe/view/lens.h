#ifndef PD_OBSERVE_VIEW_LENS_H
#define PD_OBSERVE_VIEW_LENS_H
/* What a lens does to a picture, and taking it away: Brown's distortion (1966), numbered as OpenCV has it.
 *
 *     r^2 = x^2 + y^2           x, y: X / Z, Y / Z
 *     x'  = x (1 + k1 r^2 + k2 r^4 + k3 r^6) + 2 p1 x y + p2 (r^2 + 2 x^2)
 *     y'  = y (1 + k1 r^2 + k2 r^4 + k3 r^6) + p1 (r^2 + 2 y^2) + 2 p2 x y        u = f x' + c
 *
 * Cameras of core/observe are pinholes: keypoints are undistorted when they are read, and all pixels after that are the pinhole's.
 */
#include "core/observe/strip.h"
#include "core/observe/term.h"

typedef struct pd_observe_lens {
    double k1, k2, p1, p2, k3; /* zeros: none */
} pd_observe_lens;

bool pd_observe_lens_is_none(const pd_observe_lens *lens);
/* Where the lens shows a pinhole's pixel. */
void pd_observe_lens_apply(double out[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                           const double pixel[2]);
/* The pinhole's of a pixel, by Newton's steps; false: there is none (the distortion folds, or the pixel is far outside of the picture). */
bool pd_observe_lens_undo(double out[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                          const double pixel[2]);
/* The same of a strip's pixels (two of the three numbers), but those that are NAN or whose confidence is 0. Returns the first row with a pixel that has none, which
 * is in `bad`; -1: all have one. */
int pd_observe_lens_undo_rows(double bad[2], const pd_observe_strip *strip, const pd_observe_lens *lens,
                              const pd_observe_camera *camera);

#endif
