#include "api/body/wear.h"

#include "core/base/assert.h"
#include "core/base/text/edit_distance.h"
#include "core/wardrobe/borrow.h"
#include "core/wardrobe/hair_loss.h"
#include "core/wardrobe/own.h"
#include "core/wardrobe/pick.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies a text into the pool. Returns false when out of memory. */
static bool keep_text(const char **text, pd_api_call *call)
{
    if (!*text) return true;
    char *copy = pd_api_pool_take(&call->pool, strlen(*text) + 1, 1);
    if (!copy) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    strcpy(copy, *text);
    *text = copy;

    return true;
}

bool pd_api_wear_join(pd_api_wear_values *values, pd_api_call *call)
{
    if (!keep_text(&values->top, call) || !keep_text(&values->bottom, call) ||
        !keep_text(&values->footwear, call) || !keep_text(&values->top_color, call) ||
        !keep_text(&values->bottom_color, call))
        return false;

    const json_t *names = values->names;
    const size_t count = !names ? 0 : json_is_string(names) ? 1 : json_array_size(names);
    size_t size = 1;

    if (!count) return true;

    for (size_t i = 0; i < count; i++)
        size += 1 + json_string_length(json_is_string(names) ? names : json_array_get(names, i));
    char *text = pd_api_pool_take(&call->pool, size, 1);
    if (!text) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");

    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? "," : "",
                                 json_string_value(json_is_string(names) ? names : json_array_get(names, i)));
    values->wear = text;
    values->names = NULL;

    return true;
}

/* Adds a warning about what is guessed and what is missing when a model
 * wears garments that were transferred to it. */
static void note_borrowed(const pd_wardrobe_borrowed *e, const char *garments, pd_api_call *call)
{
    char text[120] = "";

    if (e->has_same_mesh)
        pd_api_warn(&call->problems, "/wear",
                    "the garments were made for %s and transferred to this model's joints", garments);
    else
        pd_api_warn(&call->problems, "/wear",
                    "the garments were made for %s and transferred by a fit, after which the two skins are "
                    "%.1f mm apart on average and %.0f mm at most",
                    garments, 1e3 * e->mean, 1e3 * e->largest);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
        const size_t used = strlen(text);
        if (e->left_out[s])
            snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                     pd_wardrobe_slot_name((pd_wardrobe_slot)s));
    }

    if (*text) pd_api_header_add(&call->reply, "Posed-Omitted", "%s", text);
}

/* Gives the model garments that are transferred to it (core/wardrobe/borrow.h), which takes seconds the first
 * time: the call then waits for a thread that may. Returns 1; -1: the call is over, or waits; 0: they cannot
 * be transferred, and *err says why. */
static int borrow(pd_api_wear *out, const pd_wardrobe *w, const pd_smpl_model *model, pd_api_call *call,
                  pd_error *err)
{
    const pd_wardrobe_borrowed *e = pd_wardrobe_borrow_find(w, out->own, model);

    if (!e && !call->may_wait) {
        call->waits = true;
        return -1;
    }

    if (!e && pd_wardrobe_borrow_make(&e, w, out->own, model, err) != PD_OK) return 0;
    note_borrowed(e, w->model, call);
    out->wardrobe = &e->wardrobe;
    pd_api_model_release(&out->own_model);
    out->own_model = (pd_api_model){0};
    out->own = NULL;

    return 1;
}

/* Acquires the wardrobe if it fits the model. One that does not is an error only if clothes were asked for:
 * asked is the pointer of the field that does, or NULL. */
static bool take_wear(pd_api_wear *out, const pd_smpl_model *model, pd_api_call *call, const char *asked)
{
    const pd_error denied = call->denied;
    pd_error err = {0};
    const pd_wardrobe *w = NULL;

    if (pd_api_take_model(call, PD_API_DEFAULT_WARDROBE, &out->model)) w = pd_api_model_wardrobe(&out->model);
    if (w && model && pd_wardrobe_fits(w, model, &err) == PD_OK) {
        out->wardrobe = w;
        return true;
    }

    /* Garments that nobody asked for are only put on the same mesh:
     * for another one the garments' model is not loaded. */
    const bool has_same_counts =
        w && model && model->vertex_count == w->skin_vertex_count && model->joint_count == w->joint_count;
    const bool has_own = w && (asked || has_same_counts) &&
                         pd_api_take_model(call, w->model, &out->own_model) &&
                         (out->own = pd_api_model_body(&out->own_model));
    if (has_own && !model && pd_wardrobe_fits(w, out->own, &err) == PD_OK) {
        /* For a body of MHR, once it is posed (mhr.c), which takes seconds. */
        if (!call->may_wait) {
            call->waits = true;
            return false;
        }

        out->wardrobe = w;
        return true;
    }

    if (has_own && model && pd_wardrobe_transfers(w, out->own, model, &err) == PD_OK) {
        out->wardrobe = w;
        return true;
    }

    if (asked && w && out->own && model && pd_wardrobe_fits(w, out->own, NULL) == PD_OK &&
        out->own->beta_count >= PD_WARDROBE_FITTED_BETAS) {
        const int borrowed = borrow(out, w, model, call, &err);
        if (borrowed) return borrowed > 0;
    }

    pd_api_wear_release(out);
    if (!asked) {
        call->denied = denied;
        return true;
    }

    return pd_api_note(&call->problems, PD_ERR_INVALID, asked, "%s",
                       w ? err.detail : "this server has no wardrobe");
}

#define HAIR_VERSION 3 /* of the wardrobe, from which seeds draw hair by ancestry */

/* Returns whether the rules draw hair by ancestry. */
static bool has_hair_rule(const pd_api_wear_values *values)
{
    return !values->wear && (values->version < 0 || values->version >= HAIR_VERSION);
}

/* Gives skin, hair and eyes the colours that go with the face of the random person of a seed. People of
 * before HAIR_VERSION had the bodies of version 1. Returns whether the ancestry of the face is known. */
static bool tone_by_seed(double ancestry[PD_SMPL_ANCESTRY_COUNT], pd_wardrobe_palette *palette,
                         const pd_api_wear_values *values, const pd_smpl_model *model, pd_smpl_gender gender,
                         int seed)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_smpl_person_request q = pd_smpl_anybody;
    pd_smpl_person person;
    float betas[PD_SMPL_PEOPLE_MAX_BETAS];

    q.has_random = q.has_gender = true;
    q.random = (uint64_t)seed;
    q.gender = gender;
    q.version = values->version > 0 && values->version < HAIR_VERSION ? 1 : 0;
    if (pd_smpl_person_find(&person, &people, &q, NULL) != PD_OK) {
        q.version = 0; /* of a model that has the latest alone */
        if (pd_smpl_person_find(&person, &people, &q, NULL) != PD_OK) return false;
    }

    for (int b = 0; b < model->beta_count; b++) betas[b] = (float)person.betas[b];
    if (!pd_smpl_ancestry_of(ancestry, &model->data, betas)) return false;
    pd_wardrobe_pick_tones(palette, ancestry);

    return true;
}

/* Takes the hair loss that a request gives. Returns false if it would not be seen. */
static bool take_hair_loss(pd_api_wear *out, const pd_api_wear_values *values, pd_api_call *call)
{
    if (values->hair_loss < 0) return true;
    out->palette.hair_loss = values->hair_loss;
    if (!values->hair_loss || pd_wardrobe_hair_can_be_lost(out->wardrobe, &out->outfit)) return true;
    const int hat = out->outfit.items[PD_WARDROBE_HAT];
    if (!out->wardrobe->body)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/hair_loss",
                           "%g has no effect on garments that are transferred from another model",
                           values->hair_loss);
    if (hat >= 0)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/hair_loss",
                           "%g has no effect below the hat \"%s\": name clothes without a hat in `wear`",
                           values->hair_loss, out->wardrobe->items[hat].name);

    return pd_api_note(&call->problems, PD_ERR_INVALID, "/hair_loss",
                       "%g has no effect on a head without hair: name some hair in `wear`",
                       values->hair_loss);
}

/* ---- top, bottom and shoes chosen apart ---- */

/* Returns whether an item can be worn as a half of an outfit, or, with COUNT, as shoes. */
static bool is_part_wear(const pd_wardrobe_item *item, pd_wardrobe_half half)
{
    return half == PD_WARDROBE_HALF_COUNT ? item->slot == PD_WARDROBE_SHOES
                                          : pd_wardrobe_has_half(item, half);
}

/* Finds the item that a field names. Returns -1 with an error. */
static int find_part_wear(const pd_wardrobe *w, const char *name, pd_wardrobe_half half, const char *pointer,
                          pd_api_call *call)
{
    static const char *const kinds[] = {"outfit with a top of its own", "outfit with a bottom of its own",
                                        "item of the slot shoes"};
    pd_edit_distance_search search = pd_edit_distance_begin(name);

    PD_ASSERT((unsigned)half <= PD_WARDROBE_HALF_COUNT);
    const int found = pd_wardrobe_find(w, name);
    if (found >= 0 && is_part_wear(&w->items[found], half)) return found;
    if (found >= 0) {
        const char *slot = pd_wardrobe_slot_name(w->items[found].slot);
        pd_api_note(&call->problems, PD_ERR_INVALID, pointer,
                    "\"%s\" is %s; an %s expected (`halves` of GET /v1/wardrobe)", name,
                    w->items[found].slot == PD_WARDROBE_OUTFIT ? "an outfit of one piece" : slot,
                    kinds[half]);
        return -1;
    }

    for (int i = 0; i < w->item_count; i++)
        if (is_part_wear(&w->items[i], half)) pd_edit_distance_offer(&search, w->items[i].name);
    const char *nearest = pd_edit_distance_nearest(&search);
    pd_api_note(&call->problems, PD_ERR_INVALID, pointer,
                "\"%.40s\" is not in the wardrobe%s%s%s; an %s expected", name,
                nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "", kinds[half]);

    return -1;
}

/* Makes a copy of the wardrobe with room for garments of clients and for an outfit of halves. */
static bool extend_wear(pd_api_wear *out, pd_api_call *call)
{
    const pd_wardrobe *w = out->wardrobe;
    const size_t more = PD_API_WEAR_GARMENTS + 2; /* the outfit of halves, and one in other colours */

    if (out->made) return true;
    pd_wardrobe *made = malloc(sizeof *made);
    pd_wardrobe_item *items = malloc(((size_t)w->item_count + more) * sizeof *items);
    pd_wardrobe_texture *textures = malloc(PD_WARDROBE_TEXTURES_MAX * sizeof *textures);
    if (!made || !items || !textures) {
        free(made);
        free(items);
        free(textures);
        return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    }

    memcpy(items, w->items, (size_t)w->item_count * sizeof *items);
    memcpy(textures, w->textures, (size_t)w->texture_count * sizeof *textures);
    *made = *w;
    made->items = items;
    made->textures = textures;
    out->wardrobe = out->made = made;

    return true;
}

/* Adds a garment of a client to the wardrobe. */
static bool add_garment(pd_api_wear *out, const pd_wardrobe_own *own, const char *pointer, pd_api_call *call)
{
    if (out->wardrobe->is_borrowed || own->vertex_count != out->wardrobe->skin_vertex_count)
        return pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, pointer,
                           "\"%s\" is a garment of a client, which only %s and models with its mesh can wear",
                           own->item.name, out->wardrobe->model);
    if (!extend_wear(out, call)) return false;
    pd_wardrobe *made = out->made;
    const int first = pd_api_model_wardrobe(&out->model)->texture_count; /* the first picture of a client */
    if (made->texture_count + own->texture_count > PD_WARDROBE_TEXTURES_MAX)
        return pd_api_note(
            &call->problems, PD_ERR_LIMIT, pointer,
            "the garments of clients have %d pictures with those of \"%s\"; at most %d allowed",
            made->texture_count - first + own->texture_count, own->item.name,
            PD_WARDROBE_TEXTURES_MAX - first);

    /* Copy the item. Its parts name pictures by their numbers in the garment, which are others in the
     * wardrobe. */
    pd_wardrobe_item *item = &made->items[made->item_count];
    *item = own->item;
    item->parts = malloc((size_t)item->part_count * sizeof *item->parts);
    if (!item->parts) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    memcpy(item->parts, own->item.parts, (size_t)item->part_count * sizeof *item->parts);
    for (int p = 0; p < item->part_count; p++) {
        if (item->parts[p].texture >= 0) item->parts[p].texture += made->texture_count;
        if (item->parts[p].folds) item->parts[p].folds += made->texture_count;
    }

    memcpy(made->textures + made->texture_count, own->textures,
           (size_t)own->texture_count * sizeof *own->textures);
    made->texture_count += own->texture_count;
    made->item_count++;

    return true;
}

/* Takes the garment of a client that a name means, if there is one. */
static bool take_garment(pd_api_wear *out, const char *name, const char *pointer, pd_api_call *call)
{
    const char *revision;

    if (!*name || !strcmp(name, "none") || pd_wardrobe_find(out->wardrobe, name) >= 0) return true;
    struct pd_api_skeleton *kept = pd_api_take_skeleton(call, name);
    if (!kept) return !call->waits;
    const pd_wardrobe_own *own = pd_api_skeleton_garment(&revision, kept);
    if (own && out->garment_count == PD_API_WEAR_GARMENTS) {
        pd_api_skeleton_release(kept);
        return pd_api_note(&call->problems, PD_ERR_LIMIT, pointer,
                           "\"%s\" is one garment of clients too many; at most %d allowed in a request", name,
                           PD_API_WEAR_GARMENTS);
    }

    if (own && add_garment(out, own, pointer, call)) {
        out->garments[out->garment_count++] = kept;
        return true;
    }

    pd_api_skeleton_release(kept);

    return !own;
}

/* Takes the garments of clients that the request names. */
static bool take_garments(pd_api_wear *out, const pd_api_wear_values *values, pd_api_call *call)
{
    const struct {
        const char *pointer, *names;
    } rows[] = {{"/wear", values->wear},
                {"/top", values->top},
                {"/bottom", values->bottom},
                {"/footwear", values->footwear}};
    char name[PD_MODEL_NAME_BYTES];

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (const char *at = rows[r].names; at && *at;) {
            at += strspn(at, ", \t");
            const size_t size = strcspn(at, ", \t");
            if (size && size < sizeof name) {
                memcpy(name, at, size);
                name[size] = 0;
                if (!take_garment(out, name, rows[r].pointer, call)) return false;
            }

            at += size;
        }

    return true;
}

/* Makes the outfit of the halves. */
static bool make_halves(pd_api_wear *out, const pd_smpl_model *model, pd_api_call *call)
{
    const pd_wardrobe *w = out->wardrobe;
    const pd_smpl_model *body = out->own ? out->own : model;
    const float *skin = w->body ? w->body : body->data.v_template;
    pd_error err = {0};

    if (!call->may_wait) {
        call->waits = true; /* it takes about ten milliseconds */
        return false;
    }

    if (!extend_wear(out, call)) return false;
    pd_wardrobe *made = out->made;
    if (pd_wardrobe_combine(&made->items[made->item_count], made, skin, out->halves, &err) != PD_OK)
        return pd_api_note_error(&call->problems, "/wear", &err);
    out->outfit.items[PD_WARDROBE_OUTFIT] = made->item_count++;
    out->has_halves = true;

    return true;
}

/* Replaces shoes and halves of the outfit by those that the request names. halves: the items of top and
 * bottom so far, -1: none. */
static bool replace_wear(pd_api_wear *out, int halves[PD_WARDROBE_HALF_COUNT],
                         const pd_api_wear_values *values, pd_api_call *call)
{
    static const char *const pointers[] = {"/top", "/bottom", "/footwear"};
    const char *const names[] = {values->top, values->bottom, values->footwear};
    const pd_wardrobe *w = out->wardrobe;
    int found[3] = {-1, -1, -1};
    bool good = true;

    /* The items. */
    for (int i = 0; i < 3; i++) {
        if (!names[i] || (i == PD_WARDROBE_HALF_COUNT && !strcmp(names[i], "none"))) continue;
        found[i] = find_part_wear(w, names[i], (pd_wardrobe_half)i, pointers[i], call);
        good = good && found[i] >= 0;
    }

    if (!good) return false;
    if (values->footwear) out->outfit.items[PD_WARDROBE_SHOES] = found[2];
    if (!values->top && !values->bottom) return true;

    /* The half that the request does not name is that of the outfit. */
    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) {
        if (names[h]) {
            halves[h] = found[h];
            out->colors[h] = -1;
        }

        if (halves[h] < 0 || pd_wardrobe_has_half(&w->items[halves[h]], (pd_wardrobe_half)h)) continue;
        const char *half = h == PD_WARDROBE_HALF_TOP ? "top" : "bottom";
        return pd_api_note(&call->problems, PD_ERR_INVALID, pointers[1 - h],
                           "given without a %s, and the outfit \"%s\" is one piece and has none of its own: "
                           "name a %s as well",
                           half, w->items[halves[h]].name, half);
    }

    return true;
}

/* Reads a colour that a request gives. Returns -1 without one, and -2 after an error. */
static int read_color(const char *text, const char *pointer, pd_api_call *call)
{
    if (!text) return -1;
    if (strlen(text) == 6 && strspn(text, "0123456789abcdefABCDEF") == 6) return (int)strtol(text, NULL, 16);
    pd_api_note(&call->problems, PD_ERR_INVALID, pointer,
                "\"%.32s\"; six hexadecimal digits (3d5280) expected", text);

    return -2;
}

/* Takes the colours that the request gives for top and bottom. */
static bool take_colors(pd_api_wear *out, const int halves[PD_WARDROBE_HALF_COUNT],
                        const pd_api_wear_values *values, pd_api_call *call)
{
    static const char *const pointers[] = {"/top_color", "/bottom_color"};
    const char *const texts[] = {values->top_color, values->bottom_color};

    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) {
        const int color = read_color(texts[h], pointers[h], call);
        if (color == -2) return false;
        if (color < 0) continue;
        const pd_wardrobe_item *item = halves[h] < 0 ? NULL : &out->wardrobe->items[halves[h]];
        if (!item)
            return pd_api_note(&call->problems, PD_ERR_INVALID, pointers[h],
                               "\"%s\" without an outfit; name one in `wear`, `top` or `bottom`", texts[h]);
        if (h == PD_WARDROBE_HALF_BOTTOM && !pd_wardrobe_has_half(item, PD_WARDROBE_HALF_BOTTOM))
            return pd_api_note(
                &call->problems, PD_ERR_INVALID, pointers[h],
                "\"%s\", and the outfit \"%s\" is one piece: `top_color` is the colour of all of it",
                texts[h], item->name);
        out->colors[h] = color;
        out->is_plain[h] = false;
    }

    return true;
}

/* Copies the outfit, so that it can have other colours. */
static bool copy_outfit(pd_api_wear *out, pd_api_call *call)
{
    if (!extend_wear(out, call)) return false;
    pd_wardrobe *made = out->made;
    pd_wardrobe_item *item = &made->items[made->item_count];
    *item = made->items[out->outfit.items[PD_WARDROBE_OUTFIT]];
    const size_t bytes = (size_t)item->part_count * sizeof *item->parts;
    const pd_wardrobe_part *own = item->parts;
    item->parts = malloc(bytes);
    if (!item->parts) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    memcpy(item->parts, own, bytes);
    out->outfit.items[PD_WARDROBE_OUTFIT] = made->item_count++;
    out->has_copy = true;

    return true;
}

/* Makes the outfit of two halves in their colours. */
static bool tailor(pd_api_wear *out, const int halves[PD_WARDROBE_HALF_COUNT], const pd_smpl_model *model,
                   pd_api_call *call)
{
    out->outfit.items[PD_WARDROBE_OUTFIT] = halves[0];
    if (halves[0] != halves[1]) {
        memcpy(out->halves, halves, sizeof out->halves);
        if (!make_halves(out, model, call)) return false;
    }

    const int outfit = out->outfit.items[PD_WARDROBE_OUTFIT];
    if (outfit < 0 || (out->colors[0] < 0 && out->colors[1] < 0)) return true;
    if (!out->has_halves && !copy_outfit(out, call)) return false;
    pd_wardrobe_item *item = &out->made->items[out->made->item_count - 1];
    const bool has_halves = pd_wardrobe_has_half(item, PD_WARDROBE_HALF_TOP) ||
                            pd_wardrobe_has_half(item, PD_WARDROBE_HALF_BOTTOM);
    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) {
        float color[3];
        if (out->colors[h] < 0 || (!has_halves && h == PD_WARDROBE_HALF_BOTTOM)) continue;
        pd_wardrobe_linear_rgb(color, out->colors[h]);
        pd_wardrobe_color_half(item, out->made, has_halves ? (pd_wardrobe_half)h : PD_WARDROBE_HALF_COUNT,
                               color, out->is_plain[h]);
    }

    return true;
}

/* Refuses what only the clothes of a seed have, where none are drawn. */
static bool check_drawn(const pd_api_wear_values *values, int seed, pd_api_call *call)
{
    const struct {
        const char *pointer;
        bool is_given;
    } rows[] = {{"/occasion", values->occasion >= 0},
                {"/season", values->season >= 0},
                {"/wardrobe_version", values->version >= 0}};
    bool good = true;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool has_rules = i == 2 || values->version != 1;
        if (!rows[i].is_given || (seed >= 0 && !values->wear && has_rules)) continue;
        good = pd_api_note(&call->problems, PD_ERR_INVALID, rows[i].pointer,
                           !has_rules ? "given; version 1 of the wardrobe has none"
                           : values->wear
                               ? "given together with `wear`; allowed only where a seed draws the clothes"
                               : "given without a seed; allowed only with `random` or `look`");
    }

    return good;
}

bool pd_api_wear_read(pd_api_wear *out, const pd_api_wear_values *values, int seed, int gender,
                      const pd_smpl_model *model, pd_api_call *call, const char *lacks)
{
    pd_error err = {0};

    *out = (pd_api_wear){.palette = PD_WARDROBE_PALETTE, .halves = {-1, -1}, .colors = {-1, -1}};
    if (lacks) {
        const struct {
            const char *pointer;
            bool is_given;
        } rows[] = {{"/top", values->top != NULL},
                    {"/bottom", values->bottom != NULL},
                    {"/footwear", values->footwear != NULL},
                    {"/look", values->look >= 0},
                    {"/occasion", values->occasion >= 0},
                    {"/season", values->season >= 0},
                    {"/wardrobe_version", values->version >= 0},
                    {"/top_color", values->top_color != NULL},
                    {"/bottom_color", values->bottom_color != NULL},
                    {"/skin", values->skin >= 0},
                    {"/hair_color", values->hair >= 0},
                    {"/hair_loss", values->hair_loss >= 0},
                    {"/iris", values->iris >= 0}};
        if (values->wear && strcmp(values->wear, "none") != 0)
            pd_api_note(&call->problems, PD_ERR_INVALID, "/wear", "%.40s; clothes are allowed only with %s",
                        values->wear, lacks);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (rows[i].is_given)
                pd_api_note(&call->problems, PD_ERR_INVALID, rows[i].pointer, "given; allowed only with %s",
                            lacks);
        return call->problems.count == 0;
    }

    const int is_bare = values->wear && !strcmp(values->wear, "none");
    const int has_color =
        values->skin >= 0 || values->hair >= 0 || values->hair_loss >= 0 || values->iris >= 0;
    const char *part = values->top            ? "/top"
                       : values->bottom       ? "/bottom"
                       : values->footwear     ? "/footwear"
                       : values->top_color    ? "/top_color"
                       : values->bottom_color ? "/bottom_color"
                                              : NULL;
    if (is_bare && part)
        return pd_api_note(&call->problems, PD_ERR_INVALID, part,
                           "given together with `wear` none; only one of the two allowed");
    if (is_bare && !has_color) return true;
    const char *asked = values->wear && !is_bare ? "/wear"
                        : part                   ? part
                        : values->look >= 0      ? "/look"
                        : values->skin >= 0      ? "/skin"
                        : values->hair >= 0      ? "/hair_color"
                        : values->hair_loss >= 0 ? "/hair_loss"
                        : values->iris >= 0      ? "/iris"
                        : values->occasion >= 0  ? "/occasion"
                        : values->season >= 0    ? "/season"
                                                 : NULL;
    if (!take_wear(out, model, call, asked)) return false;
    if (!out->wardrobe) return true;

    if (!take_garments(out, values, call)) return false;
    if (values->look >= 0) seed = values->look;
    if (!check_drawn(values, seed, call)) return false;

    /* Choose the gender in the same order as for people: requested, else the model's, else the seed's. */
    const pd_smpl_model *body = model ? model : out->own;
    const char *text = model ? model->data.text.gender : NULL;
    pd_smpl_gender sex = gender >= 0 ? (pd_smpl_gender)gender
                         : text      ? pd_smpl_gender_named(text)
                                     : PD_SMPL_NEUTRAL;
    if (seed >= 0 && gender < 0 && sex == PD_SMPL_NEUTRAL) sex = pd_smpl_people_gender_of((uint64_t)seed);
    if (seed >= 0) pd_wardrobe_pick(&out->outfit, &out->palette, out->wardrobe, (uint64_t)seed, sex);
    out->palette.male = sex == PD_SMPL_MALE ? 1 : sex == PD_SMPL_FEMALE ? 0 : 0.5;
    out->palette.seed = seed >= 0 ? (uint64_t)seed : 0;
    double ancestry[PD_SMPL_ANCESTRY_COUNT];
    out->has_drawn_hair = seed >= 0 && has_hair_rule(values);
    const bool has_ancestry = seed >= 0 && tone_by_seed(ancestry, &out->palette, values, body, sex, seed);
    if ((seed < 0 || values->wear) &&
        pd_wardrobe_choose(&out->outfit, out->wardrobe, values->wear, &err) != PD_OK)
        return pd_api_note_error(&call->problems, "/", &err);

    /* Top and bottom: those of the outfit, of the seed, or named. */
    int halves[PD_WARDROBE_HALF_COUNT];
    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) halves[h] = out->outfit.items[PD_WARDROBE_OUTFIT];
    if (seed >= 0 && !values->wear && values->version != 1) {
        pd_wardrobe_clothes clothes;
        pd_wardrobe_clothe(&clothes, &out->outfit, out->wardrobe, (uint64_t)seed, sex, values->occasion,
                           values->season);
        memcpy(halves, clothes.halves, sizeof halves);
        memcpy(out->colors, clothes.colors, sizeof out->colors);
        for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) out->is_plain[h] = true;
    }

    if (out->has_drawn_hair && has_ancestry)
        pd_wardrobe_pick_hair(&out->outfit, out->wardrobe, (uint64_t)seed, sex, ancestry);
    if (part && !replace_wear(out, halves, values, call)) return false;
    if (!take_colors(out, halves, values, call) || !tailor(out, halves, model, call)) return false;
    const int brows = out->outfit.items[PD_WARDROBE_BROWS];
    out->palette.thin_brows = brows >= 0 && strstr(out->wardrobe->items[brows].name, "thin") != NULL;

    if (values->skin >= 0) out->palette.skin = values->skin;
    if (values->hair >= 0) out->palette.hair = (pd_wardrobe_hair_color)values->hair;
    if (values->iris >= 0) out->palette.iris = (pd_wardrobe_iris_color)values->iris;
    const bool good = take_hair_loss(out, values, call);
    if (!values->wear) pd_wardrobe_cut_thin_hair(&out->outfit, out->wardrobe, &out->palette);

    return good;
}

void pd_api_wear_person(pd_api_wear *wear, const pd_api_person *person, const pd_api_wear_values *values)
{
    if (!person || person->normal_seed >= 0) return;
    wear->palette.age = person->age;
    if (person->gender != PD_SMPL_NEUTRAL) wear->palette.male = person->gender == PD_SMPL_MALE;
    if (person->has_ancestry && values->look < 0) {
        pd_wardrobe_palette own = wear->palette;
        pd_wardrobe_pick_tones(&own, person->ancestry);
        if (values->skin < 0) wear->palette.skin = own.skin;
        if (values->hair < 0) wear->palette.hair = own.hair;
        if (values->iris < 0) wear->palette.iris = own.iris;
    }

    if (values->hair < 0) pd_wardrobe_grey(&wear->palette);
    if (values->hair_loss < 0 && wear->wardrobe &&
        pd_wardrobe_hair_can_be_lost(wear->wardrobe, &wear->outfit))
        pd_wardrobe_lose_hair(&wear->palette, person->has_ancestry ? person->ancestry : NULL);
    if (!values->wear && wear->wardrobe) {
        pd_wardrobe_cut_thin_hair(&wear->outfit, wear->wardrobe, &wear->palette);
        pd_wardrobe_cut_with_age(&wear->outfit, wear->wardrobe, &wear->palette);
    }

    /* A face of another ancestry than the seed's has its hair. */
    if (wear->has_drawn_hair && wear->wardrobe && person->has_ancestry && values->look < 0)
        pd_wardrobe_pick_hair(&wear->outfit, wear->wardrobe, wear->palette.seed, person->gender,
                              person->ancestry);
}

void pd_api_wear_release(pd_api_wear *wear)
{
    if (wear->made) {
        pd_wardrobe *made = wear->made;
        if (wear->has_copy) free(made->items[--made->item_count].parts);
        if (wear->has_halves) pd_wardrobe_item_deinit(&made->items[--made->item_count]);
        for (int i = 0; i < wear->garment_count; i++) free(made->items[--made->item_count].parts);
        free(made->items);
        free(made->textures);
        free(wear->made);
        wear->made = NULL;
    }

    for (int i = 0; i < wear->garment_count; i++) pd_api_skeleton_release(wear->garments[i]);
    wear->garment_count = 0;
    wear->has_halves = wear->has_copy = false;

    pd_api_model_release(&wear->model);
    pd_api_model_release(&wear->own_model);
    wear->model = wear->own_model = (pd_api_model){0};
    wear->wardrobe = NULL;
    wear->own = NULL;
}

void pd_api_wear_hash(pd_api_hash *hash, const pd_api_wear *wear)
{
    pd_api_hash_int(hash, wear->wardrobe != NULL);
    if (!wear->wardrobe) return;
    pd_api_hash_int(hash, (long long)wear->wardrobe->content_hash);
    if (wear->own) pd_api_hash_int(hash, (long long)wear->own->content_hash);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) pd_api_hash_int(hash, wear->outfit.items[s]);
    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) {
        pd_api_hash_int(hash, wear->halves[h]);
        pd_api_hash_int(hash, wear->colors[h]);
        pd_api_hash_int(hash, wear->is_plain[h]);
    }

    for (int i = 0; i < wear->garment_count; i++) {
        const char *revision;
        pd_api_skeleton_garment(&revision, wear->garments[i]);
        pd_api_hash_text(hash, revision);
    }

    pd_api_hash_add(hash, &wear->palette.skin, sizeof wear->palette.skin);
    pd_api_hash_add(hash, &wear->palette.age, sizeof wear->palette.age);
    pd_api_hash_add(hash, &wear->palette.male, sizeof wear->palette.male);
    pd_api_hash_int(hash, (long long)wear->palette.seed);
    pd_api_hash_int(hash, wear->palette.hair);
    pd_api_hash_add(hash, &wear->palette.grey, sizeof wear->palette.grey);
    pd_api_hash_add(hash, &wear->palette.hair_loss, sizeof wear->palette.hair_loss);
    pd_api_hash_int(hash, wear->palette.iris);
}

/* ---- the list ---- */

static void text_json(pd_buffer *out, const char *name, const char *value)
{
    pd_buffer_printf(out, ",\"%s\":", name);
    pd_api_json_text(out, value ? value : "");
}

/* Writes "KEY=VALUE KEY=VALUE" as an object, whose values are numbers or texts such as colours. */
static void parameters_json(pd_buffer *out, const char *parameters)
{
    pd_buffer_text(out, ",\"parameters\":{");
    for (const char *at = parameters; *at;) {
        const int key = (int)strcspn(at, "=");
        const int value = (int)strcspn(at + key + 1, " ");
        const char *text = at + key + 1;

        /* Colours are of six digits, so the end of a number alone does not tell. */
        const bool is_number = strncmp(at, "color", 5) != 0 && strspn(text, "-.0123456789") >= (size_t)value;
        pd_buffer_printf(out, is_number ? "%s\"%.*s\":%.*s" : "%s\"%.*s\":\"%.*s\"",
                         at == parameters ? "" : ",", key, at, value, text);
        at = text + value;
        at += strspn(at, " ");
    }

    pd_buffer_text(out, "}");
}

static void styles_json(pd_buffer *out, unsigned styles)
{
    bool is_first = true;

    pd_buffer_text(out, ",\"styles\":[");
    for (int s = 0; s < PD_WARDROBE_STYLE_COUNT; s++) {
        if (!(styles & 1u << s)) continue;
        pd_buffer_printf(out, "%s\"%s\"", is_first ? "" : ",", pd_wardrobe_style_name((pd_wardrobe_style)s));
        is_first = false;
    }

    pd_buffer_text(out, "]");
}

static void item_json(pd_buffer *out, const pd_wardrobe *w, int i)
{
    const pd_wardrobe_item *item = &w->items[i];

    PD_ASSERT(i >= 0 && i < w->item_count);

    pd_buffer_text(out, "{\"name\":");
    pd_api_json_text(out, item->name);
    text_json(out, "slot", pd_wardrobe_slot_name(item->slot));
    text_json(out, "about", item->about);
    text_json(out, "source", item->source);
    if (item->parameters[0]) text_json(out, "made_of", w->items[item->base].name);
    if (item->slot == PD_WARDROBE_OUTFIT)
        pd_buffer_printf(out, ",\"halves\":%s",
                         pd_wardrobe_has_half(item, PD_WARDROBE_HALF_TOP) ? "true" : "false");
    parameters_json(out, item->parameters);
    styles_json(out, item->styles);
    pd_buffer_printf(out, ",\"vertex_count\":%d,\"face_count\":%d,\"hidden_vertices\":%d,\"standard\":%s}",
                     item->corner_count, item->face_count, item->hide_count,
                     w->standard[item->slot] == i ? "true" : "false");
}

void pd_api_handle_wardrobe(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    if (!pd_api_take_model(call, PD_API_DEFAULT_WARDROBE, &call->model)) {
        pd_api_refuse(call, 404, NULL, "this server has no wardrobe");
        return;
    }

    /* The wardrobe: which model it fits, and its texts. */
    const pd_wardrobe *w = pd_api_model_wardrobe(&call->model);
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(out, "{\"model\":");
    pd_api_json_text(out, w->model);
    text_json(out, "licence", w->text.licence);
    text_json(out, "provenance", w->text.provenance);
    text_json(out, "credits", w->text.credits);

    /* The items of the wardrobe. */
    pd_buffer_text(out, ",\"items\":[");
    for (int i = 0; i < w->item_count; i++) {
        if (i) pd_buffer_text(out, ",");
        item_json(out, w, i);
    }

    pd_buffer_text(out, "]}\n");
}
