#ifndef PD_MHR_POSE_H
#define PD_MHR_POSE_H
/* MHR's skeleton: from parameters to where the joints stand.
 *
 *     q = A p;   G_k = G_parent(k) T(o_k + t_k) P_k Rz Ry Rx 2^sc_k                                            model.h
 *
 * A joint's state in the world is a similarity: x' = s R x + t, 13 numbers: R row by row, t (cm), s.
 *
 * Memory   the caller owns all of it; nothing is allocated.
 */
#include "core/mhr/model.h"

#define PD_MHR_STATE 13

/* q (7K) from parameters (P). */
void pd_mhr_pose_joint_parameters(double *q, const pd_mhr *mhr, const float *parameters);
/* world (K,13) from q (7K). */
void pd_mhr_pose_world(double *world, const pd_mhr *mhr, const double *q);
/* world (K,13) where all parameters are 0. */
void pd_mhr_pose_rest(double *world, const pd_mhr *mhr);
/* R (3,3) of a joint's own rotation, without its pre-rotation: Rz Ry Rx of three angles. */
void pd_mhr_pose_rotation(double out[9], const double angles[3]);

/* out (12): rows of [A | t] of the inverse of a state. */
void pd_mhr_pose_inverse(double out[12], const double state[PD_MHR_STATE]);
/* out (12): rows of [A | t] of state after a transform (12). */
void pd_mhr_pose_after(float out[12], const double state[PD_MHR_STATE], const double first[12]);

#endif
