#include "core/train/learn/blend_step.h"

#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK    512
#define SUM_HOLD 30.0 /* weight of (sum w - 1), metres */

/* What both steps know of every registration. */
typedef struct stepping {
    const pd_learn_problem *problem;
    pd_learn_state *state;
    int rounds, most;
    pd_learn_pose *poses; /* (N)   */
    float *features;      /* (N,F) */
    float *inverses;      /* (K,F,F) of sum f f^T + D_p, by part */
    float *offsets;       /* (workers, 3 CHUNK, N) P f */
    float *moments;       /* (workers, 3 CHUNK, F) */
    int failed;
} stepping;

static int take_memory(stepping *w)
{
    size_t n = (size_t)w->state->count, f = (size_t)w->state->feature_count,
           workers = (size_t)w->problem->executor->worker_count;
    w->poses = malloc((n + 1) * sizeof *w->poses);
    w->features = malloc((n * f + 1) * sizeof *w->features);
    w->inverses = malloc((size_t)w->state->joint_count * f * f * sizeof *w->inverses);
    w->offsets = malloc(workers * 3 * CHUNK * (n + 1) * sizeof *w->offsets);
    w->moments = malloc(workers * 3 * CHUNK * f * sizeof *w->moments);
    return w->poses && w->features && w->inverses && w->offsets && w->moments;
}

static void free_memory(stepping *w)
{
    free(w->poses), free(w->features), free(w->inverses), free(w->offsets), free(w->moments);
}

static void set_poses(stepping *w)
{
    const pd_learn_state *s = w->state;
    size_t k = (size_t)s->joint_count;
    for (int j = 0; j < s->count; j++) {
        size_t subject = (size_t)w->problem->set->poses.subjects[j];
        const double *rotations = s->rotations + 9 * k * (size_t)j;
        pd_learn_pose_set(&w->poses[j], w->problem->tpl, s->joints + 3 * k * subject, rotations);
        pd_learn_features(w->features + (size_t)s->feature_count * (size_t)j, rotations, s->joint_count);
    }
}

/* inverse(gram + D_p) of one part; gram (F,F) in full, work (F,F) and column (F) are scratch. */
static int set_inverse(stepping *w, int part, const double *gram, double *work, double *column)
{
    int f = w->state->feature_count;
    size_t square = (size_t)f * (size_t)f;
    float *inverse = w->inverses + square * (size_t)part;

    memcpy(work, gram, square * sizeof *work);
    for (int a = 0; a < f; a++)
        work[(size_t)a * (size_t)(f + 1)] += fmax(pd_learn_blend_hold(w->problem, part, 1 + a / 9), 1e-9);
    if (!pd_k_cholesky(work, f)) return 0;
    for (int c = 0; c < f; c++) {
        memset(column, 0, (size_t)f * sizeof *column);
        column[c] = 1;
        pd_k_cholesky_solve(column, work, f);
        for (int r = 0; r < f; r++) inverse[(size_t)c * (size_t)f + (size_t)r] = (float)column[r];
    }
    return 1;
}

static int set_inverses(stepping *w)
{
    int f = w->state->feature_count;
    size_t square = (size_t)f * (size_t)f;
    double *gram = calloc(square, sizeof *gram), *work = malloc(square * sizeof *work),
           *column = malloc((size_t)f * sizeof *column);
    int good = gram && work && column;

    for (int j = 0; good && j < w->state->count; j++) {
        const float *row = w->features + (size_t)f * (size_t)j;
        for (int a = 0; a < f; a++)
            for (int b = 0; b <= a && row[a] != 0; b++)
                gram[(size_t)a * (size_t)f + (size_t)b] += (double)row[a] * (double)row[b];
    }
    if (good) pd_k_mirror(gram, f);
    for (int part = 0; good && part < w->state->joint_count; part++)
        good = set_inverse(w, part, gram, work, column);

    free(gram), free(work), free(column);
    return good;
}

/* P f of the vertices of a chunk, for all registrations: (3 count, N). */
static void set_offsets(float *offsets, const stepping *w, int first, int count)
{
    size_t f = (size_t)w->state->feature_count;
    pd_k_gemm_f32(offsets, w->state->blend + 3 * (size_t)first * f, 0, w->features, 1, 3 * count,
                  w->state->count, (int)f, 1, 0);
}

/* x = T + P f, and the target less tau; 0 when the vertex is missing. */
static int take_vertex(double x[3], double target[3], const stepping *w, const float *offsets, int first,
                       int i, int j)
{
    const pd_learn_state *s = w->state;
    size_t v = 3 * (size_t)s->vertex_count, n = (size_t)s->count,
           subject = (size_t)w->problem->set->poses.subjects[j];
    const float *mesh = w->problem->set->poses.vertices + v * (size_t)j + 3 * i;
    if (isnan(mesh[0])) return 0;
    for (int c = 0; c < 3; c++) {
        x[c] = s->templates[v * subject + (size_t)(3 * i + c)] +
               (double)offsets[(size_t)(3 * (i - first) + c) * n + (size_t)j];
        target[c] = (double)mesh[c] - s->translations[3 * j + c];
    }
    return 1;
}

/* ---- P ---- */

/* Turns P f into d for one vertex and all registrations. */
static void add_residuals(float *offsets, const stepping *w, int first, int i)
{
    const pd_learn_state *s = w->state;
    size_t n = (size_t)s->count;
    for (int j = 0; j < s->count; j++) {
        double x[3], target[3], m[9], c[3], y[3];
        if (!take_vertex(x, target, w, offsets, first, i, j)) continue;
        pd_learn_vertex_matrix(m, c, w->problem->tpl, s->weights, &w->poses[j], i);
        pd_mat3_apply(y, m, x);
        for (int r = 0; r < 3; r++) y[r] = target[r] - y[r] - c[r];
        for (int r = 0; r < 3; r++)
            offsets[(size_t)(3 * (i - first) + r) * n + (size_t)j] +=
                (float)(m[r] * y[0] + m[3 + r] * y[1] + m[6 + r] * y[2]);
    }
}

static void blend_chunk(void *arg, int index, int worker)
{
    stepping *w = arg;
    int first = CHUNK * index, f = w->state->feature_count, n = w->state->count,
        count = w->state->vertex_count - first < CHUNK ? w->state->vertex_count - first : CHUNK;
    float *offsets = w->offsets + 3 * CHUNK * (size_t)(n + 1) * (size_t)worker;
    float *moments = w->moments + 3 * CHUNK * (size_t)f * (size_t)worker;

    for (int round = 0; round < w->rounds; round++) {
        set_offsets(offsets, w, first, count);
        for (int i = first; i < first + count; i++) add_residuals(offsets, w, first, i);
        pd_k_gemm_f32(moments, offsets, 0, w->features, 0, 3 * count, f, n, 1, 0);
        for (int from = 0, to; from < count; from = to) { /* vertices of one part that follow one another */
            const int *parts = w->problem->tpl->parts + first;
            for (to = from + 1; to < count && parts[to] == parts[from]; to++) continue;
            pd_k_gemm_f32(w->state->blend + 3 * (size_t)(first + from) * (size_t)f,
                          moments + 3 * (size_t)from * (size_t)f, 0,
                          w->inverses + (size_t)parts[from] * (size_t)f * (size_t)f, 0, 3 * (to - from), f, f,
                          1, 0);
        }
    }
}

/* ---- W ---- */

/* Which slots of a vertex have weights. */
typedef struct slot_set {
    int vertex, count, used[PD_LEARN_SLOTS];
} slot_set;

/* Normal equations of the slots of a vertex; offsets: of the chunk that begins with vertex `first`. */
static void weigh(double *gram, double *right, const stepping *w, const float *offsets, int first,
                  const slot_set *set)
{
    const pd_learn_template *t = w->problem->tpl;
    const int i = set->vertex, count = set->count, *used = set->used, *slots = t->slots + PD_LEARN_SLOTS * i;
    for (int a = 0; a < count; a++) {
        right[a] =
            SUM_HOLD * SUM_HOLD + w->problem->lambdas.weights * t->weights[PD_LEARN_SLOTS * i + used[a]];
        for (int b = 0; b < count; b++)
            gram[a * count + b] = SUM_HOLD * SUM_HOLD + (a == b) * w->problem->lambdas.weights;
    }

    for (int j = 0; j < w->state->count; j++) {
        double x[3], target[3], off[PD_LEARN_SLOTS][3];
        if (!take_vertex(x, target, w, offsets, first, i, j)) continue;
        for (int a = 0; a < count; a++) {
            int k = slots[used[a]];
            pd_mat3_apply(off[a], w->poses[j].world[k], x);
            for (int c = 0; c < 3; c++) off[a][c] += w->poses[j].shift[k][c] - target[c];
        }
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) gram[a * count + b] += pd_dot3(off[a], off[b]);
    }
}

/* The weights of the slots that are used, from largest need: slots beyond `most` are dropped and the rest solved again. */
static int solve_weights(double *weights, const stepping *w, const float *offsets, int first, int i)
{
    double gram[PD_LEARN_SLOTS * PD_LEARN_SLOTS], right[PD_LEARN_SLOTS], x[PD_LEARN_SLOTS],
        scratch[8 * PD_LEARN_SLOTS * PD_LEARN_SLOTS + 64], sum;
    slot_set set = {.vertex = i};
    int kept;
    while (set.count < PD_LEARN_SLOTS && w->problem->tpl->slots[PD_LEARN_SLOTS * i + set.count] >= 0)
        set.used[set.count] = set.count, set.count++;

    for (;;) {
        weigh(gram, right, w, offsets, first, &set);
        if (pd_k_nnls_scratch(set.count) > sizeof scratch / sizeof *scratch) return 0;
        kept = pd_k_nnls(x, gram, right, set.count, scratch);
        if (kept <= w->most) break;
        int weakest = -1, left = 0;
        for (int a = 0; a < set.count; a++)
            if (x[a] > 0 && (weakest < 0 || x[a] < x[weakest])) weakest = a;
        for (int a = 0; a < set.count; a++)
            if (x[a] > 0 && a != weakest) set.used[left++] = set.used[a];
        set.count = left;
    }

    sum = 0;
    for (int a = 0; a < set.count; a++) sum += x[a];
    if (!(sum > 0)) return 0;
    memset(weights, 0, PD_LEARN_SLOTS * sizeof *weights);
    for (int a = 0; a < set.count; a++) weights[set.used[a]] = x[a] / sum;
    return 1;
}

static void weigh_chunk(void *arg, int index, int worker)
{
    stepping *w = arg;
    int first = CHUNK * index,
        count = w->state->vertex_count - first < CHUNK ? w->state->vertex_count - first : CHUNK;
    float *offsets = w->offsets + 3 * CHUNK * (size_t)(w->state->count + 1) * (size_t)worker;

    set_offsets(offsets, w, first, count);
    for (int i = first; i < first + count; i++)
        solve_weights(w->state->weights + PD_LEARN_SLOTS * i, w, offsets, first, i); /* else they stay */
}

/* ---- both ---- */

static pd_status run(stepping *w, pd_task *task, int with_blend, pd_error *err)
{
    if (pd_learn_state_check(w->state, w->problem->tpl, w->problem->set, err)) return err->status;
    int chunks = (w->state->vertex_count + CHUNK - 1) / CHUNK;
    pd_status status = take_memory(w)
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "training", "out of memory for the blend shapes");
    if (status == PD_OK) {
        set_poses(w);
        if (with_blend && !set_inverses(w))
            status = pd_fail(err, PD_ERR_MEMORY, "training", "no inverse of the features");
    }
    if (status == PD_OK) pd_learn_share_run(w->problem->share, w->problem->executor, task, w, chunks);
    if (status == PD_OK && with_blend)
        pd_learn_share_results(w->problem->share, w->state->blend,
                               3 * (size_t)w->state->feature_count * sizeof *w->state->blend, chunks, CHUNK,
                               w->state->vertex_count);
    if (status == PD_OK && !with_blend)
        pd_learn_share_results(w->problem->share, w->state->weights,
                               PD_LEARN_SLOTS * sizeof *w->state->weights, chunks, CHUNK,
                               w->state->vertex_count);
    free_memory(w);
    return status;
}

pd_status pd_learn_blend_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds,
                              pd_error *err)
{
    stepping w = {.problem = problem, .state = state, .rounds = rounds};
    const pd_status status = run(&w, blend_chunk, 1, err);
    if (status == PD_OK) state->is_blended = true;
    return status;
}

pd_status pd_learn_weight_step(pd_learn_state *state, const pd_learn_problem *problem, int most,
                               pd_error *err)
{
    if (most < 1 || most > PD_LEARN_SLOTS)
        return pd_fail(err, PD_ERR_RANGE, "most joints", "%d; 1 to %d allowed", most, PD_LEARN_SLOTS);
    stepping w = {.problem = problem, .state = state, .most = most};
    return run(&w, weigh_chunk, 0, err);
}
