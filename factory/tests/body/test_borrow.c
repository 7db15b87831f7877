/* Transfer of pose blend shapes from one body to another of the same mesh with more joints. */
#include "factory/body/borrow.h"

#include "tests/support/cmocka.h"
#include "tests/support/tiny_body.h"

/* Returns the tiny body with a joint between its first and its second: names joint_0, more, joint_1. joint_2
 * is not there. */
static pd_smpl_data grown(void)
{
    pd_smpl_data d = tiny_body(0);
    free(d.posedirs);
    d.posedirs = NULL;
    snprintf(d.joint_names[1], PD_SMPL_NAME_BYTES, "more");
    snprintf(d.joint_names[2], PD_SMPL_NAME_BYTES, "joint_1");
    return d;
}

static void numbers_follow_the_names_of_joints(void **state)
{
    (void)state;
    pd_smpl_data source = tiny_body(1), model = grown();
    pd_error err = {0};
    free(source.text.credits), free(model.text.credits);
    source.text.credits = strdup("one\nthree"), model.text.credits = strdup("one\ntwo");
    if (pd_factory_borrow_pose_shapes(&model, &source, &err)) fail_msg("%s: %s", err.where, err.detail);

    /* patterns (1), (1 2) of the source become (2), (2): joint_2 has no namesake */
    const pd_smpl_sparse_dirs *s = &model.sparse;
    assert_int_equal(s->pattern_count, 2);
    assert_int_equal(s->pattern_start[1], 1);
    assert_int_equal(s->pattern_start[2], 2);
    assert_int_equal(s->pattern_joints[0], 2);
    assert_int_equal(s->pattern_joints[1], 2);
    assert_int_equal(s->value_count, 27 * 4);
    /* vertices 0..3 have patterns 0 1 1 0: their numbers begin at 0, 27, 81, 135 of the source */
    static const int at[] = {0, 27, 81, 135};
    for (int v = 0; v < 4; v++)
        assert_memory_equal(s->values + 27 * v, source.sparse.values + at[v], 27 * sizeof(float));
    assert_int_equal(pd_smpl_data_check(&model, &err), PD_OK);
    assert_non_null(strstr(model.text.provenance, "by hand --pose-shapes DIR, whose model is: by hand"));

    assert_string_equal(model.text.credits, "one\ntwo\nthree");

    pd_smpl_data_deinit(&source);
    pd_smpl_data_deinit(&model);
}

static void another_mesh_or_other_betas_are_refused(void **state)
{
    (void)state;
    pd_smpl_data source = tiny_body(1), model = grown();
    pd_error err = {0};
    model.faces[0] = 1;
    assert_int_equal(pd_factory_borrow_pose_shapes(&model, &source, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "faces");

    model.faces[0] = source.faces[0];
    source.sparse.beta_terms = 1;
    float *twice = malloc(2 * 27 * 6 * sizeof *twice);
    memcpy(twice, source.sparse.values, 27 * 6 * sizeof *twice);
    memcpy(twice + 27 * 6, source.sparse.values, 27 * 6 * sizeof *twice);
    free(source.sparse.values);
    source.sparse.values = twice;
    for (int i = 0; i < 3 * TINY_VERTICES; i++) model.shapedirs[i * TINY_BETAS] *= i % 2 ? 1 : -1;
    assert_int_equal(pd_factory_borrow_pose_shapes(&model, &source, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "beta 1 means something else"));

    pd_smpl_data_deinit(&source);
    source = tiny_body(0);
    assert_int_equal(pd_factory_borrow_pose_shapes(&model, &source, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "no sparse pose blend shapes"));
    pd_smpl_data_deinit(&source);
    pd_smpl_data_deinit(&model);
}

/* Returns the tiny body with breathing and three directions of soft tissue,
 * which joint_0 and joint_1 drive. */
static pd_smpl_data soft_body(void)
{
    enum { MODES = 3, TERMS = 1, LISTENED = 2 };
    static const int joints[LISTENED] = {0, 1};
    pd_smpl_data d = tiny_body(1);
    d.soft_count = MODES + 1;
    d.softdirs = tiny_ramp(TINY_VERTICES * 3 * (MODES + 1), 1e-3f);
    for (int i = 0; i < TINY_VERTICES * 3 * (MODES + 1); i++) d.softdirs[i] += 1e-2f * (float)i;
    d.soft = (pd_smpl_soft_dynamics){.mode_count = MODES,
                                     .joint_count = LISTENED,
                                     .beta_terms = TERMS,
                                     .gain_terms = TERMS,
                                     .joints = tiny_copy(joints, sizeof joints),
                                     .sizes = tiny_ramp(MODES * TERMS, 0.1F),
                                     .poles = tiny_ramp(MODES * (2 + TERMS), 1),
                                     .gains = tiny_ramp(MODES * (1 + TERMS) * 12 * LISTENED, 1e-2f)};
    return d;
}

static void soft_tissue_keeps_its_first_directions_and_breathing(void **state)
{
    (void)state;
    pd_smpl_data source = soft_body(), model = grown();
    pd_error err = {0};
    for (int modes = 2; modes <= 4; modes++) { /* 4 are not there: all 3 */
        const int kept = modes < 3 ? modes : 3;
        if (pd_factory_borrow_soft_tissue(&model, &source, modes, &err))
            fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(model.soft.mode_count, kept);
        assert_int_equal(model.soft_count, kept + 1);
        assert_int_equal(model.soft.joints[0], 0);
        assert_int_equal(model.soft.joints[1], 2); /* joint_1 stands behind `more` */
        assert_memory_equal(model.soft.poles, source.soft.poles, (size_t)kept * 3 * sizeof(float));
        assert_memory_equal(model.soft.sizes, source.soft.sizes, (size_t)kept * sizeof(float));
        assert_memory_equal(model.soft.gains, source.soft.gains, (size_t)kept * 48 * sizeof(float));
        for (int r = 0; r < 3 * TINY_VERTICES; r++) {
            for (int m = 0; m < kept; m++)
                assert_true(model.softdirs[r * (kept + 1) + m] == source.softdirs[4 * r + m]);
            assert_true(model.softdirs[r * (kept + 1) + kept] == source.softdirs[4 * r + 3]);
        }
    }

    snprintf(model.joint_names[2], PD_SMPL_NAME_BYTES, "other");
    assert_int_equal(pd_factory_borrow_soft_tissue(&model, &source, 0, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "no joint_1"));
    assert_int_equal(model.soft.mode_count, 3); /* as it was */
    for (int i = 0; i < 3 * TINY_VERTICES; i++) model.shapedirs[i * TINY_BETAS] *= i % 2 ? 1 : -1;
    assert_int_equal(pd_factory_borrow_soft_tissue(&model, &source, 0, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "beta 1 means something else"));
    assert_int_equal(pd_factory_borrow_soft_tissue(&source, &model, 0, &err), PD_ERR_INVALID);

    pd_smpl_data_deinit(&source);
    source = tiny_body(1);
    assert_int_equal(pd_factory_borrow_soft_tissue(&model, &source, 0, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "soft.poles");
    pd_smpl_data_deinit(&source);
    pd_smpl_data_deinit(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_the_names_of_joints),
        cmocka_unit_test(another_mesh_or_other_betas_are_refused),
        cmocka_unit_test(soft_tissue_keeps_its_first_directions_and_breathing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
