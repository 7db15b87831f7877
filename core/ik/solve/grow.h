#ifndef PD_IK_SOLVE_GROW_H
#define PD_IK_SOLVE_GROW_H
/* A chain that grows: the limb alone where it reaches, and what carries it where it does not.
 *
 *     arm, then collar, then spine, then the root         pd_anim_limb_grown; the root only where it may move (move_root)
 *
 * 1. Every target that names no chain begins at its limb. With a start pose and rest_gain, joints beyond it that are off the rest pose first come
 *    back a little (at most half of max_rotation, 3 degrees without one), as far as the limbs alone still reach.
 * 2. With a start pose: one attempt from it, without restarts. While that does not reach, the chains of the targets that were missed grow by one
 *    stage and the next attempt begins at the same start pose: the first that reaches is near to it. Without a start pose every stage has
 *    all its restarts. A hand that max_rotation holds back on a long way does not grow.
 * 3. Where the longest chains do not reach either: once more with restarts.
 *
 * Shapes   T targets; results say in chain_root where each chain began that made the answer.
 * Memory   _bytes of scratch beside the job's own.   Threads  as the job.   Errors  none: the job was checked.
 */
#include "core/ik/constraint/job.h"

size_t pd_ik_grow_bytes(const pd_ik_job *job);
/* run: a job with its chains as they stand. */
typedef void pd_ik_run(pd_ik_job *job, pd_arena *scratch);
void pd_ik_grow_run(pd_ik_job *job, pd_arena *scratch, pd_ik_run *run);

#endif
