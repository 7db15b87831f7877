/* Objects that clients store (scenes, skeletons, characters): which clients may replace, read and delete
 * them, and under which conditions of RFC 9110, 13.
 * One table of requests covers the three kinds, which share these rules. */
#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"

enum { ANNA = 7, BERT = 8 };

static pd_buffer avatar;

typedef struct kind {
    const char *path, *body, *type, *word;
} kind;

static const kind kinds[] = {
    {"/v1/scenes/thing", "{\"walls\":[{\"from\":[-2,3],\"to\":[2,3]}]}", "application/json", "scene"},
    {"/v1/skeletons/thing", "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]}]}", "application/json",
     "skeleton"},
    {"/v1/characters/thing", NULL, "model/gltf-binary", "character"}};

static pd_api_call *ask(const kind *k, const char *method, uint64_t owner, const char *if_match,
                        const char *if_none_match)
{
    pd_api_request request = {.method = method,
                              .path = k->path,
                              .owner = {.id = owner},
                              .if_match = if_match,
                              .if_none_match = if_none_match};
    if (!strcmp(method, "PUT")) {
        request.content_type = k->type;
        request.body = k->body ? (pd_bytes){(const unsigned char *)k->body, strlen(k->body)}
                               : (pd_bytes){avatar.data, avatar.size};
    }
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    api_finish(call);
    return call;
}

/* Sends a request and checks the status and, in an error, these words. */
static void expect(const kind *k, const char *method, uint64_t owner, const char *if_match,
                   const char *if_none_match, int status, const char *words)
{
    pd_api_call *call = ask(k, method, owner, if_match, if_none_match);
    const pd_api_reply *reply = pd_api_call_reply(call);
    if (reply->status != status)
        fail_msg("%s %s: %d, not %d: %.*s", method, k->path, reply->status, status, (int)reply->body.size,
                 (const char *)reply->body.data);
    if (words) {
        json_t *problem = api_json(call);
        const char *detail = json_string_value(json_object_get(problem, "detail"));
        if (!detail || !strstr(detail, words)) fail_msg("%s %s: %s", method, k->path, detail);
        json_decref(problem);
    }
    pd_api_call_release(call);
}

static void an_upload_belongs_to_its_client_and_honours_conditions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const kind *k = &kinds[i];
        char etag[80], others[96];

        /* If-Match of a missing object fails; If-None-Match: * stores only a new object. */
        expect(k, "PUT", ANNA, "*", NULL, 412, NULL);
        expect(k, "GET", ANNA, NULL, NULL, 404, "thing");
        expect(k, "DELETE", ANNA, NULL, NULL, 404, "thing");
        expect(k, "PUT", ANNA, NULL, "*", 201, NULL);
        expect(k, "PUT", ANNA, NULL, "*", 412, NULL);

        /* Everybody reads it; only its client replaces or deletes it. */
        pd_api_call *call = ask(k, "GET", BERT, NULL, NULL);
        assert_int_equal(api_status(call), 200);
        snprintf(etag, sizeof etag, "%s", api_header(call, "ETag"));
        assert_true(strlen(etag) > 4 && etag[0] == '"');
        pd_api_call_release(call);
        snprintf(others, sizeof others, "\"other\", %s", etag);
        expect(k, "PUT", BERT, NULL, NULL, 403, "belongs to another client");
        expect(k, "DELETE", BERT, NULL, NULL, 403, "belongs to another client");
        expect(k, "GET", ANNA, NULL, NULL, 200, NULL);

        /* A copy that is current is not sent again. */
        expect(k, "GET", BERT, NULL, etag, 304, NULL);
        expect(k, "GET", BERT, NULL, others, 304, NULL);
        expect(k, "GET", BERT, NULL, "\"other\"", 200, NULL);

        /* Replaced and deleted only as it is known. */
        expect(k, "PUT", ANNA, "\"other\"", NULL, 412, NULL);
        expect(k, "PUT", ANNA, NULL, etag, 412, NULL);
        expect(k, "PUT", ANNA, others, NULL, 200, NULL);
        expect(k, "DELETE", ANNA, "\"other\"", NULL, 412,
               "does not meet the conditions of If-Match or If-None-Match");
        expect(k, "DELETE", ANNA, NULL, etag, 412,
               "does not meet the conditions of If-Match or If-None-Match");
        expect(k, "GET", ANNA, NULL, NULL, 200, NULL);
        expect(k, "DELETE", ANNA, etag, NULL, 204, NULL);
        expect(k, "GET", ANNA, NULL, NULL, 404, "thing");

        /* After the deletion another client can use the name. */
        expect(k, "PUT", BERT, NULL, NULL, 201, NULL);
        expect(k, "DELETE", ANNA, NULL, NULL, 403, "belongs to another client");
        expect(k, "DELETE", BERT, NULL, NULL, 204, NULL);
    }
}

static int set_up(void **state)
{
    avatar_make(&avatar, &(avatar_spec){.vrm = 2});
    return api_host_setup(state);
}

static int tear_down(void **state)
{
    pd_buffer_deinit(&avatar);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_upload_belongs_to_its_client_and_honours_conditions)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
