#include "server/stream/upgrade.h"

#include "api/http/api.h"
#include "server/base/digest.h"
#include "server/http/origin.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static int trimmed(const char **value, const char *from, const char *to)
{
    while (from < to && is_blank(*from)) from++;
    while (to > from && is_blank(to[-1])) to--;
    *value = from;
    return (int)(to - from);
}

int pd_srv_head_value(const char **value, const char *head, size_t size, const char *name)
{
    size_t length = strlen(name);
    const char *end = head + size, *line = memchr(head, '\n', size);
    while (line && ++line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const char *stop = next ? next : end;
        if ((size_t)(stop - line) > length && line[length] == ':' && !strncasecmp(line, name, length))
            return trimmed(value, line + length + 1, stop);
        line = next;
    }
    return -1;
}

int pd_srv_list_has(const char *list, int length, const char *word)
{
    const char *end = list + length;
    while (list < end) {
        const char *comma = memchr(list, ',', (size_t)(end - list)), *item;
        int size = trimmed(&item, list, comma ? comma : end);
        if ((size_t)size == strlen(word) && !strncasecmp(item, word, (size_t)size)) return 1;
        if (!comma) return 0;
        list = comma + 1;
    }
    return 0;
}

/* Copies a header's value as text; 0 when it is absent or does not fit. */
static int copy_value(char *out, size_t out_bytes, const char *head, size_t size, const char *name)
{
    const char *value;
    int length = pd_srv_head_value(&value, head, size, name);
    if (length < 0 || (size_t)length >= out_bytes) return 0;
    memcpy(out, value, (size_t)length);
    out[length] = 0;
    return 1;
}

/* The request's target, without method and version. */
static int target_of(const char **target, const char *head, size_t size)
{
    const char *end = memchr(head, '\n', size), *from = memchr(head, ' ', size);
    *target = head;
    if (!end || !from || from > end) return 0;
    from++;
    const char *to = memchr(from, ' ', (size_t)(end - from));
    *target = from;
    return to ? (int)(to - from) : 0;
}

static int refuse(pd_srv_upgrade *out, int status, const char *title, const char *format, ...)
    PD_PRINTF(4, 5);
static int refuse(pd_srv_upgrade *out, int status, const char *title, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(out->detail, sizeof out->detail, format, args);
    va_end(args);
    out->status = status;
    out->title = title;
    return 0;
}

static int has_word(const char *head, size_t size, const char *name, const char *word)
{
    const char *value;
    int length = pd_srv_head_value(&value, head, size, name);
    return length >= 0 && pd_srv_list_has(value, length, word);
}

static int check_handshake(pd_srv_upgrade *out, const char *head, size_t size)
{
    const char *value;
    int length = pd_srv_head_value(&value, head, size, "Sec-WebSocket-Version");
    if (strncmp(head, "GET ", 4)) return refuse(out, 400, "Bad Request", "a WebSocket is opened with GET");
    if (length != 2 || memcmp(value, "13", 2))
        return refuse(out, 426, "Upgrade Required", "Sec-WebSocket-Version: only 13 is spoken here");
    if (pd_srv_head_value(&value, head, size, "Sec-WebSocket-Key") != 24)
        return refuse(out, 400, "Bad Request", "Sec-WebSocket-Key: 24 characters of base64 wanted");
    if (!has_word(head, size, "Upgrade", "websocket") || !has_word(head, size, "Connection", "upgrade"))
        return refuse(out, 400, "Bad Request", "Upgrade: websocket and Connection: Upgrade wanted");
    length = pd_srv_head_value(&value, head, size, "Sec-WebSocket-Protocol");
    if (length < 0 || !pd_srv_list_has(value, length, PD_SRV_STREAM_PROTOCOL))
        return refuse(out, 400, "Bad Request", "Sec-WebSocket-Protocol: " PD_SRV_STREAM_PROTOCOL " wanted");
    return 1;
}

static int check_origin(pd_srv_upgrade *out, const pd_srv_settings *settings, const char *head, size_t size)
{
    const char *value;
    char origin[300], host[300];
    if (pd_srv_head_value(&value, head, size, "Origin") < 0) return 1; /* no browser */
    int has_host = copy_value(host, sizeof host, head, size, "Host");
    if (copy_value(origin, sizeof origin, head, size, "Origin") &&
        (pd_srv_origin_is_host(origin, has_host ? host : NULL) ||
         pd_srv_origin_allowed(&settings->cfg.access_cors_origins, origin)))
        return 1;
    return refuse(out, 403, "Forbidden", "pages of this origin may not open streams (access.cors_origins)");
}

/* The ticket of "...?ticket=48 digits". */
static int ticket_of(char out[64], const char *target, int length)
{
    const char *at = memmem(target, (size_t)length, "ticket=", 7), *end = target + length;
    size_t count = 0;
    if (!at || (at[-1] != '?' && at[-1] != '&')) return 0;
    for (at += 7; at < end && *at != '&' && count < 63; at++) out[count++] = *at;
    out[count] = 0;
    return count > 0;
}

static int check_identity(pd_srv_upgrade *out, const pd_srv_settings *settings, pd_srv_tickets *tickets,
                          const char *head, size_t size, int64_t now_us)
{
    const char *target;
    char ticket[64], authorization[512];
    int has_key = copy_value(authorization, sizeof authorization, head, size, "Authorization");
    int length = target_of(&target, head, size);
    if (ticket_of(ticket, target, length) && pd_srv_tickets_redeem(tickets, ticket, out->who.name, now_us)) {
        out->who.scopes = 1u << PD_API_STREAM;
        return 1;
    }
    if (!pd_srv_auth_asks(settings->auth)) return 1;
    if (!pd_srv_auth_identify(settings->auth, has_key ? authorization : NULL, &out->who))
        return refuse(out, 401, "Unauthorized",
                      "a key (Authorization: Bearer) or a ticket (POST /v1/tickets, ?ticket=) is needed");
    if (pd_srv_identity_may(&out->who, PD_API_STREAM)) return 1;
    return refuse(out, 403, "Forbidden", "the key lacks the scope stream");
}

int pd_srv_upgrade_judge(pd_srv_upgrade *out, const pd_srv_settings *settings, pd_srv_tickets *tickets,
                         const char *head, size_t size, int64_t now_us)
{
    const char *target;
    int length = target_of(&target, head, size);
    const char *query = memchr(target, '?', (size_t)length);
    size_t path = query ? (size_t)(query - target) : (size_t)length;
    if (path != strlen(PD_SRV_STREAM_PATH) || memcmp(target, PD_SRV_STREAM_PATH, path)) return 0;
    memset(out, 0, sizeof *out);
    if (check_handshake(out, head, size) && check_origin(out, settings, head, size) &&
        check_identity(out, settings, tickets, head, size, now_us))
        out->status = 101;
    return 1;
}
