#include "server/work/reclaim.h"

#include "core/base/assert.h"
#include "server/base/process.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct waiting_item {
    struct waiting_item *next;
    void (*release)(void *item);
    void *item;
} waiting_item;

struct pd_srv_reclaim {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    waiting_item *first, **last;
    bool stopping;
};

/* Releases items one after the other. Ends when it is asked to and nothing is left.
 * Main function of a thread. */
static void *reclaim_main(void *arg)
{
    pd_srv_reclaim *reclaim = arg;

    pthread_mutex_lock(&reclaim->lock);
    for (;;) {
        waiting_item *next = reclaim->first;
        if (!next) {
            if (reclaim->stopping) break;
            pthread_cond_wait(&reclaim->wake, &reclaim->lock);
            continue;
        }

        PD_ASSERT(reclaim->last != &reclaim->first && !*reclaim->last);
        reclaim->first = next->next;
        if (!reclaim->first) reclaim->last = &reclaim->first;
        pthread_mutex_unlock(&reclaim->lock);

        /* Release without the lock, since it may take long. */
        next->release(next->item);
        free(next);

        pthread_mutex_lock(&reclaim->lock);
    }

    pthread_mutex_unlock(&reclaim->lock);

    return NULL;
}

pd_status pd_srv_reclaim_start(pd_srv_reclaim **out, pd_error *err)
{
    *out = NULL;
    pd_srv_reclaim *reclaim = calloc(1, sizeof *reclaim);
    if (!reclaim) return pd_fail(err, PD_ERR_MEMORY, "reclaim", "out of memory");
    reclaim->last = &reclaim->first;
    pthread_mutex_init(&reclaim->lock, NULL);
    pthread_cond_init(&reclaim->wake, NULL);

    if (pthread_create(&reclaim->thread, NULL, reclaim_main, reclaim)) {
        pthread_cond_destroy(&reclaim->wake);
        pthread_mutex_destroy(&reclaim->lock);
        free(reclaim);
        return pd_srv_thread_error(err, "reclaim", "its thread");
    }

    *out = reclaim;

    return PD_OK;
}

void pd_srv_reclaim_give(pd_srv_reclaim *reclaim, void (*release)(void *item), void *item)
{
    if (!item) return;
    waiting_item *waiting = reclaim ? malloc(sizeof *waiting) : NULL;
    if (!waiting) {
        release(item);
        return;
    }

    *waiting = (waiting_item){.release = release, .item = item};
    pthread_mutex_lock(&reclaim->lock);
    PD_ASSERT(!*reclaim->last);
    *reclaim->last = waiting;
    reclaim->last = &waiting->next;
    pthread_cond_signal(&reclaim->wake);
    pthread_mutex_unlock(&reclaim->lock);
}

void pd_srv_reclaim_stop(pd_srv_reclaim *reclaim)
{
    if (!reclaim) return;
    pthread_mutex_lock(&reclaim->lock);
    reclaim->stopping = true;
    pthread_cond_signal(&reclaim->wake);
    pthread_mutex_unlock(&reclaim->lock);

    pthread_join(reclaim->thread, NULL);
    pthread_cond_destroy(&reclaim->wake);
    pthread_mutex_destroy(&reclaim->lock);
    free(reclaim);
}
