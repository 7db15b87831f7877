/* Makes a call from a request: finds the route, and does the checks that all handlers share. */
#include "api/http/call.h"

#include "api/http/routes.h"
#include "api/http/upload.h"

#include "core/io/json/json_blocks.h"
#include "core/base/assert.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

pd_buffer *pd_api_answer(pd_api_call *call, int status, const char *content_type)
{
    call->done = 1;
    call->reply.status = status;
    call->reply.content_type = content_type;
    pd_buffer_clear(&call->reply.body);
    return &call->reply.body;
}

void pd_api_refuse(pd_api_call *call, int status, const char *pointer, const char *format, ...)
{
    char detail[384];
    va_list args;

    call->done = 1;
    call->has_more = false;
    if (call->parts_made) { /* the head of the reply has been sent */
        call->is_lost = true;
        pd_buffer_clear(&call->reply.body);
        return;
    }

    /* Otherwise the whole reply becomes a problem document. */
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    pd_api_problem(&call->reply, status, NULL, pointer, detail);
    if (call->request_id[0]) pd_api_problem_request_id(&call->reply, call->request_id);
}

void pd_api_refuse_all(pd_api_call *call)
{
    pd_api_problems_reply(&call->reply, &call->problems, call->request_id[0] ? call->request_id : NULL);
    call->done = 1;
}

bool pd_api_hold_for(pd_api_call *call, pd_api_memory_use use, size_t bytes)
{
    const pd_api_host *host = call->host;
    int taken = host->memory_take ? host->memory_take(host->ctx, use, bytes) : 1;

    if (taken > 0) return true;

    /* A negative result: the request can never fit. 0: it does not fit now. */
    if (taken < 0) {
        pd_api_refuse(call, 413, NULL,
                      "the request needs about %.0f MiB of memory, which is more than limits.memory leaves "
                      "for one request",
                      (double)bytes / 0x1p20);
        return false;
    }
    pd_api_refuse(
        call, 503, NULL,
        "the request needs about %.0f MiB of memory, which is more than is free now (limits.memory)",
        (double)bytes / 0x1p20);
    pd_api_header_set(&call->reply, "Retry-After", "1");
    return false;
}

bool pd_api_hold(pd_api_call *call, size_t bytes)
{
    if (!pd_api_hold_for(call, PD_API_MEMORY_CALLS, bytes)) return false;

    if (call->host->memory_take) call->held += bytes;
    return true;
}

void pd_api_settle(pd_api_call *call)
{
    const pd_api_host *host = call->host;
    /* A reply in parts keeps its buffer for the next part, so its whole capacity counts. */
    const size_t now =
        call->pool.bytes + (call->in_parts ? call->reply.body.capacity : call->reply.body.size);

    if (!host->memory_take || now == call->held) return;
    if (now > call->held)
        host->memory_add(host->ctx, PD_API_MEMORY_CALLS, now - call->held);
    else
        host->memory_give(host->ctx, PD_API_MEMORY_CALLS, call->held - now);
    call->held = now;
}

typedef struct id_search {
    pd_edit_distance_search search;
    const pd_api_access *access;
    pd_api_object object; /* kind of object of which offer_id is called */
    unsigned ids;
} id_search;

/* Offers a model's id to the search for the nearest, if the key may use it. */
static void offer_model(void *arg, const pd_api_model *model)
{
    id_search *s = arg;

    if ((s->ids & PD_API_IDS_MODELS || pd_api_model_moves(model)) &&
        pd_api_access_allows(s->access, PD_API_OBJECT_MODELS, model->id))
        pd_edit_distance_offer(&s->search, model->id);
}

/* Offers the id of a scene or skeleton to the search, if the key may use it. */
static void offer_id(void *arg, const char *id, const void *item)
{
    id_search *s = arg;
    (void)item;
    if (pd_api_access_allows(s->access, s->object, id)) pd_edit_distance_offer(&s->search, id);
}

void pd_api_id_hint(char out[PD_API_HINT_BYTES], const pd_api_host *host, const pd_api_access *access,
                    unsigned ids, const char *written)
{
    id_search s = {pd_edit_distance_begin(written), access, PD_API_OBJECT_SKELETONS, ids};

    if (ids & PD_API_IDS_MODELS) pd_edit_distance_offer(&s.search, "default");
    if (ids & (PD_API_IDS_MODELS | PD_API_IDS_MOTIONS)) host->each_model(host->ctx, offer_model, &s);
    if (ids & PD_API_IDS_SKELETONS && host->each_skeleton) host->each_skeleton(host->ctx, offer_id, &s);
    s.object = PD_API_OBJECT_SCENES;
    if (ids & PD_API_IDS_SCENES && host->each_scene) host->each_scene(host->ctx, offer_id, &s);
    pd_api_hint(out, &s.search);
}

void pd_api_refuse_model(pd_api_call *call, const char *pointer, const char *id, unsigned ids)
{
    char hint[PD_API_HINT_BYTES];

    pd_api_id_hint(hint, call->host, call->access, ids, id);
    pd_api_refuse(call, 404, pointer, "no model \"%.64s\"%s%s GET /v1/models lists them", id, hint,
                  *hint ? "" : ";");
}

int pd_api_take_model(pd_api_call *call, const char *id, pd_api_model *out)
{
    pd_error err;
    const int taken = pd_api_reach_model(out, call->host, call->access, call->may_wait, id, &err);

    if (!taken) pd_api_note_missing(call, &err);
    return taken;
}

bool pd_api_note_missing(pd_api_call *call, const pd_error *err)
{
    switch (err->status) {
    case PD_ERR_WAIT: call->waits = true; return true;
    case PD_ERR_FORBIDDEN: call->denied = *err; return true;
    case PD_ERR_IO:
    case PD_ERR_MEMORY:
    case PD_ERR_BUSY:
        if (call->denied.status == PD_OK) call->denied = *err;
        return true;
    default: return false;
    }
}

struct pd_api_scene *pd_api_take_scene(pd_api_call *call, const char *id)
{
    pd_error err;
    struct pd_api_scene *scene = pd_api_reach_scene(call->host, call->access, id, &err);

    if (err.status == PD_ERR_FORBIDDEN) call->denied = err;
    return scene;
}

struct pd_api_skeleton *pd_api_take_skeleton(pd_api_call *call, const char *id)
{
    pd_error err;
    struct pd_api_skeleton *skeleton = pd_api_reach_skeleton(call->host, call->access, id, &err);

    if (err.status == PD_ERR_FORBIDDEN) call->denied = err;
    return skeleton;
}

void pd_api_judge_model(pd_api_call *call, const pd_api_request *request)
{
    pd_api_model model;

    (void)request;
    if (pd_api_take_model(call, call->id, &model))
        pd_api_model_release(&model);
    else
        pd_api_refuse_model(call, NULL, call->id, PD_API_IDS_MODELS);
}

/* Acquires a body model, or with `or_mhr` also an MHR model, and refuses the call if there is none. */
static bool take_mesh_model(pd_api_call *call, const char *id, bool or_mhr)
{
    if (!pd_api_take_model(call, id, &call->model)) {
        pd_api_refuse_model(call, NULL, id, PD_API_IDS_MODELS);
        return false;
    }
    if (pd_api_model_body(&call->model) || (or_mhr && pd_api_model_mhr(&call->model))) return true;
    pd_api_refuse(call, 409, NULL, "\"%.64s\" is a %s model; a body model is needed", id,
                  call->model.kind->name);
    return false;
}

int pd_api_take_body_model(pd_api_call *call, const char *id)
{
    return take_mesh_model(call, id, false);
}

int pd_api_take_mesh_model(pd_api_call *call, const char *id)
{
    return take_mesh_model(call, id, true);
}

void pd_api_documents_release(pd_api_documents *documents)
{
    json_decref(documents->body);
    json_decref(documents->query);
    *documents = (pd_api_documents){0};
}

/* Returns whether the body is read as JSON: for JSON, +json, no type, or the default type of curl -d. */
static bool is_json_type(const char *type)
{
    const size_t size = type ? strcspn(type, "; \t") : 0;

    if (!size) return true;
    if (size == 16 && !strncasecmp(type, "application/json", 16)) return true;
    if (size == 33 && !strncasecmp(type, "application/x-www-form-urlencoded", 33)) return true;
    return size > 5 && !strncasecmp(type + size - 5, "+json", 5);
}

/* Returns whether the parameter charset of a media type names an encoding that is not read as UTF-8. Copies its value to `out`. */
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

/* Refuses a body of a type, an encoding of text or a coding that the route does not take. Returns whether it is accepted. */
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

int pd_api_decode_fields(void *out, pd_api_documents *documents, pd_api_call *call,
                         const pd_api_request *request)
{
    return pd_api_decode_tables(out, documents, call, request, call->route->query, call->route->body);
}

/* Notes an error for each field that stands both in the query and in the body, whatever the values are. */
static bool check_given_once(const pd_api_documents *documents, pd_api_problems *problems)
{
    const char *name;
    json_t *value;
    bool good = true;

    json_object_foreach(documents->body, name, value)
    {
        char pointer[80];
        if (!json_object_get(documents->query, name)) continue;
        snprintf(pointer, sizeof pointer, "/%s", name);
        good = pd_api_note(problems, PD_ERR_INVALID, pointer,
                           "given in the query and in the body; one of them allowed");
    }
    return good;
}

void pd_api_body_tables(const pd_api_field *out[PD_API_BODY_TABLES_MAX], const pd_api_field *const *body,
                        const pd_api_field *const *query)
{
    int count = 0;
    for (const pd_api_field *const *table = body; *table; table++) out[count++] = *table;
    for (const pd_api_field *const *table = query; *table; table++) out[count++] = *table;
    PD_ASSERT(count < PD_API_BODY_TABLES_MAX);
    out[count] = NULL;
}

int pd_api_decode_tables(void *out, pd_api_documents *documents, pd_api_call *call,
                         const pd_api_request *request, const pd_api_field *const *query,
                         const pd_api_field *const *body)
{
    const pd_api_field *both[PD_API_BODY_TABLES_MAX];
    pd_api_problems *problems = &call->problems;
    const int has_body = !strcmp(call->route->method, "POST");

    /* The query. While it is decoded, errors belong to it, and a field of the body gets a hint. */
    problems->in_query = 1;
    problems->body = has_body ? body : NULL;
    documents->query = pd_api_query_json(request->query, query, problems);
    const int query_good = documents->query && pd_api_fields_json(out, documents->query, query, "", problems);
    problems->in_query = !strcmp(call->route->method, "GET");
    problems->body = NULL;
    if (!has_body) return query_good;

    /* The body, which may have the fields of the query too. */
    pd_api_body_tables(both, body, query);
    if (!pd_api_json_parse(&documents->body, request->body, both, call->limits, problems)) return 0;
    const int body_good = pd_api_fields_json(out, documents->body, both, "", problems);
    return check_given_once(documents, problems) && body_good && query_good;
}

void pd_api_warning_header(pd_api_call *call)
{
    const pd_api_warning *first = call->problems.warnings;
    const int more = call->problems.warning_count - 1;
    char others[32] = "";

    if (more < 0) return;
    if (more) snprintf(others, sizeof others, " (and %d more)", more);
    pd_api_header_set(&call->reply, "Posed-Warning", "%s: %s%s", first->pointer, first->detail, others);
}

/* Replaces the reply by a 403, since a handler has met an object that the key may not use, or by a 503, since it needs a model that could not be
 * loaded. */
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

/* The methods of RFC 9110 and RFC 5789. One that a route lacks is answered by 405, any other by 501 (RFC 9110, 9.1). */
static bool is_known_method(const char *method)
{
    static const char *const known[] = {"GET",     "HEAD",    "POST",  "PUT",  "DELETE",
                                        "OPTIONS", "CONNECT", "TRACE", "PATCH"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(method, known[i])) return true;
    return false;
}

/* Refuses parameters on a route that takes none. The handlers of other routes read the query by their tables. Returns whether the call goes on. */
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

/* Finds the route, and refuses what is certain from method, target and fields. Returns false when the call is done. */
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

    /* Check that the key may use the object that the path names. Handlers check only objects that they read. */
    const int names = found.route->names;
    if (names &&
        pd_api_access_check(call->access, (pd_api_object)(names - 1), call->id, "", &call->denied) != PD_OK) {
        refuse_denied(call);
        return false;
    }
    return check_bare_query(call, request);
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

void pd_api_call_release(pd_api_call *call)
{
    if (!call) return;
    if (call->deinit) call->deinit(call);
    if (call->held) call->host->memory_give(call->host->ctx, PD_API_MEMORY_CALLS, call->held);
    pd_api_model_release(&call->model);
    pd_api_pool_deinit(&call->pool);
    pd_api_compressor_free(call->compressor);
    pd_buffer_deinit(&call->reply.body);
    free(call);
}

int pd_api_call_done(const pd_api_call *call)
{
    return call->done;
}

bool pd_api_call_waits(const pd_api_call *call)
{
    return call->waits;
}

pd_api_work pd_api_call_work(const pd_api_call *call)
{
    return call->work;
}

const void *pd_api_call_model(const pd_api_call *call)
{
    return call->model.resident;
}

int pd_api_call_weight(const pd_api_call *call)
{
    return call->weight;
}

double pd_api_call_cost(const pd_api_call *call)
{
    return call->done || !call->route || !call->route->cost ? 0 : call->route->cost(call);
}

bool pd_api_call_encoding(const pd_api_call *call, double *begin_s, double *end_s)
{
    *begin_s = call->encode_begin_s, *end_s = call->encode_end_s;
    return call->encode_end_s > 0;
}

double pd_api_call_part_cost(const pd_api_call *call)
{
    return (call->route && call->route->cost ? call->route->cost(call) : 0) /
           (call->part_total > 0 ? call->part_total : 1);
}

bool pd_api_call_in_parts(const pd_api_call *call)
{
    return call->in_parts;
}

pd_api_rest pd_api_call_rest(const pd_api_call *call)
{
    if (call->is_lost) return PD_API_REST_LOST;
    return call->has_more ? PD_API_REST_MORE : PD_API_REST_NONE;
}

const char *pd_api_call_route(const pd_api_call *call)
{
    return call->route ? call->route->name : "none";
}

void pd_api_call_refuse(pd_api_call *call, int status, const char *detail)
{
    if (call->has_more) call->parts_made++; /* the first part has been made, so the head will be sent */
    pd_api_refuse(call, status, NULL, "%s", detail);
}

void pd_api_call_cancel_by(pd_api_call *call, const pd_cancel *cancel)
{
    call->cancel = cancel;
}

pd_api_reply *pd_api_call_reply(pd_api_call *call)
{
    PD_DEBUG_ASSERT(!pd_api_header_undeclared(call->route, &call->reply));
    return &call->reply;
}

/* Brings the reply and the warnings back to what they were before the call ran: it may have run before, without finishing. */
static void begin_run(pd_api_call *call)
{
    if (call->has_more) { /* the part before has been sent */
        call->has_more = false;
        call->parts_made++;
    }

    /* A further part: only the body is new. */
    if (call->parts_made) {
        PD_ASSERT(call->in_parts && !call->is_lost);
        call->done = 0;

        /* A repeated run. */
        pd_buffer_clear(&call->reply.body);
        return;
    }

    /* The first run: remember where headers and warnings begin. */
    if (!call->has_begun) {
        call->has_begun = 1;
        call->header_count = call->reply.header_count;
        call->warning_count = call->problems.warning_count;
        return;
    }
    pd_buffer_clear(&call->reply.body);
    call->reply.header_count = call->header_count;
    call->problems.warning_count = call->warning_count;
    pd_api_warning_header(call);
}

void pd_api_finish(pd_api_call *call)
{
    if (call->in_parts) return; /* the run has compressed and checked each part */
    if (!pd_cancelled(call->cancel)) pd_api_compress(call);
    if (pd_cancelled(call->cancel)) call->done = 0;
}

void pd_api_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor)
{
    PD_ASSERT(count > 0);
    for (int i = 0; i < count; i++) {
        PD_ASSERT(calls[i]->run || calls[i]->run_batch);
        PD_ASSERT(!calls[i]->in_parts || count == 1); /* a call in parts runs alone */
        begin_run(calls[i]);
    }

    for (int first = 0, last; first < count; first = last + 1) {
        /* Calls next to each other run together as long as their memory fits; pd_api_hold refuses the first one that does not fit. */
        for (last = first; last < count; last++) {
            pd_api_call *call = calls[last];
            const int threads = executor->worker_count;
            if (!call->run_bytes) continue;
            if (!call->parts_made && !pd_api_hold(call, call->run_bytes(call, threads))) break;
            if (call->parts_made && call->host->memory_add) { /* admitted with the first part */
                const size_t bytes = call->run_bytes(call, threads);
                call->host->memory_add(call->host->ctx, PD_API_MEMORY_CALLS, bytes);
                call->held += bytes;
            }
        }

        /* Run them, as a batch or one after the other. A call that was cancelled before is skipped. */
        if (last > first && calls[first]->run_batch) {
            calls[first]->run_batch(calls + first, last - first, scratch, executor);
        } else {
            for (int i = first; i < last; i++) {
                if (pd_cancelled(calls[i]->cancel)) continue;
                calls[i]->run(calls[i], scratch, executor);
                pd_api_finish(calls[i]);
            }
        }

        /* A call that ran too long stays unfinished, and may run again; one that was stopped for another reason is refused. */
        for (int i = first; i < last; i++) {
            if (pd_cancel_why(calls[i]->cancel) > PD_CANCEL_OVERRUN)
                pd_api_refuse(calls[i], 503, NULL, "the work was stopped before its end");
            pd_api_settle(calls[i]);
        }
    }
}
