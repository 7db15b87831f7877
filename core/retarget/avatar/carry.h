#ifndef PD_RETARGET_AVATAR_CARRY_H
#define PD_RETARGET_AVATAR_CARRY_H
/* Joints of a character that belong to the end of a limb but hang elsewhere in its skeleton.
 *
 * In rigs made for IK, feet (or hands) are goals: joints below the root, beside the hips, and a shank ends in a joint of its own or in none.
 * Such a joint is carried by a joint of its limb. With W the rotations and p the places of joints in the world, o the distance of the two at
 * rest, k the carried joint, c the one that carries it and u the one above k in the file,
 *
 *     p_k = p_c + W_c o          place of k = W_u^-1 (p_k - p_u)
 *
 * so the joint needs a translation in every frame as well as its rotation.
 *
 * Spaces   at rest all rotations are the identity; places are in the frame of the joint above, in the file's units.
 * Memory   plain structs.   Threads  pure.   Errors  none.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

enum { PD_RETARGET_CARRIED = 4 }; /* feet and hands */

typedef struct pd_retarget_carry {
    int count;
    int joints[PD_RETARGET_CARRIED]; /* (count) those that are carried           */
    int by[PD_RETARGET_CARRIED];     /* (count) what each is carried by          */
    pd_anim_skeleton tree;           /* the skeleton with them below those; set where count > 0 */
} pd_retarget_carry;

/* Adds one. False, and nothing is changed: there are PD_RETARGET_CARRIED, it is carried already, or `by` is below it. */
bool pd_retarget_carry_add(pd_retarget_carry *carry, const pd_anim_skeleton *skeleton, int joint, int by);
/* The tree in which every joint hangs where it belongs. */
const pd_anim_skeleton *pd_retarget_carry_tree(const pd_retarget_carry *carry,
                                               const pd_anim_skeleton *skeleton);
/* places (count) of a frame: local rotations (K) of the file's own skeleton. */
void pd_retarget_carry_places(pd_vec3 *places, const pd_retarget_carry *carry,
                              const pd_anim_skeleton *skeleton, const pd_quat *locals);

#endif
