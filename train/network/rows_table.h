#ifndef PD_TRAIN_NETWORK_ROWS_TABLE_H
#define PD_TRAIN_NETWORK_ROWS_TABLE_H
/* Rows that were put together elsewhere: frames as they are over ground at height 0, and rows that name a frame and the ground under it.
 *
 *     x of a row = (x of its frame with y of every joint less `height`, ground)
 *     y of a row =  y of its frame with y of every joint less `height`
 *
 * One frame on ten grounds is one frame and ten rows: the set of the original's four million rows needs 1.5 GB, not 11.
 *
 *     pd_train_rows_table table = {0};
 *     pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 31));
 *     ... pd_train_rows_table_add_frame, pd_train_rows_table_add_row ...
 *     status = pd_train_rows_of_table(&rows, &table, executor, &err);
 *
 * Weights are 1; there are no mirror images and no kinds. Means and deviations are those of all rows that are not held out, averaged by
 * blocks as rows.h says, without a least deviation of the ground.
 *
 * Units    the network's: centimetres, frames, cycles.
 * Memory   pd_train_rows_table_deinit; pd_train_rows_of_table takes the table over.
 * Errors   ERR_MEMORY; ERR_LIMIT over 2^31 - 1 rows; ERR_INVALID where nothing may be learned from.
 */
#include "train/network/rows.h"

#define PD_TRAIN_TABLE_GROUND (PD_TRAIN_SIDES * PD_TRAIN_SAMPLES)

typedef struct pd_train_table_row {
    int frame;
    int piece;    /* rows of one piece follow one another frame by frame */
    float phase;  /* [0, 1]                                              */
    float height; /* of the root frame                                   */
    unsigned char held_out;
    float ground[PD_TRAIN_TABLE_GROUND]; /* left, middle, right; less height */
} pd_train_table_row;

typedef struct pd_train_rows_table {
    pd_pfnn_layout layout;
    long frame_count, frame_capacity, row_count, row_capacity;
    long *pieces; /* (piece_count + 1) first rows of the pieces; made by pd_train_rows_of_table */
    int piece_count;
    float *frames; /* (frame_count, in_left + out_count) */
    pd_train_table_row *rows;
    int has_offsets;                         /* bones of the figure: else the biped's */
    float offsets[3 * PD_ANIM_BIPED_JOINTS]; /* metres, in the parent's frame         */
} pd_train_rows_table;

void pd_train_rows_table_init(pd_train_rows_table *table, pd_pfnn_layout layout);
void pd_train_rows_table_deinit(pd_train_rows_table *table);
/* *x (in_left) and *y (out_count) of a new frame, the caller's to fill before the next call. */
pd_status pd_train_rows_table_add_frame(pd_train_rows_table *table, float **x, float **y, pd_error *err);
pd_status pd_train_rows_table_add_row(pd_train_rows_table *table, const pd_train_table_row *row,
                                      pd_error *err);
/* x (in_count), y (out_count) of a row as they are. */
void pd_train_rows_table_gather(float *x, float *y, const pd_train_rows_table *table, long row);

/* The table that the rows were made of; NULL for rows of motions. */
const pd_train_rows_table *pd_train_rows_table_of(const pd_train_rows *rows);

/* The row after this one: of the same piece, or the second of the piece that goes on where this one ends; -1: none. */
long pd_train_rows_table_next(const pd_train_rows_table *table, long row);

/* Empties *table, on failure too. */
pd_status pd_train_rows_of_table(pd_train_rows *rows, pd_train_rows_table *table, const pd_executor *executor,
                                 pd_error *err);

#endif
