#ifndef PD_MATH_NORMAL_H
#define PD_MATH_NORMAL_H
/* Quantiles of the normal distribution, which turn a percentile of people into standard deviations. Pure
 * function; the result has no unit. */

/* Returns the z below which the given share of the standard normal distribution N(0,1) lies: 0.975 gives
 * 1.96. 0 < share < 1. The error is below 1e-9 for shares from 1e-12 to 1 - 1e-12. */
double pd_normal_quantile(double share);

#endif
