#ifndef PD_SERVER_CLUSTER_DRAIN_H
#define PD_SERVER_CLUSTER_DRAIN_H
/* Moves all sessions to other daemons while this one stops. A round tries each session once, in the order
 * of the ids; sessions that Redis refused are tried again in the next round.
 *
 * Threads  the writing thread. pd_srv_cluster_drain (cluster.h) waits for it on the thread that stops the
 *          daemon. */
#include "server/cluster/entry.h"

/* State of a drain. */
typedef struct pd_srv_drain {
    int64_t began_us;             /* 0: not begun */
    int64_t next_us;              /* time at which the next session moves */
    char last[PD_SRV_SESSION_ID]; /* id of the session that was the last to be moved, or tried */
    pd_srv_targets to;
    double load;                /* estimated load of one session */
    int moved;                  /* sessions moved in this round */
    int tried;                  /* sessions tried in this round */
    pd_srv_trace_context trace; /* span `drain` */
} pd_srv_drain;

/* Moves the sessions that are due now. Returns the time at which the next one is due.
 *
 * The rate is cluster.drain_rate, so that the handshakes of their clients take a bounded part of the
 * processors. It is higher when otherwise the first half of the time that is left would not be enough for
 * all sessions. The second half is for telling the watchers. */
int64_t pd_srv_drain_move_due(pd_srv_cluster *c);

#endif
