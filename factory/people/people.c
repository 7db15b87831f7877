#include "factory/people/people.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "factory/people/people_parts.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS            8
#define BODIES            600
#define RIDGE             1e-3
#define BODY_SHARE        0.7 /* of the spread that nobody measured */
#define PART_SHARE        0.35
#define OWN_LEAST         1e-3 /* of a measure's variance; ANSUR II has 0.018 or more */
#define FIT_SPREAD        1.4  /* spread of the bodies that curves are fitted to */
#define FIT_RIDGE         30.0
#define LEFT_OUT_MOST     0.01 /* share of those bodies that may be without measures */
#define SOFT_FREEDOM      0.3
/* Spread of what the measures of the head leave open, as a share of the features' own (feature.c). At 1
 * combinations of large features are caricatures. */
#define FACE_SHARE        0.85
#define FACE_SHARE_1      0.75 /* of version 1, in which no feature of a face was bounded */
/* of RIDGE: requests may ask for the head's girth, which comes first where sizes cannot meet all measures */
#define GIRTH_RIDGE       0.01
#define FACE_STEPS        6
/* RIDGE of the means of the head's measures, and of the mean girth. */
#define MEAN_RIDGE        0.004
#define MEAN_GIRTH_RIDGE  0.0025
#define DRAWN             1000    /* people whose heads are measured */
#define DRAWN_FIRST       1000000 /* their first seed: not those of the report */
#define EYE_OPENING       (-0.7)  /* mean beta: at 0 the whole iris is seen, and faces stare */
/* Mean beta of masculinity of women and men. At 0 many faces are between both. */
#define MASCULINITY_WOMEN (-1.2)
#define MASCULINITY_MEN   0.0

/* ---- one prior ---- */

/* The same for the face alone, once the body is learned (refit_face): less for the width of jaw and
 * temples and for the cheeks, which breadths would make hollow. */
static double freedom_of_face(const pd_smpl_data *data, int beta)
{
    static const char *const soft[] = {"jaw_width", "temple_width", "cheek_fullness"};
    const int feature = beta - (data->beta_count - data->feature_count);

    if (feature < 0) return 0;
    for (size_t i = 0; i < sizeof soft / sizeof *soft; i++)
        if (!strcmp(data->feature_names[feature], soft[i])) return SOFT_FREEDOM;

    return pd_factory_people_freedom(data, beta);
}

/* The same for the means of the heads' measures: sizes of the parts alone. What a face looks like is what
 * distinguishes women's from men's, and stays as it was sampled: else width that the survey's women lack
 * makes their jaws square. */
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
    double shift[PD_SMPL_PEOPLE_MAX_BETAS]; /* what the breadths add to the mean */
} learned;

typedef struct rounds {
    const pd_factory_people_job *job;
    double *latents, *betas, *off, *logs; /* (BODIES,B), (BODIES,B), less the mean, (BODIES,measures) */
    double *gram, *root, *j, *cj, *k, *m; /* B,B and less */
    double *freed,
        *start;   /* (B,B) C, scaled by the freedom of its betas; C with the spread of face_age by age */
    int measures; /* M or MOST */
    pd_factory_breadth_tape tape; /* of the breadths; model NULL: they are not fitted */
} rounds;

/* Bodies of the round and their logarithms, less the mean (measures); spread (measures,measures) of them. */
static pd_status measure_round(double *mean, double *spread, rounds *w, const learned *p, pd_error *err)
{
    const int b = w->job->model->beta_count;
    const int m = w->measures;

    PD_ASSERT(b > 0 && b <= PD_SMPL_PEOPLE_MAX_BETAS);

    /* Stretch the same standard normal numbers by the present covariance in each round. */
    memcpy(w->root, p->cov, (size_t)b * (size_t)b * sizeof *w->root);
    for (int i = 0; i < b; i++) w->root[i * b + i] += 1e-9;
    if (!pd_factory_matrix_factor(w->root, b))
        return pd_fail(err, PD_ERR_INTERNAL, "people", "a covariance that is none");
    pd_factory_matrix_multiply(w->off, pd_factory_matrix_plain(w->latents, BODIES, b),
                               pd_factory_matrix_transposed(w->root, b, b));
    for (int i = 0; i < BODIES * b; i++) w->betas[i] = w->off[i] + p->mean[i % b];

    /* Measure the bodies, and take means and covariance of the logarithms. */
    const pd_status status =
        pd_factory_people_measure_logs(w->logs, m, w->job->model, w->betas, BODIES, w->job->executor, err);
    if (status != PD_OK) return status;
    memset(mean, 0, (size_t)m * sizeof *mean);
    for (int i = 0; i < BODIES * m; i++) mean[i % m] += w->logs[i] / BODIES;
    for (int i = 0; i < BODIES * m; i++) w->logs[i] -= mean[i % m];
    pd_factory_matrix_multiply(spread, pd_factory_matrix_transposed(w->logs, BODIES, m),
                               pd_factory_matrix_plain(w->logs, BODIES, m));
    for (int i = 0; i < m * m; i++) spread[i] /= BODIES;

    return PD_OK;
}

/* Computes J (m,B) by regression over the round, then K (B,m). */
static bool gain(rounds *w, const double *c, const pd_factory_moments *t, int b)
{
    const int m = w->measures;

    /* Compute J, how the logarithms depend on the betas, by regression. */
    pd_factory_matrix_multiply(w->gram, pd_factory_matrix_transposed(w->off, BODIES, b),
                               pd_factory_matrix_plain(w->off, BODIES, b));
    for (int i = 0; i < b; i++) w->gram[i * b + i] += 1e-2;
    pd_factory_matrix_multiply(w->j, pd_factory_matrix_transposed(w->logs, BODIES, m),
                               pd_factory_matrix_plain(w->off, BODIES, b));
    if (!pd_k_cholesky(w->gram, b)) return false;
    for (int i = 0; i < m; i++) pd_k_cholesky_solve(w->j + i * b, w->gram, b);

    /* Compute K = C J^T (J C J^T + ridge)^-1. */
    double jcj[MOST * MOST];

    /* C is symmetric */
    pd_factory_matrix_multiply(w->cj, pd_factory_matrix_plain(w->j, m, b), pd_factory_matrix_plain(c, b, b));
    pd_factory_matrix_multiply(jcj, pd_factory_matrix_plain(w->cj, m, b),
                               pd_factory_matrix_transposed(w->j, m, b));
    for (int i = 0; i < m; i++)
        jcj[i * m + i] +=
            RIDGE * t->log_cov[pd_factory_people_survey_index(i)][pd_factory_people_survey_index(i)];
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

    const bool good = pd_factory_matrix_factor(scaled, m);
    if (good) pd_factory_matrix_invert_lower(inverse, scaled, m);
    for (int i = 0; i < m; i++) {
        double sum = 0; /* of C^-1 = L^-T L^-1 */
        for (int k = i; good && k < m; k++) sum += inverse[k * m + i] * inverse[k * m + i];
        own[i] = sum > 0 ? cov[i * m + i] / sum : 0;
    }
}

/* own (m) as parts of `of` (m). Where hardly any of a measure's variance is its own, in the survey or in
 * the bodies, chol(T_y)^-1 would amplify errors of measuring and rounding. ERR_RANGE names the measure. */
static pd_status check_own(const double *own, const double *of, int m, const char *what, pd_error *err)
{
    /* Find the measure with the least variance of its own. */
    int least = 0;

    for (int i = 1; i < m; i++)
        if (!(own[i] / of[i] >= own[least] / of[least])) least = i;
    if (own[least] / of[least] >= OWN_LEAST) return PD_OK;

    return pd_fail(err, PD_ERR_RANGE, pd_factory_people_measure_name(least),
                   "%.1g of %s; %g or more expected", own[least] / of[least], what, OWN_LEAST);
}

/* Applies F = chol(T) chol(T_y)^-1 to A and to the effect of age. */
static bool stretch(double *a, double *age, const pd_factory_moments *t, double *spread, int m)
{
    double target[MOST * MOST], inverse[MOST * MOST], f[MOST * MOST], fa[MOST * MOST], old[MOST];

    /* Compute both factors, then F, and apply it from both sides. */
    for (int i = 0; i < m * m; i++)
        target[i] = t->log_cov[pd_factory_people_survey_index(i / m)][pd_factory_people_survey_index(i % m)];
    if (!pd_factory_matrix_factor(target, m) || !pd_factory_matrix_factor(spread, m)) return false;
    pd_factory_matrix_invert_lower(inverse, spread, m);
    pd_factory_matrix_multiply(f, pd_factory_matrix_plain(target, m, m),
                               pd_factory_matrix_plain(inverse, m, m));
    pd_factory_matrix_multiply(fa, pd_factory_matrix_plain(f, m, m), pd_factory_matrix_plain(a, m, m));
    pd_factory_matrix_multiply(a, pd_factory_matrix_plain(fa, m, m), pd_factory_matrix_transposed(f, m, m));
    memcpy(old, age, sizeof old);
    pd_factory_matrix_multiply(age, pd_factory_matrix_plain(f, m, m), pd_factory_matrix_plain(old, m, 1));

    return true;
}

/* Computes cov = K A K^T + (I - K J) E C E (I - K J)^T. */
static void spread_betas(learned *p, rounds *w, const double *c, const double *a,
                         const pd_factory_people_options *o, int b)
{
    double *rest = w->gram;
    double *t = w->m; /* (B,B) each */
    const int m = w->measures;

    pd_factory_matrix_multiply(rest, pd_factory_matrix_plain(w->k, b, m),
                               pd_factory_matrix_plain(w->j, m, b));
    for (int i = 0; i < b * b; i++) rest[i] = (i / b == i % b ? 1 : 0) - rest[i];
    for (int i = 0; i < b * b; i++) {
        const int r = i / b;
        const int k = i % b;
        const int face = b - w->job->model->data.feature_count;
        const double er = r < o->body_betas ? BODY_SHARE : r < face ? PART_SHARE : 1;
        const double ek = k < o->body_betas ? BODY_SHARE : k < face ? PART_SHARE : 1;
        w->root[i] = er * ek * c[i];
    }

    pd_factory_matrix_multiply(t, pd_factory_matrix_plain(rest, b, b),
                               pd_factory_matrix_plain(w->root, b, b));
    pd_factory_matrix_multiply(p->cov, pd_factory_matrix_plain(t, b, b),
                               pd_factory_matrix_transposed(rest, b, b));
    pd_factory_matrix_multiply(t, pd_factory_matrix_plain(w->k, b, m), pd_factory_matrix_plain(a, m, m));
    pd_k_gemm(p->cov, t, 0, w->k, 1, b, b, m, 1, 1);
}

/* Scales C (B,B) by the freedom of both betas. */
static void scale_by_freedom(double *out, const double *cov, const pd_smpl_data *data)
{
    const int b = data->beta_count;
    for (int i = 0; i < b * b; i++)
        out[i] = pd_factory_people_freedom(data, i / b) * pd_factory_people_freedom(data, i % b) * cov[i];
}

/* Lets the face age with the person: u is the beta of the face's age with what the steered betas do
 * against its effect on the measures, s how far it goes per standard deviation of log years.
 *
 *     by_age += s u,   cov += s (by_age u^T + u by_age^T)           u = (I - K J) e
 *
 * s^2 u u^T is in cov already, because C has it. */
static void age_face(learned *p, const rounds *w, int beta, double s)
{
    const int b = w->job->model->beta_count;
    const int m = w->measures;
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

/* Computes the logarithms of the head's measures of a body (HEADS),
 * and their slopes by its betas (HEADS,B). */
static pd_status measure_head(double *heads, double *slopes, const rounds *w, const double *betas,
                              pd_error *err)
{
    const int b = w->job->model->beta_count;
    double *bodies = w->betas;
    double *logs = w->logs; /* of a round, which is over */
    PD_ASSERT(b < BODIES);
    for (int i = 0; i < (1 + b) * b; i++) bodies[i] = betas[i % b] + (i / b == 1 + i % b ? 1 : 0);
    const pd_status status =
        pd_factory_people_measure_logs(logs, MOST, w->job->model, bodies, 1 + b, w->job->executor, err);
    for (int i = 0; status == PD_OK && i < HEADS; i++) {
        heads[i] = logs[head_measure(i)];
        for (int k = 0; k < b; k++) slopes[i * b + k] = logs[(1 + k) * MOST + head_measure(i)] - heads[i];
    }

    return status;
}

/* K (B,HEADS) = W H^T (H W H^T + ridge diag T)^-1, with H (HEADS,B), W = diag(freedom^2) and T the
 * survey's variances. The girth has a ridge of its own. */
static bool gain_of_head(double *k, const double *h, const double *freedom, double ridge, double girth_ridge,
                         const pd_factory_moments *t, int b)
{
    double hwh[HEADS * HEADS];

    for (int i = 0; i < b * HEADS; i++)
        k[i] = freedom[i / HEADS] * freedom[i / HEADS] * h[i % HEADS * b + i / HEADS];
    pd_factory_matrix_multiply(hwh, pd_factory_matrix_plain(h, HEADS, b),
                               pd_factory_matrix_plain(k, b, HEADS));
    for (int i = 0; i < HEADS; i++)
        hwh[i * HEADS + i] +=
            (i ? ridge : girth_ridge) * t->log_cov[pd_factory_people_survey_index(head_measure(i))]
                                                  [pd_factory_people_survey_index(head_measure(i))];
    if (!pd_k_cholesky(hwh, HEADS)) return false;
    for (int r = 0; r < b; r++) pd_k_cholesky_solve(k + r * HEADS, hwh, HEADS);

    return true;
}

/* Moves the sizes of parts so that the heads' measures have the survey's mean. is: their mean logarithms
 * (HEADS) with the present p->mean; slopes H (HEADS,B).
 *
 *     mean_F = start_F + K (mu - is + H_F (mean - start)_F)
 *
 * None of the fits that were tried gave the girth, the length and the breadth of the survey's women at
 * once (hair below the tape may be a reason), so the ridges share the error among them. */
static bool fit_sizes(learned *p, rounds *w, const pd_factory_people_start *start,
                      const pd_factory_moments *t, const double *is, const double *slopes)
{
    const pd_smpl_data *data = &w->job->model->data;
    const int b = data->beta_count;
    const int face = b - data->feature_count;
    double sizes[PD_SMPL_PEOPLE_MAX_BETAS] = {0};
    double missing[HEADS];
    double *k = w->k;

    for (int c = face; c < b; c++) sizes[c] = freedom_of_mean(data, c);
    if (!gain_of_head(k, slopes, sizes, MEAN_RIDGE, MEAN_GIRTH_RIDGE, t, b)) return false;

    for (int i = 0; i < HEADS; i++) {
        missing[i] = t->log_mean[pd_factory_people_survey_index(head_measure(i))] - is[i];
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

/* Gives the face its features anew. In the rounds they help to fit necks and other measures of the body,
 * far from what a face looks like: women had hollow cheeks and square jaws. Here they only carry what the
 * heads' measures demand of them. With F the features that may move, H their effect on these measures, f ~
 * N(start, C) and x the betas of the rounds:
 *
 *     x_F' = s f + K H_F (x_F - s f)        the same measures by the least change of s f, s = FACE_SHARE
 *
 * for the spread. The mean is that of the start, with the sizes
 * of parts (freedom_of_mean) moved to the survey's mean. */
static pd_status refit_face(learned *p, rounds *w, const pd_factory_people_start *start,
                            const pd_factory_moments *t, pd_error *err)
{
    const pd_smpl_model *model = w->job->model;
    const int b = model->beta_count;
    double freedom[PD_SMPL_PEOPLE_MAX_BETAS], logs[HEADS], age[PD_SMPL_PEOPLE_MAX_BETAS];
    double *h = w->j;
    double *k = w->k;

    for (int i = 0; i < b; i++) {
        freedom[i] = freedom_of_face(&model->data, i);
        if (freedom[i] > 0) p->mean[i] = start->mean[i];
    }

    for (int step = 0; step < FACE_STEPS; step++) {
        const pd_status status = measure_head(logs, h, w, p->mean, err);
        if (status != PD_OK) return status;
        if (!fit_sizes(p, w, start, t, logs, h)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    }

    /* A = I but K H_F in the rows and columns of F; cov' = A cov A^T + (I - A) C (I - A)^T, of the
     * features alone. */
    double *a = w->gram;
    double *rest = w->root;
    double *ac = w->m;
    const pd_status status = measure_head(logs, h, w, p->mean, err);
    if (status != PD_OK) return status;
    for (int i = 0; i < HEADS * b; i++)
        if (!(freedom[i % b] > 0)) h[i] = 0;
    if (!gain_of_head(k, h, freedom, RIDGE, GIRTH_RIDGE * RIDGE, t, b))
        return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    pd_factory_matrix_multiply(a, pd_factory_matrix_plain(k, b, HEADS), pd_factory_matrix_plain(h, HEADS, b));
    for (int i = 0; i < b * b; i++) {
        const bool is_free = freedom[i / b] > 0;
        const bool is_diagonal = i / b == i % b;

        if (!is_free) a[i] = is_diagonal;
        rest[i] = (is_diagonal ? 1 : 0) - a[i];
    }

    pd_factory_matrix_multiply(ac, pd_factory_matrix_plain(a, b, b), pd_factory_matrix_plain(p->cov, b, b));
    pd_factory_matrix_multiply(p->cov, pd_factory_matrix_plain(ac, b, b),
                               pd_factory_matrix_transposed(a, b, b));
    const double kept = w->job->options.version == 1 ? FACE_SHARE_1 : FACE_SHARE;
    for (int i = 0; i < b * b; i++)
        w->start[i] = start->cov[i] * (freedom[i / b] > 0 ? kept : 1) * (freedom[i % b] > 0 ? kept : 1);
    pd_factory_matrix_multiply(ac, pd_factory_matrix_plain(rest, b, b),
                               pd_factory_matrix_plain(w->start, b, b));
    pd_k_gemm(p->cov, ac, 0, rest, 1, b, b, b, 1, 1);
    pd_factory_matrix_multiply(age, pd_factory_matrix_plain(a, b, b),
                               pd_factory_matrix_plain(p->by_age, b, 1));
    memcpy(p->by_age, age, (size_t)b * sizeof *age);

    return PD_OK;
}

static pd_status learn_one(learned *p, rounds *w, const pd_factory_people_start *start,
                           const pd_factory_moments *t, pd_smpl_gender gender, pd_error *err)
{
    const int b = w->job->model->beta_count;
    const int m = w->measures;
    double a[MOST * MOST], age[MOST], mean[MOST], spread[MOST * MOST];
    double all[MOST] = {0};
    double asked[MOST], own[MOST];
    const double age_sd = sqrt(t->log_cov[AGE][AGE]);

    for (int i = 0; i < m * m; i++)
        a[i] = t->log_cov[pd_factory_people_survey_index(i / m)][pd_factory_people_survey_index(i % m)];
    for (int i = 0; i < m; i++)
        all[i] = t->log_cov[pd_factory_people_survey_index(i)][pd_factory_people_survey_index(i)];
    own_variances(asked, a, m);
    pd_status status =
        check_own(asked, all, m, "its variance in the survey is its own, not the other measures'", err);
    if (status != PD_OK) return status;

    for (int i = 0; i < m; i++) age[i] = t->log_cov[pd_factory_people_survey_index(i)][AGE] / age_sd;
    memset(p->shift, 0, sizeof p->shift);
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
    for (int i = 0; i < LOGS; i++) {
        p->log_mean[i] = t->log_mean[i];
        p->log_sd[i] = sqrt(t->log_cov[i][i]);
    }

    p->age_range[0] = t->age_least;
    p->age_range[1] = t->age_most;

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
                p->mean[k] += w->k[k * m + i] * (t->log_mean[pd_factory_people_survey_index(i)] - mean[i]);
                p->by_age[k] += w->k[k * m + i] * age[i];
            }
        }

        spread_betas(p, w, w->start, a, &w->job->options, b);
        if (face_age >= 0) age_face(p, w, face_age, face_per_sd);
        pd_factory_people_betas betas = {p->mean, p->cov, p->by_age, p->shift};
        if (w->tape.model) status = pd_factory_people_fit_breadths(&betas, &w->tape, w->j, w->start, t, err);
        if (status != PD_OK) return status;
    }

    return m == MOST ? refit_face(p, w, start, t, err) : PD_OK;
}

/* Combines the statistics of women and men half and half;
 * the covariance includes the distance between the two means. */
static void people_mix(learned *out, const learned *f, const learned *m, int b)
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

/* From coefficients by latents z to those by d = L z; only the first `bent` latents have squares and
 * products. scratch (2,b,b). */
static void write_curve(float *level, float *slope, float *curve, const double *w, const double *inverse,
                        double *scratch, int b, int bent)
{
    double *q = scratch;
    double *t = scratch + b * b;

    *level = (float)w[0];
    for (int k = 0; k < b; k++) {
        double sum = 0;
        for (int j = 0; j < b; j++) sum += inverse[j * b + k] * w[1 + j];
        slope[k] = (float)sum;
    }

    memset(q, 0, (size_t)b * (size_t)b * sizeof *q);
    for (int r = 0, n = 1 + b; r < bent; r++)
        for (int c = r; c < bent; c++, n++) q[r * b + c] = q[c * b + r] = w[n] / (r == c ? 1 : 2);
    pd_factory_matrix_multiply(t, pd_factory_matrix_transposed(inverse, b, b),
                               pd_factory_matrix_plain(q, b, b));
    pd_factory_matrix_multiply(q, pd_factory_matrix_plain(t, b, b), pd_factory_matrix_plain(inverse, b, b));
    for (int r = 0; r < b; r++)
        for (int c = r; c < b; c++) *curve++ = (float)(q[r * b + c] * (r == c ? 1 : 2));
}

/* level, slope and curve of a prior, by regression over bodies of it that are spread FIT_SPREAD as far.
 * Latents of the face, the last ones, have no squares: its features hardly change the measures that
 * requests may ask for, but for the girth of the head. */
static pd_status fit_curves(float *numbers, const pd_factory_people_job *job, const learned *p, pd_error *err)
{
    const int b = job->model->beta_count;
    const int bent = b - job->model->data.feature_count;
    const int n = 1 + b + bent * (bent + 1) / 2;
    const int count = 5 * n / 2;
    const size_t bb = (size_t)b * (size_t)b;
    double *f = malloc((size_t)n * (size_t)count * sizeof *f);
    double *gram = calloc((size_t)n * (size_t)n, sizeof *gram);
    double *betas = malloc((size_t)count * (size_t)b * sizeof *betas);
    double *logs = malloc((size_t)count * M * sizeof *logs);
    double *right = malloc((size_t)M * (size_t)n * sizeof *right);
    double *small = malloc(4 * bb * sizeof *small);
    pd_status status = PD_OK;

    if (!f || !gram || !betas || !logs || !right || !small)
        status = pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    if (status == PD_OK) {
        double *root = small;
        double z[PD_SMPL_PEOPLE_MAX_BETAS];
        pd_rng rng;
        pd_rng_init(&rng, job->options.seed + 1);
        memcpy(root, p->cov, bb * sizeof *root);
        for (int k = 0; k < b; k++) root[k * b + k] += 1e-9;
        if (!pd_factory_matrix_factor(root, b))
            status = pd_fail(err, PD_ERR_INTERNAL, "people", "a covariance that is none");
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < b; k++) z[k] = FIT_SPREAD * pd_rng_normal(&rng);

            /* 1, z, z_r z_c */
            size_t at = (size_t)i;
            f[at] = 1;
            at += (size_t)count;
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

    if (status == PD_OK)
        status = pd_factory_people_measure_bodies(logs, M, job->model, betas, count, job->executor, err);

    /* Bodies at the ends of the larger spread may have no closed girth:
     * those are left out, with all their terms 0. */
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
        pd_factory_matrix_multiply(right, pd_factory_matrix_transposed(logs, count, M),
                                   pd_factory_matrix_transposed(f, n, count));
        if (!pd_k_cholesky(gram, n)) status = pd_fail(err, PD_ERR_INTERNAL, "people", "no curve");
    }

    if (status == PD_OK) {
        float *level = numbers + 2 * (M + 1) + 2 + b + b * (1 + b);
        float *slope = level + M;
        float *curve = slope + M * b;
        pd_factory_matrix_invert_lower(small + bb, small, b);
        for (int i = 0; i < M; i++) {
            pd_k_cholesky_solve(right + i * n, gram, n);
            write_curve(level + i, slope + i * b, curve + i * (b * (b + 1) / 2), right + i * n, small + bb,
                        small + 2 * bb, b, bent);
        }
    }

    free(f);
    free(gram);
    free(betas);
    free(logs);
    free(right);
    free(small);

    return status;
}

/* ---- all of them ---- */

static pd_status write_prior(float *numbers, const pd_factory_people_job *job, const learned *p,
                             pd_error *err)
{
    const int b = job->model->beta_count;
    const int l = 1 + b;
    float *at = numbers;
    double *rest = malloc((size_t)b * (size_t)b * sizeof *rest);

    if (!rest) return pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    for (int i = 0; i <= AGE; i++) {
        *at++ = (float)p->log_mean[i];
        *at++ = (float)p->log_sd[i];
    }

    for (int i = 0; i < 2; i++) *at++ = (float)p->age_range[i];
    for (int k = 0; k < b; k++) *at++ = (float)p->mean[k];

    for (int i = 0; i < b * b; i++)
        rest[i] = p->cov[i] - p->by_age[i / b] * p->by_age[i % b] + (i / b == i % b ? 1e-6 : 0);
    const bool good = pd_factory_matrix_factor(rest, b);
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
            if (!isfinite(t->log_mean[pd_factory_people_survey_index(i)])) return M;
    }

    return isfinite(head[0]) ? MOST : M;
}

static bool rounds_init(rounds *w, const pd_factory_people_job *job)
{
    const size_t b = (size_t)job->model->beta_count;
    const size_t m = MOST;

    *w = (rounds){.job = job, .measures = measures_of(job)};
    w->latents = malloc(BODIES * b * sizeof(double));
    w->betas = malloc(BODIES * b * sizeof(double));
    w->off = malloc(BODIES * b * sizeof(double));
    w->logs = malloc(BODIES * m * sizeof(double));
    w->gram = malloc(b * b * sizeof(double));
    w->root = malloc(b * b * sizeof(double));
    w->j = malloc(m * b * sizeof(double));
    w->cj = malloc(m * b * sizeof(double));
    w->k = malloc(b * m * sizeof(double));
    w->m = malloc((b > m ? b : m) * b * sizeof(double));
    w->freed = malloc(b * b * sizeof(double));
    w->start = malloc(b * b * sizeof(double));
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

    pd_factory_matrix_multiply(w->gram, pd_factory_matrix_transposed(w->off, BODIES, n),
                               pd_factory_matrix_plain(w->off, BODIES, n));
    for (int i = 0; i < n * n; i++) w->gram[i] /= BODIES;
    if (!pd_factory_matrix_factor(w->gram, n)) return false;
    pd_factory_matrix_invert_lower(w->root, w->gram, n);
    pd_factory_matrix_multiply(w->latents, pd_factory_matrix_plain(w->off, BODIES, n),
                               pd_factory_matrix_transposed(w->root, n, n));

    return true;
}

static void rounds_deinit(rounds *w)
{
    pd_factory_breadth_deinit(&w->tape);
    free(w->latents);
    free(w->betas);
    free(w->off);
    free(w->logs);
    free(w->gram);
    free(w->root);
    free(w->j);
    free(w->cj);
    free(w->k);
    free(w->m);
    free(w->freed);
    free(w->start);
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

/* Moves the sizes of the head's parts once more, by the people that the prior gives. Legs that would cross
 * are parted (core/smpl/people), which keeps the measures that requests may ask for but not the others:
 * women's heads became 1.2 % longer. */
static pd_status fit_drawn(learned *p, float *numbers, rounds *w, const pd_factory_people_start *start,
                           const pd_factory_moments *t, const pd_smpl_data *data, pd_smpl_gender gender,
                           pd_error *err)
{
    const pd_factory_people_job *job = w->job;
    const int b = data->beta_count;
    double logs[HEADS];
    double drawn[HEADS] = {0};
    pd_status status = write_prior(numbers, job, p, err);

    if (status != PD_OK) return status;

    double *betas = malloc(DRAWN * (size_t)b * sizeof *betas);
    double *all = malloc(DRAWN * sizeof *all * MOST);
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
        q.has_random = true;
        q.random = (uint64_t)(DRAWN_FIRST + i);
        status = pd_smpl_person_find(&person, &people, &q, err);

        if (status == PD_OK) memcpy(betas + i * b, person.betas, (size_t)b * sizeof *betas);
    }

    if (status == PD_OK)
        status = pd_factory_people_measure_bodies(all, MOST, job->model, betas, DRAWN, job->executor, err);
    for (int i = 0; status == PD_OK && i < DRAWN * HEADS; i++)
        drawn[i % HEADS] += log(all[i / HEADS * MOST + head_measure(i % HEADS)]) / DRAWN;
    for (int i = 0; status == PD_OK && i < HEADS; i++)
        if (!isfinite(drawn[i]))
            status = pd_fail(err, PD_ERR_RANGE, pd_factory_people_measure_name(head_measure(i)),
                             "a person of the prior has none");
    free(betas);
    free(all);

    if (status == PD_OK) status = measure_head(logs, w->j, w, p->mean, err);
    if (status == PD_OK && !fit_sizes(p, w, start, t, drawn, w->j))
        status = pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");

    return status;
}

/* Learns the priors of one population and writes them to out; `all` has room for one of each gender. *done
 * counts the priors. */
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
        people_mix(&all[PD_SMPL_NEUTRAL], &all[PD_SMPL_FEMALE], &all[PD_SMPL_MALE], data->beta_count);

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
    pd_status status = pd_factory_people_check_betas(job->model, &job->options, err);

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
    if (status == PD_OK) status = pd_factory_people_start_breadths(&w.tape, job, err);
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
    data->people = out;
    data->people_count = priors;

    return PD_OK;
}
