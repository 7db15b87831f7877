#ifndef PD_IK_SEARCH_NEURAL_SOLVE_H
#define PD_IK_SEARCH_NEURAL_SOLVE_H
/* Solver neural: a network predicts the pose from the targets of head, pelvis, hands and feet; steps of dls
 * then reduce the errors of all targets.
 *
 * 1. The inputs of the network (neural.h) are the targets of tracked joints: positions and orientations in
 *    model space, or kept from the start pose. Every other target, and every target in a joint's frame, is
 *    left to step 3. The floor is at the height of the skeleton's lowest joint at rest, moved by the job's
 *    translation.
 * 2. The prediction is the start of all joints and of the root's position. Joints between SMPL's 24 stay at
 *    rest; other joints (thumbs) and fixed joints stay as in the start pose. Limits and max_rotation then
 *    apply to every joint.
 * 3. dls runs for two iterations, or as many as the job says, on the chains of the targets, with a root that
 *    may move.
 *
 * Status   REACHED if all targets are within the tolerance; BUDGET if the error was still decreasing.
 * Memory   _bytes of scratch in addition to the job's own.
 * Threads  one thread for each job.
 * Errors   in _check.
 */
#include "core/ik/job/job.h"

#define PD_IK_NEURAL_STEPS 2

/* Checks that the job has a suitable skeleton, a network and the position of at least one tracker. On error,
 * err->where is "/solver", "/skeleton" or "/targets". */
pd_status pd_ik_neural_job_check(const pd_ik_job *job, pd_error *err);
/* Returns the bytes of scratch that _run takes in addition to those of the job. */
size_t pd_ik_neural_job_bytes(const pd_ik_job *job);
/* Solves a job that was checked, like pd_ik_simultaneous_run: job->rotations contains the start pose. */
void pd_ik_neural_job_run(pd_ik_job *job, pd_arena *scratch);

#endif
