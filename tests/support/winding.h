#ifndef TESTS_SUPPORT_WINDING_H
#define TESTS_SUPPORT_WINDING_H
/* Tests whether points are inside a surface by slow and simple methods: solid angles, all crossings of a ray,
 * all triangles, double precision; no grids. Also makes surfaces
 * that intersect themselves from one that does not. */
#include "core/math/triangle.h"
#include "core/math/vec3.h"
#include "core/smpl/data/data.h"

#include <math.h>
#include <stdbool.h>

static inline pd_vec3 winding_point(const float *p, uint32_t i)
{
    return pd_vec3_make((double)p[3 * i], (double)p[3 * i + 1], (double)p[3 * i + 2]);
}

static inline pd_vec3 winding_face_normal(const float *p, const uint32_t *t)
{
    pd_vec3 a = winding_point(p, t[0]);
    return pd_vec3_cross(pd_vec3_sub(winding_point(p, t[1]), a), pd_vec3_sub(winding_point(p, t[2]), a));
}

static inline pd_vec3 winding_vertex_normal(const pd_smpl_data *m, const float *p, uint32_t i)
{
    pd_vec3 sum = {0, 0, 0};
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *t = m->faces + 3 * f;
        if (t[0] == i || t[1] == i || t[2] == i) sum = pd_vec3_add(sum, winding_face_normal(p, t));
    }
    return sum;
}

/* Returns the sum of the triangles' solid angles divided by 4 pi (van Oosterom and Strackee 1983). */
static inline int winding_about(const pd_smpl_data *m, const float *p, pd_vec3 at)
{
    double sum = 0;
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *t = m->faces + 3 * f;
        pd_vec3 a = pd_vec3_sub(winding_point(p, t[0]), at), b = pd_vec3_sub(winding_point(p, t[1]), at),
                c = pd_vec3_sub(winding_point(p, t[2]), at);
        double la = pd_vec3_length(a), lb = pd_vec3_length(b), lc = pd_vec3_length(c);
        sum += 2 *
               atan2(pd_vec3_dot(a, pd_vec3_cross(b, c)),
                     la * lb * lc + pd_vec3_dot(a, b) * lc + pd_vec3_dot(b, c) * la + pd_vec3_dot(c, a) * lb);
    }
    return (int)lround(sum / (4 * M_PI));
}

static inline pd_vec3 winding_lifted(const pd_smpl_data *m, const float *p, uint32_t i)
{
    pd_vec3 n = winding_vertex_normal(m, p, i);
    return pd_vec3_add(winding_point(p, i), pd_vec3_scale(n, 1e-4 / pd_vec3_length(n)));
}

/* Follows a direction until the surface no longer winds around the point; tests halfway between crossings. */
static inline double winding_way_out(int *face, const pd_smpl_data *m, const float *p, pd_vec3 at,
                                     pd_vec3 along)
{
    double from = 0;
    for (;;) {
        double next = 1e9, after = 1e9;
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *t = m->faces + 3 * f;
            pd_vec3 a = pd_vec3_sub(winding_point(p, t[0]), at), b = pd_vec3_sub(winding_point(p, t[1]), at),
                    c = pd_vec3_sub(winding_point(p, t[2]), at);
            double u = pd_vec3_dot(along, pd_vec3_cross(b, c)), v = pd_vec3_dot(along, pd_vec3_cross(c, a)),
                   w = pd_vec3_dot(along, pd_vec3_cross(a, b)), sum = u + v + w;
            if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) continue;
            pd_vec3 hit = pd_vec3_scale(
                pd_vec3_add(pd_vec3_add(pd_vec3_scale(a, u), pd_vec3_scale(b, v)), pd_vec3_scale(c, w)),
                1 / sum);
            double far = pd_vec3_dot(hit, along);
            if (far <= from + 1e-9) continue;
            if (far < next)
                after = next, next = far, *face = f;
            else if (far < after)
                after = far;
        }
        if (next >= 1e9) return next;
        if (after >= 1e9 ||
            winding_about(m, p, pd_vec3_add(at, pd_vec3_scale(along, (next + after) / 2))) <= 0)
            return next;
        from = next;
    }
}

/* Finds the nearest point on triangle t of one surface, and its distance to the same point of another. */
static inline double winding_distance(float w[3], const float *from, const float *p, const uint32_t *t,
                                      bool again)
{
    const float *a = p + 3 * t[0], *b = p + 3 * t[1], *c = p + 3 * t[2];
    if (!again) pd_triangle_nearest(w, from, a, b, c);
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double d = (double)from[k] - (double)w[0] * (double)a[k] - (double)w[1] * (double)b[k] -
                   (double)w[2] * (double)c[k];
        square += d * d;
    }
    return sqrt(square);
}

/* Bends what is beyond `from` along an axis around a cylinder of that radius
 * until it has rotated by `most`. */
static inline void winding_fold_over(double p[3], int axis, double from, double radius, double most, int side)
{
    double over = p[axis] - from, angle = fmin(over / radius, most), z = side * p[2];
    if (over <= 0) return;
    double straight = over - angle * radius, c = cos(angle), s = sin(angle);
    p[axis] = from + radius * s + straight * c - z * s;
    p[2] = side * ((1 - c) * radius + straight * s + z * c);
}

/* Deforms an ellipsoid whose ends are folded into itself: from the front, the side and the back; and with
 * single vertices inside. */
static inline void winding_deform(float *out, const float *in, int count, int kind)
{
    for (int i = 0; i < count; i++) {
        double p[3] = {(double)in[3 * i], (double)in[3 * i + 1], (double)in[3 * i + 2]};
        if (kind == 0) winding_fold_over(p, 1, 0.9, 0.08, 3.3, 1);
        if (kind == 1) winding_fold_over(p, 0, 0.1, 0.05, 3.5, 1);
        if (kind == 2) winding_fold_over(p, 1, 1.1, 0.06, 3.2, -1), p[0] *= 1 + 0.3 * sin(9 * p[1]);
        if (kind == 3 && i % 37 == 5) p[2] *= -0.5;
        for (int c = 0; c < 3; c++) out[3 * i + c] = (float)p[c];
    }
}

#endif
