#ifndef PD_OBSERVE_HYBRIK_H
#define PD_OBSERVE_HYBRIK_H
/* A body from the places of its joints by HybrIK (Li et al., CVPR 2021): shape, place and pose without a search.
 *
 *     beta = argmin sum_k (|o_k(beta)| - |p_k - p_parent|)^2 / s_k^2 + |beta|^2      bones as long as they were seen; Gauss and Newton
 *     R_k  = D_sw D_tw                                                                core/ik/solver/hybrik.h, adaptive: the residual of the bones above is compensated
 *
 * o_k(beta): the bone to joint k at rest, linear in beta; s_k^2: the squared noise of both its ends. The paper takes beta from a network beside joints and twists;
 * here the bone lengths determine it. Twists are the caller's, 0 without them. Leaves (hands' ends, toes, head) are rotated onto points that were seen on them: the
 * 29 joints of the paper are 24 and five such points.
 *
 * It has no prior over poses: noise in the joints is noise in the pose.
 *
 * Shapes   K joints.   Memory  the problem's and the caller's.   Threads  one's.
 */
#include "core/observe/observe.h"

/* ERR_INVALID or ERR_RANGE at "/joints", "/twists": not every joint is seen in space, a twist is no angle, or the scale is to be fitted. */
pd_status pd_observe_hybrik_check(const pd_observe_job *job, const pd_smpl_model *model, pd_error *err);
/* The problem's state; betas where its layout fits them. twists (K) radians or NULL; h (B',B') and g (B') scratch. */
void pd_observe_hybrik_run(pd_observe_problem *problem, const double *twists, double *h, double *g);

#endif
