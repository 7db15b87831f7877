/* posedctl vmc: receives the VMC protocol from another program, and moves a character of the stream by it. */
#include "config/config.h"
#include "tools/base/progress.h"
#include "tools/client/stream.h"
#include "tools/client/stream_options.h"
#include "tools/client/vmc_figure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PERIOD         (1.0 / 60) /* seconds between two messages `observe` */
#define DATAGRAM_BYTES 65536      /* largest UDP datagram */
#define FOREVER        1e9

typedef struct vmc_work {
    const pd_tool_args *args;
    pd_tool_stream *stream;
    pd_tool_vmc_figure figure;
    int fd;
    unsigned id;      /* of the character; 0: not spawned */
    char session[64]; /* id of the session */
    double begin, seconds;
    unsigned long datagrams, wrong, observed;
    bool failed, has_told_unknown;
} vmc_work;

static pd_tool_stream *stopped_by_signal;

static void stop_on_signal(int number)
{
    (void)number;
    pd_tool_stream_stop(stopped_by_signal);
}

/* ---- the socket ---- */

/* Opens a socket that receives at the address. Prints an error and returns -1 when it cannot. */
static int open_vmc_socket(const pd_tool_args *args, const char *text)
{
    pd_cfg_address at = {.port = 0};
    pd_error err;
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};

    if (pd_cfg_address_parse(&at, text, &err) != PD_OK) {
        pd_tool_usage(args, "--listen \"%s\" %s", text, err.detail);
        return -1;
    }

    const int fd = socket(at.is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    in.sin_port = in6.sin6_port = htons((uint16_t)at.port);
    inet_pton(at.is_v6 ? AF_INET6 : AF_INET, at.host, at.is_v6 ? (void *)&in6.sin6_addr : &in.sin_addr);
    const struct sockaddr *to = at.is_v6 ? (const struct sockaddr *)&in6 : (const struct sockaddr *)&in;
    if (fd < 0 || bind(fd, to, at.is_v6 ? sizeof in6 : sizeof in) != 0) {
        pd_fail(&err, PD_ERR_IO, text, "cannot receive there: %s", strerror(errno));
        pd_tool_fail(args, &err);
        if (fd >= 0) close(fd);
        return -1;
    }

    return fd;
}

/* Reads all datagrams that wait. The first wrong one is printed, the others are counted. */
static void receive_vmc(vmc_work *w)
{
    static unsigned char datagram[DATAGRAM_BYTES];
    ssize_t size;

    while ((size = recv(w->fd, datagram, sizeof datagram, 0)) >= 0) {
        pd_error err;
        w->datagrams++;
        if (pd_tool_vmc_take(&w->figure, (pd_bytes){datagram, (size_t)size}, &err) == PD_OK) continue;
        if (!w->wrong++)
            fprintf(stderr, "posedctl vmc: a datagram is not used: %s: %s\n", err.where, err.detail);
    }
}

/* ---- the stream ---- */

static void send_message(vmc_work *w, const pd_buffer *message)
{
    if (!message->failed) pd_tool_stream_text(w->stream, 0, (const char *)message->data, message->size);
}

/* Asks for the character. */
static void spawn_vmc(vmc_work *w)
{
    json_t *m = json_pack("{s:s,s:s}", "type", "spawn", "drive", "observe");
    json_object_set_new(m, "body", json_pack("{s:s}", "model", pd_tool_text(w->args, "body")));
    if (pd_tool_text(w->args, "character"))
        json_object_set_new(m, "character", json_string(pd_tool_text(w->args, "character")));
    char *text = json_dumps(m, JSON_COMPACT);
    if (text) pd_tool_stream_text(w->stream, 0, text, strlen(text));
    free(text);
    json_decref(m);
}

/* Says once which blend shapes the character does not have. */
static void tell_unknown(vmc_work *w, const json_t *names)
{
    if (w->has_told_unknown || !json_array_size(names)) return;
    w->has_told_unknown = true;
    fprintf(stderr, "posedctl vmc: the character has no shapes named");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const json_t *name = json_array_get(names, i);
        const char *text = json_string_value(json_is_object(name) ? json_object_get(name, "name") : name);
        fprintf(stderr, "%s %s", i ? "," : "", text ? text : "?");
    }
    fputc('\n', stderr);
}

static void on_text(vmc_work *w, const pd_tool_stream_event *e)
{
    const char *type = json_string_value(json_object_get(e->json, "type"));
    if (!type) return;

    if (!strcmp(type, "spawned")) {
        w->id = (unsigned)json_integer_value(json_object_get(e->json, "id"));
        w->begin = e->time;
        pd_tool_note(w->args, "character %u of session %s follows what is received at %s", w->id, w->session,
                     pd_tool_text(w->args, "listen"));
    } else if (!strcmp(type, "done")) {
        tell_unknown(w, json_object_get(e->json, "unknown"));
    } else if (!strcmp(type, "error")) {
        fprintf(stderr, "posedctl vmc: the server says: %.*s\n", (int)e->size, (const char *)e->bytes);
        w->failed = true;
        pd_tool_stream_stop(w->stream);
    }
}

static void on_event(void *ctx, const pd_tool_stream_event *e)
{
    vmc_work *w = ctx;

    if (e->what == PD_TOOL_STREAM_JOINED && !json_is_true(json_object_get(e->json, "resumed"))) {
        const char *session = json_string_value(json_object_get(e->json, "session"));
        snprintf(w->session, sizeof w->session, "%s", session ? session : "?");
        w->id = 0; /* until the new session has spawned one */
        spawn_vmc(w);
    } else if (e->what == PD_TOOL_STREAM_TEXT) {
        on_text(w, e);
    } else if (e->what == PD_TOOL_STREAM_ENDED && strncmp((const char *)e->bytes, "left", 4) != 0) {
        fprintf(stderr, "posedctl vmc: %.*s\n", (int)e->size, (const char *)e->bytes);
        w->failed = true;
    }
}

/* Passes on what was received. */
static double pass_on(void *ctx, double now)
{
    vmc_work *w = ctx;
    pd_buffer message = {0};

    receive_vmc(w);
    if (w->id && pd_tool_vmc_observe(&message, &w->figure, w->id, now)) {
        send_message(w, &message);
        w->observed++;
    }
    pd_buffer_clear(&message);
    if (w->id && pd_tool_vmc_face(&message, &w->figure, w->id)) send_message(w, &message);
    pd_buffer_deinit(&message);
    if (w->id && now - w->begin >= w->seconds) pd_tool_stream_stop(w->stream);

    return now + PERIOD;
}

static int run_vmc(const pd_tool_args *args)
{
    static vmc_work w;
    pd_error err;

    w = (vmc_work){.args = args, .seconds = FOREVER};
    pd_tool_vmc_init(&w.figure);
    if (!pd_tool_double(&w.seconds, args, "seconds", 0.1, 1e6)) return 2;
    const pd_tool_stream_setup setup = {.url = pd_tool_text(args, "url"),
                                        .key = pd_tool_stream_key(args),
                                        .connections = 1,
                                        .silence = 3,
                                        .on = on_event,
                                        .at = pass_on,
                                        .ctx = &w};
    w.fd = open_vmc_socket(args, pd_tool_text(args, "listen"));
    if (w.fd < 0) return 1;
    if (pd_tool_stream_new(&w.stream, &setup, &err) != PD_OK) {
        close(w.fd);
        return pd_tool_fail(args, &err);
    }

    /* A signal ends the run, but the leave message is still sent. */
    const struct sigaction stop = {.sa_handler = stop_on_signal};
    stopped_by_signal = w.stream;
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    pd_tool_stream_connect(w.stream, 0, NULL, NULL);
    pd_tool_stream_run(w.stream, pd_tool_clock_s() + 2 * FOREVER);
    pd_tool_stream_leave(w.stream);
    pd_tool_stream_free(w.stream);
    close(w.fd);
    pd_tool_note(args, "%lu datagrams, %lu of them not used; %lu observations sent", w.datagrams, w.wrong,
                 w.observed);

    return w.failed;
}

static const pd_tool_option options[] = {
    {"listen", "ADDRESS:PORT", "address and port at which datagrams are received", "127.0.0.1:39539"},
    {"body", "ID", "body model of the character", "person"},
    {"character", "ID", "uploaded character that copies the body's motion", NULL},
    {"url", "URL", "address of the stream", "ws://127.0.0.1:8080/v1/stream"},
    {"key", "KEY", "API key; @FILE: its first line; else $POSED_KEY", NULL},
    {"seconds", "S", "seconds to run [until stopped]", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_vmc = {
    .name = "vmc",
    .words = "",
    .summary = "Receive the VMC protocol from another program and move a character of the stream by it",
    .details =
        "Body, fingers and blend shapes of one figure are passed on, 60 times a second at most, to a "
        "character\n"
        "of a new session. Programs that send the protocol: VSeeFace, VMagicMirror, Warudo, Virtual Motion\n"
        "Capture, and posed itself (join with \"vmc\"). The figure's size is measured; the character keeps "
        "its\n"
        "own. Datagrams are received without a password: listen at an address that only your programs "
        "reach.\n\n"
        "  posedctl vmc --listen 127.0.0.1:39539",
    .options = options,
    .run = run_vmc,
};
