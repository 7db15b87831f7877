/* Tests that the four largest weights are kept in falling order and sum to 1. */
#include "core/math/strongest.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_largest_four_stay_in_falling_order_and_sum_to_1(void **state)
{
    (void)state;
    const float row[6] = {0.1f, 0.3f, 0, 0.2f, 0.3f, 0.1f}, expected[4] = {0.3f, 0.3f, 0.2f, 0.1f};
    const uint8_t places[4] = {1, 4, 3, 0};
    uint8_t joints[4];
    float weights[4];
    pd_strongest(joints, weights, row, 6);
    for (int s = 0; s < 4; s++) {
        assert_int_equal(joints[s], places[s]);
        assert_true(fabsf(weights[s] - expected[s] / 0.9f) < 1e-6f);
    }
}

static void slots_without_a_weight_name_joint_0(void **state)
{
    (void)state;
    const float one[3] = {0, 0, 0.5f}, none[3] = {0};
    uint8_t joints[4];
    float weights[4];
    pd_strongest(joints, weights, one, 3);
    assert_true(joints[0] == 2 && weights[0] == 1);
    for (int s = 1; s < 4; s++) assert_true(joints[s] == 0 && weights[s] == 0);
    pd_strongest(joints, weights, none, 3);
    assert_true(joints[0] == 0 && weights[0] == 1 && weights[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_four_stay_in_falling_order_and_sum_to_1),
        cmocka_unit_test(slots_without_a_weight_name_joint_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
