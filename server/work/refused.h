#ifndef PD_SERVER_WORK_REFUSED_H
#define PD_SERVER_WORK_REFUSED_H
/* Remembers clients that the queue (queue.h) refused, so that a request repeated too early is refused before
 * its body is read.
 *
 * A request that is refused after its body was read and parsed is expensive: 0.5 ms of an http thread and 11
 * ms of a worker for 256 bodies in JSON. A client that repeats a request before the time of Retry-After, on
 * the same route and with a body at least half as long, most likely sends the same request. It is refused at
 * the head, while the queue would still refuse the earlier job. A wrong guess lasts at most for the seconds
 * of Retry-After.
 *
 * Memory   a table of fixed size with the most recent clients; displaced clients are forgotten.
 * Threads  any. Times are arguments.
 */
#include "server/work/queue.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_srv_refused pd_srv_refused;

/* Creates an empty table; _free frees it. */
pd_srv_refused *pd_srv_refused_new(void); /* NULL when allocation fails */
void pd_srv_refused_free(pd_srv_refused *refused);

/* Remembers a refused job for `seconds`. route: static text that is compared by address. */
void pd_srv_refused_note(pd_srv_refused *refused, uint64_t client, const char *route, size_t body_bytes,
                         const pd_srv_job *job, int seconds, int64_t now_us);
/* Looks a client up. Returns the remaining seconds, at least 1, and in *like a job of the cost and class that
 * was refused; returns 0 when nothing is remembered or the new body is less than half as long. */
int pd_srv_refused_find(pd_srv_refused *refused, pd_srv_job *like, uint64_t client, const char *route,
                        size_t body_bytes, int64_t now_us);

#endif
