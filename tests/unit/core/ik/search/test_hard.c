/* Tests hard cases with every solver: singular starts, contradicting targets, and the nearest pose to targets
 * out of reach. */
#include "tests/support/cmocka.h"

#include "tests/support/arms.h"
#include "tests/support/human.h"
#include "tests/support/person_job.h"

/* Ten equal joints, folded onto one another like a rule: from there to the root,
 * to the line it lies on, to anywhere. */
static void a_folded_chain_reaches_targets_at_its_root_and_on_its_line(void **state)
{
    (void)state;
    char names[10][8];
    pd_anim_joint joints[10];
    pd_quat folded[10];
    pd_anim_skeleton human = person.skeleton;
    const pd_vec3 wanted[] = {{0, 0, 0}, {0.3, 0, 0}, {-0.4, 0, 0}, {0.2, 0.3, -0.1}};
    for (int j = 0; j < 10; j++) {
        snprintf(names[j], sizeof names[j], "j%d", j);
        joints[j] = (pd_anim_joint){names[j], j ? names[j - 1] : NULL, {j ? 0.1 : 0, 0, 0}};
        folded[j] = j ? pd_q_axis_angle(pd_vec3_make(0, 0, 1), j % 2 ? 3.1 : -3.1) : pd_q_identity();
    }
    assert_int_equal(pd_anim_skeleton_init(&person.skeleton, joints, 10, NULL), PD_OK);
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++)
        for (int w = 0; w < 8; w++) {
            pd_ik_target t = {.joint = 9, .chain_root = 0, .has_position = 1, .position = wanted[w % 4]};
            pd_ik_job job = person_job_of(&t, 1, person_all_solvers[s]);
            job.limits = NULL;
            job.start = w < 4 ? folded : NULL; /* and from the straight line to the root */
            job.iterations = 2000;
            person_job_run(&job);
            if (job.status != PD_IK_REACHED)
                fail_msg("%s, %s to %g %g %g: %s, %g m left", pd_ik_solver_name(person_all_solvers[s]),
                         w < 4 ? "folded" : "straight", t.position.x, t.position.y, t.position.z,
                         pd_ik_status_name(job.status), person.results[0].position_error);
        }
    person.skeleton = human;
}

/* Two targets for one hand contradict each other. The middle is nearest; every solver that is not cut off
 * ends there or reports STALLED. */
static void contradicting_targets_are_missed_by_the_same_distance(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof person_all_solvers / sizeof *person_all_solvers; s++) {
        pd_ik_target t[2] = {{.joint = person_joint("left_wrist"),
                              .chain_root = person_joint("left_shoulder"),
                              .has_position = 1}};
        t[1] = t[0];
        t[0].position = pd_vec3_make(0.3, 1.2, 0.3);
        t[1].position = pd_vec3_make(0.3, 1.4, 0.3);
        pd_ik_job job = person_job_of(t, 2, person_all_solvers[s]);
        job.iterations = 300;
        person_job_run(&job);
        assert_int_not_equal(job.status, PD_IK_REACHED);
        assert_true(person_excess(&job) < 1e-4);
        for (int k = 0; k < 2; k++) {
            assert_true(isfinite(person.results[k].position_error));
            if (person_all_solvers[s] != PD_IK_FABRIK && person_all_solvers[s] != PD_IK_CCD)
                assert_near(person.results[k].position_error, 0.1, 0.02);
            assert_true(person.results[k].position_error < 0.21);
        }
    }
}

/* With the whole curvature the nearest pose is a handful of steps away from each of two starts; neighbours of
 * it are no nearer. */
static void the_nearest_pose_is_found_in_few_steps(void **state)
{
    (void)state;
    pd_anim_skeleton human = person.skeleton;
    int iterations = 0, far = 0;
    pd_rng_init(&person.rng, 31);
    arm_make(&person.skeleton, person.own_limits, &arm_robot);
    for (int i = 0; i < 200; i++) {
        double q[10];
        pd_ik_target t = {
            .joint = arm_robot.hinges, .chain_root = 0, .has_position = 1, .has_orientation = 1};
        arm_random(q, &arm_robot, &person.rng);
        arm_pose(&t.position, &t.orientation, &arm_robot, q);
        t.position = pd_vec3_scale(t.position, 3.5);
        pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
        job.limits = person.own_limits;
        person_job_run(&job);
        if (job.status != PD_IK_UNREACHABLE || person.results[0].position_error < 1) continue;
        iterations += job.iterations_used, far++;
        assert_true(person_excess(&job) < 1e-6);
    }
    printf("far away: %d targets, %.1f iterations on average\n", far, (double)iterations / far);
    assert_true(far > 120 && iterations < 2 * 12 * far);
    person.skeleton = human;
}

/* Every hinge of a person's arm at one of its ends: few ways lead there from inside. */
static void arms_with_every_joint_at_a_limit_are_found(void **state)
{
    (void)state;
    const double degree = 0.017453292519943295;
    pd_anim_skeleton human = person.skeleton;
    arm_make(&person.skeleton, person.own_limits, &arm_human);

    for (int pass = 0; pass < 2; pass++) { /* without a start pose, and from one */
        int found = 0, unreachable = 0;
        pd_rng_init(&person.rng, 28);
        for (int i = 0; i < 300; i++) {
            double q[10];
            pd_ik_target t = {.joint = arm_human.hinges, .has_position = 1, .has_orientation = 1};
            for (int k = 0; k < arm_human.hinges; k++)
                q[k] = degree *
                       (pd_rng_uniform(&person.rng) < 0.5 ? arm_human.rows[k].from : arm_human.rows[k].to);
            arm_pose(&t.position, &t.orientation, &arm_human, q);
            pd_ik_job job = person_job_of(&t, 1, PD_IK_DLS);
            job.limits = person.own_limits;
            if (!pass) job.start = NULL;
            person_job_run(&job);
            found += job.status == PD_IK_REACHED;
            unreachable += job.status == PD_IK_UNREACHABLE;
            assert_true(person_excess(&job) < 1e-6);
        }
        printf("every hinge at a limit, %s: %d of 300 found\n", pass ? "from a start pose" : "from anywhere",
               found);
        assert_true(found >= 285);
        assert_int_equal(unreachable, 0); /* for it is not proven */
    }
    person.skeleton = human;
}

/* The target of one hand is proven to be too far away.
 * The contradicting targets of the other hand are no proof. */
static void an_unreachable_target_is_reported_for_that_target_alone(void **state)
{
    (void)state;
    for (int limited = 0; limited < 2; limited++) {
        pd_ik_target t[4] = {{.joint = person_joint("left_wrist"),
                              .chain_root = person_joint("left_shoulder"),
                              .has_position = 1,
                              .position = {5, 1, 0}},
                             {.joint = person_joint("right_wrist"),
                              .chain_root = person_joint("right_shoulder"),
                              .has_position = 1}};
        t[2] = t[3] = t[1];
        t[1].position = pd_vec3_make(-0.3, 1.2, 0.3);
        t[2].position = pd_vec3_make(-0.3, 1.4, 0.3);
        t[3] = (pd_ik_target){.joint = person_joint("head"),
                              .chain_root = person_joint("neck"),
                              .has_look = 1,
                              .look_at = {0, 1.5, 3}};
        pd_ik_job job = person_job_of(t, 4, PD_IK_DLS);
        if (!limited) job.limits = NULL;
        person_job_run(&job);
        assert_int_equal(job.status, PD_IK_STALLED); /* the worst of them */
        assert_int_equal(person.results[0].status, PD_IK_UNREACHABLE);
        assert_int_equal(person.results[1].status, PD_IK_STALLED);
        assert_int_equal(person.results[2].status, PD_IK_STALLED);
        assert_int_not_equal(person.results[3].status, PD_IK_UNREACHABLE);
    }
}

static int setup(void **state)
{
    (void)state;
    human_init(&person.skeleton);
    for (int j = 0; j < 24; j++) pd_ik_limit_of(&person.limits[j], person.skeleton.names[j]);
    return !pd_arena_init(&person.arena, 0);
}

static int teardown(void **state)
{
    (void)state;
    pd_arena_deinit(&person.arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folded_chain_reaches_targets_at_its_root_and_on_its_line),
        cmocka_unit_test(contradicting_targets_are_missed_by_the_same_distance),
        cmocka_unit_test(the_nearest_pose_is_found_in_few_steps),
        cmocka_unit_test(arms_with_every_joint_at_a_limit_are_found),
        cmocka_unit_test(an_unreachable_target_is_reported_for_that_target_alone),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
