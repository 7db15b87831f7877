/* Tests that a wait never ends before its time and that the processor time
 * of a thread grows while it works. */
#include "server/base/clock.h"

#include "tests/support/cmocka.h"

#include <errno.h>

/* Nobody is woken before the time that was asked for, however late it is. */
static void waits_end_no_earlier_than_asked(void **state)
{
    (void)state;
    const pd_srv_clock *clock = &pd_srv_monotonic_clock;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond;
    pd_srv_cond_init(&cond);
    pthread_mutex_lock(&lock);

    const int64_t until_us = pd_srv_now_us() + 2000;
    int code;
    while (!(code = pd_srv_cond_wait_until(&cond, &lock, until_us))) continue; /* woken by nobody */
    assert_int_equal(code, ETIMEDOUT);
    assert_true(pd_srv_now_us() >= until_us);

    const int64_t at_us = clock->now_us(clock->ctx) + 2000;
    clock->sleep_until(clock->ctx, at_us);
    assert_true(clock->now_us(clock->ctx) >= at_us);

    /* The last microsecond of a second is a time too: one that is over. */
    const int64_t last_us = pd_srv_now_us() / PD_SRV_SECOND * PD_SRV_SECOND - 1;
    while (!(code = pd_srv_cond_wait_until(&cond, &lock, last_us))) continue;
    assert_int_equal(code, ETIMEDOUT);
    clock->sleep_until(clock->ctx, last_us);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&cond);
}

/* The processor time of a thread grows while it works, from one nanosecond to a later one. */
static void the_processor_time_of_a_thread_grows_while_it_computes(void **state)
{
    (void)state;
    const pd_srv_clock *clock = &pd_srv_monotonic_clock;
    const int64_t begun = clock->worked_ns(clock->ctx);
    int64_t last = begun;
    assert_true(begun >= 0);
    while (last - begun < 1000000) {
        const int64_t now = clock->worked_ns(clock->ctx);
        assert_true(now >= last);
        last = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_end_no_earlier_than_asked),
        cmocka_unit_test(the_processor_time_of_a_thread_grows_while_it_computes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
