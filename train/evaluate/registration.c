#include "train/evaluate/registration.h"

#include "core/base/assert.h"
#include "core/math/horn.h"
#include "core/kernel/linalg.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define STEP_POSE    4e-3  /* step of finite differences, radians */
#define STEP_BETA    5e-2  /* step of finite differences of a beta, standard deviations */
#define CHUNK        1024  /* vertices that are added to the normal equations at a time */
#define ROUNDS       40    /* most steps of a solve */
#define ENOUGH       1e-3  /* relative decrease of the cost that ends a solve */
#define EXACT        1e-13 /* cost that ends a solve, m2: the precision of float32 */
#define LEAST_WEIGHT 0.05  /* least weight of a vertex in a joint's part, for the start */

static int parameter_count(const pd_smpl_model *m)
{
    return 3 * m->joint_count + m->beta_count + 3;
}

/* --- memory --- */

static void set_rest_pose(float *rotations, int joint_count)
{
    memset(rotations, 0, 9 * (size_t)joint_count * sizeof *rotations);
    for (int i = 0; i < 3 * joint_count; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
}

pd_status pd_train_body_registration_init(pd_train_body_registration *fit, const pd_smpl_model *model,
                                          pd_smpl_skinning skinning, pd_error *err)
{
    *fit = (pd_train_body_registration){.model = pd_smpl_model_retain((pd_smpl_model *)model),
                                        .skinning = skinning};

    size_t v = (size_t)model->vertex_count;
    size_t k = (size_t)model->joint_count;
    size_t b = (size_t)model->beta_count;
    size_t bodies = 3 * k + b;
    size_t n = (size_t)parameter_count(model) + 1;
    const pd_smpl_job job = {
        .bodies = NULL, .body_count = (int)bodies, .skinning = skinning, .contact = NULL};

    /* Allocate all. A step poses 3 K + B bodies at once, one for each parameter that is moved. */
    fit->betas = calloc(b + 1, sizeof *fit->betas);
    fit->rotations = malloc(9 * k * sizeof *fit->rotations);
    fit->vertices = malloc(3 * v * sizeof *fit->vertices);
    fit->areas = malloc(v * sizeof *fit->areas);
    fit->block = malloc(bodies * 3 * v * sizeof *fit->block);
    fit->rotated = malloc(3 * k * 9 * k * sizeof *fit->rotated);
    fit->reshaped = malloc((b * b + 1) * sizeof *fit->reshaped);
    fit->saved = malloc((9 * k + b + 3) * sizeof *fit->saved);
    fit->gram = malloc(n * n * sizeof *fit->gram);
    fit->factor = malloc(n * n * sizeof *fit->factor);
    fit->step = malloc(n * sizeof *fit->step);
    fit->columns = malloc(n * 3 * CHUNK * sizeof *fit->columns);
    fit->bodies = calloc(bodies, sizeof *fit->bodies);
    if (!(fit->betas && fit->rotations && fit->vertices && fit->areas && fit->block && fit->rotated &&
          fit->reshaped && fit->saved && fit->gram && fit->factor && fit->step && fit->columns &&
          fit->bodies && pd_arena_init(&fit->scratch, pd_smpl_job_scratch_bytes(&job, model)))) {
        pd_train_body_registration_deinit(fit);
        return pd_fail(err, PD_ERR_MEMORY, "registration", "out of memory for %d bodies of %d vertices",
                       parameter_count(model), model->vertex_count);
    }

    /* Compute the areas of vertices of the template as fractions of the whole:
     * a third of each triangle for each corner. */
    double sum = 0;
    memset(fit->areas, 0, (size_t)model->vertex_count * sizeof *fit->areas);
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *i = model->data.faces + 3 * (size_t)f;
        pd_vec3 p[3];
        for (int c = 0; c < 3; c++) {
            const float *at = model->data.v_template + 3 * (size_t)i[c];
            p[c] = pd_vec3_make((double)at[0], (double)at[1], (double)at[2]);
        }

        double area = pd_vec3_length(pd_vec3_cross(pd_vec3_sub(p[1], p[0]), pd_vec3_sub(p[2], p[0])));
        for (int c = 0; c < 3; c++) fit->areas[i[c]] += area;
        sum += 3 * area;
    }

    for (int i = 0; i < model->vertex_count; i++) fit->areas[i] /= sum;

    set_rest_pose(fit->rotations, model->joint_count);
    return PD_OK;
}

void pd_train_body_registration_deinit(pd_train_body_registration *fit)
{
    pd_smpl_model_release(fit->model);
    free(fit->betas);
    free(fit->rotations);
    free(fit->vertices);
    free(fit->areas);
    free(fit->block);
    free(fit->rotated);
    free(fit->reshaped);
    free(fit->saved);
    free(fit->gram);
    free(fit->factor);
    free(fit->step);
    free(fit->columns);
    free(fit->bodies);
    pd_arena_deinit(&fit->scratch);
    memset(fit, 0, sizeof *fit);
}

/* --- forward --- */

/* Poses the first `count` of fit->bodies. */
static void run_bodies(pd_train_body_registration *fit, int count)
{
    PD_ASSERT(count > 0);
    const pd_smpl_job job = {
        .bodies = fit->bodies, .body_count = count, .skinning = fit->skinning, .contact = NULL};
    pd_arena_reset(&fit->scratch);
    pd_smpl_job_run(&job, fit->model, &fit->scratch, &pd_executor_serial);
}

/* Poses the body of the present parameters into fit->vertices. */
static void run_present(pd_train_body_registration *fit)
{
    /* Compute the present body. */
    fit->bodies[0] = (pd_smpl_body){.betas = fit->betas,
                                    .beta_count = fit->model->beta_count,
                                    .rotations = fit->rotations,
                                    .translation = fit->translation,
                                    .vertices = fit->vertices};
    run_bodies(fit, 1);
}

/* Returns the cost sum_i a_i |M_i - v_i|^2. */
static double registration_cost_of(const pd_train_body_registration *fit, const float *mesh)
{
    double sum = 0;

    for (size_t i = 0; i < 3 * (size_t)fit->model->vertex_count; i++) {
        double d = (double)fit->vertices[i] - (double)mesh[i];
        sum += fit->areas[i / 3] * d * d;
    }

    return sum;
}

pd_train_body_distance pd_train_body_registration_distance(const pd_train_body_registration *fit,
                                                           const float *mesh)
{
    pd_train_body_distance out = {0, 0};

    for (size_t i = 0; i < (size_t)fit->model->vertex_count; i++) {
        double d2 = 0;
        for (size_t c = 0; c < 3; c++)
            d2 += pow((double)fit->vertices[3 * i + c] - (double)mesh[3 * i + c], 2);
        out.vertex += sqrt(d2) / fit->model->vertex_count;
        out.area += fit->areas[i] * sqrt(d2);
    }

    return out;
}

/* --- the start: part by part --- */

/* Returns the rotation that best maps points a to points b with covariance s = sum w a b^T: the eigenvector
 * of the largest eigenvalue of Horn's matrix. */
static pd_quat horn(const double s[9])
{
    double n[16], value, q[4];
    pd_horn_matrix(n, s);
    if (!pd_k_syev_top(&value, q, n, 4, 1)) return pd_q_identity();
    return (pd_quat){q[1], q[2], q[3], q[0]};
}

/* Computes the covariance of a joint's part between the rest shape and the mesh.
 * Returns false if it has too few vertices. */
static bool part_moments(double s[9], const pd_train_body_registration *fit, const float *mesh, int joint)
{
    const pd_smpl_model *m = fit->model;
    double sum = 0, a[3] = {0}, b[3] = {0};
    int count = 0;

    /* Sum over the vertices of the joint, weighted by squared skin weight and area. */
    memset(s, 0, 9 * sizeof *s);
    for (size_t i = 0; i < (size_t)m->vertex_count; i++) {
        double w = (double)m->data.weights[i * (size_t)m->joint_count + (size_t)joint];
        if (w < LEAST_WEIGHT) continue;
        w *= w * fit->areas[i];
        sum += w;
        count++;
        for (size_t c = 0; c < 3; c++) {
            a[c] += w * (double)fit->vertices[3 * i + c];
            b[c] += w * (double)mesh[3 * i + c];
            for (size_t d = 0; d < 3; d++)
                s[3 * c + d] += w * (double)fit->vertices[3 * i + c] * (double)mesh[3 * i + d];
        }
    }

    /* Centre the covariance. */
    for (int c = 0; c < 9 && sum > 0; c++) s[c] -= a[c / 3] * b[c % 3] / sum;
    return count >= 4;
}

/* Moves the body so that its centre is that of the mesh. */
static void center_on(pd_train_body_registration *fit, const float *mesh)
{
    /* Set the translation to the mean difference, weighted by area. */
    for (int c = 0; c < 3; c++) fit->translation[c] = 0;
    run_present(fit);
    double apart[3] = {0};
    for (size_t i = 0; i < 3 * (size_t)fit->model->vertex_count; i++)
        apart[i % 3] += fit->areas[i / 3] * ((double)mesh[i] - (double)fit->vertices[i]);
    for (int c = 0; c < 3; c++) fit->translation[c] = (float)apart[c];
}

void pd_train_body_registration_start(pd_train_body_registration *fit, const float *mesh)
{
    const pd_smpl_model *m = fit->model;
    pd_quat world[PD_SMPL_MAX_JOINTS];
    double s[9], local[9];

    /* Move the rest pose to the mesh, then find the rotation of each part separately. */
    set_rest_pose(fit->rotations, m->joint_count);
    center_on(fit, mesh);
    for (int k = 0; k < m->joint_count; k++) {
        int parent = m->data.parents[k];
        pd_quat above = parent < 0 ? pd_q_identity() : world[parent];
        world[k] = part_moments(s, fit, mesh, k) ? horn(s) : above;
    }

    /* Make the rotations local to the parents. */
    for (int k = 0; k < m->joint_count; k++) {
        int parent = m->data.parents[k];
        pd_q_to_matrix(local, parent < 0 ? world[k] : pd_q_inv_mul(world[parent], world[k]));
        for (int c = 0; c < 9; c++) fit->rotations[9 * k + c] = (float)local[c];
    }

    /* Centre again, because the parts were turned. */
    center_on(fit, mesh);
    run_present(fit);
}

/* --- Gauss-Newton --- */

/* Replaces r by r exp(step), for a rotation vector `step`. */
static void rotate_registration(float r[9], const double step[3])
{
    double by[9], before[9], now[9];
    for (int c = 0; c < 9; c++) before[c] = (double)r[c];
    pd_rot_from_axis_angle(by, step);
    pd_rot_mul(now, before, by);
    for (int c = 0; c < 9; c++) r[c] = (float)now[c];
}

/* Computes G = [J r]^T A [J r], (n+1,n+1), over all vertices: J by finite differences, r the residual, A the
 * areas of vertices. */
static void sum_normal(pd_train_body_registration *fit, const float *mesh, int beta_count, int n)
{
    PD_ASSERT(n > 0 && beta_count >= 0);
    const pd_smpl_model *m = fit->model;
    size_t v = (size_t)m->vertex_count;
    size_t k = (size_t)m->joint_count;
    size_t b = (size_t)m->beta_count;
    int poses = 3 * m->joint_count;
    int count = poses + beta_count;
    double root[3 * CHUNK];

    /* Make a body for a step along each parameter: 3K of pose, then beta_count of shape. */
    for (int p = 0; p < count; p++) {
        pd_smpl_body *body = &fit->bodies[p];
        *body = (pd_smpl_body){.betas = fit->betas,
                               .beta_count = m->beta_count,
                               .rotations = fit->rotations,
                               .translation = fit->translation,
                               .vertices = fit->block + 3 * v * (size_t)p};
        if (p < poses) {
            float *r = fit->rotated + 9 * k * (size_t)p;
            double step[3] = {0};
            step[p % 3] = STEP_POSE;
            memcpy(r, fit->rotations, 9 * k * sizeof *r);
            rotate_registration(r + 9 * (p / 3), step);
            body->rotations = r;
        } else {
            float *own = fit->reshaped + b * (size_t)(p - poses);
            memcpy(own, fit->betas, b * sizeof *own);
            own[p - poses] += (float)STEP_BETA;
            body->betas = own;
        }
    }

    run_bodies(fit, count);

    /* Process the vertices in ranges. Each row is multiplied by the square root of the area. */
    memset(fit->gram, 0, (size_t)(n + 1) * (size_t)(n + 1) * sizeof *fit->gram);
    for (size_t first = 0; first < v; first += CHUNK) {
        const size_t width = 3 * (v - first < CHUNK ? v - first : CHUNK);
        const float *at = fit->vertices + 3 * first;
        const float *wanted = mesh + 3 * first;

        /* Compute the differences from the present body, divided by the step. */
        for (size_t i = 0; i < width; i++) root[i] = sqrt(fit->areas[first + i / 3]);
        for (size_t p = 0; p < (size_t)count; p++) {
            const float *beside = fit->block + 3 * (v * p + first);
            double *row = fit->columns + p * width;
            double scale = 1 / (p < 3 * k ? STEP_POSE : STEP_BETA);
            for (size_t i = 0; i < width; i++) row[i] = scale * root[i] * ((double)beside[i] - (double)at[i]);
        }

        /* Add the translation, whose derivative is 1 along each axis. The residual is the last row. */
        double *rows = fit->columns + (size_t)count * width;
        memset(rows, 0, 3 * width * sizeof *rows);
        for (size_t i = 0; i < width; i++) {
            rows[(i % 3) * width + i] = root[i];
            rows[3 * width + i] = root[i] * ((double)wanted[i] - (double)at[i]);
        }

        pd_k_gram_add(fit->gram, fit->columns, n + 1, (int)width);
    }

    pd_k_mirror(fit->gram, n + 1);
}

/* Solves fit->step (n) = (G + lambda diag G)^-1 J^T r. Returns false if that is not possible. */
static bool solve_step(pd_train_body_registration *fit, int n, double lambda)
{
    PD_ASSERT(n > 0 && lambda >= 0);
    size_t m = (size_t)n;
    size_t wide = m + 1;
    double *a = fit->factor;
    double *step = fit->step;

    /* Build the damped normal equations. */
    for (size_t r = 0; r < m; r++) {
        for (size_t c = 0; c < m; c++) a[r * m + c] = fit->gram[r * wide + c];
        a[r * m + r] = a[r * m + r] * (1 + lambda) + 1e-12;
        step[r] = fit->gram[r * wide + m];
    }

    if (!pd_k_cholesky(a, n)) return false;

    pd_k_cholesky_solve(step, a, n);
    for (size_t r = 0; r < m; r++)
        if (!isfinite(step[r])) return false;

    return true;
}

/* Copies rotations, betas and translation to fit->saved, or back. */
static void copy_state(pd_train_body_registration *fit, bool back)
{
    float *store = fit->saved;
    size_t r = 9 * (size_t)fit->model->joint_count;
    size_t b = (size_t)fit->model->beta_count;
    float *const parts[] = {fit->rotations, fit->betas, fit->translation};
    const size_t counts[] = {r, b, 3};

    for (int p = 0; p < 3; store += counts[p], p++)
        memcpy(back ? parts[p] : store, back ? store : parts[p], counts[p] * sizeof *store);
}

/* Does a step that reduces the cost, with increasing damping until one does. Returns the new cost, or the old
 * one if no step reduces it. */
static double improve(pd_train_body_registration *fit, const float *mesh, double cost, double *lambda, int n,
                      int beta_count)
{
    const int joints = fit->model->joint_count;
    const double *step = fit->step;

    /* Save the state, which is restored after a step that does not reduce the cost. */

    copy_state(fit, false);

    /* Levenberg and Marquardt: damping falls to a tenth after a good step, at least 1e-8, and grows tenfold
     * after a bad one, eight times at most. */
    for (int attempt = 0; attempt < 8; attempt++) {
        if (solve_step(fit, n, *lambda)) {
            for (int k = 0; k < joints; k++) rotate_registration(fit->rotations + 9 * k, step + 3 * k);
            for (int b = 0; b < beta_count; b++) fit->betas[b] += (float)step[3 * joints + b];
            for (int c = 0; c < 3; c++) fit->translation[c] += (float)step[3 * joints + beta_count + c];
            run_present(fit);

            double now = registration_cost_of(fit, mesh);
            if (now < cost) {
                *lambda = *lambda > 1e-7 ? *lambda / 10 : 1e-8;
                return now;
            }

            copy_state(fit, true);
        }

        *lambda *= 10;
    }

    run_present(fit);
    return cost;
}

void pd_train_body_registration_solve(pd_train_body_registration *fit, const float *mesh, int beta_count,
                                      int keep_betas)
{
    PD_ASSERT(beta_count >= 0);
    const pd_smpl_model *m = fit->model;
    double lambda = 1e-4;

    /* Parameters: rotations, the betas that are fitted, translation. lambda: damping at the start (chosen by
     * hand). */
    int fitted = keep_betas ? 0 : beta_count;
    int n = 3 * m->joint_count + fitted + 3;

    /* Set the betas after the fitted ones to 0. */
    for (int b = fitted; !keep_betas && b < m->beta_count; b++) fit->betas[b] = 0;
    run_present(fit);
    double cost = registration_cost_of(fit, mesh);

    /* Do Gauss-Newton steps until the cost hardly decreases. */
    for (fit->rounds = 0; fit->rounds < ROUNDS && cost > EXACT; fit->rounds++) {
        sum_normal(fit, mesh, fitted, n);
        double now = improve(fit, mesh, cost, &lambda, n, fitted);
        int done = cost - now <= ENOUGH * cost;
        cost = now;
        if (done) break;
    }
}
