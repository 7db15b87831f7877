/* Idempotency keys of requests: which replies are kept, for which client, and for how long. */
#include "server/http/replays.h"

#include "server/base/clock.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>

static pd_srv_replays *replays;

static int set_up(void **state)
{
    (void)state;
    replays = pd_srv_replays_new();
    return replays ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_replays_free(replays);
    return 0;
}

static pd_srv_replay_id id_of(uint64_t owner, const char *key, const char *body)
{
    pd_srv_replay_id id;
    const pd_api_request request = {
        .method = "POST", .path = "/v1/jobs", .body = {(const unsigned char *)body, strlen(body)}};
    assert_int_equal(pd_srv_replay_id_make(&id, owner, key, &request), PD_OK);
    return id;
}

static pd_api_reply reply_of(int status, const char *text)
{
    pd_api_reply reply = {.status = status, .content_type = "application/json", .header_count = 1};
    reply.headers[0].name = "Location";
    snprintf(reply.headers[0].value, sizeof reply.headers[0].value, "/v1/jobs/%s", text);
    pd_buffer_text(&reply.body, text);
    return reply;
}

/* Begins a request and returns its state; the reply that it is given must be `text`. */
static pd_srv_replay begin(const pd_srv_replay_id *id, int64_t now_us, const char *text)
{
    pd_api_reply out = {0};
    const pd_srv_replay state = pd_srv_replays_begin(replays, id, now_us, &out);
    if (state == PD_SRV_REPLAY_KEPT) {
        assert_non_null(text);
        assert_int_equal(out.body.size, strlen(text));
        assert_memory_equal(out.body.data, text, out.body.size);
        assert_string_equal(out.content_type, "application/json");
        assert_int_equal(out.header_count, 1);
        assert_string_equal(out.headers[0].name, "Location");
    } else
        assert_null(out.body.data);
    pd_buffer_deinit(&out.body);
    return state;
}

static void end(const pd_srv_replay_id *id, int64_t now_us, int status, const char *text)
{
    pd_api_reply reply = reply_of(status, text);
    pd_srv_replays_end(replays, id, now_us, &reply);
    pd_buffer_deinit(&reply.body);
}

static void a_reply_is_given_again_to_the_same_request_of_the_same_client(void **state)
{
    (void)state;
    const pd_srv_replay_id first = id_of(1, "a", "{}"), other = id_of(1, "a", "{ }"),
                           stranger = id_of(2, "a", "{}"), quoted = id_of(1, "\"a\"", "{}");
    assert_int_equal(begin(&first, 5, NULL), PD_SRV_REPLAY_NEW);
    assert_int_equal(begin(&first, 6, NULL), PD_SRV_REPLAY_RUNS);
    assert_int_equal(begin(&other, 6, NULL), PD_SRV_REPLAY_OTHER);
    assert_int_equal(begin(&stranger, 6, NULL), PD_SRV_REPLAY_NEW);
    end(&first, 7, 202, "first");
    assert_int_equal(begin(&first, 8, "first"), PD_SRV_REPLAY_KEPT);
    assert_int_equal(begin(&quoted, 8, "first"), PD_SRV_REPLAY_KEPT);
    assert_int_equal(begin(&other, 8, NULL), PD_SRV_REPLAY_OTHER);
    assert_int_equal(begin(&stranger, 8, NULL), PD_SRV_REPLAY_RUNS);
    end(&stranger, 9, 201, "second");
    assert_int_equal(begin(&stranger, 9, "second"), PD_SRV_REPLAY_KEPT);
    assert_int_equal(begin(&first, 9, "first"), PD_SRV_REPLAY_KEPT);
}

static void every_part_of_the_request_counts(void **state)
{
    static const pd_api_request asked = {.method = "POST", .path = "/a", .query = "b", .content_type = "c"};
    pd_api_request others[] = {asked, asked, asked, asked, asked};
    pd_srv_replay_id id, other;
    (void)state;

    others[0].path = "/ab", others[0].query = "";
    others[1].query = NULL;
    others[2].content_type = "d";
    others[3].content_encoding = "gzip";
    others[4].body = (pd_bytes){(const unsigned char *)"x", 1};
    assert_int_equal(pd_srv_replay_id_make(&id, 1, "k", &asked), PD_OK);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(pd_srv_replay_id_make(&other, 1, "k", &others[i]), PD_OK);
        assert_memory_equal(id.key, other.key, sizeof id.key);
        if (!memcmp(id.request, other.request, sizeof id.request)) fail_msg("request %zu is the same", i);
    }
}

static void a_key_is_1_to_255_visible_characters(void **state)
{
    static const pd_api_request asked = {.method = "POST", .path = "/a"};
    static const char *const bad[] = {"", "\"\"", "a b", "a\tb", "\x80", "a\"b", "\"", "a\\b", "\x7f"};
    char text[PD_SRV_REPLAYS_KEY_CHARS + 2];
    pd_srv_replay_id id;
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (pd_srv_replay_id_make(&id, 1, bad[i], &asked) != PD_ERR_INVALID)
            fail_msg("\"%s\" is taken", bad[i]);
    memset(text, 'k', sizeof text);
    text[PD_SRV_REPLAYS_KEY_CHARS + 1] = 0;
    assert_int_equal(pd_srv_replay_id_make(&id, 1, text, &asked), PD_ERR_INVALID);
    text[PD_SRV_REPLAYS_KEY_CHARS] = 0;
    assert_int_equal(pd_srv_replay_id_make(&id, 1, text, &asked), PD_OK);
    assert_int_equal(pd_srv_replay_id_make(&id, 1, "!~", &asked), PD_OK);
}

static void failed_or_too_long_replies_are_not_kept_for_repetition(void **state)
{
    static char longest[PD_SRV_REPLAYS_BYTES + 2];
    static const int failures[] = {199, 300, 400, 503};
    const pd_srv_replay_id id = id_of(1, "a", "{}");
    (void)state;

    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        assert_int_equal(begin(&id, 5, NULL), PD_SRV_REPLAY_NEW);
        end(&id, 5, failures[i], "no");
    }
    assert_int_equal(begin(&id, 5, NULL), PD_SRV_REPLAY_NEW);
    pd_srv_replays_end(replays, &id, 5, NULL);
    memset(longest, 'a', PD_SRV_REPLAYS_BYTES + 1);
    assert_int_equal(begin(&id, 5, NULL), PD_SRV_REPLAY_NEW);
    end(&id, 5, 200, longest);
    longest[PD_SRV_REPLAYS_BYTES] = 0;
    assert_int_equal(begin(&id, 5, NULL), PD_SRV_REPLAY_NEW);
    end(&id, 5, 299, longest);
    assert_int_equal(begin(&id, 5, longest), PD_SRV_REPLAY_KEPT);
}

static void a_reply_is_kept_for_a_day(void **state)
{
    const int64_t day = 24 * 3600 * PD_SRV_SECOND;
    const pd_srv_replay_id id = id_of(1, "a", "{}"), other = id_of(1, "b", "{}");
    (void)state;

    assert_int_equal(begin(&id, 0, NULL), PD_SRV_REPLAY_NEW);
    assert_int_equal(begin(&other, 0, NULL), PD_SRV_REPLAY_NEW); /* which never ends */
    end(&id, 10, 200, "x");
    assert_int_equal(begin(&id, day + 10, "x"), PD_SRV_REPLAY_KEPT);
    assert_int_equal(begin(&id, day + 11, NULL), PD_SRV_REPLAY_NEW);
    assert_int_equal(begin(&other, day + 11, NULL), PD_SRV_REPLAY_RUNS);
}

/* Keeps the reply to key number i of a client. Returns the result of the key's look-up. */
static pd_srv_replay keep(uint64_t owner, int i, int64_t now_us)
{
    char key[16];
    snprintf(key, sizeof key, "%d", i);
    const pd_srv_replay_id id = id_of(owner, key, "{}");
    const pd_srv_replay state = begin(&id, now_us, "r");
    if (state == PD_SRV_REPLAY_NEW) end(&id, now_us, 200, "r");
    return state;
}

static void the_oldest_replies_give_way_first_those_of_the_client_itself(void **state)
{
    int64_t now = 1;
    (void)state;

    /* A client of many keys loses its own oldest key, but no key of another client. */
    assert_int_equal(keep(1, 0, now++), PD_SRV_REPLAY_NEW);
    for (int i = 0; i < PD_SRV_REPLAYS_OWNER; i++) assert_int_equal(keep(2, i, now++), PD_SRV_REPLAY_NEW);
    assert_int_equal(keep(2, 0, now++), PD_SRV_REPLAY_KEPT);
    assert_int_equal(keep(2, PD_SRV_REPLAYS_OWNER, now++), PD_SRV_REPLAY_NEW);
    assert_int_equal(keep(2, 1, now++), PD_SRV_REPLAY_KEPT);
    assert_int_equal(keep(2, 0, now++), PD_SRV_REPLAY_NEW);
    assert_int_equal(keep(1, 0, now++), PD_SRV_REPLAY_KEPT);

    /* When every place is taken, the oldest of all gives way: that of client 1. */
    for (int i = PD_SRV_REPLAYS_OWNER + 1; i < PD_SRV_REPLAYS; i++)
        assert_int_equal(keep((uint64_t)(1000 + i), 0, now++), PD_SRV_REPLAY_NEW);
    assert_int_equal(keep(1, 0, now++), PD_SRV_REPLAY_KEPT);
    assert_int_equal(keep(5, 0, now++), PD_SRV_REPLAY_NEW);
    assert_int_equal(keep(1, 0, now++), PD_SRV_REPLAY_NEW);
}

static void keys_of_requests_under_way_never_give_way(void **state)
{
    char key[16];
    (void)state;
    for (int i = 0; i < PD_SRV_REPLAYS; i++) {
        snprintf(key, sizeof key, "%d", i);
        const pd_srv_replay_id id = id_of((uint64_t)(100 + i / 100), key, "{}");
        assert_int_equal(begin(&id, i, NULL), PD_SRV_REPLAY_NEW);
    }
    const pd_srv_replay_id one_more = id_of(1, "x", "{}"), last = id_of(100, "0", "{}");
    assert_int_equal(begin(&one_more, 5000, NULL), PD_SRV_REPLAY_FULL);
    end(&last, 5000, 200, "r");
    assert_int_equal(begin(&one_more, 5000, NULL), PD_SRV_REPLAY_NEW);
    assert_int_equal(begin(&last, 5000, NULL), PD_SRV_REPLAY_FULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_reply_is_given_again_to_the_same_request_of_the_same_client, set_up,
                                        tear_down),
        cmocka_unit_test(every_part_of_the_request_counts),
        cmocka_unit_test(a_key_is_1_to_255_visible_characters),
        cmocka_unit_test_setup_teardown(failed_or_too_long_replies_are_not_kept_for_repetition, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_reply_is_kept_for_a_day, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_oldest_replies_give_way_first_those_of_the_client_itself, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(keys_of_requests_under_way_never_give_way, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
