#ifndef PD_SERVER_BASE_MEMORY_H
#define PD_SERVER_BASE_MEMORY_H
/* The account of limits.memory: what clients make the daemon hold, counted before it is allocated.
 *
 *     resident at the start (code, models) + what is held <= limit          held: every use of pd_api_memory_use
 *     resident now                         + what is asked for <= limit     for LARGE takes: what no account knows of counts too
 *
 * Light requests go on when heavy ones have filled it: a take of LARGE bytes or more, and bodies, leave the last eighth free, and
 * what is kept beyond its request (scenes, skeletons, jobs) takes at most half. A take that could never be granted says so: 413, not 503.
 *
 * Threads  any. Of takes at the same moment more than needed may be refused; they never pass the limit together.
 */
#include "api/http/api.h"

#include <stdatomic.h>
#include <stdbool.h>

#define PD_SRV_MEMORY_LARGE ((size_t)1 << 20)
#define PD_SRV_MEMORY_LEAST ((size_t)32 << 20) /* for clients, however small the limit is beside the models */

typedef struct pd_srv_memory {
    _Atomic size_t limit, base;
    _Atomic size_t held[PD_API_MEMORY_COUNT], most; /* most: the highest sum of held */
    _Atomic uint64_t refused;
    size_t (*resident)(void); /* bytes of this process */
} pd_srv_memory;

/* resident NULL: the process's own, from /proc. No limit yet. */
void pd_srv_memory_init(pd_srv_memory *memory, size_t (*resident)(void));
/* 0: nine tenths of what the machine or the control group allows. What is resident now and held by nobody is the base. */
void pd_srv_memory_limit(pd_srv_memory *memory, size_t limit);
/* 1: counted, give it back. 0: not now. -1: never, under this limit. */
int pd_srv_memory_take(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes);
/* Counted whether it fits or not: what turned out larger than it was estimated. */
void pd_srv_memory_add(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes);
void pd_srv_memory_give(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes);
/* Resident beyond the base and what is held: freed and kept by malloc, or of what is not counted (sessions, sockets). */
size_t pd_srv_memory_leftover(const pd_srv_memory *memory);
void pd_srv_memory_write(const pd_srv_memory *memory, pd_buffer *out); /* metrics */

/* The least of memory.max of the process's control group and those above it, and the machine's RAM. */
size_t pd_srv_memory_of_machine(void);

#endif
