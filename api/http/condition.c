#include "api/http/condition.h"

#include "api/http/problem.h"
#include "core/base/assert.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* One entity tag of a list. */
typedef struct tag {
    const char *text; /* without W/; "*" as it is */
    size_t size;
    bool is_weak;
} tag;

static bool next_tag(tag *out, const char **at)
{
    const char *s = *at + strspn(*at, " \t,");

    if (!*s) return false;

    out->is_weak = s[0] == 'W' && s[1] == '/';
    if (out->is_weak) s += 2;
    const char *end =
        *s == '"' ? strchr(s + 1, '"') : NULL; /* a comma may stand within the quotation marks */
    out->text = s;
    out->size = end ? (size_t)(end + 1 - s) : strcspn(s, " \t,");
    *at = s + out->size;
    return true;
}

static bool is_any(const tag *t)
{
    return t->size == 1 && *t->text == '*' && !t->is_weak;
}

bool pd_api_etag_listed(const char *list, const char *etag, bool is_weak)
{
    tag t;

    while (list && next_tag(&t, &list)) {
        if (is_any(&t)) return true;
        if ((is_weak || !t.is_weak) && t.size == strlen(etag) && !memcmp(t.text, etag, t.size)) return true;
    }

    return false;
}

/* Returns whether a list has an ETag of the object: "REVISION" or "REVISION-VARIANT". */
static bool lists_revision(const char *list, const char *revision, bool is_weak)
{
    const size_t size = strlen(revision);
    tag t;

    while (next_tag(&t, &list)) {
        if (is_any(&t)) return true;
        if ((t.is_weak && !is_weak) || !size || t.size < size + 2) continue;
        if (*t.text == '"' && !memcmp(t.text + 1, revision, size) &&
            (t.text[1 + size] == '"' || t.text[1 + size] == '-'))
            return true;
    }

    return false;
}

const char *pd_api_condition_fails(const pd_api_condition *condition, const char *revision)
{
    if (!condition) return NULL;
    if (condition->if_match && (!revision || !lists_revision(condition->if_match, revision, false)))
        return "If-Match";
    if (condition->if_none_match && revision && lists_revision(condition->if_none_match, revision, true))
        return "If-None-Match";

    return NULL;
}

/* Digits at *at as a number; numbers beyond SIZE_MAX count as SIZE_MAX. false: there is none. */
static bool read_position(size_t *out, const char **at)
{
    const char *s = *at;

    *out = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        const size_t digit = (size_t)(*s - '0');
        *out = *out > (SIZE_MAX - digit) / 10 ? SIZE_MAX : 10 * *out + digit;
    }

    const bool is_number = s > *at;
    *at = s;

    return is_number;
}

pd_api_range pd_api_range_read(size_t *first, size_t *size, const char *range, size_t whole)
{
    static const char unit[] = "bytes=";

    if (!range || strncasecmp(range, unit, sizeof unit - 1)) return PD_API_RANGE_WHOLE;
    range += sizeof unit - 1;
    range += strspn(range, " \t");

    /* "from-to", "from-" or "-count". Several ranges, and what is malformed, stand for the whole. */
    size_t from;
    size_t to = SIZE_MAX;
    const bool has_from = read_position(&from, &range);
    if (*range++ != '-') return PD_API_RANGE_WHOLE;
    const bool has_to = read_position(&to, &range);
    range += strspn(range, " \t");
    if (*range || (!has_from && !has_to) || (has_from && has_to && to < from)) return PD_API_RANGE_WHOLE;

    if (!has_from) { /* the last `to` bytes */
        if (!to || !whole) return PD_API_RANGE_NONE;
        *size = to < whole ? to : whole;
        *first = whole - *size;
        return PD_API_RANGE_PART;
    }

    if (from >= whole) return PD_API_RANGE_NONE;
    *first = from;
    *size = (has_to && to < whole ? to : whole - 1) - from + 1;

    return PD_API_RANGE_PART;
}

void pd_api_range_apply(pd_api_reply *reply, const char *range, const char *if_range)
{
    const char *etag = pd_api_header_get(reply, "ETag");

    if (reply->status != 200 || !etag || reply->body.failed) return;

    pd_api_header_set(reply, "Accept-Ranges", "bytes");

    /* If-Range compares strongly; a date is never ours, as replies have no Last-Modified. */
    if (if_range && (strcmp(if_range, etag) || !strncmp(etag, "W/", 2))) return;

    const size_t whole = reply->body.size;
    size_t first, size;
    switch (pd_api_range_read(&first, &size, range, whole)) {
    case PD_API_RANGE_WHOLE: return;
    case PD_API_RANGE_PART:
        PD_ASSERT(size > 0 && first < whole && size <= whole - first);
        memmove(reply->body.data, reply->body.data + first, size);
        reply->body.size = size;
        reply->status = 206;
        pd_api_header_set(reply, "Content-Range", "bytes %zu-%zu/%zu", first, first + size - 1, whole);
        return;
    case PD_API_RANGE_NONE: {
        char detail[96];
        snprintf(detail, sizeof detail, "Range: %.40s; the representation has %zu bytes", range, whole);
        pd_api_problem(reply, 416, NULL, NULL, detail);
        pd_api_header_set(reply, "Content-Range", "bytes */%zu", whole);
        pd_api_header_set(reply, "Accept-Ranges", "bytes");
    }
    }
}
