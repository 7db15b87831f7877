#include "api/motion/script.h"

#include "api/body/body.h"
#include "api/motion/control.h"
#include "api/motion/overlay.h"
#include "api/motion/person.h"
#include "core/pfnn/rollout/random_stick.h"

#include <math.h>
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

/* What an entry has beside its input. */
static const pd_api_field cue_fields[] = {
    {.name = "t",
     .type = PD_API_NUMBER,
     .offset = offsetof(cue_values, t),
     .min = 0,
     .max = PD_PFNN_ROLLOUT_SECONDS,
     .preset = "0",
     .doc = "Seconds from the start; entries stand in the order of their times."},
    {0},
};

static const pd_api_field random_fields[] = {
    {.name = "kind",
     .type = PD_API_CHOICE,
     .offset = offsetof(random_values, kind),
     .choices = "play|stick",
     .preset = "\"play\"",
     .doc = "play: what people do; stick: new directions, flips, spins and jumps at random."},
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
     .max = PD_PFNN_ROLLOUT_SECONDS,
     .preset = "10",
     .doc = "How long; limits.rollout_seconds bounds it too."},
    {.name = "seed",
     .type = PD_API_NUMBER,
     .offset = AT(seed),
     .min = 0,
     .max = 9007199254740991.0,
     .preset = "0",
     .doc = "Of random, a whole number."},
    {.name = "scene",
     .type = PD_API_ANY,
     .offset = AT(scene),
     .rows = pd_api_scene_fields,
     .example = "{\"ground\":{\"kind\":\"hills\",\"slope_deg\":25}}",
     .doc = "Ground, walls, areas, or the id of a scene that was put; without it flat and empty."},
    PD_API_POSITION_FIELD(AT(position), "Where it starts: x, z, metres."),
    PD_API_FACING_FIELD(AT(facing), "Which way: radians about +Y, 0 faces +Z, pi/2 faces +X."),
    PD_API_STYLE_FIELD(AT(style)),
    PD_API_VARIATION_FIELD(AT(variation),
                           "0: nothing of its own. Any other number is somebody: a mix of styles, a "
                           "pace, a rhythm of glances."),
    {.name = "script",
     .type = PD_API_OBJECTS,
     .offset = AT(script),
     .rows = pd_api_input_fields,
     .more = cue_fields,
     .example = "[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"},{\"t\":6,\"move\":[0,0]}]",
     .doc = "Orders: an input each, with a time t in seconds. A field holds until it is given again."},
    {.name = "pursue",
     .type = PD_API_OBJECT,
     .offset = AT(pursue),
     .rows = pd_api_follow_fields,
     .example = "{\"path\":[[0,0],[0,4],[4,4]],\"closed\":true,\"gait\":\"walk\"}",
     .doc = "In place of script: the stick points along a path."},
    {.name = "follow",
     .type = PD_API_OBJECT,
     .offset = AT(follow),
     .rows = pd_api_follow_fields,
     .example = "{\"path\":[[0,0],[0,6]],\"speed\":1.2}",
     .doc = "In place of script: the controller follows a path and stops at its end."},
    {.name = "random",
     .type = PD_API_OBJECT,
     .offset = AT(random),
     .rows = random_fields,
     .example = "{\"kind\":\"play\"}",
     .doc = "In place of script: orders by chance, from seed."},
    {.name = "reach",
     .type = PD_API_OBJECTS,
     .offset = AT(reach),
     .rows = pd_api_reach_fields,
     .more = pd_api_cue_fields,
     .example =
         "[{\"t\":2,\"joint\":\"right_hand\",\"target\":[-0.4,1.1,3]},{\"t\":3,\"joint\":\"right_hand\","
         "\"weight\":0}]",
     .doc = "Hands that reach, whatever moves the figure: the stream's message of that name, each with a "
            "time t."},
    {.name = "gaze",
     .type = PD_API_OBJECTS,
     .offset = AT(gaze),
     .rows = pd_api_gaze_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":1,\"point\":[0,1.5,4]},{\"t\":3}]",
     .doc = "Head and neck turn to points: as the stream's message look, each with a time t."},
    {.name = "sit",
     .type = PD_API_OBJECTS,
     .offset = AT(sit),
     .rows = pd_api_sit_fields,
     .more = pd_api_cue_fields,
     .example = "[{\"t\":1,\"seat\":[0,2],\"facing\":3.14},{\"t\":9}]",
     .doc = "Chairs: the figure goes there, turns and sits down, or stands up; the stream's message of that "
            "name, each with a time t."},
    {.name = "control",
     .type = PD_API_OBJECT,
     .offset = AT(control),
     .rows = pd_api_control_fields,
     .example = "{\"preset\":\"original\",\"walk_speed\":1.4}",
     .doc = "The controller's constants, for this motion."},
    {.name = "mode",
     .type = PD_API_CHOICE,
     .offset = AT(mode),
     .choices = "cubic|fast|linear|constant",
     .preset = "\"cubic\"",
     .doc = "How the network's weights are blended over the phase."},
    {.name = "body",
     .type = PD_API_TEXT,
     .offset = AT(body),
     .preset = "\"default\"",
     .example = "\"default\"",
     .doc = "Body model that moves, for glb and npz; \"none\": bare bones in glb."},
    {.name = "character",
     .type = PD_API_TEXT,
     .offset = AT(character),
     .example = "\"mine\"",
     .doc =
         "In place of body: the id of a character that was put (PUT /v1/characters/{id}), for glb and bvh."},
    PD_API_BETAS_FIELD(AT(betas), "Shape of the body."),
    PD_API_SOFT_FIELDS(AT(soft), AT(breathing), "glb (animated morphs) and npz (dmpls)"),
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

static int read_cue(pd_pfnn_cue *out, const pd_pfnn_cue *before, const json_t *object, const char *at,
                    pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {cue_fields, pd_api_input_fields, NULL};
    char place[224];
    *out = *before;
    cue_values values = {.input = pd_api_input_values_of(&before->input), .t = before->time};
    if (!pd_api_fields_json(&values, object, tables, at, p)) return 0;
    snprintf(place, sizeof place, "%s/t", at);
    if (values.t < before->time)
        return pd_api_note(p, PD_ERR_RANGE, place,
                           "%.10g; %g, the time of the entry before it, or more expected", values.t,
                           before->time);
    out->time = values.t;
    return pd_api_input_read(&out->input, &values.input, at, p);
}

/* A camera's direction in a script whose move and look are never measured in it. */
static bool check_cameras(const json_t *array, const pd_pfnn_cue *cues, int count, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_input_fields, NULL};
    const pd_api_idle idle[] = {{"camera_yaw", true, "axes camera"}, {NULL, false, NULL}};
    bool good = true;

    for (int i = 0; i < count; i++)
        if (cues[i].input.axes == PD_PFNN_CAMERA) return true;
    for (int i = 0; i < count; i++) {
        char at[64];
        snprintf(at, sizeof at, "/script/%d", i);
        good &= pd_api_idle_check(json_array_get(array, (size_t)i), idle, tables, at, p);
    }
    return good;
}

static int read_cues(pd_api_script *out, const json_t *array, pd_api_pool *pool, pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    pd_pfnn_cue before = {0};
    int good = 1;
    if (count > PD_PFNN_ROLLOUT_CUES)
        return pd_api_note(p, PD_ERR_LIMIT, "/script", "%zu entries; at most %d allowed", count,
                           PD_PFNN_ROLLOUT_CUES);
    pd_pfnn_cue *cues = pd_api_pool_take(pool, count + 1, sizeof *cues);
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

static int read_path(pd_api_script *out, const json_t *object, const char *pointer, pd_api_pool *pool,
                     pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_follow_fields, NULL};
    pd_api_follow_values values = {0};
    pd_pfnn_follow *follow = pd_api_pool_take(pool, 1, sizeof *follow);
    if (!follow) return pd_api_note(p, PD_ERR_MEMORY, pointer, "out of memory");
    if (!pd_api_fields_json(&values, object, tables, pointer, p)) return 0;
    if (!pd_api_follow_read(follow, &values, pointer, p)) return 0;
    out->job.follow = follow;

    const pd_api_idle idle[] = {{"space", true, "a stream session with other characters"},
                                {NULL, false, NULL}};
    return pd_api_idle_check(object, idle, tables, pointer, p);
}

/* ---- random ---- */

static int make_random(pd_api_script *out, const pd_api_script_values *v, pd_api_pool *pool,
                       pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {random_fields, NULL};
    random_values values = {0};
    int room = pd_pfnn_random_room(v->seconds);
    pd_pfnn_cue *cues = pd_api_pool_take(pool, (size_t)room, sizeof *cues);
    if (!cues) return pd_api_note(p, PD_ERR_MEMORY, "/random", "out of memory");
    if (!pd_api_fields_json(&values, v->random, tables, "/random", p)) return 0;
    out->job.cues = cues;
    out->job.cue_count =
        pd_pfnn_random_cues(cues, room, (pd_pfnn_random_kind)values.kind, (uint64_t)v->seed, v->seconds);
    out->job.no_events = 1;
    return 1;
}

/* ---- all of it ---- */

static int read_orders(pd_api_script *out, const pd_api_script_values *v, pd_api_pool *pool,
                       pd_api_problems *p)
{
    if (!!v->script + !!v->pursue + !!v->follow + !!v->random > 1)
        return pd_api_note(p, PD_ERR_INVALID, "",
                           "more than one of script, pursue, follow, random; give one");
    if (v->pursue) return read_path(out, v->pursue, "/pursue", pool, p);
    if (v->follow) return read_path(out, v->follow, "/follow", pool, p);
    if (v->random) return make_random(out, v, pool, p);
    return read_cues(out, v->script, pool, p);
}

static int read_betas(pd_api_script *out, const json_t *array, pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    double values[PD_RETARGET_MOTION_BETAS];
    if (!array) return 1;
    if (count > PD_RETARGET_MOTION_BETAS)
        return pd_api_note(p, PD_ERR_RANGE, "/betas", "%zu numbers; 0 to %d allowed", count,
                           PD_RETARGET_MOTION_BETAS);
    if (!pd_api_doubles_read(values, array, (int)count, -PD_SMPL_BETA_MAX, PD_SMPL_BETA_MAX, "/betas", p))
        return 0;
    for (size_t i = 0; i < count; i++) out->betas[i] = (float)values[i];
    out->beta_count = (int)count;
    pd_api_warn_betas(p, out->betas, out->beta_count, "/betas");
    return 1;
}

int pd_api_script_read(pd_api_script *out, const pd_api_script_values *v, double seconds_most,
                       pd_api_pool *pool, pd_api_problems *problems)
{
    int good = 1;
    memset(out, 0, sizeof *out);
    out->model = copy_text(pool, v->model);
    out->body = copy_text(pool, v->body);
    out->character = copy_text(pool, v->character);
    out->job.seconds = v->seconds;
    out->job.facing = v->facing;
    out->job.mode = (pd_pfnn_mode)v->mode;
    out->is_soft = v->soft, out->breathing = v->breathing;
    out->motion = (pd_api_motion)v->motion;
    if (v->seconds > seconds_most)
        return pd_api_note(problems, PD_ERR_LIMIT, "/seconds",
                           "%.10g; at most %.10g allowed (limits.rollout_seconds)", v->seconds, seconds_most);
    if (v->position)
        good &= pd_api_doubles_read(out->job.position, v->position, 2, -PD_ANIM_SCENE_MAX_SPAN,
                                    PD_ANIM_SCENE_MAX_SPAN, "/position", problems);
    good &= pd_api_person_read(&out->job.person, v->style, v->variation, problems);
    good &= read_betas(out, v->betas, problems);
    good &= pd_api_control_read(&out->control, v->control, "/control", problems);
    good &= read_orders(out, v, pool, problems);
    good &= pd_api_reaches_read(&out->job, v->reach, pool, problems);
    good &= pd_api_sits_read(&out->job, v->sit, pool, problems);
    good &= pd_api_gazes_read(&out->job, v->gaze, pool, problems);
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
    pd_anim_scene_deinit(&script->scene);
    script->job.scene = NULL;
}
