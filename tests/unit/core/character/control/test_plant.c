/* The plan of a sharp turn: its velocity, its labels, when it begins and ends. */
#include "core/character/control/plant.h"
#include "core/math/plane.h"

#include "tests/support/cmocka.h"

#include <math.h>

#define DT (1 / 60.0)

static const double back[2] = {0, -1}, aside[2] = {1, 0}, ahead[2] = {0, 1};
static const double run[2] = {0, 3};

static void a_reversal_brakes_to_a_stand_and_pushes_off(void **state)
{
    (void)state;
    const pd_character_control c = pd_character_control_default();
    const double asked[2] = {0, -2.7};
    pd_character_plant plant = {0};
    double velocity[2] = {0, 3}, least = 3;
    int frames = 0;
    assert_true(pd_character_plant_begin(&plant, run, back, 2.7, &c));
    for (; plant.stage != PD_CHARACTER_PLANT_NONE && frames < 600; frames++) {
        const double before[2] = {velocity[0], velocity[1]};
        const double most = plant.stage == PD_CHARACTER_PLANT_BRAKES ? c.plant_brake : c.plant_push;
        pd_character_plant_step(velocity, &plant, asked, &c);
        assert_true(hypot(velocity[0] - before[0], velocity[1] - before[1]) <= most * DT + 1e-12);
        least = fmin(least, pd_plane_length(velocity));
        assert_near(velocity[0], 0, 1e-12);
    }
    assert_true(least < 1e-9);
    assert_near(velocity[1], -2.7, 1e-12);
    assert_near(frames * DT, 3 / c.plant_brake + 2.7 / c.plant_push, 3 * DT);
}

/* A quarter of the speed is left at 90 degrees, between both directions; without a turn nothing changes. */
static void a_quarter_turn_keeps_some_speed_between_both_directions(void **state)
{
    (void)state;
    const pd_character_control c = pd_character_control_default();
    pd_character_plant plant = {0};
    double velocity[2] = {0, 3};
    pd_character_plant_step(velocity, &plant, aside, &c);
    assert_near(velocity[1], 3, 0);
    assert_true(pd_character_plant_begin(&plant, run, aside, 3, &c));
    assert_near(plant.least[0], 0.25 * 3 * sqrt(0.5), 1e-9);
    assert_near(plant.least[1], plant.least[0], 1e-9);
}

static void only_a_sharp_turn_of_a_fast_motion_brakes(void **state)
{
    (void)state;
    pd_character_control c = pd_character_control_default();
    const double slow[2] = {0, 1.2}, half[2] = {sin(0.9), cos(0.9)};
    pd_character_plant plant = {0};
    assert_false(pd_character_plant_begin(&plant, slow, back, 3, &c));
    assert_false(pd_character_plant_begin(&plant, run, half, 3, &c));
    assert_int_equal(plant.stage, PD_CHARACTER_PLANT_NONE);

    /* The stick returns while it brakes, but not after. */
    assert_true(pd_character_plant_begin(&plant, run, back, 3, &c));
    assert_false(pd_character_plant_begin(&plant, run, back, 3, &c));
    assert_int_equal(plant.stage, PD_CHARACTER_PLANT_BRAKES);
    assert_false(pd_character_plant_begin(&plant, run, ahead, 3, &c));
    assert_int_equal(plant.stage, PD_CHARACTER_PLANT_NONE);
    plant.stage = PD_CHARACTER_PLANT_PUSHES;
    assert_false(pd_character_plant_begin(&plant, run, ahead, 3, &c));
    assert_int_equal(plant.stage, PD_CHARACTER_PLANT_PUSHES);

    c.plant_brake = 0;
    assert_false(pd_character_plant_begin(&plant, run, back, 3, &c));
    assert_int_equal(plant.stage, PD_CHARACTER_PLANT_NONE);
}

static void labels_follow_the_planned_speed_and_sum_to_one(void **state)
{
    (void)state;
    const pd_character_control c = pd_character_control_default();
    for (double speed = 0; speed < 4; speed += 0.05) {
        float gaits[PD_PFNN_GAITS];
        double sum = 0;
        pd_character_plant_gaits(gaits, (double[2]){0, speed}, &c);
        for (int g = 0; g < PD_PFNN_GAITS; g++) {
            assert_true(gaits[g] >= 0);
            sum += (double)gaits[g];
        }
        assert_near(sum, 1, 1e-6);
        if (speed > 2.5) assert_near(gaits[PD_PFNN_JOG], 1, 0);
        if (speed < 1.5) assert_near(gaits[PD_PFNN_JOG], 0, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reversal_brakes_to_a_stand_and_pushes_off),
        cmocka_unit_test(a_quarter_turn_keeps_some_speed_between_both_directions),
        cmocka_unit_test(only_a_sharp_turn_of_a_fast_motion_brakes),
        cmocka_unit_test(labels_follow_the_planned_speed_and_sum_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
