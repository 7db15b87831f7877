/* Tests the figure that follows an observed body: its pose, its speed,
 * and that nothing jumps between two observations. */
#include "core/observe/live/stand.h"
#include "core/anim/biped.h"
#include "tests/support/rigs.h"
#include "tests/support/sight_group.h"

static pd_pfnn_model *network;
static pd_character_rig figure;
static pd_observe_stand *stand;
static pd_character *who;

static int open_stand(void **state)
{
    const double position[2] = {0, 0};
    pd_error err = {0};
    if (setup(state)) return 1;
    network = rigs_model(16, 3);
    stand = malloc(sizeof *stand);
    who = malloc(sizeof *who);
    if (pd_character_rig_init(&figure, network, &err) ||
        pd_character_init(who, &figure, NULL, position, 0, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return 0;
}

static int close_stand(void **state)
{
    free(stand);
    free(who);
    pd_pfnn_model_release(network);
    return teardown(state);
}

/* Makes the rest pose on the floor with the right arm turned by `raised` about z, the hips `yaw` about y. */
static pd_observe_live_pose pose_of(double raised, double yaw, double x)
{
    pd_observe_live_pose pose = {.is_down = {true, true}};
    float joints[3 * SIGHT_JOINTS];
    sight_person rest = {0};
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        pose.rotations[k] = pd_q_identity();
        for (int i = 0; i < 9; i += 4) rest.rotations[9 * k + i] = 1;
    }
    sight_pose(NULL, joints, model, &rest);
    pose.rotations[17] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), raised);
    pose.rotations[0] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    pose.root = pd_vec3_make(x, (double)joints[1] - (double)joints[3 * 10 + 1] + stand->toe_rest, 0);
    return pose;
}

static void init(void)
{
    pd_error err = {0};
    if (pd_observe_stand_init(stand, model, NULL, 0, &figure, &err))
        fail_msg("%s: %s", err.where, err.detail);
}

static void the_figure_takes_the_pose_of_the_body(void **state)
{
    (void)state;
    init();
    const pd_observe_live_pose pose = pose_of(0.5, 0.7, 2);
    pd_observe_stand_take(stand, &pose, 1);
    pd_observe_stand_step(stand, who, &figure, 2, 1.0 / 60, 0);
    pd_observe_stand_step(stand, who, &figure, 2, 1.0 / 60, 0);

    const pd_vec3 *at = who->pose.joints;
    const pd_anim_skeleton *s = &figure.skeleton;
    const pd_vec3 arm =
        pd_vec3_sub(at[pd_anim_skeleton_find(s, "RightForeArm")], at[pd_anim_skeleton_find(s, "RightArm")]);
    const pd_vec3 theirs =
        pd_q_rotate(pd_q_mul(pose.rotations[0], pose.rotations[17]), pd_vec3_make(-1, 0, 0));
    assert_true(pd_vec3_dot(pd_vec3_unit_or(arm, arm), theirs) > cos(0.15));
    assert_near(who->pose.yaw, 0.7, 1e-9);
    assert_near(who->pose.root.x, 2, 1e-9);
    assert_true(fabs(at[0].x - 2) < 0.05 && at[0].y > 0.7 && at[0].y < 1.2);
    for (int side = 0; side < 2; side++)
        assert_near(at[figure.legs[side].toe].y, figure.legs[side].toe_rest, 0.02);
    assert_true(who->pose.contacts[0] > 0.5f && who->pose.contacts[3] > 0.5f);
    assert_near(pd_vec3_length(who->pose.velocity), 0, 1e-9);
    assert_near(who->trajectory.frames[5].at[0], 2, 1e-9);
}

static void the_body_moves_evenly_between_two_poses(void **state)
{
    (void)state;
    init();
    double before = 0, most = 0;
    for (int tick = 0; tick < 240; tick++) {
        const double now = tick / 60.0;
        const pd_observe_live_pose pose = pose_of(0.5 * sin(2 * now), 0, now);
        if (tick % 2 == 0) pd_observe_stand_take(stand, &pose, now);
        pd_observe_stand_step(stand, who, &figure, now, 1.0 / 60, 0);
        if (tick > 20) most = fmax(most, fabs(who->pose.root.x - before - 1.0 / 60));
        before = who->pose.root.x;
        if (tick == 239) assert_true(now - before < 0.05); /* a moment and a tick behind */
    }
    assert_true(most < 0.005);
}

/* A metre a second along z; the first tick knows of none before it. */
static void the_figure_has_the_speed_of_its_ground(void **state)
{
    (void)state;
    init();
    who->ticks = 0;
    for (int tick = 0; tick < 120; tick++) {
        const double now = tick / 60.0;
        pd_observe_live_pose pose = pose_of(0, 0, 3);
        pose.root.z = now;
        pd_observe_stand_take(stand, &pose, now);
        pd_observe_stand_step(stand, who, &figure, now, 1.0 / 60, 0.25);
        assert_near(who->pose.root.y, 0.25, 0);
        if (tick == 0) assert_near(pd_vec3_length(who->pose.velocity), 0, 0);
    }
    assert_near(who->pose.velocity.z, 1, 1e-6);
    assert_near(hypot(who->pose.velocity.x, who->pose.velocity.y), 0, 1e-9);
}

static void a_foot_that_comes_down_is_a_step(void **state)
{
    (void)state;
    init();
    unsigned events = 0;
    for (int tick = 0; tick < 60; tick++) {
        pd_observe_live_pose pose = pose_of(0, 0, 0);
        pose.is_down[1] = tick < 20 || tick >= 40;
        pd_observe_stand_take(stand, &pose, tick / 60.0);
        pd_observe_stand_step(stand, who, &figure, tick / 60.0, 1.0 / 60, 0);
        assert_true(!who->pose.events || tick == 40);
        events |= who->pose.events;
    }
    assert_int_equal(events, PD_CHARACTER_STEP_RIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_figure_takes_the_pose_of_the_body),
                                       cmocka_unit_test(the_body_moves_evenly_between_two_poses),
                                       cmocka_unit_test(the_figure_has_the_speed_of_its_ground),
                                       cmocka_unit_test(a_foot_that_comes_down_is_a_step)};
    return cmocka_run_group_tests(tests, open_stand, close_stand);
}
