#ifndef PD_SERVER_WORK_QUEUE_H
#define PD_SERVER_WORK_QUEUE_H
/* The queue of jobs that wait for a worker: decides their order, which of them form a batch, and how many may
 * wait.
 *
 * A job belongs to one of three classes by its estimated cost: light (up to PD_SRV_LIGHT_MS), medium (up to
 * PD_SRV_MEDIUM_MS) or heavy. Each class has its own queue and its own workers (workers.h), so that no job
 * waits for one that takes a hundred times as long. In a class the next job is the one that would end first
 * if all clients were served simultaneously at equal rates (self-clocked fair queueing, Golestani 1994):
 *
 *     finish(job) = max(now, finish(the client's last waiting job)) + cost(job)
 *     now         = finish of the last job that was taken
 *
 * Short jobs therefore go first, the jobs of one client wait behind each other, and no job waits for ever,
 * because later jobs finish later. A take adds the next jobs of the same kind of work on the same model, as
 * many as fit into a batch. It never waits for more jobs, because its caller is an idle worker; batches fill
 * while all workers are busy. A long reply is made in parts, each a job of its own, so that clients take
 * turns by the part.
 *
 * Bounds   number of jobs in each class, and their total cost; one client may have half of each. A job that
 *          finds its class empty is admitted whatever it costs, and so is the next part of an admitted reply
 *          (at most one per connection).
 * Memory   allocates nothing: jobs are linked to each other and belong to their senders.
 * Threads  the caller locks. Times are arguments.
 */
#include "core/base/cancel.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_LIGHT_MS  20.0   /* largest cost of a light job, and of a batch of light jobs */
#define PD_SRV_MEDIUM_MS 2000.0 /* largest cost of a medium job                              */
/* Cost above which heavy jobs may not use the last free thread of their team (workers.h). */
#define PD_SRV_LONG_MS   10000.0

typedef enum pd_srv_class { PD_SRV_LIGHT, PD_SRV_MEDIUM, PD_SRV_HEAVY, PD_SRV_CLASS_COUNT } pd_srv_class;

typedef struct pd_srv_job {
    struct pd_api_call *call;
    const void *model; /* jobs with equal model and work can form a batch             */
    int work;          /* kind of work, a pd_api_work                                 */
    int weight;        /* number of bodies or problems                                */
    double cost_ms;    /* estimated processor time; 0 counts as a small cost          */
    double whole_ms;   /* estimated time including the parts that follow; decides class and admission */
    uint64_t client;   /* client: hash of a key or an address                         */
    pd_cancel *cancel; /* cancels the job; must outlive it; NULL: cannot be cancelled */
    void (*done)(struct pd_srv_job *job); /* called on a worker; the job belongs to the sender again */
    /* Function that the worker calls in place of computing `call` (which may then be NULL), such as reading a
     * body. It submits the job again or calls done. Such a job is never batched. NULL: pd_api_run. */
    void (*run)(struct pd_srv_job *job);

    bool is_alone;      /* true: never batched with others                            */
    bool goes_on;       /* true: a further part of an admitted reply: never refused   */
    pd_srv_class least; /* lightest class that the job may have                       */

    /* Fields of the queue. */
    int64_t queued_us;          /* time of the push          */
    double finish_ms;           /* finish(job), virtual time */
    int64_t begun_us, ended_us; /* times at which a worker last began and ended it; 0: never */
    struct pd_srv_job *previous, *next;
} pd_srv_job;

/* Waiting jobs of one class, sorted by finish. */
typedef struct pd_srv_lane {
    pd_srv_job *first, *last;
    int count;
    double waiting_ms; /* total cost of the waiting jobs */
    double now_ms;     /* virtual time                   */
} pd_srv_lane;

typedef struct pd_srv_queue {
    pd_srv_lane lanes[PD_SRV_CLASS_COUNT];
    int capacity;   /* largest number of jobs in a class */
    double most_ms; /* largest total cost of a class     */
} pd_srv_queue;

typedef enum pd_srv_admission {
    PD_SRV_ADMITTED,
    PD_SRV_QUEUE_FULL,  /* 503: the class has too many jobs, or too much cost */
    PD_SRV_CLIENT_FULL, /* 429: this client has half of what may wait         */
    PD_SRV_NO_WORKERS   /* 503: the workers are stopping (workers.h)          */
} pd_srv_admission;

/* Limits of one batch. */
typedef struct pd_srv_batch_limits {
    int jobs, weight; /* a single job always fits */
    double cost_ms;
    double longest_ms; /* jobs that cost more are left in the queue; 0: no limit */
} pd_srv_batch_limits;

/* Initializes an empty queue with its limits. */
void pd_srv_queue_init(pd_srv_queue *queue, int capacity, double most_ms);
/* Returns the class of a job. */
pd_srv_class pd_srv_job_class(const pd_srv_job *job);
/* Queues a job. Unless the result is PD_SRV_ADMITTED, the job still belongs to the sender. */
pd_srv_admission pd_srv_queue_push(pd_srv_queue *queue, pd_srv_job *job, int64_t now_us);
/* Returns what _push would return, without a change. */
pd_srv_admission pd_srv_queue_admits(const pd_srv_queue *queue, const pd_srv_job *job);
/* Takes the next batch of a class and returns its number of jobs. blocked: client whose jobs are left in the
 * queue; NULL: none. */
int pd_srv_queue_take(pd_srv_queue *queue, pd_srv_class class, const uint64_t *blocked, pd_srv_job **out,
                      const pd_srv_batch_limits *limits);
/* Takes cancelled jobs of all classes, at most max_count, and returns their number. */
int pd_srv_queue_take_cancelled(pd_srv_queue *queue, pd_srv_job **out, int max_count);

#endif
