#ifndef PD_IK_SOLVE_NEURAL_SOLVE_H
#define PD_IK_SOLVE_NEURAL_SOLVE_H
/* Solver neural: the network's pose for what the targets say of head, pelvis, hands and feet, then steps of dls for all of them.
 *
 * 1. Positions and orientations in model space (or kept) of joints that are trackers are the network's input (neural.h); any other
 *    target, and every one in a joint's frame, is left to step 3. The floor is where the skeleton's lowest joint is at rest, moved by
 *    the job's translation.
 * 2. The answer is the start of everything: all joints, the root's place. Joints between the 24 stay at rest, others (thumbs) and
 *    fixed ones as they were; with limits all are brought inside; with max_rotation no farther from the start than that.
 * 3. Two iterations of dls, or as many as the job says, on the chains of the targets, with a root that may slide.
 *
 * Status   REACHED when all targets are within the tolerance then, BUDGET when they were still coming nearer.
 * Memory   _bytes of scratch beside the job's own.
 */
#include "core/ik/constraint/job.h"

#define PD_IK_NEURAL_STEPS 2

/* Skeleton, network and at least one tracker's position; where is "/solver", "/skeleton" or "/targets". */
pd_status pd_ik_neural_job_check(const pd_ik_job *job, pd_error *err);
size_t pd_ik_neural_job_bytes(const pd_ik_job *job);
/* As pd_ik_simultaneous_run, of a job that was checked: rotations are the start. */
void pd_ik_neural_job_run(pd_ik_job *job, pd_arena *scratch);

#endif
