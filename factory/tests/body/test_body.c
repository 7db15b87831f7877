/* @long: takes over five seconds under ASan. */
/* The whole path from a data folder to models, on a small folder that the test writes. */
#include "core/smpl/data/import.h"
#include "factory/body/body.h"
#include "factory/body/part/feature.h"
#include "factory/body/part/proportion.h"
#include "core/smpl/data/encode.h"
#include "tests/support/cmocka.h"
#include "factory/tests/support/makehuman.h"

static fake_makehuman fake;

static int write_folder(void **state)
{
    (void)state;
    fake_makehuman_write(&fake);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    fake_makehuman_remove(&fake);
    return 0;
}

static void run_backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count - 1; i >= 0; i--) task(arg, i, i % 3);
}

static pd_status train(pd_factory_result *out, const pd_executor *executor, uint64_t seed, pd_error *err)
{
    pd_factory_options options = {.data_folder = fake.folder,
                                  .seed = seed,
                                  .subject_count = 100,
                                  .held_out_count = 20,
                                  .beta_count = 6};
    return pd_factory_body(out, &options, executor, (pd_progress){0}, err);
}

static void expect_equal_bytes(const pd_smpl_data *a, const pd_smpl_data *b)
{
    size_t v = (size_t)a->vertex_count;
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_memory_equal(a->v_template, b->v_template, 3 * v * sizeof(float));
    assert_memory_equal(a->shapedirs, b->shapedirs, 3 * v * (size_t)a->beta_count * sizeof(float));
    assert_memory_equal(a->weights, b->weights, 24 * v * sizeof(float));
    assert_memory_equal(a->regressor_start, b->regressor_start, 25 * sizeof(int));
    assert_memory_equal(a->regressor_weight, b->regressor_weight,
                        (size_t)a->regressor_start[24] * sizeof(double));
    assert_memory_equal(a->beta_limits, b->beta_limits, (size_t)a->beta_count * sizeof(float));
    assert_string_equal(a->text.provenance, b->text.provenance);
}

static void a_folder_becomes_three_sound_symmetric_models(void **state)
{
    (void)state;
    static const char *const names[] = {"default", "female", "male"};
    pd_factory_result result;
    pd_error err = {0};
    if (train(&result, &pd_executor_serial, 1, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    for (int m = 0; m < PD_FACTORY_MODEL_COUNT; m++) {
        assert_string_equal(result.models[m].text.name, names[m]);
        assert_int_equal(pd_smpl_data_check(&result.models[m], &err), PD_OK);
        assert_int_equal(result.models[m].beta_count, 6);
        assert_int_equal(result.models[m].vertex_count, EGG_VERTICES);
    }
    assert_true(result.report.mirror_worst == 0);
    assert_true(result.report.axis_worst_deg < 0.01);
    assert_true(result.report.stature_worst_mm < 1);
    assert_int_equal(result.report.models[1].trained, 50);
    assert_int_equal(result.report.models[1].held_out, 10);
    pd_factory_result_deinit(&result);
}

/* A person has SMPL-X's joints in SMPL-X's order. The betas of the face come after those of body and
 * proportion, and move only head and neck. */
static void a_person_has_fingers_and_a_face(void **state)
{
    (void)state;
    const pd_factory_options options = {.data_folder = fake.folder,
                                        .seed = 1,
                                        .subject_count = 100,
                                        .held_out_count = 20,
                                        .beta_count = 6,
                                        .person = true,
                                        .proportions = true};
    pd_factory_result result;
    pd_error err = {0};
    if (pd_factory_body(&result, &options, &pd_executor_serial, (pd_progress){0}, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);

    for (int m = 0; m < PD_FACTORY_MODEL_COUNT; m++) {
        const pd_smpl_data *d = &result.models[m];
        assert_int_equal(pd_smpl_data_check(d, &err), PD_OK);
        assert_int_equal(d->joint_count, 55);
        assert_int_equal(d->beta_count, 6 + PD_FACTORY_PROPORTION_COUNT + PD_FACTORY_FEATURE_COUNT);
        assert_int_equal(d->feature_count, PD_FACTORY_FEATURE_COUNT);
        assert_int_equal(pd_smpl_feature_beta(d, "head_length"), 6 + PD_FACTORY_PROPORTION_COUNT);
        assert_int_equal(pd_smpl_feature_beta(d, "asymmetry_jaw"), d->beta_count - 1);
        const int b_count = d->beta_count;
        for (int j = 0; j < 55; j++) {
            char name[PD_SMPL_NAME_BYTES];
            pd_smpl_joint_name(name, j, 55);
            assert_string_equal(d->joint_names[j], name);
        }
        assert_int_equal(d->parents[22], 15);
        assert_int_equal(d->parents[25], 20);
        assert_int_equal(d->parents[26], 25);
        assert_int_equal(d->parents[54], 53);

        double moved = 0;
        for (int i = 0; i < d->vertex_count; i++) {
            const float *w = d->weights + 55 * i, *s = d->shapedirs + 3 * b_count * i;
            const double head = w[12] + w[15] + w[22] + w[23] + w[24];
            for (int c = 0; c < 3; c++)
                for (int b = 6 + PD_FACTORY_PROPORTION_COUNT; b < b_count; b++) {
                    if (head == 0) assert_true(s[b_count * c + b] == 0);
                    moved += fabs(s[b_count * c + b]);
                }
        }
        assert_true(moved > 0);
    }
    assert_string_equal(result.models[0].text.name, "person");
    assert_true(result.report.mirror_worst == 0);
    pd_factory_result_deinit(&result);
}

static void order_and_number_of_threads_change_no_bit(void **state)
{
    (void)state;
    const pd_executor backwards = {run_backwards, NULL, 3};
    pd_factory_result a, b;
    assert_int_equal(train(&a, &pd_executor_serial, 2, NULL), PD_OK);
    assert_int_equal(train(&b, &backwards, 2, NULL), PD_OK);
    for (int m = 0; m < PD_FACTORY_MODEL_COUNT; m++) expect_equal_bytes(&a.models[m], &b.models[m]);
    assert_memory_equal(&a.report, &b.report, sizeof a.report);
    pd_factory_result_deinit(&a);
    pd_factory_result_deinit(&b);
}

static void another_seed_is_another_model(void **state)
{
    (void)state;
    pd_factory_result a, b;
    assert_int_equal(train(&a, &pd_executor_serial, 1, NULL), PD_OK);
    assert_int_equal(train(&b, &pd_executor_serial, 2, NULL), PD_OK);
    assert_memory_not_equal(a.models[0].v_template, b.models[0].v_template, 3 * EGG_VERTICES * sizeof(float));
    pd_factory_result_deinit(&a);
    pd_factory_result_deinit(&b);
}

static void options_out_of_range_are_refused_with_their_range(void **state)
{
    (void)state;
    pd_factory_result result;
    pd_error err = {0};
    pd_factory_options options = {
        .data_folder = fake.folder, .seed = 1, .subject_count = 99, .held_out_count = 20, .beta_count = 6};
    assert_int_equal(pd_factory_body(&result, &options, &pd_executor_serial, (pd_progress){0}, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "subjects");
    assert_string_equal(err.detail, "99; 100 to 10000 allowed");
    options.subject_count = 100;
    options.beta_count = 21;
    assert_int_equal(pd_factory_body(&result, &options, &pd_executor_serial, (pd_progress){0}, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "betas");
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    pd_factory_result result;
    pd_error err = {0};
    char path[256];
    snprintf(path, sizeof path, "%s/targets/hip/hip-waist-up.target", fake.folder);
    unlink(path);
    assert_int_equal(train(&result, &pd_executor_serial, 1, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, path);
    fake_target(&fake, "hip/hip-waist-up.target");
    assert_int_equal(train(&result, &pd_executor_serial, 1, &err), PD_OK);
    pd_factory_result_deinit(&result);
}

static void a_damaged_target_is_named_with_its_line(void **state)
{
    (void)state;
    pd_factory_result result;
    pd_error err = {0};
    FILE *file = fake_open(&fake, "targets/hip/hip-waist-up.target");
    fprintf(file, "# comment\n3 0 0\n");
    fclose(file);
    assert_int_equal(train(&result, &pd_executor_serial, 1, &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "hip/hip-waist-up.target:2");
    assert_null(result.models[0].v_template);
    fake_target(&fake, "hip/hip-waist-up.target");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_becomes_three_sound_symmetric_models),
        cmocka_unit_test(a_person_has_fingers_and_a_face),
        cmocka_unit_test(order_and_number_of_threads_change_no_bit),
        cmocka_unit_test(another_seed_is_another_model),
        cmocka_unit_test(options_out_of_range_are_refused_with_their_range),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(a_damaged_target_is_named_with_its_line),
    };
    return cmocka_run_group_tests(tests, write_folder, remove_folder);
}
