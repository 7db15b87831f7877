/* Characters that motion matching moves, with frames of a database. */
#include "core/character/character.h"
#include "tests/support/databases.h"

static pd_pfnn_model *model;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    model = databases_mover(30);
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
    assert_int_equal(pd_character_tick_scratch_bytes(&t, &rig, &pd_executor_serial), 0);
    pd_character_tick_run(&t, &rig, &arena, &pd_executor_serial);
}

static const double origin[2] = {0, 0};

static void a_matched_character_begins_standing_and_walks_where_the_stick_points(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input none = {0}, walk = {.move = {1, 0}};
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, M_PI / 2, NULL), PD_OK);
    for (int t = 0; t < 60; t++) tick(&c, &none, NULL);
    assert_true(hypot(c.pose.root.x, c.pose.root.z) < 1e-3);
    for (int t = 0; t < 180; t++) tick(&c, &walk, NULL);
    assert_true(c.pose.root.x > 2 && fabs(c.pose.root.z) < 0.3);
    assert_true(fabs(c.pose.velocity.x - 1.2) < 0.2 && c.ticks == 240);
    assert_true(c.pose.gaits[PD_PFNN_WALK] > 0.8f);
}

static void bones_keep_their_lengths_and_toes_stay_over_the_ground(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input walk = {.move = {0, 1}};
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int t = 0; t < 200; t++) {
        if (t == 100) walk.move[0] = 1, walk.move[1] = 0;
        tick(&c, &walk, NULL);
        for (int j = 1; j < rig.skeleton.joint_count; j++) {
            pd_vec3 bone = pd_vec3_sub(c.pose.joints[j], c.pose.joints[rig.skeleton.parents[j]]);
            assert_true(fabs(pd_vec3_length(bone) - pd_vec3_length(rig.skeleton.offsets[j])) < 1e-5);
        }
        for (int f = 0; f < 2; f++)
            assert_true(c.pose.joints[rig.legs[f].toe].y > rig.legs[f].toe_rest - 2e-3);
    }
}

static void a_jump_in_the_database_does_not_make_the_pose_jump(void **state)
{
    (void)state;
    pd_character c;
    pd_character_input input = {.move = {0, 0}};
    assert_int_equal(pd_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    int before = c.matched.player.jumps;
    for (int t = 0; t < 900; t++) {
        pd_character_pose was = c.pose;
        input.move[0] = t / 150 % 2 ? 0.6 : 0, input.move[1] = t / 100 % 3 ? 1 : 0;
        input.gait = t / 200 % 2 ? PD_CHARACTER_WANT_JOG : PD_CHARACTER_WANT_WALK;
        tick(&c, &input, NULL);
        for (int j = 0; j < rig.skeleton.joint_count; j++)
            assert_true(pd_vec3_distance(was.joints_free[j], c.pose.joints_free[j]) < 0.16); /* 10 m/s */
    }
    assert_true(c.matched.player.jumps > before + 8);
}

static void a_wall_stops_a_matched_character(void **state)
{
    (void)state;
    pd_anim_wall wall = {.from = {-5, 2}, .to = {5, 2}, .width = 0.2};
    pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    pd_character c;
    pd_character_input walk = {.move = {0, 1}};
    assert_int_equal(pd_character_init(&c, &rig, &scene, origin, 0, NULL), PD_OK);
    for (int t = 0; t < 400; t++) {
        tick(&c, &walk, &scene);
        assert_true(c.pose.root.z < 2 && c.matched.player.object.at[1] < 2);
    }
}

static void a_character_restored_from_a_snapshot_continues_bit_for_bit(void **state)
{
    (void)state;
    pd_character a, b;
    pd_character_input walk = {.move = {0.4, 1}, .gait = PD_CHARACTER_WANT_JOG};
    assert_int_equal(pd_character_init(&a, &rig, NULL, origin, 1, NULL), PD_OK);
    for (int t = 0; t < 77; t++) tick(&a, &walk, NULL);
    b = a;
    walk.move[0] = -1;
    for (int t = 0; t < 100; t++) tick(&a, &walk, NULL), tick(&b, &walk, NULL);
    assert_memory_equal(a.pose.joints, b.pose.joints, sizeof(pd_vec3) * 31);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matched_character_begins_standing_and_walks_where_the_stick_points),
        cmocka_unit_test(bones_keep_their_lengths_and_toes_stay_over_the_ground),
        cmocka_unit_test(a_jump_in_the_database_does_not_make_the_pose_jump),
        cmocka_unit_test(a_wall_stops_a_matched_character),
        cmocka_unit_test(a_character_restored_from_a_snapshot_continues_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
