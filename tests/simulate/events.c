/* The virtual clock: events in the order of their times, and of their making where times are equal. */
#include "tests/simulate/simulate.h"

#include "core/base/hash.h"
#include "tests/support/failing_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

typedef struct event {
    int64_t at_us;
    uint64_t order;
    bool of_server;
    sim_action *act;
    void *arg;
} event;

int64_t sim_now_us, sim_paused_until_us;
pd_rng sim_rng;
sim_counts sim_counted;
bool sim_is_stormy;
uint64_t sim_stage_hash;

static event *heap;
static size_t heap_size, heap_capacity;
static uint64_t orders;
static uint64_t hash;
static char failure[256];
static bool has_failed, is_verbose;

static bool is_before(const event *a, const event *b)
{
    return a->at_us != b->at_us ? a->at_us < b->at_us : a->order < b->order;
}

static void push(event e)
{
    if (heap_size == heap_capacity) {
        heap_capacity = heap_capacity ? 2 * heap_capacity : 4096;
        heap = realloc(heap, heap_capacity * sizeof *heap);
        if (!heap) abort();
    }

    size_t at = heap_size++;
    for (; at && is_before(&e, &heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    heap[at] = e;
}

static event pop(void)
{
    event first = heap[0], last = heap[--heap_size];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < heap_size; at = child) {
        if (child + 1 < heap_size && is_before(&heap[child + 1], &heap[child])) child++;
        if (!is_before(&heap[child], &last)) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

void sim_events_reset(uint64_t seed)
{
    heap_size = 0;
    if (!heap_capacity) push((event){0}), heap_size = 0; /* its memory is there before anything is counted */
    orders = 0;
    sim_now_us = 1000 * PD_SRV_SECOND;
    sim_paused_until_us = 0;
    sim_counted = (sim_counts){0};
    sim_is_stormy = false;
    has_failed = false;
    failure[0] = 0;
    hash = sim_stage_hash = 0;
    pd_rng_init(&sim_rng, seed);
}

void sim_at(int64_t us, bool of_server, sim_action *act, void *arg)
{
    push((event){us < sim_now_us ? sim_now_us : us, orders++, of_server, act, arg});
}

/* -- events that a tick interrupts ------------------------------------------------ */

#define STACK_BYTES (1u << 20)

static ucontext_t of_clock, of_events;
static char stack[STACK_BYTES];
static event current;
static bool is_ready, is_within, is_interrupted;
static int64_t advance_until_us;

/* Runs one event after the other on a separate stack. */
static void run_events(void)
{
    for (;;) {
        current.act(current.arg);
        is_within = false;
        swapcontext(&of_events, &of_clock);
    }
}

static void go_on(void)
{
    is_within = true;
    is_interrupted = false;
    swapcontext(&of_clock, &of_events);
}

/* Returns whether a tick could interrupt an event that begins now. sim_interrupt checks its remaining
 * conditions within the event. */
static bool may_be_interrupted(void)
{
    return advance_until_us - sim_now_us <= SIM_NEAR_US;
}

static void begin_event(event e)
{
    if (!may_be_interrupted()) {
        e.act(e.arg);
        return;
    }
    if (!is_ready) {
        getcontext(&of_events);
        of_events.uc_stack.ss_sp = stack;
        of_events.uc_stack.ss_size = sizeof stack;
        of_events.uc_link = NULL;
        makecontext(&of_events, run_events, 0);
        is_ready = true;
    }
    current = e;
    go_on();
}

void sim_interrupt(void)
{
    if (!is_within || sim_paused_until_us > sim_now_us || advance_until_us - sim_now_us > SIM_NEAR_US) return;
    sim_counted.interrupted++;
    is_interrupted = true;
    is_within = false; /* the tick itself is not interrupted */
    swapcontext(&of_events, &of_clock);
}

void sim_events_settle(void)
{
    while (is_interrupted) go_on();
}

void sim_advance(int64_t until_us)
{
    advance_until_us = until_us;
    sim_events_settle();
    while (!has_failed) {
        int64_t until = until_us > sim_paused_until_us ? until_us : sim_paused_until_us;
        if (!heap_size || heap[0].at_us > until) {
            if (sim_now_us < until) sim_now_us = until;
            return;
        }

        event e = pop();
        sim_now_us = e.at_us;
        if (e.of_server && e.at_us < sim_paused_until_us) {
            e.at_us = sim_paused_until_us; /* keeps its place among those that wait */
            push(e);
            continue;
        }
        begin_event(e);
        if (is_interrupted) {
            if (sim_now_us < until_us) sim_now_us = until_us;
            return;
        }
    }
}

int sim_below(int n)
{
    return pd_rng_below(&sim_rng, n);
}

double sim_between(double low, double high)
{
    return pd_rng_between(&sim_rng, low, high);
}

bool sim_chance(double p)
{
    return pd_rng_uniform(&sim_rng) < p;
}

int64_t sim_us(double seconds)
{
    return (int64_t)(seconds * 1e6);
}

void sim_fail(const char *format, ...)
{
    if (has_failed) return;
    has_failed = true;

    int n = snprintf(failure, sizeof failure, "at %.6f s: ", (double)sim_now_us * 1e-6 - 1000);
    va_list list;
    va_start(list, format);
    vsnprintf(failure + n, sizeof failure - (size_t)n, format, list);
    va_end(list);
}

bool sim_has_failed(void)
{
    return has_failed;
}

void sim_trace(const char *format, ...)
{
    if (!is_verbose) return;

    va_list list;
    va_start(list, format);
    printf("%12.6f ", (double)sim_now_us * 1e-6 - 1000);
    vprintf(format, list);
    printf("\n");
    va_end(list);
}

void sim_hash(const void *bytes, size_t size)
{
    hash = pd_hash64(bytes, size, hash);
}

/* -- what takes how long ------------------------------------------------------ */

bool sim_is_measured;
double sim_spent[SIM_PARTS];

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Measures parts by the wall clock, which is read without a system call. Reading the processor clock as often
 * took a tenth of the measured time. */
sim_part sim_spend(sim_part part)
{
    static double since;
    static sim_part now = SIM_OTHERS;
    sim_part before = now;
    if (!sim_is_measured) return SIM_OTHERS;

    double seconds = seconds_of(CLOCK_MONOTONIC);
    sim_spent[now] += seconds - since;
    since = seconds;
    now = part;
    return before;
}

/* The whole is by the processor's clock, and the parts are its shares:
 * who else has the core counts for none of them. */
static void settle_spent(double worked)
{
    double sum = 0;
    for (int i = 0; i < SIM_PARTS; i++) sum += sim_spent[i];
    for (int i = 0; i < SIM_PARTS && sum > 0; i++) sim_spent[i] *= worked / sum;
}

/* -- an episode ----------------------------------------------------------------- */

static void begin_calm(void *arg);

static void begin_storm(void *arg)
{
    (void)arg;
    sim_trace("storm");
    sim_is_stormy = true;
    sim_at(sim_now_us + sim_us(sim_between(10, 60)), false, begin_calm, NULL);
}

static void end_calm(void *arg)
{
    sim_player_calm();
    begin_storm(arg);
}

static void begin_calm(void *arg)
{
    (void)arg;
    sim_trace("calm");
    sim_is_stormy = false;
    if (sim_paused_until_us > sim_now_us) { /* when the last fault is over */
        sim_at(sim_paused_until_us, false, begin_calm, NULL);
        return;
    }
    sim_memory_fails = 0;
    sim_slowness = 1;
    sim_stage_excuse(sim_now_us);
    sim_at(sim_now_us + 40 * PD_SRV_SECOND, false, end_calm, NULL);
}

void sim_run(sim_result *out, uint64_t seed, double seconds, bool verbose)
{
    is_verbose = verbose;
    sim_events_reset(seed);
    sim_server_prepare(seed);

    long blocks = failing_memory_blocks();
    int64_t start_us = sim_now_us, end_us = start_us + sim_us(seconds);
    if (!sim_is_measured) {
        sim_at(start_us + sim_us(5), false, begin_storm, NULL);
        sim_faults_start();
    }
    sim_server_start();
    sim_players_start();
    sim_spend(SIM_OTHERS);
    memset(sim_spent, 0, sizeof sim_spent);
    const double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    while (sim_now_us < end_us && !has_failed) sim_server_step();
    sim_events_settle();
    sim_spend(SIM_OTHERS);
    settle_spent(seconds_of(CLOCK_THREAD_CPUTIME_ID) - start);
    sim_server_kill();
    sim_lines_free();
    sim_model_free();

    if (failing_memory_blocks() != blocks)
        sim_fail("%ld blocks of memory are left over", failing_memory_blocks() - blocks);
    *out = (sim_result){.hash = hash,
                        .stage = sim_stage_hash,
                        .seconds = (double)(sim_now_us - start_us) * 1e-6,
                        .counts = sim_counted,
                        .failed = has_failed};
    memcpy(out->what, failure, sizeof out->what);
    sim_server_release();
}
