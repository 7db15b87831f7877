/* Tests which pages count as this server's own: origins with default ports (RFC 6454), hosts without ports,
 * and proxies that replace Host. */
#include "server/http/origin.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

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

/* RFC 6454, 4: the port of an origin without one is that of its scheme; RFC 9110, 4.2: http 80, https 443. */
static void a_default_port_is_the_same_as_none(void **state)
{
    (void)state;
    static const struct {
        const char *origin, *host;
        bool is_same;
    } rows[] = {
        {"http://posed.example", "posed.example:80", true},
        {"http://posed.example:80", "posed.example", true},
        {"https://posed.example", "posed.example:443", true},
        {"https://posed.example", "posed.example", true}, /* behind a proxy that ends TLS */
        {"https://Posed.Example", "posed.example", true},
        {"http://[::1]", "[::1]:80", true},
        {"http://posed.example", "posed.example:443", false},
        {"https://posed.example", "posed.example:80", false},
        {"http://posed.example", "posed.example:8080", false},
        {"http://posed.example:8080", "posed.example", false},
        {"http://posed.example.evil", "posed.example", false},
        {"chrome-extension://abc", "abc:80", false},
        {"http://a:b", "a:b", false},
        {"http://a:65535", "a:65535", true}, /* the largest port there is */
        {"http://a:65536", "a:65536", false},
        {"http://a:99999999999", "a:99999999999", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(pd_srv_origin_is_host(rows[i].origin, rows[i].host), rows[i].is_same);

    char *items[] = {"https://with.example:443", "http://without.example", "http://other.example:8080"};
    const pd_cfg_list list = {items, 3};
    assert_true(pd_srv_origin_allowed(&list, "https://with.example"));
    assert_true(pd_srv_origin_allowed(&list, "http://without.example:80"));
    assert_true(pd_srv_origin_allowed(&list, "HTTP://OTHER.example:8080"));
    assert_false(pd_srv_origin_allowed(&list, "http://with.example"));
    assert_false(pd_srv_origin_allowed(&list, "http://with.example:443"));
    assert_false(pd_srv_origin_allowed(&list, "https://without.example"));
    assert_false(pd_srv_origin_allowed(&list, "http://other.example"));
}

/* A proxy that sends its own Host: Sec-Fetch-Site decides,
 * or the Host with which the client asked the proxy. */
static void a_page_behind_a_proxy_is_of_this_server(void **state)
{
    (void)state;
    static const struct {
        pd_srv_origin_fields fields;
        bool is_own;
    } rows[] = {
        {{"https://site.example", "127.0.0.1:8080", NULL, NULL}, false},
        {{"https://site.example", "127.0.0.1:8080", NULL, "same-origin"}, true},
        {{"https://site.example", "127.0.0.1:8080", NULL, "same-site"}, false},
        {{"https://site.example", "127.0.0.1:8080", NULL, "cross-site"}, false},
        {{"https://site.example", "127.0.0.1:8080", "site.example", NULL}, true},
        {{"http://site.example:81", "127.0.0.1:8080", "site.example:81, inner.example", NULL}, true},
        {{"https://site.example", "127.0.0.1:8080", "other.example, site.example", NULL}, false},
        {{"https://site.example", "127.0.0.1:8080", "", NULL}, false},
        {{"null", "127.0.0.1:8080", "null", NULL}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(pd_srv_origin_is_own(&rows[i].fields), rows[i].is_own);
}

static void hosts_are_compared_without_their_port(void **state)
{
    (void)state;
    char *named[] = {"posed.example", "other.example:81"}, *any[] = {"*"};
    pd_srv_settings settings = {.listen = {.host = "127.0.0.2", .is_loopback = 1}};
    assert_true(pd_srv_host_allowed(&settings, "evil.example")); /* nothing is checked */

    settings.checks_host = true;
    static const char *const good[] = {"localhost", "LocalHost:80", "127.0.0.1:1",
                                       "[::1]",     "[::1]:8080",   "127.0.0.2"};
    static const char *const bad[] = {"",          ":80",          "evil.example", "localhost.evil.example",
                                      "127.0.0.3", "[::2]:1",      "[::1",         "[::1]x:1",
                                      "localhos",  "posed.example"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(pd_srv_host_allowed(&settings, good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(pd_srv_host_allowed(&settings, bad[i]));
    assert_true(pd_srv_host_allowed(&settings, NULL));

    settings.cfg.access_hosts = (pd_cfg_list){named, 2};
    assert_true(pd_srv_host_allowed(&settings, "Posed.example:443"));
    assert_true(pd_srv_host_allowed(&settings, "other.example:81"));
    assert_false(pd_srv_host_allowed(&settings, "other.example:82"));
    assert_false(pd_srv_host_allowed(&settings, "other.example"));
    char *standard[] = {"plain.example:80", "tls.example:443"};
    settings.cfg.access_hosts = (pd_cfg_list){standard, 2};
    assert_true(pd_srv_host_allowed(&settings, "plain.example"));
    assert_true(pd_srv_host_allowed(&settings, "tls.example"));
    assert_true(pd_srv_host_allowed(&settings, "tls.example:443"));
    assert_false(pd_srv_host_allowed(&settings, "tls.example:80"));
    settings.cfg.access_hosts = (pd_cfg_list){named, 2};
    assert_true(pd_srv_host_allowed(&settings, "localhost"));

    settings.listen = (pd_cfg_address){.host = "0.0.0.0"};
    assert_false(pd_srv_host_allowed(&settings, "localhost")); /* only what was named */
    settings.cfg.access_hosts = (pd_cfg_list){any, 1};
    assert_true(pd_srv_host_allowed(&settings, "evil.example"));

    settings =
        (pd_srv_settings){.listen = {.host = "::1", .is_v6 = 1, .is_loopback = 1}, .checks_host = true};
    assert_true(pd_srv_host_allowed(&settings, "[::1]:80"));
    settings.listen.host[2] = '2'; /* an address of the loopback interface that is not the usual one */
    assert_true(pd_srv_host_allowed(&settings, "[::2]:80"));
    assert_true(pd_srv_host_allowed(&settings, "[::2]"));
    assert_false(pd_srv_host_allowed(&settings, "[::3]:80"));
    assert_false(pd_srv_host_allowed(&settings, "[::22]:80"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_behind_a_proxy_is_of_this_server),
        cmocka_unit_test(origins_are_compared_whole),
        cmocka_unit_test(a_default_port_is_the_same_as_none),
        cmocka_unit_test(hosts_are_compared_without_their_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
