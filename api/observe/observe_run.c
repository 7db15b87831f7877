/* Fitting what was seen, and the reply: shape, pose, camera, a residual for each thing seen;
 * the body as GLB when asked. */
#include "api/observe/observe_run.h"

#include "api/observe/keypoints.h"
#include "api/http/json_write.h"

#include "core/math/rotation.h"
#include "core/observe/size.h"
#include "core/observe/take/upright.h"
#include "core/smpl/export.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Estimates the cost in milliseconds. Measured on one core of a Xeon: 17 keypoints take 3 ms in space and 25
 * in a picture, and twice that where sides may be exchanged; 1,000 vertices take 0.2 s, 4,000 take 1.7 s. */
static double observe_run_cost_of(const pd_api_observe *own, bool in_picture, int places)
{
    return (own->job.warm ? 5 : in_picture ? 25 : 10) * (1 + 0.04 * places) + (own->mesh ? 5 : 0);
}

/* Returns an upper bound of the number of people of a crowd that are fitted. */
static int most_people(const pd_api_crowd *crowd)
{
    return crowd->figure_count < PD_API_CROWD_PEOPLE ? crowd->figure_count : PD_API_CROWD_PEOPLE;
}

double pd_api_observe_cost(const pd_api_observe *own)
{
    if (own->crowd) return most_people(own->crowd) * observe_run_cost_of(own, true, own->room);
    return observe_run_cost_of(own, pd_api_observe_sees_picture(own), own->count);
}

size_t pd_api_observe_run_bytes(const pd_api_call *call, const pd_api_observe *own)
{
    const pd_smpl_model *m = own->model;
    const pd_smpl_job any = {.bodies = NULL, .body_count = 1, .skinning = m->data.skinning, .contact = NULL};
    const size_t joints = (size_t)m->joint_count;
    const size_t people = own->crowd ? (size_t)most_people(own->crowd) : 1;
    const size_t body = pd_smpl_job_scratch_bytes(&any, m) + 24 * (size_t)m->vertex_count;
    const size_t reply = (own->mesh ? pd_smpl_export_glb_bytes(m) * 10 / 3 : 0) + 600 * joints +
                         256 * (size_t)own->room + 8192;
    pd_observe_job job = own->job;

    (void)call;
    if (own->crowd) {
        job.seen_count = own->room;
        job.view_count = own->crowd->group.film_count - 1;
    }

    return pd_observe_scratch_bytes(&job, m) + body + people * reply +
           (own->crowd ? pd_observe_group_find_bytes(&own->crowd->group) : 0);
}

static int is_wanted(void *ctx)
{
    return !pd_cancelled(((const pd_api_call *)ctx)->cancel);
}

static void rows_json(pd_buffer *out, const float *values, int rows, int width)
{
    PD_ASSERT(rows >= 0 && width > 0 && (values || !rows));
    pd_buffer_text(out, "[");
    for (int i = 0; i < rows; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_floats(out, values + width * i, width);
    }

    pd_buffer_text(out, "]");
}

/* Writes the body that was found, in metres: its joints and, with `mesh`, its file. The observed points are
 * `scale` times as large, so translation is divided by scale. */
static pd_status body_json(pd_buffer *out, const pd_api_observe *own, pd_arena *scratch,
                           const pd_executor *executor, pd_error *err)
{
    const pd_smpl_model *m = own->model;
    const double *t = own->job.translation;
    const double scale = own->job.scale;
    const float moved[] = {(float)(t[0] / scale), (float)(t[1] / scale), (float)(t[2] / scale)};
    float joints[3 * PD_SMPL_MAX_JOINTS];

    PD_ASSERT(m->joint_count <= PD_SMPL_MAX_JOINTS);
    pd_smpl_body body = {.betas = own->job.betas,
                         .beta_count = m->beta_count,
                         .rotations = own->job.rotations,
                         .translation = moved,
                         .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = m->data.skinning, .contact = NULL};
    pd_buffer glb = {0};
    pd_status status = PD_OK;

    /* Compute the joints, and the file where the request asks for it. */
    if (own->mesh)
        status = pd_smpl_export_glb(&glb, &body, m, scratch, executor, err);
    else if (pd_arena_reserve(scratch, pd_smpl_job_scratch_bytes(&job, m)))
        pd_smpl_job_run(&job, m, scratch, executor);
    else
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (!status) {
        pd_buffer_text(out, ",\"joints\":");
        rows_json(out, joints, m->joint_count, 3);
        if (own->mesh) pd_api_json_glb(out, &glb);
    }

    pd_buffer_deinit(&glb);

    return status;
}

static void observation_json(pd_buffer *out, const pd_api_observe *own, int i)
{
    const pd_observe_job *job = &own->job;
    const pd_observe_seen *s = &own->seen[i];

    PD_ASSERT(i >= 0 && i < own->count);

    /* Name, confidence and distance from the fitted body. */
    pd_buffer_printf(out, "%s{\"kind\":\"%s\",\"name\":", i ? "," : "", own->names[i].kind);
    if (own->names[i].name)
        pd_api_json_text(out, own->names[i].name);
    else
        pd_buffer_printf(out, "\"%d\"", s->parts[0].index);
    if (job->view_count && s->in_picture) pd_buffer_printf(out, ",\"camera\":%d", s->camera);
    pd_buffer_printf(out, ",\"confidence\":%.4g,\"residual\":", s->confidence);
    pd_api_json_number_or_null(out, s->is_turn ? job->residuals[i] * 180 / M_PI : job->residuals[i], "%.5g");

    /* Position on the fitted body; a pixel is where the lens would show it. */
    if (s->in_picture && isfinite(job->at[i][0]))
        pd_observe_lens_apply(job->at[i], &own->lenses[s->camera],
                              s->camera ? &own->views[s->camera - 1] : &job->camera, job->at[i]);
    pd_buffer_text(out, ",\"at\":[");
    for (int c = 0; c < (s->in_picture ? 2 : 3); c++) {
        if (c) pd_buffer_text(out, ",");
        pd_api_json_number_or_null(out, s->part_count ? job->at[i][c] : NAN, s->in_picture ? "%.2f" : "%.5f");
    }

    pd_buffer_text(out, "]}");
}

/* Members of the object of one fitted person. */
static void result_json(pd_buffer *out, const pd_api_observe *own)
{
    const pd_observe_job *job = &own->job;
    const int joints = own->model->joint_count;
    const char *comma = "";
    float rows[4 * PD_SMPL_MAX_JOINTS];

    PD_ASSERT(joints <= PD_SMPL_MAX_JOINTS);

    /* Write the quality of the fit. Residuals of a kind that was not observed are null. */
    pd_buffer_printf(
        out, "\"status\":\"%s\",\"converged\":%s,\"iterations\":%d,\"cost\":%.6g,\"mirrored\":%s,\"rms\":",
        pd_observe_status_name(job->status), job->status == PD_OBSERVE_CONVERGED ? "true" : "false",
        job->iterations_used, job->cost, job->mirrored ? "true" : "false");
    pd_api_json_number_or_null(
        out, job->rms_space > 0 || !pd_api_observe_sees_picture(own) ? job->rms_space : NAN, "%.5g");
    pd_buffer_text(out, ",\"rms_pixels\":");
    pd_api_json_number_or_null(out, pd_api_observe_sees_picture(own) ? job->rms_picture : NAN, "%.5g");
    pd_buffer_text(out, ",\"rms_degrees\":");
    pd_api_json_number_or_null(out, job->rms_turn > 0 ? job->rms_turn * 180 / M_PI : NAN, "%.5g");

    pd_buffer_printf(out, ",\"up\":\"%s\"", pd_up_names[own->up]);
    pd_buffer_text(out, ",\"uncertainty_mm\":");
    pd_api_json_number_or_null(out, 1000 * job->uncertainty.world, "%.4g");
    pd_buffer_text(out, ",\"pose_uncertainty_mm\":");
    pd_api_json_number_or_null(out, 1000 * job->uncertainty.pose, "%.4g");

    /* The body, and the camera where it was fitted too. */
    pd_buffer_text(out, ",\"betas\":");
    pd_api_json_floats(out, job->betas, own->model->beta_count);
    pd_buffer_text(out, ",\"betas_sd\":[");
    for (int b = 0; b < own->model->beta_count; b++)
        pd_buffer_printf(out, "%s%.4g", b ? "," : "", job->betas_sd[b]);
    pd_buffer_text(out, "],\"pose\":");
    pd_rot_to_axis_angle_array(rows, job->rotations, joints);
    rows_json(out, rows, joints, 3);
    pd_buffer_text(out, ",\"quaternions\":");
    pd_rot_to_quat_array(rows, job->rotations, joints);
    rows_json(out, rows, joints, 4);
    pd_buffer_text(out, ",\"translation\":");
    pd_api_json_doubles(out, job->translation, 3);
    pd_buffer_printf(out, ",\"scale\":%.7g", job->scale);

    if (pd_api_observe_sees_picture(own)) {
        pd_buffer_text(out, ",\"camera\":");
        pd_api_camera_json(out, &job->camera, &own->guessed_focal);
    }

    /* The observations, and the joints that none of them determines. */
    pd_buffer_text(out, ",\"observations\":[");
    for (int i = 0; i < own->count; i++) observation_json(out, own, i);
    pd_buffer_text(out, "]");

    pd_buffer_text(out, ",\"unseen\":[");
    for (int k = 0; k < joints; k++) {
        if (!job->unseen[k]) continue;
        pd_buffer_text(out, comma);
        pd_api_json_text(out, own->model->data.joint_names[k]);
        comma = ",";
    }

    pd_buffer_text(out, "]");

    pd_buffer_text(out, ",\"terms\":{");
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++)
        pd_buffer_printf(out, "%s\"%s\":%.5g", t ? "," : "", pd_observe_term_name((pd_observe_term)t),
                         job->term_cost[t]);
    pd_buffer_text(out, "}");
}

/* Fits what own sees; the job's status is PD_OBSERVE_BEHIND where nothing was. false after refusing. */
static bool fit_person(pd_api_call *call, pd_api_observe *own, pd_arena *scratch)
{
    own->job.keep_going = is_wanted;
    own->job.ctx = call;
    if (!pd_arena_reserve(scratch, pd_observe_scratch_bytes(&own->job, own->model))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return false;
    }

    pd_observe_run(&own->job, own->model, scratch);

    return true;
}

void pd_api_observe_warn_shape(pd_api_problems *problems, const char *pointer, int person, const float *betas,
                               int count, bool has_unit)
{
    PD_ASSERT(count >= 0 && (betas || !count));
    char who[24] = "";
    int largest = 0;

    for (int b = 0; b < count; b++)
        if (fabsf(betas[b]) > fabsf(betas[largest])) largest = b;
    if (!count || fabs((double)betas[largest]) <= PD_SMPL_BETA_USUAL) return;
    if (person >= 0) snprintf(who, sizeof who, "person %d: ", person);
    pd_api_warn(problems, pointer, "%sbeta %d of the body is %.3g; -%.10g to %.10g are usual. %s", who,
                largest, (double)betas[largest], PD_SMPL_BETA_USUAL, PD_SMPL_BETA_USUAL,
                has_unit ? "If the points are not in metres, use fit_scale"
                         : "The focal length of the camera, or points of the picture, may be wrong");
}

/* Warns if the points are not of the size of the body: they have another unit or, if the shape is kept,
 * belong to another person. */
static void warn_size(pd_api_observe *own)
{
    const double ratio = pd_observe_size_of(&own->job, own->model) / own->job.scale;
    char hint[PD_OBSERVE_SIZE_HINT_BYTES];

    if (own->job.fit_scale || !(ratio > PD_OBSERVE_SIZE_USUAL_MOST || ratio < PD_OBSERVE_SIZE_USUAL_LEAST))
        return;
    pd_observe_size_hint(hint, ratio, true);
    pd_api_warn(own->problems, "/observations",
                "the points are %.4g times as large as the model's body; %g to %g are usual%s", ratio,
                PD_OBSERVE_SIZE_USUAL_LEAST, PD_OBSERVE_SIZE_USUAL_MOST, hint);
}

/* Distance from the body, metres, beyond which a point is reported as missed. Joints of other skeletons are
 * up to .05 off, and points on clothes. */
#define MISSED 0.1

/* Warns of points in space that the fitted body misses, with the worst of them. */
static void warn_missed(pd_api_observe *own)
{
    const pd_observe_job *job = &own->job;
    int missed = 0, points = 0, worst = -1;

    for (int i = 0; i < own->count; i++) {
        const pd_observe_seen *s = &own->seen[i];
        if (s->in_picture || s->is_turn || !(s->confidence > 0) || !isfinite(job->residuals[i])) continue;
        points++;
        if (job->residuals[i] <= MISSED * job->scale) continue;
        missed++;
        if (worst < 0 || job->residuals[i] > job->residuals[worst]) worst = i;
    }

    if (!missed) return;

    const pd_api_observe_name *name = &own->names[worst];
    const double *wanted = own->seen[worst].at;
    const double *reached = job->at[worst];
    char number[16];
    snprintf(number, sizeof number, "%d", own->seen[worst].parts[0].index);
    pd_api_warn(own->problems, name->place,
                "the body misses the %s %s by %.3g m: (%.3g, %.3g, %.3g) wanted, (%.3g, %.3g, %.3g) reached; "
                "%d of %d "
                "points are missed by more than %g m",
                name->kind, name->name ? name->name : number, job->residuals[worst] / job->scale, wanted[0],
                wanted[1], wanted[2], reached[0], reached[1], reached[2], missed, points, MISSED);
}

/* Warns of points in a picture that the fitted body misses by more than `robust`,
 * beyond which a point hardly counts. */
static void warn_missed_pixels(pd_api_observe *own)
{
    const pd_observe_job *job = &own->job;
    int missed = 0, points = 0, worst = -1;

    if (!(job->robust_picture > 0)) return;
    for (int i = 0; i < own->count; i++) {
        const pd_observe_seen *s = &own->seen[i];
        if (!s->in_picture || !(s->confidence > 0) || !isfinite(job->residuals[i])) continue;
        points++;
        if (job->residuals[i] <= job->robust_picture) continue;
        missed++;
        if (worst < 0 || job->residuals[i] > job->residuals[worst]) worst = i;
    }

    if (!missed) return;

    const pd_api_observe_name *name = &own->names[worst];
    pd_api_warn(
        own->problems, name->place,
        "the body misses the %s %s by %.0f pixels: (%.0f, %.0f) wanted, (%.0f, %.0f) reached; %d of %d "
        "points are missed by more than %.0f pixels and hardly count",
        name->kind, name->name ? name->name : "", job->residuals[worst], own->seen[worst].at[0],
        own->seen[worst].at[1], job->at[worst][0], job->at[worst][1], missed, points, job->robust_picture);
}

/* Returns whether the body is upside down in points of space alone, which are then in a camera's axes. What
 * says which way is up, a start, a floor or the request, is believed. */
static bool is_camera_space(const pd_api_observe *own)
{
    for (int i = 0; i < own->count; i++)
        if (own->seen[i].confidence > 0 && !pd_observe_is_place(&own->seen[i])) return false;
    return !own->is_up_given && !own->job.warm && !own->job.has_floor && !own->job.view_count &&
           pd_observe_root_is_inverted(own->job.rotations);
}

/* Warns of a body that lies: another axis of its points may be up. */
static void warn_lying(pd_api_observe *own)
{
    const float *root = own->job.rotations;
    int along = 1;

    for (int i = 0; i < own->count; i++)
        if (own->seen[i].confidence > 0 && !pd_observe_is_place(&own->seen[i])) return;
    for (int c = 0; c < 3; c++)
        if (fabsf(root[3 * c + 1]) > fabsf(root[3 * along + 1])) along = c;
    if (own->is_up_given || own->job.warm || along == 1) return;
    pd_api_warn(
        own->problems, "/observations",
        "the body lies along %s of the points, whose up axis is taken as y; if this axis is up, send `up`: "
        "\"%s\"",
        pd_up_names[along + (root[3 * along + 1] < 0 ? 3 : 0)],
        pd_up_names[along + (root[3 * along + 1] < 0 ? 3 : 0)]);
}

/* Fits the points again, turned from a camera's axes. Returns false after refusing. */
static bool turn_upright(pd_api_call *call, pd_api_observe *own, pd_arena *scratch)
{
    own->up = PD_UP_MINUS_Y;
    for (int i = 0; i < own->count; i++) pd_up_point(own->seen[i].at, own->seen[i].at, own->up);
    pd_api_warn(
        own->problems, "/observations",
        "the body is upside down in the axes of the points: they are read as a camera's (x right, y down, z "
        "forward) and turned by 180 degrees about x; `up`: \"y\" keeps them, `up`: \"-y\" says so");
    return fit_person(call, own, scratch);
}

#define FOCAL_BYTES 200

/* Cosine of the angle between the body's up axis and the picture's,
 * below which the body counts as upside down. */
#define INVERTED -0.7
/* Focal length relative to half of the picture's width below which it is probably not in pixels: 157 degrees
 * from edge to edge. */
#define SHORT    0.2
/* And above which: 1 degree from edge to edge, less than any lens of 1.2 m. */
#define LONG     115.0

bool pd_api_observe_is_inverted(const pd_observe_camera *camera, const float root[9])
{
    static const double usual[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    const double *turn = camera->rotation;
    double size = 0, down = 0;

    for (int i = 0; i < 9; i++) size += turn[i] * turn[i];
    if (!(size > 0)) turn = usual;
    for (int c = 0; c < 3; c++) down += turn[3 + c] * (double)root[3 * c + 1];

    return -down <= INVERTED;
}

void pd_api_observe_warn_inverted(pd_api_problems *problems, const char *pointer, const char *who,
                                  const char *pictures)
{
    pd_api_warn(problems, pointer,
                "%sthe body is upside down in %s: y of pixels counts downwards from the upper edge; where it "
                "counts upwards, send height - y",
                who, pictures);
}

/* Warns of a body that is upside down in the picture,
 * because y counts upwards in the pixels of some programs. */
static void warn_inverted(pd_api_observe *own)
{
    if (!pd_api_observe_sees_picture(own) || own->job.view_count ||
        !pd_api_observe_is_inverted(&own->job.camera, own->job.rotations))
        return;
    pd_api_observe_warn_inverted(own->problems, "/observations", "", "the picture");
}

/* Describes the focal length of a camera as one that is probably not in pixels. */
static void describe_focal(char out[FOCAL_BYTES], const pd_observe_camera *camera)
{
    snprintf(out, FOCAL_BYTES,
             "fx is %g pixels, %.3g degrees from edge to edge; pixels expected: a focal length in "
             "millimetres has to be multiplied by the picture's width over the sensor's",
             camera->fx, 2 * atan(camera->cx / camera->fx) * 180 / M_PI);
}

/* Warns of a focal length that no lens for pictures of people has. */
static void warn_focal(pd_api_observe *own)
{
    const pd_observe_camera *camera = &own->job.camera;
    char focal[FOCAL_BYTES];

    if (!pd_api_observe_sees_picture(own) || own->job.view_count || own->job.fit_focal || !(camera->cx > 0))
        return;
    if (camera->fx >= SHORT * camera->cx && camera->fx <= LONG * camera->cx) return;
    describe_focal(focal, camera);
    pd_api_warn(own->problems, "/observations/camera", "%s", focal);
}

static void run_one(pd_api_call *call, pd_api_observe *own, pd_arena *scratch, const pd_executor *executor)
{
    pd_error err;

    if (!fit_person(call, own, scratch)) return;
    if (is_camera_space(own) && !turn_upright(call, own, scratch)) return;
    if (own->job.status == PD_OBSERVE_BEHIND) {
        const pd_observe_camera *camera = &own->job.camera;
        const bool is_short = camera->cx > 0 && camera->fx < SHORT * camera->cx;
        char focal[FOCAL_BYTES] = "";
        if (is_short) describe_focal(focal, camera);
        pd_api_refuse(
            call, 400, "/observations/camera",
            "the body would stand behind the camera or within %g m of it: its rotation, translation, or the "
            "axes of the points may be wrong%s%s",
            PD_OBSERVE_NEAREST, is_short ? "; " : "", focal);
        return;
    }

    /* The likeliest cause first: points of another size also explain sides that seem exchanged, and
     * implausible betas. */
    warn_size(own);
    warn_missed(own);
    warn_missed_pixels(own);
    warn_focal(own);
    warn_inverted(own);
    warn_lying(own);
    if (own->job.mirrored)
        pd_api_warn(own->problems, "/observations",
                    "left and right of the observations are probably exchanged, because they fit far better "
                    "when exchanged. They were fitted as sent");
    pd_api_observe_warn_shape(own->problems, "/observations", -1, own->job.betas, own->model->beta_count,
                              own->job.view_count || !pd_api_observe_sees_picture(own));

    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_text(out, ",");
    result_json(out, own);
    if (body_json(out, own, scratch, executor, &err)) {
        pd_api_refuse(call, 503, NULL, "%s", err.detail);
        return;
    }

    pd_api_json_warnings(out, own->problems);
    pd_buffer_text(out, "}\n");
}

/* ---- several people */

/* Copies the observations of one person of the crowd into own->seen.
 * *can: there are enough of them for a fit. */
static pd_status take_member(pd_api_observe *own, bool *can, int person, pd_error *err)
{
    pd_api_crowd *crowd = own->crowd;

    PD_ASSERT(person >= 0 && person < crowd->group.count);
    const pd_observe_member *one = &crowd->group.people[person];
    const pd_observe_set *set = pd_observe_set_of(crowd->films[0].set);
    const int first = one->only < 0 ? 0 : one->only;
    pd_observe_job *job = &own->job;
    pd_observe_take take;

    *can = false;
    /* Collect what the views show of this person. */
    if (pd_observe_group_take(&take, own->at, own->confidence, &crowd->group, person, err))
        return err->status;
    PD_ASSERT(take.place_count >= 0 && take.place_count <= own->room);
    own->count = take.place_count;

    /* Each place is an observation; one that was not seen has confidence 0 and no position. */
    for (int i = 0; i < own->count; i++) {
        own->seen[i] = take.places[i];
        own->seen[i].confidence = (double)own->confidence[i];
        for (int c = 0; c < 2; c++)
            own->seen[i].at[c] = own->confidence[i] > 0 ? (double)own->at[3 * i + c] : 0;
        own->names[i].kind = "keypoint";
        own->names[i].name = set->keypoints[crowd->group.places.columns[i % crowd->group.places.count]].name;
    }

    /* Cameras and lenses of the views that see the person. */
    job->seen_count = own->count;
    job->camera = take.camera;
    job->views = take.views;
    job->view_count = take.view_count;
    own->guessed_focal = crowd->group.film_count == 1 && crowd->guessed[0];
    job->fit_focal = own->guessed_focal && !crowd->has_focal;
    PD_ASSERT(first + take.view_count < PD_OBSERVE_MOST_CAMERAS);
    memcpy(own->lenses, crowd->lenses + first, (size_t)(take.view_count + 1) * sizeof *own->lenses);
    if (take.view_count) memcpy(own->views, take.views, (size_t)take.view_count * sizeof *own->views);
    pd_api_observe_robust(own);

    /* Start from the mean body, because the job still holds the result of the person before. */
    job->warm = false;
    job->scale = 0;
    memset(job->translation, 0, sizeof job->translation);
    memset(job->betas, 0, (size_t)own->model->beta_count * sizeof *job->betas);
    *can = !pd_observe_check(job, own->model, err);

    return PD_OK;
}

static bool goes_on(void *ctx)
{
    return is_wanted(ctx);
}

/* Writes the index of person p's figure in each view; null: the view does not see that person. */
static void figures_json(pd_buffer *out, const pd_observe_group *g, int p)
{
    PD_ASSERT(p >= 0 && p < g->count);
    pd_buffer_text(out, "\"figures\":[");
    for (int c = 0; c < g->film_count; c++) {
        const pd_observe_tracks *tracks = g->crowd.films ? &g->crowd.films[c] : &g->tracks[c];
        int figure = 0;
        while (figure < g->films[c].figure_count && tracks->person[figure] != p) figure++;
        if (c) pd_buffer_text(out, ",");
        if (figure < g->films[c].figure_count)
            pd_buffer_printf(out, "%d", figure);
        else
            pd_buffer_text(out, "null");
    }

    pd_buffer_text(out, "],");
}

/* Fits the people of a crowd one after the other. As in a job (jobs_run.c), people who cannot be fitted are
 * left out; a crowd in which nobody can be fitted is an error. */
static void run_crowd(pd_api_call *call, pd_api_observe *own, pd_arena *scratch, const pd_executor *executor)
{
    pd_observe_group *g = &own->crowd->group;
    int told = 0, unfit = 0;
    pd_error err;
    pd_error refused = {0}; /* refused: why the first person who cannot be fitted cannot */

    /* Find out which figures are one person. */
    g->keep_going = goes_on;
    g->ctx = call;
    if (pd_observe_group_find(g, &err)) {
        pd_api_refuse(call, pd_status_http(err.status), err.where, "%s", err.detail);
        return;
    }

    /* Fit each person, and write the result. */
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_text(out, ",\"people\":[");
    for (int p = 0; p < g->count && told < PD_API_CROWD_PEOPLE && !pd_cancelled(call->cancel); p++) {
        bool can;
        if (take_member(own, &can, p, &err)) {
            pd_api_refuse(call, pd_status_http(err.status), err.where, "%s", err.detail);
            return;
        }

        /* Fit the person, or count one who cannot be fitted. */
        if (can && !fit_person(call, own, scratch)) return;
        if (!can || own->job.status == PD_OBSERVE_BEHIND) {
            if (!can && !refused.status) refused = err;
            unfit++;
            continue;
        }

        /* All people are seen by one camera: the first fit finds the focal length for the others. */
        if (own->job.fit_focal) {
            own->crowd->cameras[0].fx = own->job.camera.fx;
            own->crowd->cameras[0].fy = own->job.camera.fy;
            own->crowd->has_focal = true;
        }

        /* Write the result. */
        pd_api_observe_warn_shape(own->problems, "/observations/crowd", told, own->job.betas,
                                  own->model->beta_count, own->job.view_count > 0);
        pd_buffer_text(out, told++ ? ",{" : "{");

        figures_json(out, g, p);
        result_json(out, own);
        if (body_json(out, own, scratch, executor, &err)) {
            pd_api_refuse(call, 503, NULL, "%s", err.detail);
            return;
        }

        pd_buffer_text(out, "}");
    }

    PD_ASSERT(told <= PD_API_CROWD_PEOPLE && told <= g->count);

    /* People who are left out are counted, and told about where that is not because of their number. */
    if (!told && !pd_cancelled(call->cancel)) {
        pd_api_refuse(call, 400, "/observations/crowd", "nobody of %d people can be fitted: %.300s", g->count,
                      refused.status ? refused.detail : "too few of their keypoints are seen");
        return;
    }

    if (unfit)
        pd_api_warn(own->problems, "/observations/crowd",
                    "%d of %d people are left out: too little is seen of them, or they would stand behind a "
                    "camera or within %g m of it",
                    unfit, g->count, PD_OBSERVE_NEAREST);
    pd_buffer_printf(out, "],\"left_out\":%d", g->count - told);
    pd_api_json_warnings(out, own->problems);
    pd_buffer_text(out, "}\n");
}

void pd_api_observe_run(pd_api_call *call, pd_api_observe *own, pd_arena *scratch,
                        const pd_executor *executor)
{
    const pd_ik_prior *source = pd_api_model_prior(&own->learned);
    pd_observe_prior prior = {0};
    pd_error err;

    /* the pose prior for this model; if there is none the fit runs without it, and warns */
    own->job.prior = NULL;
    if (source && pd_observe_prior_init(&prior, source, own->model, &err) == PD_OK)
        own->job.prior = &prior;
    else if (source)
        pd_api_warn(own->problems, "/observations", "the pose prior was not used: %.90s", err.detail);

    if (own->crowd)
        run_crowd(call, own, scratch, executor);
    else
        run_one(call, own, scratch, executor);
}
