/* Axes of files that are up: the rotations to +Y up and back. */
#include "core/math/up.h"
#include "tests/support/cmocka.h"

#include <math.h>

/* The stated axis becomes +Y, lengths and handedness stay, and an axis that is not in the plane of the turn
 * stays where it is: there is no turn about the vertical. */
static void every_axis_is_turned_up_by_one_rotation_alone(void **state)
{
    static const double kept[PD_UP_COUNT][3] = {
        [PD_UP_X] = {0, 0, 1},       [PD_UP_Y] = {1, 0, 0},       [PD_UP_Z] = {1, 0, 0},
        [PD_UP_MINUS_X] = {0, 0, 1}, [PD_UP_MINUS_Y] = {1, 0, 0}, [PD_UP_MINUS_Z] = {1, 0, 0},
    };

    (void)state;
    for (pd_up up = 0; up < PD_UP_COUNT; up++) {
        double axis[3] = {0, 0, 0};
        double at[3];
        axis[up % 3] = up < PD_UP_MINUS_X ? 1 : -1;
        pd_up_point(at, axis, up);
        assert_true(at[0] == 0 && at[1] == 1 && at[2] == 0);
        pd_up_point(at, kept[up], up);
        for (int c = 0; c < 3; c++) assert_true(at[c] == kept[up][c]);

        /* Points, floats, the quaternion and the way back agree. */
        const double p[3] = {0.3, -1.2, 2.5};
        const float small[3] = {0.3f, -1.2f, 2.5f};
        float turned[3];
        double back[3];
        pd_up_point(at, p, up);
        pd_up_point_float(turned, small, up);
        const pd_vec3 q = pd_q_rotate(pd_up_turn(up), pd_vec3_make(p[0], p[1], p[2]));
        pd_up_point_back(back, at, up);
        assert_true(fabs(q.x - at[0]) < 1e-12 && fabs(q.y - at[1]) < 1e-12 && fabs(q.z - at[2]) < 1e-12);
        for (int c = 0; c < 3; c++) {
            assert_true(back[c] == p[c]);
            assert_true(fabs((double)turned[c] - at[c]) < 1e-6);
        }

        /* A rotation is turned with its axis. */
        const pd_quat r = pd_q_axis_angle(pd_vec3_make(0.6, 0, 0.8), 1.1);
        const pd_quat want = pd_q_mul(pd_up_turn(up), pd_q_mul(r, pd_q_conjugate(pd_up_turn(up))));
        assert_true(pd_q_angle(want, pd_up_rotation(r, up)) < 1e-7);
    }
}

/* Headings of users count from z, x or y of a world whose y, z or x is up. */
static void headings_count_from_the_axis_after_the_vertical(void **state)
{
    (void)state;
    assert_true(fabs(pd_up_heading(PD_UP_Y)) < 1e-12);
    assert_true(fabs(pd_up_heading(PD_UP_Z) - M_PI / 2) < 1e-12);
    assert_true(fabs(pd_up_heading(PD_UP_X) + M_PI / 2) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_axis_is_turned_up_by_one_rotation_alone),
        cmocka_unit_test(headings_count_from_the_axis_after_the_vertical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
