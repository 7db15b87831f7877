#ifndef PD_SRV_SERVER_H
#define PD_SRV_SERVER_H
/* The daemon put together: what its parts share, starting, reloading, draining.
 *
 *     door (accepts, first bytes) -> http (libmicrohttpd: requests and replies) -> api decode
 *          -> workers (batches) -> api run -> http
 *     door -> ws (sockets) -> client -> stage (the tick) -> outboxes -> ws
 */
#include "api/http/assets.h"
#include "api/http/kept.h"
#include "server/base/descriptors.h"
#include "server/base/heap.h"
#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/base/tickets.h"
#include "server/http/connections.h"
#include "server/http/door.h"
#include "server/http/http.h"
#include "server/http/not_modified.h"
#include "server/models/registry.h"
#include "server/models/named_store.h"
#include "server/stage/stage.h"
#include "server/stream/ws.h"
#include "server/work/buffer_cache.h"
#include "server/work/jobs.h"
#include "server/work/reclaim.h"
#include "server/work/workers.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct pd_srv {
    pd_srv_config config; /* what a reload may change, through an atomic pointer */
    pd_api_host host;     /* what api asks of the parts below */
    pd_srv_log *log;
    pd_srv_metrics *metrics;
    pd_srv_heap heap;
    pd_srv_descriptors descriptors;
    pd_srv_memory memory; /* the account of limits.memory */
    pd_srv_registry *registry;
    pd_srv_tickets *tickets;
    pd_srv_rate *rate, *wrong_keys;
    pd_srv_rate *messages; /* of all streams of a client together */
    pd_srv_refused *refused;
    pd_srv_not_modified *not_modified;
    pd_srv_named_store *scenes, *skeletons; /* that clients put */
    pd_api_assets assets;                   /* files of the page at /  */
    pd_api_assets samples;                  /* files at /samples     */
    pd_api_kept *kept;                      /* pages that are written once */
    pd_srv_buffer_cache *replies, *bodies;  /* of large replies and request bodies */
    pd_srv_connections *connections;
    pd_srv_workers *workers;
    pd_srv_jobs *jobs;
    pd_srv_reclaim *reclaim; /* frees what is large */
    pd_srv_http *http;
    pd_srv_stage *stage;
    pd_srv_ws *ws;
    pd_srv_door *door, *admin_door; /* admin.listen; NULL: none */
    int worker_count, http_thread_count;
    atomic_bool draining;       /* ready says 503 */
    atomic_bool config_refused; /* by the last reload */
    char url[128];              /* "http://127.0.0.1:8080" */
} pd_srv;

/* Takes *cfg (which is empty afterwards). On failure everything is undone. */
pd_status pd_srv_start(pd_srv **out, pd_cfg *cfg, pd_error *err);
/* A reload, in this order: the log is opened again, whatever the configuration says; what may change while running is taken over, with the
 * keys, within milliseconds; every model is loaded again. What fails is logged, counted and stays as it was.
 *
 * Threads  one at a time may take over, also while another loads models */
void pd_srv_reopen_log(pd_srv *srv);
bool pd_srv_take_over(pd_srv *srv, pd_cfg *fresh); /* takes *fresh; false: refused */
void pd_srv_refuse(pd_srv *srv,
                   const char *why); /* logs and counts a configuration that cannot be taken over */
void pd_srv_reload_models(pd_srv *srv);
/* No new connections, ready says 503; waits for requests under way, for drain_timeout at most or until
 * hurry(arg) says so. Returns true when all were answered. */
bool pd_srv_drain(pd_srv *srv, int (*hurry)(void *arg), void *arg);
/* true while the thread that keeps deadlines and the stage's tick go on: for a watchdog. */
bool pd_srv_is_alive(const pd_srv *srv);
void pd_srv_stop(pd_srv *srv); /* NULL is fine */

#endif
