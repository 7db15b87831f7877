#ifndef PD_CHARACTER_CONTROL_INPUT_H
#define PD_CHARACTER_CONTROL_INPUT_H
/* Input of a character: the stick, where to look, how fast, which gait.
 *
 *     target velocity = speed min(|move|, 1) in the direction of move,    speed: given, or that of the gait (pd_pfnn_gait_speed)
 *
 * Keys and sticks may give more than the unit disc (W and D together are (1, 1)): the direction is kept and the length counts as 1.
 * move is relative to `axes`: world (x, z), character (z forward, x to its left, by its present facing) or camera (z away from the
 * camera: rotated by camera_yaw). look uses the same axes.
 * The character faces its direction of motion (strafe 0), or the look direction (strafe 1), or between. Without look the latter is camera_yaw
 * for camera axes, otherwise the facing when strafing began. While standing it turns to look, if that is given.
 * gait auto walks, and jogs or runs if speed requires it.
 * A zeroed struct is valid: stand still.
 *
 * Units    metres per second; yaw in radians about +Y, 0 faces +Z, pi/2 faces +X.   Memory  plain data.   Threads  pure functions.
 * Errors   pd_pfnn_input_check: "/move", "/speed", ..., the value, the range. Everything else takes checked inputs.
 */
#include "core/base/error.h"

#define PD_PFNN_MAX_SPEED 5.0    /* metres per second */
#define PD_PFNN_MAX_MOVE  1000.0 /* limit of each number of move; a larger one is an error of the caller */

typedef enum pd_pfnn_axes {
    PD_PFNN_WORLD,
    PD_PFNN_CHARACTER,
    PD_PFNN_CAMERA,
    PD_PFNN_AXES_COUNT
} pd_pfnn_axes;
typedef enum pd_pfnn_want {
    PD_PFNN_WANT_AUTO,
    PD_PFNN_WANT_WALK,
    PD_PFNN_WANT_JOG,
    PD_PFNN_WANT_RUN,
    PD_PFNN_WANT_CROUCH,
    PD_PFNN_WANT_COUNT
} pd_pfnn_want;

typedef struct pd_pfnn_input {
    double move[2]; /* x, z; a length above 1 counts as 1: pd_pfnn_input_push */
    double look[2]; /* x, z, any length but zero; used if has_look */
    double camera_yaw;
    double speed;  /* m/s at |move| = 1, 0 to 5; 0: the speed of the gait */
    double strafe; /* 0 to 1 */
    pd_pfnn_axes axes;
    pd_pfnn_want gait;
    int has_look;
    int jump;       /* held or tapped: each change from 0 to nonzero is one jump */
    int responsive; /* the trajectory follows the stick sooner, with slightly more sliding */
    int evades; /* nonzero: rollout/space.h turned the stick to keep a distance; turns may exceed turn_limit */
} pd_pfnn_input;

const char *pd_pfnn_axes_name(pd_pfnn_axes axes); /* name in requests, such as "world" */
const char *pd_pfnn_want_name(pd_pfnn_want want); /* name in requests, such as "auto" */

/* Returns how far the stick is pushed, 0 to 1: min(|move|, 1). */
double pd_pfnn_input_push(const pd_pfnn_input *input);
/* Checks the input. ERR_INVALID, ERR_RANGE. */
pd_status pd_pfnn_input_check(const pd_pfnn_input *input, pd_error *err);

#endif
