/* The joint of the other side, found by name; and a mirrored clip,
 * compared with points that are mirrored one by one. */
#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

static void assert_sides(const pd_anim_joint *joints, const int *expected, int count)
{
    pd_anim_skeleton skeleton;
    int mirror[PD_ANIM_MAX_JOINTS];
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, count, NULL), PD_OK);
    pd_anim_mirror_table(mirror, &skeleton);
    for (int k = 0; k < count; k++)
        if (mirror[k] != expected[k]) fail_msg("%s: %d, %d expected", joints[k].name, mirror[k], expected[k]);
}

static void sides_are_found_in_the_names_of_every_convention(void **state)
{
    (void)state;
    static const pd_anim_joint joints[] = {
        {"root", NULL, {0, 0, 0}},
        {"LeftArm", "root", {0, 0, 0}},
        {"RightArm", "root", {0, 0, 0}},
        {"LEFT_LEG", "root", {0, 0, 0}},
        {"RIGHT_LEG", "root", {0, 0, 0}},
        {"hand.L", "LeftArm", {0, 0, 0}},
        {"hand.R", "RightArm", {0, 0, 0}},
        {"l_toe", "LEFT_LEG", {0, 0, 0}},
        {"r_toe", "RIGHT_LEG", {0, 0, 0}},
        {"LHip", "root", {0, 0, 0}},
        {"RHip", "root", {0, 0, 0}},
        {"mixamorig:LeftEye", "root", {0, 0, 0}},
        {"mixamorig:RightEye", "root", {0, 0, 0}},
        {"bone left up", "root", {0, 0, 0}},
        {"bone right up", "root", {0, 0, 0}},
        {"ear-l", "root", {0, 0, 0}},
        {"ear-r", "root", {0, 0, 0}},
    };
    static const int expected[] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15};
    assert_sides(joints, expected, 17);
}

/* Single letters count at the border of a word only, and a partner must hang on the partner of the parent. */
static void a_joint_without_a_mirror_partner_is_its_own(void **state)
{
    (void)state;
    static const pd_anim_joint joints[] = {
        {"pelvis", NULL, {0, 0, 0}},          {"belly", "pelvis", {0, 0, 0}},
        {"berry", "pelvis", {0, 0, 0}}, /* l and r inside words */
        {"beLly", "pelvis", {0, 0, 0}},       {"beRly", "pelvis", {0, 0, 0}},
        {"tail_left", "pelvis", {0, 0, 0}},                                       /* no other one */
        {"left_wing", "belly", {0, 0, 0}},    {"right_wing", "berry", {0, 0, 0}}, /* parents are no pair */
        {"aLLeft", "pelvis", {0, 0, 0}},      {"left_fin", "pelvis", {0, 0, 0}},
        {"right_fin", "left_fin", {0, 0, 0}}, /* a chain */
    };
    static const int expected[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    assert_sides(joints, expected, 11);
}

/* World positions and ends of the mirrored clip are the mirrored ones of the partner. */
static void a_mirrored_clip_is_the_mirror_image(void **state)
{
    (void)state;
    pd_anim_skeleton skeleton;
    pd_anim_clip in, out;
    pd_rng rng;
    pd_rng_init(&rng, 8);
    human_init(&skeleton);
    assert_int_equal(pd_anim_clip_init(&in, &skeleton, 5, 40, NULL), PD_OK);
    for (int t = 0; t < 5; t++) {
        in.roots[t] = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng));
        for (int k = 0; k < 24; k++)
            pd_anim_clip_frame(&in, t)[k] =
                pd_q_from_rotvec(pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)));
    }
    for (int k = 0; k < 24; k++) in.ends[k] = pd_vec3_make(pd_rng_normal(&rng), 0.1 * k, pd_rng_normal(&rng));

    assert_int_equal(pd_anim_clip_mirror(&out, &in, NULL), PD_OK);
    assert_int_equal(out.frame_count, 5);
    assert_near(out.rate, 40, 0);
    for (int t = 0; t < 5; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS], m[PD_ANIM_MAX_JOINTS];
        pd_quat q[PD_ANIM_MAX_JOINTS], r[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, q, &in, t), pd_anim_clip_pose(m, r, &out, t);
        for (int k = 0; k < 24; k++) {
            char name[PD_ANIM_NAME_BYTES];
            const char *own = skeleton.names[k];
            if (!strncmp(own, "left_", 5))
                snprintf(name, sizeof name, "right_%s", own + 5);
            else
                snprintf(name, sizeof name, "%s%s", strncmp(own, "right_", 6) ? "" : "left_",
                         strncmp(own, "right_", 6) ? own : own + 6);
            int other = pd_anim_skeleton_find(&skeleton, name);
            assert_near(m[k].x, -p[other].x, 1e-12);
            assert_near(m[k].y, p[other].y, 1e-12);
            assert_near(m[k].z, p[other].z, 1e-12);
            pd_vec3 a = pd_q_rotate(r[k], out.ends[k]), b = pd_q_rotate(q[other], in.ends[other]);
            assert_near(pd_vec3_distance(a, pd_vec3_make(-b.x, b.y, b.z)), 0, 1e-12);
        }
    }
    pd_anim_clip_deinit(&in), pd_anim_clip_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_found_in_the_names_of_every_convention),
        cmocka_unit_test(a_joint_without_a_mirror_partner_is_its_own),
        cmocka_unit_test(a_mirrored_clip_is_the_mirror_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
