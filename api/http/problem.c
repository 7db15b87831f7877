#include "api/http/problem.h"

#include "core/base/assert.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define PHRASES(X)                                                                                           \
    X(200, "OK")                                                                                             \
    X(201, "Created")                                                                                        \
    X(202, "Accepted")                                                                                       \
    X(204, "No Content")                                                                                     \
    X(206, "Partial Content")                                                                                \
    X(304, "Not Modified")                                                                                   \
    X(400, "Bad Request")                                                                                    \
    X(401, "Unauthorized")                                                                                   \
    X(403, "Forbidden")                                                                                      \
    X(404, "Not Found")                                                                                      \
    X(405, "Method Not Allowed")                                                                             \
    X(406, "Not Acceptable")                                                                                 \
    X(408, "Request Timeout")                                                                                \
    X(409, "Conflict")                                                                                       \
    X(411, "Length Required")                                                                                \
    X(412, "Precondition Failed")                                                                            \
    X(413, "Content Too Large")                                                                              \
    X(414, "URI Too Long")                                                                                   \
    X(415, "Unsupported Media Type")                                                                         \
    X(416, "Range Not Satisfiable")                                                                          \
    X(417, "Expectation Failed")                                                                             \
    X(421, "Misdirected Request")                                                                            \
    X(422, "Unprocessable Content")                                                                          \
    X(426, "Upgrade Required")                                                                               \
    X(429, "Too Many Requests")                                                                              \
    X(431, "Request Header Fields Too Large")                                                                \
    X(500, "Internal Server Error")                                                                          \
    X(501, "Not Implemented")                                                                                \
    X(503, "Service Unavailable")                                                                            \
    X(505, "HTTP Version Not Supported")

const char *pd_api_phrase(int status)
{
    switch (status) {
#define PHRASE_CASE(number, text)                                                                            \
    case number: return text;
        PHRASES(PHRASE_CASE)
#undef PHRASE_CASE
    }

    return "Unknown";
}

/* Bytes of the well-formed UTF-8 sequence at s, 0 when it is none (RFC 3629, table 3-7 of Unicode). */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80) return 1;
    if (s[0] >= 0xC2 && s[0] <= 0xDF) return (s[1] & 0xC0) == 0x80 ? 2 : 0;
    if (s[0] >= 0xE0 && s[0] <= 0xEF) {
        const int low = s[0] == 0xE0 ? 0xA0 : 0x80;
        const int high = s[0] == 0xED ? 0x9F : 0xBF;
        return s[1] >= low && s[1] <= high && (s[2] & 0xC0) == 0x80 ? 3 : 0;
    }

    if (s[0] >= 0xF0 && s[0] <= 0xF4) {
        const int low = s[0] == 0xF0 ? 0x90 : 0x80;
        const int high = s[0] == 0xF4 ? 0x8F : 0xBF;
        return s[1] >= low && s[1] <= high && (s[2] & 0xC0) == 0x80 && (s[3] & 0xC0) == 0x80 ? 4 : 0;
    }

    return 0;
}

bool pd_api_is_utf8(const void *bytes, size_t size)
{
    const unsigned char *s = bytes;

    for (size_t i = 0; i < size;) {
        unsigned char rest[4] = {0}; /* a sequence cut at the end meets zeros */
        memcpy(rest, s + i, size - i < 4 ? size - i : 4);
        int length = utf8_length(rest);
        if (!length) return false;
        i += (size_t)length;
    }

    return true;
}

void pd_api_json_text(pd_buffer *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    pd_buffer_text(out, "\"");
    while (*s) {
        const int length = utf8_length(s);
        if (!length)
            pd_buffer_text(out, "\xEF\xBF\xBD");
        else if (*s == '"' || *s == '\\')
            pd_buffer_printf(out, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7F)
            pd_buffer_printf(out, "\\u%04x", *s);
        else
            pd_buffer_add(out, s, (size_t)length);
        s += length ? length : 1;
    }

    pd_buffer_text(out, "\"");
}

/* Replaces control characters, which no field of a header may have,
 * such as a line's end in a name of a file. */
static void make_printable(char *value)
{
    for (; *value; value++)
        if ((unsigned char)*value < ' ' || *value == 127) *value = ' ';
}

void pd_api_header_add(pd_api_reply *reply, const char *name, const char *format, ...)
{
    va_list args;

    if (reply->header_count == PD_API_HEADERS_MAX) return;
    pd_api_header *header = &reply->headers[reply->header_count++];
    header->name = name;
    va_start(args, format);
    vsnprintf(header->value, sizeof header->value, format, args);
    va_end(args);
    make_printable(header->value);
}

void pd_api_header_set(pd_api_reply *reply, const char *name, const char *format, ...)
{
    pd_api_header *header = NULL;
    va_list args;

    for (int i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, name)) header = &reply->headers[i];
    if (!header) {
        if (reply->header_count == PD_API_HEADERS_MAX) return;
        header = &reply->headers[reply->header_count++];
    }

    header->name = name;
    va_start(args, format);
    vsnprintf(header->value, sizeof header->value, format, args);
    va_end(args);
    make_printable(header->value);
}

const char *pd_api_header_get(const pd_api_reply *reply, const char *name)
{
    for (int i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, name)) return reply->headers[i].value;
    return NULL;
}

bool pd_api_note(pd_api_problems *problems, pd_status status, const char *pointer, const char *format, ...)
{
    va_list args;

    if (pd_api_problems_full(problems)) {
        problems->dropped++;
        return false;
    }

    if (problems->in_query) problems->query_items |= 1u << problems->count;
    va_start(args, format);
    pd_fail_list(&problems->items[problems->count++], status, pointer, format, args);
    va_end(args);

    return false;
}

bool pd_api_note_error(pd_api_problems *problems, const char *prefix, const pd_error *err)
{
    char pointer[sizeof err->where + 64];

    snprintf(pointer, sizeof pointer, "%s%s", prefix, err->where);
    return pd_api_note(problems, err->status, pointer, "%s", err->detail);
}

void pd_api_warn(pd_api_problems *problems, const char *pointer, const char *format, ...)
{
    va_list args;

    if (problems->warning_count == PD_API_WARNINGS_MAX) return;
    pd_api_warning *warning = problems->warnings + problems->warning_count++;
    snprintf(warning->pointer, sizeof warning->pointer, "%s", pointer);
    va_start(args, format);
    vsnprintf(warning->detail, sizeof warning->detail, format, args);
    va_end(args);
}

void pd_api_warn_betas(pd_api_problems *problems, const float *betas, int count, const char *pointer)
{
    PD_ASSERT(count >= 0 && (betas || !count));
    int largest = 0, beyond = 0;
    char at[sizeof problems->warnings[0].pointer];
    char others[32] = "";

    for (int i = 0; i < count; i++) {
        if (fabsf(betas[i]) > fabsf(betas[largest])) largest = i;
        beyond += fabs((double)betas[i]) > PD_SMPL_BETA_USUAL;
    }

    if (!beyond) return;

    snprintf(at, sizeof at, "%s/%d", pointer, largest);
    if (beyond > 1) snprintf(others, sizeof others, " (and %d more)", beyond - 1);
    pd_api_warn(problems, at,
                "%g%s; -%.10g to %.10g standard deviations are usual, beyond them the body is implausible",
                (double)betas[largest], others, PD_SMPL_BETA_USUAL, PD_SMPL_BETA_USUAL);
}

/* A full turn, rounded up: 2 pi as text has fewer digits. */
#define TURN (1.001 * 2 * M_PI)

void pd_api_warn_turns(pd_api_problems *problems, const float *vectors, int count, bool is_nested,
                       const char *pointer)
{
    PD_ASSERT(count >= 0 && (vectors || !count));
    double most = 0;
    int longest = 0, beyond = 0;
    char at[sizeof problems->warnings[0].pointer];
    char others[32] = "";

    for (int i = 0; i < count; i++) {
        const double x = (double)vectors[3 * i];
        const double y = (double)vectors[3 * i + 1];
        const double z = (double)vectors[3 * i + 2];
        const double angle = sqrt(x * x + y * y + z * z);
        beyond += angle > TURN;
        if (angle > most) {
            most = angle;
            longest = i;
        }
    }

    if (!beyond) return;

    snprintf(at, sizeof at, "%s/%d", pointer, is_nested ? longest : 3 * longest);
    if (beyond > 1) snprintf(others, sizeof others, " (and %d more)", beyond - 1);
    pd_api_warn(
        problems, at,
        "a rotation by %.4g%s; up to 6.283 radians (a full turn) are usual, so these look like degrees", most,
        others);
}

void pd_api_warn_heading(pd_api_problems *problems, double heading, const char *pointer)
{
    if (!(fabs(heading) > TURN)) return;
    pd_api_warn(problems, pointer,
                "%.4g; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees", heading);
}

void pd_api_json_warnings(pd_buffer *out, const pd_api_problems *problems)
{
    for (int i = 0; i < problems->warning_count; i++) {
        pd_buffer_text(out, i ? ",{\"pointer\":" : ",\"warnings\":[{\"pointer\":");
        pd_api_json_text(out, problems->warnings[i].pointer);
        pd_buffer_text(out, ",\"detail\":");
        pd_api_json_text(out, problems->warnings[i].detail);
        pd_buffer_text(out, "}");
    }

    if (problems->warning_count) pd_buffer_text(out, "]");
}

/* A limit wins over all else. ERR_UNSUPPORTED is about a field's value here, not the media type: 400. */
static int http_status(const pd_api_problems *problems)
{
    for (int i = 0; i < problems->count; i++)
        if (problems->items[i].status == PD_ERR_LIMIT) return 413;
    if (!problems->count) return 500;
    return problems->items[0].status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(problems->items[0].status);
}

/* Writes one error: its place and what is wrong there. In a query the place is the first segment, the
 * parameter's name. */
static void item_json(pd_buffer *out, const pd_error *item, bool in_query)
{
    const char *pointer = item->where;

    pd_buffer_text(out, "{");
    if (in_query && pointer[0] == '/') {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(pointer + 1, "/"), pointer + 1);
        pd_buffer_text(out, "\"parameter\":");
        pd_api_json_text(out, name);
        pd_buffer_text(out, ",");
    }

    pd_buffer_text(out, "\"pointer\":");
    pd_api_json_text(out, pointer);
    pd_buffer_text(out, ",\"detail\":");
    pd_api_json_text(out, item->detail);
    pd_buffer_text(out, "}");
}

void pd_api_problems_json(pd_buffer *out, const pd_api_problems *problems)
{
    const int status = http_status(problems);

    pd_buffer_printf(out, "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":",
                     pd_api_phrase(status), status);

    /* The first error in words, as in "/betas: 17 numbers; 0 to 16 allowed (and 2 more errors)". */
    PD_ASSERT(problems->count >= 0 && problems->dropped >= 0);
    const pd_error *first = &problems->items[0];
    const int more = problems->count - 1 + problems->dropped;
    char text[sizeof first->where + sizeof first->detail + 48];
    int used =
        snprintf(text, sizeof text, "%s%s%s", first->where, first->where[0] ? ": " : "", first->detail);
    if (more > 0)
        snprintf(text + used, sizeof text - (size_t)used, " (and %d more error%s)", more,
                 more > 1 ? "s" : "");
    pd_api_json_text(out, text);

    pd_buffer_text(out, ",\"errors\":[");
    for (int i = 0; i < problems->count; i++) {
        if (i) pd_buffer_text(out, ",");
        item_json(out, &problems->items[i], problems->query_items >> i & 1);
    }

    pd_buffer_text(out, "]}");
}

static void begin_problem(pd_api_reply *reply, int status)
{
    pd_buffer_clear(&reply->body);
    reply->header_count = 0;
    reply->status = status;
    reply->content_type = "application/problem+json";
    pd_api_header_set(reply, "Cache-Control", "no-store");
}

void pd_api_problem_request_id(pd_api_reply *reply, const char *request_id)
{
    if (reply->body.failed || !reply->body.size) return;
    reply->body.size--; /* the closing brace, to put one member more before it */
    pd_buffer_text(&reply->body, ",\"request_id\":");
    pd_api_json_text(&reply->body, request_id);
    pd_buffer_text(&reply->body, "}");
}

void pd_api_problems_reply(pd_api_reply *reply, const pd_api_problems *problems, const char *request_id)
{
    begin_problem(reply, http_status(problems));
    pd_api_problems_json(&reply->body, problems);
    if (request_id) pd_api_problem_request_id(reply, request_id);
}

void pd_api_problem(pd_api_reply *reply, int status, const char *title, const char *pointer,
                    const char *detail)
{
    pd_buffer *out = &reply->body;

    begin_problem(reply, status);
    pd_buffer_text(out, "{\"type\":\"about:blank\",\"title\":");
    pd_api_json_text(out, title ? title : pd_api_phrase(status));
    pd_buffer_printf(out, ",\"status\":%d,\"detail\":", status);
    pd_api_json_text(out, detail ? detail : "");
    pd_buffer_text(out, ",\"errors\":[");
    if (pointer) {
        pd_buffer_text(out, "{\"pointer\":");
        pd_api_json_text(out, pointer);
        pd_buffer_text(out, ",\"detail\":");
        pd_api_json_text(out, detail ? detail : "");
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]}");
}
