#ifndef PD_SERVER_CLUSTER_TAKEOVER_H
#define PD_SERVER_CLUSTER_TAKEOVER_H
/* Takeovers of sessions that other daemons have or had. A takeover waits in a list until it is done or has
 * failed. The writing thread tries it when it is due: Redis gives it the session if its daemon is gone or
 * has given it up; otherwise that daemon is asked to give it up, and the takeover is tried again.
 *
 * Threads  _add and those of cluster.h: any thread. The others: the writing thread. */
#include "server/cluster/held.h"

#include <stdatomic.h>

struct pd_srv_takeover {
    pd_srv_takeover *next;
    atomic_int references;
    _Atomic pd_srv_takeover_state state;
    /* SHA-256 of the client's token; "": another daemon offered the session */
    char token_hash[PD_SRV_HASH_TEXT];
    bool is_room;                    /* token_hash is the hash of a room's name */
    char session[PD_SRV_SESSION_ID]; /* id of the session; "" for a token whose session is not known yet */
    int64_t asked_us; /* time at which the session's daemon was last asked to give it up; 0: not yet */
    int64_t next_us;  /* time of the next attempt */
    int64_t until_us; /* time at which the takeover fails; 0 before the first attempt */
    pd_srv_trace_context trace;  /* span `takeover` */
    pd_srv_trace_context parent; /* span of the daemon that offers the session; zeros: none */
    int64_t began_us;
    pd_error err; /* reason of a failure; written before `state` */
};

/* Lists a takeover for the thread. Returns it with a reference for the caller, or NULL if there is no
 * room. token_hash "": an offer. parent: span of the daemon that offers the session; NULL: none. */
pd_srv_takeover *pd_srv_takeover_add(pd_srv_cluster *c, const char *token_hash, const char *session,
                                     const pd_srv_trace_context *parent);

/* Tries every takeover that is due. Returns the time at which the next one is due. */
int64_t pd_srv_takeover_run_due(pd_srv_cluster *c);

/* Makes every takeover of a client due now, because a daemon has given a session up. */
void pd_srv_takeover_hurry(pd_srv_cluster *c);

/* Fails and releases every takeover that waits. For the end of the daemon. */
void pd_srv_takeover_fail_all(pd_srv_cluster *c);

#endif
