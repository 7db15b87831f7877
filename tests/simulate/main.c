/* simulate: worlds of seeds, one after the other on each core;
 * tests/simulate/simulate.h says what is in them. */
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

static void print_world(const sim_result *r, uint64_t seed, double took)
{
    const sim_counts *c = &r->counts;
    typedef unsigned long long whole;
    printf("%s seed %llu  hash %016llx  stage %016llx  %.0f s at %.0f x, %.0f moves a second  moves %llu  "
           "frames %llu  ",
           r->failed ? "not ok -" : "ok -", (whole)seed, (whole)r->hash, (whole)r->stage, r->seconds,
           r->seconds / took, (double)c->moves / took, (whole)c->moves, (whole)c->frames);
    printf("inputs %llu  joins %llu (%llu resumed, %llu takeovers)  ", (whole)c->inputs, (whole)c->welcomes,
           (whole)c->resumed, (whole)c->takeovers);
    if (c->places) printf("places %llu (%llu removed)  ", (whole)c->places, (whole)c->removed);
    printf("faults %llu (%llu pauses, %llu restarts, %llu allocations, %llu busy)  ", (whole)c->faults,
           (whole)c->pauses, (whole)c->restarts, (whole)c->failed_allocations, (whole)c->busy);
    printf("lowered %llu, raised %llu, interrupted %llu  %s\n", (whole)c->lowered, (whole)c->raised,
           (whole)c->interrupted, sim_moves_plainly ? "moved plainly" : "moved by a network");
}

/* Measures one world without faults on one core: prints its speed as a multiple of real time, and the time of
 * each part. Returns 0 if the world passed. */
static int measure(uint64_t seed, double seconds)
{
    sim_result r;
    sim_is_measured = true;
    sim_run(&r, seed, seconds, false);
    double stage = sim_spent[SIM_STAGE], doubles = sim_spent[SIM_DOUBLES], others = sim_spent[SIM_OTHERS];
    double took = stage + doubles + others, moves = (double)r.counts.moves;
    if (r.failed) {
        printf("not ok - seed %llu  %s\n", (unsigned long long)seed, r.what);
        return 1;
    }

    printf("%d characters at %d ticks a second that %s, %.0f s of seed %llu: %.0f times real time on a core, "
           "%.0f without the second moves\n",
           SIM_PLAYERS, SIM_RATE, sim_moves_plainly ? "move plainly" : "a network moves", r.seconds,
           (unsigned long long)seed, r.seconds / took, r.seconds / (took - doubles));
    const double compared = (double)r.counts.compared;
    printf("%.0f moves, %.0f of them twice: %.2f us a move of the stage with its frames, %.2f us of a second "
           "move "
           "with its comparison\n",
           moves, compared, 1e6 * stage / moves, 1e6 * doubles / (compared > 0 ? compared : 1));
    printf("stage %.0f %%, second moves %.0f %%, players and lines %.0f %%\n", 100 * stage / took,
           100 * doubles / took, 100 * others / took);
    return 0;
}

/* Runs every job-th seed. Returns 0 if none failed. */
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
        print_world(&r, first + (uint64_t)i, took);
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
    bool verbose = false, ends = false, measured = false; /* ends: with the first failure */
    for (int option; (option = getopt(argc, argv, "s:h:n:j:t:vxm")) != -1;) {
        switch (option) {
        case 's': seed = strtoull(optarg, NULL, 10); break;
        case 'h': hours = strtod(optarg, NULL); break;
        case 'n': count = strtol(optarg, NULL, 10); break;
        case 'j': jobs = strtol(optarg, NULL, 10); break;
        case 't': world = strtod(optarg, NULL); break;
        case 'x': ends = true; break;
        case 'm': measured = true; break;
        case 'v': verbose = true; break;
        default:
            fprintf(stderr, "usage: simulate [-s SEED] [-h HOURS | -n COUNT] [-j JOBS] [-t SECONDS] [-v] "
                            "[-x]\n       simulate -m [-s SEED] [-t SECONDS]\n");
            return 2;
        }
    }
    if (measured) return measure(seed, world);
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
