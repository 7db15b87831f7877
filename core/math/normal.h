#ifndef PD_MATH_NORMAL_H
#define PD_MATH_NORMAL_H
/* The normal distribution. */

/* The z with this share, 0 < share < 1, of N(0,1) below it; exact to 1e-9 from 1e-12 to 1 - 1e-12. */
double pd_normal_quantile(double share);

#endif
