#ifndef PD_TRAIN_LEARN_CHECKPOINT_H
#define PD_TRAIN_LEARN_CHECKPOINT_H
/* Saves and loads the state of a training run after a round, as safetensors. A resumed run ends with the same
 * bits as an uninterrupted one.
 *
 * Tensors  templates, joints, rotations, translations, weights, history as F64, blend and holds as F32;
 *          shapes and spaces of state.h, metres.
 * Text     set: the hash of the meshes and of the weights of the terms; loading refuses a file of other
 *          meshes.
 * Errors   ERR_FORMAT and ERR_RANGE with the file's name and the tensor. */
#include "train/learn/learn.h"

/* Writes the file atomically: it is complete under its name, or absent. */
pd_status pd_learn_checkpoint_save(const char *path, const pd_learn_state *state,
                                   const pd_learn_history *history, const pd_learn_problem *problem,
                                   pd_error *err);
/* Loads into a state that pd_learn_state_init has made. On failure the contents of state and history are
 * undefined; the caller must discard both. */
pd_status pd_learn_checkpoint_load(pd_learn_state *state, pd_learn_history *history,
                                   const pd_learn_problem *problem, const char *path, pd_error *err);

#endif
