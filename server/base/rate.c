#include "server/base/rate.h"

#include "core/base/hash.h"
#include "core/base/assert.h"
#include "core/base/table.h"
#include "server/base/clock.h"

#include <math.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>

#define SETS 1024 /* of the table: 4,096 clients */

typedef struct bucket {
    pd_table_head head; /* key: the client; rank: time of its last request, microseconds */
    double tokens;
} bucket;

struct pd_srv_rate {
    pthread_mutex_t lock;
    pd_table buckets;
};

pd_srv_rate *pd_srv_rate_new(void)
{
    pd_srv_rate *rate = calloc(1, sizeof *rate);
    if (!rate || !pd_table_init(&rate->buckets, SETS, sizeof(bucket))) {
        free(rate);
        return NULL;
    }

    pthread_mutex_init(&rate->lock, NULL);
    return rate;
}

void pd_srv_rate_free(pd_srv_rate *rate)
{
    if (!rate) return;
    pthread_mutex_destroy(&rate->lock);
    pd_table_deinit(&rate->buckets);
    free(rate);
}

/* Returns the tokens of a bucket at a time. */
static double tokens_at(const bucket *b, double per_second, double burst, int64_t now_us)
{
    return fmin(burst, b->tokens + (double)(now_us - b->head.rank) / (double)PD_SRV_SECOND * per_second);
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
    PD_ASSERT(burst >= 0 && amount >= 0);
    if (per_second <= 0) return 0;
    pthread_mutex_lock(&rate->lock);

    /* A client that the table does not know has a full bucket. */
    const bucket *known = pd_table_find(&rate->buckets, client);
    const double tokens = known ? tokens_at(known, per_second, burst, now_us) : burst;
    const int wait = wait_for(amount, tokens, per_second);
    bucket *b = pd_table_reserve(&rate->buckets, client);
    *b = (bucket){.head = {.key = client, .rank = now_us}, .tokens = wait ? tokens : tokens - amount};

    pthread_mutex_unlock(&rate->lock);

    return wait;
}

int pd_srv_rate_wait(pd_srv_rate *rate, uint64_t client, double per_second, int burst, int64_t now_us)
{
    PD_ASSERT(per_second > 0);
    pthread_mutex_lock(&rate->lock);
    const bucket *b = pd_table_find(&rate->buckets, client);
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
