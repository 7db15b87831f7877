#include "server/http/refusal.h"
#include "api/http/reply_header.h"

#include "api/http/problem.h"
#include "api/http/routes.h"
#include "server/http/framing.h"
#include "server/http/origin.h"
#include "server/http/request_id.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* Copies the value of a field of that name; "" when it is absent or does not fit. */
static void copy_field(char *out, size_t out_bytes, const char *head, size_t size, const char *name)
{
    const char *value;
    const int length = pd_srv_head_value(&value, head, size, name);

    *out = 0;
    if (length <= 0 || (size_t)length >= out_bytes) return;
    memcpy(out, value, (size_t)length);
    out[length] = 0;
}

void pd_srv_reply_context_read(pd_srv_reply_context *out, const char *head, size_t size)
{
    const char *value;
    char given[sizeof out->request_id];

    *out = (pd_srv_reply_context){0};

    /* Whole lines only: the last value may have been cut. Bytes that are no text end the head. */
    const char *zero = size ? memchr(head, 0, size) : NULL;
    if (zero) size = (size_t)(zero - head);
    while (size && head[size - 1] != '\n') size--;

    copy_field(given, sizeof given, head, size, "X-Request-Id");
    pd_srv_request_id(out->request_id, *given ? given : NULL);
    copy_field(out->origin, sizeof out->origin, head, size, "Origin");
    out->is_head = size > 5 && !memcmp(head, "HEAD ", 5);
    out->is_preflight = pd_srv_head_value(&value, head, size, "Access-Control-Request-Method") > 0;
    copy_field(out->wanted, sizeof out->wanted, head, size, "Access-Control-Request-Headers");
}

/* Says what is wrong with the key or token (RFC 6750, 3 and 3.1).
 * A request without any gets no error code. */
static void add_challenge(pd_api_reply *reply, const char *detail, const pd_srv_reply_context *context)
{
    static const char name[] = "WWW-Authenticate";
    char text[120];

    if (context->scope) {
        pd_api_header_set(reply, name, "Bearer realm=\"posed\", error=\"insufficient_scope\", scope=\"%s\"",
                          context->scope);
        return;
    }

    if (!context->is_bad_token) {
        if (*context->resource_metadata)
            pd_api_header_set(reply, name, "Bearer realm=\"posed\", resource_metadata=\"%s\"",
                              context->resource_metadata);
        else
            pd_api_header_set(reply, name, "Bearer realm=\"posed\"");
        return;
    }

    /* The description is a quoted text of printable ASCII characters without quotes and backslashes. */
    snprintf(text, sizeof text, "%s", detail);
    for (char *c = text; *c; c++)
        if (*c == '"' || *c == '\\' || *c < ' ' || *c > '~') *c = '\'';
    pd_api_header_set(reply, name,
                      *context->resource_metadata
                          ? "Bearer realm=\"posed\", error=\"invalid_token\", error_description=\"%.100s\", "
                            "resource_metadata=\"%s\""
                          : "Bearer realm=\"posed\", error=\"invalid_token\", error_description=\"%s\"",
                      text, context->resource_metadata);
}

void pd_srv_refusal(pd_api_reply *reply, int status, const char *detail, int retry_s,
                    const pd_srv_reply_context *context)
{
    pd_api_problem(reply, status, NULL, NULL, detail);
    if (*context->request_id) pd_api_problem_request_id(reply, context->request_id);
    if (status == 401 || (status == 403 && context->scope)) add_challenge(reply, detail, context);
    if (status == 426) {
        pd_api_header_set(reply, "Upgrade", "websocket");
        pd_api_header_set(reply, "Sec-WebSocket-Version", "13");
    }

    if (retry_s > 0) pd_api_header_set(reply, "Retry-After", "%d", retry_s);
}

/* Adds one more field of the request to those on which the reply depends. */
static void vary_by(pd_api_reply *reply, const char *name)
{
    const char *before = pd_api_header_get(reply, "Vary");
    char both[192];

    if (before && pd_srv_list_has(before, (int)strlen(before), name)) return;
    snprintf(both, sizeof both, "%s%s%s", before ? before : "", before ? ", " : "", name);
    pd_api_header_set(reply, "Vary", "%s", both);
}

/* Fields that pages of other origins may read: those of HTTP that programs need, and all of posed's own. */
#define EXPOSED_OWN(name, doc) ", " name
#define EXPOSED                                                                                              \
    "ETag, Location, Content-Disposition, X-Request-Id, Retry-After, Accept-Ranges, Content-Range, Allow, "  \
    "WWW-Authenticate, Idempotency-Replayed, traceresponse" PD_API_HEADER_TABLE(EXPOSED_OWN)
_Static_assert(sizeof EXPOSED <= PD_API_HEADER_BYTES, "the list would be cut");

/* Keeps a reply that needs a key out of caches that answer several clients. */
static void make_private(pd_api_reply *reply)
{
    const char *before = pd_api_header_get(reply, "Cache-Control");
    char control[96];

    snprintf(control, sizeof control, "%s", before ? before : "");
    if (!strstr(control, "private") && !strstr(control, "no-store"))
        pd_api_header_set(reply, "Cache-Control", "private%s%s", *control ? ", " : "", control);
    vary_by(reply, "Authorization");
}

/* Adds the header fields that a page may send: those that every page may, and those that the browser asks
 * for. Fields that posed does not read are harmless, and pages add those of their tracing. */
static void allow_headers(pd_api_reply *reply, const char *wanted)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    char list[PD_API_HEADER_BYTES];

    snprintf(list, sizeof list,
             "Authorization, Content-Type, If-None-Match, If-Match, If-Range, Range, X-Request-Id, "
             "Idempotency-Key");
    for (const char *at = wanted; *at;) {
        at += strspn(at, ", ");
        const size_t length = strspn(at, letters);
        char name[64];
        if (!length || (at[length] && !strchr(", ", at[length]))) break;
        const bool fits = length < sizeof name && strlen(list) + length + 3 < sizeof list;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (fits && !pd_srv_list_has(list, (int)strlen(list), name))
            snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", name);
        at += length;
    }

    pd_api_header_set(reply, "Access-Control-Allow-Headers", "%s", list);
    vary_by(reply, "Access-Control-Request-Headers");
}

void pd_srv_reply_fields(pd_api_reply *reply, const pd_cfg *cfg, const pd_srv_reply_context *context)
{
    char fresh[sizeof context->request_id];

    if (!*context->request_id) pd_srv_request_id(fresh, NULL);
    pd_api_header_set(reply, "X-Request-Id", "%s", *context->request_id ? context->request_id : fresh);
    pd_api_header_set(reply, "X-Content-Type-Options", "nosniff");

    if (context->is_private) make_private(reply);
    if (!cfg || !cfg->access_cors_origins.count) return;
    vary_by(reply, "Origin");
    if (!*context->origin || !pd_srv_origin_allowed(&cfg->access_cors_origins, context->origin)) return;
    pd_api_header_set(reply, "Access-Control-Allow-Origin", "%s", context->origin);
    pd_api_header_set(reply, "Access-Control-Expose-Headers", "%s", EXPOSED);
    if (!context->is_preflight) return;
    pd_api_header_set(reply, "Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE, OPTIONS");
    allow_headers(reply, context->wanted);
    pd_api_header_set(reply, "Access-Control-Max-Age", "600");
}

void pd_srv_frame_ancestors(pd_buffer *out, const pd_cfg *cfg)
{
    pd_buffer_text(out, "frame-ancestors 'self'");
    for (int i = 0; i < cfg->access_cors_origins.count; i++)
        pd_buffer_printf(out, " %s", cfg->access_cors_origins.items[i]);
}

/* Writes the time as IMF-fixdate (RFC 9110, 5.6.7), in any locale. */
static void write_date(pd_buffer *out, int64_t wall_s)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t seconds = (time_t)wall_s;
    struct tm t;

    if (!gmtime_r(&seconds, &t)) return;
    pd_buffer_printf(out, "Date: %s, %02d %s %04d %02d:%02d:%02d GMT\r\n", days[t.tm_wday], t.tm_mday,
                     months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

void pd_srv_reply_write(pd_buffer *out, const pd_api_reply *reply, const pd_srv_reply_context *context,
                        int64_t wall_s)
{
    const bool is_upgrade = reply->status == 426; /* Upgrade is a field of this hop (RFC 9110, 7.8) */

    pd_buffer_printf(out, "HTTP/1.1 %d %s\r\n", reply->status, pd_api_phrase(reply->status));
    write_date(out, wall_s);
    pd_buffer_printf(out, "Connection: %sclose\r\n", is_upgrade ? "upgrade, " : "");
    if (reply->content_type) pd_buffer_printf(out, "Content-Type: %s\r\n", reply->content_type);
    for (int i = 0; i < reply->header_count; i++)
        if (strcasecmp(reply->headers[i].name, "Connection"))
            pd_buffer_printf(out, "%s: %s\r\n", reply->headers[i].name, reply->headers[i].value);
    pd_buffer_printf(out, "Content-Length: %zu\r\n\r\n", reply->body.size);
    if (!context->is_head) pd_buffer_add(out, reply->body.data, reply->body.size);
}
