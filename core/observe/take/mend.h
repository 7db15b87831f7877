#ifndef PD_OBSERVE_TAKE_MEND_H
#define PD_OBSERVE_TAKE_MEND_H
/* Checks the names of markers against the body that was fitted to them: markers that were exchanged for a while get their own names back.
 *
 *     vote(tau, p) = number of frames in which place p has the point of trajectory tau      by assignment, within REACH, names of the file worth HOME
 *     name(tau)    = p where vote(tau, p) is more than half of its frames and p is nobody else's then; else the name that the file gives most of it
 *
 * A trajectory (trajectory.h) follows the ball through columns, so an exchange in its midst is seen by its jump as well as by the body, and one behind a gap
 * by the body alone. Columns without known names take part: the ends of a marker that a system lost and found as "*42" are read as that marker.
 *
 * With trusted names a point takes another's place only where that one's point has a place of its own too, or is not seen.
 *
 * Markers that are exchanged for the whole take and lie close together (two on one wrist) cannot be told apart: they are left as they are.
 * Left and right of everything exchanged is another matter (`mirrored` of observe.h).
 *
 * Shapes   F frames, P places, M columns of the file.
 * Memory   _run allocates; one owner: _deinit.   Threads  pure.
 * Errors   those of trajectory.h; ERR_MEMORY.
 */
#include "core/observe/take/markers.h"
#include "core/observe/take/trajectory.h"

#define PD_OBSERVE_MEND_REACH 0.06 /* metres */
#define PD_OBSERVE_MEND_HOME  0.02 /* metres: so much nearer another must be */

/* A stretch of frames in which a place is read from a column that has another name, or none. */
typedef struct pd_observe_mended {
    int place, column, first, last;
} pd_observe_mended;

typedef struct pd_observe_mend {
    /* out */
    pd_observe_mended *stretches; /* (count) by place and frame               */
    int count, trajectory_count;
    long long points, mended; /* of known names; of them read from elsewhere  */
    long long changed;        /* that are not what set->at was                */
    unsigned char *frames;    /* (F) 1: something in it is changed            */
    /* in */
    const pd_markers *file;
    const int *homes; /* (M) the place that a column's name says, -1: none */
    bool trust;       /* homes are names of a person; else guesses: a trajectory without votes has no name */
} pd_observe_mend;

/* take: fitted to the set's places. Writes set->at anew. */
pd_status pd_observe_mend_run(pd_observe_mend *mend, pd_observe_marker_set *set, const pd_observe_take *take,
                              const pd_smpl_model *model, const char *name, pd_error *err);
void pd_observe_mend_deinit(pd_observe_mend *mend);

/* names (T): of trajectories that want the same place in the same frame the longest keeps it, the others get -1. false: out of memory. */
bool pd_observe_mend_part(int *names, const pd_observe_trajectories *trajectories, int places);

#endif
