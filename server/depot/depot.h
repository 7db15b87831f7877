#ifndef PD_SERVER_DEPOT_DEPOT_H
#define PD_SERVER_DEPOT_DEPOT_H
/* Keeps what clients have stored beyond the life of this daemon: scenes, skeletons, characters and
 * avatars; and jobs, which depot_jobs.h describes. Daemons that use one place (place.h) find each other's
 * objects.
 *
 *     put     stores the request that creates the object in the place, then the object in the store of this
 *             daemon (server/models/named_store.h). A put that the place does not take fails
 *     fetch   compares the revision of the object here with that in the place. If it is another one, makes
 *             the object again from the request; if the place has none, removes it here
 *     delete  deletes the object in the place, then here
 *
 * So the store of this daemon is a cache. The place decides about owners, conditions (If-Match) and limits.
 * When the place cannot be used, objects that are here are still served, puts and deletes fail, and objects
 * that are not here are not reported as missing.
 *
 * Threads  any. _put, _fetch and _delete block while they wait for the place. _fetch_later does not: it
 *          leaves the fetch to a thread of the depot, for threads that serve streams.
 * Errors   PD_ERR_BUSY: the place cannot be used now.
 */
#include "server/base/log.h"
#include "server/base/settings.h"
#include "server/depot/place.h"
#include "server/models/named_store.h"

typedef struct pd_srv_depot pd_srv_depot;

typedef struct pd_srv_depot_deps {
    const pd_srv_config *config;
    const pd_api_host *host; /* makes the objects */
    pd_srv_log *log;
    const char *node;                               /* name of this daemon */
    pd_srv_named_store *stores[PD_API_STORED_JOBS]; /* by pd_api_stored */
    struct pd_srv_jobs *jobs;
    void (*wake)(void *ctx); /* called when _fetch_later has fetched; NULL: nobody waits */
    void *ctx;
} pd_srv_depot_deps;

/* What a repeated request makes (pd_api_request.restores): host->scene_put and the like give the object here
 * instead of storing it. */
typedef struct pd_srv_restore {
    void *item;     /* the object with a reference; NULL: none was made */
    const char *id; /* id that a job gets */
} pd_srv_restore;

/* Opens the place that the configuration names. *out is NULL when it names none. */
pd_status pd_srv_depot_open(pd_srv_depot **out, const pd_srv_depot_deps *deps, pd_error *err);
/* Starts the thread, which takes over the jobs of lost daemons. */
pd_status pd_srv_depot_start(pd_srv_depot *depot, pd_error *err);
/* Lets the depot take over no more jobs. */
void pd_srv_depot_drain(pd_srv_depot *depot);
/* Ends the thread. NULL is allowed. */
void pd_srv_depot_halt(pd_srv_depot *depot);
/* Closes the place and frees everything. Ends the thread if need be. NULL is allowed. */
void pd_srv_depot_close(pd_srv_depot *depot);
/* Stores an object and takes over its reference, as pd_srv_named_store_put does. condition->request is the
 * request that creates it. */
pd_status pd_srv_depot_put(pd_srv_depot *depot, pd_api_stored kind, void *item,
                           const pd_api_condition *condition, int *is_new, pd_error *err);
/* Brings an object, or with id NULL all of a kind, to their present state. */
pd_status pd_srv_depot_fetch(pd_srv_depot *depot, pd_api_stored kind, const char *id, pd_error *err);
/* Fetches an object on the depot's thread. Returns true when the caller has to wait for deps.wake; false when
 * it was fetched less than a second ago. */
bool pd_srv_depot_fetch_later(pd_srv_depot *depot, pd_api_stored kind, const char *id);
/* Deletes an object, as pd_srv_named_store_delete does. -3: the place cannot be used now. */
int pd_srv_depot_delete(pd_srv_depot *depot, pd_api_stored kind, const char *id, const pd_api_owner *who,
                        const pd_api_condition *condition);

#endif
