#ifndef PD_TRAIN_LEARN_POSE_STEP_H
#define PD_TRAIN_LEARN_POSE_STEP_H
/* First of the alternating steps: fits the pose of every registration separately, with everything else fixed.
 *
 *     theta_j, tau_j = argmin sum_i |V_ij - v_i|^2                          or over edges e = (a, b):
 *     theta_j        = argmin sum_e |(V_a - V_b) - (v_a - v_b)|^2
 *         for shapes other than the subject's (section 4.2)
 *
 * by Levenberg and Marquardt. A rotation w_k of joint k, in world axes about the joint's position g_k, moves
 * vertex i by
 *
 *     dv_i = w_k x a_ik,    a_ik = sum over l in the subtree of k of w_il (y_il - g_k)
 *
 * so that J^T J comes from outer products of a_ik, for the few joints that move vertex i (template.h:
 * movers). The gradient is that of energy.h, in which P moves with theta too. J^T J omits that dependence,
 * because P is small, and for meshes of more than 4,000 vertices it uses every third vertex: a step is taken
 * only when the cost over all vertices decreases.
 *
 * Spaces   those of state.h, metres. Threads: one registration a task.
 */
#include "train/learn/energy.h"

/* One body whose pose is fitted. */
typedef struct pd_learn_fit {
    const pd_learn_template *tpl;
    const pd_learn_state *state; /* state whose W and P are used */
    const double *rest;          /* (V,3) rest shape T */
    const double *joints;        /* (K,3) joints J */
    const float *mesh;           /* (V,3) registered mesh V, NaN where missing */
    int by_edges;
    double *rotations;     /* (K,9) in and out */
    double translation[3]; /* in and out */
} pd_learn_fit;

/* Returns the scratch bytes that _solve needs. */
size_t pd_learn_fit_scratch_bytes(const pd_learn_template *tpl);
/* Initialises the pose part by part (Horn 1987): fits the rotation of each part's vertices by themselves, and
 * the mean position. */
void pd_learn_fit_start(pd_learn_fit *fit);
/* Does at most `rounds` steps. Returns the data term, which never grows. scratch has
 * pd_learn_fit_scratch_bytes bytes, aligned as by malloc. */
double pd_learn_fit_solve(pd_learn_fit *fit, int rounds, void *scratch);

/* Fits all registrations of the state. start: initialises each part by part first. */
pd_status pd_learn_pose_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds, int start,
                             pd_error *err);

#endif
