#ifndef PD_RETARGET_AVATAR_JOINT_NAMES_H
#define PD_RETARGET_AVATAR_JOINT_NAMES_H
/* What joints of bodies are called elsewhere: SMPL's names (with the fingers of SMPL-H and SMPL-X) in those of game engines and headsets.
 *
 *     left_elbow   mixamorig:LeftForeArm   lowerarm_l   leftLowerArm   left-arm-lower   XR_BODY_JOINT_LEFT_ELBOW_BD
 *
 * smpl     as they are
 * mixamo   of Adobe's Mixamo, with its namespace
 * unreal   of Unreal's mannequin, those that it has had in UE4 and UE5
 * vrm      of VRM 1.0's humanoid bones
 * webxr    of WebXR's Body Tracking module (W3C, 83 joints)
 * openxr   of XR_BD_body_tracking, whose 24 joints are SMPL's
 *
 * A skeleton's joint is also found by the names of XR_FB_body_tracking and XR_META_body_tracking_full_body, which are WebXR's in capitals, and by
 * those of XR_EXT_hand_tracking, which are one hand's: XR_HAND_LEFT_EXT/XR_HAND_JOINT_WRIST_EXT, or without the hand where the skeleton has one.
 * The biped's joints (core/anim/biped.h) are called as SMPL's that do the same work. Who has no name in a set, or one of more than 31 letters
 * (WebXR's finger joints), keeps his own. SMPL's hand, whose joint is at the knuckles, is the middle finger's first one.
 * Names alone: rotations stay local to the parent, in the skeleton's own frames, lengths in its own unit (metres).
 *
 * Memory   none.   Threads   pure.
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

/* `joint` in the words of a set. 0: it has none there, and out is the joint's own name. */
int pd_retarget_joint_name(char out[PD_ANIM_NAME_BYTES], const char *joint, pd_retarget_names set);
/* All of a skeleton's, out (count) of joints (count); they stay different. */
void pd_retarget_joint_names(char (*out)[PD_ANIM_NAME_BYTES], const char (*joints)[PD_ANIM_NAME_BYTES],
                             int count, pd_retarget_names set);
/* The skeleton's joint of that name, its own or that of any of the sets; -1: none. */
int pd_retarget_joint_named(const pd_anim_skeleton *skeleton, const char *name);

#endif
