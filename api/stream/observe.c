#include "api/stream/observe.h"

#include "api/observe/keypoints.h"
#include "api/observe/orientations.h"
#include "core/base/assert.h"
#include "core/observe/live/humanoid.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SPACE_NOISE   0.02 /* metres */
#define TRACKED_NOISE 0.005
#define PICTURE_NOISE 4.0  /* pixels */
#define UNIT_LEAST    0.99 /* smallest and largest norm of a quaternion */
#define UNIT_MOST     1.01

enum { AXES_WORLD, AXES_CAMERA };
enum { ROOT_HIPS, ROOT_SEEN, ROOT_UNSAID };

#define AT(member) offsetof(pd_api_observe_sight_values, member)

const pd_api_field pd_api_observe_sight_fields[] = {
    {.name = "time",
     .type = PD_API_NUMBER,
     .offset = AT(time),
     .min = -1e12,
     .max = 1e12,
     .example = "12.033",
     .doc = "Time of the observation in seconds of any clock of the caller that only goes forwards."},
    {.name = "set",
     .type = PD_API_TEXT,
     .offset = AT(set),
     .preset = "\"mediapipe33\"",
     .doc =
         "Set of keypoints: coco17, openpose25, mediapipe33, mediapipe75 (both hands too), h36m17 or "
         "sam3d70; or trackers by XR's "
         "names: webxr83, openxr70 or openxr84; or `sensors`, orientations from inertial sensors; or "
         "`humanoid`, rotations of VRM's bones, which are shown as they are; or "
         "mediapipe478 or mediapipe468, landmarks of a face, which move face, eyes and head of any character "
         "with a face."},
    {.name = "points",
     .type = PD_API_ANY,
     .offset = AT(points),
     .example = "{\"left_wrist\":[0.4,-0.1,0.2],...}",
     .doc = "Keypoints in the set's order or by name: [x, y, z] in metres, or all of them [x, y] in pixels; "
            "null where not seen. Landmarks of a face are [x, y] in pixels, in MediaPipe's order."},
    {.name = "confidence",
     .type = PD_API_ANY,
     .offset = AT(confidence),
     .schema = PD_API_CONFIDENCE_SCHEMA,
     .example = "[0.9,...]",
     .doc = "Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones "
            "are 1."},
    {.name = "orientations",
     .type = PD_API_ANY,
     .offset = AT(orientations),
     .example = "{\"viewer\":[0,1,0,0],...}",
     .doc = "Orientations of trackers (sets webxr83, openxr70, openxr84), in the set's order or by name: "
            "quaternions [x, y, z, w] in the world; null where there is none. Of bones (humanoid): in the "
            "frame of the bone above, of the hips in the world; the identity in the T-pose. For sensors: "
            "observations.orientations of /v1/models/{id}/fit, {sensors, tpose, pose, up, facing, noise}."},
    {.name = "height",
     .type = PD_API_NUMBER,
     .offset = AT(height),
     .min = PD_OBSERVE_LEAST_HEIGHT,
     .max = PD_OBSERVE_MOST_HEIGHT,
     .example = "1.78",
     .doc = "Height in metres, from sole to crown, of the person who wears the trackers: their points are "
            "scaled to the body's own size. Without it the points are used unscaled."},
    {.name = "calibrate",
     .type = PD_API_BOOLEAN,
     .offset = AT(calibrate),
     .preset = "false",
     .doc = "True when the person who wears the trackers or sensors stands upright in a T-pose now (sensors: "
            "in the pose of orientations.pose) and looks ahead: the alignment of the trackers on their "
            "joints is measured. For landmarks of a face: the face is at rest now."},
    {.name = "noise",
     .type = PD_API_NUMBER,
     .offset = AT(noise),
     .min = 1e-3,
     .max = 1000,
     .doc = "Noise of the points, one standard deviation: by default 0.02 in metres (0.005 for trackers) or "
            "4 in pixels."},
    {.name = "axes",
     .type = PD_API_CHOICE,
     .offset = AT(axes),
     .choices = "world|camera",
     .preset = "\"world\"",
     .doc = "Axes of points in space: world (+Y up) or camera (x right, y down, z away from the camera, as "
            "in MediaPipe's world landmarks)."},
    {.name = "root",
     .type = PD_API_CHOICE,
     .offset = AT(root),
     .choices = "hips|seen",
     .preset = "\"hips\"",
     .doc = "Position of points in space: hips (the points are relative to the person, who starts where it "
            "was spawned and is moved by its standing feet) or seen (the points are where the body is to "
            "be); trackers allow only seen, which is their default."},
    {.name = "mirror",
     .type = PD_API_BOOLEAN,
     .offset = AT(mirror),
     .preset = "false",
     .doc = "True exchanges left and right, as in a mirror."},
    {.name = "camera",
     .type = PD_API_OBJECT,
     .offset = AT(camera),
     .rows = pd_api_camera_fields,
     .example = "{\"width\":640,\"height\":480}",
     .doc = "Camera of the picture; required with points of two numbers."},
    {0},
};

pd_api_observe_sight_values pd_api_observe_sight_begin(void)
{
    return (pd_api_observe_sight_values){
        .set = "mediapipe33", .time = NAN, .noise = NAN, .height = NAN, .root = ROOT_UNSAID};
}

/* Reads the point of place i. Returns false after an error, true also if the place is not seen. *numbers:
 * numbers of each row, 0 before the first row. */
static bool read_point(pd_observe_sight *s, int *numbers, const pd_api_observe_sight_values *v, int i,
                       pd_api_problems *problems)
{
    PD_ASSERT(i >= 0 && i < s->set->count);
    const char *name = s->set->keypoints[i].name;
    const json_t *row = pd_api_element_of(v->points, i, name);
    double x[3];
    double confidence = 1;
    char at[96];

    snprintf(at, sizeof at, "/confidence/%.64s", name);
    if (v->confidence &&
        !pd_api_confidence_read(&confidence, pd_api_element_of(v->confidence, i, name), at, problems))
        return false;
    snprintf(at, sizeof at, "/points/%.64s", name);
    const int count = row ? pd_api_point_read(x, row, 2, at, problems) : 0;
    if (count < 0) return false;
    if (!count) return true;
    if (*numbers && count != *numbers)
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "%d numbers, but other points have %d; points all of 2 numbers (in the picture) "
                           "or all of 3 (in space) expected",
                           count, *numbers);

    *numbers = count;
    const double sign = count == 3 && v->axes == AXES_CAMERA ? -1 : 1;
    s->at[i][0] = x[0];
    s->at[i][1] = sign * x[1];
    s->at[i][2] = sign * x[2];
    s->confidence[i] = confidence;

    return true;
}

/* Reads the orientation of place i. Returns false after an error, true also if there is none. */
static bool read_orientation(pd_observe_sight *s, const pd_api_observe_sight_values *v, int i,
                             pd_api_problems *problems)
{
    PD_ASSERT(i >= 0 && i < s->set->count);
    const char *name = s->set->keypoints[i].name;
    const json_t *row = pd_api_element_of(v->orientations, i, name);
    double q[4];
    char at[96];
    if (!row || json_is_null(row)) return true;

    snprintf(at, sizeof at, "/orientations/%.64s", name);
    for (size_t c = 0; c < 4; c++) {
        const json_t *number = json_array_get(row, c);
        if (json_array_size(row) != 4 || !json_is_number(number))
            return pd_api_note(problems, PD_ERR_INVALID, at,
                               "4 numbers x, y, z, w of a quaternion or null expected");
        q[c] = json_number_value(number);
    }

    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length >= UNIT_LEAST && length <= UNIT_MOST))
        return pd_api_note(problems, PD_ERR_RANGE, at, "a quaternion of length %g; %.10g to %.10g allowed",
                           length, UNIT_LEAST, UNIT_MOST);
    s->orientation[i] = pd_q_normalize((pd_quat){q[0], q[1], q[2], q[3]});
    s->is_turned[i] = true;

    return true;
}

/* Fields that only trackers may have. */
static bool read_trackers(pd_observe_sight *s, const pd_api_observe_sight_values *v,
                          pd_api_problems *problems)
{
    const struct {
        const char *at;
        bool is_said;
    } own[] = {{"/orientations", v->orientations != NULL},
               {"/height", !isnan(v->height)},
               {"/calibrate", v->calibrate != 0}};
    bool good = true;

    for (size_t i = 0; i < sizeof own / sizeof *own && !s->set->is_tracked; i++)
        if (own[i].is_said)
            return pd_api_note(problems, PD_ERR_INVALID, own[i].at,
                               "has no effect on the set %s; allowed only with webxr83, openxr70 or openxr84",
                               s->set->name);
    s->height = isnan(v->height) ? 0 : v->height;
    s->calibrate = v->calibrate;
    if (!v->orientations) return true;
    if (!pd_api_elements_check(v->orientations, s->set, NULL, "/orientations", problems)) return false;
    for (int i = 0; i < s->set->count; i++) good &= read_orientation(s, v, i, problems);

    return good;
}

static bool read_camera(pd_observe_sight *s, const json_t *camera, pd_api_problems *problems)
{
    pd_observe_lens lens;
    bool guessed;

    if (camera) {
        bool good = pd_api_camera_read(&s->camera, &lens, &guessed, camera, "/camera", problems);
        for (int i = 0; i < s->set->count && good && s->in_picture; i++)
            good =
                !(s->confidence[i] > 0) || pd_api_lens_undo(s->at[i], &lens, &s->camera, "/points", problems);
        return good;
    }

    if (!s->in_picture) return true;

    return pd_api_note(
        problems, PD_ERR_INVALID, "/camera",
        "missing; points of two numbers need a camera with width and height, or with fx, cx and cy");
}

/* Reads inertial sensors, which give orientations and nothing else. */
static bool read_sensors(pd_observe_sight *s, const pd_api_observe_sight_values *v, pd_api_problems *problems)
{
    const struct {
        const char *at;
        bool is_said;
    } others[] = {{"/points", v->points != NULL}, {"/confidence", v->confidence != NULL},
                  {"/camera", v->camera != NULL}, {"/height", !isnan(v->height)},
                  {"/noise", !isnan(v->noise)},   {"/axes", v->axes != AXES_WORLD},
                  {"/root", v->root == ROOT_SEEN}};
    pd_error err = {0};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].is_said)
            return pd_api_note(problems, PD_ERR_INVALID, others[i].at,
                               "has no effect on the set sensors; orientations {sensors, tpose, pose, "
                               "up, facing, noise} alone expected");
    if (!json_is_object(v->orientations))
        return pd_api_note(problems, PD_ERR_INVALID, "/orientations",
                           "missing; an object with sensors by the names of bones expected");
    s->time = v->time;
    s->from_hips = true;
    if (!pd_api_orientations_sight(s, v->orientations, v->calibrate, "/orientations", problems)) return false;
    if (pd_observe_sight_check(s, &err)) return pd_api_note_error(problems, "", &err);
    if (v->mirror) pd_observe_sight_mirror(s);

    return true;
}

/* Reads rotations of bones, and the position of the hips, the only point. */
static bool read_humanoid(pd_observe_sight *s, const pd_api_observe_sight_values *v,
                          pd_api_problems *problems)
{
    const struct {
        const char *at;
        bool is_said;
    } others[] = {{"/confidence", v->confidence != NULL},
                  {"/camera", v->camera != NULL},
                  {"/noise", !isnan(v->noise)},
                  {"/axes", v->axes != AXES_WORLD},
                  {"/root", v->root != ROOT_UNSAID},
                  {"/calibrate", v->calibrate != 0},
                  {"/height", !isnan(v->height) && !v->points}};
    const char *name;
    const json_t *row;
    pd_error err = {0};
    int numbers = 3;
    bool good = true;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].is_said)
            return pd_api_note(problems, PD_ERR_INVALID, others[i].at,
                               i + 1 < sizeof others / sizeof *others
                                   ? "has no effect on the set humanoid"
                                   : "has no effect on the set humanoid without points.hips");
    if (!v->orientations)
        return pd_api_note(problems, PD_ERR_INVALID, "/orientations",
                           "missing; an object with rotations by the names of VRM's bones expected");

    /* The position of the hips. */
    if (v->points && !json_is_object(v->points))
        return pd_api_note(problems, PD_ERR_INVALID, "/points", "an object with the point hips expected");
    json_object_foreach((json_t *)(uintptr_t)v->points, name, row)
    {
        char at[96];
        snprintf(at, sizeof at, "/points/%.64s", name);
        if (strcmp(name, "hips") != 0)
            return pd_api_note(problems, PD_ERR_INVALID, at,
                               "has no effect on the set humanoid; hips allowed");
    }
    if (json_array_size(json_object_get(v->points, "hips")) == 2)
        return pd_api_note(problems, PD_ERR_INVALID, "/points/hips",
                           "2 numbers; 3 expected, metres in the world");
    if (v->points) good = read_point(s, &numbers, v, PD_OBSERVE_HUMANOID_HIPS, problems);

    /* The rotations. */
    if (!pd_api_elements_check(v->orientations, s->set, NULL, "/orientations", problems)) return false;
    for (int i = 0; i < s->set->count; i++) good &= read_orientation(s, v, i, problems);
    if (!good) return false;

    s->time = v->time;
    s->height = isnan(v->height) ? 0 : v->height;
    s->noise = TRACKED_NOISE; /* of no effect: nothing is fitted */
    if (pd_observe_sight_check(s, &err)) return pd_api_note_error(problems, "", &err);
    if (v->mirror) pd_observe_sight_mirror(s);

    return true;
}

bool pd_api_observe_sight_read(pd_observe_sight *s, const pd_api_observe_sight_values *v,
                               pd_api_problems *problems)
{
    int numbers = 0, good = true;
    pd_error err = {0};

    /* The set, which decides what else is read. Sensors give orientations alone. */
    memset(s, 0, sizeof *s);
    if (!strcmp(v->set, pd_observe_bones.name))
        s->set = &pd_observe_bones;
    else if (!strcmp(v->set, pd_observe_humanoid.name))
        s->set = &pd_observe_humanoid;
    else if (!pd_api_set_read(&s->set, v->set, ", sensors or humanoid", "/set", problems))
        return false;
    if (isnan(v->time))
        return pd_api_note(
            problems, PD_ERR_INVALID, "/time",
            "missing; the time of the observation in seconds, of a clock that never goes back, expected");
    if (s->set->is_worn) return read_sensors(s, v, problems);
    if (s->set->is_posed) return read_humanoid(s, v, problems);

    /* Points and their confidence. */
    if (!v->points)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/points",
            "missing; an array of the %d keypoints of %s, or an object with some of them by name, expected",
            s->set->count, s->set->name);
    if (!pd_api_elements_check(v->points, s->set, NULL, "/points", problems)) return false;
    if (v->confidence && !pd_api_elements_check(v->confidence, s->set, NULL, "/confidence", problems))
        return false;

    for (int i = 0; i < s->set->count; i++) good &= read_point(s, &numbers, v, i, problems);
    if (!good) return false;

    /* Say what the numbers mean: pixels or metres, relative to the hips
     * or in the world, and how exact they are. */
    s->in_picture = numbers == 2;
    s->from_hips = v->root == ROOT_HIPS || (v->root == ROOT_UNSAID && !s->set->is_tracked);
    s->time = v->time;
    s->noise = !isnan(v->noise)     ? v->noise
               : s->in_picture      ? PICTURE_NOISE
               : s->set->is_tracked ? TRACKED_NOISE
                                    : SPACE_NOISE;

    /* Orientations of trackers, and the camera of pixels. */
    if (!read_trackers(s, v, problems) || !read_camera(s, v->camera, problems)) return false;

    if (pd_observe_sight_check(s, &err)) return pd_api_note_error(problems, "", &err);
    if (v->mirror) pd_observe_sight_mirror(s);
    return true;
}

/* ---- faces ---- */

int pd_api_observe_face_landmarks(const char *set)
{
    if (!strcmp(set, "mediapipe478")) return PD_OBSERVE_FACE_LANDMARKS;
    return strcmp(set, "mediapipe468") ? 0 : PD_OBSERVE_FACE_SKIN;
}

/* Reads landmark l. Returns false after an error, true also if it is not seen. */
static bool read_landmark(pd_observe_face_sight *s, const json_t *row, int l, pd_api_problems *problems)
{
    double x[3];
    char at[32];

    snprintf(at, sizeof at, "/points/%d", l);
    const int count = pd_api_point_read(x, row, 2, at, problems);
    if (count < 0) return false;
    if (!count) return true;
    if (count > 2)
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "3 numbers; a landmark of a face is [x, y] in pixels of the picture");
    s->at[l][0] = x[0];
    s->at[l][1] = x[1];
    s->is_seen[l] = true;

    return true;
}

bool pd_api_observe_face_read(pd_observe_face_sight *s, const pd_api_observe_sight_values *v,
                              pd_api_problems *problems)
{
    const struct {
        const char *at;
        bool is_said;
    } others[] = {{"/confidence", v->confidence != NULL}, {"/orientations", v->orientations != NULL},
                  {"/height", !isnan(v->height)},         {"/noise", !isnan(v->noise)},
                  {"/axes", v->axes != AXES_WORLD},       {"/root", v->root != ROOT_UNSAID}};
    const int count = pd_api_observe_face_landmarks(v->set);
    pd_observe_lens lens;
    pd_error err = {0};
    bool guessed, good = true;

    /* What has no effect on a face. */
    PD_ASSERT(count);
    *s = (pd_observe_face_sight){
        .count = count, .time = v->time, .mirror = v->mirror, .calibrate = v->calibrate};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].is_said)
            return pd_api_note(problems, PD_ERR_INVALID, others[i].at, "has no effect on the set %s", v->set);
    if (isnan(v->time))
        return pd_api_note(
            problems, PD_ERR_INVALID, "/time",
            "missing; the time of the observation in seconds, of a clock that never goes back, expected");

    /* The landmarks, and the camera that saw them. */
    if (!json_is_array(v->points) || json_array_size(v->points) != (size_t)count)
        return pd_api_note(problems, PD_ERR_INVALID, "/points",
                           "%zu rows; the %d landmarks of %s, [x, y] each, expected",
                           json_array_size(v->points), count, v->set);
    for (int l = 0; l < count && good; l++)
        good = read_landmark(s, json_array_get(v->points, (size_t)l), l, problems);
    if (!good) return false;
    if (!v->camera)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/camera",
            "missing; landmarks of a face need a camera with width and height, or with fx, cx and cy");
    if (!pd_api_camera_read(&s->camera, &lens, &guessed, v->camera, "/camera", problems)) return false;
    for (int l = 0; l < count && good; l++)
        good = !s->is_seen[l] || pd_api_lens_undo(s->at[l], &lens, &s->camera, "/points", problems);
    if (!good) return false;
    if (pd_observe_face_sight_check(s, &err)) return pd_api_note_error(problems, "", &err);

    return true;
}
