#include "factory/wardrobe/cut/rigged.h"

#include "core/base/assert.h"
#include "core/math/strongest.h"
#include "core/smpl/pose.h"

#include <stdlib.h>
#include <string.h>

/* Computes the skin of the body at rest, out (V,3). */
static pd_status shape_skin(float *out, const pd_smpl_model *model, pd_smpl_body body, pd_error *err)
{
    pd_arena scratch = {0};

    body.vertices = out;
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    const pd_status status = pd_smpl_job_check(&job, model, err);
    if (status != PD_OK) return status;
    if (!pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory");
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

pd_status pd_factory_rigged_init(pd_factory_rigged *out, const pd_wardrobe *wardrobe,
                                 const pd_smpl_model *model, const pd_smpl_model *own,
                                 const pd_wardrobe_outfit *outfit, const pd_smpl_body *body, pd_error *err)
{
    const size_t v = (size_t)model->vertex_count;
    const size_t joints = (size_t)model->joint_count;

    *out = (pd_factory_rigged){.model = model,
                               .wardrobe = wardrobe,
                               .outfit = *outfit,
                               .body = {.betas = body->betas,
                                        .beta_count = body->beta_count,
                                        .expression = body->expression,
                                        .expression_count = body->expression_count},
                               .rest = malloc(3 * v * sizeof *out->rest),
                               .weights = malloc(PD_STRONGEST * v * sizeof *out->weights),
                               .joints = malloc(PD_STRONGEST * v),
                               .skin = malloc(3 * v * sizeof *out->skin),
                               .normals = malloc(3 * v * sizeof *out->normals)};
    pd_status status = PD_OK;
    if (!out->rest || !out->weights || !out->joints || !out->skin || !out->normals)
        status = pd_fail(err, PD_ERR_MEMORY, "body", "out of memory for a rig");

    /* Make the content of the file: the person at rest, dressed, and four weights of each vertex. */
    if (status == PD_OK) status = shape_skin(out->rest, model, out->body, err);
    const pd_wardrobe_request request = {.wardrobe = wardrobe,
                                         .model = model,
                                         .own = own,
                                         .outfit = *outfit,
                                         .palette = PD_WARDROBE_PALETTE,
                                         .bodies = &out->body,
                                         .skins = out->rest,
                                         .body_count = 1,
                                         .at_rest = true};
    if (status == PD_OK) status = pd_wardrobe_export_init(&out->dressed, &request, err);

    /* Memory for the posed corners of all layers. */
    size_t corners = 0;
    for (int l = 0; status == PD_OK && l < out->dressed.layer_count; l++)
        corners += (size_t)out->dressed.layers[l].corner_count;
    out->cloth = malloc((6 * corners + 1) * sizeof *out->cloth);
    if (status == PD_OK && !out->cloth)
        status = pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for a rig");
    if (status != PD_OK) {
        pd_factory_rigged_deinit(out);
        return status;
    }

    if (out->dressed.rest) memcpy(out->rest, out->dressed.rest, 3 * v * sizeof *out->rest);
    out->unposed = out->cloth + 3 * corners;
    for (int l = 0; l < out->dressed.layer_count; l++) {
        const size_t numbers = 3 * (size_t)out->dressed.layers[l].corner_count;
        memcpy(out->unposed, out->dressed.worn[l].vertices, numbers * sizeof *out->unposed);
        out->unposed += numbers;
    }

    out->unposed = out->cloth + 3 * corners;
    for (size_t i = 0; i < v; i++)
        pd_strongest(out->joints + PD_STRONGEST * i, out->weights + PD_STRONGEST * i,
                     model->data.weights + joints * i, model->joint_count);

    return PD_OK;
}

/* Moves a point by the blended matrices of its four joints. */
static void skin_point(float out[3], const float rest[3], const uint8_t *joints, const float *weights,
                       const pd_smpl_pose *pose)
{
    double sum[3] = {0};

    for (int s = 0; s < PD_STRONGEST; s++) {
        const double *m = pose->skin[joints[s]].m;
        for (int r = 0; r < 3; r++)
            sum[r] += (double)weights[s] * (m[4 * r] * (double)rest[0] + m[4 * r + 1] * (double)rest[1] +
                                            m[4 * r + 2] * (double)rest[2] + m[4 * r + 3]);
    }

    for (int r = 0; r < 3; r++) out[r] = (float)sum[r];
}

/* Adds morph targets to a point: (3,stride) directions times the weights. */
static void morph_point(float p[3], const float *dirs, int stride, const float *weights, int count)
{
    for (int c = 0; c < 3; c++)
        for (int b = 0; b < count && b < stride; b++) p[c] += dirs[c * stride + b] * weights[b];
}

void pd_factory_rigged_morph(pd_factory_rigged *g, const float *weights, int count)
{
    const pd_smpl_data *data = &g->model->data;
    float *at = g->unposed;

    for (size_t i = 0; i < (size_t)g->model->vertex_count; i++)
        morph_point(g->rest + 3 * i, data->shapedirs + 3 * i * (size_t)g->model->beta_count,
                    g->model->beta_count, weights, count);
    for (int l = 0; l < g->dressed.layer_count; l++) {
        const pd_io_glb_layer *layer = &g->dressed.layers[l];
        for (size_t c = 0; c < (size_t)layer->corner_count; c++, at += 3)
            morph_point(at, layer->dirs + 3 * (size_t)layer->corners[c] * (size_t)layer->dir_count,
                        layer->dir_count, weights, count);
    }
}

void pd_factory_rigged_pose(pd_factory_rigged *g, const float *rotations)
{
    pd_smpl_pose pose;
    pd_smpl_body body = g->body;

    body.rotations = rotations;
    pd_smpl_pose_chain(&pose, g->model, &body);

    /* The skin. */
    for (size_t i = 0; i < (size_t)g->model->vertex_count; i++)
        skin_point(g->skin + 3 * i, g->rest + 3 * i, g->joints + PD_STRONGEST * i,
                   g->weights + PD_STRONGEST * i, &pose);
    pd_wardrobe_skin_normals(g->normals, g->skin, &g->model->data);

    /* The layers, whose corners have the weights of their vertices. */
    float *at = g->cloth;
    const float *from = g->unposed;
    for (int l = 0; l < g->dressed.layer_count; l++) {
        const pd_io_glb_layer *layer = &g->dressed.layers[l];
        g->worn[g->dressed.layer_slots[l]] = at;
        for (size_t c = 0; c < (size_t)layer->corner_count; c++, at += 3, from += 3) {
            const size_t own = PD_STRONGEST * (size_t)layer->corners[c];
            skin_point(at, from, layer->joints + own, layer->weights + own, &pose);
        }
    }
}

void pd_factory_rigged_deinit(pd_factory_rigged *g)
{
    pd_wardrobe_export_deinit(&g->dressed);
    free(g->rest);
    free(g->weights);
    free(g->joints);
    free(g->skin);
    free(g->normals);
    free(g->cloth);
    *g = (pd_factory_rigged){0};
}
