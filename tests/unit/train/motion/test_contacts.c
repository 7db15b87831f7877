/* Contacts and their inputs, computed again by the formulas of contacts.h. */
#include "train/motion/contacts.h"

#include "core/base/rng.h"
#include "tests/support/walk.h"

enum { T = 150 };

static const int joints[4] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT, PD_BIPED_R_TOE};
static const double rest[4] = {PD_ANIM_BIPED_ANKLE, PD_ANIM_BIPED_TOE, PD_ANIM_BIPED_ANKLE,
                               PD_ANIM_BIPED_TOE};

/* Returns the mean weighted with exp(-k^2/162) over 27 frames to each side, ends held. */
static double smoothed(const double *v, int t)
{
    double sum = 0, weights = 0;
    for (int k = -27; k <= 27; k++) {
        double w = exp(-k * k / 162.0);
        sum += w * v[t + k < 0 ? 0 : t + k >= T ? T - 1 : t + k], weights += w;
    }
    return sum / weights;
}

static double derivative(const double *v, int t)
{
    return t == 0 ? 60 * (v[1] - v[0]) : t == T - 1 ? 60 * (v[t] - v[t - 1]) : 30 * (v[t + 1] - v[t - 1]);
}

static void feet_have_the_heights_and_speeds_of_their_joints_over_a_slope(void **state)
{
    (void)state;
    static const walk walking = {
        .frames = T, .speed = 1.4, .period = 60, .duty = 0.6, .lift = 0.1, .skate = 0.01};
    pd_character_motion m;
    pd_train_foot_contacts feet;
    static double p[6][3][T]; /* four points, the pelvis, the middle of the hips */
    walk_make(&m, &walking);
    assert_int_equal(pd_anim_ground_init(&m.ground, (pd_anim_ground_grid){2, 2, -50, -50, 100}, "", NULL),
                     PD_OK);
    for (int i = 0; i < 4; i++) m.ground.heights[i] = i / 2 ? 2.5F : -2.5F; /* y = 0.05 z */
    for (int t = 0; t < T; t++) {
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(at, NULL, &m.clip, t);
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < 4; i++) p[i][c][t] = (&at[joints[i]].x)[c];
            p[4][c][t] = (&at[PD_BIPED_HIPS].x)[c];
            p[5][c][t] = ((&at[PD_BIPED_L_THIGH].x)[c] + (&at[PD_BIPED_R_THIGH].x)[c]) / 2;
        }
    }
    assert_int_equal(pd_train_foot_contacts_init(&feet, &m, NULL), PD_OK);
    assert_int_equal(feet.count, T);
    double vx[T], vz[T];
    for (int t = 0; t < T; t++) vx[t] = derivative(p[4][0], t), vz[t] = derivative(p[4][2], t);
    for (int t = 0; t < T; t++) {
        for (int c = 0; c < 4; c++) {
            double square = 0;
            for (int k = 0; k < 3; k++) square += pow(derivative(p[c][k], t), 2);
            assert_near(feet.speed[t][c], sqrt(square), 1e-9);
            assert_near(feet.height[t][c], p[c][1][t] - 0.05 * p[c][2][t] - rest[c], 1e-6);
            assert_near(feet.at[t][c].x, p[c][0][t], 0);
            assert_int_equal(pd_train_contact_joint(c), joints[c]);
            assert_near(pd_train_contact_rest(c), rest[c], 0);
        }
        assert_near(feet.root_speed[t], hypot(smoothed(vx, t), smoothed(vz, t)), 1e-9);
        assert_near(feet.hip_height[t], p[5][1][t] - 0.05 * p[5][2][t], 1e-6);
    }
    pd_train_foot_contacts_deinit(&feet);
    pd_character_motion_deinit(&m);
}

typedef struct scene {
    pd_vec3 at[T][4];
    double height[T][4], speed[T][4], root[T], hips[T];
    unsigned char contacts[T][4];
    pd_train_foot_contacts feet;
    pd_character_motion m;
} scene;

static void contacts_of(scene *s)
{
    s->feet = (pd_train_foot_contacts){.count = T,
                                       .at = s->at,
                                       .height = s->height,
                                       .speed = s->speed,
                                       .root_speed = s->root,
                                       .hip_height = s->hips};
    s->m = (pd_character_motion){.contacts = s->contacts};
    s->m.clip.frame_count = T;
    pd_train_motion_contacts(&s->m, &s->feet);
}

/* Six frames of each case, so that none is too short. */
static void a_point_is_in_contact_when_it_is_slow_and_low_enough_for_the_speed_of_the_hips(void **state)
{
    (void)state;
    static const struct {
        double root, speed, height;
        int contact;
    } rows[] = {{0, 0.39, 0.04, 1},     {0, 0.41, 0.04, 0},     {0, 0.40, 0.04, 0},
                {0, 0.39, 0.046, 0},    {0, 0.39, 0.0449, 1},   {1.2, 0.39, 0, 1},
                {1.2, 0.41, 0, 0},      {1.5, 0.47, 0.04, 1},   {1.5, 0.49, 0.04, 0},
                {1.99, 0.63, 0.044, 1}, {2.01, 0.39, 0.044, 0}, {2.01, 0.39, 0.029, 1},
                {2.01, 0.63, 0.029, 0}, {3, 0.59, 0.029, 1},    {3, 0.61, 0.029, 0},
                {3, 0.59, 0.031, 0},    {2.0, 0.63, 0.044, 1},  {0, 0, -0.2, 1}};
    enum { ROWS = sizeof rows / sizeof *rows };
    static scene s;
    for (int c = 0; c < 4; c++) {
        memset(&s, 0, sizeof s);
        for (int t = 0; t < T; t++) {
            int r = t / 6 < ROWS ? t / 6 : ROWS - 1;
            s.root[t] = rows[r].root;
            for (int k = 0; k < 4; k++)
                s.speed[t][k] = k == c ? rows[r].speed : 9, s.height[t][k] = k == c ? rows[r].height : 9;
        }
        contacts_of(&s);
        for (int t = 0; t < T; t++) {
            int r = t / 6 < ROWS ? t / 6 : ROWS - 1;
            for (int k = 0; k < 4; k++) assert_int_equal(s.contacts[t][k], k == c && rows[r].contact);
        }
    }
}

/* Gaps are closed first, then short runs are dropped. Gaps and runs at the ends of the clip stay. */
static void short_gaps_between_contacts_are_closed_and_short_contacts_dropped_except_at_the_ends(void **state)
{
    (void)state;
    static const char *const before[] = {"xxx....xxxx",  "x...xxxx",    "..xxxx...xxxx....xxx.....",
                                         "....x..x....", "....xxx....", "....xxxx....",
                                         "xxx",          "...x",        "x.x.x.x.x.....xx"};
    static const char *const after[] = {"xxx....xxxx",  "xxxxxxxx",    "..xxxxxxxxxxx....................",
                                        "....xxxx....", "...........", "....xxxx....",
                                        "xxx",          "...",         "xxxxxxxxx......."};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        static scene s;
        size_t n = strlen(before[i]);
        memset(&s, 0, sizeof s);
        for (int t = 0; t < T; t++) { /* the rest of the clip is in the air */
            int on = (size_t)t < n && before[i][t] == 'x';
            for (int c = 0; c < 4; c++) s.speed[t][c] = on ? 0 : 2;
        }
        contacts_of(&s);
        for (int t = 0; t < T; t++)
            for (int c = 0; c < 4; c++)
                assert_int_equal(s.contacts[t][c], (size_t)t < strlen(after[i]) && after[i][t] == 'x');
    }
    static scene s; /* the clip's end */
    memset(&s, 0, sizeof s);
    for (int t = 0; t < T; t++)
        for (int c = 0; c < 4; c++) s.speed[t][c] = t >= T - 2 || (t < 20 && t > 10) ? 0 : 2;
    contacts_of(&s);
    for (int t = 0; t < T; t++) assert_int_equal(s.contacts[t][2], t >= T - 2 || (t < 20 && t > 10));
}

static void runs_are_found_one_after_another(void **state)
{
    (void)state;
    static scene s;
    pd_train_run run = {-1, -1};
    memset(&s, 0, sizeof s);
    s.m = (pd_character_motion){.contacts = s.contacts};
    s.m.clip.frame_count = T;
    assert_int_equal(pd_train_next_run(&run, &s.m, 1, 0), 0);
    for (int t = 0; t < 3; t++) s.contacts[t][1] = 1;
    s.contacts[40][1] = s.contacts[T - 1][1] = 1;
    static const int wanted[3][2] = {{0, 2}, {40, 40}, {T - 1, T - 1}};
    for (int i = 0, from = 0; i < 3; i++, from = run.last + 1) {
        assert_int_equal(pd_train_next_run(&run, &s.m, 1, from), 1);
        assert_int_equal(run.first, wanted[i][0]);
        assert_int_equal(run.last, wanted[i][1]);
    }
    assert_int_equal(pd_train_next_run(&run, &s.m, 1, T), 0);
    assert_int_equal(pd_train_next_run(&run, &s.m, 1, 1), 1);
    assert_int_equal(run.first, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_have_the_heights_and_speeds_of_their_joints_over_a_slope),
        cmocka_unit_test(a_point_is_in_contact_when_it_is_slow_and_low_enough_for_the_speed_of_the_hips),
        cmocka_unit_test(
            short_gaps_between_contacts_are_closed_and_short_contacts_dropped_except_at_the_ends),
        cmocka_unit_test(runs_are_found_one_after_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
