#include "tools/client/stream.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "tools/base/progress.h"

#include <ev.h>
#include <libwebsockets.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define POLL_US      (LWS_US_PER_SEC / 50) /* between two polls of all connections */
#define BACK_OFF     0.1
#define BACK_OFF_MAX 5.0
#define FAREWELL     1.0
#define REASON_BYTES 160
#define HEADER_BYTES 5 /* header of a queued message: kind, u32 length */
#define ANY_CERTIFICATE                                                                                      \
    (LCCSCF_ALLOW_SELFSIGNED | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK | LCCSCF_ALLOW_EXPIRED)

typedef enum wire_state { IDLE, CONNECTING, OPEN, JOINED, WAITING, ENDED } wire_state;

typedef struct connection {
    pd_tool_stream *stream;
    int index, leaving, refused;
    wire_state state;
    struct lws *wsi;
    char watch[80], token[80], reason[REASON_BYTES], path[640];
    pd_buffer in, out;
    size_t out_read;
    int failures; /* in a row */
    double heard, pinged, due, after;
    pd_tool_stream_state info;
} connection;

struct pd_tool_stream {
    pd_tool_stream_setup setup;
    char address[256], host[272], path[512];
    int port, tls, count, open_count;
    struct ev_loop *loop; /* the context runs on it; libwebsockets' own loop polls every socket each time */
    struct lws_context *context;
    struct lws_protocols protocols[2];
    lws_sorted_usec_list_t poll, timer;
    pd_buffer text;
    pd_rng rng;
    volatile sig_atomic_t stopping;
    connection *connections;
};

/* -- telling --------------------------------------------------------------------- */

/* Passes an event of a connection to the caller's callback. */
static void notify(connection *c, pd_tool_stream_what what, const void *bytes, size_t size,
                   const json_t *json)
{
    const pd_tool_stream_event event = {
        .what = what, .connection = c->index, .bytes = bytes, .size = size, .json = json, .time = c->heard};
    if (c->stream->setup.on) c->stream->setup.on(c->stream->setup.ctx, &event);
}

/* Ends a connection for good and reports it. */
static void end(connection *c)
{
    c->state = ENDED;
    c->info.ended = 1;
    c->stream->open_count--;
    notify(c, PD_TOOL_STREAM_ENDED, c->reason, strlen(c->reason), NULL);
}

/* Handles a lost connection: schedules a retry, or ends it when retries make no sense. */
static void lose(connection *c, const char *why)
{
    const pd_tool_stream_setup *setup = &c->stream->setup;
    int most = c->info.joins ? setup->tries : setup->first_tries;

    if (c->state == IDLE || c->state == WAITING || c->state == ENDED) return;

    /* Keep the first reason, and forget messages that were only half transferred. */
    if (!*c->reason) snprintf(c->reason, sizeof c->reason, "%s", why);
    c->wsi = NULL;
    c->info.joined = 0;
    c->failures++;
    pd_buffer_clear(&c->in);
    pd_buffer_clear(&c->out);
    c->out_read = 0;
    if (c->leaving || c->refused || c->failures >= most) {
        end(c);
        return;
    }

    /* The first retry is immediate. Later ones wait twice as long each, with 20 % of random variation so that
     * many clients do not retry together. */
    double wait = 0;
    if (c->failures > 1) {
        wait = BACK_OFF;
        for (int i = 2; i < c->failures && wait < BACK_OFF_MAX; i++) wait *= 2;
        wait = (wait < BACK_OFF_MAX ? wait : BACK_OFF_MAX) * (0.8 + 0.4 * pd_rng_uniform(&c->stream->rng));
    }

    /* A server may ask for a longer wait (`after`). */
    c->state = WAITING;
    c->info.lost++;
    c->due = pd_tool_clock_s() + (c->after > wait ? c->after : wait);
    notify(c, PD_TOOL_STREAM_LOST, c->reason, strlen(c->reason), NULL);
}

/* -- out --------------------------------------------------------------------------- */

/* Queues a message with its kind and length; write_one sends it. */
static void queue(connection *c, int binary, const void *bytes, size_t size)
{
    uint32_t length = (uint32_t)size;
    unsigned char kind = (unsigned char)binary;

    pd_buffer_add(&c->out, &kind, 1);
    pd_buffer_add(&c->out, &length, sizeof length);
    pd_buffer_add(&c->out, bytes, size);
    lws_callback_on_writable(c->wsi);
}

bool pd_tool_stream_text(pd_tool_stream *stream, int i, const char *text, size_t size)
{
    PD_ASSERT(i >= 0);
    connection *c = &stream->connections[i];
    if (c->state != JOINED) return false;
    queue(c, 0, text, size);
    return true;
}

bool pd_tool_stream_binary(pd_tool_stream *stream, int i, const void *bytes, size_t size)
{
    PD_ASSERT(i >= 0);
    connection *c = &stream->connections[i];
    if (c->state != JOINED) return false;
    queue(c, 1, bytes, size);
    return true;
}

/* Writes the first queued message to the socket. Returns -1 when the connection must end. */
static int write_one(connection *c)
{
    pd_buffer *text = &c->stream->text;
    uint32_t length;

    /* libwebsockets writes its frame header into LWS_PRE bytes in front of the message. */
    const unsigned char *at = c->out.data + c->out_read;
    memcpy(&length, at + 1, sizeof length);
    pd_buffer_clear(text);
    if (!pd_buffer_extend(text, LWS_PRE)) return -1;

    pd_buffer_add(text, at + HEADER_BYTES, length);
    if (text->failed) return -1;
    c->out_read += HEADER_BYTES + length;

    return lws_write(c->wsi, text->data + LWS_PRE, length, at[0] ? LWS_WRITE_BINARY : LWS_WRITE_TEXT) < 0 ? -1
                                                                                                          : 0;
}

/* Writes queued messages, as many as the socket takes. Called when libwebsockets reports that the socket is
 * writable: with a thousand connections that is not often enough for one message a time. */
static int write_some(connection *c)
{
    while (c->out_read < c->out.size && !lws_partial_buffered(c->wsi))
        if (write_one(c)) return -1;
    if (c->out_read < c->out.size) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }

    pd_buffer_clear(&c->out);
    c->out_read = 0;

    return 0;
}

/* Queues a JSON message as text. */
static void say_stream(connection *c, const json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (text) queue(c, 0, text, strlen(text));
    free(text);
}

/* Sends the join message: watches a session, resumes the earlier one, or starts a new one. */
static void join_stream(connection *c)
{
    json_t *message = json_pack("{s:s}", "type", "join");

    if (*c->watch)
        json_object_set_new(message, "watch", json_string(c->watch));
    else if (*c->token)
        json_object_set_new(message, "resume", json_string(c->token));
    else if (c->stream->setup.room)
        json_object_set_new(message, "room", json_string(c->stream->setup.room));
    say_stream(c, message);
    json_decref(message);
}

/* -- in ----------------------------------------------------------------------------- */

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

/* Handles a text message of the server that concerns the connection, and passes all of them to the caller. */
static void take_text(connection *c)
{
    json_t *json = json_loadb((const char *)c->in.data, c->in.size, JSON_REJECT_DUPLICATES, NULL);
    const char *type = text_of(json, "type");

    /* A welcome completes the join. The token lets a later connection resume the session. */
    int joined = !strcmp(type, "welcome") && c->state == OPEN;
    if (joined) {
        int resumed = json_is_true(json_object_get(json, "resumed"));
        snprintf(c->token, sizeof c->token, "%s", text_of(json, "resume_token"));
        c->state = JOINED;
        c->failures = 0;
        c->after = 0;
        c->info.joined = 1;
        c->info.joins++;
        c->info.resumes += resumed;
    }

    /* A bye says why the server closes, and whether and when a new connection is welcome.
     * The wait is at most 60 s. */
    if (!strcmp(type, "bye")) {
        snprintf(c->reason, sizeof c->reason, "%s: %s", text_of(json, "reason"), text_of(json, "detail"));
        c->refused = !json_is_true(json_object_get(json, "come_back"));
        c->after = json_number_value(json_object_get(json, "after"));
        if (c->after > 60) c->after = 60;
    }

    /* The join failed: if the session has expired on the server, join a new one; otherwise close the
     * connection, to be retried only if the server was busy. */
    if (!strcmp(type, "error") && c->state == OPEN) {
        if (*c->token && !strcmp(text_of(json, "code"), "not_found")) {
            *c->token = 0;
            join_stream(c);
        } else {
            const bool may_come = *c->watch && c->info.joins && !strcmp(text_of(json, "code"), "not_found");
            snprintf(c->reason, sizeof c->reason, "%s", text_of(json, "detail"));
            c->refused = !may_come && strcmp(text_of(json, "code"), "busy") != 0;
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        }
    }

    /* A pong returns the time of the ping. */
    if (!strcmp(type, "pong"))
        c->info.round_trip = c->heard - json_number_value(json_object_get(json, "time"));
    notify(c, PD_TOOL_STREAM_TEXT, c->in.data, c->in.size, json);
    if (joined) notify(c, PD_TOOL_STREAM_JOINED, c->in.data, c->in.size, json);
    json_decref(json);
}

/* Collects the fragments of a message and handles it when it is complete. */
static int receive_stream(connection *c, const void *bytes, size_t size)
{
    c->heard = pd_tool_clock_s();
    if (lws_is_first_fragment(c->wsi)) pd_buffer_clear(&c->in);
    pd_buffer_add(&c->in, bytes, size);
    if (c->in.failed) return -1;
    if (!lws_is_final_fragment(c->wsi)) return 0;
    if (lws_frame_is_binary(c->wsi))
        notify(c, PD_TOOL_STREAM_BINARY, c->in.data, c->in.size, NULL);
    else
        take_text(c);
    pd_buffer_clear(&c->in);

    return 0;
}

/* Reports whether client and server are on one machine: both ends of the socket have the same address. */
static bool is_same_host(struct lws *wsi)
{
    struct sockaddr_storage here = {0}, there = {0};
    socklen_t here_size = sizeof here;
    socklen_t there_size = sizeof there;
    int fd = lws_get_socket_fd(wsi);

    if (getsockname(fd, (struct sockaddr *)&here, &here_size) ||
        getpeername(fd, (struct sockaddr *)&there, &there_size) || here.ss_family != there.ss_family)
        return false;
    if (here.ss_family == AF_INET)
        return ((struct sockaddr_in *)&here)->sin_addr.s_addr ==
               ((struct sockaddr_in *)&there)->sin_addr.s_addr;

    return !memcmp(&((struct sockaddr_in6 *)&here)->sin6_addr, &((struct sockaddr_in6 *)&there)->sin6_addr,
                   sizeof(struct in6_addr));
}

/* Handles an open connection: joins a session, or in passive mode counts as joined at once. */
static void on_open(connection *c, struct lws *wsi)
{
    c->wsi = wsi;
    c->state = OPEN;
    c->heard = c->pinged = pd_tool_clock_s();
    c->info.is_local = is_same_host(wsi);
    *c->reason = 0;
    c->refused = 0;
    if (!c->stream->setup.passive) {
        join_stream(c);
        return;
    }

    c->state = JOINED;
    c->failures = 0;
    c->info.joined = 1;
    c->info.joins++;
}

/* Handles a refused handshake: stores the server's message, and whether a retry makes sense. */
static void refuse_stream(connection *c, struct lws *wsi, const char *why)
{
    int status = wsi ? (int)lws_http_client_http_response(wsi) : 0;

    c->refused = status >= 400 && status < 500 && status != 408 && status != 429;
    if (status > 101)
        snprintf(c->reason, sizeof c->reason, "HTTP %d", status);
    else
        snprintf(c->reason, sizeof c->reason, "%s", why ? why : "cannot connect");
    lose(c, "");
}

/* Adds the API key to the handshake, if there is one. */
static int add_key(connection *c, struct lws *wsi, unsigned char **at, size_t left)
{
    char value[600];
    if (!c->stream->setup.key) return 0;
    int size = snprintf(value, sizeof value, "Bearer %s", c->stream->setup.key);
    return lws_add_http_header_by_name(
        wsi, (const unsigned char *)"Authorization:", (const unsigned char *)value, size, at, *at + left);
}

/* Callback of libwebsockets for all connections. */
static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    connection *c = user;

    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return c ? add_key(c, wsi, (unsigned char **)in, size) : 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED: on_open(c, wsi); return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive_stream(c, in, size);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return write_some(c);
    case LWS_CALLBACK_CLIENT_CLOSED: lose(c, "the connection was closed"); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        if (c) refuse_stream(c, wsi, in);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY: /* the only event when a handshake is not answered for 5 s */
        if (c && c->wsi == wsi) lose(c, "no answer to the handshake");
        return 0;
    default: return 0;
    }
}

/* -- connecting ------------------------------------------------------------------------ */

/* Starts to connect; the result arrives in on_event. */
static void start_stream(connection *c)
{
    pd_tool_stream *s = c->stream;
    struct lws_client_connect_info info = {.context = s->context,
                                           .address = s->address,
                                           .port = s->port,
                                           .path = c->path,
                                           .host = s->host,
                                           .protocol = "posed.v1",
                                           .local_protocol_name = "posed.v1",
                                           .ssl_connection = (s->tls ? LCCSCF_USE_SSL : 0) |
                                                             (s->setup.is_insecure ? ANY_CERTIFICATE : 0),
                                           .ietf_version_or_minus_one = -1,
                                           .userdata = c,
                                           .pwsi = &c->wsi};

    c->state = CONNECTING;
    *c->reason = 0;
    if (!lws_client_connect_via_info(&info)) lose(c, "cannot connect");
}

void pd_tool_stream_connect(pd_tool_stream *stream, int i, const char *watch, const char *route)
{
    PD_ASSERT(i >= 0);
    connection *c = &stream->connections[i];
    if (c->state != IDLE) return;
    snprintf(c->path, sizeof c->path, "%s%s%s", stream->path, route ? "?session=" : "", route ? route : "");
    snprintf(c->watch, sizeof c->watch, "%s", watch ? watch : "");
    stream->open_count++;
    start_stream(c);
}

void pd_tool_stream_cut(pd_tool_stream *stream, int i)
{
    PD_ASSERT(i >= 0);
    connection *c = &stream->connections[i];
    if (!c->wsi || c->state != JOINED) return;
    snprintf(c->reason, sizeof c->reason, "cut");
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* Timer that runs every POLL_US: retries, detects silent servers and sends pings. */
static void poll_all(lws_sorted_usec_list_t *sul)
{
    pd_tool_stream *s = lws_container_of(sul, pd_tool_stream, poll);
    const pd_tool_stream_setup *setup = &s->setup;
    double now = pd_tool_clock_s();

    for (int i = 0; i < s->count; i++) {
        connection *c = &s->connections[i];
        if (c->state == WAITING && now >= c->due) start_stream(c);
        if ((c->state != OPEN && c->state != JOINED) || setup->passive) continue;

        /* Close a connection that has been silent too long; its retry follows from the close event. */
        if (now - c->heard > setup->silence) {
            snprintf(c->reason, sizeof c->reason, "no message came for %g s", setup->silence);
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        } else if (c->state == JOINED && now - c->pinged >= setup->ping) {
            json_t *message = json_pack("{s:s,s:f}", "type", "ping", "time", now);
            c->pinged = now;
            say_stream(c, message);
            json_decref(message);
        }
    }

    lws_sul_schedule(s->context, 0, &s->poll, poll_all, POLL_US);
}

/* Timer of the caller: calls setup.at, which returns when it is to be called next. */
static void ring(lws_sorted_usec_list_t *sul)
{
    pd_tool_stream *s = lws_container_of(sul, pd_tool_stream, timer);
    double due = s->setup.at(s->setup.ctx, pd_tool_clock_s());
    double wait = (due - pd_tool_clock_s()) * 1e6;
    lws_sul_schedule(s->context, 0, &s->timer, ring, wait > 1 ? (lws_usec_t)wait : 1);
}

void pd_tool_stream_run(pd_tool_stream *s, double until)
{
    if (s->setup.at) lws_sul_schedule(s->context, 0, &s->timer, ring, 1);
    while (!s->stopping && pd_tool_clock_s() < until && s->open_count > 0) ev_run(s->loop, EVRUN_ONCE);
}

void pd_tool_stream_stop(pd_tool_stream *stream)
{
    stream->stopping = 1;
}

void pd_tool_stream_leave(pd_tool_stream *s)
{
    static const char leave[] = "{\"type\":\"leave\"}";
    double until = pd_tool_clock_s() + FAREWELL;

    s->setup.at = NULL;
    lws_sul_schedule(s->context, 0, &s->timer, ring, LWS_SET_TIMER_USEC_CANCEL);

    /* Send a leave message on every joined connection; connections that wait for a retry just end. */
    for (int i = 0; i < s->count; i++) {
        connection *c = &s->connections[i];
        c->leaving = 1;
        if (c->state == WAITING) end(c);
        if (c->state == JOINED && !s->setup.passive) queue(c, 0, leave, sizeof leave - 1);
    }

    /* Give the server a moment to close them. */
    while (s->open_count > 0 && !s->setup.passive && pd_tool_clock_s() < until) ev_run(s->loop, EVRUN_ONCE);
}

pd_tool_stream_state pd_tool_stream_now(const pd_tool_stream *stream, int i)
{
    return stream->connections[i].info;
}

/* -- beginning and end --------------------------------------------------------------------- */

/* Splits the URL into host, port and path. Returns an error if it is no ws:// or wss:// URL. */
static pd_status read_url(pd_tool_stream *s, pd_error *err)
{
    const char *url = s->setup.url;
    const char *scheme, *address, *path;
    char copy[1024];

    if (strlen(url) >= sizeof copy) return pd_fail(err, PD_ERR_INVALID, "--url", "too long");

    /* Errors show the address without its query, which may hold a ticket. A key in the address would be in
     * the list of processes and in logs of proxies. */
    const char *authority = strstr(url, "://");
    if (authority && memchr(authority + 3, '@', strcspn(authority + 3, "/?#")))
        return pd_fail(
            err, PD_ERR_INVALID, "--url",
            "an address with a name or a key before the host (...@); --key or $POSED_KEY expected");
    snprintf(copy, sizeof copy, "%s", url);
    char shown[101];
    snprintf(shown, sizeof shown, "%.*s", (int)strcspn(url, "?#"), url);
    if (lws_parse_uri(copy, &scheme, &address, &s->port, &path))
        return pd_fail(err, PD_ERR_INVALID, "--url", "'%s' is not ws://host:port/v1/stream", shown);

    /* The scheme decides about TLS. */
    s->tls = !strcmp(scheme, "wss");
    if (!s->tls && strcmp(scheme, "ws"))
        return pd_fail(err, PD_ERR_INVALID, "--url", "'%s'; it begins with ws:// or wss://", shown);
    if (!*address || strlen(address) >= sizeof s->address || s->port < 1 || s->port > 65535)
        return pd_fail(err, PD_ERR_INVALID, "--url",
                       "'%s' has no host or port; ws://host:port/v1/stream is needed", shown);

    /* The path defaults to that of the stream. */
    snprintf(s->address, sizeof s->address, "%s", address);
    snprintf(s->host, sizeof s->host, "%s:%d", address, s->port);
    if (*path == '/') path++;
    snprintf(s->path, sizeof s->path, "/%s", *path ? path : "v1/stream");

    return PD_OK;
}

pd_status pd_tool_stream_new(pd_tool_stream **out, const pd_tool_stream_setup *setup, pd_error *err)
{
    pd_tool_stream *s = calloc(1, sizeof *s);

    *out = NULL;
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    s->setup = *setup;

    /* Replace members that are 0 by their defaults. */
    if (s->setup.first_tries < 1) s->setup.first_tries = 1;
    if (s->setup.tries < 1) s->setup.tries = 20;
    if (!(s->setup.silence > 0)) s->setup.silence = 15;
    if (!(s->setup.ping > 0)) s->setup.ping = 1;

    /* Create the connections; none connects yet. */
    pd_rng_init(&s->rng, (uint64_t)(pd_tool_clock_s() * 1e9));
    s->connections = calloc((size_t)setup->connections, sizeof *s->connections);
    pd_status status = s->connections ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK) s->count = setup->connections;
    for (int i = 0; i < s->count; i++) {
        s->connections[i].stream = s;
        s->connections[i].index = i;
    }

    if (status == PD_OK) status = read_url(s, err);

    /* Raise the limit of open files first: libwebsockets sizes its tables
     * by it when the context is created. */
    struct rlimit limit;
    rlim_t wanted = (rlim_t)setup->connections + 256;
    if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }

    s->loop = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
    if (status == PD_OK && !s->loop) status = pd_fail(err, PD_ERR_INTERNAL, "", "libev has no epoll here");

    /* A client-only context, whose log is off since errors are reported through events. */
    if (status == PD_OK) {
        void *loops[] = {s->loop};
        struct lws_context_creation_info info = {0};
        s->protocols[0] = (struct lws_protocols){.name = "posed.v1", .callback = on_event};
        lws_set_log_level(0, NULL);
        info.port = CONTEXT_PORT_NO_LISTEN;
        info.options = LWS_SERVER_OPTION_LIBEV | (s->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0);
        info.foreign_loops = loops;
        info.protocols = s->protocols;
        info.pt_serv_buf_size = 1 << 16;
        info.timeout_secs = 5;
        info.gid = (gid_t)-1;
        info.uid = (uid_t)-1;
        s->context = lws_create_context(&info);

        if (!s->context)
            status = pd_fail(err, PD_ERR_INTERNAL, "",
                             "libwebsockets could not be started; it needs its libev plug-in (Debian's "
                             "libwebsockets-evlib-ev)");
    }

    if (status != PD_OK) {
        pd_tool_stream_free(s);
        return status;
    }

    /* Start the timer of retries and pings. */
    lws_sul_schedule(s->context, 0, &s->poll, poll_all, POLL_US);
    *out = s;

    return PD_OK;
}

void pd_tool_stream_free(pd_tool_stream *s)
{
    if (!s) return;
    s->setup.on = NULL;
    for (int i = 0; i < s->count; i++) s->connections[i].leaving = 1;
    if (s->context) lws_context_destroy(s->context);
    if (s->loop) ev_loop_destroy(s->loop);
    for (int i = 0; i < s->count; i++) {
        pd_buffer_deinit(&s->connections[i].in);
        pd_buffer_deinit(&s->connections[i].out);
    }

    pd_buffer_deinit(&s->text);
    free(s->connections);
    free(s);
}
