/* Tests how file descriptors are shared between connections and streams. The expected numbers are computed by
 * hand from the header's formula. */
#include "server/base/descriptors.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <sys/resource.h>

static void limits_that_fit_are_not_changed(void **state)
{
    (void)state;
    pd_srv_descriptors d;
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, 1 << 20, NULL), PD_OK);
    assert_int_equal(d.connections, 1024);
    assert_int_equal(d.streams, 4096);
    assert_int_equal(d.lingers, 512);
    assert_int_equal(d.wanted, 1024 + 4096 + 512 + 48 + 8);
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, d.wanted, NULL), PD_OK);
    assert_int_equal(d.connections + d.streams, 5120); /* exactly enough */
}

static void open_connections_never_exceed_the_descriptors(void **state)
{
    (void)state;
    static const int wanted[][2] = {{1024, 4096}, {4096, 1024}, {1, 1000000},
                                    {1000000, 1}, {16, 16},     {1000000, 1000000}};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++)
        for (int64_t limit = 80; limit < 100000; limit += limit / 7) {
            pd_srv_descriptors d;
            assert_int_equal(pd_srv_descriptors_share(&d, wanted[w][0], wanted[w][1], 0, 2, limit, NULL),
                             PD_OK);
            if (d.connections + d.streams + d.lingers + PD_SRV_DESCRIPTORS_OWN + 8 > limit)
                fail_msg("%d + %d of %lld", d.connections, d.streams, (long long)limit);
            assert_true(d.connections >= 1 && d.streams >= 1);
            assert_true(d.connections <= wanted[w][0] && d.streams <= wanted[w][1]);
        }
}

static void too_few_descriptors_are_refused_with_the_number_needed(void **state)
{
    (void)state;
    pd_srv_descriptors d;
    pd_error err = {0};
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, 64, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "limits.connections");
    assert_string_equal(err.detail, "64 file descriptors (RLIMIT_NOFILE); at least 73 expected");
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, 80, &err), PD_OK);

    /* The number is the same whatever the limit is, and suffices. */
    for (int limit = 0; limit < 73; limit++) {
        assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, limit, &err), PD_ERR_LIMIT);
        assert_non_null(strstr(err.detail, "at least 73 expected"));
    }

    /* 48 descriptors of the daemon, 8 of two threads and an eighth for lingering sockets leave 7 of 72, and 8
     * of 73. The least are four of each kind. */
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, 72, &err), PD_ERR_LIMIT);
    assert_string_equal(err.detail, "72 file descriptors (RLIMIT_NOFILE); at least 73 expected");
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, 73, &err), PD_OK);
    assert_true(d.lingers == 9 && d.connections == 4 && d.streams == 4);
}

/* 1080 - 56 - 1080 / 8 = 889 are shared as 1024 to 4096 were asked for. */
static void remaining_descriptors_are_shared_in_proportion(void **state)
{
    (void)state;
    pd_srv_descriptors d;
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 0, 2, 1080, NULL), PD_OK);
    assert_true(d.lingers == 135 && d.connections == 889 * 1024 / 5120 && d.streams == 889 - 177);
    assert_int_equal(d.limit, 1080);
    assert_int_equal(pd_srv_descriptors_share(&d, 4096, 1024, 0, 2, 1080, NULL), PD_OK);
    assert_true(d.connections == 889 * 4096 / 5120 && d.streams == 889 - 711);
    assert_int_equal(pd_srv_descriptors_share(&d, 1, 1000000, 0, 2, 1080, NULL), PD_OK);
    assert_true(d.connections == 1 && d.streams == 888);
    assert_int_equal(pd_srv_descriptors_share(&d, 1000000, 2, 0, 2, 1080, NULL), PD_OK);
    assert_true(d.connections == 885 && d.streams == 2);
}

/* Connections to other daemons need descriptors too: wanted, counted, and lowered in proportion. Of 1080
 * descriptors 889 remain, of which relays get 889 * 256 / 5376 = 42, and the others share 847. */
static void connections_to_other_daemons_are_counted(void **state)
{
    (void)state;
    pd_srv_descriptors d;
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 256, 2, 1 << 20, NULL), PD_OK);
    assert_int_equal(d.wanted, 1024 + 4096 + 256 + 512 + 48 + 8);
    assert_int_equal(d.relays, 256);
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 256, 2, d.wanted - 1, NULL), PD_OK);
    assert_true(d.connections + d.streams + d.relays == 1024 + 4096 + 256 - 1);
    assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, 256, 2, 1080, NULL), PD_OK);
    assert_true(d.relays == 42 && d.connections == 847 * 1024 / 5120 && d.streams == 847 - 169);
    for (int64_t limit = 73; limit < 100000; limit += 1 + limit / 7)
        for (int relays = 0; relays <= 65536; relays = 4 * relays + 1) {
            assert_int_equal(pd_srv_descriptors_share(&d, 1024, 4096, relays, 2, limit, NULL), PD_OK);
            if (d.connections + d.streams + d.relays + d.lingers + PD_SRV_DESCRIPTORS_OWN + 8 > limit)
                fail_msg("%d + %d + %d of %lld", d.connections, d.streams, d.relays, (long long)limit);
            assert_true(d.connections >= 4 && d.streams >= 4 && d.relays >= 0 && d.relays <= relays);
        }
}

/* The process's limit is raised to the wanted number, at most to its hard limit, and is never lowered. */
static void the_limit_is_raised_as_far_as_it_may(void **state)
{
    (void)state;
    struct rlimit was, now;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    const struct rlimit low = {64, 128};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    static const struct {
        int64_t wanted, limit;
    } rows[] = {{63, 64}, {64, 64}, {100, 100}, {80, 100}, {128, 128}, {129, 128}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(pd_srv_descriptors_raise(rows[i].wanted), rows[i].limit);
        assert_int_equal(getrlimit(RLIMIT_NOFILE, &now), 0);
        assert_int_equal(now.rlim_cur, rows[i].limit);
        assert_int_equal(now.rlim_max, 128);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_that_fit_are_not_changed),
        cmocka_unit_test(open_connections_never_exceed_the_descriptors),
        cmocka_unit_test(too_few_descriptors_are_refused_with_the_number_needed),
        cmocka_unit_test(remaining_descriptors_are_shared_in_proportion),
        cmocka_unit_test(connections_to_other_daemons_are_counted),
        cmocka_unit_test(the_limit_is_raised_as_far_as_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
