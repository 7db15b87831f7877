/* Makes a call from a request: finds the route, does the checks that all handlers share, and runs the
 * handler.
 *
 *     take_head   method, path, conditions, media type, access, query of a route without fields
 *     handler     notes errors, or leaves a job for a worker, or finishes the reply
 *     dispatch    turns noted errors into the reply, applies conditions, compresses a finished reply
 */
#include "api/http/call.h"
#include "api/http/negotiate.h"
#include "api/http/routes.h"
#include "api/http/upload.h"
#include "core/io/json/json_blocks.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns whether the body is read as JSON: for JSON, +json, no type, or the default type of curl -d. */
static bool is_json_type(const char *type)
{
    const size_t size = type ? strcspn(type, "; \t") : 0;

    if (!size) return true;
    if (size == 16 && !strncasecmp(type, "application/json", 16)) return true;
    if (size == 33 && !strncasecmp(type, "application/x-www-form-urlencoded", 33)) return true;
    return size > 5 && !strncasecmp(type + size - 5, "+json", 5);
}

/* Returns whether the parameter charset of a media type names an encoding that is not read as UTF-8. Copies
 * its value to `out`. */
static bool has_other_charset(char out[32], const char *type)
{
    /* "binary" is what the program file says of bytes. */
    static const char *const read[] = {"utf-8", "utf8", "us-ascii", "ascii", "binary"};

    for (const char *at = type; (at = strchr(at, ';'));) {
        at += 1 + strspn(at + 1, " \t");
        if (strncasecmp(at, "charset=", 8) != 0) continue;
        at += 8;
        at += *at == '"';
        snprintf(out, 32, "%.*s", (int)strcspn(at, "\"; \t"), at);

        size_t i = 0;
        while (i < sizeof read / sizeof *read && strcasecmp(out, read[i]) != 0) i++;
        if (i == sizeof read / sizeof *read) return true;
    }

    return false;
}

/* Refuses a body of a type, an encoding of text or a coding that the route does not take.
 * Returns whether it is accepted. */
static bool check_media(pd_api_call *call, const pd_api_request *request)
{
    const char *others = call->route->takes;
    const bool is_open = others && (pd_api_type_is_open(request->content_type) ||
                                    (pd_api_type_is_in(others, "application/zip") &&
                                     pd_api_is_bundle_type(request->content_type))); /* the contents tell */
    if (!is_open && !is_json_type(request->content_type) &&
        !pd_api_type_is_in(others, request->content_type)) {
        pd_api_refuse_media(call, request, NULL, "");
        return false;
    }

    char charset[32];
    if (request->content_type && has_other_charset(charset, request->content_type)) {
        pd_api_refuse(call, 415, NULL, "Content-Type has the charset %s; utf-8 allowed", charset);
        return false;
    }

    if (request->content_encoding && strcasecmp(request->content_encoding, "identity")) {
        pd_api_refuse(call, 415, NULL,
                      "Content-Encoding is %.40s; identity allowed: send the body uncompressed",
                      request->content_encoding);
        pd_api_header_set(&call->reply, "Accept-Encoding", "identity");
        return false;
    }

    return true;
}

/* Replaces the reply by a 403, since a handler has met an object that the key may not use, or by a 503, since
 * it needs a model that could not be loaded. */
static void refuse_denied(pd_api_call *call)
{
    pd_buffer_clear(&call->reply.body);
    call->reply.header_count = 0;
    pd_api_refuse(call, call->denied.status == PD_ERR_FORBIDDEN ? 403 : 503, NULL, "%s", call->denied.detail);
    if (call->denied.status == PD_ERR_BUSY) pd_api_header_set(&call->reply, "Retry-After", "1");
}

/* Copies a text into the call's pool. Returns false when memory ran out. */
static bool keep_text(const char **out, pd_api_call *call, const char *text)
{
    if (!text) return true;
    char *copy = pd_api_pool_take(&call->pool, strlen(text) + 1, 1);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    *out = copy;
    return copy != NULL;
}

/* Computes the revision of what a PUT stores: a hash of everything that decides what is kept. */
static void hash_put(pd_api_call *call, const pd_api_request *request)
{
    pd_api_hash hash = pd_api_hash_begin();

    pd_api_hash_text(&hash, call->route->name);
    pd_api_hash_text(&hash, request->content_type);
    pd_api_hash_text(&hash, request->query);
    pd_api_hash_add(&hash, request->body.data, request->body.size);
    snprintf(call->revision, sizeof call->revision, "%016llx%016llx", (unsigned long long)hash.a,
             (unsigned long long)hash.b);
}

/* Applies If-Match and If-None-Match to a reply without an ETag, which matches "*" alone. */
static void check_bare_condition(pd_api_call *call, const pd_api_request *request)
{
    const bool reads = !strcmp(request->method, "GET") || !strcmp(request->method, "HEAD");

    if (!reads || call->reply.status != 200 || pd_api_header_get(&call->reply, "ETag")) return;

    if (request->if_match && !pd_api_etag_listed(request->if_match, "", false))
        pd_api_refuse(call, 412, NULL, "If-Match does not hold: this representation has no ETag");
    else if (request->if_none_match && pd_api_etag_listed(request->if_none_match, "", false)) {
        pd_buffer_clear(&call->reply.body);
        call->reply.status = 304;
        call->reply.content_type = NULL;
    }
}

/* The methods of RFC 9110 and RFC 5789. One that a route lacks is answered by 405,
 * any other by 501 (RFC 9110, 9.1). */
static bool is_known_method(const char *method)
{
    static const char *const known[] = {"GET",     "HEAD",    "POST",  "PUT",  "DELETE",
                                        "OPTIONS", "CONNECT", "TRACE", "PATCH"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(method, known[i])) return true;
    return false;
}

/* Refuses parameters on a route that takes none. The handlers of other routes read the query by their tables.
 * Returns whether the call goes on. */
static bool check_bare_query(pd_api_call *call, const pd_api_request *request)
{
    const pd_api_route *route = call->route;

    if (route->any_query || route->query[0] || !request->query || !*request->query) return true;

    call->problems.body = route->body[0] ? route->body : NULL; /* a field of the body gets a hint */
    json_decref(pd_api_query_json(request->query, route->query, &call->problems));
    call->problems.in_query = 0;
    call->problems.body = NULL;
    if (!call->problems.count) return true; /* "?" and "?&" */
    pd_api_refuse_all(call);

    return false;
}

/* Finds the route, and refuses what is certain from method, target and fields.
 * Returns false when the call is done. */
static bool take_head(pd_api_call *call, const pd_api_request *request)
{
    const pd_api_found found = pd_api_find_route(request->method, request->path);

    /* An unknown method is refused before the path is looked at. */
    if (!is_known_method(request->method)) {
        pd_api_refuse(call, 501, NULL,
                      "the method %.16s is not supported; GET /docs lists the routes and their methods",
                      request->method);
        if (found.path_known) pd_api_header_set(&call->reply, "Allow", "%s", found.allow);
        return false;
    }

    /* Unknown path. */
    if (!found.route && !found.path_known) {
        char hint[PD_API_HINT_BYTES];
        pd_api_path_hint(hint, request->path);
        pd_api_refuse(call, 404, NULL, "no route %.8s %.120s%s%s GET /docs lists them",
                      !strcmp(request->method, "HEAD") ? "GET" : request->method, request->path, hint,
                      *hint ? "" : ";");
        return false;
    }

    /* Known path, other method. OPTIONS is answered with the methods that exist. */
    if (!found.route) {
        if (!strcmp(request->method, "OPTIONS"))
            pd_api_answer(call, 204, NULL);
        else
            pd_api_refuse(call, 405, NULL, "the method %.16s is not offered here; %s allowed",
                          request->method, found.allow);
        pd_api_header_set(&call->reply, "Allow", "%s", found.allow);
        return false;
    }

    /* Conditions outlive the request, because the work may run later. */
    const bool changes = !strcmp(request->method, "PUT") || !strcmp(request->method, "DELETE");
    if (changes && !(keep_text(&call->condition.if_match, call, request->if_match) &&
                     keep_text(&call->condition.if_none_match, call, request->if_none_match))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return false;
    }

    call->route = found.route;
    call->work = found.route->work;
    memcpy(call->id, found.id, sizeof call->id);
    const int takes_body = !strcmp(found.route->method, "PUT") || !strcmp(found.route->method, "POST");
    if (takes_body && !check_media(call, request)) return false;

    /* Check that the key may use the object that the path names.
     * Handlers check only objects that they read. */
    const int names = found.route->names;
    if (names &&
        pd_api_access_check(call->access, (pd_api_object)(names - 1), call->id, "", &call->denied) != PD_OK) {
        refuse_denied(call);
        return false;
    }

    return check_bare_query(call, request);
}

/* Copies the request into the pool for a handler whose object is stored when the call runs, where the server
 * keeps requests. A request that the server repeats outlives its call. */
static void keep_request(pd_api_call *call, const pd_api_request *request)
{
    if (request->restores) return;
    call->condition.request = NULL;
    if (call->done || call->waits || !call->host->fetch || strcmp(request->method, "PUT") != 0) return;

    pd_api_request *kept = pd_api_pool_take(&call->pool, 1, sizeof *kept);
    unsigned char *body = pd_api_pool_take(&call->pool, request->body.size + 1, 1);
    bool good = kept && body;
    if (good) {
        *kept = (pd_api_request){.owner = request->owner, .body = {body, request->body.size}};
        if (request->body.size) memcpy(body, request->body.data, request->body.size);
        good = keep_text(&kept->method, call, request->method) &&
               keep_text(&kept->path, call, request->path) && keep_text(&kept->query, call, request->query) &&
               keep_text(&kept->content_type, call, request->content_type);
    }

    if (good)
        call->condition.request = kept;
    else
        pd_api_refuse(call, 503, NULL, "out of memory");
}

/* Runs the handler of the route and completes what all handlers share. */
static void dispatch(pd_api_call *call, const pd_api_request *request)
{
    if (!take_head(call, request)) return;

    if (!strcmp(request->method, "PUT")) hash_put(call, request);
    call->route->handler(call, request);
    if (call->denied.status != PD_OK) {
        call->waits = false;
        refuse_denied(call);
        return;
    }

    if (call->waits) return;

    /* A reply that is already complete is checked against its conditions and compressed here. */
    pd_api_warning_header(call);
    if (call->done && !call->has_more) check_bare_condition(call, request);
    if (call->done) {
        if (call->reply.status == 200) pd_api_compress(call);
    } else if (call->problems.count)
        pd_api_refuse_all(call);
}

/* Allocates a call and copies what it needs from the request. */
static pd_api_call *call_new(const pd_api_request *request, const pd_api_host *host,
                             const pd_api_limits *limits)
{
    pd_api_call *call = calloc(1, sizeof *call);

    if (!call) return NULL;
    call->host = host;
    call->limits = limits;
    call->weight = 1;
    call->owner = request->owner;
    call->access = request->access;
    call->may_wait = request->may_wait;
    call->condition.request = request;
    call->coding = pd_api_choose_coding(request->accept_encoding);
    if (request->request_id) snprintf(call->request_id, sizeof call->request_id, "%s", request->request_id);

    return call;
}

pd_api_call *pd_api_decode(const pd_api_request *request, const pd_api_host *host,
                           const pd_api_limits *limits)
{
    pd_api_call *call = call_new(request, host, limits);

    if (!call) return NULL;

    pd_json_blocks json; /* no tree outlives its handler */
    pd_json_blocks_begin(&json);
    dispatch(call, request);
    pd_json_blocks_end(&json);
    keep_request(call, request); /* which need not outlive this function */
    if (call->done && call->reply.body.failed) {
        pd_buffer_deinit(&call->reply.body);
        pd_api_problem(&call->reply, 503, NULL, NULL, "out of memory");
    }

    pd_api_settle(call);

    return call;
}

pd_api_call *pd_api_judge_head(const pd_api_request *request, const pd_api_host *host,
                               const pd_api_limits *limits)
{
    pd_api_call *call = call_new(request, host, limits);

    if (!call) return NULL;

    if (take_head(call, request) && call->route->judge) {
        call->route->judge(call, request);
        if (call->denied.status != PD_OK) refuse_denied(call);
    }

    /* A model that waits on disk is there: the body may come. */
    if (call->done && !(call->waits && call->denied.status == PD_OK)) return call;
    pd_api_call_release(call);

    return NULL;
}
