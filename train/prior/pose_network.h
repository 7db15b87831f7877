#ifndef PD_TRAIN_PRIOR_POSE_NETWORK_H
#define PD_TRAIN_PRIOR_POSE_NETWORK_H
/* Trains a pose network (core/ik/solver/neural.h) on examples that are sampled as they are needed (pose_network_examples.h).
 *
 * A step samples a batch, 8 shards of 128 examples, computes cost and gradient shard by shard, adds them up in the shards' order and moves the
 * parameters by Adam with a rate that rises over the first 200 steps and falls as a cosine (adam.h). The network that is
 * kept is the mean of the parameters over the last steps, m += (w - m) / 500 each: calmer than the last ones.
 *
 *     pd_train_pose_network_create(&t, &world, &options, executor, &err);
 *     for (long s = 0; s < options.steps; s++) cost = pd_train_pose_network_step(t);
 *     pd_train_pose_network_export(&weights, t, &err);
 *
 * The same world, options and machine give the same bits, whatever the executor.
 *
 * Memory  world and executor must outlive it; scratch is taken at create.   Errors  ERR_RANGE names the option.
 */
#include "core/base/executor.h"
#include "train/prior/pose_network_cost.h"

typedef struct pd_train_pose_network_options {
    int hidden, blocks; /* 448, 2        */
    long steps;         /* 12000         */
    double rate;        /* 1.5e-3        */
    uint64_t seed;      /* 1             */
    pd_train_pose_cost cost;
} pd_train_pose_network_options;

typedef struct pd_train_pose_network pd_train_pose_network;

pd_train_pose_network_options pd_train_pose_network_defaults(void);
pd_status pd_train_pose_network_create(pd_train_pose_network **out, const pd_train_pose_world *world,
                                       const pd_train_pose_network_options *options,
                                       const pd_executor *executor, pd_error *err);
void pd_train_pose_network_release(pd_train_pose_network *training); /* NULL is fine */
/* Returns the batch's mean cost. */
double pd_train_pose_network_step(pd_train_pose_network *training);
/* What has been learned so far, in memory of its own; no texts, not rounded. */
pd_status pd_train_pose_network_export(pd_ik_neural_weights *out, const pd_train_pose_network *training,
                                       pd_error *err);

/* Mean cost of `rows` examples and its gradient, added to gradient (param_count); scratch of _shard_floats. What a step does
 * with each shard. */
double pd_train_pose_network_shard(float *gradient, const pd_ik_neural_weights *weights, const float *x,
                                   const pd_train_pose_answer *answers, int rows,
                                   const pd_train_pose_cost *cost, float *scratch);
size_t pd_train_pose_network_shard_floats(int hidden, int blocks, int rows);

#endif
