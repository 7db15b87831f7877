#ifndef PD_SERVER_WORK_WORKERS_H
#define PD_SERVER_WORK_WORKERS_H
/* The threads that compute: they take batches of calls from the batcher and run them through the api.
 *
 *     http thread: pd_srv_workers_submit(workers, job)   0 when the queue is full: answer 503
 *     worker:      takes a batch, pd_api_run, then job->done(job) for each
 *
 * A worker that is idle takes at once what there is; nobody waits for a batch to fill. The same threads are a
 * pd_executor: while one runs a large batch, idle ones help with its tiles. Results are the same bits.
 */
#include "core/base/error.h"
#include "server/work/batcher.h"

struct pd_srv_metrics;
typedef struct pd_srv_workers pd_srv_workers;

typedef struct pd_srv_workers_options {
    int threads;    /* >= 1                                         */
    int queue;      /* jobs that may wait                           */
    int max_bodies; /* in one batch                                 */
    struct pd_srv_metrics *metrics;
} pd_srv_workers_options;

pd_status pd_srv_workers_start(pd_srv_workers **out, const pd_srv_workers_options *options, pd_error *err);
/* Returns 0 when the queue is full or the workers are stopping. */
int pd_srv_workers_submit(pd_srv_workers *workers, pd_srv_job *job);
/* New limits, from the next job on. */
void pd_srv_workers_limit(pd_srv_workers *workers, int queue, int max_bodies);
/* From now on nothing is taken. Jobs that still wait are handed back, their replies 503 (none without a call); running ones are
 * finished. Ends the threads. */
void pd_srv_workers_halt(pd_srv_workers *workers);
void pd_srv_workers_free(pd_srv_workers *workers); /* after halt; NULL is fine */

int pd_srv_workers_waiting(pd_srv_workers *workers); /* jobs in the queue */
/* Seconds after which a refused client may try again: the queue's length at the present pace, 1 to 60. */
int pd_srv_workers_retry_after(pd_srv_workers *workers);

#endif
