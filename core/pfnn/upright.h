#ifndef PD_PFNN_UPRIGHT_H
#define PD_PFNN_UPRIGHT_H
/* Keeps the hips of a walking character up. Runs on a network's pose before feet are locked (foot_lock.h), which keep their places.
 *
 * In a turn of 180 degrees the shipped network lowers the hips by up to 8 cm, because it averages steps of different sizes; people lower them by less
 * than 3 cm. So heights of the hips far below their mean are raised, and the legs straighten:
 *
 *     d = mean - height,   height' = height + w raised(d)      mean: running mean over straight walks; w: weight of the gait walk on level ground, in a turn
 *     raised(d) = share (d - low) beyond a soft edge, 0 below it
 *
 * Heights of a straight walk stay as they are. So do those of a crouch, and of the way up from it until the hips have come back near their mean.
 *
 * Units    metres, seconds.   Memory  plain, copyable, part of pd_pfnn_character; zeroed: nothing has walked yet.   Threads  pure.   Errors  none.
 */
#include <stdbool.h>

typedef struct pd_pfnn_upright {
    double mean;  /* of the hips' height over the root */
    double turns; /* 1 in a turn, falling to 0 within two seconds after it */
    bool walked;  /* true: mean is set */
    double
        risen; /* 1: the hips have been near their mean since the last crouch; 0: not yet; in part while they rise or sink */
    double weight
        [2]; /* w, smoothed, and its rate per second: orders to jump, crouch or strafe take it away at once */
} pd_pfnn_upright;

/* Returns by how much to raise all joints in this frame. height: of the hips over the root. walk: weight w, 0 to 1; share: control.upright. yaw_rate: rad/s, of the root. */
double pd_pfnn_upright_run(pd_pfnn_upright *upright, double height, double walk, double share,
                           double yaw_rate);

#endif
