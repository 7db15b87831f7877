#ifndef PD_TRAIN_LEARN_ENERGY_H
#define PD_TRAIN_LEARN_ENERGY_H
/* What training minimises (Loper et al. 2015, equations 13 to 18), as written there:
 *
 *     E_D  = sum_j sum_i |V_ij - v_i(T_s(j) + P f(theta_j), J_s(j), theta_j, W)|^2      over vertices that are not missing
 *     E_Y  = sum_s lambda_U |J_s - U(J_s)|^2 + |T_s - U(T_s)|^2                         U: the mirror image
 *     E_J  = sum_s |J_I T_s - J_s|^2
 *     E_P  = sum_ik h_i F^max(0, d_ik - 1) |P_ik|^2,    E_W = |W - W_I|^2
 *     E    = E_D + lambda_Y E_Y + lambda_J E_J + lambda_P E_P + lambda_W E_W
 *
 * P_ik: what joint k's rotation does to vertex i; d_ik: bones between joint k and the joint of i's part. With F = 1 that is the paper's |P|^2;
 * with F over 1 joints that are far along the skeleton have to show more to be believed (STAR, Osman et al. 2020, learns such a reach).
 * h_i is 1, or what two halves of the people say (blend_step.h).
 *
 * with lambda_Y = 100, lambda_U = 100, lambda_J = 100, lambda_P = 25, lambda_W = 1 as there, lengths in metres. This file is the plain
 * reference, in double; the steps (*_step.h) each make their part of it smaller, and tests check
 * each against its gradient.
 *
 * Spaces   as in state.h; metres squared.
 */
#include "train/learn/share.h"
#include "train/learn/state.h"

typedef struct pd_learn_lambdas {
    double symmetry, symmetry_joints, joints, blend, weights; /* Y, U, J, P, W */
    double blend_far;                                         /* F; below 1: 1 */
} pd_learn_lambdas;

#define PD_LEARN_LAMBDAS ((pd_learn_lambdas){100, 100, 100, 25, 1, 1})

/* Unweighted terms and their weighted sum. */
typedef struct pd_learn_energy {
    double data, symmetry, joints, blend, weights, total;
    double mean_mm; /* mean distance of the vertices that are there */
} pd_learn_energy;

/* The same shapes as the state's; rotations as a turn (N,K,3) of the joint in its parent's axes, radians: R <- exp([d]) R. */
typedef struct pd_learn_gradient {
    double *templates, *joints, *turns, *translations, *weights, *blend;
} pd_learn_gradient;

typedef struct pd_learn_problem {
    const pd_learn_template *tpl;
    const pd_learn_set *set;
    pd_learn_lambdas lambdas;
    const pd_executor *executor;
    const pd_learn_share *share; /* NULL: this process is alone */
    bool
        is_mirrored; /* W and P are kept mirror symmetric (blend_step.h); the template must have a mirror image */
    bool
        chooses_holds; /* h_i by two halves of the people, before P is learned first (blend_step.h)             */
} pd_learn_problem;

/* lambda_P F^max(0, d - 1) of a vertex of `part` and joint k's numbers in P, without h_i. */
double pd_learn_blend_hold(const pd_learn_problem *problem, int part, int k);

/* By registrations, on the executor; sums go in their order. ERR_MEMORY only. */
pd_status pd_learn_energy_of(pd_learn_energy *out, const pd_learn_problem *problem,
                             const pd_learn_state *state, pd_error *err);
/* Adds dE/d(everything) to the arrays of *gradient, of which any may be NULL. One thread and slow: for tests.
 * scratch (6V) doubles and (3V + F) floats. */
void pd_learn_energy_gradient(pd_learn_gradient *gradient, const pd_learn_problem *problem,
                              const pd_learn_state *state, double *scratch, float *scratch_f32);

#endif
