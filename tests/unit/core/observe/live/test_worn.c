/* Tests the pose from sensors that are attached in unknown directions. The readings are made from a known
 * pose, which must be found again. */
#include "core/observe/live/worn.h"

#include "tests/support/sight_live.h"
#include "tests/support/wearer.h"

#define DEGREE (3.14159265358979 / 180)

static const char *const six[] = {"pelvis",    "head",       "left_elbow", "right_elbow",
                                  "left_knee", "right_knee", NULL};
static const char *const seventeen[] = {
    "pelvis",         "spine3",     "head",        "left_collar", "right_collar", "left_shoulder",
    "right_shoulder", "left_elbow", "right_elbow", "left_wrist",  "right_wrist",  "left_hip",
    "right_hip",      "left_knee",  "right_knee",  "left_ankle",  "right_ankle",  NULL};

static void put(sight_person *p, int joint, double x, double y, double z)
{
    const double v[3] = {x, y, z};
    double r[9];
    pd_rot_from_axis_angle(r, v);
    for (int i = 0; i < 9; i++) p->rotations[9 * joint + i] = (float)r[i];
}

/* Arms and head go about; knees bend by crouch, feet stay flat. */
static void act(sight_person *p, double t, double crouch)
{
    memset(p, 0, sizeof *p);
    for (int k = 0; k < SIGHT_JOINTS; k++) put(p, k, 0, 0, 0);
    put(p, 16, .2, 0, -.9 + .3 * sin(2 * t)), put(p, 17, -.2, 0, .8 + .3 * sin(1.7 * t));
    put(p, 18, 0, -.7 + .4 * sin(2.3 * t), 0), put(p, 19, 0, .6 - .4 * sin(1.9 * t), 0);
    put(p, 15, 0, .4 * sin(t), 0), put(p, 3, .1 * sin(1.3 * t), 0, 0);
    for (int side = 0; side < 2; side++) {
        put(p, 1 + side, -crouch, 0, 0), put(p, 4 + side, 2 * crouch, 0, 0), put(p, 7 + side, -crouch, 0, 0);
    }
}

/* In the calibration pose: arms to the sides (or hanging) by the model's own rest. */
static void stand_in(sight_person *p, pd_observe_sensor_pose pose)
{
    double world[SIGHT_JOINTS][9], own[9], above[9];
    memset(p, 0, sizeof *p);
    pd_observe_sensor_rest(world, model, pose);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        const int parent = model->data.parents[k];
        for (int i = 0; i < 9; i++) above[i] = parent < 0 ? i % 4 == 0 : world[parent][3 * (i % 3) + i / 3];
        pd_rot_mul(own, above, world[k]);
        for (int i = 0; i < 9; i++) p->rotations[9 * k + i] = (float)own[i];
    }
}

/* How a sensor is stuck on its bone: any rotation, another for each. */
static pd_quat stuck(int bone)
{
    return pd_q_normalize((pd_quat){sin(bone), cos(2 * bone), sin(3 * bone + 1), 1.3});
}

/* What sensors of those names read of a person who is turned by yaw. */
static pd_observe_sight read(const sight_person *p, const char *const *names, double yaw, double time)
{
    pd_observe_sight s = {
        .set = &pd_observe_bones, .noise = 2 * DEGREE, .time = time, .from_hips = true, .heading = 0};
    double world[SIGHT_JOINTS][9];

    wearer_world(world, model, p);
    for (int i = 0; names[i]; i++) {
        const int bone = pd_observe_sensor_bone(names[i]), joint = pd_smpl_joint_find(&model->data, names[i]);
        s.orientation[bone] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw),
                                       pd_q_mul(pd_q_from_matrix(world[joint]), stuck(bone)));
        s.is_turned[bone] = true;
        s.confidence[bone] = 1;
    }
    return s;
}

static void calibrate(pd_observe_sight *s, double heading)
{
    memcpy(s->held, s->orientation, sizeof s->held);
    memcpy(s->is_held, s->is_turned, sizeof s->is_held);
    s->heading = heading;
}

/* Returns the mean angle between world orientations of a joint's list,
 * degrees; the truth is turned by yaw. */
static double apart(const sight_person *truth, const sight_person *found, const char *const *names,
                    double yaw)
{
    double a[SIGHT_JOINTS][9], b[SIGHT_JOINTS][9], sum = 0;
    int count = 0;

    wearer_world(a, model, truth);
    wearer_world(b, model, found);
    for (; names[count]; count++) {
        const int k = pd_smpl_joint_find(&model->data, names[count]);
        const pd_quat q = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw), pd_q_from_matrix(a[k]));
        sum += pd_q_angle(q, pd_q_from_matrix(b[k])) / DEGREE;
    }
    return sum / count;
}

static void a_person_with_sensors_moves_the_body(void **state)
{
    (void)state;
    const double heading = 2.1; /* of the person in the sensors' world while the body faces .5 on the stage */
    for (int pose = 0; pose < 2; pose++) {
        pd_observe_live *live =
            begin((pd_observe_live_request){.position = {1, -2}, .facing = .5, .floor = .3});
        sight_person truth, found;
        double worst = 0;
        int steps = 0;

        stand_in(&truth, (pd_observe_sensor_pose)pose);
        pd_observe_sight first = read(&truth, seventeen, heading, 0);
        calibrate(&first, heading);
        first.pose = (pd_observe_sensor_pose)pose;
        const pd_observe_live_pose *got = see(live, &first);
        assert_true(got->began && got->in_turns);
        assert_near(got->root.x, 1, .05);
        assert_near(got->root.z, -2, .05);
        for (int f = 1; f < 60; f++) {
            act(&truth, f / 30.0, 0);
            const pd_observe_sight s = read(&truth, seventeen, heading, f / 30.0);
            got = see(live, &s);
            person_of(&found, got);
            /* of the stage: the sensors' +Z is the body's facing */
            worst = fmax(worst, apart(&truth, &found, seventeen, heading + .5));
            if (f > 2) steps = steps > got->steps ? steps : got->steps;
            assert_true(got->is_down[0] && got->is_down[1]);
        }
        print_message("%c-pose: 17 bones %.2f degrees off at worst, rms %.2f degrees, %d steps\n",
                      pose ? 'n' : 't', worst, got->rms / DEGREE, steps);
        assert_true(worst < 3 && got->rms < 3 * DEGREE && steps <= PD_OBSERVE_LIVE_STEPS);
        assert_near(got->root.x, 1, .1);
        pd_observe_live_free(live);
    }
}

static void segments_without_sensors_are_likely_and_reported(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    sight_person truth, found;
    const pd_observe_live_pose *got = NULL;

    for (int f = 0; f < 60; f++) {
        if (f)
            act(&truth, f / 30.0, 0);
        else
            stand_in(&truth, PD_OBSERVE_POSE_T);
        pd_observe_sight s = read(&truth, six, 0, f / 30.0);
        if (!f) calibrate(&s, 0);
        got = see(live, &s);
    }
    person_of(&found, got);
    print_message("6 sensors: their bones %.2f degrees off\n", apart(&truth, &found, six, 0));
    assert_true(apart(&truth, &found, six, 0) < 3);
    assert_true(got->unseen[20] && got->unseen[7] && got->unseen[22]);
    assert_false(got->unseen[16] || got->unseen[1] || got->unseen[15]);
    pd_observe_live_free(live);
}

static void sensors_without_calibration_have_the_orientations_of_their_joints(void **state)
{
    (void)state;
    sight_person truth, found;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    double world[SIGHT_JOINTS][9];

    act(&truth, 1, 0);
    pd_observe_sight s = read(&truth, six, 0, 0);
    wearer_world(world, model, &truth);
    for (int i = 0; six[i]; i++)
        s.orientation[pd_observe_sensor_bone(six[i])] =
            pd_q_from_matrix(world[pd_smpl_joint_find(&model->data, six[i])]);
    person_of(&found, see(live, &s));
    assert_true(apart(&truth, &found, six, 0) < 3);
    pd_observe_live_free(live);
}

static void feet_that_are_low_stay_and_the_hips_go_down(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    sight_person truth, found;
    float joints[3 * SIGHT_JOINTS];
    double toe[2] = {0, 0}, slid = 0, high = 0, low = INFINITY;

    for (int f = 0; f < 60; f++) {
        if (f)
            act(&truth, 0, .35 * (1 - cos(f * .1)));
        else
            stand_in(&truth, PD_OBSERVE_POSE_T);
        pd_observe_sight s = read(&truth, seventeen, 0, f / 30.0);
        if (!f) calibrate(&s, 0);
        const pd_observe_live_pose *got = see(live, &s);
        person_of(&found, got);
        sight_pose(NULL, joints, model, &found);
        high = fmax(high, got->root.y), low = fmin(low, got->root.y);
        if (f == 5) toe[0] = (double)joints[30], toe[1] = (double)joints[32];
        if (f > 5) slid = fmax(slid, hypot((double)joints[30] - toe[0], (double)joints[32] - toe[1]));
    }
    print_message("a crouch: hips %.2f m down, a toe slides %.1f mm\n", high - low, 1000 * slid);
    assert_true(high - low > .1 && slid < .02);
    pd_observe_live_free(live);
}

static void a_mirrored_observation_moves_the_opposite_side(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = 0});
    sight_person truth, mirrored, found;

    for (int f = 0; f < 10; f++) {
        if (f)
            act(&truth, .7, 0);
        else
            stand_in(&truth, PD_OBSERVE_POSE_T);
        pd_observe_sight s = read(&truth, seventeen, .4, f / 30.0);
        if (!f) calibrate(&s, .4);
        pd_observe_sight_mirror(&s);
        person_of(&found, see(live, &s));
    }
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        const int other = pd_observe_joint_mirror(model, k);
        static const double sign[9] = {1, -1, -1, -1, 1, 1, -1, 1, 1};
        for (int i = 0; i < 9; i++)
            mirrored.rotations[9 * k + i] = (float)sign[i] * truth.rotations[9 * other + i];
    }
    print_message("mirrored: %.2f degrees off\n", apart(&mirrored, &found, seventeen, -.4));
    assert_true(apart(&mirrored, &found, seventeen, -.4) < 3);
    pd_observe_live_free(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_with_sensors_moves_the_body),
        cmocka_unit_test(segments_without_sensors_are_likely_and_reported),
        cmocka_unit_test(sensors_without_calibration_have_the_orientations_of_their_joints),
        cmocka_unit_test(feet_that_are_low_stay_and_the_hips_go_down),
        cmocka_unit_test(a_mirrored_observation_moves_the_opposite_side)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
