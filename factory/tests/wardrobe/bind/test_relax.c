/* Tests the smoothing of marked vertices: rows become even, and the others stay. */
#include "factory/wardrobe/bind/relax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Two triangles that share the edge of vertices 1 and 2. */
static pd_wardrobe_item kite(void)
{
    static uint16_t corners[4] = {0, 1, 2, 3}, faces[6] = {0, 1, 2, 2, 1, 3};
    return (pd_wardrobe_item){
        .vertex_count = 4, .corner_count = 4, .face_count = 2, .corners = corners, .faces = faces};
}

static void an_edge_of_two_triangles_counts_twice(void **state)
{
    (void)state;
    const pd_wardrobe_item item = kite();
    pd_factory_neighbors near;
    assert_true(pd_factory_neighbors_init(&near, &item));
    int ends[4] = {0};
    for (int e = near.start[1]; e < near.start[2]; e++) ends[near.list[e]]++;
    assert_int_equal(ends[0], 1), assert_int_equal(ends[2], 2), assert_int_equal(ends[3], 1);
    assert_int_equal(near.start[4], 12);
    pd_factory_neighbors_deinit(&near);
}

static void rows_become_even_and_those_that_are_not_marked_stay(void **state)
{
    (void)state;
    const pd_wardrobe_item item = kite();
    const unsigned char among[4] = {0, 1, 1, 0};
    float rows[8] = {0, 8, 5, 5, -3, 5, 1, 0};
    pd_factory_neighbors near;
    assert_true(pd_factory_neighbors_init(&near, &item));
    assert_true(pd_factory_relax(rows, 2, &near, 4, 1, among));
    assert_true(fabsf(rows[2] - (0.5f * 5 + 0.125f * (0 - 3 - 3 + 1))) < 1e-6f);
    assert_true(pd_factory_relax(rows, 2, &near, 4, 200, among));
    assert_true(rows[0] == 0 && rows[1] == 8 && rows[6] == 1 && rows[7] == 0);
    for (int i = 1; i < 3; i++) /* harmonic: the mean of both ends */
        assert_true(fabsf(rows[2 * i] - 0.5f) < 1e-4f && fabsf(rows[2 * i + 1] - 4) < 1e-4f);
    pd_factory_neighbors_deinit(&near);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edge_of_two_triangles_counts_twice),
        cmocka_unit_test(rows_become_even_and_those_that_are_not_marked_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
