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

/* Returns the buckets among which a client has its place. */
static bucket *set_of(pd_srv_rate *rate, uint64_t client)
{
    return rate->sets[(client ^ client >> 32) & (SETS - 1)];
}

/* Returns the client's bucket, or NULL when there is none. */
static bucket *known_bucket(pd_srv_rate *rate, uint64_t client)
{
    bucket *set = set_of(rate, client);
    for (int i = 0; i < WAYS; i++)
        if (set[i].client == client && set[i].seen_us) return &set[i];
    return NULL;
}

/* Returns the client's bucket, or a full one in place of the least recently used bucket of the set. */
static bucket *find_bucket(pd_srv_rate *rate, uint64_t client, double burst)
{
    bucket *known = known_bucket(rate, client);

    if (known) return known;

    bucket *oldest = set_of(rate, client);
    for (bucket *b = oldest; b < set_of(rate, client) + WAYS; b++)
        if (b->seen_us < oldest->seen_us) oldest = b;
    *oldest = (bucket){.client = client, .tokens = burst};

    return oldest;
}

/* Returns the tokens of a bucket at a time. */
static double tokens_at(const bucket *b, double per_second, double burst, int64_t now_us)
{
    if (!b->seen_us) return burst;
    return fmin(burst, b->tokens + (double)(now_us - b->seen_us) / (double)PD_SRV_SECOND * per_second);
}

/* Returns the seconds until a bucket with these tokens has `amount`. */
static int wait_for(double amount, double tokens, double per_second)
{
    return tokens >= amount ? 0 : (int)fmin(ceil((amount - tokens) / per_second), 3600);
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
    pthread_mutex_lock(&rate->lock);
    bucket *b = find_bucket(rate, client, burst);
    PD_ASSERT(b->client == client && amount >= 0);
    b->tokens = tokens_at(b, per_second, burst, now_us);
    b->seen_us = now_us;
    const int wait = wait_for(amount, b->tokens, per_second);
    if (!wait) b->tokens -= amount;
    pthread_mutex_unlock(&rate->lock);

    return wait;
}

int pd_srv_rate_wait(pd_srv_rate *rate, uint64_t client, double per_second, int burst, int64_t now_us)
{
    PD_ASSERT(per_second > 0);
    pthread_mutex_lock(&rate->lock);
    const bucket *b = known_bucket(rate, client);
    const int wait = b ? wait_for(1, tokens_at(b, per_second, burst, now_us), per_second) : 0;
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

int64_t pd_srv_rate_step_us(double per_second, int count, int64_t left_us)
{
    if (left_us <= 0 || per_second <= 0) return 0;
    const double usual = 1e6 / per_second;
    const double most = (double)left_us / (count > 1 ? count : 1);
    return (int64_t)(usual < most ? usual : most);
}
