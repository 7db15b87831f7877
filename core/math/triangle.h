#ifndef PD_MATH_TRIANGLE_H
#define PD_MATH_TRIANGLE_H
/* Nearest points, normals and intersections of triangles in float, for searches over whole meshes.
 *
 * Shapes   points p, corners a, b, c and vectors are (3); weights w (3) sum to 1. Spaces, units the caller's.
 *          Threads pure functions.
 */
#include <math.h>

/* The dot product a . b of two vectors (3). */
static inline float pd_dot3f(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Writes the weights of a, b and c whose sum is the point of the triangle nearest
 * to p (Ericson 2005, section 5.1.5). */
static inline void pd_triangle_nearest(float w[3], const float *p, const float *a, const float *b,
                                       const float *c)
{
    float ab[3], ac[3], ap[3], bp[3], cp[3];
    for (int k = 0; k < 3; k++)
        ab[k] = b[k] - a[k], ac[k] = c[k] - a[k], ap[k] = p[k] - a[k], bp[k] = p[k] - b[k],
        cp[k] = p[k] - c[k];
    float d1 = pd_dot3f(ab, ap), d2 = pd_dot3f(ac, ap), d3 = pd_dot3f(ab, bp), d4 = pd_dot3f(ac, bp),
          d5 = pd_dot3f(ab, cp), d6 = pd_dot3f(ac, cp);
    float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    float v = 0, t = 0;
    if (d1 <= 0 && d2 <= 0) {
        v = t = 0;
    } else if (d3 >= 0 && d4 <= d3) {
        v = 1;
    } else if (d6 >= 0 && d5 <= d6) {
        t = 1;
    } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        v = d1 / (d1 - d3);
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        t = d2 / (d2 - d6);
    } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        v = 1 - t;
    } else {
        float sum = va + vb + vc;
        v = sum > 0 ? vb / sum : 0, t = sum > 0 ? vc / sum : 0;
    }
    w[0] = 1 - v - t, w[1] = v, w[2] = t;
}

/* Writes the normal (b - a) x (c - a), whose length is twice the area. The edges are scalars and not arrays:
 * gcc 12 stores an array in parts and loads it whole,
 * which waits until the stores have left the processor. */
static inline void pd_triangle_normal(float out[3], const float *a, const float *b, const float *c)
{
    const float ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    const float vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    const float x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    out[0] = x, out[1] = y, out[2] = z;
}

/* Returns the t at which the line from + t along meets the triangle (Moeller, Trumbore 1997); NAN when it
 * misses the triangle or is nearly parallel to its plane. *facing, unless NULL, gets the dot product of
 * `along` and the normal (b - a) x (c - a): positive when the line meets the back. */
static inline float pd_triangle_meet(const float *from, const float *along, const float *a, const float *b,
                                     const float *c, float *facing)
{
    float ab[3], ac[3], s[3], p[3], q[3];
    for (int k = 0; k < 3; k++) ab[k] = b[k] - a[k], ac[k] = c[k] - a[k], s[k] = from[k] - a[k];

    p[0] = along[1] * ac[2] - along[2] * ac[1];
    p[1] = along[2] * ac[0] - along[0] * ac[2];
    p[2] = along[0] * ac[1] - along[1] * ac[0];
    const float det = pd_dot3f(ab, p);
    if (fabsf(det) < 1e-12f) return NAN;

    q[0] = s[1] * ab[2] - s[2] * ab[1];
    q[1] = s[2] * ab[0] - s[0] * ab[2];
    q[2] = s[0] * ab[1] - s[1] * ab[0];
    const float u = pd_dot3f(s, p) / det, v = pd_dot3f(along, q) / det;
    if (u < 0 || v < 0 || u + v > 1) return NAN;

    if (facing) *facing = -det;
    return pd_dot3f(ac, q) / det;
}

/* Returns the distance from p to the point of the triangle with the given weights. */
static inline float pd_triangle_distance(const float *p, const float w[3], const float *a, const float *b,
                                         const float *c)
{
    float d[3];
    for (int k = 0; k < 3; k++) d[k] = w[0] * a[k] + w[1] * b[k] + w[2] * c[k] - p[k];
    return sqrtf(pd_dot3f(d, d));
}

#endif
