#include "core/base/text/tokenizer.h"

#include "core/base/assert.h"
#include "core/base/file.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool pd_tokenizer_is_utf16(pd_bytes text)
{
    const unsigned char *b = text.data;
    if (text.size < 4) return false;
    if (b[0] + b[1] == 0xff + 0xfe && (b[0] == 0xff || b[0] == 0xfe)) return true;

    /* Without a mark: every other byte of a text in Latin letters is zero. */
    return (b[0] && !b[1] && b[2] && !b[3]) || (!b[0] && b[1] && !b[2] && b[3]);
}

void pd_tokenizer_init(pd_tokenizer *tokenizer, pd_bytes text, const char *name)
{
    *tokenizer =
        (pd_tokenizer){.name = name, .line = 1, .word_line = 1, .is_utf16 = pd_tokenizer_is_utf16(text)};
    text = pd_text_unmarked(text);
    if (text.size == 0) return;
    tokenizer->at = (const char *)text.data;
    tokenizer->end = tokenizer->at + text.size;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Returns whether a line ends at the next byte: at LF, and at a CR that none follows, as on old Macs. */
static bool is_line_end(const pd_tokenizer *tokenizer)
{
    const char *at = tokenizer->at;
    return *at == '\n' || (*at == '\r' && (at + 1 == tokenizer->end || at[1] != '\n'));
}

/* Reads up to the next blank. A word that is too long is cut. */
static bool take_word(pd_tokenizer *tokenizer)
{
    size_t length = 0;

    tokenizer->word_line = tokenizer->line;
    for (; tokenizer->at < tokenizer->end && !is_blank(*tokenizer->at) && *tokenizer->at != '\n';
         tokenizer->at++)
        if (length + 1 < sizeof tokenizer->word) tokenizer->word[length++] = *tokenizer->at;
    PD_ASSERT(length < sizeof tokenizer->word);
    tokenizer->word[length] = 0;

    return length > 0;
}

int pd_tokenizer_next_here(pd_tokenizer *tokenizer)
{
    while (tokenizer->at < tokenizer->end && is_blank(*tokenizer->at) && !is_line_end(tokenizer))
        tokenizer->at++;
    return take_word(tokenizer);
}

int pd_tokenizer_next(pd_tokenizer *tokenizer)
{
    for (; tokenizer->at < tokenizer->end && (is_blank(*tokenizer->at) || *tokenizer->at == '\n');
         tokenizer->at++)
        tokenizer->line += is_line_end(tokenizer);
    return take_word(tokenizer);
}

void pd_tokenizer_skip_line(pd_tokenizer *tokenizer)
{
    PD_ASSERT(tokenizer->at <= tokenizer->end);
    if (tokenizer->at == tokenizer->end) return;
    while (tokenizer->at < tokenizer->end && !is_line_end(tokenizer)) tokenizer->at++;
    if (tokenizer->at == tokenizer->end) return;
    tokenizer->at++;
    tokenizer->line++;
}

bool pd_tokenizer_is(const pd_tokenizer *tokenizer, const char *word)
{
    return !strcasecmp(tokenizer->word, word);
}

/* Digits and a scale: exact in double when the digits are below 2^53
 * and the power of ten is (Clinger 1990). */
static bool parse_exactly(double *out, const char *text)
{
    static const double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    int negative = *text == '-';
    int digits = 0, decimals = 0, point = 0;
    double value = 0;

    /* Digits without the point, and the number of decimals. */
    for (text += *text == '-' || *text == '+'; *text; text++) {
        if (*text == '.' && !point) {
            point = 1;
            continue;
        }

        if (*text < '0' || *text > '9' || ++digits > 15) return false;
        value = value * 10 + (*text - '0');
        decimals += point;
    }

    PD_DEBUG_ASSERT(decimals >= 0 && (size_t)decimals < sizeof tens / sizeof *tens);
    *out = (negative ? -value : value) / tens[decimals];
    return digits > 0;
}

bool pd_tokenizer_parse(double *out, const char *text)
{
    char *end;
    if (parse_exactly(out, text)) return true;
    if (!*text || text[strspn(text, "0123456789+-.eE")]) return false;
    *out = strtod(text, &end);
    return !*end && isfinite(*out) && fabs(*out) < 1e15;
}

const char *pd_tokenizer_hint(const char *text)
{
    char copy[PD_TOKENIZER_WORD_BYTES];
    double number;
    const size_t size = strlen(text);
    const char *comma = strchr(text, ',');

    if (!comma || size >= sizeof copy) return "";

    memcpy(copy, text, size + 1);
    copy[comma - text] = '.';
    return pd_tokenizer_parse(&number, copy) ? "; a decimal comma: replace commas by points" : "";
}

pd_status pd_tokenizer_fail(const pd_tokenizer *tokenizer, pd_error *err, pd_status status,
                            const char *format, ...)
{
    char where[176];
    va_list args;

    snprintf(where, sizeof where, "%.150s:%d", tokenizer->name, tokenizer->word_line);
    if (tokenizer->is_utf16)
        return pd_fail(err, PD_ERR_FORMAT, where, "the text is in UTF-16; UTF-8 or ASCII expected");
    va_start(args, format);
    pd_fail_list(err, status, where, format, args);
    va_end(args);

    return status;
}

pd_status pd_tokenizer_number(double *out, pd_tokenizer *tokenizer, const char *what, pd_error *err)
{
    if (!pd_tokenizer_next(tokenizer))
        return pd_tokenizer_fail(tokenizer, err, PD_ERR_FORMAT,
                                 "the text ends where a number is expected (%s)", what);
    if (pd_tokenizer_parse(out, tokenizer->word)) return PD_OK;

    return pd_tokenizer_fail(tokenizer, err, PD_ERR_FORMAT, "'%s' is not a number (%s)%s", tokenizer->word,
                             what, pd_tokenizer_hint(tokenizer->word));
}

pd_status pd_tokenizer_int(int *out, pd_tokenizer *tokenizer, int min, int max, const char *what,
                           pd_error *err)
{
    double value;
    pd_status status = pd_tokenizer_number(&value, tokenizer, what, err);

    if (status != PD_OK) return status;
    if (value != floor(value) || value < min || value > max)
        return pd_tokenizer_fail(tokenizer, err, PD_ERR_RANGE, "%s is '%s'; %d to %d allowed", what,
                                 tokenizer->word, min, max);
    *out = (int)value;

    return PD_OK;
}
