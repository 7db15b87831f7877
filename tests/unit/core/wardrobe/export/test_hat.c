/* Tests that a hat presses hair: on a hat that is a surface of revolution with a crown and a brim, and that
 * no shipped hair stands out of a shipped hat. */
#include "core/wardrobe/export/hat.h"
#include "core/math/triangle_tree.h"
#include "core/wardrobe/hair_loss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SIDES = 48, RINGS = 4, ROWS = 40 };
#define RIM   0.05f /* height of the rim, metres */
#define CROWN 0.1f  /* radius of the crown */

/* Radius and height of the hat's rings, metres: top, two of the crown, edge of the brim. */
static const float profile[RINGS][2] = {{0.001f, 0.2f}, {CROWN, 0.15f}, {CROWN, RIM}, {0.2f, 0.03f}};

static void place(float out[3], float radius, float height, int side)
{
    const float angle = 6.2831853f * (float)side / SIDES;
    out[0] = radius * cosf(angle), out[1] = height, out[2] = radius * sinf(angle);
}

/* Triangles between rings of SIDES vertices. */
static int add_rings(uint16_t *faces, uint16_t *corners, int rings)
{
    int count = 0;
    for (int i = 0; i < rings * SIDES; i++) corners[i] = (uint16_t)i;
    for (int r = 0; r + 1 < rings; r++)
        for (int s = 0; s < SIDES; s++) {
            const int a = r * SIDES + s, b = r * SIDES + (s + 1) % SIDES;
            const int two[6] = {a, b, a + SIDES, b, b + SIDES, a + SIDES};
            for (int k = 0; k < 6; k++) faces[3 * count + k] = (uint16_t)two[k];
            count += 2;
        }
    return count;
}

/* A cylinder of hair from 30 cm above the rim to 30 cm below it, in steps of 15 mm. */
static void hair_is_pressed_at_the_rim_and_free_far_below(void **state)
{
    (void)state;
    float hat_rest[3 * RINGS * SIDES], rest[3 * ROWS * SIDES], uvs[2 * ROWS * SIDES] = {0};
    uint16_t hat_corners[RINGS * SIDES], hat_faces[6 * RINGS * SIDES];
    uint16_t corners[ROWS * SIDES], faces[6 * ROWS * SIDES];
    pd_wardrobe_part part = {0};
    pd_wardrobe_item hat = {.rest = hat_rest,
                            .corners = hat_corners,
                            .faces = hat_faces,
                            .vertex_count = RINGS * SIDES,
                            .face_count = add_rings(hat_faces, hat_corners, RINGS)};
    pd_wardrobe_item hair = {.slot = PD_WARDROBE_HAIR,
                             .rest = rest,
                             .uvs = uvs,
                             .corners = corners,
                             .faces = faces,
                             .parts = &part,
                             .part_count = 1,
                             .vertex_count = ROWS * SIDES,
                             .corner_count = ROWS * SIDES,
                             .face_count = add_rings(faces, corners, ROWS)};
    part.face_count = hair.face_count;
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++)
            place(hat_rest + 3 * (r * SIDES + s), profile[r][0], profile[r][1], s);

    for (int wide = 0; wide < 2; wide++) {
        const float radius = wide ? 0.14f : 0.09f;
        for (int r = 0; r < ROWS; r++)
            for (int s = 0; s < SIDES; s++)
                place(rest + 3 * (r * SIDES + s), radius, RIM + 0.3f - 0.015f * (float)r, s);
        pd_wardrobe_item worn;
        assert_true(pd_wardrobe_pressed_hair_init(&worn, &hair, &hat, NULL));
        float before = 0;
        for (int i = 0; i < ROWS * SIDES; i++) {
            const float *p = worn.rest + 3 * i, r = hypotf(p[0], p[2]), below = RIM - rest[3 * i + 1];
            assert_true(r <= radius + 1e-6f);
            if (below < 0) assert_true(r < CROWN - 0.002f && p[1] < RIM + PD_WARDROBE_HAT_INSIDE + 0.004f);
            if (below > -0.001f) assert_true(fabsf(p[1] - rest[3 * i + 1]) < 1e-6f);
            if (!wide && below > 0) assert_true(fabsf(r - radius) < 1e-6f);
            if (below > PD_WARDROBE_HAT_REACH + 0.004f) assert_true(fabsf(r - radius) < 1e-6f);
            /* From the rim down it gets wider, by less than it goes down twice. */
            if (below > 0 && i % SIDES == 0) {
                assert_true(r > before - 1e-6f && (before == 0 || r - before < 0.03f));
                before = r;
            }
        }

        /* 18 rows are more than 15 mm above the rim; the triangles between them are out of sight. */
        assert_in_range(hair.face_count - worn.face_count, 2 * SIDES * 17, 2 * SIDES * 19);
        assert_int_equal(worn.parts[0].face_count, worn.face_count);
        pd_wardrobe_worn_hair_deinit(&worn);
    }

    /* Skin keeps hair off. */
    uint16_t anchors[3 * ROWS * SIDES] = {0};
    float weights[3 * ROWS * SIDES], body[3] = {0.12f, 0, 0};
    for (int i = 0; i < 3 * ROWS * SIDES; i++) weights[i] = i % 3 == 0;
    hair.anchors = anchors, hair.anchor_weights = weights;
    pd_wardrobe_item worn;
    assert_true(pd_wardrobe_pressed_hair_init(&worn, &hair, &hat, body));
    for (int i = 0; i < ROWS * SIDES; i++)
        if (rest[3 * i + 1] < RIM - 0.024f)
            assert_true(hypotf(worn.rest[3 * i], worn.rest[3 * i + 2]) > 0.12f);
    pd_wardrobe_worn_hair_deinit(&worn);
}

/* A tree of the triangles of a hat. */
static float *hat_tree(pd_triangle_tree *tree, const pd_wardrobe_item *hat)
{
    float *triangles = malloc(9 * (size_t)hat->face_count * sizeof *triangles);
    for (int i = 0; i < 3 * hat->face_count; i++)
        memcpy(triangles + 3 * i, hat->rest + 3 * hat->corners[hat->faces[i]], 3 * sizeof *triangles);
    assert_true(pd_triangle_tree_build(tree, triangles, hat->face_count));
    return triangles;
}

/* From a point in the head at the height of the lowest vertex of the hat, hair above a brim or outside of a
 * crown lies behind the hat. */
static bool is_behind(const pd_triangle_tree *tree, const float from[3], const float *p)
{
    pd_triangle_line line = {.from = {from[0], from[1], from[2]}};
    float length = 0, far;
    for (int c = 0; c < 3; c++) line.along[c] = p[c] - from[c], length += line.along[c] * line.along[c];
    length = sqrtf(length);
    for (int c = 0; c < 3; c++) line.along[c] /= length;
    line.farthest = length;
    for (int side = -1; side <= 1; side += 2) {
        line.sign = (float)side;
        if (pd_triangle_tree_meet(&far, tree, &line) >= 0) return true;
    }
    return false;
}

static void shipped_hair_does_not_stand_out_of_shipped_hats(void **state)
{
    (void)state;
    int pairs = 0, before = 0, after = 0;
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (int h = 0; h < w->item_count; h++) {
        const pd_wardrobe_item *hat = &w->items[h];
        if (hat->slot != PD_WARDROBE_HAT || hat->is_shared) continue;
        pd_triangle_tree tree = {0};
        float *triangles = hat_tree(&tree, hat), low = INFINITY, high = -INFINITY, middle[3] = {0};
        int count = 0;
        for (int i = 0; i < hat->vertex_count; i++)
            low = fminf(low, hat->rest[3 * i + 1]), high = fmaxf(high, hat->rest[3 * i + 1]);
        for (int i = 0; i < hat->vertex_count; i++) {
            if (hat->rest[3 * i + 1] < 0.3f * low + 0.7f * high) continue;
            count++;
            for (int c = 0; c < 3; c++) middle[c] += (hat->rest[3 * i + c] - middle[c]) / (float)count;
        }
        middle[1] = low;

        for (int i = 0; i < w->item_count; i++) {
            const pd_wardrobe_item *hair = &w->items[i];
            if (hair->slot != PD_WARDROBE_HAIR) continue;
            pd_wardrobe_item worn;
            assert_true(pd_wardrobe_pressed_hair_init(&worn, hair, hat, w->body));
            int behind = 0;
            for (int k = 0; k < 3 * hair->face_count; k++) {
                const float *p = hair->rest + 3 * hair->corners[hair->faces[k]];
                before += p[1] > low && is_behind(&tree, middle, p);
            }
            for (int k = 0; k < 3 * worn.face_count; k++) {
                const float *p = worn.rest + 3 * worn.corners[worn.faces[k]];
                behind += p[1] > low && is_behind(&tree, middle, p);
            }
            if (behind > 3 * worn.face_count / 50)
                fail_msg("%s under %s: %d corners of %d triangles are outside", hair->name, hat->name, behind,
                         worn.face_count);
            assert_true(worn.face_count > hair->face_count / 20 && worn.face_count < hair->face_count);
            after += behind, pairs++;
            pd_wardrobe_worn_hair_deinit(&worn);
        }
        pd_triangle_tree_deinit(&tree);
        free(triangles);
    }
    print_message("%d pairs: %d corners outside of hats, %d without pressing\n", pairs, after, before);
    assert_true(pairs >= 100 && after < before / 100);
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hair_is_pressed_at_the_rim_and_free_far_below),
        cmocka_unit_test(shipped_hair_does_not_stand_out_of_shipped_hats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
