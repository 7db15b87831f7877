#include "server/work/webhooks.h"

#include "server/base/webhook_policy.h"
#include "server/identity/webhook_signature.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"
#include "tests/support/collector.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void waits_grow_fourfold_to_an_hour_and_heed_the_receiver(void **state)
{
    (void)state;
    assert_int_equal(pd_srv_webhooks_delay_us(5, 1, 0.5, 0), 5000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 2, 0.5, 0), 20000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 3, 0.5, 0), 80000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 2, 0, 0), 16000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 2, 1, 0), 24000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 20, 1, 0), INT64_C(3600000000));
    assert_int_equal(pd_srv_webhooks_delay_us(5, 1, 0.5, 120), 120000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 2, 0.5, 1), 20000000);
    assert_int_equal(pd_srv_webhooks_delay_us(5, 1, 0.5, INT64_MAX), INT64_C(3600000000));
}

/* Returns the value of a metric by its whole name with labels, or -1. */
static long metric(pd_srv_webhooks *w, const char *name)
{
    pd_buffer out = {0};
    pd_srv_webhooks_metrics(w, &out);
    pd_buffer_add(&out, "", 1);
    char line[128];
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr((char *)out.data, line);
    const long value = at ? atol(at + strlen(line)) : -1;
    pd_buffer_deinit(&out);
    return value;
}

static void put(pd_srv_webhooks *w, uint64_t owner, const char *url)
{
    pd_srv_webhooks_put(w, &(pd_srv_webhook){url, "msg_a", owner, {(const unsigned char *)"{}", 2}});
}

/* A server whose configuration has changed sends nothing to a place that it no longer permits. */
static void a_place_that_is_not_permitted_gets_nothing(void **state)
{
    (void)state;
    pd_srv_config config = {0};
    pd_cfg cfg = {.webhooks_queue = 8, .webhooks_attempts = 6};
    pd_error err = {0};
    assert_int_equal(pd_srv_config_replace(&config, &cfg, 0, &err), PD_OK);
    pd_srv_webhooks *w = pd_srv_webhooks_new(&config, NULL);
    assert_int_equal(metric(w, "posed_webhooks_waiting"), 0);
    put(w, 1, "http://127.0.0.1:1/");
    while (metric(w, "posed_webhooks_total{result=\"failed\"}") < 1) usleep(1000);
    assert_int_equal(metric(w, "posed_webhook_attempts_total"), 1); /* not tried again */
    assert_int_equal(metric(w, "posed_webhooks_waiting"), 0);
    pd_srv_webhooks_free(w);
    pd_srv_config_deinit(&config);
}

/* The value of a header of a request, up to its end of line. */
static const char *header(char *out, size_t room, const char *request, const char *name)
{
    char line[64];
    snprintf(line, sizeof line, "\r\n%s: ", name);
    const char *at = strcasestr(request, line);
    if (!at) fail_msg("no %s in %s", name, request);
    at += strlen(line);
    snprintf(out, room, "%.*s", (int)strcspn(at, "\r"), at);
    return out;
}

/* A POST as Standard Webhooks wants it, whose signature is of its id, its time and its body. An answer of 2xx ends the
 * message as delivered; 410 (gone) as failed at once, and 500 after the last attempt. */
static void a_message_is_delivered_or_failed_as_its_receiver_answers(void **state)
{
    (void)state;
    static const int statuses[] = {204, 410, 500};
    char file[] = "/tmp/posed-webhooks-XXXXXX";
    static const char secret[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";
    const int fd = mkstemp(file);
    assert_true(fd >= 0 && write(fd, secret, sizeof secret - 1) == sizeof secret - 1);
    close(fd);
    static collector receivers[3];
    pd_srv_config config = {0};
    pd_cfg cfg = {
        .webhooks_queue = 8, .webhooks_attempts = 1, .webhooks_retry = 0.01, .webhooks_timeout = 600};
    cfg.webhooks_secret_file = strdup(file), cfg.webhooks_ca_file = strdup("");
    cfg.webhooks_allow = (pd_cfg_list){.items = calloc(3, sizeof(char *)), .count = 3};
    for (int i = 0; i < 3; i++) {
        collector_open(&receivers[i], statuses[i]);
        cfg.webhooks_allow.items[i] = strdup(receivers[i].url);
    }
    pd_error err = {0};
    if (pd_srv_config_replace(&config, &cfg, 0, &err)) fail_msg("%s: %s", err.where, err.detail);
    pd_srv_webhooks *w = pd_srv_webhooks_new(&config, NULL);
    for (int i = 0; i < 3; i++) {
        char url[96];
        snprintf(url, sizeof url, "%s/hook?n=%d", receivers[i].url, i);
        put(w, 1, url);
        while (metric(w, "posed_webhooks_total{result=\"delivered\"}") +
                   metric(w, "posed_webhooks_total{result=\"failed\"}") <=
               i)
            usleep(1000);
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"delivered\"}"), 1);
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"failed\"}"), i);
        assert_int_equal(metric(w, "posed_webhook_attempts_total"), i + 1);
        assert_int_equal(metric(w, "posed_webhooks_waiting"), 0);
        collector_close(&receivers[i]);

        char at[32], id[32], signature[128], type[64];
        const char *got = receivers[i].got;
        assert_memory_equal(got, "POST /hook?n=", 13);
        header(at, sizeof at, got, "webhook-timestamp");
        assert_string_equal(header(id, sizeof id, got, "webhook-id"), "msg_a");
        assert_string_equal(header(type, sizeof type, got, "Content-Type"), "application/json");
        assert_true(llabs(atoll(at) - (long long)time(NULL)) < 600);
        pd_buffer signed_ = {0};
        const pd_srv_settings *settings = pd_srv_settings_hold(&config);
        pd_srv_webhook_sign(&signed_, pd_srv_webhook_policy_keys(settings->webhooks), "msg_a", atoll(at),
                            (pd_bytes){(const unsigned char *)"{}", 2});
        pd_srv_settings_let_go(settings);
        pd_buffer_add(&signed_, "", 1);
        assert_string_equal(header(signature, sizeof signature, got, "webhook-signature"),
                            (char *)signed_.data);
        pd_buffer_deinit(&signed_);
        assert_string_equal(strstr(got, "\r\n\r\n") + 4, "{}");
    }
    pd_srv_webhooks_free(w);
    pd_srv_config_deinit(&config);
    unlink(file);
}

/* Nobody listens at port 1: each message waits an hour for its second attempt. */
static void the_queue_is_bounded_and_no_owner_fills_it(void **state)
{
    (void)state;
    char file[] = "/tmp/posed-webhooks-XXXXXX";
    static const char secret[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";
    const int fd = mkstemp(file);
    assert_true(fd >= 0 && write(fd, secret, sizeof secret - 1) == sizeof secret - 1);
    close(fd);

    pd_srv_config config = {0};
    pd_cfg cfg = {.webhooks_queue = 4, .webhooks_attempts = 2, .webhooks_retry = 3600, .webhooks_timeout = 5};
    cfg.webhooks_secret_file = strdup(file), cfg.webhooks_ca_file = strdup("");
    cfg.webhooks_allow = (pd_cfg_list){.items = calloc(1, sizeof(char *)), .count = 1};
    cfg.webhooks_allow.items[0] = strdup("http://127.0.0.1:1");
    pd_error err = {0};
    if (pd_srv_config_replace(&config, &cfg, 0, &err)) fail_msg("%s: %s", err.where, err.detail);
    pd_srv_webhooks *w = pd_srv_webhooks_new(&config, NULL);

    for (int i = 0; i < 3; i++) put(w, 1, "http://127.0.0.1:1/hook");
    assert_int_equal(metric(w, "posed_webhooks_waiting"), 2);
    assert_int_equal(metric(w, "posed_webhooks_total{result=\"dropped\"}"), 1);
    for (int i = 0; i < 3; i++) put(w, 2, "http://127.0.0.1:1/hook");
    assert_int_equal(metric(w, "posed_webhooks_waiting"), 4);
    put(w, 3, "http://127.0.0.1:1/hook");
    assert_int_equal(metric(w, "posed_webhooks_waiting"), 4);
    assert_int_equal(metric(w, "posed_webhooks_total{result=\"dropped\"}"), 3);
    while (metric(w, "posed_webhook_attempts_total") < 4) usleep(1000);
    assert_int_equal(metric(w, "posed_webhooks_total{result=\"failed\"}"), 0);
    pd_srv_webhooks_free(w);
    pd_srv_config_deinit(&config);
    unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_grow_fourfold_to_an_hour_and_heed_the_receiver),
        cmocka_unit_test(a_place_that_is_not_permitted_gets_nothing),
        cmocka_unit_test(a_message_is_delivered_or_failed_as_its_receiver_answers),
        cmocka_unit_test(the_queue_is_bounded_and_no_owner_fills_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
