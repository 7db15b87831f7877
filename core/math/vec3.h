#ifndef PD_MATH_VEC3_H
#define PD_MATH_VEC3_H
/* Vectors of three doubles, passed by value: positions, directions, axes. mat3.h has them in arrays.
 *
 * Spaces and units are the caller's; cross products are right-handed. All functions are inline and pure and
 * do not check their arguments: check vectors from outside where they come in (pd_vec3_finite).
 */
#include <math.h>

typedef struct pd_vec3 {
    double x, y, z;
} pd_vec3;

/* The vector (x, y, z). */
static inline pd_vec3 pd_vec3_make(double x, double y, double z)
{
    return (pd_vec3){x, y, z};
}

/* a + b, component by component */
static inline pd_vec3 pd_vec3_add(pd_vec3 a, pd_vec3 b)
{
    return (pd_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/* a - b, component by component: the way from b to a. */
static inline pd_vec3 pd_vec3_sub(pd_vec3 a, pd_vec3 b)
{
    return (pd_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* s a: each component times s. */
static inline pd_vec3 pd_vec3_scale(pd_vec3 a, double s)
{
    return (pd_vec3){a.x * s, a.y * s, a.z * s};
}

/* a + s b */
static inline pd_vec3 pd_vec3_fma(pd_vec3 a, double s, pd_vec3 b)
{
    return (pd_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/* a . b = |a| |b| cos(angle) */
static inline double pd_vec3_dot(pd_vec3 a, pd_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a x b: at right angles to a and b, of length |a| |b| sin(angle). */
static inline pd_vec3 pd_vec3_cross(pd_vec3 a, pd_vec3 b)
{
    return (pd_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* |a| */
static inline double pd_vec3_length(pd_vec3 a)
{
    return sqrt(pd_vec3_dot(a, a));
}

/* |a - b| */
static inline double pd_vec3_distance(pd_vec3 a, pd_vec3 b)
{
    return pd_vec3_length(pd_vec3_sub(a, b));
}

/* Returns 0 when any of the three components is NaN or infinite. */
static inline int pd_vec3_finite(pd_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* The unit vector along a, or `otherwise` when a is shorter than 1e-12. */
static inline pd_vec3 pd_vec3_unit_or(pd_vec3 a, pd_vec3 otherwise)
{
    double length = pd_vec3_length(a);
    return length > 1e-12 ? pd_vec3_scale(a, 1 / length) : otherwise;
}

/* Returns a without its component along the unit vector n. */
static inline pd_vec3 pd_vec3_reject(pd_vec3 a, pd_vec3 n)
{
    return pd_vec3_fma(a, -pd_vec3_dot(a, n), n);
}

/* Returns a unit vector at right angles to the unit vector n, a function of n alone. */
static inline pd_vec3 pd_vec3_perpendicular(pd_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    pd_vec3 least = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    return pd_vec3_unit_or(pd_vec3_cross(n, least), pd_vec3_make(1, 0, 0));
}

#endif
