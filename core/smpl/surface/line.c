#include "core/smpl/surface/line.h"

#include "core/base/assert.h"

#include <math.h>
#include <string.h>

#define FLAT 1e-12 /* square metres: twice the area of a triangle that is none */
#define NEAR 1e-14 /* square metres: points 0.1 um apart are one, as where a plane meets a vertex */

/* A point of a section: where it is in the plane, and on which edge. */
typedef struct corner {
    double at[2];
    pd_smpl_line_point on;
} corner;

static double level_of(const pd_smpl_slab *slab, const float *p)
{
    return slab->normal[0] * p[0] + slab->normal[1] * p[1] + slab->normal[2] * p[2];
}

/* Finds the point where the plane cuts the edge of these two vertices.
 * Both triangles of an edge give the same bits. */
static bool cut_line(corner *out, const pd_smpl_slab *slab, uint32_t a, uint32_t b, double level)
{
    const uint32_t from = a < b ? a : b;
    const uint32_t to = a < b ? b : a;
    const float *p = slab->vertices + 3 * (size_t)from;
    const float *q = slab->vertices + 3 * (size_t)to;
    const double over = level_of(slab, p) - level;
    const double under = level_of(slab, q) - level;

    if ((over >= 0) == (under >= 0)) return false;

    const double t = over / (over - under);
    out->on = (pd_smpl_line_point){(int)from, (int)to, (float)t};
    for (int k = 0; k < 2; k++) {
        const double *axis = slab->across[k];
        out->at[k] = 0;
        for (int c = 0; c < 3; c++) out->at[k] += axis[c] * (p[c] + t * ((double)q[c] - p[c]));
    }

    return true;
}

static double far(const double a[2], const double b[2])
{
    return (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
}

/* Returns whether the hull goes on from `at` to `next` rather than to `best`, which leaves all other points
 * to its left. */
static bool is_better(const double at[2], const double best[2], const double next[2])
{
    const double side = (best[0] - at[0]) * (next[1] - at[1]) - (best[1] - at[1]) * (next[0] - at[0]);
    if (far(at, next) < NEAR) return false;
    return far(at, best) < NEAR || side < -FLAT || (fabs(side) <= FLAT && far(at, next) > far(at, best));
}

/* Finds the point of the section that comes after `at`. For NULL, finds the lowest point, and of two equally
 * low points the first. Returns false if there is none. */
static bool next_corner(corner *out, const pd_smpl_slab *slab, const corner *at, double level)
{
    bool found = false;

    for (int i = 0; i < slab->triangle_count; i++) {
        if (slab->ranges[i][0] > level || slab->ranges[i][1] < level) continue;
        const uint32_t *f = slab->faces + 3 * (size_t)slab->triangles[i];
        for (int c = 0; c < 3; c++) {
            corner p;
            if (!cut_line(&p, slab, f[c], f[(c + 1) % 3], level)) continue;
            const bool is_lower =
                !found || p.at[1] < out->at[1] || (p.at[1] == out->at[1] && p.at[0] < out->at[0]);
            if (at ? !found || is_better(at->at, out->at, p.at) : is_lower) *out = p;
            found = true;
        }
    }

    return found;
}

void pd_smpl_line_section(pd_smpl_line *line, const pd_smpl_slab *slab, double level)
{
    corner first, at, next;

    line->count = 0;
    line->is_closed = true;
    if (!next_corner(&first, slab, NULL, level)) return;

    /* a hull has no more corners than the section has points: two of a triangle */
    int kept = 1, every = 1;
    at = first;
    line->points[line->count++] = first.on;
    for (int i = 1; i <= 2 * slab->triangle_count && next_corner(&next, slab, &at, level); i++) {
        if (far(next.at, first.at) < NEAR || far(next.at, at.at) < NEAR) break;
        if (i % every == 0) {
            if (line->count == PD_SMPL_LINE_MOST) { /* every other point goes */
                for (int n = 0; 2 * n < line->count; n++) line->points[n] = line->points[2 * n];
                line->count = (line->count + 1) / 2;
                every *= 2;
            }

            if (i % every == 0) line->points[line->count++] = next.on;
        }

        at = next;
        kept++;
    }

    if (kept < 3) line->count = 0;
}

void pd_smpl_line_add_vertex(pd_smpl_line *line, int vertex)
{
    PD_ASSERT(line->count < PD_SMPL_LINE_MOST && vertex >= 0);
    line->points[line->count++] = (pd_smpl_line_point){vertex, vertex, 0};
}

void pd_smpl_line_add_joint(pd_smpl_line *line, int joint)
{
    PD_ASSERT(line->count < PD_SMPL_LINE_MOST && joint >= 0);
    line->points[line->count++] = (pd_smpl_line_point){joint, -1, 0};
}

void pd_smpl_line_place(double out[3], const pd_smpl_line_point *point, const float *vertices,
                        const double *joints)
{
    if (point->b < 0) {
        memcpy(out, joints + 3 * (size_t)point->a, 3 * sizeof *out);
        return;
    }

    const float *a = vertices + 3 * (size_t)point->a;
    const float *b = vertices + 3 * (size_t)point->b;
    for (int c = 0; c < 3; c++) out[c] = a[c] + (double)point->t * ((double)b[c] - a[c]);
}
