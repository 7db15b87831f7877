#ifndef PD_TRAIN_NETWORK_ROWS_TABLE_H
#define PD_TRAIN_NETWORK_ROWS_TABLE_H
/* Training rows that were assembled elsewhere: a list of frames over ground at height 0, and rows that each
 * combine a frame with a ground.
 *
 *     x of a row = (x of its frame with y of every joint less `height`, ground)
 *     y of a row =  y of its frame with y of every joint less `height`
 *
 * One frame on ten grounds is stored as one frame and ten rows: the four million rows of the original PFNN
 * need 1.5 GB instead of 11.
 *
 *     pd_train_rows_table table = {0};
 *     pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 31));
 *     ... pd_train_rows_table_add_frame, pd_train_rows_table_add_row ...
 *     status = pd_train_rows_of_table(&rows, &table, executor, &err);
 *
 * All weights are 1; there are no mirror images and no kinds. Means and deviations are those of all rows that
 * are not held out, averaged by blocks as in rows.h, but without the least deviation of the ground.
 *
 * Units    the network's: centimetres, frames, cycles.
 * Memory   pd_train_rows_table_deinit frees; pd_train_rows_of_table takes ownership of the table.
 * Errors   ERR_MEMORY; ERR_LIMIT over 2^30 - 1 frames or rows; ERR_INVALID without rows to learn from.
 */
#include "train/network/rows.h"

#define PD_TRAIN_TABLE_GROUND (PD_TRAIN_SIDES * PD_TRAIN_SAMPLES)

typedef struct pd_train_table_row {
    /* index of the frame */
    int frame;
    int piece;    /* number of the piece; consecutive rows of a piece are consecutive frames */
    float phase;  /* cycles, [0, 1] */
    float height; /* height of the root frame, subtracted from the joints */
    unsigned char held_out;
    float ground[PD_TRAIN_TABLE_GROUND]; /* ground heights left, middle, right, relative to `height` */
} pd_train_table_row;

typedef struct pd_train_rows_table {
    pd_pfnn_layout layout;
    long frame_count, frame_capacity, row_count, row_capacity;
    /* (piece_count + 1) first row of each piece, then the end; set by pd_train_rows_of_table */
    long *pieces;
    int piece_count;
    float *frames; /* (frame_count, in_left + out_count) x and y of each frame */
    pd_train_table_row *rows;
    int has_offsets; /* 1: `offsets` holds the bones of the figure; 0: it is the biped */
    float offsets[3 * PD_ANIM_BIPED_JOINTS]; /* metres, in the parent's frame */
} pd_train_rows_table;

/* Begins a table without rows. */
void pd_train_rows_table_init(pd_train_rows_table *table, pd_pfnn_layout layout);
void pd_train_rows_table_deinit(pd_train_rows_table *table);
/* Adds a frame. *x (in_left) and *y (out_count) point to its values,
 * which the caller fills in before the next call. */
pd_status pd_train_rows_table_add_frame(pd_train_rows_table *table, float **x, float **y, pd_error *err);
pd_status pd_train_rows_table_add_row(pd_train_rows_table *table, const pd_train_table_row *row,
                                      pd_error *err);
/* Writes x (in_count) and y (out_count) of a row, unnormalised. */
void pd_train_rows_table_gather(float *x, float *y, const pd_train_rows_table *table, long row);

/* Returns the table that the rows were made of; NULL for rows of motions. */
const pd_train_rows_table *pd_train_rows_table_of(const pd_train_rows *rows);

/* Returns the next row of the same piece. At the end of a piece returns the second row of the piece that
 * continues it, or -1 when there is none. */
long pd_train_rows_table_next(const pd_train_rows_table *table, long row);

/* Makes rows of a table. Empties *table, also on failure.
 * ERR_RANGE for a layout with other counts than the biped's. */
pd_status pd_train_rows_of_table(pd_train_rows *rows, pd_train_rows_table *table, const pd_executor *executor,
                                 pd_error *err);

#endif
