/* Characters of another size, with the shipped network: Froude's law, asked speeds, planted feet, and
 * requests that are given in metres of the world. */
#include "core/character/size.h"

#include "core/anim/scene/terrain_make.h"
#include "core/character/load.h"
#include "core/character/rollout/rollout.h"
#include "core/character/rollout/snapshot.h"
#include "core/io/fields/fields.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define SECONDS 12.0

static pd_pfnn_model *model;
static pd_character_rig rig;
static const double sizes[] = {0.5, 0.7, 0.9, 1.2, 1.5};

static int setup(void **state)
{
    (void)state;
    return pd_character_model_load(&model, "models/motion.safetensors", NULL) ||
           pd_character_rig_init(&rig, model, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static pd_character_rollout roll(const pd_character_rollout_job *job)
{
    pd_character_rollout out;
    pd_error err = {0};
    if (pd_character_rollout_check(job, &rig, &err) != PD_OK ||
        pd_character_rollout_run(&out, job, 1, &rig, &pd_executor_serial, NULL, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return out;
}

/* Walks straight ahead from the first second on. */
static pd_character_rollout walk(double size, double speed)
{
    const pd_character_cue cues[] = {{0, {.move = {0, 0}}}, {1, {.move = {0, 1}, .speed = speed}}};
    return roll(&(pd_character_rollout_job){
        .seconds = SECONDS, .size = size, .cues = cues, .cue_count = 2, .person = {.variation = 1}});
}

/* Figures of the last 6 seconds. */
typedef struct figures {
    double speed;  /* m/s */
    double steps;  /* per second */
    double height; /* of the root joint, metres */
    double slide;  /* mean speed of planted toes, m/s */
} figures;

static figures measure(const pd_character_rollout *r)
{
    const pd_anim_track *t = &r->track;
    const int from = t->frame_count - 360;
    figures f = {0};
    int steps = 0, planted = 0;

    for (int i = from; i < t->frame_count; i++) {
        steps += (r->frames[i].events & PD_CHARACTER_STEP_LEFT) != 0;
        steps += (r->frames[i].events & PD_CHARACTER_STEP_RIGHT) != 0;
        f.height += (double)t->joints[3 * (size_t)i * (size_t)t->joint_count + 1] / 360;

        for (int s = 0; s < 2; s++) {
            const size_t at = (size_t)i * (size_t)t->joint_count + (size_t)t->toes[s];
            const float *now = t->joints + 3 * at, *before = now - 3 * t->joint_count;
            if (t->contacts[4 * i + 2 * s + 1] < 0.5f) continue;
            f.slide += 60 * hypot((double)(now[0] - before[0]), (double)(now[2] - before[2]));
            planted++;
        }
    }

    f.speed = (double)(t->root[3 * (t->frame_count - 1) + 2] - t->root[3 * from + 2]) / (359 / 60.0);
    f.steps = steps / 6.0;
    f.slide /= planted ? planted : 1;
    return f;
}

static void short_legs_walk_slower_and_step_more_often_by_froudes_law(void **state)
{
    (void)state;
    pd_character_rollout usual = walk(1, 0);
    const figures of = measure(&usual);
    pd_character_rollout_deinit(&usual);

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double s = sizes[i];
        pd_character_rollout r = walk(s, 0);
        const figures is = measure(&r);
        assert_near(is.speed / (of.speed * sqrt(s)), 1, 0.02);
        assert_near(is.steps, of.steps / sqrt(s), 0.2); /* whole steps in 6 s */
        assert_near(is.height / (of.height * s), 1, 0.01);
        assert_true(is.slide < 0.02);
        pd_character_rollout_deinit(&r);
    }
}

/* As exactly as a character of size 1 reaches the speed that corresponds. */
static void a_speed_is_asked_for_in_metres_of_the_world(void **state)
{
    (void)state;
    const double speeds[] = {0.7, 1.2, 2.2, 3};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
            const double root = sqrt(sizes[i]);
            pd_character_rollout r = walk(sizes[i], speeds[k]), usual = walk(1, speeds[k] / root);
            assert_near(measure(&r).speed / (root * measure(&usual).speed), 1, 0.04);
            pd_character_rollout_deinit(&r);
            pd_character_rollout_deinit(&usual);
        }
}

/* The network's slowest walk is faster; it is played slower. */
static void the_slowest_walks_are_as_slow_as_asked(void **state)
{
    (void)state;
    const double speeds[] = {0.3, 0.4, 0.5};

    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        const pd_character_cue ahead = {0, {.move = {0, 1}, .speed = speeds[k]}};
        pd_character_rollout r =
            roll(&(pd_character_rollout_job){.seconds = 24, .cues = &ahead, .cue_count = 1});
        const int last = r.track.frame_count - 1;
        const float *root = r.track.root + 2;
        const double speed = (double)(root[3 * last] - root[3 * 360]) / ((last - 360) / 60.0);
        assert_near(speed / speeds[k], 1, 0.07);
        assert_true(measure(&r).slide < 0.02);
        pd_character_rollout_deinit(&r);
    }
}

static void bones_have_the_size_and_joints_are_those_of_the_clip(void **state)
{
    (void)state;
    pd_character_rollout r = walk(0.7, 0);
    pd_vec3 p[PD_ANIM_MAX_JOINTS];

    for (int j = 1; j < rig.skeleton.joint_count; j++)
        assert_near(pd_vec3_length(r.clip.skeleton.offsets[j]), 0.7 * pd_vec3_length(rig.skeleton.offsets[j]),
                    1e-12);
    for (int t = 0; t < r.clip.frame_count; t += 37) {
        pd_anim_clip_pose(p, NULL, &r.clip, t);
        for (int k = 0; k < r.track.joint_count; k++) {
            const float *joint = r.track.joints + 3 * (t * r.track.joint_count + k);
            assert_near(
                pd_vec3_distance(p[k], pd_vec3_make((double)joint[0], (double)joint[1], (double)joint[2])), 0,
                1e-5);
        }
    }

    pd_character_rollout_deinit(&r);
}

static void requests_are_in_metres_of_the_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double s = sizes[i];

        /* The path ends at (2, 3). */
        const pd_character_follow path = {.points = {{0, 0}, {2, 3}}, .count = 2};
        pd_character_rollout r = roll(&(pd_character_rollout_job){.seconds = 10, .size = s, .follow = &path});
        const float *end = r.track.root + 3 * (r.track.frame_count - 1);
        assert_near(hypot((double)end[0] - 2, (double)end[2] - 3), 0, 0.3 * s + 0.05);
        pd_character_rollout_deinit(&r);

        /* The left hand reaches a place before the shoulder, and the head turns to a point. */
        const pd_vec3 at = {0.2 * s + 1, 1.3 * s, 0.35 * s - 2};
        const pd_character_cue still = {0, {.move = {0, 0}}};
        const pd_character_reach_cue reach = {
            1, PD_CHARACTER_LEFT_HAND, {.target = at, .weight = 1, .seconds = 0.5}};
        const pd_character_gaze_cue gaze = {1, {.point = {5, 1.6, 3}, .weight = 1, .seconds = 0.5}};
        r = roll(&(pd_character_rollout_job){.seconds = 4,
                                             .size = s,
                                             .position = {1, -2},
                                             .cues = &still,
                                             .cue_count = 1,
                                             .reaches = &reach,
                                             .reach_count = 1,
                                             .gazes = &gaze,
                                             .gaze_count = 1});
        const int last = r.track.frame_count - 1;
        const float *hand =
            r.track.joints + 3 * (last * r.track.joint_count + rig.arms[PD_CHARACTER_LEFT_HAND].wrist);
        assert_near(pd_vec3_distance(at, pd_vec3_make((double)hand[0], (double)hand[1], (double)hand[2])), 0,
                    0.01);
        assert_near((double)r.frames[last].look[0], 5, 1e-4);
        assert_near((double)r.frames[last].look[1], 1.6, 1e-4);
        assert_near((double)r.frames[last].look[2], 3, 1e-4);
        pd_character_rollout_deinit(&r);
    }
}

/* The wall is at z = 4, and the steps are 17 cm high. */
static void walls_and_stairs_stay_where_they_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double s = sizes[i];
        pd_anim_scene scene;
        assert_int_equal(pd_anim_scene_init(&scene, 1, 0, 0, 0, "", NULL), PD_OK);
        scene.walls[0] = (pd_anim_wall){.from = {-5, 4}, .to = {5, 4}, .width = 0.1};
        const pd_anim_ground_grid grid = {.rows = 60, .columns = 2, .x = -5, .z = 0, .cell = 0.1};
        assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
        scene.ground.cell = 0.1;
        for (int row = 0; row < 60; row++)
            for (int column = 0; column < 2; column++)
                scene.ground.heights[2 * row + column] = row < 20 ? 0 : 0.17f;

        const pd_character_cue ahead = {0, {.move = {0, 1}}};
        pd_character_rollout r = roll(&(pd_character_rollout_job){.seconds = 10,
                                                                  .size = s,
                                                                  .scene = &scene,
                                                                  .cues = &ahead,
                                                                  .cue_count = 1,
                                                                  .position = {-4.95, 0}});
        const int last = r.track.frame_count - 1;
        for (int f = 0; f <= last; f++) assert_true((double)r.track.root[3 * f + 2] < 4 - 0.1 - 0.2 * s);
        assert_true((double)r.track.root[3 * last + 2] > 4 - 0.1 - 1.2 * s);
        assert_near((double)r.track.root[3 * last + 1], 0.17, 0.001);
        for (int f = 0; f < 2; f++) assert_near((double)r.track.ground[2 * last + f], 0.17, 1e-6);
        pd_character_rollout_deinit(&r);
        pd_anim_scene_deinit(&scene);
    }
}

static void size_one_keeps_the_bits(void **state)
{
    (void)state;
    pd_character_rollout a = walk(0, 1.4), b = walk(1, 1.4);
    const size_t count = (size_t)a.clip.frame_count * (size_t)a.clip.skeleton.joint_count;

    assert_memory_equal(a.clip.rotations, b.clip.rotations, count * sizeof *a.clip.rotations);
    assert_memory_equal(a.clip.roots, b.clip.roots, (size_t)a.clip.frame_count * sizeof *a.clip.roots);
    pd_character_rollout_deinit(&a);
    pd_character_rollout_deinit(&b);
}

/* Tall characters have frames without a tick of the network, between which a snapshot is taken. */
static void a_snapshot_of_every_frame_continues_bit_by_bit(void **state)
{
    (void)state;
    const pd_character_input ahead = {.move = {0.3, 1}};
    const double origin[2] = {0, 0};
    pd_arena arena;
    pd_character_tick t = {.count = 1};
    assert_true(pd_arena_init(&arena, pd_character_tick_scratch_bytes(&t, &rig, &pd_executor_serial)));

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        static pd_character a, b;
        pd_anim_scene scene;
        pd_anim_scene_view(&scene, NULL, sizes[i]);
        const pd_anim_scene *where[1] = {&scene};
        const pd_character_input *what[1] = {&ahead};
        pd_character *who[1] = {&a};
        t.inputs = what;
        t.scenes = where;
        t.characters = who;
        assert_int_equal(pd_character_init(&a, &rig, &scene, origin, 0, NULL), PD_OK);

        for (int f = 0; f < 40; f++) {
            pd_buffer out = {0};
            pd_fields_writer writer = {0};
            pd_fields_reader reader = {0};
            pd_character_snapshot_put_character(&writer, &a, &rig);
            pd_fields_end(&out, &writer);
            assert_true(pd_fields_open(&reader, (const unsigned char *)out.data, out.size) > 0);
            memset(&b, 0x5a, sizeof b);
            assert_true(pd_character_snapshot_get_character(&b, &reader, &rig) && pd_fields_done(&reader));
            pd_buffer_deinit(&out);
            pd_fields_writer_deinit(&writer);

            who[0] = &a;
            pd_character_tick_run(&t, &rig, &arena, &pd_executor_serial);
            who[0] = &b;
            pd_character_tick_run(&t, &rig, &arena, &pd_executor_serial);
            assert_memory_equal(a.pose.joints, b.pose.joints,
                                (size_t)rig.skeleton.joint_count * sizeof *a.pose.joints);
            assert_near(a.size, sizes[i], 0);
        }
    }

    pd_arena_deinit(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_legs_walk_slower_and_step_more_often_by_froudes_law),
        cmocka_unit_test(a_speed_is_asked_for_in_metres_of_the_world),
        cmocka_unit_test(the_slowest_walks_are_as_slow_as_asked),
        cmocka_unit_test(bones_have_the_size_and_joints_are_those_of_the_clip),
        cmocka_unit_test(requests_are_in_metres_of_the_world),
        cmocka_unit_test(walls_and_stairs_stay_where_they_are),
        cmocka_unit_test(size_one_keeps_the_bits),
        cmocka_unit_test(a_snapshot_of_every_frame_continues_bit_by_bit),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
