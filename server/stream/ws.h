#ifndef PD_SERVER_STREAM_WS_H
#define PD_SERVER_STREAM_WS_H
/* WebSockets by libwebsockets: judged sockets from the door in; ws_connection.h is what becomes of each of them.
 *
 * One service thread owns every socket. Its loop is libev's, and libwebsockets runs on it (LWS_SERVER_OPTION_LIBEV, a foreign loop; the
 * plug-in of Debian's libwebsockets-evlib-ev): so a wake of ours goes by without the library, whose own loop polls every socket each time
 * (docs/lab/performance.md has both). From another thread a socket is queued, a stop is asked for, or the thread is woken (ev_async). Woken, it
 * adopts what is queued and writes what is due, at once; where the library still holds something, its callback goes on. Each socket has
 * TCP_NOTSENT_LOWAT, so that what a slow reader gets when it reads again is a few frames old at most.
 */
#include "core/base/error.h"
#include "server/base/auth.h"

#include <sys/socket.h>

typedef struct pd_srv_ws pd_srv_ws;
struct pd_srv;

/* ERR_INTERNAL where the library or its plug-in cannot be started. */
pd_status pd_srv_ws_start(pd_srv_ws **out, struct pd_srv *srv, pd_error *err);
/* Says bye to everybody, who may come back, and closes what has read it; nobody comes in any more. NULL is fine. */
void pd_srv_ws_farewell(pd_srv_ws *ws);
/* The same, and waits for moments until it is done. NULL is fine. */
void pd_srv_ws_stop(pd_srv_ws *ws);
/* Takes the socket, from any thread; its request head is still unread. */
void pd_srv_ws_adopt(pd_srv_ws *ws, int fd, const pd_srv_identity *who, const struct sockaddr *address);
/* Somebody put something into an outbox. Any thread. NULL is fine. */
void pd_srv_ws_wake(pd_srv_ws *ws);
int pd_srv_ws_count(const pd_srv_ws *ws); /* open or on their way */

#endif
