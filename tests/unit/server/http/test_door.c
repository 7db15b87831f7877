#include "server/http/door.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_complete_at_its_blank_line_and_at_no_byte_before),
        cmocka_unit_test(an_upgrade_to_websocket_is_seen_in_any_case_and_only_as_a_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
