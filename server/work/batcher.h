#ifndef PD_SERVER_WORK_BATCHER_H
#define PD_SERVER_WORK_BATCHER_H
/* Collects jobs that can be computed together: calls of one kind of work on one model.
 *
 * Jobs that share a key wait in one lane, first come first served. Lanes take turns, so that a crowd on one
 * model does not starve another. A take hands out the jobs of the lane whose turn it is, as many as fit into
 * max_weight bodies; it never waits for more to come, because who calls it is an idle worker. Batches fill up
 * by themselves while all workers are busy.
 *
 * Memory   allocates nothing: jobs are linked into each other and belong to their senders until taken.
 * Threads  none: the caller locks. No clock either: times come as arguments, so that tests can choose them.
 */
#include <stdint.h>

typedef struct pd_srv_job {
    struct pd_api_call *call;
    const void *model;                    /* key, with work                               */
    int work;                             /* pd_api_work                                  */
    int weight;                           /* bodies or problems in it                     */
    void (*done)(struct pd_srv_job *job); /* on the worker; the job is the sender's again */
    /* What the worker does in place of computing `call`, which may be NULL: reading a body, say. It may submit the job again, else
     * it calls done. NULL: pd_api_run. Jobs with it have a lane of their own. */
    void (*run)(struct pd_srv_job *job);
    int64_t queued_us;              /* set by push                                  */
    struct pd_srv_job *next;        /* in the lane                                  */
    struct pd_srv_job *tail, *lane; /* of a lane's first job: its last, the next lane's first */
    int lane_count;                 /* of a lane's first job: jobs in the lane      */
} pd_srv_job;

typedef struct pd_srv_batcher {
    pd_srv_job *first, *last; /* ring of lanes, as a list: the first has its turn */
    int waiting, capacity;    /* jobs */
} pd_srv_batcher;

void pd_srv_batcher_init(pd_srv_batcher *batcher, int capacity);
/* 0 when full: nothing was taken. */
int pd_srv_batcher_push(pd_srv_batcher *batcher, pd_srv_job *job, int64_t now_us);
/* Up to max_count jobs of one lane, together at most max_weight (one job always fits); returns how many. */
int pd_srv_batcher_take(pd_srv_batcher *batcher, pd_srv_job **out, int max_count, int max_weight);

#endif
