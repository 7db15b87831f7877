/* One mesh reply in the format that was asked for. */
#include "api/body/mesh_encode.h"
#include "api/body/people.h"
#include "core/io/mesh/glb.h"
#include "core/io/tensor/npz.h"
#include "core/retarget/motion_soft.h"
#include "core/retarget/character/rest_axes.h"
#include "core/base/text/number.h"
#include "core/kernel/bytes/decimals.h"
#include "core/io/mesh/obj.h"
#include "core/io/mesh/ply.h"
#include "core/io/mesh/stl.h"
#include "core/motion/corrective.h"
#include "core/retarget/lids.h"
#include "core/smpl/contact.h"
#include "core/smpl/export.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the number of vertices of a body. */
static size_t points_of(const pd_api_made *made)
{
    return (size_t)pd_api_mesh_surface(made->call).vertex_count;
}

/* Reports whether this part ends the reply. */
static bool is_last_part(const pd_api_mesh *mesh)
{
    return mesh->from + mesh->count >= mesh->all;
}

/* Writes the corners of triangle f, in the order that the frame of the reply needs. */
static void face(uint32_t out[3], const pd_api_made *made, int f)
{
    const uint32_t *corner = pd_api_mesh_surface(made->call).faces + 3 * (size_t)f;
    const int mirrored = pd_frame_is_mirrored((pd_frame)made->mesh->frame);

    out[0] = corner[0];
    out[1] = corner[mirrored ? 2 : 1];
    out[2] = corner[mirrored ? 1 : 2];
}

/* Writes numbers as one flat list. */
static pd_status flat_json(pd_buffer *out, const float *values, size_t count, int digits, const char *where,
                           pd_error *err)
{
    PD_ASSERT(values || !count);
    pd_status status;

    pd_buffer_text(out, "[");
    status = digits == PD_IO_NUMBER_DIGITS ? pd_k_decimals_add(out, values, count, ',', where, err)
                                           : pd_io_numbers_fixed(out, values, count, digits, ',', where, err);
    pd_buffer_text(out, "]");

    return status;
}

/* Writes one body of a JSON reply. */
static pd_status body_json(pd_buffer *out, const pd_api_made *made, size_t body, pd_error *err)
{
    PD_ASSERT(body < (size_t)made->mesh->count);
    static const char *const names[] = {"vertices", "joints", "normals"};
    const pd_api_choices *include = &made->mesh->include;
    const size_t count = 3 * points_of(made);
    pd_status status = PD_OK;
    const pd_api_person *person = made->mesh->people[made->mesh->from + (int)body];
    int members = 0;

    pd_buffer_text(out, made->mesh->from + (int)body ? ",{" : "{");
    if (person) {
        pd_api_json_person(out, person, made->mesh->kind->shape_name);
        members++;
    }

    for (int i = 0; i < include->count && status == PD_OK; i++) {
        const int part = include->order[i];
        if (part == PD_API_FACES) continue;
        pd_buffer_printf(out, "%s\"%s\":", members++ ? "," : "", names[part]);
        if (part != PD_API_JOINTS) {
            status = flat_json(out, (part == PD_API_VERTICES ? made->vertices : made->normals) + body * count,
                               count, made->mesh->digits, names[part], err);
            continue;
        }

        /* Joints are few and people read them, so each has an array of its own. */
        const size_t joints = (size_t)pd_api_mesh_surface(made->call).point_count;
        pd_buffer_text(out, "[");
        for (size_t k = 0; k < joints && status == PD_OK; k++) {
            if (k) pd_buffer_text(out, ",");
            status =
                flat_json(out, made->joints + 3 * (body * joints + k), 3, made->mesh->digits, "joints", err);
        }

        pd_buffer_text(out, "]");
    }

    pd_buffer_text(out, "}");

    return status;
}

/* Writes the triangles, digit by digit since there are tens of thousands. */
static void faces_json(pd_buffer *out, const pd_api_made *made)
{
    const int count = pd_api_mesh_surface(made->call).face_count;

    pd_buffer_printf(out, ",\"face_count\":%d,\"faces\":", count);
    pd_buffer_text(out, "[");
    for (int f = 0; f < count; f++) {
        char text[36];
        char *end = text; /* three numbers of up to ten digits, and commas */
        uint32_t corner[3];
        face(corner, made, f);
        for (int c = 0; c < 3; c++) {
            char digits[10];
            int used = 0;
            if (f || c) *end++ = ',';
            do digits[used++] = (char)('0' + corner[c] % 10);
            while (corner[c] /= 10);
            while (used) *end++ = digits[--used];
        }

        PD_ASSERT(end <= text + sizeof text);
        pd_buffer_add(out, text, (size_t)(end - text));
    }

    pd_buffer_text(out, "]");
}

/* Writes a part of a JSON reply. The first part has its head, the last one the triangles and the end. */
static pd_status json(pd_buffer *out, const pd_api_made *made, pd_error *err)
{
    const pd_api_mesh *mesh = made->mesh;
    const pd_frame_info *frame = pd_frame_describe((pd_frame)mesh->frame);
    pd_status status = PD_OK;

    /* Head. */
    if (!mesh->from) {
        pd_buffer_text(out, "{\"model\":");
        pd_api_json_text(out, made->call->model.id);
        pd_buffer_printf(out, ",\"frame\":\"%s\",\"metres_per_unit\":%g", frame->name,
                         frame->metres_per_unit);
        if (mesh->count) pd_buffer_text(out, ",\"bodies\":[");
    }

    /* The bodies of this part. */
    for (size_t i = 0; i < (size_t)mesh->count && status == PD_OK && !pd_cancelled(made->call->cancel); i++)
        status = body_json(out, made, i, err);
    if (!is_last_part(mesh)) return status;

    /* End. */
    if (mesh->count) pd_buffer_text(out, "]");
    if (pd_api_mesh_has(mesh, PD_API_FACES)) faces_json(out, made);
    pd_api_json_warnings(out, &made->call->problems);
    pd_buffer_text(out, "}\n");

    return status;
}

/* Sets Posed-Shape: the arrays of a binary body in their order, "vertices=2x13380x3; joints=2x24x3;
 * faces=26756x3". */
static void shape_header(const pd_api_made *made)
{
    static const char *const names[] = {"vertices", "joints", "normals"};
    const pd_api_mesh *mesh = made->mesh;
    const pd_api_surface surface = pd_api_mesh_surface(made->call);
    char text[160] = "";
    size_t used = 0;

    for (int i = 0; i < mesh->include.count; i++) {
        const int part = mesh->include.order[i];
        if (part == PD_API_FACES) continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%dx%dx3", used ? "; " : "",
                                 names[part], mesh->all ? mesh->all : mesh->count,
                                 part == PD_API_JOINTS ? surface.point_count : surface.vertex_count);
    }

    if (pd_api_mesh_has(mesh, PD_API_FACES))
        snprintf(text + used, sizeof text - used, "%sfaces=%dx3", used ? "; " : "", surface.face_count);
    pd_api_header_set(&made->call->reply, "Posed-Shape", "%s", text);
    pd_api_header_set(&made->call->reply, "Posed-Frame", "%s",
                      pd_frame_describe((pd_frame)mesh->frame)->name);
}

/* Appends the triangles as 32-bit integers. */
static void bin_faces(pd_buffer *out, const pd_api_made *made)
{
    const int count = pd_api_mesh_surface(made->call).face_count;
    uint32_t *faces = pd_buffer_extend(out, (size_t)count * 3 * sizeof *faces);

    for (int f = 0; faces && f < count; f++) face(faces + 3 * (size_t)f, made, f);
}

/* Completes a binary reply: the arrays were computed in place,
 * and are converted to the axes and unit of the reply. */
static pd_status bin(pd_buffer *out, const pd_api_made *made, pd_error *err)
{
    const pd_api_mesh *mesh = made->mesh;
    const pd_api_surface surface = pd_api_mesh_surface(made->call);
    float *at = (float *)(void *)made->call->reply.body.data;

    (void)err;
    for (int i = 0; mesh->frame != PD_FRAME_GLTF && i < mesh->count * mesh->include.count; i++) {
        const int part = mesh->include.order[i % mesh->include.count];
        const int count = part == PD_API_JOINTS ? surface.point_count : surface.vertex_count;
        if (part == PD_API_FACES) continue;
        if (part == PD_API_NORMALS)
            pd_frame_directions(at, count, (pd_frame)mesh->frame);
        else
            pd_frame_points(at, count, (pd_frame)mesh->frame);
        at += 3 * (size_t)count;
    }

    if (pd_api_mesh_has(mesh, PD_API_FACES) && is_last_part(mesh)) bin_faces(out, made);

    return PD_OK;
}

/* Adds the betas of the bodies to an .npz, (B,n). */
static bool npz_betas(pd_npz_writer *writer, const pd_api_made *made)
{
    const size_t count = (size_t)pd_api_mesh_surface(made->call).beta_count;
    const size_t bodies = (size_t)made->mesh->count;
    float *betas = calloc(bodies * count + 1, sizeof *betas);
    if (!betas) return false;

    for (size_t b = 0; b < bodies; b++)
        if (made->mesh->bodies[b].betas)
            memcpy(betas + b * count, made->mesh->bodies[b].betas,
                   (size_t)made->mesh->bodies[b].beta_count * sizeof *betas);
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, betas, bodies, count);
    pd_npz_add(writer, "betas", &array);
    free(betas);

    return true;
}

/* Writes the arrays as .npz: those of `include`, and the betas of body models. */
static pd_status npz(pd_buffer *out, const pd_api_made *made, pd_error *err)
{
    const pd_api_choices *include = &made->mesh->include;
    const pd_api_surface surface = pd_api_mesh_surface(made->call);
    pd_npz_writer writer = pd_npz_begin(out);

    for (int i = 0; i < include->count; i++) {
        const int part = include->order[i];
        if (part == PD_API_FACES) {
            pd_buffer faces = {0};
            bin_faces(&faces, made);
            const pd_array array =
                pd_array_of(PD_DTYPE_U32, faces.data, 2, (size_t[]){(size_t)surface.face_count, 3});
            if (!faces.failed)
                pd_npz_add(&writer, "faces", &array);
            else
                writer.out->failed = 1;
            pd_buffer_deinit(&faces);
            continue;
        }

        const int points = part == PD_API_JOINTS ? surface.point_count : surface.vertex_count;
        const float *values = part == PD_API_VERTICES ? made->vertices
                              : part == PD_API_JOINTS ? made->joints
                                                      : made->normals;
        const pd_array array =
            pd_array_of(PD_DTYPE_F32, values, 3, (size_t[]){(size_t)made->mesh->count, (size_t)points, 3});
        pd_npz_add(&writer,
                   part == PD_API_VERTICES ? "vertices"
                   : part == PD_API_JOINTS ? "joints"
                                           : "normals",
                   &array);
    }

    if (surface.beta_count && made->mesh->bodies && !npz_betas(&writer, made)) writer.out->failed = 1;

    return pd_npz_end(&writer, err);
}

/* Writes the file itself: an avatar, or a plain scene. */
static pd_status write_scene(pd_buffer *out, const pd_io_glb *glb, const pd_api_made *made, pd_error *err)
{
    static const pd_io_glb_material skin = {
        .name = "skin", .color = {0.55f, 0.35f, 0.26f}, .roughness = 0.62f, .texture = -1};
    if (!made->mesh->is_avatar) return pd_io_glb_write(out, glb, err);

    /* A bare body has no material of its own. */
    pd_io_glb whole = *glb;
    if (!whole.materials) {
        whole.materials = &skin;
        whole.material_count = 1;
    }

    return pd_avatar_write(out, &whole, &made->mesh->avatar, err);
}

/* Writes a .glb, with the garments if the body wears any. */
static pd_status write_glb(pd_buffer *out, pd_io_glb *glb, const pd_api_made *made, pd_error *err)
{
    const pd_api_wear *wear = &made->mesh->wear;

    if (!wear->wardrobe) return write_scene(out, glb, made, err);

    /* Make the garments for these bodies, and add them to the file. */
    pd_io_mesh mesh = *glb->mesh;
    pd_wardrobe_export dressed;
    static const pd_smpl_body at_rest; /* the surface of an MHR body is posed already */
    const pd_wardrobe_request request = {.wardrobe = wear->wardrobe,
                                         .model = wear->surface ? wear->surface
                                                                : pd_api_model_body(&made->call->model),
                                         .own = wear->own,
                                         .outfit = wear->outfit,
                                         .palette = wear->palette,
                                         .bodies = wear->surface ? &at_rest : made->mesh->bodies,
                                         .skins = made->vertices,
                                         .body_count = made->mesh->count,
                                         .at_rest = made->mesh->rig != 0,
                                         .has_normals = made->normals != NULL,
                                         .has_cornea = true,
                                         .has_corners = true,
                                         .texture_side = made->mesh->texture_side,
                                         .picture_most = made->mesh->picture_most,
                                         .is_read_again = made->mesh->is_avatar != 0,
                                         .has_webp = made->mesh->has_webp,
                                         .has_folds = !made->mesh->is_avatar && made->mesh->texture_side > 0,
                                         .no_morphs = !made->mesh->morphs,
                                         .morphs = made->mesh->face ? glb->rig->shapedirs : NULL,
                                         .morphs_moved = made->mesh->face ? glb->rig->moved : NULL,
                                         .morph_count = made->mesh->face ? glb->rig->beta_count : 0,
                                         .morph_names = made->mesh->face ? glb->rig->morph_names : NULL,
                                         .poses = glb->poses,
                                         .corrective_count = glb->rig ? glb->rig->corrective_count : 0};
    pd_status status = pd_wardrobe_export_init(&dressed, &request, err);

    if (status != PD_OK) return status;
    if (!pd_wardrobe_export_apply(glb, &mesh, &dressed)) {
        pd_wardrobe_export_deinit(&dressed);
        return pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the skin");
    }

    status = write_scene(out, glb, made, err);
    pd_wardrobe_export_deinit(&dressed);

    return status;
}

/* Returns the triangles of the model as files have them. */
static const pd_io_glb_packed *packed_faces(const pd_api_made *made)
{
    const pd_smpl_model *model = pd_api_model_body(&made->call->model); /* NULL: of another kind (MHR) */
    return model ? pd_smpl_model_packed_faces(model) : NULL;
}

/* Returns for each vertex whether expressions move it,
 * if the reply has coarser copies and the model has expressions. */
static const unsigned char *face_of(const pd_api_made *made)
{
    const pd_smpl_model *model = pd_api_model_body(&made->call->model); /* NULL: of another kind (MHR) */
    return made->mesh->level_count && model && model->expression_count ? pd_smpl_model_expressive(model)
                                                                       : NULL;
}

/* Fills the pose of each body. betas (n, B) receives the betas of each, in which missing ones are 0. */
static void fill_poses(pd_io_glb_pose *poses, float *betas, const pd_api_made *made,
                       const pd_smpl_model *model)
{
    const size_t points = 3 * points_of(made);
    const size_t joints = 3 * (size_t)model->joint_count;
    const size_t beta_count = (size_t)model->beta_count;

    for (size_t i = 0; i < (size_t)made->mesh->count; i++) {
        const pd_smpl_body *body = made->mesh->bodies + i;
        float *own = betas + i * beta_count;
        PD_ASSERT(body->beta_count <= model->beta_count);
        memset(own, 0, beta_count * sizeof *own);
        if (body->betas) memcpy(own, body->betas, (size_t)body->beta_count * sizeof *own);
        poses[i] = (pd_io_glb_pose){.rest = made->vertices + i * points,
                                    .rest_normals = made->normals ? made->normals + i * points : NULL,
                                    .rest_joints = made->joints + i * joints,
                                    .rotations = body->rotations,
                                    .root = made->roots + i * joints,
                                    .betas = own};
    }
}

/* Makes a set of correctives for each body, because the effect of a pose on the skin depends on the betas.
 * sets (n) are zeroed. */
static pd_status make_correctives(pd_motion_correctives *sets, pd_io_glb_pose *poses, const pd_api_made *made,
                                  const pd_smpl_model *model, pd_error *err)
{
    const pd_ik_prior *prior = pd_api_model_prior(&made->mesh->learned);
    const size_t count = (size_t)made->mesh->count;

    for (size_t i = 0; i < count && !pd_cancelled(made->call->cancel); i++) {
        const pd_status status = pd_motion_correctives_natural(sets + i, model, made->mesh->bodies + i, prior,
                                                               made->mesh->correctives, err);
        if (status != PD_OK) return status;
        poses[i].correctives = &sets[i].glb;
    }

    return PD_OK;
}

/* Adds the sculpts that the pose drives as morph targets with the weights of each body's pose. sets (n):
 * correctives, or empty. */
static pd_status add_sculpts(pd_motion_correctives *sets, pd_io_glb_pose *poses, const pd_api_made *made,
                             const pd_smpl_model *model, pd_error *err)
{
    for (size_t i = 0; i < (size_t)made->mesh->count && !pd_cancelled(made->call->cancel); i++) {
        const pd_status status =
            pd_motion_correctives_add_sculpts(sets + i, model, made->mesh->bodies[i].rotations, 1, err);
        if (status != PD_OK) return status;
        poses[i].correctives = &sets[i].glb;
    }

    return PD_OK;
}

/* Morph targets of a rig with those of soft tissue behind them. */
typedef struct soft_targets {
    float *directions; /* (V,3,count) */
    const char **list;
    char names[PD_SMPL_SOFT_MAX_MODES + 1][PD_RETARGET_SOFT_NAME];
} soft_targets;

/* Adds the soft-tissue directions to the morph targets of the rig, behind its expressions. */
static pd_status add_soft(soft_targets *out, pd_io_glb_rig *rig, const pd_smpl_model *model, pd_error *err)
{
    const int count =
        model->soft_count < PD_SMPL_SOFT_MAX_MODES + 1 ? model->soft_count : PD_SMPL_SOFT_MAX_MODES + 1;
    const size_t rows = 3 * (size_t)model->vertex_count;
    const size_t before = (size_t)rig->beta_count;
    const size_t all = before + (size_t)count;
    float *soft = malloc(rows * (size_t)count * sizeof *soft);

    out->directions = malloc(rows * all * sizeof *out->directions);
    out->list = malloc(all * sizeof *out->list);
    pd_status status = soft && out->directions && out->list
                           ? pd_retarget_soft_directions(soft, out->names, model, count, err)
                           : pd_fail(err, PD_ERR_MEMORY, "/soft", "out of memory");

    for (size_t i = 0; i < rows && status == PD_OK; i++) {
        float *row = out->directions + i * all;
        if (before) memcpy(row, rig->shapedirs + i * (size_t)rig->shapedirs_stride, before * sizeof *row);
        memcpy(row + before, soft + i * (size_t)count, (size_t)count * sizeof *row);
    }

    /* The rig's targets are now these. */
    if (status == PD_OK) {
        for (size_t i = 0; i < before; i++) out->list[i] = rig->morph_names[i];
        for (int i = 0; i < count; i++) out->list[before + (size_t)i] = out->names[i];
        rig->beta_count = rig->shapedirs_stride = (int)all;
        rig->shapedirs = out->directions;
        rig->morph_names = out->list;
        rig->moved = NULL;
        rig->beta_limits = NULL;
    }

    free(soft);

    return status;
}

/* Writes the bodies as a .glb with a skeleton, morph targets, correctives and sculpts. */
static pd_status rigged_glb(pd_buffer *out, const pd_io_mesh *mesh, const pd_api_made *made, pd_error *err)
{
    const pd_smpl_model *model = pd_api_model_body(&made->call->model);

    PD_ASSERT(model);
    pd_io_glb_rig rig = pd_smpl_export_skeleton(model);
    PD_ASSERT(rig.joint_count <= PD_SMPL_MAX_JOINTS);

    /* Memory. Betas have room for all of the model, before morph targets take the place of some. */
    const size_t n = (size_t)made->mesh->count;
    pd_io_glb_pose *poses = malloc(n * sizeof *poses);
    float *betas = malloc((n * (size_t)rig.beta_count + 1) * sizeof *betas);
    pd_motion_correctives *sets = calloc(n, sizeof *sets);
    float *axes = malloc((9 * n * (size_t)rig.joint_count + 1) * sizeof *axes);
    pd_status status =
        poses && betas && sets && axes ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* Names of the joints, and morph targets: expressions, betas,
     * or none, with the betas in the rest pose. */
    char names[PD_SMPL_MAX_JOINTS][PD_ANIM_NAME_BYTES];
    const char *expressions[PD_SMPL_MAX_EXPRESSIONS];
    float *directions = NULL;
    if (made->mesh->names) {
        pd_retarget_joint_names(names, rig.names, rig.joint_count, (pd_retarget_names)made->mesh->names);
        rig.names = (const char(*)[32])names;
    }

    if (made->mesh->face) {
        pd_smpl_export_expressions(&rig, expressions, model);

        /* Several bodies share the targets, which are then the model's own. */
        const pd_smpl_body *body = made->mesh->bodies;
        if (n == 1 && status == PD_OK)
            status = pd_retarget_lids_directions(&directions, model, body->betas, body->beta_count, err);
        if (directions) rig.shapedirs = directions;
    } else if (!made->mesh->morphs) {
        rig.baked_count = rig.beta_count;
        rig.beta_count = 0;
    }

    soft_targets flesh = {0};
    if (made->mesh->soft && status == PD_OK) status = add_soft(&flesh, &rig, model, err);

    /* Poses and correctives. */
    if (status == PD_OK) fill_poses(poses, betas, made, model);
    for (size_t i = 0; i < n && status == PD_OK; i++) {
        float *own = axes + 9 * i * (size_t)rig.joint_count;
        if (pd_retarget_rest_axes(own, (const char(*)[PD_ANIM_NAME_BYTES])model->data.joint_names,
                                  rig.parents, poses[i].rest_joints, rig.joint_count,
                                  (pd_retarget_names)made->mesh->names))
            poses[i].axes = own;
    }

    if (status == PD_OK && made->mesh->correctives) {
        status = make_correctives(sets, poses, made, model, err);
        rig.corrective_count = made->mesh->correctives;
    }

    if (status == PD_OK && pd_api_mesh_sculpts(made->mesh, model)) {
        status = add_sculpts(sets, poses, made, model, err);
        rig.corrective_count += model->data.psd.count;
        rig.drivers = &sets->drivers;
    }

    const pd_io_glb_controls controls = pd_smpl_export_controls(model);
    if (made->mesh->controls) rig.controls = &controls;

    /* The file. */
    if (status == PD_OK && !pd_cancelled(made->call->cancel)) {
        pd_io_glb glb = {.mesh = mesh,
                         .rig = &rig,
                         .poses = poses,
                         .quantize = made->mesh->quantize,
                         .packed = packed_faces(made),
                         .levels = made->mesh->levels,
                         .level_count = made->mesh->level_count,
                         .face = face_of(made)};
        status = write_glb(out, &glb, made, err);
    }

    for (size_t i = 0; sets && i < n; i++) pd_motion_correctives_deinit(sets + i);
    free(sets);
    free(poses);
    free(betas);
    free(axes);
    free(directions);
    free(flesh.directions);
    free(flesh.list);

    return status;
}

static pd_status obj(pd_buffer *out, const pd_io_mesh *mesh, const pd_api_made *made, pd_error *err)
{
    return pd_io_obj_write(out, mesh, made->mesh->digits, err);
}

static pd_status ply(pd_buffer *out, const pd_io_mesh *mesh, const pd_api_made *made, pd_error *err)
{
    (void)made;
    return pd_io_ply_write(out, mesh, err);
}

static pd_status stl(pd_buffer *out, const pd_io_mesh *mesh, const pd_api_made *made, pd_error *err)
{
    (void)made;
    return pd_io_stl_write(out, mesh, err);
}

static pd_status glb(pd_buffer *out, const pd_io_mesh *mesh, const pd_api_made *made, pd_error *err)
{
    if (made->mesh->rig) return rigged_glb(out, mesh, made, err);
    return write_glb(out,
                     &(pd_io_glb){.mesh = mesh,
                                  .quantize = made->mesh->quantize,
                                  .packed = packed_faces(made),
                                  .levels = made->mesh->levels,
                                  .level_count = made->mesh->level_count,
                                  .face = face_of(made)},
                     made, err);
}

/* One row a format: how its reply is written, from the numbers (json, bin,
 * npz) or from bodies as a mesh file has them. */
static const struct {
    pd_status (*numbers)(pd_buffer *out, const pd_api_made *made, pd_error *err);
    pd_status (*file)(pd_buffer *out, const pd_io_mesh *mesh, const pd_api_made *made, pd_error *err);
    int has_shape; /* the header Posed-Shape tells the sizes */
    int can_part;  /* bodies one after the other, so that some can be written at a time */
} encoders[PD_API_FORMAT_COUNT] = {
    [PD_API_FORMAT_JSON] = {.numbers = json, .has_shape = 1, .can_part = 1},
    [PD_API_FORMAT_BIN] = {.numbers = bin, .has_shape = 1, .can_part = 1},
    [PD_API_FORMAT_NPZ] = {.numbers = npz, .has_shape = 1},
    [PD_API_FORMAT_OBJ] = {.file = obj, .can_part = 1},
    [PD_API_FORMAT_PLY] = {.file = ply},
    [PD_API_FORMAT_STL] = {.file = stl, .can_part = 1},
    [PD_API_FORMAT_GLB] = {.file = glb},
};

#define HEAD_BYTES 4096 /* bytes of the head of a file: JSON around the numbers, names, comments */

/* Returns the number of decimal digits of an index. */
static size_t index_digits(size_t n)
{
    size_t digits = 1;

    while (n /= 10) digits++;
    return digits;
}

/* Returns the number of morph targets of a rig, without correctives. */
static size_t morph_count(const pd_api_mesh *mesh, const pd_api_call *call, int beta_count)
{
    if (!mesh->rig) return 0;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t soft = mesh->soft ? (size_t)model->soft_count : 0;
    if (mesh->face) return (size_t)model->expression_count + soft;
    return mesh->morphs ? (size_t)beta_count : soft;
}

int pd_api_mesh_sculpts(const pd_api_mesh *mesh, const pd_smpl_model *model)
{
    return mesh->rig && !mesh->is_avatar && mesh->sculpts && model ? model->data.psd.count : 0;
}

size_t pd_api_mesh_reply_bytes(const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const int sculpts = pd_api_mesh_sculpts(mesh, pd_api_model_body(&call->model));
    const int following = mesh->correctives + sculpts;
    const pd_api_surface surface = pd_api_mesh_surface(call);
    const size_t n = (size_t)mesh->count;
    const size_t V = (size_t)surface.vertex_count;
    const size_t K = (size_t)surface.point_count;
    const size_t F = (size_t)surface.face_count;
    const size_t number = (size_t)mesh->digits + 5; /* "-1.234567,", or a place more */
    const int normals = pd_api_mesh_has(mesh, PD_API_NORMALS);
    size_t bytes = HEAD_BYTES;

    switch (mesh->format) {
    case PD_API_FORMAT_JSON:
        bytes += n * (number * pd_api_bin_body_floats(mesh, &surface) + 2 * K + 128 +
                      16 * (size_t)surface.beta_count);
        if (pd_api_mesh_has(mesh, PD_API_FACES)) bytes += 3 * F * (index_digits(V) + 1);
        break;
    case PD_API_FORMAT_OBJ:
        bytes += n * (V * (3 * number + 3) * (normals ? 2 : 1) + 64);
        bytes += n * F * (2 + 3 * (normals ? 2 * index_digits(n * V) + 3 : index_digits(n * V) + 1));
        break;
    case PD_API_FORMAT_PLY: bytes += n * (V * (normals ? 28 : 16) + F * 13); break;
    case PD_API_FORMAT_STL: bytes += n * F * 50; break;
    case PD_API_FORMAT_GLB: /* the arrays, and the file that they are copied to */
        bytes += 2 * (n * (V * (normals ? 24 : 12) + HEAD_BYTES / 4) + F * 12);

        if (mesh->rig) bytes += 2 * V * (n * 24 + morph_count(mesh, call, surface.beta_count) * 24);
        if (mesh->rig && mesh->face && n == 1) bytes += 12 * V * morph_count(mesh, call, 0); /* of lids.h */
        if (mesh->is_avatar) {
            size_t vertices = V;
            size_t faces = F;
            for (int s = 0; mesh->wear.wardrobe && s < PD_WARDROBE_SLOT_COUNT; s++) {
                if (mesh->wear.outfit.items[s] < 0) continue;
                const pd_wardrobe_item *item = &mesh->wear.wardrobe->items[mesh->wear.outfit.items[s]];
                vertices += 3 * (size_t)item->face_count;
                faces += (size_t)item->face_count;
            }

            bytes += pd_avatar_write_bytes(&mesh->avatar, vertices, faces,
                                           morph_count(mesh, call, surface.beta_count) + 1);
        }

        if (mesh->correctives) /* the directions and their two copies in the file, and the map as text */
            bytes +=
                n * (pd_motion_correctives_bytes(pd_api_model_body(&call->model), mesh->correctives) +
                     (size_t)mesh->correctives * (24 * V + 24 * (size_t)pd_smpl_corrective_features(
                                                                    pd_api_model_body(&call->model)->tiles)));
        if (sculpts) /* the directions with those of the correctives, and two copies in the file */
            bytes += n * (pd_motion_correctives_sculpt_bytes(pd_api_model_body(&call->model),
                                                             mesh->correctives, 1) +
                          24 * (size_t)sculpts * V);
        for (int l = 0; l < mesh->level_count; l++) bytes += 24 * (size_t)mesh->levels[l];
        if (mesh->level_count)
            bytes += 80 * F + 40 * V; /* all of it as one mesh, and what simplifying takes */
        if (mesh->wear.wardrobe)
            bytes += pd_wardrobe_export_bytes(mesh->wear.wardrobe, &mesh->wear.outfit, mesh->count,
                                              (int)morph_count(mesh, call, surface.beta_count), following,
                                              mesh->texture_side);
        break;
    default:
        bytes += n * sizeof(float) * pd_api_bin_body_floats(mesh, &surface);

        if (pd_api_mesh_has(mesh, PD_API_FACES)) bytes += F * 12;
        break;
    }

    return call->coding == PD_API_IDENTITY ? bytes : bytes + bytes / 2;
}

bool pd_api_mesh_can_part(const pd_api_mesh *mesh)
{
    return encoders[mesh->format].can_part;
}

size_t pd_api_mesh_total_bytes(const pd_api_call *call)
{
    const pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_api_surface surface = pd_api_mesh_surface(call);
    const size_t n = (size_t)mesh->all;
    const size_t faces = (size_t)surface.face_count;

    if (mesh->format == PD_API_FORMAT_STL) return pd_io_stl_bytes(n, faces);
    if (mesh->format != PD_API_FORMAT_BIN) return 0;
    return n * sizeof(float) * pd_api_bin_body_floats(mesh, &surface) +
           (pd_api_mesh_has(mesh, PD_API_FACES) ? 12 * faces : 0);
}

/* Converts the results to the frame of the reply and writes them in its format. */
static pd_status encode_mesh_encode(pd_buffer *out, const pd_api_made *made, pd_error *err)
{
    const int format = made->mesh->format;

    /* results are in the model's frame: convert them to the requested one.
     * Those of bin are in the reply already */
    if (format != PD_API_FORMAT_BIN && made->mesh->frame != PD_FRAME_GLTF) {
        const pd_api_surface surface = pd_api_mesh_surface(made->call);
        const int n = made->mesh->count;
        const int points = n * surface.vertex_count;
        const int joints = n * surface.point_count;
        const pd_frame frame = (pd_frame)made->mesh->frame;
        if (made->vertices) pd_frame_points(made->vertices, points, frame);
        if (made->joints) pd_frame_points(made->joints, joints, frame);
        if (made->normals) pd_frame_directions(made->normals, points, frame);
    }

    if (encoders[format].numbers) return encoders[format].numbers(out, made, err);

    /* Formats of files take all bodies as one mesh. */
    pd_io_mesh_body one;
    pd_io_mesh_body *bodies = &one;
    if (made->mesh->count > 1) bodies = malloc((size_t)made->mesh->count * sizeof *bodies);
    if (!bodies) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    const pd_api_surface surface = pd_api_mesh_surface(made->call);
    const size_t stride = 3 * points_of(made);

    for (size_t i = 0; i < (size_t)made->mesh->count; i++) {
        bodies[i] = (pd_io_mesh_body){.vertices = made->vertices + i * stride};
        if (made->normals) bodies[i].normals = made->normals + i * stride;
    }

    const pd_io_mesh mesh = {
        .bodies = bodies,
        .body_count = made->mesh->count,
        .vertex_count = surface.vertex_count,
        .face_count = surface.face_count,
        .faces = surface.faces,
        .frame = (pd_frame)made->mesh->frame,
        /* Id by which the client requested the model, not the name in its file. */
        .model = made->call->model.id,
        .licence = surface.licence,
        .provenance = surface.provenance,
        .credits = surface.credits,
        .cancel = made->call->cancel,
        .first_body = made->mesh->from,
        .file_bodies = made->mesh->all,
    };
    const pd_status status = encoders[format].file(out, &mesh, made, err);
    if (bodies != &one) free(bodies);

    return status;
}

void pd_api_mesh_encode(const pd_api_made *made)
{
    pd_api_call *call = made->call;
    pd_error err = {0};

    /* Reserve the buffer, because one that grows step by step can end up half
     * as large again as what was counted. */
    if (made->mesh->format == PD_API_FORMAT_NPZ || made->mesh->format == PD_API_FORMAT_PLY ||
        made->mesh->format == PD_API_FORMAT_STL)
        pd_buffer_reserve(&call->reply.body, pd_api_mesh_reply_bytes(call));
    const pd_status status = encode_mesh_encode(&call->reply.body, made, &err);

    if (status == PD_OK && !call->reply.body.failed) {
        call->reply.status = 200;
        call->reply.content_type = pd_api_formats[made->mesh->format].type;
        if (encoders[made->mesh->format].has_shape && !made->mesh->from) shape_header(made);

        /* A coded file has no Content-Length that tells how much of it has arrived. */
        call->reply.is_codable = pd_api_mesh_is_codable(made->mesh);
        if (made->mesh->format == PD_API_FORMAT_GLB && call->coding != PD_API_IDENTITY)
            pd_api_header_set(&call->reply, "Posed-Length", "%zu", call->reply.body.size);

        /* Report the kind of contact in a header: for some formats it is not the requested one. */
        if (made->mesh->contact)
            pd_api_header_set(&call->reply, "Posed-Contact", "%s",
                              pd_smpl_contact_name((pd_smpl_contact_kind)made->mesh->contact));

        /* A file of one body names its person in a header.
         * JSON has the person and the betas of every body. */
        const pd_api_mesh *mesh = made->mesh;
        const pd_api_person *person = mesh->all <= 1 && mesh->count == 1 ? mesh->people[0] : NULL;
        if (!mesh->from && person && person->normal_seed >= 0)
            pd_api_header_set(&call->reply, "Posed-Random", PD_API_SEED_NORMAL ":%d", person->normal_seed);
        else if (!mesh->from && person)
            pd_api_header_set(&call->reply, "Posed-Person", "gender=%s; age=%.3g",
                              pd_smpl_gender_names[person->gender], person->age);
        call->done = 1;
        return;
    }

    if (status == PD_OK) {
        pd_buffer_deinit(&call->reply.body);
        pd_api_refuse(call, 503, NULL, "out of memory");
    } else {
        pd_api_refuse(call, pd_status_http(err.status), NULL, "%s: %s", err.where, err.detail);
    }
}
