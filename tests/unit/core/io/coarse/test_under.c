/* What of a mesh lies under another (core/io/coarse/under.h): tubes about one axis. */
#include "core/io/coarse/under.h"

#include "tests/support/cmocka.h"

#define AROUND 24
#define ALONG  20
#define POINTS (AROUND * (ALONG + 1))
#define FACES  (2 * AROUND * ALONG)

typedef struct tube {
    float points[3 * POINTS];
    uint32_t corners[3 * FACES];
    unsigned char under[FACES];
} tube;

/* From height `low` to `high`, looking outward. */
static pd_io_under tube_of(tube *t, float radius, float low, float high, bool covers)
{
    for (int r = 0, v = 0; r <= ALONG; r++)
        for (int a = 0; a < AROUND; a++, v++) {
            const double angle =
                2 * 3.141592653589793 * (a + 7 * (double)radius) / AROUND; /* no line meets an edge */
            t->points[3 * v] = radius * (float)sin(angle);
            t->points[3 * v + 1] = low + (high - low) * (float)r / ALONG;
            t->points[3 * v + 2] = radius * (float)cos(angle);
        }
    for (int r = 0, f = 0; r < ALONG; r++)
        for (int a = 0; a < AROUND; a++) {
            const uint32_t p = (uint32_t)(r * AROUND + a), q = (uint32_t)(r * AROUND + (a + 1) % AROUND);
            const uint32_t square[6] = {p, q, p + AROUND, p + AROUND, q, q + AROUND};
            for (int i = 0; i < 6; i++) t->corners[f++] = square[i];
        }
    return (pd_io_under){t->points, t->corners, POINTS, 3 * FACES, covers, t->under};
}

/* All of a triangle's corners are within the heights. */
static bool is_within(const tube *t, int face, float low, float high)
{
    for (int k = 0; k < 3; k++) {
        const float y = t->points[3 * t->corners[3 * face + k] + 1];
        if (y < low || y > high) return false;
    }
    return true;
}

static tube leg, trousers, shirt;

static void covered_faces_are_those_inside_the_other_mesh(void **state)
{
    (void)state;
    pd_io_under meshes[3] = {tube_of(&leg, 0.10f, 0, 1, true), tube_of(&trousers, 0.11f, 0.18f, 1.02f, true),
                             tube_of(&shirt, 0.12f, 0.71f, 1.2f, true)};
    assert_true(pd_io_under_run(meshes, 3));

    for (int f = 0; f < FACES; f++) {
        assert_int_equal(leg.under[f], is_within(&leg, f, 0.18f, 2));
        assert_int_equal(trousers.under[f], is_within(&trousers, f, 0.71f, 2));
        assert_int_equal(shirt.under[f], 0);
    }
}

static void transparent_or_distant_triangles_cover_nothing(void **state)
{
    (void)state;
    pd_io_under meshes[2] = {tube_of(&leg, 0.10f, 0, 1, true), tube_of(&trousers, 0.11f, 0, 1, false)};
    assert_true(pd_io_under_run(meshes, 2));
    for (int f = 0; f < FACES; f++) assert_int_equal(leg.under[f], 0);

    meshes[1] = tube_of(&trousers, 0.10f + PD_IO_UNDER_REACH + 0.01f, 0, 1, true);
    assert_true(pd_io_under_run(meshes, 2));
    for (int f = 0; f < FACES; f++) assert_int_equal(leg.under[f], 0);
}

/* Its own other side is no other mesh, and a mesh without triangles neither covers nor is covered. */
static void a_mesh_does_not_cover_itself(void **state)
{
    (void)state;
    pd_io_under meshes[2] = {tube_of(&leg, 0.01f, 0, 1, true), tube_of(&trousers, 0.02f, 0, 1, true)};
    for (int f = 0; f < 3 * FACES; f += 3) { /* turned inside: it looks at itself */
        const uint32_t hold = leg.corners[f];
        leg.corners[f] = leg.corners[f + 1], leg.corners[f + 1] = hold;
    }
    meshes[1].corner_count = 0;
    assert_true(pd_io_under_run(meshes, 2));
    for (int f = 0; f < FACES; f++) assert_int_equal(leg.under[f], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covered_faces_are_those_inside_the_other_mesh),
        cmocka_unit_test(transparent_or_distant_triangles_cover_nothing),
        cmocka_unit_test(a_mesh_does_not_cover_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
