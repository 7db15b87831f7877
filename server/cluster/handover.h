#ifndef PD_SERVER_CLUSTER_HANDOVER_H
#define PD_SERVER_CLUSTER_HANDOVER_H
/* Hands one session over: stops it at the end of a tick, stores it in Redis without an owner, and tells
 * another daemon.
 *
 * Threads  the writing thread. */
#include "server/cluster/cluster.h"

/* Returns whether another daemon may have the session now: a room that has just come stays for a while. */
bool pd_srv_handover_may_go(pd_srv_cluster *c, const char *session);
/* Stops a session and stores it, within a span `handover` whose context is written to *trace. Returns
 * false when this daemon does not have it, or when it could not be stored; it then goes on here. */
bool pd_srv_handover_give_up(pd_srv_cluster *c, const char *session, const pd_srv_trace_context *parent,
                             pd_srv_trace_context *trace);
/* Tells another daemon that it may take a session over. target "": there is none, so nothing is sent. */
void pd_srv_handover_offer(pd_srv_cluster *c, const char *session, const char *target,
                           const pd_srv_trace_context *trace);

#endif
