#ifndef PD_TRAIN_NETWORK_ROWS_H
#define PD_TRAIN_NETWORK_ROWS_H
/* Training set of a motion network: rows of input and output, assembled from frames when they are sampled.
 *
 * Each frame is stored once, unnormalised. A row combines the trajectory window of a frame, the frame before,
 * and the frame itself, and normalises them: x = (input - x_mean)/x_std, y likewise. Rows [count/2, count)
 * are the mirror images of the first half, computed from the same frames with left and right exchanged and
 * half a cycle added to the phase.
 *
 * Heights of joints and ground are relative to the mean of the w middle ground samples of their own frame.
 * The joints of the frame before are in that frame's root frame, relative to that frame's ground, because
 * that is what a running character has.
 *
 * A row is a discontinuity when the velocity of a joint changes by more than 8 cm a frame (290 m/s2) at its
 * frame, the one before or the one after. The cause is an error of capture or of an augmented copy. Such a
 * row weighs 0. Valid capture stays below 7 cm.
 *
 * Means and deviations are those of the rows as they are sampled: by weight, without the held-out ones.
 * Deviations are averaged over each block of the layout. Those of the joints' inputs are divided by .1 times
 * the joint's weight, which is 1, or 1e-10 for a masked joint, a copy of its parent that must not act as an
 * input. Those of the ground are at least 1 cm. Styles have mean 0 and deviation 1/3. A block that never
 * changes has deviation 1.
 *
 * Units    the network's: root frame, centimetres, frames (core/pfnn/layout.h). Phase in cycles, [0, 1).
 * Memory   pd_train_rows_deinit frees. 1.2 KB a frame. Const once built: any number of threads.
 */
#include "core/base/executor.h"
#include "core/character/capture/motion.h"
#include "train/motion/kind.h"

#include <stdbool.h>

typedef struct pd_train_rows {
    pd_pfnn_layout layout;
    long count;   /* rows, mirror images included */
    float *phase; /* (count) cycles */
    /* (count) sampling frequency: mean 1 over the rows that are trained on;
     * for held-out rows, their weight in evaluation */
    float *weight;
    unsigned char *held_out;                   /* (count) 1: never trained on */
    float *x_mean, *x_std, *y_mean, *y_std;    /* means, and standard deviations averaged by block */
    float joint_weights[PD_ANIM_BIPED_JOINTS]; /* 10 times the divisor that x_std of each joint had */
    /* 1: the rows show another figure than the biped (rows_table.h), with the bones below */
    int has_offsets;
    float offsets[3 * PD_ANIM_BIPED_JOINTS]; /* bones of that figure: metres, in the parent's frame */
    /* true: the network gets no phase (pd_train_rows_drop_phase);
     * `phase` then only orders the rows for sampling */
    bool is_phaseless;
    pd_train_kind_sum kinds[PD_TRAIN_KIND_COUNT];
    pd_character_styles styles;          /* styles of the motions */
    struct pd_train_rows_frames *frames; /* frames that rows are assembled from */
} pd_train_rows;

/* Builds the rows of labelled motions. Holds out every held_every-th source with all its copies; 0 holds out
 * none. ERR_MEMORY; ERR_INVALID when there is nothing to learn from. */
pd_status pd_train_rows_build(pd_train_rows *rows, const pd_character_motions *motions, int held_every,
                              const pd_executor *executor, pd_error *err);
void pd_train_rows_deinit(pd_train_rows *rows);
/* Sets the weights of the mirror images to 0 and doubles those of the originals.
 * Means and deviations stay. */
void pd_train_rows_drop_mirror(pd_train_rows *rows);
/* Takes the phase away, for a network with one set of weights as a baseline: every group of rows is trained
 * at phase 0 (row_sampler.h), the change of phase in the outputs is 0, and the exported network has four
 * equal control points. Gives each row a random place in the order of sampling. */
void pd_train_rows_drop_phase(pd_train_rows *rows);
/* Writes x (in_count) and y (out_count) of a row: normalised, without noise. */
void pd_train_rows_get(float *x, float *y, const pd_train_rows *rows, long row);
/* Writes x (in_count) and y (out_count) of a row unnormalised, in the network's units. */
void pd_train_rows_raw(float *x, float *y, const pd_train_rows *rows, long row);

/* Source of a row. */
typedef struct pd_train_row_place {
    int motion; /* index in the list of motions that the rows were built from */
    int frame;  /* frame of that motion's clip */
    int mirrored;
    pd_train_kind kind; /* kind of the frame, as on flat ground */
    int on_terrain;
} pd_train_row_place;
/* Returns the row of the next frame of the same motion, or -1. For rows of a table, continues across pieces:
 * when another piece starts at the last frame of this one, returns its second row,
 * on the ground with the same number. */
long pd_train_rows_next(const pd_train_rows *rows, long row);
/* Returns the source of a row. */
pd_train_row_place pd_train_rows_place(const pd_train_rows *rows, long row);

#endif
