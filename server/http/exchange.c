#include "server/http/exchange.h"

#include "api/http/fields.h"
#include "api/http/condition.h"
#include "api/http/problem.h"
#include "core/base/hash.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/forwarded.h"
#include "server/http/framing.h"
#include "server/http/origin.h"
#include "server/http/refusal.h"
#include "server/http/request_id.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define GRACE_US         PD_SRV_SECOND /* time after which limits.body_min_rate applies to a body */
/* Bytes a second (half a megabit): each received byte extends limits.body_timeout by 1 / LARGE_RATE. */
#define LARGE_RATE       65536.0
#define FIRST_BODY_BYTES (64u << 10)
#define PART_BYTES       (256u << 10) /* bytes of a reply that are sent at a time, which takes 0.1 ms */
#define REPLY_RATE_FLOOR 1024         /* bytes a second, used when limits.reply_min_rate is 0 */
#define TREE_RATIO       80 /* largest number of bytes of the JSON tree for a byte of its text: that of "{}," */
/* Status in log and metrics when the client had gone before its answer, as in nginx. */
#define STATUS_GONE      499
/* A longer body is decoded by a worker: JSON takes up to 25 ns a byte, unknown names 500 ns. */
#define READ_HERE_BYTES  (4u << 10)
/* The JSON tree of a shorter body is not counted, so that light requests are decoded even when the memory account is full. */
#define TREE_FREE_BYTES  (16u << 10)
#define READ_LIGHT_BYTES (64u << 10) /* decoding of a longer body is never light work */
#define READ_BYTE_MS     25e-6
/* The buffer of a longer reply is freed by another thread; freeing this much takes 0.1 ms. */
#define FREE_HERE_BYTES  (1u << 20)
#define LISTS_MAX        9 /* header fields that hold a list: rows of each_header that are JOINED */
/* Estimated time for making a scene or a skeleton; most take less, the largest ground takes seconds. */
#define MAKE_MS          50.0

typedef enum progress { OPENED, RECEIVING, COMPUTED, ANSWERED, DROPPED } progress;

/* The request's headers; they live in libmicrohttpd's memory until the request is completed. */
typedef struct headers {
    const char *accept, *accept_encoding, *content_type, *content_encoding, *if_none_match, *if_match;
    const char *origin, *host, *range, *if_range;
    const char *authorization, *request_id, *content_length, *transfer_encoding, *expect, *upgrade;
    const char *wanted_method; /* Access-Control-Request-Method */
    const char *forwarded_host, *forwarded_prefix, *fetch_site, *traceparent;
    const char *idempotency_key;
    pd_srv_forwarded forwarded;
    char *joined[LISTS_MAX]; /* lists that came in several fields; NULL: free place */
    /* Name and values of the first field that may occur once and occurs twice; NULL: there is none. */
    const char *twice, *first, *second;
} headers;

typedef struct exchange {
    const pd_srv_http_deps *deps;
    const pd_srv_settings *settings; /* settings of this request, also after a reload */
    struct MHD_Connection *mhd;
    pd_srv_connection *connection;
    progress progress;
    headers in;
    pd_srv_identity who;
    uint64_t client; /* hash of the client's address, also behind trusted proxies */
    pd_api_match match;
    pd_buffer body;
    size_t received, sent;
    size_t part_sent; /* bytes that were sent of the part in the reply's body */
    size_t body_held; /* bytes counted for the body (BODIES of the memory account) */
    size_t part_held; /* bytes counted for libmicrohttpd's buffer of a part of the reply (CALLS) */
    int64_t start_us, body_start_us;
    pd_api_call *call;
    /* Reply in place of the call's: a refusal, a 304 from not_modified, or a reply from replays or the reply cache; else NULL. */
    pd_api_reply *own;
    /* Reply from the reply cache, to whose bytes the body of `own` points; else NULL. */
    pd_srv_kept_reply *kept;
    pd_srv_job job;
    pd_cancel cancel;      /* cancel flag of the job if there is no `connection` */
    bool is_working;       /* true: a worker has the job, and the connection is suspended */
    bool may_wait;         /* true: a worker decodes the request, so the decoding may wait for a model */
    bool expects_continue; /* the client waits for `100 Continue` before it sends its body */
    int status;
    pd_srv_reply_context context;
    /* Contexts of this request's span and of the caller's; zeroed without tracing. */
    pd_srv_trace_context trace, parent;
    int64_t answered_us; /* time at which libmicrohttpd got the reply; 0: not yet */
    char method[16];
    char *path, *query;               /* in target */
    char prefix[PD_SRV_PREFIX_BYTES]; /* value of X-Forwarded-Prefix; "": none */
    /* Authority of a target "http://AUTHORITY/path", used in place of Host; NULL for a plain path. */
    char *authority;
    char target[];
} exchange;

int64_t pd_srv_exchange_head_deadline(const pd_srv_http_deps *deps)
{
    return pd_srv_now_us() + pd_srv_seconds_us(pd_srv_settings_now(deps->config)->cfg.limits_head_timeout);
}

void *pd_srv_exchange_open(void *cls, const char *uri, struct MHD_Connection *mhd)
{
    const pd_srv_http_deps *deps = cls;
    size_t size = strlen(uri) + 1;
    exchange *ex = malloc(sizeof *ex + size + 1);
    if (!ex) return NULL;
    memset(ex, 0, sizeof *ex);
    memcpy(ex->target, uri, size);

    /* "/path?query", "http://host:80/path?query" (RFC 9112 3.2.2: every server must accept it) or "*". One byte behind it is spare. */
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

/* Joins two fields of the same name into one list (RFC 9110, 5.3). Returns the last value alone when out of memory. */
static const char *join_lists(headers *in, const char *before, const char *value)
{
    char **place = NULL;
    for (int i = 0; i < LISTS_MAX; i++) {
        if (in->joined[i] == before) place = &in->joined[i];
        if (!place && !in->joined[i]) place = &in->joined[i];
    }
    PD_ASSERT(place);

    /* Replace the previous join of this header. */
    const size_t size = strlen(before) + strlen(value) + 3;
    char *both = malloc(size);
    if (!both) return value;

    snprintf(both, size, "%s, %s", before, value);
    if (*place == before) free(*place);
    *place = both;
    return both;
}

/* Treatment of several header fields of one name. */
typedef enum repeats {
    REFUSED, /* the field may occur once (RFC 9110, 5.3) */
    JOINED,  /* the values are one list */
    IGNORED, /* two values count as none: names for logs and traces, which a proxy may have added */
} repeats;

/* Stores one header field of the request. Called by libmicrohttpd for each field. */
static enum MHD_Result each_header(void *cls, enum MHD_ValueKind kind, const char *key, const char *value)
{
    headers *in = cls;
    const struct {
        const char *name;
        const char **to;
        repeats repeats;
    } wanted[] = {
        {"Accept", &in->accept, JOINED},
        {"Accept-Encoding", &in->accept_encoding, JOINED},
        {"Content-Type", &in->content_type, REFUSED},
        {"Content-Encoding", &in->content_encoding, JOINED},
        {"If-None-Match", &in->if_none_match, JOINED},
        {"If-Match", &in->if_match, JOINED},
        {"If-Range", &in->if_range, REFUSED},
        {"Range", &in->range, REFUSED},
        {"Origin", &in->origin, REFUSED},
        {"Host", &in->host, REFUSED},
        {"Authorization", &in->authorization, REFUSED},
        {"X-Request-Id", &in->request_id, IGNORED},
        {"Content-Length", &in->content_length, REFUSED},
        {"Transfer-Encoding", &in->transfer_encoding, REFUSED},
        {"Expect", &in->expect, JOINED},
        {"Upgrade", &in->upgrade, JOINED},
        {"Access-Control-Request-Method", &in->wanted_method, REFUSED},
        {"X-Forwarded-Host", &in->forwarded_host, JOINED},
        {"X-Forwarded-Prefix", &in->forwarded_prefix, JOINED},
        {"Sec-Fetch-Site", &in->fetch_site, REFUSED},
        {"traceparent", &in->traceparent, IGNORED},
        {"Idempotency-Key", &in->idempotency_key, REFUSED},
    };

    /* Forwarding headers have a parser of their own. Otherwise the first letter is compared before the whole name, to
     * save calls. */
    (void)kind;
    if (in->forwarded.field && value) pd_srv_forwarded_field(&in->forwarded, key, value, strlen(value));
    if (!value) value = "";
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if ((key[0] | 32) != (wanted[i].name[0] | 32) || strcasecmp(key, wanted[i].name)) continue;

        /* Store the first value; join, refuse or ignore further ones. */
        const char **to = wanted[i].to;
        if (!*to) {
            *to = value;
        } else if (wanted[i].repeats == JOINED) {
            *to = join_lists(in, *to, value);
        } else if (wanted[i].repeats == IGNORED) {
            *to = "";
        } else if (!in->twice) {
            in->twice = wanted[i].name;
            in->first = *to;
            in->second = value;
        }
    }
    return MHD_YES;
}

/* -- the reply ------------------------------------------------------------ */

/* Returns when a reply of that size must have been read at the slowest allowed rate, plus the idle timeout. */
static int64_t reply_deadline(const exchange *ex, size_t size)
{
    const pd_cfg *cfg = &ex->settings->cfg;
    size_t rate = cfg->limits_reply_min_rate ? cfg->limits_reply_min_rate : REPLY_RATE_FLOOR;
    return pd_srv_now_us() + pd_srv_seconds_us(cfg->limits_idle_timeout) +
           (int64_t)(size / rate) * PD_SRV_SECOND;
}

/* Copies the next bytes of a complete body. Content reader of libmicrohttpd. */
static ssize_t next_part(void *cls, uint64_t from, char *out, size_t most)
{
    const pd_buffer *body = cls;
    size_t left = body->size - (size_t)from, size = left < most ? left : most;

    if (!size) return MHD_CONTENT_READER_END_OF_STREAM;
    memcpy(out, body->data + from, size);
    return (ssize_t)size;
}

/* Ends a response without a body. Content reader of libmicrohttpd. */
static ssize_t next_of_nothing(void *cls, uint64_t from, char *out, size_t most)
{
    (void)cls, (void)from, (void)out, (void)most;
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

static void submit_part(exchange *ex);

/* Copies the next bytes of a reply in parts. When a part has been sent and another follows, suspends the connection until a worker has made it. */
static ssize_t next_of_parts(void *cls, uint64_t from, char *out, size_t most)
{
    exchange *ex = cls;
    const pd_buffer *body = &pd_api_call_reply(ex->call)->body;
    (void)from;

    /* At the start of a part, set the deadline by its size. */
    if (pd_api_call_rest(ex->call) == PD_API_REST_LOST) return MHD_CONTENT_READER_END_WITH_ERROR;
    if (ex->connection && ex->part_sent == 0 &&
        !pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, reply_deadline(ex, body->size)))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    PD_ASSERT(!ex->is_working && ex->part_sent <= body->size);

    /* Send what is left of the part. */
    const size_t left = body->size - ex->part_sent, size = left < most ? left : most;
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
    submit_part(ex);
    return 0;
}

/* Makes the response of a 304. bytes: length of the body that a 200 would have; 0: not known.
 *
 * libmicrohttpd 0.9.75 adds Content-Length to every 304, and the value must be that of the 200 (RFC 9110, 8.6). The response therefore claims that
 * length, and libmicrohttpd never asks for its bytes. When the length is not known, the field must be absent; libmicrohttpd leaves it out only of
 * a response that ends its connection. */
static struct MHD_Response *not_modified_response(size_t bytes)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(bytes ? bytes : MHD_SIZE_UNKNOWN, 1, next_of_nothing, NULL, NULL);
    if (response && !bytes) MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
    return response;
}

/* Gives a reply to libmicrohttpd. The body is not copied, so it must stay until the exchange is completed. */
static enum MHD_Result answer(exchange *ex, pd_api_reply *reply)
{
    /* A body that could not be allocated becomes a 503. */
    if (reply->body.failed) {
        pd_buffer_deinit(&reply->body);
        pd_api_problem(reply, 503, NULL, NULL, "out of memory");
    }
    PD_ASSERT(reply->status >= 200 && reply->status < 600);
    const bool in_parts = !ex->own && pd_api_call_rest(ex->call) == PD_API_REST_MORE;
    PD_ASSERT(!ex->is_working && (ex->progress == RECEIVING || ex->progress == COMPUTED));

    /* Store the length of each 200 with an ETag for its 304, then cut out the requested range. */
    const bool is_get = !strcmp(ex->method, "GET");
    const char *etag = pd_api_header_get(reply, "ETag");
    if (etag && !in_parts && reply->status == 200) {
        pd_srv_not_modified_keep_length(ex->deps->not_modified, etag, reply->body.size);
        pd_api_range_apply(reply, is_get ? ex->in.range : NULL, ex->in.if_range);
        if (reply->status == 416) pd_api_problem_request_id(reply, ex->context.request_id);
    }

    /* Send long bodies in parts, so that the thread can serve its other connections in between. A send() of a whole buffer goes on while its
     * reader keeps up: 170 MB over the loopback block the thread for 0.2 s. */
    pd_buffer *body = &reply->body;
    struct MHD_Response *response;
    if (reply->status == 304)
        response = not_modified_response(etag ? pd_srv_not_modified_length(ex->deps->not_modified, etag) : 0);
    else if (in_parts)
        response = MHD_create_response_from_callback(
            reply->total_bytes ? reply->total_bytes : MHD_SIZE_UNKNOWN, PART_BYTES, next_of_parts, ex, NULL);
    else if (body->size > PART_BYTES)
        response = MHD_create_response_from_callback(body->size, PART_BYTES, next_part, body, NULL);
    else
        response = MHD_create_response_from_buffer(body->size, body->data, MHD_RESPMEM_PERSISTENT);

    /* Count libmicrohttpd's buffer for a part of the reply. */
    ex->progress = ANSWERED;
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

/* -- refusals ------------------------------------------------------------- */

static void refuse(exchange *ex, int status, const char *detail)
{
    if (!ex->own) ex->own = calloc(1, sizeof *ex->own);
    if (!ex->own) return;
    pd_srv_refusal(ex->own, status, detail, 0, &ex->context);
}

/* Refuses a request in which a field that may occur once occurs twice. The values of Authorization are secrets, which no reply repeats. */
static void refuse_twice(exchange *ex)
{
    char detail[320];
    const headers *in = &ex->in;
    if (!strcmp(in->twice, "Authorization"))
        snprintf(detail, sizeof detail, "%s is given twice; once allowed", in->twice);
    else
        snprintf(detail, sizeof detail, "%s is given twice, as \"%.100s\" and as \"%.100s\"; once allowed",
                 in->twice, in->first, in->second);
    refuse(ex, 400, detail);
}

/* Writes the refusal directly to the socket while the client may still be sending its body, and drops the connection. libmicrohttpd would close it
 * with unread bytes; that resets the connection, and the client might never read the answer. */
static enum MHD_Result refuse_on_socket(exchange *ex)
{
    if (!ex->own) return MHD_NO;

    ex->progress = DROPPED;
    ex->status = ex->own->status;
    ex->sent = ex->own->body.size;
    pd_srv_reply_fields(ex->own, &ex->settings->cfg, &ex->context);
    if (ex->connection && pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, INT64_MAX))
        pd_srv_connections_answer(ex->deps->connections, dup(ex->connection->fd), ex->own, &ex->context);
    return MHD_NO;
}

static void add_header(pd_api_reply *reply, const char *name, const char *value)
{
    if (!reply || reply->header_count == PD_API_HEADERS_MAX) return;
    pd_api_header *header = &reply->headers[reply->header_count++];
    header->name = name;
    snprintf(header->value, sizeof header->value, "%s", value);
}

static void add_retry(pd_api_reply *reply, int seconds)
{
    char text[16];
    snprintf(text, sizeof text, "%d", seconds);
    add_header(reply, "Retry-After", text);
}

/* Counts `bytes` of a growing body in the memory account. The first 64 KiB are never refused, so that short bodies are read even when long ones fill the
 * account. Returns false if the body is refused; the rest of it is then read and dropped. */
static bool hold_body(exchange *ex, size_t bytes)
{
    const pd_api_host *host = ex->deps->host;

    if (!host->memory_take || bytes <= ex->body_held) return true;

    /* Short bodies are counted but never refused. */
    if (bytes <= FIRST_BODY_BYTES) {
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
        refuse(ex, 413, "the body needs more memory than limits.memory leaves for one request");
        return false;
    }
    refuse(ex, 503, "too little memory is free for this body now (limits.memory)");
    add_retry(ex->own, 1);
    return false;
}

/* Returns the body's buffer to the cache and its bytes to the memory account. */
static void drop_body(exchange *ex)
{
    pd_srv_buffer_cache_give(ex->deps->bodies, &ex->body);
    if (ex->body_held) ex->deps->host->memory_give(ex->deps->host->ctx, PD_API_MEMORY_BODIES, ex->body_held);
    ex->body_held = 0;
}

/* Returns the number of the client for rates, quotas and queues: that of its key, or of its address. */
static uint64_t client_of(const exchange *ex)
{
    return pd_srv_identity_client(&ex->who, ex->client);
}

/* Returns whether the request is a health probe. Probes are answered to every client, at every address and without a rate limit. */
static bool is_probe(const exchange *ex)
{
    static const char *const probes[] = {"/healthz", "/livez", "/readyz", "/ready"};
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
        if (!strcmp(ex->path, probes[i])) return true;
    return false;
}

/* Identifies the client by its key, applies the rate limit, and checks that the key has the scope of the route. */
static void check_access(exchange *ex)
{
    char why[PD_SRV_WHY_BYTES], detail[128];

    /* An address that has sent too many wrong keys waits before its tokens are verified. */
    const bool waits = ex->in.authorization &&
                       pd_srv_rate_wait(ex->deps->wrong_keys, ex->client, PD_SRV_WRONG_KEYS_PER_SECOND,
                                        PD_SRV_WRONG_KEYS_BURST, ex->start_us) > 0;
    const pd_srv_known known = (waits ? pd_srv_auth_identify_key : pd_srv_auth_identify)(
        ex->settings->auth, ex->in.authorization, pd_srv_wall_s(), &ex->who, why);
    const pd_cfg *cfg = &ex->settings->cfg;
    const double rate = pd_srv_quota_least(cfg->access_rate_limit, ex->who.quota.request_rate);
    int wait = 0;

    /* Open routes have a bucket of their own: a client that has used up the other one still gets them. */
    uint64_t client = client_of(ex);
    if (ex->match.scope == PD_API_OPEN) client = pd_hash64(&client, sizeof client, 1);
    if (!ex->own && !is_probe(ex))
        wait = pd_srv_rate_take(ex->deps->rate, client, rate, cfg->access_rate_burst, ex->start_us);
    if (wait) {
        snprintf(detail, sizeof detail, "more than %g requests a second (%s)", rate,
                 rate == cfg->access_rate_limit ? "access.rate_limit" : "the token's posed.requests");
        refuse(ex, 429, detail);
        add_retry(ex->own, wait);
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_rate_limited);
    }
    if (ex->own || pd_srv_identity_may(&ex->who, ex->match.scope)) return;

    /* The key is valid but lacks the scope: 403. */
    static const char *const names[] = {"open", "read", "stream", "admin"};
    PD_ASSERT(ex->match.scope >= 0 && (size_t)ex->match.scope < sizeof names / sizeof *names);
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_unauthorized);
    if (known == PD_SRV_KNOWN) {
        snprintf(detail, sizeof detail, "the %s \"%s\" lacks the scope %s",
                 ex->who.is_token ? "token of" : "key", ex->who.name, names[ex->match.scope]);
        ex->context.scope = names[ex->match.scope];
        refuse(ex, 403, detail);
        return;
    }

    /* A wrong key counts for a rate of its own, which only limits further wrong keys. */
    wait = ex->in.authorization
               ? pd_srv_rate_take(ex->deps->wrong_keys, ex->client, PD_SRV_WRONG_KEYS_PER_SECOND,
                                  PD_SRV_WRONG_KEYS_BURST, ex->start_us)
               : 0;
    if (wait) {
        refuse(ex, 429, "too many wrong keys came from this address; wait until Retry-After has passed");
        add_retry(ex->own, wait);
        return;
    }

    /* The key has expired, is unknown, or is missing: 401. */
    ex->context.is_bad_token = ex->in.authorization != NULL;
    refuse(ex, 401, why);
}

static enum MHD_Result too_large(exchange *ex)
{
    char detail[128];
    snprintf(detail, sizeof detail,
             "the body has more than %zu bytes; at most %zu allowed (limits.body_bytes)",
             ex->settings->limits.body_bytes, ex->settings->limits.body_bytes);
    refuse(ex, 413, detail);
    return refuse_on_socket(ex);
}

/* -- headers and body ------------------------------------------------------ */

static pd_cancel *cancel_of(exchange *ex)
{
    return ex->connection ? &ex->connection->cancel : &ex->cancel;
}

/* Returns the seconds that a client must wait before it may send a body of this length; 0: the body is read. The client waits if the server
 * refused it a body of this length before and still has no room. */
static int find_refused(exchange *ex, size_t body_bytes)
{
    pd_srv_job like;
    if (ex->own || body_bytes <= READ_LIGHT_BYTES || !ex->match.route) return 0;
    const int seconds = pd_srv_refused_find(ex->deps->refused, &like, client_of(ex), ex->match.route,
                                            body_bytes, ex->start_us);
    return seconds && pd_srv_workers_admit(ex->deps->workers, &like) != PD_SRV_ADMITTED ? seconds : 0;
}

/* Refuses a request with 503 before its body is read, on the bare socket. */
static enum MHD_Result refuse_early(exchange *ex, int seconds)
{
    static const char detail[] = "too much work still waits for a worker; try again after Retry-After";
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_refused_early);
    if (ex->expects_continue && !ex->received) {
        refuse(ex, 503, detail);
        add_retry(ex->own, seconds);
        return refuse_on_socket(ex);
    }

    ex->progress = DROPPED;
    ex->status = 503;
    if (ex->connection && pd_srv_connection_enter(ex->connection, PD_SRV_REPLY, INT64_MAX))
        pd_srv_connections_refuse_early(ex->deps->connections, dup(ex->connection->fd), detail, seconds,
                                        &ex->context);
    return MHD_NO;
}

/* Sets the deadline of the body: limits.body_timeout, extended for a fast sender, and limited by
 * limits.body_min_rate. */
static void enter_body(exchange *ex)
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

static bool is_preflight(const exchange *ex)
{
    return ex->in.origin && ex->in.wanted_method && !strcmp(ex->method, "OPTIONS");
}

/* Returns whether the request is `OPTIONS *`, which concerns the whole server. */
static bool is_for_server(const exchange *ex)
{
    return !strcmp(ex->path, "*");
}

/* Returns whether the request is a POST that creates an object and has an Idempotency-Key. */
static bool creates_once(const exchange *ex)
{
    return ex->in.idempotency_key && ex->match.work == PD_API_MAKE && !strcmp(ex->method, "POST");
}

/* Returns the request for the api, with the bytes of its body that have arrived. */
static pd_api_request request_of(const exchange *ex)
{
    unsigned scopes = 0;
    for (int scope = PD_API_OPEN; scope <= PD_API_ADMIN; scope++)
        if (pd_srv_identity_may(&ex->who, scope)) scopes |= 1u << scope;

    return (pd_api_request){
        .method = ex->method,
        .path = ex->path,
        .query = ex->query,
        .accept = ex->in.accept,
        /* a reply that is kept for replays must be readable with every coding */
        .accept_encoding = creates_once(ex) ? NULL : ex->in.accept_encoding,
        .content_type = ex->in.content_type,
        .content_encoding = ex->in.content_encoding,
        .if_match = ex->in.if_match,
        .if_none_match = ex->in.if_none_match,
        .origin = ex->in.origin,
        .host = ex->in.forwarded_host ? ex->in.forwarded_host : ex->in.host, /* for examples */
        .prefix = ex->prefix,
        .body = {ex->body.data, ex->body.size},
        .request_id = ex->context.request_id,
        .who = &ex->who,
        .scopes = scopes,
        .owner = {client_of(ex), ex->who.name[0] && pd_srv_identity_may(&ex->who, PD_API_ADMIN)},
        .access = &ex->who.access,
        .may_wait = ex->may_wait,
    };
}

/* Reads the field Expect (RFC 9110, 10.1.1). It has no meaning in HTTP/1.0. */
static void read_expectation(exchange *ex, const char *version)
{
    if (!ex->in.expect || strcmp(version, "HTTP/1.1") < 0) return;

    ex->expects_continue = pd_srv_list_has(ex->in.expect, (int)strlen(ex->in.expect), "100-continue");
    if (!ex->own && strcasecmp(ex->in.expect, "100-continue"))
        refuse(ex, 417,
               "the Expect header has another value than 100-continue, the only one that is supported");
}

/* Refuses a request that waits for `100 Continue` if its head alone shows that it must fail, so that the client need not send its body. */
static void refuse_by_head(exchange *ex)
{
    const pd_api_request request = request_of(ex);
    pd_api_call *call = pd_api_judge_head(&request, ex->deps->host, &ex->settings->limits);

    if (!call) return;
    ex->own = calloc(1, sizeof *ex->own);
    if (ex->own) {
        *ex->own = *pd_api_call_reply(call);
        pd_api_call_reply(call)->body = (pd_buffer){0};
    }
    pd_api_call_release(call);
}

/* Handles a request whose head is complete: checks host, address, access and origin, and prepares to receive the
 * body. */
static enum MHD_Result begin(exchange *ex, const char *method, const char *version)
{
    ex->progress = RECEIVING;

    /* Read the header fields and the client's address behind trusted proxies. */
    snprintf(ex->method, sizeof ex->method, "%s", method);
    MHD_get_connection_values(ex->mhd, MHD_HEADER_KIND, each_header, &ex->in);
    ex->client = pd_srv_rate_client((const struct sockaddr *)&ex->in.forwarded.client);
    /* Probes come from the proxy itself and have no forwarded client. */
    if (ex->in.forwarded.field && !ex->in.forwarded.is_known && !is_probe(ex))
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_forwarded_unknown);
    pd_srv_forwarded_prefix(ex->prefix, ex->in.forwarded_prefix);

    /* Fill the context of the reply. The connection keeps a copy for refusals that it sends itself. */
    pd_srv_request_id(ex->context.request_id, ex->in.request_id);
    if (ex->in.origin && strlen(ex->in.origin) < sizeof ex->context.origin)
        memcpy(ex->context.origin, ex->in.origin, strlen(ex->in.origin) + 1);
    ex->context.is_head = !strcmp(ex->method, "HEAD");
    ex->context.is_preflight = ex->in.wanted_method != NULL;
    if (ex->connection) ex->connection->context = ex->context;
    if (ex->deps->tracer) {
        pd_srv_trace_parse(&ex->parent, ex->in.traceparent);
        pd_srv_trace_begin(&ex->trace, ex->deps->tracer, &ex->parent);
    }
    ex->match = pd_api_match_route(ex->method, ex->path);
    if (ex->in.twice) refuse_twice(ex);

    /* The host of an absolute target replaces the Host field (RFC 9112 3.2.2). Probes may use any host, because orchestrators address them by number. */
    const char *host = ex->authority ? ex->authority : ex->in.host;
    ex->in.host = host;
    if (!ex->own && !pd_srv_host_allowed(ex->settings, host) && !is_probe(ex)) {
        char detail[256];
        snprintf(detail, sizeof detail, "Host \"%.100s\" is not a name of this server (access.hosts)", host);
        refuse(ex, 421, detail);
    }

    /* With admin.listen, that address answers metrics, administration and probes, and no other requests. */
    const bool is_admin = ex->match.scope == PD_API_ADMIN || !strcmp(ex->path, "/metrics");
    if (!ex->own && !is_probe(ex) && ex->connection && ex->connection->has_admin &&
        is_admin != ex->connection->is_admin)
        refuse(ex, 404,
               is_admin ? "this route is served only at the address of admin.listen"
                        : "this route is served only at the address of listen");

    /* Preflights and OPTIONS * need no key. */
    const bool asks_only = is_preflight(ex) || is_for_server(ex);
    if (!asks_only) check_access(ex);

    /* A page of another site can make a browser send a POST here: its origin must be on the list. */
    const bool may_change =
        strcmp(ex->method, "GET") && strcmp(ex->method, "HEAD") && strcmp(ex->method, "OPTIONS");
    const pd_srv_origin_fields from = {ex->in.origin, ex->in.host, ex->in.forwarded_host, ex->in.fetch_site};
    if (!asks_only && !ex->own && ex->in.origin && may_change && !pd_srv_origin_is_own(&from) &&
        !pd_srv_origin_allowed(&ex->settings->cfg.access_cors_origins, ex->in.origin))
        refuse(ex, 403, "this Origin is not among the allowed ones (access.cors_origins)");

    /* Without a body the request is complete. Otherwise refuse what the head alone decides: the expectation, the length, and a client that must still wait.
     * `told` is 0 for a chunked body. */
    const size_t told = ex->in.content_length ? strtoull(ex->in.content_length, NULL, 10) : 0;
    if (!told && !ex->in.transfer_encoding) return MHD_YES;
    read_expectation(ex, version);
    if (!ex->own && ex->expects_continue) refuse_by_head(ex);
    if (ex->own && ex->in.expect) return refuse_on_socket(ex);
    if (told > ex->settings->limits.body_bytes) return too_large(ex);
    const int wait = told ? find_refused(ex, told) : 0;
    if (wait) return refuse_early(ex, wait);

    /* Take a buffer for the body; a request that is already refused has its body read and dropped. */
    if (!ex->own) {
        ex->body = pd_srv_buffer_cache_take(ex->deps->bodies);
        pd_buffer_reserve(&ex->body, FIRST_BODY_BYTES);
    }
    ex->body_start_us = ex->start_us;
    enter_body(ex);
    return MHD_YES;
}

/* Takes the next bytes of a body, within the limits of its size and of memory. */
static enum MHD_Result collect(exchange *ex, const char *upload, size_t *upload_size)
{
    ex->received += *upload_size;
    if (ex->received > ex->settings->limits.body_bytes) return too_large(ex);

    /* The length of a chunked body becomes known only as it arrives, so the check of begin() is repeated. */
    const int wait = ex->in.content_length ? 0 : find_refused(ex, ex->received);
    if (wait) return refuse_early(ex, wait);
    if (!ex->own && !hold_body(ex, ex->received)) drop_body(ex);
    if (!ex->own) pd_buffer_add(&ex->body, upload, *upload_size);
    *upload_size = 0;
    enter_body(ex);
    return MHD_YES;
}

/* -- the reply cache --------------------------------------------------------- */

/* Makes the cache key of a decoded GET whose computation takes long. Returns false if its reply is not to be stored. */
static bool cache_key(const exchange *ex, pd_srv_not_modified_key *key)
{
    if (!ex->settings->cfg.limits_reply_cache || strcmp(ex->method, "GET")) return false;
    if (pd_api_call_in_parts(ex->call) || pd_api_call_part_cost(ex->call) < PD_SRV_REPLY_CACHE_LEAST_MS)
        return false;
    const char *etag = pd_api_header_get(pd_api_call_reply(ex->call), "ETag");
    if (!etag) return false;

    char generation[24];
    snprintf(generation, sizeof generation, "%llu",
             (unsigned long long)pd_srv_registry_generation(ex->deps->registry));
    const char *const parts[] = {ex->path, ex->query, ex->in.accept, ex->in.accept_encoding,
                                 etag,     generation};
    pd_srv_not_modified_key_init(key);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) pd_srv_not_modified_key_add(key, parts[i]);
    return true;
}

/* Answers with a stored reply and takes over the reference. A range is cut from a copy. Returns false when out of memory. */
static bool use_kept(exchange *ex, pd_srv_kept_reply *kept)
{
    PD_ASSERT(!ex->own && !ex->kept);
    const pd_api_reply *reply = pd_srv_kept_reply_read(kept);
    ex->own = malloc(sizeof *ex->own);
    if (!ex->own) {
        pd_srv_kept_reply_release(kept);
        return false;
    }
    *ex->own = *reply;
    if (!ex->in.range) {
        ex->kept = kept;
        return true;
    }
    ex->own->body = (pd_buffer){0};
    pd_buffer_add(&ex->own->body, reply->body.data, reply->body.size);
    pd_srv_kept_reply_release(kept);
    return true;
}

/* Looks the reply of a decoded request up before it is computed. */
static bool find_kept(exchange *ex)
{
    pd_srv_not_modified_key key;
    if (!cache_key(ex, &key)) return false;
    pd_srv_kept_reply *kept = pd_srv_reply_cache_find(ex->deps->reply_cache, &key);
    if (!kept || !use_kept(ex, kept)) return false;
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_reply_cache_hits);
    return true;
}

/* Stores the reply that was computed, and answers with the stored one. */
static void keep_reply(exchange *ex)
{
    pd_srv_not_modified_key key;
    pd_api_reply *reply = pd_api_call_reply(ex->call);
    if (reply->status != 200 || pd_cancel_why(cancel_of(ex)) || !cache_key(ex, &key)) return;

    pd_srv_kept_reply *kept =
        pd_srv_reply_cache_keep(ex->deps->reply_cache, &key, ex->settings->cfg.limits_reply_cache, reply);
    if (!kept) return;
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_reply_cache_stored);
    if (!use_kept(ex, kept)) refuse(ex, 503, "out of memory");
}

/* -- the work -------------------------------------------------------------- */

/* Completes a job: the http thread continues with the answer. Called by a worker, or by submit() on refusal. */
static void computed(pd_srv_job *job)
{
    exchange *ex = (exchange *)((char *)job - offsetof(exchange, job));
    PD_ASSERT(ex->progress == RECEIVING && ex->is_working);
    if (!ex->own && ex->call) keep_reply(ex);
    ex->is_working = false;
    ex->progress = COMPUTED;
    MHD_resume_connection(ex->mhd);
}

/* Gives the job to a worker, while the connection is suspended. Called by the http thread, or by the worker that read the body. */
static void submit(exchange *ex)
{
    ex->is_working = true;
    ex->job.client = client_of(ex);
    ex->job.cancel = cancel_of(ex);
    ex->job.done = computed;

    /* A refused job gets a status by its reason. */
    switch (pd_srv_workers_submit(ex->deps->workers, &ex->job)) {
    case PD_SRV_ADMITTED: return;
    case PD_SRV_NO_WORKERS: refuse(ex, 503, "the server is stopping"); break;
    case PD_SRV_QUEUE_FULL:
        refuse(ex, 503, "too much work waits for a worker (limits.queue, limits.queue_seconds)");
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_queue_full);
        break;
    case PD_SRV_CLIENT_FULL:
        refuse(
            ex, 429,
            "the requests of this client already take half of the work that may wait (limits.queue_seconds)");
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_client_full);
        break;
    }

    /* Tell the client when to come back, and remember long bodies, so that an early retry is refused before its body
     * is read. */
    const int seconds = pd_srv_workers_retry_after(ex->deps->workers, &ex->job);
    add_retry(ex->own, seconds);
    if (ex->received > READ_LIGHT_BYTES && ex->match.route)
        pd_srv_refused_note(ex->deps->refused, ex->job.client, ex->match.route, ex->received, &ex->job,
                            seconds, pd_srv_now_us());
    computed(&ex->job);
}

/* Completes the job of a further part of a reply; libmicrohttpd then asks for its bytes. */
static void part_computed(pd_srv_job *job)
{
    exchange *ex = (exchange *)((char *)job - offsetof(exchange, job));
    PD_ASSERT(ex->progress == ANSWERED && ex->is_working);
    ex->is_working = false;
    MHD_resume_connection(ex->mhd);
}

/* Submits the job of the next part. Called by the http thread, while the connection is suspended. */
static void submit_part(exchange *ex)
{
    PD_ASSERT(!ex->is_working && pd_api_call_rest(ex->call) == PD_API_REST_MORE);
    ex->is_working = true;
    ex->part_sent = 0;
    ex->job.goes_on = true;
    ex->job.done = part_computed;
    if (pd_srv_workers_submit(ex->deps->workers, &ex->job) == PD_SRV_ADMITTED) return;
    pd_api_call_refuse(ex->call, 503, "the server is stopping");
    part_computed(&ex->job);
}

/* Submits the decoded call to a worker, with the model, class and cost that the queue orders it by. */
static void submit_call(exchange *ex)
{
    pd_api_reply *reply = pd_api_call_reply(ex->call);

    if (!reply->body.data) reply->body = pd_srv_buffer_cache_take(ex->deps->replies);
    ex->job = (pd_srv_job){.call = ex->call,
                           .model = pd_api_call_model(ex->call),
                           .work = (int)pd_api_call_work(ex->call),
                           .weight = pd_api_call_weight(ex->call),
                           .is_alone = pd_api_call_in_parts(ex->call),
                           .cost_ms = pd_api_call_part_cost(ex->call),
                           .whole_ms = pd_api_call_cost(ex->call)};
    pd_api_call_cancel_by(ex->call, cancel_of(ex));
    submit(ex);
}

/* Parses the body into a call, which may already hold the reply, and drops the body. Returns false if the request must be decoded again on a
 * thread that may wait; ex->call then stays NULL and the body is kept. */
static bool decode(exchange *ex)
{
    const pd_api_request request = request_of(ex);
    ex->call = pd_api_decode(&request, ex->deps->host, &ex->settings->limits);
    if (ex->call && pd_api_call_waits(ex->call)) {
        PD_ASSERT(!ex->may_wait);
        pd_api_call_release(ex->call);
        ex->call = NULL;
        return false;
    }
    pd_srv_heap_parsed(ex->deps->heap, request.body.size);
    drop_body(ex);
    return true;
}

/* Begins a POST that creates an object and has an Idempotency-Key. Returns false if the request must not run: its answer is then in ex->own. */
static bool begin_once(exchange *ex, pd_srv_replay_id *id)
{
    char detail[256];
    const pd_api_request request = request_of(ex);

    const pd_status status = pd_srv_replay_id_make(id, client_of(ex), ex->in.idempotency_key, &request);
    if (status) {
        snprintf(detail, sizeof detail,
                 "Idempotency-Key: \"%.40s\"; 1 to %d visible ASCII characters without quotes expected",
                 ex->in.idempotency_key, PD_SRV_REPLAYS_KEY_CHARS);
        if (status == PD_ERR_MEMORY)
            refuse(ex, 503, "out of memory");
        else
            refuse(ex, 400, detail);
        return false;
    }
    ex->own = calloc(1, sizeof *ex->own);
    if (!ex->own) return false;
    switch (pd_srv_replays_begin(ex->deps->replays, id, pd_srv_now_us(), ex->own)) {
    case PD_SRV_REPLAY_NEW:
        free(ex->own);
        ex->own = NULL;
        return true;
    case PD_SRV_REPLAY_KEPT: add_header(ex->own, "Idempotency-Replayed", "true"); break;
    case PD_SRV_REPLAY_RUNS:
        refuse(ex, 409, "another request with this Idempotency-Key is being answered; try again later");
        add_retry(ex->own, 1);
        break;
    case PD_SRV_REPLAY_OTHER:
        refuse(ex, 422, "this Idempotency-Key was used for another request; a new request needs a new key");
        break;
    case PD_SRV_REPLAY_FULL:
        refuse(ex, 503, "too many requests with an Idempotency-Key are being answered");
        add_retry(ex->own, 1);
        break;
    }
    return false;
}

/* Decodes the request, as a job of a worker. Decoding a PUT also makes its object. */
static void read_body(pd_srv_job *job)
{
    exchange *ex = (exchange *)((char *)job - offsetof(exchange, job));
    ex->may_wait = true;
    size_t tree = ex->body.size < ex->settings->limits.json_memory / TREE_RATIO
                      ? ex->body.size * TREE_RATIO
                      : ex->settings->limits.json_memory;

    /* The parsed tree may be TREE_RATIO times as large as the text, so it must fit into the memory account too. */
    pd_srv_replay_id id;
    if (ex->body.size > TREE_FREE_BYTES && !hold_body(ex, ex->body_held + tree))
        drop_body(ex);
    else if (!creates_once(ex))
        (void)decode(ex);
    else if (begin_once(ex, &id)) {
        (void)decode(ex);
        const bool has_reply = ex->call && pd_api_call_done(ex->call);
        pd_srv_replays_end(ex->deps->replays, &id, pd_srv_now_us(),
                           has_reply ? pd_api_call_reply(ex->call) : NULL);
    }

    /* Answer if decoding has refused or completed the request or its reply is stored; otherwise queue the computation. */
    if (ex->own || !ex->call || pd_api_call_done(ex->call) || find_kept(ex))
        computed(job);
    else
        submit_call(ex);
}

/* Gives the decoding of the request to a worker. makes: decoding takes long for another reason than the length of the body. */
static void submit_body(exchange *ex, bool makes)
{
    /* The cost is an estimate by the body's size, which the queue uses to order the work. */
    MHD_suspend_connection(ex->mhd);
    const double make_ms = ex->match.make_ms > 0 ? ex->match.make_ms : MAKE_MS;
    ex->job = (pd_srv_job){.work = (int)ex->match.work,
                           .weight = 1,
                           .cost_ms = (makes ? make_ms : 0) + READ_BYTE_MS * (double)ex->body.size,
                           .least = ex->body.size > READ_LIGHT_BYTES ? PD_SRV_MEDIUM : PD_SRV_LIGHT,
                           .run = read_body};
    submit(ex);
}

/* Answers a GET whose answer was 304 before, with the same models. A key that may not use all models is not answered from here. */
static bool find_not_modified(exchange *ex, pd_srv_not_modified_key *key)
{
    if (!ex->in.if_none_match || ex->in.if_match || !pd_api_access_is_whole(&ex->who.access)) return false;
    if (strcmp(ex->method, "GET") && strcmp(ex->method, "HEAD")) return false;

    /* The key consists of everything that the answer depends on. */
    const char *const parts[] = {
        ex->method, ex->path, ex->query, ex->in.accept, ex->in.accept_encoding, ex->in.if_none_match};
    pd_srv_not_modified_key_init(key);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) pd_srv_not_modified_key_add(key, parts[i]);

    /* The stored answer is copied into a reply of this exchange. */
    ex->own = malloc(sizeof *ex->own);
    if (!ex->own) return false;
    memset(&ex->own->body, 0, sizeof ex->own->body);
    ex->own->total_bytes = 0;
    if (pd_srv_not_modified_find(ex->deps->not_modified, key, pd_srv_registry_generation(ex->deps->registry),
                                 ex->own))
        return true;
    free(ex->own);
    ex->own = NULL;
    return false;
}

/* Answers with the server's own refusal, or with the call's reply. */
static enum MHD_Result answer_made(exchange *ex)
{
    const pd_cancel_reason why = pd_cancel_why(cancel_of(ex));
    if (why) pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_cancelled);
    if (why == PD_CANCEL_GONE) {
        ex->progress = ANSWERED;
        ex->status = STATUS_GONE;
        return MHD_NO;
    }

    /* Without reply and call the body was not decoded: the server is stopping, or memory ran out. */
    if (!ex->own && !ex->call) {
        int stopping = atomic_load_explicit(ex->deps->draining, memory_order_relaxed);
        refuse(ex, 503, stopping ? "the server is stopping" : "out of memory");
        if (!ex->own) return MHD_NO;
    }
    return answer(ex, ex->own ? ex->own : pd_api_call_reply(ex->call));
}

/* Handles a request whose body is complete: answers it here, or submits it to a worker. */
static enum MHD_Result finish(exchange *ex)
{
    pd_cancel_reset(cancel_of(ex));
    if (ex->connection && !pd_srv_connection_enter(ex->connection, PD_SRV_WORK, INT64_MAX)) return MHD_NO;

    /* If the configuration was reloaded while the body arrived, the key is checked again: a removed key gets neither work nor a ticket. */
    const pd_srv_settings *now = pd_srv_settings_now(ex->deps->config);
    pd_srv_identity who = ex->who;
    if (!ex->own && now != ex->settings && ex->match.scope != PD_API_OPEN && !is_preflight(ex)) {
        if (pd_srv_auth_holds(now->auth, &who, ex->match.scope, pd_srv_wall_s())) {
            ex->who = who; /* with its present lists of objects */
        } else {
            ex->context.is_bad_token = true;
            refuse(ex, 401, "this key was removed or has expired");
        }
    }

    /* Preflights and OPTIONS * have an empty answer. */
    if (!ex->own && (is_preflight(ex) || is_for_server(ex))) {
        ex->own = calloc(1, sizeof *ex->own);
        if (!ex->own) return MHD_NO;
        ex->own->status = 204;
        if (is_for_server(ex)) add_header(ex->own, "Allow", "GET, HEAD, POST, PUT, DELETE, OPTIONS");
        return answer(ex, ex->own);
    }

    /* Long bodies and slow routes are decoded by a worker, so that the http thread stays free for its other
     * connections. */
    if (!ex->own && !ex->body.failed && (ex->match.work == PD_API_MAKE || ex->body.size > READ_HERE_BYTES)) {
        submit_body(ex, ex->match.work == PD_API_MAKE);
        return MHD_YES;
    }

    /* A short body is decoded here, which may give the reply too. */
    if (!ex->own) {
        pd_srv_not_modified_key key;
        key.size = 0;
        uint64_t generation = pd_srv_registry_generation(ex->deps->registry);
        const bool is_found = find_not_modified(ex, &key);
        if (!is_found && !ex->body.failed && !decode(ex)) {
            submit_body(ex, true); /* a model or a file has to be read from disk first */
            return MHD_YES;
        }
        if (!is_found && key.size && ex->call && pd_api_call_done(ex->call) &&
            pd_api_call_reply(ex->call)->status == 304)
            pd_srv_not_modified_keep(ex->deps->not_modified, &key, generation, pd_api_call_reply(ex->call));
    }
    if (ex->own || !ex->call || pd_api_call_done(ex->call) || find_kept(ex)) return answer_made(ex);

    MHD_suspend_connection(ex->mhd);
    submit_call(ex);
    return MHD_YES;
}

enum MHD_Result pd_srv_exchange_access(void *cls, struct MHD_Connection *mhd, const char *url,
                                       const char *method, const char *version, const char *upload,
                                       size_t *upload_size, void **context)
{
    exchange *ex = *context;
    (void)cls;
    (void)mhd;
    (void)url;
    if (!ex) return MHD_NO;
    switch (ex->progress) {
    case OPENED: return begin(ex, method, version);
    case RECEIVING: return *upload_size ? collect(ex, upload, upload_size) : finish(ex);
    case COMPUTED: return answer_made(ex);
    case ANSWERED:
    case DROPPED: break;
    }
    return MHD_NO;
}

/* -- the end ---------------------------------------------------------------- */

/* Returns the client's address as text, "" if none is known. */
static const char *address_of(const exchange *ex, char text[64])
{
    pd_srv_http_address_text((const struct sockaddr *)&ex->in.forwarded.client, text, 64);
    return text;
}

/* Ends the span of a sampled request, with a child for each step: waiting for a worker, the work, in it the encoding, and sending the reply. */
static void note_trace(const exchange *ex, int64_t took_us)
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

/* Counts the finished exchange in the metrics and writes the audit and access lines of the log. */
static void note(exchange *ex, int aborted)
{
    const pd_srv_http_deps *deps = ex->deps;
    int64_t took = pd_srv_now_us() - ex->start_us;
    if (ex->progress == RECEIVING && ex->connection &&
        atomic_load(&ex->connection->phase) == PD_SRV_EXPIRED) {
        ex->progress = DROPPED;
        ex->status = ex->connection->framing.status ? ex->connection->framing.status
                                                    : 408; /* answered on the socket */
    }

    /* Count the request; a dropped one was ended by the server and is not counted as aborted. */
    if (ex->status)
        pd_srv_metrics_request(deps->metrics, ex->match.route, ex->status, took, ex->received, ex->sent,
                               &ex->trace);
    if (ex->trace.is_sampled) note_trace(ex, took);
    if (aborted && ex->progress != DROPPED) pd_srv_metrics_count(deps->metrics, PD_SRV_COUNT_aborted);

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
        deps->log, PD_SRV_INFO, aborted && ex->progress != DROPPED ? "request aborted" : "request",
        "id=%s trace=%s client=%s key=%s method=%s path=%s route=%s status=%d in=%zu bytes=%zu ms=%.3f",
        ex->context.request_id, deps->tracer ? trace : NULL, *address_of(ex, address) ? address : NULL,
        ex->who.name[0] ? ex->who.name : NULL, ex->method, ex->path, ex->match.route, ex->status,
        ex->received, ex->sent, (double)took * 1e-3);
}

static void release(void *item)
{
    exchange *ex = item;
    if (ex->call) pd_api_call_release(ex->call);
    if (ex->own && !ex->kept) pd_buffer_deinit(&ex->own->body);
    pd_srv_kept_reply_release(ex->kept);
    free(ex->own);
    for (int i = 0; i < LISTS_MAX; i++) free(ex->in.joined[i]);
    free(ex);
}

void pd_srv_exchange_completed(void *cls, struct MHD_Connection *mhd, void **context,
                               enum MHD_RequestTerminationCode code)
{
    const pd_srv_http_deps *deps = cls;
    exchange *ex = *context;
    (void)mhd;
    if (!ex) return;
    PD_ASSERT(!ex->is_working); /* libmicrohttpd ends no suspended connection */

    /* Write metrics and log, and return the memory that was counted for this exchange. */
    note(ex, code != MHD_REQUEST_TERMINATED_COMPLETED_OK);
    drop_body(ex);
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
        pd_srv_reclaim_give(deps->reclaim, release, ex);
    else
        release(ex);
}
