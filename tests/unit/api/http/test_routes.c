/* Routes, immediate replies, OpenAPI and the pages. */
#include "tests/support/api_ask.h"
#include "api/http/reply_header.h"

#include "api/http/routes.h"

#include <ctype.h>
#include <unistd.h>

static void every_route_is_found_by_its_own_name(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        char path[96], *id;
        snprintf(path, sizeof path, "%s", route->pattern);
        if ((id = strstr(path, "{id}"))) {
            char rest[64];
            snprintf(rest, sizeof rest, "%s", id + 4);
            snprintf(id, sizeof path - (size_t)(id - path), "default%s", rest);
        }
        assert_ptr_equal(pd_api_find_route(route->method, path).route, route);
        assert_string_equal(pd_api_match_route(route->method, path).route, route->name);
    }
}

static void every_route_has_a_description(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        assert_non_null(route->handler);
        assert_true(strlen(route->summary) > 5 && strlen(route->doc) > 20);
        assert_true(route->replies ? strlen(route->replies) > 5 : route->errors != NULL);
        for (const pd_api_field *const *t = route->body; *t; t++)
            for (const pd_api_field *f = *t; f->name; f++) assert_true(strlen(f->doc) > 10);
    }
}

/* Returns how many routes declare a header field;
 * fails if a route declares one that the table does not have. */
static int routes_with(const char *field)
{
    int count = 0;
    for (int i = 0; i < pd_api_route_count; i++) {
        const char *at = pd_api_routes[i].headers;
        for (; at && *at; at += strcspn(at, " "), at += strspn(at, " ")) {
            const pd_api_header_row *row = pd_api_header_find(at, strcspn(at, " "));
            assert_non_null(row);
            count += !strcmp(row->name, field);
        }
    }
    return count;
}

static void each_header_field_of_posed_has_a_description_and_a_route(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_header_row_count; i++) {
        assert_true(strlen(pd_api_header_rows[i].doc) > 20);
        assert_true(routes_with(pd_api_header_rows[i].name) > 0);
    }
}

static void a_field_that_its_route_does_not_declare_is_found(void **state)
{
    (void)state;
    const pd_api_route route = {.headers = "Posed-Shape Posed-Warning"};
    pd_api_reply reply = {0};

    pd_api_header_set(&reply, "Posed-Warning", "a");
    pd_api_header_set(&reply, "ETag", "b");
    assert_null(pd_api_header_undeclared(route.headers, &reply));
    pd_api_header_set(&reply, "Posed-Warn", "c");
    assert_string_equal(pd_api_header_undeclared(route.headers, &reply), "Posed-Warn");
    assert_string_equal(pd_api_header_undeclared(NULL, &reply), "Posed-Warning");
}

static void a_parameter_is_refused_by_each_route_that_takes_none(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const char *id = strstr(route->pattern, "{id}");
        char target[128];
        if (route->query[0]) continue;

        snprintf(target, sizeof target, "%.*s%s%s?bogus=1",
                 id ? (int)(id - route->pattern) : (int)strlen(route->pattern), route->pattern,
                 id ? route->at : "", id ? id + 4 : "");
        if (!route->any_query) {
            api_refused(route->method, target, NULL, 400, "/bogus", "unknown parameter; known: none");
            continue;
        }
        pd_api_call *call = api_ask(route->method, target, NULL);
        assert_int_not_equal(api_status(call), 400);
        pd_api_call_release(call);
    }
    api_refused("HEAD", "/v1/models?bogus=1", NULL, 400, "/bogus", "unknown parameter");
    api_refused("POST", "/v1/avatars?height=1.8", "{}", 400, "/height", "a field of its JSON body");
    api_refused("GET", "/v1/stream?bogus=1", NULL, 400, "/bogus", "unknown parameter");
    api_refused("POST", "/v1/tickets?ticket=1", NULL, 400, "/ticket", "unknown parameter");
    const char *const taken[][2] = {
        {"GET", "/v1/models?"}, {"GET", "/v1/models?&"}, {"POST", "/v1/tickets?session=a"}};
    for (int i = 0; i < 3; i++) {
        pd_api_call *call = api_ask(taken[i][0], taken[i][1], NULL);
        assert_int_not_equal(api_status(call), 400);
        pd_api_call_release(call);
    }
}

static void an_unknown_path_is_404(void **state)
{
    (void)state;
    api_refused("GET", "/v2/models", NULL, 404, NULL, "no route GET /v2/models");
    api_refused("GET", "/v1/models/", NULL, 404, NULL, "no route");
    api_refused("GET", "/v1/models/a/b/c", NULL, 404, NULL, "no route");
    api_refused("GET", "/v1/models/%zz", NULL, 404, NULL, "no route GET /v1/models/%zz; GET /docs");
}

static void a_wrong_method_is_405_with_allow(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("DELETE", "/v1/models/default/mesh", NULL);

    assert_int_equal(api_status(call), 405);
    assert_string_equal(api_header(call, "Allow"), "GET, HEAD, POST, OPTIONS");
    pd_api_call_release(call);
    assert_null(pd_api_match_route("DELETE", "/v1/models/default/mesh").route);
}

static void options_lists_the_methods(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("OPTIONS", "/v1/models/default/reload", NULL);

    assert_int_equal(api_status(call), 204);
    assert_string_equal(api_header(call, "Allow"), "POST, OPTIONS");
    pd_api_call_release(call);
    assert_string_equal(pd_api_match_route("OPTIONS", "/v1/models").route, "OPTIONS");
}

/* The version is the line of the file VERSION, and the formats are those of a mesh. */
static void the_version_names_the_features_of_this_build(void **state)
{
    (void)state;
    char version[32] = "";
    FILE *file = fopen("VERSION", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%31s", version), 1);
    fclose(file);
    pd_api_call *call = api_ask("GET", "/v1/version", NULL);
    json_t *reply = api_json(call);
    const json_t *formats = json_object_get(reply, "formats");
    const char *const texts[][2] = {{"name", "posed"}, {"version", version}, {"api", "v1"}};
    for (int i = 0; i < 3; i++)
        assert_string_equal(json_string_value(json_object_get(reply, texts[i][0])), texts[i][1]);
    assert_true(json_string_length(json_object_get(reply, "commit")) > 0);
    assert_true(json_string_length(json_object_get(reply, "kernels")) > 0);
    static const char *const expected[] = {"json", "bin", "npz", "obj", "ply", "stl", "glb"};
    for (size_t i = 0; i < 7; i++) {
        size_t k = 0;
        while (k < json_array_size(formats) &&
               strcmp(json_string_value(json_array_get(formats, k)), expected[i]))
            k++;
        if (k == json_array_size(formats)) fail_msg("no %s", expected[i]);
    }
    json_decref(reply);
    pd_api_call_release(call);
}

static void head_is_answered_as_get(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("HEAD", "/v1/version", NULL);

    assert_int_equal(api_status(call), 200);
    assert_string_equal(pd_api_call_route(call), "GET /v1/version");
    pd_api_call_release(call);
}

static void scopes_and_bodies_are_known_before_the_body_is_read(void **state)
{
    (void)state;
    assert_int_equal(pd_api_match_route("POST", "/v1/models/default/reload").scope, PD_API_ADMIN);
    assert_int_equal(pd_api_match_route("GET", "/healthz").scope, PD_API_OPEN);
    assert_int_equal(pd_api_match_route("POST", "/v1/models/default/mesh").scope, PD_API_READ);
    assert_int_equal(pd_api_match_route("POST", "/v1/tickets").scope, PD_API_STREAM);
    assert_true(pd_api_match_route("POST", "/v1/models/default/mesh").takes_body);
    assert_false(pd_api_match_route("GET", "/v1/models/default/mesh").takes_body);
}

static void a_reply_without_work_is_ready_after_decoding(void **state)
{
    (void)state;
    static const char *const paths[] = {"/",           "/healthz",      "/readyz",
                                        "/metrics",    "/openapi.json", "/docs",
                                        "/v1/version", "/v1/models",    "/v1/models/default"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        pd_api_call *call = api_decode("GET", paths[i], NULL, (pd_api_request){0});
        assert_true(pd_api_call_done(call));
        assert_int_equal(api_status(call), 200);
        assert_true(pd_api_call_reply(call)->body.size > 5);
        pd_api_call_release(call);
    }
}

/* Returns whether GET / with this Host shows the text. */
static int home_shows(const char *host, const char *text)
{
    pd_api_call *call = api_decode("GET", "/", NULL, (pd_api_request){.host = host});
    pd_buffer *page = &pd_api_call_reply(call)->body;
    int found;

    pd_buffer_add(page, "", 1);
    found = strstr((const char *)page->data, text) != NULL;
    pd_api_call_release(call);
    return found;
}

static void the_home_page_shows_examples_for_the_address_it_was_asked_at(void **state)
{
    (void)state;
    assert_true(home_shows("body.example:9000", "curl 'http://body.example:9000/v1/models/default/mesh"));
    assert_true(home_shows("[::1]:81", "curl http://[::1]:81/v1/ik/solve"));
    assert_true(home_shows(NULL, "curl 'http://127.0.0.1:8080/v1/"));
    assert_true(home_shows("a'; rm -rf ~ #", "curl 'http://127.0.0.1:8080/v1/"));
    assert_false(home_shows("a'; rm -rf ~ #", "rm -rf"));
}

static void readyz_says_why_not(void **state)
{
    (void)state;
    api_host_state.is_ready = 0;
    api_refused("GET", "/readyz", NULL, 503, NULL, "draining");
    api_host_state.is_ready = 1;
}

/* A proxy keeps sending requests, and an operator reads what is wrong. */
static void readyz_is_200_and_says_what_a_ready_server_lacks(void **state)
{
    (void)state;
    static const struct {
        const char *lacks, *body;
    } rows[] = {{NULL, "{\"status\":\"ready\"}\n"},
                {"Redis: \"away\"", "{\"status\":\"ready\",\"detail\":\"Redis: \\\"away\\\"\"}\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        api_host_state.lacks = rows[i].lacks;
        pd_api_call *call = api_ask("GET", "/readyz", NULL);
        assert_int_equal(api_status(call), 200);
        assert_int_equal(pd_api_call_reply(call)->body.size, strlen(rows[i].body));
        assert_memory_equal(pd_api_call_reply(call)->body.data, rows[i].body, strlen(rows[i].body));
        pd_api_call_release(call);
    }
    api_host_state.lacks = NULL;
}

/* The hint is a path, never an empty one. */
static void a_path_that_resembles_none_gets_no_hint(void **state)
{
    (void)state;
    api_refused("GET", "/./", NULL, 404, NULL, "no route GET /./; GET /docs lists them");
    api_refused("GET", "/%2F", NULL, 404, NULL, "no route GET /%2F; GET /docs lists them");
}

static void models_are_listed_and_described(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/v1/models", NULL);
    json_t *list = api_json(call), *models = json_object_get(list, "models"), *one;

    assert_int_equal(json_array_size(models), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(models, 0), "id")), "tiny");
    assert_true(json_is_true(json_object_get(json_array_get(models, 0), "default")));
    assert_string_equal(json_string_value(json_object_get(json_array_get(models, 2), "kind")), "motion");
    json_decref(list);
    pd_api_call_release(call);
    call = api_ask("GET", "/v1/models/default", NULL);
    one = api_json(call);
    assert_int_equal(json_integer_value(json_object_get(one, "vertex_count")), 200);
    assert_int_equal(json_array_size(json_object_get(one, "joint_names")), 24);
    assert_int_equal(json_array_size(json_object_get(one, "rest_joints")), 24);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(one, "parents"), 0)), -1);
    json_decref(one);
    pd_api_call_release(call);
    api_refused("GET", "/v1/models/nobody", NULL, 404, NULL, "no model \"nobody\"");
}

static void a_reload_runs_on_a_worker_and_a_failed_one_says_why(void **state)
{
    (void)state;
    pd_api_call *call = api_decode("POST", "/v1/models/default/reload", NULL, (pd_api_request){0});

    assert_int_equal(pd_api_call_work(call), PD_API_RELOAD);
    assert_false(pd_api_call_done(call));
    assert_int_equal(api_host_state.reloads, 0);
    assert_int_equal(api_finish(call)->status, 200);
    assert_int_equal(api_host_state.reloads, 1);
    pd_api_call_release(call);
    api_host_state.reload_fails = 1;
    api_refused("POST", "/v1/models/default/reload", NULL, 500, NULL,
                "was not reloaded, and the loaded one stays in use: tiny.safetensors:8: cut off");
    api_host_state.reload_fails = 0;
    api_refused("POST", "/v1/models/nobody/reload", NULL, 404, NULL, "no model");
}

static void a_ticket_is_for_the_key_that_asked(void **state)
{
    (void)state;
    pd_api_call *call = api_decode("POST", "/v1/tickets", NULL, (pd_api_request){.who = "web"});
    json_t *reply = api_json(call);

    assert_string_equal(json_string_value(json_object_get(reply, "ticket")), "ticket-of-web");
    json_decref(reply);
    pd_api_call_release(call);
}

static void openapi_parses_and_lists_every_route(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/openapi.json", NULL);
    json_t *doc = api_json(call), *paths = json_object_get(doc, "paths");

    assert_string_equal(json_string_value(json_object_get(doc, "openapi")), "3.1.0");
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        char verb[16] = "";
        for (int c = 0; route->method[c]; c++) verb[c] = (char)tolower(route->method[c]);
        json_t *operation = json_object_get(json_object_get(paths, route->pattern), verb);
        assert_non_null(operation);
        assert_string_equal(json_string_value(json_object_get(operation, "operationId")), route->operation);
        json_t *responses = json_object_get(operation, "responses");
        assert_true(!route->replies == !(json_object_get(responses, "200")
                                             ? json_object_get(responses, "200")
                                             : json_object_get(responses, "202")));
        assert_non_null(json_object_get(responses, "400"));
        assert_non_null(json_object_get(responses, "default"));
    }
    json_decref(doc);
    pd_api_call_release(call);
}

static void openapi_has_every_field_with_its_default(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/openapi.json", NULL);
    json_t *doc = api_json(call), *schema, *properties;

    schema = json_object_get(json_object_get(json_object_get(doc, "paths"), "/v1/models/{id}/mesh"), "post");
    schema = json_object_get(json_object_get(json_object_get(schema, "requestBody"), "content"),
                             "application/json");
    properties = json_object_get(json_object_get(schema, "schema"), "properties");
    assert_non_null(json_object_get(properties, "betas"));
    assert_non_null(json_object_get(properties, "bodies"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(properties, "digits"), "default")),
                     6);
    json_decref(doc);
    pd_api_call_release(call);
}

/* Returns the number of schemas below node that describe a request's betas, as a property or a query
 * parameter. Checks that each has core's range. */
static int count_betas(const json_t *node)
{
    int count = 0;
    const char *key;
    size_t index;
    const json_t *child;

    const char *name = json_string_value(json_object_get(node, "name"));
    const json_t *schema = name && !strcmp(name, "betas")
                               ? json_object_get(node, "schema")
                               : json_object_get(json_object_get(node, "properties"), "betas");
    const json_t *items = json_object_get(schema, "items"), *most = json_object_get(items, "maximum");
    if (most) {
        assert_near(json_number_value(most), PD_SMPL_BETA_MAX, 0);
        assert_near(json_number_value(json_object_get(items, "minimum")), -PD_SMPL_BETA_MAX, 0);
        count++;
    }

    json_object_foreach((json_t *)node, key, child) count += count_betas(child);
    json_array_foreach((json_t *)node, index, child) count += count_betas(child);
    return count;
}

static void betas_have_one_range_in_every_request(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/openapi.json", NULL);
    json_t *doc = api_json(call);
    int count = count_betas(doc);

    /* body and query of mesh and measure, body of joints, ik and roll-outs,
     * query of skeletons: there may be more */
    if (count < 8) fail_msg("%d", count);
    json_decref(doc);
    pd_api_call_release(call);
}

/* Returns whether a developer could fill in the field with its row alone. */
static int explains_itself(const pd_api_field *f)
{
    return f->example || f->choices || f->type == PD_API_NUMBER || f->type == PD_API_INTEGER ||
           f->type == PD_API_BOOLEAN;
}

/* Checks that the table of a field accepts the field's own example. */
static void example_is_good(const pd_api_field *f)
{
    const pd_api_field table[] = {*f, {0}};
    const pd_api_field *const tables[] = {table, NULL};
    union {
        double align;
        char bytes[4096];
    } values;
    pd_api_problems problems = {0};
    json_t *object = json_object();

    if (!explains_itself(f)) fail_msg("%s has no example", f->name);
    if (f->example && !strstr(f->example, "...")) {
        json_object_set_new(object, f->name, json_loads(f->example, JSON_DECODE_ANY, NULL));
        if (!pd_api_fields_json(&values, object, tables, "", &problems))
            fail_msg("%s: %s: %s", f->name, f->example, problems.items[0].detail);
    }
    json_decref(object);
}

static void every_field_has_an_example_that_is_accepted(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_field *const *const both[] = {pd_api_routes[i].query, pd_api_routes[i].body};
        for (int b = 0; b < 2; b++)
            for (const pd_api_field *const *tables = both[b]; *tables; tables++)
                for (const pd_api_field *f = *tables; f->name; f++) {
                    example_is_good(f);
                    for (const pd_api_field *row = f->rows; row && row->name; row++) example_is_good(row);
                }
    }
}

static void an_unchanged_openapi_is_304(void **state)
{
    (void)state;
    pd_api_call *first = api_ask("GET", "/openapi.json", NULL), *second;
    char etag[64];

    snprintf(etag, sizeof etag, "%s", api_header(first, "ETag"));
    second = api_decode("GET", "/openapi.json", NULL, (pd_api_request){.if_none_match = etag});
    assert_int_equal(api_status(second), 304);
    assert_int_equal(pd_api_call_reply(second)->body.size, 0);
    pd_api_call_release(first);
    pd_api_call_release(second);
}

static void the_page_of_docs_has_every_route_and_field(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/docs", NULL);
    pd_buffer page = pd_api_call_reply(call)->body;

    pd_buffer_add(&page, "", 1);
    pd_api_call_reply(call)->body = page;
    for (int i = 0; i < pd_api_route_count; i++) {
        assert_non_null(strstr((char *)page.data, pd_api_routes[i].pattern));
        for (const pd_api_field *const *t = pd_api_routes[i].body; *t; t++)
            for (const pd_api_field *f = *t; f->name; f++)
                assert_non_null(strstr((char *)page.data, f->name));
    }
    pd_api_call_release(call);
}

/* Returns the text of GET /docs from that host. It is freed with the call. */
static const char *docs_of(pd_api_call **call, const char *host)
{
    *call = api_decode("GET", "/docs", NULL, (pd_api_request){.host = host});
    pd_buffer_add(&pd_api_call_reply(*call)->body, "", 1);
    return (const char *)pd_api_call_reply(*call)->body.data;
}

static void the_page_of_docs_has_contents(void **state)
{
    (void)state;
    pd_api_call *call;
    const char *page = docs_of(&call, NULL);
    char text[128];

    for (int i = 0; i < pd_api_route_count; i++) {
        snprintf(text, sizeof text, "<li><a href=\"#%s\">", pd_api_routes[i].operation);
        if (!strstr(page, text)) fail_msg("%s is not in the contents", pd_api_routes[i].operation);
        snprintf(text, sizeof text, "<section id=\"%s\">", pd_api_routes[i].operation);
        if (!strstr(page, text)) fail_msg("%s has no section", pd_api_routes[i].operation);
    }
    pd_api_call_release(call);
}

static void every_route_shows_a_curl_for_the_address_it_was_asked_at(void **state)
{
    (void)state;
    pd_api_call *call;
    const char *page = docs_of(&call, "body.example:9000");

    assert_non_null(strstr(
        page, "curl 'http://body.example:9000/v1/models/default/mesh?betas=1.5,-0.5&amp;ground=true&amp;"
              "format=glb' -o body.glb</pre>"));
    assert_non_null(strstr(page, "curl -X DELETE http://body.example:9000/v1/scenes/yard</pre>"));
    assert_non_null(strstr(
        page, "curl http://body.example:9000/v1/models/default/fit -H 'Content-Type: application/json' -d "
              "'{&quot;measurements&quot;"));
    assert_non_null(strstr(page, "curl -X POST http://body.example:9000/v1/tickets</pre>"));
    assert_non_null(strstr(page, "curl -X PUT http://body.example:9000/v1/characters/mine -H 'Content-Type: "
                                 "model/gltf-binary' --data-binary @FILE</pre>"));
    assert_non_null(strstr(page, "curl -X POST http://body.example:9000/v1/rig -H 'Content-Type: "
                                 "model/gltf-binary' --data-binary @FILE -o reply.glb</pre>"));
    int count = 0;
    for (const char *at = page; (at = strstr(at, "<pre tabindex=\"0\">curl ")); at++) count++;
    assert_int_equal(count, pd_api_route_count);
    pd_api_call_release(call);

    page = docs_of(&call, "a'; rm -rf ~ #");
    assert_non_null(strstr(page, "curl http://127.0.0.1:8080/healthz"));
    assert_null(strstr(page, "rm -rf"));
    pd_api_call_release(call);
}

/* Returns whether a schema has a reference, a type, or a choice of them. */
static int says_something(const json_t *schema)
{
    return json_object_get(schema, "$ref") || json_object_get(schema, "type") ||
           json_object_get(schema, "anyOf") || json_object_get(schema, "oneOf");
}

static void every_json_reply_has_a_schema_whose_members_are_all_typed(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/openapi.json", NULL);
    json_t *doc = api_json(call), *schema, *member;
    json_t *schemas = json_object_get(json_object_get(doc, "components"), "schemas");
    const char *name, *key;

    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const int is_json = route->replies && strstr(route->replies, "application/json");
        if (is_json != (route->reply && json_object_get(schemas, route->reply)))
            fail_msg("%s: %s", route->name, route->reply ? route->reply : "no schema");
    }
    json_object_foreach(schemas, name, schema)
    {
        if (!says_something(schema)) fail_msg("%s says nothing", name);
        json_object_foreach(json_object_get(schema, "properties"), key, member)
        {
            if (!says_something(member)) fail_msg("%s.%s says nothing", name, key);
        }
    }
    json_decref(doc);
    pd_api_call_release(call);
}

/* The file from the first reference section on is what the tables say. To write it anew:
 * UPDATE_DOCS=1 build/tests/unit/api/http/test_routes */
static void the_document_follows_the_tables(void **state)
{
    (void)state;
    static const char mark[] =
        "<!-- from the tables of api/: UPDATE_DOCS=1 build/tests/unit/api/http/test_routes -->\n\n";
    pd_buffer wanted = {0}, text = {0};
    FILE *file = fopen("docs/reference/api.md", "r+");
    char block[4096], *at;
    size_t size;

    assert_non_null(file);
    pd_api_reference(&wanted);
    while ((size = fread(block, 1, sizeof block, file))) pd_buffer_add(&text, block, size);
    pd_buffer_add(&text, "", 1);
    pd_buffer_add(&wanted, "", 1);
    at = strstr((char *)text.data, mark);
    assert_non_null(at);
    at += strlen(mark);
    if (getenv("UPDATE_DOCS")) {
        const long start = (long)(at - (char *)text.data);
        assert_int_equal(ftruncate(fileno(file), start), 0);
        fseek(file, start, SEEK_SET);
        fputs((char *)wanted.data, file);
    } else
        assert_string_equal(at, (char *)wanted.data);
    fclose(file);
    pd_buffer_deinit(&wanted);
    pd_buffer_deinit(&text);
}

static void every_problem_contains_the_request_id(void **state)
{
    (void)state;
    static const char *const targets[] = {"/v1/models/default/mesh?betas=x", "/v1/models/nobody", "/nowhere"};

    for (int i = 0; i < 3; i++) {
        pd_api_call *call = api_decode("GET", targets[i], NULL, (pd_api_request){.request_id = "abc-1"});
        json_t *problem = api_json(call);
        assert_string_equal(json_string_value(json_object_get(problem, "request_id")), "abc-1");
        json_decref(problem);
        pd_api_call_release(call);
    }
}

static void the_servers_own_refusals_have_the_form_of_problems(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/healthz", NULL);
    json_t *problem;

    pd_api_problem(pd_api_call_reply(call), 429, NULL, NULL, "slow \"down\"\n");
    problem = api_json(call);
    assert_string_equal(json_string_value(json_object_get(problem, "title")), "Too Many Requests");
    assert_string_equal(json_string_value(json_object_get(problem, "detail")), "slow \"down\"\n");
    json_decref(problem);
    pd_api_call_release(call);
}

static void a_reload_answers_which_model_it_read_again(void **state)
{
    static const char *const ids[] = {"tiny", "default"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        char target[64];
        snprintf(target, sizeof target, "/v1/models/%s/reload", ids[i]);
        const int before = api_host_state.reloads;
        pd_api_call *call = api_ask("POST", target, NULL);
        json_t *reply = api_json(call), *wanted = json_pack("{s:s, s:b}", "id", ids[i], "reloaded", 1);
        assert_int_equal(api_status(call), 200);
        assert_true(json_equal(reply, wanted));
        assert_int_equal(api_host_state.reloads, before + 1);
        json_decref(reply), json_decref(wanted);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_route_is_found_by_its_own_name),
        cmocka_unit_test(every_route_has_a_description),
        cmocka_unit_test(each_header_field_of_posed_has_a_description_and_a_route),
        cmocka_unit_test(a_field_that_its_route_does_not_declare_is_found),
        cmocka_unit_test(a_parameter_is_refused_by_each_route_that_takes_none),
        cmocka_unit_test(an_unknown_path_is_404),
        cmocka_unit_test(a_wrong_method_is_405_with_allow),
        cmocka_unit_test(options_lists_the_methods),
        cmocka_unit_test(the_version_names_the_features_of_this_build),
        cmocka_unit_test(head_is_answered_as_get),
        cmocka_unit_test(scopes_and_bodies_are_known_before_the_body_is_read),
        cmocka_unit_test(a_reply_without_work_is_ready_after_decoding),
        cmocka_unit_test(the_home_page_shows_examples_for_the_address_it_was_asked_at),
        cmocka_unit_test(readyz_says_why_not),
        cmocka_unit_test(readyz_is_200_and_says_what_a_ready_server_lacks),
        cmocka_unit_test(a_path_that_resembles_none_gets_no_hint),
        cmocka_unit_test(models_are_listed_and_described),
        cmocka_unit_test(a_reload_runs_on_a_worker_and_a_failed_one_says_why),
        cmocka_unit_test(a_reload_answers_which_model_it_read_again),
        cmocka_unit_test(a_ticket_is_for_the_key_that_asked),
        cmocka_unit_test(openapi_parses_and_lists_every_route),
        cmocka_unit_test(openapi_has_every_field_with_its_default),
        cmocka_unit_test(betas_have_one_range_in_every_request),
        cmocka_unit_test(every_field_has_an_example_that_is_accepted),
        cmocka_unit_test(an_unchanged_openapi_is_304),
        cmocka_unit_test(the_page_of_docs_has_every_route_and_field),
        cmocka_unit_test(the_page_of_docs_has_contents),
        cmocka_unit_test(every_route_shows_a_curl_for_the_address_it_was_asked_at),
        cmocka_unit_test(every_json_reply_has_a_schema_whose_members_are_all_typed),
        cmocka_unit_test(the_document_follows_the_tables),
        cmocka_unit_test(every_problem_contains_the_request_id),
        cmocka_unit_test(the_servers_own_refusals_have_the_form_of_problems),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
