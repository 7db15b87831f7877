#ifndef PD_SERVER_WORK_RECLAIM_H
#define PD_SERVER_WORK_RECLAIM_H
/* Frees what takes long to free on a thread that nobody waits for.
 *
 * 170 MB of a reply are 41,000 pages, which the kernel takes back one by one: munmap() takes 15 to 40 ms. On an HTTP thread everybody else's
 * requests wait as long. So whoever is done with something large gives it here, with the function that frees it.
 *
 * Order    first come, first freed.
 * Bounds   what waits is counted where it was counted before (limits.memory) until it is freed.
 * Threads  any may give; the function runs on the thread of its own, or on the caller's when there is none or memory is out.
 */
#include "core/base/error.h"

typedef struct pd_srv_reclaim pd_srv_reclaim;

pd_status pd_srv_reclaim_start(pd_srv_reclaim **out, pd_error *err);
/* Calls release(item), soon. reclaim NULL: now. item NULL: nothing. */
void pd_srv_reclaim_give(pd_srv_reclaim *reclaim, void (*release)(void *item), void *item);
/* Frees what still waits, and ends the thread. Nobody may give any more. NULL is fine. */
void pd_srv_reclaim_stop(pd_srv_reclaim *reclaim);

#endif
