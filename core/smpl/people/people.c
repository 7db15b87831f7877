#include "core/smpl/people/people.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/kernel/linalg.h"
#include "core/math/normal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STEPS       12
#define CLOSE       1e-7 /* largest error of a logarithm of a measure */
#define RIDGE       1e-9 /* ridge as a fraction of the diagonal */
#define LATENTS_MAX (1 + PD_SMPL_PEOPLE_MAX_BETAS)
#define GAPS_MAX    6 /* largest number of vertices that are held away from the middle plane at once */
#define GAP_STEPS   8
#define FACES_MAX   16 /* largest number of features of the face that are held at once */
enum { M = PD_SMPL_PEOPLE_MEASURES, AGE = M, ROWS_MAX = M + GAPS_MAX + FACES_MAX };

const pd_smpl_people_row pd_smpl_people_rows[M] = {
#define ROW(id, name, unit, column, factor) {name, unit, column, factor},
    PD_SMPL_PEOPLE_TABLE(ROW)
#undef ROW
};

/* Features of young faces, in units at YOUNG years. */
static const struct {
    const char *name;
    double women, men;
} youth[] = {
#define YOUTH(name, women, men) {name, women, men},
    PD_SMPL_PEOPLE_YOUTH_TABLE(YOUTH)
#undef YOUTH
};

#define NAME(id, name) name,
const char *const pd_smpl_gender_names[PD_SMPL_GENDER_COUNT] = {PD_SMPL_GENDER_TABLE(NAME)};
const char *const pd_smpl_population_names[PD_SMPL_POPULATION_COUNT] = {PD_SMPL_POPULATION_TABLE(NAME)};

#define NAN13 NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN
const pd_smpl_person_request pd_smpl_anybody = {.age = NAN, .values = {NAN13}, .percentiles = {NAN13}};
_Static_assert(M == 13, "NAN13 has one number a measure");

/* ---- layout of the priors ---- */

static size_t pairs(int beta_count)
{
    return (size_t)beta_count * ((size_t)beta_count + 1) / 2;
}

size_t pd_smpl_people_numbers(int beta_count)
{
    const size_t b = (size_t)beta_count;
    return 2 * (M + 1) + 2 + b + b * (1 + b) + M + M * b + M * pairs(beta_count);
}

size_t pd_smpl_people_curve_numbers(int beta_count)
{
    return M * pairs(beta_count);
}

pd_smpl_gender pd_smpl_gender_named(const char *name)
{
    for (int g = 0; name && g < PD_SMPL_GENDER_COUNT; g++)
        if (!strcmp(name, pd_smpl_gender_names[g])) return (pd_smpl_gender)g;
    return PD_SMPL_NEUTRAL;
}

int pd_smpl_people_prior_count(const char *gender)
{
    const bool is_neutral = pd_smpl_gender_named(gender) == PD_SMPL_NEUTRAL;
    return PD_SMPL_POPULATION_COUNT * (is_neutral ? PD_SMPL_GENDER_COUNT : 1);
}

int pd_smpl_people_measure_named(const char *name)
{
    for (int i = 0; i < M; i++)
        if (!strcmp(name, pd_smpl_people_rows[i].name)) return i;
    return -1;
}

bool pd_smpl_people_prior(pd_smpl_prior *out, const pd_smpl_people *people, int version,
                          pd_smpl_population population, pd_smpl_gender gender)
{
    const size_t b = (size_t)people->beta_count;
    const int genders = people->gender == PD_SMPL_NEUTRAL ? PD_SMPL_GENDER_COUNT : 1;
    const int each = genders * PD_SMPL_POPULATION_COUNT;
    const int before = version ? PD_SMPL_PEOPLE_VERSION - version : 0;

    if (!people->numbers || (genders == 1 && gender != people->gender)) return false;
    if (before < 0 || (before && (before + 1) * each > people->prior_count)) return false;

    const int row = before * each + genders * (int)population + (genders == 1 ? 0 : (int)gender);
    const float *at = people->numbers + (size_t)row * pd_smpl_people_numbers(people->beta_count);
    out->spread = at;
    at += 2 * (M + 1);
    out->age_range = at;
    at += 2;
    out->mean = at;
    at += b;
    out->root = at;
    at += b * (1 + b);
    out->level = at;
    at += M;
    out->slope = at;
    at += M * b;
    out->curve = at;

    return true;
}

/* ---- measures of betas ---- */

/* Returns log y_i. gradient (B) receives its gradient by beta, or is NULL. */
static double measure_one(double *gradient, const pd_smpl_prior *p, int i, const double *d, int b)
{
    const float *slope = p->slope + i * b;
    const float *curve = p->curve + (size_t)i * pairs(b);
    double value = (double)p->level[i];

    for (int k = 0; k < b; k++) value += (double)slope[k] * d[k];
    for (int k = 0; gradient && k < b; k++) gradient[k] = (double)slope[k];
    for (int r = 0; r < b; r++)
        for (int c = r; c < b; c++) {
            const double q = (double)*curve++;
            value += q * d[r] * d[c];
            if (!gradient) continue;
            gradient[r] += q * d[c];
            gradient[c] += q * d[r];
        }

    return value;
}

void pd_smpl_prior_measure(double *log_y, const pd_smpl_prior *prior, const double *betas, int beta_count)
{
    double d[PD_SMPL_PEOPLE_MAX_BETAS];
    for (int k = 0; k < beta_count; k++) d[k] = betas[k] - (double)prior->mean[k];
    for (int i = 0; i < M; i++) log_y[i] = measure_one(NULL, prior, i, d, beta_count);
}

/* ---- the search ---- */

typedef struct search {
    const pd_smpl_prior *prior;
    const pd_smpl_people *people;
    int b;             /* betas */
    int first;         /* first free latent: 1 if the age is given, otherwise 0 */
    int count;         /* number of requested measures */
    int wanted[M];     /* requested measures, in the order of the table */
    double targets[M]; /* logarithms of their values */
    double x[LATENTS_MAX], start[LATENTS_MAX];
    bool has_cheeks;                         /* the model has the features of `cheeks` */
    double cheeks[PD_SMPL_PEOPLE_MAX_BETAS]; /* (B) how far cheeks are wider than the jaw, by beta */
} search;

/* Computes d (B) = root x. */
static void spread_out(double *d, const search *s)
{
    const int l = 1 + s->b;
    for (int k = 0; k < s->b; k++) {
        d[k] = 0;
        for (int j = 0; j < l; j++) d[k] += (double)s->prior->root[k * l + j] * s->x[j];
    }
}

/* Computes a (L) = gradient root, with 0 for latents that are not free. */
static void to_latents(double *a, const search *s, const double *gradient)
{
    const int l = 1 + s->b;
    memset(a, 0, (size_t)l * sizeof *a);
    for (int k = 0; k < s->b; k++)
        for (int j = s->first; j < l; j++) a[j] += gradient[k] * (double)s->prior->root[k * l + j];
}

/* Solves G w = r in place for w (count), with G = A A^T. */
static void solve_people(double *r, const double (*a)[LATENTS_MAX], int count, int latents)
{
    double gram[ROWS_MAX * ROWS_MAX];

    if (!count) return;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            gram[i * count + j] = 0;
            for (int l = 0; l < latents; l++) gram[i * count + j] += a[i][l] * a[j][l];
        }
    for (int i = 0; i < count; i++) gram[i * count + i] = gram[i * count + i] * (1 + RIDGE) + 1e-15;
    if (pd_k_cholesky(gram, count))
        pd_k_cholesky_solve(r, gram, count);
    else
        memset(r, 0, (size_t)count * sizeof *r);
}

/* Repeats x = start + A^T (A A^T)^-1 (t - y + A (x - start)) until y equals t. */
static void approach(search *s)
{
    const int l = 1 + s->b;
    double a[M][LATENTS_MAX], r[M], d[PD_SMPL_PEOPLE_MAX_BETAS], gradient[PD_SMPL_PEOPLE_MAX_BETAS];

    for (int step = 0; step < STEPS && s->count; step++) {
        double worst = 0;
        spread_out(d, s);
        for (int i = 0; i < s->count; i++) {
            r[i] = s->targets[i] - measure_one(gradient, s->prior, s->wanted[i], d, s->b);
            worst = fmax(worst, fabs(r[i]));
            to_latents(a[i], s, gradient);
            for (int j = 0; j < l; j++) r[i] += a[i][j] * (s->x[j] - s->start[j]);
        }

        if (worst < CLOSE) return;

        solve_people(r, (const double(*)[LATENTS_MAX])a, s->count, l);
        for (int j = s->first; j < l; j++) {
            s->x[j] = s->start[j];
            for (int i = 0; i < s->count; i++) s->x[j] += a[i][j] * r[i];
        }
    }
}

/* ---- legs ---- */

/* Returns the coordinate x of a vertex of the body whose betas differ from the mean by d (B). */
static double side_of(const search *s, int vertex, const double *d)
{
    const float *row = s->people->shapedirs + 3 * (size_t)vertex * (size_t)s->b;
    double x = (double)s->people->v_template[3 * (size_t)vertex];
    for (int k = 0; k < s->b; k++) x += (double)row[k] * ((double)s->prior->mean[k] + d[k]);
    return x;
}

/* Adds the vertex that crosses the middle plane farthest to the held ones.
 * Returns false if none crosses it. */
static bool hold_worst(int *held, int *held_count, const search *s, const double *d)
{
    int worst = -1;
    double least = PD_SMPL_PEOPLE_LEG_GAP_M;

    for (int i = 0; i < s->people->leg_count; i++) {
        const double x = side_of(s, s->people->legs[i], d);
        if (x < least) {
            least = x;
            worst = s->people->legs[i];
        }
    }

    for (int i = 0; i < *held_count; i++)
        if (held[i] == worst) return true;
    if (worst >= 0 && *held_count < GAPS_MAX) held[(*held_count)++] = worst;

    return worst >= 0;
}

/* Rows of the face: one for each feature, its beta k, and k = B for how far the cheeks are wider than the
 * jaw. Each feature may be within its bound where the sum is not,
 * and such faces are hollow below the cheeks. */
static int face_rows_end(const search *s)
{
    return s->b + (s->has_cheeks ? 1 : 0);
}

/* Computes the gradient (B) of row k of the face. */
static void face_row(double *gradient, const search *s, int k)
{
    memset(gradient, 0, (size_t)s->b * sizeof *gradient);
    if (k < s->b)
        gradient[k] = 1;
    else
        memcpy(gradient, s->cheeks, (size_t)s->b * sizeof *gradient);
}

/* Returns row k of the face for a difference d (B) from the mean. */
static double face_value(const search *s, int k, const double *d)
{
    double sum = 0;
    if (k < s->b) return d[k];
    for (int i = s->b - s->people->feature_count; i < s->b; i++) sum += s->cheeks[i] * d[i];
    return sum;
}

/* Returns the largest distance of row k of a random person's face from the mean. */
static double face_most(const search *s, int k)
{
    double variance = 0;

    for (int j = 0; j < 1 + s->b; j++) {
        double root = 0;
        if (k < s->b)
            root = (double)s->prior->root[k * (1 + s->b) + j];
        else
            for (int i = s->b - s->people->feature_count; i < s->b; i++)
                root += s->cheeks[i] * (double)s->prior->root[i * (1 + s->b) + j];
        variance += root * root;
    }

    return PD_SMPL_PEOPLE_FACE_SD * sqrt(variance);
}

/* Finds the features of which the cheeks' row is the sum. */
static void find_cheeks(search *s)
{
    static const struct {
        const char *name;
        double sign;
    } parts[] = {{"cheek_fullness", 1}, {"cheekbones", 1}, {"face_roundness", 1}, {"jaw_width", -1}};
    const pd_smpl_people *people = s->people;
    size_t found = 0;
    for (int k = 0; people->feature_names && k < people->feature_count; k++)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (!strcmp(people->feature_names + (size_t)k * (size_t)people->name_bytes, parts[i].name)) {
                s->cheeks[s->b - people->feature_count + k] = parts[i].sign;
                found++;
            }
    s->has_cheeks = found == sizeof parts / sizeof *parts;
}

/* Adds the rows of the face that are farther from the mean than `most` (B + 1) to the held ones. Returns
 * whether there are any. */
static bool hold_features(int *held, int *held_count, const double *most, const search *s, const double *d)
{
    const int before = *held_count;

    for (int k = s->b - s->people->feature_count; k < face_rows_end(s) && *held_count < FACES_MAX; k++) {
        const double at = face_value(s, k, d);
        bool is_held = k == s->people->age_beta;
        for (int i = 0; i < before; i++) is_held |= held[i] == k;
        if (!is_held && at * at > most[k] * most[k] + CLOSE) held[(*held_count)++] = k;
    }

    return *held_count > before;
}

/* Finds the nearest x for which the legs do not overlap, the measures stay the same, and no feature of the
 * face is farther from the mean than allowed and before. */
static void part_legs(search *s)
{
    const int l = 1 + s->b;
    double a[ROWS_MAX][LATENTS_MAX], r[ROWS_MAX], d[PD_SMPL_PEOPLE_MAX_BETAS],
        gradient[PD_SMPL_PEOPLE_MAX_BETAS], targets[M], most[PD_SMPL_PEOPLE_MAX_BETAS + 1];
    int held[GAPS_MAX];
    int held_count = 0;
    int features[FACES_MAX];
    int feature_count = 0;

    spread_out(d, s);
    if (!hold_worst(held, &held_count, s, d)) return;
    for (int i = 0; i < M; i++) targets[i] = measure_one(NULL, s->prior, i, d, s->b);
    for (int k = s->b - s->people->feature_count; k < face_rows_end(s); k++)
        most[k] = fmax(face_most(s, k), fabs(face_value(s, k, d)));

    for (int step = 0; step < GAP_STEPS; step++) {
        for (int i = 0; i < M; i++) {
            r[i] = targets[i] - measure_one(gradient, s->prior, i, d, s->b);
            to_latents(a[i], s, gradient);
        }

        for (int i = 0; i < held_count; i++) {
            const float *row = s->people->shapedirs + 3 * (size_t)held[i] * (size_t)s->b;
            for (int k = 0; k < s->b; k++)
                /* Factor 10: about the magnitude of the gradients of logarithms. */
                gradient[k] = 10 * (double)row[k];
            r[M + i] = 10 * (1.25 * PD_SMPL_PEOPLE_LEG_GAP_M - side_of(s, held[i], d));
            to_latents(a[M + i], s, gradient);
        }

        for (int i = 0; i < feature_count; i++) {
            const int k = features[i];
            const int row = M + held_count + i;
            const double at = face_value(s, k, d);
            face_row(gradient, s, k);
            r[row] = copysign(most[k], at) - at;
            to_latents(a[row], s, gradient);
        }

        const int rows = M + held_count + feature_count;
        solve_people(r, (const double(*)[LATENTS_MAX])a, rows, l);
        for (int j = s->first; j < l; j++)
            for (int i = 0; i < rows; i++) s->x[j] += a[i][j] * r[i];
        spread_out(d, s);
        const bool crosses = hold_worst(held, &held_count, s, d);
        if (!hold_features(features, &feature_count, most, s, d) && !crosses) return;
    }
}

/* ---- faces ---- */

/* Replaces x by the nearest one for which no feature of the face is farther from the mean than FACE_SD
 * standard deviations. The features that are too far are held at that distance; others that this moves too
 * far are held with them. */
static void bound_face(search *s)
{
    const int l = 1 + s->b;
    double a[ROWS_MAX][LATENTS_MAX], r[ROWS_MAX], start[LATENTS_MAX], d[PD_SMPL_PEOPLE_MAX_BETAS],
        first[PD_SMPL_PEOPLE_MAX_BETAS], side[ROWS_MAX];
    bool is_held[PD_SMPL_PEOPLE_MAX_BETAS + 1] = {false};
    int held[ROWS_MAX];
    int count = 0;

    memcpy(start, s->x, sizeof start);
    spread_out(first, s);
    for (;;) {
        /* Hold the features that are too far. The beta of the age is set from the age afterwards. */
        const int before = count;
        spread_out(d, s);
        for (int k = s->b - s->people->feature_count; k < face_rows_end(s) && count < ROWS_MAX; k++) {
            const double most = face_most(s, k);
            const double at = face_value(s, k, d);
            if (is_held[k] || k == s->people->age_beta || at * at <= most * most + CLOSE) continue;
            side[count] = at > 0 ? 1 : -1;
            held[count++] = k;
            is_held[k] = true;
        }

        if (count == before) return;

        /* Find the shortest way from the first x to the one where they are at their bounds. */
        for (int i = 0; i < count; i++) {
            double gradient[PD_SMPL_PEOPLE_MAX_BETAS];
            face_row(gradient, s, held[i]);
            to_latents(a[i], s, gradient);
            r[i] = side[i] * face_most(s, held[i]) - face_value(s, held[i], first);
        }

        solve_people(r, (const double(*)[LATENTS_MAX])a, count, l);
        for (int j = s->first; j < l; j++) {
            s->x[j] = start[j];
            for (int i = 0; i < count; i++) s->x[j] += a[i][j] * r[i];
        }
    }
}

/* ---- expected ranges ---- */

/* Computes mean and standard deviation of log y of one more measure,
 * given the age and the measures requested so far. */
static void expect(double *mean, double *sd, const search *s, int measure)
{
    const int l = 1 + s->b;
    double a[M + 1][LATENTS_MAX];
    double r[M] = {0}, cross[M] = {0};
    double gradient[PD_SMPL_PEOPLE_MAX_BETAS];

    for (int i = 0; i <= s->count; i++) {
        const int m = i < s->count ? s->wanted[i] : measure;
        for (int k = 0; k < s->b; k++) gradient[k] = (double)s->prior->slope[m * s->b + k];
        search all = *s;
        all.first = 0;
        to_latents(a[i], &all, gradient);
        const double by_age = s->first ? a[i][0] * s->start[0] : 0;
        if (s->first) a[i][0] = 0;
        if (i < s->count)
            r[i] = s->targets[i] - (double)s->prior->spread[2 * m] - by_age;
        else
            *mean = (double)s->prior->spread[2 * m] + by_age;
    }

    double variance = 0;
    for (int j = 0; j < l; j++) variance += a[s->count][j] * a[s->count][j];
    for (int i = 0; i < s->count; i++) {
        cross[i] = 0;
        for (int j = 0; j < l; j++) cross[i] += a[i][j] * a[s->count][j];
    }

    solve_people(r, (const double(*)[LATENTS_MAX])a, s->count, l);
    double share[M] = {0};
    memcpy(share, cross, sizeof share);
    solve_people(share, (const double(*)[LATENTS_MAX])a, s->count, l);
    for (int i = 0; i < s->count; i++) {
        *mean += cross[i] * r[i];
        variance -= cross[i] * share[i];
    }

    *sd = sqrt(fmax(variance, 1e-8));
}

/* Returns the people to whom a range applies, for an error message. */
static const char *whose(pd_smpl_gender gender)
{
    return gender == PD_SMPL_FEMALE ? "women" : gender == PD_SMPL_MALE ? "men" : "people";
}

static pd_status want_all(search *s, const pd_smpl_person_request *q, pd_smpl_gender gender, pd_error *err)
{
    char where[64];

    for (int i = 0; i < M; i++) {
        const char *name = pd_smpl_people_rows[i].name;
        const double percent = q->percentiles[i];
        double value = q->values[i];
        if (isnan(value) && isnan(percent)) continue;
        snprintf(where, sizeof where, isnan(percent) ? "/%s" : "/percentile/%s",
                 isnan(percent) && i == PD_SMPL_PEOPLE_MASS ? "weight" : name);
        if (!isnan(value) && !isnan(percent))
            return pd_fail(err, PD_ERR_INVALID, where,
                           "a percentile and a value of %s given; only one of the two allowed", name);
        if (!isnan(percent) && !(percent >= PD_SMPL_PERCENTILE_LEAST && percent <= PD_SMPL_PERCENTILE_MOST))
            return pd_fail(err, PD_ERR_RANGE, where,
                           "%g; %.10g to %.10g allowed, because no person is at 0 or 100", percent,
                           PD_SMPL_PERCENTILE_LEAST, PD_SMPL_PERCENTILE_MOST);

        if (!isnan(percent))
            value = exp((double)s->prior->spread[2 * i] +
                        (double)s->prior->spread[2 * i + 1] * pd_normal_quantile(percent / 100));

        /* Check the value against its range given the previous ones. */
        double mean = 0, sd = 0;
        expect(&mean, &sd, s, i);
        const double least = exp(mean - PD_SMPL_PEOPLE_RANGE_SD * sd);
        const double most = exp(mean + PD_SMPL_PEOPLE_RANGE_SD * sd);
        if (!(value >= least && value <= most)) {
            const char *unit = pd_smpl_people_rows[i].unit;
            return pd_fail(err, PD_ERR_RANGE, where, "%.4g %s; %.4g to %.4g %s allowed for %s of the %s%s",
                           value, unit, least, most, unit, whose(gender),
                           pd_smpl_population_names[q->population],
                           s->count || s->first ? " with the other values asked for" : "");
        }

        s->wanted[s->count] = i;
        s->targets[s->count++] = log(value);
    }

    return PD_OK;
}

void pd_smpl_people_normal(float *betas, int count, uint64_t seed)
{
    PD_ASSERT(count >= 0 && (betas || !count));
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int k = 0; k < count; k++)
        betas[k] = (float)fmax(fmin(pd_rng_normal(&rng), PD_SMPL_PEOPLE_DRAW_SD), -PD_SMPL_PEOPLE_DRAW_SD);
}

pd_smpl_gender pd_smpl_people_gender_of(uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    return pd_rng_uniform(&rng) < 0.5 ? PD_SMPL_MALE : PD_SMPL_FEMALE;
}

double pd_smpl_people_face_age(double years)
{
    const double kept = fmax(fmin(years, PD_SMPL_PEOPLE_OLDEST), PD_SMPL_PEOPLE_FACE_AGE_LEAST);
    return (kept - PD_SMPL_PEOPLE_FACE_AGE) / PD_SMPL_PEOPLE_FACE_YEARS;
}

/* Moves the features that differ in the young, but none of them beyond its largest distance from the mean. */
static void make_young(pd_smpl_person *who, const search *s)
{
    const pd_smpl_people *people = s->people;
    const double share =
        1 - (who->age - PD_SMPL_PEOPLE_YOUNG) / (PD_SMPL_PEOPLE_GROWN - PD_SMPL_PEOPLE_YOUNG);
    const int first = s->b - people->feature_count;

    if (share <= 0 || !people->feature_names) return;
    double d[PD_SMPL_PEOPLE_MAX_BETAS];
    for (int k = 0; k < s->b; k++) d[k] = who->betas[k] - (double)s->prior->mean[k];
    const double cheeks = s->has_cheeks ? face_value(s, s->b, d) : 0;
    for (int k = first; k < s->b; k++) {
        const char *name = people->feature_names + (size_t)(k - first) * (size_t)people->name_bytes;
        for (size_t i = 0; i < sizeof youth / sizeof *youth; i++) {
            if (strcmp(name, youth[i].name) != 0) continue;
            const double units =
                share * (who->gender == PD_SMPL_FEMALE ? youth[i].women
                         : who->gender == PD_SMPL_MALE ? youth[i].men
                                                       : (youth[i].women + youth[i].men) / 2);
            const double from = d[k];
            const double most = k == people->age_beta ? INFINITY : fmax(face_most(s, k), fabs(from));
            double by = fmax(-most, fmin(most, from + units)) - from;

            /* Full cheeks on a narrow jaw stay as they are. */
            if (s->has_cheeks && s->cheeks[k] > 0) by = fmin(by, fmax(0, face_most(s, s->b) - cheeks));
            who->betas[k] += by;
        }
    }
}

pd_status pd_smpl_person_find(pd_smpl_person *out, const pd_smpl_people *people,
                              const pd_smpl_person_request *q, pd_error *err)
{
    search s = {.b = people->beta_count};
    pd_smpl_prior prior;
    char asked[64];

    if (!people->numbers) {
        /* Name the first given field in the error. A seed comes last, because alone it needs no priors. */
        const char *name = q->has_gender ? "gender" : !isnan(q->age) ? "age" : NULL;
        for (int i = 0; i < M && !name; i++) {
            if (!isnan(q->values[i]))
                name = i == PD_SMPL_PEOPLE_MASS ? "weight" : pd_smpl_people_rows[i].name;
            if (!isnan(q->percentiles[i])) name = "percentile";
        }

        if (!name && q->version) name = "people_version";
        if (!name) name = q->population != PD_SMPL_SURVEY || !q->has_random ? "population" : "random";
        snprintf(asked, sizeof asked, "/%s", name);
        return pd_fail(err, PD_ERR_UNSUPPORTED, asked,
                       "this model has no data of people; only betas, random alone and measurements allowed");
    }

    /* The same seed gives the same person. Other fields change that person as little as they allow. */
    if (q->has_random) {
        pd_rng rng;
        pd_rng_init(&rng, q->random);
        pd_rng_uniform(&rng); /* skip the number from which the gender is drawn */
        for (int l = 0; l < 1 + s.b; l++)
            s.start[l] = fmax(fmin(pd_rng_normal(&rng), PD_SMPL_PEOPLE_DRAW_SD), -PD_SMPL_PEOPLE_DRAW_SD);
    }

    pd_smpl_gender gender = people->gender;
    if (q->has_gender)
        gender = q->gender;
    else if (q->has_random && people->gender == PD_SMPL_NEUTRAL)
        gender = pd_smpl_people_gender_of(q->random);
    if (!pd_smpl_people_prior(&prior, people, 0, q->population, gender))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/gender", "%s; only %s allowed, the gender of this model",
                       pd_smpl_gender_names[gender], pd_smpl_gender_names[people->gender]);
    if (!pd_smpl_people_prior(&prior, people, q->version, q->population, gender))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/people_version", "%d; this model has version %d alone",
                       q->version, PD_SMPL_PEOPLE_VERSION);

    s.prior = &prior;
    s.people = people;
    find_cheeks(&s);
    if (!isnan(q->age)) {
        const float *range = prior.age_range;
        const float *spread = prior.spread + 2 * AGE;
        if (!(q->age >= (double)range[0] && q->age <= PD_SMPL_PEOPLE_OLDEST))
            return pd_fail(err, PD_ERR_RANGE, "/age", "%g; %.10g to %d years allowed", q->age,
                           (double)range[0], PD_SMPL_PEOPLE_OLDEST);

        /* Beyond the ages of the survey the body keeps the measures of its oldest people. */
        s.first = 1;
        s.start[0] = (log(fmin(q->age, (double)range[1])) - (double)spread[0]) / (double)spread[1];
    }

    const pd_status status = want_all(&s, q, gender, err);
    if (status != PD_OK) return status;

    memcpy(s.x, s.start, sizeof s.x);
    if (q->has_random) bound_face(&s);
    memcpy(s.start, s.x, sizeof s.start);
    approach(&s);
    part_legs(&s);

    const double years = exp((double)prior.spread[2 * AGE] + (double)prior.spread[2 * AGE + 1] * s.x[0]);
    out->gender = gender;
    out->age =
        isnan(q->age) ? fmax((double)prior.age_range[0], fmin(years, (double)prior.age_range[1])) : q->age;
    spread_out(out->betas, &s);
    for (int k = 0; k < s.b; k++) out->betas[k] += (double)prior.mean[k];

    /* The prior has the face age linear in log years; replace that by the face of this age. */
    if (people->age_beta >= 0)
        out->betas[people->age_beta] += pd_smpl_people_face_age(out->age) -
                                        pd_smpl_people_face_age(exp((double)prior.spread[2 * AGE])) -
                                        (double)prior.root[people->age_beta * (1 + s.b)] * s.x[0];
    make_young(out, &s);

    return PD_OK;
}
