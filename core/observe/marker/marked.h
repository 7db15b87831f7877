#ifndef PD_OBSERVE_MARKER_MARKED_H
#define PD_OBSERVE_MARKER_MARKED_H
/* Fits a body to a file of optical markers: labels points that have no names (label.h), fits the take
 * (take.h), checks the names against the body (mend.h), and fits again if a name was wrong.
 *
 *     pd_observe_marked job = {.file = &file, .up_axis = -1, .sigma = 0.005};
 *     pd_observe_take take = {0};
 *     if (pd_observe_marked_prepare(&job, &take, model, name, &err)) ...
 *         take's places, at, place_count, frame_count, rate, robust_space
 *     take.prior = ..., take.executor = ...; memory for the results (room.h); pd_observe_take_check unless
 *     job.nameless
 *     status = pd_observe_marked_run(&job, &take, model, name, &err);
 *         place_count may be less than before
 *     pd_observe_marked_deinit(&job);
 *
 * Memory   _prepare and _run allocate; after _prepare, _bytes estimates what _run takes at once in addition
 *          to the take's scratch.
 * Threads  tasks of take's executor; take's keep_going is called on the caller's thread, with the share of
 *          the whole work that is done.
 * Errors   those of markers.h, label.h and take.h; ERR_INVALID: no single frame could be fitted.
 */
#include "core/observe/marker/joints.h"
#include "core/observe/marker/label.h"
#include "core/observe/marker/mend.h"

/* What the points of a file are. */
typedef enum pd_observe_points {
    PD_OBSERVE_POINTS_AUTO, /* joints if their names say so (joints.h), else markers */
    PD_OBSERVE_POINTS_MARKERS,
    PD_OBSERVE_POINTS_JOINTS,
} pd_observe_points;

typedef struct pd_observe_marked {
    /* out */
    bool nameless;                        /* set by _prepare: the file's points have no known names */
    bool are_joints;                      /* set by _prepare: the points are centres of joints */
    pd_observe_marker_set set;            /* marker places; after _run its `at` has the corrected names */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* (set.count) names of the places */
    const pd_observe_protocol *protocol;  /* protocol found for points without names; otherwise NULL */
    const pd_observe_protocol *second;    /* protocol that fits second best; NULL: none was tried */
    double margin;                        /* nats by which `second` fits worse */
    /* points of all frames, and how many got a name, for points without names */
    long long point_count, named_count;
    pd_observe_mend mend; /* named points that were read from the column of another one */
    int pass_count;       /* number of fits of the whole take */
    /* in */
    const pd_markers *file;
    const pd_observe_protocol *wanted; /* protocol for points without names; NULL: any */
    int up_axis;                       /* pd_up of the file; -1: found from the points */
    double sigma;                      /* noise of a point, metres; 0: 5 mm for markers, 10 mm for joints */
    pd_observe_points points;
    const char *points_option; /* how the caller's users state `points`, for errors: "--points" */
} pd_observe_marked;

/* Reads the markers of the file into *take. */
pd_status pd_observe_marked_prepare(pd_observe_marked *job, pd_observe_take *take, const pd_smpl_model *model,
                                    const char *name, pd_error *err);
/* Returns about how many bytes _run takes at once, in addition to the take's scratch. */
size_t pd_observe_marked_bytes(const pd_observe_marked *job);
/* Fits the take. take->status says whether keep_going stopped it. */
pd_status pd_observe_marked_run(pd_observe_marked *job, pd_observe_take *take, const pd_smpl_model *model,
                                const char *name, pd_error *err);
void pd_observe_marked_deinit(pd_observe_marked *job);

/* Writes all markers with corrected names, y up; where no camera saw a marker, the position of its place on
 * the body. The caller frees it with pd_markers_deinit. */
pd_status pd_observe_marked_filled(pd_markers *out, const pd_observe_marked *job, const pd_observe_take *take,
                                   const pd_smpl_model *model, const char *name, pd_error *err);

#endif
