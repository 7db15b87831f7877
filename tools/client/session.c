#include "tools/client/session.h"

#include "core/anim/parts.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define TRAIL_EVERY  0.1 /* seconds */
#define SLIDE_SMOOTH (1 / 60.0)
#define RATE_SMOOTH  0.05
#define SPEED_SMOOTH 0.1

void pd_tool_session_init(pd_tool_session *s, int same_clock)
{
    memset(s, 0, sizeof *s);
    s->tick_rate = 60;
    s->same_clock = same_clock;
}

/* -- welcome ----------------------------------------------------------------------------- */

/* Returns a number of a JSON message, or 0. */
static double number_of(const json_t *json, const char *key)
{
    return json_number_value(json_object_get(json, key));
}

/* Returns a text of a JSON message, or "". */
static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

/* The first joint of that side with one of the words in its name, or -1. */
static int foot_of(const pd_anim_skeleton *skeleton, int side, const char *const words[3])
{
    for (int w = 0; w < 3 && words[w]; w++)
        for (int j = 0; j < skeleton->joint_count; j++) {
            int its;
            pd_anim_part_of(skeleton->names[j], &its);
            if (its == side && strcasestr(skeleton->names[j], words[w])) return j;
        }

    return -1;
}

/* Reads a model of the welcome: its id, its skeleton and which joints are toes and heels. */
static pd_status read_model(pd_tool_session *s, const json_t *json, pd_error *err)
{
    static const char *const toes[3] = {"toe"};
    static const char *const heels[3] = {"foot", "ankle"};
    pd_tool_session_model *m = &s->models[s->model_count];
    double samples = number_of(json, "samples");

    if (!(samples >= 0 && samples <= 1000))
        return pd_fail(err, PD_ERR_FORMAT, "/samples", "%g; 0 to 1000 allowed", samples);
    snprintf(m->id, sizeof m->id, "%s", text_of(json, "model"));
    m->is_default = json_is_true(json_object_get(json, "default"));
    m->samples = (int)samples;

    /* Build the skeleton from the joints' names, parents and offsets. */
    const json_t *joints = json_object_get(json, "joints");
    size_t count = json_array_size(joints);
    pd_anim_joint list[PD_ANIM_MAX_JOINTS];
    if (count < 1 || count > PD_ANIM_MAX_JOINTS)
        return pd_fail(err, PD_ERR_FORMAT, "/joints", "%zu joints; 1 to %d allowed", count,
                       PD_ANIM_MAX_JOINTS);
    for (size_t j = 0; j < count; j++) {
        const json_t *joint = json_array_get(joints, j);
        const json_t *offset = json_object_get(joint, "offset");
        double at[3];
        for (int i = 0; i < 3; i++) at[i] = json_number_value(json_array_get(offset, (size_t)i));
        list[j] = (pd_anim_joint){text_of(joint, "name"), json_string_value(json_object_get(joint, "parent")),
                                  pd_vec3_make(at[0], at[1], at[2])};
    }

    pd_status status = pd_anim_skeleton_init(&m->skeleton, list, (int)count, err);
    if (status != PD_OK) return status;

    /* Toes and heels are found by their names. A skeleton without them has -1. */
    for (int i = 0; i < 2; i++) {
        m->toes[i] = foot_of(&m->skeleton, i ? -1 : 1, toes);
        m->heels[i] = foot_of(&m->skeleton, i ? -1 : 1, heels);
    }

    s->model_count++;

    return PD_OK;
}

/* Notes which model and size a spawned character has, since frames do not say it. */
static void take_spawned(pd_tool_session *s, const json_t *json)
{
    if (s->spawned_count == PD_TOOL_SESSION_CHARACTERS) return;

    const char *model = text_of(json, "model");
    int its = 0;
    while (its < s->model_count && strcmp(s->models[its].id, model)) its++;
    const double size = number_of(json, "size");
    s->spawned[s->spawned_count].size = size > 0 && size < 100 ? size : 1;
    s->spawned[s->spawned_count].id = (uint32_t)number_of(json, "id");
    s->spawned[s->spawned_count++].model = its < s->model_count ? its : -1;
}

/* Begins a session, or goes on with a resumed one, from the server's welcome. */
static pd_status take_welcome(pd_tool_session *s, const json_t *json, pd_error *err)
{
    const json_t *skeletons = json_object_get(json, "skeletons");
    const json_t *there = json_object_get(json, "characters");
    double rate = number_of(json, "tick_rate");
    int resumed = json_is_true(json_object_get(json, "resumed"));
    pd_status status = PD_OK;

    if (!(rate >= 1 && rate <= 1000))
        return pd_fail(err, PD_ERR_FORMAT, "welcome/tick_rate", "%g; 1 to 1000 allowed", rate);

    /* A new session has none of the characters of the one before. Models are always sent again. */
    snprintf(s->id, sizeof s->id, "%s", text_of(json, "session"));
    s->tick_rate = rate;
    s->resumes += resumed;
    if (!resumed) s->character_count = s->spawned_count = 0;
    s->model_count = 0;

    /* Read models before characters, which refer to them. */
    for (size_t i = 0; i < json_array_size(skeletons) && i < PD_TOOL_SESSION_MODELS && !status; i++)
        status = read_model(s, json_array_get(skeletons, i), err);
    if (there) s->spawned_count = 0; /* the list is complete; an older server sends none */
    for (size_t i = 0; i < json_array_size(there); i++) take_spawned(s, json_array_get(there, i));

    return status == PD_OK ? status : pd_error_prefix(err, "welcome");
}

/* -- other texts ------------------------------------------------------------------------------ */

pd_status pd_tool_session_text(pd_tool_session *s, const json_t *json, pd_error *err)
{
    const char *type = text_of(json, "type");

    if (!strcmp(type, "welcome")) return take_welcome(s, json, err);
    if (!strcmp(type, "spawned")) take_spawned(s, json);

    /* Count events, and keep the last one for display. */
    if (!strcmp(type, "event")) {
        const char *event = text_of(json, "event");
        const char *foot = text_of(json, "foot");
        s->events++;
        s->steps += !strcmp(event, "footstep");
        snprintf(s->last_event, sizeof s->last_event, "%.16s%s%.8s", event, *foot ? " " : "", foot);
    }

    /* Keep the server's newest figures. */
    if (!strcmp(type, "stats")) {
        s->dropped = (uint64_t)number_of(json, "dropped");
        s->skipped_ticks = (uint64_t)number_of(json, "ticks_left_out");
        s->load = number_of(json, "load");
        s->tick_late_ms = number_of(json, "late_ms");
        if (number_of(json, "round_trip") > 0) s->round_trip = number_of(json, "round_trip");
    }

    return PD_OK;
}

void pd_tool_session_lost(pd_tool_session *s)
{
    s->lost++;
    s->has_tick = 0;
}

/* -- frames -------------------------------------------------------------------------------------- */

int pd_tool_session_model_of(const pd_tool_session *s, uint32_t id)
{
    for (int i = 0; i < s->spawned_count; i++)
        if (s->spawned[i].id == id) return s->spawned[i].model;
    for (int i = 0; i < s->model_count; i++)
        if (s->models[i].is_default) return i;
    return s->model_count ? 0 : -1;
}

double pd_tool_session_size_of(const pd_tool_session *s, uint32_t id)
{
    for (int i = 0; i < s->spawned_count; i++)
        if (s->spawned[i].id == id) return s->spawned[i].size;
    return 1;
}

/* Finds a character by its id, or adds it. Returns NULL when there is no room for another. */
static pd_tool_character *character_of(pd_tool_session *s, uint32_t id, int model)
{
    for (int i = 0; i < s->character_count; i++)
        if (s->characters[i].id == id) return &s->characters[i];
    if (s->character_count == PD_TOOL_SESSION_CHARACTERS) return NULL;
    pd_tool_character *a = &s->characters[s->character_count++];
    *a = (pd_tool_character){.id = id, .model = model};

    return a;
}

/* Updates one character from a frame: foot slide, speed, state and trail. */
static void take_character(pd_tool_session *s, pd_tool_character *a, const posed_character *who,
                           uint32_t tick)
{
    static const unsigned bits[2] = {POSED_LEFT_TOE, POSED_RIGHT_TOE};
    const pd_tool_session_model *m = &s->models[a->model];
    const double seconds = (double)(tick - a->tick) / s->tick_rate;
    float toes[2][3] = {{0}};
    int has = who->joints && m->toes[0] >= 0 && m->toes[1] >= 0;

    /* Positions of the toes, if the frame has joints. */
    for (int i = 0; has && i < 2; i++) posed_joint(toes[i], who, m->toes[i]);

    /* the speed of toes that were planted in the last frame and still are */
    const bool is_next = has && a->has_toes && !(seconds <= 0 || seconds > 0.1);
    for (int i = 0; is_next && i < 2; i++) {
        if (!(who->contacts & a->contacts & bits[i])) continue;
        double speed =
            hypot((double)(toes[i][0] - a->toes[i][0]), (double)(toes[i][2] - a->toes[i][2])) / seconds;
        a->slide += SLIDE_SMOOTH * (speed - a->slide);
        a->slide_sum += speed;
        a->slide_count++;
    }

    memcpy(a->toes, toes, sizeof toes);
    a->has_toes = has;

    /* Update the smoothed speed of the root over the ground. */
    if (a->trail_count && !(seconds <= 0)) {
        double way = hypot((double)(who->root[0] - a->root[0]), (double)(who->root[2] - a->root[2]));
        a->speed += SPEED_SMOOTH * (way / seconds - a->speed);
    }

    /* Store the state of this frame. */
    memcpy(a->root, who->root, sizeof a->root);
    a->yaw = who->yaw;
    a->phase = who->phase;
    a->seq = who->seq;
    a->gait = who->gait;
    a->contacts = who->contacts;
    a->channels = who->channels;

    /* Add a point to the trail every TRAIL_EVERY seconds. */
    const uint32_t every = (uint32_t)(int)ceil(TRAIL_EVERY * s->tick_rate);
    if (!a->trail_count || tick / every != a->tick / every) {
        float *at = a->trail[a->trail_count++ % PD_TOOL_SESSION_TRAIL];
        at[0] = a->root[0];
        at[1] = a->root[2];
    }

    a->tick = tick;
}

void pd_tool_session_frame(pd_tool_session *s, const void *bytes, size_t size, double arrival,
                           pd_tool_session_visit *visit, void *ctx)
{
    posed_frame frame;
    posed_character who;

    s->bytes += size;
    if (!posed_frame_open(&frame, bytes, size)) {
        s->broken++;
        return;
    }

    /* Lateness is arrival minus frame time; with different clocks the smallest offset counts as zero. */
    double offset = arrival - frame.time;
    double between = arrival - s->last;
    int ticks = (int)(frame.tick - s->tick);
    if (!s->frames || offset < s->offset_least) s->offset_least = offset;
    s->late_now = s->same_clock ? offset : offset - s->offset_least;
    pd_tool_histogram_add(&s->lateness, s->late_now);

    /* Smoothed time between frames, and ticks that are missing compared with the smallest step seen. */
    if (!s->frames) s->first = arrival;
    if (s->frames && between > 0 && s->has_tick)
        s->between += (s->between > 0 ? RATE_SMOOTH : 1) * (between - s->between);
    if (s->has_tick && ticks > 0) {
        if (!s->step || ticks < s->step) s->step = ticks;
        s->missing += (uint64_t)(ticks / s->step - 1);
    }

    /* Remember this frame for the next comparison. */
    s->tick = frame.tick;
    s->has_tick = 1;
    s->last = arrival;
    s->frames++;

    /* Read the characters. The length of each depends on its model, so an unknown model ends the frame. */
    while (frame.left) {
        int model = pd_tool_session_model_of(s, posed_frame_peek(&frame));
        if (model < 0) break;
        const pd_tool_session_model *m = &s->models[model];
        if (!posed_frame_next(&frame, &who, (posed_counts){m->skeleton.joint_count, m->samples})) break;
        pd_tool_character *a = character_of(s, who.id, model);
        if (!a) continue;
        if (a->model != model) a->model = model;
        take_character(s, a, &who, frame.tick);
        if (visit) visit(ctx, s, a, &frame, &who);
    }

    /* Bytes that are left belong to a character that could not be read. */
    s->broken += frame.left != 0;

    /* Characters that are not in this frame have gone. */
    int kept = 0;
    for (int i = 0; i < s->character_count; i++)
        if (s->characters[i].tick == frame.tick) {
            if (kept != i) s->characters[kept] = s->characters[i];
            kept++;
        }

    s->character_count = kept;
}
