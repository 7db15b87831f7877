/* @heavy: takes over five seconds under ASan. */
/* Properties of whole ticks: a character has the same bits alone or in a crowd, on any number of threads, in
 * any order. Random networks and random sticks give finite numbers and exact bone lengths. If the shipped
 * network is present, a random stick drives it over rough ground. */
#include "core/character/load.h"
#include "core/character/character.h"
#include "core/character/pose/pose.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"
#include "tests/support/fixture.h"

#include <stdlib.h>
#include <unistd.h>

#define CROWD   23
#define SHIPPED "models/motion.safetensors"

static uint64_t seed = 20261120;

static pd_character_input random_input(pd_rng *rng)
{
    double angle = 6.283185307179586 * pd_rng_uniform(rng), size = sqrt(pd_rng_uniform(rng));
    if (pd_rng_below(rng, 4) == 0) size = 0;
    pd_character_input i = {.move = {size * sin(angle), size * cos(angle)},
                            .camera_yaw = 6 * pd_rng_uniform(rng)};
    i.axes = pd_rng_below(rng, PD_CHARACTER_AXES_COUNT), i.gait = pd_rng_below(rng, PD_CHARACTER_WANT_COUNT);
    i.has_look = pd_rng_below(rng, 3) == 0, i.look[0] = cos(angle), i.look[1] = 0.3;
    i.strafe = pd_rng_below(rng, 3) == 0 ? pd_rng_uniform(rng) : 0;
    i.speed = pd_rng_below(rng, 4) == 0 ? PD_CHARACTER_MAX_SPEED * pd_rng_uniform(rng) : 0;
    i.jump = pd_rng_below(rng, 6) == 0, i.responsive = pd_rng_below(rng, 2);
    assert_int_equal(pd_character_input_check(&i, NULL), PD_OK);
    return i;
}

/* Makes ground, 60 m wide, with hills, steps and noise of up to `rough` metres. */
static void rough_ground(pd_anim_scene *scene, double rough, pd_rng *rng)
{
    assert_int_equal(pd_anim_scene_init(scene, 1, 1, 1, 1, "", NULL), PD_OK);
    assert_int_equal(
        pd_anim_ground_init(&scene->ground, (pd_anim_ground_grid){121, 121, -30, -30, 0.5}, "", NULL), PD_OK);
    for (int i = 0; i < 121; i++)
        for (int j = 0; j < 121; j++) {
            double hill = sin(0.2 * i) * cos(0.17 * j) + (i / 20 % 2 ? 0.15 : 0);
            scene->ground.heights[121 * i + j] = (float)(hill + rough * (pd_rng_uniform(rng) - 0.5));
        }
    scene->walls[0] = (pd_anim_wall){{-3, 4}, {3, 4}, 0.5};
    scene->jumps[0] = (pd_anim_jump_area){{6, 0}, 0.75, 1};
    scene->crouches[0] = (pd_anim_crouch_area){{-6, 0}, {4, 4}, 1, 0};
    scene->beams[0] = (pd_anim_beam){{0, -9}, {8, -9}, 0.4};
}

/* Runs a crowd for some ticks with random inputs, in parts of `each` characters. */
static void live(pd_character *crowd, const pd_character_rig *rig, const pd_anim_scene *scene, int ticks,
                 int each, const pd_executor *executor)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_arena arena;
    assert_true(pd_arena_init(&arena, 0));
    pd_character_input inputs[CROWD];
    for (int t = 0; t < ticks; t++) {
        if (t % 20 == 0)
            for (int i = 0; i < CROWD; i++) inputs[i] = random_input(&rng);
        for (int first = 0; first < CROWD; first += each) {
            pd_character *who[CROWD];
            const pd_character_input *what[CROWD];
            const pd_anim_scene *where[CROWD];
            int count = CROWD - first < each ? CROWD - first : each;
            for (int i = 0; i < count; i++)
                who[i] = &crowd[first + i], what[i] = &inputs[first + i],
                where[i] = (first + i) % 2 ? scene : NULL;
            pd_character_tick tick = {who, what, where, count, PD_PFNN_CUBIC};
            size_t bytes = pd_character_tick_scratch_bytes(&tick, rig, executor);
            assert_true(pd_arena_reserve(&arena, bytes));
            pd_character_tick_run(&tick, rig, &arena, executor);
            assert_int_equal(arena.used, 0);
        }
    }
    pd_arena_deinit(&arena);
}

static void start(pd_character *crowd, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    for (int i = 0; i < CROWD; i++) {
        const double at[2] = {i % 5 - 2.0, i / 5 - 2.0};
        assert_int_equal(pd_character_init(&crowd[i], rig, i % 2 ? scene : NULL, at, i, NULL), PD_OK);
    }
}

static void a_tick_gives_the_same_bits_in_any_batch_order_and_thread(void **state)
{
    (void)state;
    pd_pfnn_model *model = rigs_model(32, seed);
    pd_character_rig rig;
    pd_anim_scene scene;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    rough_ground(&scene, 0.1, &rng);
    assert_int_equal(pd_character_rig_init(&rig, model, NULL), PD_OK);
    pd_character *want = calloc(CROWD, sizeof *want), *have = calloc(CROWD, sizeof *have);
    start(want, &rig, &scene);
    live(want, &rig, &scene, 150, CROWD, &pd_executor_serial);
    static const int parts[] = {1, 5, CROWD, CROWD};
    const pd_executor *executors[] = {&pd_executor_serial, &pd_fixture_shuffled, &pd_fixture_shuffled,
                                      &pd_fixture_threads};
    for (int i = 0; i < 4; i++) {
        start(have, &rig, &scene);
        live(have, &rig, &scene, 150, parts[i], executors[i]);
        assert_memory_equal(want, have, CROWD * sizeof *want);
    }
    free(want), free(have);
    pd_anim_scene_deinit(&scene);
    pd_pfnn_model_release(model);
}

static void check_pose(const pd_character *c, const pd_character_rig *rig)
{
    for (int j = 0; j < rig->skeleton.joint_count; j++) {
        assert_true(pd_vec3_finite(c->pose.joints[j]) && pd_q_finite(c->pose.rotations[j]));
        assert_near(sqrt(pd_q_dot(c->pose.rotations[j], c->pose.rotations[j])), 1, 1e-9);
    }
    assert_near(pd_character_pose_stretch(c->pose.joints, rig), 0, 1e-9);
}

static void random_networks_end_in_finite_numbers_and_exact_bones(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_character *crowd = calloc(CROWD, sizeof *crowd);
    for (int round = 0; round < 6; round++) {
        pd_pfnn_model *model = rigs_model(16, seed + (uint64_t)round);
        for (int i = 0; i < RIGS_Y; i++) model->network.y_std[i] *= (float)(round < 3 ? 1 : 1000); /* wild */
        pd_character_rig rig;
        pd_anim_scene scene;
        rough_ground(&scene, 1, &rng);
        assert_int_equal(pd_character_rig_init(&rig, model, NULL), PD_OK);
        start(crowd, &rig, &scene);
        for (int part = 0; part < 10; part++) {
            live(crowd, &rig, &scene, 30, CROWD, &pd_executor_serial);
            for (int i = 0; i < CROWD; i++) check_pose(&crowd[i], &rig);
        }
        pd_anim_scene_deinit(&scene);
        pd_pfnn_model_release(model);
    }
    free(crowd);
}

/* Returns the largest depth of a foot joint under the ground, less its rest height.
 * Hands may touch a hill. */
static double depth(const pd_character *c, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    double deepest = -1;
    for (int f = 0; f < rig->foot_count; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        pd_vec3 heel = c->pose.joints[leg->heel], toe = c->pose.joints[leg->toe];
        deepest = fmax(deepest, pd_anim_scene_height(scene, toe.x, toe.z) + leg->toe_rest - toe.y);
        deepest = fmax(deepest, pd_anim_scene_height(scene, heel.x, heel.z) - heel.y);
    }
    return deepest;
}

static void the_shipped_network_bears_a_random_stick_on_rough_ground(void **state)
{
    (void)state;
    pd_pfnn_model *model;
    pd_character_rig rig;
    pd_anim_scene scene;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    if (access(SHIPPED, R_OK)) skip();
    assert_int_equal(pd_character_model_load(&model, SHIPPED, NULL), PD_OK);
    assert_int_equal(pd_character_rig_init(&rig, model, NULL), PD_OK);
    rough_ground(&scene, 0.05, &rng);
    pd_character c;
    pd_arena arena;
    const double at[2] = {0, 0};
    assert_true(pd_arena_init(&arena, 0));
    assert_int_equal(pd_character_init(&c, &rig, &scene, at, 0, NULL), PD_OK);
    pd_character_input input = {0};
    int low = 0, deep = 0;
    for (int t = 0; t < 3600; t++) {
        if (t % 30 == 0) input = random_input(&rng);
        pd_character *who = &c;
        const pd_character_input *what = &input;
        const pd_anim_scene *where = &scene;
        pd_character_tick tick = {&who, &what, &where, 1, PD_PFNN_CUBIC};
        assert_true(
            pd_arena_reserve(&arena, pd_character_tick_scratch_bytes(&tick, &rig, &pd_executor_serial)));
        pd_character_tick_run(&tick, &rig, &arena, &pd_executor_serial);
        check_pose(&c, &rig);
        low += c.pose.joints[PD_BIPED_HEAD].y - c.pose.root.y < 0.8;
        deep += depth(&c, &rig, &scene) > 0.05;
    }
    assert_true(low < 36);  /* it stays on its feet */
    assert_true(deep < 36); /* and its feet over the ground */
    pd_arena_deinit(&arena);
    pd_anim_scene_deinit(&scene);
    pd_pfnn_model_release(model);
}

/* Returns the mean height of the hips from second 3 to `seconds`, in an area of that amount all around. */
static double hips_at(double amount, const pd_character_input *input, const pd_character_rig *rig,
                      int seconds)
{
    static pd_character c;
    pd_anim_scene scene;
    pd_arena arena;
    const double at[2] = {0, 0};
    double sum = 0;
    assert_true(pd_arena_init(&arena, 0));
    assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 1, 0, "", NULL), PD_OK);
    scene.crouches[0] = (pd_anim_crouch_area){{0, 0}, {500, 500}, amount, 0};
    assert_int_equal(pd_character_init(&c, rig, &scene, at, 0, NULL), PD_OK);
    for (int t = 0; t < 60 * seconds; t++) {
        pd_character *who = &c;
        const pd_anim_scene *where = &scene;
        pd_character_tick tick = {&who, &input, &where, 1, PD_PFNN_CUBIC};
        assert_true(
            pd_arena_reserve(&arena, pd_character_tick_scratch_bytes(&tick, rig, &pd_executor_serial)));
        pd_character_tick_run(&tick, rig, &arena, &pd_executor_serial);
        if (t >= 180) sum += c.pose.joints[rig->skeleton.root].y - c.pose.root.y;
    }
    assert_near((double)c.pose.gaits[PD_PFNN_CROUCH], amount, 1e-6);
    pd_arena_deinit(&arena);
    pd_anim_scene_deinit(&scene);
    return sum / (60 * seconds - 180);
}

/* An amount a lowers the hips by a times the lowering of amount 1. Tolerances: 5 % of it walking, .06
 * jogging, .085 in other gaits. */
static void hips_come_down_as_far_as_a_crouch_area_says(void **state)
{
    (void)state;
    static const struct {
        pd_character_input input;
        double within;
    } rows[] = {{{.move = {0, 1}}, 0.05},
                {{.move = {0, 1}, .speed = 0.9}, 0.05},
                {{.move = {0, 1}, .speed = 1.5}, 0.05},
                {{.move = {0, 0}}, 0.085},
                {{.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}, 0.06},
                {{.move = {1, 0}, .strafe = 1, .has_look = 1, .look = {0, 1}}, 0.085}};
    static pd_character_rig rig;
    pd_pfnn_model *model;
    if (access(SHIPPED, R_OK)) skip();
    assert_int_equal(pd_character_model_load(&model, SHIPPED, NULL), PD_OK);
    assert_int_equal(pd_character_rig_init(&rig, model, NULL), PD_OK);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const double up = hips_at(0, &rows[r].input, &rig, 14), down = hips_at(1, &rows[r].input, &rig, 14);
        double before = up;
        assert_true(up - down > 0.12);
        for (int i = 1; i < 5; i++) {
            const double a = 0.2 * i, hips = hips_at(a, &rows[r].input, &rig, 14);
            assert_near((up - hips) / (up - down), a, rows[r].within);
            assert_true(hips < before);
            before = hips;
        }
    }
    pd_pfnn_model_release(model);
}

int main(void)
{
    const char *given = getenv("POSED_TEST_SEED");
    if (given) seed = strtoull(given, NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_gives_the_same_bits_in_any_batch_order_and_thread),
        cmocka_unit_test(random_networks_end_in_finite_numbers_and_exact_bones),
        cmocka_unit_test(the_shipped_network_bears_a_random_stick_on_rough_ground),
        cmocka_unit_test(hips_come_down_as_far_as_a_crouch_area_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
