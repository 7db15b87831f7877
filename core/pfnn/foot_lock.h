#ifndef PD_PFNN_FOOT_LOCK_H
#define PD_PFNN_FOOT_LOCK_H
/* Foot lock: planted heels and toes do not move, joints of the feet stay above the ground, and bones keep their lengths.
 *
 *     shown = free + offset         free: the network's position of the joint
 *     locked     offset = place - free
 *     released   offset'' = -2 w offset' - w^2 offset, starting with the shown joint's velocity, so position and speed are continuous
 *
 * A heel or toe is locked at its shown position when its contact is at least lock_contact, its speed is below lock_speed, its height above its
 * planted height is below lock_height (lock_height_rough on a heightfield), and the network's position is nearer than half of lock_reach. It is
 * released if the contact, extrapolated by release_ahead frames (release_ahead_jog when jogging or strafing), is below release_contact, if the
 * network's position is more than lock_reach away, or if that is a third of lock_reach away horizontally and the leg will be too short within `strained` frames.
 * A network releases a foot over several frames: if the foot is locked until the end of them, it is far behind and its ankle snaps afterwards; if
 * it is released too early it slides.
 *
 * The toe joint of a swinging foot stays at least `clearance` (`clearance_back` when it moves backwards) above its planted height, so toes do not drag. The clearance applies in full from
 * 1.5 m/s along the ground and not at all below 0.4 m/s. A jog on uneven ground has 2.5 cm more. Heels have no clearance.
 * On uneven ground the whole foot rises in advance of ground that is in its way at its present velocity, such as a step or a ridge. A
 * locked joint sinks to its height above the ground; if the foot is on the edge of a tread, to its height above that edge. If toe and heel cannot
 * both be at their places, the toe has precedence. Two-bone IK of the leg (core/anim/two_bone.h) places the ankle, and the foot
 * rotates until the toe is at its place. If a leg would be longer than the network's by more than leg_stretch of its remaining length
 * (leg_stretch_jog when jogging), the heel rises about the toe, in a walk in the foot's own vertical plane. A foot that would have to be steeper than
 * people's at toe-off lowers the hips instead. If a leg is still too short, the hips move down by a spring that also uses the
 * rate at which the leg becomes too short, and so starts in advance (drop_fall); they move up again slowly. Anything still out of reach is moved
 * nearer to the hip, except with drop_fall 0. On uneven ground a locked joint sinks by a spring, and the foot of a walking character returns after
 * its release by a slower spring: w^2 |offset| starts at 8 m/s2, with w at least 8 per second and at most release_rate. This is because knees of
 * nearly straight legs rotate by several degrees per millimetre.
 *
 * A planted foot takes a step of its own, by a minimum-jerk path over the ground, when the network has it planted farther away than lock_reach, or,
 * while the character stands, in another direction by more than lock_twist. Feet step one after the other, and are not in contact meanwhile.
 *
 * On a slope across it a foot near the ground rolls about the line from heel to toe, so that its sole is parallel to the ground: by the slope of the
 * ground 4 cm to its left or right, whichever is less, at most 30 degrees, and by less the higher it is.
 *
 * A planted foot that differs from the pelvis by more than `pivot`, seen from above, turns on its ball: its heel moves around its toe, by a quarter of the
 * excess in each frame. People do the same in turns: their heels move at .35 to .65 m/s while the toe stays.
 *
 * A foot that walks sideways stays on its own side of the body: in the air it is shifted until its ankle is at least 10 cm to the side of the other's,
 * in the frame of the pelvis, and keeps that shift while it is planted. A strafing foot that would pass the other within 8.5 cm, ankle to ankle, goes
 * around it at 6.5 cm, or slightly less if both move.
 *
 * Spaces   world, metres.   Threads  one thread for each character.   Errors  none.
 * Memory   plain and copyable, part of pd_pfnn_character. A zeroed struct is unlocked.
 */
#include "core/anim/scene/scene.h"
#include "core/pfnn/pose.h"
#include "core/pfnn/rig.h"

#include <stdbool.h>

/* State of one heel or toe. */
typedef struct pd_pfnn_lock {
    int locked;
    pd_vec3 place;  /* position where it is locked */
    pd_vec3 offset; /* shown position less the network's */
    pd_vec3 rate;   /* rate of the offset per second */
    pd_vec3 free;   /* the network's position in the previous frame */
    double fall;    /* m/s: vertical speed of `place` on uneven ground; negative: it sinks */
    double w;       /* 1/s: natural frequency of the spring that returns a released joint */
    double stride;  /* progress of a step of its own, 0 to 1; 0: none */
    pd_vec3 from;   /* offset at the start of that step */
    double way;     /* length of that step in metres, with what its rotation counts for */
    double contact; /* contact in the previous frame */
    double lift;    /* remaining lift above the ground, which decreases smoothly */
    pd_vec3 shown;  /* shown position in the previous frame, without that lift */
    bool moves;     /* true: `shown` is set, because there was a previous frame */
    double speed;   /* m/s along the ground, as shown; 0 while locked */
    double pass[2]; /* clearance above the ground, metres, and its rate per second */
    double rise;    /* metres that the joint is raised for the clearance */
} pd_pfnn_lock;

/* How the character moves; all 0 for a walk straight ahead. */
typedef struct pd_pfnn_pace {
    double jog, strafe, still; /* shares of jogging, strafing and standing, 0 to 1 */
    double back;               /* 1 when it moves backwards, 0 when it moves forwards or sideways */
    double knees;              /* gain of the bending and straightening of knees (core/anim/leg.h) */
    double stops;              /* 1 in the two seconds after a stop, 0 from three on */
    bool jumps;                /* it pushes off or is in the air (jump.h): hips do not go down for a leg */
    double rate;               /* playback rate (playback.h); values below 1 count as 1 */
    double velocity[2];        /* velocity of the root, m/s */
} pd_pfnn_pace;

typedef struct pd_pfnn_foot_lock {
    pd_pfnn_lock locks[PD_PFNN_CONTACTS]; /* in the order of layout.h */
    /* lift of both ends of each foot in the air: metres, and rate per second */
    double lift[PD_PFNN_RIG_FEET][2];
    pd_vec3 was[PD_PFNN_RIG_FEET][2];      /* heel and toe of the network in the previous frame */
    pd_pfnn_link ankles[PD_PFNN_RIG_FEET]; /* ankles on uneven ground */
    double roll[PD_PFNN_RIG_FEET]
               [2];    /* of a foot about its own line on a slope: radians, and rate per second */
    double drop, fall; /* drop of the hips: metres, and rate per second */
    /* metres by which the hips must go down for the leg to reach its toe; below 0: it reaches */
    double lack[PD_PFNN_RIG_FEET];
    double steep[PD_PFNN_RIG_FEET]; /* the same for a foot that is no steeper than people's */
    double grows[PD_PFNN_RIG_FEET]; /* rate of `lack` per second */
    bool carries[PD_PFNN_RIG_FEET]; /* true: its heel or toe was locked in the previous frame */
    /* Shift of a strafing foot to its own side of the body, metres, and its rate per second; constant while the foot is locked. */
    pd_vec3 aside[PD_PFNN_RIG_FEET], aside_rate[PD_PFNN_RIG_FEET];
} pd_pfnn_foot_lock;

/* Locks the feet. rotations and joints: (J) world, in and out; the root moves down with the hips. contacts: those of the network. */
void pd_pfnn_foot_lock_run(pd_pfnn_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                           const float contacts[PD_PFNN_CONTACTS], pd_pfnn_pace pace, const pd_pfnn_rig *rig,
                           const pd_anim_scene *scene);

#endif
