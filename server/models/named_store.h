#ifndef PD_SERVER_MODELS_NAMED_STORE_H
#define PD_SERVER_MODELS_NAMED_STORE_H
/* Stores objects that clients upload under a name: scenes and skeletons (stores.h). Items are const and
 * reference-counted, so a user keeps an item that is replaced meanwhile.
 *
 * Owners   only the owner of an item may replace it; the owner and an admin may delete it. One owner may have
 *          at most owner_most items.
 * Expiry   a full store drops its least recently used item, if that was not used for longer than unused_us.
 * Threads  any.
 */
#include "api/http/api.h"
#include "core/base/error.h"

typedef struct pd_srv_named_store_kind {
    /* Words for errors, such as "scenes", "stream.scenes", "stream.owner_scenes". */
    const char *what, *option, *owner_option;
    /* Offsets in an item of its id (char[]), its revision for conditional requests (char[], condition.h) and
     * the number of its owner (uint64_t). */
    size_t id_at, revision_at, owner_at;
    void *(*retain)(void *item);
    void (*release)(void *item); /* NULL is allowed */
    int64_t (*now_us)(void);
} pd_srv_named_store_kind;

typedef struct pd_srv_named_store_limits {
    int most, owner_most; /* items in all; items of one owner                        */
    int64_t unused_us;    /* time without use after which a full store may drop an item */
} pd_srv_named_store_limits;

typedef struct pd_srv_named_store pd_srv_named_store;

pd_srv_named_store *
pd_srv_named_store_new(const pd_srv_named_store_kind *kind); /* NULL when allocation fails */
void pd_srv_named_store_free(pd_srv_named_store *store);
/* Stores an item and takes over its reference, even on failure. *is_new: 1 new, 0 replaced. ERR_LIMIT when
 * there would be too many items; ERR_INVALID with *is_new -1 when the name belongs to another owner, or -2
 * when the condition (NULL: none) does not hold for the present item. */
pd_status pd_srv_named_store_put(pd_srv_named_store *store, void *item, const pd_api_condition *condition,
                                 const pd_srv_named_store_limits *limits, int *is_new, pd_error *err);
/* Decides whether a put of an owner is allowed, by the owner (NULL: there is no item) and the revision of the
 * item that is there. Sets *is_new and the error as pd_srv_named_store_put does. */
pd_status pd_srv_named_store_judge(const pd_srv_named_store_kind *kind, const char *id, uint64_t owner,
                                   const uint64_t *owner_there, const char *revision_there,
                                   const pd_api_condition *condition, int *is_new, pd_error *err);
/* Stores an item, whoever owns the present one, and takes over its reference. A store that is full drops its
 * least recently used item. For items that are kept elsewhere too. */
void pd_srv_named_store_set(pd_srv_named_store *store, void *item, int most);
/* Returns the kind of the items. */
const pd_srv_named_store_kind *pd_srv_named_store_kind_of(const pd_srv_named_store *store);
/* Returns the item, retained, or NULL. */
void *pd_srv_named_store_get(pd_srv_named_store *store, const char *id);
/* Deletes an item. Returns 1: deleted; 0: no such item; -1: it belongs to another owner; -2: the condition
 * (NULL: none) does not hold. */
int pd_srv_named_store_delete(pd_srv_named_store *store, const char *id, const pd_api_owner *who,
                              const pd_api_condition *condition);
/* Calls visit for every item. */
void pd_srv_named_store_each(pd_srv_named_store *store,
                             void (*visit)(void *arg, const char *id, const void *item), void *arg);

#endif
