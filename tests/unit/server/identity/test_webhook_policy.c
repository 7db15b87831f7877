/* Tests to which addresses webhooks may be sent: scheme, host and port of the configured list, and public
 * addresses unless private ones are listed. */
#include "server/identity/webhook_policy.h"

#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char secrets[] = "/tmp/posed-webhook-XXXXXX";

static int write_secrets(void **state)
{
    /* with a byte order mark, as editors of Windows write */
    static const char text[] = "\xEF\xBB\xBF"
                               "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";
    const int fd = mkstemp(secrets);
    (void)state;
    const bool good = fd >= 0 && write(fd, text, sizeof text - 1) == sizeof text - 1;
    if (fd >= 0) close(fd);
    return !good;
}

static int remove_secrets(void **state)
{
    (void)state;
    return unlink(secrets);
}

static pd_srv_webhook_policy *policy_of(char **allow, int allow_count, char **private, int private_count)
{
    const pd_cfg cfg = {.webhooks_allow = {.items = allow, .count = allow_count},
                        .webhooks_private = {.items = private, .count = private_count},
                        .webhooks_secret_file = secrets};
    pd_srv_webhook_policy *policy;
    pd_error err = {0};
    if (pd_srv_webhook_policy_load(&policy, &cfg, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_non_null(policy);
    return policy;
}

static void only_listed_schemes_hosts_and_ports_are_permitted(void **state)
{
    char *allow[] = {"hooks.example.org",     "other.example.org:8443", "*.example.net",
                     "http://127.0.0.1:9000", "https://[2001:db8::1]",  "http://*.test:81"};
    static const struct {
        const char *url;
        bool is_permitted, is_literal;
    } rows[] = {{"https://hooks.example.org/a?b=c", true, false},
                {"https://HOOKS.example.org:443/", true, false},
                {"HTTPS://hooks.example.org", true, false},
                {"http://hooks.example.org/", false, false},
                {"https://hooks.example.org:8443/", false, false},
                {"https://other.example.org:8443/x", true, false},
                {"https://other.example.org/x", false, false},
                {"https://a.example.net/", true, false},
                {"https://a.b.example.net/", true, false},
                {"https://example.net/", false, false},
                {"https://badexample.net/", false, false},
                {"https://a.example.net.evil.org/", false, false},
                {"https://evil.org/#.example.net", false, false},
                {"https://evil.org\\.example.net/", false, false},
                {"https://hooks.example.org@evil.org/", false, false},
                {"https://user:word@hooks.example.org/", false, false},
                {"https://hooks.example.org/#part", false, false},
                {"https://hooks.example.org./", false, false},
                {"https://hooks.example.org/a b", false, false},
                {"https://hooks.example.org/\r\nHost: evil.org", false, false},
                {"https://hooks.ex\xc3\xa4mple.org/", false, false},
                {"hooks.example.org", false, false},
                {"//hooks.example.org/", false, false},
                {"file:///etc/passwd", false, false},
                {"gopher://hooks.example.org/", false, false},
                {"ftp://hooks.example.org/", false, false},
                {"", false, false},
                {"http://127.0.0.1:9000/hook", true, true},
                {"http://2130706433:9000/", true, true}, /* another way to write 127.0.0.1 */
                {"http://localhost:9000/", false, false},
                {"http://127.0.0.1:9001/", false, false},
                {"https://[2001:db8::1]/", true, true},
                {"http://a.test:81/", true, false},
                {"http://a.test/", false, false}};
    pd_srv_webhook_policy *policy = policy_of(allow, sizeof allow / sizeof *allow, NULL, 0);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_webhook_target target;
        pd_error err = {0};
        const bool is_permitted = !pd_srv_webhook_policy_check(&target, policy, rows[i].url, &err);
        if (is_permitted != rows[i].is_permitted || target.is_literal != rows[i].is_literal)
            fail_msg("%s: permitted %d, literal %d: %s", rows[i].url, is_permitted, target.is_literal,
                     err.detail);
        assert_null(strstr(err.detail, "other.example.org:8443")); /* what is permitted is not told */
    }

    /* A URL of the longest length is fine; one byte more is not. */
    char longest[PD_SRV_WEBHOOK_URL_MOST + 2] = "https://hooks.example.org/";
    pd_srv_webhook_target target;
    memset(longest + strlen(longest), 'a', PD_SRV_WEBHOOK_URL_MOST - strlen(longest));
    assert_int_equal(pd_srv_webhook_policy_check(&target, policy, longest, NULL), PD_OK);
    longest[PD_SRV_WEBHOOK_URL_MOST] = 'a';
    assert_int_equal(pd_srv_webhook_policy_check(&target, policy, longest, NULL), PD_ERR_INVALID);
    pd_srv_webhook_policy_free(policy);
}

static void names_reach_public_addresses_and_listed_private_ones(void **state)
{
    char *allow[] = {"hooks.example.org"}, *private[] = {"10.1.0.0/16", "fd00::/8"};
    static const struct {
        const char *address;
        bool is_reached;
    } rows[] = {{"93.184.216.34", true},
                {"1.1.1.1", true},
                {"223.255.255.255", true},
                {"127.0.0.1", false},
                {"0.0.0.0", false},
                {"10.0.0.1", false},
                {"10.1.2.3", true},
                {"10.2.0.0", false},
                {"172.16.0.1", false},
                {"172.32.0.1", true},
                {"192.168.1.1", false},
                {"169.254.169.254", false},
                {"100.64.0.1", false},
                {"198.18.0.1", false},
                {"224.0.0.1", false},
                {"255.255.255.255", false},
                {"::1", false},
                {"::", false},
                {"fe80::1", false},
                {"fc00::1", false},
                {"fd12::1", true},
                {"ff02::1", false},
                {"2606:4700::1111", true},
                {"2001:db8::1", false},
                {"2002:7f00:1::", false},
                {"::ffff:127.0.0.1", false},
                {"::ffff:1.1.1.1", true},
                {"::ffff:10.1.0.9", true},
                {"64:ff9b::7f00:1", false},
                {"2001::1", false}};
    pd_srv_webhook_policy *policy = policy_of(allow, 1, private, 2);
    const pd_srv_webhook_target name = {.host = "hooks.example.org"},
                                literal = {.host = "127.0.0.1", .is_literal = true};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char bits[16];
        const bool is_v6 = strchr(rows[i].address, ':') != NULL;
        assert_int_equal(inet_pton(is_v6 ? AF_INET6 : AF_INET, rows[i].address, bits), 1);
        if (pd_srv_webhook_policy_reaches(policy, &name, is_v6, bits) != rows[i].is_reached)
            fail_msg("%s", rows[i].address);
        assert_true(pd_srv_webhook_policy_reaches(policy, &literal, is_v6, bits));
    }
    pd_srv_webhook_policy_free(policy);
}

static void a_configuration_that_cannot_work_is_refused_by_its_option(void **state)
{
    static char *bad[] = {"ftp://hooks.example.org",
                          "hooks.example.org/path",
                          "https://",
                          "*",
                          "a.*.org",
                          "*.127.0.0.1",
                          "user@hooks.example.org",
                          "a b",
                          "host:99999"};
    char *good[] = {"hooks.example.org"}, empty[] = "/tmp/posed-webhook-XXXXXX";
    close(mkstemp(empty));
    pd_srv_webhook_policy *policy;
    pd_error err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const pd_cfg cfg = {.webhooks_allow = {.items = &bad[i], .count = 1},
                            .webhooks_secret_file = secrets};
        if (pd_srv_webhook_policy_load(&policy, &cfg, &err) != PD_ERR_INVALID) fail_msg("%s", bad[i]);
        assert_string_equal(err.where, "webhooks.allow");
        assert_null(policy);
    }

    const pd_cfg no_file = {.webhooks_allow = {.items = good, .count = 1},
                            .webhooks_secret_file = "/nonexistent/secrets"},
                 no_secret = {.webhooks_allow = {.items = good, .count = 1}, .webhooks_secret_file = empty};
    assert_int_equal(pd_srv_webhook_policy_load(&policy, &no_file, &err), PD_ERR_IO);
    assert_string_equal(err.where, "webhooks.secret_file");
    assert_int_equal(pd_srv_webhook_policy_load(&policy, &no_secret, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "webhooks.secret_file");

    unlink(empty);

    /* Without hosts there is no policy, and every URL is refused. */
    const pd_cfg none = {0};
    pd_srv_webhook_target target;
    assert_int_equal(pd_srv_webhook_policy_load(&policy, &none, &err), PD_OK);
    assert_null(policy);
    assert_int_equal(pd_srv_webhook_policy_check(&target, NULL, "https://hooks.example.org/", &err),
                     PD_ERR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_listed_schemes_hosts_and_ports_are_permitted),
        cmocka_unit_test(names_reach_public_addresses_and_listed_private_ones),
        cmocka_unit_test(a_configuration_that_cannot_work_is_refused_by_its_option),
    };
    return cmocka_run_group_tests(tests, write_secrets, remove_secrets);
}
