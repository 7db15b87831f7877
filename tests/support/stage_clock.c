/* A clock that tests a stage without waiting (stage_clock.h). */
#include "tests/support/stage_clock.h"

#include <stdatomic.h>
#include <unistd.h>

stage_clock_state stage_clock_time;

int64_t stage_clock_now(void *ctx)
{
    (void)ctx;
    const int64_t passed = stage_clock_time.look_us;
    return atomic_fetch_add(&stage_clock_time.now_us, passed) + passed;
}

void stage_clock_sleep(void *ctx, int64_t us)
{
    (void)ctx;
    if (stage_clock_time.now_us < us) stage_clock_time.now_us = us;
    stage_clock_time.now_us += stage_clock_time.oversleep_us;
    if (stage_clock_time.pause_us) usleep(stage_clock_time.pause_us);
}
