#include "train/network/row_sampler.h"

#include "core/base/hash.h"
#include "core/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUANTILES 65536 /* one for each value of 16 random bits */
#define MASKED    1e-3F /* joint weights below it are of inputs without information */

/* ---- the rows that may be sampled, by phase */

typedef struct place {
    float phase;
    int row;
} place;

static int by_phase(const void *a, const void *b)
{
    const place *p = a;
    const place *q = b;
    if (p->phase != q->phase) return p->phase < q->phase ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

/* Lists the rows that may be learned from in the order of their phase, with running sums of their weights: a
 * uniform number times the last sum then picks a row by weight, by bisection. */
static pd_status sort_rows(pd_train_row_sampler *d, pd_error *err)
{
    const pd_train_rows *rows = d->rows;
    size_t capacity = rows->count > 0 ? (size_t)rows->count : 1;
    place *places = malloc(capacity * sizeof *places);

    d->order = malloc(capacity * sizeof *d->order);
    d->sums = malloc(capacity * sizeof *d->sums);
    if (!places || !d->order || !d->sums) {
        free(places);
        return pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for the order of %ld rows", rows->count);
    }

    /* Rows that may be learned from. */
    int listed = 0;
    for (long r = 0; r < rows->count; r++)
        if (!rows->held_out[r] && rows->weight[r] > 0) places[listed++] = (place){rows->phase[r], (int)r};
    d->count = listed;

    /* Sort by phase, and store the running sum of weights. */
    qsort(places, (size_t)d->count, sizeof *places, by_phase);
    double sum = 0;
    for (long i = 0; i < d->count; i++) {
        d->order[i] = places[i].row;
        d->sums[i] = sum += (double)rows->weight[places[i].row];
    }

    free(places);
    if (d->count) return PD_OK;

    return pd_fail(err, PD_ERR_INVALID, "rows", "none of %ld may be learned from: held out or without weight",
                   rows->count);
}

/* ---- noise */

pd_status pd_train_row_sampler_init(pd_train_row_sampler *sampler, const pd_train_rows *rows,
                                    const pd_train_noise *noise, uint64_t seed, int group_rows, pd_error *err)
{
    int block_groups = PD_TRAIN_BLOCK_ROWS / group_rows;

    *sampler = (pd_train_row_sampler){.rows = rows,
                                      .seed = seed,
                                      .group_rows = group_rows,
                                      .dropped = (unsigned)lround(noise->dropout * 65536),
                                      .block = -1,
                                      .style_drop = noise->style};
    sampler->sigma = malloc((size_t)rows->layout.in_count * sizeof *sampler->sigma);
    sampler->quantiles = malloc(QUANTILES * sizeof *sampler->quantiles);
    sampler->sampled = malloc(PD_TRAIN_BLOCK_ROWS * sizeof *sampler->sampled);
    sampler->groups = malloc((size_t)block_groups * sizeof *sampler->groups);

    /* Sort the rows, and allocate the arrays of a block. */
    pd_status status = PD_OK;
    if (!sampler->sigma || !sampler->quantiles || !sampler->sampled || !sampler->groups)
        status = pd_fail(err, PD_ERR_MEMORY, "rows", "out of memory for sampling");
    if (!status) status = sort_rows(sampler, err);
    if (status) {
        pd_train_row_sampler_deinit(sampler);
        return status;
    }

    /* Set the noise of each input by its group. */
    const pd_pfnn_layout *l = &sampler->rows->layout;
    for (int i = 0; i < l->in_count; i++) sampler->sigma[i] = 0;
    for (int i = 0; i < 4 * l->samples; i++) sampler->sigma[l->in_x + i] = (float)noise->trajectory;
    for (int i = 0; i < l->gaits * l->samples; i++) sampler->sigma[l->in_gaits + i] = (float)noise->gait;
    for (int i = 0; i < 3 * l->samples; i++) sampler->sigma[l->in_left + i] = (float)noise->terrain;

    /* Leave joints that repeat others without noise. */
    for (int j = 0; j < l->joints; j++)
        for (int c = 0; c < 3 && sampler->rows->joint_weights[j] > MASKED; c++)
            sampler->sigma[l->in_positions + 3 * j + c] = sampler->sigma[l->in_velocities + 3 * j + c] =
                (float)noise->joints;

    /* Compute each x with P(normal < x) = (i + 1/2)/65536 from the one before by Newton's method. */
    /* -4.2 is near the first quantile, -4.33. 12 rounds of Newton are more than any quantile needs; the
     * loop ends when the probability is right to a relative 1e-12. */
    double x = -4.2;
    for (int i = 0; i < QUANTILES / 2; i++) {
        double p = (i + 0.5) / QUANTILES;
        for (int n = 0; n < 12; n++) {
            double error = 0.5 * erfc(-x / sqrt(2)) - p;
            double slope = exp(-x * x / 2) / sqrt(2 * M_PI);
            x -= error / slope;
            if (fabs(error) < 1e-12 * p) break;
        }

        sampler->quantiles[i] = (float)x;
        sampler->quantiles[QUANTILES - 1 - i] = (float)-x;
    }

    return PD_OK;
}

void pd_train_row_sampler_deinit(pd_train_row_sampler *sampler)
{
    free(sampler->order);
    free(sampler->sums);
    free(sampler->sigma);
    free(sampler->quantiles);
    free(sampler->sampled);
    free(sampler->groups);
    *sampler = (pd_train_row_sampler){0};
}

/* ---- sampling */

/* Starts the random numbers of one purpose and number. */
static void stream_of(pd_rng *rng, uint64_t seed, uint64_t what, long number)
{
    uint64_t key[3] = {seed, what, (uint64_t)number};
    pd_rng_init(rng, pd_hash64(key, sizeof key, 0));
}

void pd_train_row_sampler_block(pd_train_row_sampler *sampler, long group)
{
    int block_groups = PD_TRAIN_BLOCK_ROWS / sampler->group_rows;
    long block = group / block_groups;
    long at = 0;

    if (block == sampler->block) return;

    /* Draw one row from each equal part of the weight, in the order of phase (stratified sampling). */
    pd_rng rng;
    stream_of(&rng, sampler->seed, 0, block);
    double part = sampler->sums[sampler->count - 1] / PD_TRAIN_BLOCK_ROWS;
    for (int i = 0; i < PD_TRAIN_BLOCK_ROWS; i++) {
        double aim = (i + pd_rng_uniform(&rng)) * part;
        while (at < sampler->count - 1 && sampler->sums[at] <= aim) at++;
        sampler->sampled[i] = sampler->order[at];
    }

    /* Shuffle the groups, so that a batch has all phases. */
    for (int g = 0; g < block_groups; g++) sampler->groups[g] = g;
    for (int g = block_groups - 1; g > 0; g--) {
        int other = pd_rng_below(&rng, g + 1);
        int kept = sampler->groups[g];
        sampler->groups[g] = sampler->groups[other];
        sampler->groups[other] = kept;
    }

    sampler->block = block;
}

double pd_train_row_sampler_fill(float *x, float *t, const pd_train_row_sampler *sampler, long group)
{
    const pd_pfnn_layout *l = &sampler->rows->layout;
    const int count_rows = sampler->group_rows;
    const int *rows =
        sampler->sampled + (long)sampler->groups[group % (PD_TRAIN_BLOCK_ROWS / count_rows)] * count_rows;

    /* Inputs that are not dropped grow by 1 / (1 - probability), so that their mean stays. `dropped` is the
     * probability in 65536ths. */
    const float kept = (float)(1 / (1 - sampler->dropped / 65536.0));
    double phase = 0;
    pd_rng rng;

    /* Random numbers depend on the group alone, for any number of workers. */
    stream_of(&rng, sampler->seed, 1, group);
    for (int r = 0; r < count_rows; r++, x += l->in_count, t += l->out_count) {
        pd_train_rows_get(x, t, sampler->rows, rows[r]);

        /* Add noise from the table of normal quantiles. */
        int count = sampler->rows->layout.in_count;
        for (int i = 0; i < count; i += 4) {
            uint64_t bits = pd_rng_next(&rng);
            for (int j = i; j < i + 4 && j < count; j++, bits >>= 16)
                x[j] += sampler->sigma[j] * sampler->quantiles[bits & (QUANTILES - 1)];
        }

        /* Leave out the style in a share of the rows. */
        if (l->styles && pd_rng_uniform(&rng) < sampler->style_drop)
            for (int s = 0; s < l->styles; s++) x[l->in_style + s] = 0;

        /* Drop inputs at random. */
        for (int i = 0; i < count && sampler->dropped; i += 4) {
            uint64_t bits = pd_rng_next(&rng);
            for (int j = i; j < i + 4 && j < count; j++, bits >>= 16)
                x[j] *= (bits & 65535) < sampler->dropped ? 0 : kept;
        }

        /* Mean phase of the group; the rows are near each other in phase. */
        phase += (double)sampler->rows->phase[rows[r]] / count_rows;
    }

    return phase < 1 && !sampler->rows->is_phaseless ? phase : 0;
}
