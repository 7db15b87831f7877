#ifndef PD_SERVER_HTTP_CONNECTIONS_H
#define PD_SERVER_HTTP_CONNECTIONS_H
/* Keeps all open HTTP connections and closes those that exceed the deadline of their phase.
 *
 * libmicrohttpd's own timeout measures inactivity: a client that sends or reads a byte now and then would
 * hold its connection for ever. Therefore each connection has a phase and an absolute deadline, and one
 * thread, the watcher, checks them ten times a second:
 *
 *     phase   deadline                                         action when it has passed
 *     HEAD    limits.head_timeout after the request line        closed
 *     BODY    limits.body_timeout and a second per 64 KiB, and limits.body_min_rate; answered 408, closed
 *     WORK    none: queue and work are bounded
 *         none; the work is cancelled when the client has gone
 *     REPLY   limits.idle_timeout + size / limits.reply_min_rate, and in every 20 s at least 20 s of that
 *             rate
 *             acknowledged by the client's system (TCP_INFO)    closed
 *     IDLE    limits.idle_timeout                               closed
 *
 * The watcher has three more tasks. It checks once in each phase whether a client sent its request together
 * with its end of stream: libmicrohttpd, which is edge-triggered, may not be told of that end again and would
 * keep the connection.
 *
 * It detects that the client of a suspended connection has gone, and then sets the pd_cancel of the request:
 * at once when the connection was reset, a second after an end of stream (a client may close only its sending
 * half and wait for its reply; the two cases cannot be told apart earlier).
 *
 * It lets refused sockets linger: it reads and discards what the client still sends, for up to two seconds,
 * because closing at once would reset the connection and the client would lose the reply.
 *
 * Threads  one http thread uses a connection at a time. Phases change by compare-and-swap, so the watcher and
 *          the http thread never both answer.
 */
#include "core/base/cancel.h"
#include "core/base/error.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/settings.h"
#include "server/http/framing.h"
#include "server/http/refusal.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

typedef enum pd_srv_phase {
    PD_SRV_HEAD,
    PD_SRV_BODY,
    PD_SRV_WORK,
    PD_SRV_REPLY,
    PD_SRV_IDLE,
    PD_SRV_EXPIRED
} pd_srv_phase;

/* Measures how fast a client reads its reply, in windows of PD_SRV_PACE_US. A client that reads nothing, or a
 * byte now and then, holds the memory of the reply for 20 to 40 s instead of the hours that the deadline of a
 * large reply allows. */
typedef struct pd_srv_pace {
    int64_t reply;    /* deadline of the reply, which identifies it                        */
    int64_t since_us; /* start of the window                                               */
    uint64_t acked;   /* bytes that the client had acknowledged at the start of the window */
} pd_srv_pace;
#define PD_SRV_PACE_US 20000000

/* Returns true when a window ends in which the client acknowledged fewer than `rate` bytes a second. reply:
 * deadline of the reply. acked: bytes that the client has acknowledged so far. */
bool pd_srv_pace_is_slow(pd_srv_pace *pace, int64_t reply, int64_t now_us, uint64_t acked, size_t rate);

typedef struct pd_srv_connection {
    struct pd_srv_connection *previous, *next;
    int fd;
    atomic_int phase;            /* a pd_srv_phase                                                 */
    _Atomic int64_t deadline_us; /* deadline of the phase                                          */
    _Atomic size_t reply_rate;   /* limits.reply_min_rate, bytes per second; 0: no limit           */
    int64_t polled;              /* watcher: deadline of the phase that was checked for an end of stream */
    pd_srv_pace pace;            /* watcher: rate at which the reply is read                       */
    /* watcher: time at which the client's end of stream was seen in this phase; 0: not seen */
    int64_t ended_us;
    pd_cancel cancel;             /* cancels the work of the current request                        */
    struct sockaddr_storage peer; /* other end of the socket: the client or a proxy (forwarded.h)   */
    bool is_admin;                /* true: accepted at admin.listen                                 */
    bool has_admin;         /* true: the daemon was started with admin.listen; a reload does not change it */
    pd_srv_framing framing; /* checks the bytes before libmicrohttpd reads them               */
    pd_srv_reply_context context; /* context of the request whose body is read, or that framing refuses */
    struct pd_srv_connections *owner;
} pd_srv_connection;

typedef struct pd_srv_connections pd_srv_connections;

/* Starts the watcher. head_bytes: limit of the head of one request. log NULL: nothing is logged. config NULL:
 * refusals have no CORS fields. */
pd_status pd_srv_connections_start(pd_srv_connections **out, const pd_srv_config *config,
                                   pd_srv_metrics *metrics, pd_srv_log *log, size_t head_bytes,
                                   pd_error *err);
/* Sets a function that the watcher calls after it has cancelled requests whose clients have gone. Call it
 * once, before the first connection. */
void pd_srv_connections_on_gone(pd_srv_connections *connections, void (*gone)(void *ctx), void *ctx);
/* Ends the watcher and frees everything. NULL is allowed. */
void pd_srv_connections_stop(pd_srv_connections *connections);

/* Adds a connection in phase HEAD without a deadline. Returns NULL when allocation fails. */
pd_srv_connection *pd_srv_connections_add(pd_srv_connections *connections, int fd,
                                          const struct sockaddr *address);
/* Reports that a socket is being handed to an http thread, which will add it; _count includes it from now on.
 * came false: takes an earlier report back. */
void pd_srv_connections_expect(pd_srv_connections *connections, bool came);
/* Marks connections accepted at this port as administrative; 0: none. Call it before the first connection. */
void pd_srv_connections_set_admin(pd_srv_connections *connections, int port);
/* Removes a connection. Call it before the socket is closed. */
void pd_srv_connections_remove(pd_srv_connections *connections, pd_srv_connection *connection);
/* Enters a phase with a deadline. Returns false when the connection has expired: the caller must then send
 * nothing and close it. */
bool pd_srv_connection_enter(pd_srv_connection *connection, pd_srv_phase phase, int64_t deadline_us);
/* Returns the time (pd_srv_now_us) of the watcher's last round. */
int64_t pd_srv_connections_polled_us(const pd_srv_connections *connections);
/* Sets how many refused sockets may linger at a time (initially PD_SRV_LINGERS_MAX).
 * Further ones are closed at once. */
void pd_srv_connections_limit_lingers(pd_srv_connections *connections, int most);
/* Returns the number of connections, including those that are being handed over. */
int pd_srv_connections_count(pd_srv_connections *connections);
/* Returns the number of connections with a request in progress: those not in phase IDLE, IDLE ones with
 * unread bytes, and those that are being handed over. */
int pd_srv_connections_busy(pd_srv_connections *connections);

/* Sends a refusal (problem+json, `Connection: close`) on a socket that libmicrohttpd does not have, then lets
 * it linger. Takes over fd. context: context of the request; NULL:
 * it is read from the bytes that wait in the socket. */
void pd_srv_connections_refuse(pd_srv_connections *connections, int fd, int status, const char *detail,
                               const pd_srv_reply_context *context);
/* Counts a request that is not framed as RFC 9112 says, and refuses it in the same way. */
void pd_srv_connections_refuse_framing(pd_srv_connections *connections, int fd, const pd_srv_framing *framing,
                                       const pd_srv_reply_context *context);
/* Sends a reply made by the caller on such a socket, then lets it linger. Takes over fd. */
void pd_srv_connections_answer(pd_srv_connections *connections, int fd, const pd_api_reply *reply,
                               const pd_srv_reply_context *context);

/* Sends 503 with Retry-After to a client that repeats its request before the time it was told. Waits
 * PD_SRV_HOLD_US before it sends, without reading, so that a client that repeats at once is slowed down to
 * that period. Sends immediately when half of the sockets that may linger are already held. Takes over fd. */
void pd_srv_connections_refuse_early(pd_srv_connections *connections, int fd, const char *detail, int retry_s,
                                     const pd_srv_reply_context *context);
#define PD_SRV_HOLD_US 1000000

/* Replaces recv for libmicrohttpd: main.c defines a recv that calls this function, because the library has no
 * hook between socket and parser. The bytes of a connection in this list pass its framing first; when framing
 * refuses a request, the refusal is sent on the socket and the library sees the end of the stream. Other
 * descriptors are read unchanged. */
ssize_t pd_srv_connections_receive(int fd, void *buffer, size_t size, int flags);

#endif
