#ifndef PD_PFNN_PLAYBACK_H
#define PD_PFNN_PLAYBACK_H
/* Motion played faster than it was made: a character moves faster than anyone in its network's training data.
 *
 *     s += rate                       s: ticks of its own that are shown, `rate` of them a frame
 *     pose = mix(P_k-1, P_k, s - k + 1),   k = ceil(s)
 *
 * Everything lives in the character's own time - stick, trajectory, network, planted feet -, where it goes at a speed that it knows;
 * of the poses P of its ticks those between two are shown. So feet that are planted stay so, phase and contacts go with the
 * pose, and angles are as they were: their rates are multiplied by `rate`, accelerations by its square. At rates between 1 and 2 a frame takes
 * one tick or two. A character at rate 1 shows its own tick, to the bit; one whose rate is 1 again catches up by .02 ticks a frame.
 *
 * Mix      rotations by slerp, joints from them (bones keep their lengths), places, contacts and gaits straight, phase and yaw the short way;
 *          footsteps are the later tick's, events those of all ticks of the frame.
 * Memory   plain, copyable, inside pd_pfnn_character.
 */
#include "core/pfnn/pose.h"

#include <stdbool.h>

#define PD_PFNN_PLAYBACK_MOST 2.0

typedef struct pd_pfnn_playback {
    double behind; /* k - s, 0 to 1                       */
    bool is_on;    /* last and next are set               */
    unsigned events;
    pd_pfnn_pose last, next; /* P_k-1 and P_k, as its ticks made them */
} pd_pfnn_playback;

/* In front of a frame: how many ticks it takes, 1 or 2. */
int pd_pfnn_playback_begin(pd_pfnn_playback *playback, pd_pfnn_pose *pose, double rate);
/* Behind the first of two. */
void pd_pfnn_playback_between(pd_pfnn_playback *playback, const pd_pfnn_pose *pose);
/* Behind the last: *pose becomes what is shown, its velocity that at the rate. */
void pd_pfnn_playback_end(pd_pfnn_playback *playback, pd_pfnn_pose *pose, double rate,
                          const pd_pfnn_rig *rig);

#endif
