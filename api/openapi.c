/* /openapi.json: OpenAPI 3.1 from the table of routes and the tables of fields. */
#include "api/fields.h"
#include "api/routes.h"
#include "config/version.h"

#include <stdio.h>
#include <string.h>

static void key(pd_buffer *out, const char *name)
{
    pd_api_json_text(out, name);
    pd_buffer_text(out, ":");
}

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

static void object_members(pd_buffer *out, const pd_api_field *const *tables);
static void object_schema(pd_buffer *out, const pd_api_field *const *tables);

static void range_json(pd_buffer *out, const pd_api_field *f)
{
    pd_buffer_printf(out, ",\"minimum\":%.17g,\"maximum\":%.17g", f->min, f->max);
}

/* The inside of a schema object, without braces. */
static void type_json(pd_buffer *out, const pd_api_field *f)
{
    const pd_api_field *rows[] = {f->rows, f->more, NULL};

    switch (f->type) {
    case PD_API_NUMBER:
    case PD_API_INTEGER:
        pd_buffer_printf(out, "\"type\":\"%s\"", f->type == PD_API_NUMBER ? "number" : "integer");
        range_json(out, f);
        break;
    case PD_API_BOOLEAN: pd_buffer_text(out, "\"type\":\"boolean\""); break;
    case PD_API_TEXT: pd_buffer_text(out, "\"type\":\"string\""); break;
    case PD_API_CHOICE:
        pd_buffer_text(out, "\"type\":\"string\",\"enum\":");
        choices_json(out, f->choices);
        break;
    case PD_API_CHOICES:
        pd_buffer_text(out, "\"type\":\"array\",\"uniqueItems\":true,\"minItems\":1,\"items\":{\"enum\":");
        choices_json(out, f->choices);
        pd_buffer_text(out, "}");
        break;
    case PD_API_NUMBERS:
        pd_buffer_text(out, "\"type\":\"array\",\"items\":{\"type\":\"number\"");
        range_json(out, f);
        pd_buffer_text(out, "}");
        break;
    case PD_API_OBJECT: object_members(out, rows); break;
    case PD_API_OBJECTS:
        pd_buffer_text(out, "\"type\":\"array\",\"items\":");
        object_schema(out, rows);
        break;
    case PD_API_ANY: pd_buffer_text(out, "\"type\":[\"string\",\"object\"]"); break;
    }
}

static void schema_json(pd_buffer *out, const pd_api_field *f, int in_query)
{
    pd_buffer_text(out, "{");
    if (f->schema && !in_query) { /* a whole object: its inside is taken */
        pd_buffer_add(out, f->schema + 1, strlen(f->schema) - 2);
    } else
        type_json(out, f);
    if (f->preset) pd_buffer_printf(out, ",\"default\":%s", f->preset);
    if (f->example && !strstr(f->example, "...")) pd_buffer_printf(out, ",\"examples\":[%s]", f->example);
    if (!in_query) {
        pd_buffer_text(out, ",\"description\":");
        pd_api_json_text(out, f->doc);
    }
    pd_buffer_text(out, "}");
}

static void object_members(pd_buffer *out, const pd_api_field *const *tables)
{
    int count = 0;

    pd_buffer_text(out, "\"type\":\"object\",\"additionalProperties\":false,\"properties\":{");
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            if (count++) pd_buffer_text(out, ",");
            key(out, f->name);
            schema_json(out, f, 0);
        }
    pd_buffer_text(out, "}");
}

static void object_schema(pd_buffer *out, const pd_api_field *const *tables)
{
    pd_buffer_text(out, "{");
    object_members(out, tables);
    pd_buffer_text(out, "}");
}

static void parameter(pd_buffer *out, const pd_api_field *f)
{
    const int is_list = f->type == PD_API_NUMBERS || f->type == PD_API_CHOICES;

    pd_buffer_text(out, "{\"name\":");
    pd_api_json_text(out, f->name);
    pd_buffer_printf(
        out, ",\"in\":\"query\"%s,\"schema\":", is_list ? ",\"style\":\"form\",\"explode\":false" : "");
    schema_json(out, f, 1);
    pd_buffer_text(out, ",\"description\":");
    pd_api_json_text(out, f->doc);
    pd_buffer_text(out, "}");
}

static void parameters(pd_buffer *out, const pd_api_route *route)
{
    int count = 0;

    pd_buffer_text(out, ",\"parameters\":[");
    if (strstr(route->pattern, "{id}")) {
        pd_buffer_text(out,
                       "{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\","
                       "\"maxLength\":64},\"description\":\"");
        pd_buffer_text(out, strstr(route->pattern, "/scenes/")      ? "A scene's id.\"}"
                            : strstr(route->pattern, "/skeletons/") ? "A skeleton's or a model's id.\"}"
                                                                    : "A model's id, or default.\"}");
        count++;
    }
    for (const pd_api_field *const *tables = route->query; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            if (count++) pd_buffer_text(out, ",");
            parameter(out, f);
        }
    pd_buffer_text(out, "]");
}

static void media_types(pd_buffer *out, const pd_api_route *route)
{
    const char *at = route->replies;

    for (int i = 0; *at; i++) {
        char type[64];
        const size_t size = strcspn(at, " ");
        snprintf(type, sizeof type, "%.*s", (int)size, at);
        if (i) pd_buffer_text(out, ",");
        key(out, type);
        if (strcmp(type, "application/json"))
            pd_buffer_text(out, "{}");
        else if (route->example)
            pd_buffer_printf(out, "{\"schema\":{\"type\":\"object\"},\"example\":%s}", route->example);
        else
            pd_buffer_text(out, "{\"schema\":{\"type\":\"object\"}}");
        at += size + (at[size] == ' ');
    }
}

static void responses(pd_buffer *out, const pd_api_route *route)
{
    const char *at = route->errors ? route->errors : "";
    int status, used;

    pd_buffer_text(out, ",\"responses\":{\"200\":{\"description\":");
    pd_api_json_text(out, route->summary);
    pd_buffer_text(out, ",\"content\":{");
    media_types(out, route);
    pd_buffer_text(out, "}}");
    for (; sscanf(at, "%d%n", &status, &used) == 1; at += used) {
        if (status == 304)
            pd_buffer_text(out, ",\"304\":{\"description\":\"The client has it already\"}");
        else if (status < 300)
            pd_buffer_printf(out, ",\"%d\":{\"description\":\"%s\"}", status,
                             status == 101   ? "Upgraded"
                             : status == 201 ? "It is new"
                                             : "Done, nothing more to say");
        else
            pd_buffer_printf(out, ",\"%d\":{\"$ref\":\"#/components/responses/Problem\"}", status);
    }
    pd_buffer_text(out, ",\"default\":{\"$ref\":\"#/components/responses/Problem\"}}");
}

static const char *verb(const pd_api_route *route)
{
    static const char *const verbs[][2] = {{"POST", "post"}, {"PUT", "put"}, {"DELETE", "delete"}};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(route->method, verbs[i][0])) return verbs[i][1];
    return "get";
}

/* "getV1ModelsIdMesh" */
static void operation_id(pd_buffer *out, const pd_api_route *route)
{
    int upper = 1;

    pd_buffer_printf(out, ",\"operationId\":\"%s", verb(route));
    for (const char *s = route->pattern; *s; s++) {
        const int is_letter = (*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9');
        if (is_letter) pd_buffer_printf(out, "%c", upper && *s >= 'a' ? *s - 32 : *s);
        upper = !is_letter;
    }
    pd_buffer_text(out, strcmp(route->pattern, "/") ? "\"" : "Home\"");
}

static void operation(pd_buffer *out, const pd_api_route *route)
{
    static const char *const scopes[] = {"open", "read", "stream", "admin"};

    key(out, verb(route));
    pd_buffer_text(out, "{\"summary\":");
    pd_api_json_text(out, route->summary);
    pd_buffer_text(out, ",\"description\":");
    pd_api_json_text(out, route->doc);
    operation_id(out, route);
    pd_buffer_printf(out, ",\"security\":[%s]", route->scope == PD_API_OPEN ? "{}" : "{},{\"key\":[]}");
    pd_buffer_printf(out, ",\"x-scope\":\"%s\"", scopes[route->scope]);
    parameters(out, route);
    if (route->body[0]) {
        pd_buffer_text(out, ",\"requestBody\":{\"content\":{\"application/json\":{\"schema\":");
        object_schema(out, route->body);
        pd_buffer_text(out, "}}}");
    }
    responses(out, route);
    pd_buffer_text(out, "}");
}

static int is_first_of_path(int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(pd_api_routes[i].pattern, pd_api_routes[index].pattern)) return 0;
    return 1;
}

static void path(pd_buffer *out, int index)
{
    key(out, pd_api_routes[index].pattern);
    pd_buffer_text(out, "{");
    for (int i = index, count = 0; i < pd_api_route_count; i++) {
        if (strcmp(pd_api_routes[i].pattern, pd_api_routes[index].pattern)) continue;
        if (count++) pd_buffer_text(out, ",");
        operation(out, &pd_api_routes[i]);
    }
    pd_buffer_text(out, "}");
}

static const char components[] =
    ",\"components\":{\"securitySchemes\":{\"key\":{\"type\":\"http\",\"scheme\":\"bearer\",\"description\":"
    "\"An API key. Not needed on a loopback address unless configured.\"}},"
    "\"responses\":{\"Problem\":{\"description\":\"RFC 9457 problem details\",\"content\":"
    "{\"application/problem+json\":{\"schema\":{\"$ref\":\"#/components/schemas/Problem\"}}}}},"
    "\"schemas\":{\"Problem\":{\"type\":\"object\",\"required\":[\"type\",\"title\",\"status\",\"detail\","
    "\"errors\"],"
    "\"properties\":{\"type\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"status\":{\"type\":"
    "\"integer\"},"
    "\"detail\":{\"type\":\"string\"},\"request_id\":{\"type\":\"string\"},\"errors\":{\"type\":\"array\","
    "\"items\":"
    "{\"type\":\"object\",\"required\":[\"pointer\",\"detail\"],\"properties\":{\"pointer\":{\"type\":"
    "\"string\","
    "\"description\":\"RFC 6901 JSON pointer into the "
    "body\"},\"parameter\":{\"type\":\"string\",\"description\":"
    "\"the query parameter, when it came from the query\"},\"detail\":{\"type\":\"string\",\"description\":"
    "\"the value and what is allowed\"}}}}}}}}}\n";

void pd_api_openapi(pd_buffer *out)
{
    pd_buffer_text(out, "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"posed\",\"version\":");
    pd_api_json_text(out, pd_cfg_version_text());
    pd_buffer_text(
        out, ",\"summary\":\"Body meshes and inverse kinematics over HTTP\",\"license\":{\"name\":\"MIT\","
             "\"identifier\":\"MIT\"}},\"servers\":[{\"url\":\"/\"}],\"paths\":{");
    for (int i = 0; i < pd_api_route_count; i++) {
        if (!is_first_of_path(i)) continue;
        if (i) pd_buffer_text(out, ",");
        path(out, i);
    }
    pd_buffer_text(out, "}");
    pd_buffer_text(out, components);
}
