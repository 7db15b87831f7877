#ifndef PD_TRAIN_LEARN_EXTRAPOLATE_H
#define PD_TRAIN_LEARN_EXTRAPOLATE_H
/* Speeds up the alternating steps of learning: continues in the direction of the last round for as long as
 * the energy falls.
 *
 * Templates, joints, weights and poses are solved in turn (learn.h). Each depends on the others, so a round
 * moves the state only a little, and each round moves it by nearly the same fraction of the one before. The
 * line search of alternating least squares (Bro 1998; Rajih, Comon and Harshman 2008) extrapolates from the
 * state x_0 before the round and the state x_1 after it:
 *
 *     x(s) = x_1 + (s - 1) (x_1 - x_0)       templates T, joints J, translations tau, blend shapes P
 *     R(s) = R_1 exp((s - 1) log(R_0^T R_1)) rotations
 *     w(s) = max(0, w_1 + (s - 1) (w_1 - w_0)) / sum         weights; a weight that is 0 in x_1 stays 0
 *
 * for s = 2, 4, 8, ... up to PD_LEARN_FARTHEST, until E(x(s)) no longer falls. The last s that made E fall is
 * kept; s = 1 when none did. So E never rises.
 *
 * Shapes   those of pd_learn_state (state.h).
 * Spaces   those of pd_learn_state.
 * Memory   two more states, allocated by _init. _begin and pd_learn_extrapolate exchange and copy, and the
 *          energy allocates its scratch.
 * Threads  one thread for each pd_learn_extrapolation; the energy runs on the executor of the problem.
 * Errors   ERR_MEMORY.
 */
#include "train/learn/energy.h"

#define PD_LEARN_FARTHEST 64 /* largest s that is tried */

typedef struct pd_learn_extrapolation {
    pd_learn_state before; /* x_0: state before the round          */
    pd_learn_state trial;  /* x(s): state that is being evaluated  */
} pd_learn_extrapolation;

/* Allocates both states for the template and the set of `problem`. After a failure deinit is still allowed;
 * it may also be called twice. */
pd_status pd_learn_extrapolation_init(pd_learn_extrapolation *x, const pd_learn_problem *problem,
                                      pd_error *err);
void pd_learn_extrapolation_deinit(pd_learn_extrapolation *x);

/* Copies `state` to x_0. Call it before a round. */
void pd_learn_extrapolation_begin(pd_learn_extrapolation *x, const pd_learn_state *state);

/* Extrapolates after a round. `state` and `energy` are x_1 and E(x_1) on entry, x(s) and E(x(s)) on return;
 * *reached = s. On an error all three are unchanged. */
pd_status pd_learn_extrapolate(pd_learn_state *state, pd_learn_energy *energy, double *reached,
                               pd_learn_extrapolation *x, const pd_learn_problem *problem, pd_error *err);

#endif
