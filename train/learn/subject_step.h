#ifndef PD_TRAIN_LEARN_SUBJECT_STEP_H
#define PD_TRAIN_LEARN_SUBJECT_STEP_H
/* The second of the alternating steps: rest shape T and joints J of every subject, each by itself, poses, W and P held.
 * All of E is quadratic in them, so one solve is the minimum:
 *
 *     v_ij = M_ij (T_i + b_ij) + D_ij J + tau_j            b = P f;  D_ij = sum_k w_ik dc_k/dJ, 3 x 3K
 *
 *     [ A + Y + lambda_J R^T R    B - lambda_J R^T ] [T]   [a]         A_i = sum_j M^T M,  B_i = sum_j M^T D
 *     [            ...            C + lambda_J + Y'] [J] = [c]         R = J_I,  Y: the mirror's pairs
 *
 * A + Y is solved by pairs of vertices (6 x 6), lambda_J R^T R by the formula of Woodbury (3K x 3K), what is left is 3K x 3K in J.
 * C = sum_j sum_kl (sum_i w_ik w_il) Q_k^T Q_l with Q_k = dc_k/dJ needs no vertex twice.
 *
 * Spaces   as in state.h, metres. Memory: (3V)(3K) doubles twice a worker. Threads: one subject a task.
 */
#include "train/learn/energy.h"

pd_status pd_learn_subject_step(pd_learn_state *state, const pd_learn_problem *problem, pd_error *err);

#endif
