#include "train/network/rows.h"

#include "core/base/hash.h"
#include "train/network/rows_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct build {
    const pd_character_motions *motions;
    pd_train_rows *rows;
    pd_error *errors; /* by motion; status PD_OK: none */
} build;

static void add_training_rows(void *arg, int index, int worker)
{
    (void)worker;
    const build *b = arg;
    pd_train_rows_add(b->rows->frames, b->rows->phase, &b->motions->items[index], index, &b->errors[index]);
}

/* Makes all rows: layout, frames of the motions, phases, weights, means and deviations. On failure the caller
 * frees `rows`. */
static pd_status make_rows(pd_train_rows *rows, const pd_character_motions *motions, int held_every,
                           const pd_executor *executor, pd_error *err)
{
    /* Set the layout of the inputs, with the styles of these motions. */
    rows->layout = pd_pfnn_layout_of(PD_TRAIN_SAMPLES, PD_PFNN_GAITS, PD_ANIM_BIPED_JOINTS);
    rows->styles = motions->styles;
    pd_pfnn_layout_add_styles(&rows->layout, rows->styles.count);
    rows->frames = calloc(1, sizeof *rows->frames);
    if (!rows->frames) return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory");

    pd_train_row_mirror_init(&rows->frames->mirror, &rows->layout);
    pd_status status = pd_train_rows_reserve(rows->frames, motions, held_every, err);
    if (status != PD_OK) return status;

    /* Every row is there twice: as captured and mirrored. */
    size_t count = 2 * rows->frames->half;
    rows->count = (long)count;
    rows->phase = malloc(count * sizeof *rows->phase);
    rows->weight = malloc(count * sizeof *rows->weight);
    rows->held_out = malloc(count);
    rows->x_mean = malloc(2 * PD_TRAIN_ROW_X * sizeof *rows->x_mean);
    rows->y_mean = malloc(2 * PD_TRAIN_ROW_Y * sizeof *rows->y_mean);
    if (!rows->phase || !rows->weight || !rows->held_out || !rows->x_mean || !rows->y_mean)
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %zu rows", count);
    rows->x_std = rows->x_mean + PD_TRAIN_ROW_X;
    rows->y_std = rows->y_mean + PD_TRAIN_ROW_Y;

    /* Motions in parallel; the first error in their order is reported. */
    build b = {motions, rows, calloc((size_t)motions->count, sizeof(pd_error))};
    if (!b.errors) return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d motions", motions->count);
    pd_execute(executor, add_training_rows, &b, motions->count);
    for (int i = 0; i < motions->count && status == PD_OK; i++)
        if ((status = b.errors[i].status) != PD_OK && err) *err = b.errors[i];
    free(b.errors);
    if (status != PD_OK) return status;

    /* Mirrored rows are half a cycle later in phase. */
    size_t half = rows->frames->half;
    for (size_t r = 0; r < half; r++) {
        float phase = rows->phase[r] + 0.5F;
        rows->phase[half + r] = phase >= 1 ? phase - 1 : phase;
    }

    pd_train_rows_weigh(rows);
    return pd_train_rows_normalise(rows, executor, err);
}

pd_status pd_train_rows_build(pd_train_rows *rows, const pd_character_motions *motions, int held_every,
                              const pd_executor *executor, pd_error *err)
{
    memset(rows, 0, sizeof *rows);
    pd_status status = make_rows(rows, motions, held_every, executor, err);
    if (status != PD_OK) pd_train_rows_deinit(rows);
    return status;
}

void pd_train_rows_deinit(pd_train_rows *rows)
{
    free(rows->phase);
    free(rows->weight);
    free(rows->held_out);
    free(rows->x_mean);
    free(rows->y_mean);
    pd_train_rows_release(rows->frames);
    memset(rows, 0, sizeof *rows);
}

void pd_train_rows_drop_mirror(pd_train_rows *rows)
{
    size_t half = rows->frames->half; /* 0 for rows of a table, which have no mirror images */
    for (size_t r = 0; r < half; r++) {
        rows->weight[r] *= 2;
        rows->weight[half + r] = 0;
    }
}

void pd_train_rows_drop_phase(pd_train_rows *rows)
{
    const int out = rows->layout.out_phase;

    /* Rows of one motion, which resemble one another, must not come into one group. */
    rows->is_phaseless = true;

    /* Phases become random: 24 bits of a hash of the row, a fraction that a float holds exactly. */
    for (long r = 0; r < rows->count; r++) {
        const int64_t key = r;
        rows->phase[r] = (float)(pd_hash64(&key, sizeof key, 0) >> 40) / (float)(1 << 24);
    }

    /* The output is 0 in every row. */
    rows->y_mean[out] = 0;
    rows->y_std[out] = 1;
    rows->frames->y_scale[out] = 0;
}

/* Mirrors a row: out_i = sign_i in_from(i). */
static void rows_mirrored(float *out, const float *in, const short *from, const float *sign, int count)
{
    for (int i = 0; i < count; i++) out[i] = sign[i] * in[from[i]];
}

void pd_train_rows_raw(float *x, float *y, const pd_train_rows *rows, long row)
{
    const pd_train_rows_frames *store = rows->frames;
    size_t at = (size_t)row;

    /* Rows of a table are stored, the others are gathered from frames. */
    if (store->table) {
        pd_train_rows_table_gather(x, y, store->table, row);
        return;
    }

    if (at < store->half) {
        pd_train_rows_gather(x, y, &rows->layout, store, at);
        return;
    }

    /* Make the mirrored row. */
    float left[PD_TRAIN_ROW_X], right[PD_TRAIN_ROW_Y];
    pd_train_rows_gather(left, right, &rows->layout, store, at - store->half);
    rows_mirrored(x, left, store->mirror.x_from, store->mirror.x_sign, rows->layout.in_count);
    rows_mirrored(y, right, store->mirror.y_from, store->mirror.y_sign, PD_TRAIN_ROW_Y);
}

void pd_train_rows_get(float *x, float *y, const pd_train_rows *rows, long row)
{
    const pd_train_rows_frames *store = rows->frames;
    pd_train_rows_raw(x, y, rows, row);
    for (int i = 0; i < rows->layout.in_count; i++) x[i] = (x[i] - rows->x_mean[i]) * store->x_scale[i];
    for (int i = 0; i < PD_TRAIN_ROW_Y; i++) y[i] = (y[i] - rows->y_mean[i]) * store->y_scale[i];
}

long pd_train_rows_next(const pd_train_rows *rows, long row)
{
    const pd_train_rows_frames *store = rows->frames;
    if (store->table) return pd_train_rows_table_next(store->table, row);
    if (row + 1 >= rows->count || (size_t)row + 1 == store->half) return -1;
    size_t at = (size_t)row % store->half;
    return store->motion[at] == store->motion[at + 1] ? row + 1 : -1;
}

pd_train_row_place pd_train_rows_place(const pd_train_rows *rows, long row)
{
    const pd_train_rows_frames *store = rows->frames;

    if (store->table)
        return (pd_train_row_place){.motion = store->table->rows[row].piece,
                                    .frame = store->table->rows[row].frame,
                                    .mirrored = 0,
                                    .kind = PD_TRAIN_KIND_WALK,
                                    .on_terrain = 0};

    size_t at = (size_t)row % store->half;
    const pd_train_row_motion *motion = &store->motions[store->motion[at]];
    return (pd_train_row_place){.motion = store->motion[at],
                                .frame = (int)(at - motion->row) + 1,
                                .mirrored = (size_t)row >= store->half,
                                .kind = (pd_train_kind)store->kind[at],
                                .on_terrain = motion->on_terrain};
}
