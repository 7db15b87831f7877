/* Tests poses, scales and shapes of a small MHR model whose vertices
 * were computed by hand from its definition. */
#include "core/mhr/body.h"
#include "tests/support/mhr_make.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct made {
    float vertices[3 * MHR_TINY_VERTICES], joints[3 * MHR_TINY_JOINTS], normals[3 * MHR_TINY_VERTICES];
} made;

static made run(pd_mhr_body body, const pd_mhr *m)
{
    made out;
    pd_arena scratch;
    pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(m));
    body.vertices = out.vertices, body.joints = out.joints, body.normals = out.normals;
    assert_int_equal(pd_mhr_body_check(&body, m, NULL), PD_OK);
    pd_mhr_body_run(&body, m, &scratch);
    assert_true(scratch.high <= scratch.size);
    pd_arena_deinit(&scratch);
    return out;
}

static void near(const float *is, double x, double y, double z)
{
    const double should[3] = {x, y, z};
    for (int c = 0; c < 3; c++) assert_true(fabs((double)is[c] - should[c]) < 1e-6);
}

static void at_rest_vertices_are_the_files_in_metres(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
    const made rest = run((pd_mhr_body){.translation = {1, 2, 3}}, &m);
    for (int v = 0; v < MHR_TINY_VERTICES; v++) {
        const double *is = mhr_tiny_vertices + 3 * v;
        near(rest.vertices + 3 * v, 1 + is[0] / 100, 2 + is[1] / 100, 3 + is[2] / 100);
    }
    near(rest.joints + 3, 1, 2.1, 3);
    near(rest.joints + 9, 1, 2.3, 3);
    pd_mhr_deinit(&m);
}

static void joints_turn_move_and_scale_by_the_definition(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
    /* root_tx arm_bend arm_twist arm_length scale_arm scale_hand */
    const float bent[] = {0.5f, (float)(acos(-1) / 2), 0, 0.2f, 1, 1};
    const made body = run((pd_mhr_body){.parameters = bent, .parameter_count = 6}, &m);
    near(body.joints + 3, 0.05, 0.1, 0);
    near(body.joints + 6, 0.05, 0.2, 0);
    /* the arm, 13 cm now, points along -x: 90 degrees at rest and 90 more */
    near(body.joints + 9, 0.05 - 0.13, 0.2, 0);
    /* vertex 5 is (1,30,0) at rest, 1 cm from the hand to +x; arm.rz turns it by 90, hand.rz by half of that;
     * sc 1 doubles it */
    const double turn = 135 * acos(-1) / 180;
    near(body.vertices + 15, -0.08 + 0.02 * cos(turn), 0.2 + 0.02 * sin(turn), 0);
    /* vertex 4 hangs half on root, half on arm: (0,20,1) */
    near(body.vertices + 12, 0.05, 0.2, 0.01);
    pd_mhr_deinit(&m);
}

static void identity_and_expression_add_up_and_missing_ones_are_zero(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
    const float identity[] = {2, -1}, expression[] = {0.5f};
    const made body = run(
        (pd_mhr_body){
            .identity = identity, .identity_count = 2, .expression = expression, .expression_count = 1},
        &m);
    near(body.vertices + 3, 0.07, 0.1, 0);
    near(body.vertices + 15, 0.01, 0.28, 0);
    near(body.vertices + 18, -0.01, 0.31, 0.015);
    const made one = run((pd_mhr_body){.identity = identity, .identity_count = 1}, &m);
    near(one.vertices + 15, 0.01, 0.3, 0);
    pd_mhr_deinit(&m);
}

static void normals_have_length_one_and_look_out_of_their_triangles(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
    const made body = run((pd_mhr_body){0}, &m);
    for (int v = 0; v < MHR_TINY_VERTICES; v++) {
        const float *n = body.normals + 3 * v;
        assert_true(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-5f);
    }
    near(body.normals, 0, -1, 0); /* vertex 0 is below the others, the same left and right, and behind none */
    pd_mhr_deinit(&m);
}

static void numbers_that_no_body_has_are_named(void **state)
{
    (void)state;
    pd_mhr m = mhr_tiny();
    const float many[8] = {0}, wild[2] = {0, NAN}, huge[6] = {0, 0, 0, 0, 0, 5};
    pd_error err = {0};
    pd_mhr_body body = {.parameters = many, .parameter_count = 8};
    assert_int_equal(pd_mhr_body_check(&body, &m, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/model_parameters");
    assert_string_equal(err.detail, "8 numbers; 0 to 6 allowed");
    body = (pd_mhr_body){.identity = wild, .identity_count = 2};
    assert_int_equal(pd_mhr_body_check(&body, &m, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/identity_coeffs/1");
    body = (pd_mhr_body){.parameters = huge, .parameter_count = 6};
    assert_int_equal(pd_mhr_body_check(&body, &m, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "joint hand is scaled by 2^5"));
    pd_mhr_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_vertices_are_the_files_in_metres),
        cmocka_unit_test(joints_turn_move_and_scale_by_the_definition),
        cmocka_unit_test(identity_and_expression_add_up_and_missing_ones_are_zero),
        cmocka_unit_test(normals_have_length_one_and_look_out_of_their_triangles),
        cmocka_unit_test(numbers_that_no_body_has_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
