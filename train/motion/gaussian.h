#ifndef PD_TRAIN_MOTION_GAUSSIAN_H
#define PD_TRAIN_MOTION_GAUSSIAN_H
/* Smooths a curve over frames with a Gaussian.
 *
 *     y_t = sum_k w_k x_t+k / sum_k w_k,    w_k = exp(-k^2/(2 sigma^2)),
 *         |k| <= 3 sigma; the end values are repeated outside
 *
 * Shapes   count frames; `stride` is the step, in numbers, from one frame to the next, so that one component
 *          of an array can be filtered in place.
 * Units    those of the caller's curve; sigma in frames.
 * Memory   scratch comes from malloc; the function returns false when it fails, and the curve is then
 *          unchanged.
 */
#include <stdbool.h>

/* Smooths the curve in place. */
bool pd_train_gaussian_curve(double *curve, int count, int stride, double sigma_frames);

#endif
