#ifndef PD_SERVER_BASE_HEAP_H
#define PD_SERVER_BASE_HEAP_H
/* Returns memory of freed JSON trees to the operating system.
 *
 * A JSON tree takes up to 80 times the size of its text, in blocks of a few dozen bytes. Freeing these blocks
 * returns nothing to the system: blocks that were allocated after the tree (the reply, a log line) lie above
 * it on the heap, and malloc caches small blocks as used, so the end of the heap never becomes free.
 * malloc_trim returns the pages in between. It holds the heap's locks for up to 10 ms, so it must not run on
 * a thread that answers requests.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_srv_heap {
    atomic_bool scattered; /* true: the next trim has work to do */
    /* State of pd_srv_heap_leftover, used by one thread. */
    size_t tried_bytes; /* surplus at the last attempt, bytes */
    int64_t pause_us;   /* interval between attempts          */
    int64_t next_us;    /* time of the next attempt           */
} pd_srv_heap;

/* Surplus from which a trim is attempted, bytes. */
#define PD_SRV_HEAP_LEFTOVER ((size_t)32 << 20)

/* Configures malloc: large blocks return to the system when freed, threads share arenas, and JSON of requests
 * is allocated in blocks of its own (json_blocks.h). Call it once, at the start. */
void pd_srv_heap_tune(void);
/* Reports that JSON text of that many bytes was parsed and its tree freed. Any thread. */
void pd_srv_heap_parsed(pd_srv_heap *heap, size_t bytes);
/* Reports the surplus: resident memory that no account counts, because freed characters, sessions and models
 * left it with malloc or because living ones hold it. From PD_SRV_HEAP_LEFTOVER on, a trim is attempted every
 * ten seconds; the interval doubles, up to a minute, while trims do not help. One thread. */
void pd_srv_heap_leftover(pd_srv_heap *heap, size_t bytes, int64_t now_us);
/* Returns free pages to the system if a large tree was freed, or a surplus was reported, since the last call.
 * Returns true when it did so. Call it about once a second, on a thread for which no client waits. */
bool pd_srv_heap_trim(pd_srv_heap *heap);

#endif
