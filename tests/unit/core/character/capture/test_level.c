/* Tests how the floor of a clip is found, from footprints on a plane whose height and tilt are known. */
#include "core/anim/biped.h"
#include "core/base/rng.h"
#include "core/character/capture/level.h"
#include "tests/support/cmocka.h"

#define POINTS 40

static pd_vec3 points[3][POINTS];
static pd_character_plants plants[3];
static const pd_character_plants *const list[3] = {&plants[0], &plants[1], &plants[2]};

/* Plants of a walk of 4 m along the direction, feet 0.2 m apart,
 * on y = height + a x + b z, left ones d higher. */
static void walk(int clip, double heading, double a, double b, double height, double d, double noise)
{
    pd_rng rng;
    pd_rng_init(&rng, 7 + (uint64_t)clip);
    plants[clip] = (pd_character_plants){.points = points[clip], .count = POINTS, .left_count = POINTS / 2};
    for (int i = 0; i < POINTS; i++) {
        int side = i < POINTS / 2 ? 1 : -1;
        double s = 4.0 * (i % (POINTS / 2)) / (POINTS / 2) - 2, across = 0.1 * side;
        pd_vec3 *p = &points[clip][i];
        p->x = s * sin(heading) + across * cos(heading);
        p->z = s * cos(heading) - across * sin(heading);
        p->y = PD_ANIM_BIPED_TOE + height + a * p->x + b * p->z + side * d + noise * pd_rng_normal(&rng);
    }
    plants[clip].lowest = points[clip][0].y;
}

static void a_tilted_floor_is_found(void **state)
{
    (void)state;
    pd_character_level levels[3];
    int used;
    walk(0, 0.3, 0.007, -0.012, 0.05, 0, 0.003);
    walk(1, 1.9, 0.007, -0.012, 0.02, 0, 0.003);
    walk(2, -1.0, 0.007, -0.012, -0.30, 0, 0.003);
    pd_character_level_fit(levels, list, 3);
    assert_near(levels[0].tilt_x, 0.007, 1e-3);
    assert_near(levels[0].tilt_z, -0.012, 1e-3);
    assert_near(levels[1].height, 0.02, 1.5e-3);
    assert_near(levels[2].height, -0.30, 1.5e-3);
    assert_near(pd_character_level_rms(levels, list, 3, &used), 0.003, 5e-4);
    assert_int_equal(used, 3 * POINTS);
}

static void feet_of_unequal_height_are_no_tilt_across_a_straight_walk(void **state)
{
    (void)state;
    pd_character_level levels[3];
    for (int i = 0; i < 3; i++) walk(i, 0, 0, 0.01, 0, 0.006, 0.002);
    pd_character_level_fit(levels, list, 3);
    assert_near(levels[0].tilt_x, 0, 0.004); /* 0.06 when sides are taken for equal */
    assert_near(levels[0].tilt_z, 0.01, 1e-3);
    assert_near(levels[0].side, 0.006, 1e-3);
}

static void feet_that_are_slow_in_the_air_do_not_lift_the_floor(void **state)
{
    (void)state;
    pd_character_level levels[3];
    for (int i = 0; i < 3; i++) walk(i, 2.0 * i, 0, 0, 0, 0, 0.003);
    for (int i = 0; i < POINTS; i += 5) points[1][i].y += 0.2;
    pd_character_level_fit(levels, list, 3);
    assert_near(levels[1].height, 0, 4e-3);
    assert_near(hypot(levels[0].tilt_x, levels[0].tilt_z), 0, 2e-3);
}

static void a_clip_without_plants_stands_on_its_lowest_toes(void **state)
{
    (void)state;
    pd_character_level levels[1];
    plants[0] = (pd_character_plants){.points = points[0], .lowest = 0.125};
    pd_character_level_fit(levels, list, 1);
    assert_near(levels[0].height, 0.1, 1e-12);
    assert_near(levels[0].tilt_x, 0, 1e-12);
}

/* Makes a figure that stands upright on the slope for half a second at a time,
 * and hurries between its places. */
static void stand_about(pd_anim_clip *clip, double a, double b, double height)
{
    static const double places[6][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {-1, -1}, {3, 1}};
    pd_anim_skeleton biped;
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_anim_clip_init(clip, &biped, 6 * 40, 60, NULL), PD_OK);
    for (int t = 0; t < clip->frame_count; t++) {
        int at = t / 40, next = at < 5 ? at + 1 : at;
        double u = t % 40 < 30 ? 0 : (t % 40 - 29) / 11.0;
        double x = (1 - u) * places[at][0] + u * places[next][0],
               z = (1 - u) * places[at][1] + u * places[next][1];
        clip->roots[t] = pd_vec3_make(x, PD_ANIM_BIPED_REST_HEIGHT + height + a * x + b * z, z);
    }
}

static void plants_are_found_at_the_height_of_the_toes(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_character_plants found;
    stand_about(&clip, 0, 0, 0);
    assert_int_equal(pd_character_plants_find(&found, &clip, NULL), PD_OK);
    assert_int_equal(found.count, 12);
    assert_int_equal(found.left_count, 6);
    assert_true(found.points[0].x > 0.05 && found.points[6].x < -0.05);
    for (int i = 0; i < found.count; i++) assert_near(found.points[i].y, PD_ANIM_BIPED_TOE, 3e-4);
    pd_character_plants_deinit(&found);
    pd_anim_clip_deinit(&clip);
}

static void a_levelled_clip_stands_on_zero(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_character_plants found, again;
    pd_character_level level;
    const pd_character_plants *one = &found;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS], q[PD_ANIM_BIPED_JOINTS];
    stand_about(&clip, 0.02, -0.01, 0.3);
    pd_anim_clip_pose(p, NULL, &clip, 100);
    assert_int_equal(pd_character_plants_find(&found, &clip, NULL), PD_OK);
    pd_character_level_fit(&level, &one, 1);
    pd_character_level_apply(&clip, &level);
    pd_anim_clip_pose(q, NULL, &clip, 100);
    for (int j = 1; j < PD_ANIM_BIPED_JOINTS; j++) {
        int parent = pd_anim_biped_joints[j].parent;
        assert_near(pd_vec3_distance(q[j], q[parent]), pd_vec3_distance(p[j], p[parent]), 1e-12);
    }
    assert_int_equal(pd_character_plants_find(&again, &clip, NULL), PD_OK);
    for (int i = 0; i < again.count; i++) assert_near(again.points[i].y, PD_ANIM_BIPED_TOE, 4e-3);
    pd_character_plants_deinit(&found);
    pd_character_plants_deinit(&again);
    pd_anim_clip_deinit(&clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tilted_floor_is_found),
        cmocka_unit_test(feet_of_unequal_height_are_no_tilt_across_a_straight_walk),
        cmocka_unit_test(feet_that_are_slow_in_the_air_do_not_lift_the_floor),
        cmocka_unit_test(a_clip_without_plants_stands_on_its_lowest_toes),
        cmocka_unit_test(plants_are_found_at_the_height_of_the_toes),
        cmocka_unit_test(a_levelled_clip_stands_on_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
