#include "core/anim/scene.h"
#include "tests/support/cmocka.h"

static pd_anim_scene scene;

static int setup(void **state)
{
    (void)state;
    assert_int_equal(pd_anim_scene_init(&scene, 2, 1, 1, 1, "/scene", NULL), PD_OK);
    scene.walls[0] = (pd_anim_wall){{0, 0}, {10, 0}, 0.5};
    scene.walls[1] = (pd_anim_wall){{20, 20}, {20, 20}, 1};
    scene.jumps[0] = (pd_anim_jump_area){{5, 5}, 0.75, 1};
    scene.crouches[0] = (pd_anim_crouch_area){{-5, 5}, {2, 4}, 0.8};
    scene.beams[0] = (pd_anim_beam){{0, -5}, {10, -5}, 0.3};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_anim_scene_deinit(&scene);
    return 0;
}

static void a_point_in_a_wall_is_put_out_on_its_side(void **state)
{
    (void)state;
    double above[2] = {3, 0.2}, below[2] = {3, -0.1}, on[2] = {3, 0}, beyond[2] = {10.3, 0},
           away[2] = {3, 0.6};
    assert_true(pd_anim_scene_push(above, &scene));
    assert_near(above[0], 3, 1e-12);
    assert_near(above[1], 0.5, 1e-12);
    assert_true(pd_anim_scene_push(below, &scene));
    assert_near(below[1], -0.5, 1e-12);
    assert_true(pd_anim_scene_push(on, &scene));
    assert_near(fabs(on[1]), 0.5, 1e-12);
    assert_true(pd_anim_scene_push(beyond, &scene));
    assert_near(beyond[0], 10.5, 1e-12);
    assert_false(pd_anim_scene_push(away, &scene));
    assert_near(away[1], 0.6, 0);
}

static void a_wall_without_length_is_a_post(void **state)
{
    (void)state;
    double beside[2] = {20, 20.25}, on[2] = {20, 20};
    assert_true(pd_anim_scene_push(beside, &scene));
    assert_near(beside[1], 21, 1e-12);
    assert_true(pd_anim_scene_push(on, &scene));
    assert_near(hypot(on[0] - 20, on[1] - 20), 1, 1e-12);
}

static void walls_near_a_place_push_like_all_of_them(void **state)
{
    (void)state;
    const double place[2] = {5, 0.7};
    pd_anim_near near;
    pd_anim_scene_near(&near, &scene, place, 0.5);
    assert_int_equal(near.count, 1);
    for (int i = 0; i < 20; i++) {
        double a[2] = {4.8 + 0.02 * i, 0.3 + 0.04 * i}, b[2] = {a[0], a[1]};
        assert_int_equal(pd_anim_scene_push(a, &scene), pd_anim_scene_push_near(b, &scene, &near));
        assert_memory_equal(a, b, sizeof a);
    }
    pd_anim_scene_near(&near, NULL, place, 1);
    assert_int_equal(near.count, 0);
}

static void areas_fade_out_around_themselves(void **state)
{
    (void)state;
    const double in[2] = {5.5, 5}, half[2] = {5, 6.25}, out[2] = {5, 7};
    assert_near(pd_anim_scene_jump(&scene, in), 1, 0);
    assert_near(pd_anim_scene_jump(&scene, half), 0.5, 1e-12);
    assert_near(pd_anim_scene_jump(&scene, out), 0, 0);
    const double middle[2] = {-5, 6.9}, edge[2] = {-3.5, 5}, far[2] = {-2.9, 5};
    assert_near(pd_anim_scene_crouch(&scene, middle), 0.8, 1e-12);
    assert_near(pd_anim_scene_crouch(&scene, edge), 0.4, 1e-12);
    assert_near(pd_anim_scene_crouch(&scene, far), 0, 0);
}

static void a_beam_draws_to_its_line_who_is_on_it(void **state)
{
    (void)state;
    double on[2] = {4, -4.8}, off[2] = {4, -4.6};
    assert_true(pd_anim_scene_balance(on, &scene));
    assert_near(on[1], -4.9, 1e-12);
    assert_near(on[0], 4, 1e-12);
    assert_false(pd_anim_scene_balance(off, &scene));
    assert_near(off[1], -4.6, 0);
}

static void no_scene_is_an_empty_one(void **state)
{
    (void)state;
    double at[2] = {0, 0};
    assert_false(pd_anim_scene_push(at, NULL));
    assert_false(pd_anim_scene_balance(at, NULL));
    assert_near(pd_anim_scene_jump(NULL, at), 0, 0);
    assert_near(pd_anim_scene_crouch(NULL, at), 0, 0);
    assert_near(pd_anim_scene_height(NULL, 3, 4), 0, 0);
}

static void refused(const char *where, pd_status status)
{
    pd_error err;
    assert_int_equal(pd_anim_scene_check(&scene, "/scene", &err), status);
    assert_string_equal(err.where, where);
}

static void a_scene_out_of_range_is_refused_by_the_place(void **state)
{
    (void)state;
    assert_int_equal(pd_anim_scene_check(&scene, "/scene", NULL), PD_OK);
    scene.walls[1].width = -1;
    refused("/scene/walls/1/width", PD_ERR_RANGE);
    scene.walls[1].width = 1, scene.walls[0].to[1] = NAN;
    refused("/scene/walls/0/to", PD_ERR_RANGE);
    scene.walls[0].to[1] = 0, scene.jumps[0].falloff = 0;
    refused("/scene/jumps/0/falloff", PD_ERR_RANGE);
    scene.jumps[0].falloff = 1, scene.crouches[0].amount = 1.5;
    refused("/scene/crouches/0/amount", PD_ERR_RANGE);
    scene.crouches[0].amount = 1, scene.beams[0].from[0] = 1e9;
    refused("/scene/beams/0/from", PD_ERR_RANGE);
    scene.beams[0].from[0] = 0;
    assert_int_equal(pd_anim_ground_init(&scene.ground, 2, 2, 0, 0, 1, "", NULL), PD_OK);
    scene.ground.heights[3] = INFINITY;
    refused("/scene/ground/heights/3/y", PD_ERR_RANGE);
}

static void too_many_walls_are_refused_with_the_limit(void **state)
{
    (void)state;
    pd_anim_scene many;
    pd_error err;
    assert_int_equal(pd_anim_scene_init(&many, 100000, 0, 0, 0, "/scene", &err), PD_ERR_LIMIT);
    assert_string_equal(err.detail, "100000 walls; 0 to 1024 allowed");
    assert_int_equal(pd_anim_scene_init(&many, 0, 0, 0, -1, "/scene", &err), PD_ERR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_point_in_a_wall_is_put_out_on_its_side, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wall_without_length_is_a_post, setup, teardown),
        cmocka_unit_test_setup_teardown(walls_near_a_place_push_like_all_of_them, setup, teardown),
        cmocka_unit_test_setup_teardown(areas_fade_out_around_themselves, setup, teardown),
        cmocka_unit_test_setup_teardown(a_beam_draws_to_its_line_who_is_on_it, setup, teardown),
        cmocka_unit_test(no_scene_is_an_empty_one),
        cmocka_unit_test_setup_teardown(a_scene_out_of_range_is_refused_by_the_place, setup, teardown),
        cmocka_unit_test(too_many_walls_are_refused_with_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
