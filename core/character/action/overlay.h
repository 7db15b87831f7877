#ifndef PD_CHARACTER_ACTION_OVERLAY_H
#define PD_CHARACTER_ACTION_OVERLAY_H
/* State of all actions that are applied to a character's pose after a tick: sitting, clips, gaze and hands.
 * Stream and roll-outs both use it, so a streamed run equals the roll-out of its script.
 *
 * Memory   plain and copyable; clips are borrowed (play.h). A zeroed overlay changes nothing.
 * Threads  one thread for each character.   Errors  none.
 */
#include "core/character/action/bearing.h"
#include "core/character/action/gaze.h"
#include "core/character/action/play.h"
#include "core/character/action/reach.h"
#include "core/character/action/sit.h"
#include "core/character/action/twist.h"

typedef struct pd_character_overlay {
    pd_character_sit_state sit;
    pd_character_play_state play;
    pd_character_reach_state hands[PD_CHARACTER_HANDS];
    pd_character_gaze_state gaze;
    pd_character_twist_state twist;
} pd_character_overlay;

/* Returns whether the character sits, walks to a seat or stands up. */
static inline bool pd_character_overlay_sits(const pd_character_overlay *overlay)
{
    return overlay->sit.stage != PD_CHARACTER_SIT_NOT;
}

/* Returns the character's input for the next tick: `input`, unless it sits, walks to its seat or plays a clip
 * on the whole body. Call it before a tick. */
const pd_character_input *pd_character_overlay_drive(pd_character_overlay *overlay,
                                                     const pd_character_input *input, pd_character *character,
                                                     const pd_character_rig *rig);

/* The bearing of a character that takes part in a conversation, and what it is in this tick. */
typedef struct pd_character_overlay_talk {
    pd_character_bearing *bearing;
    pd_character_bearing_input input;
} pd_character_overlay_talk;

/* Advances by one tick and changes the character's pose: sitting, the bearing, the clip, the trunk, gaze,
 * then hands. talk NULL: no bearing. Call it after a tick. */
void pd_character_overlay_step(pd_character_overlay *overlay, pd_character *character,
                               const pd_character_rig *rig, const pd_anim_scene *scene,
                               const pd_character_overlay_talk *talk);

#endif
