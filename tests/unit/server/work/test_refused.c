/* Tests the memory of refused requests, which lets the server answer a request that comes back too early
 * without reading it. */
#include "server/work/refused.h"

#include "server/base/clock.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#define START 1000000000 /* microseconds; any clock but 0 */

static const char mesh[] = "/v1/mesh", solve[] = "/v1/solve";
static const pd_srv_job heavy = {.cost_ms = 3000, .whole_ms = 5000};

static int left(pd_srv_refused *refused, uint64_t client, const char *route, size_t bytes, int64_t now)
{
    pd_srv_job like;
    return pd_srv_refused_find(refused, &like, client, route, bytes, now);
}

static void a_refusal_is_known_by_client_route_and_length_until_its_time(void **state)
{
    (void)state;
    pd_srv_refused *refused = pd_srv_refused_new();
    pd_srv_job like = {0};
    pd_srv_refused_note(refused, 7, mesh, 300000, &heavy, 4, START);

    assert_int_equal(pd_srv_refused_find(refused, &like, 7, mesh, 300000, START), 4);
    assert_int_equal(like.client, 7);
    assert_true(like.cost_ms == heavy.cost_ms && like.whole_ms == heavy.whole_ms);
    assert_int_equal(pd_srv_job_class(&like), PD_SRV_HEAVY);
    assert_int_equal(left(refused, 7, mesh, 150000, START + 1), 4);
    assert_int_equal(left(refused, 7, mesh, 149999, START), 0);
    assert_int_equal(left(refused, 7, solve, 300000, START), 0);
    assert_int_equal(left(refused, 8, mesh, 300000, START), 0);
    assert_int_equal(left(refused, 7, mesh, 900000, START + 4 * PD_SRV_SECOND - 1), 1);
    assert_int_equal(left(refused, 7, mesh, 900000, START + 4 * PD_SRV_SECOND), 0);
    pd_srv_refused_free(refused);
}

static void a_job_counts_in_the_class_that_it_was_refused_in(void **state)
{
    (void)state;
    pd_srv_refused *refused = pd_srv_refused_new();
    const pd_srv_job read = {.cost_ms = 1, .least = PD_SRV_MEDIUM};
    pd_srv_job like;
    pd_srv_refused_note(refused, 7, mesh, 300000, &read, 4, START);
    assert_int_equal(pd_srv_refused_find(refused, &like, 7, mesh, 300000, START), 4);
    assert_int_equal(pd_srv_job_class(&like), PD_SRV_MEDIUM);
    pd_srv_refused_free(refused);
}

static void the_later_refusal_counts_and_many_clients_push_each_other_out(void **state)
{
    (void)state;
    enum { CLIENTS = 5000 };
    pd_srv_refused *refused = pd_srv_refused_new();
    int known = 0;
    pd_srv_refused_note(refused, 0, mesh, 300000, &heavy, 4, START);
    pd_srv_refused_note(refused, 0, mesh, 100000, &heavy, 9, START);
    assert_int_equal(left(refused, 0, mesh, 60000, START), 9);

    for (uint64_t i = 1; i <= CLIENTS; i++) {
        pd_srv_refused_note(refused, i, mesh, 300000, &heavy, 4, START);
        assert_int_equal(left(refused, i, mesh, 300000, START), 4);
    }
    for (uint64_t i = 1; i <= CLIENTS; i++) known += left(refused, i, mesh, 300000, START) != 0;
    assert_in_range(known, 800, 1024);
    pd_srv_refused_free(refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refusal_is_known_by_client_route_and_length_until_its_time),
        cmocka_unit_test(a_job_counts_in_the_class_that_it_was_refused_in),
        cmocka_unit_test(the_later_refusal_counts_and_many_clients_push_each_other_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
