#ifndef PD_RETARGET_CHARACTER_JOINT_NAMES_H
#define PD_RETARGET_CHARACTER_JOINT_NAMES_H
/* Names of body joints in game engines and headsets: translates SMPL's names (with the fingers of SMPL-H and
 * SMPL-X) to other sets, and finds joints by any of them.
 *
 *     left_elbow   mixamorig:LeftForeArm lowerarm_l leftLowerArm left-arm-lower XR_BODY_JOINT_LEFT_ELBOW_BD
 *
 * smpl     SMPL's own names, as smplx has them; a joint is also found by the original ones, L_Hip and Pelvis
 * mixamo   Adobe's Mixamo, with its namespace
 * unreal   Unreal's mannequins of UE4 and UE5
 * vrm      humanoid bones of VRM 1.0
 * webxr    WebXR's Body Tracking module (W3C, 83 joints)
 * openxr   XR_BD_body_tracking, whose 24 joints are SMPL's
 *
 * A joint is also found by the names of XR_FB_body_tracking and XR_META_body_tracking_full_body, which are
 * WebXR's in capitals, and by those of XR_EXT_hand_tracking, which describe one hand:
 * XR_HAND_LEFT_EXT/XR_HAND_JOINT_WRIST_EXT, or without the hand where the skeleton has only one. The biped's
 * joints (core/anim/biped.h) have the names of SMPL's corresponding joints. A joint without a name in a set,
 * or with one of more than 31 letters (WebXR's finger joints), keeps its own. SMPL's hand joint is at the
 * knuckles and is named like the first joint of the middle finger. Only names change: rotations stay local to
 * the parent, in the skeleton's own frames, and lengths in its own unit (metres).
 *
 * Memory   none.
 * Threads  pure functions.
 */
#include "core/anim/skeleton.h"

/* X(id, word) */
#define PD_RETARGET_NAMES_TABLE(X)                                                                           \
    X(OWN, "smpl")                                                                                           \
    X(MIXAMO, "mixamo")                                                                                      \
    X(UNREAL, "unreal")                                                                                      \
    X(VRM, "vrm")                                                                                            \
    X(WEBXR, "webxr")                                                                                        \
    X(OPENXR, "openxr")

typedef enum pd_retarget_names {
#define PD_RETARGET_NAMES_ENUM(id, word) PD_NAMES_##id,
    PD_RETARGET_NAMES_TABLE(PD_RETARGET_NAMES_ENUM)
#undef PD_RETARGET_NAMES_ENUM
        PD_NAMES_COUNT
} pd_retarget_names;

/* Writes the name of `joint` in a set. Returns 0 when it has none there, and writes the joint's own name. */
int pd_retarget_joint_name(char out[PD_ANIM_NAME_BYTES], const char *joint, pd_retarget_names set);
/* Translates all joints (count) of a skeleton to out (count); the names stay unique. */
void pd_retarget_joint_names(char (*out)[PD_ANIM_NAME_BYTES], const char (*joints)[PD_ANIM_NAME_BYTES],
                             int count, pd_retarget_names set);
/* Writes the name here of a joint of the original SMPL: "L_Hip" is left_hip, "Pelvis" pelvis. Any other
 * name is written in lower case. */
void pd_retarget_joint_of_smpl(char out[PD_ANIM_NAME_BYTES], const char *name);
/* Returns the skeleton's joint by its own name, by that of any set,
 * or by that of the original SMPL; -1: none. */
int pd_retarget_joint_named(const pd_anim_skeleton *skeleton, const char *name);

#endif
