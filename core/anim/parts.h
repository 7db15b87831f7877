#ifndef PD_ANIM_PARTS_H
#define PD_ANIM_PARTS_H
/* Classifies joints by their names: which part of a body a joint is, on which side it is, and at which joint
 * its limb begins.
 *
 * A name is split into words at _ - . : space and where a lower-case letter precedes an upper-case one. The
 * words l, left, r and right give the side; the end of the other words gives the part. So left_hand, l_hand,
 * hand.L, LeftHand and mixamorig:LeftHand are the same. "shoulder" and "arm" mean different joints in
 * different skeletons: SMPL's left_shoulder and Mixamo's LeftArm are both the joint that rotates the upper
 * arm. Above a hand, the first joint with either name is taken as the root of the limb, which is right for
 * both.
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

/* Returns the part that a joint name stands for. *side (may be NULL): +1 left, -1 right, 0 neither. */
pd_anim_part pd_anim_part_of(const char *name, int *side);

/* Returns the joint at which the kinematic chain of a target joint starts by default. Below a shoulder or a
 * hip it is that joint. For head, neck and what is below them it is the lowest spine joint, so that pelvis
 * and legs stay. For all others it is the root. It is never the joint itself, unless that is the root. */
int pd_anim_limb_root(const pd_anim_skeleton *skeleton, int joint);
/* Returns the next start when that chain is extended beyond `from`, one of its joints: from a shoulder to the
 * collar above it, from the collar to the lowest spine joint, from there and from a hip to the root; -1 when
 * `from` is the root. */
int pd_anim_limb_grown(const pd_anim_skeleton *skeleton, int joint, int from);

#endif
