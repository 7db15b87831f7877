#include "core/base/sort.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>

static int by_double(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_float(const void *a, const void *b)
{
    const float x = *(const float *)a;
    const float y = *(const float *)b;
    return (x > y) - (x < y);
}

void pd_sort_doubles(double *values, size_t count)
{
    if (count) qsort(values, count, sizeof *values, by_double);
}

void pd_sort_floats(float *values, size_t count)
{
    if (count) qsort(values, count, sizeof *values, by_float);
}

double pd_sorted_percentile(const double *sorted, size_t count, double part)
{
    PD_ASSERT(part >= 0 && part <= 1);
    if (!count) return NAN;

    const double place = part * (double)(count - 1);
    const size_t below = (size_t)place;
    if (below + 1 >= count) return sorted[count - 1];

    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}
