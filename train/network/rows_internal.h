#ifndef PD_TRAIN_NETWORK_ROWS_INTERNAL_H
#define PD_TRAIN_NETWORK_ROWS_INTERNAL_H
/* Implementation of rows.h, shared by the rows_*.c files: the store of frames, assembly of a row, mirror
 * image, means and deviations.
 *
 * Shapes   F frames of joints and P points of paths, all motions one after the other. Half the rows are
 *          stored; the others are their mirror images.
 * Units    the network's: centimetres, frames. Points are in world space, relative to the first point of
 *          their motion. Joints are in the root frame of their own frame; their heights are relative to its
 *          mean ground. */
#include "train/network/rows_table.h"

#define PD_TRAIN_ROW_JOINTS (3 * PD_ANIM_BIPED_JOINTS)
/* largest in_count: pd_pfnn_layout_of(12, 6, 31) and all styles */
#define PD_TRAIN_ROW_X      (342 + PD_PFNN_MAX_STYLES)
#define PD_TRAIN_ROW_Y      311

typedef struct pd_train_row_point {
    float x, z, facing_x, facing_z;
    float ground[PD_TRAIN_SIDES];
    float gaits[PD_PFNN_GAITS];
} pd_train_row_point;

/* Frame t of a motion, with the changes from t to t + 1. */
typedef struct pd_train_row_frame {
    float positions[PD_TRAIN_ROW_JOINTS], velocities[PD_TRAIN_ROW_JOINTS], rotations[PD_TRAIN_ROW_JOINTS];
    float height; /* mean of the middle ground samples */
    float yaw_rate, phase_change;
    unsigned char contacts[PD_PFNN_CONTACTS];
} pd_train_row_frame;

/* One motion in the store: frames 0 .. T - 2, points -PAD .. T - 1 + PAD, rows of frames 1 .. T - 2. */
typedef struct pd_train_row_motion {
    int frame_count; /* T; 0 when the motion is too short for a row */
    int held_out, on_terrain;
    int style; /* index of the style; -1: none */
    double weight;
    /* index of the motion's first frame, point (of frame -PAD) and row in the store */
    size_t frame, point, row;
} pd_train_row_motion;

/* Columns of the mirror image: column i is sign[i] times column from[i]. */
typedef struct pd_train_row_mirror {
    short x_from[PD_TRAIN_ROW_X], y_from[PD_TRAIN_ROW_Y];
    float x_sign[PD_TRAIN_ROW_X], y_sign[PD_TRAIN_ROW_Y];
} pd_train_row_mirror;

struct pd_train_rows_frames {
    /* source of the rows for pd_train_rows_of_table, or NULL. With a table only the scales and the mirror are
     * used of the fields below */
    pd_train_rows_table *table;
    pd_train_row_motion *motions; /* (motion_count) one for each motion of the list */
    int motion_count;
    size_t frame_count, point_count, half; /* half: number of rows without mirror images */
    pd_train_row_frame *frames;
    pd_train_row_point *points;
    int *motion;                                            /* (half) index of the motion of each row */
    unsigned char *discontinuous;                           /* (half) 1: never sampled */
    unsigned char *kind;                                    /* (half) kind of each row, as on flat ground */
    float x_scale[PD_TRAIN_ROW_X], y_scale[PD_TRAIN_ROW_Y]; /* 1 / std */
    pd_train_row_mirror mirror;
};
typedef struct pd_train_rows_frames pd_train_rows_frames;

/* rows_store.c: reserve lays out the store for all motions; add then fills in one motion. Motions may be
 * added in any order. */
pd_status pd_train_rows_reserve(pd_train_rows_frames *store, const pd_character_motions *motions,
                                int held_every, pd_error *err);
pd_status pd_train_rows_add(pd_train_rows_frames *store, float *phase, const pd_character_motion *motion,
                            int index, pd_error *err);
void pd_train_rows_release(pd_train_rows_frames *store);

/* rows_gather.c: writes x and y of a row below `half`, not mirrored and not normalised. */
void pd_train_rows_gather(float *x, float *y, const pd_pfnn_layout *layout, const pd_train_rows_frames *store,
                          size_t row);
/* Builds the table of mirrored columns for a layout. */
void pd_train_row_mirror_init(pd_train_row_mirror *mirror, const pd_pfnn_layout *layout);

/* rows_norm.c: computes means and deviations, and the scales of the store. ERR_MEMORY. */
pd_status pd_train_rows_normalise(pd_train_rows *rows, const pd_executor *executor, pd_error *err);
/* rows_norm.c: computes the weights of the rows and the sums of the kinds. */
void pd_train_rows_weigh(pd_train_rows *rows);

#endif
