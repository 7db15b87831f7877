/* The door of the whole daemon: heads of requests that are passed on, refused, or do not end. */
#include "tests/support/checked_locks.h"
#include "tests/support/server_test.h"

/* -- the door -------------------------------------------------------------- */
static void a_head_is_passed_on_whole_or_byte_by_byte(void **state)
{
    (void)state;
    static const char head[] = "GET /healthz HTTP/1.1\r\n" LAST;
    char text[2048];
    assert_int_equal(server_test_answer_to(head, text, sizeof text), 200);
    assert_non_null(strstr(text, "X-Request-Id"));

    int fd = server_test_dial();
    for (const char *c = head; *c; c++) server_test_say(fd, c, 1);
    assert_int_equal(server_test_status_of(fd, text, sizeof text), 200);
}

static void a_malformed_head_is_refused_with_the_reason(void **state)
{
    (void)state;
    char text[4096], long_head[HEAD_BYTES + 256];
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/1.1\r\nno colon\r\n\r\n", text, sizeof text),
                     400);
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/3.7\r\n" LAST, text, sizeof text), 505);
    assert_int_equal(
        server_test_answer_to("GET /healthz HTTP/1.1\r\nTransfer-Encoding: odd\r\n" LAST, text, sizeof text),
        501);

    snprintf(long_head, sizeof long_head, "GET /healthz HTTP/1.1\r\nX: %0*d\r\n" LAST, HEAD_BYTES, 0);
    const uint64_t before = pd_srv_metrics_counted(server_test_server->metrics, PD_SRV_COUNT_heads_long);
    assert_int_equal(server_test_answer_to(long_head, text, sizeof text), 431);
    assert_int_equal(pd_srv_metrics_counted(server_test_server->metrics, PD_SRV_COUNT_heads_long),
                     before + 1);
}

static void a_head_that_does_not_end_is_not_waited_for(void **state)
{
    (void)state;
    char text[2048];
    const int left = server_test_dial();
    server_test_say(left, "GET /hea", 8);
    shutdown(left, SHUT_WR);
    assert_int_equal(server_test_status_of(left, text, sizeof text),
                     0); /* nothing more can come: before its deadline */
    assert_string_equal(text, "");

    pd_srv *hasty = server_test_start_another((const char *[]){"LIMITS_HEAD_TIMEOUT=0.3", NULL});
    int64_t start, said;
    int begun, silent, status;
    do { /* who is kept from beginning until his deadline has said nothing, either: once more */
        start = pd_srv_now_us();
        begun = server_test_dial();
        server_test_say(begun, "GET /healthz HTTP/1.1\r\nHost: ", 29);
        said = pd_srv_now_us();
        silent = server_test_dial();
        status = server_test_status_of(begun, text, sizeof text);
        assert_true(pd_srv_now_us() - start >= 300000);
        char nothing[16];
        assert_int_equal(server_test_status_of(silent, nothing, sizeof nothing),
                         0); /* said nothing, hears nothing */
        assert_string_equal(nothing, "");
    } while (status != 408 && said - start >= 300000);
    assert_int_equal(status, 408);
    assert_non_null(strstr(text, "limits.head_timeout"));
    server_test_stop_another(hasty);
}

static void connections_over_the_limit_are_refused_with_the_reason(void **state)
{
    (void)state;
    char text[2048];
    int held[CONNECTIONS], status = 0;
    for (int i = 0; i < CONNECTIONS; i++) { /* each is answered and kept open, so that it counts */
        held[i] = server_test_dial();
        server_test_say(held[i], "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", 37);
        assert_int_equal(server_test_hear(held[i]), 'H');
    }
    status = server_test_answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text);
    assert_int_equal(status, 503);
    assert_non_null(strstr(text, "Retry-After"));
    assert_non_null(strstr(text, "limits.connections"));
    for (int i = 0; i < CONNECTIONS; i++) close(held[i]);

    server_test_wait_for_nobody();
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_passed_on_whole_or_byte_by_byte),
        cmocka_unit_test(a_malformed_head_is_refused_with_the_reason),
        cmocka_unit_test(a_head_that_does_not_end_is_not_waited_for),
        cmocka_unit_test(connections_over_the_limit_are_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, server_test_setup, server_test_teardown);
}
