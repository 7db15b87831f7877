/* Tests the weighted edges of a surface: the lists of neighbours of a fan, whose hub has many edges and whose
 * rim has few. */
#include "core/smpl/surface/surface.h"
#include "tests/support/cmocka.h"

#include <math.h>

#define RIM 1000

/* Makes a flat fan about vertex 0. The hub has more edges than are sorted by insertion. */
static void neighbours_are_ascending_and_an_edge_has_the_same_weight_from_both_ends(void **state)
{
    (void)state;
    static double rest[3 * (RIM + 1)];
    static uint32_t faces[3 * RIM];
    static float weights[RIM + 1];
    const double joints[3] = {0};
    int parents[1] = {-1};
    for (int i = 0; i <= RIM; i++) {
        const double angle = 2 * M_PI * i / RIM;
        weights[i] = 1;
        if (i) rest[3 * i] = cos(angle), rest[3 * i + 1] = sin(angle);
    }
    for (int i = 0; i < RIM; i++) {
        /* The triangles take every seventh place of the fan,
         * so that the hub's neighbours are not in order. */
        const uint32_t a = (uint32_t)(7 * i % RIM);
        faces[3 * i + 1] = 1 + a, faces[3 * i + 2] = 1 + (a + 1) % RIM;
    }
    const pd_smpl_data data = {.vertex_count = RIM + 1,
                               .joint_count = 1,
                               .face_count = RIM,
                               .faces = faces,
                               .weights = weights,
                               .parents = parents};
    pd_smpl_surface s;
    assert_int_equal(pd_smpl_surface_init(&s, &data, rest, joints, NULL), PD_OK);

    assert_int_equal(s.start[0], 0);
    assert_int_equal(s.start[1], RIM);
    assert_int_equal(s.start[RIM + 1], 4 * RIM); /* RIM spokes and RIM edges of the rim, from both ends */
    for (int v = 0; v <= RIM; v++) {
        double sum = 0;
        for (int e = s.start[v]; e < s.start[v + 1]; e++) {
            if (e > s.start[v]) assert_true(s.other[e] > s.other[e - 1]);
            sum += s.weight[e];

            /* The same edge from its other end. */
            int back = s.start[s.other[e]];
            while (s.other[back] != v) back++;
            assert_true(back < s.start[s.other[e] + 1]);
            assert_true(fabs(s.weight[back] - s.weight[e]) < 1e-12);
        }
        assert_true(fabs(sum - s.degree[v]) < 1e-9 * sum);
    }
    pd_smpl_surface_deinit(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_ascending_and_an_edge_has_the_same_weight_from_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
