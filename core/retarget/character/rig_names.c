#include "core/retarget/character/rig_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME_BYTES PD_RIG_NAME_BYTES

/* If two rows fit a skeleton equally well, the first is used: CMU's skeleton has all of Mixamo's names, but
 * different hands.
 *   hips, neck, head, shoulder, upper arm, lower arm, hand, upper leg, lower leg, foot, toes */
/* clang-format off */
const pd_retarget_rig_names pd_retarget_rigs[] = {
    {"cmu", {"Left", "Right"}, {"Hips", "Neck", "Head", "%Shoulder", "%Arm", "%ForeArm", "%FingerBase",
        "%UpLeg", "%Leg", "%Foot", "%ToeBase"}},
    {"mixamo", {"Left", "Right"}, {"Hips", "Neck", "Head", "%Shoulder", "%Arm", "%ForeArm", "%Hand",
        "%UpLeg", "%Leg", "%Foot", "%ToeBase"}},
    {"unreal", {"l", "r"}, {"pelvis", "neck_01", "head", "clavicle_%", "upperarm_%", "lowerarm_%",
        "hand_%", "thigh_%", "calf_%", "foot_%", "ball_%"}},
    {"unity", {"Left", "Right"}, {"Hips", "Neck", "Head", "%Shoulder", "%UpperArm", "%LowerArm", "%Hand",
        "%UpperLeg", "%LowerLeg", "%Foot", "%Toes"}},
    {"vroid", {"L", "R"}, {"J_Bip_C_Hips", "J_Bip_C_Neck", "J_Bip_C_Head", "J_Bip_%_Shoulder",
        "J_Bip_%_UpperArm", "J_Bip_%_LowerArm", "J_Bip_%_Hand", "J_Bip_%_UpperLeg", "J_Bip_%_LowerLeg",
        "J_Bip_%_Foot", "J_Bip_%_ToeBase"}},
    {"rigify", {"L", "R"}, {"spine", "spine.004", "spine.006", "shoulder.%", "upper_arm.%", "forearm.%",
        "hand.%", "thigh.%", "shin.%", "foot.%", "toe.%"}},
    {"makehuman", {"L", "R"}, {"root", "neck01", "head", "clavicle.%", "upperarm01.%", "lowerarm01.%",
        "wrist.%", "upperleg01.%", "lowerleg01.%", "foot.%", NULL}},
    {"smpl", {"left", "right"}, {"pelvis", "neck", "head", "%_collar", "%_shoulder", "%_elbow", "%_wrist",
        "%_hip", "%_knee", "%_ankle", "%_foot"}},
    {"smpl", {"L", "R"}, {"Pelvis", "Neck", "Head", "%_Collar", "%_Shoulder", "%_Elbow", "%_Wrist",
        "%_Hip", "%_Knee", "%_Ankle", "%_Foot"}},
    {"synty", {"L", "R"}, {"Hips", "Neck", "Head", "Clavicle_%", "Shoulder_%", "Elbow_%", "Hand_%",
        "UpperLeg_%", "LowerLeg_%", "Ankle_%", "Ball_%"}},
    {"motionbuilder", {"Left", "Right"}, {"Hips", "Neck", "Head", "%Collar", "%Shoulder", "%Elbow",
        "%Wrist", "%Hip", "%Knee", "%Ankle", "%Toe"}},
    {"3ds-biped", {"L", "R"}, {"Bip01 Pelvis", "Bip01 Neck", "Bip01 Head", "Bip01 % Clavicle", "Bip01 % "
        "UpperArm", "Bip01 % Forearm", "Bip01 % Hand", "Bip01 % Thigh", "Bip01 % Calf", "Bip01 % Foot",
        "Bip01 % Toe0"}},
    {"source-engine", {"L", "R"}, {"ValveBiped.Bip01_Pelvis", "ValveBiped.Bip01_Neck1",
        "ValveBiped.Bip01_Head1", "ValveBiped.Bip01_%_Clavicle", "ValveBiped.Bip01_%_UpperArm",
        "ValveBiped.Bip01_%_Forearm", "ValveBiped.Bip01_%_Hand", "ValveBiped.Bip01_%_Thigh",
        "ValveBiped.Bip01_%_Calf", "ValveBiped.Bip01_%_Foot", "ValveBiped.Bip01_%_Toe0"}},
    {"source-engine", {"L", "R"}, {"bip_pelvis", "bip_neck", "bip_head", "bip_collar_%", "bip_upperArm_%",
        "bip_lowerArm_%", "bip_hand_%", "bip_hip_%", "bip_knee_%", "bip_foot_%", "bip_toe_%"}},
    {"character-creator", {"L", "R"}, {"CC_Base_Hip", "CC_Base_NeckTwist01", "CC_Base_Head",
        "CC_Base_%_Clavicle", "CC_Base_%_Upperarm", "CC_Base_%_Forearm", "CC_Base_%_Hand",
        "CC_Base_%_Thigh", "CC_Base_%_Calf", "CC_Base_%_Foot", "CC_Base_%_ToeBase"}},
    {"daz", {"l", "r"}, {"hip", "neckLower", "head", "%Collar", "%ShldrBend", "%ForearmBend", "%Hand",
        "%ThighBend", "%Shin", "%Foot", "%Toe"}},
    {"poser", {"l", "r"}, {"hip", "neck", "head", "%Collar", "%Shldr", "%ForeArm", "%Hand", "%Thigh",
        "%Shin", "%Foot", "%Toe"}},
    {"acclaim", {"l", "r"}, {"root", "lowerneck", "head", "%clavicle", "%humerus", "%radius", "%hand",
        "%femur", "%tibia", "%foot", "%toes"}},
    {"blender", {"L", "R"}, {"hips", "neck", "head", "shoulder.%", "upper_arm.%", "lower_arm.%", "hand.%",
        "upper_leg.%", "lower_leg.%", "foot.%", "toes.%"}},
    {"quaternius", {"L", "R"}, {"Hips", "Neck", "Head", "Shoulder.%", "UpperArm.%", "LowerArm.%", "Palm.%",
        "UpperLeg.%", "LowerLeg.%", "Foot.%", NULL}},
    {"quaternius", {"L", "R"}, {"Hips", "Neck", "Head", "Shoulder.%", "UpperArm.%", "LowerArm.%", "Fist.%",
        "UpperLeg.%", "LowerLeg.%", "Foot.%", NULL}},
    {"quaternius", {"L", "R"}, {"Hips", "Neck", "Head", "Shoulder.%", "UpperArm.%", "LowerArm.%",
        "Wrist.%", "UpperLeg.%", "LowerLeg.%", "Foot.%", NULL}},
    {"vrchat", {"Left", "Right"}, {"Hips", "Neck", "Head", "% shoulder", "% arm", "% elbow", "% wrist", "% "
        "leg", "% knee", "% ankle", "% toe"}},
    {"webxr", {"left", "right"}, {"hips", "neck", "head", "%-shoulder", "%-arm-upper", "%-arm-lower",
        "%-hand-wrist", "%-upper-leg", "%-lower-leg", "%-foot-ankle", "%-foot-ball"}},
    {"openxr-bd", {"LEFT", "RIGHT"}, {"XR_BODY_JOINT_PELVIS_BD", "XR_BODY_JOINT_NECK_BD",
        "XR_BODY_JOINT_HEAD_BD", "XR_BODY_JOINT_%_COLLAR_BD", "XR_BODY_JOINT_%_SHOULDER_BD",
        "XR_BODY_JOINT_%_ELBOW_BD", "XR_BODY_JOINT_%_WRIST_BD", "XR_BODY_JOINT_%_HIP_BD",
        "XR_BODY_JOINT_%_KNEE_BD", "XR_BODY_JOINT_%_ANKLE_BD", "XR_BODY_JOINT_%_FOOT_BD"}},
    {"openxr-fb", {"LEFT", "RIGHT"}, {"XR_BODY_JOINT_HIPS_FB", "XR_BODY_JOINT_NECK_FB",
        "XR_BODY_JOINT_HEAD_FB", "XR_BODY_JOINT_%_SHOULDER_FB", "XR_BODY_JOINT_%_ARM_UPPER_FB",
        "XR_BODY_JOINT_%_ARM_LOWER_FB", "XR_BODY_JOINT_%_HAND_WRIST_FB", NULL, NULL, NULL, NULL}},
    {"mmd", {"左", "右"}, {NULL, "首", "頭", "%肩", "%腕", "%ひじ", "%手首", "%足D", "%ひざD", "%足首D", "%足先EX"}},
    {"mmd", {"左", "右"}, {NULL, "首", "頭", "%肩", "%腕", "%ひじ", "%手首", "%足", "%ひざ", "%足首", NULL}},
    {"mmd", {"L", "R"}, {NULL, "首", "頭", "肩.%", "腕.%", "ひじ.%", "手首.%", "足D.%", "ひざD.%", "足首D.%", "足先EX.%"}},
    {"mmd", {"L", "R"}, {NULL, "首", "頭", "肩.%", "腕.%", "ひじ.%", "手首.%", "足.%", "ひざ.%", "足首.%", NULL}},
    {"mmd", {"L", "R"}, {NULL, "neck", "head", "shoulder_%", "arm_%", "elbow_%", "wrist_%", "legD_%",
        "kneeD_%", "ankleD_%", "toe2_%"}},
    {"mmd", {"L", "R"}, {NULL, "neck", "head", "shoulder_%", "arm_%", "elbow_%", "wrist_%", "leg_%",
        "knee_%", "ankle_%", NULL}},
    {"auto-rig-pro", {"l", "r"}, {"root.x", "neck.x", "head.x", "shoulder.%", "arm_stretch.%",
        "forearm_stretch.%", "hand.%", "thigh_stretch.%", "leg_stretch.%", "foot.%", "toes_01.%"}},
    {"daz", {"l", "r"}, {"hip", "neck1", "head", "%_shoulder", "%_upperarm", "%_forearm", "%_hand",
        "%_thigh", "%_shin", "%_foot", "%_toes"}},
    {"advanced-skeleton", {"L", "R"}, {"Root_M", "Neck_M", "Head_M", "Scapula_%", "Shoulder_%", "Elbow_%",
        "Wrist_%", "Hip_%", "Knee_%", "Ankle_%", "Toes_%"}},
    {"maya", {"l", "r"}, {"pelvis", "neck", "head", "%_clavicle", "%_shoulder", "%_elbow", "%_wrist",
        "%_hip", "%_knee", "%_ankle", "%_ball"}},
    {"deepmotion", {"l", "r"}, {"hips", "neck", "head", "%_shoulder", "%_arm", "%_forearm", "%_hand",
        "%_upleg", "%_leg", "%_foot", "%_toebase"}},
    {"roblox", {"Left", "Right"}, {"LowerTorso", NULL, "Head", NULL, "%UpperArm", "%LowerArm", "%Hand",
        "%UpperLeg", "%LowerLeg", "%Foot", NULL}},
    {"xsens", {"Left", "Right"}, {"Pelvis", "Neck", "Head", "%Shoulder", "%UpperArm", "%Forearm", "%Hand",
        "%UpperLeg", "%LowerLeg", "%Foot", "%Toe"}},
    {"rokoko", {"Left", "Right"}, {"Hips", "Neck", "Head", "%Shoulder", "%Arm", "%ForeArm", "%Hand",
        "%Thigh", "%Shin", "%Foot", "%Toe"}},
    {"optitrack", {"L", "R"}, {"Hip", "Neck", "Head", "%Shoulder", "%UArm", "%FArm", "%Hand", "%Thigh",
        "%Shin", "%Foot", "%Toe"}},
    {"second-life", {"Left", "Right"}, {"mPelvis", "mNeck", "mHead", "mCollar%", "mShoulder%", "mElbow%",
        "mWrist%", "mHip%", "mKnee%", "mAnkle%", "mFoot%"}},
    {"kinect", {"LEFT", "RIGHT"}, {"PELVIS", "NECK", "HEAD", "CLAVICLE_%", "SHOULDER_%", "ELBOW_%",
        "WRIST_%", "HIP_%", "KNEE_%", "ANKLE_%", "FOOT_%"}},
    {"openxr-meta", {"LEFT", "RIGHT"}, {"XR_FULL_BODY_JOINT_HIPS_META", "XR_FULL_BODY_JOINT_NECK_META",
        "XR_FULL_BODY_JOINT_HEAD_META", "XR_FULL_BODY_JOINT_%_SHOULDER_META",
        "XR_FULL_BODY_JOINT_%_ARM_UPPER_META", "XR_FULL_BODY_JOINT_%_ARM_LOWER_META",
        "XR_FULL_BODY_JOINT_%_HAND_WRIST_META", "XR_FULL_BODY_JOINT_%_UPPER_LEG_META",
        "XR_FULL_BODY_JOINT_%_LOWER_LEG_META", "XR_FULL_BODY_JOINT_%_FOOT_ANKLE_META",
        "XR_FULL_BODY_JOINT_%_FOOT_BALL_META"}},
    {NULL, {NULL, NULL}, {NULL}},
};
/* clang-format on */

/* Returns the slot of a bone; PD_RIG_SLOTS for a spine. *side: 0 left or middle, 1 right. */
static pd_retarget_rig_slot slot_of(pd_anim_human bone, int *side)
{
    static const struct {
        pd_anim_human left, right;
        pd_retarget_rig_slot slot;
    } rows[] = {{PD_HUMAN_HIPS, PD_HUMAN_NONE, PD_RIG_HIPS},
                {PD_HUMAN_NECK, PD_HUMAN_NONE, PD_RIG_NECK},
                {PD_HUMAN_HEAD, PD_HUMAN_NONE, PD_RIG_HEAD},
                {PD_HUMAN_L_SHOULDER, PD_HUMAN_R_SHOULDER, PD_RIG_SHOULDER},
                {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM, PD_RIG_UPPER_ARM},
                {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_R_LOWER_ARM, PD_RIG_LOWER_ARM},
                {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND, PD_RIG_HAND},
                {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG, PD_RIG_UPPER_LEG},
                {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_R_LOWER_LEG, PD_RIG_LOWER_LEG},
                {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT, PD_RIG_FOOT},
                {PD_HUMAN_L_TOES, PD_HUMAN_R_TOES, PD_RIG_TOES}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *side = rows[i].right == bone;
        if (rows[i].left == bone || *side) return rows[i].slot;
    }

    return PD_RIG_SLOTS;
}

bool pd_retarget_rig_name(char *out, int bytes, const pd_retarget_rig_names *rig, pd_anim_human bone)
{
    int side;
    const pd_retarget_rig_slot slot = slot_of(bone, &side);
    const char *name = slot == PD_RIG_SLOTS ? NULL : rig->names[slot];

    if (!name) return false;

    const size_t before = strcspn(name, "%");
    const char *word = name[before] ? rig->sides[side] : "";
    const char *after = name + before + (name[before] != 0);

    return snprintf(out, (size_t)bytes, "%.*s%s%s", (int)before, name, word, after) < bytes;
}

/* Removes the prefix that some rigs have in all names. */
static const char *without_prefix(const char *plain)
{
    static const char *const prefixes[] = {"mixamorig", "bip001", "bip01", "valvebiped"};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t size = strlen(prefixes[i]);
        if (!strncmp(plain, prefixes[i], size) && plain[size]) return plain + size;
    }

    return plain;
}

/* Reduces a name to letters and digits, those of ASCII in lower case, without namespace and prefix. */
static void reduce(char out[NAME_BYTES], const char *name, size_t size)
{
    char plain[NAME_BYTES];
    size_t n = 0;

    for (size_t i = 0; i < size && n + 1 < sizeof plain; i++) {
        if (name[i] == ':' || name[i] == '|') n = 0;
        const unsigned char c = (unsigned char)name[i];
        if (c >= 0x80) plain[n++] = name[i]; /* a byte of a letter in UTF-8 */
        if (c < 0x80 && isalnum(c)) plain[n++] = (char)tolower(c);
    }

    plain[n] = 0;
    strcpy(out, without_prefix(plain));
}

void pd_retarget_rig_reduce(pd_retarget_rig_reduced *out, const char *name)
{
    const size_t size = strlen(name);
    size_t end = size;

    reduce(out->whole, name, size);
    out->without_number[0] = 0;
    while (end > 0 && isdigit((unsigned char)name[end - 1])) end--; /* "LeftArm_08" */
    if (end < size && end >= 2 && name[end - 1] == '_') reduce(out->without_number, name, end - 1);
}

int pd_retarget_rig_same_reduced(const pd_retarget_rig_reduced *joint, const pd_retarget_rig_reduced *known)
{
    if (joint->whole[0] && !strcmp(joint->whole, known->whole)) return 2;
    return joint->without_number[0] && !strcmp(joint->without_number, known->whole);
}

int pd_retarget_rig_same(const char *joint, const char *known)
{
    pd_retarget_rig_reduced a, b;
    pd_retarget_rig_reduce(&a, joint);
    pd_retarget_rig_reduce(&b, known);
    return pd_retarget_rig_same_reduced(&a, &b);
}
