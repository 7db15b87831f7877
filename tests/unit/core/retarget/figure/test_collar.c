/* Tests the rest of collar bones, which is found from frames with hanging arms. Some samples are shrugs,
 * which must not count. */
#include "core/retarget/figure/collar.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#define DEGREE 0.017453292519943295

static void an_arm_hangs_as_the_chest_has_it(void **state)
{
    (void)state;
    pd_vec3 sample;
    pd_quat lying = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 90 * DEGREE), none = pd_q_identity();
    pd_vec3 down = {0, -0.3, 0};
    assert_true(pd_retarget_collar_sample(&sample, none, none, down));
    assert_false(pd_retarget_collar_sample(&sample, lying, lying, down));
    assert_true(pd_retarget_collar_sample(&sample, lying, lying, pd_q_rotate(lying, down)));
    for (int degrees = 30; degrees <= 40; degrees += 10) {
        pd_quat swing = pd_q_axis_angle(pd_vec3_make(0.6, 0, 0.8), degrees * DEGREE);
        assert_int_equal(pd_retarget_collar_sample(&sample, none, none, pd_q_rotate(swing, down)),
                         degrees < 35);
    }
}

static void a_sample_is_the_collar_against_the_chest(void **state)
{
    (void)state;
    pd_vec3 sample;
    pd_quat chest = pd_q_axis_angle(pd_vec3_make(0, 0.6, 0.8), 1.2);
    pd_quat collar = pd_q_from_rotvec(pd_vec3_make(0.1, -0.2, -0.5));
    pd_retarget_collar_sample(&sample, chest, pd_q_mul(chest, collar), pd_vec3_make(0, -1, 0));
    assert_near(pd_vec3_distance(sample, pd_vec3_make(0.1, -0.2, -0.5)), 0, 1e-12);
}

/* A fifth of the samples is a shrug, which a mean would follow. */
static void the_rest_pose_is_that_of_most_samples(void **state)
{
    (void)state;
    pd_rng rng;
    pd_vec3 samples[500], rest = {0.05, -0.2, -0.55};
    pd_rng_init(&rng, 17);
    for (int i = 0; i < 500; i++) {
        pd_vec3 noise = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)};
        samples[i] = pd_vec3_fma(rest, 0.005, noise);
        if (i % 5 == 0) samples[i].z += i % 10 ? 1 : 0.8;
    }
    pd_quat a = pd_retarget_collar_rest(samples, 500);
    assert_near(pd_q_angle(pd_q_mul(pd_q_from_rotvec(rest), a), pd_q_identity()), 0, 0.01);
}

static void too_few_samples_change_nothing(void **state)
{
    (void)state;
    pd_vec3 samples[PD_RETARGET_COLLAR_SAMPLES];
    for (int i = 0; i < PD_RETARGET_COLLAR_SAMPLES; i++) samples[i] = pd_vec3_make(0, 0, -0.5);
    assert_near(pd_q_angle(pd_retarget_collar_rest(samples, PD_RETARGET_COLLAR_SAMPLES - 1), pd_q_identity()),
                0, 0);
    assert_near(pd_q_angle(pd_retarget_collar_rest(samples, PD_RETARGET_COLLAR_SAMPLES), pd_q_identity()),
                0.5, 1e-12);
}

/* Round three axes, by a degree a frame: an arm held up and rolled goes through a half turn, where a part of
 * the whole rotation vector would change its sign and take the collar from 27 degrees to -27. */
static void a_share_goes_through_a_half_turn_without_a_jump(void **state)
{
    (void)state;
    static const pd_vec3 axes[] = {{0, 0, 1}, {0.6, 0, 0.8}, {0.48, 0.6, 0.64}};
    for (int a = 0; a < 3; a++) {
        pd_quat before = pd_q_identity();
        for (int degrees = 0; degrees <= 360; degrees++) {
            const pd_quat arm = pd_q_axis_angle(axes[a], degrees * DEGREE);
            const pd_quat share = pd_retarget_collar_share(arm, 0.15);
            assert_true(pd_q_angle(before, share) < 0.6 * DEGREE);
            if (degrees <= 120)
                assert_near(pd_q_angle(share, pd_q_axis_angle(axes[a], 0.15 * degrees * DEGREE)), 0, 1e-7);
            before = share;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arm_hangs_as_the_chest_has_it),
        cmocka_unit_test(a_sample_is_the_collar_against_the_chest),
        cmocka_unit_test(the_rest_pose_is_that_of_most_samples),
        cmocka_unit_test(too_few_samples_change_nothing),
        cmocka_unit_test(a_share_goes_through_a_half_turn_without_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
