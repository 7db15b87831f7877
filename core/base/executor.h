#ifndef PD_BASE_EXECUTOR_H
#define PD_BASE_EXECUTOR_H
/* Runs tasks, perhaps in parallel: all that core knows about threads.
 *
 * run() calls task(arg, i, worker) for every i in [0, count), in any order, on any thread, and returns when
 * all are done. worker is in [0, worker_count): two calls that overlap in time never share a number, so it
 * may index scratch memory. Results must not depend on the order: tests pass the serial executor and a
 * shuffled one and want equal bits.
 */
typedef void pd_task(void *arg, int index, int worker);

typedef struct pd_executor {
    void (*run)(void *ctx, pd_task *task, void *arg, int count);
    void *ctx;
    int worker_count; /* at least 1 */
} pd_executor;

/* One task after the other on the caller's thread. */
extern const pd_executor pd_executor_serial;

static inline void pd_execute(const pd_executor *executor, pd_task *task, void *arg, int count)
{
    executor->run(executor->ctx, task, arg, count);
}

#endif
