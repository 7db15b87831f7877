#ifndef PD_CHARACTER_MATCHED_H
#define PD_CHARACTER_MATCHED_H
/* Moves a character by frames of a motion-matching database (core/matching/player.h) instead of a network's
 * output.
 *
 *     trajectory's goal -> goal -> player -> pose, step of the root, contacts, phase, path ahead -> inertia
 *     -> foot lock
 *
 * The trajectory is updated as with a network, with the frame's path ahead instead of the network's
 * prediction. So its samples and path following work in the same way.
 *
 * Spaces   world, metres; a tick is 1/60 s.   Threads  one thread for each character.   Errors  none.
 * Memory   plain and copyable, part of pd_character.
 */
#include "core/matching/inertialize.h"
#include "core/matching/pacer.h"
#include "core/matching/player.h"
#include "core/character/control/trajectory.h"

#define PD_CHARACTER_MATCHED_HEAD 64 /* numbers of an output row before its joints */

typedef struct pd_character_matched {
    pd_matching_player player;
    pd_matching_pacer pacer; /* only for rigs with cycles of an animal */
    pd_matching_inertia inertia;
    bool active; /* frames move the character, always or never */
} pd_character_matched;

/* Returns the player's goal for the trajectory's goal. */
pd_matching_goal pd_character_matched_goal(const pd_character_trajectory *trajectory,
                                           const pd_character_rig *rig);
/* Returns the present root in the player's form. */
pd_matching_root pd_character_matched_root(const pd_character_trajectory *trajectory,
                                           const pd_character_rig *rig);
/* Writes y (PD_CHARACTER_MATCHED_HEAD): the numbers by which the trajectory advances,
 * as in a network's output row. */
void pd_character_matched_head(float *y, const pd_matching_frame *frame, const pd_character_rig *rig);

/* A frame above a root at a height (metres, world). */
typedef struct pd_character_matched_frame {
    const pd_matching_frame *frame;
    const pd_matching_root *root;
    double height;
} pd_character_matched_frame;

/* Writes the pose of a frame with inertia: rotations and joints (J) world. */
void pd_character_matched_show(pd_quat *rotations, pd_vec3 *joints, pd_character_matched *matched,
                               const pd_character_matched_frame *shown, const pd_character_rig *rig);

#endif
