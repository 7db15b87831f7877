#ifndef PD_BASE_SPELL_H
#define PD_BASE_SPELL_H
/* How far apart two words are, to say "did you mean ..." in errors.
 *
 * The distance is the least number of letters to put in, take out or replace (Levenshtein 1966). Words of more
 * than 63 bytes are 99 away from everything. No allocation; any number of threads.
 */

int pd_spell_distance(const char *a, const char *b);

#endif
