/* POST /mcp: messages as the Model Context Protocol (revision 2025-06-18) and JSON-RPC 2.0 define them. */
#include "api/agents/mcp.h"
#include "api/avatar/avatars.h"
#include "config/version.h"
#include "tests/support/api_ask.h"
#include "tests/support/rigs.h"

#include <string.h>

static json_t *say(const char *message, int status)
{
    pd_api_call *call = api_ask("POST", "/mcp", message);
    assert_int_equal(api_status(call), status);
    json_t *reply = api_json(call);
    pd_api_call_release(call);
    assert_string_equal(json_string_value(json_object_get(reply, "jsonrpc")), "2.0");
    return reply;
}

static json_t *at(const json_t *object, const char *a, const char *b)
{
    return json_object_get(json_object_get(object, a), b);
}

/* Calls a tool and returns its result as JSON; checks isError. */
static json_t *call_tool(const char *name, const char *arguments, bool fails)
{
    char message[2048];
    snprintf(message, sizeof message,
             "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/"
             "call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
             name, arguments);
    json_t *reply = say(message, 200);
    assert_int_equal(json_integer_value(json_object_get(reply, "id")), 5);
    assert_int_equal(json_is_true(at(reply, "result", "isError")), fails);
    json_t *content = json_array_get(at(reply, "result", "content"), 0);
    assert_string_equal(json_string_value(json_object_get(content, "type")), "text");
    json_t *text = json_string(json_string_value(json_object_get(content, "text")));
    if (fails) {
        assert_null(at(reply, "result", "structuredContent"));
        json_decref(reply);
        return text;
    }

    /* Text and structured content say the same. */
    json_t *whole = json_loads(json_string_value(text), 0, NULL);
    assert_true(json_equal(whole, at(reply, "result", "structuredContent")));
    json_decref(text);
    json_decref(reply);
    return whole;
}

static void a_client_begins_and_lists_the_tools(void **state)
{
    (void)state;
    json_t *reply = say("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"initialize\",\"params\":{"
                        "\"protocolVersion\":\"2025-03-26\",\"capabilities\":{}}}",
                        200);
    assert_string_equal(json_string_value(json_object_get(reply, "id")), "x");
    assert_string_equal(json_string_value(at(reply, "result", "protocolVersion")), "2025-03-26");
    assert_true(json_is_object(json_object_get(at(reply, "result", "capabilities"), "tools")));
    json_decref(reply);

    reply = say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}", 200);
    const json_t *tools = at(reply, "result", "tools");
    assert_true(json_array_size(tools) >= 4);
    size_t i;
    json_t *tool;
    json_array_foreach(tools, i, tool)
    {
        const json_t *schema = json_object_get(tool, "inputSchema");
        assert_true(json_string_length(json_object_get(tool, "description")) > 20);
        assert_string_equal(json_string_value(json_object_get(schema, "type")), "object");
        assert_true(json_is_false(json_object_get(schema, "additionalProperties")));
        if (!strcmp(json_string_value(json_object_get(tool, "name")), "solve_ik"))
            assert_non_null(at(schema, "properties", "targets"));
        if (!strcmp(json_string_value(json_object_get(tool, "name")), "get_file_link"))
            assert_string_equal(json_string_value(json_array_get(json_object_get(schema, "required"), 0)),
                                "id");
    }
    json_decref(reply);

    reply = say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}", 200);
    assert_int_equal(json_object_size(json_object_get(reply, "result")), 0);
    json_decref(reply);
}

static void notifications_and_replies_of_the_client_are_taken(void **state)
{
    (void)state;
    static const char *const messages[] = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}"};
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        pd_api_call *call = api_ask("POST", "/mcp", messages[i]);
        assert_int_equal(api_status(call), 202);
        assert_int_equal(pd_api_call_reply(call)->body.size, 0);
        pd_api_call_release(call);
    }
}

/* JSON-RPC 2.0, section 5.1, gives the codes. */
static void a_malformed_request_has_the_code_of_its_error(void **state)
{
    (void)state;
    static const struct {
        const char *message;
        int status, code;
        const char *says;
    } rows[] = {
        {"{", 400, -32700, "JSON"},
        {"{\"id\":1,\"method\":\"ping\"}", 400, -32600, "/jsonrpc"},
        {"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", 400, -32600, "/jsonrpc"},
        {"{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}", 400, -32600, "/id"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", 400, -32600, "/id"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1}", 400, -32600, "/method"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", 400, -32600, "/method"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}", 200, -32601, "\"resources/list\""},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", 200, -32602, "/params"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}", 200, -32602, "/params/name"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"dance\"}}", 200,
         -32602, "\"dance\""},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"solve_ik\","
         "\"arguments\":[]}}",
         200, -32602, "/params/arguments"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *reply = say(rows[i].message, rows[i].status);
        assert_int_equal(json_integer_value(at(reply, "error", "code")), rows[i].code);
        const char *said = json_string_value(at(reply, "error", "message"));
        if (!strstr(said, rows[i].says)) fail_msg("%s: \"%s\"", rows[i].message, said);
        json_decref(reply);
    }
}

/* The tool gives what its route gives. */
static void inverse_kinematics_is_that_of_its_route(void **state)
{
    (void)state;
    static const char asked[] = "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.2]}]}";
    pd_api_call *call = api_ask("POST", "/v1/ik/solve", asked);
    json_t *direct = api_json(call), *tool = call_tool("solve_ik", asked, false);
    assert_true(json_equal(json_object_get(direct, "pose"), json_object_get(tool, "pose")));
    assert_true(json_object_size(json_object_get(tool, "pose")) > 0);
    json_decref(direct);
    json_decref(tool);
    pd_api_call_release(call);
}

static void a_refusal_of_the_route_is_a_result_that_the_model_sees(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"solve_ik", "{\"trgets\":[]}", "did you mean targets"},
        {"get_file_link", "{}", "/id"},
        {"get_file_link", "{\"id\":5}", "/id"},
        {"get_file_link", "{\"id\":\"tiny\",\"beta\":1}", "beta"},
        {"get_file_link", "{\"id\":\"nobody\"}", "nobody"},
        {"walk_script", "{\"format\":\"glb\"}", "/format"},
        {"speech", "{\"text\":\"a\",\"voice\":\"hal\"}", "/voice"},
        {"speech", "{}", "text"},
        {"say", "{\"id\":\"plaza\",\"character\":1,\"text\":\"Hi\"}", "scope stream"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *text = call_tool(rows[i][0], rows[i][1], true);
        if (!strstr(json_string_value(text), rows[i][2])) fail_msg("%s", json_string_value(text));
        json_decref(text);
    }
}

/* A GET of a link's path gives the linked file. */
static void a_link_can_be_followed(void **state)
{
    (void)state;
    json_t *link =
        call_tool("get_file_link", "{\"id\":\"tiny\",\"format\":\"obj\",\"betas\":[0.3,-0.25]}", false);
    const char *path = json_string_value(json_object_get(link, "path"));
    assert_string_equal(path, "/v1/models/tiny/mesh?format=obj&betas=0.3,-0.25");
    pd_api_call *call = api_ask("GET", path, NULL);
    assert_int_equal(api_status(call), 200);
    assert_string_equal(pd_api_call_reply(call)->content_type, "model/obj");
    pd_api_call_release(call);
    json_decref(link);
}

/* A tool that needs a model on disk: the message is decoded again on a thread that may wait. */
static void a_tool_waits_for_a_model_on_disk(void **state)
{
    (void)state;
    static const char message[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
        "\"get_file_link\",\"arguments\":{\"id\":\"tiny\",\"format\":\"obj\"}}}";
    api_host_state.on_disk = "tiny";
    const pd_api_request quick = {
        .method = "POST", .path = "/mcp", .body = {(const unsigned char *)message, sizeof message - 1}};
    pd_api_call *call = pd_api_decode(&quick, &api_host_table, &api_host_limits);
    assert_true(pd_api_call_waits(call));
    pd_api_call_release(call);
    call = api_decode("POST", "/mcp", message, (pd_api_request){0});
    assert_false(pd_api_call_waits(call));
    assert_int_equal(api_status(call), 200);
    pd_api_call_release(call);
}

static int avatars_put;
static pd_status count_avatar(void *ctx, pd_api_avatar *avatar, const pd_api_condition *condition,
                              int *is_new, pd_error *err)
{
    (void)ctx, (void)condition, (void)err;
    pd_api_avatar_release(avatar);
    *is_new = 1;
    avatars_put++;
    return PD_OK;
}

/* A tool that changes something needs the scope of its route, and runs where decoding may wait. */
static void an_avatar_is_made_only_with_permission(void **state)
{
    static const char message[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
                                  "call\",\"params\":{\"name\":\"make_avatar\",\"arguments\":{"
                                  "\"model\":\"tiny\",\"betas\":[0.3]}}}";
    pd_api_host host = api_host_table;
    pd_api_request request = {.method = "POST",
                              .path = "/mcp",
                              .body = {(const unsigned char *)message, sizeof message - 1},
                              .scopes = 1u << PD_API_READ};
    (void)state;
    host.avatar_put = count_avatar;
    avatars_put = 0;

    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    assert_int_equal(api_status(call), 200);
    assert_non_null(strstr((const char *)pd_api_call_reply(call)->body.data, "lacks the scope stream"));
    pd_api_call_release(call);

    request.scopes |= 1u << PD_API_STREAM;
    call = pd_api_decode(&request, &host, &api_host_limits);
    assert_true(pd_api_call_waits(call));
    pd_api_call_release(call);
    assert_int_equal(avatars_put, 0);

    request.may_wait = true;
    call = pd_api_decode(&request, &host, &api_host_limits);
    assert_int_equal(api_status(call), 200);
    json_t *reply = api_json(call);
    const json_t *made = at(reply, "result", "structuredContent");
    assert_true(json_is_false(at(reply, "result", "isError")));
    assert_true(json_string_length(json_object_get(made, "id")) > 8);
    assert_string_equal(json_string_value(json_object_get(made, "model")), "tiny");
    assert_true(json_real_value(json_array_get(at(made, "choices", "betas"), 0)) == 0.3);
    json_decref(reply);
    pd_api_call_release(call);
    assert_int_equal(avatars_put, 1);
}

/* The tool gives the route's reply of a voice without its sound. */
static void speech_has_the_times_of_the_voice_and_no_sound(void **state)
{
    (void)state;
    static const char asked[] = "{\"text\":\"Hello, Bob.\",\"voice\":\"kal\"}";
    pd_api_call *call = api_ask("POST", "/v1/speech", asked);
    assert_int_equal(api_status(call), 200);
    json_t *direct = api_json(call), *tool = call_tool("speech", asked, false);
    assert_non_null(json_object_get(direct, "sound"));
    json_object_del(direct, "sound");
    assert_true(json_equal(direct, tool));
    assert_int_equal(json_array_size(json_object_get(tool, "words")), 2);
    json_decref(direct);
    json_decref(tool);
    pd_api_call_release(call);
}

/* The names, titles and instructions of the server and its tools have
 * the members that the protocol defines. */
static void the_server_and_its_tools_have_names_and_titles(void **state)
{
    (void)state;
    json_t *reply = say("{\"jsonrpc\":\"2.0\",\"id\":-7,\"method\":\"initialize\"}", 200);
    assert_int_equal(json_integer_value(json_object_get(reply, "id")), -7);
    json_t *wanted =
        json_pack("{s:s,s:{s:{s:b}},s:{s:s,s:s,s:s},s:s}", "protocolVersion", "2025-06-18", "capabilities",
                  "tools", "listChanged", 0, "serverInfo", "name", "posed", "title", "posed", "version",
                  pd_cfg_version_text(), "instructions",
                  "Bodies, dressed people, inverse kinematics, walking characters, and live characters of "
                  "rooms that speak, look, gesture and feel. Lengths are in metres, angles in radians, y is "
                  "up. GET /llms.txt describes the whole interface.");
    assert_true(json_equal(json_object_get(reply, "result"), wanted));
    json_decref(wanted);
    json_decref(reply);

    static const char *const names[][3] = {
        {"list_models", "List the models", NULL},
        {"solve_ik", "Solve inverse kinematics", NULL},
        {"walk_script", "Walk by a script", NULL},
        {"list_clips", "List the clips", NULL},
        {"speech", "Get the mouth shapes of a text", NULL},
        {"list_rooms", "List the rooms", NULL},
        {"say", "Let a character of a room speak", "id"},
        {"look_at", "Let a character of a room look at a point", "id"},
        {"gesture", "Let a character of a room play a gesture", "id"},
        {"feel", "Set the emotions of a character of a room", "id"},
        {"list_avatars", "List the stored avatars", NULL},
        {"make_avatar", "Make an avatar", NULL},
        {"get_avatar_link", "Get the path of a stored avatar's file", "id"},
        {"get_file_link", "Get the path of a person's file", "id"}};
    enum { NAMES = sizeof names / sizeof *names };
    reply = say("{\"jsonrpc\":\"2.0\",\"id\":\"a \\\"b\\\"\",\"method\":\"tools/list\",\"params\":{}}", 200);
    assert_string_equal(json_string_value(json_object_get(reply, "id")), "a \"b\"");
    const json_t *tools = at(reply, "result", "tools");
    assert_int_equal(json_array_size(tools), NAMES);
    for (int i = 0; i < NAMES; i++) {
        const json_t *tool = json_array_get(tools, (size_t)i);
        assert_string_equal(json_string_value(json_object_get(tool, "name")), names[i][0]);
        assert_string_equal(json_string_value(json_object_get(tool, "title")), names[i][1]);
        const bool acts = !strcmp(names[i][0], "say") || !strcmp(names[i][0], "gesture");
        const bool changes = acts || !strcmp(names[i][0], "make_avatar") || !strcmp(names[i][0], "look_at") ||
                             !strcmp(names[i][0], "feel");
        assert_int_equal(json_is_true(at(tool, "annotations", "readOnlyHint")), !changes);
        assert_true(json_is_false(at(tool, "annotations", "destructiveHint")));
        assert_int_equal(json_is_true(at(tool, "annotations", "idempotentHint")), !acts);
        assert_true(json_is_false(at(tool, "annotations", "openWorldHint")));
        const json_t *required = at(tool, "inputSchema", "required");
        assert_int_equal(json_array_size(required), names[i][2] ? 1 : 0);
        if (names[i][2]) assert_non_null(json_object_get(at(tool, "inputSchema", "properties"), names[i][2]));
    }
    json_decref(reply);
}

/* The reply describes a walk by its positions six times a second and the last one. They equal those of the
 * route's frames. */
static void a_walk_is_recognised_by_its_path(void **state)
{
    (void)state;
    static const char asked[] = "{\"seconds\":0.7,\"script\":[{\"t\":0,\"move\":[0,1]}]}";
    api_host_state.motion = rigs_model(8, 3);
    pd_api_call *call = api_ask("POST", "/v1/motions/rollout?format=json", asked);
    json_t *whole = api_json(call), *tool = call_tool("walk_script", asked, false);
    assert_true(json_equal(json_object_get(tool, "rate"), json_object_get(whole, "rate")));
    assert_true(json_equal(json_object_get(tool, "frame_count"), json_object_get(whole, "frame_count")));
    const json_t *frames = json_object_get(whole, "frames"), *path = json_object_get(tool, "path");
    const size_t count = json_array_size(frames);
    assert_true(count > 40 && count % 10 != 1); /* the last one is one more */
    assert_int_equal(json_array_size(path), (count + 9) / 10 + 1);
    for (size_t i = 0; i < json_array_size(path); i++) {
        const json_t *frame = json_array_get(frames, 10 * i < count ? 10 * i : count - 1),
                     *place = json_array_get(path, i);
        assert_int_equal(json_object_size(place), 3);
        assert_true(json_equal(json_object_get(place, "t"), json_object_get(frame, "t")));
        assert_true(json_equal(json_object_get(place, "root"), json_object_get(frame, "root")));
        assert_true(json_equal(json_object_get(place, "yaw"), json_object_get(frame, "yaw")));
        assert_non_null(json_object_get(place, "yaw"));
    }
    json_decref(whole);
    json_decref(tool);
    pd_api_call_release(call);
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
}

/* Words become a query as RFC 3986 has it: unreserved characters as they are, all others escaped. The route
 * reads them back. */
static void words_of_a_link_are_escaped_once(void **state)
{
    (void)state;
    json_t *link =
        call_tool("get_file_link", "{\"id\":\"tiny\",\"format\":\"glb\",\"quantize\":true}", false);
    assert_string_equal(json_string_value(json_object_get(link, "path")),
                        "/v1/models/tiny/mesh?format=glb&quantize=true");
    json_decref(link);
    link = call_tool("get_file_link",
                     "{\"id\":\"tiny\",\"format\":\"ply\",\"frame\":\"amass\",\"betas\":[0.5,-1,9]}", false);
    assert_string_equal(json_string_value(json_object_get(link, "path")),
                        "/v1/models/tiny/mesh?format=ply&frame=amass&betas=0.5,-1,9");
    json_decref(link);
    link = call_tool("get_file_link", "{\"id\":\"tiny\"}", false);
    assert_string_equal(json_string_value(json_object_get(link, "path")), "/v1/models/tiny/mesh");
    json_decref(link);

    static const char *const refused[][2] = {
        {"{\"id\":\"tiny\",\"gender\":\"a b&c=d/e%+f\\u00e9\"}", "\"a b&c=d/e%+f\u00e9\""},
        {"{\"id\":\"tiny\",\"gender\":\"AZaz09-._~:\"}", "\"AZaz09-._~:\""},
        {"{\"id\":\"a/b\",\"betas\":[1]}", "no model \"a/b\";"},
        {"{\"id\":\"AZaz09-._~:@[`{\"}", "no model \"AZaz09-._~:@[`{\";"},
        {"{\"id\":\"tiny\",\"be tas&\":[1]}", "be tas&"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        json_t *text = call_tool("get_file_link", refused[i][0], true);
        json_t *problem = json_loads(json_string_value(text), 0, NULL);
        if (!problem || !strstr(json_string_value(json_object_get(problem, "detail")), refused[i][1]))
            fail_msg("%s: %s", refused[i][0], json_string_value(text));
        json_decref(problem);
        json_decref(text);
    }
}

static pd_api_call *decoded(const char *tool, const char *arguments)
{
    pd_buffer message = {0};
    pd_buffer_printf(
        &message,
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":",
        tool);
    pd_buffer_text(&message, arguments);
    pd_buffer_add(&message, "}}", 3);
    pd_api_call *call = api_decode("POST", "/mcp", (const char *)message.data, (pd_api_request){0});
    pd_buffer_deinit(&message);
    return call;
}

/* A tool has the cost of its route, for the queue and for limits of the key. */
static void a_tool_has_the_cost_of_its_route(void **state)
{
    (void)state;
    static const char asked[] = "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.2]}]}";
    pd_api_call *direct = api_decode("POST", "/v1/ik/solve", asked, (pd_api_request){0});
    pd_api_call *tool = decoded("solve_ik", asked), *list = decoded("list_models", "{}");
    assert_true(pd_api_call_cost(direct) > 0);
    assert_float_equal(pd_api_call_cost(tool), pd_api_call_cost(direct), 1e-12);
    assert_int_equal(pd_api_call_weight(tool), pd_api_call_weight(direct));
    assert_int_equal(pd_api_call_work(tool), pd_api_call_work(direct));
    assert_true(pd_api_call_cost(list) == 0);
    pd_api_call_release(list);
    pd_api_call_release(tool);
    pd_api_call_release(direct);
}

/* The client's revision if it is known, otherwise the newest;
 * a later message with an unknown one is refused. */
static void the_revision_is_negotiated(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"\"2025-06-18\"", "2025-06-18"},
                                          {"\"2025-03-26\"", "2025-03-26"},
                                          {"\"2024-11-05\"", "2024-11-05"},
                                          {"\"1999-01-01\"", "2025-06-18"},
                                          {"7", "2025-06-18"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(
            text, sizeof text,
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":%s}}",
            rows[i][0]);
        json_t *reply = say(text, 200);
        assert_string_equal(json_string_value(at(reply, "result", "protocolVersion")), rows[i][1]);
        json_decref(reply);
    }
    static const char ping[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    for (int is_known = 0; is_known < 2; is_known++) {
        pd_api_call *call =
            api_decode("POST", "/mcp", ping,
                       (pd_api_request){.protocol_version = is_known ? "2025-03-26" : "2030-01-01"});
        api_finish(call);
        assert_int_equal(api_status(call), is_known ? 200 : 400);
        pd_api_call_release(call);
    }
}

/* Replies stand in the order of the messages; notifications have none; work and refusals are mixed. */
static void a_batch_is_answered_by_a_list(void **state)
{
    (void)state;
    pd_api_call *call =
        api_ask("POST", "/mcp",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"method\":"
                "\"notifications/initialized\"},"
                "{\"jsonrpc\":\"2.0\",\"id\":\"ik\",\"method\":\"tools/"
                "call\",\"params\":{\"name\":\"solve_ik\",\"arguments\":{"
                "\"model\":\"tiny\",\"targets\":[{\"joint\":\"left_hand\",\"position\":[0.5,0.3,0.2]}]}}},"
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"nothing\"}]");
    assert_int_equal(api_status(call), 200);
    json_t *list = api_json(call);
    assert_int_equal(json_array_size(list), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 0), "id")), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 1), "id")), "ik");
    assert_non_null(json_object_get(json_array_get(list, 1), "result"));
    assert_non_null(json_object_get(json_array_get(list, 2), "error"));
    json_decref(list);
    pd_api_call_release(call);

    call = api_ask("POST", "/mcp", "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]");
    assert_int_equal(api_status(call), 202);
    pd_api_call_release(call);
    static const char *const wrong[] = {"[]", "[[]]"};
    for (int i = 0; i < 2; i++) {
        call = api_ask("POST", "/mcp", wrong[i]);
        assert_int_equal(api_status(call), 400);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_revision_is_negotiated),
        cmocka_unit_test(a_batch_is_answered_by_a_list),
        cmocka_unit_test(a_client_begins_and_lists_the_tools),
        cmocka_unit_test(notifications_and_replies_of_the_client_are_taken),
        cmocka_unit_test(a_malformed_request_has_the_code_of_its_error),
        cmocka_unit_test(inverse_kinematics_is_that_of_its_route),
        cmocka_unit_test(a_refusal_of_the_route_is_a_result_that_the_model_sees),
        cmocka_unit_test(a_link_can_be_followed),
        cmocka_unit_test(a_tool_waits_for_a_model_on_disk),
        cmocka_unit_test(an_avatar_is_made_only_with_permission),
        cmocka_unit_test(the_server_and_its_tools_have_names_and_titles),
        cmocka_unit_test(speech_has_the_times_of_the_voice_and_no_sound),
        cmocka_unit_test(a_walk_is_recognised_by_its_path),
        cmocka_unit_test(words_of_a_link_are_escaped_once),
        cmocka_unit_test(a_tool_has_the_cost_of_its_route),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
