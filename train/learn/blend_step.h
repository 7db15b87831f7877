#ifndef PD_TRAIN_LEARN_BLEND_STEP_H
#define PD_TRAIN_LEARN_BLEND_STEP_H
/* Third of the alternating steps: solves W and P vertex by vertex, with poses and subjects fixed.
 *
 *     P_i <- argmin sum_j |P_i f_j - d_ij|^2 + P_i D_p P_i^T,   d_ij = P_i f_j + M_ij^T (V_ij - v_ij)
 *          = (sum_j d_ij f_j^T) inverse(sum_j f_j f_j^T + D_p)
 *              D_p: diagonal, pd_learn_blend_hold of i's part p
 *
 * M_ij is a convex combination of rotations, |M_ij| <= 1, so this surrogate is an upper bound of E that
 * touches E at the present P: every round decreases E (Hunter and Lange 2004), and the vertices of a part
 * share one matrix of F x F. Missing vertices have d_ij = P_i f_j.
 *
 * The diagonal of vertex i is h_i D_p. h_i is 1, or, with chooses_holds, selected from 1/4, 1, 4, 16, 64,
 * 256, 1024 and a million by cross-validation: P is learned from the even people and tested on the odd ones,
 * and the other way round, and the h_i with the smallest remaining d_ij wins; each half of the meshes uses
 * half the h_i. So vertices that poses do not move, or that only noise moves, get no P, as in a sparse model,
 * without a given pattern. h_i is chosen anew in each step of P, which changes the weights of E_P from then
 * on.
 *
 *     w_i = argmin sum_j |V_ij - tau_j - sum_k w_ik (A_k x_ij + c_k)|^2 + lambda_W |w_i - W_I,i|^2
 *         w >= 0, sum w = 1
 *
 * is solved by non-negative least squares (core/kernel/linalg.h) over the template's slots.
 *
 * With is_mirrored, both are the minimum over the W and P that equal their own mirror images, as E_Y requires
 * of T and J:
 *
 *     w_m(i),m(k) = w_ik       P_m(i) U = S P_i       U f(theta) = f(the mirrored pose),  S = diag(-1,1,1)
 *
 * so that each pose teaches both sides: the sums of a pair are added, the second one's mirrored. A vertex
 * pair whose slots are not mirror images gets separate W.
 *
 * Spaces   those of state.h, metres. Memory: N (3 x 512) floats a worker, K matrices of F x F floats, a copy
 *          of P. Threads: 512 vertices a task.
 */
#include "train/learn/energy.h"

/* Does `rounds` rounds of P. */
pd_status pd_learn_blend_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds,
                              pd_error *err);
/* Solves W. most: number of joints that may hold a vertex, 1 to PD_LEARN_SLOTS;
 * the largest weights are kept. */
pd_status pd_learn_weight_step(pd_learn_state *state, const pd_learn_problem *problem, int most,
                               pd_error *err);

#endif
