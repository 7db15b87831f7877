#ifndef PD_SERVER_STREAM_WS_H
#define PD_SERVER_STREAM_WS_H
/* The WebSocket server, on libwebsockets: takes sockets from the door after their upgrade request was
 * accepted. ws_connection.h handles one socket.
 *
 * One service thread owns all sockets. It runs a libev loop on which libwebsockets runs as a guest
 * (LWS_SERVER_OPTION_LIBEV; the plug-in is Debian's libwebsockets-evlib-ev). A wake from the stage therefore
 * does not go through the library's own loop, which would poll every socket each time
 * (docs/lab/performance.md compares both). Other threads queue a socket, request a stop or wake the thread
 * (ev_async). The woken thread adopts queued sockets and writes what is due; where the library still holds
 * unsent bytes, its callback continues later. Each socket has TCP_NOTSENT_LOWAT set, so that a slow reader
 * receives frames that are at most a few frames old.
 */
#include "server/base/tickets.h"
#include "server/http/connections.h"
#include "server/stream/client.h"
#include "server/stream/upgrade.h"

#include <stdbool.h>

#include <sys/socket.h>

typedef struct pd_srv_ws pd_srv_ws;

/* Objects that the server uses. All of them must outlive it. */
typedef struct pd_srv_ws_deps {
    pd_srv_client_deps client;
    pd_srv_tickets *tickets;
    pd_srv_connections *connections; /* sends refusals */
    pd_srv_upgrade_deps upgrades;
} pd_srv_ws_deps;

/* Starts the service thread. ERR_INTERNAL when the library or its plug-in cannot be started. */
pd_status pd_srv_ws_start(pd_srv_ws **out, const pd_srv_ws_deps *deps, pd_error *err);
/* Looks after all connections fifty times a second from now on, so that clients of sessions that move hear of
 * it at once. NULL is allowed. */
void pd_srv_ws_hurry(pd_srv_ws *ws);
/* Sends `bye` to all clients, which may reconnect, and closes each after it has read it. Accepts no further
 * clients. Watchers of sessions that are on other daemons stay connected over relays until it is their turn:
 * cluster.drain_rate a second, or more so that all have been told at until_us (pd_srv_now_us). until_us 0:
 * all are told at once, and the function returns afterwards. NULL is allowed. */
void pd_srv_ws_farewell(pd_srv_ws *ws, int64_t until_us);
/* Does what _farewell does, waits briefly until the sockets are closed,
 * and ends the thread. NULL is allowed. */
void pd_srv_ws_stop(pd_srv_ws *ws);
/* Handles a request that asks to upgrade and whose head is still unread in the socket. Returns true when the
 * request was for the stream, which then owns the socket or has refused it; false when HTTP must answer. Call
 * it from one thread at a time. */
bool pd_srv_ws_upgrade(pd_srv_ws *ws, int fd, const struct sockaddr *address, const char *head, size_t size);
/* Wakes the service thread after a message was put into an outbox. Any thread. NULL is allowed. */
void pd_srv_ws_wake(pd_srv_ws *ws);
/* Appends the metrics of relays (relay.h). Nothing without a cluster. NULL is allowed. */
void pd_srv_ws_metrics(pd_srv_ws *ws, pd_buffer *out);
/* Returns the number of streams of other daemons that relay sessions of this one; _count includes them. */
int pd_srv_ws_peers(const pd_srv_ws *ws);
/* Returns the number of streams that are open or being opened. */
int pd_srv_ws_count(const pd_srv_ws *ws);

#endif
