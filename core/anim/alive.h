#ifndef PD_ANIM_ALIVE_H
#define PD_ANIM_ALIVE_H
/* What a moving body with a face and fingers has of its own: eyes that look, lids that blink, hands at ease. For skeletons with the joints of
 * SMPL-X by their names; on one without eyes and fingers nothing is done.
 *
 * Eyes     keep their direction in the world while the head turns under them, and jump from one to the next at up to 500 degrees a second
 *          (saccades), within 32 degrees to the sides, 20 up and 25 down of the head. What they are on:
 *              a point, where one is to be looked at: at once, before the head (core/pfnn/rollout/gaze.h), which follows over a second
 *              else where the head will be in a quarter of a second, and some degrees beside it by chance: for 0.4 to 2.2 s, or until the
 *              head has turned 12 degrees further
 * Lids     close for 0.22 s every 2 to 6 s, and with a jump of more than 20 degrees: as people's, 10 to 20 times a minute.
 * Fingers  have the rotations of a hand at rest, r^f: f is the person's own, 0.7 to 1.2, and wavers by a tenth over seconds.
 *
 * All by chance follows from seed and time alone: the same seed gives the same bits.
 *
 * Spaces   world, metres, seconds; rotations local. dt: 1/60 s and the like.
 * Memory   both structs are plain; the rig is const after init.
 * Errors   none: what is not there is left alone.
 */
#include "core/anim/clip.h"
#include "core/anim/skeleton.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_ANIM_ALIVE_FINGERS 30 /* of both hands: index, middle, pinky, ring, thumb, three joints each */

typedef struct pd_anim_alive_rig {
    const pd_anim_skeleton *skeleton; /* borrowed */
    int head, eyes[2];                /* left, right; -1: not there                     */
    int fingers[PD_ANIM_ALIVE_FINGERS];
    pd_quat relaxed[PD_ANIM_ALIVE_FINGERS]; /* their local rotations in a hand at rest        */
    bool has_eyes, has_fingers;
} pd_anim_alive_rig;

/* Somebody's eyes, lids and hands. All zero but the seed: before the first frame. */
typedef struct pd_anim_alive {
    uint32_t seed;
    uint32_t jumps, blinks;   /* so far: what chance follows from                                  */
    double time;              /* s                                                                 */
    double until, blink_at;   /* s: the eyes' next jump; when the lids began or will begin to close */
    pd_vec3 aim;              /* world, unit: what free eyes are on                                */
    pd_vec3 ahead, turning;   /* the head's direction a frame ago; how it moves, a second          */
    pd_vec3 eyes[2];          /* their directions in the head's frame, unit                        */
    double lids;              /* out: 0 open to 1 closed                                           */
    bool has_begun, looks_at; /* looks_at: a point, in the last frame                              */
} pd_anim_alive;

/* A point to look at; weight under 0.05: none. */
typedef struct pd_anim_alive_look {
    pd_vec3 point; /* world */
    double weight; /* 0 to 1 */
} pd_anim_alive_look;

/* relaxed (2,45): rotation vectors of the fingers of a left and a right hand at rest, or NULL: fingers are left alone. */
void pd_anim_alive_init(pd_anim_alive_rig *rig, const pd_anim_skeleton *skeleton,
                        const float *const relaxed[2]);
/* A frame: rotations (K) of eyes and fingers are written, all others read; root: where joint 0 stands. look may be NULL. */
void pd_anim_alive_step(pd_anim_alive *state, pd_quat *rotations, pd_vec3 root, const pd_anim_alive_rig *rig,
                        const pd_anim_alive_look *look, double dt);

/* Fingers that no frame of the clip turns, as capture without fingers leaves them, get those of a hand at rest: relaxed as of _init. */
void pd_anim_alive_relax(pd_anim_clip *clip, const float *const relaxed[2]);

#endif
