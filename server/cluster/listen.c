#include "server/cluster/listen.h"

#include "server/cluster/cluster_parts.h"

#include <hiredis/hiredis.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOTES_MOST 4096 /* most messages that wait for the thread; more are dropped */

/* Handles one message. The header lists them. */
static void handle_note(pd_srv_cluster *c, const char *text)
{
    char session[PD_SRV_SESSION_ID] = "", node[65] = "", context[PD_SRV_TRACE_TEXT] = "";
    char back[64];
    pd_srv_trace_context parent, trace;

    if (sscanf(text, "give %16s %64s %55s", session, node, context) >= 2) {
        pd_srv_trace_parse(&parent, context);
        const bool is_given =
            pd_srv_handover_may_go(c, session) && pd_srv_handover_give_up(c, session, &parent, &trace);
        atomic_fetch_add(&c->given, is_given);
        snprintf(back, sizeof back, "given %s", session);
        if (is_given) pd_srv_connection_tell(c, node, back);
    } else if (sscanf(text, "offer %16s %55s", session, context) >= 1 && !atomic_load(&c->draining)) {
        pd_srv_trace_parse(&parent, context);
        pd_srv_takeover_release(pd_srv_takeover_add(c, "", session, &parent));
    } else if (sscanf(text, "given %16s", session) == 1) {
        pd_srv_takeover_hurry(c);
    }
}

void pd_srv_listen_handle_all(pd_srv_cluster *c)
{
    pthread_mutex_lock(&c->lock);
    pd_srv_note *all = c->notes;
    c->notes = NULL;
    c->last_note = &c->notes;
    c->note_count = 0;
    pthread_mutex_unlock(&c->lock);
    for (pd_srv_note *n = all, *next; n; n = next) {
        next = n->next;
        handle_note(c, n->text);
        free(n);
    }
}

void pd_srv_listen_drop_all(pd_srv_cluster *c)
{
    for (pd_srv_note *n = c->notes, *next; n; n = next) {
        next = n->next;
        free(n);
    }
}

/* Hands a message to the writing thread. Drops it when NOTES_MOST messages wait. */
static void queue_note(pd_srv_cluster *c, const redisReply *reply)
{
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 3 ||
        !pd_srv_redis_is_word(reply->element[0], "message") || reply->element[2]->type != REDIS_REPLY_STRING)
        return;
    pd_srv_note *n = calloc(1, sizeof *n);
    if (!n) return;
    snprintf(n->text, sizeof n->text, "%s", reply->element[2]->str);
    pthread_mutex_lock(&c->lock);
    const bool has_room = c->note_count < NOTES_MOST;
    if (has_room) {
        *c->last_note = n;
        c->last_note = &n->next;
        c->note_count++;
        pthread_cond_signal(&c->news);
    }

    pthread_mutex_unlock(&c->lock);
    if (!has_room) free(n);
}

void *pd_srv_listen_main(void *arg)
{
    pd_srv_cluster *c = arg;
    pd_srv_redis redis = {.context = NULL};

    pthread_setname_np(pthread_self(), "posed-hear");
    char channel[160];
    snprintf(channel, sizeof channel, "%s:to:%s", c->prefix, c->node);
    while (!atomic_load(&c->stopping)) {
        redisReply *reply = NULL;
        const pd_srv_redis_place where = pd_srv_connection_place(c);
        if (!redis.context &&
            (pd_srv_redis_open(&redis, &where, NULL) != PD_OK ||
             pd_srv_redis_ask(&reply, &redis, NULL, "SUBSCRIBE", channel, PD_SRV_REDIS_LAST) != PD_OK)) {
            pd_srv_redis_close(&redis);
            nanosleep(&(struct timespec){.tv_nsec = PD_SRV_REDIS_RETRY_US * 1000}, NULL);
            continue;
        }

        if (reply) freeReplyObject(reply);

        /* Handle the messages that were already read, then wait for more. */
        void *ready = NULL;
        if (redisGetReplyFromReader(redis.context, &ready) == REDIS_OK && ready) {
            queue_note(c, ready);
            freeReplyObject(ready);
            continue;
        }

        struct pollfd p = {.fd = redis.context->fd, .events = POLLIN};
        if (poll(&p, 1, 100) > 0 && redisBufferRead(redis.context) != REDIS_OK) pd_srv_redis_close(&redis);
    }

    pd_srv_redis_close(&redis);

    return NULL;
}
