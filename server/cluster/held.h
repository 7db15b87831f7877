#ifndef PD_SERVER_CLUSTER_HELD_H
#define PD_SERVER_CLUSTER_HELD_H
/* The list of this daemon's sessions that Redis knows, sorted by id. The checkpoints add the sessions of
 * the stage and remove those that have ended; takeovers add sessions with the epoch that Redis gave them.
 *
 * Threads  the writing thread. */
#include "server/base/digest.h"
#include "server/cluster/cluster.h"

/* Bytes of a SHA-256 as text. */
#define PD_SRV_HASH_TEXT (2 * PD_SRV_SHA256_BYTES + 1)

/* A session of this daemon, as Redis knows it. */
typedef struct pd_srv_held {
    char session[PD_SRV_SESSION_ID];
    char token_hash[PD_SRV_HASH_TEXT]; /* "": the stage has not told it yet */
    bool is_room;                      /* its members have tokens of their own; token_hash is not used */
    int64_t taken_us;                  /* time at which it came from another daemon; 0: it began here */
    pd_srv_watchable watchable;
    uint64_t epoch;    /* raised by every takeover; Redis refuses checkpoints of an older epoch */
    uint32_t tick;     /* tick of the last checkpoint */
    int64_t stored_us; /* time of the last checkpoint; 0: none, or Redis has lost it */
    int characters;    /* number of characters when `blobs` was made, */
    uint32_t newest;   /* and the id of the newest one */
    char *blobs;       /* "scene:REVISION:SHA256,character:..."; NULL: none */
    bool is_large;     /* an object is larger than cluster.blob_bytes */
} pd_srv_held;

/* Finds a session. NULL: not in the list. The pointer is valid until the next change of the list. */
pd_srv_held *pd_srv_held_find(pd_srv_cluster *c, const char *session);
/* Adds a session, or sets the epoch of one that is there. NULL: out of memory. */
pd_srv_held *pd_srv_held_add(pd_srv_cluster *c, const char *session, uint64_t epoch);
/* Removes a session if it is there. */
void pd_srv_held_remove(pd_srv_cluster *c, const char *session);

#endif
