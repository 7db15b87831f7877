#include "server/cluster/handover.h"

#include "server/base/clock.h"
#include "server/cluster/cluster_parts.h"
#include "server/stage/snapshot.h"

#include <stdio.h>
#include <time.h>

/* A room that came from another daemon stays for this time. */
#define ROOM_STAYS_US (10 * PD_SRV_SECOND)

/* Stops a session at the end of a tick and stores it in Redis without an owner, so that another daemon can
 * take it. Returns false when this daemon does not have it,
 * or when it could not be stored; it then goes on here. */
static bool store_and_stop(pd_srv_cluster *c, const char *session)
{
    pd_srv_held *h = pd_srv_held_find(c, session);

    if (!h || !c->redis.context) return false;
    if (!*h->token_hash) return false;

    /* The session's client is told that it moves as soon as it is off the stage,
     * so Redis must accept writes before. */
    if (c->is_away) pd_srv_entry_renew(c);
    if (c->is_away) return false;
    if (pd_srv_snapshot_take(&c->snapshot, c->deps.stage, session, NULL) != PD_OK) return false;
    pd_srv_snapshot_head head = {.tick = 0};
    pd_srv_snapshot_peek(&head, c->snapshot.data, c->snapshot.size, NULL);
    pd_srv_checkpoint_queue(c, h, head.tick, true);
    const pd_srv_stored result = pd_srv_checkpoint_answer(c, session);
    if (result == PD_SRV_NOT_STORED) {
        /* The session goes on in this daemon. Its clients connect here again. */
        pd_srv_object_finder f = {c, h->blobs ? h->blobs : ""};
        const pd_srv_snapshot_objects objects = {&f, pd_srv_objects_scene, pd_srv_objects_character};
        pd_error err = {0};
        for (int i = 0; i < 50; i++) { /* until the tick has freed the one that has ended */
            if (pd_srv_snapshot_read(c->deps.stage, c->snapshot.data, c->snapshot.size, &objects, &err) !=
                PD_ERR_INVALID)
                break;
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        }

        return false;
    }

    pd_srv_held_remove(c, session);

    return result == PD_SRV_STORED;
}

bool pd_srv_handover_may_go(pd_srv_cluster *c, const char *session)
{
    const pd_srv_held *h = pd_srv_held_find(c, session);
    return !h || !h->is_room || !h->taken_us || pd_srv_now_us() - h->taken_us > ROOM_STAYS_US;
}

bool pd_srv_handover_give_up(pd_srv_cluster *c, const char *session, const pd_srv_trace_context *parent,
                             pd_srv_trace_context *trace)
{
    const int64_t began_us = pd_srv_now_us();
    pd_srv_trace_begin(trace, c->deps.tracer, parent);
    const bool is_given = store_and_stop(c, session);
    pd_srv_cluster_end_span(c, "handover", trace, parent, session, began_us, !is_given);
    return is_given;
}

void pd_srv_handover_offer(pd_srv_cluster *c, const char *session, const char *target,
                           const pd_srv_trace_context *trace)
{
    char text[128], context[PD_SRV_TRACE_TEXT];
    pd_srv_trace_write(context, trace);
    snprintf(text, sizeof text, "offer %s %s", session, context);
    if (*target && c->redis.context) pd_srv_connection_tell(c, target, text);
}
