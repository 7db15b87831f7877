/* Tests where the feet of a live person stand, on known walks, turns and jumps. */
#include "core/observe/live/footprint.h"

#include "tests/support/cmocka.h"

#include <math.h>

#define RATE 60.0

static pd_observe_footprints standing(void)
{
    return (pd_observe_footprints){.home = {{0.1, -0.05}, {-0.1, -0.05}}};
}

static double off(const pd_observe_footprint *f, double x, double z)
{
    return hypot(f->at[0] - x, f->at[1] - z);
}

static void feet_of_a_swaying_person_do_not_move(void **state)
{
    (void)state;
    pd_observe_footprints p = standing();
    for (int i = 0; i < 120; i++) {
        const double over[2] = {1 + 0.05 * sin(i / 10.0), 2}; /* swaying */
        pd_observe_footprints_step(&p, over, 0, 1 / RATE);
        assert_true(off(&p.feet[0], 1.1, 1.95) < 1e-9 && off(&p.feet[1], 0.9, 1.95) < 1e-9);
        assert_false(p.feet[0].is_up || p.feet[1].is_up);
    }
}

static void a_walkers_feet_step_alternately(void **state)
{
    (void)state;
    pd_observe_footprints p = standing();
    int steps[2] = {0, 0}, last = -1;
    bool was_up[2] = {false, false};
    double most = 0;
    for (int i = 0; i < 240; i++) {
        const double over[2] = {0, 1.2 * i / RATE};
        pd_observe_footprints before = p;
        pd_observe_footprints_step(&p, over, 0, 1 / RATE);
        assert_false(p.feet[0].is_up && p.feet[1].is_up);
        for (int side = 0; side < 2; side++) {
            const pd_observe_footprint *f = &p.feet[side], *b = &before.feet[side];
            if (i && !f->is_up && !b->is_up) assert_true(off(f, b->at[0], b->at[1]) == 0); /* planted */
            if (f->is_up && !was_up[side]) assert_true(side != last), last = side, steps[side]++;
            was_up[side] = f->is_up;
            most = fmax(most, off(f, p.home[side][0], over[1] - 0.05));
            assert_true(f->height >= 0 && f->height < 0.08);
        }
    }
    assert_true(steps[0] >= 4 && steps[1] >= 4 && most < 0.6);
}

static void a_walker_who_stops_has_both_feet_below_the_hips(void **state)
{
    (void)state;
    pd_observe_footprints p = standing();
    for (int i = 0; i < 300; i++) {
        const double over[2] = {fmin(i / RATE, 1), 0};
        pd_observe_footprints_step(&p, over, 0, 1 / RATE);
    }
    assert_true(off(&p.feet[0], 1.1, -0.05) < 0.08 && off(&p.feet[1], 0.9, -0.05) < 0.08);
}

static void feet_turn_with_a_person_who_turns_round(void **state)
{
    (void)state;
    pd_observe_footprints p = standing();
    const double over[2] = {0, 0};
    for (int i = 0; i < 300; i++) pd_observe_footprints_step(&p, over, 3.1 * fmin(i / 100.0, 1), 1 / RATE);
    /* the left is at -X of who faces -Z */
    assert_true(off(&p.feet[0], -0.1, 0.05) < 0.08 && off(&p.feet[1], 0.1, 0.05) < 0.08);

    /* across +-pi is a small turn */
    pd_observe_footprints q = standing();
    for (int i = 0; i < 60; i++) {
        pd_observe_footprints_step(&q, over, i % 2 ? 3.1 : -3.1, 1 / RATE);
        assert_false(q.feet[0].is_up || q.feet[1].is_up);
    }
}

static void footprints_follow_a_leap_of_the_person_at_once(void **state)
{
    (void)state;
    pd_observe_footprints p = standing();
    const double here[2] = {0, 0}, there[2] = {5, 5};
    pd_observe_footprints_step(&p, here, 0, 1 / RATE);
    pd_observe_footprints_step(&p, there, 0, 1 / RATE);
    assert_true(off(&p.feet[0], 5.1, 4.95) < 1e-9 && !p.feet[0].is_up);
}

static void a_point_of_the_sole_turns_with_its_foot(void **state)
{
    (void)state;
    const pd_observe_footprint f = {.at = {1, 2}, .yaw = 1.5707963267948966};
    double out[2];
    pd_observe_footprint_point(out, &f, (const double[2]){0, 0.1}); /* the toes of who faces +X */
    assert_near(out[0], 1.1, 1e-9);
    assert_near(out[1], 2, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_of_a_swaying_person_do_not_move),
        cmocka_unit_test(a_walkers_feet_step_alternately),
        cmocka_unit_test(a_walker_who_stops_has_both_feet_below_the_hips),
        cmocka_unit_test(feet_turn_with_a_person_who_turns_round),
        cmocka_unit_test(footprints_follow_a_leap_of_the_person_at_once),
        cmocka_unit_test(a_point_of_the_sole_turns_with_its_foot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
