#ifndef PD_BASE_TOKENIZER_H
#define PD_BASE_TOKENIZER_H
/* Splits plain text into words and keeps count of lines: for BVH, ASF, AMC and the sidecar files of captures.
 *
 * Words are separated by blanks, tabs, CR and LF; every other byte belongs to a word, so hostile bytes only make words
 * that no format knows. A tokenizer owns nothing. Numbers are decimal in any notation of C but hexadecimal; no
 * locale, no "nan", no "inf"; correctly rounded.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_TOKENIZER_WORD_BYTES 64 /* with the closing zero; longer words are an error where they are used */

typedef struct pd_tokenizer {
    const char *at, *end;
    const char *name; /* of the file, for where */
    int line;         /* of `at`, from 1        */
    int word_line;    /* of the last word       */
    char word[PD_TOKENIZER_WORD_BYTES];
} pd_tokenizer;

void pd_tokenizer_init(pd_tokenizer *tokenizer, pd_bytes text, const char *name);
/* The next word into tokenizer->word ("" at the end), on any line. Returns 0 at the end. Long words are cut. */
int pd_tokenizer_next(pd_tokenizer *tokenizer);
/* The next word if there is one before the end of this line. */
int pd_tokenizer_next_here(pd_tokenizer *tokenizer);
/* Moves behind the next line end. */
void pd_tokenizer_skip_line(pd_tokenizer *tokenizer);
/* Is the last word this one? Case does not matter. */
bool pd_tokenizer_is(const pd_tokenizer *tokenizer, const char *word);
/* true and *out when text is a number below 1e15 in size, else false. */
bool pd_tokenizer_parse(double *out, const char *text);
/* The next word (on any line) as a number; ERR_FORMAT at its line: "'x' is not a number (what)". */
pd_status pd_tokenizer_number(double *out, pd_tokenizer *tokenizer, const char *what, pd_error *err);
/* A whole number in min .. max. */
pd_status pd_tokenizer_int(int *out, pd_tokenizer *tokenizer, int min, int max, const char *what,
                           pd_error *err);
/* Fails at the last word's line. */
pd_status pd_tokenizer_fail(const pd_tokenizer *tokenizer, pd_error *err, pd_status status,
                            const char *format, ...) PD_PRINTF(4, 5);

#endif
