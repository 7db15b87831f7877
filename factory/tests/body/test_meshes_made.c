/* @long: takes over five seconds under ASan. */
/* Held-out subjects of the sampler, posed: the whole path, on a small data folder that the test writes. */
#include "core/smpl/data/encode.h"
#include "factory/body/body.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "factory/tests/support/makehuman.h"
#include "factory/body/drawn.h"

enum { SUBJECTS = 2, POSES = 2, RESTS = 20 };

static fake_makehuman fake;
static pd_smpl_model *model;
static float poses[POSES * 9 * 24];

static int setup(void **state)
{
    (void)state;
    pd_factory_result result;
    pd_error err = {0};
    pd_rng rng;
    fake_makehuman_write(&fake);
    const pd_factory_options options = {
        .data_folder = fake.folder, .seed = 1, .subject_count = 100, .held_out_count = 20, .beta_count = 6};
    if (pd_factory_body(&result, &options, &pd_executor_serial, (pd_progress){0}, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    pd_status status = pd_smpl_model_build(&model, &result.models[0], &err);
    pd_factory_result_deinit(&result);
    pd_rng_init(&rng, 2);
    pd_fixture_rotations(poses, POSES * 24, 0.3, &rng);
    for (int i = 0; i < 9 * 24; i++) poses[i] = (i % 9) % 4 == 0; /* the first is the rest pose */
    return status != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    fake_makehuman_remove(&fake);
    return 0;
}

static pd_factory_drawn_job job_of(const pd_smpl_model *body)
{
    return (pd_factory_drawn_job){
        .data_folder = fake.folder,
        .model = body,
        .poses = poses,
        .pose_count = POSES,
        .subject_count = SUBJECTS,
        .rest_count = RESTS,
        .seed = 1,
    };
}

static pd_factory_drawn make(const pd_executor *executor)
{
    const pd_factory_drawn_job wanted = job_of(model);
    pd_factory_drawn m;
    pd_error err = {0};
    if (pd_factory_drawn_make(&m, &wanted, executor, (pd_progress){0}, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return m;
}

static void every_subject_has_a_mesh_in_every_pose(void **state)
{
    (void)state;
    size_t numbers = 3 * (size_t)model->vertex_count;
    pd_factory_drawn m = make(&pd_executor_serial);
    assert_int_equal(m.meshes.set.count, SUBJECTS * POSES);
    assert_int_equal(m.meshes.set.subject_count, SUBJECTS);
    for (size_t s = 0; s < SUBJECTS; s++) {
        double worst = 0;
        for (size_t i = 0; i < numbers; i++)
            worst = fmax(worst, fabs((double)m.meshes.vertices[s * POSES * numbers + i] -
                                     (double)m.rests[s * numbers + i]));
        print_message("subject %zu: the rest pose is %.2g m off\n", s, worst);
        assert_true(worst < 1e-5);
        assert_int_equal(m.meshes.subjects[s * POSES + 1], (int)s);
    }
    assert_memory_not_equal(m.rests, m.rests + numbers, numbers * sizeof(float));
    pd_factory_drawn_deinit(&m);
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    pd_factory_drawn a = make(&pd_executor_serial), b = make(&pd_fixture_shuffled);
    assert_memory_equal(a.meshes.vertices, b.meshes.vertices,
                        3 * (size_t)model->vertex_count * SUBJECTS * POSES * sizeof(float));
    pd_factory_drawn_deinit(&a);
    pd_factory_drawn_deinit(&b);
}

static void more_betas_describe_them_better(void **state)
{
    (void)state;
    pd_factory_drawn m = make(&pd_executor_serial);
    const pd_train_body_variant variant = {"LBS", model, PD_SMPL_LBS};
    pd_train_body_evaluation found;
    double shares[6];
    pd_train_body_ladder(&found, 6);
    assert_int_equal(
        pd_train_body_evaluate(&found, &variant, 1, &m.meshes.set, NULL, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(pd_train_body_variance(shares, model, m.rests, RESTS, NULL), PD_OK);
    for (int s = 0; s < found.ladder_count; s++)
        print_message("%d betas: %.2f mm\n", found.ladder[s], found.model[0][s].area_mm);
    assert_true(found.model[0][found.ladder_count - 1].area_mm < found.model[0][0].area_mm);
    for (int k = 1; k < 6; k++) assert_true(shares[k] >= shares[k - 1]);
    assert_true(shares[5] > 0.5 && shares[5] <= 1);
    pd_factory_drawn_deinit(&m);
}

static void a_model_of_another_mesh_is_refused(void **state)
{
    (void)state;
    pd_smpl_model *other = pd_fixture_model(&(pd_fixture){.vertices = 200, .pose = PD_FIXTURE_NO_POSE});
    const pd_factory_drawn_job wanted = job_of(other);
    pd_factory_drawn m;
    pd_error err;
    assert_int_equal(pd_factory_drawn_make(&m, &wanted, &pd_executor_serial, (pd_progress){0}, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "model");
    pd_smpl_model_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_subject_has_a_mesh_in_every_pose),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(more_betas_describe_them_better),
        cmocka_unit_test(a_model_of_another_mesh_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
