#ifndef PD_IK_SOLVER_PRIOR_MARGINAL_H
#define PD_IK_SOLVER_PRIOR_MARGINAL_H
/* The pose prior (prior.h) of some of its joints, without the root: for a Gaussian that is dropping the other numbers, and exact.
 *
 *     C_k = W_k W_k^T + s_k^2 I    of the numbers that are kept        M_k = W_k^T W_k + s_k^2 I = L L^T
 *     V_k = L^-1 W_k^T     Z_k = M_k^-1 W_k^T     c_k = log |C_k| / 2 - log (pi_s w_k), less the least of them
 *
 * It takes milliseconds and megabytes, and bodies have the same joints: so it is made when it is first asked for and freed with the prior.
 *
 * Shapes   J joints kept, D = 3 J numbers, K components, Q directions.
 * Spaces   local rotations as prior.h has them, radians.
 * Memory   the prior's.   Threads  any; what is made does not change.
 */
#include "core/ik/solver/prior.h"

typedef struct pd_ik_prior_marginal {
    struct pd_ik_prior_marginal *next;
    int joints[PD_IK_PRIOR_MAX_JOINTS]; /* (J) of the prior */
    int joint_count, dim;               /* J D              */
    double *centre, *scale;             /* (D)              */
    double *means;                      /* (K,D) scaled     */
    double *latent;                     /* (K,Q,D) Z        */
    double *bases;                      /* (K,Q,D) W^T      */
    double *whiten;                     /* (K,Q,D) V        */
    double *noise;                      /* (K) s            */
    double *constant;                   /* (K) c            */
    size_t bytes;
} pd_ik_prior_marginal;

/* joints (count): 1 and more, no root among them. NULL and *err: ERR_MEMORY; ERR_RANGE, a component is too flat. */
const pd_ik_prior_marginal *pd_ik_prior_marginal_of(const pd_ik_prior *prior, const int *joints, int count,
                                                    pd_error *err);
/* Resident now, with what has been asked for. */
size_t pd_ik_prior_bytes(const pd_ik_prior *prior);
/* What pd_ik_prior_deinit does. */
void pd_ik_prior_marginals_free(pd_ik_prior *prior);

#endif
