#ifndef PD_TRAIN_MATCHING_BUILD_H
#define PD_TRAIN_MATCHING_BUILD_H
/* Builds a database for motion matching (core/matching/database.h) from captured motions.
 *
 *     poses    as captured, on the biped, before the labels' lock: the lock puts pops into knees, and the run time locks feet itself
 *     root     the hips on the floor, Gaussian of 10 frames; facing as path.h has it
 *     labels   train/motion/label.h: contacts, phase, gaits
 *     copies   each clip and its mirror image; straight walks and runs bent by 46 and 86, runs by 126 degrees/s too, either way; clips
 *              that jog at 1.15 and 1.3 of their time
 *
 * Left out are clips that look about (their heads are turned), that jog with ankles that turn by under 30 degrees (people's turn by 37 to 52),
 * and those of which no search could return a frame (index.h, gates); of long idles (names with "reactidle") so many seconds are kept, shared
 * among them.
 *
 * Units    metres, seconds. Motions are of 60 frames a second; a rate of 30 takes every second.
 * Memory   *database is the caller's, empty on failure. Motions come without labels and are labelled; their poses do not change.
 * Errors   ERR_RANGE names the option, ERR_INVALID where nothing is left, ERR_MEMORY.
 */
#include "core/matching/database.h"
#include "core/pfnn/capture/motion.h"

typedef struct pd_train_matching_options {
    int rate;            /* 30 or 60                                    */
    double idle_seconds; /* of long idles, altogether                   */
    bool no_arc, no_slow, no_mirror;
} pd_train_matching_options;

/* 30, 60 s, all copies. */
pd_train_matching_options pd_train_matching_defaults(void);

/* Counts of what was built. */
typedef struct pd_train_matching_report {
    int clips, left_out, arcs, slow;
    double seconds;
} pd_train_matching_report;

/* report may be NULL. */
pd_status pd_train_matching_build(pd_matching_database *database, pd_train_matching_report *report,
                                  pd_pfnn_motions *motions, const pd_train_matching_options *options,
                                  pd_error *err);

#endif
