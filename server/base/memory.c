#include "server/base/memory.h"

#include "core/base/assert.h"
#include "core/base/machine/cgroup.h"
#include "server/base/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the resident memory of this process, in bytes. */
static size_t resident_from_proc(void)
{
    long pages = 0;

    FILE *file = fopen("/proc/self/statm", "re");

    if (!file) return 0;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);

    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

size_t pd_srv_memory_of_machine(void)
{
    const size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    const size_t group = pd_cgroup_memory("/sys/fs/cgroup", "/proc/self/cgroup");
    return group < all ? group : all;
}

/* Returns the sum of what is held for all uses. */
static size_t held(const pd_srv_memory *memory)
{
    size_t sum = 0;

    for (int use = 0; use < PD_API_MEMORY_COUNT; use++)
        sum += atomic_load_explicit(&memory->held[use], memory_order_relaxed);
    return sum;
}

void pd_srv_memory_init(pd_srv_memory *memory, size_t (*resident)(void))
{
    memset(memory, 0, sizeof *memory);
    memory->resident = resident ? resident : resident_from_proc;
    atomic_store(&memory->limit, SIZE_MAX);
}

void pd_srv_memory_limit(pd_srv_memory *memory, size_t limit)
{
    size_t resident = memory->resident();
    size_t sum = held(memory);

    atomic_store(&memory->base, resident > sum ? resident - sum : 0);
    atomic_store(&memory->limit, limit ? limit : pd_srv_memory_of_machine() / 10 * 9);
}

/* Returns the number of bytes that all clients together may hold. */
static size_t budget(const pd_srv_memory *memory)
{
    size_t limit = atomic_load_explicit(&memory->limit, memory_order_relaxed);
    size_t base = atomic_load_explicit(&memory->base, memory_order_relaxed);

    return limit > base && limit - base > PD_SRV_MEMORY_LEAST ? limit - base : PD_SRV_MEMORY_LEAST;
}

/* Reports whether a use outlives its request: scenes, skeletons, avatars and jobs. */
static bool is_kept(pd_api_memory_use use)
{
    return use == PD_API_MEMORY_SCENES || use == PD_API_MEMORY_SKELETONS || use == PD_API_MEMORY_AVATARS ||
           use == PD_API_MEMORY_CLIPS || use == PD_API_MEMORY_JOBS;
}

/* Raises the recorded maximum, if the sum is higher. */
static void note_most(pd_srv_memory *memory, size_t sum)
{
    size_t most = atomic_load_explicit(&memory->most, memory_order_relaxed);
    while (sum > most && !atomic_compare_exchange_weak(&memory->most, &most, sum)) continue;
}

int pd_srv_memory_take(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes)
{
    PD_ASSERT((int)use >= 0 && use < PD_API_MEMORY_COUNT);

    /* Kept objects may fill half of the budget; an eighth of it is not for large or slow takes. */
    size_t all = budget(memory);
    size_t most = all;
    if (is_kept(use))
        most = all / 2;
    else if (bytes >= PD_SRV_MEMORY_LARGE || use == PD_API_MEMORY_BODIES)
        most = all - all / 8;

    /* More than the budget can never be granted. */
    size_t limit = atomic_load_explicit(&memory->limit, memory_order_relaxed);
    if (bytes > most) {
        atomic_fetch_add_explicit(&memory->refused, 1, memory_order_relaxed);
        return -1;
    }

    /* Counted first and checked afterwards: of two takes at the same moment, the later one sees both. */
    atomic_fetch_add(&memory->held[use], bytes);
    size_t sum = 0, kept = 0;
    for (int i = 0; i < PD_API_MEMORY_COUNT; i++) {
        const size_t of_use = atomic_load(&memory->held[i]);
        sum += of_use;
        if (is_kept((pd_api_memory_use)i)) kept += of_use;
    }

    PD_ASSERT(kept <= sum);

    /* A large take must also fit beside the resident memory of the process,
     * because some memory is not counted. */
    bool fits = sum <= (is_kept(use) ? all : most);
    if (is_kept(use)) fits = fits && kept <= most;
    if (fits && bytes >= PD_SRV_MEMORY_LARGE && limit != SIZE_MAX) {
        size_t resident = memory->resident();
        size_t base = atomic_load_explicit(&memory->base, memory_order_relaxed);
        fits = resident + bytes <= base + all;
    }

    /* Return what was counted above. */
    if (!fits) {
        pd_srv_memory_give(memory, use, bytes);
        atomic_fetch_add_explicit(&memory->refused, 1, memory_order_relaxed);
        return 0;
    }

    note_most(memory, sum);
    return 1;
}

void pd_srv_memory_add(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes)
{
    PD_ASSERT((int)use >= 0 && use < PD_API_MEMORY_COUNT);
    atomic_fetch_add_explicit(&memory->held[use], bytes, memory_order_relaxed);
    note_most(memory, held(memory));
}

void pd_srv_memory_give(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes)
{
    PD_ASSERT((int)use >= 0 && use < PD_API_MEMORY_COUNT);
    const size_t held = atomic_fetch_sub_explicit(&memory->held[use], bytes, memory_order_relaxed);
    PD_ASSERT(held >= bytes); /* only counted bytes are given back */
}

size_t pd_srv_memory_leftover(const pd_srv_memory *memory)
{
    size_t resident = memory->resident();
    size_t known = atomic_load(&memory->base) + held(memory);

    return resident > known ? resident - known : 0;
}

void pd_srv_memory_write(const pd_srv_memory *memory, pd_buffer *out)
{
    static const char *const names[] = {

#define NAME(id, name, doc) name,
        PD_API_MEMORY_TABLE(NAME)
#undef NAME
    };
    size_t limit = atomic_load(&memory->limit);

    pd_srv_metrics_gauge(
        out, "posed_memory_limit_bytes",
        "Largest resident memory: limits.memory, or the value derived from the system when it is 0.",
        (double)limit);
    pd_srv_metrics_gauge(out, "posed_memory_base_bytes",
                         "Memory that was resident after the start or the last reload, without clients.",
                         (double)atomic_load(&memory->base));
    pd_srv_metrics_head(out, "posed_memory_held_bytes", "gauge", "Memory held for clients, by use.");
    for (int use = 0; use < PD_API_MEMORY_COUNT; use++)
        pd_buffer_printf(out, "posed_memory_held_bytes{use=\"%s\"} %zu\n", names[use],
                         atomic_load(&memory->held[use]));
    pd_srv_metrics_gauge(out, "posed_memory_held_most_bytes",
                         "Largest memory that was held for clients at one time.",
                         (double)atomic_load(&memory->most));
    pd_srv_metrics_counter(out, "posed_memory_refused_total",
                           "Requests answered 503 or 413 because of limits.memory.",
                           atomic_load(&memory->refused));
}
