/* Tests which activity a moment of a motion has, on a puppet with known speed, direction and turn. */
#include "tests/support/puppet.h"

#include "train/evaluate/activity.h"

#define DEG    (M_PI / 180)
#define FRAMES 720

/* Returns the activity in the middle of 12 s. The puppet moves at `speed` m/s at an angle to its facing and
 * turns at a constant rate. */
static pd_train_activity middle(double speed, double aside_deg, double turn_deg, double hips)
{
    pd_anim_track track = puppet_track(FRAMES);
    puppet p = puppet_standing();
    unsigned char out[FRAMES];
    p.root.y += hips;
    for (int t = 0; t < FRAMES; t++) {
        p.yaw = turn_deg * DEG * t / PUPPET_RATE;
        p.root.x += speed / PUPPET_RATE * sin(p.yaw + aside_deg * DEG);
        p.root.z += speed / PUPPET_RATE * cos(p.yaw + aside_deg * DEG);
        puppet_put(&track, t, &p);
    }
    pd_train_curves curves;
    assert_int_equal(pd_train_curves_init(&curves, &track, false, NULL), PD_OK);
    assert_int_equal(pd_train_activities(out, &curves, &track, NULL), PD_OK);
    pd_train_curves_deinit(&curves);
    pd_anim_track_deinit(&track);
    return (pd_train_activity)out[FRAMES / 2];
}

static void steady_motions_are_known_by_speed_direction_and_turn(void **state)
{
    (void)state;
    assert_int_equal(middle(0, 0, 0, 0), PD_ACTIVITY_STAND);
    assert_int_equal(middle(0.2, 0, 0, 0), PD_ACTIVITY_STAND);
    assert_int_equal(middle(1.2, 0, 0, 0), PD_ACTIVITY_WALK);
    assert_int_equal(middle(1.2, 0, 25, 0), PD_ACTIVITY_WALK);
    assert_int_equal(middle(1.2, 0, -35, 0), PD_ACTIVITY_WALK_TURN);
    assert_int_equal(middle(0, 0, 90, 0), PD_ACTIVITY_WALK_TURN);
    assert_int_equal(middle(1.95, 40, 0, 0), PD_ACTIVITY_WALK);
    assert_int_equal(middle(2.1, 0, 0, 0), PD_ACTIVITY_JOG);
    assert_int_equal(middle(2.8, 0, 40, 0), PD_ACTIVITY_JOG);
    assert_int_equal(middle(2.8, 0, 50, 0), PD_ACTIVITY_JOG_TURN);
    assert_int_equal(middle(0.8, 90, 0, 0), PD_ACTIVITY_SIDE);
    assert_int_equal(middle(0.8, -90, 0, 0), PD_ACTIVITY_SIDE);
    assert_int_equal(middle(0.8, 170, 0, 0), PD_ACTIVITY_BACK);
    assert_int_equal(middle(1.2, 0, 0, -0.25), PD_ACTIVITY_OTHER); /* crouched: hips at .61 of .64 */
    assert_int_equal(middle(1.2, 0, 0, -0.20), PD_ACTIVITY_WALK);
}

/* Makes 4 s of standing, then `speed` m/s at `gain` m/s2 from second 4 on; in the air for `flight` frames
 * from frame 600 on. */
static void going(unsigned char *out, double speed, double gain, int flight)
{
    pd_anim_track track = puppet_track(FRAMES);
    puppet p = puppet_standing();
    for (int t = 0; t < FRAMES; t++) {
        p.root.z += fmin(speed, fmax(0, gain * (t - 240) / PUPPET_RATE)) / PUPPET_RATE;
        p.root.y = PD_ANIM_BIPED_REST_HEIGHT + (t >= 600 && t < 600 + flight ? 0.15 : 0);
        puppet_put(&track, t, &p);
    }
    pd_train_curves curves;
    assert_int_equal(pd_train_curves_init(&curves, &track, false, NULL), PD_OK);
    assert_int_equal(pd_train_activities(out, &curves, &track, NULL), PD_OK);
    pd_train_curves_deinit(&curves);
    pd_anim_track_deinit(&track);
}

static void a_start_is_around_the_change_of_speed(void **state)
{
    (void)state;
    unsigned char out[FRAMES];
    going(out, 1.2, 2, 0); /* over .3 m/s at 4.15 s, over .7 at 4.35 s */
    assert_int_equal(out[100], PD_ACTIVITY_STAND);
    assert_int_equal(out[235], PD_ACTIVITY_START_STOP);
    assert_int_equal(out[285], PD_ACTIVITY_START_STOP);
    assert_int_equal(out[310], PD_ACTIVITY_WALK);

    going(out, 1.2, 0.15, 0); /* takes 2.7 s from .3 to .7 m/s: too slow for a start */
    for (int t = 0; t < FRAMES; t++) assert_int_not_equal(out[t], PD_ACTIVITY_START_STOP);
}

static void a_jump_is_something_else_and_a_stride_in_the_air_is_not(void **state)
{
    (void)state;
    unsigned char out[FRAMES];
    going(out, 2.8, 4, 13);
    assert_int_equal(out[605], PD_ACTIVITY_JOG);
    going(out, 2.8, 4, 14);
    assert_int_equal(out[605], PD_ACTIVITY_JUMP);
    assert_int_equal(out[571], PD_ACTIVITY_JUMP); /* half a second before */
    assert_int_equal(out[568], PD_ACTIVITY_JOG);
    assert_int_equal(out[630], PD_ACTIVITY_JUMP); /* .3 s behind */
    assert_int_equal(out[634], PD_ACTIVITY_JOG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_motions_are_known_by_speed_direction_and_turn),
        cmocka_unit_test(a_start_is_around_the_change_of_speed),
        cmocka_unit_test(a_jump_is_something_else_and_a_stride_in_the_air_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
