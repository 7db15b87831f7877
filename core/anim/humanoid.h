#ifndef PD_ANIM_HUMANOID_H
#define PD_ANIM_HUMANOID_H
/* Poses in the form that avatars take: Unity's HumanBodyBones, where each rotation is local and relative to a
 * T-pose in which it is the identity.
 *
 *     N_b = G_b(t) G_b(T)^-1          local rotation  N_parent^-1 N_b
 *                                     local position  N_parent^-1 (p_b - p_parent)
 *
 * G_b is the world rotation of the joint that corresponds to bone b, T the skeleton's T-pose (the reference
 * pose of core/anim/source.h; for our biped and for bodies, the rest pose). This is VRM's normalised pose,
 * which can be applied to any skeleton with the same bone names.
 *
 * Collapsing  A joint between two bones that is not a bone itself (the lower half of the biped's neck, the
 *             middle of its forearm) does not exist in the target. The bone above it is then rotated, by the
 *             smallest angle, so that it points to the bone below. The direction of every joint and the
 *             rotation of every later bone stay exact; only the distance between the two bones changes
 *             slightly. Without UpperChest, the bone Chest takes UpperChest's joint, and Spine points to it.
 * Spaces      in: world. out: the root in the world, bones in their parent's frame; right-handed, +Y up,
 *             metres.
 * Memory      plain structs in the caller's storage. Const after init: any number of threads.
 * Errors      ERR_UNSUPPORTED: the skeleton has no joint for one of the bones that every humanoid must have.
 */
#include "core/anim/skeleton.h"

/* X(id, name, parent, the biped's joint (core/anim/biped.h), SMPL's joint) */
#define PD_ANIM_HUMAN_TABLE(X)                                                                               \
    X(HIPS, "Hips", NONE, "Hips", "pelvis")                                                                  \
    X(SPINE, "Spine", HIPS, "LowerBack", "spine1")                                                           \
    X(CHEST, "Chest", SPINE, "Spine", "spine2")                                                              \
    X(UPPER_CHEST, "UpperChest", CHEST, "Spine1", "spine3")                                                  \
    X(NECK, "Neck", UPPER_CHEST, "Neck", "neck")                                                             \
    X(HEAD, "Head", NECK, "Head", "head")                                                                    \
    X(L_SHOULDER, "LeftShoulder", UPPER_CHEST, "LeftShoulder", "left_collar")                                \
    X(L_UPPER_ARM, "LeftUpperArm", L_SHOULDER, "LeftArm", "left_shoulder")                                   \
    X(L_LOWER_ARM, "LeftLowerArm", L_UPPER_ARM, "LeftForeArm", "left_elbow")                                 \
    X(L_HAND, "LeftHand", L_LOWER_ARM, "LeftFingerBase", "left_wrist")                                       \
    X(R_SHOULDER, "RightShoulder", UPPER_CHEST, "RightShoulder", "right_collar")                             \
    X(R_UPPER_ARM, "RightUpperArm", R_SHOULDER, "RightArm", "right_shoulder")                                \
    X(R_LOWER_ARM, "RightLowerArm", R_UPPER_ARM, "RightForeArm", "right_elbow")                              \
    X(R_HAND, "RightHand", R_LOWER_ARM, "RightFingerBase", "right_wrist")                                    \
    X(L_UPPER_LEG, "LeftUpperLeg", HIPS, "LeftUpLeg", "left_hip")                                            \
    X(L_LOWER_LEG, "LeftLowerLeg", L_UPPER_LEG, "LeftLeg", "left_knee")                                      \
    X(L_FOOT, "LeftFoot", L_LOWER_LEG, "LeftFoot", "left_ankle")                                             \
    X(L_TOES, "LeftToes", L_FOOT, "LeftToeBase", "left_foot")                                                \
    X(R_UPPER_LEG, "RightUpperLeg", HIPS, "RightUpLeg", "right_hip")                                         \
    X(R_LOWER_LEG, "RightLowerLeg", R_UPPER_LEG, "RightLeg", "right_knee")                                   \
    X(R_FOOT, "RightFoot", R_LOWER_LEG, "RightFoot", "right_ankle")                                          \
    X(R_TOES, "RightToes", R_FOOT, "RightToeBase", "right_foot")

typedef enum pd_anim_human {
    PD_HUMAN_NONE = -1,
#define PD_ANIM_HUMAN_ENUM(id, ...) PD_HUMAN_##id,
    PD_ANIM_HUMAN_TABLE(PD_ANIM_HUMAN_ENUM)
#undef PD_ANIM_HUMAN_ENUM
        PD_ANIM_HUMAN_COUNT
} pd_anim_human;

extern const char *const pd_anim_human_names[PD_ANIM_HUMAN_COUNT]; /* Unity's names of the bones. */
/* Upper arm, lower arm and hand; row 0 left, row 1 right. */
extern const pd_anim_human pd_anim_human_arms[2][3];

/* The correspondence between a skeleton's joints and the bones; arrays (B), B = PD_ANIM_HUMAN_COUNT. */
typedef struct pd_anim_humanoid {
    int joints[PD_ANIM_HUMAN_COUNT];  /* (B) Joint of the skeleton; -1: the bone is omitted. */
    int parents[PD_ANIM_HUMAN_COUNT]; /* (B) Nearest bone above that is not omitted; -1: the root. */
    /* (B) Bone at which this one is pointed (Collapsing, above); -1: no joint lies between. */
    int aims[PD_ANIM_HUMAN_COUNT];
    /* (B) Inverse of the world rotation in the T-pose, G_b(T)^-1. */
    pd_quat rest_inverse[PD_ANIM_HUMAN_COUNT];
    /* (B) Position relative to the parent bone in the T-pose; of the hips relative to the origin. */
    pd_vec3 offsets[PD_ANIM_HUMAN_COUNT];
} pd_anim_humanoid;

/* Finds the bones of a skeleton. Shoulders, UpperChest and Toes are omitted where the skeleton has no joint
 * for them; upper_chest 0 omits UpperChest in any case. */
pd_status pd_anim_humanoid_init(pd_anim_humanoid *humanoid, const pd_anim_skeleton *skeleton, int upper_chest,
                                pd_error *err);

typedef struct pd_anim_human_pose {
    pd_vec3 root; /* Position of the character on the ground, world. */
    pd_quat root_rotation;
    /* (B) In the parent bone's frame; the hips in the root's frame. */
    pd_vec3 positions[PD_ANIM_HUMAN_COUNT];
    /* (B) In the parent bone's frame, w >= 0; the hips in the root's frame. */
    pd_quat rotations[PD_ANIM_HUMAN_COUNT];
} pd_anim_human_pose;

/* Computes the pose from the skeleton's positions (K) and rotations (K) in the world
 * (pd_anim_skeleton_forward). root and yaw: the character's position
 * on the ground and its facing, radians about +Y. */
void pd_anim_humanoid_pose(pd_anim_human_pose *out, const pd_anim_humanoid *humanoid,
                           const pd_vec3 *positions, const pd_quat *rotations, pd_vec3 root, double yaw);

#endif
