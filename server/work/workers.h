#ifndef PD_SERVER_WORK_WORKERS_H
#define PD_SERVER_WORK_WORKERS_H
/* The threads that compute: they take batches of calls from the queue and run them through the api.
 *
 *     http thread: pd_srv_workers_submit(workers, job)   refused when the queue is full: answer 503 or 429
 *     worker:      takes a batch, pd_api_run, then job->done(job) for each
 *
 * A team for each class of work (queue.h):
 *
 *     light          `threads` of them, which never take longer jobs
 *     medium, heavy  one more than that, each at a lower priority (nice) than the one before: the operating system gives light work, the
 *                    HTTP threads and the stream their cores at once and the others what they leave, but always a part. One client never
 *                    holds all threads of a team, and jobs of more than PD_SRV_LONG_MS together never do: the last thread of the heavy team
 *                    that is free takes shorter ones alone, so that a job of three seconds waits for seconds and not for minutes, however
 *                    many clients have sent long ones. There is a thread more than cores, so none is idle for it.
 *
 * A worker that is idle takes at once what there is; nobody waits for a batch to fill. The threads of a team are a pd_executor: while
 * one runs a large batch, idle ones help with its tiles, medium and heavy ones until something else waits. Results are the same bits.
 *
 * An estimate may be wrong: a light job that has taken more than PD_SRV_LIGHT_MS of processor time is stopped and begins again among the
 * medium ones; of a batch each job begins again alone, so that the others go on as light ones.
 *
 * Cancellation   a waiting job whose pd_cancel is set is handed back by pd_srv_workers_sweep, a running one as soon as its kernels have
 *                looked at the flag.
 */
#include "core/base/error.h"
#include "server/work/queue.h"

struct pd_srv_metrics;
typedef struct pd_srv_workers pd_srv_workers;

typedef struct pd_srv_workers_options {
    int threads;         /* of the light team, >= 1                                  */
    int queue;           /* jobs that may wait in each class                         */
    double wait_seconds; /* how long the jobs of a class that wait may keep its team; 0: 60 */
    int max_bodies;      /* in one batch                                             */
    struct pd_srv_metrics *metrics;
} pd_srv_workers_options;

pd_status pd_srv_workers_start(pd_srv_workers **out, const pd_srv_workers_options *options, pd_error *err);
pd_srv_admission pd_srv_workers_submit(pd_srv_workers *workers, pd_srv_job *job);
/* What _submit would answer now. */
pd_srv_admission pd_srv_workers_admit(pd_srv_workers *workers, const pd_srv_job *job);
/* New limits, from the next job on: queue, wait_seconds and max_bodies of options. */
void pd_srv_workers_limit(pd_srv_workers *workers, const pd_srv_workers_options *options);
/* Hands back the waiting jobs that are cancelled. From any thread but a worker. */
void pd_srv_workers_sweep(pd_srv_workers *workers);
/* From now on nothing is taken. Jobs that still wait are handed back, their replies 503; running ones are cancelled. Ends the threads. */
void pd_srv_workers_halt(pd_srv_workers *workers);
void pd_srv_workers_free(pd_srv_workers *workers); /* after halt; NULL is fine */

int pd_srv_workers_waiting(pd_srv_workers *workers); /* jobs in the queue */
/* Of a class: estimated processor seconds in the queue. */
double pd_srv_workers_waiting_seconds(pd_srv_workers *workers, pd_srv_class class);
/* Seconds after which a refused client may try again: what waits in the job's class, at what such work has cost lately; 1 to 60. */
int pd_srv_workers_retry_after(pd_srv_workers *workers, const pd_srv_job *job);

#endif
