/* The fast path of pd_json_load: a recursive reader of a subset of JSON,
 * which gives up (NULL) on everything else. */
#include "core/io/json/json.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <string.h>

#define EXACT_DIGITS 15 /* any integer of so many is a double            */
#define EXACT_POWER  22 /* 10^22 is the last power of ten that is a double */

typedef struct reader {
    const char *at, *end;
    int depth;
} reader;

static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static json_t *read_value(reader *r);

static void skip_blank(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

/* Takes c, after blanks. */
static bool take_json_fast(reader *r, char c)
{
    skip_blank(r);
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static bool is_digit(const reader *r)
{
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

/* Digits into *value; returns how many, or -1 when they are too many to be exact. */
static int take_digits(reader *r, long long *value)
{
    int count = 0;

    for (; is_digit(r); r->at++, count++) {
        if (*value >= 100000000000000) return -1; /* a 16th digit */
        *value = *value * 10 + (*r->at - '0');
    }

    return count;
}

/* Reads a number. Returns NULL if it is malformed, or if its conversion might not be exact. */
static json_t *read_number_json_fast(reader *r)
{
    long long digits = 0;

    PD_DEBUG_ASSERT(r->at < r->end);
    int negative = *r->at == '-';
    int real = 0, exponent = 0;
    r->at += negative;

    /* Whole part: JSON allows no zero before other digits. */
    int leading_zero = r->at < r->end && *r->at == '0';
    int count = take_digits(r, &digits);
    if (count < 1 || (leading_zero && count > 1)) return NULL;

    /* Fraction: its digits extend the integer, and the exponent counts them. */
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        real = 1;
        count = take_digits(r, &digits);
        if (count < 1) return NULL;
        exponent = -count;
    }

    /* Exponent. */
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        real = 1;
        const int down = r->at < r->end && *r->at == '-';
        if (r->at < r->end && (*r->at == '-' || *r->at == '+')) r->at++;
        long long power = 0;
        count = take_digits(r, &power);
        if (count < 1 || power > 1000) return NULL;
        exponent += down ? -(int)power : (int)power;
    }

    /* Fewer than 16 digits and a power of ten that is a double: one rounding, so the result is exact. */
    if (!real) return json_integer(negative ? -digits : digits);
    if (exponent < -EXACT_POWER || exponent > EXACT_POWER) return NULL;
    double value = exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];

    return json_real(negative ? -value : value);
}

/* The text between the quotes, of which the first has been taken. */
static bool take_text(reader *r, const char **text, size_t *size)
{
    *text = r->at;
    while (r->at < r->end && *r->at >= ' ' && *r->at < 0x7f && *r->at != '\\' && *r->at != '"') r->at++;
    PD_DEBUG_ASSERT(r->at <= r->end);
    *size = (size_t)(r->at - *text);
    if (r->at == r->end || *r->at != '"') return false;
    r->at++;

    return true;
}

static int read_member(reader *r, json_t *object)
{
    const char *key;
    size_t size;

    if (!take_json_fast(r, '"') || !take_text(r, &key, &size) || !take_json_fast(r, ':')) return 0;
    if (json_object_getn(object, key, size)) return 0;
    json_t *value = read_value(r);

    return value && !json_object_setn_new_nocheck(object, key, size, value);
}

static int read_element(reader *r, json_t *array)
{
    json_t *value = read_value(r);
    return value && !json_array_append_new(array, value);
}

/* Members up to the closing bracket; the opening one has been taken. Takes container when it fails. */
static json_t *read_members(reader *r, json_t *container, int (*read_one)(reader *r, json_t *container),
                            char close)
{
    if (!container || !r->depth--) goto bad;
    if (!take_json_fast(r, close)) {
        do
            if (!read_one(r, container)) goto bad;
        while (take_json_fast(r, ','));
        if (!take_json_fast(r, close)) goto bad;
    }

    PD_DEBUG_ASSERT(r->depth >= 0);
    r->depth++;
    return container;
bad:
    json_decref(container);

    return NULL;
}

static json_t *read_text(reader *r)
{
    const char *text;
    size_t size;
    return take_text(r, &text, &size) ? json_stringn_nocheck(text, size) : NULL;
}

static json_t *read_literal(reader *r, const char *word, json_t *value)
{
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size)) return NULL;
    r->at += size;
    return value;
}

static json_t *read_value(reader *r)
{
    skip_blank(r);
    if (r->at == r->end) return NULL;
    switch (*r->at) {
    case '{': r->at++; return read_members(r, json_object(), read_member, '}');
    case '[': r->at++; return read_members(r, json_array(), read_element, ']');
    case '"': r->at++; return read_text(r);
    case 't': return read_literal(r, "true", json_true());
    case 'f': return read_literal(r, "false", json_false());
    case 'n': return read_literal(r, "null", json_null());
    default: return *r->at == '-' || is_digit(r) ? read_number_json_fast(r) : NULL;
    }
}

json_t *pd_json_fast(pd_bytes text, int depth_most)
{
    PD_ASSERT(depth_most >= 0 && (text.data || !text.size));
    reader r = {(const char *)text.data, (const char *)text.data + text.size, depth_most};
    json_t *value = read_value(&r);
    skip_blank(&r);
    if (value && r.at == r.end) return value;
    json_decref(value);

    return NULL;
}
