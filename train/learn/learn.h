#ifndef PD_TRAIN_LEARN_LEARN_H
#define PD_TRAIN_LEARN_LEARN_H
/* SMPL's training whole (Loper et al. 2015, section 4): from registered meshes of people to a body model.
 *
 *     poses by parts -> rounds of { T, J a subject } { P } { W } { theta }          energy.h and the steps
 *                    -> joint regressor from T and J (centers.h)
 *                    -> the shape set without its poses, its components (shape.h)
 *                    -> a model file's arrays (assemble.h)
 *
 * The same meshes give the same numbers with any number of threads: every registration, subject and block of vertices is a task of
 * its own, and sums go in their order; the same with any number of processes (share.h). A run that was stopped goes on from its last round (checkpoint.h) with the same result.
 *
 * Spaces   as in state.h, metres. Memory: the meshes, and about 8 (3V)(3K) bytes twice a thread.
 */
#include "train/learn/energy.h"

#define PD_LEARN_ROUNDS_MAX 200

/* Zero means the default. */
typedef struct pd_learn_options {
    int rounds;               /* 12                                                                   */
    int pose_rounds;          /* steps of one registration in a round; 4, and 12 in the first         */
    int blend_rounds;         /* 3                                                                    */
    int most_joints;          /* that hold a vertex; 4                                                */
    double enough;            /* stop when a round gains less of the energy; 1e-3                     */
    int rounds_without_blend; /* rounds before P is learned: 2. T, J and W come first, or P takes what is theirs */
} pd_learn_options;

typedef struct pd_learn_history {
    int count; /* rounds so far; entry 0 is the start */
    pd_learn_energy energies[PD_LEARN_ROUNDS_MAX + 1];
} pd_learn_history;

/* Called after the start and every round, with the state as it stands. */
typedef struct pd_learn_watch {
    void (*round)(void *ctx, const pd_learn_history *history, const pd_learn_state *state);
    void *ctx;
} pd_learn_watch;

/* The state begins as pd_learn_state_init leaves it and history as zeros, or both as a checkpoint gave them. */
pd_status pd_learn_run(pd_learn_state *state, pd_learn_history *history, const pd_learn_problem *problem,
                       const pd_learn_options *options, const pd_learn_watch *watch, pd_error *err);

#endif
