#ifndef PD_TRAIN_ORIGINAL_DATABASE_H
#define PD_TRAIN_ORIGINAL_DATABASE_H
/* Rows of training from the original's clips, with the same numbers as its generate_database.py makes (process_data, process_heights).
 *
 * Frames i with a second before and behind, forward f, R_i the rotation that takes f_i to +Z, p joints in world space:
 *
 *     trajectory   R_i (hips_k - hips_i), R_i f_k, gaits of k = i - 60, i - 50, .. i + 50
 *     joints       of frame i - 1: R_i-1 (p - hips in x, z), R_i-1 (p_i - p_i-1)
 *     next         velocity and turn of the root, change of phase (+1 where it falls), contacts, trajectory of i + 1 .. i + 51 about i + 1,
 *                  joints of frame i, log |R_i q|: of q and -q the one with w >= 0
 *     contacts     a heel or toe that moves by less than sqrt(0.02) cm to the next frame
 *
 * Each cycle with a second before and behind is given the ten grounds that fit it (terrain_surface.h; heels 5 cm, toes 4 cm over it when
 * planted; linear kernel; flat clips: the mean of the plants, ten times): ten rows a frame. Heights of the joints of this frame and of the
 * one before are over the mean of this frame's 12 middle ground samples; the phase of a cycle's ends is 0 and 1.
 *
 * Seed     the normals of E_beam are RandomState(1234)'s, in the order of the clips.
 * Units    centimetres, frames of 1/60 s, cycles: the network's.
 * Memory   rows are appended to the caller's table.
 */
#include "core/base/executor.h"
#include "train/network/rows_table.h"
#include "train/original/clip.h"
#include "train/original/random_state.h"

#define PD_TRAIN_ORIGINAL_SEED 1234

typedef struct pd_train_original_how {
    const pd_train_patches *patches; /* NULL: for flat clips only   */
    pd_train_fit_kernel kernel;
    int best;                     /* grounds of a cycle: 1 to 10 */
    int held_out;                 /* mark the rows so            */
    pd_train_random_state *noise; /* of E_beam                   */
} pd_train_original_how;

/* ERR_INVALID for uneven ground without patches, ERR_MEMORY, ERR_LIMIT. The table then keeps the rows added so far. */
pd_status pd_train_original_add(pd_train_rows_table *table, const pd_train_original_clip *clip,
                                const pd_train_original_how *how, const pd_executor *executor, pd_error *err);

#endif
