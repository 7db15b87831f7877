#ifndef PD_TRAIN_NETWORK_ROWS_H
#define PD_TRAIN_NETWORK_ROWS_H
/* The training set of a motion network: rows of input and output, put together when they are sampled.
 *
 * Frames are stored once, unnormalised; a row gathers the window of its trajectory, the frame before, and the frame itself, and
 * normalises: x = (input - x_mean)/x_std and y likewise. Rows [count/2, count) are the mirror images of the first half, made
 * from the same frames with left and right changed and half a cycle added to the phase.
 *
 * Positions of joints and ground are over the mean of the w middle ground samples of their own frame: the joints of the frame before
 * are over the ground and in the root frame of the frame before, as a character has them when it runs.
 *
 * A row is a discontinuity when a joint's velocity changes by more than 8 cm a frame (290 m/s2) at its frame, the one before or the one after: an
 * error of capture or of a copy. It weighs 0. Sound capture stays under 7.
 *
 * Mean and deviation are those of the rows as they are sampled (by weight, without the held-out ones). Deviations are averaged over each
 * block of the layout; those of the joints' inputs are divided by .1 times the joint's weight (1, or 1e-10 when masked: a
 * copy of its parent is no input), those of the ground are 1 cm at least; styles have mean 0 and deviation 1/3. A block that never changes has deviation 1.
 *
 * Units    the network's: root frame, centimetres, frames (core/pfnn/network/layout.h). Phase in cycles, [0, 1).
 * Memory   pd_train_rows_deinit. 1.2 KB a frame. Const once built: any number of threads.
 */
#include "core/base/executor.h"
#include "core/pfnn/capture/motion.h"
#include "train/motion/kind.h"

typedef struct pd_train_rows {
    pd_pfnn_layout layout;
    long count;    /* rows, mirror images included                      */
    float *phase;  /* (count)                                           */
    float *weight; /* (count) how often a row is sampled; trained on: mean 1, held out: to judge by */
    unsigned char *held_out;                   /* (count) 1: never trained on                       */
    float *x_mean, *x_std, *y_mean, *y_std;    /* standard deviations averaged by block             */
    float joint_weights[PD_ANIM_BIPED_JOINTS]; /* what x_std of the joints was divided by, times 10 */
    int has_offsets;                           /* 1: of another figure than the biped (rows_table.h) ... */
    float offsets[3 * PD_ANIM_BIPED_JOINTS];   /* ... and its bones: metres, in the parent's frame         */
    pd_train_kind_sum kinds[PD_TRAIN_KIND_COUNT];
    pd_pfnn_styles styles;               /* the motions' */
    struct pd_train_rows_frames *frames; /* the store */
} pd_train_rows;

/* Every motion must have its labels. Every held_every-th source is held out with all its copies; 0: none. ERR_MEMORY,
 * ERR_INVALID when there is nothing to learn from. */
pd_status pd_train_rows_build(pd_train_rows *rows, const pd_pfnn_motions *motions, int held_every,
                              const pd_executor *executor, pd_error *err);
void pd_train_rows_deinit(pd_train_rows *rows);
/* The mirror images weigh 0 from now on, and the others as much more. Means and deviations stay. */
void pd_train_rows_drop_mirror(pd_train_rows *rows);
/* x (in_count), y (out_count): normalised, without noise. */
void pd_train_rows_get(float *x, float *y, const pd_train_rows *rows, long row);
/* The same as they are, in the network's units. */
void pd_train_rows_raw(float *x, float *y, const pd_train_rows *rows, long row);

/* Where a row is from. */
typedef struct pd_train_row_place {
    int motion; /* of the list it was built from */
    int frame;  /* of its clip                   */
    int mirrored;
    pd_train_kind kind; /* as if the ground were flat */
    int on_terrain;
} pd_train_row_place;
/* The row of the next frame of the same motion - of a table, of the next piece too where one goes on from the other's last frame, on the
 * ground of the same number - or -1. */
long pd_train_rows_next(const pd_train_rows *rows, long row);
pd_train_row_place pd_train_rows_place(const pd_train_rows *rows, long row);

#endif
