#ifndef PD_SMPL_SOFT_MODAL_H
#define PD_SMPL_SOFT_MODAL_H
/* Dynamics for soft-tissue directions that come without any, as DMPL files do: the flesh as damped oscillators on the skeleton.
 *
 *     u_v'' + 2 zeta w u_v' + w^2 u_v = -a_v                    each point of the skin: its displacement u_v, metres, at rest
 *     a_v = sum_k w_vk (a_k + alpha_k x r + omega_k x (omega_k x r)),   r = v - J_k         the acceleration that the joints give it
 *     u = D delta   =>   W = -(1/w^2) (D^T A D)^-1 D^T A (a as a function of x)              least squares over the skin's areas A
 *
 * W and the poles w, zeta are those of soft.h, constant over betas. Skin of joints that soft.h does not listen to (more than
 * PD_SMPL_SOFT_MAX_JOINTS) moves with the nearest one above them that it does. Directions beyond PD_SMPL_SOFT_MAX_MODES have no dynamics. There
 * is no breathing.
 *
 * w = 45 rad/s (7.2 Hz) and zeta = 0.26 are the medians of what was learned for the default model by finite elements (train-tissue).
 *
 * Shapes   V vertices, K joints, D directions.   Units   metres, seconds, radians.
 * Spaces   model space, rest pose.
 * Memory   what it adds to *data belongs to *data.
 * Errors   ERR_MEMORY. Data without directions, with dynamics of its own, or whose directions are all zero stay as they are.
 */
#include "core/smpl/data/data.h"

#define PD_SMPL_SOFT_MODAL_W    45.0
#define PD_SMPL_SOFT_MODAL_ZETA 0.26

/* joints (K,3): the template's, model space. */
pd_status pd_smpl_soft_modal(pd_smpl_data *data, const double *joints, pd_error *err);

#endif
