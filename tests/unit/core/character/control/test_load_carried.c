/* A carried load: how much slower, which lean, and that nothing changes without one. */
#include "core/character/control/load_carried.h"
#include "core/character/control/trajectory.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static void without_a_load_nothing_changes(void **state)
{
    (void)state;
    pd_character_control c = pd_character_control_default();
    const pd_character_control before = c;
    c.load_ahead = -0.3;
    pd_character_load_apply(&c);
    c.load_ahead = before.load_ahead;
    assert_memory_equal(&c, &before, sizeof c);
    assert_near(pd_character_load_slows(&c), 1, 0);
    assert_near(pd_character_load_lean(&c), 0, 0);
}

/* 25 kg are a third of the body: speeds times sqrt(3/4), accelerations times 3/4. */
static void a_load_slows(void **state)
{
    (void)state;
    pd_character_control c = pd_character_control_default(), usual = c;
    c.load = 25;
    assert_near(pd_character_gait_speed(&c, PD_CHARACTER_WANT_WALK), 1.2 * sqrt(0.75), 1e-12);
    assert_near(pd_character_gait_speed(&c, PD_CHARACTER_WANT_RUN), 3.5 * sqrt(0.75), 1e-12);
    pd_character_load_apply(&c);
    assert_near(c.brake, 0.75 * usual.brake, 1e-12);
    assert_near(c.plant_push, 0.75 * usual.plant_push, 1e-12);
    assert_near(c.walk_speed, usual.walk_speed, 0);
}

/* The moments of the upper body and of a load on the back about the hips cancel; before the body the trunk
 * takes half of the lean. The lean grows with the load and is limited. */
static void the_trunk_balances_the_load(void **state)
{
    (void)state;
    pd_character_control c = pd_character_control_default();
    c.load = 20;
    c.load_ahead = -0.15;
    const double a = pd_character_load_lean(&c);
    assert_near(45 * 0.35 * sin(a) + 20 * (0.3 * sin(a) - 0.15 * cos(a)), 0, 1e-9);
    assert_true(a > 0.1 && a < 0.2);
    c.load_ahead = 0.25;
    const double b = 2 * pd_character_load_lean(&c);
    assert_near(45 * 0.35 * sin(b) + 20 * (0.3 * sin(b) + 0.25 * cos(b)), 0, 1e-9);
    c.load = 10;
    assert_true(pd_character_load_lean(&c) > b / 2);
    c.load = 100;
    c.load_ahead = -0.5;
    assert_near(pd_character_load_lean(&c), 0.4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_load_nothing_changes),
        cmocka_unit_test(a_load_slows),
        cmocka_unit_test(the_trunk_balances_the_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
