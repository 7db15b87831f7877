#ifndef PD_ANIM_ALIVE_H
#define PD_ANIM_ALIVE_H
/* Adds small movements that make a body look alive: eyes that look around, lids that blink, hands at rest.
 * Joints are found by SMPL-X's names; in a skeleton without eyes or fingers those rotations are unchanged.
 *
 * Eyes     keep their direction in the world while the head turns, and jump to the next direction at up to
 *          500 degrees a second (saccades), within 32 degrees to each side, 20 up and 25 down in the head's
 *          frame. With a given point they look at it at once, before the head turns
 *          (core/character/action/gaze.h), which takes about a second. Otherwise they look in the direction
 *          that the head will have in a quarter of a second, at most 16 degrees ahead, plus a few random
 *          degrees. They keep this direction for 0.4 to 2.2 s, or until the head has turned away by 12
 *          degrees, or until a turning head has passed it by 3 degrees. So gaze leads a turn.
 * Lids     close for 0.22 s every 2 to 6 s, and also with a saccade of more than 20 degrees if the last blink
 *          was at least 3 s before. These are 10 to 20 blinks a minute, as of people, also in long turns.
 * Fingers  have the rotations of a hand at rest to a power, r^f. The power f is 0.7 to 1.2, different for
 *          each hand. It varies over seconds by 4 % for the whole hand and by 8 % more for each finger.
 *
 * All randomness is computed from seed and time alone: the same seed gives the same bits.
 *
 * Spaces   world, metres, seconds; rotations are local to the parent joint. dt is a frame's time, 1/60 s for
 *          example.
 * Memory   both structs are plain; the rig is const after init.
 * Errors   none: joints that are missing are left alone.
 */
#include "core/anim/clip.h"
#include "core/anim/skeleton.h"

#include <stdbool.h>
#include <stdint.h>

/* Finger joints of both hands: index, middle, pinky, ring, thumb; three each. */
#define PD_ANIM_ALIVE_FINGERS 30

/* Largest rotation of an eye in the head, radians: to each side, up and down. A weight of 1 in
 * pd_anim_alive_eyes is this angle. */
#define PD_ANIM_ALIVE_SIDE (32 * 0.017453292519943295)
#define PD_ANIM_ALIVE_UP   (20 * 0.017453292519943295)
#define PD_ANIM_ALIVE_DOWN (25 * 0.017453292519943295)

/* Weights of the eyes as blend shapes, in the order of the first ten of pd_retarget_face_names
 * (core/retarget/face.h). */
enum {
    PD_ANIM_EYE_BLINK_LEFT,
    PD_ANIM_EYE_BLINK_RIGHT,
    PD_ANIM_EYE_DOWN_LEFT,
    PD_ANIM_EYE_DOWN_RIGHT,
    PD_ANIM_EYE_IN_LEFT,
    PD_ANIM_EYE_IN_RIGHT,
    PD_ANIM_EYE_OUT_LEFT,
    PD_ANIM_EYE_OUT_RIGHT,
    PD_ANIM_EYE_UP_LEFT,
    PD_ANIM_EYE_UP_RIGHT,
    PD_ANIM_EYE_WEIGHTS
};

typedef struct pd_anim_alive_rig {
    const pd_anim_skeleton *skeleton; /* borrowed */
    int head, eyes[2]; /* Joint numbers; eyes: left, right. -1: the skeleton has no such joint. */
    int fingers[PD_ANIM_ALIVE_FINGERS];
    pd_quat relaxed[PD_ANIM_ALIVE_FINGERS]; /* Local rotations of the fingers in a hand at rest. */
    bool has_eyes, has_fingers;
} pd_anim_alive_rig;

/* State of one person's eyes, lids and hands. Before the first frame all fields except the seed are zero. */
typedef struct pd_anim_alive {
    uint32_t seed;
    /* Numbers of saccades and blinks so far; random values are computed from them and the seed. */
    uint32_t jumps, blinks;
    double time;  /* Time since the first frame, seconds. */
    double shown; /* Time of the last frame, to which its fingers belong. */
    /* until: time of the next saccade; blink_at: time at which the lids last began, or will next begin, to
     * close. Seconds. */
    double until, blink_at;
    pd_vec3 aim; /* Direction in which the eyes look when no point is given; world, unit length. */
    /* ahead: the head's direction in the previous frame; turning: change of that direction per second. */
    pd_vec3 ahead, turning;
    pd_vec3 eyes[2];          /* Directions of both eyes in the head's frame, unit length. */
    double lids;              /* Output: 0 for open lids to 1 for closed ones. */
    bool has_begun, looks_at; /* looks_at: the eyes looked at a given point in the last frame. */
} pd_anim_alive;

/* A point for the eyes to look at. With a weight below 0.05 it is ignored. */
typedef struct pd_anim_alive_look {
    pd_vec3 point; /* world */
    double weight; /* 0 to 1 */
} pd_anim_alive_look;

/* Head and eyes that follow an observed person. */
typedef struct pd_anim_alive_led {
    bool is_led;     /* false: none of the other members counts */
    pd_quat head;    /* rotation added to the head's, in the axes of a person who faces +Z */
    pd_quat gaze[2]; /* rotations of the left and the right eye in the head */
} pd_anim_alive_led;

/* Prepares a rig for a skeleton, which is borrowed. relaxed (2,45): rotation vectors of the fingers of a left
 * and a right hand at rest, or NULL to leave fingers alone. */
void pd_anim_alive_init(pd_anim_alive_rig *rig, const pd_anim_skeleton *skeleton,
                        const float *const relaxed[2]);
/* Advances by one frame. Overwrites the rotations (K) of eyes and fingers; the others are only read. root:
 * position of joint 0 in the world. look may be NULL. */
void pd_anim_alive_step(pd_anim_alive *state, pd_quat *rotations, pd_vec3 root, const pd_anim_alive_rig *rig,
                        const pd_anim_alive_look *look, double dt);

/* Advances eyes and lids of a figure whose joints the caller knows. gaze: rotation of the left and the
 * right eye relative to the head, which looks along +Z. head: world rotation of the head from a rest that
 * looks along +Z; places: positions of the eyes in the world. look may be NULL. */
void pd_anim_alive_step_eyes(pd_anim_alive *state, pd_quat gaze[2], pd_quat head, const pd_vec3 places[2],
                             const pd_anim_alive_look *look, double dt);

/* Closes the lids with the next step, unless they did so within the last second. */
void pd_anim_alive_blink(pd_anim_alive *state);

/* Sets, after a step, eyes that follow an observed person, and opens the lids, which that person's shapes
 * move. The state continues from there. */
void pd_anim_alive_follow(pd_anim_alive *state, const pd_quat gaze[2]);

/* Computes the local rotations of the fingers of the last frame. Only for rigs with fingers. */
void pd_anim_alive_fingers(pd_quat out[PD_ANIM_ALIVE_FINGERS], const pd_anim_alive *state,
                           const pd_anim_alive_rig *rig);
/* Writes the weights of lids and gaze after a step, 0 to 1, by ARKit's names: Left is the person's left. "In"
 * is towards the nose. An eye turned by PD_ANIM_ALIVE_SIDE, _UP or _DOWN has the weight 1. */
void pd_anim_alive_eyes(double out[PD_ANIM_EYE_WEIGHTS], const pd_anim_alive *state);

/* Gives fingers that no frame of the clip rotates, as in captures without fingers, the rotations of a hand at
 * rest. relaxed: as in pd_anim_alive_init. */
void pd_anim_alive_relax(pd_anim_clip *clip, const float *const relaxed[2]);

#endif
