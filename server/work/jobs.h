#ifndef PD_SERVER_WORK_JOBS_H
#define PD_SERVER_WORK_JOBS_H
/* Long work in the background, such as fits of whole takes (api/observe/jobs.h): one thread at the lowest priority does one job after the other, so
 * that requests keep their cores. Results are kept for a while to be fetched.
 *
 * Bounds   `most` jobs in all; beyond that the oldest result is dropped, of the owner who keeps most of them. Of one owner `owner_most`
 *          may wait or run.
 * Expiry   what was done `keep_us` ago is dropped when anything is put, got or listed.
 * Order    the owner whose last job began longest ago goes first; of one owner the oldest.
 * Threads  any. Jobs count references: one may still be read after it was deleted.
 */
#include "api/observe/jobs.h"
#include "core/base/error.h"

typedef struct pd_srv_jobs_limits {
    int most, owner_most;
    int64_t keep_us;
} pd_srv_jobs_limits;

typedef struct pd_srv_jobs pd_srv_jobs;

/* now_us: a monotonic clock. run: does one job, on the thread: pd_api_job_run. */
pd_status pd_srv_jobs_start(pd_srv_jobs **out, int64_t (*now_us)(void), void (*run)(pd_api_job *job),
                            pd_error *err);
/* Gives it an id and takes a reference of its own. ERR_LIMIT: too many; *owner_full says whether of this owner. */
pd_status pd_srv_jobs_put(pd_srv_jobs *jobs, pd_api_job *job, const pd_srv_jobs_limits *limits,
                          bool *owner_full, pd_error *err);
/* Retained; NULL when there is none or it is another's. */
pd_api_job *pd_srv_jobs_get(pd_srv_jobs *jobs, const char *id, const pd_api_owner *who);
/* Cancels and forgets it. false: there is none, or it is another's. */
bool pd_srv_jobs_delete(pd_srv_jobs *jobs, const char *id, const pd_api_owner *who);
/* Those of an owner (an admin: all), in the order in which they were put. */
void pd_srv_jobs_each(pd_srv_jobs *jobs, const pd_api_owner *who,
                      void (*visit)(void *arg, const pd_api_job *job), void *arg);
/* Forgets the oldest that is done, of the owner who keeps most of them. false: none is done. */
bool pd_srv_jobs_make_room(pd_srv_jobs *jobs);
/* Cancels what runs, forgets the rest and ends the thread. NULL is fine. */
void pd_srv_jobs_stop(pd_srv_jobs *jobs);

#endif
