#include "server/ws.h"

#include "server/clock.h"
#include "server/http.h"
#include "server/server.h"
#include "server/wire.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define NOTSENT_LOWAT 4096
#define EVENTS        256
#define LOOK_US       (PD_SRV_SECOND / 10) /* between two looks at everybody */
#define FAREWELL_US   (PD_SRV_SECOND / 2)
#define FAREWELL_MS   20 /* between two looks whether they have gone */

/* A socket on its way in. */
typedef struct arrival {
    struct arrival *next;
    int fd;
    pd_srv_identity who;
    char address[48];
} arrival;

struct pd_srv_ws {
    pd_srv *srv;
    int poller, bell; /* bell: an eventfd that wakes the poller */
    pthread_t thread;
    int started;
    atomic_int stopping, count;
    pthread_mutex_t lock; /* of the queue */
    arrival *first, **last;
    /* the service thread's */
    pd_srv_wire **wires;
    size_t wire_count, wire_capacity;
    pd_buffer scratch;
    int64_t look_us, farewell_us; /* farewell_us 0: running */
};

/* -- sockets in --------------------------------------------------------------- */

static void tune_socket(int fd)
{
    int on = 1, low = NOTSENT_LOWAT;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &low, sizeof low);
}

void pd_srv_ws_adopt(pd_srv_ws *ws, int fd, const pd_srv_identity *who, const struct sockaddr *address)
{
    arrival *a = calloc(1, sizeof *a);
    if (!a) {
        close(fd);
        return;
    }
    a->fd = fd;
    a->who = *who;
    pd_srv_http_address_text(address, a->address, sizeof a->address);
    tune_socket(fd);
    atomic_fetch_add(&ws->count, 1);
    pthread_mutex_lock(&ws->lock);
    *ws->last = a;
    ws->last = &a->next;
    pthread_mutex_unlock(&ws->lock);
    pd_srv_ws_wake(ws);
}

static arrival *take_arrivals(pd_srv_ws *ws)
{
    pthread_mutex_lock(&ws->lock);
    arrival *first = ws->first;
    ws->first = NULL;
    ws->last = &ws->first;
    pthread_mutex_unlock(&ws->lock);
    return first;
}

static int room_for_one(pd_srv_ws *ws)
{
    if (ws->wire_count < ws->wire_capacity) return 1;
    size_t capacity = ws->wire_capacity + ws->wire_capacity / 2 + 64;
    void *grown = realloc(ws->wires, capacity * sizeof *ws->wires);
    if (!grown) return 0;
    ws->wires = grown;
    ws->wire_capacity = capacity;
    return 1;
}

static void adopt_one(pd_srv_ws *ws, const arrival *a, int64_t now_us)
{
    pd_srv_client *client =
        room_for_one(ws) ? pd_srv_client_open(ws->srv, &a->who, a->address, now_us) : NULL;
    pd_srv_wire *w = pd_srv_wire_open(a->fd, ws->poller, client, &ws->scratch);
    if (!w) {
        if (client) pd_srv_client_close(client, now_us);
        atomic_fetch_sub(&ws->count, 1);
        return;
    }
    w->index = ws->wire_count;
    ws->wires[ws->wire_count++] = w;
}

static void adopt_arrivals(pd_srv_ws *ws, int64_t now_us)
{
    for (arrival *a = take_arrivals(ws), *next; a; a = next) {
        next = a->next;
        adopt_one(ws, a, now_us);
        free(a);
    }
}

void pd_srv_ws_wake(pd_srv_ws *ws)
{
    uint64_t one = 1;
    if (ws) (void)!write(ws->bell, &one, sizeof one);
}

int pd_srv_ws_count(const pd_srv_ws *ws)
{
    return ws ? atomic_load(&((pd_srv_ws *)ws)->count) : 0;
}

/* -- the service thread ---------------------------------------------------------- */

/* The last one takes its place in the list. */
static void end_wire(pd_srv_ws *ws, pd_srv_wire *w, int64_t now_us)
{
    ws->wires[w->index] = ws->wires[--ws->wire_count];
    ws->wires[w->index]->index = w->index;
    pd_srv_wire_close(w, now_us);
    atomic_fetch_sub(&ws->count, 1);
}

static void say_farewell(pd_srv_ws *ws, int64_t now_us)
{
    if (ws->farewell_us) return;
    ws->farewell_us = now_us;
    for (size_t i = 0; i < ws->wire_count; i++)
        pd_srv_client_bye(ws->wires[i]->client, 1001, "shutting_down", 1, "the server is stopping");
}

/* Backwards: who ends leaves the place to one that was asked already. */
static void for_all(pd_srv_ws *ws, int (*act)(pd_srv_wire *, int64_t), int only_due, int64_t now_us)
{
    for (size_t i = ws->wire_count; i-- > 0;) {
        pd_srv_wire *w = ws->wires[i];
        if ((!only_due || pd_srv_wire_is_due(w)) && act(w, now_us)) end_wire(ws, w, now_us);
    }
}

static void woken(pd_srv_ws *ws, int64_t now_us)
{
    uint64_t rung;
    (void)!read(ws->bell, &rung, sizeof rung);
    adopt_arrivals(ws, now_us);
    if (atomic_load(&ws->stopping)) say_farewell(ws, now_us);
    for_all(ws, pd_srv_wire_write, 1, now_us);
}

static void happened(pd_srv_ws *ws, pd_srv_wire *w, uint32_t events, int64_t now_us)
{
    int bad = 0;
    if (events & ~(uint32_t)EPOLLOUT) bad = pd_srv_wire_read(w, &ws->scratch, now_us);
    if (!bad && (events & EPOLLOUT || pd_srv_wire_is_due(w))) bad = pd_srv_wire_write(w, now_us);
    if (bad) end_wire(ws, w, now_us);
}

static int sleep_ms(const pd_srv_ws *ws)
{
    int64_t left = ws->look_us - pd_srv_now_us();
    if (ws->farewell_us) return FAREWELL_MS;
    return left <= 0 ? 0 : (int)(left / 1000 + 1);
}

static void serve_once(pd_srv_ws *ws)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(ws->poller, events, EVENTS, sleep_ms(ws)), rung = 0;
    int64_t now = pd_srv_now_us();
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr)
            happened(ws, events[i].data.ptr, events[i].events, now);
        else
            rung = 1;
    }
    if (rung) woken(ws, now);
    if (now < ws->look_us) return;
    ws->look_us = now + LOOK_US;
    for_all(ws, pd_srv_wire_look, 0, now);
}

static int has_gone(const pd_srv_ws *ws)
{
    return ws->farewell_us && (!ws->wire_count || pd_srv_now_us() - ws->farewell_us > FAREWELL_US);
}

static void *serve(void *arg)
{
    pd_srv_ws *ws = arg;
    pthread_setname_np(pthread_self(), "posed-ws");
    while (!has_gone(ws)) serve_once(ws);
    while (ws->wire_count) end_wire(ws, ws->wires[0], pd_srv_now_us());
    return NULL;
}

static pd_status prepare(pd_srv_ws *ws, pd_error *err)
{
    struct epoll_event event = {.events = EPOLLIN};
    ws->poller = epoll_create1(EPOLL_CLOEXEC);
    ws->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (ws->poller < 0 || ws->bell < 0 || epoll_ctl(ws->poller, EPOLL_CTL_ADD, ws->bell, &event))
        return pd_fail(err, PD_ERR_IO, "stream", "epoll: %s", strerror(errno));
    if (pthread_create(&ws->thread, NULL, serve, ws))
        return pd_fail(err, PD_ERR_MEMORY, "stream", "cannot start the thread");
    ws->started = 1;
    return PD_OK;
}

pd_status pd_srv_ws_start(pd_srv_ws **out, pd_srv *srv, pd_error *err)
{
    *out = NULL;
    pd_srv_ws *ws = calloc(1, sizeof *ws);
    if (!ws) return pd_fail(err, PD_ERR_MEMORY, "stream", "out of memory");
    ws->srv = srv;
    ws->last = &ws->first;
    ws->poller = ws->bell = -1;
    pthread_mutex_init(&ws->lock, NULL);
    pd_status status = prepare(ws, err);
    if (status == PD_OK)
        *out = ws;
    else
        pd_srv_ws_stop(ws);
    return status;
}

void pd_srv_ws_farewell(pd_srv_ws *ws)
{
    if (!ws) return;
    atomic_store(&ws->stopping, 1);
    pd_srv_ws_wake(ws);
}

void pd_srv_ws_stop(pd_srv_ws *ws)
{
    if (!ws) return;
    pd_srv_ws_farewell(ws);
    if (ws->started) pthread_join(ws->thread, NULL);
    for (arrival *a = take_arrivals(ws), *next; a; a = next) {
        next = a->next;
        close(a->fd);
        free(a);
        atomic_fetch_sub(&ws->count, 1);
    }
    if (ws->poller >= 0) close(ws->poller);
    if (ws->bell >= 0) close(ws->bell);
    pd_buffer_deinit(&ws->scratch);
    free(ws->wires);
    pthread_mutex_destroy(&ws->lock);
    free(ws);
}
