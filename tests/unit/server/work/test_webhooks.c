/* Tests the delivery of webhooks to a receiver that the test plays: signature, attempts, redirects, bounds,
 * and a policy that has changed meanwhile. */
#include "server/work/webhooks.h"

#include "config/version.h"
#include "server/identity/webhook_policy.h"
#include "server/identity/webhook_signature.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"
#include "tests/support/collector.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void delays_grow_fourfold_to_an_hour_and_follow_the_receiver(void **state)
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
static void a_place_that_is_not_permitted_is_sent_no_webhook(void **state)
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

/* Returns the value of a header of a request, up to its end of line. */
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

/* A POST as Standard Webhooks wants it, whose signature is of its id, its time and its body. An answer of 2xx
 * ends the message as delivered; 410 (gone) as failed at once, and 500 after the last attempt. */
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
        char agent[64], wanted[64];
        snprintf(wanted, sizeof wanted, "posed/%s", pd_cfg_version_text());
        assert_string_equal(header(agent, sizeof agent, got, "User-Agent"), wanted);
        assert_null(strcasestr(got, "\r\nExpect:"));
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

/* ---- servers whose configuration names one place ---- */

static char secret_file[64], log_file[64];
static pd_srv_config site;
static pd_srv_log *site_log;

static int set_up(void **state)
{
    (void)state;
    static const char secret[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";
    strcpy(secret_file, "/tmp/posed-webhooks-XXXXXX");
    strcpy(log_file, "/tmp/posed-webhooks-XXXXXX");
    const int fd = mkstemp(secret_file);
    assert_true(fd >= 0 && write(fd, secret, sizeof secret - 1) == sizeof secret - 1);
    close(fd);
    close(mkstemp(log_file));
    return pd_srv_log_open(&site_log, log_file, PD_SRV_LOG_JSON, PD_SRV_INFO, NULL) != PD_OK;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(secret_file);
    unlink(log_file);
    return 0;
}

static pd_srv_webhooks *webhooks_to(const char *place, const char *private, int attempts, int queue)
{
    pd_cfg cfg = {.webhooks_queue = queue,
                  .webhooks_attempts = attempts,
                  .webhooks_retry = 0.01,
                  .webhooks_timeout = 600};
    cfg.webhooks_secret_file = strdup(secret_file), cfg.webhooks_ca_file = strdup("");
    cfg.webhooks_allow = (pd_cfg_list){.items = calloc(1, sizeof(char *)), .count = 1};
    cfg.webhooks_allow.items[0] = strdup(place);
    cfg.webhooks_private = (pd_cfg_list){.items = calloc(1, sizeof(char *)), .count = private != NULL};
    if (private) cfg.webhooks_private.items[0] = strdup(private);
    pd_error err = {0};
    site = (pd_srv_config){0};
    if (pd_srv_config_replace(&site, &cfg, 0, &err)) fail_msg("%s: %s", err.where, err.detail);
    return pd_srv_webhooks_new(&site, site_log);
}

/* Waits until a message has been delivered or given up. */
static void wait_for_end(pd_srv_webhooks *w)
{
    while (metric(w, "posed_webhooks_waiting") > 0) usleep(1000);
}

/* Ends the server. Returns its log without the times, a line each. */
static const char *ended(pd_srv_webhooks *w)
{
    static char out[8192];
    char line[1024];
    size_t used = 0;
    pd_srv_webhooks_free(w);
    pd_srv_config_deinit(&site);
    pd_srv_log_close(site_log);
    FILE *file = fopen(log_file, "r");
    *out = 0;
    while (fgets(line, sizeof line, file)) {
        const char *level = strstr(line, "\"level\"");
        assert_non_null(level);
        used += (size_t)snprintf(out + used, sizeof out - used, "%s", level);
    }
    fclose(file);
    return out;
}

#define EMPTY "Content-Length: 0\r\n\r\n"

/* 200 to 299 is delivered, what is above is not, and a redirect is not followed. */
static void an_answer_of_2xx_alone_is_a_delivery(void **state)
{
    static const struct {
        const char *reply;
        int status;
        bool is_delivered;
    } rows[] = {
        {"HTTP/1.1 200 X\r\n" EMPTY, 200, true},
        {"HTTP/1.1 299 X\r\n" EMPTY, 299, true},
        {"HTTP/1.1 300 X\r\n" EMPTY, 300, false},
        {"HTTP/1.1 302 X\r\nLocation: /elsewhere\r\n" EMPTY, 302, false},
        {"HTTP/1.1 410 X\r\n" EMPTY, 410, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static collector receiver;
        const char *const replies[] = {rows[i].reply, "HTTP/1.1 204 X\r\n\r\n", NULL};
        char wanted[256];
        if (i) set_up(state);
        collector_listen(&receiver, 0, replies);
        pd_srv_webhooks *w = webhooks_to(receiver.url, NULL, 1, 8);
        put(w, 1, receiver.url);
        wait_for_end(w);
        collector_cut(&receiver);
        collector_close(&receiver);
        assert_null(strstr(receiver.got, "/elsewhere"));
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"delivered\"}"), rows[i].is_delivered);
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"failed\"}"), !rows[i].is_delivered);
        snprintf(wanted, sizeof wanted,
                 "\"level\":\"%s\",\"message\":\"webhook %s\",\"id\":\"msg_a\",\"host\":\"127.0.0.1\","
                 "\"attempt\":1,\"status\":%d%s}\n",
                 rows[i].is_delivered ? "info" : "warn", rows[i].is_delivered ? "delivered" : "given up",
                 rows[i].status,
                 rows[i].is_delivered ? "" : ",\"reason\":\"the receiver did not answer with a 2xx status\"");
        assert_string_equal(ended(w), wanted);
        tear_down(state);
    }
    set_up(state); /* for the test's own teardown */
    pd_srv_log_close(site_log);
}

/* Only the status of a reply matters: one of 32 MiB,
 * more than the buffers of a connection hold, is cut off. */
static void a_long_reply_is_not_read_to_its_end(void **state)
{
    (void)state;
    enum { BYTES = 32 << 20 };
    static collector receiver;
    char *reply = malloc(BYTES + 1);
    const char *const replies[] = {reply, NULL};
    memset(reply, 'x', BYTES);
    reply[BYTES] = 0;
    const int head = sprintf(reply, "HTTP/1.1 200 X\r\nContent-Length: %d\r\n\r\n", BYTES - 64);
    reply[head] = 'x';
    collector_listen(&receiver, 0, replies);
    pd_srv_webhooks *w = webhooks_to(receiver.url, NULL, 1, 8);
    put(w, 1, receiver.url);
    wait_for_end(w);
    collector_close(&receiver);
    assert_true(receiver.is_cut);
    assert_int_equal(metric(w, "posed_webhooks_total{result=\"delivered\"}"), 1);
    ended(w);
    free(reply);
}

/* Attempts have one id, and each a signature of its own time. */
static void a_message_is_sent_again_until_it_is_taken_or_given_up(void **state)
{
    static const char *const replies[][4] = {
        {"HTTP/1.1 503 X\r\n" EMPTY, "HTTP/1.1 500 X\r\n" EMPTY, "HTTP/1.1 204 X\r\n\r\n", NULL},
        {"HTTP/1.1 503 X\r\n" EMPTY, "HTTP/1.1 500 X\r\n" EMPTY, "HTTP/1.1 404 X\r\n" EMPTY, NULL}};
#define LINE(level, what, attempt, status, reason)                                                           \
    "\"level\":\"" level "\",\"message\":\"webhook " what                                                    \
    "\",\"id\":\"msg_a\",\"host\":\"127.0.0.1\",\"attempt\":" attempt ",\"status\":" status reason "}\n"
#define ANSWER ",\"reason\":\"the receiver did not answer with a 2xx status\""
    static const char *const said[] = {
        LINE("warn", "failed", "1", "503", ANSWER) LINE("warn", "failed", "2", "500", ANSWER)
            LINE("info", "delivered", "3", "204", ""),
        LINE("warn", "failed", "1", "503", ANSWER) LINE("warn", "failed", "2", "500", ANSWER)
            LINE("warn", "given up", "3", "404", ANSWER)};
    for (int is_lost = 0; is_lost < 2; is_lost++) {
        static collector receiver;
        if (is_lost) set_up(state);
        collector_listen(&receiver, 0, replies[is_lost]);
        pd_srv_webhooks *w = webhooks_to(receiver.url, NULL, 3, 8);
        put(w, 1, receiver.url);
        wait_for_end(w);
        collector_close(&receiver);
        assert_int_equal(metric(w, "posed_webhook_attempts_total"), 3);
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"delivered\"}"), !is_lost);
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"failed\"}"), is_lost);
        int requests = 0;
        for (const char *at = receiver.got; (at = strstr(at, "webhook-id: msg_a\r\n")); at++) requests++;
        assert_int_equal(requests, 3);
        assert_string_equal(ended(w), said[is_lost]);
        if (!is_lost) tear_down(state);
    }
}

/* A name that leads to an address which is not public is refused when it has been resolved, unless
 * webhooks.private has the address. */
static void a_name_that_leads_inside_is_not_followed(void **state)
{
    for (int is_private = 0; is_private < 2; is_private++) {
        static collector receiver;
        char place[80];
        if (is_private) set_up(state);
        collector_open(&receiver, 204);
        snprintf(place, sizeof place, "http://localhost:%s", strrchr(receiver.url, ':') + 1);
        pd_srv_webhooks *w = webhooks_to(place, is_private ? "127.0.0.0/8" : NULL, 3, 8);
        put(w, 1, place);
        wait_for_end(w);
        if (!is_private) collector_cut(&receiver);
        collector_close(&receiver);
        assert_int_equal(metric(w, "posed_webhook_attempts_total"), 1); /* not tried again */
        assert_int_equal(receiver.size > 0, is_private);
        assert_string_equal(
            ended(w),
            is_private
                ? "\"level\":\"info\",\"message\":\"webhook delivered\",\"id\":\"msg_a\",\"host\":"
                  "\"localhost\",\"attempt\":1,\"status\":204}\n"
                : "\"level\":\"warn\",\"message\":\"webhook given up\",\"id\":\"msg_a\",\"host\":"
                  "\"localhost\",\"attempt\":1,\"status\":0,\"reason\":\"its address is not public or in "
                  "webhooks.private\"}\n");
        if (!is_private) tear_down(state);
    }
}

/* A listener that answers nobody holds attempts: 4 of one owner and 16 in all. What waits when the daemon
 * stops is counted in the log. */
static void few_are_sent_at_a_time(void **state)
{
    (void)state;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof at;
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(listener, 64), 0);
    getsockname(listener, (struct sockaddr *)&at, &size);
    char place[64];
    snprintf(place, sizeof place, "http://127.0.0.1:%d", ntohs(at.sin_port));
    pd_srv_webhooks *w = webhooks_to(place, NULL, 1, 64);

    /* The fifth of owner 1 waits while the first of owner 2, behind it, is sent. */
    for (int i = 0; i < 6; i++) put(w, 1, place);
    put(w, 2, place);
    while (metric(w, "posed_webhook_attempts_total") < 5) usleep(1000);
    assert_int_equal(metric(w, "posed_webhook_attempts_total"), 5);

    /* Owners 3 to 5 have room for 4 each; one of the last is the seventeenth. */
    for (int i = 0; i < 12; i++) put(w, 3 + (uint64_t)i / 4, place);
    while (metric(w, "posed_webhook_attempts_total") < 16) usleep(1000);
    put(w, 6, place);
    for (int i = 0; i < 20; i++, usleep(1000))
        assert_int_equal(metric(w, "posed_webhook_attempts_total"), 16);
    assert_int_equal(metric(w, "posed_webhooks_waiting"), 20);
    static const char line[] = "\"level\":\"warn\",\"message\":\"webhooks not delivered\",\"count\":20,"
                               "\"ids\":\"msg_a,msg_a,";
    assert_memory_equal(ended(w), line, sizeof line - 1);
    close(listener);
}

/* Bodies of 16 MiB may wait in all; those of messages that have ended do not count. */
static void waiting_bodies_have_16_mib_at_most(void **state)
{
    (void)state;
    enum { MOST = 16 << 20 };
    unsigned char *bytes = calloc(1, MOST + 1);
    pd_srv_webhooks *w = webhooks_to("http://127.0.0.1:1", NULL, 1, 8);
    for (int i = 0; i < 2; i++) {
        pd_srv_webhooks_put(w, &(pd_srv_webhook){"http://127.0.0.1:1/", "msg_b", 1, {bytes, MOST + 1}});
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"dropped\"}"), i + 1);
        assert_int_equal(metric(w, "posed_webhooks_waiting"), 0);
        pd_srv_webhooks_put(w, &(pd_srv_webhook){"http://127.0.0.1:1/", "msg_c", 1, {bytes, MOST}});
        wait_for_end(w);
        assert_int_equal(metric(w, "posed_webhooks_total{result=\"failed\"}"), i + 1);
    }
    const char *said = ended(w);
    assert_non_null(strstr(said, "\"level\":\"warn\",\"message\":\"webhook dropped\",\"id\":\"msg_b\","
                                 "\"reason\":\"their bodies are too large\"}\n"));
    free(bytes);
}

#define SITE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays_grow_fourfold_to_an_hour_and_follow_the_receiver),
        cmocka_unit_test(a_place_that_is_not_permitted_is_sent_no_webhook),
        cmocka_unit_test(a_message_is_delivered_or_failed_as_its_receiver_answers),
        cmocka_unit_test(the_queue_is_bounded_and_no_owner_fills_it),
        SITE_TEST(an_answer_of_2xx_alone_is_a_delivery),
        SITE_TEST(a_long_reply_is_not_read_to_its_end),
        SITE_TEST(a_message_is_sent_again_until_it_is_taken_or_given_up),
        SITE_TEST(a_name_that_leads_inside_is_not_followed),
        SITE_TEST(few_are_sent_at_a_time),
        SITE_TEST(waiting_bodies_have_16_mib_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
