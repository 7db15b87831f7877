#ifndef PD_OBSERVE_PROBLEM_H
#define PD_OBSERVE_PROBLEM_H
/* From a checked job to a problem that terms can read: places compiled, joints found by name, the camera's rotation and weights set.
 *
 * The state is at rest with betas 0; the body is not worked out yet (pd_observe_problem_update).
 * Memory   all from the arena.
 */
#include "core/observe/observe.h"

/* The unknowns of a job. */
pd_observe_layout pd_observe_job_layout(const pd_observe_job *job, const pd_smpl_model *model);
size_t pd_observe_problem_bytes(const pd_observe_job *job, const pd_smpl_model *model);
/* false: the arena is full. The job and its observations stay where they are. */
bool pd_observe_problem_init(pd_observe_problem *problem, const pd_observe_job *job,
                             const pd_smpl_model *model, pd_arena *arena);
/* Works these betas into the places, for a layout that fits none (pd_observe_vertex_bake). */
void pd_observe_problem_bake(pd_observe_problem *problem, const double *betas);

#endif
