#include "tools/base/pool.h"

#include "core/base/machine/cores.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define POOL_MAX 256

struct pd_tool_pool {
    pd_executor executor;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    pd_task *task;
    void *arg;
    int count, busy, thread_count, stop;
    unsigned long round; /* grows with every job: how sleeping threads know a new one */
    atomic_int next;
    pthread_t threads[POOL_MAX];
};

typedef struct pool_seat {
    pd_tool_pool *pool;
    int worker;
} pool_seat;

/* Runs tasks of the current job until none is left to start. */
static void take_tasks(pd_tool_pool *pool, int worker)
{
    for (int i; (i = atomic_fetch_add(&pool->next, 1)) < pool->count;) pool->task(pool->arg, i, worker);
}

/* Thread of the pool: waits for a job, takes part in it, and reports when it is done. */
static void *thread_main(void *arg)
{
    pool_seat seat = *(pool_seat *)arg;
    pd_tool_pool *pool = seat.pool;
    unsigned long seen = 0;

    free(arg);
    pthread_mutex_lock(&pool->lock);

    /* A new round number means a new job; `busy` counts the threads that are still in it. */
    for (;;) {
        while (!pool->stop && pool->round == seen) pthread_cond_wait(&pool->work, &pool->lock);
        if (pool->stop) break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        take_tasks(pool, seat.worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) pthread_cond_signal(&pool->done);
    }

    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Runs a job. Every thread takes part in every round, so none uses the job any more when busy is 0. */
static void run_pool(void *ctx, pd_task *task, void *arg, int count)
{
    pd_tool_pool *pool = ctx;

    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->arg = arg;
    pool->count = count;
    pool->busy = pool->thread_count;
    pool->round++;
    atomic_store(&pool->next, 0);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);

    /* The calling thread is worker 0. */
    take_tasks(pool, 0);
    pthread_mutex_lock(&pool->lock);

    /* Wait for the threads, since the job's data are the caller's. */
    while (pool->busy) pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

pd_tool_pool *pd_tool_pool_create(int worker_count)
{
    pd_tool_pool *pool = calloc(1, sizeof *pool);

    if (!pool) return NULL;

    /* 0 means one worker for each core. The calling thread is one of them. */
    if (worker_count <= 0) worker_count = pd_core_count();
    if (worker_count > POOL_MAX) worker_count = POOL_MAX;
    if (worker_count < 1) worker_count = 1;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);

    /* Start the threads. Each frees its seat. */
    for (int i = 1; i < worker_count; i++) {
        pool_seat *seat = malloc(sizeof *seat);
        if (seat) *seat = (pool_seat){pool, i};
        if (!seat || pthread_create(&pool->threads[i - 1], NULL, thread_main, seat)) {
            free(seat);
            pd_tool_pool_release(pool);
            return NULL;
        }

        pool->thread_count++;
    }

    pool->executor = (pd_executor){run_pool, pool, worker_count};
    return pool;
}

void pd_tool_pool_release(pd_tool_pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = 1;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);

    /* Wait until every thread has ended. */
    for (int i = 0; i < pool->thread_count; i++) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

const pd_executor *pd_tool_pool_executor(pd_tool_pool *pool)
{
    return &pool->executor;
}
