/* Writes the layers (clothes, hair), materials and textures of a glTF scene. */
#include "core/base/assert.h"
#include "core/io/mesh/glb_scene.h"
#include "core/base/text/number.h"

#include <stdio.h>
#include <string.h>

static const pd_io_glb_format uvs_f = {"VEC2", PD_IO_GLB_FLOAT, 2, 8, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format joints_u8 = {"VEC4", PD_IO_GLB_UBYTE, 4, 4, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format weights_f = {"VEC4", PD_IO_GLB_FLOAT, 4, 16, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format weights_q = {"VEC4", PD_IO_GLB_USHORT, 4, 8, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format indices_u16 = {"SCALAR", PD_IO_GLB_USHORT, 1, 2, 0, 0, PD_IO_GLB_INDEX};

/* ---- checks ---- */

static pd_status check_layer(const pd_io_glb *glb, int index, pd_error *err)
{
    PD_ASSERT(index >= 0 && index < glb->layer_count);
    const pd_io_glb_layer *layer = &glb->layers[index];
    char where[48];
    snprintf(where, sizeof where, "/layers/%d", index);

    /* Index 65535 means "restart". */
    if (layer->corner_count < 1 || layer->corner_count > 65535)
        return pd_fail(err, PD_ERR_RANGE, where, "%d corners; 1 to 65535 allowed", layer->corner_count);
    if (glb->rig &&
        (!layer->corners || !layer->joints || !layer->weights || (layer->dir_count && !layer->dirs)))
        return pd_fail(err, PD_ERR_INVALID, where,
                       "the layer has no joints and weights; both expected with a rig");
    for (int p = 0; p < layer->part_count; p++) {
        const pd_io_glb_part *part = &layer->parts[p];
        if (part->material < 0 || part->material >= glb->material_count)
            return pd_fail(err, PD_ERR_RANGE, where, "material %d; 0 to %d allowed", part->material,
                           glb->material_count - 1);
        const pd_io_glb_material *m = &glb->materials[part->material];
        if ((m->fold_map || m->shade_map || m->at_places) && !layer->places)
            return pd_fail(err, PD_ERR_INVALID, where,
                           "material %d is at places, which the layer lacks; both or none expected",
                           part->material);
        for (int i = 0; i < 3 * part->face_count; i++)
            if (layer->faces[3 * (size_t)part->first_face + (size_t)i] >= layer->corner_count)
                return pd_fail(err, PD_ERR_RANGE, where, "corner %d; 0 to %d allowed",
                               layer->faces[3 * (size_t)part->first_face + (size_t)i],
                               layer->corner_count - 1);
    }

    return PD_OK;
}

pd_status pd_io_glb_check_layers(const pd_io_glb *glb, pd_error *err)
{
    pd_status status = PD_OK;

    for (int m = 0; m < glb->material_count; m++)
        if (glb->materials[m].texture < -1 || glb->materials[m].texture >= glb->texture_count)
            return pd_fail(err, PD_ERR_RANGE, "/materials", "texture %d of material %d; -1 to %d allowed",
                           glb->materials[m].texture, m, glb->texture_count - 1);
    for (int m = 0; m < glb->material_count; m++) {
        const int normal = glb->materials[m].normal_map;
        const int surface = glb->materials[m].surface_map;
        const int folds = glb->materials[m].fold_map;
        const int shade = glb->materials[m].shade_map;
        if (folds < 0 || folds > glb->texture_count || shade < 0 || shade > glb->texture_count)
            return pd_fail(err, PD_ERR_RANGE, "/materials", "maps %d and %d of material %d; 0 to %d allowed",
                           folds, shade, m, glb->texture_count);
        if (normal < 0 || normal > glb->texture_count || surface < 0 || surface > glb->texture_count)
            return pd_fail(err, PD_ERR_RANGE, "/materials", "maps %d and %d of material %d; 0 to %d allowed",
                           normal, surface, m, glb->texture_count);
    }

    for (int l = 0; l < glb->layer_count && status == PD_OK; l++) status = check_layer(glb, l, err);
    for (int i = 0; status == PD_OK && i < glb->mesh->body_count * glb->layer_count; i++)
        if (glb->rig && glb->rig->corrective_count && !glb->worn[i].correctives)
            return pd_fail(err, PD_ERR_INVALID, "/worn",
                           "layer %d has no correctives; %d expected, as the body has", i,
                           glb->rig->corrective_count);

    return status;
}

/* ---- arrays ---- */

static void add_indices(pd_io_glb_scene *scene, const pd_io_glb_layer *layer, const pd_io_glb_part *part)
{
    const size_t own = 3 * (size_t)part->face_count;
    const size_t count = scene->glb->materials[part->material].both_windings ? 2 * own : own;
    const uint16_t *faces = layer->faces + 3 * (size_t)part->first_face;
    void *rows = pd_io_glb_begin(&scene->file, &indices_u16, (int)count);
    const int is_wide = scene->file.row_bytes == 4; /* compressed: the codec's input */
    for (size_t i = 0; rows && i < count; i++) {
        /* The second half is in reverse order, which reverses the winding. */
        const uint16_t corner = i < own ? faces[i] : faces[2 * own - 1 - i];
        if (is_wide)
            ((uint32_t *)rows)[i] = corner;
        else
            ((uint16_t *)rows)[i] = corner;
    }

    pd_io_glb_end(&scene->file);
}

static void add_weights(pd_io_glb_scene *scene, const pd_io_glb_layer *layer, pd_io_glb_layer_parts *out)
{
    const size_t count = (size_t)layer->corner_count;

    /* Joints of each corner of a face, in the order of the weights below. */
    uint8_t *joints = pd_io_glb_begin(&scene->file, &joints_u8, (int)count);
    for (size_t i = 0; joints && i < count; i++) {
        const size_t v = 4 * (size_t)layer->corners[i];
        uint16_t unused[4];
        memcpy(joints + 4 * i, layer->joints + v, 4);
        if (scene->glb->quantize) pd_io_glb_weight_parts(unused, joints + 4 * i, layer->weights + v);
        for (size_t s = 0; s < 4; s++)
            if (layer->weights[v + s] <= 0)
                joints[4 * i + s] = 0; /* glTF: a joint without weight is joint 0 */
    }

    out->joints = pd_io_glb_end(&scene->file);

    /* Weights of the corners, quantized or as floats. */
    unsigned char *rows =
        pd_io_glb_begin(&scene->file, scene->glb->quantize ? &weights_q : &weights_f, (int)count);
    for (size_t i = 0; rows && i < count; i++) {
        const float *weights = layer->weights + 4 * (size_t)layer->corners[i];
        uint16_t parts[4];
        uint8_t unused[4] = {0};
        pd_io_glb_weight_parts(parts, unused, weights);
        if (scene->glb->quantize)
            memcpy(rows + 8 * i, parts, 8);
        else
            memcpy(rows + 16 * i, weights, 16);
    }

    out->weights = pd_io_glb_end(&scene->file);
}

void pd_io_glb_add_layers(pd_io_glb_scene *scene)
{
    static const float nowhere[3] = {0};
    const pd_io_glb *glb = scene->glb;

    /* Arrays that all bodies share: texture coordinates, faces, skin weights and morph targets. */
    for (int l = 0; l < glb->layer_count; l++) {
        const pd_io_glb_layer *layer = &glb->layers[l];
        pd_io_glb_layer_parts *out = &scene->layers[l];
        void *rows = pd_io_glb_begin(&scene->file, &uvs_f, layer->corner_count);
        if (rows) memcpy(rows, layer->uvs, 8 * (size_t)layer->corner_count);
        out->uvs = pd_io_glb_end(&scene->file);
        out->places = -1;
        if (layer->places) {
            rows = pd_io_glb_begin(&scene->file, &uvs_f, layer->corner_count);
            if (rows) memcpy(rows, layer->places, 8 * (size_t)layer->corner_count);
            out->places = pd_io_glb_end(&scene->file);
        }

        out->first_index = scene->file.accessor_count;
        for (int p = 0; p < layer->part_count; p++) add_indices(scene, layer, &layer->parts[p]);
        if (!scene->rig) continue;
        add_weights(scene, layer, out);
        out->first_morph = scene->file.accessor_count;
        const int betas =
            layer->dir_count < scene->rig->beta_count ? layer->dir_count : scene->rig->beta_count;
        pd_io_glb_add_morphs(scene, layer->dirs, layer->dir_count, betas, layer->corners, layer->moved,
                             layer->corner_count);

        if (layer->dir_count < scene->rig->beta_count || scene->rig->still_morph)
            out->still = pd_io_glb_add_still(scene, layer->corner_count);
    }

    /* Arrays of each body: positions, normals and correctives. */
    for (int b = 0; b < scene->mesh->body_count && !pd_cancelled(scene->mesh->cancel); b++)
        for (int l = 0; l < glb->layer_count; l++) {
            const pd_io_glb_worn *worn = &glb->worn[b * glb->layer_count + l];
            int *out = scene->worn[b * glb->layer_count + l];
            const int count = glb->layers[l].corner_count;
            out[0] = pd_io_glb_add_points(scene, worn->vertices, count, scene->bodies[b].center);
            out[1] = pd_io_glb_add_units(scene, worn->normals, count);
            out[3] = pd_io_glb_add_layer_tangents(scene, &glb->layers[l], worn);
            out[2] = scene->file.accessor_count;
            for (int i = 0; scene->rig && i < scene->rig->corrective_count; i++)
                pd_io_glb_add_points(scene, worn->correctives + 3 * (size_t)i * (size_t)count, count,
                                     nowhere);
        }
}

void pd_io_glb_add_textures(pd_io_glb_scene *scene)
{
    scene->first_image = scene->file.view_count;
    for (int t = 0; t < scene->glb->texture_count; t++)
        pd_io_glb_blob(&scene->file, scene->glb->textures[t].file.data, scene->glb->textures[t].file.size);
}

/* ---- JSON ---- */

void pd_io_glb_write_layers(pd_buffer *json, const pd_io_glb_scene *scene, int b, int level, int *written)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count && level < scene->glb->level_count);
    int primitive = 1;
    for (int l = 0; l < scene->glb->layer_count; l++)
        for (int p = 0; p < scene->glb->layers[l].part_count; p++, primitive++) {
            /* A part without triangles in this copy has no primitive. */
            const int indices = level < 0 ? scene->layers[l].first_index + p
                                          : scene->level_indices[level * scene->primitive_count + primitive];
            if (indices < 0) continue;
            if ((*written)++) pd_buffer_text(json, ",");

            const pd_io_glb_layer *layer = &scene->glb->layers[l];
            const pd_io_glb_layer_parts *parts = &scene->layers[l];
            const int *worn = scene->worn[b * scene->glb->layer_count + l];

            /* Attributes of the body's own vertices, and those that all bodies share. */
            pd_buffer_printf(json, "{\"attributes\":{\"POSITION\":%d", worn[0]);
            if (worn[1] >= 0) pd_buffer_printf(json, ",\"NORMAL\":%d", worn[1]);
            if (worn[3] >= 0) pd_buffer_printf(json, ",\"TANGENT\":%d", worn[3]);
            pd_buffer_printf(json, ",\"TEXCOORD_0\":%d", parts->uvs);
            if (parts->places >= 0) pd_buffer_printf(json, ",\"TEXCOORD_1\":%d", parts->places);
            if (scene->rig)
                pd_buffer_printf(json, ",\"JOINTS_0\":%d,\"WEIGHTS_0\":%d", parts->joints, parts->weights);
            pd_buffer_printf(json, "},\"material\":%d,\"indices\":%d", layer->parts[p].material, indices);
            pd_io_glb_write_targets(json, scene, parts->first_morph, layer->dir_count, parts->still, worn[2]);
            pd_buffer_text(json, "}");
        }
}

void pd_io_glb_write_materials(pd_buffer *json, const pd_io_glb_scene *scene)
{
    const pd_io_glb *glb = scene->glb;

    pd_buffer_text(json, ",\"materials\":[");

    /* A file without materials gets one for skin, because glTF's default material is a metal, which is
     * black without an environment. */
    if (!glb->material_count)
        pd_buffer_text(json,
                       "{\"name\":\"skin\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.8,0.62,0.52,1],"
                       "\"metallicFactor\":0,\"roughnessFactor\":0.75}}");

    /* One material after the other: colour or texture, roughness, and how it is drawn. */
    for (int m = 0; m < glb->material_count; m++) {
        if (m) pd_buffer_text(json, ",");

        const pd_io_glb_material *material = &glb->materials[m];
        static const char *const modes[] = {"", ",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.5",
                                            ",\"alphaMode\":\"BLEND\""};
        const float color[4] = {material->color[0], material->color[1], material->color[2], 1};
        pd_buffer_text(json, "{\"name\":");
        pd_io_json_string(json, material->name);
        pd_buffer_text(json, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        pd_io_glb_floats(json, color, 4);
        if (material->texture >= 0)
            pd_buffer_printf(json, ",\"baseColorTexture\":{\"index\":%d%s}", material->texture,
                             material->at_places ? ",\"texCoord\":1" : "");
        pd_buffer_text(json, ",\"metallicFactor\":0,\"roughnessFactor\":");
        pd_io_numbers_shortest(json, &material->roughness, 1, ',', "", NULL);
        if (material->surface_map)
            pd_buffer_printf(
                json, ",\"metallicRoughnessTexture\":{\"index\":%d}},\"occlusionTexture\":{\"index\":%d}",
                material->surface_map - 1, material->surface_map - 1);
        else
            pd_buffer_text(json, "}");

        if (material->normal_map)
            pd_buffer_printf(json, ",\"normalTexture\":{\"index\":%d}", material->normal_map - 1);
        if (material->fold_map)
            pd_buffer_printf(json, ",\"normalTexture\":{\"index\":%d,\"texCoord\":1}",
                             material->fold_map - 1);
        if (material->shade_map)
            pd_buffer_printf(json, ",\"occlusionTexture\":{\"index\":%d,\"texCoord\":1}",
                             material->shade_map - 1);
        pd_buffer_printf(json, "%s%s}", modes[material->alpha],
                         material->two_sided ? ",\"doubleSided\":true" : "");
    }

    pd_buffer_text(json, "]");
    if (!glb->texture_count) return;

    /* Textures, their pictures, and one sampler with mipmaps that repeats. */
    pd_buffer_text(json, ",\"textures\":[");
    for (int t = 0; t < glb->texture_count; t++)
        pd_buffer_printf(json,
                         glb->has_webp
                             ? "%s{\"sampler\":0,\"extensions\":{\"EXT_texture_webp\":{\"source\":%d}}}"
                             : "%s{\"sampler\":0,\"source\":%d}",
                         t ? "," : "", t);
    pd_buffer_text(json, "],\"images\":[");
    for (int t = 0; t < glb->texture_count; t++) {
        pd_buffer_text(json, t ? ",{\"name\":" : "{\"name\":");
        pd_io_json_string(json, glb->textures[t].name);
        pd_buffer_printf(json, ",\"mimeType\":\"image/%s\",\"bufferView\":%d}",
                         glb->has_webp ? "webp" : "png", scene->first_image + t);
    }

    pd_buffer_text(
        json, "],\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":10497,\"wrapT\":10497}]");
}
