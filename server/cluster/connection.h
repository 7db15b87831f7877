#ifndef PD_SERVER_CLUSTER_CONNECTION_H
#define PD_SERVER_CLUSTER_CONNECTION_H
/* The connection of the writing thread to Redis: opens it again after a failure, logs when Redis fails and
 * when it works again, and sends messages to other daemons.
 *
 * Threads  the writing thread; _place may be called from any thread. */
#include "server/cluster/cluster.h"
#include "server/cluster/redis.h"

/* Time between two attempts to connect to Redis. */
#define PD_SRV_REDIS_RETRY_US (PD_SRV_SECOND / 4)

/* Returns the address of Redis. The texts belong to the cluster. */
pd_srv_redis_place pd_srv_connection_place(const pd_srv_cluster *c);

/* Tries to connect when an attempt is due. After a success, the entry and every session are due to be
 * written, because Redis may have lost its data. */
void pd_srv_connection_open(pd_srv_cluster *c);

/* Notes that Redis failed. Logs the first failure after a success, and later ones when their reason
 * differs from that of the last line, because the first reason is often only that the connection was lost. */
void pd_srv_connection_failed(pd_srv_cluster *c, const pd_error *err);
/* Notes that Redis works. Logs the first success after a failure. */
void pd_srv_connection_works(pd_srv_cluster *c);

/* Sends a message to another daemon. listen.h lists the messages. */
void pd_srv_connection_tell(pd_srv_cluster *c, const char *node, const char *text);

#endif
