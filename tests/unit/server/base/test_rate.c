/* Tests the token buckets of clients: bursts, the steady rate, the announced wait, and that many clients
 * cannot displace each other unnoticed. Times are the test's own. */
#include "server/base/rate.h"

#include "server/base/clock.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <netinet/in.h>

#define START 1000000000 /* microseconds; any clock but 0 */

static int let_through(pd_srv_rate *rate, uint64_t client, int tries, int64_t now_us)
{
    int count = 0;

    for (int i = 0; i < tries; i++) count += !pd_srv_rate_take(rate, client, 2, 5, now_us);
    return count;
}

static void a_burst_is_let_through_and_then_the_rate(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();

    assert_int_equal(let_through(rate, 1, 20, START), 5);
    assert_int_equal(let_through(rate, 1, 20, START + PD_SRV_SECOND), 2);
    assert_int_equal(let_through(rate, 1, 20, START + PD_SRV_SECOND), 0);
    assert_int_equal(let_through(rate, 1, 20, START + 2 * PD_SRV_SECOND), 2);
    pd_srv_rate_free(rate);
}

static void a_client_that_was_away_for_long_has_no_more_than_a_burst(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();

    assert_int_equal(let_through(rate, 1, 1, START), 1);
    assert_int_equal(let_through(rate, 1, 100, START + 3600 * PD_SRV_SECOND), 5);
    pd_srv_rate_free(rate);
}

static void the_wait_equals_the_time_of_one_request(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();

    assert_int_equal(pd_srv_rate_take(rate, 1, 0.1, 1, START), 0);
    assert_int_equal(pd_srv_rate_take(rate, 1, 0.1, 1, START), 10);
    assert_int_equal(pd_srv_rate_take(rate, 1, 0.1, 1, START + 4 * PD_SRV_SECOND), 6);
    assert_int_equal(pd_srv_rate_take(rate, 1, 0.1, 1, START + 10 * PD_SRV_SECOND), 0);
    assert_int_equal(pd_srv_rate_take(rate, 2, 1e-6, 1, START), 0);
    assert_int_equal(pd_srv_rate_take(rate, 2, 1e-6, 1, START), 3600);
    pd_srv_rate_free(rate);
}

/* For many requests at irregular times: _wait predicts the result of the following _take,
 * and does not take a token itself. */
static void asking_for_the_wait_takes_no_token(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();
    int64_t now = START;
    int waits = 0;
    assert_int_equal(pd_srv_rate_wait(rate, 9, 0.5, 3, now), 0); /* a client that nobody has seen */
    for (int i = 0; i < 200; i++) {
        int wait = 0;
        for (int again = 0; again < 5; again++) wait = pd_srv_rate_wait(rate, 1, 0.5, 3, now);
        assert_int_equal(pd_srv_rate_take(rate, 1, 0.5, 3, now), wait);
        waits += wait > 0;
        now += (int64_t)(i * 7919 % 13) * PD_SRV_SECOND / 5;
    }
    /* 2.4 s in the middle between two requests, of which .5 a second pass: some of them wait. */
    assert_true(waits > 20 && waits < 180);
    /* A query about clients without a bucket displaces no bucket. */
    assert_int_equal(let_through(rate, 7, 20, now), 5);
    for (uint64_t client = 0; client < 9; client++)
        assert_int_equal(pd_srv_rate_wait(rate, 7 + ((client + 1) << 10), 2, 5, now), 0);
    assert_int_equal(let_through(rate, 7, 20, now), 0);
    pd_srv_rate_free(rate);
}

static void clients_do_not_share_and_without_a_rate_all_pass(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();

    assert_int_equal(let_through(rate, 1, 20, START), 5);
    assert_int_equal(let_through(rate, 2, 20, START), 5);
    for (int i = 0; i < 1000; i++) assert_int_equal(pd_srv_rate_take(rate, 3, 0, 1, START), 0);
    pd_srv_rate_free(rate);
}

static void a_client_evicted_from_the_rate_table_starts_with_a_full_burst(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();

    assert_int_equal(let_through(rate, 7, 20, START), 5);
    for (uint64_t client = 0; client < 5; client++) /* five more than the set of four holds */
        assert_int_equal(let_through(rate, 7 + ((client + 1) << 10), 20, START + 1 + (int64_t)client), 5);
    assert_int_equal(let_through(rate, 7, 20, START + 10), 5);
    pd_srv_rate_free(rate);
}

/* 4,096 clients with different low bits fit, and each keeps its count. One more client in a set displaces
 * only the oldest of that set. */
static void as_many_clients_as_fit_are_all_remembered(void **state)
{
    (void)state;
    pd_srv_rate *rate = pd_srv_rate_new();
    for (uint64_t client = 0; client < 4096; client++)
        assert_int_equal(let_through(rate, client, 9, START + (int64_t)client), 5);
    for (uint64_t client = 0; client < 4096; client++)
        assert_int_equal(let_through(rate, client, 9, START + 5000 + (int64_t)client), 0);
    assert_int_equal(let_through(rate, 4096, 9, START + 20000), 5); /* in the place of 0 */
    for (uint64_t client = 1; client < 4096; client++)
        assert_int_equal(let_through(rate, client, 9, START + 20001), 0);
    assert_int_equal(let_through(rate, 0, 9, START + 20002), 5);
    assert_int_equal(let_through(rate, 1ull << 32, 9, START + 20003), 5); /* the upper half counts too */
    pd_srv_rate_free(rate);
}

static void a_household_of_ipv6_is_one_client_and_ports_do_not_count(void **state)
{
    (void)state;
    struct sockaddr_in v4[] = {{.sin_family = AF_INET, .sin_addr.s_addr = htonl(1), .sin_port = 1},
                               {.sin_family = AF_INET, .sin_addr.s_addr = htonl(1), .sin_port = 2},
                               {.sin_family = AF_INET, .sin_addr.s_addr = htonl(2), .sin_port = 1}};
    struct sockaddr_in6 v6[] = {{.sin6_family = AF_INET6, .sin6_addr.s6_addr = {1, [15] = 1}},
                                {.sin6_family = AF_INET6, .sin6_addr.s6_addr = {1, [15] = 2}},
                                {.sin6_family = AF_INET6, .sin6_addr.s6_addr = {1, [7] = 1, [15] = 1}}};
    assert_true(pd_srv_rate_client((void *)&v4[0]) == pd_srv_rate_client((void *)&v4[1]));
    assert_true(pd_srv_rate_client((void *)&v4[0]) != pd_srv_rate_client((void *)&v4[2]));
    assert_true(pd_srv_rate_client((void *)&v6[0]) == pd_srv_rate_client((void *)&v6[1]));
    assert_true(pd_srv_rate_client((void *)&v6[0]) != pd_srv_rate_client((void *)&v6[2]));

    /* a listener at [::] sees IPv4 as ::ffff:0.0.0.1: not all of it is one household */
    struct sockaddr_in6 mapped = {.sin6_family = AF_INET6, .sin6_addr.s6_addr = {[10] = 255, 255, [15] = 1}};
    assert_true(pd_srv_rate_client((void *)&mapped) == pd_srv_rate_client((void *)&v4[0]));
}

/* At one a second, twelve events with ten seconds left take ten seconds, and two take two. When the time is
 * over no event waits. */
static void events_are_spread_by_their_rate_or_by_what_time_is_left(void **state)
{
    (void)state;
    const int64_t second = 1000000;
    assert_int_equal(pd_srv_rate_step_us(1, 2, 10 * second), second);
    assert_int_equal(pd_srv_rate_step_us(1, 10, 10 * second), second);
    assert_int_equal(pd_srv_rate_step_us(1, 20, 10 * second), second / 2);
    assert_int_equal(pd_srv_rate_step_us(1, 2, second), second / 2);
    assert_int_equal(pd_srv_rate_step_us(1, 1, second / 4), second / 4);
    assert_int_equal(pd_srv_rate_step_us(0, 1, second), 0);
    assert_int_equal(pd_srv_rate_step_us(50, 0, 10 * second), second / 50);
    assert_int_equal(pd_srv_rate_step_us(1, 1, 0), 0);
    assert_int_equal(pd_srv_rate_step_us(1, 1, -second), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_is_let_through_and_then_the_rate),
        cmocka_unit_test(a_client_that_was_away_for_long_has_no_more_than_a_burst),
        cmocka_unit_test(the_wait_equals_the_time_of_one_request),
        cmocka_unit_test(asking_for_the_wait_takes_no_token),
        cmocka_unit_test(clients_do_not_share_and_without_a_rate_all_pass),
        cmocka_unit_test(as_many_clients_as_fit_are_all_remembered),
        cmocka_unit_test(a_household_of_ipv6_is_one_client_and_ports_do_not_count),
        cmocka_unit_test(events_are_spread_by_their_rate_or_by_what_time_is_left),
        cmocka_unit_test(a_client_evicted_from_the_rate_table_starts_with_a_full_burst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
