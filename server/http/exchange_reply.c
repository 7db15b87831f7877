#include "server/http/exchange_parts.h"

#include "api/http/condition.h"
#include "api/http/problem.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/exchange.h"
#include "server/http/refusal.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define PART_BYTES       (256u << 10) /* bytes of a reply that are sent at a time, which takes 0.1 ms */
#define REPLY_RATE_FLOOR 1024         /* bytes a second, used when limits.reply_min_rate is 0 */
/* Status in log and metrics when the client had gone before its answer, as in nginx. */
#define STATUS_GONE      499

/* Returns when a reply of that size must have been read at the slowest allowed rate,
 * plus the idle timeout. */
static int64_t reply_deadline(const pd_srv_exchange *ex, size_t size)
{
    const pd_cfg *cfg = &ex->settings->cfg;
    size_t rate = cfg->limits_reply_min_rate ? cfg->limits_reply_min_rate : REPLY_RATE_FLOOR;
    return pd_srv_now_us() + pd_srv_seconds_us(cfg->limits_idle_timeout) +
           (int64_t)(size / rate) * PD_SRV_SECOND;
}

/* Copies the next bytes of a complete body. Content reader of libmicrohttpd. */
static ssize_t next_of_body(void *cls, uint64_t from, char *out, size_t most)
{
    const pd_buffer *body = cls;
    size_t left = body->size - (size_t)from;
    size_t size = left < most ? left : most;

    if (!size) return MHD_CONTENT_READER_END_OF_STREAM;
    memcpy(out, body->data + from, size);
    return (ssize_t)size;
}

/* Ends a response without a body. Content reader of libmicrohttpd. */
static ssize_t next_of_nothing(void *cls, uint64_t from, char *out, size_t most)
{
    (void)cls;
    (void)from;
    (void)out;
    (void)most;
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

/* Copies the next bytes of a reply in parts. When a part has been sent and another follows, suspends the
 * connection until a worker has made it. */
static ssize_t next_of_parts(void *cls, uint64_t from, char *out, size_t most)
{
    pd_srv_exchange *ex = cls;
    const pd_buffer *body = &pd_api_call_reply(ex->call)->body;
    (void)from;

    /* At the start of a part, set the deadline by its size. */
    if (pd_api_call_rest(ex->call) == PD_API_REST_LOST) return MHD_CONTENT_READER_END_WITH_ERROR;
    if (ex->connection && ex->part_sent == 0 &&
        !pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, reply_deadline(ex, body->size)))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    PD_ASSERT(ex->state == PD_SRV_EXCHANGE_SENDING && ex->part_sent <= body->size);

    /* Send what is left of the part. */
    const size_t left = body->size - ex->part_sent;
    const size_t size = left < most ? left : most;
    if (size) {
        memcpy(out, body->data + ex->part_sent, size);
        ex->part_sent += size;
        ex->sent += size;
        return (ssize_t)size;
    }

    /* The part is sent: end the reply, or let a worker compute the next part. */
    if (pd_api_call_rest(ex->call) == PD_API_REST_NONE) return MHD_CONTENT_READER_END_OF_STREAM;
    if (ex->connection && !pd_srv_connection_enter(ex->connection, PD_SRV_WORK, INT64_MAX))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    MHD_suspend_connection(ex->mhd);
    pd_srv_exchange_submit_part(ex);

    return 0;
}

/* Makes the response of a 304. bytes: length of the body that a 200 would have; 0: not known.
 *
 * libmicrohttpd 0.9.75 adds Content-Length to every 304, and the value must be that of the 200 (RFC 9110,
 * 8.6). The response therefore claims that length, and libmicrohttpd never asks for its bytes. When the
 * length is not known, the field must be absent; libmicrohttpd leaves it out only of a response that ends
 * its connection. */
static struct MHD_Response *not_modified_response(size_t bytes)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(bytes ? bytes : MHD_SIZE_UNKNOWN, 1, next_of_nothing, NULL, NULL);
    if (response && !bytes) MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
    return response;
}

enum MHD_Result pd_srv_exchange_answer(pd_srv_exchange *ex, pd_api_reply *reply)
{
    /* A body that could not be allocated becomes a 503. */
    if (reply->body.failed) {
        pd_buffer_deinit(&reply->body);
        pd_api_problem(reply, 503, NULL, NULL, "out of memory");
    }

    PD_ASSERT(reply->status >= 200 && reply->status < 600);
    const bool in_parts = !ex->own && pd_api_call_rest(ex->call) == PD_API_REST_MORE;

    /* Store the length of each 200 with an ETag for its 304, then cut out the requested range. */
    const bool is_get = !strcmp(ex->method, "GET");
    const char *etag = pd_api_header_get(reply, "ETag");
    if (etag && !in_parts && reply->status == 200) {
        pd_srv_not_modified_keep_length(ex->deps->not_modified, etag, reply->body.size);
        pd_api_range_apply(reply, is_get ? ex->in.range : NULL, ex->in.if_range);
        if (reply->status == 416) pd_api_problem_request_id(reply, ex->context.request_id);
    }

    /* Send long bodies in parts, so that the thread can serve its other connections in between. A send()
     * of a whole buffer goes on while its reader keeps up:
     * 170 MB over the loopback block the thread for 0.2 s. */
    pd_buffer *body = &reply->body;
    struct MHD_Response *response;
    if (reply->status == 304)
        response = not_modified_response(etag ? pd_srv_not_modified_length(ex->deps->not_modified, etag) : 0);
    else if (in_parts)
        response = MHD_create_response_from_callback(
            reply->total_bytes ? reply->total_bytes : MHD_SIZE_UNKNOWN, PART_BYTES, next_of_parts, ex, NULL);
    else if (body->size > PART_BYTES)
        response = MHD_create_response_from_callback(body->size, PART_BYTES, next_of_body, body, NULL);
    else
        response = MHD_create_response_from_buffer(body->size, body->data, MHD_RESPMEM_PERSISTENT);

    /* Count libmicrohttpd's buffer for a part of the reply. */
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_SENDING);
    if ((in_parts || reply->body.size > PART_BYTES) && ex->deps->host->memory_take) {
        ex->part_held = PART_BYTES;
        ex->deps->host->memory_add(ex->deps->host->ctx, PD_API_MEMORY_CALLS, ex->part_held);
    }

    if (!response) return MHD_NO;
    ex->status = reply->status;
    ex->sent = in_parts ? 0 : reply->body.size;

    /* Header fields. */
    pd_srv_reply_fields(reply, &ex->settings->cfg, &ex->context);
    if (reply->content_type) MHD_add_response_header(response, "Content-Type", reply->content_type);
    for (int i = 0; i < reply->header_count; i++)
        MHD_add_response_header(response, reply->headers[i].name, reply->headers[i].value);
    if (reply->may_be_framed) {
        /* Add a second Content-Security-Policy; browsers apply both. */
        pd_buffer ancestors = {0};
        pd_srv_frame_ancestors(&ancestors, &ex->settings->cfg);
        pd_buffer_add(&ancestors, "", 1);
        if (!ancestors.failed)
            MHD_add_response_header(response, "Content-Security-Policy", (const char *)ancestors.data);
        pd_buffer_deinit(&ancestors);
    }

    if (ex->deps->tracer) {
        char trace[PD_SRV_TRACE_TEXT];
        pd_srv_trace_write(trace, &ex->trace);
        MHD_add_response_header(response, "traceresponse", trace);
        ex->answered_us = pd_srv_now_us();
    }

    if (atomic_load_explicit(ex->deps->draining, memory_order_relaxed) || ex->in.upgrade)
        MHD_add_response_header(response, "Connection", "close");

    /* Send, unless the watcher has closed the connection meanwhile. */
    enum MHD_Result queued = MHD_NO;
    if (ex->connection)
        atomic_store_explicit(&ex->connection->reply_rate, ex->settings->cfg.limits_reply_min_rate,
                              memory_order_relaxed);
    if (!ex->connection ||
        pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, reply_deadline(ex, reply->body.size)))
        queued = MHD_queue_response(ex->mhd, (unsigned)reply->status, response);
    MHD_destroy_response(response);

    return queued;
}

enum MHD_Result pd_srv_exchange_answer_made(pd_srv_exchange *ex)
{
    const pd_cancel_reason why = pd_cancel_why(pd_srv_exchange_cancel(ex));

    if (why) pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_cancelled);
    if (why == PD_CANCEL_GONE) {
        pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_GONE);
        ex->status = STATUS_GONE;
        return MHD_NO;
    }

    /* Without reply and call the body was not decoded: the server is stopping, or memory ran out. */
    if (!ex->own && !ex->call) {
        int stopping = atomic_load_explicit(ex->deps->draining, memory_order_relaxed);
        pd_srv_exchange_refuse(ex, 503, stopping ? "the server is stopping" : "out of memory");
        if (!ex->own) return MHD_NO;
    }

    return pd_srv_exchange_answer(ex, ex->own ? ex->own : pd_api_call_reply(ex->call));
}
