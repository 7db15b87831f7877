/* Tests walls, areas and beams of a scene: where a point that comes too near is moved to, computed by
 * projection, and how areas fade out. Every number is taken at both ends
 * of its range and refused beyond them. */
#include "core/anim/scene/scene.h"
#include "tests/support/cmocka.h"

static pd_anim_scene scene;

static int setup(void **state)
{
    (void)state;
    assert_int_equal(pd_anim_scene_init(&scene, 2, 1, 1, 1, "/scene", NULL), PD_OK);
    scene.walls[0] = (pd_anim_wall){{0, 0}, {10, 0}, 0.5};
    scene.walls[1] = (pd_anim_wall){{20, 20}, {20, 20}, 1};
    scene.jumps[0] = (pd_anim_jump_area){{5, 5}, 0.75, 1};
    scene.crouches[0] = (pd_anim_crouch_area){{-5, 5}, {2, 4}, 0.8, 0};
    scene.beams[0] = (pd_anim_beam){{0, -5}, {10, -5}, 0.3};
    assert_int_equal(pd_anim_scene_init_seats(&scene, 1, "/scene", NULL), PD_OK);
    scene.seats[0] = (pd_anim_seat){{2, 1}, 0, 0.45, 0.45};
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
    assert_true(pd_anim_scene_push(above, &scene, 0));
    assert_near(above[0], 3, 1e-12);
    assert_near(above[1], 0.5, 1e-12);
    assert_true(pd_anim_scene_push(below, &scene, 0));
    assert_near(below[1], -0.5, 1e-12);
    assert_true(pd_anim_scene_push(on, &scene, 0));
    assert_near(fabs(on[1]), 0.5, 1e-12);
    assert_true(pd_anim_scene_push(beyond, &scene, 0));
    assert_near(beyond[0], 10.5, 1e-12);
    assert_false(pd_anim_scene_push(away, &scene, 0));
    assert_near(away[1], 0.6, 0);
}

static void a_larger_distance_from_walls_moves_a_point_further(void **state)
{
    (void)state;
    double in[2] = {3, 0.2}, beside[2] = {3, -0.6}, away[2] = {3, 0.85};
    assert_true(pd_anim_scene_push(in, &scene, 0.3));
    assert_near(in[1], 0.8, 1e-12);
    assert_true(pd_anim_scene_push(beside, &scene, 0.3));
    assert_near(beside[1], -0.8, 1e-12);
    assert_false(pd_anim_scene_push(away, &scene, 0.3));
}

static void a_wall_without_length_is_a_post(void **state)
{
    (void)state;
    double beside[2] = {20, 20.25}, on[2] = {20, 20};
    assert_true(pd_anim_scene_push(beside, &scene, 0));
    assert_near(beside[1], 21, 1e-12);
    assert_true(pd_anim_scene_push(on, &scene, 0));
    assert_near(hypot(on[0] - 20, on[1] - 20), 1, 1e-12);
}

static void the_walls_near_a_place_push_as_the_whole_scene_does(void **state)
{
    (void)state;
    const double place[2] = {5, 0.7};
    pd_anim_near near;
    pd_anim_scene_near(&near, &scene, place, 0.5);
    assert_int_equal(near.count, 1);
    for (int i = 0; i < 20; i++) {
        double a[2] = {4.8 + 0.02 * i, 0.3 + 0.04 * i}, b[2] = {a[0], a[1]};
        assert_int_equal(pd_anim_scene_push(a, &scene, 0), pd_anim_scene_push_near(b, &scene, &near, 0));
        assert_memory_equal(a, b, sizeof a);
    }
    pd_anim_scene_near(&near, NULL, place, 1);
    assert_int_equal(near.count, 0);
}

static void the_strength_of_an_area_falls_to_zero_around_it(void **state)
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

static void the_depth_of_a_wavy_crouch_area_is_a_sine(void **state)
{
    (void)state;
    scene.crouches[0].wave = 0.5;
    for (double x = -5.9; x < -4; x += 0.3) {
        const double at[2] = {x, 5};
        assert_near(pd_anim_scene_crouch(&scene, at), 0.8 * (1 - (sin(x / 0.5) + 1) / 2), 1e-12);
    }
}

static void a_wall_is_bumped_into_the_more_the_nearer(void **state)
{
    (void)state;
    const double face[2] = {3, 0.5}, half[2] = {3, -1}, far[2] = {3, 1.6};
    assert_near(pd_anim_scene_bump(&scene, face, 1), 1, 1e-12);
    assert_near(pd_anim_scene_bump(&scene, half, 1), 0.5, 1e-12);
    assert_near(pd_anim_scene_bump(&scene, far, 1), 0, 0);
    assert_near(pd_anim_scene_bump(NULL, face, 1), 0, 0);
}

static void a_character_on_a_beam_is_moved_to_its_centre_line(void **state)
{
    (void)state;
    double on[2] = {4, -4.8}, off[2] = {4, -4.6};
    assert_true(pd_anim_scene_balance(on, &scene));
    assert_near(on[1], -4.9, 1e-12);
    assert_near(on[0], 4, 1e-12);
    assert_false(pd_anim_scene_balance(off, &scene));
    assert_near(off[1], -4.6, 0);
}

static void a_missing_scene_counts_as_an_empty_one(void **state)
{
    (void)state;
    double at[2] = {0, 0};
    assert_false(pd_anim_scene_push(at, NULL, 0));
    assert_false(pd_anim_scene_balance(at, NULL));
    assert_near(pd_anim_scene_jump(NULL, at), 0, 0);
    assert_near(pd_anim_scene_crouch(NULL, at), 0, 0);
    assert_near(pd_anim_scene_height(NULL, 3, 4), 0, 0);
}

/* A view in units of 70 cm answers as the scene does for the same places in metres, for every query. */
static void a_view_answers_in_its_own_unit(void **state)
{
    (void)state;
    const double unit = 0.7;
    pd_anim_scene metres, view;
    assert_int_equal(pd_anim_scene_init(&metres, 2, 1, 1, 1, "", NULL), PD_OK);
    metres.walls[0] = (pd_anim_wall){.from = {1, -3}, .to = {1, 3}, .width = 0.1};
    metres.walls[1] = (pd_anim_wall){.from = {-2, 2}, .to = {0, 3}, .width = 0.2};
    metres.jumps[0] = (pd_anim_jump_area){.at = {-1, -1}, .radius = 0.5, .falloff = 1};
    metres.crouches[0] = (pd_anim_crouch_area){.at = {-1, 1}, .size = {2, 1}, .amount = 0.8, .wave = 0.6};
    metres.beams[0] = (pd_anim_beam){.from = {-3, -3}, .to = {-3, 3}, .width = 0.4};
    const pd_anim_ground_grid grid = {.rows = 2, .columns = 2, .x = -4, .z = -4, .cell = 8};
    assert_int_equal(pd_anim_ground_init(&metres.ground, grid, "", NULL), PD_OK);
    for (int i = 0; i < 4; i++) metres.ground.heights[i] = (float)i;
    pd_anim_scene_view(&view, &metres, unit);

    for (double x = -4; x <= 4; x += 0.37)
        for (double z = -4; z <= 4; z += 0.41) {
            const double at[2] = {x, z}, own[2] = {x / unit, z / unit};
            double a[2] = {x, z}, b[2] = {own[0], own[1]};
            pd_anim_near near[2];
            assert_near(pd_anim_scene_height(&view, own[0], own[1]) * unit,
                        pd_anim_scene_height(&metres, x, z), 1e-9);
            assert_near(pd_anim_scene_jump(&view, own), pd_anim_scene_jump(&metres, at), 1e-9);
            assert_near(pd_anim_scene_crouch(&view, own), pd_anim_scene_crouch(&metres, at), 1e-9);
            assert_near(pd_anim_scene_bump(&view, own, 0.5 / unit), pd_anim_scene_bump(&metres, at, 0.5),
                        1e-9);

            assert_int_equal(pd_anim_scene_balance(b, &view), pd_anim_scene_balance(a, &metres));
            assert_int_equal(pd_anim_scene_push(b, &view, 0.3 / unit), pd_anim_scene_push(a, &metres, 0.3));
            for (int k = 0; k < 2; k++) assert_near(b[k] * unit, a[k], 1e-9);

            pd_anim_scene_near(&near[0], &metres, at, 0.8);
            pd_anim_scene_near(&near[1], &view, own, 0.8 / unit);
            assert_int_equal(near[0].count, near[1].count);
            assert_int_equal(pd_anim_scene_push_near(b, &view, &near[1], 0.4 / unit),
                             pd_anim_scene_push_near(a, &metres, &near[0], 0.4));
            for (int k = 0; k < 2; k++) assert_near(b[k] * unit, a[k], 1e-9);
        }

    const pd_anim_wall wall = pd_anim_scene_wall(&view, 1);
    assert_near(wall.from[0] * unit, -2, 1e-12);
    assert_near(wall.to[1] * unit, 3, 1e-12);
    assert_near(wall.width * unit, 0.2, 1e-12);
    pd_anim_scene_deinit(&metres);
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
    assert_int_equal(pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){2, 2, 0, 0, 1}, "", NULL),
                     PD_OK);
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
    assert_int_equal(pd_anim_scene_init_seats(&many, PD_ANIM_SCENE_MAX_AREAS + 1, "/scene", &err),
                     PD_ERR_LIMIT);
}

/* Every number of a scene is taken at both ends of its range and refused beyond them, by its place. */
static void numbers_are_held_to_their_range_by_place(void **state)
{
    (void)state;
    const double span = PD_ANIM_SCENE_MAX_SPAN;
    struct {
        double *number;
        const char *where;
        double least, most;
    } rows[] = {{&scene.walls[1].from[0], "/scene/walls/1/from", -span, span},
                {&scene.walls[0].from[1], "/scene/walls/0/from", -span, span},
                {&scene.walls[0].to[0], "/scene/walls/0/to", -span, span},
                {&scene.walls[1].to[1], "/scene/walls/1/to", -span, span},
                {&scene.walls[1].width, "/scene/walls/1/width", 0, 100},
                {&scene.jumps[0].at[0], "/scene/jumps/0/at", -span, span},
                {&scene.jumps[0].radius, "/scene/jumps/0/radius", 0.01, 100},
                {&scene.jumps[0].falloff, "/scene/jumps/0/falloff", 0.01, 100},
                {&scene.crouches[0].at[1], "/scene/crouches/0/at", -span, span},
                {&scene.crouches[0].size[0], "/scene/crouches/0/size", 0.01, 1000},
                {&scene.crouches[0].size[1], "/scene/crouches/0/size", 0.01, 1000},
                {&scene.crouches[0].amount, "/scene/crouches/0/amount", 0, 1},
                {&scene.beams[0].from[1], "/scene/beams/0/from", -span, span},
                {&scene.beams[0].to[0], "/scene/beams/0/to", -span, span},
                {&scene.beams[0].width, "/scene/beams/0/width", 0.01, 10},
                {&scene.seats[0].at[1], "/scene/seats/0/at", -span, span},
                {&scene.seats[0].facing, "/scene/seats/0/facing", -1000, 1000},
                {&scene.seats[0].width, "/scene/seats/0/width", 0.05, 100},
                {&scene.seats[0].depth, "/scene/seats/0/depth", 0.05, 100}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double was = *rows[i].number;
        const double good[2] = {rows[i].least, rows[i].most},
                     bad[3] = {rows[i].least - 1e-3, rows[i].most + 1e-3, NAN};
        for (int k = 0; k < 2; k++) {
            *rows[i].number = good[k];
            assert_int_equal(pd_anim_scene_check(&scene, "/scene", NULL), PD_OK);
        }
        for (int k = 0; k < 3; k++) {
            pd_error err = {0};
            *rows[i].number = bad[k];
            assert_int_equal(pd_anim_scene_check(&scene, "/scene", &err), PD_ERR_RANGE);
            assert_string_equal(err.where, rows[i].where);
        }
        *rows[i].number = was;
    }
}

static void a_point_on_a_wall_leaves_it_to_its_left_and_a_post_to_the_x(void **state)
{
    (void)state;
    double on[2] = {3, 0}, post[2] = {20, 20};
    assert_true(pd_anim_scene_push(on, &scene, 0));
    assert_near(on[0], 3, 1e-12);
    assert_near(on[1], 0.5, 1e-12); /* from x 0 to x 10: z is to its left */
    assert_true(pd_anim_scene_push(post, &scene, 0));
    assert_near(post[0], 21, 1e-12);
    assert_near(post[1], 20, 1e-12);
}

/* Oblique walls, by projection. */
static void points_leave_oblique_walls_at_right_angles(void **state)
{
    (void)state;
    pd_anim_scene own;
    assert_int_equal(pd_anim_scene_init(&own, 1, 0, 0, 0, "/scene", NULL), PD_OK);
    for (double a = 0.1; a < 6.2; a += 0.5) {
        double ux = cos(a), uz = sin(a);
        own.walls[0] = (pd_anim_wall){{1, 2}, {1 + 4 * ux, 2 + 4 * uz}, 0.5};
        for (double side = -0.45; side < 0.5; side += 0.3)
            for (double along = 0.2; along < 4; along += 0.9) {
                double at[2] = {1 + along * ux - side * uz, 2 + along * uz + side * ux},
                       to = side < 0 ? -0.5 : 0.5;
                assert_true(pd_anim_scene_push(at, &own, 0));
                assert_near(at[0], 1 + along * ux - to * uz, 1e-9);
                assert_near(at[1], 2 + along * uz + to * ux, 1e-9);
            }
        double before[2] = {1 - 0.3 * ux, 2 - 0.3 * uz}, behind[2] = {1 + 4.2 * ux, 2 + 4.2 * uz},
               edge[2] = {1 + ux - 0.5001 * uz, 2 + uz + 0.5001 * ux};
        assert_true(pd_anim_scene_push(before, &own, 0));
        assert_near(before[0], 1 - 0.5 * ux, 1e-9);
        assert_true(pd_anim_scene_push(behind, &own, 0));
        assert_near(behind[1], 2 + 4.5 * uz, 1e-9);
        assert_false(pd_anim_scene_push(edge, &own, 0));
    }
    pd_anim_scene_deinit(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_point_in_a_wall_is_put_out_on_its_side, setup, teardown),
        cmocka_unit_test_setup_teardown(a_larger_distance_from_walls_moves_a_point_further, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wall_without_length_is_a_post, setup, teardown),
        cmocka_unit_test_setup_teardown(the_walls_near_a_place_push_as_the_whole_scene_does, setup, teardown),
        cmocka_unit_test_setup_teardown(the_strength_of_an_area_falls_to_zero_around_it, setup, teardown),
        cmocka_unit_test_setup_teardown(the_depth_of_a_wavy_crouch_area_is_a_sine, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wall_is_bumped_into_the_more_the_nearer, setup, teardown),
        cmocka_unit_test_setup_teardown(a_character_on_a_beam_is_moved_to_its_centre_line, setup, teardown),
        cmocka_unit_test(a_missing_scene_counts_as_an_empty_one),
        cmocka_unit_test(a_view_answers_in_its_own_unit),
        cmocka_unit_test_setup_teardown(a_scene_out_of_range_is_refused_by_the_place, setup, teardown),
        cmocka_unit_test(too_many_walls_are_refused_with_the_limit),
        cmocka_unit_test_setup_teardown(numbers_are_held_to_their_range_by_place, setup, teardown),
        cmocka_unit_test_setup_teardown(a_point_on_a_wall_leaves_it_to_its_left_and_a_post_to_the_x, setup,
                                        teardown),
        cmocka_unit_test(points_leave_oblique_walls_at_right_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
