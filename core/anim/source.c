#include "core/anim/source.h"

#include "core/anim/biped.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DEGREE     0.017453292519943295
/* metres per unit; ASF files have length 0.45: dividing by it gives inches */
#define ACCLAIM    (0.0254 / 0.45)
#define WRIST_PART 0.5 /* length from wrist to finger base as a fraction of the forearm's */

const char *const pd_anim_smpl_names[PD_ANIM_SMPL_JOINTS] = {
    "pelvis",     "left_hip",    "right_hip",    "spine1",      "left_knee",     "right_knee",
    "spine2",     "left_ankle",  "right_ankle",  "spine3",      "left_foot",     "right_foot",
    "neck",       "left_collar", "right_collar", "head",        "left_shoulder", "right_shoulder",
    "left_elbow", "right_elbow", "left_wrist",   "right_wrist", "left_hand",     "right_hand"};

/* Head and neck are not rotated, although CMU's T-pose bends them by 16 degrees, because with a rotation all
 * heads would be tipped back. */
static const pd_anim_reference_rotation cmu_bvh_reference[] = {{"LeftUpLeg", 0, 0, -21},
                                                               {"RightUpLeg", 0, 0, 21},
                                                               {"LeftArm", 0, 0, -8},
                                                               {"RightArm", 0, 0, 8},
                                                               {NULL, 0, 0, 0}};
static const pd_anim_reference_rotation cmu_asf_reference[] = {{"lfemur", 0, 0, -21},
                                                               {"rfemur", 0, 0, 21},
                                                               {"lhumerus", 0, 0, -8},
                                                               {"rhumerus", 0, 0, 8},
                                                               {NULL, 0, 0, 0}};
/* Frame 0 of Male1_A3_SwingArms.bvh: upright, with hanging arms. The zero pose of this skeleton is not a pose
 * of a person. */
static const pd_anim_reference_rotation accad_male_reference[] = {{"Hips", -85.79, -18.12, 88.59},
                                                                  {"ToSpine", 0.00, 88.88, -70.19},
                                                                  {"Spine", 70.82, 5.63, 84.00},
                                                                  {"Spine1", 19.30, 5.45, 7.14},
                                                                  {"Neck", 156.91, 2.90, 24.68},
                                                                  {"Head", 117.36, -2.11, 18.84},
                                                                  {"LeftShoulder", -5.93, -34.67, 5.55},
                                                                  {"LeftArm", 89.07, -41.71, 165.44},
                                                                  {"LeftForeArm", 44.27, 7.49, -7.33},
                                                                  {"LeftHand", -0.29, -3.24, 6.66},
                                                                  {"RightShoulder", -1.77, 46.37, -0.90},
                                                                  {"RightArm", -92.19, 56.19, -174.40},
                                                                  {"RightForeArm", -12.45, 9.71, -8.06},
                                                                  {"RightHand", 0.00, -0.32, 10.44},
                                                                  {"LeftUpLeg", -177.53, 84.44, 124.50},
                                                                  {"LeftLeg", 16.45, -4.35, 1.57},
                                                                  {"LeftFoot", -2.44, -0.72, 4.42},
                                                                  {"LeftToeBase", -2.54, 1.08, -1.16},
                                                                  {"RightUpLeg", 26.66, 81.17, -33.89},
                                                                  {"RightLeg", 15.41, -5.27, -2.48},
                                                                  {"RightFoot", -2.49, 0.82, -4.84},
                                                                  {"RightToeBase", -2.43, -0.97, -0.30},
                                                                  {NULL, 0, 0, 0}};
/* The same of the files of his set without ToSpine, where Spine has the rotations of both. */
static const pd_anim_reference_rotation accad_bare_reference[] = {
    {"Hips", -85.79, -18.12, 88.59},       {"Spine", 160.29, 6.08, 25.35},
    {"Spine1", 19.30, 5.45, 7.14},         {"Neck", 156.91, 2.90, 24.68},
    {"Head", 117.36, -2.11, 18.84},        {"LeftShoulder", -5.93, -34.67, 5.55},
    {"LeftArm", 89.07, -41.71, 165.44},    {"LeftForeArm", 44.27, 7.49, -7.33},
    {"LeftHand", -0.29, -3.24, 6.66},      {"RightShoulder", -1.77, 46.37, -0.90},
    {"RightArm", -92.19, 56.19, -174.40},  {"RightForeArm", -12.45, 9.71, -8.06},
    {"RightHand", 0.00, -0.32, 10.44},     {"LeftUpLeg", -177.53, 84.44, 124.50},
    {"LeftLeg", 16.45, -4.35, 1.57},       {"LeftFoot", -2.44, -0.72, 4.42},
    {"LeftToeBase", -2.54, 1.08, -1.16},   {"RightUpLeg", 26.66, 81.17, -33.89},
    {"RightLeg", 15.41, -5.27, -2.48},     {"RightFoot", -2.49, 0.82, -4.84},
    {"RightToeBase", -2.43, -0.97, -0.30}, {NULL, 0, 0, 0}};
static const pd_anim_reference_rotation zero_pose[] = {{NULL, 0, 0, 0}};

static const char *const cmu_bvh[PD_ANIM_SMPL_JOINTS] = {"Hips",
                                                         "LeftUpLeg",
                                                         "RightUpLeg",
                                                         "LowerBack",
                                                         "LeftLeg",
                                                         "RightLeg",
                                                         "Spine",
                                                         "LeftFoot",
                                                         "RightFoot",
                                                         "Spine1",
                                                         "LeftToeBase",
                                                         "RightToeBase",
                                                         "Neck1",
                                                         NULL,
                                                         NULL,
                                                         "Head",
                                                         "LeftArm",
                                                         "RightArm",
                                                         "LeftForeArm",
                                                         "RightForeArm",
                                                         "LeftFingerBase@LeftHand",
                                                         "RightFingerBase@RightHand",
                                                         NULL,
                                                         NULL};
static const char *const cmu_asf[PD_ANIM_SMPL_JOINTS] = {
    "root",     "lfemur",   "rfemur",  "lowerback", "ltibia",       "rtibia",       "upperback", "lfoot",
    "rfoot",    "thorax",   "ltoes",   "rtoes",     "upperneck",    NULL,           NULL,        "head",
    "lhumerus", "rhumerus", "lradius", "rradius",   "lhand@lwrist", "rhand@rwrist", NULL,        NULL};
static const char *const daz[PD_ANIM_SMPL_JOINTS] = {
    "hip",      "lThigh",   "rThigh", "abdomen", "lShin",   "rShin",   "abdomen|chest", "lFoot",  "rFoot",
    "chest",    NULL,       NULL,     "neck",    "lCollar", "rCollar", "head",          "lShldr", "rShldr",
    "lForeArm", "rForeArm", "lHand",  "rHand",   NULL,      NULL};
/* ToSpine never rotates, so spine1 is halfway between its neighbours. */
static const char *const accad[PD_ANIM_SMPL_JOINTS] = {
    "Hips",        "LeftUpLeg",    "RightUpLeg",    "Hips|Spine", "LeftLeg",     "RightLeg",
    "Spine",       "LeftFoot",     "RightFoot",     "Spine1",     "LeftToeBase", "RightToeBase",
    "Neck",        "LeftShoulder", "RightShoulder", "Head",       "LeftArm",     "RightArm",
    "LeftForeArm", "RightForeArm", "LeftHand",      "RightHand",  NULL,          NULL};
static const char *const style100[PD_ANIM_SMPL_JOINTS] = {
    "Hips",          "LeftHip",    "RightHip",    "Chest",      "LeftKnee",     "RightKnee",
    "Chest2|Chest3", "LeftAnkle",  "RightAnkle",  "Chest4",     "LeftToe",      "RightToe",
    "Neck",          "LeftCollar", "RightCollar", "Head",       "LeftShoulder", "RightShoulder",
    "LeftElbow",     "RightElbow", "LeftWrist",   "RightWrist", NULL,           NULL};
static const char *const reactidle[PD_ANIM_SMPL_JOINTS] = {
    "pelvis",     "thigh.L", "thigh.R",     "spine",       "shin.L",    "shin.R",    "spine|spine.001",
    "foot.L",     "foot.R",  "spine.001",   NULL,          NULL,        "neck",      "shoulder.L",
    "shoulder.R", "face",    "upper_arm.L", "upper_arm.R", "forearm.L", "forearm.R", NULL,
    NULL,         NULL,      NULL};

/* The biped has the joints of this conversion. */
static const char *const bvh_biped[PD_ANIM_BIPED_JOINTS] = {
    "Hips",         "LHipJoint",      "LeftUpLeg",      "LeftLeg",         "LeftFoot",
    "LeftToeBase",  "RHipJoint",      "RightUpLeg",     "RightLeg",        "RightFoot",
    "RightToeBase", "LowerBack",      "Spine",          "Spine1",          "Neck",
    "Neck1",        "Head",           "LeftShoulder",   "LeftArm",         "LeftForeArm",
    "LeftHand",     "LeftFingerBase", "LeftHandIndex1", "LThumb",          "RightShoulder",
    "RightArm",     "RightForeArm",   "RightHand",      "RightFingerBase", "RightHandIndex1",
    "RThumb"};
static const char *const asf_biped[PD_ANIM_BIPED_JOINTS] = {
    "root",      "lhipjoint", "lfemur",   "ltibia",    "lfoot",     "ltoes",    "rhipjoint", "rfemur",
    "rtibia",    "rfoot",     "rtoes",    "lowerback", "upperback", "thorax",   "lowerneck", "upperneck",
    "head",      "lclavicle", "lhumerus", "lradius",   "lwrist",    "lhand",    "lfingers",  "lthumb",
    "rclavicle", "rhumerus",  "rradius",  "rwrist",    "rhand",     "rfingers", "rthumb"};

/* The first row whose marks are all there. accad-male has the names of accad-female: its spine tells it
 * apart; the biped has those of cmu-bvh: its straight legs tell it apart. */
static const pd_anim_source sources[] = {
    {.name = "biped",
     .text = "the biped of motion networks, in metres",
     .marks = {"LHipJoint", "LeftFingerBase", "LowerBack"},
     .metres_per_unit = 1,
     .rate = 60,
     .reference = zero_pose,
     .smpl = cmu_bvh,
     .biped = bvh_biped},
    {.name = "cmu-bvh",
     .text = "CMU, B. Hahne's BVH conversion",
     .marks = {"LHipJoint", "LeftFingerBase", "LowerBack"},
     .metres_per_unit = ACCLAIM,
     .rate = 120,
     .first_frame = 1,
     .elbow_tilt_deg = -30,
     .reference = cmu_bvh_reference,
     .smpl = cmu_bvh,
     .biped = bvh_biped},
    {.name = "cmu-asf",
     .text = "CMU, original ASF and AMC",
     .marks = {"lhipjoint", "lfemur", "lowerback"},
     .metres_per_unit = ACCLAIM,
     .rate = 120,
     .elbow_tilt_deg = -30,
     .reference = cmu_asf_reference,
     .smpl = cmu_asf,
     .biped = asf_biped},
    {.name = "cmu-daz",
     .text = "CMU, B. Hahne's BVH conversion for Daz",
     .marks = {"abdomen", "lShldr", "rButtock"},
     .metres_per_unit = 0.01,
     .rate = 120,
     .first_frame = 1,
     .slide = 7,
     .elbow_tilt_deg = -27,
     .reference = zero_pose,
     .smpl = daz},
    {.name = "accad-male",
     .text = "ACCAD Open Motion Project, male 1",
     .marks = {"ToSpine", "LeftForeArm", "LeftToeBase"},
     .metres_per_unit = 0.01,
     .rate = 30,
     .elbow_tilt_deg = 18,
     .reference = accad_male_reference,
     .smpl = accad},
    {.name = "accad-bare",
     .text = "ACCAD Open Motion Project, male 2, files without ToSpine",
     .marks = {"Spine1", "LeftForeArm", "LeftToeBase"},
     .metres_per_unit = 0.01,
     .rate = 30,
     .elbow_tilt_deg = 18,
     .reference = accad_bare_reference,
     .smpl = accad},
    {.name = "accad-female",
     .text = "ACCAD Open Motion Project, female 1",
     .marks = {"ToSpine", "LeftForeArm", "LeftToeBase"},
     .metres_per_unit = 0.01,
     .rate = 30,
     .elbow_tilt_deg = 5,
     .reference = zero_pose,
     .smpl = accad},
    {.name = "100style",
     .text = "100STYLE",
     .marks = {"Chest4", "LeftCollar", "LeftToe"},
     .metres_per_unit = 0.01,
     .rate = 60,
     .elbow_tilt_deg = 20,
     .reference = zero_pose,
     .smpl = style100},
    {.name = "reactidle",
     .text = "ReActIdle",
     .marks = {"pelvis", "spine.001", "face"}, /* other figures of Blender have the first two */
     .metres_per_unit = 1,
     .rate = 24,
     .adds_root_offset = 1,
     .elbow_tilt_deg = 45,
     .reference = zero_pose,
     .smpl = reactidle},
    {.name = "smpl",
     .text = "SMPL's 24 joints",
     .marks = {"left_hip", "spine3", "right_wrist"},
     .metres_per_unit = 1,
     .is_ours = 1,
     .reference = zero_pose,
     .smpl = pd_anim_smpl_names},
};

/* Returns whether the skeleton has all joints that a row of a source's table names: "a", "a|b" or "a@b". */
static bool has_joints(const pd_anim_skeleton *skeleton, const char *row)
{
    while (row && *row) {
        char name[64];
        const size_t size = strcspn(row, "|@");
        PD_ASSERT(size < sizeof name);
        memcpy(name, row, size);
        name[size] = 0;
        if (pd_anim_skeleton_find(skeleton, name) < 0) return false;
        row += size + (row[size] != 0);
    }

    return true;
}

const char *pd_anim_source_missing(const pd_anim_skeleton *skeleton, const pd_anim_source *source,
                                   bool is_limb)
{
    /* Pelvis, head, and of each limb its joints but toes, collars and fingers. */
    static const bool limbs[PD_ANIM_SMPL_JOINTS] = {
        [0] = true,  [1] = true,  [2] = true,  [4] = true,  [5] = true,  [7] = true,  [8] = true,
        [15] = true, [16] = true, [17] = true, [18] = true, [19] = true, [20] = true, [21] = true};
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        if ((limbs[j] || !is_limb) && !has_joints(skeleton, source->smpl[j])) return source->smpl[j];

    return NULL;
}

/* Returns whether a skeleton with common names is ACCAD's without ToSpine: by the number of its joints and
 * its bones, which lie along x in the zero pose. */
static bool is_bare_accad(const pd_anim_skeleton *skeleton)
{
    static const char *const along[] = {"Spine", "Spine1", "LeftLeg", "RightLeg"};

    if (skeleton->joint_count != 21 || pd_anim_skeleton_find(skeleton, "ToSpine") >= 0) return false;
    for (int i = 0; i < 2; i++) {
        const int j = pd_anim_skeleton_find(skeleton, along[i]);
        if (j < 0) return false;
        const pd_vec3 o = skeleton->offsets[j];
        if (!(o.x > 2 * fabs(o.y) && o.x > 2 * fabs(o.z))) return false;
    }

    return true;
}

const pd_anim_source *pd_anim_source_of(const pd_anim_skeleton *skeleton)
{
    const int spine = pd_anim_skeleton_find(skeleton, "Spine1");
    const int shin = pd_anim_skeleton_find(skeleton, "LeftLeg");
    const pd_vec3 *offsets = skeleton->offsets;
    const bool has_twisted_spine = spine >= 0 && fabs(offsets[spine].x) > fabs(offsets[spine].y);

    /* In the zero pose the biped's thighs are vertical; CMU's are spread by 20 degrees. */
    const bool has_straight_legs = shin >= 0 && fabs(offsets[shin].x) < 0.1 * fabs(offsets[shin].y);

    /* Return the first source whose marks are all there.
     * Two pairs of sources differ only in the directions of bones. */
    for (size_t s = 0; s < sizeof sources / sizeof *sources; s++) {
        const pd_anim_source *source = &sources[s];
        int found = 0;
        for (int m = 0; m < 3; m++) found += pd_anim_skeleton_find(skeleton, source->marks[m]) >= 0;
        if (found < 3) continue;
        if (source->reference == accad_male_reference && !has_twisted_spine) continue;
        if (source->reference == accad_bare_reference && !is_bare_accad(skeleton)) continue;
        if (source == sources && !has_straight_legs) continue;
        return source;
    }

    return NULL;
}

void pd_anim_source_rename(pd_anim_skeleton *skeleton)
{
    const char *first = skeleton->names[0];
    size_t shared = strlen(first);
    size_t prefix = 0;

    if (pd_anim_source_of(skeleton)) return;

    /* Bytes that all names begin with, up to a separator. */
    for (int k = 1; k < skeleton->joint_count; k++) {
        size_t n = 0;
        while (n < shared && skeleton->names[k][n] == first[n]) n++;
        shared = n;
    }

    for (size_t i = 0; i < shared; i++)
        if (strchr(":_|.", first[i])) prefix = i + 1;
    if (!prefix || skeleton->joint_count < 2) return;

    /* Names stay different from one another, since all lose the same bytes; none may become empty. */
    pd_anim_skeleton without = *skeleton;
    for (int k = 0; k < without.joint_count; k++) {
        if (!skeleton->names[k][prefix]) return;
        snprintf(without.names[k], sizeof without.names[k], "%s", skeleton->names[k] + prefix);
    }

    if (pd_anim_source_of(&without)) *skeleton = without;
}

/* Restores a lost offset: if it is 0, sets it to `along` times the length of another joint's offset. */
static void give_back(pd_anim_skeleton *skeleton, const char *name, const char *like, pd_vec3 along)
{
    int joint = pd_anim_skeleton_find(skeleton, name);
    int other = pd_anim_skeleton_find(skeleton, like);
    if (joint < 0 || other < 0 || pd_vec3_length(skeleton->offsets[joint]) > 1e-9) return;
    skeleton->offsets[joint] = pd_vec3_scale(along, pd_vec3_length(skeleton->offsets[other]));
}

void pd_anim_source_repair(pd_anim_skeleton *skeleton, const pd_anim_source *source)
{
    static const pd_vec3 up = {0, 1, 0};
    static const pd_vec3 left = {WRIST_PART, 0, 0};
    static const pd_vec3 right = {-WRIST_PART, 0, 0};

    if (source->reference != cmu_bvh_reference) return;

    give_back(skeleton, "Neck", "Spine1", up);
    give_back(skeleton, "LeftShoulder", "Spine1", up);
    give_back(skeleton, "RightShoulder", "Spine1", up);
    give_back(skeleton, "LeftFingerBase", "LeftHand", left);
    give_back(skeleton, "LThumb", "LeftHand", left);
    give_back(skeleton, "RightFingerBase", "RightHand", right);
    give_back(skeleton, "RThumb", "RightHand", right);
}

void pd_anim_source_reference(pd_quat *rotations, const pd_anim_skeleton *skeleton,
                              const pd_anim_source *source)
{
    for (int j = 0; j < skeleton->joint_count; j++) rotations[j] = pd_q_identity();

    /* Angles in degrees, applied about x, then y, then z. */
    for (const pd_anim_reference_rotation *r = source->reference; r->joint; r++) {
        int joint = pd_anim_skeleton_find(skeleton, r->joint);
        if (joint < 0) continue;
        pd_quat x = pd_q_axis_angle(pd_vec3_make(1, 0, 0), r->x_deg * DEGREE);
        pd_quat y = pd_q_axis_angle(pd_vec3_make(0, 1, 0), r->y_deg * DEGREE);
        pd_quat z = pd_q_axis_angle(pd_vec3_make(0, 0, 1), r->z_deg * DEGREE);
        rotations[joint] = pd_q_mul(z, pd_q_mul(y, x));
    }
}
