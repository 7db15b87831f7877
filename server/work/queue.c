#include "server/work/queue.h"

#include "core/base/assert.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define LEAST_MS     0.01 /* least cost of a job, so that its finish is later than now */
#define MOST_MS      1e9  /* largest cost of a job, so that virtual time keeps a resolution of a hundredth */
/* Largest fraction of most_ms that one client may have waiting                      . */
#define CLIENT_SHARE 0.5

void pd_srv_queue_init(pd_srv_queue *queue, int capacity, double most_ms)
{
    PD_ASSERT(capacity >= 0 && most_ms >= 0);
    memset(queue, 0, sizeof *queue);
    queue->capacity = capacity;
    queue->most_ms = most_ms;
}

pd_srv_class pd_srv_job_class(const pd_srv_job *job)
{
    const double ms = fmax(job->cost_ms, job->whole_ms);
    const pd_srv_class class = ms <= PD_SRV_LIGHT_MS    ? PD_SRV_LIGHT
                               : ms <= PD_SRV_MEDIUM_MS ? PD_SRV_MEDIUM
                                                        : PD_SRV_HEAVY;
    return class > job->least ? class : job->least;
}

/* Returns the cost of a waiting job: that of its next part if it has begun,
 * otherwise that of the whole job. */
static double waiting_ms(const pd_srv_job *job)
{
    return job->goes_on ? job->cost_ms : fmax(job->cost_ms, job->whole_ms);
}

/* Returns the cost of the waiting jobs of the job's client. *last_ms: virtual time at which the last of them
 * finishes, or now if that is later. */
static double own_waiting_ms(double *last_ms, const pd_srv_lane *lane, const pd_srv_job *job)
{
    double own_ms = 0;

    *last_ms = lane->now_ms;
    for (const pd_srv_job *other = lane->first; other; other = other->next) {
        if (other->client != job->client) continue;
        *last_ms = fmax(*last_ms, other->finish_ms);
        own_ms += waiting_ms(other);
    }

    return own_ms;
}

/* Decides whether a job may wait, by the number of jobs, the work of its client and the work of all. Further
 * parts of a job are always admitted. */
static pd_srv_admission admit(const pd_srv_queue *queue, const pd_srv_job *job, double own_ms)
{
    const pd_srv_lane *lane = &queue->lanes[pd_srv_job_class(job)];

    if (job->goes_on) return PD_SRV_ADMITTED;
    if (lane->count >= queue->capacity) return PD_SRV_QUEUE_FULL;
    if (own_ms > 0 && own_ms + waiting_ms(job) > CLIENT_SHARE * queue->most_ms) return PD_SRV_CLIENT_FULL;
    if (lane->count && lane->waiting_ms + waiting_ms(job) > queue->most_ms) return PD_SRV_QUEUE_FULL;

    return PD_SRV_ADMITTED;
}

pd_srv_admission pd_srv_queue_admits(const pd_srv_queue *queue, const pd_srv_job *job)
{
    double last_ms;
    return admit(queue, job, own_waiting_ms(&last_ms, &queue->lanes[pd_srv_job_class(job)], job));
}

pd_srv_admission pd_srv_queue_push(pd_srv_queue *queue, pd_srv_job *job, int64_t now_us)
{
    PD_ASSERT(job->weight >= 0 && (int)job->least >= 0 && job->least < PD_SRV_CLASS_COUNT);
    pd_srv_lane *lane = &queue->lanes[pd_srv_job_class(job)];
    PD_ASSERT(lane->count >= 0 && !lane->first == !lane->count && !lane->last == !lane->count);
    if (!(job->cost_ms >= LEAST_MS)) job->cost_ms = LEAST_MS;
    if (job->cost_ms > MOST_MS) job->cost_ms = MOST_MS;

    /* A client's jobs follow one another in virtual time, whatever the others have waiting. */
    double start;
    const pd_srv_admission admission = admit(queue, job, own_waiting_ms(&start, lane, job));
    if (admission != PD_SRV_ADMITTED) return admission;

    /* Insert the job behind the last one that finishes earlier
     * or at the same virtual time (fair queueing). */
    job->queued_us = now_us;
    job->finish_ms = start + job->cost_ms;
    pd_srv_job *before = lane->last;
    while (before && before->finish_ms > job->finish_ms) before = before->previous;
    job->previous = before;
    job->next = before ? before->next : lane->first;
    *(before ? &before->next : &lane->first) = job;
    *(job->next ? &job->next->previous : &lane->last) = job;

    lane->count++;
    lane->waiting_ms += waiting_ms(job);
    PD_ASSERT(job->goes_on || lane->count <= queue->capacity);

    /* Every waiting job finishes later than the present virtual time. */
    PD_ASSERT(job->finish_ms > lane->now_ms);
    PD_ASSERT(!job->next || job->next->finish_ms >= job->finish_ms);

    return PD_SRV_ADMITTED;
}

/* Removes a job from its lane. */
static void unlink_job(pd_srv_lane *lane, pd_srv_job *job)
{
    PD_ASSERT(lane->count > 0);
    PD_ASSERT(job->previous ? job->previous->next == job : lane->first == job);
    PD_ASSERT(job->next ? job->next->previous == job : lane->last == job);
    *(job->previous ? &job->previous->next : &lane->first) = job->next;
    *(job->next ? &job->next->previous : &lane->last) = job->previous;
    lane->waiting_ms = --lane->count ? lane->waiting_ms - waiting_ms(job) : 0;
}

int pd_srv_queue_take(pd_srv_queue *queue, pd_srv_class class, const uint64_t *blocked, pd_srv_job **out,
                      const pd_srv_batch_limits *limits)
{
    PD_ASSERT((int)class >= 0 && class < PD_SRV_CLASS_COUNT && limits->jobs > 0);
    pd_srv_lane *lane = &queue->lanes[class];
    int count = 0, weight = 0;
    double cost_ms = 0;

    for (pd_srv_job *job = lane->first, *next; job && count < limits->jobs; job = next) {
        next = job->next;

        /* Skip jobs of a blocked client and jobs that are too long for the last free worker. */
        if (blocked && job->client == *blocked) continue;
        if (limits->longest_ms > 0 && job->cost_ms > limits->longest_ms) continue;

        /* Jobs for the same model and kind of work may join the first one, within the limits of a batch. */
        if (count) {
            const pd_srv_job *head = out[0];
            if (head->run || head->is_alone) break;
            if (job->run || job->is_alone || job->model != head->model || job->work != head->work) continue;
            if (weight + job->weight > limits->weight || cost_ms + job->cost_ms > limits->cost_ms) break;
        } else
            lane->now_ms = fmax(lane->now_ms, job->finish_ms);

        /* Take it. */
        weight += job->weight;
        cost_ms += job->cost_ms;
        unlink_job(lane, job);
        out[count++] = job;
    }

    PD_ASSERT(count <= limits->jobs &&
              (count < 2 || weight <= limits->weight)); /* a single job always fits */
    return count;
}

int pd_srv_queue_take_cancelled(pd_srv_queue *queue, pd_srv_job **out, int max_count)
{
    int count = 0;

    PD_ASSERT(max_count > 0);
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++)
        for (pd_srv_job *job = queue->lanes[class].first, *next; job && count < max_count; job = next) {
            next = job->next;
            if (!pd_cancelled(job->cancel)) continue;
            unlink_job(&queue->lanes[class], job);
            out[count++] = job;
        }

    return count;
}
