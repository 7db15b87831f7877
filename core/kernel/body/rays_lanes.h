/* What the versions of the ray kernel share; rays_ref.c and rays_avx2.c define `find_inside`. Both are compiled with -O3. */
#include "core/kernel/body/rays.h"
#include "core/kernel/unrolled.h"

#include <stdbool.h>

#define LANES PD_K_RAYS_LANES

/* A triangle seen along the rays. */
typedef struct outline {
    float u[3], v[3], du[3], dv[3], sign[3]; /* of the edge opposite each corner */
    float height[3];
} outline;

#define BATCH 8 /* points that find_inside tests at once */
/* Sets a bit for each of the points first .. first + BATCH - 1 that the triangle covers: `above` with its front, `below` with its back. */
INLINE void find_inside(unsigned *above, unsigned *below, const outline *o, const float *u, const float *v);

INLINE float side_of(const outline *o, int k, float u, float v)
{
    return o->sign[k] * (o->du[k] * (v - o->v[k]) - o->dv[k] * (u - o->u[k]));
}

INLINE void make_outline(outline *o, const pd_k_rays *rays, int face)
{
    const int u = (rays->axis + 1) % 3, v = (rays->axis + 2) % 3;
    const float *x[3];
    UNROLLED for (int k = 0; k < 3; k++) x[k] =
        rays->vertices + 3 * (size_t)rays->faces[3 * (size_t)face + (size_t)k];

    /* Each edge from its lower end; chosen without branches, which would be guessed wrong half of the time. */
    UNROLLED for (int k = 0; k < 3; k++)
    {
        const float *a = x[(k + 1) % 3], *b = x[(k + 2) % 3];
        const int flip = (a[u] > b[u]) | ((a[u] == b[u]) & (a[v] > b[v]));
        const float *lo = flip ? b : a, *hi = flip ? a : b;
        o->u[k] = lo[u], o->v[k] = lo[v], o->du[k] = hi[u] - lo[u], o->dv[k] = hi[v] - lo[v];
        o->sign[k] = flip ? -1.0f : 1.0f;
        o->height[k] = x[k][rays->axis];
    }
}

INLINE void add_crossing(pd_k_rays_crossings *c, float distance, int sign)
{
    if (c->count >= PD_K_RAYS_CROSSINGS) return;
    int i = c->count++;
    for (; i > 0 && c->distance[i - 1] > distance; i--)
        c->distance[i] = c->distance[i - 1], c->sign[i] = c->sign[i - 1];
    c->distance[i] = distance, c->sign[i] = (signed char)sign;
}

INLINE void cross_point(const pd_k_rays *rays, const outline *o, int i, int sign)
{
    const float a = side_of(o, 0, rays->u[i], rays->v[i]), b = side_of(o, 1, rays->u[i], rays->v[i]),
                c = side_of(o, 2, rays->u[i], rays->v[i]);
    const float height = (a * o->height[0] + b * o->height[1] + c * o->height[2]) / (a + b + c);
    const int ray = rays->index[i];
    if (rays->crossings) add_crossing(&rays->crossings[ray], height - rays->height[i], sign);
    if (height > rays->height[i]) rays->winding[ray] = (signed char)(rays->winding[ray] + sign);
}

/* Cells of the grid, from and to in u and in v, that the boxes of LANES triangles cover. covers: 0 where a box is beside the grid. */
INLINE void cover(int range[4][LANES], int covers[LANES], const pd_k_rays *rays, int first)
{
    const size_t stride = ((size_t)rays->face_count + LANES - 1) / LANES * LANES;
    for (int i = 0; i < LANES; i++) covers[i] = 1;
    for (int c = 0; c < 2; c++) {
        const size_t axis = (size_t)(rays->axis + 1 + c) % 3;
        const float *low = rays->box + axis * stride + first, *high = low + 3 * stride;
        const float from = rays->low[c], per = rays->per[c], side = (float)rays->side[c], last = side - 1;
        for (int i = 0; i < LANES; i++) {
            float a = (low[i] - from) * per, b = (high[i] - from) * per;
            covers[i] &= !(high[i] < from) & !(a > side);
            a = a > 0 ? a : 0, b = b > 0 ? b : 0; /* NaN becomes 0 */
            range[2 * c][i] = (int)(a < last ? a : last), range[2 * c + 1][i] = (int)(b < last ? b : last);
        }
    }
}

INLINE pd_k_rays_work cross(const pd_k_rays *rays)
{
    pd_k_rays_work work = {0};
    for (int first = 0; first < rays->face_count; first += LANES) {
        int range[4][LANES], covers[LANES];
        cover(range, covers, rays, first);

        for (int n = 0; n < LANES && first + n < rays->face_count; n++) {
            if (!covers[n]) continue;
            outline o;
            bool is_made = false;
            for (int u = range[0][n]; u <= range[1][n]; u++) {
                const int *cells = rays->cell_start + u * rays->side[1];
                const int from = cells[range[2][n]], to = cells[range[3][n] + 1];
                if (from >= to) continue;
                if (!is_made) make_outline(&o, rays, first + n), is_made = true;

                for (int i = from; i < to; i += BATCH) {
                    unsigned above, below;
                    find_inside(&above, &below, &o, rays->u + i, rays->v + i);
                    const unsigned asked = to - i < BATCH ? (1u << (to - i)) - 1 : (1u << BATCH) - 1;
                    for (unsigned left = (above | below) & asked; left; left &= left - 1) {
                        const int bit = __builtin_ctz(left);
                        cross_point(rays, &o, i + bit, above >> bit & 1 ? 1 : -1);
                    }
                }
                work.points += to - from;
            }
            work.rows += range[1][n] - range[0][n] + 1;
        }
    }
    return work;
}
