#include "train/original/random_state.h"

#include <math.h>

#define WORDS 624 /* n of MT19937 (Matsumoto and Nishimura 1998) */
#define AHEAD 397 /* m of MT19937 */

void pd_train_random_state_init(pd_train_random_state *s, uint32_t seed)
{
    /* The initialisation of Matsumoto and Nishimura's code of 2002; 1812433253 is from there. */
    s->words[0] = seed;
    for (uint32_t i = 1; i < WORDS; i++)
        s->words[i] = 1812433253U * (s->words[i - 1] ^ (s->words[i - 1] >> 30)) + i;
    s->at = WORDS;
    s->has_kept = 0;
    s->kept = 0;
}

/* Returns the next 32 random bits. Masks, shifts and constants are those of MT19937's paper. */
static uint32_t next(pd_train_random_state *s)
{
    if (s->at == WORDS) {
        for (int i = 0; i < WORDS; i++) {
            uint32_t joined = (s->words[i] & 0x80000000U) | (s->words[(i + 1) % WORDS] & 0x7fffffffU);
            s->words[i] = s->words[(i + AHEAD) % WORDS] ^ (joined >> 1) ^ (joined & 1 ? 0x9908b0dfU : 0);
        }

        s->at = 0;
    }

    /* Temper the word, which mixes its bits. */
    uint32_t y = s->words[s->at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680U;
    y ^= (y << 15) & 0xefc60000U;

    return y ^ (y >> 18);
}

double pd_train_random_state_uniform(pd_train_random_state *s)
{
    /* 53 random bits: 27 high and 26 low ones, over 2^53, as NumPy does. 67108864 is 2^26. */
    uint32_t high = next(s) >> 5;
    uint32_t low = next(s) >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

double pd_train_random_state_normal(pd_train_random_state *s)
{
    double x, y, square;

    if (s->has_kept) {
        s->has_kept = 0;
        return s->kept;
    }

    do {
        x = 2 * pd_train_random_state_uniform(s) - 1;
        y = 2 * pd_train_random_state_uniform(s) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);

    double scale = sqrt(-2 * log(square) / square);
    s->kept = scale * x;
    s->has_kept = 1;

    return scale * y;
}
