/* @heavy: takes over five seconds under ASan. */
/* Tests pose blend shapes as morph targets: compares them with the forward pass of the model. */
#include "core/smpl/skin/corrective.h"

#include "core/base/rng.h"
#include "core/math/quat.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"
#include "tests/support/tiny_body.h"

#include <stdlib.h>

enum { POSES = 40, CHECKS = 12 };

static pd_smpl_model *model;
static float *natural, *others; /* (POSES,K,9), (CHECKS,K,9) */
static const float betas[] = {1.5f, -0.8f, 0.4f};

static void draw(float *rotations, int poses, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int i = 0; i < poses * model->joint_count; i++) {
        double m[9];
        const pd_vec3 r =
            pd_vec3_make(0.3 * pd_rng_normal(&rng), 0.3 * pd_rng_normal(&rng), 0.3 * pd_rng_normal(&rng));
        pd_q_to_matrix(m, pd_q_from_rotvec(r));
        for (int e = 0; e < 9; e++) *rotations++ = (float)m[e];
    }
}

static int setup(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/default.safetensors", NULL)) return 1;
    const size_t numbers = 9 * (size_t)model->joint_count;
    natural = malloc(POSES * numbers * sizeof *natural);
    others = malloc(CHECKS * numbers * sizeof *others);
    draw(natural, POSES, 1);
    draw(others, CHECKS, 2);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(natural), free(others);
    pd_smpl_model_release(model);
    return 0;
}

static pd_smpl_correctives make(int count)
{
    pd_smpl_correctives c;
    pd_error err = {0};
    assert_int_equal(pd_smpl_correctives_make(&c, &(pd_smpl_corrective_body){model->tiles, betas, 3}, count,
                                              natural, POSES, &err),
                     PD_OK);
    return c;
}

/* Computes the vertices (V,3) before skinning by the forward pass. */
static void corrected(float *vertices, const float *rotations, pd_smpl_stage stage)
{
    pd_arena scratch = {0};
    pd_smpl_body body = {
        .betas = betas, .beta_count = 3, .rotations = rotations, .stage = stage, .vertices = vertices};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    assert_true(pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

/* Returns the largest distance of T + D w from T_P over the poses, and its mean square. */
static double distance(double *mean_square, const pd_smpl_correctives *c, const float *rotations, int poses)
{
    const size_t points = 3 * (size_t)model->vertex_count, numbers = 9 * (size_t)model->joint_count;
    float *want = malloc(points * sizeof *want), *rest = malloc(points * sizeof *rest),
          *weights = malloc((size_t)c->count * sizeof *weights);
    double worst = 0, sum = 0;
    for (int p = 0; p < poses; p++) {
        corrected(want, rotations + numbers * (size_t)p, PD_SMPL_CORRECTED);
        corrected(rest, rotations + numbers * (size_t)p, PD_SMPL_SHAPED);
        pd_smpl_correctives_weights(weights, c, model->joint_count, rotations + numbers * (size_t)p, 1);
        for (size_t v = 0; v < points; v += 3) {
            double square = 0;
            for (size_t x = v; x < v + 3; x++) {
                double got = (double)rest[x];
                for (int i = 0; i < c->count; i++)
                    got += (double)weights[i] * (double)c->dirs[(size_t)i * points + x];
                square += (got - (double)want[x]) * (got - (double)want[x]);
            }
            sum += square;
            worst = fmax(worst, sqrt(square));
        }
    }
    *mean_square = 3 * sum / (double)points / poses;
    free(want), free(rest), free(weights);
    return worst;
}

static void all_correctives_put_every_vertex_where_the_model_does(void **state)
{
    (void)state;
    pd_smpl_correctives c = make(pd_smpl_corrective_features(model->tiles));
    double square;
    assert_true(c.count > 100);
    assert_true(distance(&square, &c, others, 2) < 2e-5); /* metres; poses that it was not made for */
    pd_smpl_correctives_deinit(&c);
    assert_null(c.dirs);
}

static void measured_errors_equal_the_distances_of_the_forward_pass(void **state)
{
    (void)state;
    pd_smpl_correctives c = make(9);
    pd_smpl_corrective_error e;
    double square;
    const double worst = distance(&square, &c, others, CHECKS);
    assert_int_equal(pd_smpl_correctives_measure(&e, &c, &(pd_smpl_corrective_body){model->tiles, betas, 3},
                                                 others, CHECKS, NULL),
                     PD_OK);
    assert_int_equal(e.pose_count, CHECKS);
    assert_near(e.worst, worst, 2e-6);
    assert_near(e.rms, sqrt(square), 2e-6);
    assert_true(e.rms < e.rms_without && e.rms > 1e-4);
    pd_smpl_correctives_deinit(&c);
}

static void each_further_corrective_reduces_the_error(void **state)
{
    (void)state;
    static const int counts[] = {1, 4, 16, 64};
    double before = 1;
    for (int i = 0; i < 4; i++) {
        pd_smpl_correctives c = make(counts[i]);
        pd_smpl_corrective_error e;
        assert_int_equal(c.count, counts[i]);
        assert_int_equal(pd_smpl_correctives_measure(&e, &c,
                                                     &(pd_smpl_corrective_body){model->tiles, betas, 3},
                                                     natural, POSES, NULL),
                         PD_OK);
        assert_true(e.rms < before);
        before = e.rms;
        pd_smpl_correctives_deinit(&c);
    }
    assert_true(before < 1e-3);
}

static void weights_are_zero_at_rest_and_reach_one_in_the_poses(void **state)
{
    (void)state;
    pd_smpl_correctives c = make(5);
    float *rest = calloc(9 * (size_t)model->joint_count, sizeof *rest), weights[5 * POSES];
    for (int k = 0; k < model->joint_count; k++) rest[9 * k] = rest[9 * k + 4] = rest[9 * k + 8] = 1;
    pd_smpl_correctives_weights(weights, &c, model->joint_count, rest, 1);
    for (int i = 0; i < 5; i++) assert_near((double)weights[i], 0, 0);

    pd_smpl_correctives_weights(weights, &c, model->joint_count, natural, POSES);
    for (int i = 0; i < 5; i++) {
        double most = 0, least = 0;
        for (int p = 0; p < POSES; p++) {
            most = fmax(most, (double)weights[5 * p + i]);
            least = fmin(least, (double)weights[5 * p + i]);
        }
        assert_near(most, 1, 1e-5);
        assert_true(least >= -1 - 1e-5);
    }
    free(rest);
    pd_smpl_correctives_deinit(&c);
}

static void invalid_counts_and_unsuitable_models_are_refused(void **state)
{
    (void)state;
    pd_smpl_correctives c;
    pd_error err = {0};
    assert_int_equal(pd_smpl_correctives_make(&c, &(pd_smpl_corrective_body){model->tiles, betas, 3}, 5000,
                                              natural, POSES, &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "5000; 1 to "));
    assert_null(c.joints);
    assert_int_equal(pd_smpl_correctives_make(&c, &(pd_smpl_corrective_body){model->tiles, betas, 3}, 0,
                                              natural, POSES, &err),
                     PD_ERR_RANGE);
    assert_int_equal(
        pd_smpl_correctives_make(&c, &(pd_smpl_corrective_body){model->tiles, betas, 3}, 5, natural, 0, &err),
        PD_ERR_RANGE);

    pd_smpl_data plain = tiny_body(0);
    pd_smpl_model *stiff;
    free(plain.posedirs);
    plain.posedirs = NULL;
    assert_int_equal(pd_smpl_model_build(&stiff, &plain, &err), PD_OK);
    assert_int_equal(pd_smpl_corrective_features(stiff->tiles), 0);
    assert_int_equal(
        pd_smpl_correctives_make(&c, &(pd_smpl_corrective_body){stiff->tiles, NULL, 0}, 1, natural, 1, &err),
        PD_ERR_UNSUPPORTED);
    pd_smpl_model_release(stiff);
}

static void a_dense_model_of_four_vertices_gets_correctives(void **state)
{
    (void)state;
    pd_smpl_data data = tiny_body(0);
    pd_smpl_model *tiny;
    assert_int_equal(pd_smpl_model_build(&tiny, &data, NULL), PD_OK);
    pd_smpl_correctives c;
    pd_smpl_corrective_error e;
    const int most = pd_smpl_corrective_features(tiny->tiles);
    assert_int_equal(most, 18);
    assert_int_equal(pd_smpl_correctives_make(&c, &(pd_smpl_corrective_body){tiny->tiles, NULL, 0}, most,
                                              natural, POSES, NULL),
                     PD_OK);
    assert_int_equal(c.count, most);
    for (int i = 0; i < 3 * 4; i++) /* P has no more than 3 V = 12 directions */
        assert_near((double)c.dirs[3 * 4 * (most - 1) + i], 0, 0);
    assert_int_equal(pd_smpl_correctives_measure(&e, &c, &(pd_smpl_corrective_body){tiny->tiles, NULL, 0},
                                                 natural, POSES, NULL),
                     PD_OK);
    assert_true(e.rms_without > 1e-4 && e.worst < 1e-6);
    pd_smpl_correctives_deinit(&c);
    pd_smpl_model_release(tiny);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_correctives_put_every_vertex_where_the_model_does),
        cmocka_unit_test(measured_errors_equal_the_distances_of_the_forward_pass),
        cmocka_unit_test(each_further_corrective_reduces_the_error),
        cmocka_unit_test(weights_are_zero_at_rest_and_reach_one_in_the_poses),
        cmocka_unit_test(invalid_counts_and_unsuitable_models_are_refused),
        cmocka_unit_test(a_dense_model_of_four_vertices_gets_correctives),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
