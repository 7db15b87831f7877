#ifndef PD_API_OBSERVE_JOBS_RUN_H
#define PD_API_OBSERVE_JOBS_RUN_H
/* What jobs.c has read: memory for it, and what it replies.
 *
 * Units    metres, radians; residuals in metres, pixels or, of sensors, degrees.
 */
#include "api/observe/jobs.h"
#include "api/http/call.h"
#include "core/retarget/capture.h"
#include "core/math/rotation.h"
#include "core/observe/take/motion.h"
#include "core/observe/take/room.h"

pd_api_job_state pd_api_job_state_of(const pd_api_job *job);

/* What a person's take holds until its job is forgotten. */
size_t pd_api_job_person_bytes(const pd_api_job_person *person, const pd_smpl_model *model);
/* The same for as many people as its crowd may turn out to have, figures included; *scratch: needed only while it runs. */
size_t pd_api_job_crowd_bytes(size_t *scratch, const pd_api_job *job);

/* {"id", "kind", "model", "status", "progress"}, and once it is done what was found about its people. */
void pd_api_job_json(pd_buffer *out, const pd_api_job *job, bool with_people);
/* Of a job that is done: a person's motion as JSON, NPZ, GLB or BVH. cancel (or NULL): once set it stops early, without an error. */
pd_status pd_api_job_encode(pd_buffer *out, const pd_api_job *job, int person, pd_api_format format,
                            const pd_cancel *cancel, pd_error *err);
/* Bytes that encoding takes at its peak, what it writes included. */
size_t pd_api_job_encode_bytes(const pd_api_job *job, int person, pd_api_format format);

#endif
