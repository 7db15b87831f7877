/* Example of posed.h with libwebsockets: spawns a character, makes it walk and prints a line for each of its
 * footsteps.
 *
 *     example_lws HOST PORT [SECONDS]      runs for SECONDS, or until the session ends
 *
 *     cc example_lws.c posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o example
 */
#define _POSIX_C_SOURCE 199309L
#include "posed.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct example {
    posed_session session;
    struct lws_context *context;
    struct lws *wsi; /* NULL: not connected */
    const char *host;
    int port;
    char message[1 << 20]; /* received part of the current message */
    size_t size;
    char out[256]; /* the next text to send */
    size_t out_size;
    posed_input input;
    int has_line, has_input, is_over; /* has_line: a connection is open or is being opened */
    double next_try, next_input, next_beat, last_frame;
    lws_sorted_usec_list_t timer;
} example;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Handles a lost connection: schedules the next attempt, or ends the program. */
static void line_is_lost(example *e)
{
    double wait;
    if (!e->has_line) return; /* already handled for this connection */
    e->has_line = 0;
    e->wsi = NULL;
    e->size = e->out_size = 0;
    e->has_input = 0;
    if (e->is_over) return;
    if (!posed_session_closed(&e->session, &wait)) {
        e->is_over = 1;
        return;
    }
    printf("the line is lost; trying again in %.2f s\n", wait);
    e->next_try = now() + wait;
}

/* Starts to connect to the daemon. */
static void connect_now(example *e)
{
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = e->context;
    info.address = info.host = info.origin = e->host;
    info.port = e->port;
    info.path = "/v1/stream";
    info.protocol = "posed.v1";
    info.pwsi = &e->wsi;
    e->next_try = 0;
    e->has_line = 1;
    if (!lws_client_connect_via_info(&info)) line_is_lost(e);
}

/* Spawns a character, unless the session was resumed with its character. */
static void welcome(example *e, const posed_text *text)
{
    static const float start[2] = {0, 0};
    printf("session %s%s\n", e->session.session,
           text->resumed  ? ", resumed"
           : text->is_new ? ", a new one"
                          : "");
    if (text->resumed)
        e->has_input = 1;
    else
        e->out_size = posed_write_spawn(e->out, sizeof e->out, 1, NULL, start, 0);
}

/* Sets the input: walk along +Z. */
static void spawned(example *e, const posed_text *text)
{
    memset(&e->input, 0, sizeof e->input);
    e->input.id = text->id;
    e->input.seq = 1;
    e->input.move[1] = 1;
    e->input.gait = 1;
    e->has_input = 1;
}

/* Reads a complete text and prints footsteps and errors. */
static void take_text(example *e)
{
    posed_text text;
    switch (posed_session_text(&e->session, &text, e->message, e->size)) {
    case POSED_TEXT_WELCOME: welcome(e, &text); break;
    case POSED_TEXT_SPAWNED: spawned(e, &text); break;
    case POSED_TEXT_EVENT:
        if (text.event == POSED_FOOTSTEP)
            printf("%.2f s: %s foot at %.2f, %.2f, %.2f\n", text.time, text.is_right ? "right" : "left",
                   (double)text.position[0], (double)text.position[1], (double)text.position[2]);
        break;
    case POSED_TEXT_ERROR: printf("%s: %s %s\n", text.code, text.pointer, text.detail); break;
    case POSED_TEXT_BYE: printf("bye: %s\n", text.code); break;
    default: break;
    }
}

/* Reads a frame and prints the positions of the characters, once a second. */
static void take_frame(example *e)
{
    posed_frame frame;
    posed_character who;
    if (!posed_frame_open(&frame, e->message, e->size)) return;
    if (e->session.stale) return;               /* it is older than the end of a pause */
    if (frame.time < e->last_frame + 1) return; /* print one frame a second */
    e->last_frame = frame.time;
    while (posed_session_next(&e->session, &frame, &who))
        printf("tick %u: character %u at %.2f, %.2f\n", frame.tick, who.id, (double)who.root[0],
               (double)who.root[2]);
}

/* Collects the fragments of a message. Reads the message when it is complete. */
static void receive(example *e, struct lws *wsi, const void *data, size_t size)
{
    if (e->size + size > sizeof e->message) return; /* longer than any message that this program requests */
    memcpy(e->message + e->size, data, size);
    e->size += size;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return;
    lws_frame_is_binary(wsi) ? take_frame(e) : take_text(e);
    e->size = 0;
}

/* Sends one message: a text if there is one, else the input if it is due. libwebsockets allows one message
 * for each writable callback. */
static void send_one(example *e, struct lws *wsi)
{
    unsigned char buffer[LWS_PRE + sizeof e->out];
    if (!e->out_size) e->out_size = posed_session_say(&e->session, e->out, sizeof e->out);
    if (e->out_size) {
        memcpy(buffer + LWS_PRE, e->out, e->out_size);
        lws_write(wsi, buffer + LWS_PRE, e->out_size, LWS_WRITE_TEXT);
        e->out_size = 0;
    } else if (e->has_input && now() >= e->next_input) {
        lws_write(wsi, buffer + LWS_PRE, posed_input_write(buffer + LWS_PRE, &e->input), LWS_WRITE_BINARY);
        e->next_input = now() + 1; /* repeat it: the server discards inputs older than 5 s */
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *data, size_t size)
{
    example *e = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: posed_session_opened(&e->session); break;
    case LWS_CALLBACK_CLIENT_RECEIVE: receive(e, wsi, data, size); break;
    case LWS_CALLBACK_CLIENT_WRITEABLE: send_one(e, wsi); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: /* the only callback when a handshake gets no reply for 5 s */
        /* A connection that tick has dropped ends later; its end is ignored. */
        if (!e->wsi || e->wsi == wsi) line_is_lost(e);
        return 0;
    default: return 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

/* Timer, twenty times a second: reconnects when it is time, detects a dead connection once a second, and
 * requests a writable callback. */
static void tick(lws_sorted_usec_list_t *timer)
{
    example *e = lws_container_of(timer, example, timer);
    lws_sul_schedule(e->context, 0, timer, tick, LWS_US_PER_SEC / 20);
    if (e->next_try && now() >= e->next_try) connect_now(e);
    if (e->wsi && now() >= e->next_beat) {
        struct lws *wsi = e->wsi;
        e->next_beat = now() + 1;
        if (posed_session_beat(&e->session, now())) {
            printf("nothing came for %.0f s\n", e->session.silence);
            line_is_lost(e);
            lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        }
    }
    if (e->wsi && e->session.state == POSED_JOINED) lws_callback_on_writable(e->wsi);
}

int main(int count, char **words)
{
    static const struct lws_protocols protocols[] = {{"posed.v1", callback, 0, 1 << 16, 0, NULL, 0}, {0}};
    static example e;
    struct lws_context_creation_info info;
    double end = now() + (count > 3 ? atof(words[3]) : 1e9);
    if (count < 3) return fprintf(stderr, "usage: example_lws HOST PORT [SECONDS]\n"), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    lws_set_log_level(LLL_ERR, NULL);
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.user = &e;
    e.host = words[1];
    e.port = atoi(words[2]);
    posed_session_init(&e.session, (uint32_t)time(NULL) ^ (uint32_t)getpid() << 16);
    e.session.log = NULL; /* take_text prints the errors */
    e.context = lws_create_context(&info);
    if (!e.context) return 1;
    connect_now(&e);
    tick(&e.timer);
    while (!e.is_over && now() < end && lws_service(e.context, 0) >= 0) continue;
    e.is_over = 1;
    lws_context_destroy(e.context);
    return 0;
}
