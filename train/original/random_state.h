#ifndef PD_TRAIN_ORIGINAL_RANDOM_STATE_H
#define PD_TRAIN_ORIGINAL_RANDOM_STATE_H
/* The random numbers of numpy.random.RandomState(seed), which the original's scripts draw: the Mersenne twister MT19937 (Matsumoto,
 * Nishimura 1998), uniforms of 53 bits, normals by Marsaglia's polar method, the second of a pair kept for the next call.
 *
 * Only where numbers have to be those of the original; everything else draws from core/base/rng.h.
 */
#include <stdint.h>

typedef struct pd_train_random_state {
    uint32_t words[624];
    int at;
    int has_kept;
    double kept;
} pd_train_random_state;

void pd_train_random_state_init(pd_train_random_state *state, uint32_t seed);
double pd_train_random_state_uniform(pd_train_random_state *state); /* [0, 1): random_sample() */
double pd_train_random_state_normal(pd_train_random_state *state);  /* normal()                */

#endif
