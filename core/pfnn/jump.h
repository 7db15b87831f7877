#ifndef PD_PFNN_JUMP_H
#define PD_PFNN_JUMP_H
/* Jumps on order: crouch, push-off, flight with 9.81 m/s2, and a landing on bent knees, added to the pose of a network that stands, walks or jogs.
 *
 *     ready     y': the quintic from the present height, speed and acceleration to TAKE_OFF above y at v, with an acceleration of -g or, in a jog, -g / 2
 *     flight    y' = y0 + v t - g t^2 / 2                                                                         no foot is locked
 *     landing   y' = y + o,  o'' = -2 w o' - w^2 o, from the height and the speed at touch-down                     feet are planted as they touch down
 *
 *     y: height of the network's hips, y': as shown, world.   v = g T / 2 + (y_land - y0) / T,   T = control.jump_flight
 *
 * y_land is the height of the hips at touch-down above the ground at the place where the root will be, so jumps onto a ledge start faster and jumps down last
 * longer. A standing or walking character takes off control.jump_ready after the order. One that jogs takes off with its stride, at the next toe-off that
 * leaves at least PUSH_LEAST for the push; in the flight its phase moves from toe-off to touch-down, so the leap is one long step of the jog. A flight that
 * would end in a gap of the ground lasts longer, up to FLIGHT_OVER_GAP times as long; if that is not enough, the jump waits for the next stride.
 *
 * The network knows nothing of these jumps, which keeps it within its training data. Arms, trunk and feet of a jump from standing follow curves measured on
 * captured jumps (CURVES in jump.c); jumps from a jog keep the network's.
 *
 * Spaces   world, metres, +Y up.   Times: seconds of the character's own time, in which gravity is g / rate^2 (playback.h).
 * Memory   plain, copyable, inside pd_pfnn_character. A zeroed struct is at rest.   Threads  pure.   Errors  none.
 */
#include "core/anim/scene/scene.h"
#include "core/pfnn/rig.h"

#include <stdbool.h>

typedef enum pd_pfnn_jump_state {
    PD_PFNN_JUMP_NONE,
    PD_PFNN_JUMP_READY,
    PD_PFNN_JUMP_FLIGHT,
    PD_PFNN_JUMP_LANDING
} pd_pfnn_jump_state;

/* A leg in a jump. */
typedef struct pd_pfnn_jump_leg {
    double bend, rate;    /* of the knee, as shown in the previous frame, radians and radians a second    */
    double own;           /* bend of the network's knee in the previous frame                             */
    double off, off_rate; /* that bend less its target, in a flight                                       */
    bool flies;           /* the previous frame was one of a flight                                       */
    bool holds;           /* its toe is on the ground, or about to be, whatever the network's contact says */
    pd_vec3 toe;          /* the network's in the previous frame, world, metres                           */
    pd_vec3 shift;        /* of the shown foot from the network's, metres, level                          */
    pd_vec3 shift_rate;   /* its rate, m/s                                                                */
} pd_pfnn_jump_leg;

typedef struct pd_pfnn_jump {
    pd_pfnn_jump_state state;
    double time;       /* in this state, seconds                                                       */
    double lasts;      /* duration of this state, seconds; of a jog that waits for its stride: 0       */
    double speed;      /* vertical speed at take-off that is aimed at, m/s                             */
    double from, rise; /* height of the hips at take-off, later at touch-down, metres, and their speed, m/s */
    double offset, rate;    /* shown height less the network's, metres, and its rate, m/s                   */
    double push;            /* acceleration of that difference in a push, m/s2                              */
    double lift, lift_rate; /* metres by which a landing keeps the hips from sinking too low, and m/s    */
    double shape;           /* weight of the curves of a standing jump, 0 to 1                              */
    double shows;           /* time along these curves: 0 order, 1 take-off, 2 touch-down, 3 end            */
    double height;          /* the network's hips in the previous frame, metres, world                      */
    bool has_height;        /* `height` is set                                                              */
    bool jogs;              /* this jump goes with the strides of a jog                                     */
    double sinks;           /* speed at which the hips came down, against the network's, m/s                */
    int half;               /* of the cycle in which the jump took off, 0 or 1                              */
    int foot;               /* that a jog's flight lands on, 0 or 1                                         */
    double reach;           /* metres by which that foot is lowered to the ground                           */
    bool waits;             /* ordered by an area: waits for the stride that crosses a gap ahead            */
    double phases
        [2]
        [2]; /* of toe-off and of touch-down in both halves of the last cycle that flew, radians from the half's begin; 0: none yet */
    double heights[2]; /* of the network's hips over level ground then, metres; 0: none yet            */
    bool armed;        /* an area's order has been taken and the area not been left since              */
    double pace;       /* rate of the phase, smoothed, radians a second                                */
    double ahead;      /* speed of the root, smoothed over a stride, m/s                               */
    double hold;       /* part by which a flight slows the network's strides down: 0 to 1              */
    double leaves;     /* height of the network's hips at the take-off of a jog, metres, world      */
    pd_pfnn_jump_leg legs[PD_PFNN_RIG_FEET];
    bool flew; /* the network had both feet in the air in the previous frame                   */
} pd_pfnn_jump;

/* What a frame depends on. */
typedef struct pd_pfnn_jump_frame {
    pd_vec3 root;       /* on the ground under the hips                        */
    double dir[2];      /* facing, unit, x and z                               */
    double velocity[2]; /* of the root, x and z, m/s                           */
    double clearance;   /* height of the network's lowest heel or toe over its planted height, metres */
    double jog;         /* weight of the gait jog, 0 to 1                      */
    double phase;       /* radians                                             */
    double rate;        /* at which the motion is played, at least 1           */
    double level;       /* 1 on level ground, 0 on hills                       */
    bool ordered;       /* a jump has been ordered in this frame               */
    double area;        /* strength of the order of a jump area ahead (scene.h), 0 to 1 */
} pd_pfnn_jump_frame;

/* Changes the pose. rotations, joints: in and out (J) world. contacts: in and out, 0 in a flight. */
void pd_pfnn_jump_run(pd_pfnn_jump *jump, pd_quat *rotations, pd_vec3 *joints, float contacts[],
                      const pd_pfnn_jump_frame *frame, const pd_pfnn_rig *rig, const pd_anim_scene *scene);
/* Returns the change of the phase in a frame, radians: `change`, or in the flight of a jog what brings it from toe-off to touch-down. */
double pd_pfnn_jump_phase(pd_pfnn_jump *jump, double change);

#endif
