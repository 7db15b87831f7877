#ifndef TESTS_SUPPORT_STAGE_CLOCK_H
#define TESTS_SUPPORT_STAGE_CLOCK_H
/* A clock for a stage that is tested without waiting: it moves when somebody sleeps on it, and as far as a test says when somebody looks. */
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
