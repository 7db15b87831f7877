#include "factory/body/drawn.h"

#include "factory/body/body.h"
#include "train/corrective/deform.h"
#include "train/corrective/pose_fit.h"

#include <stdlib.h>
#include <string.h>

typedef struct making {
    pd_factory_drawn *out;
    const pd_factory_drawn_job *subjects;
    int *failed; /* (subject_count) status */
    int first;   /* subject of this round  */
} making;

pd_status pd_factory_subject_model(pd_smpl_model **out, const pd_smpl_model *model, const float *rest,
                                   pd_error *err)
{
    pd_smpl_data data;
    pd_status status = pd_train_pose_data(&data, model, NULL, err);

    if (status != PD_OK) return status;
    memcpy(data.v_template, rest, 3 * (size_t)data.vertex_count * sizeof *rest);
    free(data.shapedirs);
    free(data.beta_limits);
    data.shapedirs = NULL;
    data.beta_limits = NULL;
    data.beta_count = 0;

    return pd_smpl_model_build(out, &data, err);
}

static void make_subject(void *arg, int index, int worker)
{
    making *w = arg;
    const pd_factory_drawn_job *s = w->subjects;
    int subject = w->first + index;
    size_t numbers = 3 * (size_t)s->model->vertex_count;
    size_t joints = 9 * (size_t)s->model->joint_count;
    pd_smpl_model *model = NULL;
    pd_train_deformer *deformer = NULL;
    pd_arena scratch = {0};

    (void)worker;
    pd_status status =
        pd_factory_subject_model(&model, s->model, w->out->rests + numbers * (size_t)subject, NULL);
    if (status == PD_OK) status = pd_train_deformer_build(&deformer, model, NULL, 0, NULL, NULL);
    if (status == PD_OK && !pd_arena_init(&scratch, pd_train_deform_scratch_bytes(deformer)))
        status = PD_ERR_MEMORY;
    for (int p = 0; status == PD_OK && p < s->pose_count; p++) {
        int mesh = subject * s->pose_count + p;
        pd_train_deform_run(w->out->meshes.vertices + numbers * (size_t)mesh, NULL, deformer,
                            s->poses + joints * (size_t)p, &scratch);
        w->out->meshes.subjects[mesh] = subject;
    }

    w->failed[subject] = (int)status;
    pd_arena_deinit(&scratch);
    pd_train_deformer_free(deformer);
    pd_smpl_model_release(model);
}

static pd_status draw_rests(pd_factory_drawn *out, const pd_factory_drawn_job *s, const pd_executor *executor,
                            pd_progress progress, pd_error *err)
{
    pd_factory_sample sample;
    const pd_factory_options options = {.data_folder = s->data_folder,
                                        .seed = s->seed,
                                        .subject_count = 100,
                                        .held_out_count = s->rest_count,
                                        .beta_count = 1};
    pd_status status = pd_factory_body_sample(&sample, &options, executor, progress, err);

    if (status != PD_OK) return status;

    if (sample.vertex_count != s->model->vertex_count)
        status =
            pd_fail(err, PD_ERR_RANGE, "model", "%d vertices; %d expected, as the bodies of the data have",
                    s->model->vertex_count, sample.vertex_count);

    if (status == PD_OK) {
        out->rests = sample.bodies;
        sample.bodies = NULL;
    }

    pd_factory_sample_deinit(&sample);
    return status;
}

pd_status pd_factory_drawn_make(pd_factory_drawn *out, const pd_factory_drawn_job *subjects,
                                const pd_executor *executor, pd_progress progress, pd_error *err)
{
    making w = {.out = out, .subjects = subjects};

    memset(out, 0, sizeof *out);
    out->meshes.set.vertex_count = subjects->model->vertex_count;

    pd_status status = draw_rests(out, subjects, executor, progress, err);
    if (status == PD_OK &&
        !pd_tool_meshes_grow(&out->meshes, subjects->subject_count * subjects->pose_count, err))
        status = err->status;
    w.failed = calloc((size_t)subjects->subject_count + 1, sizeof *w.failed);
    if (status == PD_OK && !w.failed) status = pd_fail(err, PD_ERR_MEMORY, "subjects", "out of memory");

    const int count = subjects->subject_count;
    const int step = executor->worker_count;
    if (status == PD_OK) {
        for (w.first = 0; w.first < count; w.first += step) {
            pd_progress_report(&progress, "posing subjects", w.first, count);
            pd_execute(executor, make_subject, &w, count - w.first < step ? count - w.first : step);
        }

        pd_progress_report(&progress, "posing subjects", count, count);
    }

    for (int s = 0; status == PD_OK && s < count; s++)
        if (w.failed[s])
            status = pd_fail(err, (pd_status)w.failed[s], "subjects", "subject %d: %s", s,
                             pd_status_title((pd_status)w.failed[s]));

    free(w.failed);
    if (status == PD_OK)
        pd_tool_meshes_number(&out->meshes);
    else
        pd_factory_drawn_deinit(out);

    return status;
}

void pd_factory_drawn_deinit(pd_factory_drawn *held_out)
{
    pd_tool_meshes_deinit(&held_out->meshes);
    free(held_out->rests);
    memset(held_out, 0, sizeof *held_out);
}
