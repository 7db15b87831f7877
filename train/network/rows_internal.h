#ifndef PD_TRAIN_NETWORK_ROWS_INTERNAL_H
#define PD_TRAIN_NETWORK_ROWS_INTERNAL_H
/* What rows.h is made of: the store of frames, gathering a row from it, its mirror image, its deviations.
 *
 * Shapes   F frames of joints and P points of paths, all motions one after the other; half the rows are stored, the others
 *          are their mirror images.
 * Units    the network's: centimetres, frames. Points in world space, from the first one of their motion; joints in the root frame of
 *          their own frame, over its mean ground.
 */
#include "train/network/rows_table.h"

#define PD_TRAIN_ROW_JOINTS (3 * PD_ANIM_BIPED_JOINTS)
#define PD_TRAIN_ROW_X      (342 + PD_PFNN_MAX_STYLES) /* at most: pd_pfnn_layout_of(12, 6, 31) and styles */
#define PD_TRAIN_ROW_Y      311

typedef struct pd_train_row_point {
    float x, z, facing_x, facing_z;
    float ground[PD_TRAIN_SIDES];
    float gaits[PD_PFNN_GAITS];
} pd_train_row_point;

/* Frame t of a motion, with what happens from t to t + 1. */
typedef struct pd_train_row_frame {
    float positions[PD_TRAIN_ROW_JOINTS], velocities[PD_TRAIN_ROW_JOINTS], rotations[PD_TRAIN_ROW_JOINTS];
    float height; /* mean of the middle ground samples */
    float yaw_rate, phase_change;
    unsigned char contacts[PD_PFNN_CONTACTS];
} pd_train_row_frame;

/* A motion in the store: frames 0 .. T - 2, points -PAD .. T - 1 + PAD, rows of frames 1 .. T - 2. */
typedef struct pd_train_row_motion {
    int frame_count; /* T; 0 when it is too short for a row */
    int held_out, on_terrain;
    int style; /* -1: none */
    double weight;
    size_t frame, point, row; /* the first of each; point of frame -PAD */
} pd_train_row_motion;

/* What a column of the mirror image is: sign * column `from`. */
typedef struct pd_train_row_mirror {
    short x_from[PD_TRAIN_ROW_X], y_from[PD_TRAIN_ROW_Y];
    float x_sign[PD_TRAIN_ROW_X], y_sign[PD_TRAIN_ROW_Y];
} pd_train_row_mirror;

struct pd_train_rows_frames {
    pd_train_rows_table
        *table; /* rows of rows_table.h: then of all below only scales and mirror count; or NULL */
    pd_train_row_motion *motions; /* of the list */
    int motion_count;
    size_t frame_count, point_count, half; /* half of the rows */
    pd_train_row_frame *frames;
    pd_train_row_point *points;
    int *motion;                                            /* (half) which motion a row is of */
    unsigned char *discontinuous;                           /* (half) 1: never sampled */
    unsigned char *kind;                                    /* (half) as if the ground were flat */
    float x_scale[PD_TRAIN_ROW_X], y_scale[PD_TRAIN_ROW_Y]; /* 1 / std */
    pd_train_row_mirror mirror;
};
typedef struct pd_train_rows_frames pd_train_rows_frames;

/* rows_store.c: layout of the store with room for everything, then one motion after the other, in any order. */
pd_status pd_train_rows_reserve(pd_train_rows_frames *store, const pd_pfnn_motions *motions, int held_every,
                                pd_error *err);
pd_status pd_train_rows_add(pd_train_rows_frames *store, float *phase, const pd_pfnn_motion *motion,
                            int index, pd_error *err);
void pd_train_rows_release(pd_train_rows_frames *store);

/* rows_gather.c: row < half; not mirrored. */
void pd_train_rows_gather(float *x, float *y, const pd_pfnn_layout *layout, const pd_train_rows_frames *store,
                          size_t row);
void pd_train_row_mirror_init(pd_train_row_mirror *mirror, const pd_pfnn_layout *layout);

/* rows_norm.c: means and deviations, and the scales of the store. ERR_MEMORY. */
pd_status pd_train_rows_normalise(pd_train_rows *rows, const pd_executor *executor, pd_error *err);
/* rows_norm.c: weights and sums of the kinds. */
void pd_train_rows_weigh(pd_train_rows *rows);

#endif
