#ifndef PD_API_BODY_JOBS_RUN_H
#define PD_API_BODY_JOBS_RUN_H
/* What jobs.c has read: memory for it, and what it replies.
 *
 * Units    metres, radians; residuals in metres, pixels or, of sensors, degrees.
 */
#include "api/body/jobs.h"
#include "api/http/call.h"
#include "core/fit/motion/capture.h"
#include "core/math/rotation.h"
#include "core/observe/take/motion.h"
#include "core/observe/take/room.h"

pd_api_job_state pd_api_job_state_of(const pd_api_job *job);

/* What a person's take holds until its job is forgotten. */
size_t pd_api_job_person_bytes(const pd_api_job_person *person, const pd_smpl_model *model);
/* The same of everybody that its crowd may turn out to be, with its figures; *scratch: while it runs. */
size_t pd_api_job_crowd_bytes(size_t *scratch, const pd_api_job *job);

/* {"id", "kind", "model", "status", "progress"}, and what was found of people when it is done. */
void pd_api_job_json(pd_buffer *out, const pd_api_job *job, bool with_people);
/* Of a job that is done: a person's motion as JSON, NPZ, GLB or BVH. cancel (or NULL): then it ends before its end, and says nothing. */
pd_status pd_api_job_encode(pd_buffer *out, const pd_api_job *job, int person, pd_api_format format,
                            const pd_cancel *cancel, pd_error *err);
/* Bytes that encoding takes at its peak, what it writes included. */
size_t pd_api_job_encode_bytes(const pd_api_job *job, int person, pd_api_format format);

#endif
