#ifndef PD_IK_SOLVE_HYBRIK_SOLVE_H
#define PD_IK_SOLVE_HYBRIK_SOLVE_H
/* Solver hybrik (core/ik/solver/hybrik.h) for a job whose targets are the positions of all joints, and what every solver in closed
 * form ends with: the limits. */
#include "core/ik/constraint/job.h"

/* Of a job that was checked; rotations are the start. */
void pd_ik_hybrik_job_run(pd_ik_job *job, pd_arena *scratch);
size_t pd_ik_hybrik_job_bytes(const pd_ik_job *job);
/* A closed form knows no limits: rotations beyond them are brought back, and limits_hit says which. */
void pd_ik_cut_to_limits(pd_ik_job *job);

#endif
