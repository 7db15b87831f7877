#ifndef PD_IK_SOLVE_SOLVE_H
#define PD_IK_SOLVE_SOLVE_H
/* Inverse kinematics of a skeleton: local rotations that bring joints to their targets.
 *
 *     find r such that every target holds, moving only the joints of the targets' chains (root .. tip) within their limits
 *
 * Two ways lead there. Chains that share no joint, with neither limits nor priorities, are solved one after the other by
 * a closed form or FABRIK, those nearer to the root first. Everything else is one problem (problem.h) for all targets at once,
 * and the solvers of method.h work on it. Joints off the chains keep their start rotation.
 *
 * Shapes   K joints of the skeleton, T targets.
 * Spaces   targets: model space or a joint's frame, metres. rotations: local to the parent, unit x,y,z,w.
 * Memory   _run allocates nothing: scratch comes from the arena (_scratch_bytes); outputs are the caller's.
 *          The one exception is OPTIMIZE: nlopt keeps its own memory.
 * Threads  everything that comes in is const: any number of threads, each with its own job and arena.
 * Errors   all of them in _check; _run cannot fail. That a target is out of reach is an answer, not an error.
 * The same job gives the same bits: restarts use a generator that is seeded with the targets' bits.
 *
 * Worked example (rest pose, one hand):
 *
 *     pd_ik_target hand = {.joint = pd_anim_skeleton_find(&sk, "left_wrist"), .chain_root = -1,
 *                          .has_position = 1, .position = {0.3, 1.2, 0.4}};
 *     pd_ik_job job = {.rotations = r, .results = &result, .skeleton = &sk, .targets = &hand,
 *                      .target_count = 1};
 *     if (pd_ik_job_check(&job, &err) == PD_OK) pd_ik_job_run(&job, &arena);
 */
#include "core/base/arena.h"
#include "core/base/rng.h"
#include "core/ik/constraint/job.h"
#include "core/ik/solve/solvers.h"
#include "core/ik/solver/prior.h"

/* Says in *err which field is wrong ("/targets/1/position"), its value and what is allowed. */
pd_status pd_ik_job_check(const pd_ik_job *job, pd_error *err);
/* Of a job that was checked. */
size_t pd_ik_job_scratch_bytes(const pd_ik_job *job);
/* scratch has room for _scratch_bytes; it is given back as it was. */
void pd_ik_job_run(pd_ik_job *job, pd_arena *scratch);

#endif
