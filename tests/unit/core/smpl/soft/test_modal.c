/* Tests the dynamics that are derived for soft-tissue directions without stored dynamics: closed forms of
 * damped springs. */
#include "core/smpl/soft/modal.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/soft/soft.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "train/model/data_encode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { V = 300, K = 24 };

#define W    PD_SMPL_SOFT_MODAL_W
#define ZETA PD_SMPL_SOFT_MODAL_ZETA

/* Makes a body whose direction m displaces a vertex at r from its joint by fields[m](r).
 * All skin belongs to the root. */
typedef pd_vec3 field(pd_vec3 r);

static pd_vec3 upwards(pd_vec3 r)
{
    (void)r;
    return pd_vec3_make(0, 1, 0);
}

static pd_vec3 outwards(pd_vec3 r)
{
    return pd_vec3_make(r.x, 0, r.z);
}

static pd_smpl_model *body_with(field *const *fields, int count)
{
    pd_smpl_data data;
    pd_smpl_model *out;
    pd_fixture_data(&data,
                    &(pd_fixture){.vertices = V, .joints = K, .soft = count, .pose = PD_FIXTURE_NO_POSE});
    memset(data.weights, 0, V * K * sizeof *data.weights);
    for (int v = 0; v < V; v++) data.weights[v * K] = 1;
    double root[3] = {0};
    for (int i = data.regressor_start[0]; i < data.regressor_start[1]; i++)
        for (int c = 0; c < 3; c++)
            root[c] += data.regressor_weight[i] * (double)data.v_template[3 * data.regressor_vertex[i] + c];
    for (int v = 0; v < V; v++)
        for (int m = 0; m < count; m++) {
            const float *at = data.v_template + 3 * v;
            const pd_vec3 by = fields[m](pd_vec3_make(at[0] - root[0], at[1] - root[1], at[2] - root[2]));
            data.softdirs[(3 * v + 0) * count + m] = (float)by.x;
            data.softdirs[(3 * v + 1) * count + m] = (float)by.y;
            data.softdirs[(3 * v + 2) * count + m] = (float)by.z;
        }
    assert_int_equal(pd_smpl_model_build(&out, &data, NULL), PD_OK);
    return out;
}

static field *const both[2] = {upwards, outwards};

/* A mass on a spring in a lift is displaced by u = -a/w^2. An acceleration of 10 m/s2 is the input 1. */
static void a_steady_acceleration_displaces_by_a_over_w_squared(void **state)
{
    pd_smpl_model *body = body_with(both, 2);
    pd_smpl_soft soft;
    float x[PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS] = {0};
    (void)state;
    assert_true(body->data.soft.is_modal);
    assert_int_equal(body->data.soft.mode_count, 2);
    assert_int_equal(body->data.soft.joints[0], 0);
    assert_true(pd_smpl_soft_init(&soft, &body->data, NULL, 0, 1.0 / 60, 0));
    assert_int_equal(soft.count, 2);
    assert_false(pd_smpl_soft_breathes(&body->data));
    x[1] = 1; /* of the root, upwards */
    for (int t = 0; t < 600; t++) pd_smpl_soft_drive(&soft, x);
    assert_near((double)soft.coefficients[0], -10 / (W * W), 1e-6);
    assert_near((double)soft.coefficients[1], 0, 1e-6);
    pd_smpl_model_release(body);
}

/* On a roundabout skin moves outwards by r omega^2/w^2,
 * where the features of soft.h reduce omega slightly. */
static void a_steady_turn_displaces_skin_outwards_by_r_times_omega_over_w_squared(void **state)
{
    pd_smpl_model *body = body_with(both, 2);
    pd_smpl_soft soft;
    const double omega = 4, felt = omega * omega /
                                   (1 + omega * omega / (PD_SMPL_SOFT_MOST_TURN * PD_SMPL_SOFT_MOST_TURN));
    (void)state;
    assert_true(pd_smpl_soft_init(&soft, &body->data, NULL, 0, 1.0 / 60, 0));
    for (int t = 0; t < 600; t++) {
        pd_vec3 places[K];
        pd_quat rotations[K];
        for (int k = 0; k < K; k++) {
            places[k] = pd_vec3_make(0, 1, 0);
            rotations[k] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), omega * t / 60);
        }
        pd_smpl_soft_step(&soft, places, rotations);
    }
    assert_near((double)soft.coefficients[1], felt / (W * W), 1e-5);
    assert_near((double)soft.coefficients[0], 0, 1e-5);
    pd_smpl_model_release(body);
}

/* Released tissue oscillates with the period of a damped oscillator, and each period reduces the amplitude by
 * exp(-zeta w T). */
static void released_tissue_swings_at_its_own_rate_and_dies_away(void **state)
{
    pd_smpl_model *body = body_with(both, 1);
    pd_smpl_soft soft;
    const double dt = 1.0 / 240, period = 2 * M_PI / (W * sqrt(1 - ZETA * ZETA));
    float x[PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS] = {0};
    double at[2] = {0}, sizes[2] = {0}, before = 0, now;
    int found = 0;
    (void)state;
    assert_true(pd_smpl_soft_init(&soft, &body->data, NULL, 0, dt, 0));
    x[1] = 1;
    for (int t = 0; t < 2000; t++) pd_smpl_soft_drive(&soft, x);
    x[1] = 0;
    double older = (double)soft.coefficients[0];
    for (int t = 0; t < 200 && found < 2; t++, older = before, before = now) {
        pd_smpl_soft_drive(&soft, x);
        now = (double)soft.coefficients[0];
        if (t > 1 && before > 0 && before > older && before >= now)
            at[found] = t * dt, sizes[found++] = before;
    }
    assert_int_equal(found, 2);
    assert_near(at[1] - at[0], period, 2 * dt);
    assert_near(sizes[1] / sizes[0], exp(-ZETA * W * period), 0.02);
    pd_smpl_model_release(body);
}

/* Some directions are equal, and the model has more joints than the dynamics use. */
static void dependent_and_many_directions_stay_bounded_and_rest_in_a_steady_walk(void **state)
{
    (void)state;
    for (int count = 1; count <= 40; count += 13) {
        pd_smpl_data data;
        pd_smpl_model *body;
        pd_smpl_soft *soft = malloc(sizeof *soft);
        pd_fixture_data(
            &data, &(pd_fixture){.vertices = V, .joints = 55, .soft = count, .pose = PD_FIXTURE_NO_POSE});
        if (count > 1) /* two that are the same */
            for (int i = 0; i < 3 * V; i++) data.softdirs[i * count + 1] = data.softdirs[i * count];
        assert_int_equal(pd_smpl_model_build(&body, &data, NULL), PD_OK);
        const pd_smpl_soft_dynamics *d = &body->data.soft;
        assert_int_equal(d->mode_count, count < PD_SMPL_SOFT_MAX_MODES ? count : PD_SMPL_SOFT_MAX_MODES);
        assert_int_equal(d->joint_count, PD_SMPL_SOFT_MAX_JOINTS);
        for (int q = 1; q < d->joint_count; q++) assert_true(d->joints[q] > d->joints[q - 1]);
        for (int i = 0; i < d->mode_count * 12 * d->joint_count; i++) assert_true(fabsf(d->gains[i]) < 10);

        assert_true(pd_smpl_soft_init(soft, &body->data, NULL, 0, 1.0 / 60, 0));
        for (int t = 0; t < 240; t++) {
            pd_vec3 places[55];
            pd_quat rotations[55];
            for (int k = 0; k < 55; k++) {
                places[k] = pd_vec3_make(0.02 * t, 1, 0);
                rotations[k] = pd_q_identity();
            }
            pd_smpl_soft_step(soft, places, rotations);
        }
        for (int m = 0; m < soft->count; m++) assert_true(fabsf(soft->coefficients[m]) < 1e-5F);
        free(soft);
        pd_smpl_model_release(body);
    }
}

/* Derived dynamics are part neither of the file nor of its hash. Stored dynamics stay. */
static void derived_dynamics_do_not_change_the_file_or_stored_dynamics(void **state)
{
    pd_smpl_data data, empty;
    pd_buffer before = {0}, after = {0};
    (void)state;
    pd_fixture_data(&data, &(pd_fixture){.vertices = V, .soft = 3, .pose = PD_FIXTURE_NO_POSE});
    assert_int_equal(pd_train_data_encode(&before, &data, 0, NULL), PD_OK);
    double joints[3 * K] = {0};
    assert_int_equal(pd_smpl_soft_modal(&data, joints, NULL), PD_OK);
    assert_int_equal(data.soft.mode_count, 3);
    assert_int_equal(pd_train_data_encode(&after, &data, 0, NULL), PD_OK);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);

    float *gains = data.soft.gains;
    data.soft.is_modal = false;
    assert_int_equal(pd_smpl_soft_modal(&data, joints, NULL), PD_OK);
    assert_ptr_equal(data.soft.gains, gains);
    pd_smpl_data_deinit(&data);

    /* Directions that are zero have no motion. */
    pd_fixture_data(&empty, &(pd_fixture){.vertices = V, .soft = 2, .pose = PD_FIXTURE_NO_POSE});
    memset(empty.softdirs, 0, 6 * V * sizeof *empty.softdirs);
    assert_int_equal(pd_smpl_soft_modal(&empty, joints, NULL), PD_OK);
    assert_int_equal(empty.soft.mode_count, 0);
    pd_smpl_data_deinit(&empty);
    pd_buffer_deinit(&before), pd_buffer_deinit(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_steady_acceleration_displaces_by_a_over_w_squared),
        cmocka_unit_test(a_steady_turn_displaces_skin_outwards_by_r_times_omega_over_w_squared),
        cmocka_unit_test(released_tissue_swings_at_its_own_rate_and_dies_away),
        cmocka_unit_test(dependent_and_many_directions_stay_bounded_and_rest_in_a_steady_walk),
        cmocka_unit_test(derived_dynamics_do_not_change_the_file_or_stored_dynamics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
