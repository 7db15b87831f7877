#include "server/base/descriptors.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

static void limits_that_fit_stay(void **state)
{
    (void)state;
    pd_srv_descriptors d;
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 2, 1 << 20, NULL), PD_OK);
    assert_int_equal(d.connections, 1024);
    assert_int_equal(d.streams, 4096);
    assert_int_equal(d.lingers, 512);
    assert_int_equal(d.wanted, 1024 + 4096 + 512 + 48 + 8);
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 2, d.wanted, NULL), PD_OK);
    assert_int_equal(d.connections + d.streams, 5120); /* exactly enough */
}

static void what_is_open_at_a_time_never_exceeds_the_descriptors(void **state)
{
    (void)state;
    static const int wanted[][2] = {{1024, 4096}, {4096, 1024}, {1, 1000000},
                                    {1000000, 1}, {16, 16},     {1000000, 1000000}};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++)
        for (int64_t limit = 80; limit < 100000; limit += limit / 7) {
            pd_srv_descriptors d;
            assert_int_equal(pd_srv_descriptors_share(&d, wanted[w][0], wanted[w][1], 2, limit, NULL), PD_OK);
            if (d.connections + d.streams + d.lingers + PD_SRV_DESCRIPTORS_OWN + 8 > limit)
                fail_msg("%d + %d of %lld", d.connections, d.streams, (long long)limit);
            assert_true(d.connections >= 1 && d.streams >= 1);
            assert_true(d.connections <= wanted[w][0] && d.streams <= wanted[w][1]);
        }
}

static void too_few_are_refused_with_how_many_are_needed(void **state)
{
    (void)state;
    pd_srv_descriptors d;
    pd_error err = {0};
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 2, 64, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "limits.connections");
    assert_string_equal(err.detail, "64 file descriptors (RLIMIT_NOFILE); at least 72 are needed");
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 2, 80, &err), PD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_that_fit_stay),
        cmocka_unit_test(what_is_open_at_a_time_never_exceeds_the_descriptors),
        cmocka_unit_test(too_few_are_refused_with_how_many_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
