#ifndef PD_BASE_RNG_H
#define PD_BASE_RNG_H
/* Random numbers that are the same everywhere: xoshiro256** (Blackman, Vigna 2018), seeded by splitmix64.
 * For sampling and tests, not for secrets. */
#include <stdint.h>

typedef struct pd_rng {
    uint64_t s[4];
} pd_rng;

void pd_rng_init(pd_rng *rng, uint64_t seed);
uint64_t pd_rng_next(pd_rng *rng);
double pd_rng_uniform(pd_rng *rng);                          /* [0, 1), 53 bits */
double pd_rng_between(pd_rng *rng, double low, double high); /* [low, high) */
double pd_rng_normal(pd_rng *rng);        /* mean 0, sd 1 (Box-Muller, two uniforms a call) */
int pd_rng_below(pd_rng *rng, int count); /* 0 .. count-1, unbiased */

#endif
