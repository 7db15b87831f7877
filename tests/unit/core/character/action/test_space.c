/* Personal space: the change of the stick when others are in the way. */
#include "tests/support/cmocka.h"

#include "core/math/plane.h"
#include "core/character/action/space.h"

#include <stdlib.h>

#define SPEED 1.2
#define SPACE 1.0

/* Returns the first character's stick after one decision; it is asked to go ahead (+z). */
static pd_character_input steered(const pd_character_neighbour *people, int count)
{
    pd_arena arena;
    pd_character_neighbours all;
    pd_character_space state = {0};
    pd_character_input in = {.move = {0, 1}};
    assert_true(pd_arena_init(&arena, pd_character_neighbours_bytes(count)));
    pd_character_neighbours_init(&all, people, count, &arena);
    pd_character_space_step(&in, &state, &all, 0, SPACE, SPEED);
    pd_arena_deinit(&arena);
    return in;
}

static void the_stick_is_unchanged_if_nobody_is_in_the_way(void **state)
{
    (void)state;
    const pd_character_neighbour people[] = {{.velocity = {0, SPEED}},
                                             {.at = {0, -2}},
                                             {.at = {4, 2}},
                                             {.at = {0, 40}},
                                             {.at = {0, 2}, .company = 1}};
    const pd_character_input in = steered(people, 5);
    assert_near(in.move[0], 0, 1e-12);
    assert_near(in.move[1], 1, 1e-12);
}

static void a_person_who_stands_in_the_way_is_avoided(void **state)
{
    (void)state;
    const pd_character_neighbour people[] = {{.velocity = {0, SPEED}}, {.at = {.1, 2}}};
    const pd_character_input in = steered(people, 2);
    assert_true(in.move[0] < -.2);
    assert_true(in.move[1] > 0);
}

static void a_character_moves_away_from_a_person_who_is_too_near(void **state)
{
    (void)state;
    const pd_character_neighbour people[] = {{.velocity = {0, 0}}, {.at = {0, .6}}};
    assert_true(steered(people, 2).move[1] < 0);
}

static void a_character_whose_way_is_blocked_waits(void **state)
{
    (void)state;
    pd_character_neighbour people[25] = {{.velocity = {0, 0}}};
    for (int i = 1; i < 25; i++) { /* a ring of them, nobody a step away */
        people[i].at[0] = 1.15 * sin(.2618 * i);
        people[i].at[1] = 1.15 * cos(.2618 * i);
    }
    const pd_character_input in = steered(people, 25);
    assert_near(hypot(in.move[0], in.move[1]), 0, 1e-12);
}

static void a_standing_character_is_not_steered(void **state)
{
    (void)state;
    pd_arena arena;
    pd_character_neighbours all;
    pd_character_space kept = {.move = {1, 0}, .ticks = 7};
    pd_character_input in = {0};
    const pd_character_neighbour people[] = {{.at = {0, 0}}, {.at = {0, .3}}};
    assert_true(pd_arena_init(&arena, pd_character_neighbours_bytes(2)));
    pd_character_neighbours_init(&all, people, 2, &arena);
    pd_character_space_step(&in, &kept, &all, 0, SPACE, SPEED);
    assert_true(in.move[0] == 0 && in.move[1] == 0 && kept.ticks == 0);
    pd_arena_deinit(&arena);
}

static void a_side_once_chosen_is_kept_for_some_ticks(void **state)
{
    (void)state;
    pd_arena arena;
    pd_character_neighbours all;
    pd_character_space kept = {0};
    pd_character_neighbour people[] = {{.velocity = {0, SPEED}}, {.at = {.1, 2}}};
    int changes = 0;
    double before = 0;
    assert_true(pd_arena_init(&arena, pd_character_neighbours_bytes(2)));
    for (int tick = 0; tick < 10; tick++) {
        pd_character_input in = {.move = {.02 * tick, 1}};
        pd_arena_reset(&arena);
        pd_character_neighbours_init(&all, people, 2, &arena);
        pd_character_space_step(&in, &kept, &all, 0, SPACE, SPEED);
        changes += tick && in.move[0] != before;
        before = in.move[0];
    }
    assert_int_equal(changes, 2); /* in the fourth tick and in the eighth */
    pd_arena_deinit(&arena);
}

/* The grid finds the same neighbours as looking at everybody would: a row of people with a gap, far from the
 * origin, on both sides of it. */
static void the_grid_sees_across_its_cells(void **state)
{
    (void)state;
    for (int place = -40; place <= 40; place++) {
        double x = 2.5 * place, z = -1.7 * place;
        pd_character_neighbour people[60] = {{.at = {x, z}, .velocity = {0, SPEED}}, {.at = {x + .1, z + 2}}};
        for (int i = 2; i < 60; i++) people[i].at[0] = x + 20 + i, people[i].at[1] = z + 20;
        assert_true(steered(people, 60).move[0] < -.2);
    }
}

/* Two who stand leave a gap of 1.3 m: too little for a metre to each side, enough for .6 of one. */
static void a_character_that_has_waited_long_goes_through_a_narrower_gap(void **state)
{
    (void)state;
    pd_arena arena;
    pd_character_neighbours all;
    pd_character_space kept = {0};
    pd_character_neighbour people[28] = {{.velocity = {0, 0}}};
    for (int i = 1; i < 28; i++) { /* all round it, but for that gap ahead */
        const double angle = .7 + (2 * M_PI - 1.4) * (i - 1) / 26;
        people[i].at[0] = 1.1 * sin(angle), people[i].at[1] = 1.1 * cos(angle);
    }
    int went = -1;
    assert_true(pd_arena_init(&arena, pd_character_neighbours_bytes(28)));
    for (int tick = 0; tick < 600 && went < 0; tick++) {
        pd_character_input in = {.move = {0, 1}};
        pd_arena_reset(&arena);
        pd_character_neighbours_init(&all, people, 28, &arena);
        pd_character_space_step(&in, &kept, &all, 0, SPACE, SPEED);
        if (in.move[1] > .5) went = tick;
    }
    assert_true(went > 4 * 60 && went < 8 * 60);

    /* having gone it asks for all of it again, little by little */
    const int most = kept.waited;
    people[0].velocity[1] = SPEED;
    for (int tick = 0; tick < 60; tick++) {
        pd_character_input in = {.move = {0, 1}};
        pd_arena_reset(&arena);
        pd_character_neighbours_init(&all, people, 1, &arena);
        pd_character_space_step(&in, &kept, &all, 0, SPACE, SPEED);
    }
    assert_int_equal(kept.waited, most - 60);
    pd_arena_deinit(&arena);
}

/* A character stands .8 m ahead and stays. The way round it begins
 * at 63 degrees from the requested direction. */
static void a_character_that_has_waited_long_goes_round_a_person_right_before_it(void **state)
{
    (void)state;
    pd_arena arena;
    pd_character_neighbours all;
    pd_character_space kept = {.ticks = 1, .waited = 8 * 60};
    pd_character_input in = {0};
    const pd_character_neighbour people[] = {{.velocity = {0, 0}}, {.at = {0, .8}}};
    assert_true(pd_arena_init(&arena, pd_character_neighbours_bytes(2)));
    pd_character_neighbours_init(&all, people, 2, &arena);
    for (int tick = 0; tick < 5; tick++) {
        in = (pd_character_input){.move = {0, 1}};
        pd_character_space_step(&in, &kept, &all, 0, SPACE, SPEED);
    }
    assert_true(fabs(in.move[0]) > .3 && in.move[1] > .1);
    pd_arena_deinit(&arena);
}

/* Computes the push on the first character, metres a frame. */
static void pushed(double out[2], const pd_character_neighbour *people, int count)
{
    pd_arena arena;
    pd_character_neighbours all;
    assert_true(pd_arena_init(&arena, pd_character_neighbours_bytes(count)));
    pd_character_neighbours_init(&all, people, count, &arena);
    pd_character_space_push(out, &all, 0, SPACE);
    pd_arena_deinit(&arena);
}

/* Two roots of which the first one walks at the second, each with its push: they never come nearer than .6 m,
 * and a second walker is pushed as far. */
static void a_character_that_walks_at_another_is_held_off_as_by_a_wall(void **state)
{
    (void)state;
    for (int both = 0; both < 2; both++) {
        pd_character_neighbour people[2] = {{.own = {0, SPEED}, .yields = true},
                                            {.at = {0, 3}, .own = {0, both ? -SPEED : 0}, .yields = both}};
        double nearest = INFINITY, moved = 0;
        for (int frame = 0; frame < 300; frame++) {
            double push[2], other[2] = {0};
            const pd_character_neighbour turned[2] = {people[1], people[0]};
            pushed(push, people, 2);
            pushed(other, turned, 2);
            if (!both) assert_true(other[0] == 0 && other[1] == 0);
            for (int i = 0; i < 2; i++)
                people[i].at[1] += people[i].own[1] / 60 + (i ? other : push)[1],
                    moved += (i ? other : push)[1];
            nearest = fmin(nearest, people[1].at[1] - people[0].at[1]);
        }
        assert_near(nearest, .6, .005);
        if (both) assert_near(moved, 0, 1e-9);
    }
}

static void a_character_far_from_others_or_going_away_is_not_pushed(void **state)
{
    (void)state;
    const pd_character_neighbour others[] = {{.at = {0, 1.6}, .own = {0, -SPEED}, .yields = true},
                                             {.at = {0, .7}, .own = {0, SPEED}, .yields = true},
                                             {.at = {0, .7}, .company = 1}};
    for (int k = 0; k < 3; k++) {
        const pd_character_neighbour people[2] = {{.own = {0, SPEED}, .yields = true}, others[k]};
        double push[2];
        pushed(push, people, 2);
        assert_true(push[0] == 0 && push[1] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stick_is_unchanged_if_nobody_is_in_the_way),
        cmocka_unit_test(a_person_who_stands_in_the_way_is_avoided),
        cmocka_unit_test(a_character_moves_away_from_a_person_who_is_too_near),
        cmocka_unit_test(a_character_whose_way_is_blocked_waits),
        cmocka_unit_test(a_standing_character_is_not_steered),
        cmocka_unit_test(a_side_once_chosen_is_kept_for_some_ticks),
        cmocka_unit_test(a_character_that_has_waited_long_goes_through_a_narrower_gap),
        cmocka_unit_test(a_character_that_has_waited_long_goes_round_a_person_right_before_it),
        cmocka_unit_test(the_grid_sees_across_its_cells),
        cmocka_unit_test(a_character_that_walks_at_another_is_held_off_as_by_a_wall),
        cmocka_unit_test(a_character_far_from_others_or_going_away_is_not_pushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
