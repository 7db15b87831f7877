/* Error replies: their texts, statuses and pointers, letter by letter. */
#include "api/http/problem.h"

#include "core/smpl/body.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_api_problems problems;
static pd_api_reply reply;
static pd_buffer out;

static int empty(void **state)
{
    (void)state;
    memset(&problems, 0, sizeof problems);
    memset(&reply, 0, sizeof reply);
    memset(&out, 0, sizeof out);
    return 0;
}

static int let_go(void **state)
{
    (void)state;
    pd_buffer_deinit(&reply.body);
    pd_buffer_deinit(&out);
    return 0;
}

/* Returns the buffer's text. */
static const char *text_of(pd_buffer *buffer)
{
    pd_buffer_add(buffer, "", 1);
    assert_false(buffer->failed);
    buffer->size--;
    return (const char *)buffer->data;
}

/* Table 3-7 of Unicode: the first and last sequence of each row, and those one beyond;
 * each also without its last byte. */
static void utf8_is_validated_as_in_the_standard(void **state)
{
    static const char *const good[] = {"",
                                       "a\x7f",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xe0\xbf\xbf",
                                       "\xe1\x80\x80",
                                       "\xec\xbf\xbf",
                                       "\xed\x80\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf0\xbf\xbf\xbf",
                                       "\xf1\x80\x80\x80",
                                       "\xf3\xbf\xbf\xbf",
                                       "\xf4\x80\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z"};
    static const char *const bad[] = {"\x80",
                                      "\xbf",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc2\x7f",
                                      "\xc2\xc0",
                                      "\xdf\x7f",
                                      "\xe0\x9f\xbf",
                                      "\xe0\xc0\x80",
                                      "\xe0\xa0\x7f",
                                      "\xe1\x7f\x80",
                                      "\xe1\x80\xc0",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xef\x80\x7f",
                                      "\xef\xc0\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf0\x90\x7f\x80",
                                      "\xf0\x90\x80\xc0",
                                      "\xf1\x7f\x80\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf4\x8f\xc0\x80",
                                      "\xf4\x8f\xbf\x7f",
                                      "\xff",
                                      "a\xc3"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const size_t size = strlen(good[i]);
        assert_true(pd_api_is_utf8(good[i], size));
        if (size && (good[i][size - 1] & 0x80)) assert_false(pd_api_is_utf8(good[i], size - 1));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(pd_api_is_utf8(bad[i], strlen(bad[i])));
    assert_true(pd_api_is_utf8("a\0b", 3));
}

static void texts_are_json_whatever_they_are(void **state)
{
    static const struct {
        const char *text, *json;
    } rows[] = {{"", "\"\""},
                {"a \"b\" \\c/", "\"a \\\"b\\\" \\\\c/\""},
                {"\x01\t\n\x1f \x7f~", "\"\\u0001\\u0009\\u000a\\u001f \\u007f~\""},
                {"\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\""},
                {"a\xffz", "\"a\xef\xbf\xbdz\""},
                {"\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\""}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_buffer_clear(&out);
        pd_api_json_text(&out, rows[i].text);
        assert_string_equal(text_of(&out), rows[i].json);
    }
}

static void a_header_is_set_once_and_no_more_than_fit(void **state)
{
    static char names[PD_API_HEADERS_MAX + 1][8];
    (void)state;
    for (int i = 0; i <= PD_API_HEADERS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "H%d", i);
        pd_api_header_set(&reply, names[i], "%d", i);
    }
    assert_int_equal(reply.header_count, PD_API_HEADERS_MAX);
    assert_null(pd_api_header_get(&reply, names[PD_API_HEADERS_MAX]));
    pd_api_header_set(&reply, "H3", "three");
    assert_int_equal(reply.header_count, PD_API_HEADERS_MAX);
    assert_string_equal(pd_api_header_get(&reply, "H3"), "three");
    assert_string_equal(pd_api_header_get(&reply, "H0"), "0");
}

static void every_error_stands_in_the_reply_in_order_and_the_first_in_its_detail(void **state)
{
    (void)state;
    assert_false(pd_api_note(&problems, PD_ERR_INVALID, "/betas", "%d numbers; 0 to %d allowed", 17, 16));
    pd_api_problems_reply(&reply, &problems, NULL);
    assert_string_equal(
        text_of(&reply.body),
        "{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,"
        "\"detail\":\"/betas: 17 numbers; 0 to 16 allowed\",\"errors\":[{\"pointer\":\"/betas\","
        "\"detail\":\"17 numbers; 0 to 16 allowed\"}]}");
    assert_int_equal(reply.status, 400);
    assert_string_equal(reply.content_type, "application/problem+json");
    assert_string_equal(pd_api_header_get(&reply, "Cache-Control"), "no-store");

    const pd_error deep = {.status = PD_ERR_INVALID, .where = "/x", .detail = "no"};
    assert_int_equal(pd_api_note_error(&problems, "/problems/3", &deep), 0);
    pd_api_problems_reply(&reply, &problems, "id \"7\"");
    assert_non_null(strstr(text_of(&reply.body), "allowed (and 1 more error)\",\"errors\":[{"));
    assert_non_null(strstr(text_of(&reply.body), "},{\"pointer\":\"/problems/3/x\",\"detail\":\"no\"}],"
                                                 "\"request_id\":\"id \\\"7\\\"\"}"));

    pd_api_note(&problems, PD_ERR_INVALID, "", "whole");
    pd_api_problems_reply(&reply, &problems, NULL);
    assert_non_null(strstr(text_of(&reply.body), "allowed (and 2 more errors)\""));

    for (int i = 0; i < 8; i++) pd_api_note(&problems, PD_ERR_INVALID, "", "whole");
    assert_int_equal(problems.count, PD_API_PROBLEMS_MAX);
    assert_int_equal(problems.dropped, 3);
    assert_true(pd_api_problems_full(&problems));
    pd_api_problems_reply(&reply, &problems, NULL);
    assert_non_null(strstr(text_of(&reply.body), "allowed (and 10 more errors)\""));
}

static void a_problem_of_the_whole_body_has_no_place(void **state)
{
    (void)state;
    pd_api_note(&problems, PD_ERR_INVALID, "", "is no JSON");
    pd_api_problems_json(&out, &problems);
    assert_non_null(strstr(text_of(&out), "\"detail\":\"is no JSON\",\"errors\":[{\"pointer\":\"\","));
}

static void a_limit_is_413_wherever_it_stands_and_else_the_first_decides(void **state)
{
    static const struct {
        pd_status first, second;
        int status;
    } rows[] = {{PD_ERR_INVALID, PD_ERR_LIMIT, 413},       {PD_ERR_LIMIT, PD_ERR_INVALID, 413},
                {PD_ERR_UNSUPPORTED, PD_ERR_INVALID, 400}, {PD_ERR_INVALID, PD_ERR_UNSUPPORTED, 400},
                {PD_ERR_NOT_FOUND, PD_ERR_INVALID, 404},   {PD_ERR_INVALID, PD_ERR_NOT_FOUND, 400},
                {PD_ERR_MEMORY, PD_ERR_INVALID, 503}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(&problems, 0, sizeof problems);
        pd_api_note(&problems, rows[i].first, "/a", "a");
        pd_api_note(&problems, rows[i].second, "/b", "b");
        pd_api_problems_reply(&reply, &problems, NULL);
        assert_int_equal(reply.status, rows[i].status);
    }
    memset(&problems, 0, sizeof problems);
    pd_api_problems_reply(&reply, &problems, NULL); /* that something is wrong, and not what: ours */
    assert_int_equal(reply.status, 500);
}

static void errors_in_the_query_name_their_parameter(void **state)
{
    (void)state;
    pd_api_note(&problems, PD_ERR_INVALID, "/pose", "of the body");
    problems.in_query = 1;
    pd_api_note(&problems, PD_ERR_INVALID, "/betas/3", "of the query");
    pd_api_note(&problems, PD_ERR_INVALID, "", "of all");
    problems.in_query = 0;
    pd_api_note(&problems, PD_ERR_INVALID, "/betas/4", "of the body again");
    pd_api_problems_json(&out, &problems);
    assert_string_equal(strstr(text_of(&out), "\"errors\""),
                        "\"errors\":[{\"pointer\":\"/pose\",\"detail\":\"of the body\"},"
                        "{\"parameter\":\"betas\",\"pointer\":\"/betas/3\",\"detail\":\"of the query\"},"
                        "{\"pointer\":\"\",\"detail\":\"of all\"},"
                        "{\"pointer\":\"/betas/4\",\"detail\":\"of the body again\"}]}");
}

static void a_problem_without_a_list_has_what_it_was_given(void **state)
{
    (void)state;
    pd_api_header_set(&reply, "ETag", "old");
    pd_api_problem(&reply, 404, NULL, NULL, NULL);
    assert_string_equal(text_of(&reply.body),
                        "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                        "\"detail\":\"\",\"errors\":[]}");
    assert_null(pd_api_header_get(&reply, "ETag"));
    pd_api_problem(&reply, 429, "Slow", "/here", "down");
    assert_string_equal(text_of(&reply.body), "{\"type\":\"about:blank\",\"title\":\"Slow\",\"status\":429,"
                                              "\"detail\":\"down\",\"errors\":[{\"pointer\":\"/here\","
                                              "\"detail\":\"down\"}]}");
    assert_string_equal(pd_api_phrase(299), "Unknown");
}

static void the_number_of_warnings_is_limited(void **state)
{
    (void)state;
    pd_api_json_warnings(&out, &problems);
    assert_int_equal(out.size, 0);
    for (int i = 0; i < PD_API_WARNINGS_MAX + 2; i++) pd_api_warn(&problems, "/a", "number %d", i);
    assert_int_equal(problems.warning_count, PD_API_WARNINGS_MAX);
    problems.warning_count = 2;
    pd_api_json_warnings(&out, &problems);
    assert_string_equal(text_of(&out), ",\"warnings\":[{\"pointer\":\"/a\",\"detail\":\"number 0\"},"
                                       "{\"pointer\":\"/a\",\"detail\":\"number 1\"}]");
}

/* A warning has room for the longest text of a fit, with its advice at the end. */
static void a_warning_is_not_cut(void **state)
{
    (void)state;
    char text[200];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    pd_api_warn(&problems, "/a", "%s", text);
    assert_string_equal(problems.warnings[0].detail, text);
}

/* One warning names the beta of largest magnitude and the number of the other unusual ones. A beta of 5 or -5
 * is still usual. */
static void unusual_betas_are_warned_of_once(void **state)
{
    static const float usual[] = {5, -5, 0}, one[] = {0, -5.5f, 5, 1}, many[] = {6, 5.25f, -7, 0, 6.5f};
    (void)state;
    pd_api_warn_betas(&problems, usual, 3, "/betas");
    pd_api_warn_betas(&problems, many, 0, "/betas");
    assert_int_equal(problems.warning_count, 0);

    pd_api_warn_betas(&problems, one, 4, "/betas");
    assert_string_equal(problems.warnings[0].pointer, "/betas/1");
    assert_string_equal(problems.warnings[0].detail,
                        "-5.5; -5 to 5 standard deviations are usual, beyond them the body is implausible");
    pd_api_warn_betas(&problems, many, 5, "/bodies/2/betas");
    assert_string_equal(problems.warnings[1].pointer, "/bodies/2/betas/2");
    assert_memory_equal(problems.warnings[1].detail, "-7 (and 3 more); -5 to 5 ", 25);
}

/* Fields of one name stand one behind the other;
 * of a reply that has no room for more, further ones are left out. */
static void a_field_may_stand_several_times(void **state)
{
    (void)state;
    pd_api_reply several = {0};
    char value[8];
    pd_api_header_set(&several, "Vary", "Accept");
    for (int i = 0; i < 3; i++) pd_api_header_add(&several, "Posed-Warning", "%d%s", i, "th");
    pd_api_header_set(&several, "Vary", "Origin");
    assert_int_equal(several.header_count, 4);
    assert_string_equal(several.headers[0].value, "Origin");
    for (int i = 0; i < 3; i++) {
        snprintf(value, sizeof value, "%dth", i);
        assert_string_equal(several.headers[1 + i].name, "Posed-Warning");
        assert_string_equal(several.headers[1 + i].value, value);
    }
    for (int i = 4; i < PD_API_HEADERS_MAX + 3; i++) pd_api_header_add(&several, "Posed-Warning", "%d", i);
    assert_int_equal(several.header_count, PD_API_HEADERS_MAX);
    snprintf(value, sizeof value, "%d", PD_API_HEADERS_MAX - 1);
    assert_string_equal(several.headers[PD_API_HEADERS_MAX - 1].value, value);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, empty, let_go)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_may_stand_several_times),
        TEST(utf8_is_validated_as_in_the_standard),
        TEST(texts_are_json_whatever_they_are),
        TEST(a_header_is_set_once_and_no_more_than_fit),
        TEST(every_error_stands_in_the_reply_in_order_and_the_first_in_its_detail),
        TEST(a_problem_of_the_whole_body_has_no_place),
        TEST(a_limit_is_413_wherever_it_stands_and_else_the_first_decides),
        TEST(errors_in_the_query_name_their_parameter),
        TEST(a_problem_without_a_list_has_what_it_was_given),
        TEST(the_number_of_warnings_is_limited),
        TEST(a_warning_is_not_cut),
        TEST(unusual_betas_are_warned_of_once),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
