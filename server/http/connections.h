#ifndef PD_SERVER_HTTP_CONNECTIONS_H
#define PD_SERVER_HTTP_CONNECTIONS_H
/* Every open HTTP connection and its absolute deadline.
 *
 * libmicrohttpd's timeout is one of inactivity: a client that sends (or reads) a byte now and then holds its
 * connection for ever. So each connection carries a phase and a deadline, and one thread polls them ten
 * times a second:
 *
 *     phase   deadline                                         when it has passed
 *     HEAD    limits.head_timeout after the request line        closed
 *     BODY    limits.body_timeout and a second per 64 KiB, and limits.body_min_rate; answered 408, closed
 *     WORK    none: the queue is bounded, so is the work        its work is cancelled once the client has gone
 *     REPLY   limits.idle_timeout + size / limits.reply_min_rate, and in every 20 s at least 20 s of that rate
 *             acknowledged by the client's system (TCP_INFO)    closed
 *     IDLE    limits.idle_timeout                               closed
 *
 * It also checks once in each phase for clients that sent a request and their end of stream together:
 * libmicrohttpd, edge-triggered, may not hear of that end again and would keep the connection.
 *
 * A suspended connection does not notice that its client has gone. The same thread does: one that was reset is gone at once; one that has
 * sent its end is gone a second later (until then it may be a client that has closed its sending half and waits for its answer: the two
 * cannot be told apart). Its pd_cancel is set then.
 *
 * The same thread closes refused sockets gently (_linger): it reads and drops what the client still sends,
 * for up to two seconds, since closing at once would reset the connection and lose the answer.
 *
 * Threads  one http thread uses a connection at a time; phases move by compare-and-swap, so that the watcher
 *          and the http thread never both answer.
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

/* How much of a reply the client has taken, over windows of PD_SRV_PACE_US: one that reads nothing, or a byte now and then, holds the
 * reply's memory for 20 to 40 s, not for the hours that its size would allow. */
typedef struct pd_srv_pace {
    int64_t reply, since_us; /* the reply's deadline, which tells replies apart; when the window began */
    uint64_t acked;          /* bytes that the client had then */
} pd_srv_pace;
#define PD_SRV_PACE_US 20000000

/* true: less than rate bytes a second in the window that has just ended. acked: bytes that the client has so far. */
bool pd_srv_pace_is_slow(pd_srv_pace *pace, int64_t reply, int64_t now_us, uint64_t acked, size_t rate);

typedef struct pd_srv_connection {
    struct pd_srv_connection *previous, *next;
    int fd;
    atomic_int phase;
    _Atomic int64_t deadline_us;
    _Atomic size_t reply_rate; /* limits.reply_min_rate; 0: none */
    int64_t polled;            /* the watcher's: the deadline of the phase that it has checked for an end */
    pd_srv_pace pace;          /* the watcher's */
    int64_t ended_us; /* the watcher's: when it first saw the client's end in this phase; 0: not yet */
    pd_cancel cancel; /* of the request that is worked on */
    struct sockaddr_storage peer; /* the other end of the socket: the client, or a proxy (forwarded.h) */
    bool is_admin;                /* came in at admin.listen */
    bool has_admin;               /* there is such an address: as at the start, whatever a reload says */
    pd_srv_framing framing;
    pd_srv_reply_context
        context; /* of the request whose body is being read, or of the one that framing refuses */
    struct pd_srv_connections *owner;
} pd_srv_connection;

typedef struct pd_srv_connections pd_srv_connections;

/* head_bytes: of one request's head. log NULL: nothing is logged. config NULL: refusals have no fields of CORS. */
pd_status pd_srv_connections_start(pd_srv_connections **out, const pd_srv_config *config,
                                   pd_srv_metrics *metrics, pd_srv_log *log, size_t head_bytes,
                                   pd_error *err);
/* gone(ctx) is called, by the watcher, after clients have gone whose requests were being worked on. Once, before the first connection. */
void pd_srv_connections_on_gone(pd_srv_connections *connections, void (*gone)(void *ctx), void *ctx);
void pd_srv_connections_stop(pd_srv_connections *connections); /* NULL is fine */

/* In phase HEAD, without a deadline. NULL when memory is out. */
pd_srv_connection *pd_srv_connections_add(pd_srv_connections *connections, int fd,
                                          const struct sockaddr *address);
/* A socket is on its way to an http thread, which will _add it; count has it from now on. came false: it will not come after all. */
void pd_srv_connections_expect(pd_srv_connections *connections, bool came);
/* Connections that come in at this port are for administration; 0: none are. Before the first. */
void pd_srv_connections_set_admin(pd_srv_connections *connections, int port);
/* Before the socket is closed. */
void pd_srv_connections_remove(pd_srv_connections *connections, pd_srv_connection *connection);
/* Enters a phase; false when the connection has expired meanwhile: answer nothing, close. */
bool pd_srv_connection_enter(pd_srv_connection *connection, pd_srv_phase phase, int64_t deadline_us);
/* When the watcher last looked at them all: ten times a second, by pd_srv_now_us. */
int64_t pd_srv_connections_polled_us(const pd_srv_connections *connections);
/* How many refused sockets are closed gently at a time (PD_SRV_LINGERS_MAX at first); further ones at once. */
void pd_srv_connections_limit_lingers(pd_srv_connections *connections, int most);
int pd_srv_connections_count(pd_srv_connections *connections);
/* Requests on their way: connections that are not IDLE, IDLE ones with bytes that nobody has read yet, and those that were handed over
 * and wait for libmicrohttpd's thread. */
int pd_srv_connections_busy(pd_srv_connections *connections);

/* Answers on the bare socket with problem+json and `Connection: close`, then closes it gently. Takes fd. context: of the request;
 * NULL: it is read from the bytes that lie in the socket. */
void pd_srv_connections_refuse(pd_srv_connections *connections, int fd, int status, const char *detail,
                               const pd_srv_reply_context *context);
/* Sends a reply that the caller has made, in the same way. Takes fd. */
void pd_srv_connections_answer(pd_srv_connections *connections, int fd, const pd_api_reply *reply,
                               const pd_srv_reply_context *context);

/* Answers 503 with Retry-After to a client that came back too early. It is answered PD_SRV_HOLD_US from now and nothing of it is read until
 * then, so that a client that asks again at once cannot ask more often than that. Without delay where half of the sockets that may be
 * closed gently are held already. Takes fd. */
void pd_srv_connections_refuse_early(pd_srv_connections *connections, int fd, const char *detail, int retry_s,
                                     const pd_srv_reply_context *context);
#define PD_SRV_HOLD_US 1000000

/* What libmicrohttpd reads: posed's recv (main.c), which stands in for libc's, since the library has no hook between socket
 * and parser. Bytes of a connection of ours go through its framing first; once a request is refused, it is answered on the
 * bare socket, and the library meets the end of the stream. Any other descriptor is read as it is. */
ssize_t pd_srv_connections_receive(int fd, void *buffer, size_t size, int flags);

#endif
