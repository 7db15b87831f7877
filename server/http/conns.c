#include "server/http/conns.h"

#include "api/http/api.h"
#include "server/base/clock.h"
#include "server/base/rate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOOK_NS     100000000L
#define LINGER_US   (2 * PD_SRV_SECOND)
#define LINGERS_MAX 512 /* beyond that, refused sockets are closed at once */

typedef struct lingering {
    int fd;
    int64_t until_us;
} lingering;

struct pd_srv_conns {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t watcher;
    pd_srv_conn *first;
    int count, stopping;
    lingering lingers[LINGERS_MAX];
    int linger_count;
    pd_srv_metrics *metrics;
};

static void send_problem(int fd, int status, const char *title, const char *detail)
{
    pd_api_reply reply = {0};
    pd_buffer out = {0};
    pd_api_problem(&reply, status, title, NULL, detail);
    pd_buffer_printf(&out,
                     "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
                     "X-Content-Type-Options: nosniff\r\n%sContent-Length: %zu\r\n\r\n",
                     status, title, status == 503 ? "Retry-After: 1\r\n" : "", reply.body.size);
    pd_buffer_add(&out, reply.body.data, reply.body.size);
    if (!out.failed) (void)!send(fd, out.data, out.size, MSG_DONTWAIT | MSG_NOSIGNAL);
    pd_buffer_deinit(&out);
    pd_buffer_deinit(&reply.body);
}

static void linger_locked(pd_srv_conns *conns, int fd)
{
    shutdown(fd, SHUT_WR);
    if (conns->linger_count == LINGERS_MAX || conns->stopping) {
        close(fd);
        return;
    }
    conns->lingers[conns->linger_count++] = (lingering){fd, pd_srv_now_us() + LINGER_US};
    pthread_cond_signal(&conns->wake);
}

void pd_srv_conns_refuse(pd_srv_conns *conns, int fd, int status, const char *title, const char *detail)
{
    if (fd < 0) return;
    send_problem(fd, status, title, detail);
    pthread_mutex_lock(&conns->lock);
    linger_locked(conns, fd);
    pthread_mutex_unlock(&conns->lock);
}

/* Reads and drops; 1 when the client has finished. MSG_TRUNC on TCP drops without copying. */
static int drain(int fd)
{
    char dropped[4096];
    for (int i = 0; i < 64; i++) {
        ssize_t n = recv(fd, dropped, sizeof dropped, MSG_DONTWAIT);
        if (n == 0) return 1;
        if (n < 0) return errno != EAGAIN && errno != EINTR;
    }
    return 0;
}

static void drain_lingers(pd_srv_conns *conns, int64_t now)
{
    for (int i = conns->linger_count - 1; i >= 0; i--) {
        lingering *l = &conns->lingers[i];
        if (!drain(l->fd) && now < l->until_us && !conns->stopping) continue;
        close(l->fd);
        *l = conns->lingers[--conns->linger_count];
    }
}

static void expire(pd_srv_conns *conns, pd_srv_conn *conn, int phase)
{
    if (phase == PD_SRV_WORK || phase == PD_SRV_EXPIRED) return;
    if (!atomic_compare_exchange_strong(&conn->phase, &phase, PD_SRV_EXPIRED)) return;
    if (phase == PD_SRV_HEAD) pd_srv_metrics_count(conns->metrics, PD_SRV_COUNT_heads_slow);
    if (phase == PD_SRV_REPLY) pd_srv_metrics_count(conns->metrics, PD_SRV_COUNT_replies_slow);
    if (phase == PD_SRV_BODY) {
        pd_srv_metrics_count(conns->metrics, PD_SRV_COUNT_bodies_slow);
        send_problem(
            conn->fd, 408, "Request Timeout",
            "the body came too slowly; limits.body_timeout and limits.body_min_rate say how fast it must be");
    }
    /* libmicrohttpd sees the end of the stream and closes. */
    shutdown(conn->fd, phase == PD_SRV_BODY ? SHUT_RD : SHUT_RDWR);
}

/* The client has sent its end and everything before it has been read: tells libmicrohttpd once more. */
static void notice_end(pd_srv_conn *conn, int64_t deadline)
{
    char byte;
    int phase = atomic_load(&conn->phase);
    if (deadline == conn->looked || deadline == INT64_MAX || phase == PD_SRV_REPLY) return;
    conn->looked = deadline;
    if (recv(conn->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) shutdown(conn->fd, SHUT_RD);
}

static void look_at(pd_srv_conns *conns, pd_srv_conn *conn, int64_t now)
{
    int64_t deadline = atomic_load_explicit(&conn->deadline_us, memory_order_acquire);
    if (deadline < now)
        expire(conns, conn, atomic_load(&conn->phase));
    else
        notice_end(conn, deadline);
}

static void *watcher_main(void *arg)
{
    pd_srv_conns *conns = arg;
    pthread_mutex_lock(&conns->lock);
    while (!conns->stopping) {
        int64_t now = pd_srv_now_us();
        for (pd_srv_conn *conn = conns->first; conn; conn = conn->next) look_at(conns, conn, now);
        drain_lingers(conns, now);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NS;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&conns->wake, &conns->lock, &until);
    }
    drain_lingers(conns, pd_srv_now_us());
    pthread_mutex_unlock(&conns->lock);
    return NULL;
}

pd_status pd_srv_conns_start(pd_srv_conns **out, pd_srv_metrics *metrics, pd_error *err)
{
    *out = NULL;
    pd_srv_conns *conns = calloc(1, sizeof *conns);
    if (!conns) return pd_fail(err, PD_ERR_MEMORY, "connections", "out of memory");
    conns->metrics = metrics;
    pthread_mutex_init(&conns->lock, NULL);
    pthread_cond_init(&conns->wake, NULL);
    if (pthread_create(&conns->watcher, NULL, watcher_main, conns)) {
        free(conns);
        return pd_fail(err, PD_ERR_MEMORY, "connections", "cannot start the watcher");
    }
    *out = conns;
    return PD_OK;
}

void pd_srv_conns_stop(pd_srv_conns *conns)
{
    if (!conns) return;
    pthread_mutex_lock(&conns->lock);
    conns->stopping = 1;
    pthread_cond_signal(&conns->wake);
    pthread_mutex_unlock(&conns->lock);
    pthread_join(conns->watcher, NULL);
    pthread_mutex_destroy(&conns->lock);
    pthread_cond_destroy(&conns->wake);
    free(conns);
}

static void describe(pd_srv_conn *conn, const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const void *)address;
        inet_ntop(AF_INET, &v4->sin_addr, conn->address, sizeof conn->address);
        conn->client = pd_srv_hash(&v4->sin_addr, sizeof v4->sin_addr);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const void *)address;
        inet_ntop(AF_INET6, &v6->sin6_addr, conn->address, sizeof conn->address);
        conn->client = pd_srv_hash(&v6->sin6_addr, 8); /* a household has a /64 */
    }
}

pd_srv_conn *pd_srv_conns_add(pd_srv_conns *conns, int fd, const struct sockaddr *address)
{
    pd_srv_conn *conn = calloc(1, sizeof *conn);
    if (!conn) return NULL;
    conn->fd = fd;
    atomic_init(&conn->phase, PD_SRV_HEAD);
    atomic_init(&conn->deadline_us, INT64_MAX);
    if (address) describe(conn, address);
    pthread_mutex_lock(&conns->lock);
    conn->next = conns->first;
    if (conn->next) conn->next->previous = conn;
    conns->first = conn;
    conns->count++;
    pthread_mutex_unlock(&conns->lock);
    return conn;
}

void pd_srv_conns_remove(pd_srv_conns *conns, pd_srv_conn *conn)
{
    if (!conn) return;
    pthread_mutex_lock(&conns->lock);
    if (conn->previous)
        conn->previous->next = conn->next;
    else
        conns->first = conn->next;
    if (conn->next) conn->next->previous = conn->previous;
    conns->count--;
    pthread_mutex_unlock(&conns->lock);
    free(conn);
}

int pd_srv_conn_enter(pd_srv_conn *conn, pd_srv_phase phase, int64_t deadline_us)
{
    int old = atomic_load(&conn->phase);
    /* First the later of both deadlines, so that the new phase never meets the old one's. */
    atomic_store_explicit(&conn->deadline_us, INT64_MAX, memory_order_release);
    do {
        if (old == PD_SRV_EXPIRED) return 0;
    } while (!atomic_compare_exchange_weak(&conn->phase, &old, (int)phase));
    atomic_store_explicit(&conn->deadline_us, deadline_us, memory_order_release);
    return 1;
}

int pd_srv_conns_count(pd_srv_conns *conns)
{
    pthread_mutex_lock(&conns->lock);
    int count = conns->count;
    pthread_mutex_unlock(&conns->lock);
    return count;
}

/* A request lies in the socket that its http thread has not come to yet. */
static int has_unread(const pd_srv_conn *conn)
{
    char byte;
    return recv(conn->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

int pd_srv_conns_busy(pd_srv_conns *conns)
{
    int busy = 0;
    pthread_mutex_lock(&conns->lock);
    for (pd_srv_conn *conn = conns->first; conn; conn = conn->next) {
        int phase = atomic_load(&conn->phase);
        busy += phase == PD_SRV_IDLE ? has_unread(conn) : phase != PD_SRV_EXPIRED;
    }
    pthread_mutex_unlock(&conns->lock);
    return busy;
}
