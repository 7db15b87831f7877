#include "api/observe/observe.h"

#include "api/body/body.h"
#include "api/observe/keypoints.h"
#include "api/observe/observe_run.h"
#include "api/observe/orientations.h"
#include "api/observe/observations.h"
#include "core/base/assert.h"
#include "core/math/up.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define JOINTS_NOISE 0.001 /* metres: noise of joints unless the request gives one */
#define ROBUST       0.2   /* r in a picture: share of the larger side of the observations' bounding box */

/* ---- fields */

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
    int keep_betas, fit_scale, solver, up;
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
     .rows = pd_api_observations_keypoint_fields,
     .example = "{\"set\":\"coco17\",\"points\":{\"left_wrist\":[612,410],\"nose\":[500,180]},\"noise\":3}",
     .doc = "Keypoints that a detector found, in a picture or in space."},
    {.name = "vertices",
     .type = PD_API_OBJECT,
     .offset = offsetof(observe_values, vertices),
     .rows = pd_api_observations_vertex_fields,
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
    {.name = "up",
     .type = PD_API_CHOICE,
     .offset = offsetof(observe_values, up),
     .choices = PD_UP_CHOICES "|auto",
     .preset = "\"auto\"",
     .example = "\"z\"",
     .doc =
         "Up axis of the points in space (joints, keypoints, vertices): they are turned by one rotation "
         "about x "
         "or z so that +Y is up, as everything in the reply. With auto it is y; of a body that is upside "
         "down it is -y, a camera's axes (x right, y down, z forward), which a warning and `up` of the reply "
         "name."},
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
    const size_t joints = (size_t)own->model->joint_count;
    const size_t betas = (size_t)own->model->beta_count + 1;
    const size_t count = (size_t)own->room;
    pd_observe_job *job = &own->job;

    job->betas = pd_api_pool_take(own->pool, betas, sizeof *job->betas);
    job->betas_sd = pd_api_pool_take(own->pool, betas, sizeof *job->betas_sd);
    job->rotations = pd_api_pool_take(own->pool, 9 * joints, sizeof *job->rotations);
    job->unseen = pd_api_pool_take(own->pool, joints, 1);
    job->at = pd_api_pool_take(own->pool, count, sizeof *job->at);
    job->residuals = pd_api_pool_take(own->pool, count, sizeof *job->residuals);
    job->measures = true;

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
    if (own->at && own->confidence && pd_api_observations_room(own, (int)room) && take_outputs(own) &&
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
    const bool in_picture = pd_api_observe_sees_picture(own);
    const bool is_given = !isnan(own->robust);
    double most = is_given ? own->robust : 0;

    /* Without a given distance use the share ROBUST of the larger side of the observations' bounding box,
     * of the view in which it is largest. */
    for (int camera = 0; !is_given && camera <= own->job.view_count; camera++) {
        double low[] = {INFINITY, INFINITY};
        double high[] = {-INFINITY, -INFINITY};
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
    static const pd_api_field *const tables[] = {pd_api_observe_fields, NULL};
    static const pd_api_field *const start_tables[] = {start_fields, NULL};
    const bool in_picture = pd_api_observe_sees_picture(own);
    const bool hybrik = own->job.hybrik;
    bool in_space = false;

    for (int i = 0; i < own->count; i++)
        in_space |= own->seen[i].confidence > 0 && pd_observe_is_place(&own->seen[i]);
    const bool has_size = in_space || own->job.view_count;
    const bool is_searched = !hybrik;
    const bool is_warm = own->job.warm && is_searched;

    const pd_api_idle idle[] = {
        {"joints_noise", !v->joints, "joints"},
        {"up", !in_space, "points in space"},
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

/* Reads the observations of one person. */
static bool read_person(pd_api_observe *own, const observe_values *v)
{
    const size_t vertices = json_array_size(json_object_get(v->vertices, "index"));
    const size_t places = json_object_size(json_object_get(v->keypoints, "set"));
    const size_t views = json_array_size(json_object_get(v->keypoints, "views"));
    const size_t most = PD_OBSERVE_MOST_SEEN + 1;
    const size_t room = (size_t)own->model->joint_count + PD_API_LARGEST_SET + places +
                        PD_ORIENTATIONS_SENSORS + vertices + PD_API_LARGEST_SET * views;
    bool good = true;

    if (vertices > most || places > most || room > most)
        return pd_api_note(own->problems, PD_ERR_LIMIT, "/observations", "more than %d points",
                           PD_OBSERVE_MOST_SEEN);
    if (!pd_api_observations_room(own, (int)room) || !take_outputs(own))
        return pd_api_note(own->problems, PD_ERR_MEMORY, "", "out of memory");

    own->job.hybrik = v->solver == 1;
    if (v->twists) good &= read_twists(own, v->twists);
    if (v->joints) good &= pd_api_observations_joints(own, v->joints, v->joints_noise);
    if (v->keypoints)
        good &= pd_api_observations_keypoints(own, v->keypoints) && pd_api_observations_check_kind(own);
    if (good) pd_api_observations_drop_placeholders(own);
    if (v->vertices) good &= pd_api_observations_vertices(own, v->vertices);
    if (v->orientations) good &= pd_api_observations_orientations(own, v->orientations);
    good &= read_start(own, v->start);
    good &= read_weights(own, v->weights);
    if (!good || !read_camera(own, v->camera)) return false;
    pd_api_observations_warn_outside(own, v->camera);

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
    observe_values v = {.joints_noise = JOINTS_NOISE, .floor = NAN, .robust = NAN, .up = PD_UP_COUNT};
    pd_api_observe *own = pd_api_pool_take(&call->pool, 1, sizeof *own);
    pd_error err;

    /* Read the fields. */
    if (own) {
        own->pool = &call->pool;
        own->problems = &call->problems;
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
    job->seen = own->seen;
    job->seen_count = own->count;
    job->beta_count = beta_count;
    job->iterations = iterations;
    job->keep_betas = v.keep_betas;
    job->fit_scale = v.fit_scale;
    if (!own->crowd && !check_idle(own, &v, observations)) return NULL;
    if (v.keep_betas && beta_count) {
        pd_api_note(own->problems, PD_ERR_INVALID, "/beta_count",
                    "has no effect, because keep_betas keeps all of them");
        return NULL;
    }

    /* Points of another world are turned to +Y up. */
    own->is_up_given = v.up < PD_UP_COUNT;
    own->up = own->is_up_given ? (pd_up)v.up : PD_UP_Y;
    for (int i = 0; i < own->count && !own->crowd; i++)
        if (pd_observe_is_place(&own->seen[i])) pd_up_point(own->seen[i].at, own->seen[i].at, own->up);

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
