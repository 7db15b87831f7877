#include "train/learn/shape.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "train/learn/pose_step.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define POSE_ROUNDS 15 /* Gauss-Newton steps of a pose */
#define TURNS       12 /* how often missing vertices and directions are estimated in turn */
#define FILL_ROUNDS 20 /* rounds that fill missing vertices from their neighbours */

/* Computes the mean rest shape (V,3) and the mean joints (K,3) of the subjects. */
static void average_subjects(double *mean, double *joints, const pd_learn_state *s)
{
    size_t v = 3 * (size_t)s->vertex_count;
    size_t k = 3 * (size_t)s->joint_count;

    memset(mean, 0, v * sizeof *mean);
    memset(joints, 0, k * sizeof *joints);
    for (size_t p = 0; p < (size_t)s->subject_count; p++) {
        for (size_t i = 0; i < v; i++) mean[i] += s->templates[p * v + i] / s->subject_count;
        for (size_t i = 0; i < k; i++) joints[i] += s->joints[p * k + i] / s->subject_count;
    }
}

/* ---- one body to the rest pose ---- */

typedef struct unposing {
    const pd_learn_problem *problem;
    const pd_learn_state *state;
    const pd_learn_centers *centers;
    pd_learn_shapes *out;
    double *mean, *joints; /* T_mu, J_mu   */
    char *scratch;         /* (workers, bytes) */
    float *offsets;        /* (workers, 3V + F) */
    double *apart;         /* (M) mean distance */
    size_t bytes;
} unposing;

/* Inverts a row-major 3 x 3 matrix by cofactors. Returns false if it is (nearly) singular: such a blend of
 * rotations collapses. */
static bool invert(double out[9], const double m[9])
{
    pd_cross3(out, m + 3, m + 6);
    double det = pd_dot3(out, m);
    double t[9];
    pd_cross3(t, m + 3, m + 6);
    pd_cross3(t + 3, m + 6, m);
    pd_cross3(t + 6, m, m + 3);
    if (!(fabs(det) > 1e-6)) return false;
    for (int c = 0; c < 9; c++) out[c] = t[3 * (c % 3) + c / 3] / det;

    return true;
}

/* T from the mesh with the joints that the last T has. T's own place stays as it is and the mesh's goes into
 * `place`: T and J T would otherwise chase each other round the root. Missing vertices take the mean body's
 * place, moved as their neighbours are. Returns the mean distance of the posed T of before. */
static double unpose_once(double *rest, const unposing *w, const float *offsets, const float *mesh,
                          const double *rotations, double *skin)
{
    const pd_learn_template *t = w->problem->tpl;
    const double none[3] = {0};
    double joints[3 * PD_LEARN_JOINTS_MAX];
    double place[3] = {0};
    double far = 0;
    int seen = 0;
    pd_learn_pose pose;

    pd_learn_centers_apply(joints, w->centers, t->joint_count, rest);
    pd_learn_pose_set(&pose, t, joints, rotations);
    pd_learn_skin(skin, t, w->state->weights, rest, offsets, &pose, none);

    /* Compute the translation: the mean difference between mesh and surface. */
    for (int i = 0; i < t->vertex_count; i++) {
        if (isnan(mesh[3 * i])) continue;
        seen++;
        for (int c = 0; c < 3; c++) place[c] += (double)mesh[3 * i + c] - skin[3 * i + c];
    }

    for (int c = 0; c < 3 && seen; c++) place[c] /= seen;

    /* Compute the mean distance for the caller. */
    for (int i = 0; i < t->vertex_count; i++) {
        double d2 = 0;
        for (int c = 0; c < 3; c++) d2 += pow((double)mesh[3 * i + c] - skin[3 * i + c] - place[c], 2);
        if (!isnan(d2)) far += sqrt(d2);
    }

    /* Carry the mesh back to rest, vertex by vertex. */
    for (int i = 0; i < t->vertex_count; i++) {
        double m[9], c[3], back[9], y[3], x[3];
        if (isnan(mesh[3 * i])) continue;
        pd_learn_vertex_matrix(m, c, t, w->state->weights, &pose, i);
        if (!invert(back, m)) continue;
        for (int n = 0; n < 3; n++) y[n] = (double)mesh[3 * i + n] - c[n] - place[n];
        pd_mat3_apply(x, back, y);
        for (int n = 0; n < 3; n++) rest[3 * i + n] = x[n] - (double)offsets[3 * i + n];
    }

    /* Fill missing vertices by relaxation. */
    for (int round = 0; round < FILL_ROUNDS; round++)
        for (int i = 0; i < t->vertex_count; i++) {
            double moved[3] = {0};
            int first = t->neighbor_start[i];
            int count = t->neighbor_start[i + 1] - first;
            if (!isnan(mesh[3 * i]) || !count) continue;
            for (int n = 0; n < count; n++)
                for (int c = 0; c < 3; c++) {
                    int at = 3 * t->neighbors[first + n] + c;
                    moved[c] += (rest[at] - w->mean[at]) / count;
                }
            for (int c = 0; c < 3; c++) rest[3 * i + c] = w->mean[3 * i + c] + moved[c];
        }

    return seen ? far / seen : 0;
}

/* Carries one body to the rest pose (task `index`). */
static void unpose_one(void *arg, int index, int worker)
{
    unposing *w = arg;
    const pd_learn_template *t = w->problem->tpl;
    size_t v = 3 * (size_t)t->vertex_count;
    size_t f = (size_t)w->state->feature_count;
    const float *mesh = w->problem->set->shapes.vertices + v * (size_t)index;
    float *offsets = w->offsets + (v + f) * (size_t)worker;
    double *rest = w->out->rest + v * (size_t)index;
    double rotations[9 * PD_LEARN_JOINTS_MAX];
    pd_learn_fit fit = {.tpl = t,
                        .state = w->state,
                        .rest = w->mean,
                        .joints = w->joints,
                        .mesh = mesh,
                        .by_edges = 1,
                        .rotations = rotations};

    /* Pose of the mesh by its edges, which do not depend on its position. */
    pd_learn_fit_start(&fit);
    pd_learn_fit_solve(&fit, POSE_ROUNDS, w->scratch + w->bytes * (size_t)worker);
    pd_learn_features(offsets + v, rotations, t->joint_count);
    pd_learn_offsets(offsets, w->state, offsets + v);

    /* Alternate: joints from the last shape, then the shape from the mesh. */
    memcpy(rest, w->mean, v * sizeof *rest);
    for (int turn = 0; turn < TURNS; turn++)
        w->apart[index] = unpose_once(rest, w, offsets, mesh, rotations,
                                      (double *)(w->scratch + w->bytes * (size_t)worker));
}

/* ---- components ---- */

/* Finds mean, principal directions and limits of the rest shapes (n bodies). Since n is less than 3 V, it
 * takes the eigenvectors of the n x n Gram matrix. */
static pd_status find_components(pd_learn_shapes *out, int vertex_count, pd_error *err)
{
    PD_ASSERT(vertex_count > 0);
    size_t v = 3 * (size_t)vertex_count;
    size_t n = (size_t)out->count;
    size_t b = (size_t)out->component_count;
    double *x = malloc(n * v * sizeof *x);
    double *gram = calloc(n * n, sizeof *gram);
    double *values = malloc((b + 1) * sizeof *values);
    double *vectors = malloc((b + 1) * n * sizeof *vectors);
    double total = 0;
    pd_status status = x && gram && values && vectors
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "shapes", "out of memory for %zu bodies", n);

    /* Compute the mean body, and the eigenvectors of the bodies' small Gram matrix. */
    if (status == PD_OK) {
        memset(out->mean, 0, v * sizeof *out->mean);
        for (size_t i = 0; i < n * v; i++) out->mean[i % v] += out->rest[i] / out->count;
        for (size_t i = 0; i < n * v; i++) x[i] = out->rest[i] - out->mean[i % v];
        pd_k_gram_add(gram, x, out->count, (int)v);
        pd_k_mirror(gram, out->count);
        for (size_t i = 0; i < n; i++) total += gram[i * (n + 1)];
        if (b && !pd_k_syev_top(values, vectors, gram, out->count, out->component_count))
            status = pd_fail(err, PD_ERR_INTERNAL, "shapes", "their components were not found");
    }

    /* Directions in standard deviations. Signs are chosen so that the largest change is positive; limits
     * are the largest betas of the bodies. */
    for (size_t k = 0; status == PD_OK && k < b; k++) {
        double *u = vectors + k * n;
        double most = 0;
        double scale = sqrt((double)n);
        out->shares[k] = total > 0 ? values[k] / total : 0;
        out->limits[k] = 0;
        for (size_t i = 0; i < v; i++) {
            double sum = 0;
            for (size_t s = 0; s < n; s++) sum += u[s] * x[s * v + i];
            out->directions[i * b + k] = (float)(sum / scale);
            if (fabs(sum) > fabs(most)) most = sum;
        }

        for (size_t i = 0; i < v && most < 0; i++) out->directions[i * b + k] *= -1;
        for (size_t s = 0; s < n; s++) out->limits[k] = fmax(out->limits[k], scale * fabs(u[s]));
    }

    free(x);
    free(gram);
    free(values);
    free(vectors);

    return status;
}

/* ---- all ---- */

/* Carries every body to the rest pose. */
static pd_status unpose_all(pd_learn_shapes *out, const pd_learn_problem *problem,
                            const pd_learn_state *state, const pd_learn_centers *centers, pd_error *err)
{
    size_t v = 3 * (size_t)state->vertex_count;
    size_t k = 3 * (size_t)state->joint_count;
    size_t f = (size_t)state->feature_count;
    size_t workers = (size_t)problem->executor->worker_count;
    size_t bytes = (pd_learn_fit_scratch_bytes(problem->tpl) + 63) & ~(size_t)63;
    unposing w = {.problem = problem,
                  .state = state,
                  .centers = centers,
                  .out = out,
                  .mean = malloc(v * sizeof(double)),
                  .joints = malloc(k * sizeof(double)),
                  .scratch = malloc(bytes * workers),
                  .offsets = malloc((v + f) * workers * sizeof(float)),
                  .apart = malloc((size_t)out->count * sizeof(double)),
                  .bytes = bytes};
    pd_status status = w.mean && w.joints && w.scratch && w.offsets && w.apart
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "shapes", "out of memory");

    /* Every body begins with the mean of the subjects. */
    if (status == PD_OK) {
        average_subjects(w.mean, w.joints, state);
        pd_learn_share_run(problem->share, problem->executor, unpose_one, &w, out->count);
        pd_learn_share_results(problem->share, out->rest, v * sizeof *out->rest, out->count, 1, out->count);
        pd_learn_share_results(problem->share, w.apart, sizeof *w.apart, out->count, 1, out->count);
        for (int s = 0; s < out->count; s++) out->mean_mm += 1000 * w.apart[s] / out->count;
    }

    free(w.mean);
    free(w.joints);
    free(w.scratch);
    free(w.offsets);
    free(w.apart);

    return status;
}

pd_status pd_learn_shapes_fit(pd_learn_shapes *out, const pd_learn_problem *problem,
                              const pd_learn_state *state, const pd_learn_centers *centers,
                              int component_count, pd_error *err)
{
    const int vertices = state->vertex_count;
    int own = problem->set->shapes.count == 0;

    *out = (pd_learn_shapes){.count = own ? state->subject_count : problem->set->shapes.count};
    out->component_count = component_count < out->count ? component_count : out->count - 1;

    const size_t v = 3 * (size_t)vertices;
    const size_t n = (size_t)out->count;
    const size_t b = (size_t)out->component_count;
    out->rest = malloc(n * v * sizeof *out->rest);
    out->mean = malloc(v * sizeof *out->mean);
    out->directions = malloc((v * b + 1) * sizeof *out->directions);
    out->shares = malloc((b + 1) * sizeof *out->shares);
    out->limits = malloc((b + 1) * sizeof *out->limits);
    pd_status status = PD_OK;
    if (!out->rest || !out->mean || !out->directions || !out->shares || !out->limits)
        status = pd_fail(err, PD_ERR_MEMORY, "shapes", "out of memory for %zu bodies", n);

    /* Bodies at rest: the subjects' templates where the set has no shapes,
     * otherwise its shapes without their poses. */
    if (status == PD_OK && own) memcpy(out->rest, state->templates, n * v * sizeof *out->rest);
    if (status == PD_OK && !own) status = unpose_all(out, problem, state, centers, err);
    if (status == PD_OK) {
        for (int s = 0; s < out->count; s++) { /* their middles on one another */
            double *rest = out->rest + v * (size_t)s;
            double middle[3] = {0};
            for (int i = 0; i < 3 * vertices; i++) middle[i % 3] += rest[i] / vertices;
            for (int i = 0; i < 3 * vertices; i++) rest[i] -= middle[i % 3];
        }

        status = find_components(out, vertices, err);
    }

    if (status != PD_OK) pd_learn_shapes_deinit(out);

    return status;
}

void pd_learn_shapes_deinit(pd_learn_shapes *s)
{
    free(s->rest);
    free(s->mean);
    free(s->directions);
    free(s->shares);
    free(s->limits);
    memset(s, 0, sizeof *s);
}
