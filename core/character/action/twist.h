#ifndef PD_CHARACTER_ACTION_TWIST_H
#define PD_CHARACTER_ACTION_TWIST_H
/* Turns the trunk on the hips towards what the eyes or a hand want, where neck and shoulder do not get to:
 * people look behind over a shoulder, and reach behind with the trunk turned.
 *
 *     wanted = sum of w share(|angle| - free) to the side of the angle, at most MOST
 *         angle: of the gaze's point from the facing, free 60 degrees; of a hand's target from the facing, to
 *         the hand's own side free 75 degrees, to the other 40; w: weights of gaze and reach
 *
 * Spine and chest take half each, about the vertical; neck, head and arms go with them. The turn follows by a
 * critically damped spring.
 *
 * Memory   plain and copyable; the caller owns it. A zeroed state does nothing.
 * Threads  one thread for each character.
 * Errors   none.
 */
#include "core/character/action/gaze.h"
#include "core/character/action/reach.h"

typedef struct pd_character_twist_state {
    double turn, rate; /* radians to the left and their rate per second */
} pd_character_twist_state;

/* Advances by one tick, before gaze and hands: changes pose->rotations. Returns whether it changed them. */
bool pd_character_twist_step(pd_character_twist_state *state, pd_character_pose *pose,
                             const pd_character_gaze_state *gaze,
                             const pd_character_reach_state hands[PD_CHARACTER_HANDS],
                             const pd_character_rig *rig);

#endif
