#ifndef PD_SERVER_BASE_MEMORY_H
#define PD_SERVER_BASE_MEMORY_H
/* Keeps the account of limits.memory: memory that clients make the daemon hold is counted here before it is
 * allocated.
 *
 *     base + held + requested <= limit          base: resident memory at the start (code, models)
 *                                               held: sum over all uses (pd_api_memory_use)
 *     resident now + requested <= limit         for large requests only, which also covers memory that no
 *                                               account counts
 *
 * Small requests go on when large ones have filled the account: request bodies and takes of
 * PD_SRV_MEMORY_LARGE or more leave the last eighth of the limit free, and objects that outlive their request
 * (scenes, skeletons, jobs) take at most half of it. A take that could never be granted is told apart from
 * one that is refused now, so that the client receives 413 and not 503.
 *
 * Threads  any. Simultaneous takes may be refused although one of them would fit; together they never exceed
 *          the limit.
 */
#include "api/http/api.h"

#include <stdatomic.h>
#include <stdbool.h>

#define PD_SRV_MEMORY_LARGE                                                                                  \
    ((size_t)1                                                                                               \
     << 20) /* bytes from which a take is large                                                    */
/* Bytes that clients may always hold, even if limit and models leave less. */
#define PD_SRV_MEMORY_LEAST ((size_t)32 << 20)

typedef struct pd_srv_memory {
    _Atomic size_t limit, base;               /* bytes; see above                          */
    _Atomic size_t held[PD_API_MEMORY_COUNT]; /* bytes held for each use                   */
    _Atomic size_t most;                      /* largest sum of `held` so far              */
    _Atomic uint64_t refused;                 /* number of takes refused                   */
    size_t (*resident)(void);                 /* returns the resident bytes of the process */
} pd_srv_memory;

/* Initializes an account without a limit. resident NULL: resident bytes are read from /proc. */
void pd_srv_memory_init(pd_srv_memory *memory, size_t (*resident)(void));
/* Sets the limit, in bytes; 0 means nine tenths of pd_srv_memory_of_machine. Sets the base to the resident
 * memory that is not held. */
void pd_srv_memory_limit(pd_srv_memory *memory, size_t limit);
/* Takes bytes from the account. Returns 1: granted, to be given back later; 0: refused now; -1: could never
 * be granted under this limit. */
int pd_srv_memory_take(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes);
/* Counts bytes without checking the limit, for an object that became larger than estimated. */
void pd_srv_memory_add(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes);
/* Gives bytes back to the account. */
void pd_srv_memory_give(pd_srv_memory *memory, pd_api_memory_use use, size_t bytes);
/* Returns the resident bytes beyond base and held memory: freed memory that malloc keeps, and memory that is
 * not counted (sessions, sockets). */
size_t pd_srv_memory_leftover(const pd_srv_memory *memory);
/* Appends the account as Prometheus text. */
void pd_srv_memory_write(const pd_srv_memory *memory, pd_buffer *out);

/* Returns the smallest of the machine's RAM and memory.max of the process's control group and of those above
 * it, in bytes. */
size_t pd_srv_memory_of_machine(void);

#endif
