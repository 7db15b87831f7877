#ifndef PD_PFNN_PHYSICS_H
#define PD_PFNN_PHYSICS_H
/* Adds to a network's pose the gravity and the lean that its averages lose. Runs before feet are locked (foot_lock.h), which keep their places.
 *
 * Gravity. In flight the hips of a person fall with 9.81 m/s2. A network that averages strides of different lengths has them fall with 3 to 7. The hips'
 * deviation from their running mean height is multiplied by a gain, so the whole of a stride stays smooth and its period stays the same:
 *
 *     y' = y + w (gain - 1) (y - mean)      w: weight of the gaits jog and jump, times control.gravity; 0.7 of it on slopes and hills, 0 on rough ground
 *     gain <- gain + 1/2 (g / a - gain)     after each flight; a: the mean downward acceleration of y in that flight; applied smoothly, over a fifth of a second
 *
 * In a jump only heights over the mean are multiplied: crouch and landing stay. A flight is a time in which all heels and toes of the network are more than 3 cm above their planted heights. Jogging and jumping have a gain each.
 * The first flight uses gains measured on the shipped network (FIRST_JOG, FIRST_JUMP in physics.c).
 *
 * Flights of runs. A network that has seen few fast runs makes their strides too quick in place of longer. From 3.3 m/s on `hold` slows phase and joints down
 * while both feet are in the air, at 4.6 m/s by 22 %, and the root goes on: strides become longer, and hips and knees are accelerated less.
 *
 * Lean. A body that follows a curve of radius r at speed v leans inwards by atan(v^2 / (g r)). The body is rotated about the line through the root
 * along the motion by control.lean of that angle in a jog and 0.7 of it in a walk, which is about what the network's own pose lacks. A motion that
 * is played k times as fast has k^2 times the acceleration, for which the network does not lean; the body is rotated by that difference too. The network's
 * lean follows the curve's with a lag of half a second; a share of what it lacks meanwhile is added, so that the body leans in time in a slalom. Its angular acceleration is limited, because the way may turn round within a few frames at a wall. The curve is read from the path before and ahead, so the body leans in time for a turn, as people do.
 *
 * Stoop. People who jog lean forward by 12 to 15 degrees, from hips to neck; a network that averages people runs more upright. The trunk bends forward above the
 * pelvis by the angle that the network lacks (control.stoop), and neck and head stay level. The style of runners (person.h) leans by itself, so nothing is added in a run.
 *
 * Spaces   world, metres, +Y up; root: on the ground under the hips.   Memory  plain, copyable, inside pd_pfnn_character. A zeroed struct is at rest.
 * Threads  pure.   Errors  none.
 */
#include "core/pfnn/rig.h"

#include <stdbool.h>

typedef struct pd_pfnn_physics {
    double mean;        /* running mean of the hips' height over the root, metres                */
    double height[2];   /* the hips' height over the root one and two frames ago, metres         */
    double gains[2];    /* of the deviation: jogging, jumping; 0: not set yet                    */
    double shown[2];    /* gains that are applied; they approach `gains` smoothly                */
    double fall;        /* sum of the hips' accelerations in this flight, m/s2                   */
    int flight;         /* frames of this flight so far                                          */
    int frames;         /* frames since the start, up to 2                                       */
    double velocity[2]; /* of the root, smoothed, x and z, m/s                                   */
    double change[2];   /* acceleration of the path, smoothed, m/s2                              */
    double hold;        /* part by which the flight of a run slows the network's strides down, 0 to 1 */
    double slow;        /* the angle that the curve asks for, as late as the network's own lean, rad    */
    double winds[2];    /* share of what is added for that lag, 0 to 1, and its rate per second         */
    double tilt[2],
        tilt_rate[2]; /* rotation of the body about axes along x and z, rad, and its rate per second */
    double lean;      /* that rotation about the direction of motion, rad; positive leans to the left */
} pd_pfnn_physics;

/* What a frame's correction depends on. */
typedef struct pd_pfnn_physics_frame {
    pd_vec3 root;           /* on the ground under the hips                        */
    double dir[2];          /* facing, unit                                        */
    double velocity[2];     /* of the root, x and z, m/s                           */
    double acceleration[2]; /* of the path at present, x and z, m/s2, in the character's own time */
    double clearance;       /* height of the lowest heel or toe over its planted height, metres */
    double jog, jump;       /* weights of these gaits, 0 to 1                      */
    double run;             /* share of the runners' style (person.h), 0 to 1      */
    double strafe;          /* 0 forwards, 1 sideways or backwards                 */
    double calm;  /* 1 on a way that is straight or turns evenly (pd_pfnn_trajectory_calm), 0 else */
    double even;  /* 1 on level ground and slopes, 0 on rough ground */
    double level; /* 1 on level ground, 0 on hills, where heights over the root follow the ground */
    double rate;  /* at which the motion is played; 1: as captured       */
    bool jumps;   /* a jump on order (jump.h) changes the phase: its flight says nothing of the gains */
} pd_pfnn_physics_frame;

/* rotations, joints: in and out (J) world. */
void pd_pfnn_physics_run(pd_pfnn_physics *physics, pd_quat *rotations, pd_vec3 *joints,
                         const pd_pfnn_physics_frame *frame, const pd_pfnn_rig *rig);

#endif
