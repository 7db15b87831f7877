/* Tests the transfer of captures to the motion skeleton: a capture of the same skeleton comes back unchanged,
 * and limbs point where those of the capture do. */
#include "core/retarget/figure/onto_biped.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/cmu.h"

#define DEGREE 0.017453292519943295

static pd_retarget_onto_biped onto;
static pd_anim_skeleton skeleton;

/* Makes one frame of CMU's skeleton in its reference pose. */
static void cmu_clip(pd_anim_clip *clip)
{
    assert_int_equal(pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(clip, &skeleton, 1, 120, NULL), PD_OK);
    pd_anim_source_reference(pd_anim_clip_frame(clip, 0), &skeleton, pd_anim_source_of(&skeleton));
}

static pd_quat *local(const pd_anim_clip *clip, const char *name)
{
    return &pd_anim_clip_frame(clip, 0)[pd_anim_skeleton_find(&clip->skeleton, name)];
}

static void rotate(const pd_anim_clip *clip, const char *name, double x, double y, double z, double degrees)
{
    pd_quat *q = local(clip, name);
    *q = pd_q_mul(pd_q_axis_angle(pd_vec3_make(x, y, z), degrees * DEGREE), *q);
}

static void init(const pd_anim_clip *clip)
{
    const pd_anim_source *source = pd_anim_source_of(&clip->skeleton);
    assert_non_null(source);
    assert_int_equal(pd_retarget_onto_biped_init(&onto, &clip->skeleton, clip->ends, source, NULL), PD_OK);
}

/* Computes the joints (31) of frame 0 on the biped. */
static void pose(pd_vec3 *p, const pd_anim_clip *clip)
{
    pd_anim_clip out;
    assert_int_equal(pd_retarget_onto_biped_clip(&out, &onto, clip, NULL), PD_OK);
    pd_anim_clip_pose(p, NULL, &out, 0);
    pd_anim_clip_deinit(&out);
}

static pd_vec3 along(const pd_vec3 *p, int from, int to)
{
    return pd_vec3_unit_or(pd_vec3_sub(p[to], p[from]), pd_vec3_make(0, 0, 0));
}

static void a_source_equal_to_the_biped_is_retargeted_unchanged(void **state)
{
    (void)state;
    pd_rng rng;
    pd_anim_clip clip, out;
    pd_anim_biped_skeleton(&skeleton);
    pd_rng_init(&rng, 5);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 3, 60, NULL), PD_OK);
    pd_anim_biped_ends(clip.ends);
    for (int i = 0; i < 3 * PD_ANIM_BIPED_JOINTS; i++)
        clip.rotations[i] = pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), 0, 3});
    clip.roots[2] = pd_vec3_make(1, 2, 3);
    init(&clip);
    assert_near(onto.scale, 1, 1e-12);
    assert_int_equal(pd_retarget_onto_biped_clip(&out, &onto, &clip, NULL), PD_OK);
    for (int t = 0; t < 3; t++) {
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            assert_near(pd_q_angle(pd_anim_clip_frame(&out, t)[j], pd_anim_clip_frame(&clip, t)[j]), 0, 1e-7);
        }
        assert_near(pd_vec3_distance(out.roots[t], clip.roots[t]), 0, 1e-12);
    }
    pd_anim_clip_deinit(&clip);
    pd_anim_clip_deinit(&out);
}

static void the_reference_pose_becomes_a_straight_figure(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];
    cmu_clip(&clip);
    init(&clip);
    pose(p, &clip);
    assert_true(along(p, PD_BIPED_L_THIGH, PD_BIPED_L_FOOT).y < -0.999);
    assert_true(along(p, PD_BIPED_R_THIGH, PD_BIPED_R_FOOT).y < -0.999);
    assert_true(along(p, PD_BIPED_L_ARM, PD_BIPED_L_HAND).x > 0.98);
    assert_true(along(p, PD_BIPED_R_ARM, PD_BIPED_R_HAND).x < -0.98);
    assert_near(pd_q_angle(pd_q_identity(), *local(&clip, "Spine")), 0, 1e-9);
    pd_anim_clip_deinit(&clip);
}

static void limbs_point_where_those_of_the_capture_do(void **state)
{
    (void)state;
    static const char *const names[] = {"LeftUpLeg", "LeftLeg",     "RightUpLeg", "RightLeg",
                                        "LeftArm",   "LeftForeArm", "RightArm",   "RightForeArm"};
    static const char *const ends[] = {"LeftLeg",     "LeftFoot", "RightLeg",     "RightFoot",
                                       "LeftForeArm", "LeftHand", "RightForeArm", "RightHand"};
    pd_anim_clip clip;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS], theirs[PD_ANIM_MAX_JOINTS];
    cmu_clip(&clip);
    rotate(&clip, "Hips", 0.6, 0.8, 0, 40);
    rotate(&clip, "LeftUpLeg", 1, 0, 0, -35);
    rotate(&clip, "LeftLeg", 1, 0, 0, 50);
    rotate(&clip, "RightUpLeg", 0, 0, 1, -20);
    rotate(&clip, "LeftArm", 0, 0, 1, -70);
    rotate(&clip, "RightForeArm", 0, 1, 0, 80);
    init(&clip);
    pose(p, &clip);
    pd_anim_clip_pose(theirs, NULL, &clip, 0);
    for (int i = 0; i < 8; i++) {
        int from = pd_anim_skeleton_find(&skeleton, names[i]), to = pd_anim_skeleton_find(&skeleton, ends[i]);
        int ours = pd_anim_skeleton_find(&onto.biped, names[i]),
            end = pd_anim_skeleton_find(&onto.biped, ends[i]);
        assert_near(pd_vec3_distance(along(theirs, from, to), along(p, ours, end)), 0, 1e-9);
    }
    pd_anim_clip_deinit(&clip);
}

static void planted_feet_stand_on_the_sole_of_the_biped(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS], ankle, toe, tip;
    cmu_clip(&clip);
    rotate(&clip, "LeftFoot", 1, 0, 0, 12);
    init(&clip);
    pd_retarget_soles soles = onto.soles;
    pd_retarget_onto_biped_foot(&ankle, &toe, &tip, &onto, &clip, 0, 0);
    soles.foot[0] = atan2(toe.y - ankle.y, hypot(toe.x - ankle.x, toe.z - ankle.z));
    pd_retarget_onto_biped_set_soles(&onto, &soles);
    pose(p, &clip);
    assert_near(p[PD_BIPED_L_FOOT].y - p[PD_BIPED_L_TOE].y, PD_ANIM_BIPED_ANKLE - PD_ANIM_BIPED_TOE, 3e-4);
    assert_near(p[PD_BIPED_R_FOOT].y - p[PD_BIPED_R_TOE].y, PD_ANIM_BIPED_ANKLE - PD_ANIM_BIPED_TOE, 3e-4);
    pd_anim_clip_deinit(&clip);
}

static void the_hips_stand_on_scaled_legs(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS], theirs[PD_ANIM_MAX_JOINTS];
    cmu_clip(&clip);
    clip.roots[0] = pd_vec3_make(1, 1, -2);
    init(&clip);
    assert_near(onto.scale, 2 * 0.799 / (4 * hypot(0.1368, 0.3759)), 2e-3);
    pose(p, &clip);
    pd_anim_clip_pose(theirs, NULL, &clip, 0);
    pd_vec3 ours = pd_vec3_scale(pd_vec3_add(p[PD_BIPED_L_THIGH], p[PD_BIPED_R_THIGH]), 0.5);
    pd_vec3 hips = pd_vec3_add(theirs[pd_anim_skeleton_find(&skeleton, "LeftUpLeg")],
                               theirs[pd_anim_skeleton_find(&skeleton, "RightUpLeg")]);
    assert_near(pd_vec3_distance(ours, pd_vec3_scale(hips, 0.5 * onto.scale)), 0, 1e-9);
    pd_anim_clip_deinit(&clip);
}

static void the_biped_is_not_taken_for_the_conversion_with_its_names(void **state)
{
    (void)state;
    pd_anim_biped_skeleton(&skeleton);
    assert_string_equal(pd_anim_source_of(&skeleton)->name, "biped");
    assert_int_equal(pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, NULL), PD_OK);
    assert_string_equal(pd_anim_source_of(&skeleton)->name, "cmu-bvh");
}

static void a_skeleton_without_a_shin_is_refused(void **state)
{
    (void)state;
    pd_anim_joint joints[CMU_COUNT];
    pd_vec3 ends[PD_ANIM_MAX_JOINTS] = {{0, 0, 0}};
    pd_error err;
    memcpy(joints, cmu_joints, sizeof joints);
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, CMU_COUNT, NULL), PD_OK);
    const pd_anim_source *source = pd_anim_source_of(&skeleton);
    joints[3].name = "Shin";
    joints[4].parent = "Shin";
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, CMU_COUNT, NULL), PD_OK);
    assert_int_equal(pd_retarget_onto_biped_init(&onto, &skeleton, ends, source, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "LeftLeg"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_equal_to_the_biped_is_retargeted_unchanged),
        cmocka_unit_test(the_reference_pose_becomes_a_straight_figure),
        cmocka_unit_test(limbs_point_where_those_of_the_capture_do),
        cmocka_unit_test(planted_feet_stand_on_the_sole_of_the_biped),
        cmocka_unit_test(the_hips_stand_on_scaled_legs),
        cmocka_unit_test(the_biped_is_not_taken_for_the_conversion_with_its_names),
        cmocka_unit_test(a_skeleton_without_a_shin_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
