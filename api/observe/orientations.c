#include "api/observe/orientations.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE      (M_PI / 180)
#define NOISE       2.0 /* degrees */
#define LEAST_NOISE 0.01
#define MOST_NOISE  57.0
#define FARTHEST    1e4 /* metres */
#define POSES       "t|n"

#define QUATERNION_SCHEMA "{\"anyOf\":[" PD_API_ROWS_OF("4") ",{\"type\":\"null\"}]}"
#define POSITION_SCHEMA   "{\"anyOf\":[" PD_API_ROWS_OF("3") ",{\"type\":\"null\"}]}"
#define BY_NAME_SCHEMA    "{\"type\":\"object\",\"additionalProperties\":" QUATERNION_SCHEMA "}"

typedef struct values {
    const json_t *names, *frames, *positions, *calibration, *sensors, *tpose;
    double facing, drift, noise;
    int pose, up;
} values;

#define POSE_FIELD                                                                                           \
    {                                                                                                        \
        .name = "pose", .type = PD_API_CHOICE, .offset = offsetof(values, pose), .choices = POSES,           \
        .preset = "\"t\"",                                                                                   \
        .doc = "Calibration pose of the body: arms out to the sides (t) or hanging (n), legs straight, "     \
               "hands and feet pointing forwards."                                                           \
    }

const pd_api_field pd_api_orientation_take_fields[] = {
    {.name = "names",
     .type = PD_API_ANY,
     .offset = offsetof(values, names),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
     .example = "[\"pelvis\",\"LeftForeArm\",...]",
     .doc = "Names of the sensors, one per sensor, by the bone on which it sits: SMPL's joint that moves "
            "this bone, or the name that Xsens, TotalCapture or OpenSense uses."},
    {.name = "frames",
     .type = PD_API_ANY,
     .offset = offsetof(values, frames),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":" QUATERNION_SCHEMA "}}",
     .example = "[[[0,0,0,1],null,...],...]",
     .doc = "Orientations: a row per frame with one quaternion x, y, z, w per sensor, from the sensor's axes "
            "to the axes of the world that all sensors share; null where the sensor gave none."},
    {.name = "positions",
     .type = PD_API_ANY,
     .offset = offsetof(values, positions),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":" POSITION_SCHEMA "}}",
     .example = "[[[0.02,1.66,0.11],null,...],...]",
     .doc =
         "Positions of 6-DoF trackers (headset, controllers, straps) in metres, in the form of `frames`, in "
         "the same world. They determine shape and place too; the facing is then found from left and right."},
    {.name = "calibration",
     .type = PD_API_ANY,
     .offset = offsetof(values, calibration),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":2,\"maxItems\":2}",
     .preset = "[0,0]",
     .example = "[0,30]",
     .doc = "First and last frame of the pose by which the sensors are calibrated."},
    POSE_FIELD,
    {.name = "facing",
     .type = PD_API_NUMBER,
     .offset = offsetof(values, facing),
     .min = -360,
     .max = 360,
     .example = "90",
     .doc = "Direction that the body faces in the calibration pose, in degrees about the vertical from the "
            "sensors' axis z (with y up), x (z up) or y (x up). Without it, it is found from the motion of "
            "the body."},
    {.name = "drift",
     .type = PD_API_NUMBER,
     .offset = offsetof(values, drift),
     .min = 0,
     .max = 3000,
     .preset = "0",
     .example = "5",
     .doc = "Drift of the headings in degrees per minute that is allowed for since the calibration pose."},
    {0},
};

const pd_api_field pd_api_orientation_fields[] = {
    {.name = "sensors",
     .type = PD_API_ANY,
     .offset = offsetof(values, sensors),
     .schema = BY_NAME_SCHEMA,
     .example = "{\"pelvis\":[0,0,0,1],\"left_elbow\":[0,0,-0.38,0.92]}",
     .doc = "Orientations by the bone on which the sensor sits (SMPL's joint that moves this bone, or the "
            "name that Xsens, TotalCapture or OpenSense uses): quaternions x, y, z, w from the sensor's axes "
            "to the world's."},
    {.name = "tpose",
     .type = PD_API_ANY,
     .offset = offsetof(values, tpose),
     .schema = BY_NAME_SCHEMA,
     .example = "{\"pelvis\":[0,0,0,1],\"left_elbow\":[0,0,0,1]}",
     .doc = "Orientations of the sensors in the calibration pose, in the form of `sensors`. Without it, the "
            "sensors are aligned with the model's joints, whose axes are the world's at rest."},
    POSE_FIELD,
    {.name = "up",
     .type = PD_API_CHOICE,
     .offset = offsetof(values, up),
     .choices = PD_UP_CHOICES,
     .preset = "\"y\"",
     .doc = "Up axis of the sensors' world."},
    {.name = "facing",
     .type = PD_API_NUMBER,
     .offset = offsetof(values, facing),
     .min = -360,
     .max = 360,
     .preset = "0",
     .doc = "Direction that the body faces in the calibration pose, in degrees about the vertical from the "
            "sensors' axis z (with y up), x (z up) or y (x up). POST /v1/jobs finds it from a take."},
    {.name = "noise",
     .type = PD_API_NUMBER,
     .offset = offsetof(values, noise),
     .min = LEAST_NOISE,
     .max = MOST_NOISE,
     .preset = "2",
     .doc = "Noise of the orientations in degrees, one standard deviation."},
    {0},
};

/* Reads x, y, z, w of length 0.9 to 1.1. null is read as NaN. */
static bool read_quaternion(float out[4], const json_t *row, const char *at, pd_api_problems *problems)
{
    pd_quat q;
    double v[4];

    for (int c = 0; c < 4; c++) out[c] = NAN;
    if (!row || json_is_null(row)) return true;
    if (json_array_size(row) != 4)
        return pd_api_note(problems, PD_ERR_INVALID, at, "4 numbers (x, y, z, w) or null expected");
    for (size_t c = 0; c < 4; c++) {
        if (!json_is_number(json_array_get(row, c)))
            return pd_api_note(problems, PD_ERR_INVALID, at,
                               "element %zu is not a number; 4 numbers expected", c);
        v[c] = json_number_value(json_array_get(row, c));
    }

    q = (pd_quat){v[0], v[1], v[2], v[3]};
    const double length = sqrt(pd_q_dot(q, q));
    if (!(length >= 0.9 && length <= 1.1))
        return pd_api_note(problems, PD_ERR_RANGE, at, "the quaternion has the length %g; 0.9 to 1.1 allowed",
                           length);
    for (int c = 0; c < 4; c++) out[c] = (float)(v[c] / length);

    return true;
}

static bool read_name(char out[PD_ORIENTATIONS_NAME_BYTES], const char *name, const char *at,
                      pd_api_problems *problems)
{
    if (!name)
        return pd_api_note(problems, PD_ERR_INVALID, at, "not a string; the name of a sensor expected");
    if (snprintf(out, PD_ORIENTATIONS_NAME_BYTES, "%s", name) < PD_ORIENTATIONS_NAME_BYTES) return true;
    return pd_api_note(problems, PD_ERR_RANGE, at, "a name of %zu characters; at most %d allowed",
                       strlen(name), PD_ORIENTATIONS_NAME_BYTES - 1);
}

static bool take_room(pd_orientations *file, size_t sensors, size_t frames, const char *at,
                      pd_api_problems *problems)
{
    if (sensors < 1 || sensors > PD_ORIENTATIONS_SENSORS)
        return pd_api_note(problems, PD_ERR_LIMIT, at, "%zu sensors; 1 to %d allowed", sensors,
                           PD_ORIENTATIONS_SENSORS);
    if (frames < 1 || frames > PD_ORIENTATIONS_FRAMES)
        return pd_api_note(problems, PD_ERR_LIMIT, at, "%zu frames; 1 to %d allowed", frames,
                           PD_ORIENTATIONS_FRAMES);
    file->names = calloc(PD_ORIENTATIONS_SENSORS, sizeof *file->names);
    file->readings = malloc(4 * sensors * frames * sizeof *file->readings);
    file->sensor_count = (int)sensors;
    file->frame_count = (int)frames;

    return (file->names && file->readings) || pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");
}

/* ---- a take */

size_t pd_api_orientation_take_bytes(const json_t *object)
{
    const size_t rows = json_array_size(json_object_get(object, "frames")) *
                        json_array_size(json_object_get(object, "names"));
    const bool are_trackers = json_object_get(object, "positions");

    /* Readings, how they have rotated, rotation vectors, confidence. Of trackers also positions, and both
     * kinds of places. */
    return rows * (are_trackers ? 23 : 12) * sizeof(float);
}

/* Reads the quaternions of each frame; null where a sensor has none. */
static bool read_frames(pd_orientations *file, const json_t *frames, const char *where,
                        pd_api_problems *problems)
{
    const size_t sensors = (size_t)file->sensor_count;
    char at[160];

    PD_ASSERT((size_t)file->frame_count == json_array_size(frames));

    for (size_t f = 0; f < (size_t)file->frame_count; f++) {
        const json_t *row = json_array_get(frames, f);
        snprintf(at, sizeof at, "%s/frames/%zu", where, f);
        if (json_array_size(row) != sensors)
            return pd_api_note(problems, PD_ERR_RANGE, at,
                               "%zu quaternions; %zu expected, null for a sensor without a reading",
                               json_array_size(row), sensors);
        for (size_t i = 0; i < sensors; i++) {
            snprintf(at, sizeof at, "%s/frames/%zu/%zu", where, f, i);
            if (!read_quaternion(file->readings + 4 * (f * sensors + i), json_array_get(row, i), at,
                                 problems))
                return false;
        }
    }

    return true;
}

/* Reads the positions of each frame; null where a tracker has none. */
static bool read_positions(pd_orientations *file, const json_t *frames, const char *where,
                           pd_api_problems *problems)
{
    const size_t trackers = (size_t)file->sensor_count;
    const size_t count = (size_t)file->frame_count;
    char at[160];

    snprintf(at, sizeof at, "%s/positions", where);
    if (json_array_size(frames) != count)
        return pd_api_note(problems, PD_ERR_RANGE, at, "%zu frames; %zu expected, as many as orientations",
                           json_array_size(frames), count);
    file->positions = malloc(3 * count * trackers * sizeof *file->positions);
    if (!file->positions) return pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");
    for (size_t i = 0; i < count * trackers; i++) {
        const json_t *row = json_array_get(frames, i / trackers);
        const json_t *one = json_array_get(row, i % trackers);
        float *out = file->positions + 3 * i;
        snprintf(at, sizeof at, "%s/positions/%zu", where, i / trackers);
        if (json_array_size(row) != trackers)
            return pd_api_note(problems, PD_ERR_RANGE, at,
                               "%zu positions; %zu expected, null where a tracker was not seen",
                               json_array_size(row), trackers);
        snprintf(at, sizeof at, "%s/positions/%zu/%zu", where, i / trackers, i % trackers);

        for (size_t c = 0; c < 3; c++) out[c] = NAN;
        if (json_is_null(one)) continue;
        if (json_array_size(one) != 3)
            return pd_api_note(problems, PD_ERR_INVALID, at, "3 numbers (x, y, z) or null expected");
        for (size_t c = 0; c < 3; c++) {
            const json_t *number = json_array_get(one, c);
            if (!json_is_number(number) || !(fabs(json_number_value(number)) <= FARTHEST))
                return pd_api_note(problems, PD_ERR_RANGE, at, "number %zu; -%.10g to %.10g metres allowed",
                                   c, FARTHEST, FARTHEST);
            out[c] = (float)json_number_value(number);
        }
    }

    return true;
}

/* Reads the first and the last frame in which the person stands in the calibration pose. */
static bool read_calibration(pd_observe_sensor_request *request, const json_t *frames, const char *where,
                             pd_api_problems *problems)
{
    char at[160];

    snprintf(at, sizeof at, "%s/calibration", where);
    const json_t *first = json_array_get(frames, 0);
    const json_t *last = json_array_get(frames, 1);
    if (json_array_size(frames) != 2 || !json_is_integer(first) || !json_is_integer(last))
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "two whole numbers expected: the first and the last frame");
    const long long from = json_integer_value(first);
    const long long to = json_integer_value(last);
    if (from < 0 || to < from || to >= request->file->frame_count)
        return pd_api_note(problems, PD_ERR_RANGE, at,
                           "frames %lld to %lld; 0 to %d allowed, the first before the last", from, to,
                           request->file->frame_count - 1);
    request->first = (int)from;
    request->last = (int)to;

    return true;
}

bool pd_api_orientation_take_read(pd_orientations *file, pd_observe_sensor_request *request,
                                  const json_t *object, const pd_api_orientation_world *world,
                                  const char *where, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_orientation_take_fields, NULL};
    values v = {.facing = NAN};
    const double noise = world->noise;
    char at[160];

    *file = (pd_orientations){.rate = world->rate};
    if (!pd_api_fields_json(&v, object, tables, where, problems)) return false;
    if (!json_is_array(v.names) || !json_is_array(v.frames))
        return pd_api_note(problems, PD_ERR_INVALID, where,
                           "names and frames are required; both have to be lists");
    if (noise != 0 && !(noise >= LEAST_NOISE && noise <= MOST_NOISE))
        return pd_api_note(problems, PD_ERR_RANGE, "/noise", "%g degrees; %.10g to %.10g allowed", noise,
                           LEAST_NOISE, MOST_NOISE);
    if (!take_room(file, json_array_size(v.names), json_array_size(v.frames), where, problems)) return false;

    const size_t sensors = (size_t)file->sensor_count;
    for (size_t i = 0; i < sensors; i++) {
        snprintf(at, sizeof at, "%s/names/%zu", where, i);
        if (!read_name(file->names[i], json_string_value(json_array_get(v.names, i)), at, problems))
            return false;
    }

    if (!read_frames(file, v.frames, where, problems)) return false;
    if (v.positions && !read_positions(file, v.positions, where, problems)) return false;

    /* Angles in radians; drift per second. */
    *request = (pd_observe_sensor_request){.file = file,
                                           .up = world->up < PD_UP_COUNT ? (pd_up)world->up : PD_UP_Z,
                                           .pose = (pd_observe_sensor_pose)v.pose,
                                           .facing = v.facing * DEGREE,
                                           .noise = (noise > 0 ? noise : NOISE) * DEGREE,
                                           .drift = v.drift * DEGREE / 60};

    return !v.calibration || read_calibration(request, v.calibration, where, problems);
}

/* ---- a moment */

/* Fills the readings of the T-pose of a request without one: each sensor is assumed to have the axes of its
 * joint in the model's pose `v->pose`. */
static void assume_tpose(pd_orientations *file, const values *v, const pd_smpl_model *model)
{
    double rest[PD_SMPL_MAX_JOINTS][9];

    pd_observe_sensor_rest(rest, model, (pd_observe_sensor_pose)v->pose);
    for (int i = 0; i < file->sensor_count; i++) {
        const int joint = pd_observe_sensor_joint(model, file->names[i]);
        PD_ASSERT(joint < model->joint_count);
        const pd_quat q = joint < 0 ? pd_q_identity() : pd_q_from_matrix(rest[joint]);
        const pd_quat heading = pd_q_axis_angle(pd_vec3_make(0, 1, 0), pd_up_heading((pd_up)v->up));
        const pd_vec3 own = pd_q_rotate(heading, pd_vec3_make(q.x, q.y, q.z));
        double turned[3];
        float *out = file->readings + 4 * i;

        /* From the body's world, facing the axis from which headings are counted, to the sensors'. */
        pd_up_point_back(turned, (const double[3]){own.x, own.y, own.z}, (pd_up)v->up);
        for (int c = 0; c < 3; c++) out[c] = (float)turned[c];
        out[3] = (float)q.w;
    }
}

bool pd_api_orientations_read(pd_observe_sensor_set *set, const json_t *object, const pd_smpl_model *model,
                              const char *where, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_orientation_fields, NULL};
    values v = {.up = 1, .noise = NOISE};
    pd_orientations file = {.rate = 1};
    const char *name;
    json_t *row;
    char at[160];
    pd_error err;
    int i = 0;

    *set = (pd_observe_sensor_set){0};
    if (!pd_api_fields_json(&v, object, tables, where, problems)) return false;
    if (!json_is_object(v.sensors) || (v.tpose && !json_is_object(v.tpose)))
        return pd_api_note(problems, PD_ERR_INVALID, where,
                           "sensors is required, an object with an orientation for each name; tpose, if "
                           "given, has to be an object of the same form");

    /* Two readings of each sensor: in the T-pose and now. */
    bool good = take_room(&file, json_object_size(v.sensors), 2, where, problems);
    if (good) json_object_foreach((json_t *)(uintptr_t)v.sensors, name, row)
        {
            float *now = file.readings + 4 * (file.sensor_count + i);
            snprintf(at, sizeof at, "%s/sensors/%.40s", where, name);
            good = good && read_name(file.names[i], name, at, problems) &&
                   read_quaternion(now, row, at, problems);
            snprintf(at, sizeof at, "%s/tpose/%.40s", where, name);
            if (v.tpose)
                good = good &&
                       read_quaternion(file.readings + 4 * i, json_object_get(v.tpose, name), at, problems);
            i++;
        }

    if (good && !v.tpose) assume_tpose(&file, &v, model);

    /* Find the joints of the sensors and what each reads at rest. */
    const pd_observe_sensor_request request = {.file = &file,
                                               .up = (pd_up)v.up,
                                               .pose = (pd_observe_sensor_pose)v.pose,
                                               .facing = v.facing * DEGREE,
                                               .noise = v.noise * DEGREE};
    if (good && pd_observe_sensor_set_make(set, &request, model, where, &err))
        good = pd_api_note_error(problems, "", &err);
    pd_orientations_deinit(&file);

    return good;
}

/* ---- a moment of the stream's */

/* Reads the orientation of one sensor, now or in the calibration pose.
 * Returns its bone, or -1 if an error was noted. */
static int read_bone(pd_quat *out, bool *is_there, const char *name, const json_t *row, int up,
                     const char *where, pd_api_problems *problems)
{
    const int bone = pd_observe_sensor_bone(name);
    float q[4];
    char at[160];

    snprintf(at, sizeof at, "%s/%.40s", where, name);
    if (bone < 0) {
        pd_api_note(problems, PD_ERR_NOT_FOUND, at,
                    "not the name of a bone; pelvis, spine1 to spine3, neck, head, or left and right collar, "
                    "shoulder, elbow, wrist, hip, knee, ankle, foot expected, or LeftForeArm and the like");
        return -1;
    }

    if (is_there[bone]) {
        pd_api_note(problems, PD_ERR_INVALID, at, "a second sensor on %s; one expected",
                    pd_observe_bones.keypoints[bone].name);
        return -1;
    }

    if (!read_quaternion(q, row, at, problems)) return -1;
    if (isnan(q[3])) return bone;

    is_there[bone] = true;
    out[bone] = pd_up_rotation((pd_quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]}, (pd_up)up);

    return bone;
}

bool pd_api_orientations_sight(pd_observe_sight *s, const json_t *object, bool calibrate, const char *where,
                               pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_orientation_fields, NULL};
    values v = {.up = 1, .noise = NOISE};
    const char *name;
    json_t *row;
    char at[96];
    bool good = true;

    if (!pd_api_fields_json(&v, object, tables, where, problems)) return false;
    if (!json_is_object(v.sensors) || (v.tpose && !json_is_object(v.tpose)))
        return pd_api_note(problems, PD_ERR_INVALID, where,
                           "sensors is required, an object with an orientation for each name; tpose, if "
                           "given, has to be an object of the same form");
    if (v.tpose && calibrate)
        return pd_api_note(
            problems, PD_ERR_INVALID, "/calibrate",
            "true given together with tpose; only one of the two allowed, because calibrate says that the "
            "first frame is the calibration pose, and tpose has the readings of that pose");

    /* Read the present orientations. */
    snprintf(at, sizeof at, "%s/sensors", where);
    json_object_foreach((json_t *)(uintptr_t)v.sensors, name, row)
    {
        const int bone = read_bone(s->orientation, s->is_turned, name, row, v.up, at, problems);
        good = good && bone >= 0;
        if (bone >= 0) s->confidence[bone] = s->is_turned[bone] ? 1 : 0;
    }

    /* Read the orientations in the T-pose; with `calibrate` they are the present ones. */
    snprintf(at, sizeof at, "%s/tpose", where);
    if (v.tpose) json_object_foreach((json_t *)(uintptr_t)v.tpose, name, row)
        {
            good = read_bone(s->held, s->is_held, name, row, v.up, at, problems) >= 0 && good;
        }
    if (calibrate) {
        memcpy(s->held, s->orientation, sizeof s->held);
        memcpy(s->is_held, s->is_turned, sizeof s->is_held);
    }

    s->pose = (pd_observe_sensor_pose)v.pose;
    s->heading = v.facing * DEGREE;
    s->heading_axis = pd_up_heading((pd_up)v.up);
    s->noise = v.noise * DEGREE;

    return good;
}
