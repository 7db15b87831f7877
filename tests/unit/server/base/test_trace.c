/* Tests tracing: headers of W3C Trace Context with the standard's own examples, the JSON of OTLP, and a
 * collector that is absent or refuses. */
#include "tests/support/cmocka.h"
#include "server/base/clock.h"
#include "server/base/trace.h"
#include "tests/support/collector.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <jansson.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name and the port that were looked up last, in place of the library's function,
 * which is called by it. */
static char looked_up[160];
static pthread_mutex_t looking = PTHREAD_MUTEX_INITIALIZER;

int getaddrinfo(const char *restrict name, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict out)
{
    int (*const real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(
            RTLD_NEXT, "getaddrinfo");
    pthread_mutex_lock(&looking);
    snprintf(looked_up, sizeof looked_up, "%s %s", name, service);
    pthread_mutex_unlock(&looking);
    return real(name, service, hints, out);
}

/* The example of the standard, W3C Trace Context 1, section 3.2. */
#define EXAMPLE "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

static void the_example_of_the_standard_is_read_and_written(void **state)
{
    (void)state;
    pd_srv_trace_context c;
    char text[PD_SRV_TRACE_TEXT], id[33];
    assert_true(pd_srv_trace_parse(&c, EXAMPLE));
    assert_true(c.is_sampled);
    assert_int_equal(c.trace[0], 0x4b), assert_int_equal(c.trace[15], 0x36);
    assert_int_equal(c.span[1], 0xf0), assert_int_equal(c.span[7], 0xb7);
    pd_srv_trace_write(text, &c), pd_srv_trace_id(id, &c);
    assert_string_equal(text, EXAMPLE);
    assert_string_equal(id, "4bf92f3577b34da6a3ce929d0e0e4736");

    /* Other flags are kept apart from the sampled one. */
    assert_true(pd_srv_trace_parse(&c, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-fe"));
    assert_false(c.is_sampled);
}

/* Sections 3.2.2 to 3.2.4 of W3C Trace Context: an invalid header is treated like a missing one. */
static void a_trace_header_that_the_standard_forbids_is_ignored(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "00",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",         /* too short */
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",      /* version ff */
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",      /* trace id of zeros */
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",      /* parent id of zeros */
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",      /* capital letters */
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",      /* no digit */
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",      /* no dash */
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what", /* version 00 goes no further */
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x", /* a later version goes on after a dash */
    };
    pd_srv_trace_context c;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memset(&c, 1, sizeof c);
        assert_false(pd_srv_trace_parse(&c, wrong[i]));
        assert_memory_equal(&c, &(pd_srv_trace_context){0}, sizeof c);
    }
    assert_false(pd_srv_trace_parse(&c, NULL));
    assert_true(pd_srv_trace_parse(
        &c, "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like"));
    assert_true(pd_srv_trace_parse(&c, "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
}

static void spans_become_the_json_of_otlp(void **state)
{
    (void)state;
    pd_srv_span span = {.kind = PD_SRV_SPAN_SERVER, .begin_us = 1000, .end_us = 3500, .is_error = true};
    pd_srv_trace_parse(&span.context, EXAMPLE);
    span.parent[7] = 0xab;
    snprintf(span.name, sizeof span.name, "GET \"a\"");
    pd_srv_span_text(&span, "http.route", "/v1/models/{id}");
    pd_srv_span_number(&span, "http.response.status_code", 503);
    pd_srv_span_text(&span, "left.out", NULL);
    for (int i = 0; i < PD_SRV_TRACE_ATTRIBUTES; i++) pd_srv_span_number(&span, "posed.slot", i);
    assert_int_equal(span.attribute_count, PD_SRV_TRACE_ATTRIBUTES);
    span.attribute_count = 2;

    pd_buffer out = {0};
    pd_srv_trace_json(&out, &span, 1, "1.2.3", INT64_C(1700000000000000000));
    json_t *root = json_loadb((char *)out.data, out.size, 0, NULL), *one = NULL, *service = NULL;
    assert_non_null(root);
    assert_int_equal(json_unpack(root, "{s:[{s:{s:o},s:[{s:[o]}]}]}", "resourceSpans", "resource",
                                 "attributes", &service, "scopeSpans", "spans", &one),
                     0);
    const char *trace, *id, *parent, *name, *begin, *end, *route, *status;
    int kind, code;
    assert_int_equal(json_unpack(one, "{s:s,s:s,s:s,s:i,s:s,s:s,s:s,s:[{s:{s:s}},{s:{s:s}}],s:{s:i}}",
                                 "traceId", &trace, "spanId", &id, "parentSpanId", &parent, "kind", &kind,
                                 "name", &name, "startTimeUnixNano", &begin, "endTimeUnixNano", &end,
                                 "attributes", "value", "stringValue", &route, "value", "intValue", &status,
                                 "status", "code", &code),
                     0);
    assert_string_equal(trace, "4bf92f3577b34da6a3ce929d0e0e4736");
    assert_string_equal(id, "00f067aa0ba902b7");
    assert_string_equal(parent, "00000000000000ab");
    assert_string_equal(name, "GET \"a\"");
    assert_string_equal(begin, "1700000000001000000");
    assert_string_equal(end, "1700000000003500000");
    assert_string_equal(route, "/v1/models/{id}");
    assert_string_equal(status, "503");
    assert_int_equal(kind, 2), assert_int_equal(code, 2);
    json_decref(root);
    pd_buffer_deinit(&out);
}

/* Returns the value of a metric in the tracer's text. */
static int counted(const pd_srv_tracer *tracer, const char *name)
{
    pd_buffer out = {0};
    char key[80];
    pd_srv_tracer_metrics(tracer, &out);
    pd_buffer_add(&out, "", 1);
    snprintf(key, sizeof key, "\n%s ", name);
    const char *at = strstr((char *)out.data, key);
    const int value = at ? atoi(at + strlen(key)) : -1;
    pd_buffer_deinit(&out);
    return value;
}

static pd_srv_tracer *start(const char *url, double ratio)
{
    pd_srv_tracer *tracer;
    assert_int_equal(pd_srv_tracer_start(&tracer, &(pd_srv_tracer_options){url, ratio, "1"}, NULL), PD_OK);
    return tracer;
}

static void a_span_and_its_child_reach_the_collector(void **state)
{
    (void)state;
    static collector c;
    collector_open(&c, 200);
    pd_srv_tracer *tracer = start(c.url, 1);
    pd_srv_span span = {.kind = PD_SRV_SPAN_SERVER, .begin_us = 1, .end_us = 2};
    pd_srv_trace_context caller;
    pd_srv_trace_parse(&caller, EXAMPLE);
    pd_srv_trace_begin(&span.context, tracer, &caller);
    assert_memory_equal(span.context.trace, caller.trace, 16);
    assert_memory_not_equal(span.context.span, caller.span, 8);
    snprintf(span.name, sizeof span.name, "whole");
    pd_srv_trace_child(tracer, &span.context, "step", 1, 2);
    pd_srv_trace_end(tracer, &span);
    pd_srv_tracer_stop(tracer);
    collector_close(&c);
    assert_non_null(strstr(c.got, "POST /v1/traces HTTP/1.1\r\n"));
    assert_non_null(strstr(c.got, "\"name\":\"whole\""));
    assert_non_null(strstr(c.got, "\"name\":\"step\""));
}

static void a_collector_that_refuses_costs_the_spans_alone(void **state)
{
    (void)state;
    static collector c;
    collector_open(&c, 503);
    pd_srv_tracer *tracer = start(c.url, 1);
    pd_srv_trace_context trace;
    pd_srv_trace_begin(&trace, tracer, NULL);
    pd_srv_trace_child(tracer, &trace, "step", 1, 2);
    for (int i = 0; i < 100 && !counted(tracer, "posed_spans_dropped_total"); i++) usleep(50000);
    assert_int_equal(counted(tracer, "posed_spans_dropped_total"), 1);
    assert_int_equal(counted(tracer, "posed_spans_sent_total"), 0);
    pd_srv_tracer_stop(tracer);
    collector_close(&c);
}

static int open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 256; fd++) count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* Without a collector at the address spans are dropped and no descriptor stays open. */
static void a_collector_that_is_not_there_costs_no_descriptor(void **state)
{
    (void)state;
    static const char *const nowhere[] = {"http://127.0.0.1:1", "http://nobody.invalid:1"};
    for (int i = 0; i < 2; i++) {
        const int before = open_descriptors();
        pd_srv_tracer *tracer = start(nowhere[i], 1);
        pd_srv_trace_context trace;
        pd_srv_trace_begin(&trace, tracer, NULL);
        pd_srv_trace_child(tracer, &trace, "step", 1, 2);
        for (int k = 0; k < 400 && !counted(tracer, "posed_spans_dropped_total"); k++) usleep(25000);
        assert_int_equal(counted(tracer, "posed_spans_dropped_total"), 1);
        pd_srv_tracer_stop(tracer);
        assert_int_equal(open_descriptors(), before);
    }
}

/* OTLP's port is 4318 (OpenTelemetry protocol, OTLP/HTTP default port). */
static void an_endpoint_is_a_host_and_a_port_that_may_be_left_out(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"http://127.0.0.1", "127.0.0.1 4318"},
                                          {"http://127.0.0.1:65535/a", "127.0.0.1 65535"},
                                          {"http://[::1]/v1/traces", "::1 4318"},
                                          {"http://[::1]:2/", "::1 2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_tracer *tracer = start(rows[i][0], 1);
        pd_srv_trace_context trace;
        bool is_same = false;
        pd_srv_trace_begin(&trace, tracer, NULL);
        pd_srv_trace_child(tracer, &trace, "step", 1, 2);
        for (int k = 0; k < 2400 && !is_same; k++) {
            usleep(25000);
            pthread_mutex_lock(&looking);
            is_same = !strcmp(looked_up, rows[i][1]);
            pthread_mutex_unlock(&looking);
        }
        if (!is_same) fail_msg("%s: %s", rows[i][0], looked_up);
        pd_srv_tracer_stop(tracer);
    }
}

/* Without a collector the ring of spans is bounded, and ending a span does not block. */
static void a_full_ring_drops_new_entries(void **state)
{
    (void)state;
    static collector c;
    collector_open(&c, 200);
    char url[80];
    snprintf(url, sizeof url, "%s/own/path", c.url);
    pd_srv_tracer *tracer = start(url, 1);
    pd_srv_trace_context trace;
    pd_srv_trace_begin(&trace, tracer, NULL);
    const int many = 4 * PD_SRV_TRACE_SPANS;
    for (int i = 0; i < many; i++) pd_srv_trace_child(tracer, &trace, "step", 1, 2);
    for (int i = 0; i < 200; i++) {
        if (counted(tracer, "posed_spans_dropped_total") + counted(tracer, "posed_spans_sent_total") == many)
            break;
        usleep(50000);
    }
    assert_true(counted(tracer, "posed_spans_dropped_total") > 0);
    pd_srv_tracer_stop(tracer);
    collector_close(&c);
    assert_non_null(strstr(c.got, "POST /own/path HTTP/1.1\r\n"));
}

static void the_caller_decides_and_otherwise_the_ratio(void **state)
{
    (void)state;
    pd_srv_tracer *none = start("http://127.0.0.1:1", 0), *quarter = start("http://127.0.0.1:1", .25);
    pd_srv_trace_context caller, c;
    pd_srv_trace_parse(&caller, EXAMPLE);
    pd_srv_trace_begin(&c, none, &caller);
    assert_true(c.is_sampled);
    caller.is_sampled = false;
    pd_srv_trace_begin(&c, quarter, &caller);
    assert_false(c.is_sampled);

    int sampled = 0;
    for (int i = 0; i < 20000; i++) {
        pd_srv_trace_begin(&c, none, NULL);
        assert_false(c.is_sampled);
        pd_srv_trace_begin(&c, quarter, &(pd_srv_trace_context){0});
        sampled += c.is_sampled;
    }
    assert_true(abs(sampled - 5000) < 6 * 61); /* six deviations of a binomial of 20000 and 1/4 */
    pd_srv_tracer_stop(none), pd_srv_tracer_stop(quarter);

    pd_srv_trace_begin(&c, NULL, &caller);
    assert_memory_equal(&c, &(pd_srv_trace_context){0}, sizeof c);
}

static void an_invalid_endpoint_is_refused_with_the_reason(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"https://collector:4318", "http://"},
        {"collector:4318", "http://"},
        {"http://", "no host"},
        {"http://:4318", "no host"},
        {"http://[::1", "no host"},
        {"http://host:0", "1 to 65535"},
        {"http://host:", "1 to 65535"},
        {"http://host:/path", "1 to 65535"},
        {"http://host:-1", "1 to 65535"},
        {"http://[::1]x", "1 to 65535"},
        {"http://host:65536", "1 to 65535"},
        {"http://host:12a", "1 to 65535"},
        {"http://host/a b", "blank"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pd_srv_tracer *tracer;
        pd_error err;
        assert_int_equal(pd_srv_tracer_start(&tracer, &(pd_srv_tracer_options){wrong[i][0], 1, "1"}, &err),
                         PD_ERR_INVALID);
        assert_null(tracer);
        assert_string_equal(err.where, "tracing.endpoint");
        assert_non_null(strstr(err.detail, wrong[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_standard_is_read_and_written),
        cmocka_unit_test(a_trace_header_that_the_standard_forbids_is_ignored),
        cmocka_unit_test(spans_become_the_json_of_otlp),
        cmocka_unit_test(a_span_and_its_child_reach_the_collector),
        cmocka_unit_test(a_collector_that_refuses_costs_the_spans_alone),
        cmocka_unit_test(a_collector_that_is_not_there_costs_no_descriptor),
        cmocka_unit_test(an_endpoint_is_a_host_and_a_port_that_may_be_left_out),
        cmocka_unit_test(a_full_ring_drops_new_entries),
        cmocka_unit_test(the_caller_decides_and_otherwise_the_ratio),
        cmocka_unit_test(an_invalid_endpoint_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
