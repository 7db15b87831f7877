#ifndef PD_IK_SEARCH_GROW_H
#define PD_IK_SEARCH_GROW_H
/* Solves with short chains first and lengthens a chain only if its target is not reached.
 *
 *     arm, then collar, then spine, then the root         pd_anim_limb_grown; the root only if it may move
 *                                                         (move_root)
 *
 * 1. The chain of every target that names no chain begins at its limb. With a start pose and rest_gain,
 *    joints above the limb that differ from the rest pose first move back towards it (by at most half of
 *    max_rotation, or 3 degrees without max_rotation), as far as the limbs alone still reach.
 * 2. With a start pose: one attempt from the start pose, without restarts. While an attempt fails, the chains
 *    of the missed targets grow by one stage and the next attempt begins at the same start pose, so the first
 *    success is near to it. Without a start pose every stage has all its restarts. A chain does not grow
 *    while max_rotation limits the motion towards a distant target.
 * 3. If the longest chains do not reach either: one more attempt with restarts.
 *
 * Shapes   T targets; chain_root in each result says where the chain began that gave the answer.
 * Memory   _bytes of scratch in addition to the job's own.
 * Threads  one thread for each job.
 * Errors   none: the job was checked.
 */
#include "core/ik/job/job.h"

/* Returns the bytes of scratch that pd_ik_grow_run takes in addition to those of the job. */
size_t pd_ik_grow_bytes(const pd_ik_job *job);
/* Function that solves a job with its chains as they are. */
typedef void pd_ik_run(pd_ik_job *job, pd_arena *scratch);
/* Solves the job by the steps above; `run` solves each stage. */
void pd_ik_grow_run(pd_ik_job *job, pd_arena *scratch, pd_ik_run *run);

#endif
