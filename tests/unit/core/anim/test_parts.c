/* Tests which part of the body a joint's name means and where limbs begin, on names of several programs and
 * on small trees. */
#include "core/anim/parts.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

static void a_joints_name_gives_its_part_and_its_side(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        pd_anim_part part;
        int side;
    } rows[] = {
        {"left_shoulder", PD_ANIM_PART_SHOULDER, 1},
        {"LeftArm", PD_ANIM_PART_SHOULDER, 1},
        {"upperarm.R", PD_ANIM_PART_SHOULDER, -1},
        {"LeftForeArm", PD_ANIM_PART_ELBOW, 1},
        {"r_lowerarm", PD_ANIM_PART_ELBOW, -1},
        {"mixamorig:RightForeArm", PD_ANIM_PART_ELBOW, -1},
        {"elbow", PD_ANIM_PART_ELBOW, 0},
        {"LeftUpLeg", PD_ANIM_PART_HIP, 1},
        {"left_hip", PD_ANIM_PART_HIP, 1},
        {"thigh-r", PD_ANIM_PART_HIP, -1},
        {"upperleg", PD_ANIM_PART_HIP, 0},
        {"hips", PD_ANIM_PART_OTHER, 0},
        {"LeftLeg", PD_ANIM_PART_KNEE, 1},
        {"lowerleg.L", PD_ANIM_PART_KNEE, 1},
        {"shin R", PD_ANIM_PART_KNEE, -1},
        {"calf_l", PD_ANIM_PART_KNEE, 1},
        {"right_knee", PD_ANIM_PART_KNEE, -1},
        {"Head", PD_ANIM_PART_HEAD, 0},
        {"neck", PD_ANIM_PART_HEAD, 0},
        {"Neck1", PD_ANIM_PART_HEAD, 0},
        {"spine3", PD_ANIM_PART_SPINE, 0},
        {"spine.012", PD_ANIM_PART_SPINE, 0},
        {"Chest", PD_ANIM_PART_SPINE, 0},
        {"torso", PD_ANIM_PART_SPINE, 0},
        {"LowerBack", PD_ANIM_PART_SPINE, 0},
        {"left_hand", PD_ANIM_PART_OTHER, 1},
        {"LHipJoint", PD_ANIM_PART_OTHER, 1},
        {"RHip", PD_ANIM_PART_HIP, -1},
        {"LEFT_KNEE", PD_ANIM_PART_KNEE, 1},
        {"legs", PD_ANIM_PART_OTHER, 0},
        {"", PD_ANIM_PART_OTHER, 0},
        {"123", PD_ANIM_PART_OTHER, 0},
        {"__", PD_ANIM_PART_OTHER, 0},
        {"headBand", PD_ANIM_PART_OTHER, 0},
        {"leftover_head", PD_ANIM_PART_HEAD, 0},
        {"l", PD_ANIM_PART_OTHER, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int side = 7;
        pd_anim_part part = pd_anim_part_of(rows[i].name, &side);
        if (part != rows[i].part || side != rows[i].side)
            fail_msg("%s: part %d, side %d", rows[i].name, (int)part, side);
        assert_int_equal(pd_anim_part_of(rows[i].name, NULL), rows[i].part);
    }
}

static void a_name_of_any_length_is_read(void **state)
{
    (void)state;
    char name[400];
    memset(name, 'a', sizeof name);
    for (size_t n = 0; n < sizeof name - 8; n += 7) {
        memcpy(name + n, "_b head", 8);
        pd_anim_part part = pd_anim_part_of(name, NULL);
        assert_true(part == PD_ANIM_PART_HEAD || (n > PD_ANIM_NAME_BYTES / 2 && part == PD_ANIM_PART_OTHER));
        memset(name + n, 'a', 8);
    }
}

static void assert_root(const pd_anim_skeleton *s, const char *joint, const char *root)
{
    int at = pd_anim_limb_root(s, pd_anim_skeleton_find(s, joint));
    assert_string_equal(s->names[at], root);
}

static void a_limb_starts_at_its_shoulder_hip_or_lowest_spine(void **state)
{
    (void)state;
    pd_anim_skeleton s;
    human_init(&s);
    assert_root(&s, "left_hand", "left_shoulder");
    assert_root(&s, "right_elbow", "right_shoulder");
    assert_root(&s, "right_foot", "right_hip");
    assert_root(&s, "left_knee", "left_hip");
    assert_root(&s, "left_hip", "pelvis");
    assert_root(&s, "left_shoulder", "pelvis");
    assert_root(&s, "left_collar", "pelvis");
    assert_root(&s, "head", "spine1");
    assert_root(&s, "neck", "spine1");
    assert_root(&s, "spine3", "pelvis");
    assert_root(&s, "pelvis", "pelvis");
}

/* An arm of two names that both could be its root: the nearest above the hand. Eyes hang on the head. A head
 * without a spine. */
static void a_limb_starts_at_the_nearest_joint_above_it_that_can_be_its_root(void **state)
{
    (void)state;
    static const pd_anim_joint mixamo[] = {{"Hips", NULL, {0, 0, 0}},
                                           {"Spine", "Hips", {0, 0, 0}},
                                           {"Spine1", "Spine", {0, 0, 0}},
                                           {"LeftShoulder", "Spine1", {0, 0, 0}},
                                           {"LeftArm", "LeftShoulder", {0, 0, 0}},
                                           {"LeftForeArm", "LeftArm", {0, 0, 0}},
                                           {"LeftHand", "LeftForeArm", {0, 0, 0}},
                                           {"Head", "Spine1", {0, 0, 0}},
                                           {"LeftEye", "Head", {0, 0, 0}}},
                               bare[] = {{"base", NULL, {0, 0, 0}},
                                         {"Head", "base", {0, 0, 0}},
                                         {"eye", "Head", {0, 0, 0}}};
    pd_anim_skeleton s;
    assert_int_equal(pd_anim_skeleton_init(&s, mixamo, 9, NULL), PD_OK);
    assert_root(&s, "LeftHand", "LeftArm");
    assert_root(&s, "LeftArm", "LeftShoulder");
    assert_root(&s, "LeftEye", "Spine");
    assert_root(&s, "Head", "Spine");
    assert_root(&s, "Spine1", "Hips");
    assert_int_equal(pd_anim_skeleton_init(&s, bare, 3, NULL), PD_OK);
    assert_root(&s, "eye", "base");
    assert_root(&s, "Head", "base");
}

static void assert_grown(const pd_anim_skeleton *s, const char *joint, const char *from, const char *to)
{
    int at = pd_anim_limb_grown(s, pd_anim_skeleton_find(s, joint), pd_anim_skeleton_find(s, from));
    assert_string_equal(at < 0 ? "" : s->names[at], to);
}

/* From the arm to the collar, to the lowest spine joint, to the root, and no farther;
 * from a hip to the root at once. */
static void a_limb_grows_by_the_joints_that_carry_it(void **state)
{
    (void)state;
    static const pd_anim_joint biped[] = {{"Hips", NULL, {0, 0, 0}},
                                          {"LHipJoint", "Hips", {0, 0, 0}},
                                          {"LeftUpLeg", "LHipJoint", {0, 0, 0}},
                                          {"LeftFoot", "LeftUpLeg", {0, 0, 0}}};
    pd_anim_skeleton s;
    human_init(&s);
    assert_grown(&s, "left_hand", "left_shoulder", "left_collar");
    assert_grown(&s, "left_hand", "left_collar", "spine1");
    assert_grown(&s, "right_wrist", "right_collar", "spine1");
    assert_grown(&s, "left_hand", "spine1", "pelvis");
    assert_grown(&s, "head", "spine1", "pelvis");
    assert_grown(&s, "left_hand", "pelvis", "");
    assert_grown(&s, "left_foot", "left_hip", "pelvis");
    assert_int_equal(pd_anim_skeleton_init(&s, biped, 4, NULL), PD_OK);
    assert_grown(&s, "LeftFoot", "LeftUpLeg", "Hips");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joints_name_gives_its_part_and_its_side),
        cmocka_unit_test(a_name_of_any_length_is_read),
        cmocka_unit_test(a_limb_starts_at_its_shoulder_hip_or_lowest_spine),
        cmocka_unit_test(a_limb_starts_at_the_nearest_joint_above_it_that_can_be_its_root),
        cmocka_unit_test(a_limb_grows_by_the_joints_that_carry_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
