#ifndef PD_SERVER_WORK_RECLAIM_H
#define PD_SERVER_WORK_RECLAIM_H
/* Frees large objects on a separate thread.
 *
 * munmap() of a reply of 170 MB takes 15 to 40 ms, because the kernel takes back its 41,000 pages one by one.
 * On an HTTP thread the requests of other clients would wait for that time. Therefore large objects are given
 * to this thread together with the function that frees them.
 *
 * Order    objects are freed in the order in which they were given.
 * Bounds   a waiting object stays counted in limits.memory until it is freed.
 * Threads  any may give. The function runs on the separate thread, or on the caller's when there is no thread
 *          or allocation fails.
 */
#include "core/base/error.h"

typedef struct pd_srv_reclaim pd_srv_reclaim;

/* Starts the thread. ERR_MEMORY, or the error of the system; *out is then NULL. */
pd_status pd_srv_reclaim_start(pd_srv_reclaim **out, pd_error *err);
/* Hands over an item: release(item) is called soon, or at once when reclaim is NULL.
 * item NULL: nothing happens. */
void pd_srv_reclaim_give(pd_srv_reclaim *reclaim, void (*release)(void *item), void *item);
/* Frees the waiting items and ends the thread. No thread may give items any more. NULL is allowed. */
void pd_srv_reclaim_stop(pd_srv_reclaim *reclaim);

#endif
