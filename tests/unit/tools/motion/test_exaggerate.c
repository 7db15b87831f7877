/* Tests exaggerated motions: the deviation from the mean is multiplied, within the ranges of joints, and legs
 * stay bit for bit. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "tools/motion/exaggerate.h"
#include "core/ik/job/limit.h"
#include "tests/support/human.h"

#include <string.h>

enum { T = 61, K = 24 };

static pd_anim_skeleton sk;

/* Makes every joint swing about an axis of its own, by up to a quarter of a radian about a third of one. */
static void swing(pd_anim_clip *clip)
{
    pd_rng draws;
    pd_rng_init(&draws, 3);
    human_init(&sk);
    assert_int_equal(pd_anim_clip_init(clip, &sk, T, 30, NULL), PD_OK);
    for (int k = 0; k < K; k++) {
        const pd_vec3 axis =
            pd_vec3_unit_or(pd_vec3_make(pd_rng_normal(&draws), pd_rng_normal(&draws), pd_rng_normal(&draws)),
                            pd_vec3_make(1, 0, 0));
        for (int t = 0; t < T; t++)
            pd_anim_clip_frame(clip, t)[k] =
                pd_q_axis_angle(axis, 0.33 + 0.25 * sin(6.2831853 * t / (T - 1)));
    }
    for (int t = 0; t < T; t++) clip->roots[t] = pd_vec3_make(0.02 * t, 1, 0);
}

static int joint(const char *name)
{
    return pd_anim_skeleton_find(&sk, name);
}

/* A joint without a range: about one axis its angle is 0.33 + g 0.25 sin, for the sine's mean is 0 but for
 * the last frame. */
static void deviations_from_the_mean_are_multiplied(void **state)
{
    (void)state;
    const double gains[] = {0, 0.5, 1.7, 3};
    for (int g = 0; g < 4; g++) {
        pd_anim_clip clip;
        swing(&clip);
        strcpy(clip.skeleton.names[joint("left_collar")], "tail"); /* no range is known of it */
        assert_int_equal(pd_tool_exaggerate(&clip, gains[g], 0, NULL), PD_OK);
        for (int t = 0; t < T; t++) {
            const double wanted = 0.33 + gains[g] * 0.25 * sin(6.2831853 * t / (T - 1));
            const double angle =
                pd_vec3_length(pd_q_to_rotvec(pd_anim_clip_frame(&clip, t)[joint("left_collar")]));
            assert_near(angle, fabs(wanted), 5e-3);
        }
        pd_anim_clip_deinit(&clip);
    }
}

static void root_and_legs_stay_to_the_bit_and_a_gain_of_one_changes_nothing(void **state)
{
    (void)state;
    static const char *const stay[] = {"pelvis", "left_hip", "right_knee", "left_ankle", "right_foot"};
    pd_anim_clip clip, was;
    swing(&clip);
    assert_int_equal(pd_anim_clip_cut(&was, &clip, 0, T, NULL), PD_OK);
    assert_int_equal(pd_tool_exaggerate(&clip, 1, 0, NULL), PD_OK);
    for (int i = 0; i < T * K; i++) assert_true(pd_q_angle(clip.rotations[i], was.rotations[i]) < 1e-7);
    assert_int_equal(pd_tool_exaggerate(&clip, 2.5, 0.4, NULL), PD_OK);
    assert_memory_equal(clip.roots, was.roots, T * sizeof *was.roots);
    for (int t = 0; t < T; t++)
        for (int i = 0; i < 5; i++)
            assert_memory_equal(&pd_anim_clip_frame(&clip, t)[joint(stay[i])],
                                &pd_anim_clip_frame(&was, t)[joint(stay[i])], sizeof(pd_quat));
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&was);
}

/* An elbow whose range ends at 0.1 rad is not bent backward, unless the clip did. */
static void joints_go_no_farther_than_people_or_the_clip(void **state)
{
    (void)state;
    pd_anim_clip clip;
    const int elbow = (swing(&clip), joint("left_elbow"));
    pd_ik_limit limit;
    pd_ik_limit_of(&limit, "left_elbow");
    for (int t = 0; t < T; t++)
        pd_anim_clip_frame(&clip, t)[elbow] =
            pd_q_axis_angle(pd_vec3_make(0, 1, 0), -0.3 + 0.28 * sin(6.2831853 * t / (T - 1)));
    assert_int_equal(pd_tool_exaggerate(&clip, 4, 0, NULL), PD_OK);
    double most = 0, least = 0;
    for (int t = 0; t < T; t++) {
        const pd_quat q = pd_anim_clip_frame(&clip, t)[elbow];
        assert_true(pd_ik_limit_excess(&limit, q) < 1e-6);
        most = fmax(most, pd_q_to_rotvec(q).y), least = fmin(least, pd_q_to_rotvec(q).y);
    }
    assert_near(most, limit.max[1], 1e-6);
    assert_near(least, -0.3 - 4 * 0.28, 0.03);
    pd_anim_clip_deinit(&clip);
}

/* Over so many seconds, what is slower than them stays:
 * a sine of four seconds under a Gaussian of a tenth keeps itself. */
static void slow_motion_stays_at_its_average(void **state)
{
    (void)state;
    pd_anim_clip clip, was;
    swing(&clip);
    assert_int_equal(pd_anim_clip_cut(&was, &clip, 0, T, NULL), PD_OK);
    assert_int_equal(pd_tool_exaggerate(&clip, 2, 0.1, NULL), PD_OK);
    for (int t = 10; t < T - 10; t++)
        for (int k = 0; k < K; k++)
            assert_true(pd_q_angle(pd_anim_clip_frame(&clip, t)[k], pd_anim_clip_frame(&was, t)[k]) < 0.02);
    pd_anim_clip_deinit(&clip), pd_anim_clip_deinit(&was);
}

static void gains_out_of_range_are_refused(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_error err;
    swing(&clip);
    assert_int_equal(pd_tool_exaggerate(&clip, 4.1, 0, &err), PD_ERR_RANGE);
    assert_int_equal(pd_tool_exaggerate(&clip, -0.1, 0, &err), PD_ERR_RANGE);
    assert_int_equal(pd_tool_exaggerate(&clip, NAN, 0, &err), PD_ERR_RANGE);
    assert_int_equal(pd_tool_exaggerate(&clip, 2, -1, &err), PD_ERR_RANGE);
    pd_anim_clip_deinit(&clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deviations_from_the_mean_are_multiplied),
        cmocka_unit_test(root_and_legs_stay_to_the_bit_and_a_gain_of_one_changes_nothing),
        cmocka_unit_test(joints_go_no_farther_than_people_or_the_clip),
        cmocka_unit_test(slow_motion_stays_at_its_average),
        cmocka_unit_test(gains_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
