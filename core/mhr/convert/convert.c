#include "core/mhr/convert/convert.h"

#include "core/mhr/convert/fit.h"
#include "core/kernel/linalg.h"
#include "core/mhr/body.h"
#include "core/mhr/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- to a body ---- */

#define REFINEMENTS    2 /* rounds after the first, whose points are matched again on the posed surface */
#define SURFACE_ROUNDS 6 /* rounds with the points of a given surface */

/* Returns the distances from the points of the wrap, which are vertices of the other model, to the fitted
 * surface. kept, if not NULL, receives the nearest point of the surface for each, as corners with weights. */
static pd_mhr_convert_distance distance_of(const pd_mhr_convert_wrap *w, pd_mhr_convert_point *kept,
                                           double *apart, const float *body_vertices,
                                           const float *body_normals, const float *vertices,
                                           const float *normals)
{
    pd_mhr_convert_distance out = {0, 0};
    int count = 0;

    for (int i = 0; i < w->point_count; i++) {
        const size_t v = (size_t)w->points[i].vertex;
        pd_observe_part corners[3];
        const double d = pd_mhr_convert_nearest(corners, w, body_vertices, body_normals, vertices + 3 * v,
                                                normals ? normals + 3 * v : NULL);
        if (apart) apart[i] = d;
        if (!isfinite(d)) continue;
        if (kept) memcpy(kept[i].corners, corners, sizeof corners);
        out.mean += d;
        count++;
        out.largest = fmax(out.largest, d);
    }

    if (count) out.mean /= count;

    return out;
}

/* Lists points of the given surface: every nth, at most `most`. Returns their number. */
static int take_surface(pd_mhr_convert_point *points, int surface_count, int most)
{
    const int step = 1 + (surface_count - 1) / most;
    int count = 0;
    for (int v = 0; v < surface_count; v += step) points[count++].vertex = v;
    return count;
}

pd_status pd_mhr_convert_to_body(float *betas, float *rotations, float translation[3],
                                 pd_mhr_convert_distance *apart, const pd_mhr_convert_wrap *wrap,
                                 const pd_mhr_convert_seen *seen, pd_error *err)
{
    static const pd_mhr_convert_round first = {0.03, 0.01, false};
    static const pd_mhr_convert_round closer = {0.05, 0.003, true};
    pd_mhr_convert_wrap own = *wrap; /* copy whose points are changed */
    pd_mhr_convert_seen surface = *seen;
    pd_mhr_convert_fit fit = {0};
    const size_t count = (size_t)wrap->point_count;
    const size_t all = (size_t)seen->surface_count;
    const size_t most = count + all + PD_MHR_CONVERT_MOST_POINTS;
    double *distances = malloc(most * sizeof *distances);

    own.points = malloc(most * sizeof *own.points);
    pd_status s = own.points && distances
                      ? PD_OK
                      : pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu points", most);
    if (!s) memcpy(own.points, wrap->points, count * sizeof *own.points);

    if (all) own.point_count = PD_MHR_CONVERT_MOST_POINTS; /* an upper bound, for memory */
    if (!s) s = pd_mhr_convert_fit_init(&fit, &own, err);
    own.point_count = wrap->point_count;
    if (!s) s = pd_mhr_convert_fit_run(&fit, seen, NULL, first, err);
    if (!s) s = pd_mhr_convert_fit_run(&fit, seen, NULL, closer, err);
    for (int r = 0; r < REFINEMENTS && !s; r++) {
        distance_of(&own, own.points, distances, fit.vertices, fit.normals, seen->vertices, seen->normals);
        s = pd_mhr_convert_fit_run(&fit, seen, distances, closer, err);
    }

    if (all && !s) {
        surface.vertices = seen->surface;
        own.point_count = take_surface(own.points, seen->surface_count, PD_MHR_CONVERT_MOST_POINTS);
    }

    for (int r = 0; r < SURFACE_ROUNDS && all && !s; r++) {
        distance_of(&own, own.points, distances, fit.vertices, NULL, surface.vertices, NULL);
        s = pd_mhr_convert_fit_run(&fit, &surface, distances, closer, err);
    }

    if (!s) {
        if (all) own.point_count = take_surface(own.points, seen->surface_count, seen->surface_count);
        *apart = distance_of(&own, NULL, NULL, fit.vertices, NULL, surface.vertices, NULL);
        memcpy(betas, fit.betas, (size_t)wrap->body->beta_count * sizeof *betas);
        memcpy(rotations, fit.rotations, 9 * (size_t)wrap->body->joint_count * sizeof *rotations);
        memcpy(translation, fit.translation, 3 * sizeof *translation);
    }

    pd_mhr_convert_fit_deinit(&fit);
    free(own.points);
    free(distances);

    return s;
}

pd_status pd_mhr_convert_betas(float *betas, pd_mhr_convert_distance *apart, const pd_smpl_model *body,
                               const pd_smpl_model *from, const float *of, int of_count, pd_error *err)
{
    const size_t v = (size_t)from->vertex_count;
    const size_t k = (size_t)from->joint_count;
    const size_t joints = (size_t)body->joint_count;
    float translation[3];
    float *block = malloc((6 * v + 3 * k + 9 * joints) * sizeof *block);

    if (!block) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");

    const pd_smpl_body person = {.betas = of,
                                 .beta_count = of_count,
                                 .vertices = block,
                                 .normals = block + 3 * v,
                                 .joints = block + 6 * v};
    const pd_mhr_convert_seen seen = {.vertices = person.vertices,
                                      .normals = person.normals,
                                      .joints = person.joints,
                                      .surface = NULL,
                                      .surface_count = 0};
    const pd_smpl_job job = {
        .bodies = &person, .body_count = 1, .skinning = from->data.skinning, .contact = NULL};
    pd_arena scratch = {0};
    pd_mhr_convert_wrap wrap = {0};
    pd_status s = pd_smpl_job_check(&job, from, err);

    if (!s && !pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, from)))
        s = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");
    if (!s) s = pd_mhr_convert_wrap_init_from(&wrap, from, body, err);
    if (!s) {
        pd_smpl_job_run(&job, from, &scratch, &pd_executor_serial);
        s = pd_mhr_convert_to_body(betas, block + 6 * v + 3 * k, translation, apart, &wrap, &seen, err);
    }

    pd_mhr_convert_wrap_deinit(&wrap);
    pd_arena_deinit(&scratch);
    free(block);

    return s;
}

/* ---- to MHR ---- */

/* Stages of the fit: standard deviations of points (0: ignored) and joints, metres, and of exceeding a limit.
 * Limits apply from the first stage on, because a hinge that has bent backwards
 * while only joints count does not return. */
static const double stages[][3] = {
    {0, 0.02, 0.01}, {0.05, 0.02, 0.01}, {0.02, 0.03, 0.02}, {0.008, 0.05, 0.05}, {0.003, 0.05, 0.05}};
#define HINGE_START 0.25 /* initial bend of a hinge as a fraction of its limit */

#define STEP_ANGLE  1e-3 /* step of the finite differences, in the unit of the parameter */
#define STEP_SHAPE  1e-2
#define ITERATIONS  40
#define ENOUGH      1e-4 /* relative decrease of the cost that ends a stage */
#define SIGMA_POSE  1.0  /* standard deviation of pose parameters, radians */
#define LENGTH_FREE 0.5  /* standard deviation of a length without limits */

typedef struct solver {
    const pd_mhr_convert_wrap *wrap;
    const pd_mhr *mhr;
    const float *targets; /* (point_count,3) metres */
    const float *joints;  /* joints of the body model, metres */
    double sigma_points, sigma_joints, sigma_beyond;
    int *free_of; /* (unknowns) index of a parameter, or P + index of an identity coefficient */
    int unknown_count, row_count;
    float *p, *a; /* (P), (N) */
    float *rest,
        /* (V,3) cm: shape of `a`; C(q) of the iterate, which is constant during finite differences */
        *corrections;
    float *vertices, *matrices;
    double *q, *world;
    double *residual, *trial, *jacobian; /* (rows), (rows), (unknowns + 1, rows) */
    double *gram, *factor, *step;
    pd_arena scratch;
} solver;

static void make_rest(solver *s)
{
    const pd_mhr_body body = {.identity = s->a, .identity_count = s->mhr->identity_count};
    pd_mhr_body_shape(s->rest, &body, s->mhr);
}

/* Computes one vertex of MHR in the current pose, metres. */
static void skin_one(float out[3], const solver *s, int vertex)
{
    const pd_mhr_rows *skin = &s->mhr->skin;
    float rest[3];
    float sum[3] = {0};

    for (int c = 0; c < 3; c++)
        rest[c] = s->rest[3 * (size_t)vertex + (size_t)c] + s->corrections[3 * (size_t)vertex + (size_t)c];
    for (uint32_t i = skin->start[vertex]; i < skin->start[vertex + 1]; i++) {
        const float *g = s->matrices + 12 * (size_t)skin->columns[i];
        for (int r = 0; r < 3; r++)
            sum[r] += skin->weights[i] *
                      (g[4 * r] * rest[0] + g[4 * r + 1] * rest[1] + g[4 * r + 2] * rest[2] + g[4 * r + 3]);
    }

    for (int c = 0; c < 3; c++) out[c] = sum[c] / 100;
}

/* Computes all residuals at the current iterate: points, joints, two for each parameter (prior and limit),
 * one for each identity coefficient. */
static void make_rows(double *r, solver *s)
{
    const pd_mhr *m = s->mhr;
    const pd_mhr_convert_wrap *w = s->wrap;

    pd_mhr_pose_joint_parameters(s->q, m, s->p);
    pd_mhr_pose_world(s->world, m, s->q);
    pd_mhr_body_matrices(s->matrices, m, s->world);

    for (int i = 0; i < w->point_count; i++) {
        float at[3];
        skin_one(at, s, w->points[i].vertex);
        for (int c = 0; c < 3; c++)
            *r++ = s->sigma_points > 0 ? (double)(at[c] - s->targets[3 * i + c]) / s->sigma_points : 0;
    }

    for (int j = 0; j < w->joint_count; j++)
        for (int c = 0; c < 3; c++)
            *r++ = (s->world[PD_MHR_STATE * w->joints[j][0] + 9 + c] / 100 -
                    (double)s->joints[3 * w->joints[j][1] + c]) /
                   s->sigma_joints;
    for (int p = 0; p < m->parameter_count; p++) {
        const double low = (double)m->limits[2 * (size_t)p];
        const double high = (double)m->limits[2 * (size_t)p + 1];
        const double is = (double)s->p[p];
        const bool is_limited = high < (double)PD_MHR_NO_LIMIT;
        double sigma =
            m->is_scale[p] ? (is_limited ? fmax((high - low) / 2, 1e-3) : LENGTH_FREE) : SIGMA_POSE;
        if (!is_limited && !m->is_scale[p]) sigma = 1e3; /* the root */
        *r++ = is / sigma;
        *r++ = (is < low ? is - low : is > high ? is - high : 0) / s->sigma_beyond;
    }

    for (int n = 0; n < m->identity_count; n++) *r++ = (double)s->a[n];
}

static double convert_cost_of(const double *r, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += r[i] * r[i];
    return sum / 2;
}

static float *unknown(solver *s, int u, bool *is_shape)
{
    const int of = s->free_of[u];
    *is_shape = of >= s->mhr->parameter_count;
    return *is_shape ? &s->a[of - s->mhr->parameter_count] : &s->p[of];
}

/* Computes column u of the Jacobian by a finite difference. */
static void make_column(double *column, solver *s, int u)
{
    bool is_shape;
    float *at = unknown(s, u, &is_shape);
    float kept = *at;
    const double by = is_shape ? STEP_SHAPE : STEP_ANGLE;
    const size_t numbers = 3 * (size_t)s->mhr->vertex_count;
    const float *dirs =
        is_shape ? s->mhr->identity_dirs + numbers * (size_t)(s->free_of[u] - s->mhr->parameter_count) : NULL;

    *at = kept + (float)by;
    for (size_t i = 0; dirs && i < numbers; i++) s->rest[i] += (float)by * dirs[i];
    make_rows(column, s);
    const double moved = (double)(*at - kept);
    for (int r = 0; r < s->row_count; r++) column[r] = (column[r] - s->residual[r]) / moved;
    *at = kept;
    for (size_t i = 0; dirs && i < numbers; i++) s->rest[i] -= (float)by * dirs[i];
}

/* Solves (J^T J + lambda diag(J^T J)) step = -J^T r; the last row of the Gram matrix is J^T r. Returns false
 * if the matrix is not positive definite. */
static bool solve_step(solver *s, double lambda)
{
    const size_t n = (size_t)s->unknown_count;
    const size_t wide = n + 1;

    for (size_t r = 0; r < n; r++) {
        for (size_t c = 0; c < n; c++) s->factor[r * n + c] = s->gram[r * wide + c];
        s->factor[r * n + r] = s->factor[r * n + r] * (1 + lambda) + 1e-9;
        s->step[r] = -s->gram[r * wide + n];
    }

    if (!pd_k_cholesky(s->factor, (int)n)) return false;
    pd_k_cholesky_solve(s->step, s->factor, (int)n);

    return true;
}

static void move_convert(solver *s, double by)
{
    for (int u = 0; u < s->unknown_count; u++) {
        bool is_shape;
        *unknown(s, u, &is_shape) += (float)(by * s->step[u]);
    }
    make_rest(s);
}

static void solve_convert(solver *s)
{
    const int n = s->unknown_count;
    double lambda = 1e-3;

    make_rest(s);
    for (int it = 0; it < ITERATIONS; it++) {
        pd_mhr_pose_joint_parameters(s->q, s->mhr, s->p);
        memset(s->corrections, 0, 3 * (size_t)s->mhr->vertex_count * sizeof *s->corrections);
        pd_arena_reset(&s->scratch);
        pd_mhr_body_correct(s->corrections, s->mhr, s->q, &s->scratch);

        make_rows(s->residual, s);
        const double cost = convert_cost_of(s->residual, s->row_count);
        for (int u = 0; u < n; u++) make_column(s->jacobian + (size_t)u * (size_t)s->row_count, s, u);
        make_rest(s);
        memcpy(s->jacobian + (size_t)n * (size_t)s->row_count, s->residual,
               (size_t)s->row_count * sizeof *s->residual);
        memset(s->gram, 0, (size_t)(n + 1) * (size_t)(n + 1) * sizeof *s->gram);
        pd_k_gram_add(s->gram, s->jacobian, n + 1, s->row_count);
        pd_k_mirror(s->gram, n + 1);

        double now = cost;
        for (int attempt = 0; attempt < 8 && now >= cost; attempt++) {
            if (!solve_step(s, lambda)) {
                lambda *= 10;
                continue;
            }

            move_convert(s, 1);
            make_rows(s->trial, s);
            now = convert_cost_of(s->trial, s->row_count);
            if (now >= cost) {
                move_convert(s, -1);
                lambda *= 10;
            }
        }

        lambda = fmax(lambda / 10, 1e-9);
        if (now >= cost || cost - now < ENOUGH * cost) break;
    }
}

/* Sets the start: the root has the position and the rotation R = Rz Ry Rx of the pelvis. */
static void begin_convert(solver *s, const float *rotations)
{
    static const char *const names[6] = {"root_tx", "root_ty", "root_tz", "root_rx", "root_ry", "root_rz"};
    const float *r = rotations;
    const double angles[3] = {atan2((double)r[7], (double)r[8]), -asin(fmax(-1, fmin(1, (double)r[6]))),
                              atan2((double)r[3], (double)r[0])};
    const int root = s->wrap->joint_count ? s->wrap->joints[0][0] : 0;

    memset(s->p, 0, (size_t)s->mhr->parameter_count * sizeof *s->p);
    memset(s->a, 0, (size_t)s->mhr->identity_count * sizeof *s->a);
    for (int p = 0; p < s->mhr->parameter_count; p++) {
        const float low = s->mhr->limits[2 * (size_t)p];
        const float high = s->mhr->limits[2 * (size_t)p + 1];
        if (!s->mhr->is_scale[p] && high < PD_MHR_NO_LIMIT && high > 2 * fabsf(low))
            s->p[p] = (float)HINGE_START * high;
    }

    pd_mhr_pose_rest(s->world, s->mhr);
    for (int c = 0; c < 3; c++) {
        const int place = pd_mhr_parameter(s->mhr, names[c]);
        const int turn = pd_mhr_parameter(s->mhr, names[3 + c]);
        const double to =
            (double)s->joints[3 * s->wrap->joints[0][1] + c] * 100 - s->world[PD_MHR_STATE * root + 9 + c];
        if (place >= 0) s->p[place] = (float)(to / 10); /* decimetres */
        if (turn >= 0) s->p[turn] = (float)angles[c];
    }
}

static bool take_convert(solver *s)
{
    const pd_mhr *m = s->mhr;
    const size_t v = (size_t)m->vertex_count;
    const size_t k = (size_t)m->joint_count;

    s->free_of = malloc((size_t)(m->parameter_count + m->identity_count + 1) * sizeof *s->free_of);
    for (int p = 0; s->free_of && p < m->parameter_count; p++) /* equal limits fix a parameter */
        if (!(m->limits[2 * (size_t)p + 1] - m->limits[2 * (size_t)p] < 1e-6f))
            s->free_of[s->unknown_count++] = p;
    for (int n = 0; s->free_of && n < m->identity_count; n++)
        s->free_of[s->unknown_count++] = m->parameter_count + n;
    s->row_count =
        3 * (s->wrap->point_count + s->wrap->joint_count) + 2 * m->parameter_count + m->identity_count;

    const size_t n = (size_t)s->unknown_count;
    const size_t rows = (size_t)s->row_count;
    s->rest = malloc(3 * v * sizeof *s->rest);
    s->corrections = malloc(3 * v * sizeof *s->corrections);
    s->matrices = malloc(12 * k * sizeof *s->matrices);
    s->q = malloc(PD_MHR_CHANNELS * k * sizeof *s->q);
    s->world = malloc(PD_MHR_STATE * k * sizeof *s->world);
    s->residual = malloc(rows * sizeof *s->residual);
    s->trial = malloc(rows * sizeof *s->trial);
    s->jacobian = malloc((n + 1) * rows * sizeof *s->jacobian);
    s->gram = malloc((n + 1) * (n + 1) * sizeof *s->gram);
    s->factor = malloc(n * n * sizeof *s->factor);
    s->step = malloc(n * sizeof *s->step);

    return s->free_of && s->rest && s->corrections && s->matrices && s->q && s->world && s->residual &&
           s->trial && s->jacobian && s->gram && s->factor && s->step &&
           pd_arena_init(&s->scratch, pd_mhr_body_scratch_bytes(m));
}

static void give_back(solver *s)
{
    free(s->free_of);
    free(s->rest);
    free(s->corrections);
    free(s->matrices);
    free(s->q);
    free(s->world);
    free(s->residual);
    free(s->trial);
    free(s->jacobian);
    free(s->gram);
    free(s->factor);
    free(s->step);
    pd_arena_deinit(&s->scratch);
}

pd_status pd_mhr_convert_to_mhr(float *parameters, float *identity, pd_mhr_convert_distance *apart,
                                const pd_mhr_convert_wrap *wrap, const pd_smpl_body *body, pd_error *err)
{
    const pd_smpl_model *model = wrap->body;
    const size_t v = (size_t)model->vertex_count;
    const size_t k = (size_t)model->joint_count;
    float *block =
        malloc((6 * v + 3 * k + 3 * (size_t)wrap->point_count + 3 * (size_t)wrap->mhr->vertex_count) *
               sizeof *block);
    solver s = {.wrap = wrap, .mhr = wrap->mhr, .p = parameters, .a = identity};
    pd_arena scratch = {0};
    pd_smpl_body own = *body;
    const pd_smpl_job job = {
        .bodies = &own, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
    pd_status status = PD_OK;

    if (!block || !take_convert(&s) || !pd_arena_init(&scratch, 0))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory to fit MHR");
    if (block) {
        own.vertices = block;
        own.normals = block + 3 * v;
        own.joints = block + 6 * v;
    }

    if (!status && !pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");
    if (!status) {
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        float *targets = block + 6 * v + 3 * k;
        float *made = targets + 3 * (size_t)wrap->point_count;

        /* Compute the position of each point of the wrap on the body's surface. */
        for (int i = 0; i < wrap->point_count; i++)
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int n = 0; n < 3; n++)
                    sum += wrap->points[i].corners[n].weight *
                           (double)own.vertices[3 * (size_t)wrap->points[i].corners[n].index + (size_t)c];
                targets[3 * i + c] = (float)sum;
            }

        s.targets = targets;
        s.joints = own.joints;
        begin_convert(&s, body->rotations);
        for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
            s.sigma_points = stages[i][0];
            s.sigma_joints = stages[i][1];
            s.sigma_beyond = stages[i][2];
            solve_convert(&s);
        }

        const pd_mhr_body fitted = {.vertices = made,
                                    .parameters = parameters,
                                    .parameter_count = wrap->mhr->parameter_count,
                                    .identity = identity,
                                    .identity_count = wrap->mhr->identity_count};
        pd_arena_reset(&s.scratch);
        pd_mhr_body_run(&fitted, wrap->mhr, &s.scratch);
        *apart = distance_of(wrap, NULL, NULL, own.vertices, own.normals, made, NULL);
    }

    give_back(&s);
    pd_arena_deinit(&scratch);
    free(block);

    return status;
}
