/* Replies in parts, full queues, and memory: what an exchange keeps and what it refuses. */
#include "tests/support/checked_locks.h"
#include "tests/support/exchange_test.h"

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

static void long_bodies_are_read_on_a_worker(void **state)
{
    (void)state;
    static char request[40000];
    static pd_api_host host; /* scenes keep it */
    host = api_host_table;
    host.scene_put = note_scene;
    host.acquire = note_model;
    pd_srv_http_stop(exchange_test_http);
    exchange_test_deps.host = &host;
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
    exchange_test_settings.limits.body_bytes = sizeof request;
    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}";
    snprintf(request, sizeof request, post, 102, 100, "");
    assert_int_equal(exchange_test_ask(request), 200);
    const pthread_t http_thread = asked_by; /* a short one is not worth the way to a worker */

    static const char put[] = "PUT /v1/scenes/yard HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}";
    assert_int_equal(exchange_test_ask(put), 201); /* however short: a ground of 4096 x 4096 takes 40 bytes */
    assert_false(pthread_equal(asked_by, http_thread));

    /* 4 KiB are read where they come, a byte more on a worker. */
    snprintf(request, sizeof request, post, 4096, 4094, "");
    assert_int_equal(exchange_test_ask(request), 200);
    assert_true(pthread_equal(asked_by, http_thread));
    snprintf(request, sizeof request, post, 4097, 4095, "");
    assert_int_equal(exchange_test_ask(request), 200);
    assert_false(pthread_equal(asked_by, http_thread));

    /* A model on disk is waited for on a worker, whatever the length of the body. */
    for (int is_broken = 0; is_broken < 2; is_broken++) {
        api_host_state.on_disk = "tiny";
        api_host_state.is_broken = is_broken;
        assert_int_equal(exchange_test_ask("GET /v1/models/tiny/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n"),
                         is_broken ? 503 : 200);
        assert_false(pthread_equal(asked_by, http_thread));
        if (is_broken) assert_true(exchange_test_has("could not be loaded"));
    }
    api_host_state.on_disk = NULL;
    api_host_state.is_broken = false;
    snprintf(request, sizeof request, post, 20002, 20000, "\"betas\":");
    assert_int_equal(exchange_test_ask(request), 400); /* a refusal comes from there as well */
    assert_true(exchange_test_has("not JSON"));

    exchange_test_limit_queue(0);
    assert_int_equal(exchange_test_ask(put), 503);
    assert_true(exchange_test_has("Retry-After: ") && exchange_test_has("limits.queue"));
    assert_int_equal(exchange_test_ask("GET /openapi.json HTTP/1.1\r\n" HOST "\r\n"),
                     503); /* 7 ms of writing */
    assert_int_equal(exchange_test_ask("GET /docs HTTP/1.1\r\n" HOST "\r\n"), 503);
    assert_int_equal(exchange_test_ask("GET /v1/version HTTP/1.1\r\n" HOST "\r\n"), 200);
}

static void an_origin_is_answered_whole_or_not_at_all(void **state)
{
    (void)state;
    static char *anybody[] = {"*"};
    char origin[ORIGIN_BYTES + 2], request[512], line[512];
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){anybody, 1};
    for (int size = ORIGIN_BYTES - 3; size <= ORIGIN_BYTES + 1; size++) {
        snprintf(origin, sizeof origin, "http://%0*d", size - 7, 7);
        snprintf(request, sizeof request, "GET /healthz HTTP/1.1\r\n" HOST "Origin: %s\r\n\r\n", origin);
        assert_int_equal(exchange_test_ask(request), 200);
        snprintf(line, sizeof line, "\r\nAccess-Control-Allow-Origin: %s\r\n", origin);
        assert_int_equal(exchange_test_has(line), size < ORIGIN_BYTES);
        assert_int_equal(exchange_test_has("Access-Control-Allow-Origin"), size < ORIGIN_BYTES);
    }
    exchange_test_settings.cfg.access_cors_origins = (pd_cfg_list){0};
}

static void a_full_queue_answers_503_and_when_to_come_back(void **state)
{
    (void)state;
    static const char request[] =
        "POST /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST
        "Content-Type: application/json\r\nX-Request-Id: full\r\nContent-Length: 2\r\n\r\n{}";
    exchange_test_limit_queue(0);
    assert_int_equal(exchange_test_ask(request), 503);
    assert_true(exchange_test_has("Retry-After: 1\r\n") && exchange_test_has("limits.queue") &&
                exchange_test_has("\"full\""));
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_queue_full), 1);
    exchange_test_limit_queue(4);
    assert_int_equal(exchange_test_ask(request), 200);
}

static void a_client_that_ignores_retry_after_is_refused_at_its_head(void **state)
{
    (void)state;
    enum { LONG = 90000 };
    static const char post[] = "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "%s: %s\r\n\r\n{%*s}";
    static char request[100000];
    exchange_test_settings.limits.body_bytes = sizeof request;
    exchange_test_limit_queue(0);
    snprintf(request, sizeof request, post, "Content-Length", "90002", LONG, "");
    assert_int_equal(exchange_test_ask(request), 503); /* it has been read ... */
    assert_true(exchange_test_has("limits.queue"));
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_refused_early), 0);

    exchange_test_remember_refused(150000);
    *strstr(request, "{") = 0;
    assert_int_equal(exchange_test_ask(request), 503); /* ... and now its head alone */
    assert_true(exchange_test_has("Retry-After: ") && exchange_test_has("try again after Retry-After"));
    snprintf(request, sizeof request, post, "Expect", "100-continue\r\nContent-Length: 90002", 0, "");
    *strstr(request, "{") = 0;
    assert_int_equal(exchange_test_ask(request), 503);
    snprintf(request, sizeof request, post, "Transfer-Encoding", "chunked\r\n\r\n15f92", LONG, "");
    assert_int_equal(exchange_test_ask(request), 503); /* before its end: the last chunk does not come */
    assert_int_equal(pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_refused_early), 3);

    exchange_test_limit_queue(4); /* there is room again */
    snprintf(request, sizeof request, post, "Content-Length", "90002", LONG, "");
    assert_int_equal(exchange_test_ask(request), 200);
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
    exchange_test_settings.limits.body_bytes = sizeof request;
    exchange_test_limit_queue(0);
    const int64_t before = pd_srv_now_us();
    snprintf(request, sizeof request, post, 90000, "");
    assert_int_equal(exchange_test_ask(request), 503);
    assert_true(pd_srv_refused_find(exchange_test_deps.refused, &like,
                                    pd_srv_rate_client((const struct sockaddr *)&here), route, 90002,
                                    before));
    assert_int_equal(pd_srv_job_class(&like), PD_SRV_MEDIUM);
}

static void a_body_that_the_account_has_no_memory_for_is_dropped_as_it_comes(void **state)
{
    (void)state;
    pd_srv_memory *memory = &api_host_state.memory;
    exchange_test_settings.limits.body_bytes = 100000;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST / 8 * 7);

    static const char post[] =
        "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}";
    static char request[100000];
    int fd = exchange_test_dial();
    snprintf(request, sizeof request, post, 90002, 90000, "");
    exchange_test_say(fd, request);
    assert_int_equal(exchange_test_hear(fd, 0), 503);
    assert_true(exchange_test_has("Retry-After: 1\r\n") && exchange_test_has("limits.memory"));
    assert_int_equal(atomic_load(&memory->held[PD_API_MEMORY_BODIES]), 0);

    snprintf(request, sizeof request, post, 10002, 10000, "");
    exchange_test_say(fd, request); /* the connection survived, and a short one goes on */
    assert_int_equal(exchange_test_hear(fd, 0), 200);
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, PD_SRV_MEMORY_LEAST / 8 * 7);
    snprintf(request, sizeof request, post, 90002, 90000, "");
    exchange_test_say(fd, request); /* there is memory again */
    assert_int_equal(exchange_test_hear(fd, 0), 200);
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
    int fd = exchange_test_dial(), length = 13 + (int)strlen(bodies);
    snprintf(request, sizeof request,
             "POST /v1/models/default/mesh?format=obj HTTP/1.1\r\n" HOST
             "Connection: close\r\nContent-Length: %d\r\n\r\n{\"bodies\":[%s]}",
             length, bodies);
    exchange_test_say(fd, request);
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
    exchange_test_settings.limits.batch = BODIES;
    write_bodies(bodies, BODIES);
    snprintf(request, 1 << 13,
             "POST /v1/models/default/mesh?format=obj HTTP/1.1\r\n" HOST
             "%sConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
             is_zipped ? "Accept-Encoding: gzip\r\n" : "", strlen(bodies), bodies);
    int fd = exchange_test_dial();
    exchange_test_say(fd, request);
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
    pd_api_call *call = pd_api_decode(&again, &api_host_table, &exchange_test_settings.limits);
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
    exchange_test_settings.limits.batch = 512;
    write_bodies(bodies, 512);
    snprintf(request, sizeof request,
             "POST /v1/models/default/mesh?format=obj HTTP/1.1\r\n" HOST "Content-Length: %zu\r\n\r\n%s",
             strlen(bodies), bodies);
    for (int i = 0; i < 8; i++) {
        int fd = exchange_test_dial();
        exchange_test_say(fd, request);
        for (int k = 0; k < i; k++) assert_true(recv(fd, piece, sizeof piece, 0) > 0);
        close(fd);
    }
    assert_int_equal(exchange_test_ask("GET /healthz HTTP/1.1\r\n" HOST "\r\n"), 200);
}

static void a_304_is_answered_only_for_the_requested_variant(void **state)
{
    (void)state;
    char request[1024], etag[256];
    assert_int_equal(exchange_test_ask("GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "\r\n"),
                     200);
    const char *at = strcasestr(exchange_test_answer_text, "ETag: ");
    assert_non_null(at);
    snprintf(etag, sizeof etag, "%.*s", (int)strcspn(at + 6, "\r"), at + 6);
    snprintf(request, sizeof request,
             "GET /v1/models/default/mesh?format=bin HTTP/1.1\r\n" HOST "If-None-Match: %s\r\n\r\n", etag);
    for (int i = 0; i < 3; i++) {
        int fd = exchange_test_dial();
        exchange_test_say(fd, request);
        assert_int_equal(exchange_test_hear(fd, 1), 304);
        assert_true(exchange_test_has(etag));
        close(fd);
    }
    snprintf(request, sizeof request,
             "GET /v1/models/default/mesh?format=bin&betas=1 HTTP/1.1\r\n" HOST "If-None-Match: %s\r\n\r\n",
             etag);
    assert_int_equal(exchange_test_ask(request), 200); /* another body */
}

#define PICTURE "/v1/models/default/portrait?size=128" /* its work is estimated at more than 10 ms */

/* -- stored replies ------------------------------------------------------------ */

/* Sends a GET and returns its status. stored, hits: replies that were stored and that were served from the
 * cache since the last call. */
static int ask_stored(const char *target, const char *fields, uint64_t *stored, uint64_t *hits)
{
    static uint64_t before[2];
    char request[512];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n" HOST "%s\r\n", target, fields);
    const int status = exchange_test_ask(request);
    const uint64_t now[2] = {
        pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_reply_cache_stored),
        pd_srv_metrics_counted(exchange_test_deps.metrics, PD_SRV_COUNT_reply_cache_hits)};
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

    exchange_test_start_again();
    exchange_test_settings.cfg.limits_reply_cache = 1 << 20;
    exchange_test_deps.reply_cache = pd_srv_reply_cache_new(&api_host_table);
    exchange_test_start_again();
    assert_int_equal(ask_stored(PICTURE, "", &stored, &hits), 200);
    assert_true(stored == 1 && hits == 0);
    static char first[sizeof exchange_test_answer_text];
    const size_t size = (size_t)atoi(strcasestr(exchange_test_answer_text, "Content-Length: ") + 16);
    memcpy(first, strstr(exchange_test_answer_text, "\r\n\r\n") + 4, size);
    assert_memory_equal(first + 1, "PNG", 3);

    /* A range is cut from it (RFC 9110, 14.4). */
    assert_int_equal(ask_stored(PICTURE, "Range: bytes=10-19\r\n", &stored, &hits), 206);
    assert_true(stored == 0 && hits == 1 && exchange_test_has("Content-Length: 10\r\n"));
    assert_memory_equal(strstr(exchange_test_answer_text, "\r\n\r\n") + 4, first + 10, 10);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_stored(PICTURE, "", &stored, &hits), 200);
        assert_true(stored == 0 && hits == 1);
        assert_int_equal(atoi(strcasestr(exchange_test_answer_text, "Content-Length: ") + 16), size);
        assert_memory_equal(strstr(exchange_test_answer_text, "\r\n\r\n") + 4, first, size);
    }

    /* Requests with another query, coding or method, or of less work, do not get the stored reply. */
    assert_int_equal(ask_stored(PICTURE "&betas=1", "", &stored, &hits), 200);
    assert_true(stored == 1 && hits == 0);
    assert_int_equal(ask_stored(PICTURE, "Accept-Encoding: gzip\r\n", &stored, &hits), 200);
    assert_true(stored == 1 && hits == 0);
    assert_int_equal(ask_stored("/v1/models/default/mesh?format=bin", "", &stored, &hits), 200);
    assert_true(stored == 0 && hits == 0);
    exchange_test_finish();
    pd_srv_reply_cache_free(exchange_test_deps.reply_cache);
    exchange_test_deps.reply_cache = NULL;
    exchange_test_settings.cfg.limits_reply_cache = 0;
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
}

static void a_body_whose_tree_has_no_memory_is_refused_for_good_or_for_now(void **state)
{
    (void)state;
    enum { LONG = 400000 };
    static char request[LONG + 300];
    pd_srv_memory *memory = &api_host_state.memory;
    exchange_test_settings.limits.body_bytes = sizeof request;
    exchange_test_settings.limits.json_memory = 1 << 30;
    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    snprintf(request, sizeof request,
             "POST /v1/models/default/mesh HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n{%*s}", LONG + 2,
             LONG, "");
    assert_int_equal(exchange_test_ask(request), 413); /* 80 bytes of a tree for one of the text: never */
    assert_true(exchange_test_has("limits.memory") && !exchange_test_has("Retry-After"));

    exchange_test_start_again();
    exchange_test_settings.limits.json_memory = 1 << 20; /* more no tree may take */
    assert_int_equal(exchange_test_ask(request), 200);
    const size_t others = PD_SRV_MEMORY_LEAST / 8 * 7 - (1 << 20);
    pd_srv_memory_add(memory, PD_API_MEMORY_CALLS, others);
    assert_int_equal(exchange_test_ask(request), 503); /* the text has room, its tree has not */
    assert_true(exchange_test_has("limits.memory") && exchange_test_has("Retry-After: 1\r\n"));
    pd_srv_memory_give(memory, PD_API_MEMORY_CALLS, others);
    assert_int_equal(exchange_test_ask(request), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXCHANGE_TEST(long_bodies_are_read_on_a_worker),
        EXCHANGE_TEST(an_origin_is_answered_whole_or_not_at_all),
        EXCHANGE_TEST(a_full_queue_answers_503_and_when_to_come_back),
        EXCHANGE_TEST(a_client_that_ignores_retry_after_is_refused_at_its_head),
        EXCHANGE_TEST(a_long_body_that_was_refused_is_remembered),
        EXCHANGE_TEST(a_body_that_the_account_has_no_memory_for_is_dropped_as_it_comes),
        EXCHANGE_TEST(a_reply_that_goes_out_in_parts_comes_whole),
        EXCHANGE_TEST(a_reply_that_is_made_in_parts_comes_whole),
        EXCHANGE_TEST(a_reply_that_is_made_in_parts_is_compressed_as_it_is_made),
        EXCHANGE_TEST(a_client_that_goes_in_the_middle_of_a_reply_in_parts_leaves_nothing),
        EXCHANGE_TEST(a_304_is_answered_only_for_the_requested_variant),
        EXCHANGE_TEST(a_reply_that_took_long_is_sent_again_from_memory),
        EXCHANGE_TEST(a_body_whose_tree_has_no_memory_is_refused_for_good_or_for_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
