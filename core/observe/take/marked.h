#ifndef PD_OBSERVE_TAKE_MARKED_H
#define PD_OBSERVE_TAKE_MARKED_H
/* A take of optical markers from a file's points to a body: named where they have no names (label.h), fitted (take.h), checked against their names (mend.h), and
 * fitted again where a name was wrong.
 *
 *     pd_observe_marked job = {.file = &file, .up_axis = -1, .sigma = 0.005};
 *     pd_observe_take take = {0};
 *     if (pd_observe_marked_prepare(&job, &take, model, name, &err)) ...       take's places, at, place_count, frame_count, rate, robust_space
 *     take.prior = ..., take.executor = ...; room for what comes of it (room.h); pd_observe_take_check unless job.nameless
 *     status = pd_observe_marked_run(&job, &take, model, name, &err);          place_count may be less than before
 *     pd_observe_marked_deinit(&job);
 *
 * Memory   _prepare and _run allocate; _bytes, after _prepare, says about how much _run takes at once besides the take's scratch.
 * Threads  tasks of take's executor; take's keep_going is called on the caller's thread, with the share done of all of it.
 * Errors   those of markers.h, label.h and take.h; ERR_INVALID: no frame could be fitted by itself.
 */
#include "core/observe/take/label.h"
#include "core/observe/take/mend.h"

typedef struct pd_observe_marked {
    /* out */
    bool nameless;                        /* since _prepare: points without names          */
    pd_observe_marker_set set;            /* its `at` is as it was mended                  */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* (set.count)                                   */
    const pd_observe_protocol *protocol;  /* of points without names: what was found; else NULL */
    long long point_count, named_count;   /* likewise, of all frames                       */
    pd_observe_mend mend;                 /* of names: what was read from elsewhere        */
    int pass_count;                       /* fits                                          */
    /* in */
    const pd_markers *file;
    const pd_observe_protocol *wanted; /* of points without names; NULL: any */
    int up_axis;                       /* -1: as the points say */
    double sigma;                      /* metres */
} pd_observe_marked;

pd_status pd_observe_marked_prepare(pd_observe_marked *job, pd_observe_take *take, const pd_smpl_model *model,
                                    const char *name, pd_error *err);
size_t pd_observe_marked_bytes(const pd_observe_marked *job);
/* take->status tells whether it was stopped. */
pd_status pd_observe_marked_run(pd_observe_marked *job, pd_observe_take *take, const pd_smpl_model *model,
                                const char *name, pd_error *err);
void pd_observe_marked_deinit(pd_observe_marked *job);

/* The markers as they were read and mended, y up, and where no camera saw one, the body's place of it. names and positions are the caller's: pd_markers_deinit. */
pd_status pd_observe_marked_filled(pd_markers *out, const pd_observe_marked *job, const pd_observe_take *take,
                                   const pd_smpl_model *model, const char *name, pd_error *err);

#endif
