/* Tests roll-outs: the number of frames, the times of orders, feet on stairs,
 * and the same bits alone and in company. */
#include "tests/support/cmocka.h"

#include "core/character/rollout/random_stick.h"
#include "tests/support/rigs.h"

#define PI 3.14159265358979323846

static pd_pfnn_model *model;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    model = rigs_model(16, 5);
    return pd_character_rig_init(&rig, model, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static pd_character_cue cue(double time, double x, double z)
{
    return (pd_character_cue){time, {.move = {x, z}, .gait = PD_CHARACTER_WANT_WALK}};
}

static pd_character_rollout rolled(const pd_character_rollout_job *job)
{
    pd_character_rollout out;
    pd_error err = {0};
    if (pd_character_rollout_check(job, &rig, &err) != PD_OK ||
        pd_character_rollout_run(&out, job, 1, &rig, &pd_executor_serial, NULL, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return out;
}

static void a_motion_has_a_frame_for_every_sixtieth_of_a_second(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 1)};
    pd_character_rollout_job job = {
        .seconds = 2.5, .cues = cues, .cue_count = 1, .position = {1, -2}, .facing = PI / 2};
    pd_character_rollout r = rolled(&job);
    assert_int_equal(r.clip.frame_count, 150);
    assert_int_equal(r.track.frame_count, 150);
    assert_near(r.clip.rate, 60, 0);
    assert_near(r.track.root[0], 1, 0.1);
    assert_near(r.track.root[2], -2, 0.1);
    assert_near(r.track.facing[0], 1, 0.1);
    assert_near(r.track.toe_rest_height, PD_ANIM_BIPED_TOE, 0.001);
    pd_character_rollout_deinit(&r);
}

static void joints_of_the_track_are_those_of_the_clip(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 1)};
    pd_character_rollout r = rolled(&(pd_character_rollout_job){.seconds = 1, .cues = cues, .cue_count = 1});
    for (int t = 0; t < 60; t += 7) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, NULL, &r.clip, t);
        for (int k = 0; k < 31; k++) {
            const float *joint = r.track.joints + 3 * (31 * t + k);
            assert_near(pd_vec3_distance(p[k], pd_vec3_make(joint[0], joint[1], joint[2])), 0, 1e-5);
        }
    }
    pd_character_rollout_deinit(&r);
}

static void the_same_job_gives_the_same_bits_alone_and_in_company(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 1), cue(0.7, 1, 0)}, others[] = {cue(0, -1, 0)};
    const pd_character_rollout_job jobs[3] = {{.seconds = 0.5, .cues = others, .cue_count = 1},
                                              {.seconds = 1.5, .cues = cues, .cue_count = 2},
                                              {.seconds = 3, .cues = others, .cue_count = 1, .facing = 1}};
    pd_character_rollout alone = rolled(&jobs[1]), together[3];
    assert_int_equal(pd_character_rollout_run(together, jobs, 3, &rig, &pd_executor_serial, NULL, NULL),
                     PD_OK);
    assert_int_equal(together[1].clip.frame_count, 90);
    assert_memory_equal(together[1].clip.rotations, alone.clip.rotations, 90 * 31 * sizeof(pd_quat));
    assert_memory_equal(together[1].track.joints, alone.track.joints, 90 * 31 * 3 * sizeof(float));
    pd_character_rollout_deinit(&alone);
    for (int i = 0; i < 3; i++) pd_character_rollout_deinit(&together[i]);
}

static void a_cue_holds_from_its_frame_until_the_next(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 1), cue(1, 0, 0)};
    pd_character_rollout r = rolled(&(pd_character_rollout_job){.seconds = 2, .cues = cues, .cue_count = 2});
    assert_true(hypot(r.track.desired[2 * 59], r.track.desired[2 * 59 + 1]) > 0.9 * rig.control.walk_speed);
    assert_true(hypot(r.track.desired[2 * 75], r.track.desired[2 * 75 + 1]) < 0.1 * rig.control.walk_speed);
    pd_character_rollout_deinit(&r);
}

static void a_hand_reaches_from_its_time_on(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 1)};
    const pd_character_reach_cue reaches[] = {
        {0.5, PD_CHARACTER_LEFT_HAND, {.target = {0.3, 1.2, 0.3}, .in_root = 1, .weight = 1, .seconds = 0.2}},
        {1.5, PD_CHARACTER_LEFT_HAND, {.weight = 0, .seconds = 0.2}}};
    pd_character_rollout_job job = {.seconds = 2.5, .cues = cues, .cue_count = 1};
    pd_character_rollout plain = rolled(&job);
    job.reaches = reaches, job.reach_count = 2;
    pd_character_rollout r = rolled(&job);
    for (int f = 0; f < 150; f++) {
        size_t row = 3 * (size_t)f * (size_t)r.track.joint_count;
        int same = !memcmp(r.track.joints + row, plain.track.joints + row,
                           3 * (size_t)r.track.joint_count * sizeof *r.track.joints);
        if (f >= 90 && f < 130) continue; /* the hand goes back; a long way takes longer than it may */
        assert_int_equal(same, f < 30 || f >= 130);
    }
    pd_character_rollout_deinit(&plain);
    pd_character_rollout_deinit(&r);
}

static void starts_stops_and_turns_are_written_down(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 0),       cue(1, 0, 1), cue(2, 1, 0),
                                     cue(3, 0.99, 0.01), cue(4, 0, 0), cue(9, 0, 1)};
    pd_character_rollout r = rolled(&(pd_character_rollout_job){.seconds = 5, .cues = cues, .cue_count = 6});
    const pd_anim_event *e = r.track.events;
    assert_int_equal(r.track.event_count, 3);
    assert_int_equal(e[0].kind, PD_ANIM_EVENT_START);
    assert_near(e[0].time, 1, 0);
    assert_near(e[0].value, rig.control.walk_speed, 1e-9);
    assert_int_equal(e[1].kind, PD_ANIM_EVENT_TURN);
    assert_near(e[1].value, PI / 2, 1e-9); /* +x is to the left */
    assert_int_equal(e[2].kind, PD_ANIM_EVENT_STOP);
    pd_character_rollout_deinit(&r);
}

static void a_stick_beyond_the_unit_disc_walks_as_from_its_edge(void **state)
{
    (void)state;
    const double edge = sqrt(0.5);
    const pd_character_cue beyond[] = {cue(0, 0, 0), cue(0.5, 1, 1)},
                           on[] = {cue(0, 0, 0), cue(0.5, edge, edge)};
    pd_character_rollout a =
        rolled(&(pd_character_rollout_job){.seconds = 2, .cues = beyond, .cue_count = 2});
    pd_character_rollout b = rolled(&(pd_character_rollout_job){.seconds = 2, .cues = on, .cue_count = 2});
    const pd_vec3 *end_a = &a.clip.roots[a.clip.frame_count - 1],
                  *end_b = &b.clip.roots[b.clip.frame_count - 1];

    assert_int_equal(a.track.event_count, 1);
    assert_near(a.track.events[0].value, rig.control.walk_speed, 1e-9); /* the speed that is asked for */
    assert_true(pd_vec3_distance(*end_a, (pd_vec3){0, 0, 0}) > 0.1);
    assert_near(pd_vec3_distance(*end_a, *end_b), 0, 1e-6);

    pd_character_rollout_deinit(&a);
    pd_character_rollout_deinit(&b);
}

static void a_path_goes_into_the_track(void **state)
{
    (void)state;
    const pd_character_follow follow = {.points = {{0, 0}, {0, 5}, {3, 5}}, .count = 3, .closed = 1};
    pd_character_rollout r = rolled(&(pd_character_rollout_job){.seconds = 1, .follow = &follow});
    assert_int_equal(r.track.path_count, 3);
    assert_true(r.track.path_closed);
    assert_near(r.track.path[4], 3, 0);
    assert_int_equal(r.track.event_count, 0);
    pd_character_rollout_deinit(&r);
}

static void ground_under_the_toes_is_the_scenes(void **state)
{
    (void)state;
    pd_anim_scene scene = {0};
    assert_int_equal(pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){2, 2, -50, -50, 100}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 4; i++) scene.ground.heights[i] = 3;
    pd_character_rollout r = rolled(&(pd_character_rollout_job){.seconds = 1, .scene = &scene});
    assert_near(r.track.ground[11], 3, 0);
    assert_near(r.track.root[3 * 10 + 1], 3, 1e-5);
    pd_character_rollout_deinit(&r);
    pd_anim_scene_deinit(&scene);
}

/* Treads of 0.4 m, risers of 0.12 m. */
static void feet_stand_on_the_treads_of_stairs(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {cue(0, 0, 1)};
    pd_anim_scene scene = {0};
    assert_int_equal(
        pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){401, 41, -1, -2, 0.05}, "", NULL), PD_OK);
    for (int i = 0; i < 401 * 41; i++) {
        double z = -2 + 0.05 * (i / 41);
        scene.ground.heights[i] = (float)(z < 1 ? 0 : 0.12 * ceil((z - 1) / 0.4));
    }
    pd_character_rollout_job job = {
        .seconds = 4, .cues = cues, .cue_count = 1, .scene = &scene, .position = {0, 2}};
    pd_character_rollout r = rolled(&job);
    double deepest = 0, highest = 0;
    for (int f = 0; f < r.track.frame_count; f++)
        for (int s = 0; s < 2; s++) {
            double toe = (double)r.track.joints[3 * (f * r.track.joint_count + r.track.toes[s]) + 1];
            double ground = (double)r.track.ground[2 * f + s];
            deepest = fmax(deepest, ground + r.track.toe_rest_height - toe);
            highest = fmax(highest, ground);
        }
    print_message("toes at most %.2g m under the treads, which go up to %.2f m\n", deepest, highest);
    assert_true(deepest < 1e-3 && highest > 0.3);
    pd_character_rollout_deinit(&r);
    pd_anim_scene_deinit(&scene);
}

static void expect_refused(const pd_character_rollout_job *job, pd_status status, const char *where)
{
    pd_error err = {0};
    assert_int_equal(pd_character_rollout_check(job, &rig, &err), status);
    assert_string_equal(err.where, where);
}

static void an_impossible_job_is_refused_with_its_place(void **state)
{
    (void)state;
    const pd_character_cue backwards[] = {cue(2, 0, 1), cue(1, 0, 0)},
                           wild[] = {cue(0, 0, 1), cue(1, 3000, 0)};
    expect_refused(&(pd_character_rollout_job){.seconds = 0}, PD_ERR_RANGE, "/seconds");
    expect_refused(&(pd_character_rollout_job){.seconds = 1e9}, PD_ERR_RANGE, "/seconds");
    expect_refused(&(pd_character_rollout_job){.seconds = NAN}, PD_ERR_RANGE, "/seconds");
    expect_refused(&(pd_character_rollout_job){.seconds = 3, .cues = backwards, .cue_count = 2}, PD_ERR_RANGE,
                   "/script/1/t");
    expect_refused(&(pd_character_rollout_job){.seconds = 3, .cues = wild, .cue_count = 2}, PD_ERR_RANGE,
                   "/script/1/move/0");
}

static int stop_it(void *arg, long done, long total)
{
    *(long *)arg = total;
    return done > 100;
}

static void a_run_can_be_stopped(void **state)
{
    (void)state;
    pd_character_rollout_job job = {.seconds = 10};
    pd_character_rollout out;
    long total = 0;
    const pd_character_rollout_watch watch = {stop_it, &total};
    assert_int_equal(pd_character_rollout_run(&out, &job, 1, &rig, &pd_executor_serial, &watch, NULL),
                     PD_ERR_LIMIT);
    assert_int_equal(total, 600);
    assert_null(out.frames);
}

/* ---- random sticks ---- */

static void expect_good_cues(pd_character_random_kind kind)
{
    static pd_character_cue cues[4000], again[4000], other[4000];
    int count = pd_character_random_cues(cues, 4000, kind, 11, 120);
    assert_in_range(count, 30, pd_character_random_room(120));
    assert_int_equal(pd_character_random_cues(again, 4000, kind, 11, 120), count);
    assert_memory_equal(cues, again, (size_t)count * sizeof *cues);
    pd_character_random_cues(other, 4000, kind, 12, 120);
    assert_memory_not_equal(cues, other, 10 * sizeof *cues);
    expect_refused(&(pd_character_rollout_job){.seconds = 0, .cues = cues, .cue_count = count}, PD_ERR_RANGE,
                   "/seconds");
    assert_int_equal(
        pd_character_rollout_check(
            &(pd_character_rollout_job){.seconds = 120, .cues = cues, .cue_count = count}, &rig, NULL),
        PD_OK);
    assert_true(cues[count - 1].time < 120);
}

static void random_orders_are_good_and_the_same_for_the_same_seed(void **state)
{
    (void)state;
    expect_good_cues(PD_CHARACTER_RANDOM_PLAY);
    expect_good_cues(PD_CHARACTER_RANDOM_STICK);
}

static void random_orders_ask_for_everything(void **state)
{
    (void)state;
    static pd_character_cue cues[10000];
    for (int kind = PD_CHARACTER_RANDOM_PLAY; kind <= PD_CHARACTER_RANDOM_STICK; kind++) {
        int jumps = 0, crouches = 0, strafes = 0, stands = 0, jogs = 0;
        int count = pd_character_random_cues(cues, 10000, (pd_character_random_kind)kind, 3, 300);
        for (int i = 0; i < count; i++) {
            const pd_character_input *in = &cues[i].input;
            jumps += in->jump != 0, crouches += in->gait == PD_CHARACTER_WANT_CROUCH,
                strafes += in->strafe > 0;
            stands += hypot(in->move[0], in->move[1]) < 0.01, jogs += in->gait == PD_CHARACTER_WANT_JOG;
        }
        assert_true(jumps > 0 && crouches > 0 && strafes > 0 && stands > 0 && jogs > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_has_a_frame_for_every_sixtieth_of_a_second),
        cmocka_unit_test(joints_of_the_track_are_those_of_the_clip),
        cmocka_unit_test(the_same_job_gives_the_same_bits_alone_and_in_company),
        cmocka_unit_test(a_cue_holds_from_its_frame_until_the_next),
        cmocka_unit_test(a_hand_reaches_from_its_time_on),
        cmocka_unit_test(starts_stops_and_turns_are_written_down),
        cmocka_unit_test(a_stick_beyond_the_unit_disc_walks_as_from_its_edge),
        cmocka_unit_test(a_path_goes_into_the_track),
        cmocka_unit_test(feet_stand_on_the_treads_of_stairs),
        cmocka_unit_test(ground_under_the_toes_is_the_scenes),
        cmocka_unit_test(an_impossible_job_is_refused_with_its_place),
        cmocka_unit_test(a_run_can_be_stopped),
        cmocka_unit_test(random_orders_are_good_and_the_same_for_the_same_seed),
        cmocka_unit_test(random_orders_ask_for_everything),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
