#ifndef PD_SERVER_CLUSTER_CLUSTER_H
#define PD_SERVER_CLUSTER_CLUSTER_H
/* Daemons that share sessions through Redis: each keeps an entry that says that it lives, stores checkpoints of its sessions, and continues those of daemons
 * that have ended. docs/guide/cluster.md has the keys and what happens when.
 *
 *     entry       renewed three times in cluster.lease; others may take over the sessions of a daemon whose entry is gone
 *     checkpoint  every cluster.checkpoint of each session that has characters, from this part's thread: never on the tick
 *     takeover    a client resumes a session that is not here: it is taken from the daemon that has it, which stops it at the end of a tick and stores
 *                 it, or from its last checkpoint
 *     fence       a checkpoint that Redis refuses, because another daemon has taken the session over since, ends the session here
 *     relay       watchers of a session that another daemon has are served here, over one connection to that daemon (server/stream/relay.h)
 *     drain       every session is stored at the end of a tick, and offered to the least loaded daemon that has the same models
 *
 *     trace       spans `takeover`, `handover` and `drain`. Their context goes with the messages from daemon to daemon, so that a move is one trace
 *
 * Redis that is away, slow, emptied or read-only stops only takeovers: sessions go on, and what is in Redis is written again when it is back.
 *
 * Threads  three of its own: one that writes, one that listens, one that locates (locate.h). _take_over, _locate, _is_draining, _is_peer and _metrics may be called from any
 *          thread.
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
    pd_srv_stage *stage;     /* its takes_snapshots must be set before it starts */
    const char *url;         /* of this daemon, for its entry                    */
    pd_srv_tracer *tracer;   /* of hand-overs; NULL: no tracing                  */
    void (*wake)(void *ctx); /* called when a takeover is decided, or a session moved */
    void *ctx;
} pd_srv_cluster_deps;

/* Starts the threads. */
pd_status pd_srv_cluster_start(pd_srv_cluster **out, const pd_srv_cluster_deps *deps, pd_error *err);
/* Ends the threads and removes this daemon's entry. NULL is allowed. */
void pd_srv_cluster_stop(pd_srv_cluster *cluster);
/* Stores all sessions, ends them here and offers them to others, cluster.drain_rate a second, or more so that half of the time until until_us (pd_srv_now_us)
 * is enough. Returns when none is left, or at until_us. When hurry(arg) is not 0, it moves what is left at once, within a quarter of a second, and returns true. */
bool pd_srv_cluster_drain(pd_srv_cluster *cluster, int64_t until_us, int (*hurry)(void *arg), void *arg);

typedef enum pd_srv_takeover_state {
    PD_SRV_TAKEOVER_WAITS,
    PD_SRV_TAKEOVER_DONE,
    PD_SRV_TAKEOVER_FAILED
} pd_srv_takeover_state;
/* Asks for the session with this token. Returns NULL when too many takeovers wait. */
pd_srv_takeover *pd_srv_cluster_take_over(pd_srv_cluster *cluster, const char *token);
/* Returns what became of it. DONE: the stage has the session now. FAILED: *err says why. */
pd_srv_takeover_state pd_srv_takeover_get(pd_srv_takeover *takeover, pd_error *err);
/* Releases a takeover, whatever its state. NULL is allowed. */
void pd_srv_takeover_release(pd_srv_takeover *takeover);

/* Asks for the daemon that has a session. NULL: too many searches wait. */
pd_srv_search *pd_srv_cluster_locate(pd_srv_cluster *cluster, const char *session);
/* Returns true from pd_srv_cluster_drain on. */
bool pd_srv_cluster_is_draining(pd_srv_cluster *cluster);
/* Returns true when the value of the header `Authorization` shows that another daemon of the cluster asks: "Posed-Peer SECRET" with the secret that stands in
 * this daemon's entry in Redis. It is random and made anew at each start. */
bool pd_srv_cluster_is_peer(const pd_srv_cluster *cluster, const char *authorization);
#define PD_SRV_PEER_SCHEME "Posed-Peer "

/* Appends the metrics as Prometheus text. */
void pd_srv_cluster_metrics(pd_srv_cluster *cluster, pd_buffer *out);

#endif
