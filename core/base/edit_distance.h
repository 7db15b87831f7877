#ifndef PD_BASE_EDIT_DISTANCE_H
#define PD_BASE_EDIT_DISTANCE_H
/* How far apart two words are, to say "did you mean ..." in errors.
 *
 * The distance is the least number of letters to insert, delete or replace, or of neighbours to swap, none edited
 * twice (Levenshtein 1966, Damerau 1964; "optimal string alignment"). Words of more than 63 bytes are 99 away from
 * everything. No allocation; any number of threads.
 */

int pd_edit_distance(const char *a, const char *b);

/* The nearest of the words that exist to one that was written:
 *
 *     pd_edit_distance_search search = pd_edit_distance_begin("defualt");
 *     for every word that exists: pd_edit_distance_offer(&search, word);
 *     if (pd_edit_distance_nearest(&search)) ...
 *
 * Case does not matter. The first of several at one distance is kept. written is borrowed.
 */
typedef struct pd_edit_distance_search {
    const char *written;
    int distance; /* of nearest */
    char nearest[64];
} pd_edit_distance_search;

pd_edit_distance_search pd_edit_distance_begin(const char *written);
void pd_edit_distance_offer(pd_edit_distance_search *search, const char *known);
/* NULL unless the distance is less than half the letters of written: anything farther away is hardly a misspelling. */
const char *pd_edit_distance_nearest(const pd_edit_distance_search *search);

#endif
