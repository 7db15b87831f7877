#include "server/http/exchange_parts.h"

#include "api/service/resource.h"
#include "core/base/hash.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/http/exchange.h"
#include "server/http/forwarded.h"
#include "server/http/framing.h"
#include "server/http/origin.h"
#include "server/http/request_id.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Joins two fields of the same name into one list (RFC 9110, 5.3).
 * Returns the last value alone when out of memory. */
static const char *join_lists(pd_srv_request_fields *in, const char *before, const char *value)
{
    char **place = NULL;

    for (int i = 0; i < PD_SRV_LISTS_MAX; i++) {
        if (in->joined[i] == before) place = &in->joined[i];
        if (!place && !in->joined[i]) place = &in->joined[i];
    }

    PD_ASSERT(place);

    /* Replace the previous join of this header. */
    const size_t size = strlen(before) + strlen(value) + 3;
    char *both = malloc(size);
    if (!both) return value;

    snprintf(both, size, "%s, %s", before, value);
    if (*place == before) free(*place);
    *place = both;

    return both;
}

/* Treatment of several header fields of one name. */
typedef enum repeats {
    REFUSED, /* the field may occur once (RFC 9110, 5.3) */
    JOINED,  /* the values are one list */
    IGNORED, /* two values count as none: names for logs and traces, which a proxy may have added */
} repeats;

/* Stores one header field of the request. Called by libmicrohttpd for each field. */
static enum MHD_Result each_header(void *cls, enum MHD_ValueKind kind, const char *key, const char *value)
{
    pd_srv_request_fields *in = cls;
    const struct {
        const char *name;
        const char **to;
        repeats repeats;
    } wanted[] = {
        {"Accept", &in->accept, JOINED},
        {"Accept-Encoding", &in->accept_encoding, JOINED},
        {"Content-Type", &in->content_type, REFUSED},
        {"Content-Encoding", &in->content_encoding, JOINED},
        {"If-None-Match", &in->if_none_match, JOINED},
        {"If-Match", &in->if_match, JOINED},
        {"If-Range", &in->if_range, REFUSED},
        {"Range", &in->range, REFUSED},
        {"Origin", &in->origin, REFUSED},
        {"Host", &in->host, REFUSED},
        {"Authorization", &in->authorization, REFUSED},
        {"X-Request-Id", &in->request_id, IGNORED},
        {"Content-Length", &in->content_length, REFUSED},
        {"Transfer-Encoding", &in->transfer_encoding, REFUSED},
        {"Expect", &in->expect, JOINED},
        {"Upgrade", &in->upgrade, JOINED},
        {"Access-Control-Request-Method", &in->wanted_method, REFUSED},
        {"Access-Control-Request-Headers", &in->wanted_headers, JOINED},
        {"MCP-Protocol-Version", &in->protocol_version, REFUSED},
        {"X-Forwarded-Proto", &in->forwarded_proto, JOINED},
        {"X-Forwarded-Host", &in->forwarded_host, JOINED},
        {"X-Forwarded-Prefix", &in->forwarded_prefix, JOINED},
        {"Sec-Fetch-Site", &in->fetch_site, REFUSED},
        {"traceparent", &in->traceparent, IGNORED},
        {"Idempotency-Key", &in->idempotency_key, REFUSED},
    };

    /* Forwarding headers have a parser of their own. Otherwise the first letter is compared before the
     * whole name, to save calls. */
    (void)kind;
    if (in->forwarded.field && value) pd_srv_forwarded_field(&in->forwarded, key, value, strlen(value));
    if (!value) value = "";
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if ((key[0] | 32) != (wanted[i].name[0] | 32) || strcasecmp(key, wanted[i].name)) continue;

        /* Store the first value; join, refuse or ignore further ones. */
        const char **to = wanted[i].to;
        if (!*to) {
            *to = value;
        } else if (wanted[i].repeats == JOINED) {
            *to = join_lists(in, *to, value);
        } else if (wanted[i].repeats == IGNORED) {
            *to = "";
        } else if (!in->twice) {
            in->twice = wanted[i].name;
            in->first = *to;
            in->second = value;
        }
    }

    return MHD_YES;
}

/* Refuses a request in which a field that may occur once occurs twice. The values of Authorization are
 * secrets, which no reply repeats. */
static void refuse_twice(pd_srv_exchange *ex)
{
    char detail[320];
    const pd_srv_request_fields *in = &ex->in;

    if (!strcmp(in->twice, "Authorization"))
        snprintf(detail, sizeof detail, "%s is given twice; once allowed", in->twice);
    else
        snprintf(detail, sizeof detail, "%s is given twice, as \"%.100s\" and as \"%.100s\"; once allowed",
                 in->twice, in->first, in->second);
    pd_srv_exchange_refuse(ex, 400, detail);
}

/* Returns whether the request is a health probe. Probes are answered to every client, at every address and
 * without a rate limit. */
static bool is_probe(const pd_srv_exchange *ex)
{
    static const char *const probes[] = {"/healthz", "/livez", "/readyz", "/ready"};
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
        if (!strcmp(ex->path, probes[i])) return true;
    return false;
}

/* Tells a client without a valid token where it learns who issues tokens (RFC 9728, 5.1). */
static void name_resource_metadata(pd_srv_exchange *ex)
{
    const char *issuer = ex->settings->cfg.access_jwt_issuer;
    const pd_api_request request = pd_srv_exchange_request(ex);

    if (!issuer || !*issuer) return;
    pd_api_resource_address(ex->context.resource_metadata, sizeof ex->context.resource_metadata, &request,
                            strcmp(ex->path, "/mcp") ? PD_API_RESOURCE_PATH : PD_API_RESOURCE_PATH "/mcp");
}

/* Identifies the client by its key, applies the rate limit,
 * and checks that the key has the scope of the route. */
static void check_access(pd_srv_exchange *ex)
{
    char why[PD_SRV_WHY_BYTES], detail[256];

    /* An address that has sent too many wrong keys waits before its tokens are verified. */
    const bool waits = ex->in.authorization &&
                       pd_srv_rate_wait(ex->deps->wrong_keys, ex->client, PD_SRV_WRONG_KEYS_PER_SECOND,
                                        PD_SRV_WRONG_KEYS_BURST, ex->start_us) > 0;
    const pd_srv_known known = (waits ? pd_srv_auth_identify_key : pd_srv_auth_identify)(
        ex->settings->auth, ex->in.authorization, pd_srv_wall_s(), &ex->who, why);
    const pd_cfg *cfg = &ex->settings->cfg;
    const double rate = pd_srv_quota_least(cfg->access_rate_limit, ex->who.quota.request_rate);
    int wait = 0;

    /* Open routes have a bucket of their own: a client that has used up the other one still gets them. */
    uint64_t client = pd_srv_exchange_client(ex);
    if (ex->match.scope == PD_API_OPEN) client = pd_hash64(&client, sizeof client, 1);
    if (!ex->own && !is_probe(ex))
        wait = pd_srv_rate_take(ex->deps->rate, client, rate, cfg->access_rate_burst, ex->start_us);
    if (wait) {
        snprintf(detail, sizeof detail, "more than %g requests a second (%s)", rate,
                 rate == cfg->access_rate_limit ? "access.rate_limit" : "the token's posed.requests");
        pd_srv_exchange_refuse(ex, 429, detail);
        pd_srv_exchange_add_retry(ex->own, wait);
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_rate_limited);
    }

    if (ex->own || pd_srv_identity_may(&ex->who, ex->match.scope)) return;

    /* The key is valid but lacks the scope: 403. */
    static const char *const names[] = {"open", "read", "stream", "admin"};
    PD_ASSERT(ex->match.scope >= 0 && (size_t)ex->match.scope < sizeof names / sizeof *names);
    pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_unauthorized);
    if (known == PD_SRV_KNOWN) {
        char where[PD_SRV_CLAIM_BYTES + 64] = "";
        if (ex->who.is_token && *ex->who.scope_claim)
            snprintf(where, sizeof where, " in its claim %s", ex->who.scope_claim);
        else if (ex->who.is_token)
            snprintf(where, sizeof where, ", and has no claim of scopes (access.jwt_scope_claims)");
        snprintf(detail, sizeof detail, "the %s \"%s\" lacks the scope %s%s",
                 ex->who.is_token ? "token of" : "key", ex->who.name, names[ex->match.scope], where);
        ex->context.scope = names[ex->match.scope];
        pd_srv_exchange_refuse(ex, 403, detail);
        return;
    }

    /* A wrong key counts for a rate of its own, which only limits further wrong keys. */
    wait = ex->in.authorization
               ? pd_srv_rate_take(ex->deps->wrong_keys, ex->client, PD_SRV_WRONG_KEYS_PER_SECOND,
                                  PD_SRV_WRONG_KEYS_BURST, ex->start_us)
               : 0;
    if (wait) {
        pd_srv_exchange_refuse(
            ex, 429, "too many wrong keys came from this address; wait until Retry-After has passed");
        pd_srv_exchange_add_retry(ex->own, wait);
        return;
    }

    /* The key has expired, is unknown, or is missing: 401. */
    ex->context.is_bad_token = ex->in.authorization != NULL;
    name_resource_metadata(ex);
    pd_srv_exchange_refuse(ex, 401, why);
}

bool pd_srv_exchange_is_preflight(const pd_srv_exchange *ex)
{
    return ex->in.origin && ex->in.wanted_method && !strcmp(ex->method, "OPTIONS");
}

bool pd_srv_exchange_is_for_server(const pd_srv_exchange *ex)
{
    return !strcmp(ex->path, "*");
}

/* Reads the field Expect (RFC 9110, 10.1.1). It has no meaning in HTTP/1.0. */
static void read_expectation(pd_srv_exchange *ex, const char *version)
{
    if (!ex->in.expect || strcmp(version, "HTTP/1.1") < 0) return;

    ex->expects_continue = pd_srv_list_has(ex->in.expect, (int)strlen(ex->in.expect), "100-continue");
    if (!ex->own && strcasecmp(ex->in.expect, "100-continue"))
        pd_srv_exchange_refuse(
            ex, 417, "the Expect header has another value than 100-continue, the only one that is supported");
}

/* Refuses a request that waits for `100 Continue` if its head alone shows that it must fail, so that the
 * client need not send its body. */
static void refuse_by_head(pd_srv_exchange *ex)
{
    const pd_api_request request = pd_srv_exchange_request(ex);
    pd_api_call *call = pd_api_judge_head(&request, ex->deps->host, &ex->settings->limits);

    if (!call) return;
    ex->own = calloc(1, sizeof *ex->own);
    if (ex->own) {
        *ex->own = *pd_api_call_reply(call);
        pd_api_call_reply(call)->body = (pd_buffer){0};
    }

    pd_api_call_release(call);
}

enum MHD_Result pd_srv_exchange_begin(pd_srv_exchange *ex, const char *method, const char *version)
{
    pd_srv_exchange_enter(ex, PD_SRV_EXCHANGE_BODY);

    /* Read the header fields and the client's address behind trusted proxies. */
    snprintf(ex->method, sizeof ex->method, "%s", method);
    MHD_get_connection_values(ex->mhd, MHD_HEADER_KIND, each_header, &ex->in);
    ex->client = pd_srv_rate_client((const struct sockaddr *)&ex->in.forwarded.client);

    /* Probes come from the proxy itself and have no forwarded client. */
    if (ex->in.forwarded.field && !ex->in.forwarded.is_known && !is_probe(ex))
        pd_srv_metrics_count(ex->deps->metrics, PD_SRV_COUNT_forwarded_unknown);
    pd_srv_forwarded_prefix(ex->prefix, ex->in.forwarded_prefix);

    /* Fill the context of the reply. The connection keeps a copy for refusals that it sends itself. */
    pd_srv_request_id(ex->context.request_id, ex->in.request_id);
    if (ex->in.origin && strlen(ex->in.origin) < sizeof ex->context.origin)
        memcpy(ex->context.origin, ex->in.origin, strlen(ex->in.origin) + 1);
    ex->context.is_head = !strcmp(ex->method, "HEAD");
    ex->context.is_preflight = ex->in.wanted_method != NULL;
    if (ex->in.wanted_headers && strlen(ex->in.wanted_headers) < sizeof ex->context.wanted)
        memcpy(ex->context.wanted, ex->in.wanted_headers, strlen(ex->in.wanted_headers) + 1);
    if (ex->connection) ex->connection->context = ex->context;
    if (ex->deps->tracer) {
        pd_srv_trace_parse(&ex->parent, ex->in.traceparent);
        pd_srv_trace_begin(&ex->trace, ex->deps->tracer, &ex->parent);
    }

    ex->match = pd_api_match_route(ex->method, ex->path);
    ex->context.is_private = ex->match.scope != PD_API_OPEN && pd_srv_auth_asks(ex->settings->auth);
    if (ex->in.twice) refuse_twice(ex);

    /* The host of an absolute target replaces the Host field (RFC 9112 3.2.2). Probes may use any host,
     * because orchestrators address them by number. */
    const char *host = ex->authority ? ex->authority : ex->in.host;
    ex->in.host = host;
    if (!ex->own && !pd_srv_host_allowed(ex->settings, host) && !is_probe(ex)) {
        char detail[256];
        snprintf(detail, sizeof detail, "Host \"%.100s\" is not a name of this server (access.hosts)", host);
        pd_srv_exchange_refuse(ex, 421, detail);
    }

    /* With admin.listen, that address answers metrics, administration and probes, and no other requests. */
    const bool is_admin = ex->match.scope == PD_API_ADMIN || !strcmp(ex->path, "/metrics");
    if (!ex->own && !is_probe(ex) && ex->connection && ex->connection->has_admin &&
        is_admin != ex->connection->is_admin)
        pd_srv_exchange_refuse(ex, 404,
                               is_admin ? "this route is served only at the address of admin.listen"
                                        : "this route is served only at the address of listen");

    /* Preflights and OPTIONS * need no key. */
    const bool asks_only = pd_srv_exchange_is_preflight(ex) || pd_srv_exchange_is_for_server(ex);
    if (!asks_only) check_access(ex);

    /* A page of another site can make a browser send a POST here: its origin must be on the list. */
    const bool may_change =
        strcmp(ex->method, "GET") && strcmp(ex->method, "HEAD") && strcmp(ex->method, "OPTIONS");
    const pd_srv_origin_fields from = {.origin = ex->in.origin,
                                       .host = ex->in.host,
                                       .forwarded_host = ex->in.forwarded_host,
                                       .fetch_site = ex->in.fetch_site};
    if (!asks_only && !ex->own && ex->in.origin && may_change && !pd_srv_origin_is_own(&from) &&
        !pd_srv_origin_allowed(&ex->settings->cfg.access_cors_origins, ex->in.origin))
        pd_srv_exchange_refuse(ex, 403, "this Origin is not among the allowed ones (access.cors_origins)");

    /* Without a body the request is complete. Otherwise refuse what the head alone decides: the
     * expectation, the length, and a client that must still wait. `told` is 0 for a chunked body. */
    const size_t told = ex->in.content_length ? strtoull(ex->in.content_length, NULL, 10) : 0;
    if (!told && !ex->in.transfer_encoding) return MHD_YES;
    read_expectation(ex, version);
    if (!ex->own && ex->expects_continue) refuse_by_head(ex);
    if (ex->own && ex->in.expect) return pd_srv_exchange_refuse_on_socket(ex);
    if (told > ex->settings->limits.body_bytes) return pd_srv_exchange_refuse_large(ex);
    const int wait = told ? pd_srv_exchange_find_refused(ex, told) : 0;
    if (wait) return pd_srv_exchange_refuse_early(ex, wait);

    /* Take a buffer for the body; a request that is already refused has its body read and dropped. */
    if (!ex->own) {
        ex->body = pd_srv_buffer_cache_take(ex->deps->bodies);
        pd_buffer_reserve(&ex->body, PD_SRV_FIRST_BODY_BYTES);
    }

    ex->body_start_us = ex->start_us;
    pd_srv_exchange_enter_body(ex);

    return MHD_YES;
}
