#ifndef PD_MATH_QUAT_H
#define PD_MATH_QUAT_H
/* Rotations as unit quaternions in double precision, passed by value.
 *
 *     (a b) v = a (b v)          the right factor of a product rotates first
 *
 * Components are in the order x, y, z, w, as in JSON. q and -q are the same rotation. rotation.h converts the
 * forms that clients send (axis-angle, matrices, 6D, float arrays). All functions are inline and pure; they
 * expect unit quaternions unless they say otherwise. Angles are radians.
 */
#include "core/math/elementary.h"
#include "core/math/vec3.h"

/* A rotation; without a unit. */
typedef struct pd_quat {
    double x, y, z, w;
} pd_quat;

/* The rotation by 0. */
static inline pd_quat pd_q_identity(void)
{
    return (pd_quat){0, 0, 0, 1};
}

/* a b: b rotates first, then a. */
static inline pd_quat pd_q_mul(pd_quat a, pd_quat b)
{
    return (pd_quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* The inverse rotation. */
static inline pd_quat pd_q_conjugate(pd_quat q)
{
    return (pd_quat){-q.x, -q.y, -q.z, q.w};
}

/* inverse(a) b: the rotation that, followed by a, gives b. Rotates b first, then back by a. */
static inline pd_quat pd_q_inv_mul(pd_quat a, pd_quat b)
{
    return pd_q_mul(pd_q_conjugate(a), b);
}

/* Sum of the products of the components: the cosine of half the angle between two rotations. */
static inline double pd_q_dot(pd_quat a, pd_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* Returns 0 when any component is NaN or infinite. */
static inline int pd_q_finite(pd_quat q)
{
    return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w);
}

/* a + s b, component by component; not of unit length. */
static inline pd_quat pd_q_fma(pd_quat a, double s, pd_quat b)
{
    return (pd_quat){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w};
}

/* Scales q to unit length. q may not be zero; use pd_q_unit for quaternions from outside. */
static inline pd_quat pd_q_normalize(pd_quat q)
{
    double s = 1 / sqrt(pd_q_dot(q, q));
    return (pd_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* Scales a quaternion from outside, of any length, to unit length. Returns 0 and leaves *out unchanged when q
 * is zero or not finite. */
static inline int pd_q_unit(pd_quat *out, pd_quat q)
{
    double largest = pd_fmax(pd_fmax(fabs(q.x), fabs(q.y)), pd_fmax(fabs(q.z), fabs(q.w)));
    if (!pd_q_finite(q) || largest == 0) return 0;
    *out = pd_q_normalize((pd_quat){q.x / largest, q.y / largest, q.z / largest, q.w / largest});
    return 1;
}

/* Rotates the vector v by q. */
static inline pd_vec3 pd_q_rotate(pd_quat q, pd_vec3 v)
{
    pd_vec3 u = {q.x, q.y, q.z};
    pd_vec3 t = pd_vec3_scale(pd_vec3_cross(u, v), 2);
    return pd_vec3_add(pd_vec3_fma(v, q.w, t), pd_vec3_cross(u, t));
}

/* The rotation by `angle` about `axis`, which has unit length. */
static inline pd_quat pd_q_axis_angle(pd_vec3 axis, double angle)
{
    double s = pd_sin(angle / 2);
    return (pd_quat){axis.x * s, axis.y * s, axis.z * s, pd_cos(angle / 2)};
}

/* The rotation by the angle |r| about the axis r (exponential map), which is how SMPL stores poses. */
static inline pd_quat pd_q_from_rotvec(pd_vec3 r)
{
    double angle = pd_vec3_length(r);
    double s = angle > 1e-8 ? pd_sin(angle / 2) / angle : 0.5 - angle * angle / 48;
    return (pd_quat){r.x * s, r.y * s, r.z * s, pd_cos(angle / 2)};
}

/* Returns the sign, +1 or -1, that gives q a w >= 0. A rotation by pi has w = 0 and two axes; the sign then
 * makes the axis's first non-zero component positive. */
static inline double pd_q_hemisphere(pd_quat q)
{
    double first = q.w != 0 ? q.w : q.x != 0 ? q.x : q.y != 0 ? q.y : q.z;
    return first < 0 ? -1 : 1;
}

/* The rotation vector of q (logarithm), the inverse of pd_q_from_rotvec; its length is at most pi. */
static inline pd_vec3 pd_q_to_rotvec(pd_quat q)
{
    double sign = pd_q_hemisphere(q);
    pd_vec3 u = {q.x * sign, q.y * sign, q.z * sign};
    double s = pd_vec3_length(u);
    return pd_vec3_scale(u, s > 1e-12 ? 2 * pd_atan2(s, q.w * sign) / s : 2);
}

/* Returns the angle between two rotations, from 0 to pi. Small angles keep full precision. */
static inline double pd_q_angle(pd_quat a, pd_quat b)
{
    return pd_vec3_length(pd_q_to_rotvec(pd_q_inv_mul(a, b)));
}

/* The smallest rotation that takes the unit vector a to the unit vector b. When b = -a, every axis at right
 * angles to a gives one: the rotation is then about the part of `axis` (of any length) at right angles to a,
 * or about pd_vec3_perpendicular(a) when that part is zero. */
static inline pd_quat pd_q_between(pd_vec3 a, pd_vec3 b, pd_vec3 axis)
{
    pd_vec3 c = pd_vec3_cross(a, b);
    double s = pd_vec3_length(c), d = pd_vec3_dot(a, b);
    if (s > 1e-9) return pd_q_axis_angle(pd_vec3_scale(c, 1 / s), pd_atan2(s, d));
    if (d > 0) return pd_q_normalize((pd_quat){c.x / 2, c.y / 2, c.z / 2, 1});
    pd_vec3 n = pd_vec3_unit_or(pd_vec3_reject(axis, a), pd_vec3_perpendicular(a));
    return (pd_quat){n.x, n.y, n.z, 0};
}

/* Interpolates from a (t = 0) to b (t = 1) along the shorter arc (slerp, Shoemake 1985). */
static inline pd_quat pd_q_slerp(pd_quat a, pd_quat b, double t)
{
    double sign = pd_q_dot(a, b) < 0 ? -1 : 1;
    pd_quat to = {b.x * sign, b.y * sign, b.z * sign, b.w * sign}, chord = pd_q_fma(to, -1, a);
    /* the angle from the chord: exact where acos of the dot product is not */
    double angle = 2 * pd_asin(pd_fmin(1, 0.5 * sqrt(pd_q_dot(chord, chord)))), s = pd_sin(angle);
    double from_a = s < 1e-9 ? 1 - t : pd_sin((1 - t) * angle) / s,
           from_b = s < 1e-9 ? t : pd_sin(t * angle) / s;
    return pd_q_normalize(
        pd_q_fma((pd_quat){a.x * from_a, a.y * from_a, a.z * from_a, a.w * from_a}, from_b, to));
}

/* Writes the rotation matrix m (3,3), row-major, with m v = pd_q_rotate(q, v). */
static inline void pd_q_to_matrix(double m[9], pd_quat q)
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    m[0] = 1 - 2 * (yy + zz), m[1] = 2 * (xy - wz), m[2] = 2 * (xz + wy);
    m[3] = 2 * (xy + wz), m[4] = 1 - 2 * (xx + zz), m[5] = 2 * (yz - wx);
    m[6] = 2 * (xz - wy), m[7] = 2 * (yz + wx), m[8] = 1 - 2 * (xx + yy);
}

/* The quaternion of a rotation matrix m (3,3), row-major. Divides by the largest of the four components, so
 * that every angle keeps its precision (Shepperd 1978). */
static inline pd_quat pd_q_from_matrix(const double m[9])
{
    double t = m[0] + m[4] + m[8];
    pd_quat q;
    if (t >= m[0] && t >= m[4] && t >= m[8])
        q = (pd_quat){m[7] - m[5], m[2] - m[6], m[3] - m[1], 1 + t};
    else if (m[0] >= m[4] && m[0] >= m[8])
        q = (pd_quat){1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6], m[7] - m[5]};
    else if (m[4] >= m[8])
        q = (pd_quat){m[1] + m[3], 1 - m[0] + m[4] - m[8], m[5] + m[7], m[2] - m[6]};
    else
        q = (pd_quat){m[2] + m[6], m[5] + m[7], 1 - m[0] - m[4] + m[8], m[3] - m[1]};
    return pd_q_normalize(q);
}

#endif
