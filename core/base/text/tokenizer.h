#ifndef PD_BASE_TEXT_TOKENIZER_H
#define PD_BASE_TEXT_TOKENIZER_H
/* Splits plain text into words and counts lines, for readers of BVH, ASF, AMC and the sidecar files of
 * captures.
 *
 * Words are separated by blanks, tabs, CR and LF. Lines end with LF, CR LF or CR. Text in UTF-16 is refused
 * by that name. Every other byte is part of a word, so that binary input only makes words that no format has.
 * Numbers are decimal in C's notations, correctly rounded, independent of the locale; hexadecimal, "nan" and
 * "inf" are no numbers.
 *
 * Memory   a tokenizer owns nothing; the text and the name must outlive it.   Threads  one thread at a time.
 * Errors   at "name:line" of the word that is wrong.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_TOKENIZER_WORD_BYTES 64 /* room for a word and its closing zero; readers refuse longer words */

typedef struct pd_tokenizer {
    const char *at, *end;               /* what is still to be read                */
    const char *name;                   /* name of the file, for errors            */
    int line;                           /* line of `at`, from 1                    */
    int word_line;                      /* line of the last word                   */
    bool is_utf16;                      /* the text is in UTF-16: all errors say so */
    char word[PD_TOKENIZER_WORD_BYTES]; /* the last word that was read, "" at the end of the text */
} pd_tokenizer;

/* Returns whether a text is in UTF-16, by its mark or by the zeros between Latin letters. */
bool pd_tokenizer_is_utf16(pd_bytes text);
/* Begins at the start of `text`, behind a byte-order mark. */
void pd_tokenizer_init(pd_tokenizer *tokenizer, pd_bytes text, const char *name);
/* Reads the next word, on any line, into tokenizer->word and cuts it if it is too long. Returns 0 at the end
 * of the text. */
int pd_tokenizer_next(pd_tokenizer *tokenizer);
/* Reads the next word of the current line. Returns 0 at the end of the line, where it stays. */
int pd_tokenizer_next_here(pd_tokenizer *tokenizer);
/* Skips the rest of the current line. */
void pd_tokenizer_skip_line(pd_tokenizer *tokenizer);
/* Returns whether the last word is `word`, in any case. */
bool pd_tokenizer_is(const pd_tokenizer *tokenizer, const char *word);
/* Reads all of `text` as a number. Returns false when it is no number or its magnitude is 1e15 or more. */
bool pd_tokenizer_parse(double *out, const char *text);
/* Returns "" or, for a number with a decimal comma, what to do about it: the end of an error about `text`. */
const char *pd_tokenizer_hint(const char *text);
/* Reads the next word, on any line, as a number. ERR_FORMAT when it is none; `what` tells in the error which
 * number was expected. */
pd_status pd_tokenizer_number(double *out, pd_tokenizer *tokenizer, const char *what, pd_error *err);
/* Reads the next word, on any line, as a whole number from min to max. ERR_FORMAT or ERR_RANGE otherwise. */
pd_status pd_tokenizer_int(int *out, pd_tokenizer *tokenizer, int min, int max, const char *what,
                           pd_error *err);
/* Fills *err with the place "name:line" of the last word and returns `status`. */
pd_status pd_tokenizer_fail(const pd_tokenizer *tokenizer, pd_error *err, pd_status status,
                            const char *format, ...) PD_PRINTF(4, 5);

#endif
