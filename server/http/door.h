#ifndef PD_SERVER_HTTP_DOOR_H
#define PD_SERVER_HTTP_DOOR_H
/* The front door: one public port, one thread that accepts, peeks at the first bytes and hands the socket on.
 *
 * It looks without reading (MSG_PEEK), so whoever gets the socket finds it untouched. A connection whose head
 * (request line and headers) is not complete waits here, edge-triggered, under an absolute deadline in a FIFO:
 * a client that sends a byte a second is closed like one that sends nothing.
 *
 *     head complete                    -> http, or `upgrade` when it asks for that
 *     not as RFC 9112 frames it          -> 400, 414, 431 (limits.head_bytes), 501, 505 (framing.h)
 *     not complete at the deadline       -> closed; 408 when something had come
 *     more than limits.connections       -> 503 with Retry-After
 */
#include "server/base/metrics.h"
#include "config/config.h"
#include "server/http/connections.h"
#include "server/http/http.h"

#include <stdbool.h>
#include <sys/socket.h>

typedef struct pd_srv_door pd_srv_door;

/* What the door needs of the daemon; all of it outlives it. */
typedef struct pd_srv_door_deps {
    pd_srv_metrics *metrics;
    pd_srv_connections *connections;
    pd_srv_http *http;
    /* A whole head that asks to upgrade. true: the socket was taken, or refused; false: HTTP answers it. */
    bool (*upgrade)(void *ctx, int fd, const struct sockaddr *address, const char *head, size_t size);
    void *ctx;
} pd_srv_door_deps;

/* Binds and listens at address ("127.0.0.1:8080"); port 0 takes a free one. Nothing is accepted yet. */
pd_status pd_srv_door_open(pd_srv_door **out, const pd_cfg *cfg, const char *address, pd_error *err);
/* Where it listens: "http://127.0.0.1:8080". */
void pd_srv_door_url(const pd_srv_door *door, char *out, size_t size);
int pd_srv_door_port(const pd_srv_door *door);
pd_status pd_srv_door_start(pd_srv_door *door, const pd_srv_door_deps *deps, pd_error *err);
/* Ends the thread, closes the port and the connections that still wait here. */
void pd_srv_door_close(pd_srv_door *door);
void pd_srv_door_free(pd_srv_door *door); /* closes; NULL is fine */

#endif
