#ifndef PD_TESTS_API_SUMS_H
#define PD_TESTS_API_SUMS_H
/* Reduces a reply to five numbers for golden tests: status, count of numbers, the sums of the small and of
 * the large numbers, each weighted by its index, and a hash of its letters and whole numbers. In JSON the
 * numbers are taken in order, except durations, together with the lengths of texts. In other formats the JSON
 * in front (GLB) is read, then each four-byte word that reads as a float of a usual size.
 *
 * Letters are keys, texts and separators, without characters that numbers contain (digits, sign, point, e),
 * because the count of digits may vary. Whole numbers are four-byte words below WHOLE: indices, counts,
 * packed small numbers. */
#include "tests/support/api_ask.h"

#include <math.h>

#define API_SUM_SIZE  20
#define API_SUM_LONG  500 /* a text from here on is a file in base64 */
#define API_SUM_LEAST 1e-6F
#define API_SUM_MOST  1e4F
#define API_SUM_WHOLE 1000000u

/* Sums of the numbers below API_SUM_SIZE (places) and of the larger ones (others). Counts and bytes would
 * hide changes of coordinates in one sum. */
typedef struct api_sum {
    double places, others;
    size_t count;
    uint32_t words; /* the hash */
} api_sum;

static inline void api_sum_number(api_sum *s, double x)
{
    const double weighed = x * (1 + (double)(s->count % 97) / 97);

    *(fabs(x) < API_SUM_SIZE ? &s->places : &s->others) += weighed;
    s->count++;
}

static inline void api_sum_hash(api_sum *s, uint32_t value)
{
    s->words = (s->words ^ (value + 1)) * 16777619u;
}

static inline void api_sum_letters(api_sum *s, const char *text)
{
    for (; *text; text++)
        if (!strchr("0123456789+-.eE", *text)) api_sum_hash(s, (unsigned char)*text);
}

/* Returns whether a member tells how long something took. */
static inline bool api_sum_is_time(const char *key)
{
    return strstr(key, "_ms") || strstr(key, "seconds") || !strcmp(key, "uptime");
}

static inline void api_sum_json(api_sum *s, const json_t *value)
{
    const char *key;
    size_t i;
    json_t *member;

    if (json_is_number(value)) api_sum_number(s, json_number_value(value));
    if (json_is_boolean(value)) api_sum_number(s, json_is_true(value));
    if (json_is_string(value) && json_string_length(value) < API_SUM_LONG) {
        api_sum_number(s, (double)json_string_length(value));
        api_sum_letters(s, json_string_value(value));
    }
    json_array_foreach((json_t *)(uintptr_t)value, i, member) api_sum_json(s, member);
    json_object_foreach((json_t *)(uintptr_t)value, key, member)
    {
        if (api_sum_is_time(key)) continue;
        api_sum_letters(s, key);
        api_sum_json(s, member);
    }
}

static inline void api_sum_words(api_sum *s, const unsigned char *data, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t whole;
        float x;
        memcpy(&x, data + i, sizeof x), memcpy(&whole, data + i, sizeof whole);
        if (whole < API_SUM_WHOLE) api_sum_hash(s, whole);
        if (fabsf(x) > API_SUM_LEAST && fabsf(x) < API_SUM_MOST) api_sum_number(s, (double)x);
    }
}

static inline void api_sum_text(api_sum *s, const char *data, size_t size)
{
    char *text = strndup(data, size), *at = text;

    while (*at) {
        char *end;
        const double x = strtod(at, &end);
        if (end != at && isfinite(x)) api_sum_number(s, x);
        if (end == at && !strchr("+-.eE", *at)) api_sum_hash(s, (unsigned char)*at);
        at = end != at ? end : at + 1;
    }
    free(text);
}

static inline void api_sum_reply(api_sum *s, const pd_api_reply *reply)
{
    const unsigned char *data = reply->body.data;
    size_t size = reply->body.size;
    json_t *json = json_loadb((const char *)data, size, 0, NULL);

    if (json)
        api_rules_check(json), api_sum_json(s, json);
    else if (strstr(reply->content_type, "obj") || strstr(reply->content_type, "bvh"))
        api_sum_text(s, (const char *)data, size);
    else if (size > 20 && !memcmp(data, "glTF", 4)) {
        const uint32_t length = data[12] | (uint32_t)data[13] << 8 | (uint32_t)data[14] << 16;
        json = json_loadb((const char *)data + 20, length, JSON_DISABLE_EOF_CHECK, NULL);
        assert_non_null(json);
        api_sum_json(s, json);
        api_sum_words(s, data + 28 + length, size - 28 - length);
    } else
        api_sum_words(s, data, size);
    json_decref(json);
}

#endif
