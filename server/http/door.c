#include "server/http/door.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/process.h"
#include "server/http/framing.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define EVENTS      256
#define BACKLOG     1024
#define ACCEPT_ONCE 256   /* largest number of connections accepted before the waiting ones are served */
#define PAUSE_US    50000 /* pause of accepting when file descriptors have run out */

/* A connection whose first request head is not complete yet. */
typedef struct pending {
    struct pending *previous, *next;
    int fd, sent_something;
    int64_t deadline_us;
    struct sockaddr_storage address;
    socklen_t address_size;
    /* State of the check after the first `seen` bytes;
     * each byte is checked once, however many segments arrive. */
    pd_srv_framing framing;
    size_t seen;
} pending;

struct pd_srv_door {
    pd_srv_door_deps deps;
    int listener, poller, stop;
    char url[96]; /* of the listener; does not change after _open, so any thread may read it */
    pthread_t thread;
    int started, waiting, muted;
    int64_t paused_until_us;
    pending *first, *last; /* waiting connections; deadlines ascend, because all may wait the same time */
    char *head;            /* peeked bytes */
    size_t head_size;      /* size of the head, if it is complete */
    size_t head_bytes;
    pd_srv_framing framing; /* state of the check of the connection that was peeked last */
    size_t seen;            /* bytes of that connection that were checked */
    int64_t head_us;
    int connections;
};

/* -- waiting connections ------------------------------------------------- */

/* Removes a waiting connection from the list and frees it, without closing its socket. */
static void unlink_pending(pd_srv_door *door, pending *g)
{
    PD_ASSERT(door->waiting > 0);
    PD_ASSERT(g->previous ? g->previous->next == g : door->first == g);
    PD_ASSERT(g->next ? g->next->previous == g : door->last == g);
    if (g->previous)
        g->previous->next = g->next;
    else
        door->first = g->next;
    if (g->next)
        g->next->previous = g->previous;
    else
        door->last = g->previous;
    door->waiting--;
    free(g);
}

/* Adds an accepted connection to the waiting ones. Returns false when that fails. */
static bool add_pending(pd_srv_door *door, int fd, const struct sockaddr_storage *address, socklen_t size)
{
    pending *g = calloc(1, sizeof *g);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.ptr = g};

    if (!g || epoll_ctl(door->poller, EPOLL_CTL_ADD, fd, &event)) {
        free(g);
        return false;
    }

    /* Append it: all have the same time to wait, so the list is sorted by deadline. */
    *g = (pending){.fd = fd,
                   .address = *address,
                   .address_size = size,
                   .previous = door->last,
                   .framing = door->framing,
                   .seen = door->seen,
                   .deadline_us = pd_srv_now_us() + door->head_us};
    if (door->last)
        door->last->next = g;
    else
        door->first = g;
    PD_ASSERT(!g->previous || g->previous->deadline_us <= g->deadline_us);
    door->last = g;
    door->waiting++;

    return true;
}

/* -- the first bytes ----------------------------------------------------- */

typedef enum verdict { WAIT, PASS, UPGRADE, REFUSE, CLOSE } verdict;

/* Checks the bytes in the socket without taking them, and decides what to do with the connection. */
static verdict peek(pd_srv_door *door, int fd, int *sent_something)
{
    ssize_t n = recv(fd, door->head, door->head_bytes + 1, MSG_PEEK | MSG_DONTWAIT);

    if (n == 0) return CLOSE;
    if (n < 0) return errno == EAGAIN || errno == EINTR ? WAIT : CLOSE;
    *sent_something = 1;

    /* Bytes that were checked before are skipped. */
    const size_t had = door->seen < (size_t)n ? door->seen : (size_t)n;
    const size_t end = pd_srv_framing_head(&door->framing, door->head + had, (size_t)n - had);
    PD_ASSERT(end <= (size_t)n - had);
    door->seen = (size_t)n;
    door->head_size = end ? had + end : 0;
    if (door->framing.status) return REFUSE;
    if (!door->head_size) return WAIT;

    return pd_srv_head_has(door->head, door->head_size, "Upgrade", "websocket") ? UPGRADE : PASS;
}

/* Hands the connection to HTTP or to the stream, refuses it, or closes it. */
static void act(pd_srv_door *door, verdict v, int fd, const struct sockaddr_storage *address, socklen_t size)
{
    const struct sockaddr *from = (const struct sockaddr *)address;

    switch (v) {
    case WAIT: break;
    case PASS: pd_srv_http_adopt(door->deps.http, fd, from, size); break;
    case UPGRADE:
        pd_srv_metrics_count(door->deps.metrics, PD_SRV_COUNT_upgrades);
        if (!door->deps.upgrade(door->deps.ctx, fd, from, door->head, door->head_size))
            pd_srv_http_adopt(door->deps.http, fd, from, size);
        break;
    case REFUSE: pd_srv_connections_refuse_framing(door->deps.connections, fd, &door->framing, NULL); break;
    case CLOSE: close(fd); break;
    }
}

/* Continues to check the head of a waiting connection. */
static void pending_readable(pd_srv_door *door, pending *g, uint32_t events)
{
    /* The door has one framing; a waiting connection keeps a copy of its own between calls. */
    door->framing = g->framing;
    door->seen = g->seen;
    verdict v = peek(door, g->fd, &g->sent_something);
    g->framing = door->framing;
    g->seen = door->seen;

    /* Half-closed with an incomplete head: nothing more can come. */
    if (v == WAIT && events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) v = CLOSE;
    if (v == WAIT) return;
    epoll_ctl(door->poller, EPOLL_CTL_DEL, g->fd, NULL);
    act(door, v, g->fd, &g->address, g->address_size);
    unlink_pending(door, g);
}

/* -- accepting ----------------------------------------------------------- */

/* Stops or resumes to accept, by the events that epoll reports for the listener. */
static void mute_listener(pd_srv_door *door, int mute)
{
    struct epoll_event event = {.events = mute ? 0 : EPOLLIN, .data.ptr = NULL};
    epoll_ctl(door->poller, EPOLL_CTL_MOD, door->listener, &event);
    door->muted = mute;
}

/* Accepts up to ACCEPT_ONCE connections and acts on those whose head is already there. */
static void accept_some(pd_srv_door *door)
{
    for (int i = 0; i < ACCEPT_ONCE; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        int fd = accept4(door->listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && errno == EAGAIN) return;

        /* Without descriptors or memory, epoll would report the listener again at once: pause. */
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
            door->paused_until_us = pd_srv_now_us() + PAUSE_US;
            mute_listener(door, 1);
            return;
        }

        if (fd < 0) continue;

        /* Above the limit, connections are answered 503. */
        int on = 1, sent_something = 0;
        pd_srv_metrics_count(door->deps.metrics, PD_SRV_COUNT_connections_accepted);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (door->waiting + pd_srv_connections_count(door->deps.connections) >= door->connections) {
            pd_srv_metrics_count(door->deps.metrics, PD_SRV_COUNT_connections_refused);
            pd_srv_connections_refuse(
                door->deps.connections, fd, 503,
                "the server has as many connections as are allowed (limits.connections)", NULL);
            continue;
        }

        /* Most heads come with the connection and need no waiting. */
        pd_srv_framing_init(&door->framing, door->head_bytes);
        door->seen = 0;
        verdict v = peek(door, fd, &sent_something);
        if (v == WAIT && !add_pending(door, fd, &address, size)) v = CLOSE;
        act(door, v, fd, &address, size);
    }
}

/* -- the thread ---------------------------------------------------------- */

/* Returns how long epoll may wait: until the next deadline or the end of a pause. -1: without limit. */
static int sleep_ms(const pd_srv_door *door)
{
    int64_t now = pd_srv_now_us();
    int64_t until = INT64_MAX;

    if (door->first) until = door->first->deadline_us;
    if (door->muted && door->paused_until_us < until) until = door->paused_until_us;
    if (until == INT64_MAX) return -1;

    return until <= now ? 0 : (int)((until - now) / 1000 + 1);
}

/* Accepts connections, reads what waiting ones send, and refuses those that are too slow. Main function of
 * the door's thread. */
static void *door_main(void *arg)
{
    pd_srv_door *door = arg;
    struct epoll_event events[EVENTS];

    for (;;) {
        int count = epoll_wait(door->poller, events, EVENTS, sleep_ms(door));

        /* Waiting connections come before new ones. */
        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr == &door->stop) return NULL;
            if (events[i].data.ptr) pending_readable(door, events[i].data.ptr, events[i].events);
        }

        for (int i = 0; i < count; i++)
            if (!events[i].data.ptr) accept_some(door);

        /* Refuse the connections whose time is over.
         * One that has sent nothing is closed without an answer. */
        int64_t now = pd_srv_now_us();
        while (door->first && door->first->deadline_us <= now) {
            pending *g = door->first;
            epoll_ctl(door->poller, EPOLL_CTL_DEL, g->fd, NULL);
            pd_srv_metrics_count(door->deps.metrics, PD_SRV_COUNT_heads_slow);
            if (g->sent_something)
                pd_srv_connections_refuse(door->deps.connections, g->fd, 408,
                                          "the headers arrived too slowly (limits.head_timeout)", NULL);
            else
                close(g->fd);
            unlink_pending(door, g);
        }

        if (door->muted && now >= door->paused_until_us) mute_listener(door, 0);
    }
}

/* Suggests the same host with another port, written as for the command that started this server. */
static pd_status fail_taken(const char *text, pd_error *err)
{
    const char *colon = strrchr(text, ':');
    const int host = colon ? (int)(colon - text) : (int)strlen(text);
    const int port = colon && !strcmp(colon, ":9000") ? 9001 : 9000;
    const int by_make = getenv("MAKELEVEL") != NULL;

    return pd_fail(err, PD_ERR_IO, "listen", "%s: %s; to take another: %s--listen %.*s:%d%s", text,
                   strerror(EADDRINUSE), by_make ? "make run ARGS=\"" : "", host, text, port,
                   by_make ? "\"" : "");
}

/* Opens the listening socket, and the epoll instance that the door's thread waits on. */
static pd_status listen_at(pd_srv_door *door, const char *text, pd_error *err)
{
    pd_cfg_address address;
    struct sockaddr_storage storage = {0};
    socklen_t size;

    if (pd_cfg_address_parse(&address, text, err) != PD_OK) return err->status;
    pd_srv_http_sockaddr(&storage, &size, &address);

    /* Bind at once, so that an address in use is found before the threads start. */
    int on = 1;
    door->listener = socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (door->listener < 0) return pd_fail(err, PD_ERR_IO, "listen", "%s: %s", text, strerror(errno));
    setsockopt(door->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(door->listener, (struct sockaddr *)&storage, size) || listen(door->listener, BACKLOG))
        return errno == EADDRINUSE ? fail_taken(text, err)
                                   : pd_fail(err, PD_ERR_IO, "listen", "%s: %s", text, strerror(errno));

    /* epoll tells the stop event, the listener and waiting connections apart by their pointers. */
    struct epoll_event stop = {.events = EPOLLIN, .data.ptr = &door->stop};
    struct epoll_event listener = {.events = EPOLLIN, .data.ptr = NULL};
    door->poller = epoll_create1(EPOLL_CLOEXEC);
    door->stop = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    door->head = malloc(door->head_bytes + 1);
    if (door->poller < 0 || door->stop < 0 || !door->head ||
        epoll_ctl(door->poller, EPOLL_CTL_ADD, door->stop, &stop) ||
        epoll_ctl(door->poller, EPOLL_CTL_ADD, door->listener, &listener))
        return pd_fail(err, PD_ERR_IO, "listen", "epoll: %s", strerror(errno));

    return PD_OK;
}

pd_status pd_srv_door_open(pd_srv_door **out, const pd_cfg *cfg, const char *address, pd_error *err)
{
    *out = NULL;
    pd_srv_door *door = calloc(1, sizeof *door);
    if (!door) return pd_fail(err, PD_ERR_MEMORY, "listen", "out of memory");
    door->listener = door->poller = door->stop = -1;
    door->head_bytes = cfg->limits_head_bytes;
    door->head_us = pd_srv_seconds_us(cfg->limits_head_timeout);
    door->connections = cfg->limits_connections;
    pd_status status = listen_at(door, address, err);
    if (status != PD_OK) {
        pd_srv_door_free(door);
        return status;
    }

    /* Port 0 has become a free one. */
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char text[80] = "";
    if (getsockname(door->listener, (struct sockaddr *)&own, &size) == 0)
        pd_srv_http_address_text((struct sockaddr *)&own, text, sizeof text);
    snprintf(door->url, sizeof door->url, "http://%s", text);
    *out = door;

    return PD_OK;
}

void pd_srv_door_url(const pd_srv_door *door, char *out, size_t out_size)
{
    snprintf(out, out_size, "%s", door->url);
}

int pd_srv_door_port(const pd_srv_door *door)
{
    const char *colon = strrchr(door->url, ':');
    return colon ? atoi(colon + 1) : 0;
}

pd_status pd_srv_door_start(pd_srv_door *door, const pd_srv_door_deps *deps, pd_error *err)
{
    door->deps = *deps;
    if (pthread_create(&door->thread, NULL, door_main, door))
        return pd_srv_thread_error(err, "listen", "the thread");
    door->started = 1;
    return PD_OK;
}

void pd_srv_door_close(pd_srv_door *door)
{
    uint64_t one = 1;

    if (door->started) {
        (void)!write(door->stop, &one, sizeof one);
        pthread_join(door->thread, NULL);
        door->started = 0;
    }

    if (door->listener >= 0) close(door->listener);
    door->listener = -1;
    while (door->first) {
        close(door->first->fd);
        unlink_pending(door, door->first);
    }
}

void pd_srv_door_free(pd_srv_door *door)
{
    if (!door) return;
    pd_srv_door_close(door);
    if (door->poller >= 0) close(door->poller);
    if (door->stop >= 0) close(door->stop);
    free(door->head);
    free(door);
}
