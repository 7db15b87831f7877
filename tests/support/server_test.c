/* The whole daemon in this process, without models, over loopback, and a client of it (server_test.h). */
#include "tests/support/server_test.h"

pd_srv *server_test_server;

int port;

char server_test_log_path[] = "/tmp/posed-server-XXXXXX";

void server_test_configure(pd_cfg *cfg, const char *const *more)
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
    snprintf(file, sizeof file, "POSED_LOG_FILE=%s", server_test_log_path);
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

int server_test_setup(void **state)
{
    (void)state;
    pd_cfg cfg;
    pd_error err = {0};
    close(mkstemp(server_test_log_path));
    server_test_configure(&cfg, (const char *[]){NULL});
    if (pd_srv_start(&server_test_server, &cfg, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    port = pd_srv_door_port(server_test_server->door);
    return 0;
}

int server_test_teardown(void **state)
{
    (void)state;
    pd_srv_stop(server_test_server);
    unlink(server_test_log_path);
    return 0;
}

pd_srv *server_test_start_another(const char *const *more)
{
    pd_cfg cfg;
    pd_srv *other;
    pd_error err = {0};
    server_test_configure(&cfg, more);
    if (pd_srv_start(&other, &cfg, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    port = pd_srv_door_port(other->door);
    return other;
}

void server_test_stop_another(pd_srv *other)
{
    pd_srv_stop(other);
    port = pd_srv_door_port(server_test_server->door);
}

void server_test_wait_for_nobody(void)
{
    while (pd_srv_connections_count(server_test_server->connections) ||
           pd_srv_ws_count(server_test_server->ws))
        usleep(1000);
}

int server_test_dial(void)
{
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

void server_test_say(int fd, const void *bytes, size_t size)
{
    assert_int_equal(send(fd, bytes, size, MSG_NOSIGNAL), (ssize_t)size);
}

ssize_t server_test_hear_some(int fd, void *bytes, size_t size)
{
    struct pollfd waits = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&waits, 1, PATIENCE_MS), 1);
    return recv(fd, bytes, size, 0);
}

int server_test_hear(int fd)
{
    unsigned char byte;
    return server_test_hear_some(fd, &byte, 1) == 1 ? byte : -1;
}

int server_test_status_of(int fd, char *text, size_t room)
{
    char bytes[4096];
    size_t used = 0;
    ssize_t count;
    int status = 0;
    while ((count = server_test_hear_some(fd, bytes, sizeof bytes)) > 0) {
        const size_t kept = (size_t)count < room - 1 - used ? (size_t)count : room - 1 - used;
        memcpy(text + used, bytes, kept);
        used += kept;
    }
    text[used] = 0;
    close(fd);
    sscanf(text, "HTTP/1.1 %d", &status);
    return status;
}

int server_test_answer_to(const char *head, char *text, size_t room)
{
    int fd = server_test_dial();
    server_test_say(fd, head, strlen(head));
    return server_test_status_of(fd, text, room);
}

int server_test_stream(void)
{
    char head[1024] = "";
    size_t used = 0;
    while (pd_srv_ws_count(server_test_server->ws) >= STREAMS) usleep(1000);
    int fd = server_test_dial();
    server_test_say(fd, HANDSHAKE, sizeof HANDSHAKE - 1);
    while (used < 4 || memcmp(head + used - 4, "\r\n\r\n", 4)) {
        int byte = server_test_hear(fd);
        assert_true(byte >= 0 && used + 1 < sizeof head);
        head[used++] = (char)byte;
    }
    head[used] = 0;
    assert_memory_equal(head, "HTTP/1.1 101", 12);
    assert_non_null(strstr(head, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")); /* RFC 6455, 1.3 */
    return fd;
}

void server_test_put(int fd, int op, const void *payload, size_t size)
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
    server_test_say(fd, frame, used);
}

int server_test_take(int fd, int op, char *out, size_t room)
{
    for (;;) {
        int first = server_test_hear(fd), length = first < 0 ? -1 : server_test_hear(fd);
        if (length < 0) return -1;
        assert_true(length < 127); /* no mask, nothing long */
        if (length == 126) length = server_test_hear(fd) << 8, length |= server_test_hear(fd);
        char bytes[65536]; /* as long as 16 bits of length can say */
        int used = 0;
        for (ssize_t count = 1; used < length && count > 0; used += count > 0 ? (int)count : 0)
            count = server_test_hear_some(fd, bytes + used, (size_t)(length - used));
        const size_t kept = (size_t)used < room ? (size_t)used : room - 1;
        memcpy(out, bytes, kept);
        out[kept] = 0;
        if ((first & 15) == op) return length;
    }
}

int server_test_close_code(int fd)
{
    char text[2048];
    int size = server_test_take(fd, 8, text, sizeof text);
    close(fd);
    return size < 2 ? 0 : (unsigned char)text[0] << 8 | (unsigned char)text[1];
}

int server_test_never(void *arg)
{
    (void)arg;
    return 0;
}

void server_test_exchange_rows(const exchange_row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        static char text[1 << 17];
        char request[1024];
        const size_t size = rows[i].body ? strlen(rows[i].body) : 0;
        snprintf(request, sizeof request,
                 "%s HTTP/1.1\r\nContent-Length: %zu\r\nHost: localhost\r\nConnection: close\r\n\r\n%s",
                 rows[i].line, size, rows[i].body ? rows[i].body : "");
        const int status = server_test_answer_to(request, text, sizeof text);
        if (status != rows[i].status || !strstr(text, rows[i].words))
            fail_msg("row %d, %s: %d, expected %d with %s\n%s", i, rows[i].line, status, rows[i].status,
                     rows[i].words, text);
    }
}

const char *server_test_member_of(const char *answer, const char *name)
{
    static char value[80];
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(answer, key);
    if (!at) fail_msg("no %s in %.300s", name, answer);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
    return value;
}
