/* The phase of random contacts, compared with plain loops that follow the header. */
#include "train/motion/phase.h"

#include "core/base/rng.h"
#include "tests/support/walk.h"

enum { FRAMES = 700, STEPS = 200 };

static pd_character_motion motion;
static double speeds[FRAMES];
static const pd_train_foot_contacts feet = {.count = FRAMES, .root_speed = speeds};

static int setup(void **state)
{
    (void)state;
    const walk w = {.frames = FRAMES, .speed = 1, .period = 60, .duty = 0.6, .lift = 0.1};
    walk_make(&motion, &w);
    return pd_character_motion_add_labels(&motion, NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_character_motion_deinit(&motion);
    return 0;
}

static int is_down(int t, int right)
{
    return right ? motion.contacts[t][PD_PFNN_RIGHT_HEEL] || motion.contacts[t][PD_PFNN_RIGHT_TOE]
                 : motion.contacts[t][PD_PFNN_LEFT_HEEL] || motion.contacts[t][PD_PFNN_LEFT_TOE];
}

static int comes_down(int t, int right)
{
    return is_down(t, right) && !is_down(t - 1, right);
}

/* Draws contacts whose onsets are often near the limits at which they do not count,
 * and speeds that change sometimes. */
static void draw(uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int c = 0; c < PD_PFNN_CONTACTS; c++)
        for (int t = 0, on = 0; t < FRAMES; on = !on) {
            int last = t + 3 + (int)pd_rng_between(&rng, 0, seed % 3 ? 40 : 160);
            for (; t < last && t < FRAMES; t++) motion.contacts[t][c] = (unsigned char)on;
        }
    for (int t = 0; t < FRAMES; t++)
        speeds[t] = t % 90 ? speeds[t ? t - 1 : 0] : pd_rng_between(&rng, 0.5, 1.5);
}

/* Computes the onsets that count. Returns their number. */
static int onsets(pd_train_footstep *out)
{
    int count = 0, last[2] = {-1000, -1000};
    for (int t = 1; t < FRAMES; t++) {
        const int first = last[1] <= last[0]; /* of two at once the foot that did not come down last */
        for (int turn = 0; turn < 2; turn++) {
            const int right = turn ? !first : first, own = t - last[right], other = t - last[!right];
            const int between = last[!right] > last[right];
            if (!comes_down(t, right) || other < 9) continue;
            if (own < 18 || (own < 27 && !(speeds[t] > 1 && between))) continue;
            last[right] = t;
            out[count++] = (pd_train_footstep){.frame = t, .right = right};
        }
    }
    return count;
}

static void steps_and_phase_follow_the_header(void **state)
{
    (void)state;
    int stood = 0, same = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        pd_train_footstep wanted[STEPS];
        pd_train_footsteps steps;
        draw(seed);
        const int count = onsets(wanted);
        assert_int_equal(pd_train_motion_phase(&motion, &steps, &feet, NULL), PD_OK);
        assert_int_equal(steps.count, count);
        for (int i = 0; i < count; i++) {
            double at = wanted[i].right ? 0 : 0.5;
            if (i) {
                const double least = wanted[i].right == wanted[i - 1].right ? 1 : 0.5,
                             seconds = (wanted[i].frame - wanted[i - 1].frame) / 60.0;
                double rise = least; /* and whole cycles more while that brings its rate nearer to 0.9 */
                while (fabs(rise + 1 - 0.9 * seconds) < fabs(rise - 0.9 * seconds)) rise++;
                assert_int_equal(steps.items[i].stood, rise > least);
                stood += rise > least, same += least > 0.5;
                at = wanted[i - 1].phase + rise;
            }
            wanted[i].phase = at;
            assert_int_equal(steps.items[i].frame, wanted[i].frame);
            assert_int_equal(steps.items[i].right, wanted[i].right);
            assert_near(steps.items[i].phase - steps.items[0].phase, at - wanted[0].phase, 1e-12);
            assert_near(steps.items[i].phase, motion.phase[wanted[i].frame], 1e-12);
        }
        assert_true(motion.phase[0] >= 0 && motion.phase[0] < 1);
        assert_near(fmod(steps.items[0].phase, 1), wanted[0].right ? 0 : 0.5, 1e-12);
        for (int t = 1; t < FRAMES; t++) assert_true(motion.phase[t] >= motion.phase[t - 1]);
        pd_train_footsteps_deinit(&steps);
    }
    assert_true(stood > 5 && same > 5);
}

/* Between two frames at which the phase passes a multiple of 1/2 it is a straight line, which passes these at
 * the same times. */
static void straight_lines_join_the_steps(void **state)
{
    (void)state;
    double curve[FRAMES];
    double most = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        draw(seed);
        assert_int_equal(pd_train_motion_phase(&motion, NULL, &feet, NULL), PD_OK);
        memcpy(curve, motion.phase, sizeof curve);
        assert_int_equal(pd_train_motion_phase_straighten(&motion, NULL), PD_OK);
        const double *line = motion.phase;
        for (int t = 1; t + 1 < FRAMES; t++) {
            /* The line stays in the same half of a cycle and is straight inside of it. */
            assert_near(floor(2 * line[t] + 1e-9), floor(2 * curve[t] + 1e-9), 0);
            assert_true(line[t] >= line[t - 1]);
            const bool inside = floor(2 * line[t - 1]) == floor(2 * line[t + 1]);
            const bool is_end =
                floor(2 * line[t]) == floor(2 * line[0]) || floor(2 * line[t]) == floor(2 * line[FRAMES - 1]);
            if (inside && !is_end) assert_near(line[t + 1] - line[t], line[t] - line[t - 1], 1e-9);
            if (is_end) assert_near(line[t], curve[t], 0);
            most = fmax(most, fabs(line[t] - curve[t]));
        }
    }
    assert_true(most > 0.02); /* the curves were no lines */
}

/* Returns the rate next to the end, or 0.9 if the end is longer than a step and a half. */
static double rate_of(const pd_train_footstep *end, const pd_train_footstep *inner, int frames)
{
    const double rate = 60 * (end->phase - inner->phase) / (end->frame - inner->frame);
    return frames / 60.0 > 1.5 * 0.5 / rate ? 0.9 : rate;
}

static void the_ends_go_on_as_fast_as_next_to_them_or_stand(void **state)
{
    (void)state;
    int standing = 0, going = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        pd_train_footsteps steps;
        draw(seed);
        assert_int_equal(pd_train_motion_phase(&motion, &steps, &feet, NULL), PD_OK);
        const pd_train_footstep *s = steps.items, *z = s + steps.count - 1;
        const int behind = FRAMES - 1 - z->frame;
        const double first = rate_of(s, s + 1, s->frame), last = rate_of(z, z - 1, behind);
        assert_near(s->phase - motion.phase[0], s->frame / 60.0 * first, 1e-9);
        assert_near(motion.phase[FRAMES - 1] - z->phase, behind / 60.0 * last, 1e-9);
        standing += (first == 0.9) + (last == 0.9), going += (first != 0.9) + (last != 0.9);
        pd_train_footsteps_deinit(&steps);
    }
    assert_true(standing > 5 && going > 5);
}

/* With fewer than two steps the rate depends on the speed alone: that of standing, or that of jogging. */
static void without_two_steps_the_rate_is_that_of_standing_or_of_jogging(void **state)
{
    (void)state;
    for (int row = 0; row < 6; row++) {
        const int count = row % 3; /* no onset, a right one, a left one */
        const double speed = row < 3 ? 1.9 : 2.1, rate = row < 3 ? 0.9 : 1.43;
        pd_train_footsteps steps;
        memset(motion.contacts, 0, FRAMES * sizeof *motion.contacts);
        for (int t = 0; t < FRAMES; t++) {
            speeds[t] = speed;
            if (count) motion.contacts[t][count == 1 ? PD_PFNN_RIGHT_HEEL : PD_PFNN_LEFT_TOE] = t >= 100;
        }
        assert_int_equal(pd_train_motion_phase(&motion, &steps, &feet, NULL), PD_OK);
        assert_int_equal(steps.count, count > 0);
        for (int t = 1; t < FRAMES; t++) assert_near(motion.phase[t] - motion.phase[t - 1], rate / 60, 1e-9);
        if (count) assert_near(fmod(motion.phase[100], 1), count == 1 ? 0 : 0.5, 1e-9);
        assert_true(motion.phase[0] >= 0 && motion.phase[0] < 1);
        pd_train_footsteps_deinit(&steps);
        assert_int_equal(pd_train_motion_phase(&motion, NULL, &feet, NULL),
                         PD_OK); /* nobody asks for steps */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_phase_follow_the_header),
        cmocka_unit_test(straight_lines_join_the_steps),
        cmocka_unit_test(the_ends_go_on_as_fast_as_next_to_them_or_stand),
        cmocka_unit_test(without_two_steps_the_rate_is_that_of_standing_or_of_jogging),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
