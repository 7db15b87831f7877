/* The access log, counters and spans of exchanges. */
#include "tests/support/checked_locks.h"
#include "tests/support/exchange_test.h"

/* Returns the value of a metric after all requests have finished, -1 without one. */
static int counted(const char *metric)
{
    char line[160];
    pd_buffer text = {0};
    pd_srv_metrics_write(exchange_test_deps.metrics, &text);
    pd_buffer_add(&text, "", 1);
    snprintf(line, sizeof line, "\n%s ", metric);
    const char *at = strstr((char *)text.data, line);
    const int value = at ? atoi(at + strlen(line)) : -1;
    pd_buffer_deinit(&text);
    return value;
}

#define OF_MESH(code) "posed_requests_total{route=\"POST /v1/models/{id}/mesh\",code=\"" code "\"}"

/* Those that libmicrohttpd does not know to be answered. */
static void replies_on_the_bare_socket_are_counted_by_status(void **state)
{
    (void)state;
    enum { LONG = 90000 };
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}";
    static char request[LONG + 300];
    snprintf(request, sizeof request, post, 5000, 0, "");
    assert_int_equal(exchange_test_ask(request), 413);
    exchange_test_start_again();
    exchange_test_settings.limits.body_bytes = 2 * LONG;
    exchange_test_settings.cfg.limits_body_timeout = 0.2;
    assert_int_equal(exchange_test_ask(request), 408);
    exchange_test_start_again();
    exchange_test_settings.cfg.limits_body_timeout = 60;
    exchange_test_limit_queue(0);
    exchange_test_remember_refused(2 * LONG);
    snprintf(request, sizeof request, post, LONG + 2, LONG, "");
    assert_int_equal(exchange_test_ask(request), 503);
    exchange_test_finish();
    assert_int_equal(counted(OF_MESH("413")), 1);
    assert_int_equal(counted(OF_MESH("408")), 1);
    assert_int_equal(counted(OF_MESH("503")), 1);
    assert_int_equal(counted("posed_requests_aborted_total"), 0);
    assert_int_equal(counted("posed_bodies_slow_total"), 1);
}

static void the_access_log_tells_each_request_and_its_answer(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-exchange-XXXXXX", bytes[32];
    close(mkstemp(path));
    exchange_test_log_to(path);
    exchange_test_with_keys();
    exchange_test_settings.cfg.log_access = 1;
    int fd = exchange_test_dial();
    exchange_test_say(fd, "GET /v1/models?& HTTP/1.1\r\n" HOST
                          "Authorization: Bearer reading\r\nX-Request-Id: one\r\n\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    exchange_test_say(fd,
                      "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
                      "Authorization: Bearer reading\r\nX-Request-Id: two\r\nContent-Length: 3\r\n\r\n{} ");
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    snprintf(bytes, sizeof bytes, "\"bytes\":%d,",
             atoi(strcasestr(exchange_test_answer_text, "Content-Length: ") + 16));
    exchange_test_say(fd, "GET /nowhere HTTP/1.1\r\n" HOST "X-Request-Id: three\r\n\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 404);
    close(fd);
    exchange_test_finish();
    exchange_test_read_log(path);
    unlink(path);

    assert_int_equal(LINES("\"message\":\"request\"", "\"id\":\"one\"", "\"client\":\"127.0.0.1\"",
                           "\"key\":\"reader\"", "\"method\":\"GET\"", "\"path\":\"/v1/models\"",
                           "\"route\":\"GET /v1/models\"", "\"status\":200,", "\"in\":0,", "\"ms\":"),
                     1);
    assert_int_equal(LINES("\"id\":\"two\"", "\"method\":\"POST\"", "\"route\":\"POST /v1/models/{id}/mesh\"",
                           "\"status\":200,", "\"in\":3,", bytes),
                     1);
    assert_int_equal(
        LINES("\"message\":\"request\"", "\"id\":\"three\"", "\"path\":\"/nowhere\"", "\"status\":404,"), 1);
    assert_int_equal(LINES("\"id\":\"three\"", "\"key\""), 0); /* nobody's, and no route's */
    assert_int_equal(LINES("\"id\":\"three\"", "\"route\""), 0);
    assert_int_equal(LINES("\"message\":\"request aborted\""), 0);
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_aborted), 0);

    assert_int_equal(counted(OF_MESH("200")), 1);
    assert_int_equal(counted("posed_requests_total{route=\"none\",code=\"404\"}"), 1);
    assert_int_equal(counted("posed_received_bytes_total"), 3);
}

static void clients_that_go_before_the_answer_are_counted_apart(void **state)
{
    (void)state;
    static const char begun[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 100\r\n\r\n{";
    char path[] = "/tmp/posed-exchange-XXXXXX";
    close(mkstemp(path));
    exchange_test_log_to(path);
    exchange_test_settings.cfg.log_access = 1;
    int fd = exchange_test_dial();
    exchange_test_say(fd, begun);
    exchange_test_wait_for_a_body();
    close(fd);
    exchange_test_finish();
    exchange_test_read_log(path);
    unlink(path);
    assert_int_equal(LINES("\"message\":\"request aborted\"", "\"status\":0,", "\"in\":1,"), 1);
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_aborted), 1);
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_BODIES]), 0);
}

/* -- traces -------------------------------------------------------------------- */

/* Returns the span of this name among those of the collector. Fails without one. */
static json_t *span_named(json_t *sent, const char *name)
{
    json_t *spans = json_object_get(
        json_array_get(
            json_object_get(json_array_get(json_object_get(sent, "resourceSpans"), 0), "scopeSpans"), 0),
        "spans");
    for (size_t i = 0; i < json_array_size(spans); i++)
        if (!strcmp(json_string_value(json_object_get(json_array_get(spans, i), "name")), name))
            return json_array_get(spans, i);
    fail_msg("no span %s", name);
    return NULL;
}

static const char *attribute(json_t *span, const char *key)
{
    json_t *list = json_object_get(span, "attributes");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *one = json_array_get(list, i), *value = json_object_get(one, "value");
        if (strcmp(json_string_value(json_object_get(one, "key")), key)) continue;
        const char *text = json_string_value(json_object_get(value, "stringValue"));
        return text ? text : json_string_value(json_object_get(value, "intValue"));
    }
    return NULL;
}

static int64_t nanoseconds(json_t *span, const char *key)
{
    return strtoll(json_string_value(json_object_get(span, key)), NULL, 10);
}

static double real_now(void *ctx)
{
    (void)ctx;
    return 1e-6 * (double)pd_srv_now_us();
}

/* A mesh in the caller's trace: the request's span is a child of the caller's, and has one for each step, in
 * the order of the steps and within the request. The example of W3C Trace Context is the caller. */
static void a_sampled_request_leaves_spans_of_its_steps(void **state)
{
    (void)state;
    static collector c;
    collector_open(&c, 200);
    const pd_srv_tracer_options options = {c.url, 0, "1"};
    static pd_api_host host;
    host = api_host_table;
    host.now = real_now;
    pd_srv_http_stop(exchange_test_http);
    exchange_test_deps.host = &host;
    assert_int_equal(pd_srv_tracer_start(&exchange_test_deps.tracer, &options, NULL), PD_OK);
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);

    static const char trace[] = "4bf92f3577b34da6a3ce929d0e0e4736";
    assert_int_equal(
        exchange_test_ask("POST /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                          "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n"
                          "X-Request-Id: mine-1\r\nContent-Length: 2\r\n\r\n{}"),
        200);
    const char *header = strcasestr(exchange_test_answer_text, "traceresponse: 00-");
    assert_non_null(header);
    assert_memory_equal(header + 18, trace, 32);
    char own[17], bytes[24];
    snprintf(own, sizeof own, "%.16s", header + 18 + 33);
    snprintf(bytes, sizeof bytes, "%d", atoi(strcasestr(exchange_test_answer_text, "Content-Length: ") + 16));

    /* A request without a trace is sampled by the ratio, which is 0. */
    assert_int_equal(exchange_test_ask("GET /v1/version HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(exchange_test_has("traceresponse: 00-") && !exchange_test_has(trace));
    assert_int_equal(
        exchange_test_ask("GET /v1/nothing HTTP/1.1\r\n" HOST
                          "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n\r\n"),
        404);
    pd_srv_http_stop(exchange_test_http);
    pd_srv_tracer_stop(exchange_test_deps.tracer);
    exchange_test_deps.tracer = NULL;
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
    collector_close(&c);

    json_t *sent = json_loads(strstr(c.got, "\r\n\r\n") + 4, 0, NULL);
    assert_non_null(sent);
    json_t *whole = span_named(sent, "POST /v1/models/{id}/mesh");
    assert_string_equal(json_string_value(json_object_get(whole, "traceId")), trace);
    assert_string_equal(json_string_value(json_object_get(whole, "spanId")), own);
    assert_string_equal(json_string_value(json_object_get(whole, "parentSpanId")), "00f067aa0ba902b7");
    assert_int_equal(json_integer_value(json_object_get(whole, "kind")), 2); /* server */
    assert_string_equal(attribute(whole, "http.request.method"), "POST");
    assert_string_equal(attribute(whole, "http.route"), "/v1/models/{id}/mesh");
    assert_string_equal(attribute(whole, "url.path"), "/v1/models/default/mesh");
    assert_string_equal(attribute(whole, "http.response.status_code"), "200");
    assert_string_equal(attribute(whole, "posed.request_id"), "mine-1");
    assert_string_equal(attribute(whole, "http.response.body.size"), bytes);

    static const char *const steps[] = {"queue", "compute", "encode", "send"};
    int64_t at = nanoseconds(whole, "startTimeUnixNano");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        json_t *step = span_named(sent, steps[i]);
        const int64_t begin = nanoseconds(step, "startTimeUnixNano"),
                      end = nanoseconds(step, "endTimeUnixNano");
        assert_string_equal(json_string_value(json_object_get(step, "traceId")), trace);
        assert_string_equal(json_string_value(json_object_get(step, "parentSpanId")), own);
        assert_true(begin >= at && begin <= end);
        assert_true(end <= nanoseconds(whole, "endTimeUnixNano"));
        at = begin;
    }
    json_t *compute = span_named(sent, "compute");
    assert_true(nanoseconds(span_named(sent, "encode"), "endTimeUnixNano") <=
                nanoseconds(compute, "endTimeUnixNano"));
    assert_true(nanoseconds(span_named(sent, "queue"), "endTimeUnixNano") ==
                nanoseconds(compute, "startTimeUnixNano"));

    /* Without a route the span is called after the method; 404 is no error of the server. */
    json_t *none = span_named(sent, "GET");
    assert_string_equal(attribute(none, "http.response.status_code"), "404");
    assert_null(attribute(none, "http.route"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(none, "status"), "code")), 0);
    json_decref(sent);

    /* The latency of the sampled requests has them as exemplars. */
    pd_buffer text = {0};
    pd_srv_metrics_write(exchange_test_deps.metrics, &text);
    pd_buffer_add(&text, "", 1);
    assert_non_null(strstr((char *)text.data, " # {trace_id=\"4bf92f3577b34da6a3ce929d0e0e4736\"} 0."));
    pd_buffer_deinit(&text);
}

static void a_stopping_server_reports_it(void **state)
{
    (void)state;
    pd_srv_workers_halt(exchange_test_deps.workers);
    assert_int_equal(
        exchange_test_ask("POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}"),
        503);
    assert_true(exchange_test_has("the server is stopping") && exchange_test_has("Retry-After: "));
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_queue_full), 0);
    assert_int_equal(exchange_test_ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXCHANGE_TEST(replies_on_the_bare_socket_are_counted_by_status),
        EXCHANGE_TEST(the_access_log_tells_each_request_and_its_answer),
        EXCHANGE_TEST(clients_that_go_before_the_answer_are_counted_apart),
        EXCHANGE_TEST(a_sampled_request_leaves_spans_of_its_steps),
        EXCHANGE_TEST(a_stopping_server_reports_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
