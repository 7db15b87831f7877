/* A robot whose last two links are fixed: targets of its gripper are reached by the joints above it. Targets
 * come from poses within the ranges by forward kinematics, so each of them can be reached. */
#include "tests/support/cmocka.h"

#include "core/ik/search/solve.h"

#define JOINTS 8
#define POSES  20

static const pd_anim_joint joints[JOINTS] = {
    {"base", NULL, {0, 0, 0}},        {"turn", "base", {0, 0.3, 0}},        {"upper", "turn", {0, 0.1, 0}},
    {"lower", "upper", {0, 0.5, 0}},  {"roll", "lower", {0, 0.25, 0}},      {"pitch", "roll", {0, 0.25, 0}},
    {"flange", "pitch", {0, 0.1, 0}}, {"gripper", "flange", {0.05, 0.1, 0}}};
static const double axes[JOINTS][3] = {{0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {0, 0, 1}, {0}, {0}};

static pd_anim_skeleton sk;
static pd_arena arena;
static pd_ik_limit limits[JOINTS];
static pd_quat rotations[JOINTS], wanted[JOINTS];
static pd_vec3 positions[JOINTS], places[JOINTS];
static pd_ik_result results[1];

/* Draws a pose within the ranges, and computes its joint positions. */
static void draw(unsigned seed)
{
    pd_quat local[JOINTS];
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int j = 0; j < JOINTS; j++) {
        const pd_vec3 axis = pd_vec3_make(axes[j][0], axes[j][1], axes[j][2]);
        const bool turns = limits[j].kind == PD_IK_HINGE;
        local[j] = turns ? pd_q_axis_angle(axis, pd_rng_between(&rng, -2.4, 2.4)) : pd_q_identity();
    }
    pd_anim_skeleton_forward(places, wanted, &sk, local, pd_vec3_make(0, 0, 0));
}

static pd_ik_status solve(const pd_ik_target *target, pd_ik_solver solver)
{
    pd_ik_job job = {.rotations = rotations,
                     .positions = positions,
                     .results = results,
                     .skeleton = &sk,
                     .limits = limits,
                     .targets = target,
                     .target_count = 1,
                     .solver = solver};
    pd_error err = {0};
    if (pd_ik_job_check(&job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_ik_job_run(&job, &arena);
    for (int j = 0; j < JOINTS; j++) assert_true(pd_ik_limit_excess(&limits[j], rotations[j]) < 1e-6);
    return job.status;
}

static pd_ik_target of_gripper(void)
{
    return (pd_ik_target){.joint = 7, .chain_root = -1};
}

static void an_orientation_alone_is_reached_by_the_joints_above(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < POSES; seed++) {
        pd_ik_target target = of_gripper();
        draw(seed);
        target.has_orientation = 1;
        target.orientation = wanted[7];
        assert_int_equal(solve(&target, PD_IK_AUTO), PD_IK_REACHED);
        assert_int_equal(solve(&target, PD_IK_OPTIMIZE), PD_IK_REACHED);
        assert_int_equal(solve(&target, PD_IK_TWO_BONE), PD_IK_REACHED); /* handed over to dls */
    }
}

static void an_orientation_with_a_distance_is_reached_by_the_joints_above(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < POSES; seed++) {
        pd_ik_target target = of_gripper();
        draw(seed);
        target.has_orientation = target.has_distance = 1;
        target.orientation = wanted[7];
        target.distance_to = -1;
        target.distance_point = pd_vec3_make(0.3, 0.2, 0.1);
        target.distance = pd_vec3_distance(places[7], target.distance_point);
        assert_int_equal(solve(&target, PD_IK_AUTO), PD_IK_REACHED);
    }
}

static void a_place_with_or_without_an_orientation_is_not_called_out_of_reach(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < POSES; seed++) {
        pd_ik_target target = of_gripper();
        draw(seed);
        target.has_position = 1;
        target.position = places[7];
        assert_int_equal(solve(&target, PD_IK_AUTO), PD_IK_REACHED);
        target.has_orientation = 1;
        target.orientation = wanted[7];
        assert_int_not_equal(solve(&target, PD_IK_AUTO), PD_IK_UNREACHABLE);
    }
}

/* The flange's own chain has no joint that turns: no pose of it has another orientation. */
static void a_chain_without_any_freedom_is_out_of_reach(void **state)
{
    (void)state;
    pd_ik_target target = of_gripper();
    target.chain_root = 6;
    target.has_orientation = 1;
    target.orientation = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.5);
    assert_int_equal(solve(&target, PD_IK_AUTO), PD_IK_UNREACHABLE);
}

/* A wrist that turns by 0.5 rad is to be turned by 1.5: the joints above it turn by the rest. */
static void the_arm_makes_the_part_of_a_rotation_that_the_wrist_cannot(void **state)
{
    (void)state;
    pd_ik_target target = {.joint = 5, .chain_root = -1, .has_orientation = 1};
    target.orientation = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 1.5);
    const pd_ik_limit before = limits[5];
    limits[5].min[0] = -0.5;
    limits[5].max[0] = 0.5;
    assert_int_equal(solve(&target, PD_IK_AUTO), PD_IK_REACHED);
    limits[5] = before;
}

static int set_up(void **state)
{
    (void)state;
    pd_anim_skeleton_init(&sk, joints, JOINTS, NULL);
    for (int j = 0; j < JOINTS; j++) {
        const pd_vec3 axis = pd_vec3_make(axes[j][0], axes[j][1], axes[j][2]);
        limits[j] = (pd_ik_limit){.kind = PD_IK_LOCKED, .frame = pd_q_identity()};
        if (pd_vec3_length(axis) <= 0) continue;
        limits[j] = (pd_ik_limit){.kind = PD_IK_HINGE, .frame = pd_ik_limit_frame(axis, NULL)};
        limits[j].min[0] = -2.5;
        limits[j].max[0] = 2.5;
    }
    return !pd_arena_init(&arena, 1 << 20);
}

static int tear_down(void **state)
{
    (void)state;
    pd_arena_deinit(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_orientation_alone_is_reached_by_the_joints_above),
        cmocka_unit_test(an_orientation_with_a_distance_is_reached_by_the_joints_above),
        cmocka_unit_test(a_place_with_or_without_an_orientation_is_not_called_out_of_reach),
        cmocka_unit_test(a_chain_without_any_freedom_is_out_of_reach),
        cmocka_unit_test(the_arm_makes_the_part_of_a_rotation_that_the_wrist_cannot),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
