#include "server/work/workers.h"

#include "api/http/api.h"
#include "core/base/arena.h"
#include "core/base/executor.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/metrics.h"
#include "server/base/process.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BATCH_JOBS   256 /* jobs in one batch at most */
#define GATHER_JOBS  32  /* jobs that fill a batch: `gather` does not wait for more */
#define SHARE_BODIES 32  /* bodies from which a batch is shared with idle workers: it takes milliseconds */
#define SCRATCH_KEEP (8u << 20) /* a larger scratch block is given back after its batch */
/* Difference in `nice` between two teams: the slower one gets a quarter
 * of the other's time when both want a core. */
#define NICE_STEP    6
#define WATCH_NS     5000000L /* time between two checks of the light team */
#define WAIT_SECONDS 60

/* One pd_execute in progress: lives on the stack of the worker that runs the batch. */
typedef struct shared_run {
    pd_task *task;
    void *arg;
    int count, helpers; /* helpers under the lock */
    uint64_t client;
    atomic_int next;
    _Atomic int64_t cpu_us; /* processor time of the helpers */
    struct shared_run *following;
} shared_run;

typedef struct worker {
    struct team *team;
    pthread_t thread;
    int index;
    bool started;
    pd_arena scratch;
    pd_executor executor;
    int64_t helped_us; /* processor time of threads that helped with the present batch */

    /* Under the lock. */
    bool is_busy;
    uint64_t client;                 /* client of the present work */
    pd_srv_job *running[BATCH_JOBS]; /* (running_count) jobs that can be stopped */
    int running_count;
    int64_t start_us;              /* thread's processor time at the beginning of the batch */
    pd_srv_job *batch[BATCH_JOBS]; /* jobs of the present batch */
} worker;

/* The workers of one class. */
typedef struct team {
    struct pd_srv_workers *pool;
    pd_srv_class class;
    worker *workers;
    int count, idle;
    pthread_cond_t wake;
    shared_run *runs;   /* list of runs that idle workers may join */
    atomic_int waiting; /* number of waiting jobs; helping threads read it without the lock */
    double ratio;       /* measured to estimated processor time, smoothed */
} team;

struct pd_srv_workers {
    pthread_mutex_t lock;
    pthread_cond_t helped;
    pd_srv_queue queue;
    team teams[PD_SRV_CLASS_COUNT];
    bool stopping;
    int max_bodies;
    pthread_cond_t watch; /* a light worker has begun */
    pthread_t watcher;
    bool watched;
    pd_srv_metrics *metrics;
};

/* Returns the time of a clock in microseconds, or 0 if it cannot be read. */
static int64_t clock_us(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now)) return 0;
    return (int64_t)now.tv_sec * PD_SRV_SECOND + now.tv_nsec / 1000;
}

/* Copies the lengths of the queues to where helping threads read them.
 * Called under the lock, after the queue has changed. */
static void note_waiting(pd_srv_workers *pool)
{
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++)
        atomic_store_explicit(&pool->teams[class].waiting, pool->queue.lanes[class].count,
                              memory_order_relaxed);
}

/* --- sharing a batch --- */

/* Runs tasks of a shared run until none is left. If leaves_for is not NULL, it points to a number of waiting
 * jobs: a helper stops after its present task when that is not 0. */
static void run_tasks(shared_run *run, int index, const atomic_int *leaves_for)
{
    for (;;) {
        int i = atomic_fetch_add_explicit(&run->next, 1, memory_order_relaxed);
        if (i >= run->count) return;
        run->task(run->arg, i, index);
        if (leaves_for && atomic_load_explicit(leaves_for, memory_order_relaxed)) return;
    }
}

/* Removes a run from the team's list, so that no further helper joins it. Called under the lock. */
static void unlink_run(team *t, shared_run *run)
{
    shared_run **at = &t->runs;
    while (*at && *at != run) at = &(*at)->following;
    if (*at) *at = run->following;
}

/* pd_executor.run: ctx is the worker that calls. */
static void execute_shared(void *ctx, pd_task *task, void *arg, int count)
{
    worker *self = ctx;
    team *t = self->team;
    pd_srv_workers *pool = t->pool;
    shared_run run = {.task = task, .arg = arg, .count = count, .client = self->client};

    /* Offer the run to idle workers of the team. */
    pthread_mutex_lock(&pool->lock);
    if (t->idle && count > 1) {
        run.following = t->runs;
        t->runs = &run;
        pthread_cond_broadcast(&t->wake);
    }

    pthread_mutex_unlock(&pool->lock);

    /* Take part in the run. */
    run_tasks(&run, self->index, NULL);

    pthread_mutex_lock(&pool->lock);
    unlink_run(t, &run);
    while (run.helpers) pthread_cond_wait(&pool->helped, &pool->lock);
    pthread_mutex_unlock(&pool->lock);

    /* The helpers' processor time counts for this batch. */
    self->helped_us += atomic_load(&run.cpu_us);
}

/* Helps with a run of another worker. Called under the lock, which is released meanwhile. */
static void help(worker *self, shared_run *run)
{
    pd_srv_workers *pool = self->team->pool;

    self->is_busy = true;
    self->client = run->client;
    run->helpers++;
    pthread_mutex_unlock(&pool->lock);

    /* Heavier teams leave the run when a job waits; light helpers stay, since their runs are short. */
    int64_t start = clock_us(CLOCK_THREAD_CPUTIME_ID);
    run_tasks(run, self->index, self->team->class == PD_SRV_LIGHT ? NULL : &self->team->waiting);
    atomic_fetch_add(&run->cpu_us, clock_us(CLOCK_THREAD_CPUTIME_ID) - start);

    /* A run whose tasks have all been started needs no further helpers. */
    pthread_mutex_lock(&pool->lock);
    self->is_busy = false;
    PD_ASSERT(run->helpers > 0 && run->helpers <= self->team->count);
    if (atomic_load(&run->next) >= run->count) unlink_run(self->team, run);
    if (--run->helpers == 0) pthread_cond_broadcast(&pool->helped);
}

/* --- a batch --- */

/* Reports whether all other threads of the team work for one client. The jobs of that client must then wait,
 * so that the last thread is free for other clients. Called under the lock. */
static bool find_blocked(uint64_t *client, const worker *self)
{
    const team *t = self->team;
    bool any = false;

    if (t->class == PD_SRV_LIGHT) return false;

    for (int i = 0; i < t->count; i++) {
        const worker *other = &t->workers[i];
        if (other == self) continue;
        if (!other->is_busy || (any && other->client != *client)) return false;
        *client = other->client;
        any = true;
    }

    return any;
}

/* Reports whether this is the only free thread of the heavy team, which then takes no long jobs.
 * Called under the lock. */
static bool is_last(const worker *self)
{
    const team *t = self->team;
    for (int i = 0; i < t->count; i++)
        if (&t->workers[i] != self && !t->workers[i].is_busy) return false;
    return t->class == PD_SRV_HEAVY && t->count > 1;
}

/* Queues a job again after an overrun, if it has no reply yet: alone, or as a medium job if it was alone
 * before. Returns true if it was queued. */
static bool begin_again(worker *self, pd_srv_job *job, int count)
{
    if (pd_cancel_why(job->cancel) != PD_CANCEL_OVERRUN) return false;
    const bool is_done = pd_api_call_done(job->call);

    /* If the job was cancelled for another reason too, it ends here. */
    if (!pd_cancel_clear_overrun(job->cancel)) {
        if (!is_done) pd_api_call_refuse(job->call, 503, "the work was stopped before its end");
        return false;
    }

    if (is_done) return false;

    /* In a batch, another job may have taken the time, so the job is tried alone first. A job that was alone
     * is too long for the light class. */
    if (count > 1)
        job->is_alone = true;
    else
        job->least = PD_SRV_MEDIUM;
    pd_srv_admission admission = pd_srv_workers_submit(self->team->pool, job);
    if (admission == PD_SRV_ADMITTED) return true;
    pd_api_call_refuse(job->call, 503,
                       admission == PD_SRV_NO_WORKERS
                           ? "the server is stopping"
                           : "too much work waits for a worker (limits.queue_seconds)");

    return false;
}

/* Runs the jobs of a batch together, measures their cost and completes them. */
static void run_batch(worker *self, int count)
{
    pd_srv_workers *pool = self->team->pool;
    pd_srv_job **jobs = self->batch;
    pd_api_call *calls[BATCH_JOBS];
    int weight = 0;
    int work = jobs[0]->work;
    int64_t start = pd_srv_now_us();
    int64_t cpu_start = clock_us(CLOCK_THREAD_CPUTIME_ID);

    /* Collect the calls and note how long they have waited. */
    for (int i = 0; i < count; i++) {
        calls[i] = jobs[i]->call;
        weight += jobs[i]->weight;
        pd_srv_metrics_waited(pool->metrics, start - jobs[i]->queued_us);
        jobs[i]->begun_us = start;
    }

    /* Jobs with a function of their own, such as decoding, run alone and complete themselves. */
    if (jobs[0]->run) {
        jobs[0]->run(jobs[0]);
        return;
    }

    /* Large batches are shared with idle workers of the team. */
    bool share = self->team->count > 1 && weight >= SHARE_BODIES;
    self->helped_us = 0;
    pd_api_run(calls, count, &self->scratch, share ? &self->executor : &pd_executor_serial);

    /* Compare the estimated with the measured cost of the batch. */
    team *t = self->team;
    double estimated = 0;
    double measured = 1e-3 * (double)(clock_us(CLOCK_THREAD_CPUTIME_ID) - cpu_start + self->helped_us);
    for (int i = 0; i < count; i++) estimated += jobs[i]->cost_ms;
    pd_srv_metrics_cost(pool->metrics, work, estimated, measured);

    /* Keep the smoothed ratio of the team, within a factor of 100, for limits and Retry-After. */
    double ratio = estimated > 0 ? measured / estimated : 1;
    ratio = ratio < 0.01 ? 0.01 : ratio > 100 ? 100 : ratio;
    pthread_mutex_lock(&pool->lock);
    t->ratio += (ratio - t->ratio) / 16;
    pthread_mutex_unlock(&pool->lock);

    /* Clear the list, so that no thread sets a cancel flag that the job's owner may have freed. */
    pthread_mutex_lock(&pool->lock);
    self->running_count = 0;
    pthread_mutex_unlock(&pool->lock);

    /* Queue overrun jobs again. They may belong to another worker from then on,
     * and are counted when they have ended. */
    bool is_over[BATCH_JOBS];
    int over = 0, over_weight = 0;
    for (int i = 0; i < count; i++) {
        const int own = jobs[i]->weight;
        is_over[i] = !begin_again(self, jobs[i], count);
        if (is_over[i]) {
            over++;
            over_weight += own;
        }
    }

    if (over) pd_srv_metrics_batch(pool->metrics, work, over, over_weight, pd_srv_now_us() - start);
    const int64_t end = pd_srv_now_us();
    for (int i = 0; i < count; i++) {
        if (!is_over[i]) continue;
        jobs[i]->ended_us = end;
        jobs[i]->done(jobs[i]);
    }

    /* Return scratch memory that grew for an unusually large batch. */
    if (self->scratch.size > SCRATCH_KEEP) {
        pd_arena_deinit(&self->scratch);
        pd_arena_init(&self->scratch, 0);
    }
}

/* Runs the batch of `count` jobs. Called under the lock, which is released meanwhile. */
static void work_on(worker *self, int count)
{
    pd_srv_workers *pool = self->team->pool;

    PD_ASSERT(!self->is_busy && self->running_count == 0);
    PD_ASSERT(count > 0 && count <= BATCH_JOBS);
    self->is_busy = true;
    self->client = self->batch[0]->client;

    /* Jobs that can be stopped are listed, so that the watcher and pd_srv_workers_halt find them. */
    for (int i = 0; i < count && !self->batch[i]->run; i++)
        if (self->batch[i]->cancel) self->running[self->running_count++] = self->batch[i];
    self->start_us = clock_us(CLOCK_THREAD_CPUTIME_ID);
    if (self->team->class == PD_SRV_LIGHT) pthread_cond_signal(&pool->watch);
    pthread_mutex_unlock(&pool->lock);

    /* Work without the lock. */
    run_batch(self, count);

    pthread_mutex_lock(&pool->lock);
    self->is_busy = false;
}

/* Yields the core to waiting threads, which may be about to queue more jobs for the batch, and repeats that
 * as long as the queue grows. Returns at once when no thread waits for the core, so the core never idles.
 * Called under the lock, which is released meanwhile. (One core, 8 connections: batches of 7.9 jobs in place
 * of 6.1, 18 % more meshes.) */
static void gather_workers(team *t)
{
    const pd_srv_lane *lane = &t->pool->queue.lanes[t->class];
    int before;

    if (t->class != PD_SRV_LIGHT) return;
    do {
        before = lane->count;
        if (!before || before >= GATHER_JOBS) return;
        pthread_mutex_unlock(&t->pool->lock);
        sched_yield();
        pthread_mutex_lock(&t->pool->lock);
    } while (lane->count > before);
}

/* Takes batches from the queue, helps with shared runs, or sleeps. Main function of a thread of a team. */
static void *worker_main(void *arg)
{
    worker *self = arg;
    team *t = self->team;
    pd_srv_workers *pool = t->pool;

    /* Lower the priority of this thread; on Linux setpriority affects a single thread. If it is forbidden,
     * all teams have the same priority. */
    if (t->class > PD_SRV_LIGHT)
        setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid),
                    getpriority(PRIO_PROCESS, 0) + NICE_STEP * (int)t->class);

    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping) {
        /* Take jobs from the queue, but not those of a client that already has all other threads. */
        gather_workers(t);
        if (pool->stopping) break;
        uint64_t client;
        const bool is_blocked = find_blocked(&client, self);
        const pd_srv_batch_limits limits = {
            .jobs = t->class == PD_SRV_LIGHT ? BATCH_JOBS : 1,
            .weight = pool->max_bodies,
            .cost_ms = 0.75 * PD_SRV_LIGHT_MS /
                       /* Below the limit, because a batch that overruns is computed twice. */
                       (t->ratio > 1 ? t->ratio : 1),
            .longest_ms = is_last(self) ? PD_SRV_LONG_MS : 0};
        int count =
            pd_srv_queue_take(&pool->queue, t->class, is_blocked ? &client : NULL, self->batch, &limits);
        note_waiting(pool);

        /* Find a run to help with, but not one of that client. */
        shared_run *run = t->runs;
        while (run && is_blocked && run->client == client) run = run->following;

        /* Own work comes before helping, and helping before sleep. */
        if (count) {
            work_on(self, count);
        } else if (run) {
            help(self, run);
        } else if (!pool->stopping) {
            t->idle++;
            pthread_cond_wait(&t->wake, &pool->lock);
            t->idle--;
            PD_ASSERT(t->idle >= 0 && t->idle < t->count);
        }
    }

    pthread_mutex_unlock(&pool->lock);

    return NULL;
}

/* Stops light jobs that take too long. Sleeps while the light team is idle. */
static void *watcher_main(void *arg)
{
    pd_srv_workers *pool = arg;
    const team *light = &pool->teams[PD_SRV_LIGHT];

    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping) {
        /* Processor time counts, not wall time: a worker that waits for a core has not overrun. */
        bool any = false;
        for (int i = 0; i < light->count; i++) {
            const worker *w = &light->workers[i];
            clockid_t clock;
            if (!w->is_busy || !w->running_count || pthread_getcpuclockid(w->thread, &clock)) continue;
            any = true;
            if (1e-3 * (double)(clock_us(clock) - w->start_us) <= PD_SRV_LIGHT_MS) continue;
            for (int k = 0; k < w->running_count; k++)
                pd_cancel_set(w->running[k]->cancel, PD_CANCEL_OVERRUN);
        }

        /* Sleep until a light worker begins, or for a moment. */
        if (!any) {
            pthread_cond_wait(&pool->watch, &pool->lock);
            continue;
        }

        pthread_mutex_unlock(&pool->lock);
        nanosleep(&(struct timespec){.tv_nsec = WATCH_NS}, NULL);
        pthread_mutex_lock(&pool->lock);
    }

    pthread_mutex_unlock(&pool->lock);

    return NULL;
}

/* --- start and end --- */

/* Returns the most work that may wait in the queue, in milliseconds of processor time. */
static double most_ms(const pd_srv_workers_options *options)
{
    return 1e3 * options->threads * (options->wait_seconds > 0 ? options->wait_seconds : WAIT_SECONDS);
}

/* Creates the workers of a class and starts their threads. */
static pd_status start_team(pd_srv_workers *pool, pd_srv_class class, int count, pd_error *err)
{
    team *t = &pool->teams[class];

    t->workers = calloc((size_t)count, sizeof *t->workers);
    if (!t->workers) return pd_fail(err, PD_ERR_MEMORY, "workers", "out of memory");

    t->count = count;

    /* Initialise every worker before the first thread starts, since threads look at each other's state. */
    for (int i = 0; i < count; i++) {
        worker *self = &t->workers[i];
        self->team = t;
        self->index = i;
        self->executor = (pd_executor){execute_shared, self, count};
        pd_arena_init(&self->scratch, 0);
    }

    for (int i = 0; i < count; i++) {
        if (pthread_create(&t->workers[i].thread, NULL, worker_main, &t->workers[i]))
            return pd_srv_thread_error(err, "workers", "one of the threads");
        t->workers[i].started = true;
    }

    return PD_OK;
}

pd_status pd_srv_workers_start(pd_srv_workers **out, const pd_srv_workers_options *options, pd_error *err)
{
    *out = NULL;
    PD_ASSERT(options->threads >= 1);
    pd_srv_workers *pool = calloc(1, sizeof *pool);
    if (!pool) return pd_fail(err, PD_ERR_MEMORY, "workers", "out of memory");

    /* Initialise the pool and its queue. */
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->helped, NULL);
    pthread_cond_init(&pool->watch, NULL);
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++) {
        pthread_cond_init(&pool->teams[class].wake, NULL);
        pool->teams[class].pool = pool;
        pool->teams[class].class = (pd_srv_class) class;
        pool->teams[class].ratio = 1;
    }

    pd_srv_queue_init(&pool->queue, options->queue, most_ms(options));
    pool->max_bodies = options->max_bodies;
    pool->metrics = options->metrics;

    /* Start the teams. The medium and heavy ones have a thread more (workers.h). */
    pd_status status = PD_OK;
    for (int class = 0; class < PD_SRV_CLASS_COUNT && status == PD_OK; class ++)
        status = start_team(pool, (pd_srv_class) class, options->threads + (class > PD_SRV_LIGHT), err);
    if (status == PD_OK) {
        pool->watched = !pthread_create(&pool->watcher, NULL, watcher_main, pool);
        if (!pool->watched) status = pd_srv_thread_error(err, "workers", "their watcher");
    }

    if (status != PD_OK) {
        pd_srv_workers_halt(pool);
        pd_srv_workers_free(pool);
        return status;
    }

    *out = pool;

    return PD_OK;
}

pd_srv_admission pd_srv_workers_submit(pd_srv_workers *pool, pd_srv_job *job)
{
    int64_t now = pd_srv_now_us();
    team *t = &pool->teams[pd_srv_job_class(job)];

    pthread_mutex_lock(&pool->lock);
    pd_srv_admission admission =
        pool->stopping ? PD_SRV_NO_WORKERS : pd_srv_queue_push(&pool->queue, job, now);
    note_waiting(pool);
    if (admission == PD_SRV_ADMITTED && t->idle) pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&pool->lock);

    return admission;
}

pd_srv_admission pd_srv_workers_admit(pd_srv_workers *pool, const pd_srv_job *job)
{
    pthread_mutex_lock(&pool->lock);
    const pd_srv_admission admission =
        pool->stopping ? PD_SRV_NO_WORKERS : pd_srv_queue_admits(&pool->queue, job);
    pthread_mutex_unlock(&pool->lock);
    return admission;
}

void pd_srv_workers_limit(pd_srv_workers *pool, const pd_srv_workers_options *options)
{
    pthread_mutex_lock(&pool->lock);
    pool->queue.capacity = options->queue;
    pool->queue.most_ms = most_ms(&(pd_srv_workers_options){.threads = pool->teams[PD_SRV_LIGHT].count,
                                                            .wait_seconds = options->wait_seconds});
    pool->max_bodies = options->max_bodies;
    pthread_mutex_unlock(&pool->lock);
}

void pd_srv_workers_sweep(pd_srv_workers *pool)
{
    pd_srv_job *jobs[BATCH_JOBS];
    int count;

    do {
        pthread_mutex_lock(&pool->lock);
        count = pd_srv_queue_take_cancelled(&pool->queue, jobs, BATCH_JOBS);
        note_waiting(pool);
        pthread_mutex_unlock(&pool->lock);
        for (int i = 0; i < count; i++) {
            if (jobs[i]->call) pd_api_call_refuse(jobs[i]->call, 503, "the work was stopped before it began");
            jobs[i]->done(jobs[i]);
        }
    } while (count);
}

void pd_srv_workers_halt(pd_srv_workers *pool)
{
    /* Cancel the running jobs, and wake the idle workers so that they see the end. */
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++) {
        team *t = &pool->teams[class];
        for (int i = 0; i < t->count; i++)
            for (int k = 0; k < t->workers[i].running_count; k++)
                pd_cancel_set(t->workers[i].running[k]->cancel, PD_CANCEL_STOPPING);
        pthread_cond_broadcast(&t->wake);
    }

    pthread_cond_broadcast(&pool->watch);
    pthread_mutex_unlock(&pool->lock);

    /* Hand back the waiting jobs, without the lock, because `done` may call the workers again. */
    const pd_srv_batch_limits one = {.jobs = 1};
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++)
        for (;;) {
            pd_srv_job *job;
            pthread_mutex_lock(&pool->lock);
            int count = pd_srv_queue_take(&pool->queue, (pd_srv_class) class, NULL, &job, &one);
            pthread_mutex_unlock(&pool->lock);
            if (!count) break;
            if (job->call) pd_api_call_refuse(job->call, 503, "the server is stopping");
            job->done(job);
        }

    /* End the threads. */
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++) {
        team *t = &pool->teams[class];
        for (int i = 0; i < t->count; i++) {
            worker *self = &t->workers[i];
            if (self->started) pthread_join(self->thread, NULL);
            PD_ASSERT(!self->running_count); /* every job was completed */
            self->started = false;
            pd_arena_deinit(&self->scratch);
        }
    }

    if (pool->watched) pthread_join(pool->watcher, NULL);
    pool->watched = false;
}

void pd_srv_workers_free(pd_srv_workers *pool)
{
    if (!pool) return;
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++) {
        pthread_cond_destroy(&pool->teams[class].wake);
        free(pool->teams[class].workers);
    }

    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->helped);
    pthread_cond_destroy(&pool->watch);
    free(pool);
}

/* --- questions --- */

int pd_srv_workers_waiting(pd_srv_workers *pool)
{
    pthread_mutex_lock(&pool->lock);
    int waiting = 0;
    for (int class = 0; class < PD_SRV_CLASS_COUNT; class ++) waiting += pool->queue.lanes[class].count;
    pthread_mutex_unlock(&pool->lock);
    return waiting;
}

double pd_srv_workers_waiting_seconds(pd_srv_workers *pool, pd_srv_class class)
{
    pthread_mutex_lock(&pool->lock);
    double ms = pool->queue.lanes[class].waiting_ms;
    pthread_mutex_unlock(&pool->lock);
    return 1e-3 * ms;
}

int pd_srv_workers_retry_after(pd_srv_workers *pool, const pd_srv_job *job)
{
    const pd_srv_class class = pd_srv_job_class(job);

    pthread_mutex_lock(&pool->lock);
    double ms = pool->queue.lanes[class].waiting_ms * pool->teams[class].ratio /
                pool->teams[PD_SRV_LIGHT].count; /* as many as there are cores */
    pthread_mutex_unlock(&pool->lock);
    double seconds = 1e-3 * ms + 1;

    return seconds > 60 ? 60 : (int)seconds;
}
