#ifndef PD_PFNN_INPUT_H
#define PD_PFNN_INPUT_H
/* What a character is asked to do: the stick, where to look, how fast, which gait.
 *
 *     velocity wanted = speed min(|move|, 1) in the direction of move,    speed: given, or the gait's own (trajectory.h has the table)
 *
 * Keys and sticks may give more than the unit disc (W and D together are (1, 1)): its direction holds, its length counts as 1.
 * move is read in the axes: world (x, z as they are), character (z forward, x its left, by its facing now), camera (z away from the
 * camera: rotated by camera_yaw). look is read in the same axes.
 * Which way the character faces: where it moves (strafe 0), or where it looks (strafe 1), or between. Without look it is camera_yaw
 * for camera axes, else the facing it had when strafing began. Standing it turns to look, if there is one.
 * gait auto walks, and jogs or runs when speed asks for it.
 * A zeroed struct is valid: stand still.
 *
 * Units    metres a second; yaw in radians about +Y, 0 faces +Z, pi/2 faces +X.
 * Errors   pd_pfnn_input_check: "/move", "/speed", ..., the value, the range. Everything else takes checked inputs.
 */
#include "core/base/error.h"

#define PD_PFNN_MAX_SPEED 5.0    /* metres a second                                                  */
#define PD_PFNN_MAX_MOVE  1000.0 /* each of move's numbers: what is more is an error of the caller's */

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
    double move[2]; /* x, z; longer than 1 counts as 1: pd_pfnn_input_push              */
    double look[2]; /* x, z, any length but zero, when has_look                         */
    double camera_yaw;
    double speed;  /* m/s at |move| = 1, 0 to 5; 0: the gait's own                     */
    double strafe; /* 0 to 1                                                           */
    pd_pfnn_axes axes;
    pd_pfnn_want gait;
    int has_look;
    int jump;       /* held or tapped: one jump for each change from 0 to not 0         */
    int responsive; /* the trajectory follows the stick sooner, at some cost in sliding */
} pd_pfnn_input;

const char *pd_pfnn_axes_name(pd_pfnn_axes axes); /* "world"                        */
const char *pd_pfnn_want_name(pd_pfnn_want want); /* "auto"                         */

/* How far the stick is pushed, 0 to 1: min(|move|, 1). */
double pd_pfnn_input_push(const pd_pfnn_input *input);
/* ERR_INVALID, ERR_RANGE. */
pd_status pd_pfnn_input_check(const pd_pfnn_input *input, pd_error *err);

#endif
