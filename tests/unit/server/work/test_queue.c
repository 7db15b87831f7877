/* Tests the order in which jobs leave the queue, what is batched, and what is refused. Fairness is measured
 * on virtual clients with a virtual clock. */
#include "server/work/queue.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

static const int red, blue; /* two models */

static const pd_srv_batch_limits single = {.jobs = 1, .weight = 64, .cost_ms = PD_SRV_LIGHT_MS},
                                 batch = {.jobs = 8, .weight = 64, .cost_ms = PD_SRV_LIGHT_MS};

static pd_srv_job job_of(const void *model, int work, int weight)
{
    return (pd_srv_job){.model = model, .work = work, .weight = weight, .cost_ms = 1};
}

static pd_srv_job from(uint64_t client, double cost_ms)
{
    return (pd_srv_job){.model = &red, .work = 1, .weight = 1, .client = client, .cost_ms = cost_ms};
}

static pd_srv_job heavy_of(uint64_t client, double cost_ms)
{
    pd_srv_job job = from(client, cost_ms);
    job.least = PD_SRV_HEAVY;
    return job;
}

/* Pushes a job, and checks that _admits has predicted the result. */
static int push(pd_srv_queue *queue, pd_srv_job *job)
{
    const pd_srv_admission foretold = pd_srv_queue_admits(queue, job),
                           admission = pd_srv_queue_push(queue, job, 0);
    assert_int_equal(foretold, admission);
    return (int)admission;
}

static pd_srv_job *next(pd_srv_queue *queue, pd_srv_class class)
{
    pd_srv_job *job = NULL;
    return pd_srv_queue_take(queue, class, NULL, &job, &single) ? job : NULL;
}

/* --- batches --- */

static void jobs_of_one_model_come_out_together_and_in_order(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[5], *out[8];
    pd_srv_queue_init(&queue, 10, 1000);
    for (int i = 0; i < 5; i++) {
        jobs[i] = job_of(&red, 1, 1);
        assert_int_equal(pd_srv_queue_push(&queue, &jobs[i], 100 + i), PD_SRV_ADMITTED);
    }
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 5);
    for (int i = 0; i < 5; i++) {
        assert_ptr_equal(out[i], &jobs[i]);
        assert_int_equal(out[i]->queued_us, 100 + i);
    }
    assert_int_equal(queue.lanes[PD_SRV_LIGHT].count, 0);
    assert_true(queue.lanes[PD_SRV_LIGHT].waiting_ms == 0);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 0);
}

static void a_batch_holds_one_model_and_one_kind_of_work(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[6] = {job_of(&red, 1, 1), job_of(&blue, 1, 1), job_of(&red, 2, 1),
                          job_of(&red, 1, 1), job_of(&blue, 1, 1), job_of(&red, 2, 1)};
    pd_srv_job *out[8];
    pd_srv_queue_init(&queue, 10, 1000);
    for (int i = 0; i < 6; i++) push(&queue, &jobs[i]);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 2);
        assert_ptr_equal(out[0], &jobs[i]);
        assert_ptr_equal(out[1], &jobs[i + 3]);
    }
}

static void a_batch_stops_at_its_weight_and_at_its_cost_but_one_job_always_fits(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[4] = {job_of(&red, 1, 100), job_of(&red, 1, 3), job_of(&red, 1, 4), job_of(&red, 1, 2)};
    pd_srv_job *out[4];
    const pd_srv_batch_limits eight = {.jobs = 4, .weight = 8, .cost_ms = 100},
                              costs = {.jobs = 4, .weight = 8, .cost_ms = 10};
    pd_srv_queue_init(&queue, 10, 1000);
    for (int i = 0; i < 4; i++) push(&queue, &jobs[i]);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &eight), 1);
    assert_ptr_equal(out[0], &jobs[0]);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &eight), 2);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &eight), 1);
    assert_ptr_equal(out[0], &jobs[3]);

    static const double cost[] = {12, 6, 4, 1};
    for (int i = 0; i < 4; i++) {
        jobs[i] = job_of(&red, 1, 1);
        jobs[i].cost_ms = cost[i];
        push(&queue, &jobs[i]);
    }
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &costs), 1);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &costs), 2);
    assert_ptr_equal(out[1], &jobs[2]);
}

static void a_job_that_runs_alone_joins_no_batch(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[4], *out[8];
    pd_srv_queue_init(&queue, 10, 1000);
    for (int i = 0; i < 4; i++) {
        jobs[i] = job_of(&red, 1, 1);
        jobs[i].is_alone = i == 1;
        push(&queue, &jobs[i]);
    }
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 3);
    assert_ptr_equal(out[1], &jobs[2]);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 1);
    assert_ptr_equal(out[0], &jobs[1]);
}

static void go_on(pd_srv_job *job)
{
    (void)job;
}

static void a_first_job_that_runs_alone_is_a_batch_of_one(void **state)
{
    (void)state;
    for (int by_itself = 0; by_itself < 2; by_itself++) { /* it has its own function, or it says so */
        pd_srv_queue queue;
        pd_srv_job jobs[3], *out[8];
        pd_srv_queue_init(&queue, 10, 1000);
        for (int i = 0; i < 3; i++) {
            jobs[i] = job_of(&red, 1, 1);
            if (!i && by_itself) jobs[i].is_alone = 1;
            if (!i && !by_itself) jobs[i].run = go_on;
            push(&queue, &jobs[i]);
        }
        assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 1);
        assert_ptr_equal(out[0], &jobs[0]);
        assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 2);
    }
}

/* --- whose turn it is --- */

static void light_medium_and_heavy_jobs_wait_apart(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[5] = {from(1, 2000.5), from(1, 20), from(1, 1), from(1, 20.5), from(1, 2000)};
    jobs[2].least = PD_SRV_HEAVY; /* it has cost more than it was thought to */
    pd_srv_queue_init(&queue, 10, 1e5);
    for (int i = 0; i < 5; i++) assert_int_equal(push(&queue, &jobs[i]), PD_SRV_ADMITTED);
    assert_ptr_equal(next(&queue, PD_SRV_LIGHT), &jobs[1]);
    assert_null(next(&queue, PD_SRV_LIGHT));
    assert_ptr_equal(next(&queue, PD_SRV_MEDIUM), &jobs[3]);
    assert_ptr_equal(next(&queue, PD_SRV_MEDIUM), &jobs[4]);
    assert_null(next(&queue, PD_SRV_MEDIUM));
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &jobs[0]); /* admitted first */
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &jobs[2]);
}

static void a_client_with_many_jobs_does_not_delay_other_clients(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job crowd[40], lone;
    pd_srv_queue_init(&queue, 100, 1e6);
    for (int i = 0; i < 40; i++) {
        crowd[i] = heavy_of(1, 100);
        push(&queue, &crowd[i]);
    }
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &crowd[0]);
    lone = heavy_of(2, 150); /* has come last, and ends between the crowd's second and third */
    push(&queue, &lone);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &crowd[1]);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &lone);
    for (int i = 2; i < 40; i++) assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &crowd[i]);
}

/* Virtual clients that always have a job waiting, of very different costs. One worker, its clock the sum of
 * what it took. */
static void clients_get_equal_parts_of_the_time_whatever_a_job_costs(void **state)
{
    (void)state;
    enum { CLIENTS = 5, EACH = 4 };
    static const double cost[CLIENTS] = {30, 100, 400, 1000, 3000};
    pd_srv_job jobs[CLIENTS][EACH];
    double got[CLIENTS] = {0}, clock = 0;
    pd_srv_queue queue;
    pd_srv_queue_init(&queue, 100, 1e9);
    for (int k = 0; k < EACH; k++)
        for (int c = 0; c < CLIENTS; c++) {
            jobs[c][k] = heavy_of((uint64_t)c, cost[c]);
            assert_int_equal(push(&queue, &jobs[c][k]), PD_SRV_ADMITTED);
        }

    while (clock < 1e6) {
        pd_srv_job *job = next(&queue, PD_SRV_HEAVY);
        got[job->client] += job->cost_ms;
        clock += job->cost_ms;
        assert_int_equal(push(&queue, job), PD_SRV_ADMITTED); /* it asks again at once */
        double least = got[0], most = got[0];
        for (int c = 1; c < CLIENTS; c++) {
            if (got[c] < least) least = got[c];
            if (got[c] > most) most = got[c];
        }
        assert_true(most - least <= 2 * 3000); /* the dearest job, by which anybody may be ahead or behind */
    }
}

static void an_expensive_job_waits_for_others_at_most_as_long_as_it_runs(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job dear = heavy_of(1, 2000), cheap[200];
    double others = 0;
    pd_srv_queue_init(&queue, 1000, 1e9);
    push(&queue, &dear);
    for (int i = 0;; i++) { /* a flood: two arrive for each that is served, all of one other client */
        for (int k = 0; k < 2; k++) {
            cheap[2 * i + k] = heavy_of(2, 50);
            push(&queue, &cheap[2 * i + k]);
        }
        pd_srv_job *job = next(&queue, PD_SRV_HEAVY);
        if (job == &dear) break;
        others += job->cost_ms;
        assert_true(i < 90);
    }
    assert_in_range((int)others, 1900, 2000);
}

static void jobs_of_a_blocked_client_stay_where_they_are(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[3] = {heavy_of(1, 100), heavy_of(2, 900), heavy_of(1, 100)}, *out;
    const uint64_t blocked = 1;
    pd_srv_queue_init(&queue, 10, 1e6);
    for (int i = 0; i < 3; i++) push(&queue, &jobs[i]);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_HEAVY, &blocked, &out, &single), 1);
    assert_ptr_equal(out, &jobs[1]);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_HEAVY, &blocked, &out, &single), 0);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &jobs[0]);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &jobs[2]);
}

/* --- bounds --- */

static void a_job_longer_than_requested_stays_in_the_queue(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_batch_limits shorter = single;
    pd_srv_queue_init(&queue, 100, 1e6);
    pd_srv_job minute = from(1, 60000), seconds = from(2, 9000), *out;
    push(&queue, &minute);
    shorter.longest_ms = PD_SRV_LONG_MS;
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_HEAVY, NULL, &out, &shorter), 0);
    assert_true(queue.lanes[PD_SRV_HEAVY].now_ms == 0); /* nothing was taken: no time has passed */
    push(&queue, &seconds);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_HEAVY, NULL, &out, &shorter), 1);
    assert_ptr_equal(out, &seconds);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &minute);
}

static void a_full_queue_takes_nothing_more_until_a_job_has_left(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[4], heavy = heavy_of(9, 100), *out[4];
    pd_srv_queue_init(&queue, 3, 1000);
    for (int i = 0; i < 4; i++) {
        jobs[i] = job_of(&red, 1, 1);
        assert_int_equal(push(&queue, &jobs[i]), i < 3 ? PD_SRV_ADMITTED : PD_SRV_QUEUE_FULL);
    }
    assert_int_equal(push(&queue, &heavy), PD_SRV_ADMITTED); /* the other class has places of its own */
    assert_non_null(next(&queue, PD_SRV_LIGHT));
    assert_int_equal(push(&queue, &jobs[3]), PD_SRV_ADMITTED);
    assert_int_equal(pd_srv_queue_take(&queue, PD_SRV_LIGHT, NULL, out, &batch), 3);
    assert_ptr_equal(out[2], &jobs[3]);
}

static void waiting_jobs_have_a_common_limit_and_each_client_half_of_it(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_job jobs[6] = {heavy_of(1, 300), heavy_of(1, 200), heavy_of(1, 100),
                          heavy_of(2, 450), heavy_of(3, 100), heavy_of(3, 50)};
    static const int admission[6] = {PD_SRV_ADMITTED, PD_SRV_ADMITTED,   PD_SRV_CLIENT_FULL,
                                     PD_SRV_ADMITTED, PD_SRV_QUEUE_FULL, PD_SRV_ADMITTED};
    pd_srv_queue_init(&queue, 100, 1000);
    for (int i = 0; i < 6; i++) assert_int_equal(push(&queue, &jobs[i]), admission[i]);
    assert_true(queue.lanes[PD_SRV_HEAVY].waiting_ms == 1000);
    while (next(&queue, PD_SRV_HEAVY)) {}
    assert_true(queue.lanes[PD_SRV_HEAVY].waiting_ms == 0);
    pd_srv_job dear = heavy_of(1, 1e6); /* with nothing waiting whatever it costs */
    assert_int_equal(push(&queue, &dear), PD_SRV_ADMITTED);
}

/* A reply in parts: admitted once, by all of it; then each part waits
 * for its turn among the others of its class. */
static void a_continued_job_is_not_refused_and_takes_turns(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_srv_queue_init(&queue, 2, 10000);
    pd_srv_job one = from(1, 10), two = from(2, 10), three = from(3, 10);
    one.whole_ms = two.whole_ms = 4000;
    three.whole_ms = 9000;

    assert_int_equal(pd_srv_job_class(&one), PD_SRV_HEAVY);
    assert_int_equal(push(&queue, &one), PD_SRV_ADMITTED);
    assert_int_equal(push(&queue, &three), PD_SRV_QUEUE_FULL); /* 4 and 9 of 10 s */
    assert_int_equal(push(&queue, &two), PD_SRV_ADMITTED);
    assert_true(queue.lanes[PD_SRV_HEAVY].waiting_ms == 8000);

    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &one);
    pd_srv_job whole = heavy_of(3, 100);
    assert_int_equal(push(&queue, &whole), PD_SRV_ADMITTED);
    one.goes_on = true;
    assert_int_equal(push(&queue, &one), PD_SRV_ADMITTED); /* though two wait */
    int turns = 0;
    for (pd_srv_job *job; (job = next(&queue, PD_SRV_HEAVY)) != &whole; turns++) {
        assert_ptr_equal(job, turns % 2 ? &one : &two);
        job->goes_on = true;
        assert_int_equal(push(&queue, job), PD_SRV_ADMITTED);
    }
    assert_in_range(turns, 18, 22); /* each of the two has had the 100 ms that it takes */
    assert_true(queue.lanes[PD_SRV_HEAVY].waiting_ms == 20);
}

static void cancelled_jobs_leave_and_no_longer_count(void **state)
{
    (void)state;
    pd_srv_queue queue;
    pd_cancel gone[6] = {0};
    pd_srv_job jobs[6], *out[6];
    pd_srv_queue_init(&queue, 100, 1000);
    for (int i = 0; i < 6; i++) {
        jobs[i] = i < 3 ? from((uint64_t)i, 1) : heavy_of((uint64_t)i, 100);
        jobs[i].cancel = i ? &gone[i] : NULL;
        push(&queue, &jobs[i]);
    }
    assert_int_equal(pd_srv_queue_take_cancelled(&queue, out, 6), 0);
    for (int i = 0; i < 6; i += 2) pd_cancel_set(&gone[i], PD_CANCEL_GONE);
    assert_int_equal(pd_srv_queue_take_cancelled(&queue, out, 6), 2);
    assert_ptr_equal(out[0], &jobs[2]);
    assert_ptr_equal(out[1], &jobs[4]);
    assert_int_equal(queue.lanes[PD_SRV_LIGHT].count, 2);
    assert_true(queue.lanes[PD_SRV_HEAVY].waiting_ms == 200);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &jobs[3]);
    assert_ptr_equal(next(&queue, PD_SRV_HEAVY), &jobs[5]);
    assert_null(next(&queue, PD_SRV_HEAVY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_of_one_model_come_out_together_and_in_order),
        cmocka_unit_test(a_batch_holds_one_model_and_one_kind_of_work),
        cmocka_unit_test(a_batch_stops_at_its_weight_and_at_its_cost_but_one_job_always_fits),
        cmocka_unit_test(a_job_that_runs_alone_joins_no_batch),
        cmocka_unit_test(a_first_job_that_runs_alone_is_a_batch_of_one),
        cmocka_unit_test(light_medium_and_heavy_jobs_wait_apart),
        cmocka_unit_test(a_client_with_many_jobs_does_not_delay_other_clients),
        cmocka_unit_test(clients_get_equal_parts_of_the_time_whatever_a_job_costs),
        cmocka_unit_test(an_expensive_job_waits_for_others_at_most_as_long_as_it_runs),
        cmocka_unit_test(jobs_of_a_blocked_client_stay_where_they_are),
        cmocka_unit_test(a_job_longer_than_requested_stays_in_the_queue),
        cmocka_unit_test(a_full_queue_takes_nothing_more_until_a_job_has_left),
        cmocka_unit_test(waiting_jobs_have_a_common_limit_and_each_client_half_of_it),
        cmocka_unit_test(a_continued_job_is_not_refused_and_takes_turns),
        cmocka_unit_test(cancelled_jobs_leave_and_no_longer_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
