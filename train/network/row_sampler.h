#ifndef PD_TRAIN_NETWORK_ROW_SAMPLER_H
#define PD_TRAIN_NETWORK_ROW_SAMPLER_H
/* Chooses the rows of each training step and adds noise to their inputs.
 *
 * Rows that are not held out are sorted by phase. The sampler draws a block of 65,536 rows in proportion to
 * their weights, one from each 65,536th part of the weights' sum, so the drawn rows are sorted by phase as
 * well. Each run of 64 neighbours (or fewer, down to 1) forms a group with their mean phase. The groups of a
 * block are shuffled and go into batches in that order.
 *
 * Noise    Gaussian, in normalised units, on the inputs of joints, trajectory (positions and facing), gaits
 *          and terrain. It teaches the network to recover when its own output, which is fed back as input, is
 *          slightly off. Masked joints (weight near 0) get no noise. A table of 65,536 quantiles gives the
 *          values, so the largest is 4.2 standard deviations.
 * Seeds    a block depends on (seed, block number) alone, noise on (seed, group number): training can start
 *          at any step.
 * Units    rows as train/network/rows.h gives them: in the root frame, normalised; phases in cycles.
 * Threads  const after init, except in pd_train_row_sampler_block; fill may run on any thread.
 */
#include "train/network/rows.h"

#include <stdint.h>

#define PD_TRAIN_BLOCK_ROWS 65536
#define PD_TRAIN_GROUP_ROWS 64
enum { PD_TRAIN_BLOCK_GROUPS = PD_TRAIN_BLOCK_ROWS / PD_TRAIN_GROUP_ROWS };

typedef struct pd_train_noise {
    double joints, trajectory, gait, terrain; /* standard deviations of the noise, normalised units */
    double style; /* fraction of the sampled rows whose style inputs are cleared */
    /* fraction of the inputs that are set to 0; the others are multiplied by 1/(1 - dropout) */
    double dropout;
} pd_train_noise;

typedef struct pd_train_row_sampler {
    const pd_train_rows *rows;
    uint64_t seed;
    int group_rows;    /* rows of a group: 1 to 64, a power of two */
    unsigned dropped;  /* inputs dropped out of every 65,536 */
    long count;        /* rows that may be sampled */
    int *order;        /* (count) row numbers, sorted by phase */
    double *sums;      /* (count) cumulative weights in that order */
    float *sigma;      /* (in_count) standard deviation of each input's noise */
    double style_drop; /* fraction of the rows whose style inputs are cleared */
    float *quantiles;  /* (65536) quantiles of the normal distribution */
    long block;        /* number of the sampled block; -1: none yet */
    int *sampled;      /* (BLOCK_ROWS) row numbers of the block, group by group */
    int *groups;       /* (BLOCK_ROWS / group_rows) shuffled order of the groups */
} pd_train_row_sampler;

/* Sorts the rows by phase. `rows` must outlive the sampler. ERR_INVALID when every row is held out or weighs
 * nothing; ERR_MEMORY. */
pd_status pd_train_row_sampler_init(pd_train_row_sampler *sampler, const pd_train_rows *rows,
                                    const pd_train_noise *noise, uint64_t seed, int group_rows,
                                    pd_error *err);
void pd_train_row_sampler_deinit(pd_train_row_sampler *sampler);
/* Samples the block that holds group number `group`, counted from the beginning of training. Does nothing
 * when that block is sampled already. */
void pd_train_row_sampler_block(pd_train_row_sampler *sampler, long group);
/* Writes one group of the sampled block: x (group_rows,in_count) with noise, t (group_rows,out_count).
 * Returns the mean phase of the group, cycles; 0 for rows without a phase. */
double pd_train_row_sampler_fill(float *x, float *t, const pd_train_row_sampler *sampler, long group);

#endif
