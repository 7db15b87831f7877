#include "factory/people/people.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "core/smpl/measure/tape.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS          8
#define BODIES          600
#define RIDGE           1e-3
#define BODY_SHARE      0.7 /* of the spread that nobody measured */
#define PART_SHARE      0.35
#define OWN_LEAST       1e-3 /* of a measure's variance; ANSUR II has 0.018 or more */
#define FIT_SPREAD      1.4  /* spread of the bodies that curves are fitted to */
#define FIT_RIDGE       30.0
#define LEFT_OUT_MOST   0.01 /* share of those bodies that may be without measures */
#define FEATURE_DAMPING 0.03
#define FACE_AGE_SD     0.3
#define SMALL_FREEDOM   0.4
#define SOFT_FREEDOM    0.3
/* Spread of what the measures of the head leave open, as a share of the features' own (feature.c). At 1 combinations of large features are caricatures. */
#define FACE_SHARE      0.75
#define GIRTH_RIDGE                                                                                          \
    0.01 /* of RIDGE: requests may ask for the head's girth, which comes first where sizes cannot meet all measures */
#define FACE_STEPS           6
/* RIDGE of the means of the head's measures, and of the mean girth. */
#define MEAN_RIDGE           0.004
#define MEAN_GIRTH_RIDGE     0.0025
#define DRAWN                1000    /* people whose heads are measured */
#define DRAWN_FIRST          1000000 /* their first seed: not those of the report */
/* Of the sampled people, whose control of sex is 0.15 u^2 off a woman's or a man's, u uniform (subject.c), in the feature's steps of 0.2. */
#define MASCULINITY_VARIANCE 0.05
#define EYE_OPENING          (-0.7) /* mean beta: at 0 the whole iris is seen, and faces stare */
/* Mean beta of masculinity of women and men. At 0 many faces are between both. */
#define MASCULINITY_WOMEN    (-1.2)
#define MASCULINITY_MEN      0.0
/* M: measures that requests may ask for. MOST: those and the fitted measures of the head, as far as model and survey have them. ALL: the arcs, too. */
enum {
    M = PD_SMPL_PEOPLE_MEASURES,
    MOST = M + PD_FACTORY_HEAD_FITTED,
    ALL = M + PD_FACTORY_HEAD_MEASURES,
    AGE = PD_FACTORY_SURVEY_AGE,
    LOGS = PD_FACTORY_SURVEY_LOGS
};

/* Returns the place of measure i in the survey's numbers, where years stand between body and head. */
static int place_of(int i)
{
    return i < M ? i : i - M + PD_FACTORY_SURVEY_HEAD;
}

static const char *name_of(int i)
{
    return i < M ? pd_smpl_people_rows[i].name : pd_factory_head_rows[i - M].name;
}

/* ---- measured bodies ---- */

/* What one worker measures with: the tape keeps the directions in an order that takes a third of the time. */
typedef struct measurer {
    pd_arena scratch;
    pd_smpl_tape tape;
} measurer;

typedef struct measuring {
    double *values;
    const pd_smpl_model *model;
    const double *betas;
    int count;           /* of measures: M, MOST or ALL */
    measurer *measurers; /* one per worker */
} measuring;

static void measure_one(void *arg, int index, int worker)
{
    const measuring *m = arg;
    const int b = m->model->beta_count;
    float betas[PD_SMPL_PEOPLE_MAX_BETAS];
    double rounded[PD_SMPL_PEOPLE_MAX_BETAS], all[PD_SMPL_MEASURE_COUNT];
    uint64_t wanted = 0;

    for (int k = 0; k < b; k++)
        rounded[k] = (double)(betas[k] = (float)m->betas[(size_t)index * (size_t)b + (size_t)k]);
    for (int i = 0; i < M; i++) wanted |= UINT64_C(1) << pd_smpl_measure_find(pd_smpl_people_rows[i].name);
    pd_smpl_tape *tape = &m->measurers[worker].tape;
    pd_smpl_tape_shape(tape, rounded, b);
    pd_smpl_tape_read(all, NULL, tape, wanted, PD_SMPL_DENSITY_DEFAULT);
    double *values = m->values + (size_t)index * (size_t)m->count;
    for (int i = 0; i < M; i++) values[i] = all[pd_smpl_measure_find(pd_smpl_people_rows[i].name)];
    if (m->count > M) pd_factory_head_measure_body(values + M, m->count - M, m->model, betas);
}

/* Measures bodies (count,B) into values (count,measures), in parallel. */
static pd_status measure(double *values, int measures, const pd_smpl_model *model, const double *betas,
                         int count, const pd_executor *executor, pd_error *err)
{
    measuring m = {values, model, betas, measures,
                   calloc((size_t)executor->worker_count, sizeof *m.measurers)};
    bool good = m.measurers != NULL;

    for (int w = 0; good && w < executor->worker_count; w++) {
        measurer *one = &m.measurers[w];
        good = pd_arena_reserve(&one->scratch, pd_smpl_tape_bytes(model) +
                                                   pd_smpl_tape_directions_bytes(model, model->beta_count));
        if (!good) break;
        pd_smpl_tape_init(&one->tape, model, &one->scratch);
        pd_smpl_tape_take_directions(&one->tape, model->beta_count, &one->scratch);
    }
    if (good) pd_execute(executor, measure_one, &m, count);
    for (int w = 0; m.measurers && w < executor->worker_count; w++) pd_arena_deinit(&m.measurers[w].scratch);
    free(m.measurers);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "people", "out of memory for %d bodies", count);
}

pd_status pd_factory_people_measure(double *values, const pd_smpl_model *model, const double *betas,
                                    int count, const pd_executor *executor, pd_error *err)
{
    return measure(values, M, model, betas, count, executor, err);
}

pd_status pd_factory_people_measure_all(double *values, const pd_smpl_model *model, const double *betas,
                                        int count, const pd_executor *executor, pd_error *err)
{
    return measure(values, ALL, model, betas, count, executor, err);
}

/* Measures bodies and returns the logarithms (count,measures). PD_ERR_RANGE when a body has no such measure. */
static pd_status measure_logs(double *logs, int measures, const pd_smpl_model *model, const double *betas,
                              int count, const pd_executor *executor, pd_error *err)
{
    const pd_status status = measure(logs, measures, model, betas, count, executor, err);
    for (int i = 0; status == PD_OK && i < count * measures; i++) {
        if (!(logs[i] > 0))
            return pd_fail(
                err, PD_ERR_RANGE, name_of(i % measures),
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

/* Computes out = A B. */
static void multiply(double *out, matrix a, matrix b)
{
    PD_ASSERT((a.transposed ? a.rows : a.columns) == (b.transposed ? b.columns : b.rows));
    const int m = a.transposed ? a.columns : a.rows, k = a.transposed ? a.rows : a.columns,
              n = b.transposed ? b.rows : b.columns;
    pd_k_gemm(out, a.values, a.transposed, b.values, b.transposed, m, n, k, 1, 0);
}

/* Replaces a by its Cholesky factor, with zeros above the diagonal. Returns false if it has none. */
static bool factor(double *a, int n)
{
    PD_ASSERT(n > 0);
    if (!pd_k_cholesky(a, n)) return false;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) a[i * n + j] = 0;
    return true;
}

/* Computes out (n,n) = L^-1. */
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

static pd_status check_betas(const pd_smpl_model *model, const pd_factory_people_options *o, pd_error *err)
{
    if (model->beta_count < 1 || model->beta_count > PD_SMPL_PEOPLE_MAX_BETAS)
        return pd_fail(err, PD_ERR_RANGE, "shapedirs", "%d betas; %d to %d allowed", model->beta_count, M,
                       PD_SMPL_PEOPLE_MAX_BETAS);
    if (o->body_betas < 1 || o->body_betas + model->data.feature_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d of the body and %d of the face; the model has %d",
                       o->body_betas, model->data.feature_count, model->beta_count);
    return PD_OK;
}

/* How far learning may move a beta to give the bodies the survey's measures: 1 freely, 0 not. Age, sex, ancestry and asymmetry of faces keep what they
 * have; features that say what a face looks like move less than those that say how large its parts are. */
static double freedom_of(const pd_smpl_data *data, int beta)
{
    static const char *const fixed[] = {"face_age",   "masculinity", "ancestry_",
                                        "asymmetry_", "eye_opening", "mouth_corners"},
                             *const large[] = {"head_length",  "head_width",  "forehead_height",
                                               "temple_width", "cheekbones",  "jaw_width",
                                               "jaw_length",   "chin_height", "eye_spacing",
                                               "eye_height",   "nose_length", "cheek_fullness",
                                               "ear_size",     "ear_width"};
    const int feature = beta - (data->beta_count - data->feature_count);
    if (feature < 0) return 1;
    const char *name = data->feature_names[feature];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strncmp(name, fixed[i], strlen(fixed[i]))) return 0;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (!strcmp(name, large[i])) return 1;
    return SMALL_FREEDOM;
}

/* Variances of features that are not 1. Ancestries go together so that each of three has the same variance (unit: feature.c). The face's age is
 * set by the person's; this is the mean over the survey's ages, and how much younger or older people look. */
static void spread_features(pd_factory_people_start *out, const pd_smpl_data *data)
{
    const int b = data->beta_count, age = pd_smpl_feature_beta(data, "face_age"),
              male = pd_smpl_feature_beta(data, "masculinity"),
              african = pd_smpl_feature_beta(data, "ancestry_african"),
              asian = pd_smpl_feature_beta(data, "ancestry_asian");
    if (age >= 0) out->cov[age * b + age] = FACE_AGE_SD * FACE_AGE_SD;
    if (male >= 0) out->cov[male * b + male] = MASCULINITY_VARIANCE;
    if (african < 0 || asian < 0) return;
    out->cov[african * b + african] = out->cov[asian * b + asian] = 1.3;
    out->cov[african * b + asian] = out->cov[asian * b + african] = 0.65;
}

pd_status pd_factory_people_start_own(pd_factory_people_start *out, const pd_smpl_model *model,
                                      const pd_factory_people_options *options, pd_error *err)
{
    const int b = model->beta_count;
    const pd_status status = check_betas(model, options, err);
    if (status != PD_OK) return status;

    out->mean = calloc((size_t)b, sizeof *out->mean);
    out->cov = calloc((size_t)b * (size_t)b, sizeof *out->cov);
    if (!out->mean || !out->cov) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    /* Body and face have variance 1; parts, whose limits are known, a third of that limit as standard deviation. */
    for (int k = 0; k < b; k++) {
        const bool is_part =
            k >= options->body_betas && k < b - model->data.feature_count && model->data.beta_limits;
        out->cov[k * b + k] = is_part ? pow((double)model->data.beta_limits[k] / 3, 2) : 1;
    }
    spread_features(out, &model->data);
    return PD_OK;
}

pd_status pd_factory_people_start_from(pd_factory_people_start *out, const pd_smpl_model *model,
                                       const pd_smpl_data *of, const pd_factory_people_options *options,
                                       pd_error *err)
{
    pd_status status = pd_factory_people_start_own(out, model, options, err);
    if (status != PD_OK) return status;
    if (of->vertex_count != model->vertex_count || of->face_count != model->face_count ||
        memcmp(of->faces, model->data.faces, 3 * (size_t)of->face_count * sizeof *of->faces) != 0)
        return pd_fail(err, PD_ERR_INVALID, of->text.name, "another mesh than the model's");

    /* least squares: n unknowns, the betas of body and face and a shift; rights: the mean's difference, then each direction */
    const int b = model->beta_count, features = model->data.feature_count,
              parts = b - features - options->body_betas, known = options->body_betas + features,
              n = known + 3, rights = 1 + of->beta_count;
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

    /* Build the normal equations, weighted by area. */
    for (size_t i = 0; i < 3 * (size_t)model->vertex_count; i++) {
        double row[PD_SMPL_PEOPLE_MAX_BETAS + 3] = {0};
        for (int k = 0; k < known; k++)
            row[k] =
                (double)
                    model->data.shapedirs[i * (size_t)b + (size_t)(k < options->body_betas ? k : k + parts)];
        row[known + (int)(i % 3)] = 1;
        for (int r = 0; r < n; r++)
            for (int c = 0; c <= r; c++) gram[r * n + c] += areas[i / 3] * row[r] * row[c];
        for (int y = 0; y < rights; y++) {
            const double value = y ? (double)of->shapedirs[i * (size_t)of->beta_count + (size_t)y - 1]
                                   : (double)of->v_template[i] - (double)model->data.v_template[i];
            for (int r = 0; r < n; r++) right[y * n + r] += areas[i / 3] * row[r] * value;
        }
    }
    /* Damping, more for features, which are not orthogonal; then one solution for each right-hand side. */
    pd_k_mirror(gram, n);
    for (int r = 0; r < known; r++) gram[r * n + r] *= 1 + (r < options->body_betas ? 1e-6 : FEATURE_DAMPING);
    if (pd_k_cholesky(gram, n)) {
        for (int y = 0; y < rights; y++) pd_k_cholesky_solve(right + y * n, gram, n);
        /* The mean is the other model's mean; the covariance of the body's betas is that of its directions. */
        memcpy(out->mean, right, (size_t)options->body_betas * sizeof *out->mean);
        memcpy(out->mean + b - features, right + options->body_betas, (size_t)features * sizeof *out->mean);
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

void pd_factory_people_start_deinit(pd_factory_people_start *start)
{
    free(start->mean);
    free(start->cov);
    *start = (pd_factory_people_start){0};
}

/* ---- one prior ---- */

/* The same for the face alone, once the body is learned (refit_face): less for the width of jaw and temples and for the cheeks, which breadths would make
 * hollow. */
static double freedom_of_face(const pd_smpl_data *data, int beta)
{
    static const char *const soft[] = {"jaw_width", "temple_width", "cheek_fullness"};
    const int feature = beta - (data->beta_count - data->feature_count);
    if (feature < 0) return 0;
    for (size_t i = 0; i < sizeof soft / sizeof *soft; i++)
        if (!strcmp(data->feature_names[feature], soft[i])) return SOFT_FREEDOM;
    return freedom_of(data, beta);
}

/* The same for the means of the heads' measures: sizes of the parts alone. What a face looks like is what distinguishes women's from men's, and stays as it
 * was sampled: else width that the survey's women lack makes their jaws square. */
static double freedom_of_mean(const pd_smpl_data *data, int beta)
{
    static const char *const sizes[] = {"head_length", "head_width",  "forehead_height", "chin_height",
                                        "eye_spacing", "nose_length", "ear_size",        "ear_width"};
    const int feature = beta - (data->beta_count - data->feature_count);
    for (size_t i = 0; feature >= 0 && i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(data->feature_names[feature], sizes[i])) return 1;
    return 0;
}

/* What is learned of one population and gender. */
typedef struct learned {
    double mean[PD_SMPL_PEOPLE_MAX_BETAS], by_age[PD_SMPL_PEOPLE_MAX_BETAS]; /* by_age: per sd of log years */
    double cov[PD_SMPL_PEOPLE_MAX_BETAS * PD_SMPL_PEOPLE_MAX_BETAS];         /* with by_age                */
    double log_mean[LOGS], log_sd[LOGS], age_range[2];
} learned;

typedef struct rounds {
    const pd_factory_people_job *job;
    double *latents, *betas, *off, *logs; /* (BODIES,B), (BODIES,B), less the mean, (BODIES,measures) */
    double *gram, *root, *j, *cj, *k, *m; /* B,B and less */
    double *freed,
        *start;   /* (B,B) C, scaled by the freedom of its betas; C with the spread of face_age by age */
    int measures; /* M or MOST */
} rounds;

/* Bodies of the round and their logarithms, less the mean (measures); spread (measures,measures) of them. */
static pd_status measure_round(double *mean, double *spread, rounds *w, const learned *p, pd_error *err)
{
    const int b = w->job->model->beta_count, m = w->measures;
    PD_ASSERT(b > 0 && b <= PD_SMPL_PEOPLE_MAX_BETAS);
    /* Stretch the same standard normal numbers by the present covariance in each round. */
    memcpy(w->root, p->cov, (size_t)b * (size_t)b * sizeof *w->root);
    for (int i = 0; i < b; i++) w->root[i * b + i] += 1e-9;
    if (!factor(w->root, b)) return pd_fail(err, PD_ERR_INTERNAL, "people", "a covariance that is none");
    multiply(w->off, plain(w->latents, BODIES, b), transposed(w->root, b, b));
    for (int i = 0; i < BODIES * b; i++) w->betas[i] = w->off[i] + p->mean[i % b];

    /* Measure the bodies, and take means and covariance of the logarithms. */
    const pd_status status = measure_logs(w->logs, m, w->job->model, w->betas, BODIES, w->job->executor, err);
    if (status != PD_OK) return status;
    memset(mean, 0, (size_t)m * sizeof *mean);
    for (int i = 0; i < BODIES * m; i++) mean[i % m] += w->logs[i] / BODIES;
    for (int i = 0; i < BODIES * m; i++) w->logs[i] -= mean[i % m];
    multiply(spread, transposed(w->logs, BODIES, m), plain(w->logs, BODIES, m));
    for (int i = 0; i < m * m; i++) spread[i] /= BODIES;
    return PD_OK;
}

/* Computes J (m,B) by regression over the round, then K (B,m). */
static bool gain(rounds *w, const double *c, const pd_factory_moments *t, int b)
{
    const int m = w->measures;
    /* Compute J, how the logarithms depend on the betas, by regression. */
    multiply(w->gram, transposed(w->off, BODIES, b), plain(w->off, BODIES, b));
    for (int i = 0; i < b; i++) w->gram[i * b + i] += 1e-2;
    multiply(w->j, transposed(w->logs, BODIES, m), plain(w->off, BODIES, b));
    if (!pd_k_cholesky(w->gram, b)) return false;
    for (int i = 0; i < m; i++) pd_k_cholesky_solve(w->j + i * b, w->gram, b);

    /* Compute K = C J^T (J C J^T + ridge)^-1. */
    double jcj[MOST * MOST];
    multiply(w->cj, plain(w->j, m, b), plain(c, b, b)); /* C is symmetric */
    multiply(jcj, plain(w->cj, m, b), transposed(w->j, m, b));
    for (int i = 0; i < m; i++) jcj[i * m + i] += RIDGE * t->log_cov[place_of(i)][place_of(i)];
    if (!pd_k_cholesky(jcj, m)) return false;
    for (int k = 0; k < b; k++) {
        for (int i = 0; i < m; i++) w->k[k * m + i] = w->cj[i * b + k];
        pd_k_cholesky_solve(w->k + k * m, jcj, m);
    }
    return true;
}

/* Computes the part of each measure's variance that the others do not explain: own_i = 1 / (C^-1)_ii, (m). */
static void own_variances(double *own, const double *cov, int m)
{
    double scaled[MOST * MOST], inverse[MOST * MOST];
    /* Turn covariances into correlations, so that the measures' units do not matter. */
    for (int i = 0; i < m * m; i++)
        scaled[i] = cov[i] / sqrt(cov[i / m * (m + 1)] * cov[i % m * (m + 1)]) + (i / m == i % m ? 1e-9 : 0);

    const bool good = factor(scaled, m);
    if (good) invert_lower(inverse, scaled, m);
    for (int i = 0; i < m; i++) {
        double sum = 0; /* of C^-1 = L^-T L^-1 */
        for (int k = i; good && k < m; k++) sum += inverse[k * m + i] * inverse[k * m + i];
        own[i] = sum > 0 ? cov[i * m + i] / sum : 0;
    }
}

/* own (m) as parts of `of` (m). Where hardly any of a measure's variance is its own, in the survey or in the bodies, chol(T_y)^-1 would
 * amplify errors of measuring and rounding. ERR_RANGE names the measure. */
static pd_status check_own(const double *own, const double *of, int m, const char *what, pd_error *err)
{
    /* Find the measure with the least variance of its own. */
    int least = 0;
    for (int i = 1; i < m; i++)
        if (!(own[i] / of[i] >= own[least] / of[least])) least = i;
    if (own[least] / of[least] >= OWN_LEAST) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name_of(least), "%.1g of %s; %g or more expected",
                   own[least] / of[least], what, OWN_LEAST);
}

/* Applies F = chol(T) chol(T_y)^-1 to A and to the effect of age. */
static bool stretch(double *a, double *age, const pd_factory_moments *t, double *spread, int m)
{
    double target[MOST * MOST], inverse[MOST * MOST], f[MOST * MOST], fa[MOST * MOST], old[MOST];
    /* Compute both factors, then F, and apply it from both sides. */
    for (int i = 0; i < m * m; i++) target[i] = t->log_cov[place_of(i / m)][place_of(i % m)];
    if (!factor(target, m) || !factor(spread, m)) return false;
    invert_lower(inverse, spread, m);
    multiply(f, plain(target, m, m), plain(inverse, m, m));
    multiply(fa, plain(f, m, m), plain(a, m, m));
    multiply(a, plain(fa, m, m), transposed(f, m, m));
    memcpy(old, age, sizeof old);
    multiply(age, plain(f, m, m), plain(old, m, 1));
    return true;
}

/* Computes cov = K A K^T + (I - K J) E C E (I - K J)^T. */
static void spread_betas(learned *p, rounds *w, const double *c, const double *a,
                         const pd_factory_people_options *o, int b)
{
    double *rest = w->gram, *t = w->m; /* (B,B) each */
    const int m = w->measures;
    multiply(rest, plain(w->k, b, m), plain(w->j, m, b));
    for (int i = 0; i < b * b; i++) rest[i] = (i / b == i % b ? 1 : 0) - rest[i];
    for (int i = 0; i < b * b; i++) {
        const int r = i / b, k = i % b, face = b - w->job->model->data.feature_count;
        const double er = r < o->body_betas ? BODY_SHARE
                          : r < face        ? PART_SHARE
                                            : 1,
                     ek = k < o->body_betas ? BODY_SHARE
                          : k < face        ? PART_SHARE
                                            : 1;
        w->root[i] = er * ek * c[i];
    }
    multiply(t, plain(rest, b, b), plain(w->root, b, b));
    multiply(p->cov, plain(t, b, b), transposed(rest, b, b));
    multiply(t, plain(w->k, b, m), plain(a, m, m));
    pd_k_gemm(p->cov, t, 0, w->k, 1, b, b, m, 1, 1);
}

/* Scales C (B,B) by the freedom of both betas. */
static void scale_by_freedom(double *out, const double *cov, const pd_smpl_data *data)
{
    const int b = data->beta_count;
    for (int i = 0; i < b * b; i++) out[i] = freedom_of(data, i / b) * freedom_of(data, i % b) * cov[i];
}

/* Lets the face age with the person: u is the beta of the face's age with what the steered betas do against its effect on the measures, s how far it
 * goes per standard deviation of log years.
 *
 *     by_age += s u,   cov += s (by_age u^T + u by_age^T)           u = (I - K J) e
 *
 * s^2 u u^T is in cov already, because C has it. */
static void age_face(learned *p, const rounds *w, int beta, double s)
{
    const int b = w->job->model->beta_count, m = w->measures;
    double u[PD_SMPL_PEOPLE_MAX_BETAS];
    for (int k = 0; k < b; k++) {
        u[k] = k == beta;
        for (int i = 0; i < m; i++) u[k] -= w->k[k * m + i] * w->j[i * b + beta];
    }
    for (int i = 0; i < b * b; i++)
        p->cov[i] += s * (p->by_age[i / b] * u[i % b] + u[i / b] * p->by_age[i % b]);
    for (int k = 0; k < b; k++) p->by_age[k] += s * u[k];
}

/* ---- the face ---- */

/* The fitted measures of the head: its girth and those of head.h. */
enum { HEADS = 1 + PD_FACTORY_HEAD_FITTED };

/* Returns the number of measure i of the head among all measures. */
static int head_measure(int i)
{
    return i ? M + i - 1 : PD_SMPL_PEOPLE_HEAD_GIRTH;
}

/* Computes the logarithms of the head's measures of a body (HEADS), and their slopes by its betas (HEADS,B). */
static pd_status measure_head(double *heads, double *slopes, const rounds *w, const double *betas,
                              pd_error *err)
{
    const int b = w->job->model->beta_count;
    double *bodies = w->betas, *logs = w->logs; /* of a round, which is over */
    PD_ASSERT(b < BODIES);
    for (int i = 0; i < (1 + b) * b; i++) bodies[i] = betas[i % b] + (i / b == 1 + i % b ? 1 : 0);
    const pd_status status = measure_logs(logs, MOST, w->job->model, bodies, 1 + b, w->job->executor, err);
    for (int i = 0; status == PD_OK && i < HEADS; i++) {
        heads[i] = logs[head_measure(i)];
        for (int k = 0; k < b; k++) slopes[i * b + k] = logs[(1 + k) * MOST + head_measure(i)] - heads[i];
    }
    return status;
}

/* K (B,HEADS) = W H^T (H W H^T + ridge diag T)^-1, with H (HEADS,B), W = diag(freedom^2) and T the survey's variances. The girth has a ridge of its own. */
static bool gain_of_head(double *k, const double *h, const double *freedom, double ridge, double girth_ridge,
                         const pd_factory_moments *t, int b)
{
    double hwh[HEADS * HEADS];
    for (int i = 0; i < b * HEADS; i++)
        k[i] = freedom[i / HEADS] * freedom[i / HEADS] * h[i % HEADS * b + i / HEADS];
    multiply(hwh, plain(h, HEADS, b), plain(k, b, HEADS));
    for (int i = 0; i < HEADS; i++)
        hwh[i * HEADS + i] +=
            (i ? ridge : girth_ridge) * t->log_cov[place_of(head_measure(i))][place_of(head_measure(i))];
    if (!pd_k_cholesky(hwh, HEADS)) return false;
    for (int r = 0; r < b; r++) pd_k_cholesky_solve(k + r * HEADS, hwh, HEADS);
    return true;
}

/* Moves the sizes of parts so that the heads' measures have the survey's mean. is: their mean logarithms (HEADS) with the present p->mean; slopes H
 * (HEADS,B).
 *
 *     mean_F = start_F + K (mu - is + H_F (mean - start)_F)
 *
 * None of the fits that were tried gave the girth, the length and the breadth of the survey's women at once (hair below the tape may be a reason), so the
 * ridges share the error among them. */
static bool fit_sizes(learned *p, rounds *w, const pd_factory_people_start *start,
                      const pd_factory_moments *t, const double *is, const double *slopes)
{
    const pd_smpl_data *data = &w->job->model->data;
    const int b = data->beta_count, face = b - data->feature_count;
    double sizes[PD_SMPL_PEOPLE_MAX_BETAS] = {0}, missing[HEADS], *k = w->k;
    for (int c = face; c < b; c++) sizes[c] = freedom_of_mean(data, c);
    if (!gain_of_head(k, slopes, sizes, MEAN_RIDGE, MEAN_GIRTH_RIDGE, t, b)) return false;

    for (int i = 0; i < HEADS; i++) {
        missing[i] = t->log_mean[place_of(head_measure(i))] - is[i];
        for (int c = face; c < b; c++)
            if (sizes[c] > 0) missing[i] += slopes[i * b + c] * (p->mean[c] - start->mean[c]);
    }
    for (int c = face; c < b; c++) {
        if (!(sizes[c] > 0)) continue;
        p->mean[c] = start->mean[c];
        for (int i = 0; i < HEADS; i++) p->mean[c] += k[c * HEADS + i] * missing[i];
    }
    return true;
}

/* Gives the face its features anew. In the rounds they help to fit necks and other measures of the body, far from what a face looks like: women had hollow
 * cheeks and square jaws. Here they only carry what the heads' measures demand of them. With F the features that may move, H their effect on these
 * measures, f ~ N(start, C) and x the betas of the rounds:
 *
 *     x_F' = s f + K H_F (x_F - s f)        the same measures by the least change of s f, s = FACE_SHARE
 *
 * for the spread. The mean is that of the start, with the sizes of parts (freedom_of_mean) moved to the survey's mean. */
static pd_status refit_face(learned *p, rounds *w, const pd_factory_people_start *start,
                            const pd_factory_moments *t, pd_error *err)
{
    const pd_smpl_model *model = w->job->model;
    const int b = model->beta_count;
    double freedom[PD_SMPL_PEOPLE_MAX_BETAS], logs[HEADS], age[PD_SMPL_PEOPLE_MAX_BETAS], *h = w->j,
                                                                                          *k = w->k;
    for (int i = 0; i < b; i++) {
        freedom[i] = freedom_of_face(&model->data, i);
        if (freedom[i] > 0) p->mean[i] = start->mean[i];
    }
    for (int step = 0; step < FACE_STEPS; step++) {
        const pd_status status = measure_head(logs, h, w, p->mean, err);
        if (status != PD_OK) return status;
        if (!fit_sizes(p, w, start, t, logs, h)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    }

    /* A = I but K H_F in the rows and columns of F; cov' = A cov A^T + (I - A) C (I - A)^T, of the features alone. */
    double *a = w->gram, *rest = w->root, *ac = w->m;
    const pd_status status = measure_head(logs, h, w, p->mean, err);
    if (status != PD_OK) return status;
    for (int i = 0; i < HEADS * b; i++)
        if (!(freedom[i % b] > 0)) h[i] = 0;
    if (!gain_of_head(k, h, freedom, RIDGE, GIRTH_RIDGE * RIDGE, t, b))
        return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    multiply(a, plain(k, b, HEADS), plain(h, HEADS, b));
    for (int i = 0; i < b * b; i++) {
        const bool is_free = freedom[i / b] > 0, is_diagonal = i / b == i % b;
        if (!is_free) a[i] = is_diagonal;
        rest[i] = (is_diagonal ? 1 : 0) - a[i];
    }
    multiply(ac, plain(a, b, b), plain(p->cov, b, b));
    multiply(p->cov, plain(ac, b, b), transposed(a, b, b));
    for (int i = 0; i < b * b; i++)
        w->start[i] =
            start->cov[i] * (freedom[i / b] > 0 ? FACE_SHARE : 1) * (freedom[i % b] > 0 ? FACE_SHARE : 1);
    multiply(ac, plain(rest, b, b), plain(w->start, b, b));
    pd_k_gemm(p->cov, ac, 0, rest, 1, b, b, b, 1, 1);
    multiply(age, plain(a, b, b), plain(p->by_age, b, 1));
    memcpy(p->by_age, age, (size_t)b * sizeof *age);
    return PD_OK;
}

static pd_status learn_one(learned *p, rounds *w, const pd_factory_people_start *start,
                           const pd_factory_moments *t, pd_smpl_gender gender, pd_error *err)
{
    const int b = w->job->model->beta_count, m = w->measures;
    double a[MOST * MOST], age[MOST], mean[MOST], spread[MOST * MOST], all[MOST] = {0}, asked[MOST],
                                                                       own[MOST];
    const double age_sd = sqrt(t->log_cov[AGE][AGE]);

    for (int i = 0; i < m * m; i++) a[i] = t->log_cov[place_of(i / m)][place_of(i % m)];
    for (int i = 0; i < m; i++) all[i] = t->log_cov[place_of(i)][place_of(i)];
    own_variances(asked, a, m);
    pd_status status =
        check_own(asked, all, m, "its variance in the survey is its own, not the other measures'", err);
    if (status != PD_OK) return status;

    for (int i = 0; i < m; i++) age[i] = t->log_cov[place_of(i)][AGE] / age_sd;
    memcpy(p->mean, start->mean, (size_t)b * sizeof *p->mean);
    memcpy(w->start, start->cov, (size_t)b * (size_t)b * sizeof *w->start);
    const int face_age = pd_smpl_feature_beta(&w->job->model->data, "face_age");
    double face_per_sd = 0;
    if (face_age >= 0) {
        const double years = exp(t->log_mean[AGE]);
        p->mean[face_age] = pd_smpl_people_face_age(years);
        face_per_sd =
            (pd_smpl_people_face_age(years * exp(age_sd)) - pd_smpl_people_face_age(years / exp(age_sd))) / 2;
        w->start[face_age * b + face_age] += face_per_sd * face_per_sd;
    }
    scale_by_freedom(w->freed, w->start, &w->job->model->data);
    memcpy(p->cov, w->start, (size_t)b * (size_t)b * sizeof *p->cov);
    const int opening = pd_smpl_feature_beta(&w->job->model->data, "eye_opening");
    const int masculinity = pd_smpl_feature_beta(&w->job->model->data, "masculinity");
    if (opening >= 0) p->mean[opening] += EYE_OPENING;
    if (masculinity >= 0)
        p->mean[masculinity] += gender == PD_SMPL_MALE ? MASCULINITY_MEN : MASCULINITY_WOMEN;
    for (int i = 0; i < LOGS; i++) p->log_mean[i] = t->log_mean[i], p->log_sd[i] = sqrt(t->log_cov[i][i]);
    p->age_range[0] = t->age_least, p->age_range[1] = t->age_most;

    for (int round = 0; round < ROUNDS; round++) {
        status = measure_round(mean, spread, w, p, err);
        if (status != PD_OK) return status;
        own_variances(own, spread, m);
        status = check_own(own, asked, m,
                           "the variance that is its own in the survey is in the model's bodies", err);
        if (status != PD_OK) return status;
        if (round && !stretch(a, age, t, spread, m))
            return pd_fail(err, PD_ERR_INTERNAL, "people", "no spread");
        if (!gain(w, w->freed, t, b)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
        for (int k = 0; k < b; k++) {
            p->by_age[k] = 0;
            for (int i = 0; i < m; i++) {
                p->mean[k] += w->k[k * m + i] * (t->log_mean[place_of(i)] - mean[i]);
                p->by_age[k] += w->k[k * m + i] * age[i];
            }
        }
        spread_betas(p, w, w->start, a, &w->job->options, b);
        if (face_age >= 0) age_face(p, w, face_age, face_per_sd);
    }
    return m == MOST ? refit_face(p, w, start, t, err) : PD_OK;
}

/* Combines the statistics of women and men half and half; the covariance includes the distance between the two means. */
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

/* From coefficients by latents z to those by d = L z; only the first `bent` latents have squares and products. scratch (2,b,b). */
static void write_curve(float *level, float *slope, float *curve, const double *w, const double *inverse,
                        double *scratch, int b, int bent)
{
    double *q = scratch, *t = scratch + b * b;
    *level = (float)w[0];
    for (int k = 0; k < b; k++) {
        double sum = 0;
        for (int j = 0; j < b; j++) sum += inverse[j * b + k] * w[1 + j];
        slope[k] = (float)sum;
    }
    memset(q, 0, (size_t)b * (size_t)b * sizeof *q);
    for (int r = 0, n = 1 + b; r < bent; r++)
        for (int c = r; c < bent; c++, n++) q[r * b + c] = q[c * b + r] = w[n] / (r == c ? 1 : 2);
    multiply(t, transposed(inverse, b, b), plain(q, b, b));
    multiply(q, plain(t, b, b), plain(inverse, b, b));
    for (int r = 0; r < b; r++)
        for (int c = r; c < b; c++) *curve++ = (float)(q[r * b + c] * (r == c ? 1 : 2));
}

/* level, slope and curve of a prior, by regression over bodies of it that are spread FIT_SPREAD as far. Latents of the face, the last ones, have no
 * squares: its features hardly change the measures that requests may ask for, but for the girth of the head. */
static pd_status fit_curves(float *numbers, const pd_factory_people_job *job, const learned *p, pd_error *err)
{
    const int b = job->model->beta_count, bent = b - job->model->data.feature_count,
              n = 1 + b + bent * (bent + 1) / 2, count = 5 * n / 2;
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
            for (int r = 0; r < bent; r++)
                for (int c = r; c < bent; c++, at += (size_t)count) f[at] = z[r] * z[c];
            for (int k = 0; k < b; k++) {
                double *beta = &betas[i * b + k];
                *beta = p->mean[k];
                for (int j = 0; j <= k; j++) *beta += root[k * b + j] * z[j];
            }
        }
    }
    if (status == PD_OK) status = measure(logs, M, job->model, betas, count, job->executor, err);

    /* Bodies at the ends of the larger spread may have no closed girth: those are left out, with all their terms 0. */
    int left_out = 0;
    for (int i = 0; status == PD_OK && i < count; i++) {
        bool is_measured = true;
        for (int k = 0; k < M; k++) is_measured = is_measured && logs[i * M + k] > 0;
        for (int k = 0; k < M; k++) logs[i * M + k] = is_measured ? log(logs[i * M + k]) : 0;
        if (is_measured) continue;
        for (int term = 0; term < n; term++) f[(size_t)term * (size_t)count + (size_t)i] = 0;
        left_out++;
    }
    if (left_out > LEFT_OUT_MOST * count)
        status = pd_fail(err, PD_ERR_RANGE, "people",
                         "%d of %d bodies of the model cannot be measured; %g of them allowed", left_out,
                         count, LEFT_OUT_MOST);
    if (status == PD_OK) {
        pd_k_gram_add(gram, f, n, count);
        pd_k_mirror(gram, n);
        for (int i = 0; i < n; i++) gram[i * n + i] += i > b ? FIT_RIDGE : 1e-3;
        multiply(right, transposed(logs, count, M), transposed(f, n, count));
        if (!pd_k_cholesky(gram, n)) status = pd_fail(err, PD_ERR_INTERNAL, "people", "no curve");
    }
    if (status == PD_OK) {
        float *level = numbers + 2 * (M + 1) + 2 + b + b * (1 + b), *slope = level + M,
              *curve = slope + M * b;
        invert_lower(small + bb, small, b);
        for (int i = 0; i < M; i++) {
            pd_k_cholesky_solve(right + i * n, gram, n);
            write_curve(level + i, slope + i * b, curve + i * (b * (b + 1) / 2), right + i * n, small + bb,
                        small + 2 * bb, b, bent);
        }
    }
    free(f), free(gram), free(betas), free(logs), free(right), free(small);
    return status;
}

/* ---- all of them ---- */

static pd_status write_prior(float *numbers, const pd_factory_people_job *job, const learned *p,
                             pd_error *err)
{
    const int b = job->model->beta_count, l = 1 + b;
    float *at = numbers;
    double *rest = malloc((size_t)b * (size_t)b * sizeof *rest);
    if (!rest) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    for (int i = 0; i <= AGE; i++) *at++ = (float)p->log_mean[i], *at++ = (float)p->log_sd[i];
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
    if (!good)
        return pd_fail(err, PD_ERR_INTERNAL, "people", "age explains more variance than the features have");
    return fit_curves(numbers, job, p, err);
}

/* MOST when the model has a head like the base mesh's and the survey has measures of heads, else M. */
static int measures_of(const pd_factory_people_job *job)
{
    const float betas[PD_SMPL_PEOPLE_MAX_BETAS] = {0};
    double head[PD_FACTORY_HEAD_FITTED];
    pd_factory_head_measure_body(head, PD_FACTORY_HEAD_FITTED, job->model, betas);
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        const pd_factory_moments *t = job->moments[PD_SMPL_SURVEY][g];
        for (int i = M; t && i < MOST; i++)
            if (!isfinite(t->log_mean[place_of(i)])) return M;
    }
    return isfinite(head[0]) ? MOST : M;
}

static bool rounds_init(rounds *w, const pd_factory_people_job *job)
{
    const size_t b = (size_t)job->model->beta_count, m = MOST;
    *w = (rounds){.job = job, .measures = measures_of(job)};
    w->latents = malloc(BODIES * b * sizeof(double)), w->betas = malloc(BODIES * b * sizeof(double));
    w->off = malloc(BODIES * b * sizeof(double)), w->logs = malloc(BODIES * m * sizeof(double));
    w->gram = malloc(b * b * sizeof(double)), w->root = malloc(b * b * sizeof(double));
    w->j = malloc(m * b * sizeof(double)), w->cj = malloc(m * b * sizeof(double));
    w->k = malloc(b * m * sizeof(double)), w->m = malloc((b > m ? b : m) * b * sizeof(double));
    w->freed = malloc(b * b * sizeof(double)), w->start = malloc(b * b * sizeof(double));
    if (!w->freed || !w->start || !w->latents || !w->betas || !w->off || !w->logs || !w->gram || !w->root ||
        !w->j || !w->cj || !w->k || !w->m)
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
    free(w->j), free(w->cj), free(w->k), free(w->m), free(w->freed), free(w->start);
}

/* Skin that is moved mostly by the joints of the left leg, off the plane of symmetry. */
static pd_status find_legs(pd_smpl_data *data, pd_error *err)
{
    static const char *const names[] = {"left_hip", "left_knee", "left_ankle", "left_foot"};
    free(data->legs);
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

/* Moves the sizes of the head's parts once more, by the people that the prior gives. Legs that would cross are parted (core/smpl/people), which keeps the
 * measures that requests may ask for but not the others: women's heads became 1.2 % longer. */
static pd_status fit_drawn(learned *p, float *numbers, rounds *w, const pd_factory_people_start *start,
                           const pd_factory_moments *t, const pd_smpl_data *data, pd_smpl_gender gender,
                           pd_error *err)
{
    const pd_factory_people_job *job = w->job;
    const int b = data->beta_count;
    double logs[HEADS], drawn[HEADS] = {0};
    pd_status status = write_prior(numbers, job, p, err);
    if (status != PD_OK) return status;

    double *betas = malloc(DRAWN * (size_t)b * sizeof *betas), *all = malloc(DRAWN * sizeof *all * MOST);
    if (!betas || !all) status = pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");
    const pd_smpl_people people = {.numbers = numbers,
                                   .prior_count = PD_SMPL_POPULATION_COUNT,
                                   .beta_count = b,
                                   .legs = data->legs,
                                   .leg_count = data->leg_count,
                                   .age_beta = pd_smpl_feature_beta(data, "face_age"),
                                   .v_template = data->v_template,
                                   .shapedirs = data->shapedirs,
                                   .gender = gender};
    for (int i = 0; status == PD_OK && i < DRAWN; i++) {
        pd_smpl_person_request q = pd_smpl_anybody;
        pd_smpl_person person;
        q.has_random = true, q.random = (uint64_t)(DRAWN_FIRST + i);
        status = pd_smpl_person_find(&person, &people, &q, err);
        if (status == PD_OK) memcpy(betas + i * b, person.betas, (size_t)b * sizeof *betas);
    }
    if (status == PD_OK) status = measure(all, MOST, job->model, betas, DRAWN, job->executor, err);
    for (int i = 0; status == PD_OK && i < DRAWN * HEADS; i++)
        drawn[i % HEADS] += log(all[i / HEADS * MOST + head_measure(i % HEADS)]) / DRAWN;
    for (int i = 0; status == PD_OK && i < HEADS; i++)
        if (!isfinite(drawn[i]))
            status = pd_fail(err, PD_ERR_RANGE, name_of(head_measure(i)), "a person of the prior has none");
    free(betas), free(all);

    if (status == PD_OK) status = measure_head(logs, w->j, w, p->mean, err);
    if (status == PD_OK && !fit_sizes(p, w, start, t, drawn, w->j))
        status = pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    return status;
}

/* Learns the priors of one population and writes them to out; `all` has room for one of each gender. *done counts the priors. */
static pd_status learn_population(float *out, learned *all, rounds *w, int population, int *done, int priors,
                                  const pd_smpl_data *data, const pd_factory_people_job *job, pd_error *err)
{
    const size_t numbers = pd_smpl_people_numbers(data->beta_count);
    const pd_smpl_gender own = pd_smpl_gender_named(data->text.gender);

    /* Women and men, as far as the model has them. People of either gender are a mixture of both. */
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        if (own != PD_SMPL_NEUTRAL && (int)own != g) continue;
        const pd_status status =
            learn_one(&all[g], w, &job->start[g], job->moments[population][g], (pd_smpl_gender)g, err);
        if (status != PD_OK) return status;
        if (w->measures < MOST) continue;
        const pd_status fitted = fit_drawn(&all[g], out + (size_t)*done * numbers, w, &job->start[g],
                                           job->moments[population][g], data, (pd_smpl_gender)g, err);
        if (fitted != PD_OK) return fitted;
    }
    if (own == PD_SMPL_NEUTRAL)
        mix(&all[PD_SMPL_NEUTRAL], &all[PD_SMPL_FEMALE], &all[PD_SMPL_MALE], data->beta_count);

    for (int g = 0; g < PD_SMPL_GENDER_COUNT; g++) {
        if (own != PD_SMPL_NEUTRAL && (int)own != g) continue;
        PD_ASSERT(*done < priors);
        pd_progress_report(&job->progress, "people", *done, priors);
        const pd_status status = write_prior(out + (size_t)(*done)++ * numbers, job, &all[g], err);
        if (status != PD_OK) return status;
    }
    return PD_OK;
}

pd_status pd_factory_people(pd_smpl_data *data, const pd_factory_people_job *job, pd_error *err)
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
    /* Find the legs of the model, which people's measures need. */
    if (status == PD_OK) status = find_legs(data, err);
    for (int p = 0; status == PD_OK && p < PD_SMPL_POPULATION_COUNT; p++)
        status = learn_population(out, all, &w, p, &done, priors, data, job, err);
    if (status == PD_OK) pd_progress_report(&job->progress, "people", priors, priors);
    rounds_deinit(&w);
    free(all);

    if (status != PD_OK) {
        free(out);
        return status;
    }
    PD_ASSERT(done == priors);
    free(data->people);
    data->people = out, data->people_count = priors;
    return PD_OK;
}
