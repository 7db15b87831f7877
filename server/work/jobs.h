#ifndef PD_SERVER_WORK_JOBS_H
#define PD_SERVER_WORK_JOBS_H
/* Runs long jobs in the background, such as fits of whole recordings (api/observe/jobs.h): one thread of the
 * lowest priority runs one job after the other, so that requests keep their cores. Results are kept for some
 * time.
 *
 * Bounds   at most `most` jobs in all: a further one drops the oldest result of the owner with most results.
 *          At most `owner_most` jobs of one owner may wait or run.
 * Expiry   a result older than `keep_us` is dropped when a job is put, got or listed.
 * Order    the next job belongs to the owner whose last job began longest ago, and is that owner's oldest.
 * Threads  any. Jobs are reference-counted: a job may still be read after it was deleted.
 */
#include "api/observe/jobs.h"
#include "core/base/error.h"

typedef struct pd_srv_jobs_limits {
    int most, owner_most;
    int64_t keep_us;
} pd_srv_jobs_limits;

typedef struct pd_srv_jobs pd_srv_jobs;

/* Starts the thread. now_us: a monotonic clock.
 * run: runs one job (pd_api_job_run); ctx is passed on to it. */
pd_status pd_srv_jobs_start(pd_srv_jobs **out, int64_t (*now_us)(void),
                            void (*run)(void *ctx, pd_api_job *job), void *ctx, pd_error *err);
/* Writes a new id, which is random, so that one client cannot guess the jobs of another. Returns false
 * when the system gives no random numbers. */
bool pd_srv_jobs_id(char out[PD_API_ID_BYTES]);
/* Gives the job an id, unless it has one, and queues it with a reference of its own. ERR_LIMIT when there
 * are too many jobs; *owner_full: true when the owner has too many. */
pd_status pd_srv_jobs_put(pd_srv_jobs *jobs, pd_api_job *job, const pd_srv_jobs_limits *limits,
                          bool *owner_full, pd_error *err);
/* Returns the job, retained; NULL when there is none or it belongs to another owner. */
pd_api_job *pd_srv_jobs_get(pd_srv_jobs *jobs, const char *id, const pd_api_owner *who);
/* Cancels and removes a job. Returns false when there is none or it belongs to another owner. */
bool pd_srv_jobs_delete(pd_srv_jobs *jobs, const char *id, const pd_api_owner *who);
/* Adds a job that another daemon has or has run (job->kept), or replaces the one with its id, and takes
 * over the reference. A job that this daemon runs or has run stays as it is. */
void pd_srv_jobs_set(pd_srv_jobs *jobs, pd_api_job *job);
/* Visits the jobs of an owner (for an admin: all jobs) in the order in which they were put. */
void pd_srv_jobs_each(pd_srv_jobs *jobs, const pd_api_owner *who,
                      void (*visit)(void *arg, const pd_api_job *job), void *arg);
/* Drops the oldest result of the owner with most results. Returns false when there is no result. */
bool pd_srv_jobs_make_room(pd_srv_jobs *jobs);
/* Returns the number of jobs that wait or run. */
int pd_srv_jobs_unfinished(pd_srv_jobs *jobs);
/* Ends every job that waits or runs: sets its flag (PD_CANCEL_STOPPING) and calls `run` of each in turn,
 * which sees the flag. pd_srv_jobs_unfinished tells when all of them have ended. A job that is put later
 * ends at once in the same way. */
void pd_srv_jobs_end(pd_srv_jobs *jobs);
/* Cancels the running job, drops the others and ends the thread. NULL is allowed. */
void pd_srv_jobs_stop(pd_srv_jobs *jobs);

#endif
