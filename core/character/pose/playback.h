#ifndef PD_CHARACTER_POSE_PLAYBACK_H
#define PD_CHARACTER_POSE_PLAYBACK_H
/* Plays motion at another speed than it was made: faster, so that a character moves faster than anyone in its
 * network's training data, and faster or slower for short and tall people (core/character/size.h).
 *
 *     s += rate                       s: the character's own ticks; `rate` of them are shown in a frame
 *     pose = mix(P_k-1, P_k, s - k + 1),   k = ceil(s)
 *
 * Stick, trajectory, network and planted feet all run in the character's own time, at a speed within its
 * training data; the shown pose is interpolated between the poses P of two ticks. So planted feet stay
 * planted, phase and contacts fit the pose, and angles are unchanged; their rates are multiplied by `rate`,
 * accelerations by its square. A frame takes floor(rate) or ceil(rate) ticks, none or one at a rate below 1.
 * At rate 1 the pose is that of the tick, to the bit; when the rate returns to 1 the remainder is reduced by
 * .02 ticks a frame.
 *
 * Mix      rotations by slerp, joints from them (bones keep their lengths), positions, contacts and gaits
 *          linearly, phase and yaw the short way; footsteps of the later tick, events of all ticks of the
 *          frame.
 * Memory   plain and copyable, part of pd_character.
 * Threads  one thread for each character.
 * Errors   none.
 */
#include "core/character/pose/pose.h"

#include <stdbool.h>

typedef struct pd_character_playback {
    double behind; /* k - s, 0 to 1 */
    bool is_on;    /* last and next are set */
    unsigned events;
    pd_character_pose last, next; /* P_k-1 and P_k */
} pd_character_playback;

#define PD_CHARACTER_PLAYBACK_TICKS 4 /* largest number of ticks in a frame */

/* Call it before a frame: returns how many ticks the frame takes, 0 to PD_CHARACTER_PLAYBACK_TICKS. rate:
 * above 0; a rate that needs more ticks is lowered. */
int pd_character_playback_begin(pd_character_playback *playback, pd_character_pose *pose, double rate);
/* Call it after each tick of a frame but the last. */
void pd_character_playback_between(pd_character_playback *playback, const pd_character_pose *pose);
/* Call it after the last tick, or without one: *pose becomes the shown pose, with its velocity at the rate.
 * */
void pd_character_playback_end(pd_character_playback *playback, pd_character_pose *pose, double rate,
                               const pd_character_rig *rig);

#endif
