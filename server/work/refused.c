#include "server/work/refused.h"

#include "core/base/hash.h"
#include "core/base/assert.h"
#include "core/base/table.h"
#include "server/base/clock.h"

#include <pthread.h>
#include <stdlib.h>

#define SETS 256 /* of the table: 1,024 clients and routes */

typedef struct refusal {
    pd_table_head head; /* key: see key_of_refusal; rank: end of the refusal, microseconds */
    uint64_t client;
    const char *route;
    size_t body_bytes;
    double cost_ms, whole_ms;
    pd_srv_class least;
} refusal;

struct pd_srv_refused {
    pthread_mutex_t lock;
    pd_table refusals;
};

pd_srv_refused *pd_srv_refused_new(void)
{
    pd_srv_refused *refused = calloc(1, sizeof *refused);
    if (!refused || !pd_table_init(&refused->refusals, SETS, sizeof(refusal))) {
        free(refused);
        return NULL;
    }

    pthread_mutex_init(&refused->lock, NULL);
    return refused;
}

void pd_srv_refused_free(pd_srv_refused *refused)
{
    if (!refused) return;
    pthread_mutex_destroy(&refused->lock);
    pd_table_deinit(&refused->refusals);
    free(refused);
}

/* Returns the key of a client and a route. */
static uint64_t key_of_refusal(uint64_t client, const char *route)
{
    const uint64_t both[] = {client, (uint64_t)(uintptr_t)route};
    return pd_hash64(both, sizeof both, 0);
}

void pd_srv_refused_note(pd_srv_refused *refused, uint64_t client, const char *route, size_t body_bytes,
                         const pd_srv_job *job, int seconds, int64_t now_us)
{
    const uint64_t key = key_of_refusal(client, route);

    PD_ASSERT(seconds > 0 && route);
    pthread_mutex_lock(&refused->lock);
    refusal *r = pd_table_reserve(&refused->refusals, key);
    *r = (refusal){.head = {.key = key, .rank = now_us + seconds * PD_SRV_SECOND},
                   .client = client,
                   .route = route,
                   .body_bytes = body_bytes,
                   .cost_ms = job->cost_ms,
                   .whole_ms = job->whole_ms,
                   .least = pd_srv_job_class(job)};
    pthread_mutex_unlock(&refused->lock);
}

int pd_srv_refused_find(pd_srv_refused *refused, pd_srv_job *like, uint64_t client, const char *route,
                        size_t body_bytes, int64_t now_us)
{
    int seconds = 0;

    pthread_mutex_lock(&refused->lock);
    refusal *r = pd_table_find(&refused->refusals, key_of_refusal(client, route));

    /* Another client and route may have the same key. */
    if (r && (r->client != client || r->route != route)) r = NULL;

    /* A row whose time is over is freed. Shorter bodies may fit, so they are not refused. */
    if (r && r->head.rank <= now_us) {
        r->head.rank = 0;
    } else if (r && body_bytes >= r->body_bytes / 2) {
        seconds = (int)((r->head.rank - now_us + PD_SRV_SECOND - 1) / PD_SRV_SECOND);
        PD_ASSERT(seconds > 0);
        *like =
            (pd_srv_job){.client = client, .cost_ms = r->cost_ms, .whole_ms = r->whole_ms, .least = r->least};
    }

    pthread_mutex_unlock(&refused->lock);

    return seconds;
}
