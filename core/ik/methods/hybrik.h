#ifndef PD_IK_METHODS_HYBRIK_H
#define PD_IK_METHODS_HYBRIK_H
/* Computes a pose from the positions of all joints and one twist angle for each: the analytical half of
 * HybrIK (Li et al., CVPR 2021, section 3.2).
 *
 *     R_k = D_sw D_tw         local rotation of a joint with one child
 *     D_tw = exp(phi_k t)     t the rest direction of the bone to its child, phi_k the twist about it
 *     D_sw                    the smallest rotation of t onto v = R_above^-1 (p_child - p_k), in closed form
 *
 * Naive HybrIK uses p_k as given: if the given bones are not as long as those of the skeleton, the errors add
 * up along a limb. Adaptive HybrIK uses q_k, the position where the pose so far puts the joint, so each bone
 * corrects the remaining error of the bones above:
 *
 *     q_k = q_parent + R_parent o_k
 *
 * A joint with several children (pelvis, chest) gets the rotation that aligns all of them best (Horn 1987),
 * which determines its twist. Leaves keep their start rotation. The root moves to its position.
 *
 * Shapes   K joints.   Spaces  positions: model space, metres; rotations local.   Angles  radians.
 * Memory   allocates nothing.   Threads  pure functions.
 * Errors   none: the input was checked. A bone without length or direction is not rotated.
 */
#include "core/anim/skeleton.h"

typedef struct pd_ik_hybrik_job {
    pd_quat *rotations;  /* in: start pose, out: solved pose (K), local; leaves keep their start rotation */
    pd_vec3 translation; /* out: translation of the root from its rest position, metres */
    const pd_anim_skeleton *skeleton;
    const pd_vec3 *positions; /* in (K) joint positions */
    const double *twists;     /* in (K) phi, radians; NULL: all 0 */
    int naive;                /* nonzero: naive HybrIK; zero: adaptive */
} pd_ik_hybrik_job;

/* Computes rotations and translation. Cannot fail. */
void pd_ik_hybrik_run(pd_ik_hybrik_job *job);
/* Computes the twists (K) of a pose: phi of R = D_sw D_tw for joints with one child, 0 for the others. HybrIK
 * trains a network to predict these. */
void pd_ik_hybrik_twists(double *twists, const pd_anim_skeleton *skeleton, const pd_quat *rotations);

#endif
