#ifndef PD_TRAIN_AUGMENT_AUGMENT_H
#define PD_TRAIN_AUGMENT_AUGMENT_H
/* Augments the capture with copies of labelled motions that show what was not captured. Each step has its own
 * file (crouch.h, slow.h, arc.h, terrain.h, terrain_fit.h).
 *
 *     slow      jogs: time x 1.15 and 1.3; clips with a start or a stop: x 0.87 and x 1.1; clips that walk
 *               backwards: x 0.8, 0.64 and 0.54, since no capture walks backwards at 1.5 m/s
 *     crouch    clips that neither jog nor jump: depth 0.12-0.29 m, time x 0.95-1.35; varying in clips of 5 s
 *               or more
 *     arc       straight walks at 45-110, runs at 45-150 degrees/s, either way, constant or ramped
 *     terrain   all motions so far except long stands: a random piece of the map, scale 0.4-1; every third
 *               copy has ridges of 8-24 degrees; where feet cannot keep to the ground another piece, flatter
 *               by 0.8, is tried
 *     fit       whole cycles of captured motions, a second before and after, with the grounds that fit them;
 *               off by default
 *
 * Copies are appended in an order that does not depend on the executor; the same seed gives the same bits.
 *
 * Threads  one task per copy.
 * Errors   ERR_INVALID when a motion has no labels, ERR_RANGE names the option, ERR_MEMORY; the list then
 *          keeps the copies made so far.
 */
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/character/capture/motion.h"
#include "train/motion/feet.h"
#include "core/base/progress.h"
#include "train/augment/fit.h"

#include <stdint.h>

typedef struct pd_train_augment_options {
    uint64_t seed;
    int slow;                /* 1: on, 0: off */
    int crouch;              /* copies a clip, 0 to 8                            */
    int arc;                 /* copies a clip, 0 to 8                            */
    int terrain;             /* copies of each captured motion, 0 to 8 */
    int terrain_of_copies;   /* terrain copies of each copy made so far, 0 to 8 */
    pd_train_motion_fit fit; /* options of the step fit; `seed` above replaces its own */
    double map_side;         /* side of the square map, metres */
    double stand_limit;      /* seconds; stands longer than this get no terrain copies */
} pd_train_augment_options;

/* Returns the defaults: slow 1, crouch 1, arc 2, terrain 3 and 1, fit 0 of 2,000 patches, an 80 m map;
 * stand_limit 20 s. */
pd_train_augment_options pd_train_augment_defaults(void);

enum {
    PD_TRAIN_STEP_CAPTURE,
    PD_TRAIN_STEP_SLOW,
    PD_TRAIN_STEP_CROUCH,
    PD_TRAIN_STEP_ARC,
    PD_TRAIN_STEP_TERRAIN,
    PD_TRAIN_STEP_FIT,
    PD_TRAIN_STEP_SIDE, /* made before the labels, by side.h */
    PD_TRAIN_STEPS
};
extern const char *const pd_train_step_names[PD_TRAIN_STEPS];
extern const char *const pd_train_gait_names[PD_PFNN_GAITS];

typedef struct pd_train_augment_report {
    int motions[PD_TRAIN_STEPS];
    double seconds[PD_TRAIN_STEPS];
    double gait_seconds[PD_TRAIN_STEPS][PD_PFNN_GAITS]; /* seconds by the largest gait of each frame */
    pd_train_feet_quality feet[PD_TRAIN_STEPS]; /* means over motions; maxima for the fields of maxima */
    double map_slopes_deg[2];                   /* slopes of the map, degrees: 50th and 95th percentile */
} pd_train_augment_report;

/* Appends copies of the motions in the list. progress and report may be NULL. */
pd_status pd_train_motion_augment(pd_character_motions *motions, const pd_train_augment_options *options,
                                  const pd_executor *executor, const pd_progress *progress,
                                  pd_train_augment_report *report, pd_error *err);
/* Measures a list without changing it. ERR_INVALID without labels, ERR_MEMORY. */
pd_status pd_train_augment_measure(pd_train_augment_report *report, const pd_character_motions *motions,
                                   const pd_executor *executor, pd_error *err);
/* Writes lines of text: step, motions, seconds, share of all seconds, seconds of each gait; slide, height and
 * depth of feet. */
void pd_train_augment_write(pd_buffer *out, const pd_train_augment_report *report);

#endif
