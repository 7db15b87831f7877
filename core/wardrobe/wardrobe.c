#include "core/wardrobe/wardrobe.h"

#include "core/wardrobe/borrow.h"

#include "core/base/assert.h"
#include "core/base/references.h"
#include "core/base/text/edit_distance.h"
#include "core/io/pack/pack.h"
#include "core/math/triangle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool is_face;
} slots[PD_WARDROBE_SLOT_COUNT] = {
#define SLOT(id, name, face, doc) [PD_WARDROBE_##id] = {name, face},
    PD_WARDROBE_SLOT_TABLE(SLOT)
#undef SLOT
};

const char *pd_wardrobe_slot_name(pd_wardrobe_slot slot)
{
    PD_ASSERT((unsigned)slot < PD_WARDROBE_SLOT_COUNT);
    return slots[slot].name;
}

int pd_wardrobe_slot_find(const char *name)
{
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        if (!strcmp(slots[s].name, name)) return s;
    return -1;
}

bool pd_wardrobe_slot_is_face(pd_wardrobe_slot slot)
{
    PD_ASSERT((unsigned)slot < PD_WARDROBE_SLOT_COUNT);
    return slots[slot].is_face;
}

const char *pd_wardrobe_style_name(pd_wardrobe_style style)
{
#define STYLE(id, name) name,
    static const char *const names[PD_WARDROBE_STYLE_COUNT] = {PD_WARDROBE_STYLE_TABLE(STYLE)};
#undef STYLE
    PD_ASSERT((unsigned)style < PD_WARDROBE_STYLE_COUNT);
    return names[style];
}

/* ---- maps of the skin ---- */

const char *pd_wardrobe_map_name(int map)
{
    static const char *const names[PD_WARDROBE_MAPS] = {"skin-tissue", "skin-surface", "skin-relief",
                                                        "skin-brow", "skin-grain"};
    PD_ASSERT(map >= 0 && map < PD_WARDROBE_MAPS);
    return names[map];
}

int pd_wardrobe_map_channels(int map)
{
    static const int channels[PD_WARDROBE_MAPS] = {4, 4, 4, 4, 3};
    PD_ASSERT(map >= 0 && map < PD_WARDROBE_MAPS);
    return channels[map];
}

bool pd_wardrobe_map_fits(const pd_io_image *image, int map)
{
    return image->channels == pd_wardrobe_map_channels(map) && image->bits == 8 &&
           image->width == image->height && image->width >= 128 && image->width <= PD_WARDROBE_MAP_MAX &&
           !(image->width & (image->width - 1));
}

/* ---- memory ---- */

bool pd_wardrobe_item_alloc(pd_wardrobe_item *item)
{
    const size_t n = (size_t)item->vertex_count;
    const size_t m = (size_t)item->corner_count;
    const size_t f = (size_t)item->face_count;
    const size_t d = (size_t)item->dir_count;

    item->places = NULL;
    item->rest = calloc(3 * n, sizeof *item->rest);
    item->dirs = calloc(3 * n * d + 1, sizeof *item->dirs);
    item->anchors = calloc(3 * n, sizeof *item->anchors);
    item->anchor_weights = calloc(3 * n, sizeof *item->anchor_weights);
    item->joints = calloc(4 * n, sizeof *item->joints);
    item->weights = calloc(4 * n, sizeof *item->weights);
    item->corners = calloc(m, sizeof *item->corners);
    item->uvs = calloc(2 * m, sizeof *item->uvs);
    item->faces = calloc(3 * f, sizeof *item->faces);
    item->parts = calloc((size_t)item->part_count, sizeof *item->parts);
    item->hides = calloc((size_t)item->hide_count + 1, sizeof *item->hides);

    return item->rest && item->dirs && item->anchors && item->anchor_weights && item->joints &&
           item->weights && item->corners && item->uvs && item->faces && item->parts && item->hides;
}

bool pd_wardrobe_item_place(pd_wardrobe_item *item)
{
    item->places = calloc(2 * (size_t)item->corner_count, sizeof *item->places);
    return item->places != NULL;
}

void pd_wardrobe_item_deinit(pd_wardrobe_item *item)
{
    if (!item->is_shared) {
        free(item->rest);
        free(item->dirs);
        free(item->anchors);
        free(item->anchor_weights);
        free(item->joints);
        free(item->weights);
        free(item->corners);
        free(item->faces);
        free(item->hides);
        free(item->places);
    }

    free(item->uvs);
    free(item->parts);
}

/* Frees the arrays of a wardrobe that owns them. */
static void free_arrays(pd_wardrobe *w)
{
    for (int i = 0; w->items && i < w->item_count; i++) pd_wardrobe_item_deinit(&w->items[i]);
    for (int t = 0; w->textures && t < w->texture_count; t++) free(w->textures[t].png);
    free(w->skin.corners);
    free(w->skin.uvs);
    free(w->skin.faces);
    for (int m = 0; m < PD_WARDROBE_MAPS; m++) pd_io_image_deinit(&w->skin.maps[m]);
    free(w->body);
    pd_model_text_free(&w->text);
}

void pd_wardrobe_deinit(pd_wardrobe *w)
{
    pd_wardrobe_borrow_deinit(w);
    if (!w->pack) free_arrays(w);
    free(w->items);
    free(w->textures);
    pd_pack_release(w->pack);
    memset(w, 0, sizeof *w);
}

pd_wardrobe *pd_wardrobe_retain(pd_wardrobe *w)
{
    pd_references_add(&w->references);
    return w;
}

void pd_wardrobe_release(pd_wardrobe *w)
{
    if (!w || !pd_references_drop(&w->references)) return;

    pd_wardrobe_deinit(w);
    free(w);
}

/* ---- checks ---- */

/* Fails at "item.tensor". */
static pd_status wardrobe_complain(pd_error *err, const pd_wardrobe_item *item, const char *tensor,
                                   const char *what)
{
    char where[64];
    snprintf(where, sizeof where, "%s.%s", item->name, tensor);
    return pd_fail(err, PD_ERR_RANGE, where, "%s", what);
}

/* Tells whether all values are finite and at most `most` in size. */
static bool wardrobe_within(const float *values, size_t count, float most)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= most)) return false;
    return true;
}

static bool below(const uint16_t *values, size_t count, int limit)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] >= limit) return false;
    return true;
}

/* Rows of `width` that sum to 1, none below `least`. */
static bool sums_to_one(const float *rows, int count, int width, float least)
{
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < width; k++) {
            const float value = rows[width * (size_t)i + (size_t)k];
            if (!(value >= least && value <= 1 - least)) return false;
            sum += value;
        }

        if (!(fabsf(sum - 1) < 1e-3f)) return false;
    }

    return true;
}

/* Checks everything that indexes another array, so that dressing needs no checks. */
static pd_status check_item(const pd_wardrobe *w, const pd_wardrobe_item *item, pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    const size_t m = (size_t)item->corner_count;

    /* Numbers in their range, indices of what is there. */
    if (!wardrobe_within(item->rest, 3 * n, 10))
        return wardrobe_complain(err, item, "template",
                                 "a vertex is more than 10 m away; at most 10 m allowed");
    if (!wardrobe_within(item->dirs, 3 * n * (size_t)item->dir_count, 10))
        return wardrobe_complain(err, item, "dirs", "a direction is longer than 10 m; at most 10 m allowed");
    if (!below(item->anchors, 3 * n, w->skin_vertex_count))
        return wardrobe_complain(
            err, item, "anchors",
            "refers to a vertex that the skin does not have; a vertex of the skin expected");
    if (!sums_to_one(item->anchor_weights, item->vertex_count, 3, -8))
        return wardrobe_complain(err, item, "anchor_weights", "a row does not sum to 1; a sum of 1 expected");
    if (!sums_to_one(item->weights, item->vertex_count, 4, 0))
        return wardrobe_complain(err, item, "weights", "a row does not sum to 1; a sum of 1 expected");
    for (size_t i = 0; i < 4 * n; i++)
        if (item->joints[i] >= w->joint_count)
            return wardrobe_complain(
                err, item, "joints",
                "refers to a joint that the model does not have; a joint of the model expected");

    if (!below(item->corners, m, item->vertex_count))
        return wardrobe_complain(
            err, item, "corners",
            "refers to a vertex that the item does not have; a vertex of the item expected");
    if (!wardrobe_within(item->uvs, 2 * m, 1e4f))
        return wardrobe_complain(err, item, "uvs", "a coordinate is out of range; -10000 to 10000 allowed");
    if (item->places && !wardrobe_within(item->places, 2 * m, 16))
        return wardrobe_complain(err, item, "places", "a coordinate is out of range; -16 to 16 allowed");
    if (!below(item->faces, 3 * (size_t)item->face_count, item->corner_count))
        return wardrobe_complain(
            err, item, "faces",
            "refers to a corner that the item does not have; a corner of the item expected");
    if (!below(item->hides, (size_t)item->hide_count, w->skin_vertex_count))
        return wardrobe_complain(
            err, item, "hides",
            "refers to a vertex that the skin does not have; a vertex of the skin expected");

    /* Parts share the faces out, in order. */
    int faces = 0;
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        if (part->first_face != faces || part->face_count < 1 || part->face_count > item->face_count - faces)
            return wardrobe_complain(
                err, item, "parts",
                "the faces of the parts are not consecutive; the faces of the item, one part "
                "after the other, expected");
        faces += part->face_count;
        if (part->texture < -1 || part->texture >= w->texture_count)
            return wardrobe_complain(
                err, item, "parts",
                "refers to a texture that the file does not have; a texture of the file expected");
        if (part->folds < 0 || part->folds > w->texture_count || part->shade < 0 ||
            part->shade > w->texture_count || ((part->folds || part->shade) && !item->places))
            return wardrobe_complain(err, item, "parts",
                                     "refers to folds or shade that the file does not have; textures of the "
                                     "file, and places of the item, expected");
        if (!wardrobe_within(part->color, 3, 1) || !wardrobe_within(&part->roughness, 1, 1))
            return wardrobe_complain(err, item, "parts",
                                     "a colour or roughness is out of range; 0 to 1 allowed");
    }

    if (faces == item->face_count) return PD_OK;

    return wardrobe_complain(err, item, "parts",
                             "the parts do not contain all faces; all faces of the item expected");
}

/* Checks the skin's corners, so that whoever textures the skin needs no checks. */
static pd_status check_skin(const pd_wardrobe *w, pd_error *err)
{
    const pd_wardrobe_skin *s = &w->skin;

    if (!s->corner_count) return PD_OK;
    if (s->corner_count < w->skin_vertex_count)
        return pd_fail(err, PD_ERR_RANGE, "skin.corners", "%d; at least one for each of %d vertices expected",
                       s->corner_count, w->skin_vertex_count);
    for (int c = 0; c < s->corner_count; c++)
        if (s->corners[c] >= w->skin_vertex_count || (c < w->skin_vertex_count && s->corners[c] != c))
            return pd_fail(err, PD_ERR_RANGE, "skin.corners", "corner %d is of vertex %d; %s", c,
                           s->corners[c], "first the vertices in order, then vertices of the skin expected");
    if (!wardrobe_within(s->uvs, 2 * (size_t)s->corner_count, 16))
        return pd_fail(err, PD_ERR_RANGE, "skin.uvs", "a coordinate is out of range; -16 to 16 allowed");
    if (!below(s->faces, 3 * (size_t)s->face_count, s->corner_count))
        return pd_fail(err, PD_ERR_RANGE, "skin.faces",
                       "refers to a corner that the skin does not have; a corner of the skin expected");

    return PD_OK;
}

pd_status pd_wardrobe_check(const pd_wardrobe *w, pd_error *err)
{
    pd_status status = check_skin(w, err);

    /* Items with unique names. */
    for (int i = 0; i < w->item_count && status == PD_OK; i++) {
        status = check_item(w, &w->items[i], err);
        if (status == PD_OK && pd_wardrobe_find(w, w->items[i].name) != i)
            status = pd_fail(err, PD_ERR_FORMAT, w->items[i].name,
                             "two items have this name; unique names expected");
    }

    /* Standard items are in their slots. */
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT && status == PD_OK; s++) {
        const int item = w->standard[s];
        if (item >= w->item_count || (item >= 0 && w->items[item].slot != (pd_wardrobe_slot)s))
            status = pd_fail(err, PD_ERR_FORMAT, "standard",
                             "the item is of another slot; an item of the slot %s expected", slots[s].name);
    }

    return status;
}

/* ---- choosing ---- */

int pd_wardrobe_texture_find(const pd_wardrobe *w, const char *name)
{
    for (int t = 0; t < w->texture_count; t++)
        if (!strcmp(w->textures[t].name, name)) return t;
    return -1;
}

int pd_wardrobe_find(const pd_wardrobe *w, const char *name)
{
    for (int i = 0; i < w->item_count; i++)
        if (!strcmp(w->items[i].name, name)) return i;
    return -1;
}

/* Fails with the nearest name, or with the list of names. */
static pd_status refuse_name(const pd_wardrobe *w, const char *name, pd_error *err)
{
    char names[sizeof err->detail - 96]; /* room for the sentence around them */
    pd_edit_distance_search search = pd_edit_distance_begin(name);

    if (!strcmp(name, "none"))
        return pd_fail(err, PD_ERR_INVALID, "wear",
                       "none is given with other items; none alone, or items without none, expected");
    for (int i = 0; i < w->item_count; i++) pd_edit_distance_offer(&search, w->items[i].name);
    const char *nearest = pd_edit_distance_nearest(&search);
    if (nearest)
        return pd_fail(err, PD_ERR_INVALID, "wear", "\"%.32s\" is not in the wardrobe; did you mean %s?",
                       name, nearest);

    /* "a, b, none", or as many as there is room for, "a, b, 31 more, none". */
    const size_t size = sizeof names;
    const size_t rest = sizeof "1000 more, none";
    size_t used = 0;
    int i = 0;
    for (; i < w->item_count && used + strlen(w->items[i].name) + 2 + rest < size; i++)
        used += (size_t)snprintf(names + used, size - used, "%s, ", w->items[i].name);
    if (i < w->item_count)
        snprintf(names + used, size - used, "%d more, none", w->item_count - i);
    else
        snprintf(names + used, size - used, "none");

    return pd_fail(err, PD_ERR_INVALID, "wear", "\"%.32s\" is not in the wardrobe; %s expected", name, names);
}

pd_status pd_wardrobe_choose(pd_wardrobe_outfit *out, const pd_wardrobe *w, const char *names, pd_error *err)
{
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) out->items[s] = names ? -1 : w->standard[s];
    if (!names || !strcmp(names, "none")) return PD_OK;

    /* Names separated by commas, with blanks around them. */
    for (const char *at = names;;) {
        char name[PD_MODEL_NAME_BYTES] = "";
        at += strspn(at, " ");
        size_t length = strcspn(at, ",");
        const char *next = at + length;
        while (length && at[length - 1] == ' ') length--;
        if (length >= sizeof name) return refuse_name(w, at, err);
        memcpy(name, at, length);

        const int item = pd_wardrobe_find(w, name);
        if (item < 0) return refuse_name(w, name, err);

        const pd_wardrobe_slot slot = w->items[item].slot;
        if (out->items[slot] >= 0)
            return pd_fail(err, PD_ERR_INVALID, "wear", "%s and %s are both %s; one of each slot expected",
                           w->items[out->items[slot]].name, name, slots[slot].name);
        out->items[slot] = item;

        if (!*next) break;
        at = next + 1;
    }

    /* Parts of the face that were not named are the standard ones. */
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        if (slots[s].is_face && out->items[s] < 0) out->items[s] = w->standard[s];

    return PD_OK;
}

bool pd_wardrobe_is_bare(const pd_wardrobe_outfit *outfit)
{
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        if (outfit->items[s] >= 0) return false;
    return true;
}
