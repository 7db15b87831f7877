#ifndef PD_SERVER_MODELS_NAMED_STORE_H
#define PD_SERVER_MODELS_NAMED_STORE_H
/* What clients put under a name and others use: scenes, skeletons (stores.h). Items are const and counted; putting another
 * under a name leaves those who use the old one with it. Any thread. */
#include "core/base/error.h"

typedef struct pd_srv_named_store_kind {
    const char *what, *option; /* "scenes", "stream.scenes": for errors */
    const char *(*id)(const void *item);
    void *(*retain)(void *item);
    void (*release)(void *item); /* NULL is fine */
} pd_srv_named_store_kind;

typedef struct pd_srv_named_store pd_srv_named_store;

pd_srv_named_store *pd_srv_named_store_new(const pd_srv_named_store_kind *kind); /* NULL when memory is out */
void pd_srv_named_store_free(pd_srv_named_store *store);
/* Takes the reference, also on failure. ERR_LIMIT when there would be more than most. */
pd_status pd_srv_named_store_put(pd_srv_named_store *store, void *item, int most, int *is_new, pd_error *err);
void *pd_srv_named_store_get(pd_srv_named_store *store, const char *id); /* retained, or NULL */
int pd_srv_named_store_delete(pd_srv_named_store *store, const char *id);
void pd_srv_named_store_each(pd_srv_named_store *store,
                             void (*visit)(void *arg, const char *id, const void *item), void *arg);

#endif
