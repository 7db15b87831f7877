#ifndef PD_TRAIN_PRIOR_POSE_NETWORK_H
#define PD_TRAIN_PRIOR_POSE_NETWORK_H
/* Trains a pose network (core/ik/methods/neural.h) on examples that are sampled on demand
 * (pose_network_examples.h).
 *
 * A step samples a batch, 8 shards of 128 examples, computes cost and gradient shard by shard, adds them in
 * the order of the shards and updates the parameters by Adam with a rate that rises over the first 200 steps
 * and falls as a cosine (adam.h). The exported network is a moving average of the parameters, m += (w - m) /
 * 500 each step, which is less noisy than the last parameters.
 *
 *     pd_train_pose_network_create(&t, &world, &options, executor, &err);
 *     for (long s = 0; s < options.steps; s++) cost = pd_train_pose_network_step(t);
 *     pd_train_pose_network_export(&weights, t, &err);
 *
 * The same world, options and machine give the same bits for any executor.
 *
 * Memory  world and executor must outlive the training; create allocates all scratch. Errors ERR_RANGE names
 *         the option.
 */
#include "core/base/executor.h"
#include "train/prior/pose_network_cost.h"

typedef struct pd_train_pose_network_options {
    int hidden, blocks; /* units of a layer, number of blocks: 448, 2 */
    long steps;         /* 12000         */
    double rate;        /* highest learning rate: 1.5e-3 */
    uint64_t seed;      /* 1             */
    pd_train_pose_cost cost;
} pd_train_pose_network_options;

typedef struct pd_train_pose_network pd_train_pose_network;

/* Returns the values that the comments above name. */
pd_train_pose_network_options pd_train_pose_network_defaults(void);
/* Creates a training with random parameters. `world` and `executor` are borrowed until _release. On failure
 * *out is NULL. */
pd_status pd_train_pose_network_create(pd_train_pose_network **out, const pd_train_pose_world *world,
                                       const pd_train_pose_network_options *options,
                                       const pd_executor *executor, pd_error *err);
void pd_train_pose_network_release(pd_train_pose_network *training); /* NULL is allowed */
/* Does one step. Returns the mean cost of the batch. */
double pd_train_pose_network_step(pd_train_pose_network *training);
/* Copies the averaged parameters into *out, which owns its memory; without texts, not rounded. */
pd_status pd_train_pose_network_export(pd_ik_neural_weights *out, const pd_train_pose_network *training,
                                       pd_error *err);

/* Returns the mean cost of `rows` examples and adds its gradient to gradient (param_count). scratch has
 * pd_train_pose_network_shard_floats floats. A step calls this for each shard. */
double pd_train_pose_network_shard(float *gradient, const pd_ik_neural_weights *weights, const float *x,
                                   const pd_train_pose_answer *answers, int rows,
                                   const pd_train_pose_cost *cost, float *scratch);
size_t pd_train_pose_network_shard_floats(int hidden, int blocks, int rows);

#endif
