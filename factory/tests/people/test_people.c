/* What learning people begins with and is refused; what it reaches is in models/report-people.json
 * (tests/e2e/people.sh). */
#include "factory/people/people.h"

#include "core/smpl/measure/measure.h"
#include "tests/support/cmocka.h"
#include "tests/support/cylinders.h"

static pd_smpl_model *model;
static const pd_factory_people_options all_body = {.body_betas = CYL_BETAS};

static int build(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_error err = {0};
    cyl_data(&data);
    return pd_smpl_model_build(&model, &data, &err) != PD_OK;
}

static int release(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static void bodies_are_measured_as_the_measurements_say(void **state)
{
    (void)state;
    const double betas[2 * CYL_BETAS] = {0, 0, 0, 1, 0, 0};
    double values[2 * PD_SMPL_PEOPLE_MEASURES];
    pd_error err = {0};
    assert_int_equal(pd_factory_people_measure(values, model, betas, 2, &pd_executor_serial, &err), PD_OK);
    assert_near(values[PD_SMPL_PEOPLE_HEIGHT], 1.8, 1e-6);
    assert_near(values[PD_SMPL_PEOPLE_MASS], 1000 * cyl_volume(), 1e-3);
    assert_near(values[PD_SMPL_PEOPLE_SPAN], 1.8, 1e-6);
    assert_near(values[PD_SMPL_PEOPLE_MEASURES + PD_SMPL_PEOPLE_HEIGHT], 1.98, 1e-5);
}

/* A "gender" whose mean is 0.5 along one direction,
 * and whose own direction is half of another, is found so. */
static void a_gender_s_people_are_found_in_the_model_s_betas(void **state)
{
    (void)state;
    pd_smpl_data of;
    pd_factory_people_start start = {0};
    pd_error err = {0};
    cyl_data(&of);
    for (size_t i = 0; i < 3 * (size_t)of.vertex_count; i++) {
        float *row = of.shapedirs + i * CYL_BETAS;
        of.v_template[i] += 0.5f * row[1] + (i % 3 == 1 ? 0.3f : 0); /* and it stands elsewhere */
        row[0] *= 0.5f, row[1] = row[2] = 0;
    }
    assert_int_equal(pd_factory_people_start_from(&start, model, &of, &all_body, &err), PD_OK);
    assert_near(start.mean[0], 0, 1e-3);
    assert_near(start.mean[1], 0.5, 1e-3);
    assert_near(start.mean[2], 0, 1e-3);
    assert_near(start.cov[0], 0.25, 1e-3);
    assert_near(start.cov[1], 0, 1e-3);
    assert_near(start.cov[CYL_BETAS + 1], 1e-4, 1e-4);
    pd_factory_people_start_deinit(&start);

    of.faces[0] = of.faces[1];
    assert_int_equal(pd_factory_people_start_from(&start, model, &of, &all_body, &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "another mesh than the model's");
    pd_factory_people_start_deinit(&start);
    pd_smpl_data_deinit(&of);
}

static void proportions_are_as_wide_as_a_third_of_their_limits(void **state)
{
    (void)state;
    const pd_factory_people_options options = {.body_betas = 1};
    pd_factory_people_start start = {0};
    pd_error err = {0};
    float limits[CYL_BETAS] = {9, 9, 6}, *own = model->data.beta_limits;
    model->data.beta_limits = limits;
    assert_int_equal(pd_factory_people_start_own(&start, model, &options, &err), PD_OK);
    model->data.beta_limits = own;
    assert_near(start.cov[0], 1, 0);
    assert_near(start.cov[CYL_BETAS + 1], 9, 1e-12);
    assert_near(start.cov[2 * CYL_BETAS + 2], 4, 1e-12);
    pd_factory_people_start_deinit(&start);
}

static void data_that_cannot_be_learned_from_are_refused(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_error err = {0};
    pd_factory_people_start start = {0};
    const pd_factory_people_options many = {.body_betas = 4};
    const pd_factory_people_job job = {.model = model, .options = all_body, .executor = &pd_executor_serial};
    cyl_data(&data);
    assert_int_equal(pd_factory_people(&data, &job, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "3 betas; 13 to 80 allowed");
    assert_null(data.people);
    assert_int_equal(pd_factory_people_start_own(&start, model, &many, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "4 of the body and 0 of the face; the model has 3");
    pd_smpl_data_deinit(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_measured_as_the_measurements_say),
        cmocka_unit_test(a_gender_s_people_are_found_in_the_model_s_betas),
        cmocka_unit_test(proportions_are_as_wide_as_a_third_of_their_limits),
        cmocka_unit_test(data_that_cannot_be_learned_from_are_refused),
    };
    return cmocka_run_group_tests(tests, build, release);
}
