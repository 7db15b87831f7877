/* Tests which address counts as the client's behind proxies (RFC 7239 and X-Forwarded-For): only trusted
 * proxies are believed. */
#include "server/http/forwarded.h"

#include "server/http/http.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

/* 10.0.0.0/8, 192.0.2.128/25 and 2001:db8:5::/48 are trusted. */
static pd_srv_settings settings;
static pd_cfg_prefix trusted[3];

static int set_up(void **state)
{
    (void)state;
    static const char *const texts[] = {"10.0.0.0/8", "192.0.2.128/25", "2001:db8:5::/48"};
    for (int i = 0; i < 3; i++)
        if (pd_cfg_prefix_parse(&trusted[i], texts[i], NULL) != PD_OK) return -1;
    settings = (pd_srv_settings){.trusted = trusted, .trusted_count = 3};
    return 0;
}

static struct sockaddr_storage address(const char *text)
{
    struct sockaddr_storage out = {.ss_family = strchr(text, ':') ? AF_INET6 : AF_INET};
    void *bits = out.ss_family == AF_INET ? (void *)&((struct sockaddr_in *)&out)->sin_addr
                                          : (void *)&((struct sockaddr_in6 *)&out)->sin6_addr;
    assert_int_equal(inet_pton(out.ss_family, text, bits), 1);
    return out;
}

/* Returns the client's address of a request that comes from peer with these header lines. */
static const char *whose(const char *peer, const char *lines)
{
    static char text[64], head[1024];
    const struct sockaddr_storage from = address(peer);
    pd_srv_forwarded f;
    snprintf(head, sizeof head, "GET / HTTP/1.1\r\nHost: a\r\n%s\r\n", lines);
    pd_srv_forwarded_head(&f, &settings, (const struct sockaddr *)&from, head, strlen(head));
    pd_srv_http_address_text((const struct sockaddr *)&f.client, text, sizeof text);
    return text;
}

static void only_a_trusted_proxy_is_believed(void **state)
{
    (void)state;
    assert_string_equal(whose("198.51.100.1", "X-Forwarded-For: 203.0.113.7\r\n"), "198.51.100.1");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 203.0.113.7\r\n"), "203.0.113.7");
    assert_string_equal(whose("192.0.2.128", "x-forwarded-for:203.0.113.7\r\n"), "203.0.113.7");
    assert_string_equal(whose("192.0.2.127", "X-Forwarded-For: 203.0.113.7\r\n"), "192.0.2.127");
    assert_string_equal(whose("2001:db8:5:ffff::1", "X-Forwarded-For: 2001:db8:9::1\r\n"), "2001:db8:9::1");
    assert_string_equal(whose("2001:db8:6::1", "X-Forwarded-For: 203.0.113.7\r\n"), "2001:db8:6::1");
    /* a listener at [::] sees IPv4 within IPv6 */
    assert_string_equal(whose("::ffff:10.0.0.1", "X-Forwarded-For: ::ffff:203.0.113.7\r\n"), "203.0.113.7");
    settings.trusted_count = 0;
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 203.0.113.7\r\n"), "10.0.0.1");
}

static void the_last_that_is_no_proxy_counts(void **state)
{
    (void)state;
    assert_string_equal(whose("10.0.0.1", ""), "10.0.0.1");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 1.1.1.1, 203.0.113.7\r\n"), "203.0.113.7");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 1.1.1.1, 203.0.113.7, 10.0.0.3, 192.0.2.200\r\n"),
                        "203.0.113.7");
    /* several fields are one list, in their order */
    assert_string_equal(
        whose("10.0.0.1", "X-Forwarded-For: 1.1.1.1\r\nVia: x\r\nX-Forwarded-For: 203.0.113.7\r\n"),
        "203.0.113.7");
    /* a client within the trusted network: the first of them */
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 10.9.9.9, 10.0.0.3\r\n"), "10.9.9.9");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: ,, 203.0.113.7 ,\t,\r\n"), "203.0.113.7");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 1.1.1.1,203.0.113.7,10.0.0.3\r\n"),
                        "203.0.113.7");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 1.1.1.1,203.0.113.7,192.0.2.200\r\n"),
                        "203.0.113.7");
}

static void an_invalid_forwarded_address_is_ignored(void **state)
{
    (void)state;
    static const char *const bad[] = {"unknown",
                                      "_hidden",
                                      "1.2.3",
                                      "1.2.3.4.5",
                                      "1.2.3.4:",
                                      "1.2.3.4:x",
                                      "1.2.3.4:123456",
                                      "[2001:db8::1",
                                      "[::1]x",
                                      "[]",
                                      "2001:db8::1]",
                                      "\"1.2.3.4\"",
                                      "1.2.3.4 5",
                                      "::1%eth0",
                                      "0000:0000:0000:0000:0000:ffff:203.000.113.007:1:2:3"};
    char lines[256];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(lines, sizeof lines, "X-Forwarded-For: 1.1.1.1, %s\r\n", bad[i]);
        assert_string_equal(whose("10.0.0.1", lines), "10.0.0.1");
        snprintf(lines, sizeof lines, "X-Forwarded-For: 1.1.1.1, %s, 10.0.0.3\r\n", bad[i]);
        assert_string_equal(whose("10.0.0.1", lines), "10.0.0.3");
    }
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: 203.0.113.7:4711\r\n"), "203.0.113.7");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: [2001:db8::7]:4711\r\n"), "2001:db8::7");
    assert_string_equal(whose("10.0.0.1", "X-Forwarded-For: [2001:db8::7]\r\n"), "2001:db8::7");
}

static void forwarded_is_read_where_it_is_asked_for_and_then_alone(void **state)
{
    (void)state;
    const char *both = "X-Forwarded-For: 1.1.1.1\r\nForwarded: for=203.0.113.7\r\n";
    assert_string_equal(whose("10.0.0.1", both), "1.1.1.1");
    settings.cfg.access_forwarded_header = 1;
    assert_string_equal(whose("10.0.0.1", both), "203.0.113.7");
    assert_string_equal(
        whose("10.0.0.1", "Forwarded: proto=https; For=\"[2001:db8::7]:4711\" ;by=10.0.0.1\r\n"),
        "2001:db8::7");
    assert_string_equal(whose("10.0.0.1", "Forwarded: for=1.1.1.1, for=203.0.113.7, for=10.0.0.4\r\n"),
                        "203.0.113.7");
    assert_string_equal(whose("10.0.0.1", "Forwarded: for=1.1.1.1, proto=http\r\n"), "10.0.0.1");
    assert_string_equal(whose("10.0.0.1", "Forwarded: for=\r\n"), "10.0.0.1");
    assert_string_equal(whose("10.0.0.1", "Forwarded: for=\"\r\n"), "10.0.0.1");
    /* an unclosed quotation mark of the client does not hide the proxy's entry */
    assert_string_equal(whose("10.0.0.1", "Forwarded: for=\"1.1.1.1, for=203.0.113.7\r\n"), "203.0.113.7");
    assert_string_equal(whose("10.0.0.1", "Forwarded: for=\"1.1.1.1, for=\"[2001:db8::7]\"\r\n"),
                        "2001:db8::7");
}

static void assert_prefix(const char *value, const char *expected)
{
    char out[PD_SRV_PREFIX_BYTES];
    pd_srv_forwarded_prefix(out, value);
    assert_string_equal(out, expected);
}

static void a_prefix_is_a_plain_path(void **state)
{
    (void)state;
    char longest[PD_SRV_PREFIX_BYTES + 1];
    memset(longest, 'a', sizeof longest);
    longest[0] = '/';
    longest[PD_SRV_PREFIX_BYTES] = 0;
    assert_prefix(longest, "");
    longest[PD_SRV_PREFIX_BYTES - 1] = 0;
    assert_prefix(longest, longest);

    assert_prefix(NULL, "");
    assert_prefix("", "");
    assert_prefix("/", "");
    assert_prefix("/bodies", "/bodies");
    assert_prefix("/bodies/", "/bodies");
    assert_prefix("/user/anna/proxy/8080", "/user/anna/proxy/8080");
    assert_prefix("/site, /bodies/", "/site/bodies"); /* two proxies, the outer one first */
    assert_prefix(" /a_b-c.d~e\t", "/a_b-c.d~e");
}

static void a_prefix_that_leads_elsewhere_is_none(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "//evil.example", "bodies", "http://evil.example", "/a/../b",    "/.",    "/..",   "/a//b", "/a?b",
        "/a#b",           "/a%2fb", "/a\"><script>",       "/a\r\nX: y", "/a, b", "/a\\b", "/\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_prefix(bad[i], "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prefix_is_a_plain_path),
        cmocka_unit_test(a_prefix_that_leads_elsewhere_is_none),
        cmocka_unit_test_setup(only_a_trusted_proxy_is_believed, set_up),
        cmocka_unit_test_setup(the_last_that_is_no_proxy_counts, set_up),
        cmocka_unit_test_setup(an_invalid_forwarded_address_is_ignored, set_up),
        cmocka_unit_test_setup(forwarded_is_read_where_it_is_asked_for_and_then_alone, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
