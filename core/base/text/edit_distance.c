#include "core/base/text/edit_distance.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stdio.h>
#include <stdbool.h>
#include <string.h>

int pd_edit_distance(const char *a, const char *b)
{
    int rows[3][64]; /* for the prefix of a two letters shorter, one letter shorter, and the current one */
    int *older = rows[0];
    int *old = rows[1];
    int *row = rows[2];
    int n = (int)strlen(b);

    /* Words that are too long have no distance. */
    if (n > 63 || strlen(a) > 63) return 99;
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int *spare = older;
        older = old;
        old = row;
        row = spare;

        /* Replacement, insertion or deletion, and exchange of two neighbours. */
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int replaced = old[j - 1] + (a[i - 1] != b[j - 1]);
            int shifted = (old[j] < row[j - 1] ? old[j] : row[j - 1]) + 1;
            row[j] = replaced < shifted ? replaced : shifted;
            int swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && older[j - 2] + 1 < row[j]) row[j] = older[j - 2] + 1;
        }
    }

    return row[n];
}

/* Begins with the distance at which a word is no longer suggested: nothing farther is looked for. */
pd_edit_distance_search pd_edit_distance_begin(const char *written)
{
    return (pd_edit_distance_search){.written = written, .distance = ((int)strlen(written) + 1) / 2};
}

/* Copies a word in lower case. Cuts it at 64 bytes, one more than pd_edit_distance takes, so that a word that
 * is too long stays too long. */
static void small_letters(char out[65], const char *word)
{
    int i = 0;

    for (; i < 64 && word[i]; i++) out[i] = (char)tolower((unsigned char)word[i]);
    out[i] = 0;
}

/* Returns a lower bound of the distance: the number of letters that one word has and the other lacks. */
static int least_distance(const char *a, const char *b)
{
    signed char more[256] = {0}; /* occurrences in a less those in b */
    int missing = 0, spare = 0;

    for (; *a; a++) more[(unsigned char)*a]++;
    for (const char *c = b; *c; c++) missing += --more[(unsigned char)*c] < 0;
    for (int c = 0; c < 256; c++) spare += more[c] > 0 ? more[c] : 0;

    return missing > spare ? missing : spare;
}

void pd_edit_distance_offer(pd_edit_distance_search *search, const char *known)
{
    PD_ASSERT(search->written && known);
    char a[65], b[65];

    /* Case does not count. The lower bound is cheap and excludes most words. */
    small_letters(a, search->written);
    small_letters(b, known);
    if (least_distance(a, b) >= search->distance) return;
    const int distance = pd_edit_distance(a, b);
    if (distance >= search->distance) return;

    search->distance = distance;
    snprintf(search->nearest, sizeof search->nearest, "%s", known);
}

const char *pd_edit_distance_nearest(const pd_edit_distance_search *search)
{
    const bool is_near = *search->nearest && 2 * search->distance < (int)strlen(search->written);
    return is_near ? search->nearest : NULL;
}
