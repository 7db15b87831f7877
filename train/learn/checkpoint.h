#ifndef PD_TRAIN_LEARN_CHECKPOINT_H
#define PD_TRAIN_LEARN_CHECKPOINT_H
/* A run as it stands after a round, as safetensors: a run that was stopped goes on from there and ends with the same bits.
 *
 * Tensors  templates, joints, rotations, translations, weights, history as F64, blend and holds as F32; shapes and spaces of state.h, metres.
 * Text     set: the hash of the meshes and weights of the terms; a file of other meshes is refused.
 * Errors   ERR_FORMAT and ERR_RANGE with the file's name and the tensor.
 */
#include "train/learn/learn.h"

/* The file is complete under its name or not there at all. */
pd_status pd_learn_checkpoint_save(const char *path, const pd_learn_state *state,
                                   const pd_learn_history *history, const pd_learn_problem *problem,
                                   pd_error *err);
/* The state is as pd_learn_state_init left it; on failure both are to be thrown away. */
pd_status pd_learn_checkpoint_load(pd_learn_state *state, pd_learn_history *history,
                                   const pd_learn_problem *problem, const char *path, pd_error *err);

#endif
