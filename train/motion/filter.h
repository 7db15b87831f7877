#ifndef PD_TRAIN_MOTION_FILTER_H
#define PD_TRAIN_MOTION_FILTER_H
/* Curves over the frames of a motion: smoothing, widening, and a monotone line through knots.
 *
 *     gaussian   y_t = sum_k w_k x_t+k / sum_k w_k,    w_k = exp(-k^2/(2 sigma^2)),    |k| <= 3 sigma; ends are held
 *     highest    y_t = max over |k| <= reach of x_t+k
 *     pchip      piecewise cubic Hermite through (x_i, y_i) that is monotone where the knots are (Fritsch, Butland 1984): inner
 *                slopes are harmonic means of the neighbours' weighted by the gaps, end slopes three-point and limited
 *
 * Shapes   count frames, `stride` numbers from one to the next, so that one component of an array can be filtered in place.
 * Spaces   those of the caller's curve; sigma and reach in frames.
 * Memory   scratch comes from malloc: ERR_MEMORY, the curve is then unchanged.
 */
#include "core/base/error.h"

pd_status pd_train_gaussian(double *curve, int count, int stride, double sigma_frames, pd_error *err);
pd_status pd_train_highest(double *curve, int count, int reach_frames, pd_error *err);
/* out (count): the line at 0, 1, ... count - 1. knot_count >= 2, x rising; before the first and behind the last knot the line goes on
 * straight with the slope that it has there. */
pd_status pd_train_pchip(double *out, int count, const double *x, const double *y, int knot_count,
                         pd_error *err);
/* 0 at t <= 0, 1 at t >= 1, level at both: 3 t^2 - 2 t^3. */
double pd_train_smoothstep(double t);

#endif
