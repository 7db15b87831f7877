/* Keys, tokens, rates and pages of other origins in an exchange. */
#include "tests/support/checked_locks.h"
#include "tests/support/exchange_test.h"
#include "tests/support/token_verifier.h"

/* An origin of up to 191 bytes is accepted. A longer one is treated as no origin instead of being cut. */
/* A host that counts the avatars that it is given. */
static int put_count;

static pd_status count_avatar(void *ctx, pd_api_avatar *avatar, const pd_api_condition *condition,
                              int *is_new, pd_error *err)
{
    (void)ctx, (void)condition, (void)err;
    pd_api_avatar_release(avatar);
    *is_new = 1;
    put_count++;
    return PD_OK;
}

static int post_avatar(const char *fields, const char *body)
{
    char request[512];
    snprintf(request, sizeof request,
             "POST /v1/avatars HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n%sContent-Length: "
             "%zu\r\n\r\n%s",
             fields, strlen(body), body);
    return exchange_test_ask(request);
}

static void a_post_with_a_key_creates_once(void **state)
{
    (void)state;
    static pd_api_host host;
    static const char body[] = "{\"model\":\"tiny\",\"betas\":[1]}";
    char first[sizeof exchange_test_answer_text];
    host = api_host_table;
    host.avatar_put = count_avatar;
    pd_srv_http_stop(exchange_test_http);
    exchange_test_deps.host = &host;
    put_count = 0;
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);

    /* Without a key each request creates; with one the first does, and the others get its reply, whatever
     * coding they accept. */
    assert_int_equal(post_avatar("", body), 201);
    assert_int_equal(post_avatar("", body), 201);
    assert_int_equal(put_count, 2);
    assert_int_equal(post_avatar("Idempotency-Key: \"k\"\r\nAccept-Encoding: gzip\r\n", body), 201);
    assert_false(exchange_test_has("Idempotency-Replayed"));
    snprintf(first, sizeof first, "%s", strstr(exchange_test_answer_text, "\r\n\r\n"));
    assert_int_equal(post_avatar("Idempotency-Key: k\r\n", body), 201);
    assert_true(exchange_test_has("Idempotency-Replayed: true\r\n") &&
                exchange_test_has("Location: /v1/avatars/"));
    assert_string_equal(strstr(exchange_test_answer_text, "\r\n\r\n"), first);
    assert_int_equal(put_count, 3);

    /* A different request with the same key is refused. A refused request may be sent again with its key. */
    assert_int_equal(post_avatar("Idempotency-Key: k\r\n", "{\"model\":\"tiny\"}"), 422);
    assert_int_equal(post_avatar("Idempotency-Key: a b\r\n", body), 400);
    assert_int_equal(post_avatar("Idempotency-Key: n\r\n", "{\"model\":\"nobody\"}"), 404);
    assert_int_equal(put_count, 3);
    assert_int_equal(post_avatar("Idempotency-Key: n\r\n", body), 201);
    assert_int_equal(put_count, 4);
}

/* A page that others may show in a frame has a second policy, which names them (CSP Level 3, 6.4.2:
 * a browser obeys both). */
static void a_page_for_frames_names_who_may_show_it(void **state)
{
    (void)state;
    static pd_api_host host;
    static char *origins[] = {"https://a.example", "https://b.example:444"};
    pd_api_assets pages = {0};
    assert_int_equal(
        pd_api_assets_add(&pages, "maker.html", (pd_bytes){(const unsigned char *)"<p>", 3}, NULL), PD_OK);
    assert_int_equal(
        pd_api_assets_add(&pages, "index.html", (pd_bytes){(const unsigned char *)"<p>", 3}, NULL), PD_OK);
    host = api_host_table;
    host.assets = &pages;
    pd_srv_http_stop(exchange_test_http);
    exchange_test_deps.host = &host;
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
    assert_int_equal(exchange_test_ask("GET /maker HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(exchange_test_has("\r\nContent-Security-Policy: frame-ancestors 'self'\r\n"));
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){origins, 2};
    assert_int_equal(exchange_test_ask("GET /maker HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(exchange_test_has(
        "\r\nContent-Security-Policy: frame-ancestors 'self' https://a.example https://b.example:444\r\n"));
    assert_int_equal(exchange_test_ask("GET / HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(exchange_test_has("frame-ancestors 'none'") && !exchange_test_has("a.example"));
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){0};
    pd_srv_http_stop(exchange_test_http);
    exchange_test_deps.host = &api_host_table;
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
    pd_api_assets_deinit(&pages);
}

static void keys_and_their_scopes_decide(void **state)
{
    (void)state;
    exchange_test_with_keys();
    assert_int_equal(exchange_test_ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200); /* open */
    assert_int_equal(exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 401);
    assert_true(exchange_test_has("WWW-Authenticate: Bearer") && exchange_test_has("an API key is required"));
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer wrong\r\n\r\n"), 401);
    assert_true(exchange_test_has("the key in Authorization is not known") &&
                exchange_test_has(
                    "error=\"invalid_token\", error_description=\"the key in Authorization is not known\""));
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer leaving\r\n\r\n"), 401);
    assert_true(exchange_test_has("WWW-Authenticate: Bearer") &&
                exchange_test_has("the key \\\"visitor\\\" has expired"));
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
    static const char reload[] = "POST /v1/models/default/reload HTTP/1.1\r\n" HOST
                                 "Authorization: Bearer %s\r\nContent-Length: 0\r\n\r\n";
    char request[256];
    snprintf(request, sizeof request, reload, "reading");
    assert_int_equal(exchange_test_ask(request), 403);
    assert_true(exchange_test_has("\\\"reader\\\" lacks the scope admin"));
    assert_true(exchange_test_has("error=\"insufficient_scope\", scope=\"admin\""));
    assert_int_equal(api_host_state.reloads, 0);
    snprintf(request, sizeof request, reload, "ruling");
    assert_int_equal(exchange_test_ask(request), 200);
    assert_int_equal(api_host_state.reloads, 1);
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_unauthorized), 4);
}

static void a_client_over_its_rate_gets_a_time_to_wait(void **state)
{
    (void)state;
    exchange_test_settings.cfg.access_rate_limit = 0.001; /* none comes back while the test runs */
    exchange_test_settings.cfg.access_rate_burst = 2;
    static const char request[] = "GET /v1/models HTTP/1.1\r\n" HOST "\r\n";
    assert_int_equal(exchange_test_ask(request), 200);
    assert_int_equal(exchange_test_ask(request), 200);
    assert_int_equal(exchange_test_ask(request), 429); /* by address, not by connection */
    assert_true(exchange_test_has("Retry-After: ") && exchange_test_has("access.rate_limit"));
    for (int i = 0; i < 3; i++) /* apart from the rest, but limited too */
        assert_int_equal(exchange_test_ask("GET /metrics HTTP/1.1\r\n" HOST "\r\n"), i < 2 ? 200 : 429);
    for (int i = 0; i < 5; i++) { /* a proxy would take the machine out */
        assert_int_equal(exchange_test_ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
        assert_int_equal(exchange_test_ask("GET /readyz HTTP/1.1\r\n" HOST "\r\n"), 200);
    }
    exchange_test_with_keys(); /* with a key it is the key's */
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_rate_limited), 2);
}

static void pages_of_other_origins_may_not_post(void **state)
{
    (void)state;
    char *allowed[] = {"https://good.example"};
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){allowed, 1};
    static const char post[] =
        "POST /v1/models/default/reload HTTP/1.1\r\n" HOST "Origin: %s\r\nContent-Length: 0\r\n\r\n";
    static const struct {
        const char *origin;
        int status, allowed;
    } rows[] = {{"https://good.example", 200, 1}, {"https://bad.example", 403, 0}, {"http://here:1", 200, 0}};
    for (int i = 0; i < 3; i++) {
        char request[256];
        snprintf(request, sizeof request, post, rows[i].origin);
        assert_int_equal(exchange_test_ask(request), rows[i].status);
        assert_int_equal(exchange_test_has("Access-Control-Allow-Origin: https://good.example\r\n"),
                         rows[i].allowed);
        assert_true(exchange_test_has("Vary: Origin\r\n") || exchange_test_has(", Origin\r\n"));
    }
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Origin: https://bad.example\r\n\r\n"), 200);
    assert_false(exchange_test_has("Access-Control-Allow-Origin"));
    exchange_test_with_keys(); /* a preflight brings none */
    assert_int_equal(
        exchange_test_ask("OPTIONS /v1/models HTTP/1.1\r\n" HOST
                          "Origin: https://good.example\r\nAccess-Control-Request-Method: POST\r\n\r\n"),
        204);
    assert_true(exchange_test_has("Access-Control-Allow-Methods: ") &&
                exchange_test_has("Access-Control-Max-Age: 600\r\n"));
}

static void a_name_that_is_not_the_servers_is_misdirected(void **state)
{
    (void)state;
    char *named[] = {"good.example"};
    exchange_test_settings.cfg.access_hosts = (pd_cfg_list){named, 1};
    exchange_test_settings.checks_host = true;
    static const struct {
        const char *target, *host;
        int status;
    } rows[] = {{"/v1/models", "good.example", 200},
                {"/v1/models", "bad.example", 421},
                {"http://good.example/v1/models", "bad.example", 200}, /* the target's is in its place */
                {"http://bad.example/v1/models", "good.example", 421},
                {"/healthz", "bad.example", 200},
                {"/readyz", "bad.example", 200},
                {"/v1/version", "bad.example", 421}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char request[256];
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", rows[i].target,
                 rows[i].host);
        assert_int_equal(exchange_test_ask(request), rows[i].status);
        assert_int_equal(
            exchange_test_has("Host \\\"bad.example\\\" is not a name of this server (access.hosts)"),
            rows[i].status == 421);
        assert_int_equal(exchange_test_has("Misdirected Request"), rows[i].status == 421);
    }
}

static void a_page_may_read_the_headers_that_replies_have(void **state)
{
    (void)state;
    char *allowed[] = {"https://good.example"};
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){allowed, 1};
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Origin: https://good.example\r\n\r\n"), 200);
    /* The fields of HTTP that programs read, and each of posed's own. */
    assert_true(exchange_test_has(
        "Access-Control-Expose-Headers: ETag, Location, Content-Disposition, X-Request-Id, "
        "Retry-After, Accept-Ranges, Content-Range, Allow, WWW-Authenticate, Idempotency-Replayed, "
        "traceresponse, Posed-Shape, "));
    for (int i = 0; i < pd_api_header_row_count; i++)
        assert_true(exchange_test_has(pd_api_header_rows[i].name));
    assert_false(exchange_test_has("Access-Control-Allow-Methods"));
    assert_int_equal(
        exchange_test_ask("OPTIONS /v1/models HTTP/1.1\r\n" HOST
                          "Origin: https://good.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n"),
        204);
    assert_true(exchange_test_has("Access-Control-Allow-Methods: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n"));
    assert_true(exchange_test_has(
        "Access-Control-Allow-Headers: Authorization, Content-Type, If-None-Match, If-Match, If-Range, "
        "Range, X-Request-Id, Idempotency-Key\r\n"));
}

static void changes_and_refused_keys_are_logged_without_an_access_log(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-exchange-XXXXXX";
    close(mkstemp(path));
    exchange_test_log_to(path);
    exchange_test_with_keys();
#define KEY "Authorization: Bearer ruling\r\n"
    static const struct {
        const char *request;
        int status;
        const char *noted; /* NULL: it is not */
    } rows[] = {
        {"GET /v1/models HTTP/1.1\r\n" HOST KEY "\r\n", 200, NULL},
        {"POST /v1/models/default/mesh HTTP/1.1\r\n" HOST KEY "Content-Length: 2\r\n\r\n{}", 200, NULL},
        {"GET /v1/models/nobody HTTP/1.1\r\n" HOST KEY "\r\n", 404, NULL},
        {"GET /v1/models HTTP/1.1\r\n" HOST "\r\n", 401, "request refused"},
        {"POST /v1/models/default/reload HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n"
         "Content-Length: 0\r\n\r\n",
         403, "request refused"},
        {"PUT /v1/scenes/yard HTTP/1.1\r\n" HOST KEY "Content-Length: 2\r\n\r\n{}", 201,
         "request that changes something"},
        {"DELETE /v1/scenes/yard HTTP/1.1\r\n" HOST KEY "\r\n", 204, "request that changes something"},
        {"POST /v1/models/default/reload HTTP/1.1\r\n" HOST KEY "Content-Length: 0\r\n\r\n", 200,
         "request that changes something"}};
    enum { ROWS = sizeof rows / sizeof *rows };
    for (int i = 0; i < ROWS; i++)
        if (exchange_test_ask(rows[i].request) != rows[i].status)
            fail_msg("row %d: %.12s", i, exchange_test_answer_text);
    exchange_test_finish();
    exchange_test_read_log(path);
    unlink(path);

    int noted = 0;
    for (int i = 0; i < ROWS; i++) {
        char what[64], method[32], status[32];
        if (!rows[i].noted) continue;
        noted++;
        snprintf(what, sizeof what, "\"what\":\"%s\"", rows[i].noted);
        snprintf(method, sizeof method, "\"method\":\"%.*s\"", (int)strcspn(rows[i].request, " "),
                 rows[i].request);
        snprintf(status, sizeof status, "\"status\":%d,", rows[i].status);
        if (LINES("\"message\":\"audit\"", "\"client\":\"127.0.0.1\"", what, method, status) != 1)
            fail_msg("row %d:\n%s", i, exchange_test_log_text);
    }
    assert_int_equal(LINES("\"message\":\"audit\""), noted);
    assert_int_equal(LINES("\"key\":\"root\""), 3);
    assert_int_equal(LINES("\"key\":\"reader\"", "/v1/models/default/reload"), 1);
}

/* -- who may ------------------------------------------------------------------- */
static void wrong_keys_are_tried_so_often_and_no_more(void **state)
{
    (void)state;
    static const char wrong[] = "GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer guess\r\n\r\n";
    int status, tries = 0;
    exchange_test_with_keys();
    while ((status = exchange_test_ask(wrong)) == 401 && tries < 1000) tries++;
    assert_int_equal(status, 429);
    assert_true(
        exchange_test_has("too many wrong keys came from this address; wait until Retry-After has passed") &&
        exchange_test_has("Retry-After: "));
    assert_true(tries >= PD_SRV_WRONG_KEYS_BURST); /* one more comes back each second */
    assert_int_equal(exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 401); /* no guess */
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
}

/* Verifying a signature costs more than the rest of a refusal:
 * it is not done for an address that has to wait. */
static void a_token_waits_where_wrong_keys_were_tried(void **state)
{
    (void)state;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    char head[PD_SRV_TOKEN_BYTES];
    char *token = tokens_make(key, "{\"alg\":\"ES256\",\"kid\":\"a\"}",
                              "{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"sub\":\"alice\","
                              "\"exp\":99999999999,\"scope\":\"read\"}");
    exchange_test_with_keys();
    pd_srv_auth_accept_tokens(exchange_test_settings.auth, token_verifier(key));
    snprintf(head, sizeof head, "GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer %s\r\n\r\n", token);
    assert_int_equal(exchange_test_ask(head), 200);

    /* The token's last signature byte is another one: a wrong key. */
    int tries = 0;
    char *last = strstr(head, "\r\n\r\n") - 8;
    const char was = *last;
    *last = was == 'A' ? 'B' : 'A';
    while (exchange_test_ask(head) == 401 && tries < 1000) tries++;
    assert_true(tries >= PD_SRV_WRONG_KEYS_BURST);
    *last = was;
    assert_int_equal(exchange_test_ask(head), 429);
    assert_true(
        exchange_test_has("too many wrong keys came from this address; wait until Retry-After has passed") &&
        exchange_test_has("Retry-After: "));
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
    assert_int_equal(exchange_test_ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
    free(token);
    EVP_PKEY_free(key);
}

/* Every route but the open ones: what one key reads, a cache may not give to others. Without keys and on open
 * routes replies are for everybody. */
static void a_reply_that_needs_a_key_is_for_no_shared_cache(void **state)
{
    (void)state;
    static const char *const paths[] = {"/v1/models",
                                        "/v1/models/default/mesh?format=bin",
                                        "/v1/models/default/joints",
                                        "/v1/wardrobe",
                                        "/v1/skeletons",
                                        "/v1/avatars",
                                        "/v1/characters",
                                        "/v1/models/nothing/mesh"};
    for (int has_keys = 0; has_keys < 2; has_keys++) {
        if (has_keys)
            exchange_test_with_keys();
        else
            exchange_test_no_keys();
        for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
            char head[256];
            snprintf(head, sizeof head, "GET %s HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n",
                     paths[i]);
            const int status = exchange_test_ask(head);
            const bool is_private =
                exchange_test_has("Cache-Control: private") || exchange_test_has("no-store");
            const bool varies = exchange_test_has("Authorization\r\n");
            if (status == 404 && !has_keys) continue;
            if (has_keys != varies || (has_keys && !is_private))
                fail_msg("%s %d: %.600s", paths[i], has_keys, exchange_test_answer_text);
        }
    }
    assert_int_equal(exchange_test_ask("GET /v1/version HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_false(exchange_test_has("private"));
}

/* Whatever a page's tracing or MCP library adds, a preflight of an allowed origin permits; nothing that is no
 * name of a field is repeated. */
static void a_preflight_permits_the_fields_that_the_browser_asks_for(void **state)
{
    (void)state;
    char *allowed[] = {"https://good.example"};
    static const struct {
        const char *origin, *wanted, *has, *lacks;
    } rows[] = {
        {"good", "traceparent,tracestate", "Idempotency-Key, traceparent, tracestate\r\n", NULL},
        {"good", "x-datadog-trace-id, x-datadog-parent-id", "x-datadog-trace-id, x-datadog-parent-id", NULL},
        {"good", "mcp-protocol-version,mcp-session-id", "mcp-protocol-version, mcp-session-id", NULL},
        {"good", "authorization", "Authorization, Content-Type", "authorization\r\n"},
        {"good", "a b", "Idempotency-Key, a, b\r\n", NULL},
        {"good", "ok,<script>,later", "Idempotency-Key, ok\r\n", "script"},
        {"bad", "traceparent", NULL, "traceparent"},
    };
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){allowed, 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char head[400];
        snprintf(head, sizeof head,
                 "OPTIONS /v1/models HTTP/1.1\r\n" HOST
                 "Origin: https://%s.example\r\nAccess-Control-Request-Method: "
                 "GET\r\nAccess-Control-Request-Headers: %s\r\n\r\n",
                 rows[i].origin, rows[i].wanted);
        assert_int_equal(exchange_test_ask(head), 204);
        if (rows[i].has && !exchange_test_has(rows[i].has))
            fail_msg("%s: %.900s", rows[i].wanted, exchange_test_answer_text);
        if (rows[i].lacks && exchange_test_has(rows[i].lacks))
            fail_msg("%s: %.900s", rows[i].wanted, exchange_test_answer_text);
    }
}

/* A client without a token learns the issuer from the 401; without an issuer there is nothing to learn. */
static void a_401_leads_to_the_issuer(void **state)
{
    (void)state;
    exchange_test_with_keys();
    assert_int_equal(exchange_test_ask("GET /.well-known/oauth-protected-resource HTTP/1.1\r\n" HOST "\r\n"),
                     404);
    assert_int_equal(exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 401);
    assert_false(exchange_test_has("resource_metadata"));

    exchange_test_settings.cfg.access_jwt_issuer = "https://id.example/realm";
    assert_int_equal(
        exchange_test_ask("POST /mcp HTTP/1.1\r\n" HOST "X-Forwarded-Proto: https\r\nX-Forwarded-Host: "
                          "posed.example\r\nX-Forwarded-Prefix: /p\r\nContent-Length: 2\r\n\r\n{}"),
        401);
    assert_true(exchange_test_has(
        "WWW-Authenticate: Bearer realm=\"posed\", resource_metadata=\"https://posed.example/p/"
        ".well-known/oauth-protected-resource/mcp\""));
    assert_int_equal(
        exchange_test_ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer wrong\r\n\r\n"), 401);
    assert_true(exchange_test_has("error=\"invalid_token\"") &&
                exchange_test_has("resource_metadata=\"http://"));
    assert_int_equal(exchange_test_ask("GET /.well-known/oauth-protected-resource/mcp HTTP/1.1\r\n" HOST
                                       "X-Forwarded-Proto: https\r\nX-Forwarded-Host: posed.example\r\n\r\n"),
                     200);
    assert_true(exchange_test_has("\"resource\":\"https://posed.example/mcp\"") &&
                exchange_test_has("\"authorization_servers\":[\"https://id.example/realm\"]"));
    assert_int_equal(exchange_test_ask("GET /.well-known/oauth-protected-resource HTTP/1.1\r\n" HOST
                                       "X-Forwarded-Host: posed.example\r\n\r\n"),
                     200);
    assert_true(exchange_test_has("\"resource\":\"http://posed.example\""));
    exchange_test_settings.cfg.access_jwt_issuer = NULL;
}

static void a_key_that_is_taken_away_while_the_body_comes_is_good_for_nothing(void **state)
{
    (void)state;
    static const char begun[] = "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
                                "Authorization: Bearer reading\r\nContent-Length: 2\r\n\r\n{";
    static pd_srv_settings later;
    for (int taken = 0; taken < 2; taken++) {
        exchange_test_with_keys();
        int fd = exchange_test_dial();
        exchange_test_say(fd, begun);
        exchange_test_wait_for_a_body();
        later = (pd_srv_settings){.cfg = exchange_test_settings.cfg, .limits = exchange_test_settings.limits};
        exchange_test_keys(&later.auth, taken ? 1 : 0);
        atomic_store(&exchange_test_config.now, &later);
        exchange_test_say(fd, "}");
        assert_int_equal(exchange_test_hear(fd, 0), taken ? 401 : 200);
        if (taken)
            assert_true(exchange_test_has("this key was removed") &&
                        exchange_test_has("WWW-Authenticate: Bearer"));
        exchange_test_say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
        assert_int_equal(exchange_test_hear(fd, 0), 200); /* open to everybody */
        close(fd);
        exchange_test_start_again();
        atomic_store(&exchange_test_config.now, &exchange_test_settings);
        pd_srv_auth_free(later.auth);
    }
}

static void administration_is_at_its_own_address_where_there_is_one(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int at_listen, at_admin;
    } rows[] = {{"GET /healthz HTTP/1.1\r\n" HOST "\r\n", 200, 200},
                {"GET /readyz HTTP/1.1\r\n" HOST "\r\n", 200, 200},
                {"GET /v1/models HTTP/1.1\r\n" HOST "\r\n", 200, 404},
                {"GET /metrics HTTP/1.1\r\n" HOST "\r\n", 404, 200},
                {"POST /v1/models/default/reload HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n", 404, 200}};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int admin = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(admin, (struct sockaddr *)&address, size) || listen(admin, 8), 0);
    assert_int_equal(getsockname(admin, (struct sockaddr *)&address, &size), 0);
    const struct sockaddr_in door = address;
    pd_srv_connections_set_admin(exchange_test_deps.connections, ntohs(door.sin_port));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(exchange_test_ask(rows[i].request), rows[i].at_listen);
        if (rows[i].at_listen == 404)
            assert_true(exchange_test_has("this route is served only at the address of admin.listen"));

        int ours = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(connect(ours, (const struct sockaddr *)&door, sizeof door), 0);
        size = sizeof address;
        int theirs = accept4(admin, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        pd_srv_http_adopt(exchange_test_http, theirs, (struct sockaddr *)&address, size);
        exchange_test_say(ours, rows[i].request);
        assert_int_equal(exchange_test_hear(ours, 0), rows[i].at_admin);
        if (rows[i].at_admin == 404)
            assert_true(exchange_test_has("this route is served only at the address of listen"));
        close(ours);
    }
    close(admin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXCHANGE_TEST(a_401_leads_to_the_issuer),
        EXCHANGE_TEST(a_preflight_permits_the_fields_that_the_browser_asks_for),
        EXCHANGE_TEST(a_reply_that_needs_a_key_is_for_no_shared_cache),
        EXCHANGE_TEST(a_post_with_a_key_creates_once),
        EXCHANGE_TEST(a_page_for_frames_names_who_may_show_it),
        EXCHANGE_TEST(keys_and_their_scopes_decide),
        EXCHANGE_TEST(a_client_over_its_rate_gets_a_time_to_wait),
        EXCHANGE_TEST(pages_of_other_origins_may_not_post),
        EXCHANGE_TEST(a_name_that_is_not_the_servers_is_misdirected),
        EXCHANGE_TEST(a_page_may_read_the_headers_that_replies_have),
        EXCHANGE_TEST(changes_and_refused_keys_are_logged_without_an_access_log),
        EXCHANGE_TEST(wrong_keys_are_tried_so_often_and_no_more),
        EXCHANGE_TEST(a_token_waits_where_wrong_keys_were_tried),
        EXCHANGE_TEST(a_key_that_is_taken_away_while_the_body_comes_is_good_for_nothing),
        EXCHANGE_TEST(administration_is_at_its_own_address_where_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
