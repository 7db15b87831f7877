/* Tests skeletons: joints in any order, bad trees refused with their place, chains, common ancestors and
 * names of other rigs. */
#include "tests/support/cmocka.h"

#include "core/anim/parts.h"
#include "core/anim/skeleton.h"
#include "tests/support/human.h"

static pd_anim_skeleton sk;

static void expect_refused(const pd_anim_joint *joints, int count, const char *where, const char *words)
{
    pd_error err = {0};
    assert_int_not_equal(pd_anim_skeleton_init(&sk, joints, count, &err), PD_OK);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, words)) fail_msg("\"%s\" does not say \"%s\"", err.detail, words);
}

static void a_tree_may_be_given_in_any_order(void **state)
{
    (void)state;
    const pd_anim_joint joints[] = {
        {"tip", "middle", {0, 0, 1}}, {"middle", "base", {0, 1, 0}}, {"base", NULL, {1, 0, 0}}};
    assert_int_equal(pd_anim_skeleton_init(&sk, joints, 3, NULL), PD_OK);
    pd_vec3 p[3];
    pd_anim_skeleton_forward(p, NULL, &sk, NULL, pd_vec3_make(0, 0, 10));
    assert_near(pd_vec3_distance(p[0], pd_vec3_make(1, 1, 11)), 0, 1e-15);
    assert_int_equal(sk.root, 2);
    assert_int_equal(sk.depth[0], 2);
}

static void bad_trees_are_refused_with_their_place(void **state)
{
    (void)state;
    const pd_anim_joint unknown[] = {{"a", NULL, {0, 0, 0}}, {"b", "c", {0, 0, 0}}};
    const pd_anim_joint twice[] = {{"a", NULL, {0, 0, 0}}, {"a", "a", {0, 0, 0}}};
    const pd_anim_joint circle[] = {{"a", NULL, {0, 0, 0}}, {"b", "c", {0, 0, 0}}, {"c", "b", {0, 0, 0}}};
    const pd_anim_joint self[] = {{"a", NULL, {0, 0, 0}}, {"b", "b", {0, 0, 0}}};
    const pd_anim_joint roots[] = {{"a", NULL, {0, 0, 0}}, {"b", NULL, {0, 0, 0}}};
    const pd_anim_joint rootless[] = {{"a", "b", {0, 0, 0}}, {"b", "a", {0, 0, 0}}};
    const pd_anim_joint nan_offset[] = {{"a", NULL, {0, 0, 0}}, {"b", "a", {0, NAN, 0}}};
    const pd_anim_joint nameless[] = {{"", NULL, {0, 0, 0}}};
    const pd_anim_joint long_name[] = {{"a_name_of_more_than_thirty_one_bytes", NULL, {0, 0, 0}}};
    expect_refused(unknown, 2, "/joints/1/parent", "\"c\" is not the name of a joint");
    expect_refused(twice, 2, "/joints/1/name", "occurs twice");
    expect_refused(circle, 3, "/joints/1/parent", "its own ancestor");
    expect_refused(self, 2, "/joints/1/parent", "its own ancestor");
    expect_refused(roots, 2, "/joints/1/parent", "second root");
    expect_refused(rootless, 2, "/joints", "no root");
    expect_refused(nan_offset, 2, "/joints/1/offset", "nan");
    expect_refused(nameless, 1, "/joints/0/name", "1 to 31 bytes");
    expect_refused(long_name, 1, "/joints/0/name", "1 to 31 bytes");
    expect_refused(unknown, 0, "/joints", "0 joints; 1 to 256 allowed");
    expect_refused(unknown, 257, "/joints", "257 joints; 1 to 256 allowed");
}

static void plain_arrays_give_the_same_skeleton(void **state)
{
    (void)state;
    pd_anim_skeleton from_rest;
    pd_vec3 rest[24];
    double numbers[72];
    human_init(&sk);
    pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    for (int j = 0; j < 24; j++) memcpy(numbers + 3 * j, &rest[j], sizeof rest[j]);
    assert_int_equal(pd_anim_skeleton_from_rest(&from_rest, (const char(*)[PD_ANIM_NAME_BYTES])sk.names,
                                                sk.parents, numbers, 24, NULL),
                     PD_OK);
    for (int j = 0; j < 24; j++) assert_near(pd_vec3_distance(from_rest.offsets[j], sk.offsets[j]), 0, 1e-15);
    assert_memory_equal(from_rest.order, sk.order, sizeof sk.order);
}

static void turning_a_joint_moves_the_joints_below_it(void **state)
{
    (void)state;
    human_init(&sk);
    pd_quat local[24];
    pd_vec3 rest[24], p[24];
    pd_quat world[24];
    for (int j = 0; j < 24; j++) local[j] = pd_q_identity();
    int elbow = pd_anim_skeleton_find(&sk, "left_elbow"), wrist = pd_anim_skeleton_find(&sk, "left_wrist");
    local[elbow] =
        pd_q_axis_angle(pd_vec3_make(0, -1, 0), acos(0.0)); /* flexion: the forearm comes forward */
    pd_anim_skeleton_forward(rest, NULL, &sk, NULL, pd_vec3_make(0, 0, 0));
    pd_anim_skeleton_forward(p, world, &sk, local, pd_vec3_make(0, 0, 0));
    assert_near(pd_vec3_distance(p[elbow], rest[elbow]), 0, 1e-15);
    assert_near(p[wrist].z - p[elbow].z, 0.25, 1e-12);
    assert_near(pd_q_angle(world[wrist], local[elbow]), 0, 1e-12);
}

static void a_chain_runs_from_an_ancestor_only(void **state)
{
    (void)state;
    human_init(&sk);
    pd_anim_chain chain;
    pd_error err = {0};
    int shoulder = pd_anim_skeleton_find(&sk, "left_shoulder"),
        hand = pd_anim_skeleton_find(&sk, "left_hand");
    assert_int_equal(pd_anim_chain_between(&chain, &sk, shoulder, hand, "/chain", &err), PD_OK);
    assert_int_equal(chain.count, 4);
    assert_int_equal(chain.joints[0], shoulder);
    assert_int_equal(chain.joints[3], hand);
    assert_int_equal(pd_anim_chain_between(&chain, &sk, hand, shoulder, "/chain", &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "\"left_hand\" is not above \"left_shoulder\"");
}

static void two_joints_meet_in_the_deepest_above_both(void **state)
{
    (void)state;
    static const char *const rows[][3] = {{"left_hand", "left_shoulder", "left_shoulder"},
                                          {"left_foot", "right_ankle", "pelvis"},
                                          {"head", "head", "head"},
                                          {"pelvis", "left_hand", "pelvis"}};
    human_init(&sk);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int j[3];
        for (int k = 0; k < 3; k++) assert_true((j[k] = pd_anim_skeleton_find(&sk, rows[i][k])) >= 0);
        assert_int_equal(pd_anim_skeleton_common(&sk, j[0], j[1]), j[2]);
        assert_int_equal(pd_anim_skeleton_common(&sk, j[1], j[0]), j[2]);
    }
}

static void limbs_start_at_shoulders_hips_and_the_spine(void **state)
{
    (void)state;
    static const char *const expected[][2] = {{"left_hand", "left_shoulder"},
                                              {"right_wrist", "right_shoulder"},
                                              {"left_elbow", "left_shoulder"},
                                              {"left_foot", "left_hip"},
                                              {"right_ankle", "right_hip"},
                                              {"right_knee", "right_hip"},
                                              {"head", "spine1"},
                                              {"neck", "spine1"},
                                              {"left_shoulder", "pelvis"},
                                              {"spine3", "pelvis"},
                                              {"pelvis", "pelvis"}};
    human_init(&sk);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int root = pd_anim_limb_root(&sk, pd_anim_skeleton_find(&sk, expected[i][0]));
        assert_string_equal(sk.names[root], expected[i][1]);
    }
}

static void names_of_other_rigs_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        pd_anim_part part;
        int side;
    } rows[] = {{"mixamorig:LeftForeArm", PD_ANIM_PART_ELBOW, 1},
                {"RightArm", PD_ANIM_PART_SHOULDER, -1},
                {"LeftUpLeg", PD_ANIM_PART_HIP, 1},
                {"RightLeg", PD_ANIM_PART_KNEE, -1},
                {"upperarm_l", PD_ANIM_PART_SHOULDER, 1},
                {"lowerarm.R", PD_ANIM_PART_ELBOW, -1},
                {"thigh_r", PD_ANIM_PART_HIP, -1},
                {"l_knee", PD_ANIM_PART_KNEE, 1},
                {"Hips", PD_ANIM_PART_OTHER, 0},
                {"LHipJoint", PD_ANIM_PART_OTHER, 1},
                {"Spine1", PD_ANIM_PART_SPINE, 0},
                {"Neck1", PD_ANIM_PART_HEAD, 0},
                {"LowerBack", PD_ANIM_PART_SPINE, 0},
                {"", PD_ANIM_PART_OTHER, 0},
                {"left_hand", PD_ANIM_PART_OTHER, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int side = 9;
        assert_int_equal(pd_anim_part_of(rows[i].name, &side), rows[i].part);
        assert_int_equal(side, rows[i].side);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_may_be_given_in_any_order),
        cmocka_unit_test(bad_trees_are_refused_with_their_place),
        cmocka_unit_test(plain_arrays_give_the_same_skeleton),
        cmocka_unit_test(turning_a_joint_moves_the_joints_below_it),
        cmocka_unit_test(a_chain_runs_from_an_ancestor_only),
        cmocka_unit_test(two_joints_meet_in_the_deepest_above_both),
        cmocka_unit_test(limbs_start_at_shoulders_hips_and_the_spine),
        cmocka_unit_test(names_of_other_rigs_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
