#ifndef PD_SERVER_BASE_HEAP_H
#define PD_SERVER_BASE_HEAP_H
/* Gives memory of large JSON trees back to the system.
 *
 * A tree is up to 80 times its text, in blocks of a few dozen bytes. Freeing them returns nothing: what was allocated
 * after the tree (the answer, a log line) lies above it on the heap and stays in malloc's caches of small blocks, which
 * count as used, so that the heap's end never comes free. malloc_trim returns the pages in between. It holds the
 * heap's locks for up to 10 ms, therefore not on the thread that answered.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_srv_heap {
    atomic_bool scattered; /* a large tree was freed since the last trim */
    /* of _leftover, by one thread */
    size_t tried_bytes;
    int64_t pause_us, next_us;
} pd_srv_heap;

#define PD_SRV_HEAP_LEFTOVER ((size_t)32 << 20)

/* Large blocks go back to the system when freed, threads share arenas, and JSON of requests stands in blocks of its own (json_blocks.h). Once, at the
 * start. */
void pd_srv_heap_tune(void);
/* JSON of that many bytes was read and its tree freed again. Any thread. */
void pd_srv_heap_parsed(pd_srv_heap *heap, size_t bytes);
/* Memory that is resident and in nobody's account: what characters, sessions and replaced models leave in malloc's hands, or what
 * those that live hold there. From PD_SRV_HEAP_LEFTOVER on the next trim looks for it, every ten seconds; where that does not help,
 * half as often each time, every minute at last. */
void pd_srv_heap_leftover(pd_srv_heap *heap, size_t bytes, int64_t now_us);
/* Returns the pages of large trees, if there were any since the last call; true: there were. About once a second, on a
 * thread that nobody waits for. */
bool pd_srv_heap_trim(pd_srv_heap *heap);

#endif
