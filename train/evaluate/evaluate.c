#include "train/evaluate/evaluate.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/smpl/pose.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
    pd_train_body_evaluation *out;
    const pd_train_body_variant *variants;
    const pd_train_body_meshes *meshes;
    const pd_train_body_watch *watch;
    pd_train_body_distance *model,
        *pose;            /* (variants, ladder, meshes); pose is not used for the first mesh of a subject */
    int task_count, done; /* done: atomic */
    int failed;           /* atomic */
} work;

void pd_train_body_ladder(pd_train_body_evaluation *out, int beta_count)
{
    PD_ASSERT(beta_count >= 0);
    out->ladder_count = 0;
    for (int k = 1; k < beta_count && out->ladder_count < PD_TRAIN_BODY_LADDER_MAX - 1; k *= 2)
        out->ladder[out->ladder_count++] = k;
    if (beta_count > 0) out->ladder[out->ladder_count++] = beta_count;
}

/* Returns the entry of a variant, a step of the ladder and a mesh in a table (variants, ladder, meshes). */
static pd_train_body_distance *cell(pd_train_body_distance *table, const work *w, int variant, int step,
                                    int mesh)
{
    PD_ASSERT(variant >= 0 && variant < PD_TRAIN_BODY_VARIANTS_MAX && step >= 0 &&
              step < PD_TRAIN_BODY_LADDER_MAX && mesh >= 0);
    return table +
           ((size_t)variant * (size_t)w->out->ladder_count + (size_t)step) * (size_t)w->meshes->count +
           (size_t)mesh;
}

/* --- one subject under one variant --- */

/* Fits all meshes of one subject by one variant, at each step of the ladder of betas (task `index` of
 * pd_execute). */
static void run_subject(void *arg, int index, int worker)
{
    work *w = arg;
    int variant = index / w->meshes->subject_count;
    int subject = index % w->meshes->subject_count;
    int first = -1;
    const pd_train_body_variant *v = &w->variants[variant];
    const size_t numbers = 3 * (size_t)w->meshes->vertex_count;
    const size_t betas = (size_t)v->model->beta_count;
    pd_train_body_registration fit;

    /* Allocate the betas (ladder,B) of the subject's first mesh at each step. */
    float *shapes = malloc((size_t)(v->model->beta_count * w->out->ladder_count + 1) * sizeof *shapes);

    (void)worker;
    if (shapes && !pd_train_body_registration_init(&fit, v->model, v->skinning, NULL)) {
        for (int m = 0; m < w->meshes->count; m++) {
            const float *target = w->meshes->vertices + numbers * (size_t)m;
            if (w->meshes->subjects[m] != subject) continue;

            /* Fit all steps of the ladder. Each fit starts from the one before. */
            memset(fit.betas, 0, betas * sizeof *fit.betas);
            pd_train_body_registration_start(&fit, target);
            for (int s = w->out->ladder_count - 1; s >= 0; s--) {
                pd_train_body_registration_solve(&fit, target, w->out->ladder[s], 0);
                *cell(w->model, w, variant, s, m) = pd_train_body_registration_distance(&fit, target);
                if (first < 0) memcpy(shapes + betas * (size_t)s, fit.betas, betas * sizeof *shapes);
            }

            /* Fit only the pose, with the betas of the first mesh. */
            for (int s = 0; first >= 0 && s < w->out->ladder_count; s++) {
                memcpy(fit.betas, shapes + betas * (size_t)s, betas * sizeof *shapes);
                pd_train_body_registration_solve(&fit, target, 0, 1);
                *cell(w->pose, w, variant, s, m) = pd_train_body_registration_distance(&fit, target);
            }

            if (first < 0) first = m;
        }

        pd_train_body_registration_deinit(&fit);
    } else {
        __atomic_store_n(&w->failed, 1, __ATOMIC_RELAXED);
    }

    free(shapes);
    int done = __atomic_add_fetch(&w->done, 1, __ATOMIC_RELAXED);
    if (w->watch && w->watch->report) w->watch->report(w->watch->ctx, done, w->task_count);
}

/* --- all --- */

/* Refuses what cannot be evaluated: no variant, no mesh, other numbers of vertices, or betas that a model
 * lacks. */
static pd_status check_evaluate(const work *w, int variant_count, pd_error *err)
{
    const pd_train_body_meshes *m = w->meshes;

    if (variant_count < 1 || variant_count > PD_TRAIN_BODY_VARIANTS_MAX)
        return pd_fail(err, PD_ERR_RANGE, "variants", "%d; 1 to %d allowed", variant_count,
                       PD_TRAIN_BODY_VARIANTS_MAX);
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

    if (w->out->ladder_count < 1 || w->out->ladder_count > PD_TRAIN_BODY_LADDER_MAX)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d counts; 1 to %d allowed", w->out->ladder_count,
                       PD_TRAIN_BODY_LADDER_MAX);

    return PD_OK;
}

static void add_distance(pd_train_body_score *score, const pd_train_body_distance *d)
{
    score->vertex_mm += 1000 * d->vertex;
    score->area_mm += 1000 * d->area;
    score->worst_area_mm = fmax(score->worst_area_mm, 1000 * d->area);
    score->meshes++;
}

static void evaluate_mean_of(pd_train_body_score *score)
{
    if (score->meshes) {
        score->vertex_mm /= score->meshes;
        score->area_mm /= score->meshes;
    }
}

/* Averages over all meshes, or over all except the first of each subject, whose shape was fitted. */
static pd_train_body_score summarise(const work *w, pd_train_body_distance *table, int variant, int step,
                                     bool all)
{
    pd_train_body_score score = {.vertex_mm = 0, .area_mm = 0, .worst_area_mm = 0, .meshes = 0};

    for (int m = 0; m < w->meshes->count; m++) {
        bool is_first = true;
        for (int k = 0; k < m; k++) is_first = is_first && w->meshes->subjects[k] != w->meshes->subjects[m];
        if (!all && is_first) continue;
        add_distance(&score, cell(table, w, variant, step, m));
    }

    evaluate_mean_of(&score);

    return score;
}

pd_status pd_train_body_evaluate(pd_train_body_evaluation *out, const pd_train_body_variant *variants,
                                 int variant_count, const pd_train_body_meshes *meshes,
                                 const pd_train_body_watch *watch, const pd_executor *executor, pd_error *err)
{
    work w = {.out = out, .variants = variants, .meshes = meshes, .watch = watch};
    pd_status status = check_evaluate(&w, variant_count, err);

    if (status != PD_OK) return status;

    /* One table of distances for fits of shape and pose, one for fits of the pose alone. */
    size_t cells = (size_t)variant_count * (size_t)out->ladder_count * (size_t)meshes->count;
    w.model = calloc(2 * cells, sizeof *w.model);
    if (!w.model) return pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for %zu distances", cells);

    w.pose = w.model + cells;
    w.task_count = variant_count * meshes->subject_count;
    pd_k_blas_serial();
    pd_execute(executor, run_subject, &w, w.task_count);

    /* Summarise each variant and each step of the ladder. */
    for (int v = 0; v < variant_count; v++)
        for (int s = 0; s < out->ladder_count; s++) {
            out->model[v][s] = summarise(&w, w.model, v, s, true);
            out->pose[v][s] = summarise(&w, w.pose, v, s, false);
        }

    free(w.model);
    return w.failed ? pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for a fit") : PD_OK;
}

/* --- shape and pose separately --- */

#define UNPOSE_DAMPING 1e-3 /* damping for a nearly singular blended matrix */
#define OWN_ROUNDS     4    /* rounds that alternate poses and O_m */

typedef struct parts_work {
    const pd_train_body_variant *variant;
    const pd_train_body_reshape *reshape;
    const pd_train_body_meshes *meshes;
    const pd_train_body_watch *watch;
    pd_train_body_distance *pose, *shape; /* (meshes) */
    bool *measured;                       /* (meshes) */
    pd_error *errors;                     /* (subjects) */
    int done;                             /* atomic   */
} parts_work;

/* Computes own (V,3), the rest shape of a mesh: the fitted one plus the unposed residuals of the fit. */
static void own_shape(double *own, const pd_train_body_registration *fit, const float *mesh)
{
    const pd_smpl_model *m = fit->model;
    const size_t b = (size_t)m->beta_count;
    const size_t k = (size_t)m->joint_count;
    const pd_smpl_body body = {.betas = fit->betas, .beta_count = m->beta_count, .rotations = fit->rotations};
    pd_smpl_pose pose;

    pd_smpl_pose_chain(&pose, m, &body);

    /* Skinning matrix of the vertex, and the residual that it has to explain. */
    for (size_t v = 0; v < (size_t)m->vertex_count; v++) {
        const float *w = m->data.weights + v * k;
        double matrix[9] = {0};
        double gram[9], missing[3];
        double back[3] = {0};
        for (size_t j = 0; j < k; j++)
            for (int c = 0; w[j] > 0 && c < 9; c++)
                matrix[c] += (double)w[j] * pose.skin[j].m[4 * (c / 3) + c % 3];

        for (size_t c = 0; c < 3; c++)
            missing[c] = (double)mesh[3 * v + c] - (double)fit->vertices[3 * v + c];

        /* Carry the residual back to rest: (M^T M + damping) back = M^T missing. */
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                gram[3 * r + c] = r == c ? UNPOSE_DAMPING : 0;
                for (int i = 0; i < 3; i++) gram[3 * r + c] += matrix[3 * i + r] * matrix[3 * i + c];
                back[r] += matrix[3 * c + r] * missing[c];
            }
        if (pd_k_cholesky(gram, 3)) pd_k_cholesky_solve(back, gram, 3);

        for (size_t c = 0; c < 3; c++) {
            double at = (double)m->data.v_template[3 * v + c];
            for (size_t n = 0; n < b; n++)
                at += (double)m->data.shapedirs[(3 * v + c) * b + n] * (double)fit->betas[n];
            own[3 * v + c] = at + back[c];
        }
    }
}

/* Meshes of a subject, with one left out, which is measured. */
typedef struct left_out {
    parts_work *work;
    int mesh;          /* the left-out mesh */
    const int *all;    /* (n) meshes of the subject */
    int n, at;         /* all[at] is the left-out mesh */
    double *owns;      /* (n,V,3) rest shape of each mesh; that of the left-out one is not used */
    const float *mean; /* (B) mean betas of the others */
} left_out;

/* Does a round: fits the poses of the other meshes with the present O_m, and computes their rest shapes from
 * them. The last round fits and measures the left-out mesh instead. */
static pd_status fit_round(left_out *l, int last, const double *areas, pd_error *err)
{
    parts_work *w = l->work;
    const pd_smpl_model *m = w->variant->model;
    const size_t numbers = 3 * (size_t)m->vertex_count;
    const size_t b = (size_t)m->beta_count;
    pd_train_body_registration fit = {0};
    pd_smpl_model *own = NULL;
    float *shape = malloc((numbers + 1) * sizeof *shape);

    if (!shape) return pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for a shape");

    /* Make a model that has O_m as its rest shape. Joints depend on betas, so the mean betas are kept, and
     * the template is O_m minus their displacements. */
    pd_train_body_distance *shape_part = &w->shape[l->mesh];
    *shape_part = (pd_train_body_distance){0, 0};
    for (size_t v = 0; v < numbers / 3; v++) {
        double d2 = 0;
        for (size_t i = 3 * v; i < 3 * v + 3; i++) {
            double spanned = 0, sum = 0;
            for (size_t k = 0; k < b; k++)
                spanned += (double)m->data.shapedirs[i * b + k] * (double)l->mean[k];
            for (int j = 0; j < l->n; j++) sum += j == l->at ? 0 : l->owns[(size_t)j * numbers + i];
            shape[i] = (float)(sum / (l->n - 1) - spanned);
            d2 += pow((double)shape[i] - (double)m->data.v_template[i], 2);
        }

        shape_part->vertex += sqrt(d2) / m->vertex_count;
        shape_part->area += areas[v] * sqrt(d2);
    }

    pd_status status = w->reshape->make(w->reshape->ctx, &own, shape, err);
    free(shape);
    if (status == PD_OK) status = pd_train_body_registration_init(&fit, own, w->variant->skinning, err);

    /* Fit the pose of each other mesh, or in the last round that of the mesh that is left out. */
    for (int j = 0; j < l->n && status == PD_OK; j++) {
        const float *target = w->meshes->vertices + numbers * (size_t)l->all[j];
        if (last != (j == l->at)) continue;

        memcpy(fit.betas, l->mean, (size_t)own->beta_count * sizeof *l->mean);
        pd_train_body_registration_start(&fit, target);
        pd_train_body_registration_solve(&fit, target, 0, 1);
        if (last) {
            w->pose[l->mesh] = pd_train_body_registration_distance(&fit, target);
            w->measured[l->mesh] = true;
        } else
            own_shape(l->owns + (size_t)j * numbers, &fit, target);
    }

    pd_train_body_registration_deinit(&fit);
    pd_smpl_model_release(own);

    return status;
}

/* Measures shape and pose of mesh `at` of a subject separately.
 * Its rest shape comes from the other meshes, in rounds. */
static pd_status leave_out(parts_work *w, const int *all, int n, int at, const double *owns,
                           const float *betas, const double *areas, pd_error *err)
{
    const size_t numbers = 3 * (size_t)w->variant->model->vertex_count;
    const size_t b = (size_t)w->variant->model->beta_count;

    PD_ASSERT(n >= 2 && at >= 0 && at < n);
    double *copy = malloc((size_t)n * numbers * sizeof *copy);
    float *mean = malloc((b + 1) * sizeof *mean);
    pd_status status = PD_OK;
    if (!copy || !mean) {
        free(copy);
        free(mean);
        return pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for %d shapes", n);
    }

    /* Start from the rest shapes of the fits of pose and betas, and from the mean betas of the others. */
    left_out l = {.work = w, .mesh = all[at], .all = all, .n = n, .at = at, .owns = copy, .mean = mean};
    memcpy(copy, owns, (size_t)n * numbers * sizeof *copy);
    for (size_t i = 0; i < b; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += j == at ? 0 : (double)betas[(size_t)j * b + i];
        mean[i] = (float)(sum / (n - 1));
    }

    for (int round = 0; round <= OWN_ROUNDS && status == PD_OK; round++)
        status = fit_round(&l, round == OWN_ROUNDS, areas, err);
    free(copy);
    free(mean);

    return status;
}

/* Measures all meshes of a subject: fits pose and betas of each together,
 * then starts the rounds of each mesh from these. */
static pd_status run_parts(parts_work *w, int subject, pd_error *err)
{
    const pd_train_body_meshes *meshes = w->meshes;
    const pd_smpl_model *m = w->variant->model;
    const size_t numbers = 3 * (size_t)m->vertex_count;
    const size_t b = (size_t)m->beta_count;
    int n = 0;

    for (int i = 0; i < meshes->count; i++) n += meshes->subjects[i] == subject;
    if (n < 2) return PD_OK;

    pd_train_body_registration fit = {0};
    int *all = malloc((size_t)n * sizeof *all);                 /* (n) its meshes */
    double *owns = malloc((size_t)n * numbers * sizeof *owns);  /* (n,V,3) rest shapes */
    float *betas = malloc(((size_t)n * b + 1) * sizeof *betas); /* (n,B)               */
    pd_status status = all && owns && betas
                           ? pd_train_body_registration_init(&fit, m, w->variant->skinning, err)
                           : pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for %d shapes", n);
    if (status == PD_OK) {
        /* Fit pose and betas of each mesh together, and compute its rest shape. */
        for (int i = 0, at = 0; i < meshes->count; i++)
            if (meshes->subjects[i] == subject) all[at++] = i;
        for (int at = 0; at < n; at++) {
            const float *target = meshes->vertices + numbers * (size_t)all[at];
            memset(fit.betas, 0, b * sizeof *fit.betas);
            pd_train_body_registration_start(&fit, target);
            pd_train_body_registration_solve(&fit, target, m->beta_count, 0);
            own_shape(owns + numbers * (size_t)at, &fit, target);
            memcpy(betas + b * (size_t)at, fit.betas, b * sizeof *betas);
        }
    }

    for (int at = 0; at < n && status == PD_OK; at++)
        status = leave_out(w, all, n, at, owns, betas, fit.areas, err);

    pd_train_body_registration_deinit(&fit);
    free(all);
    free(owns);
    free(betas);

    return status;
}

/* Measures one subject (task `index` of pd_execute) and reports progress. */
static void run_parts_task(void *arg, int index, int worker)
{
    parts_work *w = arg;
    (void)worker;
    run_parts(w, index, &w->errors[index]);
    int done = __atomic_add_fetch(&w->done, 1, __ATOMIC_RELAXED);
    if (w->watch && w->watch->report) w->watch->report(w->watch->ctx, done, w->meshes->subject_count);
}

pd_status pd_train_body_evaluate_parts(pd_train_body_parts *out, const pd_train_body_variant *variant,
                                       const pd_train_body_reshape *reshape,
                                       const pd_train_body_meshes *meshes, const pd_train_body_watch *watch,
                                       const pd_executor *executor, pd_error *err)
{
    pd_train_body_evaluation ladder = {.ladder = {variant->model->beta_count}, .ladder_count = 1};
    const work asked = {.out = &ladder, .variants = variant, .meshes = meshes};
    pd_status status = check_evaluate(&asked, 1, err);

    if (status != PD_OK) return status;
    if (variant->skinning != PD_SMPL_LBS)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "variants", "%s: shape and pose are told apart for LBS only",
                       variant->name);

    /* Fit all subjects, each as a task; the first error in their order is reported. */
    const size_t n = (size_t)meshes->count;
    parts_work w = {.variant = variant, .reshape = reshape, .meshes = meshes, .watch = watch};
    w.pose = calloc(2 * n, sizeof *w.pose);
    w.measured = calloc(n, sizeof *w.measured);
    w.errors = calloc((size_t)meshes->subject_count + 1, sizeof *w.errors);
    if (!w.pose || !w.measured || !w.errors) {
        status = pd_fail(err, PD_ERR_MEMORY, "evaluate", "out of memory for %d meshes", meshes->count);
    } else {
        w.shape = w.pose + n;
        pd_k_blas_serial();
        pd_execute(executor, run_parts_task, &w, meshes->subject_count);
        for (int s = 0; s < meshes->subject_count && status == PD_OK; s++)
            if (w.errors[s].status) {
                *err = w.errors[s];
                status = err->status;
            }
    }

    /* Mean over the meshes that could be measured. */
    *out = (pd_train_body_parts){0};
    for (int m = 0; m < meshes->count && status == PD_OK; m++)
        if (w.measured[m]) {
            add_distance(&out->pose, &w.pose[m]);
            add_distance(&out->shape, &w.shape[m]);
        }
    evaluate_mean_of(&out->pose);
    evaluate_mean_of(&out->shape);
    free(w.pose);
    free(w.measured);
    free(w.errors);

    return status;
}

/* --- variance --- */

/* Returns the squared residual of x after a fit with k betas: |x|^2 - r^T (S_k^T S_k)^-1 r, r = S_k^T x. */
static double evaluate_rest_of(const double *gram, const double *right, int k, int betas, double square,
                               double *room)
{
    double *b = room + (size_t)k * (size_t)k;
    double taken = 0;

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

pd_status pd_train_body_variance(double *shares, const pd_smpl_model *model, const float *shapes, int count,
                                 pd_error *err)
{
    size_t numbers = 3 * (size_t)model->vertex_count;
    size_t b = (size_t)model->beta_count;
    size_t n = (size_t)count;
    double *x = malloc((n + b) * numbers * sizeof *x);
    double *room = malloc((2 * b * b + b * (n + 1)) * sizeof *room);
    pd_train_body_registration fit = {0};
    pd_status status = pd_train_body_registration_init(&fit, model, PD_SMPL_LBS, err);

    if (status == PD_OK && (!x || !room))
        status = pd_fail(err, PD_ERR_MEMORY, "variance", "out of memory for %d bodies", count);

    if (status == PD_OK) {
        /* Fill the rows (n + B, 3V): shapes, then directions, minus their mean displacement, times the square
         * root of the area. */
        for (size_t r = 0; r < n + b; r++) {
            double *row = x + r * numbers;
            double mean[3] = {0};
            for (size_t i = 0; i < numbers; i++) {
                row[i] = r < n ? (double)shapes[r * numbers + i] - (double)model->data.v_template[i]
                               : (double)model->data.shapedirs[i * b + r - n];
                mean[i % 3] += fit.areas[i / 3] * row[i];
            }

            for (size_t i = 0; i < numbers; i++) row[i] = sqrt(fit.areas[i / 3]) * (row[i] - mean[i % 3]);
        }

        /* Subtract the mean of the shapes. */
        for (size_t i = 0; i < numbers; i++) {
            double mean = 0;
            for (size_t s = 0; s < n; s++) mean += x[s * numbers + i] / count;
            for (size_t s = 0; s < n; s++) x[s * numbers + i] -= mean;
        }

        const double *directions = x + n * numbers;
        const int betas = model->beta_count;
        double *gram = room;
        double *right = gram + b * b;
        double *solve = right + b * n;
        double total = 0;
        pd_k_gemm(gram, directions, 0, directions, 1, betas, betas, (int)numbers, 1, 0);
        pd_k_gemm(right, x, 0, directions, 1, count, betas, (int)numbers, 1, 0);
        memset(shares, 0, b * sizeof *shares);
        for (size_t s = 0; s < n; s++) {
            double square = 0;
            for (size_t i = 0; i < numbers; i++) square += x[s * numbers + i] * x[s * numbers + i];
            total += square;
            for (int k = 1; k <= betas; k++)
                shares[k - 1] += square - evaluate_rest_of(gram, right + s * b, k, betas, square, solve);
        }

        for (size_t k = 0; k < b; k++) shares[k] /= total;
    }

    pd_train_body_registration_deinit(&fit);
    free(x);
    free(room);

    return status;
}
