#include "core/train/pose_shapes.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 64 /* vertices of one task */

typedef struct solving {
    pd_smpl_sparse_dirs *dirs;
    const pd_train_pose_sums *sums;
    size_t *offset;  /* (V) into dirs->values           */
    double **factor; /* (pattern_count) L of G_SS + lambda I, NULL when it failed */
    double lambda;
} solving;

static int size_of(const pd_smpl_sparse_dirs *d, int pattern)
{
    return d->pattern_start[pattern + 1] - d->pattern_start[pattern];
}

static size_t *offsets_of(const pd_smpl_sparse_dirs *dirs, int vertex_count)
{
    size_t *offset = malloc(((size_t)vertex_count + 1) * sizeof *offset), at = 0;
    for (int v = 0; offset && v < vertex_count; v++) {
        offset[v] = at;
        at += 27 * (size_t)size_of(dirs, dirs->vertex_pattern[v]);
    }
    return offset;
}

/* Number of feature i of the pattern among all N. */
static size_t feature_at(const pd_smpl_sparse_dirs *d, int pattern, int i)
{
    return 9 * (size_t)(d->pattern_joints[d->pattern_start[pattern] + i / 9] - 1) + (size_t)(i % 9);
}

static void factor_pattern(void *arg, int pattern, int worker)
{
    (void)worker;
    solving *s = arg;
    size_t n = 9 * (size_t)size_of(s->dirs, pattern), all = (size_t)s->sums->feature_count;
    double *l = s->factor[pattern] = malloc((n * n + 1) * sizeof *l);
    if (!l) return;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            l[i * n + j] =
                s->sums
                    ->gram[feature_at(s->dirs, pattern, (int)i) * all + feature_at(s->dirs, pattern, (int)j)];
    for (size_t i = 0; i < n; i++) l[i * n + i] += s->lambda;
    if (pd_k_cholesky(l, (int)n)) return;
    free(l);
    s->factor[pattern] = NULL;
}

/* The vertex on the other side has the mirrored pattern: the same joints in another order. */
static void store_mirrored(const solving *s, int vertex, const float *values)
{
    const pd_smpl_sparse_dirs *d = s->dirs;
    int partner = s->sums->mirror[vertex], pattern = d->vertex_pattern[vertex];
    const int *to_first = d->pattern_joints + d->pattern_start[d->vertex_pattern[partner]];
    const int *from = d->pattern_joints + d->pattern_start[pattern];
    for (int i = 0; i < size_of(d, pattern); i++) {
        const int *to = to_first;
        while (*to != s->sums->joint_mirror[from[i]]) to++;
        float *out = d->values + s->offset[partner] + 27 * (size_t)(to - to_first);
        const float *same = values + 27 * (to - to_first);
        for (int f = 0; f < 9; f++)
            for (int c = 0; c < 3; c++) {
                float mirrored = (c ? 1.0f : -1.0f) * pd_train_mirror_sign(f) * values[27 * i + 3 * f + c];
                size_t at = 3 * (size_t)f + (size_t)c;
                out[at] = partner == vertex ? (mirrored + same[at]) / 2 : mirrored;
            }
    }
}

static void solve_vertex(const solving *s, int index)
{
    const pd_smpl_sparse_dirs *d = s->dirs;
    double right[9 * PD_SMPL_MAX_JOINTS];
    float own[27 * PD_SMPL_MAX_JOINTS];
    int vertex = s->sums->half[index], pattern = d->vertex_pattern[vertex], n = 9 * size_of(d, pattern);
    float *values = d->values + s->offset[vertex];
    for (int c = 0; n && c < 3; c++) {
        const double *moment =
            s->sums->moment + (3 * (size_t)index + (size_t)c) * (size_t)s->sums->feature_count;
        for (int i = 0; i < n; i++) right[i] = moment[feature_at(d, pattern, i)];
        pd_k_cholesky_solve(right, s->factor[pattern], n);
        for (int i = 0; i < n; i++) own[3 * i + c] = (float)right[i];
    }
    memcpy(values, own, 3 * (size_t)n * sizeof *own);
    if (s->sums->mirror) store_mirrored(s, vertex, own);
}

static void solve_block(void *arg, int index, int worker)
{
    (void)worker;
    const solving *s = arg;
    int first = index * BLOCK,
        last = first + BLOCK < s->sums->half_count ? first + BLOCK : s->sums->half_count;
    for (int i = first; i < last; i++) solve_vertex(s, i);
}

static pd_status solve(solving *s, const pd_executor *executor, pd_error *err)
{
    pd_execute(executor, factor_pattern, s, s->dirs->pattern_count);
    for (int p = 0; p < s->dirs->pattern_count; p++)
        if (!s->factor[p])
            return pd_fail(err, PD_ERR_INVALID, "pose shapes",
                           "no memory, or lambda %g is too small for the poses that were given", s->lambda);
    pd_execute(executor, solve_block, s, (s->sums->half_count + BLOCK - 1) / BLOCK);
    return PD_OK;
}

pd_status pd_train_pose_solve(pd_smpl_sparse_dirs *dirs, const pd_train_pose_sums *sums, double lambda,
                              const pd_executor *executor, pd_error *err)
{
    solving s = {.dirs = dirs, .sums = sums, .lambda = lambda};
    if (!dirs->values) dirs->values = malloc((dirs->value_count + 1) * sizeof *dirs->values);
    s.offset = offsets_of(dirs, sums->vertex_count);
    s.factor = calloc((size_t)dirs->pattern_count, sizeof *s.factor);
    pd_status status = dirs->values && s.offset && s.factor
                           ? solve(&s, executor, err)
                           : pd_fail(err, PD_ERR_MEMORY, "pose shapes", "no memory for the solution");
    for (int p = 0; s.factor && p < dirs->pattern_count; p++) free(s.factor[p]);
    free(s.factor);
    free(s.offset);
    return status;
}

float pd_train_pose_largest(const pd_smpl_sparse_dirs *dirs)
{
    float largest = 0;
    for (size_t i = 0; i < dirs->value_count; i++) largest = fmaxf(largest, fabsf(dirs->values[i]));
    return largest;
}

float pd_train_pose_round(pd_smpl_sparse_dirs *dirs)
{
    int exponent;
    frexpf(pd_train_pose_largest(dirs) / 32767, &exponent);
    float step = ldexpf(1, exponent < -100 ? -100 : exponent);
    for (size_t i = 0; i < dirs->value_count; i++) dirs->values[i] = rintf(dirs->values[i] / step) * step;
    return step;
}

/* The entry of P for (vertex, joint), 27 numbers, or NULL. */
static const float *entry(const pd_smpl_sparse_dirs *d, const size_t *offset, int vertex, int joint)
{
    int pattern = d->vertex_pattern[vertex];
    for (int i = 0; i < size_of(d, pattern); i++)
        if (d->pattern_joints[d->pattern_start[pattern] + i] == joint)
            return d->values + offset[vertex] + 27 * (size_t)i;
    return NULL;
}

static float entry_difference(const float *a, const float *b)
{
    float worst = 0;
    for (int i = 0; i < 27; i++) {
        float sign = (i % 3 ? 1.0f : -1.0f) * pd_train_mirror_sign(i / 3);
        worst = fmaxf(worst, fabsf((a ? a[i] : 0) - sign * (b ? b[i] : 0)));
    }
    return worst;
}

float pd_train_pose_mirror_error(const pd_smpl_data *data)
{
    const pd_smpl_sparse_dirs *d = &data->sparse;
    size_t *offset = d->pattern_count ? offsets_of(d, data->vertex_count) : NULL;
    int other[PD_SMPL_MAX_JOINTS];
    float worst = 0;
    pd_train_joint_mirror(other, data);
    for (int v = 0; offset && v < data->vertex_count; v++)
        for (int k = 1; k < data->joint_count; k++)
            worst = fmaxf(
                worst, entry_difference(entry(d, offset, v, k), entry(d, offset, data->mirror[v], other[k])));
    free(offset);
    return worst;
}
