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

void pd_srv_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attributes);
    pthread_condattr_destroy(&attributes);
}

int pd_srv_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t us)
{
    const struct timespec at = {.tv_sec = us / PD_SRV_SECOND, .tv_nsec = us % PD_SRV_SECOND * 1000};
    return pthread_cond_timedwait(cond, lock, &at);
}

const pd_srv_clock pd_srv_monotonic_clock = {NULL, now_us, sleep_until, worked_ns};
