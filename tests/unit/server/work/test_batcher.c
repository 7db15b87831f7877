#include "server/work/batcher.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const int red, blue; /* two models */

static pd_srv_job job_of(const void *model, int work, int weight)
{
    return (pd_srv_job){.model = model, .work = work, .weight = weight};
}

static void jobs_of_one_model_come_out_together_and_in_order(void **state)
{
    (void)state;
    pd_srv_batcher batcher;
    pd_srv_job jobs[5], *out[8];
    pd_srv_batcher_init(&batcher, 10);
    for (int i = 0; i < 5; i++) {
        jobs[i] = job_of(&red, 1, 1);
        assert_true(pd_srv_batcher_push(&batcher, &jobs[i], 100 + i));
    }
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 8, 64), 5);
    for (int i = 0; i < 5; i++) {
        assert_ptr_equal(out[i], &jobs[i]);
        assert_int_equal(out[i]->queued_us, 100 + i);
    }
    assert_int_equal(batcher.waiting, 0);
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 8, 64), 0);
}

static void a_batch_holds_one_model_and_one_kind_of_work(void **state)
{
    (void)state;
    pd_srv_batcher batcher;
    pd_srv_job jobs[6] = {job_of(&red, 1, 1), job_of(&blue, 1, 1), job_of(&red, 2, 1),
                          job_of(&red, 1, 1), job_of(&blue, 1, 1), job_of(&red, 2, 1)};
    pd_srv_job *out[8];
    pd_srv_batcher_init(&batcher, 10);
    for (int i = 0; i < 6; i++) pd_srv_batcher_push(&batcher, &jobs[i], 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pd_srv_batcher_take(&batcher, out, 8, 64), 2);
        assert_ptr_equal(out[0], &jobs[i]);
        assert_ptr_equal(out[1], &jobs[i + 3]);
    }
}

static void a_full_queue_takes_nothing_more_until_a_batch_has_left(void **state)
{
    (void)state;
    pd_srv_batcher batcher;
    pd_srv_job jobs[4], *out[4];
    pd_srv_batcher_init(&batcher, 3);
    for (int i = 0; i < 4; i++) {
        jobs[i] = job_of(&red, 1, 1);
        assert_int_equal(pd_srv_batcher_push(&batcher, &jobs[i], 0), i < 3);
    }
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 1, 64), 1);
    assert_true(pd_srv_batcher_push(&batcher, &jobs[3], 0));
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 4, 64), 3);
    assert_ptr_equal(out[2], &jobs[3]);
}

static void a_batch_stops_at_its_weight_but_one_job_always_fits(void **state)
{
    (void)state;
    pd_srv_batcher batcher;
    pd_srv_job jobs[4] = {job_of(&red, 1, 100), job_of(&red, 1, 3), job_of(&red, 1, 4), job_of(&red, 1, 2)};
    pd_srv_job *out[4];
    pd_srv_batcher_init(&batcher, 10);
    for (int i = 0; i < 4; i++) pd_srv_batcher_push(&batcher, &jobs[i], 0);
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 4, 8), 1);
    assert_ptr_equal(out[0], &jobs[0]);
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 4, 8), 2);
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 4, 8), 1);
    assert_ptr_equal(out[0], &jobs[3]);
}

static void a_crowd_on_one_model_does_not_starve_another(void **state)
{
    (void)state;
    pd_srv_batcher batcher;
    pd_srv_job crowd[40], lone, *out[8];
    pd_srv_batcher_init(&batcher, 100);
    for (int i = 0; i < 40; i++) {
        crowd[i] = job_of(&red, 1, 1);
        pd_srv_batcher_push(&batcher, &crowd[i], 0);
        if (i != 20) continue;
        lone = job_of(&blue, 1, 1);
        pd_srv_batcher_push(&batcher, &lone, 0);
    }
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 8, 8), 8);
    assert_int_equal(pd_srv_batcher_take(&batcher, out, 8, 8), 1);
    assert_ptr_equal(out[0], &lone);
    int left = 0, count;
    while ((count = pd_srv_batcher_take(&batcher, out, 8, 8))) {
        assert_ptr_equal(out[0], &crowd[8 + left]);
        left += count;
    }
    assert_int_equal(left, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_of_one_model_come_out_together_and_in_order),
        cmocka_unit_test(a_batch_holds_one_model_and_one_kind_of_work),
        cmocka_unit_test(a_full_queue_takes_nothing_more_until_a_batch_has_left),
        cmocka_unit_test(a_batch_stops_at_its_weight_but_one_job_always_fits),
        cmocka_unit_test(a_crowd_on_one_model_does_not_starve_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
