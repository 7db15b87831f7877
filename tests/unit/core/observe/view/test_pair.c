/* Two cameras, and one and points, from what they see: 1 pixel of noise, one point in five is nothing. */
#include "core/observe/view/pair.h"
#include "core/math/rotation.h"
#include "tests/support/cameras.h"

enum { N = 300 };

static pd_observe_camera cameras[3];
static double space[N][3], seen[3][N][2];

static void scene(uint64_t seed, double strange)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    cameras_ring(cameras, 3, 2);
    for (int i = 0; i < N; i++) {
        space[i][0] = pd_rng_between(&rng, -1, 1), space[i][1] = pd_rng_between(&rng, 0, 2),
        space[i][2] = pd_rng_between(&rng, -1, 1);
        for (int c = 0; c < 3; c++) {
            double pixel[2];
            cameras_see(pixel, &cameras[c], space[i], 1, &rng);
            if (c == 2 && pd_rng_uniform(&rng) < strange) pixel[0] += pd_rng_between(&rng, 100, 400);
            seen[c][i][0] = (pixel[0] - 960) / 1000, seen[c][i][1] = (pixel[1] - 540) / 1000;
        }
    }
}

static double turned_away(const double a[9], const double b[9])
{
    double by[9], back[9], r[3];
    for (int i = 0; i < 9; i++) back[i] = a[3 * (i % 3) + i / 3];
    pd_rot_mul(by, back, b);
    pd_rot_to_axis_angle(r, by);
    return sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

static void the_relative_pose_of_two_cameras_is_recovered(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pd_observe_pair found;
        double relative[9], back[9], t[3];
        scene(seed, 0.2);
        assert_true(
            pd_observe_pair_find(&found, (const double(*)[2])seen[0], (const double(*)[2])seen[2], N, 0.005));
        for (int i = 0; i < 9; i++) back[i] = cameras[0].rotation[3 * (i % 3) + i / 3];
        pd_rot_mul(relative, cameras[2].rotation, back);
        assert_true(turned_away(relative, found.rotation) < 0.03);
        double length = 0, along = 0;
        for (int r = 0; r < 3; r++) {
            t[r] = cameras[2].translation[r];
            for (int c = 0; c < 3; c++) t[r] -= relative[3 * r + c] * cameras[0].translation[c];
            length += t[r] * t[r], along += t[r] * found.translation[r];
        }
        assert_true(along / sqrt(length) > 0.998);
        assert_true(found.agree > 0.7 * N && found.agree < 0.9 * N);
        assert_true(found.angle > 1 && found.angle < 2.5);
    }
}

static void a_camera_finds_its_place_among_points(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pd_observe_pair found;
        scene(seed, 0.2);
        assert_true(
            pd_observe_pair_place(&found, (const double(*)[3])space, (const double(*)[2])seen[2], N, 0.005));
        assert_true(turned_away(cameras[2].rotation, found.rotation) < 0.01);
        for (int c = 0; c < 3; c++) assert_near(found.translation[c], cameras[2].translation[c], 0.03);
    }
}

static void fields_that_exclude_one_another_are_refused(void **state)
{
    pd_observe_pair found;

    (void)state;
    scene(1, 1);
    assert_false(
        pd_observe_pair_find(&found, (const double(*)[2])seen[0], (const double(*)[2])seen[2], N, 0.002));
    assert_false(
        pd_observe_pair_place(&found, (const double(*)[3])space, (const double(*)[2])seen[2], N, 0.005));
    assert_false(
        pd_observe_pair_find(&found, (const double(*)[2])seen[0], (const double(*)[2])seen[1], 15, 0.005));
    assert_false(
        pd_observe_pair_place(&found, (const double(*)[3])space, (const double(*)[2])seen[1], 11, 0.005));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_relative_pose_of_two_cameras_is_recovered),
        cmocka_unit_test(a_camera_finds_its_place_among_points),
        cmocka_unit_test(fields_that_exclude_one_another_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
