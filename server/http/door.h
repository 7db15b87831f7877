#ifndef PD_SERVER_HTTP_DOOR_H
#define PD_SERVER_HTTP_DOOR_H
/* The front door: one thread that accepts connections at a port, inspects the head of the first request and
 * hands the socket on.
 *
 * The thread peeks without reading (MSG_PEEK), so the receiver finds all bytes in the socket. A connection
 * whose head (request line and header fields) is incomplete waits here under an absolute deadline: a client
 * that sends one byte a second is closed as one that sends nothing.
 *
 *     head is complete                        -> HTTP (http.h), or the callback `upgrade` when it asks to
 *                                             upgrade
 *     head violates RFC 9112                  -> 400, 414, 431 (limits.head_bytes), 501 or 505 (framing.h)
 *     head is incomplete at the deadline      -> closed; with 408 when some bytes had arrived
 *     more than limits.connections are open   -> 503 with Retry-After
 */
#include "server/base/metrics.h"
#include "config/config.h"
#include "server/http/connections.h"
#include "server/http/http.h"

#include <stdbool.h>
#include <sys/socket.h>

typedef struct pd_srv_door pd_srv_door;

/* Objects that the door uses. All of them must outlive it. */
typedef struct pd_srv_door_deps {
    pd_srv_metrics *metrics;
    pd_srv_connections *connections;
    pd_srv_http *http;
    /* Called with a complete head that asks to upgrade. Returns true when it took over the socket or refused
     * it, false to let HTTP answer. */
    bool (*upgrade)(void *ctx, int fd, const struct sockaddr *address, const char *head, size_t size);
    void *ctx; /* passed to upgrade */
} pd_srv_door_deps;

/* Binds and listens at address ("127.0.0.1:8080"); port 0 chooses a free port. Accepts nothing yet. */
pd_status pd_srv_door_open(pd_srv_door **out, const pd_cfg *cfg, const char *address, pd_error *err);
/* Writes the URL of the door, such as "http://127.0.0.1:8080". It stays after _close. Any thread may ask. */
void pd_srv_door_url(const pd_srv_door *door, char *out, size_t size);
/* Returns the port. */
int pd_srv_door_port(const pd_srv_door *door);
/* Starts the thread that accepts. */
pd_status pd_srv_door_start(pd_srv_door *door, const pd_srv_door_deps *deps, pd_error *err);
/* Ends the thread, closes the port and the connections whose head is incomplete. */
void pd_srv_door_close(pd_srv_door *door);
/* Closes and frees the door. NULL is allowed. */
void pd_srv_door_free(pd_srv_door *door);

#endif
