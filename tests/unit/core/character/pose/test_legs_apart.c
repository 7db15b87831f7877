/* Tests that lower legs stay apart: feet in the air go around the other leg, planted feet stay, knees turn
 * away from each other, and bones keep their lengths. */
#include "core/character/pose/legs_apart.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

/* A left leg at x and z of its foot, and a right leg that stands at x = -0.1, both with bent knees. */
static void stand(pd_character_apart_leg legs[2], double x, double z)
{
    legs[0] = (pd_character_apart_leg){
        .hip = {0.1, 0.9, 0}, .knee = {0.05, 0.5, 0.15}, .heel = {x, 0.15, z}, .toe = {x, 0.08, z + 0.15}};
    legs[1] = (pd_character_apart_leg){.hip = {-0.1, 0.9, 0},
                                       .knee = {-0.1, 0.48, 0.1},
                                       .heel = {-0.1, 0.08, 0},
                                       .toe = {-0.1, 0.02, 0.15},
                                       .is_planted = true};
}

static void a_foot_in_the_air_goes_around_the_other_leg(void **state)
{
    (void)state;
    pd_character_legs_apart apart = {0};
    pd_character_apart_leg legs[2];
    pd_vec3 before = {0, 0, 0};
    double least = 1, nearest = 1, fastest = 0;

    /* The foot comes from the left, passes through the other leg and goes back, within 2 s. */
    for (int i = 0; i < 120; i++) {
        const double x = 0.15 - 0.3 * sin(3.14159 * i / 120);
        stand(legs, x, -0.03);
        nearest = fmin(nearest, pd_character_legs_distance(legs));
        pd_character_legs_apart_feet(&apart, legs);
        least = fmin(least, pd_character_legs_distance(legs));
        if (i) fastest = fmax(fastest, pd_vec3_distance(legs[0].heel, before));
        before = legs[0].heel;
    }

    assert_true(nearest < 0.02);
    assert_true(least > 0.06);
    assert_true(fastest < 0.1);
}

static void feet_that_are_far_from_each_other_stay_where_they_are(void **state)
{
    (void)state;
    pd_character_legs_apart apart = {0};
    pd_character_apart_leg legs[2], own[2];

    stand(legs, 0.12, 0);
    memcpy(own, legs, sizeof own);
    pd_character_legs_apart_feet(&apart, legs);
    pd_character_legs_apart_knees(&apart, legs);
    for (int f = 0; f < 2; f++) {
        assert_true(pd_vec3_distance(legs[f].knee, own[f].knee) < 1e-9);
        assert_true(pd_vec3_distance(legs[f].heel, own[f].heel) < 1e-12);
        assert_true(pd_vec3_length(apart.shift[f]) <= 0);
    }
}

static void planted_feet_keep_their_shift(void **state)
{
    (void)state;
    pd_character_legs_apart apart = {.shift = {{0.03, 0, 0.01}, {0, 0, 0}}};
    pd_character_apart_leg legs[2];

    for (int i = 0; i < 30; i++) {
        stand(legs, -0.08, 0);
        legs[0].is_planted = true;
        pd_character_legs_apart_feet(&apart, legs);
        assert_near(apart.shift[0].x, 0.03, 1e-15);
        assert_near(apart.shift[0].z, 0.01, 1e-15);
        assert_true(pd_vec3_length(apart.shift[1]) <= 0);
    }
}

static void a_shift_goes_back_when_the_legs_are_apart_again(void **state)
{
    (void)state;
    pd_character_legs_apart apart = {.shift = {{0.05, 0, 0.02}, {0, 0, 0}}};
    pd_character_apart_leg legs[2];

    for (int i = 0; i < 120; i++) {
        stand(legs, 0.2, 0);
        pd_character_legs_apart_feet(&apart, legs);
    }

    assert_true(pd_vec3_length(apart.shift[0]) <= 0);
}

static void knees_turn_away_from_each_other(void **state)
{
    (void)state;
    pd_character_legs_apart apart = {0};
    pd_character_apart_leg legs[2], own[2];

    for (int i = 0; i < 20; i++) {
        stand(legs, 0.1, 0);
        legs[0].knee = pd_vec3_make(-0.06, 0.49, 0.11);
        memcpy(own, legs, sizeof own);
        pd_character_legs_apart_knees(&apart, legs);
        assert_true(pd_character_legs_distance(legs) > 0.06);
    }

    assert_true(pd_character_legs_distance(own) < 0.06);
    for (int f = 0; f < 2; f++) {
        assert_near(pd_vec3_distance(legs[f].knee, legs[f].hip), pd_vec3_distance(own[f].knee, own[f].hip),
                    1e-9);
        assert_near(pd_vec3_distance(legs[f].knee, legs[f].heel), pd_vec3_distance(own[f].knee, own[f].heel),
                    1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_foot_in_the_air_goes_around_the_other_leg),
        cmocka_unit_test(feet_that_are_far_from_each_other_stay_where_they_are),
        cmocka_unit_test(planted_feet_keep_their_shift),
        cmocka_unit_test(a_shift_goes_back_when_the_legs_are_apart_again),
        cmocka_unit_test(knees_turn_away_from_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
