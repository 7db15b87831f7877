/* Avatars that clients store by their choices (api/avatar/avatars.h): which are stored, under which id and
 * for which client. Each file equals, byte for byte, the reply of the route that makes it. */
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"

enum { ANNA = 7, BERT = 8 };

static pd_srv_named_store *store;
static pd_api_host host;
static const pd_api_access no_access = {.lists[PD_API_OBJECT_AVATARS] = "a0*", .key = "visitor"};
static const pd_api_access no_person = {.lists[PD_API_OBJECT_MODELS] = "other", .key = "visitor"};

static pd_status put(void *ctx, pd_api_avatar *avatar, const pd_api_condition *condition, int *is_new,
                     pd_error *err)
{
    (void)ctx;
    return pd_srv_named_store_put(store, avatar, condition, &(pd_srv_named_store_limits){4, 3, INT64_MAX},
                                  is_new, err);
}

static pd_api_avatar *get(void *ctx, const char *id)
{
    (void)ctx;
    return pd_srv_named_store_get(store, id);
}

static int erase(void *ctx, const char *id, const pd_api_owner *who, const pd_api_condition *condition)
{
    (void)ctx;
    return pd_srv_named_store_delete(store, id, who, condition);
}

static void each(void *ctx, void (*visit)(void *arg, const char *id, const void *avatar), void *arg)
{
    (void)ctx;
    pd_srv_named_store_each(store, visit, arg);
}

/* Acquires a model. The shipped person is also known by its own name. */
static pd_status acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    return api_host_acquire(ctx, strcmp(id, "person") ? id : "tiny", may_wait, out, err);
}

/* Sends a request of the client Anna, unless `extra` names another owner. */
static pd_api_call *ask(const char *method, const char *target, const char *body, pd_api_request extra)
{
    static char path[256];
    const char *mark = strchr(target, '?');
    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - target : (long)strlen(target)), target);
    pd_api_request request = extra;
    request.method = method;
    request.path = path;
    request.query = mark ? mark + 1 : NULL;
    if (!request.owner.id) request.owner.id = ANNA;
    request.may_wait = true;
    if (body) request.body = (pd_bytes){(const unsigned char *)body, strlen(body)};
    pd_api_call *call = pd_api_decode(&request, &host, &api_shipped_limits);
    api_finish(call);
    return call;
}

/* Stores choices and copies the id. */
static void stored(char id[PD_API_ID_BYTES], const char *choices, uint64_t owner, int status)
{
    pd_api_call *call = ask("POST", "/v1/avatars", choices, (pd_api_request){.owner.id = owner});
    if (api_status(call) != status)
        fail_msg("%s: %d: %.300s", choices, api_status(call),
                 (const char *)pd_api_call_reply(call)->body.data);
    json_t *reply = api_json(call);
    snprintf(id, PD_API_ID_BYTES, "%s", json_string_value(json_object_get(reply, "id")));
    json_decref(reply);
    pd_api_call_release(call);
}

static void refused(const char *method, const char *target, const char *body, pd_api_request extra,
                    int status, const char *pointer, const char *detail)
{
    pd_api_call *call = ask(method, target, body, extra);
    json_t *problem = api_json(call), *first = json_array_get(json_object_get(problem, "errors"), 0);
    const char *said = json_string_value(json_object_get(first ? first : problem, "detail"));
    const char *at = json_string_value(
        json_object_get(first, first && json_object_get(first, "pointer") ? "pointer" : "parameter"));
    if (api_status(call) != status || !said || strcmp(said, detail) || strcmp(at ? at : "", pointer))
        fail_msg("%s %s %.60s:\n%d %s: %s\nwanted\n%d %s: %s", method, target, body ? body : "",
                 api_status(call), at ? at : "", said, status, pointer, detail);
    json_decref(problem);
    pd_api_call_release(call);
}

/* Checks that two requests give the same bytes, type and tag. */
static void same(const char *target, const char *as, const char *type)
{
    pd_api_call *call = ask("GET", target, NULL, (pd_api_request){0}),
                *other = ask("GET", as, NULL, (pd_api_request){0});
    const pd_api_reply *a = pd_api_call_reply(call), *b = pd_api_call_reply(other);
    if (a->status != 200 || b->status != 200)
        fail_msg("%s: %d, %s: %d: %.300s", target, a->status, as, b->status,
                 (const char *)(a->status != 200 ? a : b)->body.data);
    assert_string_equal(a->content_type, type);
    assert_string_equal(b->content_type, type);
    if (a->body.size != b->body.size)
        fail_msg("%s: %zu bytes, %s: %zu", target, a->body.size, as, b->body.size);
    assert_memory_equal(a->body.data, b->body.data, a->body.size);
    assert_string_equal(api_header(call, "ETag"), api_header(other, "ETag"));
    pd_api_call_release(call);
    pd_api_call_release(other);
}

static void forget(const char *id, uint64_t owner)
{
    char path[128];
    snprintf(path, sizeof path, "/v1/avatars/%s", id);
    pd_api_call *call = ask("DELETE", path, NULL, (pd_api_request){.owner.id = owner});
    assert_int_equal(api_status(call), 204);
    pd_api_call_release(call);
}

static void an_id_is_of_the_choices_and_of_their_client(void **state)
{
    (void)state;
    char first[PD_API_ID_BYTES], again[PD_API_ID_BYTES], berts[PD_API_ID_BYTES], others[PD_API_ID_BYTES],
        text[256];
    pd_api_call *call = ask("POST", "/v1/avatars", "{\"random\":7,\"height\":1.8,\"ground\":true}",
                            (pd_api_request){.prefix = "/posed"});
    assert_int_equal(api_status(call), 201);
    json_t *reply = api_json(call);
    snprintf(first, sizeof first, "%s", json_string_value(json_object_get(reply, "id")));
    assert_int_equal(strlen(first), 24);
    assert_int_equal(strspn(first + 1, "0123456789abcdef"), 23);
    assert_int_equal(first[0], 'a');
    snprintf(text, sizeof text, "/posed/v1/avatars/%s", first);
    assert_string_equal(api_header(call, "Location"), text);
    assert_null(api_header(call, "Posed-Shape")); /* of the mesh that was not made */
    snprintf(text, sizeof text,
             "{\"id\":\"%s\",\"model\":\"person\",\"choices\":{\"ground\":true,\"height\":1.8,"
             "\"people_version\":2,\"random\":7,\"wardrobe_version\":3},"
             "\"glb\":\"/posed/v1/avatars/%s.glb\",\"vrm\":\"/posed/v1/avatars/%s.vrm\"}",
             first, first, first);
    assert_int_equal(pd_api_call_reply(call)->body.size, strlen(text));
    assert_memory_equal(pd_api_call_reply(call)->body.data, text, strlen(text));
    json_decref(reply);
    pd_api_call_release(call);
    assert_true(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_AVATARS]) > strlen(text));

    /* The order of members and the name of the usual model make no difference. */
    stored(again, "{\"height\":1.8,\"ground\":true,\"model\":\"person\",\"random\":7}", ANNA, 200);
    assert_string_equal(again, first);
    stored(berts, "{\"random\":7,\"height\":1.8,\"ground\":true}", BERT, 201);
    assert_string_not_equal(berts, first);
    stored(others, "{\"random\":7}", ANNA, 201);
    assert_string_not_equal(others, first);
    forget(others, ANNA);
    stored(others, "{\"random\":7,\"model\":\"other\"}", ANNA, 201);
    forget(first, ANNA);
    forget(others, ANNA);
    forget(berts, BERT);
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_AVATARS]), 0);

    /* Without choices it is the model as it is. */
    stored(first, "{}", ANNA, 201);
    forget(first, ANNA);
}

static void each_file_is_the_reply_of_its_route(void **state)
{
    (void)state;
    char id[PD_API_ID_BYTES], plain[PD_API_ID_BYTES], target[128];
    stored(id, "{\"random\":3,\"height\":1.75,\"ground\":false,\"hair_color\":\"red\"}", ANNA, 201);
    stored(plain, "{\"betas\":[0.5,-1.25]}", ANNA, 201);
    static const struct {
        const char *route, *ending, *as, *type;
    } rows[] = {
        {"avatars", ".glb", "mesh?%sformat=glb&profile=talkinghead", "model/gltf-binary"},
        {"avatars", ".glb?lod=3", "mesh?%sformat=glb&lod=3", "model/gltf-binary"},
        {"avatars", ".glb?profile=unity&lod=3", "mesh?%sformat=glb&profile=unity&lod=3", "model/gltf-binary"},
        {"avatars", ".vrm", "mesh?%sformat=glb&profile=vrm", "model/gltf-binary"},
        {"avatars", ".vrm?lod=3", "mesh?%sformat=glb&profile=vrm&lod=3", "model/gltf-binary"},
        {"avatars", ".vrm?profile=vrm0&lod=3", "mesh?%sformat=glb&profile=vrm0&lod=3", "model/gltf-binary"},
        {"avatars", ".vrm?lod=3&profile=vrm0", "mesh?%sformat=glb&profile=vrm0&lod=3", "model/gltf-binary"},
        {"avatars", ".png?size=64", "portrait?%sformat=png&size=64", "image/png"},
        {"avatars", ".webp?size=64", "portrait?%sformat=webp&size=64", "image/webp"},
        {"readyplayerme", ".glb?quality=low&lod=0&textureFormat=webp",
         "mesh?%sformat=glb&profile=readyplayerme&pose=a&lod=0&texture_size=256&atlas=true&textures=webp",
         "model/gltf-binary"},
        {"readyplayerme", ".png?camera=fullbody&pose=power-stance&size=64&morphTargets=ARKit",
         "portrait?%sformat=png&view=full&background=none&stance=power-stance&size=64", "image/png"},
        {"readyplayerme", ".jpg?size=64&background=255,0,16",
         "portrait?%sformat=png&view=head&background=ff0010&size=64", "image/png"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int is_plain = 0; is_plain < (i < 2 ? 2 : 1); is_plain++) {
            char name[64], as[256];
            snprintf(target, sizeof target, "/v1/%s/%s%s", rows[i].route, is_plain ? plain : id,
                     rows[i].ending);
            snprintf(name, sizeof name, "%s", "/v1/models/person/");
            const char *mark = strstr(rows[i].as, "%s");
            snprintf(as, sizeof as, "%s%.*s%s%s", name, (int)(mark - rows[i].as), rows[i].as,
                     is_plain ? "betas=0.5,-1.25&" : "random=3&height=1.75&ground=false&hair_color=red&",
                     mark + 2);
            same(target, as, rows[i].type);
        }

    /* The estimate is that of the route. */
    static const char *const costs[][2] = {{".glb?lod=3", "mesh?format=glb&lod=3"},
                                           {".png?size=64", "portrait?format=png&size=64"}};
    for (int i = 0; i < 2; i++) {
        char as[128], path[128];
        snprintf(path, sizeof path, "/v1/avatars/%s%.4s", plain, costs[i][0]);
        snprintf(as, sizeof as, "/v1/models/person/%.*s", (int)strcspn(costs[i][1], "?"), costs[i][1]);
        const pd_api_request one = {.method = "GET", .path = path, .query = strchr(costs[i][0], '?') + 1},
                             other = {.method = "GET", .path = as, .query = strchr(costs[i][1], '?') + 1};
        pd_api_call *a = pd_api_decode(&one, &host, &api_shipped_limits),
                    *b = pd_api_decode(&other, &host, &api_shipped_limits);
        assert_true(pd_api_call_cost(b) > 0);
        assert_float_equal(pd_api_call_cost(a), pd_api_call_cost(b), 1e-9);
        pd_api_call_release(a);
        pd_api_call_release(b);
    }
    snprintf(target, sizeof target, "/v1/avatars/%s", plain);
    pd_api_call *call = ask("GET", target, NULL, (pd_api_request){0});
    assert_true(pd_api_call_cost(call) == 0);
    pd_api_call_release(call);
    forget(id, ANNA);
    forget(plain, ANNA);

    /* A stored profile is that of a .glb, unless the request has one; a .vrm and pictures do not have it. */
    static const char *const files[][2] = {
        {".glb", "mesh?random=3&profile=three&ground=false&format=glb"},
        {".glb?profile=unity&lod=3", "mesh?random=3&ground=false&format=glb&profile=unity&lod=3"},
        {".vrm?lod=3", "mesh?random=3&ground=false&format=glb&profile=vrm&lod=3"},
        {".png?size=64", "portrait?random=3&ground=false&format=png&size=64"}};
    stored(id, "{\"random\":3,\"profile\":\"three\",\"ground\":false}", ANNA, 201);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char as[128];
        snprintf(target, sizeof target, "/v1/avatars/%s%s", id, files[i][0]);
        snprintf(as, sizeof as, "/v1/models/person/%s", files[i][1]);
        same(target, as, i < 3 ? "model/gltf-binary" : "image/png");
    }
    forget(id, ANNA);
}

static void choices_are_read_and_not_sent_twice(void **state)
{
    (void)state;
    char id[PD_API_ID_BYTES], target[128], etag[96];
    stored(id, "{\"random\":3}", ANNA, 201);
    snprintf(target, sizeof target, "/v1/avatars/%s", id);
    pd_api_call *call = ask("GET", target, NULL, (pd_api_request){.owner.id = BERT});
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    assert_string_equal(json_string_value(json_object_get(reply, "id")), id);
    json_decref(reply);
    snprintf(etag, sizeof etag, "%s", api_header(call, "ETag"));
    assert_int_equal(strlen(etag), 34); /* 128 bits */
    pd_api_call_release(call);
    call = ask("GET", target, NULL, (pd_api_request){.if_none_match = etag});
    assert_int_equal(api_status(call), 304);
    pd_api_call_release(call);

    /* The list has those that the key may read. */
    char other[PD_API_ID_BYTES];
    stored(other, "{\"random\":4}", ANNA, 201);
    call = ask("GET", "/v1/avatars", NULL, (pd_api_request){0});
    reply = api_json(call);
    assert_int_equal(json_array_size(json_object_get(reply, "avatars")), 2);
    json_decref(reply);
    pd_api_call_release(call);
    pd_api_access access = {.key = "visitor"};
    snprintf(access.lists[PD_API_OBJECT_AVATARS], sizeof access.lists[0], "%s", other);
    call = ask("GET", "/v1/avatars", NULL, (pd_api_request){.access = &access});
    reply = api_json(call);
    assert_int_equal(json_array_size(json_object_get(reply, "avatars")), 1);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(json_object_get(reply, "avatars"), 0), "id")),
        other);
    json_decref(reply);
    pd_api_call_release(call);
    forget(id, ANNA);
    forget(other, ANNA);
    call = ask("GET", "/v1/avatars", NULL, (pd_api_request){0});
    assert_string_equal(pd_api_call_reply(call)->content_type, "application/json");
    assert_int_equal(pd_api_call_reply(call)->body.size, strlen("{\"avatars\":[]}\n"));
    assert_memory_equal(pd_api_call_reply(call)->body.data, "{\"avatars\":[]}\n",
                        strlen("{\"avatars\":[]}\n"));
    pd_api_call_release(call);
}

static void an_unknown_choice_is_refused(void **state)
{
    (void)state;
    static const char flat[] = "a number, a string, true, false, or a flat list of them expected";
    char words[160], big[PD_API_AVATAR_BYTES + 2];
    static const struct {
        const char *body, *pointer, *kind;
    } rows[] = {{"{\"betas\":[[1]]}", "/betas", "an array"},
                {"{\"blend_shapes\":{\"jawOpen\":1}}", "/blend_shapes", "an object"},
                {"{\"betas\":null}", "/betas", "null"},
                {"{\"betas\":[{}]}", "/betas", "an array"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(words, sizeof words, "%s; %s", rows[i].kind, flat);
        refused("POST", "/v1/avatars", rows[i].body, (pd_api_request){0}, 400, rows[i].pointer, words);
    }
    refused("POST", "/v1/avatars", "[]", (pd_api_request){0}, 400, "",
            "an array; an object of choices expected");
    refused("POST", "/v1/avatars", "{\"model\":5}", (pd_api_request){0}, 400, "/model",
            "a number; the id of a model expected");
    refused("POST", "/v1/avatars", "{\"height\":0.4}", (pd_api_request){0}, 400, "/height",
            "0.4; 0.5 to 2.6 m allowed");

    /* Characters that mean something in a query stay part of the value. */
    refused("POST", "/v1/avatars", "{\"gender\":\"a&b=c%d e\"}", (pd_api_request){0}, 400, "/gender",
            "\"a&b=c%d e\"; one of neutral|female|male expected");

    /* 4,096 bytes are read, one more is not. */
    memset(big, ' ', sizeof big);
    memcpy(big, "{\"model\":5}", 11);
    big[PD_API_AVATAR_BYTES] = 0;
    refused("POST", "/v1/avatars", big, (pd_api_request){0}, 400, "/model",
            "a number; the id of a model expected");
    big[PD_API_AVATAR_BYTES] = ' ', big[PD_API_AVATAR_BYTES + 1] = 0;
    refused("POST", "/v1/avatars", big, (pd_api_request){0}, 413, "",
            "4097 bytes; at most 4096 bytes of JSON allowed for the choices of an avatar");

    refused("POST", "/v1/avatars", "{\"model\":\"nobody\"}", (pd_api_request){0}, 404, "",
            "no model \"nobody\"; GET /v1/models lists them");
    refused("POST", "/v1/avatars", "{}", (pd_api_request){.access = &no_person}, 403, "",
            "the key \"visitor\" is not for the model \"person\" (models=other)");
    host.avatar_put = NULL;
    refused("POST", "/v1/avatars", "{}", (pd_api_request){0}, 404, "", "this server stores no avatars");
    host.avatar_put = put;
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_AVATARS]), 0);
}

static void a_file_other_than_an_avatar_is_refused(void **state)
{
    (void)state;
    static const char nobody[] = "no avatar \"a1\"; GET /v1/avatars lists them, POST stores one";
    char id[PD_API_ID_BYTES], target[128], words[160];
    stored(id, "{\"random\":3}", ANNA, 201);
    refused("GET", "/v1/avatars/a1", NULL, (pd_api_request){0}, 404, "", nobody);
    refused("GET", "/v1/avatars/a1.glb", NULL, (pd_api_request){0}, 404, "", nobody);
    refused("GET", "/v1/readyplayerme/a1.glb", NULL, (pd_api_request){0}, 404, "", nobody);
    refused("DELETE", "/v1/avatars/a1", NULL, (pd_api_request){0}, 404, "", nobody);

    snprintf(target, sizeof target, "/v1/avatars/%s.obj", id);
    refused("GET", target, NULL, (pd_api_request){0}, 404, "",
            "\".obj\" is not an ending of an avatar's file; .glb, .vrm, .png or .webp expected");
    snprintf(target, sizeof target, "/v1/readyplayerme/%s.obj", id);
    refused(
        "GET", target, NULL, (pd_api_request){0}, 404, "",
        ".obj; ID.glb, ID.png, ID.jpg or ID.json expected here. ID.vrm and the choices are at /v1/avatars");
    snprintf(target, sizeof target, "/v1/avatars/%s?lod=1", id);
    snprintf(words, sizeof words, "query parameters given, but only a file takes them; use %s.glb", id);
    refused("GET", target, NULL, (pd_api_request){0}, 400, "", words);
    snprintf(target, sizeof target, "/v1/readyplayerme/%s", id);
    refused("GET", target, NULL, (pd_api_request){0}, 404, "",
            "no ending; ID.glb, ID.png, ID.jpg or ID.json expected here. ID.vrm and the choices are at "
            "/v1/avatars");
    snprintf(target, sizeof target, "/v1/readyplayerme/%s.vrm", id);
    refused(
        "GET", target, NULL, (pd_api_request){0}, 404, "",
        ".vrm; ID.glb, ID.png, ID.jpg or ID.json expected here. ID.vrm and the choices are at /v1/avatars");
    snprintf(target, sizeof target, "/v1/readyplayerme/%s.glb?lod=3", id);
    refused("GET", target, NULL, (pd_api_request){0}, 400, "/lod", "3; 0 to 2 allowed");

    /* Keys reach what their lists name. */
    snprintf(target, sizeof target, "/v1/avatars/%s", "a1");
    refused("GET", target, NULL, (pd_api_request){.access = &no_access}, 403, "",
            "the key \"visitor\" is not for the avatar \"a1\" (avatars=a0*)");

    /* Only its client deletes it, and only as it is known. */
    snprintf(target, sizeof target, "/v1/avatars/%s", id);
    snprintf(words, sizeof words, "the avatar \"%s\" belongs to another client", id);
    refused("DELETE", target, NULL, (pd_api_request){.owner.id = BERT}, 403, "", words);
    snprintf(words, sizeof words,
             "the avatar \"%s\" does not meet the conditions of If-Match or If-None-Match", id);
    refused("DELETE", target, NULL, (pd_api_request){.if_match = "\"other\""}, 412, "", words);
    forget(id, ANNA);
}

static void a_full_store_and_full_memory_are_reported(void **state)
{
    (void)state;
    char ids[4][PD_API_ID_BYTES];
    stored(ids[0], "{\"random\":1}", ANNA, 201);
    stored(ids[1], "{\"random\":2}", ANNA, 201);
    stored(ids[2], "{\"random\":3}", ANNA, 201);
    pd_api_call *call = ask("POST", "/v1/avatars", "{\"random\":4}", (pd_api_request){0});
    assert_int_equal(api_status(call), 413); /* limits.owner_avatars */
    pd_api_call_release(call);
    stored(ids[3], "{\"random\":4}", BERT, 201);

    const size_t held = atomic_load(&api_host_state.memory.held[PD_API_MEMORY_AVATARS]);
    for (int i = 0; i < 3; i++) forget(ids[i], ANNA);
    assert_true(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_AVATARS]) * 4 ==
                held); /* equally long */
    forget(ids[3], BERT);
}

static int setup(void **state)
{
    api_host *h = &api_host_state;
    pd_error err;
    api_host_setup(state);
    pd_smpl_model_release(h->tiny);
    if (pd_smpl_model_load(&h->tiny, "models/person.safetensors", &err) ||
        pd_wardrobe_load(&h->wardrobe, "models/wardrobe.safetensors", &err))
        return 1;
    store = pd_srv_avatars_new();
    host = api_host_table;
    host.acquire = acquire;
    host.avatar_put = put, host.avatar = get, host.avatar_delete = erase, host.each_avatar = each;
    return 0;
}

static int teardown(void **state)
{
    pd_srv_named_store_free(store);
    pd_wardrobe_release(api_host_state.wardrobe);
    return api_host_teardown(state);
}

/* Returns whether a file has a square PNG picture of that side. */
static bool has_picture(pd_bytes file, unsigned side)
{
    const unsigned char head[12] = {'I',
                                    'H',
                                    'D',
                                    'R',
                                    0,
                                    0,
                                    (unsigned char)(side >> 8),
                                    (unsigned char)side,
                                    0,
                                    0,
                                    (unsigned char)(side >> 8),
                                    (unsigned char)side};
    return memmem(file.data, file.size, head, sizeof head) != NULL;
}

/* A larger texture_size draws the skin larger; it does not enlarge pixels. */
static void the_skin_is_drawn_at_half_of_texture_size(void **state)
{
    (void)state;
    static const struct {
        const char *size;
        unsigned skin;
    } cases[] = {{"", 512}, {"&texture_size=1024", 512}, {"&texture_size=2048", 1024}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char target[128];
        snprintf(target, sizeof target, "/v1/models/person/mesh?format=glb&atlas=false&lod=3%s",
                 cases[c].size);
        pd_api_call *call = ask("GET", target, NULL, (pd_api_request){0});
        assert_int_equal(api_status(call), 200);
        const pd_buffer *body = &pd_api_call_reply(call)->body;
        const pd_bytes file = {body->data, body->size};
        assert_true(has_picture(file, cases[c].skin) && !has_picture(file, 2 * cases[c].skin));
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_of_the_choices_and_of_their_client),
        cmocka_unit_test(each_file_is_the_reply_of_its_route),
        cmocka_unit_test(choices_are_read_and_not_sent_twice),
        cmocka_unit_test(an_unknown_choice_is_refused),
        cmocka_unit_test(a_file_other_than_an_avatar_is_refused),
        cmocka_unit_test(the_skin_is_drawn_at_half_of_texture_size),
        cmocka_unit_test(a_full_store_and_full_memory_are_reported),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
