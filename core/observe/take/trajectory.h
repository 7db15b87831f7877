#ifndef PD_OBSERVE_TAKE_TRAJECTORY_H
#define PD_OBSERVE_TAKE_TRAJECTORY_H
/* Trajectories: which points of neighbouring frames are the same marker, whatever they are called.
 *
 *     b follows a   if b is nearest to where a is expected, x_a + v_a, and a is expected nearest to b, within REACH;
 *                   in another column than a only within ACROSS, and if the next nearest, either way, are CLEAR times farther
 *
 * Only pairs that leave no doubt are joined, so a trajectory ends at a gap and where two markers pass too near one another: label.h finds to which place of the
 * body each belongs. Columns are used as far as they are plausible: a marker that jumps to another column is followed.
 *
 * Shapes   F frames, M columns, T trajectories.   Spaces  metres, any axes.
 * Memory   one owner: _deinit.   Threads  pure.
 * Errors   ERR_LIMIT at "name: frame N": more than MOST points are seen in it; ERR_MEMORY.
 */
#include "core/io/mocap/markers.h"

#define PD_OBSERVE_TRAJECTORY_MOST   256  /* points of a frame                           */
#define PD_OBSERVE_TRAJECTORY_REACH  0.10 /* metres from where a point is expected       */
#define PD_OBSERVE_TRAJECTORY_ACROSS 0.03 /* metres, likewise, into another column */
#define PD_OBSERVE_TRAJECTORY_CLEAR  2.0

typedef struct pd_observe_trajectory {
    int first, last; /* frames, both in it; no frame between them is missing */
} pd_observe_trajectory;

typedef struct pd_observe_trajectories {
    int count;
    pd_observe_trajectory *items; /* (count) in order of their first frames  */
    int *of;                      /* (F,M) of each point; -1: it is not seen */
} pd_observe_trajectories;

pd_status pd_observe_trajectories_run(pd_observe_trajectories *out, const pd_markers *file, const char *name,
                                      pd_error *err);
void pd_observe_trajectories_deinit(pd_observe_trajectories *trajectories);

#endif
