#ifndef PD_CHARACTER_POSE_PHYSICS_H
#define PD_CHARACTER_POSE_PHYSICS_H
/* Adds to a network's pose the gravity and the lean that are lost when it averages motions. Runs before the
 * foot lock (foot_lock.h), which keeps planted feet in place.
 *
 * Gravity. In flight the hips of a person fall with 9.81 m/s2. A network averages strides of different
 * lengths, and its hips fall with only 3 to 7 m/s2. The deviation of the hips from their running mean height
 * is multiplied by a gain. So the whole stride stays smooth, and its period stays the same:
 *
 *     y' = y + w (gain - 1) (y - mean)      w: weight of the gaits jog and jump, times control.gravity; 0.7
 *                                           of it on slopes and hills, 0 on rough ground
 *     gain <- gain + 1/2 (g / a - gain)     after each flight; a: mean downward acceleration of y in that
 *                                           flight; the new gain is applied smoothly, over a fifth of a
 *                                           second
 *
 * In a jump only heights above the mean are multiplied, so crouch and landing are unchanged. A flight is a
 * time in which all heels and toes of the network are more than 3 cm above their planted heights. Jogging and
 * jumping have separate gains. The first flight uses gains that were measured on the shipped network
 * (FIRST_JOG, FIRST_JUMP in physics.c).
 *
 * Flights of runs. A network that was trained on few fast runs makes their strides too quick instead of
 * longer. From 3.3 m/s on, `hold` slows down phase and joints while both feet are in the air, by 22 % at 4.6
 * m/s, and the root keeps its speed. Strides become longer, and hips and knees are accelerated less.
 *
 * Lean. A body that follows a curve of radius r at speed v leans inwards by atan(v^2 / (g r)). The body is
 * rotated about the line through the root along the motion by the sum of three angles:
 *   1. control.lean of that angle in a jog and 0.7 of it in a walk, which is about what the network's own
 *      pose lacks;
 *   2. the difference due to playback: motion that is played k times as fast has k^2 times the acceleration,
 *      for which the network does not lean;
 *   3. a share of the angle by which the network's lean is late. It follows the curve with a lag of half a
 *      second, too late for a slalom.
 * The acceleration is that of the path behind and ahead, so the body leans in time for a turn, as people do.
 * The angular acceleration is limited, because at a wall the path may turn round within a few frames.
 *
 * Stoop. People who jog lean forward by 12 to 15 degrees, from hips to neck. A network that averages people
 * runs more upright. The trunk bends forward above the pelvis by the missing angle (control.stoop), and neck
 * and head stay level. Nothing is added in a run, because the style of runners (control/person.h) has this
 * lean.
 *
 * Spaces   world, metres, +Y up; root: on the ground under the hips.
 * Memory   plain, copyable, inside pd_character. A zeroed struct is at rest.
 * Threads  pure.   Errors  none.
 */
#include "core/character/control/rig.h"

#include <stdbool.h>

typedef struct pd_character_physics {
    double mean;        /* running mean of the hips' height over the root, metres                */
    double height[2];   /* the hips' height over the root one and two frames ago, metres         */
    double gains[2];    /* gains of the deviation for jogging and jumping; 0: not set yet        */
    double shown[2];    /* gains that are applied; they approach `gains` smoothly                */
    double fall;        /* sum of the hips' downward accelerations in this flight, m/s2          */
    int flight;         /* frames of this flight so far                                          */
    int frames;         /* frames since the start, up to 2                                       */
    double velocity[2]; /* velocity of the root, smoothed, x and z, m/s                          */
    double change[2];   /* acceleration of the path, smoothed, m/s2                              */
    double hold;        /* fraction by which the flight of a run slows the network's strides down, 0 to 1 */
    double slow;        /* lean angle of the curve with the lag of the network's own lean, rad   */
    double winds[2];    /* share of the correction for that lag, 0 to 1, and its rate per second */
    /* Rotation of the body about axes along x and z, rad, and its rate per second. */
    double tilt[2], tilt_rate[2];
    double lean; /* part of this rotation about the direction of motion, rad; positive leans to the left */
} pd_character_physics;

/* Inputs of one frame. */
typedef struct pd_character_physics_frame {
    pd_vec3 root;       /* point on the ground under the hips                  */
    double dir[2];      /* facing, unit                                        */
    double velocity[2]; /* velocity of the root, x and z, m/s                  */
    /* acceleration of the path at present, x and z, m/s2, in the character's own time */
    double acceleration[2];
    double clearance; /* height of the lowest heel or toe over its planted height, metres */
    double jog, jump; /* weights of these gaits, 0 to 1                      */
    double run;       /* share of the runners' style (control/person.h), 0 to 1      */
    double strafe;    /* 0 forwards, 1 sideways or backwards                 */
    /* 1 on a path that is straight or turns evenly (pd_character_trajectory_calm), otherwise 0 */
    double calm;
    double even;  /* 1 on level ground and slopes, 0 on rough ground */
    double level; /* 1 on level ground, 0 on hills, where heights over the root follow the ground */
    double rate;  /* playback rate; 1: as captured */
    bool jumps; /* true in a jump of jump.h, which changes the phase: its flight does not update the gains */
} pd_character_physics_frame;

/* Applies the corrections to a pose. rotations, joints: in and out (J) world. */
void pd_character_physics_run(pd_character_physics *physics, pd_quat *rotations, pd_vec3 *joints,
                              const pd_character_physics_frame *frame, const pd_character_rig *rig);

#endif
