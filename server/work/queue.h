#ifndef PD_SERVER_WORK_QUEUE_H
#define PD_SERVER_WORK_QUEUE_H
/* Jobs that wait for a worker: in what order they go, which of them go together, and how many may wait.
 *
 * Jobs are of three classes by what they are estimated to cost: light ones (up to PD_SRV_LIGHT_MS), medium ones (up to PD_SRV_MEDIUM_MS)
 * and heavy ones. Each class is taken by workers of its own (workers.h) and has a queue of its own, so that nobody waits for a job that is
 * a hundred times as long as their own. In each the next job is the one that would end first if all clients were
 * served at once, each at the same rate (self-clocked fair queueing, Golestani 1994):
 *
 *     finish(job) = max(now, finish(the client's last waiting job)) + cost(job)
 *     now         = finish of the last job that was taken
 *
 * so that short jobs go first, a client with many jobs waits behind itself, and none waits for ever: what arrives later has later
 * finishes. A take adds the next jobs of the same kind of work on the same model, as many as fit into a batch; it never waits for more
 * to come, because its caller is an idle worker. Batches fill up by themselves while all workers are busy.
 *
 * What can be made in parts (a long reply) is a new job for each part, so that clients take turns by the part, not by the reply.
 *
 * Bounds   jobs in each class, and what a class may cost together; of that one client may have half. A job that finds nothing waiting is
 *          admitted whatever it costs, and so is the next part of one that was (one a connection at most).
 * Memory   allocates nothing: jobs are linked into each other and belong to their senders until taken.
 * Threads  none: the caller locks. No clock either: times come as arguments, so that tests can choose them.
 */
#include "core/base/cancel.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_LIGHT_MS  20.0   /* the longest light job; a light batch together at most as much */
#define PD_SRV_MEDIUM_MS 2000.0 /* the longest medium one                                        */
/* Heavy ones beyond this never have the last thread of their team (workers.h). */
#define PD_SRV_LONG_MS   10000.0

typedef enum pd_srv_class { PD_SRV_LIGHT, PD_SRV_MEDIUM, PD_SRV_HEAVY, PD_SRV_CLASS_COUNT } pd_srv_class;

typedef struct pd_srv_job {
    struct pd_api_call *call;
    const void *model; /* key, with work                               */
    int work;          /* pd_api_work                                  */
    int weight;        /* bodies or problems in it                     */
    double cost_ms;    /* of processor time, estimated; 0 counts as little */
    double whole_ms;   /* with the parts that follow it: by this its class is chosen and it is admitted */
    uint64_t client;   /* that it is queued for: a hash of key or address */
    pd_cancel *cancel; /* outlives the job; NULL: only its end stops it */
    void (*done)(struct pd_srv_job *job); /* on a worker; the job is the sender's again    */
    /* What the worker does in place of computing `call`, which may be NULL: reading a body, say. It may submit the job again, else
     * it calls done. NULL: pd_api_run. Such a job goes alone. */
    void (*run)(struct pd_srv_job *job);

    bool is_alone;      /* not in a batch with others                                            */
    bool goes_on;       /* a part of what was admitted before: never refused                     */
    pd_srv_class least; /* whatever its estimate says: not a lighter class                  */

    /* the queue's */
    int64_t queued_us;
    double finish_ms; /* virtual time */
    struct pd_srv_job *previous, *next;
} pd_srv_job;

/* The jobs of one class that wait, by finish. */
typedef struct pd_srv_lane {
    pd_srv_job *first, *last;
    int count;
    double waiting_ms; /* their cost together */
    double now_ms;     /* virtual time        */
} pd_srv_lane;

typedef struct pd_srv_queue {
    pd_srv_lane lanes[PD_SRV_CLASS_COUNT];
    int capacity;   /* jobs in a class         */
    double most_ms; /* cost of a class together */
} pd_srv_queue;

typedef enum pd_srv_admission {
    PD_SRV_ADMITTED,
    PD_SRV_QUEUE_FULL,  /* 503: too many jobs, or they would cost too much */
    PD_SRV_CLIENT_FULL, /* 429: this client's alone do                     */
    PD_SRV_NO_WORKERS   /* 503: they are stopping (workers.h)              */
} pd_srv_admission;

/* How much may be taken at once. */
typedef struct pd_srv_batch_limits {
    int jobs, weight; /* one job always fits */
    double cost_ms;
    double longest_ms; /* jobs that cost more stay where they are; 0: none do */
} pd_srv_batch_limits;

void pd_srv_queue_init(pd_srv_queue *queue, int capacity, double most_ms);
pd_srv_class pd_srv_job_class(const pd_srv_job *job);
/* Anything but PD_SRV_ADMITTED: the job is still the sender's. */
pd_srv_admission pd_srv_queue_push(pd_srv_queue *queue, pd_srv_job *job, int64_t now_us);
/* What _push would answer; nothing changes. */
pd_srv_admission pd_srv_queue_admits(const pd_srv_queue *queue, const pd_srv_job *job);
/* The next jobs of a class, of one kind of work and one model; returns how many. blocked: a client whose jobs stay; or NULL. */
int pd_srv_queue_take(pd_srv_queue *queue, pd_srv_class class, const uint64_t *blocked, pd_srv_job **out,
                      const pd_srv_batch_limits *limits);
/* Takes out those that are cancelled, of every class, at most max_count; returns how many. */
int pd_srv_queue_take_cancelled(pd_srv_queue *queue, pd_srv_job **out, int max_count);

#endif
