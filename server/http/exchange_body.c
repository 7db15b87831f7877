#include "server/http/exchange_parts.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/exchange.h"
#include "server/http/refusal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#define GRACE_US   PD_SRV_SECOND /* time after which limits.body_min_rate applies to a body */
/* Bytes a second (half a megabit): each received byte extends limits.body_timeout by 1 / LARGE_RATE. */
#define LARGE_RATE 65536.0

bool pd_srv_exchange_hold_body(pd_srv_exchange *ex, size_t bytes)
{
    const pd_api_host *host = ex->deps->host;

    if (!host->memory_take || bytes <= ex->body_held) return true;

    /* Short bodies are counted but never refused. */
    if (bytes <= PD_SRV_FIRST_BODY_BYTES) {
        host->memory_add(host->ctx, PD_API_MEMORY_BODIES, bytes - ex->body_held);
        ex->body_held = bytes;
        return true;
    }

    /* Longer bodies must fit: a negative result means that they never will, 0 that they do not now. */
    const int taken = host->memory_take(host->ctx, PD_API_MEMORY_BODIES, bytes - ex->body_held);
    if (taken > 0) {
        ex->body_held = bytes;
        return true;
    }

    if (taken < 0) {
        pd_srv_exchange_refuse(ex, 413,
                               "the body needs more memory than limits.memory leaves for one request");
        return false;
    }

    pd_srv_exchange_refuse(ex, 503, "too little memory is free for this body now (limits.memory)");
    pd_srv_exchange_add_retry(ex->own, 1);

    return false;
}

void pd_srv_exchange_drop_body(pd_srv_exchange *ex)
{
    pd_srv_buffer_cache_give(ex->deps->bodies, &ex->body);
    if (ex->body_held) ex->deps->host->memory_give(ex->deps->host->ctx, PD_API_MEMORY_BODIES, ex->body_held);
    ex->body_held = 0;
}

enum MHD_Result pd_srv_exchange_refuse_large(pd_srv_exchange *ex)
{
    char detail[128];

    snprintf(detail, sizeof detail,
             "the body has more than %zu bytes; at most %zu allowed (limits.body_bytes)",
             ex->settings->limits.body_bytes, ex->settings->limits.body_bytes);
    pd_srv_exchange_refuse(ex, 413, detail);

    return pd_srv_exchange_refuse_on_socket(ex);
}

int pd_srv_exchange_find_refused(pd_srv_exchange *ex, size_t body_bytes)
{
    pd_srv_job like;
    if (ex->own || body_bytes <= PD_SRV_READ_LIGHT_BYTES || !ex->match.route) return 0;
    const int seconds = pd_srv_refused_find(ex->deps->refused, &like, pd_srv_exchange_client(ex),
                                            ex->match.route, body_bytes, ex->start_us);
    return seconds && pd_srv_workers_admit(ex->deps->workers, &like) != PD_SRV_ADMITTED ? seconds : 0;
}

enum MHD_Result pd_srv_exchange_refuse_early(pd_srv_exchange *ex, int seconds)
{
    static const char detail[] = "too much work still waits for a worker; try again after Retry-After";

    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_refused_early);
    if (ex->expects_continue && !ex->received) {
        pd_srv_exchange_refuse(ex, 503, detail);
        pd_srv_exchange_add_retry(ex->own, seconds);
        return pd_srv_exchange_refuse_on_socket(ex);
    }

    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_DROPPED);
    ex->status = 503;
    if (ex->connection && pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, INT64_MAX))
        pd_srv_connections_refuse_early(ex->deps->connections, dup(ex->connection->fd), detail, seconds,
                                        &ex->context);

    return MHD_NO;
}

enum MHD_Result pd_srv_exchange_refuse_on_socket(pd_srv_exchange *ex)
{
    if (!ex->own) return MHD_NO;

    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_DROPPED);
    ex->status = ex->own->status;
    ex->sent = ex->own->body.size;
    pd_srv_reply_fields(ex->own, &ex->settings->cfg, &ex->context);
    if (ex->connection && pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, INT64_MAX))
        pd_srv_connections_answer(ex->deps->connections, dup(ex->connection->fd), ex->own, &ex->context);

    return MHD_NO;
}

void pd_srv_exchange_enter_body(pd_srv_exchange *ex)
{
    const pd_cfg *cfg = &ex->settings->cfg;
    int64_t deadline = ex->body_start_us + pd_srv_seconds_us(cfg->limits_body_timeout) +
                       pd_srv_seconds_us((double)ex->received / LARGE_RATE);

    /* A sender below the minimum rate is ended earlier, after a grace period. */
    if (cfg->limits_body_min_rate) {
        double earned = (double)ex->received / (double)cfg->limits_body_min_rate;
        int64_t by_rate = ex->body_start_us + GRACE_US + pd_srv_seconds_us(earned);
        if (by_rate < deadline) deadline = by_rate;
    }

    if (ex->connection) pd_srv_connection_enter(ex->connection, PD_SRV_BODY, deadline);
}

enum MHD_Result pd_srv_exchange_collect(pd_srv_exchange *ex, const char *upload, size_t *upload_size)
{
    ex->received += *upload_size;
    if (ex->received > ex->settings->limits.body_bytes) return pd_srv_exchange_refuse_large(ex);

    /* The length of a chunked body becomes known only as it arrives, so the check of begin() is repeated. */
    const int wait = ex->in.content_length ? 0 : pd_srv_exchange_find_refused(ex, ex->received);
    if (wait) return pd_srv_exchange_refuse_early(ex, wait);
    if (!ex->own && !pd_srv_exchange_hold_body(ex, ex->received)) pd_srv_exchange_drop_body(ex);
    if (!ex->own) pd_buffer_add(&ex->body, upload, *upload_size);
    *upload_size = 0;
    pd_srv_exchange_enter_body(ex);

    return MHD_YES;
}
