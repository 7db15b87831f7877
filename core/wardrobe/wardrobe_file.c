/* Wardrobes as safetensors: docs/reference/formats.md lists every tensor. */
#include "core/wardrobe/wardrobe.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/wardrobe/dress.h"
#include "core/wardrobe/combine.h"
#include "core/wardrobe/hairline.h"
#include "core/wardrobe/piece.h"

#include <math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Faces, red, green, blue, roughness, texture, alpha, tint, two-sided, folds, shade. */
#define PART_NUMBERS 11
#define PART_LEAST   9 /* without the last two, in files of before */
#define KEY_BYTES    (PD_MODEL_NAME_BYTES + 24)
#define STEPS        127   /* of int8 */
#define FINE_STEPS   32767 /* of int16, for inner items: facets of eyeballs would show smaller errors */

typedef struct decoding {
    pd_wardrobe *out;
    const pd_model_file *file;
    pd_error *err;
} decoding;

static pd_model_file wardrobe_file_own_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_WARDROBE_KIND,
                           .version = PD_WARDROBE_VERSION,
                           .called = "a wardrobe",
                           .err = err};
}

static const char *key_of(char out[KEY_BYTES], const char *item, const char *tensor)
{
    snprintf(out, KEY_BYTES, "%.31s.%s", item, tensor);
    return out;
}

/* ---- reading ---- */

/* Rows of a tensor of that width; 0 and no error where it may be missing. */
static pd_status rows_of(int *count, const decoding *d, const char *item, const char *tensor, int width,
                         int most, bool is_optional)
{
    char key[KEY_BYTES];
    const pd_array *array = pd_safetensors_find(d->file->file, key_of(key, item, tensor));

    *count = 0;
    if (!array && is_optional) return PD_OK;
    if (!array) return pd_fail(d->err, PD_ERR_FORMAT, key, "missing; required in a wardrobe");
    if (array->rank < 1 || array->shape[0] < 1 || array->shape[0] > (size_t)most ||
        array->count != array->shape[0] * (size_t)width)
        return pd_fail(d->err, PD_ERR_FORMAT, key, "%zu numbers; 1 to %d rows of %d expected", array->count,
                       most, width);
    *count = (int)array->shape[0];

    return PD_OK;
}

static pd_status read_floats_wardrobe_file(float *out, const decoding *d, const char *name,
                                           const char *tensor, size_t count)
{
    char key[KEY_BYTES];
    const pd_array *array = pd_safetensors_find(d->file->file, key_of(key, name, tensor));

    if (!array || array->count != count)
        return pd_fail(d->err, PD_ERR_FORMAT, key, "%zu numbers; %zu expected", array ? array->count : 0,
                       count);

    return pd_array_f32(out, array, key, d->err);
}

/* Whole numbers from 0 to 65535. */
static pd_status read_indices(uint16_t *out, const decoding *d, const char *name, const char *tensor,
                              size_t count)
{
    char key[KEY_BYTES];
    const pd_array *array = pd_safetensors_find(d->file->file, key_of(key, name, tensor));

    if (!array || array->count != count)
        return pd_fail(d->err, PD_ERR_FORMAT, key, "%zu numbers; %zu expected", array ? array->count : 0,
                       count);

    /* Read as 64-bit numbers, then check the range. */
    int64_t *wide = malloc(count * sizeof *wide);
    if (!wide) return pd_fail(d->err, PD_ERR_MEMORY, key, "out of memory for %zu numbers", count);
    pd_status status = pd_array_i64(wide, array, key, d->err);
    for (size_t i = 0; status == PD_OK && i < count; i++) {
        if (wide[i] < 0 || wide[i] > 65535)
            status = pd_fail(d->err, PD_ERR_RANGE, key, "%lld; 0 to 65535 allowed", (long long)wide[i]);
        out[i] = (uint16_t)wide[i];
    }

    free(wide);

    return status;
}

static pd_status read_joints(const decoding *d, pd_wardrobe_item *item)
{
    const size_t count = 4 * (size_t)item->vertex_count;
    uint16_t *wide = malloc(count * sizeof *wide);

    if (!wide) return pd_fail(d->err, PD_ERR_MEMORY, item->name, "out of memory for its joints");
    pd_status status = read_indices(wide, d, item->name, "joints", count);
    for (size_t i = 0; status == PD_OK && i < count; i++) {
        if (wide[i] > 255)
            status = pd_fail(d->err, PD_ERR_RANGE, item->name, "joint %d; 0 to 255 allowed", wide[i]);
        item->joints[i] = (uint8_t)wide[i];
    }

    free(wide);

    return status;
}

/* Half precision leaves sums a little off 1. */
static void normalise(float *rows, int count, int width)
{
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < width; k++) sum += rows[width * (size_t)i + (size_t)k];
        for (int k = 0; k < width && sum > 0.5f && sum < 2; k++) rows[width * (size_t)i + (size_t)k] /= sum;
    }
}

static bool wardrobe_file_whole(float value, int least, int most)
{
    return value >= (float)least && value <= (float)most && value == (float)(int)value;
}

/* Returns how many numbers the file has for a part of this item. */
static int part_numbers(const decoding *d, const char *item)
{
    char key[KEY_BYTES];
    const pd_array *array = pd_safetensors_find(d->file->file, key_of(key, item, "parts"));
    const bool is_former = array && array->rank == 2 && array->shape[1] == PART_LEAST;
    return is_former ? PART_LEAST : PART_NUMBERS;
}

static pd_status read_parts(const decoding *d, pd_wardrobe_item *item)
{
    PD_ASSERT(item->part_count <= PD_WARDROBE_PARTS_MAX);
    float rows[PD_WARDROBE_PARTS_MAX * PART_NUMBERS];
    const size_t width = (size_t)part_numbers(d, item->name);
    pd_status status =
        read_floats_wardrobe_file(rows, d, item->name, "parts", (size_t)item->part_count * width);
    int first = 0;

    /* Numbers are stored as floats; counts and enumerations have to be whole. */
    for (int p = 0; p < item->part_count && status == PD_OK; p++) {
        const float *r = rows + (size_t)p * width;
        const float *maps = width > PART_LEAST ? r + PART_LEAST : (const float[2]){0, 0};
        if (!wardrobe_file_whole(r[0], 1, PD_WARDROBE_FACES_MAX) ||
            !wardrobe_file_whole(r[5], -1, PD_WARDROBE_TEXTURES_MAX) || !wardrobe_file_whole(r[6], 0, 2) ||
            !wardrobe_file_whole(r[7], 0, 2) || !wardrobe_file_whole(r[8], 0, 1) ||
            !wardrobe_file_whole(maps[0], 0, PD_WARDROBE_TEXTURES_MAX) ||
            !wardrobe_file_whole(maps[1], 0, PD_WARDROBE_TEXTURES_MAX))
            return pd_fail(d->err, PD_ERR_RANGE, item->name,
                           "part %d has numbers out of range; whole numbers in their range expected", p);
        item->parts[p] = (pd_wardrobe_part){.first_face = first,
                                            .face_count = (int)r[0],
                                            .color = {r[1], r[2], r[3]},
                                            .roughness = r[4],
                                            .texture = (int)r[5],
                                            .folds = (int)maps[0],
                                            .shade = (int)maps[1],
                                            .alpha = (pd_wardrobe_alpha)(int)r[6],
                                            .tint = (pd_wardrobe_tint)(int)r[7],
                                            .two_sided = r[8] > 0};
        first += (int)r[0];
    }

    return status;
}

/* Styles by name, separated by blanks; "-" stands for none. */
static pd_status read_styles(unsigned *out, const char *text, const char *key, pd_error *err)
{
    *out = 0;
    for (const char *at = text; *at && strcmp(text, "-") != 0;) {
        const size_t length = strcspn(at, " ");
        int style = 0;
        while (style < PD_WARDROBE_STYLE_COUNT && (strlen(pd_wardrobe_style_name(style)) != length ||
                                                   strncmp(pd_wardrobe_style_name(style), at, length) != 0))
            style++;
        if (style == PD_WARDROBE_STYLE_COUNT)
            return pd_fail(err, PD_ERR_FORMAT, key,
                           "\"%.20s\" does not begin with a style; a known style expected", at);
        *out |= 1u << style;
        at += length;
        at += strspn(at, " ");
    }

    return PD_OK;
}

/* Directions: whole numbers times a factor for each direction. */
static pd_status read_dirs(const decoding *d, pd_wardrobe_item *item)
{
    const size_t dirs = (size_t)item->dir_count;
    const size_t count = 3 * (size_t)item->vertex_count * dirs;
    float scales[PD_WARDROBE_DIRS_MAX];
    pd_status s = dirs ? read_floats_wardrobe_file(scales, d, item->name, "dir_scales", dirs) : PD_OK;

    if (!s && dirs) s = read_floats_wardrobe_file(item->dirs, d, item->name, "dirs", count);
    for (size_t i = 0; !s && i < count; i++) item->dirs[i] *= scales[i % dirs];

    return s;
}

static pd_status read_item(const decoding *d, pd_wardrobe_item *item)
{
    /* "slot|about|source|women|men|styles" */
    char key[KEY_BYTES];
    char slot[16] = "", styles[64] = "";
    const char *text = pd_safetensors_get(d->file->file, key_of(key, item->name, "item"));

    if (!text || sscanf(text, "%15[^|]|%95[^|]|%95[^|]|%3d|%3d|%63[^|]", slot, item->about, item->source,
                        &item->often[0], &item->often[1], styles) != 6)
        return pd_fail(d->err, PD_ERR_FORMAT, key,
                       "missing: SLOT|what it looks like|source|how often women|men wear it|styles expected");
    for (int g = 0; g < 2; g++)
        if (item->often[g] < 0)
            return pd_fail(d->err, PD_ERR_RANGE, key, "%d; 0 or more allowed", item->often[g]);
    const pd_status good = read_styles(&item->styles, styles, key, d->err);
    if (good != PD_OK) return good;
    const int found = pd_wardrobe_slot_find(slot);
    if (found < 0)
        return pd_fail(d->err, PD_ERR_FORMAT, key, "\"%s\" is not a slot; the name of a slot expected", slot);
    item->slot = (pd_wardrobe_slot)found;

    /* Sizes. */
    pd_status s = rows_of(&item->vertex_count, d, item->name, "template", 3, PD_WARDROBE_VERTICES_MAX, false);
    if (!s) s = rows_of(&item->corner_count, d, item->name, "corners", 1, PD_WARDROBE_VERTICES_MAX, false);
    if (!s) s = rows_of(&item->face_count, d, item->name, "faces", 3, PD_WARDROBE_FACES_MAX, false);
    if (!s)
        s = rows_of(&item->part_count, d, item->name, "parts", part_numbers(d, item->name),
                    PD_WARDROBE_PARTS_MAX, false);
    if (!s) s = rows_of(&item->hide_count, d, item->name, "hides", 1, PD_WARDROBE_VERTICES_MAX, true);
    if (s) return s;

    /* An item may have no directions: it then moves with the skin alone. */
    const pd_array *dirs = pd_safetensors_find(d->file->file, key_of(key, item->name, "dirs"));
    if (dirs && (dirs->rank != 3 || dirs->shape[2] < 1 || dirs->shape[2] > PD_WARDROBE_DIRS_MAX))
        return pd_fail(d->err, PD_ERR_FORMAT, key, "another shape; (vertices, 3, 1 to %d) expected",
                       PD_WARDROBE_DIRS_MAX);
    item->dir_count = dirs ? (int)dirs->shape[2] : 0;

    const bool has_places = pd_safetensors_find(d->file->file, key_of(key, item->name, "places")) != NULL;
    if (!pd_wardrobe_item_alloc(item) || (has_places && !pd_wardrobe_item_place(item)))
        return pd_fail(d->err, PD_ERR_MEMORY, item->name, "out of memory for its arrays");

    /* Arrays of the item. */
    const size_t n = (size_t)item->vertex_count;
    const size_t m = (size_t)item->corner_count;
    s = read_floats_wardrobe_file(item->rest, d, item->name, "template", 3 * n);
    if (!s) s = read_dirs(d, item);
    if (!s) s = read_indices(item->anchors, d, item->name, "anchors", 3 * n);
    if (!s) s = read_floats_wardrobe_file(item->anchor_weights, d, item->name, "anchor_weights", 3 * n);
    if (!s) s = read_joints(d, item);
    if (!s) s = read_floats_wardrobe_file(item->weights, d, item->name, "weights", 4 * n);
    if (!s) s = read_indices(item->corners, d, item->name, "corners", m);
    if (!s) s = read_floats_wardrobe_file(item->uvs, d, item->name, "uvs", 2 * m);
    if (!s && has_places) s = read_floats_wardrobe_file(item->places, d, item->name, "places", 2 * m);
    if (!s) s = read_indices(item->faces, d, item->name, "faces", 3 * (size_t)item->face_count);
    if (!s && item->hide_count)
        s = read_indices(item->hides, d, item->name, "hides", (size_t)item->hide_count);
    if (!s) s = read_parts(d, item);
    normalise(item->anchor_weights, item->vertex_count, 3);
    normalise(item->weights, item->vertex_count, 4);

    return s;
}

static pd_status read_number_wardrobe_file(int *out, const decoding *d, const char *key, int most)
{
    const char *text = pd_safetensors_get(d->file->file, key);
    char *end = NULL;
    const long value = text ? strtol(text, &end, 10) : 0;

    if (!text || *end || value < 1 || value > most)
        return pd_fail(d->err, PD_ERR_FORMAT, key, "\"%.20s\"; 1 to %d expected", text ? text : "", most);
    *out = (int)value;

    return PD_OK;
}

/* Names of a list, each copied to the struct that it belongs to. */
static pd_status read_names(const decoding *d, const char *key, int *count, int most, pd_model_name *names)
{
    *count = pd_model_file_name_count(d->file, key);
    if (*count > most)
        return pd_fail(d->err, PD_ERR_LIMIT, key, "%d names; at most %d allowed", *count, most);
    return pd_model_file_names(names, *count, d->file, key);
}

/* The skin's corners, which a wardrobe may lack. */
static pd_status read_skin(const decoding *d, pd_wardrobe_skin *skin)
{
    pd_status s = rows_of(&skin->corner_count, d, "skin", "corners", 1, PD_WARDROBE_VERTICES_MAX, true);

    if (s || !skin->corner_count) return s;
    s = rows_of(&skin->face_count, d, "skin", "faces", 3, PD_WARDROBE_FACES_MAX, false);
    if (s) return s;

    const size_t corners = (size_t)skin->corner_count;
    const size_t faces = 3 * (size_t)skin->face_count;
    skin->corners = malloc(corners * sizeof *skin->corners);
    skin->uvs = malloc(2 * corners * sizeof *skin->uvs);
    skin->faces = malloc(faces * sizeof *skin->faces);
    if (!skin->corners || !skin->uvs || !skin->faces)
        return pd_fail(d->err, PD_ERR_MEMORY, "skin", "out of memory for %zu corners", corners);
    s = read_indices(skin->corners, d, "skin", "corners", corners);
    if (!s) s = read_floats_wardrobe_file(skin->uvs, d, "skin", "uvs", 2 * corners);
    if (!s) s = read_indices(skin->faces, d, "skin", "faces", faces);

    return s;
}

/* The template of the body and its landmarks, which a wardrobe without pieces may lack. */
static pd_status read_body(const decoding *d, pd_wardrobe *w)
{
    int rows;
    pd_status s = rows_of(&rows, d, "body", "template", 3, PD_WARDROBE_VERTICES_MAX, true);

    if (s || !rows) return s;
    if (rows != w->skin_vertex_count)
        return pd_fail(d->err, PD_ERR_FORMAT, "body.template", "%d rows; %d expected", rows,
                       w->skin_vertex_count);
    w->body = malloc(3 * (size_t)rows * sizeof *w->body);
    if (!w->body) return pd_fail(d->err, PD_ERR_MEMORY, "body.template", "out of memory");
    s = read_floats_wardrobe_file(w->body, d, "body", "template", 3 * (size_t)rows);

    return s ? s : read_floats_wardrobe_file(w->marks, d, "body", "marks", PD_WARDROBE_MARKS);
}

/* Makes the pieces, which follow the items of the file. */
static pd_status read_pieces(const decoding *d, pd_wardrobe *w, int count, const pd_model_name *names)
{
    const int first = w->item_count;
    pd_status s = PD_OK;

    for (int i = 0; i < count && !s; i++) {
        /* "base|about|women|men|styles|parameters"; a piece without parameters would be its base. */
        char key[KEY_BYTES], base[PD_MODEL_NAME_BYTES], styles[64];
        pd_wardrobe_item texts = {0};
        pd_wardrobe_piece piece;
        const char *text = pd_safetensors_get(d->file->file, key_of(key, names[i], "piece"));
        if (!text || sscanf(text, "%31[^|]|%95[^|]|%3d|%3d|%63[^|]|%191[^|]", base, texts.about,
                            &texts.often[0], &texts.often[1], styles, texts.parameters) != 6)
            return pd_fail(
                d->err, PD_ERR_FORMAT, key,
                "missing: ITEM|what it looks like|how often women|men wear it|styles|parameters expected");
        for (int g = 0; g < 2; g++)
            if (texts.often[g] < 0)
                return pd_fail(d->err, PD_ERR_RANGE, key, "%d; 0 or more allowed", texts.often[g]);
        const int from = pd_wardrobe_find(w, base);
        if (from < 0 || from >= first)
            return pd_fail(d->err, PD_ERR_FORMAT, key, "\"%s\" is not an item; an item of the file expected",
                           base);
        s = read_styles(&texts.styles, styles, key, d->err);

        if (!s) s = pd_wardrobe_piece_read(&piece, w, texts.parameters, key, d->err);
        if (!s) s = pd_wardrobe_piece_make(&w->items[w->item_count], w, from, &piece, d->err);
        if (s) return s;

        pd_wardrobe_item *item = &w->items[w->item_count++];
        memcpy(item->name, names[i], sizeof item->name);
        memcpy(item->about, texts.about, sizeof item->about);
        memcpy(item->parameters, texts.parameters, sizeof item->parameters);
        memcpy(item->often, texts.often, sizeof item->often);
        item->styles = texts.styles;
    }

    return s;
}

/* Decodes the maps of the skin, which have to be squares of a power of two. */
static pd_status read_maps(const decoding *d, pd_wardrobe *w)
{
    static const pd_io_png_limits limits = {PD_WARDROBE_MAP_MAX, PD_WARDROBE_MAP_MAX};

    for (int m = 0; w->skin.corner_count && m < PD_WARDROBE_MAPS; m++) {
        const char *name = pd_wardrobe_map_name(m);
        const int t = pd_wardrobe_texture_find(w, name);
        pd_io_image *map = &w->skin.maps[m];
        if (t < 0 && m == PD_WARDROBE_MAP_GRAIN) continue;
        if (t < 0) return pd_fail(d->err, PD_ERR_FORMAT, name, "missing; required for the skin");
        pd_status s = pd_io_png_read(map, w->textures[t].png, w->textures[t].bytes, &limits, d->err);
        if (s) return s;
        if (!pd_wardrobe_map_fits(map, m))
            return pd_fail(
                d->err, PD_ERR_FORMAT, name,
                "%d x %d, %d channels of %d bits; a square of a power of two with %d of 8 bits expected",
                map->width, map->height, map->channels, map->bits, pd_wardrobe_map_channels(m));
    }

    return PD_OK;
}

static pd_status decode_wardrobe_file(const decoding *d)
{
    pd_wardrobe *w = d->out;
    pd_model_name names[PD_WARDROBE_ITEMS_MAX], pieces[PD_WARDROBE_ITEMS_MAX],
        standard[PD_WARDROBE_SLOT_COUNT];
    int worn = 0, piece_count = 0;

    pd_status s = pd_model_file_check(d->file);
    if (!s)
        s = read_number_wardrobe_file(&w->skin_vertex_count, d, "skin_vertices", PD_WARDROBE_VERTICES_MAX);
    if (!s) s = read_number_wardrobe_file(&w->joint_count, d, "skin_joints", PD_WARDROBE_JOINTS_MAX);
    if (s) return s;

    /* The body model that it is for. */
    const char *model = pd_safetensors_get(d->file->file, "model");
    if (!model || strlen(model) >= sizeof w->model)
        return pd_fail(d->err, PD_ERR_FORMAT, "model", "missing; the name of a body model expected");
    memcpy(w->model, model, strlen(model) + 1);

    /* Names of items and textures, which their tensors are found by. */
    s = read_names(d, "items", &w->item_count, PD_WARDROBE_ITEMS_MAX, names);
    if (!s && !w->item_count) s = pd_fail(d->err, PD_ERR_FORMAT, "items", "missing; required in a wardrobe");
    if (!s) s = read_names(d, "pieces", &piece_count, PD_WARDROBE_ITEMS_MAX, pieces);
    if (!s && w->item_count + piece_count > PD_WARDROBE_ITEMS_MAX)
        s = pd_fail(d->err, PD_ERR_LIMIT, "pieces", "%d items and pieces; at most %d allowed",
                    w->item_count + piece_count, PD_WARDROBE_ITEMS_MAX);
    if (s) return s;
    w->items = calloc((size_t)(w->item_count + piece_count), sizeof *w->items);
    if (!w->items) return pd_fail(d->err, PD_ERR_MEMORY, "items", "out of memory for %d", w->item_count);
    for (int i = 0; i < w->item_count; i++) memcpy(w->items[i].name, names[i], sizeof names[i]);

    /* Textures by their names. */
    s = read_names(d, "textures", &w->texture_count, PD_WARDROBE_TEXTURES_MAX, names);
    if (s) return s;
    w->textures = calloc((size_t)w->texture_count + 1, sizeof *w->textures);
    if (!w->textures) return pd_fail(d->err, PD_ERR_MEMORY, "textures", "out of memory");
    for (int t = 0; t < w->texture_count; t++) memcpy(w->textures[t].name, names[t], sizeof names[t]);

    /* The items, the textures, and what is worn where nothing is asked for. */
    for (int i = 0; i < PD_WARDROBE_SLOT_COUNT; i++) w->standard[i] = -1;
    s = read_names(d, "standard", &worn, PD_WARDROBE_SLOT_COUNT, standard);
    for (int i = 0; i < w->item_count && !s; i++) s = read_item(d, &w->items[i]);
    if (!s) s = read_skin(d, &w->skin);
    if (!s) s = read_body(d, w);
    for (int t = 0; t < w->texture_count && !s; t++) {
        pd_wardrobe_texture *texture = &w->textures[t];
        char key[KEY_BYTES];
        const pd_array *array = pd_safetensors_find(d->file->file, key_of(key, texture->name, "png"));
        if (!array || array->dtype != PD_DTYPE_U8 || array->count < 1 || array->count > PD_WARDROBE_PNG_MAX)
            return pd_fail(d->err, PD_ERR_FORMAT, key, "missing or of another size; 1 to %d bytes expected",
                           PD_WARDROBE_PNG_MAX);
        texture->png = malloc(array->count);
        if (!texture->png)
            return pd_fail(d->err, PD_ERR_MEMORY, key, "out of memory for %zu bytes", array->count);
        memcpy(texture->png, array->data, array->count);
        texture->bytes = array->count;
    }

    for (int i = 0; i < worn && !s; i++) {
        const int item = pd_wardrobe_find(w, standard[i]);
        if (item < 0)
            return pd_fail(d->err, PD_ERR_FORMAT, "standard",
                           "\"%s\" is not an item; an item of the file expected", standard[i]);
        w->standard[w->items[item].slot] = item;
    }

    if (!s) s = read_maps(d, w);

    /* Pieces are made of checked items, and hair of hair with soft edges. */
    if (!s) s = pd_wardrobe_check(w, d->err);
    for (int i = 0; i < w->item_count && !s; i++)
        if (w->items[i].slot == PD_WARDROBE_HAIR) s = pd_wardrobe_soften_hairline(&w->items[i], d->err);
    if (!s) s = read_pieces(d, w, piece_count, pieces);
    for (int i = 0; i < w->item_count && !s; i++) pd_wardrobe_measure(&w->items[i]);

    /* Texts about the file, then the check of all items. */
    if (!s) s = pd_model_file_texts(&w->text, d->file);
    return s ? s : pd_wardrobe_check(w, d->err);
}

pd_status pd_wardrobe_parse(pd_wardrobe *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    pd_safetensors file;

    memset(out, 0, sizeof *out);
    pd_status s = pd_safetensors_parse(&file, bytes, size, name, err);
    if (s) return s;
    const pd_model_file own = wardrobe_file_own_file(&file, err);
    s = decode_wardrobe_file(&(decoding){out, &own, err});
    pd_safetensors_deinit(&file);
    if (s) pd_wardrobe_deinit(out);

    return pd_model_file_place(s, name, err);
}

pd_status pd_wardrobe_load(pd_wardrobe **out, const char *path, pd_error *err)
{
    pd_bytes file;

    *out = NULL;
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;

    pd_wardrobe *w = calloc(1, sizeof *w);
    s = w ? pd_wardrobe_parse(w, file.data, file.size, path, err)
          : pd_fail(err, PD_ERR_MEMORY, path, "out of memory for a wardrobe");
    if (!s && !(w->made = calloc(1, sizeof *w->made))) {
        pd_wardrobe_deinit(w);
        s = pd_fail(err, PD_ERR_MEMORY, path, "out of memory for a wardrobe");
    }

    if (!s) {
        /* Memory that stays allocated, bytes. */
        w->content_hash = pd_hash64(file.data, file.size, 0);
        w->resident_bytes = sizeof *w + (size_t)w->item_count * sizeof *w->items +
                            (size_t)w->skin.corner_count * 10 + (size_t)w->skin.face_count * 6;
        for (int m = 0; m < PD_WARDROBE_MAPS; m++)
            w->resident_bytes += (size_t)w->skin.maps[m].width * (size_t)w->skin.maps[m].height *
                                 (size_t)w->skin.maps[m].channels;
        w->resident_bytes += w->body ? 12 * (size_t)w->skin_vertex_count : 0;
        for (int i = 0; i < w->item_count; i++) {
            const pd_wardrobe_item *item = &w->items[i];
            w->resident_bytes +=
                (size_t)item->corner_count * 8 + (size_t)item->part_count * sizeof *item->parts;
            if (item->is_shared) continue;
            w->resident_bytes += item->places ? 8 * (size_t)item->corner_count : 0;
            w->resident_bytes +=
                (size_t)item->vertex_count * (12 * (1 + (size_t)item->dir_count) + 6 + 12 + 4 + 16) +
                (size_t)item->corner_count * 2 + (size_t)item->face_count * 6 + (size_t)item->hide_count * 2;
        }

        for (int t = 0; t < w->texture_count; t++)
            w->resident_bytes += sizeof *w->textures + w->textures[t].bytes;
        w->references = 1;
        *out = w;
    } else {
        free(w);
    }

    pd_file_unmap(&file);

    return s;
}

/* ---- writing ---- */

#define TENSORS_PER_ITEM 13

typedef struct encoding {
    pd_safetensor *tensors;
    char (*keys)[KEY_BYTES];
    void **blocks; /* what was made for a tensor */
    int count;
    bool failed;
} encoding;

static void add_wardrobe_file(encoding *e, const char *item, const char *tensor, pd_array array)
{
    char *key = e->keys[e->count];
    snprintf(key, KEY_BYTES, "%s.%s", item, tensor);
    e->tensors[e->count++] = (pd_safetensor){key, array};
}

/* An array of float32 as halves. */
static void add_halves(encoding *e, const char *item, const char *tensor, pd_array array)
{
    const float *values = (const float *)array.data;
    uint16_t *halves = malloc((array.count + 1) * sizeof *halves);

    if (!halves) {
        e->failed = true;
        return;
    }

    for (size_t i = 0; i < array.count; i++) halves[i] = pd_half_from_float(values[i]);
    e->blocks[e->count] = halves;
    add_wardrobe_file(e, item, tensor, pd_array_of(PD_DTYPE_F16, halves, array.rank, array.shape));
}

/* Directions as whole numbers of steps, and the size of a step for each. */
static void add_dirs(encoding *e, const pd_wardrobe_item *item)
{
    const size_t dirs = (size_t)item->dir_count;
    const size_t rows = 3 * (size_t)item->vertex_count;
    const bool is_fine = pd_wardrobe_is_inner(item);
    const float steps = is_fine ? FINE_STEPS : STEPS;
    float *scales = calloc(dirs, sizeof *scales);
    int16_t *fine = malloc(rows * dirs * sizeof *fine);
    int8_t *coarse = malloc(rows * dirs);

    e->blocks[e->count] = scales;
    e->blocks[e->count + 1] = is_fine ? (void *)fine : (void *)coarse;
    free(is_fine ? (void *)coarse : (void *)fine);
    if (!scales || !e->blocks[e->count + 1]) {
        e->failed = true;
        return;
    }

    for (size_t i = 0; i < rows * dirs; i++)
        scales[i % dirs] = fmaxf(scales[i % dirs], fabsf(item->dirs[i]) / steps);
    for (size_t i = 0; i < rows * dirs; i++) {
        const float scale = scales[i % dirs];
        const long step = scale > 0 ? lrintf(item->dirs[i] / scale) : 0;
        if (is_fine)
            fine[i] = (int16_t)step;
        else
            coarse[i] = (int8_t)step;
    }

    add_wardrobe_file(e, item->name, "dir_scales", PD_ARRAY(PD_DTYPE_F32, scales, dirs));
    add_wardrobe_file(e, item->name, "dirs",
                      PD_ARRAY(is_fine ? PD_DTYPE_I16 : PD_DTYPE_I8, e->blocks[e->count], rows / 3, 3, dirs));
}

/* "casual sport", or "-" without styles. */
static void write_styles(char out[64], unsigned styles)
{
    size_t used = 0;

    snprintf(out, 64, "-");
    for (int s = 0; s < PD_WARDROBE_STYLE_COUNT; s++)
        if (styles & 1u << s)
            used +=
                (size_t)snprintf(out + used, 64 - used, "%s%s", used ? " " : "", pd_wardrobe_style_name(s));
}

/* Metadata: lists of names, and a line for each item. */
static pd_status write_wardrobe_file(pd_buffer *out, const encoding *e, const pd_wardrobe *w, pd_error *err)
{
    enum { FIXED = 7, LINE = 2 * PD_WARDROBE_TEXT_BYTES + PD_WARDROBE_PARAMETER_BYTES + 100 };
    const size_t most = (size_t)w->item_count;

    char(*lines)[LINE] = calloc(most, sizeof *lines), (*keys)[KEY_BYTES] = calloc(most, sizeof *keys);
    char skin[16], joints[16];
    pd_model_name names[PD_WARDROBE_ITEMS_MAX], pieces[PD_WARDROBE_ITEMS_MAX];
    pd_safetensors_text texts[FIXED + PD_WARDROBE_ITEMS_MAX + PD_MODEL_FILE_TEXTS];
    pd_buffer items = {0}, made = {0}, textures = {0}, standard = {0};
    int count = 0, worn = 0, own_count = 0, piece_count = 0;
    if (!lines || !keys) {
        free(lines);
        free(keys);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file");
    }

    /* Lists of names, and what it is for. */
    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        memcpy(item->parameters[0] ? pieces[piece_count++] : names[own_count++], item->name, sizeof *names);
    }

    texts[count++] = (pd_safetensors_text){"items", pd_model_file_join(&items, names, own_count)};
    if (piece_count)
        texts[count++] = (pd_safetensors_text){"pieces", pd_model_file_join(&made, pieces, piece_count)};
    for (int t = 0; t < w->texture_count; t++) memcpy(names[t], w->textures[t].name, sizeof *names);
    texts[count++] =
        (pd_safetensors_text){"textures", pd_model_file_join(&textures, names, w->texture_count)};
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        if (w->standard[s] >= 0) memcpy(names[worn++], w->items[w->standard[s]].name, sizeof *names);
    texts[count++] = (pd_safetensors_text){"standard", pd_model_file_join(&standard, names, worn)};
    snprintf(skin, sizeof skin, "%d", w->skin_vertex_count);
    snprintf(joints, sizeof joints, "%d", w->joint_count);
    texts[count++] = (pd_safetensors_text){"skin_vertices", skin};
    texts[count++] = (pd_safetensors_text){"skin_joints", joints};
    texts[count++] = (pd_safetensors_text){"model", w->model};

    /* A line for each item, and one for each piece. */
    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        char styles[64];
        write_styles(styles, item->styles);
        if (item->parameters[0])
            snprintf(lines[i], LINE, "%s|%s|%d|%d|%s|%s", w->items[item->base].name, item->about,
                     item->often[0], item->often[1], styles, item->parameters);
        else
            snprintf(lines[i], LINE, "%s|%s|%s|%d|%d|%s", pd_wardrobe_slot_name(item->slot), item->about,
                     item->source, item->often[0], item->often[1], styles);
        texts[count++] = (pd_safetensors_text){
            key_of(keys[i], item->name, item->parameters[0] ? "piece" : "item"), lines[i]};
    }

    /* Texts about the file. */
    const pd_model_file own = wardrobe_file_own_file(NULL, err);
    count = pd_model_file_add_texts(texts, count, &own, NULL, &w->text);
    pd_safetensors_out what = {
        .tensors = e->tensors, .tensor_count = e->count, .texts = texts, .text_count = count};
    pd_status s = items.failed || made.failed || textures.failed || standard.failed
                      ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file")
                      : pd_safetensors_write(out, &what, err);
    pd_buffer_deinit(&items);
    pd_buffer_deinit(&made);
    free(lines);
    free(keys);
    pd_buffer_deinit(&textures);
    pd_buffer_deinit(&standard);

    return s;
}

pd_status pd_wardrobe_encode(pd_buffer *out, const pd_wardrobe *w, pd_error *err)
{
    const size_t most = (size_t)w->item_count * TENSORS_PER_ITEM + (size_t)w->texture_count + 6;
    encoding e = {.tensors = calloc(most, sizeof *e.tensors),
                  .keys = calloc(most, sizeof *e.keys),
                  .blocks = calloc(most, sizeof *e.blocks),
                  .count = 0,
                  .failed = false};
    pd_status s = pd_wardrobe_check(w, err);

    if (!s && (!e.tensors || !e.keys || !e.blocks))
        s = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file");

    /* Tensors of each item; what needs no precision as halves. */
    for (int i = 0; i < w->item_count && !s; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        const size_t n = (size_t)item->vertex_count;
        const size_t m = (size_t)item->corner_count;
        if (item->parameters[0]) continue; /* made when the file is read */
        add_wardrobe_file(&e, item->name, "template", PD_ARRAY(PD_DTYPE_F32, item->rest, n, 3));
        if (item->dir_count) add_dirs(&e, item);
        add_wardrobe_file(&e, item->name, "anchors", PD_ARRAY(PD_DTYPE_U16, item->anchors, n, 3));
        add_halves(&e, item->name, "anchor_weights", PD_ARRAY(PD_DTYPE_F32, item->anchor_weights, n, 3));
        add_wardrobe_file(&e, item->name, "joints", PD_ARRAY(PD_DTYPE_U8, item->joints, n, 4));
        add_halves(&e, item->name, "weights", PD_ARRAY(PD_DTYPE_F32, item->weights, n, 4));
        add_wardrobe_file(&e, item->name, "corners", PD_ARRAY(PD_DTYPE_U16, item->corners, m));
        add_halves(&e, item->name, "uvs", PD_ARRAY(PD_DTYPE_F32, item->uvs, m, 2));
        if (item->places) add_halves(&e, item->name, "places", PD_ARRAY(PD_DTYPE_F32, item->places, m, 2));
        add_wardrobe_file(&e, item->name, "faces",
                          PD_ARRAY(PD_DTYPE_U16, item->faces, (size_t)item->face_count, 3));

        if (item->hide_count)
            add_wardrobe_file(&e, item->name, "hides",
                              PD_ARRAY(PD_DTYPE_U16, item->hides, (size_t)item->hide_count));

        /* Parts as rows of numbers. */
        float *rows = malloc((size_t)item->part_count * PART_NUMBERS * sizeof *rows);
        if (!rows) {
            e.failed = true;
            continue;
        }

        for (int p = 0; p < item->part_count; p++) {
            const pd_wardrobe_part *part = &item->parts[p];
            const float row[PART_NUMBERS] = {
                (float)part->face_count, part->color[0],    part->color[1],
                part->color[2],          part->roughness,   (float)part->texture,
                (float)part->alpha,      (float)part->tint, part->two_sided ? 1.0f : 0.0f,
                (float)part->folds,      (float)part->shade};
            memcpy(rows + (size_t)p * PART_NUMBERS, row, sizeof row);
        }

        e.blocks[e.count] = rows;
        add_wardrobe_file(&e, item->name, "parts",
                          PD_ARRAY(PD_DTYPE_F32, rows, (size_t)item->part_count, PART_NUMBERS));
    }

    if (w->skin.corner_count && !s) {
        const size_t corners = (size_t)w->skin.corner_count;
        const size_t faces = (size_t)w->skin.face_count;
        add_wardrobe_file(&e, "skin", "corners", PD_ARRAY(PD_DTYPE_U16, w->skin.corners, corners));
        add_wardrobe_file(&e, "skin", "uvs", PD_ARRAY(PD_DTYPE_F32, w->skin.uvs, corners, 2));
        add_wardrobe_file(&e, "skin", "faces", PD_ARRAY(PD_DTYPE_U16, w->skin.faces, faces, 3));
    }

    if (w->body && !s) {
        add_halves(&e, "body", "template", PD_ARRAY(PD_DTYPE_F32, w->body, (size_t)w->skin_vertex_count, 3));
        add_wardrobe_file(&e, "body", "marks", PD_ARRAY(PD_DTYPE_F32, w->marks, PD_WARDROBE_MARKS));
    }

    /* Textures, then the file. */
    for (int t = 0; t < w->texture_count && !s; t++)
        add_wardrobe_file(&e, w->textures[t].name, "png",
                          PD_ARRAY(PD_DTYPE_U8, w->textures[t].png, w->textures[t].bytes));
    PD_ASSERT((size_t)e.count <= most);
    if (!s && e.failed) s = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the file");
    if (!s) s = write_wardrobe_file(out, &e, w, err);

    for (size_t i = 0; e.blocks && i < most; i++) free(e.blocks[i]);
    free(e.tensors);
    free(e.keys);
    free(e.blocks);

    return s;
}
