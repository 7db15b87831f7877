/* Queries of the tree of points, compared with a search of all points. */
#include "core/base/rng.h"
#include "core/math/tree.h"
#include "tests/support/cmocka.h"

enum { N = 700 };

static double distance2(const double *p, const double *n, const double *q, const double *o, double scale)
{
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (p[c] - q[c]) * (p[c] - q[c]) + scale * scale * (n[c] - o[c]) * (n[c] - o[c]);
    return sum;
}

static void the_nearest_are_those_of_the_list(void **state)
{
    static double points[N][3], normals[N][3];
    pd_tree tree = {0};
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 3);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) points[i][c] = pd_rng_uniform(&rng), normals[i][c] = pd_rng_normal(&rng);
    assert_true(pd_tree_build(&tree, points[0], normals[0], N, 0.3));
    for (int q = 0; q < 50; q++) {
        double p[3], n[3], square[5], least = 1e9;
        int found[5], best = -1;
        for (int c = 0; c < 3; c++) p[c] = pd_rng_uniform(&rng), n[c] = pd_rng_normal(&rng);
        for (int i = 0; i < N; i++) {
            const double d = distance2(p, n, points[i], normals[i], 0.3);
            if (d < least) least = d, best = i;
        }
        assert_int_equal(pd_tree_nearest(&tree, p, n, 1e9), best);
        assert_int_equal(pd_tree_nearest(&tree, p, n, 0.9 * least), -1);
        assert_int_equal(pd_tree_several(found, square, 5, &tree, p, n), 5);
        assert_int_equal(found[0], best);
        assert_near(square[0], least, 1e-5);
        int nearer = 0;
        for (int i = 0; i < N; i++) nearer += distance2(p, n, points[i], normals[i], 0.3) < square[4] - 1e-6;
        assert_int_equal(nearer, 4);
        for (int k = 1; k < 5; k++) assert_true(square[k] >= square[k - 1]);
    }
    pd_tree_deinit(&tree);
}

static void equal_points_and_few_points_do_no_harm(void **state)
{
    double points[40][3] = {{0}}, p[3] = {1, 0, 0}, square[64];
    int found[64];
    pd_tree tree = {0};
    (void)state;
    assert_true(pd_tree_build(&tree, points[0], NULL, 40, 1));
    assert_int_equal(pd_tree_several(found, square, 64, &tree, p, NULL), 40);
    assert_true(pd_tree_build(&tree, points[0], NULL, 1, 1));
    assert_int_equal(pd_tree_nearest(&tree, p, NULL, 2), 0);
    pd_tree_deinit(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_are_those_of_the_list),
        cmocka_unit_test(equal_points_and_few_points_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
