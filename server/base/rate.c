#include "server/base/rate.h"

#include "core/base/hash.h"
#include "core/base/assert.h"
#include "server/base/clock.h"

#include <math.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>

#define SETS 1024 /* power of two */
#define WAYS 4

typedef struct bucket {
    uint64_t client;
    int64_t seen_us;
    double tokens;
} bucket;

struct pd_srv_rate {
    pthread_mutex_t lock;
    bucket sets[SETS][WAYS];
};

pd_srv_rate *pd_srv_rate_new(void)
{
    pd_srv_rate *rate = calloc(1, sizeof *rate);
    if (rate) pthread_mutex_init(&rate->lock, NULL);
    return rate;
}

void pd_srv_rate_free(pd_srv_rate *rate)
{
    if (!rate) return;
    pthread_mutex_destroy(&rate->lock);
    free(rate);
}

/* Returns the client's bucket, or a full one in place of the least recently used bucket of the set. */
static bucket *find_bucket(pd_srv_rate *rate, uint64_t client, double burst)
{
    bucket *set = rate->sets[(client ^ client >> 32) & (SETS - 1)], *oldest = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].client == client && set[i].seen_us) return &set[i];
        if (set[i].seen_us < oldest->seen_us) oldest = &set[i];
    }
    *oldest = (bucket){.client = client, .tokens = burst};
    return oldest;
}

int pd_srv_rate_take(pd_srv_rate *rate, uint64_t client, double per_second, int burst, int64_t now_us)
{
    return pd_srv_rate_take_amount(rate, client, 1, per_second, burst, now_us);
}

int pd_srv_rate_take_amount(pd_srv_rate *rate, uint64_t client, double amount, double per_second,
                            double burst, int64_t now_us)
{
    PD_ASSERT(burst >= 0);
    if (per_second <= 0) return 0;
    int wait = 0;
    pthread_mutex_lock(&rate->lock);
    bucket *b = find_bucket(rate, client, burst);
    if (b->seen_us) b->tokens += (double)(now_us - b->seen_us) / (double)PD_SRV_SECOND * per_second;
    if (b->tokens > burst) b->tokens = burst;
    PD_ASSERT(b->client == client && amount >= 0);
    b->seen_us = now_us;
    if (b->tokens >= amount)
        b->tokens -= amount;
    else
        wait = (int)fmin(ceil((amount - b->tokens) / per_second), 3600);
    pthread_mutex_unlock(&rate->lock);
    return wait;
}

uint64_t pd_srv_rate_client(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const void *)address;
        return pd_hash64(&v4->sin_addr, sizeof v4->sin_addr, 0);
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const void *)address;
        if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr)) return pd_hash64(v6->sin6_addr.s6_addr + 12, 4, 0);
        return pd_hash64(&v6->sin6_addr, 8, 0);
    }
    return 0;
}
