#ifndef PD_SERVER_CLUSTER_ROOMS_H
#define PD_SERVER_CLUSTER_ROOMS_H
/* The rooms of other daemons, for GET /v1/rooms. Each daemon writes its rooms into its entry in Redis
 * (entry.h, field `rooms`) when it renews it, and then reads those of the others.
 *
 * Text     one line for each room: members, capacity, 1 if it has a secret else 0, id of the session, name;
 *          separated by tabs. At most PD_SRV_ROOMS_MOST rooms of a daemon are written.
 * Age      a room is known within a third of cluster.lease after its beginning, and is gone within as much,
 *          or within the lease if its daemon is lost.
 * Memory   the list belongs to the cluster.
 * Threads  _write and _read: the writing thread. _copy: any.
 * Errors   Redis that fails is noted as in entry.c; the rooms that were read last stay.
 */
#include "core/base/buffer.h"
#include "server/cluster/cluster.h"

#define PD_SRV_ROOMS_MOST 1000

/* Appends the rooms of this daemon as text. */
void pd_srv_rooms_write(pd_buffer *out, pd_srv_cluster *c);
/* Reads the rooms of the other daemons from Redis. */
void pd_srv_rooms_read(pd_srv_cluster *c);
/* Reads text that _write has written. *rooms (*count) grows by its rooms; lines that are not well formed are
 * left out. Returns false when out of memory. */
bool pd_srv_rooms_parse(pd_api_room **rooms, int *count, const char *text);

#endif
