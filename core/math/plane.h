#ifndef PD_MATH_PLANE_H
#define PD_MATH_PLANE_H
/* The xz plane that characters walk on: points and directions as x, z. Inline and pure.
 *
 * A direction d = (sin yaw, cos yaw); the frame it spans has its z along d and its x to the left, (cos yaw, -sin yaw).
 */
#include <math.h>

static inline double pd_plane_length(const double a[2])
{
    return sqrt(a[0] * a[0] + a[1] * a[1]);
}

static inline double pd_plane_dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* out = a + t (b - a); out may be a or b. */
static inline void pd_plane_mix(double out[2], const double a[2], const double b[2], double t)
{
    double x = a[0] + t * (b[0] - a[0]), z = a[1] + t * (b[1] - a[1]);
    out[0] = x, out[1] = z;
}

/* out of unit length, or left alone when a has none. */
static inline void pd_plane_unit(double out[2], const double a[2])
{
    double length = pd_plane_length(a);
    if (length < 1e-9) return;
    double x = a[0] / length, z = a[1] / length;
    out[0] = x, out[1] = z;
}

/* From the frame of d to the world and back. */
static inline void pd_plane_out(double out[2], const double d[2], double x, double z)
{
    double wx = x * d[1] + z * d[0], wz = -x * d[0] + z * d[1];
    out[0] = wx, out[1] = wz;
}

static inline void pd_plane_in(double out[2], const double d[2], double x, double z)
{
    double lx = x * d[1] - z * d[0], lz = x * d[0] + z * d[1];
    out[0] = lx, out[1] = lz;
}

/* Turns by an angle about +Y: a positive one to the left (from +Z to +X). */
static inline void pd_plane_turn(double out[2], const double a[2], double angle)
{
    double s = sin(angle), c = cos(angle), x = a[0] * c + a[1] * s, z = -a[0] * s + a[1] * c;
    out[0] = x, out[1] = z;
}

/* The angle that rotates a to b, -pi .. pi. */
static inline double pd_plane_angle(const double a[2], const double b[2])
{
    return atan2(b[0] * a[1] - b[1] * a[0], pd_plane_dot(a, b));
}

/* Between two unit directions, the short way round. Under 60 degrees along the chord (1 degree off the arc at most). */
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

/* out from the nearest point of a segment to at, and its length. */
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

static inline double pd_plane_clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

#endif
