#ifndef PD_TRAIN_ORIGINAL_DATABASE_H
#define PD_TRAIN_ORIGINAL_DATABASE_H
/* Makes training rows from the original PFNN's clips, with the numbers of its generate_database.py
 * (process_data, process_heights).
 *
 * For frames i with a second before and after; forward f, R_i the rotation that takes f_i to +Z, p joints in
 * world space:
 *
 *     trajectory   R_i (hips_k - hips_i), R_i f_k, gaits of k = i - 60, i - 50, .. i + 50
 *     joints       of frame i - 1: R_i-1 (p - hips in x, z), R_i-1 (p_i - p_i-1)
 *     next         velocity and turn of the root, change of phase (+1 where it falls), contacts, trajectory
 *                  of i + 1 .. i + 51 about i + 1, joints of frame i, log |R_i q|: of q and -q the one with w
 *                  >= 0
 *     contacts     a heel or toe that moves by less than sqrt(0.02) cm to the next frame
 *
 * Each cycle, with a second before and after, gets the ten grounds that fit it (terrain_surface.h; planted
 * heels are 5 cm, toes 4 cm above it; linear kernel; flat clips get the mean of the plants ten times), hence
 * ten rows a frame. Heights of the joints of this frame and of the one before are relative to the mean of
 * this frame's 12 middle ground samples; the phase at a cycle's ends is 0 and 1.
 *
 * Seed     the normals of E_beam are those of RandomState(1234), drawn in the order of the clips.
 * Units    centimetres, frames of 1/60 s, cycles: the network's.
 * Memory   rows are appended to the caller's table.
 */
#include "core/base/executor.h"
#include "train/network/rows_table.h"
#include "train/original/clip.h"
#include "train/original/random_state.h"

#define PD_TRAIN_ORIGINAL_SEED 1234

typedef struct pd_train_original_how {
    const pd_train_patches *patches; /* NULL is allowed for flat clips only */
    pd_train_fit_kernel kernel;
    int best;                     /* number of grounds of a cycle: 1 to 10 */
    int held_out;                 /* 1: marks the rows as held out */
    pd_train_random_state *noise; /* random numbers for E_beam */
} pd_train_original_how;

/* Adds the rows of a clip. ERR_INVALID for uneven ground without patches, ERR_MEMORY, ERR_LIMIT. On failure
 * the table keeps the rows added so far. */
pd_status pd_train_original_add(pd_train_rows_table *table, const pd_train_original_clip *clip,
                                const pd_train_original_how *how, const pd_executor *executor, pd_error *err);

#endif
