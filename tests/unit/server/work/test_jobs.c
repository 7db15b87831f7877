/* Tests long jobs: quotas of owners, turns between owners, results that are kept or forgotten, and deletion
 * of a running job. The test decides when a job ends. */
#include "server/work/jobs.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t now = 1000000;

static int64_t clock_us(void)
{
    return __atomic_load_n(&now, __ATOMIC_RELAXED);
}

/* A run that waits until the test lets it go on, or until it is cancelled. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int permits, begun, runs;
static uint64_t order[16];

static void run(void *ctx, pd_api_job *job)
{
    (void)ctx;
    pthread_mutex_lock(&lock);
    begun++;
    pthread_mutex_unlock(&lock);
    for (;;) {
        pthread_mutex_lock(&lock);
        const bool go = permits > 0 || pd_cancelled(&job->cancel);
        if (go && permits > 0) permits--;
        if (go && runs < 16) order[runs++] = job->owner;
        pthread_mutex_unlock(&lock);
        if (go) break;
        usleep(1000);
    }
    __atomic_store_n(&job->state, pd_cancelled(&job->cancel) ? PD_API_JOB_CANCELLED : PD_API_JOB_DONE,
                     __ATOMIC_RELEASE);
}

static void let(int count)
{
    pthread_mutex_lock(&lock);
    permits += count;
    pthread_mutex_unlock(&lock);
}

/* Waits until *counter, which the lock guards, has this value. Jobs run on a thread of low priority. */
static void wait_for(const int *counter, int count)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        const bool there = *counter >= count;
        pthread_mutex_unlock(&lock);
        if (there) return;
        usleep(1000);
    }
}

static pd_api_job *make(uint64_t owner)
{
    pd_api_job *job = calloc(1, sizeof *job);
    assert_non_null(job);
    job->references = 1;
    job->owner = owner;
    return job;
}

/* Puts one; its id, "" when it was refused. */
static const char *put(pd_srv_jobs *jobs, uint64_t owner, const pd_srv_jobs_limits *limits, bool *owner_full)
{
    static char ids[32][PD_API_ID_BYTES];
    static int used;
    pd_api_job *job = make(owner);
    char *id = ids[used++ % 32];
    bool full;
    pd_error err;

    const pd_status status = pd_srv_jobs_put(jobs, job, limits, owner_full ? owner_full : &full, &err);
    memcpy(id, job->id, sizeof ids[0]);
    if (status) {
        assert_int_equal(status, PD_ERR_LIMIT);
        *id = 0;
    }
    pd_api_job_release(job);
    return id;
}

static void count_one(void *arg, const pd_api_job *job)
{
    (void)job;
    ++*(int *)arg;
}

static int count_of(pd_srv_jobs *jobs, uint64_t id, int is_admin)
{
    const pd_api_owner who = {id, is_admin};
    int count = 0;
    pd_srv_jobs_each(jobs, &who, count_one, &count);
    return count;
}

static void begin(pd_srv_jobs **jobs)
{
    pd_error err;
    permits = begun = runs = 0;
    assert_int_equal(pd_srv_jobs_start(jobs, clock_us, run, NULL, &err), PD_OK);
}

static bool is_done(pd_srv_jobs *jobs, const char *id, uint64_t owner)
{
    const pd_api_owner who = {owner, 0};
    pd_api_job *job = pd_srv_jobs_get(jobs, id, &who);
    const bool done = job && __atomic_load_n(&job->state, __ATOMIC_ACQUIRE) == PD_API_JOB_DONE;
    pd_api_job_release(job);
    return done;
}

/* Waits until a job is done and the thread, which then releases its reference, has noted the time. */
static void wait_done(pd_srv_jobs *jobs, const char *id, uint64_t owner)
{
    const pd_api_owner who = {owner, 0};
    pd_api_job *job = pd_srv_jobs_get(jobs, id, &who);
    while (!is_done(jobs, id, owner) || __atomic_load_n(&job->references, __ATOMIC_ACQUIRE) > 2) usleep(1000);
    pd_api_job_release(job);
}

static void a_job_is_done_kept_and_forgotten(void **state)
{
    const pd_srv_jobs_limits limits = {8, 4, 5000000};
    const pd_api_owner other = {2, 0}, admin = {3, 1}, who = {1, 0};
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    const char *id = put(jobs, 1, &limits, NULL);
    assert_int_equal(strlen(id), 24);
    assert_null(pd_srv_jobs_get(jobs, id, &other)); /* nobody else's */
    assert_false(pd_srv_jobs_delete(jobs, id, &other));
    pd_api_job *seen = pd_srv_jobs_get(jobs, id, &admin);
    assert_non_null(seen);
    pd_api_job_release(seen);
    let(1);
    wait_done(jobs, id, 1);

    __atomic_add_fetch(&now, 4000000, __ATOMIC_ACQ_REL);
    assert_true(is_done(jobs, id, 1));
    __atomic_add_fetch(&now, 2000000, __ATOMIC_ACQ_REL);
    assert_null(pd_srv_jobs_get(jobs, id, &who));
    assert_int_equal(count_of(jobs, 1, 0), 0);
    pd_srv_jobs_stop(jobs);
}

static void an_owner_has_a_quota_and_all_have_a_bound(void **state)
{
    const pd_srv_jobs_limits limits = {3, 2, 5000000};
    pd_srv_jobs *jobs;
    bool owner_full;

    (void)state;
    begin(&jobs);
    const char *first = put(jobs, 1, &limits, &owner_full);
    assert_true(*first);
    assert_true(*put(jobs, 1, &limits, &owner_full));
    assert_false(*put(jobs, 1, &limits, &owner_full));
    assert_true(owner_full);
    assert_true(*put(jobs, 2, &limits, &owner_full));
    assert_false(*put(jobs, 3, &limits, &owner_full));
    assert_false(owner_full);
    assert_int_equal(count_of(jobs, 1, 0), 2);
    assert_int_equal(count_of(jobs, 9, 1), 3);

    let(1); /* what is done makes room */
    wait_done(jobs, first, 1);
    assert_true(*put(jobs, 3, &limits, &owner_full));
    assert_int_equal(count_of(jobs, 9, 1), 3);
    pd_srv_jobs_stop(jobs);
}

static void the_owner_of_most_results_makes_room_for_a_lower_limit(void **state)
{
    const pd_srv_jobs_limits limits = {5, 5, 5000000}, lower = {3, 3, 5000000};
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    const char *theirs = put(jobs, 2, &limits, NULL), *last = NULL;
    for (int i = 0; i < 4; i++) last = put(jobs, 1, &limits, NULL);
    let(5);
    wait_for(&runs, 5);
    wait_done(jobs, last, 1);

    assert_true(*put(jobs, 3, &lower, NULL));
    assert_int_equal(count_of(jobs, 9, 1), 3);
    assert_true(is_done(jobs, theirs, 2)); /* the oldest of all, and all that they keep */
    assert_true(is_done(jobs, last, 1));

    assert_true(pd_srv_jobs_make_room(jobs));
    assert_true(pd_srv_jobs_make_room(jobs));
    assert_false(pd_srv_jobs_make_room(jobs)); /* what runs stays */
    assert_int_equal(count_of(jobs, 3, 0), 1);
    pd_srv_jobs_stop(jobs);
}

/* The first of three may be forgotten when the next comes: then nobody else's result has to go for it. */
static void an_old_finished_job_makes_room_first(void **state)
{
    const pd_srv_jobs_limits limits = {3, 3, 5000000};
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    const char *over = put(jobs, 1, &limits, NULL);
    let(1);
    wait_done(jobs, over, 1);
    __atomic_add_fetch(&now, 4000000, __ATOMIC_ACQ_REL);
    const char *first = put(jobs, 2, &limits, NULL), *second = put(jobs, 2, &limits, NULL);
    let(2);
    wait_done(jobs, first, 2);
    wait_done(jobs, second, 2);
    __atomic_add_fetch(&now, 2000000, __ATOMIC_ACQ_REL);

    assert_true(*put(jobs, 3, &limits, NULL));
    assert_true(is_done(jobs, first, 2));
    assert_true(is_done(jobs, second, 2));
    pd_srv_jobs_stop(jobs);
}

/* Deleting a running job frees its place and its id at once, and its memory when it has ended. */
static void a_job_that_is_held_by_nobody_is_gone(void **state)
{
    const pd_srv_jobs_limits limits = {4, 4, 5000000};
    const pd_api_owner who = {1, 0};
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    pd_api_job *mine = make(1);
    bool full;
    pd_error err;
    assert_int_equal(pd_srv_jobs_put(jobs, mine, &limits, &full, &err), PD_OK);
    wait_for(&begun, 1);
    assert_int_equal(__atomic_load_n(&mine->references, __ATOMIC_ACQUIRE),
                     3); /* the list's, the thread's and ours */
    assert_true(pd_srv_jobs_delete(jobs, mine->id, &who));
    assert_null(pd_srv_jobs_get(jobs, mine->id, &who));
    while (__atomic_load_n(&mine->references, __ATOMIC_ACQUIRE) > 1) usleep(1000);
    assert_int_equal(count_of(jobs, 1, 0), 0);
    pd_api_job_release(mine);
    pd_srv_jobs_stop(jobs);
}

static void jobs_of_several_owners_run_in_turn_not_in_the_order_of_arrival(void **state)
{
    const pd_srv_jobs_limits limits = {16, 16, 5000000};
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    for (int i = 0; i < 3; i++) put(jobs, 1, &limits, NULL);
    wait_for(&begun, 1);
    put(jobs, 2, &limits, NULL);
    for (int i = 1; i <= 4; i++) {
        __atomic_add_fetch(&now, 1000, __ATOMIC_ACQ_REL);
        let(1);
        wait_for(&runs, i);
        if (i < 4) wait_for(&begun, i + 1);
    }
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 1);
    pd_srv_jobs_stop(jobs);
}

static void deleting_a_job_cancels_it(void **state)
{
    const pd_srv_jobs_limits limits = {16, 16, 5000000};
    const pd_api_owner who = {1, 0};
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    const char *id = put(jobs, 1, &limits, NULL);
    pd_api_job *held = pd_srv_jobs_get(jobs, id, &who);
    wait_for(&begun, 1);
    assert_true(pd_srv_jobs_delete(jobs, id, &who));
    assert_false(pd_srv_jobs_delete(jobs, id, &who));
    wait_for(&runs, 1);
    while (__atomic_load_n(&held->state, __ATOMIC_ACQUIRE) != PD_API_JOB_CANCELLED) usleep(1000);
    pd_api_job_release(held);

    put(jobs, 1, &limits, NULL); /* and stopping does not wait for what runs */
    pd_srv_jobs_stop(jobs);
}

static void ending_the_jobs_reaches_those_that_run_wait_and_come_later(void **state)
{
    const pd_srv_jobs_limits limits = {16, 16, 5000000};
    const pd_api_owner who = {1, 0};
    pd_api_job *held[3];
    pd_srv_jobs *jobs;

    (void)state;
    begin(&jobs);
    for (int i = 0; i < 3; i++) {
        if (i == 2) {
            wait_for(&begun, 1);
            assert_int_equal(pd_srv_jobs_unfinished(jobs), 2);
            pd_srv_jobs_end(jobs);
        }

        held[i] = pd_srv_jobs_get(jobs, put(jobs, 1, &limits, NULL), &who);
    }

    while (pd_srv_jobs_unfinished(jobs)) usleep(1000);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pd_cancel_why(&held[i]->cancel), PD_CANCEL_STOPPING);
        pd_api_job_release(held[i]);
    }

    pd_srv_jobs_stop(jobs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ending_the_jobs_reaches_those_that_run_wait_and_come_later),
        cmocka_unit_test(a_job_is_done_kept_and_forgotten),
        cmocka_unit_test(an_owner_has_a_quota_and_all_have_a_bound),
        cmocka_unit_test(the_owner_of_most_results_makes_room_for_a_lower_limit),
        cmocka_unit_test(an_old_finished_job_makes_room_first),
        cmocka_unit_test(a_job_that_is_held_by_nobody_is_gone),
        cmocka_unit_test(jobs_of_several_owners_run_in_turn_not_in_the_order_of_arrival),
        cmocka_unit_test(deleting_a_job_cancels_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
