/* @heavy: takes over five seconds under ASan. */
/* Embedding of skeletons in animals of capsules with known joints. */
#include "core/rig/embed.h"
#include "tests/support/capsules.h"

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* Embeds an animal. Returns the mean distance of its joints from the true ones,
 * as a fraction of the largest extent. */
static double embed(pd_rig_embedding *out, const pd_rig_plan *plan, double limbs, double trunk, int without)
{
    capsules animal = capsules_animal(plan, limbs, trunk, 0.05, without);
    pd_rig_mesh mesh;
    pd_rig_volume volume;
    pd_rig_graph graph;
    pd_error err;
    double sum = 0;
    int count = 0;

    assert_int_equal(pd_rig_mesh_init(&mesh, animal.vertices, animal.vertex_count, animal.faces,
                                      animal.face_count, as_it_is, NULL),
                     PD_OK);
    assert_int_equal(pd_rig_volume_init(&volume, &mesh, NULL), PD_OK);
    assert_int_equal(pd_rig_graph_init(&graph, &volume, NULL), PD_OK);
    const pd_rig_embed_job job = {.plan = plan, .graph = &graph, .turn = as_it_is};
    if (pd_rig_embed(out, &job, &err) != PD_OK) fail_msg("%s: %s", plan->name, err.detail);
    pd_rig_refine(out, plan, &graph);
    for (int k = 0; k < plan->count; k++) {
        double square = 0;
        if (!out->is_there[k] || plan->rows[k].flags & PD_RIG_TIP) continue;
        for (int c = 0; c < 3; c++) {
            const double x =
                (animal.joints[k][c] + mesh.upright[4 * c + 3]) / mesh.height - out->joints[k][c];
            square += x * x;
        }
        sum += sqrt(square), count++;
    }
    const double size = volume.cell * PD_RIG_VOLUME_CELLS;
    pd_rig_graph_deinit(&graph), pd_rig_volume_deinit(&volume), pd_rig_mesh_deinit(&mesh);
    capsules_free(&animal);
    return sum / count / size;
}

static void every_plan_is_found_in_other_proportions(void **state)
{
    static const double shapes[3][2] = {{1, 1}, {0.8, 1.1}, {1.25, 0.9}};
    (void)state;
    for (int p = 0; p < PD_RIG_PLANS; p++)
        for (int i = 0; i < 3; i++) {
            pd_rig_embedding e;
            const pd_rig_plan *plan = &pd_rig_plans[p];
            const double off = embed(&e, plan, shapes[i][0], shapes[i][1], -1);
            printf("%s, limbs %.2f, trunk %.2f: joints %.3f of the size off, penalties %.2f\n", plan->name,
                   shapes[i][0], shapes[i][1], off, e.cost);
            assert_true(off < 0.06);
            for (int k = 0; k < plan->count; k++) assert_true(e.is_there[k]);
        }
}

static void a_missing_tail_is_left_out(void **state)
{
    pd_rig_embedding e;
    const pd_rig_plan *plan = &pd_rig_plans[PD_RIG_QUADRUPED];
    int tail = 0;
    (void)state;
    while (strcmp(plan->rows[tail].name, "tail's tip")) tail++;
    assert_true(embed(&e, plan, 1, 1, tail) < 0.06);
    for (int k = 0; k < plan->count; k++)
        assert_int_equal(e.is_there[k], strncmp(plan->rows[k].name, "tail", 4) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_plan_is_found_in_other_proportions),
                                       cmocka_unit_test(a_missing_tail_is_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
