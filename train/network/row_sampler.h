#ifndef PD_TRAIN_NETWORK_ROW_SAMPLER_H
#define PD_TRAIN_NETWORK_ROW_SAMPLER_H
/* Which rows a step learns from, and the noise on their inputs.
 *
 * Rows that are not held out stand sorted by phase. A block of 65,536 is sampled in proportion to their weights, one from each
 * 65,536th part of the sum: the sampled rows are sorted by phase as well. 64 (or fewer, to 1) neighbours are a group, which has their mean phase; the
 * groups of a block are shuffled and go into batches in that order.
 *
 * Noise    Gaussian, in normalised units, on the inputs of joints, trajectory (positions and facing), gaits and terrain. It teaches the
 *          network to recover when its own output, which is fed back as input, is slightly off. Masked joints (weight next to 0)
 *          have none. Quantiles of 65,536 steps: 4.2 standard deviations at most.
 * Seeds    a block depends on (seed, its number) alone, noise on (seed, group's number): a training can start at any step.
 * Units    rows as train/network/rows.h gives them: in the root frame, normalised; phases in cycles.
 * Threads  const after init but for pd_train_row_sampler_block; fill may run on any thread.
 */
#include "train/network/rows.h"

#include <stdint.h>

#define PD_TRAIN_BLOCK_ROWS 65536
#define PD_TRAIN_GROUP_ROWS 64
enum { PD_TRAIN_BLOCK_GROUPS = PD_TRAIN_BLOCK_ROWS / PD_TRAIN_GROUP_ROWS };

typedef struct pd_train_noise {
    double joints, trajectory, gait, terrain; /* standard deviations */
    double style;                             /* part of the rows that are sampled without their style */
    double dropout; /* part of the inputs that are 0, the others 1/(1 - dropout) as much */
} pd_train_noise;

typedef struct pd_train_row_sampler {
    const pd_train_rows *rows;
    uint64_t seed;
    int group_rows;    /* of a group: 1 to 64, a power of two           */
    unsigned dropped;  /* of 65,536 inputs                            */
    long count;        /* rows that may be sampled                    */
    int *order;        /* (count) by phase                          */
    double *sums;      /* (count) weights of all up to this one     */
    float *sigma;      /* (in_count) noise of each input            */
    double style_drop; /* part of the rows that lose their style   */
    float *quantiles;  /* (65536) of the normal distribution        */
    long block;        /* which is sampled; -1: none                  */
    int *sampled;      /* (BLOCK_ROWS) row numbers, group by group  */
    int *groups;       /* (BLOCK_ROWS / group_rows) shuffled        */
} pd_train_row_sampler;

/* rows must outlive the sampler. ERR_INVALID when every row is held out or weighs nothing; ERR_MEMORY. */
pd_status pd_train_row_sampler_init(pd_train_row_sampler *sampler, const pd_train_rows *rows,
                                    const pd_train_noise *noise, uint64_t seed, int group_rows,
                                    pd_error *err);
void pd_train_row_sampler_deinit(pd_train_row_sampler *sampler);
/* Makes the block that holds group `group` (counted from the beginning of training) the sampled one. */
void pd_train_row_sampler_block(pd_train_row_sampler *sampler, long group);
/* One group of the sampled block: x (group_rows,in_count) with noise, t (group_rows,out_count). Returns its phase. */
double pd_train_row_sampler_fill(float *x, float *t, const pd_train_row_sampler *sampler, long group);

#endif
