/* @heavy: takes over five seconds under ASan. */
#include "core/observe/live/tracker.h"

#include "tests/support/sight_live.h"
#include "tests/support/wearer.h"

static const char *const three[] = {"viewer", "left-hand-wrist", "right-hand-wrist", NULL};
static const char *const grips[] = {"viewer", "left-grip", "right-grip", NULL};
static const char *const six[] = {
    "viewer", "left-hand-wrist", "right-hand-wrist", "hips", "left-foot-ankle", "right-foot-ankle", NULL};

/* Arms and the head go about, knees bend: a standing person;
 * the feet stay on the floor when `crouch` is 0. */
static void act(sight_person *p, double t, double crouch)
{
    const struct {
        int joint, axis;
        double size;
    } moves[] = {{16, 2, -.9 + .3 * sin(2 * t)},
                 {17, 2, .8 + .3 * sin(1.7 * t)},
                 {18, 1, -.7 + .4 * sin(2.3 * t)},
                 {19, 1, .6 - .4 * sin(1.9 * t)},
                 {15, 1, .4 * sin(t)},
                 {12, 0, .1 * sin(1.3 * t)},
                 {20, 0, .3 * sin(t)},
                 {1, 0, -crouch},
                 {2, 0, -crouch},
                 {4, 0, 2 * crouch},
                 {5, 0, 2 * crouch},
                 {7, 0, -crouch},
                 {8, 0, -crouch}};
    memset(p, 0, sizeof *p);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double v[3] = {0, 0, 0}, r[9];
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
            if (moves[i].joint == k) v[moves[i].axis] += moves[i].size;
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = (float)r[i];
    }
}

/* On the floor at x, z. */
static void stand(sight_person *p, double x, double z)
{
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    double low = INFINITY;
    memset(p->translation, 0, sizeof p->translation);
    sight_pose(vertices, NULL, model, p);
    for (int v = 0; v < model->vertex_count; v++) low = fmin(low, (double)vertices[3 * v + 1]);
    free(vertices);
    p->translation[0] = (float)x, p->translation[1] = (float)-low, p->translation[2] = (float)z;
}

static void face(sight_person *p, double yaw)
{
    const double v[3] = {0, yaw, 0};
    double r[9];
    pd_rot_from_axis_angle(r, v);
    for (int i = 0; i < 9; i++) p->rotations[i] = (float)r[i];
}

static pd_observe_sight say(const sight_person *p, const char *const *names, double time)
{
    pd_observe_sight s = {.set = pd_observe_set_of("webxr83"), .noise = 0.005, .time = time};
    for (; *names; names++) wearer_say(&s, model, p, *names);
    return s;
}

static double joint_apart(const sight_person *a, const sight_person *b, const char *name)
{
    float p[3 * SIGHT_JOINTS], q[3 * SIGHT_JOINTS];
    const int k = pd_smpl_joint_find(&model->data, name);
    sight_pose(NULL, p, model, a);
    sight_pose(NULL, q, model, b);
    return sqrt(pow((double)(p[3 * k] - q[3 * k]), 2) + pow((double)(p[3 * k + 1] - q[3 * k + 1]), 2) +
                pow((double)(p[3 * k + 2] - q[3 * k + 2]), 2));
}

static double turn_apart(const sight_person *a, const sight_person *b, const char *name)
{
    double p[SIGHT_JOINTS][9], q[SIGHT_JOINTS][9];
    const int k = pd_smpl_joint_find(&model->data, name);
    wearer_world(p, model, a);
    wearer_world(q, model, b);
    return pd_q_angle(pd_q_from_matrix(p[k]), pd_q_from_matrix(q[k])) * 180 / 3.14159265358979;
}

static void head_and_hands_are_where_they_are_tracked(void **state)
{
    const char *const *const sets[] = {three, grips, six};
    (void)state;
    for (int i = 0; i < 3; i++) {
        pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
        double head = 0, hands = 0, turn = 0, knees = 0;
        for (int f = 0; f < 90; f++) {
            sight_person truth, found;
            act(&truth, f / 30.0, 0.35 + 0.3 * sin(f / 15.0));
            face(&truth, 0.7);
            stand(&truth, 1, -2);
            pd_observe_sight s = say(&truth, sets[i], f / 30.0);
            person_of(&found, see(live, &s));
            if (f < 2) continue;
            head = fmax(head, joint_apart(&truth, &found, "head"));
            knees = fmax(knees, joint_apart(&truth, &found, "left_knee"));
            for (int side = 0; side < 2; side++) {
                const char *wrist = side ? "right_wrist" : "left_wrist";
                hands = fmax(hands, joint_apart(&truth, &found, wrist));
                turn = fmax(turn, turn_apart(&truth, &found, wrist));
            }
            turn = fmax(turn, turn_apart(&truth, &found, "head"));
        }
        print_message("%d devices: head %.1f mm, hands %.1f mm, %.1f degrees, knees %.0f mm\n", i < 2 ? 3 : 6,
                      1e3 * head, 1e3 * hands, turn, 1e3 * knees);
        assert_true(head < 0.02 && hands < 0.025 && turn < 10 && knees < (i < 2 ? 0.2 : 0.1));
        pd_observe_live_free(live);
    }
}

static void untracked_feet_stand_and_step(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    float before[3 * SIGHT_JOINTS], now[3 * SIGHT_JOINTS];
    bool was_down[2] = {false, false};
    double slid = 0, farthest = 0;
    int steps = 0;

    /* stands, goes two metres, stands */
    for (int f = 0; f < 240; f++) {
        const double way = 2 * fmin(fmax((f - 60) / 90.0, 0), 1);
        sight_person truth, found;
        act(&truth, f / 30.0, 0);
        stand(&truth, 0, way);
        pd_observe_sight s = say(&truth, three, f / 30.0);
        const pd_observe_live_pose *pose = see(live, &s);
        person_of(&found, pose);
        sight_pose(NULL, now, model, &found);
        for (int side = 0; side < 2; side++) {
            const float *a = before + 3 * (10 + side), *b = now + 3 * (10 + side);
            if (f > 5 && was_down[side] && pose->is_down[side])
                slid = fmax(slid, hypot((double)(a[0] - b[0]), (double)(a[2] - b[2])));
            steps += f > 5 && !was_down[side] && pose->is_down[side];
            was_down[side] = pose->is_down[side];
        }
        farthest = fmax(farthest, joint_apart(&truth, &found, "pelvis"));
        assert_true(pose->is_down[0] || pose->is_down[1]);
        if (f > 5 && f < 55) assert_true(pose->is_down[0] && pose->is_down[1]); /* standing is not stepping */
        memcpy(before, now, sizeof now);
    }
    print_message("%d steps over 2 m, toes slide %.1f mm a moment, pelvis %.0f mm off\n", steps, 1e3 * slid,
                  1e3 * farthest);
    assert_true(steps >= 4 && steps <= 14 && slid < 0.004 && farthest < 0.15);
    pd_observe_live_free(live);
}

static void a_small_person_with_trackers_drives_a_body_of_usual_size(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    sight_person truth, found;
    for (int f = 0; f < 30; f++) {
        act(&truth, f / 30.0, 0.2);
        stand(&truth, 0, 0);
        pd_observe_sight s = say(&truth, three, f / 30.0);
        const double height = 1.2, own = s.height = height;
        double low = 0, crown = 0;
        float *rest = malloc(3 * (size_t)model->vertex_count * sizeof *rest);
        sight_person still = {0};
        act(&still, 0, 0);
        for (int k = 0; k < SIGHT_JOINTS; k++)
            for (int i = 0; i < 9; i++) still.rotations[9 * k + i] = i % 4 == 0;
        sight_pose(rest, NULL, model, &still);
        for (int v = 0; v < model->vertex_count; v++)
            low = fmin(low, (double)rest[3 * v + 1]), crown = fmax(crown, (double)rest[3 * v + 1]);
        free(rest);
        for (int i = 0; i < s.set->count; i++)
            for (int c = 0; c < 3; c++) s.at[i][c] *= own / (crown - low);
        person_of(&found, see(live, &s));
    }
    /* of the same pose, at the child's place */
    found.translation[0] = truth.translation[0], found.translation[2] = truth.translation[2];
    print_message("a child of 1.2 m: head %.0f mm, hand %.0f mm\n", 1e3 * joint_apart(&truth, &found, "head"),
                  1e3 * joint_apart(&truth, &found, "left_wrist"));
    assert_true(joint_apart(&truth, &found, "head") < 0.06);
    assert_true(joint_apart(&truth, &found, "left_wrist") < 0.08);
    pd_observe_live_free(live);
}

/* Trackers that lie anyhow on hips and feet say nothing with their rotation until they were calibrated, and
 * all of it afterwards. */
static void sensors_on_a_body_are_calibrated(void **state)
{
    static const pd_quat odd = {0.5, -0.5, 0.5, 0.5};
    (void)state;
    for (int calibrated = 0; calibrated < 2; calibrated++) {
        pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
        double turn = 0;
        for (int f = 0; f < 60; f++) {
            sight_person truth, found;
            act(&truth, f / 30.0, 0.3);
            if (!f)
                for (int k = 0; k < SIGHT_JOINTS; k++)
                    for (int i = 0; i < 9; i++) truth.rotations[9 * k + i] = i % 4 == 0;
            double r[9];
            const double bow[3] = {f ? 0.25 : 0, 0, 0};
            pd_rot_from_axis_angle(r, bow);
            for (int i = 0; i < 9 && f; i++) truth.rotations[i] = (float)r[i];
            stand(&truth, 0, 0);
            pd_observe_sight s = say(&truth, six, f / 30.0);
            for (int i = 0; i < s.set->count; i++) {
                const char *name = s.set->keypoints[i].name;
                if (!s.is_turned[i] || !strcmp(name, "viewer") || strstr(name, "-hand-")) continue;
                const pd_vec3 off = pd_q_rotate(s.orientation[i], pd_vec3_make(0.02, 0.05, 0.1));
                s.at[i][0] += off.x, s.at[i][1] += off.y, s.at[i][2] += off.z;
                s.orientation[i] = pd_q_mul(s.orientation[i], odd);
            }
            s.calibrate = calibrated && !f;
            person_of(&found, see(live, &s));
            if (f > 10) turn = fmax(turn, turn_apart(&truth, &found, "pelvis"));
            if (f > 10 && calibrated) assert_true(joint_apart(&truth, &found, "left_ankle") < 0.04);
            if (f > 10 && calibrated) assert_true(joint_apart(&truth, &found, "pelvis") < 0.04);
        }
        print_message("%s: pelvis %.1f degrees off\n", calibrated ? "calibrated" : "as they were", turn);
        if (calibrated) assert_true(turn < 5);
        pd_observe_live_free(live);
    }
}

static void a_person_who_looks_down_still_has_a_heading(void **state)
{
    (void)state;
    pd_observe_trackers t = {.viewer = 83, .head = -1, .hips = -1, .stature = 1.7};
    static const double nods[] = {0, 1, 1.5, 1.57, -1, -1.55};
    for (int i = 0; i < 6; i++) {
        pd_observe_sight s = {.set = pd_observe_set_of("webxr83")};
        s.confidence[83] = 1, s.is_turned[83] = true;
        /* turned to yaw 0.9 and nodded: the viewer looks along -Z, a body along +Z */
        s.orientation[83] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.9 + 3.14159265358979),
                                     pd_q_axis_angle(pd_vec3_make(1, 0, 0), -nods[i]));
        pd_observe_trackers_step(&t, &s, 0);
        assert_near(t.facing, 0.9, 1e-6);
    }
}

static void impossible_headset_data_are_refused(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    const pd_observe_live_pose *pose;
    sight_person truth;
    pd_error err;
    act(&truth, 0, 0);
    stand(&truth, 0, 0);
    const struct {
        double height;
        bool hips, picture;
        const char *where;
    } bad[] = {{0.2, false, false, "/height"}, {0, true, false, "/root"}, {0, false, true, "/points"}};
    for (int i = 0; i < 3; i++) {
        pd_observe_sight s = say(&truth, three, 0);
        s.height = bad[i].height, s.from_hips = bad[i].hips, s.in_picture = bad[i].picture;
        assert_true(pd_observe_live_see(&pose, live, &s, &err) != PD_OK);
        assert_string_equal(err.where, bad[i].where);
    }
    pd_observe_live_free(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_and_hands_are_where_they_are_tracked),
        cmocka_unit_test(untracked_feet_stand_and_step),
        cmocka_unit_test(a_small_person_with_trackers_drives_a_body_of_usual_size),
        cmocka_unit_test(sensors_on_a_body_are_calibrated),
        cmocka_unit_test(a_person_who_looks_down_still_has_a_heading),
        cmocka_unit_test(impossible_headset_data_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
