#ifndef PD_BASE_SORT_H
#define PD_BASE_SORT_H
/* Ascending order. The place of NaN is unspecified: leave them out. */
#include <stddef.h>

void pd_sort_doubles(double *values, size_t count);
void pd_sort_floats(float *values, size_t count);
/* The percentile (part: 0 to 1) of sorted numbers, linear between two of them as in numpy. NaN if there are none. */
double pd_sorted_percentile(const double *sorted, size_t count, double part);

#endif
