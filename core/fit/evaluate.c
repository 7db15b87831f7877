#include "core/fit/evaluate.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
    pd_fit_evaluation *out;
    const pd_fit_variant *variants;
    const pd_fit_meshes *meshes;
    const pd_fit_watch *watch;
    pd_fit_distance *model, *pose; /* (variants, ladder, meshes); pose of a first mesh is not used */
    int task_count, done;          /* done: atomic */
    int failed;                    /* atomic       */
} work;

void pd_fit_ladder(pd_fit_evaluation *out, int beta_count)
{
    out->ladder_count = 0;
    for (int k = 1; k < beta_count && out->ladder_count < PD_FIT_LADDER_MAX - 1; k *= 2)
        out->ladder[out->ladder_count++] = k;
    if (beta_count > 0) out->ladder[out->ladder_count++] = beta_count;
}

static pd_fit_distance *cell(pd_fit_distance *table, const work *w, int variant, int step, int mesh)
{
    return table +
           ((size_t)variant * (size_t)w->out->ladder_count + (size_t)step) * (size_t)w->meshes->count +
           (size_t)mesh;
}

/* --- one subject under one variant --- */

/* Down the ladder, from where the fit stands. shapes (ladder, B): the betas found at each step, or NULL. */
static void fit_each_count(const work *w, pd_fit_registration *fit, int variant, int mesh, float *shapes)
{
    const float *target = w->meshes->vertices + 3 * (size_t)w->meshes->vertex_count * (size_t)mesh;
    size_t betas = (size_t)fit->model->beta_count;
    memset(fit->betas, 0, betas * sizeof *fit->betas);
    pd_fit_registration_start(fit, target);
    for (int s = w->out->ladder_count - 1; s >= 0; s--) {
        pd_fit_registration_solve(fit, target, w->out->ladder[s], 0);
        *cell(w->model, w, variant, s, mesh) = pd_fit_registration_distance(fit, target);
        if (shapes) memcpy(shapes + betas * (size_t)s, fit->betas, betas * sizeof *shapes);
    }
}

static void fit_pose_alone(const work *w, pd_fit_registration *fit, int variant, int mesh,
                           const float *shapes)
{
    const float *target = w->meshes->vertices + 3 * (size_t)w->meshes->vertex_count * (size_t)mesh;
    size_t betas = (size_t)fit->model->beta_count;
    for (int s = 0; s < w->out->ladder_count; s++) {
        memcpy(fit->betas, shapes + betas * (size_t)s, betas * sizeof *shapes);
        pd_fit_registration_solve(fit, target, 0, 1);
        *cell(w->pose, w, variant, s, mesh) = pd_fit_registration_distance(fit, target);
    }
}

static void run_subject(void *arg, int index, int worker)
{
    work *w = arg;
    int variant = index / w->meshes->subject_count, subject = index % w->meshes->subject_count, first = -1;
    const pd_fit_variant *v = &w->variants[variant];
    pd_fit_registration fit;
    float *shapes = malloc((size_t)(v->model->beta_count * w->out->ladder_count + 1) * sizeof *shapes);

    (void)worker;
    if (shapes && !pd_fit_registration_init(&fit, v->model, v->skinning, NULL)) {
        for (int m = 0; m < w->meshes->count; m++) {
            if (w->meshes->subjects[m] != subject) continue;
            fit_each_count(w, &fit, variant, m, first < 0 ? shapes : NULL);
            if (first >= 0) fit_pose_alone(w, &fit, variant, m, shapes);
            if (first < 0) first = m;
        }
        pd_fit_registration_deinit(&fit);
    } else {
        __atomic_store_n(&w->failed, 1, __ATOMIC_RELAXED);
    }

    free(shapes);
    int done = __atomic_add_fetch(&w->done, 1, __ATOMIC_RELAXED);
    if (w->watch && w->watch->report) w->watch->report(w->watch->ctx, done, w->task_count);
}

/* --- all --- */

static pd_status check(const work *w, int variant_count, pd_error *err)
{
    const pd_fit_meshes *m = w->meshes;

    if (variant_count < 1 || variant_count > PD_FIT_VARIANTS_MAX)
        return pd_fail(err, PD_ERR_RANGE, "variants", "%d; 1 to %d allowed", variant_count,
                       PD_FIT_VARIANTS_MAX);
    if (m->count < 1) return pd_fail(err, PD_ERR_RANGE, "meshes", "none; at least 1 needed");

    for (int v = 0; v < variant_count; v++) {
        const pd_smpl_model *model = w->variants[v].model;
        if (model->vertex_count != m->vertex_count)
            return pd_fail(err, PD_ERR_RANGE, "meshes", "%d vertices; the model has %d", m->vertex_count,
                           model->vertex_count);
        for (int s = 0; s < w->out->ladder_count; s++)
            if (w->out->ladder[s] < 0 || w->out->ladder[s] > model->beta_count)
                return pd_fail(err, PD_ERR_RANGE, "betas", "%d; 0 to %d allowed", w->out->ladder[s],
                               model->beta_count);
    }

    if (w->out->ladder_count < 1 || w->out->ladder_count > PD_FIT_LADDER_MAX)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d counts; 1 to %d allowed", w->out->ladder_count,
                       PD_FIT_LADDER_MAX);
    return PD_OK;
}

/* Whether a mesh is the first of its subject, whose pose fixes the shape. */
static bool is_first(const pd_fit_meshes *meshes, int mesh)
{
    for (int m = 0; m < mesh; m++)
        if (meshes->subjects[m] == meshes->subjects[mesh]) return false;
    return true;
}

/* Over all meshes, or over all but the first of each subject. */
static pd_fit_score summarise(const work *w, pd_fit_distance *table, int variant, int step, bool all)
{
    pd_fit_score score = {0, 0, 0, 0};
    for (int m = 0; m < w->meshes->count; m++) {
        if (!all && is_first(w->meshes, m)) continue;
        const pd_fit_distance *d = cell(table, w, variant, step, m);
        score.vertex_mm += 1000 * d->vertex;
        score.area_mm += 1000 * d->area;
        score.worst_area_mm = fmax(score.worst_area_mm, 1000 * d->area);
        score.meshes++;
    }
    if (score.meshes) score.vertex_mm /= score.meshes, score.area_mm /= score.meshes;
    return score;
}

pd_status pd_fit_evaluate(pd_fit_evaluation *out, const pd_fit_variant *variants, int variant_count,
                          const pd_fit_meshes *meshes, const pd_fit_watch *watch, const pd_executor *executor,
                          pd_error *err)
{
    work w = {.out = out, .variants = variants, .meshes = meshes, .watch = watch};
    pd_status status = check(&w, variant_count, err);
    if (status != PD_OK) return status;

    size_t cells = (size_t)variant_count * (size_t)out->ladder_count * (size_t)meshes->count;
    w.model = calloc(2 * cells, sizeof *w.model);
    if (!w.model) return pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for %zu distances", cells);

    w.pose = w.model + cells;
    w.task_count = variant_count * meshes->subject_count;
    pd_k_blas_serial();
    pd_execute(executor, run_subject, &w, w.task_count);

    for (int v = 0; v < variant_count; v++)
        for (int s = 0; s < out->ladder_count; s++) {
            out->model[v][s] = summarise(&w, w.model, v, s, true);
            out->pose[v][s] = summarise(&w, w.pose, v, s, false);
        }

    free(w.model);
    return w.failed ? pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for a fit") : PD_OK;
}

/* --- variance --- */

/* Directions with their mean place taken out, times the root of the area: rows (B, 3V). */
static void fill_directions(double *rows, const pd_smpl_model *m, const double *areas)
{
    size_t v = (size_t)m->vertex_count, b = (size_t)m->beta_count;
    for (size_t n = 0; n < b; n++) {
        double mean[3] = {0};
        for (size_t i = 0; i < 3 * v; i++) mean[i % 3] += areas[i / 3] * (double)m->data.shapedirs[i * b + n];
        for (size_t i = 0; i < 3 * v; i++)
            rows[n * 3 * v + i] = sqrt(areas[i / 3]) * ((double)m->data.shapedirs[i * b + n] - mean[i % 3]);
    }
}

static void fill_shape(double *row, const float *shape, const pd_smpl_model *m, const double *areas)
{
    size_t v = (size_t)m->vertex_count;
    double mean[3] = {0};
    for (size_t i = 0; i < 3 * v; i++)
        mean[i % 3] += areas[i / 3] * ((double)shape[i] - (double)m->data.v_template[i]);
    for (size_t i = 0; i < 3 * v; i++)
        row[i] = sqrt(areas[i / 3]) * ((double)shape[i] - (double)m->data.v_template[i] - mean[i % 3]);
}

/* What k betas leave of each x: |x|^2 - r^T (S_k^T S_k)^-1 r, r = S_k^T x. */
static double rest_of(const double *gram, const double *right, int k, int betas, double square, double *room)
{
    double *b = room + (size_t)k * (size_t)k, taken = 0;
    for (int r = 0; r < k; r++) {
        for (int c = 0; c < k; c++) room[r * k + c] = gram[r * betas + c];
        room[r * k + r] += 1e-15;
        b[r] = right[r];
    }
    if (!pd_k_cholesky(room, k)) return square;
    pd_k_cholesky_solve(b, room, k);
    for (int r = 0; r < k; r++) taken += b[r] * right[r];
    return square - taken;
}

static void sum_shares(double *shares, const double *directions, const double *x, int betas, int count,
                       size_t numbers, double *room)
{
    size_t b = (size_t)betas, n = (size_t)count;
    double *gram = room, *right = gram + b * b, *solve = right + b * n, total = 0;

    pd_k_gemm(gram, directions, 0, directions, 1, betas, betas, (int)numbers, 1, 0);
    pd_k_gemm(right, x, 0, directions, 1, count, betas, (int)numbers, 1, 0);
    memset(shares, 0, b * sizeof *shares);

    for (size_t s = 0; s < n; s++) {
        double square = 0;
        for (size_t i = 0; i < numbers; i++) square += x[s * numbers + i] * x[s * numbers + i];
        total += square;
        for (int k = 1; k <= betas; k++)
            shares[k - 1] += square - rest_of(gram, right + s * b, k, betas, square, solve);
    }

    for (size_t k = 0; k < b; k++) shares[k] /= total;
}

pd_status pd_fit_variance(double *shares, const pd_smpl_model *model, const float *shapes, int count,
                          pd_error *err)
{
    size_t numbers = 3 * (size_t)model->vertex_count, b = (size_t)model->beta_count, n = (size_t)count;
    double *x = malloc((n + b) * numbers * sizeof *x),
           *room = malloc((2 * b * b + b * (n + 1)) * sizeof *room);
    pd_fit_registration fit = {0};
    pd_status status = pd_fit_registration_init(&fit, model, PD_SMPL_LBS, err);
    if (status == PD_OK && (!x || !room))
        status = pd_fail(err, PD_ERR_MEMORY, "variance", "out of memory for %d bodies", count);

    if (status == PD_OK) {
        fill_directions(x + n * numbers, model, fit.areas);
        for (size_t s = 0; s < n; s++) fill_shape(x + s * numbers, shapes + s * numbers, model, fit.areas);

        /* less the mean of the shapes: variance is about it */
        for (size_t i = 0; i < numbers; i++) {
            double mean = 0;
            for (size_t s = 0; s < n; s++) mean += x[s * numbers + i] / count;
            for (size_t s = 0; s < n; s++) x[s * numbers + i] -= mean;
        }
        sum_shares(shares, x + n * numbers, x, model->beta_count, count, numbers, room);
    }

    pd_fit_registration_deinit(&fit);
    free(x), free(room);
    return status;
}
