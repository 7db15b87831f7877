/* HTTP exchanges over a connected socket, from the bytes to the reply, without the listener and the other
 * parts of the daemon (exchange_test.h). */
#include "tests/support/exchange_test.h"

pd_srv_settings exchange_test_settings;

pd_srv_config exchange_test_config;

pd_srv_heap exchange_test_heap;

atomic_bool exchange_test_draining;

pd_srv_http_deps exchange_test_deps;

pd_srv_http *exchange_test_http;

char exchange_test_answer_text[1 << 17];

void exchange_test_no_keys(void)
{
    pd_srv_auth_free(exchange_test_settings.auth);
    assert_int_equal(pd_srv_auth_load(&exchange_test_settings.auth, "", NULL), PD_OK);
}

void exchange_test_keys(pd_srv_auth **out, int first)
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

void exchange_test_with_keys(void)
{
    pd_srv_auth_free(exchange_test_settings.auth);
    exchange_test_keys(&exchange_test_settings.auth, 0);
}

int exchange_test_dial(void)
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
    pd_srv_http_adopt(exchange_test_http, theirs, (struct sockaddr *)&address, size);
    return ours;
}

void exchange_test_say(int fd, const char *text)
{
    size_t size = strlen(text);
    assert_int_equal(send(fd, text, size, MSG_NOSIGNAL), size);
}

int exchange_test_hear(int fd, int head_only)
{
    size_t got = 0, wanted = sizeof exchange_test_answer_text - 1;
    while (got < wanted) {
        ssize_t n = recv(fd, exchange_test_answer_text + got, wanted - got, 0);
        if (n <= 0) break;
        exchange_test_answer_text[got += (size_t)n] = 0;
        const char *end = strstr(exchange_test_answer_text, "\r\n\r\n"),
                   *length = strcasestr(exchange_test_answer_text, "Content-Length: ");
        if (!end) continue;
        size_t head = (size_t)(end + 4 - exchange_test_answer_text);
        wanted = head + (head_only || !length ? 0 : (size_t)atoi(length + 16));
        assert_true(wanted < sizeof exchange_test_answer_text);
    }
    exchange_test_answer_text[got] = 0;
    return got > 12 ? atoi(exchange_test_answer_text + 9) : 0;
}

int exchange_test_ask(const char *request)
{
    int fd = exchange_test_dial();
    exchange_test_say(fd, request);
    int status = exchange_test_hear(fd, !strncmp(request, "HEAD", 4));
    close(fd);
    return status;
}

int exchange_test_has(const char *words)
{
    return strstr(exchange_test_answer_text, words) != NULL;
}

void exchange_test_limit_queue(int jobs)
{
    pd_srv_workers_limit(exchange_test_deps.workers,
                         &(pd_srv_workers_options){.queue = jobs, .max_bodies = 16});
}

void exchange_test_remember_refused(size_t bytes)
{
    const struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const pd_srv_job job = {.cost_ms = 60000};
    pd_srv_refused_note(exchange_test_deps.refused, pd_srv_rate_client((const struct sockaddr *)&here),
                        pd_api_match_route("POST", "/v1/models/default/mesh").route, bytes, &job, 60,
                        pd_srv_now_us());
}

char exchange_test_log_text[1 << 16];

void exchange_test_log_to(const char *path)
{
    pd_srv_http_stop(exchange_test_http);
    pd_srv_log_close(exchange_test_deps.log);
    assert_int_equal(pd_srv_log_open(&exchange_test_deps.log, path, PD_SRV_LOG_JSON, PD_SRV_INFO, NULL),
                     PD_OK);
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
}

void exchange_test_finish(void)
{
    while (pd_srv_connections_busy(exchange_test_deps.connections)) usleep(1000);
    pd_srv_http_stop(exchange_test_http);
    exchange_test_http = NULL;
}

void exchange_test_start_again(void)
{
    exchange_test_finish();
    assert_int_equal(pd_srv_http_start(&exchange_test_http, &exchange_test_deps, 1, NULL), PD_OK);
}

void exchange_test_read_log(const char *path)
{
    pd_srv_log_close(exchange_test_deps.log);
    exchange_test_deps.log = NULL;
    FILE *file = fopen(path, "r");
    exchange_test_log_text[fread(exchange_test_log_text, 1, sizeof exchange_test_log_text - 1, file)] = 0;
    fclose(file);
}

int exchange_test_lines_with(const char *const *words)
{
    char text[sizeof exchange_test_log_text];
    int count = 0;
    strcpy(text, exchange_test_log_text);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        bool all = *line;
        for (int i = 0; words[i]; i++) all = all && strstr(line, words[i]);
        count += all;
    }
    return count;
}
