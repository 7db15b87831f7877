#ifndef PD_IK_SEARCH_HYBRIK_SOLVE_H
#define PD_IK_SEARCH_HYBRIK_SOLVE_H
/* Solver hybrik (core/ik/methods/hybrik.h) for a job whose targets are the positions of all joints, and the
 * limits that follow any closed form.
 *
 * Memory   _bytes of scratch for the solver.
 * Threads  one thread for each job.
 * Errors   none: the job was checked.
 */
#include "core/ik/job/job.h"

/* Solves a job that was checked. job->rotations contains the start pose and receives the answer. */
void pd_ik_hybrik_job_run(pd_ik_job *job, pd_arena *scratch);
/* Returns the bytes of scratch that pd_ik_hybrik_job_run takes. */
size_t pd_ik_hybrik_job_bytes(const pd_ik_job *job);
/* Moves rotations that exceed their limits back inside, for closed forms that ignore limits; limits_hit
 * reports the joints that were moved. */
void pd_ik_cut_to_limits(pd_ik_job *job);

#endif
