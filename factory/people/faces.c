#include "factory/people/faces.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/smpl/people/people.h"
#include "factory/people/people.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define STEPS      6
#define HEAD_RIDGE 5e-6 /* of squared logarithms: .004 of a measure's variance, as in people.c */
#define BODY_RIDGE 1e-7

enum {
    MOST_BETAS = PD_SMPL_PEOPLE_MAX_BETAS,
    M = PD_SMPL_PEOPLE_MEASURES,
    ALL = M + PD_FACTORY_HEAD_MEASURES,
    ARCS = PD_FACTORY_HEAD_ARCS,
    HEADS = 1 + PD_FACTORY_HEAD_FITTED /* the head's girth and the fitted measures of head.h */
};

/* Means of features, women and men. No measure of the survey determines them. Directions follow Kesterke et
 * al. 2016 (3D Facial Norms, Biol Sex Differ 7:23) and Perrett et al. 1998 (Nature 394:884): men have a
 * heavier brow ridge and lower brows, thinner lips for a larger face, a larger nose, an angular jaw and a
 * wide chin. Mouths, lips and eyes have the sizes of measured young adults (bands in
 * factory/tests/people/test_faces.c). The line between the lips lies 21 and 23 mm below the nose, 31 % of the
 * lower face (a third in Farkas et al. 1984, Am J Orthod 86:52). The red of the lips is measured where the
 * skin is painted red, which ends 2.5 mm below iBUG's landmark of the upper lip; by that landmark mouths had
 * been set 3.5 mm too low and both lips of women 3.5 mm too thick.
 *
 * Breadths of jaw and nose, and how far its tip stands out, differ between the sexes as in the measurements
 * that the same tests name. Widths of the nose's tip and of the chin, and all other means, are guesses, made
 * by looking at 72 portraits with the same short hair and at 120 bald portraits of women and men by seed.
 *
 * apart: from version 2 of the people on, by how much men's mean is larger. With all of the differences sex
 * explained 34 % of the variance of the shape of faces of one size, and among people 13 % (Claes et al.
 * 2014): those that are guesses are .7 times as large, and that of masculinity is .9 instead of 2.5. The
 * widths of mouth, nose and jaw make up for what masculinity did to them, which was measured. */
static const struct {
    const char *name;
    double women, men, apart;
} means[] = {
    {"masculinity", -1.8, 0.7, 0.9},         {"forehead_slope", -0.7, 0.6, 0.91},
    {"brow_ridge", -1.6, 0.3, 1.33},         {"brow_height", 0.9, -0.4, -0.91},
    {"brow_angle", 1.2, 0.5, -0.49},         {"cheekbones", 0.1, 0.0, -0.1},
    {"cheek_fullness", 0.7, -0.6, -0.91},    {"face_roundness", 0.55, -0.5, -0.73},
    {"jaw_width", -0.5, -0.3, 0.3},          {"jaw_angle", -1.5, -0.2, 0.91},
    {"chin_width", -0.7, 0.9, 1.12},         {"eye_size", 2.4, 1.8, -0.6},
    {"eye_opening", -0.3, 1.3, 1.6},         {"nose_length", -0.1, 0.7, 0.8},
    {"nose_width", -0.4, -0.3, 0.5},         {"nose_depth", -0.5, 1.1, 1.6},
    {"nose_bridge_width", -0.7, 0.6, 0.91},  {"nose_hump", -0.8, 0.4, 0.84},
    {"nose_tip_height", -0.6, 0.0, 0.42},    {"nose_tip_width", -0.65, 0.1, 0.75},
    {"mouth_width", 2.2, 1.9, 0.1},          {"mouth_height", -1.0, -1.3, -0.3},
    {"upper_lip_fullness", -1.6, -1.6, 0.0}, {"lower_lip_fullness", -1.75, -1.7, 0.05},
    {"lip_bow", 0.75, 0.0, -0.52},           {"mouth_corners", 1.0, 1.0, 0.0},
};

/* Largest deviation of features. With more, mouths purse (mouth_corners, mouth_forward, mouth_width) and eyes
 * stare or close. Features of nose, brows and lips vary less than others since they tell the sex: with .75
 * more women look like men. Cheekbones and roundness also make the difference between the breadths of head
 * and face: less of them takes from the spread of these. */
static const struct {
    const char *name;
    double before, deviation; /* of version 1, and from version 2 on */
} narrow[] = {
    {"nose_width", 0.6, 0.6},      {"nose_tip_width", 0.6, 0.72},     {"nose_depth", 0.6, 0.6},
    {"nose_hump", 0.6, 0.72},      {"nose_tip_height", 0.6, 0.72},    {"brow_ridge", 0.6, 0.72},
    {"brow_height", 0.6, 0.72},    {"upper_lip_fullness", 0.6, 0.72}, {"lower_lip_fullness", 0.6, 0.72},
    {"forehead_slope", 0.7, 0.84}, {"eye_opening", 0.65, 0.65},       {"mouth_width", 0.6, 0.6},
    {"mouth_forward", 0.5, 0.5},   {"mouth_corners", 0.5, 0.5},       {"cheekbones", 0.75, 0.75},
    {"face_roundness", 0.9, 0.9},
};

/* Deviation of masculinity from version 2 of the people on; it had that of the sampled bodies, .2. */
#define MASCULINITY_DEVIATION 0.5

/* Features that carry the spread of the arcs, and how freely they move. Jaws that are much wider or narrower
 * than the head look square or pinched, so the width moves least. */
static const struct {
    const char *name;
    double freedom;
} jaw[] = {
    {"jaw_width", 0.5}, {"jaw_angle", 1}, {"chin_width", 1}, {"chin_forward", 1}, {"cheek_fullness", 1}};

/* Features that carry what the others leave of the measures. nose_length has a mean of its own. */
static const char *const sizes[] = {"head_length", "head_width", "forehead_height", "chin_height",
                                    "eye_spacing", "ear_size",   "ear_width"};

/* The numbers of one prior that change. */
typedef struct prior {
    double mean[MOST_BETAS], *root; /* (B,1+B) */
    double level[M];
} prior;

typedef struct work {
    const pd_smpl_model *model;
    int version; /* of the people: 1, or the latest */
    const pd_executor *executor;
    int b, l;                                                /* betas, latents */
    bool carries[MOST_BETAS];                                /* features that are sizes */
    double heads[HEADS * MOST_BETAS], k[MOST_BETAS * HEADS]; /* H (HEADS,B), K (B,HEADS) */
    double freedom[MOST_BETAS];                              /* of the features of the jaw; 0: others */
    double arcs[ARCS * MOST_BETAS];                          /* a (ARCS,B) */
    double *bodies, *values;                                 /* (1 + B,B), (1 + B,ALL) */
} work;

/* Returns the index of a measure of the head among all measures. */
static int head_measure(int i)
{
    return i ? M + i - 1 : PD_SMPL_PEOPLE_HEAD_GIRTH;
}

/* Computes the logarithms (ALL) of the measures of the body with these betas. */
static pd_status measure_faces(double logs[ALL], const work *w, const double *betas, pd_error *err)
{
    const pd_status status = pd_factory_people_measure_all(logs, w->model, betas, 1, w->executor, err);

    for (int i = 0; status == PD_OK && i < ALL; i++) {
        if (!(logs[i] > 0))
            return pd_fail(err, PD_ERR_RANGE, "people", "a mean body that cannot be measured");
        logs[i] = log(logs[i]);
    }

    return status;
}

/* Computes H and a by differences about these betas, then K. */
static pd_status find_gain(work *w, const double *betas, pd_error *err)
{
    const int b = w->b;

    for (int i = 0; i < (1 + b) * b; i++) w->bodies[i] = betas[i % b] + (i / b == 1 + i % b ? 1 : 0);
    const pd_status status =
        pd_factory_people_measure_all(w->values, w->model, w->bodies, 1 + b, w->executor, err);
    if (status != PD_OK) return status;
    for (int i = 0; i < HEADS + ARCS; i++)
        for (int k = 0; k < b; k++) {
            double *slope = i < HEADS ? &w->heads[i * b + k] : &w->arcs[(i - HEADS) * b + k];
            *slope = log(w->values[(1 + k) * ALL + head_measure(i)] / w->values[head_measure(i)]);
            if (!isfinite(*slope))
                return pd_fail(err, PD_ERR_RANGE, "people", "a mean body that cannot be measured");
        }

    double gram[HEADS * HEADS] = {0};
    for (int i = 0; i < HEADS; i++)
        for (int j = 0; j < HEADS; j++) {
            for (int k = 0; k < b; k++)
                if (w->carries[k]) gram[i * HEADS + j] += w->heads[i * b + k] * w->heads[j * b + k];
            if (i == j) gram[i * HEADS + j] += HEAD_RIDGE;
        }
    if (!pd_k_cholesky(gram, HEADS)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    for (int k = 0; k < b; k++) {
        for (int i = 0; i < HEADS; i++) w->k[k * HEADS + i] = w->carries[k] ? w->heads[i * b + k] : 0;
        pd_k_cholesky_solve(w->k + k * HEADS, gram, HEADS);
    }

    return PD_OK;
}

/* Moves the mean by K off, which changes the measures of the head by off (HEADS). */
static void move_sizes(prior *p, const work *w, const double *off)
{
    for (int k = 0; k < w->b; k++)
        for (int i = 0; i < HEADS; i++) p->mean[k] += w->k[k * HEADS + i] * off[i];
}

/* Moves the betas of body and proportions so that the measures that requests may ask for change by off (M),
 * as the prior moves them together: C S^T (S C S^T + ridge)^-1 off with S the prior's slopes and C its
 * covariance, of these betas alone. */
static bool move_body(prior *p, const work *w, const float *slope, const double *off)
{
    const int b = w->b;
    const int body = b - w->model->data.feature_count;
    double sr[M * (MOST_BETAS + 1)] = {0};
    double gram[M * M], right[M];

    for (int i = 0; i < M; i++)
        for (int j = 0; j < w->l; j++)
            for (int k = 0; k < body; k++)
                sr[i * w->l + j] += (double)slope[i * b + k] * p->root[k * w->l + j];
    for (int i = 0; i < M * M; i++) {
        gram[i] = i / M == i % M ? BODY_RIDGE : 0;
        for (int j = 0; j < w->l; j++) gram[i] += sr[i / M * w->l + j] * sr[i % M * w->l + j];
    }

    memcpy(right, off, sizeof right);
    if (!pd_k_cholesky(gram, M)) return false;
    pd_k_cholesky_solve(right, gram, M);
    for (int j = 0; j < w->l; j++) {
        double latent = 0;
        for (int i = 0; i < M; i++) latent += sr[i * w->l + j] * right[i];
        for (int k = 0; k < body; k++) p->mean[k] += p->root[k * w->l + j] * latent;
    }

    return true;
}

/* Sets the means of the table, then moves sizes and body until the mean
 * body has the measures that it had before. */
static pd_status set_means(prior *p, work *w, const float *slope, double share_of_men, pd_error *err)
{
    double before[ALL], after[ALL], off[ALL];
    pd_status status = measure_faces(before, w, p->mean, err);

    for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
        const double middle = (means[i].women + means[i].men) / 2;
        p->mean[pd_smpl_feature_beta(&w->model->data, means[i].name)] =
            w->version == 1 ? means[i].women + share_of_men * (means[i].men - means[i].women)
                            : middle + (share_of_men - 0.5) * means[i].apart;
    }

    if (status == PD_OK) status = find_gain(w, p->mean, err);

    for (int step = 0; status == PD_OK && step < STEPS; step++) {
        status = measure_faces(after, w, p->mean, err);
        if (status != PD_OK) return status;
        for (int i = 0; i < HEADS; i++) off[i] = before[head_measure(i)] - after[head_measure(i)];
        move_sizes(p, w, off);
        status = measure_faces(after, w, p->mean, err);
        if (status != PD_OK) return status;
        for (int i = 0; i < M; i++) off[i] = i == PD_SMPL_PEOPLE_HEAD_GIRTH ? 0 : before[i] - after[i];
        if (!move_body(p, w, slope, off)) return pd_fail(err, PD_ERR_INTERNAL, "people", "no gain");
    }

    if (status == PD_OK) status = measure_faces(after, w, p->mean, err);
    for (int i = 0; status == PD_OK && i < M; i++) p->level[i] += after[i] - before[i];

    return status;
}

/* Replaces root by A root: narrows features, and moves the sizes so
 * that the measures of the head keep their spread. */
static void set_spreads(prior *p, const work *w)
{
    const int l = w->l;
    const int masculinity = pd_smpl_feature_beta(&w->model->data, "masculinity");
    double own = 0;

    /* Women and men differ among themselves in how masculine they look. */
    for (int j = 0; j < l; j++) own += p->root[masculinity * l + j] * p->root[masculinity * l + j];
    for (int j = 0; w->version != 1 && j < l; j++)
        p->root[masculinity * l + j] *= MASCULINITY_DEVIATION / sqrt(own);

    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        const int beta = pd_smpl_feature_beta(&w->model->data, narrow[i].name);
        double variance = 0;
        double lost[HEADS];
        for (int j = 0; j < l; j++) variance += p->root[beta * l + j] * p->root[beta * l + j];
        const double most = w->version == 1 ? narrow[i].before : narrow[i].deviation;
        const double share = fmin(1, most / sqrt(variance));
        for (int j = 0; j < l; j++) {
            double *x = &p->root[beta * l + j];
            for (int m = 0; m < HEADS; m++) lost[m] = w->heads[m * w->b + beta] * (1 - share) * *x;
            *x *= share;
            for (int k = 0; k < w->b; k++)
                for (int m = 0; m < HEADS; m++) p->root[k * l + j] += w->k[k * HEADS + m] * lost[m];
        }
    }
}

/* Computes a root (ARCS,L), and its covariance (ARCS,ARCS). */
static void spread_of_arcs(double *along, double cov[ARCS][ARCS], const prior *p, const work *w)
{
    for (int i = 0; i < ARCS; i++)
        for (int j = 0; j < w->l; j++) {
            double sum = 0;
            for (int k = 0; k < w->b; k++) sum += w->arcs[i * w->b + k] * p->root[k * w->l + j];
            along[i * w->l + j] = sum;
        }
    for (int i = 0; i < ARCS; i++)
        for (int j = 0; j < ARCS; j++) {
            cov[i][j] = 0;
            for (int n = 0; n < w->l; n++) cov[i][j] += along[i * w->l + n] * along[j * w->l + n];
        }
}

/* Replaces a symmetric matrix of two rows by its lower Cholesky factor. Returns false if it has none. */
static bool factor(double m[ARCS][ARCS])
{
    if (!(m[0][0] > 0)) return false;
    m[0][0] = sqrt(m[0][0]);
    m[1][0] /= m[0][0];
    const double rest = m[1][1] - m[1][0] * m[1][0];
    m[0][1] = 0;
    if (!(rest > 0)) return false;
    m[1][1] = sqrt(rest);

    return true;
}

/* Adds (I - K H) G (S - I) a root to root: the arcs get the covariance `wanted`, by features of the jaw, and
 * the sizes keep the other measures. */
static bool set_arcs(prior *p, const work *w, const double wanted[ARCS][ARCS])
{
    _Static_assert(ARCS == 2, "the matrices below have two rows");
    const int b = w->b;
    const int l = w->l;
    double along[ARCS * (MOST_BETAS + 1)], has[ARCS][ARCS], wants[ARCS][ARCS];
    spread_of_arcs(along, has, p, w);
    memcpy(wants, wanted, sizeof wants);
    if (!factor(has) || !factor(wants)) return false;

    /* S - I, with S = chol(wanted) chol(has)^-1. */
    double s[ARCS][ARCS] = {{wants[0][0] / has[0][0] - 1, 0}, {0, wants[1][1] / has[1][1] - 1}};
    s[1][0] = (wants[1][0] - wants[1][1] * has[1][0] / has[1][1]) / has[0][0];

    /* Slopes g of the arcs by feature, and g W g^T with its inverse. */
    double g[ARCS * MOST_BETAS];
    double gram[ARCS][ARCS] = {{0}};
    for (int i = 0; i < ARCS; i++)
        for (int k = 0; k < b; k++) {
            double sum = w->arcs[i * b + k];
            for (int n = 0; n < b; n++)
                for (int m = 0; w->carries[n] && m < HEADS; m++)
                    sum -= w->arcs[i * b + n] * w->k[n * HEADS + m] * w->heads[m * b + k];
            g[i * b + k] = sum;
        }
    for (int i = 0; i < ARCS; i++)
        for (int j = 0; j < ARCS; j++)
            for (int k = 0; k < b; k++)
                gram[i][j] += g[i * b + k] * g[j * b + k] * w->freedom[k] * w->freedom[k];
    const double det = gram[0][0] * gram[1][1] - gram[0][1] * gram[1][0];

    if (!(det > 1e-6 * gram[0][0] * gram[1][1])) return false;

    for (int j = 0; j < l; j++) {
        /* Change of both arcs along this latent, and what it takes of the features. */
        double change[ARCS], feature[MOST_BETAS];
        for (int i = 0; i < ARCS; i++) change[i] = s[i][0] * along[j] + s[i][1] * along[l + j];
        const double u = (gram[1][1] * change[0] - gram[0][1] * change[1]) / det;
        const double v = (gram[0][0] * change[1] - gram[1][0] * change[0]) / det;
        for (int k = 0; k < b; k++) feature[k] = w->freedom[k] * w->freedom[k] * (g[k] * u + g[b + k] * v);
        for (int m = 0; m < HEADS; m++) {
            double moved = 0;
            for (int k = 0; k < b; k++) moved += w->heads[m * b + k] * feature[k];
            for (int n = 0; n < b; n++) p->root[n * l + j] -= w->k[n * HEADS + m] * moved;
        }

        for (int k = 0; k < b; k++) p->root[k * l + j] += feature[k];
    }

    return true;
}

/* Computes the covariance of the logarithms with which the arcs have the survey's deviations in metres; the
 * means of ours, exp(arcs), are shorter. People of either gender are half women and half men. */
static pd_status arcs_wanted(double wanted[ARCS][ARCS],
                             const pd_factory_moments *const moments[PD_SMPL_GENDER_COUNT],
                             const double arcs[PD_SMPL_GENDER_COUNT][ARCS], pd_smpl_gender gender,
                             pd_error *err)
{
    const int first = PD_FACTORY_SURVEY_HEAD + PD_FACTORY_HEAD_FITTED;
    const bool is_mixed = gender == PD_SMPL_NEUTRAL;

    memset(wanted, 0, sizeof(double[ARCS][ARCS]));
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        if (!is_mixed && (int)gender != g) continue;
        const pd_factory_moments *t = moments[g];
        double longer[ARCS];
        for (int i = 0; i < ARCS; i++) {
            if (!t || !isfinite(t->log_mean[first + i]))
                return pd_fail(err, PD_ERR_INVALID, "survey", "no column %s of %s",
                               pd_factory_head_rows[PD_FACTORY_HEAD_FITTED + i].column,
                               pd_smpl_gender_names[g]);
            longer[i] = exp(t->log_mean[first + i] - arcs[g][i]);
        }

        for (int i = 0; i < ARCS; i++)
            for (int j = 0; j < ARCS; j++)
                wanted[i][j] +=
                    (is_mixed ? 0.5 : 1) * longer[i] * longer[j] * t->log_cov[first + i][first + j];
    }

    for (int i = 0; is_mixed && i < ARCS; i++)
        for (int j = 0; j < ARCS; j++)
            wanted[i][j] += (arcs[PD_SMPL_MALE][i] - arcs[PD_SMPL_FEMALE][i]) *
                            (arcs[PD_SMPL_MALE][j] - arcs[PD_SMPL_FEMALE][j]) / 4;

    return PD_OK;
}

/* Finds the features by name. */
static pd_status find_features(work *w, pd_error *err)
{
    const pd_smpl_data *data = &w->model->data;
    const char *missing = NULL;

    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        if (pd_smpl_feature_beta(data, means[i].name) < 0) missing = means[i].name;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (pd_smpl_feature_beta(data, narrow[i].name) < 0) missing = narrow[i].name;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int beta = pd_smpl_feature_beta(data, sizes[i]);
        if (beta < 0)
            missing = sizes[i];
        else
            w->carries[beta] = true;
    }

    for (size_t i = 0; i < sizeof jaw / sizeof *jaw; i++) {
        const int beta = pd_smpl_feature_beta(data, jaw[i].name);
        if (beta < 0)
            missing = jaw[i].name;
        else
            w->freedom[beta] = jaw[i].freedom;
    }

    return missing ? pd_fail(err, PD_ERR_UNSUPPORTED, "feature_names",
                             "%s is missing; a model of train-person needed", missing)
                   : PD_OK;
}

pd_status pd_factory_faces(pd_smpl_data *data, const pd_smpl_model *model, int version,
                           pd_factory_faces_moments moments, const pd_executor *executor, pd_error *err)
{
    const int b = model->beta_count;
    const int l = 1 + b;
    work *w = calloc(1, sizeof *w);
    double *root = malloc((size_t)(b * l) * sizeof *root);

    if (!w || !root) {
        free(w);
        free(root);
        return pd_fail(err, PD_ERR_MEMORY, "faces", "out of memory");
    }

    *w = (work){.model = model, .version = version, .executor = executor, .b = b, .l = l};
    w->bodies = malloc((size_t)((1 + b) * b) * sizeof(double));
    w->values = malloc((size_t)((1 + b) * ALL) * sizeof(double));
    pd_status status = w->bodies && w->values ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "faces", "out of memory");
    if (status == PD_OK && !data->people)
        status =
            pd_fail(err, PD_ERR_UNSUPPORTED, "people", "the model has no people; run train-people first");
    if (status == PD_OK) status = find_features(w, err);

    /* Change the priors of all populations and genders that the model has. */
    const pd_smpl_people people = {.numbers = data->people,
                                   .prior_count = data->people_count,
                                   .beta_count = b,
                                   .gender = pd_smpl_gender_named(data->text.gender)};
    double arcs[PD_SMPL_GENDER_COUNT][ARCS] = {{0}};
    double wanted[ARCS][ARCS];
    for (int i = 0; status == PD_OK && i < PD_SMPL_POPULATION_COUNT * PD_SMPL_GENDER_COUNT; i++) {
        /* Women and men, then people of either gender, whose spread depends
         * on how far both means are apart. */
        const pd_smpl_gender gender = (pd_smpl_gender)((i + 1) % PD_SMPL_GENDER_COUNT);
        pd_smpl_prior at;
        if (!pd_smpl_people_prior(&at, &people, 0, (pd_smpl_population)(i / PD_SMPL_GENDER_COUNT), gender))
            continue;

        /* The numbers that change, in the model and in double precision. */
        float *mean = data->people + (at.mean - data->people);
        float *spread = data->people + (at.root - data->people);
        float *level = data->people + (at.level - data->people);
        prior p = {.root = root};
        for (int k = 0; k < b; k++) p.mean[k] = (double)mean[k];
        for (int k = 0; k < b * l; k++) root[k] = (double)spread[k];
        for (int k = 0; k < M; k++) p.level[k] = (double)level[k];

        status = set_means(&p, w, at.slope, gender == PD_SMPL_NEUTRAL ? 0.5 : gender == PD_SMPL_MALE, err);

        /* Spreads need the slopes at the new mean. */
        if (status == PD_OK) status = find_gain(w, p.mean, err);
        if (status == PD_OK) set_spreads(&p, w);
        for (int n = 0; status == PD_OK && n < ARCS; n++)
            arcs[gender][n] = log(w->values[head_measure(HEADS + n)]);
        if (status == PD_OK)
            status = arcs_wanted(wanted, moments[i / PD_SMPL_GENDER_COUNT], (const double(*)[ARCS])arcs,
                                 gender, err);
        if (status == PD_OK && !set_arcs(&p, w, (const double(*)[ARCS])wanted))
            status = pd_fail(err, PD_ERR_INTERNAL, "people", "arcs that no feature changes");
        if (status != PD_OK) break;

        for (int k = 0; k < b; k++) mean[k] = (float)p.mean[k];
        for (int k = 0; k < b * l; k++) spread[k] = (float)root[k];
        for (int k = 0; k < M; k++) level[k] = (float)p.level[k];
    }

    free(w->bodies);
    free(w->values);
    free(w);
    free(root);

    return status;
}
