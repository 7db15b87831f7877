#include "server/models/named_store.h"

#include "api/http/condition.h"
#include "core/base/assert.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    void *item;
    int64_t used_us; /* time of the last put or get */
} entry;

struct pd_srv_named_store {
    const pd_srv_named_store_kind *kind;
    pthread_mutex_t lock;
    entry *entries;
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
    for (int i = 0; i < store->count; i++) store->kind->release(store->entries[i].item);
    free(store->entries);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

static const char *id_of_item(const pd_srv_named_store *store, const void *item)
{
    return (const char *)item + store->kind->id_at;
}

static const char *revision_of_item(const pd_srv_named_store *store, const void *item)
{
    return (const char *)item + store->kind->revision_at;
}

static uint64_t owner_of_item(const pd_srv_named_store *store, const void *item)
{
    uint64_t owner;
    memcpy(&owner, (const char *)item + store->kind->owner_at, sizeof owner);
    return owner;
}

/* Returns the index of the item with that id, or count. Under the lock. */
static int find_named_store(const pd_srv_named_store *store, const char *id)
{
    int i = 0;
    while (i < store->count && strcmp(id_of_item(store, store->entries[i].item), id)) i++;
    return i;
}

/* Makes room for one more item of the owner. *dropped: item that was removed for it, which the caller
 * releases without the lock. Under the lock. */
static pd_status make_room(pd_srv_named_store *store, void **dropped, uint64_t owner,
                           const pd_srv_named_store_limits *limits, pd_error *err)
{
    const pd_srv_named_store_kind *kind = store->kind;
    int own = 0, oldest = 0;

    /* Count the owner's items, and find the least recently used item of all. */
    for (int i = 0; i < store->count; i++) {
        own += owner_of_item(store, store->entries[i].item) == owner;
        if (store->entries[i].used_us < store->entries[oldest].used_us) oldest = i;
    }

    PD_ASSERT(store->count >= 0 && store->count <= store->capacity && own <= store->count);
    if (own >= limits->owner_most && store->count < limits->most)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "%d %s of this client are stored; at most %d allowed for each client (%s)", own,
                       kind->what, limits->owner_most, kind->owner_option);

    /* A full store drops that item, if it has not been used for long. */
    if (store->count >= limits->most) {
        if (!store->count || own >= limits->owner_most ||
            kind->now_us() - store->entries[oldest].used_us <= limits->unused_us)
            return pd_fail(err, PD_ERR_LIMIT, "", "%d %s are stored; at most %d allowed (%s)", store->count,
                           kind->what, limits->most, kind->option);
        PD_ASSERT(oldest < store->count && !*dropped);
        *dropped = store->entries[oldest].item;
        store->entries[oldest] = store->entries[--store->count];
    }

    /* Grow the list. */
    if (store->count < store->capacity) return PD_OK;
    int capacity = 2 * store->capacity + 8;
    void *grown = realloc(store->entries, (size_t)capacity * sizeof *store->entries);
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    store->entries = grown;
    store->capacity = capacity;

    return PD_OK;
}

pd_status pd_srv_named_store_judge(const pd_srv_named_store_kind *kind, const char *id, uint64_t owner,
                                   const uint64_t *owner_there, const char *revision_there,
                                   const pd_api_condition *condition, int *is_new, pd_error *err)
{
    /* Ownership comes before the condition: the ETag of another owner's item is not revealed. */
    *is_new = !owner_there;
    if (owner_there && *owner_there != owner) {
        *is_new = -1;
        return pd_fail(err, PD_ERR_INVALID, "", "\"%.64s\" of the %s belongs to another client", id,
                       kind->what);
    }

    const char *failed = pd_api_condition_fails(condition, owner_there ? revision_there : NULL);
    if (!failed) return PD_OK;
    *is_new = -2;

    return pd_fail(err, PD_ERR_INVALID, "", "%s does not hold: \"%.64s\" of the %s %s", failed, id,
                   kind->what,
                   !owner_there                  ? "does not exist"
                   : !strcmp(failed, "If-Match") ? "has another ETag now"
                                                 : "exists with such an ETag");
}

pd_status pd_srv_named_store_put(pd_srv_named_store *store, void *item, const pd_api_condition *condition,
                                 const pd_srv_named_store_limits *limits, int *is_new, pd_error *err)
{
    const pd_srv_named_store_kind *kind = store->kind;
    void *before = NULL;

    pthread_mutex_lock(&store->lock);
    int at = find_named_store(store, id_of_item(store, item));
    const bool is_there = at < store->count;
    const uint64_t owner = is_there ? owner_of_item(store, store->entries[at].item) : 0;
    pd_status status = pd_srv_named_store_judge(
        kind, id_of_item(store, item), owner_of_item(store, item), is_there ? &owner : NULL,
        is_there ? revision_of_item(store, store->entries[at].item) : NULL, condition, is_new, err);
    if (status == PD_OK && *is_new)
        status = make_room(store, &before, owner_of_item(store, item), limits, err);
    else if (status == PD_OK)
        before = store->entries[at].item;

    /* Store the item. The one that it replaces is released without the lock. */
    if (status == PD_OK) {
        if (*is_new) at = store->count++;
        PD_ASSERT(at >= 0 && at < store->count && store->count <= store->capacity);
        store->entries[at] = (entry){item, kind->now_us()};
    }

    pthread_mutex_unlock(&store->lock);

    kind->release(before);
    if (status != PD_OK) kind->release(item);
    return status;
}

void pd_srv_named_store_set(pd_srv_named_store *store, void *item, int most)
{
    const pd_srv_named_store_limits limits = {
        .most = most > 0 ? most : 1, .owner_most = INT32_MAX, .unused_us = -1};
    const uint64_t nobody = 0;
    void *before = NULL;

    pthread_mutex_lock(&store->lock);
    int at = find_named_store(store, id_of_item(store, item));
    if (at < store->count)
        before = store->entries[at].item;
    else if (make_room(store, &before, nobody, &limits, NULL) == PD_OK)
        at = store->count++;
    else
        before = item; /* out of memory: the item is not kept here */
    if (before != item) store->entries[at] = (entry){item, store->kind->now_us()};
    pthread_mutex_unlock(&store->lock);

    store->kind->release(before);
}

const pd_srv_named_store_kind *pd_srv_named_store_kind_of(const pd_srv_named_store *store)
{
    return store->kind;
}

void *pd_srv_named_store_get(pd_srv_named_store *store, const char *id)
{
    void *item = NULL;

    pthread_mutex_lock(&store->lock);
    int at = find_named_store(store, id);
    if (at < store->count) {
        item = store->kind->retain(store->entries[at].item);
        store->entries[at].used_us = store->kind->now_us();
    }

    pthread_mutex_unlock(&store->lock);

    return item;
}

int pd_srv_named_store_delete(pd_srv_named_store *store, const char *id, const pd_api_owner *who,
                              const pd_api_condition *condition)
{
    void *item = NULL;
    int result = 0;

    pthread_mutex_lock(&store->lock);
    int at = find_named_store(store, id);
    if (at < store->count) {
        item = store->entries[at].item;

        /* Only the owner or an administrator may delete it, and only if the condition holds. */
        result = who->is_admin || owner_of_item(store, item) == who->id ? 1 : -1;
        if (result > 0 && pd_api_condition_fails(condition, revision_of_item(store, item))) result = -2;
        if (result > 0)
            store->entries[at] = store->entries[--store->count];
        else
            item = NULL;
    }

    pthread_mutex_unlock(&store->lock);
    store->kind->release(item);

    return result;
}

void pd_srv_named_store_each(pd_srv_named_store *store,
                             void (*visit)(void *arg, const char *id, const void *item), void *arg)
{
    pthread_mutex_lock(&store->lock);
    for (int i = 0; i < store->count; i++)
        visit(arg, id_of_item(store, store->entries[i].item), store->entries[i].item);
    pthread_mutex_unlock(&store->lock);
}
