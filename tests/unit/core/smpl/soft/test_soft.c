/* @heavy: takes over five seconds under ASan. */
/* Tests the dynamics of soft tissue: zero at rest, bounded for any input, energy that only falls without
 * input; and their storage in the model file. */
#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/soft/soft.h"
#include "tests/support/soft_bound.h"
#include "tests/support/fixture.h"
#include "tests/support/cmocka.h"
#include "train/model/data_encode.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JOINTS   3
#define FEATURES (PD_SMPL_SOFT_FEATURES * JOINTS)

static int joints[JOINTS] = {0, 1, 2};
static float poles[2 * 3] = {30, 0.2F, 0.1F, 55, 0.4F, 0};
static float gains[2 * 2 * FEATURES], sizes[2] = {0.5F, -0.2F};

/* Makes two modes of three joints with random gains and one beta, and breathing. */
static pd_smpl_data some_data(void)
{
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int i = 0; i < 2 * 2 * FEATURES; i++) gains[i] = (float)pd_rng_between(&rng, -1, 1);
    return (pd_smpl_data){.joint_count = JOINTS,
                          .soft_count = 3,
                          .soft = {.mode_count = 2,
                                   .joint_count = JOINTS,
                                   .beta_terms = 1,
                                   .gain_terms = 1,
                                   .joints = joints,
                                   .poles = poles,
                                   .gains = gains}};
}

/* Makes the same data with gains whose logarithm depends on the beta. */
static pd_smpl_data some_sized_data(void)
{
    pd_smpl_data data = some_data();
    data.soft.gain_terms = 0, data.soft.sizes = sizes;
    return data;
}

static void a_steady_walk_moves_nothing(void **state)
{
    const pd_smpl_data data = some_data();
    pd_smpl_soft soft;
    (void)state;
    assert_true(pd_smpl_soft_init(&soft, &data, NULL, 0, 1.0 / 60, 0));
    for (int t = 0; t < 600; t++) {
        const pd_vec3 at = pd_vec3_make(0.02 * t, 1, -0.01 * t), places[JOINTS] = {at, at, at};
        const pd_quat q = pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.7), rotations[JOINTS] = {q, q, q};
        pd_smpl_soft_step(&soft, places, rotations);
    }
    for (int m = 0; m < 3; m++) assert_true(fabsf(soft.coefficients[m]) < 1e-6F);
    assert_true(pd_smpl_soft_energy(&soft) < 1e-12);
}

static void moving_a_body_to_another_place_at_once_moves_no_soft_tissue(void **state)
{
    const pd_smpl_data data = some_data();
    pd_smpl_soft soft;
    (void)state;
    pd_smpl_soft_init(&soft, &data, NULL, 0, 1.0 / 60, 0);
    for (int t = 0; t < 20; t++) {
        const pd_vec3 at = pd_vec3_make(t < 10 ? 0 : 50, 1, 0), places[JOINTS] = {at, at, at};
        const pd_quat q = pd_q_identity(), rotations[JOINTS] = {q, q, q};
        pd_smpl_soft_step(&soft, places, rotations);
    }
    assert_true(pd_smpl_soft_energy(&soft) == 0);
}

/* Joints have random positions and rotations in every frame. Coefficients stay within the bound of the
 * header. When the motion ends, the energy falls in each frame. */
static void bounded_and_fading(const pd_smpl_data *data, const float *betas, int beta_count, int frames)
{
    const pd_smpl_soft_dynamics *d = &data->soft;
    const int features = PD_SMPL_SOFT_FEATURES * d->joint_count;
    pd_smpl_soft soft;
    pd_rng rng;
    double most[PD_SMPL_SOFT_MAX_MODES], slowest = 0;
    pd_rng_init(&rng, 7);
    assert_true(pd_smpl_soft_init(&soft, data, betas, beta_count, 1.0 / 60, 0));

    for (int m = 0; m < d->mode_count; m++) {
        const double *a = soft.a[m];
        assert_true(-a[1] < 1 && fabs(a[0]) < 1 - a[1]); /* both roots within the unit circle */
        most[m] = soft_bound(&soft, m, features);
        slowest = fmax(slowest, -soft.a[m][1]);
    }

    for (int t = 0; t < frames; t++) {
        pd_vec3 places[PD_SMPL_MAX_JOINTS] = {{0, 0, 0}};
        pd_quat rotations[PD_SMPL_MAX_JOINTS];
        for (int j = 0; j < data->joint_count; j++) {
            places[j] =
                pd_vec3_make(0.5 * pd_rng_uniform(&rng), pd_rng_uniform(&rng), 0.5 * pd_rng_uniform(&rng));
            rotations[j] = pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng),
                                                    pd_rng_normal(&rng), pd_rng_normal(&rng)});
        }
        pd_smpl_soft_step(&soft, places, rotations);
        for (int m = 0; m < d->mode_count; m++) assert_true(fabs(soft.delta[0][m]) <= most[m]);
    }

    const float still[PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS] = {0};
    for (int t = 0; t < 600; t++) {
        const double before = pd_smpl_soft_energy(&soft);
        pd_smpl_soft_drive(&soft, still);
        assert_true(pd_smpl_soft_energy(&soft) <= slowest * before * (1 + 1e-12) + 1e-300);
    }
    assert_true(pd_smpl_soft_energy(&soft) < 1e-12);
}

static void soft_tissue_stays_bounded_for_an_hour_and_then_comes_to_rest(void **state)
{
    const pd_smpl_data data = some_data();
    const float betas[1] = {2};
    (void)state;
    bounded_and_fading(&data, betas, 1, 3600 * 60);
}

static void soft_tissue_of_an_extreme_body_stays_bounded_for_an_hour_and_then_comes_to_rest(void **state)
{
    const pd_smpl_data data = some_sized_data();
    const float betas[2] = {1000, -1000};
    (void)state;
    for (int b = 0; b < 2; b++) bounded_and_fading(&data, betas + b, 1, 3600 * 60);
}

/* One mode grows with the beta and the other shrinks. Amplitudes are never zero, and change less and less
 * beyond a beta of 4. */
static void amplitudes_grow_exponentially_with_softly_limited_betas(void **state)
{
    const pd_smpl_data data = some_sized_data();
    float x[FEATURES], before[2] = {0, 0};
    (void)state;
    for (int i = 0; i < FEATURES; i++) x[i] = 0.1F * (float)(i % 5);
    for (int beta = -8; beta <= 8; beta += 2) {
        const double b = beta / sqrt(1 + beta * beta / 16.0);
        pd_smpl_soft soft, mean;
        pd_smpl_soft_init(&mean, &data, NULL, 0, 1.0 / 60, 0);
        pd_smpl_soft_init(&soft, &data, &(float){(float)beta}, 1, 1.0 / 60, 0);
        for (int t = 0; t < 600; t++) pd_smpl_soft_drive(&soft, x), pd_smpl_soft_drive(&mean, x);
        for (int m = 0; m < 2; m++) {
            const float ratio = soft.coefficients[m] / mean.coefficients[m];
            assert_true(fabs((double)ratio / exp((double)sizes[m] * b) - 1) < 1e-4);
            if (beta > -8) assert_true(m ? ratio < before[m] : ratio > before[m]);
            before[m] = ratio;
        }
    }
}

/* Tests every shipped body model with soft tissue: a standing body has no motion for any betas, and any other
 * motion is bounded. */
static void soft_tissue_of_shipped_models_is_zero_at_rest_bounded_and_dies_away(void **state)
{
    static const char *const files[] = {"models/default.safetensors",       "models/female.safetensors",
                                        "models/male.safetensors",          "models/person.safetensors",
                                        "models/person-female.safetensors", "models/person-male.safetensors"};
    static const float betas[4][4] = {{0}, {2, -2, 1, -1}, {-1, 3, -2, 2}, {-10, 10, 10, -10}};
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (int b = 0; b < 4; b++) {
            pd_smpl_data data;
            pd_smpl_soft soft;
            pd_vec3 places[PD_SMPL_MAX_JOINTS] = {{0, 0, 0}};
            pd_quat rotations[PD_SMPL_MAX_JOINTS];
            assert_int_equal(pd_smpl_data_load(&data, files[f], NULL), PD_OK);
            assert_true(pd_smpl_soft_init(&soft, &data, betas[b], 4, 1.0 / 60, 0));
            for (int j = 0; j < data.joint_count; j++)
                places[j] = pd_vec3_make(0, 0.1 * j, 0), rotations[j] = pd_q_identity();
            for (int t = 0; t < 100; t++) pd_smpl_soft_step(&soft, places, rotations);
            assert_true(pd_smpl_soft_energy(&soft) == 0);
            bounded_and_fading(&data, betas[b], 4, 600);
            pd_smpl_data_deinit(&data);
        }
}

static void the_static_response_does_not_depend_on_the_frame_rate(void **state)
{
    const pd_smpl_data data = some_data();
    float x[FEATURES], first[2] = {0, 0};
    (void)state;
    for (int i = 0; i < FEATURES; i++) x[i] = 0.1F * (float)(i % 5);
    for (int rate = 15; rate <= 240; rate *= 2) {
        pd_smpl_soft soft;
        pd_smpl_soft_init(&soft, &data, NULL, 0, 1.0 / rate, 0);
        for (int t = 0; t < 5 * rate; t++) pd_smpl_soft_drive(&soft, x);
        for (int m = 0; m < 2; m++) {
            if (rate == 15) first[m] = soft.coefficients[m];
            assert_true(fabsf(soft.coefficients[m] - first[m]) < 1e-3F * (1 + fabsf(first[m])));
        }
    }
}

/* Computes the rotation vector from b to a, in b's frame: the angle from the trace, the axis from the
 * antisymmetric part. */
static void turn_between(double out[3], const double a[9], const double b[9])
{
    double r[9] = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) r[3 * i + j] += b[3 * k + i] * a[3 * k + j];
    const double angle = acos(fmax(-1, fmin(1, (r[0] + r[4] + r[8] - 1) / 2))),
                 scale = angle < 1e-9 ? 0.5 : angle / (2 * sin(angle));
    out[0] = scale * (r[7] - r[5]), out[1] = scale * (r[2] - r[6]), out[2] = scale * (r[3] - r[1]);
}

static void shorten(double v[3], double most)
{
    const double scale = 1 / sqrt(1 + (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / (most * most));
    for (int i = 0; i < 3; i++) v[i] *= scale;
}

/* Compares with the equations of soft.h, written in double precision with matrices and a complex pole. They
 * share no code with the daemon. */
static void the_recurrence_equals_a_plain_reference(void **state)
{
    (void)state;
    enum { FRAMES = 240 };
    const double dt = 1.0 / 60;
    const float betas[1] = {1.3F};
    const pd_smpl_data data = some_data();
    static double place[FRAMES][JOINTS][3], turn[FRAMES][JOINTS][9], delta[FRAMES][2];
    pd_smpl_soft soft;
    assert_true(pd_smpl_soft_init(&soft, &data, betas, 1, dt, 0));

    double most = 0, largest = 0;
    for (int t = 0; t < FRAMES; t++) {
        /* A motion of three joints, each turning about an axis of its own. */
        pd_vec3 places[JOINTS];
        pd_quat rotations[JOINTS];
        for (int j = 0; j < JOINTS; j++) {
            const double s = t * dt, angle = 0.8 * sin(3 * s + j);
            const double axis[3] = {j == 0, j == 1, j == 2};
            for (int i = 0; i < 3; i++) place[t][j][i] = 0.2 * sin((4 + i) * s + j) + 0.1 * s;
            places[j] = pd_vec3_make(place[t][j][0], place[t][j][1], place[t][j][2]);
            rotations[j] = pd_q_axis_angle(pd_vec3_make(axis[0], axis[1], axis[2]), angle);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) {
                    /* Rodrigues: cos I + (1 - cos) k k^T + sin [k]x */
                    static const int sign[3][3] = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};
                    turn[t][j][3 * r + c] = (r == c) * cos(angle) + (1 - cos(angle)) * axis[r] * axis[c] +
                                            (r == c ? 0 : sin(angle) * sign[r][c] * axis[3 - r - c]);
                }
        }
        pd_smpl_soft_step(&soft, places, rotations);

        /* x_t of the frame before the last. */
        double x[FEATURES] = {0};
        for (int j = 0; j < JOINTS && t >= 2; j++) {
            double a[3] = {0}, newer[3], older[3], spin[3], w[3], *out = x + PD_SMPL_SOFT_FEATURES * j;
            turn_between(newer, turn[t][j], turn[t - 1][j]),
                turn_between(older, turn[t - 1][j], turn[t - 2][j]);
            for (int i = 0; i < 3; i++)
                for (int k = 0; k < 3; k++)
                    a[i] += turn[t - 1][j][3 * k + i] *
                            (place[t][j][k] - 2 * place[t - 1][j][k] + place[t - 2][j][k]) / (dt * dt);
            for (int i = 0; i < 3; i++)
                spin[i] = (newer[i] - older[i]) / (dt * dt), w[i] = (newer[i] + older[i]) / (2 * dt);
            shorten(a, 80), shorten(spin, 400), shorten(w, 20);
            for (int i = 0; i < 3; i++)
                out[i] = a[i] / 10, out[3 + i] = spin[i] / 50, out[6 + i] = w[i] * w[i] / 25;
            out[9] = w[0] * w[1] / 25, out[10] = w[0] * w[2] / 25, out[11] = w[1] * w[2] / 25;
        }

        /* delta_t = a_1 delta_t-1 + a_2 delta_t-2 + (1 - a_1 - a_2) W(beta) x_t; a_1 and a_2 are sum and
         * negative product of the poles. */
        for (int m = 0; m < 2; m++) {
            const double frequency = (double)poles[3 * m] * exp((double)poles[3 * m + 2] * (double)betas[0]),
                         zeta = (double)poles[3 * m + 1];
            const double complex pole = cexp((-zeta + I * sqrt(1 - zeta * zeta)) * frequency * dt);
            const double a1 = creal(pole + conj(pole)), a2 = -creal(pole * conj(pole));
            double input = 0;
            for (int i = 0; i < FEATURES; i++)
                input += ((double)gains[2 * FEATURES * m + i] +
                          (double)betas[0] * (double)gains[2 * FEATURES * m + FEATURES + i]) *
                         x[i];
            delta[t][m] = (t >= 1 ? a1 * delta[t - 1][m] : 0) + (t >= 2 ? a2 * delta[t - 2][m] : 0) +
                          (1 - a1 - a2) * input;
            most = fmax(most, fabs((double)soft.coefficients[m] - delta[t][m]));
            largest = fmax(largest, fabs(delta[t][m]));
        }
    }
    assert_true(largest > 0.1);
    assert_true(most < 1e-5 * largest);
}

static void features_are_zero_in_the_first_three_frames(void **state)
{
    const pd_smpl_data data = some_data();
    pd_smpl_soft_motion motion = {0};
    float x[FEATURES];
    (void)state;
    for (int t = 0; t < 4; t++) {
        const pd_vec3 at = pd_vec3_make(0, 0.5 * 9.81 * (t / 60.0) * (t / 60.0), 0),
                      places[JOINTS] = {at, at, at};
        const pd_quat q = pd_q_identity(), rotations[JOINTS] = {q, q, q};
        const bool known =
            pd_smpl_soft_features(x, &motion, data.soft.joints, JOINTS, places, rotations, 1.0 / 60);
        assert_int_equal(known, t >= 2);
    }
    assert_true(fabsf(x[1] - 0.981F / sqrtf(1 + 9.81F * 9.81F / 6400)) < 1e-4F);
}

static void acceleration_and_turning_are_given_in_the_frame_of_the_joint(void **state)
{
    pd_smpl_soft_motion motion = {0};
    float x[PD_SMPL_SOFT_FEATURES];
    const int joint = 0;
    (void)state;
    for (int t = 0; t < 5; t++) { /* 3 rad/s about z, half a metre from the axis: towards it at w^2 r */
        const double angle = 3 * t / 60.0;
        const pd_vec3 place = pd_vec3_make(0.5 * cos(angle), 0.5 * sin(angle), 0);
        const pd_quat rotation = pd_q_axis_angle(pd_vec3_make(0, 0, 1), angle);
        pd_smpl_soft_features(x, &motion, &joint, 1, &place, &rotation, 1.0 / 60);
    }
    assert_true(fabsf(x[0] + 0.45F) < 2e-3F && fabsf(x[1]) < 1e-3F);
    assert_true(fabsf(x[8] - 9.0F / 25 / (1 + 9.0F / 400)) < 1e-3F && fabsf(x[5]) < 1e-3F);
}

static void fifteen_breaths_a_minute_rise_and_fall_within_four_seconds(void **state)
{
    const pd_smpl_data data = some_data();
    const float still[FEATURES] = {0};
    float most = 0;
    int at = 0;
    pd_smpl_soft soft;
    (void)state;
    pd_smpl_soft_init(&soft, &data, NULL, 0, 1.0 / 60, 15);
    assert_int_equal(soft.count, 3);
    for (int t = 1; t <= 240; t++) {
        pd_smpl_soft_drive(&soft, still);
        if (soft.coefficients[2] > most) most = soft.coefficients[2], at = t;
        assert_true(soft.coefficients[2] >= 0 && soft.coefficients[2] <= 1);
    }
    assert_true(most > 0.999F && at > 90 && at < 102);
    assert_true(soft.coefficients[2] < 1e-3F);
}

static void a_model_without_dynamics_reports_it(void **state)
{
    pd_smpl_data data = some_data();
    pd_smpl_soft soft;
    (void)state;
    data.soft.mode_count = 0;
    assert_false(pd_smpl_soft_init(&soft, &data, NULL, 0, 1.0 / 60, 0));
}

/* ---- the file ---- */

static void fill(pd_smpl_data *data)
{
    pd_fixture_data(data, &(pd_fixture){.vertices = 200, .soft = 3, .pose = PD_FIXTURE_NO_POSE});
    for (int i = 0; i < 3 * 3 * 200; i++) /* half precision holds these; the first vertices have none */
        data->softdirs[i] = i < 90 ? 0 : 0.25F * (float)(i % 7);
    const pd_smpl_data some = some_data();
    data->soft = some.soft;
    data->soft.joints = memcpy(malloc(sizeof joints), joints, sizeof joints);
    data->soft.poles = memcpy(malloc(sizeof poles), poles, sizeof poles);
    data->soft.gains = memcpy(malloc(sizeof gains), gains, sizeof gains);
}

static void a_file_stores_the_directions_of_moved_vertices_and_their_dynamics(void **state)
{
    pd_smpl_data data, back = {0};
    pd_buffer file = {0};
    pd_safetensors tensors;
    pd_error err;
    (void)state;
    fill(&data);
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_OK);
    assert_int_equal(pd_train_data_encode(&file, &data, 0, &err), PD_OK);
    assert_int_equal(pd_safetensors_parse(&tensors, file.data, file.size, "file", &err), PD_OK);
    assert_int_equal((int)pd_safetensors_find(&tensors, "softdirs.vertices")->count, 190);
    pd_safetensors_deinit(&tensors);

    assert_int_equal(pd_smpl_data_parse(&back, file.data, file.size, "file", &err), PD_OK);
    assert_int_equal(back.soft_count, 3);
    assert_memory_equal(back.softdirs, data.softdirs, 200 * 9 * sizeof(float));
    assert_int_equal(back.soft.mode_count, 2);
    assert_int_equal(back.soft.beta_terms, 1);
    assert_int_equal(back.soft.gain_terms, 1);
    assert_null(back.soft.sizes);
    assert_memory_equal(back.soft.joints, joints, sizeof joints);
    assert_memory_equal(back.soft.poles, poles, sizeof poles);
    assert_memory_equal(back.soft.gains, gains, sizeof gains);
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&data);
    pd_smpl_data_deinit(&back);
}

static void a_file_stores_amplitudes_when_the_model_has_them(void **state)
{
    pd_smpl_data data, back = {0};
    pd_buffer file = {0};
    pd_error err;
    (void)state;
    fill(&data);
    data.soft.gain_terms = 0;
    data.soft.sizes = memcpy(malloc(sizeof sizes), sizes, sizeof sizes);
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_OK);
    assert_int_equal(pd_train_data_encode(&file, &data, 0, &err), PD_OK);
    assert_int_equal(pd_smpl_data_parse(&back, file.data, file.size, "file", &err), PD_OK);
    assert_int_equal(back.soft.beta_terms, 1);
    assert_int_equal(back.soft.gain_terms, 0);
    assert_memory_equal(back.soft.sizes, sizes, sizeof sizes);
    assert_memory_equal(back.soft.gains, gains, sizeof gains / 2);

    data.soft.sizes[1] = NAN;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "soft.sizes[1]");
    data.soft.sizes[1] = 0, data.soft.gain_terms = 2;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "soft.gains");
    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&data);
    pd_smpl_data_deinit(&back);
}

static void an_error_in_dynamics_names_the_array(void **state)
{
    pd_smpl_data data;
    pd_error err;
    (void)state;
    fill(&data);
    data.soft.joints[1] = 24;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "soft.joints[1]");
    data.soft.joints[1] = 1;

    data.soft.poles[2] = NAN;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "soft.poles[2]");
    data.soft.poles[2] = 0;

    data.soft.mode_count = 4;
    assert_int_equal(pd_smpl_data_check(&data, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "soft.poles");
    data.soft.mode_count = 2;
    pd_smpl_data_deinit(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_steady_walk_moves_nothing),
        cmocka_unit_test(moving_a_body_to_another_place_at_once_moves_no_soft_tissue),
        cmocka_unit_test(soft_tissue_stays_bounded_for_an_hour_and_then_comes_to_rest),
        cmocka_unit_test(soft_tissue_of_an_extreme_body_stays_bounded_for_an_hour_and_then_comes_to_rest),
        cmocka_unit_test(amplitudes_grow_exponentially_with_softly_limited_betas),
        cmocka_unit_test(soft_tissue_of_shipped_models_is_zero_at_rest_bounded_and_dies_away),
        cmocka_unit_test(the_static_response_does_not_depend_on_the_frame_rate),
        cmocka_unit_test(the_recurrence_equals_a_plain_reference),
        cmocka_unit_test(features_are_zero_in_the_first_three_frames),
        cmocka_unit_test(acceleration_and_turning_are_given_in_the_frame_of_the_joint),
        cmocka_unit_test(fifteen_breaths_a_minute_rise_and_fall_within_four_seconds),
        cmocka_unit_test(a_model_without_dynamics_reports_it),
        cmocka_unit_test(a_file_stores_the_directions_of_moved_vertices_and_their_dynamics),
        cmocka_unit_test(a_file_stores_amplitudes_when_the_model_has_them),
        cmocka_unit_test(an_error_in_dynamics_names_the_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
