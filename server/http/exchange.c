#include "server/http/exchange.h"

#include "api/http/fields.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/exchange_parts.h"
#include "server/http/forwarded.h"
#include "server/http/refusal.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The buffer of a longer reply is freed by another thread; freeing this much takes 0.1 ms. */
#define FREE_HERE_BYTES (1u << 20)

/* Bit of a state in a set of states. */
#define STATE(name) (1u << PD_SRV_EXCHANGE_##name)

/* What an exchange must be when it enters a state. */
typedef struct entry {
    unsigned from;                                 /* set of the states that it may come from */
    enum { ANY, NEITHER, CALL_ALONE, EITHER } has; /* which of `own` and `call` are set */
} entry;

static const entry entries[PD_SRV_EXCHANGE_STATES] = {
    [PD_SRV_EXCHANGE_OPENED] = {0, NEITHER}, /* the first state */
    [PD_SRV_EXCHANGE_BODY] = {STATE(OPENED), NEITHER},
    [PD_SRV_EXCHANGE_DECODING] = {STATE(BODY), NEITHER},
    [PD_SRV_EXCHANGE_COMPUTING] = {STATE(BODY) | STATE(DECODING), CALL_ALONE},
    [PD_SRV_EXCHANGE_READY] = {STATE(DECODING) | STATE(COMPUTING), ANY},
    [PD_SRV_EXCHANGE_SENDING] = {STATE(BODY) | STATE(READY) | STATE(MAKING_PART), EITHER},
    [PD_SRV_EXCHANGE_MAKING_PART] = {STATE(SENDING), CALL_ALONE},
    [PD_SRV_EXCHANGE_DROPPED] = {STATE(BODY), ANY},
    [PD_SRV_EXCHANGE_GONE] = {STATE(BODY) | STATE(READY), ANY},
};

void pd_srv_exchange_enter(pd_srv_exchange *ex, pd_srv_exchange_state next)
{
    PD_ASSERT(next < PD_SRV_EXCHANGE_STATES && entries[next].from & 1u << ex->state);
    PD_ASSERT(entries[next].has != NEITHER || (!ex->own && !ex->call));
    PD_ASSERT(entries[next].has != CALL_ALONE || (!ex->own && ex->call));
    PD_ASSERT(entries[next].has != EITHER || ex->own || ex->call);
    PD_ASSERT(!ex->kept || ex->own);
    ex->state = next;
}

/* Returns whether a worker has the exchange. */
static bool is_suspended(const pd_srv_exchange *ex)
{
    return (1u << ex->state & (STATE(DECODING) | STATE(COMPUTING) | STATE(MAKING_PART))) != 0;
}

int64_t pd_srv_exchange_head_deadline(const pd_srv_http_deps *deps)
{
    return pd_srv_now_us() + pd_srv_seconds_us(pd_srv_settings_now(deps->config)->cfg.limits_head_timeout);
}

void *pd_srv_exchange_open(void *cls, const char *uri, struct MHD_Connection *mhd)
{
    const pd_srv_http_deps *deps = cls;
    size_t size = strlen(uri) + 1;
    pd_srv_exchange *ex = malloc(sizeof *ex + size + 1);

    if (!ex) return NULL;
    memset(ex, 0, sizeof *ex);
    memcpy(ex->target, uri, size);

    /* "/path?query", "http://host:80/path?query" (RFC 9112 3.2.2: every server must accept it) or "*". One
     * byte behind it is spare. */
    ex->path = ex->target;
    char *scheme = *ex->target != '/' && *ex->target != '*' ? strstr(ex->target, "://") : NULL;
    if (scheme) {
        ex->authority = scheme + 3;
        ex->path = ex->authority + strcspn(ex->authority, "/?");
        if (*ex->path != '/') { /* an empty path means "/" */
            memmove(ex->path + 1, ex->path, strlen(ex->path) + 1);
            *ex->path = '/';
        }

        memmove(ex->authority - 1, ex->authority, (size_t)(ex->path - ex->authority));
        ex->authority--;
        ex->path[-1] = 0;
    }

    ex->query = strchr(ex->path, '?');
    if (ex->query) *ex->query++ = 0;
    pd_api_path_normalize(ex->path);

    ex->deps = deps;
    ex->settings = pd_srv_settings_hold(deps->config);
    ex->mhd = mhd;
    ex->start_us = pd_srv_now_us();
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    ex->connection = info ? info->socket_context : NULL;
    const struct sockaddr_storage *peer =
        ex->connection ? &ex->connection->peer : &(struct sockaddr_storage){0};
    pd_srv_forwarded_begin(&ex->in.forwarded, ex->settings, (const struct sockaddr *)peer);
    if (ex->connection)
        pd_srv_connection_enter(ex->connection, PD_SRV_HEAD,
                                ex->start_us + pd_srv_seconds_us(ex->settings->cfg.limits_head_timeout));

    return ex;
}

enum MHD_Result pd_srv_exchange_access(void *cls, struct MHD_Connection *mhd, const char *url,
                                       const char *method, const char *version, const char *upload,
                                       size_t *upload_size, void **context)
{
    pd_srv_exchange *ex = *context;
    (void)cls;
    (void)mhd;
    (void)url;

    if (!ex) return MHD_NO;
    switch (ex->state) {
    case PD_SRV_EXCHANGE_OPENED: return pd_srv_exchange_begin(ex, method, version);
    case PD_SRV_EXCHANGE_BODY:
        return *upload_size ? pd_srv_exchange_collect(ex, upload, upload_size) : pd_srv_exchange_finish(ex);
    case PD_SRV_EXCHANGE_READY: return pd_srv_exchange_answer_made(ex);
    case PD_SRV_EXCHANGE_DECODING:
    case PD_SRV_EXCHANGE_COMPUTING:
    case PD_SRV_EXCHANGE_SENDING:
    case PD_SRV_EXCHANGE_MAKING_PART:
    case PD_SRV_EXCHANGE_DROPPED:
    case PD_SRV_EXCHANGE_GONE:
    case PD_SRV_EXCHANGE_STATES: break;
    }

    return MHD_NO;
}

static void release_exchange(void *item)
{
    pd_srv_exchange *ex = item;

    if (ex->call) pd_api_call_release(ex->call);
    if (ex->own && !ex->kept) pd_buffer_deinit(&ex->own->body);
    pd_srv_kept_reply_release(ex->kept);
    free(ex->own);
    for (int i = 0; i < PD_SRV_LISTS_MAX; i++) free(ex->in.joined[i]);
    free(ex);
}

void pd_srv_exchange_completed(void *cls, struct MHD_Connection *mhd, void **context,
                               enum MHD_RequestTerminationCode code)
{
    const pd_srv_http_deps *deps = cls;
    pd_srv_exchange *ex = *context;
    (void)mhd;

    if (!ex) return;
    PD_ASSERT(!is_suspended(ex)); /* libmicrohttpd ends no suspended connection */

    /* Write metrics and log, and return the memory that was counted for this exchange. */
    pd_srv_exchange_note(ex, code != MHD_REQUEST_TERMINATED_COMPLETED_OK);
    pd_srv_exchange_drop_body(ex);
    if (ex->part_held) ex->deps->host->memory_give(ex->deps->host->ctx, PD_API_MEMORY_CALLS, ex->part_held);

    /* The connection is idle until its next request. */
    if (ex->connection)
        pd_srv_connection_enter(
            ex->connection, PD_SRV_IDLE,
            pd_srv_now_us() + pd_srv_seconds_us(pd_srv_settings_now(deps->config)->cfg.limits_idle_timeout));
    pd_srv_settings_let_go(ex->settings);

    /* Keep the reply's buffer for later replies. */
    *context = NULL;
    if (ex->call) pd_srv_buffer_cache_keep(deps->replies, &pd_api_call_reply(ex->call)->body);

    /* Freeing a large ground, or a reply of many MB, takes the kernel milliseconds: another thread does. */
    if (ex->call && (pd_srv_job_class(&ex->job) > PD_SRV_LIGHT ||
                     pd_api_call_reply(ex->call)->body.capacity > FREE_HERE_BYTES))
        pd_srv_reclaim_give(deps->reclaim, release_exchange, ex);
    else
        release_exchange(ex);
}

uint64_t pd_srv_exchange_client(const pd_srv_exchange *ex)
{
    return pd_srv_identity_client(&ex->who, ex->client);
}

pd_cancel *pd_srv_exchange_cancel(pd_srv_exchange *ex)
{
    return ex->connection ? &ex->connection->cancel : &ex->cancel;
}

void pd_srv_exchange_refuse(pd_srv_exchange *ex, int status, const char *detail)
{
    if (!ex->own) ex->own = calloc(1, sizeof *ex->own);
    if (!ex->own) return;
    pd_srv_refusal(ex->own, status, detail, 0, &ex->context);
}

void pd_srv_exchange_add_header(pd_api_reply *reply, const char *name, const char *value)
{
    if (!reply || reply->header_count == PD_API_HEADERS_MAX) return;
    pd_api_header *header = &reply->headers[reply->header_count++];
    header->name = name;
    snprintf(header->value, sizeof header->value, "%s", value);
}

void pd_srv_exchange_add_retry(pd_api_reply *reply, int seconds)
{
    char text[16];
    snprintf(text, sizeof text, "%d", seconds);
    pd_srv_exchange_add_header(reply, "Retry-After", text);
}
