#ifndef PD_TRAIN_MOTION_FILTER_H
#define PD_TRAIN_MOTION_FILTER_H
/* Filters for curves over the frames of a motion: Gaussian smoothing, running maximum, and monotone
 * interpolation.
 *
 *     gaussian   y_t = sum_k w_k x_t+k / sum_k w_k, w_k = exp(-k^2/(2 sigma^2)), |k| <= 3 sigma; the end
 *                values are repeated outside
 *     highest    y_t = max over |k| <= reach of x_t+k
 *     pchip      piecewise cubic Hermite through (x_i, y_i), monotone where the knots are (Fritsch, Butland
 *                1984): inner slopes are harmonic means of the neighbouring slopes weighted by the gaps, end
 *                slopes are three-point formulas with a limit
 *
 * Shapes   count frames; `stride` is the step, in numbers, from one frame to the next, so that one component
 *          of an array can be filtered in place.
 * Spaces   those of the caller's curve; sigma and reach in frames.
 * Memory   scratch comes from malloc; on ERR_MEMORY the curve is unchanged.
 */
#include "core/base/error.h"

/* Replace a curve by its Gaussian smoothing, or by its running maximum. */
pd_status pd_train_gaussian(double *curve, int count, int stride, double sigma_frames, pd_error *err);
pd_status pd_train_highest(double *curve, int count, int reach_frames, pd_error *err);
/* Evaluates the interpolant at 0, 1, ... count - 1 into out (count). knot_count >= 2, x rising. Before the
 * first and after the last knot the curve is a straight line with the slope at that knot. */
pd_status pd_train_pchip(double *out, int count, const double *x, const double *y, int knot_count,
                         pd_error *err);
/* Returns 3 t^2 - 2 t^3 for t in [0, 1], 0 below and 1 above. The slope is 0 at both ends. */
double pd_train_smoothstep(double t);

#endif
