#include "tools/base/mode.h"
#include "tools/client/live.h"

#include "api/motion/script.h"
#include "tools/base/progress.h"
#include "tools/motion/script_file.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPEAT  1.0 /* seconds after which an input is sent again */
#define TICK    0.02
#define FOREVER 1e9
#define APART   2.0 /* metres between characters */

typedef struct live {
    const pd_tool_args *args;
    const pd_tool_live_hooks *hooks;
    pd_tool_session *session;
    pd_tool_stream *stream;
    pd_buffer profile;
    const char *watch, *model;
    int spawn, wander, spawned, failed;
    uint32_t ids[PD_TOOL_SESSION_CHARACTERS];
    uint64_t seq;
    pd_api_script script;
    pd_api_pool pool;
    int has_script, cue; /* cue: the next one */
    double seconds;      /* wanted */
    double begin, began; /* time of the start, and time at which all characters existed (0: not yet) */
    double said;         /* time of the last input */
} live;

static pd_tool_stream *stopped_by_signal;

/* Signal handler that ends the run in an orderly way. */
static void stop_on_signal(int number)
{
    (void)number;
    pd_tool_stream_stop(stopped_by_signal);
}

/* -- saying -------------------------------------------------------------------------------- */

/* Sends a message and passes it to the hooks, which may record it. Releases the message. */
static void say_live(live *l, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(17));
    size_t size = text ? strlen(text) : 0;

    if (text && pd_tool_stream_text(l->stream, 0, text, size))
        l->hooks->message(l->hooks->ctx, PD_TOOL_RECORD_TEXT_SENT, pd_tool_clock_s(), text, size);
    free(text);
    json_decref(message);
}

/* Sends one input to every spawned character. */
static void say_input(live *l, const pd_character_input *in)
{
    for (int i = 0; i < l->spawned; i++) {
        json_t *m = json_pack("{s:s,s:I,s:I,s:[f,f],s:s,s:f,s:s,s:f,s:f,s:b,s:b}", "type", "input", "id",
                              (json_int_t)l->ids[i], "seq", (json_int_t)l->seq, "move", in->move[0],
                              in->move[1], "axes", pd_character_axes_name(in->axes), "camera_yaw",
                              in->camera_yaw, "gait", pd_character_want_name(in->gait), "speed", in->speed,
                              "strafe", in->strafe, "jump", in->jump, "responsive", in->responsive);
        if (in->has_look) json_object_set_new(m, "look", json_pack("[f,f]", in->look[0], in->look[1]));
        say_live(l, m);
    }

    l->said = pd_tool_clock_s();
}

/* Tells every character to follow a path, shifted by its place in the row. */
static void say_follow(live *l, const pd_character_follow *f)
{
    for (int i = 0; i < l->spawned; i++) {
        json_t *path = json_array();
        for (int k = 0; k < f->count; k++)
            json_array_append_new(path, json_pack("[f,f]", f->points[k][0] + APART * i, f->points[k][1]));
        say_live(l, json_pack("{s:s,s:I,s:o,s:b,s:f,s:f,s:s}", "type", "follow", "id", (json_int_t)l->ids[i],
                              "path", path, "closed", f->closed, "lookahead", f->ahead, "speed", f->speed,
                              "gait", pd_character_want_name(f->gait)));
    }
}

/* -- playing the part ------------------------------------------------------------------------- */

/* Handles a joined session: sets the profile and spawns the characters.
 * A watcher or a resumed session spawns none. */
static void live_enter(live *l, const json_t *welcome)
{
    int resumed = json_is_true(json_object_get(welcome, "resumed"));

    if (l->profile.size) say_live(l, json_loads((const char *)l->profile.data, 0, NULL));
    if (l->watch || resumed) return;
    l->spawned = 0;
    for (int i = 0; i < l->spawn; i++) {
        const double *at = l->script.job.position;
        json_t *m = json_pack("{s:s,s:[f,f],s:f}", "type", "spawn", "position", at[0] + APART * i, at[1],
                              "facing", l->script.job.facing);
        if (l->model) json_object_set_new(m, "model", json_string(l->model));
        say_live(l, m);
    }
}

/* Handles a text message: updates the session, notes spawned characters and reports errors. */
static void take_text(live *l, const pd_tool_stream_event *e)
{
    static const pd_character_follow round = {
        .points = {{0, 0}, {0, 3}, {3, 3}, {3, 0}}, .count = 4, .closed = 1, .gait = PD_CHARACTER_WANT_WALK};
    pd_error err;
    const char *type = json_string_value(json_object_get(e->json, "type"));
    l->hooks->message(l->hooks->ctx, PD_TOOL_RECORD_TEXT, e->time, e->bytes, e->size);
    if (pd_tool_session_text(l->session, e->json, &err) != PD_OK) {
        l->failed = pd_tool_fail(l->args, &err);
        pd_tool_stream_stop(l->stream);
    }

    /* Collect the ids of the characters that were asked for. */
    l->session->round_trip = pd_tool_stream_now(l->stream, 0).round_trip;
    if (type && !strcmp(type, "spawned") && l->spawned != l->spawn) {
        l->ids[l->spawned++] = (uint32_t)json_number_value(json_object_get(e->json, "id"));

        /* The script begins when the last character has been spawned. */
        if (l->spawned == l->spawn) {
            l->began = e->time;
            l->cue = 0;
            if (l->script.job.follow)
                say_follow(l, l->script.job.follow);
            else if (!l->has_script && l->wander)
                say_follow(l, &round);
        }
    }

    if (!type || strcmp(type, "error")) return;

    fprintf(stderr, "posedctl %s: the server says: %.*s\n", l->args->command->name, (int)e->size,
            (const char *)e->bytes);
    if (l->spawned < l->spawn) { /* not all characters were created */
        l->failed = 1;
        pd_tool_stream_stop(l->stream);
    }
}

/* Callback of the stream for all events. */
static void on(void *ctx, const pd_tool_stream_event *e)
{
    live *l = ctx;
    const pd_tool_live_hooks *hooks = l->hooks;

    switch (e->what) {
    case PD_TOOL_STREAM_JOINED:
        l->session->same_clock = pd_tool_stream_now(l->stream, 0).is_local;
        live_enter(l, e->json);
        return;
    case PD_TOOL_STREAM_TEXT: take_text(l, e); return;
    case PD_TOOL_STREAM_BINARY:
        hooks->message(hooks->ctx, PD_TOOL_RECORD_BINARY, e->time, e->bytes, e->size);
        pd_tool_session_frame(l->session, e->bytes, e->size, e->time, NULL, NULL);
        return;
    case PD_TOOL_STREAM_LOST:
        hooks->message(hooks->ctx, PD_TOOL_RECORD_LOST, pd_tool_clock_s(), e->bytes, e->size);
        pd_tool_session_lost(l->session);
        return;
    case PD_TOOL_STREAM_ENDED:
        if (!strncmp((const char *)e->bytes, "left", 4)) return;

        fprintf(stderr, "posedctl %s: %.*s\n", l->args->command->name, (int)e->size, (const char *)e->bytes);
        l->failed = 1;
        return;
    }
}

/* Sends the inputs of the script that are due. Returns when the next one is due. */
static double play(live *l, double now)
{
    const pd_character_rollout_job *job = &l->script.job;

    if (!l->began || !job->cue_count || job->follow) return FOREVER;

    /* Send each cue once, and repeat the last one every REPEAT seconds so that a lost input does not last. */
    int before = l->cue;
    while (l->cue < job->cue_count && l->began + job->cues[l->cue].time <= now) {
        l->seq++;
        say_input(l, &job->cues[l->cue++].input);
    }

    if (before == l->cue && l->cue && now - l->said > REPEAT) say_input(l, &job->cues[l->cue - 1].input);

    return l->cue < job->cue_count ? l->began + job->cues[l->cue].time : FOREVER;
}

/* Timer callback of the stream. The time counts from the join,
 * or from when all characters have been spawned. */
static double live_at(void *ctx, double now)
{
    live *l = ctx;
    double next = play(l, now);
    double start = l->watch || !l->spawn ? l->begin : l->began;

    if (l->hooks->tick) l->hooks->tick(l->hooks->ctx, now);
    if (start && now - start >= l->seconds) pd_tool_stream_stop(l->stream);

    return fmin(next, now + TICK);
}

/* -- beginning and end --------------------------------------------------------------------------- */

/* Reads a script with the same tables as the api, and takes its model and duration. */
static int decode_script(live *l, const pd_tool_script *file, json_t *json)
{
    static const pd_api_field *const tables[] = {pd_api_script_fields, NULL};
    pd_api_script_values values = pd_api_script_begin();
    pd_api_problems problems = {0};

    if (!pd_api_fields_json(&values, json, tables, "", &problems) ||
        !pd_api_script_read(&l->script, &values, PD_CHARACTER_ROLLOUT_SECONDS, &l->pool, &problems)) {
        /* Replace the error's JSON pointer by the place in the script. */
        pd_error err = problems.items[0];
        pd_tool_script_place(err.where, sizeof err.where, file, problems.items[0].where);
        return pd_tool_fail(l->args, &err);
    }

    /* A session uses the ground of the server. */
    if (values.scene)
        return pd_tool_usage(l->args, "the script has a scene; on the stream the ground is the server's");
    l->has_script = 1;
    if (!l->model) l->model = l->script.model;
    l->seconds = values.seconds;

    return 0;
}

/* Reads the options and the script. Returns 0 or the exit code. */
static int prepare_live(live *l)
{
    if (pd_tool_mode(l->args, "session", l->watch ? "watched" : "own")) return 2;
    l->seconds = FOREVER;
    l->model = pd_tool_text(l->args, "model");

    /* The script comes first: options given on the command line replace its values. */
    const char *path = pd_tool_text(l->args, "script");
    if (path) {
        pd_tool_script *file;
        pd_buffer text = {0};
        pd_error err;
        if (pd_tool_script_open(&file, path, &err)) return pd_tool_fail(l->args, &err);

        int code = pd_tool_script_json(&text, file, &err) ? pd_tool_fail(l->args, &err) : 0;
        json_t *json = code ? NULL : json_loadb((const char *)text.data, text.size, 0, NULL);
        if (!code) code = decode_script(l, file, json);
        json_decref(json);
        pd_buffer_deinit(&text);
        pd_tool_script_close(file);
        if (code) return code;
    }

    if (!pd_tool_int(&l->spawn, l->args, "spawn", 1, PD_TOOL_SESSION_CHARACTERS) ||
        !pd_tool_double(&l->seconds, l->args, "seconds", 0.1, 1e6) ||
        !pd_tool_stream_profile(&l->profile, l->args))
        return 2;
    if (l->watch) l->spawn = 0;

    return 0;
}

/* Connects and runs until the time is over, the server ends the session, or a signal comes. */
static int connect_and_play(live *l)
{
    const pd_tool_stream_setup setup = {.url = pd_tool_text(l->args, "url"),
                                        .key = pd_tool_stream_key(l->args),
                                        .connections = 1,
                                        .silence = 3,
                                        .on = on,
                                        .at = live_at,
                                        .ctx = l};
    struct sigaction stop = {.sa_handler = stop_on_signal};
    struct sigaction before_int, before_term;
    pd_error err;

    if (pd_tool_stream_new(&l->stream, &setup, &err) != PD_OK) return pd_tool_fail(l->args, &err);

    /* A signal ends the run, but the leave message is still sent. */
    stopped_by_signal = l->stream;
    sigaction(SIGINT, &stop, &before_int);
    sigaction(SIGTERM, &stop, &before_term);
    l->begin = pd_tool_clock_s();
    pd_tool_stream_connect(l->stream, 0, l->watch, NULL);
    pd_tool_stream_run(l->stream, l->begin + 2 * FOREVER);
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    pd_tool_stream_leave(l->stream);
    pd_tool_stream_free(l->stream);

    return l->failed;
}

int pd_tool_live_run(pd_tool_session *session, const pd_tool_args *args, const char *watch, int wander,
                     const pd_tool_live_hooks *hooks)
{
    live *l = calloc(1, sizeof *l);

    if (!l) return 1;
    *l = (live){.args = args, .hooks = hooks, .session = session, .watch = watch, .wander = wander};
    pd_tool_session_init(session, 1);
    int code = prepare_live(l);
    if (!code) code = connect_and_play(l);
    pd_buffer_deinit(&l->profile);
    pd_api_script_deinit(&l->script);
    pd_api_pool_deinit(&l->pool);
    free(l);

    return code;
}
