/* HTTP exchanges over a connected socket, from the bytes to the reply, without the listener and the other parts of the daemon. */
#include "server/http/exchange.h"
#include "api/http/reply_header.h"

#include "api/http/routes.h"
#include "api/body/avatars.h"
#include "api/http/assets.h"
#include "server/base/clock.h"
#include "server/base/digest.h"
#include "tests/support/api_ask.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"
#include "tests/support/collector.h"
#include "tests/support/tokens.h"

#include <jansson.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_heap heap;
static atomic_bool draining;
static pd_srv_http_deps deps;
static pd_srv_http *http;
static char answer_text[1 << 17];

static void no_keys(void)
{
    pd_srv_auth_free(settings.auth);
    assert_int_equal(pd_srv_auth_load(&settings.auth, "", NULL), PD_OK);
}

/* Makes the keys: "reader" has the key `reading`, "root" the key `ruling`; from number `first` on. */
static void keys(pd_srv_auth **out, int first)
{
    pd_buffer file = {0};
    static const char *const lines[][3] = {{"reader read", "reading", ""},
                                           {"root admin", "ruling", ""},
                                           {"visitor read", "leaving", "until=2001-02-03"}};
    for (int i = first; i < 3; i++) {
        unsigned char hash[PD_SRV_SHA256_BYTES];
        char digits[2 * sizeof hash + 1];
        pd_srv_sha256(hash, lines[i][1], strlen(lines[i][1]));
        pd_srv_hex_encode(digits, hash, sizeof hash);
        pd_buffer_printf(&file, "%s %s %s\n", lines[i][0], digits, lines[i][2]);
    }
    pd_buffer_add(&file, "", 1);
    assert_int_equal(pd_srv_auth_parse(out, (char *)file.data, "keys", NULL), PD_OK);
    pd_buffer_deinit(&file);
}

static void with_keys(void)
{
    pd_srv_auth_free(settings.auth);
    keys(&settings.auth, 0);
}

static int set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    settings = (pd_srv_settings){.limits = api_host_limits,
                                 .cfg = {.limits_connections = 64,
                                         .limits_head_timeout = 60,
                                         .limits_body_timeout = 60,
                                         .limits_idle_timeout = 60}};
    settings.limits.body_bytes = 4000;
    no_keys();
    atomic_init(&config.now, &settings);
    atomic_store(&draining, false);

    deps = (pd_srv_http_deps){.config = &config,
                              .host = &api_host_table,
                              .metrics = pd_srv_metrics_new(),
                              .heap = &heap,
                              .rate = pd_srv_rate_new(),
                              .wrong_keys = pd_srv_rate_new(),
                              .refused = pd_srv_refused_new(),
                              .not_modified = pd_srv_not_modified_new(),
                              .replays = pd_srv_replays_new(),
                              .replies = pd_srv_buffer_cache_new(1 << 20),
                              .bodies = pd_srv_buffer_cache_new(1 << 20),
                              .draining = &draining};
    assert_int_equal(pd_srv_log_open(&deps.log, "/dev/null", 0, PD_SRV_ERROR, &err), PD_OK);
    deps.registry = pd_srv_registry_new(NULL, 0, deps.log, deps.metrics);
    assert_int_equal(pd_srv_connections_start(&deps.connections, &config, deps.metrics, NULL, 8192, &err),
                     PD_OK);
    const pd_srv_workers_options options = {
        .threads = 1, .queue = 4, .max_bodies = 16, .metrics = deps.metrics};
    assert_int_equal(pd_srv_workers_start(&deps.workers, &options, &err), PD_OK);
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, &err), PD_OK);
    return 0;
}

static int tear_down(void **state)
{
    pd_srv_workers_halt(deps.workers);
    pd_srv_http_stop(http);
    pd_srv_workers_free(deps.workers);
    pd_srv_connections_stop(deps.connections);
    pd_srv_registry_free((pd_srv_registry *)deps.registry);
    pd_srv_rate_free(deps.rate);
    pd_srv_rate_free(deps.wrong_keys);
    pd_srv_refused_free(deps.refused);
    pd_srv_not_modified_free(deps.not_modified);
    pd_srv_replays_free(deps.replays);
    pd_srv_buffer_cache_free(deps.replies);
    pd_srv_buffer_cache_free(deps.bodies);
    pd_srv_metrics_free(deps.metrics);
    pd_srv_log_close(deps.log);
    pd_srv_auth_free(settings.auth);
    settings.auth = NULL;
    return api_host_teardown(state);
}

/* Opens a connection whose other end is HTTP's. */
static int dial(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), ours = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(connect(ours, (struct sockaddr *)&address, size), 0);
    int theirs = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    assert_true(theirs >= 0);
    close(listener);
    pd_srv_http_adopt(http, theirs, (struct sockaddr *)&address, size);
    return ours;
}

static void say(int fd, const char *text)
{
    size_t size = strlen(text);
    assert_int_equal(send(fd, text, size, MSG_NOSIGNAL), size);
}

/* Reads one reply into answer_text and returns its status. Content-Length gives the size of the body; head_only: the reply to a HEAD, or a 304,
 * has none. */
static int hear(int fd, int head_only)
{
    size_t got = 0, wanted = sizeof answer_text - 1;
    while (got < wanted) {
        ssize_t n = recv(fd, answer_text + got, wanted - got, 0);
        if (n <= 0) break;
        answer_text[got += (size_t)n] = 0;
        const char *end = strstr(answer_text, "\r\n\r\n"),
                   *length = strcasestr(answer_text, "Content-Length: ");
        if (!end) continue;
        size_t head = (size_t)(end + 4 - answer_text);
        wanted = head + (head_only || !length ? 0 : (size_t)atoi(length + 16));
        assert_true(wanted < sizeof answer_text);
    }
    answer_text[got] = 0;
    return got > 12 ? atoi(answer_text + 9) : 0;
}

static int ask(const char *request)
{
    int fd = dial();
    say(fd, request);
    int status = hear(fd, !strncmp(request, "HEAD", 4));
    close(fd);
    return status;
}

static int has(const char *words)
{
    return strstr(answer_text, words) != NULL;
}

#define HOST "Host: here:1\r\n"

static void an_answer_has_the_request_id_and_the_next_request_is_served_too(void **state)
{
    (void)state;
    int fd = dial();
    say(fd, "GET /healthz HTTP/1.1\r\n" HOST "X-Request-Id: mine-1\r\n\r\n");
    assert_int_equal(hear(fd, 0), 200);
    assert_true(has("X-Request-Id: mine-1\r\n") && has("X-Content-Type-Options: nosniff\r\n"));
    assert_false(has("Connection: close"));
    say(fd, "GET /nothing HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(hear(fd, 0), 404);
    assert_false(has("mine-1"));
    atomic_store(&draining, true);
    say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(hear(fd, 0), 200);
    assert_true(has("Connection: close\r\n")); /* a server that stops says so */
    close(fd);
}

static void work_is_done_by_a_worker_and_answered_on_the_connection(void **state)
{
    (void)state;
    static const char body[] = "{\"bodies\":[{\"betas\":[1]}]}";
    char request[512];
    int fd = dial();
    for (int i = 0; i < 3; i++) {
        snprintf(request, sizeof request,
                 "POST /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                 "Content-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 sizeof body - 1, body);
        say(fd, request);
        assert_int_equal(hear(fd, 0), 200);
    }
    close(fd);
}

/* A host that notes on which thread it is asked, and the worker's own. */
static pthread_t asked_by;

static pd_status note_scene(void *ctx, pd_api_scene *scene, const pd_api_condition *condition, int *is_new,
                            pd_error *err)
{
    asked_by = pthread_self();
    return api_host_scene_put(ctx, scene, condition, is_new, err);
}

static pd_status note_model(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    asked_by = pthread_self();
    return api_host_acquire(ctx, id, may_wait, out, err);
}

static void limit_queue(int jobs)
{
    pd_srv_workers_limit(deps.workers, &(pd_srv_workers_options){.queue = jobs, .max_bodies = 16});
}

static void long_bodies_are_read_on_a_worker(void **state)
{
    (void)state;
    static char request[40000];
    static pd_api_host host; /* scenes keep it */
    host = api_host_table;
    host.scene_put = note_scene;
    host.acquire = note_model;
    pd_srv_http_stop(http);
    deps.host = &host;
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
    settings.limits.body_bytes = sizeof request;
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}";
    snprintf(request, sizeof request, post, 102, 100, "");
    assert_int_equal(ask(request), 200);
    const pthread_t http_thread = asked_by; /* a short one is not worth the way to a worker */

    static const char put[] = "PUT /v1/scenes/yard HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}";
    assert_int_equal(ask(put), 201); /* however short: a ground of 4096 x 4096 takes 40 bytes */
    assert_false(pthread_equal(asked_by, http_thread));

    /* 4 KiB are read where they come, a byte more on a worker. */
    snprintf(request, sizeof request, post, 4096, 4094, "");
    assert_int_equal(ask(request), 200);
    assert_true(pthread_equal(asked_by, http_thread));
    snprintf(request, sizeof request, post, 4097, 4095, "");
    assert_int_equal(ask(request), 200);
    assert_false(pthread_equal(asked_by, http_thread));

    /* A model on disk is waited for on a worker, whatever the length of the body. */
    for (int is_broken = 0; is_broken < 2; is_broken++) {
        api_host_state.on_disk = "tiny";
        api_host_state.is_broken = is_broken;
        assert_int_equal(ask("GET /v1/models/tiny/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n"),
                         is_broken ? 503 : 200);
        assert_false(pthread_equal(asked_by, http_thread));
        if (is_broken) assert_true(has("could not be loaded"));
    }
    api_host_state.on_disk = NULL;
    api_host_state.is_broken = false;
    snprintf(request, sizeof request, post, 20002, 20000, "\"betas\":");
    assert_int_equal(ask(request), 400); /* a refusal comes from there as well */
    assert_true(has("not JSON"));

    limit_queue(0);
    assert_int_equal(ask(put), 503);
    assert_true(has("Retry-After: ") && has("limits.queue"));
    assert_int_equal(ask("GET /openapi.json HTTP/1.1\r\n" HOST "\r\n"), 503); /* 7 ms of writing */
    assert_int_equal(ask("GET /docs HTTP/1.1\r\n" HOST "\r\n"), 503);
    assert_int_equal(ask("GET /v1/version HTTP/1.1\r\n" HOST "\r\n"), 200);
}

enum { ORIGIN_BYTES = sizeof((pd_srv_reply_context *)0)->origin };

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
    return ask(request);
}

static void a_post_with_a_key_creates_once(void **state)
{
    (void)state;
    static pd_api_host host;
    static const char body[] = "{\"model\":\"tiny\",\"betas\":[1]}";
    char first[sizeof answer_text];
    host = api_host_table;
    host.avatar_put = count_avatar;
    pd_srv_http_stop(http);
    deps.host = &host;
    put_count = 0;
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);

    /* Without a key each request creates; with one the first does, and the others get its reply, whatever coding they accept. */
    assert_int_equal(post_avatar("", body), 201);
    assert_int_equal(post_avatar("", body), 201);
    assert_int_equal(put_count, 2);
    assert_int_equal(post_avatar("Idempotency-Key: \"k\"\r\nAccept-Encoding: gzip\r\n", body), 201);
    assert_false(has("Idempotency-Replayed"));
    snprintf(first, sizeof first, "%s", strstr(answer_text, "\r\n\r\n"));
    assert_int_equal(post_avatar("Idempotency-Key: k\r\n", body), 201);
    assert_true(has("Idempotency-Replayed: true\r\n") && has("Location: /v1/avatars/"));
    assert_string_equal(strstr(answer_text, "\r\n\r\n"), first);
    assert_int_equal(put_count, 3);

    /* A different request with the same key is refused. A refused request may be sent again with its key. */
    assert_int_equal(post_avatar("Idempotency-Key: k\r\n", "{\"model\":\"tiny\"}"), 422);
    assert_int_equal(post_avatar("Idempotency-Key: a b\r\n", body), 400);
    assert_int_equal(post_avatar("Idempotency-Key: n\r\n", "{\"model\":\"nobody\"}"), 404);
    assert_int_equal(put_count, 3);
    assert_int_equal(post_avatar("Idempotency-Key: n\r\n", body), 201);
    assert_int_equal(put_count, 4);
}

static void an_origin_is_answered_whole_or_not_at_all(void **state)
{
    (void)state;
    static char *anybody[] = {"*"};
    char origin[ORIGIN_BYTES + 2], request[512], line[512];
    settings.cfg.access_cors_origins = (pd_cfg_list){anybody, 1};
    for (int size = ORIGIN_BYTES - 3; size <= ORIGIN_BYTES + 1; size++) {
        snprintf(origin, sizeof origin, "http://%0*d", size - 7, 7);
        snprintf(request, sizeof request, "GET /healthz HTTP/1.1\r\n" HOST "Origin: %s\r\n\r\n", origin);
        assert_int_equal(ask(request), 200);
        snprintf(line, sizeof line, "\r\nAccess-Control-Allow-Origin: %s\r\n", origin);
        assert_int_equal(has(line), size < ORIGIN_BYTES);
        assert_int_equal(has("Access-Control-Allow-Origin"), size < ORIGIN_BYTES);
    }
    settings.cfg.access_cors_origins = (pd_cfg_list){0};
}

/* A page that others may show in a frame has a second policy, which names them (CSP Level 3, 6.4.2: a browser obeys both). */
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
    pd_srv_http_stop(http);
    deps.host = &host;
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
    assert_int_equal(ask("GET /maker HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(has("\r\nContent-Security-Policy: frame-ancestors 'self'\r\n"));
    settings.cfg.access_cors_origins = (pd_cfg_list){origins, 2};
    assert_int_equal(ask("GET /maker HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(has(
        "\r\nContent-Security-Policy: frame-ancestors 'self' https://a.example https://b.example:444\r\n"));
    assert_int_equal(ask("GET / HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(has("frame-ancestors 'none'") && !has("a.example"));
    settings.cfg.access_cors_origins = (pd_cfg_list){0};
    pd_srv_http_stop(http);
    deps.host = &api_host_table;
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
    pd_api_assets_deinit(&pages);
}

static void a_full_queue_answers_503_and_when_to_come_back(void **state)
{
    (void)state;
    static const char request[] =
        "POST /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
        "Content-Type: application/json\r\nX-Request-Id: full\r\nContent-Length: 2\r\n\r\n{}";
    limit_queue(0);
    assert_int_equal(ask(request), 503);
    assert_true(has("Retry-After: 1\r\n") && has("limits.queue") && has("\"full\""));
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_queue_full), 1);
    limit_queue(4);
    assert_int_equal(ask(request), 200);
}

/* Sets the state after the refusal of a body of `bytes`, which counts for a minute. */
static void remember_refused(size_t bytes)
{
    const struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const pd_srv_job job = {.cost_ms = 60000};
    pd_srv_refused_note(deps.refused, pd_srv_rate_client((const struct sockaddr *)&here),
                        pd_api_match_route("POST", "/v1/models/default/mesh").route, bytes, &job, 60,
                        pd_srv_now_us());
}

static void a_client_that_ignores_retry_after_is_refused_at_its_head(void **state)
{
    (void)state;
    enum { LONG = 90000 };
    static const char post[] = "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "%s: %s\r\n\r\n{%*s}";
    static char request[100000];
    settings.limits.body_bytes = sizeof request;
    limit_queue(0);
    snprintf(request, sizeof request, post, "Content-Length", "90002", LONG, "");
    assert_int_equal(ask(request), 503); /* it has been read ... */
    assert_true(has("limits.queue"));
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_refused_early), 0);

    remember_refused(150000);
    *strstr(request, "{") = 0;
    assert_int_equal(ask(request), 503); /* ... and now its head alone */
    assert_true(has("Retry-After: ") && has("try again after Retry-After"));
    snprintf(request, sizeof request, post, "Expect", "100-continue\r\nContent-Length: 90002", 0, "");
    *strstr(request, "{") = 0;
    assert_int_equal(ask(request), 503);
    snprintf(request, sizeof request, post, "Transfer-Encoding", "chunked\r\n\r\n15f92", LONG, "");
    assert_int_equal(ask(request), 503); /* before its end: the last chunk does not come */
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_refused_early), 3);

    limit_queue(4); /* there is room again */
    snprintf(request, sizeof request, post, "Content-Length", "90002", LONG, "");
    assert_int_equal(ask(request), 200);
}

static void a_long_body_that_was_refused_is_remembered(void **state)
{
    (void)state;
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 90002\r\n\r\n{%*s}";
    static char request[100000];
    const struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const char *route = pd_api_match_route("POST", "/v1/models/default/mesh").route;
    pd_srv_job like;
    settings.limits.body_bytes = sizeof request;
    limit_queue(0);
    const int64_t before = pd_srv_now_us();
    snprintf(request, sizeof request, post, 90000, "");
    assert_int_equal(ask(request), 503);
    assert_true(pd_srv_refused_find(deps.refused, &like, pd_srv_rate_client((const struct sockaddr *)&here),
                                    route, 90002, before));
    assert_int_equal(pd_srv_job_class(&like), PD_SRV_MEDIUM);
}

static void a_body_that_the_account_has_no_memory_for_is_dropped_as_it_comes(void **state)
{
    (void)state;
    pd_srv_memory *memory = &api_host_state.memory;
    settings.limits.body_bytes = 100000;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST / 8 * 7);

    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}";
    static char request[100000];
    int fd = dial();
    snprintf(request, sizeof request, post, 90002, 90000, "");
    say(fd, request);
    assert_int_equal(hear(fd, 0), 503);
    assert_true(has("Retry-After: 1\r\n") && has("limits.memory"));
    assert_int_equal(atomic_load(&memory->held[PD_API_MEMORY_BODIES]), 0);

    snprintf(request, sizeof request, post, 10002, 10000, "");
    say(fd, request); /* the connection survived, and a short one goes on */
    assert_int_equal(hear(fd, 0), 200);
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST / 8 * 7);
    snprintf(request, sizeof request, post, 90002, 90000, "");
    say(fd, request); /* there is memory again */
    assert_int_equal(hear(fd, 0), 200);
    assert_int_equal(atomic_load(&memory->held[PD_API_MEMORY_BODIES]), 0);
    close(fd);
}

static void write_bodies(char *out, int count)
{
    out += sprintf(out, "{\"bodies\":[{}");
    while (--count) out += sprintf(out, ",{}");
    sprintf(out, "]}");
}

static void a_reply_that_goes_out_in_parts_comes_whole(void **state)
{
    (void)state;
    enum { BODIES = 16 };
    static char got[1 << 21];
    size_t size = 0;
    char request[512], bodies[64] = "{}";
    for (int i = 1; i < BODIES; i++) strcat(bodies, ",{}");
    int fd = dial(), length = 13 + (int)strlen(bodies);
    snprintf(request, sizeof request,
             "POST /v1/models/default/mesh?format=obj HTTP/1.1\r\n" HOST
             "Connection: close\r\nContent-Length: %d\r\n\r\n{\"bodies\":[%s]}",
             length, bodies);
    say(fd, request);
    for (ssize_t n; size < sizeof got && (n = recv(fd, got + size, sizeof got - size, 0)) > 0;)
        size += (size_t)n;
    close(fd);

    const char *body = memmem(got, size, "\r\n\r\n", 4), *announced = strcasestr(got, "Content-Length: ");
    assert_non_null(body);
    size -= (size_t)(body + 4 - got);
    assert_in_range(size, 256 << 10, sizeof got);
    assert_int_equal(size, atoi(announced + 16));
    pd_api_call *call = api_decode("POST", "/v1/models/default/mesh?format=obj", strstr(request, "{\"bodies"),
                                   (pd_api_request){0});
    assert_int_equal(size, api_finish(call)->body.size);
    assert_memory_equal(body + 4, pd_api_call_reply(call)->body.data, size);
    pd_api_call_release(call);
}

/* Checks that a reply of 8 MiB or more is made while it is sent: chunked, with the same bytes. */
static void comes_whole_in_parts(bool is_zipped)
{
    enum { BODIES = 512, ROOM = 32 << 20 };
    char *got = malloc(ROOM), *request = malloc(1 << 13), *bodies = calloc(1, 1 << 12);
    size_t size = 0;
    settings.limits.batch = BODIES;
    write_bodies(bodies, BODIES);
    snprintf(request, 1 << 13,
             "POST /v1/models/default/mesh?format=obj HTTP/1.1\r\n" HOST
             "%sConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
             is_zipped ? "Accept-Encoding: gzip\r\n" : "", strlen(bodies), bodies);
    int fd = dial();
    say(fd, request);
    for (ssize_t n; size < ROOM && (n = recv(fd, got + size, ROOM - size, 0)) > 0;) size += (size_t)n;
    close(fd);

    /* out of the chunks */
    char *at = memmem(got, size, "\r\n\r\n", 4), *end = got, *past = got + size;
    assert_non_null(memmem(got, (size_t)(at - got), "Transfer-Encoding: chunked", 26));
    assert_null(memmem(got, (size_t)(at - got), "Content-Length", 14));
    assert_int_equal(memmem(got, (size_t)(at - got), "Content-Encoding: gzip", 22) != NULL, is_zipped);
    at += 4;
    for (size_t chunk; (chunk = strtoul(at, &at, 16));) {
        at += 2;
        assert_in_range(chunk, 1, past - at);
        memmove(end, at, chunk);
        end += chunk;
        at += chunk + 2;
    }
    assert_true(at + 4 == past); /* the last chunk is the end of it */
    if (is_zipped) {
        z_stream z = {.next_in = (unsigned char *)got, .avail_in = (unsigned)(end - got), .avail_out = ROOM};
        char *text = malloc(ROOM);
        z.next_out = (unsigned char *)text;
        assert_int_equal(inflateInit2(&z, 31), Z_OK);
        assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
        assert_int_equal(z.avail_in, 0);
        free(got);
        got = text, end = text + z.total_out;
        inflateEnd(&z);
    }
    pd_api_request again = {.method = "POST",
                            .path = "/v1/models/default/mesh",
                            .query = "format=obj",
                            .body = {(unsigned char *)bodies, strlen(bodies)}};
    pd_api_call *call = pd_api_decode(&again, &api_host_table, &settings.limits);
    pd_arena scratch;
    pd_arena_init(&scratch, 0);
    char *from = got;
    do {
        pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        const pd_buffer *body = &pd_api_call_reply(call)->body;
        assert_in_range(body->size, 1, end - from);
        assert_memory_equal(from, body->data, body->size);
        from += body->size;
    } while (pd_api_call_rest(call) == PD_API_REST_MORE);
    assert_ptr_equal(from, end);
    pd_arena_deinit(&scratch);
    pd_api_call_release(call);
    free(got);
    free(request);
    free(bodies);
}

static void a_reply_that_is_made_in_parts_comes_whole(void **state)
{
    (void)state;
    comes_whole_in_parts(false);
}

static void a_reply_that_is_made_in_parts_is_compressed_as_it_is_made(void **state)
{
    (void)state;
    comes_whole_in_parts(true);
}

/* When the client has disconnected, the rest of the reply is not computed and its memory is freed. */
static void a_client_that_goes_in_the_middle_of_a_reply_in_parts_leaves_nothing(void **state)
{
    (void)state;
    char bodies[1 << 12] = "", request[1 << 13], piece[1 << 16];
    settings.limits.batch = 512;
    write_bodies(bodies, 512);
    snprintf(request, sizeof request,
             "POST /v1/models/default/mesh?format=obj HTTP/1.1\r\n" HOST "Content-Length: %zu\r\n\r\n%s",
             strlen(bodies), bodies);
    for (int i = 0; i < 8; i++) {
        int fd = dial();
        say(fd, request);
        for (int k = 0; k < i; k++) assert_true(recv(fd, piece, sizeof piece, 0) > 0);
        close(fd);
    }
    assert_int_equal(ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
}

static void keys_and_their_scopes_decide(void **state)
{
    (void)state;
    with_keys();
    assert_int_equal(ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200); /* open */
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 401);
    assert_true(has("WWW-Authenticate: Bearer") && has("an API key is required"));
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer wrong\r\n\r\n"), 401);
    assert_true(has("the key in Authorization is not known") &&
                has("error=\"invalid_token\", error_description=\"the key in Authorization is not known\""));
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer leaving\r\n\r\n"), 401);
    assert_true(has("WWW-Authenticate: Bearer") && has("the key \\\"visitor\\\" has expired"));
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
    static const char reload[] = "POST /v1/models/default/reload HTTP/1.1\r\n" HOST
                                 "Authorization: Bearer %s\r\nContent-Length: 0\r\n\r\n";
    char request[256];
    snprintf(request, sizeof request, reload, "reading");
    assert_int_equal(ask(request), 403);
    assert_true(has("\\\"reader\\\" lacks the scope admin"));
    assert_true(has("error=\"insufficient_scope\", scope=\"admin\""));
    assert_int_equal(api_host_state.reloads, 0);
    snprintf(request, sizeof request, reload, "ruling");
    assert_int_equal(ask(request), 200);
    assert_int_equal(api_host_state.reloads, 1);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_unauthorized), 4);
}

static void a_client_over_its_rate_gets_a_time_to_wait(void **state)
{
    (void)state;
    settings.cfg.access_rate_limit = 0.001; /* none comes back while the test runs */
    settings.cfg.access_rate_burst = 2;
    static const char request[] = "GET /v1/models HTTP/1.1\r\n" HOST "\r\n";
    assert_int_equal(ask(request), 200);
    assert_int_equal(ask(request), 200);
    assert_int_equal(ask(request), 429); /* by address, not by connection */
    assert_true(has("Retry-After: ") && has("access.rate_limit"));
    for (int i = 0; i < 3; i++) /* apart from the rest, but limited too */
        assert_int_equal(ask("GET /metrics HTTP/1.1\r\n" HOST "\r\n"), i < 2 ? 200 : 429);
    for (int i = 0; i < 5; i++) { /* a proxy would take the machine out */
        assert_int_equal(ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
        assert_int_equal(ask("GET /readyz HTTP/1.1\r\n" HOST "\r\n"), 200);
    }
    with_keys(); /* with a key it is the key's */
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_rate_limited), 2);
}

static void pages_of_other_origins_may_not_post(void **state)
{
    (void)state;
    char *allowed[] = {"https://good.example"};
    settings.cfg.access_cors_origins = (pd_cfg_list){allowed, 1};
    static const char post[] =
        "POST /v1/models/default/reload HTTP/1.1\r\n" HOST "Origin: %s\r\nContent-Length: 0\r\n\r\n";
    static const struct {
        const char *origin;
        int status, allowed;
    } rows[] = {{"https://good.example", 200, 1}, {"https://bad.example", 403, 0}, {"http://here:1", 200, 0}};
    for (int i = 0; i < 3; i++) {
        char request[256];
        snprintf(request, sizeof request, post, rows[i].origin);
        assert_int_equal(ask(request), rows[i].status);
        assert_int_equal(has("Access-Control-Allow-Origin: https://good.example\r\n"), rows[i].allowed);
        assert_true(has("Vary: Origin\r\n"));
    }
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Origin: https://bad.example\r\n\r\n"), 200);
    assert_false(has("Access-Control-Allow-Origin"));
    with_keys(); /* a preflight brings none */
    assert_int_equal(ask("OPTIONS /v1/models HTTP/1.1\r\n" HOST
                         "Origin: https://good.example\r\nAccess-Control-Request-Method: POST\r\n\r\n"),
                     204);
    assert_true(has("Access-Control-Allow-Methods: ") && has("Access-Control-Max-Age: 600\r\n"));
}

static void a_name_that_is_not_the_servers_is_misdirected(void **state)
{
    (void)state;
    char *named[] = {"good.example"};
    settings.cfg.access_hosts = (pd_cfg_list){named, 1};
    settings.checks_host = true;
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
        assert_int_equal(ask(request), rows[i].status);
        assert_int_equal(has("Host \\\"bad.example\\\" is not a name of this server (access.hosts)"),
                         rows[i].status == 421);
        assert_int_equal(has("Misdirected Request"), rows[i].status == 421);
    }
}

static void a_page_may_read_the_headers_that_replies_have(void **state)
{
    (void)state;
    char *allowed[] = {"https://good.example"};
    settings.cfg.access_cors_origins = (pd_cfg_list){allowed, 1};
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Origin: https://good.example\r\n\r\n"), 200);
    /* The fields of HTTP that programs read, and each of posed's own. */
    assert_true(
        has("Access-Control-Expose-Headers: ETag, Location, Content-Disposition, X-Request-Id, "
            "Retry-After, Accept-Ranges, Content-Range, Allow, WWW-Authenticate, Idempotency-Replayed, "
            "Posed-Shape, "));
    for (int i = 0; i < pd_api_header_row_count; i++) assert_true(has(pd_api_header_rows[i].name));
    assert_false(has("Access-Control-Allow-Methods"));
    assert_int_equal(ask("OPTIONS /v1/models HTTP/1.1\r\n" HOST
                         "Origin: https://good.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n"),
                     204);
    assert_true(has("Access-Control-Allow-Methods: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n"));
    assert_true(
        has("Access-Control-Allow-Headers: Authorization, Content-Type, If-None-Match, If-Match, If-Range, "
            "Range, X-Request-Id, Idempotency-Key\r\n"));
}

static void a_body_over_the_limit_is_refused_before_it_is_read(void **state)
{
    (void)state;
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n";
    char request[8192];
    snprintf(request, sizeof request, "%sContent-Length: 4001\r\n\r\n", post);
    assert_int_equal(ask(request), 413); /* by its announced size */
    assert_true(has("at most 4000 allowed (limits.body_bytes)") && has("Connection: close\r\n"));
    snprintf(request, sizeof request, "%sExpect: 100-continue\r\nContent-Length: 4001\r\n\r\n", post);
    assert_int_equal(ask(request), 413);
    int size = snprintf(request, sizeof request, "%sTransfer-Encoding: chunked\r\n\r\nfa1\r\n", post);
    memset(request + size, ' ', 4001);
    snprintf(request + size + 4001, 16, "\r\n0\r\n\r\n");
    assert_int_equal(ask(request), 413); /* as it comes */
    snprintf(request, sizeof request, "%sContent-Length: 4000\r\n\r\n{%3998s}", post, "");
    assert_int_equal(ask(request), 200); /* the limit itself is allowed */
}

static void a_refusal_waits_for_the_body_and_the_connection_survives(void **state)
{
    (void)state;
    with_keys();
    int fd = dial();
    say(fd, "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\n01234");
    say(fd, "56789");
    assert_int_equal(hear(fd, 0), 401);
    say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(hear(fd, 0), 200);
    close(fd);
}

static void a_304_is_answered_only_for_the_requested_variant(void **state)
{
    (void)state;
    char request[1024], etag[256];
    assert_int_equal(ask("GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n"), 200);
    const char *at = strcasestr(answer_text, "ETag: ");
    assert_non_null(at);
    snprintf(etag, sizeof etag, "%.*s", (int)strcspn(at + 6, "\r"), at + 6);
    snprintf(request, sizeof request,
             "GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "If-None-Match: %s\r\n\r\n", etag);
    for (int i = 0; i < 3; i++) {
        int fd = dial();
        say(fd, request);
        assert_int_equal(hear(fd, 1), 304);
        assert_true(has(etag));
        close(fd);
    }
    snprintf(request, sizeof request,
             "GET /v1/models/default/mesh?format=bin&betas=1 HTTP/1.1\r\n" HOST "If-None-Match: %s\r\n\r\n",
             etag);
    assert_int_equal(ask(request), 200); /* another body */
}

/* -- what is noted of a request ---------------------------------------------- */

static char log_text[1 << 16];

/* Directs the log to a file. */
static void log_to(const char *path)
{
    pd_srv_http_stop(http);
    pd_srv_log_close(deps.log);
    assert_int_equal(pd_srv_log_open(&deps.log, path, PD_SRV_LOG_JSON, PD_SRV_INFO, NULL), PD_OK);
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
}

/* Ends all requests, so that everything is logged. Like the daemon it lets requests finish first, because libmicrohttpd would count a reply that
 * was just sent as aborted. */
static void finish(void)
{
    while (pd_srv_connections_busy(deps.connections)) usleep(1000);
    pd_srv_http_stop(http);
    http = NULL;
}

/* Restarts HTTP before the settings are changed, so that no request reads them meanwhile. */
static void start_again(void)
{
    finish();
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
}

#define PICTURE "/v1/models/default/portrait?size=128" /* its work is estimated at more than 10 ms */

/* -- stored replies ------------------------------------------------------------ */

/* Sends a GET and returns its status. stored, hits: replies that were stored and that were served from the cache since the last call. */
static int ask_stored(const char *target, const char *fields, uint64_t *stored, uint64_t *hits)
{
    static uint64_t before[2];
    char request[512];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n" HOST "%s\r\n", target, fields);
    const int status = ask(request);
    const uint64_t now[2] = {pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_reply_cache_stored),
                             pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_reply_cache_hits)};
    *stored = now[0] - before[0], *hits = now[1] - before[1];
    memcpy(before, now, sizeof now);
    return status;
}

static void a_reply_that_took_long_is_sent_again_from_memory(void **state)
{
    (void)state;
    uint64_t stored, hits;
    ask_stored(PICTURE, "", &stored, &hits);
    assert_int_equal(stored + hits, 0); /* limits.reply_cache is 0 */

    start_again();
    settings.cfg.limits_reply_cache = 1 << 20;
    deps.reply_cache = pd_srv_reply_cache_new(&api_host_table);
    start_again();
    assert_int_equal(ask_stored(PICTURE, "", &stored, &hits), 200);
    assert_true(stored == 1 && hits == 0);
    static char first[sizeof answer_text];
    const size_t size = (size_t)atoi(strcasestr(answer_text, "Content-Length: ") + 16);
    memcpy(first, strstr(answer_text, "\r\n\r\n") + 4, size);
    assert_memory_equal(first + 1, "PNG", 3);

    /* A range is cut from it (RFC 9110, 14.4). */
    assert_int_equal(ask_stored(PICTURE, "Range: bytes=10-19\r\n", &stored, &hits), 206);
    assert_true(stored == 0 && hits == 1 && has("Content-Length: 10\r\n"));
    assert_memory_equal(strstr(answer_text, "\r\n\r\n") + 4, first + 10, 10);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_stored(PICTURE, "", &stored, &hits), 200);
        assert_true(stored == 0 && hits == 1);
        assert_int_equal(atoi(strcasestr(answer_text, "Content-Length: ") + 16), size);
        assert_memory_equal(strstr(answer_text, "\r\n\r\n") + 4, first, size);
    }

    /* Requests with another query, coding or method, or of less work, do not get the stored reply. */
    assert_int_equal(ask_stored(PICTURE "&betas=1", "", &stored, &hits), 200);
    assert_true(stored == 1 && hits == 0);
    assert_int_equal(ask_stored(PICTURE, "Accept-Encoding: gzip\r\n", &stored, &hits), 200);
    assert_true(stored == 1 && hits == 0);
    assert_int_equal(ask_stored("/v1/models/default/mesh?format=bin", "", &stored, &hits), 200);
    assert_true(stored == 0 && hits == 0);
    finish();
    pd_srv_reply_cache_free(deps.reply_cache);
    deps.reply_cache = NULL;
    settings.cfg.limits_reply_cache = 0;
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
}

static void read_log(const char *path)
{
    pd_srv_log_close(deps.log);
    deps.log = NULL;
    FILE *file = fopen(path, "r");
    log_text[fread(log_text, 1, sizeof log_text - 1, file)] = 0;
    fclose(file);
}

/* Returns the number of log lines that contain all of these words. */
static int lines_with(const char *const *words)
{
    char text[sizeof log_text];
    int count = 0;
    strcpy(text, log_text);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        bool all = *line;
        for (int i = 0; words[i]; i++) all = all && strstr(line, words[i]);
        count += all;
    }
    return count;
}
#define LINES(...) lines_with((const char *const[]){__VA_ARGS__, NULL})

/* Returns the value of a metric after all requests have finished, -1 without one. */
static int counted(const char *metric)
{
    char line[160];
    pd_buffer text = {0};
    pd_srv_metrics_write(deps.metrics, &text);
    pd_buffer_add(&text, "", 1);
    snprintf(line, sizeof line, "\n%s ", metric);
    const char *at = strstr((char *)text.data, line);
    const int value = at ? atoi(at + strlen(line)) : -1;
    pd_buffer_deinit(&text);
    return value;
}
#define OF_MESH(code) "posed_requests_total{route=\"POST /v1/models/{id}/mesh\",code=\"" code "\"}"

/* Those that libmicrohttpd does not know to be answered. */
static void replies_on_the_bare_socket_are_counted_by_status(void **state)
{
    (void)state;
    enum { LONG = 90000 };
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}";
    static char request[LONG + 300];
    snprintf(request, sizeof request, post, 5000, 0, "");
    assert_int_equal(ask(request), 413);
    start_again();
    settings.limits.body_bytes = 2 * LONG;
    settings.cfg.limits_body_timeout = 0.2;
    assert_int_equal(ask(request), 408);
    start_again();
    settings.cfg.limits_body_timeout = 60;
    limit_queue(0);
    remember_refused(2 * LONG);
    snprintf(request, sizeof request, post, LONG + 2, LONG, "");
    assert_int_equal(ask(request), 503);
    finish();
    assert_int_equal(counted(OF_MESH("413")), 1);
    assert_int_equal(counted(OF_MESH("408")), 1);
    assert_int_equal(counted(OF_MESH("503")), 1);
    assert_int_equal(counted("posed_requests_aborted_total"), 0);
    assert_int_equal(counted("posed_bodies_slow_total"), 1);
}

static void the_access_log_tells_each_request_and_its_answer(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-exchange-XXXXXX", bytes[32];
    close(mkstemp(path));
    log_to(path);
    with_keys();
    settings.cfg.log_access = 1;
    int fd = dial();
    say(fd,
        "GET /v1/models?& HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\nX-Request-Id: one\r\n\r\n");
    assert_int_equal(hear(fd, 0), 200);
    say(fd, "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
            "Authorization: Bearer reading\r\nX-Request-Id: two\r\nContent-Length: 3\r\n\r\n{} ");
    assert_int_equal(hear(fd, 0), 200);
    snprintf(bytes, sizeof bytes, "\"bytes\":%d,", atoi(strcasestr(answer_text, "Content-Length: ") + 16));
    say(fd, "GET /nowhere HTTP/1.1\r\n" HOST "X-Request-Id: three\r\n\r\n");
    assert_int_equal(hear(fd, 0), 404);
    close(fd);
    finish();
    read_log(path);
    unlink(path);

    assert_int_equal(LINES("\"message\":\"request\"", "\"id\":\"one\"", "\"client\":\"127.0.0.1\"",
                           "\"key\":\"reader\"", "\"method\":\"GET\"", "\"path\":\"/v1/models\"",
                           "\"route\":\"GET /v1/models\"", "\"status\":200,", "\"in\":0,", "\"ms\":"),
                     1);
    assert_int_equal(LINES("\"id\":\"two\"", "\"method\":\"POST\"", "\"route\":\"POST /v1/models/{id}/mesh\"",
                           "\"status\":200,", "\"in\":3,", bytes),
                     1);
    assert_int_equal(
        LINES("\"message\":\"request\"", "\"id\":\"three\"", "\"path\":\"/nowhere\"", "\"status\":404,"), 1);
    assert_int_equal(LINES("\"id\":\"three\"", "\"key\""), 0); /* nobody's, and no route's */
    assert_int_equal(LINES("\"id\":\"three\"", "\"route\""), 0);
    assert_int_equal(LINES("\"message\":\"request aborted\""), 0);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_aborted), 0);

    assert_int_equal(counted(OF_MESH("200")), 1);
    assert_int_equal(counted("posed_requests_total{route=\"none\",code=\"404\"}"), 1);
    assert_int_equal(counted("posed_received_bytes_total"), 3);
}

static void changes_and_refused_keys_are_logged_without_an_access_log(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-exchange-XXXXXX";
    close(mkstemp(path));
    log_to(path);
    with_keys();
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
        if (ask(rows[i].request) != rows[i].status) fail_msg("row %d: %.12s", i, answer_text);
    finish();
    read_log(path);
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
            fail_msg("row %d:\n%s", i, log_text);
    }
    assert_int_equal(LINES("\"message\":\"audit\""), noted);
    assert_int_equal(LINES("\"key\":\"root\""), 3);
    assert_int_equal(LINES("\"key\":\"reader\"", "/v1/models/default/reload"), 1);
}

static void wait_for_a_body(void)
{
    while (!atomic_load(&api_host_state.memory.held[PD_API_MEMORY_BODIES])) usleep(1000);
}

static void clients_that_go_before_the_answer_are_counted_apart(void **state)
{
    (void)state;
    static const char begun[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 100\r\n\r\n{";
    char path[] = "/tmp/posed-exchange-XXXXXX";
    close(mkstemp(path));
    log_to(path);
    settings.cfg.log_access = 1;
    int fd = dial();
    say(fd, begun);
    wait_for_a_body();
    close(fd);
    finish();
    read_log(path);
    unlink(path);
    assert_int_equal(LINES("\"message\":\"request aborted\"", "\"status\":0,", "\"in\":1,"), 1);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_aborted), 1);
    assert_int_equal(atomic_load(&api_host_state.memory.held[PD_API_MEMORY_BODIES]), 0);
}

/* -- time ---------------------------------------------------------------------- */

static void a_body_that_does_not_come_is_answered_408(void **state)
{
    (void)state;
    static const char begun[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 1000\r\n\r\n{%*s";
    char request[2048], path[] = "/tmp/posed-exchange-XXXXXX";
    close(mkstemp(path));
    log_to(path);
    settings.cfg.log_access = 1;
    settings.cfg.limits_body_timeout = 0.2;
    snprintf(request, sizeof request, begun, 9, "");
    assert_int_equal(ask(request), 408);
    assert_true(has("limits.body_timeout") && has("limits.body_min_rate"));

    start_again();
    settings.cfg.limits_body_timeout = 60;
    settings.cfg.limits_body_min_rate = 200;
    assert_int_equal(ask(request), 408); /* ten bytes: its second of grace is over */

    start_again();
    settings.cfg.limits_body_timeout = 600;
    settings.cfg.limits_body_min_rate = 1;
    snprintf(request, sizeof request, begun, 598, "");
    int fd = dial();
    say(fd, request); /* as many as earn ten minutes more */
    usleep(1500000);  /* beyond the second of grace */
    snprintf(request, sizeof request, "%400s}", "");
    say(fd, request);
    assert_int_equal(hear(fd, 0), 200);
    close(fd);
    finish();
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_bodies_slow), 2);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_aborted), 0);
    read_log(path);
    unlink(path);
    assert_int_equal(LINES("\"message\":\"request\"", "\"status\":408,", "\"in\":10,"), 2);
}

/* limits.body_timeout grows by a second for each 64 KiB that came: 128 KiB earn two seconds beside its 0.2. */
static void a_large_body_may_take_longer_than_a_small_one(void **state)
{
    (void)state;
    enum { FIRST = 128 * 1024, REST = 1000 };
    static char head[FIRST + 300];
    char rest[REST + 1];
    settings.limits.body_bytes = 2 * FIRST;
    settings.cfg.limits_body_timeout = 0.2;
    settings.cfg.limits_body_min_rate = 0;
    snprintf(head, sizeof head,
             "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s", FIRST + REST,
             FIRST - 1, "");
    int fd = dial();
    say(fd, head);
    usleep(600000); /* beyond limits.body_timeout alone */
    snprintf(rest, sizeof rest, "%*s}", REST - 1, "");
    say(fd, rest);
    assert_int_equal(hear(fd, 0), 200);
    close(fd);
    finish();
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_bodies_slow), 0);
}

static void a_connection_without_requests_is_closed_after_a_while(void **state)
{
    (void)state;
    settings.cfg.limits_idle_timeout = 0.2;
    int fd = dial();
    say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(hear(fd, 0), 200);
    assert_int_equal(hear(fd, 0), 0);
    close(fd);

    start_again();
    settings.cfg.limits_idle_timeout = 60;
    settings.cfg.limits_head_timeout = 0.2;
    fd = dial();
    say(fd, "GET /healthz HTTP/1.1\r\n");
    assert_int_equal(hear(fd, 0), 0); /* and one whose head does not end */
    close(fd);
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_heads_slow), 1);
}

/* A file of another kind is refused by its head where the client asks before it sends the body (RFC 9110, 10.1.1). */
static void errors_in_the_head_are_refused_before_the_body(void **state)
{
    (void)state;
    assert_int_equal(ask("PUT /v1/characters/hero HTTP/1.1\r\n" HOST
                         "X-Request-Id: mine-1\r\nContent-Type: text/plain\r\nContent-Length: 3000\r\n"
                         "Expect: 100-continue\r\n\r\n"),
                     415);
    assert_true(has("application/problem+json") && has("X-Request-Id: mine-1\r\n"));
    assert_true(has("Content-Type is \\\"text/plain\\\"; ") && has("model/gltf-binary, "));
    assert_false(has("100 Continue"));
    assert_int_equal(ask("PUT /v1/characters/hero HTTP/1.1\r\n" HOST
                         "Content-Type: model/gltf-binary\r\nContent-Length: 3000\r\n"
                         "Expect: 100-continue\r\n\r\n"),
                     100);

    /* An error that the route knows without the body is sent too: the id of a model, which no object may have. */
    assert_int_equal(ask("PUT /v1/characters/tiny HTTP/1.1\r\n" HOST
                         "Content-Type: model/gltf-binary\r\nContent-Length: 3000\r\n"
                         "Expect: 100-continue\r\n\r\n"),
                     409);
    assert_true(has("is the id of a model") && has("application/problem+json"));
}

/* -- traces -------------------------------------------------------------------- */

/* Returns the span of this name among those of the collector. Fails without one. */
static json_t *span_named(json_t *sent, const char *name)
{
    json_t *spans = json_object_get(
        json_array_get(
            json_object_get(json_array_get(json_object_get(sent, "resourceSpans"), 0), "scopeSpans"), 0),
        "spans");
    for (size_t i = 0; i < json_array_size(spans); i++)
        if (!strcmp(json_string_value(json_object_get(json_array_get(spans, i), "name")), name))
            return json_array_get(spans, i);
    fail_msg("no span %s", name);
    return NULL;
}

static const char *attribute(json_t *span, const char *key)
{
    json_t *list = json_object_get(span, "attributes");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *one = json_array_get(list, i), *value = json_object_get(one, "value");
        if (strcmp(json_string_value(json_object_get(one, "key")), key)) continue;
        const char *text = json_string_value(json_object_get(value, "stringValue"));
        return text ? text : json_string_value(json_object_get(value, "intValue"));
    }
    return NULL;
}

static int64_t nanoseconds(json_t *span, const char *key)
{
    return strtoll(json_string_value(json_object_get(span, key)), NULL, 10);
}

static double real_now(void *ctx)
{
    (void)ctx;
    return 1e-6 * (double)pd_srv_now_us();
}

/* A mesh in the caller's trace: the request's span is a child of the caller's, and has one for each step, in the order of the steps and within the request.
 * The example of W3C Trace Context is the caller. */
static void a_sampled_request_leaves_spans_of_its_steps(void **state)
{
    (void)state;
    static collector c;
    collector_open(&c, 200);
    const pd_srv_tracer_options options = {c.url, 0, "1"};
    static pd_api_host host;
    host = api_host_table;
    host.now = real_now;
    pd_srv_http_stop(http);
    deps.host = &host;
    assert_int_equal(pd_srv_tracer_start(&deps.tracer, &options, NULL), PD_OK);
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);

    static const char trace[] = "4bf92f3577b34da6a3ce929d0e0e4736";
    assert_int_equal(ask("POST /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                         "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n"
                         "X-Request-Id: mine-1\r\nContent-Length: 2\r\n\r\n{}"),
                     200);
    const char *header = strcasestr(answer_text, "traceresponse: 00-");
    assert_non_null(header);
    assert_memory_equal(header + 18, trace, 32);
    char own[17], bytes[24];
    snprintf(own, sizeof own, "%.16s", header + 18 + 33);
    snprintf(bytes, sizeof bytes, "%d", atoi(strcasestr(answer_text, "Content-Length: ") + 16));

    /* A request without a trace is sampled by the ratio, which is 0. */
    assert_int_equal(ask("GET /v1/version HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_true(has("traceresponse: 00-") && !has(trace));
    assert_int_equal(ask("GET /v1/nothing HTTP/1.1\r\n" HOST
                         "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n\r\n"),
                     404);
    pd_srv_http_stop(http);
    pd_srv_tracer_stop(deps.tracer);
    deps.tracer = NULL;
    assert_int_equal(pd_srv_http_start(&http, &deps, 1, NULL), PD_OK);
    collector_close(&c);

    json_t *sent = json_loads(strstr(c.got, "\r\n\r\n") + 4, 0, NULL);
    assert_non_null(sent);
    json_t *whole = span_named(sent, "POST /v1/models/{id}/mesh");
    assert_string_equal(json_string_value(json_object_get(whole, "traceId")), trace);
    assert_string_equal(json_string_value(json_object_get(whole, "spanId")), own);
    assert_string_equal(json_string_value(json_object_get(whole, "parentSpanId")), "00f067aa0ba902b7");
    assert_int_equal(json_integer_value(json_object_get(whole, "kind")), 2); /* server */
    assert_string_equal(attribute(whole, "http.request.method"), "POST");
    assert_string_equal(attribute(whole, "http.route"), "/v1/models/{id}/mesh");
    assert_string_equal(attribute(whole, "url.path"), "/v1/models/default/mesh");
    assert_string_equal(attribute(whole, "http.response.status_code"), "200");
    assert_string_equal(attribute(whole, "posed.request_id"), "mine-1");
    assert_string_equal(attribute(whole, "http.response.body.size"), bytes);

    static const char *const steps[] = {"queue", "compute", "encode", "send"};
    int64_t at = nanoseconds(whole, "startTimeUnixNano");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        json_t *step = span_named(sent, steps[i]);
        const int64_t begin = nanoseconds(step, "startTimeUnixNano"),
                      end = nanoseconds(step, "endTimeUnixNano");
        assert_string_equal(json_string_value(json_object_get(step, "traceId")), trace);
        assert_string_equal(json_string_value(json_object_get(step, "parentSpanId")), own);
        assert_true(begin >= at && begin <= end);
        assert_true(end <= nanoseconds(whole, "endTimeUnixNano"));
        at = begin;
    }
    json_t *compute = span_named(sent, "compute");
    assert_true(nanoseconds(span_named(sent, "encode"), "endTimeUnixNano") <=
                nanoseconds(compute, "endTimeUnixNano"));
    assert_true(nanoseconds(span_named(sent, "queue"), "endTimeUnixNano") ==
                nanoseconds(compute, "startTimeUnixNano"));

    /* Without a route the span is called after the method; 404 is no error of the server. */
    json_t *none = span_named(sent, "GET");
    assert_string_equal(attribute(none, "http.response.status_code"), "404");
    assert_null(attribute(none, "http.route"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(none, "status"), "code")), 0);
    json_decref(sent);

    /* The latency of the sampled requests has them as exemplars. */
    pd_buffer text = {0};
    pd_srv_metrics_write(deps.metrics, &text);
    pd_buffer_add(&text, "", 1);
    assert_non_null(strstr((char *)text.data, " # {trace_id=\"4bf92f3577b34da6a3ce929d0e0e4736\"} 0."));
    pd_buffer_deinit(&text);
}

/* -- who may ------------------------------------------------------------------- */

static void wrong_keys_are_tried_so_often_and_no_more(void **state)
{
    (void)state;
    static const char wrong[] = "GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer guess\r\n\r\n";
    int status, tries = 0;
    with_keys();
    while ((status = ask(wrong)) == 401 && tries < 1000) tries++;
    assert_int_equal(status, 429);
    assert_true(has("too many wrong keys came from this address; wait until Retry-After has passed") &&
                has("Retry-After: "));
    assert_true(tries >= PD_SRV_WRONG_KEYS_BURST); /* one more comes back each second */
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 401); /* no guess */
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
}

/* Verifying a signature costs more than the rest of a refusal: it is not done for an address that has to wait. */
static void a_token_waits_where_wrong_keys_were_tried(void **state)
{
    (void)state;
    pd_srv_tokens *tokens;
    pd_srv_jwks *set = pd_srv_jwks_new();
    EVP_PKEY *key = EVP_EC_gen("P-256");
    char *pem = tokens_pem(key), head[PD_SRV_TOKEN_BYTES];
    char *token = tokens_make(key, "{\"alg\":\"ES256\",\"kid\":\"a\"}",
                              "{\"iss\":\"https://id.example\",\"aud\":\"posed\",\"sub\":\"alice\","
                              "\"exp\":99999999999,\"scope\":\"read\"}");
    const pd_srv_token_options options = {.issuer = TOKENS_ISSUER, .audience = TOKENS_AUDIENCE};
    assert_int_equal(pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)pem, strlen(pem)}, "a", "a", NULL),
                     PD_OK);
    assert_int_equal(pd_srv_tokens_new(&tokens, set, &options, NULL), PD_OK);
    with_keys();
    pd_srv_auth_accept_tokens(settings.auth, tokens);
    snprintf(head, sizeof head, "GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer %s\r\n\r\n", token);
    assert_int_equal(ask(head), 200);

    /* The token's last signature byte is another one: a wrong key. */
    int tries = 0;
    char *last = strstr(head, "\r\n\r\n") - 8;
    const char was = *last;
    *last = was == 'A' ? 'B' : 'A';
    while (ask(head) == 401 && tries < 1000) tries++;
    assert_true(tries >= PD_SRV_WRONG_KEYS_BURST);
    *last = was;
    assert_int_equal(ask(head), 429);
    assert_true(has("too many wrong keys came from this address; wait until Retry-After has passed") &&
                has("Retry-After: "));
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "Authorization: Bearer reading\r\n\r\n"), 200);
    assert_int_equal(ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
    free(pem), free(token);
    EVP_PKEY_free(key);
}

static void a_key_that_is_taken_away_while_the_body_comes_is_good_for_nothing(void **state)
{
    (void)state;
    static const char begun[] = "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST
                                "Authorization: Bearer reading\r\nContent-Length: 2\r\n\r\n{";
    static pd_srv_settings later;
    for (int taken = 0; taken < 2; taken++) {
        with_keys();
        int fd = dial();
        say(fd, begun);
        wait_for_a_body();
        later = (pd_srv_settings){.cfg = settings.cfg, .limits = settings.limits};
        keys(&later.auth, taken ? 1 : 0);
        atomic_store(&config.now, &later);
        say(fd, "}");
        assert_int_equal(hear(fd, 0), taken ? 401 : 200);
        if (taken) assert_true(has("this key was removed") && has("WWW-Authenticate: Bearer"));
        say(fd, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
        assert_int_equal(hear(fd, 0), 200); /* open to everybody */
        close(fd);
        start_again();
        atomic_store(&config.now, &settings);
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
    pd_srv_connections_set_admin(deps.connections, ntohs(door.sin_port));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(ask(rows[i].request), rows[i].at_listen);
        if (rows[i].at_listen == 404)
            assert_true(has("this route is served only at the address of admin.listen"));

        int ours = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(connect(ours, (const struct sockaddr *)&door, sizeof door), 0);
        size = sizeof address;
        int theirs = accept4(admin, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        pd_srv_http_adopt(http, theirs, (struct sockaddr *)&address, size);
        say(ours, rows[i].request);
        assert_int_equal(hear(ours, 0), rows[i].at_admin);
        if (rows[i].at_admin == 404) assert_true(has("this route is served only at the address of listen"));
        close(ours);
    }
    close(admin);
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
        const int status = ask(rows[i].request);
        if (status != rows[i].status || !has(rows[i].words))
            fail_msg("row %zu, %d:\n%s", i, status, answer_text);
    }

    char at_root[sizeof answer_text];
    const int status = ask("GET / HTTP/1.1\r\n" HOST "X-Request-Id: same\r\n\r\n");
    strcpy(at_root, strstr(answer_text, "\r\n\r\n"));
    assert_int_equal(ask("GET http://here:1 HTTP/1.1\r\n" HOST "X-Request-Id: same\r\n\r\n"), status);
    assert_string_equal(strstr(answer_text, "\r\n\r\n"), at_root); /* no path stands for "/" */

    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "\r\n"), 200);
    const int length = atoi(strcasestr(answer_text, "Content-Length: ") + 16);
    assert_int_equal(ask("HEAD /v1/models HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_int_equal(atoi(strcasestr(answer_text, "Content-Length: ") + 16), length);
    assert_string_equal(strstr(answer_text, "\r\n\r\n"), "\r\n\r\n");
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
        const int status = ask(request);
        if (status != rows[i].status || !has(rows[i].words))
            fail_msg("row %zu, %d:\n%.600s", i, status, answer_text);
    }

    assert_int_equal(ask("GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n"), 200);
    assert_int_equal(sscanf(strcasestr(answer_text, "ETag: "), "ETag: %63[^\r]", etag), 1);
    static const char *const lists[] = {
        "If-None-Match: \"a\"\r\nIf-None-Match: %s\r\n", "If-None-Match: %s\r\nIf-None-Match: \"a\"\r\n",
        "If-None-Match: \"a\"\r\nIf-None-Match: %s\r\nIf-None-Match: \"b\"\r\n"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char fields[256];
        snprintf(fields, sizeof fields, lists[i], etag);
        snprintf(request, sizeof request,
                 "HEAD /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "%s\r\n", fields);
        assert_int_equal(ask(request), 304);
    }
    assert_int_equal(ask("HEAD /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
                         "If-None-Match: \"a\"\r\nIf-None-Match: \"b\"\r\n\r\n"),
                     200);
    snprintf(request, sizeof request,
             "GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
             "If-Match: \"a\"\r\nIf-Match: %s\r\nRange: bytes=0-9\r\n\r\n",
             etag);
    assert_int_equal(ask(request), 206);
    assert_true(has("Content-Range: bytes 0-9/") && has("Content-Length: 10\r\n"));
    assert_int_equal(ask("GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
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
        const int status = ask(request);
        if (status != 400 || !has(rows[i].detail)) fail_msg("row %zu, %d:\n%.900s", i, status, answer_text);
    }

    /* Names for logs and traces decide nothing: two of them count as none. */
    assert_int_equal(ask("GET /v1/models HTTP/1.1\r\n" HOST "X-Request-Id: one\r\nX-Request-Id: two\r\n\r\n"),
                     200);
    assert_false(has("X-Request-Id: one") || has("X-Request-Id: two"));
}

/* Every field that holds a list in three pieces, all of them in one request, whichever comes last: the reply is that of the whole lists. */
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
    assert_int_equal(ask(request), 200);
    assert_int_equal(sscanf(strcasestr(answer_text, "ETag: "), "ETag: %63[^\r]", etag), 1);

    for (int first = 0; first < LISTS; first++) {
        int used = snprintf(request, sizeof request, "%s", begin);
        for (int piece = 1; piece < 4; piece++)
            for (int i = 0; i < LISTS; i++) {
                const char *const *list = lists[(first + i) % LISTS];
                used += snprintf(request + used, sizeof request - (size_t)used, "%s: %s\r\n", list[0],
                                 list[piece] ? list[piece] : etag);
            }
        snprintf(request + used, sizeof request - (size_t)used, "\r\n");
        if (ask(request) != 200 || !has("Content-Encoding: gzip\r\n") || !has(etag))
            fail_msg("%s first: %.400s", lists[first][0], answer_text);
    }
}

/* RFC 9110, 10.1.1 */
static void an_expectation_that_is_not_understood_fails(void **state)
{
    (void)state;
    assert_int_equal(
        ask("POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Expect: odd\r\nContent-Length: 2\r\n\r\n{}"),
        417);
    assert_true(has("than 100-continue, the only one"));
}

static void a_body_whose_tree_has_no_memory_is_refused_for_good_or_for_now(void **state)
{
    (void)state;
    enum { LONG = 400000 };
    static char request[LONG + 300];
    pd_srv_memory *memory = &api_host_state.memory;
    settings.limits.body_bytes = sizeof request;
    settings.limits.json_memory = 1 << 30;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    snprintf(request, sizeof request,
             "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}", LONG + 2,
             LONG, "");
    assert_int_equal(ask(request), 413); /* 80 bytes of a tree for one of the text: never */
    assert_true(has("limits.memory") && !has("Retry-After"));

    start_again();
    settings.limits.json_memory = 1 << 20; /* more no tree may take */
    assert_int_equal(ask(request), 200);
    const size_t others = PD_SRV_MEMORY_LEAST / 8 * 7 - (1 << 20);
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, others);
    assert_int_equal(ask(request), 503); /* the text has room, its tree has not */
    assert_true(has("limits.memory") && has("Retry-After: 1\r\n"));
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, others);
    assert_int_equal(ask(request), 200);
}

static void a_stopping_server_reports_it(void **state)
{
    (void)state;
    pd_srv_workers_halt(deps.workers);
    assert_int_equal(ask("POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}"),
                     503);
    assert_true(has("the server is stopping") && has("Retry-After: "));
    assert_int_equal(pd_srv_metrics_counted(deps.metrics, PD_SRV_COUNT_queue_full), 0);
    assert_int_equal(ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
}

#define EXCHANGE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXCHANGE_TEST(an_answer_has_the_request_id_and_the_next_request_is_served_too),
        EXCHANGE_TEST(work_is_done_by_a_worker_and_answered_on_the_connection),
        EXCHANGE_TEST(long_bodies_are_read_on_a_worker),
        EXCHANGE_TEST(a_post_with_a_key_creates_once),
        EXCHANGE_TEST(an_origin_is_answered_whole_or_not_at_all),
        EXCHANGE_TEST(a_page_for_frames_names_who_may_show_it),
        EXCHANGE_TEST(a_full_queue_answers_503_and_when_to_come_back),
        EXCHANGE_TEST(a_client_that_ignores_retry_after_is_refused_at_its_head),
        EXCHANGE_TEST(a_long_body_that_was_refused_is_remembered),
        EXCHANGE_TEST(a_body_that_the_account_has_no_memory_for_is_dropped_as_it_comes),
        EXCHANGE_TEST(a_reply_that_goes_out_in_parts_comes_whole),
        EXCHANGE_TEST(a_reply_that_is_made_in_parts_comes_whole),
        EXCHANGE_TEST(a_reply_that_is_made_in_parts_is_compressed_as_it_is_made),
        EXCHANGE_TEST(a_client_that_goes_in_the_middle_of_a_reply_in_parts_leaves_nothing),
        EXCHANGE_TEST(keys_and_their_scopes_decide),
        EXCHANGE_TEST(a_client_over_its_rate_gets_a_time_to_wait),
        EXCHANGE_TEST(pages_of_other_origins_may_not_post),
        EXCHANGE_TEST(a_name_that_is_not_the_servers_is_misdirected),
        EXCHANGE_TEST(a_page_may_read_the_headers_that_replies_have),
        EXCHANGE_TEST(a_body_over_the_limit_is_refused_before_it_is_read),
        EXCHANGE_TEST(a_refusal_waits_for_the_body_and_the_connection_survives),
        EXCHANGE_TEST(a_304_is_answered_only_for_the_requested_variant),
        EXCHANGE_TEST(a_reply_that_took_long_is_sent_again_from_memory),
        EXCHANGE_TEST(replies_on_the_bare_socket_are_counted_by_status),
        EXCHANGE_TEST(the_access_log_tells_each_request_and_its_answer),
        EXCHANGE_TEST(changes_and_refused_keys_are_logged_without_an_access_log),
        EXCHANGE_TEST(clients_that_go_before_the_answer_are_counted_apart),
        EXCHANGE_TEST(a_body_that_does_not_come_is_answered_408),
        EXCHANGE_TEST(a_large_body_may_take_longer_than_a_small_one),
        EXCHANGE_TEST(a_connection_without_requests_is_closed_after_a_while),
        EXCHANGE_TEST(errors_in_the_head_are_refused_before_the_body),
        EXCHANGE_TEST(a_sampled_request_leaves_spans_of_its_steps),
        EXCHANGE_TEST(wrong_keys_are_tried_so_often_and_no_more),
        EXCHANGE_TEST(a_token_waits_where_wrong_keys_were_tried),
        EXCHANGE_TEST(a_key_that_is_taken_away_while_the_body_comes_is_good_for_nothing),
        EXCHANGE_TEST(administration_is_at_its_own_address_where_there_is_one),
        EXCHANGE_TEST(fields_of_one_name_are_one_list),
        EXCHANGE_TEST(a_field_that_may_stand_once_is_refused_when_it_stands_twice),
        EXCHANGE_TEST(all_lists_of_a_request_may_come_in_pieces),
        EXCHANGE_TEST(an_expectation_that_is_not_understood_fails),
        EXCHANGE_TEST(headers_and_targets_mean_what_rfc_9110_says),
        EXCHANGE_TEST(a_body_whose_tree_has_no_memory_is_refused_for_good_or_for_now),
        EXCHANGE_TEST(a_stopping_server_reports_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
