/* Tests the comparison of drivers of pose blend shapes: on meshes made from rotation matrices the fit by
 * matrices must be best. */
#include "tests/support/sleeve.h"

#include "train/learn/compare.h"

/* Holds out the last mesh of each subject. */
static void hold_out(pd_learn_set *set)
{
    pd_error err;
    size_t v = 3 * (size_t)set->vertex_count;
    int kept = 0;
    for (int j = 0; j < set->poses.count; j++) {
        float *mesh = set->poses.vertices + v * (size_t)j;
        if (j % 12 < 10) {
            memmove(set->poses.vertices + v * (size_t)kept, mesh, v * sizeof *mesh);
            set->poses.subjects[kept++] = set->poses.subjects[j];
            continue;
        }
        float *to =
            pd_learn_meshes_add(&set->held_out, set->vertex_count, set->poses.subjects[j], "held out", &err);
        memcpy(to, mesh, v * sizeof *mesh);
    }
    set->poses.count = kept;
}

static void corrections_that_follow_matrices_are_found_best_by_matrices(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth;
    pd_learn_comparison found;
    sleeve_template(&tpl);
    sleeve_set(&set, &truth, &tpl, 4, 12, 0.02, 0, 0, 21);
    hold_out(&set);
    const pd_learn_problem problem = {&tpl, &set, PD_LEARN_LAMBDAS, &pd_executor_serial, NULL, false, false};
    found.vertex_mm = malloc(PD_LEARN_METHOD_COUNT * SLEEVE_VERTICES * sizeof *found.vertex_mm);
    if (pd_learn_compare(&found, &problem, &truth, &err)) fail_msg("%s: %s", err.where, err.detail);

    assert_int_equal(found.learned, 40);
    assert_int_equal(found.held_out, 8);
    for (int i = 0; i < PD_LEARN_METHOD_COUNT; i++)
        print_message("%-16s %.3f %.3f\n", pd_learn_methods[i].name, found.rows[i].learned_mm,
                      found.rows[i].held_out_mm);
    double matrix = found.rows[PD_LEARN_MATRIX].held_out_mm, plain = found.rows[PD_LEARN_LBS].held_out_mm;
    assert_true(found.rows[PD_LEARN_RIGID].held_out_mm > plain);
    assert_true(found.rows[PD_LEARN_RIGID_GIVEN].held_out_mm > plain);
    assert_true(found.rows[PD_LEARN_LBS_GIVEN].held_out_mm < 1.05 * plain); /* the truth has these weights */
    assert_true(found.rows[PD_LEARN_LBS_2].learned_mm > found.rows[PD_LEARN_LBS_8].learned_mm);
    assert_true(found.rows[PD_LEARN_DQS_MATRIX].held_out_mm < found.rows[PD_LEARN_DQS].held_out_mm);
    assert_true(found.rows[PD_LEARN_BLENDSCAPE].held_out_mm < plain);
    assert_true(found.rows[PD_LEARN_BLENDSCAPE].held_out_mm <
                found.rows[PD_LEARN_BLENDSCAPE_LBS].held_out_mm);
    assert_true(matrix < 0.6 * plain);
    assert_true(found.rows[PD_LEARN_ANGLE].held_out_mm > matrix);
    assert_true(found.rows[PD_LEARN_EULER].held_out_mm > matrix);
    assert_true(found.rows[PD_LEARN_PSD].held_out_mm > matrix);
    assert_true(found.rows[PD_LEARN_PCA_5].held_out_mm > found.rows[PD_LEARN_PCA_20].held_out_mm);
    /* more bases than meshes: all of P */
    assert_true(fabs(found.rows[PD_LEARN_PCA_50].held_out_mm - matrix) < 0.05 * matrix);

    double sum = 0;
    for (int i = 0; i < SLEEVE_VERTICES; i++)
        sum += (double)found.vertex_mm[PD_LEARN_MATRIX * SLEEVE_VERTICES + i] / SLEEVE_VERTICES;
    assert_true(fabs(sum - matrix) < 1e-3 * matrix); /* nothing is missing: the same mean */
    free(found.vertex_mm), found.vertex_mm = NULL;

    set.held_out.count = 0;
    assert_int_equal(pd_learn_compare(&found, &problem, &truth, &err), PD_ERR_RANGE);
    pd_learn_state_deinit(&truth);
    pd_learn_set_deinit(&set);
    pd_learn_template_deinit(&tpl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corrections_that_follow_matrices_are_found_best_by_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
