#ifndef PD_TRAIN_LEARN_EXTRAPOLATE_H
#define PD_TRAIN_LEARN_EXTRAPOLATE_H
/* Farther along the way of a round. T, J, W and poses give way to one another a little at a time, so that rounds of alternating steps
 * creep, each nearly a fixed part of the one before. The line search of alternating least squares (Bro 1998; Rajih, Comon and Harshman 2008)
 * goes on in the direction from the state before the round, x_0, to the one after it, x_1:
 *
 *     x(s) = x_1 + (s - 1) (x_1 - x_0)       T, J, tau, P;   R(s) = R_1 exp((s - 1) log(R_0^T R_1))
 *     w(s) = max(0, w_1 + (s - 1) (w_1 - w_0)) / sum         a joint that no longer holds a vertex does not come back
 *
 * with s = 2, 4, 8, ... for as long as E falls; the last that made it fall is kept, and s = 1 where none does. E never goes up.
 *
 * Spaces   as in state.h. Memory: two states more.
 */
#include "train/learn/energy.h"

#define PD_LEARN_FARTHEST 64 /* s */

typedef struct pd_learn_extrapolation {
    pd_learn_state before; /* x_0 */
    pd_learn_state trial;  /* x(s) */
} pd_learn_extrapolation;

/* Both states as pd_learn_state_init leaves them. deinit may be called after a failure and twice. */
pd_status pd_learn_extrapolation_init(pd_learn_extrapolation *x, const pd_learn_problem *problem,
                                      pd_error *err);
void pd_learn_extrapolation_deinit(pd_learn_extrapolation *x);

/* x_0 is `state` as it stands. */
void pd_learn_extrapolation_begin(pd_learn_extrapolation *x, const pd_learn_state *state);
/* `state` and its energy are those of x_1 and become those of x(s); *reached = s. */
pd_status pd_learn_extrapolate(pd_learn_state *state, pd_learn_energy *energy, double *reached,
                               pd_learn_extrapolation *x, const pd_learn_problem *problem, pd_error *err);

#endif
