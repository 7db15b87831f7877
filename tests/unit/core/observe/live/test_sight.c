/* Tests what counts as seen, exchanged sides, and the filter of points: how much of a known jitter is left
 * and how far it lags. */
#include "core/observe/live/sight.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_observe_sight standing(void)
{
    static const struct {
        const char *name;
        double at[3];
    } places[] = {
        {"nose", {0, 1.6, .1}},          {"left_ear", {.07, 1.6, 0}},       {"right_ear", {-.07, 1.6, 0}},
        {"left_shoulder", {.2, 1.4, 0}}, {"right_shoulder", {-.2, 1.4, 0}}, {"left_hip", {.1, .9, 0}},
        {"right_hip", {-.1, .9, 0}},     {"left_wrist", {.6, 1.4, .1}},     {"right_wrist", {-.3, .9, 0}}};
    pd_observe_sight s = {.set = pd_observe_set_of("coco17"), .noise = 0.02, .time = 1};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (int k = 0; k < s.set->count; k++)
            if (!strcmp(s.set->keypoints[k].name, places[i].name)) {
                memcpy(s.at[k], places[i].at, sizeof s.at[k]);
                s.confidence[k] = 1;
            }
    return s;
}

static void refuses(const pd_observe_sight *s, pd_status status, const char *where, const char *detail)
{
    pd_error err = {0};
    assert_int_equal(pd_observe_sight_check(s, &err), status);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("%s", err.detail);
}

static void invalid_observations_are_refused(void **state)
{
    (void)state;
    pd_observe_sight s = standing();
    assert_int_equal(pd_observe_sight_check(&s, NULL), PD_OK);
    s.at[0][1] = INFINITY;
    refuses(&s, PD_ERR_RANGE, "/points/nose", "coordinate 1 is inf");
    s = standing();
    s.confidence[5] = 1.5;
    refuses(&s, PD_ERR_RANGE, "/confidence/left_shoulder", "0 to 1");
    memset(s.confidence, 0, sizeof s.confidence);
    refuses(&s, PD_ERR_INVALID, "/points", "no points, or every confidence is 0");
    s.confidence[5] = s.confidence[6] = 1;
    refuses(&s, PD_ERR_RANGE, "/points", "2 seen in space; at least 3");
    s.in_picture = true;
    s.confidence[7] = 1;
    refuses(&s, PD_ERR_RANGE, "/points", "3 seen in the picture; at least 4");
    s.confidence[8] = 1;
    refuses(&s, PD_ERR_RANGE, "/camera/fx", "above 0");
    s.camera = (pd_observe_camera){.fx = 500, .fy = 500, .rotation = {2, 0, 0, 0, 1, 0, 0, 0, 1}};
    refuses(&s, PD_ERR_INVALID, "/camera/rotation", "not a rotation");
    s.at[1][2] = NAN; /* of a picture the third number is nothing */
    memset(s.camera.rotation, 0, sizeof s.camera.rotation);
    assert_int_equal(pd_observe_sight_check(&s, NULL), PD_OK);
}

static void the_mirror_exchanges_sides_and_turns_x_round(void **state)
{
    (void)state;
    const pd_observe_sight s = standing();
    pd_observe_sight m = s;
    pd_observe_sight_mirror(&m);
    const int left = pd_observe_set_place(s.set, "left_wrist"),
              right = pd_observe_set_place(s.set, "right_wrist");
    assert_near(m.at[left][0], 0.3, 0);
    assert_near(m.at[left][1], 0.9, 0);
    assert_near(m.at[right][0], -0.6, 0);
    assert_int_equal(pd_observe_sight_sides(&m), 1);
    pd_observe_sight_mirror(&m);
    assert_memory_equal(m.at, s.at, sizeof s.at);

    m.in_picture = true;
    m.camera.cx = 320;
    m.at[left][0] = 100;
    pd_observe_sight_mirror(&m);
    assert_near(m.at[right][0], 540, 0);
}

static void sides_that_are_exchanged_do_not_go_with_the_face(void **state)
{
    (void)state;
    pd_observe_sight s = standing(), other = s;
    assert_int_equal(pd_observe_sight_sides(&s), 1);
    for (int i = 0; i < s.set->count; i++)
        memcpy(other.at[i], s.at[pd_observe_set_mirror(s.set, i)], sizeof other.at[i]);
    assert_int_equal(pd_observe_sight_sides(&other), -1);
    other.confidence[0] = 0; /* no nose, no feet: who knows */
    assert_int_equal(pd_observe_sight_sides(&other), 0);
    s.confidence[pd_observe_set_place(s.set, "left_hip")] = 0;
    assert_int_equal(pd_observe_sight_sides(&s), 0);
}

/* Seconds by which the filter lags behind a hand that swings `size` metres about at 1 Hz, and what is left of
 * 10 mm of jitter of one at rest. */
static double lag_of(double size, double *jitter)
{
    const int hand = pd_observe_set_place(pd_observe_set_of("coco17"), "left_wrist");
    pd_observe_filter filter = {0};
    double sine = 0, cosine = 0, square = 0;

    for (int f = 0; f < 330; f++) {
        pd_observe_sight s = standing();
        const double t = f / 30.0, pi = 3.14159265358979;
        s.at[hand][0] = size * sin(2 * pi * t) + (size > 0 ? 0 : f % 2 ? .01 : -.01);
        pd_observe_filter_step(&filter, &s, 1 / 30.0);
        if (f < 30) continue;
        sine += s.at[hand][0] * sin(2 * pi * t), cosine += s.at[hand][0] * cos(2 * pi * t);
        square += s.at[hand][0] * s.at[hand][0] / 300;
    }
    *jitter = sqrt(square);
    return atan2(-cosine, sine) / (2 * 3.14159265358979);
}

static void the_filter_smooths_rest_and_follows_motion(void **state)
{
    (void)state;
    double jitter, any;
    lag_of(0, &jitter);
    const double slow = lag_of(0.05, &any), fast = lag_of(0.4, &any);
    print_message("10 mm of jitter become %.1f mm; a hand lags %.0f ms at .3 m/s, %.0f ms at 2.5 m/s\n",
                  1000 * jitter, 1000 * slow, 1000 * fast);
    assert_true(jitter < 0.003);
    assert_true(slow < 0.1 && fast < 0.05 && fast < slow);
}

static void a_point_that_returns_restarts_its_filter(void **state)
{
    (void)state;
    pd_observe_filter filter = {0};
    pd_observe_sight s = standing();
    pd_observe_filter_step(&filter, &s, 0.03);
    assert_near(s.at[0][1], 1.6, 0);
    s.confidence[0] = 0, s.at[0][1] = NAN;
    pd_observe_filter_step(&filter, &s, 0.03);
    s.confidence[0] = 1, s.at[0][1] = 1.2;
    pd_observe_filter_step(&filter, &s, 0.03);
    assert_near(s.at[0][1], 1.2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(invalid_observations_are_refused),
                                       cmocka_unit_test(the_mirror_exchanges_sides_and_turns_x_round),
                                       cmocka_unit_test(sides_that_are_exchanged_do_not_go_with_the_face),
                                       cmocka_unit_test(the_filter_smooths_rest_and_follows_motion),
                                       cmocka_unit_test(a_point_that_returns_restarts_its_filter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
