/* Tests BlendSCAPE on bodies that it can represent: skinning alone, and triangles with known corrections. */
#include "tests/support/sleeve.h"

#include "train/learn/compare.h"

static void take(pd_learn_set *set, int subjects, int poses)
{
    pd_error err;
    size_t v = 3 * (size_t)set->vertex_count;
    int kept = 0;
    for (int j = 0; j < subjects * poses; j++) {
        float *mesh = set->poses.vertices + v * (size_t)j;
        if (j % poses + 2 < poses) {
            memmove(set->poses.vertices + v * (size_t)kept, mesh, v * sizeof *mesh);
            set->poses.subjects[kept++] = set->poses.subjects[j];
            continue;
        }
        memcpy(
            pd_learn_meshes_add(&set->held_out, set->vertex_count, set->poses.subjects[j], "held out", &err),
            mesh, v * sizeof *mesh);
    }
    set->poses.count = kept;
}

static double distance_of(double blend, int gap, double *plain)
{
    pd_error err = {0};
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth;
    pd_learn_comparison found = {0};
    sleeve_template(&tpl);
    sleeve_set(&set, &truth, &tpl, 4, 14, blend, 0, gap, 8);
    take(&set, 4, 14);
    const pd_learn_problem problem = {&tpl, &set, PD_LEARN_LAMBDAS, &pd_executor_serial, NULL, false, false};
    if (pd_learn_compare(&found, &problem, &truth, &err)) fail_msg("%s: %s", err.where, err.detail);
    *plain = found.rows[PD_LEARN_LBS].held_out_mm;
    print_message("blend %g: LBS %.3f, BlendSCAPE %.3f mm\n", blend, *plain,
                  found.rows[PD_LEARN_BLENDSCAPE].held_out_mm);
    pd_learn_state_deinit(&truth);
    pd_learn_set_deinit(&set);
    pd_learn_template_deinit(&tpl);
    return found.rows[PD_LEARN_BLENDSCAPE].held_out_mm;
}

/* Bodies that LBS gives exactly are approximated by triangles,
 * which use the mean skin weights of their corners. */
static void bodies_of_skinning_alone_are_near(void **state)
{
    (void)state;
    double plain, far = distance_of(0, 0, &plain);
    assert_true(plain < 0.05);
    assert_true(far < 3);
}

static void corrections_of_triangles_are_learned_past_missing_vertices(void **state)
{
    (void)state;
    double plain, far = distance_of(0.02, 9, &plain);
    assert_true(far < 0.6 * plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_of_skinning_alone_are_near),
        cmocka_unit_test(corrections_of_triangles_are_learned_past_missing_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
