/* Watchers of a daemon that stops: the time at which each of them is told,
 * when the test asks every 20 ms as ws.c does. */
#include "server/stream/farewell.h"

#include "server/base/rate.h"
#include "tests/support/cmocka.h"

enum { MOST = 64, TICK_US = 20000 };

/* Computes the time, microseconds after the begin, at which each of `count` watchers is told. The first `fed`
 * of them get frames. */
static void told(int64_t out[MOST], int fed, int count, double rate, int64_t until_us)
{
    const int64_t begin_us = 5000000;
    pd_srv_farewell farewell;
    int left = count;
    pd_srv_farewell_begin(&farewell, begin_us);
    for (int i = 0; i < count; i++) out[i] = -1;
    for (int64_t now_us = begin_us; left; now_us += TICK_US) {
        const int64_t left_us = begin_us + until_us - now_us;
        const int64_t step_us = pd_srv_rate_step_us(rate, left, left_us);
        assert_true(now_us < begin_us + 100000000);
        for (int turn = 0; turn < 2; turn++)
            for (int i = 0; i < count; i++) {
                if (out[i] >= 0 || (i < fed) != (turn == 0)) continue;
                if (!pd_srv_farewell_tell(&farewell, i < fed, step_us, left_us, now_us)) break;
                out[i] = now_us - begin_us;
                left--;
            }
        pd_srv_farewell_rest(&farewell, now_us);
    }
}

/* Ten a second: one every 100 ms, the first at once. */
static void watchers_with_frames_are_told_one_every_step(void **state)
{
    (void)state;
    int64_t at[MOST];
    told(at, 8, 8, 10, 60000000);
    for (int i = 0; i < 8; i++) assert_int_equal(at[i], i * 100000);
}

/* A second passes after the last with frames, or the begin where there is none; the time of the pause makes
 * no burst. The step is counted from the tick before the first. */
static void watchers_without_frames_are_told_after_a_pause(void **state)
{
    (void)state;
    int64_t at[MOST];
    told(at, 0, 5, 10, 60000000);
    assert_int_equal(at[0], 1000000);
    for (int i = 1; i < 5; i++) assert_int_equal(at[i], 1000000 - TICK_US + i * 100000);
    told(at, 3, 6, 10, 60000000);
    for (int i = 0; i < 3; i++) assert_int_equal(at[i], i * 100000);
    assert_int_equal(at[3], 1200000);
    for (int i = 4; i < 6; i++) assert_int_equal(at[i], 1200000 - TICK_US + (i - 3) * 100000);
}

/* Forty in three seconds by a rate of one a second: they follow each other as fast as they have to. */
static void all_watchers_are_told_within_the_available_time(void **state)
{
    (void)state;
    int64_t at[MOST];
    told(at, 40, 40, 1, 3000000);
    for (int i = 0; i < 40; i++) {
        assert_in_range(at[i], i * 75000 - 40000 * (i > 0), i * 75000 + 40000);
        if (i) assert_in_range(at[i] - at[i - 1], 60000, 100000);
    }

    /* Without time all are told at once, those without frames too. */
    told(at, 2, 5, 1, 0);
    for (int i = 0; i < 5; i++) assert_int_equal(at[i], 0);
    told(at, 0, 5, 1, -1);
    for (int i = 0; i < 5; i++) assert_int_equal(at[i], 0);

    /* The pause ends with the time. */
    told(at, 0, 5, 1, 500000);
    for (int i = 0; i < 5; i++) assert_int_equal(at[i], 500000);
}

/* A watcher that comes late is told at once, and the next one a step later: unused time is not saved. */
static void unused_time_is_not_saved_up(void **state)
{
    (void)state;
    pd_srv_farewell farewell;
    pd_srv_farewell_begin(&farewell, 0);
    pd_srv_farewell_rest(&farewell, 900000);
    assert_true(pd_srv_farewell_tell(&farewell, true, 100000, 1000000, 900000));
    assert_false(pd_srv_farewell_tell(&farewell, true, 100000, 1000000, 900000));
    pd_srv_farewell_rest(&farewell, 950000); /* what is not over yet stays */
    assert_false(pd_srv_farewell_tell(&farewell, true, 100000, 1000000, 999999));
    assert_true(pd_srv_farewell_tell(&farewell, true, 100000, 1000000, 1000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watchers_with_frames_are_told_one_every_step),
        cmocka_unit_test(watchers_without_frames_are_told_after_a_pause),
        cmocka_unit_test(all_watchers_are_told_within_the_available_time),
        cmocka_unit_test(unused_time_is_not_saved_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
