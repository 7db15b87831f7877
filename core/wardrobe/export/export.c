#include "core/wardrobe/export/export.h"

#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/io/mesh/webp.h"
#include "core/wardrobe/export/complexion.h"
#include "core/wardrobe/export/cornea.h"
#include "core/smpl/part/gaze.h"
#include "core/wardrobe/hair_loss.h"
#include "core/wardrobe/export/hat.h"
#include "core/wardrobe/export/lid_shade.h"
#include "core/wardrobe/export/material.h"
#include "core/wardrobe/export/rig_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SKIN_ROUGHNESS 0.62f
#define WEBP_QUALITY   82.0f
/* The picture of the eyes while it is shaded, 256 texels a side, and its file. */
#define EYES_BYTES     (768u << 10)

/* Small parts of the face stay detailed in coarser levels, since people look at them; the mouth's inside is
 * not seen from afar. */
static const float slot_detail[PD_WARDROBE_SLOT_COUNT] = {
    [PD_WARDROBE_EYES] = 25, [PD_WARDROBE_BROWS] = 8,  [PD_WARDROBE_HAIR] = 3,   [PD_WARDROBE_GLASSES] = 6,
    [PD_WARDROBE_BEARD] = 3, [PD_WARDROBE_TEETH] = -1, [PD_WARDROBE_TONGUE] = -1};

/* ---- layers ---- */

/* Returns whether the item of a slot is a layer: brows are not where the skin's texture shows them. */
static bool is_layer(const pd_wardrobe_export *out, const pd_wardrobe_request *r, int slot)
{
    return r->outfit.items[slot] >= 0 && !(out->has_corners && slot == PD_WARDROBE_BROWS);
}

/* The item of a slot as it is worn. */
static const pd_wardrobe_item *item_of(const pd_wardrobe_export *out, const pd_wardrobe_request *r, int slot)
{
    const bool is_other = slot == PD_WARDROBE_HAIR && out->worn_hair.rest;
    return is_other ? &out->worn_hair : &r->wardrobe->items[r->outfit.items[slot]];
}

/* Gives all vertices of a rigid item the mean of their directions (n,3,betas), from beta `first` on. */
static void export_level(float *dirs, const pd_wardrobe_item *item, size_t betas, size_t first)
{
    const size_t n = (size_t)item->vertex_count;

    for (size_t c = 0; c < 3; c++)
        for (size_t b = first; b < betas; b++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++) sum += (double)dirs[(3 * i + c) * betas + b];
            for (size_t i = 0; i < n; i++) dirs[(3 * i + c) * betas + b] = (float)(sum / (double)n);
        }
}

/* Writes the displacement of an inner item's vertices by each beta in a rig: dirs (n,3,beta_count). */
static void inner_dirs(float *dirs, const pd_wardrobe_item *item, const pd_smpl_model *model)
{
    const size_t betas = (size_t)model->beta_count, own = (size_t)item->dir_count,
                 first = own ? PD_WARDROBE_FITTED_BETAS
                             : 0, /* borrowed garments have no directions of their own */
        numbers = 3 * (size_t)item->vertex_count;

    /* First the item's own directions, then those of the later betas by its anchors, or by the eye. */
    for (size_t at = 0; at < numbers; at++) {
        const size_t i = at / 3;
        const size_t c = at % 3;
        size_t fitted = own < betas ? own : betas;
        if (fitted > PD_WARDROBE_FITTED_BETAS) fitted = PD_WARDROBE_FITTED_BETAS;
        memcpy(dirs + at * betas, item->dirs + at * own, fitted * sizeof *dirs);

        for (size_t b = first; b < betas; b++) {
            double sum = item->slot == PD_WARDROBE_EYES
                             ? pd_wardrobe_eye_direction(model, item->joints[4 * i], c, (int)b)
                             : 0;
            for (size_t a = 0; a < 3 && item->slot != PD_WARDROBE_EYES; a++)
                sum += (double)item->anchor_weights[3 * i + a] *
                       (double)model->data.shapedirs[(3 * (size_t)item->anchors[3 * i + a] + c) * betas + b];
            dirs[at * betas + b] = (float)sum;
        }
    }

    if (pd_wardrobe_is_rigid(item)) export_level(dirs, item, betas, first);
}

/* Returns the displacement of an item's vertices by each beta in a rig, (n,3,beta_count): that of the skin at
 * its anchors, and for the garments' own model that of the item's directions. transfer_dirs adds those of
 * another model's garments, and all of its inner items. NULL: out of memory. */
static float *rig_dirs(const pd_wardrobe_item *item, const pd_smpl_model *model, bool is_other)
{
    const size_t betas = (size_t)model->beta_count;
    const size_t own = (size_t)item->dir_count;
    const size_t numbers = 3 * (size_t)item->vertex_count;
    float *dirs = calloc(numbers * betas, sizeof *dirs);

    if (dirs && pd_wardrobe_is_inner(item)) {
        if (!is_other) inner_dirs(dirs, item, model);
        return dirs;
    }

    for (size_t at = 0; dirs && at < numbers; at++) {
        const size_t i = at / 3;
        const size_t c = at % 3;
        float *row = dirs + at * betas;
        for (size_t a = 0; a < 3; a++) {
            const float weight = item->anchor_weights[3 * i + a];
            const float *from = model->data.shapedirs + (3 * (size_t)item->anchors[3 * i + a] + c) * betas;
            for (size_t b = 0; b < betas; b++) row[b] += weight * from[b];
        }

        for (size_t b = 0; b < own && b < betas && b < PD_WARDROBE_FITTED_BETAS && !is_other; b++)
            row[b] += item->dirs[at * own + b];
    }

    return dirs;
}

/* Returns what the skin's directions (V,3,count) move an item by, (n,3,count), at its anchors. moved (n): 1
 * where that is anything, else 0; *moves: whether any vertex moves. is_moved (V): skin that a direction
 * moves, so that what lies elsewhere costs nothing. NULL without memory. */
static float *morph_dirs(unsigned char *moved, bool *moves, const pd_wardrobe_item *item,
                         const pd_wardrobe_request *r, const unsigned char *is_moved)
{
    const size_t rows = 3 * (size_t)item->vertex_count;
    const size_t count = (size_t)r->morph_count;
    float *dirs = calloc(rows * count, sizeof *dirs);

    *moves = false;

    for (size_t at = 0; dirs && at < rows; at++)
        for (size_t a = 0; a < 3; a++) {
            const float weight = item->anchor_weights[3 * (at / 3) + a];
            const size_t anchor = item->anchors[3 * (at / 3) + a];
            const float *from = r->morphs + (3 * anchor + at % 3) * count;
            if (!is_moved[anchor] || weight == 0) continue;
            *moves = true;
            moved[at / 3] = 1;
            for (size_t m = 0; m < count; m++) dirs[at * count + m] += weight * from[m];
        }

    return dirs;
}

/* Marks the skin that one of the request's morphs moves, out (V). Everything is zero without morphs. */
static void mark_moved(unsigned char *out, const pd_wardrobe_request *r)
{
    const size_t row = 3 * (size_t)r->morph_count;
    const size_t vertices = (size_t)r->model->vertex_count;

    if (r->morphs && r->morphs_moved) {
        memcpy(out, r->morphs_moved, vertices);
        return;
    }

    for (size_t v = 0; v < vertices; v++)
        out[v] = r->morphs && !pd_io_numbers_are_zero(r->morphs + v * row, row);
}

/* Sets direction b of an inner item that was learned on another model: that of the fitted betas, and the
 * residual of the skin that it follows, `moves` (V,3). at_anchors (n,3): scratch. */
static void transfer_inner(float *dirs, size_t b, const pd_wardrobe_item *item, const pd_smpl_model *model,
                           const pd_smpl_model *from, const double *fitted, const float *moves,
                           float *at_anchors)
{
    const size_t betas = (size_t)model->beta_count;
    const size_t from_betas = (size_t)from->beta_count;
    const size_t own = (size_t)item->dir_count;

    for (size_t at = 0; at < 3 * (size_t)item->vertex_count; at++) {
        const size_t i = at / 3;
        const size_t c = at % 3;
        const size_t joint = 3 * (size_t)item->joints[4 * i] + c;
        const bool is_eye = item->slot == PD_WARDROBE_EYES;
        double sum = 0;
        double follow = is_eye ? pd_wardrobe_eye_direction(model, item->joints[4 * i], c, (int)b) : 0;
        for (size_t k = 0; k < PD_WARDROBE_FITTED_BETAS; k++) {
            if (k < own) sum += (double)item->dirs[at * own + k] * fitted[k];
            if (is_eye) follow -= from->joint_shapedirs[joint * from_betas + k] * fitted[k];
        }

        for (size_t a = 0; a < 3 && !is_eye; a++)
            follow += (double)item->anchor_weights[3 * i + a] *
                      (double)moves[3 * (size_t)item->anchors[3 * i + a] + c];
        dirs[at * betas + b] = (float)sum;
        at_anchors[at] = (float)follow;
    }

    if (pd_wardrobe_is_rigid(item)) export_level(at_anchors, item, 1, 0);
    for (size_t at = 0; at < 3 * (size_t)item->vertex_count; at++) dirs[at * betas + b] += at_anchors[at];
}

/* Adds the directions of garments that were learned on another model, all layers at once: each direction of
 * the skin is split into betas of the garments' model and residuals. `moves` (V,3) and `at_anchors` (n,3), n
 * the most vertices of an item: scratch. */
static void transfer_dirs(pd_wardrobe_export *out, const pd_wardrobe_request *r,
                          const pd_wardrobe_transfer *t, float *moves, float *at_anchors)
{
    const size_t betas = (size_t)r->model->beta_count;
    const size_t numbers = 3 * (size_t)r->model->vertex_count;

    for (size_t b = 0; b < betas; b++) {
        double fitted[PD_WARDROBE_FITTED_BETAS];
        for (size_t at = 0; at < numbers; at++) moves[at] = r->model->data.shapedirs[at * betas + b];
        pd_wardrobe_transfer_split(fitted, moves, t);

        for (int s = 0, layer = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
            if (!is_layer(out, r, s)) continue;
            const pd_wardrobe_item *item = item_of(out, r, s);
            const size_t own = (size_t)item->dir_count;
            float *dirs = out->layer_dirs[layer++];
            if (pd_wardrobe_is_inner(item)) {
                transfer_inner(dirs, b, item, r->model, t->own, fitted, moves, at_anchors);
                continue;
            }

            for (size_t at = 0; at < 3 * (size_t)item->vertex_count; at++)
                for (size_t k = 0; k < own && k < PD_WARDROBE_FITTED_BETAS; k++)
                    dirs[at * betas + b] += (float)((double)item->dirs[at * own + k] * fitted[k]);
        }
    }
}

/* Fills the morph targets of eyeballs (n,3,morph_count), which are zeros, with the turns of gaze. worn: the
 * eyes of the first body, at rest. All bodies share the targets. */
static void gaze_dirs(float *dirs, const pd_wardrobe_item *item, const pd_wardrobe_request *r,
                      const float *worn)
{
    const size_t count = (size_t)r->morph_count;

    for (size_t m = 0; m < count; m++) {
        float turn[9];
        bool is_left;
        if (!pd_smpl_gaze(turn, &is_left, r->morph_names[m])) continue;
        for (size_t corner = 0; corner < (size_t)item->corner_count; corner++) {
            const size_t v = item->corners[corner];
            const float *center = r->poses[0].rest_joints + 3 * (size_t)item->joints[4 * v];
            if ((center[0] > 0) != is_left) continue;
            for (size_t c = 0; c < 3; c++) {
                float sum = 0;
                for (size_t i = 0; i < 3; i++)
                    sum += (turn[3 * c + i] - (float)(c == i)) * (worn[3 * corner + i] - center[i]);
                dirs[(3 * v + c) * count + m] = sum;
            }
        }
    }
}

/* Returns whether the bodies of a request have lost hair, and then prepares the pattern. */
static bool has_hair_loss(pd_wardrobe_hair_loss *pattern, const pd_wardrobe_request *r)
{
    if (r->palette.hair_loss <= 0 || !pd_wardrobe_hair_can_be_lost(r->wardrobe, &r->outfit)) return false;
    pd_wardrobe_hair_loss_init(pattern, r->wardrobe, &r->palette);
    return true;
}

/* Adds the layer of a slot's item. Returns false without memory. */
static bool add_layer(pd_wardrobe_export *out, const pd_wardrobe_request *r, pd_wardrobe_slot slot,
                      const unsigned char *covered, const unsigned char *is_moved)
{
    const pd_wardrobe_item *item = item_of(out, r, slot);
    const int index = out->layer_count;

    PD_ASSERT(index < PD_WARDROBE_SLOT_COUNT);
    pd_io_glb_layer *layer = &out->layers[index];
    uint16_t *faces = malloc(3 * (size_t)item->face_count * sizeof *faces);
    int kept = 0;

    out->layer_faces[index] = faces;
    out->layer_slots[index] = slot;
    out->layer_rests[index] = item->rest;
    out->strands[index] = r->wardrobe->items[r->outfit.items[slot]].uvs;

    /* Directions of the betas, or of the skin's morphs, where the layer cannot take the item's own. */
    const bool needs_dirs =
        r->at_rest && !r->no_morphs &&
        (r->own || r->wardrobe->is_borrowed || r->model->beta_count > PD_WARDROBE_FITTED_BETAS);
    const bool has_morph = r->no_morphs && r->morphs;
    const bool is_gaze = has_morph && slot == PD_WARDROBE_EYES && r->morph_names && r->poses;
    bool moves = true;
    unsigned char *moved = out->layer_moved[index] =
        has_morph && !is_gaze ? calloc((size_t)item->vertex_count, 1) : NULL;
    if (has_morph && !is_gaze && !moved) return false;
    float *dirs = is_gaze      ? calloc(3 * (size_t)item->vertex_count * (size_t)r->morph_count, sizeof *dirs)
                  : has_morph  ? morph_dirs(moved, &moves, item, r, is_moved)
                  : needs_dirs ? rig_dirs(item, r->model, r->own != NULL)
                               : NULL;
    out->layer_dirs[index] = dirs;

    if (!faces || ((needs_dirs || has_morph) && !dirs)) return false;
    *layer = (pd_io_glb_layer){.corner_count = item->corner_count,
                               .faces = faces,
                               .uvs = item->uvs,
                               .places = pd_wardrobe_material_has_places(r, item) ? item->places : NULL,
                               .parts = out->parts[index],
                               .corners = item->corners,
                               .joints = item->joints,
                               .weights = item->weights,
                               .dirs = dirs ? dirs : item->dirs,
                               .dir_count = has_morph ? (moves ? r->morph_count : 0)
                                            : dirs    ? r->model->beta_count
                                                      : item->dir_count,
                               .moved = moved,
                               .detail = slot_detail[slot],
                               .role = pd_wardrobe_slot_name(slot)};

    /* Parts, less what is covered; each with its material. */
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        const int seen = pd_wardrobe_seen_part(faces + 3 * (size_t)kept, item, part, covered);
        if (!seen) continue;
        out->parts[index][layer->part_count++] =
            (pd_io_glb_part){kept, seen, pd_wardrobe_material_take(out, r, item, part)};
        kept += seen;
    }

    PD_ASSERT(kept <= item->face_count && layer->part_count <= item->part_count);
    out->layer_count++;

    return true;
}

/* Finds the skin that is seen, and adds a layer for each worn item. */
static bool add_layers(pd_wardrobe_export *out, const pd_wardrobe_request *r, const pd_wardrobe_transfer *t)
{
    const size_t vertices = (size_t)r->model->vertex_count;
    unsigned char *covered = malloc(2 * vertices);
    unsigned char *is_moved = covered + vertices;
    bool good = covered && out->hidden;

    /* The skin that is seen. */
    pd_wardrobe_hair_loss pattern;
    const bool is_bare = good && has_hair_loss(&pattern, r);
    if (is_bare) pd_wardrobe_hair_loss_bare(covered, r->wardrobe, &pattern);
    if (is_bare)
        good = pd_wardrobe_thin_hair_init(
            &out->worn_hair, &r->wardrobe->items[r->outfit.items[PD_WARDROBE_HAIR]], r->wardrobe, &pattern);
    if (good)
        out->face_count =
            pd_wardrobe_seen_faces(out->faces, out->hidden, r->wardrobe, &r->outfit, is_bare ? covered : NULL,
                                   r->model->data.faces, r->model->face_count, r->model->vertex_count);
    if (good && r->outfit.items[PD_WARDROBE_HAIR] >= 0 && r->outfit.items[PD_WARDROBE_HAT] >= 0)
        good = pd_wardrobe_pressed_hair_init(
            &out->worn_hair, &r->wardrobe->items[r->outfit.items[PD_WARDROBE_HAIR]],
            &r->wardrobe->items[r->outfit.items[PD_WARDROBE_HAT]], r->wardrobe->body);

    if (good) mark_moved(is_moved, r);
    if (good && out->has_corners)
        out->face_count = pd_wardrobe_seen_corners(out->faces, out->hidden, r->wardrobe);

    /* Layers in the order of the slots. */
    for (int s = 0; good && s < PD_WARDROBE_SLOT_COUNT; s++) {
        if (!is_layer(out, r, s)) continue;
        pd_wardrobe_covered(covered, r->wardrobe, &r->outfit, (pd_wardrobe_slot)s, r->model->vertex_count);
        good = add_layer(out, r, (pd_wardrobe_slot)s, covered, is_moved);
    }

    /* Garments of another model need directions that depend on all layers. */
    if (good && t && r->at_rest && !r->no_morphs) {
        size_t most = 1;
        for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
            if (!is_layer(out, r, s)) continue;
            const size_t own = (size_t)r->wardrobe->items[r->outfit.items[s]].vertex_count;
            if (own > most) most = own;
        }

        float *moves = malloc(3 * (size_t)r->model->vertex_count * sizeof *moves);
        float *at_anchors = malloc(3 * most * sizeof *at_anchors);
        good = moves && at_anchors;
        if (good) transfer_dirs(out, r, t, moves, at_anchors);
        free(moves);
        free(at_anchors);
    }

    free(covered);

    return good;
}

static size_t corners_of(const pd_wardrobe *w, const pd_wardrobe_outfit *outfit, size_t *most_vertices)
{
    size_t corners = 0;

    *most_vertices = 0;
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
        if (outfit->items[s] < 0) continue;
        const pd_wardrobe_item *item = &w->items[outfit->items[s]];
        corners += (size_t)item->corner_count;
        if ((size_t)item->vertex_count > *most_vertices) *most_vertices = (size_t)item->vertex_count;
    }

    return corners;
}

/* Moves the skin of a rigged body (V,3) inward below clothes. worn: their corners on this body. */
static pd_status fit_skin(float *skin, const pd_wardrobe_export *dressed, const pd_wardrobe_request *r,
                          int layer, const pd_wardrobe_wearer *wearer, const float *worn, pd_error *err)
{
    const pd_io_glb_layer *l = &dressed->layers[layer];
    int face_count = 0; /* parts lie one behind the other */
    for (int p = 0; p < l->part_count; p++) face_count += l->parts[p].face_count;
    const pd_wardrobe_rig_cover cover = {
        .data = &r->model->data,
        .item = &r->wardrobe->items[r->outfit.items[dressed->layer_slots[layer]]],
        .worn = worn,
        .faces = l->faces,
        .face_count = face_count,
        .normals = wearer->rest_facing,
        .hidden = dressed->hidden};

    return pd_wardrobe_rig_fit_skin(skin, &cover, err);
}

/* Replaces normals of the eyes by unit normals of their wet surface. */
static void wet_eyes(float *normals, const float *vertices, const pd_wardrobe_item *item)
{
    pd_wardrobe_cornea(normals, vertices, item->corner_count, item->corners, item->joints, item->rest);
    for (int c = 0; c < item->corner_count; c++) {
        float *n = normals + 3 * (size_t)c;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : k == 2;
    }
}

/* One body's layers and their correctives, each at its place in the export's blocks of so many corners a
 * body; the block after the last body's is scratch. */
static pd_status dress_one(pd_wardrobe_export *out, const pd_wardrobe_request *r,
                           const pd_wardrobe_transfer *transfer, size_t corners, int b, pd_error *err)
{
    float *at = out->block + 6 * corners * (size_t)b;
    float *scratch = out->block + 6 * corners * (size_t)r->body_count;
    float *follow = out->corrective_block + 3 * corners * (size_t)r->corrective_count * (size_t)b;
    pd_smpl_body body = r->bodies[b];
    pd_wardrobe_wearer wearer;
    int layer = 0;

    if (r->at_rest) body.rotations = body.translation = NULL;
    pd_status status = pd_wardrobe_wearer_init(
        &wearer, r->model, transfer, &body, r->skins + 3 * (size_t)r->model->vertex_count * (size_t)b, err);
    if (status != PD_OK) return status;

    /* The skin of a rig, which clothes move. */
    const size_t numbers = 3 * (size_t)r->model->vertex_count;
    float *rest = out->rest ? out->rest + numbers * (size_t)b : NULL;
    if (rest) memcpy(rest, r->skins + numbers * (size_t)b, numbers * sizeof *rest);

    /* Dress each item. */
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT && status == PD_OK; s++) {
        if (!is_layer(out, r, s)) continue;
        const pd_wardrobe_item *item = item_of(out, r, s);
        float *normals = r->has_normals ? at + 3 * (size_t)item->corner_count : NULL;
        pd_wardrobe_dress(at, normals, item, &wearer, scratch);
        if (normals && r->has_cornea && s == PD_WARDROBE_EYES) wet_eyes(normals, at, item);
        if (rest && s == PD_WARDROBE_OUTFIT) status = fit_skin(rest, out, r, layer, &wearer, at, err);

        /* (N,corner_count,3): a garment follows the correctives of the skin
         * at its anchors, as in dress.c. */
        float *to = follow;
        const float *dirs = r->corrective_count ? r->poses[b].correctives->dirs : NULL;
        for (int n = 0; n < r->corrective_count; n++, dirs += 3 * (size_t)r->model->vertex_count)
            for (size_t i = 0; i < 3 * (size_t)item->corner_count; i++) {
                const size_t anchor = 3 * (size_t)item->corners[i / 3];
                float sum = 0;
                for (size_t a = 0; a < 3; a++)
                    sum += item->anchor_weights[anchor + a] *
                           dirs[3 * (size_t)item->anchors[anchor + a] + i % 3];
                *to++ = sum;
            }

        out->worn[b * out->layer_count + layer++] =
            (pd_io_glb_worn){at, normals, r->corrective_count ? follow : NULL};
        at += 6 * (size_t)item->corner_count;
        follow += 3 * (size_t)item->corner_count * (size_t)r->corrective_count;
    }

    PD_ASSERT(status != PD_OK || layer == out->layer_count);
    PD_ASSERT(at <= out->block + 6 * corners * ((size_t)b + 1));
    pd_wardrobe_wearer_deinit(&wearer);

    return status;
}

/* ---- pictures ---- */

/* Makes an RGB image of a grey one. */
static pd_status widen_export(pd_io_image *out, const pd_io_image *grey, pd_error *err)
{
    const pd_status status = pd_io_image_init(out, grey->width, grey->height, 3, 8, err);
    const size_t count = 3 * (size_t)grey->width * (size_t)grey->height;

    for (size_t i = 0; status == PD_OK && i < count; i++)
        ((uint8_t *)out->samples)[i] = ((const uint8_t *)grey->samples)[i / 3];

    return status;
}

/* Encodes picture t of the file in the format that was asked for. */
static pd_status encode_export(pd_wardrobe_export *out, int t, const pd_io_image *image, pd_error *err)
{
    PD_ASSERT(t < (int)(sizeof out->files / sizeof *out->files) && !out->files[t].size);
    pd_buffer *file = &out->files[t];
    pd_io_image wide = {0}; /* WebP has no grey pictures */
    pd_status status = out->has_webp && image->channels == 1 ? widen_export(&wide, image, err) : PD_OK;
    if (status == PD_OK)
        status = out->has_webp
                     ? pd_io_webp_write(file, wide.samples ? &wide : image, WEBP_QUALITY, err)
                     : pd_io_png_write_level(file, image,
                                             out->is_read_again ? PD_IO_PNG_STORED : PD_IO_PNG_QUICK, err);
    pd_io_image_deinit(&wide);
    out->textures[t].file = (pd_bytes){file->data, file->size};

    return status;
}

/* Finds the eyes of the first body. Returns the picture that shows them; -1: none does. */
static int find_eyes(pd_wardrobe_lids *lids, const pd_wardrobe_export *out, const pd_wardrobe_request *r)
{
    for (int l = 0; l < out->layer_count; l++) {
        if (out->layer_slots[l] != PD_WARDROBE_EYES || !out->layers[l].part_count) continue;
        *lids = (pd_wardrobe_lids){.eyes = item_of(out, r, PD_WARDROBE_EYES),
                                   .worn = out->worn[l].vertices,
                                   .skin = r->skins,
                                   .template = r->model->data.v_template,
                                   .faces = r->model->data.faces,
                                   .vertex_count = r->model->vertex_count,
                                   .face_count = r->model->face_count};
        return out->materials[out->parts[l][0].material].texture;
    }

    return -1;
}

/* Encodes the pictures of the garments anew: that of the eyes with the shade of the lids, and all if the
 * request wants another format or smaller ones than the wardrobe's. */
static pd_status encode_garments(pd_wardrobe_export *out, const pd_wardrobe_request *r, int texture_count,
                                 pd_error *err)
{
    pd_wardrobe_lids lids;
    const int eyes = find_eyes(&lids, out, r);
    pd_status status = PD_OK;

    for (int t = 0; t < texture_count && status == PD_OK; t++) {
        pd_io_image image;
        if (!r->has_webp && !r->picture_most && t != eyes) continue;
        status = pd_io_png_read(&image, out->textures[t].file.data, out->textures[t].file.size, NULL, err);
        if (status != PD_OK) break;
        if (t == eyes) status = pd_wardrobe_lids_paint(&image, &lids, err);
        if (r->picture_most && status == PD_OK) status = pd_io_image_shrink(&image, r->picture_most, err);
        if (status == PD_OK) status = encode_export(out, t, &image, err);
        pd_io_image_deinit(&image);
    }

    return status;
}

/* Draws the skin's textures and gives them to its material. */
static pd_status texture_skin(pd_wardrobe_export *out, const pd_wardrobe_request *r, pd_error *err)
{
    static const char *const names[3] = {"skin", "skin-normal", "skin-surface"};
    pd_wardrobe_complexion made;
    const int hair = r->outfit.items[PD_WARDROBE_HAIR];
    const int beard = r->outfit.items[PD_WARDROBE_BEARD];
    const pd_wardrobe_complexion_job job = {.wardrobe = r->wardrobe,
                                            .palette = &r->palette,
                                            .hair = hair >= 0 ? &r->wardrobe->items[hair] : NULL,
                                            .beard = beard >= 0 ? &r->wardrobe->items[beard] : NULL,
                                            .side = r->texture_side,
                                            .faces = out->faces,
                                            .face_count = out->face_count};
    pd_status status = pd_wardrobe_complexion_init(&made, &job, &pd_executor_serial, err);
    const pd_io_image *const images[3] = {&made.albedo, &made.normal, &made.surface};

    for (int t = 0; t < 3 && status == PD_OK; t++) {
        out->textures[out->texture_count] = (pd_io_glb_texture){.name = names[t]};
        status = encode_export(out, out->texture_count++, images[t], err);
    }

    pd_wardrobe_complexion_deinit(&made);
    if (status != PD_OK) return status;

    /* The textures replace colour and roughness. */
    pd_io_glb_material *m = &out->materials[0];
    m->texture = out->texture_count - 3;
    m->normal_map = out->texture_count - 1;
    m->surface_map = out->texture_count;
    m->color[0] = m->color[1] = m->color[2] = m->roughness = 1;

    return PD_OK;
}

pd_status pd_wardrobe_export_init(pd_wardrobe_export *out, const pd_wardrobe_request *r, pd_error *err)
{
    size_t most;
    const size_t corners = corners_of(r->wardrobe, &r->outfit, &most);
    const size_t bodies = (size_t)r->body_count;
    pd_wardrobe_transfer from;
    pd_wardrobe_transfer *transfer = r->own ? &from : NULL;
    const pd_wardrobe_transfer *worn_by = r->wardrobe->is_borrowed ? &pd_wardrobe_follow : transfer;

    if (transfer) pd_wardrobe_transfer_init(transfer, r->own);
    memset(out, 0, sizeof *out);

    /* Memory for all bodies. */
    out->faces = malloc(3 * (size_t)r->model->face_count * sizeof *out->faces);
    out->block = malloc((6 * corners * bodies + 9 * most + 1) * sizeof *out->block);
    const size_t follow = 3 * corners * (size_t)r->corrective_count;
    out->corrective_block = malloc((bodies * follow + 1) * sizeof *out->corrective_block);
    out->worn = calloc(bodies * PD_WARDROBE_SLOT_COUNT + 1, sizeof *out->worn);
    out->vertex_count = r->model->vertex_count;
    out->hidden = malloc((size_t)out->vertex_count);
    const bool is_fitted = r->at_rest && r->outfit.items[PD_WARDROBE_OUTFIT] >= 0;
    if (is_fitted) out->rest = malloc(3 * (size_t)out->vertex_count * bodies * sizeof *out->rest);

    out->has_webp = r->has_webp;
    out->is_read_again = r->is_read_again;
    out->has_corners = r->has_corners && pd_wardrobe_has_skin(r->wardrobe) &&
                       pd_wardrobe_skin_fits(r->wardrobe, r->model->data.faces, r->model->face_count);

    /* Material 0 is the skin. */
    out->materials[out->material_count++] =
        (pd_io_glb_material){.name = "skin", .roughness = SKIN_ROUGHNESS, .texture = -1};
    pd_wardrobe_skin_color(out->materials[0].color, r->palette.skin);
    if (out->has_corners) out->skin = &r->wardrobe->skin;

    /* Layers, then each body. */
    pd_status status = PD_OK;
    if (!out->faces || !out->block || !out->corrective_block || !out->worn || (is_fitted && !out->rest) ||
        !add_layers(out, r, transfer))
        status = pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for %d dressed bodies", r->body_count);
    const int picture_count = out->texture_count;
    if (status == PD_OK && out->has_corners && r->texture_side) status = texture_skin(out, r, err);
    for (int b = 0; b < r->body_count && status == PD_OK; b++)
        status = dress_one(out, r, worn_by, corners, b, err);
    if (status == PD_OK && r->body_count) status = encode_garments(out, r, picture_count, err);
    for (int slot = 0, layer = 0; status == PD_OK && slot < PD_WARDROBE_SLOT_COUNT; slot++) {
        if (!is_layer(out, r, slot)) continue;
        if (slot == PD_WARDROBE_EYES && out->layer_dirs[layer] && r->no_morphs && r->morph_names && r->poses)
            gaze_dirs(out->layer_dirs[layer], &r->wardrobe->items[r->outfit.items[slot]], r,
                      out->worn[layer].vertices);
        layer++;
    }

    if (status != PD_OK) pd_wardrobe_export_deinit(out);

    return status;
}

void pd_wardrobe_export_deinit(pd_wardrobe_export *d)
{
    for (int l = 0; l < PD_WARDROBE_SLOT_COUNT; l++) {
        free(d->layer_faces[l]);
        free(d->layer_dirs[l]);
        free(d->layer_moved[l]);
    }

    pd_wardrobe_worn_hair_deinit(&d->worn_hair);
    free(d->hidden);
    free(d->rest);
    free(d->faces);
    free(d->block);
    free(d->corrective_block);
    free(d->worn);
    free(d->spread);
    free(d->spread_face);
    free(d->spread_bodies);
    free(d->spread_poses);
    free(d->spread_correctives);
    for (size_t t = 0; t < sizeof d->files / sizeof *d->files; t++) pd_buffer_deinit(&d->files[t]);
    memset(d, 0, sizeof *d);
}

size_t pd_wardrobe_export_bytes(const pd_wardrobe *w, const pd_wardrobe_outfit *outfit, int body_count,
                                int rig_betas, int rig_correctives, int texture_side)
{
    size_t most;
    size_t bytes = sizeof(pd_wardrobe_export);
    size_t file = 0;
    const size_t corners = corners_of(w, outfit, &most);
    const size_t bodies = (size_t)body_count;

    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
        if (outfit->items[s] < 0) continue;
        const pd_wardrobe_item *item = &w->items[outfit->items[s]];
        file += (size_t)item->face_count * (pd_wardrobe_is_carded(item) ? 12 : 6) +
                (size_t)item->corner_count * (8 + (item->places ? 8 + 16 * bodies : 0) + 24 * bodies);
        file += 12 * (size_t)item->corner_count * bodies * (size_t)rig_correctives;
        if (s == PD_WARDROBE_HAIR) /* the copy of hair of which some is lost */
            bytes += 20 * (size_t)item->corner_count + 6 * (size_t)item->face_count +
                     (size_t)item->part_count * sizeof *item->parts;
        if (!rig_betas) continue;
        file += (size_t)item->corner_count * (20 + 12 * ((size_t)rig_betas + 1));
        bytes += (size_t)item->vertex_count * (12 * (size_t)rig_betas + 1);
    }

    for (int t = 0; t < w->texture_count; t++) file += w->textures[t].bytes;
    if (outfit->items[PD_WARDROBE_EYES] >= 0) bytes += EYES_BYTES;
    if (w->skin.corner_count) { /* the skin on its corners, and its textures */
        const size_t rig =
            rig_betas || rig_correctives ? 4 * ((size_t)w->joint_count + 3 * (size_t)rig_betas) : 0;
        const size_t row = 4 * (6 + 3 * (size_t)rig_correctives) * bodies;
        const size_t moves = rig_betas ? 17 * 12 + 12 : 0; /* of the writer: 17 targets at a time */
        bytes +=
            (size_t)w->skin.corner_count * (row + moves) + (size_t)texture_side * (size_t)texture_side * 20;
        file += (size_t)(w->skin.corner_count - w->skin_vertex_count) * (row + rig) +
                (size_t)w->skin.corner_count * 8 + (size_t)texture_side * (size_t)texture_side * 9;
    }

    bytes += 12 * (size_t)w->skin_vertex_count * bodies; /* skin of a rig below clothes */
    bytes += (6 * corners * bodies + 9 * most) * sizeof(float) +
             12 * corners * bodies * (size_t)rig_correctives + 96 * (size_t)w->skin_vertex_count;

    return bytes + 2 * file;
}

/* Writes rows of `width` numbers for the skin's corners from those of its vertices.
 * Returns the end of what it wrote. */
static float *spread_rows(float *out, const float *in, size_t width, const pd_wardrobe_skin *skin)
{
    for (int c = 0; c < skin->corner_count; c++)
        memcpy(out + width * (size_t)c, in + width * skin->corners[c], width * sizeof *out);
    return out + width * (size_t)skin->corner_count;
}

/* Returns the skin at rest (V,3) of a body of a rig. */
static const float *export_rest_of(const pd_io_glb *glb, const pd_wardrobe_export *d, int body)
{
    return d->rest ? d->rest + 3 * (size_t)d->vertex_count * (size_t)body : glb->poses[body].rest;
}

/* Lets the poses of a rig have the skin that is fitted to the clothes. */
static bool apply_rest(pd_io_glb *glb, int body_count, pd_wardrobe_export *d)
{
    if (!glb->rig || !d->rest) return true;
    d->spread_poses = malloc((size_t)body_count * sizeof *d->spread_poses);
    if (!d->spread_poses) return false;
    for (int b = 0; b < body_count; b++) {
        d->spread_poses[b] = glb->poses[b];
        d->spread_poses[b].rest = export_rest_of(glb, d, b);
    }

    glb->poses = d->spread_poses;

    return true;
}

/* Repeats what a rig and its poses have of each vertex. */
static bool spread_rig(pd_io_glb *glb, int body_count, pd_wardrobe_export *d)
{
    const size_t corners = (size_t)d->skin->corner_count;
    const size_t bodies = (size_t)body_count;
    const size_t follow = (size_t)glb->rig->corrective_count;
    float *at = d->spread = malloc(corners * bodies * (6 + 3 * follow) * sizeof *at);

    d->spread_poses = malloc(bodies * sizeof *d->spread_poses);
    d->spread_correctives = malloc(bodies * sizeof *d->spread_correctives);
    if (!at || !d->spread_poses || !d->spread_correctives) return false;

    /* The rig, then the poses, which refer to it. */
    d->spread_rig = *glb->rig;
    d->spread_rig.rows = d->skin->corners;
    for (int b = 0; b < body_count; b++) {
        pd_io_glb_pose *pose = &d->spread_poses[b];
        *pose = glb->poses[b];
        pose->rest = at;
        at = spread_rows(at, export_rest_of(glb, d, b), 3, d->skin);
        if (pose->rest_normals) {
            pose->rest_normals = at;
            at = spread_rows(at, glb->poses[b].rest_normals, 3, d->skin);
        }

        if (!follow) continue;

        const float *from = glb->poses[b].correctives->dirs;
        const size_t vertices = 3 * (size_t)d->vertex_count;
        d->spread_correctives[b] = *glb->poses[b].correctives;
        d->spread_correctives[b].dirs = at;
        pose->correctives = &d->spread_correctives[b];
        for (size_t n = 0; n < follow; n++) at = spread_rows(at, from + n * vertices, 3, d->skin);
    }

    glb->rig = &d->spread_rig;
    glb->poses = d->spread_poses;

    return true;
}

/* Repeats vertices and normals of plain bodies. */
static bool spread_mesh(pd_io_mesh *mesh, pd_wardrobe_export *d)
{
    const size_t corners = (size_t)d->skin->corner_count;
    const size_t bodies = (size_t)mesh->body_count;
    float *at = d->spread = malloc(6 * corners * bodies * sizeof *at);

    d->spread_bodies = malloc(bodies * sizeof *d->spread_bodies);
    if (!at || !d->spread_bodies) return false;
    for (size_t b = 0; b < bodies; b++) {
        d->spread_bodies[b] = mesh->bodies[b];
        d->spread_bodies[b].vertices = at;
        at = spread_rows(at, mesh->bodies[b].vertices, 3, d->skin);
        if (mesh->bodies[b].normals) {
            d->spread_bodies[b].normals = at;
            at = spread_rows(at, mesh->bodies[b].normals, 3, d->skin);
        }
    }

    mesh->bodies = d->spread_bodies;

    return true;
}

/* Repeats which vertices are the face's. */
static bool spread_face(pd_io_glb *glb, pd_wardrobe_export *d)
{
    if (!glb->face) return true;
    d->spread_face = malloc((size_t)d->skin->corner_count);
    for (int c = 0; d->spread_face && c < d->skin->corner_count; c++)
        d->spread_face[c] = glb->face[d->skin->corners[c]];
    glb->face = d->spread_face;

    return d->spread_face != NULL;
}

bool pd_wardrobe_export_apply(pd_io_glb *glb, pd_io_mesh *mesh, pd_wardrobe_export *d)
{
    /* The skin on its corners. */
    if (d->has_corners) {
        if (!(glb->rig ? spread_rig(glb, mesh->body_count, d) : spread_mesh(mesh, d)) || !spread_face(glb, d))
            return false;
        mesh->vertex_count = d->skin->corner_count;
        glb->uvs = d->skin->uvs;
    } else if (!apply_rest(glb, mesh->body_count, d)) {
        return false;
    }

    /* Triangles, layers and materials. */
    mesh->faces = d->faces;
    mesh->face_count = d->face_count;
    glb->mesh = mesh;
    glb->layers = d->layers;
    glb->worn = d->worn;
    glb->layer_count = d->layer_count;
    glb->materials = d->materials;
    glb->material_count = d->material_count;
    glb->textures = d->textures;
    glb->texture_count = d->texture_count;
    glb->has_webp = d->has_webp;

    return true;
}
