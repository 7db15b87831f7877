#ifndef PD_TRAIN_CORRECTIVE_UNPOSE_H
#define PD_TRAIN_CORRECTIVE_UNPOSE_H
/* Inverts skinning: computes the correction of the rest shape that makes the posed skin equal a target.
 *
 *     v' = M_v (rest + d) + t_v                     M_v, t_v: LBS blends the joints' matrices, DQS their dual
 *                                                   quaternions (Kavan et al. 2007), then M_v is a rotation
 *     d  = inverse(M_v^T M_v + damping I) M_v^T (target - M_v rest - t_v)
 *
 * Where LBS folds, M_v is nearly singular, and damping keeps d small there. DQS needs no damping.
 *
 * Shapes   V vertices, K joints. Space: model space, metres.
 */
#include "core/smpl/pose.h"

typedef struct pd_train_skin {
    const pd_smpl_model *model;
    pd_smpl_skinning skinning; /* LBS or DQS */
    pd_smpl_pose pose;
    pd_quat dual[PD_SMPL_MAX_JOINTS];
} pd_train_skin;

/* Poses the skeleton. rotations (K,3,3): local to the parent, as in pd_smpl_body. */
void pd_train_skin_set(pd_train_skin *skin, const pd_smpl_model *model, pd_smpl_skinning skinning,
                       const float *betas, int beta_count, const float *rotations);
/* Computes [M_v | t_v] of a vertex. */
void pd_train_skin_vertex(pd_xform *out, const pd_train_skin *skin, int vertex);

/* Computes d: out (3), from rest and target (3), metres. */
void pd_train_unpose(double *out, const pd_xform *skin, const double *rest, const float *target,
                     double damping);

#endif
