#ifndef PD_SERVER_HTTP_HTTP_H
#define PD_SERVER_HTTP_HTTP_H
/* HTTP/1.1 by libmicrohttpd: sockets from the door in, pd_api_request out; pd_api_reply in, bytes out.
 *
 * A request: headers -> scope, rate, size (refused before the body is read) -> body, under a limit and an
 * absolute deadline -> pd_api_decode on the http thread, or on a worker when that takes longer than a millisecond
 * -> answered when done, else the connection is suspended, a worker runs the job and resumes it. exchange.h follows one request through this.
 */
#include "server/base/heap.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/http/connections.h"
#include "server/http/not_modified.h"
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

/* What HTTP needs of the daemon; all of it outlives it. */
typedef struct pd_srv_http_deps {
    const pd_srv_config *config;
    const pd_api_host *host;
    pd_srv_log *log;
    pd_srv_metrics *metrics;
    pd_srv_heap *heap;
    pd_srv_rate *rate, *wrong_keys;
    pd_srv_not_modified *not_modified;
    const pd_srv_registry *registry; /* its generation: how long answers of not_modified hold */
    pd_srv_buffer_cache *replies, *bodies;
    pd_srv_connections *connections;
    pd_srv_workers *workers;
    pd_srv_refused *refused;
    pd_srv_reclaim *reclaim;     /* frees what requests leave and is large */
    const atomic_bool *draining; /* then replies end their connection */
} pd_srv_http_deps;

pd_status pd_srv_http_start(pd_srv_http **out, const pd_srv_http_deps *deps, int threads, pd_error *err);
/* Closes every connection. No request may be waiting for a worker any more. NULL is fine. */
void pd_srv_http_stop(pd_srv_http *http);
/* Takes the socket, from any thread; closes it when it cannot be served. */
void pd_srv_http_adopt(pd_srv_http *http, int fd, const struct sockaddr *address, socklen_t size);

void pd_srv_http_sockaddr(struct sockaddr_storage *out, socklen_t *size, const pd_cfg_address *address);
void pd_srv_http_address_text(const struct sockaddr *address, char *out,
                              size_t size); /* "[::1]:8080"; port 0: "::1" */

#endif
