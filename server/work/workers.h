#ifndef PD_SERVER_WORK_WORKERS_H
#define PD_SERVER_WORK_WORKERS_H
/* The worker threads: take batches of calls from the queue and run them through the api.
 *
 *     http thread: pd_srv_workers_submit(workers, job)   refused when the queue is full: the reply is 503 or
 *                                                        429
 *     worker:      takes a batch, pd_api_run, then job->done(job) for each
 *
 * Each class of work (queue.h) has a team of threads:
 *
 *     light          `threads` threads, which take light jobs only
 *     medium, heavy  `threads` + 1 threads each. Medium has a lower priority (nice) than light, and heavy a
 *                    lower one than medium: the operating system serves light work, HTTP threads and the
 *                    stream first, and gives the others the remaining time, but never nothing
 *
 * In the medium and heavy teams one client never holds all threads, and jobs above PD_SRV_LONG_MS never hold
 * all threads of the heavy team: its last free thread takes only shorter jobs, so that a job of three seconds
 * waits for seconds and not for minutes. As there is one thread more than cores, no core idles for it.
 *
 * An idle worker takes the waiting jobs at once; no job waits for a batch to fill. The threads of a team form
 * a pd_executor: while one runs a large batch, idle ones compute some of its tiles (medium and heavy threads
 * until another job waits). Results have the same bits for any number of threads.
 *
 * When an estimate was too low, a light job that has used more than PD_SRV_LIGHT_MS of processor time is
 * stopped and starts again as a medium job; the jobs of a light batch start again one by one, so that the
 * others remain light.
 *
 * Cancellation   pd_srv_workers_sweep hands back waiting jobs whose pd_cancel is set; a running job ends as
 *                soon as its kernels check the flag.
 */
#include "core/base/error.h"
#include "server/work/queue.h"

struct pd_srv_metrics;
typedef struct pd_srv_workers pd_srv_workers;

typedef struct pd_srv_workers_options {
    int threads;         /* threads of the light team, at least 1                                     */
    int queue;           /* largest number of waiting jobs in each class                              */
    double wait_seconds; /* time for which the waiting jobs of a class may occupy its team; 0: 60     */
    int max_bodies;      /* largest number of bodies in one batch                                     */
    struct pd_srv_metrics *metrics;
} pd_srv_workers_options;

/* Starts the threads. On failure no thread is left and *out is NULL. */
pd_status pd_srv_workers_start(pd_srv_workers **out, const pd_srv_workers_options *options, pd_error *err);
/* Queues a job. Unless the result is PD_SRV_ADMITTED, the job still belongs to the sender. */
pd_srv_admission pd_srv_workers_submit(pd_srv_workers *workers, pd_srv_job *job);
/* Returns what _submit would return now. */
pd_srv_admission pd_srv_workers_admit(pd_srv_workers *workers, const pd_srv_job *job);
/* Sets new limits for further jobs: queue, wait_seconds and max_bodies of options. */
void pd_srv_workers_limit(pd_srv_workers *workers, const pd_srv_workers_options *options);
/* Calls done for the waiting jobs that are cancelled. Call it from any thread but a worker. */
void pd_srv_workers_sweep(pd_srv_workers *workers);
/* Ends the threads. Waiting jobs are handed back with 503 as reply,
 * running jobs are cancelled, further jobs are refused. */
void pd_srv_workers_halt(pd_srv_workers *workers);
void pd_srv_workers_free(pd_srv_workers *workers); /* call _halt before; NULL is allowed */

/* Returns the number of waiting jobs. */
int pd_srv_workers_waiting(pd_srv_workers *workers);
/* Returns the estimated processor seconds of the waiting jobs of a class. */
double pd_srv_workers_waiting_seconds(pd_srv_workers *workers, pd_srv_class class);
/* Returns the seconds, 1 to 60, after which a refused client may try again, estimated from the waiting jobs
 * of the job's class. */
int pd_srv_workers_retry_after(pd_srv_workers *workers, const pd_srv_job *job);

#endif
