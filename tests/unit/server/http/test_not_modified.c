/* Tests the cache of 304 replies: an entry is found by its whole key and generation only,
 * and the memory stays bounded. */
#include "server/http/not_modified.h"
#include "tests/support/checked_locks.h"
#include "tests/support/reply_key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static pd_api_reply not_modified(const char *tag)
{
    pd_api_reply reply = {.status = 304, .header_count = 1};
    reply.headers[0].name = "ETag";
    snprintf(reply.headers[0].value, sizeof reply.headers[0].value, "%s", tag);
    return reply;
}

static void an_answer_is_found_for_its_whole_key_and_generation_only(void **state)
{
    (void)state;
    pd_srv_not_modified *cache = pd_srv_not_modified_new();
    const pd_srv_not_modified_key key = key_of("/a", "b");
    const pd_api_reply reply = not_modified("\"x\"");
    pd_api_reply out = {0};
    pd_srv_not_modified_keep(cache, &key, 7, &reply);
    assert_true(pd_srv_not_modified_find(cache, &key, 7, &out));
    assert_int_equal(out.status, 304);
    assert_string_equal(out.headers[0].value, "\"x\"");
    assert_false(pd_srv_not_modified_find(cache, &key, 8, &out));
    const pd_srv_not_modified_key others[] = {key_of("/a", "c"), key_of("/ab", ""), key_of("/a", NULL),
                                              key_of("/a\nb", NULL), key_of("", "/ab")};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(pd_srv_not_modified_find(cache, &others[i], 7, &out));
    pd_srv_not_modified_free(cache);
}

/* A browser replaces the policy that it stored by that of the 304, so that a 304 without it would let any
 * page frame the maker. */
static void an_answer_keeps_whether_its_page_may_be_framed(void **state)
{
    (void)state;
    pd_srv_not_modified *cache = pd_srv_not_modified_new();
    for (int framed = 0; framed < 2; framed++) {
        const pd_srv_not_modified_key key = key_of(framed ? "/maker" : "/", NULL);
        pd_api_reply reply = not_modified("\"x\""), out = {0};
        reply.may_be_framed = framed;
        pd_srv_not_modified_keep(cache, &key, 1, &reply);
        out.may_be_framed = !framed;
        assert_true(pd_srv_not_modified_find(cache, &key, 1, &out));
        assert_int_equal(out.may_be_framed, framed);
    }
    pd_srv_not_modified_free(cache);
}

static void keys_that_are_too_long_are_never_remembered(void **state)
{
    (void)state;
    char text[2 * PD_SRV_NOT_MODIFIED_KEY_BYTES];
    memset(text, 'a', sizeof text);
    pd_srv_not_modified *cache = pd_srv_not_modified_new();
    const pd_api_reply reply = not_modified("\"x\"");
    pd_api_reply out;
    for (size_t size = PD_SRV_NOT_MODIFIED_KEY_BYTES - 4; size < PD_SRV_NOT_MODIFIED_KEY_BYTES + 4; size++) {
        text[size] = 0;
        const pd_srv_not_modified_key key = key_of(text, NULL);
        pd_srv_not_modified_keep(cache, &key, 1, &reply);
        assert_int_equal(pd_srv_not_modified_find(cache, &key, 1, &out),
                         size + 2 <= PD_SRV_NOT_MODIFIED_KEY_BYTES);
        text[size] = 'a';
    }
    pd_srv_not_modified_free(cache);
}

/* The reply to "0" is asked for after each new one. */
static void many_answers_stay_in_bounded_memory_and_the_least_used_are_displaced(void **state)
{
    (void)state;
    enum { REPLIES = 20000, ROWS = 512 };
    pd_srv_not_modified *cache = pd_srv_not_modified_new();
    const pd_srv_not_modified_key first = key_of("0", "0");
    pd_api_reply out;
    int found = 0;

    for (int i = 0; i < REPLIES; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", i);
        const pd_srv_not_modified_key key = key_of(text, text);
        const pd_api_reply reply = not_modified(text);
        pd_srv_not_modified_keep(cache, &key, 1, &reply);
        assert_true(pd_srv_not_modified_find(cache, &key, 1, &out));
        assert_string_equal(out.headers[0].value, text);
        assert_true(pd_srv_not_modified_find(cache, &first, 1, &out));
    }

    for (int i = 0; i < REPLIES; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", i);
        const pd_srv_not_modified_key key = key_of(text, text);
        found += pd_srv_not_modified_find(cache, &key, 1, &out);
    }
    assert_in_range(found, 1, ROWS);
    pd_srv_not_modified_free(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_found_for_its_whole_key_and_generation_only),
        cmocka_unit_test(an_answer_keeps_whether_its_page_may_be_framed),
        cmocka_unit_test(keys_that_are_too_long_are_never_remembered),
        cmocka_unit_test(many_answers_stay_in_bounded_memory_and_the_least_used_are_displaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
