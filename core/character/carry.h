#ifndef PD_CHARACTER_CARRY_H
#define PD_CHARACTER_CARRY_H
/* Moves a character as a whole, as if its whole past had happened at another place: rotates it about its
 * root's vertical axis and shifts it along the ground.
 *
 *     p' = to + R(yaw - now) (p - root)      for every position, without the root for every velocity
 *
 * Heights are not changed: the next tick reads the ground at the new place. Used by clips that move the root
 * (action/play.h).
 *
 * Spaces   world: metres, radians; +Y up.   Memory  changes the character in place; allocates nothing.
 * Threads  one thread for each character.   Errors  none.
 */
#include "core/character/character.h"

/* Moves the root to `to` (x, z) with the facing `yaw`, after a tick. */
void pd_character_carry(pd_character *character, const double to[2], double yaw, const pd_character_rig *rig);

#endif
