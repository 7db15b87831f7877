#ifndef PD_TESTS_WARDROBES_H
#define PD_TESTS_WARDROBES_H
/* A wardrobe for the tetrahedron of tiny_body.h: a hat of one quad with two parts, a scarf of a triangle, and
 * eyes of a triangle. */
#include "core/wardrobe/wardrobe.h"
#include "tests/support/tiny_body.h"

static inline pd_wardrobe_item tiny_item(const char *name, pd_wardrobe_slot slot, int vertices, int faces,
                                         int hides)
{
    pd_wardrobe_item item = {.slot = slot,
                             .vertex_count = vertices,
                             .corner_count = vertices + 1,
                             .face_count = faces,
                             .part_count = faces,
                             .dir_count = TINY_BETAS,
                             .hide_count = hides};
    snprintf(item.name, sizeof item.name, "%s", name);
    snprintf(item.about, sizeof item.about, "a %s", name);
    snprintf(item.source, sizeof item.source, "by hand");
    if (!pd_wardrobe_item_alloc(&item)) abort();
    for (int i = 0; i < vertices; i++) {
        const float place[3] = {0.25f + 0.5f * (float)(i % 2), 1.25f, 0.125f + 0.5f * (float)(i / 2)};
        memcpy(item.rest + 3 * i, place, sizeof place);
        for (int k = 0; k < 3; k++) item.anchors[3 * i + k] = (uint16_t)k;
        item.anchor_weights[3 * i] = 0.5f, item.anchor_weights[3 * i + 1] = 0.25f,
                                item.anchor_weights[3 * i + 2] = 0.25f;
        item.joints[4 * i] = 1, item.weights[4 * i] = 0.75f;
        item.joints[4 * i + 1] = 2, item.weights[4 * i + 1] = 0.25f;
    }
    for (int i = 0; i < 3 * TINY_BETAS * vertices; i++) item.dirs[i] = 0.0625f * (float)(i % 5);
    for (int c = 0; c <= vertices; c++) {
        item.corners[c] = (uint16_t)(c % vertices);
        item.uvs[2 * c] = 0.5f * (float)c, item.uvs[2 * c + 1] = 0.25f;
    }
    for (int f = 0; f < faces; f++) {
        const uint16_t face[3] = {(uint16_t)f, (uint16_t)(f + 2), (uint16_t)(f + 1)};
        memcpy(item.faces + 3 * f, face, sizeof face);
        item.parts[f] = (pd_wardrobe_part){.first_face = f,
                                           .face_count = 1,
                                           .color = {0.5f, 0.25f, 1},
                                           .roughness = 0.5f,
                                           .texture = f - 1,
                                           .folds = slot == PD_WARDROBE_OUTFIT,
                                           .two_sided = f == 1};
    }

    /* An outfit has folds at places of its own. */
    if (slot == PD_WARDROBE_OUTFIT && !pd_wardrobe_item_place(&item)) abort();
    for (int c = 0; item.places && c <= vertices; c++)
        item.places[2 * c] = 0.125f * (float)c, item.places[2 * c + 1] = 0.5f;

    for (int h = 0; h < hides; h++) item.hides[h] = (uint16_t)h;
    return item;
}

static inline pd_wardrobe tiny_wardrobe(void)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 1, 2, 3};
    pd_wardrobe w = {
        .item_count = 3, .texture_count = 1, .skin_vertex_count = TINY_VERTICES, .joint_count = TINY_JOINTS};
    w.items = calloc(3, sizeof *w.items);
    w.textures = calloc(1, sizeof *w.textures);
    w.items[0] = tiny_item("hat", PD_WARDROBE_HAIR, 4, 2, 0);
    w.items[1] = tiny_item("scarf", PD_WARDROBE_OUTFIT, 3, 1, 1);
    w.items[2] = tiny_item("eyes", PD_WARDROBE_EYES, 3, 1, 0);
    snprintf(w.textures[0].name, sizeof w.textures[0].name, "felt");
    w.textures[0].png = tiny_copy(png, sizeof png);
    w.textures[0].bytes = sizeof png;
    snprintf(w.model, sizeof w.model, "tiny");
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) w.standard[s] = -1;
    w.standard[PD_WARDROBE_HAIR] = 0;
    w.standard[PD_WARDROBE_EYES] = 2;
    w.text = (pd_model_text){strdup("wardrobe"), strdup("CC0 1.0"), strdup("by hand"), strdup("nobody")};
    return w;
}

#endif
