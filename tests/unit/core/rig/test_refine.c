/* Refined joints lie in the middle of the solid and keep their relative position along the limb. */
#include "core/rig/embed.h"
#include "tests/support/capsules.h"

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* A straight bar with the joints of a chain beside its axis. */
static void a_joint_beside_the_axis_moves_onto_it(void **state)
{
    static const pd_rig_plan_row rows[] = {{"root", -1, 0, {0, 0, 0}, 0},
                                           {"middle", 0, 1, {0, 0.5, 0}, 0},
                                           {"end", 1, 2, {0, 1, 0}, PD_RIG_TIP}};
    static const pd_rig_plan bar = {"bar", "", rows, 3};
    static const double a[3] = {0, 0.2, 0}, b[3] = {0, 1.8, 0};
    capsules list;
    pd_rig_mesh mesh;
    pd_rig_volume volume;
    pd_rig_graph graph;
    (void)state;
    capsules_begin(&list, 1);
    capsules_add(&list, a, b, 0.2);
    assert_int_equal(pd_rig_mesh_init(&mesh, list.vertices, list.vertex_count, list.faces, list.face_count,
                                      as_it_is, NULL),
                     PD_OK);
    assert_int_equal(pd_rig_volume_init(&volume, &mesh, NULL), PD_OK);
    assert_int_equal(pd_rig_graph_init(&graph, &volume, NULL), PD_OK);
    pd_rig_embedding e = {.joints = {{0, 0.1, 0}, {0.06, 0.5, 0.04}, {0, 0.9, 0}},
                          .is_there = {true, true, true}};
    pd_rig_refine(&e, &bar, &graph);
    assert_near(e.joints[1][0], 0, 0.015);
    assert_near(e.joints[1][2], 0, 0.015);
    assert_near(e.joints[1][1], 0.5, 0.03);
    assert_near(e.joints[2][1], 0.9, 0); /* tips stay */
    pd_rig_graph_deinit(&graph), pd_rig_volume_deinit(&volume), pd_rig_mesh_deinit(&mesh);
    capsules_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_joint_beside_the_axis_moves_onto_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
