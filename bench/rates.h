#ifndef PD_BENCH_RATES_H
#define PD_BENCH_RATES_H
/* Rates of work in a second of processor time: the median of twenty rounds. */
#include <stdlib.h>
#include <time.h>

#define BENCH_ROUNDS 20

/* clock: of the thread, or of the process where several threads share the work. */
static inline double bench_now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int bench_by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median rate of step, units of work a second. step(arg) works once and returns its units.
 * seconds: of all rounds; one step before them warms up. */
static inline double bench_rate(double (*step)(void *arg), void *arg, double seconds, clockid_t clock)
{
    double rates[BENCH_ROUNDS];
    step(arg);
    for (int r = 0; r < BENCH_ROUNDS; r++) {
        double start = bench_now(clock), done = 0, took;
        do done += step(arg);
        while ((took = bench_now(clock) - start) < seconds / BENCH_ROUNDS);
        rates[r] = done / took;
    }
    qsort(rates, BENCH_ROUNDS, sizeof *rates, bench_by_value);
    return (rates[BENCH_ROUNDS / 2 - 1] + rates[BENCH_ROUNDS / 2]) / 2;
}

#endif
