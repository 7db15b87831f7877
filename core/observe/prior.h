#ifndef PD_OBSERVE_PRIOR_H
#define PD_OBSERVE_PRIOR_H
/* How likely a pose is, as a term of least squares: the pose prior (core/ik/solver/prior.h) seen by a body model.
 *
 *     -log p(x) = min_k  |A_k (x - m_k)|^2 / 2 + c_k         the mixture by its best component, as SMPLify does (Bogo et al. 2016)
 *                     = min_k  (|y|^2 - |V y|^2) / (2 s^2) + c_k    y = x - m_k,  V = L^-1 W^T,  L L^T = M: the same, faster
 *     C_k = W W^T + s^2 I,   M = W^T W + s^2 I,              A = [ (I - W M^-1 W^T) / s ;  M^-1 W^T ]     A^T A = C^-1
 *
 * A has D + Q rows: the noise that is left and the latent coordinates, whose squares together are exactly Mahalanobis's. x holds the log
 * of the local rotation of every joint that both the prior and the model have. The root is left out (its lean needs to know where up is)
 * and so are joints that the model lacks: for a Gaussian that means dropping their numbers, and is exact.
 *
 * Shapes   J joints kept, D = 3 J numbers, K components, Q directions.
 * Memory   numbers are the prior's (core/ik/solver/prior_marginal.h), which has to outlive this. Read-only: any number of threads.
 */
#include "core/ik/solver/prior.h"
#include "core/smpl/model.h"

typedef struct pd_observe_prior {
    const pd_ik_prior *source;
    int joint_count, dim, component_count, rank; /* J D K Q                        */
    int joints[PD_IK_PRIOR_MAX_JOINTS];          /* (J) of the model               */
    int source_joints[PD_IK_PRIOR_MAX_JOINTS];   /* (J) of the prior               */
    const double *centre, *scale;                /* (D)                            */
    const double *means;                         /* (K,D) scaled                   */
    const double *latent;                        /* (K,Q,D) M^-1 W^T               */
    const double *bases;                         /* (K,Q,D) W^T                    */
    const double *whiten;                        /* (K,Q,D) V                      */
    const double *noise;                         /* (K) s                          */
    const double *constant;                      /* (K) c; the least of them is 0  */
} pd_observe_prior;

/* ERR_UNSUPPORTED: the model has none of the prior's joints but the root; ERR_MEMORY. */
pd_status pd_observe_prior_init(pd_observe_prior *out, const pd_ik_prior *source, const pd_smpl_model *model,
                                pd_error *err);

/* x (D), scaled, of the model's local rotations (K,3,3). */
void pd_observe_prior_features(double *x, const pd_observe_prior *prior, const double (*rotations)[9]);
/* r (D + Q) = A_k (x - m_k); returns |r|^2 / 2 + c_k. */
double pd_observe_prior_residual(double *r, const pd_observe_prior *prior, int component, const double *x);
/* |r|^2 / 2 + c_k without r. */
double pd_observe_prior_nats(const pd_observe_prior *prior, int component, const double *x);
/* The component of the least of them. */
int pd_observe_prior_component(const pd_observe_prior *prior, const double *x);
/* r (D + Q) = A_k d for a change d (D) that is zero but for its three numbers of block j: a column of A at a time. */
void pd_observe_prior_column(double *r, const pd_observe_prior *prior, int component, int j,
                             const double d[3]);
/* The same as normal equations, which is A^T A and A^T r without A: with S_j (J,3,3), the slope of x's numbers of joint j by its three
 * unknowns,
 *
 *     h (D,D) = S^T C^-1 S     g (D) = S^T C^-1 y        C^-1 = (I - V^T V) / s^2
 *
 * lower triangle, written over. scratch (D,Q). Returns the nats. */
double pd_observe_prior_normal(double *h, double *g, const pd_observe_prior *prior, int component,
                               const double *x, const double (*slopes)[3][3], double *scratch);

#endif
