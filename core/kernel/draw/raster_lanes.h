/* The rasteriser's kernel in plain C, which the compiler vectorizes; included by raster_ref.c, raster_avx2.c
 * and raster_avx512.c, which are compiled with -O3 and the instructions of their version. */
#include "core/kernel/draw/raster.h"
#include "core/kernel/unrolled.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define LANES PD_K_RASTER_LANES

INLINE float least_of(const float v[3])
{
    const float a = v[0] < v[1] ? v[0] : v[1];
    return a < v[2] ? a : v[2];
}

INLINE float most_of(const float v[3])
{
    const float a = v[0] > v[1] ? v[0] : v[1];
    return a > v[2] ? a : v[2];
}

/* First sample whose centre (at a half) is not before v, at least `from`;
 * and last one not behind v, at most `to`. */
INLINE int first_of(float v, int from)
{
    return v - 0.5f > (float)from ? (int)ceilf(v - 0.5f) : from;
}

INLINE int last_of(float v, int to)
{
    return v - 0.5f < (float)to ? (int)floorf(v - 0.5f) : to;
}

/* Alpha of the texture, bilinear, 0 to 255. */
INLINE float alpha_at(const pd_k_raster_cover *c, float u, float v)
{
    /* Centres of texels lie at halves. */
    const float x = (u - floorf(u)) * (float)c->width - 0.5f, y = (v - floorf(v)) * (float)c->height - 0.5f;
    const int left = (int)floorf(x), top = (int)floorf(y);
    const int x0 = left < 0 ? c->width - 1 : left, x1 = left + 1 >= c->width ? 0 : left + 1,
              y0 = top < 0 ? c->height - 1 : top, y1 = top + 1 >= c->height ? 0 : top + 1;
    const uint8_t *upper = c->texels + 4 * (size_t)y0 * (size_t)c->width + 3,
                  *lower = c->texels + 4 * (size_t)y1 * (size_t)c->width + 3;
    const float fx = x - (float)left, fy = y - (float)top;
    return (1 - fy) * ((1 - fx) * (float)upper[4 * x0] + fx * (float)upper[4 * x1]) +
           fy * ((1 - fx) * (float)lower[4 * x0] + fx * (float)lower[4 * x1]);
}

/* LANES numbers, which the compiler puts into as many registers as the version needs. */
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));
static const floats lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7};

/* Puts `a` where the mask is set, `b` elsewhere. */
#define CHOOSE(mask, a, b) (((mask) & (masks)(a)) | (~(mask) & (masks)(b)))

/* A row of a triangle: barycentric coordinates at the first sample of its box, and what they grow by. */
typedef struct row {
    float a[3], step[3];
} row;

/* Draws LANES samples of a row, of which the first is sample i of the box. cover NULL: all. uvs: texture
 * coordinates times `near` of the corners; limits: those of the row; x:
 * column of the first sample modulo the period. */
INLINE void draw_lanes(float *near, uint32_t *marks, const row *r, const pd_k_raster_triangle *t, int i,
                       const pd_k_raster_cover *cover, const float uvs[3][2], const float *limits, int x)
{
    floats before;
    memcpy(&before, near, sizeof before);
    const floats at = lane_numbers + (float)i, b0 = r->a[0] + at * r->step[0], b1 = r->a[1] + at * r->step[1],
                 b2 = r->a[2] + at * r->step[2], here = b0 * t->near[0] + b1 * t->near[1] + b2 * t->near[2];
    masks seen = (b0 >= 0) & (b1 >= 0) & (b2 >= 0) & (here > before);

    if (cover) {
        uint64_t halves[LANES / 2], any = 0;
        memcpy(halves, &seen, sizeof halves);
        for (int k = 0; k < LANES / 2; k++) any |= halves[k];
        if (!any) return;
        const floats scale = 1 / here, u = scale * (b0 * uvs[0][0] + b1 * uvs[1][0] + b2 * uvs[2][0]),
                     v = scale * (b0 * uvs[0][1] + b1 * uvs[1][1] + b2 * uvs[2][1]);
        for (int k = 0; k < LANES; k++) {
            if (seen[k] && !(alpha_at(cover, u[k], v[k]) > limits[x])) seen[k] = 0;
            x = x + 1 < cover->period ? x + 1 : 0;
        }
    }

    const masks after = CHOOSE(seen, here, before);
    memcpy(near, &after, sizeof after);
    if (!marks) return;
    masks mark;
    memcpy(&mark, marks, sizeof mark);
    mark = CHOOSE(seen, (masks){0} + (int32_t)t->mark, mark);
    memcpy(marks, &mark, sizeof mark);
}

INLINE void draw(const pd_k_raster_rows *rows, const pd_k_raster_triangle *t, const pd_k_raster_cover *c)
{
    /* Box of the triangle in samples. */
    const int x0 = first_of(least_of(t->x), 0), x1 = last_of(most_of(t->x), rows->width - 1),
              y0 = first_of(least_of(t->y), rows->first), y1 = last_of(most_of(t->y), rows->last - 1);
    if (x0 > x1) return;

    /* Barycentric coordinate k is the edge function of the two other corners over the area; it steps linearly
     * along a row. */
    row r;
    float dx[3], dy[3], turn[3], uvs[3][2] = {{0}};
    const float inverse = 1 / t->area;
    for (int k = 0; k < 3; k++) {
        const int from = (k + 1) % 3, to = (k + 2) % 3;
        dx[k] = t->x[to] - t->x[from], dy[k] = t->y[to] - t->y[from];
        r.step[k] = -dy[k] * inverse;
        turn[k] = r.step[k] != 0 ? -1 / r.step[k] : 0;
        for (int j = 0; j < 2 && c; j++) uvs[k][j] = c->uvs[k][j] * t->near[k];
    }

    for (int y = y0; y <= y1; y++) {
        /* Samples of the row where every coordinate is 0 or more, rounded outward:
         * each only grows or only falls. */
        int low = 0, high = x1 - x0;
        for (int k = 0; k < 3; k++) {
            const int from = (k + 1) % 3;
            r.a[k] =
                (dx[k] * ((float)y + 0.5f - t->y[from]) - dy[k] * ((float)x0 + 0.5f - t->x[from])) * inverse;
            const float zero = r.a[k] * turn[k];
            if (r.a[k] < 0) {
                if (!(r.step[k] > 0) || zero > (float)high)
                    high = -1;
                else
                    low = (int)zero > low ? (int)zero : low;
            } else if (r.step[k] < 0 && zero < (float)high) {
                high = (int)zero + 1 < high ? (int)zero + 1 : high;
            }
        }

        float *near = rows->near + (long)(y - rows->first) * rows->stride + x0;
        uint32_t *marks = rows->marks ? rows->marks + (long)(y - rows->first) * rows->stride + x0 : NULL;
        if (c) {
            const float *limits = c->limits + (long)(y % c->period) * c->period;
            for (int i = low; i <= high; i += LANES)
                draw_lanes(near + i, marks ? marks + i : NULL, &r, t, i, c, uvs, limits,
                           (x0 + i) % c->period);
        } else if (marks) {
            for (int i = low; i <= high; i += LANES)
                draw_lanes(near + i, marks + i, &r, t, i, NULL, uvs, NULL, 0);
        } else {
            for (int i = low; i <= high; i += LANES) draw_lanes(near + i, NULL, &r, t, i, NULL, uvs, NULL, 0);
        }
    }
}
