#ifndef PD_OBSERVE_MARKER_MEND_H
#define PD_OBSERVE_MARKER_MEND_H
/* Corrects marker names with the fitted body: finds markers whose names were exchanged for some frames and
 * restores their names.
 *
 *     vote(tau, p) = number of frames in which place p is assigned the point of trajectory tau, at most REACH
 *     away; the place that the
 *                    file's name means is favoured by HOME
 *     name(tau)    = the place p whose vote is more than half of the trajectory's frames, if p is free then;
 *                  otherwise the place whose name
 *                    the file gives to most of the trajectory
 *
 * A trajectory (trajectory.h) follows one marker through columns, so an exchange between frames shows in its
 * jump and in the body, and an exchange behind a gap in the body alone. Columns without known names take
 * part: when a system loses a marker and finds it again as "*42", the column is read as that marker.
 *
 * With trusted names, a point takes the place of another only if that other point has a place of its own too
 * or is not seen.
 *
 * Markers that are exchanged for the whole take and lie close together (two on one wrist) cannot be told
 * apart: they are left unchanged. An exchange of the whole left with the whole right is detected separately
 * (`mirrored` of observe.h).
 *
 * Shapes   F frames, P places, M columns of the file.
 * Memory   _run allocates; the owner calls _deinit.   Threads  pure functions.
 * Errors   those of trajectory.h; ERR_MEMORY.
 */
#include "core/observe/marker/markers.h"
#include "core/observe/marker/trajectory.h"

#define PD_OBSERVE_MEND_REACH 0.06 /* metres: largest distance between a point and its place */
#define PD_OBSERVE_MEND_HOME  0.02 /* metres: another place must be nearer by this much than the named one */

/* A range of frames in which a place is read from a column with another name or no name. */
typedef struct pd_observe_mended {
    int place, column, first, last;
} pd_observe_mended;

typedef struct pd_observe_mend {
    /* out */
    pd_observe_mended *stretches; /* (count) sorted by place and frame */
    int count, trajectory_count;
    long long points, mended; /* points with known names; how many of them were read from another column */
    long long changed;        /* points that differ from the previous set->at */
    unsigned char *frames;    /* (F) 1: something in this frame has changed */
    /* in */
    const pd_markers *file;
    const int *homes; /* (M) place that the name of a column means, -1: none */
    /* true: the names were given by a person; false: they are guesses,
     * and a trajectory without votes gets no name */
    bool trust;
} pd_observe_mend;

/* Corrects the names and rewrites set->at. take: fitted to the set's places. */
pd_status pd_observe_mend_run(pd_observe_mend *mend, pd_observe_marker_set *set, const pd_observe_take *take,
                              const pd_smpl_model *model, const char *name, pd_error *err);
void pd_observe_mend_deinit(pd_observe_mend *mend);

/* names (T): if several trajectories have the same place in the same frame, the longest keeps it and the
 * others get -1. Returns false if out of memory. */
bool pd_observe_mend_part(int *names, const pd_observe_trajectories *trajectories, int places);

#endif
