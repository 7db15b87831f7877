/* clients/c under the conformance script, with libwebsockets: commands on stdin, a line of JSON for each on
 * stdout. client URL */
#define _POSIX_C_SOURCE 200809L
#include "clients/c/posed.h"

#include <libwebsockets.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef enum awaited { NOTHING, OPEN, ANSWER, FRAME, FRAMES, EVENT, LOWERED, WELCOME, LEFT } awaited;

typedef struct client {
    posed_session session;
    struct lws_context *context;
    struct lws *wsi;
    char host[64];
    int port;
    char message[1 << 20], out[4][300], line[256];
    size_t size, out_size[4], line_size;
    uint8_t input[POSED_INPUT_BYTES];
    size_t input_size;
    int input_waits, profile_set, over, has_foot, has_lowered, has_welcome;
    posed_input held;
    unsigned channels;
    int divisor, bits;
    uint32_t walker, ref;
    float place[2], facing;
    posed_text foot, lowered, welcome;
    awaited awaited;
    double due, next_try, dropped, took;
    uint32_t last_tick;
    int count, step;
    char shown[4096]; /* the last frame, as JSON */
    char who[900], all[3000];
} client;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void answered(client *c)
{
    c->awaited = NOTHING;
    fflush(stdout);
}

static void connect_now(client *c)
{
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = c->context;
    info.address = info.host = info.origin = c->host;
    info.port = c->port;
    info.path = "/v1/stream";
    info.protocol = "posed.v1";
    info.pwsi = &c->wsi;
    c->next_try = 0;
    lws_client_connect_via_info(&info);
}

/* Returns the next free place for a text. Texts are sent in order. */
static char *room(client *c, int *slot)
{
    for (*slot = 0; *slot < 3 && c->out_size[*slot]; ++*slot) continue;
    return c->out[*slot];
}

static void say_spawn(client *c, const char *model)
{
    int slot;
    char *out = room(c, &slot);
    c->out_size[slot] = posed_write_spawn(out, 300, ++c->ref, model, c->place, c->facing);
}

static void say_profile(client *c)
{
    int slot;
    char *out = room(c, &slot);
    c->out_size[slot] = posed_write_profile(out, 300, ++c->ref, c->channels, c->divisor, c->bits);
}

static void say_input(client *c)
{
    c->held.id = c->walker;
    c->input_size = posed_input_write(c->input, &c->held);
    c->input_waits = 1;
}

/* -- what comes ------------------------------------------------------------- */

static void print_welcome(client *c)
{
    printf("{\"session\":\"%s\",\"resumed\":%s,\"is_new\":%s,\"took\":%.3f}\n", c->session.session,
           c->welcome.resumed ? "true" : "false", c->welcome.is_new ? "true" : "false", c->took);
    c->has_welcome = 0;
    answered(c);
}

static void take_welcome(client *c, const posed_text *text)
{
    c->welcome = *text;
    c->took = now() - c->dropped;
    c->has_welcome = 1;
    if (c->profile_set) say_profile(c);
    if (text->is_new) say_spawn(c, NULL);
    if (text->is_new) c->walker = 0;
    if (text->resumed && c->walker) say_input(c);
    if (c->awaited == OPEN || (c->awaited == WELCOME && !text->is_new)) print_welcome(c);
}

static void print_own(client *c, const posed_text *text)
{
    char root[POSED_TEXT_MAX] = "", beyond[POSED_TEXT_MAX];
    posed_text_node(root, c->message, c->size, text->id, text->root_node);
    const int ends = !posed_text_node(beyond, c->message, c->size, text->id, text->node_count);
    printf("{\"id\":%u,\"joints\":%d,\"root\":\"%s\",\"scale\":%.9g}\n", text->id,
           ends ? text->node_count : -1, root, text->scale);
    answered(c);
}

static void take_spawned(client *c, const posed_text *text)
{
    if (text->node_count) {
        print_own(c, text);
        return;
    }
    c->walker = text->id;
    if (c->awaited == ANSWER) {
        printf("{\"id\":%u}\n", text->id);
        answered(c);
    } else {
        say_input(c);
        if (c->awaited == WELCOME) print_welcome(c);
    }
}

static void print_foot(client *c)
{
    printf("{\"event\":\"footstep\",\"id\":%u,\"foot\":\"%s\"}\n", c->foot.id,
           c->foot.is_right ? "right" : "left");
    answered(c);
}

static void print_lowered(client *c)
{
    const double pace = c->session.lowered ? c->session.lowered : c->lowered.asked;
    printf("{\"asked\":%d,\"divisor\":%g,\"vertices_divisor\":%g,\"pace\":%g}\n", c->lowered.asked,
           c->lowered.divisor, c->lowered.vertices_divisor, pace);
    c->has_lowered = 0;
    answered(c);
}

static void take_text(client *c)
{
    posed_text text;
    posed_text_type type = posed_session_text(&c->session, &text, c->message, c->size);
    if (type == POSED_TEXT_WELCOME) take_welcome(c, &text);
    if (type == POSED_TEXT_SPAWNED) take_spawned(c, &text);
    if (type == POSED_TEXT_EVENT && text.event == POSED_FOOTSTEP) {
        c->foot = text;
        c->has_foot = 1;
        if (c->awaited == EVENT) print_foot(c);
    }
    if (type == POSED_TEXT_LOWERED) {
        c->lowered = text;
        c->has_lowered = 1;
        if (c->awaited == LOWERED) print_lowered(c);
    }
    if (c->awaited != ANSWER || text.ref != c->ref) return;
    if (type == POSED_TEXT_DONE) printf("{\"of\":\"done\"}\n"), answered(c);
    if (type == POSED_TEXT_ERROR)
        printf("{\"code\":\"%s\",\"pointer\":\"%s\"}\n", text.code, text.pointer), answered(c);
}

static int show_character(client *c, const posed_character *who, uint32_t tick)
{
    float p[3], q[4];
    int n =
        snprintf(c->who, sizeof c->who,
                 "{\"id\":%u,\"seq\":%llu,\"channels\":%u,\"yaw\":%.9g,\"root\":[%.9g,%.9g,%.9g],\"tick\":%u",
                 who->id, (unsigned long long)who->seq, who->channels, (double)who->yaw, (double)who->root[0],
                 (double)who->root[1], (double)who->root[2], tick);
    c->place[0] = who->root[0], c->place[1] = who->root[2], c->facing = who->yaw;
    if (who->joints) posed_joint(p, who, 0);
    n += snprintf(c->who + n, sizeof c->who - (size_t)n,
                  who->joints ? ",\"joint\":[%.9g,%.9g,%.9g]" : ",\"joint\":null",
                  who->joints ? (double)p[0] : 0, who->joints ? (double)p[1] : 0,
                  who->joints ? (double)p[2] : 0);
    if (who->rotations) posed_rotation(q, who, 0);
    n += snprintf(c->who + n, sizeof c->who - (size_t)n,
                  who->rotations ? ",\"rotation\":[%.9g,%.9g,%.9g,%.9g]" : ",\"rotation\":null",
                  who->rotations ? (double)q[0] : 0, who->rotations ? (double)q[1] : 0,
                  who->rotations ? (double)q[2] : 0, who->rotations ? (double)q[3] : 0);
    memset(p, 0, sizeof p), memset(q, 0, sizeof q);
    if (who->node_count) memcpy(p, who->node_root, sizeof p), posed_node_rotation(q, who, 0);
    n += snprintf(c->who + n, sizeof c->who - (size_t)n,
                  ",\"nodes\":%d,\"node_root\":[%.9g,%.9g,%.9g],\"node\":[%.9g,%.9g,%.9g,%.9g]}",
                  who->node_count, (double)p[0], (double)p[1], (double)p[2], (double)q[0], (double)q[1],
                  (double)q[2], (double)q[3]);
    return n;
}

static void take_frame(client *c)
{
    posed_frame frame;
    posed_character who;
    int characters = 0;
    if (!posed_frame_open(&frame, c->message, c->size)) return;
    c->all[0] = 0;
    while (posed_session_next(&c->session, &frame, &who)) {
        const size_t at = strlen(c->all);
        show_character(c, &who, frame.tick);
        snprintf(c->all + at, sizeof c->all - at, "%s%s", characters++ ? "," : "", c->who);
    }
    if (frame.left) return;
    snprintf(c->shown, sizeof c->shown, "{\"tick\":%u,\"bits\":%d,\"characters\":[%s]}", frame.tick,
             frame.rotation_bits, c->all);
    int step = (int)(frame.tick - c->last_tick);
    if (c->count++ && step < c->step) c->step = step;
    c->last_tick = frame.tick;
    if (now() < c->due) return;
    if (c->awaited == FRAME) printf("%s\n", c->shown), answered(c);
    if (c->awaited == FRAMES)
        printf("{\"count\":%d,\"step\":%d,\"last\":%s}\n", c->count - 1, c->step, c->who), answered(c);
}

static void receive(client *c, struct lws *wsi, const void *data, size_t size)
{
    if (c->size + size > sizeof c->message) return;
    memcpy(c->message + c->size, data, size);
    c->size += size;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return;
    lws_frame_is_binary(wsi) ? take_frame(c) : take_text(c);
    c->size = 0;
}

static void line_is_lost(client *c)
{
    double wait;
    c->wsi = NULL;
    c->size = 0;
    memset(c->out_size, 0, sizeof c->out_size);
    if (posed_session_closed(&c->session, &wait)) c->next_try = now() + (wait < 0.5 ? wait : 0.5);
    if (c->awaited != LEFT) return;
    printf("{\"state\":\"%s\"}\n", c->session.state == POSED_CLOSED ? "closed" : "open");
    answered(c);
}

static void send_one(client *c, struct lws *wsi)
{
    unsigned char buffer[LWS_PRE + 300];
    size_t size = posed_session_say(&c->session, (char *)buffer + LWS_PRE, 300);
    if (!size && c->out_size[0]) {
        size = c->out_size[0];
        memcpy(buffer + LWS_PRE, c->out[0], size);
        memmove(c->out, c->out + 1, sizeof c->out - sizeof *c->out);
        memmove(c->out_size, c->out_size + 1, sizeof c->out_size - sizeof *c->out_size);
        c->out_size[3] = 0;
    }
    if (size) {
        lws_write(wsi, buffer + LWS_PRE, size, LWS_WRITE_TEXT);
    } else if (c->input_waits) {
        memcpy(buffer + LWS_PRE, c->input, c->input_size);
        lws_write(wsi, buffer + LWS_PRE, c->input_size, LWS_WRITE_BINARY);
        c->input_waits = 0;
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *data, size_t size)
{
    client *c = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: posed_session_opened(&c->session); break;
    case LWS_CALLBACK_CLIENT_RECEIVE: receive(c, wsi, data, size); break;
    case LWS_CALLBACK_CLIENT_WRITEABLE: send_one(c, wsi); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED: line_is_lost(c); return 0;
    default: return 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

/* -- commands ------------------------------------------------------------------ */

static unsigned channels_of(const char *list)
{
    static const char *const names[] = {"root",       "joints", "rotations", "contacts",
                                        "trajectory", "smpl",   "vertices",  "character"};
    unsigned mask = 0;
    for (int i = 0; i < 8; i++)
        if (strstr(list, names[i])) mask |= 1u << i;
    return mask;
}

static void command(client *c, const char *line)
{
    static const char *const gaits[] = {"auto", "walk", "jog", "run", "crouch"};
    char word[128] = "", gait[16] = "";
    int slot;
    if (!strcmp(line, "open")) c->awaited = OPEN, connect_now(c);
    if (sscanf(line, "spawn %f %f %f", &c->place[0], &c->place[1], &c->facing) == 3)
        c->awaited = ANSWER, say_spawn(c, NULL);
    if (sscanf(line, "spawn_model %100s", word) == 1) c->awaited = ANSWER, say_spawn(c, word);
    if (sscanf(line, "spawn_character %100s %f %f %f", word, &c->place[0], &c->place[1], &c->facing) == 4) {
        c->awaited = ANSWER;
        char *out = room(c, &slot);
        c->out_size[slot] = posed_write_spawn_character(out, 300, ++c->ref, word, c->place, c->facing);
    }
    if (!strcmp(line, "frame")) c->awaited = FRAME, c->due = 0;
    if (sscanf(line, "after %lf", &c->due) == 1) c->awaited = FRAME, c->due += now();
    if (sscanf(line, "frames %lf", &c->due) == 1)
        c->awaited = FRAMES, c->due += now(), c->count = 0, c->step = 999;
    if (sscanf(line, "input %f %f %15s", &c->held.move[0], &c->held.move[1], gait) == 3) {
        for (int i = 0; i < 5; i++)
            if (!strcmp(gait, gaits[i])) c->held.gait = i;
        c->held.seq++;
        say_input(c);
        printf("{\"seq\":%llu}\n", (unsigned long long)c->held.seq);
        answered(c);
    }
    if (sscanf(line, "profile %100s %d %d", word, &c->divisor, &c->bits) == 3) {
        c->channels = channels_of(word);
        c->profile_set = 1;
        c->awaited = ANSWER;
        say_profile(c);
    }
    float path[1][2];
    posed_follow follow = {.path = path, .count = 1, .round = 1};
    if (sscanf(line, "follow %f %f %f", &path[0][0], &path[0][1], &follow.space) == 3) {
        c->awaited = ANSWER;
        char *out = room(c, &slot);
        c->out_size[slot] = posed_write_follow_as(out, 300, ++c->ref, c->walker, &follow);
    }
    posed_seat seat = {.facing = 0};
    if (sscanf(line, "sit %f %f %f %f", &seat.at[0], &seat.at[1], &seat.height, &seat.space) == 4) {
        c->awaited = ANSWER;
        char *out = room(c, &slot);
        c->out_size[slot] = posed_write_sit_as(out, 300, ++c->ref, c->walker, &seat);
    }
    float share;
    char part[101];
    const char *mask = part;
    posed_clip clip = {.name = word, .mask = &mask, .weights = &share, .mask_count = 1};
    if (sscanf(line, "play %100s %100s %f %f", word, part, &share, &clip.speed) == 4) {
        c->awaited = ANSWER;
        char *out = room(c, &slot);
        c->out_size[slot] = posed_write_play(out, 300, ++c->ref, c->walker, &clip);
    }
    if (!strncmp(line, "event", 5)) c->awaited = EVENT;
    if (c->awaited == EVENT && c->has_foot) print_foot(c);
    if (!strcmp(line, "lowered")) c->awaited = LOWERED;
    if (c->awaited == LOWERED && c->has_lowered) print_lowered(c);
    if (!strcmp(line, "drop")) {
        c->dropped = now();
        shutdown(lws_get_socket_fd(c->wsi), SHUT_RDWR);
        printf("{}\n");
        c->has_welcome = 0;
        answered(c);
    }
    if (!strcmp(line, "welcome")) c->awaited = WELCOME;
    if (c->awaited == WELCOME && c->has_welcome && c->walker) print_welcome(c);
    if (!strcmp(line, "leave")) {
        c->awaited = LEFT;
        char *out = room(c, &slot);
        c->out_size[slot] = posed_write_leave(out, 300);
    }
}

static void read_command(client *c)
{
    struct pollfd in = {0, POLLIN, 0};
    char byte;
    while (c->awaited == NOTHING && poll(&in, 1, 0) > 0) {
        if (read(0, &byte, 1) != 1) {
            c->over = 1;
            return;
        }
        if (byte != '\n' && c->line_size < sizeof c->line - 1) {
            c->line[c->line_size++] = byte;
            continue;
        }
        c->line[c->line_size] = 0;
        c->line_size = 0;
        command(c, c->line);
    }
}

int main(int count, char **words)
{
    static const struct lws_protocols protocols[] = {{"posed.v1", callback, 0, 1 << 16, 0, NULL, 0}, {0}};
    static client c;
    struct lws_context_creation_info info;
    if (count < 2 || sscanf(words[1], "ws://%63[^:]:%d", c.host, &c.port) != 2) return 2;
    lws_set_log_level(0, NULL);
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.user = &c;
    posed_session_init(&c.session, 1);
    c.context = lws_create_context(&info);
    while (!c.over) {
        read_command(&c);
        if (c.next_try && now() >= c.next_try) connect_now(&c);
        if (c.wsi && c.session.state != POSED_WAITING && (c.out_size[0] || c.input_waits))
            lws_callback_on_writable(c.wsi);
        lws_service(c.context, -1); /* does not wait */
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
    lws_context_destroy(c.context);
    return 0;
}
