/* Spheres along the medial axis of a solid, and the paths between them. */
#include "core/rig/graph.h"
#include "tests/support/capsules.h"

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static pd_rig_graph graph_of(capsules *list)
{
    pd_rig_mesh mesh;
    pd_rig_volume volume;
    pd_rig_graph graph;
    assert_int_equal(pd_rig_mesh_init(&mesh, list->vertices, list->vertex_count, list->faces,
                                      list->face_count, as_it_is, NULL),
                     PD_OK);
    assert_int_equal(pd_rig_volume_init(&volume, &mesh, NULL), PD_OK);
    assert_int_equal(pd_rig_graph_init(&graph, &volume, NULL), PD_OK);
    pd_rig_volume_deinit(&volume);
    pd_rig_mesh_deinit(&mesh);
    capsules_free(list);
    return graph;
}

static double way(const pd_rig_graph *g, int i, int j)
{
    return (double)g->lengths[(size_t)i * (size_t)g->count + (size_t)j];
}

/* A Y: its three ends come first, and the path from one end to another passes the fork. */
static void ends_of_a_fork_are_found(void **state)
{
    static const double foot[3] = {0, 0, 0}, fork[3] = {0, 1, 0}, left[3] = {0.7, 1.7, 0},
                        right[3] = {-0.7, 1.7, 0};
    capsules list;
    (void)state;
    capsules_begin(&list, 3);
    capsules_add(&list, foot, fork, 0.12);
    capsules_add(&list, fork, left, 0.08);
    capsules_add(&list, fork, right, 0.08);
    pd_rig_graph g = graph_of(&list);
    const double height = 1.7 + 0.08 + 0.12;
    assert_true(g.end_count >= 3);
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += way(&g, g.ends[i], g.ends[(i + 1) % 3]) / 2;
    assert_near(sum * height, 1 + 2 * 0.99, 0.45);
    assert_true(g.novelty[2] > 0.3 && g.novelty[0] >= g.novelty[1] && g.novelty[1] >= g.novelty[2]);
    for (int i = 0; i < g.count; i++) {
        assert_near(way(&g, i, i), 0, 0);
        assert_true(g.radii[i] <= g.radii[0] && way(&g, 0, i) < 2);
        for (int j = 0; j < g.count; j++) {
            assert_near(way(&g, i, j), way(&g, j, i), 1e-5);
            if (i != j) assert_true(way(&g, g.next[i * g.count + j], j) < way(&g, i, j));
        }
    }
    pd_rig_graph_deinit(&g);
}

/* Two that do not touch hang together by the gap between them. */
static void pieces_are_joined_by_the_shortest_gap(void **state)
{
    static const double a[3] = {0, 0, 0}, b[3] = {0, 1, 0}, c[3] = {0, 1.4, 0}, d[3] = {0, 2, 0};
    capsules list;
    (void)state;
    capsules_begin(&list, 2);
    capsules_add(&list, a, b, 0.1);
    capsules_add(&list, c, d, 0.1);
    pd_rig_graph g = graph_of(&list);
    assert_near(way(&g, g.ends[0], g.ends[1]), 2 / 2.2, 0.1);
    pd_rig_graph_deinit(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_of_a_fork_are_found),
                                       cmocka_unit_test(pieces_are_joined_by_the_shortest_gap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
