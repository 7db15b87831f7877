/* Counters and histograms as Prometheus text. */
#include "server/base/metrics.h"

#include "api/http/api.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pd_srv_metrics *metrics;
static pd_buffer text;

static int set_up(void **state)
{
    (void)state;
    metrics = pd_srv_metrics_new();
    return !metrics;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_metrics_free(metrics);
    pd_buffer_deinit(&text);
    return 0;
}

static void write_all(void)
{
    pd_buffer_clear(&text);
    pd_srv_metrics_write(metrics, &text);
    pd_buffer_add(&text, "", 1);
}

/* Returns the value of the line that begins with name (labels included). Fails without one. */
static double value_of(const char *name)
{
    size_t size = strlen(name);
    for (const char *line = (char *)text.data; line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (!strncmp(line, name, size) && line[size] == ' ') return strtod(line + size, NULL);
    fail_msg("no line %s", name);
    return 0;
}

/* An exemplar is printed after the bucket that counts its request, and after no other. The latest replaces
 * the one before. The trace is the example of W3C Trace Context. */
static void the_last_sampled_request_of_a_bucket_is_its_exemplar(void **state)
{
    (void)state;
    static const char mesh[] = "/v1/models/{id}/mesh";
    pd_srv_trace_context other = {.trace = {1}}, sampled;
    assert_true(pd_srv_trace_parse(&sampled, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
    pd_srv_metrics_request(metrics, mesh, 200, 3000, 10, 100, &other); /* not sampled */
    write_all();
    assert_null(strstr((char *)text.data, " # {"));
    pd_srv_metrics_request(metrics, mesh, 200, 2900, 10, 100, &sampled);
    other.is_sampled = true;
    pd_srv_metrics_request(metrics, mesh, 200, 600000, 10, 100, &other);
    pd_srv_metrics_request(metrics, mesh, 200, 3100, 10, 100, &sampled);
    write_all();
    int count = 0;
    for (const char *at = (char *)text.data; (at = strstr(at, " # {trace_id=\"")); count++) {
        double value, wall, bound;
        char id[33];
        assert_int_equal(sscanf(at, " # {trace_id=\"%32[0-9a-f]\"} %lf %lf", id, &value, &wall), 3);
        const char *line = at;
        while (line[-1] != '\n') line--;
        assert_int_equal(sscanf(strstr(line, "le=\""), "le=\"%lf\"", &bound), 1);
        assert_true(value <= bound);
        assert_true(fabs(wall - (double)time(NULL)) < 86400); /* the wall clock may be set meanwhile */
        if (!count) assert_string_equal(id, "4bf92f3577b34da6a3ce929d0e0e4736");
        if (count) assert_string_equal(id, "01000000000000000000000000000000");
        assert_near(value, count ? 0.6 : 0.0031, 1e-9);
        at++;
    }
    assert_int_equal(count, 2);
}

static void requests_are_counted_by_route_and_status(void **state)
{
    (void)state;
    static const char mesh[] = "/v1/models/{id}/mesh", ik[] = "/v1/ik";
    pd_srv_metrics_request(metrics, mesh, 200, 3000, 10, 100, NULL);
    pd_srv_metrics_request(metrics, mesh, 200, 600000, 20, 200, NULL);
    pd_srv_metrics_request(metrics, mesh, 418, 100, 0, 1, NULL);
    pd_srv_metrics_request(metrics, ik, 503, 100, 0, 1, NULL);
    pd_srv_metrics_request(metrics, NULL, 404, 100, 0, 1, NULL);
    write_all();
    assert_near(value_of("posed_requests_total{route=\"/v1/models/{id}/mesh\",code=\"200\"}"), 2, 0);
    assert_near(value_of("posed_requests_total{route=\"/v1/models/{id}/mesh\",code=\"other\"}"), 1, 0);
    assert_near(value_of("posed_requests_total{route=\"/v1/ik\",code=\"503\"}"), 1, 0);
    assert_near(value_of("posed_requests_total{route=\"none\",code=\"404\"}"), 1, 0);
    assert_null(strstr((char *)text.data, "route=\"/v1/ik\",code=\"200\"")); /* none, no line */
    assert_near(value_of("posed_received_bytes_total"), 30, 0);
    assert_near(value_of("posed_sent_bytes_total"), 303, 0);
}

static void histograms_are_cumulative_with_bounds_that_belong(void **state)
{
    (void)state;
    static const char route[] = "/r";
    pd_srv_metrics_request(metrics, route, 200, 100, 0, 0, NULL); /* a bound belongs to its bucket */
    pd_srv_metrics_request(metrics, route, 200, 101, 0, 0, NULL);
    pd_srv_metrics_request(metrics, route, 200, 20000000, 0, 0, NULL);
    write_all();
    assert_near(value_of("posed_request_seconds_bucket{route=\"/r\",le=\"0.0001\"}"), 1, 0);
    assert_near(value_of("posed_request_seconds_bucket{route=\"/r\",le=\"0.00025\"}"), 2, 0);
    assert_near(value_of("posed_request_seconds_bucket{route=\"/r\",le=\"10\"}"), 2, 0);
    assert_near(value_of("posed_request_seconds_bucket{route=\"/r\",le=\"+Inf\"}"), 3, 0);
    assert_near(value_of("posed_request_seconds_count{route=\"/r\"}"), 3, 0);
    assert_near(value_of("posed_request_seconds_sum{route=\"/r\"}"), 20.000201, 2e-6);
}

/* Each status that the server sends has its own label. Other statuses have the label "other". */
static void every_status_has_its_label(void **state)
{
    (void)state;
    static const int sent[] = {200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408, 409, 411, 412,
                               413, 414, 415, 416, 417, 421, 422, 426, 429, 431, 499, 500, 501, 503, 505};
    static const char route[] = "/each";
    int others = 0;
    for (int code = 100; code < 600; code++) {
        bool known = false;
        for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) known |= sent[i] == code;
        for (int n = 0; n <= code % 3; n++)
            pd_srv_metrics_request(metrics, route, code, 1, 0, 0, NULL), others += !known;
    }
    write_all();
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        char line[96];
        snprintf(line, sizeof line, "posed_requests_total{route=\"/each\",code=\"%d\"}", sent[i]);
        assert_near(value_of(line), 1 + sent[i] % 3, 0);
    }
    assert_near(value_of("posed_requests_total{route=\"/each\",code=\"other\"}"), others, 0);
}

/* One request at every bound and one just beyond it: each bucket holds all that took no longer. */
static void each_bucket_counts_the_durations_up_to_its_bound(void **state)
{
    (void)state;
    static const char *const bounds[] = {"0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005",
                                         "0.01",   "0.025",   "0.05",   "0.1",   "0.25",   "0.5",
                                         "1",      "2.5",     "5",      "10"};
    static const char route[] = "/bounds";
    for (int i = 0; i < 16; i++)
        for (int beyond = 0; beyond < 2; beyond++)
            pd_srv_metrics_request(metrics, route, 200,
                                   (int64_t)lround(strtod(bounds[i], NULL) * 1e6) + beyond, 0, 0, NULL);
    write_all();
    for (int i = 0; i < 16; i++) {
        char line[96];
        snprintf(line, sizeof line, "posed_request_seconds_bucket{route=\"/bounds\",le=\"%s\"}", bounds[i]);
        assert_near(value_of(line), 2 * i + 1, 0);
    }
    assert_near(value_of("posed_request_seconds_bucket{route=\"/bounds\",le=\"+Inf\"}"), 32, 0);
}

static void each_bucket_of_bodies_holds_as_many_and_fewer(void **state)
{
    (void)state;
    for (int bodies = 1; bodies <= 1024; bodies *= 2) {
        pd_srv_metrics_batch(metrics, PD_API_MESH, 1, bodies, 1000);
        pd_srv_metrics_batch(metrics, PD_API_MESH, 1, bodies + 1, 1000);
    }
    write_all();
    for (int bodies = 1, held = 1; bodies <= 1024; bodies *= 2, held += 2) {
        char line[64];
        snprintf(line, sizeof line, "posed_batch_bodies_bucket{le=\"%d\"}", bodies);
        assert_near(value_of(line), held, 0);
    }
    assert_near(value_of("posed_batch_bodies_bucket{le=\"+Inf\"}"), 22, 0);
}

/* Processor seconds, estimated and measured, of each kind of work
 * from the first to the last; of none other. */
static void costs_are_added_by_work(void **state)
{
    (void)state;
    for (int work = -1; work <= 1000; work++) pd_srv_metrics_cost(metrics, work, 1500, 250);
    pd_srv_metrics_cost(metrics, PD_API_MESH, 500, 250);
    write_all();
    static const char *const works[] = {"mesh", "ik", "fit", "motion"};
    for (int i = 0; i < 4; i++) {
        char line[64];
        snprintf(line, sizeof line, "posed_cost_estimated_seconds_total{work=\"%s\"}", works[i]);
        assert_near(value_of(line), i ? 1.5 : 2, 1e-9);
        snprintf(line, sizeof line, "posed_cost_measured_seconds_total{work=\"%s\"}", works[i]);
        assert_near(value_of(line), i ? 0.25 : 0.5, 1e-9);
    }
}

static void batches_are_counted_by_their_work(void **state)
{
    (void)state;
    pd_srv_metrics_batch(metrics, PD_API_MESH, 2, 7, 1000);
    pd_srv_metrics_batch(metrics, PD_API_IK, 1, 5, 1000);
    pd_srv_metrics_batch(metrics, PD_API_FIT, 1, 3, 1000);
    pd_srv_metrics_batch(metrics, PD_API_MOTION, 1, 2, 1000);
    pd_srv_metrics_batch(metrics, -1, 1, 1, 1000);
    pd_srv_metrics_batch(metrics, 1000, 1, 1, 1000);
    pd_srv_metrics_waited(metrics, 250);
    write_all();
    assert_near(value_of("posed_meshes_total"), 7, 0);
    assert_near(value_of("posed_ik_problems_total"), 5, 0);
    assert_near(value_of("posed_fits_total"), 3, 0);
    assert_near(value_of("posed_rollout_seconds_total"), 2, 0);
    assert_near(value_of("posed_batch_bodies_bucket{le=\"2\"}"), 3, 0);
    assert_near(value_of("posed_batch_bodies_sum"), 19, 0);
    assert_near(value_of("posed_batch_seconds_count"), 6, 0);
    assert_near(value_of("posed_queue_wait_seconds_bucket{le=\"0.0001\"}"), 0, 0);
    assert_near(value_of("posed_queue_wait_seconds_bucket{le=\"0.00025\"}"), 1, 0);
}

static void every_counter_is_one_metric(void **state)
{
    (void)state;
    static const char *const names[] = {
#define NAME(field, name, help) name,
        PD_SRV_COUNTERS(NAME)
#undef NAME
    };
    for (int i = 0; i < PD_SRV_COUNTER_COUNT; i++)
        for (int n = 0; n <= i; n++) pd_srv_metrics_count(metrics, (pd_srv_counter)i);
    write_all();
    for (int i = 0; i < PD_SRV_COUNTER_COUNT; i++) {
        assert_near(value_of(names[i]), i + 1, 0);
        assert_int_equal(pd_srv_metrics_counted(metrics, (pd_srv_counter)i), i + 1);
    }
    assert_true(value_of("process_resident_memory_bytes") > 1e5);
}

static void more_routes_than_places_lose_no_request(void **state)
{
    (void)state;
    static char names[200][8];
    double sum = 0;
    for (int i = 0; i < 200; i++) {
        snprintf(names[i], sizeof names[i], "/%d", i);
        pd_srv_metrics_request(metrics, names[i], 200, 1, 0, 0, NULL);
    }
    write_all();
    for (const char *line = strstr((char *)text.data, "\nposed_requests_total{"); line;
         line = strstr(line + 1, "\nposed_requests_total{"))
        sum += strtod(strchr(line + 1, ' '), NULL);
    assert_near(sum, 200, 0);
}

#define METRICS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        METRICS_TEST(the_last_sampled_request_of_a_bucket_is_its_exemplar),
        METRICS_TEST(requests_are_counted_by_route_and_status),
        METRICS_TEST(histograms_are_cumulative_with_bounds_that_belong),
        METRICS_TEST(every_status_has_its_label),
        METRICS_TEST(each_bucket_counts_the_durations_up_to_its_bound),
        METRICS_TEST(each_bucket_of_bodies_holds_as_many_and_fewer),
        METRICS_TEST(costs_are_added_by_work),
        METRICS_TEST(batches_are_counted_by_their_work),
        METRICS_TEST(every_counter_is_one_metric),
        METRICS_TEST(more_routes_than_places_lose_no_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
