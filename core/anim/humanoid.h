#ifndef PD_ANIM_HUMANOID_H
#define PD_ANIM_HUMANOID_H
/* A pose in the form that avatars take: Unity's HumanBodyBones, each rotation local and relative to a T-pose in which it is the identity.
 *
 *     N_b = G_b(t) G_b(T)^-1          local rotation  N_parent^-1 N_b
 *                                     local position  N_parent^-1 (p_b - p_parent)
 *
 * G_b is the world rotation of the joint that corresponds to bone b, T the skeleton's T-pose (core/anim/source.h's reference; the rest
 * pose of our biped and of bodies). That is VRM's normalised pose, which fits every skeleton with the same bone names.
 *
 * Collapsing  a joint between two bones that is no bone itself (half of the biped's neck, its forearm's middle) has no place in the
 *             target. The bone above it is then rotated, by the least angle, so that it points to where the bone below is: every
 *             joint's direction and every later bone's rotation stay exact; only the length between the two gives a little.
 *             Without UpperChest the chest takes its joint, and the spine points to it.
 * Spaces      in: world. out: the root in the world, bones in their parent's frame; right-handed, +Y up, metres.
 * Memory      plain structs in the caller's storage. Const after init: any number of threads.
 * Errors      ERR_UNSUPPORTED: no joint answers to one of the bones that every humanoid has.
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

extern const char *const pd_anim_human_names[PD_ANIM_HUMAN_COUNT]; /* Unity's */
extern const pd_anim_human pd_anim_human_arms[2]
                                             [3]; /* upper arm, lower arm, hand of the left and the right */

/* How a skeleton's joints answer to the bones, (B) = PD_ANIM_HUMAN_COUNT. */
typedef struct pd_anim_humanoid {
    int joints[PD_ANIM_HUMAN_COUNT];  /* (B) of the skeleton; -1: the bone is left out                 */
    int parents[PD_ANIM_HUMAN_COUNT]; /* (B) the bone above that is not left out; -1: the root         */
    int aims[PD_ANIM_HUMAN_COUNT];    /* (B) the bone that this one points at;   -1: nothing between   */
    pd_quat rest_inverse
        [PD_ANIM_HUMAN_COUNT];            /* (B) G_b(T)^-1                                                  */
    pd_vec3 offsets[PD_ANIM_HUMAN_COUNT]; /* (B) from the parent in the T-pose; the hips' from the origin   */
} pd_anim_humanoid;

/* Every bone is there but Shoulders, UpperChest and Toes where the skeleton has none; upper_chest 0 leaves that out. */
pd_status pd_anim_humanoid_init(pd_anim_humanoid *humanoid, const pd_anim_skeleton *skeleton, int upper_chest,
                                pd_error *err);

typedef struct pd_anim_human_pose {
    pd_vec3 root; /* on the ground, world */
    pd_quat root_rotation;
    pd_vec3 positions[PD_ANIM_HUMAN_COUNT]; /* (B) local to the parent bone, the hips' to the root */
    pd_quat rotations[PD_ANIM_HUMAN_COUNT]; /* (B) likewise, w >= 0                                */
} pd_anim_human_pose;

/* positions (K), rotations (K): of the skeleton, world (pd_anim_skeleton_forward). root and yaw: the character's place and facing. */
void pd_anim_humanoid_pose(pd_anim_human_pose *out, const pd_anim_humanoid *humanoid,
                           const pd_vec3 *positions, const pd_quat *rotations, pd_vec3 root, double yaw);

#endif
