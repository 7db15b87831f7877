/* Tests joints and bones of a template that is a tube of rings, so that the boundaries of parts are known. */
#include "tests/support/sleeve.h"

static sleeve s;

static pd_status make(pd_learn_template *out, const float *joints, pd_error *err)
{
    const pd_learn_template_source source = {.name = "sleeve.npz",
                                             .vertex_count = SLEEVE_VERTICES,
                                             .face_count = SLEEVE_FACES,
                                             .joint_count = SLEEVE_JOINTS,
                                             .vertices = s.vertices,
                                             .faces = s.faces,
                                             .parts = s.parts,
                                             .parents = sleeve_parents,
                                             .joints = joints};
    return pd_learn_template_init(out, &source, err);
}

static void bones_between_joints_are_counted_up_the_tree_and_down(void **state)
{
    (void)state;
    pd_learn_template t;
    static const int apart[SLEEVE_JOINTS][SLEEVE_JOINTS] = {
        {0, 1, 1, 2, 2}, {1, 0, 2, 1, 3}, {1, 2, 0, 3, 1}, {2, 1, 3, 0, 4}, {2, 3, 1, 4, 0}};
    sleeve_template(&t);
    for (int a = 0; a < SLEEVE_JOINTS; a++)
        for (int b = 0; b < SLEEVE_JOINTS; b++)
            assert_int_equal(pd_learn_template_apart(&t, a, b), apart[a][b]);
    pd_learn_template_deinit(&t);
}

static void a_template_that_is_not_in_metres_is_refused(void **state)
{
    (void)state;
    pd_learn_template t;
    for (int i = 0; i < 2; i++) {
        pd_error err = {0};
        sleeve_make(&s);
        for (int c = 0; c < 3 * SLEEVE_VERTICES; c++) s.vertices[c] *= i ? 0.01f : 100;
        assert_int_equal(make(&t, NULL, &err), PD_ERR_RANGE);
        assert_string_equal(err.where, "sleeve.npz");
        assert_non_null(
            strstr(err.detail, i ? "longest side is 0.0164; 0.3 to 4" : "longest side is 164; 0.3 to 4"));
        assert_null(t.vertices);
    }
}

static void joints_start_in_the_middle_of_the_boundaries(void **state)
{
    (void)state;
    pd_learn_template t;
    double rest[3 * SLEEVE_VERTICES], joints[3 * SLEEVE_JOINTS];
    sleeve_template(&t);
    for (int i = 0; i < 3 * SLEEVE_VERTICES; i++) rest[i] = (double)t.vertices[i];
    pd_learn_template_centers(joints, &t, rest);
    /* rings of the boundary of left_1 stand at .2 and .267 */
    assert_true(fabs(joints[3] - 0.2333) < 1e-3 && fabs(joints[4] - 1) < 1e-6 && fabs(joints[5]) < 1e-6);
    assert_true(fabs(joints[6] + joints[3]) < 1e-6 && fabs(joints[0]) < 1e-6);
    pd_learn_template_deinit(&t);
}

static void joints_that_are_known_are_given_by_a_band_around_the_boundaries(void **state)
{
    (void)state;
    pd_learn_template t;
    pd_error err = {0};
    double rest[3 * SLEEVE_VERTICES], found[3 * SLEEVE_JOINTS];
    /* off the middle of the tube, and beside the boundaries at .233 and .533 */
    const float joints[3 * SLEEVE_JOINTS] = {0,      1.02f, 0.01f, 0.24f, 1.03f, -0.02f, -0.24f, 1.03f,
                                             -0.02f, 0.5f,  0.97f, 0,     -0.5f, 0.97f,  0};
    sleeve_make(&s);
    assert_int_equal(make(&t, joints, &err), PD_OK);
    for (int i = 0; i < 3 * SLEEVE_VERTICES; i++) rest[i] = (double)t.vertices[i];
    pd_learn_template_centers(found, &t, rest);
    for (int i = 0; i < 3 * SLEEVE_JOINTS; i++) assert_true(fabs(found[i] - (double)joints[i]) < 1e-4);
    for (int k = 0; k < SLEEVE_JOINTS; k++) {
        double sum = 0;
        const int count = t.center_start[k + 1] - t.center_start[k];
        for (int n = t.center_start[k]; n < t.center_start[k + 1]; n++) {
            assert_true(t.center_weight[n] >= 0);
            assert_true(n == t.center_start[k] || t.center_vertex[n] > t.center_vertex[n - 1]);
            sum += t.center_weight[n];
        }
        assert_true(fabs(sum - 1) < 1e-12);
        assert_int_equal(count, k ? 40 : 80); /* four rings of ten; the root's are those of two joints */
    }
    pd_learn_template_deinit(&t);

    /* outside of the tube: as near as the band comes */
    float far[3 * SLEEVE_JOINTS];
    memcpy(far, joints, sizeof far);
    far[4] = 1.5f;
    assert_int_equal(make(&t, far, &err), PD_OK);
    pd_learn_template_centers(found, &t, rest);
    assert_true(found[4] > 1.07 && found[4] < 1.0801);
    pd_learn_template_deinit(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_between_joints_are_counted_up_the_tree_and_down),
        cmocka_unit_test(a_template_that_is_not_in_metres_is_refused),
        cmocka_unit_test(joints_start_in_the_middle_of_the_boundaries),
        cmocka_unit_test(joints_that_are_known_are_given_by_a_band_around_the_boundaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
