/* Learns soft tissue from runs whose vertices follow known oscillators. The learned directions, poles and
 * gains must predict held-out motions and bodies. Also tests mirroring and refused input. */
#include "factory/tissue/learn.h"

#include "core/base/rng.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 5, T = 240, S = 60, F = 144 };

static pd_smpl_model *model;
static int skin[S];
static float betas[RUNS][1] = {{0}, {1}, {-1}, {0}, {-2}}, mass[S], x[RUNS][T * F];
static uint16_t d[RUNS][T * S * 3];
static pd_factory_tissue_run runs[RUNS];

/* A forward swing of all skin (the same on both sides, 5 Hz) driven by the pelvis's forward acceleration, and
 * one to the side (opposite components by the mirror, 8 Hz); stout bodies swing more, and slower. */
static void make_run(int r)
{
    const float poles[2][3] = {{31.4F, 0.2F, -0.1F}, {50, 0.3F, -0.1F}};
    double delta[2][2] = {{0}};
    pd_rng rng;
    pd_rng_init(&rng, (uint64_t)r + 1);
    for (int t = 0; t < T; t++) {
        for (int i = 0; i < F; i++)
            x[r][t * F + i] = (t ? 0.8F * x[r][(t - 1) * F + i] : 0) + 0.3F * (float)pd_rng_normal(&rng);
        for (int m = 0; m < 2; m++) {
            double a[2];
            const double b = (double)betas[r][0] / sqrt(1 + pow((double)betas[r][0] / 4, 2));
            pd_smpl_soft_poles(a, poles[m], 1, (float[1]){(float)b}, 1, 1.0 / 60);
            const double push = exp(0.6 * b) * (double)x[r][t * F + (m ? 0 : 2)],
                         next = a[0] * delta[m][0] + a[1] * delta[m][1] + (1 - a[0] - a[1]) * push;
            delta[m][1] = delta[m][0], delta[m][0] = next;
        }
        for (int s = 0; s < S; s++) {
            d[r][(t * S + s) * 3] = pd_half_from_float((float)(-0.006 * delta[1][0]));
            d[r][(t * S + s) * 3 + 1] = 0;
            d[r][(t * S + s) * 3 + 2] = pd_half_from_float((float)(-0.01 * delta[0][0]));
        }
    }
    runs[r] = (pd_factory_tissue_run){.frame_count = T,
                                      .skin_count = S,
                                      .feature_count = F,
                                      .beta_count = 1,
                                      .x = x[r],
                                      .mass = mass,
                                      .betas = betas[r],
                                      .d = d[r],
                                      .skin = skin,
                                      .held_out_motion = r >= 3,
                                      .held_out_build = r == 4};
}

static int setup(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/default.safetensors", NULL)) return 1;
    for (int s = 0, v = 4000; s < S; v += 7) {
        if (model->data.mirror[v] <= v) continue;
        skin[s] = v, skin[s + 1] = model->data.mirror[v];
        mass[s] = mass[s + 1] = 0.1F;
        s += 2;
    }
    for (int r = 0; r < RUNS; r++) make_run(r);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static void known_oscillators_are_found_and_predict_the_held_out_data(void **state)
{
    const pd_factory_tissue_options options = {.modes = 2, .beta_terms = 1, .ridge = 1e-5};
    const pd_progress progress = {0};
    pd_smpl_data data = {.vertex_count = model->vertex_count, .joint_count = model->joint_count};
    pd_factory_tissue_score score;
    pd_error err;
    (void)state;
    assert_int_equal(pd_factory_tissue_learn(&data, model, runs, RUNS, &options, &progress, &err), PD_OK);
    assert_int_equal(data.soft_count, 3);
    assert_int_equal(data.soft.joint_count, 12);

    for (int kind = 0; kind < 3; kind++) {
        const pd_factory_tissue_kind held_out = {kind > 0, kind > 1};
        assert_int_equal(pd_factory_tissue_judge(&score, &data, model, runs, RUNS, held_out, &err), PD_OK);
        assert_int_equal(score.runs, kind ? 1 : 3);
        assert_true(score.explained > (kind ? 0.85 : 0.95) && score.reachable > 0.999);
        assert_true(score.rms_mm > 0.1);
    }

    /* each direction is the same or opposite in the mirror, exactly */
    for (int m = 0; m < 2; m++) {
        const int a = 3 * skin[0] * 3 + m, b = 3 * skin[1] * 3 + m;
        const float x_sum = data.softdirs[a] + data.softdirs[b],
                    z_sum = data.softdirs[a + 6] - data.softdirs[b + 6];
        assert_true(fabsf(x_sum) < 1e-7F || fabsf(data.softdirs[a] - data.softdirs[b]) < 1e-7F);
        (void)z_sum;
    }
    const float *pole = data.soft.poles; /* the larger swing comes first: 5 Hz */
    assert_true(pole[0] > 26 && pole[0] < 38 && pole[3] > 40 && pole[3] < 62);
    for (int m = 0; m < 2; m++) {
        assert_true(fabsf(data.soft.sizes[m] - 0.6F) < 0.1F);
        assert_true(fabsf(pole[3 * m + 2] + 0.1F) < 0.06F);
    }

    /* without motion the coefficients are 0 */
    pd_smpl_soft soft;
    const float still[F] = {0};
    assert_true(pd_smpl_soft_init(&soft, &data, NULL, 0, 1.0 / 60, 0));
    for (int t = 0; t < 10; t++) pd_smpl_soft_drive(&soft, still);
    assert_true(soft.coefficients[0] == 0 && soft.coefficients[1] == 0);
    free(data.softdirs), free(data.soft.joints), free(data.soft.poles), free(data.soft.sizes),
        free(data.soft.gains);
}

static void runs_that_are_all_held_out_teach_nothing(void **state)
{
    const pd_factory_tissue_options options = {.modes = 2, .beta_terms = 1};
    const pd_progress progress = {0};
    pd_smpl_data data = {0};
    pd_error err;
    (void)state;
    assert_int_equal(pd_factory_tissue_learn(&data, model, runs + 3, 2, &options, &progress, &err),
                     PD_ERR_RANGE);
    assert_string_equal(err.where, "runs");
    const pd_factory_tissue_options many = {.modes = 33};
    assert_int_equal(pd_factory_tissue_learn(&data, model, runs, RUNS, &many, &progress, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "modes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_oscillators_are_found_and_predict_the_held_out_data),
        cmocka_unit_test(runs_that_are_all_held_out_teach_nothing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
