#include "core/base/rng.h"

#include "core/base/assert.h"

#include <math.h>

static uint64_t rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

void pd_rng_init(pd_rng *rng, uint64_t seed)
{
    /* splitmix64 (Steele, Lea, Flood 2014) */
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng->s[i] = z ^ (z >> 31);
    }
}

uint64_t pd_rng_next(pd_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);

    return result;
}

double pd_rng_uniform(pd_rng *rng)
{
    return (double)(pd_rng_next(rng) >> 11) * 0x1p-53;
}

double pd_rng_between(pd_rng *rng, double low, double high)
{
    return low + (high - low) * pd_rng_uniform(rng);
}

double pd_rng_normal(pd_rng *rng)
{
    double u = 1.0 - pd_rng_uniform(rng);
    double v = pd_rng_uniform(rng);
    return sqrt(-2.0 * log(u)) * cos(2 * M_PI * v);
}

int pd_rng_below(pd_rng *rng, int count)
{
    PD_ASSERT(count > 0);
    uint64_t n = (uint64_t)count;
    uint64_t limit = UINT64_MAX - UINT64_MAX % n;
    uint64_t x;
    do x = pd_rng_next(rng);
    while (x >= limit);

    return (int)(x % n);
}

int pd_rng_weighted(pd_rng *rng, const int *weights, int count)
{
    int all = 0, at = 0;

    for (int i = 0; i < count; i++) all += weights[i];
    if (!all) return -1;
    int left = pd_rng_below(rng, all);
    while (left >= weights[at]) left -= weights[at++];
    PD_ASSERT(at < count);

    return at;
}
