#ifndef PD_TRAIN_AUGMENT_TERRAIN_FIT_H
#define PD_TRAIN_AUGMENT_TERRAIN_FIT_H
/* Ground that captured feet could have walked on: patches of a map that fit a cycle of locomotion best, then bent to touch every
 * plant (Holden et al. 2017, section 4.2; process_heights of its generate_database.py).
 *
 * Over the frames i of a cycle (with a second before and behind) and the joints j (both heels and toes), c = 1 where j is in contact, f the height of j less
 * that of a planted joint, h the patch under it; patches lie with their middle under the mean of the planted joints, and
 * means over the planted ones are taken off f and h:
 *
 *     E_down = 0.1 mean_{c=1} (h - f)^2             E_up   = mean_{c=0} max(h - f, 0)^2
 *     E_over = mean_{c=0} max((f - l) - h, 0)^2     jumps only, l = 0.05 m: there is something to jump over
 *     E_beam = mean max(h(o) - (h(r) - b), 0)^2     beams only: r the root, o = r + N(0, 0.5 m) further than 0.15 m from every r,
 *                                                   b = 0.40 m: the ground falls off beside the way
 *     E      = E_down + E_up + E_over + E_beam
 *
 * The ten patches of least E are refined. With the planted points x_k, residuals e_k = f_k - h(x_k), D = |x_k - x_l|,
 * d = mean D:
 *
 *     T(x) = h(x) + sum_k w_k |x - x_k|/d           (D/d - smooth I) w = e,   smooth = 0.1
 *
 * Points of one plant are one point after the foot lock: those nearer than 1 cm are merged (coarser where there are more than 160 of
 * them), and a point that stands for n of them has smooth/n, which gives the T of all of them.
 *
 * Units    metres, world space; flat ground under the motion is not used. Patches are 3 x 3 m, 61 x 61 heights.
 * Threads  patches are const. Tasks: the patches of a cycle; the answer does not depend on the executor.
 */
#include "core/base/executor.h"
#include "core/train/motion/motion.h"

#include <stdint.h>

#define PD_TRAIN_PATCH_SIDE   3.0
#define PD_TRAIN_PATCH_POINTS 61
#define PD_TRAIN_FIT_BEST     10

typedef struct pd_train_patches {
    int count;
    float *heights; /* (count, 61, 61), row along +z */
} pd_train_patches;

/* count patches at random places and directions of the map, each less its mean. ERR_RANGE (1 to 100,000; map of 5 m or more),
 * ERR_MEMORY. */
pd_status pd_train_patches_sample(pd_train_patches *patches, const pd_anim_ground *map, int count,
                                  uint64_t seed, pd_error *err);
void pd_train_patches_deinit(pd_train_patches *patches);
/* Height at (x, z) from the patch's middle, bilinear, held beyond its edges. */
double pd_train_patch_height(const pd_train_patches *patches, int patch, double x, double z);

typedef enum pd_train_fit_kind {
    PD_TRAIN_FIT_WALK, /* E_down + E_up            */
    PD_TRAIN_FIT_JUMP, /* with E_over              */
    PD_TRAIN_FIT_BEAM, /* with E_beam              */
    PD_TRAIN_FIT_FLAT  /* no patches: level ground */
} pd_train_fit_kind;

typedef struct pd_train_fit_job {
    const pd_train_motion *motion; /* with contacts                                  */
    int first, count;              /* frames                                         */
    pd_train_fit_kind kind;
    uint64_t seed; /* of the beam's points                            */
    double margin; /* metres of ground around the path; 0: 1          */
    double cell;   /* of the grounds made; 0: 0.05                    */
} pd_train_fit_job;

typedef struct pd_train_fit {
    int count;                        /* 10, fewer with fewer patches, 1 for FLAT or without contacts */
    int patch[PD_TRAIN_FIT_BEST];     /* -1: level                                                    */
    double error[PD_TRAIN_FIT_BEST];  /* E, rising                                                    */
    double before[PD_TRAIN_FIT_BEST]; /* rms of e at the plants, metres, as the patch is              */
    double after[PD_TRAIN_FIT_BEST];  /* rms after refinement, of the rasterised ground               */
    pd_anim_ground
        grounds[PD_TRAIN_FIT_BEST]; /* T over the path of these frames                              */
} pd_train_fit;

/* ERR_RANGE for frames outside the clip, ERR_INVALID without labels, ERR_MEMORY. On failure *fit is empty. */
pd_status pd_train_fit_cycle(pd_train_fit *fit, const pd_train_fit_job *job, const pd_train_patches *patches,
                             const pd_executor *executor, pd_error *err);
void pd_train_fit_deinit(pd_train_fit *fit);

/* First frames of whole cycles by the phase (right contacts): fills starts (capacity) and returns how many there are. */
int pd_train_fit_cycles(int *starts, int capacity, const pd_train_motion *motion);

#endif
