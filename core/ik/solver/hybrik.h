#ifndef PD_IK_SOLVER_HYBRIK_H
#define PD_IK_SOLVER_HYBRIK_H
/* The analytical half of HybrIK (Li et al., CVPR 2021, section 3.2): a pose from the positions of all joints and one twist each.
 *
 *     R_k = D_sw D_tw         local rotation of a joint with one child
 *     D_tw = exp(phi_k t)     t the rest direction of the bone to its child, phi_k the twist about it
 *     D_sw                    the smallest turn of t onto v = R_above^-1 (p_child - p_k), in closed form
 *
 * Naive takes p_k as given: where bones of the positions are not as long as the skeleton's the errors add up along a limb.
 * Adaptive takes q_k, where the pose so far has put the joint, so that each bone mends what is left over of the ones above:
 *
 *     q_k = q_parent + R_parent o_k
 *
 * A joint with several children (pelvis, chest) turns as near to all of them as one rotation can (Horn 1987); its twist follows from
 * them. Leaves keep their start rotation. The root goes to its position.
 *
 * Shapes   K joints.   Spaces  positions: model space, metres; rotations local.   Angles  radians.
 * Threads  pure, allocates nothing.   Errors  none: the input was checked. A bone of no length, or onto no direction, turns nothing.
 */
#include "core/anim/skeleton.h"

typedef struct pd_ik_hybrik_job {
    pd_quat *rotations;  /* in: start (leaves keep it), out: (K) local                */
    pd_vec3 translation; /* out: of the root, from its rest position                  */
    const pd_anim_skeleton *skeleton;
    const pd_vec3 *positions; /* in (K)                                                    */
    const double *twists;     /* in (K) phi, or NULL: 0                                    */
    int naive;                /* zero: adaptive                                            */
} pd_ik_hybrik_job;

void pd_ik_hybrik_run(pd_ik_hybrik_job *job);
/* twists (K) of a pose: phi of R = D_sw D_tw for joints with one child, 0 for the others. What a network is trained to predict. */
void pd_ik_hybrik_twists(double *twists, const pd_anim_skeleton *skeleton, const pd_quat *rotations);

#endif
