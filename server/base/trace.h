#ifndef PD_SERVER_BASE_TRACE_H
#define PD_SERVER_BASE_TRACE_H
/* Distributed tracing: spans of requests and ticks, sent to a collector as OTLP over HTTP in JSON.
 *
 * A span is a named piece of work with a beginning and an end. Spans of one request form a trace, across all
 * programs that pass on its context in the header `traceparent` (W3C Trace Context, level 1):
 *
 *     00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
 *         version, trace id, id of the caller's span, flags (bit 0: sampled)
 *
 * Sampling The caller's decision holds. A request without a valid traceparent begins a trace of its own,
 * which is sampled with probability tracing.ratio. Blocking Nothing waits for the collector: finished spans
 * go into a ring of PD_SRV_TRACE_SPANS, and a thread of its own sends them, at least once a
 *          second. When the ring is full, or the collector does not take a batch within two seconds, spans
 *          are dropped and counted.
 * Cost     Without tracing.endpoint there is no tracer (NULL), no thread and no memory, and every function
 *          here returns at once.
 * Threads  any number may begin and end spans.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_TRACE_SPANS      2048
#define PD_SRV_TRACE_ATTRIBUTES 6
#define PD_SRV_TRACE_TEXT       56 /* bytes of a traceparent, with the terminating zero */
#define PD_SRV_TRACE_NAME       96

/* The context of a span. Zeroed: no trace. */
typedef struct pd_srv_trace_context {
    unsigned char trace[16], span[8];
    bool is_sampled;
} pd_srv_trace_context;

/* Reads the value of a traceparent header. Returns false, with *out zeroed, when it is not valid: wrong
 * lengths, capital letters, version ff, or an id of zeros. A later version is read as far as version 00 goes.
 * text may be NULL. */
bool pd_srv_trace_parse(pd_srv_trace_context *out, const char *text);
/* Writes a context as the value of a traceparent header. */
void pd_srv_trace_write(char out[PD_SRV_TRACE_TEXT], const pd_srv_trace_context *context);
/* Writes the id of the trace: 32 hexadecimal digits. */
void pd_srv_trace_id(char out[33], const pd_srv_trace_context *context);

/* Kinds of spans, with OTLP's numbers. */
typedef enum pd_srv_span_kind { PD_SRV_SPAN_INTERNAL = 1, PD_SRV_SPAN_SERVER = 2 } pd_srv_span_kind;

/* A finished span. */
typedef struct pd_srv_span {
    pd_srv_trace_context context;
    unsigned char parent[8]; /* zeros: the span has no parent        */
    pd_srv_span_kind kind;
    char name[PD_SRV_TRACE_NAME];
    int64_t begin_us, end_us; /* on the server's clock (clock.h)      */
    bool is_error;
    int attribute_count;
    struct {
        const char *key; /* static text, a name of OpenTelemetry's semantic conventions or "posed.*" */
        char text[PD_SRV_TRACE_NAME]; /* "": the value is `number` */
        int64_t number;
    } attributes[PD_SRV_TRACE_ATTRIBUTES];
} pd_srv_span;

/* Add an attribute. A text that is too long is cut;
 * NULL and attributes beyond PD_SRV_TRACE_ATTRIBUTES are left out. */
void pd_srv_span_text(pd_srv_span *span, const char *key, const char *text);
void pd_srv_span_number(pd_srv_span *span, const char *key, int64_t number);

typedef struct pd_srv_tracer pd_srv_tracer;

typedef struct pd_srv_tracer_options {
    const char *endpoint; /* "http://HOST:PORT", to which /v1/traces is added, or with a path of its own */
    double ratio;         /* share of the traces begun here that are sampled, 0 to 1                     */
    const char *version;  /* version of the program, for the resource's attributes */
} pd_srv_tracer_options;

/* Starts the thread that sends. ERR_INVALID for an endpoint that is not http, names no host, or has a port
 * outside 1 to 65535; ERR_MEMORY. */
pd_status pd_srv_tracer_start(pd_srv_tracer **out, const pd_srv_tracer_options *options, pd_error *err);
/* Checks tracing.endpoint as pd_srv_tracer_start does, and starts nothing. */
pd_status pd_srv_tracer_check(const char *endpoint, pd_error *err);
/* Sends what is left, for at most two seconds, and ends the thread. NULL is allowed. */
void pd_srv_tracer_stop(pd_srv_tracer *tracer);

/* Begins a span: a child of `parent` when that is a trace, otherwise a new trace, sampled by the ratio.
 * tracer NULL: *out is zeroed. */
void pd_srv_trace_begin(pd_srv_trace_context *out, pd_srv_tracer *tracer, const pd_srv_trace_context *parent);
/* Begins, names and ends a child span of `parent` at once, for work whose times are known. Nothing happens
 * unless the parent is sampled. */
void pd_srv_trace_child(pd_srv_tracer *tracer, const pd_srv_trace_context *parent, const char *name,
                        int64_t begin_us, int64_t end_us);
/* Takes a finished span into the ring, unless it is not sampled. */
void pd_srv_trace_end(pd_srv_tracer *tracer, const pd_srv_span *span);

/* Appends the spans as the body of an OTLP request (opentelemetry-proto 1.x, ExportTraceServiceRequest in
 * JSON). wall_offset_ns: what the wall clock is ahead of the server's clock. */
void pd_srv_trace_json(pd_buffer *out, const pd_srv_span *spans, int count, const char *version,
                       int64_t wall_offset_ns);
/* Appends the metrics posed_spans_sent_total and posed_spans_dropped_total. tracer NULL: nothing. */
void pd_srv_tracer_metrics(const pd_srv_tracer *tracer, pd_buffer *out);

#endif
