#ifndef PD_TRAIN_REGISTRATION_SEGMENT_H
#define PD_TRAIN_REGISTRATION_SEGMENT_H
/* Cuts a template into the parts of a body model: a plane through each joint, half-way between the bones that
 * meet there, divides the mesh (figure 6a of Loper et al. 2015 shows cuts made by hand).
 *
 *     n_k = |J_k - J_parent| + |mean of the children's J - J_k|
 *         unit vectors, then unit again
 *     part k = { v of its parent's part : (v - J_k) . n_k > 0 and sum over k and all below it of w_v > 0.02,
 *                                         or sum over all below it of w_v >= 0.98 }
 *
 * from the root outwards. The second condition keeps planes from cutting off other limbs. The third keeps
 * them from cutting off what is attached to the joint and turns back: arms of a body in A-pose hang below the
 * plane through its chest. These boundaries go round the joints. Boundaries of the parts with the largest
 * skin weights do not: those of the collars are 65 mm beside the joints, of the shoulders 59, of the hips 46.
 *
 * Shapes   V vertices, K joints. Space: rest pose of the model, metres.
 */
#include "core/smpl/data/data.h"

/* Computes joints (K,3) of the model's mean body. */
void pd_learn_joints_of_model(float *joints, const pd_smpl_data *data);
/* Computes the joint of each vertex's part, parts (V). ERR_MEMORY only. */
pd_status pd_learn_parts_by_joints(int *parts, const pd_smpl_data *data, const float *joints, pd_error *err);

#endif
