/* Triangles of several meshes that share a budget (core/io/coarse/collapse.c). */
#include "core/io/coarse/collapse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SIDE     20
#define VERTICES ((SIDE + 1) * (SIDE + 1))
#define CORNERS  (6 * SIDE * SIDE)

/* A sheet of a square metre, as high as f says. */
static void make_sheet(float *points, uint32_t *corners, float (*height)(float x, float y))
{
    for (int r = 0, v = 0; r <= SIDE; r++)
        for (int c = 0; c <= SIDE; c++, v++) {
            const float x = (float)c / SIDE, y = (float)r / SIDE;
            memcpy(points + 3 * v, (float[3]){x, y, height(x, y)}, 12);
        }
    for (uint32_t r = 0, i = 0; r < SIDE; r++)
        for (uint32_t c = 0; c < SIDE; c++) {
            const uint32_t a = r * (SIDE + 1) + c, b = a + 1, d = a + SIDE + 1;
            const uint32_t square[6] = {a, b, d, d, b, d + 1};
            for (int k = 0; k < 6; k++) corners[i++] = square[k];
        }
}

static float flat(float x, float y)
{
    (void)x, (void)y;
    return 0;
}

static float hill(float x, float y)
{
    return 0.05f * expf(-20 * ((x - 0.5f) * (x - 0.5f) + (y - 0.5f) * (y - 0.5f)));
}

static double upright(const float *points, const uint32_t *v)
{
    const float *a = points + 3 * v[0], *b = points + 3 * v[1], *c = points + 3 * v[2];
    return ((double)b[0] - a[0]) * ((double)c[1] - a[1]) - ((double)b[1] - a[1]) * ((double)c[0] - a[0]);
}

static void the_flat_mesh_loses_its_triangles_first(void **state)
{
    (void)state;
    static float points[2][3 * VERTICES];
    static uint32_t corners[2][CORNERS];
    make_sheet(points[0], corners[0], flat), make_sheet(points[1], corners[1], hill);
    pd_io_collapse meshes[2] = {{points[0], corners[0], VERTICES, CORNERS, 1, 1, NULL, NULL, NULL},
                                {points[1], corners[1], VERTICES, CORNERS, 1, 1, NULL, NULL, NULL}};
    assert_true(pd_io_collapse_run(meshes, 2, 300));
    const size_t left[2] = {meshes[0].corner_count / 3, meshes[1].corner_count / 3};
    assert_in_range(left[0] + left[1], 290, 300);
    assert_in_range(left[0], 2, 60);
}

static void open_edges_stay_where_they_are_and_nothing_folds(void **state)
{
    (void)state;
    static float points[3 * VERTICES];
    static uint32_t corners[CORNERS];
    make_sheet(points, corners, hill);
    pd_io_collapse mesh = {points, corners, VERTICES, CORNERS, 1, 1, NULL, NULL, NULL};
    assert_true(pd_io_collapse_run(&mesh, 1, 120));
    assert_in_range(mesh.corner_count / 3, 100, 120);
    double area = 0;
    for (size_t t = 0; t < mesh.corner_count; t += 3) {
        assert_true(upright(points, corners + t) > 0);
        area += upright(points, corners + t) / 2;
    }
    assert_true(fabs(area - 1) < 0.01); /* the whole square, once */
}

/* A fin along the middle: three triangles at each of its edges, where meshoptimizer keeps everything. */
static void a_mesh_that_is_not_manifold_is_simplified(void **state)
{
    (void)state;
    enum { FIN = SIDE + 1 };
    static float points[3 * (VERTICES + FIN)];
    static uint32_t corners[CORNERS + 6 * SIDE];
    make_sheet(points, corners, flat);
    const uint32_t middle = SIDE / 2 * (SIDE + 1);
    for (uint32_t c = 0; c < FIN; c++) {
        memcpy(points + 3 * (VERTICES + c), (float[3]){(float)c / SIDE, 0.5f, 0.05f}, 12);
        if (c == SIDE) continue;
        const uint32_t a = middle + c, b = VERTICES + c;
        const uint32_t square[6] = {a, a + 1, b, b, a + 1, b + 1};
        memcpy(corners + CORNERS + 6 * c, square, sizeof square);
    }
    pd_io_collapse mesh = {points, corners, VERTICES + FIN, CORNERS + 6 * SIDE, 1, 1, NULL, NULL, NULL};
    assert_true(pd_io_collapse_run(&mesh, 1, 40));
    assert_in_range(mesh.corner_count / 3, 4, 40);
}

static void a_triangle_that_counts_twice_uses_twice_the_budget(void **state)
{
    (void)state;
    static float points[3 * VERTICES];
    static uint32_t corners[CORNERS];
    make_sheet(points, corners, hill);
    pd_io_collapse mesh = {points, corners, VERTICES, CORNERS, 1, 2, NULL, NULL, NULL};
    assert_true(pd_io_collapse_run(&mesh, 1, 240));
    assert_in_range(mesh.corner_count / 3, 100, 120);
}

/* Triangles that use a vertex twice are worth nothing, so they go first
 * and cost no other triangle its place. */
static void triangles_with_a_vertex_twice_go_first_and_count_once(void **state)
{
    (void)state;
    enum { FLAT = 200 };
    static float points[3 * VERTICES];
    static uint32_t corners[CORNERS + 3 * FLAT], plain[CORNERS];
    make_sheet(points, corners, hill), make_sheet(points, plain, hill);
    for (uint32_t i = 0; i < FLAT; i++) {
        const uint32_t line[3] = {i, i, i + 1};
        memcpy(corners + CORNERS + 3 * i, line, sizeof line);
    }

    /* A budget that the flat ones alone meet leaves the whole sheet. */
    pd_io_collapse mesh = {points, corners, VERTICES, CORNERS + 3 * FLAT, 1, 1, NULL, NULL, NULL};
    assert_true(pd_io_collapse_run(&mesh, 1, CORNERS / 3));
    assert_int_equal(mesh.corner_count, CORNERS);
    assert_memory_equal(corners, plain, sizeof plain);

    /* A smaller one gives what the sheet gives without them. */
    make_sheet(points, corners, hill);
    for (uint32_t i = 0; i < FLAT; i++) {
        const uint32_t line[3] = {i, i, i + 1};
        memcpy(corners + CORNERS + 3 * i, line, sizeof line);
    }
    mesh.corner_count = CORNERS + 3 * FLAT;
    pd_io_collapse sheet = {points, plain, VERTICES, CORNERS, 1, 1, NULL, NULL, NULL};
    assert_true(pd_io_collapse_run(&mesh, 1, 120));
    assert_true(pd_io_collapse_run(&sheet, 1, 120));
    assert_int_equal(mesh.corner_count, sheet.corner_count);
    assert_memory_equal(corners, plain, sheet.corner_count * sizeof *plain);
}

static void collapsing_an_empty_mesh_leaves_it_empty(void **state)
{
    (void)state;
    uint32_t corners[3] = {0, 1, 2};
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    pd_io_collapse meshes[2] = {{points, corners, 3, 0, 1, 1, NULL, NULL, NULL},
                                {points, corners, 3, 3, 1, 1, NULL, NULL, NULL}};
    assert_true(pd_io_collapse_run(meshes, 2, 5));
    assert_int_equal(meshes[0].corner_count, 0);
    assert_int_equal(meshes[1].corner_count, 3);
}

/* A hill with a seam along its middle column: no triangle comes to lie across the seam, and each is left
 * where it was. */
static void vertices_of_a_seam_move_along_it(void **state)
{
    (void)state;
    static float points[3 * VERTICES];
    static uint32_t corners[CORNERS], before[CORNERS], origins[CORNERS / 3];
    static unsigned char ranks[VERTICES];
    make_sheet(points, corners, hill);
    memcpy(before, corners, sizeof before);
    for (int v = 0; v < VERTICES; v++) ranks[v] = v % (SIDE + 1) == SIDE / 2 ? 2 : 1;
    pd_io_collapse mesh = {points, corners, VERTICES, CORNERS, 1, 1, ranks, origins, NULL};
    assert_true(pd_io_collapse_run(&mesh, 1, 150));
    assert_in_range(mesh.corner_count / 3, 100, 150);
    for (size_t t = 0; t < mesh.corner_count / 3; t++) {
        assert_true(t == 0 || origins[t] > origins[t - 1]);
        double was = 0;
        for (size_t k = 0; k < 3; k++) was += (double)points[3 * before[3 * origins[t] + k]] - 0.5;
        for (size_t k = 0; k < 3; k++) {
            const double side = (double)points[3 * corners[3 * t + k]] - 0.5;
            assert_true(side * was >= 0);
        }
    }
}

/* Of one hill, the half whose errors count more keeps more triangles. */
static void a_part_with_a_gain_keeps_more_triangles(void **state)
{
    (void)state;
    static float points[3 * VERTICES], gains[VERTICES];
    static uint32_t corners[CORNERS];
    make_sheet(points, corners, hill);
    for (int v = 0; v < VERTICES; v++) gains[v] = points[3 * v] < 0.5f ? 20 : 1;
    pd_io_collapse mesh = {points, corners, VERTICES, CORNERS, 1, 1, NULL, NULL, gains};
    assert_true(pd_io_collapse_run(&mesh, 1, 120));
    int left = 0;
    for (size_t t = 0; t < mesh.corner_count; t += 3)
        left += points[3 * corners[t]] + points[3 * corners[t + 1]] + points[3 * corners[t + 2]] < 1.5f;
    assert_true(left > 75);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_flat_mesh_loses_its_triangles_first),
        cmocka_unit_test(open_edges_stay_where_they_are_and_nothing_folds),
        cmocka_unit_test(a_mesh_that_is_not_manifold_is_simplified),
        cmocka_unit_test(a_triangle_that_counts_twice_uses_twice_the_budget),
        cmocka_unit_test(triangles_with_a_vertex_twice_go_first_and_count_once),
        cmocka_unit_test(vertices_of_a_seam_move_along_it),
        cmocka_unit_test(a_part_with_a_gain_keeps_more_triangles),
        cmocka_unit_test(collapsing_an_empty_mesh_leaves_it_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
