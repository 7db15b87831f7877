/* Poses of fingers on the shipped person. */
#include "factory/corrective/finger_poses.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"

static pd_smpl_model *model;

static int load(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static double degrees_of(const float *r)
{
    const double c = ((double)r[0] + (double)r[4] + (double)r[8] - 1) / 2;
    return acos(c > 1 ? 1 : c < -1 ? -1 : c) * 180 / M_PI;
}

static void only_the_left_fingers_turn_and_each_of_them_does(void **state)
{
    (void)state;
    pd_factory_finger_poses poses;
    pd_error err = {0};
    bool turned[PD_SMPL_MAX_JOINTS] = {false};
    int held_out = 0;
    if (pd_factory_finger_poses_init(&poses, model, 1, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_string_equal(model->data.joint_names[poses.first], "left_index1");

    for (int p = 0; p < poses.count; p++) {
        held_out += poses.held_out[p];
        for (int k = 0; k < model->joint_count; k++) {
            const double angle = degrees_of(poses.rotations + 9 * (p * model->joint_count + k));
            if (angle > 0.1) turned[k] = true;
            assert_true(angle < 125);
        }
    }
    for (int k = 0; k < model->joint_count; k++)
        assert_int_equal(turned[k], k >= poses.first && k < poses.first + 15);
    assert_true(held_out >= 30 && poses.count - held_out >= 150);
    pd_factory_finger_poses_deinit(&poses);
}

static void the_same_seed_gives_the_same_poses_and_another_others(void **state)
{
    (void)state;
    pd_factory_finger_poses a, b, c;
    pd_error err;
    assert_int_equal(pd_factory_finger_poses_init(&a, model, 1, &err), PD_OK);
    assert_int_equal(pd_factory_finger_poses_init(&b, model, 1, &err), PD_OK);
    assert_int_equal(pd_factory_finger_poses_init(&c, model, 2, &err), PD_OK);
    const size_t bytes = 9 * (size_t)(a.count * model->joint_count) * sizeof *a.rotations;
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.rotations, b.rotations, bytes);
    assert_memory_not_equal(a.rotations, c.rotations, bytes);
    pd_factory_finger_poses_deinit(&a), pd_factory_finger_poses_deinit(&b),
        pd_factory_finger_poses_deinit(&c);
}

static void a_model_without_fingers_is_an_error(void **state)
{
    (void)state;
    pd_smpl_model *plain;
    pd_factory_finger_poses poses;
    pd_error err = {0};
    assert_int_equal(pd_smpl_model_load(&plain, "models/default.safetensors", &err), PD_OK);
    assert_int_equal(pd_factory_finger_poses_init(&poses, plain, 1, &err), PD_ERR_UNSUPPORTED);
    pd_smpl_model_release(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_left_fingers_turn_and_each_of_them_does),
        cmocka_unit_test(the_same_seed_gives_the_same_poses_and_another_others),
        cmocka_unit_test(a_model_without_fingers_is_an_error),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
