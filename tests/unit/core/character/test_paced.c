/* Four-legged characters that the shipped cycles of a fox move. */
#include "core/character/character.h"
#include "core/character/load.h"
#include "tests/support/cmocka.h"

static pd_pfnn_model *model;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    if (pd_character_model_load(&model, "models/quadruped.safetensors", NULL) != PD_OK) return -1;
    return pd_character_rig_init(&rig, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static void tick(pd_character *c, const pd_character_input *input, const pd_anim_scene *scene)
{
    pd_arena arena = {0};
    pd_character_tick t = {.characters = &c, .inputs = &input, .scenes = &scene, .count = 1};
    pd_character_tick_run(&t, &rig, &arena, &pd_executor_serial);
}

static void begin(pd_character *c)
{
    const double origin[2] = {0, 0};
    assert_int_equal(pd_character_init(c, &rig, NULL, origin, 0, NULL), PD_OK);
}

/* What was seen of the feet. */
typedef struct feet {
    double slide,
        worst;      /* way of planted feet along the ground, metres: mean per second, largest in a tick */
    double deepest; /* metres below the height at which feet rest */
    int ticks;
} feet;

static void watch(feet *f, pd_character *c, const pd_character_input *input, const pd_anim_scene *scene,
                  int count)
{
    for (int t = 0; t < count; t++) {
        const pd_character before = *c;
        tick(c, input, scene);
        for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
            const int tip = model->matching->database.legs[leg][PD_MATCHING_TIP];
            const pd_vec3 now = c->pose.joints[tip], was = before.pose.joints[tip];
            const double way = hypot(now.x - was.x, now.z - was.z);
            const double rest = rig.paces->cycles[0].stances[leg].rest.y;
            const double up = now.y - pd_anim_scene_height(scene, now.x, now.z) - rest;
            f->deepest = fmax(f->deepest, -up);
            if (c->pose.contacts[leg] < 1 || before.pose.contacts[leg] < 1) continue;
            f->slide += way;
            f->worst = fmax(f->worst, way);
            f->ticks++;
        }
    }
}

static void speeds_of_walk_trot_and_gallop_are_those_asked_for(void **state)
{
    (void)state;
    static const pd_character_want gaits[] = {PD_CHARACTER_WANT_WALK, PD_CHARACTER_WANT_JOG,
                                              PD_CHARACTER_WANT_RUN};
    for (int i = 0; i < 3; i++) {
        pd_character c;
        pd_character_input in = {.move = {0, 1}, .gait = gaits[i]};
        begin(&c);
        for (int t = 0; t < 240; t++) tick(&c, &in, NULL);
        const double from = c.pose.root.z;
        for (int t = 0; t < 120; t++) tick(&c, &in, NULL);
        const double asked = pd_character_gait_speed(&rig.control, gaits[i]);
        print_message("gait %d: %.3f m/s of %.3f\n", (int)gaits[i], (c.pose.root.z - from) / 2, asked);
        assert_true(fabs((c.pose.root.z - from) / 2 - asked) < 0.05 * asked);
        assert_int_equal(c.matched.pacer.cycle, i + 1);
    }

    for (double speed = 0.4; speed < 4.2; speed += 0.4) {
        pd_character c;
        pd_character_input in = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_RUN, .speed = speed};
        feet f = {0};
        begin(&c);
        for (int t = 0; t < 240; t++) tick(&c, &in, NULL);
        const double from = c.pose.root.z;
        watch(&f, &c, &in, NULL, 120);
        print_message("speed %.2f: %.3f m/s; slide %.1f mm/s, worst %.2f mm, deepest %.2f mm, pace %d\n",
                      speed, (c.pose.root.z - from) / 2, 60e3 * f.slide / f.ticks, 1e3 * f.worst,
                      1e3 * f.deepest, c.matched.pacer.cycle);
        assert_true(fabs((c.pose.root.z - from) / 2 - speed) < 0.05 * speed);
        assert_true(60 * f.slide / f.ticks < (speed < 2.5 ? 0.01 : 0.04)); /* a gallop is out of reach */
    }
}

static void planted_feet_stay_where_they_are_through_walk_trot_turns_and_stop(void **state)
{
    (void)state;
    static const struct {
        pd_character_input in;
        int ticks;
    } script[] = {{{.move = {0, 0}}, 60},
                  {{.move = {0, 1}}, 180},
                  {{.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG}, 180},
                  {{.move = {1, 0}, .gait = PD_CHARACTER_WANT_JOG}, 120},
                  {{.move = {0, -1}}, 180},
                  {{.move = {0, 1}}, 180},
                  {{.move = {0, 0}}, 120}};
    pd_character c;
    begin(&c);
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) {
        feet f = {0};
        watch(&f, &c, &script[i].in, NULL, script[i].ticks);
        print_message("part %zu: slide %.1f mm/s, worst %.2f mm, deepest %.2f mm, speed %.2f yaw %.2f\n", i,
                      60e3 * f.slide / fmax(f.ticks, 1), 1e3 * f.worst, 1e3 * f.deepest,
                      c.matched.pacer.speed, c.pose.yaw);
        assert_true(60 * f.slide / f.ticks < 0.03);
        assert_true(f.deepest < 0.005);
    }

    /* It stands, on its four feet. */
    assert_true(c.matched.pacer.speed < 1e-6 && c.matched.pacer.cycle == 0);
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) assert_true(c.pose.contacts[leg] > 0.5f);
}

static void an_animal_turns_by_stepping_until_it_goes_where_the_stick_points(void **state)
{
    (void)state;
    static const double angles[] = {M_PI / 4, M_PI / 2, -M_PI / 2, 3 * M_PI / 4, M_PI};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++)
        for (int trots = 0; trots < 2; trots++) {
            pd_character c;
            pd_character_input in = {.move = {0, 1},
                                     .gait = trots ? PD_CHARACTER_WANT_JOG : PD_CHARACTER_WANT_WALK};
            int ticks = 0;
            begin(&c);
            for (int t = 0; t < 180; t++) tick(&c, &in, NULL);
            in.move[0] = sin(angles[i]);
            in.move[1] = cos(angles[i]);
            do tick(&c, &in, NULL);
            while (++ticks < 600 && fabs(remainder(c.pose.yaw - angles[i], 2 * M_PI)) > 0.1);
            print_message("turn %.0f degrees, %s: %.2f s\n", angles[i] * 180 / M_PI, trots ? "trot" : "walk",
                          ticks / 60.0);
            assert_true(ticks < 240);
            for (int t = 0; t < 120; t++) tick(&c, &in, NULL);
            assert_true(fabs(remainder(c.pose.yaw - angles[i], 2 * M_PI)) < 0.02);
        }
}

static void bones_keep_their_lengths_and_joints_do_not_jump(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input in = {.move = {0, 1}};
    double fastest = 0;
    begin(&c);
    for (int t = 0; t < 900; t++) {
        if (t == 200) in.gait = PD_CHARACTER_WANT_JOG;
        if (t == 400) in.move[0] = 1, in.move[1] = 0;
        if (t == 600) in.move[0] = 0;
        if (t == 700) in.move[0] = -1;
        const pd_character before = c;
        tick(&c, &in, NULL);
        for (int j = 1; j < rig.skeleton.joint_count; j++) {
            const pd_vec3 bone = pd_vec3_sub(c.pose.joints[j], c.pose.joints[rig.skeleton.parents[j]]);
            assert_true(fabs(pd_vec3_length(bone) - pd_vec3_length(rig.skeleton.offsets[j])) < 1e-5);
            const double angle = pd_q_angle(c.pose.rotations[j], before.pose.rotations[j]);
            if (angle * 60 > fastest) fastest = angle * 60;
        }
    }
    print_message("fastest joint: %.0f degrees/s\n", fastest * 180 / M_PI);
    assert_true(fastest < 60);
}

static void feet_stand_on_a_slope_of_a_quarter(void **state)
{
    (void)state;
    const pd_anim_ground_grid grid = {.rows = 200, .columns = 2, .x = -50, .z = -10, .cell = 0.1};
    pd_anim_scene scene = {0};
    pd_character c;
    pd_character_input in = {.move = {0, 1}};
    feet f = {0};

    /* Level up to z = 1, then up by a quarter. */
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    for (int row = 0; row < 200; row++)
        for (int column = 0; column < 2; column++)
            scene.ground.heights[2 * row + column] = (float)fmax(0, 0.25 * (row * 0.1 - 11));
    begin(&c);
    watch(&f, &c, &in, &scene, 420);
    print_message("slope: %.2f m, slide %.1f mm/s, deepest %.1f mm\n", c.pose.root.y,
                  60e3 * f.slide / f.ticks, 1e3 * f.deepest);
    assert_true(c.pose.root.y > 0.5);
    assert_true(60 * f.slide / f.ticks < 0.03);
    assert_true(f.deepest < 0.01);
    pd_anim_scene_deinit(&scene);
}

static void a_copy_continues_bit_by_bit(void **state)
{
    (void)state;
    pd_character a;
    pd_character_input in = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_JOG};
    begin(&a);
    for (int t = 0; t < 100; t++) tick(&a, &in, NULL);
    pd_character b = a;
    in.move[0] = 1;
    for (int t = 0; t < 100; t++) {
        tick(&a, &in, NULL);
        tick(&b, &in, NULL);
    }
    assert_memory_equal(a.pose.joints, b.pose.joints, sizeof a.pose.joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_of_walk_trot_and_gallop_are_those_asked_for),
        cmocka_unit_test(planted_feet_stay_where_they_are_through_walk_trot_turns_and_stop),
        cmocka_unit_test(an_animal_turns_by_stepping_until_it_goes_where_the_stick_points),
        cmocka_unit_test(bones_keep_their_lengths_and_joints_do_not_jump),
        cmocka_unit_test(feet_stand_on_a_slope_of_a_quarter),
        cmocka_unit_test(a_copy_continues_bit_by_bit),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
