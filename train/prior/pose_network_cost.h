#ifndef PD_TRAIN_PRIOR_POSE_NETWORK_COST_H
#define PD_TRAIN_PRIOR_POSE_NETWORK_COST_H
/* Cost of a pose network's answer, and the gradient of the cost by each output.
 *
 *     L_k   = Gram-Schmidt of the k-th six outputs          G_k = G_up L_k          p_k = p_up + G_up o_k
 *     cost  = sum_k  local h(|L_k - L*_k|, .05) + (frame + seen_rotation s_k) h(|G_k - G*_k|, .05)
 *                    + (place + seen_place s'_k) h(|p_k - p*_k|, .01)
 *                        h(d, e) = sqrt(d^2 + e^2) - e
 *
 * All quantities are in the network's frame and in statures (neural.h); |.| of rotations is the Frobenius
 * norm. The gradient goes from the leaves of the tree to its root: dG_up += dG_k L_k^T + dp_k o_k^T, dL_k =
 * G_up^T dG_k, and through Gram-Schmidt.
 *
 * Shapes   y and gradient (PD_IK_NEURAL_OUTPUTS).   Threads  pure.
 */
#include "train/prior/pose_network_examples.h"

typedef struct pd_train_pose_cost {
    double local, frame, place;       /* weights of each joint */
    double seen_rotation, seen_place; /* additional weights of a joint that has a tracker */
} pd_train_pose_cost;

/* Returns the default weights: local .04, frame .02, place .6, seen_rotation .1, seen_place 1.5. */
pd_train_pose_cost pd_train_pose_cost_default(void);
/* Returns the cost. gradient may be NULL. Six outputs that span no plane cost as much as a joint that does
 * not rotate and have no gradient. */
double pd_train_pose_cost_of(float *gradient, const float *y, const pd_train_pose_answer *answer,
                             const pd_train_pose_cost *cost);

#endif
