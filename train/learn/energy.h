#ifndef PD_TRAIN_LEARN_ENERGY_H
#define PD_TRAIN_LEARN_ENERGY_H
/* Energy that the training minimises (Loper et al. 2015, equations 13 to 18):
 *
 *     E_D  = sum_j sum_i |V_ij - v_i(T_s(j) + P f(theta_j), J_s(j), theta_j, W)|^2 over vertices that are not
 *          missing
 *     E_Y  = sum_s lambda_U |J_s - U(J_s)|^2 + |T_s - U(T_s)|^2                         U: the mirror image
 *     E_J  = sum_s |J_I T_s - J_s|^2
 *     E_P  = sum_ik h_i F^max(0, d_ik - 1) |P_ik|^2,    E_W = |W - W_I|^2
 *     E    = E_D + lambda_Y E_Y + lambda_J E_J + lambda_P E_P + lambda_W E_W
 *
 * with lambda_Y = 100, lambda_U = 100, lambda_J = 100, lambda_P = 25, lambda_W = 1 as in the paper, lengths
 * in metres. P_ik is the effect of joint k's rotation on vertex i; d_ik is the number of bones between joint
 * k and the joint of i's part. F = 1 gives the paper's |P|^2; F over 1 demands more evidence for joints that
 * are far along the skeleton (STAR, Osman et al. 2020, learns such a reach). h_i is 1, or chosen by
 * cross-validation between two halves of the people (blend_step.h).
 *
 * This file is the plain reference, in double. Each step (*_step.h) decreases its part of the energy, and
 * tests check each against the gradient here.
 *
 * Spaces   those of state.h; energies in metres squared.
 */
#include "train/learn/share.h"
#include "train/learn/state.h"

typedef struct pd_learn_lambdas {
    /* lambda_Y, lambda_U, lambda_J, lambda_P, lambda_W */
    double symmetry, symmetry_joints, joints, blend, weights;
    double blend_far; /* F; values below 1 stand for 1 */
} pd_learn_lambdas;

#define PD_LEARN_LAMBDAS ((pd_learn_lambdas){100, 100, 100, 25, 1, 1})

/* Unweighted terms and their weighted sum, metres squared. */
typedef struct pd_learn_energy {
    double data, symmetry, joints, blend, weights, total;
    double mean_mm; /* mean distance over the vertices that are not missing */
} pd_learn_energy;

/* Gradient, with the shapes of the state. Rotations have turns (N,K,3) of the joint in its parent's axes,
 * radians: R <- exp([d]) R. */
typedef struct pd_learn_gradient {
    double *templates, *joints, *turns, *translations, *weights, *blend;
} pd_learn_gradient;

typedef struct pd_learn_problem {
    const pd_learn_template *tpl;
    const pd_learn_set *set;
    pd_learn_lambdas lambdas;
    const pd_executor *executor;
    const pd_learn_share *share; /* NULL: a single process */
    /* W and P are kept mirror symmetric (blend_step.h); the template must have a mirror image */
    bool is_mirrored;
    /* h_i are chosen by two halves of the people, before P is learned first (blend_step.h) */
    bool chooses_holds;
} pd_learn_problem;

/* Returns lambda_P F^max(0, d - 1), the weight of joint k's entries
 * of P for a vertex of `part`, without h_i. */
double pd_learn_blend_hold(const pd_learn_problem *problem, int part, int k);

/* Computes the energy, one registration a task on the executor; sums go in the order of the registrations.
 * ERR_MEMORY only. */
pd_status pd_learn_energy_of(pd_learn_energy *out, const pd_learn_problem *problem,
                             const pd_learn_state *state, pd_error *err);
/* Adds the derivatives of E to the arrays of *gradient, any of which may be NULL. Slow, on one thread: for
 * tests. scratch (6V) doubles and (3V + F) floats. */
void pd_learn_energy_gradient(pd_learn_gradient *gradient, const pd_learn_problem *problem,
                              const pd_learn_state *state, double *scratch, float *scratch_f32);

#endif
