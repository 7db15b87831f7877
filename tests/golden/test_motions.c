/* Roll-outs of the shipped network in situations that a random network never reaches: it brakes, lowers its
 * hips and climbs.
 *
 * Every training changes the frames of the network, so the test checks properties that hold for any network:
 * the stick at a path's end follows its definition, which is computed again here; hips rise no faster than
 * their limit and come down as far as the legs need; stairs are climbed; runs brake before sharp turns. */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include "core/anim/biped.h"
#include "core/anim/two_bone.h"
#include "core/character/load.h"
#include "core/character/rollout/rollout.h"

#include <stdlib.h>

static pd_pfnn_model *shipped;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    return pd_character_model_load(&shipped, "models/motion.safetensors", NULL) ||
           pd_character_rig_init(&rig, shipped, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(shipped);
    return 0;
}

static pd_character_rollout rolled(const pd_character_rollout_job *job)
{
    pd_character_rollout out;
    pd_error err = {0};
    if (pd_character_rollout_run(&out, job, 1, &rig, &pd_fixture_shuffled, NULL, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return out;
}

/* Makes a scene of 12 m by 12 m from (-4, -4) on. */
static pd_anim_scene scene_of(double (*height)(double x, double z))
{
    enum { SIDE = 241 };
    pd_anim_scene scene = {0};
    assert_int_equal(
        pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){SIDE, SIDE, -4, -4, 0.05}, "", NULL), PD_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        scene.ground.heights[i] = (float)height(-4 + 0.05 * (i % SIDE), -4 + 0.05 * (i / SIDE));
    return scene;
}

static pd_vec3 joint(const float *joints, const pd_character_rollout *r, int t, int k)
{
    const float *p = joints + 3 * ((size_t)t * (size_t)r->track.joint_count + (size_t)k);
    return pd_vec3_make(p[0], p[1], p[2]);
}

/* The stick points .75 m ahead on the path, at its end at most; from where that point and what is behind it
 * come to 1.8 m on it is let go by the way to the point over .9 m, to a half;
 * .3 m from the end it is let go. */
static void a_walk_brakes_before_the_end_of_its_path_and_stops_there(void **state)
{
    (void)state;
    const double end = 6, cruise = 1.2;
    const pd_character_follow follow = {
        .points = {{0, 0}, {0, end}}, .count = 2, .gait = PD_CHARACTER_WANT_WALK};
    pd_character_rollout r = rolled(&(pd_character_rollout_job){.seconds = 10, .follow = &follow});
    int braking = 0, half = 0, arrived = 0;

    for (int t = 120; t < r.track.frame_count; t++) {
        const double left =
            end - (double)r.track.root[3 * (t - 1) + 2]; /* the input is of the frame before */
        const double to_point = fmin(0.75, left), asked = (double)r.track.desired[2 * t + 1];
        double stick = left + to_point < 1.8 ? fmax(0.5, fmin(1, to_point / 0.9)) : 1;
        if (arrived || left < 0.3) stick = 0, arrived++;
        braking += stick < 1 && stick > 0.5, half += stick == 0.5;
        /* the wanted velocity follows the stick by .8 a frame, and the walk is .02 m further on by then */
        if (fabs(left - 1.05) > 0.06 && fabs(left - 0.3) > 0.04) assert_near(asked, stick * cruise, 0.04);
    }
    assert_true(braking > 20 && half > 4 && arrived > 120);

    /* it goes slower all the way, and is at rest .3 m from the end or nearer */
    const int last = r.track.frame_count - 1;
    assert_near((double)r.track.root[3 * last + 2], end, 0.3);
    assert_near((double)r.track.root[3 * (last - 60) + 2], (double)r.track.root[3 * last + 2], 0.01);
    pd_character_rollout_deinit(&r);
}

/* The right foot goes along .3 m deeper than the left one. */
static double ledge(double x, double z)
{
    (void)z;
    return x > 0.02 ? 0 : -0.3;
}

static void along_a_ledge_both_feet_stand_and_hips_do_not_jump(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK, .speed = 1.2}}};
    pd_anim_scene scene = scene_of(ledge);
    pd_character_rollout r =
        rolled(&(pd_character_rollout_job){.seconds = 6, .cues = cues, .cue_count = 1, .scene = &scene});
    double earlier = 0, bend = 0, rise = 0, before = 0, down = 0, longest = 0, lowest = INFINITY, highest = 0;
    int planted[2] = {0};

    for (int t = 0; t < r.track.frame_count; t++) {
        const double drop = joint(r.track.joints_pre, &r, t, 0).y - joint(r.track.joints, &r, t, 0).y;
        /* The hips follow the feet up by at most .6 m/s. On stairs of 18 cm people's rise with up to .7. */
        rise = fmax(rise, before - drop);
        bend = fmax(bend, fabs(drop - 2 * before + earlier));
        earlier = before;
        down = fmax(down, drop - before);
        before = drop;

        for (int s = 0; s < 2; s++) {
            const pd_character_leg *leg = &rig.legs[s];
            const double reach =
                pd_anim_two_bone_length(rig.skeleton.offsets[leg->shin], rig.skeleton.offsets[leg->heel]);
            pd_vec3 hip = joint(r.track.joints, &r, t, leg->thigh),
                    heel = joint(r.track.joints, &r, t, leg->heel);
            longest = fmax(longest, pd_vec3_distance(hip, heel) / reach);

            const double height = joint(r.track.joints, &r, t, r.track.toes[s]).y -
                                  (double)r.track.ground[2 * t + s] - r.track.toe_rest_height;
            lowest = fmin(lowest, height);
            if (t < 120 || r.track.contacts[4 * t + 2 * s + 1] < 0.9f) continue;
            highest = fmax(highest, height);
            planted[s]++;
        }
    }
    print_message(
        "toes %.3f m under the ground, planted ones %.3f over it, %d and %d frames; hips %.3f m down "
        "in a frame; legs %.5f of their length\n",
        -lowest, highest, planted[0], planted[1], down, longest);
    assert_true(lowest > -0.01 && highest < 0.04);
    assert_true(planted[0] > 30 && planted[1] > 30);
    assert_true(down < 0.01);
    /* The hips follow the feet without a jump, idle's breathing included. People's hips are accelerated by 5
     * to 20 m/s2 in walked turns; these, on top of the network's, by less than 10. */
    assert_true(rise < 0.012 && bend < 10 / 3600.0);
    assert_true(longest < 0.99851);
    pd_character_rollout_deinit(&r);
    pd_anim_scene_deinit(&scene);
}

/* From 2 m on: risers of 15 cm, treads of 35. */
static double stairs(double x, double z)
{
    (void)x;
    return z < 2 ? 0 : 0.15 * fmin(10, ceil((z - 2) / 0.35));
}

static void stairs_are_climbed_on_their_treads(void **state)
{
    (void)state;
    const pd_character_cue cues[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK}}};
    pd_anim_scene scene = scene_of(stairs);
    pd_character_rollout r =
        rolled(&(pd_character_rollout_job){.seconds = 8, .cues = cues, .cue_count = 1, .scene = &scene});
    double level = 0, above = 0, deepest = 0, floating = 0;
    int steps = 0, treads = 0;
    bool used[11] = {false};

    for (int t = 60; t < r.track.frame_count; t++) {
        const double z = (double)r.track.root[3 * t + 2], hips = joint(r.track.joints, &r, t, 0).y;
        if (z < 1.2) level = fmax(level, hips);
        if (z > 6) above = fmax(above, hips);
        for (int s = 0; s < 2; s++) {
            const double ground = (double)r.track.ground[2 * t + s];
            const double over =
                joint(r.track.joints, &r, t, rig.legs[s].toe).y - ground - rig.legs[s].toe_rest;
            deepest = fmax(deepest, -over);
            if (r.track.contacts[4 * t + 2 * s + 1] < 0.5f) continue;
            floating = fmax(floating, over);
            const int tread = (int)lround(ground / 0.15);
            steps++, treads += !used[tread], used[tread] = true;
        }
    }
    const double end = (double)r.track.root[3 * (r.track.frame_count - 1) + 2];
    print_message("%.2f m far, hips %.3f m higher, toes at most %.4f m under treads, planted ones %.3f m "
                  "over, %d treads used\n",
                  end, above - level, deepest, floating, treads);
    assert_true(end > 5.9 && steps > 60 && treads >= 5);
    assert_near(above - level, 1.5, 0.05); /* ten risers */
    assert_true(deepest < 0.005 && floating < 0.04);
    pd_character_rollout_deinit(&r);
    pd_anim_scene_deinit(&scene);
}

/* Least speed of the hips, m/s over six frames, in two seconds after the stick points to (x, z), in a run
 * that began `phase` before; drop: how far they sink, metres. */
static double least_speed(double phase, double x, double z, double *drop)
{
    const double order = 3.5 + phase;
    const pd_character_cue cues[] = {{0, {.move = {0, 1}, .gait = PD_CHARACTER_WANT_RUN}},
                                     {order, {.move = {x, z}, .gait = PD_CHARACTER_WANT_RUN}}};
    pd_character_rollout r =
        rolled(&(pd_character_rollout_job){.seconds = order + 2, .cues = cues, .cue_count = 2});
    const int first = (int)(60 * order);
    double least = INFINITY, lowest = INFINITY, mean = 0;

    for (int t = first - 60; t < first; t++) mean += joint(r.track.joints, &r, t, 0).y / 60;
    for (int t = first; t < r.track.frame_count; t++) {
        const pd_vec3 way = pd_vec3_sub(joint(r.track.joints, &r, t, 0), joint(r.track.joints, &r, t - 6, 0));
        least = fmin(least, 10 * hypot(way.x, way.z));
        lowest = fmin(lowest, joint(r.track.joints, &r, t, 0).y);
    }
    *drop = mean - lowest;
    pd_character_rollout_deinit(&r);
    return least;
}

/* People: .14 to .21 m/s at 180 degrees, .27 to 1.4 at 135, .84 to 2.3 at 90; hips sink by 5 to 16 cm. On a
 * curve the network keeps 1.4, 2.0 and 2.5 m/s. */
static void a_run_that_turns_sharply_brakes_and_pushes_off(void **state)
{
    (void)state;
    static const struct {
        double x, z, most;
    } turns[] = {{0, -1, 0.4}, {0.7071, -0.7071, 1.2}, {1, 0, 2.1}};

    for (int i = 0; i < 3; i++) {
        double fastest = 0, deepest = 0;
        for (int phase = 0; phase < 6; phase++) {
            double drop;
            fastest = fmax(fastest, least_speed(0.1 * phase, turns[i].x, turns[i].z, &drop));
            deepest = fmax(deepest, drop);
        }
        print_message("turn %d: at most %.2f m/s at the slowest, hips sink by up to %.3f m\n", i, fastest,
                      deepest);
        assert_true(fastest < turns[i].most);
        assert_true(deepest > 0.05 && deepest < 0.2);
    }
}

/* Returns how often a toe moves by more than 2 cm in two minutes of standing. */
static int shifts_of(uint32_t variation)
{
    const pd_character_cue cues[] = {{0, {.gait = PD_CHARACTER_WANT_WALK}}};
    pd_character_rollout r = rolled(&(pd_character_rollout_job){
        .seconds = 120, .cues = cues, .cue_count = 1, .person = {.variation = variation}});
    int shifts = 0;

    for (int side = 0; side < 2; side++) {
        pd_vec3 stood = joint(r.track.joints, &r, 60, rig.legs[side].toe);
        for (int t = 60; t < r.track.frame_count; t++) {
            const pd_vec3 now = joint(r.track.joints, &r, t, rig.legs[side].toe);
            const pd_vec3 before = joint(r.track.joints, &r, t - 1, rig.legs[side].toe);
            if (pd_vec3_distance(now, before) > 1e-5 || hypot(now.x - stood.x, now.z - stood.z) < 0.02)
                continue;
            shifts++;
            stood = now;
        }
    }
    pd_character_rollout_deinit(&r);
    return shifts;
}

/* People shift their feet once or twice in a minute; they do not all do it at the same time. */
static void who_stands_for_long_shifts_a_foot_now_and_then(void **state)
{
    (void)state;
    int all = 0;
    for (uint32_t variation = 1; variation <= 6; variation++) {
        const int shifts = shifts_of(variation);
        print_message("variation %u: %d shifts of a foot in two minutes\n", variation, shifts);
        assert_in_range(shifts, 1, 8);
        all += shifts;
    }
    assert_in_range(all, 12, 36);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_brakes_before_the_end_of_its_path_and_stops_there),
        cmocka_unit_test(along_a_ledge_both_feet_stand_and_hips_do_not_jump),
        cmocka_unit_test(stairs_are_climbed_on_their_treads),
        cmocka_unit_test(a_run_that_turns_sharply_brakes_and_pushes_off),
        cmocka_unit_test(who_stands_for_long_shifts_a_foot_now_and_then),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
