#include "server/models/named_store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pd_srv_named_store {
    const pd_srv_named_store_kind *kind;
    pthread_mutex_t lock;
    void **items;
    int count, capacity;
};

pd_srv_named_store *pd_srv_named_store_new(const pd_srv_named_store_kind *kind)
{
    pd_srv_named_store *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    store->kind = kind;
    pthread_mutex_init(&store->lock, NULL);
    return store;
}

void pd_srv_named_store_free(pd_srv_named_store *store)
{
    if (!store) return;
    for (int i = 0; i < store->count; i++) store->kind->release(store->items[i]);
    free(store->items);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

/* Under the lock: its place, or count. */
static int find(const pd_srv_named_store *store, const char *id)
{
    int i = 0;
    while (i < store->count && strcmp(store->kind->id(store->items[i]), id)) i++;
    return i;
}

static pd_status reserve_one(pd_srv_named_store *store, int most, pd_error *err)
{
    if (store->count >= most)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d %s; at most %d are kept (%s)", store->count,
                       store->kind->what, most, store->kind->option);
    if (store->count < store->capacity) return PD_OK;
    int capacity = 2 * store->capacity + 8;
    void *grown = realloc(store->items, (size_t)capacity * sizeof *store->items);
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    store->items = grown;
    store->capacity = capacity;
    return PD_OK;
}

pd_status pd_srv_named_store_put(pd_srv_named_store *store, void *item, int most, int *is_new, pd_error *err)
{
    void *before = NULL;
    pthread_mutex_lock(&store->lock);
    int at = find(store, store->kind->id(item));
    *is_new = at == store->count;
    pd_status status = *is_new ? reserve_one(store, most, err) : PD_OK;
    if (status == PD_OK) {
        if (*is_new)
            store->count++;
        else
            before = store->items[at];
        store->items[at] = item;
    }
    pthread_mutex_unlock(&store->lock);
    store->kind->release(status == PD_OK ? before : item);
    return status;
}

void *pd_srv_named_store_get(pd_srv_named_store *store, const char *id)
{
    pthread_mutex_lock(&store->lock);
    int at = find(store, id);
    void *item = at < store->count ? store->kind->retain(store->items[at]) : NULL;
    pthread_mutex_unlock(&store->lock);
    return item;
}

int pd_srv_named_store_delete(pd_srv_named_store *store, const char *id)
{
    pthread_mutex_lock(&store->lock);
    int at = find(store, id);
    void *item = at < store->count ? store->items[at] : NULL;
    if (item) store->items[at] = store->items[--store->count];
    pthread_mutex_unlock(&store->lock);
    store->kind->release(item);
    return item != NULL;
}

void pd_srv_named_store_each(pd_srv_named_store *store,
                             void (*visit)(void *arg, const char *id, const void *item), void *arg)
{
    pthread_mutex_lock(&store->lock);
    for (int i = 0; i < store->count; i++) visit(arg, store->kind->id(store->items[i]), store->items[i]);
    pthread_mutex_unlock(&store->lock);
}
