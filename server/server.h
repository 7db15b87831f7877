#ifndef PD_SRV_SERVER_H
#define PD_SRV_SERVER_H
/* The daemon as a whole: owns all parts, and starts, reloads, drains and stops them.
 *
 *     door (accepts, first bytes) -> http (libmicrohttpd: requests and replies) -> api decode
 *          -> workers (batches) -> api run -> http
 *     door -> ws (sockets) -> client -> stage (the tick) -> outboxes -> ws
 */
#include "api/http/assets.h"
#include "api/service/kept.h"
#include "server/base/descriptors.h"
#include "server/base/heap.h"
#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/base/tickets.h"
#include "server/cluster/cluster.h"
#include "server/depot/depot_jobs.h"
#include "server/http/connections.h"
#include "server/http/door.h"
#include "server/http/http.h"
#include "server/http/not_modified.h"
#include "server/http/reply_cache.h"
#include "server/http/replays.h"
#include "server/models/registry.h"
#include "server/models/named_store.h"
#include "server/stage/stage.h"
#include "server/stream/ws.h"
#include "server/work/buffer_cache.h"
#include "server/work/jobs.h"
#include "server/work/voice.h"
#include "server/work/webhooks.h"
#include "server/work/reclaim.h"
#include "server/work/workers.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct pd_srv {
    pd_srv_config config; /* current settings, which a reload replaces        */
    pd_api_host host;     /* callbacks through which api uses the parts below */
    pd_srv_log *log;
    pd_srv_metrics *metrics;
    pd_srv_tracer *tracer; /* NULL: no tracing */
    pd_srv_heap heap;
    pd_srv_descriptors descriptors;
    pd_srv_memory memory; /* account of limits.memory */
    pd_srv_registry *registry;
    pd_srv_tickets *tickets;
    pd_srv_rate *rate, *wrong_keys; /* rates of requests and of wrong keys             */
    pd_srv_rate *messages;          /* rates of messages, over all streams of a client */
    pd_srv_refused *refused;
    pd_srv_not_modified *not_modified;
    pd_srv_reply_cache *reply_cache;
    pd_srv_replays *replays;
    pd_srv_named_store *scenes, *skeletons, *avatars, *clips; /* uploaded by clients */
    pd_api_assets assets;                                     /* files of the page at / */
    pd_api_assets samples;                                    /* files at /samples */
    pd_api_kept *kept;                                        /* pages that are generated once */
    pd_srv_buffer_cache *replies, *bodies; /* buffers of large replies and of request bodies */
    pd_srv_connections *connections;
    pd_srv_workers *workers;
    pd_srv_jobs *jobs;
    pd_srv_webhooks *webhooks;
    pd_srv_voice voice;      /* the operator's program that speaks */
    pd_srv_reclaim *reclaim; /* frees large objects */
    pd_srv_http *http;
    pd_srv_stage *stage;
    pd_srv_depot *depot;     /* keeps what clients have stored; NULL: it ends with the daemon */
    char node[65];           /* name of this daemon among others */
    pd_srv_cluster *cluster; /* shares sessions with other daemons; NULL: this one is alone */
    pd_srv_ws *ws;
    pd_srv_door *door, *admin_door; /* at `listen` and at admin.listen; NULL: none */
    int worker_count, http_thread_count;
    atomic_bool draining;       /* true: /readyz answers 503 and no connection is accepted */
    atomic_bool config_refused; /* true: the last reload refused the configuration         */
    char url[128];              /* URL of `listen`, such as "http://127.0.0.1:8080"        */
} pd_srv;

/* Starts all parts. Takes over *cfg, which is empty afterwards.
 * On failure all started parts are stopped again. */
pd_status pd_srv_start(pd_srv **out, pd_cfg *cfg, pd_error *err);
/* The steps of a reload, in this order. A step that fails is logged and counted and leaves its part
 * unchanged.
 *
 * Threads  one thread at a time may call _take_over, also while another thread loads models. */

/* Opens the log file again, after log rotation. */
void pd_srv_reopen_log(pd_srv *srv);
/* Replaces the options that may change while the daemon runs, and the keys; takes milliseconds. Takes over
 * *fresh. Returns false when it is refused. */
bool pd_srv_take_over(pd_srv *srv, pd_cfg *fresh);
/* Logs and counts a configuration that could not be read, in place of _take_over. */
void pd_srv_refuse(pd_srv *srv, const char *why);
/* Loads every model again. */
void pd_srv_reload_models(pd_srv *srv);
/* Stops accepting connections, lets /readyz answer 503, and waits for the requests in progress, for
 * drain_timeout at most or until hurry(arg) returns nonzero. Returns true when all requests were answered. */
bool pd_srv_drain(pd_srv *srv, int (*hurry)(void *arg), void *arg);
/* Returns true while the watcher of deadlines and the stage's tick make progress, for a watchdog. */
bool pd_srv_is_alive(const pd_srv *srv);
/* Stops and frees everything. NULL is allowed. */
void pd_srv_stop(pd_srv *srv);

#endif
