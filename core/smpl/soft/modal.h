#ifndef PD_SMPL_SOFT_MODAL_H
#define PD_SMPL_SOFT_MODAL_H
/* Derives dynamics for soft-tissue directions that have none, as in DMPL files: the flesh as damped
 * oscillators on the skeleton.
 *
 *     u_v'' + 2 zeta w u_v' + w^2 u_v = -a_v
 *         each point of the skin: its displacement u_v at rest, metres
 *     a_v = sum_k w_vk (a_k + alpha_k x r + omega_k x (omega_k x r)),
 *         r = v - J_k acceleration that the joints impose
 *     u = D delta   => W = -(1/w^2) (D^T A D)^-1 D^T A (a as a function of x) least squares, weighted by the
 *                   skin's areas A
 *
 * W and the poles w, zeta are those of soft.h, constant over betas. If the joints are more than
 * PD_SMPL_SOFT_MAX_JOINTS, soft.h uses only some of them; skin of the others moves with the nearest ancestor
 * that is used. Directions beyond PD_SMPL_SOFT_MAX_MODES get no dynamics. There is no breathing.
 *
 * w = 45 rad/s (7.2 Hz) and zeta = 0.26 are the medians of what was learned for the default model with finite
 * elements (train-tissue).
 *
 * Shapes   V vertices, K joints, D directions.
 * Units    metres, seconds, radians.
 * Spaces   model space, rest pose.
 * Memory   arrays that are added to *data belong to *data.
 * Errors   ERR_MEMORY. Data without directions, with dynamics already, or with only zero directions are
 *          unchanged.
 */
#include "core/smpl/data/data.h"

#define PD_SMPL_SOFT_MODAL_W    45.0
#define PD_SMPL_SOFT_MODAL_ZETA 0.26

/* Adds dynamics to *data. joints (K,3): the template's, model space. */
pd_status pd_smpl_soft_modal(pd_smpl_data *data, const double *joints, pd_error *err);

#endif
