/* Tests how a wrong unit of points is found, on people of several shapes and poses in several units. */
#include "core/observe/size.h"
#include "core/base/text/length.h"
#include "core/base/rng.h"
#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

static void multiply(sight *what, double times)
{
    for (int i = 0; i < what->count; i++)
        for (int c = 0; c < 3; c++) what->seen[i].at[c] *= times;
}

static double ratio_of(const sight *what)
{
    const pd_observe_job job = {.seen = what->seen, .seen_count = what->count};
    return pd_observe_size_of(&job, model);
}

/* People of several shapes in several poses, as joints and as keypoints, far from the origin: the ratio is
 * that of the unit. */
static void the_ratio_is_that_of_the_unit(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 12; seed++) {
        sight_person person;
        sight joints, keypoints;
        sight_draw(&person, 1.2, 1, seed);
        person.translation[0] += 30;
        sight_joints(&joints, model, &person);
        sight_set(&keypoints, model, &person, seed % 2 ? "coco17" : "h36m17", 0);
        assert_true(ratio_of(&joints) > 0.85 && ratio_of(&joints) < 1.15);
        assert_true(ratio_of(&keypoints) > 0.75 && ratio_of(&keypoints) < 1.2);
        const double before = ratio_of(&joints);
        multiply(&joints, 25.4);
        assert_near(ratio_of(&joints) / before, 25.4, 1e-9);
    }
}

/* Splits: only the ends of two legs are seen, three times as far apart as at rest. */
static void a_pose_is_not_taken_for_a_unit(void **state)
{
    sight_person person;
    sight what;
    static const int seen[] = {7, 8, 15};

    (void)state;
    sight_draw(&person, 0, 0, 3);
    for (int leg = 1; leg <= 2; leg++) {
        const double turn[3] = {0, 0, leg == 1 ? 1.3 : -1.3};
        double r[9];
        pd_rot_from_axis_angle(r, turn);
        for (int i = 0; i < 9; i++) person.rotations[9 * leg + i] = (float)r[i];
    }
    sight_joints(&what, model, &person);
    for (int k = 0; k < what.count; k++)
        what.seen[k].confidence = k == seen[0] || k == seen[1] || k == seen[2];
    assert_true(ratio_of(&what) > 0.5 && ratio_of(&what) < 1.1);
    multiply(&what, 100);
    assert_non_null(pd_length_unit_for(ratio_of(&what)));
    assert_true(ratio_of(&what) > PD_OBSERVE_SIZE_LARGEST);
}

static void a_few_wrong_points_do_not_change_the_size(void **state)
{
    sight_person person;
    sight what;

    (void)state;
    sight_draw(&person, 1, 1, 4);
    sight_joints(&what, model, &person);
    const double before = ratio_of(&what);
    what.seen[20].at[1] += 40, what.seen[7].at[0] -= 9, what.seen[15].at[2] += 5;
    assert_near(ratio_of(&what), before, 0.1);
}

static void points_of_another_unit_are_refused_with_its_name(void **state)
{
    static const struct {
        double times;
        const char *unit;
    } rows[] = {{100, "centimetres"}, {1000, "millimetres"}, {1 / 0.0254, "inches"}, {1 / 0.3048, "feet"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int keeps = 0; keeps < 2; keeps++) {
            sight_person person, found = {0};
            sight what;
            pd_error err;
            pd_observe_job job = {.prior = &prior, .keep_betas = keeps};
            sight_draw(&person, 1, 1, 20 + i);
            if (i % 2)
                sight_joints(&what, model, &person);
            else
                sight_set(&what, model, &person, "mediapipe33", 0);
            multiply(&what, rows[i].times);
            assert_int_equal(sight_fit(&job, model, &found, &what, &err), PD_ERR_RANGE);
            assert_string_equal(err.where, "/observations");
            assert_non_null(strstr(err.detail, rows[i].unit));
            assert_non_null(strstr(err.detail, "fit_scale"));
            job.fit_scale = true;
            assert_int_equal(sight_fit(&job, model, &found, &what, &err), PD_OK);
        }
}

/* Markers of a take that a program wrote in millimetres, more than 10 m from the origin. */
static void a_take_of_another_unit_is_refused(void **state)
{
    takes_fit f;
    takes t;
    pd_error err;

    (void)state;
    takes_open(&t, model, 20, 3);
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    float *at = (float *)f.take.at;
    const size_t count = 3 * (size_t)f.take.frame_count * (size_t)f.take.place_count;
    assert_int_equal(pd_observe_take_check(&f.take, model, &err), PD_OK);
    for (size_t i = 0; i < count; i++) at[i] = 1000 * (at[i] + 12 * (i % 3 == 0));
    assert_int_equal(pd_observe_take_check(&f.take, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/frames");
    assert_non_null(strstr(err.detail, "they look like millimetres; multiply them by 0.001"));
    assert_null(strstr(err.detail, "fit_scale"));
    takes_fit_close(&f);
    takes_close(&t);
}

/* The same noisy points in four units, and with a floor and a robust function:
 * one body, and scales in proportion. */
static void the_body_does_not_depend_on_the_unit(void **state)
{
    static const double units[] = {1, 100, 1000, 1 / 0.0254};
    static sight_person first, found;

    (void)state;
    for (int way = 0; way < 3; way++) {
        double scale = 0, rms = 0;
        for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
            sight_person person;
            sight what;
            pd_rng rng;
            double residuals[SIGHT_MOST];
            pd_observe_job job = {.prior = &prior, .fit_scale = true, .residuals = residuals};
            sight_draw(&person, 1, 1, 31);
            if (way == 1)
                sight_set(&what, model, &person, "coco17", 0);
            else
                sight_joints(&what, model, &person);
            pd_rng_init(&rng, 8);
            for (int i = 0; i < what.count; i++) {
                what.seen[i].sigma = way == 1 ? 0.01 : 1e-3;
                for (int c = 0; c < 3; c++) what.seen[i].at[c] += 0.01 * pd_rng_normal(&rng);
            }
            if (way == 2) {
                what.seen[20].at[1] += 1;
                job.robust_space = 0.1, job.has_floor = true, job.floor = -1 * units[u];
            }
            multiply(&what, units[u]);
            memset(&found, 0, sizeof found);
            assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
            if (!u) first = found, scale = job.scale, rms = job.rms_space;
            for (int b = 0; b < SIGHT_BETAS; b++)
                assert_near((double)found.betas[b], (double)first.betas[b], 1e-4);
            for (int i = 0; i < 9 * SIGHT_JOINTS; i++)
                assert_near((double)found.rotations[i], (double)first.rotations[i], 1e-4);
            for (int c = 0; c < 3; c++)
                assert_near((double)found.translation[c] / units[u], (double)first.translation[c], 1e-4);
            assert_near(job.scale / scale / units[u], 1, 1e-6);
            assert_near(job.rms_space / rms / units[u], 1, 1e-4);
            assert_true(job.status == PD_OBSERVE_CONVERGED || job.status == PD_OBSERVE_BUDGET);
        }
    }
}

/* The next frame begins with the last, in the points' unit. */
static void a_warm_start_is_in_the_unit_of_the_points(void **state)
{
    sight_person person, found = {0};
    sight what;
    pd_observe_job cold = {.prior = &prior, .fit_scale = true};

    (void)state;
    sight_draw(&person, 1, 1, 5);
    sight_joints(&what, model, &person);
    multiply(&what, 1000);
    assert_int_equal(sight_fit(&cold, model, &found, &what, NULL), PD_OK);
    pd_observe_job warm = {.prior = &prior, .fit_scale = true, .warm = true, .scale = cold.scale};
    memcpy(warm.translation, cold.translation, sizeof warm.translation);
    assert_int_equal(sight_fit(&warm, model, &found, &what, NULL), PD_OK);
    assert_true(warm.iterations_used <= 2);
    assert_near(warm.scale / cold.scale, 1, 1e-3);
}

/* 1.7 times as large is not another unit: it is fitted, but nobody has such a body. */
static void an_impossible_body_is_not_converged(void **state)
{
    sight_person person, found = {0};
    sight what;
    pd_observe_job job = {.prior = &prior};

    (void)state;
    sight_draw(&person, 0.5, 0, 6);
    memset(person.betas, 0, sizeof person.betas);
    sight_joints(&what, model, &person);
    multiply(&what, 1.75);
    assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
    assert_int_equal(job.status, PD_OBSERVE_IMPLAUSIBLE);
}

/* Sizes of a person of 1.18 times the body's in another unit than the one that is stated. */
static void the_hint_names_the_unit_that_is_probably_meant(void **state)
{
    (void)state;
    static const struct {
        double ratio;
        const char *text;
    } rows[] = {{1180, "millimetres; multiply them by 0.001"},
                {118, "centimetres; multiply them by 0.01"},
                {0.118, "centimetres stated as millimetres; multiply them by 10"},
                {0.0465, "inches stated as millimetres; multiply them by 25.4"},
                {0.00118, "metres stated as millimetres; multiply them by 1000"},
                {0.0118, "metres stated as centimetres; multiply them by 100"},
                {1e-7, "are they in metres?"}};
    char hint[PD_OBSERVE_SIZE_HINT_BYTES];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_observe_size_hint(hint, rows[i].ratio, false);
        if (!strstr(hint, rows[i].text)) fail_msg("%g: %s", rows[i].ratio, hint);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hint_names_the_unit_that_is_probably_meant),
        cmocka_unit_test(the_ratio_is_that_of_the_unit),
        cmocka_unit_test(a_pose_is_not_taken_for_a_unit),
        cmocka_unit_test(a_few_wrong_points_do_not_change_the_size),
        cmocka_unit_test(points_of_another_unit_are_refused_with_its_name),
        cmocka_unit_test(a_take_of_another_unit_is_refused),
        cmocka_unit_test(the_body_does_not_depend_on_the_unit),
        cmocka_unit_test(a_warm_start_is_in_the_unit_of_the_points),
        cmocka_unit_test(an_impossible_body_is_not_converged),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
