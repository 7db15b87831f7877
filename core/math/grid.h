#ifndef PD_MATH_GRID_H
#define PD_MATH_GRID_H
/* Numbers on a grid: multiples of 2^-30, a nanometre where the unit is a metre.
 *
 * A state that is rounded to the grid after every step has numbers of few bits. Snapshots write them as integers (core/io/fields/fields.h), in 4 bytes
 * where a double takes 8, and still bit for bit. A grid of 2^-22 would save a byte more of each, but its errors are seen: bones would be longer by 1.5e-9 m
 * (1e-9 is tested), and motions in a moved world would differ by more than 1e-6 m.
 *
 * Threads  pure functions.   Errors  none: numbers beyond 2^21 are rounded more coarsely.
 */
#include <stddef.h>

#define PD_GRID 1073741824.0 /* steps in 1 */

/* Rounds to the nearest step, halves to even: in a sum with 1.5 2^22, the last bit of a double is a step. */
static inline double pd_grid_round(double v)
{
    const double large = 1.5 * (1 << 22);
    return v + large - large;
}

/* Rounds `count` numbers. */
static inline void pd_grid_round_all(double *v, size_t count)
{
    for (size_t i = 0; i < count; i++) v[i] = pd_grid_round(v[i]);
}

#endif
