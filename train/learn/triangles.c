#include "train/learn/triangles.h"

#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 9    /* of Q - I             */
#define DAMPING 1e-2 /* as compare.c's       */
#define HOLD    1e-4 /* towards LBS, beside 1 an edge */

/* Triangles that the same joints drive, as many as w->part has columns for. */
typedef struct block {
    pd_learn_comparing *w;
    const pd_learn_triangles *model;
    const int *faces; /* (count) */
    int count;
    double *right; /* (n+m,V,3) sums of wanted edges at their ends */
} block;

bool pd_learn_triangle_frame(double e[9], const double *a, const double *b, const double *c)
{
    double u[3], v[3], n[3];

    for (int i = 0; i < 3; i++) {
        u[i] = b[i] - a[i];
        v[i] = c[i] - a[i];
    }

    pd_cross3(n, u, v);
    double twice = sqrt(pd_dot3(n, n));
    if (!(twice > 1e-12)) return false;
    for (int i = 0; i < 3; i++) {
        e[3 * i] = u[i];
        e[3 * i + 1] = v[i];
        e[3 * i + 2] = n[i] / sqrt(twice);
    }

    return true;
}

/* Inverts a row-major 3 x 3 matrix by cofactors. Returns false if it is singular: a triangle without area. */
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

bool pd_learn_triangle_change(double f[9], const double after[9], const double before[9])
{
    double back[9];
    if (!invert(back, before)) return false;
    pd_mat3_mul(f, after, back);
    return true;
}

void pd_learn_triangle_solve(double q[9], const double a[9], const double f[9])
{
    double normal[9], right[9], back[9];

    /* Build the normal equations, damped towards Q = I. */
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            normal[3 * r + c] = (r == c) * DAMPING;
            right[3 * r + c] = (r == c) * DAMPING;
            for (int x = 0; x < 3; x++) {
                normal[3 * r + c] += a[3 * x + r] * a[3 * x + c];
                right[3 * r + c] += a[3 * x + r] * f[3 * x + c];
            }
        }

    /* The damping keeps the determinant at DAMPING^3 = 1e-6 or more. */
    invert(back, normal);
    pd_mat3_mul(q, back, right);
}

/* Returns the rest shape that the model deforms for mesh j. */
static const double *triangles_rest_of(const block *b, int j)
{
    const pd_learn_state *state = &b->w->state;
    if (b->model->rest) return b->model->rest;
    return state->templates + 3 * (size_t)state->vertex_count * (size_t)b->w->subjects[j];
}

/* Computes Q - I of one triangle of one mesh; zeros when a corner is missing. */
static void lack_of(float out[NUMBERS], const block *b, const pd_learn_pose *pose, int j, int face)
{
    const uint32_t *corners = b->w->problem->tpl->faces + 3 * (size_t)face;
    const float *mesh = pd_learn_compare_mesh(b->w, j);
    const double *rest = triangles_rest_of(b, j);
    double here[3][3], before[9], after[9], f[9], a[9], q[9];

    memset(out, 0, NUMBERS * sizeof *out);

    /* Corners of the mesh; a missing one gives zeros. */
    for (int corner = 0; corner < 3; corner++)
        for (int c = 0; c < 3; c++) here[corner][c] = (double)mesh[3 * corners[corner] + (uint32_t)c];
    if (isnan(here[0][0]) || isnan(here[1][0]) || isnan(here[2][0])) return;
    if (!pd_learn_triangle_frame(before, rest + 3 * corners[0], rest + 3 * corners[1],
                                 rest + 3 * corners[2]) ||
        !pd_learn_triangle_frame(after, here[0], here[1], here[2]) ||
        !pd_learn_triangle_change(f, after, before))
        return;

    b->model->blend(a, b->model, pose, j, face);
    pd_learn_triangle_solve(q, a, f);
    for (int c = 0; c < NUMBERS; c++) out[c] = (float)(q[c] - (c % 4 == 0));
}

/* Computes Q - I of the block's triangles in one mesh. */
static void gather_one(void *arg, int j, int worker)
{
    const block *b = arg;
    float *to = b->w->part + (size_t)j * (size_t)(NUMBERS * b->count);
    pd_learn_pose pose;
    (void)worker;

    pd_learn_compare_pose(&pose, b->w, j);
    for (int i = 0; i < b->count; i++) lack_of(to + NUMBERS * i, b, &pose, j, b->faces[i]);
}

void pd_learn_triangle_want(double *right, const uint32_t face[3], const double *rest, const double m[9])
{
    for (int side = 0; side < 3; side++) {
        const uint32_t a = 3 * face[side];
        const uint32_t z = 3 * face[(side + 1) % 3];
        double edge[3], wanted[3];
        for (uint32_t c = 0; c < 3; c++) edge[c] = rest[z + c] - rest[a + c];
        pd_mat3_apply(wanted, m, edge);
        for (uint32_t c = 0; c < 3; c++) {
            right[z + c] += wanted[c];
            right[a + c] -= wanted[c];
        }
    }
}

/* Computes A Q e of the edges of the block's triangles in one mesh, with the regressed Q. */
static void want_one(void *arg, int j, int worker)
{
    const block *b = arg;
    const pd_learn_template *t = b->w->problem->tpl;
    const float *from = b->w->some + (size_t)j * (size_t)(NUMBERS * b->count);
    double *right = b->right + 3 * (size_t)t->vertex_count * (size_t)j;
    pd_learn_pose pose;
    (void)worker;

    pd_learn_compare_pose(&pose, b->w, j);
    for (int i = 0; i < b->count; i++) {
        double a[9], q[9], m[9];
        b->model->blend(a, b->model, &pose, j, b->faces[i]);
        for (int c = 0; c < NUMBERS; c++) q[c] = (double)from[NUMBERS * i + c] + (c % 4 == 0);
        pd_mat3_mul(m, a, q);
        pd_learn_triangle_want(right, t->faces + 3 * (size_t)b->faces[i], triangles_rest_of(b, j), m);
    }
}

/* Learns the block's deformations, adds the edges that they predict, and empties the block. */
static bool run_block(block *b)
{
    pd_learn_comparing *w = b->w;

    if (!b->count) return true;
    pd_execute(w->problem->executor, gather_one, b, w->n + w->m);
    if (!pd_learn_compare_regress(w,
                                  pd_learn_compare_kernel(w, b->model->method, b->model->joints[b->faces[0]]),
                                  NUMBERS * b->count))
        return false;
    pd_execute(w->problem->executor, want_one, b, w->n + w->m);
    b->count = 0;

    return true;
}

/* Predicts all edges: by parts, in each by the joints that drive its triangles, and in blocks that fit. */
static bool predict(pd_learn_comparing *w, const pd_learn_triangles *model, double *right, int *faces,
                    bool *done)
{
    const pd_learn_template *t = w->problem->tpl;
    const int most = t->vertex_count / 3;

    for (int first = 0; first < t->face_count; first++) {
        if (done[first]) continue;
        const int part = t->parts[t->faces[3 * (size_t)first]];
        block b = {.w = w, .model = model, .faces = faces, .count = 0, .right = right};
        for (int f = first; f < t->face_count; f++) {
            if (t->parts[t->faces[3 * (size_t)f]] != part || model->joints[f] != model->joints[first])
                continue;
            done[f] = true;
            faces[b.count++] = f;
            if (b.count == most && !run_block(&b)) return false;
        }

        if (!run_block(&b)) return false;
    }

    return true;
}

/* ---- vertices ---- */

bool pd_learn_triangles_factor(pd_k_sparse *out, const pd_learn_template *t)
{
    const int v = t->vertex_count;
    int *start = calloc((size_t)v + 1, sizeof *start);
    int *row = malloc(((size_t)v + (size_t)t->edge_count) * sizeof *row);
    int count = 0;
    int good;
    double *value = calloc((size_t)v + (size_t)t->edge_count, sizeof *value);

    good = start && row && value;

    /* Build the structure of the matrix: the diagonal and neighbours of higher index. */
    for (int i = 0; good && i < v; i++) {
        start[i] = count;
        row[count] = i;
        value[count++] = HOLD;
        for (int n = t->neighbor_start[i]; n < t->neighbor_start[i + 1]; n++)
            if (t->neighbors[n] > i) row[count++] = t->neighbors[n];
    }

    if (good) start[v] = count;

    /* Add the edges of each triangle. */
    for (int f = 0; good && f < t->face_count; f++)
        for (int side = 0; side < 3; side++) {
            int a = (int)t->faces[3 * f + side];
            int b = (int)t->faces[3 * f + (side + 1) % 3];
            int low = a < b ? a : b;
            if (a == b) continue;
            value[start[a]] += 1;
            value[start[b]] += 1;
            for (int at = start[low] + 1; at < start[low + 1]; at++)
                if (row[at] == (a < b ? b : a)) value[at] -= 1;
        }
    good = good && pd_k_sparse_factor(out, v, start, row, value);
    free(start);
    free(row);
    free(value);

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
    double *x = s->right + 3 * (size_t)v * (size_t)j;
    double apart[3] = {0};
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

bool pd_learn_triangles_run(pd_learn_comparing *w, const pd_learn_triangles *model)
{
    const pd_learn_template *t = w->problem->tpl;
    const size_t v = 3 * (size_t)t->vertex_count;
    const size_t all = (size_t)(w->n + w->m);
    const size_t f = (size_t)t->face_count;
    pd_k_sparse factor = {0};
    double *right = calloc(all * v, sizeof *right);
    double *scratch = malloc(v * (size_t)w->problem->executor->worker_count * sizeof *scratch);
    int *faces = malloc(f * sizeof *faces);
    bool *done = calloc(f, sizeof *done);

    /* Predict the deformation of each triangle, and factor the matrix that all bodies share. */
    const bool good = right && scratch && faces && done && predict(w, model, right, faces, done) &&
                      pd_learn_triangles_factor(&factor, t);

    /* Find the vertices of each body whose triangles fit those deformations best. */
    if (good) {
        solving s = {.w = w, .factor = &factor, .right = right, .scratch = scratch};
        pd_execute(w->problem->executor, solve_one, &s, (int)all);
    }

    pd_k_sparse_deinit(&factor);
    free(right);
    free(scratch);
    free(faces);
    free(done);

    return good;
}
