/* The points that are kept of a foot's underside. */
#include "core/retarget/figure/sole.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <math.h>

/* A rounded shoe: points of an ellipsoid and the corners of a heel. */
enum { CLOUD = 4000 };

static void fill(pd_vec3 *cloud, pd_retarget_sole_part *part)
{
    pd_rng rng;
    pd_rng_init(&rng, 11);
    *part = (pd_retarget_sole_part){0};
    for (int i = 0; i < CLOUD; i++) {
        const pd_vec3 v = pd_vec3_unit_or(
            pd_vec3_make(pd_rng_uniform(&rng) - 0.5, pd_rng_uniform(&rng) - 0.5, pd_rng_uniform(&rng) - 0.5),
            pd_vec3_make(0, 1, 0));
        cloud[i] = i % 100 ? pd_vec3_make(0.05 * v.x, -0.04 + 0.04 * v.y, 0.06 + 0.13 * v.z)
                           : pd_vec3_make(v.x > 0 ? 0.03 : -0.03, -0.09, v.z > 0 ? -0.05 : -0.08);
        pd_retarget_sole_add(part, cloud[i]);
    }
    pd_retarget_sole_finish(part);
}

static void the_lowest_point_is_kept_however_the_foot_is_tilted(void **state)
{
    static pd_vec3 cloud[CLOUD];
    pd_retarget_sole_part part;
    (void)state;
    fill(cloud, &part);
    assert_true(part.count > 4 && part.count <= PD_RETARGET_SOLE_POINTS);
    for (int pitch = -60; pitch <= 80; pitch += 7)
        for (int roll = -30; roll <= 30; roll += 10) {
            const pd_quat q = pd_q_mul(pd_q_axis_angle(pd_vec3_make(1, 0, 0), pitch * 0.0174533),
                                       pd_q_axis_angle(pd_vec3_make(0, 0, 1), roll * 0.0174533));
            double lowest = INFINITY;
            for (int i = 0; i < CLOUD; i++) lowest = fmin(lowest, pd_q_rotate(q, cloud[i]).y);
            const double kept = pd_retarget_sole_lowest(&part, q, 1);
            assert_true(kept >= lowest - 1e-12);
            if (!(kept - lowest < 0.073 * 0.13)) /* the header's bound at the radius of the ellipsoid */
                fail_msg("pitch %d roll %d: %g over the lowest point", pitch, roll, kept - lowest);
            assert_near(pd_retarget_sole_lowest(&part, q, 3), 3 * kept, 1e-12);
        }
}

static void an_empty_part_reaches_nowhere_and_points_that_are_no_numbers_are_left_out(void **state)
{
    pd_retarget_sole_part part = {0};
    (void)state;
    pd_retarget_sole_add(&part, pd_vec3_make((double)NAN, 0, 0));
    pd_retarget_sole_add(&part, pd_vec3_make(0, (double)INFINITY, 0));
    pd_retarget_sole_finish(&part);
    assert_int_equal(part.count, 0);
    assert_true(pd_retarget_sole_lowest(&part, pd_q_identity(), 1) > 1e300);
    pd_retarget_sole_add(&part, pd_vec3_make(0, -1, 0));
    pd_retarget_sole_finish(&part);
    assert_int_equal(part.count, 1);
    assert_near(pd_retarget_sole_reach(&part, pd_q_identity(), 2, pd_vec3_make(0, -1, 0)), 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_point_is_kept_however_the_foot_is_tilted),
        cmocka_unit_test(an_empty_part_reaches_nowhere_and_points_that_are_no_numbers_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
