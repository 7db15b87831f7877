/* For LD_PRELOAD: the wall clock jumps twenty times a second, years ahead and back; the monotonic clock goes
 * on as it does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static int real_clock(clockid_t clock, struct timespec *out)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    return real(clock, out);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    struct timespec now;
    int code = real_clock(clock, out);
    if (code || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return code;
    real_clock(CLOCK_MONOTONIC, &now);
    out->tv_sec += (now.tv_sec * 20 + now.tv_nsec / 50000000) % 3 * 400L * 86400;
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return 0;
}
