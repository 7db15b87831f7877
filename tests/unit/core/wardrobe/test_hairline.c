/* Tests the fade of hair at the border of its sheets. Sheets with tips and cards are left unchanged. */
#include "core/wardrobe/hairline.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MOST 10 /* vertices along a side of a grid */

/* A grid of side x side vertices with triangles of both halves of its cells; v is `v` at each corner. */
typedef struct grid {
    pd_wardrobe_item item;
    uint16_t corners[MOST * MOST], faces[6 * MOST * MOST];
    float uvs[2 * MOST * MOST];
} grid;

static void make(grid *g, int wide, int high, float v)
{
    memset(g, 0, sizeof *g);
    g->item = (pd_wardrobe_item){.slot = PD_WARDROBE_HAIR,
                                 .vertex_count = wide * high,
                                 .corner_count = wide * high,
                                 .corners = g->corners,
                                 .faces = g->faces,
                                 .uvs = g->uvs};
    for (int i = 0; i < wide * high; i++) g->corners[i] = (uint16_t)i, g->uvs[2 * i + 1] = v;
    for (int y = 0; y + 1 < high; y++)
        for (int x = 0; x + 1 < wide; x++) {
            const int a = y * wide + x, cell[6] = {a, a + 1, a + wide, a + 1, a + wide + 1, a + wide};
            for (int k = 0; k < 6; k++) g->faces[3 * g->item.face_count + k] = (uint16_t)cell[k];
            g->item.face_count += 2;
        }
}

/* Rings of a grid of ten by ten: 36 vertices on the border of 100 are more than a third, so the sheet is a
 * cylinder, closed along x. */
static void the_border_of_a_sheet_without_tips_fades(void **state)
{
    (void)state;
    grid g;
    make(&g, MOST, MOST, 0.4f);
    for (int y = 0; y < MOST; y++) g.corners[y * MOST + MOST - 1] = (uint16_t)(y * MOST); /* the seam */
    assert_int_equal(pd_wardrobe_soften_hairline(&g.item, NULL), PD_OK);
    for (int y = 0; y < MOST; y++)
        for (int x = 0; x < MOST; x++) {
            const int from_border = y < MOST - 1 - y ? y : MOST - 1 - y;
            const float want = from_border == 0 ? 1 : from_border == 1 ? 0.7f : 0.4f;
            const float v = g.uvs[2 * (y * MOST + x) + 1];
            if (v < want - 1e-6f || v > want + 1e-6f) fail_msg("(%d, %d): v is %g", x, y, (double)v);
        }
}

/* A sheet that fades somewhere along its border has tips; a card is all border. */
static void sheets_with_tips_and_cards_stay(void **state)
{
    (void)state;
    grid tipped, card;
    make(&tipped, MOST, MOST, 0.4f);
    for (int y = 0; y < MOST; y++) tipped.corners[y * MOST + MOST - 1] = (uint16_t)(y * MOST);
    tipped.uvs[1] = 1;
    make(&card, 2, MOST, 0.4f);
    assert_int_equal(pd_wardrobe_soften_hairline(&tipped.item, NULL), PD_OK);
    assert_int_equal(pd_wardrobe_soften_hairline(&card.item, NULL), PD_OK);
    for (int i = 1; i < MOST * MOST; i++) assert_true(tipped.uvs[2 * i + 1] == 0.4f);
    for (int i = 0; i < 2 * MOST; i++) assert_true(card.uvs[2 * i + 1] == 0.4f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_border_of_a_sheet_without_tips_fades),
        cmocka_unit_test(sheets_with_tips_and_cards_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
