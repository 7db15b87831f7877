#ifndef PD_SRV_WS_H
#define PD_SRV_WS_H
/* WebSockets: judged sockets from the door in; wire.h reads and writes each of them.
 *
 * One service thread owns every socket and waits on all with epoll. From another thread a socket is queued, a stop is asked for, or
 * the thread is woken (an eventfd). Woken, it adopts what is queued and sends what is due; a socket that is full is sent to when it takes
 * more. Each has TCP_NOTSENT_LOWAT, so that what a slow reader gets when it reads again is a few frames old at most.
 *
 * The loop is our own: in libwebsockets' 1,000 clients took three times the processor time of bare epoll (docs/performance.md), in poll over
 * all sockets, a sorted list of time-outs and a copy of each frame.
 */
#include "core/base/error.h"
#include "server/auth.h"

#include <sys/socket.h>

typedef struct pd_srv_ws pd_srv_ws;
struct pd_srv;

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
