#include "server/work/jobs.h"

#include "core/base/assert.h"
#include "server/base/process.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NICE_JOBS 15

typedef struct entry {
    pd_api_job *job;
    int64_t done_us; /* time at which the job was done; 0: not yet */
    bool has_begun;
    struct entry *next;
} entry;

/* Time at which the last job of an owner began. Owners take turns by it. */
typedef struct turn {
    uint64_t owner;
    int64_t at;
} turn;
#define TURNS 64
#define HEAPS 1024

struct pd_srv_jobs {
    pthread_mutex_t lock;
    pthread_cond_t work;
    pthread_t thread;
    entry *first; /* oldest job */
    turn turns[TURNS];
    int64_t (*now_us)(void);
    void (*run)(void *ctx, pd_api_job *job);
    void *ctx; /* first argument of `run` */
    int64_t keep_us;
    bool is_stopping;
    bool is_ending; /* true: jobs end without being run (pd_srv_jobs_end) */
};

/* Reports whether a job may be seen by `who`: its owner or an administrator. */
static bool is_of(const pd_api_job *job, const pd_api_owner *who)
{
    return who->is_admin || job->owner == who->id;
}

/* Removes a job from the list and stops it if it runs. Called with the lock. */
static void drop_jobs(entry **at)
{
    entry *gone = *at;

    PD_ASSERT(gone && gone->job);
    *at = gone->next;
    pd_cancel_set(&gone->job->cancel, PD_CANCEL_GONE);
    pd_api_job_release(gone->job);
    free(gone);
}

/* Drops finished jobs whose keeping time is over. Called with the lock. */
static void sweep(pd_srv_jobs *j)
{
    const int64_t now = j->now_us();

    for (entry **at = &j->first; *at;) {
        PD_ASSERT(!(*at)->done_us || (*at)->has_begun);
        if ((*at)->done_us && now - (*at)->done_us > j->keep_us)
            drop_jobs(at);
        else
            at = &(*at)->next;
    }
}

/* Returns the owner's place in the table of turns,
 * or the place whose turn is longest ago, to be overwritten. */
static turn *turn_of(pd_srv_jobs *j, uint64_t owner)
{
    turn *oldest = &j->turns[0];

    for (int i = 0; i < TURNS; i++) {
        if (j->turns[i].owner == owner) return &j->turns[i];
        if (j->turns[i].at < oldest->at) oldest = &j->turns[i];
    }

    return oldest;
}

/* Returns when the owner's last job began, or 0 if that is not in the table. */
static int64_t last_turn(pd_srv_jobs *j, uint64_t owner)
{
    const turn *t = turn_of(j, owner);
    return t->owner == owner ? t->at : 0;
}

/* Runs one job at a time, at low priority. Main function of the jobs' thread. */
static void *jobs_main(void *arg)
{
    pd_srv_jobs *j = arg;

    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE_JOBS);

    /* Mark the job as done, unless it was deleted meanwhile. */
    pthread_mutex_lock(&j->lock);
    while (!j->is_stopping) {
        /* Choose the oldest waiting job of the owner whose last turn is longest ago. */
        entry *e = NULL;
        for (entry *other = j->first; other; other = other->next) {
            if (other->has_begun) continue;
            if (!e || last_turn(j, other->job->owner) < last_turn(j, e->job->owner)) e = other;
        }

        if (!e) {
            pthread_cond_wait(&j->work, &j->lock);
            continue;
        }

        /* Mark the job as begun. The reference keeps it alive if its owner deletes it. */
        PD_ASSERT(!e->has_begun && !e->done_us);
        pd_api_job *job = pd_api_job_retain(e->job);
        e->has_begun = true;
        *turn_of(j, job->owner) = (turn){job->owner, j->now_us()};
        pthread_mutex_unlock(&j->lock);

        j->run(j->ctx, job);

        pthread_mutex_lock(&j->lock);
        for (e = j->first; e; e = e->next) /* it may have been deleted meanwhile */
            if (e->job == job) e->done_us = j->now_us();
        pd_api_job_release(job);
    }

    pthread_mutex_unlock(&j->lock);

    return NULL;
}

pd_status pd_srv_jobs_start(pd_srv_jobs **out, int64_t (*now_us)(void),
                            void (*run)(void *ctx, pd_api_job *job), void *ctx, pd_error *err)
{
    pd_srv_jobs *j = calloc(1, sizeof *j);

    *out = NULL;
    if (!j) return pd_fail(err, PD_ERR_MEMORY, "jobs", "out of memory");

    j->now_us = now_us;
    j->run = run;
    j->ctx = ctx;
    j->keep_us = INT64_MAX;
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->work, NULL);
    if (pthread_create(&j->thread, NULL, jobs_main, j)) {
        pthread_mutex_destroy(&j->lock);
        pthread_cond_destroy(&j->work);
        free(j);
        return pd_srv_thread_error(err, "jobs", "their thread");
    }

    *out = j;

    return PD_OK;
}

/* Drops a finished job: the oldest of the owner who keeps the most of them. Owners are counted by hash, so
 * two owners of one bucket count as one. Returns false if no job is finished. */
static bool make_room(pd_srv_jobs *j)
{
    int counts[HEAPS] = {0};

    entry **oldest = NULL;

    for (const entry *e = j->first; e; e = e->next) counts[e->job->owner % HEAPS] += e->done_us != 0;
    for (entry **at = &j->first; *at; at = &(*at)->next)
        if ((*at)->done_us &&
            (!oldest || counts[(*at)->job->owner % HEAPS] > counts[(*oldest)->job->owner % HEAPS]))
            oldest = at;
    PD_ASSERT(!oldest || (*oldest)->done_us);
    if (oldest) drop_jobs(oldest);

    return oldest != NULL;
}

bool pd_srv_jobs_make_room(pd_srv_jobs *j)
{
    pthread_mutex_lock(&j->lock);
    const bool made = make_room(j);
    pthread_mutex_unlock(&j->lock);
    return made;
}

/* Checks the limits of one owner and of all jobs, and makes room by dropping finished jobs.
 * Called with the lock. */
static pd_status admit(pd_srv_jobs *j, uint64_t owner, const pd_srv_jobs_limits *limits, bool *owner_full,
                       pd_error *err)
{
    int all = 0, theirs = 0;

    for (const entry *e = j->first; e; e = e->next) {
        all++;
        theirs += !e->done_us && e->job->owner == owner;
    }

    PD_ASSERT(theirs <= all);

    /* Only unfinished jobs count for the owner's limit. */
    *owner_full = theirs >= limits->owner_most;
    if (*owner_full)
        return pd_fail(err, PD_ERR_LIMIT, "limits.owner_jobs",
                       "%d jobs of this client wait or run; at most %d allowed", theirs, limits->owner_most);
    while (all >= limits->most && make_room(j)) all--; /* more than one if a reload has lowered the limit */
    if (all < limits->most) return PD_OK;

    return pd_fail(err, PD_ERR_LIMIT, "limits.jobs", "%d jobs wait or run; at most %d allowed", all,
                   limits->most);
}

bool pd_srv_jobs_id(char out[PD_API_ID_BYTES])
{
    unsigned char id[12];

    if (getrandom(id, sizeof id, 0) != (ssize_t)sizeof id) return false;
    for (size_t i = 0; i < sizeof id; i++) snprintf(out + 2 * i, PD_API_ID_BYTES - 2 * i, "%02x", id[i]);

    return true;
}

void pd_srv_jobs_set(pd_srv_jobs *j, pd_api_job *job)
{
    entry *made = calloc(1, sizeof *made);

    PD_ASSERT(job->kept);
    pthread_mutex_lock(&j->lock);
    entry **at = &j->first;
    while (*at && strcmp((*at)->job->id, job->id) != 0) at = &(*at)->next;
    const bool is_own = *at && !(*at)->job->kept;
    if (*at && !is_own) {
        pd_api_job_release((*at)->job);
        (*at)->job = job;
        (*at)->done_us = j->now_us();
    } else if (!*at && made) {
        *made = (entry){.job = job, .has_begun = true, .done_us = j->now_us()};
        *at = made;
        made = NULL;
    } else {
        pd_api_job_release(job);
    }

    pthread_mutex_unlock(&j->lock);
    free(made);
}

pd_status pd_srv_jobs_put(pd_srv_jobs *j, pd_api_job *job, const pd_srv_jobs_limits *limits, bool *owner_full,
                          pd_error *err)
{
    entry *made = calloc(1, sizeof *made);

    *owner_full = false;
    if (!made) return pd_fail(err, PD_ERR_MEMORY, "jobs", "out of memory");

    /* Check the limits after dropping jobs whose time is over. */
    pthread_mutex_lock(&j->lock);
    j->keep_us = limits->keep_us;
    sweep(j);
    pd_status status = admit(j, job->owner, limits, owner_full, err);

    if (!status && !*job->id && !pd_srv_jobs_id(job->id))
        status = pd_fail(err, PD_ERR_INTERNAL, "jobs", "the system gave no random numbers");
    if (!status) {
        entry **end = &j->first;
        while (*end) end = &(*end)->next;
        made->job = pd_api_job_retain(job);
        if (j->is_ending) pd_cancel_set(&job->cancel, PD_CANCEL_STOPPING);
        *end = made;
        pthread_cond_signal(&j->work);
    }

    pthread_mutex_unlock(&j->lock);
    if (status) free(made);

    return status;
}

/* Returns the place of a job in the list, or NULL if it does not exist or belongs to another owner. Called
 * with the lock. */
static entry **find_jobs(pd_srv_jobs *j, const char *id, const pd_api_owner *who)
{
    sweep(j);
    for (entry **at = &j->first; *at; at = &(*at)->next)
        if (!strcmp((*at)->job->id, id)) return is_of((*at)->job, who) ? at : NULL;
    return NULL;
}

pd_api_job *pd_srv_jobs_get(pd_srv_jobs *j, const char *id, const pd_api_owner *who)
{
    pthread_mutex_lock(&j->lock);
    entry **at = find_jobs(j, id, who);
    pd_api_job *job = at ? pd_api_job_retain((*at)->job) : NULL;
    pthread_mutex_unlock(&j->lock);
    return job;
}

bool pd_srv_jobs_delete(pd_srv_jobs *j, const char *id, const pd_api_owner *who)
{
    pthread_mutex_lock(&j->lock);
    entry **at = find_jobs(j, id, who);
    if (at) drop_jobs(at);
    pthread_mutex_unlock(&j->lock);
    return at != NULL;
}

void pd_srv_jobs_each(pd_srv_jobs *j, const pd_api_owner *who,
                      void (*visit)(void *arg, const pd_api_job *job), void *arg)
{
    pthread_mutex_lock(&j->lock);
    sweep(j);
    for (const entry *e = j->first; e; e = e->next)
        if (is_of(e->job, who)) visit(arg, e->job);
    pthread_mutex_unlock(&j->lock);
}

int pd_srv_jobs_unfinished(pd_srv_jobs *j)
{
    int count = 0;

    pthread_mutex_lock(&j->lock);
    for (const entry *e = j->first; e; e = e->next) count += !e->done_us;
    pthread_mutex_unlock(&j->lock);

    return count;
}

void pd_srv_jobs_end(pd_srv_jobs *j)
{
    pthread_mutex_lock(&j->lock);
    j->is_ending = true;
    for (const entry *e = j->first; e; e = e->next)
        if (!e->done_us) pd_cancel_set(&e->job->cancel, PD_CANCEL_STOPPING);
    pthread_mutex_unlock(&j->lock);
}

void pd_srv_jobs_stop(pd_srv_jobs *j)
{
    if (!j) return;
    pthread_mutex_lock(&j->lock);
    j->is_stopping = true;
    while (j->first) drop_jobs(&j->first);
    pthread_cond_signal(&j->work);
    pthread_mutex_unlock(&j->lock);
    pthread_join(j->thread, NULL);
    pthread_mutex_destroy(&j->lock);
    pthread_cond_destroy(&j->work);
    free(j);
}
