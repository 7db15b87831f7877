#ifndef PD_OBSERVE_MARKER_TRAJECTORY_H
#define PD_OBSERVE_MARKER_TRAJECTORY_H
/* Links points of neighbouring frames that are the same marker, independently of their names, into
 * trajectories.
 *
 *     b follows a   if b is the point nearest to the expected position x_a + v_a, and a is the point whose
 *                   expectation is nearest to b, within REACH; in another column than a only within ACROSS,
 *                   and only if the next nearest, in both directions, is CLEAR times farther
 *
 * Only unambiguous pairs are linked, so a trajectory ends at a gap and where two markers pass too near each
 * other; label.h decides to which place of the body each trajectory belongs. A column is trusted while it is
 * plausible; a marker that jumps to another column is followed.
 *
 * Shapes   F frames, M columns, T trajectories.   Spaces  metres, any axes.
 * Memory   _run allocates; the owner calls _deinit.   Threads  pure functions.
 * Errors   ERR_LIMIT at "name: frame N": more than MOST points are seen in it; ERR_MEMORY.
 */
#include "core/io/mocap/markers.h"

#define PD_OBSERVE_TRAJECTORY_MOST   256  /* largest number of points in a frame */
#define PD_OBSERVE_TRAJECTORY_REACH  0.10 /* metres between a point and its expected position */
#define PD_OBSERVE_TRAJECTORY_ACROSS 0.03 /* metres, for a point in another column */
#define PD_OBSERVE_TRAJECTORY_CLEAR  2.0  /* ratio of the distances of second nearest and nearest point */

typedef struct pd_observe_trajectory {
    int first, last; /* first and last frame, inclusive; no frame between them is missing */
} pd_observe_trajectory;

typedef struct pd_observe_trajectories {
    int count;
    pd_observe_trajectory *items; /* (count) in the order of their first frames */
    int *of;                      /* (F,M) trajectory of each point; -1: the point is not seen */
} pd_observe_trajectories;

/* Links the points of a whole file. `name` is the file's, for messages. */
pd_status pd_observe_trajectories_run(pd_observe_trajectories *out, const pd_markers *file, const char *name,
                                      pd_error *err);
void pd_observe_trajectories_deinit(pd_observe_trajectories *trajectories);

#endif
