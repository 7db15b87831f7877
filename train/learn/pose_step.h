#ifndef PD_TRAIN_LEARN_POSE_STEP_H
#define PD_TRAIN_LEARN_POSE_STEP_H
/* The first of the alternating steps: every registration's pose, each by itself, everything else held.
 *
 *     theta_j, tau_j = argmin sum_i |V_ij - v_i|^2                          or over edges e = (a, b):
 *     theta_j        = argmin sum_e |(V_a - V_b) - (v_a - v_b)|^2           shapes that are not the subject's (section 4.2)
 *
 * Levenberg and Marquardt. A turn w_k of joint k in world axes about its place g_k moves vertex i by
 *
 *     dv_i = w_k x a_ik,    a_ik = sum over l in the subtree of k of w_il (y_il - g_k)
 *
 * so that J^T J comes from outer products of a_ik, for the few joints that move vertex i (template.h: movers). The gradient is that
 * of energy.h, in which P moves with theta too; J^T J leaves that out, since P is small,
 * and of meshes of more than 4,000 vertices it has every third: a step is taken only where all of them say that it is better.
 *
 * Spaces   as in state.h, metres. Threads: one registration a task.
 */
#include "train/learn/energy.h"

/* One body whose pose is sought. */
typedef struct pd_learn_fit {
    const pd_learn_template *tpl;
    const pd_learn_state *state; /* its W and P */
    const double *rest;          /* (V,3) T     */
    const double *joints;        /* (K,3) J     */
    const float *mesh;           /* (V,3) V, NaN where missing */
    int by_edges;
    double *rotations;     /* (K,9) in and out */
    double translation[3]; /* in and out       */
} pd_learn_fit;

size_t pd_learn_fit_scratch_bytes(const pd_learn_template *tpl);
/* Part by part (Horn 1987): the rotation of every part's vertices by themselves, and the mean place. */
void pd_learn_fit_start(pd_learn_fit *fit);
/* At most `rounds` steps. Returns the data term, which never grows; scratch of _scratch_bytes, aligned as malloc's. */
double pd_learn_fit_solve(pd_learn_fit *fit, int rounds, void *scratch);

/* All of the state's registrations. start: first by parts. */
pd_status pd_learn_pose_step(pd_learn_state *state, const pd_learn_problem *problem, int rounds, int start,
                             pd_error *err);

#endif
