#ifndef PD_API_BODY_MESH_RUN_H
#define PD_API_BODY_MESH_RUN_H
/* Runs calls of body models on a worker: computes the bodies of all calls of a batch as one pd_smpl_job, then
 * encodes the reply of each call.
 *
 * With a rig each body is computed twice: at rest, for the vertices of the file, and posed, for the position
 * of the root.
 */
#include "api/body/mesh_job.h"

/* Runs calls of one model as a batch (pd_api_call.run_batch). */
void pd_api_mesh_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor);
/* Returns the bytes of the reply and of the results together (pd_api_call.run_bytes). */
size_t pd_api_mesh_run_bytes(const pd_api_call *call, int threads);

/* Last step of reading a call: makes the reply one in parts if it is long. */
void pd_api_mesh_plan(pd_api_call *call);
/* Makes the reply one in parts of `bodies` bodies each. */
void pd_api_mesh_in_parts(pd_api_call *call, int bodies);

#endif
