#ifndef PD_SERVER_BASE_CLOCK_H
#define PD_SERVER_BASE_CLOCK_H
/* The server's clock: microseconds since an arbitrary start, monotonic.
 *
 * Only server/ reads clocks; core and api receive times as numbers. All intervals use CLOCK_MONOTONIC, which
 * cannot be set: when the wall clock jumps (NTP, a paused virtual machine, an operator), ticks, timeouts,
 * resume windows and frame times do not change.
 */
#include <pthread.h>
#include <stdint.h>
#include <time.h>

#define PD_SRV_SECOND INT64_C(1000000)

/* Returns the current time. */
static inline int64_t pd_srv_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * PD_SRV_SECOND + now.tv_nsec / 1000;
}

/* Returns the wall clock in seconds since 1970. It may jump; use it only for dates that operators write
 * (`until=` of keys). */
static inline int64_t pd_srv_wall_s(void)
{
    return (int64_t)time(NULL);
}

/* Initializes a condition variable whose timed waits use this clock. The default of pthreads is the wall
 * clock, whose jumps lengthen or end waits. */
void pd_srv_cond_init(pthread_cond_t *cond);
/* Waits until the condition is signalled (returns 0) or the time `us` is reached (returns ETIMEDOUT). */
int pd_srv_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t us);

/* A replaceable clock. Tests pass one whose time they set. */
typedef struct pd_srv_clock {
    void *ctx;
    int64_t (*now_us)(void *ctx);
    /* Returns at once when `us` is past. */
    void (*sleep_until)(void *ctx, int64_t us);
    /* Processor time of the calling thread, nanoseconds. NULL: time is measured with now_us instead. */
    int64_t (*worked_ns)(void *ctx);
} pd_srv_clock;

/* The real clock: pd_srv_now_us, clock_nanosleep and the thread's CPU clock. */
extern const pd_srv_clock pd_srv_monotonic_clock;

/* Converts seconds to microseconds. */
static inline int64_t pd_srv_seconds_us(double seconds)
{
    return (int64_t)(seconds * 1e6);
}

#endif
