#include "train/learn/subject_step.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define HOLD 1e-6 /* how strongly T stays where no registration shows it */

/* The equations of one subject; n = 3K. */
typedef struct equations {
    int n;
    double *a, *right;                    /* (V,9) A_i, (3V) a                             */
    double *b, *z;                        /* (3V,n) B - lambda R^T, and (A + Y)^-1 of that */
    double *c, *low;                      /* (n,n) C, (n) c                                */
    double *inverse;                      /* (V,18) T_i = inverse [x_i, x_mirror]          */
    double *z0, *x, *y;                   /* (3V) */
    double *q;                            /* (K,3,n) dc_k/dJ of one registration */
    double *rz, *kernel, *solved, *schur; /* (n,n) */
    float *offsets;                       /* (3V + F) */
} equations;

/* Allocates the equations of one worker. Returns false when out of memory; the caller frees. */
static bool take_memory_subject_step(equations *e, const pd_learn_state *s)
{
    size_t v = 3 * (size_t)s->vertex_count;
    size_t k = (size_t)s->joint_count;
    size_t n = 3 * k;

    e->n = (int)n;
    e->a = malloc(3 * v * sizeof *e->a);
    e->right = malloc(v * sizeof *e->right);
    e->b = malloc(v * n * sizeof *e->b);
    e->z = malloc(v * n * sizeof *e->z);
    e->c = malloc(n * n * sizeof *e->c);
    e->low = malloc(n * sizeof *e->low);
    e->inverse = malloc(6 * v * sizeof *e->inverse);
    e->z0 = malloc(v * sizeof *e->z0);
    e->x = malloc(v * sizeof *e->x);
    e->y = malloc(v * sizeof *e->y);
    e->q = malloc(n * n * sizeof *e->q);
    e->rz = malloc(n * n * sizeof *e->rz);
    e->kernel = malloc(n * n * sizeof *e->kernel);
    e->solved = malloc(n * n * sizeof *e->solved);
    e->schur = malloc(n * n * sizeof *e->schur);
    e->offsets = malloc((v + (size_t)s->feature_count) * sizeof *e->offsets);

    return e->a && e->right && e->b && e->z && e->c && e->low && e->inverse && e->z0 && e->x && e->y &&
           e->q && e->rz && e->kernel && e->solved && e->schur && e->offsets;
}

/* Frees the memory of take_memory_subject_step. */
static void free_memory(equations *e)
{
    free(e->a);
    free(e->right);
    free(e->b);
    free(e->z);
    free(e->c);
    free(e->low);
    free(e->inverse);
    free(e->z0);
    free(e->x);
    free(e->y);
    free(e->q);
    free(e->rz);
    free(e->kernel);
    free(e->solved);
    free(e->schur);
    free(e->offsets);
}

/* ---- the sums over registrations ---- */

/* Computes q (3,3K) = dc_k/dJ for the rotations of `pose`.
 * It is the same for every J, because c_k is linear in J. */
static void pd_learn_shift_by_joints(double *q, const pd_learn_template *tpl, const pd_learn_pose *pose,
                                     int k)
{
    int n = 3 * tpl->joint_count;

    memset(q, 0, 3 * (size_t)n * sizeof *q);
    for (int r = 0; r < 3; r++) {
        q[r * n + r] += 1; /* g_0 = J_0 */
        for (int m = k; m > 0; m = tpl->parents[m])
            for (int c = 0; c < 3; c++) {
                q[r * n + 3 * m + c] += pose->world[tpl->parents[m]][3 * r + c];
                q[r * n + 3 * tpl->parents[m] + c] -= pose->world[tpl->parents[m]][3 * r + c];
            }
        for (int c = 0; c < 3; c++) q[r * n + 3 * k + c] -= pose->world[k][3 * r + c];
    }
}

/* Adds the terms of one vertex of one registration to A, B and a,
 * and its weighted residual to pulls (K,3). */
static void add_vertex_subject_step(equations *e, const pd_learn_template *t, const double *weights,
                                    const pd_learn_pose *pose, const double target[3], double (*pulls)[3],
                                    int i)
{
    PD_ASSERT(i >= 0 && i < t->vertex_count);
    const int *slots = t->slots + PD_LEARN_SLOTS * i;
    const int n = e->n;
    const double *w = weights + PD_LEARN_SLOTS * i;
    const double *b = e->x; /* offsets in double */
    double m[9], c[3], y[3], blended[3 * 3 * PD_LEARN_JOINTS_MAX];

    /* Subtract the pose offsets from the target. */
    pd_learn_vertex_matrix(m, c, t, weights, pose, i);
    pd_mat3_apply(y, m, b + 3 * i);
    for (int r = 0; r < 3; r++) y[r] = target[r] - y[r];

    /* Compute the derivative of the vertex by the joints, and its pull on them. */
    memset(blended, 0, 3 * (size_t)n * sizeof *blended);
    for (int s = 0; s < PD_LEARN_SLOTS && slots[s] >= 0; s++) {
        const double *q = e->q + 3 * (size_t)n * (size_t)slots[s];
        if (w[s] == 0) continue;
        for (int x = 0; x < 3 * n; x++) blended[x] += w[s] * q[x];
        for (int r = 0; r < 3; r++) pulls[slots[s]][r] += w[s] * y[r];
    }

    /* Add to the normal equations. */
    for (int r = 0; r < 3; r++) {
        double *row = e->b + (size_t)(3 * i + r) * (size_t)n;
        for (int d = 0; d < 3; d++) {
            e->right[3 * i + r] += m[3 * d + r] * y[d];
            for (int x = 0; x < 3; x++) e->a[9 * i + 3 * r + x] += m[3 * d + r] * m[3 * d + x];
            for (int x = 0; x < n; x++) row[x] += m[3 * d + r] * blended[d * n + x];
        }
    }
}

/* Adds one registration to the equations. */
static void add_registration(equations *e, const pd_learn_problem *p, const pd_learn_state *s, int j)
{
    PD_ASSERT(j >= 0 && j < s->count);
    const pd_learn_template *t = p->tpl;
    size_t v = 3 * (size_t)s->vertex_count;
    size_t k = (size_t)s->joint_count;
    size_t subject = (size_t)p->set->poses.subjects[j];
    const float *mesh = p->set->poses.vertices + v * (size_t)j;
    double pulls[PD_LEARN_JOINTS_MAX][3] = {{0}};
    double *together = e->kernel; /* not yet in use */
    pd_learn_pose pose;

    /* Compute offsets, pose and derivatives by the joints. */
    pd_learn_features(e->offsets + v, s->rotations + 9 * k * (size_t)j, s->joint_count);
    pd_learn_offsets(e->offsets, s, e->offsets + v);
    for (size_t i = 0; i < v; i++) e->x[i] = (double)e->offsets[i];
    pd_learn_pose_set(&pose, t, s->joints + 3 * k * subject, s->rotations + 9 * k * (size_t)j);
    for (int m = 0; m < s->joint_count; m++) pd_learn_shift_by_joints(e->q + 9 * k * (size_t)m, t, &pose, m);

    /* Add each vertex; `together` sums up the products of weights for C. */
    memset(together, 0, k * k * sizeof *together);
    for (int i = 0; i < s->vertex_count; i++) {
        const int *slots = t->slots + PD_LEARN_SLOTS * i;
        const double *w = s->weights + PD_LEARN_SLOTS * i;
        double target[3];
        if (isnan(mesh[3 * i])) continue;
        for (int c = 0; c < 3; c++) target[c] = (double)mesh[3 * i + c] - s->translations[3 * j + c];
        add_vertex_subject_step(e, t, s->weights, &pose, target, pulls, i);
        for (int a = 0; a < PD_LEARN_SLOTS && slots[a] >= 0; a++)
            for (int b = 0; b < PD_LEARN_SLOTS && slots[b] >= 0; b++)
                together[slots[a] * s->joint_count + slots[b]] += w[a] * w[b];
    }

    /* Add sum_kl (sum_i w_ik w_il) Q_k^T Q_l to C, and sum_k Q_k^T pulls_k to c. */
    const int n = e->n;
    for (int m = 0; m < s->joint_count; m++) {
        const double *q = e->q + 3 * (size_t)n * (size_t)m;
        memset(e->schur, 0, 3 * (size_t)n * sizeof *e->schur);
        for (int l = 0; l < s->joint_count; l++)
            for (int x = 0; x < 3 * n && together[m * s->joint_count + l] != 0; x++)
                e->schur[x] += together[m * s->joint_count + l] * e->q[3 * (size_t)n * (size_t)l + (size_t)x];
        for (int r = 0; r < 3; r++)
            for (int x = 0; x < n; x++) {
                if (q[r * n + x] == 0) continue;
                e->low[x] += q[r * n + x] * pulls[m][r];
                for (int y = 0; y < n; y++)
                    e->c[(size_t)x * (size_t)n + (size_t)y] += q[r * n + x] * e->schur[r * n + y];
            }
    }
}

/* ---- the priors and the solve ---- */

/* Computes out (V,3) = (A + Y)^-1 x. A vertex couples with its mirror image alone, so its three rows of the
 * inverse have six columns (18 numbers). */
static void apply_inverse(double *out, const equations *e, const pd_learn_template *t, const double *x)
{
    for (int i = 0; i < t->vertex_count; i++) {
        const double *m = e->inverse + 18 * i;
        const double *other = t->mirror ? x + 3 * t->mirror[i] : x;
        for (int r = 0; r < 3; r++)
            out[3 * i + r] = pd_dot3(m + 6 * r, x + 3 * i) + pd_dot3(m + 6 * r + 3, other);
    }
}

/* Inverts the 6 x 6 block of vertex i and its mirror image (3 x 3
 * for a vertex without one) and keeps i's three rows. */
static void invert_pair(equations *e, const pd_learn_template *t, double lambda, int i)
{
    PD_ASSERT(i >= 0 && i < t->vertex_count && lambda >= 0);
    int other = t->mirror ? t->mirror[i] : i;
    int size = other != i ? 6 : 3;
    double block[36] = {0};
    double *out = e->inverse + 18 * i;
    memset(out, 0, 18 * sizeof *out);

    /* Fill the block of the vertex and, on the diagonal, that of its mirror image. */
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            block[r * size + c] = e->a[9 * i + 3 * r + c];
            if (size == 6) block[(3 + r) * 6 + 3 + c] = e->a[9 * other + 3 * r + c];
        }

    /* Couple the two by the symmetry prior, lambda |T_i - mirror(T_j)|^2 from both of them: 2 lambda on the
     * diagonal (7 r is its index in a matrix of 6), and between the two 2 lambda for x, which changes its
     * sign, else -2. */
    if (size == 6)
        for (int r = 0; r < 3; r++) {
            block[7 * r] += 2 * lambda;
            block[7 * (3 + r)] += 2 * lambda;
            block[6 * r + 3 + r] = block[6 * (3 + r) + r] = (r ? -2 : 2) * lambda;
        }
    else if (t->mirror)
        block[0] += 4 * lambda;

    /* Compute the columns of the inverse. */
    if (!pd_k_cholesky(block, size)) return; /* cannot be: HOLD is on the diagonal */
    for (int c = 0; c < size; c++) {
        double column[6] = {0};
        column[c] = 1;
        pd_k_cholesky_solve(column, block, size);
        for (int r = 0; r < 3; r++) out[6 * r + c] = column[r];
    }
}

/* Computes Z = (A + Y)^-1 (B - lambda R^T). */
static void solve_columns(equations *e, const pd_learn_template *t)
{
    size_t n = (size_t)e->n;

    for (int i = 0; i < t->vertex_count; i++) {
        int other = t->mirror ? t->mirror[i] : i;
        for (int r = 0; r < 3; r++) {
            const double *m = e->inverse + 18 * i + 6 * r;
            double *z = e->z + (size_t)(3 * i + r) * n;
            memset(z, 0, n * sizeof *z);
            for (int c = 0; c < 6; c++) {
                const double *b = e->b + (size_t)(3 * (c < 3 ? i : other) + c % 3) * n;
                for (size_t x = 0; x < n && m[c] != 0; x++) z[x] += m[c] * b[x];
            }
        }
    }
}

/* Computes out (n,width) = R x for x (3V,width). */
static void apply_centers(double *out, const pd_learn_template *t, const double *x, size_t width)
{
    for (int k = 0; k < t->joint_count; k++)
        for (int c = 0; c < 3; c++) {
            double *row = out + (size_t)(3 * k + c) * width;
            memset(row, 0, width * sizeof *row);
            for (int m = t->center_start[k]; m < t->center_start[k + 1]; m++)
                for (size_t w = 0; w < width; w++)
                    row[w] += t->center_weight[m] * x[(size_t)(3 * t->center_vertex[m] + c) * width + w];
        }
}

/* Computes x (3V) = R^T y for y (n). */
static void spread_centers(double *x, const pd_learn_template *t, const double *y)
{
    memset(x, 0, 3 * (size_t)t->vertex_count * sizeof *x);
    for (int k = 0; k < t->joint_count; k++)
        for (int m = t->center_start[k]; m < t->center_start[k + 1]; m++)
            for (int c = 0; c < 3; c++) x[3 * t->center_vertex[m] + c] += t->center_weight[m] * y[3 * k + c];
}

/* J by its Schur complement, with K = 1/lambda + R (A + Y)^-1 R^T as its Cholesky factor;
 * false when either is singular. */
static bool solve_joints(equations *e, const pd_learn_template *t, double lambda, double *joints)
{
    int n = e->n;
    int rows = 3 * t->vertex_count;
    double unit[3 * PD_LEARN_JOINTS_MAX], column[3 * PD_LEARN_JOINTS_MAX], side[3 * PD_LEARN_JOINTS_MAX];

    /* Compute the kernel K column by column. */
    for (int c = 0; c < n; c++) {
        memset(unit, 0, sizeof unit);
        unit[c] = 1;
        spread_centers(e->x, t, unit);
        apply_inverse(e->y, e, t, e->x);
        apply_centers(column, t, e->y, 1);
        for (int r = 0; r < n; r++) e->kernel[r * n + c] = column[r] + (r == c) / lambda;
    }

    if (!pd_k_cholesky(e->kernel, n)) return false;

    /* Schur complement: C less what T takes up. */
    apply_centers(e->rz, t, e->z, (size_t)n);
    for (int c = 0; c < n; c++) { /* K^-1 R Z, transposed */
        for (int r = 0; r < n; r++) e->solved[c * n + r] = e->rz[r * n + c];
        pd_k_cholesky_solve(e->solved + (size_t)c * (size_t)n, e->kernel, n);
    }

    memcpy(e->schur, e->c, (size_t)n * (size_t)n * sizeof *e->schur);
    pd_k_gemm(e->schur, e->b, 1, e->z, 0, n, n, rows, -1, 1);
    pd_k_gemm(e->schur, e->solved, 0, e->rz, 0, n, n, n, 1, 1);

    /* Compute the right side. */
    apply_centers(side, t, e->z0, 1);
    pd_k_cholesky_solve(side, e->kernel, n);
    memcpy(joints, e->low, (size_t)n * sizeof *joints);
    pd_k_gemm(joints, e->b, 1, e->z0, 0, n, 1, rows, -1, 1);
    pd_k_gemm(joints, e->rz, 1, side, 0, n, 1, n, 1, 1);

    /* A small term keeps joints solvable that nothing shows. */
    for (int i = 0; i < n; i++) e->schur[i * n + i] += 1e-9;
    if (!pd_k_cholesky(e->schur, n)) return false;
    pd_k_cholesky_solve(joints, e->schur, n);

    return true;
}

/* Computes T = (A + Y + lambda R^T R)^-1 (a - (B - lambda R^T) J). */
static void solve_rest(double *rest, equations *e, const pd_learn_template *t, const double *joints)
{
    double side[3 * PD_LEARN_JOINTS_MAX];
    size_t numbers = 3 * (size_t)t->vertex_count;

    memcpy(rest, e->z0, numbers * sizeof *rest);

    pd_k_gemm(rest, e->z, 0, joints, 0, (int)numbers, 1, e->n, -1, 1);

    /* Correct for the prior on joint centres by the Woodbury identity. */
    apply_centers(side, t, rest, 1);
    pd_k_cholesky_solve(side, e->kernel, e->n);
    spread_centers(e->x, t, side);
    apply_inverse(e->y, e, t, e->x);
    for (size_t i = 0; i < numbers; i++) rest[i] -= e->y[i];
}

/* ---- all of them ---- */

typedef struct solving {
    const pd_learn_problem *problem;
    pd_learn_state *state;
    equations *workers;
    int *failed; /* (S) */
} solving;

/* Solves rest shape and joints of one subject (task `subject`): the joints from the Schur complement, then
 * the shape. */
static void solve_one(void *arg, int subject, int worker)
{
    solving *w = arg;
    const pd_learn_problem *p = w->problem;
    const pd_learn_template *t = p->tpl;
    pd_learn_state *s = w->state;
    equations *e = &w->workers[worker];
    const size_t v = 3 * (size_t)s->vertex_count;
    const size_t n = (size_t)e->n;
    double joints[3 * PD_LEARN_JOINTS_MAX];
    double lambda = fmax(p->lambdas.joints, 1e-9);

    /* HOLD keeps unseen vertices where they are. */
    memset(e->a, 0, 3 * v * sizeof *e->a);
    memset(e->b, 0, v * n * sizeof *e->b);
    memset(e->c, 0, n * n * sizeof *e->c);
    memset(e->low, 0, n * sizeof *e->low);
    for (size_t i = 0; i < v; i++) e->right[i] = HOLD * s->templates[v * (size_t)subject + i];
    for (size_t i = 0; i < v; i++) e->a[9 * (i / 3) + 4 * (i % 3)] = HOLD;
    for (int j = 0; j < s->count; j++)
        if (p->set->poses.subjects[j] == subject) add_registration(e, p, s, j);

    /* Prior between joints and joint centres, and the inverse of A with the symmetry prior. */
    for (int k = 0; k < t->joint_count; k++)
        for (int m = t->center_start[k]; m < t->center_start[k + 1]; m++)
            for (int c = 0; c < 3; c++)
                e->b[(size_t)(3 * t->center_vertex[m] + c) * n + (size_t)(3 * k + c)] -=
                    lambda * t->center_weight[m];
    for (int i = 0; i < t->vertex_count; i++) invert_pair(e, t, p->lambdas.symmetry, i);
    solve_columns(e, t);
    apply_inverse(e->z0, e, t, e->right);

    /* Add the priors on joints to C: distance to the centres, and symmetry. */
    const double pair = p->lambdas.symmetry * p->lambdas.symmetry_joints;
    for (int k = 0; k < t->joint_count; k++)
        for (int c = 0; c < 3; c++) {
            const int at = 3 * k + c;
            const int other = t->mirror ? t->joint_mirror[k] : k;
            e->c[at * e->n + at] += p->lambdas.joints;
            if (!t->mirror) continue;
            e->c[at * e->n + at] += other == k ? (c ? 0 : 4 * pair) : 2 * pair;
            if (other != k) e->c[at * e->n + 3 * other + c] += (c ? -2 : 2) * pair;
        }

    w->failed[subject] = !solve_joints(e, t, lambda, joints);
    if (w->failed[subject]) return;
    memcpy(s->joints + n * (size_t)subject, joints, n * sizeof *joints);
    solve_rest(s->templates + v * (size_t)subject, e, t, joints);
}

pd_status pd_learn_subject_step(pd_learn_state *state, const pd_learn_problem *problem, pd_error *err)
{
    if (pd_learn_state_check(state, problem->tpl, problem->set, err)) return err->status;
    int workers = problem->executor->worker_count;
    int ready = 1;
    solving w = {.problem = problem,
                 .state = state,
                 .workers = calloc((size_t)workers, sizeof(equations)),
                 .failed = calloc((size_t)state->subject_count + 1, sizeof(int))};

    /* Allocate the equations of one subject for each worker. */
    for (int i = 0; w.workers && i < workers && ready; i++)
        ready = take_memory_subject_step(&w.workers[i], state);
    pd_status status = w.workers && w.failed && ready
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "training",
                                     "out of memory for the equations of %d subjects", workers);

    /* Subjects are independent; every process gets the results of the others. */
    if (status == PD_OK) {
        const int count = state->subject_count;
        pd_learn_share_run(problem->share, problem->executor, solve_one, &w, count);
        pd_learn_share_results(problem->share, state->templates,
                               3 * (size_t)state->vertex_count * sizeof *state->templates, count, 1, count);
        pd_learn_share_results(problem->share, state->joints,
                               3 * (size_t)state->joint_count * sizeof *state->joints, count, 1, count);
        pd_learn_share_results(problem->share, w.failed, sizeof *w.failed, count, 1, count);
    }

    for (int s = 0; status == PD_OK && s < state->subject_count; s++)
        if (w.failed[s])
            status = pd_fail(err, PD_ERR_INTERNAL, "training", "subject %d: its equations are singular", s);

    for (int i = 0; w.workers && i < workers; i++) free_memory(&w.workers[i]);
    free(w.workers);
    free(w.failed);

    return status;
}
