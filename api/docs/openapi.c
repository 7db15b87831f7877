/* /openapi.json: OpenAPI 3.1 from the table of routes and the tables
 * of fields, of requests and of replies. */
#include "core/base/assert.h"
#include "api/http/reply_header.h"
#include "api/docs/replies.h"
#include "api/docs/schema.h"
#include "api/http/call.h"
#include "api/http/routes.h"
#include "config/version.h"

#include <float.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Writes a member's name. */
static void key(pd_buffer *out, const char *name)
{
    pd_api_json_text(out, name);
    pd_buffer_text(out, ":");
}

/* Writes the names of a choice as a list. */
static void choices_json(pd_buffer *out, const char *choices)
{
    char name[64];

    pd_buffer_text(out, "[");
    for (int i = 0; pd_api_choice_name(name, sizeof name, choices, i); i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_text(out, name);
    }

    pd_buffer_text(out, "]");
}

/* Purpose of a schema: that of a reply lists the members that are always there, and allows further ones. */
typedef enum schema_use { OF_QUERY, OF_BODY, OF_REPLY } schema_use;

static void object_members(pd_buffer *out, const pd_api_field *const *tables, schema_use purpose);
static void object_schema(pd_buffer *out, const pd_api_field *const *tables, schema_use purpose);

/* Writes the bounds of a number, if it has any. */
static void range_json(pd_buffer *out, const pd_api_field *f)
{
    if (f->min == f->max || f->max == DBL_MAX) return; /* any number */
    pd_buffer_printf(out, ",\"minimum\":%.17g,\"maximum\":%.17g", f->min, f->max);
}

/* Writes the members of a field's schema, without braces. */
static void type_json(pd_buffer *out, const pd_api_field *f, schema_use purpose)
{
    const pd_api_field *rows[] = {f->rows, f->more, NULL};

    switch (f->type) {
    case PD_API_NUMBER:
    case PD_API_COUNT:
    case PD_API_INTEGER:
        pd_buffer_printf(out, "\"type\":\"%s\"", f->type == PD_API_NUMBER ? "number" : "integer");
        range_json(out, f);
        break;
    case PD_API_BOOLEAN: pd_buffer_text(out, "\"type\":\"boolean\""); break;
    case PD_API_SEED:
        pd_buffer_text(out, "\"anyOf\":[{\"type\":\"integer\"");
        range_json(out, f);
        pd_buffer_text(out, "},{\"type\":\"string\",\"pattern\":\"^N\\\\(0,1\\\\)(:[0-9]{1,6})?$\"}]");
        break;
    case PD_API_NAMES:
    case PD_API_TEXT: pd_buffer_text(out, "\"type\":\"string\""); break;
    case PD_API_CHOICE:
        pd_buffer_text(out, "\"type\":\"string\",\"enum\":");
        choices_json(out, f->choices);
        break;
    case PD_API_CHOICES:
        pd_buffer_text(out, "\"type\":\"array\",\"uniqueItems\":true,\"minItems\":1,\"items\":{\"type\":"
                            "\"string\",\"enum\":");
        choices_json(out, f->choices);
        pd_buffer_text(out, "}");
        break;
    case PD_API_NUMBERS:
        pd_buffer_text(out, "\"type\":\"array\",\"items\":{\"type\":\"number\"");
        range_json(out, f);
        pd_buffer_text(out, "}");
        break;
    case PD_API_OBJECT: object_members(out, rows, purpose); break;
    case PD_API_OBJECTS:
        pd_buffer_text(out, "\"type\":\"array\",\"items\":");
        object_schema(out, rows, purpose);
        break;
    case PD_API_ANY: pd_buffer_text(out, "\"type\":[\"string\",\"object\"]"); break;
    }
}

/* Writes the schema of a field. */
static void schema_json(pd_buffer *out, const pd_api_field *f, schema_use purpose)
{
    pd_buffer_text(out, "{");
    if (f->schema && (purpose != OF_QUERY ||
                      (f->type == PD_API_TEXT && f->words))) /* a whole object: its inside is taken */
        pd_buffer_add(out, f->schema + 1, strlen(f->schema) - 2);
    else
        type_json(out, f, purpose);
    if (f->preset && !f->is_conditional) pd_buffer_printf(out, ",\"default\":%s", f->preset);
    if (f->example && !strstr(f->example, "...")) pd_buffer_printf(out, ",\"examples\":[%s]", f->example);
    if (purpose != OF_QUERY) {
        pd_buffer_text(out, ",\"description\":");
        pd_api_json_text(out, f->doc);
    }

    pd_buffer_text(out, "}");
}

/* Writes the members of an object's schema. */
static void object_members(pd_buffer *out, const pd_api_field *const *tables, schema_use purpose)
{
    /* Every field of the tables is a property. */
    int count = 0;

    pd_buffer_text(out, "\"type\":\"object\"");
    if (purpose == OF_REPLY) {
        for (const pd_api_field *const *t = tables; *t; t++)
            for (const pd_api_field *f = *t; f->name; f++)
                if (!f->optional)
                    pd_buffer_printf(out, "%s\"%s\"", count++ ? "," : ",\"required\":[", f->name);
        if (count) pd_buffer_text(out, "]");
    } else
        pd_buffer_text(out, ",\"additionalProperties\":false");

    count = 0;
    pd_buffer_text(out, ",\"properties\":{");
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            if (count++) pd_buffer_text(out, ",");
            key(out, f->name);
            schema_json(out, f, purpose);
        }
    pd_buffer_text(out, "}");
}

/* Writes an object's schema. */
static void object_schema(pd_buffer *out, const pd_api_field *const *tables, schema_use purpose)
{
    pd_buffer_text(out, "{");
    object_members(out, tables, purpose);
    pd_buffer_text(out, "}");
}

void pd_api_object_schema(pd_buffer *out, const pd_api_field *const *tables, int is_reply,
                          const char *required)
{
    pd_buffer_text(out, "{");
    object_members(out, tables, is_reply ? OF_REPLY : OF_BODY);
    if (required && !is_reply) pd_buffer_printf(out, ",\"required\":[\"%s\"]", required);
    pd_buffer_text(out, "}");
}

void pd_api_arguments_schema(pd_buffer *out, const pd_api_field *const *tables, const char *at)
{
    const pd_api_field id[] = {{.name = "id", .type = PD_API_TEXT, .doc = "Id of the object."}, {0}};
    const pd_api_field *all[PD_API_BODY_TABLES_MAX + 1];
    int count = 0;

    if (at) all[count++] = id;
    for (; *tables; tables++) all[count++] = *tables;
    PD_ASSERT(count < (int)(sizeof all / sizeof *all));
    all[count] = NULL;
    pd_buffer_text(out, "{");
    object_members(out, all, OF_BODY);
    if (at) pd_buffer_text(out, ",\"required\":[\"id\"]");
    pd_buffer_text(out, "}");
}

/* Appends the value of a parameter in the example of a GET as JSON: a list of numbers from "1.5,-0.5". */
static void asked_json(pd_buffer *out, const pd_api_route *route, const pd_api_field *f)
{
    const size_t size = strlen(f->name);
    const char *at = strcmp(route->method, "GET") ? NULL : route->ask;

    for (; at && *at; at += strcspn(at, "&"), at += *at == '&') {
        if (strncmp(at, f->name, size) || at[size] != '=') continue;

        /* The example of the route is a query string. */
        const char *value = at + size + 1;
        const int length = (int)strcspn(value, "&");

        if (f->type == PD_API_NUMBERS)
            pd_buffer_printf(out, ",\"example\":[%.*s]", length, value);
        else if (f->type == PD_API_CHOICE || f->type == PD_API_TEXT || f->type == PD_API_NAMES)
            pd_buffer_printf(out, ",\"example\":\"%.*s\"", length, value);
        else
            pd_buffer_printf(out, ",\"example\":%.*s", length, value);
        return;
    }
}

/* Reports whether the schema of a query parameter is an array. Lists of names are texts in a query. */
static bool is_array(const pd_api_field *f)
{
    return f->type == PD_API_NUMBERS || f->type == PD_API_CHOICES;
}

/* Writes the parameters of a route: the id in the path and the fields of the query. */
static void parameters(pd_buffer *out, const pd_api_route *route)
{
    int count = 0;

    pd_buffer_text(out, ",\"parameters\":[");

    /* The id in the path. */
    if (strstr(route->pattern, "{id}")) {
        pd_buffer_text(out,
                       "{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\","
                       "\"maxLength\":64},\"description\":\"");
        pd_buffer_text(out, strstr(route->pattern, "/scenes/")       ? "Id of the scene.\""
                            : strstr(route->pattern, "/skeletons/")  ? "Id of the skeleton or model.\""
                            : strstr(route->pattern, "/characters/") ? "Id of the character.\""
                            : strstr(route->pattern, "/jobs/")       ? "Id of the job.\""
                            : strstr(route->pattern, "/web/")        ? "Name of the file.\""
                            : strstr(route->pattern, "/samples/")    ? "Name of the sample.\""
                                                                     : "Id of the model, or default.\"");
        pd_buffer_printf(out, ",\"example\":\"%s\"}", route->at);
        count++;
    }

    /* The fields of the query. */
    for (const pd_api_field *const *tables = route->query; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            if (count++) pd_buffer_text(out, ",");

            pd_buffer_text(out, "{\"name\":");
            pd_api_json_text(out, f->name);
            const bool is_json =
                f->type == PD_API_ANY; /* JSON in a text, because generators of clients stop at `content` */
            pd_buffer_printf(out, ",\"in\":\"query\"%s,\"schema\":",
                             is_array(f) ? ",\"style\":\"form\",\"explode\":false" : "");
            if (is_json)
                pd_buffer_text(out, "{\"type\":\"string\",\"contentMediaType\":\"application/json\","
                                    "\"contentSchema\":");
            schema_json(out, f, is_json ? OF_BODY : OF_QUERY);
            if (is_json) pd_buffer_text(out, "}");
            asked_json(out, route, f);
            pd_buffer_text(out, ",\"description\":");
            char doc[2048];
            const int size =
                snprintf(doc, sizeof doc, "%s%s", f->doc,
                         is_json                   ? " As JSON."
                         : pd_api_field_is_list(f) ? " Separated by commas, or one parameter for each value."
                                                   : "");
            PD_ASSERT(size >= 0 && (size_t)size < sizeof doc);
            pd_api_json_text(out, doc);
            pd_buffer_text(out, "}");
        }
    pd_buffer_text(out, "]");
}

/* Writes the media types of a list separated by spaces as members of an open object. The callback `json`
 * writes the content of application/json. */
static void media_types(pd_buffer *out, const char *types, const pd_api_route *route,
                        void (*json)(pd_buffer *out, const pd_api_route *route))
{
    for (int i = 0; *types; i++) {
        char type[64];
        const size_t size = strcspn(types, " ");

        snprintf(type, sizeof type, "%.*s", (int)size, types);
        if (i) pd_buffer_text(out, ",");
        key(out, type);
        if (!strcmp(type, "application/json"))
            json(out, route);
        else
            pd_buffer_text(out, strncmp(type, "text/", 5) ? "{}" : "{\"schema\":{\"type\":\"string\"}}");
        types += size + (types[size] == ' ');
    }
}

/* Writes the content of a JSON reply: its schema and an example. */
static void reply_json(pd_buffer *out, const pd_api_route *route)
{
    const char *example = pd_api_route_example(route);

    pd_buffer_printf(out, "{\"schema\":{\"$ref\":\"#/components/schemas/%s\"}", route->reply);
    if (example) pd_buffer_printf(out, ",\"example\":%s", example);
    pd_buffer_text(out, "}");
}

/* Writes the content of a JSON body. A POST may have the fields of the query in the body too. */
static void body_json(pd_buffer *out, const pd_api_route *route)
{
    const pd_api_field *both[PD_API_BODY_TABLES_MAX];
    static const pd_api_field *const none[] = {NULL};
    const bool takes_query = !strcmp(route->method, "POST");

    pd_api_body_tables(both, route->body, takes_query ? route->query : none);
    pd_buffer_text(out, "{\"schema\":");
    object_schema(out, both, OF_BODY);
    pd_buffer_printf(out, ",\"example\":%s}", route->ask);
}

/* Writes a response with a body. */
static void openapi_answer(pd_buffer *out, const pd_api_route *route, int status, const char *description)
{
    pd_buffer_printf(out, "\"%d\":{\"description\":", status);
    pd_api_json_text(out, description);
    if (route->headers) {
        pd_buffer_text(out, ",\"headers\":{");
        for (const char *at = route->headers; *at; at += strspn(at, " ")) {
            const size_t size = strcspn(at, " ");
            const pd_api_header_row *row = pd_api_header_find(at, size);
            PD_ASSERT(row);
            if (at != route->headers) pd_buffer_text(out, ",");
            key(out, row->name);
            pd_buffer_text(out, "{\"description\":");
            pd_api_json_text(out, row->doc);
            pd_buffer_text(out, ",\"schema\":{\"type\":\"string\"}}");
            at += size;
        }

        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, ",\"content\":{");
    media_types(out, route->replies, route, reply_json);
    pd_buffer_text(out, "}}");
}

/* Writes all responses of a route. */
static void responses(pd_buffer *out, const pd_api_route *route)
{
    const char *at = route->errors ? route->errors : "";
    const char *comma = "";
    int status, used;
    bool has_400 = false;

    pd_buffer_text(out, ",\"responses\":{");
    if (route->replies && strncmp(at, "202", 3)) {
        const pd_api_reply_schema *schema = route->reply ? pd_api_reply_schema_find(route->reply) : NULL;
        openapi_answer(out, route, 200, schema ? schema->doc : route->summary);
        comma = ",";
    }

    /* The declared statuses: answers with a body, those without one, and problems. */
    for (; sscanf(at, "%d%n", &status, &used) == 1; at += used, comma = ",") {
        pd_buffer_text(out, comma);
        has_400 = has_400 || status == 400;
        if (status == 201 || status == 202)
            openapi_answer(out, route, status,
                           status == 201 ? "Created; nothing had this id before."
                                         : "Accepted; the job waits to run.");
        else if (status < 400)
            pd_buffer_printf(out, "\"%d\":{\"description\":\"%s\"}", status,
                             status == 101   ? "The connection is a WebSocket from now on."
                             : status == 304 ? "The client's copy is current."
                                             : "Done; the reply has no body.");
        else
            pd_buffer_printf(out, "\"%d\":{\"$ref\":\"#/components/responses/Problem\"}", status);
    }

    /* Any request can be malformed, and any status that is not declared is a problem. Both are written as
     * codes: generators copy ranges such as 4XX into programs, where they are no numbers. */
    if (!has_400) pd_buffer_printf(out, "%s\"400\":{\"$ref\":\"#/components/responses/Problem\"}", comma);
    pd_buffer_text(out, ",\"default\":{\"$ref\":\"#/components/responses/Problem\"}}");
}

/* Writes the operation of one method of a path. */
static void operation(pd_buffer *out, const pd_api_route *route)
{
    static const char *const scopes[] = {"open", "read", "stream", "admin"};
    static const char *const verbs[][2] = {{"POST", "post"}, {"PUT", "put"}, {"DELETE", "delete"}};
    const char *verb = "get";

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(route->method, verbs[i][0])) verb = verbs[i][1];
    key(out, verb);
    pd_buffer_text(out, "{\"summary\":");
    pd_api_json_text(out, route->summary);
    pd_buffer_text(out, ",\"description\":");
    pd_api_json_text(out, route->doc);
    pd_buffer_printf(out, ",\"operationId\":\"%s\",\"tags\":[\"%s\"]", route->operation,
                     pd_api_groups[route->group].heading);
    pd_buffer_printf(out, ",\"security\":[%s]", route->scope == PD_API_OPEN ? "{}" : "{},{\"key\":[]}");
    pd_buffer_printf(out, ",\"x-scope\":\"%s\"", scopes[route->scope]);

    /* Parameters, body and responses. */
    parameters(out, route);
    if (route->body[0] || route->takes) {
        pd_buffer_text(out, ",\"requestBody\":{\"content\":{");
        if (route->body[0]) media_types(out, "application/json", route, body_json);
        if (route->body[0] && route->takes) pd_buffer_text(out, ",");
        media_types(out, route->takes ? route->takes : "", route, body_json);
        pd_buffer_text(out, "}}");
    }

    responses(out, route);
    pd_buffer_text(out, "}");
}

/* Reports whether no route before this one has the same path. */
static bool is_first_of_path(int index)
{
    PD_ASSERT(index >= 0 && index < pd_api_route_count);
    for (int i = 0; i < index; i++)
        if (!strcmp(pd_api_routes[i].pattern, pd_api_routes[index].pattern)) return false;
    return true;
}

static const char security[] =
    ",\"components\":{\"securitySchemes\":{\"key\":{\"type\":\"http\",\"scheme\":\"bearer\",\"description\":"
    "\"API key of the client, or a token (JSON Web Token); on a loopback address it is needed only when keys "
    "are configured.\"}},"
    "\"responses\":{\"Problem\":{\"description\":\"Problem details of RFC 9457.\",\"content\":"
    "{\"application/problem+json\":{\"schema\":{\"$ref\":\"#/components/schemas/Problem\"}}}}},"
    "\"schemas\":{";

/* Writes the groups of routes as tags. */
static void tags(pd_buffer *out)
{
    pd_buffer_text(out, ",\"tags\":[");
    for (int g = 0; g < PD_API_GROUP_COUNT; g++)
        pd_buffer_printf(out, "%s{\"name\":\"%s\",\"description\":\"%s\"}", g ? "," : "",
                         pd_api_groups[g].heading, pd_api_groups[g].doc);
    pd_buffer_text(out, "]");
}

/* Writes the paths. Routes of one path are methods of one member. */
static void paths(pd_buffer *out)
{
    pd_buffer_text(out, ",\"paths\":{");
    for (int i = 0; i < pd_api_route_count; i++) {
        if (!is_first_of_path(i)) continue;
        const char *path = pd_api_routes[i].pattern;
        if (i) pd_buffer_text(out, ",");
        key(out, path);
        pd_buffer_text(out, "{");

        /* The methods of this path. */
        int count = 0;
        for (int k = i; k < pd_api_route_count; k++) {
            if (strcmp(pd_api_routes[k].pattern, path)) continue;
            if (count++) pd_buffer_text(out, ",");
            operation(out, &pd_api_routes[k]);
        }

        PD_ASSERT(count > 0);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "}");
}

/* The request that the server sends to the URL that a job named (`webhook`). */
static const char webhooks[] =
    ",\"webhooks\":{\"jobEnded\":{\"post\":{\"summary\":\"A job has ended\",\"operationId\":\"jobEnded\","
    "\"description\":\"The server POSTs this to the `webhook` of a job once it is done or has failed. It is "
    "signed as Standard Webhooks 1.0.0 says: webhook-signature has `v1,` and the base64 of HMAC-SHA256 over "
    "`id.timestamp.body`. It is sent with the same webhook-id until the receiver answers with 200 to 299 "
    "(docs/guide/webhooks.md).\",\"tags\":[\"Bodies\"],\"security\":[{}],\"parameters\":["
    "{\"name\":\"webhook-id\",\"in\":\"header\",\"required\":true,\"schema\":{\"type\":\"string\"},"
    "\"description\":\"Id of the webhook, the same for every attempt.\"},"
    "{\"name\":\"webhook-timestamp\",\"in\":\"header\",\"required\":true,\"schema\":{\"type\":\"integer\"},"
    "\"description\":\"Time of the attempt, in seconds since 1970.\"},"
    "{\"name\":\"webhook-signature\",\"in\":\"header\",\"required\":true,\"schema\":{\"type\":\"string\"},"
    "\"description\":\"One signature for each secret, separated by blanks.\"}],"
    "\"requestBody\":{\"required\":true,\"content\":{\"application/json\":{\"schema\":{\"$ref\":"
    "\"#/components/schemas/JobEvent\"}}}},"
    "\"responses\":{\"200\":{\"description\":\"The webhook was received; any status of 200 to 299.\"},"
    "\"410\":{\"description\":\"The webhook is not sent again.\"},"
    "\"default\":{\"description\":\"The webhook is sent again later.\"}}}}}";

/* Writes the schemas of the replies, to which the operations refer. */
static void schemas(pd_buffer *out)
{
    for (int i = 0; i < pd_api_reply_schema_count; i++) {
        const pd_api_reply_schema *schema = pd_api_reply_schemas + i;
        PD_ASSERT(schema->name && schema->doc);
        if (i) pd_buffer_text(out, ",");
        key(out, schema->name);

        /* A schema is written out, without its braces, or made from a table of fields. */
        pd_buffer_text(out, "{");
        if (schema->schema) {
            PD_ASSERT(strlen(schema->schema) >= 2);
            pd_buffer_add(out, schema->schema + 1, strlen(schema->schema) - 2);
        } else {
            object_members(out, schema->fields, OF_REPLY);
        }

        pd_buffer_text(out, ",\"description\":");
        pd_api_json_text(out, schema->doc);
        pd_buffer_text(out, "}");
    }
}

void pd_api_openapi(pd_buffer *out)
{
    pd_buffer_text(out, "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"posed\",\"version\":");
    pd_api_json_text(out, pd_cfg_version_text());
    pd_buffer_text(out,
                   ",\"summary\":\"Body meshes and inverse kinematics over HTTP\",\"description\":\"Units "
                   "are metres, radians and kilograms; axes are right-handed, +Y up, +Z forward, unless "
                   "`frame` says otherwise. Errors are RFC 9457 problem details with the place, the value "
                   "and what is allowed. Later versions may add members to replies.\",\"contact\":{\"name\":"
                   "\"posed\"},\"license\":{\"name\":\"MIT\",\"identifier\":\"MIT\"}},\"servers\":[{\"url\":"
                   "\".\",\"description\":\"Address relative to the one of this document.\"}]");
    tags(out);
    paths(out);
    pd_buffer_text(out, webhooks);
    pd_buffer_text(out, security);
    schemas(out);
    pd_buffer_text(out, "}}}\n");
}
