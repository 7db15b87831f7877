#ifndef PD_MATH_PLANE_H
#define PD_MATH_PLANE_H
/* Vectors in the xz plane that characters walk on, as arrays of x and z. All functions are inline and pure.
 *
 * A direction is d = (sin yaw, cos yaw). The frame of d has its z axis along d and its x axis to the left,
 * (cos yaw, -sin yaw).
 * Units   lengths are the caller's, angles are radians. out may be an input everywhere.   Errors  none.
 */
#include "core/math/elementary.h"

#include <math.h>

/* Returns the length |a|. */
static inline double pd_plane_length(const double a[2])
{
    return sqrt(a[0] * a[0] + a[1] * a[1]);
}

/* Returns the dot product a . b. */
static inline double pd_plane_dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* Interpolates linearly: out = a + t (b - a), which is a at t = 0 and b at t = 1. */
static inline void pd_plane_mix(double out[2], const double a[2], const double b[2], double t)
{
    double x = a[0] + t * (b[0] - a[0]), z = a[1] + t * (b[1] - a[1]);
    out[0] = x, out[1] = z;
}

/* Writes the unit vector along a to out. When a is shorter than 1e-9, out does not change. */
static inline void pd_plane_unit(double out[2], const double a[2])
{
    double length = pd_plane_length(a);
    if (length < 1e-9) return;
    double x = a[0] / length, z = a[1] / length;
    out[0] = x, out[1] = z;
}

/* Rotates the vector (x, z) from the frame of d to the world. */
static inline void pd_plane_out(double out[2], const double d[2], double x, double z)
{
    double wx = x * d[1] + z * d[0], wz = -x * d[0] + z * d[1];
    out[0] = wx, out[1] = wz;
}

/* Rotates the vector (x, z) from the world to the frame of d. */
static inline void pd_plane_in(double out[2], const double d[2], double x, double z)
{
    double lx = x * d[1] - z * d[0], lz = x * d[0] + z * d[1];
    out[0] = lx, out[1] = lz;
}

/* Rotates a by an angle about +Y. Positive angles turn to the left (from +Z to +X). */
static inline void pd_plane_turn(double out[2], const double a[2], double angle)
{
    double s = pd_sin(angle), c = pd_cos(angle), x = a[0] * c + a[1] * s, z = -a[0] * s + a[1] * c;
    out[0] = x, out[1] = z;
}

/* Returns the angle by which pd_plane_turn takes the direction of a to that of b, from -pi to pi. */
static inline double pd_plane_angle(const double a[2], const double b[2])
{
    return pd_atan2(b[0] * a[1] - b[1] * a[0], pd_plane_dot(a, b));
}

/* Interpolates between two unit directions, t from 0 to 1, along the shorter arc. When they are less than 60
 * degrees apart, interpolates along the chord and normalises, which is at most 1 degree off the arc. */
static inline void pd_plane_between(double out[2], const double a[2], const double b[2], double t)
{
    if (pd_plane_dot(a, b) < 0.5) {
        pd_plane_turn(out, a, t * pd_plane_angle(a, b));
        return;
    }
    double mixed[2];
    pd_plane_mix(mixed, a, b, t);
    pd_plane_unit(mixed, mixed);
    out[0] = mixed[0], out[1] = mixed[1];
}

/* Writes the vector from the nearest point of the segment from..to to the point `at`. Returns its length. */
static inline double pd_plane_off_segment(double out[2], const double from[2], const double to[2],
                                          const double at[2])
{
    double dx = to[0] - from[0], dz = to[1] - from[1], square = dx * dx + dz * dz;
    double t = square > 0 ? ((at[0] - from[0]) * dx + (at[1] - from[1]) * dz) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    out[0] = at[0] - from[0] - t * dx;
    out[1] = at[1] - from[1] - t * dz;
    return sqrt(out[0] * out[0] + out[1] * out[1]);
}

/* Returns value limited to least .. most. */
static inline double pd_plane_clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

#endif
