#ifndef PD_RETARGET_OWN_HAND_H
#define PD_RETARGET_OWN_HAND_H
/* The fingers of a user's own character, and poses of its hands by name.
 *
 * Joints   below the hand (or the forearm of an arm without one) whose names say a finger: thumb, index,
 *          middle, ring, pinky and other words for it, MMD's Japanese names, VRM's bones, or Biped's
 *          Finger0 to Finger4. Three of each, from the palm outwards; metacarpals other than the thumb's and
 *          ends are passed over. Where no name says a finger, four or five chains of joints below the hand
 *          are fingers: the one that points farthest away from the others is the thumb.
 * Poses    those of core/smpl/part/hand.h about the character's own palm and fingers. A finger is bent by as
 *          much as our bodies' fingers are, whatever its bend at rest:
 *
 *              turn_k = pose_k + bend_k(our body at rest) - bend_k(character at rest)        degrees
 *
 *          The bend of a last joint without an end counts as .6 of the joint before it. Thumbs have
 *          pose_k alone.
 *
 * Spaces   rotations local in the skeleton's frames (core/anim/skeleton.h).
 * Memory   plain structs.   Threads  pure functions.   Errors  none: a hand without fingers has no poses.
 */
#include "core/anim/skeleton.h"
#include "core/smpl/part/hand.h"

#include <stdbool.h>

#define PD_RETARGET_OWN_FINGERS (2 * PD_SMPL_HAND_JOINTS) /* left, right; fingers in the order of hand.h */

typedef struct pd_retarget_own_hands {
    bool has[2];                         /* left, right: the hand has an index finger and another one */
    int joints[PD_RETARGET_OWN_FINGERS]; /* -1: none */
    /* Rotation from a hand of the T-pose, which points to the side with the palm down, to the hand. */
    pd_quat frames[2];
    pd_quat poses[PD_SMPL_HAND_POSE_COUNT]
                 [PD_RETARGET_OWN_FINGERS]; /* the identity where there is no joint */
} pd_retarget_own_hands;

/* The names of a joint: that of its node, and VRM's bone or "". */
typedef struct pd_retarget_own_hand_names {
    const char *name, *bone;
} pd_retarget_own_hand_names;

/* Finds the fingers. names (joint_count of the skeleton); hands: joint of the left and the right hand, -1:
 * none. */
void pd_retarget_own_hands_find(pd_retarget_own_hands *out, const pd_anim_skeleton *skeleton,
                                const pd_retarget_own_hand_names *names, const int hands[2]);

/* Bends of our bodies' fingers at rest, degrees: index, middle, pinky, ring, by joint. */
extern const double pd_retarget_own_hand_rest[4][3];

#endif
