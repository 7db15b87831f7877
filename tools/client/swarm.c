#include "tools/client/swarm.h"

#include "clients/c/posed.h"
#include "tools/base/progress.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define SENT      256 /* inputs of a client that may be unanswered */
#define FOREIGN   60  /* seconds; times further apart are of different clocks */
#define FRESH     1.0
#define NEVER     1e18
#define NOT_CUT   -1
#define TICK_RATE 60 /* ticks a second of the server's default */

typedef struct client {
    uint32_t ids[PD_TOOL_SWARM_CHARACTERS], tick;
    uint64_t seq, answered;
    int id_count, asked, has_frame, frames_wanted;
    uint32_t member; /* number in the room; 0: no room */
    bool is_interrupted, was_interrupted, has_root;
    double longest; /* longest time between two frames in the window, seconds */
    float root[3];  /* position of its first character in the last frame */
    uint32_t root_id;
    double sent[SENT]; /* times at which the inputs were due */
    double heard, cut_at;
    uint64_t dropped, skipped;
} client;

typedef struct swarm {
    const pd_tool_swarm_setup *setup;
    pd_tool_swarm_figures *out;
    pd_tool_stream *stream;
    client *all;
    char (*sessions)[40]; /* (session_count) ids; "" until it is known */
    /* the first clients, which have a session each; 0: all clients watch the sessions of another swarm */
    int owners;
    int session_count; /* sessions of the owners, or of the other swarm */
    int opened, divisor, with_frame, ended;
    bool has_budget;             /* frames have some of the characters, the own one first */
    double start, window, until; /* window 0: not open yet */
    uint64_t input, cut;         /* the next one's number  */
    double least;                /* arrival minus frame time, the smallest so far */
    int has_least;
    struct rusage used;
    bool is_broken; /* the file of names could not be written */
} swarm;

/* Returns true when frames are expected: sessions without characters have none. */
static bool has_frames(const swarm *s)
{
    return s->setup->spawn || s->setup->watched;
}

/* -- frames -------------------------------------------------------------------------- */

/* Measures the time since the frame before, and the jump of the first character
 * if the connection was lost meanwhile. */
static void measure_gap(swarm *s, client *c, const pd_tool_stream_event *e, const posed_frame *frame)
{
    posed_frame copy = *frame;
    posed_character who;
    const bool has_who = copy.left && posed_frame_next(&copy, &who, (posed_counts){0, 0});

    if (c->has_frame && s->window) {
        c->longest = fmax(c->longest, e->time - c->heard);
        if (has_who && c->has_root && who.id == c->root_id) {
            const double moved = hypot(who.root[0] - c->root[0], who.root[2] - c->root[2]);
            const double ticks = fabs((double)(int32_t)(frame->tick - c->tick));
            s->out->jump = fmax(s->out->jump, moved - PD_TOOL_SWARM_SPEED * ticks / TICK_RATE);
        }
    }

    c->is_interrupted = false;
    c->has_root = has_who;
    if (has_who) {
        memcpy(c->root, who.root, sizeof c->root);
        c->root_id = who.id;
    }
}

/* Measures one frame: resumed connections, missing ticks, lateness and answered inputs. */
static void take_frame(swarm *s, const pd_tool_stream_event *e)
{
    client *c = &s->all[e->connection];
    posed_frame frame;
    posed_character who;

    if (!posed_frame_open(&frame, e->bytes, e->size)) return;

    measure_gap(s, c, e, &frame);

    /* The first frame after a cut gives the time to resume; otherwise ticks that are missing are counted. */
    if (c->cut_at > 0 && s->window) {
        pd_tool_histogram_add(&s->out->resume, e->time - c->cut_at);
        c->cut_at = NOT_CUT;
    } else if (c->has_frame) {
        int64_t step = (int64_t)(frame.tick - c->tick) / s->divisor - 1;
        if (s->window && step > 0 && !s->has_budget) s->out->missing += (uint64_t)step;
    }

    /* Remember the frame for the next comparison. */
    if (!c->has_frame) s->with_frame++;
    c->has_frame = 1;
    c->tick = frame.tick;
    c->heard = e->time;

    /* Lateness is arrival minus frame time. Clocks of two machines differ, so there the smallest offset
     * counts as zero. */
    double offset = e->time - frame.time;
    if (!s->has_least || offset < s->least) s->least = offset;
    if (!s->has_least)
        s->out->same_clock = pd_tool_stream_now(s->stream, e->connection).is_local && fabs(offset) < FOREIGN;
    s->has_least = 1;
    if (s->window) pd_tool_histogram_add(&s->out->lateness, s->out->same_clock ? offset : offset - s->least);

    /* Everything below counts only within the measured window. */
    if (!s->window) return;
    s->out->frames++;
    s->out->bytes += e->size;
    s->out->seen += (uint64_t)frame.character_count;

    /* The frame's `seq` says which inputs it answers. Only the fixed part of the first character is read, so
     * the counts of its channels may be zero. */
    if (!frame.left || !posed_frame_next(&frame, &who, (posed_counts){0, 0}) || !c->id_count) return;
    if (c->member && who.id != c->ids[0]) return; /* in a room others have inputs of their own */
    if (who.seq <= c->answered || who.seq > c->seq) return;
    if (who.seq - c->answered > SENT) c->answered = who.seq - SENT;

    /* Every input up to `seq` is answered by this frame. */
    while (c->answered != who.seq)
        pd_tool_histogram_add(&s->out->answer, e->time - c->sent[++c->answered % SENT]);
}

/* -- texts ----------------------------------------------------------------------------- */

/* Returns a number of a JSON message, or 0. */
static double number_of(const json_t *json, const char *key)
{
    return json_number_value(json_object_get(json, key));
}

/* Handles a joined connection: notes the session, counts resumes, and asks for characters. */
static void swarm_enter(swarm *s, const pd_tool_stream_event *e)
{
    client *c = &s->all[e->connection];
    const char *session = json_string_value(json_object_get(e->json, "session"));
    int resumed = json_is_true(json_object_get(e->json, "resumed"));

    c->dropped = c->skipped = 0;
    c->member = (uint32_t)json_integer_value(json_object_get(e->json, "member"));
    if (e->connection < s->owners && session)
        snprintf(s->sessions[e->connection], sizeof *s->sessions, "%s", session);

    /* Within the window a join follows a lost connection. An owner that could not resume its session counts
     * as reconnected. */
    if (s->window) resumed || e->connection >= s->owners ? s->out->resumes++ : s->out->reconnects++;

    /* Ask for the wanted kind of frames. */
    if (s->setup->profile)
        pd_tool_stream_text(s->stream, e->connection, s->setup->profile, strlen(s->setup->profile));
    if (e->connection >= s->owners) return;
    if (!resumed) c->asked = c->id_count = 0;

    /* Spawn the characters on a grid, in a room about a square. After a resume they still exist. */
    const double spacing = s->setup->spacing;
    const int columns = s->setup->room ? (int)ceil(sqrt(s->setup->clients * s->setup->spawn)) : 32;
    for (; c->asked < s->setup->spawn; c->asked++) {
        char text[256];
        int place = e->connection * s->setup->spawn + c->asked;
        int size = snprintf(text, sizeof text, "{\"type\":\"spawn\",\"position\":[%g,%g]",
                            place % columns * spacing, place / columns * spacing);
        if (s->setup->model)
            size +=
                snprintf(text + size, sizeof text - (size_t)size, ",\"model\":\"%.64s\"", s->setup->model);
        size += snprintf(text + size, sizeof text - (size_t)size, "}");
        pd_tool_stream_text(s->stream, e->connection, text, (size_t)size);
    }
}

/* Handles a text message: spawned characters, the server's statistics and errors. */
static void take_text(swarm *s, const pd_tool_stream_event *e)
{
    client *c = &s->all[e->connection];
    const char *type = json_string_value(json_object_get(e->json, "type"));

    if (!type) return;

    /* Watchers that came early get this too; the characters count as their owner's alone. */
    const bool is_own = (uint32_t)number_of(e->json, "member") == c->member;
    if (!strcmp(type, "spawned") && is_own && e->connection < s->owners &&
        c->id_count < PD_TOOL_SWARM_CHARACTERS) {
        c->ids[c->id_count++] = (uint32_t)number_of(e->json, "id");
        s->out->characters++;
    }

    if (!strcmp(type, "stats")) {
        /* The server counts since the connection and the stage began:
         * what was before the window is subtracted. */
        uint64_t dropped = (uint64_t)number_of(e->json, "dropped");
        uint64_t skipped = (uint64_t)number_of(e->json, "ticks_left_out");
        if (s->window && dropped > c->dropped) s->out->dropped += dropped - c->dropped;
        if (s->window && c->skipped && skipped > c->skipped && c == s->all)
            s->out->skipped_ticks += skipped - c->skipped;
        c->dropped = dropped;
        c->skipped = skipped;
        s->out->load = number_of(e->json, "load");
        s->out->tick_late_ms = number_of(e->json, "late_ms");
    }

    /* Count errors, and keep the first detail for the report. */
    if (strcmp(type, "error")) return;

    const char *detail = json_string_value(json_object_get(e->json, "detail"));
    s->out->refused++;
    if (!*s->out->reason) snprintf(s->out->reason, sizeof s->out->reason, "%s", detail ? detail : "an error");
}

/* Callback of the stream for all events. */
static void on(void *ctx, const pd_tool_stream_event *e)
{
    swarm *s = ctx;

    switch (e->what) {
    case PD_TOOL_STREAM_JOINED: swarm_enter(s, e); return;
    case PD_TOOL_STREAM_TEXT: take_text(s, e); return;
    case PD_TOOL_STREAM_BINARY: take_frame(s, e); return;
    case PD_TOOL_STREAM_LOST:
    case PD_TOOL_STREAM_ENDED:
        if (s->window && !s->ended && !s->all[e->connection].is_interrupted) s->out->interrupted++;
        s->all[e->connection].is_interrupted = true;
        s->all[e->connection].was_interrupted |= s->window && !s->ended;
        if (!*s->out->reason && !s->ended && s->all[e->connection].cut_at <= 0)
            snprintf(s->out->reason, sizeof s->out->reason, "%.*s", (int)e->size, (const char *)e->bytes);
        return;
    }
}

/* -- due actions -------------------------------------------------------------------------- */

/* Connects a client. The owner and the watchers of a session have the same route. */
static void connect_one(swarm *s, int i, const char *watch)
{
    char route[160];
    snprintf(route, sizeof route, "%s-%d", s->setup->route ? s->setup->route : "", i % s->session_count);
    pd_tool_stream_connect(s->stream, i, watch, s->setup->route ? route : NULL);
}

/* Watchers connect once the session that they watch has a name. */
static double connect_more(swarm *s, double now)
{
    double rate = s->setup->connects;

    for (; s->opened < s->setup->clients; s->opened++) {
        double due = rate > 0 ? s->start + s->opened / rate : s->start;
        const char *watch = s->opened < s->owners ? NULL : s->sessions[s->opened % s->session_count];
        if (due > now) return due;
        if (watch && !*watch) return now + 0.005;
        connect_one(s, s->opened, watch);
    }

    return NEVER;
}

/* Sends the inputs that are due, evenly spread over the owners. Returns when the next one is due. */
static double send_inputs(swarm *s, double now)
{
    double rate = s->setup->inputs * s->owners;

    if (!(rate > 0) || !s->window) return NEVER;
    for (;;) {
        double due = s->window + (double)s->input / rate;
        if (due > now) return due;

        /* Take the next owner in turn. The time by which the input is late
         * tells how well this client keeps up. */
        int i = (int)(s->input++ % (uint64_t)s->owners);
        client *c = &s->all[i];
        s->out->inputs++;
        pd_tool_histogram_add(&s->out->own_late, now - due);
        if (!c->id_count || !pd_tool_stream_now(s->stream, i).joined) {
            s->out->inputs_unsent++;
            continue;
        }

        /* The characters walk in circles; latency counts from the time when the input was due. */
        double angle = 0.3 * (due - s->start) + i;
        posed_input in = {.gait = 1, .move = {(float)sin(angle), (float)cos(angle)}};
        uint8_t bytes[POSED_INPUT_BYTES];
        c->sent[++c->seq % SENT] = due;
        for (int k = 0; k < c->id_count; k++) {
            in.id = c->ids[k];
            in.seq = c->seq;
            const size_t size = posed_input_write(bytes, &in);
            pd_tool_stream_binary(s->stream, i, bytes, size);
        }
    }
}

/* Cuts the connections that are due, in turn. Returns when the next cut is due. */
static double cut_connections(swarm *s, double now)
{
    if (!(s->setup->cuts > 0) || !s->window) return NEVER;
    for (;; s->cut++) {
        double due = s->window + (double)s->cut / s->setup->cuts;
        int i = (int)(s->cut % (uint64_t)s->setup->clients);
        if (due > now) return due;
        if (due > s->until - 2 || !pd_tool_stream_now(s->stream, i).joined) continue;
        s->all[i].cut_at = now;
        s->out->cuts++;
        pd_tool_stream_cut(s->stream, i);
    }
}

/* Writes the ids of the sessions to the file that was asked for. The file appears whole. Returns false when
 * it cannot be written. */
static bool write_names(const swarm *s)
{
    pd_buffer text = {0}, part = {0};

    if (!s->setup->names) return true;
    for (int i = 0; i < s->session_count; i++) pd_buffer_printf(&text, "%s\n", s->sessions[i]);
    pd_buffer_printf(&part, "%s.part", s->setup->names);
    pd_buffer_add(&part, "", 1);
    const char *name = (const char *)part.data;
    FILE *file = text.failed || part.failed ? NULL : fopen(name, "w");
    bool is_written = file && fwrite(text.data, 1, text.size, file) == text.size;
    if (file) is_written = !fclose(file) && is_written && !rename(name, s->setup->names);
    pd_buffer_deinit(&text);
    pd_buffer_deinit(&part);

    return is_written;
}

/* Reads the ids of the sessions to watch. */
static pd_status read_names(swarm *s, pd_error *err)
{
    const char *path = s->setup->watched;
    char line[64];

    FILE *file = fopen(path, "r");
    if (!file) return pd_fail(err, PD_ERR_IO, path, "%s", strerror(errno));
    pd_status status = PD_OK;
    while (status == PD_OK && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        const size_t length = strlen(line);
        void *more = realloc(s->sessions, ((size_t)s->session_count + 1) * sizeof *s->sessions);
        if (more) s->sessions = more;
        if (!more)
            status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
        else if (!length || length >= sizeof *s->sessions)
            status = pd_fail(err, PD_ERR_FORMAT, path, "line %d has %zu characters; an id has 1 to %zu",
                             s->session_count + 1, length, sizeof *s->sessions - 1);
        else
            memcpy(s->sessions[s->session_count++], line, length + 1);
    }

    fclose(file);
    if (status == PD_OK && !s->session_count)
        status = pd_fail(err, PD_ERR_FORMAT, path, "the file has no id of a session; one per line expected");

    return status;
}

/* Timer callback of the stream: does all due actions and returns the time of the next. */
static double swarm_at(void *ctx, double now)
{
    swarm *s = ctx;
    double next = connect_more(s, now);
    int in = s->with_frame == s->setup->clients || (!has_frames(s) && s->opened == s->setup->clients);

    /* The window opens when every client has received a frame, or when patience ends. */
    if (!s->window && ((in && now > s->start + 0.5) || now > s->start + s->setup->patience)) {
        s->window = now;
        s->until = now + s->setup->seconds;
        s->out->connect_seconds = now - s->start;
        getrusage(RUSAGE_SELF, &s->used);
        s->is_broken = !write_names(s);
    }

    if (s->is_broken) pd_tool_stream_stop(s->stream);
    if (s->window && now >= s->until) pd_tool_stream_stop(s->stream);
    next = fmin(next, fmin(send_inputs(s, now), cut_connections(s, now)));

    return fmin(next, now + 0.02);
}

/* The stream that stop_on_signal ends; a signal handler has no other argument. */
static pd_tool_stream *signalled;

static void stop_on_signal(int signal)
{
    (void)signal;
    pd_tool_stream_stop(signalled);
}

/* -- all of it --------------------------------------------------------------------------------- */

/* Returns the processor seconds between two readings. */
static double cpu_between(const struct rusage *a, const struct rusage *b)
{
    return (double)(b->ru_utime.tv_sec - a->ru_utime.tv_sec + b->ru_stime.tv_sec - a->ru_stime.tv_sec) +
           1e-6 * (double)(b->ru_utime.tv_usec - a->ru_utime.tv_usec + b->ru_stime.tv_usec -
                           a->ru_stime.tv_usec);
}

pd_status pd_tool_swarm_run(pd_tool_swarm_figures *out, const pd_tool_swarm_setup *setup, pd_error *err)
{
    swarm s = {.setup = setup, .out = out, .divisor = 1};

    memset(out, 0, sizeof *out);
    s.all = calloc((size_t)setup->clients, sizeof *s.all);
    pd_status status = PD_OK;
    if (setup->watched)
        status = read_names(&s, err);
    else {
        s.owners = s.session_count = setup->sessions > 0 ? setup->sessions : setup->clients;
        s.sessions = calloc((size_t)s.session_count, sizeof *s.sessions);
    }

    if (status == PD_OK && (!s.all || !s.sessions)) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* Frames of a divided rate skip ticks on purpose. */
    const char *divisor = setup->profile ? strstr(setup->profile, "\"divisor\":") : NULL;
    if (divisor) s.divisor = atoi(divisor + 10);
    s.has_budget = setup->profile && strstr(setup->profile, "\"budget\":");
    pd_tool_stream_setup stream = {.url = setup->url,
                                   .key = setup->key,
                                   .connections = setup->clients,
                                   .first_tries = 5,
                                   .ping = 5,
                                   .silence = 12,
                                   .room = setup->room,
                                   .passive = setup->passive,
                                   .is_insecure = setup->is_insecure,
                                   .on = on,
                                   .at = swarm_at,
                                   .ctx = &s};
    if (status == PD_OK) status = pd_tool_stream_new(&s.stream, &stream, err);

    /* Connect the first client, and run until swarm_at() has measured the window. SIGINT and SIGTERM
     * end it early. */
    if (status == PD_OK) {
        struct sigaction stop = {.sa_handler = stop_on_signal};
        struct sigaction before_int, before_term;
        signalled = s.stream;
        sigaction(SIGINT, &stop, &before_int);
        sigaction(SIGTERM, &stop, &before_term);
        s.start = pd_tool_clock_s();
        connect_one(&s, s.opened++, s.owners ? NULL : s.sessions[0]);
        pd_tool_stream_run(s.stream, s.start + setup->patience + setup->seconds + 5);

        sigaction(SIGINT, &before_int, NULL);
        sigaction(SIGTERM, &before_term, NULL);

        /* Collect the figures of the window. */
        struct rusage used;
        double now = pd_tool_clock_s();
        getrusage(RUSAGE_SELF, &used);
        s.out->seconds = s.window ? now - s.window : 0;
        if (s.window) s.out->own_cpu = cpu_between(&s.used, &used) / s.out->seconds;
        for (int i = 0; i < s.setup->clients; i++) {
            pd_tool_stream_state state = pd_tool_stream_now(s.stream, i);
            int is_fresh = !has_frames(&s) || (s.all[i].has_frame && now - s.all[i].heard < FRESH);
            const double longest = s.all[i].longest;
            s.out->longest = fmax(s.out->longest, longest);
            if (s.all[i].was_interrupted && is_fresh) {
                pd_tool_histogram_add(&s.out->gap, longest);
                if (i < s.owners) pd_tool_histogram_add(&s.out->own_gap, longest);
            }

            s.out->joined += state.joined;
            s.out->lost += !state.joined || !is_fresh;
        }

        if (s.is_broken) status = pd_fail(err, PD_ERR_IO, setup->names, "cannot be written");
        s.ended = 1;
        s.window = 0; /* frames that arrive while leaving do not count */
        pd_tool_stream_leave(s.stream);
    }

    pd_tool_stream_free(s.stream);
    free(s.all);
    free(s.sessions);

    return status;
}
