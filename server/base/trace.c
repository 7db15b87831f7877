#include "server/base/trace.h"

#include "api/http/problem.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/base/metrics.h"
#include "server/base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#define BATCH_SPANS  512
#define SEND_US      PD_SRV_SECOND /* longest time that a span waits to be sent */
/* For the collector to take a batch, and for the last batches at the end. */
#define PATIENCE_US  (2 * PD_SRV_SECOND)
#define DEFAULT_PATH "/v1/traces"

struct pd_srv_tracer {
    char host[256], port[8], path[512];
    char version[32];
    uint64_t threshold; /* a random number below it is sampled; UINT64_MAX: all */
    _Atomic uint64_t random;
    _Atomic uint64_t sent, dropped;

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool is_stopping;
    int first, count; /* oldest span in the ring, and number of spans */
    pd_srv_span spans[PD_SRV_TRACE_SPANS];
    pd_srv_span batch[BATCH_SPANS]; /* used by the thread only */
};

/* ---- traceparent ---- */

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads `count` bytes from 2 `count` hexadecimal digits. Returns false for any other character. */
static bool read_hex(unsigned char *out, const char *text, int count)
{
    for (int i = 0; i < count; i++) {
        const int high = digit_of(text[2 * i]);
        const int low = high < 0 ? -1 : digit_of(text[2 * i + 1]);
        if (low < 0) return false;
        out[i] = (unsigned char)(16 * high + low);
    }

    return true;
}

static bool is_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i]) return false;
    return true;
}

bool pd_srv_trace_parse(pd_srv_trace_context *out, const char *text)
{
    enum { LENGTH = PD_SRV_TRACE_TEXT - 1 };
    pd_srv_trace_context c = {0};
    unsigned char version, flags;

    *out = c;
    if (!text || strnlen(text, LENGTH) < LENGTH) return false;
    if (text[2] != '-' || text[35] != '-' || text[52] != '-') return false;
    if (!read_hex(&version, text, 1) || version == 0xff || !read_hex(c.trace, text + 3, 16) ||
        !read_hex(c.span, text + 36, 8) || !read_hex(&flags, text + 53, 1))
        return false;

    /* Version 00 ends here; a later one may go on behind another dash. */
    if (text[LENGTH] && (version == 0 || text[LENGTH] != '-')) return false;
    if (is_zero(c.trace, sizeof c.trace) || is_zero(c.span, sizeof c.span)) return false;
    c.is_sampled = flags & 1;
    *out = c;

    return true;
}

void pd_srv_trace_id(char out[33], const pd_srv_trace_context *context)
{
    pd_srv_hex_encode(out, context->trace, 16);
}

void pd_srv_trace_write(char out[PD_SRV_TRACE_TEXT], const pd_srv_trace_context *context)
{
    char trace[33], span[17];
    pd_srv_hex_encode(trace, context->trace, 16);
    pd_srv_hex_encode(span, context->span, 8);
    snprintf(out, PD_SRV_TRACE_TEXT, "00-%s-%s-%02x", trace, span, context->is_sampled ? 1u : 0u);
}

/* ---- spans ---- */

void pd_srv_span_text(pd_srv_span *span, const char *key, const char *text)
{
    if (!text || !*text || span->attribute_count == PD_SRV_TRACE_ATTRIBUTES) return;
    const int i = span->attribute_count++;
    span->attributes[i].key = key;
    snprintf(span->attributes[i].text, sizeof span->attributes[i].text, "%s", text);
}

void pd_srv_span_number(pd_srv_span *span, const char *key, int64_t number)
{
    if (span->attribute_count == PD_SRV_TRACE_ATTRIBUTES) return;
    const int i = span->attribute_count++;
    span->attributes[i].key = key;
    span->attributes[i].text[0] = 0;
    span->attributes[i].number = number;
}

/* Returns the next number of a sequence: hashes of a count that begins at a random place. */
static uint64_t next_random(pd_srv_tracer *tracer)
{
    const uint64_t at = atomic_fetch_add_explicit(&tracer->random, 1, memory_order_relaxed);
    return pd_hash64(&at, sizeof at, 0);
}

/* Fills an id, which may not be all zeros. */
static void make_id(unsigned char *out, size_t size, pd_srv_tracer *tracer)
{
    PD_ASSERT(size % sizeof(uint64_t) == 0);
    do
        for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
            const uint64_t r = next_random(tracer);
            memcpy(out + i, &r, sizeof r);
        }
    while (is_zero(out, size));
}

void pd_srv_trace_begin(pd_srv_trace_context *out, pd_srv_tracer *tracer, const pd_srv_trace_context *parent)
{
    *out = (pd_srv_trace_context){0};
    if (!tracer) return;
    if (parent && !is_zero(parent->trace, sizeof parent->trace)) {
        *out = *parent;
    } else {
        make_id(out->trace, sizeof out->trace, tracer);
        out->is_sampled = tracer->threshold == UINT64_MAX || next_random(tracer) < tracer->threshold;
    }

    make_id(out->span, sizeof out->span, tracer);
}

void pd_srv_trace_end(pd_srv_tracer *tracer, const pd_srv_span *span)
{
    if (!tracer || !span->context.is_sampled) return;
    PD_ASSERT(span->attribute_count >= 0 && span->attribute_count <= PD_SRV_TRACE_ATTRIBUTES);

    pthread_mutex_lock(&tracer->lock);
    const bool has_room = tracer->count < PD_SRV_TRACE_SPANS && !tracer->is_stopping;
    if (has_room) tracer->spans[(tracer->first + tracer->count++) % PD_SRV_TRACE_SPANS] = *span;
    if (tracer->count >= BATCH_SPANS) pthread_cond_signal(&tracer->wake);
    pthread_mutex_unlock(&tracer->lock);
    if (!has_room) atomic_fetch_add(&tracer->dropped, 1);
}

void pd_srv_trace_child(pd_srv_tracer *tracer, const pd_srv_trace_context *parent, const char *name,
                        int64_t begin_us, int64_t end_us)
{
    if (!tracer || !parent->is_sampled) return;
    pd_srv_span span = {.kind = PD_SRV_SPAN_INTERNAL, .begin_us = begin_us, .end_us = end_us};
    pd_srv_trace_begin(&span.context, tracer, parent);
    memcpy(span.parent, parent->span, sizeof span.parent);
    snprintf(span.name, sizeof span.name, "%s", name);
    pd_srv_trace_end(tracer, &span);
}

/* ---- OTLP ---- */

static void add_text(pd_buffer *out, const char *key, const char *text)
{
    pd_buffer_printf(out, "{\"key\":\"%s\",\"value\":{\"stringValue\":", key);
    pd_api_json_text(out, text);
    pd_buffer_text(out, "}}");
}

void pd_srv_trace_json(pd_buffer *out, const pd_srv_span *spans, int count, const char *version,
                       int64_t wall_offset_ns)
{
    pd_buffer_text(out, "{\"resourceSpans\":[{\"resource\":{\"attributes\":[");
    add_text(out, "service.name", "posed");
    pd_buffer_text(out, ",");
    add_text(out, "service.version", version);
    pd_buffer_text(out, "]},\"scopeSpans\":[{\"scope\":{\"name\":\"posed\"},\"spans\":[");
    for (int i = 0; i < count; i++) {
        const pd_srv_span *s = &spans[i];
        char trace[33], span[17];
        char parent[17] = "";
        pd_srv_hex_encode(trace, s->context.trace, 16);
        pd_srv_hex_encode(span, s->context.span, 8);
        if (!is_zero(s->parent, sizeof s->parent)) pd_srv_hex_encode(parent, s->parent, 8);

        /* 64-bit numbers are texts in OTLP's JSON, ids are hexadecimal. */
        pd_buffer_printf(
            out, "%s{\"traceId\":\"%s\",\"spanId\":\"%s\",\"parentSpanId\":\"%s\",\"kind\":%d,\"name\":",
            i ? "," : "", trace, span, parent, (int)s->kind);
        pd_api_json_text(out, s->name);
        pd_buffer_printf(out, ",\"startTimeUnixNano\":\"%lld\",\"endTimeUnixNano\":\"%lld\",\"attributes\":[",
                         (long long)(1000 * s->begin_us + wall_offset_ns),
                         (long long)(1000 * s->end_us + wall_offset_ns));
        for (int a = 0; a < s->attribute_count; a++) {
            if (a) pd_buffer_text(out, ",");
            if (s->attributes[a].text[0])
                add_text(out, s->attributes[a].key, s->attributes[a].text);
            else
                pd_buffer_printf(out, "{\"key\":\"%s\",\"value\":{\"intValue\":\"%lld\"}}",
                                 s->attributes[a].key, (long long)s->attributes[a].number);
        }

        pd_buffer_printf(out, "],\"status\":{%s}}", s->is_error ? "\"code\":2" : "");
    }

    pd_buffer_text(out, "]}]}]}");
}

/* ---- the collector ---- */

/* Splits an endpoint into host, port and path. */
static pd_status read_endpoint(pd_srv_tracer *out, const char *endpoint, pd_error *err)
{
    static const char scheme[] = "http://";

    if (strncmp(endpoint, scheme, strlen(scheme)))
        return pd_fail(err, PD_ERR_INVALID, "tracing.endpoint",
                       "\"%.100s\"; http://HOST:PORT expected. To reach a collector that requires TLS, run "
                       "an OpenTelemetry collector on this host",
                       endpoint);

    /* The host is a name, an IPv4 address or an IPv6 address in brackets. */
    const char *host = endpoint + strlen(scheme);
    const bool has_brackets = *host == '[';
    host += has_brackets;
    const size_t length = strcspn(host, has_brackets ? "]/" : ":/");
    if (!length || length >= sizeof out->host || (has_brackets && host[length] != ']'))
        return pd_fail(err, PD_ERR_INVALID, "tracing.endpoint",
                       "\"%.100s\" names no host; http://HOST:PORT expected", endpoint);
    snprintf(out->host, sizeof out->host, "%.*s", (int)length, host);

    /* The port; 4318 is OTLP's own. */
    const char *rest = host + length + has_brackets;
    char *end = (char *)rest;
    long port = 4318;
    if (*rest == ':') port = strtol(rest + 1, &end, 10);
    if (port < 1 || port > 65535 || (*end && *end != '/')) /* "host:" has port 0 */
        return pd_fail(err, PD_ERR_INVALID, "tracing.endpoint",
                       "\"%.100s\" has a wrong port; 1 to 65535 allowed", endpoint);
    snprintf(out->port, sizeof out->port, "%ld", port);

    if (strlen(end) >= sizeof out->path || strpbrk(end, " \t\r\n"))
        return pd_fail(err, PD_ERR_INVALID, "tracing.endpoint",
                       "the path is longer than %zu bytes or has a blank; neither is allowed",
                       sizeof out->path - 1);
    snprintf(out->path, sizeof out->path, "%s", *end && strcmp(end, "/") ? end : DEFAULT_PATH);

    return PD_OK;
}

pd_status pd_srv_tracer_check(const char *endpoint, pd_error *err)
{
    pd_srv_tracer *unused = calloc(1, sizeof *unused);
    if (!unused) return pd_fail(err, PD_ERR_MEMORY, "tracing", "out of memory");
    const pd_status status = read_endpoint(unused, endpoint, err);
    free(unused);
    return status;
}

/* Waits until the socket is ready. Returns false at the deadline. */
static bool wait_for(int fd, short events, int64_t deadline_us)
{
    const int64_t left = deadline_us - pd_srv_now_us();
    struct pollfd p = {.fd = fd, .events = events};
    return left > 0 && poll(&p, 1, (int)(left / 1000) + 1) == 1;
}

static bool send_whole(int fd, const void *bytes, size_t size, int64_t deadline_us)
{
    const char *at = bytes;

    while (size) {
        const ssize_t wrote = send(fd, at, size, MSG_NOSIGNAL);
        if (wrote > 0) {
            at += wrote;
            size -= (size_t)wrote;
        } else if ((errno != EAGAIN && errno != EINTR) || !wait_for(fd, POLLOUT, deadline_us))
            return false;
    }

    return true;
}

static int connect_to(const pd_srv_tracer *tracer, int64_t deadline_us)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;

    if (getaddrinfo(tracer->host, tracer->port, &hints, &found)) return -1;
    int fd = -1;
    for (const struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        int error = 0;
        socklen_t size = sizeof error;
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) &&
            (errno != EINPROGRESS || !wait_for(fd, POLLOUT, deadline_us) ||
             getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) || error)) {
            close(fd);
            fd = -1;
        }
    }

    freeaddrinfo(found);

    return fd;
}

/* Posts a body to the collector. Returns true when it answers with a 2xx. */
static bool post(const pd_srv_tracer *tracer, const pd_buffer *body, int64_t deadline_us)
{
    const int fd = connect_to(tracer, deadline_us);

    if (fd < 0) return false;
    const bool has_colon = strchr(tracer->host, ':') != NULL;
    char head[1024];
    snprintf(head, sizeof head,
             "POST %s HTTP/1.1\r\nHost: %s%s%s:%s\r\nContent-Type: application/json\r\nContent-Length: "
             "%zu\r\nUser-Agent: posed/%s\r\n"
             "Connection: close\r\n\r\n",
             tracer->path, has_colon ? "[" : "", tracer->host, has_colon ? "]" : "", tracer->port, body->size,
             tracer->version);
    bool good = send_whole(fd, head, strlen(head), deadline_us) &&
                send_whole(fd, body->data, body->size, deadline_us);

    /* "HTTP/1.1 200": the status is all that matters. */
    char status[13] = "";
    size_t got = 0;
    while (good && got < sizeof status - 1) {
        const ssize_t n = recv(fd, status + got, sizeof status - 1 - got, 0);
        if (n > 0)
            got += (size_t)n;
        else
            good = n < 0 && (errno == EAGAIN || errno == EINTR) && wait_for(fd, POLLIN, deadline_us);
    }

    close(fd);

    return good && !strncmp(status, "HTTP/1.", 7) && status[9] == '2';
}

/* Returns the difference of the wall clock and the server's clock, nanoseconds. */
static int64_t wall_offset_ns(void)
{
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    return (int64_t)wall.tv_sec * 1000000000 + wall.tv_nsec - 1000 * pd_srv_now_us();
}

static void *send_spans(void *arg)
{
    pd_srv_tracer *tracer = arg;
    pd_buffer body = {0};
    int64_t last_us = INT64_MAX; /* time at which sending ends after the tracer was stopped */

    pthread_mutex_lock(&tracer->lock);
    for (;;) {
        /* Wait for a batch, for a second, or for the end. */
        const int64_t until = pd_srv_now_us() + SEND_US;
        while (!tracer->is_stopping && tracer->count < BATCH_SPANS &&
               !pd_srv_cond_wait_until(&tracer->wake, &tracer->lock, until)) {}
        if (tracer->is_stopping && last_us == INT64_MAX) last_us = pd_srv_now_us() + PATIENCE_US;
        if (tracer->is_stopping && (!tracer->count || pd_srv_now_us() >= last_us)) break;

        const int count = tracer->count < BATCH_SPANS ? tracer->count : BATCH_SPANS;
        for (int i = 0; i < count; i++)
            tracer->batch[i] = tracer->spans[(tracer->first + i) % PD_SRV_TRACE_SPANS];
        tracer->first = (tracer->first + count) % PD_SRV_TRACE_SPANS;
        tracer->count -= count;
        if (!count) continue;

        pthread_mutex_unlock(&tracer->lock);
        const int64_t deadline = pd_srv_now_us() + PATIENCE_US;
        body.size = 0;
        pd_srv_trace_json(&body, tracer->batch, count, tracer->version, wall_offset_ns());
        const bool is_taken = !body.failed && post(tracer, &body, deadline < last_us ? deadline : last_us);
        atomic_fetch_add(is_taken ? &tracer->sent : &tracer->dropped, (uint64_t)count);
        if (body.failed) pd_buffer_deinit(&body);
        pthread_mutex_lock(&tracer->lock);
    }

    pthread_mutex_unlock(&tracer->lock);
    pd_buffer_deinit(&body);

    return NULL;
}

pd_status pd_srv_tracer_start(pd_srv_tracer **out, const pd_srv_tracer_options *options, pd_error *err)
{
    pd_srv_tracer *tracer = calloc(1, sizeof *tracer);

    *out = NULL;
    if (!tracer) return pd_fail(err, PD_ERR_MEMORY, "tracing.endpoint", "out of memory");
    const pd_status status = read_endpoint(tracer, options->endpoint, err);
    if (status != PD_OK) {
        free(tracer);
        return status;
    }

    uint64_t seed = (uint64_t)pd_srv_now_us();
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed ^= (uint64_t)getpid() << 40;
    atomic_init(&tracer->random, seed);
    tracer->threshold =
        options->ratio >= 1 ? UINT64_MAX : (uint64_t)(options->ratio * 18446744073709551616.0);
    snprintf(tracer->version, sizeof tracer->version, "%s", options->version);
    pthread_mutex_init(&tracer->lock, NULL);
    pd_srv_cond_init(&tracer->wake);
    if (pthread_create(&tracer->thread, NULL, send_spans, tracer)) {
        pthread_cond_destroy(&tracer->wake);
        pthread_mutex_destroy(&tracer->lock);
        free(tracer);
        return pd_srv_thread_error(err, "tracing.endpoint", "the thread that sends spans");
    }

    *out = tracer;

    return PD_OK;
}

void pd_srv_tracer_stop(pd_srv_tracer *tracer)
{
    if (!tracer) return;
    pthread_mutex_lock(&tracer->lock);
    tracer->is_stopping = true;
    pthread_cond_signal(&tracer->wake);
    pthread_mutex_unlock(&tracer->lock);
    pthread_join(tracer->thread, NULL);
    pthread_cond_destroy(&tracer->wake);
    pthread_mutex_destroy(&tracer->lock);
    free(tracer);
}

void pd_srv_tracer_metrics(const pd_srv_tracer *tracer, pd_buffer *out)
{
    if (!tracer) return;
    pd_srv_metrics_counter(out, "posed_spans_sent_total", "Spans that the collector of traces has taken.",
                           atomic_load(&tracer->sent));
    pd_srv_metrics_counter(
        out, "posed_spans_dropped_total",
        "Spans that were dropped, because the collector did not take them or too many waited.",
        atomic_load(&tracer->dropped));
}
