#include "core/train/learn/compare.h"

#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "core/train/learn/pose_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_MESHES  10
#define POSE_ROUNDS   25
#define DAMPING       1e-2
#define LAMBDAS       5
#define JOINT_NUMBERS 9 /* features of a joint, at most */

const pd_learn_method_info pd_learn_methods[PD_LEARN_METHOD_COUNT] = {
#define ROW(id, name, text, local, bases) {name, text, local, bases},
    PD_LEARN_METHOD_TABLE(ROW)
#undef ROW
};

/* Meshes learned from come first, then those held out: n and m of them. */
typedef struct comparing {
    const pd_learn_problem *problem;
    pd_learn_state state; /* with the poses of all n + m, P = 0; templates, joints, weights are borrowed */
    int n, m;
    int *subjects;           /* (n+m)                           */
    double *rotations;       /* (n+m,K,9)                       */
    double *places;          /* (n+m,3)                         */
    float *d;                /* (n+m,3V) what LBS lacks at rest */
    float *found;            /* (n+m,3V) what a method gives    */
    float *part, *some;      /* (n+m, columns), (n, columns): of one part */
    double *kernel, *factor; /* (n+m,n), (n,n) */
    float *blend;            /* (n+m,n) K (K + lambda)^-1 */
    double *far;             /* (n+m) mean distance, mm */
    char *scratch;
    size_t bytes;
} comparing;

static const float *mesh_of(const comparing *w, int j)
{
    const pd_learn_meshes *meshes = j < w->n ? &w->problem->set->poses : &w->problem->set->held_out;
    return meshes->vertices + 3 * (size_t)w->state.vertex_count * (size_t)(j < w->n ? j : j - w->n);
}

/* ---- poses and corrections ---- */

static void fit_one(void *arg, int j, int worker)
{
    comparing *w = arg;
    size_t v = 3 * (size_t)w->state.vertex_count, k = 3 * (size_t)w->state.joint_count;
    pd_learn_fit fit = {.tpl = w->problem->tpl,
                        .state = &w->state,
                        .rest = w->state.templates + v * (size_t)w->subjects[j],
                        .joints = w->state.joints + k * (size_t)w->subjects[j],
                        .mesh = mesh_of(w, j),
                        .rotations = w->rotations + 3 * k * (size_t)j};
    pd_learn_fit_start(&fit);
    pd_learn_fit_solve(&fit, POSE_ROUNDS, w->scratch + w->bytes * (size_t)worker);
    memcpy(w->places + 3 * j, fit.translation, sizeof fit.translation);
}

/* M, and what the vertex is without a correction. */
static void skin_vertex(double m[9], double at[3], const comparing *w, const double *weights,
                        const pd_learn_pose *pose, int j, int i)
{
    const double *rest =
        w->state.templates + 3 * (size_t)w->state.vertex_count * (size_t)w->subjects[j] + 3 * i;
    double c[3];
    pd_learn_vertex_matrix(m, c, w->problem->tpl, weights, pose, i);
    pd_mat3_apply(at, m, rest);
    for (int n = 0; n < 3; n++) at[n] += c[n] + w->places[3 * j + n];
}

static void set_pose(pd_learn_pose *pose, const comparing *w, int j)
{
    size_t k = 3 * (size_t)w->state.joint_count;
    pd_learn_pose_set(pose, w->problem->tpl, w->state.joints + k * (size_t)w->subjects[j],
                      w->rotations + 3 * k * (size_t)j);
}

static void lack_one(void *arg, int j, int worker)
{
    comparing *w = arg;
    const float *mesh = mesh_of(w, j);
    float *d = w->d + 3 * (size_t)w->state.vertex_count * (size_t)j;
    pd_learn_pose pose;
    (void)worker;
    set_pose(&pose, w, j);
    for (int i = 0; i < w->state.vertex_count; i++) {
        double m[9], at[3], a[9], b[3] = {0};
        skin_vertex(m, at, w, w->state.weights, &pose, j, i);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                a[3 * r + c] = (r == c) * DAMPING;
                for (int x = 0; x < 3; x++) a[3 * r + c] += m[3 * x + r] * m[3 * x + c];
                b[r] += m[3 * c + r] * ((double)mesh[3 * i + c] - at[c]);
            }
        int good = !isnan(mesh[3 * i]) && pd_k_cholesky(a, 3);
        if (good) pd_k_cholesky_solve(b, a, 3);
        for (int c = 0; c < 3; c++) d[3 * i + c] = good ? (float)b[c] : 0;
    }
}

/* ---- kernels ---- */

static void euler_of(double out[3], const double *r)
{
    out[0] = atan2(r[7], r[8]);
    out[1] = -asin(fmax(-1, fmin(1, r[6])));
    out[2] = atan2(r[3], r[0]);
}

/* The features of one joint; how many. */
static int joint_features(double out[JOINT_NUMBERS], pd_learn_method method, const double *r)
{
    double t[3], e[3];
    switch (method) {
    case PD_LEARN_ANGLE: pd_rot_to_axis_angle(out, r); return 3;
    case PD_LEARN_QUADRATIC:
        pd_rot_to_axis_angle(t, r);
        for (int c = 0; c < 3; c++)
            out[c] = t[c], out[3 + c] = t[c] * t[c], out[6 + c] = t[c] * t[(c + 1) % 3];
        return 9;
    case PD_LEARN_EULER: euler_of(out, r); return 3;
    case PD_LEARN_EULER_SINES:
        euler_of(e, r);
        for (int c = 0; c < 3; c++) out[c] = sin(e[c]), out[3 + c] = 1 - cos(e[c]);
        return 6;
    case PD_LEARN_QUATERNION: {
        pd_rot_to_axis_angle(t, r);
        double angle = sqrt(pd_dot3(t, t)), s = angle > 1e-9 ? sin(angle / 2) / angle : 0.5;
        for (int c = 0; c < 3; c++) out[c] = s * t[c];
        out[3] = cos(angle / 2) - 1;
        return 4;
    }
    default:
        for (int c = 0; c < 9; c++) out[c] = r[c] - (c % 4 == 0);
        return 9;
    }
}

/* Which joints a part's corrections follow: all, or its own, its parent and its children; never the root, which turns all. */
static uint64_t joints_of(const pd_learn_template *t, int part, bool local)
{
    uint64_t all = 0;
    for (int k = 1; k < t->joint_count; k++)
        if (!local || k == part || k == t->parents[part] || t->parents[k] == part) all |= UINT64_C(1) << k;
    return all;
}

/* K (n+m,n), and its mean diagonal. */
static double set_kernel(comparing *w, pd_learn_method method, uint64_t joints)
{
    const int k = w->state.joint_count, all = w->n + w->m;
    double mean = 0;
    for (int a = 0; a < all; a++)
        for (int b = 0; b < w->n; b++) {
            double dot = 0, apart = 0;
            for (uint64_t left = joints; left; left &= left - 1) {
                int joint = __builtin_ctzll(left);
                double fa[JOINT_NUMBERS], fb[JOINT_NUMBERS];
                int count =
                    joint_features(fa, method, w->rotations + 9 * ((size_t)a * (size_t)k + (size_t)joint));
                joint_features(fb, method, w->rotations + 9 * ((size_t)b * (size_t)k + (size_t)joint));
                for (int c = 0; c < count; c++) dot += fa[c] * fb[c], apart += pow(fa[c] - fb[c], 2);
            }
            w->kernel[(size_t)a * (size_t)w->n + (size_t)b] =
                method == PD_LEARN_PSD || method == PD_LEARN_WEIGHTED_PSD ? apart : dot;
        }

    if (method == PD_LEARN_PSD ||
        method == PD_LEARN_WEIGHTED_PSD) { /* as wide as poses are apart on the mean */
        double wide = 0;
        for (int i = 0; i < w->n * w->n; i++) wide += w->kernel[i] / ((double)w->n * w->n);
        for (size_t i = 0; i < (size_t)all * (size_t)w->n; i++)
            w->kernel[i] = exp(-w->kernel[i] / fmax(wide, 1e-9));
    }
    for (int i = 0; i < w->n; i++) mean += w->kernel[(size_t)i * (size_t)(w->n + 1)] / w->n;
    return mean;
}

/* blend (all,n) = K (K_aa + lambda)^-1 over the meshes learned from, without every fifth (fold) or with all; 0: singular. */
static int set_blend(comparing *w, double lambda, bool fold)
{
    const int n = w->n, all = w->n + w->m;
    double *row = malloc((size_t)n * sizeof *row);
    int used = 0, good;
    int *index = malloc((size_t)n * sizeof *index);
    if (!row || !index) return free(row), free(index), 0;

    for (int i = 0; i < n; i++)
        if (!fold || i % 5) index[used++] = i;
    for (int a = 0; a < used; a++)
        for (int b = 0; b < used; b++)
            w->factor[a * used + b] =
                w->kernel[(size_t)index[a] * (size_t)n + (size_t)index[b]] + (a == b) * lambda;
    good = pd_k_cholesky(w->factor, used);
    for (int j = 0; good && j < all; j++) {
        for (int a = 0; a < used; a++) row[a] = w->kernel[(size_t)j * (size_t)n + (size_t)index[a]];
        pd_k_cholesky_solve(row, w->factor, used);
        for (int i = 0; i < n; i++) w->blend[(size_t)j * (size_t)n + (size_t)i] = 0;
        for (int a = 0; a < used; a++) w->blend[(size_t)j * (size_t)n + (size_t)index[a]] = (float)row[a];
    }
    free(row), free(index);
    return good;
}

/* ---- corrections of one part, or of all of them ---- */

/* Columns of the part's vertices (part < 0: all) of d, for all meshes; how many. */
static int gather(float *out, const comparing *w, int part)
{
    int columns = 0, v = w->state.vertex_count;
    for (int i = 0; i < v; i++) columns += part < 0 || w->problem->tpl->parts[i] == part ? 3 : 0;
    for (int j = 0; j < w->n + w->m; j++) {
        float *to = out + (size_t)j * (size_t)columns;
        for (int i = 0; i < v; i++)
            if (part < 0 || w->problem->tpl->parts[i] == part) {
                memcpy(to, w->d + 3 * ((size_t)j * (size_t)v + (size_t)i), 3 * sizeof *to);
                to += 3;
            }
    }
    return columns;
}

static void scatter(const float *in, comparing *w, int part, int columns)
{
    int v = w->state.vertex_count;
    for (int j = 0; j < w->n + w->m; j++) {
        const float *from = in + (size_t)j * (size_t)columns;
        for (int i = 0; i < v; i++)
            if (part < 0 || w->problem->tpl->parts[i] == part) {
                memcpy(w->found + 3 * ((size_t)j * (size_t)v + (size_t)i), from, 3 * sizeof *from);
                from += 3;
            }
    }
}

/* How far the corrections of every fifth mesh are from what was found from the others. */
static double fold_error(comparing *w, const float *wanted, float *got, int columns)
{
    double sum = 0;
    pd_k_gemm_f32(got, w->blend, 0, wanted, 0, w->n, columns, w->n, 1, 0);
    for (int j = 0; j < w->n; j += 5)
        for (int c = 0; c < columns; c++) {
            size_t at = (size_t)j * (size_t)columns + (size_t)c;
            sum += pow((double)got[at] - (double)wanted[at], 2);
        }
    return sum;
}

/* Leaves the first `bases` principal components of what the meshes learned from have in got (all, columns). */
static int keep_bases(const comparing *w, float *got, int columns, int bases)
{
    const int n = w->n, all = w->n + w->m, count = bases < n ? bases : n;
    double *gram = calloc((size_t)n * (size_t)n, sizeof *gram),
           *values = malloc((size_t)count * sizeof *values),
           *vectors = malloc((size_t)count * (size_t)n * sizeof *vectors);
    float *axes = malloc((size_t)count * (size_t)columns * sizeof *axes),
          *dots = malloc((size_t)all * (size_t)count * sizeof *dots);
    int good = gram && values && vectors && axes && dots;

    for (int a = 0; good && a < n; a++)
        for (int b = 0; b <= a; b++) {
            double sum = 0;
            for (int c = 0; c < columns; c++)
                sum += (double)got[(size_t)a * (size_t)columns + (size_t)c] *
                       (double)got[(size_t)b * (size_t)columns + (size_t)c];
            gram[(size_t)a * (size_t)n + (size_t)b] = gram[(size_t)b * (size_t)n + (size_t)a] = sum;
        }
    good = good && pd_k_syev_top(values, vectors, gram, n, count);
    if (good) {
        for (int k = 0; k < count; k++)
            for (int c = 0; c < columns; c++) {
                double sum = 0;
                for (int j = 0; j < n; j++)
                    sum += vectors[(size_t)k * (size_t)n + (size_t)j] *
                           (double)got[(size_t)j * (size_t)columns + (size_t)c];
                axes[(size_t)k * (size_t)columns + (size_t)c] =
                    values[k] > 1e-15 ? (float)(sum / sqrt(values[k])) : 0;
            }
        pd_k_gemm_f32(dots, got, 0, axes, 1, all, count, columns, 1, 0);
        pd_k_gemm_f32(got, dots, 0, axes, 0, all, columns, count, 1, 0);
    }
    free(gram), free(values), free(vectors), free(axes), free(dots);
    return good;
}

static int correct_part(comparing *w, pd_learn_method method, int part)
{
    static const double ratios[LAMBDAS] = {0.003, 0.01, 0.03, 0.1, 0.3};
    const pd_learn_method_info *info = &pd_learn_methods[method];
    int columns = gather(w->part, w, part), best = 0;
    double mean = fmax(set_kernel(w, method, joints_of(w->problem->tpl, part < 0 ? 0 : part, info->local)),
                       1e-9),
           least = 0;

    for (int l = 0; l < LAMBDAS; l++) {
        if (!set_blend(w, ratios[l] * mean, true)) return 0;
        double error = fold_error(w, w->part, w->some, columns);
        if (!l || error < least) least = error, best = l;
    }
    if (!set_blend(w, ratios[best] * mean, false)) return 0;
    pd_k_gemm_f32(w->some, w->blend, 0, w->part, 0, w->n + w->m, columns, w->n, 1, 0);
    if (info->bases && !keep_bases(w, w->some, columns, info->bases)) return 0;
    scatter(w->some, w, part, columns);
    return 1;
}

static int correct(comparing *w, pd_learn_method method)
{
    size_t numbers = 3 * (size_t)w->state.vertex_count * (size_t)(w->n + w->m);
    if (method == PD_LEARN_LBS || method == PD_LEARN_RIGID)
        return memset(w->found, 0, numbers * sizeof *w->found), 1;
    if (!pd_learn_methods[method].local) return correct_part(w, method, -1);
    for (int part = 0; part < w->state.joint_count; part++)
        if (!correct_part(w, method, part)) return 0;
    return 1;
}

/* ---- errors ---- */

/* One joint a vertex: the largest. */
static void make_rigid(double *weights, const comparing *w)
{
    memset(weights, 0, PD_LEARN_SLOTS * (size_t)w->state.vertex_count * sizeof *weights);
    for (int i = 0; i < w->state.vertex_count; i++) {
        const double *from = w->state.weights + PD_LEARN_SLOTS * i;
        int most = 0;
        for (int s = 1; s < PD_LEARN_SLOTS; s++)
            if (from[s] > from[most]) most = s;
        weights[PD_LEARN_SLOTS * i + most] = 1;
    }
}

static double measure_mesh(const comparing *w, const double *weights, int j)
{
    const float *mesh = mesh_of(w, j), *d = w->found + 3 * (size_t)w->state.vertex_count * (size_t)j;
    double sum = 0;
    int seen = 0;
    pd_learn_pose pose;
    set_pose(&pose, w, j);
    for (int i = 0; i < w->state.vertex_count; i++) {
        double m[9], at[3], d2 = 0;
        if (isnan(mesh[3 * i])) continue;
        skin_vertex(m, at, w, weights, &pose, j, i);
        for (int c = 0; c < 3; c++) {
            for (int x = 0; x < 3; x++) at[c] += m[3 * c + x] * (double)d[3 * i + x];
            d2 += pow(at[c] - (double)mesh[3 * i + c], 2);
        }
        sum += sqrt(d2), seen++;
    }
    return seen ? 1000 * sum / seen : 0;
}

static int run_method(pd_learn_comparison *out, comparing *w, pd_learn_method method, double *rigid)
{
    if (!correct(w, method)) return 0;
    if (method == PD_LEARN_RIGID) make_rigid(rigid, w);
    const double *weights = method == PD_LEARN_RIGID ? rigid : w->state.weights;
    for (int j = 0; j < w->n + w->m; j++) {
        double far = measure_mesh(w, weights, j);
        if (j < w->n) {
            out->rows[method].learned_mm += far / w->n;
            continue;
        }
        out->rows[method].held_out_mm += far / w->m;
        out->rows[method].worst_mm = fmax(out->rows[method].worst_mm, far);
    }
    return 1;
}

/* ---- all ---- */

static int take_memory(comparing *w)
{
    size_t v = 3 * (size_t)w->state.vertex_count, k = (size_t)w->state.joint_count, n = (size_t)w->n,
           all = n + (size_t)w->m;
    w->bytes = (pd_learn_fit_scratch_bytes(w->problem->tpl) + 63) & ~(size_t)63;
    w->subjects = malloc(all * sizeof *w->subjects);
    w->rotations = malloc(all * 9 * k * sizeof *w->rotations);
    w->places = malloc(all * 3 * sizeof *w->places);
    w->d = malloc(all * v * sizeof *w->d), w->found = malloc(all * v * sizeof *w->found);
    w->part = malloc(all * v * sizeof *w->part), w->some = malloc(all * v * sizeof *w->some);
    w->kernel = malloc(all * n * sizeof *w->kernel), w->factor = malloc(n * n * sizeof *w->factor);
    w->blend = malloc(all * n * sizeof *w->blend);
    w->scratch = malloc(w->bytes * (size_t)w->problem->executor->worker_count);
    w->state.blend = calloc(v * (size_t)w->state.feature_count, sizeof *w->state.blend);
    return w->subjects && w->rotations && w->places && w->d && w->found && w->part && w->some && w->kernel &&
           w->factor && w->blend && w->scratch && w->state.blend;
}

static void free_memory(comparing *w)
{
    free(w->subjects), free(w->rotations), free(w->places), free(w->d), free(w->found), free(w->part),
        free(w->some);
    free(w->kernel), free(w->factor), free(w->blend), free(w->scratch), free(w->state.blend);
}

pd_status pd_learn_compare(pd_learn_comparison *out, const pd_learn_problem *problem,
                           const pd_learn_state *state, pd_error *err)
{
    const pd_learn_set *set = problem->set;
    *out = (pd_learn_comparison){.learned = set->poses.count, .held_out = set->held_out.count};
    if (!set->held_out.count)
        return pd_fail(err, PD_ERR_RANGE, "held-out", "no poses are held out; at least one is needed");
    if (set->poses.count < LEAST_MESHES)
        return pd_fail(err, PD_ERR_RANGE, "poses", "%d meshes; at least %d are needed", set->poses.count,
                       LEAST_MESHES);

    comparing w = {.problem = problem, .state = *state, .n = set->poses.count, .m = set->held_out.count};
    double *rigid = malloc(PD_LEARN_SLOTS * (size_t)state->vertex_count * sizeof *rigid);
    pd_status status =
        take_memory(&w) && rigid ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "comparison", "out of memory");
    if (status == PD_OK) {
        pd_k_blas_serial();
        for (int j = 0; j < w.n + w.m; j++)
            w.subjects[j] = j < w.n ? set->poses.subjects[j] : set->held_out.subjects[j - w.n];
        pd_execute(problem->executor, fit_one, &w, w.n + w.m);
        pd_execute(problem->executor, lack_one, &w, w.n + w.m);
        for (int method = 0; method < PD_LEARN_METHOD_COUNT && status == PD_OK; method++)
            if (!run_method(out, &w, (pd_learn_method)method, rigid))
                status = pd_fail(err, PD_ERR_INTERNAL, "comparison", "%s has no solution",
                                 pd_learn_methods[method].name);
    }
    free_memory(&w);
    free(rigid);
    return status;
}
