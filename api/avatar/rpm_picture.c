/* What the parameters are for a picture. */
#include "api/avatar/rpm.h"
#include "core/io/json/json_blocks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTRAIT, FULLBODY, FIT }; /* cameras */

/* X(name, what the picture shows, transparent background): values of the older parameter scene. */
#define SCENE_TABLE(X)                                                                                       \
    X("fullbody-portrait-v1", "head", false)                                                                 \
    X("fullbody-portrait-v1-transparent", "head", true)                                                      \
    X("halfbody-portrait-v1", "head", false)                                                                 \
    X("halfbody-portrait-v1-transparent", "head", true)                                                      \
    X("fullbody-posture-v1-transparent", "full", true)
#define SCENE_CHOICE(name, view, is_clear) "|" name
const char pd_api_rpm_scenes[] = SCENE_TABLE(SCENE_CHOICE);
static const struct {
    const char *view;
    bool is_clear;
} scenes[] = {
#define SCENE_ROW(name, view, is_clear) {view, is_clear},
    SCENE_TABLE(SCENE_ROW)
#undef SCENE_ROW
};

/* Faces by name: weights of ARKit's shapes. The closed service published names alone; the weights were set by
 * eye on rendered people. */
#define WEIGHTS_MOST 12
static const struct {
    const char *name;
    struct {
        const char *shape;
        double weight;
    } weights[WEIGHTS_MOST];
} expressions[] = {
    /* in the order of PD_API_RPM_EXPRESSIONS */
    {"happy",
     {{"mouthSmileLeft", 0.75},
      {"mouthSmileRight", 0.75},
      {"cheekSquintLeft", 0.5},
      {"cheekSquintRight", 0.5},
      {"eyeSquintLeft", 0.25},
      {"eyeSquintRight", 0.25},
      {"browInnerUp", 0.2}}},
    {"lol",
     {{"jawOpen", 0.45},
      {"mouthSmileLeft", 0.9},
      {"mouthSmileRight", 0.9},
      {"cheekSquintLeft", 0.8},
      {"cheekSquintRight", 0.8},
      {"eyeBlinkLeft", 0.75},
      {"eyeBlinkRight", 0.75},
      {"browInnerUp", 0.4},
      {"browOuterUpLeft", 0.3},
      {"browOuterUpRight", 0.3}}},
    {"sad",
     {{"mouthFrownLeft", 0.8},
      {"mouthFrownRight", 0.8},
      {"browInnerUp", 0.8},
      {"mouthShrugLower", 0.4},
      {"eyeSquintLeft", 0.2},
      {"eyeSquintRight", 0.2},
      {"eyeLookDownLeft", 0.3},
      {"eyeLookDownRight", 0.3}}},
    {"scared",
     {{"eyeWideLeft", 0.9},
      {"eyeWideRight", 0.9},
      {"browInnerUp", 0.9},
      {"browOuterUpLeft", 0.4},
      {"browOuterUpRight", 0.4},
      {"mouthStretchLeft", 0.6},
      {"mouthStretchRight", 0.6},
      {"jawOpen", 0.2}}},
    {"rage",
     {{"browDownLeft", 1},
      {"browDownRight", 1},
      {"noseSneerLeft", 0.8},
      {"noseSneerRight", 0.8},
      {"eyeSquintLeft", 0.5},
      {"eyeSquintRight", 0.5},
      {"mouthFrownLeft", 0.4},
      {"mouthFrownRight", 0.4},
      {"jawOpen", 0.2},
      {"mouthUpperUpLeft", 0.5},
      {"mouthUpperUpRight", 0.5}}},
};
/* Reads "144,89,156" and writes it as the portrait route has it. */
static bool put_background(pd_buffer *out, const char *text, pd_api_problems *problems)
{
    unsigned rgb[3];
    char rest;

    if (sscanf(text, "%3u,%3u,%3u%c", &rgb[0], &rgb[1], &rgb[2], &rest) != 3 || rgb[0] > 255 ||
        rgb[1] > 255 || rgb[2] > 255)
        return pd_api_note(problems, PD_ERR_INVALID, "/background",
                           "\"%.32s\"; red, green and blue from 0 to 255 with commas between expected", text);
    pd_buffer_printf(out, "&background=%02x%02x%02x", rgb[0], rgb[1], rgb[2]);

    return true;
}

bool pd_api_rpm_portrait_query(pd_buffer *out, const pd_api_rpm_values *v, pd_api_problems *problems)
{
    static const char *const stances[] = {"standing", "relaxed", "power-stance", "thumbs-up"};
    static const char *const views[] = {[PORTRAIT] = "head", [FULLBODY] = "full", [FIT] = "full"};
    bool good = true;

    /* What the picture shows, and before what. */
    const char *view = v->scene >= 0 ? scenes[v->scene].view : views[PORTRAIT];
    if (v->camera >= 0) view = views[v->camera];
    pd_buffer_printf(out, "view=%s", view);
    if (v->background)
        good = put_background(out, v->background, problems);
    else if (v->scene < 0 || scenes[v->scene].is_clear)
        pd_buffer_text(out, "&background=none");
    if (v->size) pd_buffer_printf(out, "&size=%d", v->size);
    if (v->pose >= PD_API_RPM_REST_POSES)
        pd_buffer_printf(out, "&stance=%s", stances[v->pose - PD_API_RPM_REST_POSES]);

    /* The face. */
    for (int i = 0; v->expression >= 0 && i < WEIGHTS_MOST; i++) {
        const char *shape = expressions[v->expression].weights[i].shape;
        if (shape)
            good =
                pd_api_rpm_add_weight(v->blend_shapes, shape, expressions[v->expression].weights[i].weight) &&
                good;
    }

    if (!json_object_size(v->blend_shapes)) return good;
    char *dumped = json_dumps(v->blend_shapes, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(6));
    pd_buffer_text(out, "&blend_shapes=");
    if (dumped) pd_api_percent_encode(out, dumped);
    good = good && dumped;
    pd_json_text_free(dumped);

    return good || pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");
}
