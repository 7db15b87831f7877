/* Ledges that are too high stop a step towards them and leave a step along them; lower ones and drops do
 * not. */
#include "core/character/control/cliff.h"

#include "core/math/plane.h"
#include "tests/support/cmocka.h"

#include <math.h>

#define CELL 0.05
#define SIDE 161 /* points along each axis: 8 m about the origin */

/* Makes a ground that rises by `height` where the direction (x, z) leads beyond 1 m. */
static void make_ledge(pd_anim_scene *scene, const double across[2], double height)
{
    const double begin = -CELL * (SIDE / 2);
    assert_int_equal(pd_anim_scene_init(scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(
        pd_anim_ground_init(&scene->ground, (pd_anim_ground_grid){SIDE, SIDE, begin, begin, CELL}, "", NULL),
        PD_OK);
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++) {
            const double at[2] = {begin + CELL * c, begin + CELL * r};
            scene->ground.heights[r * SIDE + c] = pd_plane_dot(at, across) > 1 ? (float)height : 0;
        }
}

static void a_high_ledge_is_met_from_its_room_on_whatever_its_direction(void **state)
{
    (void)state;
    for (int degrees = 0; degrees < 360; degrees += 15) {
        const double across[2] = {sin(degrees * M_PI / 180), cos(degrees * M_PI / 180)};
        const double away[2] = {-across[0], -across[1]};
        double normal[2];
        pd_anim_scene scene;
        make_ledge(&scene, across, 1.5);
        const pd_character_cliff cliff = {&scene, 0, 0.3, 1.2};
        for (double from = 0; from < 0.95; from += 0.05) {
            const double at[2] = {from * across[0], from * across[1]};
            const bool is_met = pd_character_cliff_ahead(normal, at, across, &cliff);
            if (from < 0.6) assert_false(is_met);
            if (from > 0.76) assert_true(is_met);
            if (is_met) assert_true(pd_plane_dot(normal, across) < -0.94);
            assert_false(pd_character_cliff_ahead(normal, at, away, &cliff));
        }
        pd_anim_scene_deinit(&scene);
    }
}

static void steps_along_the_ledge_remain(void **state)
{
    (void)state;
    const double across[2] = {0, 1}, before[2] = {0, 0.85};
    pd_anim_scene scene;
    make_ledge(&scene, across, 1.5);
    const pd_character_cliff cliff = {&scene, 0, 0.3, 1.2};
    double at[2] = {0.02, 0.87};
    assert_true(pd_character_cliff_stop(at, before, &cliff));
    assert_true(fabs(at[0] - 0.02) < 1e-9 && fabs(at[1] - 0.85) < 1e-9);

    /* Away from it, along it, and not at all. */
    double back[2] = {0.01, 0.8}, along[2] = {0.05, 0.85}, still[2] = {0, 0.85};
    assert_false(pd_character_cliff_stop(back, before, &cliff));
    assert_false(pd_character_cliff_stop(along, before, &cliff));
    assert_false(pd_character_cliff_stop(still, before, &cliff));
    assert_true(back[1] == 0.8 && along[0] == 0.05 && still[1] == 0.85);
    pd_anim_scene_deinit(&scene);
}

static void lower_ledges_drops_and_flat_ground_stop_nobody(void **state)
{
    (void)state;
    const double across[2] = {0, 1}, at[2] = {0, 0.9};
    const double heights[] = {0.2, 1.15, -3};
    double normal[2];
    pd_anim_scene scene;
    const pd_character_cliff cliff = {&scene, 0, 0.3, 1.2}, flat = {NULL, 0, 0.3, 1.2};
    for (int i = 0; i < 3; i++) {
        make_ledge(&scene, across, heights[i]);
        assert_false(pd_character_cliff_ahead(normal, at, across, &cliff));
        pd_anim_scene_deinit(&scene);
    }
    assert_false(pd_character_cliff_ahead(normal, at, across, &flat));
}

/* Over a gap the character walks at the height of its sides. */
static void the_far_side_of_a_gap_is_no_ledge(void **state)
{
    (void)state;
    const double across[2] = {0, 1}, at[2] = {0, 0.9};
    double normal[2];
    pd_anim_scene scene;
    make_ledge(&scene, across, 1.5);
    const pd_character_cliff above = {&scene, 1.5, 0.3, 1.2}, below = {&scene, 0, 0.3, 1.2};
    assert_false(pd_character_cliff_ahead(normal, at, across, &above));
    assert_true(pd_character_cliff_ahead(normal, at, across, &below));
    pd_anim_scene_deinit(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_high_ledge_is_met_from_its_room_on_whatever_its_direction),
        cmocka_unit_test(steps_along_the_ledge_remain),
        cmocka_unit_test(lower_ledges_drops_and_flat_ground_stop_nobody),
        cmocka_unit_test(the_far_side_of_a_gap_is_no_ledge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
