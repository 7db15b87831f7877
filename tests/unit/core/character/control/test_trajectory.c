/* Blending of the trajectory, compared with the formulas of the original demo,
 * and the effects of the stick. */
#include "core/math/grid.h"
#include "core/math/plane.h"
#include "core/character/control/trajectory.h"

#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"
#include "tests/support/trajectory_test.h"

#include <stdbool.h>
#include <string.h>

#define PI 3.14159265358979323846

static void the_future_is_blended_as_in_the_original(void **state)
{
    (void)state;
    pd_character_trajectory t = trajectory_standing(0);
    pd_character_input ahead = {.move = {0, 1}};
    pd_character_trajectory_blend(&t, &ahead, &trajectory_rig, NULL);
    double v = t.goal.velocity[1], z = 0;
    assert_near(v, 0.9 * 1.2, 1e-9);
    for (int i = 61; i < 120; i++) {
        double w = 1 - pow(1 - (i - 60) / 60.0, 0.5);
        z += w * v / 60; /* the network proposed to stay */
        assert_near(t.frames[i].at[1], z, 1e-12);
        assert_near(t.frames[i].at[0], 0, 1e-12);
    }
    assert_near(t.frames[119].at[1], 0.33 * v, 0.01); /* integral of 1 - sqrt(1 - t) is a third */
}

/* The rig has weights made at load for some biases. For a bias between two of them the tick computes the
 * weights. Both give the same trajectory. */
static void weights_made_at_load_are_those_of_the_tick(void **state)
{
    (void)state;
    static const double strafes[] = {0, 0.3, 1};
    pd_character_rig loaded, bare;
    assert_int_equal(pd_character_rig_init(&loaded, trajectory_model, NULL), PD_OK);
    bare = loaded;
    memset(bare.weights, 0, sizeof bare.weights);
    for (int s = 0; s < 3; s++)
        for (int responsive = 0; responsive < 2; responsive++) {
            pd_character_trajectory a = trajectory_standing(0.4), b = a;
            pd_character_input input = {.move = {0.6, 0.8}, .strafe = strafes[s], .responsive = responsive};
            a.goal.strafe = b.goal.strafe = strafes[s];
            for (int i = 0; i < 5; i++) {
                pd_character_trajectory_blend(&a, &input, &loaded, NULL);
                pd_character_trajectory_blend(&b, &input, &bare, NULL);
            }
            assert_memory_equal(&a, &b, sizeof a);
        }

    double at = 0.25;
    for (int b = 0; b < PD_CHARACTER_RIG_BIASES; b++) {
        assert_true(loaded.weights[b].bias > 0);
        assert_near(loaded.weights[b].of[15], 1 - pow(1 - at, loaded.weights[b].bias), 1e-15);
    }
}

static void the_papers_equation_9_is_at_the_other_end_of_blend_ease(void **state)
{
    (void)state;
    static const double eases[] = {1, 0.25};
    for (int e = 0; e < 2; e++) {
        trajectory_rig.control.blend_ease = eases[e];
        pd_character_trajectory t = trajectory_standing(0);
        pd_character_input ahead = {.move = {0, 1}};
        pd_character_trajectory_blend(&t, &ahead, &trajectory_rig, NULL);
        double z = 0;
        for (int i = 61; i < 120; i++) {
            double at = (i - 60) / 60.0, demo = 1 - pow(1 - at, 0.5), paper = pow(at, 0.5);
            z += (eases[e] * paper + (1 - eases[e]) * demo) * t.goal.velocity[1] / 60;
            assert_near(t.frames[i].at[1], z, 1e-12);
        }
    }
    trajectory_rig.control.blend_ease = 0;
}

static void the_gait_bump_rises_towards_walls_when_asked_for(void **state)
{
    (void)state;
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 1, 0, 0, 0, "", NULL), PD_OK);
    scene.walls[0] = (pd_anim_wall){{-5, 0.6}, {5, 0.6}, 0.1};
    pd_character_trajectory t = trajectory_standing(0);
    pd_character_input still = {.gait = PD_CHARACTER_WANT_WALK};
    pd_character_trajectory_blend(&t, &still, &trajectory_rig, &scene);
    assert_near((double)t.frames[90].gaits[PD_PFNN_BUMP], 0, 0);
    trajectory_rig.control.bump_near = 2;
    pd_character_trajectory_blend(&t, &still, &trajectory_rig, &scene);
    assert_near((double)t.frames[60].gaits[PD_PFNN_BUMP], 0.75, 1e-6);
    trajectory_rig.control.bump_near = 0;
    pd_anim_scene_deinit(&scene);
}

static void a_start_straight_ahead_is_responsive_for_a_while(void **state)
{
    (void)state;
    trajectory_rig.control.start_time = 0.5;
    pd_character_trajectory t = trajectory_standing(0), back = trajectory_standing(PI);
    pd_character_input ahead = {.move = {0, 1}};
    float y[RIGS_Y] = {0};
    pd_character_trajectory_blend(&t, &ahead, &trajectory_rig, NULL);
    pd_character_trajectory_blend(&back, &ahead, &trajectory_rig, NULL);
    assert_near(t.frames[61].at[1],
                t.goal.velocity[1] / 60 *
                    (1 - pow(59 / 60.0, trajectory_rig.control.bias_position_responsive)),
                1e-12);
    assert_near(back.goal.starting, 0, 0);
    for (int i = 0; i < 40; i++) trajectory_tick(&t, &ahead, y, NULL);
    assert_near(t.goal.starting, 0, 0);
    trajectory_rig.control.start_time = 0;
}

static void facings_turn_to_the_goal_by_their_own_bias(void **state)
{
    (void)state;
    const double limit = trajectory_rig.control.turn_limit;
    trajectory_rig.control.turn_limit = 1000;
    pd_character_trajectory t = trajectory_standing(0);
    pd_character_input aside = {.has_look = 1, .look = {1, 1.7320508075688772}};
    pd_character_trajectory_blend(&t, &aside, &trajectory_rig, NULL);
    double goal = atan2(t.goal.facing[0], t.goal.facing[1]);
    assert_near(goal, 0.9 * 0.5235987756, 0.01);
    for (int i = 61; i < 120; i++) {
        double w = 1 - pow(1 - (i - 60) / 60.0, 2), yaw = atan2(t.frames[i].dir[0], t.frames[i].dir[1]);
        assert_near(yaw, w * goal, 0.01); /* the chord instead of the arc */
        assert_near(pd_plane_length(t.frames[i].dir), 1, 1e-12);
    }
    trajectory_rig.control.turn_limit = limit;
}

static void the_rows_samples_are_in_the_roots_frame_in_centimetres(void **state)
{
    (void)state;
    float x[RIGS_X];
    const pd_pfnn_layout *l = &trajectory_rig.layout;
    pd_character_trajectory t = trajectory_standing(PI / 2); /* faces +X: its left is -Z */
    t.frames[80].at[0] = 0.5, t.frames[80].at[1] = -0.2;
    t.frames[80].dir[0] = 0, t.frames[80].dir[1] = -1;
    t.frames[80].gaits[PD_PFNN_JOG] = 0.25f;
    pd_character_trajectory_write(x, &t, &trajectory_rig, NULL);
    assert_near((double)x[l->in_x + 8], 20, 1e-5);
    assert_near((double)x[l->in_z + 8], 50, 1e-5);
    assert_near((double)x[l->in_facing_x + 8], 1, 1e-6);
    assert_near((double)x[l->in_facing_z + 8], 0, 1e-6);
    assert_near((double)x[l->in_gaits + PD_PFNN_JOG * 12 + 8], 0.25, 0);
    assert_near((double)x[l->in_gaits + PD_PFNN_STAND * 12 + 8], 1, 0);
    assert_near((double)x[l->in_x + 6], 0, 0);
}

static void a_frame_on_the_past_moves_back_and_the_root_forward(void **state)
{
    (void)state;
    float y[RIGS_Y];
    rigs_walk_row(y, 0, 0);
    y[trajectory_rig.layout.out_yaw_rate] = -0.01f; /* to the left */
    pd_character_trajectory t = trajectory_standing(PI / 2);
    t.goal.still = 0;
    pd_character_trajectory_advance(&t, y, &trajectory_rig, NULL);
    assert_near(t.frames[60].at[0], 0.02, 1e-7);
    assert_near(t.frames[60].at[1], 0, 1e-7);
    assert_near(pd_character_trajectory_yaw(&t, &trajectory_rig), PI / 2 + 0.01, 1e-6);
    assert_near(t.frames[59].at[0], 0, 0);
    assert_near(t.frames[70].at[0] - t.frames[60].at[0], 0.2 * cos(0.01), 1e-5);
    assert_near(t.frames[119].at[0] - t.frames[60].at[0], 1.18 * cos(0.01),
                1e-5); /* goes on beyond the last sample */
}

static void aside_and_backwards_have_their_own_greatest_speeds(void **state)
{
    (void)state;
    const pd_character_control *c = &trajectory_rig.control;
    static const struct {
        double move[2], angle;
    } cases[] = {{{0, 1}, 0}, {{1, 0}, PI / 2}, {{0, -1}, PI}, {{1, -1}, 3 * PI / 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_character_trajectory t = trajectory_standing(0);
        pd_character_input input = {.move = {cases[i].move[0], cases[i].move[1]},
                                    .has_look = 1,
                                    .look = {0, 1},
                                    .strafe = 1,
                                    .speed = 5,
                                    .gait = PD_CHARACTER_WANT_WALK};
        double back = fmax(-cos(cases[i].angle), 0), side = fmin(1 - cos(cases[i].angle), 1);
        double aside = c->side_most + back * (c->back_most - c->side_most);
        for (int n = 0; n < 120; n++) pd_character_trajectory_set_goal(&t, &input, &trajectory_rig, NULL);
        assert_near(t.goal.asked_rate * pd_plane_length(t.goal.asked),
                    c->walk_most + side * (aside - c->walk_most), 1e-6);
    }
}

/* A toe slips by 2 mm a frame. The root takes its part of the slip when the goal is calm, half calm, strafing
 * or not calm. */
static void the_root_follows_the_planted_toe_while_the_goal_is_calm(void **state)
{
    (void)state;
    const pd_character_control *c = &trajectory_rig.control;
    const struct {
        double calm, strafe, part;
    } cases[] = {{c->steady_time, 0, 1}, {c->steady_time / 2, 0, 0.5}, {2 * c->steady_time, 1, 0}, {0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_character_trajectory t = trajectory_standing(0);
        t.goal.calm = cases[i].calm, t.goal.strafe = cases[i].strafe;
        assert_near(pd_character_trajectory_calm(&t, c), cases[i].part, 1e-12);
        for (int n = 0; n < 60; n++) {
            const double slip[2] = {0, 0.002 - t.taken[1]};
            pd_character_trajectory_follow_toes(&t, slip, c);
        }
        assert_near(t.taken[0], 0, 0);
        assert_near(t.taken[1], c->root_follow * cases[i].part * 0.002, 1e-9);

        /* in the air it fades, by a fifth of mix_follow, so that the root's speed changes slowly */
        for (int n = 0; n < 2; n++) pd_character_trajectory_follow_toes(&t, NULL, c);
        assert_near(t.taken[1], c->root_follow * cases[i].part * 0.002 * pow(1 - 0.2 * c->mix_follow, 2),
                    1e-9);
    }

    /* what is taken comes off the step, to within the grid that the present is on */
    float y[1024] = {0};
    pd_character_trajectory with = trajectory_standing(0), without = trajectory_standing(0);
    with.taken[0] = 0.003, with.taken[1] = -0.001;
    pd_character_trajectory_advance(&with, y, &trajectory_rig, NULL);
    pd_character_trajectory_advance(&without, y, &trajectory_rig, NULL);
    const double *a = with.frames[trajectory_rig.frames / 2].at,
                 *b = without.frames[trajectory_rig.frames / 2].at;
    assert_near(a[0] - b[0], -0.003, 0.5 / PD_GRID);
    assert_near(a[1] - b[1], 0.001, 0.5 / PD_GRID);
}

/* Calm is a goal that is followed, on level ground, straight or by half a radian a second. */
static void a_goal_is_calm_on_level_ground_straight_or_in_slow_turns(void **state)
{
    (void)state;
    static const struct {
        double turning, moved, relief; /* rad/s of the stick, of the speed asked for, metres */
        bool calm;
    } cases[] = {
        {0, 1, 0, true}, {0.3, 1, 0, true}, {1.5, 1, 0, false}, {0, 0.5, 0, false}, {0, 1, 0.2, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_character_trajectory t = trajectory_standing(0);
        for (int n = 0; n < 300; n++) {
            double angle = cases[i].turning * n / 60;
            pd_character_input input = {.move = {sin(angle), cos(angle)}};
            t.relief = cases[i].relief;
            pd_character_trajectory_set_goal(&t, &input, &trajectory_rig, NULL);
            for (int k = 0; k < 2; k++) {
                t.moved[k] += 0.04 * (cases[i].moved * t.goal.asked[k] - t.moved[k]);
                t.aimed[k] += 0.04 * (t.goal.asked[k] - t.aimed[k]);
            }
        }
        assert_int_equal(t.goal.calm > 1, cases[i].calm);
    }
}

static void a_turn_is_made_faster_far_off_the_facing_that_is_wanted(void **state)
{
    (void)state;
    static const struct {
        double off, rate;                                        /* radians to the left; of the network's */
    } cases[] = {{0.4, 1}, {0.75, 1.25}, {1.5, 1.5}, {-1.5, 1}}; /* to the other side: its own */
    float y[PD_CHARACTER_RIG_ROW] = {0};
    y[trajectory_rig.layout.out_yaw_rate] = -0.01f; /* to the left */

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_character_trajectory t = trajectory_standing(0);
        t.goal.still = 0;
        t.goal.facing[0] = sin(cases[i].off), t.goal.facing[1] = cos(cases[i].off);
        pd_character_trajectory_advance(&t, y, &trajectory_rig, NULL);
        assert_near(pd_character_trajectory_yaw(&t, &trajectory_rig), cases[i].rate * 0.01, 1e-6);
    }
}

static void the_root_of_a_standing_character_ignores_the_networks_motion(void **state)
{
    (void)state;
    float y[RIGS_Y];
    rigs_walk_row(y, 0, 0);
    pd_character_trajectory t = trajectory_standing(0);
    assert_near(pd_character_trajectory_motion(&t, &trajectory_rig), 0, 0);
    pd_character_trajectory_advance(&t, y, &trajectory_rig, NULL);
    assert_near(t.frames[60].at[1], 0, 0);
    t.goal.still = 0.9;
    assert_near(pd_character_trajectory_motion(&t, &trajectory_rig), pow(0.1, 0.25), 1e-6);
}

static void gaits_go_a_tenth_of_the_way_in_a_frame(void **state)
{
    (void)state;
    pd_character_trajectory t = trajectory_standing(0);
    pd_character_input jog = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG};
    pd_character_trajectory_blend(&t, &jog, &trajectory_rig, NULL);
    assert_near((double)t.frames[60].gaits[PD_PFNN_JOG], 0.1, 1e-6);
    assert_near((double)t.frames[60].gaits[PD_PFNN_STAND], 0.9, 1e-6);
    assert_near((double)t.frames[119].gaits[PD_PFNN_JOG], 0.1, 1e-6);
    assert_near((double)t.frames[50].gaits[PD_PFNN_JOG], 0, 0);
}

static void each_gait_has_its_speed_and_the_stick_scales_it(void **state)
{
    (void)state;
    assert_near(trajectory_asked(&(pd_character_input){.move = {0, 1}}), 1.2, 1e-9);
    assert_near(trajectory_asked(&(pd_character_input){.move = {0, 0.5}}), 0.6, 1e-9);
    assert_near(trajectory_asked(&(pd_character_input){.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}), 2.8,
                1e-9);
    assert_near(trajectory_asked(&(pd_character_input){.move = {0, 1}, .gait = PD_CHARACTER_WANT_CROUCH}),
                0.9, 1e-9);
    assert_near(trajectory_asked(&(pd_character_input){.move = {0, 1}, .speed = 2.3}), 2.3, 1e-9);
    assert_near(
        trajectory_asked(&(pd_character_input){.move = {1, 0}, .strafe = 1, .has_look = 1, .look = {0, 1}}),
        0.864, 1e-3);
    assert_near(
        trajectory_asked(&(pd_character_input){.move = {0, -1}, .strafe = 1, .has_look = 1, .look = {0, 1}}),
        0.864, 1e-3);
    assert_near(trajectory_asked(&(pd_character_input){.move = {0, 0.05}}), 0, 1e-9);
}

static void a_slow_jog_is_labelled_as_a_walk(void **state)
{
    (void)state;
    pd_character_trajectory t =
        trajectory_after(&(pd_character_input){.move = {0, 0.5}, .gait = PD_CHARACTER_WANT_JOG}, 60, 0);
    assert_near((double)t.frames[60].gaits[PD_PFNN_WALK], 1, 0.01);
    t = trajectory_after(&(pd_character_input){.move = {0, 1}, .speed = 2.2}, 60, 0);
    assert_near((double)t.frames[60].gaits[PD_PFNN_JOG], 1, 0.01);
}

static void a_crouching_character_stays_down_when_it_stands(void **state)
{
    (void)state;
    pd_character_trajectory t =
        trajectory_after(&(pd_character_input){.gait = PD_CHARACTER_WANT_CROUCH}, 60, 0);
    assert_near((double)t.frames[60].gaits[PD_PFNN_CROUCH], 1, 0.01);
    assert_near(pd_character_trajectory_motion(&t, &trajectory_rig), 0, 0.01);
}

static void a_standing_character_may_turn_to_look(void **state)
{
    (void)state;
    pd_character_trajectory t = trajectory_after(&(pd_character_input){.has_look = 1, .look = {1, 0}}, 60, 0);
    assert_near(pd_character_trajectory_motion(&t, &trajectory_rig), 1, 1e-9);
    assert_near(t.goal.facing[0], 1, 1e-3);
    t = trajectory_after(&(pd_character_input){.has_look = 1, .look = {1, 0}}, 60, PI / 2);
    assert_near(pd_character_trajectory_motion(&t, &trajectory_rig), 0, 1e-9);
}

static void the_heading_turns_no_faster_than_its_limit(void **state)
{
    (void)state;
    pd_character_input ahead = {.move = {0, 1}}, back = {.move = {0, -1}};
    pd_character_trajectory t = trajectory_after(&ahead, 60, 0);
    double last = 0;
    float y[RIGS_Y] = {0};
    for (int i = 0; i < 90; i++) {
        trajectory_tick(&t, &back, y, NULL);
        double now = fabs(pd_plane_angle((double[2]){0, 1}, t.goal.heading));
        assert_true(now - last < 3.85 / 60 + 1e-9);
        last = now;
    }
    assert_near(last, PI, 1e-6); /* in 1.4 s: turn_limit_wide is 0.66 */
}

/* Frames until the heading of a walk has turned by `angle`, whose facing follows it with the network's yaw,
 * and the least speed of the goal. */
static int frames_of_turn(double angle, double *slowest)
{
    pd_character_input ahead = {.move = {0, 1}}, order = {.move = {sin(angle), cos(angle)}};
    pd_character_trajectory t = trajectory_after(&ahead, 120, 0);
    float y[RIGS_Y] = {0};
    *slowest = 10;
    for (int i = 0; i < 240; i++) {
        trajectory_tick(&t, &order, y, NULL);
        *slowest = fmin(*slowest, pd_plane_length(t.goal.velocity));
        if (fabs(pd_plane_angle(t.goal.heading, (double[2]){sin(angle), cos(angle)})) < 1e-6) return i + 1;
    }
    return 240;
}

/* People turn by 90 degrees as fast as they like, but in a half turn they slow down to a fifth to a half of
 * their speed and take 1.1 to 1.3 s for 10 to 90 %. */
static void a_half_turn_is_slower_than_a_quarter_turn(void **state)
{
    (void)state;
    double slow[2];
    const double limit = trajectory_rig.control.turn_limit / 60;
    const int quarter = frames_of_turn(0.5 * PI, &slow[0]), half = frames_of_turn(PI - 0.01, &slow[1]);
    assert_near(quarter, 0.5 * PI / limit, 1.01);
    assert_near(half, PI / (trajectory_rig.control.turn_limit_wide * limit), 2);
    assert_true(slow[1] < 0.35 * trajectory_rig.control.walk_speed &&
                slow[0] > 0.6 * trajectory_rig.control.walk_speed);
}

/* A character that is a tenth too slow, on a circle of 3 m at 2 m/s: the goal's speed is raised until it is
 * not, its direction is left alone. */
static void the_speed_is_corrected_in_a_curve(void **state)
{
    (void)state;
    pd_character_trajectory t = trajectory_after(&(pd_character_input){.move = {0, 1}, .speed = 2.2}, 30, 0);
    float y[RIGS_Y] = {0};
    double yaw = 0;
    for (int i = 0; i < 600; i++) {
        yaw += 0.7 / 60;
        const pd_character_input input = {.move = {sin(yaw), cos(yaw)}, .speed = 2.2};
        double way[2] = {0, 0.9 * pd_plane_length(t.goal.velocity) / 60};
        const double dir[2] = {t.goal.velocity[0], t.goal.velocity[1]}, *now = t.frames[60].dir;
        double along[2] = {0, 1}, local[2];
        pd_plane_unit(along, dir);
        pd_plane_in(local, now, way[1] * along[0], way[1] * along[1]);
        y[trajectory_rig.layout.out_velocity] = (float)(100 * local[0]),
        y[trajectory_rig.layout.out_velocity + 1] = (float)(100 * local[1]);
        trajectory_tick(&t, &input, y, NULL);
    }
    assert_near(t.goal.gain, 1 / 0.9, 0.02);
    assert_near(t.goal.steer, 0, 1e-9);
}

/* Behind, straight and a little aside, standing and strafing. */
static void a_look_to_behind_turns_the_facing_no_faster_than_the_limit(void **state)
{
    (void)state;
    for (int strafes = 0; strafes < 2; strafes++) {
        pd_character_trajectory t = trajectory_standing(0);
        pd_character_input back = {.has_look = true, .look = {0.05, -1}};
        if (strafes) back.strafe = 1, back.move[1] = 1;
        double facing = 0, turned = 0;
        for (int i = 0; i < 120; i++) {
            pd_character_trajectory_set_goal(&t, &back, &trajectory_rig, NULL);
            double now = atan2(t.goal.facing[0], t.goal.facing[1]), by = remainder(now - facing, 2 * PI);
            assert_true(fabs(by) <= 3.84 / 60 + 1e-9);
            facing = now, turned += by;
        }
        assert_near(turned, PI - atan(0.05), 0.02);
    }
}

static void axes_are_the_worlds_the_cameras_or_its_own(void **state)
{
    (void)state;
    pd_character_input ahead = {.move = {0, 1}};
    pd_character_trajectory t = trajectory_after(&ahead, 120, PI / 2);
    assert_near(t.goal.asked[1], 1.2, 1e-9);
    ahead.axes = PD_CHARACTER_CAMERA, ahead.camera_yaw = -PI / 2;
    t = trajectory_after(&ahead, 120, 0);
    assert_near(t.goal.asked[0], -1.2, 1e-9);
    ahead.axes = PD_CHARACTER_OWN_AXES;
    t = trajectory_after(&ahead, 120, 1);
    assert_near(t.goal.asked[0], 1.2 * sin(1.0), 1e-6);
    assert_near(t.goal.asked[1], 1.2 * cos(1.0), 1e-6);
}

static void the_goal_is_turned_against_going_astray(void **state)
{
    (void)state;
    float y[RIGS_Y] = {0};
    pd_character_input ahead = {.move = {0, 1}};
    pd_character_trajectory t = trajectory_standing(0);
    y[trajectory_rig.layout.out_velocity] = 0.2f,
    y[trajectory_rig.layout.out_velocity + 1] = 2.2f; /* to the left, too fast */
    for (int i = 0; i < 6; i++) y[trajectory_rig.layout.out_facing_z + i] = 1;
    for (int i = 0; i < 240; i++) trajectory_tick(&t, &ahead, y, NULL);
    assert_true(t.goal.steer < -0.1);
    assert_true(t.goal.gain < 0.92);
    assert_near(pd_plane_length(t.goal.asked), 1.2, 1e-9);
}

/* Jumps that the network makes itself; those of jump.h have no label. */
static void the_label_of_a_jump_is_on_for_a_fixed_time(void **state)
{
    (void)state;
    const double flight = trajectory_rig.control.jump_flight;
    trajectory_rig.control.jump_flight = 0;
    pd_character_input jump = {.move = {0, 1}, .jump = 1};
    pd_character_trajectory t = trajectory_standing(0);
    float y[RIGS_Y] = {0};
    trajectory_tick(&t, &(pd_character_input){.move = {0, 1}}, y, NULL);
    assert_near((double)t.frames[60].gaits[PD_PFNN_JUMP], 0, 0);
    int high = 0, any = 0;
    for (int i = 0; i < 200; i++) {
        pd_character_trajectory_blend(&t, &jump, &trajectory_rig, NULL); /* held: one jump all the same */
        high += t.frames[60].gaits[PD_PFNN_JUMP] == 1;
        any += t.frames[60].gaits[PD_PFNN_JUMP] > 0;
        if (i == 0) assert_near((double)t.frames[119].gaits[PD_PFNN_JUMP], 1, 0.01);
        if (i == 10)
            assert_near((double)t.frames[119].gaits[PD_PFNN_JUMP], 1 - (69 / 60.0 - 1.08) / 0.17, 1e-5);
        pd_character_trajectory_advance(&t, y, &trajectory_rig, NULL);
    }
    assert_in_range(high, 64, 66);
    assert_in_range(any, 74, 76);
    trajectory_rig.control.jump_flight = flight;
}

/* A jump of jump.h is added to the pose. The network does not see it,
 * neither a requested jump nor one of an area. */
static void the_network_is_not_told_of_jumps_that_the_pose_makes(void **state)
{
    (void)state;
    float x[RIGS_X], y[RIGS_Y] = {0};
    pd_anim_scene scene;
    pd_character_trajectory t = trajectory_standing(0);
    assert_true(trajectory_rig.control.jump_flight > 0);
    assert_int_equal(pd_anim_scene_init(&scene, 0, 1, 0, 0, "", NULL), PD_OK);
    scene.jumps[0] = (pd_anim_jump_area){{0, 0}, 5, 1};
    trajectory_tick(&t, &(pd_character_input){.move = {0, 1}, .jump = 1}, y, &scene);
    assert_near((double)t.frames[60].gaits[PD_PFNN_JUMP], 1, 0);
    pd_character_trajectory_write(x, &t, &trajectory_rig, &scene);
    for (int s = 0; s < trajectory_rig.layout.samples; s++)
        assert_near(
            (double)x[trajectory_rig.layout.in_gaits + PD_PFNN_JUMP * trajectory_rig.layout.samples + s], 0,
            0);
    pd_anim_scene_deinit(&scene);
}

/* A jog of v m/s is asked of the network at v / jog_tempo, no slower than jog_own, and played faster by as
 * much; walks are as they are. */
static void a_jog_has_peoples_short_steps(void **state)
{
    (void)state;
    const pd_character_control *c = &trajectory_rig.control;
    const double speeds[] = {2.0, 2.2, 2.8, 3.5, 4.5};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        const pd_character_trajectory t = trajectory_after(
            &(pd_character_input){.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG, .speed = speeds[i]}, 200, 0);
        const double rate = fmin(speeds[i] / c->jog_own, c->jog_tempo);
        assert_near(t.goal.rate, rate, 1e-3);
        assert_near(pd_plane_length(t.goal.asked), speeds[i] / rate, 1e-2);
    }
    assert_near(trajectory_after(&(pd_character_input){.move = {0, 1}}, 200, 0).goal.rate, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_future_is_blended_as_in_the_original),
        cmocka_unit_test(weights_made_at_load_are_those_of_the_tick),
        cmocka_unit_test(the_papers_equation_9_is_at_the_other_end_of_blend_ease),
        cmocka_unit_test(the_gait_bump_rises_towards_walls_when_asked_for),
        cmocka_unit_test(a_start_straight_ahead_is_responsive_for_a_while),
        cmocka_unit_test(facings_turn_to_the_goal_by_their_own_bias),
        cmocka_unit_test(the_rows_samples_are_in_the_roots_frame_in_centimetres),
        cmocka_unit_test(a_frame_on_the_past_moves_back_and_the_root_forward),
        cmocka_unit_test(aside_and_backwards_have_their_own_greatest_speeds),
        cmocka_unit_test(the_root_follows_the_planted_toe_while_the_goal_is_calm),
        cmocka_unit_test(a_goal_is_calm_on_level_ground_straight_or_in_slow_turns),
        cmocka_unit_test(a_turn_is_made_faster_far_off_the_facing_that_is_wanted),
        cmocka_unit_test(the_root_of_a_standing_character_ignores_the_networks_motion),
        cmocka_unit_test(gaits_go_a_tenth_of_the_way_in_a_frame),
        cmocka_unit_test(each_gait_has_its_speed_and_the_stick_scales_it),
        cmocka_unit_test(a_slow_jog_is_labelled_as_a_walk),
        cmocka_unit_test(a_crouching_character_stays_down_when_it_stands),
        cmocka_unit_test(a_standing_character_may_turn_to_look),
        cmocka_unit_test(the_heading_turns_no_faster_than_its_limit),
        cmocka_unit_test(a_half_turn_is_slower_than_a_quarter_turn),
        cmocka_unit_test(the_speed_is_corrected_in_a_curve),
        cmocka_unit_test(a_look_to_behind_turns_the_facing_no_faster_than_the_limit),
        cmocka_unit_test(axes_are_the_worlds_the_cameras_or_its_own),
        cmocka_unit_test(the_goal_is_turned_against_going_astray),
        cmocka_unit_test(the_label_of_a_jump_is_on_for_a_fixed_time),
        cmocka_unit_test(the_network_is_not_told_of_jumps_that_the_pose_makes),
        cmocka_unit_test(a_jog_has_peoples_short_steps),
    };
    return cmocka_run_group_tests(tests, trajectory_setup, trajectory_teardown);
}
