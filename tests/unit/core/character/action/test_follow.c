/* Going to a place: the route is found, walked and reported.
 * tests/unit/core/character/test_character.c tests given paths. */
#include "core/character/action/follow.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

static pd_pfnn_model *model;
static pd_character_rig rig;
static pd_character character;
static pd_arena arena;

static int setup(void **state)
{
    (void)state;
    const double at[2] = {0, -2};
    model = rigs_model(8, 1);
    return pd_character_rig_init(&rig, model, NULL) || !pd_arena_init(&arena, pd_anim_route_bytes()) ||
           pd_character_init(&character, &rig, NULL, at, 0, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}

static void the_way_to_a_place_leads_round_a_wall(void **state)
{
    (void)state;
    pd_anim_wall wall = {{-3, 0}, {1, 0}, 0.1};
    const pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    pd_character_follow f = {.points = {{0, 2}}, .count = 1, .round = true};
    pd_character_input input;
    assert_int_equal(pd_character_follow_check(&f, NULL), PD_OK);

    assert_true(pd_character_follow_needs_way(&f)); /* it waits for it */
    assert_int_equal(pd_character_follow_step(&input, &f, &character, &rig), 0);
    assert_near(pd_character_input_push(&input), 0, 0);

    pd_character_follow_plan(&f, &character, &rig, &scene, &arena);
    assert_false(pd_character_follow_needs_way(&f));
    assert_true(f.count > 2);
    assert_near(f.points[0][1], -2, 0);
    assert_near(f.points[f.count - 1][1], 2, 0);
    double most = 0;
    for (int i = 1; i < f.count - 1; i++) most = fmax(most, f.points[i][0]);
    assert_true(most > 1.3 && most < 1.8);

    pd_character_follow_step(&input, &f, &character, &rig);
    assert_true(input.move[0] > 0.3);
    assert_false(character.pending & PD_CHARACTER_UNREACHABLE);
}

static void a_goal_inside_a_wall_is_reported_and_not_walked_to(void **state)
{
    (void)state;
    pd_anim_wall wall = {{-1, 2}, {1, 2}, 0.3};
    const pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    pd_character_follow f = {.points = {{0, 2}}, .count = 1, .round = true};
    pd_character_input input;
    pd_character_follow_plan(&f, &character, &rig, &scene, &arena);
    assert_true(character.pending & PD_CHARACTER_UNREACHABLE);
    assert_int_equal(pd_character_follow_step(&input, &f, &character, &rig), 0);
    assert_near(pd_character_input_push(&input), 0, 0);
    character.pending = 0;
}

static void round_is_refused_unless_the_path_is_a_single_point(void **state)
{
    (void)state;
    const pd_character_follow wrong[] = {{.count = 2, .round = true},
                                         {.count = 1, .closed = 1, .round = true},
                                         {.count = 1, .wander = 3, .round = true}};
    for (int i = 0; i < 3; i++) {
        pd_error err = {0};
        assert_int_equal(pd_character_follow_check(&wrong[i], &err), PD_ERR_INVALID);
        assert_string_equal(err.where, "/round");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_to_a_place_leads_round_a_wall),
        cmocka_unit_test(a_goal_inside_a_wall_is_reported_and_not_walked_to),
        cmocka_unit_test(round_is_refused_unless_the_path_is_a_single_point),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
