#include "server/cluster/drain.h"

#include "server/base/clock.h"
#include "server/base/rate.h"
#include "server/cluster/cluster_parts.h"
#include "server/stage/snapshot.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GIVEN_UP_US (2 * PD_SRV_SECOND) /* time without a connection to Redis after which a drain ends */
#define HURRY_US    (PD_SRV_SECOND / 4) /* time for moving sessions when the daemon has to end at once */
/* Added to the load of all sessions, so that an idle daemon spreads its sessions too. */
#define LEAST_LOAD  0.01

/* Begins to move the sessions of this daemon to others. */
static void begin_drain(pd_srv_cluster *c, int sessions)
{
    pd_srv_drain *d = &c->drain;
    d->began_us = d->next_us = pd_srv_now_us();
    pd_srv_trace_begin(&d->trace, c->deps.tracer, NULL);
    pd_srv_entry_renew(c); /* the entry now says that this daemon is draining */
    d->load = (pd_srv_stage_now(c->deps.stage).load + LEAST_LOAD) / (sessions ? sessions : 1);
}

/* Moves a session to another daemon. Returns false when it goes on here. */
static bool move_session(pd_srv_cluster *c, const pd_srv_snapshot_entry *e)
{
    pd_srv_drain *d = &c->drain;
    pd_srv_trace_context trace;
    pd_srv_held *h = pd_srv_held_find(c, e->session);

    if (!h) return false;
    if (e->has_objects) {
        pd_srv_objects_list(c, h, e);
        pd_srv_objects_upload(c, h);
    }

    atomic_fetch_add(&c->moves, 1);
    const bool is_given = pd_srv_handover_give_up(c, e->session, &d->trace, &trace);
    atomic_fetch_add(&c->moves, 1);
    if (!is_given) return false;
    pd_srv_handover_offer(c, e->session, pd_srv_entry_choose_target(&d->to, d->load), &trace);
    c->deps.wake(c->deps.ctx); /* the stream then tells the session's clients */
    return true;
}

/* Ends a round, in which each session was tried once: logs it, and lets the next one begin after
 * PD_SRV_REDIS_RETRY_US. */
static void end_drain_round(pd_srv_cluster *c)
{
    pd_srv_drain *d = &c->drain;

    atomic_fetch_add(&c->moved, (unsigned long long)d->moved);
    if (d->moved) {
        pd_srv_cluster_end_span(c, "drain", &d->trace, NULL, "", d->began_us, d->moved < d->tried);
        pd_srv_log_write(c->deps.log, PD_SRV_INFO, "cluster: sessions moved",
                         "sessions=%d daemons=%d ms=%.1f", d->moved, d->to.count,
                         1e-3 * (double)(pd_srv_now_us() - d->began_us));
    }

    d->moved = d->tried = 0;
    *d->last = 0;
    d->next_us = pd_srv_now_us() + PD_SRV_REDIS_RETRY_US;
}

int64_t pd_srv_drain_move_due(pd_srv_cluster *c)
{
    pd_srv_drain *d = &c->drain;
    pd_srv_snapshot_entry *list;
    int64_t now = pd_srv_now_us();
    const int64_t left_us = (atomic_load(&c->drain_until_us) - now) / 2;

    if (left_us > 0 && now < d->next_us) return d->next_us;

    const int count = pd_srv_snapshot_list(&list, c->deps.stage);
    if (!d->began_us) begin_drain(c, count);
    if (c->redis.context) pd_srv_checkpoint_match_stage(c, list, count);

    /* Looked for again while there is none: the first search may have met a connection that was lost. */
    if (c->redis.context && count && !d->to.count) pd_srv_entry_find_targets(&d->to, c);
    int at = 0;
    while (at < count && strcmp(list[at].session, d->last) <= 0) at++;
    const int64_t step_us =
        pd_srv_rate_step_us(pd_srv_cluster_cfg(c)->cluster_drain_rate, count - at, left_us);
    for (; at < count && c->redis.context && (left_us <= 0 || now >= d->next_us); at++) {
        memcpy(d->last, list[at].session, sizeof d->last);
        d->moved += move_session(c, &list[at]);
        d->tried++;
        d->next_us += step_us;
        pd_srv_entry_renew_if_due(c);
        now = pd_srv_now_us();
    }

    free(list);
    if (at == count) end_drain_round(c);

    return d->next_us;
}

/* Lets the thread move all sessions by until_us. */
static void drain_until(pd_srv_cluster *c, int64_t until_us)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->drain_until_us, until_us);
    atomic_store(&c->draining, true);
    pthread_cond_signal(&c->news);
    pthread_mutex_unlock(&c->lock);
}

/* Returns whether there has been no connection to Redis for so long that a drain does not wait for it. */
static bool is_given_up(pd_srv_cluster *c)
{
    const int64_t lost_us = atomic_load(&c->lost_us);
    return lost_us && pd_srv_now_us() - lost_us > GIVEN_UP_US;
}

/* Returns whether a session is left. One that is being moved counts:
 * it returns to the stage when Redis refuses it. */
static bool has_sessions(pd_srv_cluster *c)
{
    const unsigned before = atomic_load(&c->moves);
    const int count = pd_srv_stage_now(c->deps.stage).sessions;
    return count || before % 2 || atomic_load(&c->moves) != before;
}

bool pd_srv_cluster_drain(pd_srv_cluster *c, int64_t until_us, int (*hurry)(void *arg), void *arg)
{
    bool is_hurried = false;

    drain_until(c, until_us);
    while (pd_srv_now_us() < until_us) {
        /* A command that Redis refuses is no reason to stop: it may concern one session alone. */
        if (!has_sessions(c) || is_given_up(c)) break;
        if (!is_hurried && hurry(arg)) {
            is_hurried = true;
            until_us = pd_srv_now_us() + HURRY_US;
            drain_until(c, 0);
        }

        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }

    const int left = pd_srv_stage_now(c->deps.stage).sessions;
    if (left)
        pd_srv_log_write(c->deps.log, PD_SRV_WARNING,
                         "cluster: sessions that could not be moved end with this daemon",
                         "sessions=%d redis=%s", left, atomic_load(&c->is_connected) ? "connected" : "away");

    return is_hurried;
}
