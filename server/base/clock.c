#include "server/base/clock.h"

static int64_t now_us(void *ctx)
{
    (void)ctx;
    return pd_srv_now_us();
}

static void sleep_until(void *ctx, int64_t us)
{
    struct timespec at = {.tv_sec = us / PD_SRV_SECOND, .tv_nsec = us % PD_SRV_SECOND * 1000};
    (void)ctx;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL)) continue;
}

static int64_t worked_ns(void *ctx)
{
    struct timespec worked;
    (void)ctx;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
    return (int64_t)worked.tv_sec * 1000000000 + worked.tv_nsec;
}

const pd_srv_clock pd_srv_monotonic_clock = {NULL, now_us, sleep_until, worked_ns};
