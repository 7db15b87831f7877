#include "train/network/rows_internal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* weight of a joint that repeats another: its inputs become 0 */
#define MASKED       1e-10F
/* joints' inputs are scaled down by this factor, as Holden et al. 2017 do */
#define JOINT_SHARE  0.1
#define GROUND_LEAST 1.0 /* centimetres */
/* fixed deviation of the style's inputs, which are 0 and 1 */
#define STYLE        (1 / 3.0F)
#define CONSTANT     1e-6 /* deviations below it are those of a block that never changes */
#define COLUMNS      (PD_TRAIN_ROW_X + PD_TRAIN_ROW_Y)
#define TABLE_PART   65536 /* rows of a table that one task sums up */

/* ---- weights */

/* Sums of the motions' weights: trained or held out, flat or terrain, by kind. */
typedef double tally[2][2][PD_TRAIN_KIND_COUNT];

/* Sums up weights and counts of rows by kind. */
static void count_rows_norm(tally sums, pd_train_rows *rows)
{
    const pd_train_rows_frames *store = rows->frames;

    for (size_t r = 0; r < store->half; r++) {
        const pd_train_row_motion *m = &store->motions[store->motion[r]];
        pd_train_kind_sum *kind = &rows->kinds[m->on_terrain ? PD_TRAIN_KIND_TERRAIN : store->kind[r]];
        sums[m->held_out][m->on_terrain][store->kind[r]] += store->discontinuous[r] ? 0 : m->weight;
        kind->rows += 2;
        kind->held_out += m->held_out ? 2 : 0;
        kind->discontinuous += store->discontinuous[r] ? 2 : 0;
        kind->seconds += 1 / PD_CHARACTER_MOTION_RATE;
    }
}

/* Shares of the kinds that have rows, as parts of `whole`. */
static void share_out_rows_norm(double *shares, const double *sums, double whole)
{
    double total = 0;
    for (int k = 0; k < PD_TRAIN_KIND_TERRAIN; k++)
        total += sums[k] > 0 ? pd_train_kind_share((pd_train_kind)k) : 0;
    for (int k = 0; k < PD_TRAIN_KIND_TERRAIN; k++)
        shares[k] = sums[k] > 0 ? whole * pd_train_kind_share((pd_train_kind)k) / total : 0;
}

void pd_train_rows_weigh(pd_train_rows *rows)
{
    tally sums = {{{0}}};
    double shares[2][2][PD_TRAIN_KIND_COUNT] = {{{0}}};

    memset(rows->kinds, 0, sizeof rows->kinds);
    count_rows_norm(sums, rows);

    /* shares[held out or not][terrain][kind]: fractions of the sampled rows,
     * which sum to 1 in each of the two. */
    for (int h = 0; h < 2; h++) {
        double flat = 0, terrain = 0;
        for (int k = 0; k < PD_TRAIN_KIND_TERRAIN; k++) {
            flat += sums[h][0][k] > 0 ? pd_train_kind_share((pd_train_kind)k) : 0;
            if (sums[h][1][k] > 0) terrain = pd_train_kind_share(PD_TRAIN_KIND_TERRAIN);
        }

        const double whole = flat + terrain;
        share_out_rows_norm(shares[h][0], sums[h][0], whole > 0 ? flat / whole : 0);
        share_out_rows_norm(shares[h][1], sums[h][1], whole > 0 ? terrain / whole : 0);
    }

    /* Number of rows that are trained and held out. */
    const pd_train_rows_frames *store = rows->frames;
    double number[2] = {0};
    for (size_t r = 0; r < store->half; r++) number[store->motions[store->motion[r]].held_out]++;

    /* Weights such that each kind has its share, and the mean weight is 1.
     * Mirrored rows weigh the same. */
    for (size_t r = 0; r < store->half; r++) {
        const pd_train_row_motion *m = &store->motions[store->motion[r]];
        int k = store->kind[r];
        int h = m->held_out;
        int t = m->on_terrain;
        double sum = sums[h][t][k];
        float weight =
            sum > 0 && !store->discontinuous[r] ? (float)(number[h] * m->weight * shares[h][t][k] / sum) : 0;
        rows->weight[r] = rows->weight[r + store->half] = weight;
        rows->held_out[r] = rows->held_out[r + store->half] = (unsigned char)h;
    }

    /* Compute the shares of the trained rows for the report. */
    for (int k = 0; k < PD_TRAIN_KIND_TERRAIN; k++) {
        rows->kinds[k].share = shares[0][0][k];
        rows->kinds[PD_TRAIN_KIND_TERRAIN].share += shares[0][1][k];
    }
}

/* ---- means and deviations */

typedef struct moments {
    double weight, sum[COLUMNS], square[COLUMNS];
} moments;

typedef struct measure {
    const pd_train_rows *rows;
    moments *parts; /* by motion, or by TABLE_PART rows of a table */
} measure;

/* Adds a row to the weighted sums. */
static void add_row_rows_norm(moments *sums, const float *row, double weight)
{
    sums->weight += weight;
    for (int i = 0; i < COLUMNS; i++) {
        double v = (double)row[i];
        double wv = weight * v;
        sums->sum[i] += wv;
        sums->square[i] += wv * v;
    }
}

/* Adds TABLE_PART rows of a table to the sums of task `index`. */
static void measure_table(void *arg, int index, int worker)
{
    (void)worker;
    const measure *m = arg;
    float row[COLUMNS] = {0}; /* columns beyond the inputs stay 0 */
    long last = (index + 1L) * TABLE_PART < m->rows->count ? (index + 1L) * TABLE_PART : m->rows->count;

    for (long r = (long)index * TABLE_PART; r < last; r++) {
        if (m->rows->held_out[r]) continue;
        pd_train_rows_table_gather(row, row + PD_TRAIN_ROW_X, m->rows->frames->table, r);
        add_row_rows_norm(&m->parts[index], row, (double)m->rows->weight[r]);
    }
}

/* Adds a motion's training rows to its own sums of columns (task `index` of pd_execute). A motion has two
 * rows less than frames, because a row needs the frame before and the one after. */
static void measure_motion(void *arg, int index, int worker)
{
    (void)worker;
    const measure *m = arg;
    const pd_train_rows_frames *store = m->rows->frames;
    const pd_train_row_motion *motion = &store->motions[index];
    float row[COLUMNS] = {0};

    if (motion->held_out || !motion->frame_count) return;

    for (size_t r = motion->row; r < motion->row + (size_t)motion->frame_count - 2; r++) {
        if (m->rows->weight[r] == 0) continue;
        pd_train_rows_gather(row, row + PD_TRAIN_ROW_X, &m->rows->layout, store, r);
        add_row_rows_norm(&m->parts[index], row, (double)m->rows->weight[r]);
    }
}

/* Computes the mean and deviation of a column over its rows and their mirror images. */
static void column(float *mean, double *deviation, const moments *sums, int at, int mirrored, float sign)
{
    double sum = (sums->sum[at] + (double)sign * sums->sum[mirrored]) / (2 * sums->weight);
    double square = (sums->square[at] + sums->square[mirrored]) / (2 * sums->weight);
    *mean = (float)sum;
    *deviation = sqrt(fmax(square - sum * sum, 0));
}

/* Sets the deviation of a block of columns to their mean; a block that never changes gets 1. */
static double block(float *std, const double *deviations, int first, int number)
{
    double mean = 0;
    for (int i = first; i < first + number; i++) mean += deviations[i] / number;
    if (mean < CONSTANT) mean = 1;
    for (int i = first; i < first + number; i++) std[i] = (float)mean;
    return mean;
}

/* Deviation of a block of joints; a larger one makes joints of low weight count less as inputs. */
static void joint_block(pd_train_rows *rows, const double *deviations, int first)
{
    double mean = block(rows->x_std, deviations, first, PD_TRAIN_ROW_JOINTS);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        float std = (float)(mean / (JOINT_SHARE * (double)rows->joint_weights[j]));
        for (int c = 0; c < 3; c++) rows->x_std[first + 3 * j + c] = std;
    }
}

pd_status pd_train_rows_normalise(pd_train_rows *rows, const pd_executor *executor, pd_error *err)
{
    const pd_train_rows_table *table = rows->frames->table;
    int motions = table ? (int)((rows->count + TABLE_PART - 1) / TABLE_PART) : rows->frames->motion_count;
    measure m = {rows, calloc((size_t)motions + 1, sizeof(moments))};

    if (!m.parts) return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for %d sums", motions);

    /* Masked joints repeat others and hardly count. */
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        rows->joint_weights[j] = pd_anim_biped_joints[j].masked ? MASKED : 1.0F;

    /* Sums in parallel, one part per motion or part of a table. */
    pd_execute(executor, table ? measure_table : measure_motion, &m, motions);

    /* Add up the parts. */
    moments *all = &m.parts[motions];
    for (int i = 0; i < motions; i++) { /* in a fixed order: the same bits for any number of threads */
        all->weight += m.parts[i].weight;
        for (int c = 0; c < COLUMNS; c++) {
            all->sum[c] += m.parts[i].sum[c];
            all->square[c] += m.parts[i].square[c];
        }
    }

    /* Without weight there is no mean. */
    if (!(all->weight > 0)) {
        free(m.parts);
        return pd_fail(err, PD_ERR_INVALID, "rows", "every one of %ld rows is held out or weighs 0",
                       rows->count);
    }

    pd_train_rows_frames *store = rows->frames;
    const pd_train_row_mirror *mirror = &store->mirror;
    double deviations[COLUMNS];

    /* Compute means of the inputs by column, and deviations by block. */
    for (int i = 0; i < rows->layout.in_count; i++)
        column(&rows->x_mean[i], &deviations[i], all, i, mirror->x_from[i], mirror->x_sign[i]);

    const pd_pfnn_layout *l = &rows->layout;
    int w = l->samples;
    for (int i = 0; i < 4; i++) block(rows->x_std, deviations, l->in_x + i * w, w);
    block(rows->x_std, deviations, l->in_gaits, l->gaits * w);
    joint_block(rows, deviations, l->in_positions);
    joint_block(rows, deviations, l->in_velocities);

    /* Set the deviation of the ground heights, at least GROUND_LEAST, except in a table. */
    double ground = block(rows->x_std, deviations, l->in_left, 3 * w);
    for (int i = l->in_left; i < l->in_left + 3 * w && !store->table; i++)
        rows->x_std[i] = (float)fmax(ground, GROUND_LEAST);

    /* Styles are one-hot, so they get a fixed scale. */
    for (int i = l->in_style; i < l->in_count; i++) {
        rows->x_mean[i] = 0;
        rows->x_std[i] = STYLE;
    }

    /* Compute means and deviations of the outputs. */
    for (int i = 0; i < PD_TRAIN_ROW_Y; i++)
        column(&rows->y_mean[i], &deviations[i], all, PD_TRAIN_ROW_X + i, PD_TRAIN_ROW_X + mirror->y_from[i],
               mirror->y_sign[i]);

    block(rows->y_std, deviations, l->out_velocity, 2);
    block(rows->y_std, deviations, l->out_yaw_rate, 1);
    block(rows->y_std, deviations, l->out_phase, 1);
    block(rows->y_std, deviations, l->out_contacts, PD_PFNN_CONTACTS);
    block(rows->y_std, deviations, l->out_x, l->samples);
    block(rows->y_std, deviations, l->out_facing_x, l->samples);
    block(rows->y_std, deviations, l->out_positions, PD_TRAIN_ROW_JOINTS);
    block(rows->y_std, deviations, l->out_velocities, PD_TRAIN_ROW_JOINTS);
    block(rows->y_std, deviations, l->out_rotations, PD_TRAIN_ROW_JOINTS);

    /* Rows are normalised by multiplication when they are sampled. */
    for (int i = 0; i < l->in_count; i++) store->x_scale[i] = 1 / rows->x_std[i];
    for (int i = 0; i < PD_TRAIN_ROW_Y; i++) store->y_scale[i] = 1 / rows->y_std[i];

    free(m.parts);
    return PD_OK;
}
