/* Metrics of the whole daemon: counters of refusals and connections, and the rules of the text. */
#include "tests/support/checked_locks.h"
#include "tests/support/server_test.h"

#define X_NAME(field, name, help) #field,

static const char *const counter_names[] = {PD_SRV_COUNTERS(X_NAME)};

/* Each request changes the counters that its row names by 1, and no other one. */
static void every_refusal_changes_its_counters_and_no_other(void **state)
{
    (void)state;
    static char long_head[HEAD_BYTES + 256], long_target[HEAD_BYTES + 256];
    snprintf(long_head, sizeof long_head, "GET /healthz HTTP/1.1\r\nX: %0*d\r\n" LOCAL, HEAD_BYTES, 0);
    snprintf(long_target, sizeof long_target, "GET /%0*d HTTP/1.1\r\n" LOCAL, HEAD_BYTES, 0);
    static const struct {
        const char *request;
        int status;
        const char *counters;
    } rows[] = {
        {"GET /healthz HTTP/1.1\r\n" LOCAL, 200, "connections_accepted"},
        {"GET /nothing HTTP/1.1\r\n" LOCAL, 404, "connections_accepted"},
        {"GET /healthz HTTP/1.1\r\nno colon\r\n\r\n", 400, "connections_accepted heads_bad"},
        {"GET /healthz HTTP/3.7\r\n" LOCAL, 505, "connections_accepted heads_bad"},
        {"GET /healthz HTTP/1.1\r\nTransfer-Encoding: odd\r\n" LOCAL, 501, "connections_accepted heads_bad"},
        {long_head, 431, "connections_accepted heads_long"},
        {long_target, 414, "connections_accepted heads_long"},
        {"GET /v1/stream HTTP/1.1\r\nUpgrade: websocket\r\n" LOCAL, 426, "connections_accepted upgrades"},
        {"POST /v1/tickets HTTP/1.1\r\nOrigin: http://else.where\r\nContent-Length: 2\r\nHost: 127.0.0.1"
         "\r\nConnection: close\r\n\r\n{}",
         403, "connections_accepted"},
        {"POST /v1/tickets HTTP/1.1\r\nExpect: odd\r\nContent-Length: 2\r\nHost: 127.0.0.1\r\nConnection: "
         "close\r\n\r\n{}",
         417, "connections_accepted"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t before[PD_SRV_COUNTER_COUNT];
        char text[8192], changed[256] = "";
        server_test_wait_for_nobody();
        for (int c = 0; c < PD_SRV_COUNTER_COUNT; c++)
            before[c] = pd_srv_metrics_counted(server_test_server->metrics, (pd_srv_counter)c);
        const int status = server_test_answer_to(rows[i].request, text, sizeof text);
        for (int c = 0; c < PD_SRV_COUNTER_COUNT; c++) {
            const uint64_t more =
                pd_srv_metrics_counted(server_test_server->metrics, (pd_srv_counter)c) - before[c];
            if (more > 1)
                fail_msg("%.60s: %s by %llu", rows[i].request, counter_names[c], (unsigned long long)more);
            if (more) sprintf(changed + strlen(changed), "%s%s", *changed ? " " : "", counter_names[c]);
        }
        if (status != rows[i].status || strcmp(changed, rows[i].counters))
            fail_msg("%.90s: %d, %s; wanted %d, %s", rows[i].request, status, changed, rows[i].status,
                     rows[i].counters);
    }
}

/* A daemon with one model: clients can store avatars, and the metrics show the memory of the model. */
static void avatars_are_kept_and_a_model_is_counted(void **state)
{
    (void)state;
    static const exchange_row more[] = {
        {"POST /v1/avatars", "{\"model\":\"default\",\"betas\":[2]}", 413, "limits.avatars"},
        {"GET /v1/jobs", NULL, 200, "[]"},
        {"GET /readyz", NULL, 200, "ready"},
        {"POST /v1/models/default/reload", "{}", 200, "default"}};
    static char text[1 << 17];
    static const char post[] =
        "POST /v1/avatars HTTP/1.1\r\nContent-Length: 31\r\n" LOCAL "{\"model\":\"default\",\"betas\":[1]}";
    pd_srv *with = server_test_start_another(
        (const char *[]){"MODELS=default=models/default.safetensors", "LIMITS_AVATARS=1", NULL});
    assert_int_equal(server_test_answer_to(post, text, sizeof text), 201);
    char line[2][112], id[80];
    snprintf(id, sizeof id, "%s", server_test_member_of(text, "id"));
    snprintf(line[0], sizeof line[0], "GET /v1/avatars/%s", id);
    snprintf(line[1], sizeof line[1], "DELETE /v1/avatars/%s", id);
    const exchange_row kept[] = {{"GET /v1/avatars", NULL, 200, id}, {line[0], NULL, 200, "\"betas\":[1]"}},
                       gone[] = {{line[1], NULL, 204, ""},
                                 {line[1], NULL, 404, id},
                                 {line[0], NULL, 404, id},
                                 {"GET /v1/avatars", NULL, 200, "{\"avatars\":[]}"}};
    EXCHANGES(kept);
    EXCHANGES(more);
    EXCHANGES(gone);

    /* The file has 1.6 million numbers; in memory or mapped, it is counted by its name and kind. */
    assert_int_equal(server_test_answer_to("GET /metrics HTTP/1.1\r\n" LOCAL, text, sizeof text), 200);
    const char *at = strstr(text, "posed_model_resident_bytes{model=\"default\",kind=\"body\"} ");
    assert_non_null(at);
    assert_true(atof(strchr(at, '}') + 2) > 1e6);
    assert_non_null(strstr(text, "posed_model_mapped_bytes{model=\"default\",kind=\"body\"} "));
    server_test_stop_another(with);
}

/* Requests /metrics and returns the value of a metric without labels. */
static double metric(const char *name)
{
    static char text[1 << 17];
    char line[128];
    assert_int_equal(
        server_test_answer_to("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", text,
                              sizeof text),
        200);
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(text, line);
    if (!at) fail_msg("no metric %s", name);
    return atof(at + strlen(line));
}

static void the_metrics_count_open_connections(void **state)
{
    (void)state;
    char text[2048];
    server_test_wait_for_nobody();
    assert_true(metric("posed_workers") == 1 && metric("posed_draining") == 0);
    assert_true(metric("posed_queue_depth") == 0 && metric("posed_log_dropped_total") == 0);
    assert_true(metric("posed_streams") == 0);
    const double upgrades = metric("posed_upgrades_total"), held = metric("posed_connections");

    int streaming = server_test_stream();
    server_test_put(streaming, 0x81, "{\"type\":\"join\"}", 15);
    assert_true(server_test_take(streaming, 1, text, sizeof text) > 0);
    int kept = server_test_dial();
    server_test_say(kept, "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", 37);
    assert_int_equal(server_test_hear(kept), 'H');
    assert_true(metric("posed_streams") == 1);
    assert_true(metric("posed_upgrades_total") == upgrades + 1);
    assert_true(metric("posed_connections") > held - 1 && metric("posed_connections") >= 2);
    const double accepted = metric("posed_connections_accepted_total");
    assert_true(metric("posed_connections_accepted_total") == accepted + 1); /* that of the question */
    assert_int_equal(
        server_test_answer_to("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", text,
                              sizeof text),
        200);
    close(streaming);
    close(kept);
}

/* All clients of a proxy that names none share one limit, and such requests are counted. Only the proxy's own
 * requests need no name. */
static void a_proxy_that_names_no_client_is_counted(void **state)
{
    (void)state;
    static const struct {
        const char *path, *line;
        int counted;
    } rows[] = {{"/v1/models", "X-Forwarded-For: 203.0.113.7", 0},
                {"/v1/models", "X-Forwarded-For: 203.0.113.7, unknown", 1},
                {"/v1/models", "Forwarded: for=203.0.113.7", 1}, /* not the header that is read */
                {"/v1/models", "X-Forwarded-For: over there", 1},
                {"/healthz", "X-Other: 1", 0},
                {"/readyz", "X-Other: 1", 0}};
    pd_srv *behind = server_test_start_another((const char *[]){"ACCESS_TRUSTED_PROXIES=127.0.0.1", NULL});
    uint64_t counted = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char request[256], text[4096];
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\nConnection: close\r\n\r\n", rows[i].path,
                 rows[i].line);
        server_test_answer_to(request, text, sizeof text);
        counted += (uint64_t)rows[i].counted;
        assert_int_equal(pd_srv_metrics_counted(behind->metrics, PD_SRV_COUNT_forwarded_unknown), counted);
    }
    close(server_test_stream());
    assert_int_equal(pd_srv_metrics_counted(behind->metrics, PD_SRV_COUNT_forwarded_unknown), counted + 1);
    server_test_stop_another(behind);
}

/* Every metric is present with value 0 before anything is counted, so that graphs have it from the start. */
static void every_metric_is_there_from_the_start(void **state)
{
    (void)state;
    static const char *const names[] = {"posed_meshes_total",
                                        "posed_ik_problems_total",
                                        "posed_fits_total",
                                        "posed_rollout_seconds_total",
                                        "posed_cost_estimated_seconds_total{work=\"mesh\"}",
                                        "posed_cost_estimated_seconds_total{work=\"ik\"}",
                                        "posed_cost_estimated_seconds_total{work=\"fit\"}",
                                        "posed_cost_estimated_seconds_total{work=\"motion\"}",
                                        "posed_cost_measured_seconds_total{work=\"mesh\"}",
                                        "posed_cost_measured_seconds_total{work=\"ik\"}",
                                        "posed_cost_measured_seconds_total{work=\"fit\"}",
                                        "posed_cost_measured_seconds_total{work=\"motion\"}",
                                        "posed_queue_wait_seconds_sum",
                                        "posed_queue_wait_seconds_count",
                                        "posed_batch_seconds_sum",
                                        "posed_batch_seconds_count",
                                        "posed_batch_bodies_sum",
                                        "posed_batch_bodies_count",
                                        "posed_received_bytes_total",
                                        "posed_sent_bytes_total",
                                        "posed_connections_accepted_total",
                                        "posed_connections_refused_total",
                                        "posed_heads_slow_total",
                                        "posed_heads_long_total",
                                        "posed_heads_bad_total",
                                        "posed_bodies_slow_total",
                                        "posed_replies_slow_total",
                                        "posed_upgrades_total",
                                        "posed_rate_limited_total",
                                        "posed_forwarded_unknown_total",
                                        "posed_unauthorized_total",
                                        "posed_queue_full_total",
                                        "posed_client_full_total",
                                        "posed_refused_early_total",
                                        "posed_reloads_total",
                                        "posed_reload_failures_total",
                                        "process_resident_memory_bytes",
                                        "posed_uptime_seconds",
                                        "posed_queue_depth",
                                        "posed_queue_seconds{class=\"light\"}",
                                        "posed_queue_seconds{class=\"medium\"}",
                                        "posed_queue_seconds{class=\"heavy\"}",
                                        "posed_connections",
                                        "posed_streams",
                                        "posed_sessions",
                                        "posed_characters",
                                        "posed_stage_load",
                                        "posed_ticks_total",
                                        "posed_ticks_left_out_total",
                                        "posed_spawns_refused_total",
                                        "posed_frames_total",
                                        "posed_frames_postponed_total",
                                        "posed_vertices_missed_total",
                                        "posed_observations_total",
                                        "posed_observations_missed_total",
                                        "posed_observe_seconds_total",
                                        "posed_vmc_datagrams_total",
                                        "posed_vmc_dropped_total",
                                        "posed_tick_late_seconds_sum",
                                        "posed_tick_late_seconds_count",
                                        "posed_memory_limit_bytes",
                                        "posed_memory_base_bytes",
                                        "posed_memory_held_bytes{use=\"bodies\"}",
                                        "posed_memory_held_bytes{use=\"calls\"}",
                                        "posed_memory_held_bytes{use=\"scenes\"}",
                                        "posed_memory_held_bytes{use=\"skeletons\"}",
                                        "posed_memory_held_bytes{use=\"jobs\"}",
                                        "posed_memory_held_bytes{use=\"streams\"}",
                                        "posed_memory_held_most_bytes",
                                        "posed_memory_refused_total",
                                        "posed_workers",
                                        "posed_draining",
                                        "posed_log_dropped_total",
                                        "posed_requests_aborted_total",
                                        "posed_requests_cancelled_total"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_true(metric(names[i]) >= 0);
}

/* Text format of Prometheus: HELP and TYPE stand once, before the first sample of a metric. The samples of
 * one metric stand together. */
static void every_sample_stands_below_its_help_and_type(void **state)
{
    (void)state;
    static char text[1 << 17];
    assert_int_equal(server_test_answer_to("GET /metrics HTTP/1.1\r\n" LOCAL, text, sizeof text), 200);
    char *line = strstr(text, "\r\n\r\n") + 4, *next = NULL, *saved = NULL, help[128] = "", kind[128] = "",
         word[32];
    int metrics = 0;
    for (line = strtok_r(line, "\n", &saved); line; line = next) {
        next = strtok_r(NULL, "\n", &saved);
        if (!strncmp(line, "# HELP ", 7)) {
            sscanf(line, "# HELP %127s", help);
            assert_true(strlen(line) > 7 + strlen(help) + 5); /* some words */
            assert_true(next && !strncmp(next, "# TYPE ", 7));
            metrics++;
        } else if (!strncmp(line, "# TYPE ", 7)) {
            assert_int_equal(sscanf(line, "# TYPE %127s %31s", kind, word), 2);
            assert_string_equal(kind, help);
            assert_true(!strcmp(word, "counter") || !strcmp(word, "gauge") || !strcmp(word, "histogram"));
        } else if (*line != '#' && *line != '\r' && strchr(line, ' ')) {
            const size_t size = strcspn(line, "{ "), own = strlen(help);
            const char *rest = line + own;
            if (size < own || strncmp(line, help, own) ||
                (size > own && strncmp(rest, "_bucket", 7) && strncmp(rest, "_sum", 4) &&
                 strncmp(rest, "_count", 6)))
                fail_msg("%s below the help of %s", line, help);
        }
    }
    assert_true(metrics > 40);
}

static void the_guide_has_every_metric(void **state)
{
    (void)state;
    static char guide[1 << 17];
    pd_buffer text = {0};
    FILE *file = fopen("docs/guide/operations.md", "r");
    assert_non_null(file);
    guide[fread(guide, 1, sizeof guide - 1, file)] = 0;
    fclose(file);
    server_test_server->host.metrics(server_test_server, &text);
    pd_buffer_add(&text, "", 1);

    int count = 0;
    for (char *line = strtok((char *)text.data, "\n"); line; line = strtok(NULL, "\n")) {
        char name[96], quoted[100];
        if (sscanf(line, "# TYPE %95s", name) != 1) continue;
        count++;
        snprintf(quoted, sizeof quoted, "`%s", name);
        const char *at = strstr(guide, quoted);
        if (!at || (at[strlen(quoted)] != '`' && at[strlen(quoted)] != '{')) fail_msg("%s", name);
    }
    assert_true(count > 50);
    pd_buffer_deinit(&text);
}

static void connections_that_have_said_nothing_yet_count_too(void **state)
{
    (void)state;
    char text[2048];
    int held[CONNECTIONS];
    server_test_wait_for_nobody();
    for (int i = 0; i < CONNECTIONS; i++) held[i] = server_test_dial();
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 503);
    assert_non_null(strstr(text, "limits.connections"));
    for (int i = 0; i < CONNECTIONS; i++) close(held[i]);
    while (server_test_answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text) != 200) usleep(1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_changes_its_counters_and_no_other),
        cmocka_unit_test(avatars_are_kept_and_a_model_is_counted),
        cmocka_unit_test(the_metrics_count_open_connections),
        cmocka_unit_test(a_proxy_that_names_no_client_is_counted),
        cmocka_unit_test(every_metric_is_there_from_the_start),
        cmocka_unit_test(every_sample_stands_below_its_help_and_type),
        cmocka_unit_test(the_guide_has_every_metric),
        cmocka_unit_test(connections_that_have_said_nothing_yet_count_too),
    };
    return cmocka_run_group_tests(tests, server_test_setup, server_test_teardown);
}
