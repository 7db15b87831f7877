#include "server/work/refused.h"

#include "core/base/hash.h"
#include "core/base/assert.h"
#include "server/base/clock.h"

#include <pthread.h>
#include <stdlib.h>

#define SETS 256 /* power of two */
#define WAYS 4

typedef struct row {
    uint64_t client;
    const char *route;
    size_t body_bytes;
    double cost_ms, whole_ms;
    pd_srv_class least;
    int64_t until_us; /* 0: free */
} row;

struct pd_srv_refused {
    pthread_mutex_t lock;
    row sets[SETS][WAYS];
};

pd_srv_refused *pd_srv_refused_new(void)
{
    pd_srv_refused *refused = calloc(1, sizeof *refused);
    if (refused) pthread_mutex_init(&refused->lock, NULL);
    return refused;
}

void pd_srv_refused_free(pd_srv_refused *refused)
{
    if (!refused) return;
    pthread_mutex_destroy(&refused->lock);
    free(refused);
}

/* Returns the set of rows that a client and a route may be in. */
static row *set_of(pd_srv_refused *refused, uint64_t client, const char *route)
{
    const uint64_t both[] = {client, (uint64_t)(uintptr_t)route};
    return refused->sets[pd_hash64(both, sizeof both, 0) & (SETS - 1)];
}

/* Finds the row of a client and a route in a set, or returns NULL. Called under the lock. */
static row *find_row(row *set, uint64_t client, const char *route)
{
    for (int i = 0; i < WAYS; i++)
        if (set[i].until_us && set[i].client == client && set[i].route == route) return &set[i];
    return NULL;
}

void pd_srv_refused_note(pd_srv_refused *refused, uint64_t client, const char *route, size_t body_bytes,
                         const pd_srv_job *job, int seconds, int64_t now_us)
{
    row *set = set_of(refused, client, route);

    PD_ASSERT(seconds > 0 && route);
    pthread_mutex_lock(&refused->lock);
    row *r = find_row(set, client, route);
    if (!r) { /* in place of the one that ends first */
        r = set;
        for (int i = 1; i < WAYS; i++)
            if (set[i].until_us < r->until_us) r = &set[i];
    }

    *r = (row){.client = client,
               .route = route,
               .body_bytes = body_bytes,
               .cost_ms = job->cost_ms,
               .whole_ms = job->whole_ms,
               .least = pd_srv_job_class(job),
               .until_us = now_us + seconds * PD_SRV_SECOND};
    pthread_mutex_unlock(&refused->lock);
}

int pd_srv_refused_find(pd_srv_refused *refused, pd_srv_job *like, uint64_t client, const char *route,
                        size_t body_bytes, int64_t now_us)
{
    int seconds = 0;

    pthread_mutex_lock(&refused->lock);
    row *r = find_row(set_of(refused, client, route), client, route);

    /* A row whose time is over is freed. Shorter bodies may fit, so they are not refused. */
    if (r && r->until_us <= now_us) {
        r->until_us = 0;
    } else if (r && body_bytes >= r->body_bytes / 2) {
        seconds = (int)((r->until_us - now_us + PD_SRV_SECOND - 1) / PD_SRV_SECOND);
        PD_ASSERT(seconds > 0 && r->client == client);
        *like =
            (pd_srv_job){.client = client, .cost_ms = r->cost_ms, .whole_ms = r->whole_ms, .least = r->least};
    }

    pthread_mutex_unlock(&refused->lock);

    return seconds;
}
