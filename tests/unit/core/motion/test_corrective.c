/* Corrective morphs for poses and for motions. */
#include "core/motion/corrective.h"

#include "core/retarget/skeleton.h"
#include "tests/support/cmocka.h"

#include <string.h>

enum { T = 30 };

static pd_smpl_model *model;
static pd_ik_prior *prior;

static int setup(void **state)
{
    (void)state;
    if (pd_ik_prior_load(&prior, "models/pose-prior.safetensors", NULL)) return 1;
    return pd_smpl_model_load(&model, "models/default.safetensors", NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_ik_prior_release(prior);
    pd_smpl_model_release(model);
    return 0;
}

static void sixteen_leave_a_millimetre_of_natural_poses(void **state)
{
    (void)state;
    const pd_smpl_body body = {0};
    pd_motion_correctives c;
    assert_int_equal(pd_motion_correctives_natural(&c, model, &body, prior, 16, NULL), PD_OK);
    assert_int_equal(c.own.count, 16);
    assert_true(c.glb.rms < 1e-3 && c.glb.rms > 1e-4 && c.glb.rms_without > 3e-3);
    assert_non_null(strstr(c.poses, "128 drawn"));
    for (int i = 0; i < 16; i++) assert_near((double)c.weights[i], 0, 0); /* a body at rest */
    pd_motion_correctives_deinit(&c);
    assert_null(c.weights);
    assert_true(pd_motion_correctives_bytes(model, 16) > 16 * 12 * (size_t)model->vertex_count);
}

/* Makes a motion of one elbow that bends and nothing else. */
static pd_retarget_motion bending(void)
{
    pd_retarget_motion m = {0};
    pd_anim_skeleton skeleton;
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, NULL, 0, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&m.clip, &skeleton, T, 30, NULL), PD_OK);
    const int elbow = pd_anim_skeleton_find(&skeleton, "left_elbow");
    for (int t = 0; t < T; t++) {
        for (int k = 0; k < skeleton.joint_count; k++) pd_anim_clip_frame(&m.clip, t)[k] = pd_q_identity();
        pd_anim_clip_frame(&m.clip, t)[elbow] = pd_q_from_rotvec(pd_vec3_make(0, -2.0 * t / T, 0));
    }
    return m;
}

static void correctives_of_a_motion_reproduce_its_skin(void **state)
{
    (void)state;
    pd_retarget_motion m = bending();
    pd_motion_correctives c;
    /* sine and cosine of one angle: two say it all */
    assert_int_equal(pd_motion_correctives_of_motion(&c, model, &m, 2, NULL), PD_OK);
    assert_true(c.glb.rms < 1e-5 && c.glb.worst < 1e-4);
    assert_true(c.glb.rms_without > 1e-4);
    float most = 0;
    for (int i = 0; i < 2 * T; i++) most = c.weights[i] > most ? c.weights[i] : most;
    assert_near((double)most, 1, 1e-4);
    assert_near((double)c.weights[0], 0, 1e-6);
    assert_non_null(strstr(c.poses, "30 of the motion's 30"));
    pd_motion_correctives_deinit(&c);
    assert_int_equal(pd_motion_correctives_of_motion(&c, model, &m, 3000, NULL), PD_ERR_RANGE);
    assert_null(c.own.dirs);
    pd_anim_clip_deinit(&m.clip);
}

static void a_glb_of_a_motion_has_correctives_and_drives_them(void **state)
{
    (void)state;
    pd_retarget_motion m = bending();
    pd_buffer plain = {0}, driven = {0};
    assert_int_equal(pd_motion_glb(&plain, &m, model, &pd_executor_serial, "bend", NULL), PD_OK);
    m.correctives = 2;
    assert_int_equal(pd_motion_glb(&driven, &m, model, &pd_executor_serial, "bend", NULL), PD_OK);
    assert_true(driven.size > plain.size + 2 * 12 * (size_t)model->vertex_count);
    assert_non_null(memmem(driven.data, driven.size, "\"path\":\"weights\"", 16));
    assert_null(memmem(plain.data, plain.size, "\"path\":\"weights\"", 16));
    pd_buffer_deinit(&plain), pd_buffer_deinit(&driven);
    pd_anim_clip_deinit(&m.clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_leave_a_millimetre_of_natural_poses),
        cmocka_unit_test(correctives_of_a_motion_reproduce_its_skin),
        cmocka_unit_test(a_glb_of_a_motion_has_correctives_and_drives_them),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
