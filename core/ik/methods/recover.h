#ifndef PD_IK_METHODS_RECOVER_H
#define PD_IK_METHODS_RECOVER_H
/* Converts joint positions of a chain to rotations: finds the local rotations that put the joints where a
 * solver placed them.
 *
 * From the root of the chain to its tip, every bone is first carried along with its parent and then rotated
 * by the smallest rotation onto its new direction:
 *
 *     R'_i = R_parent r_i        s_i = between(R'_i o_(i+1), p_(i+1) - p_i)        R_i = s_i R'_i
 *
 * So the twists of the start pose are kept, and the result depends continuously on the positions. The
 * exception is a bone rotated by exactly 180 degrees, which rotates about the normal of the bent chain. A
 * bone of zero length keeps its rotation. The tip keeps its own local rotation.
 *
 * Spaces   positions in model space, rotations local.
 * Memory   allocates nothing.
 * Threads  pure function.
 * Errors   none.
 */
#include "core/anim/skeleton.h"

typedef struct pd_ik_recover_job {
    pd_quat *rotations; /* in: start, out: solved (K) local; only joints of the chain change */
    /* in (chain->count) target positions in model space, as far apart as the skeleton's bones are long */
    const pd_vec3 *positions;
    const pd_anim_skeleton *skeleton;
    const pd_anim_chain *chain;
    pd_quat above; /* in: model-space rotation of the parent of the chain's first joint */
} pd_ik_recover_job;

/* Writes the rotations of the chain's joints. */
void pd_ik_recover_run(const pd_ik_recover_job *job);

#endif
