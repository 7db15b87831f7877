/* Reads /openapi.json and compares it with the tables of routes and fields, member by member. */
#include "tests/support/api_ask.h"

#include "api/http/call.h"
#include "api/docs/replies.h"
#include "api/http/routes.h"

#include <ctype.h>

typedef enum use { QUERY, BODY, REPLY } use;

static json_t *doc;

static int setup(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/openapi.json", NULL);
    doc = api_json(call);
    pd_api_call_release(call);
    return !doc;
}

static int teardown(void **state)
{
    (void)state;
    json_decref(doc);
    return 0;
}

static const char *text_at(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static void assert_json(const json_t *got, const char *text, const char *where)
{
    json_t *expected = json_loads(text, JSON_DECODE_ANY, NULL);
    if (!expected || !json_equal(got, expected)) fail_msg("%s: %s expected", where, text);
    json_decref(expected);
}

static void assert_choices(const json_t *names, const char *choices)
{
    char all[1024] = "";
    size_t i;
    json_t *name;
    json_array_foreach((json_t *)names, i, name)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? "|" : "", json_string_value(name));
    assert_string_equal(all, choices);
}

static void assert_range(const json_t *schema, const pd_api_field *f)
{
    const json_t *low = json_object_get(schema, "minimum"), *high = json_object_get(schema, "maximum");
    assert_int_equal(low != NULL, f->min != f->max);
    assert_int_equal(high != NULL, f->min != f->max);
    if (low) assert_true(json_number_value(low) == f->min && json_number_value(high) == f->max);
}

static void assert_object(const json_t *schema, const pd_api_field *const *tables, use purpose);

static void assert_schema(const json_t *schema, const pd_api_field *f, use purpose)
{
    const pd_api_field *rows[] = {f->rows, f->more, NULL};
    const json_t *items = json_object_get(schema, "items");
    const char *type = text_at(schema, "type");
    assert_non_null(schema);

    if (f->schema && (purpose != QUERY || (f->type == PD_API_TEXT && f->words))) {
        json_t *own = json_loads(f->schema, 0, NULL), *value;
        const char *key;
        json_object_foreach(own, key, value) assert_true(json_equal(json_object_get(schema, key), value));
        json_decref(own);
    } else if (f->type == PD_API_NUMBER || f->type == PD_API_INTEGER || f->type == PD_API_COUNT) {
        assert_string_equal(type, f->type == PD_API_NUMBER ? "number" : "integer");
        assert_range(schema, f);
    } else if (f->type == PD_API_BOOLEAN || f->type == PD_API_TEXT || f->type == PD_API_NAMES) {
        assert_string_equal(type, f->type == PD_API_BOOLEAN ? "boolean" : "string");
        assert_null(json_object_get(schema, "minimum"));
    } else if (f->type == PD_API_SEED) {
        const json_t *forms = json_object_get(schema, "anyOf");
        assert_string_equal(text_at(json_array_get(forms, 0), "type"), "integer");
        assert_range(json_array_get(forms, 0), f);
        assert_string_equal(text_at(json_array_get(forms, 1), "pattern"), "^N\\(0,1\\)(:[0-9]{1,6})?$");
    } else if (f->type == PD_API_CHOICE) {
        assert_string_equal(type, "string");
        assert_choices(json_object_get(schema, "enum"), f->choices);
    } else if (f->type == PD_API_CHOICES) {
        assert_string_equal(type, "array");
        assert_int_equal(json_integer_value(json_object_get(schema, "minItems")), 1);
        assert_choices(json_object_get(items, "enum"), f->choices);
    } else if (f->type == PD_API_NUMBERS) {
        assert_string_equal(type, "array");
        assert_string_equal(text_at(items, "type"), "number");
        assert_range(items, f);
    } else if (f->type == PD_API_OBJECT) {
        assert_object(schema, rows, purpose);
    } else if (f->type == PD_API_OBJECTS) {
        assert_string_equal(type, "array");
        assert_object(items, rows, purpose);
    } else {
        assert_json(json_object_get(schema, "type"), "[\"string\",\"object\"]", f->name);
    }

    const bool told = f->preset && !f->is_conditional;
    assert_int_equal(json_object_get(schema, "default") != NULL, told);
    if (told) assert_json(json_object_get(schema, "default"), f->preset, f->name);
    const bool shown = f->example && !strstr(f->example, "...");
    assert_int_equal(json_array_size(json_object_get(schema, "examples")), shown);
    if (shown) assert_json(json_array_get(json_object_get(schema, "examples"), 0), f->example, f->name);
    if (purpose != QUERY) assert_string_equal(text_at(schema, "description"), f->doc);
}

static void assert_object(const json_t *schema, const pd_api_field *const *tables, use purpose)
{
    const json_t *properties = json_object_get(schema, "properties"),
                 *needed = json_object_get(schema, "required");
    size_t count = 0, always = 0;
    assert_string_equal(text_at(schema, "type"), "object");
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++, count++) {
            assert_schema(json_object_get(properties, f->name), f, purpose);
            if (purpose != REPLY || f->optional) continue;
            assert_string_equal(json_string_value(json_array_get(needed, always)), f->name);
            always++;
        }
    assert_int_equal(json_object_size(properties), count);
    assert_int_equal(json_array_size(needed), always);
    assert_int_equal(needed != NULL, always > 0);
    assert_int_equal(json_is_false(json_object_get(schema, "additionalProperties")), purpose != REPLY);
}

static const json_t *operation_of(const pd_api_route *route)
{
    char verb[16] = "";
    for (size_t i = 0; route->method[i]; i++) verb[i] = (char)tolower((unsigned char)route->method[i]);
    return json_object_get(json_object_get(json_object_get(doc, "paths"), route->pattern), verb);
}

static void every_route_is_an_operation_once(void **state)
{
    (void)state;
    static const char *const scopes[] = {"open", "read", "stream", "admin"};
    size_t count = 0;
    const char *path, *verb;
    json_t *item, *one;
    json_object_foreach(json_object_get(doc, "paths"), path, item) json_object_foreach(item, verb, one)
        count++;
    assert_int_equal(count, pd_api_route_count);

    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const json_t *o = operation_of(route);
        assert_non_null(o);
        assert_string_equal(text_at(o, "summary"), route->summary);
        assert_string_equal(text_at(o, "description"), route->doc);
        assert_string_equal(text_at(o, "operationId"), route->operation);
        assert_string_equal(text_at(o, "x-scope"), scopes[route->scope]);
        assert_string_equal(json_string_value(json_array_get(json_object_get(o, "tags"), 0)),
                            pd_api_groups[route->group].heading);
        assert_int_equal(json_array_size(json_object_get(o, "security")),
                         route->scope == PD_API_OPEN ? 1 : 2);
    }
    json_t *tags = json_object_get(doc, "tags");
    assert_int_equal(json_array_size(tags), PD_API_GROUP_COUNT);
    for (size_t g = 0; g < PD_API_GROUP_COUNT; g++) {
        assert_string_equal(text_at(json_array_get(tags, g), "name"), pd_api_groups[g].heading);
        assert_string_equal(text_at(json_array_get(tags, g), "description"), pd_api_groups[g].doc);
    }
}

/* Returns the value of a parameter in the route's example, such as "betas" in "betas=1.5,-0.5&format=glb".
 * NULL: it has none. */
static const char *asked(char *out, size_t size, const pd_api_route *route, const char *name)
{
    char query[512], *rest = NULL;
    if (strcmp(route->method, "GET") != 0 || !route->ask) return NULL;
    snprintf(query, sizeof query, "%s", route->ask);
    for (char *pair = strtok_r(query, "&", &rest); pair; pair = strtok_r(NULL, "&", &rest)) {
        char *equals = strchr(pair, '=');
        *equals = 0;
        if (strcmp(pair, name) != 0) continue;
        snprintf(out, size, "%s", equals + 1);
        return out;
    }
    return NULL;
}

static void every_parameter_of_a_query_has_the_type_of_its_field(void **state)
{
    (void)state;
    int examples = 0;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const json_t *list = json_object_get(operation_of(route), "parameters");
        size_t at = 0;
        if (strstr(route->pattern, "{id}")) {
            const json_t *id = json_array_get(list, at++);
            assert_string_equal(text_at(id, "name"), "id");
            assert_string_equal(text_at(id, "in"), "path");
            assert_true(json_is_true(json_object_get(id, "required")));
            assert_string_equal(text_at(id, "example"), route->at);
            const char *of = strstr(route->pattern, "/scenes/")       ? "scene"
                             : strstr(route->pattern, "/skeletons/")  ? "skeleton"
                             : strstr(route->pattern, "/characters/") ? "character"
                             : strstr(route->pattern, "/jobs/")       ? "job"
                             : strstr(route->pattern, "/web/")        ? "file"
                             : strstr(route->pattern, "/samples/")    ? "sample"
                                                                      : "default";
            assert_non_null(strstr(text_at(id, "description"), of));
        }
        for (const pd_api_field *const *t = route->query; *t; t++)
            for (const pd_api_field *f = *t; f->name; f++) {
                char value[256];
                const json_t *p = json_array_get(list, at++), *example = json_object_get(p, "example");
                const bool is_list = f->type == PD_API_NUMBERS || f->type == PD_API_CHOICES;
                assert_string_equal(text_at(p, "name"), f->name);
                assert_string_equal(text_at(p, "in"), "query");
                assert_memory_equal(text_at(p, "description"), f->doc, strlen(f->doc));
                assert_int_equal(strstr(text_at(p, "description"), "one parameter for each value") != NULL,
                                 pd_api_field_is_list(f));
                assert_string_equal(text_at(p, "style"), is_list ? "form" : "");
                assert_int_equal(json_is_false(json_object_get(p, "explode")), is_list);
                const json_t *schema = json_object_get(p, "schema"),
                             *json = json_object_get(schema, "contentSchema");
                assert_int_equal(json != NULL, f->type == PD_API_ANY);
                assert_schema(json ? json : schema, f, json ? BODY : QUERY);
                if (json) assert_string_equal(text_at(schema, "type"), "string");
                assert_int_equal(example != NULL, asked(value, sizeof value, route, f->name) != NULL);
                if (!example) continue;
                examples++;
                if (f->type == PD_API_NUMBERS) {
                    char expected[300];
                    snprintf(expected, sizeof expected, "[%s]", value);
                    assert_json(example, expected, f->name);
                } else if (json_is_string(example)) {
                    assert_true(f->type == PD_API_CHOICE || f->type == PD_API_TEXT ||
                                f->type == PD_API_NAMES);
                    assert_string_equal(json_string_value(example), value);
                } else {
                    assert_json(example, value, f->name);
                }
            }
        assert_int_equal(json_array_size(list), at);
    }
    assert_true(examples > 5);
}

/* Checks that exactly these words are the members of the object. */
static void assert_members(const json_t *object, const char *words, const char *beside)
{
    char list[256], *rest = NULL;
    size_t count = beside != NULL;
    if (beside) assert_non_null(json_object_get(object, beside));
    snprintf(list, sizeof list, "%s", words ? words : "");
    for (char *word = strtok_r(list, " ", &rest); word; word = strtok_r(NULL, " ", &rest), count++)
        if (!json_object_get(object, word)) fail_msg("no %s", word);
    assert_int_equal(json_object_size(object), count);
}

static void every_body_has_its_types_fields_and_example(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const json_t *body = json_object_get(operation_of(route), "requestBody"),
                     *content = json_object_get(body, "content");
        assert_int_equal(body != NULL, route->body[0] != NULL || route->takes != NULL);
        if (!body) continue;
        assert_members(content, route->takes, route->body[0] ? "application/json" : NULL);
        if (!route->body[0]) continue;
        const json_t *json = json_object_get(content, "application/json");
        static const pd_api_field *const none[] = {NULL};
        const pd_api_field *tables[PD_API_BODY_TABLES_MAX]; /* of a POST the fields of the query too */
        pd_api_body_tables(tables, route->body, strcmp(route->method, "POST") != 0 ? none : route->query);
        assert_object(json_object_get(json, "schema"), tables, BODY);
        assert_json(json_object_get(json, "example"), route->ask, route->name);
    }
}

/* Returns the description of a 200: that of the JSON reply, or the route's summary when it has none. */
static const char *doc_of_reply(const pd_api_route *route)
{
    return route->reply ? pd_api_reply_schema_find(route->reply)->doc : route->summary;
}

static void every_status_of_a_route_has_a_response(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const json_t *all = json_object_get(operation_of(route), "responses");
        char statuses[128], *rest = NULL;
        const bool waits = route->errors && !strncmp(route->errors, "202", 3); /* in place of 200 */
        const bool has_400 = route->errors && strstr(route->errors, "400");
        snprintf(statuses, sizeof statuses, "%s%s%s default", route->replies && !waits ? "200 " : "",
                 route->errors ? route->errors : "", has_400 ? "" : " 400");
        assert_members(all, statuses, NULL);
        for (char *word = strtok_r(statuses, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            const json_t *one = json_object_get(all, word), *content = json_object_get(one, "content");
            const int status = atoi(word);
            if (!strcmp(word, "default") || status >= 400) {
                assert_string_equal(text_at(one, "$ref"), "#/components/responses/Problem");
                continue;
            }
            assert_string_equal(text_at(one, "description"),
                                status == 200   ? doc_of_reply(route)
                                : status == 201 ? "Created; nothing had this id before."
                                : status == 202 ? "Accepted; the job waits to run."
                                : status == 101 ? "The connection is a WebSocket from now on."
                                : status == 304 ? "The client's copy is current."
                                                : "Done; the reply has no body.");
            assert_int_equal(content != NULL, status >= 200 && status <= 202);
            if (!content) continue;
            assert_members(content, route->replies, NULL);
            assert_members(json_object_get(one, "headers"), route->headers, NULL);
            const char *type;
            json_t *media;
            json_object_foreach((json_t *)content, type, media)
            {
                const json_t *schema = json_object_get(media, "schema");
                char ref[96];
                snprintf(ref, sizeof ref, "#/components/schemas/%s", route->reply ? route->reply : "");
                assert_string_equal(text_at(schema, "$ref"), strcmp(type, "application/json") ? "" : ref);
                assert_string_equal(text_at(schema, "type"), strncmp(type, "text/", 5) ? "" : "string");
            }
        }
    }
}

static void every_reply_has_its_schema(void **state)
{
    (void)state;
    const json_t *schemas = json_object_get(json_object_get(doc, "components"), "schemas");
    assert_int_equal(json_object_size(schemas), pd_api_reply_schema_count);
    for (int i = 0; i < pd_api_reply_schema_count; i++) {
        const pd_api_reply_schema *row = &pd_api_reply_schemas[i];
        const json_t *schema = json_object_get(schemas, row->name);
        assert_string_equal(text_at(schema, "description"), row->doc);
        if (!row->schema) {
            assert_object(schema, row->fields, REPLY);
            continue;
        }
        json_t *own = json_loads(row->schema, 0, NULL), *value;
        const char *key;
        json_object_foreach(own, key, value) assert_true(json_equal(json_object_get(schema, key), value));
        assert_int_equal(json_object_size(schema), json_object_size(own) + 1);
        json_decref(own);
    }
}

/* OpenAPI 3.1, 4.8.25: every value of a mapping is a reference to one of the schemas beside it, whose kind
 * may have that value. */
static void a_discriminator_maps_to_references(void **state)
{
    (void)state;
    const json_t *schemas = json_object_get(json_object_get(doc, "components"), "schemas"), *schema, *value;
    const char *name, *kind;
    int count = 0;

    json_object_foreach((json_t *)schemas, name, schema)
    {
        const json_t *discriminator = json_object_get(schema, "discriminator");
        const json_t *choices = json_object_get(schema, "oneOf");
        if (!discriminator) continue;
        const json_t *mapping = json_object_get(discriminator, "mapping");
        assert_int_equal(json_object_size(mapping), json_array_size(choices));
        json_object_foreach((json_t *)mapping, kind, value)
        {
            static const char before[] = "#/components/schemas/";
            const char *reference = json_string_value(value);
            bool is_choice = false;
            assert_memory_equal(reference, before, strlen(before));
            for (size_t i = 0; i < json_array_size(choices); i++)
                is_choice |= !strcmp(text_at(json_array_get(choices, i), "$ref"), reference);
            assert_true(is_choice);
            const json_t *one = json_object_get(schemas, reference + strlen(before));
            const char *property = text_at(discriminator, "propertyName");
            assert_non_null(json_object_get(json_object_get(one, "properties"), property));
            count++;
        }
    }
    assert_true(count > 0);
}

/* RFC 3986, 5.2: "." is the folder of the document, below any path. */
static void the_server_is_where_the_document_was_fetched(void **state)
{
    (void)state;
    const json_t *servers = json_object_get(doc, "servers");
    assert_int_equal(json_array_size(servers), 1);
    assert_string_equal(text_at(json_array_get(servers, 0), "url"), ".");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_discriminator_maps_to_references),
        cmocka_unit_test(the_server_is_where_the_document_was_fetched),
        cmocka_unit_test(every_route_is_an_operation_once),
        cmocka_unit_test(every_parameter_of_a_query_has_the_type_of_its_field),
        cmocka_unit_test(every_body_has_its_types_fields_and_example),
        cmocka_unit_test(every_status_of_a_route_has_a_response),
        cmocka_unit_test(every_reply_has_its_schema),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
