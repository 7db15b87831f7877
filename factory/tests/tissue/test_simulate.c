/* @long: takes over five seconds under ASan. */
/* Simulated soft tissue: it rests without acceleration, lags behind an acceleration,
 * swings past and loses energy. */
#include "factory/tissue/simulate.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pd_smpl_model *model;
static pd_factory_tissue_layer layer;
static float rotations[9 * 24];

static int setup(void **state)
{
    (void)state;
    for (int k = 0; k < 24; k++) rotations[9 * k] = rotations[9 * k + 4] = rotations[9 * k + 8] = 1;
    if (pd_smpl_model_load(&model, "models/default.safetensors", NULL)) return 1;
    return pd_factory_tissue_layer_build(&layer, model, NULL, 0, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_factory_tissue_layer_deinit(&layer);
    pd_smpl_model_release(model);
    return 0;
}

/* Mass weighted mean of one coordinate of the skin's displacement. */
static double mean_of(const float *d, int c)
{
    double sum = 0, mass = 0;
    for (int s = 0; s < layer.skin_count; s++) {
        sum += (double)layer.skin[s].mass * (double)d[3 * s + c];
        mass += (double)layer.skin[s].mass;
    }
    return sum / mass;
}

static void motion_at_constant_velocity_does_not_move_soft_tissue(void **state)
{
    float *d = malloc(3 * (size_t)layer.skin_count * sizeof *d);
    pd_factory_tissue_sim *sim;
    (void)state;
    assert_int_equal(pd_factory_tissue_sim_new(&sim, &layer, NULL, 0, NULL), PD_OK);
    for (int t = 0; t < 10; t++) {
        const float at[3] = {0, 0, 0.025F * (float)t};
        assert_int_equal(pd_factory_tissue_sim_step(d, sim, rotations, at, 1.0 / 60, NULL), PD_OK);
    }
    for (int i = 0; i < 3 * layer.skin_count; i++) assert_true(fabsf(d[i]) < 2e-5F);
    pd_factory_tissue_sim_free(sim);
    free(d);
}

/* Under a steady acceleration forwards flesh comes to rest behind;
 * when it ends it swings through and its energy fades. */
static void flesh_lags_behind_an_acceleration_and_swings_out(void **state)
{
    float *d = malloc(3 * (size_t)layer.skin_count * sizeof *d);
    double lag = 0, most = -1, energy = 0, peak = 0;
    pd_factory_tissue_sim *sim;
    (void)state;
    assert_int_equal(pd_factory_tissue_sim_new(&sim, &layer, NULL, 0, NULL), PD_OK);
    for (int t = 0; t < 130; t++) {
        const double s = t / 60.0, pushed = 0.5;
        const float at[3] = {0, 0, (float)(s < pushed ? 2.5 * s * s : 2.5 * pushed * (2 * s - pushed))};
        assert_int_equal(pd_factory_tissue_sim_step(d, sim, rotations, at, 1.0 / 60, NULL), PD_OK);
        const double z = mean_of(d, 2);
        if (t == 30) lag = z;
        if (t > 31) most = fmax(most, z);
        energy = pd_factory_tissue_sim_energy(sim);
        peak = fmax(peak, energy);
    }
    assert_true(lag < -0.0005 && lag > -0.02);
    assert_true(most > 0.0001);
    assert_true(energy < 0.03 * peak);
    pd_factory_tissue_sim_free(sim);
    free(d);
}

static void a_turned_body_has_turned_flesh(void **state)
{
    const size_t count = 3 * (size_t)layer.skin_count;
    float *d[2] = {malloc(count * sizeof **d), malloc(count * sizeof **d)}, turned[9 * 24];
    double apart = 0, all = 0;
    (void)state;
    memcpy(turned, rotations, sizeof turned);
    memcpy(turned, (const float[9]){0, 0, 1, 0, 1, 0, -1, 0, 0},
           9 * sizeof *turned); /* about y by 90 degrees */
    for (int way = 0; way < 2; way++) {
        pd_factory_tissue_sim *sim;
        assert_int_equal(pd_factory_tissue_sim_new(&sim, &layer, NULL, 0, NULL), PD_OK);
        for (int t = 0; t < 12; t++) {
            const float x = (float)(0.02 * sin(0.6 * t)), at[3] = {way ? x : 0, 0, way ? 0 : x};
            assert_int_equal(
                pd_factory_tissue_sim_step(d[way], sim, way ? turned : rotations, at, 1.0 / 60, NULL), PD_OK);
        }
        pd_factory_tissue_sim_free(sim);
    }
    for (size_t i = 0; i < count; i++) {
        apart += pow((double)d[0][i] - (double)d[1][i], 2);
        all += pow((double)d[0][i], 2);
    }
    assert_true(apart < 1e-4 * all);
    free(d[0]), free(d[1]);
}

static void a_motion_that_jumps_is_an_error_of_its_frame(void **state)
{
    float *d = malloc(3 * (size_t)layer.skin_count * sizeof *d);
    pd_factory_tissue_sim *sim;
    pd_error err;
    pd_status status = PD_OK;
    (void)state;
    assert_int_equal(pd_factory_tissue_sim_new(&sim, &layer, NULL, 0, NULL), PD_OK);
    for (int t = 0; t < 6 && status == PD_OK; t++) {
        const float at[3] = {t < 3 ? 0 : 1e4F, 0, 0};
        status = pd_factory_tissue_sim_step(d, sim, rotations, at, 1.0 / 60, &err);
    }
    assert_int_equal(status, PD_ERR_INTERNAL);
    assert_non_null(strstr(err.detail, "frame 3"));
    assert_true(pd_factory_tissue_sim_added_mass(sim) < 0.3);
    pd_factory_tissue_sim_free(sim);
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_at_constant_velocity_does_not_move_soft_tissue),
        cmocka_unit_test(flesh_lags_behind_an_acceleration_and_swings_out),
        cmocka_unit_test(a_turned_body_has_turned_flesh),
        cmocka_unit_test(a_motion_that_jumps_is_an_error_of_its_frame),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
