#include "core/base/tokenizer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void pd_words_init(pd_words *words, pd_bytes text, const char *name)
{
    *words = (pd_words){.name = name, .line = 1, .word_line = 1};
    if (text.size == 0) return;
    words->at = (const char *)text.data;
    words->end = words->at + text.size;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static int take_word(pd_words *words)
{
    size_t length = 0;
    words->word_line = words->line;
    for (; words->at < words->end && !is_blank(*words->at) && *words->at != '\n'; words->at++)
        if (length + 1 < sizeof words->word) words->word[length++] = *words->at;
    words->word[length] = 0;
    return length > 0;
}

int pd_words_next_here(pd_words *words)
{
    while (words->at < words->end && is_blank(*words->at)) words->at++;
    return take_word(words);
}

int pd_words_next(pd_words *words)
{
    for (; words->at < words->end && (is_blank(*words->at) || *words->at == '\n'); words->at++)
        words->line += *words->at == '\n';
    return take_word(words);
}

void pd_words_skip_line(pd_words *words)
{
    if (words->at == words->end) return;
    const char *newline = memchr(words->at, '\n', (size_t)(words->end - words->at));
    words->at = newline ? newline + 1 : words->end;
    words->line += newline != NULL;
}

int pd_words_are(const pd_words *words, const char *word)
{
    return !strcasecmp(words->word, word);
}

/* Digits and a scale: exact in double when the digits are below 2^53 and the power of ten is (Clinger 1990). */
static int parse_exactly(double *out, const char *text)
{
    static const double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    int negative = *text == '-', digits = 0, decimals = 0, point = 0;
    double value = 0;
    for (text += *text == '-' || *text == '+'; *text; text++) {
        if (*text == '.' && !point) {
            point = 1;
            continue;
        }
        if (*text < '0' || *text > '9' || ++digits > 15) return 0;
        value = value * 10 + (*text - '0');
        decimals += point;
    }
    *out = (negative ? -value : value) / tens[decimals];
    return digits > 0;
}

int pd_words_parse(double *out, const char *text)
{
    char *end;
    if (parse_exactly(out, text)) return 1;
    if (!*text || text[strspn(text, "0123456789+-.eE")]) return 0;
    *out = strtod(text, &end);
    return !*end && isfinite(*out) && fabs(*out) < 1e15;
}

pd_status pd_words_fail(const pd_words *words, pd_error *err, pd_status status, const char *format, ...)
{
    char where[176], detail[320];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    snprintf(where, sizeof where, "%.150s:%d", words->name, words->word_line);
    return pd_fail(err, status, where, "%s", detail);
}

pd_status pd_words_number(double *out, pd_words *words, const char *what, pd_error *err)
{
    if (!pd_words_next(words))
        return pd_words_fail(words, err, PD_ERR_FORMAT, "the text ends where a number is wanted (%s)", what);
    if (pd_words_parse(out, words->word)) return PD_OK;
    return pd_words_fail(words, err, PD_ERR_FORMAT, "'%s' is not a number (%s)", words->word, what);
}

pd_status pd_words_int(int *out, pd_words *words, int min, int max, const char *what, pd_error *err)
{
    double value;
    pd_status status = pd_words_number(&value, words, what, err);
    if (status != PD_OK) return status;
    if (value != floor(value) || value < min || value > max)
        return pd_words_fail(words, err, PD_ERR_RANGE, "%s is '%s'; %d to %d allowed", what, words->word, min,
                             max);
    *out = (int)value;
    return PD_OK;
}
