/* Preconditions and ranges. The expected values are those of RFC 9110, 8.8.3.2, 13.1 and 14.1.2. */
#include "api/http/condition.h"

#include "api/http/problem.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* The table of RFC 9110, 8.8.3.2: W/"1" and "1" are equal weakly alone. */
static void tags_are_compared_weakly_or_strongly(void **state)
{
    (void)state;
    assert_true(pd_api_etag_listed("\"1\"", "\"1\"", false));
    assert_true(pd_api_etag_listed("W/\"1\"", "\"1\"", true));
    assert_false(pd_api_etag_listed("W/\"1\"", "\"1\"", false));
    assert_false(pd_api_etag_listed("\"2\"", "\"1\"", true));
    assert_true(pd_api_etag_listed("\"xyzzy\", \"r2d2xxxx\" ,\t\"c3piozzzz\"", "\"c3piozzzz\"", false));
    assert_true(pd_api_etag_listed("\"a,b\"", "\"a,b\"", false)); /* a comma within the marks ends nothing */
    assert_false(pd_api_etag_listed("\"a,b\"", "\"b\"", false));
    assert_true(pd_api_etag_listed("*", "\"1\"", false));
    assert_false(pd_api_etag_listed("\"*\"", "\"1\"", false));
    assert_false(pd_api_etag_listed("", "\"1\"", true));
    assert_false(pd_api_etag_listed(NULL, "\"1\"", true));
    assert_false(pd_api_etag_listed("\"1", "\"1\"", true));
}

static void conditions_of_changes_look_at_the_revision(void **state)
{
    (void)state;
    static const struct {
        const char *if_match, *if_none_match, *revision, *fails;
    } rows[] = {
        {NULL, NULL, NULL, NULL},
        {"*", NULL, NULL, "If-Match"},
        {"*", NULL, "r1", NULL},
        {"\"r1\"", NULL, "r1", NULL},
        {"\"r1-gzip\"", NULL, "r1", NULL}, /* another representation of the same object */
        {"\"r10\"", NULL, "r1", "If-Match"},
        {"W/\"r1\"", NULL, "r1", "If-Match"},
        {"\"r0\", \"r1\"", NULL, "r1", NULL},
        {"\"r1\"", NULL, "", "If-Match"}, /* what has no ETag equals none */
        {"*", NULL, "", NULL},
        {NULL, "*", NULL, NULL},
        {NULL, "*", "r1", "If-None-Match"},
        {NULL, "\"r0\"", "r1", NULL},
        {NULL, "W/\"r1\"", "r1", "If-None-Match"},
        {"\"r0\"", "*", "r1", "If-Match"}, /* If-Match comes first */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_api_condition c = {.if_match = rows[i].if_match, .if_none_match = rows[i].if_none_match};
        const char *fails = pd_api_condition_fails(&c, rows[i].revision);
        assert_string_equal(fails ? fails : "", rows[i].fails ? rows[i].fails : "");
    }
    assert_null(pd_api_condition_fails(NULL, NULL));
}

/* The examples of RFC 9110, 14.1.2, for 10000 bytes, and invalid ranges. */
static void ranges_are_read_as_the_standard_has_them(void **state)
{
    (void)state;
    static const struct {
        const char *range;
        pd_api_range what;
        size_t first, size;
    } rows[] = {
        {"bytes=0-499", PD_API_RANGE_PART, 0, 500},
        {"bytes=500-999", PD_API_RANGE_PART, 500, 500},
        {"bytes=-500", PD_API_RANGE_PART, 9500, 500},
        {"bytes=9500-", PD_API_RANGE_PART, 9500, 500},
        {"Bytes= 0-0", PD_API_RANGE_PART, 0, 1},
        {"bytes=0-99999999999999999999999", PD_API_RANGE_PART, 0, 10000},
        {"bytes=-99999", PD_API_RANGE_PART, 0, 10000},
        {"bytes=10000-", PD_API_RANGE_NONE, 0, 0},
        {"bytes=99999999999999999999999-", PD_API_RANGE_NONE, 0, 0},
        {"bytes=-0", PD_API_RANGE_NONE, 0, 0},
        {"bytes=\t 500-999 \t", PD_API_RANGE_PART, 500, 500},
        {"bytes=-500 ", PD_API_RANGE_PART, 9500, 500},
        {"bytes=9999-9999", PD_API_RANGE_PART, 9999, 1},
        {"bytes=0-9999", PD_API_RANGE_PART, 0, 10000},
        {"bytes=0-10000", PD_API_RANGE_PART, 0, 10000},
        {"bytes=500-500", PD_API_RANGE_PART, 500, 1},
        {"bytes=500-499", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes=-", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes=0-0,-1", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes=0-499x", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes=a-b", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes=", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes:0-5", PD_API_RANGE_WHOLE, 0, 0}, /* another unit, however alike */
        {"items=0-5", PD_API_RANGE_WHOLE, 0, 0},
        {"bytes", PD_API_RANGE_WHOLE, 0, 0},
        {NULL, PD_API_RANGE_WHOLE, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t first = 0, size = 0;
        assert_int_equal(pd_api_range_read(&first, &size, rows[i].range, 10000), rows[i].what);
        assert_int_equal(first, rows[i].first);
        assert_int_equal(size, rows[i].size);
    }
}

static void apply(pd_api_reply *reply, const char *range, const char *if_range)
{
    pd_buffer_deinit(&reply->body);
    *reply = (pd_api_reply){.status = 200, .content_type = "text/plain"};
    pd_buffer_text(&reply->body, "0123456789");
    pd_api_header_set(reply, "ETag", "\"e\"");
    pd_api_range_apply(reply, range, if_range);
}

static void a_range_makes_206_or_416(void **state)
{
    (void)state;
    pd_api_reply reply = {0};
    apply(&reply, "bytes=2-4", NULL);
    assert_int_equal(reply.status, 206);
    assert_int_equal(reply.body.size, 3);
    assert_memory_equal(reply.body.data, "234", 3);
    assert_string_equal(pd_api_header_get(&reply, "Content-Range"), "bytes 2-4/10");
    assert_string_equal(pd_api_header_get(&reply, "ETag"), "\"e\"");

    apply(&reply, "bytes=10-", NULL);
    assert_int_equal(reply.status, 416);
    assert_string_equal(pd_api_header_get(&reply, "Content-Range"), "bytes */10");

    static const char *const others[] = {"\"f\"", "W/\"e\"", "Sun, 06 Nov 1994 08:49:37 GMT"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        apply(&reply, "bytes=2-4", others[i]);
        assert_int_equal(reply.status, 200);
        assert_int_equal(reply.body.size, 10);
    }
    apply(&reply, "bytes=2-4", "\"e\"");
    assert_int_equal(reply.status, 206);
    apply(&reply, NULL, NULL);
    assert_int_equal(reply.status, 200);
    assert_string_equal(pd_api_header_get(&reply, "Accept-Ranges"), "bytes");
    pd_buffer_deinit(&reply.body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_compared_weakly_or_strongly),
        cmocka_unit_test(conditions_of_changes_look_at_the_revision),
        cmocka_unit_test(ranges_are_read_as_the_standard_has_them),
        cmocka_unit_test(a_range_makes_206_or_416),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
