/* Tests the closed-form solver of arms and legs. The rotations are applied to the bones, and the tip must be
 * at the target, or as near as the bones allow. */
#include "tests/support/cmocka.h"

#include "core/anim/two_bone.h"

/* Makes an arm along +X, upper arm 0.3, forearm 0.25, bent by `bend` radians towards +Z. */
static pd_anim_two_bone_job arm(double bend, pd_vec3 target)
{
    pd_anim_two_bone_job job = {.root = {0, 1, 0}, .middle = {0.3, 1, 0}, .target = target};
    job.tip = pd_vec3_add(job.middle, pd_vec3_make(0.25 * cos(bend), 0, 0.25 * sin(bend)));
    job.bend_axis = pd_vec3_make(0, -1, 0);
    return job;
}

static void expect_bones_kept(const pd_anim_two_bone_job *job)
{
    assert_near(pd_vec3_distance(job->root, job->middle_at), pd_vec3_distance(job->root, job->middle), 1e-12);
    assert_near(pd_vec3_distance(job->middle_at, job->tip_at), pd_vec3_distance(job->middle, job->tip),
                1e-12);
}

/* Checks that the rotations, applied after the start rotations, give the bone positions of the job. */
static void expect_turns_agree(const pd_anim_two_bone_job *job)
{
    pd_vec3 first = pd_q_rotate(job->root_rotation, pd_vec3_sub(job->middle, job->root));
    pd_vec3 second = pd_q_rotate(job->middle_rotation, pd_vec3_sub(job->tip, job->middle));
    pd_vec3 middle = pd_vec3_add(job->root, first), tip = pd_vec3_add(middle, second);
    assert_near(pd_vec3_distance(middle, job->middle_at), 0, 1e-12);
    assert_near(pd_vec3_distance(tip, job->tip_at), 0, 1e-9);
}

static void a_target_in_reach_is_reached_exactly(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0.7, pd_vec3_make(0.1, 1.3, 0.2));
    pd_anim_two_bone_run(&job);
    assert_true(job.reachable);
    assert_near(pd_vec3_distance(job.tip_at, job.target), 0, 1e-12);
    expect_bones_kept(&job);
    expect_turns_agree(&job);
}

static void a_target_out_of_reach_leaves_the_arm_straight(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0.7, pd_vec3_make(0, 3, 0));
    pd_anim_two_bone_run(&job);
    assert_false(job.reachable);
    assert_near(pd_vec3_distance(job.tip_at, pd_vec3_make(0, 1.55, 0)), 0, 1e-9);
    assert_near(pd_vec3_distance(job.middle_at, pd_vec3_make(0, 1.3, 0)), 0, 1e-9);
    expect_turns_agree(&job);
}

static void a_target_too_near_folds_the_arm(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0.7, pd_vec3_make(0, 1.01, 0));
    pd_anim_two_bone_run(&job);
    assert_false(job.reachable);
    assert_near(pd_vec3_distance(job.tip_at, job.root), 0.05, 1e-9);
    assert_near(pd_vec3_distance(job.tip_at, job.target), 0.04, 1e-9);
    expect_turns_agree(&job);
}

static void a_target_at_the_root_gives_a_finite_pose(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0.7, pd_vec3_make(0, 1, 0));
    pd_anim_two_bone_run(&job);
    assert_true(pd_q_finite(job.root_rotation) && pd_q_finite(job.middle_rotation));
    assert_false(job.reachable);
    expect_bones_kept(&job);
    job = arm(0.7, pd_vec3_make(0, 1, 0));
    job.tip = pd_vec3_fma(job.middle, 0.3 / 0.25, pd_vec3_sub(job.tip, job.middle)); /* equal bones */
    pd_anim_two_bone_run(&job);
    assert_true(job.reachable);
    assert_near(pd_vec3_distance(job.tip_at, job.root), 0, 1e-9);
}

static void the_bend_stays_on_the_side_of_the_start_pose(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        pd_anim_two_bone_job job = arm(sign * 0.7, pd_vec3_make(0.4, 1, 0));
        pd_anim_two_bone_run(&job);
        assert_near(job.middle_at.y, 1, 1e-12);
        assert_true(sign * job.middle_at.z <
                    -0.05); /* the tip bends one way, the elbow stands out the other */
    }
}

static void a_straight_arm_bends_about_its_anatomical_hinge(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0, pd_vec3_make(0.4, 1, 0)); /* the target lies on the arm's own line */
    pd_anim_two_bone_run(&job);
    assert_true(job.reachable);
    assert_near(pd_vec3_distance(job.tip_at, job.target), 0, 1e-12);
    assert_true(job.middle_at.z < -0.05);
    job.bend_axis = pd_vec3_make(0, 0, 0);
    pd_anim_two_bone_run(&job);
    assert_near(pd_vec3_distance(job.tip_at, job.target), 0, 1e-12);
}

static void the_middle_joint_points_to_the_pole(void **state)
{
    (void)state;
    const pd_vec3 poles[] = {{0.2, 5, 0}, {0.2, -5, 0}, {0.2, 1, 5}, {0.2, 1, -5}, {0.1, 1.2, 0.3}};
    for (size_t i = 0; i < sizeof poles / sizeof *poles; i++) {
        for (int straight = 0; straight < 2; straight++) {
            pd_anim_two_bone_job job = arm(straight ? 0 : 0.7, pd_vec3_make(0.4, 1, 0));
            job.has_pole = 1;
            job.pole = poles[i];
            pd_anim_two_bone_run(&job);
            assert_near(pd_vec3_distance(job.tip_at, job.target), 0, 1e-12);
            expect_turns_agree(&job);
            pd_vec3 line = {1, 0, 0};
            pd_vec3 side = pd_vec3_reject(pd_vec3_sub(job.middle_at, job.root), line);
            pd_vec3 wanted = pd_vec3_reject(pd_vec3_sub(job.pole, job.root), line);
            double cosine = pd_vec3_dot(side, wanted) / (pd_vec3_length(side) * pd_vec3_length(wanted));
            assert_near(cosine, 1, 1e-12);
        }
    }
}

static void a_pole_on_the_line_changes_nothing(void **state)
{
    (void)state;
    pd_anim_two_bone_job free_job = arm(0.7, pd_vec3_make(0.4, 1, 0)), poled = free_job;
    poled.has_pole = 1;
    poled.pole = pd_vec3_make(2, 1, 0);
    pd_anim_two_bone_run(&free_job);
    pd_anim_two_bone_run(&poled);
    assert_near(pd_vec3_distance(free_job.middle_at, poled.middle_at), 0, 1e-15);
}

static void targets_are_reached_with_bones_of_length_zero(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0.7, pd_vec3_make(0, 1, 0.4));
    job.tip = job.middle;
    pd_anim_two_bone_run(&job);
    assert_near(pd_vec3_distance(job.tip_at, pd_vec3_make(0, 1, 0.3)), 0, 1e-12);
    assert_false(job.reachable);
    job.middle = job.root;
    job.tip = pd_vec3_make(0.25, 1, 0);
    pd_anim_two_bone_run(&job);
    assert_near(pd_vec3_distance(job.tip_at, pd_vec3_make(0, 1, 0.25)), 0, 1e-12);
    job.tip = job.root;
    pd_anim_two_bone_run(&job);
    assert_true(pd_q_finite(job.root_rotation) && pd_q_finite(job.middle_rotation));
    assert_near(pd_vec3_distance(job.tip_at, job.root), 0, 1e-12);
}

static void a_target_straight_behind_turns_about_the_hinge(void **state)
{
    (void)state;
    pd_anim_two_bone_job job = arm(0, pd_vec3_make(-0.55, 1, 0));
    pd_anim_two_bone_run(&job);
    assert_near(pd_vec3_distance(job.tip_at, job.target), 0, 1e-6);
    pd_vec3 up = pd_q_rotate(job.root_rotation, pd_vec3_make(0, 1, 0));
    assert_near(up.y, 1, 1e-9);
}

/* From bent to straight start poses the hinge must not jump where the anatomical default takes over. */
static void the_hinge_changes_smoothly_as_the_start_pose_straightens(void **state)
{
    (void)state;
    pd_vec3 last = {0, 0, 0};
    for (int i = 0; i <= 600; i++) {
        pd_anim_two_bone_job job = arm(0, pd_vec3_make(0.4, 1, 0));
        double bend = 0.6 * (600 - i) / 600; /* the start bends upwards, the default forwards */
        job.tip = pd_vec3_add(job.middle, pd_vec3_make(0.25 * cos(bend), 0.25 * sin(bend), 0));
        pd_anim_two_bone_run(&job);
        if (i > 0 && pd_vec3_distance(job.middle_at, last) > 0.01)
            fail_msg("the elbow jumps by %g m at a bend of %g", pd_vec3_distance(job.middle_at, last), bend);
        last = job.middle_at;
    }
}

/* A network's knees and elbows are bent backwards by some degrees now and then: through straight the joint
 * must not go round. */
static void a_hinge_that_starts_bent_backwards_bends_forwards(void **state)
{
    (void)state;
    pd_vec3 last = {0, 0, 0};
    for (int i = 0; i <= 600; i++) {
        pd_anim_two_bone_job job = arm(0, pd_vec3_make(0.4, 1, 0));
        const double bend = 0.3 * (i - 300) / 300,
                     aside = 0.02; /* forwards, which is -z of the elbow; and a little up */
        job.tip =
            pd_vec3_add(job.middle, pd_vec3_make(0.25 * cos(bend), 0.25 * sin(aside), 0.25 * sin(bend)));
        job.is_hinge = 1;
        pd_anim_two_bone_run(&job);
        assert_near(pd_vec3_distance(job.tip_at, job.target), 0, 1e-3);
        assert_true(job.middle_at.z < -0.05);
        if (i > 0) assert_true(pd_vec3_distance(job.middle_at, last) < 0.005);
        last = job.middle_at;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_in_reach_is_reached_exactly),
        cmocka_unit_test(a_target_out_of_reach_leaves_the_arm_straight),
        cmocka_unit_test(a_target_too_near_folds_the_arm),
        cmocka_unit_test(a_target_at_the_root_gives_a_finite_pose),
        cmocka_unit_test(the_bend_stays_on_the_side_of_the_start_pose),
        cmocka_unit_test(a_straight_arm_bends_about_its_anatomical_hinge),
        cmocka_unit_test(the_middle_joint_points_to_the_pole),
        cmocka_unit_test(a_pole_on_the_line_changes_nothing),
        cmocka_unit_test(targets_are_reached_with_bones_of_length_zero),
        cmocka_unit_test(a_target_straight_behind_turns_about_the_hinge),
        cmocka_unit_test(the_hinge_changes_smoothly_as_the_start_pose_straightens),
        cmocka_unit_test(a_hinge_that_starts_bent_backwards_bends_forwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
