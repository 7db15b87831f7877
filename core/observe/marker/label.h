#ifndef PD_OBSERVE_MARKER_LABEL_H
#define PD_OBSERVE_MARKER_LABEL_H
/* Labels optical markers without names: decides which point is which place of the body.
 *
 *     minimise  sum_p min(|x_p(theta, t, beta) - y_a(p)|^2, reach^2)
 *         a assigns each place a different point; core/math/assign.h
 *
 * In this order:
 *
 *     1. start in some frames with many points, every component of the pose prior and the rest pose are
 *        compared with the points from 24 sides
 *                  by nearest points; the best of these by assignment and rigid motion; the best of those by
 *                  alternating body fit (observe.h) and assignment. The frame with the best fit is the start.
 *                  Every protocol with as many places is tried, or only the requested one. If another one
 *                  fits in that frame as well to 3 nats, neither is taken.
 *     2. follow forwards and backwards from the start: the body is fitted to the named points, and the other
 *        places get free points near them.
 *                  A name belongs to a whole trajectory (trajectory.h). If most names are lost, step 1 runs
 *                  again.
 *     3. mend      (mend.h) after shape and offsets are known
 *
 * Left and right of points without names follow from the body alone: the shapes of heads, knees, feet and
 * shoulder blades have a front. Points of a left-handed world give the mirror image of the person.
 *
 * Shapes   F frames, M columns of the file, P places of a protocol.
 * Spaces   the file's own axes, metres; +Y up inside.
 * Memory   _run allocates and frees; the caller owns `named`. About 5 more bytes for each point of the file.
 * Threads  tasks of the executor; the same bits for any number of workers.
 * Errors   ERR_LIMIT, ERR_INVALID at name: too few points, too many, or no body fits (with the distance);
 *          ERR_UNSUPPORTED: a model without SMPL's joints; ERR_MEMORY.
 */
#include "core/observe/marker/markers.h"
#include "core/observe/marker/trajectory.h"

#define PD_OBSERVE_LABEL_LEAST 12 /* smallest number of points of a frame that labelling can start from */

/* A laboratory's marker set: the markers that a person wears. */
typedef struct pd_observe_protocol {
    const char *name, *doc;
    const char *const *markers; /* (count) */
    int count;
} pd_observe_protocol;

extern const pd_observe_protocol pd_observe_protocols[]; /* the last entry has a NULL name */
/* Names of the protocols, for errors and documentation */
#define PD_OBSERVE_PROTOCOLS "cmu, plugin-gait or plugin-gait-legs"

/* Returns the protocol with this name, or NULL. */
const pd_observe_protocol *pd_observe_protocol_of(const char *name);
/* Returns the protocol with the most places. */
const pd_observe_protocol *pd_observe_protocol_largest(void);

/* Returns true if the file needs labelling: fewer than six of its columns have known names (markers.h). */
bool pd_observe_label_needed(const pd_markers *file);

/* Checks that the file has enough points to start from;
 * otherwise ERR_INVALID at name, with what was found. */
pd_status pd_observe_label_check(const pd_markers *file, const char *name, pd_error *err);

typedef struct pd_observe_label {
    /* out */
    /* (F,P) points by name; NAN: not seen or unlabelled. The caller frees it with pd_markers_deinit */
    pd_markers named;
    const pd_observe_protocol *protocol;
    long long point_count, named_count; /* points of all frames, and how many of them got a name */
    int trajectory_count, start_frame;
    /* metres: root mean square residual in the start frame, with loosely constrained places */
    double start_off;
    /* the protocol that fits second best in the start frame, or NULL, and by how many nats it fits worse: the
     * logarithm of how much less likely it is */
    const pd_observe_protocol *second;
    double margin;
    pd_up up; /* axis of the file that is up */
    /* True if keep_going stopped the labelling. */
    bool stopped;
    /* in */
    const pd_markers *file;
    int up_axis;                       /* pd_up of the file; -1: found from the points */
    const pd_observe_protocol *wanted; /* the protocol to use; NULL: any */
    const pd_observe_prior *prior;     /* pose prior; NULL: only the rest pose is tried */
    const pd_executor *executor;
    /* called with the share done, 0 .. 1; false stops the labelling; may be NULL */
    bool (*keep_going)(void *ctx, double done);
    void *ctx;
} pd_observe_label;

/* Labels the points. name is the place in error messages. */
pd_status pd_observe_label_run(pd_observe_label *label, const pd_smpl_model *model, const char *name,
                               pd_error *err);

#endif
