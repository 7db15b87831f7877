/* @long: takes over five seconds under ASan. */
/* People learned of a body of cylinders and of a survey that was made up, and of a model of women alone:
 * bodies that are drawn from a prior have the survey's moments, older people are as the survey has them,
 * curves say what a tape measure says, the neutral prior is half of each. */
#include "tests/support/fixture.h"
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/smpl/people/people.h"
#include "factory/people/people.h"

#include <stdlib.h>
#define CYL_SIDES 8
#include "tests/support/cylinders.h"

#define DRAWN 600
enum {
    M = PD_SMPL_PEOPLE_MEASURES,
    AGE = M,
    BETAS = M + 2,
    HAND = 9 /* of changes: it alone reaches there */
};

/* How a direction changes a body of cylinders: the thickness of a part between two places along its axis, or
 * where places beyond one lie. */
typedef struct change {
    int part; /* of cyl_parts; 3 and 5: of both sides; -1: height of all */
    double from, to, share;
} change;

static const change changes[BETAS] = {
    {-1, 0, 0.8, 0.03},   {0, 1.15, 1.5, 0.05}, {0, 1.0, 1.15, 0.06},  {0, 0.7, 1.0, 0.05},
    {3, 0.5, 0.9, 0.07},  {1, 1.4, 1.7, 0.06},  {5, 0.65, 0.75, 0.05}, {2, 1.5, 1.9, 0.05},
    {3, -1, 0.03, 0.06},  {5, 0.71, 0.9, 0},    {5, 0.2, 0.71, 0},     {-1, 0.8, 1.8, 0.04},
    {3, 0.05, 0.45, 0.1}, {5, 0.3, 0.6, 0.08},  {0, 1.15, 1.3, 0.02},
};

/* Legs become longer below 0.8 m, the rest above; arms by 2 cm between two places;
 * all else thicker by a share. */
static void shape(float out[3], const float p[3], const cyl_part *part, int index, const change *c)
{
    const double x = (double)p[0], y = (double)p[1], at = part->horizontal ? fabs(x) : y;
    const int kind = index == 4 ? 3 : index == 6 ? 5 : index;
    if (c->part < 0) {
        out[1] = (float)(c->share * fmin(fmax((y - c->from) / (c->to - c->from), 0), 1));
    } else if (c->part == kind && c->share == 0) {
        out[0] = (float)(part->x * 0.02 * fmin(fmax((at - c->from) / (c->to - c->from), 0), 1));
    } else if (c->part == kind && at >= c->from && at <= c->to) {
        if (part->horizontal) out[1] = (float)(c->share * (y - part->y));
        if (!part->horizontal) out[0] = (float)(c->share * (x - part->x));
        out[2] = (float)(c->share * (double)p[2]);
    }
}

static void shaped_data(pd_smpl_data *d, const char *gender)
{
    cyl_data(d);
    free(d->shapedirs);
    d->beta_count = BETAS;
    d->shapedirs = calloc(3 * BETAS * (size_t)d->vertex_count, sizeof *d->shapedirs);
    d->text.gender = strdup(gender);
    assert_true(d->shapedirs && d->text.gender);
    for (int index = 0, v = 0; index < CYL_PARTS; index++)
        for (const int end = v + cyl_parts[index].count * CYL_SIDES + 2; v < end; v++)
            for (int k = 0; k < BETAS; k++) {
                float moved[3] = {0};
                shape(moved, d->v_template + 3 * v, &cyl_parts[index], index, &changes[k]);
                for (int c = 0; c < 3; c++) d->shapedirs[(3 * v + c) * BETAS + k] = moved[c];
            }
}

static void measure(double *logs, const pd_smpl_model *model, const double *betas, int count)
{
    pd_error err = {0};
    assert_int_equal(pd_factory_people_measure(logs, model, betas, count, &pd_fixture_shuffled, &err), PD_OK);
    for (int i = 0; i < count * M; i++) {
        if (!(logs[i] > 0)) fail_msg("%s of body %d: %g", pd_smpl_people_rows[i % M].name, i / M, logs[i]);
        logs[i] = log(logs[i]);
    }
}

/* Computes mean (M) and covariance (M,M) of rows of logarithms. */
static void moments_of(double *mean, double cov[M][M], const double *logs, int count)
{
    memset(mean, 0, M * sizeof *mean);
    memset(cov, 0, M * sizeof *cov);
    for (int i = 0; i < count * M; i++) mean[i % M] += logs[i] / count;
    for (int n = 0; n < count; n++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                cov[i][j] += (logs[n * M + i] - mean[i]) * (logs[n * M + j] - mean[j]) / count;
}

/* The bodies of the model moved along some betas, spread by as much more as "wide" says;
 * those who are taller are older. */
static pd_factory_moments survey_of(const pd_smpl_model *model, double shift, double wide, double age)
{
    enum { COUNT = 400 };
    pd_factory_moments t = {.count = COUNT, .age_least = 18 + age, .age_most = 50 + 2 * age};
    double *betas = malloc(COUNT * BETAS * sizeof *betas), *logs = malloc(COUNT * M * sizeof *logs),
           cov[M][M];
    pd_rng rng;
    assert_true(betas && logs);
    pd_rng_init(&rng, 4);
    for (int i = 0; i < COUNT * BETAS; i++) betas[i] = pd_rng_normal(&rng) + shift * (i % BETAS % 3 - 0.7);
    measure(logs, model, betas, COUNT);
    moments_of(t.log_mean, cov, logs, COUNT);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) t.log_cov[i][j] = wide * cov[i][j] * (i == j ? 1.02 : 1);
    t.log_mean[AGE] = log(30 + age), t.log_cov[AGE][AGE] = 0.04 + 0.001 * age;
    for (int i = 0; i < M; i++)
        t.log_cov[AGE][i] = t.log_cov[i][AGE] =
            0.4 * t.log_cov[0][i] * sqrt(t.log_cov[AGE][AGE] / t.log_cov[0][0]);
    free(betas), free(logs);
    return t;
}

/* DRAWN bodies whose latents have mean 0 and nothing between two of them but chance:
 * each with its opposite. */
static void check_drawn(const pd_smpl_prior *prior, const pd_smpl_model *model, const pd_factory_moments *t)
{
    double *betas = malloc(DRAWN * BETAS * sizeof *betas), *logs = malloc(DRAWN * M * sizeof *logs);
    double mean[M], cov[M][M], by_age[M] = {0}, ages = 0, said = 0;
    double x[DRAWN][1 + BETAS];
    pd_rng rng;
    assert_true(betas && logs);
    pd_rng_init(&rng, 9);
    for (int n = 0; n < DRAWN; n++)
        for (int l = 0; l <= BETAS; l++) x[n][l] = n % 2 ? -x[n - 1][l] : pd_rng_normal(&rng);
    for (int n = 0; n < DRAWN; n++)
        for (int k = 0; k < BETAS; k++) {
            double sum = (double)prior->mean[k];
            for (int l = 0; l <= BETAS; l++) sum += (double)prior->root[k * (1 + BETAS) + l] * x[n][l];
            betas[n * BETAS + k] = sum;
        }
    measure(logs, model, betas, DRAWN);
    moments_of(mean, cov, logs, DRAWN);
    for (int n = 0; n < DRAWN; n++) {
        double curve[M];
        pd_smpl_prior_measure(curve, prior, betas + n * BETAS, BETAS);
        for (int i = 0; i < M; i++) {
            by_age[i] += x[n][0] * (logs[n * M + i] - mean[i]), said += pow(curve[i] - logs[n * M + i], 2);
        }
        ages += x[n][0] * x[n][0];
    }
    assert_true(sqrt(said / (DRAWN * M)) < 0.01); /* 1 % */
    for (int i = 0; i < M; i++) {
        const double sd = sqrt(t->log_cov[i][i]), aged = t->log_cov[AGE][i] / sqrt(t->log_cov[AGE][AGE]);
        assert_near(mean[i], t->log_mean[i], 0.1 * sd);
        assert_near(sqrt(cov[i][i]) / sd, 1, 0.1);
        assert_near(by_age[i] / ages / sd, aged / sd, 0.1);
        assert_near((double)prior->spread[2 * i], t->log_mean[i], 1e-5);
        assert_near((double)prior->spread[2 * i + 1], sd, 1e-5);
    }
    assert_near((double)prior->age_range[0], t->age_least, 1e-5);
    assert_near((double)prior->age_range[1], t->age_most, 1e-5);
    free(betas), free(logs);
}

static void covariance_of(double *cov, const pd_smpl_prior *prior)
{
    for (int i = 0; i < BETAS * BETAS; i++) {
        cov[i] = 0;
        for (int l = 0; l <= BETAS; l++)
            cov[i] += (double)prior->root[i / BETAS * (1 + BETAS) + l] *
                      (double)prior->root[i % BETAS * (1 + BETAS) + l];
    }
}

/* mean = (f + m) / 2, cov = (F + M) / 2 + (f - m) (f - m)^T / 4, the range of ages is what both have. */
static void check_mixed(const pd_smpl_prior *mixed, const pd_smpl_prior *f, const pd_smpl_prior *m)
{
    double all[BETAS * BETAS], of_f[BETAS * BETAS], of_m[BETAS * BETAS];
    covariance_of(all, mixed), covariance_of(of_f, f), covariance_of(of_m, m);
    for (int k = 0; k < BETAS; k++)
        assert_near((double)mixed->mean[k], ((double)f->mean[k] + (double)m->mean[k]) / 2, 1e-5);
    for (int i = 0; i < BETAS * BETAS; i++) {
        const int r = i / BETAS, c = i % BETAS;
        const double apart_r = (double)f->mean[r] - (double)m->mean[r],
                     apart_c = (double)f->mean[c] - (double)m->mean[c];
        assert_near(all[i], (of_f[i] + of_m[i]) / 2 + apart_r * apart_c / 4, 1e-4);
    }
    for (int i = 0; i <= M; i++) {
        const float *a = f->spread + 2 * i, *b = m->spread + 2 * i;
        const double half = ((double)a[0] - (double)b[0]) / 2,
                     square = ((double)a[1] * (double)a[1] + (double)b[1] * (double)b[1]) / 2;
        assert_near((double)mixed->spread[2 * i], (double)a[0] - half, 1e-5);
        assert_near((double)mixed->spread[2 * i + 1], sqrt(square + half * half), 1e-5);
    }
    assert_near((double)mixed->age_range[0], fmax((double)f->age_range[0], (double)m->age_range[0]), 0);
    assert_near((double)mixed->age_range[1], fmin((double)f->age_range[1], (double)m->age_range[1]), 0);
}

typedef struct steps {
    int calls, last;
} steps;

static void count_steps(void *arg, const char *phase, int done, int total)
{
    steps *s = arg;
    assert_string_equal(phase, "people");
    assert_true(done == s->calls && done <= total);
    s->calls++, s->last = done == total;
}

/* Learns, with the beginning that the model's own directions are. */
static void learn(pd_smpl_data *data, pd_smpl_model **model, const pd_factory_moments t[2][2],
                  const char *gender)
{
    pd_factory_people_start start[PD_SMPL_GENDER_COUNT] = {0};
    pd_error err = {0};
    pd_smpl_data copy;
    steps told = {0};
    shaped_data(data, gender), shaped_data(&copy, gender);
    assert_int_equal(pd_smpl_model_build(model, &copy, &err), PD_OK);
    pd_factory_people_job job = {.model = *model,
                                 .start = start,
                                 .options = {.body_betas = BETAS - 3, .seed = 6},
                                 .executor = &pd_fixture_shuffled,
                                 .progress = {count_steps, &told}};
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++)
        for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) job.moments[p][g] = &t[p][g - PD_SMPL_FEMALE];
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        assert_int_equal(pd_factory_people_start_own(&start[g], *model, &job.options, &err), PD_OK);
        start[g].mean[1] = g == PD_SMPL_MALE ? 0.4 : -0.3;
        start[g].cov[1] = start[g].cov[BETAS] = 0.2;
    }
    if (pd_factory_people(data, &job, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_true(told.last);
    assert_int_equal(told.calls, 1 + data->people_count);
    for (int g = 0; g < PD_SMPL_GENDER_COUNT; g++) pd_factory_people_start_deinit(&start[g]);
}

/* The left leg, its foot too, and nothing that lies on the plane of symmetry or right of it. */
static void check_legs(const pd_smpl_data *d)
{
    int counted = 0;
    for (int v = 0; v < d->vertex_count; v++) {
        const float *w = d->weights + 24 * v;
        const int is_leg = w[1] + w[4] + w[7] + w[10] > 0.5F && d->v_template[3 * v] > 1e-3F;
        if (is_leg) {
            assert_true(counted < d->leg_count);
            assert_int_equal(d->legs[counted++], v);
        }
    }
    assert_int_equal(counted, d->leg_count);
    assert_true(counted > CYL_SIDES);
}

static void people_are_as_the_survey_has_them(void **state)
{
    (void)state;
    pd_smpl_data data, women;
    pd_smpl_model *model, *of_women;
    pd_smpl_data of;
    pd_factory_moments t[2][2];
    shaped_data(&of, "neutral");
    assert_int_equal(pd_smpl_model_build(&model, &of, NULL), PD_OK);
    for (int p = 0; p < 2; p++)
        for (int sex = 0; sex < 2; sex++)
            t[p][sex] = survey_of(model, 0.3 * sex - 0.2 * p, 0.8 + 0.2 * p, 3 * sex + p);
    pd_smpl_model_release(model);

    learn(&data, &model, (const pd_factory_moments(*)[2])t, "neutral");
    const pd_smpl_people people = {.age_beta = -1,
                                   .numbers = data.people,
                                   .prior_count = data.people_count,
                                   .beta_count = BETAS,
                                   .gender = PD_SMPL_NEUTRAL};
    assert_int_equal(data.people_count, PD_SMPL_POPULATION_COUNT * PD_SMPL_GENDER_COUNT);
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++) {
        pd_smpl_prior of_sex[PD_SMPL_GENDER_COUNT];
        for (int sex = 0; sex < PD_SMPL_GENDER_COUNT; sex++) {
            assert_true(
                pd_smpl_people_prior(&of_sex[sex], &people, 0, (pd_smpl_population)p, (pd_smpl_gender)sex));
            if (sex != PD_SMPL_NEUTRAL) check_drawn(&of_sex[sex], model, &t[p][sex - PD_SMPL_FEMALE]);
        }
        check_mixed(&of_sex[PD_SMPL_NEUTRAL], &of_sex[PD_SMPL_FEMALE], &of_sex[PD_SMPL_MALE]);
    }
    check_legs(&data);

    learn(&women, &of_women, (const pd_factory_moments(*)[2])t, "female"); /* the same, of one gender */
    assert_int_equal(women.people_count, PD_SMPL_POPULATION_COUNT);
    const size_t numbers = pd_smpl_people_numbers(BETAS);
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++)
        assert_memory_equal(women.people + (size_t)p * numbers,
                            data.people + (size_t)(p * PD_SMPL_GENDER_COUNT + PD_SMPL_FEMALE) * numbers,
                            numbers * sizeof *women.people);
    pd_smpl_data_deinit(&data), pd_smpl_data_deinit(&women);
    pd_smpl_model_release(model), pd_smpl_model_release(of_women);
}

/* Mass as a survey would have it that computed it from chest and height; and a body whose hand is always as
 * long. Both made people of rounding, and said nothing. */
static void a_measure_that_follows_from_the_others_is_refused_by_name(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_smpl_data data, copy, out;
    pd_smpl_model *model;
    pd_factory_people_start start[PD_SMPL_GENDER_COUNT] = {0};
    shaped_data(&data, "female"), shaped_data(&out, "female");
    assert_int_equal(pd_smpl_model_build(&model, &data, &err), PD_OK);
    pd_factory_moments t = survey_of(model, 0, 1, 0), bent = t;
    pd_factory_people_job job = {.model = model,
                                 .start = start,
                                 .options = {.body_betas = BETAS - 3, .seed = 6},
                                 .executor = &pd_fixture_shuffled};
    assert_int_equal(pd_factory_people_start_own(&start[PD_SMPL_FEMALE], model, &job.options, &err), PD_OK);

    for (int i = 0; i < M; i++) {
        if (i == 1) continue;
        bent.log_cov[1][i] = bent.log_cov[i][1] = 2 * t.log_cov[0][i] + 0.5 * t.log_cov[2][i];
    }
    bent.log_cov[1][1] = 2 * bent.log_cov[0][1] + 0.5 * bent.log_cov[2][1];
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++) job.moments[p][PD_SMPL_FEMALE] = &bent;
    assert_int_equal(pd_factory_people(&out, &job, &err), PD_ERR_RANGE);
    print_message("%s: %s\n", err.where, err.detail);
    assert_string_equal(err.where, "mass");
    assert_non_null(strstr(err.detail, "in the survey is its own, not"));
    pd_smpl_model_release(model);

    /* no direction of the body changes the hand */
    shaped_data(&copy, "female");
    for (int i = 0; i < 3 * copy.vertex_count; i++) copy.shapedirs[i * BETAS + HAND] = 0;
    assert_int_equal(pd_smpl_model_build(&model, &copy, &err), PD_OK);
    job.model = model;
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++) job.moments[p][PD_SMPL_FEMALE] = &t;
    assert_int_equal(pd_factory_people(&out, &job, &err), PD_ERR_RANGE);
    print_message("%s: %s\n", err.where, err.detail);
    assert_string_equal(err.where, "hand_length");
    assert_non_null(strstr(err.detail, "is in the model's bodies"));

    pd_factory_people_start_deinit(&start[PD_SMPL_FEMALE]);
    pd_smpl_data_deinit(&out);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_as_the_survey_has_them),
        cmocka_unit_test(a_measure_that_follows_from_the_others_is_refused_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
