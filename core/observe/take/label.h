#ifndef PD_OBSERVE_TAKE_LABEL_H
#define PD_OBSERVE_TAKE_LABEL_H
/* Optical markers without names: which point is which place of the body.
 *
 *     minimise  sum_p min(|x_p(theta, t, beta) - y_a(p)|^2, reach^2)     a: places to points, no two the same; core/math/assign.h
 *
 * In this order:
 *
 *     1. start     in some frames with much to see every component of the pose prior, and the rest pose, is compared with the points from 24 sides, by
 *                  nearest points; the best by assignment and rigid motion; the best of those as a body (observe.h) and assignment in turns. The frame
 *                  with the best fit is the start. Every protocol that has as many places is tried, or the one that is asked for.
 *     2. follow    forwards and backwards from there: the body goes with the points that have names, the others get those that are free and near.
 *                  A name belongs to a whole trajectory (trajectory.h). Where most names are lost it begins anew.
 *     3. mend      (mend.h) after shape and offsets are known
 *
 * Left and right of points without names follow from the body alone: heads, knees, feet and shoulder blades have a front. Points of a left-handed world
 * become the mirror image of the person.
 *
 * Shapes   F frames, M columns of the file, P places of a protocol.
 * Spaces   the file's own axes, metres; +Y up inside.
 * Memory   _run allocates and frees; `named` is the caller's. About 5 bytes a point of the file besides.
 * Threads  tasks of the executor; the same bits for any number.
 * Errors   ERR_LIMIT, ERR_INVALID at name: too few points, too many, no body comes near (with how near); ERR_UNSUPPORTED: a model without SMPL's joints;
 *          ERR_MEMORY.
 */
#include "core/observe/take/markers.h"
#include "core/observe/take/trajectory.h"

#define PD_OBSERVE_LABEL_LEAST 12 /* points that a frame must have to begin with */

/* Which markers are worn: a laboratory's marker set. */
typedef struct pd_observe_protocol {
    const char *name, *doc;
    const char *const *markers; /* (count) */
    int count;
} pd_observe_protocol;

extern const pd_observe_protocol pd_observe_protocols[];            /* ends with a NULL name */
#define PD_OBSERVE_PROTOCOLS "cmu, plugin-gait or plugin-gait-legs" /* their names, for errors and docs */

/* NULL: no such protocol. */
const pd_observe_protocol *pd_observe_protocol_of(const char *name);
/* That with the most places. */
const pd_observe_protocol *pd_observe_protocol_largest(void);

/* Fewer than six columns have names that are known (markers.h). */
bool pd_observe_label_needed(const pd_markers *file);

/* Whether enough is seen to begin with; ERR_INVALID at name, with what was seen. */
pd_status pd_observe_label_check(const pd_markers *file, const char *name, pd_error *err);

typedef struct pd_observe_label {
    /* out */
    pd_markers named; /* (F,P) by name; NAN: not seen, or nobody's. The caller's: pd_markers_deinit */
    const pd_observe_protocol *protocol;
    long long point_count, named_count; /* of all frames                            */
    int trajectory_count, start_frame;
    double start_off; /* metres: root mean square there, places loosely known */
    int up;           /* axis of the file, 0 to 2 */
    bool up_is_down;  /* up is the axis' negative side */
    bool stopped;
    /* in */
    const pd_markers *file;
    int up_axis;                       /* of the file, 0 to 2; -1: looked for */
    const pd_observe_protocol *wanted; /* NULL: any                           */
    const pd_observe_prior *prior;     /* or NULL: then only the rest pose is tried */
    const pd_executor *executor;
    bool (*keep_going)(void *ctx, double done); /* done 0 .. 1; false ends it; may be NULL */
    void *ctx;
} pd_observe_label;

pd_status pd_observe_label_run(pd_observe_label *label, const pd_smpl_model *model, const char *name,
                               pd_error *err);

#endif
