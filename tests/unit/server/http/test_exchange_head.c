/* Heads and bodies: fields, limits, and when a body is refused. */
#include "tests/support/checked_locks.h"
#include "tests/support/exchange_test.h"

static void a_body_over_the_limit_is_refused_before_it_is_read(void **state)
{
    (void)state;
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n";
    char request[8192];
    snprintf(request, sizeof request, "%sContent-Length: 4001\r\n\r\n", post);
    assert_int_equal(exchange_test_ask(request), 413); /* by its announced size */
    assert_true(exchange_test_has("at most 4000 allowed (limits.body_bytes)") &&
                exchange_test_has("Connection: close\r\n"));
    snprintf(request, sizeof request, "%sExpect: 100-continue\r\nContent-Length: 4001\r\n\r\n", post);
    assert_int_equal(exchange_test_ask(request), 413);
    int size = snprintf(request, sizeof request, "%sTransfer-Encoding: chunked\r\n\r\nfa1\r\n", post);
    memset(request + size, ' ', 4001);
    snprintf(request + size + 4001, 16, "\r\n0\r\n\r\n");
    assert_int_equal(exchange_test_ask(request), 413); /* as it comes */
    snprintf(request, sizeof request, "%sContent-Length: 4000\r\n\r\n{%3998s}", post, "");
    assert_int_equal(exchange_test_ask(request), 200); /* the limit itself is allowed */
}

static void a_refusal_waits_for_the_body_and_the_connection_survives(void **state)
{
    (void)state;
    exchange_test_with_keys();
    int fd = exchange_test_dial();
    exchange_test_say(fd, "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\n01234");
    exchange_test_say(fd, "56789");
    assert_int_equal(exchange_test_hear(fd, 0), 401);
    exchange_test_say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    close(fd);
}

/* -- time ---------------------------------------------------------------------- */
static void a_body_that_does_not_come_is_answered_408(void **state)
{
    (void)state;
    static const char begun[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 1000\r\n\r\n{%*s";
    char request[2048], path[] = "/tmp/posed-exchange-XXXXXX";
    close(mkstemp(path));
    exchange_test_log_to(path);
    exchange_test_settings.cfg.log_access = 1;
    exchange_test_settings.cfg.limits_body_timeout = 0.2;
    snprintf(request, sizeof request, begun, 9, "");
    assert_int_equal(exchange_test_ask(request), 408);
    assert_true(exchange_test_has("limits.body_timeout") && exchange_test_has("limits.body_min_rate"));

    exchange_test_start_again();
    exchange_test_settings.cfg.limits_body_timeout = 60;
    exchange_test_settings.cfg.limits_body_min_rate = 200;
    assert_int_equal(exchange_test_ask(request), 408); /* ten bytes: its second of grace is over */

    exchange_test_start_again();
    exchange_test_settings.cfg.limits_body_timeout = 600;
    exchange_test_settings.cfg.limits_body_min_rate = 1;
    snprintf(request, sizeof request, begun, 598, "");
    int fd = exchange_test_dial();
    exchange_test_say(fd, request); /* as many as earn ten minutes more */
    usleep(1500000);                /* beyond the second of grace */
    snprintf(request, sizeof request, "%400s}", "");
    exchange_test_say(fd, request);
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    close(fd);
    exchange_test_finish();
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_bodies_slow), 2);
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_aborted), 0);
    exchange_test_read_log(path);
    unlink(path);
    assert_int_equal(LINES("\"message\":\"request\"", "\"status\":408,", "\"in\":10,"), 2);
}

/* limits.body_timeout grows by a second for each 64 KiB that came:
 * 128 KiB earn two seconds beside its 0.2. */
static void a_large_body_may_take_longer_than_a_small_one(void **state)
{
    (void)state;
    enum { FIRST = 128 * 1024, REST = 1000 };
    static char head[FIRST + 300];
    char rest[REST + 1];
    exchange_test_settings.limits.body_bytes = 2 * FIRST;
    exchange_test_settings.cfg.limits_body_timeout = 0.2;
    exchange_test_settings.cfg.limits_body_min_rate = 0;
    snprintf(head, sizeof head,
             "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s", FIRST + REST,
             FIRST - 1, "");
    int fd = exchange_test_dial();
    exchange_test_say(fd, head);
    usleep(600000); /* beyond limits.body_timeout alone */
    snprintf(rest, sizeof rest, "%*s}", REST - 1, "");
    exchange_test_say(fd, rest);
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    close(fd);
    exchange_test_finish();
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_bodies_slow), 0);
}

/* A file of another kind is refused by its head where the client asks
 * before it sends the body (RFC 9110, 10.1.1). */
static void errors_in_the_head_are_refused_before_the_body(void **state)
{
    (void)state;
    assert_int_equal(
        exchange_test_ask("PUT /v1/characters/hero HTTP/1.1\r\n" HOST
                          "X-Request-Id: mine-1\r\nContent-Type: text/plain\r\nContent-Length: 3000\r\n"
                          "Expect: 100-continue\r\n\r\n"),
        415);
    assert_true(exchange_test_has("application/problem+json") &&
                exchange_test_has("X-Request-Id: mine-1\r\n"));
    assert_true(exchange_test_has("Content-Type is \\\"text/plain\\\"; ") &&
                exchange_test_has("model/gltf-binary, "));
    assert_false(exchange_test_has("100 Continue"));
    assert_int_equal(exchange_test_ask("PUT /v1/characters/hero HTTP/1.1\r\n" HOST
                                       "Content-Type: model/gltf-binary\r\nContent-Length: 3000\r\n"
                                       "Expect: 100-continue\r\n\r\n"),
                     100);

    /* An error that the route knows without the body is sent too:
     * the id of a model, which no object may have. */
    assert_int_equal(exchange_test_ask("PUT /v1/characters/tiny HTTP/1.1\r\n" HOST
                                       "Content-Type: model/gltf-binary\r\nContent-Length: 3000\r\n"
                                       "Expect: 100-continue\r\n\r\n"),
                     409);
    assert_true(exchange_test_has("is the id of a model") && exchange_test_has("application/problem+json"));
}

/* -- what is asked, and how ------------------------------------------------------ */
static void headers_and_targets_mean_what_rfc_9110_says(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int status;
        const char *words; /* of the answer */
    } rows[] = {
        {"GET /v1/models/default/mesh HTTP/1.1\r\n" HOST "Accept: application/octet-stream\r\n\r\n", 200,
         "Content-Type: application/octet-stream\r\n"},
        {"GET /v1/models/default/mesh HTTP/1.1\r\n" HOST "accept: model/obj\r\n\r\n", 200,
         "Content-Type: model/obj\r\n"}, /* names of headers have no case */
        {"GET /v1/models/default/mesh HTTP/1.1\r\n" HOST "Accept: image/png\r\n\r\n", 406, "problem+json"},
        {"GET /openapi.json HTTP/1.1\r\n" HOST "Accept-Encoding: gzip\r\n\r\n", 200,
         "Content-Encoding: gzip\r\n"},
        {"POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
         "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
         415, "text/plain"},
        {"POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
         "Content-Encoding: odd\r\nContent-Length: 2\r\n\r\n{}",
         415, "odd"},
        {"GET http://here:1/v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n", 200,
         "Content-Type: application/octet-stream\r\n"},
        {"GET /v1/models/default/mesh?format=none HTTP/1.1\r\n" HOST "\r\n", 400, "none"},
        {"GET http://here:1?x=1 HTTP/1.1\r\n" HOST "\r\n", 200, "<title>posed"}, /* of "/" */
        {"OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 204, "Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n"},
        {"DELETE /v1/models HTTP/1.1\r\n" HOST "\r\n", 405, "Allow: "},
        {"GET /healthz HTTP/1.1\r\n" HOST "Connection: Upgrade\r\nUpgrade: odd\r\n\r\n", 200,
         "Connection: close\r\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int status = exchange_test_ask(rows[i].request);
        if (status != rows[i].status || !exchange_test_has(rows[i].words))
            fail_msg("row %zu, %d:\n%s", i, status, exchange_test_answer_text);
    }

    char at_root[sizeof exchange_test_answer_text];
    const int status = exchange_test_ask("GET / HTTP/1.1\r\n" HOST "X-Request-Id: same\r\n\r\n");
    strcpy(at_root, strstr(exchange_test_answer_text, "\r\n\r\n"));
    assert_int_equal(exchange_test_ask("GET http://here:1 HTTP/1.1\r\n" HOST "X-Request-Id: same\r\n\r\n"),
                     status);
    assert_string_equal(strstr(exchange_test_answer_text, "\r\n\r\n"), at_root); /* no path stands for "/" */

    assert_int_equal(exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 200);
    const int length = atoi(strcasestr(exchange_test_answer_text, "Content-Length: ") + 16);
    assert_int_equal(exchange_test_ask("HEAD /v1/models HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_int_equal(atoi(strcasestr(exchange_test_answer_text, "Content-Length: ") + 16), length);
    assert_string_equal(strstr(exchange_test_answer_text, "\r\n\r\n"), "\r\n\r\n");
}

/* RFC 9110, 5.3: fields of one name that holds a list are one list, in their order. */
static void fields_of_one_name_are_one_list(void **state)
{
    (void)state;
    static const struct {
        const char *fields;
        int status;
        const char *words;
    } rows[] = {
        {"Accept: image/png\r\nAccept: model/obj\r\n", 200, "Content-Type: model/obj\r\n"},
        {"Accept: model/obj\r\nAccept: image/png\r\n", 200, "Content-Type: model/obj\r\n"},
        {"Accept: image/png\r\nAccept: text/html\r\nAccept: model/obj\r\n", 200,
         "Content-Type: model/obj\r\n"},
        {"Accept: model/obj;q=0.5\r\nAccept: application/octet-stream\r\nAccept: image/png\r\n", 200,
         "Content-Type: application/octet-stream\r\n"},
        {"Accept: image/png\r\nAccept: text/html\r\n", 406, "problem+json"},
        {"Accept-Encoding: odd\r\nAccept-Encoding: gzip\r\n", 200, "Content-Encoding: gzip\r\n"},
        {"Accept-Encoding: gzip\r\nAccept: application/json\r\nAccept-Encoding: odd\r\n", 200,
         "Content-Encoding: gzip\r\n"},
    };
    char request[512], etag[64] = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(request, sizeof request, "GET /v1/models/default/mesh HTTP/1.1\r\n" HOST "%s\r\n",
                 rows[i].fields);
        const int status = exchange_test_ask(request);
        if (status != rows[i].status || !exchange_test_has(rows[i].words))
            fail_msg("row %zu, %d:\n%.600s", i, status, exchange_test_answer_text);
    }

    assert_int_equal(exchange_test_ask("GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n"),
                     200);
    assert_int_equal(sscanf(strcasestr(exchange_test_answer_text, "ETag: "), "ETag: %63[^\r]", etag), 1);
    static const char *const lists[] = {
        "If-None-Match: \"a\"\r\nIf-None-Match: %s\r\n", "If-None-Match: %s\r\nIf-None-Match: \"a\"\r\n",
        "If-None-Match: \"a\"\r\nIf-None-Match: %s\r\nIf-None-Match: \"b\"\r\n"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char fields[256];
        snprintf(fields, sizeof fields, lists[i], etag);
        snprintf(request, sizeof request,
                 "HEAD /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "%s\r\n", fields);
        assert_int_equal(exchange_test_ask(request), 304);
    }
    assert_int_equal(exchange_test_ask("HEAD /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                                       "If-None-Match: \"a\"\r\nIf-None-Match: \"b\"\r\n\r\n"),
                     200);
    snprintf(request, sizeof request,
             "GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
             "If-Match: \"a\"\r\nIf-Match: %s\r\nRange: bytes=0-9\r\n\r\n",
             etag);
    assert_int_equal(exchange_test_ask(request), 206);
    assert_true(exchange_test_has("Content-Range: bytes 0-9/") &&
                exchange_test_has("Content-Length: 10\r\n"));
    assert_int_equal(exchange_test_ask("GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                                       "If-Match: \"a\"\r\nIf-Match: \"b\"\r\n\r\n"),
                     412);
}

static void a_field_that_may_stand_once_is_refused_when_it_stands_twice(void **state)
{
    (void)state;
    static const struct {
        const char *fields, *detail;
    } rows[] = {
        {"Content-Type: application/json\r\nContent-Type: text/plain\r\n",
         "Content-Type is given twice, as \\\"application/json\\\" and as \\\"text/plain\\\"; once allowed"},
        {"Idempotency-Key: \"a\"\r\nidempotency-key: \"b\"\r\n", "Idempotency-Key is given twice, as"},
        {"Range: bytes=0-1\r\nRange: bytes=2-3\r\n", "as \\\"bytes=0-1\\\" and as \\\"bytes=2-3\\\""},
        {"If-Range: \"a\"\r\nIf-Range: \"b\"\r\n", "If-Range is given twice"},
        {"Origin: https://a.example\r\nOrigin: https://b.example\r\n", "Origin is given twice"},
        {"Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site is given twice"},
        /* without the secrets */
        {"Authorization: Bearer one\r\nAuthorization: Bearer two\r\n",
         "\"Authorization is given twice; once allowed\""},
    };
    char request[512];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(request, sizeof request,
                 "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "%sContent-Length: 2\r\n\r\n{}",
                 rows[i].fields);
        const int status = exchange_test_ask(request);
        if (status != 400 || !exchange_test_has(rows[i].detail))
            fail_msg("row %zu, %d:\n%.900s", i, status, exchange_test_answer_text);
    }

    /* Names for logs and traces decide nothing: two of them count as none. */
    assert_int_equal(exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST
                                       "X-Request-Id: one\r\nX-Request-Id: two\r\n\r\n"),
                     200);
    assert_false(exchange_test_has("X-Request-Id: one") || exchange_test_has("X-Request-Id: two"));
}

/* Every field that holds a list in three pieces, all of them in one request, whichever comes last: the reply
 * is that of the whole lists. */
static void all_lists_of_a_request_may_come_in_pieces(void **state)
{
    (void)state;
    static const char *const lists[][4] = {
        {"Accept", "application/json", "image/png", "text/html"},
        {"Accept-Encoding", "gzip", "odd", "identity;q=0.1"},
        {"Content-Encoding", "identity", "identity", "identity"},
        {"If-None-Match", "\"a\"", "\"b\"", "\"c\""},
        {"If-Match", NULL, "\"a\"", "\"b\""}, /* the reply's ETag comes first */
        {"Upgrade", "odd", "odd", "odd"},
        {"X-Forwarded-Host", "one.example", "two.example", "three.example"},
        {"X-Forwarded-Prefix", "/one", "/two", "/three"},
    };
    enum { LISTS = sizeof lists / sizeof *lists };
    static const char begin[] = "HEAD /v1/models/default/mesh HTTP/1.1\r\n" HOST;
    char request[2048], etag[64] = "";
    snprintf(request, sizeof request, "%sAccept: application/json\r\nAccept-Encoding: gzip\r\n\r\n", begin);
    assert_int_equal(exchange_test_ask(request), 200);
    assert_int_equal(sscanf(strcasestr(exchange_test_answer_text, "ETag: "), "ETag: %63[^\r]", etag), 1);

    for (int first = 0; first < LISTS; first++) {
        int used = snprintf(request, sizeof request, "%s", begin);
        for (int piece = 1; piece < 4; piece++)
            for (int i = 0; i < LISTS; i++) {
                const char *const *list = lists[(first + i) % LISTS];
                used += snprintf(request + used, sizeof request - (size_t)used, "%s: %s\r\n", list[0],
                                 list[piece] ? list[piece] : etag);
            }
        snprintf(request + used, sizeof request - (size_t)used, "\r\n");
        if (exchange_test_ask(request) != 200 || !exchange_test_has("Content-Encoding: gzip\r\n") ||
            !exchange_test_has(etag))
            fail_msg("%s first: %.400s", lists[first][0], exchange_test_answer_text);
    }
}

/* RFC 9110, 10.1.1 */
static void an_expectation_that_is_not_understood_fails(void **state)
{
    (void)state;
    assert_int_equal(exchange_test_ask("POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
                                       "Expect: odd\r\nContent-Length: 2\r\n\r\n{}"),
                     417);
    assert_true(exchange_test_has("than 100-continue, the only one"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXCHANGE_TEST(a_body_over_the_limit_is_refused_before_it_is_read),
        EXCHANGE_TEST(a_refusal_waits_for_the_body_and_the_connection_survives),
        EXCHANGE_TEST(a_body_that_does_not_come_is_answered_408),
        EXCHANGE_TEST(a_large_body_may_take_longer_than_a_small_one),
        EXCHANGE_TEST(errors_in_the_head_are_refused_before_the_body),
        EXCHANGE_TEST(fields_of_one_name_are_one_list),
        EXCHANGE_TEST(a_field_that_may_stand_once_is_refused_when_it_stands_twice),
        EXCHANGE_TEST(all_lists_of_a_request_may_come_in_pieces),
        EXCHANGE_TEST(an_expectation_that_is_not_understood_fails),
        EXCHANGE_TEST(headers_and_targets_mean_what_rfc_9110_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
