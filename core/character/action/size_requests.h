#ifndef PD_CHARACTER_ACTION_SIZE_REQUESTS_H
#define PD_CHARACTER_ACTION_SIZE_REQUESTS_H
/* Converts checked requests of the world, in metres, into the unit of a character of another size
 * (core/character/size.h), in place. Angles, directions and times stay.
 *
 * Memory   plain data.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/character/action/follow.h"
#include "core/character/action/gaze.h"
#include "core/character/action/reach.h"
#include "core/character/action/sit.h"

/* The space of a path stays in metres, because others are avoided in the world (space.h). */
void pd_character_size_follow(pd_character_follow *follow, double size, const pd_character_rig *rig);
void pd_character_size_reach(pd_character_reach_request *request, double size);
void pd_character_size_gaze(pd_character_gaze_request *request, double size);
void pd_character_size_sit(pd_character_sit_request *request, double size);

#endif
