/* Addresses, descriptors and reloads of the whole daemon. */
#include "tests/support/checked_locks.h"
#include "tests/support/server_test.h"

static void a_port_that_is_taken_is_named_with_another(void **state)
{
    (void)state;
    struct sockaddr_in at_9000 = {
        .sin_family = AF_INET, .sin_port = htons(9000), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    for (int is_9000 = 0; is_9000 < 2; is_9000++) {
        char listen_at[40];
        pd_cfg cfg;
        pd_srv *other = NULL;
        pd_error err;
        int fd;
        bool is_ours = false;
        do { /* what somebody else has is as good, as long as he has it */
            pd_srv_stop(other);
            fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            if (is_9000) is_ours = !bind(fd, (struct sockaddr *)&at_9000, sizeof at_9000) && !listen(fd, 1);
            err = (pd_error){0};
            snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", is_9000 ? 9000 : port);
            server_test_configure(&cfg, (const char *[]){listen_at, NULL});
            pd_srv_start(&other, &cfg, &err);
            close(fd);
        } while (is_9000 && !is_ours && other);
        assert_null(other);
        assert_int_equal(err.status, PD_ERR_IO);
        if (!strstr(err.detail, is_9000 ? "--listen 127.0.0.1:9001" : "--listen 127.0.0.1:9000") ||
            !strstr(err.detail, listen_at + 7))
            fail_msg("%s", err.detail);
    }
}

static int count_in(const char *folder)
{
    int count = 0;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (const struct dirent *e; (e = readdir(entries));) count += e->d_name[0] != '.';
    closedir(entries);
    return count;
}

static void a_daemon_that_has_stopped_leaves_no_thread_and_no_descriptor(void **state)
{
    (void)state;
    server_test_wait_for_nobody();
    static const char *const more[] = {"ADMIN_LISTEN=127.0.0.1:0",
                                       "TRACING_ENDPOINT=http://127.0.0.1:1/v1/traces", NULL};
    server_test_stop_another(server_test_start_another(more));
    const int threads = count_in("/proc/self/task"), descriptors = count_in("/proc/self/fd");
    for (int i = 0; i < 2; i++) {
        pd_srv *other = server_test_start_another(more);
        assert_true(count_in("/proc/self/task") > threads);
        close(server_test_stream());
        const int waiting = server_test_dial(); /* its head is not complete when the daemon stops */
        server_test_say(waiting, "GET /", 5);
        while (pd_srv_metrics_counted(other->metrics, PD_SRV_COUNT_connections_accepted) < 2) usleep(1000);
        server_test_stop_another(other);
        struct pollfd ended = {.fd = waiting, .events = POLLIN};
        assert_int_equal(poll(&ended, 1, 0), 1); /* it has been closed */
        close(waiting);
        assert_int_equal(count_in("/proc/self/task"), threads);
        assert_int_equal(count_in("/proc/self/fd"), descriptors);
    }
}

/* Connections that the daemon closed are in TIME_WAIT at its port for a minute (RFC 9293, 3.6). */
static void a_daemon_can_be_started_again_at_once_at_its_port(void **state)
{
    (void)state;
    char text[2048], again[40];
    pd_srv *other = server_test_start_another((const char *[]){NULL});
    snprintf(again, sizeof again, "LISTEN=127.0.0.1:%d", port);
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 200);
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/3.7\r\n" LAST, text, sizeof text), 505);
    server_test_stop_another(other);
    other = server_test_start_another((const char *[]){again, NULL});
    assert_int_equal(server_test_answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 200);
    server_test_stop_another(other);
}

/* -- reload, drain ------------------------------------------------------------ */
static bool is_in_log(const char *words)
{
    static char text[1 << 20];
    FILE *file = fopen(server_test_log_path, "r");
    if (!file) return false;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return strstr(text, words) != NULL;
}

/* Waits until the words are in the log, which another thread writes. */
static void wait_for_log(const char *words)
{
    while (!is_in_log(words)) usleep(1000);
}

static void a_reload_takes_over_what_may_change_and_names_the_rest(void **state)
{
    (void)state;
    char listen_at[40], moved[64];
    pd_cfg fresh;
    snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", port);
    assert_false(is_in_log("limits.memory leaves little"));
    snprintf(moved, sizeof moved, "%s.1", server_test_log_path);
    assert_int_equal(rename(server_test_log_path, moved), 0); /* as logrotate does */
    server_test_configure(&fresh, (const char *[]){listen_at, "LOG_LEVEL=warning", "LIMITS_CONNECTIONS=13",
                                                   "LIMITS_MEMORY=1 MiB", NULL});
    pd_srv_reopen_log(server_test_server);
    assert_true(pd_srv_take_over(server_test_server, &fresh));
    pd_srv_reload_models(server_test_server);
    const pd_cfg *now = &pd_srv_settings_now(&server_test_server->config)->cfg;
    assert_int_equal(now->log_level, PD_CFG_LOG_WARNING);
    wait_for_log("options that need a restart"); /* in the new file */
    wait_for_log("limits.connections");
    wait_for_log("limits.memory leaves little");
    assert_false(is_in_log("log not opened again"));
    unlink(moved);

    server_test_configure(&fresh, (const char *[]){listen_at, NULL});
    assert_true(pd_srv_take_over(server_test_server, &fresh));
    assert_int_equal(now->log_level, PD_CFG_LOG_WARNING); /* settings that somebody holds stay as they were */
    assert_int_equal(pd_srv_settings_now(&server_test_server->config)->cfg.log_level, PD_CFG_LOG_INFO);
}

static void a_public_address_is_not_left_without_keys_by_a_reload(void **state)
{
    (void)state;
    char listen_at[40];
    pd_cfg cfg;
    pd_srv *open =
        server_test_start_another((const char *[]){"LISTEN=0.0.0.0:0", "ACCESS_INSECURE=true", NULL});
    snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", pd_srv_door_port(open->door));
    server_test_configure(&cfg, (const char *[]){listen_at, "LOG_LEVEL=error", NULL});
    assert_false(pd_srv_take_over(open, &cfg));
    assert_int_equal(pd_srv_settings_now(&open->config)->cfg.log_level, PD_CFG_LOG_INFO); /* nothing of it */
    wait_for_log("not a loopback address");
    assert_int_equal(pd_srv_metrics_counted(open->metrics, PD_SRV_COUNT_reloads_bad), 1);
    assert_true(atomic_load(&open->config_refused)); /* posed_config_last_reload_successful */

    server_test_configure(&cfg, (const char *[]){listen_at, "ACCESS_INSECURE=true", NULL});
    assert_true(pd_srv_take_over(open, &cfg));
    assert_int_equal(pd_srv_metrics_counted(open->metrics, PD_SRV_COUNT_reloads_bad), 1);
    assert_false(atomic_load(&open->config_refused));
    server_test_stop_another(open);
}

/* -- addresses ------------------------------------------------------------------- */
static void administration_has_an_address_of_its_own(void **state)
{
    (void)state;
    char text[4096], url[160];
    pd_srv *two = server_test_start_another((const char *[]){"ADMIN_LISTEN=127.0.0.1:0", NULL});
    static const exchange_row at_listen[] = {{"GET /healthz", NULL, 200, ""},
                                             {"GET /v1/models", NULL, 200, ""},
                                             {"GET /metrics", NULL, 404, "admin.listen"}},
                              at_admin[] = {{"GET /healthz", NULL, 200, ""},
                                            {"GET /v1/models", NULL, 404, "only at the address of listen"},
                                            {"GET /metrics", NULL, 200, "posed_workers"}};
    EXCHANGES(at_listen);
    close(server_test_stream());
    port = pd_srv_door_port(two->admin_door);
    EXCHANGES(at_admin);
    assert_int_equal(server_test_answer_to(HANDSHAKE, text, sizeof text), 404); /* no stream either */
    snprintf(url, sizeof url, "\"message\":\"administration\",\"url\":\"http://127.0.0.1:%d\"", port);
    wait_for_log(url);
    assert_int_equal(pd_srv_drain(two, server_test_never, NULL), 1);
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), -1); /* a drain closes both */
    close(fd);
    server_test_stop_another(two);
}

static void an_ipv6_address_is_listened_at_and_named_as_urls_have_it(void **state)
{
    (void)state;
    struct sockaddr_in6 at = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    char text[4096], url[64];
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at)) skip(); /* a machine without */
    close(fd);
    pd_srv *six = server_test_start_another((const char *[]){"LISTEN=[::1]:0", NULL});
    at.sin6_port = htons((uint16_t)pd_srv_door_port(six->door));
    snprintf(url, sizeof url, "http://[::1]:%d", pd_srv_door_port(six->door));
    assert_string_equal(six->url, url);
    fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    server_test_say(fd, "GET /healthz HTTP/1.1\r\n" LAST, strlen("GET /healthz HTTP/1.1\r\n" LAST));
    assert_int_equal(server_test_status_of(fd, text, sizeof text), 200);
    server_test_stop_another(six);
}

static void a_server_started_by_make_run_names_make_run_in_its_error(void **state)
{
    (void)state;
    char listen_at[40], *level = getenv("MAKELEVEL");
    char *kept = level ? strdup(level) : NULL;
    snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", port);
    for (int by_make = 0; by_make < 2; by_make++) {
        pd_cfg cfg;
        pd_srv *other;
        pd_error err = {0};
        if (by_make)
            setenv("MAKELEVEL", "1", 1);
        else
            unsetenv("MAKELEVEL");
        server_test_configure(&cfg, (const char *[]){listen_at, NULL});
        assert_int_equal(pd_srv_start(&other, &cfg, &err), PD_ERR_IO);
        const char *wanted =
            by_make ? ": make run ARGS=\"--listen 127.0.0.1:9000\"" : ": --listen 127.0.0.1:9000";
        const char *at = strstr(err.detail, wanted);
        if (!at || at[strlen(wanted)]) fail_msg("%s", err.detail);
    }
    if (kept)
        setenv("MAKELEVEL", kept, 1);
    else
        unsetenv("MAKELEVEL");
    free(kept);
}

/* -- what a machine runs out of ------------------------------------------------------ */
static void a_client_without_a_free_descriptor_is_served_later(void **state)
{
    (void)state;
    enum { MOST = 512 };
    struct rlimit limit, low;
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    getrlimit(RLIMIT_NOFILE, &limit);
    low = (struct rlimit){MOST, limit.rlim_max};
    server_test_wait_for_nobody();
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    for (bool has_waited = false; !has_waited;) { /* once more when a descriptor became free meanwhile */
        char text[2048];
        int held[MOST], count = 0;
        const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        while (count < MOST && (held[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count++;
        assert_int_equal(errno, EMFILE);

        assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0); /* into the backlog */
        server_test_say(fd, "GET /healthz HTTP/1.1\r\n" LAST, strlen("GET /healthz HTTP/1.1\r\n" LAST));
        struct pollfd waits = {.fd = fd, .events = POLLIN};
        has_waited = poll(&waits, 1, 200) == 0;
        while (count) close(held[--count]);
        assert_int_equal(server_test_status_of(fd, text, sizeof text), 200);
    }
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void more_connections_than_descriptors_are_not_promised(void **state)
{
    (void)state;
    struct rlimit limit, low;
    getrlimit(RLIMIT_NOFILE, &limit);
    low = limit;
    low.rlim_cur = low.rlim_max = 1024;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    pd_srv *poor = server_test_start_another(
        (const char *[]){"LIMITS_CONNECTIONS=4000", "STREAM_CONNECTIONS=4000", NULL});
    const pd_cfg *now = &pd_srv_settings_now(&poor->config)->cfg;
    assert_in_range(now->limits_connections + now->stream_connections, 16, 1024);
    wait_for_log("few file descriptors");
    server_test_stop_another(poor);
    setrlimit(RLIMIT_NOFILE, &limit); /* who may not raise it goes on with 1024 */
}

static void a_failed_assertion_is_logged_before_the_process_ends(void **state)
{
    (void)state;
    assert_non_null(pd_assert_log);
    pd_srv *other = server_test_start_another((const char *[]){NULL});
    pd_assert_log("count > 0", "list.c", 71);
    wait_for_log("\"condition\":\"count > 0\",\"file\":\"list.c\",\"line\":71");
    server_test_stop_another(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_assertion_is_logged_before_the_process_ends),
        cmocka_unit_test(a_port_that_is_taken_is_named_with_another),
        cmocka_unit_test(a_daemon_that_has_stopped_leaves_no_thread_and_no_descriptor),
        cmocka_unit_test(a_daemon_can_be_started_again_at_once_at_its_port),
        cmocka_unit_test(a_reload_takes_over_what_may_change_and_names_the_rest),
        cmocka_unit_test(a_public_address_is_not_left_without_keys_by_a_reload),
        cmocka_unit_test(administration_has_an_address_of_its_own),
        cmocka_unit_test(an_ipv6_address_is_listened_at_and_named_as_urls_have_it),
        cmocka_unit_test(a_server_started_by_make_run_names_make_run_in_its_error),
        cmocka_unit_test(a_client_without_a_free_descriptor_is_served_later),
        cmocka_unit_test(more_connections_than_descriptors_are_not_promised),
    };
    return cmocka_run_group_tests(tests, server_test_setup, server_test_teardown);
}
