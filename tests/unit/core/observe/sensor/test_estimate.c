/* Estimates of other programs as takes: white noise on every rotation and on the root is removed, and the
 * motion without noise stays. */
#include "core/observe/sensor/estimate.h"
#include "core/observe/take/room.h"
#include "core/retarget/skeleton.h"
#include "tests/support/sight_group.h"

enum { FRAMES = 48 };

/* A walk on the spot, with noise in radians and metres. */
static void walk(pd_anim_clip *clip, double turn_noise, double place_noise)
{
    pd_anim_skeleton skeleton;
    pd_error err;
    pd_rng rng;

    pd_rng_init(&rng, 11);
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, NULL, 0, &err), PD_OK);
    assert_int_equal(pd_anim_clip_init(clip, &skeleton, FRAMES, 30, &err), PD_OK);
    for (int f = 0; f < FRAMES; f++) {
        const double swing = sin(2 * M_PI * f / 30.0);
        double turns[SIGHT_JOINTS][3] = {{0, 0.01 * f, 0}};
        turns[1][0] = 0.4 * swing, turns[2][0] = -0.4 * swing;
        turns[4][0] = 0.3 + 0.2 * swing, turns[5][0] = 0.3 - 0.2 * swing;
        turns[16][2] = -1.1, turns[17][2] = 1.1;
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            const pd_vec3 noise = {turn_noise * pd_rng_normal(&rng), turn_noise * pd_rng_normal(&rng),
                                   turn_noise * pd_rng_normal(&rng)};
            pd_anim_clip_frame(clip, f)[k] = pd_q_mul(
                pd_q_from_rotvec((pd_vec3){turns[k][0], turns[k][1], turns[k][2]}), pd_q_from_rotvec(noise));
        }
        clip->roots[f] =
            (pd_vec3){place_noise * pd_rng_normal(&rng), 0.95 + place_noise * pd_rng_normal(&rng),
                      0.03 * f + place_noise * pd_rng_normal(&rng)};
    }
}

/* Mean angle between local rotations of the body's joints, degrees, and mean distance of the roots. */
static void compare(double *angle, double *apart, const pd_observe_take *t, const pd_anim_clip *truth)
{
    *angle = *apart = 0;
    for (int f = 0; f < FRAMES; f++) {
        double d = 0;
        for (int k = 0; k < 22; k++) {
            double m[9];
            for (int i = 0; i < 9; i++) m[i] = (double)t->rotations[9 * (f * SIGHT_JOINTS + k) + i];
            const pd_vec3 v =
                pd_q_to_rotvec(pd_q_inv_mul(pd_anim_clip_frame(truth, f)[k], pd_q_from_matrix(m)));
            *angle += pd_vec3_length(v) / (FRAMES * 22) * 180 / M_PI;
        }
        const double root[3] = {truth->roots[f].x, truth->roots[f].y, truth->roots[f].z};
        for (int c = 0; c < 3; c++)
            d += pow((double)t->translations[3 * f + c] + model->joint_template[c] - root[c], 2);
        *apart += sqrt(d) / FRAMES;
    }
}

static void fit(double *angle, double *apart, const pd_anim_clip *clip, const pd_anim_clip *truth)
{
    float betas[64] = {0};
    pd_observe_estimate e;
    pd_error err;

    assert_int_equal(pd_observe_estimate_make(&e, clip, model, 2 * M_PI / 180, "test", &err), PD_OK);
    pd_observe_take t = pd_observe_estimate_take(&e, clip->rate, betas);
    t.prior = &prior;
    assert_true(pd_observe_take_room(&t, model));
    sight_take_run(&t, model);
    assert_int_equal(t.status, PD_OBSERVE_TAKE_DONE);
    compare(angle, apart, &t, truth);
    pd_observe_take_room_free(&t);
    pd_observe_estimate_deinit(&e);
}

static void a_motion_without_noise_hardly_changes(void **state)
{
    pd_anim_clip truth;
    double angle, apart;
    (void)state;
    walk(&truth, 0, 0);
    fit(&angle, &apart, &truth, &truth);
    assert_in_range((long)(1000 * angle), 0, 500);
    assert_in_range((long)(1e6 * apart), 0, 1000);
    pd_anim_clip_deinit(&truth);
}

/* 3 degrees about each axis are 4.8 degrees of angle. */
static void noise_is_removed(void **state)
{
    pd_anim_clip truth, clip;
    double angle, apart;
    (void)state;
    walk(&truth, 0, 0);
    walk(&clip, 3 * M_PI / 180, 0.01);
    fit(&angle, &apart, &clip, &truth);
    assert_true(angle > 0 && angle < 2.4);
    assert_true(apart > 0 && apart < 0.01);
    pd_anim_clip_deinit(&truth);
    pd_anim_clip_deinit(&clip);
}

/* The hands of this model are beyond the body's 22 joints: they are observed once they move. */
static void joints_beyond_the_body_are_observed_if_they_move(void **state)
{
    pd_observe_estimate e;
    pd_anim_clip clip;
    pd_error err;
    (void)state;
    walk(&clip, 0, 0);
    assert_int_equal(pd_observe_estimate_make(&e, &clip, model, 0.1, "test", &err), PD_OK);
    assert_int_equal(e.count, 44);
    assert_int_equal(e.places[1].mirror, 2);
    assert_int_equal(e.places[22 + 2].mirror, 22 + 1);
    pd_observe_estimate_deinit(&e);

    pd_anim_clip_frame(&clip, 9)[22] = pd_q_from_rotvec((pd_vec3){0, 0.3, 0});
    assert_int_equal(pd_observe_estimate_make(&e, &clip, model, 0.1, "test", &err), PD_OK);
    assert_int_equal(e.count, 46);
    assert_int_equal(e.parts[22].index, 22);
    assert_int_equal(e.places[22].mirror, 22); /* the other hand does not move */
    pd_observe_estimate_deinit(&e);
    pd_anim_clip_deinit(&clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_without_noise_hardly_changes),
        cmocka_unit_test(noise_is_removed),
        cmocka_unit_test(joints_beyond_the_body_are_observed_if_they_move),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
