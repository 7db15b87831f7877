#include "train/people/people.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "core/smpl/measure.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS     6
#define BODIES     600
#define RIDGE      1e-3
#define BODY_SHARE 0.7 /* of the spread that nobody measured */
#define PART_SHARE 0.35
#define OWN_LEAST  1e-3 /* of a measure's variance; ANSUR II has 0.018 or more */
#define FIT_SPREAD 1.4  /* spread of the bodies that curves are fitted to */
#define FIT_RIDGE  30.0
enum { M = PD_SMPL_PEOPLE_MEASURES, AGE = M, LOGS = PD_TRAIN_SURVEY_LOGS };

/* ---- measured bodies ---- */

typedef struct measuring {
    double *values;
    const pd_smpl_model *model;
    const double *betas;
    pd_arena *scratch; /* one per worker */
} measuring;

static void measure_one(void *arg, int index, int worker)
{
    const measuring *m = arg;
    const int b = m->model->beta_count;
    float betas[PD_SMPL_PEOPLE_MAX_BETAS];
    double all[PD_SMPL_MEASURE_COUNT];
    uint64_t wanted = 0;

    for (int k = 0; k < b; k++) betas[k] = (float)m->betas[(size_t)index * (size_t)b + (size_t)k];
    for (int i = 0; i < M; i++) wanted |= UINT64_C(1) << pd_smpl_measure_find(pd_smpl_people_rows[i].name);
    const pd_smpl_measure_job job = {
        .values = all, .betas = betas, .beta_count = b, .body_count = 1, .wanted = wanted};
    pd_smpl_measure_run(&job, m->model, &m->scratch[worker]);
    for (int i = 0; i < M; i++)
        m->values[index * M + i] = all[pd_smpl_measure_find(pd_smpl_people_rows[i].name)];
}

pd_status pd_train_people_measure(double *values, const pd_smpl_model *model, const double *betas, int count,
                                  const pd_executor *executor, pd_error *err)
{
    measuring m = {values, model, betas, calloc((size_t)executor->worker_count, sizeof *m.scratch)};
    bool good = m.scratch != NULL;

    for (int w = 0; good && w < executor->worker_count; w++)
        good = pd_arena_reserve(&m.scratch[w], pd_smpl_measure_scratch_bytes(model));
    if (good) pd_execute(executor, measure_one, &m, count);
    for (int w = 0; m.scratch && w < executor->worker_count; w++) pd_arena_deinit(&m.scratch[w]);
    free(m.scratch);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "people", "out of memory for %d bodies", count);
}

/* Measures bodies and returns the logarithms. PD_ERR_RANGE when a body has no such measure. */
static pd_status measure_logs(double *logs, const pd_smpl_model *model, const double *betas, int count,
                              const pd_executor *executor, pd_error *err)
{
    const pd_status status = pd_train_people_measure(logs, model, betas, count, executor, err);
    for (int i = 0; status == PD_OK && i < count * M; i++) {
        if (!(logs[i] > 0))
            return pd_fail(
                err, PD_ERR_RANGE, pd_smpl_people_rows[i % M].name,
                "a body of the model cannot be measured; joints by SMPL's names and a closed skin needed");
        logs[i] = log(logs[i]);
    }
    return status;
}

/* ---- small dense matrices ---- */

/* A matrix in a product: (rows,columns) as it is stored; transposed: read the other way. */
typedef struct matrix {
    const double *values;
    int rows, columns;
    bool transposed;
} matrix;

static matrix plain(const double *values, int rows, int columns)
{
    return (matrix){values, rows, columns, false};
}

static matrix transposed(const double *values, int rows, int columns)
{
    return (matrix){values, rows, columns, true};
}

/* out = A B */
static void multiply(double *out, matrix a, matrix b)
{
    PD_ASSERT((a.transposed ? a.rows : a.columns) == (b.transposed ? b.columns : b.rows));
    const int m = a.transposed ? a.columns : a.rows, k = a.transposed ? a.rows : a.columns,
              n = b.transposed ? b.rows : b.columns;
    pd_k_gemm(out, a.values, a.transposed, b.values, b.transposed, m, n, k, 1, 0);
}

/* Cholesky factor with zeros above the diagonal. */
static bool factor(double *a, int n)
{
    PD_ASSERT(n > 0);
    if (!pd_k_cholesky(a, n)) return false;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) a[i * n + j] = 0;
    return true;
}

/* out (n,n) = L^-1 */
static void invert_lower(double *out, const double *l, int n)
{
    memset(out, 0, (size_t)n * (size_t)n * sizeof *out);
    for (int c = 0; c < n; c++)
        for (int r = c; r < n; r++) {
            double sum = r == c ? 1 : 0;
            for (int k = c; k < r; k++) sum -= l[r * n + k] * out[k * n + c];
            out[r * n + c] = sum / l[r * n + r];
        }
}

/* ---- where it begins ---- */

static pd_status check_betas(const pd_smpl_model *model, const pd_train_people_options *o, pd_error *err)
{
    if (model->beta_count < 1 || model->beta_count > PD_SMPL_PEOPLE_MAX_BETAS)
        return pd_fail(err, PD_ERR_RANGE, "shapedirs", "%d betas; %d to %d allowed", model->beta_count, M,
                       PD_SMPL_PEOPLE_MAX_BETAS);
    if (o->body_betas < 1 || o->face_betas < 0 || o->body_betas + o->face_betas > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d of the body and %d of the face; the model has %d",
                       o->body_betas, o->face_betas, model->beta_count);
    return PD_OK;
}

pd_status pd_train_people_start_own(pd_train_people_start *out, const pd_smpl_model *model,
                                    const pd_train_people_options *options, pd_error *err)
{
    const int b = model->beta_count;
    const pd_status status = check_betas(model, options, err);
    if (status != PD_OK) return status;

    out->mean = calloc((size_t)b, sizeof *out->mean);
    out->cov = calloc((size_t)b * (size_t)b, sizeof *out->cov);
    if (!out->mean || !out->cov) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    /* Body and face have variance 1; parts, whose limits are known, a third of that limit as standard deviation. */
    for (int k = 0; k < b; k++) {
        const bool is_part = k >= options->body_betas + options->face_betas && model->data.beta_limits;
        out->cov[k * b + k] = is_part ? pow((double)model->data.beta_limits[k] / 3, 2) : 1;
    }
    return PD_OK;
}

pd_status pd_train_people_start_from(pd_train_people_start *out, const pd_smpl_model *model,
                                     const pd_smpl_data *of, const pd_train_people_options *options,
                                     pd_error *err)
{
    pd_status status = pd_train_people_start_own(out, model, options, err);
    if (status != PD_OK) return status;
    if (of->vertex_count != model->vertex_count || of->face_count != model->face_count ||
        memcmp(of->faces, model->data.faces, 3 * (size_t)of->face_count * sizeof *of->faces) != 0)
        return pd_fail(err, PD_ERR_INVALID, of->text.name, "another mesh than the model's");

    /* least squares: n unknowns, the betas of body and face and a shift; rights: the mean's difference, then each direction */
    const int b = model->beta_count, known = options->body_betas + options->face_betas, n = known + 3,
              rights = 1 + of->beta_count;
    double *areas = calloc((size_t)model->vertex_count, sizeof *areas),
           *gram = calloc((size_t)n * (size_t)n, sizeof *gram),
           *right = calloc((size_t)rights * (size_t)n, sizeof *right);
    if (!areas || !gram || !right) {
        free(areas), free(gram), free(right);
        return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    }

    /* thirds of the area of the triangles round each vertex of the template */
    const float *v = model->data.v_template;
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *t = model->data.faces + 3 * (size_t)f;
        double p[3], q[3];
        for (int c = 0; c < 3; c++) {
            p[c] = (double)v[3 * t[1] + (unsigned)c] - (double)v[3 * t[0] + (unsigned)c];
            q[c] = (double)v[3 * t[2] + (unsigned)c] - (double)v[3 * t[0] + (unsigned)c];
        }
        const double x = p[1] * q[2] - p[2] * q[1], y = p[2] * q[0] - p[0] * q[2],
                     z = p[0] * q[1] - p[1] * q[0];
        for (int c = 0; c < 3; c++) areas[t[c]] += sqrt(x * x + y * y + z * z) / 6;
    }

    /* Normal equations, weighted by area. */
    for (size_t i = 0; i < 3 * (size_t)model->vertex_count; i++) {
        double row[PD_SMPL_PEOPLE_MAX_BETAS + 3] = {0};
        for (int k = 0; k < known; k++) row[k] = (double)model->data.shapedirs[i * (size_t)b + (size_t)k];
        row[known + (int)(i % 3)] = 1;
        for (int r = 0; r < n; r++)
            for (int c = 0; c <= r; c++) gram[r * n + c] += areas[i / 3] * row[r] * row[c];
        for (int y = 0; y < rights; y++) {
            const double value = y ? (double)of->shapedirs[i * (size_t)of->beta_count + (size_t)y - 1]
                                   : (double)of->v_template[i] - (double)model->data.v_template[i];
            for (int r = 0; r < n; r++) right[y * n + r] += areas[i / 3] * row[r] * value;
        }
    }
    /* A little damping; then one solution for each right-hand side. */
    pd_k_mirror(gram, n);
    for (int r = 0; r < known; r++) gram[r * n + r] *= 1 + 1e-6;
    if (pd_k_cholesky(gram, n)) {
        for (int y = 0; y < rights; y++) pd_k_cholesky_solve(right + y * n, gram, n);
        /* The mean is the other model's mean; the covariance of the body's betas is that of its directions. */
        memcpy(out->mean, right, (size_t)known * sizeof *out->mean);
        for (int r = 0; r < options->body_betas; r++)
            for (int c = 0; c < options->body_betas; c++) {
                double *cov = &out->cov[r * b + c];
                *cov = r == c ? 1e-4 : 0;
                for (int y = 1; y < rights; y++) *cov += right[y * n + r] * right[y * n + c];
            }
    } else {
        status = pd_fail(err, PD_ERR_INVALID, "shapedirs", "directions that depend on one another");
    }
    free(areas), free(gram), free(right);
    return status;
}

void pd_train_people_start_deinit(pd_train_people_start *start)
{
    free(start->mean);
    free(start->cov);
    *start = (pd_train_people_start){0};
}

/* ---- one prior ---- */

/* What is learned of one population and gender. */
typedef struct learned {
    double mean[PD_SMPL_PEOPLE_MAX_BETAS], by_age[PD_SMPL_PEOPLE_MAX_BETAS]; /* by_age: per sd of log years */
    double cov[PD_SMPL_PEOPLE_MAX_BETAS * PD_SMPL_PEOPLE_MAX_BETAS];         /* with by_age                */
    double log_mean[LOGS], log_sd[LOGS], age_range[2];
} learned;

typedef struct rounds {
    const pd_train_people_job *job;
    double *latents, *betas, *off, *logs; /* (BODIES,B), (BODIES,B), less the mean, (BODIES,M) */
    double *gram, *root, *j, *cj, *k, *m; /* B,B and less */
} rounds;

/* Bodies of the round and their logarithms, less the mean (M); spread (M,M) of them. */
static pd_status measure_round(double *mean, double *spread, rounds *w, const learned *p, pd_error *err)
{
    const int b = w->job->model->beta_count;
    PD_ASSERT(b > 0 && b <= PD_SMPL_PEOPLE_MAX_BETAS);
    /* Stretch the same standard normal numbers by the present covariance in each round. */
    memcpy(w->root, p->cov, (size_t)b * (size_t)b * sizeof *w->root);
    for (int i = 0; i < b; i++) w->root[i * b + i] += 1e-9;
    if (!factor(w->root, b)) return pd_fail(err, PD_ERR_INTERNAL, "people", "a covariance that is none");
    multiply(w->off, plain(w->latents, BODIES, b), transposed(w->root, b, b));
    for (int i = 0; i < BODIES * b; i++) w->betas[i] = w->off[i] + p->mean[i % b];

    /* Measure the bodies, and take means and covariance of the logarithms. */
    const pd_status status = measure_logs(w->logs, w->job->model, w->betas, BODIES, w->job->executor, err);
    if (status != PD_OK) return status;
    memset(mean, 0, M * sizeof *mean);
    for (int i = 0; i < BODIES * M; i++) mean[i % M] += w->logs[i] / BODIES;
    for (int i = 0; i < BODIES * M; i++) w->logs[i] -= mean[i % M];
    multiply(spread, transposed(w->logs, BODIES, M), plain(w->logs, BODIES, M));
    for (int i = 0; i < M * M; i++) spread[i] /= BODIES;
    return PD_OK;
}

/* J (M,B) by regression over the round, then K (B,M). */
static bool gain(rounds *w, const double *c, const pd_train_moments *t, int b)
{
    /* J: how the logarithms depend on the betas, by regression. */
    multiply(w->gram, transposed(w->off, BODIES, b), plain(w->off, BODIES, b));
    for (int i = 0; i < b; i++) w->gram[i * b + i] += 1e-2;
    multiply(w->j, transposed(w->logs, BODIES, M), plain(w->off, BODIES, b));
    if (!pd_k_cholesky(w->gram, b)) return false;
    for (int i = 0; i < M; i++) pd_k_cholesky_solve(w->j + i * b, w->gram, b);

    /* K = C J^T (J C J^T + ridge)^-1. */
    double jcj[M * M];
    multiply(w->cj, plain(w->j, M, b), plain(c, b, b)); /* C is symmetric */
    multiply(jcj, plain(w->cj, M, b), transposed(w->j, M, b));
    for (int i = 0; i < M; i++) jcj[i * M + i] += RIDGE * t->log_cov[i][i];
    if (!pd_k_cholesky(jcj, M)) return false;
    for (int k = 0; k < b; k++) {
        for (int i = 0; i < M; i++) w->k[k * M + i] = w->cj[i * b + k];
        pd_k_cholesky_solve(w->k + k * M, jcj, M);
    }
    return true;
}

/* The part of each measure's variance that the others do not explain: own_i = 1 / (C^-1)_ii, (M). */
static void own_variances(double *own, const double *cov)
{
    double scaled[M * M], inverse[M * M];
    /* Turn covariances into correlations, so that the measures' units do not matter. */
    for (int i = 0; i < M * M; i++)
        scaled[i] = cov[i] / sqrt(cov[i / M * (M + 1)] * cov[i % M * (M + 1)]) + (i / M == i % M ? 1e-9 : 0);

    const bool good = factor(scaled, M);
    if (good) invert_lower(inverse, scaled, M);
    for (int i = 0; i < M; i++) {
        double sum = 0; /* of C^-1 = L^-T L^-1 */
        for (int k = i; good && k < M; k++) sum += inverse[k * M + i] * inverse[k * M + i];
        own[i] = sum > 0 ? cov[i * M + i] / sum : 0;
    }
}

/* own (M) as parts of `of` (M). Where hardly any of a measure's variance is its own, in the survey or in the bodies, chol(T_y)^-1 would
 * amplify errors of measuring and rounding. ERR_RANGE names the measure. */
static pd_status check_own(const double *own, const double *of, const char *what, pd_error *err)
{
    /* The measure with the least variance of its own. */
    int least = 0;
    for (int i = 1; i < M; i++)
        if (!(own[i] / of[i] >= own[least] / of[least])) least = i;
    if (own[least] / of[least] >= OWN_LEAST) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, pd_smpl_people_rows[least].name, "%.1g of %s; %g or more expected",
                   own[least] / of[least], what, OWN_LEAST);
}

/* F = chol(T) chol(T_y)^-1 onto A and onto the effect of age. */
static bool stretch(double *a, double *age, const pd_train_moments *t, double *spread)
{
    double target[M * M], inverse[M * M], f[M * M], fa[M * M], old[M];
    /* Both factors, then F, applied from both sides. */
    for (int i = 0; i < M * M; i++) target[i] = t->log_cov[i / M][i % M];
    if (!factor(target, M) || !factor(spread, M)) return false;
    invert_lower(inverse, spread, M);
    multiply(f, plain(target, M, M), plain(inverse, M, M));
    multiply(fa, plain(f, M, M), plain(a, M, M));
    multiply(a, plain(fa, M, M), transposed(f, M, M));
    memcpy(old, age, sizeof old);
    multiply(age, plain(f, M, M), plain(old, M, 1));
    return true;
}

/* cov = K A K^T + (I - K J) E C E (I - K J)^T */
static void spread_betas(learned *p, rounds *w, const double *c, const double *a,
                         const pd_train_people_options *o, int b)
{
    double *rest = w->gram, *t = w->m; /* (B,B) each */
    multiply(rest, plain(w->k, b, M), plain(w->j, M, b));
    for (int i = 0; i < b * b; i++) rest[i] = (i / b == i % b ? 1 : 0) - rest[i];
    for (int i = 0; i < b * b; i++) {
        const int r = i / b, k = i % b, known = o->body_betas + o->face_betas;
        const double er = r < o->body_betas ? BODY_SHARE
                          : r < known       ? 1
                                            : PART_SHARE,
                     ek = k < o->body_betas ? BODY_SHARE
                          : k < known       ? 1
                                            : PART_SHARE;
        w->root[i] = er * ek * c[i];
    }
    multiply(t, plain(rest, b, b), plain(w->root, b, b));
    multiply(p->cov, plain(t, b, b), transposed(rest, b, b));
    multiply(t, plain(w->k, b, M), plain(a, M, M));
    pd_k_gemm(p->cov, t, 0, w->k, 1, b, b, M, 1, 1);
}

static pd_status learn_one(learned *p, rounds *w, const pd_train_people_start *start,
                           const pd_train_moments *t, pd_error *err)
{
    const int b = w->job->model->beta_count;
    double a[M * M], age[M], mean[M], spread[M * M], all[M], asked[M], own[M];
    const double age_sd = sqrt(t->log_cov[AGE][AGE]);

    for (int i = 0; i < M * M; i++) a[i] = t->log_cov[i / M][i % M];
    for (int i = 0; i < M; i++) all[i] = t->log_cov[i][i];
    own_variances(asked, a);
    pd_status status =
        check_own(asked, all, "its variance in the survey is its own, not the other measures'", err);
    if (status != PD_OK) return status;

    for (int i = 0; i < M; i++) age[i] = t->log_cov[i][AGE] / age_sd;
    memcpy(p->mean, start->mean, (size_t)b * sizeof *p->mean);
    memcpy(p->cov, start->cov, (size_t)b * (size_t)b * sizeof *p->cov);
    for (int i = 0; i < LOGS; i++) p->log_mean[i] = t->log_mean[i], p->log_sd[i] = sqrt(t->log_cov[i][i]);
    p->age_range[0] = t->age_least, p->age_range[1] = t->age_most;

    for (int round = 0; round < ROUNDS; round++) {
        status = measure_round(mean, spread, w, p, err);
        if (status != PD_OK) return status;
        own_variances(own, spread);
        status =
            check_own(own, asked, "the variance that is its own in the survey is in the model's bodies", err);
        if (status != PD_OK) return status;
        if (round && !stretch(a, age, t, spread)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no spread");
        if (!gain(w, start->cov, t, b)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
        for (int k = 0; k < b; k++) {
            p->by_age[k] = 0;
            for (int i = 0; i < M; i++) {
                p->mean[k] += w->k[k * M + i] * (t->log_mean[i] - mean[i]);
                p->by_age[k] += w->k[k * M + i] * age[i];
            }
        }
        spread_betas(p, w, start->cov, a, &w->job->options, b);
    }
    return PD_OK;
}

/* Half women, half men. */
static void mix(learned *out, const learned *f, const learned *m, int b)
{
    for (int k = 0; k < b; k++) {
        out->mean[k] = (f->mean[k] + m->mean[k]) / 2;
        out->by_age[k] = (f->by_age[k] + m->by_age[k]) / 2;
    }
    for (int i = 0; i < b * b; i++)
        out->cov[i] = (f->cov[i] + m->cov[i]) / 2 +
                      (f->mean[i / b] - m->mean[i / b]) * (f->mean[i % b] - m->mean[i % b]) / 4;
    for (int i = 0; i < LOGS; i++) {
        out->log_mean[i] = (f->log_mean[i] + m->log_mean[i]) / 2;
        out->log_sd[i] = sqrt((f->log_sd[i] * f->log_sd[i] + m->log_sd[i] * m->log_sd[i]) / 2 +
                              pow((f->log_mean[i] - m->log_mean[i]) / 2, 2));
    }
    out->age_range[0] = fmax(f->age_range[0], m->age_range[0]);
    out->age_range[1] = fmin(f->age_range[1], m->age_range[1]);
}

/* ---- the curves ---- */

/* From coefficients by latents z to those by d = L z. scratch (2,b,b). */
static void write_curve(float *level, float *slope, float *curve, const double *w, const double *inverse,
                        double *scratch, int b)
{
    double *q = scratch, *t = scratch + b * b;
    *level = (float)w[0];
    for (int k = 0; k < b; k++) {
        double sum = 0;
        for (int j = 0; j < b; j++) sum += inverse[j * b + k] * w[1 + j];
        slope[k] = (float)sum;
    }
    for (int r = 0, n = 1 + b; r < b; r++)
        for (int c = r; c < b; c++, n++) q[r * b + c] = q[c * b + r] = w[n] / (r == c ? 1 : 2);
    multiply(t, transposed(inverse, b, b), plain(q, b, b));
    multiply(q, plain(t, b, b), plain(inverse, b, b));
    for (int r = 0; r < b; r++)
        for (int c = r; c < b; c++) *curve++ = (float)(q[r * b + c] * (r == c ? 1 : 2));
}

/* level, slope and curve of a prior, by regression over bodies of it that are spread FIT_SPREAD as far. */
static pd_status fit_curves(float *numbers, const pd_train_people_job *job, const learned *p, pd_error *err)
{
    const int b = job->model->beta_count, n = 1 + b + b * (b + 1) / 2, count = 5 * n / 2;
    const size_t bb = (size_t)b * (size_t)b;
    double *f = malloc((size_t)n * (size_t)count * sizeof *f),
           *gram = calloc((size_t)n * (size_t)n, sizeof *gram),
           *betas = malloc((size_t)count * (size_t)b * sizeof *betas),
           *logs = malloc((size_t)count * M * sizeof *logs),
           *right = malloc((size_t)M * (size_t)n * sizeof *right), *small = malloc(4 * bb * sizeof *small);
    pd_status status = PD_OK;
    if (!f || !gram || !betas || !logs || !right || !small)
        status = pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    if (status == PD_OK) {
        double *root = small, z[PD_SMPL_PEOPLE_MAX_BETAS];
        pd_rng rng;
        pd_rng_init(&rng, job->options.seed + 1);
        memcpy(root, p->cov, bb * sizeof *root);
        for (int k = 0; k < b; k++) root[k * b + k] += 1e-9;
        if (!factor(root, b)) status = pd_fail(err, PD_ERR_INTERNAL, "people", "a covariance that is none");
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < b; k++) z[k] = FIT_SPREAD * pd_rng_normal(&rng);

            /* 1, z, z_r z_c */
            size_t at = (size_t)i;
            f[at] = 1, at += (size_t)count;
            for (int k = 0; k < b; k++, at += (size_t)count) f[at] = z[k];
            for (int r = 0; r < b; r++)
                for (int c = r; c < b; c++, at += (size_t)count) f[at] = z[r] * z[c];
            for (int k = 0; k < b; k++) {
                double *beta = &betas[i * b + k];
                *beta = p->mean[k];
                for (int j = 0; j <= k; j++) *beta += root[k * b + j] * z[j];
            }
        }
    }
    if (status == PD_OK) status = measure_logs(logs, job->model, betas, count, job->executor, err);
    if (status == PD_OK) {
        pd_k_gram_add(gram, f, n, count);
        pd_k_mirror(gram, n);
        for (int i = 0; i < n; i++) gram[i * n + i] += i > b ? FIT_RIDGE : 1e-3;
        multiply(right, transposed(logs, count, M), transposed(f, n, count));
        if (!pd_k_cholesky(gram, n)) status = pd_fail(err, PD_ERR_INTERNAL, "people", "no curve");
    }
    if (status == PD_OK) {
        float *level = numbers + 2 * LOGS + 2 + b + b * (1 + b), *slope = level + M, *curve = slope + M * b;
        invert_lower(small + bb, small, b);
        for (int i = 0; i < M; i++) {
            pd_k_cholesky_solve(right + i * n, gram, n);
            write_curve(level + i, slope + i * b, curve + i * (b * (b + 1) / 2), right + i * n, small + bb,
                        small + 2 * bb, b);
        }
    }
    free(f), free(gram), free(betas), free(logs), free(right), free(small);
    return status;
}

/* ---- all of them ---- */

static pd_status write_prior(float *numbers, const pd_train_people_job *job, const learned *p, pd_error *err)
{
    const int b = job->model->beta_count, l = 1 + b;
    float *at = numbers;
    double *rest = malloc((size_t)b * (size_t)b * sizeof *rest);
    if (!rest) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    for (int i = 0; i < LOGS; i++) *at++ = (float)p->log_mean[i], *at++ = (float)p->log_sd[i];
    for (int i = 0; i < 2; i++) *at++ = (float)p->age_range[i];
    for (int k = 0; k < b; k++) *at++ = (float)p->mean[k];

    for (int i = 0; i < b * b; i++)
        rest[i] = p->cov[i] - p->by_age[i / b] * p->by_age[i % b] + (i / b == i % b ? 1e-6 : 0);
    const bool good = factor(rest, b);
    for (int k = 0; good && k < b; k++) {
        at[k * l] = (float)p->by_age[k];
        for (int j = 0; j < b; j++) at[k * l + 1 + j] = (float)rest[k * b + j];
    }
    free(rest);
    if (!good) return pd_fail(err, PD_ERR_INTERNAL, "people", "age explains more than there is");
    return fit_curves(numbers, job, p, err);
}

static bool rounds_init(rounds *w, const pd_train_people_job *job)
{
    const size_t b = (size_t)job->model->beta_count;
    *w = (rounds){.job = job};
    w->latents = malloc(BODIES * b * sizeof(double)), w->betas = malloc(BODIES * b * sizeof(double));
    w->off = malloc(BODIES * b * sizeof(double)), w->logs = malloc(BODIES * M * sizeof(double));
    w->gram = malloc(b * b * sizeof(double)), w->root = malloc(b * b * sizeof(double));
    w->j = malloc(M * b * sizeof(double)), w->cj = malloc(M * b * sizeof(double));
    w->k = malloc(b * M * sizeof(double)), w->m = malloc((b > M ? b : M) * b * sizeof(double));
    if (!w->latents || !w->betas || !w->off || !w->logs || !w->gram || !w->root || !w->j || !w->cj || !w->k ||
        !w->m)
        return false;

    /* Latents with mean 0 and covariance I to the last digits: antithetic, then decorrelated. */
    const int n = (int)b;
    pd_rng rng;
    pd_rng_init(&rng, job->options.seed);
    for (int i = 0; i < BODIES / 2 * n; i++) {
        w->off[i] = pd_rng_normal(&rng);
        w->off[BODIES / 2 * n + i] = -w->off[i];
    }
    multiply(w->gram, transposed(w->off, BODIES, n), plain(w->off, BODIES, n));
    for (int i = 0; i < n * n; i++) w->gram[i] /= BODIES;
    if (!factor(w->gram, n)) return false;
    invert_lower(w->root, w->gram, n);
    multiply(w->latents, plain(w->off, BODIES, n), transposed(w->root, n, n));
    return true;
}

static void rounds_deinit(rounds *w)
{
    free(w->latents), free(w->betas), free(w->off), free(w->logs), free(w->gram), free(w->root);
    free(w->j), free(w->cj), free(w->k), free(w->m);
}

/* Skin that is moved mostly by the joints of the left leg, off the plane of symmetry. */
static pd_status find_legs(pd_smpl_data *data, pd_error *err)
{
    static const char *const names[] = {"left_hip", "left_knee", "left_ankle", "left_foot"};
    data->legs = malloc((size_t)data->vertex_count * sizeof *data->legs);
    if (!data->legs) return pd_fail(err, PD_ERR_MEMORY, "people.legs", "out of memory");
    data->leg_count = 0;
    for (int v = 0; v < data->vertex_count; v++) {
        const float *row = data->weights + (size_t)v * (size_t)data->joint_count;
        double share = 0;
        for (int j = 0; j < data->joint_count; j++)
            for (size_t n = 0; n < sizeof names / sizeof *names; n++)
                if (!strcmp(data->joint_names[j], names[n])) share += (double)row[j];
        if (share > 0.5 && (double)data->v_template[3 * (size_t)v] > 1e-3) data->legs[data->leg_count++] = v;
    }
    return PD_OK;
}

/* Learns the priors of one population and writes them to out; `all` has room for one of each gender. *done counts the priors. */
static pd_status learn_population(float *out, learned *all, rounds *w, int population, int *done, int priors,
                                  const pd_smpl_data *data, const pd_train_people_job *job, pd_error *err)
{
    const size_t numbers = pd_smpl_people_numbers(data->beta_count);
    const pd_smpl_gender own = pd_smpl_gender_named(data->text.gender);

    /* Women and men, as far as the model has them. People of either gender are a mixture of both. */
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        if (own != PD_SMPL_NEUTRAL && (int)own != g) continue;
        const pd_status status = learn_one(&all[g], w, &job->start[g], job->moments[population][g], err);
        if (status != PD_OK) return status;
    }
    if (own == PD_SMPL_NEUTRAL)
        mix(&all[PD_SMPL_NEUTRAL], &all[PD_SMPL_FEMALE], &all[PD_SMPL_MALE], data->beta_count);

    for (int g = 0; g < PD_SMPL_GENDER_COUNT; g++) {
        if (own != PD_SMPL_NEUTRAL && (int)own != g) continue;
        PD_ASSERT(*done < priors);
        pd_train_tell(&job->progress, "people", *done, priors);
        const pd_status status = write_prior(out + (size_t)(*done)++ * numbers, job, &all[g], err);
        if (status != PD_OK) return status;
    }
    return PD_OK;
}

pd_status pd_train_people(pd_smpl_data *data, const pd_train_people_job *job, pd_error *err)
{
    const size_t numbers = pd_smpl_people_numbers(data->beta_count);
    const int priors = pd_smpl_people_prior_count(data->text.gender);
    pd_status status = check_betas(job->model, &job->options, err);
    if (status != PD_OK) return status;
    if (data->beta_count < M)
        return pd_fail(err, PD_ERR_RANGE, "shapedirs", "%d betas; %d to %d allowed", data->beta_count, M,
                       PD_SMPL_PEOPLE_MAX_BETAS);

    learned *all = calloc(PD_SMPL_GENDER_COUNT, sizeof *all);
    float *out = calloc((size_t)priors * numbers, sizeof *out);
    rounds w;
    int done = 0;
    pd_k_blas_serial();
    if (!rounds_init(&w, job) || !all || !out)
        status = pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    for (int p = 0; status == PD_OK && p < PD_SMPL_POPULATION_COUNT; p++)
        status = learn_population(out, all, &w, p, &done, priors, data, job, err);
    if (status == PD_OK) pd_train_tell(&job->progress, "people", priors, priors);
    rounds_deinit(&w);
    free(all);

    /* The legs of the model, which people's measures need. */
    if (status == PD_OK) status = find_legs(data, err);
    if (status != PD_OK) {
        free(out);
        return status;
    }
    PD_ASSERT(done == priors);
    free(data->people);
    data->people = out, data->people_count = priors;
    return PD_OK;
}
