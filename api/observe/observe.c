#include "api/observe/observe.h"

#include "api/body/body.h"
#include "api/observe/keypoints.h"
#include "api/observe/orientations.h"
#include "api/observe/observe_run.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINTS_NOISE   0.001 /* metres */
#define VERTICES_NOISE 0.001
#define OUTSIDE_LEAST                                                                                        \
    3 /* points outside of a picture, as a number and a share of all, that show that its size is wrong */
#define OUTSIDE_PART 0.1
#define ROBUST       0.2 /* r in a picture: share of the larger side of the observations' bounding box */
#define MOST_PARTS   64  /* largest number of parts of a place that the request defines */
#define LARGEST_SET  96  /* keypoints */

/* ---- fields */

typedef struct keypoint_values {
    const json_t *set, *points, *confidence, *views;
    double noise;
} keypoint_values;

typedef struct view_values {
    const json_t *camera, *points, *confidence;
} view_values;

#define PICTURE_SCHEMA                                                                                       \
    "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"anyOf\":[" PD_API_ROWS_OF(                                 \
        "2") ",{\"type\":\"null\"}]}},{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":"             \
             "[" PD_API_ROWS_OF("2") ",{\"type\":\"null\"}]}}]}"

static const pd_api_field view_fields[] = {
    {.name = "camera",
     .type = PD_API_OBJECT,
     .offset = offsetof(view_values, camera),
     .rows = pd_api_camera_fields,
     .example = "{\"fx\":1000,\"cx\":500,\"cy\":500,\"rotation\":[[1,0,0],[0,-1,0],[0,0,-1]]}",
     .doc = "Camera of the view, with its rotation."},
    {.name = "points",
     .type = PD_API_ANY,
     .offset = offsetof(view_values, points),
     .schema = PICTURE_SCHEMA,
     .example = "{\"left_wrist\":[312,410],...}",
     .doc = "Keypoints that the view shows, in the set's order or by name: [x, y] in pixels; null where not "
            "seen."},
    {.name = "confidence",
     .type = PD_API_ANY,
     .offset = offsetof(view_values, confidence),
     .schema = PD_API_CONFIDENCE_SCHEMA,
     .example = "[0.9,...]",
     .doc = "Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones "
            "are 1."},
    {0},
};

static const pd_api_field keypoint_fields[] = {
    {.name = "set",
     .type = PD_API_ANY,
     .offset = offsetof(keypoint_values, set),
     .schema =
         "{\"anyOf\":[{\"type\":\"string\",\"enum\":[\"coco17\",\"openpose25\",\"mediapipe33\",\"h36m17\","
         "\"sam3d70\",\"webxr83\",\"openxr70\",\"openxr84\"]},{"
         "\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\",\"properties\":{\"joints\":{"
         "\"type\":"
         "\"object\",\"additionalProperties\":{\"type\":\"number\"}},\"vertices\":{\"type\":\"object\","
         "\"additionalProperties\":{\"type\":\"number\"}}},\"additionalProperties\":false}}]}",
     .example = "\"coco17\"",
     .doc = "Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, webxr83, openxr70 or "
            "openxr84; or the caller's own set as an object, "
            "{\"name\":{\"joints\":{\"left_wrist\":0.5},\"vertices\":{\"2319\":0.5}}}, with weights of "
            "joints by name and of vertices by index."},
    {.name = "points",
     .type = PD_API_ANY,
     .offset = offsetof(keypoint_values, points),
     .schema = "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"array\",\"items\":{"
               "\"type\":\"number\"}"
               ",\"minItems\":2,\"maxItems\":3},{\"type\":\"null\"}]}},{\"type\":\"object\","
               "\"additionalProperties\":{"
               "\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":2,\"maxItems\":3}"
               ",{\"type\":"
               "\"null\"}]}}]}",
     .example = "{\"left_wrist\":[312,410],...}",
     .doc = "Keypoints in the set's order or by name: [x, y] in pixels, x to the right and y down, or [x, y, "
            "z] in metres; null where not seen."},
    {.name = "confidence",
     .type = PD_API_ANY,
     .offset = offsetof(keypoint_values, confidence),
     .schema = PD_API_CONFIDENCE_SCHEMA,
     .example = "[0.9,...]",
     .doc = "Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones "
            "are 1."},
    {.name = "views",
     .type = PD_API_OBJECTS,
     .offset = offsetof(keypoint_values, views),
     .rows = view_fields,
     .example = "[{\"camera\":{\"fx\":1000,...},\"points\":[[612,410],...]},...]",
     .doc = "Views of 2 to 16 cameras of the same moment, instead of points. The poses of the cameras have "
            "to be known; POST /v1/jobs calibrates unknown ones from a take."},
    {.name = "noise",
     .type = PD_API_NUMBER,
     .offset = offsetof(keypoint_values, noise),
     .min = 1e-4,
     .max = 1000,
     .doc = "Noise of the points, one standard deviation: by default 3 in pixels, or 0.01 in metres."},
    {0},
};

typedef struct vertex_values {
    const json_t *index, *points;
    double noise;
} vertex_values;

static const pd_api_field vertex_fields[] = {
    {.name = "index",
     .type = PD_API_NUMBERS,
     .offset = offsetof(vertex_values, index),
     .min = 0,
     .max = PD_SMPL_MAX_VERTICES,
     .example = "[881,5054]",
     .doc = "Indices of vertices of the model."},
    {.name = "points",
     .type = PD_API_NUMBERS,
     .offset = offsetof(vertex_values, points),
     .min = -PD_OBSERVE_LARGEST_METRES,
     .max = PD_OBSERVE_LARGEST_METRES,
     .schema = PD_API_LIST_OF_ROWS("3"),
     .example = "[[0,0.8,0.04],[0,0.65,0.15]]",
     .doc = "Observed positions of the vertices in metres: x, y, z each."},
    {.name = "noise",
     .type = PD_API_NUMBER,
     .offset = offsetof(vertex_values, noise),
     .min = 1e-5,
     .max = 10,
     .preset = "0.001",
     .doc = "Noise of the observed vertices in metres, one standard deviation."},
    {0},
};

typedef struct start_values {
    pd_api_body_values body; /* first: pd_api_rotations_read takes it */
    double scale;
} start_values;

static const pd_api_field start_fields[] = {
    PD_API_BETAS_FIELD(offsetof(start_values, body.betas),
                       "Shape coefficients with which the search starts, or which are kept with keep_betas; "
                       "in standard deviations."),
    PD_API_POSE_FIELD(offsetof(start_values, body.pose),
                      "Start pose: one axis-angle per joint in radians, local to the parent."),
    PD_API_QUATERNIONS_FIELD(
        offsetof(start_values, body.quaternions),
        "Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent."),
    PD_API_ROTATIONS_FIELD(
        offsetof(start_values, body.rotations),
        "Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent."),
    PD_API_TRANSLATION_FIELD(offsetof(start_values, body.translation),
                             "Start translation of the body in metres: x, y, z."),
    {.name = "scale",
     .type = PD_API_NUMBER,
     .offset = offsetof(start_values, scale),
     .min = 1e-6,
     .max = 1e6,
     .doc = "Scale from the body to the observed points, applied before the translation: 100 for points in "
            "centimetres. When absent it is 1, or with fit_scale it is found from the points."},
    {0},
};

static const pd_api_field weight_fields[] = {
#define WEIGHT_ROW(id, label, text)                                                                          \
    {.name = #label,                                                                                         \
     .type = PD_API_NUMBER,                                                                                  \
     .offset = PD_OBSERVE_TERM_##id * sizeof(double),                                                        \
     .min = 0,                                                                                               \
     .max = 1e6,                                                                                             \
     .preset = "1",                                                                                          \
     .doc = "Weight of the term `" #label "` of the cost: " text "; 0 leaves the term out."},
    PD_OBSERVE_TERM_TABLE(WEIGHT_ROW)
#undef WEIGHT_ROW
        {0},
};

typedef struct observe_values {
    const json_t *joints, *keypoints, *vertices, *orientations, *camera, *start, *weights, *twists, *crowd;
    double joints_noise, floor, robust;
    int keep_betas, fit_scale, solver;
} observe_values;

const pd_api_field pd_api_observe_fields[] = {
    {.name = "joints",
     .type = PD_API_ANY,
     .offset = offsetof(observe_values, joints),
     .schema = "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"anyOf\":[" PD_API_ROWS_OF(
         "3") ",{\"type\":\"null\"}]}},{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":"
              "[" PD_API_ROWS_OF("3") ",{"
                                      "\"type\":"
                                      "\"null\"}"
                                      "]}}]}",
     .example = "{\"left_knee\":[0.1,-0.4,0],\"left_ankle\":[0.1,-0.8,0],\"left_hip\":[0.1,0,0.1]}",
     .doc = "Observed joint positions in metres (or in any unit with fit_scale), by name, or one row per "
            "joint in the model's order; null where not seen."},
    {.name = "joints_noise",
     .type = PD_API_NUMBER,
     .offset = offsetof(observe_values, joints_noise),
     .min = 1e-5,
     .max = 10,
     .preset = "0.001",
     .doc = "Noise of the observed joint positions in metres of the body, one standard deviation."},
    {.name = "keypoints",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, keypoints),
     .rows = keypoint_fields,
     .example = "{\"set\":\"coco17\",\"points\":{\"left_wrist\":[612,410],\"nose\":[500,180]},\"noise\":3}",
     .doc = "Keypoints that a detector found, in a picture or in space."},
    {.name = "vertices",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, vertices),
     .rows = vertex_fields,
     .example = "{\"index\":[881],\"points\":[[0,0.8,0.04]]}",
     .doc = "Observed positions of single vertices of the mesh."},
    {.name = "orientations",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, orientations),
     .rows = pd_api_orientation_fields,
     .example = "{\"sensors\":{\"pelvis\":[0,0,0,1],\"left_elbow\":[0,0,-0.38,0.92]}}",
     .doc = "Orientations that inertial sensors measured. Alone they determine the pose, and neither shape "
            "nor position."},
    {.name = "crowd",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, crowd),
     .rows = pd_api_crowd_moment_fields,
     .example = "{\"set\":\"coco17\",\"views\":[{\"camera\":{\"fx\":1000,...},\"figures\":[[[612,410],...],.."
                ".]},...]}",
     .doc = "Several people in the pictures of one or several cameras, not yet assigned to each other, "
            "instead of the other observations. The reply has `people`: at most 16, those seen in the most "
            "views first."},
    {.name = "camera",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, camera),
     .rows = pd_api_camera_fields,
     .example = "{\"fx\":1000,\"cx\":500,\"cy\":500}",
     .doc = "Camera of the picture; required with points of two numbers."},
    {.name = "start",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, start),
     .rows = start_fields,
     .example = "{\"betas\":[0.5,-1],\"pose\":[0,0.1,0,...],\"translation\":[0,0.9,0]}",
     .doc = "Start of the search, such as the fit of the previous frame. Without a pose in it, the search "
            "starts as if there were no start."},
    {.name = "keep_betas",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(observe_values, keep_betas),
     .preset = "false",
     .doc = "True keeps the betas of `start` unchanged, for a person whose shape is known."},
    {.name = "fit_scale",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(observe_values, fit_scale),
     .preset = "false",
     .doc = "True finds the unit of the points: their scale is fitted and returned. The noise fields and "
            "`robust` are still in metres of the body."},
    {.name = "solver",
     .type = PD_API_CHOICE,
     .offset = offsetof(observe_values, solver),
     .choices = "likely|hybrik",
     .preset = "\"likely\"",
     .doc = "Solver of the fit: likely (the most probable body) or hybrik (a closed form from the positions "
            "of all joints, with betas from the bone lengths; docs/guide/fit.md)."},
    {.name = "twists",
     .type = PD_API_NUMBERS,
     .offset = offsetof(observe_values, twists),
     .min = -6.3,
     .max = 6.3,
     .example = "[0,0.1,-0.1,...]",
     .doc = "Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only for "
            "solver hybrik."},
    {.name = "floor",
     .type = PD_API_NUMBER,
     .offset = offsetof(observe_values, floor),
     .min = -PD_OBSERVE_LARGEST_FLOOR,
     .max = PD_OBSERVE_LARGEST_FLOOR,
     .doc = "Height in metres of the floor on which the lowest heel or toe stands; without it there is no "
            "floor."},
    {.name = "robust",
     .type = PD_API_NUMBER,
     .offset = offsetof(observe_values, robust),
     .min = 0,
     .max = 1e6,
     .doc = "Distance from which a point counts as an outlier (Geman-McClure), in pixels, or in metres of "
            "the body for points in space; 0: no point is an outlier. When absent: a fifth of the figure's "
            "size in a picture; no outliers in space."},
    {.name = "weights",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, weights),
     .rows = weight_fields,
     .example = "{\"pose\":0.5,\"ranges\":0}",
     .doc = "Weights of the terms of the cost, for experiments."},
    {0},
};

/* ---- what is seen */

/* Allocates the lists of observations for at most `room` of them. */
static bool take_room(pd_api_observe *own, int room)
{
    own->room = room;
    own->seen = pd_api_pool_take(own->pool, (size_t)room, sizeof *own->seen);
    own->names = pd_api_pool_take(own->pool, (size_t)room, sizeof *own->names);
    own->parts = pd_api_pool_take(own->pool, (size_t)room, sizeof *own->parts);
    return own->seen && own->names && own->parts;
}

/* Appends an observation of one joint or vertex; the caller changes it into anything else. */
static pd_observe_seen *add_seen(pd_api_observe *own, const char *kind, const char *name, const char *place)
{
    PD_ASSERT(own->count >= 0 && own->count < own->room);
    const int i = own->count++;
    pd_observe_seen *s = &own->seen[i];

    *s = (pd_observe_seen){.parts = own->parts[i], .part_count = 1, .mirror = i, .confidence = 1};
    own->names[i] = (pd_api_observe_name){.kind = kind, .name = name};
    snprintf(own->names[i].place, sizeof own->names[i].place, "%s", place);
    return s;
}

/* Reads the observed position of one joint. */
static bool read_joint(pd_api_observe *own, int joint, const json_t *row, double noise, const char *at)
{
    PD_ASSERT(joint >= 0 && joint < own->model->joint_count);
    double x[3];
    const int count = pd_api_point_read(x, row, 3, at, own->problems);
    if (count < 0) return false;

    pd_observe_seen *s = add_seen(own, "joint", own->model->data.joint_names[joint], at);
    own->parts[own->count - 1][0] = (pd_observe_part){false, joint, 1};
    memcpy(s->at, x, sizeof x);
    s->confidence = count > 0;
    s->sigma = noise;
    return true;
}

/* Notes an unknown joint name, with the nearest known one. Returns false. */
static bool note_unknown_joint(pd_api_observe *own, const char *at, const char *name)
{
    char hint[PD_API_HINT_BYTES];
    pd_edit_distance_search search = pd_edit_distance_begin(name);

    for (int k = 0; k < own->model->joint_count && !pd_api_problems_full(own->problems); k++)
        pd_edit_distance_offer(&search, own->model->data.joint_names[k]);
    pd_api_hint(hint, &search);
    return pd_api_note(own->problems, PD_ERR_INVALID, at, "no joint \"%.40s\"%s", name, hint);
}

/* Finds the observation of the opposite side for each observed joint. */
static void pair_joints(pd_api_observe *own, int first)
{
    for (int i = first; i < own->count; i++)
        for (int k = first; k < own->count; k++)
            if (own->parts[k][0].index == pd_observe_joint_mirror(own->model, own->parts[i][0].index))
                own->seen[i].mirror = k;
}

/* Reads observed joints: an object by name, or one row for each joint. */
static bool read_joints(pd_api_observe *own, const json_t *joints, double noise)
{
    const int first = own->count, all = own->model->joint_count;
    bool good = true;
    char at[160];

    if (json_is_array(joints)) {
        const size_t rows = json_array_size(joints);
        if (rows != (size_t)all)
            return pd_api_note(own->problems, PD_ERR_RANGE, "/observations/joints",
                               "%zu rows; %d expected (one per joint; null where not seen)", rows, all);
        for (int k = 0; k < all; k++) {
            snprintf(at, sizeof at, "/observations/joints/%d", k);
            good &= read_joint(own, k, json_array_get(joints, (size_t)k), noise, at);
        }
    } else if (json_is_object(joints)) {
        const char *name;
        json_t *row;
        json_object_foreach((json_t *)(uintptr_t)joints, name, row)
        {
            const int joint = pd_smpl_joint_find(&own->model->data, name);
            snprintf(at, sizeof at, "/observations/joints/%.64s", name);
            good &= joint < 0 ? note_unknown_joint(own, at, name) : read_joint(own, joint, row, noise, at);
        }
    } else {
        return pd_api_note(own->problems, PD_ERR_INVALID, "/observations/joints",
                           "neither an object nor an array; an object of joints by name, or an array with "
                           "one row per joint expected");
    }
    pair_joints(own, first);
    return good;
}

/* ---- keypoints */

/* Reads a keypoint that the caller defined: weights of joints by name and of vertices by number, scaled to sum to 1. */
static bool read_own_place(pd_api_observe *own, pd_observe_seen *s, const json_t *definition, const char *at)
{
    static const char *const kinds[] = {"joints", "vertices"};
    pd_observe_part *parts = pd_api_pool_take(own->pool, MOST_PARTS, sizeof *parts);
    const char *name;
    json_t *value;
    double sum = 0;
    int count = 0;

    if (!parts) return pd_api_note(own->problems, PD_ERR_MEMORY, at, "out of memory");
    if (!json_is_object(definition))
        return pd_api_note(own->problems, PD_ERR_INVALID, at, "%s; an object expected",
                           pd_api_json_kind(definition));

    /* Only the two kinds of parts are allowed. */
    json_object_foreach((json_t *)(uintptr_t)definition, name, value)
    {
        if ((strcmp(name, kinds[0]) && strcmp(name, kinds[1])) || !json_is_object(value))
            return pd_api_note(
                own->problems, PD_ERR_INVALID, at,
                "\"%.32s\"; {\"joints\":{name:weight}} and {\"vertices\":{number:weight}} allowed", name);
    }

    /* Read joints, then vertices. */
    for (int kind = 0; kind < 2; kind++) {
        json_object_foreach(json_object_get(definition, kinds[kind]), name, value)
        {
            char *end = NULL;
            const long number = kind ? strtol(name, &end, 10) : pd_smpl_joint_find(&own->model->data, name);
            const double weight = json_number_value(value);
            if (kind && (!*name || *end || number < 0 || number >= own->model->vertex_count))
                return pd_api_note(own->problems, PD_ERR_RANGE, at, "vertex \"%.32s\"; 0 to %d allowed", name,
                                   own->model->vertex_count - 1);
            if (number < 0) return note_unknown_joint(own, at, name);
            if (!json_is_number(value) || !(weight > 0 && weight <= 1e6))
                return pd_api_note(own->problems, PD_ERR_RANGE, at,
                                   "weight of \"%.32s\"; above 0 to 1e6 allowed", name);
            if (count == MOST_PARTS)
                return pd_api_note(own->problems, PD_ERR_LIMIT, at, "more than %d joints and vertices",
                                   MOST_PARTS);
            parts[count++] = (pd_observe_part){kind == 1, (int)number, weight};
            sum += weight;
        }
    }
    if (!count)
        return pd_api_note(own->problems, PD_ERR_INVALID, at, "no joint or vertex; at least one expected");

    for (int i = 0; i < count; i++) parts[i].weight /= sum;
    s->parts = parts, s->part_count = count;
    return true;
}

/* Reads one place: its parts, its point and its confidence. where: pointer of the object with points and confidence. */
static bool read_keypoint(pd_api_observe *own, const keypoint_values *v, const pd_observe_set *set, int i,
                          const char *name, const json_t *definition, const char *where)
{
    PD_ASSERT(i >= 0);
    const json_t *row = pd_api_element_of(v->points, i, name);
    char at[160];
    double x[3];

    snprintf(at, sizeof at, "%s/points/%d", where, i);
    if (!json_is_array(v->points)) snprintf(at, sizeof at, "%s/points/%.64s", where, name);
    const int count = row ? pd_api_point_read(x, row, 2, at, own->problems) : 0;
    if (count < 0) return false;

    /* Two numbers are a point in the picture, three a point in space. */
    pd_observe_seen *s = add_seen(own, "keypoint", name, at);
    if (count > 0) memcpy(s->at, x, sizeof x);
    s->in_picture = count == 2;
    s->confidence = count > 0;
    s->sigma = v->noise > 0 ? v->noise : count == 2 ? PD_OBSERVE_PICTURE_NOISE : PD_OBSERVE_SPACE_NOISE;

    /* Find the place on the body. */
    if (definition) {
        snprintf(at, sizeof at, "/observations/keypoints/set/%.64s", name);
        if (!read_own_place(own, s, definition, at)) return false;
    } else {
        s->part_count = pd_observe_place(own->parts[own->count - 1], own->model, set->keypoints[i].place);
        if (!s->part_count) { /* For example a finger on a model without fingers. */
            s->confidence = 0;
            return true;
        }
    }

    /* The confidence counts only for points that were seen. */
    double c = s->confidence;
    snprintf(at, sizeof at, "%s/confidence/%d", where, i);
    if (!pd_api_confidence_read(&c, pd_api_element_of(v->confidence, i, name), at, own->problems))
        return false;
    if (s->confidence > 0) s->confidence = c;
    return true;
}

/* Reports keypoints that the model has no place for: a warning if enough are left, otherwise an error, since the skeleton is another one. */
static bool note_missing(pd_api_observe *own, const pd_observe_set *set, int first)
{
    PD_ASSERT(first >= 0);
    int missing = 0, one = 0;

    for (int i = 0; i < set->count; i++)
        if (!own->seen[first + i].part_count) missing++, one = i;
    if (set->count - missing < PD_OBSERVE_LEAST_PLACES)
        return pd_api_note(own->problems, PD_ERR_UNSUPPORTED, "/observations/keypoints/set",
                           "the model has only %d of the set's %d keypoints (not \"%s\", for example); a "
                           "model with at least %d expected, such as one with SMPL's joint names",
                           set->count - missing, set->count, set->keypoints[one].name,
                           PD_OBSERVE_LEAST_PLACES);
    if (missing)
        pd_api_warn(own->problems, "/observations/keypoints",
                    "the model lacks %d of the %d keypoints, such as \"%s\"; they are left out", missing,
                    set->count, set->keypoints[one].name);
    return true;
}

/* Reads the points and confidences of a set, and notes which keypoints mirror each other. */
static bool read_set(pd_api_observe *own, const keypoint_values *v, const pd_observe_set *set,
                     const char *where)
{
    const int first = own->count;
    char at[96];
    bool good = true;

    snprintf(at, sizeof at, "%s/points", where);
    if (!pd_api_elements_check(v->points, set, NULL, at, own->problems)) return false;
    snprintf(at, sizeof at, "%s/confidence", where);
    if (v->confidence && !pd_api_elements_check(v->confidence, set, NULL, at, own->problems)) return false;
    for (int i = 0; i < set->count; i++)
        good &= read_keypoint(own, v, set, i, set->keypoints[i].name, NULL, where);
    for (int i = 0; i < set->count && good; i++)
        own->seen[first + i].mirror = first + pd_observe_set_mirror(set, i);
    return good;
}

/* Reads the keypoints of several cameras of one moment. */
static bool read_views(pd_api_observe *own, const keypoint_values *v, const pd_observe_set *set)
{
    static const pd_api_field *const tables[] = {view_fields, NULL};
    const size_t count = json_array_size(v->views);
    const int first = own->count;

    /* The number of cameras, and nothing beside them. */
    if (count < 2 || count > PD_OBSERVE_MOST_VIEWS + 1)
        return pd_api_note(own->problems, PD_ERR_RANGE, "/observations/keypoints/views",
                           "%zu cameras; 2 to %d expected", count, PD_OBSERVE_MOST_VIEWS + 1);
    if (!set || v->points || v->confidence)
        return pd_api_note(
            own->problems, PD_ERR_INVALID, "/observations/keypoints",
            set ? "views and points given; only one of the two allowed"
                : "views given with a set of your own; allowed only with a set that is given by name");

    /* Every view observes the same places of the body, so views share the parts of the first. */
    for (int number = 0; number < (int)count; number++) {
        pd_observe_camera *camera = number ? &own->views[number - 1] : &own->job.camera;
        view_values view = {0};
        double square = 0;
        char where[64], at[96];
        bool guessed;

        /* The camera, whose rotation has to be known. */
        snprintf(where, sizeof where, "/observations/keypoints/views/%d", number);
        if (!pd_api_fields_json(&view, json_array_get(v->views, (size_t)number), tables, where,
                                own->problems))
            return false;
        snprintf(at, sizeof at, "%s/camera", where);
        if (!view.camera || !view.points)
            return pd_api_note(own->problems, PD_ERR_INVALID, where,
                               "camera and points are both required in a view");
        if (!pd_api_camera_read(camera, &own->lenses[number], &guessed, view.camera, at, own->problems))
            return false;
        for (int i = 0; i < 9; i++) square += camera->rotation[i] * camera->rotation[i];
        if (guessed || !(square > 0))
            return pd_api_note(
                own->problems, PD_ERR_INVALID, at,
                "the camera has no %s; it is expected, because only POST /v1/jobs can calibrate cameras",
                guessed ? "fx" : "rotation");

        /* Read the view's points, then make them observations of its camera. */
        const int from = own->count;
        const keypoint_values one = {.points = view.points, .confidence = view.confidence, .noise = v->noise};
        if (!read_set(own, &one, set, where)) return false;
        for (int i = 0; i < set->count; i++) {
            pd_observe_seen *s = &own->seen[from + i];
            s->camera = number;
            s->parts = own->parts[first + i];
            if (s->confidence > 0 && !s->in_picture)
                return pd_api_note(own->problems, PD_ERR_INVALID, own->names[from + i].place,
                                   "3 numbers; [x, y] expected in a view");
            s->in_picture = true;
        }
    }

    /* The first camera is that of the job; the others are its further views. */
    own->job.views = own->views;
    own->job.view_count = (int)count - 1;
    return note_missing(own, set, first);
}

/* Reads keypoints: of a named set, of the caller's own set, or of several views. */
static bool read_keypoints(pd_api_observe *own, const json_t *object)
{
    static const pd_api_field *const tables[] = {keypoint_fields, NULL};
    keypoint_values v = {0};
    const char *where = "/observations/keypoints", *name;
    const int first = own->count;
    bool good = true;

    if (!pd_api_fields_json(&v, object, tables, where, own->problems)) return false;
    if (!v.set)
        return pd_api_note(own->problems, PD_ERR_INVALID, "/observations/keypoints/set",
                           "missing; the name of a set of keypoints, or an object of keypoints, expected");
    if (!v.points && !v.views)
        return pd_api_note(own->problems, PD_ERR_INVALID, "/observations/keypoints/points",
                           "missing; an array in the order of the set, or an object by name, expected");

    /* A set is a name, or an object that defines the places. */
    const json_t *custom = json_is_object(v.set) ? v.set : NULL;
    const pd_observe_set *set = NULL;
    if (json_is_string(v.set) && !pd_api_set_read(&set, json_string_value(v.set), ", or an object of places",
                                                  "/observations/keypoints/set", own->problems))
        return false;
    if (!set && !custom)
        return pd_api_note(
            own->problems, PD_ERR_INVALID, "/observations/keypoints/set",
            "neither text nor an object; the name of a set, or an object of keypoints expected");
    if (v.views) return read_views(own, &v, set);
    if (set) return read_set(own, &v, set, where) && note_missing(own, set, first);

    /* Places of the caller's own. */
    if (!pd_api_elements_check(v.points, NULL, custom, "/observations/keypoints/points", own->problems))
        return false;
    if (v.confidence && !pd_api_elements_check(v.confidence, NULL, custom,
                                               "/observations/keypoints/confidence", own->problems))
        return false;
    int i = 0;
    json_t *definition;
    json_object_foreach((json_t *)(uintptr_t)custom, name, definition)
    {
        const size_t length = strlen(name) + 1;
        char *kept =
            pd_api_pool_take(own->pool, length, 1); /* the document is gone when the reply is written */
        if (!kept) return pd_api_note(own->problems, PD_ERR_MEMORY, where, "out of memory");
        memcpy(kept, name, length);
        good &= read_keypoint(own, &v, NULL, i++, kept, definition, where);
    }
    return good;
}

static bool is_all(const pd_observe_seen *s, double value)
{
    return s->at[0] == value && s->at[1] == value && (s->in_picture || s->at[2] == value);
}

/* Marks points as not seen at the places that detectors write for keypoints which they did not find: 0 0 and -1 -1 in a picture, and 0 0 0 in space if
 * several points are there, because one may be a root. */
static void drop_placeholders(pd_api_observe *own)
{
    int in_space = 0, dropped = 0;

    for (int i = 0; i < own->count; i++)
        in_space += own->seen[i].confidence > 0 && !own->seen[i].in_picture && is_all(&own->seen[i], 0);
    for (int i = 0; i < own->count; i++) {
        pd_observe_seen *s = &own->seen[i];
        const bool is_placeholder =
            s->in_picture ? is_all(s, 0) || is_all(s, -1) : in_space > 1 && is_all(s, 0);
        if (!(s->confidence > 0) || !is_placeholder) continue;
        s->confidence = 0;
        dropped++;
    }
    if (dropped)
        pd_api_warn(own->problems, "/observations",
                    "%d points at exactly 0 or -1 count as not seen; null says that a point was not seen",
                    dropped);
}

/* Warns when points lie outside of the picture: its size is of another picture, or width and height are exchanged. */
static void warn_outside(pd_api_observe *own, const json_t *camera)
{
    const double width = json_number_value(json_object_get(camera, "width")),
                 height = json_number_value(json_object_get(camera, "height"));
    int seen = 0, outside = 0, exchanged = 0;

    for (int i = 0; i < own->count && width > 0 && height > 0; i++) {
        const pd_observe_seen *s = &own->seen[i];
        if (!s->in_picture || !(s->confidence > 0)) continue;
        seen++;
        outside += s->at[0] < 0 || s->at[0] > width || s->at[1] < 0 || s->at[1] > height;
        exchanged += s->at[0] < 0 || s->at[0] > height || s->at[1] < 0 || s->at[1] > width;
    }
    if (outside >= OUTSIDE_LEAST && outside > OUTSIDE_PART * seen)
        pd_api_warn(own->problems, "/observations/camera",
                    "%d of %d points lie outside of the picture of %g x %g pixels: %s", outside, seen, width,
                    height,
                    exchanged ? "it is probably not the picture in which they were found"
                              : "width and height are probably exchanged");
}

/* Reads observed positions of single vertices. */
static bool read_vertices(pd_api_observe *own, const json_t *object)
{
    static const pd_api_field *const tables[] = {vertex_fields, NULL};
    vertex_values v = {.noise = VERTICES_NOISE};

    if (!pd_api_fields_json(&v, object, tables, "/observations/vertices", own->problems)) return false;
    const size_t count = json_array_size(v.index);
    if (!v.index || !v.points || count != json_array_size(v.points))
        return pd_api_note(own->problems, PD_ERR_RANGE, "/observations/vertices",
                           "%zu numbers of vertices and %zu points; the same count of both expected", count,
                           json_array_size(v.points));
    for (size_t i = 0; i < count; i++) {
        const json_t *index = json_array_get(v.index, i);
        const double number = json_number_value(index);
        double x[3];
        char at[96];
        snprintf(at, sizeof at, "/observations/vertices/index/%zu", i);
        if (!json_is_number(index))
            return pd_api_note(own->problems, PD_ERR_INVALID, at, "%s; a whole number 0 to %d expected",
                               pd_api_json_kind(index), own->model->vertex_count - 1);
        if (!(number >= 0 && number < own->model->vertex_count) || number != floor(number))
            return pd_api_note(own->problems, PD_ERR_RANGE, at, "%.10g; a whole number 0 to %d expected",
                               number, own->model->vertex_count - 1);
        snprintf(at, sizeof at, "/observations/vertices/points/%zu", i);
        if (pd_api_point_read(x, json_array_get(v.points, i), 3, at, own->problems) != 3) return false;
        pd_observe_seen *s = add_seen(own, "vertex", NULL, at);
        own->parts[own->count - 1][0] = (pd_observe_part){true, (int)number, 1};
        memcpy(s->at, x, sizeof x);
        s->sigma = v.noise;
    }
    return true;
}

/* Orientations of inertial sensors, calibrated: the second frame of their set is the moment. */
static bool read_orientations(pd_api_observe *own, const json_t *object)
{
    const int first = own->count;
    pd_observe_sensor_set set;
    char at[96];
    bool good =
        pd_api_orientations_read(&set, object, own->model, "/observations/orientations", own->problems);

    for (int i = 0; good && i < set.count; i++) {
        const float *turn = set.at + 3 * (set.count + i);
        const int joint = set.parts[i].index;
        if (isnan(turn[0])) continue;
        snprintf(at, sizeof at, "/observations/orientations/sensors (%.32s)",
                 own->model->data.joint_names[joint]);
        pd_observe_seen *s = add_seen(own, "orientation", own->model->data.joint_names[joint], at);
        own->parts[own->count - 1][0] = set.parts[i];
        s->is_turn = true;
        s->sigma = set.places[i].sigma;
        for (int c = 0; c < 3; c++) s->at[c] = (double)turn[c];
    }
    if (good && set.unknown_count)
        pd_api_warn(own->problems, "/observations/orientations/sensors",
                    "%d of the sensors belong to bones that the model does not have: they are left out",
                    set.unknown_count);
    if (good) pair_joints(own, first);
    pd_observe_sensor_set_deinit(&set);
    return good;
}

/* ---- camera and start */

static bool read_camera(pd_api_observe *own, const json_t *object)
{
    if (own->job.view_count) {
        if (!object) return true;
        return pd_api_note(own->problems, PD_ERR_INVALID, "/observations/camera",
                           "given together with views; not allowed, because each view has its own camera");
    }
    if (!object) {
        if (!pd_api_observe_sees_picture(own)) return true;
        return pd_api_note(
            own->problems, PD_ERR_INVALID, "/observations/camera",
            "missing; points of two numbers need a camera with width and height, or with fx, cx and cy");
    }
    if (!pd_api_camera_read(&own->job.camera, &own->lenses[0], &own->guessed_focal, object,
                            "/observations/camera", own->problems))
        return false;
    own->job.fit_focal = own->guessed_focal && pd_api_observe_sees_picture(own);
    return true;
}

static bool read_start(pd_api_observe *own, const json_t *object)
{
    static const pd_api_field *const tables[] = {start_fields, NULL};
    start_values v = {.body = PD_API_NO_BODY_VALUES};
    const int betas = own->model->beta_count;
    const float *rotations = NULL;

    if (!object) return true;
    if (!pd_api_fields_json(&v, object, tables, "/observations/start", own->problems)) return false;
    if (v.body.betas &&
        pd_api_numbers_read(own->job.betas, v.body.betas, (pd_api_count){0, betas, "the model's betas"},
                            pd_api_field_named(start_fields, "betas"), "/observations/start/betas",
                            own->problems) < 0)
        return false;
    if (v.body.translation && !pd_api_flat_doubles(own->job.translation, 3, v.body.translation,
                                                   "/observations/start/translation", own->problems))
        return false;
    if (!pd_api_rotations_read(&rotations, &v.body, own->model->joint_count, own->pool, "/observations/start",
                               own->problems))
        return false;

    own->job.scale = v.scale;
    own->job.warm = rotations != NULL;
    if (rotations)
        memcpy(own->job.rotations, rotations, 9 * (size_t)own->model->joint_count * sizeof *rotations);
    return true;
}

/* ---- reading */

static bool read_weights(pd_api_observe *own, const json_t *object)
{
    static const pd_api_field *const tables[] = {weight_fields, NULL};
    double *w = own->job.weights;

    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++) w[t] = 1;
    if (object && !pd_api_fields_json(w, object, tables, "/observations/weights", own->problems))
        return false;
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++)
        if (w[t] == 0) w[t] = -1; /* a zero is the default there */
    return true;
}

static bool take_outputs(pd_api_observe *own)
{
    const size_t joints = (size_t)own->model->joint_count, betas = (size_t)own->model->beta_count + 1;
    const size_t count = (size_t)own->room;
    pd_observe_job *job = &own->job;

    job->betas = pd_api_pool_take(own->pool, betas, sizeof *job->betas);
    job->betas_sd = pd_api_pool_take(own->pool, betas, sizeof *job->betas_sd);
    job->rotations = pd_api_pool_take(own->pool, 9 * joints, sizeof *job->rotations);
    job->unseen = pd_api_pool_take(own->pool, joints, 1);
    job->at = pd_api_pool_take(own->pool, count, sizeof *job->at);
    job->residuals = pd_api_pool_take(own->pool, count, sizeof *job->residuals);
    return job->betas && job->betas_sd && job->rotations && job->unseen && job->at && job->residuals;
}

/* Figures of several people; of the other fields only those that apply to all of them are allowed. */
static bool read_crowd(pd_api_observe *own, const observe_values *v, pd_api_call *call)
{
    const pd_api_crowd_request request = {
        .object = v->crowd, .where = "/observations/crowd", .rate = 1, .model = own->model};
    size_t room;

    if (v->joints || v->keypoints || v->vertices || v->orientations || v->camera || v->start || v->twists ||
        v->keep_betas || v->fit_scale || v->solver)
        return pd_api_note(
            own->problems, PD_ERR_INVALID, "/observations/crowd",
            "given together with fields of one person; only floor, robust and weights allowed");
    own->crowd = pd_api_pool_take(own->pool, 1, sizeof *own->crowd);
    if (!own->crowd) return pd_api_note(own->problems, PD_ERR_MEMORY, "", "out of memory");
    if (!pd_api_crowd_read(own->crowd, &request, call)) return false;

    room = (size_t)own->crowd->group.places.count * (size_t)own->crowd->group.film_count;
    own->at = pd_api_pool_take(own->pool, room, 3 * sizeof *own->at);
    own->confidence = pd_api_pool_take(own->pool, room, sizeof *own->confidence);
    if (own->at && own->confidence && take_room(own, (int)room) && take_outputs(own) &&
        read_weights(own, v->weights))
        return true;
    return pd_api_note(own->problems, PD_ERR_MEMORY, "", "out of memory");
}

static bool read_twists(pd_api_observe *own, const json_t *twists)
{
    const int joints = own->model->joint_count;
    double *out = pd_api_pool_take(own->pool, (size_t)joints, sizeof *out);

    if (!out) return pd_api_note(own->problems, PD_ERR_MEMORY, "", "out of memory");
    if (!own->job.hybrik)
        return pd_api_note(own->problems, PD_ERR_INVALID, "/observations/twists",
                           "given; allowed only with solver hybrik");
    own->job.twists = out;
    return pd_api_flat_doubles(out, joints, twists, "/observations/twists", own->problems);
}

void pd_api_observe_robust(pd_api_observe *own)
{
    const bool in_picture = pd_api_observe_sees_picture(own), is_given = !isnan(own->robust);
    double most = is_given ? own->robust : 0;

    /* Without a given distance use the share ROBUST of the larger side of the observations' bounding box, of the view in which it is largest. */
    for (int camera = 0; !is_given && camera <= own->job.view_count; camera++) {
        double low[] = {INFINITY, INFINITY}, high[] = {-INFINITY, -INFINITY};
        for (int i = 0; i < own->count; i++) {
            const pd_observe_seen *s = &own->seen[i];
            for (int c = 0; c < 2 && s->in_picture && s->camera == camera && s->confidence > 0; c++) {
                low[c] = fmin(low[c], s->at[c]);
                high[c] = fmax(high[c], s->at[c]);
            }
        }
        const double size = fmax(high[0] - low[0], high[1] - low[1]);
        if (isfinite(size)) most = fmax(most, ROBUST * size);
    }

    own->job.robust_picture = most;
    own->job.robust_space = is_given && !in_picture ? own->robust : 0;
}

/* Fields that this request's others leave without effect. Called once everything is read. */
static bool check_idle(const pd_api_observe *own, const observe_values *v, const json_t *observations)
{
    static const pd_api_field *const tables[] = {pd_api_observe_fields, NULL}, *const start_tables[] = {
                                                                                   start_fields, NULL};
    const bool in_picture = pd_api_observe_sees_picture(own), hybrik = own->job.hybrik;
    bool in_space = false;
    for (int i = 0; i < own->count; i++)
        in_space |= own->seen[i].confidence > 0 && pd_observe_is_place(&own->seen[i]);
    const bool has_size = in_space || own->job.view_count;
    const bool is_searched = !hybrik, is_warm = own->job.warm && is_searched;

    const pd_api_idle idle[] = {
        {"joints_noise", !v->joints, "joints"},
        {"camera", !in_picture,
         "points of two numbers, in a picture; confidences go into keypoints.confidence, "
         "since points of three numbers are in space"},
        {"fit_scale", !has_size, "points in space, or several cameras"},
        {"robust", hybrik || !(in_space || in_picture), "points and solver likely"},
        {"floor", hybrik, "solver likely"},
        {"weights", hybrik, "solver likely"},
        {NULL, false, NULL}};
    const pd_api_idle start_idle[] = {
        {"betas", !is_warm && !v->keep_betas, "a pose given together with it, or keep_betas"},
        {"translation", !is_warm, hybrik ? "solver likely" : "a pose beside it"},
        {"pose", hybrik, "solver likely"},
        {"quaternions", hybrik, "solver likely"},
        {"rotations", hybrik, "solver likely"},
        {"scale", hybrik || (v->fit_scale && !is_warm), hybrik ? "solver likely" : "a pose beside it"},
        {NULL, false, NULL}};
    const bool good = pd_api_idle_check(observations, idle, tables, "/observations", own->problems);
    const bool start_good =
        pd_api_idle_check(v->start, start_idle, start_tables, "/observations/start", own->problems);
    return good && start_good;
}

/* Checks that all keypoints are in a picture or all in space: a single row of three numbers among pixels is one with its confidence. */
static bool check_kind(pd_api_observe *own)
{
    int first = -1;
    for (int i = 0; i < own->count; i++) {
        const pd_observe_seen *s = &own->seen[i];
        if (strcmp(own->names[i].kind, "keypoint") || !(s->confidence > 0)) continue;
        if (first < 0) first = i;
        if (s->in_picture == own->seen[first].in_picture) continue;
        return pd_api_note(
            own->problems, PD_ERR_INVALID, own->names[i].place,
            "%d numbers, and %d at %s; 2 for all points in a picture or 3 for all points in space "
            "expected. Confidences go into keypoints.confidence",
            s->in_picture ? 2 : 3, s->in_picture ? 3 : 2, own->names[first].place);
    }
    return true;
}

/* Reads the observations of one person. */
static bool read_person(pd_api_observe *own, const observe_values *v)
{
    const size_t vertices = json_array_size(json_object_get(v->vertices, "index")),
                 places = json_object_size(json_object_get(v->keypoints, "set")),
                 views = json_array_size(json_object_get(v->keypoints, "views")),
                 most = PD_OBSERVE_MOST_SEEN + 1;
    const size_t room = (size_t)own->model->joint_count + LARGEST_SET + places + PD_ORIENTATIONS_SENSORS +
                        vertices + LARGEST_SET * views;
    bool good = true;

    if (vertices > most || places > most || room > most)
        return pd_api_note(own->problems, PD_ERR_LIMIT, "/observations", "more than %d points",
                           PD_OBSERVE_MOST_SEEN);
    if (!take_room(own, (int)room) || !take_outputs(own))
        return pd_api_note(own->problems, PD_ERR_MEMORY, "", "out of memory");

    own->job.hybrik = v->solver == 1;
    if (v->twists) good &= read_twists(own, v->twists);
    if (v->joints) good &= read_joints(own, v->joints, v->joints_noise);
    if (v->keypoints) good &= read_keypoints(own, v->keypoints) && check_kind(own);
    if (good) drop_placeholders(own);
    if (v->vertices) good &= read_vertices(own, v->vertices);
    if (v->orientations) good &= read_orientations(own, v->orientations);
    good &= read_start(own, v->start);
    good &= read_weights(own, v->weights);
    if (!good || !read_camera(own, v->camera)) return false;
    warn_outside(own, v->camera);

    /* pixels as pinholes would have them */
    for (int i = 0; i < own->count; i++) {
        pd_observe_seen *s = &own->seen[i];
        const pd_observe_camera *camera = s->camera ? &own->views[s->camera - 1] : &own->job.camera;
        if (!s->in_picture || !(s->confidence > 0)) continue;
        if (!pd_api_lens_undo(s->at, &own->lenses[s->camera], camera, own->names[i].place, own->problems))
            return false;
    }
    return true;
}

pd_api_observe *pd_api_observe_read(pd_api_call *call, const json_t *observations, int beta_count,
                                    int iterations, bool mesh)
{
    static const pd_api_field *const tables[] = {pd_api_observe_fields, NULL};
    observe_values v = {.joints_noise = JOINTS_NOISE, .floor = NAN, .robust = NAN};
    pd_api_observe *own = pd_api_pool_take(&call->pool, 1, sizeof *own);
    pd_error err;

    /* Read the fields. */
    if (own) {
        own->pool = &call->pool, own->problems = &call->problems;
        own->model = pd_api_model_body(&call->model);
        own->mesh = mesh;
    }
    if (!own || !pd_api_fields_json(&v, observations, tables, "/observations", &call->problems)) {
        if (!own) pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
        return NULL;
    }

    /* Read what is seen, of one person or of several. */
    if (v.crowd ? !read_crowd(own, &v, call) : !read_person(own, &v)) {
        if (own->crowd) pd_api_crowd_deinit(own->crowd);
        return NULL;
    }

    /* The options of the fit. Options without effect are refused. */
    pd_observe_job *job = &own->job;
    job->seen = own->seen, job->seen_count = own->count;
    job->beta_count = beta_count, job->iterations = iterations;
    job->keep_betas = v.keep_betas, job->fit_scale = v.fit_scale;
    if (!own->crowd && !check_idle(own, &v, observations)) return NULL;
    if (v.keep_betas && beta_count) {
        pd_api_note(own->problems, PD_ERR_INVALID, "/beta_count",
                    "has no effect, because keep_betas keeps all of them");
        return NULL;
    }
    job->has_floor = !isnan(v.floor);
    job->floor = job->has_floor ? v.floor : 0;
    own->robust = v.robust;
    if (!own->crowd) pd_api_observe_robust(own);

    /* Core checks the job. What it says of observation i is said where the request has it. */
    if (!own->crowd && pd_observe_check(job, own->model, &err)) {
        pd_error moved = err;
        int i;
        if (sscanf(err.where, "/observations/%d", &i) == 1 && i < own->count)
            snprintf(moved.where, sizeof moved.where, "%s", own->names[i].place);
        else if (strcmp(err.where, "/beta_count") && strncmp(err.where, "/observations", 13))
            pd_error_prefix(&moved, "/observations");
        pd_api_note_error(own->problems, "", &moved);
        return NULL;
    }

    /* The prior of poses, without which a fit is possible too. */
    if (!pd_api_take_model(call, PD_API_DEFAULT_PRIOR, &own->learned)) {
        own->learned = (pd_api_model){0};
        pd_api_warn(&call->problems, "/observations",
                    "no pose prior is loaded: joints that are not seen tend to the rest pose");
    }
    return own;
}

void pd_api_observe_release(pd_api_observe *own)
{
    if (own->crowd) pd_api_crowd_deinit(own->crowd);
    pd_api_model_release(&own->learned);
}
