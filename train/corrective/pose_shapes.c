#include "train/corrective/pose_shapes.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK         64                 /* vertices of one task */
#define ENTRY         27                 /* numbers of a vertex and a joint */
#define ROTATION_MOST 2.8284271247461903 /* |R - I|_F of half a turn */
#define MOST_HELD     16 /* largest number of entries of a coordinate that are held at the bound */

typedef struct solving {
    const pd_smpl_sparse_dirs *dirs;
    const pd_train_pose_sums *sums;
    float *values;   /* (1+G,value_count)                                      */
    size_t *offset;  /* (V) place of each vertex in a row of values */
    double **factor; /* (pattern_count) Cholesky factor L of G_SS + lambda I; NULL after a failure */
    double *scratch; /* (worker,(4 + MOST_HELD) N)                             */
    pd_train_pose_ridge ridge;
} solving;

static int size_of(const pd_smpl_sparse_dirs *d, int pattern)
{
    return d->pattern_start[pattern + 1] - d->pattern_start[pattern];
}

/* Returns where each vertex's values start in a row (27 numbers a joint of its pattern); NULL when out of
 * memory. */
static size_t *offsets_of(const pd_smpl_sparse_dirs *dirs, int vertex_count)
{
    size_t *offset = malloc(((size_t)vertex_count + 1) * sizeof *offset);
    size_t at = 0;

    for (int v = 0; offset && v < vertex_count; v++) {
        offset[v] = at;
        at += 27 * (size_t)size_of(dirs, dirs->vertex_pattern[v]);
    }

    return offset;
}

/* Returns the number of features of a pattern, including those times betas. */
static int count_features(const solving *s, int pattern)
{
    return 9 * size_of(s->dirs, pattern) * (1 + s->dirs->beta_terms);
}

/* Returns the index of feature i of the pattern among all N. */
static size_t feature_at(const solving *s, int pattern, int i)
{
    PD_ASSERT(pattern >= 0 && pattern < s->dirs->pattern_count && i >= 0);
    const pd_smpl_sparse_dirs *d = s->dirs;
    int own = 9 * size_of(d, pattern);
    int joint = d->pattern_joints[d->pattern_start[pattern] + i % own / 9];

    return 9 * ((size_t)(i / own) * (size_t)(s->sums->joint_count - 1) + (size_t)(joint - 1)) +
           (size_t)(i % 9);
}

/* Factors the normal matrix of one pattern (task `pattern`); leaves NULL if that fails. */
static void factor_pattern(void *arg, int pattern, int worker)
{
    (void)worker;
    solving *s = arg;
    size_t n = (size_t)count_features(s, pattern);
    size_t all = (size_t)s->sums->feature_count;
    double *l = s->factor[pattern] = malloc((n * n + 1) * sizeof *l);

    if (!l) return;

    /* Copy the pattern's part of the Gram matrix, and add lambda to its diagonal. */
    for (size_t i = 0; i < n; i++) {
        const double *row = s->sums->gram + feature_at(s, pattern, (int)i) * all;
        for (size_t j = 0; j < n; j++) l[i * n + j] = row[feature_at(s, pattern, (int)j)];
        l[i * n + i] += s->ridge.lambda;
    }

    if (pd_k_cholesky(l, (int)n)) return;

    free(l);
    s->factor[pattern] = NULL;
}

/* Stores one row of the vertex's values, and its mirror image. The vertex on the other side has the mirrored
 * pattern, with its joints in another order. */
static void store_mirrored(const solving *s, float *row, int vertex, const float *values)
{
    const pd_smpl_sparse_dirs *d = s->dirs;

    PD_ASSERT(vertex >= 0 && vertex < s->sums->vertex_count);
    int partner = s->sums->mirror[vertex];
    int pattern = d->vertex_pattern[vertex];
    const int *to_first = d->pattern_joints + d->pattern_start[d->vertex_pattern[partner]];
    const int *from = d->pattern_joints + d->pattern_start[pattern];

    /* Copy the 27 numbers of each joint to the mirrored joint. A vertex on the axis gets the mean of both. */
    for (int i = 0; i < size_of(d, pattern); i++) {
        const int *to = to_first;
        while (*to != s->sums->joint_mirror[from[i]]) to++;
        float *out = row + s->offset[partner] + 27 * (size_t)(to - to_first);
        const float *same = values + 27 * (to - to_first);
        for (int e = 0; e < 27; e++) {
            float mirrored = pd_smpl_mirror_sign(e / 3) * (e % 3 ? values[27 * i + e] : -values[27 * i + e]);
            out[e] = partner == vertex ? (mirrored + same[e]) / 2 : mirrored;
        }
    }
}

/* Clamps the entries of x (n) beyond +-most one by one, the farthest first, and solves for the others again
 * each time:
 *     x <- x - Y inverse(E^T Y) (E^T x - c),   Y = inverse(G_SS + lambda I) E,
 *         E: columns of the identity, c = +-most
 * Entries after the first MOST_HELD, and excess by rounding, are cut off without solving.
 * scratch (MOST_HELD,n). */
static void hold_within(double *x, const double *factor, int n, double most, double *scratch)
{
    PD_ASSERT(n >= 0 && most > 0);
    double first[MOST_HELD], gram[MOST_HELD * MOST_HELD], step[MOST_HELD];
    int held[MOST_HELD];
    int count = 0;

    for (; count < MOST_HELD; count++) {
        /* Find the entry farthest beyond its bound. */
        int farthest = 0;
        for (int i = 1; i < n; i++)
            if (fabs(x[i]) > fabs(x[farthest])) farthest = i;
        if (fabs(x[farthest]) <= most * (1 + 1e-12)) break;

        /* Compute its column of the inverse. */
        double *column = scratch + (size_t)count * (size_t)n;
        memset(column, 0, (size_t)n * sizeof *column);
        column[farthest] = 1;
        pd_k_cholesky_solve(column, factor, n);
        held[count] = farthest;
        first[count] = x[farthest] > 0 ? most : -most;

        /* Solve for a step that brings the new entry to its bound and keeps the earlier ones there. */
        int all = count + 1;
        for (int i = 0; i < all; i++) {
            step[i] = x[held[i]] - first[i];
            for (int j = 0; j < all; j++)
                gram[i * all + j] = scratch[(size_t)j * (size_t)n + (size_t)held[i]];
        }

        if (!pd_k_cholesky(gram, all)) break;
        pd_k_cholesky_solve(step, gram, all);
        for (int j = 0; j < all; j++)
            for (int i = 0; i < n; i++) x[i] -= step[j] * scratch[(size_t)j * (size_t)n + (size_t)i];
    }

    /* Cut off excess by rounding, and entries after the first MOST_HELD. */
    for (int i = 0; i < n; i++) x[i] = fmin(fmax(x[i], -most), most);
}

/* Solves the values of BLOCK vertices of one half (task `index`), and stores them for both halves. */
static void solve_block(void *arg, int index, int worker)
{
    const solving *s = arg;
    const pd_smpl_sparse_dirs *d = s->dirs;
    const size_t all = (size_t)s->sums->feature_count;
    double *right = s->scratch + (size_t)worker * (4 + MOST_HELD) * all;
    int first = index * BLOCK;
    int last = first + BLOCK < s->sums->half_count ? first + BLOCK : s->sums->half_count;

    for (int i = first; i < last; i++) {
        const int vertex = s->sums->half[i];
        const int pattern = d->vertex_pattern[vertex];
        const int n = count_features(s, pattern);
        const size_t row = 27 * (size_t)size_of(d, pattern);
        float *own = (float *)(right + all);

        /* Solve each coordinate, and keep it within the bound. */
        for (int c = 0; n && c < 3; c++) {
            const double *moment = s->sums->moment + (3 * (size_t)i + (size_t)c) * all;
            for (int f = 0; f < n; f++) right[f] = moment[feature_at(s, pattern, f)];
            pd_k_cholesky_solve(right, s->factor[pattern], n);
            if (s->ridge.most_m > 0)
                hold_within(right, s->factor[pattern], n, s->ridge.most_m, right + 4 * all);
            for (int f = 0; f < n; f++) own[3 * f + c] = (float)right[f];
        }

        /* Store the row, and its mirror image. */
        for (int t = 0; t <= d->beta_terms; t++, own += row) {
            float *values = s->values + (size_t)t * d->value_count;
            memcpy(values + s->offset[vertex], own, row * sizeof *own);
            if (s->sums->mirror) store_mirrored(s, values, vertex, own);
        }
    }
}

pd_status pd_train_pose_solve(float **values, const pd_smpl_sparse_dirs *dirs, const pd_train_pose_sums *sums,
                              const pd_train_pose_ridge *ridge, const pd_executor *executor, pd_error *err)
{
    PD_ASSERT(dirs->beta_terms <= sums->beta_terms);
    solving s = {.dirs = dirs, .sums = sums, .ridge = *ridge};
    if (!*values) *values = malloc((pd_train_pose_numbers(dirs) + 1) * sizeof **values);
    s.values = *values;
    s.offset = offsets_of(dirs, sums->vertex_count);
    s.factor = calloc((size_t)dirs->pattern_count, sizeof *s.factor);
    s.scratch = malloc((size_t)executor->worker_count * (4 + MOST_HELD) * (size_t)sums->feature_count *
                       sizeof *s.scratch);

    pd_status status = PD_OK;
    if (s.values && s.offset && s.factor && s.scratch)
        pd_execute(executor, factor_pattern, &s, dirs->pattern_count);
    else
        status = pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for the solution");

    /* A pattern without a factor means no memory, or a singular matrix. */
    for (int p = 0; status == PD_OK && p < dirs->pattern_count; p++)
        if (!s.factor[p])
            status = pd_fail(err, PD_ERR_INVALID, "pose shapes",
                             "out of memory, or lambda %g is too small for the poses that were given",
                             s.ridge.lambda);
    if (status == PD_OK) pd_execute(executor, solve_block, &s, (sums->half_count + BLOCK - 1) / BLOCK);

    for (int p = 0; s.factor && p < dirs->pattern_count; p++) free(s.factor[p]);
    free(s.factor);
    free(s.offset);
    free(s.scratch);

    return status;
}

size_t pd_train_pose_numbers(const pd_smpl_sparse_dirs *dirs)
{
    return (1 + (size_t)dirs->beta_terms) * dirs->value_count;
}

float pd_train_pose_largest(const float *values, size_t count)
{
    float largest = 0;
    for (size_t i = 0; i < count; i++) largest = fmaxf(largest, fabsf(values[i]));
    return largest;
}

size_t pd_train_pose_prune(float *values, size_t count, double least_m)
{
    size_t cleared = 0;

    for (size_t at = 0; at + ENTRY <= count; at += ENTRY) {
        double sum = 0;
        for (size_t i = 0; i < ENTRY; i++) sum += (double)values[at + i] * (double)values[at + i];
        if (sum == 0 || ROTATION_MOST * sqrt(sum) >= least_m) continue;
        memset(values + at, 0, ENTRY * sizeof *values);
        cleared++;
    }

    return cleared;
}

/* Adds +0, which turns -0 into 0. */
float pd_train_pose_round(float *values, size_t count)
{
    int exponent;
    frexpf(pd_train_pose_largest(values, count) / 32767, &exponent);
    float step = ldexpf(1, exponent < -100 ? -100 : exponent);
    for (size_t i = 0; i < count; i++) values[i] = rintf(values[i] / step) * step + 0.0f;
    return step;
}

/* Returns the entry of P for (vertex, joint), 27 numbers of a row of values, or NULL. */
static const float *entry(const pd_smpl_sparse_dirs *d, const float *row, size_t offset, int vertex,
                          int joint)
{
    int pattern = d->vertex_pattern[vertex];
    for (int i = 0; i < size_of(d, pattern); i++)
        if (d->pattern_joints[d->pattern_start[pattern] + i] == joint) return row + offset + 27 * (size_t)i;
    return NULL;
}

/* Returns by how much a row of values is not symmetric: the largest difference of an entry from its mirror
 * image. x changes its sign, and so do the features that pd_smpl_mirror_sign says. */
static float row_mirror_error(const pd_smpl_data *data, const float *row, const size_t *offset)
{
    int other[PD_SMPL_MAX_JOINTS];
    float worst = 0;

    pd_smpl_joint_mirror(other, data);
    for (int v = 0; v < data->vertex_count; v++)
        for (int k = 1; k < data->joint_count; k++) {
            int m = data->mirror[v];
            const float *a = entry(&data->sparse, row, offset[v], v, k);
            const float *b = entry(&data->sparse, row, offset[m], m, other[k]);
            for (int i = 0; i < 27; i++) {
                float sign = (i % 3 ? 1.0f : -1.0f) * pd_smpl_mirror_sign(i / 3);
                worst = fmaxf(worst, fabsf((a ? a[i] : 0) - sign * (b ? b[i] : 0)));
            }
        }

    return worst;
}

float pd_train_pose_mirror_error(const pd_smpl_data *data)
{
    const pd_smpl_sparse_dirs *d = &data->sparse;
    size_t *offset = d->pattern_count ? offsets_of(d, data->vertex_count) : NULL;
    float worst = 0;

    for (int t = 0; offset && t <= d->beta_terms; t++) {
        size_t row = (size_t)t * d->value_count;
        worst = fmaxf(worst, row_mirror_error(data, d->values + row, offset));
        if (d->values_dqs) worst = fmaxf(worst, row_mirror_error(data, d->values_dqs + row, offset));
    }

    free(offset);

    return worst;
}
