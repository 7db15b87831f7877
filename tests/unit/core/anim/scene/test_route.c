/* Routes around the obstacles of a scene. */
#include "core/anim/scene/route.h"

#include "core/base/rng.h"
#include "core/math/plane.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

static pd_arena arena;

static int setup(void **state)
{
    (void)state;
    return !pd_arena_init(&arena, pd_anim_route_bytes());
}

static int teardown(void **state)
{
    (void)state;
    pd_arena_deinit(&arena);
    return 0;
}

static double length_of(const pd_anim_route *r, const double from[2])
{
    double sum = 0;
    for (int i = 0; i < r->count; i++, from = r->points[i - 1])
        sum += hypot(r->points[i][0] - from[0], r->points[i][1] - from[1]);
    return sum;
}

/* Returns the least distance of a route from a wall's line, in steps of a centimetre. */
static double nearest_to(const pd_anim_route *r, const double start[2], const pd_anim_wall *wall)
{
    double least = INFINITY, off[2];
    const double *from = start;
    for (int i = 0; i < r->count; i++, from = r->points[i - 1]) {
        int steps = 1 + (int)(100 * hypot(r->points[i][0] - from[0], r->points[i][1] - from[1]));
        for (int k = 0; k <= steps; k++) {
            double at[2];
            pd_plane_mix(at, from, r->points[i], (double)k / steps);
            least = fmin(least, pd_plane_off_segment(off, wall->from, wall->to, at));
        }
    }
    return least;
}

static void a_path_without_obstacles_is_straight(void **state)
{
    (void)state;
    pd_anim_route r;
    pd_anim_route_job job = {.from = {-1, 2}, .to = {300, -40}, .keep = 0.4};
    assert_true(pd_anim_route_find(&r, &job, &arena));
    assert_int_equal(r.count, 1);
    assert_near(r.points[0][0], 300, 0);
    assert_near(r.points[0][1], -40, 0);
    assert_int_equal(arena.used, 0);
}

/* A route round the end of a wall: its length is twice sqrt(2^2 + 2^2) and a little more for the distance
 * from the wall. */
static void a_path_goes_round_the_nearer_end_of_a_wall(void **state)
{
    (void)state;
    pd_anim_wall wall = {.from = {-2, 0}, .to = {8, 0}, .width = 0.1};
    pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    pd_anim_route r;
    pd_anim_route_job job = {.scene = &scene, .from = {0, -2}, .to = {0, 2}, .keep = 0.4};
    assert_true(pd_anim_route_find(&r, &job, &arena));
    assert_true(r.count >= 2 && r.count <= 6);
    assert_true(nearest_to(&r, job.from, &wall) > 0.1 + 0.4 - 0.05);
    assert_true(length_of(&r, job.from) > 5.6 && length_of(&r, job.from) < 6.6);
    for (int i = 0; i < r.count - 1; i++) assert_true(r.points[i][0] < -1.9);
    assert_near(r.points[r.count - 1][0], 0, 0);
}

static void a_path_goes_through_a_door_only_if_it_is_open(void **state)
{
    (void)state;
    /* a room of 6 m, one side of which is two pieces with a door of 1.2 m between their sides */
    pd_anim_wall walls[] = {{{-3, -3}, {3, -3}, 0.1},
                            {{3, -3}, {3, 3}, 0.1},
                            {{-3, -3}, {-3, 3}, 0.1},
                            {{-3, 3}, {0.8, 3}, 0.1},
                            {{2.2, 3}, {3, 3}, 0.1}};
    pd_anim_scene scene = {.walls = walls, .wall_count = 5};
    pd_anim_route r;
    pd_anim_route_job job = {.scene = &scene, .from = {0, 6}, .to = {-2, 1}, .keep = 0.4};
    assert_true(pd_anim_route_find(&r, &job, &arena));
    for (int i = 0; i < 5; i++) assert_true(nearest_to(&r, job.from, &walls[i]) > 0.1 + 0.4 - 0.05);

    walls[4].from[0] = 1.4; /* .4 m between the sides */
    assert_false(pd_anim_route_find(&r, &job, &arena));
    job.keep = 0.1;
    assert_true(pd_anim_route_find(&r, &job, &arena));

    walls[3].to[0] = 3;
    assert_false(pd_anim_route_find(&r, &job, &arena));
    assert_int_equal(arena.used, 0);
}

static void a_place_beside_a_wall_is_reached_and_one_inside_it_is_not(void **state)
{
    (void)state;
    pd_anim_wall wall = {.from = {0, 0}, .to = {4, 0}, .width = 0.3};
    pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    pd_anim_route r;
    pd_anim_route_job job = {.scene = &scene, .from = {2, -3}, .to = {2, 0.2}, .keep = 0.4};
    assert_false(pd_anim_route_find(&r, &job, &arena));
    job.to[1] = 0.4;
    assert_true(pd_anim_route_find(&r, &job, &arena));
    assert_true(nearest_to(&r, job.from, &wall) > 0.34);
}

static void a_path_avoids_every_seat_but_its_own(void **state)
{
    (void)state;
    pd_anim_seat bench = {.at = {0, 0}, .facing = 0.5, .width = 1.6, .depth = 0.4};
    pd_anim_scene scene = {.seats = &bench, .seat_count = 1};
    const pd_anim_wall middle = {.from = {-0.6 * cos(0.5), 0.6 * sin(0.5)},
                                 .to = {0.6 * cos(0.5), -0.6 * sin(0.5)}};
    pd_anim_route r;
    pd_anim_route_job job = {.scene = &scene, .from = {0.2, -2}, .to = {0, 2}, .keep = 0.4};
    assert_true(pd_anim_route_find(&r, &job, &arena));
    assert_true(r.count > 1);
    assert_true(nearest_to(&r, job.from, &middle) > 0.2 + 0.4 - 0.05);

    /* to the character that sits there it has the given size */
    const pd_anim_seat own = {.at = {0.1, 0}, .facing = 0.5, .width = 0.2, .depth = 0.2};
    job.own = &own;
    assert_true(pd_anim_route_find(&r, &job, &arena));
    assert_true(nearest_to(&r, job.from, &middle) < 0.5);
}

/* A ledge of .4 m, with stairs of .2 m at one side. */
static void heights_too_large_for_a_step_are_climbed_by_stairs(void **state)
{
    (void)state;
    pd_anim_scene scene = {0};
    const pd_anim_ground_grid grid = {81, 81, -4, -4, 0.1};
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < 81; r++)
        for (int c = 0; c < 81; c++)
            scene.ground.heights[r * 81 + c] = r > 40 ? 0.4F : c > 45 && r > 35 ? 0.2F : 0;

    pd_anim_route r;
    pd_anim_route_job job = {.scene = &scene, .from = {-2, -2}, .to = {-2, 2}, .keep = 0.4};
    assert_true(pd_anim_route_find(&r, &job, &arena));
    double most = -INFINITY;
    for (int i = 0; i < r.count; i++) most = fmax(most, r.points[i][0]);
    assert_true(most > 0.5);

    for (int i = 36 * 81; i < 41 * 81; i++) scene.ground.heights[i] = 0;
    assert_false(pd_anim_route_find(&r, &job, &arena));
    pd_anim_scene_deinit(&scene);
}

/* Random walls: a route keeps its distance from all of them, is no longer than a walk round the whole scene,
 * and has the same length backwards. */
static void paths_avoid_obstacles(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 5);
    int found = 0;
    for (int t = 0; t < 60; t++) {
        pd_anim_wall walls[12];
        pd_anim_scene scene = {.walls = walls, .wall_count = 12};
        for (int i = 0; i < 12; i++) {
            double angle = pd_rng_between(&rng, 0, 6.28), half = pd_rng_between(&rng, 0.1, 1.2);
            double x = pd_rng_between(&rng, -3, 3), z = pd_rng_between(&rng, -3, 3);
            walls[i] = (pd_anim_wall){{x - half * cos(angle), z - half * sin(angle)},
                                      {x + half * cos(angle), z + half * sin(angle)},
                                      0.05};
        }
        pd_anim_route r, back;
        pd_anim_route_job job = {.scene = &scene, .from = {-3.8, -3.8}, .to = {3.8, 3.8}, .keep = 0.35};
        pd_anim_route_job other = {.scene = &scene, .from = {3.8, 3.8}, .to = {-3.8, -3.8}, .keep = 0.35};
        assert_true(pd_anim_route_find(&r, &job, &arena) && pd_anim_route_find(&back, &other, &arena));
        assert_near(length_of(&r, job.from), length_of(&back, other.from), 0.6);
        assert_true(length_of(&r, job.from) < 17);
        found += r.count > 1;
        for (int i = 0; i < 12; i++) {
            double off[2], ends = fmin(pd_plane_off_segment(off, walls[i].from, walls[i].to, job.from),
                                       pd_plane_off_segment(off, walls[i].from, walls[i].to, job.to));
            assert_true(nearest_to(&r, job.from, &walls[i]) > fmin(0.4, ends) - 0.08);
        }
    }
    assert_true(found > 40);
}

static void without_room_in_the_arena_nothing_is_found(void **state)
{
    (void)state;
    pd_arena small;
    pd_anim_route r;
    pd_anim_route_job job = {.to = {1, 1}};
    assert_true(pd_arena_init(&small, 1000));
    assert_false(pd_anim_route_find(&r, &job, &small));
    assert_int_equal(small.used, 0);
    pd_arena_deinit(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_without_obstacles_is_straight),
        cmocka_unit_test(a_path_goes_round_the_nearer_end_of_a_wall),
        cmocka_unit_test(a_path_goes_through_a_door_only_if_it_is_open),
        cmocka_unit_test(a_place_beside_a_wall_is_reached_and_one_inside_it_is_not),
        cmocka_unit_test(a_path_avoids_every_seat_but_its_own),
        cmocka_unit_test(heights_too_large_for_a_step_are_climbed_by_stairs),
        cmocka_unit_test(paths_avoid_obstacles),
        cmocka_unit_test(without_room_in_the_arena_nothing_is_found),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
