#include "server/ws.h"

#include "server/client.h"
#include "server/clock.h"
#include "server/http.h"
#include "server/server.h"
#include "server/upgrade.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOTSENT_LOWAT 4096
#define LOOK_US       (PD_SRV_SECOND / 20) /* between two looks at everybody */
#define FAREWELL_US   (PD_SRV_SECOND / 2)
#define HEAD_BYTES    65536

_Static_assert(PD_SRV_OUTBOX_PRE >= LWS_PRE, "room for the library's header");

/* A socket on its way into the library. */
typedef struct arrival {
    struct arrival *next;
    int fd;
    pd_srv_identity who;
    char address[48];
} arrival;

/* What the library keeps for each connection. */
typedef struct wire {
    struct wire *previous, *next;
    struct lws *wsi;
    pd_srv_client *client; /* NULL: could not be made */
    pd_buffer message;     /* fragments so far        */
    int ping_due, too_long, broken;
} wire;

struct pd_srv_ws {
    pd_srv *srv;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    lws_sorted_usec_list_t look;
    pthread_t thread;
    int started;
    atomic_int stopping, count;
    pthread_mutex_t lock; /* of the queue */
    arrival *first, **last;
    /* the service thread's */
    wire *wires;
    pd_buffer text;
    int64_t farewell_us; /* 0: running */
};

/* -- sockets in --------------------------------------------------------------- */

static void tune_socket(int fd)
{
    int on = 1, low = NOTSENT_LOWAT;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &low, sizeof low);
}

void pd_srv_ws_adopt(pd_srv_ws *ws, int fd, const pd_srv_identity *who, const struct sockaddr *address,
                     socklen_t size)
{
    arrival *a = calloc(1, sizeof *a);
    (void)size;
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

static void forget_arrival(pd_srv_ws *ws, arrival *a)
{
    free(a);
    atomic_fetch_sub(&ws->count, 1);
}

static void adopt_arrivals(pd_srv_ws *ws)
{
    for (arrival *a = take_arrivals(ws), *next; a; a = next) {
        next = a->next;
        struct lws *wsi = lws_adopt_socket_vhost(ws->vhost, a->fd); /* closes the socket on failure */
        if (wsi)
            lws_set_opaque_user_data(wsi, a);
        else
            forget_arrival(ws, a);
    }
}

void pd_srv_ws_wake(pd_srv_ws *ws)
{
    if (ws && ws->context) lws_cancel_service(ws->context);
}

int pd_srv_ws_count(const pd_srv_ws *ws)
{
    return ws ? atomic_load(&((pd_srv_ws *)ws)->count) : 0;
}

/* -- a connection's life ------------------------------------------------------- */

static int establish(pd_srv_ws *ws, struct lws *wsi, wire *w)
{
    arrival *a = lws_get_opaque_user_data(wsi);
    lws_set_opaque_user_data(wsi, NULL);
    memset(w, 0, sizeof *w);
    w->wsi = wsi;
    w->client = pd_srv_client_open(ws->srv, &a->who, a->address, pd_srv_now_us());
    free(a); /* its place in the count is the connection's now */
    w->next = ws->wires;
    if (w->next) w->next->previous = w;
    ws->wires = w;
    return w->client ? 0 : -1;
}

static void end_wire(pd_srv_ws *ws, wire *w)
{
    if (w->previous)
        w->previous->next = w->next;
    else if (ws->wires == w)
        ws->wires = w->next;
    if (w->next) w->next->previous = w->previous;
    if (w->client) pd_srv_client_close(w->client, pd_srv_now_us());
    pd_buffer_deinit(&w->message);
    w->client = NULL;
    atomic_fetch_sub(&ws->count, 1);
}

static void ask_to_write(wire *w)
{
    pd_srv_client *c = w->client;
    if (c && (w->ping_due || c->close_code || pd_srv_outbox_waiting(&c->outbox)))
        lws_callback_on_writable(w->wsi);
}

/* A message comes in pieces; what is longer than allowed is read to its end and then answered. */
static void receive(pd_srv_ws *ws, wire *w, const void *bytes, size_t size)
{
    size_t limit = pd_srv_now_live(ws->srv)->cfg.stream_message_bytes;
    if (lws_is_first_fragment(w->wsi)) w->too_long = 0;
    if (w->message.size + size > limit) w->too_long = 1;
    if (!w->too_long) pd_buffer_add(&w->message, bytes, size);
    if (!lws_is_final_fragment(w->wsi)) return;
    if (w->too_long)
        pd_srv_client_bye(w->client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message_too_large", 0,
                          "a message is longer than stream.message_bytes");
    else if (!w->message.failed)
        pd_srv_client_message(w->client, w->message.data, w->message.size, lws_frame_is_binary(w->wsi),
                              pd_srv_now_us());
    pd_buffer_clear(&w->message);
    ask_to_write(w);
}

static void receive_pong(wire *w, const void *bytes, size_t size)
{
    int64_t sent, now = pd_srv_now_us();
    if (size != sizeof sent) return;
    memcpy(&sent, bytes, sizeof sent);
    if (sent <= now) pd_srv_client_pong(w->client, (double)(now - sent) * 1e-6, now);
}

static int send_ping(wire *w)
{
    unsigned char bytes[LWS_PRE + sizeof(int64_t)];
    int64_t now = pd_srv_now_us();
    memcpy(bytes + LWS_PRE, &now, sizeof now);
    w->ping_due = 0;
    return lws_write(w->wsi, bytes + LWS_PRE, sizeof now, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static int close_now(wire *w)
{
    pd_srv_client *c = w->client;
    lws_close_reason(w->wsi, (enum lws_close_status)c->close_code, (unsigned char *)c->close_text,
                     strlen(c->close_text));
    return -1;
}

/* One message, the oldest text or the newest frame. */
static int write_one(pd_srv_ws *ws, wire *w)
{
    pd_srv_frame *frame;
    int more, written = 0, asks = 0;
    if (w->broken) return -1;
    if (lws_partial_buffered(w->wsi)) return 0;
    int reads = pd_srv_client_reads(w->client, pd_srv_now_us(), &asks);
    if (w->ping_due || asks) {
        lws_callback_on_writable(w->wsi);
        return send_ping(w);
    }
    pd_srv_taken taken = pd_srv_outbox_take(&w->client->outbox, &ws->text, &frame, &more, !reads);
    if (taken == PD_SRV_NOTHING)
        return w->client->close_code && pd_srv_client_may_close(w->client, pd_srv_now_us()) ? close_now(w)
                                                                                            : 0;
    if (taken == PD_SRV_TEXT)
        written = ws->text.failed ? -1
                                  : lws_write(w->wsi, ws->text.data + PD_SRV_OUTBOX_PRE,
                                              ws->text.size - PD_SRV_OUTBOX_PRE, LWS_WRITE_TEXT);
    if (taken == PD_SRV_FRAME)
        written = lws_write(w->wsi, frame->bytes + PD_SRV_OUTBOX_PRE, frame->size, LWS_WRITE_BINARY);
    pd_srv_frame_release(frame);
    if (more || w->client->close_code) lws_callback_on_writable(w->wsi);
    return written < 0 ? -1 : 0;
}

/* -- the service thread ---------------------------------------------------------- */

static void say_farewell(pd_srv_ws *ws)
{
    if (ws->farewell_us) return;
    ws->farewell_us = pd_srv_now_us();
    for (wire *w = ws->wires; w; w = w->next) {
        if (w->client)
            pd_srv_client_bye(w->client, LWS_CLOSE_STATUS_GOINGAWAY, "shutting_down", 1,
                              "the server is stopping");
        ask_to_write(w);
    }
}

/* At once where the socket takes more, without another round through poll over all sockets. A write that failed is told to the
 * library when it next asks. */
static void write_or_ask(pd_srv_ws *ws, wire *w)
{
    pd_srv_client *c = w->client;
    if (!c || (!w->ping_due && !c->close_code && !pd_srv_outbox_waiting(&c->outbox))) return;
    if (!c->close_code && !lws_send_pipe_choked(w->wsi)) {
        if (write_one(ws, w) >= 0) return;
        w->broken = 1;
    }
    lws_callback_on_writable(w->wsi);
}

static void woken(pd_srv_ws *ws)
{
    adopt_arrivals(ws);
    if (atomic_load(&ws->stopping)) say_farewell(ws);
    for (wire *w = ws->wires; w; w = w->next) write_or_ask(ws, w);
}

static void look_at_all(lws_sorted_usec_list_t *sul)
{
    pd_srv_ws *ws = lws_container_of(sul, pd_srv_ws, look);
    int64_t now = pd_srv_now_us();
    for (wire *w = ws->wires; w; w = w->next) {
        if (w->client && pd_srv_client_look(w->client, now)) w->ping_due = 1;
        ask_to_write(w);
    }
    lws_sul_schedule(ws->context, 0, &ws->look, look_at_all, LOOK_US);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    pd_srv_ws *ws = lws_context_user(lws_get_context(wsi));
    wire *w = user;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: woken(ws); return 0;
    case LWS_CALLBACK_ESTABLISHED: return establish(ws, wsi, w);
    case LWS_CALLBACK_RECEIVE: receive(ws, w, in, size); return 0;
    case LWS_CALLBACK_RECEIVE_PONG: receive_pong(w, in, size); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return write_one(ws, w);
    case LWS_CALLBACK_CLOSED: end_wire(ws, w); return 0;
    case LWS_CALLBACK_WSI_DESTROY: /* never established: a handshake that the library did not like */
        if (lws_get_opaque_user_data(wsi)) forget_arrival(ws, lws_get_opaque_user_data(wsi));
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    default: return 0;
    }
}

static int has_gone(const pd_srv_ws *ws)
{
    return ws->farewell_us && (!ws->wires || pd_srv_now_us() - ws->farewell_us > FAREWELL_US);
}

static void *serve(void *arg)
{
    pd_srv_ws *ws = arg;
    pthread_setname_np(pthread_self(), "posed-ws");
    while (!has_gone(ws)) {
        if (ws->farewell_us) lws_cancel_service(ws->context); /* no long sleep any more */
        if (lws_service(ws->context, 0) < 0) break;
    }
    return NULL;
}

static pd_status make_context(pd_srv_ws *ws, pd_error *err)
{
    struct lws_context_creation_info info = {0};
    ws->protocols[0] = (struct lws_protocols){
        .name = PD_SRV_STREAM_PROTOCOL, .callback = on_event, .per_session_data_size = sizeof(wire)};
    lws_set_log_level(0, NULL);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.protocols = ws->protocols;
    info.max_http_header_data2 = HEAD_BYTES;
    info.user = ws;
    info.gid = (gid_t)-1;
    info.uid = (uid_t)-1;
    ws->context = lws_create_context(&info);
    ws->vhost = ws->context ? lws_create_vhost(ws->context, &info) : NULL;
    if (!ws->vhost) return pd_fail(err, PD_ERR_INTERNAL, "stream", "libwebsockets could not be started");
    return PD_OK;
}

pd_status pd_srv_ws_start(pd_srv_ws **out, pd_srv *srv, pd_error *err)
{
    *out = NULL;
    pd_srv_ws *ws = calloc(1, sizeof *ws);
    if (!ws) return pd_fail(err, PD_ERR_MEMORY, "stream", "out of memory");
    ws->srv = srv;
    ws->last = &ws->first;
    pthread_mutex_init(&ws->lock, NULL);
    pd_status status = make_context(ws, err);
    if (status == PD_OK) lws_sul_schedule(ws->context, 0, &ws->look, look_at_all, LOOK_US);
    if (status == PD_OK && pthread_create(&ws->thread, NULL, serve, ws))
        status = pd_fail(err, PD_ERR_MEMORY, "stream", "cannot start the thread");
    ws->started = status == PD_OK;
    if (status != PD_OK) {
        pd_srv_ws_stop(ws);
        return status;
    }
    *out = ws;
    return PD_OK;
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
    if (ws->context) lws_context_destroy(ws->context);
    for (arrival *a = take_arrivals(ws), *next; a; a = next) {
        next = a->next;
        close(a->fd);
        forget_arrival(ws, a);
    }
    pd_buffer_deinit(&ws->text);
    pthread_mutex_destroy(&ws->lock);
    free(ws);
}
