#ifndef TESTS_SUPPORT_STAGE_CLOCK_H
#define TESTS_SUPPORT_STAGE_CLOCK_H
/* A clock that tests a stage without waiting: it advances when a thread sleeps on it, and by a step that the test sets when it is read. */
#include "server/base/clock.h"

#include <stdint.h>
#include <unistd.h>

static struct {
    _Atomic int64_t now_us; /* the tick's thread sleeps, others look                          */
    int64_t oversleep_us;   /* how much later than asked for a sleeper wakes                  */
    int64_t look_us;        /* time that passes between two looks                             */
    unsigned pause_us;      /* real time of a sleep: a stage's own thread does not run for ever */
} stage_clock_time;

static int64_t stage_clock_now(void *ctx)
{
    (void)ctx;
    return stage_clock_time.now_us += stage_clock_time.look_us;
}

static void stage_clock_sleep(void *ctx, int64_t us)
{
    (void)ctx;
    if (stage_clock_time.now_us < us) stage_clock_time.now_us = us;
    stage_clock_time.now_us += stage_clock_time.oversleep_us;
    if (stage_clock_time.pause_us) usleep(stage_clock_time.pause_us);
}

#endif
