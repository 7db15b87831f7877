#ifndef PD_MATH_GRID_H
#define PD_MATH_GRID_H
/* Numbers on a grid: multiples of 2^-30, a nanometre where the unit is a metre.
 *
 * A state that is rounded to the grid after every step has numbers of few bits. Snapshots write them as
 * integers (core/io/fields/fields.h), in 4 bytes where a double takes 8, and still bit for bit. A grid of
 * 2^-22 would save one more byte a number, but its errors are visible: bones would be longer by 1.5e-9 m
 * (1e-9 is tested), and motions in a moved world would differ by more than 1e-6 m.
 *
 * Threads  pure functions.   Errors  none: numbers beyond 2^21 are rounded more coarsely.
 */
#include <stddef.h>

#define PD_GRID 1073741824.0 /* steps of the grid in 1 */

/* Rounds to the nearest multiple of 2^-30, halves to even. Adding 1.5 2^22 makes the last bit of the double
 * worth 2^-30, so the addition rounds. */
static inline double pd_grid_round(double v)
{
    const double large = 1.5 * (1 << 22);
    return v + large - large;
}

/* Rounds v (count) in place. */
static inline void pd_grid_round_all(double *v, size_t count)
{
    for (size_t i = 0; i < count; i++) v[i] = pd_grid_round(v[i]);
}

#endif
