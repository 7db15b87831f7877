#include "api/observe/observations.h"

#include "api/observe/keypoints.h"
#include "api/observe/observe_run.h"
#include "api/observe/orientations.h"
#include "core/base/assert.h"
#include "core/retarget/character/joint_names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERTICES_NOISE 0.001 /* metres: noise of vertices unless the request gives one */
/* Points outside of a picture, as a number and as a share of all, that show that its size is wrong. */
#define OUTSIDE_LEAST  3
#define OUTSIDE_PART   0.1
#define MOST_PARTS     64 /* largest number of parts of a place that the request defines */

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

const pd_api_field pd_api_observations_keypoint_fields[] = {
    {.name = "set",
     .type = PD_API_ANY,
     .offset = offsetof(keypoint_values, set),
     .schema =
         "{\"anyOf\":[{\"type\":\"string\",\"enum\":[\"coco17\",\"openpose25\",\"mediapipe33\",\"h36m17\","
         "\"sam3d70\",\"openpose67\",\"mediapipe75\",\"webxr83\",\"openxr70\",\"openxr84\","
         "\"smpl22\",\"smpl24\",\"smplh52\",\"smplx55\",\"xsens23\"]},{"
         "\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\",\"properties\":{\"joints\":{"
         "\"type\":"
         "\"object\",\"additionalProperties\":{\"type\":\"number\"}},\"vertices\":{\"type\":\"object\","
         "\"additionalProperties\":{\"type\":\"number\"}}},\"additionalProperties\":false}}]}",
     .example = "\"coco17\"",
     .doc = "Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, openpose67, "
            "mediapipe75, webxr83, openxr70, openxr84, xsens23, or SMPL's own joints, smpl22, smpl24, "
            "smplh52 or smplx55; or the caller's own set as an object, "
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

const pd_api_field pd_api_observations_vertex_fields[] = {
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

/* ---- joints */

bool pd_api_observations_room(pd_api_observe *own, int room)
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

bool pd_api_observations_joints(pd_api_observe *own, const json_t *joints, double noise)
{
    const int first = own->count;
    const int all = own->model->joint_count;
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
            int joint = pd_smpl_joint_find(&own->model->data, name);
            char smpl[PD_ANIM_NAME_BYTES];
            pd_retarget_joint_of_smpl(smpl, name);
            if (joint < 0) joint = pd_smpl_joint_find(&own->model->data, smpl);
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

/* Reads a keypoint that the caller defined: weights of joints by name and of vertices by number, scaled to
 * sum to 1. */
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
    s->parts = parts;
    s->part_count = count;

    return true;
}

/* Reads one place: its parts, its point and its confidence. where:
 * pointer of the object with points and confidence. */
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

/* Reports keypoints that the model has no place for: a warning if enough are left, otherwise an error,
 * since the skeleton is another one. */
static bool note_missing(pd_api_observe *own, const pd_observe_set *set, int first)
{
    PD_ASSERT(first >= 0);
    int missing = 0, one = 0;

    for (int i = 0; i < set->count; i++)
        if (!own->seen[first + i].part_count) {
            missing++;
            one = i;
        }
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

bool pd_api_observations_keypoints(pd_api_observe *own, const json_t *object)
{
    static const pd_api_field *const tables[] = {pd_api_observations_keypoint_fields, NULL};
    keypoint_values v = {0};
    const char *where = "/observations/keypoints";
    const char *name;
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

bool pd_api_observations_check_kind(pd_api_observe *own)
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

static bool is_all(const pd_observe_seen *s, double value)
{
    return s->at[0] == value && s->at[1] == value && (s->in_picture || s->at[2] == value);
}

void pd_api_observations_drop_placeholders(pd_api_observe *own)
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

void pd_api_observations_warn_outside(pd_api_observe *own, const json_t *camera)
{
    const double width = json_number_value(json_object_get(camera, "width"));
    const double height = json_number_value(json_object_get(camera, "height"));
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

/* ---- vertices and orientations */

bool pd_api_observations_vertices(pd_api_observe *own, const json_t *object)
{
    static const pd_api_field *const tables[] = {pd_api_observations_vertex_fields, NULL};
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

bool pd_api_observations_orientations(pd_api_observe *own, const json_t *object)
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
