#ifndef PD_PFNN_CAPTURE_CAPTURE_H
#define PD_PFNN_CAPTURE_CAPTURE_H
/* From captured clips to motions: on the biped, at 60 Hz, the floor at y = 0.
 *
 * A clip goes through three steps; where something belongs to the subject, all of the subject's clips are taken together:
 *
 *     retarget   core/retarget/figure/onto_biped.h; the feet of a subject are turned in pitch so that the median of its planted
 *                ones (ankle and toe slower than 0.12 m/s) has the biped's sole, its collars are counted from their median
 *                while arms hang (core/retarget/figure/collar.h)
 *     filter     from more than 60 Hz: Gaussian of 0.9 of the ratio of the rates, in frames, then frames are dropped;
 *                from less: spline of the quaternions and roots, then Gaussian of 1 frame of 60 Hz
 *     level      core/pfnn/capture/level.h: one tilt of the floor per subject, one height per clip
 *
 * Subject   what stands before the first '_' or '.' of the file's name, with its folder: "cmu/bvh/02_01.bvh" and
 *           "cmu/bvh/02_02.bvh" are of "cmu/bvh/02".
 * Memory    motions are the caller's. Captures stay as they are.
 * Threads   clips are tasks of the executor; the same bits whatever their order.
 */
#include "core/anim/source.h"
#include "core/base/executor.h"
#include "core/pfnn/capture/motion.h"
#include "core/base/progress.h"

typedef struct pd_pfnn_capture {
    char name[160];               /* below the folder of data: "cmu/bvh/02_01.bvh" */
    pd_anim_clip clip;            /* its usable frames, on the source's skeleton   */
    const pd_anim_source *source; /* never NULL                                    */
} pd_pfnn_capture;

/* What was measured of a subject. */
typedef struct pd_pfnn_capture_subject {
    char name[160];
    int clip_count;
    int plant_count;       /* points that the floor was fitted to    */
    double foot_deg;       /* elevation of its planted feet, median  */
    double side;           /* left toes over right ones, halved, metres */
    double tilt_x, tilt_z; /* the floor rises by this much per metre */
    double rms;            /* of plants over the level floor, metres */
} pd_pfnn_capture_subject;

typedef struct pd_pfnn_capture_report {
    pd_pfnn_capture_subject *subjects; /* (subject_count), by name */
    int subject_count;
} pd_pfnn_capture_report;

typedef struct pd_pfnn_capture_options {
    int no_level;
} pd_pfnn_capture_options;

typedef struct pd_pfnn_capture_job {
    const pd_pfnn_capture *captures;
    int count;
    const pd_pfnn_capture_options *options; /* may be NULL */
    const pd_executor *executor;
    pd_train_progress progress;
} pd_pfnn_capture_job;

/* motions: one for each capture, in their order, source = its number, step "capture". report may be NULL. ERR_INVALID
 * when a skeleton lacks a joint, ERR_MEMORY. Both outputs are empty on failure. */
pd_status pd_pfnn_motion_capture(pd_pfnn_motions *motions, pd_pfnn_capture_report *report,
                                 const pd_pfnn_capture_job *all, pd_error *err);
/* One capture alone: calibrated and levelled by itself. */
pd_status pd_pfnn_motion_of_capture(pd_pfnn_motion *out, const pd_pfnn_capture *capture, pd_error *err);
void pd_pfnn_capture_deinit(pd_pfnn_capture *capture);
void pd_pfnn_capture_report_deinit(pd_pfnn_capture_report *report);

#endif
