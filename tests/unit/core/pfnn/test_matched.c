/* Characters that frames of a database move. */
#include "core/pfnn/character.h"
#include "tests/support/databases.h"
#include "tests/support/rigs.h"

static pd_pfnn_model *model;
static pd_pfnn_rig rig;

static int setup(void **state)
{
    (void)state;
    model = databases_mover(30);
    return pd_pfnn_rig_init(&rig, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static void tick(pd_pfnn_character *c, const pd_pfnn_input *input, const pd_anim_scene *scene)
{
    pd_arena arena = {0};
    pd_pfnn_tick t = {.characters = &c, .inputs = &input, .scenes = &scene, .count = 1};
    assert_int_equal(pd_pfnn_tick_scratch_bytes(&t, &rig, &pd_executor_serial), 0);
    pd_pfnn_tick_run(&t, &rig, &arena, &pd_executor_serial);
}

static const double origin[2] = {0, 0};

static void it_begins_standing_and_walks_where_the_stick_points(void **state)
{
    (void)state;
    pd_pfnn_character c;
    pd_pfnn_input none = {0}, walk = {.move = {1, 0}};
    assert_int_equal(pd_pfnn_character_init(&c, &rig, NULL, origin, M_PI / 2, NULL), PD_OK);
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
    pd_pfnn_character c;
    pd_pfnn_input walk = {.move = {0, 1}};
    assert_int_equal(pd_pfnn_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
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

static void no_jump_of_the_database_is_a_jump_of_the_pose(void **state)
{
    (void)state;
    pd_pfnn_character c;
    pd_pfnn_input input = {.move = {0, 0}};
    assert_int_equal(pd_pfnn_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    int before = c.matched.player.jumps;
    for (int t = 0; t < 900; t++) {
        pd_pfnn_pose was = c.pose;
        input.move[0] = t / 150 % 2 ? 0.6 : 0, input.move[1] = t / 100 % 3 ? 1 : 0;
        input.gait = t / 200 % 2 ? PD_PFNN_WANT_JOG : PD_PFNN_WANT_WALK;
        tick(&c, &input, NULL);
        for (int j = 0; j < rig.skeleton.joint_count; j++)
            assert_true(pd_vec3_distance(was.joints_free[j], c.pose.joints_free[j]) < 0.16); /* 10 m/s */
    }
    assert_true(c.matched.player.jumps > before + 8);
}

static void a_wall_holds_it(void **state)
{
    (void)state;
    pd_anim_wall wall = {.from = {-5, 2}, .to = {5, 2}, .width = 0.2};
    pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    pd_pfnn_character c;
    pd_pfnn_input walk = {.move = {0, 1}};
    assert_int_equal(pd_pfnn_character_init(&c, &rig, &scene, origin, 0, NULL), PD_OK);
    for (int t = 0; t < 400; t++) {
        tick(&c, &walk, &scene);
        assert_true(c.pose.root.z < 2 && c.matched.player.object.at[1] < 2);
    }
}

static void a_snapshot_goes_on_bit_by_bit(void **state)
{
    (void)state;
    pd_pfnn_character a, b;
    pd_pfnn_input walk = {.move = {0.4, 1}, .gait = PD_PFNN_WANT_JOG};
    assert_int_equal(pd_pfnn_character_init(&a, &rig, NULL, origin, 1, NULL), PD_OK);
    for (int t = 0; t < 77; t++) tick(&a, &walk, NULL);
    b = a;
    walk.move[0] = -1;
    for (int t = 0; t < 100; t++) tick(&a, &walk, NULL), tick(&b, &walk, NULL);
    assert_memory_equal(a.pose.joints, b.pose.joints, sizeof(pd_vec3) * 31);
}

/* ---- auto: a network with a database */

typedef struct pair {
    pd_pfnn_model *network;
    pd_pfnn_rig alone, with;
} pair;

static void make_pair(pair *p)
{
    pd_error err;
    p->network = rigs_model(16, 3);
    assert_int_equal(pd_pfnn_rig_init(&p->alone, p->network, &err), PD_OK);
    p->with = p->alone;
    if (pd_pfnn_rig_match(&p->with, model, &err)) fail_msg("%s: %s", err.where, err.detail);
}

static void tick_of(const pd_pfnn_rig *of, pd_pfnn_character *c, const pd_pfnn_input *input)
{
    pd_arena arena = {0};
    pd_pfnn_tick t = {.characters = &c, .inputs = &input, .count = 1};
    assert_true(pd_arena_init(&arena, pd_pfnn_tick_scratch_bytes(&t, of, &pd_executor_serial)));
    pd_pfnn_tick_run(&t, of, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);
}

static void until_frames_move_it_auto_has_the_networks_bits(void **state)
{
    (void)state;
    pair p;
    pd_pfnn_character a, b;
    pd_pfnn_input input = {.move = {0, 0}};
    make_pair(&p);
    assert_int_equal(pd_pfnn_character_init(&a, &p.alone, NULL, origin, 0, NULL), PD_OK);
    assert_int_equal(pd_pfnn_character_init(&b, &p.with, NULL, origin, 0, NULL), PD_OK);
    for (int t = 0; t < 200; t++) {
        /* stands, crouches, strafes, goes back: none of it is the database's */
        if (t == 50) input = (pd_pfnn_input){.move = {0, 1}, .gait = PD_PFNN_WANT_CROUCH};
        if (t == 100) input = (pd_pfnn_input){.move = {1, 0}, .strafe = 1, .has_look = 1, .look = {0, 1}};
        if (t == 150) input = (pd_pfnn_input){.move = {0, -1}, .strafe = 1, .has_look = 1, .look = {0, 1}};
        tick_of(&p.alone, &a, &input);
        tick_of(&p.with, &b, &input);
        assert_false(b.matched.active);
        assert_memory_equal(a.pose.joints, b.pose.joints, sizeof(pd_vec3) * 31);
    }
    pd_pfnn_model_release(p.network);
}

static void frames_take_a_start_over_and_give_the_stop_back_without_a_jump(void **state)
{
    (void)state;
    pair p;
    pd_pfnn_character c;
    pd_pfnn_input input = {.move = {0, 0}};
    int by_frames = 0;
    make_pair(&p);
    assert_int_equal(pd_pfnn_character_init(&c, &p.with, NULL, origin, 0, NULL), PD_OK);
    for (int t = 0; t < 400; t++) {
        pd_pfnn_pose was = c.pose;
        bool before = c.matched.active;
        input.move[1] = t >= 60 && t < 200 ? 1 : 0;
        tick_of(&p.with, &c, &input);
        if (t == 60) assert_true(c.matched.active);
        if (t == 200) assert_false(c.matched.active);
        by_frames += c.matched.active;
        if (before == c.matched.active) continue;
        for (int j = 0; j < 31; j++) /* who takes over goes on from what was shown */
            assert_true(pd_vec3_distance(was.joints_free[j], c.pose.joints_free[j]) < 0.08);
    }
    assert_int_equal(by_frames, 140);
    assert_true(c.ticks == 400 && !c.trajectory.captured);
    pd_pfnn_model_release(p.network);
}

static void a_crowd_of_both_is_the_same_as_one_by_one(void **state)
{
    (void)state;
    pair p;
    pd_pfnn_character crowd[4], single[4], *all[4];
    pd_pfnn_input inputs[4] = {
        {.move = {0, 1}}, {.move = {0, 0}}, {.move = {0, 1}, .strafe = 1}, {.move = {1, 0}}};
    const pd_pfnn_input *wanted[4];
    pd_arena arena;
    make_pair(&p);
    for (int i = 0; i < 4; i++) {
        const double at[2] = {i, 0};
        assert_int_equal(pd_pfnn_character_init(&crowd[i], &p.with, NULL, at, 0, NULL), PD_OK);
        single[i] = crowd[i], all[i] = &crowd[i], wanted[i] = &inputs[i];
    }
    pd_pfnn_tick t = {.characters = all, .inputs = wanted, .count = 4};
    assert_true(pd_arena_init(&arena, pd_pfnn_tick_scratch_bytes(&t, &p.with, &pd_executor_serial)));
    for (int n = 0; n < 120; n++) {
        pd_pfnn_tick_run(&t, &p.with, &arena, &pd_executor_serial);
        for (int i = 0; i < 4; i++) tick_of(&p.with, &single[i], &inputs[i]);
    }
    assert_true(crowd[0].matched.active && !crowd[1].matched.active);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(crowd[i].pose.joints, single[i].pose.joints, sizeof(pd_vec3) * 31);
    pd_arena_deinit(&arena);
    pd_pfnn_model_release(p.network);
}

static void other_joints_do_not_go_together(void **state)
{
    (void)state;
    pair p;
    pd_error err;
    make_pair(&p);
    p.alone.skeleton.offsets[PD_BIPED_L_SHIN].y -= 0.1;
    assert_int_equal(pd_pfnn_rig_match(&p.alone, model, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/motion");
    assert_int_equal(pd_pfnn_rig_match(&p.with, p.network, &err), PD_ERR_UNSUPPORTED);
    pd_pfnn_model_release(p.network);
}

/* Its feet in the root's frame: the same wherever it stands and faces. */
static void what_a_database_is_asked_is_the_same_whichever_way_it_faces(void **state)
{
    (void)state;
    static pd_pfnn_character c;
    pd_matching_state states[2];
    pd_vec3 places[PD_PFNN_RIG_JOINTS], speeds[PD_PFNN_RIG_JOINTS];
    assert_int_equal(pd_pfnn_character_init(&c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int way = 0; way < 2; way++) {
        pd_pfnn_instant *now = &c.trajectory.frames[rig.frames / 2];
        const double yaw = 1.1 * way;
        const pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
        now->at[0] = 2 * way, now->at[1] = -3 * way;
        now->dir[0] = sin(yaw), now->dir[1] = cos(yaw);
        for (int j = 0; j < PD_PFNN_RIG_JOINTS; j++) {
            const pd_vec3 own = {0.1 * sin(j), 0.5 + 0.1 * cos(3 * j), 0.2 * sin(2 * j)};
            places[j] = pd_vec3_add(pd_vec3_make(2 * way, 0, -3 * way), pd_q_rotate(turn, own));
            speeds[j] = pd_q_rotate(turn, pd_vec3_scale(own, 0.01));
        }
        states[way] = pd_pfnn_matched_state(&c.trajectory, places, speeds, &rig);
    }
    for (int f = 0; f < 2; f++) {
        assert_true(pd_vec3_distance(states[0].toes[f], states[1].toes[f]) < 1e-9);
        assert_true(pd_vec3_distance(states[0].toe_velocities[f], states[1].toe_velocities[f]) < 1e-9);
    }
    assert_true(pd_vec3_length(states[0].toes[0]) > 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_database_is_asked_is_the_same_whichever_way_it_faces),
        cmocka_unit_test(it_begins_standing_and_walks_where_the_stick_points),
        cmocka_unit_test(bones_keep_their_lengths_and_toes_stay_over_the_ground),
        cmocka_unit_test(no_jump_of_the_database_is_a_jump_of_the_pose),
        cmocka_unit_test(a_wall_holds_it),
        cmocka_unit_test(a_snapshot_goes_on_bit_by_bit),
        cmocka_unit_test(until_frames_move_it_auto_has_the_networks_bits),
        cmocka_unit_test(frames_take_a_start_over_and_give_the_stop_back_without_a_jump),
        cmocka_unit_test(a_crowd_of_both_is_the_same_as_one_by_one),
        cmocka_unit_test(other_joints_do_not_go_together),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
