#ifndef PD_OBSERVE_HYBRIK_H
#define PD_OBSERVE_HYBRIK_H
/* Body from the positions of its joints by HybrIK (Li et al., CVPR 2021): shape, translation and pose in
 * closed form, without a search.
 *
 *     beta = argmin sum_k (|o_k(beta)| - |p_k - p_parent|)^2 / s_k^2 + |beta|^2
 *         matches bone lengths; Gauss-Newton
 *     R_k  = D_sw D_tw core/ik/methods/hybrik.h, adaptive variant
 *
 * o_k(beta) is the bone to joint k at rest, linear in beta; s_k^2 is the sum of the squared noise of both its
 * ends. The paper predicts beta, joints and twists with a network; here the bone lengths determine beta. The
 * caller gives the twists; without them they are 0. Leaf joints (ends of hands, toes, head) are rotated
 * towards points observed on them: the 29 joints of the paper are 24 joints and five such points.
 *
 * There is no prior over poses, so noise in the joints becomes noise in the pose.
 *
 * Shapes   K joints.
 * Memory   the problem's and the caller's.
 * Threads  one thread for each problem.
 * Errors   all in _check.
 */
#include "core/observe/observe.h"

/* Returns ERR_INVALID or ERR_RANGE at "/joints" or "/twists": a joint is not observed in space, a twist is
 * not a valid angle, or the scale is to be fitted. */
pd_status pd_observe_hybrik_check(const pd_observe_job *job, const pd_smpl_model *model, pd_error *err);
/* Writes the answer to the problem's state; betas only if its layout fits them. twists (K) radians or NULL; h
 * (B',B') and g (B') are scratch. */
void pd_observe_hybrik_run(pd_observe_problem *problem, const double *twists, double *h, double *g);

#endif
