#include "server/work/workers.h"

#include "api/http/api.h"
#include "server/base/metrics.h"
#include "tests/support/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static pd_smpl_model *body;
static pd_srv_metrics *metrics;
static const pd_api_limits limits = {
    .body_bytes = 1 << 20, .json_depth = 32, .json_memory = 4 << 20, .batch = 256};

static int acquire(void *ctx, const char *id, pd_api_model *out)
{
    (void)ctx;
    (void)id;
    *out = (pd_api_model){.id = "default",
                          .kind = &pd_api_kinds[PD_API_KIND_BODY],
                          .is_default = 1,
                          .resident = pd_smpl_model_retain(body)};
    return 1;
}

static const pd_api_host host = {.acquire = acquire};

/* A mesh of count bodies. */
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
        assert_true(pd_srv_workers_submit(workers, &jobs[i]));
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

static void what_waits_when_the_workers_stop_is_answered_503_and_nothing_more_is_taken(void **state)
{
    (void)state;
    enum { JOBS = 50 };
    pd_srv_job jobs[JOBS], late;
    pd_srv_workers *workers = start(1, JOBS);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = job_of(mesh(100));
        assert_true(pd_srv_workers_submit(workers, &jobs[i]));
    }
    pd_srv_workers_halt(workers);
    assert_int_equal(atomic_load(&done_count), JOBS);
    int refused = 0;
    for (int i = 0; i < JOBS; i++) {
        int status = pd_api_call_reply(jobs[i].call)->status;
        assert_true(status == 200 || status == 503);
        refused += status == 503;
        const pd_buffer *sent = &pd_api_call_reply(jobs[i].call)->body;
        if (status == 503)
            assert_non_null(memmem(sent->data, sent->size, "\"request_id\":\"of-this-request\"", 30));
        pd_api_call_release(jobs[i].call);
    }
    assert_true(refused > 0);
    late = job_of(mesh(1));
    assert_false(pd_srv_workers_submit(workers, &late));
    pd_api_call_release(late.call);
    pd_srv_workers_free(workers);
}

static void a_full_queue_refuses_until_its_limit_is_raised(void **state)
{
    (void)state;
    pd_srv_job jobs[8];
    pd_srv_workers *workers = start(1, 2);
    int taken = 0;
    for (int i = 0; i < 8; i++) {
        jobs[i] = job_of(mesh(200));
        if (i == 7) pd_srv_workers_limit(workers, 100, 64);
        int ok = pd_srv_workers_submit(workers, &jobs[i]);
        if (i == 7) assert_true(ok);
        taken += ok;
    }
    assert_true(taken < 8);
    assert_in_range(pd_srv_workers_retry_after(workers), 1, 60);
    while (atomic_load(&done_count) < taken) usleep(1000);
    assert_int_equal(pd_srv_workers_waiting(workers), 0);
    for (int i = 0; i < 8; i++) pd_api_call_release(jobs[i].call);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_jobs_on_many_workers_give_the_bits_of_one),
        cmocka_unit_test(what_waits_when_the_workers_stop_is_answered_503_and_nothing_more_is_taken),
        cmocka_unit_test(a_full_queue_refuses_until_its_limit_is_raised),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
