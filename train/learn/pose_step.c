#include "train/learn/pose_step.h"

#include "core/base/assert.h"
#include "core/math/horn.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ENOUGH        1e-6 /* stop when a step gains less of the energy */
#define LEAST_DAMP    1e-9 /* damping of Levenberg and Marquardt, as a factor of the diagonal */
#define MOST_DAMP     1e3  /* no step helps that is damped by more */
#define LEAST_OF_PART 4    /* fewer points of a part do not determine its rotation */
/* More than that: every third row is enough for J^T J; energy and gradient take all. */
#define MANY_VERTICES 4000
#define EVERY         3 /* see above */

/* Scratch of one fit, all in one block of memory. */
typedef struct room {
    double *skin, *force;  /* (V,3) */
    double *arms;          /* (V,K,3) a_ik */
    double *gram, *factor; /* (n,n) */
    double *gradient, *step, *kept;
    float *offsets, *rest_force; /* (3V + F), (3V + F) */
    pd_learn_pose pose;
} room;

size_t pd_learn_fit_scratch_bytes(const pd_learn_template *tpl)
{
    size_t v = 3 * (size_t)tpl->vertex_count;
    size_t k = (size_t)tpl->joint_count;
    size_t n = 3 * k + 3;
    size_t f = 9 * k;

    return sizeof(room) + (2 * v + v * k + 2 * n * n + 2 * n + 9 * k) * sizeof(double) +
           2 * (v + f) * sizeof(float);
}

/* Cuts the scratch of one fit into its arrays; `next` is where the next one begins. */
static room *open_room(void *scratch, const pd_learn_template *tpl)
{
    size_t v = 3 * (size_t)tpl->vertex_count;
    size_t k = (size_t)tpl->joint_count;
    size_t n = 3 * k + 3;
    size_t f = 9 * k;
    room *r = scratch;
    double *next = (double *)(r + 1);

    r->skin = next;
    next += v;
    r->force = next;
    next += v;
    r->arms = next;
    next += v * k;
    r->gram = next;
    next += n * n;
    r->factor = next;
    next += n * n;
    r->gradient = next;
    next += n;
    r->step = next;
    next += n;
    r->kept = next;
    next += 9 * k;
    r->offsets = (float *)next;
    r->rest_force = r->offsets + v + f;

    return r;
}

/* ---- the start ---- */

/* Computes the rotation that fits a cloud of covariance s = sum a b^T (a before,
 * b after) best, by Horn's matrix. */
static void horn(double out[9], const double s[9])
{
    double n[16], value, q[4];
    pd_quat turn = pd_q_identity();
    pd_horn_matrix(n, s);
    if (pd_k_syev_top(&value, q, n, 4, 1)) turn = (pd_quat){q[1], q[2], q[3], q[0]};
    pd_q_to_matrix(out, turn);
}

/* Computes the covariance of a part at rest and in the mesh. Returns the number of its present vertices. */
static int part_covariance(double s[9], const pd_learn_fit *fit, int part)
{
    PD_ASSERT(part >= 0);
    double a[3] = {0}, b[3] = {0};
    int count = 0;
    memset(s, 0, 9 * sizeof *s);
    for (int i = 0; i < fit->tpl->vertex_count; i++) {
        const double *x = fit->rest + 3 * i;
        const float *y = fit->mesh + 3 * i;
        if (fit->tpl->parts[i] != part || isnan(y[0])) continue;
        count++;
        for (int c = 0; c < 3; c++) {
            a[c] += x[c];
            b[c] += (double)y[c];
            for (int d = 0; d < 3; d++) s[3 * c + d] += x[c] * (double)y[d];
        }
    }

    for (int c = 0; c < 9 && count; c++) s[c] -= a[c / 3] * b[c % 3] / count;

    return count;
}

void pd_learn_fit_start(pd_learn_fit *fit)
{
    double world[PD_LEARN_JOINTS_MAX][9], s[9];

    for (int k = 0; k < fit->tpl->joint_count; k++) {
        /* Rotation of each part in the world; a part with too few vertices follows its parent. */
        int parent = fit->tpl->parents[k];
        if (part_covariance(s, fit, k) >= LEAST_OF_PART)
            horn(world[k], s);
        else if (k)
            memcpy(world[k], world[parent], sizeof s);
        else
            pd_rot_from_axis_angle(world[0], (double[3]){0});

        /* Compute the local rotation: the inverse of the parent's rotation times its own. */
        double *local = fit->rotations + 9 * k;
        double back[9];
        for (int c = 0; c < 9 && k; c++) back[c] = world[parent][3 * (c % 3) + c / 3];
        if (k)
            pd_mat3_mul(local, back, world[k]);
        else
            memcpy(local, world[0], sizeof s);
    }

    /* Compute tau, the mean difference between mesh and surface. */
    pd_learn_pose pose;
    double apart[3] = {0};
    int seen = 0;
    pd_learn_pose_set(&pose, fit->tpl, fit->joints, fit->rotations);
    for (int i = 0; i < fit->tpl->vertex_count; i++) {
        double m[9], c[3], y[3];
        if (isnan(fit->mesh[3 * i])) continue;
        pd_learn_vertex_matrix(m, c, fit->tpl, fit->state->weights, &pose, i);
        pd_mat3_apply(y, m, fit->rest + 3 * i);
        for (int n = 0; n < 3; n++) apart[n] += (double)fit->mesh[3 * i + n] - y[n] - c[n];
        seen++;
    }

    for (int n = 0; n < 3; n++) fit->translation[n] = seen ? apart[n] / seen : 0;
}

/* ---- the energy ---- */

/* Brings pose, offsets and skin to the fit's rotations. Returns the data term. */
static double evaluate(room *r, const pd_learn_fit *fit)
{
    const pd_learn_template *t = fit->tpl;
    float *features = r->offsets + 3 * t->vertex_count;

    double sum = 0;

    /* Compute the surface at the current rotations. */
    pd_learn_features(features, fit->rotations, t->joint_count);
    pd_learn_offsets(r->offsets, fit->state, features);
    pd_learn_pose_set(&r->pose, t, fit->joints, fit->rotations);
    pd_learn_skin(r->skin, t, fit->state->weights, fit->rest, r->offsets, &r->pose, fit->translation);

    /* Sum up squared differences of edges, or of vertices. */
    for (int e = 0; fit->by_edges && e < t->edge_count; e++) {
        const int a = 3 * t->edges[e][0];
        const int b = 3 * t->edges[e][1];
        if (isnan(fit->mesh[a]) || isnan(fit->mesh[b])) continue;
        for (int c = 0; c < 3; c++)
            sum += pow(r->skin[a + c] - r->skin[b + c] - (double)(fit->mesh[a + c] - fit->mesh[b + c]), 2);
    }

    for (int i = 0; !fit->by_edges && i < 3 * t->vertex_count; i++)
        if (!isnan(fit->mesh[i])) sum += pow(r->skin[i] - (double)fit->mesh[i], 2);

    return sum;
}

/* ---- derivatives ---- */

/* Computes for each vertex the force on it (its residual r_i, or with by_edges the sum of the residuals of
 * its edges), the arms a_ik of the joints that move it, and the force carried back to rest, M_i^T force_i. */
static void set_arms(room *r, const pd_learn_fit *fit)
{
    const pd_learn_template *t = fit->tpl;

    memset(r->force, 0, 3 * (size_t)t->vertex_count * sizeof *r->force);
    for (int e = 0; fit->by_edges && e < t->edge_count; e++) {
        const int a = 3 * t->edges[e][0];
        const int b = 3 * t->edges[e][1];
        if (isnan(fit->mesh[a]) || isnan(fit->mesh[b])) continue;
        for (int c = 0; c < 3; c++) {
            double off = r->skin[a + c] - r->skin[b + c] - (double)(fit->mesh[a + c] - fit->mesh[b + c]);
            r->force[a + c] += off;
            r->force[b + c] -= off;
        }
    }

    for (int i = 0; !fit->by_edges && i < 3 * t->vertex_count; i++)
        if (!isnan(fit->mesh[i])) r->force[i] = r->skin[i] - (double)fit->mesh[i];

    /* Compute the arms of the joints that move a vertex:
     * the offset from the joint, weighted over its subtree. */
    for (int i = 0; i < t->vertex_count; i++) {
        const int *slots = t->slots + PD_LEARN_SLOTS * i;
        const double *w = fit->state->weights + PD_LEARN_SLOTS * i;
        const double *force = r->force + 3 * i;
        double *arms = r->arms + 3 * (size_t)i * (size_t)t->joint_count;
        double x[3];

        /* Position at rest with the pose blend shapes; arms start at 0. `movers` has a bit for each joint. */
        double back[3] = {0};

        for (int c = 0; c < 3; c++) x[c] = fit->rest[3 * i + c] + (double)r->offsets[3 * i + c];
        for (uint64_t left = t->movers[i]; left; left &= left - 1) {
            int k = __builtin_ctzll(left);
            for (int c = 0; c < 3; c++) arms[3 * k + c] = 0;
        }

        for (int s = 0; s < PD_LEARN_SLOTS && slots[s] >= 0; s++) {
            int l = slots[s];
            double y[3];
            if (w[s] == 0) continue;
            pd_mat3_apply(y, r->pose.world[l], x);
            for (int c = 0; c < 3; c++) y[c] += r->pose.shift[l][c];
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 3; d++) back[c] += w[s] * r->pose.world[l][3 * d + c] * force[d];
            for (int k = l; k >= 0; k = t->parents[k])
                for (int c = 0; c < 3; c++) arms[3 * k + c] += w[s] * (y[c] - r->pose.place[k][c]);
        }

        for (int c = 0; c < 3; c++) r->rest_force[3 * i + c] = (float)back[c];
    }
}

/* Adds p_m p_k^T to S_km over the joints of a row, in the lower triangle of blocks, and p_k to the sums
 * beside them, for tau. */
static void add_row_pose_step(room *r, const double *p, uint64_t joints, int n, int with_place)
{
    for (uint64_t left = joints; left; left &= left - 1) {
        int k = __builtin_ctzll(left);
        const double *a = p + 3 * k;
        for (uint64_t below = joints & ((UINT64_C(2) << k) - 1); below; below &= below - 1) {
            int m = __builtin_ctzll(below);
            const double *b = p + 3 * m;
            double *block = r->gram + (size_t)(3 * k) * (size_t)n + 3 * m;
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 3; d++) block[c * n + d] += b[c] * a[d];
        }

        for (int c = 0; c < 3 && with_place; c++)
            r->gram[(size_t)(n - 3) * (size_t)n + (size_t)(3 * k + c)] += a[c];
    }
}

/* J^T J: sums of rows first, then a block is tr(S) I - S;
 * a turn and tau meet in [p]x; both triangles are filled. */
static void set_gram(room *r, const pd_learn_fit *fit, int n)
{
    PD_ASSERT(n > 0);
    const pd_learn_template *t = fit->tpl;
    const size_t width = 3 * (size_t)t->joint_count;
    const int every = t->vertex_count > MANY_VERTICES ? EVERY : 1;
    double *g = r->gram;
    double p[3 * PD_LEARN_JOINTS_MAX];

    memset(g, 0, (size_t)n * (size_t)n * sizeof *g);

    /* Add the rows of vertices or of edges. */
    for (int i = 0; !fit->by_edges && i < t->vertex_count; i += every) {
        if (isnan(fit->mesh[3 * i])) continue;
        add_row_pose_step(r, r->arms + width * (size_t)i, t->movers[i], n, 1);
        g[(size_t)n * (size_t)n - 1] += 1;
    }

    for (int e = 0; fit->by_edges && e < t->edge_count; e += every) {
        const int a = t->edges[e][0];
        const int b = t->edges[e][1];
        uint64_t joints = t->movers[a] | t->movers[b];
        if (isnan(fit->mesh[3 * a]) || isnan(fit->mesh[3 * b])) continue;
        for (uint64_t left = joints; left; left &= left - 1) {
            int k = __builtin_ctzll(left);
            for (size_t c = (size_t)(3 * k); c < (size_t)(3 * k + 3); c++)
                p[c] = (t->movers[a] >> k & 1 ? r->arms[width * (size_t)a + c] : 0) -
                       (t->movers[b] >> k & 1 ? r->arms[width * (size_t)b + c] : 0);
        }

        add_row_pose_step(r, p, joints, n, 0);
    }

    /* A subset of the rows stands for all of them. */
    for (size_t i = 0; every > 1 && i < (size_t)n * (size_t)n; i++) g[i] *= every;

    /* Fill the blocks between rotations. */
    const double rows = g[(size_t)n * (size_t)n - 1];
    for (int k = 0; k < t->joint_count; k++)
        for (int m = 0; m <= k; m++) {
            double *block = g + (size_t)(3 * k) * (size_t)n + 3 * m;
            double trace = block[0] + block[n + 1] + block[2 * n + 2];
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 3; d++) block[c * n + d] = (c == d) * trace - block[c * n + d];
        }

    /* Fill the blocks between rotations and tau. */
    for (int k = 0; k < t->joint_count && !fit->by_edges; k++) {
        double *row = g + (size_t)(n - 3) * (size_t)n + 3 * k;
        double own[3] = {row[0], row[1], row[2]};
        const double cross[9] = {0,      own[2], -own[1], -own[2], 0,
                                 own[0], own[1], -own[0], 0}; /* transposed: tau's row, the turn's column */
        for (int c = 0; c < 9; c++) row[(c / 3) * n + c % 3] = cross[c];
    }

    /* Fill the block of tau. */
    for (int c = 0; c < 3 && !fit->by_edges; c++)
        for (int d = 0; d <= c; d++)
            g[(size_t)(n - 3 + c) * (size_t)n + (size_t)(n - 3 + d)] = (c == d) * rows;
    pd_k_mirror(g, n);
}

/* Computes the gradient dE/2 along each turn in world axes, and along tau. */
static void set_gradient(room *r, const pd_learn_fit *fit, int n, int with_place)
{
    const pd_learn_template *t = fit->tpl;
    float *df = r->rest_force + 3 * t->vertex_count;

    memset(r->gradient, 0, (size_t)n * sizeof *r->gradient);

    /* Add the torque of each vertex's force about the joints that move it. */
    for (int i = 0; i < t->vertex_count; i++) {
        const double *arms = r->arms + 3 * (size_t)i * (size_t)t->joint_count;
        const double *force = r->force + 3 * i;
        for (uint64_t left = t->movers[i]; left; left &= left - 1) {
            int k = __builtin_ctzll(left);
            double about[3];
            pd_cross3(about, arms + 3 * k, force);
            for (int c = 0; c < 3; c++) r->gradient[3 * k + c] += about[c];
        }

        for (int c = 0; c < 3 && with_place; c++) r->gradient[n - 3 + c] += force[c];
    }

    /* Pose blend shapes change with the rotation as well. */
    if (!fit->state->is_blended) return;
    pd_k_gemv_f32(df, fit->state->blend, 1, r->rest_force, 3 * t->vertex_count, fit->state->feature_count);
    for (int k = 1; k < t->joint_count; k++) {
        const double *rotation = fit->rotations + 9 * k;
        const float *own = df + 9 * (k - 1);
        double local[3] = {0};
        double world[3];
        for (int c = 0; c < 3; c++) {
            int a = (c + 1) % 3;
            int b = (c + 2) % 3;
            for (int m = 0; m < 3; m++)
                local[c] += (double)own[3 * b + m] * rotation[3 * a + m] -
                            (double)own[3 * a + m] * rotation[3 * b + m];
        }

        pd_mat3_apply(world, r->pose.world[t->parents[k]], local);
        for (int c = 0; c < 3; c++) r->gradient[3 * k + c] += world[c];
    }
}

/* ---- steps ---- */

/* step = -(G + damp diag G)^-1 gradient; false when that has no solution. */
static bool solve_pose_step(room *r, int n, double damp)
{
    PD_ASSERT(n > 0 && damp >= 0);
    double most = 0;

    /* Add the damping, relative to the diagonal. */
    for (int i = 0; i < n; i++) most = fmax(most, r->gram[(size_t)i * (size_t)n + (size_t)i]);
    memcpy(r->factor, r->gram, (size_t)n * (size_t)n * sizeof *r->gram);
    for (int i = 0; i < n; i++) {
        double *d = r->factor + (size_t)i * (size_t)n + i;
        *d += damp * *d + 1e-9 * most;
        r->step[i] = -r->gradient[i];
    }

    if (!pd_k_cholesky(r->factor, n)) return false;
    pd_k_cholesky_solve(r->step, r->factor, n);
    return true;
}

/* Applies the step: rotations in the axes of the parent, then tau. */
static void turn_pose_step(pd_learn_fit *fit, const room *r, int with_place)
{
    const pd_learn_template *t = fit->tpl;

    for (int k = 0; k < t->joint_count; k++) {
        double local[3] = {0};
        double by[9], before[9];
        double *rotation = fit->rotations + 9 * k;
        for (int c = 0; c < 3; c++)
            for (int d = 0; d < 3; d++)
                local[c] +=
                    (k ? r->pose.world[t->parents[k]][3 * d + c] : (double)(c == d)) * r->step[3 * k + d];
        memcpy(before, rotation, sizeof before);
        pd_rot_from_axis_angle(by, local);
        pd_mat3_mul(rotation, by, before);
    }

    for (int c = 0; c < 3 && with_place; c++) fit->translation[c] += r->step[3 * t->joint_count + c];
}

double pd_learn_fit_solve(pd_learn_fit *fit, int rounds, void *scratch)
{
    PD_ASSERT(rounds >= 0 && scratch);
    room *r = open_room(scratch, fit->tpl);
    size_t bytes = 9 * (size_t)fit->tpl->joint_count * sizeof(double);
    int n = 3 * fit->tpl->joint_count + (fit->by_edges ? 0 : 3);
    double damp = 1e-4;
    double energy = evaluate(r, fit);

    /* Step by Levenberg-Marquardt. */
    for (int round = 0; round < rounds; round++) {
        double before = energy;
        double place[3];
        set_arms(r, fit);
        set_gram(r, fit, n);
        set_gradient(r, fit, n, !fit->by_edges);
        memcpy(r->kept, fit->rotations, bytes);
        memcpy(place, fit->translation, sizeof place);

        /* Increase the damping until the energy falls. */
        int better = 0;
        for (; !better && damp < MOST_DAMP; damp *= 8) {
            const pd_learn_pose pose = r->pose; /* steps are in its axes */
            if (!solve_pose_step(r, n, damp)) continue;
            turn_pose_step(fit, r, !fit->by_edges);
            double now = evaluate(r, fit);
            if (now < energy) {
                better = 1;
                energy = now;
                damp = fmax(LEAST_DAMP, damp / 64);
                continue;
            }

            memcpy(fit->rotations, r->kept, bytes);
            memcpy(fit->translation, place, sizeof place);
            r->pose = pose;
        }

        if (!better || before - energy <= ENOUGH * before) break;
    }

    return energy;
}

/* ---- all of them ---- */

typedef struct posing {
    pd_learn_state *state;
    const pd_learn_problem *problem;
    int rounds, start;
    char *scratch;
    size_t bytes;
} posing;

/* Fits the pose of one mesh to its subject (task j). */
static void pose_one(void *arg, int j, int worker)
{
    posing *w = arg;
    size_t v = 3 * (size_t)w->state->vertex_count;
    size_t k = 3 * (size_t)w->state->joint_count;
    size_t subject = (size_t)w->problem->set->poses.subjects[j];
    double *place = w->state->translations + 3 * j;
    pd_learn_fit fit = {.tpl = w->problem->tpl,
                        .state = w->state,
                        .rest = w->state->templates + v * subject,
                        .joints = w->state->joints + k * subject,
                        .mesh = w->problem->set->poses.vertices + v * (size_t)j,
                        .rotations = w->state->rotations + 3 * k * (size_t)j,
                        .translation = {place[0], place[1], place[2]}};

    if (w->start) pd_learn_fit_start(&fit);
    pd_learn_fit_solve(&fit, w->rounds, w->scratch + w->bytes * (size_t)worker);
    memcpy(place, fit.translation, sizeof fit.translation);
}

pd_status pd_learn_pose_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds, int start,
                             pd_error *err)
{
    if (pd_learn_state_check(state, problem->tpl, problem->set, err)) return err->status;

    /* A worker's scratch, rounded up to cache lines. */
    size_t bytes = (pd_learn_fit_scratch_bytes(problem->tpl) + 63) & ~(size_t)63;
    posing w = {.state = state,
                .problem = problem,
                .rounds = rounds,
                .start = start,
                .scratch = malloc(bytes * (size_t)problem->executor->worker_count),
                .bytes = bytes};
    if (!w.scratch) return pd_fail(err, PD_ERR_MEMORY, "training", "out of memory for poses");
    pd_learn_share_run(problem->share, problem->executor, pose_one, &w, state->count);
    pd_learn_share_results(problem->share, state->rotations,
                           9 * (size_t)state->joint_count * sizeof *state->rotations, state->count, 1,
                           state->count);
    pd_learn_share_results(problem->share, state->translations, 3 * sizeof *state->translations, state->count,
                           1, state->count);
    free(w.scratch);

    return PD_OK;
}
