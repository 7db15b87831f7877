#include "core/math/ray.h"

#include "core/base/assert.h"

double pd_ray_capsule(const pd_ray *ray, pd_vec3 a, pd_vec3 b, double R)
{
    const pd_vec3 axis = pd_vec3_sub(b, a);
    const double square = pd_vec3_dot(axis, axis);
    const double reach = R + ray->radius;
    const double first = pd_ray_sphere(ray, a, R), last = pd_ray_sphere(ray, b, R);
    double t = isnan(first) ? last : isnan(last) ? first : pd_fmin(first, last);

    PD_DEBUG_ASSERT(R >= 0 && ray->radius >= 0);
    if (!(square > 0) || t <= 0) return t;

    /* The parts of start and direction at right angles to the axis: the cylinder is a circle there. */
    const pd_vec3 from = pd_vec3_sub(ray->from, a);
    const double from_axis = pd_vec3_dot(from, axis) / square;
    const double along_axis = pd_vec3_dot(ray->along, axis) / square;
    const pd_vec3 p = pd_vec3_fma(from, -from_axis, axis);
    const pd_vec3 d = pd_vec3_fma(ray->along, -along_axis, axis);
    const double A = pd_vec3_dot(d, d), B = pd_vec3_dot(p, d), C = pd_vec3_dot(p, p) - reach * reach;
    if (C <= 0 && from_axis >= 0 && from_axis <= 1) return 0;

    /* A ray along the axis meets the ends, if anything. */
    const double root = B * B - A * C;
    if (!(A > 1e-18) || root < 0) return t;
    const double side = (-B - sqrt(root)) / A;
    const double at = from_axis + side * along_axis;
    if (side < 0 || side > ray->length || at < 0 || at > 1) return t;

    return isnan(t) ? side : pd_fmin(t, side);
}

/* Returns whether a point of the plane of a triangle with normal n is inside it. */
static bool is_inside(pd_vec3 p, pd_vec3 a, pd_vec3 b, pd_vec3 c, pd_vec3 n)
{
    const pd_vec3 corners[] = {a, b, c};

    for (int i = 0; i < 3; i++) {
        const pd_vec3 edge = pd_vec3_sub(corners[(i + 1) % 3], corners[i]);
        if (pd_vec3_dot(pd_vec3_cross(edge, pd_vec3_sub(p, corners[i])), n) < 0) return false;
    }

    return true;
}

double pd_ray_triangle(const pd_ray *ray, pd_vec3 a, pd_vec3 b, pd_vec3 c, bool front)
{
    const pd_vec3 raw = pd_vec3_cross(pd_vec3_sub(b, a), pd_vec3_sub(c, a));
    const double size = pd_vec3_length(raw);
    const bool is_line = !(ray->radius > 0);
    double t = NAN;

    /* The plane, moved towards the start by the radius. A flat triangle has none. */
    if (size > 0) {
        const pd_vec3 n = pd_vec3_scale(raw, 1 / size);
        const double height = pd_vec3_dot(pd_vec3_sub(ray->from, a), n);
        const double falls = pd_vec3_dot(ray->along, n);
        const double side = height < 0 ? -1 : 1;
        if (is_line && front && !(falls < 0)) return NAN;
        const double over = side * height - ray->radius;
        const double at = over <= 0 ? 0 : over / (-side * falls);

        const bool reaches = over <= 0 ? !is_line : at >= 0 && at <= ray->length;
        const pd_vec3 touched = pd_vec3_fma(pd_ray_at(ray, at), over <= 0 ? -height : -side * ray->radius, n);
        if (reaches && is_inside(touched, a, b, c, n)) t = at;
    }

    /* A sphere may touch an edge or a corner first, where its centre is not over the triangle. */
    if (is_line || t <= 0) return t;
    const pd_vec3 corners[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        const double at = pd_ray_capsule(ray, corners[i], corners[(i + 1) % 3], 0);
        if (at < t || isnan(t)) t = at;
    }

    return t;
}

double pd_ray_box(const pd_ray *ray, pd_vec3 low, pd_vec3 high)
{
    const double from[] = {ray->from.x, ray->from.y, ray->from.z};
    const double along[] = {ray->along.x, ray->along.y, ray->along.z};
    const double lows[] = {low.x, low.y, low.z}, highs[] = {high.x, high.y, high.z};
    double enters = 0, leaves = ray->length;

    for (int k = 0; k < 3; k++) {
        const double a = lows[k] - ray->radius - from[k], b = highs[k] + ray->radius - from[k];
        if (fabs(along[k]) < 1e-12) {
            if (a > 0 || b < 0) return NAN;
            continue;
        }

        const double s = a / along[k], t = b / along[k];
        enters = pd_fmax(enters, pd_fmin(s, t));
        leaves = pd_fmin(leaves, pd_fmax(s, t));
    }

    return enters <= leaves ? enters : NAN;
}
