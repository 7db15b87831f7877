/* @heavy: takes over five seconds under ASan. */
/* Reaching with a hand while the character walks (tests/support/rigs.h). */
#include "core/character/action/reach.h"

#include "core/base/rng.h"
#include "core/character/action/overlay.h"
#include "tests/support/rigs_group.h"

#include <string.h>

static void walk_on(pd_character *c, int frame)
{
    const pd_character_input ahead = {.move = {0, 1}};
    float x[RIGS_X], y[RIGS_Y], phase;
    pd_character_before(x, &phase, c, &ahead, &rig, NULL);
    rigs_walk_row(y, frame, 0.001);
    pd_character_after(c, y, &rig, NULL);
}

static void start(pd_character *c)
{
    const double origin[2] = {0, 0};
    assert_int_equal(pd_character_init(c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 60; i++) walk_on(c, i);
}

static pd_vec3 wrist_of(const pd_character *c, const char *name)
{
    return c->pose.joints[pd_anim_skeleton_find(&rig.skeleton, name)];
}

/* Runs one tick as pd_character_overlay_step does: joint positions are computed after all rotations. */
static double reach_tick(pd_character_reach_state *hand_state, pd_character_hand hand,
                         pd_character_pose *pose, const pd_character_rig *figure)
{
    double off = pd_character_reach_step(hand_state, hand, pose, figure);
    if (hand_state->has_arm)
        pd_anim_skeleton_forward(pose->joints, NULL, &figure->skeleton, pose->rotations, pose->translation);
    return off;
}

static double gaze_tick(pd_character_gaze_state *gaze, pd_character_pose *pose,
                        const pd_character_rig *figure)
{
    double off = pd_character_gaze_step(gaze, pose, figure);
    if (gaze->looking)
        pd_anim_skeleton_forward(pose->joints, NULL, &figure->skeleton, pose->rotations, pose->translation);
    return off;
}

static void assert_bones_kept(const pd_character *c)
{
    for (int j = 0; j < rig.skeleton.joint_count; j++) {
        int up = rig.skeleton.parents[j];
        if (up < 0) continue;
        assert_near(pd_vec3_distance(c->pose.joints[j], c->pose.joints[up]),
                    pd_vec3_length(rig.skeleton.offsets[j]), 1e-9);
    }
}

static void a_hand_follows_the_object_that_it_holds(void **state)
{
    (void)state;
    pd_character c;
    pd_character_reach_request reach = {
        .target = {0.35, 1.2, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.3};
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    start(&c);
    for (int i = 60; i < 160; i++) {
        walk_on(&c, i);
        double off = reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &c.pose, &rig);
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
    pd_character c;
    start(&c);
    pd_character_reach_request reach = {
        .target = {c.pose.root.x - 0.35, 1.2, c.pose.root.z + 0.3}, .weight = 1, .seconds = 0.1};
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    pd_vec3 elbow = wrist_of(&c, "RightForeArm");
    for (int i = 60; i < 90; i++) { /* the way is long, so it takes longer than it may */
        walk_on(&c, i);
        reach_tick(&hand_state, PD_CHARACTER_RIGHT_HAND, &c.pose, &rig);
        if (i > 80) assert_true(pd_vec3_distance(wrist_of(&c, "RightFingerBase"), reach.target) < 1e-6);
        if (i > 60) assert_true(pd_vec3_distance(wrist_of(&c, "RightForeArm"), elbow) < 0.12); /* a frame */
        elbow = wrist_of(&c, "RightForeArm");
    }
}

static void a_target_out_of_reach_is_pointed_at(void **state)
{
    (void)state;
    pd_character c;
    start(&c);
    pd_character_reach_request reach = {.target = {5, 1.4, c.pose.root.z}, .weight = 1, .seconds = 0.01};
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    double off = reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &c.pose, &rig);
    assert_true(off > 3);
    pd_vec3 shoulder = wrist_of(&c, "LeftArm"), wrist = wrist_of(&c, "LeftFingerBase");
    pd_vec3 arm = pd_vec3_unit_or(pd_vec3_sub(wrist, shoulder), pd_vec3_make(0, 1, 0));
    pd_vec3 there = pd_vec3_unit_or(pd_vec3_sub(reach.target, shoulder), pd_vec3_make(0, 1, 0));
    assert_true(pd_vec3_dot(arm, there) > 0.9999);
    assert_bones_kept(&c);
}

/* The wrist is beyond the joint that turns the palm: a bent hand points as well. */
static void a_bent_hand_points_at_a_target_out_of_reach(void **state)
{
    (void)state;
    pd_character c;
    pd_character_reach_request reach = {.target = {5, 1.4, 0}, .in_root = 1, .weight = 1, .seconds = 0.01};
    for (int i = 0; i < 2; i++) {
        start(&c);
        pd_quat *hand = &c.pose.rotations[pd_anim_skeleton_find(&rig.skeleton, "LeftHand")];
        *hand = pd_q_mul(*hand, pd_q_axis_angle(i ? pd_vec3_make(0, 0, 1) : pd_vec3_make(0, 1, 0), 0.7));
        pd_anim_skeleton_forward(c.pose.joints, NULL, &rig.skeleton, c.pose.rotations, c.pose.translation);
        pd_character_reach_state hand_state = {0};
        pd_character_reach_set(&hand_state, &reach);
        reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &c.pose, &rig);
        pd_vec3 there = pd_vec3_add(
            c.pose.root, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), c.pose.yaw), reach.target));
        pd_vec3 shoulder = wrist_of(&c, "LeftArm"), wrist = wrist_of(&c, "LeftFingerBase");
        double length = pd_vec3_distance(wrist, shoulder);
        assert_near(pd_vec3_distance(wrist, there), pd_vec3_distance(shoulder, there) - length, 1e-4);
        assert_bones_kept(&c);
    }
}

static void letting_go_gives_the_animation_back_without_a_jump(void **state)
{
    (void)state;
    pd_character c;
    pd_character_reach_request reach = {
        .target = {0.35, 1.2, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.3};
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    start(&c);
    pd_vec3 before = wrist_of(&c, "LeftFingerBase");
    for (int i = 60; i < 160; i++) {
        walk_on(&c, i);
        pd_character_pose animated = c.pose;
        if (i == 100) reach.weight = 0, pd_character_reach_set(&hand_state, &reach);
        reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &c.pose, &rig);
        pd_vec3 now = wrist_of(&c, "LeftFingerBase");
        assert_true(pd_vec3_distance(now, before) < 0.12); /* 7 m/s */
        before = now;
        if (i > 130) assert_memory_equal(&animated, &c.pose, sizeof animated);
    }
}

static void joints_follow_everything_that_is_laid_over(void **state)
{
    (void)state;
    pd_character c;
    pd_character_overlay overlay = {0};
    const pd_character_reach_request near = {
        .target = {0.35, 1.2, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.1};
    const pd_character_reach_request far = {.target = {-9, 1.2, 30}, .weight = 0.7, .seconds = 0.1};
    const pd_character_gaze_request look = {.point = {1, 1.4, 3}, .in_root = 1, .weight = 1, .seconds = 0.1};
    pd_character_reach_set(&overlay.hands[PD_CHARACTER_LEFT_HAND], &near);
    pd_character_reach_set(&overlay.hands[PD_CHARACTER_RIGHT_HAND], &far);
    pd_character_gaze_set(&overlay.gaze, &look);
    start(&c);
    for (int i = 60; i < 100; i++) {
        pd_vec3 joints[PD_ANIM_MAX_JOINTS];
        walk_on(&c, i);
        pd_character_pose alone = c.pose;
        pd_character_overlay_step(&overlay, &c, &rig, NULL, NULL);
        pd_anim_skeleton_forward(joints, NULL, &rig.skeleton, c.pose.rotations, c.pose.translation);
        assert_memory_equal(joints, c.pose.joints, (size_t)rig.skeleton.joint_count * sizeof *joints);

        /* the distance that a hand tells is that of its wrist in them */
        pd_character_reach_state hand = overlay.hands[PD_CHARACTER_LEFT_HAND];
        double off = pd_character_reach_step(&hand, PD_CHARACTER_LEFT_HAND, &alone, &rig);
        pd_anim_skeleton_forward(joints, NULL, &rig.skeleton, alone.rotations, alone.translation);
        const pd_vec3 wrist = joints[pd_anim_skeleton_find(&rig.skeleton, "LeftFingerBase")];
        if (hand.progress == 1) assert_true(pd_vec3_distance(wrist, hand.last) == off);
    }
}

static pd_quat turn_of(const pd_character *c, const char *name)
{
    pd_quat turn[PD_ANIM_MAX_JOINTS];
    pd_anim_skeleton_forward(NULL, turn, &rig.skeleton, c->pose.rotations, c->pose.translation);
    return turn[pd_anim_skeleton_find(&rig.skeleton, name)];
}

static void a_palm_is_laid_on_a_table(void **state)
{
    (void)state;
    pd_character c;
    pd_character_reach_request reach = {
        .target = {0.25, 1.0, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.3};
    reach.has_normal = 1, reach.normal = pd_vec3_make(0, 1, 0);
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    start(&c);
    for (int i = 60; i < 120; i++) {
        walk_on(&c, i);
        double off = reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &c.pose, &rig);
        assert_bones_kept(&c);
        assert_true(off < (i < 60 + 30 ? 0.1 : 1e-6)); /* the elbow bends no faster than it may */
        if (i < 60 + 30) continue;
        pd_vec3 palm = pd_q_rotate(turn_of(&c, "LeftHand"), pd_vec3_make(0, -1, 0));
        assert_true(palm.y < -0.9); /* within 25 degrees of flat */
    }
}

static void a_hand_slides_along_a_wall_with_its_character(void **state)
{
    (void)state;
    pd_character c;
    pd_character_reach_request reach = {.target = {-0.45, 1.2, 0}, .weight = 1, .seconds = 0.2};
    reach.has_normal = reach.slide = 1, reach.normal = pd_vec3_make(2, 0, 0);
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    start(&c);
    for (int i = 60; i < 120; i++) {
        walk_on(&c, i);
        reach_tick(&hand_state, PD_CHARACTER_RIGHT_HAND, &c.pose, &rig);
        if (i < 60 + 12) continue;
        pd_vec3 hand = wrist_of(&c, "RightFingerBase");
        assert_near(hand.x, -0.45, 1e-6);
        assert_near(hand.y, 1.2, 1e-6);
        assert_near(hand.z, c.pose.root.z + 0.25 * cos(c.pose.yaw), 1e-6);
    }
}

static void a_hand_goes_from_one_target_to_another_without_a_jump(void **state)
{
    (void)state;
    pd_character c;
    pd_character_reach_state hand_state = {0};
    pd_character_reach_request low = {.target = {0.3, 1.05, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.3};
    pd_character_reach_request high = low;
    high.target.y = 1.5, high.has_normal = 1, high.normal = pd_vec3_make(0, 0, -1);
    start(&c);
    pd_vec3 before = wrist_of(&c, "LeftFingerBase");
    pd_quat turn = turn_of(&c, "LeftHand");
    for (int i = 60; i < 200; i++) {
        walk_on(&c, i);
        if (i == 60 || i == 150) pd_character_reach_set(&hand_state, &low);
        if (i == 100) pd_character_reach_set(&hand_state, &high);
        reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &c.pose, &rig);
        pd_vec3 now = wrist_of(&c, "LeftFingerBase");
        pd_quat turned = turn_of(&c, "LeftHand");
        assert_true(pd_vec3_distance(now, before) < 0.08);
        assert_true(pd_q_angle(turned, turn) < 0.35);
        if (i == 99 || i == 149 || i == 199) assert_near(now.y - c.pose.root.y, i == 149 ? 1.5 : 1.05, 1e-6);
        before = now, turn = turned;
    }
}

/* Largest changes between two ticks: hand and elbow in metres, palm in radians. */
typedef struct steps {
    double hand, elbow, palm;
} steps;

/* Measures the path of a standing character's hand towards a target about its shoulder, with a surface in any
 * direction or without one. */
static void measure_way(steps *worst, const pd_character_pose *standing, pd_rng *rng, double metres,
                        bool has_normal)
{
    pd_vec3 shoulder = standing->joints[pd_anim_skeleton_find(&rig.skeleton, "LeftArm")], ends[2], normal;
    normal = pd_vec3_make(pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng));
    for (int e = 0; e < 2; e++)
        ends[e] = pd_vec3_make(pd_rng_between(rng, -0.6, 0.6), pd_rng_between(rng, -0.6, 0.6),
                               pd_rng_between(rng, -0.6, 0.6));
    /* Only ways that a left shoulder permits: behind, a hand goes around to the other side. */
    for (int e = 0; e < 2; e++)
        if (0.53 * ends[e].x + 0.85 * ends[e].z < 0.05)
            ends[e] = pd_vec3_make(-ends[e].x, ends[e].y, -ends[e].z);

    pd_character_reach_state hand_state = {0};
    pd_character last = {0}, now = {0};
    int count = (int)(pd_vec3_distance(ends[0], ends[1]) / metres);
    for (int i = 0; i <= count; i++, last = now) {
        pd_vec3 from_shoulder = pd_vec3_fma(ends[0], (double)i / count, pd_vec3_sub(ends[1], ends[0]));
        pd_character_reach_request reach = {
            .target = pd_vec3_add(shoulder, from_shoulder), .weight = 1, .seconds = 0.01};
        reach.has_normal = has_normal, reach.normal = normal;
        pd_character_reach_set(&hand_state, &reach);
        now.pose = *standing;
        reach_tick(&hand_state, PD_CHARACTER_LEFT_HAND, &now.pose, &rig);

        /* a path through the own shoulder is unrealistic: the arm's swing there is not measured */
        if (i < 30 || pd_vec3_length(from_shoulder) < 0.1) continue;
        double hand = pd_vec3_distance(wrist_of(&now, "LeftFingerBase"), wrist_of(&last, "LeftFingerBase"));
        double elbow = pd_vec3_distance(wrist_of(&now, "LeftForeArm"), wrist_of(&last, "LeftForeArm"));
        worst->hand = fmax(worst->hand, hand), worst->elbow = fmax(worst->elbow, elbow);
        worst->palm = fmax(worst->palm, pd_q_angle(turn_of(&now, "LeftHand"), turn_of(&last, "LeftHand")));
    }
}

/* Ways of 2 mm a tick on which the palm meets its ranges, the arm its length and the elbow the other side:
 * hands jumped by 33 mm here before joints went on from where they were,
 * elbows by as much as an upper arm swings over. */
static void hands_do_not_jump_when_their_target_moves_slowly(void **state)
{
    (void)state;
    pd_character c;
    pd_rng rng;
    steps worst = {0};
    pd_rng_init(&rng, 7);
    start(&c);
    for (int i = 0; i < 400; i++) measure_way(&worst, &c.pose, &rng, 0.002, i % 4);
    assert_in_range(1000 * worst.hand, 0, 30); /* beside the shoulder it lags, and catches up */
    assert_in_range(1000 * worst.elbow, 0, 75);
    assert_in_range(1000 * worst.palm, 0, 1000);
}

/* 1.8 m/s: the hand does little more than is asked for. */
static void hands_move_little_more_than_a_fast_target(void **state)
{
    (void)state;
    pd_character c;
    pd_rng rng;
    steps worst = {0};
    pd_rng_init(&rng, 8);
    start(&c);
    for (int i = 0; i < 1000; i++) measure_way(&worst, &c.pose, &rng, 0.03, i % 4);
    assert_in_range(1000 * worst.hand, 0, 60);
    assert_in_range(1000 * worst.elbow, 0, 110);
}

/* The arm of a hand that holds a place while the character passes becomes straight. There the elbow's angle
 * changes by degrees a millimetre: at up to 3,177 degrees/s before it had a limit. */
static void an_elbow_bends_no_faster_than_it_may(void **state)
{
    (void)state;
    pd_character c;
    start(&c);
    pd_character_reach_request reach = {
        .target = {c.pose.root.x - 0.45, 1.2, c.pose.root.z + 0.6}, .weight = 1, .seconds = 0.3};
    pd_character_reach_state hand_state = {0};
    pd_character_reach_set(&hand_state, &reach);
    const int elbow = pd_anim_skeleton_find(&rig.skeleton, "RightForeArm");
    pd_quat last = pd_q_identity();
    double most = 0;
    for (int i = 60; i < 160; i++) {
        walk_on(&c, i);
        reach_tick(&hand_state, PD_CHARACTER_RIGHT_HAND, &c.pose, &rig);
        if (i > 60) most = fmax(most, pd_q_angle(last, c.pose.rotations[elbow]));
        last = c.pose.rotations[elbow];
    }
    assert_true(most < 13.5 / PD_CHARACTER_RATE);
}

static double head_off(const pd_character *c, pd_vec3 point)
{
    pd_vec3 looks = pd_q_rotate(turn_of(c, "Head"), pd_vec3_make(0, 0, 1));
    pd_vec3 to = pd_vec3_sub(point, wrist_of(c, "Head"));
    return atan2(pd_vec3_length(pd_vec3_cross(looks, to)), pd_vec3_dot(looks, to));
}

static void the_head_turns_to_a_point_and_back(void **state)
{
    (void)state;
    pd_character c;
    start(&c);
    pd_character_gaze_state gaze = {0};
    pd_character_gaze_request request = {.weight = 1, .seconds = 0.3};
    request.point = pd_vec3_make(c.pose.root.x + 2, 1.4, c.pose.root.z + 3);
    pd_character_gaze_set(&gaze, &request);
    pd_quat turn = turn_of(&c, "Head");
    for (int i = 60; i < 150; i++) {
        walk_on(&c, i);
        pd_character_pose animated = c.pose;
        if (i == 100) request.weight = 0, pd_character_gaze_set(&gaze, &request);
        double off = gaze_tick(&gaze, &c.pose, &rig);
        assert_bones_kept(&c);
        assert_true(pd_q_angle(turn_of(&c, "Head"), turn) < 0.2);
        turn = turn_of(&c, "Head");
        if (i > 90 && i < 100) assert_near(head_off(&c, request.point), off, 1e-9);
        if (i > 90 && i < 100) assert_true(off < 0.02);

        /* the eyes have the target from the first frame to the last one; the head follows */
        pd_vec3 point;
        assert_near(pd_character_gaze_point(&point, &gaze, &c.pose), i < 100, 0);
        if (i < 100) assert_near(pd_vec3_distance(point, request.point), 0, 1e-12);
        if (i > 120) assert_memory_equal(&animated, &c.pose, sizeof animated);
    }
}

static void targets_behind_the_character_are_not_looked_at(void **state)
{
    (void)state;
    pd_character c;
    start(&c);
    pd_character_gaze_state gaze = {0};
    pd_character_gaze_request request = {.weight = 1, .seconds = 0.1, .in_root = 1};
    pd_quat turn = turn_of(&c, "Head");
    for (int i = 60; i < 360; i++) { /* a thing goes round the character, over its back too */
        double angle = 2 * M_PI * (i - 60) / 150;
        walk_on(&c, i);
        pd_character_pose animated = c.pose;
        request.point = pd_vec3_make(3 * sin(angle), 1.5, 3 * cos(angle));
        pd_character_gaze_set(&gaze, &request);
        gaze_tick(&gaze, &c.pose, &rig);
        assert_true(pd_q_angle(turn_of(&c, "Head"), turn) < 0.3);
        turn = turn_of(&c, "Head");
        if (cos(angle) > -0.95 || i < 90) continue;
        int head = pd_anim_skeleton_find(&rig.skeleton, "Head");
        assert_true(pd_q_angle(c.pose.rotations[head], animated.rotations[head]) < 1e-6);
    }
}

static void requests_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_character_reach_request reach = {.weight = 1, .seconds = 0.3};
    assert_int_equal(pd_character_reach_check(&reach, &err), PD_OK);
    reach.weight = 2;
    assert_int_equal(pd_character_reach_check(&reach, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/weight");
    reach.weight = 1, reach.target.x = NAN;
    assert_int_equal(pd_character_reach_check(&reach, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/target");
    reach.target.x = 0, reach.slide = 1;
    assert_int_equal(pd_character_reach_check(&reach, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/slide");
    reach.has_normal = 1;
    assert_int_equal(pd_character_reach_check(&reach, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/normal");
    pd_character_gaze_request gaze = {.weight = 1, .seconds = 20};
    assert_int_equal(pd_character_gaze_check(&gaze, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/seconds");
}

/* Rolls a standing pose with a hand whose target moves from ahead to straight behind, through the overlay. */
static void a_hand_goes_around_the_body_to_what_is_behind_and_the_trunk_turns(void **state)
{
    (void)state;
    pd_character c;
    pd_character_overlay overlay = {0};
    pd_character_reach_request reach = {
        .target = {-0.2, 1.2, 1.5}, .in_root = 1, .weight = 1, .seconds = 0.25};
    start(&c);
    const pd_character_pose standing = c.pose;
    const pd_vec3 ahead =
        pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), standing.yaw), pd_vec3_make(0, 0, 1));
    const pd_vec3 right =
        pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), standing.yaw), pd_vec3_make(-1, 0, 0));
    pd_vec3 last = {0};
    double fastest = 0, nearest = 1;

    pd_character_reach_set(&overlay.hands[PD_CHARACTER_RIGHT_HAND], &reach);
    for (int i = 0; i < 240; i++) {
        if (i == 60) {
            reach.target = pd_vec3_make(-0.2, 1.2, -1.5);
            pd_character_reach_set(&overlay.hands[PD_CHARACTER_RIGHT_HAND], &reach);
        }
        if (i == 150) {
            reach.weight = 0;
            pd_character_reach_set(&overlay.hands[PD_CHARACTER_RIGHT_HAND], &reach);
        }
        c.pose = standing;
        pd_character_overlay_step(&overlay, &c, &rig, NULL, NULL);
        const pd_vec3 arm =
            pd_vec3_unit_or(pd_vec3_sub(wrist_of(&c, "RightFingerBase"), wrist_of(&c, "RightArm")), ahead);
        if (i) fastest = fmax(fastest, 60 * acos(fmin(1, pd_vec3_dot(arm, last))));
        if (i > 60 && i < 150) nearest = fmin(nearest, pd_vec3_dot(arm, right));
        last = arm;
        if (i != 149) continue;

        /* Behind, to its own side and not straight back; the shoulders turned to the right. */
        const pd_vec3 line = pd_vec3_sub(wrist_of(&c, "RightArm"), wrist_of(&c, "LeftArm"));
        const double turned = atan2(-pd_vec3_dot(line, ahead), pd_vec3_dot(line, right));
        assert_true(pd_vec3_dot(arm, ahead) < -0.2);
        assert_true(turned > 0.5 && turned < 0.9);
        const double back = atan2(-pd_vec3_dot(arm, ahead), pd_vec3_dot(arm, right));
        assert_true(back - turned < 0.75); /* of the line of the shoulders */
    }
    print_message("arm at most %.0f degrees/s\n", fastest * 180 / 3.14159265358979323846);
    assert_true(fastest * 180 / 3.14159265358979323846 < 500);
    assert_true(nearest > -0.1); /* never through the body */
    assert_near(overlay.twist.turn, 0, 0.02);
}

/* At 60 degrees the head turns alone; from there on the chest turns too, to the side of the point. */
static void looking_behind_turns_the_shoulders(void **state)
{
    (void)state;
    static const double asides[] = {0.9, 1.7, -1.7, 2.6, -2.6};
    for (int k = 0; k < 5; k++) {
        pd_character c;
        pd_character_overlay overlay = {0};
        start(&c);
        const pd_character_pose standing = c.pose;
        const pd_character_gaze_request gaze = {.point = {5 * sin(asides[k]), 1.6, 5 * cos(asides[k])},
                                                .in_root = true,
                                                .weight = 1,
                                                .seconds = 0.3};
        pd_character_gaze_set(&overlay.gaze, &gaze);
        for (int i = 0; i < 180; i++) {
            c.pose = standing;
            pd_character_overlay_step(&overlay, &c, &rig, NULL, NULL);
        }
        assert_near(overlay.twist.turn,
                    (asides[k] < 0 ? -1 : 1) * fmin(0.8, 0.7 * fmax(fabs(asides[k]) - 1.05, 0)), 0.01);
        assert_bones_kept(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_follows_the_object_that_it_holds),
        cmocka_unit_test(a_place_in_the_world_is_held_while_passing_it),
        cmocka_unit_test(a_target_out_of_reach_is_pointed_at),
        cmocka_unit_test(a_bent_hand_points_at_a_target_out_of_reach),
        cmocka_unit_test(letting_go_gives_the_animation_back_without_a_jump),
        cmocka_unit_test(joints_follow_everything_that_is_laid_over),
        cmocka_unit_test(a_palm_is_laid_on_a_table),
        cmocka_unit_test(a_hand_slides_along_a_wall_with_its_character),
        cmocka_unit_test(a_hand_goes_from_one_target_to_another_without_a_jump),
        cmocka_unit_test(hands_do_not_jump_when_their_target_moves_slowly),
        cmocka_unit_test(hands_move_little_more_than_a_fast_target),
        cmocka_unit_test(an_elbow_bends_no_faster_than_it_may),
        cmocka_unit_test(the_head_turns_to_a_point_and_back),
        cmocka_unit_test(targets_behind_the_character_are_not_looked_at),
        cmocka_unit_test(requests_out_of_range_are_refused_by_name),
        cmocka_unit_test(a_hand_goes_around_the_body_to_what_is_behind_and_the_trunk_turns),
        cmocka_unit_test(looking_behind_turns_the_shoulders),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
