#ifndef PD_MATH_SELECT_H
#define PD_MATH_SELECT_H
/* Selects one of many numbers by its rank, without sorting all of them (quickselect, Hoare 1961).
 * Allocates nothing. */
#include <stddef.h>

/* Returns number n, from 0, of numbers (count) in ascending order; n < count. Reorders the numbers. Takes
 * time in proportion to count, on average. With NaN among the numbers the result is any of them. */
double pd_nth_least(double *numbers, size_t count, size_t n);

#endif
