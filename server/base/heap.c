#include "server/base/heap.h"

#include "core/io/json/json_blocks.h"

#include <malloc.h>

#define LARGE_JSON          (16u << 10)
#define LEFTOVER_PAUSE      10000000 /* microseconds */
#define LEFTOVER_PAUSE_MOST 60000000

void pd_srv_heap_tune(void)
{
    mallopt(M_MMAP_THRESHOLD, 512 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_ARENA_MAX, 2);
    pd_json_blocks_install();
}

void pd_srv_heap_parsed(pd_srv_heap *heap, size_t bytes)
{
    if (bytes >= LARGE_JSON) atomic_store_explicit(&heap->scattered, true, memory_order_relaxed);
}

void pd_srv_heap_leftover(pd_srv_heap *heap, size_t bytes, int64_t now_us)
{
    if (bytes < PD_SRV_HEAP_LEFTOVER) {
        heap->tried_bytes = 0;
        return;
    }

    if (heap->tried_bytes && now_us < heap->next_us) return;

    bool has_helped = !heap->tried_bytes || bytes < heap->tried_bytes / 4 * 3;
    heap->pause_us = has_helped ? LEFTOVER_PAUSE : 2 * heap->pause_us;
    if (heap->pause_us > LEFTOVER_PAUSE_MOST) heap->pause_us = LEFTOVER_PAUSE_MOST;
    heap->next_us = now_us + heap->pause_us;
    heap->tried_bytes = bytes;
    pd_srv_heap_parsed(heap, SIZE_MAX);
}

bool pd_srv_heap_trim(pd_srv_heap *heap)
{
    if (!atomic_exchange_explicit(&heap->scattered, false, memory_order_relaxed)) return false;
    malloc_trim(0);
    return true;
}
