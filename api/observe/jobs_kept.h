#ifndef PD_API_OBSERVE_JOBS_KEPT_H
#define PD_API_OBSERVE_JOBS_KEPT_H
/* A finished job as bytes, with all replies that clients can ask for, so that any daemon answers as the
 * one that ran the job. Also a job that runs at another daemon: this daemon knows its state alone.
 *
 *     "PSDJ", version u8, state u8, people u8, formats u8, then as u32 (little-endian) and bytes: id,
 *     state in lists, state with people; then for each result person u8, format u8, size u32 and bytes
 *
 * Threads  _pack: after the job has ended. A kept job does not change.
 * Errors   _unpack: PD_ERR_FORMAT, PD_ERR_UNSUPPORTED, PD_ERR_MEMORY.
 */
#include "api/observe/jobs_run.h"

/* One result: the motion of a person in a format. */
typedef struct pd_api_job_result {
    int person;
    pd_api_format format;
    pd_buffer bytes;
} pd_api_job_result;

/* The replies of a job that this daemon did not run. */
typedef struct pd_api_job_kept {
    char *brief, *whole;        /* JSON of GET /v1/jobs and of GET /v1/jobs/ID; owned */
    pd_api_job_result *results; /* (count) */
    int count;
    bool is_whole; /* false: only the state is known, not the results */
} pd_api_job_kept;

/* Appends a job that is done or has failed. formats: bits 1 << pd_api_format of the results to write. */
void pd_api_job_pack(pd_buffer *out, const pd_api_job *job, unsigned formats);
#define PD_API_JOB_ALL_FORMATS ~0u
/* Makes a job of such bytes, with one reference. */
pd_status pd_api_job_unpack(pd_api_job **out, pd_bytes bytes, uint64_t owner, pd_error *err);
/* Makes a job of its state (JSON of GET /v1/jobs), with one reference. NULL: out of memory. */
pd_api_job *pd_api_job_of_state(const char *id, uint64_t owner, const char *state_json);
/* Returns the result of a person in a format; NULL: there is none. */
const pd_buffer *pd_api_job_kept_result(const pd_api_job *job, int person, pd_api_format format);
void pd_api_job_kept_free(pd_api_job_kept *kept); /* kept may be NULL */

#endif
