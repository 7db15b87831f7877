/* Tests the Gaussian filter: an impulse becomes the weights, a constant stays,
 * and the other columns are unchanged. */
#include "tests/support/cmocka.h"

#include "train/motion/gaussian.h"

#include <stdlib.h>

static void an_impulse_becomes_the_weights_and_a_constant_stays(void **state)
{
    (void)state;
    double curve[41] = {0}, level[9], sum = 0;
    curve[20] = 1;
    assert_true(pd_train_gaussian_curve(curve, 41, 1, 2));
    for (int k = -6; k <= 6; k++) sum += exp(-k * k / 8.0);
    for (int k = -20; k <= 20; k++)
        assert_near(curve[20 + k], abs(k) <= 6 ? exp(-k * k / 8.0) / sum : 0, 1e-15);

    for (int t = 0; t < 9; t++) level[t] = 3;
    assert_true(pd_train_gaussian_curve(level, 9, 1, 20)); /* wider than the curve: ends are held */
    for (int t = 0; t < 9; t++) assert_near(level[t], 3, 1e-14);
}

static void one_column_is_filtered_and_the_others_stay(void **state)
{
    (void)state;
    double pairs[10][2], alone[10];
    for (int t = 0; t < 10; t++) pairs[t][0] = t * t, pairs[t][1] = alone[t] = t % 3;
    assert_true(pd_train_gaussian_curve(&pairs[0][1], 10, 2, 1.5));
    assert_true(pd_train_gaussian_curve(alone, 10, 1, 1.5));
    for (int t = 0; t < 10; t++) {
        assert_near(pairs[t][0], t * t, 0);
        assert_near(pairs[t][1], alone[t], 0);
    }
    assert_true(pd_train_gaussian_curve(alone, 10, 1, 0)); /* nothing to do */
    assert_near(alone[3], pairs[3][1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impulse_becomes_the_weights_and_a_constant_stays),
        cmocka_unit_test(one_column_is_filtered_and_the_others_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
