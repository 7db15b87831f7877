/* Texture coordinates of lashes: a strip whose coordinates are known, and the lashes of the shipped file. */
#include "factory/wardrobe/made/tips.h"
#include "tests/support/cmocka.h"
#include "factory/skin/texture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4, COLUMNS = 9, STRIP = ROWS * COLUMNS };
#define TURN 2.4f /* radians of the lid's arc */

/* Two strips of lashes, mirrored, each on an arc about the eye;
 * the diagonals of their quads run either way. */
static pd_wardrobe_item strips(void)
{
    pd_wardrobe_item item = {.slot = PD_WARDROBE_LASHES,
                             .vertex_count = 2 * STRIP,
                             .corner_count = 2 * STRIP,
                             .face_count = 4 * (ROWS - 1) * (COLUMNS - 1),
                             .part_count = 1};
    assert_true(pd_wardrobe_item_alloc(&item));
    uint16_t *face = item.faces;
    for (int side = 0; side < 2; side++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) {
                const int i = side * STRIP + r * COLUMNS + c;
                /* columns stand closer together at the nose */
                const float share = powf((float)c / (COLUMNS - 1), 1.5f), angle = TURN * (share - 0.5f);
                const float radius = 0.012f + 0.002f * (float)r;
                float *p = item.rest + 3 * i;
                p[0] = 0.032f + radius * sinf(angle);
                p[1] = radius * cosf(angle) * 0.6f;
                p[2] = radius * cosf(angle) + 0.0015f * (float)r;
                if (side) p[0] = -p[0];
                item.corners[i] = (uint16_t)i;
                if (r + 1 == ROWS || c + 1 == COLUMNS) continue;
                const uint16_t a = (uint16_t)i, b = (uint16_t)(i + 1), d = (uint16_t)(i + COLUMNS),
                               e = (uint16_t)(i + COLUMNS + 1);
                const uint16_t one[6] = {a, b, e, a, e, d}, two[6] = {a, b, d, b, e, d};
                memcpy(face, (r + c) % 2 ? one : two, sizeof one);
                for (int t = 0; side && t < 6; t += 3) {
                    const uint16_t swapped = face[t];
                    face[t] = face[t + 1], face[t + 1] = swapped;
                }
                face += 6;
            }
    item.parts[0] = (pd_wardrobe_part){.face_count = item.face_count};
    return item;
}

static void a_strip_shows_the_whole_texture_by_arc_length(void **state)
{
    (void)state;
    pd_wardrobe_item item = strips();
    assert_int_equal(pd_factory_lashes(&item, NULL), PD_OK);
    for (int i = 0; i < 2 * STRIP; i++) {
        const int c = i % COLUMNS, r = i % STRIP / COLUMNS;
        const float *uv = item.uvs + 2 * i;
        assert_true(uv[0] >= 0 && uv[0] <= 1);
        if (c == 0) assert_true(uv[0] == 0);
        if (c == COLUMNS - 1) assert_true(fabsf(uv[0] - 1) < 1e-5f);
        assert_true(fabsf(uv[1] - (PD_FACTORY_LASH_ROOT + (PD_FACTORY_LASH_TIP - PD_FACTORY_LASH_ROOT) *
                                                              (float)r / (ROWS - 1))) < 1e-5f);
        assert_true(fabsf(uv[0] - item.uvs[2 * (i % STRIP % COLUMNS)]) < 1e-5f);
    }
    /* u grows in proportion to the length of the lid */
    for (int c = 1; c < COLUMNS; c++) {
        const float *a = item.rest + 3 * (c - 1), *b = item.rest + 3 * c,
                    *last = item.rest + 3 * (COLUMNS - 1);
        const float length = sqrtf((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) +
                                   (b[2] - a[2]) * (b[2] - a[2])),
                    next = sqrtf((last[0] - last[-3]) * (last[0] - last[-3]) +
                                 (last[1] - last[-2]) * (last[1] - last[-2]) +
                                 (last[2] - last[-1]) * (last[2] - last[-1]));
        const float ratio = (item.uvs[2 * c] - item.uvs[2 * (c - 1)]) /
                            (item.uvs[2 * (COLUMNS - 1)] - item.uvs[2 * (COLUMNS - 2)]);
        assert_true(fabsf(ratio - length / next) < 1e-3f);
    }
    pd_wardrobe_item_deinit(&item);
}

static void a_strip_that_is_not_a_grid_is_refused(void **state)
{
    (void)state;
    pd_wardrobe_item item = strips();
    pd_error err;
    item.face_count--;
    snprintf(item.name, sizeof item.name, "lashes");
    assert_int_equal(pd_factory_lashes(&item, &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "not a grid"));
    pd_wardrobe_item_deinit(&item);
}

/* Lashes were once dense at the nose and gone at the outer corner: at the lid v grew from 0 to 0.8. */
static void shipped_lashes_are_as_dense_at_the_outer_corner(void **state)
{
    (void)state;
    pd_wardrobe *wardrobe;
    assert_int_equal(pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL), PD_OK);
    const pd_wardrobe_item *item = &wardrobe->items[pd_wardrobe_find(wardrobe, "lashes")];
    int roots[2][3] = {{0}};
    for (int c = 0; c < item->corner_count; c++) {
        const float *uv = item->uvs + 2 * c, x = item->rest[3 * item->corners[c]];
        if (uv[1] < PD_FACTORY_LASH_ROOT + 0.001f) roots[x > 0][uv[0] < 0.33f ? 0 : uv[0] < 0.67f ? 1 : 2]++;
        /* The texture repeats: at v = 1 the dense roots of v = 0 were drawn along the tips. */
        assert_true(uv[1] > PD_FACTORY_LASH_ROOT - 0.001f && uv[1] < PD_FACTORY_LASH_TIP + 0.001f);
        if (uv[0] == 1) assert_true(fabsf(x) > 0.04f);
        if (uv[0] == 0) assert_true(fabsf(x) < 0.022f);
    }
    /* 13 columns of the upper lid and 12 of the lower one, of both eyes */
    for (int side = 0; side < 2; side++) {
        assert_int_equal(roots[side][0] + roots[side][1] + roots[side][2], 25);
        for (int third = 0; third < 3; third++) assert_true(roots[side][third] >= 5);
    }
    pd_wardrobe_release(wardrobe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strip_shows_the_whole_texture_by_arc_length),
        cmocka_unit_test(a_strip_that_is_not_a_grid_is_refused),
        cmocka_unit_test(shipped_lashes_are_as_dense_at_the_outer_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
