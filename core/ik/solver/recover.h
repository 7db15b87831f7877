#ifndef PD_IK_SOLVER_RECOVER_H
#define PD_IK_SOLVER_RECOVER_H
/* Rotations from positions: which local rotations put the joints of a chain where a solver wants them.
 *
 * From the root of the chain to its tip, every bone is first carried along with its parent and then turned by
 * the smallest rotation onto its new direction:
 *
 *     R'_i = R_parent r_i        s_i = between(R'_i o_(i+1), p_(i+1) - p_i)        R_i = s_i R'_i
 *
 * so twists of the start pose are kept and nothing flips: the result depends continuously on the positions
 * except for a bone turned by exactly 180 degrees, which turns about the normal of the bent chain.
 * A bone of no length keeps its rotation. The tip's own rotation is left as it was, local to its parent.
 */
#include "core/anim/skeleton.h"

typedef struct pd_ik_recover_job {
    pd_quat *rotations;       /* in: start, out: solved (K) local; only joints of the chain change   */
    const pd_vec3 *positions; /* in (chain->count) wanted, model space, bone lengths as the skeleton's */
    const pd_anim_skeleton *skeleton;
    const pd_anim_chain *chain;
    pd_quat above; /* in: model-space rotation of the parent of the chain's first joint   */
} pd_ik_recover_job;

void pd_ik_recover_run(const pd_ik_recover_job *job);

#endif
