/* What the trajectory reads of the ground, walls and areas. */
#include "core/math/grid.h"
#include "core/math/plane.h"
#include "core/character/control/trajectory.h"

#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"
#include "tests/support/trajectory_test.h"

#include <stdbool.h>
#include <string.h>

static void the_ground_is_read_25_cm_to_the_left_and_right(void **state)
{
    (void)state;
    float x[RIGS_X];
    pd_anim_scene scene;
    const pd_pfnn_layout *l = &trajectory_rig.layout;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){3, 3, -10, -10, 10}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 9; i++) scene.ground.heights[i] = (float)(i % 3); /* rises by 0.1 a metre along +X */
    pd_character_trajectory t;
    pd_character_trajectory_init(&t, &trajectory_rig, &scene, trajectory_origin, 0);
    assert_near(t.height, 1, 1e-6);
    pd_character_trajectory_write(x, &t, &trajectory_rig, &scene);
    for (int s = 0; s < 12; s++) {
        assert_near((double)x[l->in_left + s], 2.5, 1e-4);
        assert_near((double)x[l->in_middle + s], 0, 1e-4);
        assert_near((double)x[l->in_right + s], -2.5, 1e-4);
    }
    pd_anim_scene_deinit(&scene);
}

/* On a bar of 40 cm width the ground is half a metre lower on both sides. No captured data have that: a
 * network that sees it crouches and leaves the bar. */
static void the_ground_beside_a_bar_is_shown_no_steeper_than_people_know(void **state)
{
    (void)state;
    float x[RIGS_X];
    pd_anim_scene scene;
    const pd_pfnn_layout *l = &trajectory_rig.layout;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){2, 101, -5, -5, 0.1}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 202; i++) scene.ground.heights[i] = abs(i % 101 - 50) > 2 ? -0.5f : 0;
    pd_character_trajectory t;
    pd_character_trajectory_init(&t, &trajectory_rig, &scene, trajectory_origin, 0);
    pd_character_trajectory_write(x, &t, &trajectory_rig, &scene);
    for (int s = 0; s < 12; s++) {
        assert_near((double)x[l->in_left + s], -25 * trajectory_rig.control.side_steep, 1e-3);
        assert_near((double)x[l->in_middle + s], 0, 1e-4);
        assert_near((double)x[l->in_right + s], -25 * trajectory_rig.control.side_steep, 1e-3);
    }
    pd_anim_scene_deinit(&scene);
}

static void walls_hold_the_root_and_bend_its_plan(void **state)
{
    (void)state;
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 1, 0, 0, 0, "", NULL), PD_OK);
    scene.walls[0] = (pd_anim_wall){{-5, 1}, {5, 1}, 0.4};
    float y[RIGS_Y];
    pd_character_input ahead = {.move = {0, 1}};
    pd_character_trajectory t = trajectory_standing(0);
    rigs_walk_row(y, 0, 0);
    int blocked = 0;
    for (int i = 0; i < 200; i++) {
        trajectory_tick(&t, &ahead, y, &scene);
        for (int k = 60; k < 120; k++) assert_true(t.frames[60].at[1] <= 0.6 + 1e-9);
        pd_character_trajectory_blend(&t, &ahead, &trajectory_rig, &scene);
        for (int k = 61; k < 120; k++) assert_true(t.frames[k].at[1] <= 0.6 + 1e-9);
        blocked |= t.blocked;
    }
    assert_true(blocked);
    pd_anim_scene_deinit(&scene);
}

static void areas_set_the_samples_that_lie_in_them(void **state)
{
    (void)state;
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 1, 1, 0, "", NULL), PD_OK);
    scene.jumps[0] = (pd_anim_jump_area){{0, 0.3}, 0.1, 0.05};
    scene.crouches[0] = (pd_anim_crouch_area){{0, 0}, {0.2, 0.2}, 1, 0};
    pd_character_trajectory t = trajectory_standing(0);
    pd_character_input ahead = {.move = {0, 1}};
    pd_character_trajectory_blend(&t, &ahead, &trajectory_rig, &scene);
    assert_near((double)t.frames[60].gaits[PD_PFNN_CROUCH], 1, 1e-6);
    assert_near((double)t.frames[60].gaits[PD_PFNN_STAND], 0, 1e-6);
    assert_near((double)t.frames[60].gaits[PD_PFNN_JUMP], 0, 0);
    assert_near((double)t.frames[117].gaits[PD_PFNN_JUMP], 1, 0);
    pd_anim_scene_deinit(&scene);
}

/* Returns the amount of a crouch area at a position, by the description of scenes: a box that fades out over
 * a metre, in waves of x. */
static double amount_at(const pd_anim_crouch_area *a, const double at[2])
{
    const double x = fmax(fabs(at[0] - a->at[0]) - a->size[0] / 2, 0),
                 z = fmax(fabs(at[1] - a->at[1]) - a->size[1] / 2, 0);
    const double wave = a->wave > 0 ? 1 - (sin(at[0] / a->wave) + 1) / 2 : 1;
    return a->amount * wave * fmax(0, 1 - hypot(x, z));
}

/* In every frame the present and future samples have the amount of their place, past samples keep theirs, and
 * the other gaits share the rest. */
static void present_and_future_samples_have_the_amount_of_their_place(void **state)
{
    (void)state;
    static const struct {
        double amount, wave, turn;
    } rows[] = {{0.1, 0, 0}, {0.5, 0, 0}, {0.9, 0, 0}, {1, 0, 0}, {0.7, 0.5, 1.57}, {1, 0.3, 0.8}};
    float y[RIGS_Y];
    rigs_walk_row(y, 0, 0);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int stands = 0; stands < 2; stands++) {
            pd_anim_scene scene;
            assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 1, 0, "", NULL), PD_OK);
            scene.crouches[0] = (pd_anim_crouch_area){{1, 2}, {3, 3}, rows[r].amount, rows[r].wave};
            const pd_character_input input = {.move = {sin(rows[r].turn), cos(rows[r].turn)}};
            const pd_character_input none = {0};
            pd_character_trajectory t = trajectory_standing(rows[r].turn);
            int inside = 0;
            for (int i = 0; i < 400; i++) {
                /* the second character walks in and stands there */
                const bool goes = !stands || t.frames[60].at[0] + t.frames[60].at[1] < 2;
                y[trajectory_rig.layout.out_velocity + 1] = goes ? 2 : 0;
                pd_character_trajectory_blend(&t, goes ? &input : &none, &trajectory_rig, &scene);
                for (int k = 60; k < 120; k++) {
                    const double want = amount_at(&scene.crouches[0], t.frames[k].at);
                    assert_near((double)t.frames[k].gaits[PD_PFNN_CROUCH], want, 1e-6);
                }
                const float *g = t.frames[60].gaits;
                if (i > 120) /* the start's mixing of gaits is over */
                    assert_near((double)(g[PD_PFNN_STAND] + g[PD_PFNN_WALK] + g[PD_PFNN_CROUCH]), 1,
                                stands ? 0.1 : 2e-3);
                inside += g[PD_PFNN_CROUCH] > 0.05F;
                pd_character_trajectory_advance(&t, y, &trajectory_rig, &scene);
                assert_near((double)t.frames[59].gaits[PD_PFNN_CROUCH], (double)g[PD_PFNN_CROUCH], 0);
            }
            assert_true(inside > 60);
            if (!stands) assert_true(t.frames[60].gaits[PD_PFNN_CROUCH] < 1e-6F || rows[r].turn > 0);
            pd_anim_scene_deinit(&scene);
        }
}

/* Whoever crouches already is not raised by a shallower area. */
static void an_area_is_at_least_as_strong_as_the_input(void **state)
{
    (void)state;
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 1, 0, "", NULL), PD_OK);
    scene.crouches[0] = (pd_anim_crouch_area){{0, 0}, {50, 50}, 0.4, 0};
    const pd_character_input crouched = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_CROUCH};
    pd_character_trajectory t = trajectory_standing(0);
    for (int i = 0; i < 200; i++) pd_character_trajectory_blend(&t, &crouched, &trajectory_rig, &scene);
    assert_near((double)t.frames[60].gaits[PD_PFNN_CROUCH], 1, 1e-3);
    assert_near((double)t.frames[100].gaits[PD_PFNN_CROUCH], 1, 1e-3);
    pd_anim_scene_deinit(&scene);
}

/* The row has 0 for 0, 1 for 1, more for more, and the amount itself where crouch_depth is 0; a crouch of the
 * input stays as it is. */
static void the_row_has_a_label_for_an_areas_depth(void **state)
{
    (void)state;
    float x[RIGS_X];
    const int first = trajectory_rig.layout.in_gaits + PD_PFNN_CROUCH * trajectory_rig.layout.samples,
              half = trajectory_rig.layout.samples / 2;
    const int walks = trajectory_rig.layout.in_gaits + PD_PFNN_WALK * trajectory_rig.layout.samples;
    static const double speeds[] = {0, 0.7, 1.2, 2, 2.8, 3.5};
    for (size_t s = 0; s < sizeof speeds / sizeof *speeds; s++)
        for (int depth = 0; depth < 2; depth++) {
            double before = -1;
            for (int a = 0; a <= 20; a++) {
                const double amount = a / 20.0;
                pd_anim_scene scene;
                assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 1, 0, "", NULL), PD_OK);
                scene.crouches[0] = (pd_anim_crouch_area){{0, 0}, {100, 100}, amount, 0};
                const pd_character_input input = {.move = {0, speeds[s] > 0 ? 1 : 0}, .speed = speeds[s]};
                pd_character_trajectory t = trajectory_standing(0);
                for (int i = 0; i < 200; i++)
                    pd_character_trajectory_blend(&t, &input, &trajectory_rig, &scene);
                trajectory_rig.control.crouch_depth = depth;
                pd_character_trajectory_write(x, &t, &trajectory_rig, &scene);
                trajectory_rig.control.crouch_depth = 1;
                const double label = (double)x[first + half];
                if (!depth || a == 0 || a == 20) assert_near(label, amount, 1e-6);
                assert_true(label > before || amount == 0);
                if (speeds[s] > 0 && speeds[s] < 1.5) assert_near((double)x[walks + half] + label, 1, 2e-3);
                before = label;
                pd_anim_scene_deinit(&scene);
            }
        }
}

/* A character that jumps over a gap keeps its root height: the root does not dip while a sample lies on the
 * gap's side, which is one cell wide, nor at the ends of the path. (It dipped by up to 2.5 cm for one frame,
 * and the hips with it: 89 m/s2.) */
static void the_root_does_not_dip_at_the_sides_of_a_gap(void **state)
{
    (void)state;
    const pd_anim_ground_grid grid = {400, 4, -0.1, -4, 0.05};
    const pd_character_input ahead = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG};
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 1, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < 400; r++)
        for (int c = 0; c < 4; c++)
            scene.ground.heights[4 * r + c] = r >= 200 && r < 218 ? -1.5f : 0; /* from 6 to 6.9 m */
    scene.jumps[0] = (pd_anim_jump_area){{0, 6}, 0.75, 1};

    float y[RIGS_Y];
    rigs_walk_row(y, 0, 0);
    y[trajectory_rig.layout.out_velocity + 1] = 4.67f; /* cm a frame: 2.8 m/s */
    pd_character_trajectory t = trajectory_standing(0);
    bool is_bridged = false;
    for (int i = 0; i < 300; i++) {
        trajectory_tick(&t, &ahead, y, &scene);
        assert_near(t.height, 0, 1e-3);
        is_bridged |= t.bridges;
    }
    assert_true(is_bridged);
    assert_false(t.bridges);
    assert_true(t.frames[60].at[1] > 10);
    pd_anim_scene_deinit(&scene);
}

/* Ground that only falls is no gap. */
static void a_ledge_is_not_bridged(void **state)
{
    (void)state;
    const pd_anim_ground_grid grid = {400, 4, -0.1, -4, 0.05};
    const pd_character_input ahead = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG};
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 1, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < 400; r++)
        for (int c = 0; c < 4; c++) scene.ground.heights[4 * r + c] = r >= 200 ? -1.0f : 0;
    scene.jumps[0] = (pd_anim_jump_area){{0, 6}, 0.75, 1};

    float y[RIGS_Y];
    rigs_walk_row(y, 0, 0);
    y[trajectory_rig.layout.out_velocity + 1] = 4.67f;
    pd_character_trajectory t = trajectory_standing(0);
    for (int i = 0; i < 300; i++) {
        pd_character_trajectory_blend(&t, &ahead, &trajectory_rig, &scene);
        double sum = 0;
        for (int k = 0; k < trajectory_rig.frames; k += trajectory_rig.step)
            sum += pd_anim_scene_height(&scene, t.frames[k].at[0], t.frames[k].at[1]);
        assert_near(t.ground, sum / trajectory_rig.layout.samples, 1e-9);
        pd_character_trajectory_advance(&t, y, &trajectory_rig, &scene);
    }
    pd_anim_scene_deinit(&scene);
}

/* A sample that comes over a cliff of 1.5 m takes the mean of twelve down by 12.5 cm at once;
 * the root goes there slowly. */
static void a_cliff_does_not_jolt_the_root(void **state)
{
    (void)state;
    const pd_anim_ground_grid grid = {400, 4, -0.1, -4, 0.05};
    const pd_character_input ahead = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG};
    pd_anim_scene scene;
    assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < 400; r++)
        for (int c = 0; c < 4; c++) scene.ground.heights[4 * r + c] = r >= 200 ? -1.5f : 0;

    float y[RIGS_Y];
    rigs_walk_row(y, 0, 0);
    y[trajectory_rig.layout.out_velocity + 1] = 4.67f;
    pd_character_trajectory t = trajectory_standing(0);
    double before[2] = {0}, most = 0;
    for (int i = 0; i < 300; i++) {
        trajectory_tick(&t, &ahead, y, &scene);
        most = fmax(most, fabs(t.height - 2 * before[0] + before[1]));
        before[1] = before[0], before[0] = t.height;
    }
    assert_true(most < 0.03);
    assert_near(t.height, -1.5, 1e-3);
    pd_anim_scene_deinit(&scene);
}

/* On a slope of `steep` a walking character takes half the speed, up or down. A jogging one, or one with a
 * requested speed, goes as on level ground. */
static void a_steep_slope_is_walked_slowly(void **state)
{
    (void)state;
    const pd_character_control *c = &trajectory_rig.control;
    const pd_anim_ground_grid grid = {400, 4, -0.1, -10, 0.05};
    const pd_character_input walk = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK},
                             told = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK, .speed = 1.2},
                             slow = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK, .speed = 0.5},
                             jog = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG};
    const struct {
        const pd_character_input *input;
        double slope, speed;
    } cases[] = {{&walk, 0, c->walk_speed},
                 {&walk, c->steep, c->walk_speed / 2},
                 {&walk, -c->steep, c->walk_speed / 2},
                 {&told, c->steep, 1.2},
                 {&slow, c->steep, 0.5},
                 {&jog, c->steep, c->jog_speed}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_anim_scene scene;
        assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 0, 0, "", NULL), PD_OK);
        assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
        for (int r = 0; r < 400; r++)
            for (int k = 0; k < 4; k++)
                scene.ground.heights[4 * r + k] = (float)(cases[i].slope * (-10 + 0.05 * r));

        float y[RIGS_Y];
        rigs_walk_row(y, 0, 0);
        pd_character_trajectory t = trajectory_standing(0);
        for (int n = 0; n < 120; n++) trajectory_tick(&t, cases[i].input, y, &scene);
        assert_near(t.goal.asked_rate * pd_plane_length(t.goal.asked), cases[i].speed, 0.02 * cases[i].speed);
        pd_anim_scene_deinit(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ground_is_read_25_cm_to_the_left_and_right),
        cmocka_unit_test(the_ground_beside_a_bar_is_shown_no_steeper_than_people_know),
        cmocka_unit_test(walls_hold_the_root_and_bend_its_plan),
        cmocka_unit_test(areas_set_the_samples_that_lie_in_them),
        cmocka_unit_test(present_and_future_samples_have_the_amount_of_their_place),
        cmocka_unit_test(an_area_is_at_least_as_strong_as_the_input),
        cmocka_unit_test(the_row_has_a_label_for_an_areas_depth),
        cmocka_unit_test(the_root_does_not_dip_at_the_sides_of_a_gap),
        cmocka_unit_test(a_ledge_is_not_bridged),
        cmocka_unit_test(a_cliff_does_not_jolt_the_root),
        cmocka_unit_test(a_steep_slope_is_walked_slowly),
    };
    return cmocka_run_group_tests(tests, trajectory_setup, trajectory_teardown);
}
