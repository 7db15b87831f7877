#include "server/work/batcher.h"

#include <stddef.h>
#include <string.h>

void pd_srv_batcher_init(pd_srv_batcher *batcher, int capacity)
{
    memset(batcher, 0, sizeof *batcher);
    batcher->capacity = capacity;
}

static int same_lane(const pd_srv_job *a, const pd_srv_job *b)
{
    return a->model == b->model && a->work == b->work && a->run == b->run;
}

static void append_lane(pd_srv_batcher *batcher, pd_srv_job *head)
{
    head->lane = NULL;
    if (batcher->last)
        batcher->last->lane = head;
    else
        batcher->first = head;
    batcher->last = head;
}

int pd_srv_batcher_push(pd_srv_batcher *batcher, pd_srv_job *job, int64_t now_us)
{
    if (batcher->waiting >= batcher->capacity) return 0;
    batcher->waiting++;
    job->queued_us = now_us;
    job->next = NULL;
    for (pd_srv_job *head = batcher->first; head; head = head->lane) {
        if (!same_lane(head, job)) continue;
        head->tail->next = job;
        head->tail = job;
        head->lane_count++;
        return 1;
    }
    job->tail = job;
    job->lane_count = 1;
    append_lane(batcher, job);
    return 1;
}

static pd_srv_job *pop_lane(pd_srv_batcher *batcher)
{
    pd_srv_job *head = batcher->first;
    batcher->first = head->lane;
    if (!batcher->first) batcher->last = NULL;
    return head;
}

int pd_srv_batcher_take(pd_srv_batcher *batcher, pd_srv_job **out, int max_count, int max_weight)
{
    if (!batcher->first) return 0;
    pd_srv_job *head = pop_lane(batcher), *tail = head->tail, *job = head;
    int left = head->lane_count, count = 0, weight = 0;
    while (job && count < max_count && (count == 0 || weight + job->weight <= max_weight)) {
        weight += job->weight;
        out[count++] = job;
        job = job->next;
    }
    batcher->waiting -= count;
    if (job) {
        job->tail = tail;
        job->lane_count = left - count;
        append_lane(batcher, job);
    }
    return count;
}
