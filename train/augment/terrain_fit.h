#ifndef PD_TRAIN_AUGMENT_TERRAIN_FIT_H
#define PD_TRAIN_AUGMENT_TERRAIN_FIT_H
/* Fits ground under the cycles of a labelled motion to its feet (terrain_surface.h) and rasterises it.
 *
 * After the foot lock the points of one plant coincide; points nearer than 1 cm are merged into one (with a
 * larger distance while there are more than 160 of them).
 *
 * Units    metres, world space; flat ground under the motion is not used.
 * Threads  tasks: the patches of a cycle, the rows of its grounds; the result does not depend on the
 *          executor.
 */
#include "train/augment/terrain_surface.h"
#include "core/character/capture/motion.h"

typedef struct pd_train_fit_job {
    const pd_character_motion *motion; /* motion with contacts */
    int first, count;                  /* range of frames */
    pd_train_fit_kind kind;
    pd_train_fit_kernel kernel;
    uint64_t seed; /* seed of the random points of E_beam */
    double margin; /* metres of ground around the path; 0: 1          */
    double cell;   /* cell size of the rasters, metres; 0: 0.05 */
} pd_train_fit_job;

typedef struct pd_train_fit {
    int count; /* number of grounds: 10, fewer with fewer patches, 1 for FLAT or without contacts */
    int patch[PD_TRAIN_FIT_BEST];     /* index of the patch; -1: level ground */
    double error[PD_TRAIN_FIT_BEST];  /* E, ascending */
    double before[PD_TRAIN_FIT_BEST]; /* rms of e at the plants, metres, before refinement */
    /* rms of e at the plants, metres, on the refined and rasterised ground */
    double after[PD_TRAIN_FIT_BEST];
    pd_anim_ground grounds[PD_TRAIN_FIT_BEST]; /* T over the path of these frames */
} pd_train_fit;

/* Fits the grounds. ERR_RANGE for frames outside the clip, ERR_INVALID without labels, ERR_MEMORY. On failure
 * *fit is empty. */
pd_status pd_train_fit_cycle(pd_train_fit *fit, const pd_train_fit_job *job, const pd_train_patches *patches,
                             const pd_executor *executor, pd_error *err);
void pd_train_fit_deinit(pd_train_fit *fit);

/* Finds the first frames of whole cycles by the phase (right contacts):
 * fills starts (capacity) and returns their number. */
int pd_train_fit_cycles(int *starts, int capacity, const pd_character_motion *motion);

#endif
