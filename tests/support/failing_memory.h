#ifndef PD_TESTS_FAILING_MEMORY_H
#define PD_TESTS_FAILING_MEMORY_H
/* Makes allocations fail in tests. The program is linked with $(WRAP_MEMORY) of the Makefile: every malloc,
 * calloc, realloc, aligned_alloc, strdup and free that libposed.a and the test themselves call goes through
 * here; those of shared libraries do not, but jansson's if it is asked for. One thread at a time. */
#include <stdbool.h>
#include <stddef.h>

/* State while it is on: number of allocations, which one fails (1: the first; 0: none), and whether all after
 * it fail too. */
typedef struct failing_memory {
    bool is_on, goes_on;
    long fails_at, count, failed;
    bool (*decides)(void); /* NULL, or asked for each: true: it fails */
} failing_memory;

extern failing_memory failing_memory_now;

/* Zeroes the counts. with_jansson: its allocations are counted and fail too. That is for small texts: of
 * larger ones some failures make jansson 2.14 itself read what it has freed (in json_delete, within
 * json_loadb). No tree may be alive that was made before. */
void failing_memory_begin(bool with_jansson);
long failing_memory_blocks(void);  /* allocated and not freed, on or off */
size_t failing_memory_bytes(void); /* in them */
/* Largest number of bytes since _peak_from_here; a block that grows counts with its new size. */
void failing_memory_peak_from_here(void);
size_t failing_memory_peak(void);

#endif
