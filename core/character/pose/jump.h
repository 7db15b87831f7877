#ifndef PD_CHARACTER_POSE_JUMP_H
#define PD_CHARACTER_POSE_JUMP_H
/* Requested jumps: crouch, push-off, flight with 9.81 m/s2, and a landing on bent knees, added to the pose of
 * a network that stands, walks or jogs.
 *
 *     ready     y': quintic from the present height, speed and acceleration to height y + TAKE_OFF, speed v
 *               and acceleration -g (in a jog -g / 2)
 *     flight    y' = y0 + v t - g t^2 / 2                      no foot is locked
 *     landing   y' = y + o,   o'' = -2 w o' - w^2 o
 *         from the height and the speed at touch-down; feet are planted as they touch down
 *
 *     y: height of the network's hips, y': shown height, world.
 *         v = g T / 2 + (y_land - y0) / T, T = control.jump_flight
 *
 * y_land is the height of the hips at touch-down, above the ground where the root will then be. So jumps onto
 * a ledge start faster, and jumps down last longer. A standing or walking character takes off
 * control.jump_ready after the request. A jogging one takes off with its stride, at the next toe-off that
 * leaves at least PUSH_LEAST for the push. In its flight the phase moves from toe-off to touch-down, so the
 * jump is one long step of the jog. A flight that would end in a gap of the ground lasts longer, up to
 * FLIGHT_OVER_GAP times as long; if that is not enough, the jump waits for the next stride.
 *
 * The network gets no input about these jumps, so it stays within its training data. In a jump from standing,
 * arms, trunk and feet follow curves that were measured on captured jumps (`curves` in jump_shape.c). In a
 * jump from a jog they move as the network's.
 *
 * Spaces   world, metres, +Y up.   Times: seconds of the character's own time, in which gravity is g / rate^2
 *                                  (playback.h).
 * Memory   plain, copyable, inside pd_character. A zeroed struct is at rest.   Threads  pure.   Errors  none.
 */
#include "core/anim/scene/scene.h"
#include "core/character/control/rig.h"

#include <stdbool.h>

typedef enum pd_character_jump_state {
    PD_CHARACTER_JUMP_NONE,
    PD_CHARACTER_JUMP_READY,
    PD_CHARACTER_JUMP_FLIGHT,
    PD_CHARACTER_JUMP_LANDING
} pd_character_jump_state;

/* State of a leg in a jump. */
typedef struct pd_character_jump_leg {
    double bend, rate;    /* shown bend of the knee in the previous frame, radians, and its rate per second */
    double own;           /* bend of the network's knee in the previous frame, radians                    */
    double off, off_rate; /* shown bend less its target, in a flight or landing, and its rate             */
    bool flies;           /* true: the previous frame was one of a flight                                 */
    bool holds;           /* true: the toe is treated as planted, whatever the network's contact is       */
    pd_vec3 toe;          /* the network's toe in the previous frame, world, metres                       */
    pd_vec3 shift;        /* level displacement of the shown foot from the network's, metres              */
    pd_vec3 shift_rate;   /* rate of `shift`, m/s                                                         */
} pd_character_jump_leg;

typedef struct pd_character_jump {
    pd_character_jump_state state;
    double time;  /* time in this state, seconds */
    double lasts; /* duration of this state, seconds; 0 while a jog waits for its stride */
    double speed; /* target of the vertical speed at take-off, m/s */
    double from,
        /* height of the shown hips, metres, and their vertical speed, m/s; in a flight at its beginning */
        rise;
    double offset, rate; /* shown height less the network's, metres, and its rate, m/s */
    double push;         /* vertical acceleration of the shown hips, m/s2 */
    double lift,
        lift_rate;   /* metres by which a landing keeps the hips from sinking too low, and rate per second */
    double shape;    /* weight of the curves of a standing jump, 0 to 1 */
    double swing;    /* share of the arms' swing, 0 to 1 */
    double shows;    /* time along these curves: 0 request, 1 take-off, 2 touch-down, 3 end */
    double height;   /* height of the network's hips in the previous frame, metres, world */
    bool has_height; /* false in the first frame, before `height` is set */
    bool jogs;       /* true: this jump is a step of a jog */
    double sinks;    /* speed at touch-down with which the hips fall relative to the network's, m/s */
    int half;        /* half of the phase cycle at take-off, 0 or 1 */
    int foot;        /* foot on which a jog's flight lands, 0 or 1 */
    double reach;    /* metres by which that foot is lowered to the ground */
    bool waits;      /* true: requested by an area, and waits for the stride that crosses a gap ahead */
    /* Phases of toe-off [0] and touch-down [1] in both halves of the last cycle with a flight, radians from
     * the start of the half; 0: none yet. */
    double phases[2][2];
    /* Heights of the network's hips over level ground at toe-off and touch-down, metres; 0: none yet. */
    double heights[2];
    bool armed;    /* true: a jump area has made its request, and has not been left since */
    double pace;   /* rate of the phase, smoothed, rad/s */
    double ahead;  /* speed of the root, smoothed over a stride, m/s */
    double hold;   /* fraction by which a flight slows the network's strides down, 0 to 1 */
    double leaves; /* height of the network's hips at the take-off of a jog, metres, world */
    pd_character_jump_leg legs[PD_CHARACTER_RIG_FEET];
    bool flew; /* true: both feet of the network were in the air in the previous frame */
} pd_character_jump;

/* Inputs of one frame. */
typedef struct pd_character_jump_frame {
    pd_vec3 root;       /* point on the ground under the hips */
    double dir[2];      /* facing, unit, x and z */
    double velocity[2]; /* velocity of the root, x and z, m/s */
    double clearance;   /* height of the network's lowest heel or toe above its planted height, metres */
    double jog;         /* weight of the gait jog, 0 to 1 */
    double phase;       /* radians */
    double rate;        /* playback rate, at least 1 */
    double level;       /* 1 on level ground, 0 on hills */
    double ready[2];    /* seconds from the request of a walking, and of a standing jump to its take-off */
    bool ordered;       /* true: a jump is requested in this frame */
    double area;        /* strength of the request of a jump area ahead (scene.h), 0 to 1 */
} pd_character_jump_frame;

/* Advances the jump by one frame and applies it to the pose. rotations, joints: in and out (J) world.
 * contacts: in and out; 0 in a flight. */
void pd_character_jump_run(pd_character_jump *jump, pd_quat *rotations, pd_vec3 *joints, float contacts[],
                           const pd_character_jump_frame *frame, const pd_character_rig *rig,
                           const pd_anim_scene *scene);
/* Returns the change of the phase in a frame, radians. This is `change`, except in flights: there a jog moves
 * from toe-off to touch-down, and other gaits go on slowly. */
double pd_character_jump_phase(pd_character_jump *jump, double change);

#endif
