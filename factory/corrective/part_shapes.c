#include "factory/corrective/part_shapes.h"
#include "train/model/data_encode.h"

#include "core/base/file.h"
#include "core/smpl/data/encode.h"
#include "tools/base/progress.h"
#include "tools/base/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 1

/* Sentence that is added to the model's provenance. */
static const char told[] =
    ". Pose blend shapes of fingers, jaw and eyes learned by: posedctl train-part-shapes "
    "--data DIR, from targets that posedctl deform computes and from MakeHuman's face units";

static void print_part_shapes(const char *path, const pd_factory_part_report *r, int vertex_count,
                              double seconds)
{
    static const char *const kinds[PD_TRAIN_FIT_COUNT] = {"LBS", "DQS"};

    printf("%s: %d poses of fingers (%d left out), %d faces, %.0f s\n", path, r->finger_poses, r->left_out,
           r->face_poses, seconds);
    printf("  %zu pairs of vertex and joint for fingers, %zu for jaw and eyes; largest number %.1f mm\n",
           r->finger_entries, r->face_entries, 1000 * r->largest_m);
    for (int k = 0; k < PD_TRAIN_FIT_COUNT; k++)
        printf("  %s, %d hands held out: sum over the hand's vertices %.0f mm, %.0f with P; largest %.1f, "
               "%.1f mm\n",
               kinds[k], r->plain[k].pose_count, r->plain[k].vertex_mm * vertex_count,
               r->with[k].vertex_mm * vertex_count, r->plain[k].max_mm, r->with[k].max_mm);
}

static pd_status learn_part_shapes(pd_smpl_data *data, pd_factory_part_report *report,
                                   const pd_smpl_model *model, const pd_tool_part_shapes *job, pd_error *err)
{
    const char *gender = data->text.gender ? data->text.gender : "";
    pd_factory_asset asset = {0};
    pd_factory_mesh mesh = {0};
    pd_tool_progress bar = {0};
    const pd_progress progress = {pd_tool_progress_show, &bar};
    pd_status status = pd_factory_asset_load(&asset, job->data, job->executor, err);

    if (status == PD_OK)
        status = pd_factory_mesh_init(&mesh, asset.obj.vertices, asset.vertex_count,
                                      (const int(*)[4])asset.quads, asset.quad_count, err);
    if (status == PD_OK && mesh.vertex_count != data->vertex_count)
        status =
            pd_fail(err, PD_ERR_INVALID, "v_template", "%d vertices; the %d of MakeHuman's body expected",
                    data->vertex_count, mesh.vertex_count);

    const pd_factory_part_job what = {.model = model,
                                      .face = {&asset, &mesh, job->data,
                                               !strcmp(gender, "male")     ? 1
                                               : !strcmp(gender, "female") ? 0
                                                                           : 0.5},
                                      .seed = SEED,
                                      .executor = job->executor,
                                      .progress = &progress};
    if (status == PD_OK) status = pd_factory_part_remove(data, err);
    if (status == PD_OK) status = pd_factory_part_learn(data, report, &what, err);
    if (status == PD_OK) pd_factory_expressions_clear(data);
    pd_factory_mesh_deinit(&mesh);
    pd_factory_asset_deinit(&asset);

    return status;
}

pd_status pd_tool_part_shapes_learn(const pd_tool_part_shapes *job, pd_factory_part_report *report,
                                    pd_error *err)
{
    pd_factory_part_report own;
    pd_smpl_data data = {0};
    pd_smpl_model *model = NULL;
    const double start_s = pd_tool_clock_s();
    pd_status status = pd_smpl_data_load(&data, job->from, err);

    if (status == PD_OK) status = pd_smpl_model_load(&model, job->from, err);
    if (!report) report = &own;
    if (status == PD_OK) status = learn_part_shapes(&data, report, model, job, err);
    if (status == PD_OK) status = pd_tool_provenance_add(&data.text, told, err);
    pd_buffer out = {0};
    if (status == PD_OK) status = pd_smpl_data_check(&data, err);
    if (status == PD_OK) status = pd_train_data_encode(&out, &data, PD_SMPL_COMPACT, err);
    if (status == PD_OK) status = pd_file_write(job->to, out.data, out.size, err);
    pd_buffer_deinit(&out);
    if (status == PD_OK) print_part_shapes(job->to, report, data.vertex_count, pd_tool_clock_s() - start_s);
    pd_smpl_model_release(model);
    pd_smpl_data_deinit(&data);

    return status;
}
