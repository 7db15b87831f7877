/* Compares the quantiles of the histogram of times with those of the sorted values; they may differ by 3
 * percent, the width of a bucket. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "tools/client/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 20000

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void quantiles_are_within_3_percent_of_sorted_ones(void **state)
{
    (void)state;
    static double values[COUNT];
    pd_tool_histogram h = {0};
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int i = 0; i < COUNT; i++) {
        values[i] = 1e-5 * exp(2 * pd_rng_normal(&rng) + 3);
        pd_tool_histogram_add(&h, values[i]);
    }
    qsort(values, COUNT, sizeof *values, by_value);
    static const double parts[] = {.01, .5, .9, .99, .999};
    for (int i = 0; i < 5; i++) {
        double is = values[(int)ceil(parts[i] * COUNT) - 1], got = pd_tool_histogram_at(&h, parts[i]);
        assert_true(got >= is * .9999 && got <= is * 1.033);
    }
    assert_true(h.most == values[COUNT - 1] && h.least == values[0]);
    assert_true(pd_tool_histogram_at(&h, 1) == h.most);
}

static void an_empty_histogram_has_no_value_and_one_value_is_its_own_quantile(void **state)
{
    (void)state;
    pd_tool_histogram h = {0};
    assert_true(pd_tool_histogram_at(&h, .5) == 0 && pd_tool_histogram_mean(&h) == 0);
    pd_tool_histogram_add(&h, 0.0123);
    assert_true(pd_tool_histogram_at(&h, 0) == 0.0123 && pd_tool_histogram_at(&h, .99) == 0.0123);
    assert_true(pd_tool_histogram_mean(&h) == 0.0123);
}

static void times_beyond_the_buckets_are_counted_at_the_ends(void **state)
{
    (void)state;
    pd_tool_histogram h = {0};
    static const double odd[] = {-1, 0, 1e-9, 1e9, INFINITY};
    for (int i = 0; i < 5; i++) pd_tool_histogram_add(&h, odd[i]);
    assert_int_equal(h.count, 5);
    assert_int_equal(h.counts[0], 3);
    assert_int_equal(h.counts[PD_TOOL_HISTOGRAM_BUCKETS - 1], 2);
    assert_true(h.least == -1 && h.most == INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_within_3_percent_of_sorted_ones),
        cmocka_unit_test(an_empty_histogram_has_no_value_and_one_value_is_its_own_quantile),
        cmocka_unit_test(times_beyond_the_buckets_are_counted_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
