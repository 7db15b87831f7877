/* Tests curves of joint angles on poses that were made from known angles,
 * with the signs that the header states. */
#include "tests/support/puppet.h"

#include "train/evaluate/curves.h"

#define DEG (M_PI / 180)

static void angles_of_a_pose_equal_those_it_was_made_from(void **state)
{
    (void)state;
    pd_anim_track track = puppet_track(3);
    puppet p = puppet_standing();
    p.yaw = 1.1;
    puppet_bend(&p, PD_BIPED_L_SHIN, pd_vec3_make(1, 0, 0), 50 * DEG);
    puppet_bend(&p, PD_BIPED_R_FOREARM, pd_vec3_make(0, 1, 0), 70 * DEG);
    puppet_bend(&p, PD_BIPED_NECK, pd_vec3_make(1, 0, 0), 25 * DEG);
    for (int t = 0; t < 3; t++) puppet_put(&track, t, &p);

    pd_train_curves c;
    assert_int_equal(pd_train_curves_init(&c, &track, false, NULL), PD_OK);
    assert_near(c.facing[1][0], sin(1.1), 1e-6);
    assert_near(c.facing[1][1], cos(1.1), 1e-6);
    assert_near(c.curves[PD_CURVE_L_KNEE][1], 50 * DEG, 0.2 * DEG);
    assert_near(c.curves[PD_CURVE_R_KNEE][1], 0, 2 * DEG);
    assert_near(c.curves[PD_CURVE_R_ELBOW][1], 70 * DEG, 0.01 * DEG);
    assert_near(c.curves[PD_CURVE_L_ELBOW][1], 0, 0.05 * DEG);
    assert_near(c.curves[PD_CURVE_PELVIS_YAW][1], 0, 1e-5);
    assert_near(c.curves[PD_CURVE_SHOULDER_YAW][1], 0, 1e-5);
    assert_near(c.hip_height[1], 0.8592, 1e-3);
    assert_near(c.leg, PD_ANIM_BIPED_LEG, 1e-3);

    /* the neck is one of two bones between it and the head: the head leans by less than it bends */
    const double straight = atan2(0.0034 - 0.0147, 0.0899 + 0.0900);
    assert_near(c.curves[PD_CURVE_HEAD_PITCH][1], straight + 25 * DEG, 0.1 * DEG);
    pd_train_curves_deinit(&c);
    pd_anim_track_deinit(&track);
}

static void signs_are_as_the_header_says(void **state)
{
    (void)state;
    pd_anim_track track = puppet_track(2);
    puppet p = puppet_standing();
    puppet_bend(&p, PD_BIPED_HIPS, pd_vec3_make(0, 0, 1), 10 * DEG);   /* left side up */
    puppet_bend(&p, PD_BIPED_L_ARM, pd_vec3_make(0, 1, 0), -M_PI / 2); /* ahead */
    for (int t = 0; t < 2; t++) puppet_put(&track, t, &p);
    pd_train_curves c;
    assert_int_equal(pd_train_curves_init(&c, &track, true, NULL), PD_OK);
    assert_near(c.curves[PD_CURVE_PELVIS_ROLL][0], 10 * DEG, 1e-4);
    assert_near(c.curves[PD_CURVE_L_ARM][0], 90 * DEG, 1e-3);
    pd_train_curves_deinit(&c);
    pd_anim_track_deinit(&track);
}

static void a_straight_way_does_not_sway_and_the_two_sets_of_joints_are_kept_apart(void **state)
{
    (void)state;
    enum { FRAMES = 120 };
    pd_anim_track track = puppet_track(FRAMES);
    puppet p = puppet_standing();
    for (int t = 0; t < FRAMES; t++) {
        p.root = pd_vec3_make(0.5 * t / 60, PD_ANIM_BIPED_REST_HEIGHT, 1.5 * t / 60);
        puppet_put(&track, t, &p);
    }
    for (int i = 0; i < 3 * 31 * FRAMES; i += 3) track.joints_pre[i] += 1; /* a metre to the left */

    pd_train_curves after, before;
    assert_int_equal(pd_train_curves_init(&after, &track, false, NULL), PD_OK);
    assert_int_equal(pd_train_curves_init(&before, &track, true, NULL), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        assert_near(after.curves[PD_CURVE_SWAY][t], 0, 1e-6);
        assert_near(after.curves[PD_CURVE_BOB][t], 0, 1e-6);
        assert_near(before.hips[t].x, after.hips[t].x + 1, 1e-6);
    }
    pd_train_curves_deinit(&after);
    pd_train_curves_deinit(&before);
    pd_anim_track_deinit(&track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_of_a_pose_equal_those_it_was_made_from),
        cmocka_unit_test(signs_are_as_the_header_says),
        cmocka_unit_test(a_straight_way_does_not_sway_and_the_two_sets_of_joints_are_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
