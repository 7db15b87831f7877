/* Tests the labels of motions (steps, phase, gaits, crouches, jumps, locked feet) on walks by formula, whose
 * steps are known. */
#include "train/motion/label.h"
#include "tests/support/walk.h"

#include <stdlib.h>

static const walk walking = {
    .frames = 400, .speed = 1.0, .period = 66, .duty = 0.6, .lift = 0.12, .skate = 0.004};
static const walk jogging = {
    .frames = 300, .speed = 2.8, .period = 42, .duty = 0.36, .lift = 0.2, .skate = 0.002};
static const walk standing = {.frames = 600, .period = 60, .duty = 1.1, .skate = 0.003};

static void label(pd_character_motion *m, pd_train_footsteps *steps, pd_train_stillness *before,
                  const walk *w)
{
    pd_error err = {0};
    walk_make(m, w);
    if (pd_train_motion_label_steps(m, steps, before, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

/* Returns the frame in which a foot of the walk comes down. */
static double onset_of(const walk *w, int right, int number)
{
    return w->still + (number + (right ? 0 : 0.5)) * w->period;
}

static void onsets_are_within_two_frames(const walk *w)
{
    pd_character_motion m;
    pd_train_footsteps steps;
    label(&m, &steps, NULL, w);
    int wanted = (int)((w->frames - 1 - w->still) / (w->period / 2));
    assert_in_range(steps.count, wanted - 1, wanted + 1);
    for (int i = 0; i < steps.count; i++) {
        const pd_train_footstep *s = &steps.items[i];
        int number = (int)round((s->frame - onset_of(w, s->right, 0)) / w->period);
        assert_near(s->frame, onset_of(w, s->right, number), 2);
        if (i) assert_int_equal(s->right, !steps.items[i - 1].right);
    }
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
}

static void onsets_of_a_known_walk_are_within_two_frames(void **state)
{
    (void)state;
    onsets_are_within_two_frames(&walking);
}

static void onsets_of_a_known_jog_are_within_two_frames(void **state)
{
    (void)state;
    onsets_are_within_two_frames(&jogging);
}

static void the_right_foot_comes_down_at_whole_cycles_and_the_left_at_halves(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_footsteps steps;
    label(&m, &steps, NULL, &walking);
    for (int i = 0; i < steps.count; i++) {
        double phase = m.phase[steps.items[i].frame], part = phase - floor(phase + 1e-9);
        assert_near(part, steps.items[i].right ? 0 : 0.5, 1e-9);
        assert_near(phase, steps.items[i].phase, 1e-9);
    }
    for (int t = 1; t < walking.frames; t++) {
        double rate = (m.phase[t] - m.phase[t - 1]) * 60;
        if (!(rate > 0.8 && rate < 1.05)) fail_msg("frame %d: %g cycles a second", t, rate);
    }
    assert_true(m.phase[0] >= 0 && m.phase[0] < 1);
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
}

static void standing_goes_round_slowly(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_footsteps steps;
    label(&m, &steps, NULL, &standing);
    assert_int_equal(steps.count, 0);
    for (int t = 1; t < standing.frames; t++) assert_near((m.phase[t] - m.phase[t - 1]) * 60, 0.9, 1e-6);
    for (int t = 0; t < standing.frames; t++) assert_near(m.gaits[t][PD_PFNN_STAND], 1, 1e-6);
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
}

static void a_pause_between_steps_gets_whole_cycles(void **state)
{
    (void)state;
    walk w = walking;
    pd_character_motion m;
    w.still = 200;
    w.frames = 500;
    label(&m, NULL, NULL, &w);
    for (int t = 1; t < w.frames; t++) {
        double rate = (m.phase[t] - m.phase[t - 1]) * 60;
        if (!(rate > 0.5 && rate < 1.5)) fail_msg("frame %d: %g cycles a second", t, rate);
    }
    assert_near(m.gaits[60][PD_PFNN_STAND], 1, 0.01);
    assert_near(m.gaits[350][PD_PFNN_WALK], 1, 0.01);
    pd_character_motion_deinit(&m);
}

static void quick_steps_of_a_runner_count_and_taps_of_a_stander_do_not(void **state)
{
    (void)state;
    walk fast = {.frames = 200, .speed = 2.4, .period = 24, .duty = 0.35, .lift = 0.1};
    walk taps = {.frames = 200, .speed = 0.3, .period = 24, .duty = 0.35, .lift = 0.1};
    pd_character_motion m;
    pd_train_footsteps steps;
    label(&m, &steps, NULL, &fast);
    assert_in_range(steps.count, 14, 17);
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
    label(&m, &steps, NULL, &taps);
    for (int i = 1; i < steps.count; i++)
        for (int k = 0; k < i; k++)
            if (steps.items[i].right == steps.items[k].right)
                assert_true(steps.items[i].frame - steps.items[k].frame >= 27);
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
}

static void the_phase_does_not_stall_at_the_ends_of_a_clip(void **state)
{
    (void)state;
    walk w = walking;
    pd_character_motion m;
    w.period = 90, w.speed = 0.7, w.frames = 330;
    label(&m, NULL, NULL, &w);
    for (int t = 1; t < w.frames; t++) assert_true((m.phase[t] - m.phase[t - 1]) * 60 > 0.5);
    pd_character_motion_deinit(&m);
}

static void speeds_make_gaits_and_parts_add_to_one(void **state)
{
    (void)state;
    pd_character_motion m;
    label(&m, NULL, NULL, &jogging);
    for (int t = 0; t < jogging.frames; t++) {
        const float *g = m.gaits[t];
        assert_near(g[PD_PFNN_STAND] + g[PD_PFNN_WALK] + g[PD_PFNN_JOG] + g[PD_PFNN_CROUCH], 1, 1e-6);
        assert_near(g[PD_PFNN_BUMP], 0, 0);
    }
    assert_near(m.gaits[150][PD_PFNN_JOG], 1, 1e-6);
    assert_int_equal(pd_train_motion_main_gait(&m, 150), PD_PFNN_JOG);
    pd_character_motion_deinit(&m);
}

static void low_hips_are_a_crouch(void **state)
{
    (void)state;
    walk w = walking;
    pd_character_motion m;
    w.hips = 0.72 - 0.12 + 0.0918; /* hip joints 0.12 below where crouching begins */
    label(&m, NULL, NULL, &w);
    assert_near(m.gaits[200][PD_PFNN_CROUCH], 0.75, 0.01);
    assert_near(m.gaits[200][PD_PFNN_WALK], 0.25, 0.01);
    assert_int_equal(pd_train_motion_main_gait(&m, 200), PD_PFNN_CROUCH);
    pd_character_motion_deinit(&m);
}

static void a_jump_is_found_from_before_it_to_behind_it(void **state)
{
    (void)state;
    walk w = standing;
    pd_character_motion m;
    pd_train_footsteps steps;
    w.skate = 0;
    w.jump_at = 200, w.flight = 30;
    label(&m, &steps, NULL, &w);
    assert_near(m.gaits[150][PD_PFNN_JUMP], 0, 0.01);
    assert_near(m.gaits[200][PD_PFNN_JUMP], 1, 0.01);
    assert_near(m.gaits[228][PD_PFNN_JUMP], 1, 0.02);
    assert_near(m.gaits[280][PD_PFNN_JUMP], 0, 0.01);
    assert_int_equal(steps.count, 1); /* landing on both is one onset */
    assert_near(steps.items[0].frame, 229, 2);
    assert_int_equal(pd_train_motion_main_gait(&m, 210), PD_PFNN_JUMP);
    pd_train_footsteps_deinit(&steps);
    pd_character_motion_deinit(&m);
}

static void a_short_hop_is_no_jump(void **state)
{
    (void)state;
    walk w = standing;
    pd_character_motion m;
    w.jump_at = 200, w.flight = 15;
    label(&m, NULL, NULL, &w);
    for (int t = 0; t < w.frames; t++) assert_near(m.gaits[t][PD_PFNN_JUMP], 0, 0);
    pd_character_motion_deinit(&m);
}

static void a_locked_foot_slides_less_than_a_millimetre_a_frame(void **state)
{
    (void)state;
    const walk *walks[3] = {&walking, &jogging, &standing};
    for (int i = 0; i < 3; i++) {
        pd_character_motion m;
        pd_train_stillness before, after;
        label(&m, NULL, &before, walks[i]);
        pd_train_motion_stillness(&after, &m);
        assert_true(before.mean_slide > 2e-3);
        if (!(after.most_slide < 0.06)) fail_msg("walk %d: %g m/s", i, after.most_slide);
        pd_character_motion_deinit(&m);
    }
}

static void locked_toes_are_at_their_planted_height_and_heels_not_under_theirs(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];
    label(&m, NULL, NULL, &walking);
    for (int t = 0; t < walking.frames; t++) {
        pd_anim_clip_pose(p, NULL, &m.clip, t);
        for (int c = 0; c < PD_PFNN_CONTACTS; c++) {
            double over = p[pd_train_contact_joint(c)].y - pd_train_contact_rest(c);
            int toe = c == PD_PFNN_LEFT_TOE || c == PD_PFNN_RIGHT_TOE;
            if (m.contacts[t][c]) assert_true(over > -1e-6 && over < (toe ? 1e-6 : 8e-3));
        }
    }
    pd_character_motion_deinit(&m);
}

static void locking_changes_neither_bones_nor_the_upper_body(void **state)
{
    (void)state;
    pd_character_motion m, was;
    walk_make(&was, &walking);
    label(&m, NULL, NULL, &walking);
    assert_memory_equal(m.clip.skeleton.offsets, was.clip.skeleton.offsets, sizeof m.clip.skeleton.offsets);
    for (int t = 0; t < walking.frames; t++) {
        const pd_quat *a = pd_anim_clip_frame(&m.clip, t), *b = pd_anim_clip_frame(&was.clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            assert_near(pd_q_dot(a[j], a[j]), 1, 1e-12);
            if (j == PD_BIPED_HIPS || j > PD_BIPED_R_TOE) assert_near(pd_q_angle(a[j], b[j]), 0, 1e-9);
        }
        assert_near(m.clip.roots[t].x, was.clip.roots[t].x, 0);
        assert_near(m.clip.roots[t].z, was.clip.roots[t].z, 0);
        assert_true(m.clip.roots[t].y <= was.clip.roots[t].y);
    }
    pd_character_motion_deinit(&m);
    pd_character_motion_deinit(&was);
}

static void a_leg_that_would_be_too_long_lowers_the_hips(void **state)
{
    (void)state;
    walk w = walking;
    pd_character_motion m;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];
    w.hips = 0.95;
    label(&m, NULL, NULL, &w);
    double lowest = 1, longest = 0;
    for (int t = 0; t < w.frames; t++) {
        pd_anim_clip_pose(p, NULL, &m.clip, t);
        lowest = fmin(lowest, m.clip.roots[t].y);
        longest = fmax(longest, pd_vec3_distance(p[PD_BIPED_L_THIGH], p[PD_BIPED_L_FOOT]));
        if (m.contacts[t][PD_PFNN_RIGHT_TOE]) assert_near(p[PD_BIPED_R_TOE].y, PD_ANIM_BIPED_TOE, 1e-6);
    }
    assert_true(lowest < 0.94);
    assert_true(longest <= 0.9985 * 0.8 && longest > 0.9 * 0.8);
    pd_character_motion_deinit(&m);
}

static void contacts_follow_a_slope(void **state)
{
    (void)state;
    pd_character_motion m;
    walk_make(&m, &walking);
    assert_int_equal(pd_anim_ground_init(&m.ground, (pd_anim_ground_grid){2, 2, -50, -50, 100}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 4; i++) m.ground.heights[i] = 7;
    for (int t = 0; t < walking.frames; t++) m.clip.roots[t].y += 7;
    assert_int_equal(pd_train_motion_label(&m, NULL), PD_OK);
    pd_character_motion flat;
    label(&flat, NULL, NULL, &walking);
    assert_memory_equal(m.contacts, flat.contacts, sizeof *m.contacts * (size_t)walking.frames);
    for (int t = 0; t < walking.frames; t++) assert_near(m.phase[t], flat.phase[t], 1e-12);
    pd_character_motion_deinit(&flat);
    pd_character_motion_deinit(&m);
}

static void labelling_twice_changes_nothing_more(void **state)
{
    (void)state;
    pd_character_motion m, once;
    label(&m, NULL, NULL, &walking);
    label(&once, NULL, NULL, &walking);
    assert_int_equal(pd_train_motion_label(&m, NULL), PD_OK);
    int changed = 0;
    for (int t = 0; t < walking.frames; t++)
        changed += memcmp(m.contacts[t], once.contacts[t], sizeof *m.contacts) != 0;
    assert_in_range(changed, 0, walking.frames / 20);
    pd_character_motion_deinit(&m);
    pd_character_motion_deinit(&once);
}

static void a_clip_without_motion_is_refused_by_name(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_character_motion m;
    walk short_one = walking, broken = walking;
    short_one.frames = 3;
    walk_make(&m, &short_one);
    assert_int_equal(pd_train_motion_label(&m, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "walk");
    assert_non_null(strstr(err.detail, "3 frames; at least 4"));
    pd_character_motion_deinit(&m);

    walk_make(&m, &broken);
    m.clip.rate = 120;
    assert_int_equal(pd_train_motion_label(&m, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "120 frames a second; 60"));
    m.clip.rate = 60;
    m.clip.roots[17].y = NAN;
    assert_int_equal(pd_train_motion_label(&m, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "frame 17"));
    m.clip.roots[17].y = 1;
    m.clip.skeleton.joint_count = 24;
    assert_int_equal(pd_train_motion_label(&m, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "24 joints"));
    m.clip.skeleton.joint_count = PD_ANIM_BIPED_JOINTS;
    assert_null(m.phase);
    pd_character_motion_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(onsets_of_a_known_walk_are_within_two_frames),
        cmocka_unit_test(onsets_of_a_known_jog_are_within_two_frames),
        cmocka_unit_test(the_right_foot_comes_down_at_whole_cycles_and_the_left_at_halves),
        cmocka_unit_test(standing_goes_round_slowly),
        cmocka_unit_test(a_pause_between_steps_gets_whole_cycles),
        cmocka_unit_test(quick_steps_of_a_runner_count_and_taps_of_a_stander_do_not),
        cmocka_unit_test(the_phase_does_not_stall_at_the_ends_of_a_clip),
        cmocka_unit_test(speeds_make_gaits_and_parts_add_to_one),
        cmocka_unit_test(low_hips_are_a_crouch),
        cmocka_unit_test(a_jump_is_found_from_before_it_to_behind_it),
        cmocka_unit_test(a_short_hop_is_no_jump),
        cmocka_unit_test(a_locked_foot_slides_less_than_a_millimetre_a_frame),
        cmocka_unit_test(locked_toes_are_at_their_planted_height_and_heels_not_under_theirs),
        cmocka_unit_test(locking_changes_neither_bones_nor_the_upper_body),
        cmocka_unit_test(a_leg_that_would_be_too_long_lowers_the_hips),
        cmocka_unit_test(contacts_follow_a_slope),
        cmocka_unit_test(labelling_twice_changes_nothing_more),
        cmocka_unit_test(a_clip_without_motion_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
