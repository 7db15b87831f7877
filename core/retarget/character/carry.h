#ifndef PD_RETARGET_CHARACTER_CARRY_H
#define PD_RETARGET_CHARACTER_CARRY_H
/* Joints of a character that belong to another joint than their parent in its skeleton: ends of limbs,
 * clavicles and thighs.
 *
 * In rigs made for IK, feet (or hands) are goals: children of the root beside the hips. The shank ends in
 * another joint, or in none. Such a goal is carried by a joint of its limb. In bipeds of 3ds Max the
 * clavicles are children of the neck and the thighs of the spine, but stay in place when neck and spine bend:
 * chest and hips carry them. With W and p the rotations and positions of joints in the world, o the offset
 * between the two joints at rest, k the carried joint, c the joint that carries it and u the parent of k in
 * the file,
 *
 *     p_k = p_c + W_c o          local position of k = W_u^-1 (p_k - p_u)
 *
 * so the joint needs a translation in every frame as well as its rotation.
 *
 * Spaces   at rest all rotations are the identity; positions are in the parent joint's frame, in the file's
 *          units.
 * Memory   plain structs.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

enum { PD_RETARGET_CARRIED = 8 }; /* Most carried joints: two of feet, hands, clavicles and thighs each. */

typedef struct pd_retarget_carry {
    int count;
    int joints[PD_RETARGET_CARRIED]; /* (count) Carried joints. */
    int by[PD_RETARGET_CARRIED];     /* (count) The joint that carries each of them. */
    /* The skeleton with carried joints below the joints that carry them; set when count > 0. */
    pd_anim_skeleton tree;
} pd_retarget_carry;

/* Adds a carried joint. Returns false and changes nothing when there are PD_RETARGET_CARRIED already, when it
 * is carried already, or when `by` is below it. */
bool pd_retarget_carry_add(pd_retarget_carry *carry, const pd_anim_skeleton *skeleton, int joint, int by);
/* Returns the skeleton in which carried joints are below the joints that carry them; without carried joints,
 * the skeleton itself. */
const pd_anim_skeleton *pd_retarget_carry_tree(const pd_retarget_carry *carry,
                                               const pd_anim_skeleton *skeleton);
/* Computes the local positions of carried joints in a frame: places (count). locals (K): rotations on the
 * file's own skeleton. */
void pd_retarget_carry_places(pd_vec3 *places, const pd_retarget_carry *carry,
                              const pd_anim_skeleton *skeleton, const pd_quat *locals);

#endif
