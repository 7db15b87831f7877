#ifndef PD_SERVER_BASE_CLOCK_H
#define PD_SERVER_BASE_CLOCK_H
/* The server's clock: microseconds, monotonic, from an arbitrary start. Only server/ reads clocks; core and api
 * get times as numbers. Nobody can set it: when the wall clock jumps (NTP, a VM that was paused, an operator), no tick, timeout, resume window
 * or frame time moves, which is why no test sets clocks. */
#include <pthread.h>
#include <stdint.h>
#include <time.h>

#define PD_SRV_SECOND INT64_C(1000000)

static inline int64_t pd_srv_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * PD_SRV_SECOND + now.tv_nsec / 1000;
}

/* Seconds since 1970, by the wall clock, which may jump: for the dates that operators write (keys' until). */
static inline int64_t pd_srv_wall_s(void)
{
    return (int64_t)time(NULL);
}

/* A condition whose waits end by this clock: pthread's own default is the wall clock, whose steps lengthen or end waits. */
void pd_srv_cond_init(pthread_cond_t *cond);
/* Returns 0 when signalled, ETIMEDOUT from us on. */
int pd_srv_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t us);

/* A clock that is handed in: tests have one that moves when they say so. */
typedef struct pd_srv_clock {
    void *ctx;
    int64_t (*now_us)(void *ctx);
    void (*sleep_until)(void *ctx, int64_t us); /* returns at once when that is past */
    int64_t (*worked_ns)(
        void *ctx); /* processor time of this thread; NULL: now_us, as if it did nothing else */
} pd_srv_clock;

/* pd_srv_now_us, and sleeping on it. */
extern const pd_srv_clock pd_srv_monotonic_clock;

static inline int64_t pd_srv_seconds_us(double seconds)
{
    return (int64_t)(seconds * 1e6);
}

#endif
