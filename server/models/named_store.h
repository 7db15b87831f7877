#ifndef PD_SERVER_MODELS_NAMED_STORE_H
#define PD_SERVER_MODELS_NAMED_STORE_H
/* Objects that clients put under a name to be used by it: scenes, skeletons (stores.h). Items are const and counted; whoever uses one
 * keeps it when it is replaced.
 *
 * Owners   an item is its owner's: nobody else puts another under its name or deletes it; an admin may delete it. One owner keeps owner_most at most.
 * Expiry   a full store drops the item that nobody has put or got for longest, when that is longer than unused_us.
 * Threads  any.
 */
#include "api/http/api.h"
#include "core/base/error.h"

typedef struct pd_srv_named_store_kind {
    const char *what, *option,
        *owner_option; /* "scenes", "stream.scenes", "stream.owner_scenes": for errors */
    const char *(*id)(const void *item);
    const char *(*revision)(const void *item); /* condition.h */
    uint64_t (*owner)(const void *item);
    void *(*retain)(void *item);
    void (*release)(void *item); /* NULL is fine */
    int64_t (*now_us)(void);
} pd_srv_named_store_kind;

typedef struct pd_srv_named_store_limits {
    int most, owner_most;
    int64_t unused_us;
} pd_srv_named_store_limits;

typedef struct pd_srv_named_store pd_srv_named_store;

pd_srv_named_store *pd_srv_named_store_new(const pd_srv_named_store_kind *kind); /* NULL when memory is out */
void pd_srv_named_store_free(pd_srv_named_store *store);
/* Takes the reference, also on failure. ERR_LIMIT when there would be too many; ERR_INVALID, and *is_new -1, when the name is another's, or -2, when
 * the condition (NULL: none) does not hold for the item that has the name. */
pd_status pd_srv_named_store_put(pd_srv_named_store *store, void *item, const pd_api_condition *condition,
                                 const pd_srv_named_store_limits *limits, int *is_new, pd_error *err);
void *pd_srv_named_store_get(pd_srv_named_store *store, const char *id); /* retained, or NULL */
/* 1: deleted; 0: there is none; -1: it is another's; -2: the condition (NULL: none) does not hold. */
int pd_srv_named_store_delete(pd_srv_named_store *store, const char *id, const pd_api_owner *who,
                              const pd_api_condition *condition);
void pd_srv_named_store_each(pd_srv_named_store *store,
                             void (*visit)(void *arg, const char *id, const void *item), void *arg);

#endif
