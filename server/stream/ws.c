#include "server/stream/ws.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/process.h"
#include "server/base/rate.h"
#include "server/http/forwarded.h"
#include "server/http/http.h"
#include "server/stream/farewell.h"
#include "server/stream/relay_line.h"
#include "server/stream/upgrade.h"
#include "server/stream/ws_connection.h"

#include <ev.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NOTSENT_LOWAT 4096
#define READ_BYTES    8192       /* largest number of bytes read from a connection at a time */
#define WRITE_BYTES   (16 << 20) /* the largest message that the library hands to the socket in one piece */
#define POLL_SECONDS  0.1        /* time between two polls of all connections; below: while stopping */
#define STOP_SECONDS  0.02
#define FAREWELL_US   (PD_SRV_SECOND / 2) /* time for connections to close after all clients have been told */

/* A socket that was accepted, and waits for the service thread. */
typedef struct arrival {
    struct arrival *next;
    int fd;
    size_t request; /* size of the client's request, bytes */
    pd_srv_identity who;
    uint64_t owner; /* pd_srv_identity_client */
    char address[48];
    char head[PD_SRV_UPGRADE_BYTES]; /* request that the library reads in place of the client's */
} arrival;

struct pd_srv_ws {
    pd_srv_ws_deps deps;
    struct ev_loop *loop;
    ev_async wake;
    ev_timer poll;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    pthread_t thread;
    int started;
    atomic_int stopping, count, peers;
    atomic_bool is_hurried;   /* true: connections are polled as often as while stopping */
    _Atomic int64_t until_us; /* time by which all clients must have been told; 0: at once */
    atomic_bool has_told;     /* true: all clients have been told, or the thread has ended */
    atomic_bool ended;        /* true: the service thread has ended; sockets may still be open */
    pthread_mutex_t lock;     /* protects the queue */
    arrival *first, **last;
    /* Used only by the service thread. */
    pd_srv_ws_connection **connections;
    size_t connection_count, connection_capacity;
    /* Connection that is being adopted; NULL: none. The library's object is not linked to it yet. */
    pd_srv_ws_connection *arriving;
    bool drains;      /* true: sessions are moving to other daemons */
    int64_t stops_us; /* 0: running */
    pd_srv_farewell farewell;
    int64_t farewell_us;       /* time at which all clients had been told; 0: not yet */
    pd_srv_relay_lines *lines; /* connections to other daemons; NULL: no cluster */
};

/* -- sockets in --------------------------------------------------------------- */

/* Reads the request from the socket and drops it, because the library gets the request that upgrade.c writes.
 * The door has only peeked at it. */
static bool take_head(int fd, size_t size)
{
    char dropped[4096];

    while (size) {
        const ssize_t n = recv(fd, dropped, size < sizeof dropped ? size : sizeof dropped, MSG_DONTWAIT);
        if (n <= 0) return false;
        size -= (size_t)n;
    }

    return true;
}

/* Sets the socket's options: small messages are sent at once,
 * and few unsent bytes wait in the kernel for a slow reader. */
static void set_options(int fd)
{
    int on = 1;
    int low = NOTSENT_LOWAT;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &low, sizeof low);
}

/* Hands an accepted socket to the service thread. */
static void enqueue(pd_srv_ws *ws, arrival *a)
{
    PD_ASSERT(!a->next && a->fd >= 0);
    atomic_fetch_add(&ws->count, 1);
    pthread_mutex_lock(&ws->lock);
    *ws->last = a;
    ws->last = &a->next;
    pthread_mutex_unlock(&ws->lock);
    pd_srv_ws_wake(ws);
}

bool pd_srv_ws_upgrade(pd_srv_ws *ws, int fd, const struct sockaddr *address, const char *head, size_t size)
{
    const pd_srv_settings *settings = pd_srv_settings_now(ws->deps.client.config);
    pd_srv_upgrade asked;
    const int64_t now = pd_srv_now_us();

    /* The client is the one behind a trusted proxy, or the other end of the socket. */
    pd_srv_forwarded from;
    pd_srv_forwarded_head(&from, settings, address, head, size);
    const struct sockaddr *client = from.is_known ? (const struct sockaddr *)&from.client : address;
    const bool waits = pd_srv_upgrade_waits(&ws->deps.upgrades, client, now);
    pd_srv_cluster *cluster = ws->deps.client.cluster ? *ws->deps.client.cluster : NULL;
    if (!pd_srv_upgrade_judge_peer(&asked, cluster, head, size) &&
        !pd_srv_upgrade_judge(&asked, settings, ws->deps.tickets, head, size, waits, now))
        return false;
    if (from.field && !from.is_known && !asked.who.is_peer)
        pd_srv_metrics_count(ws->deps.upgrades.metrics, PD_SRV_COUNT_forwarded_unknown);
    pd_srv_upgrade_account(&asked, &ws->deps.upgrades, &settings->cfg, client, now);

    /* A refusal reads the head itself; otherwise it is taken out of the socket here. */
    pd_srv_reply_context context;
    pd_srv_reply_context_read(&context, head, size);
    context.is_bad_token = asked.is_bad_token;
    if (asked.lacks_scope) context.scope = "stream";
    if (asked.status != 101) {
        pd_srv_connections_refuse(ws->deps.connections, fd, asked.status, asked.detail, &context);
        return true;
    }

    if (!take_head(fd, size)) {
        close(fd);
        return true;
    }

    if (pd_srv_ws_count(ws) >= settings->cfg.stream_connections) {
        pd_srv_connections_refuse(ws->deps.connections, fd, 503,
                                  "the server has as many streams as are allowed (stream.connections)",
                                  &context);
        return true;
    }

    /* Hand the socket to the service thread, with the request that the library is to read. */
    arrival *a = calloc(1, sizeof *a);
    if (!a) {
        close(fd);
        return true;
    }

    a->fd = fd;
    a->request = size;
    a->who = asked.who;
    a->owner = pd_srv_identity_client(&a->who, pd_srv_rate_client(client));
    memcpy(a->head, asked.head, sizeof a->head);
    pd_srv_http_address_text(client, a->address, sizeof a->address);
    set_options(fd);
    enqueue(ws, a);

    return true;
}

/* Takes all sockets out of the queue at once. */
static arrival *take_arrivals(pd_srv_ws *ws)
{
    pthread_mutex_lock(&ws->lock);
    arrival *first = ws->first;
    ws->first = NULL;
    ws->last = &ws->first;
    pthread_mutex_unlock(&ws->lock);

    return first;
}

/* Removes a connection that the library has closed. The last connection of the list takes its place. */
static void forget(pd_srv_ws *ws, pd_srv_ws_connection *c, int64_t now_us)
{
    PD_ASSERT(ws->connection_count > 0 && c->index < ws->connection_count);
    PD_ASSERT(ws->connections[c->index] == c);
    ws->connections[c->index] = ws->connections[--ws->connection_count];
    ws->connections[c->index]->index = c->index;
    atomic_fetch_sub(&ws->peers, c->client->who.is_peer);
    pd_srv_ws_connection_close(c, now_us);
    atomic_fetch_sub(&ws->count, 1);
}

/* Links the library's object to the connection that is being adopted. */
static pd_srv_ws_connection *welcome_arrival(pd_srv_ws *ws, struct lws *wsi)
{
    pd_srv_ws_connection *c = ws->arriving;
    ws->arriving = NULL;
    c->wsi = wsi;
    lws_set_opaque_user_data(wsi, c);
    return c;
}

/* Hands a socket to the library, with the request that upgrade.c has written. */
static void adopt_one(pd_srv_ws *ws, const arrival *a, int64_t now_us)
{
    if (ws->connection_count >= ws->connection_capacity) {
        size_t capacity = ws->connection_capacity + ws->connection_capacity / 2 + 64;
        void *grown = realloc(ws->connections, capacity * sizeof *ws->connections);
        if (grown) ws->connections = grown;
        if (grown) ws->connection_capacity = capacity;
    }

    /* Without memory the socket is closed. */
    pd_srv_client *client = ws->connection_count < ws->connection_capacity
                                ? pd_srv_client_open(&ws->deps.client, &a->who, a->address, now_us)
                                : NULL;
    pd_srv_ws_connection *c = client ? pd_srv_ws_connection_open(client, a->request, now_us) : NULL;
    if (!c) {
        if (client) pd_srv_client_close(client, now_us);
        close(a->fd);
        atomic_fetch_sub(&ws->count, 1);
        return;
    }

    /* Add it to the list before the library calls back. */
    client->owner = a->owner;
    atomic_fetch_add(&ws->peers, a->who.is_peer);
    c->index = ws->connection_count;
    ws->connections[ws->connection_count++] = c;

    /* The library reads and answers the request at once, in here, and closes the socket when it fails. */
    ws->arriving = c;
    struct lws *wsi = lws_adopt_socket_vhost_readbuf(ws->vhost, a->fd, a->head, strlen(a->head));
    if (ws->arriving && wsi)
        welcome_arrival(ws, wsi);
    else if (ws->arriving)
        forget(ws, c, now_us);
    ws->arriving = NULL;
}

void pd_srv_ws_wake(pd_srv_ws *ws)
{
    if (ws) ev_async_send(ws->loop, &ws->wake);
}

int pd_srv_ws_count(const pd_srv_ws *ws)
{
    pd_srv_ws *w = (pd_srv_ws *)ws;
    return ws && !atomic_load(&w->ended) ? atomic_load(&w->count) : 0;
}

/* -- the service thread ---------------------------------------------------------- */

/* Handles an event of the library, for all connections. A result of -1 closes the connection. */
static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    pd_srv_ws *ws = lws_context_user(lws_get_context(wsi));
    pd_srv_ws_connection *c = lws_get_opaque_user_data(wsi);
    int64_t now = pd_srv_now_us();
    (void)user;

    /* A connection that is being adopted may call back before it is linked. */
    if (!c && ws->arriving && reason == LWS_CALLBACK_ESTABLISHED) c = welcome_arrival(ws, wsi);
    if (!c) return 0;

    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED: c->is_open = 1; break;
    case LWS_CALLBACK_RECEIVE:
        if (pd_srv_ws_connection_receive(c, in, size, now)) return -1;
        break;
    case LWS_CALLBACK_RECEIVE_PONG: pd_srv_ws_connection_pong(c, in, size, now); break;
    case LWS_CALLBACK_SERVER_WRITEABLE: return pd_srv_ws_connection_write(c, 1, now);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return pd_srv_ws_connection_closing(c, in, size);
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL: pd_srv_ws_connection_dropped(c); return 0;
    case LWS_CALLBACK_HTTP: return -1; /* the library did not accept the upgrade */
    case LWS_CALLBACK_WSI_DESTROY:
        lws_set_opaque_user_data(wsi, NULL);
        forget(ws, c, now);
        return 0;
    default: return 0;
    }

    return pd_srv_ws_connection_write(c, 0, now);
}

/* Closes a connection from outside the library's callbacks: the library drops it and its unsent bytes when
 * its timers run next. */
static void kill_connection(pd_srv_ws_connection *c)
{
    c->is_open = 0;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

/* Tells watchers that are due: first those whose frames come over a relay (farewell.h). */
static void tell_watchers(pd_srv_ws *ws, int waiting, int64_t now_us)
{
    const int64_t left_us = atomic_load(&ws->until_us) - FAREWELL_US - now_us;
    const double rate = pd_srv_settings_now(ws->deps.client.config)->cfg.cluster_drain_rate;
    const int64_t step_us = pd_srv_rate_step_us(rate, waiting, left_us);

    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < ws->connection_count; i++) {
            pd_srv_client *client = ws->connections[i]->client;
            const bool is_fed = client->watcher && pd_srv_watcher_is_fed(client->watcher);
            if (client->close_code || is_fed != (turn == 0)) continue;
            if (!pd_srv_farewell_tell(&ws->farewell, is_fed, step_us, left_us, now_us)) break;
            pd_srv_client_farewell(client);
        }
    pd_srv_farewell_rest(&ws->farewell, now_us);
}

/* Tells all clients that the server stops:
 *   - the owner of a session, when the session has moved;
 *   - clients without a session on another daemon, when all sessions have moved;
 *   - watchers of sessions on other daemons, one after the other (farewell.h). */
static void say_farewell(pd_srv_ws *ws, int64_t now_us)
{
    if (ws->farewell_us || (!ws->drains && !ws->stops_us)) return;
    int waiting = 0;
    for (size_t i = 0; i < ws->connection_count; i++) {
        pd_srv_client *client = ws->connections[i]->client;
        pd_srv_client_follow(client, now_us);
        if (!ws->stops_us || client->close_code) continue;
        if (pd_srv_client_hears_later(client))
            waiting++;
        else
            pd_srv_client_farewell(client);
    }

    if (!ws->stops_us) return;
    if (waiting) tell_watchers(ws, waiting, now_us);

    for (size_t i = 0; i < ws->connection_count; i++)
        if (!ws->connections[i]->client->close_code) return;
    ws->farewell_us = now_us;
    atomic_store(&ws->has_told, true);
}

/* Adopts new sockets, starts the farewell and writes queued messages. Called on the service thread after
 * pd_srv_ws_wake. */
static void on_wake(struct ev_loop *loop, ev_async *watcher, int events)
{
    pd_srv_ws *ws = ev_userdata(loop);
    int64_t now = pd_srv_now_us();
    (void)watcher;
    (void)events;

    /* Adopt new sockets. */
    for (arrival *a = take_arrivals(ws), *next; a; a = next) {
        next = a->next;
        adopt_one(ws, a, now);
        free(a);
    }

    /* Poll the relays first, because they put messages of other daemons into outboxes. */
    if (ws->deps.client.relays && !ws->farewell_us) pd_srv_relays_poll(ws->deps.client.relays, now);

    if (atomic_exchange(&ws->is_hurried, false)) {
        ws->drains = true;
        ws->poll.repeat = STOP_SECONDS;
        ev_timer_again(ws->loop, &ws->poll);
    }

    /* When the server stops, send a bye on every stream and poll more often. */
    if (atomic_load(&ws->stopping) && !ws->stops_us) {
        ws->stops_us = now;
        pd_srv_farewell_begin(&ws->farewell, now);
        ws->poll.repeat = STOP_SECONDS;
        ev_timer_again(ws->loop, &ws->poll);
    }

    say_farewell(ws, now);

    /* Write where messages wait. */
    for (size_t i = 0; i < ws->connection_count; i++) {
        pd_srv_ws_connection *c = ws->connections[i];
        pd_srv_client_go_on(c->client);
        if (pd_srv_ws_connection_is_due(c) && pd_srv_ws_connection_write(c, 0, now)) kill_connection(c);
    }
}

/* Checks every connection, and ends the loop when all have gone. Timer of the service thread. */
static void on_poll(struct ev_loop *loop, ev_timer *watcher, int events)
{
    pd_srv_ws *ws = ev_userdata(loop);
    int64_t now = pd_srv_now_us();
    (void)watcher;
    (void)events;

    if (ws->deps.client.relays && !ws->farewell_us) pd_srv_relays_poll(ws->deps.client.relays, now);
    for (size_t i = 0; i < ws->connection_count; i++)
        if (pd_srv_ws_connection_poll(ws->connections[i], now)) kill_connection(ws->connections[i]);
    say_farewell(ws, now);

    /* On a foreign loop the library checks its timers only after an event; this call makes one. */
    lws_cancel_service(ws->context);

    /* After FAREWELL_US the remaining connections are cut. */
    if (ws->farewell_us && (!ws->connection_count || now - ws->farewell_us > FAREWELL_US))
        ev_break(loop, EVBREAK_ALL);
}

/* Runs the event loop. Main function of the service thread. */
static void *serve(void *arg)
{
    pd_srv_ws *ws = arg;

    pthread_setname_np(pthread_self(), "posed-ws");
    ev_run(ws->loop, 0);
    atomic_store(&ws->has_told, true);
    atomic_store(&ws->ended, true);

    return NULL;
}

static void wake_self(void *ctx)
{
    pd_srv_ws_wake(ctx);
}

/* Creates the event loop and the library's context, and starts the service thread. */
static pd_status prepare_ws(pd_srv_ws *ws, pd_error *err)
{
    ws->loop = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
    if (!ws->loop) return pd_fail(err, PD_ERR_INTERNAL, "stream", "libev has no epoll here");
    ev_set_userdata(ws->loop, ws);
    ev_async_init(&ws->wake, on_wake);
    ev_async_start(ws->loop, &ws->wake);
    ev_timer_init(&ws->poll, on_poll, POLL_SECONDS, POLL_SECONDS);
    ev_timer_start(ws->loop, &ws->poll);

    ws->protocols[0] = (struct lws_protocols){.name = PD_SRV_STREAM_PROTOCOL,
                                              .callback = on_event,
                                              /* With 0 the library sends no DROP_PROTOCOL event. */
                                              .per_session_data_size = 1,
                                              .rx_buffer_size = READ_BYTES,
                                              .tx_packet_size = WRITE_BYTES};

    /* The library runs on this loop instead of one of its own. */
    void *loops[] = {ws->loop};

    /* Switch off the library's detection of dead clients, which sorts all connections by time at every pong.
     * client.c detects them. */
    static const lws_retry_bo_t no_watch = {0};
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBEV,
        .foreign_loops = loops,
        .retry_and_idle_policy = &no_watch,
        .protocols = ws->protocols,
        .max_http_header_data2 =
            (unsigned int)pd_srv_settings_now(ws->deps.client.config)->cfg.limits_head_bytes,
        .pt_serv_buf_size = READ_BYTES,
        .user = ws,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1};

    /* The server has a log of its own. */
    lws_set_log_level(0, NULL);
    ws->context = lws_create_context(&info);
    ws->vhost = ws->context ? lws_create_vhost(ws->context, &info) : NULL;
    if (!ws->vhost)
        return pd_fail(err, PD_ERR_INTERNAL, "stream",
                       "libwebsockets could not be started; it needs its libev plug-in (Debian's "
                       "libwebsockets-evlib-ev)");

    /* Sessions of other daemons can be watched here. */
    if (*pd_srv_settings_now(ws->deps.client.config)->cfg.cluster_redis) {
        ws->lines = pd_srv_relay_lines_prepare(ws->context, &ws->deps.client, wake_self, ws);
        const pd_srv_relay_ops ops = pd_srv_relay_lines_ops(ws->lines);
        if (ws->lines) ws->deps.client.relays = pd_srv_relays_new(&ws->deps.client, &ops);
        if (!ws->deps.client.relays) return pd_fail(err, PD_ERR_MEMORY, "stream", "out of memory");
    }

    if (pthread_create(&ws->thread, NULL, serve, ws)) return pd_srv_thread_error(err, "stream", "the thread");
    ws->started = 1;
    return PD_OK;
}

pd_status pd_srv_ws_start(pd_srv_ws **out, const pd_srv_ws_deps *deps, pd_error *err)
{
    *out = NULL;
    pd_srv_ws *ws = calloc(1, sizeof *ws);
    if (!ws) return pd_fail(err, PD_ERR_MEMORY, "stream", "out of memory");
    ws->deps = *deps;
    ws->last = &ws->first;
    pthread_mutex_init(&ws->lock, NULL);

    pd_status status = prepare_ws(ws, err);
    if (status == PD_OK)
        *out = ws;
    else
        pd_srv_ws_stop(ws);

    return status;
}

void pd_srv_ws_hurry(pd_srv_ws *ws)
{
    if (!ws || !ws->started) return;
    atomic_store(&ws->is_hurried, true);
    pd_srv_ws_wake(ws);
}

void pd_srv_ws_farewell(pd_srv_ws *ws, int64_t until_us)
{
    if (!ws || !ws->started) return;
    atomic_store(&ws->until_us, until_us);
    atomic_store(&ws->stopping, 1);
    pd_srv_ws_wake(ws);
    while (!until_us && !atomic_load(&ws->has_told)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

void pd_srv_ws_stop(pd_srv_ws *ws)
{
    if (!ws) return;
    pd_srv_ws_farewell(ws, 0);
    if (ws->started) pthread_join(ws->thread, NULL);
    if (ws->context) lws_context_destroy(ws->context); /* closes the remaining connections */
    pd_srv_relays_free(ws->deps.client.relays);
    pd_srv_relay_lines_free(ws->lines);
    if (ws->loop) ev_loop_destroy(ws->loop);

    /* Close sockets that were never adopted. */
    for (arrival *a = take_arrivals(ws), *next; a; a = next) {
        next = a->next;
        close(a->fd);
        free(a);
        atomic_fetch_sub(&ws->count, 1);
    }

    free(ws->connections);
    pthread_mutex_destroy(&ws->lock);
    free(ws);
}

void pd_srv_ws_metrics(pd_srv_ws *ws, pd_buffer *out)
{
    if (!ws || !ws->deps.client.relays) return;
    pd_srv_metrics_gauge(
        out, "posed_cluster_peers",
        "Open WebSockets of other daemons that watch sessions of this one for their clients.",
        pd_srv_ws_peers(ws));
    pd_srv_relays_metrics(ws->deps.client.relays, out);
}

int pd_srv_ws_peers(const pd_srv_ws *ws)
{
    pd_srv_ws *w = (pd_srv_ws *)ws;
    return ws && !atomic_load(&w->ended) ? atomic_load(&w->peers) : 0;
}
