#include "train/body/face.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Directions of the face behind the model's, (V,3,B) -> (V,3,B + count). */
static bool append(pd_smpl_data *model, const pd_train_pca *face, int count)
{
    const size_t numbers = 3 * (size_t)model->vertex_count, b = (size_t)model->beta_count, n = (size_t)count;
    float *dirs = malloc(numbers * (b + n) * sizeof *dirs),
          *limits = realloc(model->beta_limits, (b + n) * sizeof *limits);
    if (limits) model->beta_limits = limits;
    if (!dirs || !limits) {
        free(dirs);
        return false;
    }

    for (size_t i = 0; i < numbers; i++) {
        memcpy(dirs + i * (b + n), model->shapedirs + i * b, b * sizeof *dirs);
        memcpy(dirs + i * (b + n) + b, face->directions + i * (size_t)face->component_count,
               n * sizeof *dirs);
    }
    for (size_t c = 0; c < n; c++) limits[b + c] = (float)face->limits[c];
    free(model->shapedirs);
    model->shapedirs = dirs;
    model->beta_count += count;
    return true;
}

pd_status pd_train_face_add(pd_smpl_data *model, const pd_train_face_data *data, int count, pd_error *err)
{
    const size_t v = (size_t)data->mesh->vertex_count, k = (size_t)data->body->component_count;
    double *m = malloc(v * sizeof *m), *areas = malloc(v * sizeof *areas),
           *scratch = malloc((2 * k + k * k) * sizeof *scratch);
    float *left = malloc((size_t)data->count * 3 * v * sizeof *left);
    int *all = malloc((size_t)data->count * sizeof *all);
    pd_train_pca face = {0};
    pd_status status = PD_OK;

    if (m && areas && scratch && left && all) {
        /* m: the part that head, jaw and eyes move, and half of what the neck moves. */
        const pd_train_skeleton *skeleton = data->skeleton;
        for (size_t i = 0; i < v; i++) {
            const double *row = data->head_weights + i * (size_t)skeleton->joint_count;
            m[i] = 0;
            for (int j = 0; j < skeleton->joint_count; j++) {
                const int point = skeleton->points[j];
                const bool head =
                    point == PD_TRAIN_HEAD || (point >= PD_TRAIN_JAW && point <= PD_TRAIN_R_EYE);
                m[i] += head ? row[j] : point == PD_TRAIN_NECK ? 0.5 * row[j] : 0;
            }
        }
        for (size_t i = 0; i < v; i++) areas[i] = m[i] * data->areas[i];

        /* Part of each head that the body's betas do not explain, masked by m. */
        for (int s = 0; s < data->count; s++) { /* what the body's betas do not explain, masked */
            const int betas_used = data->body_beta_count;
            const float *body = data->bodies + 3 * v * (size_t)data->chosen[s];
            double *right = scratch, *betas = scratch + k;
            float *out = left + 3 * v * (size_t)s;
            pd_train_pca_correlate(right, data->body, data->areas, body);
            pd_train_pca_project(betas, data->body, betas_used, right, betas + betas_used);
            pd_train_pca_shape(out, data->body, betas_used, betas);
            for (size_t i = 0; i < 3 * v; i++) out[i] = (float)(m[i / 3] * (body[i] - out[i]));
            all[s] = s;
        }

        /* Components of that part, appended to the model's betas. */
        const pd_train_pca_data faces = {data->mesh, areas, left, all, data->count, data->progress, "faces"};
        status = pd_train_pca_fit(&face, &faces, count, err);
        if (status == PD_OK && !append(model, &face, count))
            status = pd_fail(err, PD_ERR_MEMORY, "face", "out of memory for %d directions", count);
        pd_train_pca_deinit(&face);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "face", "out of memory for %d faces", data->count);
    }

    free(m), free(areas), free(scratch), free(left), free(all);
    return status;
}
