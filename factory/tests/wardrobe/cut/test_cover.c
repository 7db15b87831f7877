/* Tests which triangles are removed because another part covers them, on three sheets of squares. */
#include "factory/wardrobe/cut/cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Three sheets of squares of about 1 cm, square to z: a wide one, a narrow one 1 cm over its middle, and
 * another like that behind, in this order of faces. */
enum { WIDE = 21, NARROW = 11, ONE = WIDE * WIDE, TWO = NARROW * NARROW };
enum { WIDE_FACES = 2 * (WIDE - 1) * (WIDE - 1), NARROW_FACES = 2 * (NARROW - 1) * (NARROW - 1) };

static int add_sheet(pd_wardrobe_item *item, int first, int face, int side, float z)
{
    const float step = side == WIDE ? 0.01f : 0.0102f; /* its edge is at 5.1 cm */
    for (int i = 0; i < side * side; i++) {
        float *x = item->rest + 3 * (first + i);
        x[0] = step * (float)(i % side - side / 2), x[1] = step * (float)(i / side - side / 2), x[2] = z;
        item->corners[first + i] = (uint16_t)(first + i);
        if (i % side == side - 1 || i / side == side - 1) continue;
        const int a = first + i, corners[6] = {a, a + 1, a + side + 1, a, a + side + 1, a + side};
        for (int k = 0; k < 6; k++) item->faces[3 * face + k] = (uint16_t)corners[k];
        face += 2;
    }
    return face;
}

static pd_wardrobe_item make(float over)
{
    pd_wardrobe_item item = {.vertex_count = ONE + 2 * TWO, .corner_count = ONE + 2 * TWO, .part_count = 3};
    item.rest = calloc(ONE + 2 * TWO, 12);
    item.corners = calloc(ONE + 2 * TWO, 2);
    item.faces = calloc(WIDE_FACES + 2 * NARROW_FACES, 6);
    item.parts = calloc(3, sizeof *item.parts);
    item.face_count = add_sheet(&item, 0, 0, WIDE, 0);
    item.face_count = add_sheet(&item, ONE, item.face_count, NARROW, over);
    item.face_count = add_sheet(&item, ONE + TWO, item.face_count, NARROW, 0.3f);
    item.parts[0] = (pd_wardrobe_part){.first_face = 0, .face_count = WIDE_FACES};
    item.parts[1] = (pd_wardrobe_part){.first_face = WIDE_FACES, .face_count = NARROW_FACES};
    item.parts[2] = (pd_wardrobe_part){.first_face = WIDE_FACES + NARROW_FACES, .face_count = NARROW_FACES};
    return item;
}

static void drop(pd_wardrobe_item *item)
{
    free(item->rest), free(item->corners), free(item->faces), free(item->parts);
}

static void skin_deep_under_another_part_is_removed(void **state)
{
    (void)state;
    pd_wardrobe_item item = make(0.01f);
    uint16_t behind[3 * NARROW_FACES];
    memcpy(behind, item.faces + 3 * (WIDE_FACES + NARROW_FACES), sizeof behind);
    assert_int_equal(pd_factory_cover(&item, 1, 0, NULL), PD_OK);

    /* covered up to 5 cm; nothing bare within 1.5 cm up to 4 cm: 8 x 8 squares */
    assert_int_equal(item.parts[0].face_count, WIDE_FACES - 2 * 8 * 8);
    for (int f = 0; f < item.parts[0].face_count; f++) {
        float far = 0;
        for (int k = 0; k < 3; k++) {
            const float *x = item.rest + 3 * item.corners[item.faces[3 * f + k]];
            far = fmaxf(far, fmaxf(fabsf(x[0]), fabsf(x[1])));
        }
        assert_true(far > 0.0401f);
    }
    assert_int_equal(item.face_count, WIDE_FACES + 2 * NARROW_FACES - 2 * 8 * 8);
    assert_int_equal(item.parts[1].first_face, item.parts[0].face_count);
    assert_int_equal(item.parts[2].first_face, item.parts[1].first_face + NARROW_FACES);
    assert_memory_equal(item.faces + 3 * item.parts[2].first_face, behind, sizeof behind);
    drop(&item);
}

/* What comes through at rest is covered all the same;
 * what has nothing before it, or something far away, is not. */
static void points_just_outside_are_removed_and_distant_ones_kept(void **state)
{
    (void)state;
    static const struct {
        float over;
        bool goes;
    } rows[] = {{-0.015f, true}, {-0.025f, false}, {0.045f, true}, {0.055f, false}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        pd_wardrobe_item item = make(rows[r].over);
        assert_int_equal(pd_factory_cover(&item, 1, 0, NULL), PD_OK);
        assert_int_equal(item.parts[0].face_count < WIDE_FACES, rows[r].goes);
        drop(&item);
    }
    pd_wardrobe_item item = make(0.01f);
    assert_int_equal(pd_factory_cover(&item, 0, 1, NULL),
                     PD_OK); /* the wide one lies behind the narrow one */
    assert_int_equal(item.parts[1].face_count, 0);
    assert_int_equal(pd_factory_cover(&item, 2, 0, NULL), PD_OK);
    assert_int_equal(item.parts[0].face_count, WIDE_FACES);
    drop(&item);
}

/* One sheet over skin whose normals are along z or, at its left half, the other way. has_patch: but for a few
 * squares at the left edge. Returns the triangles that go. */
static int lining_of(float skin_of_left, float skin_of_right, bool has_patch)
{
    const float skin_normals[6] = {0, 0, skin_of_left, 0, 0, skin_of_right};
    pd_wardrobe_item item = make(0.3f);
    item.anchors = calloc(ONE + 2 * TWO, 3 * sizeof *item.anchors);
    item.anchor_weights = calloc(ONE + 2 * TWO, 3 * sizeof *item.anchor_weights);
    for (int v = 0; v < item.vertex_count; v++) {
        const float *x = item.rest + 3 * v;
        item.anchors[3 * v] = x[0] > -0.001f || (has_patch && x[0] < -0.085f && fabsf(x[1]) < 0.025f);
        item.anchor_weights[3 * v] = 1;
    }

    const int before = item.face_count;
    assert_int_equal(pd_factory_cover_lining(&item, 0, skin_normals, NULL), PD_OK);
    const int gone = before - item.face_count;
    assert_int_equal(item.parts[0].face_count, WIDE_FACES - gone);
    assert_int_equal(item.parts[1].first_face, WIDE_FACES - gone);
    for (int f = 0; f < item.parts[0].face_count && skin_of_left < skin_of_right; f++) {
        float right = -1;
        for (int k = 0; k < 3; k++) right = fmaxf(right, item.rest[3 * item.corners[item.faces[3 * f + k]]]);
        assert_true(right > -0.0201f); /* the rim is one row of squares */
    }
    free(item.anchors), free(item.anchor_weights);
    drop(&item);
    return gone;
}

static void triangles_that_face_the_skin_are_removed_but_for_a_rim(void **state)
{
    (void)state;
    assert_int_equal(lining_of(1, 1, false), 0);
    assert_int_equal(lining_of(-1, -1, false), WIDE_FACES);
    /* Squares between x = -1 cm and 0 have skin of both kinds; their triangles with two corners at the right
     * do not face the skin, or at 90 degrees. */
    const int gone = lining_of(-1, 1, false);
    assert_true(gone >= 2 * 20 * 8 && gone <= 2 * 20 * 9);
    assert_int_equal(lining_of(-1, 1, true), gone); /* the patch hung together with the rest by the lining */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skin_deep_under_another_part_is_removed),
        cmocka_unit_test(points_just_outside_are_removed_and_distant_ones_kept),
        cmocka_unit_test(triangles_that_face_the_skin_are_removed_but_for_a_rim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
