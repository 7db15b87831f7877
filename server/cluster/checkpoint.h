#ifndef PD_SERVER_CLUSTER_CHECKPOINT_H
#define PD_SERVER_CLUSTER_CHECKPOINT_H
/* Stores the sessions of the stage in Redis. Checkpoints are queued in batches and their answers taken
 * afterwards, so that Redis and this daemon work at the same time; the entry is renewed between batches.
 *
 * Threads  the writing thread. */
#include "server/cluster/held.h"
#include "server/stage/snapshot.h"

/* Time between two checkpoints of a session that does not move. */
#define PD_SRV_CHECKPOINT_IDLE_US (2 * PD_SRV_SECOND)

/* Result of storing a checkpoint. */
typedef enum pd_srv_stored {
    PD_SRV_STORED,
    PD_SRV_FENCED,    /* Redis refused it: another daemon has taken the session over */
    PD_SRV_NOT_STORED /* Redis failed */
} pd_srv_stored;

/* Stores every session that has moved since its last checkpoint, or that was idle for
 * PD_SRV_CHECKPOINT_IDLE_US. */
void pd_srv_checkpoint_store_all(pd_srv_cluster *c);

/* Makes the list of held sessions agree with the stage's, and deletes from Redis those that have ended. */
void pd_srv_checkpoint_match_stage(pd_srv_cluster *c, const pd_srv_snapshot_entry *list, int count);

/* Queues the checkpoint in c->snapshot. is_last: the session has no owner afterwards. */
void pd_srv_checkpoint_queue(pd_srv_cluster *c, const pd_srv_held *h, uint32_t tick, bool is_last);
/* Takes the answer to a checkpoint. */
pd_srv_stored pd_srv_checkpoint_answer(pd_srv_cluster *c, const char *session);

#endif
