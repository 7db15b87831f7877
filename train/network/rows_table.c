#include "train/network/rows_table.h"

#include "train/network/rows_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void pd_train_rows_table_init(pd_train_rows_table *table, pd_pfnn_layout layout)
{
    *table = (pd_train_rows_table){.layout = layout};
}

void pd_train_rows_table_deinit(pd_train_rows_table *table)
{
    free(table->frames);
    free(table->rows);
    free(table->pieces);
    *table = (pd_train_rows_table){0};
}

/* Makes room for one more item of `size` bytes. */
static pd_status grow_rows_table(void **items, long count, long *capacity, size_t size, pd_error *err)
{
    if (count < *capacity) return PD_OK;
    if (count >= INT_MAX / 2)
        return pd_fail(err, PD_ERR_LIMIT, "rows", "more than %d rows; fewer expected", INT_MAX / 2);

    long more = *capacity ? 2 * *capacity : 1024;
    void *moved = realloc(*items, (size_t)more * size);
    if (!moved) return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %ld of them", more);
    *items = moved;
    *capacity = more;

    return PD_OK;
}

pd_status pd_train_rows_table_add_frame(pd_train_rows_table *t, float **x, float **y, pd_error *err)
{
    size_t size = (size_t)(t->layout.in_left + t->layout.out_count);
    void *frames = t->frames;
    pd_status status =
        grow_rows_table(&frames, t->frame_count, &t->frame_capacity, size * sizeof *t->frames, err);

    t->frames = frames;
    if (status != PD_OK) return status;

    *x = t->frames + (size_t)t->frame_count++ * size;
    *y = *x + t->layout.in_left;
    return PD_OK;
}

pd_status pd_train_rows_table_add_row(pd_train_rows_table *t, const pd_train_table_row *row, pd_error *err)
{
    void *rows = t->rows;
    pd_status status = grow_rows_table(&rows, t->row_count, &t->row_capacity, sizeof *t->rows, err);
    t->rows = rows;
    if (status == PD_OK) t->rows[t->row_count++] = *row;
    return status;
}

void pd_train_rows_table_gather(float *x, float *y, const pd_train_rows_table *t, long row)
{
    const pd_pfnn_layout *l = &t->layout;
    const pd_train_table_row *r = &t->rows[row];
    const float *frame = t->frames + (size_t)r->frame * (size_t)(l->in_left + l->out_count);

    memcpy(x, frame, (size_t)l->in_left * sizeof *x);
    memcpy(x + l->in_left, r->ground, (size_t)(l->in_count - l->in_left) * sizeof *x);
    memcpy(y, frame + l->in_left, (size_t)l->out_count * sizeof *y);
    for (int j = 0; j < l->joints; j++) {
        x[l->in_positions + 3 * j + 1] -= r->height;
        y[l->out_positions + 3 * j + 1] -= r->height;
    }
}

static int first_frame(const pd_train_rows_table *t, int piece)
{
    return piece >= 0 && piece < t->piece_count ? t->rows[t->pieces[piece]].frame : -1;
}

long pd_train_rows_table_next(const pd_train_rows_table *t, long row)
{
    int piece = t->rows[row].piece;
    int frame = t->rows[row].frame;
    int low = piece;
    int high = piece + 1;

    if (row + 1 < t->pieces[piece + 1]) return row + 1;

    /* Pieces of one cycle begin with the same frame; those of the next cycle begin where this one ends. */
    while (first_frame(t, low - 1) == first_frame(t, piece)) low--;
    while (first_frame(t, high) == first_frame(t, piece)) high++;
    int next = high + (piece - low);
    if (first_frame(t, next) != frame || t->pieces[next] + 1 >= t->pieces[next + 1]) return -1;

    return t->pieces[next] + 1;
}

const pd_train_rows_table *pd_train_rows_table_of(const pd_train_rows *rows)
{
    return rows->frames->table;
}

/* Makes `rows` from a table that was read from a file; `rows` takes the table over. On failure the caller
 * frees `rows`. */
static pd_status make_rows_table(pd_train_rows *rows, pd_train_rows_table *table, const pd_executor *executor,
                                 pd_error *err)
{
    size_t count = (size_t)table->row_count;

    if (!count) return pd_fail(err, PD_ERR_INVALID, "rows", "no row to learn from; at least one expected");

    /* Allocate the arrays of the rows. */
    rows->layout = table->layout;
    rows->count = table->row_count;
    rows->phase = malloc(count * sizeof *rows->phase);
    rows->weight = malloc(count * sizeof *rows->weight);
    rows->held_out = malloc(count);
    rows->x_mean = malloc(2 * PD_TRAIN_ROW_X * sizeof *rows->x_mean);
    rows->y_mean = malloc(2 * PD_TRAIN_ROW_Y * sizeof *rows->y_mean);
    rows->frames = calloc(1, sizeof *rows->frames);
    pd_train_rows_table *kept = malloc(sizeof *kept);
    if (!kept || !rows->frames || !rows->phase || !rows->weight || !rows->held_out || !rows->x_mean ||
        !rows->y_mean) {
        free(kept);
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %zu rows", count);
    }

    rows->x_std = rows->x_mean + PD_TRAIN_ROW_X;
    rows->y_std = rows->y_mean + PD_TRAIN_ROW_Y;

    /* Move the table to the rows. */
    *kept = *table;
    *table = (pd_train_rows_table){0};
    rows->frames->table = kept;

    /* First rows of all pieces, and the end. Their numbers rise by one, from 0 on. */
    kept->piece_count = kept->rows[kept->row_count - 1].piece + 1;
    kept->pieces = malloc(((size_t)kept->piece_count + 1) * sizeof *kept->pieces);
    if (!kept->pieces)
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d pieces", kept->piece_count);

    /* Store the first row of each piece. */
    int pieces = 0;
    for (long r = 0; r < kept->row_count; r++)
        if (!r || kept->rows[r].piece != kept->rows[r - 1].piece) kept->pieces[pieces++] = r;
    kept->pieces[pieces] = kept->row_count;
    kept->piece_count = pieces;

    /* Copy phase and held-out mark of each row; all weigh the same. */
    rows->has_offsets = kept->has_offsets;
    memcpy(rows->offsets, kept->offsets, sizeof rows->offsets);
    for (size_t r = 0; r < count; r++) {
        rows->phase[r] = kept->rows[r].phase < 1 ? kept->rows[r].phase : 0;
        rows->held_out[r] = kept->rows[r].held_out;
        rows->weight[r] = 1;
    }

    /* A table has no mirror images: every column maps to itself. */
    pd_train_row_mirror *m = &rows->frames->mirror;
    for (int i = 0; i < PD_TRAIN_ROW_X; i++) {
        m->x_from[i] = (short)i;
        m->x_sign[i] = 1;
    }

    for (int i = 0; i < PD_TRAIN_ROW_Y; i++) {
        m->y_from[i] = (short)i;
        m->y_sign[i] = 1;
    }

    return pd_train_rows_normalise(rows, executor, err);
}

pd_status pd_train_rows_of_table(pd_train_rows *rows, pd_train_rows_table *table, const pd_executor *executor,
                                 pd_error *err)
{
    *rows = (pd_train_rows){0};
    pd_status status = PD_OK;
    const pd_pfnn_layout usual = pd_pfnn_layout_of(PD_TRAIN_SAMPLES, PD_PFNN_GAITS, PD_ANIM_BIPED_JOINTS);
    if (table->layout.in_count != usual.in_count || table->layout.out_count != usual.out_count)
        status = pd_fail(err, PD_ERR_RANGE, "rows", "%d inputs and %d outputs; %d and %d allowed",
                         table->layout.in_count, table->layout.out_count, usual.in_count, usual.out_count);
    if (status == PD_OK) status = make_rows_table(rows, table, executor, err);
    pd_train_rows_table_deinit(table);
    if (status != PD_OK) pd_train_rows_deinit(rows);

    return status;
}
