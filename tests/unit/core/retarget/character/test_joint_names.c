/* What joints are called elsewhere. */
#include "core/retarget/character/joint_names.h"

#include "core/retarget/character/match.h"
#include "core/anim/biped.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void a_joint_has_its_name_in_each_set(void **state)
{
    (void)state;
    static const char *const want[PD_NAMES_COUNT][5] = {
        {"left_elbow", "right_foot", "spine2", "right_hand", "left_thumb1"},
        {"mixamorig:LeftForeArm", "mixamorig:RightToeBase", "mixamorig:Spine1", "mixamorig:RightHandMiddle1",
         "mixamorig:LeftHandThumb1"},
        {"lowerarm_l", "ball_r", "spine_02", "middle_01_r", "thumb_01_l"},
        {"leftLowerArm", "rightToes", "chest", "rightMiddleProximal", "leftThumbMetacarpal"},
        {"left-arm-lower", "right-foot-ball", "spine-middle", "right_hand", "left-hand-thumb-metacarpal"},
        {"XR_BODY_JOINT_LEFT_ELBOW_BD", "XR_BODY_JOINT_RIGHT_FOOT_BD", "XR_BODY_JOINT_SPINE2_BD",
         "XR_BODY_JOINT_RIGHT_HAND_BD", "left_thumb1"}};
    for (int set = 0; set < PD_NAMES_COUNT; set++)
        for (int i = 0; i < 5; i++) {
            char name[PD_ANIM_NAME_BYTES];
            const int found = pd_retarget_joint_name(name, want[PD_NAMES_OWN][i], (pd_retarget_names)set);
            assert_string_equal(name, want[set][i]);
            assert_int_equal(found, set == PD_NAMES_OWN || strcmp(name, want[PD_NAMES_OWN][i]) != 0);
        }
}

static void the_biped_has_names_of_bodies_that_do_the_same_work(void **state)
{
    (void)state;
    char name[PD_ANIM_NAME_BYTES];
    assert_true(pd_retarget_joint_name(name, "LeftForeArm", PD_NAMES_OWN));
    assert_string_equal(name, "left_elbow");
    assert_true(pd_retarget_joint_name(name, "LowerBack", PD_NAMES_UNREAL));
    assert_string_equal(name, "spine_01");
    assert_false(pd_retarget_joint_name(name, "RThumb", PD_NAMES_VRM));
    assert_string_equal(name, "RThumb");
}

/* OpenXR's chest is over its upper spine, VRM's is the middle one. */
static void a_headsets_chest_is_not_the_middle_of_the_spine(void **state)
{
    (void)state;
    pd_anim_skeleton biped;
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_retarget_joint_named(&biped, "XR_BODY_JOINT_CHEST_FB"), -1);
    assert_int_equal(pd_retarget_joint_named(&biped, "XR_FULL_BODY_JOINT_CHEST_META"), -1);
    assert_int_equal(pd_retarget_joint_named(&biped, "chest"),
                     pd_retarget_joint_named(&biped, "XR_BODY_JOINT_SPINE_MIDDLE_FB"));
    assert_true(pd_retarget_joint_named(&biped, "chest") >= 0);
}

static void names_of_a_skeleton_stay_different_and_are_a_known_rigs(void **state)
{
    (void)state;
    pd_anim_skeleton human;
    static char names[PD_ANIM_MAX_JOINTS][PD_ANIM_NAME_BYTES];
    const char *list[PD_ANIM_MAX_JOINTS];
    human_init(&human);
    for (int set = 0; set < PD_NAMES_COUNT; set++) {
        pd_retarget_joint_names(names, (const char(*)[PD_ANIM_NAME_BYTES])human.names, human.joint_count,
                                (pd_retarget_names)set);
        for (int k = 0; k < human.joint_count; k++) {
            list[k] = names[k];
            for (int i = 0; i < k; i++) assert_string_not_equal(names[i], names[k]);
        }
        if (set != PD_NAMES_MIXAMO && set != PD_NAMES_UNREAL) continue;
        pd_retarget_match match;
        const pd_retarget_match_job job = {.skeleton = &human, .names = list};
        assert_int_equal(pd_retarget_match_run(&match, &job, NULL), PD_OK);
        assert_string_equal(match.rig, set == PD_NAMES_MIXAMO ? "mixamo" : "unreal");
        assert_string_equal(human.names[match.joints[PD_HUMAN_L_LOWER_ARM]], "left_elbow");
        assert_int_equal(match.by[PD_HUMAN_R_FOOT], PD_MATCH_NAME);
    }
}

static void joints_are_found_by_anybodys_name(void **state)
{
    (void)state;
    static const struct {
        const char *name, *joint;
    } rows[] = {{"left_elbow", "left_elbow"},
                {"leftLowerArm", "left_elbow"},
                {"left-arm-lower", "left_elbow"},
                {"XR_BODY_JOINT_LEFT_ARM_LOWER_FB", "left_elbow"},
                {"XR_BODY_JOINT_LEFT_ELBOW_BD", "left_elbow"},
                {"mixamorig:RightHand", "right_wrist"},
                {"hand_r", "right_wrist"},
                {"XR_FULL_BODY_JOINT_RIGHT_FOOT_BALL_META", "right_foot"},
                {"XR_BODY_JOINT_HIPS_FB", "pelvis"},
                {"XR_BODY_JOINT_PELVIS_BD", "pelvis"},
                {"spine-upper", "spine3"},
                {"right-hand-middle-phalanx-proximal", "right_hand"},
                {"XR_BODY_JOINT_RIGHT_HAND_MIDDLE_PROXIMAL_FB", "right_hand"}};
    pd_anim_skeleton human, biped;
    human_init(&human);
    pd_anim_biped_skeleton(&biped);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int k = pd_retarget_joint_named(&human, rows[i].name);
        assert_true(k >= 0);
        assert_string_equal(human.names[k], rows[i].joint);
    }
    assert_string_equal(biped.names[pd_retarget_joint_named(&biped, "left-arm-upper")], "LeftArm");
    assert_int_equal(pd_retarget_joint_named(&human, "left-foot-subtalar"), -1);
    assert_int_equal(pd_retarget_joint_named(&human, "XR_BODY_JOINT_ROOT_FB"), -1);
    assert_int_equal(pd_retarget_joint_named(&human, ""), -1);
    assert_int_equal(pd_retarget_joint_named(
                         &human, "XR_a_name_that_is_far_longer_than_any_that_there_is_in_any_of_the_sets"),
                     -1);
}

/* Every finger's joint, as XrHandJointEXT has it: of the hand that stands before it,
 * or of a skeleton's only hand. */
static void a_hand_trackers_joints_are_those_of_a_hand(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"WRIST", "wrist"},
                                          {"THUMB_METACARPAL", "thumb1"},
                                          {"THUMB_PROXIMAL", "thumb2"},
                                          {"THUMB_DISTAL", "thumb3"},
                                          {"INDEX_PROXIMAL", "index1"},
                                          {"INDEX_INTERMEDIATE", "index2"},
                                          {"INDEX_DISTAL", "index3"},
                                          {"MIDDLE_PROXIMAL", "middle1"},
                                          {"MIDDLE_INTERMEDIATE", "middle2"},
                                          {"MIDDLE_DISTAL", "middle3"},
                                          {"RING_PROXIMAL", "ring1"},
                                          {"RING_INTERMEDIATE", "ring2"},
                                          {"RING_DISTAL", "ring3"},
                                          {"LITTLE_PROXIMAL", "pinky1"},
                                          {"LITTLE_INTERMEDIATE", "pinky2"},
                                          {"LITTLE_DISTAL", "pinky3"},
                                          {"PALM", NULL},
                                          {"INDEX_METACARPAL", NULL},
                                          {"MIDDLE_TIP", NULL}};
    enum { ROWS = sizeof rows / sizeof *rows };
    char names[2 * ROWS][PD_ANIM_NAME_BYTES];
    pd_anim_joint joints[2 * ROWS];
    pd_anim_skeleton both, one;
    int count = 0;

    for (int side = 0; side < 2; side++)
        for (int r = 0; r < ROWS; r++) {
            if (!rows[r][1]) continue;
            snprintf(names[count], sizeof names[count], "%s_%s", side ? "left" : "right", rows[r][1]);
            joints[count] = (pd_anim_joint){names[count], count ? names[0] : NULL, {0.1 * count, 0, 0}};
            count++;
        }
    assert_int_equal(pd_anim_skeleton_init(&both, joints, count, NULL), PD_OK);
    assert_int_equal(pd_anim_skeleton_init(&one, joints, count / 2, NULL), PD_OK);
    for (int r = 0; r < ROWS; r++) {
        char bare[64], left[96], right[96];
        snprintf(bare, sizeof bare, "XR_HAND_JOINT_%s_EXT", rows[r][0]);
        snprintf(left, sizeof left, "XR_HAND_LEFT_EXT/%s", bare);
        snprintf(right, sizeof right, "XR_HAND_RIGHT_EXT/%s", bare);
        const int of_left = rows[r][1] ? count / 2 + r : -1, of_right = rows[r][1] ? r : -1;
        assert_int_equal(pd_retarget_joint_named(&both, left), of_left);
        assert_int_equal(pd_retarget_joint_named(&both, right), of_right);
        assert_int_equal(pd_retarget_joint_named(&both, bare), -1);
        assert_int_equal(pd_retarget_joint_named(&one, bare), of_right);
        assert_int_equal(pd_retarget_joint_named(&one, left), -1);
    }
}

/* The original SMPL writes the side as a letter, and names with capitals. */
static void joints_are_found_by_the_names_of_the_original_smpl(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"pelvis", "Pelvis"},        {"left_hip", "L_Hip"},
                                           {"right_wrist", "R_Wrist"},  {"spine3", "Spine3"},
                                           {"left_collar", "L_Collar"}, {"right_hand", "R_Hand"},
                                           {"left_knee", "Left_Knee"},  {"head", "Head"}};
    enum { COUNT = sizeof names / sizeof *names };
    pd_anim_joint joints[COUNT];
    pd_anim_skeleton skeleton;
    for (int k = 0; k < COUNT; k++)
        joints[k] = (pd_anim_joint){names[k][0], k ? names[0][0] : NULL, {0.1 * k, 0, 0}};
    assert_int_equal(pd_anim_skeleton_init(&skeleton, joints, COUNT, NULL), PD_OK);
    for (int k = 0; k < COUNT; k++) {
        char name[PD_ANIM_NAME_BYTES];
        pd_retarget_joint_of_smpl(name, names[k][1]);
        assert_string_equal(name, names[k][0]);
        assert_int_equal(pd_retarget_joint_named(&skeleton, names[k][1]), k);
    }
    assert_int_equal(pd_retarget_joint_named(&skeleton, "L_Wing"), -1);
}

/* A character whose joints a headset's program has named is one by its names. */
static void characters_named_by_headsets_are_matched_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *rig, *front, *end;
        bool is_lower;
    } rows[] = {{"webxr", "", "", true}, {"openxr-meta", "XR_FULL_BODY_JOINT_", "_META", false}};
    pd_anim_skeleton human;
    human_init(&human);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char names[PD_ANIM_MAX_JOINTS][64];
        const char *list[PD_ANIM_MAX_JOINTS];
        pd_retarget_match match;
        for (int k = 0; k < human.joint_count; k++) {
            char webxr[PD_ANIM_NAME_BYTES];
            pd_retarget_joint_name(webxr, human.names[k], PD_NAMES_WEBXR);
            snprintf(names[k], sizeof names[k], "%s%s%s", rows[i].front, webxr, rows[i].end);
            for (char *c = names[k]; *c && !rows[i].is_lower; c++)
                *c = (char)(*c == '-' ? '_' : toupper((unsigned char)*c));
            list[k] = names[k];
        }
        const pd_retarget_match_job job = {.skeleton = &human, .names = list};
        assert_int_equal(pd_retarget_match_run(&match, &job, NULL), PD_OK);
        assert_string_equal(match.rig, rows[i].rig);
        assert_string_equal(human.names[match.joints[PD_HUMAN_L_LOWER_ARM]], "left_elbow");
        assert_string_equal(human.names[match.joints[PD_HUMAN_R_UPPER_LEG]], "right_hip");
        assert_int_equal(match.by[PD_HUMAN_R_FOOT], PD_MATCH_NAME);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joint_has_its_name_in_each_set),
        cmocka_unit_test(the_biped_has_names_of_bodies_that_do_the_same_work),
        cmocka_unit_test(a_headsets_chest_is_not_the_middle_of_the_spine),
        cmocka_unit_test(names_of_a_skeleton_stay_different_and_are_a_known_rigs),
        cmocka_unit_test(joints_are_found_by_anybodys_name),
        cmocka_unit_test(joints_are_found_by_the_names_of_the_original_smpl),
        cmocka_unit_test(a_hand_trackers_joints_are_those_of_a_hand),
        cmocka_unit_test(characters_named_by_headsets_are_matched_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
