#ifndef PD_BASE_EXECUTOR_H
#define PD_BASE_EXECUTOR_H
/* Interface through which core runs tasks in parallel. The server provides thread pools behind it; core
 * itself creates no threads.
 *
 * run() calls task(arg, index, worker) for every index in [0, count), in any order, on any thread, and
 * returns when all calls have returned. worker is in [0, worker_count); two calls that overlap in time never
 * have the same worker, so it may index scratch memory. Results must not depend on the order: tests compare
 * the bits under the serial executor and under one that shuffles the tasks.
 */
typedef void pd_task(void *arg, int index, int worker);

typedef struct pd_executor {
    void (*run)(void *ctx, pd_task *task, void *arg, int count);
    void *ctx;        /* passed to run()                                */
    int worker_count; /* at least 1: number of calls that may overlap   */
} pd_executor;

/* Executor that runs one task after the other on the caller's thread. */
extern const pd_executor pd_executor_serial;

/* Runs `count` tasks and waits for all of them. */
static inline void pd_execute(const pd_executor *executor, pd_task *task, void *arg, int count)
{
    executor->run(executor->ctx, task, arg, count);
}

#endif
