/* @heavy: takes over five seconds under ASan. */
/* Turns, starts, stops and sideways walks of the shipped network, compared with captured people. The figures
 * of people come from raw capture (CMU, ACCAD, 100STYLE, Itatani) on the biped at 60 frames a second,
 * measured by the same definitions. */
#include "core/math/plane.h"
#include "core/character/load.h"
#include "core/character/rollout/rollout.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define RATE 60
#define MOST 24

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

static void roll(pd_character_rollout *out, double seconds, const pd_character_cue *cues, int count)
{
    const pd_character_rollout_job job = {.seconds = seconds, .cues = cues, .cue_count = count};
    assert_int_equal(pd_character_rollout_run(out, &job, 1, &rig, &pd_executor_serial, NULL, NULL), PD_OK);
}

static pd_vec3 joint_at(const pd_anim_track *track, int frame, int joint)
{
    const float *at = track->joints + 3 * ((size_t)frame * (size_t)track->joint_count + (size_t)joint);
    return pd_vec3_make((double)at[0], (double)at[1], (double)at[2]);
}

static pd_vec3 hips_at(const pd_anim_track *track, int frame)
{
    return joint_at(track, frame, rig.skeleton.root);
}

/* Computes how far the left ankle is to the left (x) and ahead (z) of the right one, in the frame of the hip
 * joints, metres. */
static void feet_apart(double *left, double *ahead, const pd_anim_track *track, int frame)
{
    const pd_vec3 hips =
        pd_vec3_sub(joint_at(track, frame, rig.legs[0].thigh), joint_at(track, frame, rig.legs[1].thigh));
    const pd_vec3 off =
        pd_vec3_sub(joint_at(track, frame, rig.legs[0].heel), joint_at(track, frame, rig.legs[1].heel));
    const double width = hypot(hips.x, hips.z), x = hips.x / width, z = hips.z / width;
    *left = x * off.x + z * off.z;
    *ahead = -z * off.x + x * off.z;
}

/* Returns the speed of the hips along the ground, m/s, mean of the 0.2 s about a frame. */
static double speed_at(const pd_anim_track *track, int frame)
{
    const pd_vec3 way = pd_vec3_sub(hips_at(track, frame + 6), hips_at(track, frame - 6));
    return hypot(way.x, way.z) * RATE / 12;
}

/* Turns of 180 degrees out of a walk: the hips of people go down by at most 2.5 cm below their median before
 * the turn (14 turns of 8 people). */
static void the_hips_stay_up_in_a_turn_of_a_walk(void **state)
{
    (void)state;
    enum { TURNS = 8 };
    pd_character_cue cues[TURNS + 1] = {{.input = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK}}};
    pd_character_rollout turns;
    double deepest = 0, sum = 0;
    for (int i = 1; i <= TURNS; i++) {
        cues[i] = cues[0];
        cues[i].time = 4.13 * i;
        cues[i].input.move[1] = i % 2 ? -1 : 1;
    }
    roll(&turns, 4.13 * (TURNS + 1), cues, TURNS + 1);
    for (int i = 1; i <= TURNS; i++) {
        const int order = (int)lround(4.13 * i * RATE);
        double before = 0, lowest = INFINITY;
        for (int t = order - 60; t < order; t++) before += hips_at(&turns.track, t).y / 60;
        for (int t = order; t < order + 150; t++) lowest = fmin(lowest, hips_at(&turns.track, t).y);
        deepest = fmax(deepest, before - lowest);
        sum += before - lowest;
    }
    print_message("deepest %.4f, mean %.4f\n", deepest, sum / TURNS);
    assert_true(sum / TURNS < 0.025 && deepest < 0.032); /* without upright.h 0.043 and 0.062 */
    pd_character_rollout_deinit(&turns);
}

/* Starts and stops of a walk. */
static void a_walk_starts_and_stops_as_people_do(void **state)
{
    (void)state;
    enum { PAIRS = 6 };
    pd_character_cue cues[2 * PAIRS] = {{.time = 0}};
    pd_character_rollout run;
    double time = 2;
    for (int i = 0; i < PAIRS; i++) {
        cues[2 * i] =
            (pd_character_cue){.time = time, .input = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK}};
        time += 2.6 + 0.11 * i;
        cues[2 * i + 1] = (pd_character_cue){.time = time};
        time += 3;
    }
    roll(&run, time, cues, 2 * PAIRS);

    for (int i = 0; i < PAIRS; i++) {
        /* The first heel rises, or moves, by 3 cm;
         * a foot that is lifted is seen to be so some frames later. */
        const int start = (int)lround(cues[2 * i].time * RATE),
                  stop = (int)lround(cues[2 * i + 1].time * RATE);
        int first = start;
        for (; first < start + 60; first++)
            if (pd_vec3_distance(joint_at(&run.track, first, rig.legs[0].heel),
                                 joint_at(&run.track, start, rig.legs[0].heel)) > 0.03 ||
                pd_vec3_distance(joint_at(&run.track, first, rig.legs[1].heel),
                                 joint_at(&run.track, start, rig.legs[1].heel)) > 0.03)
                break;

        /* Acceleration of the hips from just before the order on:
         * 5.1 to 27.6 m/s2 at 50 to 90 % of captured starts. */
        double most = 0, braked = 0;
        for (int t = start - 3; t < start + 60; t++) {
            const pd_vec3 twice = pd_vec3_scale(hips_at(&run.track, t), 2),
                          ends = pd_vec3_add(hips_at(&run.track, t - 1), hips_at(&run.track, t + 1));
            most = fmax(most, pd_vec3_length(pd_vec3_sub(ends, twice)) * RATE * RATE);
        }

        /* People slow down from a walk by at most 2.3 to 3.7 m/s2 (24 stops, 50 and 90 %), and the feet end 4
         * to 9 cm apart along the facing. */
        double left, ahead;
        for (int t = stop; t < stop + 90; t++)
            braked = fmax(braked, (speed_at(&run.track, t - 3) - speed_at(&run.track, t + 3)) * RATE / 6);
        feet_apart(&left, &ahead, &run.track, stop + 174);
        print_message("first step %.3f s, %.1f m/s2; braked %.2f m/s2, feet %.3f %.3f m\n",
                      (double)(first - start) / RATE, most, braked, left, ahead);
        assert_true(first - start <= 15);
        assert_true(most < 10);
        assert_true(braked > 1.5 && braked < 4.3);
        assert_true(fabs(ahead) < 0.09 && left > 0.1 && left < 0.37);
    }
    pd_character_rollout_deinit(&run);
}

/* Walking to either side: 14 % of captured frames have crossed feet, none has one leg in the other. */
static void feet_do_not_cross_sideways(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side += 2)
        for (int fast = 0; fast < 2; fast++) {
            const pd_character_cue cue = {.input = {.move = {side, 0},
                                                    .has_look = 1,
                                                    .look = {0, 1},
                                                    .strafe = 1,
                                                    .speed = fast ? 1.1 : 0.6,
                                                    .gait = PD_CHARACTER_WANT_WALK}};
            pd_character_rollout run;
            int crossed = 0, count = 0;
            roll(&run, 14, &cue, 1);
            for (int t = 180; t < run.track.frame_count; t++) {
                double left, ahead;
                feet_apart(&left, &ahead, &run.track, t);
                crossed += left < 0, count++;
            }
            const double way = hips_at(&run.track, run.track.frame_count - 1).x - hips_at(&run.track, 180).x;
            const double speed = side * way * RATE / count;
            print_message("side %d: %.3f crossed, %.2f m/s\n", side, (double)crossed / count, speed);
            assert_true(crossed < 0.14 * count);
            assert_near(speed, cue.input.speed, 0.12);
            pd_character_rollout_deinit(&run);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hips_stay_up_in_a_turn_of_a_walk),
        cmocka_unit_test(a_walk_starts_and_stops_as_people_do),
        cmocka_unit_test(feet_do_not_cross_sideways),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
