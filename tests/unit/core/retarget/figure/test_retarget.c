/* Tests the transfer of a capture to SMPL's joints: limbs point where those of the capture do, elbows bend
 * about their hinge, and feet stand flat. */
#include "core/anim/ranges.h"
#include "core/retarget/figure/retarget.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/cmu.h"
#include "tests/support/drooping.h"
#include "tests/support/human.h"

#define DEGREE 0.017453292519943295

static pd_anim_skeleton human, cmu;
static pd_retarget retarget;

static pd_quat about(double x, double y, double z, double degrees)
{
    return pd_q_axis_angle(pd_vec3_make(x, y, z), degrees * DEGREE);
}

static int joint(const pd_anim_skeleton *skeleton, const char *name)
{
    return pd_anim_skeleton_find(skeleton, name);
}

static pd_quat *local(const pd_anim_clip *clip, const char *name)
{
    return &pd_anim_clip_frame(clip, 0)[joint(&clip->skeleton, name)];
}

static void cmu_clip(pd_anim_clip *clip)
{
    human_init(&human);
    assert_int_equal(pd_anim_skeleton_init(&cmu, cmu_joints, CMU_COUNT, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(clip, &cmu, 1, 120, NULL), PD_OK);
}

static pd_vec3 bone(const pd_vec3 *p, const pd_anim_skeleton *skeleton, const char *from, const char *to)
{
    return pd_vec3_unit_or(pd_vec3_sub(p[joint(skeleton, to)], p[joint(skeleton, from)]),
                           pd_vec3_make(0, 0, 0));
}

static void our_own_skeleton_keeps_its_rotations(void **state)
{
    (void)state;
    pd_rng rng;
    pd_anim_clip clip;
    pd_quat out[24];
    pd_vec3 root;
    human_init(&human);
    pd_rng_init(&rng, 9);
    assert_int_equal(pd_anim_clip_init(&clip, &human, 2, 60, NULL), PD_OK);
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 24; k++)
            pd_anim_clip_frame(&clip, t)[k] =
                t ? pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), 0, 3})
                  : pd_q_identity();
        clip.roots[t] = pd_vec3_make(t, 2, 3);
    }
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    assert_near(retarget.scale, 1, 1e-12);
    for (int t = 0; t < 2; t++) {
        pd_retarget_frame(out, &root, &retarget, &clip, t);
        for (int k = 0; k < 24; k++)
            assert_near(pd_q_angle(out[k], pd_anim_clip_frame(&clip, t)[k]), 0, 1e-7);
        assert_near(pd_vec3_distance(root, clip.roots[t]), 0, 1e-12);
    }
    pd_anim_clip_deinit(&clip);
}

static void the_reference_pose_becomes_a_straight_figure(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat out[24];
    pd_vec3 p[24];
    cmu_clip(&clip);
    pd_anim_source_reference(pd_anim_clip_frame(&clip, 0), &cmu, pd_anim_source_of(&cmu));
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    pd_retarget_frame(out, NULL, &retarget, &clip, 0);
    pd_anim_skeleton_forward(p, NULL, &human, out, pd_vec3_make(0, 0, 0));
    pd_vec3 leg = bone(p, &human, "left_hip", "left_ankle"),
            arm = bone(p, &human, "left_shoulder", "left_wrist");
    assert_true(leg.y < -0.999);
    assert_true(arm.x > 0.98);
    assert_near(pd_q_angle(out[joint(&human, "spine2")], pd_q_identity()), 0, 1e-7);
    assert_near(pd_q_angle(out[joint(&human, "head")], pd_q_identity()), 0, 1e-7);
    pd_anim_clip_deinit(&clip);
}

static void limbs_point_where_those_of_the_capture_do(void **state)
{
    (void)state;
    static const char *const bones[][4] = {{"LeftUpLeg", "LeftLeg", "left_hip", "left_knee"},
                                           {"RightLeg", "RightFoot", "right_knee", "right_ankle"},
                                           {"LeftArm", "LeftForeArm", "left_shoulder", "left_elbow"},
                                           {"LeftForeArm", "LeftHand", "left_elbow", "left_wrist"},
                                           {"RightForeArm", "RightHand", "right_elbow", "right_wrist"}};
    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = 0; i < 50; i++) {
        pd_anim_clip clip;
        pd_quat out[24];
        pd_vec3 ours[24], theirs[CMU_COUNT];
        cmu_clip(&clip);
        for (int k = 0; k < CMU_COUNT; k++)
            pd_anim_clip_frame(&clip, 0)[k] =
                pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), 3});
        assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
        pd_retarget_frame(out, NULL, &retarget, &clip, 0);
        pd_anim_skeleton_forward(ours, NULL, &human, out, pd_vec3_make(0, 0, 0));
        pd_anim_clip_pose(theirs, NULL, &clip, 0);
        for (size_t b = 0; b < sizeof bones / sizeof *bones; b++) {
            pd_vec3 a = bone(theirs, &cmu, bones[b][0], bones[b][1]);
            assert_near(pd_vec3_distance(a, bone(ours, &human, bones[b][2], bones[b][3])), 0, 1e-9);
        }
        pd_anim_clip_deinit(&clip);
    }
}

static void elbows_bend_about_their_hinge(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat out[24];
    double angles[3];
    int side;
    cmu_clip(&clip);
    /* CMU's elbow rotates about an axis that is tilted by 30 degrees about the arm */
    *local(&clip, "LeftForeArm") = about(0, -cos(30 * DEGREE), sin(30 * DEGREE), 80);
    *local(&clip, "RightForeArm") = about(0, cos(30 * DEGREE), -sin(30 * DEGREE), 80);
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    pd_retarget_frame(out, NULL, &retarget, &clip, 0);
    for (int k = 0; k < 2; k++) {
        const char *name = k ? "right_elbow" : "left_elbow";
        const pd_anim_range *range = pd_anim_anatomical_of(name, &side);
        pd_anim_range_split(angles, range, side, out[joint(&human, name)]);
        assert_true(angles[1] < -70 * DEGREE);
        assert_near(angles[2], 0, 2 * DEGREE); /* this skeleton's arms are not quite along x */
    }
    pd_anim_clip_deinit(&clip);
}

static void collars_take_their_share_of_the_shoulder(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat out[24];
    cmu_clip(&clip);
    *local(&clip, "LeftArm") = about(0, 0, 1, 52);
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    pd_retarget_frame(out, NULL, &retarget, &clip, 0);
    pd_vec3 rotvec = pd_q_to_rotvec(out[joint(&human, "left_collar")]);
    assert_true(rotvec.z > 0.12 && rotvec.z < 0.18); /* 15 % of 60 degrees less what the T-pose has */
    pd_anim_clip_deinit(&clip);
}

/* However the capture's own zero pose has its shoulders: hanging arms are hanging arms. */
static void collars_are_counted_from_where_they_are_while_arms_hang(void **state)
{
    (void)state;
    static const double rests[3][2] = {{0, 0}, {31, 14}, {-20, 5}};
    pd_quat out[24], level[3][2], hanging;
    human_init(&human);
    for (int i = 0; i < 3; i++) {
        pd_anim_clip clip;
        drooping_clip(&clip, rests[i][0], rests[i][1]);
        assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
        pd_retarget_frame(out, NULL, &retarget, &clip, 0);
        for (int side = 0; side < 2; side++) {
            const char *collar = side ? "right_collar" : "left_collar",
                       *shoulder = side ? "right_shoulder" : "left_shoulder";
            hanging = out[joint(&human, collar)];
            pd_vec3 rotvec = pd_q_to_rotvec(hanging);
            assert_near((side ? -1 : 1) * rotvec.z, -0.15 * 80 * DEGREE, 1 * DEGREE);
            assert_near(rotvec.y, 0, 1 * DEGREE);
            pd_quat arm = pd_q_mul(hanging, out[joint(&human, shoulder)]);
            pd_vec3 down =
                pd_q_rotate(arm, human.offsets[joint(&human, side ? "right_elbow" : "left_elbow")]);
            assert_true(down.y < -0.97 * pd_vec3_length(down));
        }
        /* what it does beyond that stays: collars rise by 20 degrees */
        pd_retarget_frame(out, NULL, &retarget, &clip, DROOPING_HANGS);
        for (int side = 0; side < 2; side++) {
            level[i][side] = out[joint(&human, side ? "right_collar" : "left_collar")];
            assert_near(pd_q_angle(level[i][side], level[0][side]), 0, 1e-7);
        }
        assert_near(pd_q_to_rotvec(level[i][0]).z, 0.85 * 20 * DEGREE, 1 * DEGREE);
        pd_anim_clip_deinit(&clip);
    }
}

static void arms_that_never_hang_leave_the_reference_pose(void **state)
{
    (void)state;
    pd_anim_clip clip, raised;
    pd_quat out[24];
    human_init(&human);
    drooping_clip(&clip, 31, 0);
    assert_int_equal(pd_anim_clip_cut(&raised, &clip, DROOPING_HANGS, DROOPING_RAISED, NULL), PD_OK);
    assert_int_equal(pd_retarget_init(&retarget, &human, &raised, NULL, NULL), PD_OK);
    pd_retarget_frame(out, NULL, &retarget, &raised, 0);
    assert_near(pd_q_to_rotvec(out[joint(&human, "left_collar")]).z, 0.85 * (20 - 31) * DEGREE, 1 * DEGREE);
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&raised);
}

static void a_torn_spine_is_brought_into_its_range(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat out[24];
    int side;
    const pd_anim_range *range = pd_anim_anatomical_of("spine1", &side);
    cmu_clip(&clip);
    *local(&clip, "LowerBack") = about(1, 0, 0, 88);
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    pd_retarget_frame(out, NULL, &retarget, &clip, 0);
    assert_near(pd_q_angle(out[joint(&human, "spine1")], about(1, 0, 0, 88)), 0, 1e-7);
    retarget.clamp = 1;
    pd_retarget_frame(out, NULL, &retarget, &clip, 0);
    assert_near(pd_anim_range_excess(out[joint(&human, "spine1")], range, side), 5 * DEGREE, 1e-7);
    assert_near(
        pd_q_angle(pd_q_mul(out[joint(&human, "spine1")], out[joint(&human, "spine2")]), about(1, 0, 0, 88)),
        0, 1e-7); /* the rest goes on to spine2 */
    pd_anim_clip_deinit(&clip);
}

static void planted_feet_stand_flat(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat out[24], world[24];
    human_init(&human);
    assert_int_equal(pd_anim_skeleton_init(&cmu, cmu_joints, CMU_COUNT, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &cmu, 30, 120, NULL), PD_OK);
    for (int t = 0; t < 30; t++) {
        pd_anim_source_reference(pd_anim_clip_frame(&clip, t), &cmu, pd_anim_source_of(&cmu));
        /* markers say that the standing foot points up by 12 degrees */
        int foot = joint(&cmu, "LeftFoot"), leg = joint(&cmu, "LeftLeg");
        pd_anim_clip_frame(&clip, t)[leg] = pd_q_identity();
        pd_quat spread = about(0, 0, 1, -21);
        pd_anim_clip_frame(&clip, t)[foot] = pd_q_inv_mul(spread, pd_q_mul(about(1, 0, 0, -12), spread));
    }
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    pd_retarget_frame(out, NULL, &retarget, &clip, 20);
    pd_anim_skeleton_forward(NULL, world, &human, out, pd_vec3_make(0, 0, 0));
    assert_near(pd_q_angle(world[joint(&human, "left_ankle")], pd_q_identity()), 0, 1e-3);
    pd_anim_clip_deinit(&clip);
}

static void the_hips_move_by_the_ratio_of_the_legs(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_quat out[24];
    pd_vec3 root, p[24];
    cmu_clip(&clip);
    clip.roots[0] = pd_vec3_make(2, 1, -3);
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, NULL), PD_OK);
    pd_retarget_frame(out, &root, &retarget, &clip, 0);
    pd_anim_skeleton unplaced = human;
    unplaced.offsets[0] = pd_vec3_make(0, 0, 0);
    pd_anim_skeleton_forward(p, NULL, &unplaced, out, root);
    pd_vec3 middle = pd_vec3_scale(pd_vec3_add(p[1], p[2]), 0.5);
    assert_near(pd_vec3_distance(middle, pd_vec3_scale(pd_vec3_make(2, 0.9, -2.97), retarget.scale)), 0,
                1e-9);
    assert_near(retarget.scale, (0.4009 + 0.4212) / 0.8, 2e-3);
    pd_anim_clip_deinit(&clip);
}

static void unknown_skeletons_are_refused(void **state)
{
    (void)state;
    static const pd_anim_joint joints[] = {{"a", NULL, {0, 0, 0}}, {"b", "a", {0, 1, 0}}};
    pd_anim_clip clip;
    pd_error err = {0};
    human_init(&human);
    assert_int_equal(pd_anim_skeleton_init(&cmu, joints, 2, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &cmu, 1, 30, NULL), PD_OK);
    assert_int_equal(pd_retarget_init(&retarget, &human, &clip, NULL, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(
        err.detail,
        "an unknown skeleton with joints such as \"a\"; joint names of a known skeleton expected");
    pd_anim_clip own;
    assert_int_equal(pd_anim_clip_init(&own, &human, 1, 30, NULL), PD_OK);
    assert_int_equal(pd_retarget_init(&retarget, &cmu, &own, NULL, &err), PD_ERR_INVALID);
    assert_string_equal(err.detail,
                        "the skeleton has no joint \"pelvis\"; a skeleton with SMPL's joints expected");
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_skeleton_keeps_its_rotations),
        cmocka_unit_test(the_reference_pose_becomes_a_straight_figure),
        cmocka_unit_test(limbs_point_where_those_of_the_capture_do),
        cmocka_unit_test(elbows_bend_about_their_hinge),
        cmocka_unit_test(collars_take_their_share_of_the_shoulder),
        cmocka_unit_test(collars_are_counted_from_where_they_are_while_arms_hang),
        cmocka_unit_test(arms_that_never_hang_leave_the_reference_pose),
        cmocka_unit_test(a_torn_spine_is_brought_into_its_range),
        cmocka_unit_test(planted_feet_stand_flat),
        cmocka_unit_test(the_hips_move_by_the_ratio_of_the_legs),
        cmocka_unit_test(unknown_skeletons_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
