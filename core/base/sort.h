#ifndef PD_BASE_SORT_H
#define PD_BASE_SORT_H
/* Numbers in rising order. Where a NaN ends up is not said: leave them out before. */
#include <stddef.h>

void pd_sort_doubles(double *values, size_t count);
void pd_sort_floats(float *values, size_t count);
/* Of sorted numbers the one that `part` of them (0 to 1) lie under; between two of them linear, as numpy's percentile. NaN of none. */
double pd_sorted_percentile(const double *sorted, size_t count, double part);

#endif
