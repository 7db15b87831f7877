#include "core/observe/sensor/sensors.h"

#include "core/base/arena.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE     (M_PI / 180)
#define FRAMES     20 /* largest number of frames from which the facing is estimated */
/* frames, evenly spread, among which FRAMES are chosen */
#define SAMPLES    400
/* between two facings that are tried */
#define STEP       (15 * DEGREE)
#define HALVINGS   4  /* halvings of the step between facings, from 15 degrees to one */
#define ITERATIONS 12 /* iterations of each fit */

/* ---- names */

#define BOTH(bone)                                                                                           \
    {"left_" bone, "left_" bone},                                                                            \
    {                                                                                                        \
        "right_" bone, "right_" bone                                                                         \
    }

static const pd_observe_keypoint worn[PD_OBSERVE_BONES] = {
    {"pelvis", "pelvis"}, {"spine1", "spine1"}, {"spine2", "spine2"}, {"spine3", "spine3"}, {"neck", "neck"},
    {"head", "head"},     BOTH("collar"),       BOTH("shoulder"),     BOTH("elbow"),        BOTH("wrist"),
    BOTH("hip"),          BOTH("knee"),         BOTH("ankle"),        BOTH("foot"),
};
const pd_observe_set pd_observe_bones = {
    .name = "sensors",
    .doc = "bones that inertial sensors are worn on",
    .keypoints = worn,
    .count = PD_OBSERVE_BONES,
    .least = PD_OBSERVE_BONES,
    .is_worn = true,
};

/* Other names of bones: letters and digits only, in lower case,
 * in the order of `worn`, one row for both sides. */
static const struct {
    const char *names;
    bool is_sided;
} bones[] = {
    {" pelvis hips root sacrum waist hip ", false},
    {" spine1 lowerback abdomen spine l5 lumbar ", false},
    {" spine2 t12 midback ", false},
    {" spine3 t8 sternum chest torso upperback thorax ", false},
    {" neck ", false},
    {" head skull hmd headset viewer ", false},
    {" collar shoulder clavicle scapula ", true},
    {" upperarm uparm arm humerus ", true},
    {" forearm lowerarm lowarm radius ulna ", true},
    {" hand wrist controller grip ", true},
    {" thigh upperleg upleg femur ", true},
    {" shank lowerleg lowleg leg tibia calf shin ", true},
    {" foot ankle calcn ", true},
    {" toe toes toebase ", true},
};

enum { NO_SIDE = -1, LEFT, RIGHT };

/* Returns the number of the bone of a plain name on a side (NO_SIDE: in the middle); -1: none. */
static int of_bone(const char *name, int side)
{
    char word[80];
    int row = 0;

    snprintf(word, sizeof word, " %.40s ", name);
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) {
        if (bones[i].is_sided == (side != NO_SIDE) && strstr(bones[i].names, word))
            return row + (side == RIGHT);
        row += bones[i].is_sided ? 2 : 1;
    }

    return -1;
}

int pd_observe_sensor_bone(const char *name)
{
    static const struct {
        const char *sign;
        int side;
    } sides[] = {{"left", LEFT}, {"right", RIGHT}, {"l", LEFT}, {"r", RIGHT}};
    char plain[40];
    size_t n = 0;
    for (int i = 0; i < PD_OBSERVE_BONES; i++)
        if (!strcmp(worn[i].name, name)) return i;

    /* Letters and digits alone, in lower case, without "imu" at the end; then a side before or behind the
     * bone's name. */
    for (; *name && n + 1 < sizeof plain; name++)
        if (isalnum((unsigned char)*name)) plain[n++] = (char)tolower((unsigned char)*name);
    plain[n] = 0;
    if (n > 3 && !strcmp(plain + n - 3, "imu")) plain[n -= 3] = 0;
    int found = of_bone(plain, NO_SIDE);
    for (size_t i = 0; i < sizeof sides / sizeof *sides && found < 0; i++) {
        const size_t length = strlen(sides[i].sign);
        if (n <= length) continue;
        if (!strncmp(plain, sides[i].sign, length)) found = of_bone(plain + length, sides[i].side);
        if (found >= 0 || strcmp(plain + n - length, sides[i].sign) != 0) continue;
        char head[40];
        snprintf(head, sizeof head, "%.*s", (int)(n - length), plain);
        found = of_bone(head, sides[i].side);
    }

    return found;
}

int pd_observe_sensor_joint(const pd_smpl_model *m, const char *name)
{
    const int bone = pd_observe_sensor_bone(name);
    return pd_smpl_joint_find(&m->data, bone < 0 ? name : worn[bone].place);
}

/* ---- the calibration pose */

/* Returns the rotation that turns the bone from joint to child towards `to`; the identity if the model lacks
 * one of them. */
static pd_quat lay(const pd_smpl_model *m, const char *side, const char *joint, const char *child, pd_vec3 to)
{
    char names[2][40];

    snprintf(names[0], sizeof *names, "%s_%s", side, joint);
    snprintf(names[1], sizeof *names, "%s_%s", side, child);
    const int from = pd_smpl_joint_find(&m->data, names[0]);
    const int end = pd_smpl_joint_find(&m->data, names[1]);
    if (from < 0 || end < 0) return pd_q_identity();

    const double *a = m->joint_template + 3 * from;
    const double *b = m->joint_template + 3 * end;
    const pd_vec3 bone = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const pd_vec3 unit = pd_vec3_unit_or(bone, to);

    return pd_q_between(unit, to, pd_vec3_make(0, 0, 1));
}

void pd_observe_sensor_rest(double (*out)[9], const pd_smpl_model *m, pd_observe_sensor_pose pose)
{
    for (int k = 0; k < m->joint_count; k++)
        for (int i = 0; i < 9; i++) out[k][i] = i % 4 == 0;
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "right" : "left";
        const pd_vec3 to =
            pose == PD_OBSERVE_POSE_N ? pd_vec3_make(0, -1, 0) : pd_vec3_make(side ? -1 : 1, 0, 0);
        const pd_quat upper = lay(m, name, "shoulder", "elbow", to);
        const pd_quat lower = lay(m, name, "elbow", "wrist", to);
        char shoulder[40], elbow[40];
        snprintf(shoulder, sizeof shoulder, "%s_shoulder", name);
        snprintf(elbow, sizeof elbow, "%s_elbow", name);
        const int k_shoulder = pd_smpl_joint_find(&m->data, shoulder);
        const int k_elbow = pd_smpl_joint_find(&m->data, elbow);

        if (k_shoulder >= 0) pd_q_to_matrix(out[k_shoulder], upper);
        for (int k = k_elbow; k >= 0 && k < m->joint_count; k++) { /* hand and fingers follow the forearm */
            int above = k;
            while (above > k_elbow) above = m->data.parents[above];
            if (above == k_elbow) pd_q_to_matrix(out[k], lower);
        }
    }
}

/* ---- readings */

static pd_quat reading(const pd_orientations *o, int frame, int sensor)
{
    const float *q = o->readings + 4 * ((size_t)frame * (size_t)o->sensor_count + (size_t)sensor);
    return (pd_quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
}

/* Finds which sensors are on the body, and on which joints. */
static pd_status name(pd_observe_sensor_set *s, const pd_observe_sensor_request *r, const pd_smpl_model *m,
                      const char *where, pd_error *err)
{
    double rest[PD_SMPL_MAX_JOINTS][9];

    pd_observe_sensor_rest(rest, m, r->pose);

    /* Each joint may have one sensor. */
    for (int i = 0; i < r->file->sensor_count; i++) {
        const int joint = pd_observe_sensor_joint(m, r->file->names[i]);
        s->unknown_count += joint < 0;
        if (joint < 0) continue;
        for (int k = 0; k < s->count; k++)
            if (s->parts[k].index == joint)
                return pd_fail(err, PD_ERR_INVALID, where, "'%s' and '%s' are both on %s; one expected",
                               r->file->names[s->column[k]], r->file->names[i], m->data.joint_names[joint]);
        s->parts[s->count] = (pd_observe_part){false, joint, 1};
        memcpy(s->rest[s->count], rest[joint], sizeof *s->rest);
        s->column[s->count++] = i;
    }

    if (!s->count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                       "none of %d sensors ('%s', ...) is on a bone of the model; names as left_knee, "
                       "LeftForeArm, pelvis_imu expected",
                       r->file->sensor_count, r->file->sensor_count ? r->file->names[0] : "");

    /* Observations of the joints, paired left and right. */
    for (int i = 0; i < s->count; i++) {
        const int other = pd_observe_joint_mirror(m, s->parts[i].index);
        int mirror = i;
        for (int k = 0; k < s->count; k++)
            if (s->parts[k].index == other) mirror = k;
        s->places[i] = (pd_observe_seen){.parts = &s->parts[i],
                                         .part_count = 1,
                                         .is_turn = true,
                                         .confidence = 1,
                                         .sigma = r->noise,
                                         .mirror = mirror};
    }

    return PD_OK;
}

/* Fills `since` and confidence of one sensor: the rotation since the calibration pose,
 * and how far it is trusted. */
static pd_status read_sensor(pd_observe_sensor_set *s, const pd_observe_sensor_request *r, int i,
                             const char *where, pd_error *err)
{
    const int sensor = s->column[i];
    pd_quat sum = {0, 0, 0, 0};
    pd_quat start;
    double moved = 0;
    int count = 0;

    /* Mean reading in the calibration pose, and the largest deviation from it. */
    for (int f = r->first; f <= r->last; f++) {
        const pd_quat q = reading(r->file, f, sensor);
        if (isnan(q.w)) continue;
        sum = pd_q_fma(sum, pd_q_dot(sum, q) < 0 ? -1 : 1, q);
        count++;
    }

    if (!count || !pd_q_unit(&start, sum))
        return pd_fail(err, PD_ERR_INVALID, where,
                       "'%s' has no reading in the calibration pose; readings in frames %d to %d expected",
                       r->file->names[sensor], r->first, r->last);
    for (int f = r->first; f <= r->last; f++) {
        const pd_quat q = reading(r->file, f, sensor);
        if (!isnan(q.w)) moved = fmax(moved, pd_q_angle(start, q));
    }

    if (moved > PD_OBSERVE_SENSOR_STILL)
        return pd_fail(
            err, PD_ERR_RANGE, where,
            "'%s' moves by %.0f degrees in the calibration pose (frames %d to %d); at most %.0f allowed",
            r->file->names[sensor], moved / DEGREE, r->first, r->last, PD_OBSERVE_SENSOR_STILL / DEGREE);
    s->still = fmax(s->still, moved);

    /* Rotations since that pose. Drift grows with time, so confidence falls. */
    const pd_quat back = pd_q_conjugate(pd_up_rotation(start, r->up));
    for (int f = 0; f < s->frame_count; f++) {
        const size_t at = (size_t)f * (size_t)s->count + (size_t)i;
        const pd_quat q = pd_q_mul(pd_up_rotation(reading(r->file, f, sensor), r->up), back);
        const double off = r->drift * fmax(0, f - r->last) / r->file->rate / r->noise;
        float *out = s->since + 4 * at;
        out[0] = (float)q.x;
        out[1] = (float)q.y;
        out[2] = (float)q.z;
        out[3] = (float)q.w;
        s->confidence[at] = (float)fmax(1 / (1 + off * off), 1e-6);
    }

    return PD_OK;
}

pd_status pd_observe_sensor_set_make(pd_observe_sensor_set *s, const pd_observe_sensor_request *r,
                                     const pd_smpl_model *m, const char *where, pd_error *err)
{
    const size_t frames = (size_t)r->file->frame_count;
    const size_t sensors = (size_t)r->file->sensor_count;

    /* Settings. */
    *s = (pd_observe_sensor_set){.frame_count = r->file->frame_count, .heading_axis = pd_up_heading(r->up)};
    if (r->first < 0 || r->last < r->first || r->last >= s->frame_count)
        return pd_fail(
            err, PD_ERR_RANGE, where,
            "the calibration pose is from frame %d to %d; 0 to %d allowed, the first before the last",
            r->first, r->last, s->frame_count - 1);
    if (!(r->noise >= 1e-4 && r->noise <= 1))
        return pd_fail(err, PD_ERR_RANGE, where, "noise of %g degrees; 0.006 to 57 allowed",
                       r->noise / DEGREE);
    if (!(r->drift >= 0 && r->drift <= 1))
        return pd_fail(err, PD_ERR_RANGE, where, "drift of %g degrees a minute; 0 to 3437 allowed",
                       60 * r->drift / DEGREE);
    if (!isnan(r->facing) && !(fabs(r->facing) <= 2 * M_PI))
        return pd_fail(err, PD_ERR_RANGE, where, "facing %g degrees; -360 to 360 allowed",
                       r->facing / DEGREE);

    /* Allocate all frames. */
    s->places = calloc(sensors, sizeof *s->places);
    s->parts = calloc(sensors, sizeof *s->parts);
    s->column = calloc(sensors, sizeof *s->column);
    s->rest = calloc(sensors, sizeof *s->rest);
    s->at = malloc((3 * frames * sensors + 1) * sizeof *s->at);
    s->confidence = malloc((frames * sensors + 1) * sizeof *s->confidence);
    s->since = malloc((4 * frames * sensors + 1) * sizeof *s->since);
    pd_status status = PD_OK;
    if (!s->places || !s->parts || !s->column || !s->rest || !s->at || !s->confidence || !s->since)
        status = pd_fail(err, PD_ERR_MEMORY, where, "out of memory");

    /* Names, then readings, then the facing. */
    if (!status) status = name(s, r, m, where, err);
    for (int i = 0; !status && i < s->count; i++) status = read_sensor(s, r, i, where, err);
    if (!status) pd_observe_sensor_set_face(s, isnan(r->facing) ? 0 : r->facing);

    return status;
}

void pd_observe_sensor_set_deinit(pd_observe_sensor_set *s)
{
    free(s->places);
    free(s->parts);
    free(s->column);
    free(s->rest);
    free(s->at);
    free(s->confidence);
    free(s->since);
    *s = (pd_observe_sensor_set){0};
}

/* ---- facing of the body */

/* Computes the observation (a rotation vector) of a sensor in a frame for an assumed facing. Returns false if
 * there is no reading. */
static bool turn_of(double at[3], const pd_observe_sensor_set *s, int frame, int sensor, double facing)
{
    const float *e = s->since + 4 * ((size_t)frame * (size_t)s->count + (size_t)sensor);

    if (isnan(e[3])) return false;

    const pd_quat since = {(double)e[0], (double)e[1], (double)e[2], (double)e[3]};
    const pd_quat faced = pd_q_axis_angle(pd_vec3_make(0, 1, 0), s->heading_axis + facing);
    const pd_quat whole = pd_q_mul(since, pd_q_mul(faced, pd_q_from_matrix(s->rest[sensor])));
    const pd_vec3 r = pd_q_to_rotvec(whole);
    at[0] = r.x;
    at[1] = r.y;
    at[2] = r.z;

    return true;
}

void pd_observe_sensor_set_face(pd_observe_sensor_set *s, double facing)
{
    s->facing = facing;
    for (int f = 0; f < s->frame_count; f++)
        for (int i = 0; i < s->count; i++) {
            float *out = s->at + 3 * ((size_t)f * (size_t)s->count + (size_t)i);
            double at[3] = {NAN, NAN, NAN};
            turn_of(at, s, f, i, facing);
            for (int c = 0; c < 3; c++) out[c] = (float)at[c];
        }
}

/* Returns the difference of two frames: sum of the squared angles between the orientations of each sensor. */
static double unlike(const pd_observe_sensor_set *s, int a, int b)
{
    double sum = 0;

    for (int i = 0; i < s->count; i++) {
        const float *p = s->since + 4 * ((size_t)a * (size_t)s->count + (size_t)i);
        const float *q = s->since + 4 * ((size_t)b * (size_t)s->count + (size_t)i);
        if (isnan(p[3]) || isnan(q[3])) continue;
        sum += pow(pd_q_angle((pd_quat){(double)p[0], (double)p[1], (double)p[2], (double)p[3]},
                              (pd_quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]}),
                   2);
    }

    return sum;
}

/* Chooses different frames: starts with the first one, and adds the frame that differs most from those
 * chosen. Returns their number. */
static int choose_sensors(int chosen[FRAMES], const pd_observe_sensor_set *s)
{
    double far[SAMPLES];
    const int samples = s->frame_count < SAMPLES ? s->frame_count : SAMPLES;
    int count = 0, best = 0;

    for (int i = 0; i < samples; i++) far[i] = INFINITY;
    while (count < FRAMES && count < samples) {
        const int frame = (int)((long long)best * s->frame_count / samples);
        chosen[count++] = frame;
        far[best] = -1;
        for (int i = 0; i < samples; i++)
            if (far[i] >= 0)
                far[i] = fmin(far[i], unlike(s, frame, (int)((long long)i * s->frame_count / samples)));
        for (int i = 0; i < samples; i++)
            if (far[i] > far[best]) best = i;
        if (far[best] < 0) break;
    }

    return count;
}

typedef struct search {
    const pd_observe_sensor_set *s;
    const pd_smpl_model *model;
    pd_observe_job job;
    pd_observe_seen *seen; /* (S) */
    pd_arena arena;
    int chosen[FRAMES], count;
    bool (*keep_going)(void *ctx);
    void *ctx;
    bool stopped;
} search;

/* Returns the cost of the chosen frames for an assumed facing, nats. */
static double sensors_cost_of(search *h, double facing)
{
    double sum = 0;

    for (int f = 0; f < h->count && !h->stopped; f++) {
        pd_error err;
        for (int i = 0; i < h->s->count; i++) {
            h->seen[i] = h->s->places[i];
            const bool there = turn_of(h->seen[i].at, h->s, h->chosen[f], i, facing);
            h->seen[i].confidence = there ? 1 : 0;
        }

        if (h->keep_going && !h->keep_going(h->ctx)) h->stopped = true;
        pd_arena_reset(&h->arena);
        if (pd_observe_check(&h->job, h->model, &err)) continue; /* no sensor has a reading in this frame */
        pd_observe_run(&h->job, h->model, &h->arena);
        sum += h->job.cost;
    }

    return h->stopped ? INFINITY : sum;
}

/* Returns the job of one moment. */
static pd_observe_job moment(const pd_observe_sensor_set *s, pd_observe_seen *seen,
                             const pd_observe_prior *prior)
{
    return (pd_observe_job){
        .seen = seen, .seen_count = s->count, .prior = prior, .keep_betas = true, .iterations = ITERATIONS};
}

size_t pd_observe_sensor_find_bytes(const pd_observe_sensor_set *s, const pd_smpl_model *m,
                                    const pd_observe_prior *prior)
{
    const pd_observe_job job = moment(s, s->places, prior);
    return pd_observe_scratch_bytes(&job, m) + ((size_t)s->count + 1) * sizeof *s->places;
}

pd_status pd_observe_sensor_set_find(pd_observe_sensor_set *s, const pd_smpl_model *m,
                                     const pd_observe_prior *prior, bool (*keep_going)(void *ctx), void *ctx,
                                     pd_error *err)
{
    float betas[PD_SMPL_MAX_BETAS] = {0};
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    search h = {.s = s, .model = m, .keep_going = keep_going, .ctx = ctx};

    /* One moment with all sensors is fitted for each facing that is tried. */
    h.seen = calloc((size_t)s->count + 1, sizeof *h.seen);
    h.job = moment(s, h.seen, prior);
    h.job.betas = betas;
    h.job.rotations = rotations;
    for (int i = 0; h.seen && i < s->count; i++) h.seen[i] = s->places[i];
    if (!h.seen || !pd_arena_init(&h.arena, pd_observe_scratch_bytes(&h.job, m))) {
        free(h.seen);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    /* Try facings all around, then halfway between the best and its neighbours. */
    double best = 0, least = INFINITY;
    h.count = choose_sensors(h.chosen, s);
    for (int i = 0; i < (int)(2 * M_PI / STEP + 0.5); i++) {
        const double cost = sensors_cost_of(&h, i * STEP);
        if (cost < least) {
            least = cost;
            best = i * STEP;
        }
    }

    for (int halving = 1; halving <= HALVINGS; halving++) {
        const double middle = best;
        const double step = ldexp(STEP, -halving);
        for (int side = -1; side < 2; side += 2) {
            const double cost = sensors_cost_of(&h, middle + side * step);
            if (cost < least) {
                least = cost;
                best = middle + side * step;
            }
        }
    }

    pd_observe_sensor_set_face(s, remainder(best, 2 * M_PI));

    pd_arena_deinit(&h.arena);
    free(h.seen);
    return PD_OK;
}
