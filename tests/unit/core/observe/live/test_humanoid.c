/* Tests the set humanoid: the body has exactly the rotations of the bones, stands where the hips are said to
 * be, and is mirrored about the middle. */
#include "core/observe/live/humanoid.h"

#include "tests/support/sight_live.h"

static int bone(const char *name)
{
    for (int i = 0; i < pd_observe_humanoid.count; i++)
        if (!strcmp(pd_observe_humanoid.keypoints[i].name, name)) return i;
    fail_msg("no bone %s", name);
    return -1;
}

static void turn_bone(pd_observe_sight *s, const char *name, double x, double y, double z)
{
    const double v[3] = {x, y, z};
    double r[9];
    pd_rot_from_axis_angle(r, v);
    s->orientation[bone(name)] = pd_q_from_matrix(r);
    s->is_turned[bone(name)] = true;
}

static pd_observe_sight pose_at(double time)
{
    pd_observe_sight s = {.set = &pd_observe_humanoid, .time = time, .noise = .005};
    turn_bone(&s, "hips", .1, .4, 0);
    turn_bone(&s, "leftUpperArm", 0, 0, -1.1);
    turn_bone(&s, "rightLowerArm", 0, 1.2, 0);
    turn_bone(&s, "head", .2, -.3, 0);
    return s;
}

static void put_hips(pd_observe_sight *s, double x, double y, double z)
{
    const double at[3] = {x, y, z};
    memcpy(s->at[bone("hips")], at, sizeof at);
    s->confidence[bone("hips")] = 1;
}

static pd_quat joint_of(const pd_observe_live_pose *pose, const char *name)
{
    return pose->rotations[pd_smpl_joint_find(&model->data, name)];
}

static void joints_have_the_rotations_of_their_bones(void **state)
{
    (void)state;
    static const struct {
        const char *bone, *joint;
    } rows[] = {{"hips", "pelvis"},
                {"leftUpperArm", "left_shoulder"},
                {"rightLowerArm", "right_elbow"},
                {"head", "head"}};
    pd_observe_live *live = begin((pd_observe_live_request){.floor = .3});
    for (int f = 0; f < 3; f++) { /* far poses, one after the other: nothing is filtered */
        pd_observe_sight s = pose_at(f / 60.0);
        turn_bone(&s, "leftUpperArm", 0, f, -1.1 * f);
        put_hips(&s, 3, 1.2, -f);
        const pd_observe_live_pose *pose = see(live, &s);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            assert_true(pd_q_angle(joint_of(pose, rows[i].joint), s.orientation[bone(rows[i].bone)]) < 1e-6);
        assert_true(pd_q_angle(joint_of(pose, "left_knee"), pd_q_identity()) < 1e-9);
        assert_near(pose->root.x, 3, 1e-9);
        assert_near(pose->root.y, 1.2, 1e-9);
        assert_near(pose->root.z, -f, 1e-9);
        assert_true(!pose->unseen[pd_smpl_joint_find(&model->data, "head")] &&
                    pose->unseen[pd_smpl_joint_find(&model->data, "left_knee")]);
    }
    pd_observe_live_free(live);
}

/* Hips at half the height of a person of 3.4 m (twice the body) are at half the height of the body. */
static void a_persons_height_scales_the_height_of_the_hips_alone(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.floor = .3});
    pd_observe_sight s = pose_at(0);
    put_hips(&s, 2, .3 + .9, 5);
    s.height = 2;
    const double first = see(live, &s)->root.y - .3;
    s.time = .1;
    s.height = 1;
    const pd_observe_live_pose *pose = see(live, &s);
    assert_near(pose->root.y - .3, 2 * first, 1e-9);
    assert_near(first * 2 / .9, 1.69, .05); /* the body's own height */
    assert_near(pose->root.x, 2, 1e-9);
    assert_near(pose->root.z, 5, 1e-9);
    pd_observe_live_free(live);
}

static void without_a_position_the_lowest_foot_stays_on_the_floor(void **state)
{
    (void)state;
    pd_observe_live *live = begin((pd_observe_live_request){.position = {1, -2}, .floor = .3});
    double highest = -INFINITY, lowest = INFINITY;
    for (int f = 0; f < 30; f++) {
        pd_observe_sight s = pose_at(f / 30.0);
        turn_bone(&s, "hips", 0, 0, 0);
        const double bend = .5 + .5 * sin(f / 5.0);
        for (int side = 0; side < 2; side++) { /* knee bends with flat feet */
            turn_bone(&s, side ? "rightUpperLeg" : "leftUpperLeg", -bend, 0, 0);
            turn_bone(&s, side ? "rightLowerLeg" : "leftLowerLeg", 2 * bend, 0, 0);
            turn_bone(&s, side ? "rightFoot" : "leftFoot", -bend, 0, 0);
        }
        const pd_observe_live_pose *pose = see(live, &s);
        assert_true(pose->is_down[0] && pose->is_down[1]);
        assert_near(pose->root.x, 1, .03);
        highest = fmax(highest, pose->root.y);
        lowest = fmin(lowest, pose->root.y);
    }
    assert_true(lowest > .3 + .4 && highest < .3 + 1.0 && highest - lowest > .1);
    pd_observe_live_free(live);
}

static void a_mirrored_sight_exchanges_the_sides(void **state)
{
    (void)state;
    pd_observe_sight s = pose_at(0);
    put_hips(&s, 2, 1, 3);
    pd_observe_sight_mirror(&s);
    assert_true(s.is_turned[bone("rightUpperArm")] && !s.is_turned[bone("leftUpperArm")]);
    assert_near(s.orientation[bone("rightUpperArm")].z, sin(.55), 1e-6);
    assert_near(s.at[bone("hips")][0], -2, 1e-9);
}

static void a_sight_without_rotations_is_refused(void **state)
{
    (void)state;
    pd_error err = {0};
    pd_observe_sight s = {.set = &pd_observe_humanoid, .noise = .005};
    put_hips(&s, 0, 1, 0);
    assert_int_equal(pd_observe_sight_check(&s, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/orientations");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_have_the_rotations_of_their_bones),
        cmocka_unit_test(a_persons_height_scales_the_height_of_the_hips_alone),
        cmocka_unit_test(without_a_position_the_lowest_foot_stays_on_the_floor),
        cmocka_unit_test(a_mirrored_sight_exchanges_the_sides),
        cmocka_unit_test(a_sight_without_rotations_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
