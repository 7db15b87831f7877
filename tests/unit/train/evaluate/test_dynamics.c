/* Tests measures of jumps, leans, braking and sliding feet on a puppet that moves by formula, so that each
 * value is known. */
#include "tests/support/puppet.h"

#include "train/evaluate/activity.h"
#include "train/evaluate/dynamics.h"

#include <string.h>

#define DEG    (M_PI / 180)
#define FRAMES 601
#define G      9.81

static const pd_vec3 y_axis = {0, 1, 0}, z_axis = {0, 0, 1};

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

static pd_train_kinematics measured(pd_anim_track *track, const unsigned char *counts)
{
    pd_train_kinematics out;
    pd_train_curves curves;
    assert_int_equal(pd_train_curves_init(&curves, track, false, NULL), PD_OK);
    assert_int_equal(pd_train_dynamics_of(&out, &curves, track, counts, 1, NULL), PD_OK);
    pd_train_curves_deinit(&curves);
    pd_anim_track_deinit(track);
    return out;
}

/* ---- flight */

static double fall, take_off; /* m/s2 downwards, m/s */

/* Makes a jump each second: .3 s on the ground, then a parabola until the ground. */
static void jumping(puppet *p, double s)
{
    const double in = fmod(s, 1) - .3, height = take_off * in - fall * in * in / 2;
    if (in > 0 && height > 0) p->root.y += height;
}

static void a_parabola_falls_with_its_own_acceleration(void **state)
{
    (void)state;
    static const double falls[] = {G, 4, 15};
    for (int i = 0; i < 3; i++) {
        fall = falls[i], take_off = .25 * fall; /* .5 s in the air */
        pd_anim_track track = moved(jumping);
        const pd_train_kinematics k = measured(&track, NULL);
        assert_near(k.fall, -fall, .02);

        /* The flight is over 3 cm: its ends are at height 3 cm,
         * half its time is sqrt(2 (top - .03) / fall). */
        const double top = take_off * take_off / 2 / fall;
        assert_near(k.flight_time, 2 * sqrt(2 * (top - .03) / fall), 1.5 / PUPPET_RATE);
    }
}

static void a_flight_of_three_frames_is_too_short_to_measure(void **state)
{
    (void)state;
    fall = 120, take_off = 3.6; /* .06 s, 5.4 cm high */
    pd_anim_track track = moved(jumping);
    const pd_train_kinematics k = measured(&track, NULL);
    assert_true(isnan(k.fall) && isnan(k.flight_time));
}

/* Strides of a run before and after a jump fly too. */
static void only_flights_of_fourteen_frames_of_a_jump_count(void **state)
{
    (void)state;
    static const double seconds[] = {.15, .5};
    for (int i = 0; i < 2; i++)
        for (int is_jump = 0; is_jump < 2; is_jump++) {
            unsigned char activities[FRAMES];
            const int activity = is_jump ? PD_ACTIVITY_JUMP : PD_ACTIVITY_JOG;
            memset(activities, activity, sizeof activities);
            fall = 30, take_off = seconds[i] * fall / 2;
            pd_anim_track track = moved(jumping);
            pd_train_kinematics k;
            pd_train_curves curves;
            assert_int_equal(pd_train_curves_init(&curves, &track, false, NULL), PD_OK);
            assert_int_equal(pd_train_dynamics_of(&k, &curves, &track, activities, activity, NULL), PD_OK);
            assert_int_equal(isnan(k.flight_time), is_jump && i == 0);
            pd_train_curves_deinit(&curves);
            pd_anim_track_deinit(&track);
        }
}

/* ---- curves */

#define RADIUS 3.0
#define SPEED  2.5
static double lean_share, direction;

/* Makes a circle to the left (direction 1) or right, on which the body turns about the line of its feet by a
 * share of atan(v^2 / (g r)). */
static void circling(puppet *p, double s)
{
    const double angle = SPEED / RADIUS * s, lean = lean_share * atan(SPEED * SPEED / (G * RADIUS));
    const double hip = PD_ANIM_BIPED_REST_HEIGHT, out = RADIUS - hip * sin(lean);
    p->yaw = direction * angle;
    p->root = pd_vec3_make(direction * (RADIUS - out * cos(angle)), hip * cos(lean), out * sin(angle));
    puppet_bend(p, PD_BIPED_HIPS, z_axis, -direction * lean);
}

static void a_lean_is_a_share_of_what_the_curve_asks_for(void **state)
{
    (void)state;
    static const double shares[] = {1, .5, 0, -.25};
    for (int i = 0; i < 8; i++) {
        lean_share = shares[i / 2], direction = i % 2 ? 1 : -1;
        unsigned char counts[FRAMES];
        for (int t = 0; t < FRAMES; t++) counts[t] = t > 100 && t < 500; /* smoothing holds the ends */
        pd_anim_track track = moved(circling);
        const pd_train_kinematics k = measured(&track, counts);
        /* The hips go on the smaller circle to which the lean takes them. */
        const double lean = lean_share * atan(SPEED * SPEED / (G * RADIUS)), turn = SPEED / RADIUS;
        const double inner = RADIUS - PD_ANIM_BIPED_REST_HEIGHT * sin(lean);
        assert_near(k.lean, lean / atan(turn * turn * inner / G), .03);
        assert_near(k.yaw_rate, SPEED / RADIUS, .02);
    }
}

static void straight(puppet *p, double s)
{
    p->root.z += 2 * s;
}

static void a_straight_way_asks_for_no_lean(void **state)
{
    (void)state;
    pd_anim_track track = moved(straight);
    const pd_train_kinematics k = measured(&track, NULL);
    assert_true(isnan(k.lean));
    assert_near(k.yaw_rate, 0, 1e-6);
    assert_near(k.braking, 0, .05);
}

/* ---- braking */

static void stopping(puppet *p, double s)
{
    const double in = fmin(fmax(s - 5, 0), .5); /* from 2 m/s to rest in half a second */
    p->root.z += 2 * fmin(s, 5) + 2 * in - 4 * in * in / 2;
}

static void braking_is_the_deceleration_along_the_way(void **state)
{
    (void)state;
    unsigned char counts[FRAMES];
    for (int t = 0; t < FRAMES; t++) counts[t] = t >= 290 && t < 345;
    pd_anim_track track = moved(stopping);
    /* 4 m/s2 for 30 frames through a Gaussian of 6: its middle loses 1.2 % */
    assert_near(measured(&track, counts).braking, 4 * erf(15 / 6.0 / sqrt(2)), .05);
}

/* ---- feet */

static double foot_turn;

static void twisting(puppet *p, double s)
{
    /* The left foot turns away from the pelvis at 2 s and back at 5 s. */
    puppet_bend(p, PD_BIPED_L_FOOT, y_axis, s >= 2 && s < 5 ? foot_turn : 0);
}

static void a_planted_foot_that_differs_from_the_pelvis_is_twisted(void **state)
{
    (void)state;
    foot_turn = 0;
    pd_anim_track track = moved(twisting);
    memset(track.contacts, 0, 4 * FRAMES * sizeof *track.contacts);
    for (int t = 0; t < FRAMES; t++) track.contacts[4 * t + 1] = 1;
    const double rest = measured(&track, NULL).twist; /* the yaw that the rest pose has */

    static const double turns[] = {35 * DEG, 60 * DEG, -100 * DEG};
    for (int i = 0; i < 3; i++) {
        foot_turn = turns[i];
        track = moved(twisting);
        memset(track.contacts, 0, 4 * FRAMES * sizeof *track.contacts);
        for (int t = 0; t < FRAMES; t++) track.contacts[4 * t + 1] = 1;
        const pd_train_kinematics k = measured(&track, NULL);
        assert_near(k.twist, fabs(turns[i]), rest + .5 * DEG);
        assert_near(k.twist_time, i ? 3 : 0, 1.5 / PUPPET_RATE);
    }

    track = moved(twisting);
    memset(track.contacts, 0, 4 * FRAMES * sizeof *track.contacts);
    assert_true(isnan(measured(&track, NULL).twist)); /* a foot in the air may point anywhere */
}

static void crossing(puppet *p, double s)
{
    const double swing = s < 2.5 ? .2 : 0;
    puppet_bend(p, PD_BIPED_L_THIGH, z_axis, -swing);
    puppet_bend(p, PD_BIPED_R_THIGH, z_axis, swing);
}

static void feet_on_each_others_side_are_crossed(void **state)
{
    (void)state;
    pd_anim_track track = moved(crossing);
    assert_near(measured(&track, NULL).crossed, 150.0 / FRAMES, 1e-9);
}

static double slide, lift;

static void sliding(puppet *p, double s)
{
    p->root.z += slide * s, p->root.y += lift;
}

static void toes_near_the_ground_that_move_skate(void **state)
{
    (void)state;
    /* speed, height over rest -> weighted speed and share */
    static const double rows[][4] = {{.4, 0, .4, 0}, {.6, 0, .6, 1}, {.6, .0125, .6 * (2 - M_SQRT2), 1}};
    for (int i = 0; i < 3; i++) {
        slide = rows[i][0], lift = rows[i][1];
        pd_anim_track track = moved(sliding);
        const pd_train_kinematics k = measured(&track, NULL);
        assert_near(k.skate, rows[i][2], .01);
        assert_near(k.skating, rows[i][3], 1e-9);
    }
    slide = 2, lift = .03;
    pd_anim_track track = moved(sliding);
    assert_true(isnan(measured(&track, NULL).skate)); /* too high to count */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parabola_falls_with_its_own_acceleration),
        cmocka_unit_test(a_flight_of_three_frames_is_too_short_to_measure),
        cmocka_unit_test(only_flights_of_fourteen_frames_of_a_jump_count),
        cmocka_unit_test(a_lean_is_a_share_of_what_the_curve_asks_for),
        cmocka_unit_test(a_straight_way_asks_for_no_lean),
        cmocka_unit_test(braking_is_the_deceleration_along_the_way),
        cmocka_unit_test(a_planted_foot_that_differs_from_the_pelvis_is_twisted),
        cmocka_unit_test(feet_on_each_others_side_are_crossed),
        cmocka_unit_test(toes_near_the_ground_that_move_skate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
