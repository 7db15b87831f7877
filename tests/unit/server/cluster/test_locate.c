/* Tests how the owner of a session is searched for: the parts of an address, and the result without Redis. */
#include "server/cluster/locate.h"

#include "tests/support/cmocka.h"

#include <string.h>

/* RFC 3986, 3.2.2: an address of IPv6 stands in brackets; without a port it is http's. */
static void urls_are_split_into_host_and_port(void **state)
{
    (void)state;
    static const struct {
        const char *url, *host;
        int port;
    } good[] = {{"http://10.0.0.5:8080", "10.0.0.5", 8080},
                {"http://[::1]:81/x", "::1", 81},
                {"http://posed-a", "posed-a", 80},
                {"http://posed-a/", "posed-a", 80},
                {"http://[fe80::1]", "fe80::1", 80}};
    static const char *const wrong[] = {"",
                                        "https://a:1",
                                        "http://",
                                        "http://:80",
                                        "http://a:0",
                                        "http://a:",
                                        "http://a:65536",
                                        "http://a:80x",
                                        "http://[::1",
                                        "http://[]:80",
                                        "http://[::1]x",
                                        "10.0.0.5:8080",
                                        "http://a-host-with-a-longer-name:1"};
    char host[16];
    int port;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(pd_srv_url_split(host, sizeof host, &port, good[i].url));
        assert_string_equal(host, good[i].host);
        assert_int_equal(port, good[i].port);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (pd_srv_url_split(host, sizeof host, &port, wrong[i])) fail_msg("%s was taken", wrong[i]);
}

static void an_address_of_all_interfaces_is_recognised(void **state)
{
    (void)state;
    assert_true(pd_srv_url_is_any("http://0.0.0.0:8080"));
    assert_true(pd_srv_url_is_any("http://[::]:8080"));
    assert_false(pd_srv_url_is_any("http://127.0.0.1:8080"));
    assert_false(pd_srv_url_is_any("http://[::1]:8080"));
    assert_false(pd_srv_url_is_any("0.0.0.0"));
}

static int woken;

static void wake(void *ctx)
{
    (void)ctx;
    __atomic_fetch_add(&woken, 1, __ATOMIC_SEQ_CST);
}

/* No Redis listens at port 1: every search ends as AWAY, at the latest when the locator stops. */
static void without_redis_every_search_ends_as_away(void **state)
{
    (void)state;
    const pd_srv_locator_deps deps = {{"127.0.0.1:1", "", "", 0}, "posed", "a", wake, NULL};
    pd_srv_locator *locator = pd_srv_locator_start(&deps);
    assert_non_null(locator);
    pd_srv_search *searches[20];
    pd_srv_location at;
    for (int i = 0; i < 20; i++)
        assert_non_null(searches[i] = pd_srv_locator_ask(locator, "0123456789abcdef"));
    pd_srv_search_release(searches[19]); /* whatever its state */
    pd_srv_locator_stop(locator);
    for (int i = 0; i < 19; i++) {
        assert_int_equal(pd_srv_search_get(searches[i], &at), PD_SRV_SEARCH_AWAY);
        pd_srv_search_release(searches[i]);
    }
    assert_int_equal(woken, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls_are_split_into_host_and_port),
        cmocka_unit_test(an_address_of_all_interfaces_is_recognised),
        cmocka_unit_test(without_redis_every_search_ends_as_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
