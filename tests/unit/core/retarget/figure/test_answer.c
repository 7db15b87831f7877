/* Tests how a joint of one skeleton is expressed by joints of another: names, fitted rotations, halves and
 * parts of turns. */
#include "core/retarget/figure/answer.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

static pd_anim_skeleton human;

static int setup(void **state)
{
    (void)state;
    human_init(&human);
    return 0;
}

static int joint(const char *name)
{
    return pd_anim_skeleton_find(&human, name);
}

static pd_quat random_rotation(pd_rng *rng)
{
    pd_quat q = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_q_normalize(q);
}

static void finds(const char *text, int first, int second, int stands)
{
    pd_retarget_answer a;
    pd_retarget_answer_find(&a, &human, text);
    assert_int_equal(a.from[0], first);
    assert_int_equal(a.from[1], second);
    assert_int_equal(a.stands, stands);
    for (int i = 0; i < 2; i++) assert_near(pd_q_angle(a.fit[i], pd_q_identity()), 0, 0);
}

static void a_text_names_one_joint_or_two_or_a_turn_and_a_place(void **state)
{
    (void)state;
    int knee = joint("left_knee"), hip = joint("left_hip"), root = joint("pelvis");
    finds("left_knee", knee, knee, knee);
    finds("pelvis", root, root, root);
    finds("left_knee|left_hip", knee, hip, knee);
    finds("left_knee@left_hip", knee, knee, hip);
    finds("left_knee|pelvis", knee, root, knee); /* joint 0 is a joint */
    finds("left_knee@pelvis", knee, knee, root);
    finds("left_knee|tail", knee, knee, knee);
    finds("left_knee@tail", knee, knee, knee);
    finds("tail", -1, -1, -1);
    finds(NULL, -1, -1, -1);
}

static void a_text_longer_than_any_joint_name_matches_no_joint(void **state)
{
    (void)state;
    char text[4 * PD_ANIM_NAME_BYTES];
    for (size_t n = 2 * PD_ANIM_NAME_BYTES - 3; n < 2 * PD_ANIM_NAME_BYTES + 3; n++) {
        memset(text, 'x', n), text[n] = 0;
        finds(text, -1, -1, -1);
    }
}

static void a_fitted_answer_gives_a_in_the_reference_and_follows_every_turn_after_it(void **state)
{
    (void)state;
    pd_rng rng;
    pd_retarget_answer answer;
    pd_quat world[24];
    pd_rng_init(&rng, 3);
    pd_retarget_answer_find(&answer, &human, "left_elbow");
    for (int k = 0; k < 24; k++) world[k] = random_rotation(&rng);
    pd_quat a = random_rotation(&rng), rotation = random_rotation(&rng);
    pd_retarget_answer_fit(&answer, world, a);
    assert_near(pd_q_angle(pd_retarget_answer_rotation(&answer, world), a), 0, 1e-7);
    for (int k = 0; k < 24; k++) world[k] = pd_q_mul(rotation, world[k]);
    assert_near(pd_q_angle(pd_retarget_answer_rotation(&answer, world), pd_q_mul(rotation, a)), 0, 1e-7);
}

static void two_joints_answer_with_the_rotation_halfway_between_theirs(void **state)
{
    (void)state;
    pd_rng rng;
    pd_retarget_answer answer;
    pd_quat world[24];
    pd_rng_init(&rng, 4);
    for (int round = 0; round < 20; round++) {
        pd_retarget_answer_find(&answer, &human, "spine1|spine3");
        for (int k = 0; k < 24; k++) world[k] = pd_q_identity();
        pd_retarget_answer_fit(&answer, world, pd_q_identity());
        for (int k = 0; k < 24; k++) world[k] = random_rotation(&rng);
        pd_quat one = world[joint("spine1")], two = world[joint("spine3")],
                half = pd_retarget_answer_rotation(&answer, world);
        assert_near(pd_q_angle(half, one), pd_q_angle(half, two), 1e-7);
        assert_near(pd_q_angle(half, one), pd_q_angle(one, two) / 2, 1e-7);
    }
}

static void a_skeleton_without_corresponding_joints_has_no_fit(void **state)
{
    (void)state;
    pd_quat world[24];
    pd_retarget_answer answer;
    pd_retarget_answer_find(&answer, &human, "tail");
    for (int k = 0; k < 24; k++) world[k] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 1);
    pd_retarget_answer_fit(&answer, world, world[0]);
    for (int i = 0; i < 2; i++) assert_near(pd_q_angle(answer.fit[i], pd_q_identity()), 0, 0);
}

static void a_part_of_a_turn_has_that_part_of_its_angle_about_the_same_axis(void **state)
{
    (void)state;
    pd_vec3 axis = pd_vec3_make(0.6, 0, -0.8);
    pd_quat q = pd_q_axis_angle(axis, 1.2);
    for (double part = 0; part <= 1; part += 0.25)
        assert_near(pd_q_angle(pd_retarget_answer_part(q, part), pd_q_axis_angle(axis, 1.2 * part)), 0, 1e-7);
}

static void aligning_turns_one_direction_to_the_other_by_no_more_than_their_angle(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int round = 0; round < 50; round++) {
        pd_vec3 ours = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng));
        pd_vec3 theirs = pd_vec3_make(pd_rng_normal(&rng), pd_rng_normal(&rng), 3 * pd_rng_normal(&rng));
        pd_quat q = pd_retarget_answer_align(ours, theirs);
        double angle = acos(pd_vec3_dot(ours, theirs) / pd_vec3_length(ours) / pd_vec3_length(theirs));
        pd_vec3 to = pd_vec3_scale(pd_q_rotate(q, ours), pd_vec3_length(theirs) / pd_vec3_length(ours));
        assert_near(pd_vec3_distance(to, theirs), 0, 1e-7);
        assert_near(pd_q_angle(q, pd_q_identity()), angle, 1e-7);
    }
}

/* Any rotation by pi would do; ours is about z where the bone allows it,
 * so that a bone stays in the body's plane. */
static void opposite_bones_in_the_figures_plane_turn_within_it(void **state)
{
    (void)state;
    for (double a = 0; a < 6; a += 0.5) {
        pd_vec3 ours = pd_vec3_make(0.3 * cos(a), 0.3 * sin(a), 0);
        pd_quat q = pd_retarget_answer_align(ours, pd_vec3_scale(ours, -2));
        assert_near(pd_vec3_distance(pd_q_rotate(q, ours), pd_vec3_scale(ours, -1)), 0, 1e-7);
        assert_near(pd_q_rotate(q, pd_vec3_make(0, 0, 1)).z, 1, 1e-7);
    }
}

static void a_bone_without_length_is_not_aligned(void **state)
{
    (void)state;
    pd_vec3 none = pd_vec3_make(0, 0, 1e-7), bone = pd_vec3_make(0, -1, 0);
    assert_near(pd_q_angle(pd_retarget_answer_align(none, bone), pd_q_identity()), 0, 0);
    assert_near(pd_q_angle(pd_retarget_answer_align(bone, none), pd_q_identity()), 0, 0);
    assert_near(pd_q_angle(pd_retarget_answer_align(pd_vec3_scale(none, 100), bone), pd_q_identity()),
                M_PI / 2, 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_names_one_joint_or_two_or_a_turn_and_a_place),
        cmocka_unit_test(a_text_longer_than_any_joint_name_matches_no_joint),
        cmocka_unit_test(a_fitted_answer_gives_a_in_the_reference_and_follows_every_turn_after_it),
        cmocka_unit_test(two_joints_answer_with_the_rotation_halfway_between_theirs),
        cmocka_unit_test(a_skeleton_without_corresponding_joints_has_no_fit),
        cmocka_unit_test(a_part_of_a_turn_has_that_part_of_its_angle_about_the_same_axis),
        cmocka_unit_test(aligning_turns_one_direction_to_the_other_by_no_more_than_their_angle),
        cmocka_unit_test(opposite_bones_in_the_figures_plane_turn_within_it),
        cmocka_unit_test(a_bone_without_length_is_not_aligned),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
