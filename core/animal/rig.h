#ifndef PD_ANIMAL_RIG_H
#define PD_ANIMAL_RIG_H
/* Rigs the mesh of an animal: embeds the skeleton of a body plan (core/rig/plan.h) in the solid, and computes
 * the weights of the skin.
 *
 * The orientation is the one in which the plan fits best. If the plan of the job does not fit clearly, the
 * other plans are tried, and the refusal names the plan that fits better.
 *
 * Spaces   the mesh's own axes and units.
 * Memory   the caller owns *out: pd_rig_deinit. On failure it is empty.
 * Threads  pure; works on the calling thread.
 * Errors   ERR_INVALID at "mesh": no body of that plan; at "weights": a method that needs the template of a
 *          person; ERR_MEMORY.
 */
#include "core/rig/rig.h"

/* Rigs a body of any plan other than a person's. */
pd_status pd_animal_rig_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err);

#endif
