#include "train/learn/blend_step.h"

#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK    512  /* vertices of a task */
#define SUM_HOLD 30.0 /* weight of (sum w - 1), metres */

/* Values among which the hold h_i of a vertex is chosen. With the last one P is practically zero. */
#define LEVELS 8
static const float levels[LEVELS] = {0.25F, 1, 4, 16, 64, 256, 1024, 1 << 20};

/* Data of all registrations that both steps read. */
typedef struct stepping {
    const pd_learn_problem *problem;
    pd_learn_state *state;
    int most;                /* joints that hold a vertex */
    pd_learn_pose *poses;    /* (N)   */
    float *features;         /* (N,F) */
    float *inverses[LEVELS]; /* (K,F,F) of sum f f^T + h D_p, by part; NULL: no vertex is held so */
    float *offsets;          /* (workers, 3 CHUNK, N) P f */
    float *moments;          /* (V,3,F) of the step of P, or NULL */
    const float *summed;     /* (N,F) features that moments are of */
    int half;                /* of the people: 0, 1, or -1 for all */
    double *squares;         /* (V) sum_j |d_ij|^2 of that half, or NULL */
} stepping;

/* Allocates poses, features and, for the step of P (`with_blend`), moments. Returns false when out of memory;
 * the caller frees. */
static bool take_memory_blend_step(stepping *w, int with_blend)
{
    size_t n = (size_t)w->state->count;
    size_t f = (size_t)w->state->feature_count;
    size_t workers = (size_t)w->problem->executor->worker_count;

    w->poses = malloc((n + 1) * sizeof *w->poses);
    w->features = malloc((n * f + 1) * sizeof *w->features);
    w->offsets = malloc(workers * 3 * CHUNK * (n + 1) * sizeof *w->offsets);
    if (!w->poses || !w->features || !w->offsets) return false;
    if (!with_blend) return true;

    w->moments = malloc(3 * (size_t)w->state->vertex_count * f * sizeof *w->moments);
    w->summed = w->features;
    return w->moments != NULL;
}

/* Frees the memory of take_memory_blend_step. */
static void free_memory(stepping *w)
{
    free(w->poses);
    free(w->features);
    free(w->offsets);
    free(w->moments);
    for (int l = 0; l < LEVELS; l++) free(w->inverses[l]);
}

/* The mirror image's numbers in place of one's own: of P or of a moment (3,F), entry (row; joint, r, c) is
 * s_row s_r s_c times that of the joint on the other side, s = (-1,1,1). Not in place. */
static void reflect(float *out, const float *rows, const pd_learn_template *t)
{
    const int features = 9 * (t->joint_count - 1);

    for (int row = 0; row < 3; row++)
        for (int a = 0; a < features; a++) {
            const int to = 9 * (t->joint_mirror[1 + a / 9] - 1) + a % 9;
            const int minus = (row == 0) + (a % 9 / 3 == 0) + (a % 3 == 0);
            out[row * features + to] = minus % 2 ? -rows[row * features + a] : rows[row * features + a];
        }
}

/* inverse(gram + more D_p) of one part; gram (F,F) in full, work (F,F) and column (F) are scratch. */
static bool set_inverse(float *inverse, const stepping *w, int part, const double *gram, double more,
                        double *work, double *column)
{
    int f = w->state->feature_count;
    const size_t square = (size_t)f * (size_t)f;

    /* Add the damping of the part to the diagonal of the Gram matrix. */
    memcpy(work, gram, square * sizeof *work);
    for (int a = 0; a < f; a++)
        work[(size_t)a * (size_t)(f + 1)] +=
            fmax(more * pd_learn_blend_hold(w->problem, part, 1 + a / 9), 1e-9);
    if (!pd_k_cholesky(work, f)) return false;

    /* Compute the inverse column by column. */
    for (int c = 0; c < f; c++) {
        memset(column, 0, (size_t)f * sizeof *column);
        column[c] = 1;
        pd_k_cholesky_solve(column, work, f);
        for (int r = 0; r < f; r++) inverse[(size_t)c * (size_t)f + (size_t)r] = (float)column[r];
    }

    return true;
}

/* Computes gram (F,F) = sum_j f_j f_j^T of features (N,F), or the mean of it and its mirror image. work
 * (F,F): scratch. */
static void set_gram(double *gram, const stepping *w, const float *features, double *work)
{
    const int f = w->state->feature_count;
    const int *mirror = w->problem->tpl->joint_mirror;

    memset(gram, 0, (size_t)f * (size_t)f * sizeof *gram);
    for (int j = 0; j < w->state->count; j++) {
        const float *row = features + (size_t)f * (size_t)j;
        for (int a = 0; a < f; a++)
            for (int b = 0; b <= a && row[a] != 0; b++)
                gram[(size_t)a * (size_t)f + (size_t)b] += (double)row[a] * (double)row[b];
    }

    pd_k_mirror(gram, f);
    if (!w->problem->is_mirrored) return;

    /* Average with the mirror image. */
    for (int a = 0; a < f; a++)
        for (int b = 0; b < f; b++) {
            /* Feature a is entry a % 9 of joint a / 9 + 1. A mirror about x changes the sign of the entries
             * with exactly one index 0: once for its row, once for its column. */
            const int to = 9 * (mirror[1 + a / 9] - 1) + a % 9;
            const int from = 9 * (mirror[1 + b / 9] - 1) + b % 9;
            const int minus = (a % 9 / 3 == 0) + (a % 3 == 0) + (b % 9 / 3 == 0) + (b % 3 == 0);
            const double other = gram[(size_t)to * (size_t)f + (size_t)from];
            work[a * f + b] = 0.5 * (gram[a * f + b] + (minus % 2 ? -other : other));
        }
    memcpy(gram, work, (size_t)f * (size_t)f * sizeof *gram);
}

/* Returns the index of the smallest level that is at least `hold`. */
static int level_of(float hold)
{
    int level = 0;
    while (level < LEVELS - 1 && hold > levels[level]) level++;
    return level;
}

/* Computes the inverse of every level that holds a vertex. */
static bool set_inverses(stepping *w)
{
    const size_t f = (size_t)w->state->feature_count;
    const size_t parts = (size_t)w->state->joint_count;
    double *gram = malloc(f * f * sizeof *gram);
    double *work = malloc(f * f * sizeof *work);
    double *column = malloc(f * sizeof *column);
    bool good = gram && work && column;
    bool held[LEVELS] = {false};

    /* Only levels that some vertex has need an inverse. */
    for (int i = 0; i < w->state->vertex_count; i++) held[level_of(w->state->holds[i])] = true;
    if (good) set_gram(gram, w, w->features, work);
    for (int l = 0; good && l < LEVELS; l++) {
        if (!held[l]) continue;
        w->inverses[l] = malloc(parts * f * f * sizeof *w->inverses[l]);
        good = w->inverses[l] != NULL;
        for (size_t part = 0; good && part < parts; part++)
            good = set_inverse(w->inverses[l] + part * f * f, w, (int)part, gram, (double)levels[l], work,
                               column);
    }

    free(gram);
    free(work);
    free(column);

    return good;
}

/* Computes P f of the vertices of a chunk, for all registrations: (3 count, N). */
static void set_offsets(float *offsets, const stepping *w, int first, int count)
{
    size_t f = (size_t)w->state->feature_count;
    pd_k_gemm_f32(offsets, w->state->blend + 3 * (size_t)first * f, 0, w->features, 1, 3 * count,
                  w->state->count, (int)f, 1, 0);
}

/* x = T + P f, and the target less tau; false when the vertex is missing. */
static bool take_vertex(double x[3], double target[3], const stepping *w, const float *offsets, int first,
                        int i, int j)
{
    const pd_learn_state *s = w->state;
    size_t v = 3 * (size_t)s->vertex_count;
    size_t n = (size_t)s->count;
    size_t subject = (size_t)w->problem->set->poses.subjects[j];
    const float *mesh = w->problem->set->poses.vertices + v * (size_t)j + 3 * i;

    if (isnan(mesh[0])) return false;
    for (int c = 0; c < 3; c++) {
        x[c] = s->templates[v * subject + (size_t)(3 * i + c)] +
               (double)offsets[(size_t)(3 * (i - first) + c) * n + (size_t)j];
        target[c] = (double)mesh[c] - s->translations[3 * j + c];
    }

    return true;
}

/* ---- P ---- */

/* Returns whether a registration belongs to the chosen half of the people; all do when no half is chosen. */
static bool is_summed(const stepping *w, int registration)
{
    return w->half < 0 || w->problem->set->poses.subjects[registration] % 2 == w->half;
}

/* Computes sum_j d_ij f_j^T for a chunk of vertices. */
static void sum_chunk(void *arg, int index, int worker)
{
    stepping *w = arg;
    int first = CHUNK * index;
    int f = w->state->feature_count;
    int n = w->state->count;
    int count = w->state->vertex_count - first < CHUNK ? w->state->vertex_count - first : CHUNK;
    float *offsets = w->offsets + 3 * CHUNK * (size_t)(n + 1) * (size_t)worker;

    set_offsets(offsets, w, first, count);

    /* Replace P f by d, the residual in the rest frame, for each vertex and registration. */
    for (int i = first; i < first + count; i++)
        for (int j = 0; j < n; j++) {
            double x[3], target[3], m[9], c[3], y[3];
            if (!take_vertex(x, target, w, offsets, first, i, j)) continue;
            pd_learn_vertex_matrix(m, c, w->problem->tpl, w->state->weights, &w->poses[j], i);
            pd_mat3_apply(y, m, x);
            for (int r = 0; r < 3; r++) y[r] = target[r] - y[r] - c[r];
            for (int r = 0; r < 3; r++)
                offsets[(size_t)(3 * (i - first) + r) * (size_t)n + (size_t)j] +=
                    (float)(m[r] * y[0] + m[3 + r] * y[1] + m[6 + r] * y[2]);
        }

    /* Moments, and the squared residuals where a half of the people is scored. */
    pd_k_gemm_f32(w->moments + 3 * (size_t)first * (size_t)f, offsets, 0, w->summed, 0, 3 * count, f, n, 1,
                  0);
    for (int i = first; w->squares && i < first + count; i++) {
        w->squares[i] = 0;
        for (int r = 3 * (i - first); r < 3 * (i - first) + 3; r++)
            for (int j = 0; j < n; j++)
                if (is_summed(w, j))
                    w->squares[i] += pow((double)offsets[(size_t)r * (size_t)n + (size_t)j], 2);
    }
}

/* Solves for P of a chunk. Neighbouring vertices of one part and level share an inverse. */
static void solve_chunk(void *arg, int index, int worker)
{
    stepping *w = arg;
    const int first = CHUNK * index;
    const int f = w->state->feature_count;
    const int *parts = w->problem->tpl->parts;
    const int end = first + CHUNK < w->state->vertex_count ? first + CHUNK : w->state->vertex_count;
    const float *holds = w->state->holds;

    (void)worker;
    for (int from = first, to; from < end; from = to) { /* alike and one after another */
        for (to = from + 1; to < end && parts[to] == parts[from] && holds[to] == holds[from]; to++) continue;
        const size_t row = 3 * (size_t)from * (size_t)f;
        const float *inverse =
            w->inverses[level_of(holds[from])] + (size_t)parts[from] * (size_t)f * (size_t)f;
        pd_k_gemm_f32(w->state->blend + row, w->moments + row, 0, inverse, 0, 3 * (to - from), f, f, 1, 0);
    }
}

/* Makes the rows (V,3,F) of mirrored vertices mirror images of one another: both become the mean of the two
 * if `mean`, else the second becomes the image of the first. A vertex on the middle always becomes symmetric.
 * 27 = 9 features x 3 coordinates of a joint. */
static void reflect_rows(float *rows, const pd_learn_template *t, bool mean)
{
    const size_t size = 27 * (size_t)(t->joint_count - 1);
    float work[27 * PD_LEARN_JOINTS_MAX];

    for (int i = 0; i < t->vertex_count; i++) {
        float *own = rows + size * (size_t)i;
        float *other = rows + size * (size_t)t->mirror[i];
        if (t->mirror[i] < i) continue;
        reflect(work, other, t);
        for (size_t a = 0; a < size && (mean || own == other); a++) own[a] = 0.5f * (own[a] + work[a]);
        if (own != other) reflect(other, own, t);
    }
}

/* ---- how strongly P is held ---- */

/* One half of the people, whose P is tried on the other. */
typedef struct half {
    float *moments;  /* (V,3,F)                    */
    float *gram;     /* (F,F)                      */
    float *inverse;  /* (K,F,F) of the level tried */
    double *squares; /* (V) */
} half;

typedef struct choosing {
    stepping *step;
    half halves[2];
    double *full, *work, *column; /* (F,F), (F,F), (F) */
    float *trial;                 /* (workers, 2, 3 CHUNK, F) */
    double *scores;               /* (V) of the level tried, both halves */
    double *best;                 /* (V) the least so far, with the mirror image's */
} choosing;

/* Allocates what choosing the holds needs, for both halves of the people. Returns false when out of memory;
 * the caller frees. */
static bool take_halves(choosing *c)
{
    const size_t v = (size_t)c->step->state->vertex_count;
    const size_t f = (size_t)c->step->state->feature_count;
    const size_t k = (size_t)c->step->state->joint_count;
    const size_t workers = (size_t)c->step->problem->executor->worker_count;
    bool good = true;

    for (int h = 0; h < 2; h++) {
        half *x = &c->halves[h];
        x->moments = malloc(3 * v * f * sizeof *x->moments);
        x->gram = malloc(f * f * sizeof *x->gram);
        x->inverse = malloc(k * f * f * sizeof *x->inverse);
        x->squares = malloc(v * sizeof *x->squares);
        good = good && x->moments && x->gram && x->inverse && x->squares;
    }

    c->full = malloc(f * f * sizeof *c->full);
    c->work = malloc(f * f * sizeof *c->work);
    c->column = malloc(f * sizeof *c->column);
    c->trial = malloc(workers * 6 * CHUNK * f * sizeof *c->trial);
    c->scores = malloc(v * sizeof *c->scores);
    c->best = malloc(v * sizeof *c->best);

    return good && c->full && c->work && c->column && c->trial && c->scores && c->best;
}

/* Frees the memory of take_halves. */
static void free_halves(choosing *c)
{
    for (int h = 0; h < 2; h++) {
        free(c->halves[h].moments);
        free(c->halves[h].gram);
        free(c->halves[h].inverse);
        free(c->halves[h].squares);
    }

    free(c->full);
    free(c->work);
    free(c->column);
    free(c->trial);
    free(c->scores);
    free(c->best);
}

/* Sums moments, squares and the Gram matrix of half h. */
static bool sum_half(choosing *c, int h, int chunks)
{
    stepping w = *c->step;
    const pd_learn_template *t = w.problem->tpl;
    const size_t n = (size_t)w.state->count;
    const size_t f = (size_t)w.state->feature_count;
    half *x = &c->halves[h];
    float *features = malloc((n * f + 1) * sizeof *features);

    if (!features) return false;

    /* Sum up the moments of one half of the people: features of the other half count as 0. */
    w.half = h;
    w.summed = features;
    w.moments = x->moments;
    w.squares = x->squares;
    for (size_t i = 0; i < n * f; i++) features[i] = is_summed(&w, (int)(i / f)) ? w.features[i] : 0;
    pd_learn_share_run(w.problem->share, w.problem->executor, sum_chunk, &w, chunks);
    pd_learn_share_results(w.problem->share, x->moments, 3 * f * sizeof *x->moments, chunks, CHUNK,
                           t->vertex_count);
    pd_learn_share_results(w.problem->share, x->squares, sizeof *x->squares, chunks, CHUNK, t->vertex_count);

    /* Compute the Gram matrix of the same features. */
    set_gram(c->full, &w, features, c->work);
    for (size_t i = 0; i < f * f; i++) x->gram[i] = (float)c->full[i];
    if (w.problem->is_mirrored) reflect_rows(x->moments, t, true);
    free(features);

    return true;
}

/* Computes the scores of a chunk of vertices: the squared error |d|^2 - 2 P m + P G P^T of each half's P on
 * the other half, summed over both. */
static void score_chunk(void *arg, int index, int worker)
{
    choosing *c = arg;
    const stepping *w = c->step;
    const int first = CHUNK * index;
    const int left = w->state->vertex_count - first;
    const int count = left < CHUNK ? left : CHUNK;
    const int f = w->state->feature_count;
    const int *parts = w->problem->tpl->parts;
    const size_t square = (size_t)f * (size_t)f;
    float *trial = c->trial + 6 * CHUNK * (size_t)f * (size_t)worker;
    float *spread = trial + 3 * CHUNK * (size_t)f;

    for (int i = first; i < first + count; i++) c->scores[i] = 0;

    /* Compute P of each half, and P times the other half's Gram matrix. */
    for (int h = 0; h < 2; h++) {
        const half *own = &c->halves[h];
        const half *other = &c->halves[1 - h];
        for (int from = first, to; from < first + count; from = to) {
            for (to = from + 1; to < first + count && parts[to] == parts[from]; to++) continue;
            pd_k_gemm_f32(trial + 3 * (size_t)(from - first) * (size_t)f,
                          own->moments + 3 * (size_t)from * (size_t)f, 0,
                          own->inverse + square * (size_t)parts[from], 0, 3 * (to - from), f, f, 1, 0);
        }

        pd_k_gemm_f32(spread, trial, 0, other->gram, 0, 3 * count, f, f, 1, 0);

        /* Compute the error of that P on the other half for each vertex. */
        const float *moments = other->moments + 3 * (size_t)first * (size_t)f;
        for (int i = 0; i < count; i++) {
            const size_t at = 3 * (size_t)i * (size_t)f;
            double sum = 0;
            for (size_t n = at; n < at + 3 * (size_t)f; n++)
                sum += (double)trial[n] * ((double)spread[n] - 2 * (double)moments[n]);
            c->scores[first + i] += other->squares[first + i] + sum;
        }
    }
}

/* Every vertex gets the level whose P, learned from one half of the people, leaves least of the other. */
static bool choose_holds(stepping *w, int chunks)
{
    const size_t f = (size_t)w->state->feature_count;
    const size_t parts = (size_t)w->state->joint_count;
    choosing c = {.step = w};

    bool good = take_halves(&c) && sum_half(&c, 0, chunks) && sum_half(&c, 1, chunks);

    /* Try the levels from weak to strong. */
    for (int l = 0; l < LEVELS && good; l++) {
        for (int h = 0; h < 2 && good; h++) {
            half *x = &c.halves[h];
            for (size_t i = 0; i < f * f; i++) c.full[i] = (double)x->gram[i];
            for (size_t part = 0; good && part < parts; part++) /* half the meshes: half the hold */
                good = set_inverse(x->inverse + part * f * f, w, (int)part, c.full, (double)levels[l] / 2,
                                   c.work, c.column);
        }

        if (!good) break;

        /* Score all factors; mirrored vertices choose one together. */
        pd_execute(w->problem->executor, score_chunk, &c, chunks);
        for (int i = 0; i < w->state->vertex_count; i++) {
            const double sum =
                c.scores[i] + (w->problem->is_mirrored ? c.scores[w->problem->tpl->mirror[i]] : 0);
            if (l && !(sum < c.best[i])) continue;
            c.best[i] = sum;
            w->state->holds[i] = levels[l];
        }
    }

    free_halves(&c);

    return good;
}

/* ---- W ---- */

/* The slots of a vertex that have weights. If weights are kept symmetric: also its mirror vertex, and for
 * every slot that of the mirrored joint; -1 if the two vertices do not have
 * the same joints or need not be symmetric. */
typedef struct slot_set {
    int vertex, count, used[PD_LEARN_SLOTS];
    int other, across[PD_LEARN_SLOTS];
    const float *offsets, *other_offsets; /* (3,N) P f of both */
} slot_set;

/* Returns all slots of a vertex. offsets (2,3,N). */
static slot_set open_slots(const stepping *w, int vertex, float *offsets)
{
    const pd_learn_template *t = w->problem->tpl;
    const int *slots = t->slots + PD_LEARN_SLOTS * vertex;
    slot_set set = {.vertex = vertex,
                    .other = w->problem->is_mirrored ? t->mirror[vertex] : -1,
                    .offsets = offsets,
                    .other_offsets = offsets + 3 * (size_t)w->state->count};

    /* Mirrored slots, where both vertices have the same joints. */
    for (; set.count < PD_LEARN_SLOTS && slots[set.count] >= 0; set.count++) set.used[set.count] = set.count;
    for (int s = 0; s < set.count && set.other >= 0; s++) {
        const int *others = t->slots + PD_LEARN_SLOTS * set.other;
        const int joint = t->joint_mirror[slots[s]];
        int at = 0;
        while (at < PD_LEARN_SLOTS && others[at] != joint) at++;
        set.across[s] = at < PD_LEARN_SLOTS ? at : -1;
        if (set.across[s] < 0) set.other = -1;
    }

    /* Pose offsets of the vertex and its mirror image. */
    set_offsets(offsets, w, vertex, 1);
    if (set.other >= 0) set_offsets(offsets + 3 * (size_t)w->state->count, w, set.other, 1);

    return set;
}

/* Adds the terms of all registrations for one vertex, by its `slots` (count). */
static void weigh_blend_step(double *gram, double *right, const stepping *w, int vertex, const int *slots,
                             int count, const float *offsets)
{
    const pd_learn_template *t = w->problem->tpl;
    const double hold = w->problem->lambdas.weights;

    /* Add the regularisation towards the template's weights. */
    for (int a = 0; a < count; a++) {
        right[a] += hold * t->weights[PD_LEARN_SLOTS * vertex + slots[a]];
        gram[a * count + a] += hold;
    }

    /* Add each registration: the offsets of the vertex by every joint. */
    for (int j = 0; j < w->state->count; j++) {
        double x[3], target[3], off[PD_LEARN_SLOTS][3];
        if (!take_vertex(x, target, w, offsets, vertex, vertex, j)) continue;
        for (int a = 0; a < count; a++) {
            int k = t->slots[PD_LEARN_SLOTS * vertex + slots[a]];
            pd_mat3_apply(off[a], w->poses[j].world[k], x);
            for (int c = 0; c < 3; c++) off[a][c] += w->poses[j].shift[k][c] - target[c];
        }

        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) gram[a * count + b] += pd_dot3(off[a], off[b]);
    }
}

/* The weights of the slots in use. Where more than `most` are needed, the weakest is dropped and the rest
 * solved again. false: they stay as they were. */
static bool solve_weights(double *weights, const stepping *w, slot_set *set)
{
    double gram[PD_LEARN_SLOTS * PD_LEARN_SLOTS], right[PD_LEARN_SLOTS], x[PD_LEARN_SLOTS],
        scratch[8 * PD_LEARN_SLOTS * PD_LEARN_SLOTS + 64], sum;

    for (;;) {
        /* Normal equations; both sides contribute where there is a mirror image. */
        const int n = set->count;
        int across[PD_LEARN_SLOTS];
        for (int a = 0; a < n; a++) {
            right[a] = SUM_HOLD * SUM_HOLD;
            across[a] = set->across[set->used[a]];
            for (int b = 0; b < n; b++) gram[a * n + b] = SUM_HOLD * SUM_HOLD;
        }

        weigh_blend_step(gram, right, w, set->vertex, set->used, n, set->offsets);
        if (set->other >= 0) weigh_blend_step(gram, right, w, set->other, across, n, set->other_offsets);

        /* Non-negative least squares; done when few enough joints are needed. */
        if (pd_k_nnls_scratch(n) > sizeof scratch / sizeof *scratch) return false;
        if (pd_k_nnls(x, gram, right, n, scratch) <= w->most) break;

        /* Drop the weakest joint and those that are already 0. */
        int weakest = -1, left = 0;
        for (int a = 0; a < n; a++)
            if (x[a] > 0 && (weakest < 0 || x[a] < x[weakest])) weakest = a;
        for (int a = 0; a < n; a++)
            if (x[a] > 0 && a != weakest) set->used[left++] = set->used[a];
        set->count = left;
    }

    /* Normalise to sum 1. */
    sum = 0;
    for (int a = 0; a < set->count; a++) sum += x[a];
    if (!(sum > 0)) return false;
    memset(weights, 0, PD_LEARN_SLOTS * sizeof *weights);
    for (int a = 0; a < set->count; a++) weights[set->used[a]] = x[a] / sum;

    return true;
}

/* Solves the weights of CHUNK vertices (task `index`). Solves the two vertices of each mirror pair from the
 * same sums, as the first of them, so that no process needs the result of another. */
static void weigh_chunk(void *arg, int index, int worker)
{
    stepping *w = arg;
    int first = CHUNK * index;
    int count = w->state->vertex_count - first < CHUNK ? w->state->vertex_count - first : CHUNK;
    float *offsets = w->offsets + 3 * CHUNK * (size_t)(w->state->count + 1) * (size_t)worker;

    for (int i = first; i < first + count; i++) {
        const int mirror = w->problem->is_mirrored ? w->problem->tpl->mirror[i] : i;
        slot_set set = open_slots(w, mirror < i ? mirror : i, offsets);
        double weights[PD_LEARN_SLOTS];
        double *out = w->state->weights + PD_LEARN_SLOTS * i;
        if (set.vertex != i && set.other < 0) set = open_slots(w, i, offsets);

        /* The mirror image's slots are mapped back to this vertex's. */
        if (!solve_weights(weights, w, &set)) continue;
        if (set.vertex == i) {
            memcpy(out, weights, sizeof weights);
            continue;
        }

        memset(out, 0, sizeof weights);
        for (int s = 0; s < PD_LEARN_SLOTS; s++)
            if (weights[s] > 0) out[set.across[s]] = weights[s];
    }
}

/* ---- both ---- */

static int chunks_of(const stepping *w)
{
    return (w->state->vertex_count + CHUNK - 1) / CHUNK;
}

/* Checks the state and prepares poses and features of all registrations. */
static pd_status open_step(stepping *w, int with_blend, pd_error *err)
{
    if (pd_learn_state_check(w->state, w->problem->tpl, w->problem->set, err)) return err->status;
    if (w->problem->is_mirrored && !w->problem->tpl->mirror)
        return pd_fail(err, PD_ERR_RANGE, "training", "the template has no mirror image");
    if (!take_memory_blend_step(w, with_blend))
        return pd_fail(err, PD_ERR_MEMORY, "training", "out of memory for the blend shapes");

    /* Pose and features of each registration. */
    const pd_learn_state *s = w->state;
    const size_t k = (size_t)s->joint_count;
    for (int j = 0; j < s->count; j++) {
        size_t subject = (size_t)w->problem->set->poses.subjects[j];
        const double *rotations = s->rotations + 9 * k * (size_t)j;
        pd_learn_pose_set(&w->poses[j], w->problem->tpl, s->joints + 3 * k * subject, rotations);
        pd_learn_features(w->features + (size_t)s->feature_count * (size_t)j, rotations, s->joint_count);
    }

    /* Strengths of regularisation and inverses, which only the step of P needs. */
    if (with_blend && w->problem->chooses_holds && !choose_holds(w, chunks_of(w)))
        return pd_fail(err, PD_ERR_MEMORY, "training", "out of memory for two halves of the people");
    if (with_blend && !set_inverses(w))
        return pd_fail(err, PD_ERR_MEMORY, "training", "no inverse of the features");

    return PD_OK;
}

pd_status pd_learn_blend_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds,
                              pd_error *err)
{
    stepping w = {.problem = problem, .state = state, .half = -1};
    const pd_status status = open_step(&w, 1, err);
    const pd_learn_template *t = problem->tpl;
    const size_t bytes = 3 * (size_t)state->feature_count * sizeof *w.moments;
    const int chunks = chunks_of(&w);

    /* Compute in each round moments from the residuals, then P from the moments. */
    for (int r = 0; r < rounds && status == PD_OK; r++) {
        pd_learn_share_run(problem->share, problem->executor, sum_chunk, &w, chunks);
        pd_learn_share_results(problem->share, w.moments, bytes, chunks, CHUNK, t->vertex_count);
        if (problem->is_mirrored) reflect_rows(w.moments, t, true);
        pd_execute(problem->executor, solve_chunk, &w, chunks);
        if (problem->is_mirrored) reflect_rows(state->blend, t, false);
    }

    if (status == PD_OK) state->is_blended = true;
    free_memory(&w);
    return status;
}

pd_status pd_learn_weight_step(pd_learn_state *state, const pd_learn_problem *problem, int most,
                               pd_error *err)
{
    if (most < 1 || most > PD_LEARN_SLOTS)
        return pd_fail(err, PD_ERR_RANGE, "most joints", "%d; 1 to %d allowed", most, PD_LEARN_SLOTS);
    stepping w = {.problem = problem, .state = state, .most = most};
    const pd_status status = open_step(&w, 0, err);
    if (status == PD_OK) {
        pd_learn_share_run(problem->share, problem->executor, weigh_chunk, &w, chunks_of(&w));
        pd_learn_share_results(problem->share, state->weights, PD_LEARN_SLOTS * sizeof *state->weights,
                               chunks_of(&w), CHUNK, state->vertex_count);
    }

    free_memory(&w);

    return status;
}
