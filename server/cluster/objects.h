#ifndef PD_SERVER_CLUSTER_OBJECTS_H
#define PD_SERVER_CLUSTER_OBJECTS_H
/* The scenes and uploaded characters that sessions use, as blobs in Redis. A session's entry lists them by
 * revision and SHA-256; a daemon that restores the session fetches those that it does not have. blob.h
 * describes the bytes.
 *
 * Threads  the writing thread. */
#include "server/stage/snapshot.h"
#include "api/http/condition.h"
#include "server/cluster/held.h"

/* An object whose hash is known. */
typedef struct pd_srv_known_object {
    char revision[PD_API_REVISION_BYTES];
    char sha[PD_SRV_HASH_TEXT];
    size_t size; /* bytes of the blob */
} pd_srv_known_object;
/* Most objects whose hashes are kept. When they are full, all are forgotten. */
#define PD_SRV_KNOWN_OBJECTS 256

/* First argument of pd_srv_objects_scene and pd_srv_objects_character, which find the objects of a session
 * that is restored. */
typedef struct pd_srv_object_finder {
    pd_srv_cluster *cluster;
    const char *blobs; /* list of objects from the session's entry (pd_srv_held.blobs) */
} pd_srv_object_finder;

/* Lists the objects of a session in h->blobs, unless the list was made for these characters: their scene
 * never changes, a new character has a higher id than all before, and one less is another number. */
void pd_srv_objects_list(pd_srv_cluster *c, pd_srv_held *h, const pd_srv_snapshot_entry *entry);
/* Uploads the objects of a session that Redis lacks, if any. */
void pd_srv_objects_upload(pd_srv_cluster *c, const pd_srv_held *h);

/* Return the object with this revision: this daemon's own if it has it, otherwise the one in Redis. NULL:
 * neither has it. The caller releases it. ctx: pd_srv_object_finder. */
pd_api_scene *pd_srv_objects_scene(void *ctx, const char *id, const char *revision);
pd_api_skeleton *pd_srv_objects_character(void *ctx, const char *id, const char *revision);

#endif
