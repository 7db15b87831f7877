#ifndef PD_TRAIN_LEARN_LEARN_H
#define PD_TRAIN_LEARN_LEARN_H
/* SMPL's complete training (Loper et al. 2015, section 4): from registered meshes of people to a body model.
 *
 *     poses by parts -> rounds of { T, J a subject } { P } { W } { theta }          energy.h and the steps
 *                    -> joint regressor from T and J (centers.h)
 *                    -> the shape set unposed, and its components (shape.h)
 *                    -> arrays of a model file (assemble.h)
 *
 * The same meshes give the same numbers with any number of threads and of processes (share.h): every
 * registration, subject and block of vertices is a separate task, and sums go in a fixed order. A stopped run
 * continues from its last round (checkpoint.h) with the same result.
 *
 * Spaces   those of state.h, metres. Memory: the meshes, and about 8 (3V)(3K) bytes twice a thread.
 */
#include "train/learn/energy.h"

#define PD_LEARN_ROUNDS_MAX 200

/* Options; zero selects the default given beside each field. */
typedef struct pd_learn_options {
    int rounds;       /* alternations: 12 */
    int pose_rounds;  /* pose steps of one registration in a round; 4, and 12 in the first */
    int blend_rounds; /* rounds of P in a step: 3 */
    int most_joints;  /* largest number of joints that hold a vertex: 4 */
    double enough;    /* the run stops when a round reduces the energy by less than this fraction: 1e-3 */
    /* rounds before P is learned: 2. T, J and W are learned first, because P would otherwise explain what
     * belongs to them */
    int rounds_without_blend;
} pd_learn_options;

typedef struct pd_learn_history {
    int count; /* rounds so far; entry 0 of `energies` is the start */
    pd_learn_energy energies[PD_LEARN_ROUNDS_MAX + 1];
} pd_learn_history;

/* Callback after the start and after every round, with the present state. */
typedef struct pd_learn_watch {
    void (*round)(void *ctx, const pd_learn_history *history, const pd_learn_state *state);
    void *ctx;
} pd_learn_watch;

/* Runs the training. state and history are those of pd_learn_state_init and zeros,
 * or both those of a checkpoint. */
pd_status pd_learn_run(pd_learn_state *state, pd_learn_history *history, const pd_learn_problem *problem,
                       const pd_learn_options *options, const pd_learn_watch *watch, pd_error *err);

#endif
