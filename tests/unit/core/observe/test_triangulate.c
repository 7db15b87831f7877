/* Points in space from cameras whose formulas are the test's own. */
#include "core/observe/triangulate.h"
#include "tests/support/cameras.h"

enum { CAMERAS = 4, POINTS = 50 };

static pd_observe_camera cameras[CAMERAS];
static pd_observe_ray rays[CAMERAS];

static void look(const double x[3], double noise, pd_rng *rng)
{
    for (int c = 0; c < CAMERAS; c++) {
        rays[c] = (pd_observe_ray){.camera = &cameras[c], .confidence = 1};
        cameras_see(rays[c].pixel, &cameras[c], x, noise, rng);
    }
}

static double apart(const double x[3], const double y[3])
{
    return sqrt(pow(x[0] - y[0], 2) + pow(x[1] - y[1], 2) + pow(x[2] - y[2], 2));
}

static void triangulation_without_noise_is_exact(void **state)
{
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 1);
    cameras_ring(cameras, CAMERAS, 4);
    for (int i = 0; i < POINTS; i++) {
        const double x[3] = {pd_rng_between(&rng, -1, 1), pd_rng_between(&rng, 0, 2),
                             pd_rng_between(&rng, -1, 1)};
        double found[3], off;
        look(x, 0, &rng);
        for (int count = 2; count <= CAMERAS; count++) {
            assert_int_equal(pd_observe_triangulate(found, &off, rays, count, 10), count);
            assert_true(apart(x, found) < 1e-9 && off < 1e-6);
        }
    }
}

/* The more cameras, the nearer: two pixels at four metres are eight millimetres. */
static void noise_of_two_pixels_is_millimetres(void **state)
{
    double sums[CAMERAS + 1] = {0};
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 2);
    cameras_ring(cameras, CAMERAS, 4);
    for (int i = 0; i < 400; i++) {
        const double x[3] = {pd_rng_between(&rng, -1, 1), pd_rng_between(&rng, 0, 2),
                             pd_rng_between(&rng, -1, 1)};
        double found[3], off;
        look(x, 2, &rng);
        for (int count = 2; count <= CAMERAS; count++) {
            assert_true(pd_observe_triangulate(found, &off, rays, count, 20) == count);
            sums[count] += apart(x, found) / 400;
        }
    }
    print_message("2, 3, 4 cameras: %.1f, %.1f, %.1f mm\n", 1000 * sums[2], 1000 * sums[3], 1000 * sums[4]);
    assert_true(sums[2] < 0.017 && sums[3] < sums[2] && sums[4] < sums[3] && sums[4] < 0.01 &&
                sums[4] > 0.003);
}

static void a_camera_that_sees_something_else_is_left_out(void **state)
{
    const double x[3] = {0.3, 1.2, -0.4};
    double found[3], off;
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 3);
    cameras_ring(cameras, CAMERAS, 4);
    look(x, 0, &rng);
    rays[2].pixel[0] += 150;
    assert_int_equal(pd_observe_triangulate(found, &off, rays, CAMERAS, 10), 3);
    assert_true(apart(x, found) < 1e-9);
    assert_int_equal(pd_observe_triangulate(found, &off, rays, CAMERAS, 0), 4); /* all are believed */
    assert_true(apart(x, found) > 0.05);
}

static void an_uncertain_point_is_not_triangulated(void **state)
{
    const double x[3] = {0.3, 1.2, -0.4};
    double found[3], off;
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 4);
    cameras_ring(cameras, CAMERAS, 4);
    look(x, 0, &rng);
    assert_int_equal(pd_observe_triangulate(found, &off, rays, 1, 10), 0);
    for (int c = 1; c < CAMERAS; c++) rays[c].confidence = 0;
    assert_int_equal(pd_observe_triangulate(found, &off, rays, CAMERAS, 10), 0);
    rays[1] = rays[0]; /* the same ray twice */
    assert_int_equal(pd_observe_triangulate(found, &off, rays, 2, 10), 0);
    look(x, 0, &rng);
    for (int c = 0; c < 2; c++)
        rays[c].pixel[0] = 960 - (rays[c].pixel[0] - 960) + 900 * (c ? 1 : -1); /* they part */
    assert_int_equal(pd_observe_triangulate(found, &off, rays, 2, 10), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangulation_without_noise_is_exact),
        cmocka_unit_test(noise_of_two_pixels_is_millimetres),
        cmocka_unit_test(a_camera_that_sees_something_else_is_left_out),
        cmocka_unit_test(an_uncertain_point_is_not_triangulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
