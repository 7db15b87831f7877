/* Tests directions and frames on the ground plane: the sense of a turn, the way into a frame and back, and
 * the shorter way between two directions. */
#include "core/math/plane.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#define PI 3.14159265358979323846

static void a_turn_to_the_left_goes_from_z_to_x(void **state)
{
    (void)state;
    const double ahead[2] = {0, 1};
    double out[2];
    pd_plane_turn(out, ahead, PI / 2);
    assert_near(out[0], 1, 1e-15);
    assert_near(out[1], 0, 1e-15);
    assert_near(pd_plane_angle(ahead, out), PI / 2, 1e-15);
}

static void leaving_a_frame_and_entering_it_again_gives_the_same_point(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < 100; i++) {
        double yaw = 2 * PI * pd_rng_uniform(&rng), d[2] = {sin(yaw), cos(yaw)}, out[2], in[2];
        double x = pd_rng_normal(&rng), z = pd_rng_normal(&rng);
        pd_plane_out(out, d, x, z);
        pd_plane_in(in, d, out[0], out[1]);
        assert_near(in[0], x, 1e-12);
        assert_near(in[1], z, 1e-12);
        pd_plane_out(out, d, 0, 1);
        assert_near(out[0], d[0], 1e-15);
        pd_plane_out(out, d, 1, 0); /* the left */
        assert_near(pd_plane_angle(d, out), PI / 2, 1e-12);
    }
}

static void interpolation_between_directions_takes_the_shorter_arc(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 6);
    for (int i = 0; i < 200; i++) {
        double a = 2 * PI * pd_rng_uniform(&rng), by = 3.1 * (2 * pd_rng_uniform(&rng) - 1),
               t = pd_rng_uniform(&rng);
        double from[2] = {sin(a), cos(a)}, to[2] = {sin(a + by), cos(a + by)}, out[2];
        pd_plane_between(out, from, to, t);
        assert_near(pd_plane_length(out), 1, 1e-12);
        assert_near(pd_plane_angle(from, out), t * by, 0.02);
    }
}

static void normalising_a_zero_vector_leaves_the_old_direction(void **state)
{
    (void)state;
    const double none[2] = {0, 0};
    double out[2] = {0.6, 0.8};
    pd_plane_unit(out, none);
    assert_near(out[0], 0.6, 0);
    assert_near(out[1], 0.8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_to_the_left_goes_from_z_to_x),
        cmocka_unit_test(leaving_a_frame_and_entering_it_again_gives_the_same_point),
        cmocka_unit_test(interpolation_between_directions_takes_the_shorter_arc),
        cmocka_unit_test(normalising_a_zero_vector_leaves_the_old_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
