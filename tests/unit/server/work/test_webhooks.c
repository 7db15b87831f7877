#include "server/work/webhooks.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
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
        cmocka_unit_test(the_queue_is_bounded_and_no_owner_fills_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
