#include "factory/body/assemble.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const pd_smpl_landmark landmarks[] = {
    {"nipple_left", 8459}, {"nipple_right", 1787}, {"navel", 4116}, {"crotch", 4376}, {"head_top", 881},
};
#define LANDMARK_COUNT ((int)(sizeof landmarks / sizeof *landmarks))

static const char licence[] = "CC BY 4.0";
static const char credits[] = "MakeHuman base mesh hm08, shape targets, default rig and weights: CC0 1.0, "
                              "Data Collection AB, Joel Palmius, "
                              "Jonas Hauquier and the MakeHuman team (makehumancommunity.org)\n"
                              "Learned body model: the posed project, CC BY 4.0";

/* ---- the model ---- */

static bool fill_assemble(pd_smpl_data *out, const pd_factory_parts *p)
{
    /* Shape. The origin is the pelvis of the mean body, whose x is 0 by symmetry. */
    size_t numbers = 3 * (size_t)out->vertex_count;
    size_t k = (size_t)out->beta_count;
    size_t all = (size_t)p->pca->component_count;
    double centers[3];

    pd_factory_regressor_apply(centers, p->regressor, 1, p->pca->mean);
    const float origin[3] = {0, (float)centers[1], (float)centers[2]};

    out->v_template = malloc(numbers * sizeof *out->v_template);
    out->shapedirs = malloc(numbers * k * sizeof *out->shapedirs);
    out->beta_limits = malloc(k * sizeof *out->beta_limits);
    if (!out->v_template || !out->shapedirs || !out->beta_limits) return false;

    for (size_t i = 0; i < numbers; i++) {
        out->v_template[i] = p->pca->mean[i] - origin[i % 3];
        memcpy(out->shapedirs + i * k, p->pca->directions + i * all, k * sizeof *out->shapedirs);
    }

    for (size_t d = 0; d < k; d++) out->beta_limits[d] = (float)p->pca->limits[d];

    /* Count the regressor's entries, and allocate the arrays of the joints. */
    const pd_factory_regressor *r = p->regressor;
    size_t joints = (size_t)out->joint_count;
    size_t weights = (size_t)out->vertex_count * joints;
    size_t entries = 0;
    for (size_t j = 0; j < joints; j++) {
        const int point = p->skeleton->points[j];
        entries += (size_t)(r->start[point + 1] - r->start[point]);
    }

    out->weights = malloc(weights * sizeof *out->weights);
    out->parents = malloc(joints * sizeof *out->parents);
    out->joint_names = calloc(joints, sizeof *out->joint_names);
    out->regressor_start = calloc(joints + 1, sizeof *out->regressor_start);
    out->regressor_vertex = malloc(entries * sizeof *out->regressor_vertex);
    out->regressor_weight = malloc(entries * sizeof *out->regressor_weight);
    if (!out->weights || !out->parents || !out->joint_names || !out->regressor_start ||
        !out->regressor_vertex || !out->regressor_weight)
        return false;

    /* Copy the rows of the skeleton's joints: names, parents and regressor. */
    for (size_t i = 0; i < weights; i++) out->weights[i] = (float)p->weights[i];
    for (size_t j = 0; j < joints; j++) {
        const int point = p->skeleton->points[j];
        const int first = r->start[point];
        const int count = r->start[point + 1] - first;
        out->parents[j] = pd_factory_skeleton_parent(p->skeleton, (int)j);
        strncpy(out->joint_names[j], pd_factory_joints[point].name, PD_SMPL_NAME_BYTES - 1);

        int *start = out->regressor_start + j;
        memcpy(out->regressor_vertex + start[0], r->vertex + first, (size_t)count * sizeof *r->vertex);
        memcpy(out->regressor_weight + start[0], r->weight + first, (size_t)count * sizeof *r->weight);
        start[1] = start[0] + count;
    }

    /* Copy the mesh. */
    size_t corners = 3 * (size_t)out->face_count;
    size_t vertices = (size_t)out->vertex_count;
    out->faces = malloc(corners * sizeof *out->faces);
    out->mirror = malloc(vertices * sizeof *out->mirror);
    out->landmarks = malloc(sizeof landmarks);
    if (!out->faces || !out->mirror || !out->landmarks) return false;

    for (size_t c = 0; c < corners; c++) out->faces[c] = (uint32_t)p->mesh->faces[c / 3][c % 3];
    memcpy(out->mirror, p->mesh->mirror, vertices * sizeof *out->mirror);
    for (int l = 0; l < LANDMARK_COUNT; l++)
        if (landmarks[l].vertex < out->vertex_count) out->landmarks[out->landmark_count++] = landmarks[l];

    /* Copy the texts. */
    out->text.name = strdup(p->name);
    out->text.gender = strdup(p->gender);
    out->text.licence = strdup(licence);
    out->text.provenance = strdup(p->provenance);
    out->text.credits = strdup(credits);

    return out->text.name && out->text.gender && out->text.licence && out->text.provenance &&
           out->text.credits;
}

pd_status pd_factory_assemble(pd_smpl_data *out, const pd_factory_parts *parts, pd_error *err)
{
    memset(out, 0, sizeof *out);
    out->vertex_count = parts->mesh->vertex_count;
    out->face_count = parts->mesh->face_count;
    out->joint_count = parts->skeleton->joint_count;
    out->beta_count = parts->beta_count;
    pd_status status = PD_OK;
    if (!fill_assemble(out, parts))
        status = pd_fail(err, PD_ERR_MEMORY, parts->name, "out of memory for the model");
    if (status == PD_OK) status = pd_smpl_data_check(out, err);
    if (status != PD_OK) pd_smpl_data_deinit(out);

    return status;
}

/* ---- symmetry ---- */

static double regressor_weight(const pd_smpl_data *d, int joint, int vertex)
{
    for (int i = d->regressor_start[joint]; i < d->regressor_start[joint + 1]; i++)
        if (d->regressor_vertex[i] == vertex) return d->regressor_weight[i];
    return 0;
}

double pd_factory_mirror_error(const pd_smpl_data *data, const pd_factory_skeleton *skeleton)
{
    double worst = 0;
    int mirror[PD_FACTORY_JOINT_MOST];

    for (int j = 0; j < data->joint_count; j++) mirror[j] = pd_factory_skeleton_mirror(skeleton, j);

    const pd_smpl_data *d = data;

    /* Compare template, directions and weights of each vertex with those of its mirror partner. */
    for (int i = 0; i < d->vertex_count; i++) {
        const int m = d->mirror[i];
        for (int c = 0; c < 3; c++) {
            const float sign = c == 0 ? -1.0f : 1.0f;
            worst = fmax(worst, fabsf(d->v_template[3 * i + c] - sign * d->v_template[3 * m + c]));

            /* A feature's direction may also be the negative of its mirror image: that of asymmetry. */
            for (int b = 0; b < d->beta_count; b++) {
                const int feature = b - (d->beta_count - d->feature_count);
                const bool is_asymmetry =
                    feature >= 0 && !strncmp(d->feature_names[feature], "asymmetry_", 10);
                worst = fmax(worst, fabsf(d->shapedirs[(3 * i + c) * d->beta_count + b] -
                                          (is_asymmetry ? -sign : sign) *
                                              d->shapedirs[(3 * m + c) * d->beta_count + b]));
            }
        }

        for (int j = 0; j < d->joint_count; j++)
            worst = fmax(worst, fabsf(d->weights[i * d->joint_count + j] -
                                      d->weights[m * d->joint_count + mirror[j]]));
    }

    /* Compare the regressor of each joint with that of the mirrored joint. */
    for (int j = 0; j < data->joint_count; j++)
        for (int i = data->regressor_start[j]; i < data->regressor_start[j + 1]; i++) {
            int partner = data->mirror[data->regressor_vertex[i]];
            worst = fmax(worst, fabs(data->regressor_weight[i] - regressor_weight(data, mirror[j], partner)));
        }

    return worst;
}
