/* Tests lengths of limbs and the place of hips over planted feet, on a stick figure whose steps are known. */
#include "core/observe/live/ground.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

/* Makes a stick figure: legs of .4 + .4 m and feet, a trunk of .5, arms of .3 + .25; x to the left. */
static void sticks(double at[PD_OBSERVE_SIGHT_MOST][3], double size)
{
    static const struct {
        const char *place;
        double at[3];
    } places[] = {{"%_hip", {.1, .9, 0}},       {"%_knee", {.1, .5, 0}},        {"%_ankle", {.1, .1, 0}},
                  {"@%_heel", {.1, .02, -.05}}, {"@%_big_toe", {.1, .02, .15}}, {"%_shoulder", {.2, 1.4, 0}},
                  {"%_elbow", {.5, 1.4, 0}},    {"%_wrist", {.75, 1.4, 0}}};
    const pd_observe_set *set = pd_observe_set_of("mediapipe33");

    for (int i = 0; i < set->count; i++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            for (int side = 0; side < 2; side++) {
                char name[32] = {0};
                const size_t head = (size_t)(strchr(places[k].place, '%') - places[k].place);
                memcpy(name, places[k].place, head);
                strcat(strcat(name, side ? "right" : "left"), places[k].place + head + 1);
                if (strcmp(name, set->keypoints[i].place)) continue;
                for (int c = 0; c < 3; c++) at[i][c] = size * places[k].at[c] * (c == 0 && side ? -1 : 1);
            }
}

static pd_observe_sight sight_of(double size)
{
    pd_observe_sight s = {.set = pd_observe_set_of("mediapipe33"), .from_hips = true};
    sticks(s.at, size);
    for (int i = 0; i < s.set->count; i++) s.confidence[i] = fabs(s.at[i][0]) + fabs(s.at[i][1]) > 0;
    return s;
}

static double apart(const pd_observe_sight *s, const char *a, const char *b)
{
    const double *p = s->at[pd_observe_set_place(s->set, a)], *q = s->at[pd_observe_set_place(s->set, b)];
    return sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2));
}

static void limbs_have_the_bodys_lengths_and_their_own_directions(void **state)
{
    (void)state;
    double rest[PD_OBSERVE_SIGHT_MOST][3] = {{0}};
    pd_observe_sizes sizes;
    sticks(rest, 1);
    pd_observe_sizes_init(&sizes, pd_observe_set_of("mediapipe33"), (const double(*)[3])rest);

    pd_observe_sight s = sight_of(0.6);
    const int wrist = pd_observe_set_place(s.set, "left_wrist");
    s.at[wrist][0] = s.at[pd_observe_set_place(s.set, "left_elbow")][0];
    s.at[wrist][1] += 0.1; /* the forearm up, and too short */
    pd_observe_sizes_step(&sizes, &s, 0.03);
    assert_near(apart(&s, "left_hip", "left_knee"), .4, 1e-9);
    assert_near(apart(&s, "left_ankle", "@left_big_toe"), hypot(.15, .08), 1e-9);
    assert_near(apart(&s, "left_elbow", "left_wrist"), .25, 1e-9);
    assert_near(apart(&s, "left_shoulder", "right_shoulder"), .4, 1e-9);
    assert_near(s.at[wrist][1] - s.at[pd_observe_set_place(s.set, "left_elbow")][1], .25, 1e-9);
    assert_near(s.at[pd_observe_set_place(s.set, "left_hip")][1], .54, 1e-9); /* hips stay */

    /* who bends keeps the length that the trunk had */
    s = sight_of(1);
    pd_observe_sizes_step(&sizes, &s, 0.03);
    for (int i = 0; i < s.set->count; i++)
        if (strstr(s.set->keypoints[i].name, "shoulder")) s.at[i][1] -= 0.1;
    pd_observe_sight bent = s;
    pd_observe_sizes_step(&sizes, &bent, 0.03);
    assert_true(apart(&bent, "left_hip", "left_shoulder") < 0.9 * hypot(.5, .1));

    /* what is not seen hangs on nothing */
    s = sight_of(0.6);
    s.confidence[pd_observe_set_place(s.set, "left_knee")] = 0;
    pd_observe_sizes_step(&sizes, &s, 0.03);
    assert_true(isfinite(s.at[pd_observe_set_place(s.set, "left_ankle")][1]));
}

/* Steps of a person whose points are about the hips; where the hips are afterwards. */
static void step(pd_observe_ground *g, pd_observe_sight *s, double right_up, double forwards)
{
    *s = sight_of(1);
    for (int i = 0; i < s->set->count; i++) {
        s->at[i][1] -= 0.9;
        if (s->at[i][1] > -0.6) continue;
        if (strncmp(s->set->keypoints[i].name, "right", 5) == 0) s->at[i][1] += right_up;
        s->at[i][2] += forwards; /* both feet, seen from the hips */
    }
    pd_observe_ground_step(g, s, 0.2, 1 / 30.0);
}

static void planted_feet_determine_the_position_of_the_hips(void **state)
{
    (void)state;
    double rest[PD_OBSERVE_SIGHT_MOST][3] = {{0}};
    pd_observe_ground g = {.shift = {3, 1.0, 4}};
    pd_observe_sight s;
    sticks(rest, 1);
    pd_observe_ground_init(&g, pd_observe_set_of("mediapipe33"), (const double(*)[3])rest, 0);
    for (int i = 0; i < 30; i++) step(&g, &s, 0, 0);
    assert_true(g.feet[0].is_down && g.feet[1].is_down);
    assert_near(g.shift[1], 1.1, 1e-3); /* .9 over a floor at .2 */
    assert_near(g.shift[2], 4, 1e-6);

    /* the hips go back over feet that stay: seen from the hips the feet go forwards */
    for (int i = 0; i < 60; i++) step(&g, &s, 0, 0.05);
    assert_near(g.shift[2], 4 - 0.05, 2e-3);
    assert_near(s.at[pd_observe_set_place(s.set, "left_ankle")][2], 4, 2e-3);

    /* one foot up: the other holds */
    for (int i = 0; i < 10; i++) step(&g, &s, 0.2, 0.05);
    assert_true(g.feet[0].is_down);
    assert_false(g.feet[1].is_down);
    assert_near(s.at[pd_observe_set_place(s.set, "left_ankle")][1], 0.3, 1e-3);
    step(&g, &s, 0, 0.05);
    assert_true(g.feet[1].is_down && g.feet[1].moved);
    step(&g, &s, 0, 0.05);
    assert_true(g.feet[1].is_down && !g.feet[1].moved);
}

static void a_low_and_slow_foot_counts_as_planted(void **state)
{
    (void)state;
    double rest[PD_OBSERVE_SIGHT_MOST][3] = {{0}};
    pd_observe_ground g = {.shift = {0, 0, 0}};
    sticks(rest, 1);
    pd_observe_ground_init(&g, pd_observe_set_of("mediapipe33"), (const double(*)[3])rest, 0);
    for (int f = 0; f < 40; f++) {
        pd_observe_sight s = sight_of(1);
        s.from_hips = false;
        for (int i = 0; i < s.set->count; i++)
            s.at[i][2] += f < 20 ? f / 30.0 : 20 / 30.0; /* 1 m/s, then it stands */
        pd_observe_ground_step(&g, &s, 0, 1 / 30.0);
        assert_int_equal(g.feet[0].is_down, f > 20);
        assert_near(s.at[pd_observe_set_place(s.set, "left_hip")][1], .9, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limbs_have_the_bodys_lengths_and_their_own_directions),
        cmocka_unit_test(planted_feet_determine_the_position_of_the_hips),
        cmocka_unit_test(a_low_and_slow_foot_counts_as_planted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
