/* A missing field has the documented default: a request with the default written out gets the same reply as
 * one without the field. Every field with a default is tested, in every object of the requests below. */
#include "api/http/call.h"
#include "api/http/routes.h"
#include "tests/support/api_ask.h"
#include "tests/support/rigs.h"

static int wrong, asked; /* replies that differ; fields that were written out */

/* Returns the reply as one text: its status, its type and its body without durations. */
static pd_buffer reply_to(const char *method, const char *target, const json_t *body)
{
    pd_buffer out = {0};
    char *text = json_dumps(body, JSON_COMPACT);
    pd_api_call *call = api_ask(method, target, text);
    const pd_api_reply *reply = pd_api_call_reply(call);
    pd_buffer_printf(&out, "%d %s ", reply->status, reply->content_type ? reply->content_type : "");
    const bool is_json = reply->content_type && !strcmp(reply->content_type, "application/json");
    json_t *json = is_json ? json_loadb((const char *)reply->body.data, reply->body.size, 0, NULL) : NULL;
    if (json) {
        json_object_del(json, "ms");
        char *sorted = json_dumps(json, JSON_COMPACT);
        pd_buffer_text(&out, sorted);
        free(sorted);
        json_decref(json);
    } else {
        pd_buffer_add(&out, reply->body.data, reply->body.size);
    }
    pd_api_call_release(call);
    free(text);
    return out;
}

typedef struct ask {
    const char *method, *target, *body;
} ask;

static void compare(const ask *a, const json_t *body, const pd_buffer *plain, const char *place,
                    const pd_api_field *f)
{
    pd_buffer got = reply_to(a->method, a->target, body);
    if (f->is_conditional && !strncmp((char *)got.data, "400 ", 4)) {
        pd_buffer_deinit(&got);
        return;
    }
    asked++;
    if (got.size != plain->size || memcmp(got.data, plain->data, got.size)) {
        wrong++;
        print_error("%s %s %.60s: %s/%s %s: %.*s\n", a->method, a->target, a->body, place, f->name, f->preset,
                    (int)(got.data[0] == '2' ? 3 : got.size), got.data);
    }
    pd_buffer_deinit(&got);
}

/* Writes out the defaults of one object and of those in it, one at a time. */
static void write_out(const ask *a, const json_t *body, const pd_buffer *plain, json_t *object,
                      const pd_api_field *const *tables, const char *place)
{
    for (const pd_api_field *const *t = tables; *t; t++)
        for (const pd_api_field *f = *t; f->name; f++) {
            const pd_api_field *const inner[] = {f->rows, f->more, NULL};
            json_t *there = json_object_get(object, f->name), *item;
            char at[128];
            size_t i;
            snprintf(at, sizeof at, "%s/%s", place, f->name);
            if (!there && f->preset) {
                json_object_set_new(object, f->name, json_loads(f->preset, JSON_DECODE_ANY, NULL));
                compare(a, body, plain, place, f);
                json_object_del(object, f->name);
            }
            if (!f->rows) continue;
            if (json_is_object(there)) write_out(a, body, plain, there, inner, at);
            json_array_foreach(there, i, item) write_out(a, body, plain, item, inner, at);
        }
}

#define MESH    "POST", "/v1/models/default/mesh"
#define SOLVE   "POST", "/v1/ik/solve"
#define ROLLOUT "POST", "/v1/motions/rollout"
#define FIT     "POST", "/v1/models/other/fit"
#define WRIST   "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,1,0.2]}]"
#define WALK    "\"script\":[{\"t\":0,\"move\":[0,1]},{\"t\":0.1,\"move\":[1,0]}]"

static const ask asks[] = {
    {MESH, "{\"bodies\":[{\"betas\":[1]},{}]}"},
    {MESH "?format=glb", "{\"betas\":[1],\"lod\":0}"}, /* the fields of an avatar ask for one */
    {MESH "?format=obj", "{\"betas\":[1]}"},
    {MESH "?format=ply", "{\"betas\":[1]}"},
    {MESH, "{\"bodies\":[{},{\"global_orient\":[0,0.3,0]}],\"global_orient\":[0.2,0,0]}"},
    {"POST", "/v1/models/default/joints", "{\"bodies\":[{\"betas\":[1]}]}"},
    {"POST", "/v1/models/default/portrait", "{\"betas\":[1],\"size\":[32,32]}"},
    {"POST", "/v1/models/default/measure", "{\"bodies\":[{\"betas\":[1]}]}"},
    {FIT, "{\"measurements\":{\"height\":1.8}}"},
    {SOLVE, "{" WRIST "}"},
    {SOLVE,
     "{" WRIST
     ",\"joint_limits\":[{\"joint\":\"neck\",\"kind\":\"ball\",\"twist\":[-0.5,0.5],\"swing\":[0.5]}]}"},
    {SOLVE, "{\"problems\":[{" WRIST "}]}"},
    {ROLLOUT, "{\"seconds\":0.25," WALK "}"},
    {ROLLOUT, "{\"seconds\":0.2," WALK ",\"control\":{}}"},
    {ROLLOUT, "{\"seconds\":0.2,\"random\":{}}"},
    {ROLLOUT, "{\"seconds\":0.25,\"follow\":{\"path\":[[0,0],[0,4]]}}"},
    {ROLLOUT, "{\"seconds\":0.25,\"pursue\":{\"path\":[[0,0],[0,4]]}}"},
    {ROLLOUT, "{\"seconds\":0.4,\"reach\":[{\"target\":[0.3,1.2,0.4]}],\"gaze\":[{\"t\":0.1,\"point\":[0,1.5,"
              "4]},{\"point\":[0,1,4]}]}"},
    {ROLLOUT, "{\"seconds\":2,\"sit\":[{\"seat\":[0,-0.3]}],\"scene\":{\"seats\":[{\"at\":[0,-0.3]}]}}"},
    {ROLLOUT,
     "{\"seconds\":0.25," WALK
     ",\"scene\":{\"walls\":[{\"from\":[-1,0.2],\"to\":[1,0.2]}],\"jumps\":[{\"at\":[0,1]"
     "}],\"crouches\":[{\"at\":[0,1],\"size\":[1,1]}],\"beams\":[{\"from\":[0,0],\"to\":[0,3]}],\"seats\":[{"
     "\"at\":[2,1]}]}}"},
    {ROLLOUT, "{\"seconds\":0.2," WALK ",\"scene\":{\"ground\":{\"kind\":\"hills\",\"side\":4}}}"},
    {ROLLOUT, "{\"seconds\":0.2," WALK ",\"scene\":{\"ground\":{\"heights\":[[0,0.1],[0.2,0.1]]}}}"},
};

static void a_missing_field_has_its_default(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        const ask *a = &asks[i];
        char path[128];
        snprintf(path, sizeof path, "%.*s", (int)strcspn(a->target, "?"), a->target);
        const pd_api_route *route = pd_api_find_route(a->method, path).route;
        assert_non_null(route);
        const pd_api_field *tables[PD_API_BODY_TABLES_MAX];
        pd_api_body_tables(tables, route->body, route->query);
        json_t *body = json_loads(a->body, 0, NULL);
        assert_non_null(body);
        pd_buffer plain = reply_to(a->method, a->target, body);
        if (strncmp((char *)plain.data, "200 ", 4))
            wrong++, print_error("%s %s: %.*s\n", a->target, a->body, (int)plain.size, plain.data);
        write_out(a, body, &plain, body, tables, "");
        pd_buffer_deinit(&plain);
        json_decref(body);
    }
    assert_int_equal(wrong, 0);
    assert_true(asked > 600);
}

static int set_up(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(8, 3);
    return 0;
}

static int tear_down(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_missing_field_has_its_default)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
