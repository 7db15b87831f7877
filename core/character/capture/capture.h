#ifndef PD_CHARACTER_CAPTURE_CAPTURE_H
#define PD_CHARACTER_CAPTURE_CAPTURE_H
/* Converts captured clips to training motions: on the biped, at 60 Hz, with the floor at y = 0.
 *
 * A clip goes through three steps; properties of a subject are estimated from all of the subject's clips
 * together:
 *
 *     retarget   core/retarget/figure/onto_biped.h; the feet of a subject are rotated in pitch so that the
 *                median of the planted ones (ankle and toe slower than 0.12 m/s) has the biped's sole;
 *                collars are measured relative to their median while arms hang
 *                (core/retarget/figure/collar.h)
 *     filter     from more than 60 Hz: Gaussian of 0.9 times the ratio of the rates, in frames, then frames
 *                are dropped; from less: spline of the quaternions and roots, then Gaussian of 1 frame of 60
 *                Hz
 *     level      core/character/capture/level.h: one tilt of the floor for each subject, one height for each
 *                clip
 *
 * Subject   the part of the file's path before the first '_' or '.' of its name: "cmu/bvh/02_01.bvh" and
 *           "cmu/bvh/02_02.bvh" belong to "cmu/bvh/02".
 * Memory    the caller owns the motions. Captures are not changed.
 * Threads   clips are tasks of the executor; the same bits in any order.
 * Errors    ERR_INVALID: a skeleton lacks a joint; ERR_MEMORY.
 */
#include "core/anim/source.h"
#include "core/base/executor.h"
#include "core/character/capture/motion.h"
#include "core/base/progress.h"

typedef struct pd_character_capture {
    char name[160];               /* path below the data folder: "cmu/bvh/02_01.bvh" */
    pd_anim_clip clip;            /* usable frames, on the source's skeleton */
    const pd_anim_source *source; /* never NULL */
} pd_character_capture;

/* Measurements of a subject. */
typedef struct pd_character_capture_subject {
    char name[160];
    int clip_count;
    int plant_count;       /* number of points to which the floor was fitted */
    double foot_deg;       /* median elevation of planted feet, degrees */
    double side;           /* half the height difference of left and right toes, metres */
    double tilt_x, tilt_z; /* rise of the floor per metre */
    double rms;            /* root mean square distance of planted toes from the level floor, metres */
} pd_character_capture_subject;

typedef struct pd_character_capture_report {
    pd_character_capture_subject *subjects; /* (subject_count), sorted by name */
    int subject_count;
} pd_character_capture_report;

typedef struct pd_character_capture_options {
    int no_level;
} pd_character_capture_options;

typedef struct pd_character_capture_job {
    const pd_character_capture *captures;
    int count;
    const pd_character_capture_options *options; /* may be NULL */
    const pd_executor *executor;
    pd_progress progress;
} pd_character_capture_job;

/* Converts all captures: one motion for each, in the same order, with source = its index and step "capture".
 * report may be NULL. ERR_INVALID if a skeleton lacks a joint, ERR_MEMORY.
 * Both outputs are empty on failure. */
pd_status pd_character_motion_capture(pd_character_motions *motions, pd_character_capture_report *report,
                                      const pd_character_capture_job *all, pd_error *err);
/* Converts a single capture, calibrated and levelled by itself. */
pd_status pd_character_motion_of_capture(pd_character_motion *out, const pd_character_capture *capture,
                                         pd_error *err);
/* Frees the arrays of a capture. */
void pd_character_capture_deinit(pd_character_capture *capture);
/* Frees the arrays of a report. */
void pd_character_capture_report_deinit(pd_character_capture_report *report);

#endif
