/* Tests that sparse pose directions move no vertex by more than the bound. The vertices of both models are
 * computed and compared. */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include "train/model/sparsify.h"

#include <math.h>
#include <stdlib.h>

enum { V = 300, K = 24 };

/* Returns the largest distance between two models' vertices in some poses. */
static double farthest(const pd_smpl_data *a, const pd_smpl_data *b)
{
    pd_rng rng;
    float rotations[9 * K], betas[2] = {1.5f, -1};
    double *x = malloc(6 * V * sizeof *x), *y = x + 3 * V, worst = 0;
    pd_rng_init(&rng, 3);
    for (int pose = 0; pose < 20; pose++) {
        pd_fixture_rotations(rotations, K, 3.1, &rng);
        const pd_smpl_body body = {
            .rotations = rotations, .betas = betas, .beta_count = a->sparse.beta_terms ? 2 : 0};
        assert_int_equal(pd_smpl_body_ref(x, NULL, a, &body, pose % 2 ? PD_SMPL_DQS : PD_SMPL_LBS, NULL),
                         PD_OK);
        assert_int_equal(pd_smpl_body_ref(y, NULL, b, &body, pose % 2 ? PD_SMPL_DQS : PD_SMPL_LBS, NULL),
                         PD_OK);
        for (int v = 0; v < V; v++)
            worst = fmax(worst, sqrt(pow(x[3 * v] - y[3 * v], 2) + pow(x[3 * v + 1] - y[3 * v + 1], 2) +
                                     pow(x[3 * v + 2] - y[3 * v + 2], 2)));
    }
    free(x);
    return worst;
}

static void sparsifying_with_threshold_zero_removes_only_zeros(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        pd_smpl_data before, after;
        pd_train_sparsify_report report;
        const pd_fixture fixture = {.vertices = V,
                                    .pose = kind == 0   ? PD_FIXTURE_DENSE
                                            : kind == 1 ? PD_FIXTURE_SPARSE_AS_DENSE
                                                        : PD_FIXTURE_SPARSE,
                                    .beta_terms = kind == 2 ? 2 : 0,
                                    .dqs = kind == 2};
        pd_fixture_data(&before, &fixture);
        pd_fixture_data(&after, &fixture);
        assert_int_equal(pd_train_sparsify(&after, &report, &(pd_train_sparsify_options){0}, NULL), PD_OK);
        assert_int_equal(report.blocks_before, report.blocks_after);
        assert_int_equal(after.sparse.value_count, 27 * report.blocks_after);
        assert_true(kind ? report.most_joints < 8 : report.most_joints == K - 1);
        assert_null(after.posedirs);
        assert_int_equal(pd_smpl_data_check(&after, NULL), PD_OK);
        assert_true(report.bound_m == 0 && farthest(&before, &after) < 1e-12);
        pd_smpl_data_deinit(&before);
        pd_smpl_data_deinit(&after);
    }
}

static void sparsifying_moves_no_vertex_by_more_than_the_bound(void **state)
{
    (void)state;
    pd_smpl_data before;
    double last = 0;
    pd_fixture_data(&before, &(pd_fixture){.vertices = V});
    for (int i = 0; i < 3; i++) {
        static const pd_train_sparsify_options options[3] = {
            {.threshold_m = 0.015}, {.threshold_m = 0.0175, .most_joints = 12}, {.most_joints = 4}};
        pd_smpl_data after;
        pd_train_sparsify_report report;
        pd_fixture_data(&after, &(pd_fixture){.vertices = V});
        assert_int_equal(pd_train_sparsify(&after, &report, &options[i], NULL), PD_OK);
        assert_int_equal(pd_smpl_data_check(&after, NULL), PD_OK);
        double moved = farthest(&before, &after);
        print_message("%zu of %zu, at most %d joints: %.2f mm, bound %.2f mm\n", report.blocks_after,
                      report.blocks_before, report.most_joints, 1000 * moved, 1000 * report.bound_m);
        assert_true(report.blocks_after < report.blocks_before && report.blocks_after > 0);
        assert_true(moved > last && moved <= report.bound_m);
        if (options[i].most_joints) assert_true(report.most_joints <= options[i].most_joints);
        last = moved;
        pd_smpl_data_deinit(&after);
    }
    pd_smpl_data_deinit(&before);
}

static void a_model_without_pose_blend_shapes_is_refused(void **state)
{
    (void)state;
    pd_smpl_data d;
    pd_error err;
    pd_train_sparsify_report report;
    pd_fixture_data(&d, &(pd_fixture){.vertices = 50, .pose = PD_FIXTURE_NO_POSE});
    assert_int_equal(pd_train_sparsify(&d, &report, &(pd_train_sparsify_options){0}, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "posedirs");
    pd_smpl_data_deinit(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparsifying_with_threshold_zero_removes_only_zeros),
        cmocka_unit_test(sparsifying_moves_no_vertex_by_more_than_the_bound),
        cmocka_unit_test(a_model_without_pose_blend_shapes_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
