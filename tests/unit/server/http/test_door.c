#include "server/http/door.h"
#include "server/http/origin.h"
#include "server/http/request_id.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int complete(const char *text, int *upgrade)
{
    return pd_srv_head_complete(text, strlen(text), upgrade);
}

static void a_head_is_complete_at_its_blank_line_and_at_no_byte_before(void **state)
{
    (void)state;
    int upgrade;
    const char head[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    for (size_t size = 0; size < sizeof head - 1; size++)
        assert_false(pd_srv_head_complete(head, size, &upgrade));
    assert_true(complete(head, &upgrade));
    assert_true(complete("GET / HTTP/1.1\nHost: a\n\n", &upgrade));
}

static void an_upgrade_to_websocket_is_seen_in_any_case_and_only_as_a_header(void **state)
{
    (void)state;
    int upgrade;
    assert_true(complete("GET / HTTP/1.1\r\nuPgRaDe:  WebSocket\r\n\r\n", &upgrade) && upgrade);
    assert_true(complete("GET / HTTP/1.1\r\nHost: a\r\nUpgrade:websocket\r\nA: b\r\n\r\n", &upgrade) &&
                upgrade);
    assert_true(complete("GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\n", &upgrade) && !upgrade);
    assert_true(complete("GET /?Upgrade:%20websocket HTTP/1.1\r\nX: Upgrade: websocket\r\n\r\n", &upgrade) &&
                !upgrade);
    assert_true(complete("POST / HTTP/1.1\r\nA: b\r\n\r\nUpgrade: websocket\r\n", &upgrade) && !upgrade);
    assert_true(complete("GET / HTTP/1.1\r\nUpgrade:\r\n\r\n", &upgrade) && !upgrade);
}

static void origins_are_compared_whole(void **state)
{
    (void)state;
    char *items[] = {"https://example.org"};
    const pd_cfg_list list = {items, 1};
    assert_true(pd_srv_origin_allowed(&list, "https://example.org"));
    assert_false(pd_srv_origin_allowed(&list, "https://example.org.evil.net"));
    assert_false(pd_srv_origin_allowed(&list, "http://example.org"));
    assert_false(pd_srv_origin_allowed(&list, "null"));
    char *any[] = {"*"};
    assert_true(pd_srv_origin_allowed(&(pd_cfg_list){any, 1}, "null"));
    assert_true(pd_srv_origin_is_host("http://127.0.0.1:8080", "127.0.0.1:8080"));
    assert_false(pd_srv_origin_is_host("http://127.0.0.1:8081", "127.0.0.1:8080"));
    assert_false(pd_srv_origin_is_host("null", "null"));
    assert_false(pd_srv_origin_is_host("http://a", NULL));
}

static void request_ids_do_not_repeat_and_foreign_ones_must_be_sane(void **state)
{
    (void)state;
    char a[65], b[65], long_one[100];
    pd_srv_request_id(a, NULL);
    pd_srv_request_id(b, "");
    assert_int_equal(strlen(a), 16);
    assert_string_not_equal(a, b);
    pd_srv_request_id(a, "Trace-1.2_3");
    assert_string_equal(a, "Trace-1.2_3");
    pd_srv_request_id(a, "two words");
    assert_int_equal(strlen(a), 16);
    memset(long_one, 'a', sizeof long_one);
    long_one[64] = 0;
    pd_srv_request_id(a, long_one);
    assert_int_equal(strlen(a), 64);
    long_one[64] = 'a';
    long_one[65] = 0;
    pd_srv_request_id(a, long_one);
    assert_int_equal(strlen(a), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_complete_at_its_blank_line_and_at_no_byte_before),
        cmocka_unit_test(an_upgrade_to_websocket_is_seen_in_any_case_and_only_as_a_header),
        cmocka_unit_test(origins_are_compared_whole),
        cmocka_unit_test(request_ids_do_not_repeat_and_foreign_ones_must_be_sane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
