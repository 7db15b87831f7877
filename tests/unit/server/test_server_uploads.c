/* What clients put into the whole daemon: scenes, skeletons, avatars, jobs. */
#include "tests/support/checked_locks.h"
#include "tests/support/server_test.h"

#define ARM                                                                                                  \
    "{\"joints\":[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},"                                             \
    "{\"name\":\"elbow\",\"parent\":\"shoulder\",\"offset\":[0.28,0,0]}]}"

static void uploads_are_listed_served_and_deleted(void **state)
{
    (void)state;
    static const exchange_row rows[] = {{"GET /v1/scenes", NULL, 200, "[]"},
                                        {"PUT /v1/scenes/yard", "{}", 201, "\"yard\""},
                                        {"PUT /v1/scenes/yard", "{}", 200, "\"yard\""},
                                        {"GET /v1/scenes", NULL, 200, "\"yard\""},
                                        {"GET /v1/scenes/yard", NULL, 200, "\"yard\""},
                                        {"DELETE /v1/scenes/yard", NULL, 204, ""},
                                        {"DELETE /v1/scenes/yard", NULL, 404, "yard"},
                                        {"GET /v1/scenes/yard", NULL, 404, "yard"},
                                        {"GET /v1/skeletons", NULL, 200, "[]"},
                                        {"PUT /v1/skeletons/arm", ARM, 201, "\"elbow\""},
                                        {"GET /v1/skeletons", NULL, 200, "\"arm\""},
                                        {"GET /v1/skeletons/arm", NULL, 200, "\"elbow\""},
                                        {"DELETE /v1/skeletons/arm", NULL, 204, ""},
                                        {"GET /v1/skeletons/arm", NULL, 404, "arm"},
                                        {"GET /v1/jobs", NULL, 200, "[]"},
                                        {"GET /v1/jobs/none", NULL, 404, "none"},
                                        {"DELETE /v1/jobs/none", NULL, 404, "none"},
                                        {"GET /v1/models", NULL, 200, "[]"},
                                        {"POST /v1/models/tiny/reload", NULL, 404, "tiny"},
                                        {"POST /v1/tickets", NULL, 200, "\"ticket\":\""},
                                        {"GET /readyz", NULL, 503, "no model is configured"}};
    EXCHANGES(rows);
}

static void a_scene_or_skeleton_beyond_the_configured_number_is_refused(void **state)
{
    (void)state;
    static const exchange_row full[] = {{"PUT /v1/scenes/a", "{}", 201, ""},
                                        {"PUT /v1/scenes/b", "{}", 413, "stream.scenes"},
                                        {"PUT /v1/skeletons/a", ARM, 201, ""},
                                        {"PUT /v1/skeletons/b", ARM, 413, "limits.skeletons"}},
                              more[] = {{"PUT /v1/scenes/b", "{}", 201, ""},
                                        {"PUT /v1/skeletons/b", ARM, 201, ""}};
    char listen_at[40];
    pd_cfg cfg;
    pd_srv *small =
        server_test_start_another((const char *[]){"STREAM_SCENES=1", "LIMITS_SKELETONS=1", NULL});
    EXCHANGES(full);
    snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", port);
    server_test_configure(&cfg, (const char *[]){listen_at, "STREAM_SCENES=2", "LIMITS_SKELETONS=2", NULL});
    assert_true(pd_srv_take_over(small, &cfg));
    EXCHANGES(more);
    server_test_stop_another(small);
}

/* A job of a client, from its request to its end: listed,
 * run by a thread of the daemon, answered, deleted. */
static void a_job_is_kept_run_and_deleted(void **state)
{
    (void)state;
    static const char server_test_take[] =
        "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"pelvis\",\"LeftForeArm\"],\"frames\":"
        "[[[0,0,0,1],[0,1,0,0]],[[0,0,0.7071068,0.7071068],[-0.7071068,0.7071068,0,0]]],\"facing\":30}}]}";
    static char text[1 << 17], post[1024];
    pd_srv *with = server_test_start_another(
        (const char *[]){"MODELS=default=models/default.safetensors", "LIMITS_OWNER_JOBS=1", NULL});
    snprintf(post, sizeof post,
             "POST /v1/jobs HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n" LOCAL "%s",
             sizeof server_test_take - 1, server_test_take);
    assert_int_equal(server_test_answer_to(post, text, sizeof text), 202);
    char line[5][128], id[80];
    snprintf(id, sizeof id, "%s", server_test_member_of(text, "id"));
    static const char *const lines[] = {"GET /v1/jobs/%s HTTP/1.1\r\n" LOCAL, "GET /v1/jobs/%s",
                                        "GET /v1/jobs/%s/result", "DELETE /v1/jobs/%s", "GET /v1/jobs/x%s"};
    for (int i = 0; i < 5; i++) snprintf(line[i], sizeof line[i], lines[i], id);
    do {
        usleep(1000);
        assert_int_equal(server_test_answer_to(line[0], text, sizeof text), 200);
    } while (strstr(text, "\"status\":\"queued\"") || strstr(text, "\"status\":\"running\""));
    const exchange_row kept[] = {
        {"GET /v1/jobs", NULL, 200, id},
        {line[1], NULL, 200, "\"status\":\"done\",\"progress\":1"},
        {line[2], NULL, 200, "\"rate\":30"},
        {line[4], NULL, 404, "it was deleted, has expired, or belongs to another client"},
        {line[3], NULL, 204, ""},
        {line[3], NULL, 404, id},
        {line[1], NULL, 404, id},
        {"GET /v1/jobs", NULL, 200, "{\"jobs\":[]}"}};
    EXCHANGES(kept);
    server_test_stop_another(with);
}

/* Without its Redis and its collector of traces a daemon serves its own clients. A request for another
 * daemon's session gets an error with the reason. */
static void a_daemon_without_its_redis_and_collector_serves_its_own_clients(void **state)
{
    (void)state;
    static char text[1 << 17];
    static const exchange_row rows[] = {{"GET /healthz", NULL, 200, "ok"},
                                        {"GET /metrics", NULL, 200, "\nposed_cluster_peers 0\n"},
                                        {"GET /metrics", NULL, 200, "\nposed_cluster_relays 0\n"}};
    static const char unknown[] = "{\"type\":\"join\",\"watch\":\"0123456789abcdef\"}";
    pd_srv *with = server_test_start_another((const char *[]){"CLUSTER_REDIS=127.0.0.1:1", "CLUSTER_RELAYS=2",
                                                              "TRACING_ENDPOINT=http://127.0.0.1:1", NULL});
    EXCHANGES(rows);
    int fd = server_test_stream();
    server_test_put(fd, 0x81, unknown, sizeof unknown - 1);
    assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
    if (!strstr(text, "\"pointer\":\"/watch\"") || !strstr(text, "no Redis")) fail_msg("%s", text);
    server_test_put(fd, 0x81, "{\"type\":\"join\"}", 15);
    assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"welcome\""));
    server_test_put(fd, 0x81, "{\"type\":\"leave\"}", 16);
    assert_int_equal(server_test_close_code(fd), 1000);
    server_test_stop_another(with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uploads_are_listed_served_and_deleted),
        cmocka_unit_test(a_scene_or_skeleton_beyond_the_configured_number_is_refused),
        cmocka_unit_test(a_job_is_kept_run_and_deleted),
        cmocka_unit_test(a_daemon_without_its_redis_and_collector_serves_its_own_clients),
    };
    return cmocka_run_group_tests(tests, server_test_setup, server_test_teardown);
}
