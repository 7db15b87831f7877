#ifndef PD_BASE_TEXT_EDIT_DISTANCE_H
#define PD_BASE_TEXT_EDIT_DISTANCE_H
/* Spelling distance between words, for errors that say "did you mean ...".
 *
 * The distance is the smallest number of edits that turn one word into the other. An edit inserts, deletes or
 * replaces a letter or swaps two neighbouring letters; no letter is edited twice (Levenshtein 1966, Damerau
 * 1964; "optimal string alignment").
 *
 * Memory  no allocation.   Threads  any number.   Errors  none.
 */

/* Returns the distance between two words, case-sensitive. If one has more than 63 bytes, returns 99. */
int pd_edit_distance(const char *a, const char *b);

/* Finds which of the existing words is nearest to a word that a user wrote:
 *
 *     pd_edit_distance_search search = pd_edit_distance_begin("defualt");
 *     for every word that exists: pd_edit_distance_offer(&search, word);
 *     if (pd_edit_distance_nearest(&search)) ...
 *
 * Upper and lower case are equal. Among words at the same distance the first one offered is kept.
 */
typedef struct pd_edit_distance_search {
    /* what the user wrote; borrowed */
    const char *written;
    int distance;     /* between `written` and `nearest`; at first half the length of `written`           */
    char nearest[64]; /* the nearest word so far                                                          */
} pd_edit_distance_search;

/* Begins a search for the word nearest to `written`, which must outlive the search. */
pd_edit_distance_search pd_edit_distance_begin(const char *written);
/* Compares one existing word and keeps it if it is nearer than those before. */
void pd_edit_distance_offer(pd_edit_distance_search *search, const char *known);
/* Returns the nearest word; NULL when none is nearer than half the length of `written`, since a user hardly
 * misspells that much. */
const char *pd_edit_distance_nearest(const pd_edit_distance_search *search);

#endif
