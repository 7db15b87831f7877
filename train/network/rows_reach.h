#ifndef PD_TRAIN_NETWORK_ROWS_REACH_H
#define PD_TRAIN_NETWORK_ROWS_REACH_H
/* Compares what the run time can ask of a network with the amount of training data for it.
 *
 * A network extrapolates without warning to a gait, speed and direction that no frame shows: one that had
 * never seen slow jogs ran backwards when asked for 2 m/s. So this file counts the frames by gait, direction
 * and speed, and compares them with the cells that the constants of the run time
 * (core/character/control/control.h) make reachable:
 *
 *     gait       the largest gait of the frame; jump is left out of the comparison
 *     direction  angle between facing and motion, either side: the nearest of 0, 45, 90, 135, 180 degrees
 *     speed      of the path over the sample before to the sample after (10 frames each way), in steps of .25
 *                m/s
 *
 * Units    metres a second; seconds of frames, without mirror images and held-out frames. Directions in the
 *          root frame.
 */
#include "core/base/buffer.h"
#include "train/network/rows.h"

#include <stdbool.h>

#define PD_TRAIN_REACH_DIRECTIONS 5
#define PD_TRAIN_REACH_SPEEDS     20 /* the last cell holds 4.75 m/s and faster */
#define PD_TRAIN_REACH_STEP       0.25

typedef struct pd_train_reach {
    double seconds[PD_PFNN_GAITS][PD_TRAIN_REACH_DIRECTIONS][PD_TRAIN_REACH_SPEEDS];
} pd_train_reach;

/* Counts the seconds of all training rows into the cells. */
void pd_train_reach_count(pd_train_reach *reach, const pd_train_rows *rows);
/* Returns whether the run time can ask for this cell. True only for cells of walk, jog and crouch. */
bool pd_train_reach_asked(int gait, int direction, int speed);
/* Writes a text table: the seconds of walk, jog and crouch, then the cells that can be asked for but have
 * less than `least` seconds. */
void pd_train_reach_write(pd_buffer *out, const pd_train_reach *reach, double least);

#endif
