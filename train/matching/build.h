#ifndef PD_TRAIN_MATCHING_BUILD_H
#define PD_TRAIN_MATCHING_BUILD_H
/* Builds a database for motion matching (core/matching/database.h) from captured motions.
 *
 *     poses    as captured, on the biped, before the foot lock of the labels: the lock causes jumps in the
 *              knees, and the run time locks feet itself
 *     root     the hips projected to the floor, Gaussian of 10 frames; facing as in path.h
 *     labels   train/motion/label.h: contacts, phase, gaits
 *     copies   each clip and its mirror image; straight walks and runs bent by 46 and 86, runs by 126
 *              degrees/s too, either way; clips that jog, at 1.15 and 1.3 of their time
 *
 * Left out are clips of people who look about (turned heads), clips that jog with ankles that turn by under
 * 30 degrees (people's turn by 37 to 52), and clips of which no search could return a frame (index.h, gates).
 * Long idles (names with "reactidle") share a limited number of seconds.
 *
 * Units    metres, seconds. Motions have 60 frames a second; a rate of 30 takes every second frame.
 * Memory   *database is the caller's, empty on failure. Motions come without labels and are labelled here;
 *          their poses do not change.
 * Errors   ERR_RANGE names the option, ERR_INVALID when no clip remains, ERR_MEMORY.
 */
#include "core/matching/database.h"
#include "core/character/capture/motion.h"

typedef struct pd_train_matching_options {
    int rate;            /* frames a second: 30 or 60 */
    double idle_seconds; /* seconds kept of all long idles together */
    bool no_arc, no_slow, no_mirror;
} pd_train_matching_options;

/* Returns the defaults: 30 frames a second, 60 s of idles, all copies. */
pd_train_matching_options pd_train_matching_defaults(void);

/* Numbers of clips and copies that were built. */
typedef struct pd_train_matching_report {
    int clips, left_out, arcs, slow;
    double seconds;
} pd_train_matching_report;

/* Labels the motions and builds the database. report may be NULL. */
pd_status pd_train_matching_build(pd_matching_database *database, pd_train_matching_report *report,
                                  pd_character_motions *motions, const pd_train_matching_options *options,
                                  pd_error *err);

#endif
