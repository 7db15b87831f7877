#include "core/io/mesh/glb.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb_scene.h"
#include "core/base/text/number.h"
#include "core/math/rotation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BETA 5.0f

/* Refuses arrays with a number that is not finite, because glTF has none. Names the place. */
static pd_status check_finite(const float *values, size_t count, const char *list, int index,
                              const char *name, pd_error *err)
{
    PD_ASSERT(index >= 0);
    char where[64];
    size_t i = 0;
    while (i < count && isfinite(values[i])) i++;
    if (!values || i == count) return PD_OK;
    snprintf(where, sizeof where, "/%s/%d/%s/%zu", list, index, name, i);

    return pd_fail(err, PD_ERR_INVALID, where, "a number is not finite; finite numbers expected");
}

/* Checks one clip. */
static pd_status check_clip(const pd_io_glb *glb, int index, pd_error *err)
{
    PD_ASSERT(index >= 0 && index < glb->clip_count);
    const pd_io_glb_clip *clip = &glb->clips[index];
    char where[48];

    snprintf(where, sizeof where, "/clips/%d", index);

    /* The clip must name a body of this file and have at least one frame. */
    if (clip->body < 0 || clip->body >= glb->mesh->body_count)
        return pd_fail(err, PD_ERR_RANGE, where, "body %d; 0 to %d allowed", clip->body,
                       glb->mesh->body_count - 1);
    if (clip->frame_count < 1)
        return pd_fail(err, PD_ERR_RANGE, where, "%d frames; at least 1 expected", clip->frame_count);

    /* Players interpolate between key times, so the times must be strictly ascending. */
    for (int t = 0; t < clip->frame_count; t++) {
        float now = clip->times[t];
        if (now >= 0 && isfinite(now) && (!t || now > clip->times[t - 1])) continue;
        snprintf(where, sizeof where, "/clips/%d/times/%d", index, t);
        return pd_fail(err, PD_ERR_INVALID, where, "%g s; growing times from 0 on are needed", (double)now);
    }

    /* Every array that the file will hold must be finite; the optional arrays are NULL when absent. */
    size_t frames = (size_t)clip->frame_count;
    size_t numbers = 4 * frames * (size_t)glb->rig->joint_count;
    pd_status status = check_finite(clip->quaternions, numbers, "clips", index, "quaternions", err);
    if (!status) status = check_finite(clip->root, clip->root ? 3 * frames : 0, "clips", index, "root", err);
    if (!status)
        status = check_finite(clip->weights, clip->weights ? frames * (size_t)glb->rig->corrective_count : 0,
                              "clips", index, "weights", err);
    if (!status && clip->morphs && !glb->rig->beta_count)
        return pd_fail(
            err, PD_ERR_INVALID, where,
            "weights of morph targets are given, but the rig has no morph targets; no weights expected");
    if (!status)
        status = check_finite(clip->morphs, clip->morphs ? frames * (size_t)glb->rig->beta_count : 0, "clips",
                              index, "morphs", err);

    return status;
}

/* Checks everything before the file is written. With a rig, checks the vertices of the rest poses instead of
 * those of the mesh, because the file contains these. */
static pd_status check_glb(const pd_io_glb *glb, pd_error *err)
{
    pd_io_mesh mesh = *glb->mesh;
    pd_io_mesh_body *bodies = NULL;

    if (mesh.frame != PD_FRAME_GLTF)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/frame", "%s; only gltf allowed in glTF files",
                       mesh.frame > 0 && mesh.frame < PD_FRAME_COUNT ? pd_frame_describe(mesh.frame)->name
                                                                     : "unknown");
    if (glb->clip_count && !glb->rig)
        return pd_fail(err, PD_ERR_INVALID, "/clips", "%d clips without a rig; a rig (rig=true) is needed",
                       glb->clip_count);

    /* Vertices and normals: those of the rest poses with a rig. */
    if (glb->rig && mesh.body_count > 0) {
        bodies = calloc((size_t)mesh.body_count, sizeof *bodies);
        if (!bodies)
            return pd_fail(err, PD_ERR_MEMORY, "/bodies", "out of memory for %d bodies", mesh.body_count);
        for (int b = 0; b < mesh.body_count; b++)
            bodies[b] = (pd_io_mesh_body){NULL, glb->poses[b].rest, glb->poses[b].rest_normals};
        mesh.bodies = bodies;
    }

    /* For packed triangles it is enough to check their largest index. */
    const pd_io_glb_packed *packed = glb->packed;
    if (packed && packed->corners == mesh.faces && packed->corner_count == 3 * (size_t)mesh.face_count &&
        mesh.vertex_count > 0 && packed->largest < (uint32_t)mesh.vertex_count)
        mesh.face_count = 0;

    pd_status status = pd_io_mesh_check(&mesh, err);
    free(bodies);
    if (!status) status = pd_io_glb_check_layers(glb, err);
    if (!status) status = pd_io_glb_check_levels(glb, err);
    if (status || !glb->rig) return status;

    /* The skeleton: counts, and parents before their children. */
    const pd_io_glb_rig *rig = glb->rig;

    if (rig->joint_count < 1 || rig->joint_count > 256)
        return pd_fail(err, PD_ERR_RANGE, "/rig", "%d joints; 1 to 256 allowed", rig->joint_count);

    for (int k = 0; k < rig->joint_count; k++)
        if (k ? rig->parents[k] < 0 || rig->parents[k] >= k : rig->parents[k] != -1)
            return pd_fail(
                err, PD_ERR_RANGE, "/rig/parents",
                "joint %d has parent %d; one root, joint 0, and parents before children are needed", k,
                rig->parents[k]);

    if (rig->beta_count && (!rig->shapedirs || rig->shapedirs_stride < rig->beta_count))
        return pd_fail(err, PD_ERR_RANGE, "/rig/shapedirs",
                       "%d betas in rows of %d numbers; at most one beta for each number of a row expected",
                       rig->beta_count, rig->shapedirs_stride);

    /* The poses, the correctives and the clips. */
    for (int b = 0; !status && b < glb->mesh->body_count; b++) {
        const pd_io_glb_pose *pose = &glb->poses[b];
        const size_t joints = (size_t)rig->joint_count;
        status = check_finite(pose->rest_joints, 3 * joints, "poses", b, "rest_joints", err);
        if (!status) status = check_finite(pose->root, 3, "poses", b, "root", err);
        if (!status) status = check_finite(pose->axes, pose->axes ? 9 * joints : 0, "poses", b, "axes", err);
        if (!status)
            status =
                check_finite(pose->rotations, pose->rotations ? 9 * joints : 0, "poses", b, "rotations", err);
    }

    if (!status) status = pd_io_glb_check_correctives(glb, err);
    for (int i = 0; !status && i < glb->clip_count; i++) status = check_clip(glb, i, err);

    return status;
}

/* Returns the node of body b's mesh. With a rig, the nodes of its joints follow. */
static int mesh_node(const pd_io_glb_scene *scene, int b)
{
    return b * (1 + (scene->rig ? scene->rig->joint_count : 0));
}

static void write_joint(pd_buffer *json, const pd_io_glb_scene *scene, int b, int k)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count && k >= 0 && k < scene->rig->joint_count);
    const pd_io_glb_pose *pose = &scene->glb->poses[b];
    float place[3], quaternion[4];
    int parent = scene->rig->parents[k];

    /* glTF's translations are relative to the parent; the root has its place in the scene. */
    for (int c = 0; c < 3; c++)
        place[c] = k ? pose->rest_joints[3 * k + c] - pose->rest_joints[3 * parent + c] : pose->root[c];
    if (k) pd_io_glb_turn_back(place, pd_io_glb_axes(pose, parent));

    /* Name of the joint, or a numbered one where the rig has no names. */
    pd_buffer_text(json, ",{\"name\":");
    if (scene->rig->names)
        pd_io_json_string(json, scene->rig->names[k]);
    else
        pd_buffer_printf(json, "\"joint_%d\"", k);

    /* Transform of the node. Without rotations the file shows the rest pose. */
    pd_buffer_text(json, ",\"translation\":");
    pd_io_glb_floats(json, place, 3);
    if (pose->rotations || pose->axes) {
        float turn[9];
        pd_io_glb_node_rotation(turn, pose, parent, k);
        pd_rot_to_quat_array(quaternion, turn, 1);
        pd_buffer_text(json, ",\"rotation\":");
        pd_io_glb_floats(json, quaternion, 4);
    }

    /* Children, by their node numbers. Parents come before children,
     * so the search starts behind the joint. */
    int count = 0;
    for (int child = k + 1; child < scene->rig->joint_count; child++) {
        if (scene->rig->parents[child] != k) continue;
        pd_buffer_text(json, count++ ? "," : ",\"children\":[");
        pd_buffer_printf(json, "%d", mesh_node(scene, b) + 1 + child);
    }

    if (count) pd_buffer_text(json, "]");

    pd_buffer_text(json, "}");
}

/* Writes the translation and scale of a body's node:
 * without a rig they are the origin and step of quantised positions. */
static void write_place(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count);
    if (!scene->glb->quantize) return;
    const float scale[3] = {scene->step, scene->step, scene->step};
    pd_buffer_text(json, ",\"translation\":");
    pd_io_glb_floats(json, scene->bodies[b].center, 3);
    pd_buffer_text(json, ",\"scale\":");
    pd_io_glb_floats(json, scale, 3);
}

/* Returns the node of a coarser copy. These nodes follow all others, grouped by body. */
static int level_node(const pd_io_glb_scene *scene, int b, int level)
{
    return mesh_node(scene, scene->mesh->body_count) + b * scene->glb->level_count + level;
}

/* Writes the node of a body, which links its coarser copies;
 * with a rig, the nodes of its joints follow it. */
static void write_body_node(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count);
    char name[24];

    pd_buffer_text(json, "{\"name\":");
    pd_io_json_string(json, pd_io_mesh_name(scene->mesh, b, name));
    pd_buffer_printf(json, ",\"mesh\":%d", b);
    if (scene->glb->level_count) {
        pd_buffer_text(json, ",\"extensions\":{\"MSFT_lod\":{\"ids\":[");
        for (int l = 0; l < scene->glb->level_count; l++)
            pd_buffer_printf(json, "%s%d", l ? "," : "", level_node(scene, b, l));
        pd_buffer_text(json, "]}}");
    }

    if (!scene->rig) {
        write_place(json, scene, b);
        pd_buffer_text(json, "}");
        return;
    }

    pd_buffer_printf(json, ",\"skin\":%d}", b);
    for (int k = 0; k < scene->rig->joint_count; k++) write_joint(json, scene, b, k);
}

static void write_nodes(pd_buffer *json, const pd_io_glb_scene *scene)
{
    const int bodies = scene->mesh->body_count;
    const int levels = scene->glb->level_count;

    pd_buffer_text(json, ",\"nodes\":[");
    for (int b = 0; b < bodies; b++) {
        pd_io_glb_comma(json, b);
        write_body_node(json, scene, b);
    }

    /* Nodes of the coarser copies, in the order of level_node. */
    for (int i = 0; i < bodies * levels; i++) {
        const int b = i / levels;
        char name[24];
        PD_ASSERT(level_node(scene, b, i % levels) == mesh_node(scene, bodies) + i);
        pd_buffer_text(json, ",{\"name\":");
        pd_io_json_string(json, pd_io_mesh_name(scene->mesh, b, name));
        pd_buffer_printf(json, ",\"mesh\":%d", bodies + i);
        if (scene->rig)
            pd_buffer_printf(json, ",\"skin\":%d", b);
        else
            write_place(json, scene, b);
        pd_buffer_text(json, "}");
    }

    pd_buffer_text(json, "]");
}

/* Writes names and ranges of the morph targets. Programs build their sliders from these. */
static void write_morph_names(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(scene->rig && b >= 0 && b < scene->mesh->body_count);
    const pd_io_glb_rig *rig = scene->rig;
    const float *betas = scene->glb->poses[b].betas;

    /* Names, in the order of the morph targets: betas first, then correctives and sculpts. */
    pd_buffer_text(json, ",\"targetNames\":[");
    for (int i = 0; i < rig->beta_count; i++) {
        pd_io_glb_comma(json, i);
        if (rig->morph_names)
            pd_io_json_string(json, rig->morph_names[i]);
        else
            pd_buffer_printf(json, "\"beta_%d\"", i);
    }

    if (rig->still_morph) {
        pd_io_glb_comma(json, rig->beta_count);
        pd_io_json_string(json, rig->still_morph);
    }

    const int mapped = rig->corrective_count - pd_io_glb_sculpt_count(rig);
    for (int i = 0; i < rig->corrective_count; i++) {
        pd_io_glb_comma(json, pd_io_glb_own_count(rig) + i);
        if (i < mapped)
            pd_buffer_printf(json, "\"corrective_%d\"", i);
        else
            pd_io_json_string(json, rig->drivers->names[i - mapped]);
    }

    pd_buffer_text(json, "],\"targetRanges\":[");

    /* Ranges of the betas. A named morph without limits ranges from 0 to 1. A beta ranges to its limits,
     * minus the value that is baked into the mesh. */
    for (int i = 0; i < rig->beta_count; i++) {
        const bool is_share = rig->morph_names && !rig->beta_limits;
        const float limit = is_share ? 1 : rig->beta_limits ? rig->beta_limits[i] : MAX_BETA;
        const float baked = betas && !rig->morph_names ? betas[i] : 0;
        const float range[2] = {is_share ? 0 : -limit - baked, limit - baked};
        pd_io_glb_comma(json, i);
        pd_io_glb_floats(json, range, 2);
    }

    /* Ranges of the morph that moves nothing, and of the correctives. */
    if (rig->still_morph) {
        pd_io_glb_comma(json, rig->beta_count);
        pd_buffer_text(json, "[0,1]");
    }

    for (int i = 0; i < rig->corrective_count; i++) {
        pd_io_glb_comma(json, pd_io_glb_own_count(rig) + i);
        pd_buffer_text(json, "[-1,1]");
    }

    pd_buffer_text(json, "]");

    /* Explain to a reader of the file why the joints do not follow its sliders. */
    if (rig->beta_count && !rig->morph_names)
        pd_buffer_text(
            json, ",\"morphs\":\"weights of betas are offsets from the betas that are baked in; joints do "
                  "not move with them\"");
}

/* Writes the extras of a mesh, which glTF has no members for: origin of the skin weights, morph names, betas
 * and correctives. */
static void write_mesh_extras(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(scene->rig && b >= 0 && b < scene->mesh->body_count);
    const pd_io_glb_rig *rig = scene->rig;
    const int betas = rig->beta_count && !rig->morph_names ? rig->beta_count : rig->baked_count;
    const int mapped = rig->corrective_count - pd_io_glb_sculpt_count(rig);

    /* Write the origin of the skin weights, and the names of the sliders. */
    pd_buffer_printf(json,
                     ",\"extras\":{\"skin\":\"four largest weights, renormalised; pose blend shapes are %s\"",
                     mapped ? "morph targets, driven as correctives says" : "left out");
    if (pd_io_glb_target_count(scene)) write_morph_names(json, scene, b);

    /* Betas that are baked into the mesh; 0 without them. */
    if (betas) {
        const float *baked = scene->glb->poses[b].betas;
        pd_buffer_text(json, ",\"betas\":[");
        for (int i = 0; i < betas; i++) {
            pd_io_glb_comma(json, i);
            if (baked)
                pd_io_numbers_shortest(json, baked + i, 1, ',', "", NULL);
            else
                pd_buffer_text(json, "0");
        }

        pd_buffer_text(json, "]");
    }

    if (mapped) pd_io_glb_write_correctives(json, scene, b);
    if (rig->drivers) pd_io_glb_write_drivers(json, scene, b);
    if (rig->controls) pd_io_glb_write_controls(json, scene, b);
    pd_buffer_text(json, "}");
}

/* Writes a body as a glTF mesh. Level -1 is the full mesh, 0 and up are its coarser copies. */
static void write_mesh(pd_buffer *json, const pd_io_glb_scene *scene, int b, int level)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count && level < scene->glb->level_count);
    const int indices = level < 0 ? scene->indices : scene->level_indices[level * scene->primitive_count];
    int written = 0;
    char name[24];

    /* Name, then the body's surface. A coarser copy without faces has no primitive for it. */
    pd_buffer_text(json, "{\"name\":");
    pd_io_json_string(json, pd_io_mesh_name(scene->mesh, b, name));
    pd_buffer_text(json, ",\"primitives\":[");
    if (level < 0 || indices >= 0) {
        const pd_io_glb_body_parts *parts = &scene->bodies[b];

        pd_buffer_printf(json, "{\"attributes\":{\"POSITION\":%d", parts->positions);
        if (parts->normals >= 0) pd_buffer_printf(json, ",\"NORMAL\":%d", parts->normals);
        if (parts->tangents >= 0) pd_buffer_printf(json, ",\"TANGENT\":%d", parts->tangents);
        if (scene->uvs >= 0) pd_buffer_printf(json, ",\"TEXCOORD_0\":%d", scene->uvs);
        if (scene->rig)
            pd_buffer_printf(json, ",\"JOINTS_0\":%d,\"WEIGHTS_0\":%d", scene->joints, scene->weights);
        pd_buffer_text(json, "},\"material\":0");
        if (indices >= 0)
            pd_buffer_printf(json, ",\"indices\":%d", indices);
        else
            pd_buffer_text(json, ",\"mode\":0"); /* points */
        if (scene->rig)
            pd_io_glb_write_targets(json, scene, scene->first_morph, scene->rig->beta_count, scene->still,
                                    parts->first_corrective);
        pd_buffer_text(json, "}");

        written++;
    }

    /* Clothes and hair are further primitives of the same mesh. */
    pd_io_glb_write_layers(json, scene, b, level, &written);
    pd_buffer_text(json, "]");

    if (pd_io_glb_target_count(scene)) {
        /* Weights of betas, 0, and those of the pose's correctives. */
        const pd_io_glb_rig *rig = scene->rig;

        pd_buffer_text(json, ",\"weights\":[");
        for (int i = 0; i < pd_io_glb_own_count(rig); i++) pd_buffer_text(json, i ? ",0" : "0");
        for (int i = 0; i < rig->corrective_count; i++) {
            pd_io_glb_comma(json, pd_io_glb_own_count(rig) + i);
            pd_io_numbers_shortest(json, scene->glb->poses[b].correctives->weights + i, 1, ',', "", NULL);
        }

        pd_buffer_text(json, "]");
    }

    if (scene->rig) write_mesh_extras(json, scene, b);
    pd_buffer_text(json, "}");
}

static void write_channel(pd_buffer *json, int sampler, int node, const char *path)
{
    pd_buffer_printf(json, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", sampler ? "," : "",
                     sampler, node, path);
}

static void write_clips(pd_buffer *json, const pd_io_glb_scene *scene)
{
    int times = scene->first_clip; /* the accessor of the clip's times */
    PD_ASSERT(scene->rig);         /* pd_io_glb_write refuses clips without one */
    pd_buffer_text(json, ",\"animations\":[");

    /* One animation a clip. Its accessors lie behind each other:
     * the times, then one array for each channel. */
    for (int i = 0; i < scene->glb->clip_count; i++) {
        pd_io_glb_comma(json, i);

        const pd_io_glb_clip *clip = &scene->glb->clips[i];
        const int joint_count = scene->rig->joint_count;
        const int count = joint_count + (clip->root != NULL) +
                          (clip->weights || clip->morphs); /* arrays behind the times */
        const int first = mesh_node(scene, clip->body) + 1;
        char name[24];

        /* Name and samplers. All samplers of a clip share its times. */
        snprintf(name, sizeof name, "clip_%d", i);
        pd_buffer_text(json, "{\"name\":");
        pd_io_json_string(json, clip->name ? clip->name : name);
        pd_buffer_text(json, ",\"samplers\":[");

        for (int s = 0; s < count; s++)
            pd_buffer_printf(json, "%s{\"input\":%d,\"output\":%d}", s ? "," : "", times, times + 1 + s);

        /* Channels: rotation of each joint, then translation of the root,
         * then weights of the morph targets. */
        pd_buffer_text(json, "],\"channels\":[");
        for (int k = 0; k < joint_count; k++) write_channel(json, k, first + k, "rotation");
        if (clip->root) write_channel(json, joint_count, first, "translation");
        if (clip->weights || clip->morphs) { /* coarser copies have meshes of their own */
            write_channel(json, count - 1, mesh_node(scene, clip->body), "weights");
            for (int l = 0; l < scene->glb->level_count; l++)
                write_channel(json, count - 1, level_node(scene, clip->body, l), "weights");
        }

        pd_buffer_text(json, "]}");

        /* Step over the accessors of this clip. */
        times += 1 + count;
    }

    pd_buffer_text(json, "]");
}

static void write_extensions(pd_buffer *json, const pd_io_glb_scene *scene)
{
    /* Names of extensions. Those that readers must know come first. */
    const char *names[4];
    int count = 0;

    if (scene->glb->quantize) names[count++] = "KHR_mesh_quantization";
    if (scene->file.fallback_bytes) names[count++] = "EXT_meshopt_compression";
    if (scene->glb->has_webp && scene->glb->texture_count) names[count++] = "EXT_texture_webp";
    const int required = count;
    if (scene->glb->level_count) names[count++] = "MSFT_lod";

    for (int i = 0; i < count; i++)
        pd_buffer_printf(json, "%s\"%s\"", i ? "," : ",\"extensionsUsed\":[", names[i]);
    if (count) pd_buffer_text(json, "]");
    for (int i = 0; i < required; i++)
        pd_buffer_printf(json, "%s\"%s\"", i ? "," : ",\"extensionsRequired\":[", names[i]);
    if (required) pd_buffer_text(json, "]");
}

/* Writes the only scene. A rigged body has two roots: its mesh and its root joint. */
static void write_scene(pd_buffer *json, const pd_io_glb_scene *scene)
{
    pd_buffer_text(json, ",\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (int b = 0; b < scene->mesh->body_count; b++) {
        pd_io_glb_comma(json, b);
        pd_buffer_printf(json, "%d", mesh_node(scene, b));
        if (scene->rig) pd_buffer_printf(json, ",%d", mesh_node(scene, b) + 1);
    }

    pd_buffer_text(json, "]}]");
}

/* Writes the meshes of the bodies, then those of the coarser copies, body by body. */
static void write_meshes(pd_buffer *json, const pd_io_glb_scene *scene)
{
    const int bodies = scene->mesh->body_count;
    const int levels = scene->glb->level_count;

    pd_buffer_text(json, ",\"meshes\":[");
    for (int b = 0; b < bodies; b++) {
        pd_io_glb_comma(json, b);
        write_mesh(json, scene, b, -1);
    }

    for (int i = 0; i < bodies * levels; i++) {
        pd_buffer_text(json, ",");
        write_mesh(json, scene, i / levels, i % levels);
    }

    pd_buffer_text(json, "]");
}

/* Writes a skin for each body. Its joints are the nodes after the body's mesh node. */
static void write_skins(pd_buffer *json, const pd_io_glb_scene *scene)
{
    pd_buffer_text(json, ",\"skins\":[");
    for (int b = 0; b < scene->mesh->body_count; b++) {
        int first = mesh_node(scene, b) + 1;
        pd_io_glb_comma(json, b);
        pd_buffer_printf(json, "{\"inverseBindMatrices\":%d,\"skeleton\":%d,\"joints\":[",
                         scene->bodies[b].binds, first);
        for (int k = 0; k < scene->rig->joint_count; k++)
            pd_buffer_printf(json, "%s%d", k ? "," : "", first + k);
        pd_buffer_text(json, "]}");
    }

    pd_buffer_text(json, "]");
}

/* Accessors, views and buffers. Compressed views lie in a second buffer, which has no bytes. */
static void write_arrays(pd_buffer *json, const pd_io_glb_scene *scene, size_t bin_bytes)
{
    pd_buffer_text(json, ",\"accessors\":[");
    pd_buffer_add(json, scene->file.accessors.data, scene->file.accessors.size);
    pd_buffer_text(json, "],\"bufferViews\":[");
    pd_buffer_add(json, scene->file.views.data, scene->file.views.size);
    pd_buffer_printf(json, "],\"buffers\":[{\"byteLength\":%zu}", bin_bytes);

    if (scene->file.fallback_bytes)
        pd_buffer_printf(
            json, ",{\"byteLength\":%zu,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}}",
            scene->file.fallback_bytes);
    pd_buffer_text(json, "]");
}

/* Writes the JSON chunk of the whole file. */
static void write_json(pd_buffer *json, pd_io_glb_scene *scene, size_t bin_bytes)
{
    pd_buffer_text(json, "{");
    pd_io_glb_asset(json, scene->mesh);
    write_extensions(json, scene);
    write_scene(json, scene);
    write_nodes(json, scene);
    write_meshes(json, scene);
    pd_io_glb_write_materials(json, scene);
    if (scene->rig) write_skins(json, scene);
    if (scene->glb->clip_count) write_clips(json, scene);
    write_arrays(json, scene, bin_bytes);
    pd_buffer_text(json, "}");
    pd_buffer_align(json, 4, ' ');
}

/* Writes header, JSON and arrays to the end of `out`. */
static pd_status write_file_glb(pd_buffer *out, pd_io_glb_scene *scene, pd_error *err)
{
    size_t start = out->size;
    pd_buffer json = {0};

    /* Write the arrays first, because the JSON needs their offsets and sizes. */
    pd_io_glb_add_arrays(scene);
    if (pd_io_glb_failed(&scene->file))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the GLB file");
    while ((out->size - start) % 4 && !out->failed) pd_buffer_add(out, "", 1);
    write_json(&json, scene, out->size - start);

    const pd_status status = pd_io_glb_close(&scene->file, &json, err);
    pd_buffer_deinit(&json);
    return status;
}

pd_status pd_io_glb_write(pd_buffer *out, const pd_io_glb *glb, pd_error *err)
{
    PD_ASSERT(out->size % 4 == 0);
    pd_status status = check_glb(glb, err);
    if (status) return status;

    /* Allocate the shared lists, then write. */
    pd_io_glb_scene scene = {.glb = glb, .mesh = glb->mesh, .rig = glb->rig};
    const size_t bodies = (size_t)glb->mesh->body_count;
    const size_t layers = (size_t)glb->layer_count;
    scene.bodies = calloc(bodies, sizeof *scene.bodies);
    scene.layers = calloc(layers + 1, sizeof *scene.layers);
    scene.worn = calloc(bodies * layers + 1, sizeof *scene.worn);
    if (scene.bodies && scene.layers && scene.worn) {
        pd_io_glb_file_init(&scene.file, out, glb->quantize);
        status = write_file_glb(out, &scene, err);
        pd_io_glb_file_deinit(&scene.file);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "/bodies", "out of memory for %d bodies", glb->mesh->body_count);
    }

    free(scene.bodies);
    free(scene.layers);
    free(scene.worn);
    free(scene.level_indices);

    return status;
}
