#include "server/base/metrics.h"

#include "api/http/api.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTES      128 /* hash slots, more than there are routes */
#define BUCKETS_MAX 16
#define WORKS       8

/* Statuses with a label of their own, all that a client can get; any other is "other". */
static const int code_list[] = {200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405,
                                406, 408, 409, 411, 412, 413, 414, 415, 416, 417, 421,
                                422, 426, 429, 431, 499, 500, 501, 503, 505};
enum { CODES = (int)(sizeof code_list / sizeof *code_list) + 1 };

typedef struct histogram {
    _Atomic uint64_t buckets[BUCKETS_MAX + 1]; /* not cumulative; the last is +Inf */
    _Atomic uint64_t count, sum;               /* sum in micro-units               */
} histogram;

/* The last sampled request of a bucket. */
typedef struct exemplar {
    unsigned char trace[16];
    double value;  /* seconds */
    double wall_s; /* seconds since 1970; 0: none */
} exemplar;

typedef struct route_row {
    _Atomic(const char *) route;
    _Atomic uint64_t codes[CODES];
    histogram seconds;
    exemplar exemplars[BUCKETS_MAX + 1]; /* under pd_srv_metrics.lock */
} route_row;

struct pd_srv_metrics {
    _Atomic uint64_t counters[PD_SRV_COUNTER_COUNT];
    _Atomic uint64_t in_bytes, out_bytes;
    _Atomic uint64_t estimated_us[WORKS], measured_us[WORKS]; /* processor time by pd_api_work */
    _Atomic uint64_t work_items[WORKS];                       /* bodies or problems by pd_api_work */
    histogram queue_seconds, batch_seconds, batch_bodies;
    route_row routes[ROUTES];
    pthread_mutex_t lock; /* protects exemplars; only sampled requests take it */
    int64_t started_us;
};

static const double time_bounds[] = {.0001, .00025, .0005, .001, .0025, .005, .01, .025,
                                     .05,   .1,     .25,   .5,   1,     2.5,  5,   10};
static const double body_bounds[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
#define LENGTH(a) ((int)(sizeof(a) / sizeof(a)[0]))

static void add_metrics(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}
static uint64_t get_metrics(const _Atomic uint64_t *counter)
{
    return atomic_load_explicit((_Atomic uint64_t *)counter, memory_order_relaxed);
}

/* Adds a value to a histogram. Returns its bucket. */
static int observe(histogram *h, const double *bounds, int bound_count, double value)
{
    int i = 0;

    PD_ASSERT(bound_count <= BUCKETS_MAX);
    while (i < bound_count && value > bounds[i]) i++;
    add_metrics(&h->buckets[i], 1);
    add_metrics(&h->count, 1);
    add_metrics(&h->sum, (uint64_t)(value * 1e6));

    return i;
}

pd_srv_metrics *pd_srv_metrics_new(void)
{
    pd_srv_metrics *metrics = calloc(1, sizeof *metrics);
    if (!metrics) return NULL;
    metrics->started_us = pd_srv_now_us();
    pthread_mutex_init(&metrics->lock, NULL);
    return metrics;
}

void pd_srv_metrics_free(pd_srv_metrics *metrics)
{
    if (metrics) pthread_mutex_destroy(&metrics->lock);
    free(metrics);
}

/* Finds or claims the row of a route, by open addressing on the address of its name. A row that was claimed
 * is never freed. */
static route_row *find_row(pd_srv_metrics *metrics, const char *route)
{
    size_t at = (size_t)((uintptr_t)route >> 3) % ROUTES;

    for (int i = 0; i < ROUTES; i++) {
        route_row *row = &metrics->routes[(at + (size_t)i) % ROUTES];
        const char *there = atomic_load_explicit(&row->route, memory_order_acquire);
        if (there == route) return row;
        if (!there && atomic_compare_exchange_strong(&row->route, &there, route)) return row;
        if (there == route) return row;
    }

    return &metrics->routes[at];
}

void pd_srv_metrics_request(pd_srv_metrics *metrics, const char *route, int status, int64_t took_us,
                            size_t in_bytes, size_t out_bytes, const pd_srv_trace_context *trace)
{
    route_row *row = find_row(metrics, route ? route : "none");
    int code = 0; /* the last one: other */
    while (code < CODES - 1 && code_list[code] != status) code++;
    add_metrics(&row->codes[code], 1);
    const int bucket = observe(&row->seconds, time_bounds, LENGTH(time_bounds), (double)took_us * 1e-6);
    if (trace && trace->is_sampled) {
        struct timespec wall;
        clock_gettime(CLOCK_REALTIME, &wall);
        pthread_mutex_lock(&metrics->lock);
        exemplar *e = &row->exemplars[bucket];
        memcpy(e->trace, trace->trace, sizeof e->trace);
        e->value = (double)took_us * 1e-6;
        e->wall_s = (double)wall.tv_sec + (double)wall.tv_nsec * 1e-9;
        pthread_mutex_unlock(&metrics->lock);
    }

    add_metrics(&metrics->in_bytes, in_bytes);
    add_metrics(&metrics->out_bytes, out_bytes);
}

void pd_srv_metrics_cost(pd_srv_metrics *metrics, int work, double estimated_ms, double measured_ms)
{
    if (work < 0 || work >= WORKS) return;
    add_metrics(&metrics->estimated_us[work], (uint64_t)(1e3 * estimated_ms));
    add_metrics(&metrics->measured_us[work], (uint64_t)(1e3 * measured_ms));
}

void pd_srv_metrics_waited(pd_srv_metrics *metrics, int64_t us)
{
    observe(&metrics->queue_seconds, time_bounds, LENGTH(time_bounds), (double)us * 1e-6);
}

void pd_srv_metrics_batch(pd_srv_metrics *metrics, int work, int jobs, int weight, int64_t took_us)
{
    (void)jobs;
    if (work >= 0 && work < WORKS) add_metrics(&metrics->work_items[work], (uint64_t)weight);
    observe(&metrics->batch_seconds, time_bounds, LENGTH(time_bounds), (double)took_us * 1e-6);
    observe(&metrics->batch_bodies, body_bounds, LENGTH(body_bounds), weight);
}

void pd_srv_metrics_count(pd_srv_metrics *metrics, pd_srv_counter counter)
{
    PD_ASSERT(counter < PD_SRV_COUNTER_COUNT);
    add_metrics(&metrics->counters[counter], 1);
}

uint64_t pd_srv_metrics_counted(const pd_srv_metrics *metrics, pd_srv_counter counter)
{
    return get_metrics(&metrics->counters[counter]);
}

void pd_srv_metrics_head(pd_buffer *out, const char *name, const char *type, const char *help)
{
    pd_buffer_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void pd_srv_metrics_gauge(pd_buffer *out, const char *name, const char *help, double value)
{
    pd_srv_metrics_head(out, name, "gauge", help);
    pd_buffer_printf(out, "%s %.9g\n", name, value);
}

void pd_srv_metrics_counter(pd_buffer *out, const char *name, const char *help, uint64_t value)
{
    pd_srv_metrics_head(out, name, "counter", help);
    pd_buffer_printf(out, "%s %llu\n", name, (unsigned long long)value);
}

/* Ends the line of a bucket, with its exemplar where it has one. */
static void end_bucket(pd_buffer *out, const exemplar *e)
{
    if (e && e->wall_s > 0) {
        char id[33];
        pd_srv_trace_context c = {0};
        memcpy(c.trace, e->trace, sizeof c.trace);
        pd_srv_trace_id(id, &c);
        pd_buffer_printf(out, " # {trace_id=\"%s\"} %.6f %.3f", id, e->value, e->wall_s);
    }

    pd_buffer_text(out, "\n");
}

/* Writes a histogram. labels is "" or `route="...",` with its comma;
 * exemplars (bound_count + 1) may be NULL. */
static void write_histogram(pd_buffer *out, const char *name, const char *labels, const histogram *h,
                            const double *bounds, int bound_count, const exemplar *exemplars)
{
    uint64_t below = 0;
    int label_size = (int)strlen(labels);

    for (int i = 0; i < bound_count; i++) {
        below += get_metrics(&h->buckets[i]);
        pd_buffer_printf(out, "%s_bucket{%sle=\"%g\"} %llu", name, labels, bounds[i],
                         (unsigned long long)below);
        end_bucket(out, exemplars ? &exemplars[i] : NULL);
    }

    /* Sum and count. Labels lose the comma that the buckets needed. */
    below += get_metrics(&h->buckets[bound_count]);
    pd_buffer_printf(out, "%s_bucket{%sle=\"+Inf\"} %llu", name, labels, (unsigned long long)below);
    end_bucket(out, exemplars ? &exemplars[bound_count] : NULL);
    const char *open = label_size ? "{" : "";
    const char *close = label_size ? "}" : "";
    if (label_size) label_size--;
    pd_buffer_printf(out, "%s_sum%s%.*s%s %.6f\n", name, open, label_size, labels, close,
                     (double)get_metrics(&h->sum) * 1e-6);
    pd_buffer_printf(out, "%s_count%s%.*s%s %llu\n", name, open, label_size, labels, close,
                     (unsigned long long)below);
}

/* Writes the requests of each route by status, and their duration. */
static void write_routes(pd_srv_metrics *metrics, pd_buffer *out)
{
    const char *route;

    pd_srv_metrics_head(out, "posed_requests_total", "counter",
                        "Requests answered, by route and status code.");
    for (int i = 0; i < ROUTES; i++) {
        if (!(route = atomic_load(&metrics->routes[i].route))) continue;
        for (int k = 0; k < CODES; k++) {
            uint64_t n = get_metrics(&metrics->routes[i].codes[k]);
            if (!n) continue;
            char code[16] = "other";
            if (k < CODES - 1) snprintf(code, sizeof code, "%d", code_list[k]);
            pd_buffer_printf(out, "posed_requests_total{route=\"%s\",code=\"%s\"} %llu\n", route, code,
                             (unsigned long long)n);
        }
    }

    pd_srv_metrics_head(
        out, "posed_request_seconds", "histogram",
        "Time of a request, from the end of its headers to the last byte of the reply given to the socket.");
    for (int i = 0; i < ROUTES; i++) {
        char labels[160];
        if (!(route = atomic_load(&metrics->routes[i].route))) continue;
        snprintf(labels, sizeof labels, "route=\"%s\",", route);
        pthread_mutex_lock(&metrics->lock);
        write_histogram(out, "posed_request_seconds", labels, &metrics->routes[i].seconds, time_bounds,
                        LENGTH(time_bounds), metrics->routes[i].exemplars);
        pthread_mutex_unlock(&metrics->lock);
    }
}

/* Writes the amount and the cost of computed work. */
static void write_work(pd_srv_metrics *metrics, pd_buffer *out)
{
    pd_srv_metrics_counter(out, "posed_meshes_total", "Bodies computed.",
                           get_metrics(&metrics->work_items[PD_API_MESH]));
    pd_srv_metrics_counter(out, "posed_ik_problems_total", "IK problems solved.",
                           get_metrics(&metrics->work_items[PD_API_IK]));
    pd_srv_metrics_counter(out, "posed_fits_total", "Bodies and takes fitted.",
                           get_metrics(&metrics->work_items[PD_API_FIT]));
    pd_srv_metrics_counter(out, "posed_rollout_seconds_total", "Seconds of motion in roll-outs, rounded up.",
                           get_metrics(&metrics->work_items[PD_API_MOTION]));

    /* Estimated and measured processor time, which should agree. */
    const struct {
        const char *name, *help;
        const _Atomic uint64_t *us;
    } costs[] = {
        {"posed_cost_estimated_seconds_total", "Processor time of requests as estimated at admission.",
         metrics->estimated_us},
        {"posed_cost_measured_seconds_total", "Processor time of requests as measured on the workers.",
         metrics->measured_us},
    };
    static const char *const names[] = {
        [PD_API_MESH] = "mesh", [PD_API_IK] = "ik", [PD_API_FIT] = "fit", [PD_API_MOTION] = "motion"};
    for (int c = 0; c < LENGTH(costs); c++) {
        pd_srv_metrics_head(out, costs[c].name, "counter", costs[c].help);
        for (int w = 0; w < LENGTH(names); w++)
            if (names[w])
                pd_buffer_printf(out, "%s{work=\"%s\"} %.6f\n", costs[c].name, names[w],
                                 1e-6 * (double)get_metrics(&costs[c].us[w]));
    }

    /* Histograms of waiting times and batches. */
    pd_srv_metrics_head(out, "posed_queue_wait_seconds", "histogram", "Time that jobs waited for a worker.");
    write_histogram(out, "posed_queue_wait_seconds", "", &metrics->queue_seconds, time_bounds,
                    LENGTH(time_bounds), NULL);
    pd_srv_metrics_head(out, "posed_batch_seconds", "histogram", "Time to compute a batch, with encoding.");
    write_histogram(out, "posed_batch_seconds", "", &metrics->batch_seconds, time_bounds, LENGTH(time_bounds),
                    NULL);
    pd_srv_metrics_head(out, "posed_batch_bodies", "histogram", "Bodies or problems in a batch.");
    write_histogram(out, "posed_batch_bodies", "", &metrics->batch_bodies, body_bounds, LENGTH(body_bounds),
                    NULL);
}

void pd_srv_metrics_write(pd_srv_metrics *metrics, pd_buffer *out)
{
    write_routes(metrics, out);
    write_work(metrics, out);
    pd_srv_metrics_counter(out, "posed_received_bytes_total", "Bytes of request bodies.",
                           get_metrics(&metrics->in_bytes));
    pd_srv_metrics_counter(out, "posed_sent_bytes_total", "Bytes of reply bodies.",
                           get_metrics(&metrics->out_bytes));
#define PD_SRV_COUNTER_WRITE(field, name, help)                                                              \
    pd_srv_metrics_counter(out, name, help, get_metrics(&metrics->counters[PD_SRV_COUNT_##field]));
    PD_SRV_COUNTERS(PD_SRV_COUNTER_WRITE)
#undef PD_SRV_COUNTER_WRITE

    pd_srv_process_write(out);
    pd_srv_metrics_gauge(out, "posed_uptime_seconds", "Time since the start.",
                         (double)(pd_srv_now_us() - metrics->started_us) * 1e-6);
}
