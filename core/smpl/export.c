#include "core/smpl/export.h"

#include "core/base/assert.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

pd_io_mesh pd_smpl_export_mesh(const pd_smpl_model *model, const pd_io_mesh_body *bodies, int body_count,
                               pd_frame frame)
{
    const pd_smpl_text *text = &model->data.text;

    return (pd_io_mesh){.bodies = bodies,
                        .body_count = body_count,
                        .vertex_count = model->vertex_count,
                        .face_count = model->face_count,
                        .faces = model->data.faces,
                        .frame = frame,
                        .model = text->name,
                        .licence = text->licence,
                        .provenance = text->provenance,
                        .credits = text->credits};
}

/* Runs the job for the bodies; false when the scratch memory cannot be allocated. */
static bool run_export(const pd_smpl_body *bodies, int count, const pd_smpl_job *like,
                       const pd_smpl_model *model, pd_arena *scratch, const pd_executor *executor)
{
    pd_smpl_job job = {.bodies = bodies, .body_count = count, .skinning = like->skinning, .contact = NULL};
    if (!pd_arena_reserve(scratch, pd_smpl_job_scratch_bytes(&job, model))) return false;

    pd_smpl_job_run(&job, model, scratch, executor);
    return true;
}

void pd_smpl_export_expressions(pd_io_glb_rig *rig, const char **names, const pd_smpl_model *model)
{
    for (int e = 0; e < model->expression_count; e++) names[e] = model->data.expression_names[e];

    rig->baked_count = rig->beta_count;
    rig->beta_count = rig->shapedirs_stride = model->expression_count;
    rig->shapedirs = model->data.expressiondirs;
    rig->moved = pd_smpl_model_expressive(model);
    rig->beta_limits = NULL;
    rig->morph_names = names;
    if (pd_smpl_has_silence(model)) rig->still_morph = PD_SMPL_SILENCE;
}

pd_io_glb_rig pd_smpl_export_skeleton(const pd_smpl_model *model)
{
    const pd_smpl_data *data = &model->data;

    return (pd_io_glb_rig){.joint_count = model->joint_count,
                           .parents = data->parents,
                           .names = (const char(*)[PD_SMPL_NAME_BYTES])data->joint_names,
                           .weights = data->weights,
                           .beta_count = model->beta_count,
                           .shapedirs_stride = model->beta_count,
                           .shapedirs = data->shapedirs,
                           .beta_limits = data->beta_limits};
}

pd_status pd_smpl_export_rig(pd_smpl_export *out, const pd_smpl_job *job, const pd_smpl_model *model,
                             pd_arena *scratch, const pd_executor *executor, pd_error *err)
{
    /* Floats per body: rest vertices, normals, rest joints, posed joints, betas. */
    const size_t floats =
        6 * (size_t)model->vertex_count + 6 * (size_t)model->joint_count + (size_t)model->beta_count;
    const size_t count = (size_t)job->body_count;
    pd_smpl_body *rest = calloc(2 * count, sizeof *rest);
    pd_smpl_body *posed = rest ? rest + count : NULL;

    *out = (pd_smpl_export){pd_smpl_export_skeleton(model), calloc(count, sizeof *out->poses),
                            calloc(count, floats * sizeof *out->block)};

    /* Each body is run twice: at rest for the surface and its joints,
     * posed for the root joint's position. */
    bool good = rest && out->poses && out->block;
    for (size_t b = 0; good && b < count; b++) {
        const pd_smpl_body *body = &job->bodies[b];
        float *vertices = out->block + b * floats;
        float *normals = vertices + 3 * (size_t)model->vertex_count;
        float *joints = normals + 3 * (size_t)model->vertex_count;
        float *posed_joints = joints + 3 * model->joint_count;
        float *betas = posed_joints + 3 * model->joint_count;

        PD_ASSERT(body->beta_count <= model->beta_count);
        rest[b] = posed[b] = *body;
        rest[b].rotations = rest[b].translation = NULL;
        rest[b].ground = 0;
        rest[b].vertices = vertices;
        rest[b].normals = normals;
        rest[b].joints = joints;
        posed[b].vertices = posed[b].normals = NULL;
        posed[b].joints = posed_joints;

        /* Betas are copied; those that are not given stay 0. */
        if (body->beta_count) memcpy(betas, body->betas, (size_t)body->beta_count * sizeof *betas);
        out->poses[b] = (pd_io_glb_pose){.rest = vertices,
                                         .rest_normals = normals,
                                         .rest_joints = joints,
                                         .rotations = body->rotations,
                                         .root = posed_joints,
                                         .betas = betas};
    }

    good = good && run_export(rest, job->body_count, job, model, scratch, executor) &&
           run_export(posed, job->body_count, job, model, scratch, executor);
    free(rest);

    if (good) return PD_OK;
    pd_smpl_export_deinit(out);
    return pd_fail(err, PD_ERR_MEMORY, "/bodies", "out of memory for %d rigged bodies", job->body_count);
}

void pd_smpl_export_deinit(pd_smpl_export *rigged)
{
    free(rigged->poses);
    free(rigged->block);
    *rigged = (pd_smpl_export){0};
}

pd_status pd_smpl_export_glb(pd_buffer *out, const pd_smpl_body *body, const pd_smpl_model *model,
                             pd_arena *scratch, const pd_executor *executor, pd_error *err)
{
    const size_t points = 3 * (size_t)model->vertex_count;

    /* for all outputs */
    const pd_smpl_job any = {
        .bodies = NULL, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
    pd_smpl_body posed = *body;
    const pd_smpl_job job = {
        .bodies = &posed, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};

    /* Scratch memory holds the outputs as well as the job's own needs. */
    if (!pd_arena_reserve(scratch,
                          2 * pd_arena_bytes(points, sizeof(float)) + pd_smpl_job_scratch_bytes(&any, model)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    posed.vertices = pd_arena_take(scratch, points, sizeof(float));
    posed.normals = pd_arena_take(scratch, points, sizeof(float));
    pd_smpl_job_run(&job, model, scratch, executor);

    /* A plain mesh, without skeleton or skin. */
    const pd_io_mesh_body drawn = {.vertices = posed.vertices, .normals = posed.normals};
    const pd_io_mesh mesh = pd_smpl_export_mesh(model, &drawn, 1, PD_FRAME_GLTF);
    const pd_status status = pd_io_glb_write(out, &(pd_io_glb){.mesh = &mesh}, err);

    return status == PD_OK && out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory") : status;
}

size_t pd_smpl_export_glb_bytes(const pd_smpl_model *model)
{
    const size_t head = 4096;
    return head + 24 * (size_t)model->vertex_count + 12 * (size_t)model->face_count;
}

pd_io_glb_controls pd_smpl_export_controls(const pd_smpl_model *model)
{
    static const struct {
        const char *name, *joints[3];
        float hinge[3], pole[3];
    } limbs[PD_IO_GLB_LIMBS] = {
        {"left_arm", {"left_shoulder", "left_elbow", "left_wrist"}, {0, -1, 0}, {0, 0, -0.5f}},
        {"right_arm", {"right_shoulder", "right_elbow", "right_wrist"}, {0, 1, 0}, {0, 0, -0.5f}},
        {"left_leg", {"left_hip", "left_knee", "left_ankle"}, {1, 0, 0}, {0, 0, 0.5f}},
        {"right_leg", {"right_hip", "right_knee", "right_ankle"}, {1, 0, 0}, {0, 0, 0.5f}}};
    static const char *const spaces[PD_IO_GLB_SPACES][2] = {
        {"world", NULL}, {"pelvis", "pelvis"}, {"chest", "spine3"}, {"head", "head"}};
    pd_io_glb_controls out = {0};

    /* Writes the limbs whose joints exist. */
    for (int i = 0; i < PD_IO_GLB_LIMBS; i++) {
        bool is_there = true;
        out.limbs[out.limb_count].name = limbs[i].name;
        for (int j = 0; j < 3; j++) {
            const int joint = pd_smpl_joint_find(&model->data, limbs[i].joints[j]);
            out.limbs[out.limb_count].joints[j] = joint;
            is_there &= joint >= 0;
        }

        memcpy(out.limbs[out.limb_count].hinge, limbs[i].hinge, sizeof limbs[i].hinge);
        memcpy(out.limbs[out.limb_count].pole, limbs[i].pole, sizeof limbs[i].pole);
        out.limb_count += is_there;
    }

    /* The world, and the joints that are there. */
    for (int i = 0; i < PD_IO_GLB_SPACES; i++) {
        const int joint = spaces[i][1] ? pd_smpl_joint_find(&model->data, spaces[i][1]) : -1;
        if (spaces[i][1] && joint < 0) continue;
        out.spaces[out.space_count].name = spaces[i][0];
        out.spaces[out.space_count++].joint = joint;
    }

    return out;
}
