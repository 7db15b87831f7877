/* Tests sorting of numbers and percentiles, with infinities and neighbouring floats. */
#include "core/base/sort.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define MOST 200

static void numbers_come_in_rising_order_and_all_of_them_come_back(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 7);

    for (int count = 0; count <= MOST; count++) {
        double values[MOST + 1], sorted[MOST + 1];
        float floats[MOST + 1];
        for (int i = 0; i < count; i++)
            values[i] = floor(40 * pd_rng_uniform(&rng)) - 20; /* some of them twice */
        for (int i = 0; i < count; i++) sorted[i] = values[i], floats[i] = (float)values[i];
        sorted[count] = 1e9, floats[count] = 1e9F; /* beyond the end: not touched */

        pd_sort_doubles(sorted, (size_t)count);
        pd_sort_floats(floats, (size_t)count);

        for (int i = 1; i <= count; i++) assert_true(sorted[i - 1] <= sorted[i]);
        for (int i = 0; i <= count; i++) assert_true(floats[i] == (float)sorted[i]);
        for (int i = 0; i < count; i++) {
            int before = 0, after = 0;
            for (int j = 0; j < count; j++) before += values[j] == values[i], after += sorted[j] == values[i];
            assert_int_equal(before, after);
        }
    }
}

static void neighbouring_numbers_and_infinities_keep_their_order(void **state)
{
    (void)state;
    double values[] = {INFINITY, 1.0, nextafter(1.0, 2), -INFINITY, 5e-324, 0};
    const double wanted[] = {-INFINITY, 0, 5e-324, 1.0, nextafter(1.0, 2), INFINITY};
    pd_sort_doubles(values, 6);
    assert_memory_equal(values, wanted, sizeof wanted);
    pd_sort_doubles(NULL, 0);
    pd_sort_floats(NULL, 0);
}

static void a_percentile_lies_between_the_two_numbers_around_it(void **state)
{
    (void)state;
    const double sorted[] = {-4, 1, 2, 10};
    assert_near(pd_sorted_percentile(sorted, 4, 0), -4, 0);
    assert_near(pd_sorted_percentile(sorted, 4, 1), 10, 0);
    assert_near(pd_sorted_percentile(sorted, 4, 0.5), 1.5, 1e-12);
    assert_near(pd_sorted_percentile(sorted, 4, 0.1), -2.5, 1e-12);
    assert_near(pd_sorted_percentile(sorted, 4, 0.9), 7.6, 1e-12); /* as numpy.percentile */
    assert_near(pd_sorted_percentile(sorted, 1, 0.7), -4, 0);
    assert_true(isnan(pd_sorted_percentile(NULL, 0, 0.5)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_come_in_rising_order_and_all_of_them_come_back),
        cmocka_unit_test(neighbouring_numbers_and_infinities_keep_their_order),
        cmocka_unit_test(a_percentile_lies_between_the_two_numbers_around_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
