#ifndef PD_IK_METHODS_PRIOR_MARGINAL_H
#define PD_IK_METHODS_PRIOR_MARGINAL_H
/* Marginal of the pose prior (prior.h) over some of its joints, without the root. For a Gaussian that drops
 * the other numbers and is exact.
 *
 *     C_k = W_k W_k^T + s_k^2 I    of the numbers that are kept        M_k = W_k^T W_k + s_k^2 I = L L^T
 *     V_k = L^-1 W_k^T     Z_k = M_k^-1 W_k^T     c_k = log |C_k| / 2 - log (pi_s w_k), less the smallest of
 *                                                 them
 *
 * Computing a marginal takes milliseconds and megabytes, and bodies usually have the same joints, so each is
 * computed at its first use and freed with the prior.
 *
 * Shapes   J joints kept, D = 3 J numbers, K components, Q directions.
 * Spaces   local rotations as in prior.h, radians.
 * Memory   owned by the prior.
 * Threads  any number; a computed marginal is immutable.
 * Errors   in _of alone.
 */
#include "core/ik/methods/prior.h"

typedef struct pd_ik_prior_marginal {
    struct pd_ik_prior_marginal *next;
    int joints[PD_IK_PRIOR_MAX_JOINTS]; /* (J) joints of the prior */
    int joint_count, dim;               /* J D */
    double *centre, *scale;             /* (D) */
    double *means;                      /* (K,D) scaled */
    double *latent;                     /* (K,Q,D) Z */
    double *bases;                      /* (K,Q,D) W^T */
    double *whiten;                     /* (K,Q,D) V */
    double *noise;                      /* (K) s */
    double *constant;                   /* (K) c */
    size_t bytes;
} pd_ik_prior_marginal;

/* Returns the marginal for joints (count), count >= 1, none of them the root; computes it at the first call.
 * Returns NULL and sets *err on failure: ERR_MEMORY, or ERR_RANGE if a component is too flat. */
const pd_ik_prior_marginal *pd_ik_prior_marginal_of(const pd_ik_prior *prior, const int *joints, int count,
                                                    pd_error *err);
/* Returns the bytes that the prior occupies now, with its marginals. */
size_t pd_ik_prior_bytes(const pd_ik_prior *prior);
/* Frees the marginals of a prior; called by pd_ik_prior_deinit. */
void pd_ik_prior_marginals_free(pd_ik_prior *prior);

#endif
