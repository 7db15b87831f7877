#include "server/cluster/takeover.h"

#include "server/base/clock.h"
#include "server/base/digest.h"
#include "server/cluster/cluster_parts.h"
#include "server/stage/snapshot.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASK_AGAIN_US   20000 /* time between two attempts of a new takeover to take its session */
/* A takeover tries every ASK_AGAIN_US for this time, then once in this time. */
#define SOON_US        (PD_SRV_SECOND / 4)
/* A takeover fails when its session's daemon has not answered for the lease and this time. */
#define PATIENCE_US    PD_SRV_SECOND
/* An offered session is taken only after this time, because its client may resume it on a third daemon. */
#define OFFER_US       (PD_SRV_SECOND / 2)
#define TAKEOVERS_MOST 1024 /* most takeovers that may wait */

/* Adds a takeover, as pd_srv_takeover_add does. is_room: token_hash is the hash of a room's name. */
static pd_srv_takeover *add_takeover(pd_srv_cluster *c, const char *token_hash, const char *session,
                                     bool is_room, const pd_srv_trace_context *parent)
{
    pd_srv_takeover *takeover = calloc(1, sizeof *takeover);

    if (!takeover) return NULL;
    atomic_init(&takeover->references, 1);
    takeover->is_room = is_room;
    snprintf(takeover->token_hash, sizeof takeover->token_hash, "%s", token_hash);
    snprintf(takeover->session, sizeof takeover->session, "%s", session);
    pd_srv_trace_begin(&takeover->trace, c->deps.tracer, parent);
    if (parent) takeover->parent = *parent;
    takeover->began_us = pd_srv_now_us();
    if (!*token_hash) takeover->next_us = takeover->began_us + OFFER_US;
    pthread_mutex_lock(&c->lock);
    const bool has_room = c->takeover_count < TAKEOVERS_MOST;
    if (has_room) {
        atomic_fetch_add(&takeover->references, 1);
        takeover->next = c->takeovers;
        c->takeovers = takeover;
        c->takeover_count++;
        pthread_cond_signal(&c->news);
    }

    pthread_mutex_unlock(&c->lock);
    if (has_room) return takeover;
    free(takeover);

    return NULL;
}

pd_srv_takeover *pd_srv_takeover_add(pd_srv_cluster *c, const char *token_hash, const char *session,
                                     const pd_srv_trace_context *parent)
{
    return add_takeover(c, token_hash, session, false, parent);
}

pd_srv_takeover *pd_srv_cluster_take_over(pd_srv_cluster *c, const char *token)
{
    unsigned char hash[PD_SRV_SHA256_BYTES];
    char text[PD_SRV_HASH_TEXT];
    pd_srv_sha256(hash, token, strlen(token));
    pd_srv_hex_encode(text, hash, sizeof hash);
    return pd_srv_takeover_add(c, text, "", NULL);
}

pd_srv_takeover *pd_srv_cluster_take_room(pd_srv_cluster *c, const char *name)
{
    char text[PD_SRV_HASH_TEXT];
    pd_srv_snapshot_room_hash(text, name);
    return add_takeover(c, text, "", true, NULL);
}

pd_srv_takeover_state pd_srv_takeover_get(pd_srv_takeover *takeover, pd_error *err)
{
    const pd_srv_takeover_state state = atomic_load(&takeover->state);
    if (state == PD_SRV_TAKEOVER_FAILED && err) *err = takeover->err;
    return state;
}

void pd_srv_takeover_release(pd_srv_takeover *takeover)
{
    if (takeover && atomic_fetch_sub(&takeover->references, 1) == 1) free(takeover);
}

/* Ends a takeover with DONE or FAILED, and wakes the client that waits for it. */
static void end_takeover(pd_srv_cluster *c, pd_srv_takeover *takeover, pd_srv_takeover_state state)
{
    const bool is_new_room = takeover->is_room && takeover->err.status == PD_ERR_NOT_FOUND;
    if (state == PD_SRV_TAKEOVER_FAILED && *takeover->token_hash && !is_new_room)
        atomic_fetch_add(&c->takeover_failures, 1);
    pd_srv_cluster_end_span(c, "takeover", &takeover->trace, &takeover->parent, takeover->session,
                            takeover->began_us, state == PD_SRV_TAKEOVER_FAILED);
    atomic_store(&takeover->state, state);
    c->deps.wake(c->deps.ctx);
}

/* Puts a session that was taken over on the stage. elements: session, epoch, blobs, state. */
static void restore_session(pd_srv_cluster *c, pd_srv_takeover *takeover, redisReply **elements)
{
    const char *session = elements[0]->str;
    const uint64_t epoch = strtoull(elements[1]->str, NULL, 10);
    const int64_t start = pd_srv_now_us();
    pd_srv_object_finder f = {c, elements[2]->str ? elements[2]->str : ""};
    const pd_srv_snapshot_objects objects = {&f, pd_srv_objects_scene, pd_srv_objects_character};
    pd_status status = pd_srv_snapshot_read(c->deps.stage, (const unsigned char *)elements[3]->str,
                                            (size_t)elements[3]->len, &objects, &takeover->err);

    if (status == PD_OK || !strcmp(takeover->err.where, "/session")) {
        pd_srv_held *h = pd_srv_held_add(c, session, epoch);
        if (h) h->stored_us = 0;
        if (h) h->taken_us = start;
        if (status == PD_OK)
            atomic_fetch_add(&c->taken_over,
                             1); /* otherwise the stage has the session already, by another takeover */
        pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: session taken over",
                         "session=%s epoch=%llu ms=%.1f", session, (unsigned long long)epoch,
                         1e-3 * (double)(pd_srv_now_us() - start));
        end_takeover(c, takeover, PD_SRV_TAKEOVER_DONE);
        return;
    }

    /* Give the session back: another daemon may have the models and objects that this one lacks. */
    char text[24];
    redisReply *reply;
    pd_error err = {0};
    snprintf(text, sizeof text, "%llu", (unsigned long long)epoch);
    const char *const arguments[] = {c->prefix, session, c->node, text};
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_YIELD, 4, arguments, NULL);
    if (pd_srv_redis_answer(&reply, &c->redis, &err) == PD_OK) freeReplyObject(reply);
    pd_srv_log_write(c->deps.log, PD_SRV_WARNING, "cluster: session not taken over",
                     "session=%s where=%s detail=%s", session, takeover->err.where, takeover->err.detail);
    end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
}

/* Tries to take a session over. If another daemon still has it, asks that daemon to give it up and sets
 * the time of the next attempt. */
static void try_takeover(pd_srv_cluster *c, pd_srv_takeover *takeover)
{
    const int64_t now = pd_srv_now_us();
    pd_error err = {0};
    redisReply *reply;

    if (atomic_load(&c->draining)) {
        pd_fail(&takeover->err, PD_ERR_BUSY, "/resume", "the server is stopping");
        end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
        return;
    }

    if (!*takeover->token_hash && pd_srv_held_find(c, takeover->session)) {
        end_takeover(c, takeover,
                     PD_SRV_TAKEOVER_DONE); /* its client resumed it here before the offer was read */
        return;
    }

    if (!takeover->until_us) takeover->until_us = now + c->lease_us + PATIENCE_US;
    const char *const arguments[] = {c->prefix, takeover->session, c->node, takeover->token_hash,
                                     takeover->is_room && !*takeover->session ? "1" : ""};
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_TAKE, 5, arguments, NULL);
    if (pd_srv_redis_answer(&reply, &c->redis, &err) != PD_OK) {
        pd_srv_connection_failed(c, &err);
        pd_fail(&takeover->err, PD_ERR_BUSY, "/resume",
                "sessions of other daemons cannot be reached now: %.160s", err.detail);
        end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
        return;
    }

    redisReply **e = reply->element;
    if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 5 && pd_srv_redis_is_word(e[0], "taken"))
        restore_session(c, takeover, e + 1);
    else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 2 && pd_srv_redis_is_word(e[0], "own") &&
             !pd_srv_held_find(c, e[1]->str))
        /* A daemon of this name had the room before it was started again. */
        snprintf(takeover->session, sizeof takeover->session, "%s", e[1]->str);
    else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 3 && pd_srv_redis_is_word(e[0], "held") &&
             !*takeover->token_hash) {
        /* The session's client has resumed it on another daemon meanwhile. */
        pd_fail(&takeover->err, PD_ERR_BUSY, "/resume", "the daemon %.64s has taken the session over",
                e[2]->str);
        end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
    } else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 3 &&
               pd_srv_redis_is_word(e[0], "held")) {
        char text[160], context[PD_SRV_TRACE_TEXT];
        pd_srv_trace_write(context, &takeover->trace);
        snprintf(text, sizeof text, "give %s %s %s", e[1]->str, c->node, context);
        if (now - takeover->asked_us > SOON_US) {
            pd_srv_connection_tell(c, e[2]->str, text);
            takeover->asked_us = now;
        }

        const bool is_new = now < takeover->until_us - c->lease_us - PATIENCE_US + SOON_US;
        takeover->next_us = now + (is_new ? ASK_AGAIN_US : SOON_US);
        if (now > takeover->until_us) {
            pd_fail(&takeover->err, PD_ERR_BUSY, "/resume",
                    "the daemon %.64s has the session and does not give it up; try again", e[2]->str);
            end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
        }
    } else {
        pd_fail(
            &takeover->err, PD_ERR_NOT_FOUND, "/resume",
            "no session has this token; a session ends %g s after its last connection (stream.resume_window)",
            pd_srv_cluster_cfg(c)->stream_resume_window);
        end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
    }

    freeReplyObject(reply);
}

int64_t pd_srv_takeover_run_due(pd_srv_cluster *c)
{
    pthread_mutex_lock(&c->lock);
    pd_srv_takeover *all = c->takeovers;
    c->takeovers = NULL;
    pthread_mutex_unlock(&c->lock);

    int64_t next_us = INT64_MAX;
    pd_srv_takeover *left = NULL;
    int gone = 0;
    for (pd_srv_takeover *takeover = all, *next; takeover; takeover = next) {
        next = takeover->next;
        if (!c->redis.context) {
            pd_fail(&takeover->err, PD_ERR_BUSY, "/resume",
                    "sessions of other daemons cannot be reached now: no Redis");
            end_takeover(c, takeover, PD_SRV_TAKEOVER_FAILED);
        } else if (takeover->next_us <= pd_srv_now_us())
            try_takeover(c, takeover);
        if (atomic_load(&takeover->state) == PD_SRV_TAKEOVER_WAITS) {
            if (takeover->next_us < next_us) next_us = takeover->next_us;
            takeover->next = left;
            left = takeover;
        } else {
            pd_srv_takeover_release(takeover);
            gone++;
        }
    }

    pthread_mutex_lock(&c->lock);
    c->takeover_count -= gone;
    while (left) {
        pd_srv_takeover *takeover = left;
        left = takeover->next;
        takeover->next = c->takeovers;
        c->takeovers = takeover;
    }

    pthread_mutex_unlock(&c->lock);

    return next_us;
}

void pd_srv_takeover_hurry(pd_srv_cluster *c)
{
    pthread_mutex_lock(&c->lock);
    for (pd_srv_takeover *takeover = c->takeovers; takeover; takeover = takeover->next)
        if (*takeover->token_hash) takeover->next_us = 0;
    pthread_mutex_unlock(&c->lock);
}

void pd_srv_takeover_fail_all(pd_srv_cluster *c)
{
    for (pd_srv_takeover *takeover = c->takeovers, *next; takeover; takeover = next) {
        next = takeover->next;
        atomic_store(&takeover->state, PD_SRV_TAKEOVER_FAILED);
        pd_srv_takeover_release(takeover);
    }
}
