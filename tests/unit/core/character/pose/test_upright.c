/* Tests the correction of hips that sink in turns, on a walk by formula:
 * sinking hips are raised, crouches are not. */
#include "core/character/pose/upright.h"
#include "tests/support/cmocka.h"

/* A walk whose hips swing by 2 cm about 0.9 m, straight ahead: nothing is raised. */
static void a_straight_walk_keeps_its_heights(void **state)
{
    (void)state;
    pd_character_upright u = {0};
    for (int t = 0; t < 600; t++)
        assert_near(pd_character_upright_run(&u, 0.9 + 0.02 * sin(0.2 * t), 1, 1, 0.3), 0, 0);
}

/* Then a turn in which the network lowers the hips by 6 cm: they sink by less than 1 cm below their mean,
 * without a jump from frame to frame, and less than 3 mm are left three seconds after the turn. */
static void hips_that_sink_in_a_turn_stay_up(void **state)
{
    (void)state;
    pd_character_upright u = {0};
    double before = 0;
    for (int t = 0; t < 300; t++) pd_character_upright_run(&u, 0.9, 1, 1, 0);
    for (int t = 0; t < 400; t++) {
        const double part = t < 60 ? t / 60.0 : t < 120 ? 1 : fmax(0, 1 - (t - 120) / 60.0);
        const double height = 0.9 - 0.06 * part * part * (3 - 2 * part);
        const double raised = pd_character_upright_run(&u, height, 1, 1, t < 120 ? 3 : 0);
        assert_true(raised >= 0 && raised < 0.065);
        assert_true(fabs(raised - before) < 0.003);
        if (t > 60 && t < 120) assert_true(height + raised > 0.89);
        if (t > 330) assert_true(raised < 0.003);
        before = raised;
    }
}

/* share and walk scale it; before anything has walked there is no mean. */
static void hips_are_raised_only_while_walking(void **state)
{
    (void)state;
    pd_character_upright none = {0}, all = {0};
    for (int t = 0; t < 100; t++)
        assert_near(pd_character_upright_run(&none, 0.9 - 0.005 * t, 0, 1, 3), 0, 0);
    for (int t = 0; t < 100; t++) pd_character_upright_run(&all, 0.9, 1, 1, 0);
    for (int t = 0; t < 30; t++) pd_character_upright_run(&all, 0.84, 0.8, 1, 3);
    pd_character_upright half = all;
    const double whole = pd_character_upright_run(&all, 0.84, 0.8, 1, 3);
    assert_true(whole > 0.03);
    assert_near(pd_character_upright_run(&half, 0.84, 0.8, 0.5, 3), 0.5 * whole, 1e-12);
}

/* A crouch of 30 cm in a turn, and up again within a quarter of a second: the hips are not raised on their
 * way down or up (by 6 cm within 5 frames before), and are raised again in a turn that comes later. */
static void hips_that_rise_from_a_crouch_are_not_raised_on_their_way(void **state)
{
    (void)state;
    pd_character_upright u = {0};
    double before = 0;
    for (int t = 0; t < 300; t++) before = pd_character_upright_run(&u, 0.9, 1, 1, 3);
    for (int t = 0; t < 200; t++) {
        const double down = t < 40 ? t / 40.0 : t < 100 ? 1 : t < 115 ? (115 - t) / 15.0 : 0;
        const double height = 0.9 - 0.3 * down * down * (3 - 2 * down);
        const double raised = pd_character_upright_run(&u, height, t < 30 || t > 95, 1, 3);
        if (t > 50) assert_true(fabs(raised - before) < 0.002);
        if (t > 50 && t < 115) assert_true(raised < 0.005);
        before = raised;
    }
    for (int t = 0; t < 60; t++) before = pd_character_upright_run(&u, 0.87, 1, 1, 3);
    assert_true(before > 0.02);
}

/* An order to jump, crouch or strafe takes the weight away in one frame: raised hips come down over a fifth
 * of a second, not by 2 cm at once. */
static void raised_hips_come_down_smoothly(void **state)
{
    (void)state;
    pd_character_upright u = {0};
    double last[2] = {0, 0}, most = 0;
    for (int t = 0; t < 300; t++) pd_character_upright_run(&u, 0.9, 1, 1, 0);
    for (int t = 0; t < 200; t++) {
        const double raised = pd_character_upright_run(&u, 0.87, t < 100 ? 1 : 0, 1, 3);
        if (t == 99) assert_true(raised > 0.02);
        if (t >= 100) most = fmax(most, fabs(raised - 2 * last[0] + last[1]));
        if (t == 140) assert_true(raised < 0.001);
        last[1] = last[0], last[0] = raised;
    }
    assert_true(most * 3600 < 9.81);
}

/* Hips that are 30 cm down are those of a crouch, which no turn has made. */
static void a_crouch_is_not_raised(void **state)
{
    (void)state;
    pd_character_upright u = {0};
    for (int t = 0; t < 300; t++) pd_character_upright_run(&u, 0.9, 1, 1, 0);
    for (int t = 0; t < 60; t++) assert_near(pd_character_upright_run(&u, 0.6, 1, 1, 3), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_walk_keeps_its_heights),
        cmocka_unit_test(hips_that_sink_in_a_turn_stay_up),
        cmocka_unit_test(hips_are_raised_only_while_walking),
        cmocka_unit_test(hips_that_rise_from_a_crouch_are_not_raised_on_their_way),
        cmocka_unit_test(raised_hips_come_down_smoothly),
        cmocka_unit_test(a_crouch_is_not_raised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
