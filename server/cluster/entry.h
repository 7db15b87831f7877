#ifndef PD_SERVER_CLUSTER_ENTRY_H
#define PD_SERVER_CLUSTER_ENTRY_H
/* The entry of this daemon in Redis (address, models, load, secret), and the entries of others, from which
 * a drain chooses the daemons that its sessions are offered to.
 *
 * Threads  the writing thread. */
#include "server/cluster/cluster.h"

/* Most daemons among which a drain chooses. */
#define PD_SRV_TARGETS_MOST 64

/* Daemons that could take sessions over, with their loads. */
typedef struct pd_srv_targets {
    char names[PD_SRV_TARGETS_MOST][65];
    double loads[PD_SRV_TARGETS_MOST];
    int count;
} pd_srv_targets;

/* Writes or renews the entry. */
void pd_srv_entry_renew(pd_srv_cluster *c);
/* Renews the entry three times in a lease. */
void pd_srv_entry_renew_if_due(pd_srv_cluster *c);

/* Finds the other daemons with the same models that are not stopping. */
void pd_srv_entry_find_targets(pd_srv_targets *out, pd_srv_cluster *c);
/* Returns the name of the least loaded daemon and adds `load` to its load. Returns "" if there is none. */
const char *pd_srv_entry_choose_target(pd_srv_targets *t, double load);

#endif
