#ifndef PD_OBSERVE_PRIOR_H
#define PD_OBSERVE_PRIOR_H
/* The pose prior (core/ik/methods/prior.h) as a least-squares term for a body model.
 *
 *     -log p(x) = min_k  |A_k (x - m_k)|^2 / 2 + c_k
 *         the mixture is replaced by its best component, as in SMPLify (Bogo et al. 2016)
 *               = min_k  (|y|^2 - |V y|^2) / (2 s^2) + c_k y = x - m_k, V = L^-1 W^T, L L^T = M: the same
 *                        value, computed faster
 *     C_k = W W^T + s^2 I,   M = W^T W + s^2 I, A = [ (I - W M^-1 W^T) / s ; M^-1 W^T ] A^T A = C^-1
 *
 * A has D + Q rows: the residual noise and the latent coordinates, whose squares sum exactly to Mahalanobis's
 * distance. x contains the log of the local rotation of every joint that both the prior and the model have.
 * The root is left out because its lean depends on the direction of up; joints that the model lacks are left
 * out too. For a Gaussian, leaving numbers out is exact.
 *
 * Shapes   J joints kept, D = 3 J numbers, K components, Q directions.
 * Memory   arrays belong to the prior (core/ik/methods/prior_marginal.h), which must outlive this.
 * Threads  read-only: any number.
 * Errors   in _init alone.
 */
#include "core/ik/methods/prior.h"
#include "core/smpl/model.h"

typedef struct pd_observe_prior {
    const pd_ik_prior *source;
    int joint_count, dim, component_count, rank; /* J D K Q */
    int joints[PD_IK_PRIOR_MAX_JOINTS];          /* (J) joints of the model */
    int source_joints[PD_IK_PRIOR_MAX_JOINTS];   /* (J) joints of the prior */
    const double *centre, *scale;                /* (D) */
    const double *means;                         /* (K,D) scaled */
    const double *latent;                        /* (K,Q,D) M^-1 W^T */
    const double *bases;                         /* (K,Q,D) W^T */
    const double *whiten;                        /* (K,Q,D) V */
    const double *noise;                         /* (K) s */
    const double *constant;                      /* (K) c; the smallest is 0 */
} pd_observe_prior;

/* Selects the joints that prior and model share. ERR_UNSUPPORTED:
 * they share none but the root; ERR_MEMORY. */
pd_status pd_observe_prior_init(pd_observe_prior *out, const pd_ik_prior *source, const pd_smpl_model *model,
                                pd_error *err);

/* Computes x (D), scaled, from the model's local rotations (K,3,3). */
void pd_observe_prior_features(double *x, const pd_observe_prior *prior, const double (*rotations)[9]);
/* Computes r (D + Q) = A_k (x - m_k); returns |r|^2 / 2 + c_k. */
double pd_observe_prior_residual(double *r, const pd_observe_prior *prior, int component, const double *x);
/* Returns |r|^2 / 2 + c_k without computing r. */
double pd_observe_prior_nats(const pd_observe_prior *prior, int component, const double *x);
/* Returns the component with the smallest value of pd_observe_prior_nats. */
int pd_observe_prior_component(const pd_observe_prior *prior, const double *x);
/* Computes r (D + Q) = A_k d, where d (D) is zero except for the three numbers of block j. Used to build A
 * column by column. */
void pd_observe_prior_column(double *r, const pd_observe_prior *prior, int component, int j,
                             const double d[3]);
/* Computes the normal equations of the term, A^T A and A^T r, without A. S_j (J,3,3) is the derivative of x's
 * numbers of joint j by its three unknowns:
 *
 *     h (D,D) = S^T C^-1 S     g (D) = S^T C^-1 y        C^-1 = (I - V^T V) / s^2
 *
 * Overwrites the lower triangle of h. scratch (D,Q). Returns the value in nats. */
double pd_observe_prior_normal(double *h, double *g, const pd_observe_prior *prior, int component,
                               const double *x, const double (*slopes)[3][3], double *scratch);

#endif
