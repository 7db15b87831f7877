#include "factory/wardrobe/made/made.h"
#include "factory/wardrobe/made/made_parts.h"
#include "factory/wardrobe/made/short_hair.h"

#include "core/base/assert.h"
#include "factory/skin/skin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const pd_factory_made_row pd_factory_made_rows[PD_FACTORY_MADE_COUNT] = {
#define ROW(id, name, slot, parts, doc) {name, doc, PD_WARDROBE_##slot, parts},
    PD_FACTORY_MADE_TABLE(ROW)
#undef ROW
};

pd_status pd_factory_maker_init(pd_factory_maker *out, const pd_smpl_data *m, const pd_wardrobe *w,
                                const char *folder, pd_error *err)
{
    char targets[1024];
    const size_t v = (size_t)m->vertex_count;

    *out = (pd_factory_maker){.model = m,
                              .normals = calloc(3 * v, sizeof *out->normals),
                              .lips = malloc(v * sizeof *out->lips),
                              .ears = malloc(v * sizeof *out->ears),
                              .head = calloc(v, sizeof *out->head)};
    pd_status status = out->normals && out->lips && out->ears && out->head
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    snprintf(targets, sizeof targets, "%s", folder);
    if (status == PD_OK) status = pd_factory_skin_shares(out->lips, out->ears, targets, m->vertex_count, err);
    if (status == PD_OK) status = pd_factory_skin_marks_find(&out->marks, m, w, out->lips, err);
    if (status != PD_OK) {
        pd_factory_maker_deinit(out);
        return status;
    }

    /* Normals of the template, weighted by area, and the share of each vertex that belongs to the head. */
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *t = m->faces + 3 * (size_t)f;
        float a[3], b[3];
        for (int c = 0; c < 3; c++) {
            a[c] = m->v_template[3 * t[1] + (uint32_t)c] - m->v_template[3 * t[0] + (uint32_t)c];
            b[c] = m->v_template[3 * t[2] + (uint32_t)c] - m->v_template[3 * t[0] + (uint32_t)c];
        }

        const float n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) out->normals[3 * t[k] + (uint32_t)c] += n[c];
    }

    for (size_t i = 0; i < v; i++) {
        float *n = out->normals + 3 * i;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; c++) n[c] /= length > 0 ? length : 1;
    }

    static const char *const words[] = {"head", "jaw", "eye"};
    for (int k = 0; k < m->joint_count; k++)
        for (size_t n = 0; n < sizeof words / sizeof *words; n++)
            if (strstr(m->joint_names[k], words[n]))
                for (size_t i = 0; i < v; i++)
                    out->head[i] += m->weights[i * (size_t)m->joint_count + (size_t)k];

    return PD_OK;
}

void pd_factory_maker_deinit(pd_factory_maker *maker)
{
    free(maker->normals);
    free(maker->lips);
    free(maker->ears);
    free(maker->head);
    memset(maker, 0, sizeof *maker);
}

/* Sets the joints and weights of an item: those of the skin at its anchors, or the head alone. */
static void fill_weights(pd_wardrobe_item *item, const pd_factory_maker *k)
{
    const pd_smpl_data *m = k->model;
    const int head = pd_smpl_joint_find(m, "head");

    for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
        float *weights = item->weights + 4 * i;
        uint8_t *joints = item->joints + 4 * i;
        if (item->slot != PD_WARDROBE_BEARD && item->slot != PD_WARDROBE_HAIR) {
            joints[0] = (uint8_t)head;
            weights[0] = 1;
            continue;
        }

        float sum = 0;
        for (int j = 0; j < m->joint_count; j++) {
            float own = 0;
            for (size_t a = 0; a < 3; a++)
                own += item->anchor_weights[3 * i + a] *
                       m->weights[(size_t)item->anchors[3 * i + a] * (size_t)m->joint_count + (size_t)j];
            int at = 4;
            while (at > 0 && own > weights[at - 1]) at--;
            for (int s = 3; s > at; s--) {
                weights[s] = weights[s - 1];
                joints[s] = joints[s - 1];
            }

            if (at < 4) {
                weights[at] = own;
                joints[at] = (uint8_t)j;
            }
        }

        for (int s = 0; s < 4; s++) sum += weights[s];
        for (int s = 0; s < 4; s++) weights[s] /= sum;
    }
}

/* Makes the mesh of a hat or of glasses, with its anchors and the vertices that it hides. */
static pd_status make_mesh(pd_wardrobe_item *out, const pd_factory_maker *k, pd_factory_made_id id,
                           pd_error *err)
{
    pd_factory_mesh m;

    *out = (pd_wardrobe_item){.slot = pd_factory_made_rows[id].slot};
    pd_status status = pd_factory_made_mesh_init(&m)
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, pd_factory_made_rows[id].name, "out of memory");
    unsigned char *under = calloc((size_t)k->model->vertex_count, 1);
    if (!under) status = pd_fail(err, PD_ERR_MEMORY, pd_factory_made_rows[id].name, "out of memory");
    if (status == PD_OK && out->slot == PD_WARDROBE_HAT) pd_factory_make_hat(&m, under, k, id);
    if (status == PD_OK && out->slot == PD_WARDROBE_GLASSES) status = pd_factory_make_glasses(&m, k, id, err);
    if (status == PD_OK && out->slot == PD_WARDROBE_BEARD) status = pd_factory_make_beard(&m, k, id, err);
    PD_ASSERT(status != PD_OK || m.part_count == pd_factory_made_rows[id].parts);

    out->vertex_count = m.vertex_count;
    out->corner_count = m.corner_count;
    out->face_count = m.face_count;
    out->part_count = m.part_count;
    for (int i = 0; under && i < k->model->vertex_count; i++) out->hide_count += under[i];
    if (status == PD_OK && !pd_wardrobe_item_alloc(out))
        status = pd_fail(err, PD_ERR_MEMORY, pd_factory_made_rows[id].name, "out of memory");
    if (status == PD_OK) {
        const size_t n = (size_t)m.vertex_count;
        const size_t c = (size_t)m.corner_count;
        memcpy(out->rest, m.points, 3 * n * sizeof *m.points);
        memcpy(out->anchors, m.anchors, 3 * n * sizeof *m.anchors);
        memcpy(out->anchor_weights, m.anchor_weights, 3 * n * sizeof *m.anchor_weights);
        memcpy(out->corners, m.corners, c * sizeof *m.corners);
        memcpy(out->uvs, m.uvs, 2 * c * sizeof *m.uvs);
        memcpy(out->faces, m.faces, 3 * (size_t)m.face_count * sizeof *m.faces);

        for (int p = 0; p < m.part_count; p++)
            out->parts[p] = (pd_wardrobe_part){
                .first_face = m.first[p],
                .face_count = (p + 1 < m.part_count ? m.first[p + 1] : m.face_count) - m.first[p]};
        for (int i = 0, h = 0; i < k->model->vertex_count; i++)
            if (under[i]) out->hides[h++] = (uint16_t)i;
    }

    free(under);
    pd_factory_made_mesh_deinit(&m);

    return status;
}

pd_status pd_factory_made(pd_wardrobe_item *out, const pd_factory_maker *k, pd_factory_made_id id,
                          pd_error *err)
{
    PD_ASSERT((unsigned)id < PD_FACTORY_MADE_COUNT);
    const pd_status status = pd_factory_made_rows[id].slot == PD_WARDROBE_HAIR
                                 ? pd_factory_clipped(out, k, err)
                                 : make_mesh(out, k, id, err);
    if (status != PD_OK) return status;

    /* Texts, materials and skin weights. */
    snprintf(out->name, sizeof out->name, "%s", pd_factory_made_rows[id].name);
    snprintf(out->about, sizeof out->about, "%s", pd_factory_made_rows[id].about);
    snprintf(out->source, sizeof out->source, "modelled by code (factory/wardrobe/made/made.c), CC0 1.0");
    for (int p = 0; p < out->part_count; p++) {
        pd_wardrobe_part *part = &out->parts[p];
        part->roughness = 0.8f;
        part->texture = -1;
        part->two_sided = true;
        for (int c = 0; c < 3; c++) part->color[c] = 1;
    }

    fill_weights(out, k);

    return PD_OK;
}
