/* Tests the smoothness terms of a take: gradients against differences, and how much of a known jitter and
 * motion is left. */
#include "core/base/rng.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/observe/take/smooth.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { JOINTS = 2, N = 3 * JOINTS + 3 };
#define SECONDS 0.05
#define WEIGHT  1.7
#define STEP    1e-5

typedef struct pair {
    double rotations[2][JOINTS][9], places[2][3];
} pair;

static void open_pair(pair *p)
{
    static const double turns[2][JOINTS][3] = {{{0.3, -0.2, 0.9}, {2.1, 0.4, 0}},
                                               {{0.1, 0.5, 1.3}, {1.2, -0.9, 0.3}}};
    static const double places[2][3] = {{0.1, 1, -0.4}, {0.3, 0.9, 0}};
    for (int f = 0; f < 2; f++) {
        for (int k = 0; k < JOINTS; k++) pd_rot_from_axis_angle(p->rotations[f][k], turns[f][k]);
        memcpy(p->places[f], places[f], sizeof places[f]);
    }
}

static double value_of(pair *p)
{
    const pd_observe_pose a = {p->rotations[0], p->places[0]}, b = {p->rotations[1], p->places[1]};
    return pd_observe_smooth_value(&a, &b, JOINTS, SECONDS, WEIGHT);
}

/* Returns the value with unknown i of both frames, 2 N of them, moved by step. */
static double value_beside(int i, double step)
{
    pair p;
    open_pair(&p);
    const int frame = i / N, at = i % N;
    if (at >= 3 * JOINTS) {
        p.places[frame][at - 3 * JOINTS] += step;
    } else {
        double turn[3] = {0, 0, 0}, by[9], now[9];
        turn[at % 3] = step;
        pd_rot_from_axis_angle(by, turn);
        pd_rot_mul(now, p.rotations[frame][at / 3], by);
        memcpy(p.rotations[frame][at / 3], now, sizeof now);
    }
    return value_of(&p);
}

static void value_gradient_and_matrix_agree(void **state)
{
    double h[2 * N][2 * N] = {{0}};
    pd_observe_arrow arrow;
    pd_arena arena;
    pair p;

    (void)state;
    open_pair(&p);
    assert_true(pd_arena_init(&arena, pd_observe_arrow_bytes(2, N, 0, true)));
    assert_true(pd_observe_arrow_init(&arrow, 2, N, 0, true, &arena));
    memset(arrow.d, 0, 2 * N * N * sizeof *arrow.d);
    memset(arrow.g, 0, 2 * N * sizeof *arrow.g);
    const pd_observe_pose a = {p.rotations[0], p.places[0]}, b = {p.rotations[1], p.places[1]};
    pd_observe_smooth_add(&arrow, 1, &a, &b, JOINTS, SECONDS, WEIGHT);

    for (int i = 0; i < 2 * N; i++)
        assert_near(arrow.g[i], (value_beside(i, STEP) - value_beside(i, -STEP)) / (2 * STEP), 2e-5);

    /* J^T J: g = J^T r, and r = 0 where both are the same, so there the curvature is all of it */
    pair same = p;
    memcpy(same.rotations[0], same.rotations[1], sizeof same.rotations[0]);
    memcpy(same.places[0], same.places[1], sizeof same.places[0]);
    const pd_observe_pose still = {same.rotations[1], same.places[1]};
    memset(arrow.d, 0, 2 * N * N * sizeof *arrow.d);
    pd_observe_smooth_add(&arrow, 1, &still, &still, JOINTS, SECONDS, WEIGHT);
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < N; i++)
            for (int k = 0; k <= i; k++) h[f * N + i][f * N + k] = arrow.d[(f * N + i) * N + k];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) h[N + i][3 * (i / 3) + k] = arrow.e[N / 3 + i / 3][3 * (i % 3) + k];
    for (int i = 0; i < 2 * N; i++)
        for (int k = 0; k <= i; k++) {
            const double turn = 1 / (PD_OBSERVE_SMOOTH_TURN * SECONDS),
                         move = 1 / (PD_OBSERVE_SMOOTH_MOVE * SECONDS);
            const double scale = WEIGHT * (i % N < 3 * JOINTS ? turn * turn : move * move);
            assert_near(h[i][k], i == k ? scale : i == k + N ? -scale : 0, 1e-9 * scale);
        }
    pd_arena_deinit(&arena);
}

static void smoothness_of_a_still_body_costs_nothing(void **state)
{
    pair p;

    (void)state;
    open_pair(&p);
    memcpy(p.rotations[0], p.rotations[1], sizeof p.rotations[0]);
    memcpy(p.places[0], p.places[1], sizeof p.places[0]);
    assert_near(value_of(&p), 0, 1e-12);

    /* one standard deviation of the place: half a nat, times the weight */
    p.places[0][1] -= PD_OBSERVE_SMOOTH_MOVE * SECONDS;
    assert_near(value_of(&p), 0.5 * WEIGHT, 1e-9);
}

enum { FRAMES = 200 };

/* Makes a joint that swings, its neighbour that stays, and a root that walks,
 * with noise in radians and metres. */
static void swing(double (*rotations)[9], double (*places)[3], double noise, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int f = 0; f < FRAMES; f++) {
        for (int k = 0; k < 2; k++) {
            const double v[3] = {(k ? 0 : 1.2 * sin(0.15 * f)) + noise * pd_rng_normal(&rng),
                                 noise * pd_rng_normal(&rng), (k ? 0.4 : 2.8) + noise * pd_rng_normal(&rng)};
            pd_rot_from_axis_angle(rotations[2 * f + k], v);
        }
        for (int c = 0; c < 3; c++)
            places[f][c] = (c ? 0.05 * sin(0.3 * f) : 0.03 * f) + noise * pd_rng_normal(&rng);
    }
}

/* rms of second differences, and of what is off the truth. */
static void judge(double out[2], double (*places)[3], double (*true_places)[3])
{
    out[0] = out[1] = 0;
    for (int f = 1; f + 1 < FRAMES; f++)
        for (int c = 0; c < 3; c++) {
            out[0] += pow(places[f - 1][c] - 2 * places[f][c] + places[f + 1][c], 2) / (FRAMES - 2);
            out[1] += pow(places[f][c] - true_places[f][c], 2) / (FRAMES - 2);
        }
    out[0] = sqrt(out[0]), out[1] = sqrt(out[1]);
}

static void smoothing_removes_jitter_and_keeps_the_motion(void **state)
{
    static double rotations[2 * FRAMES][9], truth[2 * FRAMES][9], places[FRAMES][3], there[FRAMES][3];
    double own[2], before[2], after[2], off[2] = {0, 0};
    (void)state;

    swing(truth, there, 0, 1), swing(rotations, places, 0.01, 1);
    judge(own, there, there), judge(before, places, there);
    for (int i = 0; i < 2 * FRAMES; i++)
        off[0] += pd_q_angle(pd_q_from_matrix(truth[i]), pd_q_from_matrix(rotations[i])) / (2 * FRAMES);
    pd_observe_smooth_calm(rotations, places, FRAMES, 2, NULL);
    judge(after, places, there);
    for (int i = 0; i < 2 * FRAMES; i++)
        off[1] += pd_q_angle(pd_q_from_matrix(truth[i]), pd_q_from_matrix(rotations[i])) / (2 * FRAMES);
    print_message(
        "second differences %.4f, with noise %.4f, calm %.4f; off %.4f -> %.4f m, %.4f -> %.4f radians\n",
        own[0], before[0], after[0], before[1], after[1], off[0], off[1]);
    assert_true(before[0] > 3 * own[0] && after[0] < 1.3 * own[0]);
    assert_true(after[1] < 0.8 * before[1] && off[1] < 0.6 * off[0]);

    /* what does not jitter stays */
    swing(rotations, places, 0, 1);
    pd_observe_smooth_calm(rotations, places, FRAMES, 2, NULL);
    judge(after, places, there);
    assert_true(after[1] < 5e-4);
    for (int i = 0; i < 2 * FRAMES; i++)
        assert_true(pd_q_angle(pd_q_from_matrix(truth[i]), pd_q_from_matrix(rotations[i])) < 5e-3);

    /* too few to tell */
    swing(rotations, places, 0.01, 1), swing(truth, there, 0.01, 1);
    pd_observe_smooth_calm(rotations, places, 8, 2, NULL);
    assert_memory_equal(rotations, truth, sizeof truth);
    assert_memory_equal(places, there, sizeof there);
}

/* Depth that one camera tells: half a centimetre off, in every third third of a second 3 cm. Without its axis
 * most of that would stay as people's own. */
static void depth_jitters_no_more_than_people_move_across_it(void **state)
{
    static double rotations[2 * FRAMES][9], places[FRAMES][3], blind[FRAMES][3], there[FRAMES][3];
    const double depth[3] = {0.6, 0, -0.8};
    double own[2], before[2], after[2], without[2];
    pd_rng rng;
    (void)state;

    swing(rotations, there, 0, 1);
    memcpy(places, there, sizeof places);
    pd_rng_init(&rng, 3);
    for (int f = 0; f < FRAMES; f++) {
        const double wrong = (f / 10 % 3 ? 0.005 : 0.03) * pd_rng_normal(&rng);
        for (int c = 0; c < 3; c++) places[f][c] += wrong * depth[c];
    }
    memcpy(blind, places, sizeof blind);
    judge(own, there, there), judge(before, places, there);
    pd_observe_smooth_calm(rotations, blind, FRAMES, 2, NULL);
    pd_observe_smooth_calm(rotations, places, FRAMES, 2, depth);
    judge(after, places, there), judge(without, blind, there);
    print_message("depth: second differences %.4f, with noise %.4f, calm %.4f, without its axis %.4f\n",
                  own[0], before[0], after[0], without[0]);
    assert_true(after[0] < 1.3 * own[0] && after[0] < 0.6 * without[0]);
    assert_true(after[1] < before[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothing_removes_jitter_and_keeps_the_motion),
        cmocka_unit_test(depth_jitters_no_more_than_people_move_across_it),
        cmocka_unit_test(value_gradient_and_matrix_agree),
        cmocka_unit_test(smoothness_of_a_still_body_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
