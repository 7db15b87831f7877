#ifndef PD_SERVER_CLUSTER_LISTEN_H
#define PD_SERVER_CLUSTER_LISTEN_H
/* Messages of other daemons. The listening thread receives them on a connection of its own and queues
 * them; the writing thread handles them.
 *
 *     give SESSION NODE TRACE    NODE asks for a session of this daemon
 *     offer SESSION TRACE        the sender has stored a session that this daemon may take over
 *     given SESSION              the sender has stored a session for which this daemon asked
 */
#include "server/cluster/cluster.h"

/* A message from another daemon. */
typedef struct pd_srv_note {
    struct pd_srv_note *next;
    char text[160];
} pd_srv_note;

/* Main function of the listening thread. Listens to this daemon's channel until `stopping` is set.
 * arg: the cluster. */
void *pd_srv_listen_main(void *arg);
/* Handles the messages that wait. Writing thread. */
void pd_srv_listen_handle_all(pd_srv_cluster *c);
/* Frees the messages that wait. For the end of the daemon. */
void pd_srv_listen_drop_all(pd_srv_cluster *c);

#endif
