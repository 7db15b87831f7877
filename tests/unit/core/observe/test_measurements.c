/* Tests bodies from measurements on a model of cylinders, whose betas change known lengths. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/observe/measurements.h"
#include "tests/support/cylinders.h"

static pd_smpl_model *model;
static pd_arena arena;
static float betas[CYL_BETAS];
static double residuals[PD_SMPL_MEASURE_COUNT], values[PD_SMPL_MEASURE_COUNT];

static pd_observe_measurements_job job_of(const pd_observe_measurements_measurement *targets, int count)
{
    return (pd_observe_measurements_job){
        .betas = betas, .residuals = residuals, .values = values, .targets = targets, .target_count = count};
}

static pd_observe_measurements_job fit(const pd_observe_measurements_measurement *targets, int count)
{
    pd_observe_measurements_job job = job_of(targets, count);
    pd_error err = {0};
    if (pd_observe_measurements_check(&job, model, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(pd_arena_reserve(&arena, pd_observe_measurements_scratch_bytes(&job, model)));
    pd_observe_measurements_run(&job, model, &arena);
    assert_int_equal(arena.used, 0);
    return job;
}

static void measure(double *out, const float *b)
{
    pd_smpl_measure_job job = {.values = out, .betas = b, .beta_count = CYL_BETAS, .body_count = 1};
    assert_true(pd_arena_reserve(&arena, pd_smpl_measure_scratch_bytes(model)));
    pd_smpl_measure_run(&job, model, &arena);
}

static void the_mean_body_needs_no_betas(void **state)
{
    (void)state;
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_HEIGHT, 1.8, 0},
                                                           {PD_SMPL_WAIST_GIRTH, cyl_girth(0.16), 0}};
    pd_observe_measurements_job job = fit(targets, 2);
    assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_MATCHED);
    for (int j = 0; j < CYL_BETAS; j++) assert_near(betas[j], 0, 1e-3);
}

static void consistent_measurements_are_met(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 8);
    static const pd_smpl_measure asked[] = {PD_SMPL_HEIGHT, PD_SMPL_MASS, PD_SMPL_WAIST_GIRTH,
                                            PD_SMPL_INSIDE_LEG_HEIGHT};
    for (int trial = 0; trial < 40; trial++) {
        float truth[CYL_BETAS];
        double body[PD_SMPL_MEASURE_COUNT];
        for (int j = 0; j < CYL_BETAS; j++) truth[j] = (float)(2 * pd_rng_uniform(&rng) - 1);
        measure(body, truth);
        pd_observe_measurements_measurement targets[4];
        for (int i = 0; i < 4; i++)
            targets[i] = (pd_observe_measurements_measurement){asked[i], body[asked[i]], 0};
        pd_observe_measurements_job job = fit(targets, 2 + trial % 3);
        assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_MATCHED);
        for (int i = 0; i < job.target_count; i++)
            assert_true(fabs(residuals[i]) < (asked[i] == PD_SMPL_MASS ? 0.2 : 2e-3));
        for (int j = 0; j < CYL_BETAS && trial % 3 == 2; j++) assert_near(betas[j], truth[j], 0.05);
    }
}

static void residuals_are_those_of_the_betas_given_back(void **state)
{
    (void)state;
    const pd_observe_measurements_measurement targets[] = {
        {PD_SMPL_HEIGHT, 1.9, 0}, {PD_SMPL_KNEE_GIRTH, 0.4, 0}, {PD_SMPL_BMI, 20, 0}};
    double again[PD_SMPL_MEASURE_COUNT];
    fit(targets, 3);
    measure(again, betas);
    for (int i = 0; i < 3; i++) assert_near(residuals[i], again[targets[i].measure] - targets[i].value, 1e-9);
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) assert_near(values[i], again[i], 1e-9);
}

static void contradicting_measurements_share_the_error(void **state)
{
    (void)state;
    /* knee and ankle are one cylinder: 0.44 and 0.46 m cannot both be */
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_KNEE_GIRTH, 0.44, 1e-3},
                                                           {PD_SMPL_ANKLE_GIRTH, 0.46, 1e-3}};
    pd_observe_measurements_job job = fit(targets, 2);
    assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_COMPROMISE);
    assert_near(values[PD_SMPL_KNEE_GIRTH], 0.45, 1e-4);
    assert_near(residuals[0], 0.01, 1e-4);
    assert_near(residuals[1], -0.01, 1e-4);
}

static void of_contradicting_measurements_the_one_with_the_smaller_tolerance_is_met_better(void **state)
{
    (void)state;
    /* weights 1/s^2 are 9 to 1 */
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_KNEE_GIRTH, 0.44, 1e-3},
                                                           {PD_SMPL_ANKLE_GIRTH, 0.46, 3e-3}};
    fit(targets, 2);
    assert_near(values[PD_SMPL_KNEE_GIRTH], 0.442, 2e-4);
    /* default tolerances are 10 and 15 mm: both are within them */
    const pd_observe_measurements_measurement loose[] = {{PD_SMPL_KNEE_GIRTH, 0.44, 0},
                                                         {PD_SMPL_ANKLE_GIRTH, 0.46, 0}};
    assert_int_equal(fit(loose, 2).status, PD_OBSERVE_MEASUREMENTS_MATCHED);
}

static void a_body_is_bent_no_further_than_a_persons_to_meet_measurements(void **state)
{
    (void)state;
    /* the third beta alone separates thigh from calf; 0.02 m between knee and ankle are in no body */
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_HEIGHT, 1.8, 0},
                                                           {PD_SMPL_KNEE_GIRTH, 0.45, 0},
                                                           {PD_SMPL_ANKLE_GIRTH, 0.38, 0},
                                                           {PD_SMPL_INSIDE_LEG_HEIGHT, 1.2, 0}};
    pd_observe_measurements_job job = fit(targets, 4);
    double square = 0;
    for (int j = 0; j < CYL_BETAS; j++) square += (double)betas[j] * betas[j];
    assert_near(job.distance, sqrt(square), 1e-6);
    assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_COMPROMISE);
    /* as far as a random body, or the tolerances are used up */
    assert_true(job.distance < 1.05 * sqrt(CYL_BETAS) || job.relaxation == 1);
}

static void an_impossible_measurement_stops_at_the_limit_of_the_betas(void **state)
{
    (void)state;
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_KNEE_GIRTH, 0.9, 0}};
    pd_observe_measurements_job job = fit(targets, 1);
    assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_COMPROMISE);
    for (int j = 0; j < CYL_BETAS; j++) assert_true(fabs(betas[j]) <= PD_OBSERVE_MEASUREMENTS_BETA_LIMIT);
    assert_near(betas[0], PD_OBSERVE_MEASUREMENTS_BETA_LIMIT, 1e-6);
    assert_near(values[PD_SMPL_KNEE_GIRTH], cyl_girth(0.105), 1e-5);
}

static void the_most_ordinary_body_is_found(void **state)
{
    (void)state;
    /* height alone: beta 0 gives 0.18 m a unit, beta 2 gives 0.05:
     * the least |beta| shares in that proportion */
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_HEIGHT, 1.9, 0}};
    fit(targets, 1);
    assert_near(betas[0] / betas[2], 0.18 / 0.05, 0.1);
    assert_near(betas[1], 0, 1e-3);
}

static void a_model_without_the_joints_of_a_measurement_is_unmeasurable(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_smpl_model *own = model;
    cyl_data(&data);
    strcpy(data.joint_names[4], "gonu"); /* left_knee */
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_HEIGHT, 1.9, 0},
                                                           {PD_SMPL_KNEE_GIRTH, 0.4, 0}};
    pd_observe_measurements_job job = fit(targets, 2);
    pd_smpl_model_release(model);
    model = own;
    assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_UNMEASURABLE);
    assert_true(isnan(residuals[1]));
    assert_near(betas[0], 0, 0);
}

static int never(void *ctx)
{
    (void)ctx;
    return 0;
}

static void an_interrupted_fit_reports_it(void **state)
{
    (void)state;
    const pd_observe_measurements_measurement targets[] = {{PD_SMPL_HEIGHT, 1.9, 0}};
    pd_observe_measurements_job job = job_of(targets, 1);
    job.keep_going = never;
    assert_true(pd_arena_reserve(&arena, pd_observe_measurements_scratch_bytes(&job, model)));
    pd_observe_measurements_run(&job, model, &arena);
    assert_int_equal(job.status, PD_OBSERVE_MEASUREMENTS_BUDGET);
}

static void values_out_of_range_are_refused_with_the_range(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_observe_measurements_measurement targets[2] = {{PD_SMPL_HEIGHT, 18, 0}, {PD_SMPL_MASS, 70, 0}};
    pd_observe_measurements_job job = job_of(targets, 2);
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/measurements/height");
    assert_string_equal(err.detail, "18; 0.5 to 2.6 m allowed");
    targets[0] = (pd_observe_measurements_measurement){PD_SMPL_MASS, 70, 0};
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_INVALID);
    targets[0] = (pd_observe_measurements_measurement){PD_SMPL_HEIGHT, NAN, 0};
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
    targets[0].value = 178; /* a stranger's first try */
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "178; 0.5 to 2.6 m allowed; 178 cm would be 1.78 m");
    targets[0].value = 1.8;
    targets[0].tolerance = -0.01;
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/tolerances/height");
    assert_string_equal(err.detail, "-0.01; 5e-05 to 0.5 m allowed");
    targets[0].tolerance = NAN;
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
    targets[0].tolerance = 0;
    job.beta_count = 4;
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "4; 1 to 3 allowed");
    job.beta_count = 0;
    job.target_count = 0;
    assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
}

static int set_up(void **state)
{
    (void)state;
    model = cyl_model();
    return !model || !pd_arena_init(&arena, 0);
}

static int tear_down(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}

static void both_ends_of_a_range_are_allowed(void **state)
{
    (void)state;
    pd_error err = {0};
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[i];
        const double good[2] = {row->least, row->greatest},
                     bad[2] = {row->least * (1 - 1e-9), row->greatest * (1 + 1e-9)};
        pd_observe_measurements_measurement target = {(pd_smpl_measure)i, 0, 0};
        pd_observe_measurements_job job = job_of(&target, 1);
        for (int k = 0; k < 2; k++) {
            target.value = good[k];
            pd_status status = pd_observe_measurements_check(&job, model, &err);
            if (status != PD_OK) assert_null(strstr(err.detail, "allowed"));
            target.value = bad[k];
            assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
        }
        target.value = row->least,
        target.tolerance = row->tolerance * PD_OBSERVE_MEASUREMENTS_TOLERANCE_RANGE;
        pd_status status = pd_observe_measurements_check(&job, model, &err);
        if (status != PD_OK) assert_null(strstr(err.where, "/tolerances"));
        target.tolerance *= 1 + 1e-9;
        assert_int_equal(pd_observe_measurements_check(&job, model, &err), PD_ERR_RANGE);
        assert_non_null(strstr(err.where, "/tolerances"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_body_needs_no_betas),
        cmocka_unit_test(consistent_measurements_are_met),
        cmocka_unit_test(residuals_are_those_of_the_betas_given_back),
        cmocka_unit_test(contradicting_measurements_share_the_error),
        cmocka_unit_test(of_contradicting_measurements_the_one_with_the_smaller_tolerance_is_met_better),
        cmocka_unit_test(a_body_is_bent_no_further_than_a_persons_to_meet_measurements),
        cmocka_unit_test(an_impossible_measurement_stops_at_the_limit_of_the_betas),
        cmocka_unit_test(the_most_ordinary_body_is_found),
        cmocka_unit_test(a_model_without_the_joints_of_a_measurement_is_unmeasurable),
        cmocka_unit_test(an_interrupted_fit_reports_it),
        cmocka_unit_test(values_out_of_range_are_refused_with_the_range),
        cmocka_unit_test(both_ends_of_a_range_are_allowed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
