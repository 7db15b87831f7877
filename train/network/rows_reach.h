#ifndef PD_TRAIN_NETWORK_ROWS_REACH_H
#define PD_TRAIN_NETWORK_ROWS_REACH_H
/* What a network is asked for at run time, and how much of it there is in the data.
 *
 * A network knows nothing of a gait at a speed in a direction that no frame shows: it makes something up (one that had never seen slow
 * jogs ran backwards when asked for 2 m/s). So the frames are counted by gait, direction and speed, and compared with the cells that
 * can be asked for with the constants of the run time (core/pfnn/control.h):
 *
 *     gait       the largest one now, jump left out of the comparison
 *     direction  between facing and going, to either side: 0, 45, 90, 135, 180 degrees, the nearest
 *     speed      of the path from 10 frames before to 10 after, in steps of .25 m/s
 *
 * Units    metres a second; seconds of frames, mirror images and held-out ones not counted. Directions in the root frame.
 */
#include "core/base/buffer.h"
#include "train/network/rows.h"

#include <stdbool.h>

#define PD_TRAIN_REACH_DIRECTIONS 5
#define PD_TRAIN_REACH_SPEEDS     20 /* the last one: 4.75 m/s and faster */
#define PD_TRAIN_REACH_STEP       0.25

typedef struct pd_train_reach {
    double seconds[PD_PFNN_GAITS][PD_TRAIN_REACH_DIRECTIONS][PD_TRAIN_REACH_SPEEDS];
} pd_train_reach;

void pd_train_reach_count(pd_train_reach *reach, const pd_train_rows *rows);
/* Whether the run time can ask for this cell. Walk, jog and crouch only. */
bool pd_train_reach_asked(int gait, int direction, int speed);
/* Text: seconds of walk, jog and crouch, and the cells that can be asked for and have less than `least` seconds. */
void pd_train_reach_write(pd_buffer *out, const pd_train_reach *reach, double least);

#endif
