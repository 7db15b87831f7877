#ifndef PD_OBSERVE_PROBLEM_H
#define PD_OBSERVE_PROBLEM_H
/* Builds the problem that terms evaluate (term.h) from a checked job: compiles places, finds joints by name,
 * sets the camera's rotation and the weights.
 *
 * The state is at rest with betas 0; the body is not evaluated yet (pd_observe_problem_update).
 * Memory   everything comes from the arena.
 * Threads  one thread for each problem.
 * Errors   false: the arena is full, or there is no memory for the model's capsules (pd_observe_check makes
 *          them).
 */
#include "core/observe/observe.h"

/* Returns the layout of the job's unknowns. */
pd_observe_layout pd_observe_job_layout(const pd_observe_job *job, const pd_smpl_model *model);
size_t pd_observe_problem_bytes(const pd_observe_job *job, const pd_smpl_model *model);
/* Builds the problem. The job and its observations must stay valid. Returns false if the arena is full or the
 * model's capsules cannot be made. */
bool pd_observe_problem_init(pd_observe_problem *problem, const pd_observe_job *job,
                             const pd_smpl_model *model, pd_arena *arena);
/* Specializes the places to these betas, for a layout that fits none (pd_observe_vertex_bake). */
void pd_observe_problem_bake(pd_observe_problem *problem, const double *betas);

#endif
