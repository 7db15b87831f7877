/* Replaces malloc and the other allocating functions by ones that fail at a chosen call, by the linker's
 * option --wrap. Only tests of failing allocations link this file. */
#include "tests/support/failing_memory.h"

#include <errno.h>
#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* The linker's names of the original functions (--wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
void __wrap_free(void *block);

failing_memory failing_memory_now;
static long blocks;
static size_t bytes, peak;

static bool fails(void)
{
    failing_memory *now = &failing_memory_now;
    if (!now->is_on) return false;

    now->count++;
    bool failed =
        now->fails_at && (now->count == now->fails_at || (now->goes_on && now->count > now->fails_at));
    if (now->decides && now->decides()) failed = true;
    now->failed += failed;
    if (failed) errno = ENOMEM; /* as the C library does */
    return failed;
}

static void *counted(void *block)
{
    blocks += block != NULL;
    bytes += malloc_usable_size(block);
    if (bytes > peak) peak = bytes;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails()) return NULL;
    if (!block) return counted(__real_malloc(size));

    const size_t before = malloc_usable_size(block);
    void *grown = __real_realloc(block, size);
    if (grown) bytes += malloc_usable_size(grown) - before;
    if (bytes > peak) peak = bytes;
    return grown;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t size = strnlen(text, most);
    char *copy = __wrap_malloc(size + 1);
    if (copy) memcpy(copy, text, size), copy[size] = 0;
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

void __wrap_free(void *block)
{
    blocks -= block != NULL;
    bytes -= malloc_usable_size(block);
    __real_free(block);
}

void failing_memory_begin(bool with_jansson)
{
    json_set_alloc_funcs(with_jansson ? __wrap_malloc : __real_malloc,
                         with_jansson ? __wrap_free : __real_free);
    failing_memory_now = (failing_memory){0};
}

long failing_memory_blocks(void)
{
    return blocks;
}

size_t failing_memory_bytes(void)
{
    return bytes;
}

void failing_memory_peak_from_here(void)
{
    peak = bytes;
}

size_t failing_memory_peak(void)
{
    return peak;
}
