/* Tests the tables of the motion skeleton: mirror pairs by name,
 * the tree of CMU's BVH files, and the pose at rest. */
#include "core/anim/biped.h"

#include "core/anim/clip.h"
#include "tests/support/cmocka.h"

static const pd_anim_biped_joint *row(int j)
{
    return &pd_anim_biped_joints[j];
}

static void both_sides_mirror_each_other_and_the_middle_itself(void **state)
{
    (void)state;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *a = row(j), *b = row(a->mirror);
        assert_int_equal(b->mirror, j);
        assert_near(a->x, -b->x, 0);
        assert_near(a->y, b->y, 0);
        assert_near(a->z, b->z, 0);
        assert_int_equal(a->masked, b->masked);
        if (j) assert_int_equal(row(a->parent)->mirror, b->parent);
        if (a->mirror == j) assert_near(a->x, 0, 0);
        int left = !strncmp(a->name, "Left", 4) || (a->name[0] == 'L' && strchr("HT", a->name[1]));
        int right = !strncmp(a->name, "Right", 5) || (a->name[0] == 'R' && strchr("HT", a->name[1]));
        assert_int_equal(a->mirror != j, left || right);
        if (left)
            assert_string_equal(b->name + (b->name[1] == 'i' ? 5 : 1), a->name + (a->name[1] == 'e' ? 4 : 1));
    }
}

/* The table's mirror column equals the mirror joints by names and tree. */
static void the_mirror_column_follows_the_names(void **state)
{
    (void)state;
    pd_anim_skeleton skeleton;
    int mirror[PD_ANIM_MAX_JOINTS];
    pd_anim_biped_skeleton(&skeleton);
    pd_anim_mirror_table(mirror, &skeleton);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) assert_int_equal(row(j)->mirror, mirror[j]);
}

static void the_tree_is_that_of_the_bvh_of_cmu(void **state)
{
    (void)state;
    static const char *const chains[5][8] = {
        {"Hips", "LHipJoint", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"},
        {"Hips", "RHipJoint", "RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"},
        {"Hips", "LowerBack", "Spine", "Spine1", "Neck", "Neck1", "Head"},
        {"Spine1", "LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "LeftFingerBase", "LeftHandIndex1"},
        {"Spine1", "RightShoulder", "RightArm", "RightForeArm", "RightHand", "RightFingerBase",
         "RightHandIndex1"}};
    pd_anim_skeleton skeleton;
    pd_anim_biped_skeleton(&skeleton);
    assert_int_equal(skeleton.joint_count, PD_ANIM_BIPED_JOINTS);
    assert_int_equal(skeleton.root, 0);
    for (int c = 0; c < 5; c++)
        for (int i = 1; i < 8 && chains[c][i]; i++) {
            int j = pd_anim_skeleton_find(&skeleton, chains[c][i]);
            assert_true(j > 0);
            assert_string_equal(skeleton.names[skeleton.parents[j]], chains[c][i - 1]);
            assert_int_equal(row(j)->parent, skeleton.parents[j]);
            assert_true(row(j)->parent < j);
        }
    assert_string_equal(row(row(pd_anim_skeleton_find(&skeleton, "LThumb"))->parent)->name, "LeftHand");
    assert_string_equal(row(row(pd_anim_skeleton_find(&skeleton, "RThumb"))->parent)->name, "RightHand");
}

static void joint_constants_match_the_biped_s_joint_names(void **state)
{
    (void)state;
    static const struct {
        int joint;
        const char *name;
    } named[] = {
        {PD_BIPED_HIPS, "Hips"},       {PD_BIPED_L_THIGH, "LeftUpLeg"}, {PD_BIPED_L_SHIN, "LeftLeg"},
        {PD_BIPED_L_FOOT, "LeftFoot"}, {PD_BIPED_L_TOE, "LeftToeBase"}, {PD_BIPED_R_THIGH, "RightUpLeg"},
        {PD_BIPED_R_SHIN, "RightLeg"}, {PD_BIPED_R_FOOT, "RightFoot"},  {PD_BIPED_R_TOE, "RightToeBase"},
        {PD_BIPED_SPINE, "Spine"},     {PD_BIPED_CHEST, "Spine1"},      {PD_BIPED_NECK, "Neck1"},
        {PD_BIPED_HEAD, "Head"},       {PD_BIPED_L_ARM, "LeftArm"},     {PD_BIPED_L_FOREARM, "LeftForeArm"},
        {PD_BIPED_L_HAND, "LeftHand"}, {PD_BIPED_R_ARM, "RightArm"},    {PD_BIPED_R_FOREARM, "RightForeArm"},
        {PD_BIPED_R_HAND, "RightHand"}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].joint != PD_BIPED_NECK) assert_string_equal(row(named[i].joint)->name, named[i].name);
}

/* Exactly those joints are masked that coincide with their parent or copy another joint. */
static void joints_without_a_place_of_their_own_are_masked(void **state)
{
    (void)state;
    for (int j = 1; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *a = row(j);
        int at_parent = a->x == 0 && a->y == 0 && a->z == 0, repeats = 0;
        for (int k = 0; k < j; k++)
            repeats |= k != j && row(k)->parent == a->parent && row(k)->x == a->x && row(k)->y == a->y &&
                       row(k)->z == a->z;
        int finger = strstr(a->name, "Finger") || strstr(a->name, "Index") || strstr(a->name, "Thumb");
        if (at_parent || repeats || finger) assert_int_equal(a->masked, 1);
        if (strstr(a->name, "Leg") || strstr(a->name, "Foot") || strstr(a->name, "Toe") ||
            strstr(a->name, "Arm") || strstr(a->name, "Hand") == a->name + strlen(a->name) - 4 ||
            !strcmp(a->name, "Head"))
            assert_int_equal(a->masked, 0);
    }
    assert_int_equal(row(0)->masked, 0);
}

static void a_biped_at_rest_stands_on_flat_soles_with_level_arms(void **state)
{
    (void)state;
    pd_anim_skeleton skeleton;
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_anim_biped_skeleton(&skeleton);
    pd_anim_skeleton_forward(p, NULL, &skeleton, NULL, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0));
    for (int side = 0; side < 2; side++) {
        int thigh = side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH, arm = side ? PD_BIPED_R_ARM : PD_BIPED_L_ARM;
        int hand = side ? PD_BIPED_R_HAND : PD_BIPED_L_HAND;
        assert_near(pd_vec3_distance(p[thigh], p[thigh + 1]) + pd_vec3_distance(p[thigh + 1], p[thigh + 2]),
                    PD_ANIM_BIPED_LEG, 1e-3);
        assert_near(p[thigh + 2].y, PD_ANIM_BIPED_ANKLE, 1e-3);
        assert_near(p[thigh + 3].y, PD_ANIM_BIPED_TOE, 1e-3);
        assert_true(p[thigh + 3].z - p[thigh + 2].z > 0.09 && p[thigh + 3].z - p[thigh + 2].z < 0.12);
        assert_near(p[hand].y, p[arm].y, 1e-12);
        assert_near(p[hand].z, p[arm].z, 1e-12);
        assert_true(side ? p[hand].x < p[arm].x : p[hand].x > p[arm].x);
    }
    assert_true(p[PD_BIPED_HEAD].y > 1.4 && p[PD_BIPED_HEAD].y < 1.6);
    assert_near(p[PD_BIPED_HEAD].x, 0, 0);
}

static void the_tips_are_of_head_toes_fingers_and_thumbs_and_mirror_each_other(void **state)
{
    (void)state;
    pd_vec3 ends[PD_ANIM_BIPED_JOINTS + 1];
    memset(ends, 0x5a, sizeof ends); /* nothing is left as it was, nothing beyond is touched */
    const pd_vec3 beyond = ends[PD_ANIM_BIPED_JOINTS];
    pd_anim_biped_ends(ends);
    assert_memory_equal(&beyond, &ends[PD_ANIM_BIPED_JOINTS], sizeof beyond);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_vec3 other = ends[row(j)->mirror];
        int is_leaf = 1;
        for (int k = 1; k < PD_ANIM_BIPED_JOINTS; k++) is_leaf &= row(k)->parent != j;
        assert_int_equal(pd_vec3_length(ends[j]) > 0, is_leaf);
        assert_near(ends[j].x, -other.x, 0);
        assert_near(ends[j].y, other.y, 0);
        assert_near(ends[j].z, other.z, 0);
    }
    assert_true(ends[PD_BIPED_HEAD].y > 0.05 && ends[PD_BIPED_L_TOE].z > 0.03);
    assert_true(ends[PD_BIPED_L_HAND + 2].x > 0 &&
                ends[PD_BIPED_L_HAND + 2].z == 0); /* a finger goes on along the arm */
    assert_true(ends[PD_BIPED_L_HAND + 3].x > 0 &&
                ends[PD_BIPED_L_HAND + 3].z > 0); /* a thumb forward as well */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_mirror_each_other_and_the_middle_itself),
        cmocka_unit_test(the_mirror_column_follows_the_names),
        cmocka_unit_test(the_tree_is_that_of_the_bvh_of_cmu),
        cmocka_unit_test(joint_constants_match_the_biped_s_joint_names),
        cmocka_unit_test(joints_without_a_place_of_their_own_are_masked),
        cmocka_unit_test(a_biped_at_rest_stands_on_flat_soles_with_level_arms),
        cmocka_unit_test(the_tips_are_of_head_toes_fingers_and_thumbs_and_mirror_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
