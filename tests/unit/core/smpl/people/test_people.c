/* A prior of three betas that is written down here: the first makes tall, the second heavy, the third parts
 * the legs; age goes with the first. */
#include "core/smpl/model.h"
#include "core/smpl/people/people.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { B = 3, L = 4, M = PD_SMPL_PEOPLE_MEASURES, FEMALES = 1 };
#define TALL  0.04 /* of log height by beta 0 */
#define HEAVY 0.10 /* of log mass by beta 1   */
#define CURVE 0.01

static float *numbers;
static const float template_x[3] = {0.01f, 0, 0}, directions[3 * B] = {-0.02f, 0.001f, 0.01f};
static const int legs[1] = {0};
static pd_smpl_people people;

/* Fills priors in which women and men are 0.3 of beta 0 apart,
 * and survey and public differ in the spread of beta 1. */
static void fill(float *at, int population, int gender)
{
    const float tall = gender == 0 ? 0 : gender == 1 ? -0.3f : 0.3f, wide = population ? 2 : 1;
    float *spread = at, *range = spread + 2 * (M + 1), *mean = range + 2, *root = mean + B,
          *level = root + B * L, *slope = level + M, *curve = slope + M * B;
    for (int i = 0; i < M; i++) {
        level[i] = logf(i == 0 ? 1.7f : i == 1 ? 70 : 0.5f);
        spread[2 * i] = level[i];
        spread[2 * i + 1] = 1e-3f;
    }
    spread[1] = (float)(TALL * sqrt(1.01)), spread[3] = (float)HEAVY * wide;
    spread[2 * M] = logf(30), spread[2 * M + 1] = 0.3f;
    range[0] = 18, range[1] = 60;
    mean[0] = tall, mean[1] = -1;
    root[0] = 0.1f, root[1] = 1;
    root[L + 2] = wide;
    root[2 * L + 3] = 1;
    slope[0] = (float)TALL, slope[B + 1] = (float)HEAVY;
    curve[6 + 3] = (float)CURVE; /* of mass: beta 1 squared */
}

static int write_priors(void **state)
{
    (void)state;
    const size_t n = pd_smpl_people_numbers(B);
    numbers = calloc(12 * n, sizeof *numbers); /* with room for those of version 1 */
    for (int p = 0; p < 2; p++)
        for (int g = 0; g < 3; g++) fill(numbers + (size_t)(3 * p + g) * n, p, g);
    people = (pd_smpl_people){.age_beta = -1, .numbers = numbers, .prior_count = 6, .beta_count = B};
    return 0;
}

static int free_priors(void **state)
{
    (void)state;
    free(numbers);
    return 0;
}

static pd_smpl_person find(const pd_smpl_person_request *q)
{
    pd_smpl_person person;
    pd_error err = {0};
    if (pd_smpl_person_find(&person, &people, q, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return person;
}

static void expect_refusal(const pd_smpl_person_request *q, pd_status status, const char *where,
                           const char *detail)
{
    pd_smpl_person person;
    pd_error err = {0};
    assert_int_equal(pd_smpl_person_find(&person, &people, q, &err), status);
    assert_string_equal(err.where, where);
    assert_string_equal(err.detail, detail);
}

static pd_smpl_person_request seeded(uint64_t seed)
{
    pd_smpl_person_request q = pd_smpl_anybody;
    q.has_random = q.has_gender = true, q.random = seed, q.gender = PD_SMPL_FEMALE;
    return q;
}

static void measures(double log_y[M], const pd_smpl_person *person)
{
    pd_smpl_prior prior;
    assert_true(pd_smpl_people_prior(&prior, &people, 0, PD_SMPL_SURVEY, person->gender));
    pd_smpl_prior_measure(log_y, &prior, person->betas, B);
}

static void a_query_without_fields_is_the_mean_person(void **state)
{
    (void)state;
    const pd_smpl_person person = find(&pd_smpl_anybody);
    assert_int_equal(person.gender, PD_SMPL_NEUTRAL);
    assert_near(person.betas[0], 0, 1e-7);
    assert_near(person.betas[1], -1, 1e-7);
    assert_near(person.age, 30, 1e-4);
}

/* Those of version 1 lie behind the others and are taller by a whole unit of beta 0. */
static void a_seed_of_an_earlier_version_keeps_its_person(void **state)
{
    (void)state;
    const size_t n = pd_smpl_people_numbers(B);
    pd_smpl_person_request q = seeded(7);
    const pd_smpl_person latest = find(&q);

    /* A file without them says so, and version 2 is what it has. */
    q.version = 2;
    assert_memory_equal(find(&q).betas, latest.betas, B * sizeof *latest.betas);
    q.version = 1;
    expect_refusal(&q, PD_ERR_UNSUPPORTED, "/people_version", "1; this model has version 2 alone");

    memcpy(numbers + 6 * n, numbers, 6 * n * sizeof *numbers);
    for (size_t row = 6; row < 12; row++) numbers[row * n + 2 * (M + 1) + 2] += 1;
    people.prior_count = 12;
    const pd_smpl_person earlier = find(&q);
    assert_near(earlier.betas[0], latest.betas[0] + 1, 1e-6);
    assert_near(earlier.betas[1], latest.betas[1], 1e-6);
    q.version = 2;
    assert_memory_equal(find(&q).betas, latest.betas, B * sizeof *latest.betas);
    people.prior_count = 6;
}

static void a_seed_is_always_the_same_person(void **state)
{
    (void)state;
    pd_smpl_person_request q = seeded(7), other = seeded(8);
    const pd_smpl_person a = find(&q), b = find(&q), c = find(&other);
    assert_memory_equal(a.betas, b.betas, B * sizeof *a.betas);
    assert_memory_not_equal(a.betas, c.betas, B * sizeof *a.betas);
    q.has_gender = false;
    int men = 0;
    for (q.random = 1; q.random <= 400; q.random++) men += find(&q).gender == PD_SMPL_MALE;
    assert_in_range(men, 160, 240);
}

/* The survey of this prior ends at 60: older people have the body of 60 and their own age. */
static void people_beyond_the_survey_have_the_body_of_its_oldest(void **state)
{
    (void)state;
    pd_smpl_person_request q = seeded(7);
    q.age = 60;
    const pd_smpl_person oldest = find(&q);
    q.age = 75;
    const pd_smpl_person older = find(&q);
    assert_memory_equal(oldest.betas, older.betas, B * sizeof *older.betas);
    assert_true(older.age == 75 && oldest.age == 60);
}

/* The last beta is taken for a feature of the face, and its spread is 1 in all priors: without the bound the
 * farthest of 1,000 seeds has 3.5. */
static void no_feature_of_a_random_face_is_beyond_two_deviations(void **state)
{
    (void)state;
    double farthest = 0, bounded = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        const pd_smpl_person_request q = seeded(seed);
        people.feature_count = 0;
        const pd_smpl_person before = find(&q);
        people.feature_count = 1;
        const pd_smpl_person after = find(&q);
        farthest = fmax(farthest, fabs(before.betas[B - 1]));
        bounded = fmax(bounded, fabs(after.betas[B - 1]));
        if (fabs(before.betas[B - 1]) < PD_SMPL_PEOPLE_FACE_SD)
            assert_memory_equal(before.betas, after.betas, B * sizeof *after.betas);
    }
    people.feature_count = 0;
    assert_true(farthest > 3);
    assert_near(bounded, PD_SMPL_PEOPLE_FACE_SD, 1e-5);
}

/* The shipped people: of 300 seeds a gender no feature of the face, and no difference of cheeks and jaw, is
 * beyond 2 deviations, whether legs were parted or not and whether the person is young or not. Parting moved
 * features of 269 of 1,000 beyond 2, because it keeps the girth of the head. face_age is set by the age. */
static void no_shipped_face_is_beyond_two_deviations(void **state)
{
    (void)state;
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    const pd_smpl_people shipped = pd_smpl_model_people(model);
    const int b = shipped.beta_count, l = 1 + b, first = b - shipped.feature_count;
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++) {
        pd_smpl_prior prior;
        assert_true(pd_smpl_people_prior(&prior, &shipped, 0, PD_SMPL_SURVEY, (pd_smpl_gender)g));
        double rows[PD_SMPL_PEOPLE_MAX_BETAS + 1][PD_SMPL_PEOPLE_MAX_BETAS] = {{0}};
        for (int k = 0; k < b; k++) rows[k][k] = 1;
        rows[b][pd_smpl_feature_beta(&model->data, "cheek_fullness")] = 1;
        rows[b][pd_smpl_feature_beta(&model->data, "cheekbones")] = 1;
        rows[b][pd_smpl_feature_beta(&model->data, "face_roundness")] = 1;
        rows[b][pd_smpl_feature_beta(&model->data, "jaw_width")] = -1;
        for (int i = 0; i < 600; i++) {
            pd_smpl_person_request q = seeded((uint64_t)(1 + i / 2));
            pd_smpl_person person;
            q.has_gender = true, q.gender = (pd_smpl_gender)g, q.age = i % 2 ? 18 : 40;
            assert_int_equal(pd_smpl_person_find(&person, &shipped, &q, NULL), PD_OK);
            for (int k = first; k <= b; k++) {
                double variance = 0, at = 0;
                for (int c = first; c < b; c++) at += rows[k][c] * (person.betas[c] - (double)prior.mean[c]);
                for (int j = 0; j < l; j++) {
                    double root = 0;
                    for (int c = first; c < b; c++) root += rows[k][c] * (double)prior.root[c * l + j];
                    variance += root * root;
                }
                if (k != shipped.age_beta && fabs(at) > (PD_SMPL_PEOPLE_FACE_SD + 1e-3) * sqrt(variance))
                    fail_msg("seed %d, %s: row %d is %.2f deviations off", 1 + i / 2, pd_smpl_gender_names[g],
                             k - first, at / sqrt(variance));
            }
        }
    }
    pd_smpl_model_release(model);
}

/* A feature of young faces has all of its units at 18 years, half of them halfway to 35, and none from 35 on;
 * women and men have their own. Another feature stays. */
static void features_of_the_young_fade_until_thirty_five(void **state)
{
    (void)state;
    static const char names[2][16] = {"brow_height", "chin_width"};
    static const double ages[4] = {18, 26.5, 35, 50}, shares[4] = {1, 0.5, 0, 0};
    people.feature_count = 2;
    for (int g = PD_SMPL_FEMALE; g <= PD_SMPL_MALE; g++)
        for (int i = 0; i < 4; i++) {
            pd_smpl_person_request q = seeded(5);
            q.has_gender = true, q.gender = (pd_smpl_gender)g, q.age = ages[i];
            people.feature_names = NULL;
            const pd_smpl_person before = find(&q);
            people.feature_names = names[0], people.name_bytes = sizeof names[0];
            const pd_smpl_person after = find(&q);
            const double units = g == PD_SMPL_MALE ? 0.6 : 0;
            assert_near(after.betas[B - 2] - before.betas[B - 2], shares[i] * units, 1e-9);
            assert_near(after.betas[B - 1], before.betas[B - 1], 0);
        }
    people.feature_count = 0, people.feature_names = NULL;
}

static void seeds_have_the_prior_s_mean_and_spread(void **state)
{
    (void)state;
    enum { N = 4000 };
    double sum[B] = {0}, squares[B] = {0};
    for (uint64_t seed = 1; seed <= N; seed++) {
        const pd_smpl_person_request q = seeded(seed);
        const pd_smpl_person person = find(&q);
        for (int b = 0; b < B; b++) sum[b] += person.betas[b] / N, squares[b] += pow(person.betas[b], 2) / N;
    }
    assert_near(sum[0], -0.3, 0.06);
    assert_near(sum[1], -1, 0.06);
    assert_near(squares[0] - sum[0] * sum[0], 1.01, 0.08);
    assert_near(squares[1] - sum[1] * sum[1], 1, 0.08);
}

static void height_and_weight_are_met_along_the_curve(void **state)
{
    (void)state;
    double log_y[M];
    pd_smpl_person_request q = seeded(3);
    q.values[PD_SMPL_PEOPLE_HEIGHT] = 1.8, q.values[PD_SMPL_PEOPLE_MASS] = 90;
    const pd_smpl_person person = find(&q);
    measures(log_y, &person);
    assert_near(log_y[0], log(1.8), 1e-6);
    assert_near(log_y[1], log(90), 1e-6);
    const double d = person.betas[1] + 1;
    assert_near(log_y[1], log(70) + HEAVY * d + CURVE * d * d, 1e-6);
}

static void a_person_made_taller_keeps_the_weight_of_the_seed(void **state)
{
    (void)state;
    pd_smpl_person_request q = seeded(3);
    const pd_smpl_person before = find(&q);
    q.values[PD_SMPL_PEOPLE_HEIGHT] = 1.8;
    const pd_smpl_person after = find(&q);
    assert_near(after.betas[1], before.betas[1], 1e-9);
    assert_true(fabs(after.betas[0] - before.betas[0]) > 0.1);
}

static void a_percentile_is_that_share_of_the_people(void **state)
{
    (void)state;
    double log_y[M];
    pd_smpl_person_request q = pd_smpl_anybody;
    q.percentiles[PD_SMPL_PEOPLE_HEIGHT] = 90, q.percentiles[PD_SMPL_PEOPLE_MASS] = 50;
    const pd_smpl_person person = find(&q);
    measures(log_y, &person);
    assert_near(log_y[0], log(1.7) + 1.2815515655 * TALL * sqrt(1.01), 1e-6);
    assert_near(log_y[1], log(70), 1e-6);
}

static void age_changes_the_correlated_measurements(void **state)
{
    (void)state;
    pd_smpl_person_request q = pd_smpl_anybody;
    q.age = 30 * exp(0.3);
    const pd_smpl_person person = find(&q);
    assert_near(person.age, q.age, 0);
    assert_near(person.betas[0], 0.1, 1e-6);
    assert_near(person.betas[1], -1, 1e-6);
}

static void betas_of_the_public_are_spread_twice_as_wide(void **state)
{
    (void)state;
    pd_smpl_person_request q = seeded(5);
    const double survey = find(&q).betas[1] + 1;
    q.population = PD_SMPL_PUBLIC;
    assert_near(find(&q).betas[1] + 1, 2 * survey, 1e-6);
}

static void legs_that_cross_are_parted_and_nothing_else_changes(void **state)
{
    (void)state;
    int parted = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        const pd_smpl_person_request q = seeded(seed);
        people.leg_count = 0;
        const pd_smpl_person before = find(&q);
        people.legs = legs, people.leg_count = 1, people.v_template = template_x,
        people.shapedirs = directions;
        const pd_smpl_person after = find(&q);
        const double *b = after.betas, x = 0.01 - 0.02 * b[0] + 0.001 * b[1] + 0.01 * b[2];
        assert_true(x > 0.999 * PD_SMPL_PEOPLE_LEG_GAP_M);
        assert_near(b[0], before.betas[0], 1e-3);
        assert_near(b[1], before.betas[1], 1e-3);
        parted += b[2] != before.betas[2];
    }
    assert_in_range(parted, 10, 120);
    people.leg_count = 0;
}

static void an_impossible_measurement_is_refused_with_the_range(void **state)
{
    (void)state;
    pd_smpl_person_request q = seeded(1);
    q.values[PD_SMPL_PEOPLE_HEIGHT] = 2.5;
    expect_refusal(&q, PD_ERR_RANGE, "/height", "2.5 m; 1.447 to 1.997 m allowed for women of the survey");
    q.values[PD_SMPL_PEOPLE_HEIGHT] = 1.7, q.values[PD_SMPL_PEOPLE_MASS] = 200;
    expect_refusal(
        &q, PD_ERR_RANGE, "/weight",
        "200 kg; 46.92 to 104.4 kg allowed for women of the survey with the other values asked for");
    q = pd_smpl_anybody;
    q.percentiles[PD_SMPL_PEOPLE_SPAN] = 100;
    expect_refusal(&q, PD_ERR_RANGE, "/percentile/span",
                   "100; 0.1 to 99.9 allowed, because no person is at 0 or 100");
    q.percentiles[PD_SMPL_PEOPLE_SPAN] = 0;
    expect_refusal(&q, PD_ERR_RANGE, "/percentile/span",
                   "0; 0.1 to 99.9 allowed, because no person is at 0 or 100");
    q = pd_smpl_anybody;
    q.age = 90;
    expect_refusal(&q, PD_ERR_RANGE, "/age", "90; 18 to 80 years allowed");
    q = pd_smpl_anybody;
    q.values[0] = 1.7, q.percentiles[0] = 50;
    expect_refusal(&q, PD_ERR_INVALID, "/percentile/height",
                   "a percentile and a value of height given; only one of the two allowed");
}

static void a_model_has_people_of_its_own_gender_only(void **state)
{
    (void)state;
    pd_smpl_person person;
    pd_error err = {0};
    pd_smpl_person_request q = seeded(1);
    const pd_smpl_people none = {.age_beta = -1, .beta_count = B},
                         women = {
                             .numbers = numbers, .prior_count = 2, .beta_count = B, .gender = PD_SMPL_FEMALE};
    assert_int_equal(pd_smpl_person_find(&person, &none, &q, &err), PD_ERR_UNSUPPORTED);
    assert_int_equal(pd_smpl_person_find(&person, &women, &q, &err), PD_OK);
    q.gender = PD_SMPL_MALE;
    assert_int_equal(pd_smpl_person_find(&person, &women, &q, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/gender");
    assert_int_equal(pd_smpl_people_prior_count("neutral"), 6);
    assert_int_equal(pd_smpl_people_prior_count("female"), 2);
}

/* Mean, variance, independence of neighbours, and the share beyond one
 * and two standard deviations (erfc(k / sqrt 2)). */
static void normal_betas_have_the_standard_normal_distribution(void **state)
{
    (void)state;
    enum { SEEDS = 4000, COUNT = 10 };
    float betas[COUNT], shorter[3], again[COUNT];
    double sum = 0, squares = 0, neighbours = 0, previous = 0, beyond[2] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        pd_smpl_people_normal(betas, COUNT, seed);
        for (int k = 0; k < COUNT; k++) {
            const double x = (double)betas[k];
            assert_true(fabs(x) <= PD_SMPL_PEOPLE_DRAW_SD);
            sum += x, squares += x * x, neighbours += x * previous;
            beyond[0] += fabs(x) > 1, beyond[1] += fabs(x) > 2;
            previous = x;
        }
    }
    const double n = SEEDS * COUNT;
    assert_near(sum / n, 0, 0.02);
    assert_near(squares / n, 1, 0.03);
    assert_near(neighbours / n, 0, 0.02);
    assert_near(beyond[0] / n, erfc(1 / sqrt(2)), 0.01);
    assert_near(beyond[1] / n, erfc(2 / sqrt(2)), 0.005);

    /* The seed decides, and a model with fewer betas gets the first ones. */
    pd_smpl_people_normal(betas, COUNT, 7), pd_smpl_people_normal(again, COUNT, 7);
    pd_smpl_people_normal(shorter, 3, 7);
    assert_memory_equal(betas, again, sizeof betas);
    assert_memory_equal(betas, shorter, sizeof shorter);
    pd_smpl_people_normal(again, COUNT, 8);
    assert_memory_not_equal(betas, again, sizeof betas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_without_fields_is_the_mean_person),
        cmocka_unit_test(a_seed_is_always_the_same_person),
        cmocka_unit_test(a_seed_of_an_earlier_version_keeps_its_person),
        cmocka_unit_test(no_feature_of_a_random_face_is_beyond_two_deviations),
        cmocka_unit_test(people_beyond_the_survey_have_the_body_of_its_oldest),
        cmocka_unit_test(no_shipped_face_is_beyond_two_deviations),
        cmocka_unit_test(features_of_the_young_fade_until_thirty_five),
        cmocka_unit_test(seeds_have_the_prior_s_mean_and_spread),
        cmocka_unit_test(height_and_weight_are_met_along_the_curve),
        cmocka_unit_test(a_person_made_taller_keeps_the_weight_of_the_seed),
        cmocka_unit_test(a_percentile_is_that_share_of_the_people),
        cmocka_unit_test(age_changes_the_correlated_measurements),
        cmocka_unit_test(betas_of_the_public_are_spread_twice_as_wide),
        cmocka_unit_test(legs_that_cross_are_parted_and_nothing_else_changes),
        cmocka_unit_test(an_impossible_measurement_is_refused_with_the_range),
        cmocka_unit_test(a_model_has_people_of_its_own_gender_only),
        cmocka_unit_test(normal_betas_have_the_standard_normal_distribution),
    };
    return cmocka_run_group_tests(tests, write_priors, free_priors);
}
