#include "core/avatar/avatar.h"

#include "core/avatar/upper_half.h"
#include "core/avatar/lod.h"
#include "core/avatar/scene.h"
#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/io/mesh/webp.h"
#include "core/math/rotation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEBP_QUALITY 82.0f

/* ---- pictures ---- */

/* Adds a picture in the requested format. */
static pd_status add_image(pd_avatar_scene *s, const pd_io_image *image, pd_error *err)
{
    pd_buffer file = {0};
    const pd_status status = s->how->textures == PD_AVATAR_WEBP
                                 ? pd_io_webp_write(&file, image, WEBP_QUALITY, err)
                                 : pd_io_png_write_level(&file, image, PD_IO_PNG_QUICK, err);

    if (status == PD_OK) s->images[s->image_count++] = pd_io_glb_blob(&s->file, file.data, file.size);
    pd_buffer_deinit(&file);

    return status;
}

/* Adds the pictures of the drawn materials, for a file without an atlas. They are reduced to the requested
 * size. Picture t is image t. */
static pd_status add_own_pictures(pd_avatar_scene *s, pd_error *err)
{
    const pd_io_png_limits limits = {PD_AVATAR_ATLAS_MOST, PD_AVATAR_ATLAS_MOST};
    pd_status status = PD_OK;

    for (int t = 0; t < s->glb->texture_count && status == PD_OK; t++) {
        const pd_bytes png = s->glb->textures[t].file;
        pd_io_image image;
        status = pd_io_png_read(&image, png.data, png.size, &limits, err);
        if (status != PD_OK) break;
        status = pd_io_image_shrink(&image, s->how->texture_size, err);
        if (status == PD_OK) status = add_image(s, &image, err);
        pd_io_image_deinit(&image);
    }

    return status;
}

static pd_status add_pictures(pd_avatar_scene *s, pd_error *err)
{
    s->images = malloc(((size_t)s->glb->texture_count + 2) * sizeof *s->images);
    if (!s->images) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (s->how->textures == PD_AVATAR_NO_TEXTURES) return PD_OK;
    if (!s->how->has_atlas) return add_own_pictures(s, err);

    pd_status status = add_image(s, &s->atlas.color, err);
    if (status == PD_OK && s->atlas.rough.samples) status = add_image(s, &s->atlas.rough, err);
    return status;
}

/* ---- JSON ---- */

static void write_transform(pd_buffer *json, const pd_avatar_bone *b)
{
    static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    float quaternion[4];

    pd_buffer_text(json, ",\"translation\":");
    pd_io_glb_floats(json, b->offset, 3);
    if (!memcmp(b->turn, identity, sizeof identity)) return;
    pd_rot_to_quat_array(quaternion, b->turn, 1);
    pd_buffer_text(json, ",\"rotation\":");
    pd_io_glb_floats(json, quaternion, 4);
}

/* Writes the nodes: the root, the bones, and the meshes. Nodes of meshes are roots of the scene, because the
 * transform of a skinned mesh's node has no effect. */
static void write_nodes(pd_buffer *json, const pd_avatar_scene *s)
{
    const pd_avatar_skeleton *skeleton = &s->skeleton;

    pd_buffer_text(json, ",\"nodes\":[");
    if (s->how->root) {
        pd_buffer_text(json, "{\"name\":");
        pd_io_json_string(json, s->how->root);
        pd_buffer_printf(json, ",\"children\":[%d]},", pd_avatar_bone_node(s, 0));
    }

    for (int k = 0; k < skeleton->count; k++) {
        pd_io_glb_comma(json, k);
        pd_buffer_text(json, "{\"name\":");
        pd_io_json_string(json, skeleton->bones[k].name);
        write_transform(json, &skeleton->bones[k]);
        int count = 0;
        for (int child = k + 1; child < skeleton->count; child++) {
            if (skeleton->bones[child].parent != k) continue;
            pd_buffer_text(json, count++ ? "," : ",\"children\":[");
            pd_buffer_printf(json, "%d", pd_avatar_bone_node(s, child));
        }

        pd_buffer_text(json, count ? "]}" : "}");
    }

    for (int m = 0; m < s->division.mesh_count; m++)
        pd_buffer_printf(json, ",{\"name\":\"%s\",\"mesh\":%d,\"skin\":0}", s->division.meshes[m].name, m);
    pd_buffer_text(json, "]");
}

static void write_scene(pd_buffer *json, const pd_avatar_scene *s)
{
    pd_buffer_text(json, ",\"scene\":0,\"scenes\":[{");
    if (s->how->root) {
        pd_buffer_text(json, "\"name\":");
        pd_io_json_string(json, s->how->root);
        pd_buffer_text(json, ",");
    }

    pd_buffer_text(json, "\"nodes\":[0");
    for (int m = 0; m < s->division.mesh_count; m++) pd_buffer_printf(json, ",%d", pd_avatar_mesh_node(s, m));
    pd_buffer_text(json, "]}]");
}

static void write_primitive(pd_buffer *json, const pd_avatar_scene *s, const pd_avatar_group *g)
{
    pd_buffer_printf(json, "{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d",
                     g->positions, g->normals, g->joints, g->weights);
    if (g->uvs >= 0) pd_buffer_printf(json, ",\"TEXCOORD_0\":%d", g->uvs);
    if (g->colors >= 0) pd_buffer_printf(json, ",\"COLOR_0\":%d", g->colors);
    pd_buffer_printf(json, "},\"indices\":%d,\"material\":%d", g->indices, g->material);
    if (!g->is_still && s->figure.target_count) {
        pd_buffer_text(json, ",\"targets\":[");
        for (int t = 0; t < s->figure.target_count; t++)
            pd_buffer_printf(json, "%s{\"POSITION\":%d}", t ? "," : "", g->targets[t]);
        pd_buffer_text(json, "]");
    }

    pd_buffer_text(json, "}");
}

static void write_meshes(pd_buffer *json, const pd_avatar_scene *s)
{
    const pd_avatar_figure *f = &s->figure;

    pd_buffer_text(json, ",\"meshes\":[");
    for (int m = 0; m < s->division.mesh_count; m++) {
        const pd_avatar_mesh *mesh = &s->division.meshes[m];
        pd_io_glb_comma(json, m);
        pd_buffer_printf(json, "{\"name\":\"%s\",\"primitives\":[", mesh->name);
        for (int g = 0; g < mesh->group_count; g++) {
            pd_io_glb_comma(json, g);
            write_primitive(json, s, &s->groups[mesh->first_group + g]);
        }

        pd_buffer_text(json, "]");

        /* Weights and names of the morph targets. */
        if (!mesh->is_still && f->target_count) {
            pd_buffer_text(json, ",\"weights\":[");
            for (int t = 0; t < f->target_count; t++) pd_buffer_text(json, t ? ",0" : "0");
            pd_buffer_text(json, "],\"extras\":{\"targetNames\":[");
            for (int t = 0; t < f->target_count; t++) {
                pd_io_glb_comma(json, t);
                pd_io_json_string(json, f->target_names[t]);
            }

            pd_buffer_text(json, "]}");
        }

        pd_buffer_text(json, "}");
    }

    pd_buffer_text(json, "]");
}

static void write_alpha(pd_buffer *json, pd_io_glb_alpha alpha, bool two_sided)
{
    static const char *const modes[] = {"", ",\"alphaMode\":\"MASK\"", ",\"alphaMode\":\"BLEND\""};
    pd_buffer_text(json, modes[alpha]);
    if (two_sided) pd_buffer_text(json, ",\"doubleSided\":true");
}

/* Writes a material of the atlas. */
static void write_atlas_material(pd_buffer *json, const pd_avatar_scene *s, const pd_avatar_material *m)
{
    const float roughness = s->atlas.color.samples ? s->atlas.roughness : 0.7f;

    pd_buffer_printf(
        json,
        "{\"name\":\"%s\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":", m->name);
    pd_io_numbers_shortest(json, &roughness, 1, ',', "", NULL);
    if (s->image_count) pd_buffer_text(json, ",\"baseColorTexture\":{\"index\":0}");
    if (s->image_count > 1) pd_buffer_text(json, ",\"metallicRoughnessTexture\":{\"index\":1}");
    pd_buffer_text(json, "}");
    write_alpha(json, m->alpha, m->alpha != PD_IO_GLB_BLEND);
    pd_buffer_text(json, "}");
}

static void write_own_material(pd_buffer *json, const pd_avatar_scene *s, const pd_io_glb_material *m)
{
    pd_buffer_text(json, "{\"name\":");
    pd_io_json_string(json, m->name ? m->name : "");
    pd_buffer_text(json, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":[");
    pd_io_numbers_shortest(json, m->color, 3, ',', "", NULL);
    pd_buffer_text(json, ",1],\"metallicFactor\":0,\"roughnessFactor\":");
    pd_io_numbers_shortest(json, &m->roughness, 1, ',', "", NULL);
    if (s->image_count && m->texture >= 0)
        pd_buffer_printf(json, ",\"baseColorTexture\":{\"index\":%d}", m->texture);
    pd_buffer_text(json, "}");
    write_alpha(json, m->alpha, (m->two_sided || m->both_windings) && m->alpha != PD_IO_GLB_BLEND);
    pd_buffer_text(json, "}");
}

static void write_materials(pd_buffer *json, const pd_avatar_scene *s)
{
    const bool is_webp = s->how->textures == PD_AVATAR_WEBP;

    pd_buffer_text(json, ",\"materials\":[");
    for (int m = 0; m < s->division.material_count; m++) {
        const pd_avatar_material *own = &s->division.materials[m];
        pd_io_glb_comma(json, m);
        if (own->source < 0)
            write_atlas_material(json, s, own);
        else
            write_own_material(json, s, &s->glb->materials[own->source]);
    }

    pd_buffer_text(json, "]");
    if (!s->image_count) return;

    /* Textures, their pictures, and one sampler without repetition. */
    pd_buffer_text(json, ",\"textures\":[");
    for (int t = 0; t < s->image_count; t++) {
        pd_buffer_printf(json, "%s{\"sampler\":0,", t ? "," : "");
        pd_buffer_printf(
            json, is_webp ? "\"extensions\":{\"EXT_texture_webp\":{\"source\":%d}}}" : "\"source\":%d}", t);
    }

    pd_buffer_text(json, "],\"images\":[");
    for (int t = 0; t < s->image_count; t++) {
        pd_io_glb_comma(json, t);
        pd_buffer_text(json, "{\"name\":");
        pd_io_json_string(json, !s->how->has_atlas ? s->glb->textures[t].name : t ? "roughness" : "color");
        pd_buffer_printf(json, ",\"mimeType\":\"image/%s\",\"bufferView\":%d}", is_webp ? "webp" : "png",
                         s->images[t]);
    }

    const int wrap = s->how->has_atlas ? 33071 : 10497;
    pd_buffer_printf(json,
                     "],\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":%d,\"wrapT\":%d}]",
                     wrap, wrap);
}

static void write_skin(pd_buffer *json, const pd_avatar_scene *s)
{
    pd_buffer_printf(json, ",\"skins\":[{\"inverseBindMatrices\":%d,\"skeleton\":%d,\"joints\":[", s->binds,
                     pd_avatar_bone_node(s, 0));
    int count = 0;
    for (int k = 0; k < s->skeleton.count; k++) {
        if (!s->skeleton.bones[k].is_joint) continue;
        pd_io_glb_comma(json, count++);
        pd_buffer_printf(json, "%d", pd_avatar_bone_node(s, k));
    }

    pd_buffer_text(json, "]}]");
}

/* Writes the names of the extensions that the file uses, and again those that readers must know. */
static void write_extensions(pd_buffer *json, const pd_avatar_scene *s)
{
    const char *names[3];
    int count = 0;

    if (s->how->compression != PD_AVATAR_PLAIN) names[count++] = "\"KHR_mesh_quantization\"";
    if (s->file.fallback_bytes) names[count++] = "\"EXT_meshopt_compression\"";
    if (s->how->textures == PD_AVATAR_WEBP && s->image_count) names[count++] = "\"EXT_texture_webp\"";
    const char *vrm = pd_avatar_vrm_used(s);
    if (!count && !*vrm) return;

    pd_buffer_printf(json, ",\"extensionsUsed\":[%s", vrm);
    for (int i = 0; i < count; i++) pd_buffer_printf(json, "%s%s", i || *vrm ? "," : "", names[i]);
    pd_buffer_text(json, "]");
    for (int i = 0; i < count; i++)
        pd_buffer_printf(json, "%s%s", i ? "," : ",\"extensionsRequired\":[", names[i]);
    if (count) pd_buffer_text(json, "]");
    if (!*vrm) return;
    pd_buffer_text(json, ",\"extensions\":{");
    pd_avatar_write_vrm(json, s);
    pd_buffer_text(json, "}");
}

static void write_json(pd_buffer *json, const pd_avatar_scene *s, size_t bin_bytes)
{
    pd_buffer_text(json, "{");
    pd_io_glb_asset(json, s->glb->mesh);
    write_extensions(json, s);
    write_scene(json, s);
    write_nodes(json, s);
    write_meshes(json, s);
    write_materials(json, s);
    write_skin(json, s);

    /* Accessors, views and buffers. Compressed views lie in a second buffer, which has no bytes. */
    pd_buffer_text(json, ",\"accessors\":[");
    pd_buffer_add(json, s->file.accessors.data, s->file.accessors.size);
    pd_buffer_text(json, "],\"bufferViews\":[");
    pd_buffer_add(json, s->file.views.data, s->file.views.size);
    pd_buffer_printf(json, "],\"buffers\":[{\"byteLength\":%zu}", bin_bytes);
    if (s->file.fallback_bytes)
        pd_buffer_printf(
            json, ",{\"byteLength\":%zu,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}}",
            s->file.fallback_bytes);
    pd_buffer_text(json, "]}");
    pd_buffer_align(json, 4, ' ');
}

/* ---- all of it ---- */

/* Makes the surface, the skeleton, the level and the picture. */
static pd_status prepare_avatar(pd_avatar_scene *s, pd_error *err)
{
    const pd_avatar_how *how = s->how;
    pd_status status = pd_avatar_figure_init(&s->figure, s->glb, how->morphs, err);

    if (status == PD_OK && how->is_half) pd_avatar_upper_half_run(&s->figure, s->glb->poses->rest_joints[1]);
    if (status == PD_OK) status = pd_avatar_skeleton_init(&s->skeleton, &s->figure, s->glb, &how->rest, err);
    if (status == PD_OK && how->vrm)
        status = pd_avatar_springs_init(&s->springs, &s->skeleton, &s->figure, err);
    if (status == PD_OK) status = pd_avatar_lod_run(&s->figure, &s->skeleton, s->glb, how->lod, err);
    if (status == PD_OK && how->vrm < 0) pd_avatar_skeleton_turn(&s->skeleton, &s->figure);
    if (status == PD_OK && how->has_atlas && how->textures != PD_AVATAR_NO_TEXTURES)
        status = pd_avatar_atlas_init(&s->atlas, &s->figure, s->glb, how->texture_size, err);
    if (status == PD_OK && !pd_avatar_add_groups(s))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    return status;
}

static pd_status write_file_avatar(pd_buffer *out, pd_avatar_scene *s, pd_error *err)
{
    pd_buffer json = {0};

    pd_io_glb_file_init(&s->file, out, s->how->compression == PD_AVATAR_MESHOPT);

    /* Write the arrays first, because the JSON needs their offsets and sizes. */
    pd_avatar_add_arrays(s);
    pd_status status = add_pictures(s, err);
    while ((out->size - s->file.bin_start) % 4 && !out->failed) pd_buffer_add(out, "", 1);
    if (status == PD_OK) {
        write_json(&json, s, out->size - s->file.bin_start);
        status = pd_io_glb_close(&s->file, &json, err);
    }

    pd_buffer_deinit(&json);
    pd_io_glb_file_deinit(&s->file);

    return status;
}

pd_status pd_avatar_write(pd_buffer *out, const pd_io_glb *glb, const pd_avatar_how *how, pd_error *err)
{
    PD_ASSERT(out->size % 4 == 0 && glb->rig && glb->rig->names && glb->mesh->body_count == 1);
    PD_ASSERT(how->lod >= 0 && how->lod <= PD_AVATAR_LOD_MOST);
    pd_avatar_scene *s = calloc(1, sizeof *s);
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for an avatar");
    s->glb = glb;
    s->how = how;

    pd_status status = prepare_avatar(s, err);
    if (status == PD_OK) status = write_file_avatar(out, s, err);

    for (int g = 0; s->groups && g < s->group_count; g++) {
        free(s->groups[g].vertices);
        free(s->groups[g].corners);
        free(s->groups[g].targets);
    }

    free(s->groups);
    pd_avatar_division_deinit(&s->division);
    free(s->images);
    pd_avatar_atlas_deinit(&s->atlas);
    pd_avatar_figure_deinit(&s->figure);
    free(s);

    return status;
}

size_t pd_avatar_write_bytes(const pd_avatar_how *how, size_t vertices, size_t faces, size_t targets)
{
    /* The figure with its displacements, three copies of the triangles,
     * the file's arrays, and the pictures. */
    const size_t figure = vertices * (64 + 12 * targets) + 40 * faces;
    const size_t file = vertices * (64 + 14 * targets) + 16 * faces + 128 * targets + ((size_t)1 << 16);

    return figure + file +
           (how->textures == PD_AVATAR_NO_TEXTURES ? 0 : pd_avatar_atlas_bytes(how->texture_size));
}
