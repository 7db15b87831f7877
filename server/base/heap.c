#include "server/base/heap.h"

#include <malloc.h>

#define LARGE_JSON (16u << 10)

void pd_srv_heap_tune(void)
{
    mallopt(M_MMAP_THRESHOLD, 512 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_ARENA_MAX, 2);
}

void pd_srv_heap_parsed(pd_srv_heap *heap, size_t bytes)
{
    if (bytes >= LARGE_JSON) atomic_store_explicit(&heap->scattered, true, memory_order_relaxed);
}

bool pd_srv_heap_trim(pd_srv_heap *heap)
{
    if (!atomic_exchange_explicit(&heap->scattered, false, memory_order_relaxed)) return false;
    malloc_trim(0);
    return true;
}
