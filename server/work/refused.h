#ifndef PD_SERVER_WORK_REFUSED_H
#define PD_SERVER_WORK_REFUSED_H
/* Clients that the queue (queue.h) refused after their body had been read, and what they had sent.
 *
 * A long body that is read, parsed and then refused costs more than the refusal: 0.5 ms of an http thread and 11 ms of a worker for 256
 * bodies in JSON. A client that was told to come back later and is back sooner, at the same route and with a body at least half
 * as long, has most likely brought the same again. It is refused at its head, as long as what it brought then would still find no room.
 * A wrong guess lasts no longer than the seconds of Retry-After that the client was told.
 *
 * Memory   a fixed table of the most recent ones: many clients push each other out, which forgives them.
 * Threads  any. No clock: times come as arguments.
 */
#include "server/work/queue.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_srv_refused pd_srv_refused;

pd_srv_refused *pd_srv_refused_new(void); /* NULL when memory is out */
void pd_srv_refused_free(pd_srv_refused *refused);

/* route: static text, known by its address. job: as it was refused. Forgotten after `seconds`. */
void pd_srv_refused_note(pd_srv_refused *refused, uint64_t client, const char *route, size_t body_bytes,
                         const pd_srv_job *job, int seconds, int64_t now_us);
/* The seconds that are left of those, at least 1, and in `like` a job as long and of the class that was refused; 0: nothing is known of
 * such a client, or it has brought less than half. */
int pd_srv_refused_find(pd_srv_refused *refused, pd_srv_job *like, uint64_t client, const char *route,
                        size_t body_bytes, int64_t now_us);

#endif
