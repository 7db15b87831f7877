#include "server/stream/upgrade.h"

#include "api/http/api.h"
#include "api/http/problem.h"
#include "api/service/service.h"
#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/base/text/base64.h"
#include "server/base/clock.h"
#include "server/http/framing.h"
#include "server/http/http.h"
#include "server/http/origin.h"

#include <stdbool.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies a header's value as text; false when it is absent or does not fit. */
static bool copy_value(char *out, size_t out_bytes, const char *head, size_t size, const char *name)
{
    const char *value;
    int length = pd_srv_head_value(&value, head, size, name);

    if (length < 0 || (size_t)length >= out_bytes) return false;
    memcpy(out, value, (size_t)length);
    out[length] = 0;

    return true;
}

/* Finds the target in the request line. Returns its length. */
static int target_of(const char **target, const char *head, size_t size)
{
    const char *end = memchr(head, '\n', size);
    const char *from = memchr(head, ' ', size);

    *target = head;
    if (!end || !from || from > end) return 0;
    from++;
    const char *to = memchr(from, ' ', (size_t)(end - from));
    *target = from;

    return to ? (int)(to - from) : 0;
}

static bool refuse_upgrade(pd_srv_upgrade *out, int status, const char *format, ...) PD_PRINTF(3, 4);
static bool refuse_upgrade(pd_srv_upgrade *out, int status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(out->detail, sizeof out->detail, format, args);
    va_end(args);
    out->status = status;

    return false;
}

/* Returns whether a value is a Sec-WebSocket-Key: 16 bytes in base64, which are 24 characters. */
static bool is_key(const char *value, int length)
{
    unsigned char bytes[16];

    return length == 24 && pd_base64_decode(bytes, sizeof bytes, value, 24, PD_BASE64_PADDED) == sizeof bytes;
}

/* Returns whether one of the Sec-WebSocket-Protocol fields lists "posed.v1". Names of subprotocols are
 * case-sensitive (RFC 6455, 1.9 and 4.2.2). */
static bool offers_protocol(const char *head, size_t size)
{
    const char *value;
    const char *line = NULL;
    int length;

    while ((length = pd_srv_head_next(&value, &line, head, size, "Sec-WebSocket-Protocol")) >= 0)
        if (pd_srv_list_has_exactly(value, length, PD_SRV_STREAM_PROTOCOL)) return true;
    return false;
}

/* Checks the handshake by RFC 6455, 4.2.1. The syntax of the head was checked before (framing.h). */
static int check_handshake(pd_srv_upgrade *out, const char *head, size_t size)
{
    static const char *const once[] = {"Host", "Sec-WebSocket-Version", "Sec-WebSocket-Key"};
    static const char *const at_most_once[] = {"Authorization", "Origin", "Sec-Fetch-Site"};
    const char *value;
    const char *line_end = memchr(head, '\r', size);

    if (strncmp(head, "GET ", 4))
        return refuse_upgrade(out, 400, "the method is not GET, with which a WebSocket has to be opened");
    if (!line_end || line_end - head < 8 || memcmp(line_end - 8, "HTTP/1.1", 8))
        return refuse_upgrade(out, 400,
                              "the version is not HTTP/1.1, with which a WebSocket has to be opened");

    int length = pd_srv_head_value(&value, head, size, "Sec-WebSocket-Version");
    if (length != 2 || memcmp(value, "13", 2))
        return refuse_upgrade(out, 426, "Sec-WebSocket-Version is not 13; only 13 is supported");
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (pd_srv_head_count(head, size, once[i]) != 1)
            return refuse_upgrade(out, 400, "the header field %s occurs %d times; once expected", once[i],
                                  pd_srv_head_count(head, size, once[i]));
    for (size_t i = 0; i < sizeof at_most_once / sizeof *at_most_once; i++)
        if (pd_srv_head_count(head, size, at_most_once[i]) > 1)
            return refuse_upgrade(out, 400, "the header field %s occurs %d times; once allowed",
                                  at_most_once[i], pd_srv_head_count(head, size, at_most_once[i]));
    length = pd_srv_head_value(&value, head, size, "Sec-WebSocket-Key");
    if (!is_key(value, length))
        return refuse_upgrade(out, 400, "Sec-WebSocket-Key: %d characters; 16 bytes in base64 expected",
                              length);

    if (!pd_srv_head_has(head, size, "Upgrade", "websocket") ||
        !pd_srv_head_has(head, size, "Connection", "upgrade"))
        return refuse_upgrade(
            out, 400,
            "the header fields Upgrade: websocket and Connection: Upgrade are missing; both expected");
    if (pd_srv_head_count(head, size, "Content-Length") || pd_srv_head_count(head, size, "Transfer-Encoding"))
        return refuse_upgrade(out, 400,
                              "the request has a body; a request that opens a WebSocket must not have one");

    if (!offers_protocol(head, size))
        return refuse_upgrade(
            out, 400, "Sec-WebSocket-Protocol does not offer " PD_SRV_STREAM_PROTOCOL "; it is expected");

    return 1;
}

static int check_host(pd_srv_upgrade *out, const pd_srv_settings *settings, const char *head, size_t size)
{
    char host[300];
    if (copy_value(host, sizeof host, head, size, "Host") && pd_srv_host_allowed(settings, host)) return 1;
    return refuse_upgrade(out, 421, "Host is not a name of this server (access.hosts)");
}

static int check_origin(pd_srv_upgrade *out, const pd_srv_settings *settings, const char *head, size_t size)
{
    const char *value;
    char origin[300], host[300], forwarded[300], site[32];

    if (pd_srv_head_value(&value, head, size, "Origin") < 0) return 1; /* no browser */
    const bool has_host = copy_value(host, sizeof host, head, size, "Host");
    const bool is_forwarded = copy_value(forwarded, sizeof forwarded, head, size, "X-Forwarded-Host");
    const bool has_site = copy_value(site, sizeof site, head, size, "Sec-Fetch-Site");
    const pd_srv_origin_fields from = {.origin = origin,
                                       .host = has_host ? host : NULL,
                                       .forwarded_host = is_forwarded ? forwarded : NULL,
                                       .fetch_site = has_site ? site : NULL};
    if (copy_value(origin, sizeof origin, head, size, "Origin") &&
        (pd_srv_origin_is_own(&from) || pd_srv_origin_allowed(&settings->cfg.access_cors_origins, origin)))
        return 1;

    return refuse_upgrade(
        out, 403,
        "pages of this origin may not open streams (access.cors_origins; a proxy passes Host or "
        "X-Forwarded-Host)");
}

/* Checks the query and copies its ticket to out->ticket, "" without one. */
static int check_query(pd_srv_upgrade *out, const char *head, size_t size)
{
    static const pd_api_field *const tables[] = {pd_api_stream_query_fields, NULL};
    const char *target;
    const int length = target_of(&target, head, size);
    const char *query = memchr(target, '?', (size_t)length);

    if (!query) return 1;

    char *text = strndup(query + 1, (size_t)(target + length - query - 1));
    pd_api_problems problems = {0};
    json_t *asked = text ? pd_api_query_json(text, tables, &problems) : NULL;
    const char *ticket = json_string_value(json_object_get(asked, "ticket"));
    const bool good = asked != NULL;
    if (ticket) snprintf(out->ticket, sizeof out->ticket, "%s", ticket);
    free(text);
    json_decref(asked);
    if (good) return 1;
    if (!problems.count) return refuse_upgrade(out, 503, "out of memory");

    return refuse_upgrade(out, pd_status_http(problems.items[0].status), "%s: %s", problems.items[0].where,
                          problems.items[0].detail);
}

static int check_identity(pd_srv_upgrade *out, const pd_srv_settings *settings, pd_srv_tickets *tickets,
                          const char *head, size_t size, bool waits, int64_t now_us)
{
    char *ticket = out->ticket;
    char authorization[PD_SRV_TOKEN_BYTES + 64], why[PD_SRV_WHY_BYTES];
    int has_key = copy_value(authorization, sizeof authorization, head, size, "Authorization");
    const int64_t wall_s = pd_srv_wall_s();
    const bool has_ticket = *ticket != 0;

    out->gave_key = has_key || has_ticket;
    if (has_ticket && pd_srv_tickets_look(tickets, ticket, &out->who, now_us) &&
        pd_srv_auth_holds(settings->auth, &out->who, PD_API_STREAM, wall_s)) {
        out->who.scopes = 1u << PD_API_STREAM;
        return 1;
    }

    *ticket = 0;
    if (!pd_srv_auth_asks(settings->auth)) return 1;
    const pd_srv_known known = (waits ? pd_srv_auth_identify_key : pd_srv_auth_identify)(
        settings->auth, has_key ? authorization : NULL, wall_s, &out->who, why);
    out->is_bad_token = has_key && known != PD_SRV_KNOWN;
    if (out->is_bad_token) return refuse_upgrade(out, 401, "%s", why);
    if (known != PD_SRV_KNOWN)
        return refuse_upgrade(
            out, 401, "a key (Authorization: Bearer) or a ticket (POST /v1/tickets, ?ticket=) is required");
    if (pd_srv_identity_may(&out->who, PD_API_STREAM)) return 1;
    out->lacks_scope = true;

    return refuse_upgrade(out, 403, "the %s lacks the scope stream", out->who.is_token ? "token" : "key");
}

/* Returns whether the path of a head is the stream's. */
static bool is_streams(const char *head, size_t size)
{
    const char *target;
    const int length = target_of(&target, head, size);
    const char *query = memchr(target, '?', (size_t)length);
    const size_t path = query ? (size_t)(query - target) : (size_t)length;
    return path == strlen(PD_SRV_STREAM_PATH) && !memcmp(target, PD_SRV_STREAM_PATH, path);
}

/* Accepts the request. */
static void admit(pd_srv_upgrade *out, const char *head, size_t size)
{
    /* Write the request anew from the checked values, because the library parses it a second time and may
     * read the client's text differently. */
    const char *key = "";
    const int length = pd_srv_head_value(&key, head, size, "Sec-WebSocket-Key");
    const int written = snprintf(out->head, sizeof out->head,
                                 "GET " PD_SRV_STREAM_PATH
                                 " HTTP/1.1\r\nHost: posed\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %.*s\r\n"
                                 "Sec-WebSocket-Protocol: " PD_SRV_STREAM_PROTOCOL "\r\n\r\n",
                                 length, key);

    PD_ASSERT(written > 0 && (size_t)written < sizeof out->head);
    (void)written;
    out->status = 101;
}

bool pd_srv_upgrade_judge_peer(pd_srv_upgrade *out, const pd_srv_cluster *cluster, const char *head,
                               size_t size)
{
    char authorization[sizeof PD_SRV_PEER_SCHEME + PD_SRV_SECRET_BYTES];

    if (!cluster || !is_streams(head, size) ||
        !copy_value(authorization, sizeof authorization, head, size, "Authorization") ||
        !pd_srv_cluster_is_peer(cluster, authorization))
        return false;
    memset(out, 0, sizeof *out);
    if (!check_handshake(out, head, size)) return true;
    out->who = (pd_srv_identity){.scopes = 1u << PD_API_STREAM, .is_peer = true};
    admit(out, head, size);

    return true;
}

bool pd_srv_upgrade_judge(pd_srv_upgrade *out, const pd_srv_settings *settings, pd_srv_tickets *tickets,
                          const char *head, size_t size, bool waits, int64_t now_us)
{
    if (!is_streams(head, size)) return false;

    memset(out, 0, sizeof *out);
    if (!check_handshake(out, head, size) || !check_host(out, settings, head, size) ||
        !check_origin(out, settings, head, size) || !check_query(out, head, size) ||
        !check_identity(out, settings, tickets, head, size, waits, now_us))
        return true;

    admit(out, head, size);
    return true;
}

bool pd_srv_upgrade_waits(const pd_srv_upgrade_deps *deps, const struct sockaddr *address, int64_t now_us)
{
    return pd_srv_rate_wait(deps->wrong_keys, pd_srv_rate_client(address), PD_SRV_WRONG_KEYS_PER_SECOND,
                            PD_SRV_WRONG_KEYS_BURST, now_us) > 0;
}

void pd_srv_upgrade_account(pd_srv_upgrade *asked, const pd_srv_upgrade_deps *deps, const pd_cfg *cfg,
                            const struct sockaddr *address, int64_t now_us)
{
    const uint64_t host = pd_srv_rate_client(address);
    const uint64_t client =
        asked->who.name[0] ? pd_hash64(asked->who.name, strlen(asked->who.name), 0) : host;

    if (asked->who.is_peer) return; /* another daemon has counted its clients itself */
    const double rate = pd_srv_quota_least(cfg->access_rate_limit, asked->who.quota.request_rate);
    if (asked->status == 101 && pd_srv_rate_take(deps->rate, client, rate, cfg->access_rate_burst, now_us)) {
        pd_srv_metrics_count(deps->metrics, PD_SRV_COUNT_rate_limited);
        refuse_upgrade(asked, 429, "more than %g requests a second (%s)", rate,
                       rate == cfg->access_rate_limit ? "access.rate_limit" : "the token's posed.requests");
    }

    pd_srv_identity who;
    if (asked->status == 101 && asked->ticket[0] &&
        !pd_srv_tickets_redeem(deps->tickets, asked->ticket, &who, now_us))
        refuse_upgrade(asked, 401, "this ticket was already used; each ticket opens one stream");

    if (asked->status == 401 || asked->status == 403)
        pd_srv_metrics_count(deps->metrics, PD_SRV_COUNT_unauthorized);
    if (asked->status == 401 && asked->gave_key &&
        pd_srv_rate_take(deps->wrong_keys, host, PD_SRV_WRONG_KEYS_PER_SECOND, PD_SRV_WRONG_KEYS_BURST,
                         now_us))
        refuse_upgrade(asked, 429,
                       "too many wrong keys came from this address; wait until Retry-After has passed");

    if (asked->status == 101) return;
    char from[64];
    pd_srv_http_address_text(address, from, sizeof from);
    pd_srv_log_write(deps->log, PD_SRV_INFO, "audit", "what=%s client=%s key=%s status=%d detail=%s",
                     "stream refused", from, asked->who.name[0] ? asked->who.name : NULL, asked->status,
                     asked->detail);
}
