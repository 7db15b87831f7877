/* The stream of the whole daemon: answers, limits, silent clients, and the drain. */
#include "tests/support/checked_locks.h"
#include "tests/support/server_test.h"

#define MESSAGE 1024 /* bytes of one on the stream */

static void the_stream_answers_texts_and_pings_and_closes_when_asked(void **state)
{
    (void)state;
    char text[4096];
    int fd = server_test_stream();
    server_test_put(fd, 0x81, "{\"type\":\"ping\",\"time\":5}", 24);
    assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"pong\""));
    server_test_put(fd, 0x01, "{\"type\":", 8); /* in pieces */
    server_test_put(fd, 0x80, "\"join\"}", 7);
    assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"welcome\""));
    server_test_put(fd, 0x89, "are you there", 13);
    assert_int_equal(server_test_take(fd, 10, text, sizeof text), 13);
    assert_string_equal(text, "are you there");
    server_test_put(fd, 0x81, "{\"type\":\"leave\"}", 16);
    assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"bye\""));
    assert_int_equal(server_test_close_code(fd), 1000);
}

static void a_stream_error_closes_the_connection_with_its_code(void **state)
{
    (void)state;
    static char large[MESSAGE + 1];
    memset(large, ' ', sizeof large);
    const struct {
        int op;
        const char *payload;
        size_t size;
        int code;
    } rows[] = {{0x83, "x", 1, 1002},              /* an opcode that is none */
                {0xf1, "x", 1, 1002},              /* reserved bits */
                {0x80, "x", 1, 1002},              /* the end of what did not begin */
                {0x81, "\xff\xfe", 2, 1007},       /* no UTF-8 */
                {0x81, large, sizeof large, 1009}, /* longer than stream.message_bytes */
                {0x88, "\x03\xe8", 2, 1000}};      /* goes */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int fd = server_test_stream();
        server_test_put(fd, rows[i].op, rows[i].payload, rows[i].size);
        int code = server_test_close_code(fd);
        if (code != rows[i].code) fail_msg("row %zu: %d, expected %d", i, code, rows[i].code);
    }
}

static void streams_over_the_limit_are_refused_with_the_reason(void **state)
{
    (void)state;
    char text[2048];
    int held[STREAMS], status = 0;
    server_test_wait_for_nobody();
    for (int i = 0; i < STREAMS; i++) {
        held[i] = server_test_stream();
        server_test_put(held[i], 0x81, "{\"type\":\"join\"}", 15);
        assert_true(server_test_take(held[i], 1, text, sizeof text) > 0);
    }
    status = server_test_answer_to(HANDSHAKE, text, sizeof text);
    assert_int_equal(status, 503);
    assert_non_null(strstr(text, "Retry-After"));
    for (int i = 0; i < STREAMS; i++) close(held[i]);
}

/* The stream is the only one of its daemon: its timeouts work without other streams. */
static void a_silent_stream_is_ended_by_its_daemon(void **state)
{
    (void)state;
    char text[2048];
    pd_srv *hasty = server_test_start_another((const char *[]){"STREAM_IDLE_TIMEOUT=1", NULL});
    for (int has_joined = 0; has_joined < 2; has_joined++) {
        const int fd = server_test_stream();
        if (has_joined) {
            server_test_put(fd, 0x81, "{\"type\":\"join\"}", 15);
            assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
        }
        assert_true(server_test_take(fd, 1, text, sizeof text) > 0);
        assert_non_null(strstr(text, "\"idle\""));
        assert_non_null(strstr(text, "stream.idle_timeout"));
        assert_int_equal(server_test_close_code(fd), 1008);
    }
    while (pd_srv_ws_count(hasty->ws)) usleep(1000); /* and its place is free again */
    server_test_stop_another(hasty);
}

/* Returns the daemon's end of a connection, found by the port of the client's end. -1: not accepted yet. */
static int end_of(int client)
{
    struct sockaddr_in own = {0}, peer;
    socklen_t size = sizeof own;
    assert_int_equal(getsockname(client, (struct sockaddr *)&own, &size), 0);
    for (int fd = 3; fd < 256; fd++) {
        size = sizeof peer;
        if (!getpeername(fd, (struct sockaddr *)&peer, &size) && peer.sin_family == AF_INET &&
            peer.sin_port == own.sin_port)
            return fd;
    }
    return -1;
}

/* Replies are sent at once, without waiting for acknowledgement of earlier ones (RFC 896). */
static void a_connection_does_not_gather_small_segments(void **state)
{
    (void)state;
    server_test_wait_for_nobody();
    const int fd = server_test_dial();
    int end, on = 0;
    socklen_t size = sizeof on;
    while ((end = end_of(fd)) < 0) usleep(1000);
    for (int i = 0; i < 5000 && !on; i++, usleep(1000)) /* it is accepted before the option is set */
        assert_int_equal(getsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, &size), 0);
    assert_int_not_equal(on, 0);
    close(fd);
}

/* A client that reads nothing, not even the `bye`, is disconnected. */
static void a_stream_that_reads_nothing_is_cut_off(void **state)
{
    (void)state;
    pd_srv *hasty = server_test_start_another((const char *[]){"STREAM_IDLE_TIMEOUT=1", NULL});
    const int mute = server_test_stream();
    while (pd_srv_ws_count(hasty->ws)) usleep(1000);
    server_test_stop_another(hasty);
    close(mute);
}

/* The drain's limit is ten minutes, but a client that does not answer
 * the close frame delays it by half a second only. */
static void a_client_that_does_not_answer_a_close_does_not_delay_the_drain(void **state)
{
    (void)state;
    char text[4096];
    pd_srv *other = server_test_start_another((const char *[]){NULL});
    const int mute = server_test_stream();
    server_test_put(mute, 0x81, "{\"type\":\"join\"}", 15);
    assert_true(server_test_take(mute, 1, text, sizeof text) > 0);
    const int64_t begun = pd_srv_now_us();
    assert_int_equal(pd_srv_drain(other, server_test_never, NULL), 1);
    assert_true(pd_srv_now_us() - begun >= PD_SRV_SECOND / 2);
    assert_int_equal(pd_srv_ws_count(other->ws), 0);
    server_test_stop_another(other);
    close(mute);
}

static void a_draining_daemon_accepts_no_new_stream(void **state)
{
    (void)state;
    char text[4096];
    assert_true(pd_srv_is_alive(server_test_server));
    server_test_wait_for_nobody();
    int both[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        both[i] = server_test_stream();
        server_test_put(both[i], 0x81, "{\"type\":\"join\"}", 15);
        assert_true(server_test_take(both[i], 1, text, sizeof text) > 0);
    }
    int kept = server_test_dial();
    server_test_say(kept, "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", 37);
    assert_int_equal(server_test_hear(kept), 'H');
    assert_int_equal(pd_srv_drain(server_test_server, server_test_never, NULL), 1);
    server_test_say(kept, "GET /readyz HTTP/1.1\r\n" LAST, strlen("GET /readyz HTTP/1.1\r\n" LAST));
    server_test_status_of(kept, text, sizeof text); /* behind the first answer */
    assert_non_null(strstr(text, "HTTP/1.1 503"));
    assert_non_null(strstr(text, "the server is stopping"));
    for (int i = 0; i < STREAMS; i++) {
        assert_true(server_test_take(both[i], 1, text, sizeof text) > 0);
        assert_non_null(strstr(text, "shutting_down"));
        assert_int_equal(server_test_close_code(both[i]), 1001);
    }

    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), -1);
    assert_int_equal(errno, ECONNREFUSED);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stream_answers_texts_and_pings_and_closes_when_asked),
        cmocka_unit_test(a_stream_error_closes_the_connection_with_its_code),
        cmocka_unit_test(streams_over_the_limit_are_refused_with_the_reason),
        cmocka_unit_test(a_silent_stream_is_ended_by_its_daemon),
        cmocka_unit_test(a_stream_that_reads_nothing_is_cut_off),
        cmocka_unit_test(a_connection_does_not_gather_small_segments),
        cmocka_unit_test(a_client_that_does_not_answer_a_close_does_not_delay_the_drain),
        cmocka_unit_test(a_draining_daemon_accepts_no_new_stream),
    };
    return cmocka_run_group_tests(tests, server_test_setup, server_test_teardown);
}
