#ifndef PD_ANIM_PARTS_H
#define PD_ANIM_PARTS_H
/* What joint names say: which part of a body a joint is, on which side, and where its limb starts.
 *
 * Names are cut into words at _ - . : space and at CamelCase humps; l, left, r, right give the side, the rest
 * decides by its ending. So left_hand, l_hand, hand.L, LeftHand and mixamorig:LeftHand are the same. Two habits
 * meet in "shoulder" and "arm": SMPL's left_shoulder and Mixamo's LeftArm are both where the upper arm turns;
 * the first of them above a hand is the limb's root, so that both come out right.
 */
#include "core/anim/skeleton.h"

typedef enum pd_anim_part {
    PD_ANIM_PART_OTHER,
    PD_ANIM_PART_SHOULDER, /* shoulder, upperarm, arm                  */
    PD_ANIM_PART_ELBOW,    /* elbow, forearm, lowerarm                 */
    PD_ANIM_PART_HIP,      /* hip, thigh, upleg, upperleg; not hips    */
    PD_ANIM_PART_KNEE,     /* knee, leg, lowerleg, shin, calf          */
    PD_ANIM_PART_HEAD,     /* head, neck                               */
    PD_ANIM_PART_SPINE     /* spine, chest, torso, lowerback, numbered */
} pd_anim_part;

/* side (may be NULL): +1 left, -1 right, 0 neither. */
pd_anim_part pd_anim_part_of(const char *name, int *side);

/* Where the chain of a target joint starts unless the caller says: below a shoulder or a hip that one; head,
 * neck and what is below them: the lowest spine joint, so that pelvis and legs stay; anything else: the
 * root. Never the joint itself, unless it is the root. */
int pd_anim_limb_root(const pd_anim_skeleton *skeleton, int joint);
/* Where that chain starts when it grows beyond `from`, one of its joints: from a shoulder on to the collar that carries it, from there to the
 * lowest spine joint, from that one and from a hip to the root; -1 beyond the root. */
int pd_anim_limb_grown(const pd_anim_skeleton *skeleton, int joint, int from);

#endif
