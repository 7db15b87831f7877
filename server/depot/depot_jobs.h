#ifndef PD_SERVER_DEPOT_DEPOT_JOBS_H
#define PD_SERVER_DEPOT_DEPOT_JOBS_H
/* Keeps jobs beyond the life of the daemon that has accepted them.
 *
 *     accepted   the request is in the place under `jobs`, with the daemon that has the job
 *     running    that daemon writes the state of the job into the note once a second, for the other daemons
 *     finished   the replies in every format are in the place under `results`, for limits.job_seconds; the
 *                request is deleted
 *     left       a daemon that stops writes that nobody has the job; a daemon that is lost is no longer there
 *     taken      another daemon, or the same one after its next start, writes that it has the job, and
 *                runs it from the beginning. A job that was left PD_SRV_DEPOT_TRIES times fails
 *     deleted    the daemon that has the job sees within a second that the request is gone, and cancels it
 *
 * The revision of a request is "TRIES NODE START": how often the job was begun, the daemon that has it,
 * and the start of that daemon, "-" for nobody.
 *
 * Threads  any; the functions block while they wait for the place. _tend_jobs: the depot's thread.
 */
#include "api/observe/jobs.h"
#include "server/depot/depot.h"

#define PD_SRV_DEPOT_TRIES 3 /* times that a job is begun, in case it ends the daemons that run it */

/* Stores the request of a job (job->request), which has its id. */
pd_status pd_srv_depot_job_put(pd_srv_depot *depot, const pd_api_job *job, pd_error *err);
/* Stores the results of a job that is done or has failed, and deletes its request. Logs a failure. */
void pd_srv_depot_job_done(pd_srv_depot *depot, const pd_api_job *job);
/* Leaves a job to another daemon or the next start. Returns false when the place cannot be used. */
bool pd_srv_depot_job_leave(pd_srv_depot *depot, const pd_api_job *job);
/* Deletes a job. 1: deleted; 0: there is none, or it is another owner's; -3: the place cannot be used. */
int pd_srv_depot_job_delete(pd_srv_depot *depot, const char *id, const pd_api_owner *who);
/* Brings a job, or with id NULL all jobs, to their present state, as pd_srv_depot_fetch does. */
pd_status pd_srv_depot_fetch_jobs(pd_srv_depot *depot, const char *id, pd_error *err);
/* Writes the states of this daemon's jobs, cancels those that were deleted,
 * and takes over jobs that nobody has. */
void pd_srv_depot_tend_jobs(pd_srv_depot *depot);

#endif
