#ifndef PD_CHARACTER_PACED_H
#define PD_CHARACTER_PACED_H
/* Moves a four-legged character by the cycles of a database (core/matching/pacer.h). Goals, path, walls and
 * ground are those of every character; what only people have (foot lock, jumps, crouching, strafing,
 * reaching, sitting) has no effect on it.
 *
 * Spaces   world, metres; a tick is 1/60 s.
 * Threads  one thread for each character.
 * Errors   none.
 */
#include "core/character/character.h"

/* Shows the animal at its present phase as the character's pose. */
void pd_character_paced_show(pd_character *character, const pd_character_rig *rig,
                             const pd_anim_scene *scene);

#endif
