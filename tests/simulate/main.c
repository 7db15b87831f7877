/* simulate: worlds of seeds, one after the other on each core; tests/simulate/simulate.h says what is in them. */
#include "tests/simulate/simulate.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static volatile uint64_t seed_now;

static void on_crash(int number)
{
    dprintf(2, "not ok - seed %llu  signal %d\n  again: make simulate SEED=%llu COUNT=1 VERBOSE=1\n",
            (unsigned long long)seed_now, number, (unsigned long long)seed_now);
    _exit(1);
}

/* Every job-th seed. 0: none failed. */
static int run_seeds(uint64_t first, long count, int job, int jobs, double seconds, bool verbose, bool ends)
{
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    for (int i = 0; i < 5; i++) signal(signals[i], on_crash);

    int failed = 0;
    for (long i = job; i < count; i += jobs) {
        sim_result r;
        seed_now = first + (uint64_t)i;
        double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        sim_run(&r, first + (uint64_t)i, seconds, verbose);
        double took = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
        printf("%s seed %llu  hash %016llx  stage %016llx  %.0f s at %.0f x  moves %llu  frames %llu  inputs "
               "%llu  joins "
               "%llu (%llu "
               "resumed, %llu "
               "takeovers)  faults %llu (%llu pauses, %llu restarts, %llu allocations, %llu busy)  "
               "lowered %llu, raised %llu, interrupted %llu\n",
               r.failed ? "not ok -" : "ok -", (unsigned long long)(first + (uint64_t)i),
               (unsigned long long)r.hash, (unsigned long long)r.stage, r.seconds, r.seconds / took,
               (unsigned long long)r.counts.moves, (unsigned long long)r.counts.frames,
               (unsigned long long)r.counts.inputs, (unsigned long long)r.counts.welcomes,
               (unsigned long long)r.counts.resumed, (unsigned long long)r.counts.takeovers,
               (unsigned long long)r.counts.faults, (unsigned long long)r.counts.pauses,
               (unsigned long long)r.counts.restarts, (unsigned long long)r.counts.failed_allocations,
               (unsigned long long)r.counts.busy, (unsigned long long)r.counts.lowered,
               (unsigned long long)r.counts.raised, (unsigned long long)r.counts.interrupted);
        if (r.failed)
            printf("  %s\n  again: make simulate SEED=%llu COUNT=1 VERBOSE=1\n", r.what,
                   (unsigned long long)(first + (uint64_t)i));
        fflush(stdout);
        failed |= r.failed;
        if (failed && ends) break;
    }
    return failed;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    double hours = 1, world = SIM_SECONDS;
    long count = 0, jobs = sysconf(_SC_NPROCESSORS_ONLN);
    bool verbose = false, ends = false; /* ends: with the first failure */
    for (int option; (option = getopt(argc, argv, "s:h:n:j:t:vx")) != -1;) {
        switch (option) {
        case 's': seed = strtoull(optarg, NULL, 10); break;
        case 'h': hours = strtod(optarg, NULL); break;
        case 'n': count = strtol(optarg, NULL, 10); break;
        case 'j': jobs = strtol(optarg, NULL, 10); break;
        case 't': world = strtod(optarg, NULL); break;
        case 'x': ends = true; break;
        case 'v': verbose = true; break;
        default:
            fprintf(stderr,
                    "usage: simulate [-s SEED] [-h HOURS | -n COUNT] [-j JOBS] [-t SECONDS] [-v] [-x]\n");
            return 2;
        }
    }
    if (!count) count = (long)(hours * 3600 / world + 0.5);
    if (jobs > count) jobs = count;

    double before = seconds_of(CLOCK_MONOTONIC);
    pid_t children[64];
    if (jobs > 64) jobs = 64;
    for (int job = 0; job < jobs; job++) {
        children[job] = fork();
        if (children[job] < 0) return 1;
        if (children[job] == 0) exit(run_seeds(seed, count, job, (int)jobs, world, verbose, ends));
    }
    int failed = 0, status;
    while (wait(&status) > 0) {
        failed |= status != 0;
        if (failed && ends)
            for (int i = 0; i < jobs; i++) kill(children[i], SIGTERM);
    }
    double took = seconds_of(CLOCK_MONOTONIC) - before;
    printf("%ld worlds of %g s in %.1f s: %.0f times real time\n", count, world, took,
           (double)count * world / took);
    return failed;
}
