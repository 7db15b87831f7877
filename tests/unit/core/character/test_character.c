/* A character whose network walks by formula (tests/support/rigs.h). */
#include "core/character/action/follow.h"
#include "core/character/pose/pose.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

static pd_pfnn_model *model;
static pd_character_rig rig;
static const double origin[2] = {0, 0};

static int setup(void **state)
{
    (void)state;
    model = rigs_model(8, 1);
    if (pd_character_rig_init(&rig, model, NULL)) return 1;
    rig.control.root_follow = 0; /* rows by formula slip whatever the root does */
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static void walk_on(pd_character *c, const pd_character_input *input, int frame, const pd_anim_scene *scene)
{
    float x[RIGS_X], y[RIGS_Y], phase;
    pd_character_before(x, &phase, c, input, &rig, scene);
    rigs_walk_row(y, frame, 0.001);
    pd_character_after(c, y, &rig, scene);
}

static void the_input_row_holds_the_joints_of_the_frame_before(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input ahead = {.move = {0, 1}};
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0.7, NULL), PD_OK);
    float x[RIGS_X], y[RIGS_Y], phase;
    for (int i = 0; i < 90; i++) walk_on(&c, &ahead, i, NULL);
    rigs_walk_row(y, 89, 0.001);
    pd_character_before(x, &phase, &c, &ahead, &rig, NULL);
    for (int j = 0; j < 3 * PD_ANIM_BIPED_JOINTS; j++) {
        assert_near((double)x[rig.layout.in_positions + j], (double)y[rig.layout.out_positions + j], 1.2);
        assert_near((double)x[rig.layout.in_velocities + j], (double)y[rig.layout.out_velocities + j], 1e-3);
    }
}

static void a_walk_goes_forward_with_steps_exact_bones_and_planted_feet(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input ahead = {.move = {0, 1}};
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    int steps[2] = {0, 0};
    for (int i = 0; i < 360; i++) {
        walk_on(&c, &ahead, i, NULL);
        for (int f = 0; f < 2; f++)
            steps[f] += (c.pose.events & (f ? PD_CHARACTER_STEP_RIGHT : PD_CHARACTER_STEP_LEFT)) != 0;
        assert_near(pd_character_pose_stretch(c.pose.joints, &rig), 0, 1e-12);
        assert_near(pd_character_pose_stretch(c.pose.joints_free, &rig), 0, 1e-12);
    }
    assert_in_range(steps[0], 6, 7);
    assert_in_range(steps[1], 6, 7);
    assert_near(c.pose.root.z, 6 * 1.2, 0.5);
    assert_near(c.pose.yaw, 0, 1e-9);
    assert_near(c.pose.velocity.z, 1.2, 1e-6);
    assert_int_equal(c.ticks, 360);
}

static void the_pose_equals_the_product_of_its_local_rotations(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input ahead = {.move = {1, 0}};
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 2, NULL), PD_OK);
    for (int i = 0; i < 77; i++) walk_on(&c, &ahead, i, NULL);
    pd_anim_skeleton_forward(p, NULL, &rig.skeleton, c.pose.rotations, c.pose.translation);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        assert_near(pd_vec3_distance(p[j], c.pose.joints[j]), 0, 1e-9);
}

static void a_character_restored_from_a_snapshot_continues_bit_for_bit(void **state)
{
    (void)state;
    static pd_character a, b;
    pd_character_input ahead = {.move = {0.3, 0.8}};
    assert_int_equal(pd_character_init(&a, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 50; i++) walk_on(&a, &ahead, i, NULL);
    memcpy(&b, &a, sizeof a);
    for (int i = 50; i < 100; i++) walk_on(&a, &ahead, i, NULL);
    for (int i = 50; i < 100; i++) walk_on(&b, &ahead, i, NULL);
    assert_memory_equal(&a, &b, sizeof a);
}

static void rows_that_are_not_finite_become_the_mean(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input ahead = {.move = {0, 1}};
    float x[RIGS_X], y[RIGS_Y], phase;
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 30; i++) {
        pd_character_before(x, &phase, &c, &ahead, &rig, NULL);
        rigs_walk_row(y, i, 0);
        y[(i * 37) % RIGS_Y] = i % 2 ? NAN : -INFINITY;
        pd_character_after(&c, y, &rig, NULL);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_true(pd_vec3_finite(c.pose.joints[j]));
    }
}

static void a_flight_under_the_jump_label_is_a_jump_and_a_landing(void **state)
{
    (void)state;
    pd_character c;
    float x[RIGS_X], y[RIGS_Y], phase;
    int jumped = 0, landed = 0, jumps = 0, lands = 0, steps = 0;
    const double flight = rig.control.jump_flight;
    rig.control.jump_flight = 0; /* the network's own jump */
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 90; i++) {
        pd_character_input input = {.move = {0, 1}, .jump = i == 10};
        int in_air = i >= 40 && i <= 55;
        pd_character_before(x, &phase, &c, &input, &rig, NULL);
        rigs_walk_row(y, 0, 0);
        /* contacts that waver, as a network's do */
        for (int k = 0; k < 4; k++) y[rig.layout.out_contacts + k] = in_air ? 0.6f * (float)(i % 2) : 1;
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS && in_air; j++)
            y[rig.layout.out_positions + 3 * j + 1] += 30;
        pd_character_after(&c, y, &rig, NULL);
        if (c.pose.events & PD_CHARACTER_JUMPED) jumped = i, jumps++;
        if (c.pose.events & PD_CHARACTER_LANDED) landed = i, lands++;
        if (i > 42 && i <= 55)
            steps += (c.pose.events & (PD_CHARACTER_STEP_LEFT | PD_CHARACTER_STEP_RIGHT)) != 0;
    }
    assert_int_equal(jumps, 1);
    assert_int_equal(lands, 1);
    assert_int_equal(steps, 0);
    assert_in_range(jumped, 40, 43);
    assert_in_range(landed, 56, 60);
    rig.control.jump_flight = flight;
}

/* A network is sure of its contacts before the foot is down. */
static void a_foot_drawn_in_the_air_is_not_planted(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input none = {0};
    float x[RIGS_X], y[RIGS_Y], phase;
    int left_toe = rig.layout.out_positions + 3 * rig.legs[0].toe;
    unsigned steps = 0;
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 60; i++) {
        rigs_walk_row(y, 0, 0);
        for (int k = 0; k < 4; k++) y[rig.layout.out_contacts + k] = 1;
        for (int k = rig.layout.out_velocities; k < rig.layout.out_rotations; k++) y[k] = 0;
        y[left_toe + 1] += 40, y[left_toe - 2] += 40; /* toe and ankle, cm, by a knee that bends */
        y[left_toe - 5] += 20, y[left_toe - 4] += 34;
        pd_character_before(x, &phase, &c, &none, &rig, NULL);
        pd_character_after(&c, y, &rig, NULL);
        if (i >= 30) steps |= c.pose.events;
    }
    const pd_character_leg *left = &rig.legs[0];
    assert_true(c.pose.joints[left->toe].y > left->toe_rest + 0.03);
    assert_true(c.pose.contacts[PD_PFNN_LEFT_TOE] < 0.5f);
    assert_true(c.pose.contacts[PD_PFNN_LEFT_HEEL] < 0.5f);
    assert_true(c.pose.contacts[PD_PFNN_RIGHT_TOE] > 0.9f);
    assert_int_equal(steps & PD_CHARACTER_STEP_LEFT, 0);
}

static void a_character_that_stands_from_the_start_has_no_footstep(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input none = {0};
    float x[RIGS_X], y[RIGS_Y], phase;
    rigs_walk_row(y, 0, 0);
    for (int k = 0; k < 4; k++) y[rig.layout.out_contacts + k] = 1;
    pd_character_rig standing = rig;
    memcpy(standing.start.row, y, sizeof y), standing.start.row_count = RIGS_Y;
    assert_int_equal(pd_character_init(&c, &standing, NULL, origin, 0, NULL), PD_OK);
    assert_true(c.planted[0] && c.planted[1]);

    for (int i = 0; i < 30; i++) {
        pd_character_before(x, &phase, &c, &none, &standing, NULL);
        pd_character_after(&c, y, &standing, NULL);
        assert_int_equal(c.pose.events & (PD_CHARACTER_STEP_LEFT | PD_CHARACTER_STEP_RIGHT), 0);
    }
}

static void a_character_at_a_wall_is_blocked_once(void **state)
{
    (void)state;
    pd_anim_scene scene;
    pd_character c;
    pd_character_input ahead = {.move = {0, 1}};
    int blocked = 0;
    assert_int_equal(pd_anim_scene_init(&scene, 1, 0, 0, 0, "", NULL), PD_OK);
    scene.walls[0] = (pd_anim_wall){{-5, 2}, {5, 2}, 0.4};
    assert_int_equal(pd_character_init(&c, &rig, &scene, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 240; i++) {
        walk_on(&c, &ahead, i, &scene);
        blocked += (c.pose.events & PD_CHARACTER_BLOCKED) != 0;
        assert_true(c.pose.root.z <= 1.6 + 1e-9);
    }
    assert_int_equal(blocked, 1);
    pd_anim_scene_deinit(&scene);
}

static void a_start_out_of_range_is_refused(void **state)
{
    (void)state;
    pd_character c;
    pd_error err;
    const double far[2] = {0, 1e7}, none[2] = {NAN, 0};
    assert_int_equal(pd_character_init(&c, &rig, NULL, far, 0, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/position/1");
    assert_int_equal(pd_character_init(&c, &rig, NULL, none, 0, &err), PD_ERR_RANGE);
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, NAN, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/facing");
}

static void networks_that_cannot_be_driven_are_refused(void **state)
{
    (void)state;
    pd_pfnn_model *bare = networks_model(RIGS_X, 8, RIGS_Y, 3);
    pd_character_rig f;
    pd_error err;
    assert_int_equal(pd_character_rig_init(&f, bare, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.detail, "the network has no skeleton; joint_names, parents and offsets expected");
    pd_pfnn_model_release(bare);
}

static void a_network_without_bones_gets_them_from_its_mean_pose(void **state)
{
    (void)state;
    pd_character_rig f;
    float *offsets = model->network.offsets;
    model->network.offsets = NULL;
    assert_int_equal(pd_character_rig_init(&f, model, NULL), PD_OK);
    model->network.offsets = offsets;
    assert_int_equal(f.foot_count, 2);
    for (int j = 1; j < PD_ANIM_BIPED_JOINTS; j++)
        assert_near(pd_vec3_distance(f.skeleton.offsets[j], rig.skeleton.offsets[j]), 0, 1e-5);
}

/* ---- paths: the character goes where the stick points */

static void pursue(pd_character_follow *f, pd_character *c, int ticks, int *arrived)
{
    for (int i = 0; i < ticks; i++) {
        pd_character_input input;
        pd_character_instant *now = &c->trajectory.frames[60];
        *arrived += pd_character_follow_step(&input, f, c, &rig);
        assert_int_equal(pd_character_input_check(&input, NULL), PD_OK);
        for (int k = 0; k < 2; k++) now->at[k] += 1.2 / 60 * input.move[k];
    }
}

static void an_open_path_is_followed_to_its_end_and_arrives_once(void **state)
{
    (void)state;
    static pd_character c;
    pd_character_follow f = {.points = {{0, 0}, {0, 4}, {3, 4}, {3, 1}}, .count = 4};
    int arrived = 0;
    assert_int_equal(pd_character_follow_check(&f, NULL), PD_OK);
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    pursue(&f, &c, 200, &arrived);
    assert_int_equal(arrived, 0);
    assert_true(
        pd_character_follow_distance(&f, c.trajectory.frames[60].at[0], c.trajectory.frames[60].at[1]) < 0.3);
    pursue(&f, &c, 600, &arrived);
    assert_int_equal(arrived, 1);
    assert_near(c.trajectory.frames[60].at[0], 3, 0.3);
    assert_near(c.trajectory.frames[60].at[1], 1, 0.3);
}

/* Straight ahead, 0.75 m of looking ahead: from 1.05 m before the end on the stick goes back, to a half. */
static void the_stick_goes_back_before_the_end_of_a_path(void **state)
{
    (void)state;
    static const double before_end[] = {2, 1.1, 1, 0.7, 0.6, 0.5, 0.4},
                        sizes[] = {1, 1, 0.75 / 0.9, 0.7 / 0.9, 0.6 / 0.9, 0.5 / 0.9, 0.5};
    static pd_character c;
    for (int i = 0; i < 7; i++) {
        pd_character_follow f = {.points = {{0, 0}, {0, 4}}, .count = 2};
        pd_character_input input;
        assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
        c.trajectory.frames[60].at[1] = 4 - before_end[i];
        f.done = 4 - before_end[i];
        pd_character_follow_step(&input, &f, &c, &rig);
        assert_near(input.move[0], 0, 1e-9);
        assert_near(input.move[1], sizes[i], 1e-9);
    }
}

static void a_closed_path_goes_round_and_passes_its_crossing_in_order(void **state)
{
    (void)state;
    static pd_character c;
    pd_character_follow f = {.closed = 1, .count = 64};
    int arrived = 0;
    for (int i = 0; i < 64; i++) { /* a character of eight through the origin */
        double a = 6.283185307179586 * i / 64;
        f.points[i][0] = 2 * sin(2 * a), f.points[i][1] = 4 * sin(a);
    }
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0.8, NULL), PD_OK);
    for (int i = 0; i < 60; i++) {
        pursue(&f, &c, 60, &arrived);
        assert_near(f.done, 1.2 * (i + 1), 0.15 * 1.2 * (i + 1) + 0.5);
    }
    assert_int_equal(arrived, 0);
}

static void a_path_out_of_range_is_refused_by_its_point(void **state)
{
    (void)state;
    pd_error err;
    pd_character_follow f = {.points = {{0, 0}, {0, NAN}}, .count = 2};
    assert_int_equal(pd_character_follow_check(&f, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/path/1/1");
    f.count = 0;
    assert_int_equal(pd_character_follow_check(&f, &err), PD_ERR_RANGE);
    f.count = 1000;
    assert_int_equal(pd_character_follow_check(&f, &err), PD_ERR_LIMIT);
    assert_string_equal(err.detail, "1000 points; 1 to 512 allowed");
    f.count = 1, f.ahead = 99;
    assert_int_equal(pd_character_follow_check(&f, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/lookahead");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_input_row_holds_the_joints_of_the_frame_before),
        cmocka_unit_test(a_walk_goes_forward_with_steps_exact_bones_and_planted_feet),
        cmocka_unit_test(the_pose_equals_the_product_of_its_local_rotations),
        cmocka_unit_test(a_character_restored_from_a_snapshot_continues_bit_for_bit),
        cmocka_unit_test(rows_that_are_not_finite_become_the_mean),
        cmocka_unit_test(a_flight_under_the_jump_label_is_a_jump_and_a_landing),
        cmocka_unit_test(a_foot_drawn_in_the_air_is_not_planted),
        cmocka_unit_test(a_character_that_stands_from_the_start_has_no_footstep),
        cmocka_unit_test(a_character_at_a_wall_is_blocked_once),
        cmocka_unit_test(a_start_out_of_range_is_refused),
        cmocka_unit_test(networks_that_cannot_be_driven_are_refused),
        cmocka_unit_test(a_network_without_bones_gets_them_from_its_mean_pose),
        cmocka_unit_test(an_open_path_is_followed_to_its_end_and_arrives_once),
        cmocka_unit_test(the_stick_goes_back_before_the_end_of_a_path),
        cmocka_unit_test(a_closed_path_goes_round_and_passes_its_crossing_in_order),
        cmocka_unit_test(a_path_out_of_range_is_refused_by_its_point),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
