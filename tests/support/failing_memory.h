#ifndef PD_TESTS_FAILING_MEMORY_H
#define PD_TESTS_FAILING_MEMORY_H
/* Allocations that fail when a test wants it. The program is linked with $(WRAP_MEMORY) of the Makefile: every malloc, calloc, realloc,
 * aligned_alloc, strdup and free that libposed.a and the test themselves call goes through here; those of shared libraries do not, but
 * jansson's, from failing_memory_begin on. One thread at a time. */
#include <stdbool.h>
#include <stddef.h>

/* Of allocations while it is on: how many there were, which fails (1: the first; 0: none), and whether all after it do too. */
typedef struct failing_memory {
    bool is_on, goes_on;
    long fails_at, count, failed;
    bool (*decides)(void); /* NULL, or asked for each: true: it fails */
} failing_memory;

extern failing_memory failing_memory_now;

/* Zeroes the counts, and hands jansson these functions. Trees that are alive then must not be freed later. */
void failing_memory_begin(void);
long failing_memory_blocks(void); /* allocated and not freed, on or off */

#endif
