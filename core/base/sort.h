#ifndef PD_BASE_SORT_H
#define PD_BASE_SORT_H
/* Sorts numbers in any unit, and takes percentiles of them. Memory: allocates nothing. Threads: pure
 * functions. Errors: none. */
#include <stddef.h>

/* Sort `count` numbers in place, in ascending order. Where NaN ends up is unspecified, so leave NaN out. */
void pd_sort_doubles(double *values, size_t count);
void pd_sort_floats(float *values, size_t count);
/* Returns a percentile of `count` numbers in ascending order, `part` from 0 (least) to 1 (greatest),
 * interpolated linearly between two neighbours as numpy.percentile does. NaN when count is 0. */
double pd_sorted_percentile(const double *sorted, size_t count, double part);

#endif
