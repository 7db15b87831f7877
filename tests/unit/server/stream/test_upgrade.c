/* Tests who may open a WebSocket. Each field of the handshake is left out, doubled or changed, and the status
 * of the refusal is compared. */
#include "server/stream/upgrade.h"

#include "core/base/hash.h"
#include "server/base/clock.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"
#include "tests/support/token_verifier.h"

#include <netinet/in.h>

#include <stdio.h>
#include <string.h>

#define GOOD                                                                                                 \
    "Host: here:1\r\nConnection: keep-asettings, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "   \
    "13\r\n"                                                                                                 \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define KEY      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define SHA_ABC  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" /* of "abc", FIPS 180-2 */
#define PROTOCOL "Sec-WebSocket-Protocol: chat, posed.v1\r\n"

static pd_srv_tickets *tickets;
static pd_srv_settings settings;

static int set_up(void **state)
{
    (void)state;
    memset(&settings, 0, sizeof settings);
    assert_int_equal(pd_srv_auth_load(&settings.auth, "", NULL), PD_OK);
    tickets = pd_srv_tickets_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pd_srv_auth_free(settings.auth);
    pd_srv_tickets_free(tickets);
    return 0;
}

/* Returns the status of the verdict, 0 for a request that is not for the stream. */
static int judged(const char *head)
{
    pd_srv_upgrade out;
    return pd_srv_upgrade_judge(&out, &settings, tickets, head, strlen(head), false, 0) ? out.status : 0;
}

static void a_complete_handshake_is_accepted(void **state)
{
    (void)state;
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 101);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD "SEC-websocket-protocol:posed.v1 \r\n\r\n"),
                     101);
}

/* As HTTP refuses the unknown parameters of a route: a misspelt `ticket` would otherwise be answered as if
 * there were none. */
static void a_parameter_of_the_query_that_is_not_known_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *query, *says; /* NULL: accepted */
    } rows[] = {
        {"?session=a", NULL},
        {"?session=a+b&ticket=x", NULL},
        {"?", NULL},
        {"?x=1", "/x: unknown parameter"},
        {"?tickets=x", "/tickets: unknown parameter; did you mean ticket?"},
        {"?ticket=x&ticket=y", "/ticket: given more than once"},
        {"?session=%zz", "/session: an invalid percent escape"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char head[512];
        pd_srv_upgrade out;
        snprintf(head, sizeof head, "GET /v1/stream%s HTTP/1.1\r\n" GOOD PROTOCOL "\r\n", rows[i].query);
        assert_true(pd_srv_upgrade_judge(&out, &settings, tickets, head, strlen(head), false, 0));
        if (out.status != (rows[i].says ? 400 : 101) || (rows[i].says && !strstr(out.detail, rows[i].says)))
            fail_msg("%s: %d %s", rows[i].query, out.status, out.detail);
    }
}

static void other_paths_are_left_to_http(void **state)
{
    (void)state;
    assert_int_equal(judged("GET /v1/streams HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 0);
    assert_int_equal(judged("GET / HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 0);
    assert_int_equal(judged("GET\r\n\r\n"), 0);
    assert_int_equal(judged("\n\n"), 0);
    assert_int_equal(judged(""), 0);
}

static void an_upgrade_with_a_wrong_method_or_without_the_subprotocol_is_answered_by_400(void **state)
{
    (void)state;
    assert_int_equal(judged("POST /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD "\r\n"), 400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD "Sec-WebSocket-Protocol: posed.v2\r\n\r\n"),
                     400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\nSec-WebSocket-Version: 8\r\n" PROTOCOL "\r\n"), 426);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\nSec-WebSocket-Version: 13\r\n" PROTOCOL "\r\n"), 400);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" KEY "Upgrade: websocket\r\n" PROTOCOL "\r\n"), 400);
    assert_int_equal(
        judged("GET /v1/stream HTTP/1.1\r\n" KEY "Upgrade: h2c\r\nConnection: Upgrade\r\n" PROTOCOL "\r\n"),
        400);
}

static void an_expired_key_is_refused_as_expired(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        int status;
        const char *detail;
    } rows[] = {{"abc", 101, ""},
                {"test", 401, "the key \"visitor\" has expired"},
                {"xyz", 401, "the key in Authorization is not known"}};
    pd_srv_auth_free(settings.auth);
    assert_int_equal(
        pd_srv_auth_parse(&settings.auth,
                          "player stream ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n"
                          "visitor stream 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 "
                          "until=2001-02-03\n",
                          "keys", NULL),
        PD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_upgrade out;
        char head[512];
        snprintf(head, sizeof head,
                 "GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Authorization: Bearer %s\r\n\r\n", rows[i].key);
        assert_true(pd_srv_upgrade_judge(&out, &settings, tickets, head, strlen(head), false, 0));
        assert_int_equal(out.status, rows[i].status);
        if (out.status != 101) assert_string_equal(out.detail, rows[i].detail);
    }
}

static void pages_of_other_origins_are_refused(void **state)
{
    (void)state;
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Origin: http://here:1\r\n\r\n"),
                     101);
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Origin: http://there:1\r\n\r\n"),
                     403);
    char *allowed[] = {"https://game.example"};
    settings.cfg.access_cors_origins.items = allowed;
    settings.cfg.access_cors_origins.count = 1;
    assert_int_equal(
        judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Origin: https://game.example\r\n\r\n"), 101);
}

#define HEAD(line, fields) line "\r\n" fields PROTOCOL "\r\n"

static void every_field_of_the_handshake_is_needed_once_and_whole(void **state)
{
    (void)state;
    static const struct {
        const char *what, *instead;
        int status;
    } cases[] = {
        {"Host: here:1\r\n", "", 400},
        {"Host: here:1\r\n", "Host: here:1\r\nHost: here:1\r\n", 400},
        {"Connection: keep-alive, Upgrade\r\n", "", 400},
        {"Connection: keep-alive, Upgrade\r\n", "Connection: keep-alive\r\n", 400},
        {"Connection: keep-alive, Upgrade\r\n", "Connection: keep-alive\r\nConnection: upgrade\r\n", 101},
        {"Upgrade: websocket\r\n", "Upgrade: websocketx\r\n", 400},
        {"Upgrade: websocket\r\n", "Upgrade: h2c, WebSocket\r\n", 101},
        {"Version: 13\r\n", "Version: 013\r\n", 426},
        {"Version: 13\r\n", "Version: 13\r\nSec-WebSocket-Version: 13\r\n", 400},
        {"dGhlIHNhbXBsZSBub25jZQ==", "!!!!!!!!!!!!!!!!!!!!!!!!", 400},
        {"dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ", 400},
        {"dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZWVl", 400},
        {"dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZR==", 400}, /* bits beyond the 16 bytes */
        {"dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBs SBub25jZQ==", 400},
        {"dGhlIHNhbXBsZSBub25jZQ==",
         "AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", 400},
        {"HTTP/1.1", "HTTP/1.0", 400},
        {"GET", "get", 400},
        {"Host: here:1\r\n", "Host: here:1\r\nContent-Length: 1\r\n", 400},
        {"Host: here:1\r\n", "Host: here:1\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Host: here:1\r\n", "Host: here:1\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n", 400},
        {"Host: here:1\r\n", "Host: here:1\r\nOrigin: http://here:1\r\nOrigin: http://here:1\r\n", 400},
    };
    static const char good[] =
        HEAD("GET /v1/stream HTTP/1.1",
             "Host: here:1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    assert_int_equal(judged(good), 101);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        const char *at = strstr(good, cases[i].what);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, cases[i].instead,
                 at + strlen(cases[i].what));
        if (judged(text) != cases[i].status) fail_msg("%s: %d", cases[i].instead, judged(text));
    }
}

static void a_client_that_has_to_wait_keeps_its_ticket(void **state)
{
    (void)state;
    char ticket[64], head[400];
    const pd_srv_identity web = {.name = "web", .scopes = ~0u};
    const struct sockaddr_in here = {.sin_family = AF_INET};
    pd_srv_upgrade_deps deps = {.metrics = pd_srv_metrics_new(),
                                .rate = pd_srv_rate_new(),
                                .wrong_keys = pd_srv_rate_new(),
                                .tickets = tickets};
    pd_srv_upgrade asked, other;
    assert_int_equal(pd_srv_log_open(&deps.log, "/dev/null", PD_SRV_LOG_TEXT, PD_SRV_INFO, NULL), PD_OK);
    settings.cfg.access_rate_limit = 1;
    settings.cfg.access_rate_burst = 1;
    const int64_t now = 100 * PD_SRV_SECOND, later = 110 * PD_SRV_SECOND;
    assert_int_equal(pd_srv_tickets_issue(tickets, &web, ticket, now, NULL), PD_OK);
    snprintf(head, sizeof head, "GET /v1/stream?ticket=%s HTTP/1.1\r\n" GOOD PROTOCOL "\r\n", ticket);

    /* another request of the same key has just come */
    assert_int_equal(pd_srv_rate_take(deps.rate, pd_hash64("web", 3, 0), 1, 1, now), 0);
    assert_true(pd_srv_upgrade_judge(&asked, &settings, tickets, head, strlen(head), false, now));
    assert_int_equal(asked.status, 101);
    pd_srv_upgrade_account(&asked, &deps, &settings.cfg, (const struct sockaddr *)&here, now);
    assert_int_equal(asked.status, 429);

    /* two at once, later: one gets in */
    settings.cfg.access_rate_burst = 5;
    assert_true(pd_srv_upgrade_judge(&asked, &settings, tickets, head, strlen(head), false, later));
    assert_true(pd_srv_upgrade_judge(&other, &settings, tickets, head, strlen(head), false, later));
    pd_srv_upgrade_account(&asked, &deps, &settings.cfg, (const struct sockaddr *)&here, later);
    pd_srv_upgrade_account(&other, &deps, &settings.cfg, (const struct sockaddr *)&here, later);
    assert_int_equal(asked.status, 101);
    assert_string_equal(asked.who.name, "web");
    assert_int_equal(asked.who.scopes, 1u << PD_API_STREAM); /* and nothing else that the key may */
    assert_int_equal(other.status, 401);

    settings.cfg.access_rate_limit = 0;
    pd_srv_metrics_free(deps.metrics);
    pd_srv_log_close(deps.log);
    pd_srv_rate_free(deps.rate);
    pd_srv_rate_free(deps.wrong_keys);
}

/* Returns the status of one more handshake from this host, after this verdict. */
static int accounted(const pd_srv_upgrade_deps *deps, int host, int status, bool gave_key)
{
    const struct sockaddr_in at = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(0x0a000000u + (unsigned)host)};
    pd_srv_upgrade asked = {.status = status, .gave_key = gave_key, .detail = "no"};
    pd_srv_upgrade_account(&asked, deps, &settings.cfg, (const struct sockaddr *)&at, 100 * PD_SRV_SECOND);
    return asked.status;
}

/* Twenty wrong keys at once are allowed. Requests without a key, or with a key without the scope, do not
 * count as guesses. */
static void wrong_keys_are_guessed_so_often_and_no_more(void **state)
{
    (void)state;
    pd_srv_upgrade_deps deps = {.metrics = pd_srv_metrics_new(),
                                .rate = pd_srv_rate_new(),
                                .wrong_keys = pd_srv_rate_new(),
                                .tickets = tickets};
    assert_int_equal(pd_srv_log_open(&deps.log, "/dev/null", PD_SRV_LOG_TEXT, PD_SRV_INFO, NULL), PD_OK);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(accounted(&deps, 1, 401, false), 401);
        assert_int_equal(accounted(&deps, 1, 403, true), 403);
        assert_int_equal(accounted(&deps, 1, 400, true), 400);
        assert_int_equal(accounted(&deps, 1, 101, true), 101);
    }
    const struct sockaddr_in first = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0a000001u)};
    for (int i = 0; i < PD_SRV_WRONG_KEYS_BURST; i++) {
        assert_false(pd_srv_upgrade_waits(&deps, (const struct sockaddr *)&first, 100 * PD_SRV_SECOND));
        assert_int_equal(accounted(&deps, 1, 401, true), 401);
    }
    assert_true(pd_srv_upgrade_waits(&deps, (const struct sockaddr *)&first, 100 * PD_SRV_SECOND));
    assert_false(pd_srv_upgrade_waits(&deps, (const struct sockaddr *)&first, 101 * PD_SRV_SECOND));
    assert_int_equal(accounted(&deps, 1, 401, true), 429);
    assert_int_equal(accounted(&deps, 2, 401, true), 401); /* another host */
    assert_int_equal(accounted(&deps, 1, 101, true), 101); /* and who has the right one */
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_unauthorized), 40 + 40 + 20 + 2);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_rate_limited), 0);
    pd_srv_metrics_free(deps.metrics);
    pd_srv_log_close(deps.log);
    pd_srv_rate_free(deps.rate);
    pd_srv_rate_free(deps.wrong_keys);
}

/* A client that has to wait: its key is compared, its token is answered as a wrong key. */
static void a_token_is_not_verified_for_a_client_that_waits(void **state)
{
    (void)state;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    char head[PD_SRV_TOKEN_BYTES];
    char *token = tokens_make(key, "{\"alg\":\"ES256\",\"kid\":\"a\"}",
                              "{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"sub\":\"alice\","
                              "\"exp\":99999999999,\"scope\":\"stream\"}");
    pd_srv_auth_free(settings.auth);
    assert_int_equal(pd_srv_auth_parse(&settings.auth, "shop stream " SHA_ABC "\n", "keys", NULL), PD_OK);
    pd_srv_auth_accept_tokens(settings.auth, token_verifier(key));

    const char *const bearers[] = {token, "abc", "abd"};
    const int statuses[2][3] = {{101, 101, 401}, {401, 101, 401}};
    for (int waits = 0; waits < 2; waits++)
        for (int i = 0; i < 3; i++) {
            pd_srv_upgrade out;
            snprintf(head, sizeof head,
                     "GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "Authorization: Bearer %s\r\n\r\n",
                     bearers[i]);
            assert_true(pd_srv_upgrade_judge(&out, &settings, tickets, head, strlen(head), waits, 0));
            assert_int_equal(out.status, statuses[waits][i]);
            assert_int_equal(out.is_bad_token, out.status == 401);
        }
    free(token);
    EVP_PKEY_free(key);
}

static void the_library_reads_the_key_and_nothing_else_of_the_client(void **state)
{
    (void)state;
    pd_srv_upgrade out;
    const char head[] = "GET /v1/stream?ticket=x HTTP/1.1\r\nX: evil\r\n" GOOD PROTOCOL "\r\n";
    assert_true(pd_srv_upgrade_judge(&out, &settings, tickets, head, sizeof head - 1, false, 0));
    assert_string_equal(
        out.head, "GET /v1/stream HTTP/1.1\r\nHost: posed\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                  "Sec-WebSocket-Protocol: posed.v1\r\n\r\n");
}

static void a_host_of_somebody_else_is_refused_where_it_is_checked(void **state)
{
    (void)state;
    settings.checks_host = true;
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 421);
    char *hosts[] = {"here"};
    settings.cfg.access_hosts = (pd_cfg_list){hosts, 1};
    assert_int_equal(judged("GET /v1/stream HTTP/1.1\r\n" GOOD PROTOCOL "\r\n"), 101);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_complete_handshake_is_accepted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_parameter_of_the_query_that_is_not_known_is_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(other_paths_are_left_to_http, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            an_upgrade_with_a_wrong_method_or_without_the_subprotocol_is_answered_by_400, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pages_of_other_origins_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_expired_key_is_refused_as_expired, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_field_of_the_handshake_is_needed_once_and_whole, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_client_that_has_to_wait_keeps_its_ticket, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_keys_are_guessed_so_often_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_token_is_not_verified_for_a_client_that_waits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_library_reads_the_key_and_nothing_else_of_the_client, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_host_of_somebody_else_is_refused_where_it_is_checked, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
