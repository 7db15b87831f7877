#ifndef PD_OBSERVE_VIEW_LENS_H
#define PD_OBSERVE_VIEW_LENS_H
/* Lens distortion and its removal: Brown's model (1966), with OpenCV's coefficient names.
 *
 *     r^2 = x^2 + y^2           x, y: X / Z, Y / Z
 *     x'  = x (1 + k1 r^2 + k2 r^4 + k3 r^6) + 2 p1 x y + p2 (r^2 + 2 x^2)
 *     y'  = y (1 + k1 r^2 + k2 r^4 + k3 r^6) + p1 (r^2 + 2 y^2) + 2 p2 x y        u = f x' + c
 *
 * The cameras of core/observe are pinhole cameras: keypoints are undistorted when they are read, and all
 * later pixels are the pinhole's.
 *
 * Memory   allocates nothing.   Threads  pure functions.
 * Errors   false or a row index: a pixel that no pinhole pixel maps to.
 */
#include "core/observe/strip.h"
#include "core/observe/term.h"

typedef struct pd_observe_lens {
    double k1, k2, p1, p2, k3; /* all zero: no distortion */
} pd_observe_lens;

/* Returns whether the lens distorts nothing: all its coefficients are 0. */
bool pd_observe_lens_is_none(const pd_observe_lens *lens);
/* Distorts: writes where the lens shows a pixel of the pinhole camera. */
void pd_observe_lens_apply(double out[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                           const double pixel[2]);
/* Undistorts a pixel by Newton's method. Returns false if no pinhole pixel maps to it (the distortion folds,
 * or the pixel is far outside the picture). */
bool pd_observe_lens_undo(double out[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                          const double pixel[2]);
/* Undistorts the pixels of a strip (two of the three numbers), except those that are NAN or have confidence
 * 0. Returns the first row with a pixel that cannot be undistorted and writes
 * that pixel to `bad`; -1: all succeeded. */
int pd_observe_lens_undo_rows(double bad[2], const pd_observe_strip *strip, const pd_observe_lens *lens,
                              const pd_observe_camera *camera);

#endif
