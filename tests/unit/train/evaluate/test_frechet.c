/* Tests the Frechet distance between clouds of frames. Diagonal clouds have a known distance, which a common
 * rotation must not change. */
#include "tests/support/puppet.h"

#include "train/evaluate/frechet.h"
#include "core/base/rng.h"

#include <stdlib.h>

#define SIZE PD_TRAIN_FRECHET_SIZE

static pd_train_cloud *cloud(void)
{
    pd_train_cloud *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->count = 1000;
    return c;
}

static double distance(double *spread, const pd_train_cloud *a, const pd_train_cloud *b)
{
    double d, s;
    assert_int_equal(pd_train_frechet(&d, &s, a, b, NULL), PD_OK);
    if (spread) *spread = s;
    return d;
}

static void clouds_that_differ_along_the_axes_have_the_known_distance(void **state)
{
    (void)state;
    pd_train_cloud *a = cloud(), *b = cloud();
    double expected = 0, spread;
    for (int i = 0; i < SIZE; i++) {
        double p = 0.1 + i % 7, q = 0.2 + i % 5;
        a->covariance[i * SIZE + i] = p, b->covariance[i * SIZE + i] = q;
        a->mean[i] = 0.01 * i, b->mean[i] = 0;
        expected += pow(sqrt(p) - sqrt(q), 2) + pow(0.01 * i, 2);
    }
    assert_near(distance(&spread, a, b), expected, 1e-9 * expected);
    assert_near(distance(NULL, b, a), expected, 1e-9 * expected);
    assert_near(distance(&spread, a, a), 0, 1e-9);
    assert_near(spread, 1, 1e-12);
    b->count = 1;
    assert_true(isnan(distance(&spread, a, b)) && isnan(spread));
    free(a), free(b);
}

/* Rotating both clouds the same way leaves the distance:
 * a Householder reflection H = I - 2 v v^T of the diagonal ones. */
static void reflect(pd_train_cloud *c, const double *v)
{
    static double left[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double dot = 0;
            for (int k = 0; k < SIZE; k++) dot += v[k] * c->covariance[k * SIZE + j];
            left[i * SIZE + j] = c->covariance[i * SIZE + j] - 2 * v[i] * dot;
        }
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double dot = 0;
            for (int k = 0; k < SIZE; k++) dot += left[i * SIZE + k] * v[k];
            c->covariance[i * SIZE + j] = left[i * SIZE + j] - 2 * dot * v[j];
        }
}

static void the_distance_does_not_see_a_common_rotation(void **state)
{
    (void)state;
    pd_train_cloud *a = cloud(), *b = cloud();
    double expected = 0, v[SIZE], square = 0;
    for (int i = 0; i < SIZE; i++) {
        a->covariance[i * SIZE + i] = 1 + i % 3, b->covariance[i * SIZE + i] = 1 + i % 4;
        expected += pow(sqrt(1 + i % 3) - sqrt(1 + i % 4), 2);
        v[i] = sin(i + 1.0), square += v[i] * v[i];
    }
    for (int i = 0; i < SIZE; i++) v[i] /= sqrt(square);
    reflect(a, v);
    reflect(b, v);
    assert_near(distance(NULL, a, b), expected, 1e-8 * expected);
    free(a), free(b);
}

/* A puppet that shakes all its joints at random: mean and covariance are those of the frames, whichever way
 * they were added up. */
static void a_cloud_is_mean_and_covariance_of_the_frames_that_count(void **state)
{
    (void)state;
    enum { FRAMES = 200 };
    pd_anim_track track = puppet_track(FRAMES);
    pd_rng rng;
    pd_rng_init(&rng, 3);
    unsigned char counts[FRAMES];
    for (int t = 0; t < FRAMES; t++) {
        puppet p = puppet_standing();
        for (int k = 1; k < PD_ANIM_BIPED_JOINTS; k++)
            puppet_bend(&p, k, pd_vec3_make(1, 0, 0), 0.2 * pd_rng_normal(&rng));
        puppet_put(&track, t, &p);
        counts[t] = t % 50 < 40;
    }
    pd_train_curves curves;
    assert_int_equal(pd_train_curves_init(&curves, &track, false, NULL), PD_OK);
    pd_train_cloud *whole = cloud(), *half = cloud(), *rest = cloud();
    whole->count = half->count = rest->count = 0;
    pd_train_cloud_add(whole, &curves, counts, 1);
    assert_int_equal(whole->count,
                     4 * 38); /* their neighbours count too; the last run ends before the track does */

    /* direction of the left shank (second bone) and its velocity, ahead */
    double mean = 0, moment = 0, cross = 0, mean_v = 0;
    for (int t = 1; t + 1 < FRAMES; t++) {
        if (!counts[t - 1] || !counts[t] || !counts[t + 1]) continue;
        double u[3];
        for (int d = -1; d <= 1; d++) {
            const pd_vec3 *p = curves.local + 31 * (t + d);
            u[d + 1] = (p[3].z - p[2].z) / pd_vec3_distance(p[3], p[2]);
        }
        double v = (u[2] - u[0]) * 30;
        mean += u[1], moment += u[1] * u[1], cross += u[1] * v, mean_v += v;
    }
    const double n = 152;
    mean /= n, mean_v /= n;

    for (int t = 0; t < FRAMES; t++) counts[t] = counts[t] ? t < 100 ? 2 : 3 : 0;
    pd_train_cloud_add(half, &curves, counts, 2);
    pd_train_cloud_add(rest, &curves, counts, 3);
    pd_train_cloud_merge(half, rest);
    pd_train_cloud_finish(whole);
    pd_train_cloud_finish(half);
    assert_near(distance(NULL, whole, half), 0, 1e-6);
    assert_near(whole->mean[5], mean, 1e-9);
    assert_near(whole->covariance[5 * SIZE + 5], (moment - n * mean * mean) / (n - 1), 1e-9);
    assert_near(whole->covariance[(SIZE / 2 + 5) * SIZE + 5], (cross - n * mean * mean_v) / (n - 1), 1e-7);
    free(whole), free(half), free(rest);
    pd_train_curves_deinit(&curves);
    pd_anim_track_deinit(&track);
}

/* Two frames are the fewest that have a covariance; of one there is only a sum. */
static void two_frames_are_a_cloud(void **state)
{
    (void)state;
    pd_train_cloud *c = cloud();
    for (int count = 1; count <= 2; count++) {
        c->count = count;
        for (int i = 0; i < SIZE; i++) c->mean[i] = 4;
        for (int i = 0; i < SIZE * SIZE; i++)
            c->covariance[i] = 10; /* 1 and 3 add up to 4, their squares to 10 */
        pd_train_cloud_finish(c);
        for (int i = 0; i < SIZE; i++) {
            assert_near(c->mean[i], count == 2 ? 2 : 4, 1e-12);
            assert_near(c->covariance[i * SIZE], count == 2 ? 2 : 10, 1e-12);
        }
    }
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clouds_that_differ_along_the_axes_have_the_known_distance),
        cmocka_unit_test(the_distance_does_not_see_a_common_rotation),
        cmocka_unit_test(a_cloud_is_mean_and_covariance_of_the_frames_that_count),
        cmocka_unit_test(two_frames_are_a_cloud),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
