#include "server/models/shelf.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pd_srv_shelf {
    const pd_srv_shelf_kind *kind;
    pthread_mutex_t lock;
    void **items;
    int count, capacity;
};

pd_srv_shelf *pd_srv_shelf_new(const pd_srv_shelf_kind *kind)
{
    pd_srv_shelf *shelf = calloc(1, sizeof *shelf);
    if (!shelf) return NULL;
    shelf->kind = kind;
    pthread_mutex_init(&shelf->lock, NULL);
    return shelf;
}

void pd_srv_shelf_free(pd_srv_shelf *shelf)
{
    if (!shelf) return;
    for (int i = 0; i < shelf->count; i++) shelf->kind->release(shelf->items[i]);
    free(shelf->items);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

/* Under the lock: its place, or count. */
static int find(const pd_srv_shelf *shelf, const char *id)
{
    int i = 0;
    while (i < shelf->count && strcmp(shelf->kind->id(shelf->items[i]), id)) i++;
    return i;
}

static pd_status make_room(pd_srv_shelf *shelf, int most, pd_error *err)
{
    if (shelf->count >= most)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d %s; at most %d are kept (%s)", shelf->count,
                       shelf->kind->what, most, shelf->kind->option);
    if (shelf->count < shelf->capacity) return PD_OK;
    int capacity = 2 * shelf->capacity + 8;
    void *grown = realloc(shelf->items, (size_t)capacity * sizeof *shelf->items);
    if (!grown) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %s", shelf->kind->what);
    shelf->items = grown;
    shelf->capacity = capacity;
    return PD_OK;
}

pd_status pd_srv_shelf_put(pd_srv_shelf *shelf, void *item, int most, int *is_new, pd_error *err)
{
    void *before = NULL;
    pthread_mutex_lock(&shelf->lock);
    int at = find(shelf, shelf->kind->id(item));
    *is_new = at == shelf->count;
    pd_status status = *is_new ? make_room(shelf, most, err) : PD_OK;
    if (status == PD_OK) {
        if (*is_new)
            shelf->count++;
        else
            before = shelf->items[at];
        shelf->items[at] = item;
    }
    pthread_mutex_unlock(&shelf->lock);
    shelf->kind->release(status == PD_OK ? before : item);
    return status;
}

void *pd_srv_shelf_get(pd_srv_shelf *shelf, const char *id)
{
    pthread_mutex_lock(&shelf->lock);
    int at = find(shelf, id);
    void *item = at < shelf->count ? shelf->kind->retain(shelf->items[at]) : NULL;
    pthread_mutex_unlock(&shelf->lock);
    return item;
}

int pd_srv_shelf_delete(pd_srv_shelf *shelf, const char *id)
{
    pthread_mutex_lock(&shelf->lock);
    int at = find(shelf, id);
    void *item = at < shelf->count ? shelf->items[at] : NULL;
    if (item) shelf->items[at] = shelf->items[--shelf->count];
    pthread_mutex_unlock(&shelf->lock);
    shelf->kind->release(item);
    return item != NULL;
}

void pd_srv_shelf_each(pd_srv_shelf *shelf, void (*visit)(void *arg, const char *id, const void *item),
                       void *arg)
{
    pthread_mutex_lock(&shelf->lock);
    for (int i = 0; i < shelf->count; i++) visit(arg, shelf->kind->id(shelf->items[i]), shelf->items[i]);
    pthread_mutex_unlock(&shelf->lock);
}
