#include "server/cluster/checkpoint.h"

#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/cluster/cluster_parts.h"
#include "server/stage/snapshot.h"
#include "server/stage/stage_parts.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH_MOST    256 /* most checkpoints that are queued before their answers are taken */
/* Longest time spent on the answers of a batch; the daemon's entry is renewed between batches. */
#define BATCH_SECONDS 0.3
#define FRIENDLY_US   300 /* no snapshot begins when a slot of the tick is due within this time */
/* Queued checkpoints are sent at this size, because malloc returns larger blocks to the system each time. */
#define PUSH_BYTES    32768

void pd_srv_checkpoint_queue(pd_srv_cluster *c, const pd_srv_held *h, uint32_t tick, bool is_last)
{
    char epoch[24], keep[24], ticks[16], client[24];

    /* Members of a room come and go, so their tokens are read from the snapshot. */
    pd_buffer_clear(&c->tokens);
    if (h->is_room) pd_srv_snapshot_tokens(&c->tokens, c->snapshot.data, c->snapshot.size, NULL);
    pd_buffer_add(&c->tokens, "", 1);
    snprintf(epoch, sizeof epoch, "%llu", (unsigned long long)h->epoch);
    snprintf(ticks, sizeof ticks, "%u", tick);
    snprintf(client, sizeof client, "%llu", (unsigned long long)h->watchable.client);
    pd_srv_cluster_expiry_text(keep, c);
    const char *const arguments[] = {c->prefix,
                                     h->session,
                                     c->node,
                                     epoch,
                                     h->is_room && !c->tokens.failed ? (const char *)c->tokens.data
                                                                     : h->token_hash,
                                     h->watchable.key,
                                     keep,
                                     ticks,
                                     h->blobs ? h->blobs : "",
                                     (const char *)c->snapshot.data,
                                     is_last ? "1" : "",
                                     client,
                                     h->watchable.is_shared ? "1" : ""};
    enum { COUNT = sizeof arguments / sizeof *arguments };
    size_t sizes[COUNT];

    for (int i = 0; i < COUNT; i++) sizes[i] = i == 9 ? c->snapshot.size : strlen(arguments[i]);
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_STORE, COUNT, arguments, sizes);
    atomic_fetch_add(&c->checkpoints, 1);
    atomic_fetch_add(&c->bytes, c->snapshot.size);
}

pd_srv_stored pd_srv_checkpoint_answer(pd_srv_cluster *c, const char *session)
{
    pd_error err = {0};
    redisReply *reply;

    if (pd_srv_redis_answer(&reply, &c->redis, &err) != PD_OK) {
        pd_srv_connection_failed(c, &err);
        return PD_SRV_NOT_STORED;
    }

    pd_srv_stored result = PD_SRV_STORED;
    if (reply->type == REDIS_REPLY_ARRAY && reply->elements && !reply->element[0]->integer) {
        result = PD_SRV_FENCED;
        atomic_fetch_add(&c->fenced, 1);
        pd_srv_log_write(c->deps.log, PD_SRV_WARNING, "cluster: another daemon has the session; it ends here",
                         "session=%s node=%s", session,
                         reply->elements > 2 && reply->element[2]->str ? reply->element[2]->str : "");
    } else if (reply->type == REDIS_REPLY_ARRAY && reply->elements > 1) {
        /* An object is missing; finish_batch uploads it when all answers have been taken. */
        pd_srv_held *h = pd_srv_held_find(c, session);
        if (h) h->stored_us = 0;
        freeReplyObject(reply);
        return result;
    }

    freeReplyObject(reply);

    return result;
}

/* Sessions whose checkpoints were queued, until their answers are taken. */
typedef struct checkpoint_batch {
    char sessions[BATCH_MOST][PD_SRV_SESSION_ID];
    uint32_t ticks[BATCH_MOST];
    int count;
} checkpoint_batch;

/* Takes the answers of a batch. */
static void finish_batch(pd_srv_cluster *c, checkpoint_batch *b)
{
    const int64_t start = pd_srv_now_us();
    bool lacks[BATCH_MOST] = {false};

    for (int i = 0; i < b->count; i++) {
        const pd_srv_stored result = pd_srv_checkpoint_answer(c, b->sessions[i]);
        pd_srv_held *h = pd_srv_held_find(c, b->sessions[i]);
        if (result == PD_SRV_FENCED) {
            pd_srv_snapshot_drop(c->deps.stage, b->sessions[i]);
            pd_srv_held_remove(c, b->sessions[i]);
        } else if (h && result == PD_SRV_STORED) {
            lacks[i] = !h->stored_us;
            h->tick = b->ticks[i];
            h->stored_us = pd_srv_now_us();
        }

        if (!c->redis.context) break;
    }

    for (int i = 0; i < b->count && c->redis.context; i++) {
        const pd_srv_held *h = lacks[i] ? pd_srv_held_find(c, b->sessions[i]) : NULL;
        if (h) pd_srv_objects_upload(c, h);
    }

    if (b->count) {
        const double each = 1e-6 * (double)(pd_srv_now_us() - start) / b->count;
        c->answer_seconds += 0.5 * (each - c->answer_seconds);
    }

    b->count = 0;
}

/* Returns how many checkpoints Redis answers within BATCH_SECONDS. */
static int batch_size(const pd_srv_cluster *c)
{
    const double size = c->answer_seconds > 0 ? BATCH_SECONDS / c->answer_seconds : BATCH_MOST;
    return size < 1 ? 1 : size > BATCH_MOST ? BATCH_MOST : (int)size;
}

/* Sleeps past the next slot of the tick if it is due within FRIENDLY_US,
 * because a snapshot would delay it. */
static void sleep_past_tick(const pd_srv_cluster *c)
{
    const int64_t due = atomic_load_explicit(&c->deps.stage->next_us, memory_order_relaxed) - pd_srv_now_us();
    if (due <= 0 || due > FRIENDLY_US) return;
    const struct timespec nap = {.tv_nsec = (long)(due + 50) * 1000};
    nanosleep(&nap, NULL);
}

void pd_srv_checkpoint_match_stage(pd_srv_cluster *c, const pd_srv_snapshot_entry *list, int count)
{
    for (int i = 0; i < count; i++) {
        pd_srv_held *h = pd_srv_held_find(c, list[i].session);
        if (!h) h = pd_srv_held_add(c, list[i].session, 1);
        if (!h || *h->token_hash) continue;
        pd_srv_hex_encode(h->token_hash, list[i].token_hash, sizeof list[i].token_hash);
        h->watchable = list[i].watchable;
        h->is_room = list[i].is_room;
    }

    int ended = 0;
    for (int i = 0, k = 0; i < c->held_count && c->redis.context;) {
        while (k < count && strcmp(list[k].session, c->held[i].session) < 0) k++;
        if (k < count && !strcmp(list[k].session, c->held[i].session)) {
            i++;
            continue;
        }

        char epoch[24];
        snprintf(epoch, sizeof epoch, "%llu", (unsigned long long)c->held[i].epoch);
        const char *const arguments[] = {c->prefix, c->held[i].session, c->node, epoch};
        pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_END, 4, arguments, NULL);
        ended++;
        pd_srv_held_remove(c, c->held[i].session);
    }

    for (int i = 0; i < ended && c->redis.context; i++) {
        pd_error err = {0};
        redisReply *reply;
        if (pd_srv_redis_answer(&reply, &c->redis, &err) == PD_OK)
            freeReplyObject(reply);
        else
            pd_srv_connection_failed(c, &err);
    }
}

void pd_srv_checkpoint_store_all(pd_srv_cluster *c)
{
    static const clockid_t own = CLOCK_THREAD_CPUTIME_ID;
    struct timespec began, ended;
    pd_srv_snapshot_entry *list;
    checkpoint_batch b = {.count = 0};

    clock_gettime(own, &began);
    const int count = pd_srv_snapshot_list(&list, c->deps.stage);
    const int size = batch_size(c);
    pd_srv_checkpoint_match_stage(c, list, count);
    for (int i = 0; i < count && c->redis.context; i++) {
        const pd_srv_snapshot_entry *e = &list[i];
        pd_srv_held *h = pd_srv_held_find(c, e->session);
        if (!h) continue;
        const int64_t now = pd_srv_now_us();
        const bool has_moved = (e->characters > 0 || e->is_room) && e->tick != h->tick;
        if (h->stored_us && !has_moved && now - h->stored_us < PD_SRV_CHECKPOINT_IDLE_US) continue;
        if (e->has_objects) pd_srv_objects_list(c, h, e);
        sleep_past_tick(c);
        if (pd_srv_snapshot_write_listed(&c->snapshot, &c->writer, c->deps.stage, e, NULL) != PD_OK) continue;
        pd_srv_checkpoint_queue(c, h, e->tick, false);
        pd_srv_redis_push(&c->redis, PUSH_BYTES);
        memcpy(b.sessions[b.count], e->session, sizeof e->session);
        b.ticks[b.count++] = e->tick;

        if (b.count < size) continue;
        finish_batch(c, &b);
        pd_srv_entry_renew_if_due(c);
    }

    if (c->redis.context) finish_batch(c, &b);
    if (c->redis.context && !c->is_away) atomic_store(&c->last_store_us, pd_srv_now_us());
    free(list);
    clock_gettime(own, &ended);
    atomic_fetch_add(&c->checkpoint_ns,
                     (ended.tv_sec - began.tv_sec) * INT64_C(1000000000) + (ended.tv_nsec - began.tv_nsec));
}
