/* Tests the worker threads: results have the same bits for any number of threads, and long jobs leave threads
 * to short ones. The test holds jobs where it needs a known state. */
#include "server/work/workers.h"

#include "api/http/call.h"
#include "server/base/metrics.h"
#include "tests/support/checked_locks.h"
#include "tests/support/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static pd_smpl_model *body;
static pd_srv_metrics *metrics;
static const pd_api_limits limits = {
    .body_bytes = 1 << 20, .json_depth = 32, .json_memory = 4 << 20, .batch = 256};

static pd_status acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    (void)ctx, (void)id, (void)may_wait, (void)err;
    *out = (pd_api_model){.id = "default",
                          .kind = &pd_api_kinds[PD_API_KIND_BODY],
                          .is_default = 1,
                          .resident = pd_smpl_model_retain(body)};
    return PD_OK;
}

static const pd_api_host host = {.acquire = acquire};

/* Returns a call for a mesh of `count` bodies. */
static pd_api_call *mesh(int count)
{
    pd_buffer text = {0};
    pd_buffer_text(&text, "{\"bodies\":[");
    for (int i = 0; i < count; i++) pd_buffer_printf(&text, "%s{\"betas\":[%d.5]}", i ? "," : "", i % 3);
    pd_buffer_text(&text, "]}");
    const pd_api_request request = {.method = "POST",
                                    .path = "/v1/models/default/mesh",
                                    .query = "format=bin",
                                    .content_type = "application/json",
                                    .request_id = "of-this-request",
                                    .body = {text.data, text.size}};
    pd_api_call *call = pd_api_decode(&request, &host, &limits);
    pd_buffer_deinit(&text);
    assert_non_null(call);
    assert_false(pd_api_call_done(call));
    return call;
}

static atomic_int done_count;

static void count_done(pd_srv_job *job)
{
    (void)job;
    atomic_fetch_add(&done_count, 1);
}

static pd_srv_job job_of(pd_api_call *call)
{
    return (pd_srv_job){.call = call,
                        .model = pd_api_call_model(call),
                        .work = (int)pd_api_call_work(call),
                        .weight = pd_api_call_weight(call),
                        .done = count_done};
}

static pd_srv_workers *start(int threads, int queue)
{
    pd_srv_workers *workers;
    const pd_srv_workers_options options = {
        .threads = threads, .queue = queue, .max_bodies = 64, .metrics = metrics};
    assert_int_equal(pd_srv_workers_start(&workers, &options, NULL), PD_OK);
    atomic_store(&done_count, 0);
    return workers;
}

static void stop(pd_srv_workers *workers)
{
    pd_srv_workers_halt(workers);
    pd_srv_workers_free(workers);
}

static void many_jobs_on_many_workers_give_the_bits_of_one(void **state)
{
    (void)state;
    enum { JOBS = 60 };
    pd_srv_job jobs[JOBS];
    pd_arena scratch;
    pd_arena_init(&scratch, 0);
    pd_srv_workers *workers = start(4, JOBS);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = job_of(mesh(1 + i % 24));
        assert_int_equal(pd_srv_workers_submit(workers, &jobs[i]), PD_SRV_ADMITTED);
    }
    while (atomic_load(&done_count) < JOBS) usleep(1000);
    for (int i = 0; i < JOBS; i++) {
        pd_api_call *alone = mesh(1 + i % 24);
        pd_api_run(&alone, 1, &scratch, &pd_executor_serial);
        const pd_buffer *left = &pd_api_call_reply(jobs[i].call)->body,
                        *right = &pd_api_call_reply(alone)->body;
        assert_int_equal(pd_api_call_reply(alone)->status, 200);
        assert_int_equal(left->size, right->size);
        assert_memory_equal(left->data, right->data, left->size);
        pd_api_call_release(alone);
        pd_api_call_release(jobs[i].call);
    }
    pd_arena_deinit(&scratch);
    stop(workers);
}

/* --- jobs that the test holds and lets go --- */

typedef struct held {
    pd_srv_job job;
    atomic_int begun, may_end;
} held;

static void hold(pd_srv_job *job)
{
    held *h = (held *)job;
    atomic_store(&h->begun, 1);
    while (!atomic_load(&h->may_end)) usleep(1000);
    atomic_fetch_add(&done_count, 1);
}

static held held_job(uint64_t client, double cost_ms)
{
    return (held){.job = {.client = client, .cost_ms = cost_ms, .run = hold, .done = count_done}};
}

static void wait_until(atomic_int *value, int wanted)
{
    while (atomic_load(value) < wanted) usleep(1000);
}

/* Lets the light worker's job end once one that waited has been handed back. */
static held running;

static void count_and_let_go(pd_srv_job *job)
{
    count_done(job);
    atomic_store(&running.may_end, 1);
}

static void waiting_jobs_are_answered_503_when_the_workers_stop(void **state)
{
    (void)state;
    enum { JOBS = 50 };
    pd_srv_job jobs[JOBS], late;
    pd_srv_workers *workers = start(1, JOBS + 1);
    running = held_job(1, 1);
    assert_int_equal(pd_srv_workers_submit(workers, &running.job), PD_SRV_ADMITTED);
    wait_until(&running.begun, 1);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = job_of(mesh(100));
        jobs[i].done = count_and_let_go;
        assert_int_equal(pd_srv_workers_submit(workers, &jobs[i]), PD_SRV_ADMITTED);
    }
    pd_srv_workers_halt(workers);
    assert_int_equal(atomic_load(&done_count), JOBS + 1); /* what runs comes to its end */
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(pd_api_call_reply(jobs[i].call)->status, 503);
        const pd_buffer *sent = &pd_api_call_reply(jobs[i].call)->body;
        assert_non_null(memmem(sent->data, sent->size, "\"request_id\":\"of-this-request\"", 30));
        pd_api_call_release(jobs[i].call);
    }
    late = job_of(mesh(1));
    assert_int_equal(pd_srv_workers_submit(workers, &late), PD_SRV_NO_WORKERS);
    assert_int_equal(pd_srv_workers_admit(workers, &late), PD_SRV_NO_WORKERS);
    pd_api_call_release(late.call);
    pd_srv_workers_free(workers);
}

static void a_full_queue_refuses_until_its_limit_is_raised(void **state)
{
    (void)state;
    enum { JOBS = 8, ROOM = 2 };
    pd_srv_job jobs[JOBS];
    pd_srv_workers *workers = start(1, ROOM);
    running = held_job(1, 1);
    assert_int_equal(pd_srv_workers_submit(workers, &running.job), PD_SRV_ADMITTED);
    wait_until(&running.begun, 1);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = job_of(mesh(200));
        if (i == JOBS - 1)
            pd_srv_workers_limit(workers, &(pd_srv_workers_options){.queue = 100, .max_bodies = 64});
        const bool is_taken = i < ROOM || i == JOBS - 1;
        assert_int_equal(pd_srv_workers_admit(workers, &jobs[i]),
                         is_taken ? PD_SRV_ADMITTED : PD_SRV_QUEUE_FULL);
        assert_int_equal(pd_srv_workers_submit(workers, &jobs[i]),
                         is_taken ? PD_SRV_ADMITTED : PD_SRV_QUEUE_FULL);
    }
    assert_int_equal(pd_srv_workers_waiting(workers), ROOM + 1);
    assert_in_range(pd_srv_workers_retry_after(workers, &jobs[0]), 1, 60);
    atomic_store(&running.may_end, 1);
    wait_until(&done_count, ROOM + 2);
    assert_int_equal(pd_srv_workers_waiting(workers), 0);
    for (int i = 0; i < JOBS; i++) pd_api_call_release(jobs[i].call);
    stop(workers);
}

/* Returns the number after the name at the beginning of a line of /metrics. */
static double metric(const char *name)
{
    pd_buffer text = {0};
    char line[80];
    pd_srv_metrics_write(metrics, &text);
    pd_buffer_add(&text, "", 1);
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr((const char *)text.data, line);
    const double value = at ? atof(at + strlen(line)) : -1;
    pd_buffer_deinit(&text);
    return value;
}

static void a_batch_has_at_most_the_bodies_that_are_allowed(void **state)
{
    (void)state;
    enum { JOBS = 6 };
    static const int most[] = {64, 2, 4};
    const pd_srv_workers_options options = {
        .threads = 1, .queue = 100, .max_bodies = most[0], .metrics = metrics};
    pd_srv_workers *workers;
    assert_int_equal(pd_srv_workers_start(&workers, &options, NULL), PD_OK);
    for (int round = 0; round < 3; round++) {
        pd_srv_job jobs[JOBS];
        pd_srv_workers_limit(workers, &(pd_srv_workers_options){.queue = 100, .max_bodies = most[round]});
        atomic_store(&done_count, 0);
        const double batches = metric("posed_batch_bodies_count"), bodies = metric("posed_batch_bodies_sum");
        running = held_job(1, 1);
        assert_int_equal(pd_srv_workers_submit(workers, &running.job), PD_SRV_ADMITTED);
        wait_until(&running.begun, 1);
        for (int i = 0; i < JOBS; i++) {
            jobs[i] = job_of(mesh(1));
            assert_int_equal(pd_srv_workers_submit(workers, &jobs[i]), PD_SRV_ADMITTED);
        }
        atomic_store(&running.may_end, 1);
        wait_until(&done_count, JOBS + 1);
        const int each = most[round] < JOBS ? most[round] : JOBS;
        assert_true(metric("posed_batch_bodies_count") == batches + (JOBS + each - 1) / each);
        assert_true(metric("posed_batch_bodies_sum") == bodies + JOBS);
        for (int i = 0; i < JOBS; i++) pd_api_call_release(jobs[i].call);
    }
    stop(workers);
}

static void expensive_jobs_leave_the_light_workers_free(void **state)
{
    (void)state;
    enum { HEAVY = 8 };
    held heavy[HEAVY];
    pd_srv_workers *workers = start(1, 100);
    for (int i = 0; i < HEAVY; i++) {
        heavy[i] = held_job((uint64_t)i, 1000);
        assert_int_equal(pd_srv_workers_submit(workers, &heavy[i].job), PD_SRV_ADMITTED);
    }
    wait_until(&heavy[0].begun, 1);
    wait_until(&heavy[1].begun, 1); /* two medium threads for one light one */

    pd_srv_job light = job_of(mesh(1));
    assert_int_equal(pd_srv_workers_submit(workers, &light), PD_SRV_ADMITTED);
    wait_until(&done_count, 1); /* while not one of the heavy ones has ended */
    assert_int_equal(pd_api_call_reply(light.call)->status, 200);
    assert_int_equal(pd_srv_workers_waiting(workers), HEAVY - 2);

    for (int i = 0; i < HEAVY; i++) atomic_store(&heavy[i].may_end, 1);
    wait_until(&done_count, 1 + HEAVY);
    pd_api_call_release(light.call);
    stop(workers);
}

static void one_client_never_holds_all_threads_of_a_team(void **state)
{
    (void)state;
    held own[3], other = held_job(2, 1000);
    pd_srv_workers *workers = start(2, 100); /* three medium threads */
    for (int i = 0; i < 3; i++) {
        own[i] = held_job(1, 1000);
        assert_int_equal(pd_srv_workers_submit(workers, &own[i].job), PD_SRV_ADMITTED);
    }
    wait_until(&own[0].begun, 1);
    wait_until(&own[1].begun, 1);
    assert_int_equal(pd_srv_workers_submit(workers, &other.job), PD_SRV_ADMITTED);
    wait_until(&other.begun, 1); /* although it came last */
    assert_int_equal(atomic_load(&own[2].begun), 0);

    atomic_store(&own[0].may_end, 1);
    wait_until(&own[2].begun, 1); /* now it holds no more than before */
    for (int i = 0; i < 3; i++) atomic_store(&own[i].may_end, 1);
    atomic_store(&other.may_end, 1);
    wait_until(&done_count, 4);
    stop(workers);
}

static void leave_the_last_of(int heavy)
{
    held minutes[5], seconds[2];
    const int count = heavy == 2 ? 3 : 5;
    pd_srv_workers *workers = start(heavy - 1, 100);
    for (int i = 0; i < count; i++) {
        minutes[i] = held_job((uint64_t)i, 20000);
        assert_int_equal(pd_srv_workers_submit(workers, &minutes[i].job), PD_SRV_ADMITTED);
    }
    for (int begun = 0; begun < heavy - 1; usleep(1000)) {
        begun = 0;
        for (int i = 0; i < count; i++) begun += atomic_load(&minutes[i].begun);
        assert_true(begun <= heavy - 1);
    }

    for (int i = 0; i < 2; i++) { /* one after the other, while both long ones go on */
        seconds[i] = held_job((uint64_t)(10 + i), 3000);
        assert_int_equal(pd_srv_workers_submit(workers, &seconds[i].job), PD_SRV_ADMITTED);
        wait_until(&seconds[i].begun, 1);
        atomic_store(&seconds[i].may_end, 1);
        wait_until(&done_count, 1 + i);
    }
    assert_int_equal(pd_srv_workers_waiting(workers), count - (heavy - 1));

    for (int i = 0; i < count; i++) atomic_store(&minutes[i].may_end, 1);
    wait_until(&done_count, 2 + count); /* all of them in the end */
    stop(workers);
}

static void long_jobs_of_many_clients_leave_the_last_heavy_thread_to_shorter_ones(void **state)
{
    (void)state;
    leave_the_last_of(2);
    leave_the_last_of(3);
}

static int nice_of_job;

static void note_nice(pd_srv_job *job)
{
    nice_of_job = getpriority(PRIO_PROCESS, 0);
    job->done(job);
}

static void more_expensive_classes_run_at_lower_priorities(void **state)
{
    (void)state;
    static const double costs[PD_SRV_CLASS_COUNT] = {1, 1000, 1e5};
    const int own = getpriority(PRIO_PROCESS, 0);
    int nices[PD_SRV_CLASS_COUNT];
    pd_srv_workers *workers = start(1, 100);
    for (int i = 0; i < PD_SRV_CLASS_COUNT; i++) {
        pd_srv_job job = {.cost_ms = costs[i], .run = note_nice, .done = count_done};
        assert_int_equal(pd_srv_workers_submit(workers, &job), PD_SRV_ADMITTED);
        wait_until(&done_count, i + 1);
        nices[i] = nice_of_job;
    }
    stop(workers);
    assert_int_equal(nices[PD_SRV_LIGHT], own);
    assert_int_equal(nices[PD_SRV_MEDIUM], own + 6 < 19 ? own + 6 : 19);
    assert_int_equal(nices[PD_SRV_HEAVY], own + 12 < 19 ? own + 12 : 19);
}

static void a_waiting_job_that_is_cancelled_is_handed_back_at_once(void **state)
{
    (void)state;
    held first[2] = {held_job(1, 1000), held_job(2, 1000)};
    pd_cancel cancel = {0};
    pd_srv_job waiting = job_of(mesh(2));
    pd_srv_workers *workers = start(1, 100);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pd_srv_workers_submit(workers, &first[i].job), PD_SRV_ADMITTED);
    wait_until(&first[0].begun, 1);
    wait_until(&first[1].begun, 1);

    waiting.cost_ms = 1000;
    waiting.cancel = &cancel;
    assert_int_equal(pd_srv_workers_submit(workers, &waiting), PD_SRV_ADMITTED);
    pd_srv_workers_sweep(workers);
    assert_int_equal(pd_srv_workers_waiting(workers), 1);
    assert_true(pd_srv_workers_waiting_seconds(workers, PD_SRV_MEDIUM) == 1);
    pd_cancel_set(&cancel, PD_CANCEL_GONE);
    pd_srv_workers_sweep(workers);
    assert_int_equal(atomic_load(&done_count), 1);
    assert_int_equal(pd_srv_workers_waiting(workers), 0);
    assert_true(pd_srv_workers_waiting_seconds(workers, PD_SRV_MEDIUM) == 0);
    assert_int_equal(pd_api_call_reply(waiting.call)->status, 503);

    for (int i = 0; i < 2; i++) atomic_store(&first[i].may_end, 1);
    wait_until(&done_count, 3);
    pd_api_call_release(waiting.call);
    stop(workers);
}

/* Runs until it is cancelled. */
static void spin(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    (void)scratch;
    (void)executor;
    volatile unsigned long n = 0;
    while (!pd_cancelled(call->cancel)) n++;
}

static void a_job_that_runs_is_stopped_when_the_workers_halt(void **state)
{
    (void)state;
    pd_cancel cancel = {0};
    pd_api_call *call = mesh(1);
    call->run = spin;
    call->run_batch = NULL;
    pd_srv_job job = job_of(call);
    job.cancel = &cancel;
    job.cost_ms = 1000;
    pd_api_call_cancel_by(call, &cancel);
    pd_srv_workers *workers = start(1, 100);
    assert_int_equal(pd_srv_workers_submit(workers, &job), PD_SRV_ADMITTED);
    while (pd_srv_workers_waiting(workers)) usleep(1000);
    pd_srv_workers_halt(workers); /* would wait for ever */
    assert_int_equal(atomic_load(&done_count), 1);
    assert_int_equal(pd_api_call_reply(call)->status, 503);
    pd_api_call_release(call);
    pd_srv_workers_free(workers);
}

static atomic_int runs_begun;

/* Runs too long for a light job the first time, and ends at once the second time. */
static void overrun_once(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    if (atomic_fetch_add(&runs_begun, 1) == 0) {
        spin(call, scratch, executor);
        return;
    }
    pd_buffer_text(pd_api_answer(call, 200, "text/plain"), "done");
}

static void a_light_job_that_takes_too_long_begins_again_among_the_medium_ones(void **state)
{
    (void)state;
    pd_cancel cancel = {0};
    pd_api_call *call = mesh(1);
    call->run = overrun_once;
    call->run_batch = NULL;
    pd_srv_job job = job_of(call);
    job.cancel = &cancel;
    job.cost_ms = 1;
    pd_api_call_cancel_by(call, &cancel);
    atomic_store(&runs_begun, 0);
    const double before = metric("posed_meshes_total");
    pd_srv_workers *workers = start(1, 100);
    assert_int_equal(pd_srv_workers_submit(workers, &job), PD_SRV_ADMITTED);
    wait_until(&done_count, 1);
    assert_int_equal(atomic_load(&runs_begun), 2);
    assert_int_equal(job.least, PD_SRV_MEDIUM);
    assert_int_equal(pd_api_call_reply(call)->status, 200);
    assert_int_equal(pd_api_call_reply(call)->body.size, 4);
    assert_true(metric("posed_meshes_total") == before + 1); /* not once for each beginning */
    pd_api_call_release(call);
    stop(workers);
}

/* A light job that overran its time is queued again like any other job.
 * If the queue is full it is refused. */
static void a_light_job_that_takes_too_long_is_refused_where_nothing_more_may_wait(void **state)
{
    (void)state;
    pd_cancel cancel = {0};
    pd_api_call *call = mesh(1);
    call->run = overrun_once;
    call->run_batch = NULL;
    pd_srv_job job = job_of(call);
    job.cancel = &cancel;
    job.cost_ms = 1;
    pd_api_call_cancel_by(call, &cancel);
    atomic_store(&runs_begun, 0);
    pd_srv_workers *workers = start(1, 100);
    assert_int_equal(pd_srv_workers_submit(workers, &job), PD_SRV_ADMITTED);
    wait_until(&runs_begun, 1);
    pd_srv_workers_limit(workers, &(pd_srv_workers_options){.queue = 0, .max_bodies = 64});
    wait_until(&done_count, 1);
    assert_int_equal(atomic_load(&runs_begun), 1);
    const pd_api_reply *reply = pd_api_call_reply(call);
    assert_int_equal(reply->status, 503);
    assert_non_null(memmem(reply->body.data, reply->body.size, "too much work waits for a worker", 32));
    pd_api_call_release(call);
    stop(workers);
}

static int setup(void **state)
{
    (void)state;
    metrics = pd_srv_metrics_new();
    body = pd_fixture_model(&(pd_fixture){.vertices = 2000});
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(body);
    pd_srv_metrics_free(metrics);
    return 0;
}

/* --- threads that help --- */

enum { PIECES = 24 };

/* The pieces of a shared run: who did each, and how often. */
static struct {
    atomic_int times[PIECES], worker[PIECES], outside;
    int wanted, worker_count;
} meeting;

static void do_piece(void *arg, int index, int worker)
{
    (void)arg;
    atomic_fetch_add(&meeting.times[index], 1);
    atomic_store(&meeting.worker[index], worker);
    if (worker < 0 || worker >= meeting.worker_count) atomic_fetch_add(&meeting.outside, 1);
    usleep(1000); /* so that others can come */
}

static int count_helpers(void)
{
    int count = 0;
    for (int i = 0; i < PIECES; i++) {
        bool is_new = true;
        for (int k = 0; k < i; k++)
            is_new &= atomic_load(&meeting.worker[k]) != atomic_load(&meeting.worker[i]);
        count += is_new;
    }
    return count;
}

/* Runs again until the wanted number of threads have taken part:
 * they may not be idle yet when the first run begins. */
static void run_meeting(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    (void)scratch;
    meeting.worker_count = executor->worker_count;
    do {
        for (int i = 0; i < PIECES; i++) atomic_store(&meeting.times[i], 0);
        pd_execute(executor, do_piece, NULL, PIECES);
        for (int i = 0; i < PIECES; i++) /* all are done, each once, before it returns */
            if (atomic_load(&meeting.times[i]) != 1) atomic_fetch_add(&meeting.outside, 1);
    } while (count_helpers() < meeting.wanted);
    pd_api_call_refuse(call, 503, "met");
}

static void meet(int weight, double cost_ms, int wanted, int worker_count)
{
    pd_api_call *call = mesh(weight);
    memset(&meeting, 0, sizeof meeting);
    meeting.wanted = wanted;
    call->run = run_meeting;
    call->run_batch = NULL;
    pd_srv_job job = job_of(call);
    assert_int_equal(job.weight, weight);
    job.cost_ms = cost_ms;
    pd_srv_workers *workers = start(2, 100);
    assert_int_equal(pd_srv_workers_submit(workers, &job), PD_SRV_ADMITTED);
    wait_until(&done_count, 1);
    assert_true(count_helpers() >= wanted);
    assert_int_equal(atomic_load(&meeting.outside), 0);
    assert_int_equal(meeting.worker_count, worker_count);
    stop(workers);
    pd_api_call_release(call);
}

static void idle_threads_of_a_team_help_with_a_large_batch(void **state)
{
    (void)state;
    meet(32, 1, 2, 2);
    meet(32, 100, 2, 3); /* a team of longer jobs has a thread more */
}

static void a_small_batch_is_done_by_one_thread(void **state)
{
    (void)state;
    meet(31, 1, 1, 1);
    assert_int_equal(count_helpers(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_jobs_on_many_workers_give_the_bits_of_one),
        cmocka_unit_test(idle_threads_of_a_team_help_with_a_large_batch),
        cmocka_unit_test(a_small_batch_is_done_by_one_thread),
        cmocka_unit_test(waiting_jobs_are_answered_503_when_the_workers_stop),
        cmocka_unit_test(a_full_queue_refuses_until_its_limit_is_raised),
        cmocka_unit_test(a_batch_has_at_most_the_bodies_that_are_allowed),
        cmocka_unit_test(expensive_jobs_leave_the_light_workers_free),
        cmocka_unit_test(one_client_never_holds_all_threads_of_a_team),
        cmocka_unit_test(long_jobs_of_many_clients_leave_the_last_heavy_thread_to_shorter_ones),
        cmocka_unit_test(more_expensive_classes_run_at_lower_priorities),
        cmocka_unit_test(a_waiting_job_that_is_cancelled_is_handed_back_at_once),
        cmocka_unit_test(a_job_that_runs_is_stopped_when_the_workers_halt),
        cmocka_unit_test(a_light_job_that_takes_too_long_begins_again_among_the_medium_ones),
        cmocka_unit_test(a_light_job_that_takes_too_long_is_refused_where_nothing_more_may_wait),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
