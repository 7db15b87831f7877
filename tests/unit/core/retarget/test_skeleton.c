/* Tests that the skeleton of a body, posed by the same rotations, has its joints where the body's forward
 * pass has them. */
#include "tests/support/cmocka.h"

#include "core/retarget/skeleton.h"
#include "core/smpl/body.h"
#include "tests/support/cylinders.h"

static pd_smpl_model *model;
static pd_anim_skeleton sk;

static void a_body_is_a_skeleton_with_the_same_joints(void **state)
{
    (void)state;
    const float betas[3] = {0.5F, 1, -2};
    pd_error err = {0};
    assert_int_equal(pd_retarget_skeleton_of(&sk, model, betas, 3, &err), PD_OK);
    pd_vec3 ours[24];
    pd_anim_skeleton_forward(ours, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    float theirs[72];
    pd_smpl_body body = {.betas = betas, .beta_count = 3, .joints = theirs};
    pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena arena;
    assert_true(pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);
    for (int k = 0; k < 24; k++) {
        pd_vec3 other = {theirs[3 * k], theirs[3 * k + 1], theirs[3 * k + 2]};
        assert_near(pd_vec3_distance(ours[k], other), 0, 1e-6);
    }
}

/* The same local rotations must put the joints where the forward pass of the body puts them. */
static void a_posed_skeleton_agrees_with_the_posed_body(void **state)
{
    (void)state;
    assert_int_equal(pd_retarget_skeleton_of(&sk, model, NULL, 0, NULL), PD_OK);
    pd_quat local[24];
    float matrices[24 * 9], theirs[72], translation[3] = {0.1F, 0.2F, -0.3F};
    for (int k = 0; k < 24; k++) {
        double m[9];
        local[k] = pd_q_from_rotvec(pd_vec3_make(0.03 * k, 0.5 - 0.02 * k, sin(k)));
        pd_q_to_matrix(m, local[k]);
        for (int i = 0; i < 9; i++) matrices[9 * k + i] = (float)m[i];
    }
    pd_vec3 ours[24];
    pd_anim_skeleton_forward(ours, NULL, &sk, local,
                             pd_vec3_make(translation[0], translation[1], translation[2]));
    pd_smpl_body body = {.rotations = matrices, .translation = translation, .joints = theirs};
    pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena arena;
    assert_true(pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);
    for (int k = 0; k < 24; k++) {
        pd_vec3 other = {theirs[3 * k], theirs[3 * k + 1], theirs[3 * k + 2]};
        assert_near(pd_vec3_distance(ours[k], other), 0, 2e-6);
    }
}

static void bad_betas_are_refused(void **state)
{
    (void)state;
    pd_error err = {0};
    float betas[4] = {0, INFINITY, 0, 0};
    assert_int_equal(pd_retarget_skeleton_of(&sk, model, betas, 4, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "4 numbers; 0 to 3 allowed");
    assert_int_equal(pd_retarget_skeleton_of(&sk, model, betas, 3, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/betas/1");
}

static int set_up(void **state)
{
    (void)state;
    model = cyl_model();
    return !model;
}

static int tear_down(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_a_skeleton_with_the_same_joints),
        cmocka_unit_test(a_posed_skeleton_agrees_with_the_posed_body),
        cmocka_unit_test(bad_betas_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
