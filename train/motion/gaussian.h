#ifndef PD_TRAIN_MOTION_GAUSSIAN_H
#define PD_TRAIN_MOTION_GAUSSIAN_H
/* A curve over frames, smoothed.
 *
 *     y_t = sum_k w_k x_t+k / sum_k w_k,    w_k = exp(-k^2/(2 sigma^2)),    |k| <= 3 sigma; ends are held
 *
 * Shapes   count frames, `stride` numbers from one to the next, so that one component of an array can be filtered in place.
 * Units    those of the caller's curve; sigma in frames.
 * Memory   scratch comes from malloc: false when it is short, the curve is then as it was.
 */
#include <stdbool.h>

bool pd_gaussian(double *curve, int count, int stride, double sigma_frames);

#endif
