#include "core/rig/base/limbs.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define TRIANGLES 400  /* triangles whose normals are used, at most */
#define POINTS    4000 /* vertices against which they are measured, at most */

/* Computes a triangle's normal and area. Returns false for one without area. */
static bool normal_of(double n[3], double *area, const double *p, const double *q, const double *r)
{
    const double a[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
    const double b[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};

    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0)) return false;
    for (int c = 0; c < 3; c++) n[c] /= length;
    *area = length / 2;

    return true;
}

/* Counts the vertices of triangles; stops at `most`. */
static int count_vertices(const pd_rig_mesh *m, int most)
{
    int count = 0;
    for (int v = 0; v < m->vertex_count && count < most; v++) count += m->islands[v] < m->island_count;
    return count;
}

pd_status pd_rig_limbs_check(const pd_rig_mesh *m, pd_error *err)
{
    const int vertices = count_vertices(m, PD_RIG_LIMBS_VERTICES);
    const int step = m->vertex_count / POINTS + 1;
    double before = 0, used = 0, sum = 0, thin = INFINITY, wide = 0;

    if (vertices < PD_RIG_LIMBS_VERTICES)
        return pd_fail(
            err, PD_ERR_INVALID, "mesh",
            "no person or animal is seen: %d vertices in triangles; one with limbs has at least %d", vertices,
            PD_RIG_LIMBS_VERTICES);

    /* Triangles at equal steps of the area, so that each stands for its share of the surface. */
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        const double *p = m->points + 3 * (size_t)v[0];
        double n[3], area;
        if (!normal_of(n, &area, p, m->points + 3 * (size_t)v[1], m->points + 3 * (size_t)v[2])) continue;
        const double after = before + area * TRIANGLES / m->area;
        const double share = floor(after) - floor(before);
        before = after;
        if (!(share > 0)) continue;

        /* Extent of the mesh across this normal. */
        const double own = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
        double low = own;
        double high = own;
        for (int i = 0; i < m->vertex_count; i += step) {
            const double *q = m->points + 3 * (size_t)i;
            const double along = n[0] * q[0] + n[1] * q[1] + n[2] * q[2];
            if (m->islands[i] >= m->island_count) continue;
            low = fmin(low, along);
            high = fmax(high, along);
        }

        thin = fmin(thin, high - low);
        wide = fmax(wide, high - low);
        sum += share * (high - own);
        used += share;
    }

    if (!(wide > 0)) return PD_OK;

    /* Against the height too: the normals of a thin body need not contain its length. */
    wide = fmax(wide, 1);
    if (thin < PD_RIG_LIMBS_THICK * wide)
        return pd_fail(
            err, PD_ERR_INVALID, "mesh",
            "no person or animal is seen: the mesh is flat, %.3f of its size thick; at least %.2f expected",
            thin / wide, PD_RIG_LIMBS_THICK);
    if (sum / used < PD_RIG_LIMBS_HOLLOW * wide)
        return pd_fail(err, PD_ERR_INVALID, "mesh",
                       "no person or animal is seen: the mesh is convex, without limbs; its surface is %.3f "
                       "of its size inside of the planes "
                       "that bound it, at least %.3f expected",
                       sum / used / wide, PD_RIG_LIMBS_HOLLOW);

    return PD_OK;
}
