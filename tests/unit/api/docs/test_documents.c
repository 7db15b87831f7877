/* /asyncapi.json and /llms.txt, the descriptions of the stream and of the routes for programs. Messages and
 * their members are those of docs/reference/stream.md. */
#include "api/http/routes.h"
#include "api/stream/message.h"
#include "tests/support/api_ask.h"

static json_t *document;
static char llms[1 << 17];

static int setup(void **state)
{
    api_host_setup(state);
    pd_api_call *async = api_ask("GET", "/asyncapi.json", NULL), *text = api_ask("GET", "/llms.txt", NULL);
    assert_int_equal(api_status(async), 200);
    assert_int_equal(api_status(text), 200);
    document = api_json(async);
    const pd_buffer *body = &pd_api_call_reply(text)->body;
    assert_true(body->size < sizeof llms);
    memcpy(llms, body->data, body->size);
    pd_api_call_release(async), pd_api_call_release(text);
    return 0;
}

static int teardown(void **state)
{
    json_decref(document);
    return api_host_teardown(state);
}

/* Returns the member at "#/a/b/c" (RFC 6901; no name here has a "/" or "~"). */
static const json_t *at(const char *pointer)
{
    const json_t *here = document;
    char name[80];
    assert_int_equal(pointer[0], '#');
    for (pointer += 2; here && *pointer;) {
        const int length = (int)strcspn(pointer, "/");
        snprintf(name, sizeof name, "%.*s", length, pointer);
        here = json_object_get(here, name);
        pointer += length + (pointer[length] == '/');
    }
    return here;
}

static int references;

static void check_references(const json_t *value)
{
    const char *key;
    json_t *member;
    size_t i;
    json_array_foreach((json_t *)(uintptr_t)value, i, member) check_references(member);
    json_object_foreach((json_t *)(uintptr_t)value, key, member)
    {
        check_references(member);
        if (strcmp(key, "$ref")) continue;
        references++;
        if (!at(json_string_value(member))) fail_msg("%s leads nowhere", json_string_value(member));
    }
}

static void every_reference_leads_somewhere(void **state)
{
    (void)state;
    assert_string_equal(json_string_value(json_object_get(document, "asyncapi")), "3.0.0");
    references = 0;
    check_references(document);

    /* Each message stands in the channel and in one operation;
     * then the two channels and the security scheme. */
    const size_t messages = json_object_size(at("#/components/messages"));
    assert_int_equal(references, 2 * messages + 3);
    assert_int_equal(json_object_size(at("#/channels/stream/messages")), messages);
}

/* Messages of the server, and their members: those that are always there before the bar,
 * the others behind it. */
static const struct {
    const char *type, *members;
    bool has_ref;
} answers[] = {
    {"welcome",
     "session resumed tick tick_rate skeletons characters limits|resume_token vmc room member host "
     "rewind members taken",
     true},
    {"spawned", "id model|member character root scale joints translated face warnings", true},
    {"entered", "member|name host", false},
    {"left", "member|host", false},
    {"taken", "object|member", false},
    {"message", "member text|name", false},
    {"predicted", "id tick seq|early hash snapshot network scene reason", false},
    {"hits", "tick hits|", true},
    {"done", "of|unknown", true},
    {"warned", "of warnings|id", false},
    {"event", "event id tick time position|foot", false},
    {"lowered", "asked divisor detail|vertices_divisor", false},
    {"observed", "id part time solve_ms mirrored unseen|rms rms_pixels rms_degrees trouble", false},
    {"speech", "event id tick time at|utterance seconds word end stopped", false},
    {"clip", "event id tick time clip|seconds at reason", false},
    {"stats", "tick sent dropped bytes round_trip late_ms load ticks_left_out characters sessions|", false},
    {"error", "code errors|pointer detail", true},
    {"pong", "time server_time tick|", true},
    {"bye", "reason come_back detail|after", false},
};
enum { ANSWERS = sizeof answers / sizeof *answers };

static bool has_text(const json_t *list, const char *text, size_t length)
{
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)(uintptr_t)list, i,
                       row) if (json_string_length(row) == length &&
                                !memcmp(json_string_value(row), text, length)) return true;
    return false;
}

static const json_t *payload_of(const char *type)
{
    char pointer[80];
    snprintf(pointer, sizeof pointer, "#/components/messages/%s", type);
    const json_t *message = at(pointer);
    if (!message) fail_msg("no message %s", type);
    assert_string_equal(json_string_value(json_object_get(message, "name")), type);
    assert_true(json_string_length(json_object_get(message, "summary")) > 0);
    return json_object_get(message, "payload");
}

static void check_type(const json_t *payload, const char *type)
{
    const json_t *properties = json_object_get(payload, "properties");
    assert_string_equal(json_string_value(json_object_get(json_object_get(properties, "type"), "const")),
                        type);
    assert_true(has_text(json_object_get(payload, "required"), "type", 4));
}

static void messages_of_the_server_have_their_members(void **state)
{
    (void)state;
    for (int i = 0; i < ANSWERS; i++) {
        const json_t *payload = payload_of(answers[i].type),
                     *properties = json_object_get(payload, "properties"),
                     *required = json_object_get(payload, "required");
        size_t count = 1, always = 1; /* type */
        bool is_always = true;
        check_type(payload, answers[i].type);
        for (const char *word = answers[i].members; *word;) {
            const size_t length = strcspn(word, " |");
            if (length) {
                char name[40];
                snprintf(name, sizeof name, "%.*s", (int)length, word);
                if (!json_object_get(properties, name)) fail_msg("%s has no %s", answers[i].type, name);
                if (has_text(required, name, length) != is_always)
                    fail_msg("%s of %s", name, answers[i].type);
                count++, always += is_always;
            }
            if (word[length] == '|') is_always = false;
            word += length + (word[length] != 0);
        }
        assert_int_equal(json_object_get(properties, "ref") != NULL, answers[i].has_ref);
        assert_false(has_text(required, "ref", 3));
        assert_int_equal(json_object_size(properties), count + answers[i].has_ref);
        assert_int_equal(json_array_size(required), always);
    }
    const json_t *point = json_object_get(json_object_get(payload_of("event"), "properties"), "position");
    assert_int_equal(json_integer_value(json_object_get(point, "minItems")), 3);
    assert_int_equal(json_integer_value(json_object_get(point, "maxItems")), 3);
}

static void both_sides_have_the_messages_of_their_tables(void **state)
{
    (void)state;
    const json_t *heard = at("#/operations/hear/messages"), *said = at("#/operations/say/messages");
    char reference[96];
    assert_int_equal(json_array_size(heard), PD_API_MESSAGE_COUNT);
    assert_int_equal(json_array_size(said), ANSWERS + 1); /* and frames */
    for (size_t i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        const char *type = pd_api_message_name((pd_api_message_type)i);
        const json_t *payload = payload_of(type);
        check_type(payload, type);
        assert_non_null(json_object_get(json_object_get(payload, "properties"), "ref"));
        snprintf(reference, sizeof reference, "#/channels/stream/messages/%s", type);
        assert_string_equal(json_string_value(json_object_get(json_array_get(heard, i), "$ref")), reference);
    }
    for (size_t i = 0; i <= ANSWERS; i++) {
        snprintf(reference, sizeof reference, "#/channels/stream/messages/%s",
                 i < ANSWERS ? answers[i].type : "frame");
        assert_string_equal(json_string_value(json_object_get(json_array_get(said, i), "$ref")), reference);
    }
    assert_int_equal(json_object_size(at("#/components/messages")), PD_API_MESSAGE_COUNT + ANSWERS + 1);
}

/* Every route has a line below the heading of its group (llmstxt.org). */
static void every_route_has_a_line_in_its_group(void **state)
{
    (void)state;
    int lines = 0;
    assert_memory_equal(llms, "# posed ", 8);
    for (const char *line = llms; (line = strstr(line, "\n- [")); line++)
        lines += strstr(line, "](docs#") != NULL && strstr(line, "](docs#") < strchr(line + 1, '\n');
    assert_int_equal(lines, pd_api_route_count);
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *r = &pd_api_routes[i];
        char link[128], heading[128];
        snprintf(link, sizeof link, "- [%s](docs#%s): ", r->name, r->operation);
        snprintf(heading, sizeof heading, "\n## %s\n", pd_api_groups[r->group].heading);
        const char *place = strstr(llms, link), *group = strstr(llms, heading);
        if (!place || !group) fail_msg("%s", link);
        assert_ptr_equal(strstr(place + 1, link), NULL);
        const char *next = strstr(group + 1, "\n## ");
        if (place < group || (next && place > next)) fail_msg("%s does not stand below %s", link, heading);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reference_leads_somewhere),
        cmocka_unit_test(messages_of_the_server_have_their_members),
        cmocka_unit_test(both_sides_have_the_messages_of_their_tables),
        cmocka_unit_test(every_route_has_a_line_in_its_group),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
