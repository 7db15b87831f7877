#include "api/motion/overlay.h"

#include "api/http/call.h"
#include "api/motion/scene.h"

#include <stdbool.h>
#include <stdio.h>

#define R_AT(member) offsetof(pd_api_reach_values, member)
#define G_AT(member) offsetof(pd_api_gaze_values, member)
#define S_AT(member) offsetof(pd_api_sit_values, member)

const pd_api_field pd_api_reach_fields[] = {
    {.name = "joint",
     .type = PD_API_CHOICE,
     .offset = R_AT(joint),
     .choices = "left_hand|right_hand",
     .preset = "\"left_hand\"",
     .doc = "Hand that reaches for the target."},
    {.name = "target",
     .type = PD_API_NUMBERS,
     .offset = R_AT(target),
     .min = -1e6,
     .max = 1e6,
     .example = "[0.3,1.2,0.4]",
     .doc = "Target of the wrist in metres: x, y, z. Not needed to release the hand (weight 0)."},
    {.name = "anchor",
     .type = PD_API_CHOICE,
     .offset = R_AT(anchor),
     .choices = "world|root",
     .preset = "\"world\"",
     .doc = "Frame of the target and its normal: world, or root, whose frame they then follow."},
    {.name = "weight",
     .type = PD_API_NUMBER,
     .offset = R_AT(weight),
     .min = 0,
     .max = 1,
     .preset = "1",
     .doc = "Share of the way from the hand's own motion to the target, 0 to 1; 0 releases the hand."},
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = R_AT(seconds),
     .min = 0.01,
     .max = 10,
     .preset = "0.3",
     .doc = "Duration in seconds in which the hand moves from its own motion to the target, and of the way "
            "back."},
    {.name = "normal",
     .type = PD_API_NUMBERS,
     .offset = R_AT(normal),
     .min = -1e6,
     .max = 1e6,
     .example = "[0,1,0]",
     .doc = "Normal of a surface at the target, pointing away from the surface, of any length: the palm is "
            "laid flat on the surface."},
    {.name = "slide",
     .type = PD_API_BOOLEAN,
     .offset = R_AT(slide),
     .preset = "false",
     .doc = "True lets the hand slide along the surface with the moving character, at the target's height. "
            "Only with normal."},
    {0},
};

const pd_api_field pd_api_gaze_fields[] = {
    {.name = "point",
     .type = PD_API_NUMBERS,
     .offset = G_AT(point),
     .min = -1e6,
     .max = 1e6,
     .example = "[0,1.5,4]",
     .doc = "Point in metres to which head and neck turn: x, y, z. Without it they are released."},
    {.name = "anchor",
     .type = PD_API_CHOICE,
     .offset = G_AT(anchor),
     .choices = "world|root",
     .preset = "\"world\"",
     .doc = "Frame of the point: world, or root, whose frame it then follows."},
    {.name = "weight",
     .type = PD_API_NUMBER,
     .offset = G_AT(weight),
     .min = 0,
     .max = 1,
     .preset = "1",
     .doc = "Share of the turn towards the point, 0 to 1."},
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = G_AT(seconds),
     .min = 0.01,
     .max = 10,
     .preset = "0.5",
     .doc = "Duration in seconds in which head and neck turn to the point, and in which they turn back."},
    {0},
};

const pd_api_field pd_api_sit_fields[] = {
    {.name = "seat",
     .type = PD_API_NUMBERS,
     .offset = S_AT(seat),
     .min = -1e6,
     .max = 1e6,
     .example = "[0,2]",
     .doc = "Centre of the seat in metres, x, z, to which the middle of the hips comes. Without it a sitting "
            "character stands up."},
    {.name = "facing",
     .type = PD_API_NUMBER,
     .offset = S_AT(facing),
     .min = -PD_ANIM_SCENE_MAX_HEADING,
     .max = PD_ANIM_SCENE_MAX_HEADING,
     .is_heading = true,
     .preset = "0",
     .doc = "Direction that the seat and the sitting character face, in radians about +Y; 0 is +Z."},
    {.name = "height",
     .type = PD_API_NUMBER,
     .offset = S_AT(height),
     .min = PD_CHARACTER_SIT_LOW,
     .max = PD_CHARACTER_SIT_HIGH,
     .preset = "0.45",
     .doc = "Height of the seat in metres above the ground in front of it."},
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = S_AT(seconds),
     .min = 0.6,
     .max = 10,
     .preset = "1.7",
     .doc =
         "Duration in seconds of the change from standing in front of the seat to sitting, and of the change "
         "back."},
    {.name = "space",
     .type = PD_API_NUMBER,
     .offset = S_AT(space),
     .min = 0,
     .max = PD_CHARACTER_SPACE_MOST,
     .preset = "0",
     .doc = "Distance in metres that the character keeps on its way from the centres of the session's other "
            "characters, as in `follow`; it shrinks near the seat. A roll-out has no other characters."},
    {0},
};

const pd_api_reach_values pd_api_reach_preset = {.weight = 1, .seconds = 0.3};
const pd_api_gaze_values pd_api_gaze_preset = {.weight = 1, .seconds = 0.5};
const pd_api_sit_values pd_api_sit_preset = {.height = 0.45, .seconds = 1.7};

/* Reads x, y, z in double. Leaves *out unchanged if the member is absent. */
static bool read_vector(pd_vec3 *out, const json_t *array, const pd_api_field *table, const char *name,
                        const char *pointer, pd_api_problems *p)
{
    const pd_api_field *row = pd_api_field_named(table, name);
    char at[256];
    double v[3];

    if (!array) return true;
    snprintf(at, sizeof at, "%s/%s", pointer, name);
    if (!pd_api_doubles_read(v, array, 3, row->min, row->max, at, p)) return false;
    *out = pd_vec3_make(v[0], v[1], v[2]);

    return true;
}

bool pd_api_reach_read(pd_character_hand *hand, pd_character_reach_request *reach,
                       const pd_api_reach_values *v, const char *pointer, pd_api_problems *p)
{
    pd_error err = {0};
    char at[256];

    *hand = v->joint ? PD_CHARACTER_RIGHT_HAND : PD_CHARACTER_LEFT_HAND;
    *reach = (pd_character_reach_request){.in_root = v->anchor,
                                          .weight = v->weight,
                                          .seconds = v->seconds,
                                          .has_normal = v->normal != NULL,
                                          .slide = v->slide};
    snprintf(at, sizeof at, "%s/target", pointer);
    if (!v->target && v->weight > 0) return pd_api_note(p, PD_ERR_INVALID, at, "missing; x, y, z expected");
    bool good = read_vector(&reach->target, v->target, pd_api_reach_fields, "target", pointer, p);
    good &= read_vector(&reach->normal, v->normal, pd_api_reach_fields, "normal", pointer, p);
    if (!good || pd_character_reach_check(reach, &err) == PD_OK) return good;

    return pd_api_note_error(p, pointer, &err);
}

bool pd_api_gaze_read(pd_character_gaze_request *gaze, const pd_api_gaze_values *v, const char *pointer,
                      pd_api_problems *p)
{
    pd_error err = {0};
    char at[256];

    /* An entry without a point ends the gaze; only its time is used. */
    const bool is_turned = v->point != NULL;

    snprintf(at, sizeof at, "%s/%s", pointer, v->anchor ? "anchor" : "weight");
    if (!is_turned && (v->anchor || (v->weight != 1 && v->weight != 0)))
        return pd_api_note(p, PD_ERR_INVALID, at, "has no effect without point");
    *gaze = (pd_character_gaze_request){
        .in_root = v->anchor, .weight = v->point ? v->weight : 0, .seconds = v->seconds};
    if (!read_vector(&gaze->point, v->point, pd_api_gaze_fields, "point", pointer, p)) return false;

    return pd_character_gaze_check(gaze, &err) == PD_OK || pd_api_note_error(p, pointer, &err);
}

bool pd_api_sit_read(pd_character_sit_request *sit, const pd_api_sit_values *v, const char *pointer,
                     pd_api_problems *p)
{
    pd_error err = {0};
    char at[256];

    *sit = (pd_character_sit_request){.sit = v->seat != NULL,
                                      .facing = v->facing,
                                      .height = v->height,
                                      .seconds = v->seconds,
                                      .space = v->space};
    const char *idle = v->facing != 0                          ? "facing"
                       : v->height != pd_api_sit_preset.height ? "height"
                       : v->space != 0                         ? "space"
                                                               : NULL;
    if (!v->seat && idle) {
        snprintf(at, sizeof at, "%s/%s", pointer, idle);
        return pd_api_note(p, PD_ERR_INVALID, at, "has no effect without seat");
    }

    snprintf(at, sizeof at, "%s/seat", pointer);
    const pd_api_field *seat = pd_api_field_named(pd_api_sit_fields, "seat");
    if (v->seat && !pd_api_doubles_read(sit->seat, v->seat, 2, seat->min, seat->max, at, p)) return false;

    return pd_character_sit_check(sit, &err) == PD_OK || pd_api_note_error(p, pointer, &err);
}

/* ---- lists of a script ---- */

/* Values of one entry. The tables of the union fill their struct at offset 0. */
typedef struct cue_values {
    union {
        pd_api_reach_values reach;
        pd_api_gaze_values gaze;
        pd_api_sit_values sit;
        pd_api_play_values play;
        pd_api_face_values face;
        pd_api_utterance_values utterance;
        pd_api_mood_values mood;
    };
    double t;
} cue_values;

const pd_api_field pd_api_cue_fields[] = {PD_API_TIME_FIELD(offsetof(cue_values, t)), {0}};

static bool read_reach(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    (void)pool;
    pd_character_reach_cue *out = cue;
    out->time = v->t;
    return pd_api_reach_read(&out->hand, &out->request, &v->reach, at, p);
}

static bool read_gaze(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    (void)pool;
    pd_character_gaze_cue *out = cue;
    out->time = v->t;
    return pd_api_gaze_read(&out->request, &v->gaze, at, p);
}

static bool read_sit(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    (void)pool;
    pd_character_sit_cue *out = cue;
    char place[96];

    snprintf(place, sizeof place, "%s/space", at);
    if (v->sit.space > 0)
        return pd_api_note(p, PD_ERR_INVALID, place,
                           "has no effect outside of a stream session with other characters");
    out->time = v->t;

    return pd_api_sit_read(&out->request, &v->sit, at, p);
}

static bool read_play(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    pd_api_play_cue *out = cue;
    (void)pool;
    out->time = v->t;
    return pd_api_play_read(&out->play, &v->play, at, p);
}

static bool read_face(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    pd_api_face_cue *out = cue;
    if (!pd_api_face_cue_read(out, &v->face, at, pool, p)) return false;
    out->time = v->t;
    return true;
}

static bool read_speech(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    pd_api_speech_cue *out = cue;
    (void)pool;
    out->time = v->t;
    return pd_api_utterance_read(&out->track, &v->utterance, at, p);
}

static bool read_feel(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p)
{
    pd_api_feel_cue *out = cue;
    (void)pool;
    out->time = v->t;
    out->has_liveliness = v->mood.liveliness >= 0;
    return pd_api_mood_read(&out->request, &v->mood, at, p);
}

/* A list of a script. */
typedef struct cue_list {
    const char *where; /* "/reach" */
    const pd_api_field *fields;
    cue_values preset;
    size_t bytes; /* size of an entry */
    size_t most;  /* entries; 0: PD_CHARACTER_ROLLOUT_REQUESTS */
    bool (*read)(void *cue, const cue_values *v, const char *at, pd_api_pool *pool, pd_api_problems *p);
} cue_list;

static bool read_list_overlay(void **cues, int *cue_count, const cue_list *of, const json_t *list,
                              pd_api_pool *pool, pd_api_problems *p)
{
    const pd_api_field *const tables[] = {pd_api_cue_fields, of->fields, NULL};
    const size_t count = json_array_size(list);

    const size_t most = of->most ? of->most : PD_CHARACTER_ROLLOUT_REQUESTS;
    if (count > most)
        return pd_api_note(p, PD_ERR_LIMIT, of->where, "%zu entries; at most %zu allowed", count, most);

    char *entries = pd_api_pool_take(pool, count + 1, of->bytes);
    if (!entries) return pd_api_note(p, PD_ERR_MEMORY, of->where, "out of memory");
    *cues = entries;
    *cue_count = (int)count;

    /* An entry without a time has that of the entry before it. */
    double before = 0;
    for (size_t i = 0; i < count; i++) {
        char at[64], at_time[96];
        cue_values v = of->preset;
        v.t = before;
        snprintf(at, sizeof at, "%s/%zu", of->where, i);
        snprintf(at_time, sizeof at_time, "%s/t", at);
        if (!pd_api_fields_json(&v, json_array_get(list, i), tables, at, p) ||
            !of->read(entries + of->bytes * i, &v, at, pool, p))
            return false;
        if (!(v.t >= before))
            return pd_api_note(p, PD_ERR_RANGE, at_time,
                               "%.10g; %g, the time of the entry before it, or more expected", v.t, before);
        before = v.t;
    }

    return true;
}

void pd_api_play_cues_release(pd_api_play_cues *plays)
{
    for (int i = 0; i < plays->found_count; i++) pd_character_clip_release(plays->found[i].request.clip);
    plays->found_count = 0;
}

bool pd_api_play_cues_find(pd_character_rollout_job *job, pd_api_play_cues *plays, pd_api_call *call)
{
    const size_t count = (size_t)plays->count;

    if (!count) return true;
    if (!pd_api_fetch(call, PD_API_STORED_CLIPS, NULL)) return false;
    plays->found = pd_api_pool_take(&call->pool, count, sizeof *plays->found);
    if (!plays->found) return pd_api_note(&call->problems, PD_ERR_MEMORY, "/play", "out of memory");

    for (int i = 0; i < plays->count; i++) {
        pd_api_play_cue *cue = &plays->cues[i];
        pd_error err = {0};
        char at[64];
        if (!cue->play.stops &&
            pd_api_play_find(&cue->play, call->host, call->access, call->may_wait, &err)) {
            if (err.status == PD_ERR_WAIT) return !pd_api_note_missing(call, &err);
            snprintf(at, sizeof at, "/play/%d", i);
            return pd_api_note_error(&call->problems, at, &err);
        }

        plays->found[plays->found_count++] = (pd_character_play_cue){.time = cue->time,
                                                                     .stops = cue->play.stops,
                                                                     .fade = cue->play.request.fade_in,
                                                                     .request = cue->play.request};
    }

    job->plays = plays->found;
    job->play_count = plays->found_count;

    return true;
}

/* Refuses a liveliness that moves nothing, since nothing is said. */
static bool check_liveliness(const pd_api_feel_cues *feel, const pd_api_speech_cues *speech,
                             pd_api_problems *p)
{
    char place[64];

    for (int i = 0; i < feel->count && !speech->count; i++) {
        if (!feel->cues[i].has_liveliness) continue;
        snprintf(place, sizeof place, "/feel/%d/liveliness", i);
        return pd_api_note(p, PD_ERR_INVALID, place, "has no effect without speech");
    }

    return true;
}

bool pd_api_overlays_read(pd_character_rollout_job *job, pd_api_play_cues *plays, pd_api_face_cues *faces,
                          pd_api_speech_cues *speech, pd_api_feel_cues *feel,
                          const pd_api_overlay_lists *lists, pd_api_pool *pool, pd_api_problems *p)
{
    const cue_list reach = {.where = "/reach",
                            .fields = pd_api_reach_fields,
                            .preset = {.reach = pd_api_reach_preset},
                            .bytes = sizeof *job->reaches,
                            .read = read_reach};
    const cue_list gaze = {.where = "/gaze",
                           .fields = pd_api_gaze_fields,
                           .preset = {.gaze = pd_api_gaze_preset},
                           .bytes = sizeof *job->gazes,
                           .read = read_gaze};
    const cue_list sit = {.where = "/sit",
                          .fields = pd_api_sit_fields,
                          .preset = {.sit = pd_api_sit_preset},
                          .bytes = sizeof *job->sits,
                          .read = read_sit};
    const cue_list play = {.where = "/play",
                           .fields = pd_api_play_fields,
                           .preset = {.play = pd_api_play_preset},
                           .bytes = sizeof *plays->cues,
                           .read = read_play};
    const cue_list face = {.where = "/faces",
                           .fields = pd_api_face_fields,
                           .preset = {.face = pd_api_face_preset},
                           .bytes = sizeof *faces->cues,
                           .most = PD_API_FACE_CUES,
                           .read = read_face};
    const cue_list said = {.where = "/speech",
                           .fields = pd_api_utterance_fields,
                           .preset = {.utterance = pd_api_utterance_preset},
                           .bytes = sizeof *speech->cues,
                           .most = PD_API_SPEECH_CUES,
                           .read = read_speech};
    const cue_list mood = {.where = "/feel",
                           .fields = pd_api_mood_fields,
                           .preset = {.mood = pd_api_mood_preset},
                           .bytes = sizeof *feel->cues,
                           .read = read_feel};
    void *cues[7] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};

    /* All lists, so that the errors of all are reported together. */
    bool good = read_list_overlay(&cues[0], &job->reach_count, &reach, lists->reach, pool, p);
    good &= read_list_overlay(&cues[1], &job->sit_count, &sit, lists->sit, pool, p);
    good &= read_list_overlay(&cues[2], &job->gaze_count, &gaze, lists->gaze, pool, p);
    good &= read_list_overlay(&cues[3], &faces->count, &face, lists->faces, pool, p);
    good &= read_list_overlay(&cues[4], &speech->count, &said, lists->speech, pool, p);
    good &= read_list_overlay(&cues[5], &plays->count, &play, lists->play, pool, p);
    good &= read_list_overlay(&cues[6], &feel->count, &mood, lists->feel, pool, p);
    job->reaches = cues[0];
    job->sits = cues[1];
    job->gazes = cues[2];
    plays->cues = cues[5];
    faces->cues = cues[3];
    speech->cues = cues[4];
    feel->cues = cues[6];

    return good && check_liveliness(feel, speech, p);
}
