#ifndef PD_CHARACTER_POSE_UPRIGHT_H
#define PD_CHARACTER_POSE_UPRIGHT_H
/* Raises the hips of a walking character in turns. Runs on a network's pose before feet are locked
 * (foot_lock.h); the feet keep their positions.
 *
 * In a turn of 180 degrees the shipped network lowers the hips by up to 8 cm, because it averages steps of
 * different sizes. People lower them by less than 3 cm. So hips far below their mean are raised, and the legs
 * straighten:
 *
 *     d = mean - height,   height' = height + w raised(d)
 *         mean: running mean over straight walks; w: weight of the gait walk on level ground, in
 *     a turn raised(d) = share (d - low) beyond a soft edge, 0 below it
 *
 * Heights are not changed in a straight walk, in a crouch, and after a crouch until the hips are near their
 * mean again.
 *
 * Units    metres, seconds.
 * Memory   plain, copyable, part of pd_character. A zeroed state has not walked yet. Threads pure.
 * Errors   none.
 */
#include <stdbool.h>

typedef struct pd_character_upright {
    double mean;  /* running mean of the hips' height above the root */
    double turns; /* weight of turns: 1 in a turn, decreases to 0 within two seconds after it */
    bool walked;  /* true: mean is set */
    /* 1: the hips have been near their mean since the last crouch; 0:
     * not yet; between while they rise or sink */
    double risen;
    /* w, smoothed, and its rate per second, because orders to jump, crouch or strafe change w suddenly */
    double weight[2];
} pd_character_upright;

/* Returns the height by which to raise all joints in this frame, metres. height: of the hips above the root.
 * walk: w, 0 to 1. share: control.upright. yaw_rate: of the root, rad/s. */
double pd_character_upright_run(pd_character_upright *upright, double height, double walk, double share,
                                double yaw_rate);

#endif
