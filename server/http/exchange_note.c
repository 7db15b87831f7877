#include "server/http/exchange_parts.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/forwarded.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Returns the client's address as text, "" if none is known. */
static const char *address_of(const pd_srv_exchange *ex, char text[64])
{
    pd_srv_http_address_text((const struct sockaddr *)&ex->in.forwarded.client, text, 64);
    return text;
}

/* Ends the span of a sampled request, with a child for each step: waiting for a worker, the work, in it
 * the encoding, and sending the reply. */
static void note_trace(const pd_srv_exchange *ex, int64_t took_us)
{
    pd_srv_tracer *tracer = ex->deps->tracer;
    const int64_t end_us = ex->start_us + took_us;
    pd_srv_span span = {.context = ex->trace,
                        .kind = PD_SRV_SPAN_SERVER,
                        .begin_us = ex->start_us,
                        .end_us = end_us,
                        .is_error = ex->status >= 500};

    memcpy(span.parent, ex->parent.span, sizeof span.parent);

    /* A route is called "GET /v1/models". */
    const char *path = ex->match.route ? strchr(ex->match.route, ' ') : NULL;
    snprintf(span.name, sizeof span.name, "%s", ex->match.route ? ex->match.route : ex->method);
    pd_srv_span_text(&span, "http.request.method", ex->method);
    pd_srv_span_text(&span, "http.route", path ? path + 1 : NULL);
    pd_srv_span_text(&span, "url.path", ex->path);
    pd_srv_span_number(&span, "http.response.status_code", ex->status);
    pd_srv_span_text(&span, "posed.request_id", ex->context.request_id);
    pd_srv_span_number(&span, "http.response.body.size", (int64_t)ex->sent);

    /* Steps of a job; one that never reached a worker has none. */
    if (ex->job.begun_us) {
        double encode_begin_s, encode_end_s;
        pd_srv_trace_child(tracer, &ex->trace, "queue", ex->job.queued_us, ex->job.begun_us);
        pd_srv_trace_child(tracer, &ex->trace, "compute", ex->job.begun_us,
                           ex->job.ended_us ? ex->job.ended_us : end_us);
        if (ex->call && pd_api_call_encoding(ex->call, &encode_begin_s, &encode_end_s))
            pd_srv_trace_child(tracer, &ex->trace, "encode", pd_srv_seconds_us(encode_begin_s),
                               pd_srv_seconds_us(encode_end_s));
    }

    if (ex->answered_us) pd_srv_trace_child(tracer, &ex->trace, "send", ex->answered_us, end_us);
    pd_srv_trace_end(tracer, &span);
}

void pd_srv_exchange_note(pd_srv_exchange *ex, bool aborted)
{
    const pd_srv_http_deps *deps = ex->deps;
    int64_t took = pd_srv_now_us() - ex->start_us;

    if (ex->state == PD_SRV_EXCHANGE_BODY && ex->connection &&
        atomic_load(&ex->connection->phase) == PD_SRV_EXPIRED) {
        pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_DROPPED);
        ex->status = ex->connection->framing.status ? ex->connection->framing.status
                                                    : 408; /* answered on the socket */
    }

    /* Count the request; a dropped one was ended by the server and is not counted as aborted. */
    if (ex->status)
        pd_srv_metrics_request(deps->metrics, ex->match.route, ex->status, took, ex->received, ex->sent,
                               &ex->trace);
    if (ex->trace.is_sampled) note_trace(ex, took);
    if (aborted && ex->state != PD_SRV_EXCHANGE_DROPPED)
        pd_srv_metrics_count(deps->metrics, PD_SRV_COUNT_aborted);

    /* The audit line says who changed something or was refused. It does not depend on log.access. */
    if (!pd_srv_log_writes(deps->log, PD_SRV_INFO)) return;
    char address[64], trace[33];
    const bool refused = ex->status == 401 || ex->status == 403 || ex->status == 421;
    const bool changes =
        ex->match.scope == PD_API_ADMIN || !strcmp(ex->method, "PUT") || !strcmp(ex->method, "DELETE");
    if (refused || changes)
        pd_srv_log_write(deps->log, PD_SRV_INFO, "audit",
                         "what=%s client=%s key=%s method=%s path=%s status=%d id=%s",
                         refused ? "request refused" : "request that changes something",
                         *address_of(ex, address) ? address : NULL, ex->who.name[0] ? ex->who.name : NULL,
                         ex->method, ex->path, ex->status, ex->context.request_id);

    if (!ex->settings->cfg.log_access) return;
    pd_srv_trace_id(trace, &ex->trace);
    pd_srv_log_write(
        deps->log, PD_SRV_INFO,
        aborted && ex->state != PD_SRV_EXCHANGE_DROPPED ? "request aborted" : "request",
        "id=%s trace=%s client=%s key=%s method=%s path=%s route=%s status=%d in=%zu bytes=%zu ms=%.3f",
        ex->context.request_id, deps->tracer ? trace : NULL, *address_of(ex, address) ? address : NULL,
        ex->who.name[0] ? ex->who.name : NULL, ex->method, ex->path, ex->match.route, ex->status,
        ex->received, ex->sent, (double)took * 1e-3);
}
