/* Tests filters and interpolation of motions. The monotone interpolation is compared with values of scipy's
 * PchipInterpolator. */
#include "train/motion/filter.h"
#include "tests/support/cmocka.h"

static void a_gaussian_keeps_constants_and_the_sum_of_an_inner_peak(void **state)
{
    (void)state;
    double flat[2][9] = {{0}}, peak[41] = {0}, sum = 0;
    for (int i = 0; i < 9; i++) flat[0][i] = 3, flat[1][i] = -7;
    assert_int_equal(pd_train_gaussian(flat[0], 9, 1, 4, NULL), PD_OK);
    for (int i = 0; i < 9; i++) assert_near(flat[0][i], 3, 1e-12);
    peak[20] = 1;
    assert_int_equal(pd_train_gaussian(peak, 41, 1, 2, NULL), PD_OK);
    for (int i = 0; i < 41; i++) sum += peak[i];
    assert_near(sum, 1, 1e-12);
    assert_near(peak[18] / peak[20], exp(-0.5), 1e-12);
    assert_near(peak[18], peak[22], 0);
}

static void a_gaussian_with_a_stride_touches_one_component(void **state)
{
    (void)state;
    double v[8] = {0, 10, 1, 10, 4, 20, 9, 20};
    assert_int_equal(pd_train_gaussian(v, 4, 2, 1, NULL), PD_OK);
    assert_near(v[1], 10, 0);
    assert_near(v[5], 20, 0);
    assert_true(v[0] > 0 && v[6] < 9);
}

static void the_highest_around_is_found_and_ends_are_held(void **state)
{
    (void)state;
    double v[7] = {0, 5, 0, 0, 0, 1, 2}, want[7] = {5, 5, 5, 5, 2, 2, 2};
    assert_int_equal(pd_train_highest(v, 7, 2, NULL), PD_OK);
    for (int i = 0; i < 7; i++) assert_near(v[i], want[i], 0);
}

/* Values of scipy 1.10's PchipInterpolator for these knots. */
static void a_pchip_line_goes_through_its_knots_and_never_falls(void **state)
{
    (void)state;
    const double x[5] = {0, 10, 14, 30, 31}, y[5] = {0, 0.5, 1, 1, 3};
    double out[40];
    assert_int_equal(pd_train_pchip(out, 40, x, y, 5, NULL), PD_OK);
    for (int i = 0; i < 5; i++) assert_near(out[(int)x[i]], y[i], 1e-12);
    for (int t = 1; t < 40; t++) assert_true(out[t] >= out[t - 1]);
    for (int t = 14; t <= 30; t++) assert_near(out[t], 1, 1e-12);
    assert_near(out[2], 0.027652173913, 1e-11);
    assert_near(out[5], 0.154891304348, 1e-11);
    assert_near(out[8], 0.350608695652, 1e-11);
    assert_near(out[11], 0.620923913043, 1e-11);
    assert_near(out[12], 0.788043478261, 1e-11);
    assert_near(out[13], 0.936141304348, 1e-11);
}

static void a_line_of_two_knots_is_straight_and_goes_on(void **state)
{
    (void)state;
    const double x[2] = {2, 4}, y[2] = {1, 2};
    double out[8];
    assert_int_equal(pd_train_pchip(out, 8, x, y, 2, NULL), PD_OK);
    for (int t = 0; t < 8; t++) assert_near(out[t], 0.5 * t, 1e-12);
}

static void smoothstep_is_level_at_its_ends(void **state)
{
    (void)state;
    assert_near(pd_train_smoothstep(-1), 0, 0);
    assert_near(pd_train_smoothstep(0.5), 0.5, 1e-15);
    assert_near(pd_train_smoothstep(2), 1, 0);
    assert_true(pd_train_smoothstep(1e-4) < 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gaussian_keeps_constants_and_the_sum_of_an_inner_peak),
        cmocka_unit_test(a_gaussian_with_a_stride_touches_one_component),
        cmocka_unit_test(the_highest_around_is_found_and_ends_are_held),
        cmocka_unit_test(a_pchip_line_goes_through_its_knots_and_never_falls),
        cmocka_unit_test(a_line_of_two_knots_is_straight_and_goes_on),
        cmocka_unit_test(smoothstep_is_level_at_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
