#include "train/learn/assemble.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *copy_of(const void *from, size_t bytes)
{
    void *out = malloc(bytes ? bytes : 1);
    if (out && bytes) memcpy(out, from, bytes);
    return out;
}

/* Copies the learned parts into a model's data. Returns false when out of memory; the caller frees. */
static bool fill_assemble(pd_smpl_data *out, const pd_learn_parts *p)
{
    const size_t v = (size_t)out->vertex_count;
    const size_t k = (size_t)out->joint_count;
    const size_t b = (size_t)out->beta_count;
    double joints[3 * PD_LEARN_JOINTS_MAX];

    pd_learn_centers_apply(joints, p->centers, out->joint_count, p->shapes->mean);

    /* Shape. The root joint is the origin. */
    out->v_template = malloc(3 * v * sizeof *out->v_template);
    out->shapedirs = copy_of(p->shapes->directions, 3 * v * b * sizeof *out->shapedirs);
    out->posedirs = copy_of(p->state->blend, 3 * v * (size_t)p->state->feature_count * sizeof *out->posedirs);
    out->beta_limits = malloc((b + 1) * sizeof *out->beta_limits);
    if (!out->v_template || !out->shapedirs || !out->posedirs || !out->beta_limits) return false;
    for (size_t i = 0; i < 3 * v; i++) out->v_template[i] = (float)(p->shapes->mean[i] - joints[i % 3]);
    for (size_t i = 0; i < b; i++) out->beta_limits[i] = (float)p->shapes->limits[i];

    /* Copy joint regressor and skinning weights. */
    const size_t entries = (size_t)p->centers->start[k];
    out->weights = calloc(v * k, sizeof *out->weights);
    out->parents = copy_of(p->tpl->parents, k * sizeof *out->parents);
    out->joint_names = copy_of(p->tpl->joint_names, k * sizeof *out->joint_names);
    out->regressor_start = copy_of(p->centers->start, (k + 1) * sizeof *out->regressor_start);
    out->regressor_vertex = copy_of(p->centers->vertex, entries * sizeof *out->regressor_vertex);
    out->regressor_weight = copy_of(p->centers->weight, entries * sizeof *out->regressor_weight);
    if (!out->weights || !out->parents || !out->joint_names || !out->regressor_start ||
        !out->regressor_vertex || !out->regressor_weight)
        return false;
    for (size_t i = 0; i < v; i++)
        for (size_t s = 0; s < PD_LEARN_SLOTS; s++) {
            int joint = p->tpl->slots[PD_LEARN_SLOTS * i + s];
            if (joint >= 0)
                out->weights[i * k + (size_t)joint] = (float)p->state->weights[PD_LEARN_SLOTS * i + s];
        }

    /* Copy triangles, mirror table and texts. */
    out->faces = copy_of(p->tpl->faces, 3 * (size_t)out->face_count * sizeof *out->faces);
    if (p->tpl->mirror) out->mirror = copy_of(p->tpl->mirror, v * sizeof *out->mirror);
    out->text = (pd_smpl_text){.name = strdup(p->name),
                               .gender = strdup(p->gender),
                               .licence = strdup(""),
                               .provenance = strdup(p->provenance),
                               .credits = strdup("")};

    return out->faces && (out->mirror || !p->tpl->mirror) && out->text.name && out->text.gender &&
           out->text.licence && out->text.provenance && out->text.credits;
}

pd_status pd_learn_assemble(pd_smpl_data *out, const pd_learn_parts *parts, pd_error *err)
{
    memset(out, 0, sizeof *out);
    out->vertex_count = parts->tpl->vertex_count;
    out->face_count = parts->tpl->face_count;
    out->joint_count = parts->tpl->joint_count;
    out->beta_count = parts->shapes->component_count;
    pd_status status = PD_OK;
    if (!fill_assemble(out, parts))
        status = pd_fail(err, PD_ERR_MEMORY, parts->name, "out of memory for the model");
    if (status == PD_OK) status = pd_smpl_data_check(out, err);
    if (status != PD_OK) pd_smpl_data_deinit(out);

    return status;
}
