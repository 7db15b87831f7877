/* Tests measures of motion quality (sliding, depth, jerk, turns, starts) on figures of six joints that move
 * by formula, so that each value is known. */
#include "tests/support/puppet.h"

#include "core/anim/headings.h"
#include "train/evaluate/motion_quality.h"
#include "core/base/rng.h"

#include <stdlib.h>

#define RATE   60.0
#define FRAMES 601 /* 10 seconds */
#define PI     3.14159265358979323846

/* Four joints: a hip (0), a head over it (1), and toe and heel of either foot would be six; here 0 hip, 1
 * head, 2 left heel, 3 left toe, 4 right heel, 5 right toe.
 * A statue that stands at the origin and faces +Z. */
static const float at_rest[6][3] = {{0, 1, 0},         {0, 1.5f, 0},
                                    {0.1f, 0.06f, 0},  {0.1f, 0.025f, 0.1f},
                                    {-0.1f, 0.06f, 0}, {-0.1f, 0.025f, 0.1f}};
static const int parents[6] = {-1, 0, 0, 2, 0, 4};

static void put(pd_anim_track *t, int frame, int joint, double x, double y, double z)
{
    float *pair[2] = {t->joints, t->joints_pre};
    for (int i = 0; i < 2; i++) {
        float *p = pair[i] + 3 * (6 * frame + joint);
        p[0] = (float)x, p[1] = (float)y, p[2] = (float)z;
    }
}

/* Places the whole body at (x, z), rotated by yaw, feet included. */
static void stand(pd_anim_track *t, int frame, double x, double z, double yaw)
{
    float *root = t->root + 3 * frame, *facing = t->facing + 2 * frame;
    root[0] = (float)x, root[1] = 0, root[2] = (float)z;
    facing[0] = (float)sin(yaw), facing[1] = (float)cos(yaw);
    for (int k = 0; k < 6; k++)
        put(t, frame, k, x + cos(yaw) * at_rest[k][0] + sin(yaw) * at_rest[k][2], at_rest[k][1],
            z - sin(yaw) * at_rest[k][0] + cos(yaw) * at_rest[k][2]);
}

static pd_anim_track statue(void)
{
    pd_anim_track t;
    assert_int_equal(pd_anim_track_init(&t, FRAMES, 6, RATE, NULL), PD_OK);
    memcpy(t.parents, parents, sizeof parents);
    t.heels[0] = 2, t.toes[0] = 3, t.heels[1] = 4, t.toes[1] = 5;
    t.toe_rest_height = 0.025;
    for (int i = 0; i < FRAMES; i++) {
        stand(&t, i, 0, 0, 0);
        for (int k = 0; k < 4; k++) t.contacts[4 * i + k] = 1;
    }
    return t;
}

static pd_train_quality measured(pd_anim_track *t)
{
    pd_train_quality q;
    pd_error err = {0};
    if (pd_train_quality_of(&q, t, PD_TRAIN_QUALITY_SKIP, &err)) fail_msg("%s: %s", err.where, err.detail);
    pd_anim_track_deinit(t);
    return q;
}

static void a_motionless_figure_has_no_slide_and_no_other_measures(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    pd_train_quality q = measured(&t);
    assert_true(q.finite);
    assert_near(q.slide, 0, 0);
    assert_near(q.support, 0, 0);
    assert_near(q.drift, 0, 0);
    assert_near(q.jerk, 0, 0);
    assert_near(q.pen_max, 0, 1e-6);
    assert_near(q.bone, 0, 0);
    assert_near(q.top_min, 1.5, 1e-6);
    assert_near(q.flight, 0, 0);
    assert_true(isnan(q.speed_ratio) && isnan(q.path) && isnan(q.turn_t90) && isnan(q.start_t90));
}

static void a_figure_carried_along_slides_at_the_speed_it_is_carried_with(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    for (int i = 0; i < FRAMES; i++) {
        stand(&t, i, 0.3 * i / RATE, 0.4 * i / RATE, 0);
        t.desired[2 * i + 1] = 1;
    }
    pd_train_quality q = measured(&t);
    assert_near(q.slide, 0.5, 1e-4);
    assert_near(q.slide_pre, 0.5, 1e-4);
    assert_near(q.support, 0.5, 1e-4);
    assert_near(q.jerk, 0, 0.5); /* of float32 at 4 m: 60^3 steps of 1e-7 */
    assert_near(q.speed, 0.5, 1e-4);
    assert_near(q.speed_ratio, 0.5, 1e-4);
    assert_near(q.direction, atan2(0.3, 0.4), 1e-4);
}

static void the_slowest_low_joint_bears_the_figure_and_high_ones_do_not_count(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    for (int i = 0; i < FRAMES; i++) {
        double x = 0.6 * i / RATE;
        stand(&t, i, x, 0, 0);
        put(&t, i, 3, 0.1 + x / 2, 0.025, 0.1); /* the left toe at half the speed */
        put(&t, i, 5, -0.1, 0.06, 0.1);         /* the right one rests 3.5 cm in the air */
    }
    assert_near(measured(&t).support, 0.3, 1e-4);
}

static void drift_is_the_way_of_a_stance_and_short_ones_are_left_out(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    for (int i = 0; i < FRAMES; i++) {
        double in_step = i % 30; /* 20 frames planted, 4 frames flickering, then none */
        for (int k = 0; k < 4; k++) t.contacts[4 * i + k] = in_step < 20 || (in_step > 22 && in_step < 27);
        put(&t, i, 3, 0.1 + 0.001 * in_step, 0.025, 0.1);
        put(&t, i, 5, -0.1 + 0.001 * in_step, 0.025, 0.1);
    }
    assert_near(measured(&t).drift, 0.019, 1e-5);
}

static void depth_is_counted_from_the_height_of_a_planted_toe(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    for (int i = 0; i < FRAMES; i++) t.ground[2 * i] = 1, t.ground[2 * i + 1] = -1;
    for (int i = 0; i < FRAMES; i++) put(&t, i, 3, 0.1, 1.005, 0), put(&t, i, 5, -0.1, -0.9, 0);
    pd_train_quality q = measured(&t);
    assert_near(q.pen_max, 0.02, 1e-6);
    assert_near(q.pen_p95, 0.02, 1e-6);
    assert_near(q.floating, 0.075, 1e-6);
}

static void jerk_of_a_swing_is_its_third_derivative_in_the_roots_frame(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    double w = 2 * PI, sum = 0;
    for (int i = 0; i < FRAMES; i++) {
        double s = i / RATE;
        stand(&t, i, 3 * s, s * s, 0.7 * s); /* the root may do what it likes */
        double x = t.root[3 * i], z = t.root[3 * i + 2], fx = t.facing[2 * i], fz = t.facing[2 * i + 1];
        double swing = 0.2 * sin(w * s);
        put(&t, i, 1, x + swing * fx, 1.5, z + swing * fz);
    }
    for (int i = 0; i < 60; i++) sum += fabs(0.2 * w * w * w * cos(w * i / RATE)) / 60;
    pd_train_quality q = measured(&t);
    assert_near(q.jerk, sum / 6, 1.5); /* one of six joints; float32 at 100 m */
}

static void bones_are_held_to_their_usual_length(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    put(&t, 300, 1, 0, 1.53, 0);
    for (int i = 0; i < FRAMES; i++) t.joints_pre[3 * (6 * i + 1) + 1] = 1.55f;
    pd_train_quality q = measured(&t);
    assert_near(q.bone, 0.03, 1e-6);
    assert_near(q.bone_pre, 0.05 / 5, 1e-6); /* one of five bones */
}

static void flight_is_the_longest_time_with_both_toes_up(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    for (int i = 200; i < 218; i++) put(&t, i, 3, 0.1, 0.2, 0.1);
    for (int i = 203; i < 230; i++) put(&t, i, 5, -0.1, 0.2, 0.1);
    assert_near(measured(&t).flight, 15 / RATE, 1e-9);
}

/* From 5 s on the facing goes over to the left in one second, linearly,
 * to 100 of the 90 degrees asked for. */
static void a_turn_is_timed_from_the_order(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    for (int i = 0; i < FRAMES; i++) {
        double part = fmin(1, fmax(0, i / RATE - 5));
        stand(&t, i, 0, 0, 3 + part * 100 * PI / 180); /* through the seam at 180 degrees */
    }
    pd_anim_event turn = {5, PD_ANIM_EVENT_TURN, PI / 2};
    assert_int_equal(pd_anim_track_add_events(&t, &turn, 1, NULL), PD_OK);
    pd_train_quality q = measured(&t);
    assert_near(q.turn_t90, 0.81, 1.01 / RATE);
    assert_near(q.turn_rise, 0.72, 1.01 / RATE);
    assert_near(q.turn_overshoot, 10 * PI / 180, 1e-5);
    assert_true(isnan(q.turn_t90_body)); /* its feet hang on its hip: no knees, no hips across */
}

/* Asked to turn back to the left, it goes round to the right: a turn like any other, in the exported heading
 * too. (It was left out of the mean.) */
static void a_turn_back_may_go_either_way_round(void **state)
{
    (void)state;
    pd_anim_heading_change change;
    pd_anim_track t = statue();
    for (int i = 0; i < FRAMES; i++) stand(&t, i, 0, 0, -fmin(1, fmax(0, i / RATE - 5)) * PI);
    pd_anim_event turn = {5, PD_ANIM_EVENT_TURN, PI - 0.01};
    assert_int_equal(pd_anim_track_add_events(&t, &turn, 1, NULL), PD_OK);
    assert_int_equal(pd_anim_heading_changes(&change, &t), 1);
    assert_near(change.to, -PI - 0.01, 1e-5);
    assert_near(measured(&t).turn_t90, 0.9, 2 / RATE);
}

/* A puppet whose root is where it is asked to be half a second before its body is. */
static void headings_and_turns_are_exported_and_the_body_is_timed_too(void **state)
{
    (void)state;
    pd_anim_track t = puppet_track(FRAMES);
    puppet p = puppet_standing();
    for (int i = 0; i < FRAMES; i++) {
        const double root = fmin(1, fmax(0, i / RATE - 5)), body = fmin(1, fmax(0, i / RATE - 5.5));
        p.yaw = 3 + body * PI / 2;
        puppet_put(&t, i, &p);
        t.facing[2 * i] = (float)sin(3 + root * PI / 2), t.facing[2 * i + 1] = (float)cos(3 + root * PI / 2);
    }
    const pd_anim_event events[] = {
        {2, PD_ANIM_EVENT_START, 1}, {5, PD_ANIM_EVENT_TURN, PI / 2}, {900, PD_ANIM_EVENT_TURN, 1}};
    assert_int_equal(pd_anim_track_add_events(&t, events, 3, NULL), PD_OK);

    pd_anim_heading_change turns[3];
    float headings[FRAMES];
    assert_int_equal(pd_anim_heading_changes(turns, &t), 2);
    assert_near(turns[0].time, 5, 0);
    assert_near(turns[0].from, 3, 1e-5);
    assert_near(turns[0].to, 3 + PI / 2, 1e-5);
    assert_near(turns[0].t10, 0.1, 1.01 / RATE);
    assert_near(turns[0].t90, 0.9, 1.01 / RATE);
    assert_near(turns[0].t90_body, 1.4, 1.01 / RATE);
    assert_near(turns[0].overshoot, 0, 1e-5);
    assert_true(isnan(turns[1].t90)); /* ordered behind the end */

    pd_anim_headings(headings, &t);
    assert_near(headings[0], 3, 1e-5);
    assert_near(headings[FRAMES - 1], 3 + PI / 2, 1e-5); /* over 180 degrees: no jump */
    pd_train_quality q = measured(&t);
    assert_near(q.turn_t90_body, 1.4, 1.01 / RATE);
}

/* At 3 s requested to go, at 6 s to stop: speed rises and falls in a straight line within a second. */
static void starts_and_stops_are_timed_from_the_order(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    double z = 0;
    for (int i = 0; i < FRAMES; i++) {
        double s = i / RATE, speed = fmin(fmin(1, fmax(0, s - 3)), fmax(0, 7 - s));
        z += speed / RATE;
        stand(&t, i, 0, z, 0);
    }
    pd_anim_event events[2] = {{3, PD_ANIM_EVENT_START, 1}, {6, PD_ANIM_EVENT_STOP, 0}};
    assert_int_equal(pd_anim_track_add_events(&t, events, 2, NULL), PD_OK);
    pd_train_quality q = measured(&t);
    assert_near(q.start_t90, 0.9, 1.01 / RATE);
    assert_near(q.stop_rest, 0.9, 1.01 / RATE);
    assert_near(q.stop_distance, 0.5 - 0.005, 0.02);
}

static void the_path_error_is_the_distance_from_the_nearest_segment(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    const double square[4][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    for (int i = 0; i < FRAMES; i++) stand(&t, i, -0.25, 2, 0);
    assert_int_equal(pd_anim_track_add_path(&t, square, 4, 1, NULL), PD_OK);
    pd_train_quality q;
    assert_int_equal(pd_train_quality_of(&q, &t, 2, NULL), PD_OK);
    assert_near(q.path, 0.25, 1e-6);
    assert_int_equal(pd_anim_track_add_path(&t, square, 4, 0, NULL), PD_OK);
    assert_near(measured(&t).path, hypot(0.25, 2), 1e-6); /* open: the side along x = 0 is not there */
}

static void malformed_numbers_are_reported_and_nothing_else(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    t.joints[777] = NAN;
    pd_train_quality q = measured(&t);
    assert_false(q.finite);
    assert_true(isnan(q.slide) && isnan(q.jerk) && isnan(q.top_max));
}

static void a_track_that_is_all_skipped_is_refused(void **state)
{
    (void)state;
    pd_anim_track t = statue();
    pd_train_quality q;
    pd_error err;
    assert_int_equal(pd_train_quality_of(&q, &t, 11, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "skip");
    pd_anim_track_deinit(&t);
}

/* ---- every measure of a track of random numbers, by the words of its definition */

enum { NOISY = 400, FIRST = 120, J = 6 };

static double at(const float *joints, int frame, int joint, int c)
{
    return (double)joints[3 * (J * frame + joint) + c];
}

static pd_anim_track noise(void)
{
    pd_anim_track t;
    pd_rng rng;
    pd_rng_init(&rng, 21);
    assert_int_equal(pd_anim_track_init(&t, NOISY, J, RATE, NULL), PD_OK);
    memcpy(t.parents, parents, sizeof parents);
    t.heels[0] = 2, t.toes[0] = 3, t.heels[1] = 4, t.toes[1] = 5;
    t.toe_rest_height = 0.03;
    for (int i = 0; i < NOISY; i++) {
        double yaw = pd_rng_uniform(&rng) * 6;
        for (int k = 0; k < J; k++)
            for (int c = 0; c < 3; c++) {
                double high = c != 1  ? pd_rng_normal(&rng)
                              : k < 2 ? 1 + pd_rng_uniform(&rng)
                                      : 0.25 * pd_rng_uniform(&rng);
                t.joints[3 * (J * i + k) + c] = (float)high;
                t.joints_pre[3 * (J * i + k) + c] = (float)(high + 0.02 * pd_rng_normal(&rng));
            }
        t.facing[2 * i] = (float)sin(yaw), t.facing[2 * i + 1] = (float)cos(yaw);
        t.root[3 * i] = (float)pd_rng_normal(&rng), t.root[3 * i + 1] = 0.1f * (float)pd_rng_normal(&rng),
                   t.root[3 * i + 2] = (float)pd_rng_normal(&rng);
        for (int c = 0; c < 2; c++)
            t.ground[2 * i + c] = 0.05f * (float)pd_rng_uniform(&rng),
                             t.desired[2 * i + c] = i % 7 ? (float)pd_rng_normal(&rng) : 0.05f;
        for (int c = 0; c < 4; c++) t.contacts[4 * i + c] = pd_rng_uniform(&rng) < 0.8 ? 0.9f : 0.2f;
    }
    t.contacts[4 * FIRST + 1] = 0.5f; /* on the edge: not over it */
    return t;
}

static double level_speed(const float *joints, int i, int k)
{
    return RATE * sqrt(pow(at(joints, i, k, 0) - at(joints, i - 1, k, 0), 2) +
                       pow(at(joints, i, k, 2) - at(joints, i - 1, k, 2), 2));
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *v, int n, double part)
{
    qsort(v, (size_t)n, sizeof *v, by_size);
    double place = part * (n - 1);
    int low = (int)place;
    return low + 1 < n ? v[low] + (place - low) * (v[low + 1] - v[low]) : v[n - 1];
}

static double third_derivative(const pd_anim_track *t, const float *joints)
{
    double sum = 0;
    for (int i = FIRST; i + 3 < NOISY; i++)
        for (int k = 0; k < J; k++) {
            double p[4][3], square = 0;
            for (int d = 0; d < 4; d++) {
                const float *r = t->root + 3 * (i + d);
                double yaw = atan2((double)t->facing[2 * (i + d)], (double)t->facing[2 * (i + d) + 1]);
                double x = at(joints, i + d, k, 0) - (double)r[0], z = at(joints, i + d, k, 2) - (double)r[2];
                p[d][0] = cos(yaw) * x - sin(yaw) * z, p[d][1] = at(joints, i + d, k, 1) - (double)r[1],
                p[d][2] = sin(yaw) * x + cos(yaw) * z;
            }
            for (int c = 0; c < 3; c++) square += pow(p[3][c] - 3 * p[2][c] + 3 * p[1][c] - p[0][c], 2);
            sum += sqrt(square) * RATE * RATE * RATE;
        }
    return sum / (J * (NOISY - 3 - FIRST));
}

static double length_of(const float *joints, int i, int k)
{
    double square = 0;
    for (int c = 0; c < 3; c++) square += pow(at(joints, i, k, c) - at(joints, i, parents[k], c), 2);
    return sqrt(square);
}

static void measures_of_noise_equal_their_definitions(void **state)
{
    (void)state;
    static double deep[2][2 * NOISY], high[2 * NOISY];
    double slid[2] = {0}, borne = 0, drifted = 0, bone = 0, bone_pre = 0, top[2] = {9, -9}, asked = 0,
           got = 0, left = 0, ahead = 0;
    int slides = 0, bearings = 0, drifts = 0, n = 0, highs = 0, aloft = 0, longest = 0, asks = 0;
    pd_anim_track t = noise();
    static double heels[2 * NOISY];
    int heel_count = 0;
    for (int i = FIRST; i < NOISY; i++)
        for (int s = 0; s < 2; s++)
            heels[heel_count++] = at(t.joints, i, t.heels[s], 1) - (double)t.ground[2 * i + s];
    const double heel_rest = quantile(heels, heel_count, 0.05);
    for (int i = FIRST; i < NOISY; i++) {
        double slowest = 1e9, highest = -9,
               want = hypot((double)t.desired[2 * i], (double)t.desired[2 * i + 1]);
        int up = 0;
        for (int s = 0; s < 2; s++) {
            int toe = t.toes[s], heel = t.heels[s];
            double ground = (double)t.ground[2 * i + s], over = at(t.joints, i, toe, 1) - ground;
            if (t.contacts[4 * i + 2 * s + 1] > 0.5f) {
                slid[0] += level_speed(t.joints, i, toe), slid[1] += level_speed(t.joints_pre, i, toe),
                    slides++;
                high[highs++] = over > 0.03 ? over - 0.03 : 0;
            }
            if (over < 0.03 + 0.03) slowest = fmin(slowest, level_speed(t.joints, i, toe));
            if (at(t.joints, i, heel, 1) - ground < heel_rest + 0.03)
                slowest = fmin(slowest, level_speed(t.joints, i, heel));
            deep[0][n] = over < 0.03 ? 0.03 - over : 0;
            double before = at(t.joints_pre, i, toe, 1) - ground;
            deep[1][n++] = before < 0.03 ? 0.03 - before : 0;
            up += over > 0.075;
        }
        if (slowest < 1e9) borne += slowest, bearings++;
        aloft = up == 2 ? aloft + 1 : 0, longest = aloft > longest ? aloft : longest;
        for (int k = 0; k < J; k++)
            highest = fmax(highest, at(t.joints, i, k, 1) - (double)t.root[3 * i + 1]);
        top[0] = fmin(top[0], highest), top[1] = fmax(top[1], highest);
        if (want < 0.1) continue;
        double vx = RATE * (double)(t.root[3 * i] - t.root[3 * i - 3]),
               vz = RATE * (double)(t.root[3 * i + 2] - t.root[3 * i - 1]);
        double course = atan2(vx, vz) - atan2((double)t.desired[2 * i], (double)t.desired[2 * i + 1]),
               speed = sqrt(vx * vx + vz * vz);
        asked += want, got += speed, asks++, left += speed * sin(course), ahead += speed * cos(course);
    }
    for (int s = 0; s < 2; s++)
        for (int i = FIRST; i < NOISY; i++) {
            int last = i, c = 2 * s + 1;
            if (!(t.contacts[4 * i + c] > 0.5f)) continue;
            while (last + 1 < NOISY && t.contacts[4 * (last + 1) + c] > 0.5f) last++;
            if (last - i + 1 >= 5)
                drifted += hypot(at(t.joints, last, t.toes[s], 0) - at(t.joints, i, t.toes[s], 0),
                                 at(t.joints, last, t.toes[s], 2) - at(t.joints, i, t.toes[s], 2)),
                    drifts++;
            i = last;
        }
    for (int k = 1; k < J; k++) {
        double lengths[NOISY - FIRST];
        for (int i = FIRST; i < NOISY; i++) lengths[i - FIRST] = length_of(t.joints, i, k);
        double usual = quantile(lengths, NOISY - FIRST, 0.5);
        for (int i = FIRST; i < NOISY; i++) {
            bone = fmax(bone, fabs(length_of(t.joints, i, k) - usual));
            bone_pre += fabs(length_of(t.joints_pre, i, k) - usual) / (J - 1) / (NOISY - FIRST);
        }
    }
    double jerk = third_derivative(&t, t.joints), jerk_pre = third_derivative(&t, t.joints_pre);
    pd_train_quality q = measured(&t);
    assert_true(slides > 100 && bearings > 50 && drifts > 10 && longest > 0);
    assert_near(q.slide, slid[0] / slides, 1e-3);
    assert_near(q.slide_pre, slid[1] / slides, 1e-3);
    assert_near(q.support, borne / bearings, 1e-3);
    assert_near(q.drift, drifted / drifts, 1e-5);
    assert_near(q.jerk, jerk, 1e-5 * jerk);
    assert_near(q.jerk_pre, jerk_pre, 1e-5 * jerk_pre);
    assert_near(q.pen_p95, quantile(deep[0], n, 0.95), 1e-6);
    assert_near(q.pen_max, quantile(deep[0], n, 1), 1e-6);
    assert_near(q.pen_pre_p95, quantile(deep[1], n, 0.95), 1e-6);
    assert_near(q.floating, quantile(high, highs, 0.95), 1e-6);
    assert_near(q.flight, longest / RATE, 1e-9);
    assert_near(q.bone, bone, 1e-5);
    assert_near(q.bone_pre, bone_pre, 1e-5);
    assert_near(q.top_min, top[0], 1e-6);
    assert_near(q.top_max, top[1], 1e-6);
    assert_near(q.speed, got / asks, 1e-3);
    assert_near(q.speed_ratio, got / asked, 1e-4);
    assert_near(q.direction, fabs(atan2(left, ahead)), 1e-4);
}

static void the_error_of_bones_is_the_tracks_own_where_it_has_one(void **state)
{
    (void)state;
    pd_anim_track t = noise();
    double mean = 0;
    assert_int_equal(pd_anim_track_add_bone_error(&t, NULL), PD_OK);
    for (int i = 0; i < NOISY; i++) t.bone_error[i] = (float)i * (float)i * 1e-4f;
    for (int i = FIRST; i < NOISY; i++) mean += (double)t.bone_error[i] / (NOISY - FIRST);
    assert_near(measured(&t).bone_pre, mean, 1e-6);
}

static void rows_are_found_by_name_and_give_their_value_in_their_unit(void **state)
{
    (void)state;
    pd_train_quality q = {.drift = 0.012, .direction = 0.5, .flight = 0.25};
    assert_near(pd_train_measure_value(&q, pd_train_measure_find(pd_train_quality_rows, "drift")), 12, 1e-12);
    assert_near(pd_train_measure_value(&q, pd_train_measure_find(pd_train_quality_rows, "direction")),
                90 / PI, 1e-9);
    assert_near(pd_train_measure_value(&q, pd_train_measure_find(pd_train_quality_rows, "flight")), 0.25, 0);
    assert_null(pd_train_measure_find(pd_train_quality_rows, "beauty"));
    for (const pd_train_measure_row *row = pd_train_quality_rows; row->name; row++)
        assert_ptr_equal(pd_train_measure_find(pd_train_quality_rows, row->name), row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motionless_figure_has_no_slide_and_no_other_measures),
        cmocka_unit_test(a_figure_carried_along_slides_at_the_speed_it_is_carried_with),
        cmocka_unit_test(the_slowest_low_joint_bears_the_figure_and_high_ones_do_not_count),
        cmocka_unit_test(drift_is_the_way_of_a_stance_and_short_ones_are_left_out),
        cmocka_unit_test(depth_is_counted_from_the_height_of_a_planted_toe),
        cmocka_unit_test(jerk_of_a_swing_is_its_third_derivative_in_the_roots_frame),
        cmocka_unit_test(bones_are_held_to_their_usual_length),
        cmocka_unit_test(flight_is_the_longest_time_with_both_toes_up),
        cmocka_unit_test(a_turn_is_timed_from_the_order),
        cmocka_unit_test(a_turn_back_may_go_either_way_round),
        cmocka_unit_test(headings_and_turns_are_exported_and_the_body_is_timed_too),
        cmocka_unit_test(starts_and_stops_are_timed_from_the_order),
        cmocka_unit_test(the_path_error_is_the_distance_from_the_nearest_segment),
        cmocka_unit_test(malformed_numbers_are_reported_and_nothing_else),
        cmocka_unit_test(a_track_that_is_all_skipped_is_refused),
        cmocka_unit_test(measures_of_noise_equal_their_definitions),
        cmocka_unit_test(the_error_of_bones_is_the_tracks_own_where_it_has_one),
        cmocka_unit_test(rows_are_found_by_name_and_give_their_value_in_their_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
