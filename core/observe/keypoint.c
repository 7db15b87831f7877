#include "core/observe/keypoint.h"

#include "core/base/assert.h"
#include <stdio.h>
#include <string.h>

/* ---- sets */

static const pd_observe_keypoint coco[] = {
    {"nose", "@nose"},
    {"left_eye", "@left_eye"},
    {"right_eye", "@right_eye"},
    {"left_ear", "@left_ear"},
    {"right_ear", "@right_ear"},
    {"left_shoulder", "left_shoulder"},
    {"right_shoulder", "right_shoulder"},
    {"left_elbow", "left_elbow"},
    {"right_elbow", "right_elbow"},
    {"left_wrist", "left_wrist"},
    {"right_wrist", "right_wrist"},
    {"left_hip", "left_hip"},
    {"right_hip", "right_hip"},
    {"left_knee", "left_knee"},
    {"right_knee", "right_knee"},
    {"left_ankle", "left_ankle"},
    {"right_ankle", "right_ankle"},
};

/* The 21 keypoints of a hand, as OpenPose, MediaPipe and COCO-WholeBody order them: the wrist, then four of
 * each finger from its root to its tip. */
#define HAND_FINGER(side, finger)                                                                            \
    {side "_hand_" finger "1", side "_" finger "1"}, {side "_hand_" finger "2", side "_" finger "2"},        \
        {side "_hand_" finger "3", side "_" finger "3"},                                                     \
    {                                                                                                        \
        side "_hand_" finger "4", "@" side "_" finger "_tip"                                                 \
    }
#define HAND(side)                                                                                           \
    {side "_hand_wrist", side "_wrist"}, HAND_FINGER(side, "thumb"), HAND_FINGER(side, "index"),             \
        HAND_FINGER(side, "middle"), HAND_FINGER(side, "ring"), HAND_FINGER(side, "pinky")
#define HANDS HAND("left"), HAND("right")

static const pd_observe_keypoint openpose[] = {
    {"nose", "@nose"},
    {"neck", "left_shoulder+right_shoulder"},
    {"right_shoulder", "right_shoulder"},
    {"right_elbow", "right_elbow"},
    {"right_wrist", "right_wrist"},
    {"left_shoulder", "left_shoulder"},
    {"left_elbow", "left_elbow"},
    {"left_wrist", "left_wrist"},
    {"mid_hip", "left_hip+right_hip"},
    {"right_hip", "right_hip"},
    {"right_knee", "right_knee"},
    {"right_ankle", "right_ankle"},
    {"left_hip", "left_hip"},
    {"left_knee", "left_knee"},
    {"left_ankle", "left_ankle"},
    {"right_eye", "@right_eye"},
    {"left_eye", "@left_eye"},
    {"right_ear", "@right_ear"},
    {"left_ear", "@left_ear"},
    {"left_big_toe", "@left_big_toe"},
    {"left_small_toe", "@left_small_toe"},
    {"left_heel", "@left_heel"},
    {"right_big_toe", "@right_big_toe"},
    {"right_small_toe", "@right_small_toe"},
    {"right_heel", "@right_heel"},
    HANDS,
};

static const pd_observe_keypoint mediapipe[] = {
    {"nose", "@nose"},
    {"left_eye_inner", "@left_eye_inner"},
    {"left_eye", "@left_eye"},
    {"left_eye_outer", "@left_eye_outer"},
    {"right_eye_inner", "@right_eye_inner"},
    {"right_eye", "@right_eye"},
    {"right_eye_outer", "@right_eye_outer"},
    {"left_ear", "@left_ear"},
    {"right_ear", "@right_ear"},
    {"mouth_left", "@left_mouth"},
    {"mouth_right", "@right_mouth"},
    {"left_shoulder", "left_shoulder"},
    {"right_shoulder", "right_shoulder"},
    {"left_elbow", "left_elbow"},
    {"right_elbow", "right_elbow"},
    {"left_wrist", "left_wrist"},
    {"right_wrist", "right_wrist"},
    {"left_pinky", "@left_pinky"},
    {"right_pinky", "@right_pinky"},
    {"left_index", "@left_index"},
    {"right_index", "@right_index"},
    {"left_thumb", "@left_thumb"},
    {"right_thumb", "@right_thumb"},
    {"left_hip", "left_hip"},
    {"right_hip", "right_hip"},
    {"left_knee", "left_knee"},
    {"right_knee", "right_knee"},
    {"left_ankle", "left_ankle"},
    {"right_ankle", "right_ankle"},
    {"left_heel", "@left_heel"},
    {"right_heel", "@right_heel"},
    {"left_foot_index", "@left_big_toe"},
    {"right_foot_index", "@right_big_toe"},
    HANDS,
};
enum { OPENPOSE_BODY = 25, MEDIAPIPE_BODY = 33 };

static const pd_observe_keypoint human36m[] = {
    {"pelvis", "left_hip+right_hip"},
    {"right_hip", "right_hip"},
    {"right_knee", "right_knee"},
    {"right_ankle", "right_ankle"},
    {"left_hip", "left_hip"},
    {"left_knee", "left_knee"},
    {"left_ankle", "left_ankle"},
    {"spine", "spine1+spine2"},
    {"thorax", "neck"},
    {"nose", "@nose"},
    {"head", "@head_top"},
    {"left_shoulder", "left_shoulder"},
    {"left_elbow", "left_elbow"},
    {"left_wrist", "left_wrist"},
    {"right_shoulder", "right_shoulder"},
    {"right_elbow", "right_elbow"},
    {"right_wrist", "right_wrist"},
};

/* Keypoints of a finger in SAM 3D Body's order, from tip to root. */
#define SAM_FINGER(side, finger, joint, tip)                                                                 \
    {side "_" finger "_tip", "@" side "_" tip}, {side "_" finger "_first_joint", side "_" joint "3"},        \
        {side "_" finger "_second_joint", side "_" joint "2"},                                               \
    {                                                                                                        \
        side "_" finger "_third_joint", side "_" joint "1"                                                   \
    }
#define SAM_HAND(side)                                                                                       \
    SAM_FINGER(side, "thumb", "thumb", "thumb_tip"), SAM_FINGER(side, "index", "index", "index_tip"),        \
        SAM_FINGER(side, "middle", "middle", "middle_tip"), SAM_FINGER(side, "ring", "ring", "ring_tip"),    \
        SAM_FINGER(side, "pinky", "pinky", "pinky_tip"),                                                     \
    {                                                                                                        \
        side "_wrist", side "_wrist"                                                                         \
    }

static const pd_observe_keypoint sam3d[] = {
    {"nose", "@nose"},
    {"left_eye", "@left_eye"},
    {"right_eye", "@right_eye"},
    {"left_ear", "@left_ear"},
    {"right_ear", "@right_ear"},
    {"left_shoulder", "left_shoulder"},
    {"right_shoulder", "right_shoulder"},
    {"left_elbow", "left_elbow"},
    {"right_elbow", "right_elbow"},
    {"left_hip", "left_hip"},
    {"right_hip", "right_hip"},
    {"left_knee", "left_knee"},
    {"right_knee", "right_knee"},
    {"left_ankle", "left_ankle"},
    {"right_ankle", "right_ankle"},
    {"left_big_toe", "@left_big_toe"},
    {"left_small_toe", "@left_small_toe"},
    {"left_heel", "@left_heel"},
    {"right_big_toe", "@right_big_toe"},
    {"right_small_toe", "@right_small_toe"},
    {"right_heel", "@right_heel"},
    SAM_HAND("right"),
    SAM_HAND("left"),
    {"left_olecranon", "@left_olecranon"},
    {"right_olecranon", "@right_olecranon"},
    {"left_cubital_fossa", "@left_cubital_fossa"},
    {"right_cubital_fossa", "@right_cubital_fossa"},
    {"left_acromion", "@left_acromion"},
    {"right_acromion", "@right_acromion"},
    {"neck", "neck"},
};

/* Joints of a finger in XR, which has one joint more than the bodies, in the palm. The names are the
 * published ones. */
#define XR_FINGER(side, finger, joint, metacarpal)                                                           \
    {side "-hand-" finger "-" metacarpal, ""},                                                               \
        {side "-hand-" finger "-phalanx-proximal", side "_" joint "1"},                                      \
        {side "-hand-" finger "-phalanx-intermediate", side "_" joint "2"},                                  \
        {side "-hand-" finger "-phalanx-distal", side "_" joint "3"},                                        \
    {                                                                                                        \
        side "-hand-" finger "-tip", "@" side "_" joint "_tip"                                               \
    }
#define XR_HAND(side, middle)                                                                                \
    {side "-hand-palm", side "_wrist+" side "_hand|" side "_wrist+" side "_middle1"},                        \
        {side "-hand-wrist", side "_wrist"}, {side "-hand-thumb-metacarpal", side "_thumb1"},                \
        {side "-hand-thumb-phalanx-proximal", side "_thumb2"},                                               \
        {side "-hand-thumb-phalanx-distal", side "_thumb3"},                                                 \
        {side "-hand-thumb-tip", "@" side "_thumb_tip"}, XR_FINGER(side, "index", "index", "metacarpal"),    \
        XR_FINGER(side, "middle", "middle", middle), XR_FINGER(side, "ring", "ring", "metacarpal"),          \
        XR_FINGER(side, "little", "pinky", "metacarpal")
#define XR_ARM(side)                                                                                         \
    {side "-shoulder", side "_collar"}, {side "-scapula", ""}, {side "-arm-upper", side "_shoulder"},        \
        {side "-arm-lower", side "_elbow"},                                                                  \
    {                                                                                                        \
        side "-hand-wrist-twist", ""                                                                         \
    }
#define XR_LEG(side)                                                                                         \
    {side "-upper-leg", side "_hip"}, {side "-lower-leg", side "_knee"}, {side "-foot-ankle-twist", ""},     \
        {side "-foot-ankle", side "_ankle"}, {side "-foot-subtalar", ""}, {side "-foot-transverse", ""},     \
    {                                                                                                        \
        side "-foot-ball", side "_foot"                                                                      \
    }

static const pd_observe_keypoint xr[] = {
    {"root", ""},
    {"hips", "pelvis"},
    {"spine-lower", "spine1"},
    {"spine-middle", "spine2"},
    {"spine-upper", "spine3"},
    {"chest", ""},
    {"neck", "neck"},
    {"head", "head"},
    XR_ARM("left"),
    XR_ARM("right"),
    XR_HAND("left", "phalanx-metacarpal"),
    XR_HAND("right", "metacarpal"),
    XR_LEG("left"),
    XR_LEG("right"),
    {"viewer", "@left_eye+@right_eye"},
    {"left-grip", "left_hand|left_middle1"},
    {"right-grip", "right_hand|right_middle1"},
};
enum { XR_ROOT = 1, XR_FB = 70, XR_META = 84, XR_OWN = 3 };

/* SMPL's own joints, in the order of its models. In SMPL-H and SMPL-X fingers take the place of the hands. */
#define SMPL_JOINT(name)                                                                                     \
    {                                                                                                        \
        name, name                                                                                           \
    }
#define SMPL_BODY                                                                                            \
    SMPL_JOINT("pelvis"), SMPL_JOINT("left_hip"), SMPL_JOINT("right_hip"), SMPL_JOINT("spine1"),             \
        SMPL_JOINT("left_knee"), SMPL_JOINT("right_knee"), SMPL_JOINT("spine2"), SMPL_JOINT("left_ankle"),   \
        SMPL_JOINT("right_ankle"), SMPL_JOINT("spine3"), SMPL_JOINT("left_foot"), SMPL_JOINT("right_foot"),  \
        SMPL_JOINT("neck"), SMPL_JOINT("left_collar"), SMPL_JOINT("right_collar"), SMPL_JOINT("head"),       \
        SMPL_JOINT("left_shoulder"), SMPL_JOINT("right_shoulder"), SMPL_JOINT("left_elbow"),                 \
        SMPL_JOINT("right_elbow"), SMPL_JOINT("left_wrist"), SMPL_JOINT("right_wrist")
#define SMPL_FINGER(name) SMPL_JOINT(name "1"), SMPL_JOINT(name "2"), SMPL_JOINT(name "3")
#define SMPL_HAND(side)                                                                                      \
    SMPL_FINGER(side "_index"), SMPL_FINGER(side "_middle"), SMPL_FINGER(side "_pinky"),                     \
        SMPL_FINGER(side "_ring"), SMPL_FINGER(side "_thumb")

static const pd_observe_keypoint smpl[] = {
    SMPL_BODY, {"left_hand", "left_hand|left_middle1"}, {"right_hand", "right_hand|right_middle1"}};
static const pd_observe_keypoint smplh[] = {SMPL_BODY, SMPL_HAND("left"), SMPL_HAND("right")};
static const pd_observe_keypoint smplx[] = {SMPL_BODY,
                                            SMPL_JOINT("jaw"),
                                            {"left_eye", "left_eye_smplhf|@left_eye"},
                                            {"right_eye", "right_eye_smplhf|@right_eye"},
                                            SMPL_HAND("left"),
                                            SMPL_HAND("right")};
enum { SMPL_BODY_JOINTS = 22 };

/* Origins of the 23 segments of Xsens MVN, which are the joints at their beginnings. */
static const pd_observe_keypoint xsens[] = {
    {"pelvis", "left_hip+right_hip"},
    {"l5", ""},
    {"l3", ""},
    {"t12", ""},
    {"t8", ""},
    {"neck", "neck"},
    {"head", "head"},
    {"right_shoulder", ""},
    {"right_upper_arm", "right_shoulder"},
    {"right_fore_arm", "right_elbow"},
    {"right_hand", "right_wrist"},
    {"left_shoulder", ""},
    {"left_upper_arm", "left_shoulder"},
    {"left_fore_arm", "left_elbow"},
    {"left_hand", "left_wrist"},
    {"right_upper_leg", "right_hip"},
    {"right_lower_leg", "right_knee"},
    {"right_foot", "right_ankle"},
    {"right_toe", "right_foot"},
    {"left_upper_leg", "left_hip"},
    {"left_lower_leg", "left_knee"},
    {"left_foot", "left_ankle"},
    {"left_toe", "left_foot"},
};

#define SET(name, doc, rows)                                                                                 \
    {                                                                                                        \
        name, doc, rows, (int)(sizeof rows / sizeof *rows), 0, false, false, false                           \
    }
const pd_observe_set pd_observe_sets[] = {
    SET("coco17", "COCO's 17 keypoints", coco),
    {"openpose25", "OpenPose's BODY_25", openpose, OPENPOSE_BODY, 0, false, false, false},
    {"mediapipe33", "MediaPipe's (BlazePose) 33", mediapipe, MEDIAPIPE_BODY, 0, false, false, false},
    SET("h36m17", "Human3.6M's 17 joints", human36m),
    SET("sam3d70", "SAM 3D Body's 70, fingers among them", sam3d),
    SET("openpose67", "BODY_25, then 21 of the left and 21 of the right hand", openpose),
    SET("mediapipe75", "MediaPipe's 33, then 21 of the left and 21 of the right hand", mediapipe),
    {"webxr83", "WebXR Body Tracking's 83, viewer, left-grip and right-grip", xr + XR_ROOT,
     XR_META - XR_ROOT + XR_OWN, XR_META - XR_ROOT, true, false, false},
    {"openxr70", "XR_FB_body_tracking's 70", xr, XR_FB, 0, true, false, false},
    {"openxr84", "XR_META_body_tracking_full_body's 84", xr, XR_META, 0, true, false, false},
    {"smpl22", "SMPL's 22 joints without hands, as HumanML3D has them", smpl, SMPL_BODY_JOINTS, 0, false,
     false, false},
    SET("smpl24", "SMPL's 24 joints", smpl),
    SET("smplh52", "SMPL-H's 52 joints, fingers among them", smplh),
    SET("smplx55", "SMPL-X's 55 joints: jaw, eyes and fingers among them", smplx),
    SET("xsens23", "origins of Xsens MVN's 23 segments", xsens),
    {NULL, NULL, NULL, 0, 0, false, false, false},
};

const pd_observe_set *pd_observe_set_of(const char *name)
{
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++)
        if (!strcmp(s->name, name)) return s;
    return NULL;
}

/* Writes the name with "left" and "right" exchanged. Returns false if it has neither. */
static bool other_side(char *out, size_t size, const char *name)
{
    static const char *const sides[2] = {"left", "right"};

    for (int s = 0; s < 2; s++) {
        const char *at = strstr(name, sides[s]);
        if (!at) continue;
        return snprintf(out, size, "%.*s%s%s", (int)(at - name), name, sides[!s], at + strlen(sides[s])) <
               (int)size;
    }

    return false;
}

int pd_observe_set_mirror(const pd_observe_set *set, int keypoint)
{
    PD_ASSERT(keypoint >= 0 && keypoint < set->count);
    char other[64];

    if (!other_side(other, sizeof other, set->keypoints[keypoint].name)) return keypoint;
    for (int k = 0; k < set->count; k++)
        if (!strcmp(set->keypoints[k].name, other)) return k;

    return keypoint;
}

int pd_observe_set_places(pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS], int *counts,
                          const pd_smpl_model *model, const pd_observe_set *set)
{
    int found = 0;

    for (int i = 0; i < set->count; i++) {
        counts[i] = pd_observe_place(parts[i], model, set->keypoints[i].place);
        found += counts[i] > 0;
    }

    return found;
}

int pd_observe_set_lacking(const pd_observe_set *set, const pd_smpl_model *model)
{
    pd_observe_part parts[PD_OBSERVE_MOST_PARTS];
    int lacking = 0;

    for (int i = 0; i < set->count; i++)
        lacking += strstr(set->keypoints[i].name, "_hand_") &&
                   !pd_observe_place(parts, model, set->keypoints[i].place);
    return lacking;
}

int pd_observe_joint_mirror(const pd_smpl_model *model, int joint)
{
    PD_ASSERT(joint >= 0 && joint < model->joint_count);
    char other[PD_SMPL_NAME_BYTES + 8];

    if (!other_side(other, sizeof other, model->data.joint_names[joint])) return joint;
    int found = pd_smpl_joint_find(&model->data, other);
    return found < 0 ? joint : found;
}

/* ---- places on the skin */

/* A place on the skin of the left side. On the right side x is negated and joints are named right_.
 * If `near` is NULL, the place is the vertex farthest along `along`. Otherwise it is the vertex nearest to
 * that place on the skin, or to that joint, moved by `along` in metres on a body of 1.70 m. The places were
 * chosen on the default models' rest poses. The same vertices result on SMPL's own surface, because those
 * models too face +Z with the palms down. */
typedef struct skin_place {
    const char *name; /* without its side */
    bool sided;
    const char *joint, *near;
    double along[3];
} skin_place;

static const skin_place skin_places[] = {
    {"nose", false, "head", NULL, {0, 0, 1}},
    {"head_top", false, "head", NULL, {0, 1, 0}},
    {"ear", true, "head", NULL, {1, 0, 0}},
    {"eye", true, "head", "nose", {0.029, 0.037, -0.030}},
    {"eye_inner", true, "head", "nose", {0.017, 0.036, -0.030}},
    {"eye_outer", true, "head", "nose", {0.042, 0.036, -0.040}},
    {"mouth", true, "head", "nose", {0.024, -0.040, -0.022}},
    {"big_toe", true, "ankle", NULL, {-0.35, 0, 1}},
    {"small_toe", true, "ankle", NULL, {1, 0, 0.6}},
    {"heel", true, "ankle", NULL, {0, -0.5, -1}},
    {"thumb", true, "wrist", NULL, {0, 0, 1}},
    {"index", true, "wrist", NULL, {1, 0, 1}},
    {"pinky", true, "wrist", NULL, {1, 0, -0.7}},
    {"thumb_tip", true, "thumb3", NULL, {0.7, 0, 0.7}},
    {"index_tip", true, "index3", NULL, {1, 0, 0}},
    {"middle_tip", true, "middle3", NULL, {1, 0, 0}},
    {"ring_tip", true, "ring3", NULL, {1, 0, 0}},
    {"pinky_tip", true, "pinky3", NULL, {1, 0, 0}},
    {"olecranon", true, "shoulder", "elbow", {0.01, 0, -0.06}},
    {"cubital_fossa", true, "shoulder", "elbow", {0, 0, 0.06}},
    {"acromion", true, "collar", "shoulder", {0, 0.06, -0.01}},
};

/* Returns the vertex of a part that is farthest along a direction, or,
 * if `from` is given, nearest to a point. */
static int best_vertex(const pd_smpl_model *m, int joint, const double along[3], const double *from)
{
    PD_ASSERT(joint >= 0 && joint < m->joint_count);
    double most = 0;
    int best = -1;

    for (int v = 0; v < m->vertex_count; v++) {
        const float *at = m->data.v_template + 3 * (size_t)v;
        double score = 0;
        for (int c = 0; c < 3; c++) {
            double d = from ? (double)at[c] - from[c] - along[c] : 0;
            score += from ? -d * d : along[c] * (double)at[c];
        }

        if (best >= 0 && score <= most) continue;

        /* Skip a vertex whose joint with the largest weight is neither this joint nor below it. */
        int holder = pd_smpl_vertex_joint(&m->data, v);
        while (holder > joint) holder = m->data.parents[holder];
        if (holder != joint) continue;
        most = score;
        best = v;
    }

    return best;
}

/* Returns the vertex of a named place of the skin ("@nose" without the @) by the table of places; -1: the
 * model has none. */
static int skin_vertex(const pd_smpl_model *m, const char *name)
{
    /* Side, and the name without it. */
    const double side = !strncmp(name, "right_", 6) ? -1 : 1;
    const bool sided = !strncmp(name, "left_", 5) || side < 0;
    const char *bare = sided ? strchr(name, '_') + 1 : name;

    for (size_t p = 0; p < sizeof skin_places / sizeof *skin_places; p++) {
        const skin_place *row = &skin_places[p];
        const bool limb = strcmp(row->joint, "head") != 0;
        if (strcmp(row->name, bare) || row->sided != sided) continue;

        /* Find the joint that holds the place, and the direction from it. */
        char joint[PD_SMPL_NAME_BYTES];
        double from[3];
        double along[3] = {side * row->along[0], row->along[1], row->along[2]};
        snprintf(joint, sizeof joint, "%s%s", !limb ? "" : side < 0 ? "right_" : "left_", row->joint);
        int holder = pd_smpl_joint_find(&m->data, joint);
        if (holder < 0) return -1;
        if (!row->near) return best_vertex(m, holder, along, NULL);

        /* Some places are searched near another joint or place. */
        const char *near = row->near;
        char beside[PD_SMPL_NAME_BYTES];
        if (limb) {
            snprintf(beside, sizeof beside, "%s%s", side < 0 ? "right_" : "left_", near);
            near = beside;
        }

        const int bone = pd_smpl_joint_find(&m->data, near);
        const int skin = bone < 0 ? skin_vertex(m, near) : -1;
        if (bone < 0 && skin < 0) return -1;
        for (size_t c = 0; c < 3; c++)
            from[c] = bone >= 0 ? m->joint_template[3 * (size_t)bone + c]
                                : (double)m->data.v_template[3 * (size_t)skin + c];
        return best_vertex(m, holder, along, from);
    }

    return -1;
}

/* Finds the parts of one alternative, which ends at `|` or at the end of the text. */
static int one_place(pd_observe_part parts[PD_OBSERVE_MOST_PARTS], const pd_smpl_model *model,
                     const char *place)
{
    int count = 0;

    while (*place && *place != '|') {
        char name[64];
        size_t length = strcspn(place, "+|");
        if (count == PD_OBSERVE_MOST_PARTS || length >= sizeof name) return 0;

        memcpy(name, place, length);
        name[length] = 0;
        bool on_skin = *name == '@';
        int index = on_skin ? skin_vertex(model, name + 1) : pd_smpl_joint_find(&model->data, name);
        if (index < 0) return 0;
        parts[count++] = (pd_observe_part){on_skin, index, 1};
        place += length + (place[length] == '+');
    }

    for (int p = 0; p < count; p++) parts[p].weight = 1.0 / count;

    return count;
}

int pd_observe_place(pd_observe_part parts[PD_OBSERVE_MOST_PARTS], const pd_smpl_model *model,
                     const char *place)
{
    int count = one_place(parts, model, place);

    while (!count && strchr(place, '|')) {
        place = strchr(place, '|') + 1;
        count = one_place(parts, model, place);
    }

    return count;
}
