#include "server/http/connections.h"

#include "api/http/api.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/descriptors.h"
#include "server/base/process.h"
#include "server/base/rate.h"
#include "server/http/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POLL_US     (PD_SRV_SECOND / 10)
/* Time for which a client that has ended its sending half counts as still waiting for its reply. */
#define HALF_US     PD_SRV_SECOND
#define LINGER_US   (2 * PD_SRV_SECOND)
#define DRAIN_BYTES (64u << 10)
#define DRAINS      16 /* reads of a refused socket at a time, 1 MiB in all */
#define PAGE        1024
#define PAGES       1024 /* descriptors below PAGE * PAGES are found again by their number */

/* A refused socket. It stays open until its client has read the answer, because close() with unread bytes
 * resets the connection. A held socket is answered only when its time is over. */
typedef struct lingering {
    int fd;
    int64_t until_us;
    bool is_held;
    pd_buffer answer; /* answer to a held socket */
} lingering;

struct pd_srv_connections {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t watcher;
    pd_srv_connection *first;
    int count, stopping;
    lingering lingers[PD_SRV_LINGERS_MAX];
    int linger_count, lingers_most; /* largest linger_count; further refused sockets are closed at once */
    int held_count;                 /* number of held sockets among the lingering ones */
    const pd_srv_config *config;    /* or NULL */
    pd_srv_metrics *metrics;
    pd_srv_log *log;
    size_t head_bytes;
    int admin_port; /* 0: none */
    int expected;   /* connections that were handed to libmicrohttpd but not added here yet */
    void (*gone)(void *ctx);
    void *gone_ctx;
    _Atomic int64_t polled_us;
};

/* Table of the open connections of this process by descriptor, because the function that replaces recv gets
 * nothing else. The thread that reads a connection adds and removes it. */
typedef _Atomic(pd_srv_connection *) slot;
static _Atomic(slot *) pages[PAGES];

/* Returns the place of a descriptor in the table of connections. With `make`, allocates the page of that
 * place if it is missing. */
static slot *slot_of(int fd, bool make)
{
    if (fd < 0 || fd >= PAGE * PAGES) return NULL;

    /* Two threads may allocate the same page at once: the second frees its copy and uses the other one. */
    slot *page = atomic_load_explicit(&pages[fd / PAGE], memory_order_acquire);
    if (!page && make) {
        slot *fresh = calloc(PAGE, sizeof *fresh);
        if (fresh && !atomic_compare_exchange_strong(&pages[fd / PAGE], &page, fresh))
            free(fresh);
        else
            page = fresh;
    }

    return page ? &page[fd % PAGE] : NULL;
}

static const pd_cfg *config_of(const pd_srv_connections *connections)
{
    return connections->config ? &pd_srv_settings_now(connections->config)->cfg : NULL;
}

/* Returns the HTTP response of a refusal, head and body, as bytes for the socket. */
static pd_buffer problem_bytes(const pd_srv_connections *connections, int status, const char *detail,
                               int retry_s, const pd_srv_reply_context *context)
{
    pd_api_reply reply = {0};
    pd_buffer out = {0};

    pd_srv_refusal(&reply, status, detail, retry_s, context);
    pd_srv_reply_fields(&reply, config_of(connections), context);
    pd_srv_reply_write(&out, &reply, context, pd_srv_wall_s());
    pd_buffer_deinit(&reply.body);

    return out;
}

/* Sends what the socket takes at once, and frees the bytes. */
static void send_bytes(int fd, pd_buffer *bytes)
{
    if (!bytes->failed) (void)!send(fd, bytes->data, bytes->size, MSG_DONTWAIT | MSG_NOSIGNAL);
    pd_buffer_deinit(bytes);
}

/* Reads the context of the request that lies in the socket, without taking it. */
static void peek_context(pd_srv_reply_context *out, int fd, size_t head_bytes)
{
    char head[8192];
    const size_t most = head_bytes < sizeof head ? head_bytes : sizeof head;
    const ssize_t got = recvfrom(fd, head, most, MSG_PEEK | MSG_DONTWAIT, NULL, NULL);

    pd_srv_reply_context_read(out, head, got > 0 ? (size_t)got : 0);
}

/* Ends the sending side of an answered socket and keeps it open for LINGER_US, or closes it when too many
 * linger. Called with the lock. */
static void linger_locked(pd_srv_connections *connections, int fd)
{
    shutdown(fd, SHUT_WR);
    if (connections->linger_count >= connections->lingers_most || connections->stopping) {
        close(fd);
        return;
    }

    PD_ASSERT(connections->linger_count >= 0 && connections->linger_count < PD_SRV_LINGERS_MAX);
    connections->lingers[connections->linger_count++] =
        (lingering){.fd = fd, .until_us = pd_srv_now_us() + LINGER_US};
    pthread_cond_signal(&connections->wake);
}

void pd_srv_connections_refuse(pd_srv_connections *connections, int fd, int status, const char *detail,
                               const pd_srv_reply_context *context)
{
    if (fd < 0) return;
    pd_srv_reply_context peeked;
    if (!context) {
        peek_context(&peeked, fd, connections->head_bytes);
        context = &peeked;
    }

    /* Log who was refused. */
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    char text[64] = "";
    if (connections->log && status != 503) { /* refusals with 503 come in masses; they are only counted */
        if (!getpeername(fd, (struct sockaddr *)&address, &size))
            pd_srv_http_address_text((struct sockaddr *)&address, text, sizeof text);
        pd_srv_log_write(connections->log, PD_SRV_INFO, "request refused",
                         "id=%s client=%s status=%d detail=%s", context->request_id, text, status, detail);
    }

    /* Answer, then keep the socket until the client has read the answer. */
    pd_buffer bytes = problem_bytes(connections, status, detail, status == 503 || status == 429, context);
    send_bytes(fd, &bytes);
    pthread_mutex_lock(&connections->lock);
    linger_locked(connections, fd);
    pthread_mutex_unlock(&connections->lock);
}

void pd_srv_connections_refuse_framing(pd_srv_connections *connections, int fd, const pd_srv_framing *framing,
                                       const pd_srv_reply_context *context)
{
    const bool is_long = framing->status == 431 || framing->status == 414;
    pd_srv_metrics_count(connections->metrics, is_long ? PD_SRV_COUNT_heads_long : PD_SRV_COUNT_heads_bad);
    pd_srv_connections_refuse(connections, fd, framing->status, framing->detail, context);
}

void pd_srv_connections_answer(pd_srv_connections *connections, int fd, const pd_api_reply *reply,
                               const pd_srv_reply_context *context)
{
    if (fd < 0) return;

    pd_buffer bytes = {0};
    pd_srv_reply_write(&bytes, reply, context, pd_srv_wall_s());
    send_bytes(fd, &bytes);
    pthread_mutex_lock(&connections->lock);
    linger_locked(connections, fd);
    pthread_mutex_unlock(&connections->lock);
}

void pd_srv_connections_refuse_early(pd_srv_connections *connections, int fd, const char *detail, int retry_s,
                                     const pd_srv_reply_context *context)
{
    if (fd < 0) return;

    pd_buffer bytes = problem_bytes(connections, 503, detail, retry_s, context);

    /* Hold the socket, if there is room: the delayed answer slows a client that would come back at once. Held
     * sockets take at most half of the places. */
    pthread_mutex_lock(&connections->lock);
    const bool is_held = connections->held_count < connections->lingers_most / 2 && !connections->stopping &&
                         connections->linger_count < connections->lingers_most;
    if (is_held) {
        connections->held_count++;
        connections->lingers[connections->linger_count++] = (lingering){
            .fd = fd, .until_us = pd_srv_now_us() + PD_SRV_HOLD_US, .is_held = true, .answer = bytes};
    }

    pthread_mutex_unlock(&connections->lock);
    if (is_held) return;

    /* Without a free place the client is answered at once. */
    send_bytes(fd, &bytes);
    pthread_mutex_lock(&connections->lock);
    linger_locked(connections, fd);
    pthread_mutex_unlock(&connections->lock);
}

/* Reads and drops received bytes. Returns true when the client has finished. With MSG_TRUNC, TCP drops the
 * bytes without copying them. */
static bool drain(int fd)
{
    char dropped[DRAIN_BYTES];

    for (int i = 0; i < DRAINS; i++) {
        ssize_t n = recv(fd, dropped, sizeof dropped, MSG_DONTWAIT | MSG_TRUNC);
        if (n == 0) return true;
        if (n < 0) return errno != EAGAIN && errno != EINTR;
    }

    return false;
}

/* Answers held sockets whose time is over. Closes lingering sockets whose
 * clients have finished or whose time is over. */
static void drain_lingers(pd_srv_connections *connections, int64_t now)
{
    for (int i = connections->linger_count - 1; i >= 0; i--) {
        lingering *l = &connections->lingers[i];
        if (l->is_held && now < l->until_us && !connections->stopping) continue;

        if (l->is_held) { /* answer it; it lingers from now on */
            PD_ASSERT(connections->held_count > 0);
            send_bytes(l->fd, &l->answer);
            shutdown(l->fd, SHUT_WR);
            l->is_held = false;
            l->until_us = now + LINGER_US;
            connections->held_count--;
        }

        /* Keep a socket whose client is still sending. The last one moves into the place of a closed one,
         * hence the backward loop. */
        if (!drain(l->fd) && now < l->until_us && !connections->stopping) continue;
        close(l->fd);
        *l = connections->lingers[--connections->linger_count];
    }
}

/* Ends a connection whose deadline has passed, unless its phase has changed meanwhile.
 * Work is never ended here. */
static void expire(pd_srv_connections *connections, pd_srv_connection *connection, int phase)
{
    if (phase == PD_SRV_WORK || phase == PD_SRV_EXPIRED) return;

    /* The thread that sets EXPIRED answers the client.
     * If another thread has entered a new phase, do nothing. */
    if (!atomic_compare_exchange_strong(&connection->phase, &phase, PD_SRV_EXPIRED)) return;

    /* Count the timeout by its kind. A slow body is answered with 408; the others are only closed. */
    if (phase == PD_SRV_HEAD) pd_srv_metrics_count(connections->metrics, PD_SRV_COUNT_heads_slow);
    if (phase == PD_SRV_REPLY) pd_srv_metrics_count(connections->metrics, PD_SRV_COUNT_replies_slow);
    if (phase == PD_SRV_BODY) {
        pd_srv_metrics_count(connections->metrics, PD_SRV_COUNT_bodies_slow);
        pd_buffer bytes = problem_bytes(
            connections, 408, "the body arrived too slowly (limits.body_timeout, limits.body_min_rate)", 0,
            &connection->context);
        send_bytes(connection->fd, &bytes);
    }

    /* libmicrohttpd sees the end of the stream and closes. */
    shutdown(connection->fd, phase == PD_SRV_BODY ? SHUT_RD : SHUT_RDWR);
}

bool pd_srv_pace_is_slow(pd_srv_pace *pace, int64_t reply, int64_t now_us, uint64_t acked, size_t rate)
{
    bool is_same = pace->reply == reply;

    if (is_same && now_us - pace->since_us < PD_SRV_PACE_US) return false;

    /* Compare what the client acknowledged with the rate, then start a new interval. */
    double seconds = (double)(now_us - pace->since_us) * 1e-6;
    bool is_slow = is_same && (double)(acked - pace->acked) < (double)rate * seconds;
    *pace = (pd_srv_pace){reply, now_us, acked};

    return is_slow;
}

/* Reports whether the client acknowledges a reply more slowly than limits.reply_min_rate. */
static bool reads_slowly(pd_srv_connection *connection, int64_t deadline, int64_t now)
{
    pd_srv_pace *pace = &connection->pace;
    size_t rate = atomic_load_explicit(&connection->reply_rate, memory_order_relaxed);

    if (!rate || atomic_load(&connection->phase) != PD_SRV_REPLY || deadline == INT64_MAX) return false;
    if (pace->reply == deadline && now - pace->since_us < PD_SRV_PACE_US) return false;

    /* The kernel counts acknowledged bytes; those in the send buffer do not count as read. */
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(connection->fd, IPPROTO_TCP, TCP_INFO, &info, &size)) return false;

    return pd_srv_pace_is_slow(pace, deadline, now, info.tcpi_bytes_acked, rate);
}

/* Cancels the work for a client that has gone. Returns true if this call cancelled it. */
static bool notice_gone(pd_srv_connection *connection, int64_t now)
{
    struct pollfd poller = {.fd = connection->fd, .events = POLLRDHUP};

    if (pd_cancelled(&connection->cancel)) return false;
    if (poll(&poller, 1, 0) < 1 || !poller.revents) return false;

    /* A client may close its sending side and still wait for the answer: it counts as gone after HALF_US, or
     * at once on a reset. */
    if (!connection->ended_us) connection->ended_us = now;
    if (!(poller.revents & (POLLHUP | POLLERR)) && now - connection->ended_us < HALF_US) return false;
    pd_cancel_set(&connection->cancel, PD_CANCEL_GONE);

    return true;
}

/* Applies the deadline of one connection, or cancels its work when the client has gone. Returns 1 if it
 * cancelled work. */
static int poll_connection(pd_srv_connections *connections, pd_srv_connection *connection, int64_t now)
{
    int64_t deadline = atomic_load_explicit(&connection->deadline_us, memory_order_acquire);

    if (atomic_load(&connection->phase) == PD_SRV_WORK) return notice_gone(connection, now);

    /* End a connection that is too late or reads too slowly. */
    connection->ended_us = 0;
    if (deadline < now || reads_slowly(connection, deadline, now)) {
        expire(connections, connection, atomic_load(&connection->phase));
        return 0;
    }

    /* If the client has sent its end and every byte before it has been read, report the end to libmicrohttpd
     * once more, by shutdown(). */
    char byte;
    int phase = atomic_load(&connection->phase);
    if (deadline == connection->polled || deadline == INT64_MAX || phase == PD_SRV_REPLY) return 0;
    connection->polled = deadline;
    if (recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) shutdown(connection->fd, SHUT_RD);

    return 0;
}

/* Checks deadlines, vanished clients and refused sockets every POLL_US.
 * Main function of the watcher's thread. */
static void *watcher_main(void *arg)
{
    pd_srv_connections *connections = arg;

    pthread_mutex_lock(&connections->lock);
    while (!connections->stopping) {
        int64_t now = pd_srv_now_us();
        int gone = 0;

        /* Check every connection; waiting jobs of vanished clients are then removed by the callback. */
        for (pd_srv_connection *connection = connections->first; connection; connection = connection->next)
            gone += poll_connection(connections, connection, now);
        if (gone && connections->gone) connections->gone(connections->gone_ctx);

        /* Handle refused sockets, note the time for the liveness check, and sleep. */
        drain_lingers(connections, now);
        atomic_store_explicit(&connections->polled_us, now, memory_order_relaxed);
        pd_srv_cond_wait_until(&connections->wake, &connections->lock, now + POLL_US);
    }

    drain_lingers(connections, pd_srv_now_us());
    pthread_mutex_unlock(&connections->lock);

    return NULL;
}

pd_status pd_srv_connections_start(pd_srv_connections **out, const pd_srv_config *config,
                                   pd_srv_metrics *metrics, pd_srv_log *log, size_t head_bytes, pd_error *err)
{
    *out = NULL;
    pd_srv_connections *connections = calloc(1, sizeof *connections);
    if (!connections) return pd_fail(err, PD_ERR_MEMORY, "connections", "out of memory");
    connections->config = config;
    connections->metrics = metrics;
    connections->log = log;
    connections->head_bytes = head_bytes;
    connections->lingers_most = PD_SRV_LINGERS_MAX;

    /* Start the watcher. */
    pthread_mutex_init(&connections->lock, NULL);
    pd_srv_cond_init(&connections->wake);
    if (pthread_create(&connections->watcher, NULL, watcher_main, connections)) {
        free(connections);
        return pd_srv_thread_error(err, "connections", "the watcher");
    }

    *out = connections;

    return PD_OK;
}

void pd_srv_connections_on_gone(pd_srv_connections *connections, void (*gone)(void *ctx), void *ctx)
{
    pthread_mutex_lock(&connections->lock);
    connections->gone = gone;
    connections->gone_ctx = ctx;
    pthread_mutex_unlock(&connections->lock);
}

void pd_srv_connections_stop(pd_srv_connections *connections)
{
    if (!connections) return;
    pthread_mutex_lock(&connections->lock);
    connections->stopping = 1;
    pthread_cond_signal(&connections->wake);
    pthread_mutex_unlock(&connections->lock);
    pthread_join(connections->watcher, NULL);
    pthread_mutex_destroy(&connections->lock);
    pthread_cond_destroy(&connections->wake);
    free(connections);
}

void pd_srv_connections_expect(pd_srv_connections *connections, bool came)
{
    pthread_mutex_lock(&connections->lock);
    if (came)
        connections->expected++;
    else if (connections->expected)
        connections->expected--;
    pthread_mutex_unlock(&connections->lock);
}

void pd_srv_connections_set_admin(pd_srv_connections *connections, int port)
{
    connections->admin_port = port;
}

/* Returns the port of this end of a socket, or -1. */
static int local_port(int fd)
{
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size)) return -1;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

pd_srv_connection *pd_srv_connections_add(pd_srv_connections *connections, int fd,
                                          const struct sockaddr *address)
{
    pd_srv_connection *connection = calloc(1, sizeof *connection);

    if (!connection) {
        pd_srv_connections_expect(connections, false);
        return NULL;
    }

    connection->fd = fd;
    atomic_init(&connection->phase, PD_SRV_HEAD);
    atomic_init(&connection->deadline_us, INT64_MAX);
    connection->owner = connections;
    connection->has_admin = connections->admin_port != 0;
    connection->is_admin = connections->admin_port && local_port(fd) == connections->admin_port;
    pd_srv_framing_init(&connection->framing, connections->head_bytes);
    if (address)
        memcpy(&connection->peer, address,
               address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));

    /* Register it by its descriptor, so that pd_srv_connections_receive finds it. */
    slot *place = slot_of(fd, true);
    if (place) atomic_store_explicit(place, connection, memory_order_release);

    /* Link it into the list that the watcher visits. */
    pthread_mutex_lock(&connections->lock);
    connection->next = connections->first;
    if (connection->next) connection->next->previous = connection;
    connections->first = connection;
    connections->count++;
    if (connections->expected) connections->expected--;
    pthread_mutex_unlock(&connections->lock);

    return connection;
}

void pd_srv_connections_remove(pd_srv_connections *connections, pd_srv_connection *connection)
{
    if (!connection) return;

    /* Unregister the descriptor before it can be reused. */
    slot *place = slot_of(connection->fd, false);
    if (place) atomic_store_explicit(place, NULL, memory_order_release);

    pthread_mutex_lock(&connections->lock);
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        connections->first = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
    connections->count--;
    PD_ASSERT(connections->count >= 0 && !connections->first == !connections->count);
    pthread_mutex_unlock(&connections->lock);
    free(connection);
}

/* Phases that may follow each phase, as bits. */
static const unsigned follows[] = {
    [PD_SRV_HEAD] = 1u << PD_SRV_HEAD | 1u << PD_SRV_BODY | 1u << PD_SRV_WORK | 1u << PD_SRV_REPLY |
                    1u << PD_SRV_IDLE | 1u << PD_SRV_EXPIRED,
    [PD_SRV_BODY] =
        1u << PD_SRV_BODY | 1u << PD_SRV_WORK | 1u << PD_SRV_REPLY | 1u << PD_SRV_IDLE | 1u << PD_SRV_EXPIRED,
    [PD_SRV_WORK] = 1u << PD_SRV_REPLY | 1u << PD_SRV_IDLE | 1u << PD_SRV_EXPIRED,
    [PD_SRV_REPLY] = 1u << PD_SRV_WORK /* for the next part */ | 1u << PD_SRV_REPLY | 1u << PD_SRV_IDLE |
                     1u << PD_SRV_EXPIRED,
    [PD_SRV_IDLE] = 1u << PD_SRV_HEAD | 1u << PD_SRV_IDLE | 1u << PD_SRV_EXPIRED,
};

bool pd_srv_connection_enter(pd_srv_connection *connection, pd_srv_phase phase, int64_t deadline_us)
{
    int old = atomic_load(&connection->phase);

    /* Remove the deadline first, so that the watcher never applies the deadline
     * of the old phase to the new one. */
    atomic_store_explicit(&connection->deadline_us, INT64_MAX, memory_order_release);

    /* Change the phase, unless the watcher has expired the connection. */
    do {
        if (old == PD_SRV_EXPIRED) return false;
        PD_ASSERT(follows[old] >> phase & 1);
    } while (!atomic_compare_exchange_weak(&connection->phase, &old, (int)phase));
    atomic_store_explicit(&connection->deadline_us, deadline_us, memory_order_release);

    return true;
}

ssize_t pd_srv_connections_receive(int fd, void *buffer, size_t size, int flags)
{
    const slot *place = flags & MSG_PEEK ? NULL : slot_of(fd, false);
    pd_srv_connection *connection = place ? atomic_load_explicit(place, memory_order_acquire) : NULL;

    if (!connection) return recvfrom(fd, buffer, size, flags, NULL, NULL);

    /* Check the bytes before libmicrohttpd parses them; good bytes are passed on as they came. */
    if (!connection->framing.status) {
        const ssize_t got = recvfrom(fd, buffer, size, flags, NULL, NULL);
        if (got <= 0) return got;
        const size_t good = pd_srv_framing_feed(&connection->framing, buffer, (size_t)got);
        if (!connection->framing.status) return got;

        /* The refusal needs the context of the bad request. During a body the connection has it already;
         * otherwise read it from the head, which begins behind the good bytes. */
        if (good || atomic_load(&connection->phase) != PD_SRV_BODY)
            pd_srv_reply_context_read(&connection->context, (const char *)buffer + good, (size_t)got - good);

        /* Let the requests before the bad one be answered first. After them, libmicrohttpd reads an end of
         * stream because of shutdown(). */
        if (good) {
            shutdown(fd, SHUT_RD);
            return (ssize_t)good;
        }
    }

    /* Refuse the bad request, unless the watcher has already answered it with 408. */
    if (pd_srv_connection_enter(connection, PD_SRV_EXPIRED, INT64_MAX))
        pd_srv_connections_refuse_framing(connection->owner, dup(connection->fd), &connection->framing,
                                          &connection->context);

    return 0;
}

int64_t pd_srv_connections_polled_us(const pd_srv_connections *connections)
{
    return atomic_load_explicit(&((pd_srv_connections *)connections)->polled_us, memory_order_relaxed);
}

void pd_srv_connections_limit_lingers(pd_srv_connections *connections, int most)
{
    pthread_mutex_lock(&connections->lock);
    connections->lingers_most = most < PD_SRV_LINGERS_MAX ? most : PD_SRV_LINGERS_MAX;
    pthread_mutex_unlock(&connections->lock);
}

int pd_srv_connections_count(pd_srv_connections *connections)
{
    pthread_mutex_lock(&connections->lock);
    int count = connections->count + connections->expected;
    pthread_mutex_unlock(&connections->lock);
    return count;
}

int pd_srv_connections_busy(pd_srv_connections *connections)
{
    pthread_mutex_lock(&connections->lock);
    int busy = connections->expected; /* each of them has a whole request head in its socket */
    for (pd_srv_connection *connection = connections->first; connection; connection = connection->next) {
        char byte;
        int phase = atomic_load(&connection->phase);
        if (phase == PD_SRV_IDLE) /* busy if the socket has a request that its http thread has not read yet */
            busy += recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
        else
            busy += phase != PD_SRV_EXPIRED;
    }

    pthread_mutex_unlock(&connections->lock);

    return busy;
}
