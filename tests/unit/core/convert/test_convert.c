/* A model in MHR's manner, made of the default body: what is converted there and back is the same person. */
#include "core/convert/convert.h"
#include "core/mhr/body.h"
#include "tests/support/mhr_body.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static pd_smpl_model *model;
static pd_mhr mhr;
static pd_convert_wrap wrap;

static int setup(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/default.safetensors", NULL) != PD_OK) return -1;
    mhr = mhr_of_body(model);
    return pd_convert_wrap_init(&wrap, &mhr, model, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_convert_wrap_deinit(&wrap);
    pd_mhr_deinit(&mhr);
    pd_smpl_model_release(model);
    return 0;
}

static void at_rest_the_skins_lie_on_one_another(void **state)
{
    (void)state;
    assert_int_equal(wrap.joint_count, 17);
    assert_true(wrap.point_count > 2000 && wrap.point_count <= PD_CONVERT_MOST_POINTS);
    assert_true(wrap.mean < 0.001);
    assert_true(wrap.largest < 0.01);
    for (int i = 0; i < wrap.point_count; i++) {
        double sum = 0;
        for (int c = 0; c < 3; c++) sum += wrap.points[i].corners[c].weight;
        assert_true(fabs(sum - 1) < 1e-5);
    }
}

static void set(float *parameters, const char *name, double value)
{
    const int p = pd_mhr_parameter(&mhr, name);
    assert_true(p >= 0);
    parameters[p] = (float)value;
}

static void a_person_goes_there_and_comes_back(void **state)
{
    (void)state;
    const size_t v = (size_t)mhr.vertex_count, k = (size_t)mhr.joint_count;
    float parameters[128] = {0}, back[128], identity[1], betas[64], rotations[9 * 24], translation[3];
    float *block = malloc((6 * v + 6 * k) * sizeof *block);
    pd_convert_distance apart = {1, 1};
    pd_arena scratch;
    assert_true(block && pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(&mhr)));
    set(parameters, "root_tx", 3), set(parameters, "root_tz", -20), set(parameters, "root_ry", 1);
    set(parameters, "l_uparm_rz", -0.9), set(parameters, "l_lowarm_ry", -0.8),
        set(parameters, "r_uparm_rz", 0.5);
    set(parameters, "r_upleg_rx", -0.7), set(parameters, "r_lowleg_rx", 0.9);

    pd_mhr_body body = {.vertices = block,
                        .normals = block + 3 * v,
                        .joints = block + 6 * v,
                        .parameters = parameters,
                        .parameter_count = mhr.parameter_count};
    pd_mhr_body_run(&body, &mhr, &scratch);
    assert_int_equal(pd_convert_to_body(betas, rotations, translation, &apart, &wrap, &body, NULL), PD_OK);
    assert_true(apart.mean > 0 && apart.mean < 0.003);
    assert_true(apart.largest < 0.03);

    const pd_smpl_body found = {
        .betas = betas, .beta_count = model->beta_count, .rotations = rotations, .translation = translation};
    assert_int_equal(pd_convert_to_mhr(back, identity, &apart, &wrap, &found, NULL), PD_OK);
    assert_true(apart.mean > 0 && apart.mean < 0.003);
    assert_true(apart.largest < 0.03);
    pd_mhr_body again = {
        .joints = block + 6 * v + 3 * k, .parameters = back, .parameter_count = mhr.parameter_count};
    pd_arena_reset(&scratch);
    pd_mhr_body_run(&again, &mhr, &scratch);
    for (int j = 0; j < wrap.joint_count; j++)
        for (int c = 0; c < 3; c++) {
            const int of = 3 * wrap.joints[j][0] + c;
            assert_true(fabsf(again.joints[of] - body.joints[of]) < 0.03f);
        }
    pd_arena_deinit(&scratch);
    free(block);
}

static void models_without_the_names_are_refused(void **state)
{
    (void)state;
    pd_convert_wrap other;
    pd_error err = {0};
    for (int j = 0; j < mhr.joint_count; j++) mhr.joint_names[j][0] ^= 1;
    assert_int_equal(pd_convert_wrap_init(&other, &mhr, model, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "0 joints that both models have"));
    assert_null(other.points);
    for (int j = 0; j < mhr.joint_count; j++) mhr.joint_names[j][0] ^= 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_the_skins_lie_on_one_another),
        cmocka_unit_test(a_person_goes_there_and_comes_back),
        cmocka_unit_test(models_without_the_names_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
