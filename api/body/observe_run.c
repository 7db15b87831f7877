/* Fitting what was seen, and the reply: shape, pose, camera, a residual for each thing seen; the body as GLB when asked. */
#include "api/body/observe_run.h"

#include "api/body/keypoints.h"

#include "core/math/rotation.h"
#include "core/smpl/export.h"

#include <math.h>

/* Measured on a core of a Xeon: 17 keypoints 3 ms in space, 25 in a picture, as much again where sides may be exchanged; 1,000 vertices 0.2 s,
 * 4,000 1.7 s. */
double pd_api_observe_cost(const pd_api_observe *own)
{
    return (own->job.warm                      ? 5
            : pd_api_observe_sees_picture(own) ? 25
                                               : 10) *
               (1 + 0.04 * own->count) +
           (own->mesh ? 5 : 0);
}

size_t pd_api_observe_run_bytes(const pd_api_call *call, const pd_api_observe *own)
{
    const pd_smpl_model *m = own->model;
    const pd_smpl_job any = {NULL, 1, PD_SMPL_LBS, NULL};
    const size_t joints = (size_t)m->joint_count,
                 body = pd_smpl_job_scratch_bytes(&any, m) + 24 * (size_t)m->vertex_count;

    (void)call;
    return pd_observe_scratch_bytes(&own->job, m) + body +
           (own->mesh ? pd_smpl_export_glb_bytes(m) * 10 / 3 : 0) + 600 * joints + 256 * (size_t)own->count +
           8192 + ((size_t)2 << 20) /* the prior as the model sees it */;
}

static int is_wanted(void *ctx)
{
    return !pd_cancelled(((const pd_api_call *)ctx)->cancel);
}

static void rows_json(pd_buffer *out, const float *values, int rows, int width)
{
    pd_buffer_text(out, "[");
    for (int i = 0; i < rows; i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_floats(out, values + width * i, width);
    }
    pd_buffer_text(out, "]");
}

static void camera_json(pd_buffer *out, const pd_api_observe *own)
{
    pd_buffer_text(out, ",\"camera\":");
    pd_api_camera_json(out, &own->job.camera, &own->guessed_focal);
}

static void observations_json(pd_buffer *out, const pd_api_observe *own)
{
    const pd_observe_job *job = &own->job;

    pd_buffer_text(out, ",\"observations\":[");
    for (int i = 0; i < own->count; i++) {
        const pd_observe_seen *s = &own->seen[i];
        pd_buffer_printf(out, "%s{\"kind\":\"%s\",\"name\":", i ? "," : "", own->names[i].kind);
        if (own->names[i].name)
            pd_api_json_text(out, own->names[i].name);
        else
            pd_buffer_printf(out, "\"%d\"", s->parts[0].index);
        if (job->view_count && s->in_picture) pd_buffer_printf(out, ",\"camera\":%d", s->camera);
        pd_buffer_printf(out, ",\"confidence\":%.4g,\"residual\":", s->confidence);
        pd_api_json_number_or_null(out, s->is_turn ? job->residuals[i] * 180 / M_PI : job->residuals[i],
                                   "%.5g");
        if (s->in_picture && isfinite(job->at[i][0])) /* where the lens would show it */
            pd_observe_lens_apply(job->at[i], &own->lenses[s->camera],
                                  s->camera ? &own->views[s->camera - 1] : &job->camera, job->at[i]);
        pd_buffer_text(out, ",\"at\":[");
        for (int c = 0; c < (s->in_picture ? 2 : 3); c++) {
            if (c) pd_buffer_text(out, ",");
            pd_api_json_number_or_null(out, s->part_count ? job->at[i][c] : NAN,
                                       s->in_picture ? "%.2f" : "%.5f");
        }
        pd_buffer_text(out, "]}");
    }
    pd_buffer_text(out, "]");
}

static void joint_list(pd_buffer *out, const pd_api_observe *own)
{
    const char *comma = "";

    pd_buffer_text(out, ",\"unseen\":[");
    for (int k = 0; k < own->model->joint_count; k++) {
        if (!own->job.unseen[k]) continue;
        pd_buffer_text(out, comma);
        pd_api_json_text(out, own->model->data.joint_names[k]);
        comma = ",";
    }
    pd_buffer_text(out, "]");
}

/* The body that was found, in metres of its own: joints, and its file with mesh. scale is in neither. */
static pd_status body_json(pd_buffer *out, const pd_api_observe *own, pd_arena *scratch,
                           const pd_executor *executor, pd_error *err)
{
    const pd_smpl_model *m = own->model;
    const float moved[3] = {(float)own->job.translation[0], (float)own->job.translation[1],
                            (float)own->job.translation[2]};
    float joints[3 * PD_SMPL_MAX_JOINTS];
    pd_smpl_body body = {.betas = own->job.betas,
                         .beta_count = m->beta_count,
                         .rotations = own->job.rotations,
                         .translation = moved,
                         .joints = joints};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_buffer glb = {0};
    pd_status status = PD_OK;

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

static void result_json(pd_buffer *out, const pd_api_call *call, const pd_api_observe *own)
{
    const pd_observe_job *job = &own->job;
    const int joints = own->model->joint_count;
    float rows[4 * PD_SMPL_MAX_JOINTS];

    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, call->model.id);
    pd_buffer_printf(
        out, ",\"status\":\"%s\",\"converged\":%s,\"iterations\":%d,\"cost\":%.6g,\"mirrored\":%s,\"rms\":",
        pd_observe_status_name(job->status), job->status == PD_OBSERVE_CONVERGED ? "true" : "false",
        job->iterations_used, job->cost, job->mirrored ? "true" : "false");
    pd_api_json_number_or_null(
        out, job->rms_space > 0 || !pd_api_observe_sees_picture(own) ? job->rms_space : NAN, "%.5g");
    pd_buffer_text(out, ",\"rms_pixels\":");
    pd_api_json_number_or_null(out, pd_api_observe_sees_picture(own) ? job->rms_picture : NAN, "%.5g");
    pd_buffer_text(out, ",\"rms_degrees\":");
    pd_api_json_number_or_null(out, job->rms_turn > 0 ? job->rms_turn * 180 / M_PI : NAN, "%.5g");
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
    if (pd_api_observe_sees_picture(own)) camera_json(out, own);
    observations_json(out, own);
    joint_list(out, own);
    pd_buffer_text(out, ",\"terms\":{");
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++)
        pd_buffer_printf(out, "%s\"%s\":%.5g", t ? "," : "", pd_observe_term_name((pd_observe_term)t),
                         job->term_cost[t]);
    pd_buffer_text(out, "}");
}

/* The prior as this model sees it; without one the job goes on without, and says so. */
static void take_prior(pd_observe_prior *out, pd_api_observe *own)
{
    pd_error err;
    const pd_ik_prior *source = pd_api_model_prior(&own->learned);

    own->job.prior = NULL;
    *out = (pd_observe_prior){0};
    if (!source) return;
    if (pd_observe_prior_init(out, source, own->model, &err) == PD_OK)
        own->job.prior = out;
    else
        pd_api_warn(own->problems, "/observations", "without the pose prior: %.90s", err.detail);
}

void pd_api_observe_run(pd_api_call *call, pd_api_observe *own, pd_arena *scratch,
                        const pd_executor *executor)
{
    pd_observe_prior prior;
    pd_error err;

    take_prior(&prior, own);
    own->job.keep_going = is_wanted;
    own->job.ctx = call;
    if (!pd_arena_reserve(scratch, pd_observe_scratch_bytes(&own->job, own->model))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        pd_observe_prior_deinit(&prior);
        return;
    }
    pd_observe_run(&own->job, own->model, scratch);
    pd_observe_prior_deinit(&prior);
    if (own->job.status == PD_OBSERVE_BEHIND) {
        pd_api_refuse(call, 400, "/observations/camera",
                      "the body would stand behind the camera or within %g m of it: its rotation, "
                      "translation, or the axes of the "
                      "points are other than said",
                      PD_OBSERVE_NEAREST);
        return;
    }
    if (own->job.mirrored)
        pd_api_warn(
            own->problems, "/observations",
            "left and right are probably exchanged: exchanged they fit far better; what was sent was fitted");

    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    result_json(out, call, own);
    if (body_json(out, own, scratch, executor, &err)) {
        pd_api_refuse(call, 503, NULL, "%s", err.detail);
        return;
    }
    pd_api_json_warnings(out, own->problems);
    pd_buffer_text(out, "}\n");
}
