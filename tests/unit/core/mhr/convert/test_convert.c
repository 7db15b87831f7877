/* @heavy: takes over five seconds under ASan. */
/* Conversion between SMPL bodies and MHR, with a model in MHR's form made from the default body: a body that
 * is converted there and back is the same person. */
#include "core/mhr/convert/convert.h"
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
static pd_mhr_convert_wrap wrap;

static int setup(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/default.safetensors", NULL) != PD_OK) return -1;
    mhr = mhr_of_body(model);
    return pd_mhr_convert_wrap_init(&wrap, &mhr, model, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_mhr_convert_wrap_deinit(&wrap);
    pd_mhr_deinit(&mhr);
    pd_smpl_model_release(model);
    return 0;
}

static void at_rest_the_skins_lie_on_one_another(void **state)
{
    (void)state;
    assert_int_equal(wrap.joint_count, 17);
    assert_true(wrap.point_count > 2000 && wrap.point_count <= PD_MHR_CONVERT_MOST_POINTS);
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

static void an_mhr_person_converted_to_a_body_and_back_keeps_skin_and_pose(void **state)
{
    (void)state;
    const size_t v = (size_t)mhr.vertex_count, k = (size_t)mhr.joint_count;
    float parameters[128] = {0}, back[128], identity[1], betas[64], rotations[9 * 24], translation[3];
    float *block = malloc((6 * v + 6 * k) * sizeof *block);
    pd_mhr_convert_distance apart = {1, 1};
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
    const pd_mhr_convert_seen seen = {body.vertices, body.normals, body.joints, NULL, 0};
    assert_int_equal(pd_mhr_convert_to_body(betas, rotations, translation, &apart, &wrap, &seen, NULL),
                     PD_OK);
    assert_true(apart.mean > 0 && apart.mean < 0.003);
    assert_true(apart.largest < 0.03);

    const pd_smpl_body found = {
        .betas = betas, .beta_count = model->beta_count, .rotations = rotations, .translation = translation};
    assert_int_equal(pd_mhr_convert_to_mhr(back, identity, &apart, &wrap, &found, NULL), PD_OK);
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

/* Output of a body model for one shape and pose. */
typedef struct made {
    float *vertices, *normals, *joints;
} made;

static made make(const pd_smpl_model *of, const float *betas, int beta_count, const float *rotations)
{
    const size_t v = (size_t)of->vertex_count;
    float *block = malloc((6 * v + 3 * (size_t)of->joint_count) * sizeof *block);
    made out = {block, block + 3 * v, block + 6 * v};
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = beta_count,
                               .rotations = rotations,
                               .vertices = out.vertices,
                               .normals = out.normals,
                               .joints = out.joints};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_true(block && pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, of)));
    pd_smpl_job_run(&job, of, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    return out;
}

/* Returns the mean distance of the same vertices of two bodies, millimetres. */
static double apart_mm(const float *a, const float *b, int vertices, const float move[3])
{
    double sum = 0;
    for (int v = 0; v < vertices; v++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double d = (double)(a[3 * v + c] + (move ? move[c] : 0) - b[3 * v + c]);
            square += d * d;
        }
        sum += sqrt(square);
    }
    return 1000 * sum / vertices;
}

static void a_woman_of_one_body_model_becomes_one_of_another(void **state)
{
    (void)state;
    pd_smpl_model *female;
    pd_mhr_convert_wrap own;
    pd_mhr_convert_distance apart;
    float betas[64], rotations[9 * 24], translation[3], pose[9 * 24] = {0};
    const float of[3] = {1, -1, 0.5f}, bend = 0.8f;
    assert_int_equal(pd_smpl_model_load(&female, "models/female.safetensors", NULL), PD_OK);
    for (int i = 0; i < 9 * 24; i++) pose[i] = i % 9 % 4 == 0;
    float *elbow = pose + 9 * 18; /* the left one, about y */
    elbow[0] = elbow[8] = cosf(bend), elbow[2] = -sinf(bend), elbow[6] = sinf(bend);

    const made seen = make(female, of, 3, pose);
    const pd_mhr_convert_seen there = {seen.vertices, seen.normals, seen.joints, NULL, 0};
    assert_int_equal(pd_mhr_convert_wrap_init_from(&own, female, model, NULL), PD_OK);
    assert_null(own.mhr);
    assert_int_equal(own.joint_count, 24);
    assert_int_equal(pd_mhr_convert_to_body(betas, rotations, translation, &apart, &own, &there, NULL),
                     PD_OK);
    assert_true(apart.mean < 0.004 && apart.largest < 0.03);
    /* both models have the same mesh, which the conversion does not know */
    const made got = make(model, betas, model->beta_count, rotations);
    assert_true(apart_mm(got.vertices, seen.vertices, model->vertex_count, translation) < 10);
    free(got.vertices);

    /* the betas alone, at rest */
    const made rest = make(female, of, 3, NULL);
    assert_int_equal(pd_mhr_convert_betas(betas, &apart, model, female, of, 3, NULL), PD_OK);
    const made same = make(model, betas, model->beta_count, NULL);
    assert_true(fabsf(same.joints[3 * 15 + 1] - same.joints[3 * 7 + 1] -
                      (rest.joints[3 * 15 + 1] - rest.joints[3 * 7 + 1])) < 0.01f);
    free(same.vertices), free(rest.vertices), free(seen.vertices);
    pd_mhr_convert_wrap_deinit(&own);
    pd_smpl_model_release(female);
}

static void observed_points_count_more_than_the_models_own_vertices(void **state)
{
    (void)state;
    const float stout[2] = {0, 2};
    const made plain = make(model, NULL, 0, NULL), seen = make(model, stout, 2, NULL);
    pd_mhr_convert_wrap own;
    pd_mhr_convert_distance apart, without;
    float betas[64], rotations[9 * 24], translation[3];
    assert_int_equal(pd_mhr_convert_wrap_init_from(&own, model, model, NULL), PD_OK);

    const pd_mhr_convert_seen coarse = {plain.vertices, plain.normals, plain.joints, NULL, 0},
                              fine = {plain.vertices, plain.normals, plain.joints, seen.vertices,
                                      model->vertex_count};
    assert_int_equal(pd_mhr_convert_to_body(betas, rotations, translation, &without, &own, &coarse, NULL),
                     PD_OK);
    assert_true(fabsf(betas[1]) < 0.3f);
    assert_int_equal(pd_mhr_convert_to_body(betas, rotations, translation, &apart, &own, &fine, NULL), PD_OK);
    assert_true(fabsf(betas[1] - 2) < 0.3f);
    assert_true(apart.mean < 0.002);
    pd_mhr_convert_wrap_deinit(&own);
    free(plain.vertices), free(seen.vertices);
}

static void models_without_the_names_are_refused(void **state)
{
    (void)state;
    pd_mhr_convert_wrap other;
    pd_error err = {0};
    for (int j = 0; j < mhr.joint_count; j++) mhr.joint_names[j][0] ^= 1;
    assert_int_equal(pd_mhr_convert_wrap_init(&other, &mhr, model, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "0 joint names in common"));
    assert_null(other.points);
    for (int j = 0; j < mhr.joint_count; j++) mhr.joint_names[j][0] ^= 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_the_skins_lie_on_one_another),
        cmocka_unit_test(an_mhr_person_converted_to_a_body_and_back_keeps_skin_and_pose),
        cmocka_unit_test(a_woman_of_one_body_model_becomes_one_of_another),
        cmocka_unit_test(observed_points_count_more_than_the_models_own_vertices),
        cmocka_unit_test(models_without_the_names_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
