/* HTTP exchanges over a connected socket, from the bytes to the reply. */
#include "tests/support/checked_locks.h"
#include "tests/support/exchange_test.h"

static void an_answer_has_the_request_id_and_the_next_request_is_served_too(void **state)
{
    (void)state;
    int fd = exchange_test_dial();
    exchange_test_say(fd, "GET /healthz HTTP/1.1\r\n" HOST "X-Request-Id: mine-1\r\n\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    assert_true(exchange_test_has("X-Request-Id: mine-1\r\n") &&
                exchange_test_has("X-Content-Type-Options: nosniff\r\n"));
    assert_false(exchange_test_has("Connection: close"));
    exchange_test_say(fd, "GET /nothing HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 404);
    assert_false(exchange_test_has("mine-1"));
    atomic_store(&exchange_test_draining, true);
    exchange_test_say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    assert_true(exchange_test_has("Connection: close\r\n")); /* a server that stops says so */
    close(fd);
}

static void work_is_done_by_a_worker_and_answered_on_the_connection(void **state)
{
    (void)state;
    static const char body[] = "{\"bodies\":[{\"betas\":[1]}]}";
    char request[512];
    int fd = exchange_test_dial();
    for (int i = 0; i < 3; i++) {
        snprintf(request, sizeof request,
                 "POST /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                 "Content-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 sizeof body - 1, body);
        exchange_test_say(fd, request);
        assert_int_equal(exchange_test_hear(fd, 0), 200);
    }
    close(fd);
}

static void a_connection_without_requests_is_closed_after_a_while(void **state)
{
    (void)state;
    exchange_test_settings.cfg.limits_idle_timeout = 0.2;
    int fd = exchange_test_dial();
    exchange_test_say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    assert_int_equal(exchange_test_hear(fd, 0), 0);
    close(fd);

    exchange_test_start_again();
    exchange_test_settings.cfg.limits_idle_timeout = 60;
    exchange_test_settings.cfg.limits_head_timeout = 0.2;
    fd = exchange_test_dial();
    exchange_test_say(fd, "GET /healthz HTTP/1.1\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 0); /* and one whose head does not end */
    close(fd);
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_heads_slow), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXCHANGE_TEST(an_answer_has_the_request_id_and_the_next_request_is_served_too),
        EXCHANGE_TEST(work_is_done_by_a_worker_and_answered_on_the_connection),
        EXCHANGE_TEST(a_connection_without_requests_is_closed_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
