#include "server/stream/relay_line.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/stream/upgrade.h"

#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READ_BYTES 65536 /* largest number of bytes read from a connection at a time */

struct pd_srv_relay_lines {
    const pd_srv_client_deps *deps;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    void (*wake)(void *ctx);
    void *ctx;
};

/* One connection. It is freed when the library destroys its object. */
typedef struct line {
    pd_srv_relay_lines *lines;
    pd_srv_relay *relay; /* NULL: the relay has closed the connection and gets no more events */
    bool *is_gone;       /* set when the line is freed; NULL after open_line */
    struct lws *wsi;
    char authorization[sizeof PD_SRV_PEER_SCHEME + PD_SRV_SECRET_BYTES];
    pd_buffer message; /* fragments of the current message   */
    pd_buffer texts;   /* texts taken from the relay's outbox */
    size_t sent;       /* bytes of `texts` that were sent    */
} line;

static void free_line(line *l)
{
    if (l->is_gone) *l->is_gone = true;
    pd_buffer_deinit(&l->message);
    pd_buffer_deinit(&l->texts);
    free(l);
}

/* Takes a fragment, and reports a message that is complete. Returns -1 when the connection must end. */
static int receive_relay_line(line *l, const void *bytes, size_t size)
{
    const size_t most = pd_srv_settings_now(l->lines->deps->config)->cfg.cluster_relay_bytes;
    const size_t follows = lws_remaining_packet_payload(l->wsi);

    if (lws_is_first_fragment(l->wsi)) pd_buffer_clear(&l->message);
    if (l->message.size + size + follows > most) return -1;
    pd_buffer_add(&l->message, bytes, size);
    if (l->message.failed) return -1;
    if (follows || !lws_is_final_fragment(l->wsi)) return 0;

    const pd_bytes message = {l->message.data, l->message.size};
    if (lws_frame_is_binary(l->wsi))
        pd_srv_relay_frame(l->relay, message, pd_srv_now_us());
    else
        pd_srv_relay_text(l->relay, message, pd_srv_now_us());
    l->lines->wake(l->lines->ctx);

    return l->relay ? 0 : -1;
}

/* Writes the next text of the relay. */
static int write_next(line *l)
{
    size_t size;
    unsigned char *text = pd_srv_text_next(&size, &l->texts, &l->sent);

    if (!text) {
        pd_srv_frame *none;
        l->sent = 0;
        pd_buffer_clear(&l->texts);
        pd_srv_outbox_take(pd_srv_relay_out(l->relay), &l->texts, &none, 1);
        text = pd_srv_text_next(&size, &l->texts, &l->sent);
    }

    if (pd_srv_outbox_is_full(pd_srv_relay_out(l->relay))) return -1;
    if (!text) return 0;
    if (lws_write(l->wsi, text, size, LWS_WRITE_TEXT) < 0) return -1;
    lws_callback_on_writable(l->wsi);

    return 0;
}

/* Adds the secret to the request. */
static int sign(const line *l, unsigned char **at, const unsigned char *end)
{
    return lws_add_http_header_by_name(
        l->wsi, (const unsigned char *)"Authorization:", (const unsigned char *)l->authorization,
        (int)strlen(l->authorization), at, (unsigned char *)(uintptr_t)end);
}

/* Tells the relay that the connection has ended. */
static void report_end(line *l)
{
    pd_srv_relay *relay = l->relay;
    l->relay = NULL;
    if (!relay || l->is_gone) return;
    pd_srv_relay_lost(relay, pd_srv_now_us());
    l->lines->wake(l->lines->ctx);
}

/* Handles an event of the library. A result other than 0 ends the connection. */
static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    line *l = lws_get_opaque_user_data(wsi);
    (void)user;

    if (!l) return 0;
    if (!l->wsi) l->wsi = wsi;
    if (reason == LWS_CALLBACK_WSI_DESTROY) {
        report_end(l);
        lws_set_opaque_user_data(wsi, NULL);
        free_line(l);
        return 0;
    }

    if (!l->relay) return -1;

    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return sign(l, in, *(unsigned char **)in + size);
    case LWS_CALLBACK_CLIENT_ESTABLISHED: {
        const int on = 1;
        setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        pd_srv_relay_opened(l->relay, pd_srv_now_us());
        lws_callback_on_writable(wsi);
        return 0;
    }
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive_relay_line(l, in, size);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return write_next(l);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED: report_end(l); return 0;
    default: return 0;
    }
}

static pd_srv_search_state look_relay_line(void *ctx, pd_srv_search **search, pd_srv_location *out,
                                           const char *session)
{
    const pd_srv_relay_lines *all = ctx;
    pd_srv_cluster *cluster = all->deps->cluster ? *all->deps->cluster : NULL;

    *out = (pd_srv_location){.port = 0};
    if (!*search && cluster) *search = pd_srv_cluster_locate(cluster, session);
    if (!*search) return PD_SRV_SEARCH_AWAY;
    const pd_srv_search_state state = pd_srv_search_get(*search, out);
    if (state == PD_SRV_SEARCH_WAITS) return state;
    pd_srv_search_release(*search);
    *search = NULL;

    return state;
}

static void *open_line(void *ctx, pd_srv_relay *relay, const pd_srv_location *to)
{
    pd_srv_relay_lines *all = ctx;
    bool is_gone = false;
    line *l = calloc(1, sizeof *l);

    if (!l) return NULL;
    l->lines = all;
    l->relay = relay;
    l->is_gone = &is_gone;
    snprintf(l->authorization, sizeof l->authorization, PD_SRV_PEER_SCHEME "%s", to->secret);

    /* The library may call back at once, before the relay knows of the connection,
     * and may destroy it when it fails. */
    const struct lws_client_connect_info info = {.context = all->context,
                                                 .vhost = all->vhost,
                                                 .address = to->host,
                                                 .port = to->port,
                                                 .path = PD_SRV_STREAM_PATH,
                                                 .host = to->host,
                                                 .protocol = PD_SRV_STREAM_PROTOCOL,
                                                 .local_protocol_name = PD_SRV_STREAM_PROTOCOL,
                                                 .ietf_version_or_minus_one = -1,
                                                 .opaque_user_data = l};
    struct lws *wsi = lws_client_connect_via_info(&info);
    if (is_gone) return NULL;
    l->is_gone = NULL;
    l->wsi = wsi;

    if (wsi) return l;
    free_line(l);

    return NULL;
}

static void wake_line(void *ctx, void *arg)
{
    (void)ctx;
    lws_callback_on_writable(((line *)arg)->wsi);
}

static void close_line(void *ctx, void *arg)
{
    line *l = arg;
    (void)ctx;
    l->relay = NULL;
    lws_set_timeout(l->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

pd_srv_relay_lines *pd_srv_relay_lines_prepare(struct lws_context *context, const pd_srv_client_deps *deps,
                                               void (*wake)(void *ctx), void *ctx)
{
    static const lws_retry_bo_t no_watch = {0}; /* relay.c has its own timeouts */
    pd_srv_relay_lines *all = calloc(1, sizeof *all);

    if (!all) return NULL;
    all->deps = deps;
    all->context = context;
    all->wake = wake;
    all->ctx = ctx;
    all->protocols[0] = (struct lws_protocols){
        .name = PD_SRV_STREAM_PROTOCOL, .callback = on_event, .rx_buffer_size = READ_BYTES};
    const struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                                   .vhost_name = "relay",
                                                   .protocols = all->protocols,
                                                   .retry_and_idle_policy = &no_watch};
    all->vhost = lws_create_vhost(context, &info);
    if (all->vhost) return all;
    free(all);

    return NULL;
}

void pd_srv_relay_lines_free(pd_srv_relay_lines *all)
{
    free(all);
}

pd_srv_relay_ops pd_srv_relay_lines_ops(pd_srv_relay_lines *all)
{
    return (pd_srv_relay_ops){
        .look = look_relay_line, .open = open_line, .wake = wake_line, .close = close_line, .ctx = all};
}
