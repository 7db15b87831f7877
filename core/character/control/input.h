#ifndef PD_CHARACTER_CONTROL_INPUT_H
#define PD_CHARACTER_CONTROL_INPUT_H
/* Input of a character: the stick, where to look, how fast, which gait.
 *
 *     target velocity = speed min(|move|, 1) in the direction of move,
 *         speed: given, or that of the gait (pd_character_gait_speed)
 *
 * Keys and sticks may give more than the unit disc (W and D together are (1, 1)): the direction is kept and
 * the length counts as 1. move is relative to `axes`: world (x, z), character (z forward, x to its left, by
 * its present facing) or camera (z away from the camera: rotated by camera_yaw). look uses the same axes. The
 * character faces its direction of motion (strafe 0), or the look direction (strafe 1), or between. Without
 * look the latter is camera_yaw for camera axes, otherwise the facing when strafing began. While standing it
 * turns to look, if that is given. gait auto walks, and jogs or runs if speed requires it. A zeroed struct is
 * valid: stand still.
 *
 * Units    metres per second; yaw in radians about +Y, 0 faces +Z, pi/2 faces +X.
 * Memory   plain data.
 * Threads  pure functions.
 * Errors   pd_character_input_check: "/move", "/speed", ..., the value, the range. Everything else takes
 *          checked inputs.
 */
#include "core/base/error.h"

#define PD_CHARACTER_MAX_SPEED 5.0 /* metres per second */
/* Limit of each number of move; a larger one is an error of the caller. */
#define PD_CHARACTER_MAX_MOVE  1000.0

typedef enum pd_character_axes {
    PD_CHARACTER_WORLD,
    PD_CHARACTER_OWN_AXES,
    PD_CHARACTER_CAMERA,
    PD_CHARACTER_AXES_COUNT
} pd_character_axes;
typedef enum pd_character_want {
    PD_CHARACTER_WANT_AUTO,
    PD_CHARACTER_WANT_WALK,
    PD_CHARACTER_WANT_JOG,
    PD_CHARACTER_WANT_RUN,
    PD_CHARACTER_WANT_CROUCH,
    PD_CHARACTER_WANT_COUNT
} pd_character_want;

typedef struct pd_character_input {
    double move[2]; /* x, z; a length above 1 counts as 1: pd_character_input_push */
    double look[2]; /* x, z, any length but zero; used if has_look */
    double camera_yaw;
    double speed;  /* m/s at |move| = 1, 0 to 5; 0: the speed of the gait */
    double strafe; /* 0 to 1 */
    pd_character_axes axes;
    pd_character_want gait;
    int has_look;
    int jump;       /* held or tapped: each change from 0 to nonzero is one jump */
    int responsive; /* the trajectory follows the stick sooner, with slightly more sliding */
    /* nonzero: rollout/space.h turned the stick to keep a distance; turns may exceed turn_limit */
    int evades;
} pd_character_input;

const char *pd_character_axes_name(pd_character_axes axes); /* name in requests, such as "world" */
const char *pd_character_want_name(pd_character_want want); /* name in requests, such as "auto" */

/* Returns how far the stick is pushed, 0 to 1: min(|move|, 1). */
double pd_character_input_push(const pd_character_input *input);
/* Checks the input. ERR_INVALID, ERR_RANGE. */
pd_status pd_character_input_check(const pd_character_input *input, pd_error *err);

#endif
