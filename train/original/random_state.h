#ifndef PD_TRAIN_ORIGINAL_RANDOM_STATE_H
#define PD_TRAIN_ORIGINAL_RANDOM_STATE_H
/* Generator of the random numbers of numpy.random.RandomState(seed), which the original's scripts draw: the
 * Mersenne twister MT19937 (Matsumoto, Nishimura 1998), uniforms of 53 bits, normals by Marsaglia's polar
 * method, whose second number is kept for the next call.
 *
 * Use it only where numbers must equal those of the original; all other code draws from core/base/rng.h. */
#include <stdint.h>

typedef struct pd_train_random_state {
    uint32_t words[624];
    int at;
    int has_kept;
    double kept;
} pd_train_random_state;

/* Sets the state that numpy.random.RandomState(seed) has. */
void pd_train_random_state_init(pd_train_random_state *state, uint32_t seed);
double pd_train_random_state_uniform(pd_train_random_state *state); /* [0, 1), as random_sample() */
double pd_train_random_state_normal(pd_train_random_state *state);  /* standard normal, as normal() */

#endif
