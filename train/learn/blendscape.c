/* BlendSCAPE (Hirshberg et al. 2012), what SMPL's paper compares with: triangles are deformed, then vertices are sought that fit.
 *
 *     e' = B_t(theta) Q_t(theta) e           edges e of triangle t of the subject's own T; B_t = sum_k w_tk A_k, means of its vertices'
 *     Q_t - I = (K + lambda)^-1 ...          nine numbers, by ridge regression on R - I of the joints beside its part, as compare.h has it
 *     v = argmin sum_t sum_e |v_b - v_a - e'|^2 + eps |v - LBS|^2, then moved to the mesh's middle
 *
 * What it learns from is (B^T B + 1e-2)^-1 B^T F, with F the deformation from T to the mesh of both edges and of the normal, whose length is
 * the root of twice the area (Sumner and Popovic 2004). One sparse factor serves all meshes.
 */
#include "train/learn/compare_internal.h"

#include "core/kernel/sparse.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 9    /* of Q - I             */
#define DAMPING 1e-2 /* as compare.c's       */
#define HOLD    1e-4 /* eps, beside 1 an edge */

/* Triangles of one part, as many as w->part has columns for. */
typedef struct block {
    pd_learn_comparing *w;
    const int *faces; /* (count) */
    int count;
    double *right; /* (n+m,V,3) sums of wanted edges at their ends */
} block;

/* Both edges and the normal as columns; false: no area. */
static bool frame_of(double m[9], const double *a, const double *b, const double *c)
{
    double u[3], v[3], n[3];
    for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
    pd_cross3(n, u, v);
    double twice = sqrt(pd_dot3(n, n));
    if (!(twice > 1e-12)) return false;
    for (int i = 0; i < 3; i++) m[3 * i] = u[i], m[3 * i + 1] = v[i], m[3 * i + 2] = n[i] / sqrt(twice);
    return true;
}

static bool invert(double out[9], const double m[9])
{
    double t[9], det;
    pd_cross3(t, m + 3, m + 6);
    pd_cross3(t + 3, m + 6, m);
    pd_cross3(t + 6, m, m + 3);
    det = pd_dot3(t, m);
    if (!(fabs(det) > 1e-18)) return false;
    for (int c = 0; c < 9; c++) out[c] = t[3 * (c % 3) + c / 3] / det;
    return true;
}

static const double *rest_of(const pd_learn_comparing *w, int j)
{
    return w->state.templates + 3 * (size_t)w->state.vertex_count * (size_t)w->subjects[j];
}

/* B of a triangle: the mean of its vertices' matrices. */
static void blend_of(double b[9], const pd_learn_comparing *w, const pd_learn_pose *pose, int j,
                     const uint32_t face[3])
{
    memset(b, 0, 9 * sizeof *b);
    for (int corner = 0; corner < 3; corner++) {
        double m[9], at[3];
        pd_learn_compare_skin(m, at, w, pose, j, (int)face[corner]);
        for (int c = 0; c < 9; c++) b[c] += m[c] / 3;
    }
}

/* Q - I of one triangle of one mesh; zeros where a corner is missing. */
static void lack_of(float out[NUMBERS], const pd_learn_comparing *w, const pd_learn_pose *pose, int j,
                    const uint32_t face[3])
{
    const float *mesh = pd_learn_compare_mesh(w, j);
    const double *rest = rest_of(w, j);
    double here[3][3], before[9], after[9], back[9], f[9], b[9], normal[9], damped[9], q[9], right[9];
    memset(out, 0, NUMBERS * sizeof *out);

    /* Corners of the mesh; a missing one gives zeros. */
    for (int corner = 0; corner < 3; corner++)
        for (int c = 0; c < 3; c++) here[corner][c] = (double)mesh[3 * face[corner] + (uint32_t)c];
    if (isnan(here[0][0]) || isnan(here[1][0]) || isnan(here[2][0])) return;
    if (!frame_of(before, rest + 3 * face[0], rest + 3 * face[1], rest + 3 * face[2]) ||
        !frame_of(after, here[0], here[1], here[2]) || !invert(back, before))
        return;

    /* Normal equations of the damped least squares for Q. */
    pd_mat3_mul(f, after, back);
    blend_of(b, w, pose, j, face);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            normal[3 * r + c] = (r == c) * DAMPING, right[3 * r + c] = (r == c) * DAMPING;
            for (int x = 0; x < 3; x++) {
                normal[3 * r + c] += b[3 * x + r] * b[3 * x + c];
                right[3 * r + c] += b[3 * x + r] * f[3 * x + c];
            }
        }

    if (!invert(damped, normal)) return;
    pd_mat3_mul(q, damped, right);
    for (int c = 0; c < NUMBERS; c++) out[c] = (float)(q[c] - (c % 4 == 0));
}

/* Q - I of the block's triangles in one mesh. */
static void gather_one(void *arg, int j, int worker)
{
    const block *b = arg;
    const pd_learn_template *t = b->w->problem->tpl;
    float *to = b->w->part + (size_t)j * (size_t)(NUMBERS * b->count);
    pd_learn_pose pose;
    (void)worker;
    pd_learn_compare_pose(&pose, b->w, j);
    for (int i = 0; i < b->count; i++)
        lack_of(to + NUMBERS * i, b->w, &pose, j, t->faces + 3 * (size_t)b->faces[i]);
}

/* B Q e of all three edges, to both of their ends. */
static void want_one(void *arg, int j, int worker)
{
    const block *b = arg;
    const pd_learn_template *t = b->w->problem->tpl;
    const float *from = b->w->some + (size_t)j * (size_t)(NUMBERS * b->count);
    double *right = b->right + 3 * (size_t)t->vertex_count * (size_t)j;
    const double *rest = rest_of(b->w, j);
    pd_learn_pose pose;
    (void)worker;
    pd_learn_compare_pose(&pose, b->w, j);
    for (int i = 0; i < b->count; i++) {
        const uint32_t *face = t->faces + 3 * (size_t)b->faces[i];
        double blend[9], q[9], m[9], edge[3], wanted[3];
        blend_of(blend, b->w, &pose, j, face);
        for (int c = 0; c < NUMBERS; c++) q[c] = (double)from[NUMBERS * i + c] + (c % 4 == 0);
        pd_mat3_mul(m, blend, q);
        for (int side = 0; side < 3; side++) {
            const uint32_t a = 3 * face[side], z = 3 * face[(side + 1) % 3];
            for (uint32_t c = 0; c < 3; c++) edge[c] = rest[z + c] - rest[a + c];
            pd_mat3_apply(wanted, m, edge);
            for (uint32_t c = 0; c < 3; c++) right[z + c] += wanted[c], right[a + c] -= wanted[c];
        }
    }
}

/* Learns the block's deformations and adds the edges that they predict. */
static bool run_block(block *b, int part)
{
    pd_learn_comparing *w = b->w;
    const uint64_t joints = pd_learn_compare_joints(w->problem->tpl, part, true);
    if (!b->count) return true;
    pd_execute(w->problem->executor, gather_one, b, w->n + w->m);
    if (!pd_learn_compare_regress(w, pd_learn_compare_kernel(w, PD_LEARN_BLENDSCAPE, joints),
                                  NUMBERS * b->count))
        return false;
    pd_execute(w->problem->executor, want_one, b, w->n + w->m);
    return true;
}

/* By parts, each in blocks that fit. */
static bool predict(pd_learn_comparing *w, double *right, int *faces)
{
    const pd_learn_template *t = w->problem->tpl;
    const int most = t->vertex_count / 3;
    for (int part = 0; part < t->joint_count; part++) {
        block b = {w, faces, 0, right};
        for (int f = 0; f < t->face_count; f++) {
            if (t->parts[t->faces[3 * (size_t)f]] != part) continue;
            faces[b.count++] = f;
            if (b.count < most) continue;
            if (!run_block(&b, part)) return false;
            b.count = 0;
        }
        if (!run_block(&b, part)) return false;
    }
    return true;
}

/* ---- vertices ---- */

/* Sums over the triangles' edges of (v_b - v_a)^2, and HOLD: lower triangle by columns. An edge counts once for each triangle. */
static int factor_edges(pd_k_sparse *out, const pd_learn_template *t)
{
    const int v = t->vertex_count;
    int *start = calloc((size_t)v + 1, sizeof *start),
        *row = malloc(((size_t)v + (size_t)t->edge_count) * sizeof *row), count = 0, good;
    double *value = calloc((size_t)v + (size_t)t->edge_count, sizeof *value);
    good = start && row && value;

    /* Structure of the matrix: the diagonal and neighbours of higher index. */
    for (int i = 0; good && i < v; i++) {
        start[i] = count;
        row[count] = i, value[count++] = HOLD;
        for (int n = t->neighbor_start[i]; n < t->neighbor_start[i + 1]; n++)
            if (t->neighbors[n] > i) row[count++] = t->neighbors[n];
    }
    if (good) start[v] = count;

    /* Each triangle's edges. */
    for (int f = 0; good && f < t->face_count; f++)
        for (int side = 0; side < 3; side++) {
            int a = (int)t->faces[3 * f + side], b = (int)t->faces[3 * f + (side + 1) % 3],
                low = a < b ? a : b;
            if (a == b) continue;
            value[start[a]] += 1, value[start[b]] += 1;
            for (int at = start[low] + 1; at < start[low + 1]; at++)
                if (row[at] == (a < b ? b : a)) value[at] -= 1;
        }
    good = good && pd_k_sparse_factor(out, v, start, row, value);
    free(start), free(row), free(value);
    return good;
}

typedef struct solving {
    pd_learn_comparing *w;
    const pd_k_sparse *factor;
    double *right;   /* (n+m,V,3) */
    double *scratch; /* (workers,V,3) */
} solving;

/* Finds the vertices of one mesh from the wanted edges. */
static void solve_one(void *arg, int j, int worker)
{
    solving *s = arg;
    pd_learn_comparing *w = s->w;
    const int v = w->state.vertex_count;
    const float *mesh = pd_learn_compare_mesh(w, j);
    double *x = s->right + 3 * (size_t)v * (size_t)j, apart[3] = {0};
    float *out = w->found + 3 * (size_t)v * (size_t)j;
    int seen = 0;
    pd_learn_pose pose;

    /* The small hold towards skinning makes the system definite. */
    pd_learn_compare_pose(&pose, w, j);
    for (int i = 0; i < v; i++) {
        double m[9], at[3];
        pd_learn_compare_skin(m, at, w, &pose, j, i);
        for (int c = 0; c < 3; c++) x[3 * i + c] += HOLD * at[c];
    }
    pd_k_sparse_solve3(x, s->factor, s->scratch + 3 * (size_t)v * (size_t)worker);

    /* Edges do not tell where the body is: move it to the mesh's middle. */
    for (int i = 0; i < v; i++) {
        if (isnan(mesh[3 * i])) continue;
        for (int c = 0; c < 3; c++) apart[c] += (double)mesh[3 * i + c] - x[3 * i + c];
        seen++;
    }
    for (int i = 0; i < 3 * v; i++) out[i] = (float)(x[i] + (seen ? apart[i % 3] / seen : 0));
}

int pd_learn_blendscape(pd_learn_comparing *w)
{
    const pd_learn_template *t = w->problem->tpl;
    size_t v = 3 * (size_t)t->vertex_count, all = (size_t)(w->n + w->m);
    pd_k_sparse factor = {0};
    double *right = calloc(all * v, sizeof *right),
           *scratch = malloc(v * (size_t)w->problem->executor->worker_count * sizeof *scratch);
    int *faces = malloc((size_t)t->face_count * sizeof *faces);
    int good = right && scratch && faces && predict(w, right, faces) && factor_edges(&factor, t);
    if (good) {
        solving s = {w, &factor, right, scratch};
        pd_execute(w->problem->executor, solve_one, &s, (int)all);
    }
    pd_k_sparse_deinit(&factor);
    free(right), free(scratch), free(faces);
    return good;
}
