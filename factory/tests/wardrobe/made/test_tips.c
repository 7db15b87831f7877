/* Texture coordinates along strands: cards whose ends are known. */
#include "factory/wardrobe/made/tips.h"
#include "core/wardrobe/piece.h"
#include "factory/skin/texture.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { ROWS = 11 };

/* A card that hangs from y = 0 down by `length` metres, 2 cm wide; its own v runs from `from` at the root to
 * `to` at the tip. */
static pd_wardrobe_item card(float length, float from, float to)
{
    pd_wardrobe_item item = {.slot = PD_WARDROBE_HAIR,
                             .vertex_count = 2 * ROWS,
                             .corner_count = 2 * ROWS,
                             .face_count = 2 * (ROWS - 1),
                             .part_count = 1};
    assert_true(pd_wardrobe_item_alloc(&item));
    for (int i = 0; i < 2 * ROWS; i++) {
        const float t = (float)(i / 2) / (ROWS - 1);
        item.rest[3 * i] = 0.02f * (float)(i % 2), item.rest[3 * i + 1] = -length * t;
        item.corners[i] = (uint16_t)i;
        item.uvs[2 * i] = 0.3f + 0.1f * (float)(i % 2), item.uvs[2 * i + 1] = from + (to - from) * t;
    }
    for (int r = 0; r < ROWS - 1; r++) {
        const int a = 2 * r;
        const uint16_t faces[6] = {(uint16_t)a,       (uint16_t)(a + 2), (uint16_t)(a + 1),
                                   (uint16_t)(a + 1), (uint16_t)(a + 2), (uint16_t)(a + 3)};
        memcpy(item.faces + 6 * r, faces, sizeof faces);
    }
    item.parts[0] = (pd_wardrobe_part){.face_count = item.face_count};
    return item;
}

/* The last HAIR_TIP metres have v from HAIR_TIP_V to 1, above that it falls to the root, where it is 0; u
 * stays. Whatever part of v the card had. */
static void a_long_card_fades_over_the_length_of_a_tip(void **state)
{
    (void)state;
    for (int part = 0; part < 2; part++) {
        pd_wardrobe_item item = card(0.45f, part ? 0.6f : 0, part ? 0.7f : 1);
        assert_int_equal(pd_factory_tips(&item, NULL), PD_OK);
        for (int i = 0; i < item.corner_count; i++) {
            const float left = 0.45f + item.rest[3 * i + 1], v = item.uvs[2 * i + 1];
            if (left < PD_WARDROBE_HAIR_TIP - 1e-4f)
                assert_true(fabsf(v - (1 - (1 - PD_WARDROBE_HAIR_TIP_V) * left / PD_WARDROBE_HAIR_TIP)) <
                            1e-3f);
            else
                assert_true(v <= PD_WARDROBE_HAIR_TIP_V + 1e-3f);
            if (i / 2 == 0) assert_true(v == 0);
            if (i >= 2) assert_true(i / 2 == 1 || v > item.uvs[2 * (i - 2) + 1]);
            assert_true(fabsf(item.uvs[2 * i] - (0.3f + 0.1f * (float)(i % 2))) < 1e-6f);
        }
        pd_wardrobe_item_deinit(&item);
    }
}

/* A card shorter than a tip fades over at most 40 % of its length. */
static void a_short_card_keeps_its_root(void **state)
{
    (void)state;
    pd_wardrobe_item item = card(0.03f, 0, 1);
    assert_int_equal(pd_factory_tips(&item, NULL), PD_OK);
    for (int i = 0; i < item.corner_count; i++)
        assert_true((item.uvs[2 * i + 1] > PD_WARDROBE_HAIR_TIP_V + 1e-3f) ==
                    (-item.rest[3 * i + 1] > 0.6f * 0.03f + 1e-5f));
    pd_wardrobe_item_deinit(&item);
}

/* A card of two triangles shows the tuft: u along its longer side, v across, whichever way it stands. A sheet
 * keeps off the tuft. */
static void a_card_of_curls_shows_a_tuft_and_a_sheet_does_not(void **state)
{
    (void)state;
    pd_wardrobe_item sheet = card(0.2f, 0, 1);
    assert_int_equal(pd_factory_tufts(&sheet, NULL), PD_OK);
    for (int i = 0; i < sheet.corner_count; i++) assert_true(sheet.uvs[2 * i + 1] > PD_FACTORY_TUFT_V);
    pd_wardrobe_item_deinit(&sheet);

    pd_wardrobe_item two = card(0.5f, 0, 1); /* its first step is 5 cm long and 2 cm wide */
    two.face_count = two.parts[0].face_count = 2;
    assert_int_equal(pd_factory_tufts(&two, NULL), PD_OK);
    for (int i = 0; i < 4; i++) {
        const float u = two.uvs[2 * i], v = two.uvs[2 * i + 1];
        assert_true(fabsf(u) < 1e-3f || fabsf(u - 1) < 1e-3f);
        assert_true(fabsf(v) < 1e-3f || fabsf(v - PD_FACTORY_TUFT_V) < 0.01f);
        assert_true(i < 2 || fabsf(u - two.uvs[2 * (i - 2)]) > 0.9f);
        assert_true(i % 2 == 0 || fabsf(v - two.uvs[2 * (i - 1) + 1]) > 0.1f);
    }
    pd_wardrobe_item_deinit(&two);
}

/* A square sheet of hair with GRID x GRID vertices in the plane z,
 * whose strands lean by the angle of tangent `lean`. */
enum { GRID = 5, SHEET = GRID * GRID };
static void add_sheet(pd_wardrobe_item *item, int first, float side, float z, float lean)
{
    for (int i = 0; i < SHEET; i++) {
        const int at = first * SHEET + i;
        float *p = item->rest + 3 * at;
        p[0] = side * ((float)(i % GRID) / (GRID - 1) - 0.5f);
        p[1] = side * (0.5f - (float)(i / GRID) / (GRID - 1)), p[2] = z;
        item->corners[at] = (uint16_t)at;
        item->uvs[2 * at] = (p[0] + lean * p[1]) / side, item->uvs[2 * at + 1] = 0.5f - p[1] / side;
    }
    for (int f = 0; f < (GRID - 1) * (GRID - 1); f++) {
        const int a = first * SHEET + f / (GRID - 1) * GRID + f % (GRID - 1);
        const uint16_t faces[6] = {(uint16_t)a,       (uint16_t)(a + GRID), (uint16_t)(a + 1),
                                   (uint16_t)(a + 1), (uint16_t)(a + GRID), (uint16_t)(a + GRID + 1)};
        memcpy(item->faces + 6 * ((size_t)first * (GRID - 1) * (GRID - 1) + (size_t)f), faces, sizeof faces);
    }
}

/* A layer whose strands lie 37 degrees off those of the larger sheet below it leans until they are parallel;
 * the larger sheet and v stay. */
static void a_layer_leans_as_the_hair_around_it(void **state)
{
    (void)state;
    const float lean = 0.75f;
    pd_wardrobe_item item = {.slot = PD_WARDROBE_HAIR,
                             .vertex_count = 2 * SHEET,
                             .corner_count = 2 * SHEET,
                             .face_count = 4 * (GRID - 1) * (GRID - 1),
                             .part_count = 1};
    assert_true(pd_wardrobe_item_alloc(&item));
    add_sheet(&item, 0, 0.2f, 0, lean), add_sheet(&item, 1, 0.1f, 0.005f, 0);
    item.parts[0] = (pd_wardrobe_part){.face_count = item.face_count};
    assert_int_equal(pd_factory_lean(&item, NULL), PD_OK);
    for (int i = 0; i < 2 * SHEET; i++) {
        const float side = i < SHEET ? 0.2f : 0.1f, *p = item.rest + 3 * i, *uv = item.uvs + 2 * i;
        const float added = i < SHEET ? lean * p[1] / side : -lean * (0.5f - p[1] / side);
        assert_true(fabsf(uv[0] - p[0] / side - added) < 0.02f);
        assert_true(fabsf(uv[1] - (0.5f - p[1] / side)) < 1e-5f);
    }
    pd_wardrobe_item_deinit(&item);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_card_of_curls_shows_a_tuft_and_a_sheet_does_not),
                                       cmocka_unit_test(a_long_card_fades_over_the_length_of_a_tip),
                                       cmocka_unit_test(a_short_card_keeps_its_root),
                                       cmocka_unit_test(a_layer_leans_as_the_hair_around_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
