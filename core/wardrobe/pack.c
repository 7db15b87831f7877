#include "core/wardrobe/pack.h"

#include <stdlib.h>
#include <string.h>

#define KIND UINT32_C(0x52414557) /* "WEAR": the first number of a wardrobe */

/* Visits `count` elements of the type that the pointer points at. */
#define ARRAY(c, pointer, count) pd_pack_array(c, &(pointer), (size_t)(count), sizeof *(pointer), 0)

/* Everything that these structs hold has to be visited below. When one has grown: visit what is new, raise
 * PD_PACK_LAYOUT, then write the new size here. */
#if defined(__x86_64__)
/* `half` is 0 of every item of a pack: only garments of clients have it. */
_Static_assert(sizeof(pd_wardrobe_item) == 576, "visit the new members of pd_wardrobe_item");
_Static_assert(sizeof(pd_wardrobe_part) == 48, "pd_wardrobe_part is stored as it lies in memory");
_Static_assert(sizeof(pd_wardrobe_skin) == 152, "visit the new members of pd_wardrobe_skin");
_Static_assert(sizeof(pd_wardrobe) == 392, "visit the new members of pd_wardrobe");
#endif

/* -- visiting -------------------------------------------------------------- */

/* Visits a text in an array of `size` bytes. */
static void visit_name(pd_pack_cursor *c, char *text, size_t size)
{
    pd_pack_value(c, text, size);
    if (memchr(text, 0, size)) return;
    pd_pack_refuse(c, "a name has no end");
    text[0] = 0;
}

/* Refuses parts of a mapped item whose enumerations or truth values have no meaning;
 * pd_wardrobe_check checks their numbers. */
static void check_parts(pd_pack_cursor *c, const pd_wardrobe_item *item)
{
    for (int p = 0; item->parts && p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        unsigned char two_sided;
        memcpy(&two_sided, &part->two_sided, 1);
        if ((unsigned)part->alpha > PD_WARDROBE_BLEND || (unsigned)part->tint > PD_WARDROBE_IRIS_TINT ||
            two_sided > 1)
            pd_pack_refuse(c, "a part of an item has an unknown value");
    }
}

/* Visits one of item_count items. */
static void visit_item(pd_pack_cursor *c, pd_wardrobe_item *item, int item_count)
{
    /* Texts and what they say. */
    visit_name(c, item->name, sizeof item->name);
    visit_name(c, item->about, sizeof item->about);
    visit_name(c, item->source, sizeof item->source);
    visit_name(c, item->parameters, sizeof item->parameters);
    int slot = (int)item->slot;
    pd_pack_count(c, &slot, 0, PD_WARDROBE_SLOT_COUNT - 1);
    item->slot = (pd_wardrobe_slot)slot;
    pd_pack_count(c, &item->base, 0, item_count - 1);
    for (int g = 0; g < 2; g++) pd_pack_count(c, &item->often[g], 0, INT32_MAX);
    PD_PACK_VALUE(c, item->styles);
    pd_pack_bool(c, &item->has_halves);
    PD_PACK_VALUE(c, item->low);
    PD_PACK_VALUE(c, item->wide);
    pd_pack_bool(c, &item->is_shared);

    /* Arrays. Those of a shared piece are equal to those of its item, so that the pack stores them once. */
    pd_pack_count(c, &item->vertex_count, 1, PD_WARDROBE_VERTICES_MAX);
    pd_pack_count(c, &item->corner_count, 1, PD_WARDROBE_VERTICES_MAX);
    pd_pack_count(c, &item->face_count, 1, PD_WARDROBE_FACES_MAX);
    pd_pack_count(c, &item->part_count, 1, PD_WARDROBE_PARTS_MAX);
    pd_pack_count(c, &item->dir_count, 0, PD_WARDROBE_DIRS_MAX);
    pd_pack_count(c, &item->hide_count, 0, PD_WARDROBE_VERTICES_MAX);
    const size_t n = (size_t)item->vertex_count;
    const size_t corners = (size_t)item->corner_count;
    ARRAY(c, item->rest, 3 * n);
    ARRAY(c, item->dirs, 3 * n * (size_t)item->dir_count);
    ARRAY(c, item->anchors, 3 * n);
    ARRAY(c, item->anchor_weights, 3 * n);
    ARRAY(c, item->joints, 4 * n);
    ARRAY(c, item->weights, 4 * n);
    ARRAY(c, item->corners, corners);
    ARRAY(c, item->uvs, 2 * corners);
    bool has_places = item->places != NULL;
    pd_pack_bool(c, &has_places);
    if (has_places) ARRAY(c, item->places, 2 * corners);
    ARRAY(c, item->faces, 3 * (size_t)item->face_count);
    ARRAY(c, item->parts, item->part_count);

    if (c->pack) check_parts(c, item);
    ARRAY(c, item->hides, item->hide_count);
}

static void visit_texture(pd_pack_cursor *c, pd_wardrobe_texture *texture)
{
    visit_name(c, texture->name, sizeof texture->name);
    int bytes = (int)texture->bytes;
    pd_pack_count(c, &bytes, 1, PD_WARDROBE_PNG_MAX);
    texture->bytes = (size_t)bytes;
    ARRAY(c, texture->png, texture->bytes);
}

/* Visits the skin's corners and its maps: squares of 8 bits, as the file's reader requires. */
static void visit_skin(pd_pack_cursor *c, pd_wardrobe_skin *skin)
{
    pd_pack_count(c, &skin->corner_count, 0, PD_WARDROBE_VERTICES_MAX);
    if (!skin->corner_count) return;
    pd_pack_count(c, &skin->face_count, 1, PD_WARDROBE_FACES_MAX);
    ARRAY(c, skin->corners, skin->corner_count);
    ARRAY(c, skin->uvs, 2 * (size_t)skin->corner_count);
    ARRAY(c, skin->faces, 3 * (size_t)skin->face_count);
    for (int m = 0; m < PD_WARDROBE_MAPS; m++) {
        pd_io_image *map = &skin->maps[m];
        pd_pack_count(c, &map->width, m == PD_WARDROBE_MAP_GRAIN ? 0 : 1, PD_WARDROBE_MAP_MAX);
        if (!map->width) continue; /* a wardrobe without grain */
        map->height = map->width;
        map->bits = 8;
        map->channels = pd_wardrobe_map_channels(m);
        unsigned char *samples = map->samples;
        ARRAY(c, samples, (size_t)map->width * (size_t)map->width * (size_t)map->channels);
        map->samples = samples;

        if (!pd_wardrobe_map_fits(map, m)) pd_pack_refuse(c, "a map of the skin has another size");
    }
}

/* Visits all that comes before the items and textures. */
static void visit_head(pd_pack_cursor *c, pd_wardrobe *w)
{
    uint32_t kind = KIND;

    PD_PACK_VALUE(c, kind);
    if (kind != KIND) pd_pack_refuse(c, "it holds no wardrobe");
    pd_pack_count(c, &w->item_count, 1, PD_WARDROBE_ITEMS_MAX);
    pd_pack_count(c, &w->texture_count, 0, PD_WARDROBE_TEXTURES_MAX);
    visit_name(c, w->model, sizeof w->model);
    pd_pack_count(c, &w->skin_vertex_count, 1, PD_WARDROBE_VERTICES_MAX);
    pd_pack_count(c, &w->joint_count, 1, PD_WARDROBE_JOINTS_MAX);
    PD_PACK_VALUE(c, w->content_hash);
    PD_PACK_VALUE(c, w->marks);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) pd_pack_count(c, &w->standard[s], -1, w->item_count - 1);
}

/* Visits the rest; items and textures are arrays of the counts that visit_head has visited. */
static void visit_rest(pd_pack_cursor *c, pd_wardrobe *w)
{
    for (int i = 0; i < w->item_count; i++) visit_item(c, &w->items[i], w->item_count);
    for (int t = 0; t < w->texture_count; t++) visit_texture(c, &w->textures[t]);
    visit_skin(c, &w->skin);
    bool has_body = w->body != NULL;
    pd_pack_bool(c, &has_body);
    if (has_body) ARRAY(c, w->body, 3 * (size_t)w->skin_vertex_count);
    char **const texts[] = {&w->text.name, &w->text.licence, &w->text.provenance, &w->text.credits};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) pd_pack_text(c, texts[i]);
}

/* -- packing and mapping --------------------------------------------------- */

pd_status pd_wardrobe_pack(pd_pack_writer *writer, const pd_wardrobe *wardrobe, const char *name,
                           const pd_pack_source *source, pd_error *err)
{
    pd_wardrobe copy =
        *wardrobe; /* visiting takes a pointer that may be written to, and writes nothing here */
    pd_pack_cursor cursor;

    pd_pack_write(&cursor, writer, name, source);
    visit_head(&cursor, &copy);
    visit_rest(&cursor, &copy);

    return pd_pack_write_end(&cursor, err);
}

pd_status pd_wardrobe_map(pd_wardrobe **out, pd_pack *pack, int number, pd_error *err)
{
    pd_pack_cursor cursor;

    *out = NULL;
    pd_status status = pd_pack_read(&cursor, pack, number, err);
    if (status != PD_OK) return status;
    pd_wardrobe *w = calloc(1, sizeof *w);
    if (!w) return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory");
    w->references = 1;
    w->pack = pd_pack_retain(pack);

    /* Counts first: the tables of items and textures are of their lengths. */
    visit_head(&cursor, w);
    w->items = calloc((size_t)w->item_count, sizeof *w->items);
    w->textures = calloc((size_t)w->texture_count + 1, sizeof *w->textures);
    w->made = calloc(1, sizeof *w->made);
    if (!w->items || !w->textures || !w->made)
        status = pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory for %d items", w->item_count);

    /* Point the arrays into the pack, then check what they hold. */
    if (status == PD_OK) {
        visit_rest(&cursor, w);
        status = pd_pack_read_end(&cursor, err);
    }

    if (status == PD_OK) status = pd_wardrobe_check(w, err);
    if (status != PD_OK) {
        pd_wardrobe_release(w);
        return status;
    }

    w->resident_bytes =
        sizeof *w + (size_t)w->item_count * sizeof *w->items + (size_t)w->texture_count * sizeof *w->textures;
    w->mapped_bytes = pd_pack_model_bytes(pack, number);
    *out = w;

    return PD_OK;
}
