#ifndef PD_MATH_RAY_H
#define PD_MATH_RAY_H
/* Meetings of a ray with spheres, capsules and triangles. A ray may be thick: a sphere of radius r that moves
 * along it.
 *
 *     x(t) = from + t along,   0 <= t <= length
 *     sphere     |x(t) - c| = R + r
 *     capsule    the distance of x(t) from the segment a b equals R + r
 *     triangle   the distance of x(t) from the triangle equals r
 *
 * All functions return the smallest such t, 0 where the ray begins inside, and NAN where it does not meet the
 * shape within its length.
 *
 * Spaces   one space for all arguments, in the caller's units; `along` has length 1.
 * Memory   allocates nothing. Threads  pure functions. Errors  none.
 */
#include "core/math/elementary.h"
#include "core/math/vec3.h"

#include <stdbool.h>

typedef struct pd_ray {
    pd_vec3 from, along; /* start; unit direction */
    double length;
    double radius; /* of the sphere that moves along the ray; 0: a line */
} pd_ray;

/* The point at a distance of the start. */
static inline pd_vec3 pd_ray_at(const pd_ray *ray, double t)
{
    return pd_vec3_fma(ray->from, t, ray->along);
}

/* Sphere with centre c and radius R. */
static inline double pd_ray_sphere(const pd_ray *ray, pd_vec3 c, double R)
{
    const double reach = R + ray->radius;
    const pd_vec3 to = pd_vec3_sub(c, ray->from);
    const double middle = pd_vec3_dot(to, ray->along);
    const double outside = pd_vec3_dot(to, to) - reach * reach;
    if (outside <= 0) return 0;

    const pd_vec3 aside = pd_vec3_fma(to, -middle, ray->along);
    const double root = reach * reach - pd_vec3_dot(aside, aside);
    if (middle < 0 || root < 0) return NAN;
    const double t = middle - sqrt(root);
    return t <= ray->length ? pd_fmax(t, 0) : NAN;
}

/* Capsule about the segment from a to b with radius R. */
double pd_ray_capsule(const pd_ray *ray, pd_vec3 a, pd_vec3 b, double R);

/* Triangle with corners a, b, c, for rays of any radius. front: a line (radius 0) meets only triangles whose
 * corners it sees counter-clockwise, as a renderer draws them; a thick ray meets both sides. */
double pd_ray_triangle(const pd_ray *ray, pd_vec3 a, pd_vec3 b, pd_vec3 c, bool front);

/* Box between the corners low and high. */
double pd_ray_box(const pd_ray *ray, pd_vec3 low, pd_vec3 high);

#endif
