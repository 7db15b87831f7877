#ifndef PD_CHARACTER_POSE_FOOT_LOCK_H
#define PD_CHARACTER_POSE_FOOT_LOCK_H
/* Foot lock: planted heels and toes do not move, joints of the feet stay above the ground, and bones keep
 * their lengths.
 *
 *     shown = free + offset         free: the network's position of the joint
 *     locked     offset = place - free
 *     released   offset'' = -2 w offset' - w^2 offset, starting with the shown joint's velocity, so position
 *                and speed are continuous
 *
 * Names in lower case such as lock_speed are constants of control.h. On ground that is not level lock_reach
 * is lock_reach_rough.
 *
 * Locks. A heel or toe is locked at its shown position when all of these hold:
 *   - its contact is at least lock_contact,
 *   - its speed is below lock_speed,
 *   - it is less than lock_height above its planted height (lock_height_rough on a heightfield),
 *   - the network's position is nearer than half of lock_reach.
 * It is released when one of these holds:
 *   - its contact, extrapolated by release_ahead frames (release_ahead_jog when jogging or strafing), is
 *     below release_contact,
 *   - the network's position is farther than lock_reach,
 *   - the network's position is farther than a third of lock_reach, measured along the ground, and the leg
 *     will be too short within `strained` frames.
 * A foot that is held (stance.h) ignores its contact until the leg will be too short.
 * A network releases a foot over several frames. A foot that stays locked to the last of them is far behind,
 * and its ankle snaps afterwards; a foot that is released too early slides.
 *
 * Clearance. The toe joint of a swinging foot stays at least `clearance` above its planted height
 * (`clearance_back` when it moves backwards), so toes do not drag. The clearance applies in full from 1.5 m/s
 * along the ground and not at all below 0.4 m/s. A jog on uneven ground has 2.5 cm more. Heels have no
 * clearance.
 *
 * Legs. The toe has precedence if toe and heel cannot both be in place. Two-bone IK of the leg
 * (core/anim/two_bone.h) places the ankle, and the foot rotates until the toe is in place. A leg that is too
 * short is treated in this order (core/anim/leg.h):
 *   1. If the leg would be longer than the network's by more than leg_stretch of its remaining length
 *      (leg_stretch_jog when jogging), the heel rises about the toe. In a walk it rises in the foot's own
 *      vertical plane.
 *   2. If the foot would then be steeper than people's feet at toe-off, the hips move down by a spring
 *      (drop_fall). The spring also uses the rate at which the leg becomes too short, and so starts in
 *      advance. The hips move up again slowly.
 *   3. A target that is still out of reach is moved nearer to the hip, except with drop_fall 0.
 *
 * Uneven ground. A foot in the air rises as a whole, in advance of ground such as a step or a ridge that is
 * in its way at its present velocity. A locked joint sinks by a spring to its height above the ground; if the
 * foot is on the edge of a tread, to its height above that edge. A released foot of a walk returns by a
 * slower spring: w^2 |offset| starts at 8 m/s2, with w at least 8 per second and at most release_rate. Both
 * are slow because knees of nearly straight legs rotate by several degrees per millimetre. Where the ground
 * slopes across a foot near it, the foot rolls about the line from heel to toe, so that its sole is parallel
 * to the ground: by the slope of the ground 4 cm to its left or right, whichever is less, at most 30 degrees,
 * and by less the higher the foot is.
 *
 * Knees. On uneven ground, and for responsive inputs, the rate of a knee's bend changes by at most
 * knee_change in each frame. Where locks, releases and lifts ask for more, the leg catches up by knee_rate.
 * Ankle and toe then move along the line to the hip, by at most 5 cm, or 5 mm while planted, and to at most
 * 4 mm below their planted heights.
 *
 * Corrective steps. A planted foot steps by itself, on a minimum-jerk path over the ground, when the network
 * has it planted farther away than lock_reach, or, while the character stands, in a direction that differs by
 * more than lock_twist. Feet step one after the other, and have no contact meanwhile.
 *
 * Turns. A planted foot whose direction differs from the pelvis's by more than `pivot`, seen from above,
 * turns on its ball: its heel moves around its toe, by a quarter of the excess in each frame. People do the
 * same: their heels move at .35 to .65 m/s while the toe stays.
 *
 * Sideways. A foot that walks sideways stays on its own side of the body: in the air it is shifted until its
 * ankle is at least own_side (10 cm) to the side of the other's, in the frame of the pelvis, and it keeps
 * that shift while it is planted. A strafing foot that would pass the other within 8.5 cm, ankle to ankle,
 * goes around it at 6.5 cm, or slightly less if both move.
 *
 * Apart. Feet in the air go around the other leg, and knees turn away from each other, where shins or feet
 * would pass through each other (legs_apart.h).
 *
 * Spaces   world, metres.   Threads  one thread for each character.   Errors  none.
 * Memory   plain and copyable, part of pd_character. A zeroed struct is unlocked.
 */
#include "core/anim/scene/scene.h"
#include "core/character/pose/legs_apart.h"
#include "core/character/pose/pose.h"
#include "core/character/control/rig.h"

#include <stdbool.h>

/* State of one heel or toe. */
typedef struct pd_character_lock {
    int locked;
    pd_vec3 place;  /* position where it is locked */
    pd_vec3 offset; /* shown position less the network's */
    pd_vec3 rate;   /* rate of the offset per second */
    pd_vec3 free;   /* the network's position in the previous frame */
    double fall;    /* m/s: vertical speed of `place` on uneven ground; negative: it sinks */
    double w;       /* 1/s: natural frequency of the spring that returns a released joint */
    double stride;  /* progress of a corrective step, 0 to 1; 0: none */
    pd_vec3 from;   /* offset at the start of that step */
    double way;     /* length of that step in metres, including the equivalent of its rotation */
    double contact; /* the network's contact in the previous frame */
    double lift;    /* remaining lift above the ground, which decreases smoothly */
    pd_vec3 shown;  /* shown position in the previous frame, without lift and clearance */
    bool moves;     /* false in the first frame, before `shown` is set */
    double speed;   /* m/s along the ground, as shown; 0 while locked */
    double pass[2]; /* clearance above the ground, metres, and its rate per second */
    double rise;    /* metres that the joint is raised for the clearance */
} pd_character_lock;

/* Kind of motion; all 0 for a walk straight ahead. */
typedef struct pd_character_pace {
    double jog, strafe, still; /* shares of jogging, strafing and standing, 0 to 1 */
    double back;               /* 1 when it moves backwards, 0 when it moves forwards or sideways */
    double rough;              /* 0 on level ground, 1 on stairs and slopes */
    bool quick;                /* true: the input is responsive: knees are limited on flat ground too */
    double lands[PD_CHARACTER_RIG_FEET]; /* share by which a foot lands (stance.h), 0 to 1 */
    bool holds[PD_CHARACTER_RIG_FEET];   /* true: a locked foot is kept while its leg is long enough */
    double knees; /* gain of the bending and straightening of knees (core/anim/leg.h) */
    double stops; /* 1 in the two seconds after a stop, 0 from three on */
    bool jumps;   /* true while it pushes off or is in the air (jump.h): hips do not go down for a leg */
    double rate;  /* playback rate (playback.h); values below 1 count as 1 */
    double velocity[2];                    /* velocity of the root, m/s */
    pd_vec3 stands[PD_CHARACTER_RIG_FEET]; /* metres by which a foot stands elsewhere (idle.h) */
    bool shifts[PD_CHARACTER_RIG_FEET];    /* true: that has just changed */
} pd_character_pace;

typedef struct pd_character_foot_lock {
    pd_character_lock locks[PD_PFNN_CONTACTS]; /* in the order of layout.h */
    /* Lift of each foot in the air over ground ahead: metres, and rate per second. */
    double lift[PD_CHARACTER_RIG_FEET][2];
    pd_vec3 was[PD_CHARACTER_RIG_FEET][2];           /* heel and toe of the network in the previous frame */
    pd_character_link ankles[PD_CHARACTER_RIG_FEET]; /* ankles on uneven ground */
    /* Roll of each foot about the line from heel to toe, on a slope across it:
     * radians, and rate per second. */
    double roll[PD_CHARACTER_RIG_FEET][2];
    /* Bend of each knee on uneven ground: shown, radians, its rate per second,
     * and wanted; wanted 0: not yet shown. */
    double bend[PD_CHARACTER_RIG_FEET][3];
    double drop, fall; /* drop of the hips: metres, and rate per second */
    /* Metres by which the hips must go down for a leg to reach its toe with the foot vertical;
     * negative: it reaches. */
    double lack[PD_CHARACTER_RIG_FEET];
    double steep[PD_CHARACTER_RIG_FEET]; /* `lack` with the largest pitch of people's feet */
    double grows[PD_CHARACTER_RIG_FEET]; /* rate of `lack` per second */
    bool carries[PD_CHARACTER_RIG_FEET]; /* true: heel or toe was locked in the previous frame */
    /* Shift of a strafing foot to its own side of the body, metres, and its rate per second; constant while
     * the foot is locked. */
    pd_vec3 aside[PD_CHARACTER_RIG_FEET], aside_rate[PD_CHARACTER_RIG_FEET];
    pd_character_legs_apart apart; /* keeps the legs from passing through each other */
} pd_character_foot_lock;

/* Returns the height of the ground that supports one end of a foot. This is the ground under it, or, if
 * higher, the height to which the other end, at the distance `sole`, holds it up when that end is on the edge
 * of a tread and the foot is as steep as STEEP. */
double pd_character_foot_lock_floor(pd_vec3 at, pd_vec3 sole, const pd_anim_scene *scene);

/* Applies the foot lock to a pose of the network. rotations and joints: (J) world, in and out; all joints
 * move down with the hips. contacts: the network's, 0 to 1. */
void pd_character_foot_lock_run(pd_character_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                                const float contacts[PD_PFNN_CONTACTS], pd_character_pace pace,
                                const pd_character_rig *rig, const pd_anim_scene *scene);

#endif
