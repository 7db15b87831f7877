/* Compares the tree of triangles with a search of all triangles. */
#include "core/math/triangle_tree.h"

#include "core/base/rng.h"
#include "core/math/triangle.h"
#include "tests/support/cmocka.h"

#define COUNT 700

/* Draws triangles: some in one place, some flat, some as large as all of them together. */
static void draw(float *triangles, int count, pd_rng *rng)
{
    for (int t = 0; t < count; t++) {
        const double size = t % 50 == 0 ? 1 : 0.2;
        double middle[3];
        for (int c = 0; c < 3; c++) middle[c] = t % 7 ? pd_rng_between(rng, -1, 1) : 0.25;
        for (int k = 0; k < 9; k++)
            triangles[9 * t + k] = (float)(middle[k % 3] + size * pd_rng_between(rng, -1, 1));
    }
}

/* Returns the first triangle that a line meets, or -1, by a search of all triangles.
 * far: its position on the line. */
static int met_of_all(float *far, const float *triangles, int count, const pd_triangle_line *line)
{
    int found = -1;
    for (int t = 0; t < count; t++) {
        const float *v = triangles + 9 * t;
        float facing = 0;
        const float at = pd_triangle_meet(line->from, line->along, v, v + 3, v + 6, &facing);
        const bool is_side = line->sign == 0 || facing * line->sign > 0;
        const bool is_met = at >= line->nearest && at <= line->farthest && is_side;
        if (!is_met || (found >= 0 && at >= *far)) continue;
        *far = at, found = t;
    }
    return found;
}

static void a_line_meets_the_triangle_that_a_search_of_all_finds(void **state)
{
    (void)state;
    float triangles[9 * COUNT];
    int met = 0, missed = 0;
    pd_rng rng;
    pd_triangle_tree tree;
    pd_rng_init(&rng, 11);
    draw(triangles, COUNT, &rng);
    assert_true(pd_triangle_tree_build(&tree, triangles, COUNT));

    for (int i = 0; i < 6000; i++) {
        pd_triangle_line line = {
            .nearest = 1e-3f, .farthest = i % 3 ? 0.1f : 1, .sign = (float)(i / 3 % 3 - 1)};
        double square = 0;
        for (int c = 0; c < 3; c++) {
            line.from[c] = (float)pd_rng_between(&rng, -1, 1);
            line.along[c] = (float)pd_rng_normal(&rng);
            square += (double)(line.along[c] * line.along[c]);
        }
        for (int c = 0; c < 3; c++) line.along[c] /= (float)sqrt(square);

        float far = -1, expected = -1;
        const int found = pd_triangle_tree_meet(&far, &tree, &line);
        assert_int_equal(found, met_of_all(&expected, triangles, COUNT, &line));
        assert_true(far == expected);
        found < 0 ? missed++ : met++;
    }
    assert_true(met > 500 && missed > 500);
    pd_triangle_tree_deinit(&tree);
}

static void a_tree_can_hold_no_triangle_or_coincident_ones(void **state)
{
    (void)state;
    float triangles[9 * 100];
    float far = -1;
    pd_triangle_tree tree;
    pd_triangle_line line = {.from = {0.2f, 0.2f, -1}, .along = {0, 0, 1}, .farthest = 2, .sign = 1};
    for (int t = 0; t < 100; t++) {
        const float same[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        for (int k = 0; k < 9; k++) triangles[9 * t + k] = same[k];
    }

    assert_true(pd_triangle_tree_build(&tree, triangles, 100));
    assert_int_equal(pd_triangle_tree_meet(&far, &tree, &line), 0); /* of equally far ones the first */
    assert_near(far, 1, 1e-6);
    line.sign = -1;
    assert_int_equal(pd_triangle_tree_meet(&far, &tree, &line), -1);
    line.sign = 1, line.farthest = 0.9f;
    assert_int_equal(pd_triangle_tree_meet(&far, &tree, &line), -1);
    pd_triangle_tree_deinit(&tree);

    assert_true(pd_triangle_tree_build(&tree, triangles, 0));
    assert_int_equal(pd_triangle_tree_meet(&far, &tree, &line), -1);
    pd_triangle_tree_deinit(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_meets_the_triangle_that_a_search_of_all_finds),
        cmocka_unit_test(a_tree_can_hold_no_triangle_or_coincident_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
