#ifndef PD_SERVER_CLUSTER_CLUSTER_PARTS_H
#define PD_SERVER_CLUSTER_CLUSTER_PARTS_H
/* The parts of a cluster member, one file for each job. Only files of this folder include this header.
 *
 *     cluster     starts and stops the threads, and runs the loop of the writing thread
 *     connection  opens the connection to Redis, notes its failures, sends messages to other daemons
 *     entry       renews this daemon's entry, and chooses the daemon that a session is offered to
 *     rooms       tells the rooms of this daemon, and reads those of others
 *     held        lists the sessions of this daemon that Redis knows
 *     objects     stores and fetches the scenes and characters that sessions use
 *     checkpoint  stores the sessions
 *     handover    stops one session and stores it for another daemon
 *     drain       hands all sessions over while this daemon stops
 *     takeover    takes sessions of other daemons
 *     listen      receives the messages of other daemons
 *
 * The writing thread does everything in turn: it opens the connection, renews the entry, handles the
 * messages that the listening thread has queued, runs the takeovers that are due, hands over the sessions
 * that a drain owes, and stores checkpoints. It then sleeps until the next of these is due or until `news`
 * is signalled. So the parts call each other without a lock, and only what other threads write is
 * protected:
 *
 *     lock     `takeovers` (added by any thread), `notes` (added by the listening thread), `rooms` (read by
 *              any thread), and their counts
 *     atomics  what other threads ask for (`stopping`, `draining`) and the metrics
 *
 * A move of a session between two daemons, A and B:
 *
 *     its client resumes on B:  B takeover -> "give" -> A listen, handover -> "given" -> B takeover
 *     A stops:                  A drain, handover -> "offer" -> B listen, takeover
 */
#include "core/base/buffer.h"
#include "server/cluster/checkpoint.h"
#include "server/cluster/cluster.h"
#include "server/cluster/connection.h"
#include "server/cluster/drain.h"
#include "server/cluster/entry.h"
#include "server/cluster/handover.h"
#include "server/cluster/held.h"
#include "server/cluster/listen.h"
#include "server/cluster/objects.h"
#include "server/cluster/redis.h"
#include "server/cluster/rooms.h"
#include "server/cluster/takeover.h"
#include "server/stage/snapshot.h"

#include <pthread.h>
#include <stdatomic.h>

struct pd_srv_cluster {
    /* Settings, which do not change. */
    pd_srv_cluster_deps deps;
    char node[65]; /* name of this daemon */
    char prefix[65];
    char url[257]; /* address of this daemon for others */
    char redis_url[257];
    char user[65];
    char *password_file;
    int database;
    char secret[PD_SRV_SECRET_BYTES]; /* secret that other daemons present to this one */
    int64_t lease_us;
    int64_t checkpoint_us;
    size_t blob_bytes;

    /* Threads. */
    pthread_t thread;   /* the writing thread */
    pthread_t listener; /* the listening thread */
    bool has_thread;
    bool has_listener;
    pd_srv_locator *locator;
    atomic_bool stopping;
    atomic_bool draining;
    _Atomic int64_t drain_until_us; /* time by which all sessions must have moved */

    /* Shared by threads. `lock` protects them. */
    pthread_mutex_t lock;
    pthread_cond_t news;
    pd_srv_takeover *takeovers;
    int takeover_count;
    pd_srv_note *notes;
    pd_srv_note **last_note; /* where the next note is linked */
    int note_count;
    pd_api_room *rooms; /* (room_count) rooms of other daemons, as they were read last */
    int room_count;

    /* From here to the metrics: used only by the writing thread. */

    /* connection.c */
    pd_srv_redis redis;
    int64_t retry_us; /* time of the next attempt to connect */
    bool is_away;     /* true: the last use of Redis failed */
    int64_t told_us;  /* time of the last line of the log about a failure of Redis, and its reason */
    char told[sizeof((pd_error *)0)->detail];

    /* entry.c */
    bool has_entry;     /* true: the last renewal wrote the entry */
    int64_t doubled_us; /* time at which another daemon of this name was logged; 0: never */
    int64_t next_lease_us;

    /* held.c */
    pd_srv_held *held; /* (held_count) sorted by session */
    int held_count;
    int held_capacity;

    /* objects.c */
    pd_srv_known_object *known; /* (known_count) */
    int known_count;
    pd_buffer blob; /* bytes of the object that was described last */

    /* checkpoint.c */
    int64_t next_checkpoint_us;
    double answer_seconds;   /* smoothed time that Redis needs for a checkpoint */
    pd_buffer snapshot;      /* bytes of the checkpoint that was written last */
    pd_buffer tokens;        /* hashes of the tokens of a room's members, as text */
    pd_fields_writer writer; /* memory for writing checkpoints */

    /* drain.c */
    pd_srv_drain drain;

    /* Metrics. */
    atomic_bool is_connected;
    atomic_uint moves;       /* moves of a drain, begun and ended; odd while a session is off the stage */
    _Atomic int64_t lost_us; /* time since which there is no connection to Redis; 0 while there is one */
    atomic_ullong checkpoints;
    atomic_ullong bytes;
    atomic_ullong fenced;
    atomic_ullong taken_over;
    atomic_ullong takeover_failures;
    atomic_ullong given;
    atomic_ullong moved;
    atomic_ullong troubles;
    _Atomic int64_t checkpoint_ns; /* processor time of checkpoints */
    _Atomic int64_t last_store_us; /* time at which every session had been stored */
};

/* Returns the options that are in force now. */
const pd_cfg *pd_srv_cluster_cfg(const pd_srv_cluster *c);

/* Writes how long Redis keeps a session, in milliseconds: the resume window, and the time after which
 * others know that the session's daemon has ended. */
void pd_srv_cluster_expiry_text(char out[24], const pd_srv_cluster *c);

/* Ends a span that concerns a session. session "": none. parent NULL: none. */
void pd_srv_cluster_end_span(pd_srv_cluster *c, const char *name, const pd_srv_trace_context *context,
                             const pd_srv_trace_context *parent, const char *session, int64_t began_us,
                             bool is_error);

#endif
