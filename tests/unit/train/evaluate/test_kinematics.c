/* Tests kinematic measures on a puppet whose joints swing by sines of known amplitude and frequency. */
#include "tests/support/puppet.h"

#include "train/evaluate/kinematics.h"

#define DEG    (M_PI / 180)
#define FRAMES 601

static const pd_vec3 x_axis = {1, 0, 0}, y_axis = {0, 1, 0}, z_axis = {0, 0, 1};

static pd_train_kinematics measured(pd_anim_track *track, const unsigned char *counts)
{
    pd_train_kinematics out;
    pd_train_curves curves;
    assert_int_equal(pd_train_curves_init(&curves, track, false, NULL), PD_OK);
    assert_int_equal(pd_train_kinematics_of(&out, &curves, track, counts, 1, NULL), PD_OK);
    pd_train_curves_deinit(&curves);
    pd_anim_track_deinit(track);
    return out;
}

/* Sets the puppet's pose at a time. */
typedef void (*pose)(puppet *p, double seconds);

static pd_anim_track moved(pose make)
{
    pd_anim_track track = puppet_track(FRAMES);
    for (int t = 0; t < FRAMES; t++) {
        puppet p = puppet_standing();
        make(&p, t / PUPPET_RATE);
        puppet_put(&track, t, &p);
    }
    return track;
}

/* ---- a pendulum knee: 40 + 30 sin(2 pi t) degrees */

static void pendulum(puppet *p, double s)
{
    puppet_bend(p, PD_BIPED_L_SHIN, x_axis, (40 + 30 * sin(2 * M_PI * s)) * DEG);
    puppet_bend(p, PD_BIPED_R_SHIN, x_axis, (40 - 30 * sin(2 * M_PI * s)) * DEG);
}

static void a_pendulum_knee_has_its_amplitude_and_its_frequency(void **state)
{
    (void)state;
    pd_anim_track track = moved(pendulum);
    pd_train_kinematics k = measured(&track, NULL);
    /* thigh and shank lean a degree to different sides in the rest pose,
     * so that a bend of 10 measures 10.2 */
    assert_near(k.knee_low, (40 - 30 * sin(86.4 * DEG)) * DEG, 0.2 * DEG);
    assert_near(k.knee_high, (40 + 30 * sin(86.4 * DEG)) * DEG, 0.2 * DEG);
    assert_near(k.knee_range, 60 * sin(86.4 * DEG) * DEG, 0.3 * DEG);
    assert_near(k.knee_peak, 30 * 2 * M_PI * DEG, 0.5 * DEG); /* 188.5 degrees/s */
    assert_near(k.knee_speed, 30 * 2 * M_PI * DEG, 0.5 * DEG);
    assert_near(k.knee_jerk, 30 * pow(2 * M_PI, 3) * 2 / M_PI * DEG, 30 * DEG);
    assert_near(k.knee_pops, 0, 0);
    assert_near(k.ankle_speed, 0, 0.2 * DEG); /* float32 positions: 1e-7 m in 0.1 m, 60 times a second */
    assert_near(k.elbow, 0, 0.1 * DEG);
    assert_near(k.sway, 0, 1e-6);
    assert_near(k.seconds, FRAMES / PUPPET_RATE, 1e-9);
}

/* ---- pops of known size: a knee whose speed steps once by `jump` degrees/s */

static double jump;

static void stepping(puppet *p, double s)
{
    double bend = s < 5 ? 20 : 20 + jump * (s - 5) * (s < 5.1) + jump * 0.1 * (s >= 5.1);
    puppet_bend(p, PD_BIPED_L_SHIN, x_axis, bend * DEG);
}

static void a_change_of_speed_is_a_pop_from_200_degrees_a_second_on(void **state)
{
    (void)state;
    jump = 190;
    pd_anim_track track = moved(stepping);
    assert_near(measured(&track, NULL).knee_pops, 0, 0);

    jump = 210; /* up at 5 s, down at 5.1 s */
    track = moved(stepping);
    assert_near(measured(&track, NULL).knee_pops, 2 / ((FRAMES - 2) / PUPPET_RATE), 1e-9);
}

static double spin;

static void turning_hand(puppet *p, double s)
{
    puppet_bend(p, PD_BIPED_L_HAND, y_axis, spin * s * DEG);
    puppet_bend(p, PD_BIPED_R_HAND, z_axis, -spin * s * DEG);
}

static void a_hand_that_turns_steadily_has_its_speed_and_no_pops(void **state)
{
    (void)state;
    spin = 700;
    pd_anim_track track = moved(turning_hand);
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.finger_speed, 700 * DEG, 1 * DEG);
    assert_near(k.finger_peak, 700 * DEG, 1 * DEG);
    assert_near(k.hand_pops, 0, 0);
    assert_near(k.arm_pops, 0, 0);
}

/* ---- the trunk: sines of known size about each axis */

static void swaying(puppet *p, double s)
{
    p->root.x += 0.02 * sin(2 * M_PI * s);
    p->root.y += 0.03 * sin(4 * M_PI * s);
    p->root.z += 1.3 * s;
}

static void sway_and_bob_are_those_of_the_hips_about_their_way(void **state)
{
    (void)state;
    pd_anim_track track = moved(swaying);
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.sway, 0.04 * sin(86.4 * DEG),
                0.0005); /* the filter leaves .7 % of a second's wave in the way */
    assert_near(k.bob, 0.06 * sin(86.4 * DEG), 0.0005);
    assert_near(k.hips_acc, hypot(0.02 * pow(2 * M_PI, 2) * 0, 0.03 * pow(4 * M_PI, 2)), 0.1);
    assert_near(k.knee_range, 0, 0.01 * DEG);
}

/* Spine and pelvis by one sine each; facing is of shoulders and hips together, so that a whole-body twist of
 * opposite sines leaves it. */
static void twisting(puppet *p, double s)
{
    double phase = sin(2 * M_PI * s);
    puppet_bend(p, PD_BIPED_SPINE, y_axis, 8 * DEG * phase);
    puppet_bend(p, PD_BIPED_NECK, x_axis, 5 * DEG * phase);
    puppet_bend(p, PD_BIPED_L_ARM, z_axis, -M_PI / 2);
    puppet_bend(p, PD_BIPED_R_ARM, z_axis, M_PI / 2);
    p->local[PD_BIPED_L_ARM] = pd_q_mul(pd_q_axis_angle(x_axis, -20 * DEG * phase), p->local[PD_BIPED_L_ARM]);
    puppet_bend(p, PD_BIPED_L_FOREARM, y_axis, -(30 + 10 * phase) * DEG);
}

static void shoulders_head_arms_and_elbows_have_the_ranges_they_were_given(void **state)
{
    (void)state;
    /* Facing is across shoulders and hips, each by its width, through a Gaussian of 1/3 s: it follows the
     * shoulders a little. At the ends, which are held, it does so differently. */
    const double wide = sin(86.4 * DEG), share = 0.1809 / (0.1809 + 0.0991);
    const double followed = share * exp(-2 * M_PI * M_PI / 9);
    unsigned char counts[FRAMES];
    for (int t = 0; t < FRAMES; t++) counts[t] = t >= 60 && t < 540;
    pd_anim_track track = moved(twisting);
    pd_train_kinematics k = measured(&track, counts);
    assert_near(k.shoulder_yaw, 16 * wide * (1 - followed) * DEG, 0.1 * DEG);
    assert_near(k.pelvis_yaw, 16 * wide * followed * DEG, 0.1 * DEG);
    assert_near(k.head_pitch, 10 * wide * DEG, 0.3 * DEG);
    assert_near(k.upper_arm, 40 * wide / 2 * DEG,
                1.5 * DEG); /* the mean of 40 and, the right arm hanging, nearly 0 */
    assert_near(k.elbow, 20 * wide / 2 * DEG, 0.3 * DEG);
    assert_near(k.pelvis_roll, 0, 0.05 * DEG);
}

static void leaning(puppet *p, double s)
{
    puppet_bend(p, PD_BIPED_HIPS, z_axis, 6 * DEG * sin(2 * M_PI * s));
}

static void a_pelvis_that_leans_rolls_and_the_shoulders_with_it(void **state)
{
    (void)state;
    pd_anim_track track = moved(leaning);
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.pelvis_roll, 12 * sin(86.4 * DEG) * DEG, 0.05 * DEG);
    assert_near(k.shoulder_roll, 12 * sin(86.4 * DEG) * DEG, 0.05 * DEG);
}

/* ---- feet and cycles */

/* Makes a track in which the right toe is planted for 30 of 60 frames, the left one for 30 of 66. */
static pd_anim_track striding(void)
{
    pd_anim_track track = moved(pendulum);
    for (int t = 0; t < FRAMES; t++) {
        track.contacts[4 * t + 1] = t % 66 < 30;
        track.contacts[4 * t + 3] = t % 60 < 30;
    }
    return track;
}

static void cycles_go_from_planting_to_planting(void **state)
{
    (void)state;
    pd_anim_track track = striding();
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.period, (1.1 * 8 + 1.0 * 9) / 17, 1e-9);
    assert_near(k.period_spread, 0, 1e-9);
    assert_near(k.duty, 0.5, 0.05);
    /* the right knee is the same in every cycle of a second; the left one's sine goes through other parts of
     * itself in each */
    assert_true(k.knee_spread > 5 * DEG);

    track = striding();
    for (int t = 0; t < FRAMES; t++) track.contacts[4 * t + 1] = track.contacts[4 * t + 3];
    k = measured(&track, NULL);
    assert_near(k.period, 1, 1e-9);
    assert_near(k.knee_spread, 0, 0.1 * DEG);
    /* the last frame of contact is 29/60 s behind a planting: 40 -+ 30 sin */
    assert_near(k.toe_off_knee, 40 * DEG, 0.1 * DEG);
}

static void cycles_of_different_lengths_have_their_deviation(void **state)
{
    (void)state;
    pd_anim_track track = moved(pendulum);
    const int plantings[] = {30, 90, 156, 210, 276}; /* 1, 1.1, .9, 1.1 s */
    for (int i = 0; i < 5; i++)
        for (int t = plantings[i]; t < plantings[i] + 20; t++) track.contacts[4 * t + 3] = 1;
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.period, 1.025, 1e-9);
    assert_near(k.period_spread, sqrt((0.025 * 0.025 + 2 * 0.075 * 0.075 + 0.125 * 0.125) / 3), 1e-9);
}

/* Makes a track with both feet `over` metres above their rest height from second 5 on. */
static pd_anim_track lifted(double over)
{
    pd_anim_track track = puppet_track(FRAMES);
    for (int t = 0; t < FRAMES; t++) {
        puppet p = puppet_standing();
        if (t >= 300) p.root.y += over;
        puppet_put(&track, t, &p);
        for (int k = 0; k < 4; k++) track.contacts[4 * t + k] = 1;
    }
    return track;
}

static void feet_float_from_3_cm_on_and_a_body_without_support_is_seen_without_contacts(void **state)
{
    (void)state;
    pd_anim_track track = lifted(0.028);
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.floating, 0, 0);
    assert_near(k.unsupported, 0, 0);

    track = lifted(0.035);
    k = measured(&track, NULL);
    assert_near(k.floating, 301.0 / FRAMES, 1e-9);
    assert_near(k.unsupported, 301.0 / FRAMES, 1e-9);

    /* a generator that calls none of its feet planted hides the floating, not the missing support */
    track = lifted(0.035);
    memset(track.contacts, 0, 4 * FRAMES * sizeof *track.contacts);
    k = measured(&track, NULL);
    assert_true(isnan(k.floating) && k.duty == 0);
    assert_near(k.unsupported, 301.0 / FRAMES, 1e-9);
}

static void clearance_is_the_least_height_in_the_middle_of_a_swing(void **state)
{
    (void)state;
    pd_anim_track track = puppet_track(FRAMES);
    for (int t = 0; t < FRAMES; t++) {
        puppet p = puppet_standing();
        const int in_step = t % 60; /* in the air in frames 20 to 59, lowest in the middle */
        const double u = (in_step - 20) / 40.0;
        if (in_step >= 20) p.root.y += 0.02 + 0.3 * fabs(u - 0.5);
        puppet_put(&track, t, &p);
        for (int k = 0; k < 4; k++) track.contacts[4 * t + k] = in_step < 20;
    }
    assert_near(measured(&track, NULL).clearance, 0.02, 2e-4); /* at rest the toe is at .0251 m */
}

static void crossing(puppet *p, double s)
{
    puppet_bend(p, PD_BIPED_L_THIGH, z_axis, -0.09 * (1 - cos(2 * M_PI * s / 10)));
    puppet_bend(p, PD_BIPED_R_THIGH, z_axis, 0.09 * (1 - cos(2 * M_PI * s / 10)));
}

static void ankles_near_each_other_are_reported(void **state)
{
    (void)state;
    pd_anim_track track = moved(crossing);
    float nearest = INFINITY;
    int close = 0;
    for (int t = 0; t < FRAMES; t++) {
        const float *a = track.joints + 3 * (31 * t + PD_BIPED_L_FOOT), *b = a + 3 * 5;
        float gap = hypotf(hypotf(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
        nearest = fminf(nearest, gap), close += gap < 0.05f;
    }
    assert_true(nearest < 0.05f && close > 0);
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.ankles_close, (double)close / FRAMES, 1e-9);
    assert_true(k.ankle_gap >= nearest && k.ankle_gap < nearest + 0.01);
}

/* ---- what counts, and where it stands */

static void only_the_frames_that_count_are_measured(void **state)
{
    (void)state;
    unsigned char counts[FRAMES];
    jump = 500;
    for (int t = 0; t < FRAMES; t++) counts[t] = t < 290;
    pd_anim_track track = moved(stepping);
    pd_train_kinematics k = measured(&track, counts);
    assert_near(k.knee_pops, 0, 0);
    assert_near(k.knee_range, 0, 0.01 * DEG);
    assert_near(k.seconds, 290 / PUPPET_RATE, 1e-9);

    memset(counts, 0, sizeof counts);
    track = moved(stepping);
    k = measured(&track, counts);
    for (const pd_train_measure_row *row = pd_train_kinematics_rows; row->name; row++)
        assert_true(isnan(pd_train_measure_value(&k, row)));
}

static double place_x, place_yaw;

static void everything(puppet *p, double s)
{
    pendulum(p, s);
    puppet_bend(p, PD_BIPED_SPINE, y_axis, 8 * DEG * sin(2 * M_PI * s));
    puppet_bend(p, PD_BIPED_L_ARM, x_axis, 20 * DEG * sin(2 * M_PI * s));
    const double side = 0.02 * sin(2 * M_PI * s), ahead = 1.2 * s;
    p->root.x = place_x + cos(place_yaw) * side + sin(place_yaw) * ahead;
    p->root.z = cos(place_yaw) * ahead - sin(place_yaw) * side;
    p->yaw = place_yaw;
}

static void figures_do_not_depend_on_where_it_happens_and_which_way(void **state)
{
    (void)state;
    place_x = 0, place_yaw = 0;
    pd_anim_track track = moved(everything);
    pd_train_kinematics here = measured(&track, NULL);
    place_x = 3, place_yaw = 2.1;
    track = moved(everything);
    pd_train_kinematics there = measured(&track, NULL);
    for (const pd_train_measure_row *row = pd_train_kinematics_rows; row->name; row++) {
        double a = pd_train_measure_value(&here, row), b = pd_train_measure_value(&there, row);
        if (isnan(a) && isnan(b)) continue;
        /* jerks of positions in float32 at several metres: 60^3 steps of 2e-7 */
        assert_near(a, b, 0.02 * fabs(a) + (strstr(row->name, "jerk") ? 1 : 0.3));
    }
}

static void a_tree_that_is_not_the_biped_has_its_legs_measured(void **state)
{
    (void)state;
    pd_anim_track track = moved(pendulum);
    track.parents[30] = 28; /* a thumb elsewhere */
    pd_train_kinematics k = measured(&track, NULL);
    assert_near(k.knee_peak, 30 * 2 * M_PI * DEG, 0.5 * DEG);
    assert_true(isnan(k.elbow) && isnan(k.head_pitch) && isnan(k.hand_pops));

    pd_train_curves curves;
    pd_error err;
    track = moved(pendulum);
    track.heels[1] = 1; /* under the root: no knee and hip above it */
    assert_int_equal(pd_train_curves_init(&curves, &track, false, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "heel_idx");
    pd_anim_track_deinit(&track);
}

static void every_row_is_found_by_its_name(void **state)
{
    (void)state;
    int count = 0;
    for (const pd_train_measure_row *row = pd_train_kinematics_rows; row->name; row++, count++)
        assert_ptr_equal(pd_train_measure_find(pd_train_kinematics_rows, row->name), row);
    assert_int_equal(count, PD_KINEMATICS_COUNT);
    assert_null(pd_train_measure_find(pd_train_kinematics_rows, "grace"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_knee_has_its_amplitude_and_its_frequency),
        cmocka_unit_test(a_change_of_speed_is_a_pop_from_200_degrees_a_second_on),
        cmocka_unit_test(a_hand_that_turns_steadily_has_its_speed_and_no_pops),
        cmocka_unit_test(sway_and_bob_are_those_of_the_hips_about_their_way),
        cmocka_unit_test(shoulders_head_arms_and_elbows_have_the_ranges_they_were_given),
        cmocka_unit_test(a_pelvis_that_leans_rolls_and_the_shoulders_with_it),
        cmocka_unit_test(cycles_go_from_planting_to_planting),
        cmocka_unit_test(cycles_of_different_lengths_have_their_deviation),
        cmocka_unit_test(feet_float_from_3_cm_on_and_a_body_without_support_is_seen_without_contacts),
        cmocka_unit_test(clearance_is_the_least_height_in_the_middle_of_a_swing),
        cmocka_unit_test(ankles_near_each_other_are_reported),
        cmocka_unit_test(only_the_frames_that_count_are_measured),
        cmocka_unit_test(figures_do_not_depend_on_where_it_happens_and_which_way),
        cmocka_unit_test(a_tree_that_is_not_the_biped_has_its_legs_measured),
        cmocka_unit_test(every_row_is_found_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
