/* Code that the versions of the ray kernel share; rays_ref.c and rays_avx2.c define `find_inside`,
 * `add_windings` and `find_covering`. Both are compiled with -O3. */
#include "core/kernel/body/rays.h"
#include "core/kernel/unrolled.h"

#include <stdbool.h>
#include <string.h>

#define LANES PD_K_RAYS_LANES

/* LANES triangles seen along the rays: the lower end of the edge opposite each corner, the way along it, the
 * height of the corner. */
typedef struct outlines {
    float u[3][LANES], v[3][LANES], du[3][LANES], dv[3][LANES];
    float height[3][LANES];
} outlines;

#define BATCH 8 /* points that find_inside tests at once */
/* Sets a bit for each of the points first .. first + BATCH - 1 that triangle n covers: `above` with its
 * front, `below` with its back. */
INLINE void find_inside(unsigned *above, unsigned *below, const outlines *o, int n, const float *u,
                        const float *v);

/* Adds to sums, for each of the BATCH points at u, v and height that triangle n covers and that has a bit in
 * `asked`, 1 where its front is above the point and -1 where its back is. */
INLINE void add_windings(int *sums, const outlines *o, int n, const float *u, const float *v,
                         const float *height, unsigned asked);

INLINE float side_of(const outlines *o, int k, int n, float u, float v)
{
    return o->du[k][n] * (v - o->v[k][n]) - o->dv[k][n] * (u - o->u[k][n]);
}

/* Fills the outlines from x (3,3,LANES): u, v and height of each corner. */
INLINE void make_outlines(outlines *o, const float x[3][3][LANES])
{
    UNROLLED for (int k = 0; k < 3; k++)
    {
        const float *au = x[(k + 1) % 3][0], *av = x[(k + 1) % 3][1], *bu = x[(k + 2) % 3][0],
                    *bv = x[(k + 2) % 3][1];
        for (int n = 0; n < LANES; n++) {
            const int flip = (au[n] > bu[n]) | ((au[n] == bu[n]) & (av[n] > bv[n]));
            o->u[k][n] = flip ? bu[n] : au[n], o->v[k][n] = flip ? bv[n] : av[n];
            o->du[k][n] = bu[n] - au[n], o->dv[k][n] = bv[n] - av[n];
            o->height[k][n] = x[k][2][n];
        }
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

INLINE float height_at(const outlines *o, int n, float a, float b, float c)
{
    return (a * o->height[0][n] + b * o->height[1][n] + c * o->height[2][n]) / (a + b + c);
}

INLINE void cross_point(const pd_k_rays *rays, const outlines *o, int n, int i, int sign)
{
    const float a = side_of(o, 0, n, rays->u[i], rays->v[i]), b = side_of(o, 1, n, rays->u[i], rays->v[i]),
                c = side_of(o, 2, n, rays->u[i], rays->v[i]);
    const float height = height_at(o, n, a, b, c);
    const int ray = rays->index[i];
    add_crossing(&rays->crossings[ray], height - rays->height[i], sign);
    rays->winding[ray] = (signed char)(rays->winding[ray] + (height > rays->height[i] ? sign : 0));
}

/* Returns a bit for each of LANES triangles whose box,
 * at low and high along u (0) and v (1), is not beside the grid. */
INLINE unsigned find_covering(const pd_k_rays *rays, const float *const low[2], const float *const high[2]);

/* Writes the cells of the grid, from and to in u and in v, that the boxes of LANES triangles cover. Returns a
 * bit for each triangle whose box is not beside the grid. */
INLINE unsigned cover(int range[4][LANES], const pd_k_rays *rays, int first)
{
    const size_t stride = ((size_t)rays->face_count + LANES - 1) / LANES * LANES;
    const float *low[2], *high[2];
    for (int c = 0; c < 2; c++) {
        low[c] = rays->box + (size_t)(rays->axis + 1 + c) % 3 * stride + first;
        high[c] = low[c] + 3 * stride;
    }
    unsigned mask = find_covering(rays, low, high);
    if (rays->face_count - first < LANES) mask &= (1u << (rays->face_count - first)) - 1;
    if (!mask) return 0; /* most triangles are beside the grid, with those next to them */

    for (int c = 0; c < 2; c++) {
        const float from = rays->low[c], per = rays->per[c], last = (float)rays->side[c] - 1;
        for (int i = 0; i < LANES; i++) {
            float x = (low[c][i] - from) * per, y = (high[c][i] - from) * per;
            x = x > 0 ? x : 0, y = y > 0 ? y : 0; /* NaN becomes 0 */
            range[2 * c][i] = (int)(x < last ? x : last), range[2 * c + 1][i] = (int)(y < last ? y : last);
        }
    }
    return mask;
}

/* A triangle of a block with up to BATCH points, of which `asked` has a bit each. above and below are those
 * of find_inside. */
typedef struct pairing {
    int n, first;
    unsigned asked, above, below;
} pairing;
#define PAIRINGS 128

/* Tests the pairings and counts their crossings. Where crossings are stored, all are tested before the first
 * is counted: a processor guesses wrong how many there are, and loses less by that when the test is done. */
INLINE void cross_pairings(const pd_k_rays *rays, const float corners[3][3][LANES], pairing *list, int count)
{
    outlines o;
    make_outlines(&o, corners);
    if (!rays->crossings) {
        for (int i = 0; i < count; i++) {
            const int first = list[i].first;
            add_windings(rays->sums + first, &o, list[i].n, rays->u + first, rays->v + first,
                         rays->height + first, list[i].asked);
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        pairing *p = &list[i];
        find_inside(&p->above, &p->below, &o, p->n, rays->u + p->first, rays->v + p->first);
    }
    for (int i = 0; i < count; i++) {
        const pairing *p = &list[i];
        for (unsigned left = (p->above | p->below) & p->asked; left; left &= left - 1) {
            const int bit = __builtin_ctz(left);
            cross_point(rays, &o, p->n, p->first + bit, p->above >> bit & 1 ? 1 : -1);
        }
    }
}

INLINE pd_k_rays_work cross(const pd_k_rays *rays)
{
    pd_k_rays_work work = {0};
    const int axes[3] = {(rays->axis + 1) % 3, (rays->axis + 2) % 3, rays->axis};
    /* u, v and height of the corners; of a triangle without points, any numbers. */
    float corners[3][3][LANES] = {0};
    pairing list[PAIRINGS];
    const int point_count = rays->cell_start[rays->side[0] * rays->side[1]];
    if (!rays->crossings) memset(rays->sums, 0, (size_t)(point_count + BATCH) * sizeof *rays->sums);

    for (int first = 0; first < rays->face_count; first += LANES) {
        int range[4][LANES], count = 0;
        unsigned covering = cover(range, rays, first);

        /* Pair the triangles with the points in the cells that their boxes cover. */
        for (; covering; covering &= covering - 1) {
            const int n = __builtin_ctz(covering);
            bool is_copied = false;
            for (int u = range[0][n]; u <= range[1][n]; u++) {
                const int *cells = rays->cell_start + u * rays->side[1];
                const int from = cells[range[2][n]], to = cells[range[3][n] + 1];
                /* Batches begin at multiples of BATCH, so that sums are read
                 * as they were written, in whole registers. */
                for (int i = from < to ? from / BATCH * BATCH : to; i < to; i += BATCH) {
                    const uint32_t *face = rays->faces + 3 * (size_t)(first + n);
                    for (int k = 0; k < 3 && !is_copied; k++)
                        for (int c = 0; c < 3; c++)
                            corners[k][c][n] = rays->vertices[3 * (size_t)face[k] + (size_t)axes[c]];
                    is_copied = true;

                    if (count == PAIRINGS) cross_pairings(rays, corners, list, count), count = 0;
                    unsigned asked = to - i < BATCH ? (1u << (to - i)) - 1 : (1u << BATCH) - 1;
                    if (from > i) asked &= ~0u << (from - i);
                    list[count++] = (pairing){.n = n, .first = i, .asked = asked};
                }
                work.points += to - from;
            }
            work.rows += range[1][n] - range[0][n] + 1;
        }
        if (count) cross_pairings(rays, corners, list, count);
    }
    for (int i = 0; !rays->crossings && i < point_count; i++) {
        signed char *const winding = &rays->winding[rays->index[i]];
        *winding = (signed char)(*winding + rays->sums[i]);
    }
    return work;
}
