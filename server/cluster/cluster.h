#ifndef PD_SERVER_CLUSTER_CLUSTER_H
#define PD_SERVER_CLUSTER_CLUSTER_H
/* Lets several daemons share sessions through Redis. Each daemon keeps an entry there while it runs, stores
 * checkpoints of its sessions, and can continue the sessions of daemons that have ended.
 * docs/guide/cluster.md lists the keys and describes each case; cluster_parts.h says which file does what.
 *
 *     entry       is renewed three times in cluster.lease. When a daemon's entry is gone, others may take its
 *                 sessions over
 *     checkpoint  of each session that has characters, stored every cluster.checkpoint by this part's own
 *                 thread, never by the tick's
 *     takeover    starts when a client resumes a session that is not here. If a daemon has it, that daemon
 *                 stops it at the end of a tick and stores it; otherwise its last checkpoint is used
 *     room        is found by its name too. A daemon that has taken a room over keeps it for a while, so that
 *                 clients behind a proxy that does not bring them together do not pull it to and fro
 *     fence       Redis refuses the checkpoint of a session that another daemon has taken over; the session
 *                 then ends here
 *     relay       serves watchers of another daemon's session over one connection to that daemon
 *                 (server/stream/relay.h)
 *     drain       stores every session at the end of a tick, and offers it to the least loaded daemon that
 *                 has the same models
 *
 *     trace       spans `takeover`, `handover` and `drain`. Messages between daemons carry their context, so
 *                 a move is one trace
 *
 * When Redis is down, slow, emptied or read-only, only takeovers stop. Sessions go on, and everything is
 * written again when Redis is back.
 *
 * Threads  three of its own: one that writes, one that listens, one that locates (locate.h). _take_over,
 *          _locate, _is_draining, _is_peer and _metrics may be called from any thread.
 * Errors   _start: ERR_MEMORY. Redis need not be there.
 */
#include "server/base/log.h"
#include "server/base/settings.h"
#include "server/base/trace.h"
#include "server/cluster/locate.h"
#include "server/stage/stage.h"

typedef struct pd_srv_cluster pd_srv_cluster;
typedef struct pd_srv_takeover pd_srv_takeover;

/* Objects that the part uses. All of them must outlive it. */
typedef struct pd_srv_cluster_deps {
    const pd_srv_config *config;
    const pd_api_host *host;
    pd_srv_log *log;
    pd_srv_stage *stage;     /* takes_snapshots must be set before the stage starts */
    const char *url;         /* URL of this daemon, for its entry */
    const char *node;        /* name of this daemon; NULL: that of cluster.node, or a random one */
    pd_srv_tracer *tracer;   /* NULL: no tracing */
    void (*wake)(void *ctx); /* called when a takeover is decided, or a session moved */
    void *ctx;
} pd_srv_cluster_deps;

/* Starts the threads. */
pd_status pd_srv_cluster_start(pd_srv_cluster **out, const pd_srv_cluster_deps *deps, pd_error *err);
/* Ends the threads and removes this daemon's entry. NULL is allowed. */
void pd_srv_cluster_stop(pd_srv_cluster *cluster);
/* Stores all sessions, ends them here and offers them to others. Moves cluster.drain_rate sessions a second,
 * or more if half of the time until until_us (pd_srv_now_us) would not be enough. A session that Redis
 * refuses stays and is tried again. Returns when none is left, at until_us, or when there has been no
 * connection to Redis for two seconds. When hurry(arg) is not 0, moves the remaining sessions at once, takes
 * at most a quarter of a second for that, and returns true. */
bool pd_srv_cluster_drain(pd_srv_cluster *cluster, int64_t until_us, int (*hurry)(void *arg), void *arg);

typedef enum pd_srv_takeover_state {
    PD_SRV_TAKEOVER_WAITS,
    PD_SRV_TAKEOVER_DONE,
    PD_SRV_TAKEOVER_FAILED
} pd_srv_takeover_state;
/* Starts the takeover of the session with this token. Returns NULL when too many takeovers wait. */
pd_srv_takeover *pd_srv_cluster_take_over(pd_srv_cluster *cluster, const char *token);
/* Starts the takeover of the room with this name. NOT_FOUND: no daemon has such a room. */
pd_srv_takeover *pd_srv_cluster_take_room(pd_srv_cluster *cluster, const char *name);
/* Returns the state. DONE: the stage has the session now. FAILED: *err receives the reason. */
pd_srv_takeover_state pd_srv_takeover_get(pd_srv_takeover *takeover, pd_error *err);
/* Releases a takeover, whatever its state. NULL is allowed. */
void pd_srv_takeover_release(pd_srv_takeover *takeover);

/* Starts a search for the daemon that has a session. NULL: too many searches wait. */
pd_srv_search *pd_srv_cluster_locate(pd_srv_cluster *cluster, const char *session);
/* Adds the rooms of the other daemons to a list of `count` rooms, which the caller frees; NULL stays NULL.
 * Rooms with the name of one of the list are left out. Returns the number of rooms. */
int pd_srv_cluster_rooms(pd_api_room **rooms, int count, pd_srv_cluster *cluster);
/* Returns true from pd_srv_cluster_drain on. */
bool pd_srv_cluster_is_draining(pd_srv_cluster *cluster);
/* Returns true while Redis can be used. */
bool pd_srv_cluster_is_connected(pd_srv_cluster *cluster);
/* Returns true when a request comes from another daemon of the cluster: the value of its field
 * `Authorization` is "Posed-Peer SECRET", with the secret in this daemon's entry in Redis. The secret is
 * random and made anew at each start. */
bool pd_srv_cluster_is_peer(const pd_srv_cluster *cluster, const char *authorization);
#define PD_SRV_PEER_SCHEME "Posed-Peer "

/* Appends the metrics as Prometheus text. */
void pd_srv_cluster_metrics(pd_srv_cluster *cluster, pd_buffer *out);

#endif
