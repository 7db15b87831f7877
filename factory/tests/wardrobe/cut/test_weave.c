/* Texture coordinates along threads: tubes whose coordinates are known,
 * and the garments of the shipped file. */
#include "factory/wardrobe/cut/weave.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 9, COLUMNS = 17, TUBE = ROWS * COLUMNS };
#define RADIUS 0.12f
#define LENGTH 0.4f
#define TURN   6.0f /* radians that a tube goes round */

static pd_smpl_data model;
static pd_wardrobe *wardrobe;

static int load(void **state)
{
    (void)state;
    return pd_smpl_data_load(&model, "models/person.safetensors", NULL) != PD_OK ||
           pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_smpl_data_deinit(&model);
    pd_wardrobe_release(wardrobe);
    return 0;
}

/* Two tubes of cloth, open along a line: one stands, one lies along x on the left arm. Their first
 * coordinates are of no use. is_joined: both share the corners of a row. */
static pd_wardrobe_item tubes(bool is_joined)
{
    pd_wardrobe_item item = {.slot = PD_WARDROBE_OUTFIT,
                             .vertex_count = 2 * TUBE,
                             .corner_count = 2 * TUBE,
                             .face_count = 4 * (ROWS - 1) * (COLUMNS - 1),
                             .part_count = 1};
    assert_true(pd_wardrobe_item_alloc(&item));
    uint16_t *face = item.faces;
    for (int t = 0; t < 2; t++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) {
                const int i = t * TUBE + r * COLUMNS + c;
                const float angle = TURN * (float)c / (COLUMNS - 1), along = LENGTH * (float)r / (ROWS - 1);
                float *p = item.rest + 3 * i;
                p[0] = t ? 0.2f + along : RADIUS * sinf(angle);
                p[1] = t ? RADIUS * sinf(angle) : -along;
                p[2] = RADIUS * cosf(angle);
                item.corners[i] = (uint16_t)i;
                item.uvs[2 * i] = 0.01f * (float)((7 * i) % 11), item.uvs[2 * i + 1] = 0.02f * (float)(i % 5);
                item.weights[4 * i] = 1;
                item.joints[4 * i] = (uint8_t)pd_smpl_joint_find(&model, t ? "left_elbow" : "spine2");
                if (r + 1 == ROWS || c + 1 == COLUMNS) continue;
                const uint16_t a = (uint16_t)i, b = (uint16_t)(i + 1), d = (uint16_t)(i + COLUMNS),
                               e = (uint16_t)(i + COLUMNS + 1);
                const uint16_t quad[6] = {a, d, b, b, d, e};
                memcpy(face, quad, sizeof quad);
                face += 6;
            }
    for (int i = 0; is_joined && i < 3 * item.face_count; i++)
        if (item.faces[i] >= TUBE && item.faces[i] < TUBE + COLUMNS)
            item.faces[i] = (uint16_t)(item.faces[i] - TUBE);
    item.parts[0] = (pd_wardrobe_part){.face_count = item.face_count};
    return item;
}

static void stripes_run_around_trunk_and_sleeves(void **state)
{
    (void)state;
    pd_wardrobe_item item = tubes(false);
    assert_int_equal(pd_factory_weave(&item, &model, NULL), PD_OK);
    assert_int_equal(item.corner_count, 2 * TUBE);
    const float tile = PD_FACTORY_WEAVE_TILE;
    for (int i = 0; i < TUBE; i++) {
        const float *p = item.rest + 3 * i, *q = item.rest + 3 * (i + TUBE);
        assert_true(fabsf(item.uvs[2 * i + 1] + p[1] / tile) < 0.02f);
        assert_true(fabsf(item.uvs[2 * (i + TUBE) + 1] - q[0] / tile) < 0.5f);
        /* A row has one v, a column one u, and u grows by the way around. */
        for (int t = 0; t < 2; t++) {
            const float *uv = item.uvs + 2 * (i + t * TUBE), *row = uv - 2 * (i % COLUMNS),
                        *column = item.uvs + 2 * (i % COLUMNS + t * TUBE);
            assert_true(fabsf(uv[1] - row[1]) < 0.02f && fabsf(uv[0] - column[0]) < 0.02f);
        }
    }
    const float around = item.uvs[2 * (COLUMNS - 1)] - item.uvs[0];
    assert_true(fabsf(around - RADIUS * TURN / tile) < 0.02f * around);
    pd_wardrobe_item_deinit(&item);
}

/* A sleeve that is cut with the trunk gets a seam: corners of its own, and no triangle with a jump in it. */
static void a_sleeve_cut_with_the_trunk_gets_a_seam(void **state)
{
    (void)state;
    pd_wardrobe_item item = tubes(true);
    assert_int_equal(pd_factory_weave(&item, &model, NULL), PD_OK);
    assert_true(item.corner_count > 2 * TUBE + COLUMNS / 2);
    for (int c = 2 * TUBE; c < item.corner_count; c++) assert_true(item.corners[c] < item.vertex_count);
    for (int i = 0; i < 3 * item.face_count; i++) {
        const int a = item.faces[i], b = item.faces[i - i % 3 + (i + 1) % 3];
        const float *p = item.rest + 3 * item.corners[a], *q = item.rest + 3 * item.corners[b];
        const float edge = hypotf(p[0] - q[0], hypotf(p[1] - q[1], p[2] - q[2]));
        assert_true(fabsf(item.uvs[2 * a + 1] - item.uvs[2 * b + 1]) <
                    0.1f + 1.3f * edge / PD_FACTORY_WEAVE_TILE);
    }
    pd_wardrobe_item_deinit(&item);
}

/* On the template the pattern of each garment keeps its size, 5 cm a tile, and stripes are level: where v
 * grows, it grows downwards. */
static void patterns_of_the_shipped_clothes_run_straight(void **state)
{
    (void)state;
    int items = 0;
    for (int i = 0; i < wardrobe->item_count; i++) {
        const pd_wardrobe_item *item = &wardrobe->items[i];
        if (item->slot != PD_WARDROBE_OUTFIT || item->parameters[0]) continue;
        /* The lining of the skirt is skin, and has its coordinates. */
        const int faces = strcmp(item->name, "blouse-skirt") ? item->face_count : item->parts[2].first_face;
        double all = 0, even = 0;
        for (int f = 0; f < faces; f++) {
            const uint16_t *c = item->faces + 3 * f;
            double e[2][3], uv[2][2], xx = 0, xy = 0, yy = 0;
            for (int k = 0; k < 2; k++) {
                for (int x = 0; x < 3; x++)
                    e[k][x] = (double)(item->rest[3 * item->corners[c[k + 1]] + x] -
                                       item->rest[3 * item->corners[c[0]] + x]);
                for (int x = 0; x < 2; x++)
                    uv[k][x] = (double)(item->uvs[2 * c[k + 1] + x] - item->uvs[2 * c[0] + x]);
            }
            for (int x = 0; x < 3; x++)
                xx += e[0][x] * e[0][x], xy += e[0][x] * e[1][x], yy += e[1][x] * e[1][x];
            const double square = xx * yy - xy * xy;
            if (square < 1e-14) continue;
            /* Length of the gradient of v. */
            const double a = (uv[0][1] * yy - uv[1][1] * xy) / square,
                         b = (uv[1][1] * xx - uv[0][1] * xy) / square,
                         length = sqrt(fmax(0, a * uv[0][1] + b * uv[1][1]));
            all += sqrt(square);
            if (fabs(length * (double)PD_FACTORY_WEAVE_TILE - 1) < 0.25) even += sqrt(square);
        }
        if (even < 0.95 * all) print_error("%s: %.2f\n", item->name, even / all);
        assert_true(even >= 0.95 * all);
        items++;
    }
    assert_int_equal(items, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stripes_run_around_trunk_and_sleeves),
        cmocka_unit_test(a_sleeve_cut_with_the_trunk_gets_a_seam),
        cmocka_unit_test(patterns_of_the_shipped_clothes_run_straight),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
