#include "train/learn/share.h"

#include "core/base/assert.h"

#include <stdint.h>

/* Returns the first of `count` tasks that process `rank` runs.
 * The first task of the next process is the end. */
static int pd_learn_share_first(const pd_learn_share *share, int count, int rank)
{
    return (int)((int64_t)count * rank / share->size);
}

/* A task with the range's beginning added to its number. */
typedef struct ranged {
    pd_task *task;
    void *arg;
    int first;
} ranged;

static void run_ranged(void *arg, int index, int worker)
{
    const ranged *r = arg;
    r->task(r->arg, r->first + index, worker);
}

void pd_learn_share_run(const pd_learn_share *share, const pd_executor *executor, pd_task *task, void *arg,
                        int count)
{
    PD_ASSERT(count >= 0);
    if (!share) {
        pd_execute(executor, task, arg, count);
        return;
    }

    ranged r = {task, arg, pd_learn_share_first(share, count, share->rank)};
    pd_execute(executor, run_ranged, &r, pd_learn_share_first(share, count, share->rank + 1) - r.first);
}

void pd_learn_share_results(const pd_learn_share *share, void *values, size_t item_bytes, int count,
                            int per_task, int items)
{
    for (int rank = 0; share && rank < share->size; rank++) {
        int64_t first = (int64_t)per_task * pd_learn_share_first(share, count, rank);
        int64_t end = (int64_t)per_task * pd_learn_share_first(share, count, rank + 1);
        if (end > items) end = items;
        if (end > first)
            share->broadcast(share->ctx, (char *)values + item_bytes * (size_t)first,
                             item_bytes * (size_t)(end - first), rank);
    }
}
