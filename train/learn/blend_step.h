#ifndef PD_TRAIN_LEARN_BLEND_STEP_H
#define PD_TRAIN_LEARN_BLEND_STEP_H
/* The third of the alternating steps: W and P, vertex by vertex, poses and subjects held.
 *
 *     P_i <- argmin sum_j |P_i f_j - d_ij|^2 + P_i D_p P_i^T,   d_ij = P_i f_j + M_ij^T (V_ij - v_ij)
 *          = (sum_j d_ij f_j^T) inverse(sum_j f_j f_j^T + D_p)         D_p: pd_learn_blend_hold of i's part p, a diagonal
 *
 * M_ij is a convex combination of rotations, |M_ij| <= 1, so this surrogate lies above E and touches it at the present P: every round
 * makes E smaller (Hunter and Lange 2004), and the vertices of a part share one matrix of F x F. Missing vertices have d_ij = P_i f_j.
 *
 * D_p is h_i times that. h_i is 1, or (chooses_holds) of 1/4, 1, 4, 16, 64, 256, 1024 and a million the one whose P, learned from the even people,
 * leaves least of the d_ij of the odd ones, and the other way round; halves of the meshes are held half as much. So vertices that poses
 * do not move, or that only noise moves, get no P, as in a sparse model, without anyone saying where. Chosen anew in each step of P, so E_P is
 * weighted differently from then on.
 *
 *     w_i = argmin sum_j |V_ij - tau_j - sum_k w_ik (A_k x_ij + c_k)|^2 + lambda_W |w_i - W_I,i|^2      w >= 0, sum w = 1
 *
 * by non-negative least squares (core/kernel/linalg.h) over the template's slots.
 *
 * Where the problem is mirrored, both are the minimum among the W and P that are their own mirror images, as E_Y asks of T and J:
 *
 *     w_m(i),m(k) = w_ik       P_m(i) U = S P_i       U f(theta) = f(the mirrored pose),  S = diag(-1,1,1)
 *
 * so that each pose teaches both sides: sums of a pair are added, the second's mirrored. A pair of vertices whose slots are no mirror images has W of its own.
 *
 * Spaces   as in state.h, metres. Memory: N (3 x 512) floats a worker, K matrices of F x F floats, P once more. Threads: 512 vertices a task.
 */
#include "train/learn/energy.h"

pd_status pd_learn_blend_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds,
                              pd_error *err);
/* most: joints that may hold a vertex, 1 to PD_LEARN_SLOTS; the largest are kept. */
pd_status pd_learn_weight_step(pd_learn_state *state, const pd_learn_problem *problem, int most,
                               pd_error *err);

#endif
