#include "api/observe/jobs_read.h"

#include "api/observe/estimates.h"
#include "api/observe/keypoints.h"
#include "api/observe/orientations.h"
#include "core/observe/keypoint.h"
#include "core/observe/view/calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory while a request is read: positions as sent, and those of the places. A point takes at least 3 bytes
 * of text or 8 of a C3D. */
#define READ_POINT_BYTES (7 * sizeof(float)) /* for a point of a list */
#define READ_FILE_RATIO  12                  /* for a byte of a file */

/* Lists of points of one person or of one view. */

typedef struct points_values {
    const json_t *names, *frames, *confidence, *camera, *views;
    const char *set;
} points_values;

#define KEYPOINT_FRAMES_SCHEMA                                                                               \
    "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"array\",\"items\":" \
    "{"                                                                                                      \
    "\"type\":\"number\"},\"minItems\":2,\"maxItems\":3},{\"type\":\"null\"}]}}}"
#define FRAMES_SCHEMA                                                                                        \
    "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"anyOf\":[" PD_API_ROWS_OF(               \
        "3") ",{\"type\":\"null\"}]}}}"

static const pd_api_field marker_fields[] = {
    {.name = "names",
     .type = PD_API_ANY,
     .offset = offsetof(points_values, names),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
     .example = "[\"LFHD\",\"RFHD\",...]",
     .doc = "Names of the markers, one per marker, as in the usual sets (Plug-in Gait, CMU's 41). If fewer "
            "than six names are known (\"*1\", \"\"), the markers are identified from the points, of which "
            "one frame must have at least 12."},
    {.name = "frames",
     .type = PD_API_ANY,
     .offset = offsetof(points_values, frames),
     .schema = FRAMES_SCHEMA,
     .example = "[[[0.1,1.7,0.2],null,...],...]",
     .doc = "Positions of the markers in metres: a row per frame with [x, y, z] of every marker, null where "
            "not seen."},
    {0},
};

#define CONFIDENCE_FIELD                                                                                     \
    {                                                                                                        \
        .name = "confidence", .type = PD_API_ANY, .offset = offsetof(points_values, confidence),             \
        .schema = "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"number\","        \
                  "\"minimum\":0,"                                                                           \
                  "\"maximum\":1}}}",                                                                        \
        .example = "[[0.9,0,...],...]",                                                                      \
        .doc = "Confidences of the keypoints, 0 to 1: a row per frame with one number per keypoint; 0: not " \
               "seen; missing ones are 1."                                                                   \
    }

static const pd_api_field job_view_fields[] = {
    {.name = "camera",
     .type = PD_API_OBJECT,
     .offset = offsetof(points_values, camera),
     .rows = pd_api_camera_fields,
     .example = "{\"width\":1920,\"height\":1080}",
     .doc = "Camera of the view. Either every camera has rotation and translation, or none has: then they "
            "are calibrated from the take."},
    {.name = "frames",
     .type = PD_API_ANY,
     .offset = offsetof(points_values, frames),
     .schema = KEYPOINT_FRAMES_SCHEMA,
     .example = "[[[612,410],null,...],...]",
     .doc = "Keypoints that the view shows: a row per frame, for the same moments in every view, with [x, y] "
            "in pixels of every keypoint; null where not seen."},
    CONFIDENCE_FIELD,
    {0},
};

static const pd_api_field keypoint_fields[] = {
    {.name = "set",
     .type = PD_API_TEXT,
     .offset = offsetof(points_values, set),
     .example = "\"mediapipe33\"",
     .doc = "Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, openpose67, mediapipe75, "
            "webxr83, openxr70, openxr84, or SMPL's own joints, smpl22, smpl24, smplh52 or smplx55, or "
            "xsens23."},
    {.name = "frames",
     .type = PD_API_ANY,
     .offset = offsetof(points_values, frames),
     .schema = KEYPOINT_FRAMES_SCHEMA,
     .example = "[[[0.1,1.7,0.2],null,...],...]",
     .doc = "Keypoints in the set's order: a row per frame with [x, y, z] in metres for every keypoint, or "
            "[x, y] in pixels for every keypoint; null where not seen."},
    CONFIDENCE_FIELD,
    {.name = "camera",
     .type = PD_API_OBJECT,
     .offset = offsetof(points_values, camera),
     .rows = pd_api_camera_fields,
     .example = "{\"fx\":1000,\"cx\":500,\"cy\":500}",
     .doc = "Camera of the picture, which does not move; required with points of two numbers. Without fx the "
            "picture's diagonal is used."},
    {.name = "views",
     .type = PD_API_OBJECTS,
     .offset = offsetof(points_values, views),
     .rows = job_view_fields,
     .example = "[{\"camera\":{\"width\":1920,\"height\":1080},\"frames\":[[[612,410],...],...]},...]",
     .doc = "Views of the same frames by 2 to 16 cameras, instead of frames, confidence and camera."},
    {0},
};

typedef struct person_values {
    const json_t *markers, *keypoints, *orientations;
} person_values;

const pd_api_field pd_api_job_person_fields[] = {
    {.name = "markers",
     .type = PD_API_OBJECT,
     .offset = offsetof(person_values, markers),
     .rows = marker_fields,
     .example = "{\"names\":[\"LFHD\",...],\"frames\":[[[0.1,1.7,0.2],...],...]}",
     .doc = "Optical markers of the person, with or without names."},
    {.name = "keypoints",
     .type = PD_API_OBJECT,
     .offset = offsetof(person_values, keypoints),
     .rows = keypoint_fields,
     .example = "{\"set\":\"coco17\",\"frames\":[[[0,1.6,0.1],...],...]}",
     .doc = "Keypoints of the person from a detector, in space or in a picture, instead of markers."},
    {.name = "orientations",
     .type = PD_API_OBJECT,
     .offset = offsetof(person_values, orientations),
     .rows = pd_api_orientation_take_fields,
     .example = "{\"names\":[\"pelvis\",...],\"frames\":[[[0,0,0,1],...],...]}",
     .doc = "Orientations from inertial sensors on the person, instead of markers and keypoints; with "
            "`positions`, poses of 6-DoF trackers. Orientations alone "
            "determine neither shape nor position: betas stay 0, and the standing feet move the body."},
    {0},
};

/* ---- reading */

bool pd_api_job_no_memory(pd_api_job_reading *r)
{
    return pd_api_note(&r->call->problems, PD_ERR_MEMORY, "", "out of memory");
}

bool pd_api_job_note(pd_api_job_reading *r, const char *prefix, const pd_error *err)
{
    return pd_api_note_error(&r->call->problems, prefix, err);
}

/* Checks that every row has a point for every place. This limits the memory of the points to a few times
 * the size of the text. */
static bool check_rows(const json_t *frames, size_t places, const char *where, const char *job_list,
                       pd_api_problems *p)
{
    size_t f;
    json_t *frame;

    json_array_foreach((json_t *)(uintptr_t)frames, f, frame)
    {
        char place[160];
        if (json_array_size(frame) == places) continue;
        snprintf(place, sizeof place, "%s/%s/%zu", where, job_list, f);
        return pd_api_note(p, PD_ERR_RANGE, place, "%zu points; %zu expected, null where not seen",
                           json_array_size(frame), places);
    }

    return true;
}

/* Reads rows of points; a point that is null becomes NAN. *width is the number of coordinates; if it is 0,
 * the first point decides. Returns false after noting a problem. */
static bool read_frames(const pd_observe_strip *strip, int *width, const json_t *frames, const char *where,
                        pd_api_problems *p)
{
    for (int f = 0; f < strip->frames; f++)
        for (int i = 0; i < strip->column_count; i++) {
            const int column = strip->columns ? strip->columns[i] : i;
            const json_t *point = json_array_get(json_array_get(frames, (size_t)f), (size_t)column);
            float *out = strip->at + 3 * ((size_t)f * (size_t)strip->row + (size_t)i);
            char place[160];

            out[0] = out[1] = out[2] = NAN;
            if (json_is_null(point)) continue;
            snprintf(place, sizeof place, "%s/frames/%d/%d", where, f, column);

            /* The first point that is seen decides how many coordinates all have. */
            const size_t count = json_array_size(point);
            if (!*width && (count == 2 || count == 3)) *width = (int)count;
            if (!*width || count != (size_t)*width)
                return pd_api_note(p, PD_ERR_INVALID, place, "%s numbers or null expected",
                                   *width == 2   ? "2"
                                   : *width == 3 ? "3"
                                                 : "2 or 3");

            /* Read the coordinates, within the limits of pixels or metres. */
            const double most = *width == 2 ? PD_OBSERVE_LARGEST_PIXELS : PD_OBSERVE_LARGEST_METRES;
            out[2] = 0;
            for (size_t c = 0; c < count; c++) {
                double x;
                if (!pd_api_coordinate_read(&x, json_array_get(point, c), c, most, place, p)) return false;
                out[c] = (float)x;
            }
        }

    return true;
}

/* Reads confidences from 0 to 1, one for each point. Without rows they are 1.
 * Returns false after noting a problem. */
static bool read_confidence(const pd_observe_strip *strip, const json_t *rows, const char *where,
                            pd_api_problems *p)
{
    for (int f = 0; f < strip->frames; f++)
        for (int i = 0; i < strip->column_count; i++) {
            const json_t *number = json_array_get(json_array_get(rows, (size_t)f), (size_t)strip->columns[i]);
            double c = rows ? 0 : 1;
            char place[160];

            snprintf(place, sizeof place, "%s/confidence/%d/%d", where, f, strip->columns[i]);
            if (rows && !pd_api_confidence_read(&c, number, place, p)) return false;
            strip->confidence[(size_t)f * (size_t)strip->row + (size_t)i] = (float)c;
        }

    return true;
}

/* Describes the take of the markers that were read, which the person keeps. */
static bool of_markers(pd_api_job_reading *r, pd_api_job_person *p, const char *where)
{
    const double noise = r->values->noise;
    pd_error err;

    if (noise > 1)
        return pd_api_note(&r->call->problems, PD_ERR_RANGE, "/noise", "%g metres; 0.0001 to 1 allowed",
                           noise);

    /* Describe the take; names of markers, if they have none, are found by the protocol when the job runs. */
    p->marked = (pd_observe_marked){
        .file = &p->file,
        .up_axis = r->values->up < PD_UP_COUNT ? r->values->up : p->file.up_axis,
        .wanted = r->values->protocol ? pd_observe_protocol_of(r->values->protocol) : NULL,
        .sigma = noise,
        .points = (pd_observe_points)r->values->points,
        .points_option = "`points`:"};
    if (r->values->protocol && !p->marked.wanted)
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, "/protocol", "\"%.64s\"; %s expected",
                           r->values->protocol, PD_OBSERVE_PROTOCOLS);
    if (!pd_observe_marked_prepare(&p->marked, &p->take, pd_api_model_body(&r->job->model), where, &err))
        return true;

    return pd_api_job_note(r, "", &err);
}

/* Reads the markers of a person: their names and positions. */
static bool read_markers(pd_api_job_reading *r, pd_api_job_person *p, const json_t *object, const char *where)
{
    static const pd_api_field *const tables[] = {marker_fields, NULL};
    points_values v = {0};
    pd_error err;

    if (!pd_api_fields_json(&v, object, tables, where, &r->call->problems)) return false;
    if (!json_is_array(v.names) || !json_is_array(v.frames))
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, where,
                           "names and frames are required; both have to be lists");

    /* Check the shape and reserve memory before anything is allocated. */
    pd_markers *file = &p->file;
    *file = (pd_markers){.marker_count = (int)json_array_size(v.names),
                         .frame_count = (int)json_array_size(v.frames),
                         .rate = r->values->rate,
                         .up_axis = -1};
    const size_t points = (size_t)file->marker_count * (size_t)file->frame_count;
    if (!check_rows(v.frames, json_array_size(v.names), where, "frames", &r->call->problems)) return false;
    if (!pd_api_hold(r->call, READ_POINT_BYTES * points)) return false;
    if (pd_markers_make(file, where, &err)) return pd_api_job_note(r, "", &err);

    /* Names and positions. */
    int width = 3;
    for (int i = 0; i < file->marker_count; i++) {
        const char *name = json_string_value(json_array_get(v.names, (size_t)i));
        if (!name) return pd_api_note(&r->call->problems, PD_ERR_INVALID, where, "name %d is not text", i);
        snprintf(file->names[i], sizeof file->names[i], "%s", name);
        const char *colon = strrchr(name, ':');
        if (colon) snprintf(file->owners[i], sizeof file->owners[i], "%.*s", (int)(colon - name), name);
    }

    const pd_observe_strip all = {.at = file->positions,
                                  .column_count = file->marker_count,
                                  .frames = file->frame_count,
                                  .row = file->marker_count};

    if (!read_frames(&all, &width, v.frames, where, &r->call->problems)) return false;

    /* An entry of the list is one person. */
    pd_observe_marker_people people;
    char all_people[256];
    if (pd_observe_marker_people_make(&people, file, where, &err)) return pd_api_job_note(r, "", &err);
    const int count = people.count;
    pd_observe_marker_people_text(all_people, sizeof all_people, &people);
    pd_observe_marker_people_deinit(&people);
    if (count > 1)
        return pd_api_note(
            &r->call->problems, PD_ERR_INVALID, where,
            "names of the markers of %d people: %s; one person in each entry of `people` expected", count,
            all_people);

    return of_markers(r, p, where);
}

/* Takes the places of a set that the model has, once for every camera, with their names. Returns false
 * after noting an error. */
static bool take_places(pd_api_job_reading *r, pd_api_job_person *p, const pd_observe_set *set,
                        const char *where)
{
    const int cameras = p->camera_count ? p->camera_count : 1;
    pd_observe_take_places *places = &p->places;
    pd_error err;

    if (pd_observe_take_places_make(places, set, cameras, pd_api_model_body(&r->job->model), where, &err))
        return pd_api_job_note(r, "", &err);
    p->take.place_count = places->count * cameras;
    p->names = calloc((size_t)p->take.place_count, sizeof *p->names);
    if (!p->names) return pd_api_job_no_memory(r);
    for (int i = 0; i < p->take.place_count; i++)
        snprintf(p->names[i], sizeof p->names[i], "%s",
                 set->keypoints[places->columns[i % places->count]].name);

    return true;
}

/* Reads the camera of a picture's keypoints, which is required. Returns false after noting an error. */
static bool read_camera(pd_api_job_reading *r, pd_observe_camera *out, pd_observe_lens *lens, bool *guessed,
                        const json_t *camera, const char *where)
{
    char at[128];

    snprintf(at, sizeof at, "%s/camera", where);
    if (camera) return pd_api_camera_read(out, lens, guessed, camera, at, &r->call->problems);
    return pd_api_note(
        &r->call->problems, PD_ERR_INVALID, at,
        "missing; points of two numbers need a camera with width and height, or with fx, cx and cy");
}

/* Returns the columns of a take that its camera `number` fills. */
static pd_observe_strip strip_of(const pd_api_job_person *p, int number)
{
    const size_t first = (size_t)(number * p->places.count);

    return (pd_observe_strip){.at = p->at + 3 * first,
                              .confidence = p->take.confidence ? p->confidence + first : NULL,
                              .columns = p->places.columns,
                              .column_count = p->places.count,
                              .frames = p->take.frame_count,
                              .row = p->take.place_count};
}

/* Corrects the pixels of a camera for the distortion of its lens. */
static bool undo_lens(pd_api_job_reading *r, const pd_observe_strip *strip, const pd_observe_lens *lens,
                      const pd_observe_camera *camera, const char *where)
{
    double bad[2];
    const int at = pd_observe_lens_undo_rows(bad, strip, lens, camera);
    char place[160];

    if (at < 0) return true;

    snprintf(place, sizeof place, "%s/frames/%d", where, at);
    return pd_api_lens_undo(bad, lens, camera, place, &r->call->problems);
}

/* Checks that frames and confidence of a set are lists with the same number of rows. Returns false after
 * noting an error. */
static bool check_lists(pd_api_job_reading *r, const points_values *v, size_t frames, size_t places,
                        const char *where)
{
    pd_api_problems *problems = &r->call->problems;

    if (!json_is_array(v->frames) || (v->confidence && !json_is_array(v->confidence)))
        return pd_api_note(
            problems, PD_ERR_INVALID, where,
            "frames is required, as a list; confidence, if given, has to be a list of the same form");
    if (json_array_size(v->frames) != frames)
        return pd_api_note(problems, PD_ERR_RANGE, where, "%zu frames; %zu expected, as the first camera has",
                           json_array_size(v->frames), frames);
    if (v->confidence && json_array_size(v->confidence) != frames)
        return pd_api_note(problems, PD_ERR_RANGE, where, "confidence has %zu rows; %zu expected, as frames",
                           json_array_size(v->confidence), frames);

    return check_rows(v->frames, places, where, "frames", problems) &&
           (!v->confidence || check_rows(v->confidence, places, where, "confidence", problems));
}

/* Allocates the observations of a take. */
static bool take_frames(pd_api_job_reading *r, pd_api_job_person *p, size_t frames, size_t places)
{
    if (!pd_api_hold(r->call, READ_POINT_BYTES * frames * places)) return false;
    p->at = malloc((3 * frames * places + 1) * sizeof *p->at);
    p->confidence = malloc((frames * places + 1) * sizeof *p->confidence);
    if (!p->at || !p->confidence) return pd_api_job_no_memory(r);
    p->take.places = p->places.places;
    p->take.at = p->at;
    p->take.frame_count = (int)frames;
    p->take.rate = r->values->rate;

    return true;
}

/* Reads the keypoints of several cameras. */
static bool read_views(pd_api_job_reading *r, pd_api_job_person *p, const points_values *keypoints,
                       const pd_observe_set *set, const char *where)
{
    static const pd_api_field *const tables[] = {job_view_fields, NULL};
    const size_t count = json_array_size(keypoints->views);
    points_values v[PD_OBSERVE_MOST_CAMERAS] = {{0}};
    pd_error err;
    char at[96];

    if (count < 2 || count > PD_OBSERVE_MOST_CAMERAS)
        return pd_api_note(&r->call->problems, PD_ERR_RANGE, where, "%zu views; 2 to %d expected", count,
                           PD_OBSERVE_MOST_CAMERAS);
    if (keypoints->frames || keypoints->confidence || keypoints->camera)
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, where,
                           "views and frames given; only one of the two allowed, because each view has its "
                           "own frames, confidence and camera");
    p->camera_count = (int)count;

    /* All views must have the same number of frames. */
    for (size_t i = 0; i < count; i++) {
        snprintf(at, sizeof at, "%s/views/%zu", where, i);
        if (!pd_api_fields_json(&v[i], json_array_get(keypoints->views, i), tables, at, &r->call->problems) ||
            !check_lists(r, &v[i], json_array_size(v[0].frames), (size_t)set->count, at))
            return false;
    }

    /* One row of the take holds the points of all cameras. */
    if (!take_places(r, p, set, where) ||
        !take_frames(r, p, json_array_size(v[0].frames), (size_t)p->take.place_count))
        return false;

    /* Read each camera with its points, and correct them for its lens. */
    p->take.confidence = p->confidence;
    for (size_t i = 0; i < count; i++) {
        snprintf(at, sizeof at, "%s/views/%zu", where, i);
        pd_observe_camera *camera = &p->cameras[i];
        const pd_observe_strip strip = strip_of(p, (int)i);
        pd_observe_lens lens;
        int width = 2;
        if (!read_camera(r, camera, &lens, &p->guessed[i], v[i].camera, at) ||
            !read_frames(&strip, &width, v[i].frames, at, &r->call->problems) ||
            !read_confidence(&strip, v[i].confidence, at, &r->call->problems) ||
            !undo_lens(r, &strip, &lens, camera, at))
            return false;
    }

    /* If the poses of the cameras are not all known, the job calibrates them. */
    pd_observe_take_places_see(&p->places, &p->take, true, r->values->noise);
    p->take.camera = p->cameras[0];
    p->take.views = p->cameras + 1;
    p->take.view_count = p->camera_count - 1;
    snprintf(at, sizeof at, "%s/views", where);
    bool placed;
    if (pd_observe_views_placed(&placed, p->cameras, p->guessed, p->camera_count, &err))
        return pd_api_job_note(r, at, &err);
    p->calibrate = !placed;

    return true;
}

/* Reads keypoints of a person: in a picture, in space, or in several views. */
static bool read_keypoints(pd_api_job_reading *r, pd_api_job_person *p, const json_t *object,
                           const char *where)
{
    static const pd_api_field *const tables[] = {keypoint_fields, NULL};
    pd_api_problems *problems = &r->call->problems;
    points_values v = {0};
    const pd_observe_set *set;
    pd_observe_lens lens;
    int width = 0;
    bool guessed;
    char at[96];

    if (!pd_api_fields_json(&v, object, tables, where, problems)) return false;

    snprintf(at, sizeof at, "%s/set", where);
    if (!v.set)
        return pd_api_note(problems, PD_ERR_INVALID, at, "missing; the name of a set of keypoints expected");
    if (!pd_api_set_read(&set, v.set, "", at, problems)) return false;
    p->is_up_given = r->values->up < PD_UP_COUNT;
    p->up = p->is_up_given ? (pd_up)r->values->up : PD_UP_Y;
    if (p->is_up_given && v.views)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/up",
            "given with keypoints in pictures, whose world is that of the cameras; up is allowed with "
            "markers, orientations and keypoints in space");
    if (v.views) return read_views(r, p, &v, set, where);

    /* Frames of one camera, or points in space. */
    const size_t frames = json_array_size(v.frames);
    if (!check_lists(r, &v, frames, (size_t)set->count, where) || !take_places(r, p, set, where) ||
        !take_frames(r, p, frames, (size_t)p->places.count))
        return false;
    p->take.confidence = v.confidence ? p->confidence : NULL;
    const pd_observe_strip strip = strip_of(p, 0);
    if (!read_frames(&strip, &width, v.frames, where, problems) ||
        (v.confidence && !read_confidence(&strip, v.confidence, where, problems)))
        return false;

    /* Points of two numbers need a camera; points of three must not have one. */
    const bool in_picture = width == 2;
    const pd_api_idle idle[] = {{"camera", !in_picture, "frames of two numbers, in a picture"},
                                {NULL, false, NULL}};
    if (!pd_api_idle_check(object, idle, tables, where, problems)) return false;
    if (!in_picture && r->values->noise > 1)
        return pd_api_note(problems, PD_ERR_RANGE, "/noise", "%g metres; 0.0001 to 1 allowed",
                           r->values->noise);
    if (in_picture && (!read_camera(r, &p->take.camera, &lens, &guessed, v.camera, where) ||
                       !undo_lens(r, &strip, &lens, &p->take.camera, where)))
        return false;
    if (in_picture && p->is_up_given)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/up",
            "given with keypoints in a picture, whose world is the camera's; up is allowed with "
            "markers, orientations and keypoints in space");
    pd_observe_take_places_see(&p->places, &p->take, in_picture, r->values->noise);

    /* Points of another world are turned to +Y up. */
    p->in_space = !in_picture;
    for (size_t i = 0; i < frames * (size_t)p->places.count && !in_picture; i++)
        pd_up_point_float(p->at + 3 * i, p->at + 3 * i, p->up);

    return true;
}

/* Reads and calibrates the orientations of sensors or trackers, and makes their take.
 * Frees the readings afterwards. */
static bool read_orientations(pd_api_job_reading *r, pd_api_job_person *p, const json_t *object,
                              const char *where)
{
    pd_observe_sensor_request request;
    pd_orientations file;
    pd_error err;

    if (!pd_api_hold(r->call, pd_api_orientation_take_bytes(object))) return false;

    /* Read and calibrate the sensors, or trackers, whose positions tell the shape. */
    const pd_api_orientation_world world = {r->values->rate, r->values->up, r->values->noise};
    const pd_smpl_model *model = pd_api_model_body(&r->job->model);
    bool good = pd_api_orientation_take_read(&file, &request, object, &world, where, &r->call->problems);
    const bool are_trackers = good && file.positions;
    if (good && (are_trackers ? pd_observe_tracker_set_make(&p->trackers, &request, model, where, &err)
                              : pd_observe_sensor_set_make(&p->sensors, &request, model, where, &err)))
        good = pd_api_job_note(r, "", &err);

    /* Names of the places: orientations, then positions of trackers. */
    const pd_observe_sensor_set *sensors = are_trackers ? &p->trackers.turns : &p->sensors;
    if (good && !(p->names = calloc((are_trackers ? 2 : 1) * (size_t)sensors->count, sizeof *p->names)))
        good = pd_api_job_no_memory(r);
    for (int i = 0; good && i < sensors->count; i++) {
        const char *name = file.names[sensors->column[i]];
        snprintf(p->names[i], sizeof p->names[i], are_trackers ? "%.17s (orientation)" : "%s", name);
        if (are_trackers) snprintf(p->names[sensors->count + i], sizeof p->names[i], "%s", name);
    }

    pd_orientations_deinit(&file);
    if (!good) return false;
    if (are_trackers) {
        p->take = pd_observe_tracker_take(&p->trackers, r->values->rate);
        return true;
    }

    /* Sensors determine the pose alone: betas are kept. */
    p->finds_facing = isnan(request.facing);
    p->take = (pd_observe_take){.places = p->sensors.places,
                                .at = p->sensors.at,
                                .confidence = p->sensors.confidence,
                                .place_count = p->sensors.count,
                                .frame_count = p->sensors.frame_count,
                                .rate = r->values->rate,
                                .keep_betas = true,
                                .weights[PD_OBSERVE_TERM_POSE] = PD_OBSERVE_SENSOR_PRIOR};

    return true;
}

bool pd_api_job_read_people(pd_api_job_reading *r)
{
    static const pd_api_field *const tables[] = {pd_api_job_person_fields, NULL};
    const size_t count = json_array_size(r->values->people);

    if (count < 1 || count > PD_API_JOB_MOST_PEOPLE)
        return pd_api_note(&r->call->problems, PD_ERR_RANGE, "/people", "%zu people; 1 to %d expected", count,
                           PD_API_JOB_MOST_PEOPLE);
    for (size_t i = 0; i < count; i++) {
        pd_api_job_person *p = &r->job->people[r->job->person_count++];
        const json_t *object = json_array_get(r->values->people, i);
        person_values v = {0};
        char where[64];

        snprintf(where, sizeof where, "/people/%d", (int)i);
        if (!pd_api_fields_json(&v, object, tables, where, &r->call->problems)) return false;
        if (!!v.markers + !!v.keypoints + !!v.orientations != 1)
            return pd_api_note(
                &r->call->problems, PD_ERR_INVALID, where,
                "none or several of markers, keypoints and orientations given; exactly one expected");
        const char *kind = v.orientations ? "orientations" : v.markers ? "markers" : "keypoints";
        snprintf(where, sizeof where, "/people/%d/%s", (int)i, kind);
        const bool good = v.orientations ? read_orientations(r, p, v.orientations, where)
                          : v.markers    ? read_markers(r, p, v.markers, where)
                                         : read_keypoints(r, p, v.keypoints, where);
        if (!good) return false;
    }

    return true;
}

/* Gives the person of a number in the file to a person of the job. */
static void take_wearer(pd_api_job_person *p, pd_observe_marker_people *people, int number)
{
    p->file = people->files[number];
    people->files[number] = (pd_markers){.names = NULL};
    if (!people->are_repeated) memcpy(p->name, people->names[number], sizeof p->name);
}

bool pd_api_job_read_markers_file(pd_api_job_reading *r, pd_bytes bytes)
{
    pd_api_problems *problems = &r->call->problems;
    pd_observe_marker_people people;
    pd_markers file;
    char all[256];
    pd_error err;

    if (!pd_api_hold(r->call, READ_FILE_RATIO * bytes.size)) return false;
    if (pd_markers_parse(&file, bytes, "take", &err)) return pd_api_job_note(r, "", &err);
    if (file.guessed_unit)
        pd_api_warn(problems, "", "the file does not state its unit (POINT:UNITS): read as %s, by its size",
                    file.guessed_unit);
    if (*file.contradiction) pd_api_warn(problems, "", "%s", file.contradiction);

    /* The people of the file: all of them, or the one whom the request names. */
    const pd_status status = pd_observe_marker_people_make(&people, &file, "take", &err);
    pd_markers_deinit(&file);
    if (status) return pd_api_job_note(r, "", &err);
    const char *wanted = r->values->person;
    const int chosen = wanted ? pd_observe_marker_people_find(&people, wanted) : -1;
    const bool good = !wanted || chosen >= 0;
    pd_observe_marker_people_text(all, sizeof all, &people);
    for (int k = 0; k < people.count && good; k++)
        if (!wanted || k == chosen) take_wearer(&r->job->people[r->job->person_count++], &people, k);
    if (people.count > 1 && good)
        pd_api_warn(problems, "", "the file has %d people%s: %s; %d columns belong to nobody", people.count,
                    people.are_repeated ? ", told apart by names that occur several times" : "", all,
                    people.left_out);
    pd_observe_marker_people_deinit(&people);
    if (!good)
        return pd_api_note(problems, PD_ERR_INVALID, "/person", "\"%.40s\"; %s allowed, by number or name",
                           wanted, all);

    for (int k = 0; k < r->job->person_count; k++)
        if (!of_markers(r, &r->job->people[k], "take")) return false;
    return true;
}

bool pd_api_job_read_estimate(pd_api_job_reading *r, pd_bytes bytes)
{
    const pd_api_job_values *v = r->values;
    const pd_api_estimate_options options = {.person = v->person,
                                             .camera = v->camera == 1,
                                             .rate = v->source_rate,
                                             .noise = v->noise,
                                             .set = v->set,
                                             .up = v->up};

    r->job->person_count = 1;

    return pd_api_estimate_read(&r->job->people[0], r->call, bytes, pd_api_model_body(&r->job->model),
                                &options);
}

bool pd_api_job_read_crowd(pd_api_job_reading *r)
{
    const pd_api_crowd_request request = {.object = r->values->crowd,
                                          .where = "/crowd",
                                          .is_take = true,
                                          .rate = r->values->rate,
                                          .noise = r->values->noise,
                                          .model = pd_api_model_body(&r->job->model)};

    if (r->values->people)
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, "/crowd",
                           "given together with people; only one of the two allowed");
    if (r->values->up < PD_UP_COUNT)
        return pd_api_note(&r->call->problems, PD_ERR_INVALID, "/up",
                           "given with keypoints, whose up axis is +Y; up is allowed only with markers");
    r->job->crowd = calloc(1, sizeof *r->job->crowd);

    return r->job->crowd ? pd_api_crowd_read(r->job->crowd, &request, r->call) : pd_api_job_no_memory(r);
}
