/* Refusals on a bare socket, and the header fields that every reply has. */
#include "server/http/refusal.h"

#include "api/http/problem.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <string.h>

static pd_buffer out;

/* Returns the reply's bytes as text. 784111777 is the example of RFC 9110, 5.6.7:
 * Sun, 06 Nov 1994 08:49:37 GMT. */
static const char *text_of(int status, int retry_s, const pd_cfg *cfg, const char *head)
{
    pd_api_reply reply = {0};
    pd_srv_reply_context context;
    pd_srv_reply_context_read(&context, head, strlen(head));
    pd_srv_refusal(&reply, status, "why", retry_s, &context);
    pd_srv_reply_fields(&reply, cfg, &context);
    pd_buffer_clear(&out);
    pd_srv_reply_write(&out, &reply, &context, 784111777);
    pd_buffer_add(&out, "", 1);
    pd_buffer_deinit(&reply.body);
    return (const char *)out.data;
}

static void every_refusal_has_the_fields_of_a_reply(void **state)
{
    (void)state;
    static const int statuses[] = {400, 401, 403, 404, 405, 408, 413, 414, 415,
                                   417, 421, 426, 429, 431, 501, 503, 505};
    static const char *const fields[] = {
        "\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "\r\nX-Request-Id: mine-7\r\n",
        "\r\nX-Content-Type-Options: nosniff\r\n", "\r\nContent-Type: application/problem+json\r\n",
        "\"request_id\":\"mine-7\"}"};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        const char *text = text_of(statuses[i], 0, NULL, "GET / HTTP/1.1\r\nX-Request-Id: mine-7\r\n\r\n");
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) assert_non_null(strstr(text, fields[k]));
        assert_null(strstr(text, "Unknown"));
        assert_int_equal(strstr(text, "\r\nWWW-Authenticate: Bearer realm=\"posed\"\r\n") != NULL,
                         statuses[i] == 401);
        assert_int_equal(strstr(text, "\r\nSec-WebSocket-Version: 13\r\n") != NULL, statuses[i] == 426);
        assert_int_equal(strstr(text, "\r\nUpgrade: websocket\r\n") != NULL, statuses[i] == 426);
        assert_null(strstr(text, "Access-Control-"));
    }
    assert_non_null(strstr(text_of(503, 17, NULL, ""), "\r\nRetry-After: 17\r\n"));
}

/* RFC 6750, 3 and 3.1: no error code for a request without a token, invalid_token for a wrong one,
 * insufficient_scope with the scope that is missing. */
static void the_challenge_reports_the_error_of_the_token(void **state)
{
    (void)state;
    static const struct {
        pd_srv_reply_context context;
        int status;
        const char *detail, *challenge;
    } rows[] = {
        {{.scope = NULL}, 401, "needed", "Bearer realm=\"posed\""},
        {{.is_bad_token = true},
         401,
         "no key has the kid \"a\\b\"",
         "Bearer realm=\"posed\", error=\"invalid_token\", error_description=\"no key has the kid 'a'b'\""},
        {{.scope = "admin"},
         403,
         "x",
         "Bearer realm=\"posed\", error=\"insufficient_scope\", scope=\"admin\""},
        {{.scope = NULL}, 403, "another reason", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_reply reply = {0};
        pd_srv_refusal(&reply, rows[i].status, rows[i].detail, 0, &rows[i].context);
        const char *challenge = pd_api_header_get(&reply, "WWW-Authenticate");
        if (rows[i].challenge)
            assert_string_equal(challenge, rows[i].challenge);
        else
            assert_null(challenge);
        pd_buffer_deinit(&reply.body);
    }
}

static void the_answer_to_head_has_no_body(void **state)
{
    (void)state;
    const char *text = text_of(503, 1, NULL, "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_string_equal(strstr(text, "\r\n\r\n"), "\r\n\r\n");
    assert_null(strstr(text, "Content-Length: 0\r\n")); /* that of the answer to GET */
}

static void pages_may_read_refusals_as_they_may_read_replies(void **state)
{
    (void)state;
    char *items[] = {"https://good.example"};
    const pd_cfg cfg = {.access_cors_origins = {items, 1}};
    const char *text = text_of(431, 0, &cfg, "GET / HTTP/1.1\r\nOrigin: https://good.example\r\nX: ");
    assert_non_null(strstr(text, "\r\nAccess-Control-Allow-Origin: https://good.example\r\n"));
    assert_non_null(strstr(text, "\r\nVary: Origin\r\n"));
    text = text_of(431, 0, &cfg, "GET / HTTP/1.1\r\nOrigin: https://evil.example\r\n\r\n");
    assert_null(strstr(text, "Access-Control-"));
    assert_non_null(strstr(text, "\r\nVary: Origin\r\n"));
    text = text_of(431, 0, &cfg, "GET / HTTP/1.1\r\nOrigin: https://good.example"); /* the line is cut */
    assert_null(strstr(text, "Access-Control-"));
}

static void bytes_that_are_no_request_give_a_fresh_id(void **state)
{
    (void)state;
    static const char garbage[] = "\x16\x03\x01\0\n\n\nX-Request-Id: a b\r\n\n";
    pd_srv_reply_context context;
    for (size_t size = 0; size <= sizeof garbage; size++) {
        pd_srv_reply_context_read(&context, garbage, size);
        assert_int_equal(strlen(context.request_id), 16);
        assert_false(context.is_head || context.is_preflight || *context.origin);
    }
}

static int free_out(void **state)
{
    (void)state;
    pd_buffer_deinit(&out);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_has_the_fields_of_a_reply),
        cmocka_unit_test(the_challenge_reports_the_error_of_the_token),
        cmocka_unit_test(the_answer_to_head_has_no_body),
        cmocka_unit_test(pages_may_read_refusals_as_they_may_read_replies),
        cmocka_unit_test(bytes_that_are_no_request_give_a_fresh_id),
    };
    return cmocka_run_group_tests(tests, NULL, free_out);
}
