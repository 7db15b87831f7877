#include "core/retarget/character/joint_names.h"

#include "core/anim/humanoid.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define WRITTEN    PD_NAMES_OPENXR /* number of sets with a column in the rows; OpenXR follows from SMPL */
#define LONGEST    64
#define FRONT      "XR_BODY_JOINT_"
#define FRONT_BD   "_BD"
#define FRONT_HAND "XR_HAND_JOINT_" /* prefix of a hand tracker's joints, without the side */
#define LEFT_HAND  "XR_HAND_LEFT_EXT/"
#define RIGHT_HAND "XR_HAND_RIGHT_EXT/"
#define PHALANX    "phalanx-" /* part of the names of WebXR's fingers */
#define CHEST      "chest"    /* OpenXR's joint above its upper spine; bodies here do not have it */
#define CALLED     4 /* most joints of bodies with one name; a hand's is also that of its middle finger */

/* Names of joints. '%' is the side. NULL: no such joint. */
/* clang-format off */
static const char *const rows[][WRITTEN] = {
    {"pelvis", "mixamorig:Hips", "pelvis", "hips", "hips"},
    {"spine1", "mixamorig:Spine", "spine_01", "spine", "spine-lower"},
    {"spine2", "mixamorig:Spine1", "spine_02", "chest", "spine-middle"},
    {"spine3", "mixamorig:Spine2", "spine_03", "upperChest", "spine-upper"},
    {"neck", "mixamorig:Neck", "neck_01", "neck", "neck"},
    {"head", "mixamorig:Head", "head", "head", "head"},
    {"jaw", NULL, NULL, "jaw", NULL},
    {"%_collar", "mixamorig:%Shoulder", "clavicle_%", "%Shoulder", "%-shoulder"},
    {"%_shoulder", "mixamorig:%Arm", "upperarm_%", "%UpperArm", "%-arm-upper"},
    {"%_elbow", "mixamorig:%ForeArm", "lowerarm_%", "%LowerArm", "%-arm-lower"},
    {"%_wrist", "mixamorig:%Hand", "hand_%", "%Hand", "%-hand-wrist"},
    {"%_hip", "mixamorig:%UpLeg", "thigh_%", "%UpperLeg", "%-upper-leg"},
    {"%_knee", "mixamorig:%Leg", "calf_%", "%LowerLeg", "%-lower-leg"},
    {"%_ankle", "mixamorig:%Foot", "foot_%", "%Foot", "%-foot-ankle"},
    {"%_foot", "mixamorig:%ToeBase", "ball_%", "%Toes", "%-foot-ball"},
    {"%_eye_smplhf", "mixamorig:%Eye", NULL, "%Eye", NULL},
    {"%_hand", "mixamorig:%HandMiddle1", "middle_01_%", "%MiddleProximal", "%-hand-middle-phalanx-proximal"},
    {"%_index1", "mixamorig:%HandIndex1", "index_01_%", "%IndexProximal", "%-hand-index-phalanx-proximal"},
    {"%_index2", "mixamorig:%HandIndex2", "index_02_%", "%IndexIntermediate",
        "%-hand-index-phalanx-intermediate"},
    {"%_index3", "mixamorig:%HandIndex3", "index_03_%", "%IndexDistal", "%-hand-index-phalanx-distal"},
    {"%_middle1", "mixamorig:%HandMiddle1", "middle_01_%", "%MiddleProximal",
        "%-hand-middle-phalanx-proximal"},
    {"%_middle2", "mixamorig:%HandMiddle2", "middle_02_%", "%MiddleIntermediate",
        "%-hand-middle-phalanx-intermediate"},
    {"%_middle3", "mixamorig:%HandMiddle3", "middle_03_%", "%MiddleDistal", "%-hand-middle-phalanx-distal"},
    {"%_ring1", "mixamorig:%HandRing1", "ring_01_%", "%RingProximal", "%-hand-ring-phalanx-proximal"},
    {"%_ring2", "mixamorig:%HandRing2", "ring_02_%", "%RingIntermediate", "%-hand-ring-phalanx-intermediate"},
    {"%_ring3", "mixamorig:%HandRing3", "ring_03_%", "%RingDistal", "%-hand-ring-phalanx-distal"},
    {"%_pinky1", "mixamorig:%HandPinky1", "pinky_01_%", "%LittleProximal", "%-hand-little-phalanx-proximal"},
    {"%_pinky2", "mixamorig:%HandPinky2", "pinky_02_%", "%LittleIntermediate",
        "%-hand-little-phalanx-intermediate"},
    {"%_pinky3", "mixamorig:%HandPinky3", "pinky_03_%", "%LittleDistal", "%-hand-little-phalanx-distal"},
    {"%_thumb1", "mixamorig:%HandThumb1", "thumb_01_%", "%ThumbMetacarpal", "%-hand-thumb-metacarpal"},
    {"%_thumb2", "mixamorig:%HandThumb2", "thumb_02_%", "%ThumbProximal", "%-hand-thumb-phalanx-proximal"},
    {"%_thumb3", "mixamorig:%HandThumb3", "thumb_03_%", "%ThumbDistal", "%-hand-thumb-phalanx-distal"},
};
/* clang-format on */
#define ROWS (sizeof rows / sizeof *rows)

/* Words for left and right in each set. */
static const char *const sides[WRITTEN][2] = {
    {"left", "right"}, {"Left", "Right"}, {"l", "r"}, {"left", "right"}, {"left", "right"}};

static void put_side(char out[LONGEST], const char *pattern, const char *side)
{
    size_t n = 0;

    for (; *pattern && n + 1 < LONGEST; pattern++) {
        if (*pattern != '%') {
            out[n++] = *pattern;
            continue;
        }

        for (const char *c = side; *c && n + 1 < LONGEST; c++) out[n++] = *c;
    }

    out[n] = 0;
}

/* Returns whether the name is the pattern with this side. dropped:
 * a part of the pattern that names omit; NULL: none. */
static bool is_written(const char *name, const char *pattern, const char *side, const char *dropped)
{
    const size_t side_size = strlen(side);
    const size_t dropped_size = dropped ? strlen(dropped) : 0;

    while (*pattern) {
        if (*pattern == '%') {
            if (strncmp(name, side, side_size)) return false;
            name += side_size;
            pattern++;
        } else if (dropped && *pattern == *dropped && !strncmp(pattern, dropped, dropped_size)) {
            pattern += dropped_size;
        } else if (*name++ != *pattern++) {
            return false;
        }
    }

    return !*name;
}

/* Returns SMPL's name of a joint of the biped, or the name itself. */
static const char *of_body(const char *joint)
{
#define SAME(id, name, parent, biped, smpl) {biped, smpl},
    static const char *const pairs[][2] = {PD_ANIM_HUMAN_TABLE(SAME)};
#undef SAME
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strcmp(pairs[i][0], joint)) return pairs[i][1];

    return joint;
}

/* Finds the row of a joint of bodies, and its side; -1: none. */
static int joint_names_row_of(const char *joint, int *side)
{
    for (size_t r = 0; r < ROWS; r++)
        for (*side = 0; *side < 2; ++*side)
            if (is_written(joint, rows[r][PD_NAMES_OWN], sides[PD_NAMES_OWN][*side], NULL)) return (int)r;
    return -1;
}

/* Writes the complete name of a joint in a set, up to LONGEST. Returns false if there is none. */
static bool whole_name(char out[LONGEST], const char *joint, pd_retarget_names set)
{
    const char *own = of_body(joint);
    int side;
    const int row = joint_names_row_of(own, &side);

    if (row < 0) return false;

    if (set != PD_NAMES_OPENXR) {
        if (!rows[row][set]) return false;
        put_side(out, rows[row][set], sides[set][side]);
        return true;
    }

    int n = 0;
    if (row > joint_names_row_of("left_hand", &side)) return false; /* fingers */
    n = snprintf(out, LONGEST, FRONT "%s" FRONT_BD, own);
    for (int i = (int)strlen(FRONT); i < n; i++) out[i] = (char)toupper((unsigned char)out[i]);

    return true;
}

int pd_retarget_joint_name(char out[PD_ANIM_NAME_BYTES], const char *joint, pd_retarget_names set)
{
    char name[LONGEST];
    const int found = whole_name(name, joint, set) && strlen(name) < PD_ANIM_NAME_BYTES;
    snprintf(out, PD_ANIM_NAME_BYTES, "%.31s", found ? name : joint);
    return found;
}

void pd_retarget_joint_names(char (*out)[PD_ANIM_NAME_BYTES], const char (*joints)[PD_ANIM_NAME_BYTES],
                             int count, pd_retarget_names set)
{
    for (int k = 0; k < count; k++) {
        pd_retarget_joint_name(out[k], joints[k], set);
        for (int i = 0; i < k; i++)
            if (!strcmp(out[i], out[k])) snprintf(out[k], sizeof out[k], "%.31s", joints[k]);
    }
}

/* OpenXR's enumerations: the prefix of their joints, and its replacement. */
static const struct {
    const char *front, *says;
} enumerations[] = {{"XR_FULL_BODY_JOINT_", ""},
                    {FRONT, ""},
                    {LEFT_HAND FRONT_HAND, "left-hand-"},
                    {RIGHT_HAND FRONT_HAND, "right-hand-"}};

/* Converts a name of OpenXR to WebXR's: "XR_FULL_BODY_JOINT_LEFT_FOOT_BALL_META" becomes "left-foot-ball".
 * "phalanx" is omitted. */
static void plain(char out[LONGEST], const char *name)
{
    static const char *const ends[] = {"_FB", "_META", "_EXT", FRONT_BD};
    const bool is_openxr = !strncmp(name, "XR_", 3);
    size_t n = 0;

    for (size_t i = 0; is_openxr && i < sizeof enumerations / sizeof *enumerations; i++)
        if (!strncmp(name, enumerations[i].front, strlen(enumerations[i].front))) {
            name += strlen(enumerations[i].front);
            for (const char *c = enumerations[i].says; *c; c++) out[n++] = *c;
            break;
        }
    size_t size = strlen(name);
    for (size_t i = 0; is_openxr && i < sizeof ends / sizeof *ends; i++)
        if (size > strlen(ends[i]) && !strcmp(name + size - strlen(ends[i]), ends[i])) {
            size -= strlen(ends[i]);
            break;
        }
    for (size_t i = 0; i < size && n + 1 < LONGEST; i++) {
        if (!strncmp(name + i, PHALANX, strlen(PHALANX))) i += strlen(PHALANX);
        const char c = name[i];
        out[n++] = (char)(!is_openxr ? c : c == '_' ? '-' : tolower((unsigned char)c));
    }

    out[n] = 0;
}

void pd_retarget_joint_of_smpl(char out[PD_ANIM_NAME_BYTES], const char *name)
{
    static const struct {
        const char *begins, *side;
    } begins[] = {{"L_", "left_"}, {"R_", "right_"}, {"Left_", "left_"}, {"Right_", "right_"}};
    const char *side = "";

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i].begins, strlen(begins[i].begins))) {
            side = begins[i].side;
            name += strlen(begins[i].begins);
            break;
        }

    snprintf(out, PD_ANIM_NAME_BYTES, "%s%s", side, name);
    for (char *c = out; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c += 'a' - 'A';
}

int pd_retarget_joint_named(const pd_anim_skeleton *skeleton, const char *name)
{
    char smpl[PD_ANIM_NAME_BYTES];
    const int own = pd_anim_skeleton_find(skeleton, name);
    char wanted[LONGEST], called[CALLED][LONGEST];

    if (own >= 0 || strlen(name) >= LONGEST) return own;

    if (!strncmp(name, FRONT_HAND, strlen(FRONT_HAND))) { /* the skeleton's only hand */
        char hands[2][2 * LONGEST];
        snprintf(hands[0], sizeof hands[0], LEFT_HAND "%s", name);
        snprintf(hands[1], sizeof hands[1], RIGHT_HAND "%s", name);
        const int left = pd_retarget_joint_named(skeleton, hands[0]);
        const int right = pd_retarget_joint_named(skeleton, hands[1]);
        return left < 0 ? right : right < 0 ? left : -1;
    }

    plain(wanted, name);
    if (!strncmp(name, "XR_", 3) && !strcmp(wanted, CHEST)) return -1; /* VRM's is spine2 */

    /* Joints of bodies with this name in any of the sets. */
    int count = 0;
    for (size_t r = 0; r < ROWS; r++)
        for (int side = 0; side < 2; side++)
            for (int set = PD_NAMES_OWN; set < WRITTEN; set++) {
                if (!rows[r][set] || !is_written(wanted, rows[r][set], sides[set][side], PHALANX)) continue;
                if (count < CALLED)
                    put_side(called[count++], rows[r][PD_NAMES_OWN], sides[PD_NAMES_OWN][side]);
                break;
            }

    for (int k = 0; k < skeleton->joint_count; k++) {
        const char *joint = of_body(skeleton->names[k]);
        size_t n = 0; /* OpenXR's names are now SMPL's with dashes */
        while (joint[n] && (joint[n] == wanted[n] || (joint[n] == '_' && wanted[n] == '-'))) n++;
        bool is_it = !joint[n] && !wanted[n];
        for (int i = 0; i < count && !is_it; i++) is_it = !strcmp(called[i], joint);
        if (is_it) return k;
    }

    /* Names of the original SMPL, "L_Hip" and "Pelvis". */
    pd_retarget_joint_of_smpl(smpl, name);

    return pd_anim_skeleton_find(skeleton, smpl);
}
