#include "core/speech/spell.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <flite/flite.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LETTERS 32 /* longest run of letters that is looked up as one word */
#define DIGITS  15 /* longest run of digits that is read as one number */

cst_lexicon *cmu_lex_init(void); /* of libflite_cmulex, which has no header */

/* Pauses, in seconds. */
static const struct {
    char sign;
    double seconds;
} pauses[] = {{',', 0.18}, {';', 0.3}, {':', 0.3}, {'.', 0.45}, {'!', 0.45}, {'?', 0.45}, {'-', 0.12}};

/* Signs that are read as words. */
static const struct {
    char sign;
    const char *words;
} signs[] = {{'&', "and"},    {'%', "percent"}, {'@', "at"},     {'+', "plus"},
             {'$', "dollar"}, {'=', "equals"},  {'#', "number"}, {'/', "slash"}};

/* ---- characters ---- */

/* Latin letters from U+00C0 to U+017F without their marks; two letters where one stands for two. */
static const char *const latin[] = {
    "a", "a", "a",  "a",  "a",  "a",  "ae", "s",  "e",  "e",  "e",  "e", "i",  "i",  "i",  "i",  "th", "n",
    "o", "o", "o",  "o",  "o",  " ",  "o",  "u",  "u",  "u",  "u",  "y", "th", "ss", "a",  "a",  "a",  "a",
    "a", "a", "ae", "s",  "e",  "e",  "e",  "e",  "i",  "i",  "i",  "i", "th", "n",  "o",  "o",  "o",  "o",
    "o", " ", "o",  "u",  "u",  "u",  "u",  "y",  "th", "y",  "a",  "a", "a",  "a",  "a",  "a",  "c",  "c",
    "c", "c", "c",  "c",  "ch", "ch", "d",  "d",  "d",  "d",  "e",  "e", "e",  "e",  "e",  "e",  "e",  "e",
    "e", "e", "g",  "g",  "g",  "g",  "g",  "g",  "g",  "g",  "h",  "h", "h",  "h",  "i",  "i",  "i",  "i",
    "i", "i", "i",  "i",  "i",  "i",  "ij", "ij", "j",  "j",  "k",  "k", "k",  "l",  "l",  "l",  "l",  "l",
    "l", "l", "l",  "l",  "l",  "n",  "n",  "n",  "n",  "n",  "n",  "n", "n",  "n",  "o",  "o",  "o",  "o",
    "o", "o", "oe", "oe", "r",  "r",  "r",  "r",  "r",  "r",  "s",  "s", "s",  "s",  "sh", "sh", "sh", "sh",
    "t", "t", "t",  "t",  "t",  "t",  "u",  "u",  "u",  "u",  "u",  "u", "u",  "u",  "u",  "u",  "u",  "u",
    "w", "w", "y",  "y",  "y",  "z",  "z",  "z",  "z",  "zh", "zh", "s",
};
_Static_assert(sizeof latin / sizeof *latin == 0x180 - 0xC0, "one entry a letter");

/* Reads one character of UTF-8. Returns its bytes, 0 if it is none. */
static int character_at(uint32_t *code, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    const int bytes = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;

    *code = bytes == 1 ? *s : *s & (0xFFu >> (bytes + 1));
    for (int i = 1; i < bytes; i++) {
        if (s[i] >> 6 != 2) return 0;
        *code = *code << 6 | (s[i] & 0x3F);
    }

    return bytes;
}

/* Writes a character as ASCII: letters in their case, punctuation, or a space for what is not read. Returns
 * false for a letter of another script. */
static bool fold(char out[4], uint32_t code)
{
    strcpy(out, " ");
    if (code < 0x80) {
        out[0] = code > 32 && code < 127 ? (char)code : ' ';
        return true;
    }

    if (code >= 0xC0 && code < 0x180) {
        strcpy(out, latin[code - 0xC0]);
        return true;
    }

    if (code == 0x2018 || code == 0x2019 || code == 0x2BC) out[0] = '\'';
    if (code == 0x2013 || code == 0x2014) out[0] = '-';
    if (code == 0x2026) out[0] = '.';

    /* Signs, marks and pictographs of all blocks that have no letters. */
    return code < 0xC0 || (code >= 0x2B0 && code < 0x370) || (code >= 0x2000 && code < 0x2C00) ||
           (code >= 0x3000 && code < 0x3004) || (code >= 0xFE00 && code < 0xFE10) || code == 0xFEFF ||
           code == 0xFFFD || (code >= 0x1F000 && code < 0x20000) || code >= 0xE0000;
}

/* ---- words ---- */

static void add_phone(pd_speech_spelling *out, const char *name)
{
    pd_speech_phone phones[PD_SPEECH_NAME_PHONES];
    const int count = pd_speech_phone_find(phones, name, false);

    for (int i = 0; i < count && out->count < PD_SPEECH_WORD_PHONES; i++) {
        /* The lexicon writes a schwa as "ax", an unstressed vowel with 0, and consonants without a digit. */
        if (phones[i].stress == 3) phones[i].stress = 0;
        out->phones[out->count++] = phones[i];
    }
}

/* Looks up a word of small letters and apostrophes. */
static void say_word(pd_speech_spelling *out, const char *word)
{
    /* Function words are weak inside a sentence; the lexicon has their strong forms. */
    static const struct {
        const char *word, *phones[4];
    } weak[] = {{"a", {"ax"}}, {"the", {"dh", "ax"}}, {"and", {"ax", "n", "d"}}, {"of", {"ax", "v"}}};

    for (size_t i = 0; i < sizeof weak / sizeof *weak; i++) {
        if (strcmp(word, weak[i].word) != 0) continue;
        for (int k = 0; k < 4 && weak[i].phones[k]; k++) add_phone(out, weak[i].phones[k]);
        return;
    }

    cst_val *phones = lex_lookup(cmu_lex_init(), word, NULL, NULL);
    for (const cst_val *p = phones; p; p = val_cdr(p)) add_phone(out, val_string(val_car(p)));
    delete_val(phones);
}

static void say_digits(pd_speech_spelling *out, const char *digits, size_t count)
{
    static const char *const names[] = {"zero", "one", "two",   "three", "four",
                                        "five", "six", "seven", "eight", "nine"};
    for (size_t i = 0; i < count; i++) say_word(out, names[digits[i] - '0']);
}

static void say_number(pd_speech_spelling *out, uint64_t n)
{
    static const char *const small[] = {"zero",    "one",     "two",       "three",    "four",
                                        "five",    "six",     "seven",     "eight",    "nine",
                                        "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
    static const char *const tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                       "fifty", "sixty", "seventy", "eighty", "ninety"};
    static const struct {
        uint64_t unit;
        const char *name;
    } units[] = {{1000000000000, "trillion"},
                 {1000000000, "billion"},
                 {1000000, "million"},
                 {1000, "thousand"},
                 {100, "hundred"}};

    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (n < units[i].unit) continue;
        say_number(out, n / units[i].unit);
        say_word(out, units[i].name);
        n %= units[i].unit;
        if (!n) return;
    }

    if (n >= 20) say_word(out, tens[n / 10]);
    if (n < 20 || n % 10) say_word(out, small[n < 20 ? n : n % 10]);
}

/* Reads a run of letters: a word, or its letters one by one. */
static void say_letters(pd_speech_spelling *out, const char *letters, size_t count)
{
    char word[LETTERS + 1];
    bool is_capital = count >= 2 && count <= 5;

    PD_ASSERT(count <= LETTERS);
    for (size_t i = 0; i < count; i++) {
        is_capital = is_capital && isupper((unsigned char)letters[i]);
        word[i] = (char)tolower((unsigned char)letters[i]);
    }

    word[count] = 0;
    if (!is_capital || in_lex(cmu_lex_init(), word, NULL, NULL)) {
        say_word(out, word);
        return;
    }

    for (size_t i = 0; i < count; i++) {
        const char letter[2] = {word[i], 0};
        if (word[i] == 'a')
            add_phone(out, "ey1");
        else if (word[i] != '\'')
            say_word(out, letter);
    }
}

/* Reads a token of ASCII: its runs of letters and of digits, and its signs. */
static void say_token(pd_speech_spelling *out, const char *token)
{
    for (size_t i = 0; token[i];) {
        size_t n = 0;

        /* Letters, with apostrophes inside. */
        while (n < LETTERS && (isalpha((unsigned char)token[i + n]) ||
                               (n && token[i + n] == '\'' && isalpha((unsigned char)token[i + n + 1]))))
            n++;
        if (n) {
            say_letters(out, token + i, n);
            i += n;
            continue;
        }

        /* Digits, with commas between thousands. */
        char digits[DIGITS + 1];
        size_t count = 0;
        while (isdigit((unsigned char)token[i + n]) ||
               (n && token[i + n] == ',' && isdigit((unsigned char)token[i + n + 1]))) {
            if (token[i + n] != ',' && count == DIGITS) break;
            if (token[i + n] != ',') digits[count++] = token[i + n];
            n++;
        }

        if (n) {
            uint64_t value = 0;
            for (size_t k = 0; k < count; k++) value = 10 * value + (uint64_t)(digits[k] - '0');
            if ((digits[0] == '0' && count > 1) || count == DIGITS)
                say_digits(out, digits, count);
            else
                say_number(out, value);
            i += n;

            /* A decimal fraction. */
            if (token[i] == '.' && isdigit((unsigned char)token[i + 1])) {
                say_word(out, "point");
                for (i++; isdigit((unsigned char)token[i]); i++) say_digits(out, token + i, 1);
            }

            continue;
        }

        for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
            if (token[i] == signs[k].sign) say_word(out, signs[k].words);
        i++;
    }
}

/* ---- text ---- */

static bool is_read(const char *folded)
{
    if (isalnum((unsigned char)*folded)) return true;
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (*folded == signs[k].sign) return true;
    return false;
}

static double pause_of(const char *folded, double before)
{
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
        if (*folded == pauses[i].sign && pauses[i].seconds > before) return pauses[i].seconds;
    return before;
}

/* Reads one character at *at and folds it. Returns its bytes, 0 after an error. */
static int next_character(char folded[4], const char *text, size_t at, pd_error *err)
{
    uint32_t code;
    const int bytes = character_at(&code, text + at);

    if (!bytes) {
        pd_fail(err, PD_ERR_INVALID, "", "byte %zu is no UTF-8", at);
        return 0;
    }

    if (fold(folded, code)) return bytes;
    pd_fail(err, PD_ERR_UNSUPPORTED, "",
            "U+%04X at byte %zu is a letter of a script without rules of pronunciation; Latin letters "
            "expected; phones and visemes are taken in any language",
            (unsigned)code, at);

    return 0;
}

pd_status pd_speech_spell_next(pd_speech_spelling *out, const char *text, size_t *at, pd_error *err)
{
    char token[1024], folded[4];

    do {
        size_t size = 0;
        size_t last = 0; /* size of the token up to its last character that is read */
        *out = (pd_speech_spelling){.begin = *at, .end = *at};

        /* The token: from the first character that is read to the next space. */
        while (text[*at]) {
            const int bytes = next_character(folded, text, *at, err);
            if (!bytes) return err->status;
            if (last && (*folded == ' ' || size + 4 >= sizeof token)) break;
            if (!last && is_read(folded)) out->begin = *at;
            *at += (size_t)bytes;
            if (!last && !is_read(folded)) continue;
            for (const char *c = folded; *c; c++) token[size++] = *c;
            if (!is_read(folded)) continue;
            last = size;
            out->end = *at;
        }

        if (!last) return PD_OK;

        /* Its pause: the punctuation at its end and behind it. */
        for (size_t i = last; i < size; i++) out->pause = pause_of(token + i, out->pause);
        while (text[*at]) {
            const int bytes = next_character(folded, text, *at, err);
            if (!bytes) return err->status;
            if (is_read(folded)) break;
            out->pause = pause_of(folded, out->pause);
            *at += (size_t)bytes;
        }

        token[last] = 0;
        say_token(out, token);
    } while (!out->count);

    return PD_OK;
}

void pd_speech_spell_fold(pd_buffer *out, const char *text, size_t size)
{
    static const char kept[] = "',.!?;:-&%@+$=#/";

    for (size_t at = 0; at < size;) {
        uint32_t code;
        char folded[4];
        const int bytes = character_at(&code, text + at);
        if (!bytes || !fold(folded, code)) strcpy(folded, " ");
        for (const char *c = folded; *c; c++)
            pd_buffer_add(out, isalnum((unsigned char)*c) || strchr(kept, *c) ? c : " ", 1);
        at += bytes ? (size_t)bytes : 1;
    }
}

pd_status pd_speech_spell_item(pd_speech_spelling *out, const char *text, pd_error *err)
{
    pd_speech_spelling part;
    size_t at = 0;

    out->count = 0;
    do {
        const pd_status status = pd_speech_spell_next(&part, text, &at, err);
        if (status != PD_OK) return status;
        for (int i = 0; i < part.count && out->count < PD_SPEECH_WORD_PHONES; i++)
            out->phones[out->count++] = part.phones[i];
    } while (part.count);

    return PD_OK;
}
