#ifndef PD_TRAIN_LEARN_SUBJECT_STEP_H
#define PD_TRAIN_LEARN_SUBJECT_STEP_H
/* Second of the alternating steps: solves rest shape T and joints J of every subject separately, with poses,
 * W and P fixed. E is quadratic in T and J, so one linear solve gives the minimum:
 *
 *     v_ij = M_ij (T_i + b_ij) + D_ij J + tau_j            b = P f;  D_ij = sum_k w_ik dc_k/dJ, 3 x 3K
 *
 *     [ A + Y + lambda_J R^T R    B - lambda_J R^T ] [T]   [a]         A_i = sum_j M^T M,  B_i = sum_j M^T D
 *     [            ...            C + lambda_J + Y'] [J] = [c]         R = J_I,
 *         Y, Y': the terms of the mirror pairs
 *
 * A + Y is solved by pairs of vertices (6 x 6) and lambda_J R^T R by the formula of Woodbury (3K x 3K); a
 * system of 3K x 3K in J remains. C = sum_j sum_kl (sum_i w_ik w_il) Q_k^T Q_l with Q_k = dc_k/dJ visits no
 * vertex twice.
 *
 * Spaces   those of state.h, metres. Memory: (3V)(3K) doubles twice a worker. Threads: one subject a task.
 */
#include "train/learn/energy.h"

/* Solves for rest shape and joints of every subject with the other variables fixed. ERR_MEMORY. */
pd_status pd_learn_subject_step(pd_learn_state *state, const pd_learn_problem *problem, pd_error *err);

#endif
