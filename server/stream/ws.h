#ifndef PD_SERVER_STREAM_WS_H
#define PD_SERVER_STREAM_WS_H
/* WebSockets by libwebsockets: takes sockets from the door whose upgrade was judged; ws_connection.h handles each of them.
 *
 * One service thread owns every socket. Its loop is libev's, and libwebsockets runs on it (LWS_SERVER_OPTION_LIBEV, a foreign loop; the
 * plug-in of Debian's libwebsockets-evlib-ev): so a wake of ours goes by without the library, whose own loop polls every socket each time
 * (docs/lab/performance.md has both). From another thread a socket is queued, a stop is asked for, or the thread is woken (ev_async). Woken, it
 * adopts what is queued and writes what is due, at once; where the library still holds something, its callback goes on. Each socket has
 * TCP_NOTSENT_LOWAT, so that what a slow reader gets when it reads again is a few frames old at most.
 */
#include "server/base/tickets.h"
#include "server/http/connections.h"
#include "server/stream/client.h"
#include "server/stream/upgrade.h"

#include <stdbool.h>

#include <sys/socket.h>

typedef struct pd_srv_ws pd_srv_ws;

/* What the stream needs of the daemon; all of it outlives it. */
typedef struct pd_srv_ws_deps {
    pd_srv_client_deps client;
    pd_srv_tickets *tickets;
    pd_srv_connections *connections; /* answers refused requests */
    pd_srv_upgrade_deps upgrades;
} pd_srv_ws_deps;

/* ERR_INTERNAL where the library or its plug-in cannot be started. */
pd_status pd_srv_ws_start(pd_srv_ws **out, const pd_srv_ws_deps *deps, pd_error *err);
/* Says bye to all clients, which may come back, and closes those that have read it; no others are let in. NULL is fine. */
void pd_srv_ws_farewell(pd_srv_ws *ws);
/* The same, and waits for moments until it is done. NULL is fine. */
void pd_srv_ws_stop(pd_srv_ws *ws);
/* A request's head asks to upgrade (upgrade.h judges it), and is still unread in the socket. true: it was for the stream, which
 * owns the socket now, or has refused it; false: for HTTP. Any one thread. */
bool pd_srv_ws_upgrade(pd_srv_ws *ws, int fd, const struct sockaddr *address, const char *head, size_t size);
/* Somebody put something into an outbox. Any thread. NULL is fine. */
void pd_srv_ws_wake(pd_srv_ws *ws);
int pd_srv_ws_count(const pd_srv_ws *ws); /* open or being opened */

#endif
