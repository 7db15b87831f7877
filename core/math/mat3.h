#ifndef PD_MATH_MAT3_H
#define PD_MATH_MAT3_H
/* Vectors of 3 doubles and 3x3 matrices of 9 doubles (row-major) in arrays. vec3.h has vectors as values.
 *
 * Spaces and units are the caller's; cross products are right-handed. All functions are inline and pure and
 * do not check their arguments.
 * Sums run from the first term to the last, so that every caller gets the same bits.
 *     Memory none. Errors none.
 */
#include <math.h>

/* a . b = |a| |b| cos(angle) */
static inline double pd_dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* |a| */
static inline double pd_length3(const double a[3])
{
    return sqrt(pd_dot3(a, a));
}

/* |a - b|^2 */
static inline double pd_square_distance3(const double a[3], const double b[3])
{
    const double way[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return pd_dot3(way, way);
}

/* |a - b| */
static inline double pd_distance3(const double a[3], const double b[3])
{
    return sqrt(pd_square_distance3(a, b));
}

/* out = a x b; out may be neither a nor b. */
static inline void pd_cross3(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Multiplies a matrix (3,3) and a vector: out = m v; out may not be v. */
static inline void pd_mat3_apply(double out[3], const double m[9], const double v[3])
{
    for (int r = 0; r < 3; r++) out[r] = m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2];
}

/* Multiplies two matrices (3,3): out = a b; out may be neither a nor b. */
static inline void pd_mat3_mul(double out[9], const double a[9], const double b[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
}

#endif
