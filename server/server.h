#ifndef PD_SRV_SERVER_H
#define PD_SRV_SERVER_H
/* The daemon put together: what its parts share, starting, reloading, draining.
 *
 *     door (accepts, first bytes) -> http (libmicrohttpd: requests and replies) -> api decode
 *          -> workers (batches) -> api run -> http
 *     door -> ws (sockets) -> client -> stage (the tick) -> outboxes -> ws
 *
 * The configuration is read through an atomic pointer: a reload puts a new one there, requests under way go on
 * with the one they saw. Old ones stay until the end (a few KB for each reload that changed something).
 */
#include "api/http/api.h"
#include "api/http/assets.h"
#include "config/config.h"
#include "server/base/auth.h"
#include "server/http/conns.h"
#include "server/base/log.h"
#include "server/http/memo.h"
#include "server/base/metrics.h"
#include "server/work/pool.h"
#include "server/base/rate.h"
#include "server/models/registry.h"
#include "server/models/scenes.h"
#include "server/models/skeletons.h"
#include "server/work/workers.h"

#include <stdatomic.h>

struct pd_srv_door;
struct pd_srv_http;
struct pd_srv_stage;
struct pd_srv_ws;

/* What a reload may change, with the configuration. */
typedef struct pd_srv_live {
    pd_cfg cfg;
    pd_api_limits limits;
    pd_srv_auth *auth;
    struct pd_srv_live *older;
} pd_srv_live;

typedef struct pd_srv {
    _Atomic(pd_srv_live *) live;
    pd_api_host host;
    pd_srv_log *log;
    pd_srv_metrics *metrics;
    pd_srv_registry *registry;
    pd_srv_tickets *tickets;
    pd_srv_rate *rate;
    pd_srv_memo *memo;
    pd_srv_shelf *scenes, *skeletons;
    pd_api_assets assets;
    pd_srv_pool *replies, *bodies;
    pd_srv_conns *conns;
    pd_srv_workers *workers;
    struct pd_srv_http *http;
    struct pd_srv_stage *stage;
    struct pd_srv_ws *ws;
    struct pd_srv_door *door;
    int worker_count, http_thread_count;
    atomic_int draining;
    atomic_int heap_scattered; /* a large JSON tree was freed since the last pd_srv_tidy */
    char url[128];             /* "http://127.0.0.1:8080" */
} pd_srv;

/* Takes *cfg (which is empty afterwards). On failure everything is undone. */
pd_status pd_srv_start(pd_srv **out, pd_cfg *cfg, pd_error *err);
/* Takes over what may change while running, then loads every model again. What fails is logged and stays as it
 * was. Takes *fresh. */
void pd_srv_reload(pd_srv *srv, pd_cfg *fresh);
/* No new connections, ready says 503; waits for requests under way, for drain_timeout at most or until
 * hurry(arg) says so. Returns 1 when all were answered. */
int pd_srv_drain(pd_srv *srv, int (*hurry)(void *arg), void *arg);
void pd_srv_stop(pd_srv *srv); /* NULL is fine */
/* Gives the pages of large trees back to the system (pd_srv_parsed); about once a second, on a thread that nobody waits for. */
void pd_srv_tidy(pd_srv *srv);
/* JSON of that many bytes was read and its tree freed again. */
void pd_srv_parsed(pd_srv *srv, size_t bytes);
/* posed --healthcheck: asks the daemon at listen for /healthz. 0 when it answers 200, else 1. */
int pd_srv_health_check(const char *listen);

static inline const pd_srv_live *pd_srv_now_live(pd_srv *srv)
{
    return atomic_load_explicit(&srv->live, memory_order_acquire);
}

#endif
