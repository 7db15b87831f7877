#ifndef PD_BASE_SPELL_H
#define PD_BASE_SPELL_H
/* How far apart two words are, to say "did you mean ..." in errors.
 *
 * The distance is the least number of letters to put in, take out or replace, or of neighbours to swap, no letter
 * twice (Levenshtein 1966, Damerau 1964; "optimal string alignment"). Words of more than 63 bytes are 99 away from
 * everything. No allocation; any number of threads.
 */

int pd_spell_distance(const char *a, const char *b);

/* The nearest of the words that exist to one that was written:
 *
 *     pd_spell_search search = pd_spell_begin("defualt");
 *     for every word that exists: pd_spell_offer(&search, word);
 *     if (pd_spell_nearest(&search)) ...
 *
 * Capital and small letters are the same here. The first of several at one distance is kept. written is borrowed.
 */
typedef struct pd_spell_search {
    const char *written;
    int distance; /* of nearest */
    char nearest[64];
} pd_spell_search;

pd_spell_search pd_spell_begin(const char *written);
void pd_spell_offer(pd_spell_search *search, const char *known);
/* NULL when no word is within less than half of written's letters: then it is no slip of the pen. */
const char *pd_spell_nearest(const pd_spell_search *search);

#endif
