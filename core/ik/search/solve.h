#ifndef PD_IK_SEARCH_SOLVE_H
#define PD_IK_SEARCH_SOLVE_H
/* Inverse kinematics of a skeleton: finds local rotations that bring joints to their targets.
 *
 *     find r such that every target holds, moving only the joints of the targets' chains (root .. tip) within
 *     their limits
 *
 * There are two methods. Chains that share no joint and have neither limits nor priorities are solved one
 * after the other by a closed form or by FABRIK, beginning with those nearest to the root. Everything else is
 * one problem (problem.h) for all targets together, solved by the methods of method.h. Joints outside the
 * chains keep their start rotation.
 *
 * Shapes   K joints of the skeleton, T targets.
 * Spaces   targets: model space or a joint's frame, metres. rotations: local to the parent, unit x,y,z,w.
 * Memory   _run takes its scratch from the arena (_scratch_bytes); the caller owns the outputs. Only OPTIMIZE
 *          allocates: nlopt uses malloc.
 * Threads  every input is const: any number of threads, each with its own job and arena.
 * Errors   all of them in _check; _run cannot fail. A target out of reach is a result, not an error.
 * The same job gives the same bits: restarts use a random generator that is seeded from the targets.
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
#include "core/ik/job/job.h"
#include "core/ik/search/solvers.h"
#include "core/ik/methods/prior.h"

/* Checks the job. On error, *err contains the field ("/targets/1/position"),
 * its value and what is allowed. */
pd_status pd_ik_job_check(const pd_ik_job *job, pd_error *err);
/* Returns the bytes of scratch that pd_ik_job_run takes for a job that was checked. */
size_t pd_ik_job_scratch_bytes(const pd_ik_job *job);
/* Solves a job that was checked. scratch must have room for _scratch_bytes and is left as it was found. */
void pd_ik_job_run(pd_ik_job *job, pd_arena *scratch);

#endif
