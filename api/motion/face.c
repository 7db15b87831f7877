/* Requests of face and hands: from JSON to goals. */
#include "api/motion/face.h"

#include "core/base/assert.h"
#include "core/motion/vrm_animation.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(pd_api_face_values, member)

/* "|relaxed|fist|..." from the poses' own table; the leading bar is skipped. */
#define HAND_POSE(id, name, ...) "|" name
static const char hand_poses[] = PD_SMPL_HAND_POSE_TABLE(HAND_POSE);

const pd_api_field pd_api_face_fields[] = {
    {.name = "blend_shapes",
     .type = PD_API_ANY,
     .offset = AT(blend_shapes),
     .schema =
         "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"minimum\":-2,\"maximum\":2}}",
     .example = "{\"mouthSmileLeft\":0.8,\"mouthSmileRight\":0.8,\"viseme_aa\":0.3}",
     .doc = "Expression weights by name, -2 to 2: the body's expression_names, such as ARKit's 52 blend "
            "shapes."},
    {.name = "left_hand",
     .type = PD_API_CHOICE,
     .offset = AT(left_hand),
     .choices = hand_poses + 1,
     .doc = "Left hand's pose by name; without it the hand is relaxed."},
    {.name = "right_hand",
     .type = PD_API_CHOICE,
     .offset = AT(right_hand),
     .choices = hand_poses + 1,
     .doc = "Right hand's pose by name; without it the hand is relaxed."},
    {.name = "seconds",
     .type = PD_API_NUMBER,
     .offset = AT(seconds),
     .min = 0,
     .max = PD_RETARGET_FACE_LONGEST,
     .preset = "0.15",
     .doc = "Duration in seconds of the change from the shown expression to the requested one."},
    {0},
};

const pd_api_face_values pd_api_face_preset = {
    .seconds = PD_RETARGET_FACE_SECONDS, .left_hand = -1, .right_hand = -1};

/* ---- requests ---- */

/* Adds one expression to the request. The body checks its name, when it is known. */
static bool read_expression(pd_retarget_face_request *face, const char *name, const json_t *weight,
                            const char *pointer, pd_api_problems *problems)
{
    const double least = -PD_SMPL_BLEND_SHAPE_MAX;
    const double most = PD_SMPL_BLEND_SHAPE_MAX;
    const double w = json_number_value(weight);
    char place[192];

    PD_ASSERT(face->shape_count < PD_RETARGET_FACE_SHAPES);
    pd_api_pointer_to(place, sizeof place, pointer, name);
    if (strlen(name) >= PD_RETARGET_FACE_NAME_BYTES)
        return pd_api_note(problems, PD_ERR_INVALID, place, "%zu bytes; at most %d allowed", strlen(name),
                           PD_RETARGET_FACE_NAME_BYTES - 1);
    if (!json_is_number(weight))
        return pd_api_note(problems, PD_ERR_INVALID, place, "%s; a number from %.10g to %.10g expected",
                           pd_api_json_kind(weight), least, most);
    if (!(w >= least && w <= most))
        return pd_api_note(problems, PD_ERR_RANGE, place, "%.10g; a number from %.10g to %.10g expected", w,
                           least, most);

    strcpy(face->shapes[face->shape_count].name, name);
    face->shapes[face->shape_count++].weight = (float)w;
    return true;
}

bool pd_api_face_read(pd_retarget_face_request *face, const pd_api_face_values *v, const char *pointer,
                      pd_api_problems *problems)
{
    const size_t count = json_object_size(v->blend_shapes);
    char place[96];
    const char *name;
    json_t *weight;

    /* Hands and duration; expressions may be left out. */
    *face = (pd_retarget_face_request){.hands = {v->left_hand, v->right_hand}, .seconds = v->seconds};
    if (!v->blend_shapes) return true;
    snprintf(place, sizeof place, "%s/blend_shapes", pointer);
    if (!json_is_object(v->blend_shapes))
        return pd_api_note(problems, PD_ERR_INVALID, place, "%s; an object of names and weights expected",
                           pd_api_json_kind(v->blend_shapes));
    if (count > PD_RETARGET_FACE_SHAPES)
        return pd_api_note(problems, PD_ERR_RANGE, place, "%zu names; at most %d allowed", count,
                           PD_RETARGET_FACE_SHAPES);

    /* Read each expression by its name. */
    bool good = true;
    json_object_foreach((json_t *)v->blend_shapes, name, weight) good &=
        read_expression(face, name, weight, place, problems);
    PD_ASSERT(!good || (size_t)face->shape_count == count);

    return good;
}

bool pd_api_face_cue_read(pd_api_face_cue *cue, const pd_api_face_values *v, const char *pointer,
                          pd_api_pool *pool, pd_api_problems *problems)
{
    pd_retarget_face_request request;

    if (!pd_api_face_read(&request, v, pointer, problems)) return false;
    pd_api_face_shape *shapes = pd_api_pool_take(pool, (size_t)request.shape_count + 1, sizeof *shapes);
    if (!shapes) return pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
    for (int i = 0; i < request.shape_count; i++) {
        strcpy(shapes[i].name, request.shapes[i].name);
        shapes[i].weight = request.shapes[i].weight;
    }

    *cue = (pd_api_face_cue){.seconds = request.seconds,
                             .hands = {request.hands[0], request.hands[1]},
                             .shape_count = request.shape_count,
                             .shapes = shapes};
    return true;
}

bool pd_api_face_has_shapes(const pd_api_face_cues *cues)
{
    for (int i = 0; i < cues->count; i++)
        if (cues->cues[i].shape_count) return true;
    return false;
}

/* ---- goals ---- */

/* Copies an entry to a request with room for all shapes. */
static void request_of(pd_retarget_face_request *out, const pd_api_face_cue *cue)
{
    PD_ASSERT(cue->shape_count <= PD_RETARGET_FACE_SHAPES);
    *out = (pd_retarget_face_request){
        .shape_count = cue->shape_count, .hands = {cue->hands[0], cue->hands[1]}, .seconds = cue->seconds};
    for (int i = 0; i < cue->shape_count; i++) {
        strcpy(out->shapes[i].name, cue->shapes[i].name);
        out->shapes[i].weight = cue->shapes[i].weight;
    }
}

#define WARNED 16 /* names of shapes that are warned of */

/* Names that have been warned of, each once. */
typedef struct warned {
    const char *names[WARNED];
    int count;
} warned;

/* Warns of a name that is left out. */
static void warn_unknown(warned *w, const char *name, int entry, const char *what, pd_api_problems *problems)
{
    char list[64], place[192];

    for (int i = 0; i < w->count; i++)
        if (!strcmp(w->names[i], name)) return;
    if (w->count == WARNED) return;
    w->names[w->count++] = name;
    snprintf(list, sizeof list, "/faces/%d/blend_shapes", entry);
    pd_api_pointer_to(place, sizeof place, list, name);
    pd_api_warn(problems, place, "not %s; left out", what);
}

/* Resolves the entries for a model or for a character's face. */
static bool resolve_figure(pd_retarget_face_goal *body, pd_retarget_own_goal *own,
                           const pd_api_face_cues *cues, const pd_smpl_model *model,
                           const pd_retarget_own_face *face, pd_api_problems *problems)
{
    pd_retarget_face_unknown unknown;
    pd_retarget_face_request request;
    warned seen = {.count = 0};
    char at[32];

    for (int i = 0; i < cues->count; i++) {
        pd_error err = {0};
        request_of(&request, &cues->cues[i]);
        const pd_status status = body ? pd_retarget_face_goal_of(&body[i], &unknown, &request, model, &err)
                                      : pd_retarget_own_face_goal(&own[i], &unknown, &request, face, &err);
        snprintf(at, sizeof at, "/faces/%d", i);
        if (status != PD_OK) return pd_api_note_error(problems, at, &err);
        for (int k = 0; k < unknown.count; k++)
            warn_unknown(&seen, cues->cues[i].shapes[unknown.items[k]].name, i,
                         body ? "a shape of the body" : "a shape of the character", problems);
    }

    return true;
}

/* Returns the name as a constant if it is one of ARKit's, a viseme or an expression of VRM; NULL if not. */
static const char *known_name(const char *name)
{
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        if (!strcmp(name, pd_retarget_face_names[i])) return pd_retarget_face_names[i];
    for (int i = 0; i < PD_MOTION_VRM_PRESETS; i++)
        if (!strcmp(name, pd_motion_vrm_presets[i])) return pd_motion_vrm_presets[i];
    return NULL;
}

/* Lists the shapes that the entries move, in the order of their first use. Unknown names are left out with a
 * warning. names: memory for PD_MOTION_VRM_SHAPES. */
static bool list_names(const char **names, int *count, const pd_api_face_cues *cues, bool has_fingers,
                       pd_api_problems *problems)
{
    warned seen = {.count = 0};
    char at[64], place[192];

    *count = 0;
    for (int i = 0; i < cues->count; i++) {
        const pd_api_face_cue *cue = &cues->cues[i];
        int found = 0;
        for (int k = 0; k < cue->shape_count; k++) {
            const char *shape = cue->shapes[k].name;
            const char *name = known_name(shape);
            const bool is_silence = !strcmp(shape, PD_SMPL_SILENCE);
            found += name || is_silence;
            if (!name && !is_silence)
                warn_unknown(&seen, shape, i, "a shape of ARKit, a viseme or an expression of VRM", problems);
            int at_name = 0;
            while (name && at_name < *count && names[at_name] != name) at_name++;
            if (name && at_name == *count) names[(*count)++] = name;
            PD_ASSERT(*count <= PD_RETARGET_FACE_NAMES + PD_MOTION_VRM_PRESETS);
        }

        snprintf(at, sizeof at, "/faces/%d/blend_shapes", i);
        if (cue->shape_count && !found) {
            pd_api_pointer_to(place, sizeof place, at, cue->shapes[0].name);
            return pd_api_note(problems, PD_ERR_INVALID, place,
                               "unknown; a name of ARKit's blend shapes, a viseme (viseme_aa) or an "
                               "expression of VRM (happy) expected");
        }

        snprintf(at, sizeof at, "/faces/%d/%s", i, cue->hands[0] >= 0 ? "left_hand" : "right_hand");
        if (!has_fingers && (cue->hands[0] >= 0 || cue->hands[1] >= 0))
            return pd_api_note(problems, PD_ERR_INVALID, at,
                               "given; the skeleton of format json has no fingers; format vrma, or glb or "
                               "npz with a body that has them, such as person, expected");
    }

    return true;
}

/* Resolves the entries by name. */
static bool resolve_names(pd_api_face_goals *out, const pd_api_face_cues *cues, bool has_fingers,
                          pd_api_pool *pool, pd_api_problems *problems)
{
    const char **names = pd_api_pool_take(pool, PD_MOTION_VRM_SHAPES, sizeof *names);

    if (!names) return pd_api_note(problems, PD_ERR_MEMORY, "/faces", "out of memory");
    if (!list_names(names, &out->name_count, cues, has_fingers, problems)) return false;
    const size_t count = (size_t)out->name_count;
    float *named = pd_api_pool_take(pool, (size_t)cues->count * count + 1, sizeof *named);
    if (!named) return pd_api_note(problems, PD_ERR_MEMORY, "/faces", "out of memory");
    out->names = names;
    out->named = named;

    /* Hands, if an entry has one. */
    int(*hands)[2] = pd_api_pool_take(pool, (size_t)cues->count + 1, sizeof *hands);
    if (!hands) return pd_api_note(problems, PD_ERR_MEMORY, "/faces", "out of memory");
    for (int i = 0; i < cues->count; i++) {
        memcpy(hands[i], cues->cues[i].hands, sizeof hands[i]);
        if (hands[i][0] >= 0 || hands[i][1] >= 0) out->hands = (const int(*)[2])hands;
    }

    for (int i = 0; i < cues->count; i++)
        for (int k = 0; k < cues->cues[i].shape_count; k++) {
            const char *name = known_name(cues->cues[i].shapes[k].name);
            for (size_t n = 0; name && n < count; n++)
                if (names[n] == name) named[(size_t)i * count + n] = cues->cues[i].shapes[k].weight;
        }

    return true;
}

bool pd_api_face_resolve(pd_api_face_goals *out, const pd_api_face_cues *cues,
                         const pd_api_face_figure *figure, pd_api_pool *pool, pd_api_problems *problems)
{
    const pd_smpl_model *model = figure->model;
    const pd_retarget_own_face *face = figure->own;
    const size_t count = (size_t)cues->count;
    double *times = pd_api_pool_take(pool, 2 * count + 1, sizeof *times);

    *out = (pd_api_face_goals){.count = cues->count, .times = times, .seconds = times ? times + count : NULL};
    if (!times) return pd_api_note(problems, PD_ERR_MEMORY, "/faces", "out of memory");
    for (size_t i = 0; i < count; i++) {
        times[i] = cues->cues[i].time;
        times[count + i] = cues->cues[i].seconds;
    }

    if (!model && !face) return resolve_names(out, cues, figure->has_fingers, pool, problems);
    pd_retarget_face_goal *body = model ? pd_api_pool_take(pool, count + 1, sizeof *body) : NULL;
    pd_retarget_own_goal *own = model ? NULL : pd_api_pool_take(pool, count + 1, sizeof *own);
    if (!body && !own) return pd_api_note(problems, PD_ERR_MEMORY, "/faces", "out of memory");
    out->body = body;
    out->own = own;

    return resolve_figure(body, own, cues, model, face, problems);
}

int *pd_api_face_frames(const pd_api_face_goals *goals, double rate)
{
    int *frames = malloc(((size_t)goals->count + 1) * sizeof *frames);
    const double slack = 1e-6; /* frames: a time that is a frame's, apart from rounding */

    for (int i = 0; frames && i < goals->count; i++) frames[i] = (int)ceil(goals->times[i] * rate - slack);

    return frames;
}
