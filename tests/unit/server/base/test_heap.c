/* Tests when freed memory is returned to the system. The clock and the trimming are the test's own, so that
 * each attempt is counted. */
#include "server/base/heap.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#define SECOND INT64_C(1000000)
#define MUCH   (2 * PD_SRV_HEAP_LEFTOVER)

static void a_large_tree_is_trimmed_once(void **state)
{
    (void)state;
    pd_srv_heap heap = {0};

    pd_srv_heap_parsed(&heap, 1000);
    assert_false(pd_srv_heap_trim(&heap));
    pd_srv_heap_parsed(&heap, 1 << 20);
    assert_true(pd_srv_heap_trim(&heap));
    assert_false(pd_srv_heap_trim(&heap));
}

static void leftover_memory_is_trimmed_at_once_and_then_every_ten_seconds(void **state)
{
    (void)state;
    pd_srv_heap heap = {0};
    size_t left = MUCH;

    pd_srv_heap_leftover(&heap, PD_SRV_HEAP_LEFTOVER - 1, SECOND);
    assert_false(pd_srv_heap_trim(&heap));
    for (int i = 0; i < 5; i++) { /* each time it has helped, and there is more again */
        pd_srv_heap_leftover(&heap, left, (10 * i + 5) * SECOND);
        assert_true(pd_srv_heap_trim(&heap));
        pd_srv_heap_leftover(&heap, left, (10 * i + 14) * SECOND);
        assert_false(pd_srv_heap_trim(&heap));
        pd_srv_heap_leftover(&heap, 0, (10 * i + 14) * SECOND);
    }
}

static void trimming_that_does_not_help_is_tried_less_often(void **state)
{
    (void)state;
    pd_srv_heap heap = {0};
    static const int first[] = {1, 11, 31, 71, 131, 191}; /* pauses of 10, 20 and 40 s, then of 60 */
    int trims = 0;

    for (int second = 1; second <= 3600; second++) {
        pd_srv_heap_leftover(&heap, MUCH, second * SECOND);
        const bool is_trimmed = pd_srv_heap_trim(&heap);
        if (is_trimmed && trims < 6) assert_int_equal(second, first[trims]);
        trims += is_trimmed;
    }
    assert_in_range(trims, 58, 66); /* after 0, 10, 30, 70 s and then every minute */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_tree_is_trimmed_once),
        cmocka_unit_test(leftover_memory_is_trimmed_at_once_and_then_every_ten_seconds),
        cmocka_unit_test(trimming_that_does_not_help_is_tried_less_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
