#include "tests/support/cmocka.h"

#include "core/fit/quality.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"

#include <stdlib.h>

static pd_smpl_model *model;
static pd_fit_checker checker;
static pd_arena scratch;
static float *mesh, rotations[9 * 24];

static int setup(void **state)
{
    (void)state;
    pd_error err = {0};
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) ||
        pd_fit_checker_init(&checker, model, NULL, 0, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    mesh = malloc(3 * (size_t)model->vertex_count * sizeof *mesh);
    return !mesh || !pd_arena_init(&scratch, pd_fit_quality_scratch_bytes(model));
}

static int teardown(void **state)
{
    (void)state;
    free(mesh);
    pd_arena_deinit(&scratch);
    pd_fit_checker_deinit(&checker);
    pd_smpl_model_release(model);
    return 0;
}

/* Plain skinning of the mean body with one joint turned. */
static pd_fit_quality pose_and_check(int joint, double x, double y, double z)
{
    double m[9], r[3] = {x, y, z};
    pd_fit_quality q;
    for (int i = 0; i < 9 * 24; i++) rotations[i] = (i % 9) % 4 == 0;
    pd_rot_from_axis_angle(m, r);
    for (int i = 0; i < 9; i++) rotations[9 * joint + i] = (float)m[i];
    const pd_smpl_body body = {.rotations = rotations, .vertices = mesh};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena room;
    assert_true(pd_arena_init(&room, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &room, &pd_executor_serial);
    pd_arena_deinit(&room);
    pd_fit_quality_run(&q, &checker, mesh, rotations, &scratch);
    print_message("inverted %d, folds %d (%.1f mm), hits %d (%.1f mm)\n", q.inverted, q.fold_deep,
                  1000 * q.fold, q.hit_deep, 1000 * q.hit);
    return q;
}

static void the_rest_pose_has_no_fault(void **state)
{
    (void)state;
    pd_fit_quality q = pose_and_check(0, 0, 0, 0);
    assert_true(q.inverted == 0 && q.fold_deep == 0 && q.hit_deep == 0);
    print_message("%d vertices inside at rest\n", checker.rest_inside_count);
}

static void a_turned_body_has_no_fault_either(void **state)
{
    (void)state;
    pd_fit_quality q = pose_and_check(0, 0.7, -1.9, 1.1);
    assert_true(q.inverted == 0 && q.fold_deep == 0 && q.hit_deep == 0);
}

/* A corner carried over the opposite edge turns the triangle over. */
static void a_triangle_turned_over_is_found(void **state)
{
    (void)state;
    pd_fit_quality q;
    uint32_t face = 0, *t = model->data.faces;
    while (checker.holder[t[3 * face]] != 4) face++; /* a knee's */
    pose_and_check(0, 0.3, 0.2, 0.1);
    float *p = mesh + 3 * (size_t)t[3 * face], *a = mesh + 3 * (size_t)t[3 * face + 1],
          *b = mesh + 3 * (size_t)t[3 * face + 2];
    for (int c = 0; c < 3; c++) p[c] += 1.5f * (a[c] + b[c] - 2 * p[c]) / 2;
    pd_fit_quality_run(&q, &checker, mesh, rotations, &scratch);
    assert_true(q.inverted >= 1 && q.inverted < 8);
    assert_true(q.inverted_face >= 0);
}

static int vertex_of(int joint, int axis, float sign)
{
    int best = -1;
    const float *v = model->data.v_template;
    for (int i = 0; i < model->vertex_count; i++)
        if (checker.holder[i] == joint && (best < 0 || sign * v[3 * i + axis] > sign * v[3 * best + axis]))
            best = i;
    return best;
}

/* A finger tip that is put 30 mm under the skin of the belly. */
static void a_vertex_under_the_skin_is_found_with_its_depth(void **state)
{
    (void)state;
    pd_fit_quality q;
    pose_and_check(0, 0, 0, 0);
    int tip = vertex_of(22, 0, 1), belly = vertex_of(3, 2, 1);
    for (int c = 0; c < 3; c++) mesh[3 * tip + c] = mesh[3 * belly + c] - (c == 2 ? 0.03f : 0);
    pd_fit_quality_run(&q, &checker, mesh, rotations, &scratch);
    print_message("vertex %d of %d: %.1f mm\n", q.hit_vertex, tip, 1000 * q.hit);
    assert_int_equal(q.hit_vertex, tip);
    assert_true(q.hit > 0.025 && q.hit < 0.0301);
    assert_int_equal(q.hit_deep, 1);
}

static void an_arm_in_the_trunk_is_a_hit_and_a_bent_elbow_a_fold(void **state)
{
    (void)state;
    pd_fit_quality arm = pose_and_check(16, 0, 0, -1.9), elbow = pose_and_check(18, 0, -2.6, 0);
    assert_true(arm.hit_deep > 100 && arm.hit > 0.03);
    assert_true(elbow.fold > 0.002 && elbow.hit_deep == 0);
}

static void betas_beyond_the_model_are_refused(void **state)
{
    (void)state;
    pd_fit_checker c;
    pd_error err;
    assert_int_equal(pd_fit_checker_init(&c, model, NULL, 1 + model->beta_count, &err), PD_ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_pose_has_no_fault),
        cmocka_unit_test(a_turned_body_has_no_fault_either),
        cmocka_unit_test(a_triangle_turned_over_is_found),
        cmocka_unit_test(a_vertex_under_the_skin_is_found_with_its_depth),
        cmocka_unit_test(an_arm_in_the_trunk_is_a_hit_and_a_bent_elbow_a_fold),
        cmocka_unit_test(betas_beyond_the_model_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
