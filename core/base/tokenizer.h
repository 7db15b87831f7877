#ifndef PD_BASE_TOKENIZER_H
#define PD_BASE_TOKENIZER_H
/* Plain text, word by word and with line numbers: for BVH, ASF and AMC.
 *
 * Words are parted by blanks, tabs, CR and LF; any byte else belongs to a word, so hostile bytes only make words
 * that nothing knows. A cursor owns nothing. Numbers are decimal in any notation of C but hexadecimal; no
 * locale, no "nan", no "inf"; correctly rounded.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_WORD_BYTES 64 /* with the closing zero; longer words are an error where they are used */

typedef struct pd_words {
    const char *at, *end;
    const char *name; /* of the file, for where */
    int line;         /* of `at`, from 1        */
    int word_line;    /* of the last word       */
    char word[PD_WORD_BYTES];
} pd_words;

void pd_words_init(pd_words *words, pd_bytes text, const char *name);
/* The next word into words->word ("" at the end), on any line. Returns 0 at the end. Long words are cut. */
int pd_words_next(pd_words *words);
/* The next word if there is one before the end of this line. */
int pd_words_next_here(pd_words *words);
/* Puts the cursor behind the next line end. */
void pd_words_skip_line(pd_words *words);
/* The last word, whatever its case, is this one. */
int pd_words_are(const pd_words *words, const char *word);
/* 1 and *out when text is a number below 1e15 in size, else 0. */
int pd_words_parse(double *out, const char *text);
/* The next word (on any line) as a number; ERR_FORMAT at its line: "'x' is not a number (what)". */
pd_status pd_words_number(double *out, pd_words *words, const char *what, pd_error *err);
/* A whole number in min .. max. */
pd_status pd_words_int(int *out, pd_words *words, int min, int max, const char *what, pd_error *err);
/* Fails at the last word's line. */
pd_status pd_words_fail(const pd_words *words, pd_error *err, pd_status status, const char *format, ...)
    PD_PRINTF(4, 5);

#endif
