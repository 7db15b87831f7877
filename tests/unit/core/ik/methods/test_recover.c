/* Tests rotations from joint positions: forward kinematics of the result gives the positions again, and
 * sweeps through half a turn do not flip. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/ik/methods/recover.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;
static pd_anim_chain chain;

static void take_chain(const char *root, const char *tip)
{
    human_init(&sk);
    int from = pd_anim_skeleton_find(&sk, root), to = pd_anim_skeleton_find(&sk, tip);
    assert_int_equal(pd_anim_chain_between(&chain, &sk, from, to, "", NULL), PD_OK);
}

static pd_quat random_rotation(pd_rng *rng)
{
    pd_quat q = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_q_normalize(q);
}

static void recover(pd_quat *rotations, const pd_vec3 *points)
{
    pd_quat world[24];
    pd_anim_skeleton_forward(NULL, world, &sk, rotations, pd_vec3_make(0, 0, 0));
    int parent = sk.parents[chain.joints[0]];
    pd_ik_recover_job job = {.rotations = rotations, .positions = points, .skeleton = &sk, .chain = &chain};
    job.above = parent < 0 ? pd_q_identity() : world[parent];
    pd_ik_recover_run(&job);
}

static void chain_points(pd_vec3 *points, const pd_quat *rotations)
{
    pd_vec3 p[24];
    pd_anim_skeleton_forward(p, NULL, &sk, rotations, pd_vec3_make(0, 0, 0));
    for (int i = 0; i < chain.count; i++) points[i] = p[chain.joints[i]];
}

static void forward_kinematics_of_the_recovered_rotations_gives_the_positions(void **state)
{
    (void)state;
    static const char *const chains[][2] = {{"pelvis", "head"},
                                            {"left_shoulder", "left_hand"},
                                            {"pelvis", "right_foot"},
                                            {"spine1", "left_hand"}};
    pd_rng rng;
    pd_rng_init(&rng, 5);
    double worst = 0;
    for (int trial = 0; trial < 400; trial++) {
        take_chain(chains[trial % 4][0], chains[trial % 4][1]);
        pd_quat start[24], other[24];
        for (int j = 0; j < 24; j++) start[j] = other[j] = random_rotation(&rng);
        for (int i = 0; i < chain.count; i++) other[chain.joints[i]] = random_rotation(&rng);
        pd_vec3 wanted[24], got[24];
        chain_points(wanted, other);
        recover(start, wanted);
        chain_points(got, start);
        for (int i = 0; i < chain.count; i++) worst = fmax(worst, pd_vec3_distance(got[i], wanted[i]));
        for (int j = 0; j < 24; j++) assert_near(pd_q_dot(start[j], start[j]), 1, 1e-12);
    }
    printf("recovered rotations: positions at most %.2g m off\n", worst);
    assert_true(worst < 1e-12);
}

static void positions_that_have_not_moved_turn_nothing(void **state)
{
    (void)state;
    take_chain("pelvis", "left_hand");
    pd_rng rng;
    pd_rng_init(&rng, 6);
    pd_quat start[24], after[24];
    pd_vec3 points[24];
    for (int j = 0; j < 24; j++) after[j] = start[j] = random_rotation(&rng);
    chain_points(points, start);
    recover(after, points);
    for (int j = 0; j < 24; j++) assert_near(pd_q_angle(start[j], after[j]), 0, 1e-7);
}

static void the_twist_of_the_start_pose_is_kept(void **state)
{
    (void)state;
    take_chain("left_shoulder", "left_wrist");
    pd_quat twisted[24], plain[24];
    for (int j = 0; j < 24; j++) twisted[j] = plain[j] = pd_q_identity();
    int elbow = pd_anim_skeleton_find(&sk, "left_elbow"), wrist = pd_anim_skeleton_find(&sk, "left_wrist");
    pd_vec3 bone = pd_vec3_unit_or(sk.offsets[wrist], pd_vec3_make(1, 0, 0));
    twisted[elbow] = pd_q_axis_angle(bone, 0.9);
    pd_quat raised[24];
    for (int j = 0; j < 24; j++) raised[j] = pd_q_identity();
    raised[pd_anim_skeleton_find(&sk, "left_shoulder")] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 1);
    raised[elbow] = pd_q_axis_angle(pd_vec3_make(0, -1, 0), 0.8);
    pd_vec3 points[24];
    chain_points(points, raised);
    recover(twisted, points);
    recover(plain, points);
    pd_quat between = pd_q_inv_mul(plain[elbow], twisted[elbow]);
    assert_near(pd_q_angle(between, pd_q_axis_angle(bone, 0.9)), 0, 1e-9);
}

static void a_bone_turned_by_exactly_half_a_turn_is_recovered(void **state)
{
    (void)state;
    take_chain("left_shoulder", "left_wrist");
    pd_quat start[24];
    for (int j = 0; j < 24; j++) start[j] = pd_q_identity();
    pd_vec3 points[24], got[24];
    chain_points(points, start);
    for (int i = 1; i < chain.count; i++) /* the arm mirrored through the shoulder: every bone reversed */
        points[i] = pd_vec3_sub(pd_vec3_scale(points[0], 2), points[i]);
    recover(start, points);
    chain_points(got, start);
    for (int i = 0; i < chain.count; i++) assert_near(pd_vec3_distance(got[i], points[i]), 0, 1e-9);
    for (int j = 0; j < 24; j++) assert_true(pd_q_finite(start[j]));
}

/* Takes three joints in the plane of X and Z. */
static void take_planar_arm(void)
{
    const pd_anim_joint joints[] = {
        {"root", NULL, {0, 1, 0}}, {"middle", "root", {0.3, 0, 0}}, {"tip", "middle", {0.25, 0, 0.01}}};
    assert_int_equal(pd_anim_skeleton_init(&sk, joints, 3, NULL), PD_OK);
    assert_int_equal(pd_anim_chain_between(&chain, &sk, 0, 2, "", NULL), PD_OK);
}

/* Returns the largest speed of the recovered rotations while an arm turns once about `axis`, divided by the
 * arm's speed. follow: each step starts from the last answer, otherwise from the rest pose. */
static double fastest_change(pd_vec3 axis, double bend, int follow)
{
    enum { STEPS = 720 };
    const double step = 2 * 3.14159265358979323846 / STEPS;
    pd_quat last[24], start[24];
    for (int j = 0; j < 24; j++) start[j] = pd_q_identity();
    double worst = 0;
    for (int i = 0; i <= STEPS; i++) {
        pd_quat pose[24];
        for (int j = 0; j < 24; j++) pose[j] = pd_q_identity();
        pose[chain.joints[0]] = pd_q_axis_angle(axis, i * step);
        pose[chain.joints[1]] = pd_q_axis_angle(pd_vec3_make(0, -1, 0), bend);
        for (int j = 0; j < 24 && !follow; j++) start[j] = pd_q_identity();
        pd_vec3 points[24];
        chain_points(points, pose);
        recover(start, points);
        for (int b = 0; b < 2 && i > 0; b++)
            worst = fmax(worst, pd_q_angle(last[chain.joints[b]], start[chain.joints[b]]) / step);
        memcpy(last, start, sizeof last);
    }
    return worst;
}

/* An arm swept in the plane of its bend passes straight through the direction opposite to its start. */
static void nothing_flips_while_an_arm_sweeps_through_half_a_turn(void **state)
{
    (void)state;
    take_planar_arm();
    for (double bend = 0.1; bend < 2.5; bend += 0.4) {
        double worst = fastest_change(pd_vec3_make(0, -1, 0), bend, 0);
        if (worst > 1.001) fail_msg("bent by %g: %.2f times as fast as the arm", bend, worst);
    }
}

static void no_joint_flips_over_a_sequence_of_answers(void **state)
{
    (void)state;
    take_chain("left_shoulder", "left_wrist");
    for (double tilt = 0; tilt < 1.5; tilt += 0.1) {
        double worst = fastest_change(pd_vec3_make(0, cos(tilt), sin(tilt)), 0.5, 1);
        if (worst > 2) fail_msg("tilted by %g: %.2f times as fast as the arm", tilt, worst);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_kinematics_of_the_recovered_rotations_gives_the_positions),
        cmocka_unit_test(positions_that_have_not_moved_turn_nothing),
        cmocka_unit_test(the_twist_of_the_start_pose_is_kept),
        cmocka_unit_test(a_bone_turned_by_exactly_half_a_turn_is_recovered),
        cmocka_unit_test(nothing_flips_while_an_arm_sweeps_through_half_a_turn),
        cmocka_unit_test(no_joint_flips_over_a_sequence_of_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
