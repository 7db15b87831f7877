#ifndef PD_TRAIN_PRIOR_POSE_PRIOR_H
#define PD_TRAIN_PRIOR_POSE_PRIOR_H
/* Learns a pose prior (core/ik/methods/prior.h): for each style a mixture of probabilistic principal
 * component analysers, by EM.
 *
 *     r_ik = w_k N(x_i; m_k, C_k) / sum_j w_j N(x_i; m_j, C_j)          N_k = sum_i r_ik
 *     w_k = N_k / N      m_k = sum_i r_ik x_i / N_k
 *     S_k = (sum_i r_ik (x_i - m_k)(x_i - m_k)^T + shrink S) / (N_k + shrink)
 *         S: of the whole style, or of all poses
 *     sigma^2 = mean of the D - Q smallest eigenvalues of S_k, at least `noise`
 *         W = U_Q (Lambda_Q - sigma^2)^(1/2)
 *
 * Tipping and Bishop, Mixtures of probabilistic principal component analysers, Neural Computation 11 (1999).
 * Each component gets `shrink` additional poses with the spread of the style; without them a component with
 * few poses is overconfident about unseen poses. A style gets its share of the components by the square root
 * of its number of poses. Q = D - 1 gives a mixture of full Gaussians; one component for one style is a
 * Gaussian.
 *
 * Units    numbers are divided by their standard deviations over all poses, at least PD_TRAIN_PRIOR_LEAST.
 * Memory   the prior is the caller's (pd_ik_prior_deinit). Any executor gives the same bits.
 */
#include "core/base/executor.h"
#include "core/ik/methods/prior.h"
#include "train/prior/pose_prior_rows.h"

#define PD_TRAIN_PRIOR_LEAST 0.03 /* least standard deviation, radians */

/* Options; zero selects the default. */
typedef struct pd_train_prior_options {
    uint64_t seed;  /* 1 */
    int components; /* number of components of all styles together */
    int rank;       /* Q; -1: none            */
    int rounds;     /* largest number of EM iterations */
    int one_style;  /* 1: all poses form one style, "any", which shows what styles contribute */
    double noise;   /* least sigma^2, of scaled numbers */
    double shrink;  /* number of poses */
    void (*tell)(void *ctx, int done, int total);
    void *ctx;
} pd_train_prior_options;

/* Learns the prior into *out, not yet built and without texts.
 * ERR_INVALID: no rows to train on; ERR_MEMORY. */
pd_status pd_train_prior_learn(pd_ik_prior *out, const pd_train_prior_rows *rows,
                               const pd_train_prior_options *options, const pd_executor *executor,
                               pd_error *err);

/* Returns the mean negative log-likelihood, -log p(x), natural logarithm, over radians, of the held-out or
 * the training rows under a built prior: given the row's own style with knows_style, else over all styles.
 * Returns NaN when memory is short. */
double pd_train_prior_nll(const pd_ik_prior *prior, const pd_train_prior_rows *rows, int held_out,
                          int knows_style, const pd_executor *executor);

#endif
