#ifndef PD_SPEECH_SPELL_H
#define PD_SPEECH_SPELL_H
/* Text to phones: words, numbers and signs of English, and of other languages in Latin letters, which are
 * read by the English rules.
 *
 * Words come from the CMU lexicon and its letter-to-sound rules as libflite has them (its licence is like
 * BSD's). Numbers and signs (& % @ + $) are read as words; words of capital letters that are in no dictionary
 * by their letters. Punctuation makes pauses. Pictographs are left out.
 *
 * Units    seconds; bytes of UTF-8.
 * Memory   plain structs.
 * Threads  any.
 * Errors   ERR_INVALID: no UTF-8. ERR_UNSUPPORTED: a letter of a script without rules.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/speech/phone.h"

#include <stddef.h>

#define PD_SPEECH_WORD_PHONES 160 /* most phones of a word; what is longer is cut */

/* A word of a text: what stands between two spaces. */
typedef struct pd_speech_spelling {
    size_t begin, end; /* bytes of the text, without punctuation around it */
    pd_speech_phone phones[PD_SPEECH_WORD_PHONES];
    int count;
    double pause; /* after the word; 0: none */
} pd_speech_spelling;

/* Reads the next word from *at on, and moves *at behind it and its punctuation.
 * out->count is 0 at the end of the text. */
pd_status pd_speech_spell_next(pd_speech_spelling *out, const char *text, size_t *at, pd_error *err);

/* Reads all phones of the words in a text, one after the other; the other members are not set. */
pd_status pd_speech_spell_item(pd_speech_spelling *out, const char *text, pd_error *err);

/* Appends text as ASCII: letters without marks, digits, and the punctuation and signs that are read; anything
 * else as spaces. */
void pd_speech_spell_fold(pd_buffer *out, const char *text, size_t size);

#endif
