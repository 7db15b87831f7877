#ifndef PD_API_OBSERVE_JOBS_RUN_H
#define PD_API_OBSERVE_JOBS_RUN_H
/* Memory and replies of jobs: the functions that run on the jobs that jobs.c has read.
 *
 * Units    Metres and radians; residuals of markers in metres, of keypoints in pixels or metres, of sensors
 *          in degrees.
 */
#include "api/observe/jobs.h"
#include "api/http/call.h"
#include "core/motion/capture.h"
#include "core/math/rotation.h"
#include "core/observe/take/motion.h"
#include "core/observe/take/room.h"

/* Reads the state atomically. */
pd_api_job_state pd_api_job_state_of(const pd_api_job *job);

/* Returns the bytes that the take of one person needs until the job is removed. */
size_t pd_api_job_person_bytes(const pd_api_job_person *person, const pd_smpl_model *model);
/* Returns the bytes that a take of several people needs, with its figures, for the largest number of people
 * that the figures can be. *scratch is the part of it that is needed only during the run. */
size_t pd_api_job_crowd_bytes(size_t *scratch, const pd_api_job *job);

/* Appends the JSON object of a job: id, kind, model, status and progress; with_people and once the job is
 * done, also the people and their residuals. */
void pd_api_job_json(pd_buffer *out, const pd_api_job *job, bool with_people);
/* Appends the body of the webhook of a job that is done or has failed: type, time, and the job with its
 * people. time: as RFC 3339 has it. */
void pd_api_job_event_json(pd_buffer *out, const pd_api_job *job, const char *time);
/* Writes the motion of a person of a finished job as JSON, NPZ, GLB or BVH. `cancel` may be NULL; if it is
 * set, the function ends early without an error. */
pd_status pd_api_job_encode(pd_buffer *out, const pd_api_job *job, int person, pd_api_format format,
                            const pd_cancel *cancel, pd_error *err);
/* Returns the peak memory of encoding in bytes, with the text that it writes. */
size_t pd_api_job_encode_bytes(const pd_api_job *job, int person, pd_api_format format);

#endif
