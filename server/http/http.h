#ifndef PD_SERVER_HTTP_HTTP_H
#define PD_SERVER_HTTP_HTTP_H
/* The HTTP/1.1 server, on libmicrohttpd: takes sockets from the door, turns bytes into pd_api_request and
 * pd_api_reply into bytes.
 *
 * A request passes these steps; exchange.h has the details:
 *   1. header fields: key, scope, rate and size are checked before the body is read;
 *   2. body: read under limits of size, rate and time;
 *   3. decoding: on the http thread, or on a worker when it takes longer than a millisecond;
 *   4. reply: sent at once when decoding produced it; otherwise the connection is suspended until a worker
 *      has run the job.
 *
 * Threads  `threads` http threads, each with its own connections.
 */
#include "server/base/heap.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/base/trace.h"
#include "server/http/connections.h"
#include "server/http/not_modified.h"
#include "server/http/reply_cache.h"
#include "server/http/replays.h"
#include "server/models/registry.h"
#include "server/work/buffer_cache.h"
#include "server/work/reclaim.h"
#include "server/work/refused.h"
#include "server/work/workers.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

typedef struct pd_srv_http pd_srv_http;

/* Objects that the HTTP server uses. All of them must outlive it. */
typedef struct pd_srv_http_deps {
    const pd_srv_config *config;
    const pd_api_host *host;
    pd_srv_log *log;
    pd_srv_metrics *metrics;
    pd_srv_tracer *tracer; /* NULL: no tracing */
    pd_srv_heap *heap;
    pd_srv_rate *rate;       /* rates of requests                                               */
    pd_srv_rate *wrong_keys; /* rates of wrong keys                                             */
    pd_srv_not_modified *not_modified;
    pd_srv_reply_cache *reply_cache;
    pd_srv_replays *replays;
    const pd_srv_registry *registry; /* a new generation of its models invalidates not_modified          */
    pd_srv_buffer_cache *replies, *bodies;
    pd_srv_connections *connections;
    pd_srv_workers *workers;
    pd_srv_refused *refused;
    pd_srv_reclaim *reclaim;     /* frees large blocks of finished requests           */
    const atomic_bool *draining; /* true: every reply closes its connection           */
} pd_srv_http_deps;

/* Starts the http threads. */
pd_status pd_srv_http_start(pd_srv_http **out, const pd_srv_http_deps *deps, int threads, pd_error *err);
/* Closes every connection and ends the threads. No request may still wait for a worker. NULL is allowed. */
void pd_srv_http_stop(pd_srv_http *http);
/* Takes over a socket; closes it when it cannot be served. Any thread. */
void pd_srv_http_adopt(pd_srv_http *http, int fd, const struct sockaddr *address, socklen_t size);

/* Converts a parsed address to a sockaddr. */
void pd_srv_http_sockaddr(struct sockaddr_storage *out, socklen_t *size, const pd_cfg_address *address);
/* Writes an address as text, such as "[::1]:8080"; with port 0 only the host, "::1". */
void pd_srv_http_address_text(const struct sockaddr *address, char *out, size_t size);

#endif
