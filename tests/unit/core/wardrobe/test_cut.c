/* Cutting an item along a line: what is left, and where the new vertices are. */
#include "core/wardrobe/cut.h"
#include "tests/support/cmocka.h"
#include "tests/support/wardrobes.h"

#include <math.h>
#include <string.h>

/* A strip of two triangles over [0, 2] x [0, 1]: vertices 0 (0,0), 1 (2,0), 2 (0,1), 3 (2,1); corner i is
 * vertex i, its u is x / 2, v is y. */
static pd_wardrobe_item strip(void)
{
    pd_wardrobe_item item = tiny_item("strip", PD_WARDROBE_OUTFIT, 4, 2, 2);
    static const uint16_t faces[6] = {0, 1, 3, 0, 3, 2};
    memcpy(item.faces, faces, sizeof faces);
    for (int i = 0; i < 4; i++) {
        const float p[3] = {2.0f * (float)(i % 2), (float)(i / 2), 0};
        memcpy(item.rest + 3 * i, p, sizeof p);
        item.corners[i] = (uint16_t)i;
        item.uvs[2 * i] = p[0] / 2, item.uvs[2 * i + 1] = p[1];
        for (int d = 0; d < 3 * TINY_BETAS; d++) item.dirs[3 * TINY_BETAS * i + d] = p[0];
        /* The left half hangs on joint 1, the right one on joint 2;
         * anchors are one vertex of the skin each. */
        for (int k = 0; k < 4; k++) item.weights[4 * i + k] = k == 0;
        item.joints[4 * i] = (uint8_t)(1 + i % 2);
        for (int k = 0; k < 3; k++)
            item.anchors[3 * i + k] = (uint16_t)(i % 2), item.anchor_weights[3 * i + k] = k == 0;
    }
    return item;
}

static double area_of(const pd_wardrobe_item *item)
{
    double sum = 0;
    for (int f = 0; f < item->face_count; f++) {
        const float *p[3];
        for (int k = 0; k < 3; k++) p[k] = item->rest + 3 * (size_t)item->corners[item->faces[3 * f + k]];
        /* Signed: a triangle that was turned over would count against the others. */
        sum += 0.5 * ((double)(p[1][0] - p[0][0]) * (double)(p[2][1] - p[0][1]) -
                      (double)(p[1][1] - p[0][1]) * (double)(p[2][0] - p[0][0]));
    }
    return sum;
}

static void the_remaining_triangles_have_the_area_on_their_side_of_the_line(void **state)
{
    (void)state;
    pd_wardrobe_item item = strip(), left;
    for (float at = 0.25f; at < 2; at += 0.25f) {
        float field[4];
        for (int i = 0; i < 4; i++) field[i] = at - item.rest[3 * i];
        assert_int_equal(pd_wardrobe_cut(&left, &item, field, NULL), PD_OK);
        assert_true(fabs(area_of(&left) - (double)at) < 1e-6);
        for (int i = 0; i < left.vertex_count; i++) assert_true(left.rest[3 * i] <= at + 1e-6f);
        pd_wardrobe_item_deinit(&left);
    }
    pd_wardrobe_item_deinit(&item);
}

/* Everything at a new vertex is linear in x: u = x / 2, directions x, weights of joints and anchors 1 - x / 2
 * and x / 2. */
static void new_vertices_are_interpolated(void **state)
{
    (void)state;
    pd_wardrobe_item item = strip(), left;
    float field[4];
    int fresh = 0;
    for (int i = 0; i < 4; i++) field[i] = 0.5f - item.rest[3 * i];
    assert_int_equal(pd_wardrobe_cut(&left, &item, field, NULL), PD_OK);
    for (int c = 0; c < left.corner_count; c++) {
        const int v = left.corners[c];
        const float x = left.rest[3 * v];
        assert_true(fabsf(left.uvs[2 * c] - x / 2) < 1e-6f &&
                    fabsf(left.uvs[2 * c + 1] - left.rest[3 * v + 1]) < 1e-6f);
        assert_true(fabsf(left.dirs[3 * TINY_BETAS * v] - x) < 1e-6f);
        if (x == 0) continue;
        fresh++;
        float joints[3] = {0}, anchors[2] = {0};
        for (int k = 0; k < 4; k++) joints[left.joints[4 * v + k]] += left.weights[4 * v + k];
        for (int k = 0; k < 3; k++) anchors[left.anchors[3 * v + k]] += left.anchor_weights[3 * v + k];
        assert_true(fabsf(joints[1] - 0.75f) < 1e-6f && fabsf(joints[2] - 0.25f) < 1e-6f);
        assert_true(fabsf(anchors[0] - 0.75f) < 1e-6f && fabsf(anchors[1] - 0.25f) < 1e-6f);
    }
    /* The line crosses the two edges and the diagonal; each crossing is one vertex. */
    assert_int_equal(fresh, 3);
    assert_int_equal(left.vertex_count, 5);
    pd_wardrobe_item_deinit(&left);
    pd_wardrobe_item_deinit(&item);
}

static void a_part_that_is_cut_off_is_gone_and_nothing_left_is_an_error(void **state)
{
    (void)state;
    pd_wardrobe_item item = strip(), left;
    pd_error err = {0};
    const float first[4] = {1, 1, -1, 1}, none[4] = {-1, -1, -1, -1};
    item.corners[4] = 2;

    /* Vertex 2 is of the second part alone; that part keeps what is on the way to it. */
    assert_int_equal(pd_wardrobe_cut(&left, &item, first, &err), PD_OK);
    assert_int_equal(left.part_count, 2);
    assert_int_equal(left.parts[0].face_count, 1);
    assert_int_equal(left.parts[1].face_count, 2);
    assert_true(fabs(area_of(&left) - 1.75) < 1e-6);
    pd_wardrobe_item_deinit(&left);

    const float second[4] = {-1, 1, -1, -1};
    assert_int_equal(pd_wardrobe_cut(&left, &item, second, &err), PD_OK);
    assert_int_equal(left.part_count, 1);
    assert_true(left.parts[0].color[0] == item.parts[0].color[0]);
    pd_wardrobe_item_deinit(&left);

    assert_int_equal(pd_wardrobe_cut(&left, &item, none, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "strip");
    assert_null(left.rest);
    pd_wardrobe_item_deinit(&item);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_remaining_triangles_have_the_area_on_their_side_of_the_line),
        cmocka_unit_test(new_vertices_are_interpolated),
        cmocka_unit_test(a_part_that_is_cut_off_is_gone_and_nothing_left_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
