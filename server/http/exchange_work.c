#include "server/http/exchange_parts.h"

#include "api/http/problem.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/exchange.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* largest number of bytes of the JSON tree for a byte of its text: that of "{}," */
#define TREE_RATIO      80
/* A longer body is decoded by a worker: JSON takes up to 25 ns a byte, unknown names 500 ns. */
#define READ_HERE_BYTES (4u << 10)
/* The JSON tree of a shorter body is not counted, so that light requests are decoded even when the memory
 * account is full. */
#define TREE_FREE_BYTES (16u << 10)
#define READ_BYTE_MS    25e-6 /* estimated time for decoding a byte of a body */
/* Estimated time for making a scene or a skeleton; most take less, the largest ground takes seconds. */
#define MAKE_MS         50.0

/* Returns whether the request is a POST that creates an object and has an Idempotency-Key. */
static bool creates_once(const pd_srv_exchange *ex)
{
    return ex->in.idempotency_key && ex->match.work == PD_API_MAKE && !strcmp(ex->method, "POST");
}

pd_api_request pd_srv_exchange_request(const pd_srv_exchange *ex)
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
        .scheme = ex->in.forwarded_proto,
        .protocol_version = ex->in.protocol_version,
        .issuer = ex->settings->cfg.access_jwt_issuer,
        .body = {ex->body.data, ex->body.size},
        .request_id = ex->context.request_id,
        .who = &ex->who,
        .scopes = scopes,
        .owner = {pd_srv_exchange_client(ex), ex->who.name[0] && pd_srv_identity_may(&ex->who, PD_API_ADMIN)},
        .access = &ex->who.access,
        .may_wait = ex->state == PD_SRV_EXCHANGE_DECODING,
    };
}

/* Makes the cache key of a decoded GET whose computation takes long.
 * Returns false if its reply is not to be stored. */
static bool reply_cache_key(const pd_srv_exchange *ex, pd_srv_not_modified_key *key)
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

/* Answers with a stored reply and takes over the reference. A range is cut from a copy. Returns false when
 * out of memory. */
static bool use_kept_reply(pd_srv_exchange *ex, pd_srv_kept_reply *kept)
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
static bool find_kept_reply(pd_srv_exchange *ex)
{
    pd_srv_not_modified_key key;

    if (!reply_cache_key(ex, &key)) return false;
    pd_srv_kept_reply *kept = pd_srv_reply_cache_find(ex->deps->reply_cache, &key);
    if (!kept || !use_kept_reply(ex, kept)) return false;
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_reply_cache_hits);

    return true;
}

/* Stores the reply that was computed, and answers with the stored one. */
static void keep_reply(pd_srv_exchange *ex)
{
    pd_srv_not_modified_key key;
    pd_api_reply *reply = pd_api_call_reply(ex->call);

    if (reply->status != 200 || pd_cancel_why(pd_srv_exchange_cancel(ex)) || !reply_cache_key(ex, &key))
        return;

    pd_srv_kept_reply *kept =
        pd_srv_reply_cache_keep(ex->deps->reply_cache, &key, ex->settings->cfg.limits_reply_cache, reply);
    if (!kept) return;
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_reply_cache_stored);
    if (!use_kept_reply(ex, kept)) pd_srv_exchange_refuse(ex, 503, "out of memory");
}

/* Returns the exchange of a job. */
static pd_srv_exchange *exchange_of(pd_srv_job *job)
{
    return (pd_srv_exchange *)((char *)job - offsetof(pd_srv_exchange, job));
}

/* Completes a job: the http thread continues with the answer.
 * Called by a worker, or by submit() on refusal. */
static void end_job(pd_srv_job *job)
{
    pd_srv_exchange *ex = exchange_of(job);
    if (!ex->own && ex->call) keep_reply(ex);
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_READY);
    MHD_resume_connection(ex->mhd);
}

/* Gives the job to a worker, while the connection is suspended. Called by the http thread, or by the
 * worker that read the body. */
static void submit_job(pd_srv_exchange *ex)
{
    ex->job.client = pd_srv_exchange_client(ex);
    ex->job.cancel = pd_srv_exchange_cancel(ex);
    ex->job.done = end_job;

    /* A refused job gets a status by its reason. */
    switch (pd_srv_workers_submit(ex->deps->workers, &ex->job)) {
    case PD_SRV_ADMITTED: return;
    case PD_SRV_NO_WORKERS: pd_srv_exchange_refuse(ex, 503, "the server is stopping"); break;
    case PD_SRV_QUEUE_FULL:
        pd_srv_exchange_refuse(ex, 503,
                               "too much work waits for a worker (limits.queue, limits.queue_seconds)");
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_queue_full);
        break;
    case PD_SRV_CLIENT_FULL:
        pd_srv_exchange_refuse(
            ex, 429,
            "the requests of this client already take half of the work that may wait (limits.queue_seconds)");
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_client_full);
        break;
    }

    /* Tell the client when to come back, and remember long bodies, so that an early retry is refused
     * before its body is read. */
    const int seconds = pd_srv_workers_retry_after(ex->deps->workers, &ex->job);
    pd_srv_exchange_add_retry(ex->own, seconds);
    if (ex->received > PD_SRV_READ_LIGHT_BYTES && ex->match.route)
        pd_srv_refused_note(ex->deps->refused, ex->job.client, ex->match.route, ex->received, &ex->job,
                            seconds, pd_srv_now_us());
    end_job(&ex->job);
}

/* Completes the job of a further part of a reply; libmicrohttpd then asks for its bytes. */
static void end_part(pd_srv_job *job)
{
    pd_srv_exchange *ex = exchange_of(job);
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_SENDING);
    MHD_resume_connection(ex->mhd);
}

void pd_srv_exchange_submit_part(pd_srv_exchange *ex)
{
    PD_ASSERT(pd_api_call_rest(ex->call) == PD_API_REST_MORE);
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_MAKING_PART);
    ex->part_sent = 0;
    ex->job.goes_on = true;
    ex->job.done = end_part;
    if (pd_srv_workers_submit(ex->deps->workers, &ex->job) == PD_SRV_ADMITTED) return;
    pd_api_call_refuse(ex->call, 503, "the server is stopping");
    end_part(&ex->job);
}

/* Submits the decoded call to a worker, with the model, class and cost that the queue orders it by. */
static void submit_call(pd_srv_exchange *ex)
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
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_COMPUTING);
    pd_api_call_cancel_by(ex->call, pd_srv_exchange_cancel(ex));
    submit_job(ex);
}

/* Parses the body into a call, which may already hold the reply, and drops the body. Returns false if the
 * request must be decoded again on a thread that may wait; ex->call then stays NULL and the body is kept. */
static bool decode_body(pd_srv_exchange *ex)
{
    const pd_api_request request = pd_srv_exchange_request(ex);

    ex->call = pd_api_decode(&request, ex->deps->host, &ex->settings->limits);
    if (ex->call && pd_api_call_waits(ex->call)) {
        PD_ASSERT(ex->state != PD_SRV_EXCHANGE_DECODING);
        pd_api_call_release(ex->call);
        ex->call = NULL;
        return false;
    }

    pd_srv_heap_parsed(ex->deps->heap, request.body.size);
    pd_srv_exchange_drop_body(ex);

    return true;
}

/* Begins a POST that creates an object and has an Idempotency-Key. Returns false if the request must not
 * run: its answer is then in ex->own. */
static bool begin_once(pd_srv_exchange *ex, pd_srv_replay_id *id)
{
    char detail[256];
    const pd_api_request request = pd_srv_exchange_request(ex);

    const pd_status status =
        pd_srv_replay_id_make(id, pd_srv_exchange_client(ex), ex->in.idempotency_key, &request);
    if (status) {
        snprintf(detail, sizeof detail,
                 "Idempotency-Key: \"%.40s\"; 1 to %d visible ASCII characters without quotes expected",
                 ex->in.idempotency_key, PD_SRV_REPLAYS_KEY_CHARS);
        if (status == PD_ERR_MEMORY)
            pd_srv_exchange_refuse(ex, 503, "out of memory");
        else
            pd_srv_exchange_refuse(ex, 400, detail);
        return false;
    }

    ex->own = calloc(1, sizeof *ex->own);
    if (!ex->own) return false;
    switch (pd_srv_replays_begin(ex->deps->replays, id, pd_srv_now_us(), ex->own)) {
    case PD_SRV_REPLAY_NEW:
        free(ex->own);
        ex->own = NULL;
        return true;
    case PD_SRV_REPLAY_KEPT: pd_srv_exchange_add_header(ex->own, "Idempotency-Replayed", "true"); break;
    case PD_SRV_REPLAY_RUNS:
        pd_srv_exchange_refuse(
            ex, 409, "another request with this Idempotency-Key is being answered; try again later");
        pd_srv_exchange_add_retry(ex->own, 1);
        break;
    case PD_SRV_REPLAY_OTHER:
        pd_srv_exchange_refuse(
            ex, 422, "this Idempotency-Key was used for another request; a new request needs a new key");
        break;
    case PD_SRV_REPLAY_FULL:
        pd_srv_exchange_refuse(ex, 503, "too many requests with an Idempotency-Key are being answered");
        pd_srv_exchange_add_retry(ex->own, 1);
        break;
    }

    return false;
}

/* Decodes the request, as a job of a worker. Decoding a PUT also makes its object. */
static void run_decoding(pd_srv_job *job)
{
    pd_srv_exchange *ex = exchange_of(job);
    size_t tree = ex->body.size < ex->settings->limits.json_memory / TREE_RATIO
                      ? ex->body.size * TREE_RATIO
                      : ex->settings->limits.json_memory;

    /* The parsed tree may be TREE_RATIO times as large as the text,
     * so it must fit into the memory account too. */
    pd_srv_replay_id id;
    if (ex->body.size > TREE_FREE_BYTES && !pd_srv_exchange_hold_body(ex, ex->body_held + tree))
        pd_srv_exchange_drop_body(ex);
    else if (!creates_once(ex))
        (void)decode_body(ex);
    else if (begin_once(ex, &id)) {
        (void)decode_body(ex);
        const bool has_reply = ex->call && pd_api_call_done(ex->call);
        pd_srv_replays_end(ex->deps->replays, &id, pd_srv_now_us(),
                           has_reply ? pd_api_call_reply(ex->call) : NULL);
    }

    /* Answer if decoding has refused or completed the request or its reply is stored;
     * otherwise queue the computation. */
    if (ex->own || !ex->call || pd_api_call_done(ex->call) || find_kept_reply(ex))
        end_job(job);
    else
        submit_call(ex);
}

/* Gives the decoding of the request to a worker. makes: decoding takes long for another reason than the
 * length of the body. */
static void submit_decoding(pd_srv_exchange *ex, bool makes)
{
    /* The cost is an estimate by the body's size, which the queue uses to order the work. */
    MHD_suspend_connection(ex->mhd);
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_DECODING);
    const double make_ms = ex->match.make_ms > 0 ? ex->match.make_ms : MAKE_MS;
    ex->job = (pd_srv_job){.work = (int)ex->match.work,
                           .weight = 1,
                           .cost_ms = (makes ? make_ms : 0) + READ_BYTE_MS * (double)ex->body.size,
                           .least = ex->body.size > PD_SRV_READ_LIGHT_BYTES ? PD_SRV_MEDIUM : PD_SRV_LIGHT,
                           .run = run_decoding};
    submit_job(ex);
}

/* Answers a GET whose answer was 304 before, with the same models. A key that may not use all models is
 * not answered from here. */
static bool find_not_modified(pd_srv_exchange *ex, pd_srv_not_modified_key *key)
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

enum MHD_Result pd_srv_exchange_finish(pd_srv_exchange *ex)
{
    pd_cancel_reset(pd_srv_exchange_cancel(ex));
    if (ex->connection && !pd_srv_connection_enter(ex->connection, PD_SRV_WORK, INT64_MAX)) return MHD_NO;

    /* If the configuration was reloaded while the body arrived, the key is checked again: a removed key
     * gets neither work nor a ticket. */
    const pd_srv_settings *now = pd_srv_settings_now(ex->deps->config);
    pd_srv_identity who = ex->who;
    if (!ex->own && now != ex->settings && ex->match.scope != PD_API_OPEN &&
        !pd_srv_exchange_is_preflight(ex)) {
        if (pd_srv_auth_holds(now->auth, &who, ex->match.scope, pd_srv_wall_s())) {
            ex->who = who; /* with its present lists of objects */
        } else {
            ex->context.is_bad_token = true;
            pd_srv_exchange_refuse(ex, 401, "this key was removed or has expired");
        }
    }

    /* Preflights and OPTIONS * have an empty answer. */
    if (!ex->own && (pd_srv_exchange_is_preflight(ex) || pd_srv_exchange_is_for_server(ex))) {
        ex->own = calloc(1, sizeof *ex->own);
        if (!ex->own) return MHD_NO;
        ex->own->status = 204;
        if (pd_srv_exchange_is_for_server(ex))
            pd_srv_exchange_add_header(ex->own, "Allow", "GET, HEAD, POST, PUT, DELETE, OPTIONS");
        return pd_srv_exchange_answer(ex, ex->own);
    }

    /* Long bodies and slow routes are decoded by a worker,
     * so that the http thread stays free for its other connections. */
    if (!ex->own && !ex->body.failed && (ex->match.work == PD_API_MAKE || ex->body.size > READ_HERE_BYTES)) {
        submit_decoding(ex, ex->match.work == PD_API_MAKE);
        return MHD_YES;
    }

    /* A short body is decoded here, which may give the reply too. */
    if (!ex->own) {
        pd_srv_not_modified_key key;
        key.size = 0;
        uint64_t generation = pd_srv_registry_generation(ex->deps->registry);
        const bool is_found = find_not_modified(ex, &key);
        if (!is_found && !ex->body.failed && !decode_body(ex)) {
            submit_decoding(ex, true); /* a model or a file has to be read from disk first */
            return MHD_YES;
        }

        if (!is_found && key.size && ex->call && pd_api_call_done(ex->call) &&
            pd_api_call_reply(ex->call)->status == 304)
            pd_srv_not_modified_keep(ex->deps->not_modified, &key, generation, pd_api_call_reply(ex->call));
    }

    if (ex->own || !ex->call || pd_api_call_done(ex->call) || find_kept_reply(ex))
        return pd_srv_exchange_answer_made(ex);

    MHD_suspend_connection(ex->mhd);
    submit_call(ex);
    return MHD_YES;
}
