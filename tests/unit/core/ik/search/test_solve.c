/* Tests jobs with the closed-form solvers and the choice of `auto`: what is reached, which joint bends which
 * way, and which jobs are refused with their place. */
#include "tests/support/cmocka.h"

#include "core/ik/search/solve.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;
static pd_arena arena;
static pd_quat rotations[24];
static pd_vec3 positions[24];
static pd_ik_result results[PD_IK_MAX_TARGETS];

static int joint(const char *name)
{
    int j = pd_anim_skeleton_find(&sk, name);
    assert_true(j >= 0);
    return j;
}

static pd_ik_target to_position(const char *name, double x, double y, double z)
{
    return (pd_ik_target){.joint = joint(name), .chain_root = -1, .has_position = 1, .position = {x, y, z}};
}

static pd_ik_job job_of(const pd_ik_target *targets, int count)
{
    return (pd_ik_job){.rotations = rotations,
                       .positions = positions,
                       .results = results,
                       .skeleton = &sk,
                       .targets = targets,
                       .target_count = count};
}

static pd_ik_job run(const pd_ik_target *targets, int count, pd_ik_solver solver)
{
    pd_ik_job job = job_of(targets, count);
    pd_error err = {0};
    job.solver = solver;
    if (pd_ik_job_check(&job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_ik_job_run(&job, &arena);
    assert_int_equal(arena.used, 0);
    return job;
}

static void expect_refused(const pd_ik_job *job, pd_status status, const char *where, const char *words)
{
    pd_error err = {0};
    assert_int_equal(pd_ik_job_check(job, &err), status);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, words)) fail_msg("\"%s\" does not say \"%s\"", err.detail, words);
}

static void auto_takes_two_bone_for_limbs_and_fabrik_for_the_rest(void **state)
{
    (void)state;
    pd_ik_target wrist = to_position("left_wrist", 0.4, 1.3, 0.3), head = to_position("head", 0.2, 1.4, 0.15);
    run(&wrist, 1, PD_IK_AUTO);
    assert_int_equal(results[0].solver, PD_IK_TWO_BONE);
    assert_int_equal(results[0].status, PD_IK_REACHED);
    assert_near(results[0].position_error, 0, 1e-12);
    run(&head, 1, PD_IK_AUTO);
    assert_int_equal(results[0].solver, PD_IK_FABRIK);
    assert_int_equal(results[0].status, PD_IK_REACHED);
    assert_true(results[0].position_error <= 1e-3);
    assert_true(results[0].iterations > 0);
}

static void a_hand_is_reached_with_a_stiff_wrist(void **state)
{
    (void)state;
    pd_ik_target hand = to_position("left_hand", 0.3, 1.2, 0.4);
    run(&hand, 1, PD_IK_AUTO);
    assert_int_equal(results[0].solver, PD_IK_TWO_BONE);
    assert_near(pd_vec3_distance(positions[joint("left_hand")], hand.position), 0, 1e-12);
    assert_near(rotations[joint("left_wrist")].w, 1, 0);
}

static void a_hand_too_near_for_a_stiff_wrist_bends_it(void **state)
{
    (void)state;
    pd_ik_target hand = to_position("left_hand", 0, 0, 0);
    pd_vec3 rest[24];
    pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    hand.position = pd_vec3_add(rest[joint("left_shoulder")], pd_vec3_make(0.02, 0.01, 0.03));
    run(&hand, 1, PD_IK_TWO_BONE);
    assert_int_equal(results[0].status, PD_IK_STALLED); /* a pose reaches, two_bone does not look for it */
    run(&hand, 1, PD_IK_AUTO);
    assert_int_equal(results[0].solver, PD_IK_FABRIK);
    assert_int_equal(results[0].status, PD_IK_REACHED);
}

static void a_target_out_of_reach_is_an_answer(void **state)
{
    (void)state;
    for (int solver = PD_IK_AUTO; solver <= PD_IK_FABRIK; solver++) {
        pd_ik_target wrist = to_position("left_wrist", 3, 1.4, 0);
        pd_ik_job job = run(&wrist, 1, (pd_ik_solver)solver);
        assert_int_equal(job.status, PD_IK_UNREACHABLE);
        pd_vec3 shoulder = positions[joint("left_shoulder")], elbow = positions[joint("left_elbow")];
        pd_vec3 at = positions[joint("left_wrist")];
        double reach = pd_vec3_distance(shoulder, elbow) + pd_vec3_distance(elbow, at);
        assert_near(pd_vec3_distance(shoulder, at), reach, 1e-9);
        assert_near(results[0].position_error, pd_vec3_distance(shoulder, wrist.position) - reach, 1e-9);
    }
}

/* For a chain of two bones no other solver comes nearer to a target out of reach. `auto` keeps the answer of
 * two_bone, which also respects the pole. */
static void auto_leaves_two_bones_out_of_reach_to_two_bone(void **state)
{
    (void)state;
    pd_ik_target wrist = to_position("left_wrist", 3, 1.4, 0);
    pd_ik_job job = run(&wrist, 1, PD_IK_AUTO);
    assert_int_equal(job.status, PD_IK_UNREACHABLE);
    assert_int_equal(results[0].solver, PD_IK_TWO_BONE);
    assert_int_equal(results[0].iterations, 1);
}

/* When limits clamp the answer of a closed-form solver,
 * the result names the clamped component: twist or swing. */
static void a_cut_twist_is_named_as_twist_and_a_cut_swing_as_swing(void **state)
{
    (void)state;
    pd_quat rest[24], turned[24];
    pd_vec3 at[24];
    pd_ik_target targets[24];
    double twists[24] = {0};
    unsigned char hits[24];
    static pd_ik_limit limits[24];
    const int shoulder = joint("left_shoulder");
    for (int j = 0; j < 24; j++) limits[j] = (pd_ik_limit){.kind = PD_IK_FREE, .frame = {0, 0, 0, 1}};
    limits[shoulder].kind = PD_IK_BALL;
    limits[shoulder].frame =
        pd_ik_limit_frame(sk.offsets[joint("left_elbow")], NULL); /* the twist is about the bone */

    for (int swings = 0; swings < 2; swings++) {
        double angles[3] = {swings ? 0 : 1, swings ? 0.6 : 0, swings ? 0.5 : 0};
        for (int c = 0; c < 3; c++) {
            limits[shoulder].min[c] = (c > 0) == swings ? -0.2 : -2;
            limits[shoulder].max[c] = (c > 0) == swings ? 0.2 : 2;
        }
        for (int j = 0; j < 24; j++) rest[j] = turned[j] = pd_q_identity();
        turned[shoulder] = pd_ik_limit_join(angles, limits[shoulder].frame);
        pd_anim_skeleton_forward(at, NULL, &sk, turned, pd_vec3_make(0, 0, 0));
        for (int j = 0; j < 24; j++)
            targets[j] = (pd_ik_target){.joint = j, .chain_root = -1, .has_position = 1, .position = at[j]};
        twists[shoulder] = angles[0];

        pd_ik_job job = job_of(targets, 24);
        pd_ik_result all[24];
        pd_vec3 moved;
        job.solver = PD_IK_HYBRIK;
        job.start = rest;
        job.results = all;
        job.hybrik.twists = twists;
        job.limits = limits;
        job.limits_hit = hits;
        job.moved = &moved;
        pd_arena_reserve(&arena, pd_ik_job_scratch_bytes(&job));
        pd_ik_job_run(&job, &arena);
        assert_int_equal(hits[shoulder], swings ? PD_IK_HIT_SWING : PD_IK_HIT_TWIST);
        for (int j = 0; j < 24; j++)
            if (j != shoulder) assert_int_equal(hits[j], 0);
    }
}

static void the_target_joint_takes_the_orientation_asked(void **state)
{
    (void)state;
    pd_ik_target wrist = to_position("right_wrist", -0.3, 1.2, 0.4);
    wrist.has_orientation = 1;
    wrist.orientation = (pd_quat){2, -2, 2, 2}; /* not of unit length: that is allowed */
    run(&wrist, 1, PD_IK_AUTO);
    assert_int_equal(results[0].status, PD_IK_REACHED);
    assert_near(results[0].position_error, 0, 1e-12);
    assert_near(results[0].orientation_error, 0, 1e-7);
    pd_quat world[24];
    pd_anim_skeleton_forward(NULL, world, &sk, rotations, pd_vec3_make(0, 0, 0));
    assert_near(pd_q_angle(world[joint("right_wrist")], (pd_quat){0.5, -0.5, 0.5, 0.5}), 0, 1e-7);
}

/* An orientation without a named chain gives the rotations of the chain that docs/guide/ik.md names for a
 * head: from the lowest joint of the spine. */
static void an_orientation_alone_turns_the_joints_of_the_chain(void **state)
{
    (void)state;
    pd_quat named[24];
    pd_ik_target head = {.joint = joint("head"), .chain_root = joint("spine1"), .has_orientation = 1};
    head.orientation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 1);
    run(&head, 1, PD_IK_AUTO);
    assert_int_equal(results[0].status, PD_IK_REACHED);
    memcpy(named, rotations, sizeof named);

    head.chain_root = -1;
    run(&head, 1, PD_IK_AUTO);
    assert_int_equal(results[0].status, PD_IK_REACHED);
    assert_memory_equal(named, rotations, sizeof named);
    assert_true(rotations[joint("spine2")].w < 1);
    assert_near(rotations[joint("pelvis")].w, 1, 0);
    assert_near(rotations[joint("left_shoulder")].w, 1, 0);
}

static void several_targets_are_all_reached(void **state)
{
    (void)state;
    pd_ik_target targets[] = {
        to_position("left_wrist", 0.35, 1.35, 0.3), to_position("head", 0.15, 1.52, 0.15),
        to_position("right_ankle", -0.2, 0.3, 0.3), to_position("right_wrist", -0.2, 1.5, 0.4)};
    pd_ik_job job = run(targets, 4, PD_IK_AUTO);
    assert_int_equal(job.status, PD_IK_REACHED);
    for (int t = 0; t < 4; t++) assert_true(results[t].position_error <= 1e-3);
    assert_true(job.iterations_used >= 4);
}

static void joints_off_the_chain_keep_their_start_rotation(void **state)
{
    (void)state;
    pd_quat start[24];
    for (int j = 0; j < 24; j++) start[j] = pd_q_axis_angle(pd_vec3_make(0.6, 0, 0.8), 0.01 * j);
    pd_ik_target wrist = to_position("left_wrist", 0.3, 1.3, 0.3);
    pd_ik_job job = job_of(&wrist, 1);
    job.start = start;
    job.translation = pd_vec3_make(0.1, 0, 0);
    assert_int_equal(pd_ik_job_check(&job, NULL), PD_OK);
    pd_ik_job_run(&job, &arena);
    assert_int_equal(job.status, PD_IK_REACHED);
    for (int j = 0; j < 24; j++) {
        if (j == joint("left_shoulder") || j == joint("left_elbow")) continue;
        assert_near(pd_q_angle(rotations[j], start[j]), 0, 1e-7);
    }
}

static void start_and_result_may_be_the_same_array(void **state)
{
    (void)state;
    pd_ik_target wrist = to_position("left_wrist", 0.3, 1.3, 0.3);
    pd_ik_job job = job_of(&wrist, 1);
    for (int j = 0; j < 24; j++) rotations[j] = (pd_quat){0, 0, 0, -3};
    job.start = rotations;
    assert_int_equal(pd_ik_job_check(&job, NULL), PD_OK);
    pd_ik_job_run(&job, &arena);
    assert_int_equal(job.status, PD_IK_REACHED);
}

static void the_pole_turns_elbows_and_knees(void **state)
{
    (void)state;
    pd_ik_target targets[] = {to_position("left_wrist", 0.5, 1.3, 0.2),
                              to_position("left_ankle", 0.1, 0.4, 0)};
    targets[0].has_pole = targets[1].has_pole = 1;
    targets[0].pole = pd_vec3_make(0.3, -3, 0);
    targets[1].pole = pd_vec3_make(3, 0.6, 0);
    run(targets, 2, PD_IK_AUTO);
    assert_true(positions[joint("left_elbow")].y < 1.3);
    assert_true(positions[joint("left_knee")].x > 0.2);
    assert_near(results[0].position_error + results[1].position_error, 0, 1e-12);
}

static void elbows_bend_forward_and_knees_do_not(void **state)
{
    (void)state;
    pd_vec3 rest[24];
    pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    pd_ik_target targets[] = {to_position("left_wrist", 0, 0, 0), to_position("right_ankle", 0, 0, 0)};
    for (int t = 0; t < 2; t++) { /* straight back along the limb's own line, so that only habit decides */
        pd_vec3 root = rest[joint(t ? "right_hip" : "left_shoulder")], tip = rest[targets[t].joint];
        targets[t].position = pd_vec3_fma(root, 0.7, pd_vec3_sub(tip, root));
    }
    run(targets, 2, PD_IK_AUTO);
    assert_true(positions[joint("left_elbow")].z < rest[joint("left_elbow")].z - 0.1);
    assert_true(positions[joint("right_knee")].z > rest[joint("right_knee")].z + 0.1);
}

static void a_chain_of_two_joints_aims(void **state)
{
    (void)state;
    pd_ik_target elbow = to_position("left_elbow", 0.2, 5, 0);
    pd_ik_job job = run(&elbow, 1, PD_IK_AUTO);
    assert_int_equal(job.status, PD_IK_UNREACHABLE);
    pd_vec3 up = pd_vec3_sub(positions[joint("left_elbow")], positions[joint("left_shoulder")]);
    assert_true(up.y > 0.26);
}

static void a_tree_with_bones_of_no_length_is_solved(void **state)
{
    (void)state;
    const pd_anim_joint joints[] = {{"a", NULL, {0, 0, 0}},
                                    {"b", "a", {0, 0, 0}},
                                    {"c", "b", {1, 0, 0}},
                                    {"d", "c", {0, 0, 0}},
                                    {"e", "d", {1, 0, 0}}};
    pd_anim_skeleton tree;
    assert_int_equal(pd_anim_skeleton_init(&tree, joints, 5, NULL), PD_OK);
    pd_ik_target tip = {.joint = 4, .chain_root = -1, .has_position = 1, .position = {0.3, 0.9, 0.4}};
    pd_ik_job job = job_of(&tip, 1);
    job.skeleton = &tree;
    assert_int_equal(pd_ik_job_check(&job, NULL), PD_OK);
    pd_ik_job_run(&job, &arena);
    assert_int_equal(job.status, PD_IK_REACHED);
}

static void bad_targets_are_refused_with_their_place(void **state)
{
    (void)state;
    pd_ik_target good = to_position("left_wrist", 0.3, 1.3, 0.3), pair[2] = {good, good};
    pd_ik_job job = job_of(pair, 2);
    job.solver = PD_IK_TWO_BONE;
    expect_refused(&job, PD_ERR_INVALID, "/targets/1",
                   "rotates \"left_shoulder\", as that of /targets/0 does");
    job.solver = PD_IK_AUTO;
    job.target_count = 1;
    pair[0].position.y = NAN;
    expect_refused(&job, PD_ERR_RANGE, "/targets/0/position", "nan");
    pair[0] = good;
    pair[0].position.y = 2e6;
    expect_refused(&job, PD_ERR_RANGE, "/targets/0/position", "up to 1000000 m");
    pair[0] = good;
    pair[0].has_orientation = 1;
    expect_refused(&job, PD_ERR_RANGE, "/targets/0/orientation", "other than zero");
    pair[0] = good;
    pair[0].has_pole = 1;
    pair[0].pole.x = INFINITY;
    expect_refused(&job, PD_ERR_RANGE, "/targets/0/pole", "inf");
    pair[0] = (pd_ik_target){.joint = 3, .chain_root = -1};
    expect_refused(&job, PD_ERR_INVALID, "/targets/0", "neither position nor orientation");
    pair[0] = to_position("pelvis", 0, 1, 0);
    expect_refused(&job, PD_ERR_INVALID, "/targets/0/joint", "has one joint");
    pair[0] = good;
    pair[0].chain_root = joint("right_hip");
    expect_refused(&job, PD_ERR_INVALID, "/targets/0/chain", "\"right_hip\" is not above \"left_wrist\"");
    pair[0].chain_root = 24;
    expect_refused(&job, PD_ERR_RANGE, "/targets/0/chain", "-1 to 23");
    pair[0].joint = -1;
    expect_refused(&job, PD_ERR_RANGE, "/targets/0/joint", "0 to 23");
    job.target_count = 0;
    expect_refused(&job, PD_ERR_RANGE, "/targets", "1 to 64");
}

static void invalid_options_are_refused_with_the_allowed_values(void **state)
{
    (void)state;
    pd_ik_target head = to_position("head", 0.2, 1.4, 0.15);
    pd_quat start[24];
    for (int j = 0; j < 24; j++) start[j] = pd_q_identity();
    pd_ik_job job = job_of(&head, 1);
    job.solver = PD_IK_EXAMPLE;
    expect_refused(&job, PD_ERR_INVALID, "/solver", "\"example\", but no pose prior is loaded");
    job.solver = (pd_ik_solver)77;
    expect_refused(&job, PD_ERR_UNSUPPORTED, "/solver", "auto, two_bone, fabrik");
    job.solver = PD_IK_TWO_BONE;
    expect_refused(&job, PD_ERR_INVALID, "/targets/0/chain", "three joints");
    job.solver = PD_IK_AUTO;
    job.iterations = 10001;
    expect_refused(&job, PD_ERR_RANGE, "/iterations", "1 to 10000");
    job.iterations = 0;
    job.tolerance = NAN;
    expect_refused(&job, PD_ERR_RANGE, "/tolerance", "1e-9 to 1");
    job.tolerance = 0;
    job.start = start;
    start[7] = (pd_quat){0, 0, 0, 0};
    expect_refused(&job, PD_ERR_RANGE, "/pose/quaternions/7", "other than zero");
    start[7].x = NAN;
    expect_refused(&job, PD_ERR_RANGE, "/pose/quaternions/7", "nan");
    start[7] = pd_q_identity();
    job.translation.z = INFINITY;
    expect_refused(&job, PD_ERR_RANGE, "/translation", "inf");
}

static void solvers_and_statuses_have_names(void **state)
{
    (void)state;
    assert_string_equal(pd_ik_solver_name(PD_IK_TWO_BONE), "two_bone");
    assert_string_equal(pd_ik_solver_name(PD_IK_EXAMPLE), "example");
    assert_string_equal(
        pd_ik_solver_names(),
        "auto, two_bone, fabrik, ccd, transpose, pinv, dls, optimize, hybrik, example, neural");
    assert_string_equal(pd_ik_status_name(PD_IK_STALLED), "stalled");
}

static int set_up(void **state)
{
    (void)state;
    human_init(&sk);
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
        cmocka_unit_test(auto_takes_two_bone_for_limbs_and_fabrik_for_the_rest),
        cmocka_unit_test(a_hand_is_reached_with_a_stiff_wrist),
        cmocka_unit_test(a_hand_too_near_for_a_stiff_wrist_bends_it),
        cmocka_unit_test(a_target_out_of_reach_is_an_answer),
        cmocka_unit_test(auto_leaves_two_bones_out_of_reach_to_two_bone),
        cmocka_unit_test(a_cut_twist_is_named_as_twist_and_a_cut_swing_as_swing),
        cmocka_unit_test(the_target_joint_takes_the_orientation_asked),
        cmocka_unit_test(an_orientation_alone_turns_the_joints_of_the_chain),
        cmocka_unit_test(several_targets_are_all_reached),
        cmocka_unit_test(joints_off_the_chain_keep_their_start_rotation),
        cmocka_unit_test(start_and_result_may_be_the_same_array),
        cmocka_unit_test(the_pole_turns_elbows_and_knees),
        cmocka_unit_test(elbows_bend_forward_and_knees_do_not),
        cmocka_unit_test(a_chain_of_two_joints_aims),
        cmocka_unit_test(a_tree_with_bones_of_no_length_is_solved),
        cmocka_unit_test(bad_targets_are_refused_with_their_place),
        cmocka_unit_test(invalid_options_are_refused_with_the_allowed_values),
        cmocka_unit_test(solvers_and_statuses_have_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
