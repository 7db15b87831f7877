#ifndef PD_TRAIN_LEARN_SHARE_H
#define PD_TRAIN_LEARN_SHARE_H
/* Shares training between processes without common memory: each process runs a range of the tasks, then all
 * exchange the results.
 *
 * Tasks are independent of one another and sums go in the order of the tasks, so any number of processes
 * gives the same bits as one. Every process has all meshes and the whole state. */
#include "core/base/executor.h"

#include <stddef.h>

typedef struct pd_learn_share {
    /* Sends these bytes from process `root` to all others. All processes call it in the same order. */
    void (*broadcast)(void *ctx, void *values, size_t bytes, int root);
    void *ctx;
    int rank, size; /* number of this process and of all; 0 <= rank < size */
} pd_learn_share;

/* Runs this process's range of the tasks 0 .. count - 1 on the executor; all of them when share is NULL. */
void pd_learn_share_run(const pd_learn_share *share, const pd_executor *executor, pd_task *task, void *arg,
                        int count);
/* Exchanges results: `values` holds per_task items of item_bytes for each of `count` tasks, `items` in all;
 * the last task may have fewer. Does nothing when share is NULL. */
void pd_learn_share_results(const pd_learn_share *share, void *values, size_t item_bytes, int count,
                            int per_task, int items);

#endif
