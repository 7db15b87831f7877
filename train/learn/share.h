#ifndef PD_TRAIN_LEARN_SHARE_H
#define PD_TRAIN_LEARN_SHARE_H
/* Training shared by processes without common memory: each runs a range of the tasks, then all give each other what came of theirs.
 *
 * Tasks are independent of one another and sums go in their order, so any number of processes ends with the same bits as one.
 * Every process has all meshes and the whole state.
 */
#include "core/base/executor.h"

#include <stddef.h>

typedef struct pd_learn_share {
    /* Process `root` has these bytes; now all have. Called by all processes in the same order. */
    void (*broadcast)(void *ctx, void *values, size_t bytes, int root);
    void *ctx;
    int rank, size; /* 0 <= rank < size */
} pd_learn_share;

/* This process's range of 0 .. count - 1 on the executor; share NULL: all. */
void pd_learn_share_run(const pd_learn_share *share, const pd_executor *executor, pd_task *task, void *arg,
                        int count);
/* values: `per_task` items of item_bytes for each of `count` tasks, of the last perhaps fewer: `items` in all. share NULL: nothing. */
void pd_learn_share_results(const pd_learn_share *share, void *values, size_t item_bytes, int count,
                            int per_task, int items);

#endif
