#include "api/agents/mcp.h"

#include "api/http/call.h"
#include "config/version.h"
#include "core/base/assert.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Codes of JSON-RPC 2.0, section 5.1. */
enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, NO_METHOD = -32601, INVALID_PARAMS = -32602 };

/* A tool. */
typedef struct tool {
    const char *name, *title;
    const char *route; /* name of the route that does the work (routes.h)                    */
    const char *fixed; /* JSON object of fields that the tool sets itself                    */
    bool gives_link;   /* the result is the path of a GET, which is checked but not run    */
    bool acts;         /* each call does something anew: the tool is not idempotent        */
    /* makes a short result of the route's reply; NULL: the whole reply is the result */
    json_t *(*shrink)(const json_t *reply);
    const char *doc;
} tool;

#define ROUTE_BYTES ((size_t)32 << 20) /* largest reply of a route that a tool reads */
#define PATH_EVERY  10 /* frames between two places of the path of a walk: a sixth of a second */

/* Returns the summary of a walk: its rate and number of frames, and the time, place and heading of every
 * PATH_EVERY-th frame and of the last. */
static json_t *walk_in_short(const json_t *reply)
{
    const json_t *frames = json_object_get(reply, "frames");
    const size_t count = json_array_size(frames);
    json_t *path = json_array();

    for (size_t i = 0; i < count; i++) {
        if (i % PATH_EVERY && i + 1 < count) continue;
        const json_t *frame = json_array_get(frames, i);
        json_array_append_new(path, json_pack("{s:O,s:O,s:O}", "t", json_object_get(frame, "t"), "root",
                                              json_object_get(frame, "root"), "yaw",
                                              json_object_get(frame, "yaw")));
    }

    return json_pack("{s:O,s:O,s:o}", "rate", json_object_get(reply, "rate"), "frame_count",
                     json_object_get(reply, "frame_count"), "path", path);
}

/* Returns the mouth shapes and words of an utterance, without the sound of a voice:
 * a language model cannot hear. */
static json_t *speech_without_sound(const json_t *reply)
{
    json_t *part = json_copy((json_t *)reply);

    json_object_del(part, "sound");
    return part;
}

static const tool tools[] = {
    {"list_models", "List the models", "GET /v1/models", "{}", false, false, NULL,
     "Lists the body and motion models of this server with their ids."},
    {"solve_ik", "Solve inverse kinematics", "POST /v1/ik/solve", "{}", false, false, NULL,
     "Finds joint rotations of a human body that bring joints to targets. Positions are in metres, with x to "
     "the body's left, y up and z forward. The pelvis at rest is near the origin."},
    {"walk_script", "Walk by a script", "POST /v1/motions/rollout", "{\"format\":\"json\"}", false, false,
     walk_in_short,
     "Makes a character walk by a script of orders at times in seconds. Returns the path: time, place in "
     "metres (x, y, z) and heading in radians, six times a second. The same fields sent to POST "
     "/v1/motions/rollout?format=glb give an animated file."},
    {"list_clips", "List the clips", "GET /v1/clips", "{}", false, false, NULL,
     "Lists the emotes and other clips that a character can play, with their ids, seconds and joints. "
     "walk_script plays them by its field play, for example [{\"t\":1,\"clip\":\"wave\"}]."},
    {"speech", "Get the mouth shapes of a text", "POST /v1/speech", "{}", false, false, speech_without_sound,
     "Returns the duration, the mouth shapes (visemes) and the words of an utterance with their times in "
     "seconds, for example of a text. With a voice the times are those of the voice. Nobody hears it: a "
     "character of a room speaks by the tool say."},
    {"list_rooms", "List the rooms", "GET /v1/rooms", "{}", false, false, NULL,
     "Lists the rooms of the stream: their names, and how many members each has."},
    {"say", "Let a character of a room speak", "POST /v1/rooms/{id}/speak", "{}", false, true, NULL,
     "Makes a live character of a room speak, for example a text; its lips follow. The id is the name of the "
     "room, character the number of the character in it. With queue true it speaks after what it says now. "
     "Returns the duration in seconds."},
    {"look_at", "Let a character of a room look at a point", "POST /v1/rooms/{id}/look", "{}", false, false,
     NULL,
     "Turns head and eyes of a live character of a room to a point in metres (x, y, z), until the next call; "
     "without a point it looks ahead. The id is the name of the room."},
    {"gesture", "Let a character of a room play a gesture", "POST /v1/rooms/{id}/play", "{}", false, true,
     NULL,
     "Plays a clip on a live character of a room, for example clip wave with mask [\"right_arm\"]. "
     "list_clips has the ids. The id is the name of the room."},
    {"feel", "Set the emotions of a character of a room", "POST /v1/rooms/{id}/feel", "{}", false, false,
     NULL,
     "Sets the emotions of a live character of a room, for example {\"happy\":0.6}, with whom it talks "
     "(partner) and its part, such as thinking, until the next call. The id is the name of the room."},
    {"list_avatars", "List the stored avatars", "GET /v1/avatars", "{}", false, false, NULL,
     "Lists the avatars that clients have stored (POST /v1/avatars), with their choices."},
    {"make_avatar", "Make an avatar", "POST /v1/avatars", "{}", false, false, NULL,
     "Stores the choices of an avatar, such as model person, random 7, height 1.8 and wear, and returns its "
     "id. The same choices give the same id. get_avatar_link then gives the path of its files."},
    {"get_avatar_link", "Get the path of a stored avatar's file", "GET /v1/avatars/{id}", "{}", true, false,
     NULL,
     "Returns the path, below the address of this server, of a file of a stored avatar. The id is that of "
     "the avatar with .glb, .vrm, .png or .webp behind it. The other fields choose profile and level."},
    {"get_file_link", "Get the path of a person's file", "GET /v1/models/{id}/mesh", "{}", true, false, NULL,
     "Returns the path, below the address of this server, of a file with a body or a dressed person: for "
     "example with format glb, random 7 and rig true. The id is that of a model, such as person."},
};
#define TOOLS ((int)(sizeof tools / sizeof *tools))

static const char id_schema[] = "{\"type\":[\"string\",\"integer\"]}";
const pd_api_field pd_api_mcp_fields[] = {
    {.name = "jsonrpc", .type = PD_API_TEXT, .example = "\"2.0\"", .doc = "Version of JSON-RPC: 2.0."},
    {.name = "id",
     .type = PD_API_ANY,
     .schema = id_schema,
     .example = "1",
     .doc = "Id of the message, which the reply repeats; absent in a notification."},
    {.name = "method",
     .type = PD_API_TEXT,
     .example = "\"tools/list\"",
     .doc = "Name of the method: initialize, ping, tools/list, tools/call, or that of a notification."},
    {.name = "params",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .example = "{}",
     .doc = "Parameters of the method; for tools/call `name` and `arguments`."},
    {.name = "result",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .example = "{}",
     .doc = "Result that a client sends in a reply. The server ignores it and answers 202."},
    {.name = "error",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .example = "{\"code\":-32603,\"message\":\"failed\"}",
     .doc = "Error that a client sends in a reply. The server ignores it and answers 202."},
    {0}};

/* A tool's call under way. */
typedef struct running {
    pd_api_call *inner; /* the call of the tool's route                      */
    char *id;           /* id of the message as JSON text, in the outer pool */
    const tool *t;      /* the tool that was called                          */
} running;

/* ---- messages ---- */

/* Begins a JSON-RPC reply: everything before the value of `result` or `error`. */
static pd_buffer *begin_reply(pd_api_call *call, int status, const char *id, const char *member)
{
    pd_buffer *out = pd_api_answer(call, status, "application/json");
    pd_buffer_printf(out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":", id, member);
    return out;
}

static void refuse_mcp(pd_api_call *call, int status, const char *id, int code, const char *format, ...)
    PD_PRINTF(5, 6);
static void refuse_mcp(pd_api_call *call, int status, const char *id, int code, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);

    pd_buffer *out = begin_reply(call, status, id, "error");
    pd_buffer_printf(out, "{\"code\":%d,\"message\":", code);
    pd_api_json_text(out, text);
    pd_buffer_text(out, "}}\n");
}

/* Writes the result of a tool: the text for the model and, if it is a JSON object,
 * the same as structured content. */
static void tool_result(pd_api_call *call, const char *id, const char *text, bool is_object, bool is_error)
{
    pd_buffer *out = begin_reply(call, 200, id, "result");

    pd_buffer_text(out, "{\"content\":[{\"type\":\"text\",\"text\":");
    pd_api_json_text(out, text);
    pd_buffer_text(out, "}]");
    if (is_object && !is_error) pd_buffer_printf(out, ",\"structuredContent\":%s", text);
    pd_buffer_printf(out, ",\"isError\":%s}}\n", is_error ? "true" : "false");
}

/* Appends a JSON value as text. */
static int add_text(const char *text, size_t size, void *out)
{
    pd_buffer_add(out, text, size);
    return 0;
}
static void json_text(pd_buffer *out, const json_t *value)
{
    if (json_dump_callback(value, add_text, out, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15)))
        out->failed = true;
}

/* ---- initialize, tools/list ---- */

/* Revisions of the protocol, the newest first. */
static const char *const revisions[] = {PD_API_MCP_REVISION, "2025-03-26", "2024-11-05"};

/* Returns the revision with this name; NULL: unknown. */
static const char *revision_named(const char *name)
{
    for (size_t i = 0; name && i < sizeof revisions / sizeof *revisions; i++)
        if (!strcmp(name, revisions[i])) return revisions[i];
    return NULL;
}

static void initialize(pd_api_call *call, const char *id, const json_t *params)
{
    const char *wanted = revision_named(json_string_value(json_object_get(params, "protocolVersion")));
    pd_buffer *out = begin_reply(call, 200, id, "result");

    pd_buffer_printf(out,
                     "{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{\"listChanged\":false}},"
                     "\"serverInfo\":{\"name\":\"posed\",\"title\":\"posed\",\"version\":",
                     wanted ? wanted : revisions[0]);
    pd_api_json_text(out, pd_cfg_version_text());
    pd_buffer_text(
        out, "},\"instructions\":\"Bodies, dressed people, inverse kinematics, walking characters, and live "
             "characters of rooms that speak, look, gesture and feel. "
             "Lengths are in metres, angles in radians, y is up. GET /llms.txt describes the whole "
             "interface.\"}}\n");
}

static const pd_api_route *route_of(const tool *t)
{
    for (int i = 0; i < pd_api_route_count; i++)
        if (!strcmp(pd_api_routes[i].name, t->route)) return &pd_api_routes[i];
    return NULL;
}

/* Reports whether a route needs a scope beyond reading, as all do that change something. */
static bool needs_scope(const pd_api_route *route)
{
    return route->scope > PD_API_READ;
}

static void list_tools(pd_api_call *call, const char *id)
{
    pd_buffer *out = begin_reply(call, 200, id, "result");

    pd_buffer_text(out, "{\"tools\":[");
    for (int i = 0; i < TOOLS; i++) {
        const tool *t = &tools[i];
        const pd_api_route *route = route_of(t);
        const bool changes = route && needs_scope(route) && strcmp(route->method, "GET") != 0;
        const pd_api_field *tables[PD_API_BODY_TABLES_MAX];
        PD_ASSERT(route);
        pd_api_body_tables(tables, route->body, route->query);

        /* Write name and description. */
        pd_buffer_printf(out, "%s{\"name\":\"%s\",\"title\":", i ? "," : "", t->name);
        pd_api_json_text(out, t->title);
        pd_buffer_text(out, ",\"description\":");
        pd_api_json_text(out, t->doc);
        pd_buffer_printf(out,
                         ",\"annotations\":{\"readOnlyHint\":%s,\"destructiveHint\":false,"
                         "\"idempotentHint\":%s,\"openWorldHint\":false}",
                         changes ? "false" : "true", t->acts ? "false" : "true");

        /* Write the schema of the arguments. */
        pd_buffer_text(out, ",\"inputSchema\":");
        pd_api_arguments_schema(out, tables, route->at);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "]}}\n");
}

/* ---- tools/call ---- */

/* Appends a value of a query, percent-encoded. Lists have commas, as queries do. */
static void query_value(pd_buffer *out, const json_t *value)
{
    if (json_is_array(value)) {
        size_t i;
        json_t *item;
        json_array_foreach(value, i, item)
        {
            if (i) pd_buffer_text(out, ",");
            query_value(out, item);
        }

        return;
    }

    /* Write a text as it is, and any other value as JSON. */
    pd_buffer text = {0};
    if (json_is_string(value))
        pd_buffer_add(&text, json_string_value(value), json_string_length(value));
    else
        json_text(&text, value);
    for (size_t i = 0; i < text.size; i++) {
        const char c = (char)text.data[i];
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              (c && strchr("-._~:", c));
        if (is_plain)
            pd_buffer_add(out, &c, 1);
        else
            pd_buffer_printf(out, "%%%02X", (unsigned)(unsigned char)c);
    }

    out->failed |= text.failed;
    pd_buffer_deinit(&text);
}

/* Appends the query of a GET: "?name=value&...", or nothing. */
static void query_of(pd_buffer *out, json_t *arguments)
{
    const char *name;
    json_t *value;
    int count = 0;

    json_object_foreach(arguments, name, value)
    {
        pd_buffer_text(out, count++ ? "&" : "?");
        json_t *key = json_string(name);
        query_value(out,
                    key); /* a key that could not be made adds nothing, and the route refuses the query */
        json_decref(key);
        pd_buffer_text(out, "=");
        query_value(out, value);
    }
}

/* Appends the path of a route with its {id}. */
static void path_of(pd_buffer *out, const pd_api_route *route, const json_t *id)
{
    const char *brace = strchr(route->pattern, '{');

    if (!brace) {
        pd_buffer_text(out, route->pattern);
        return;
    }

    pd_buffer_add(out, route->pattern, (size_t)(brace - route->pattern));
    query_value(out, id);
    pd_buffer_text(out, strchr(brace, '}') + 1);
}

/* Writes the result from the reply of the tool's route. */
static void wrap(pd_api_call *call, const tool *t, const char *id, pd_api_reply *inner)
{
    const bool is_error = inner->status >= 400;
    const bool is_json = inner->content_type && strstr(inner->content_type, "json");
    char text[160];

    if (t->shrink && is_json && !is_error) {
        json_t *whole = json_loadb((const char *)inner->body.data, inner->body.size, 0, NULL);
        json_t *part = whole ? t->shrink(whole) : NULL;
        pd_buffer_clear(&inner->body);
        if (part)
            json_text(&inner->body, part);
        else
            inner->body.failed = true;
        json_decref(part);
        json_decref(whole);
    }

    pd_buffer_add(&inner->body, "", 1);
    if (inner->body.failed) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    const size_t size = inner->body.size - 1;
    if (size > PD_API_MCP_RESULT_BYTES) {
        snprintf(text, sizeof text, "the result has %zu bytes; at most %zu allowed: ask for less", size,
                 PD_API_MCP_RESULT_BYTES);
        tool_result(call, id, text, false, true);
        return;
    }

    if (!is_json && size) {
        snprintf(text, sizeof text, "the result is %.60s; a tool gives JSON only: use its route for files",
                 inner->content_type);
        tool_result(call, id, text, false, true);
        return;
    }

    tool_result(call, id, (const char *)inner->body.data, is_json && inner->body.data[0] == '{', is_error);
}

static void run_mcp(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    running *r = call->job;
    pd_buffer whole = {0};

    /* Collect the route's reply, which may come in parts. */
    do {
        pd_api_call_cancel_by(r->inner, call->cancel);
        pd_api_run(&r->inner, 1, scratch, executor);
        const pd_buffer *part = &r->inner->reply.body;
        if (!r->inner->done || r->inner->is_lost || whole.size + part->size > ROUTE_BYTES) break;
        pd_buffer_add(&whole, part->data, part->size);
        whole.failed |= part->failed;
    } while (pd_api_call_rest(r->inner) == PD_API_REST_MORE);

    if (!r->inner->done && !r->inner->parts_made) {
        pd_buffer_deinit(&whole); /* stopped: it can run again */
        return;
    }

    if (!r->inner->done || r->inner->is_lost)
        pd_api_refuse(call, 503, NULL, "the work was stopped before its end");
    else if (r->inner->has_more)
        tool_result(call, r->id, "the result is too large for a tool: ask for less", false, true);
    else {
        pd_buffer_deinit(&r->inner->reply.body);
        r->inner->reply.body = whole;
        wrap(call, r->t, r->id, &r->inner->reply);
        return;
    }

    pd_buffer_deinit(&whole);
}

static size_t run_bytes(const pd_api_call *call, int threads)
{
    (void)call;
    (void)threads;
    return 2 * PD_API_MCP_RESULT_BYTES; /* the inner call counts its own memory; the result is escaped */
}

static void release_mcp(pd_api_call *call)
{
    const running *r = call->job;
    pd_api_call_release(r->inner);
}

double pd_api_mcp_cost(const pd_api_call *call)
{
    const running *r = call->run == run_mcp ? call->job : NULL;
    return r ? pd_api_call_cost(r->inner) : 0;
}

/* Gives the path of a GET that was checked. */
static void answer_link(pd_api_call *call, const char *id, const char *path)
{
    pd_buffer text = {0};

    pd_buffer_text(&text, "{\"path\":");
    pd_api_json_text(&text, path);
    pd_buffer_add(&text, "}", 2);
    if (text.failed)
        pd_api_refuse(call, 503, NULL, "out of memory");
    else
        tool_result(call, id, (const char *)text.data, true, false);
    pd_buffer_deinit(&text);
}

/* Decodes the request that the tool makes of its arguments, and either answers the message or leaves the work
 * to a worker. */
static void call_route(pd_api_call *call, const pd_api_request *request, const tool *t, char *id,
                       json_t *arguments)
{
    const pd_api_route *route = route_of(t);
    pd_buffer path = {0};

    PD_ASSERT(route && !strchr(route->pattern, '}') == !route->at);

    /* The server has checked the scope of this message alone; the tool needs that of its route. Objects are
     * changed only where decoding may wait. */
    if (needs_scope(route) && !(request->scopes & 1u << route->scope)) {
        tool_result(call, id, "the key lacks the scope stream, which this tool needs", false, true);
        return;
    }

    if (needs_scope(route) && !request->may_wait) {
        call->waits = true;
        return;
    }

    /* Put `id` into the path, and the other arguments into the query or the body. */
    path_of(&path, route, route->at ? json_object_get(arguments, "id") : NULL);
    if (route->at) json_object_del(arguments, "id");
    const bool has_body = !strcmp(route->method, "POST");
    const size_t bare = path.size;
    if (!has_body) query_of(&path, arguments);
    pd_buffer body = {0};
    if (has_body) json_text(&body, arguments);
    char *whole = pd_api_pool_take(&call->pool, path.size + 2, 1);
    char *alone = pd_api_pool_take(&call->pool, bare + 1, 1);
    if (path.failed || body.failed || !whole || !alone) {
        pd_buffer_deinit(&path);
        pd_buffer_deinit(&body);
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    memcpy(whole, path.data, path.size);
    memcpy(alone, path.data, bare);
    const bool has_query = path.size > bare;
    pd_buffer_deinit(&path);

    /* The request has the identity and the access rights of the client that sent the message. */
    pd_api_request asked = {.method = route->method,
                            .path = alone,
                            .query = has_query ? whole + bare + 1 : NULL,
                            .content_type = has_body ? "application/json" : NULL,
                            .host = request->host,
                            .prefix = request->prefix,
                            .body = {body.data, body.size},
                            .who = request->who,
                            .owner = request->owner,
                            .access = request->access,
                            .may_wait = request->may_wait};
    pd_api_call *inner = pd_api_decode(&asked, call->host, call->limits);
    pd_buffer_deinit(&body);
    if (!inner) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    if (pd_api_call_waits(inner)) { /* for a model on disk: this message is decoded again where it may wait */
        call->waits = true;
        pd_api_call_release(inner);
        return;
    }

    if (t->gives_link && !(inner->done && inner->reply.status >= 400)) {
        pd_api_call_release(inner);
        answer_link(call, id, whole);
        return;
    }

    if (inner->done) {
        wrap(call, t, id, &inner->reply);
        pd_api_call_release(inner);
        return;
    }

    /* Leave the work to a worker. */
    running *r = pd_api_pool_take(&call->pool, 1, sizeof *r);
    PD_ASSERT(!inner->run_batch); /* such calls are grouped by their model, which this one has not */
    if (!r) {
        pd_api_call_release(inner);
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    *r = (running){inner, id, t};
    call->job = r;
    call->deinit = release_mcp;
    call->run = run_mcp;
    call->run_bytes = run_bytes;
    call->work = inner->work;
    call->weight = inner->weight;
}

/* Checks name and arguments of tools/call. */
static void call_tool(pd_api_call *call, const pd_api_request *request, char *id, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    json_t *given = json_object_get(params, "arguments");
    const tool *t = NULL;

    for (int i = 0; name && i < TOOLS; i++)
        if (!strcmp(tools[i].name, name)) t = &tools[i];
    if (!t) {
        refuse_mcp(call, 200, id, INVALID_PARAMS,
                   "/params/name: \"%.64s\"; tools/list gives the names of tools", name ? name : "");
        return;
    }

    if (given && !json_is_object(given)) {
        refuse_mcp(call, 200, id, INVALID_PARAMS,
                   "/params/arguments: an object of arguments by name expected");
        return;
    }

    if (route_of(t)->at && !json_is_string(json_object_get(given, "id"))) {
        tool_result(call, id, "/id: missing or no text; the id that the tool works on is needed", false,
                    true);
        return;
    }

    /* Fields that the tool sets come first; an argument of the same name is an error. */
    json_t *arguments = json_loads(t->fixed, 0, NULL);
    const char *key;
    json_t *value;
    bool is_good = arguments != NULL;
    json_object_foreach(given, key, value)
    {
        if (json_object_get(arguments, key)) {
            char text[128];
            snprintf(text, sizeof text, "/%.60s: set by the tool itself; not allowed", key);
            tool_result(call, id, text, false, true);
            json_decref(arguments);
            return;
        }

        is_good = is_good && json_object_set(arguments, key, value) == 0;
    }

    if (is_good)
        call_route(call, request, t, id, arguments);
    else
        pd_api_refuse(call, 503, NULL, "out of memory");
    json_decref(arguments);
}

/* ---- the handler ---- */

/* Copies the id of a message as JSON text into the pool;
 * "null" for a message without one. NULL: out of memory. */
static char *keep_id(pd_api_call *call, const json_t *id)
{
    pd_buffer text = {0};

    if (id)
        json_text(&text, id);
    else
        pd_buffer_text(&text, "null");
    char *out = text.failed ? NULL : pd_api_pool_take(&call->pool, text.size + 1, 1);
    if (out) {
        memcpy(out, text.data, text.size);
        out[text.size] = 0;
    }

    pd_buffer_deinit(&text);

    return out;
}

static void mcp_answer(pd_api_call *call, const pd_api_request *request, const json_t *message)
{
    const json_t *id = json_object_get(message, "id");
    const char *version = json_string_value(json_object_get(message, "jsonrpc"));
    const char *method = json_string_value(json_object_get(message, "method"));

    /* Refuse a message that does not follow JSON-RPC 2.0. */
    if (!version || strcmp(version, "2.0") != 0) {
        refuse_mcp(call, 400, "null", INVALID_REQUEST, "/jsonrpc: missing or not \"2.0\"");
        return;
    }

    if (id && !json_is_string(id) && !json_is_integer(id)) {
        refuse_mcp(call, 400, "null", INVALID_REQUEST, "/id: a string or an integer expected");
        return;
    }

    if (!method && !json_object_get(message, "result") && !json_object_get(message, "error")) {
        refuse_mcp(call, 400, "null", INVALID_REQUEST, "/method: the name of a method expected");
        return;
    }

    /* Notifications, and replies of the client, are taken and not answered. */
    if (!id || !method) {
        pd_api_answer(call, 202, NULL);
        return;
    }

    /* Requests. */
    char *kept = keep_id(call, id);
    const json_t *params = json_object_get(message, "params");
    if (!kept)
        pd_api_refuse(call, 503, NULL, "out of memory");
    else if (params && !json_is_object(params))
        refuse_mcp(call, 200, kept, INVALID_PARAMS, "/params: an object expected");
    else if (!strcmp(method, "initialize"))
        initialize(call, kept, params);
    else if (!strcmp(method, "ping"))
        pd_buffer_text(begin_reply(call, 200, kept, "result"), "{}}\n");
    else if (!strcmp(method, "tools/list"))
        list_tools(call, kept);
    else if (!strcmp(method, "tools/call"))
        call_tool(call, request, kept, params);
    else
        refuse_mcp(
            call, 200, kept, NO_METHOD,
            "\"%.64s\" is not a method of this server; initialize, ping, tools/list and tools/call are "
            "supported",
            method);
}

/* ---- batches ---- */

/* The messages of a batch, each a call of its own. */
typedef struct mcp_batch {
    pd_api_call *calls[PD_API_MCP_BATCH_MOST];
    int count;
} mcp_batch;

/* Joins the replies of a batch to one list. Notifications have none;
 * a batch of them alone is answered by 202. */
static void join_batch(pd_api_call *call)
{
    const mcp_batch *batch = call->job;
    pd_buffer all = {0};

    for (int i = 0; i < batch->count; i++) {
        const pd_buffer *body = &batch->calls[i]->reply.body;
        if (!body->size) continue;
        pd_buffer_text(&all, all.size ? "," : "[");
        pd_buffer_add(&all, body->data, body->size);
    }

    if (!all.size && !all.failed) {
        pd_api_answer(call, 202, NULL);
        return;
    }

    pd_buffer_text(&all, "]\n");
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_deinit(out);
    *out = all;
}

static void run_mcp_batch(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    const mcp_batch *batch = call->job;

    for (int i = 0; i < batch->count; i++) {
        pd_api_call *own = batch->calls[i];
        if (own->done) continue;
        pd_api_call_cancel_by(own, call->cancel);
        pd_api_run(&own, 1, scratch, executor);
        if (!own->done) return; /* stopped: it can run again */
    }

    join_batch(call);
}

static void release_mcp_batch(pd_api_call *call)
{
    const mcp_batch *batch = call->job;
    for (int i = 0; i < batch->count; i++) pd_api_call_release(batch->calls[i]);
}

static size_t batch_bytes(const pd_api_call *call, int threads)
{
    (void)threads;
    return (size_t)((const mcp_batch *)call->job)->count * 2 * PD_API_MCP_RESULT_BYTES;
}

/* Decodes each message of a batch as a request of its own. */
static void answer_batch(pd_api_call *call, const pd_api_request *request, const json_t *messages)
{
    const size_t count = json_array_size(messages);
    bool needs_work = false;

    if (!count || count > PD_API_MCP_BATCH_MOST) {
        refuse_mcp(call, 400, "null", INVALID_REQUEST, "a batch of %zu messages; 1 to %d allowed", count,
                   PD_API_MCP_BATCH_MOST);
        return;
    }

    mcp_batch *batch = pd_api_pool_take(&call->pool, 1, sizeof *batch);
    if (!batch) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    batch->count = 0;
    call->job = batch;
    call->deinit = release_mcp_batch;
    for (size_t i = 0; i < count; i++) {
        pd_buffer text = {0};
        json_text(&text, json_array_get(messages, i));
        pd_api_request own = *request;
        own.body = (pd_bytes){text.data, text.size};
        pd_api_call *inner = text.failed || json_is_array(json_array_get(messages, i))
                                 ? NULL
                                 : pd_api_decode(&own, call->host, call->limits);
        pd_buffer_deinit(&text);
        if (!inner) {
            pd_api_refuse(call, 400, NULL, "message %zu of the batch is no message", i);
            return;
        }

        batch->calls[batch->count++] = inner;
        if (pd_api_call_waits(inner)) { /* the whole batch is decoded again where it may wait */
            call->waits = true;
            return;
        }

        needs_work |= !inner->done;
        call->weight += inner->weight;
    }

    if (!needs_work) {
        join_batch(call);
        return;
    }

    call->run = run_mcp_batch;
    call->run_bytes = batch_bytes;
    call->work = PD_API_MAKE;
}

void pd_api_handle_mcp(pd_api_call *call, const pd_api_request *request)
{
    json_t *message = NULL;

    if (request->protocol_version && !revision_named(request->protocol_version)) {
        refuse_mcp(call, 400, "null", INVALID_REQUEST,
                   "MCP-Protocol-Version: \"%.40s\"; " PD_API_MCP_REVISION
                   ", 2025-03-26 or 2024-11-05 allowed",
                   request->protocol_version);
        return;
    }

    if (!pd_api_json_parse(&message, NULL, request->body, NULL, call->limits, &call->problems)) {
        const char *why = call->problems.count ? call->problems.items[0].detail : "no JSON";
        char text[sizeof call->problems.items[0].detail];
        snprintf(text, sizeof text, "%s", why);
        call->problems.count = call->problems.dropped = 0;
        refuse_mcp(call, 400, "null", PARSE_ERROR, "%s", text);
    } else if (json_is_array(message))
        answer_batch(call, request, message);
    else
        mcp_answer(call, request, message);
    json_decref(message);
}
