#include "server/stream/upgrade.h"

#include "tests/support/cmocka.h"

#include <string.h>

#define GOOD                                                                                                 \
    "Host: here:1\r\nConnection: keep-asettings, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "   \
    "13\r\n"                                                                                                 \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define KEY      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define PROTOCOL "Sec-WebSocket-Protocol: chat, posed.v1\r\n"

static pd_srv_tickets *tickets;
static pd_srv_settings settings;

static int set_up(void **state)
{
    (void)state;
    memset(&settings, 0, sizeof settings);
    assert_int_equal(pd_srv_auth_load(&settings.auth, "", NULL), PD_OK);
    tickets = pd_srv_tickets_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_auth_free(settings.auth);
    pd_srv_tickets_free(tickets);
    return 0;
}

/* 0: not for the stream; else the verdict's status. */
static int judged(const char *head)
{
    pd_srv_upgrade out;
    return pd_srv_upgrade_judge(&out, &settings, tickets, head, strlen(head), 0) ? out.status : 0;
}

static void a_whole_handshake_may_come_in(void **state)
{
    (void)state;
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 101);
    assert_int_equal(judged("GET /v1/stream?x=1 HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 101);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD "SEC-websocket-protocol:posed.v1 \r\n\r\n"),
                     101);
}

static void other_paths_are_left_to_http(void **state)
{
    (void)state;
    assert_int_equal(judged("GET /v1/streams HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 0);
    assert_int_equal(judged("GET / HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 0);
    assert_int_equal(judged("GET\r\n\r\n"), 0);
    assert_int_equal(judged("\n\n"), 0);
    assert_int_equal(judged(""), 0);
}

static void what_is_missing_is_refused(void **state)
{
    (void)state;
    assert_int_equal(judged("POST /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD "\r\n"), 400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD "Sec-WebSocket-Protocol: posed.v2\r\n\r\n"),
                     400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\nSec-WebSocket-Version: 8\r\n" PROTOCOL "\r\n"), 426);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\nSec-WebSocket-Version: 13\r\n" PROTOCOL "\r\n"), 400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" KEY "Upgrade: websocket\r\n" PROTOCOL "\r\n"), 400);
    assert_int_equal(
        judged("GET /v1/stream HTTP/1.1\r\n" KEY "Upgrade: h2c\r\nConnection: Upgrade\r\n" PROTOCOL "\r\n"),
        400);
}

static void pages_of_other_origins_are_refused(void **state)
{
    (void)state;
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Origin: http://here:1\r\n\r\n"),
                     101);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Origin: http://there:1\r\n\r\n"),
                     403);
    char *allowed[] = {"https://game.example"};
    settings.cfg.access_cors_origins.items = allowed;
    settings.cfg.access_cors_origins.count = 1;
    assert_int_equal(
        judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Origin: https://game.example\r\n\r\n"), 101);
}

static void values_of_headers_are_found_without_their_blanks(void **state)
{
    (void)state;
    const char head[] = "GET / HTTP/1.1\r\nA:  one two \r\nBc:\r\nb: last";
    const char *value;
    assert_int_equal(pd_srv_head_value(&value, head, sizeof head - 1, "a"), 7);
    assert_memory_equal(value, "one two", 7);
    assert_int_equal(pd_srv_head_value(&value, head, sizeof head - 1, "bc"), 0);
    assert_int_equal(pd_srv_head_value(&value, head, sizeof head - 1, "b"), 4);
    assert_int_equal(pd_srv_head_value(&value, head, sizeof head - 1, "c"), -1);
    assert_true(pd_srv_list_has("a, b ,c", 7, "B"));
    assert_false(pd_srv_list_has("a, b ,c", 7, "d"));
    assert_false(pd_srv_list_has("", 0, "d"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_whole_handshake_may_come_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_paths_are_left_to_http, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pages_of_other_origins_are_refused, set_up, tear_down),
        cmocka_unit_test(values_of_headers_are_found_without_their_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
