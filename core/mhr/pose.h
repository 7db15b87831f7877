#ifndef PD_MHR_POSE_H
#define PD_MHR_POSE_H
/* Computes the joints of MHR's skeleton from its parameters.
 *
 *     q = A p;   G_k = G_parent(k) T(o_k + t_k) P_k Rz Ry Rx 2^sc_k model.h
 *
 * The state of a joint in the world is a similarity, x' = s R x + t: 13 numbers, R row by row, t (cm), s.
 *
 * Shapes   P parameters, K joints.
 * Memory   the caller owns all of it; nothing is allocated.
 */
#include "core/mhr/model.h"

#define PD_MHR_STATE 13

/* Computes q (7K) from parameters (P). */
void pd_mhr_pose_joint_parameters(double *q, const pd_mhr *mhr, const float *parameters);
/* Computes world (K,13) from q (7K). */
void pd_mhr_pose_world(double *world, const pd_mhr *mhr, const double *q);
/* Computes world (K,13) for parameters 0. */
void pd_mhr_pose_rest(double *world, const pd_mhr *mhr);
/* Computes the rotation (3,3) of a joint without its pre-rotation: Rz Ry Rx of three angles. */
void pd_mhr_pose_rotation(double out[9], const double angles[3]);

/* Computes the inverse of a state: out (12), rows of [A | t]. */
void pd_mhr_pose_inverse(double out[12], const double state[PD_MHR_STATE]);
/* Computes the transform `first` (12) followed by a state: out (12), rows of [A | t]. */
void pd_mhr_pose_after(float out[12], const double state[PD_MHR_STATE], const double first[12]);

#endif
