/* The whole daemon in this process, without models, over loopback: HTTP, the stream, and the options that a reload applies. */
#include "server/server.h"

#include "config/config.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define PATIENCE_MS 600000 /* nothing is judged by its time: what has not come by then never does */
#define HEAD_BYTES  2048
#define CONNECTIONS 12
#define MESSAGE     1024 /* bytes of one on the stream */
#define STREAMS     2

static pd_srv *server;
static int port;
static char log_path[] = "/tmp/posed-server-XXXXXX";

/* Sets the defaults of these tests and then each "NAME=value" of `more`, which ends with NULL. */
static void configure(pd_cfg *cfg, const char *const *more)
{
    static const char *const common[] = {
        "LISTEN=127.0.0.1:0",
        "BUILTIN_MODELS=false",
        "LIMITS_HEAD_TIMEOUT=3600", /* nobody here is cut off for a busy machine */
        "LIMITS_HEAD_BYTES=2048",
        "LIMITS_CONNECTIONS=12",
        "STREAM_CONNECTIONS=2",
        "STREAM_MESSAGE_BYTES=1024",
        "DRAIN_TIMEOUT=600",
        "WORKERS=1",
        "HTTP_THREADS=1"};
    enum { COMMON = sizeof common / sizeof *common, MOST = COMMON + 8 };
    char lines[MOST][96], file[96];
    char *environ_of[MOST + 1] = {NULL}, *argv[] = {"posed", NULL};
    pd_cfg_errors errors = {0};
    int count = 0;
    snprintf(file, sizeof file, "POSED_LOG_FILE=%s", log_path);
    environ_of[count++] = file;
    for (int i = 0; i < COMMON; i++) {
        bool is_given = false;
        for (int k = 0; more[k]; k++) is_given |= !strncmp(more[k], common[i], strcspn(common[i], "=") + 1);
        if (is_given) continue;
        snprintf(lines[count], sizeof lines[count], "POSED_%s", common[i]);
        environ_of[count] = lines[count], count++;
    }
    for (int k = 0; more[k]; k++) {
        snprintf(lines[count], sizeof lines[count], "POSED_%s", more[k]);
        environ_of[count] = lines[count], count++;
    }
    if (pd_cfg_load(cfg, 1, argv, environ_of, &errors) != PD_CFG_RUN)
        fail_msg("%.*s", (int)errors.text.size, (const char *)errors.text.data);
    pd_cfg_errors_deinit(&errors);
}

static int setup(void **state)
{
    (void)state;
    pd_cfg cfg;
    pd_error err = {0};
    close(mkstemp(log_path));
    configure(&cfg, (const char *[]){NULL});
    if (pd_srv_start(&server, &cfg, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    port = pd_srv_door_port(server->door);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_srv_stop(server);
    unlink(log_path);
    return 0;
}

/* Starts another daemon with these values over the defaults. Its port becomes the client's. */
static pd_srv *start_another(const char *const *more)
{
    pd_cfg cfg;
    pd_srv *other;
    pd_error err = {0};
    configure(&cfg, more);
    if (pd_srv_start(&other, &cfg, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    port = pd_srv_door_port(other->door);
    return other;
}

static void stop_another(pd_srv *other)
{
    pd_srv_stop(other);
    port = pd_srv_door_port(server->door);
}

/* Waits until the server has seen all clients disconnect. */
static void wait_for_nobody(void)
{
    while (pd_srv_connections_count(server->connections) || pd_srv_ws_count(server->ws)) usleep(1000);
}

/* -- a client ------------------------------------------------------------ */

static int dial(void)
{
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static void say(int fd, const void *bytes, size_t size)
{
    assert_int_equal(send(fd, bytes, size, MSG_NOSIGNAL), (ssize_t)size);
}

/* Waits and reads at most size bytes. Returns their number, 0 or less at the end. */
static ssize_t hear_some(int fd, void *bytes, size_t size)
{
    struct pollfd waits = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&waits, 1, PATIENCE_MS), 1);
    return recv(fd, bytes, size, 0);
}

/* Reads one more byte. Returns it, or -1 at the end. */
static int hear(int fd)
{
    unsigned char byte;
    return hear_some(fd, &byte, 1) == 1 ? byte : -1;
}

/* Reads until the other end closes. Returns the status of the reply, 0 without one. */
static int status_of(int fd, char *text, size_t room)
{
    char bytes[4096];
    size_t used = 0;
    ssize_t count;
    int status = 0;
    while ((count = hear_some(fd, bytes, sizeof bytes)) > 0) {
        const size_t kept = (size_t)count < room - 1 - used ? (size_t)count : room - 1 - used;
        memcpy(text + used, bytes, kept);
        used += kept;
    }
    text[used] = 0;
    close(fd);
    sscanf(text, "HTTP/1.1 %d", &status);
    return status;
}

static int answer_to(const char *head, char *text, size_t room)
{
    int fd = dial();
    say(fd, head, strlen(head));
    return status_of(fd, text, room);
}

#define LAST "Host: here\r\nConnection: close\r\n\r\n"

/* -- the door -------------------------------------------------------------- */

static void a_head_is_passed_on_whole_or_byte_by_byte(void **state)
{
    (void)state;
    static const char head[] = "GET /healthz HTTP/1.1\r\n" LAST;
    char text[2048];
    assert_int_equal(answer_to(head, text, sizeof text), 200);
    assert_non_null(strstr(text, "X-Request-Id"));

    int fd = dial();
    for (const char *c = head; *c; c++) say(fd, c, 1);
    assert_int_equal(status_of(fd, text, sizeof text), 200);
}

static void a_malformed_head_is_refused_with_the_reason(void **state)
{
    (void)state;
    char text[4096], long_head[HEAD_BYTES + 256];
    assert_int_equal(answer_to("GET /healthz HTTP/1.1\r\nno colon\r\n\r\n", text, sizeof text), 400);
    assert_int_equal(answer_to("GET /healthz HTTP/3.7\r\n" LAST, text, sizeof text), 505);
    assert_int_equal(answer_to("GET /healthz HTTP/1.1\r\nTransfer-Encoding: odd\r\n" LAST, text, sizeof text),
                     501);

    snprintf(long_head, sizeof long_head, "GET /healthz HTTP/1.1\r\nX: %0*d\r\n" LAST, HEAD_BYTES, 0);
    const uint64_t before = pd_srv_metrics_counted(server->metrics, PD_SRV_COUNT_heads_long);
    assert_int_equal(answer_to(long_head, text, sizeof text), 431);
    assert_int_equal(pd_srv_metrics_counted(server->metrics, PD_SRV_COUNT_heads_long), before + 1);
}

#define LOCAL                     "Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
#define X_NAME(field, name, help) #field,
static const char *const counter_names[] = {PD_SRV_COUNTERS(X_NAME)};

/* Each request changes the counters that its row names by 1, and no other one. */
static void every_refusal_changes_its_counters_and_no_other(void **state)
{
    (void)state;
    static char long_head[HEAD_BYTES + 256], long_target[HEAD_BYTES + 256];
    snprintf(long_head, sizeof long_head, "GET /healthz HTTP/1.1\r\nX: %0*d\r\n" LOCAL, HEAD_BYTES, 0);
    snprintf(long_target, sizeof long_target, "GET /%0*d HTTP/1.1\r\n" LOCAL, HEAD_BYTES, 0);
    static const struct {
        const char *request;
        int status;
        const char *counters;
    } rows[] = {
        {"GET /healthz HTTP/1.1\r\n" LOCAL, 200, "connections_accepted"},
        {"GET /nothing HTTP/1.1\r\n" LOCAL, 404, "connections_accepted"},
        {"GET /healthz HTTP/1.1\r\nno colon\r\n\r\n", 400, "connections_accepted heads_bad"},
        {"GET /healthz HTTP/3.7\r\n" LOCAL, 505, "connections_accepted heads_bad"},
        {"GET /healthz HTTP/1.1\r\nTransfer-Encoding: odd\r\n" LOCAL, 501, "connections_accepted heads_bad"},
        {long_head, 431, "connections_accepted heads_long"},
        {long_target, 414, "connections_accepted heads_long"},
        {"GET /v1/stream HTTP/1.1\r\nUpgrade: websocket\r\n" LOCAL, 426, "connections_accepted upgrades"},
        {"POST /v1/tickets HTTP/1.1\r\nOrigin: http://else.where\r\nContent-Length: 2\r\nHost: 127.0.0.1"
         "\r\nConnection: close\r\n\r\n{}",
         403, "connections_accepted"},
        {"POST /v1/tickets HTTP/1.1\r\nExpect: odd\r\nContent-Length: 2\r\nHost: 127.0.0.1\r\nConnection: "
         "close\r\n\r\n{}",
         417, "connections_accepted"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t before[PD_SRV_COUNTER_COUNT];
        char text[8192], changed[256] = "";
        wait_for_nobody();
        for (int c = 0; c < PD_SRV_COUNTER_COUNT; c++)
            before[c] = pd_srv_metrics_counted(server->metrics, (pd_srv_counter)c);
        const int status = answer_to(rows[i].request, text, sizeof text);
        for (int c = 0; c < PD_SRV_COUNTER_COUNT; c++) {
            const uint64_t more = pd_srv_metrics_counted(server->metrics, (pd_srv_counter)c) - before[c];
            if (more > 1)
                fail_msg("%.60s: %s by %llu", rows[i].request, counter_names[c], (unsigned long long)more);
            if (more) sprintf(changed + strlen(changed), "%s%s", *changed ? " " : "", counter_names[c]);
        }
        if (status != rows[i].status || strcmp(changed, rows[i].counters))
            fail_msg("%.90s: %d, %s; wanted %d, %s", rows[i].request, status, changed, rows[i].status,
                     rows[i].counters);
    }
}

static void a_head_that_does_not_end_is_not_waited_for(void **state)
{
    (void)state;
    char text[2048];
    const int left = dial();
    say(left, "GET /hea", 8);
    shutdown(left, SHUT_WR);
    assert_int_equal(status_of(left, text, sizeof text), 0); /* nothing more can come: before its deadline */
    assert_string_equal(text, "");

    pd_srv *hasty = start_another((const char *[]){"LIMITS_HEAD_TIMEOUT=0.3", NULL});
    int64_t start, said;
    int begun, silent, status;
    do { /* who is kept from beginning until his deadline has said nothing, either: once more */
        start = pd_srv_now_us();
        begun = dial();
        say(begun, "GET /healthz HTTP/1.1\r\nHost: ", 29);
        said = pd_srv_now_us();
        silent = dial();
        status = status_of(begun, text, sizeof text);
        assert_true(pd_srv_now_us() - start >= 300000);
        char nothing[16];
        assert_int_equal(status_of(silent, nothing, sizeof nothing), 0); /* said nothing, hears nothing */
        assert_string_equal(nothing, "");
    } while (status != 408 && said - start >= 300000);
    assert_int_equal(status, 408);
    assert_non_null(strstr(text, "limits.head_timeout"));
    stop_another(hasty);
}

static void connections_over_the_limit_are_refused_with_the_reason(void **state)
{
    (void)state;
    char text[2048];
    int held[CONNECTIONS], status = 0;
    for (int i = 0; i < CONNECTIONS; i++) { /* each is answered and kept open, so that it counts */
        held[i] = dial();
        say(held[i], "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", 37);
        assert_int_equal(hear(held[i]), 'H');
    }
    status = answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text);
    assert_int_equal(status, 503);
    assert_non_null(strstr(text, "Retry-After"));
    assert_non_null(strstr(text, "limits.connections"));
    for (int i = 0; i < CONNECTIONS; i++) close(held[i]);

    wait_for_nobody();
    assert_int_equal(answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 200);
}

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
            configure(&cfg, (const char *[]){listen_at, NULL});
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

/* -- the stream -------------------------------------------------------------- */

#define HANDSHAKE                                                                                            \
    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"            \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"                           \
    "Sec-WebSocket-Protocol: posed.v1\r\n\r\n"

/* Opens a connection of the stream and reads the head of the reply. Earlier connections count until the server has seen their end. */
static int stream(void)
{
    char head[1024] = "";
    size_t used = 0;
    while (pd_srv_ws_count(server->ws) >= STREAMS) usleep(1000);
    int fd = dial();
    say(fd, HANDSHAKE, sizeof HANDSHAKE - 1);
    while (used < 4 || memcmp(head + used - 4, "\r\n\r\n", 4)) {
        int byte = hear(fd);
        assert_true(byte >= 0 && used + 1 < sizeof head);
        head[used++] = (char)byte;
    }
    head[used] = 0;
    assert_memory_equal(head, "HTTP/1.1 101", 12);
    assert_non_null(strstr(head, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")); /* RFC 6455, 1.3 */
    return fd;
}

/* Sends a masked frame, as clients must. op: opcode with the FIN bit. */
static void put(int fd, int op, const void *payload, size_t size)
{
    static const unsigned char mask[4] = {1, 2, 3, 4};
    unsigned char frame[4096 + 14];
    size_t used = 0;
    frame[used++] = (unsigned char)op;
    if (size < 126) {
        frame[used++] = (unsigned char)(0x80 | size);
    } else {
        frame[used++] = 0x80 | 126;
        frame[used++] = (unsigned char)(size >> 8);
        frame[used++] = (unsigned char)size;
    }
    memcpy(frame + used, mask, 4);
    used += 4;
    for (size_t i = 0; i < size; i++)
        frame[used++] = (unsigned char)(((const unsigned char *)payload)[i] ^ mask[i % 4]);
    say(fd, frame, used);
}

/* Reads the next frame of this kind and skips others. Returns its length, or -1 at the end. */
static int take(int fd, int op, char *out, size_t room)
{
    for (;;) {
        int first = hear(fd), length = first < 0 ? -1 : hear(fd);
        if (length < 0) return -1;
        assert_true(length < 127); /* no mask, nothing long */
        if (length == 126) length = hear(fd) << 8, length |= hear(fd);
        char bytes[65536]; /* as long as 16 bits of length can say */
        int used = 0;
        for (ssize_t count = 1; used < length && count > 0; used += count > 0 ? (int)count : 0)
            count = hear_some(fd, bytes + used, (size_t)(length - used));
        const size_t kept = (size_t)used < room ? (size_t)used : room - 1;
        memcpy(out, bytes, kept);
        out[kept] = 0;
        if ((first & 15) == op) return length;
    }
}

static int close_code(int fd)
{
    char text[2048];
    int size = take(fd, 8, text, sizeof text);
    close(fd);
    return size < 2 ? 0 : (unsigned char)text[0] << 8 | (unsigned char)text[1];
}

static void the_stream_answers_texts_and_pings_and_closes_when_asked(void **state)
{
    (void)state;
    char text[4096];
    int fd = stream();
    put(fd, 0x81, "{\"type\":\"ping\",\"time\":5}", 24);
    assert_true(take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"pong\""));
    put(fd, 0x01, "{\"type\":", 8); /* in pieces */
    put(fd, 0x80, "\"join\"}", 7);
    assert_true(take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"welcome\""));
    put(fd, 0x89, "are you there", 13);
    assert_int_equal(take(fd, 10, text, sizeof text), 13);
    assert_string_equal(text, "are you there");
    put(fd, 0x81, "{\"type\":\"leave\"}", 16);
    assert_true(take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"bye\""));
    assert_int_equal(close_code(fd), 1000);
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
        int fd = stream();
        put(fd, rows[i].op, rows[i].payload, rows[i].size);
        int code = close_code(fd);
        if (code != rows[i].code) fail_msg("row %zu: %d, expected %d", i, code, rows[i].code);
    }
}

static void streams_over_the_limit_are_refused_with_the_reason(void **state)
{
    (void)state;
    char text[2048];
    int held[STREAMS], status = 0;
    wait_for_nobody();
    for (int i = 0; i < STREAMS; i++) {
        held[i] = stream();
        put(held[i], 0x81, "{\"type\":\"join\"}", 15);
        assert_true(take(held[i], 1, text, sizeof text) > 0);
    }
    status = answer_to(HANDSHAKE, text, sizeof text);
    assert_int_equal(status, 503);
    assert_non_null(strstr(text, "Retry-After"));
    for (int i = 0; i < STREAMS; i++) close(held[i]);
}

/* The stream is the only one of its daemon: its timeouts work without other streams. */
static void a_silent_stream_is_ended_by_its_daemon(void **state)
{
    (void)state;
    char text[2048];
    pd_srv *hasty = start_another((const char *[]){"STREAM_IDLE_TIMEOUT=1", NULL});
    for (int has_joined = 0; has_joined < 2; has_joined++) {
        const int fd = stream();
        if (has_joined) {
            put(fd, 0x81, "{\"type\":\"join\"}", 15);
            assert_true(take(fd, 1, text, sizeof text) > 0);
        }
        assert_true(take(fd, 1, text, sizeof text) > 0);
        assert_non_null(strstr(text, "\"idle\""));
        assert_non_null(strstr(text, "stream.idle_timeout"));
        assert_int_equal(close_code(fd), 1008);
    }
    while (pd_srv_ws_count(hasty->ws)) usleep(1000); /* and its place is free again */
    stop_another(hasty);
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
    wait_for_nobody();
    static const char *const more[] = {"ADMIN_LISTEN=127.0.0.1:0",
                                       "TRACING_ENDPOINT=http://127.0.0.1:1/v1/traces", NULL};
    stop_another(start_another(more));
    const int threads = count_in("/proc/self/task"), descriptors = count_in("/proc/self/fd");
    for (int i = 0; i < 2; i++) {
        pd_srv *other = start_another(more);
        assert_true(count_in("/proc/self/task") > threads);
        close(stream());
        const int waiting = dial(); /* its head is not complete when the daemon stops */
        say(waiting, "GET /", 5);
        while (pd_srv_metrics_counted(other->metrics, PD_SRV_COUNT_connections_accepted) < 2) usleep(1000);
        stop_another(other);
        struct pollfd ended = {.fd = waiting, .events = POLLIN};
        assert_int_equal(poll(&ended, 1, 0), 1); /* it has been closed */
        close(waiting);
        assert_int_equal(count_in("/proc/self/task"), threads);
        assert_int_equal(count_in("/proc/self/fd"), descriptors);
    }
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
    wait_for_nobody();
    const int fd = dial();
    int end, on = 0;
    socklen_t size = sizeof on;
    while ((end = end_of(fd)) < 0) usleep(1000);
    for (int i = 0; i < 5000 && !on; i++, usleep(1000)) /* it is accepted before the option is set */
        assert_int_equal(getsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, &size), 0);
    assert_int_not_equal(on, 0);
    close(fd);
}

/* Connections that the daemon closed are in TIME_WAIT at its port for a minute (RFC 9293, 3.6). */
static void a_daemon_can_be_started_again_at_once_at_its_port(void **state)
{
    (void)state;
    char text[2048], again[40];
    pd_srv *other = start_another((const char *[]){NULL});
    snprintf(again, sizeof again, "LISTEN=127.0.0.1:%d", port);
    assert_int_equal(answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 200);
    assert_int_equal(answer_to("GET /healthz HTTP/3.7\r\n" LAST, text, sizeof text), 505);
    stop_another(other);
    other = start_another((const char *[]){again, NULL});
    assert_int_equal(answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 200);
    stop_another(other);
}

/* A client that reads nothing, not even the `bye`, is disconnected. */
static void a_stream_that_reads_nothing_is_cut_off(void **state)
{
    (void)state;
    pd_srv *hasty = start_another((const char *[]){"STREAM_IDLE_TIMEOUT=1", NULL});
    const int mute = stream();
    while (pd_srv_ws_count(hasty->ws)) usleep(1000);
    stop_another(hasty);
    close(mute);
}

/* -- reload, drain ------------------------------------------------------------ */

static bool is_in_log(const char *words)
{
    static char text[1 << 20];
    FILE *file = fopen(log_path, "r");
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
    snprintf(moved, sizeof moved, "%s.1", log_path);
    assert_int_equal(rename(log_path, moved), 0); /* as logrotate does */
    configure(&fresh, (const char *[]){listen_at, "LOG_LEVEL=warning", "LIMITS_CONNECTIONS=13",
                                       "LIMITS_MEMORY=1 MiB", NULL});
    pd_srv_reopen_log(server);
    assert_true(pd_srv_take_over(server, &fresh));
    pd_srv_reload_models(server);
    const pd_cfg *now = &pd_srv_settings_now(&server->config)->cfg;
    assert_int_equal(now->log_level, PD_CFG_LOG_WARNING);
    wait_for_log("options that need a restart"); /* in the new file */
    wait_for_log("limits.connections");
    wait_for_log("limits.memory leaves little");
    assert_false(is_in_log("log not opened again"));
    unlink(moved);

    configure(&fresh, (const char *[]){listen_at, NULL});
    assert_true(pd_srv_take_over(server, &fresh));
    assert_int_equal(now->log_level, PD_CFG_LOG_WARNING); /* settings that somebody holds stay as they were */
    assert_int_equal(pd_srv_settings_now(&server->config)->cfg.log_level, PD_CFG_LOG_INFO);
}

static void a_public_address_is_not_left_without_keys_by_a_reload(void **state)
{
    (void)state;
    char listen_at[40];
    pd_cfg cfg;
    pd_srv *open = start_another((const char *[]){"LISTEN=0.0.0.0:0", "ACCESS_INSECURE=true", NULL});
    snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", pd_srv_door_port(open->door));
    configure(&cfg, (const char *[]){listen_at, "LOG_LEVEL=error", NULL});
    assert_false(pd_srv_take_over(open, &cfg));
    assert_int_equal(pd_srv_settings_now(&open->config)->cfg.log_level, PD_CFG_LOG_INFO); /* nothing of it */
    wait_for_log("not a loopback address");
    assert_int_equal(pd_srv_metrics_counted(open->metrics, PD_SRV_COUNT_reloads_bad), 1);
    assert_true(atomic_load(&open->config_refused)); /* posed_config_last_reload_successful */

    configure(&cfg, (const char *[]){listen_at, "ACCESS_INSECURE=true", NULL});
    assert_true(pd_srv_take_over(open, &cfg));
    assert_int_equal(pd_srv_metrics_counted(open->metrics, PD_SRV_COUNT_reloads_bad), 1);
    assert_false(atomic_load(&open->config_refused));
    stop_another(open);
}

static int never(void *arg)
{
    (void)arg;
    return 0;
}

/* -- what the host of the api keeps --------------------------------------------- */

/* Each row: a request's first line, its body or NULL, the status, words of the answer. */
typedef struct exchange_row {
    const char *line, *body;
    int status;
    const char *words;
} exchange_row;

static void exchange_rows(const exchange_row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        static char text[1 << 17];
        char request[1024];
        const size_t size = rows[i].body ? strlen(rows[i].body) : 0;
        snprintf(request, sizeof request,
                 "%s HTTP/1.1\r\nContent-Length: %zu\r\nHost: localhost\r\nConnection: close\r\n\r\n%s",
                 rows[i].line, size, rows[i].body ? rows[i].body : "");
        const int status = answer_to(request, text, sizeof text);
        if (status != rows[i].status || !strstr(text, rows[i].words))
            fail_msg("row %d, %s: %d, expected %d with %s\n%s", i, rows[i].line, status, rows[i].status,
                     rows[i].words, text);
    }
}
#define EXCHANGES(rows) exchange_rows(rows, (int)(sizeof rows / sizeof *rows))

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
    pd_srv *small = start_another((const char *[]){"STREAM_SCENES=1", "LIMITS_SKELETONS=1", NULL});
    EXCHANGES(full);
    snprintf(listen_at, sizeof listen_at, "LISTEN=127.0.0.1:%d", port);
    configure(&cfg, (const char *[]){listen_at, "STREAM_SCENES=2", "LIMITS_SKELETONS=2", NULL});
    assert_true(pd_srv_take_over(small, &cfg));
    EXCHANGES(more);
    stop_another(small);
}

/* Returns the text of the JSON member with that name in the reply's body. */
static const char *member_of(const char *answer, const char *name)
{
    static char value[80];
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(answer, key);
    if (!at) fail_msg("no %s in %.300s", name, answer);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
    return value;
}

/* A daemon with one model: clients can store avatars, and the metrics show the memory of the model. */
static void avatars_are_kept_and_a_model_is_counted(void **state)
{
    (void)state;
    static const exchange_row more[] = {
        {"POST /v1/avatars", "{\"model\":\"default\",\"betas\":[2]}", 413, "limits.avatars"},
        {"GET /v1/jobs", NULL, 200, "[]"},
        {"GET /readyz", NULL, 200, "ready"},
        {"POST /v1/models/default/reload", "{}", 200, "default"}};
    static char text[1 << 17];
    static const char post[] =
        "POST /v1/avatars HTTP/1.1\r\nContent-Length: 31\r\n" LOCAL "{\"model\":\"default\",\"betas\":[1]}";
    pd_srv *with = start_another(
        (const char *[]){"MODELS=default=models/default.safetensors", "LIMITS_AVATARS=1", NULL});
    assert_int_equal(answer_to(post, text, sizeof text), 201);
    char line[2][112], id[80];
    snprintf(id, sizeof id, "%s", member_of(text, "id"));
    snprintf(line[0], sizeof line[0], "GET /v1/avatars/%s", id);
    snprintf(line[1], sizeof line[1], "DELETE /v1/avatars/%s", id);
    const exchange_row kept[] = {{"GET /v1/avatars", NULL, 200, id}, {line[0], NULL, 200, "\"betas\":[1]"}},
                       gone[] = {{line[1], NULL, 204, ""},
                                 {line[1], NULL, 404, id},
                                 {line[0], NULL, 404, id},
                                 {"GET /v1/avatars", NULL, 200, "{\"avatars\":[]}"}};
    EXCHANGES(kept);
    EXCHANGES(more);
    EXCHANGES(gone);

    /* The file has 1.6 million numbers; in memory or mapped, it is counted by its name and kind. */
    assert_int_equal(answer_to("GET /metrics HTTP/1.1\r\n" LOCAL, text, sizeof text), 200);
    const char *at = strstr(text, "posed_model_resident_bytes{model=\"default\",kind=\"body\"} ");
    assert_non_null(at);
    assert_true(atof(strchr(at, '}') + 2) > 1e6);
    assert_non_null(strstr(text, "posed_model_mapped_bytes{model=\"default\",kind=\"body\"} "));
    stop_another(with);
}

/* A job of a client, from its request to its end: listed, run by a thread of the daemon, answered, deleted. */
static void a_job_is_kept_run_and_deleted(void **state)
{
    (void)state;
    static const char take[] =
        "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"pelvis\",\"LeftForeArm\"],\"frames\":"
        "[[[0,0,0,1],[0,1,0,0]],[[0,0,0.7071068,0.7071068],[-0.7071068,0.7071068,0,0]]],\"facing\":30}}]}";
    static char text[1 << 17], post[1024];
    pd_srv *with = start_another(
        (const char *[]){"MODELS=default=models/default.safetensors", "LIMITS_OWNER_JOBS=1", NULL});
    snprintf(post, sizeof post,
             "POST /v1/jobs HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n" LOCAL "%s",
             sizeof take - 1, take);
    assert_int_equal(answer_to(post, text, sizeof text), 202);
    char line[5][128], id[80];
    snprintf(id, sizeof id, "%s", member_of(text, "id"));
    static const char *const lines[] = {"GET /v1/jobs/%s HTTP/1.1\r\n" LOCAL, "GET /v1/jobs/%s",
                                        "GET /v1/jobs/%s/result", "DELETE /v1/jobs/%s", "GET /v1/jobs/x%s"};
    for (int i = 0; i < 5; i++) snprintf(line[i], sizeof line[i], lines[i], id);
    do {
        usleep(1000);
        assert_int_equal(answer_to(line[0], text, sizeof text), 200);
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
    stop_another(with);
}

/* Without its Redis and its collector of traces a daemon serves its own clients. A request for another daemon's session gets an error with the
 * reason. */
static void a_daemon_without_its_redis_and_collector_serves_its_own_clients(void **state)
{
    (void)state;
    static char text[1 << 17];
    static const exchange_row rows[] = {{"GET /healthz", NULL, 200, "ok"},
                                        {"GET /metrics", NULL, 200, "\nposed_cluster_peers 0\n"},
                                        {"GET /metrics", NULL, 200, "\nposed_cluster_relays 0\n"}};
    static const char unknown[] = "{\"type\":\"join\",\"watch\":\"0123456789abcdef\"}";
    pd_srv *with = start_another((const char *[]){"CLUSTER_REDIS=127.0.0.1:1", "CLUSTER_RELAYS=2",
                                                  "TRACING_ENDPOINT=http://127.0.0.1:1", NULL});
    EXCHANGES(rows);
    int fd = stream();
    put(fd, 0x81, unknown, sizeof unknown - 1);
    assert_true(take(fd, 1, text, sizeof text) > 0);
    if (!strstr(text, "\"pointer\":\"/watch\"") || !strstr(text, "no Redis")) fail_msg("%s", text);
    put(fd, 0x81, "{\"type\":\"join\"}", 15);
    assert_true(take(fd, 1, text, sizeof text) > 0);
    assert_non_null(strstr(text, "\"welcome\""));
    put(fd, 0x81, "{\"type\":\"leave\"}", 16);
    assert_int_equal(close_code(fd), 1000);
    stop_another(with);
}

/* Requests /metrics and returns the value of a metric without labels. */
static double metric(const char *name)
{
    static char text[1 << 17];
    char line[128];
    assert_int_equal(
        answer_to("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", text, sizeof text),
        200);
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(text, line);
    if (!at) fail_msg("no metric %s", name);
    return atof(at + strlen(line));
}

static void the_metrics_count_open_connections(void **state)
{
    (void)state;
    char text[2048];
    wait_for_nobody();
    assert_true(metric("posed_workers") == 1 && metric("posed_draining") == 0);
    assert_true(metric("posed_queue_depth") == 0 && metric("posed_log_dropped_total") == 0);
    assert_true(metric("posed_streams") == 0);
    const double upgrades = metric("posed_upgrades_total"), held = metric("posed_connections");

    int streaming = stream();
    put(streaming, 0x81, "{\"type\":\"join\"}", 15);
    assert_true(take(streaming, 1, text, sizeof text) > 0);
    int kept = dial();
    say(kept, "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", 37);
    assert_int_equal(hear(kept), 'H');
    assert_true(metric("posed_streams") == 1);
    assert_true(metric("posed_upgrades_total") == upgrades + 1);
    assert_true(metric("posed_connections") > held - 1 && metric("posed_connections") >= 2);
    const double accepted = metric("posed_connections_accepted_total");
    assert_true(metric("posed_connections_accepted_total") == accepted + 1); /* that of the question */
    assert_int_equal(
        answer_to("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", text, sizeof text),
        200);
    close(streaming);
    close(kept);
}

/* All clients of a proxy that names none share one limit, and such requests are counted. Only the proxy's own requests need no name. */
static void a_proxy_that_names_no_client_is_counted(void **state)
{
    (void)state;
    static const struct {
        const char *path, *line;
        int counted;
    } rows[] = {{"/v1/models", "X-Forwarded-For: 203.0.113.7", 0},
                {"/v1/models", "X-Forwarded-For: 203.0.113.7, unknown", 1},
                {"/v1/models", "Forwarded: for=203.0.113.7", 1}, /* not the header that is read */
                {"/v1/models", "X-Forwarded-For: over there", 1},
                {"/healthz", "X-Other: 1", 0},
                {"/readyz", "X-Other: 1", 0}};
    pd_srv *behind = start_another((const char *[]){"ACCESS_TRUSTED_PROXIES=127.0.0.1", NULL});
    uint64_t counted = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char request[256], text[4096];
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\nConnection: close\r\n\r\n", rows[i].path,
                 rows[i].line);
        answer_to(request, text, sizeof text);
        counted += (uint64_t)rows[i].counted;
        assert_int_equal(pd_srv_metrics_counted(behind->metrics, PD_SRV_COUNT_forwarded_unknown), counted);
    }
    close(stream());
    assert_int_equal(pd_srv_metrics_counted(behind->metrics, PD_SRV_COUNT_forwarded_unknown), counted + 1);
    stop_another(behind);
}

/* Every metric is present with value 0 before anything is counted, so that graphs have it from the start. */
static void every_metric_is_there_from_the_start(void **state)
{
    (void)state;
    static const char *const names[] = {"posed_meshes_total",
                                        "posed_ik_problems_total",
                                        "posed_fits_total",
                                        "posed_rollout_seconds_total",
                                        "posed_cost_estimated_seconds_total{work=\"mesh\"}",
                                        "posed_cost_estimated_seconds_total{work=\"ik\"}",
                                        "posed_cost_estimated_seconds_total{work=\"fit\"}",
                                        "posed_cost_estimated_seconds_total{work=\"motion\"}",
                                        "posed_cost_measured_seconds_total{work=\"mesh\"}",
                                        "posed_cost_measured_seconds_total{work=\"ik\"}",
                                        "posed_cost_measured_seconds_total{work=\"fit\"}",
                                        "posed_cost_measured_seconds_total{work=\"motion\"}",
                                        "posed_queue_wait_seconds_sum",
                                        "posed_queue_wait_seconds_count",
                                        "posed_batch_seconds_sum",
                                        "posed_batch_seconds_count",
                                        "posed_batch_bodies_sum",
                                        "posed_batch_bodies_count",
                                        "posed_received_bytes_total",
                                        "posed_sent_bytes_total",
                                        "posed_connections_accepted_total",
                                        "posed_connections_refused_total",
                                        "posed_heads_slow_total",
                                        "posed_heads_long_total",
                                        "posed_heads_bad_total",
                                        "posed_bodies_slow_total",
                                        "posed_replies_slow_total",
                                        "posed_upgrades_total",
                                        "posed_rate_limited_total",
                                        "posed_forwarded_unknown_total",
                                        "posed_unauthorized_total",
                                        "posed_queue_full_total",
                                        "posed_client_full_total",
                                        "posed_refused_early_total",
                                        "posed_reloads_total",
                                        "posed_reload_failures_total",
                                        "process_resident_memory_bytes",
                                        "posed_uptime_seconds",
                                        "posed_queue_depth",
                                        "posed_queue_seconds{class=\"light\"}",
                                        "posed_queue_seconds{class=\"medium\"}",
                                        "posed_queue_seconds{class=\"heavy\"}",
                                        "posed_connections",
                                        "posed_streams",
                                        "posed_sessions",
                                        "posed_characters",
                                        "posed_stage_load",
                                        "posed_ticks_total",
                                        "posed_ticks_left_out_total",
                                        "posed_spawns_refused_total",
                                        "posed_frames_total",
                                        "posed_frames_postponed_total",
                                        "posed_vertices_missed_total",
                                        "posed_observations_total",
                                        "posed_observations_missed_total",
                                        "posed_observe_seconds_total",
                                        "posed_vmc_datagrams_total",
                                        "posed_vmc_dropped_total",
                                        "posed_tick_late_seconds_sum",
                                        "posed_tick_late_seconds_count",
                                        "posed_memory_limit_bytes",
                                        "posed_memory_base_bytes",
                                        "posed_memory_held_bytes{use=\"bodies\"}",
                                        "posed_memory_held_bytes{use=\"calls\"}",
                                        "posed_memory_held_bytes{use=\"scenes\"}",
                                        "posed_memory_held_bytes{use=\"skeletons\"}",
                                        "posed_memory_held_bytes{use=\"jobs\"}",
                                        "posed_memory_held_bytes{use=\"streams\"}",
                                        "posed_memory_held_most_bytes",
                                        "posed_memory_refused_total",
                                        "posed_workers",
                                        "posed_draining",
                                        "posed_log_dropped_total",
                                        "posed_requests_aborted_total",
                                        "posed_requests_cancelled_total"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_true(metric(names[i]) >= 0);
}

/* Text format of Prometheus: HELP and TYPE stand once, before the first sample of a metric. The samples of one metric stand together. */
static void every_sample_stands_below_its_help_and_type(void **state)
{
    (void)state;
    static char text[1 << 17];
    assert_int_equal(answer_to("GET /metrics HTTP/1.1\r\n" LOCAL, text, sizeof text), 200);
    char *line = strstr(text, "\r\n\r\n") + 4, *next = NULL, *saved = NULL, help[128] = "", kind[128] = "",
         word[32];
    int metrics = 0;
    for (line = strtok_r(line, "\n", &saved); line; line = next) {
        next = strtok_r(NULL, "\n", &saved);
        if (!strncmp(line, "# HELP ", 7)) {
            sscanf(line, "# HELP %127s", help);
            assert_true(strlen(line) > 7 + strlen(help) + 5); /* some words */
            assert_true(next && !strncmp(next, "# TYPE ", 7));
            metrics++;
        } else if (!strncmp(line, "# TYPE ", 7)) {
            assert_int_equal(sscanf(line, "# TYPE %127s %31s", kind, word), 2);
            assert_string_equal(kind, help);
            assert_true(!strcmp(word, "counter") || !strcmp(word, "gauge") || !strcmp(word, "histogram"));
        } else if (*line != '#' && *line != '\r' && strchr(line, ' ')) {
            const size_t size = strcspn(line, "{ "), own = strlen(help);
            const char *rest = line + own;
            if (size < own || strncmp(line, help, own) ||
                (size > own && strncmp(rest, "_bucket", 7) && strncmp(rest, "_sum", 4) &&
                 strncmp(rest, "_count", 6)))
                fail_msg("%s below the help of %s", line, help);
        }
    }
    assert_true(metrics > 40);
}

static void the_guide_has_every_metric(void **state)
{
    (void)state;
    static char guide[1 << 17];
    pd_buffer text = {0};
    FILE *file = fopen("docs/guide/operations.md", "r");
    assert_non_null(file);
    guide[fread(guide, 1, sizeof guide - 1, file)] = 0;
    fclose(file);
    server->host.metrics(server, &text);
    pd_buffer_add(&text, "", 1);

    int count = 0;
    for (char *line = strtok((char *)text.data, "\n"); line; line = strtok(NULL, "\n")) {
        char name[96], quoted[100];
        if (sscanf(line, "# TYPE %95s", name) != 1) continue;
        count++;
        snprintf(quoted, sizeof quoted, "`%s", name);
        const char *at = strstr(guide, quoted);
        if (!at || (at[strlen(quoted)] != '`' && at[strlen(quoted)] != '{')) fail_msg("%s", name);
    }
    assert_true(count > 50);
    pd_buffer_deinit(&text);
}

/* -- addresses ------------------------------------------------------------------- */

static void administration_has_an_address_of_its_own(void **state)
{
    (void)state;
    char text[4096], url[160];
    pd_srv *two = start_another((const char *[]){"ADMIN_LISTEN=127.0.0.1:0", NULL});
    static const exchange_row at_listen[] = {{"GET /healthz", NULL, 200, ""},
                                             {"GET /v1/models", NULL, 200, ""},
                                             {"GET /metrics", NULL, 404, "admin.listen"}},
                              at_admin[] = {{"GET /healthz", NULL, 200, ""},
                                            {"GET /v1/models", NULL, 404, "only at the address of listen"},
                                            {"GET /metrics", NULL, 200, "posed_workers"}};
    EXCHANGES(at_listen);
    close(stream());
    port = pd_srv_door_port(two->admin_door);
    EXCHANGES(at_admin);
    assert_int_equal(answer_to(HANDSHAKE, text, sizeof text), 404); /* no stream either */
    snprintf(url, sizeof url, "\"message\":\"administration\",\"url\":\"http://127.0.0.1:%d\"", port);
    wait_for_log(url);
    assert_int_equal(pd_srv_drain(two, never, NULL), 1);
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), -1); /* a drain closes both */
    close(fd);
    stop_another(two);
}

static void an_ipv6_address_is_listened_at_and_named_as_urls_have_it(void **state)
{
    (void)state;
    struct sockaddr_in6 at = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    char text[4096], url[64];
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at)) skip(); /* a machine without */
    close(fd);
    pd_srv *six = start_another((const char *[]){"LISTEN=[::1]:0", NULL});
    at.sin6_port = htons((uint16_t)pd_srv_door_port(six->door));
    snprintf(url, sizeof url, "http://[::1]:%d", pd_srv_door_port(six->door));
    assert_string_equal(six->url, url);
    fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    say(fd, "GET /healthz HTTP/1.1\r\n" LAST, strlen("GET /healthz HTTP/1.1\r\n" LAST));
    assert_int_equal(status_of(fd, text, sizeof text), 200);
    stop_another(six);
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
        configure(&cfg, (const char *[]){listen_at, NULL});
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
    wait_for_nobody();
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    for (bool has_waited = false; !has_waited;) { /* once more when a descriptor became free meanwhile */
        char text[2048];
        int held[MOST], count = 0;
        const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        while (count < MOST && (held[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count++;
        assert_int_equal(errno, EMFILE);

        assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0); /* into the backlog */
        say(fd, "GET /healthz HTTP/1.1\r\n" LAST, strlen("GET /healthz HTTP/1.1\r\n" LAST));
        struct pollfd waits = {.fd = fd, .events = POLLIN};
        has_waited = poll(&waits, 1, 200) == 0;
        while (count) close(held[--count]);
        assert_int_equal(status_of(fd, text, sizeof text), 200);
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
    pd_srv *poor =
        start_another((const char *[]){"LIMITS_CONNECTIONS=4000", "STREAM_CONNECTIONS=4000", NULL});
    const pd_cfg *now = &pd_srv_settings_now(&poor->config)->cfg;
    assert_in_range(now->limits_connections + now->stream_connections, 16, 1024);
    wait_for_log("few file descriptors");
    stop_another(poor);
    setrlimit(RLIMIT_NOFILE, &limit); /* who may not raise it goes on with 1024 */
}

static void connections_that_have_said_nothing_yet_count_too(void **state)
{
    (void)state;
    char text[2048];
    int held[CONNECTIONS];
    wait_for_nobody();
    for (int i = 0; i < CONNECTIONS; i++) held[i] = dial();
    assert_int_equal(answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text), 503);
    assert_non_null(strstr(text, "limits.connections"));
    for (int i = 0; i < CONNECTIONS; i++) close(held[i]);
    while (answer_to("GET /healthz HTTP/1.1\r\n" LAST, text, sizeof text) != 200) usleep(1000);
}

static void a_failed_assertion_is_logged_before_the_process_ends(void **state)
{
    (void)state;
    assert_non_null(pd_assert_log);
    pd_srv *other = start_another((const char *[]){NULL});
    pd_assert_log("count > 0", "list.c", 71);
    wait_for_log("\"condition\":\"count > 0\",\"file\":\"list.c\",\"line\":71");
    stop_another(other);
}

/* The drain's limit is ten minutes, but a client that does not answer the close frame delays it by half a second only. */
static void a_client_that_does_not_answer_a_close_does_not_delay_the_drain(void **state)
{
    (void)state;
    char text[4096];
    pd_srv *other = start_another((const char *[]){NULL});
    const int mute = stream();
    put(mute, 0x81, "{\"type\":\"join\"}", 15);
    assert_true(take(mute, 1, text, sizeof text) > 0);
    const int64_t begun = pd_srv_now_us();
    assert_int_equal(pd_srv_drain(other, never, NULL), 1);
    assert_true(pd_srv_now_us() - begun >= PD_SRV_SECOND / 2);
    assert_int_equal(pd_srv_ws_count(other->ws), 0);
    stop_another(other);
    close(mute);
}

static void a_draining_daemon_accepts_no_new_stream(void **state)
{
    (void)state;
    char text[4096];
    assert_true(pd_srv_is_alive(server));
    wait_for_nobody();
    int both[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        both[i] = stream();
        put(both[i], 0x81, "{\"type\":\"join\"}", 15);
        assert_true(take(both[i], 1, text, sizeof text) > 0);
    }
    int kept = dial();
    say(kept, "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", 37);
    assert_int_equal(hear(kept), 'H');
    assert_int_equal(pd_srv_drain(server, never, NULL), 1);
    say(kept, "GET /readyz HTTP/1.1\r\n" LAST, strlen("GET /readyz HTTP/1.1\r\n" LAST));
    status_of(kept, text, sizeof text); /* behind the first answer */
    assert_non_null(strstr(text, "HTTP/1.1 503"));
    assert_non_null(strstr(text, "the server is stopping"));
    for (int i = 0; i < STREAMS; i++) {
        assert_true(take(both[i], 1, text, sizeof text) > 0);
        assert_non_null(strstr(text, "shutting_down"));
        assert_int_equal(close_code(both[i]), 1001);
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
        cmocka_unit_test(a_failed_assertion_is_logged_before_the_process_ends),
        cmocka_unit_test(a_head_is_passed_on_whole_or_byte_by_byte),
        cmocka_unit_test(a_malformed_head_is_refused_with_the_reason),
        cmocka_unit_test(every_refusal_changes_its_counters_and_no_other),
        cmocka_unit_test(a_head_that_does_not_end_is_not_waited_for),
        cmocka_unit_test(connections_over_the_limit_are_refused_with_the_reason),
        cmocka_unit_test(a_port_that_is_taken_is_named_with_another),
        cmocka_unit_test(the_stream_answers_texts_and_pings_and_closes_when_asked),
        cmocka_unit_test(a_stream_error_closes_the_connection_with_its_code),
        cmocka_unit_test(streams_over_the_limit_are_refused_with_the_reason),
        cmocka_unit_test(a_silent_stream_is_ended_by_its_daemon),
        cmocka_unit_test(a_stream_that_reads_nothing_is_cut_off),
        cmocka_unit_test(a_daemon_that_has_stopped_leaves_no_thread_and_no_descriptor),
        cmocka_unit_test(a_connection_does_not_gather_small_segments),
        cmocka_unit_test(a_daemon_can_be_started_again_at_once_at_its_port),
        cmocka_unit_test(a_reload_takes_over_what_may_change_and_names_the_rest),
        cmocka_unit_test(a_public_address_is_not_left_without_keys_by_a_reload),
        cmocka_unit_test(uploads_are_listed_served_and_deleted),
        cmocka_unit_test(a_scene_or_skeleton_beyond_the_configured_number_is_refused),
        cmocka_unit_test(avatars_are_kept_and_a_model_is_counted),
        cmocka_unit_test(a_job_is_kept_run_and_deleted),
        cmocka_unit_test(a_daemon_without_its_redis_and_collector_serves_its_own_clients),
        cmocka_unit_test(the_metrics_count_open_connections),
        cmocka_unit_test(a_proxy_that_names_no_client_is_counted),
        cmocka_unit_test(every_metric_is_there_from_the_start),
        cmocka_unit_test(every_sample_stands_below_its_help_and_type),
        cmocka_unit_test(the_guide_has_every_metric),
        cmocka_unit_test(administration_has_an_address_of_its_own),
        cmocka_unit_test(an_ipv6_address_is_listened_at_and_named_as_urls_have_it),
        cmocka_unit_test(a_server_started_by_make_run_names_make_run_in_its_error),
        cmocka_unit_test(a_client_without_a_free_descriptor_is_served_later),
        cmocka_unit_test(more_connections_than_descriptors_are_not_promised),
        cmocka_unit_test(connections_that_have_said_nothing_yet_count_too),
        cmocka_unit_test(a_client_that_does_not_answer_a_close_does_not_delay_the_drain),
        cmocka_unit_test(a_draining_daemon_accepts_no_new_stream),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
