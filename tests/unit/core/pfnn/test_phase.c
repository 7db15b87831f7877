/* Tests the phase function: weights at the quarters and half way by the paper's formula, and continuity over
 * the end of the cycle. */
#include "tests/support/cmocka.h"

#include "core/pfnn/phase.h"

#include <float.h>

#define TWO_PI 6.283185307179586

static void weights_sum_to_one_and_are_the_control_points_at_the_quarters(void **state)
{
    (void)state;
    double c[4];
    for (int i = 0; i < 1000; i++) {
        pd_pfnn_phase_weights(c, i / 1000.0);
        assert_near(c[0] + c[1] + c[2] + c[3], 1, 1e-14);
    }
    for (int k = 0; k < 4; k++) {
        pd_pfnn_phase_weights(c, k / 4.0);
        for (int j = 0; j < 4; j++) assert_near(c[j], j == k, 1e-15);
    }
}

/* Between the first and second control point: (-1/16, 9/16, 9/16,
 * -1/16) by the paper's formula at mu = 1/2. */
static void weights_half_way_are_those_of_catmull_and_rom(void **state)
{
    (void)state;
    double c[4];
    pd_pfnn_phase_weights(c, 0.125);
    assert_near(c[3], -0.0625, 1e-15);
    assert_near(c[0], 0.5625, 1e-15);
    assert_near(c[1], 0.5625, 1e-15);
    assert_near(c[2], -0.0625, 1e-15);
}

static void the_spline_and_its_slope_are_continuous_everywhere_also_over_the_end(void **state)
{
    (void)state;
    const double a[4] = {1, -3, 2, 7}, h = 1e-5;
    for (int i = 0; i < 400; i++) {
        double value[3], cycle = i / 400.0;
        for (int s = 0; s < 3; s++) {
            double c[4];
            pd_pfnn_phase_weights(c, pd_pfnn_phase_cycle(TWO_PI * (cycle + (s - 1) * h)));
            value[s] = c[0] * a[0] + c[1] * a[1] + c[2] * a[2] + c[3] * a[3];
        }
        double before = (value[1] - value[0]) / h, after = (value[2] - value[1]) / h;
        assert_near(value[0], value[2], 200 * h);
        assert_near(before, after, 0.05);
    }
}

static void every_finite_phase_becomes_a_cycle_below_one(void **state)
{
    (void)state;
    const double phases[] = {
        0,     -0.0,   -1e-300, -1e-17,   -DBL_MIN,  TWO_PI,     -TWO_PI,    nextafter(TWO_PI, 0),
        1e300, -1e300, DBL_MAX, -DBL_MAX, 6.2831855, -6.2831855, 3 * TWO_PI, 1e17};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        double cycle = pd_pfnn_phase_cycle(phases[i]), wrapped = pd_pfnn_phase_wrap(phases[i]);
        assert_true(cycle >= 0 && cycle < 1);
        assert_true(wrapped >= 0 && wrapped < TWO_PI);
        for (int mode = 1; mode < PD_PFNN_MODE_COUNT; mode++) {
            int slices = pd_pfnn_mode_slices((pd_pfnn_mode)mode);
            pd_pfnn_place at = pd_pfnn_phase_place(cycle, (pd_pfnn_mode)mode);
            assert_in_range(at.slice, 0, slices - 1);
            assert_in_range(at.next, 0, slices - 1);
            assert_true(at.part >= 0 && at.part <= 1);
        }
    }
}

/* (1 - 2^-53) 50 rounds to 50, and the demo's (int)(P / 2 pi * 50) is one past the end for 6.2831855f. */
static void the_last_number_below_a_cycle_is_in_the_last_slice(void **state)
{
    (void)state;
    double last = nextafter(1, 0), c[4];
    assert_int_equal(pd_pfnn_phase_place(last, PD_PFNN_CONSTANT).slice, 49);
    assert_int_equal(pd_pfnn_phase_place(last, PD_PFNN_LINEAR).slice, 9);
    assert_int_equal(pd_pfnn_phase_place(last, PD_PFNN_LINEAR).next, 0);
    pd_pfnn_phase_weights(c, last);
    assert_near(c[0], 1, 1e-12);
    assert_near(c[3], 0, 1e-12);
}

static void modes_take_the_slices_that_they_say(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        double cycle = (i + 0.37) / 1000, part = cycle * 10 - floor(cycle * 10);
        pd_pfnn_place constant = pd_pfnn_phase_place(cycle, PD_PFNN_CONSTANT);
        pd_pfnn_place linear = pd_pfnn_phase_place(cycle, PD_PFNN_LINEAR);
        assert_int_equal(constant.slice, (int)floor(cycle * 50));
        assert_true(constant.part == 0);
        assert_int_equal(linear.slice, (int)floor(cycle * 10));
        assert_int_equal(linear.next, (linear.slice + 1) % 10);
        assert_near(linear.part, part, 1e-12);
    }
}

static void weights_of_a_mode_mix_the_spline_at_its_slices(void **state)
{
    (void)state;
    double c[4], low[4], high[4];
    pd_pfnn_phase_mode_weights(c, 0.555, PD_PFNN_LINEAR);
    pd_pfnn_phase_weights(low, 0.5);
    pd_pfnn_phase_weights(high, 0.6);
    for (int k = 0; k < 4; k++) assert_near(c[k], 0.45 * low[k] + 0.55 * high[k], 1e-12);
    pd_pfnn_phase_mode_weights(c, 0.995, PD_PFNN_LINEAR); /* between the last slice and the first */
    pd_pfnn_phase_weights(low, 0.9);
    pd_pfnn_phase_weights(high, 0);
    for (int k = 0; k < 4; k++) assert_near(c[k], 0.05 * low[k] + 0.95 * high[k], 1e-12);
    pd_pfnn_phase_mode_weights(c, 0.999, PD_PFNN_CONSTANT);
    pd_pfnn_phase_weights(low, 0.98);
    for (int k = 0; k < 4; k++) assert_near(c[k], low[k], 1e-15);
}

static void each_mode_of_phase_interpolation_has_its_name_and_others_have_none(void **state)
{
    (void)state;
    assert_string_equal(pd_pfnn_mode_name(PD_PFNN_CUBIC), "cubic");
    assert_string_equal(pd_pfnn_mode_name(PD_PFNN_CONSTANT), "constant");
    assert_string_equal(pd_pfnn_mode_name((pd_pfnn_mode)9), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_sum_to_one_and_are_the_control_points_at_the_quarters),
        cmocka_unit_test(weights_half_way_are_those_of_catmull_and_rom),
        cmocka_unit_test(the_spline_and_its_slope_are_continuous_everywhere_also_over_the_end),
        cmocka_unit_test(every_finite_phase_becomes_a_cycle_below_one),
        cmocka_unit_test(the_last_number_below_a_cycle_is_in_the_last_slice),
        cmocka_unit_test(modes_take_the_slices_that_they_say),
        cmocka_unit_test(weights_of_a_mode_mix_the_spline_at_its_slices),
        cmocka_unit_test(each_mode_of_phase_interpolation_has_its_name_and_others_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
