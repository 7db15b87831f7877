#include "api/motion/script.h"

#include "api/body/body.h"
#include "api/motion/control.h"
#include "api/motion/overlay.h"
#include "api/motion/person.h"
#include "core/character/rollout/random_stick.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* An entry of the script; the input's own values come first. */
typedef struct cue_values {
    pd_api_input_values input;
    double t;
} cue_values;

typedef struct random_values {
    int kind;
} random_values;

#define AT(member) offsetof(pd_api_script_values, member)

/* Fields of an entry besides its input. */
static const pd_api_field cue_fields[] = {
    PD_API_TIME_FIELD(offsetof(cue_values, t)),
    {0},
};

static const pd_api_field random_fields[] = {
    {.name = "kind",
     .type = PD_API_CHOICE,
     .offset = offsetof(random_values, kind),
     .choices = "play|stick",
     .preset = "\"play\"",
     .doc = "Kind of random orders: play (like those of a person who plays a game) or stick (random "
            "directions, reversals, spins and jumps)."},
    {0},
};

const pd_api_field pd_api_script_fields[] = {
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = AT(model),
     .example = "\"motion\"",
     .doc = "Id of the motion network or matching database; without it the default one."},
    PD_API_MOTION_FIELD(AT(motion)),
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = AT(seconds),
     .min = 0.05,
     .max = PD_CHARACTER_ROLLOUT_SECONDS,
     .preset = "10",
     .doc = "Duration of the motion in seconds, up to limits.rollout_seconds."},
    {.name = "seed",
     .type = PD_API_NUMBER,
     .offset = AT(seed),
     .min = 0,
     .max = 9007199254740991.0,
     .preset = "0",
     .doc = "Seed of the random orders, a whole number."},
    {.name = "scene",
     .type = PD_API_ANY,
     .offset = AT(scene),
     .rows = pd_api_scene_fields,
     .example = "{\"ground\":{\"kind\":\"hills\",\"slope_deg\":25}}",
     .doc = "Scene of the motion: an object with ground, walls and areas, or the id of a scene that was put "
            "(PUT /v1/scenes/{id}). Without it the ground is flat and empty."},
    PD_API_POSITION_FIELD(AT(position), "Start position in metres: x, z."),
    PD_API_FACING_FIELD(AT(facing), "Start direction in radians about +Y; 0 faces +Z, pi/2 faces +X."),
    PD_API_STYLE_FIELD(AT(style)),
    PD_API_VARIATION_FIELD(AT(variation), "Number that selects a personal variation: a mix of styles, a pace "
                                          "and a rhythm of glances. 0: no personal variation."),
    {.name = "script",
     .type = PD_API_OBJECTS,
     .offset = AT(script),
     .rows = pd_api_input_fields,
     .more = cue_fields,
     .example = "[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"},{\"t\":6,\"move\":[0,0]}]",
     .doc = "Orders of the script: each is an input with a time t in seconds. A field keeps its value until "
            "a later order changes it."},
    {.name = "pursue",
     .type = PD_API_OBJECT,
     .offset = AT(pursue),
     .rows = pd_api_follow_fields,
     .example = "{\"path\":[[0,0],[0,4],[4,4]],\"closed\":true,\"gait\":\"walk\"}",
     .doc = "Path along which the stick points, instead of script."},
    {.name = "follow",
     .type = PD_API_OBJECT,
     .offset = AT(follow),
     .rows = pd_api_follow_fields,
     .example = "{\"path\":[[0,0],[0,6]],\"speed\":1.2}",
     .doc = "Path that the controller follows and at whose end it stops, instead of script."},
    {.name = "random",
     .type = PD_API_OBJECT,
     .offset = AT(random),
     .rows = random_fields,
     .example = "{\"kind\":\"play\"}",
     .doc = "Random orders made from `seed`, instead of script."},
    {.name = "reach",
     .type = PD_API_OBJECTS,
     .offset = AT(reach),
     .rows = pd_api_reach_fields,
     .more = pd_api_cue_fields,
     .example =
         "[{\"t\":2,\"joint\":\"right_hand\",\"target\":[-0.4,1.1,3]},{\"t\":3,\"joint\":\"right_hand\","
         "\"weight\":0}]",
     .doc = "Reaching of the hands during the motion: each order is the stream's message reach with a time t "
            "in seconds."},
    {.name = "gaze",
     .type = PD_API_OBJECTS,
     .offset = AT(gaze),
     .rows = pd_api_gaze_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":1,\"point\":[0,1.5,4]},{\"t\":3}]",
     .doc = "Looking with head and neck during the motion: each order is the stream's message look with a "
            "time t in seconds."},
    {.name = "sit",
     .type = PD_API_OBJECTS,
     .offset = AT(sit),
     .rows = pd_api_sit_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":1,\"seat\":[0,2],\"facing\":3.14},{\"t\":9}]",
     .doc = "Sitting during the motion: each order is the stream's message sit with a time t in seconds. It "
            "makes the character walk to a seat, turn and sit down, or stand up."},
    {.name = "play",
     .type = PD_API_OBJECTS,
     .offset = AT(play),
     .rows = pd_api_play_fields,
     .more = pd_api_cue_fields,
     .example =
         "[{\"t\":1,\"clip\":\"wave\"},{\"t\":4,\"clip\":\"phone\",\"mask\":[\"right_arm\",\"head\"]}]",
     .doc = "Clips that are played during the motion: each order is the stream's message play with a time t "
            "in seconds."},
    {.name = "faces",
     .type = PD_API_OBJECTS,
     .offset = AT(faces),
     .rows = pd_api_face_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":1,\"blend_shapes\":{\"mouthSmileLeft\":0.8,\"mouthSmileRight\":0.8}},{\"t\":3}]",
     .doc = "Expressions and hand poses during the motion: each order is the stream's message face with a "
            "time t in seconds, and resets what it omits. For formats glb and npz of a body with named "
            "expressions, glb and json of a character with blend shapes, and json and vrma without a body. "
            "A body's glb then has the expressions as morph targets."},
    {.name = "speech",
     .type = PD_API_OBJECTS,
     .offset = AT(speech),
     .rows = pd_api_utterance_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":0.5,\"text\":\"Hello, how are you?\"}]",
     .doc = "Speech during the motion: each entry is an utterance as in POST /v1/speech with a time t in "
            "seconds, and ends the one before it. It moves the mouth in the formats that `faces` names."},
    {.name = "feel",
     .type = PD_API_OBJECTS,
     .offset = AT(feel),
     .rows = pd_api_mood_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":0,\"emotions\":{\"happy\":0.6}}]",
     .doc =
         "Emotions, and how lively the character speaks, from a time t in seconds: face, head, posture, "
         "breath and beats of the hands. Faces show them in the formats that `faces` names; without such a "
         "list speech moves the mouth alone."},
    {.name = "control",
     .type = PD_API_OBJECT,
     .offset = AT(control),
     .rows = pd_api_control_fields,
     .example = "{\"preset\":\"original\",\"walk_speed\":1.4}",
     .doc = "Constants of the character controller for this motion; missing ones come from the preset."},
    {.name = "mode",
     .type = PD_API_CHOICE,
     .offset = AT(mode),
     .choices = "cubic|linear|constant",
     .preset = "\"cubic\"",
     .doc = "Blending of the network's weights over the phase."},
    {.name = "body",
     .type = PD_API_TEXT,
     .offset = AT(body),
     .example = "\"default\"",
     .doc = "Id of the body model that moves. Other formats than glb and npz show the motion's bones in its "
            "size, if it is given. \"none\" writes bare bones in glb."},
    {.name = "character",
     .type = PD_API_TEXT,
     .offset = AT(character),
     .example = "\"mine\"",
     .doc = "Id of a character that was put (PUT /v1/characters/{id}), which moves instead of body; for glb "
            "and bvh."},
    PD_API_BETAS_FIELD(AT(betas),
                       "Shape coefficients of the body, in standard deviations. Missing ones are 0."),
    PD_API_SOFT_FIELDS(AT(soft), AT(breathing), "glb (animated morph targets) and npz (dmpls)"),
    {0},
};

pd_api_script_values pd_api_script_begin(void)
{
    return (pd_api_script_values){.seconds = 10};
}

static const char *copy_text(pd_api_pool *pool, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 0;
    char *copy = text ? pd_api_pool_take(pool, size, 1) : NULL;
    if (copy) memcpy(copy, text, size);
    return copy;
}

/* ---- script ---- */

static bool read_cue(pd_character_cue *out, const pd_character_cue *before, const json_t *object,
                     const char *at, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {cue_fields, pd_api_input_fields, NULL};
    char place[224];

    *out = *before;
    cue_values values = {.input = pd_api_input_values_of(&before->input), .t = before->time};
    if (!pd_api_fields_json(&values, object, tables, at, p)) return false;
    snprintf(place, sizeof place, "%s/t", at);
    if (values.t < before->time)
        return pd_api_note(p, PD_ERR_RANGE, place,
                           "%.10g; %g, the time of the entry before it, or more expected", values.t,
                           before->time);
    out->time = values.t;

    return pd_api_input_read(&out->input, &values.input, at, p);
}

/* Refuses a camera's direction in a script that never measures move or look in it. */
static bool check_cameras(const json_t *array, const pd_character_cue *cues, int count, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_input_fields, NULL};
    const pd_api_idle idle[] = {{"camera_yaw", true, "axes camera"}, {NULL, false, NULL}};
    bool good = true;

    for (int i = 0; i < count; i++)
        if (cues[i].input.axes == PD_CHARACTER_CAMERA) return true;
    for (int i = 0; i < count; i++) {
        char at[64];
        snprintf(at, sizeof at, "/script/%d", i);
        good &= pd_api_idle_check(json_array_get(array, (size_t)i), idle, tables, at, p);
    }

    return good;
}

static bool read_cues(pd_api_script *out, const json_t *array, pd_api_pool *pool, pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    pd_character_cue before = {0};
    bool good = true;

    if (count > PD_CHARACTER_ROLLOUT_CUES)
        return pd_api_note(p, PD_ERR_LIMIT, "/script", "%zu entries; at most %d allowed", count,
                           PD_CHARACTER_ROLLOUT_CUES);
    pd_character_cue *cues = pd_api_pool_take(pool, count + 1, sizeof *cues);
    if (!cues) return pd_api_note(p, PD_ERR_MEMORY, "/script", "out of memory");
    for (size_t i = 0; i < count; i++) {
        char at[64];
        snprintf(at, sizeof at, "/script/%zu", i);
        good &= read_cue(&cues[i], &before, json_array_get(array, i), at, p);
        before = cues[i];
    }

    out->job.cues = cues;
    out->job.cue_count = (int)count;

    return good && check_cameras(array, cues, (int)count, p);
}

/* ---- paths ---- */

static bool read_path(pd_api_script *out, const json_t *object, const char *pointer, pd_api_pool *pool,
                      pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_follow_fields, NULL};
    pd_api_follow_values values = {0};
    pd_character_follow *follow = pd_api_pool_take(pool, 1, sizeof *follow);

    if (!follow) return pd_api_note(p, PD_ERR_MEMORY, pointer, "out of memory");
    if (!pd_api_fields_json(&values, object, tables, pointer, p)) return false;
    if (!pd_api_follow_read(follow, &values, pointer, p)) return false;
    out->job.follow = follow;

    const pd_api_idle idle[] = {{"space", true, "a stream session with other characters"},
                                {NULL, false, NULL}};
    return pd_api_idle_check(object, idle, tables, pointer, p);
}

/* ---- random ---- */

static bool make_random(pd_api_script *out, const pd_api_script_values *v, pd_api_pool *pool,
                        pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {random_fields, NULL};
    random_values values = {0};
    int room = pd_character_random_room(v->seconds);
    pd_character_cue *cues = pd_api_pool_take(pool, (size_t)room, sizeof *cues);

    if (!cues) return pd_api_note(p, PD_ERR_MEMORY, "/random", "out of memory");
    if (!pd_api_fields_json(&values, v->random, tables, "/random", p)) return false;
    out->job.cues = cues;
    out->job.cue_count = pd_character_random_cues(cues, room, (pd_character_random_kind)values.kind,
                                                  (uint64_t)v->seed, v->seconds);
    out->job.no_events = 1;

    return true;
}

/* ---- all of it ---- */

static bool read_orders(pd_api_script *out, const pd_api_script_values *v, pd_api_pool *pool,
                        pd_api_problems *p)
{
    if (!!v->script + !!v->pursue + !!v->follow + !!v->random > 1)
        return pd_api_note(p, PD_ERR_INVALID, "",
                           "more than one of script, pursue, follow and random given; only one allowed");
    if (v->pursue) return read_path(out, v->pursue, "/pursue", pool, p);
    if (v->follow) return read_path(out, v->follow, "/follow", pool, p);
    if (v->random) return make_random(out, v, pool, p);

    return read_cues(out, v->script, pool, p);
}

static bool read_betas(pd_api_script *out, const json_t *array, pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    double values[PD_RETARGET_MOTION_BETAS];

    if (!array) return true;
    if (count > PD_RETARGET_MOTION_BETAS)
        return pd_api_note(p, PD_ERR_RANGE, "/betas", "%zu numbers; 0 to %d allowed", count,
                           PD_RETARGET_MOTION_BETAS);
    if (!pd_api_doubles_read(values, array, (int)count, -PD_SMPL_BETA_MAX, PD_SMPL_BETA_MAX, "/betas", p))
        return false;
    for (size_t i = 0; i < count; i++) out->betas[i] = (float)values[i];
    out->beta_count = (int)count;
    pd_api_warn_betas(p, out->betas, out->beta_count, "/betas");

    return true;
}

bool pd_api_script_read(pd_api_script *out, const pd_api_script_values *v, double seconds_most,
                        pd_api_pool *pool, pd_api_problems *problems)
{
    bool good = true;

    memset(out, 0, sizeof *out);

    /* Read the models and the duration. */
    out->model = copy_text(pool, v->model);
    out->body = copy_text(pool, v->body);
    out->character = copy_text(pool, v->character);
    out->job.seconds = v->seconds;
    out->job.facing = v->facing;
    out->job.mode = (pd_pfnn_mode)v->mode;
    out->is_soft = v->soft;
    out->breathing = v->breathing;
    out->motion = (pd_api_motion)v->motion;
    if (v->seconds > seconds_most)
        return pd_api_note(problems, PD_ERR_LIMIT, "/seconds",
                           "%.10g; at most %.10g allowed (limits.rollout_seconds)", v->seconds, seconds_most);

    /* Read the person and the inputs. Continue after errors, so that all of them are reported together. */
    if (v->position)
        good &= pd_api_doubles_read(out->job.position, v->position, 2, -PD_ANIM_SCENE_MAX_SPAN,
                                    PD_ANIM_SCENE_MAX_SPAN, "/position", problems);
    good &= pd_api_person_read(&out->job.person, v->style, v->variation, problems);
    good &= read_betas(out, v->betas, problems);
    good &= pd_api_control_read(&out->control, v->control, "/control", problems);
    good &= read_orders(out, v, pool, problems);
    const pd_api_overlay_lists lists = {.reach = v->reach,
                                        .gaze = v->gaze,
                                        .sit = v->sit,
                                        .play = v->play,
                                        .faces = v->faces,
                                        .speech = v->speech,
                                        .feel = v->feel};
    good &= pd_api_overlays_read(&out->job, &out->plays, &out->faces, &out->speech, &out->feel, &lists, pool,
                                 problems);

    /* The scene: the name of one on the server, or a description. */
    if (json_is_string(v->scene)) {
        out->scene_id = copy_text(pool, json_string_value(v->scene));
    } else if (v->scene) {
        good &= pd_api_scene_read(&out->scene, &out->ground, v->scene, "/scene", problems);
        out->job.scene = &out->scene;
    }

    return good;
}

void pd_api_script_deinit(pd_api_script *script)
{
    pd_api_speech_cues_release(&script->speech);
    pd_api_play_cues_release(&script->plays);
    pd_anim_scene_deinit(&script->scene);
    script->job.scene = NULL;
}
