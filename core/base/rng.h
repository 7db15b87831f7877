#ifndef PD_BASE_RNG_H
#define PD_BASE_RNG_H
/* Pseudo-random numbers that depend on the seed alone, equal on every machine: xoshiro256** (Blackman, Vigna
 * 2018), seeded by splitmix64. For sampling and tests, not for secrets.
 *
 * Threads  one generator belongs to one thread at a time. */
#include <stdint.h>

typedef struct pd_rng {
    uint64_t s[4]; /* state, never all zero */
} pd_rng;

/* Sets the state from a seed; any value is good. */
void pd_rng_init(pd_rng *rng, uint64_t seed);
/* Returns the next 64 random bits. */
uint64_t pd_rng_next(pd_rng *rng);
/* Returns a number of the uniform distribution over [0, 1), with 53 random bits. */
double pd_rng_uniform(pd_rng *rng);
/* Returns a number of the uniform distribution over [low, high). */
double pd_rng_between(pd_rng *rng, double low, double high);
/* Returns a number of the normal distribution of mean 0 and standard deviation 1 (Box-Muller; each call takes
 * two uniform numbers). */
double pd_rng_normal(pd_rng *rng);
/* Returns a whole number from 0 to count - 1, all equally likely. count >= 1. */
int pd_rng_below(pd_rng *rng, int count);
/* Returns an index below count with a probability proportional to its weight, 0 or more; -1 when all weights
 * are 0. */
int pd_rng_weighted(pd_rng *rng, const int *weights, int count);

#endif
