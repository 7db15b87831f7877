/* A hand that reaches while its figure walks (tests/support/figures.h). */
#include "core/pfnn/reach.h"
#include "tests/support/cmocka.h"
#include "tests/support/figures.h"

#include <string.h>

static pd_pfnn_model *model;
static pd_pfnn_figure figure;

static int setup(void **state)
{
    (void)state;
    model = figures_model(8, 1);
    return pd_pfnn_figure_init(&figure, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static void walk_on(pd_pfnn_character *c, int frame)
{
    const pd_pfnn_input ahead = {.move = {0, 1}};
    float x[FIGURES_X], y[FIGURES_Y], phase;
    pd_pfnn_character_before(x, &phase, c, &ahead, &figure, NULL);
    figures_walk_row(y, frame, 0.001);
    pd_pfnn_character_after(c, y, &figure, NULL);
}

static void start(pd_pfnn_character *c)
{
    const double origin[2] = {0, 0};
    assert_int_equal(pd_pfnn_character_init(c, &figure, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 60; i++) walk_on(c, i);
}

static pd_vec3 wrist_of(const pd_pfnn_character *c, const char *name)
{
    return c->pose.joints[pd_anim_skeleton_find(&figure.skeleton, name)];
}

static void assert_bones_kept(const pd_pfnn_character *c)
{
    for (int j = 0; j < figure.skeleton.joint_count; j++) {
        int up = figure.skeleton.parents[j];
        if (up < 0) continue;
        assert_near(pd_vec3_distance(c->pose.joints[j], c->pose.joints[up]),
                    pd_vec3_length(figure.skeleton.offsets[j]), 1e-9);
    }
}

static void a_hand_goes_along_with_what_it_holds(void **state)
{
    (void)state;
    pd_pfnn_character c;
    pd_pfnn_reach reach = {.target = {0.35, 1.2, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.3};
    start(&c);
    for (int i = 60; i < 160; i++) {
        walk_on(&c, i);
        double off = pd_pfnn_reach_step(&reach, PD_PFNN_LEFT_HAND, &c.pose, &figure);
        pd_vec3 wanted = pd_vec3_add(
            c.pose.root, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), c.pose.yaw), reach.target));
        assert_bones_kept(&c);
        if (i < 60 + 18) continue; /* 0.3 s */
        assert_true(off < 1e-6);
        assert_true(pd_vec3_distance(wrist_of(&c, "LeftFingerBase"), wanted) < 1e-6);
    }
}

static void a_place_in_the_world_is_held_while_passing_it(void **state)
{
    (void)state;
    pd_pfnn_character c;
    start(&c);
    pd_pfnn_reach reach = {
        .target = {c.pose.root.x - 0.35, 1.2, c.pose.root.z + 0.3}, .weight = 1, .seconds = 0.1};
    pd_vec3 elbow = wrist_of(&c, "RightForeArm");
    for (int i = 60; i < 84; i++) {
        walk_on(&c, i);
        pd_pfnn_reach_step(&reach, PD_PFNN_RIGHT_HAND, &c.pose, &figure);
        if (i > 68) assert_true(pd_vec3_distance(wrist_of(&c, "RightFingerBase"), reach.target) < 1e-6);
        if (i > 60) assert_true(pd_vec3_distance(wrist_of(&c, "RightForeArm"), elbow) < 0.12); /* a frame */
        elbow = wrist_of(&c, "RightForeArm");
    }
}

static void what_is_too_far_is_pointed_at(void **state)
{
    (void)state;
    pd_pfnn_character c;
    start(&c);
    pd_pfnn_reach reach = {.target = {5, 1.4, c.pose.root.z}, .weight = 1, .seconds = 0.01};
    double off = pd_pfnn_reach_step(&reach, PD_PFNN_LEFT_HAND, &c.pose, &figure);
    assert_true(off > 3);
    pd_vec3 shoulder = wrist_of(&c, "LeftArm"), wrist = wrist_of(&c, "LeftFingerBase");
    pd_vec3 arm = pd_vec3_unit_or(pd_vec3_sub(wrist, shoulder), pd_vec3_make(0, 1, 0));
    pd_vec3 there = pd_vec3_unit_or(pd_vec3_sub(reach.target, shoulder), pd_vec3_make(0, 1, 0));
    assert_true(pd_vec3_dot(arm, there) > 0.9999);
    assert_bones_kept(&c);
}

static void letting_go_gives_the_animation_back_without_a_jump(void **state)
{
    (void)state;
    pd_pfnn_character c;
    pd_pfnn_reach reach = {.target = {0.35, 1.2, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.3};
    start(&c);
    pd_vec3 before = wrist_of(&c, "LeftFingerBase");
    for (int i = 60; i < 160; i++) {
        walk_on(&c, i);
        pd_pfnn_pose animated = c.pose;
        if (i == 100) reach.weight = 0;
        pd_pfnn_reach_step(&reach, PD_PFNN_LEFT_HAND, &c.pose, &figure);
        pd_vec3 now = wrist_of(&c, "LeftFingerBase");
        assert_true(pd_vec3_distance(now, before) < 0.12); /* 7 m/s */
        before = now;
        if (i > 120) assert_memory_equal(&animated, &c.pose, sizeof animated);
    }
}

static void wishes_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_pfnn_reach reach = {.weight = 1, .seconds = 0.3};
    assert_int_equal(pd_pfnn_reach_check(&reach, &err), PD_OK);
    reach.weight = 2;
    assert_int_equal(pd_pfnn_reach_check(&reach, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/weight");
    reach.weight = 1, reach.target.x = NAN;
    assert_int_equal(pd_pfnn_reach_check(&reach, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/target");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_goes_along_with_what_it_holds),
        cmocka_unit_test(a_place_in_the_world_is_held_while_passing_it),
        cmocka_unit_test(what_is_too_far_is_pointed_at),
        cmocka_unit_test(letting_go_gives_the_animation_back_without_a_jump),
        cmocka_unit_test(wishes_out_of_range_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
