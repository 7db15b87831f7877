/* Tests deadlines and the end of connections over real sockets: who is slow, who has gone, and how a refusal
 * is delivered before the socket closes. */
#include "server/http/connections.h"

#include "server/base/clock.h"
#include "server/base/rate.h"
#include "server/http/http.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct pair {
    pd_srv_metrics *metrics;
    pd_srv_connections *connections;
    pd_srv_connection *connection;
    int ours, theirs;
} pair;

static pair open_pair(void)
{
    pair p = {.metrics = pd_srv_metrics_new()};
    pd_error err;
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    p.ours = ends[0];
    p.theirs = ends[1];
    assert_int_equal(pd_srv_connections_start(&p.connections, NULL, p.metrics, NULL, 1024, &err), PD_OK);
    p.connection = pd_srv_connections_add(p.connections, p.ours, NULL);
    assert_non_null(p.connection);
    return p;
}

static void close_pair(pair *p)
{
    pd_srv_connections_remove(p->connections, p->connection);
    pd_srv_connections_stop(p->connections);
    pd_srv_metrics_free(p->metrics);
    close(p->ours);
    close(p->theirs);
}

static void a_connection_is_busy_in_every_phase_but_idle(void **state)
{
    (void)state;
    pair p = open_pair();

    for (int phase = PD_SRV_HEAD; phase <= PD_SRV_IDLE; phase++) {
        assert_int_equal(pd_srv_connection_enter(p.connection, (pd_srv_phase)phase, INT64_MAX), 1);
        assert_int_equal(pd_srv_connections_busy(p.connections), phase != PD_SRV_IDLE);
    }
    close_pair(&p);
}

/* libmicrohttpd accepts the connection on another thread, which may wait for a core. */
static void a_connection_that_was_handed_over_is_busy_before_it_is_taken(void **state)
{
    (void)state;
    pair p = open_pair(), late = open_pair();
    pd_srv_connection_enter(p.connection, PD_SRV_IDLE, INT64_MAX);
    pd_srv_connections_expect(p.connections, true);
    assert_int_equal(pd_srv_connections_busy(p.connections), 1);
    assert_int_equal(pd_srv_connections_count(p.connections), 2);
    pd_srv_connection *taken = pd_srv_connections_add(p.connections, late.ours, NULL);
    assert_int_equal(pd_srv_connections_busy(p.connections), 1);
    assert_int_equal(pd_srv_connections_count(p.connections), 2);
    pd_srv_connections_remove(p.connections, taken);
    assert_int_equal(pd_srv_connections_busy(p.connections), 0);

    pd_srv_connections_expect(p.connections, true);
    pd_srv_connections_expect(p.connections, false); /* it was not taken */
    assert_int_equal(pd_srv_connections_busy(p.connections), 0);
    close_pair(&late);
    close_pair(&p);
}

static void an_idle_connection_with_an_unread_request_is_busy(void **state)
{
    (void)state;
    pair p = open_pair();
    char byte;

    pd_srv_connection_enter(p.connection, PD_SRV_IDLE, INT64_MAX);
    assert_int_equal(write(p.theirs, "G", 1), 1);
    assert_int_equal(pd_srv_connections_busy(p.connections), 1);
    assert_int_equal(read(p.ours, &byte, 1), 1);
    assert_int_equal(pd_srv_connections_busy(p.connections), 0);
    shutdown(p.theirs, SHUT_WR); /* an end is no request */
    assert_int_equal(pd_srv_connections_busy(p.connections), 0);
    close_pair(&p);
}

/* Reads until the other end closes: "" if it sent nothing. */
static void read_all(char *out, size_t size, int fd)
{
    size_t got = 0;
    ssize_t n;
    while (got + 1 < size && (n = read(fd, out + got, size - 1 - got)) > 0) got += (size_t)n;
    out[got] = 0;
}

static atomic_int gone_calls;

static void count_gone(void *ctx)
{
    assert_ptr_equal(ctx, &gone_calls);
    atomic_fetch_add(&gone_calls, 1);
}

static void work_for_a_client_that_has_gone_is_cancelled(void **state)
{
    (void)state;
    static const struct {
        pd_srv_phase phase;
        int half, cancelled; /* half: its sending side alone */
    } rows[] = {{PD_SRV_WORK, 0, 1}, {PD_SRV_WORK, 1, 1}, {PD_SRV_REPLY, 0, 0}};
    for (int i = 0; i < 3; i++) {
        pair p = open_pair();
        atomic_store(&gone_calls, 0);
        pd_srv_connections_on_gone(p.connections, count_gone, &gone_calls);
        assert_int_equal(pd_srv_connection_enter(p.connection, rows[i].phase, INT64_MAX), 1);
        usleep(
            300000); /* the watcher has looked by then, or looks later: a client that is there is not gone */
        assert_false(pd_cancelled(&p.connection->cancel));

        const int64_t ended = pd_srv_now_us();
        shutdown(p.theirs, rows[i].half ? SHUT_WR : SHUT_RDWR);
        if (rows[i].cancelled) {
            while (!atomic_load(&gone_calls)) usleep(1000);
            if (rows[i].half) assert_true(pd_srv_now_us() - ended >= PD_SRV_SECOND); /* it may listen still */
            assert_int_equal(pd_cancel_why(&p.connection->cancel), PD_CANCEL_GONE);
        } else {
            usleep(300000);
            assert_false(pd_cancelled(&p.connection->cancel));
        }
        assert_int_equal(atomic_load(&gone_calls), rows[i].cancelled);
        close_pair(&p);
    }
}

/* Closing at once would reset the connection, and a client
 * that sends its body still would lose the answer. */
static void a_client_that_is_refused_while_it_sends_has_two_more_seconds(void **state)
{
    (void)state;
    pair p = open_pair();
    char text[1024];
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    const int64_t start = pd_srv_now_us();
    pd_srv_connections_refuse(p.connections, ends[0], 413, "more than 4000 bytes", NULL);
    while (send(ends[1], "more of it", 10, MSG_NOSIGNAL) == 10) usleep(20000); /* read and dropped ... */
    assert_true(pd_srv_now_us() - start >= 2 * PD_SRV_SECOND); /* ... and then closed, whatever still comes */
    read_all(text, sizeof text, ends[1]);
    assert_memory_equal(text, "HTTP/1.1 413 Content Too Large\r\n", 32);
    static const char *const fields[] = {"\r\nDate: ",
                                         " GMT\r\n",
                                         "\r\nConnection: close\r\n",
                                         "\r\nX-Request-Id: ",
                                         "\r\nX-Content-Type-Options: nosniff\r\n",
                                         "\r\nContent-Type: application/problem+json\r\n"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) assert_non_null(strstr(text, fields[i]));
    assert_non_null(strstr(text, "more than 4000 bytes"));
    assert_null(strstr(text, "Retry-After"));
    close(ends[1]);
    close_pair(&p);
}

static void a_deadline_that_has_passed_ends_the_phase_and_is_counted(void **state)
{
    (void)state;
    static const struct {
        pd_srv_phase phase;
        pd_srv_counter counter;
        const char *answer; /* NULL: none */
    } rows[] = {{PD_SRV_HEAD, PD_SRV_COUNT_heads_slow, NULL},
                {PD_SRV_BODY, PD_SRV_COUNT_bodies_slow, "HTTP/1.1 408 "},
                {PD_SRV_REPLY, PD_SRV_COUNT_replies_slow, NULL},
                {PD_SRV_IDLE, PD_SRV_COUNTER_COUNT, NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pair p = open_pair();
        char text[1024], byte;
        assert_int_equal(pd_srv_connection_enter(p.connection, rows[i].phase, 1), 1);
        assert_int_equal(read(p.ours, &byte, 1), 0); /* the watcher shuts it: libmicrohttpd sees an end */
        if (rows[i].phase == PD_SRV_BODY) shutdown(p.ours, SHUT_WR); /* as libmicrohttpd does then */
        read_all(text, sizeof text, p.theirs);
        assert_int_equal(strncmp(text, rows[i].answer ? rows[i].answer : "", 13) == 0 || !*text, 1);
        assert_int_equal(*text != 0, rows[i].answer != NULL);

        assert_int_equal(atomic_load(&p.connection->phase), PD_SRV_EXPIRED);
        assert_int_equal(pd_srv_connection_enter(p.connection, PD_SRV_WORK, INT64_MAX), 0);
        assert_int_equal(pd_srv_connections_busy(p.connections), 0);
        for (int c = 0; c < PD_SRV_COUNTER_COUNT; c++)
            assert_int_equal(pd_srv_metrics_counted(p.metrics, (pd_srv_counter)c), c == (int)rows[i].counter);
        close_pair(&p);
    }
}

/* Number of times that shutdown closed the receiving side of watched_fd. */
static atomic_int watched_fd = -1, shut_count;

int shutdown(int fd, int how)
{
    if (fd == atomic_load(&watched_fd) && how == SHUT_RD) atomic_fetch_add(&shut_count, 1);
    return (int)syscall(SYS_shutdown, fd, how);
}

/* Waits until the watcher has checked all connections once, after a check that is already running. */
static void wait_for_a_look(const pd_srv_connections *connections)
{
    for (int i = 0; i < 2; i++) {
        const int64_t before = pd_srv_connections_polled_us(connections);
        while (pd_srv_connections_polled_us(connections) == before) usleep(1000);
    }
}

/* libmicrohttpd hears of a client's end once more for each deadline, when all that came before it was read:
 * not while a reply goes out, nor without a deadline. */
static void the_end_of_a_client_is_reported_once_for_each_deadline(void **state)
{
    (void)state;
    const int64_t later_us = pd_srv_now_us() + 3600 * PD_SRV_SECOND;
    const struct {
        pd_srv_phase phase;
        int64_t deadline_us;
        int shut; /* times in all */
    } rows[] = {{PD_SRV_HEAD, later_us, 1},      {PD_SRV_HEAD, later_us, 1},  {PD_SRV_BODY, later_us + 1, 2},
                {PD_SRV_REPLY, later_us + 2, 2}, {PD_SRV_IDLE, INT64_MAX, 2}, {PD_SRV_HEAD, later_us + 3, 3}};
    pair p = open_pair();
    char byte = 'x';
    atomic_store(&shut_count, 0);
    atomic_store(&watched_fd, p.ours);

    /* A byte that nobody has read stands before the end. */
    assert_int_equal(write(p.theirs, &byte, 1), 1);
    shutdown(p.theirs, SHUT_WR);
    pd_srv_connection_enter(p.connection, PD_SRV_HEAD, later_us - 1);
    wait_for_a_look(p.connections);
    assert_int_equal(atomic_load(&shut_count), 0);
    assert_int_equal(read(p.ours, &byte, 1), 1);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_connection_enter(p.connection, rows[i].phase, rows[i].deadline_us);
        wait_for_a_look(p.connections);
        if (atomic_load(&shut_count) != rows[i].shut) fail_msg("row %zu: %d", i, atomic_load(&shut_count));
    }
    atomic_store(&watched_fd, -1);
    close_pair(&p);
}

static void work_has_no_deadline_and_a_later_one_is_waited_for(void **state)
{
    (void)state;
    pair p = open_pair(), late = open_pair();
    char byte;
    pd_srv_connection_enter(p.connection, PD_SRV_WORK, 1);
    /* A second connection of the same watcher: when that one has expired the first one was looked at, too. */
    pd_srv_connection *other = pd_srv_connections_add(p.connections, late.ours, NULL);
    pd_srv_connection_enter(other, PD_SRV_HEAD, 1);
    assert_int_equal(read(late.ours, &byte, 1), 0);
    assert_int_equal(atomic_load(&other->phase), PD_SRV_EXPIRED);
    pd_srv_connections_remove(p.connections, other);
    assert_int_equal(pd_srv_connections_count(p.connections), 1);
    assert_int_equal(pd_srv_connection_enter(p.connection, PD_SRV_REPLY, INT64_MAX), 1);
    close_pair(&late);
    close_pair(&p);
}

static void a_refused_socket_gets_its_answer_and_a_gentle_close(void **state)
{
    (void)state;
    pair p = open_pair();
    int ends[2];
    char text[1024];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    pd_srv_connections_refuse(p.connections, ends[0], 503, "too many", NULL);
    assert_int_equal(write(ends[1], "still sending", 13), 13); /* is read and dropped, not reset */
    read_all(text, sizeof text, ends[1]);
    assert_int_equal(strncmp(text, "HTTP/1.1 503 Service Unavailable\r\n", 34), 0);
    assert_non_null(strstr(text, "\r\nConnection: close\r\n"));
    assert_non_null(strstr(text, "\r\nRetry-After: 1\r\n"));
    assert_non_null(strstr(text, "\"too many\""));
    const char *body = strstr(text, "\r\n\r\n") + 4, *length = strstr(text, "Content-Length: ");
    assert_int_equal(strlen(body), atoi(length + 16));
    close(ends[1]);
    pd_srv_connections_refuse(p.connections, -1, 503, "", NULL); /* no socket: nothing happens */
    close_pair(&p);
}

static void a_client_that_comes_back_too_early_waits_and_its_request_is_not_read(void **state)
{
    (void)state;
    pair p = open_pair();
    int held[2], beyond[2];
    char text[1024];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, held), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, beyond), 0);
    pd_srv_connections_limit_lingers(p.connections, 2); /* half of them: one */
    const int64_t start = pd_srv_now_us();
    assert_int_equal(write(held[1], "a body", 6), 6);
    const int own = dup(held[0]); /* the server closes held[0] at any time */
    assert_true(own >= 0);
    pd_srv_connections_refuse_early(p.connections, held[0], "come back later", 17,
                                    &(pd_srv_reply_context){0});
    pd_srv_connections_refuse_early(p.connections, beyond[0], "come back later", 17,
                                    &(pd_srv_reply_context){0});

    read_all(text, sizeof text, beyond[1]); /* at once */
    assert_non_null(strstr(text, "\r\nRetry-After: 17\r\n"));
    const ssize_t answered = recv(held[1], text, sizeof text, MSG_PEEK | MSG_DONTWAIT),
                  unread = recv(own, text, sizeof text, MSG_PEEK | MSG_DONTWAIT);
    close(own);
    if (pd_srv_now_us() - start < PD_SRV_HOLD_US) { /* else the machine was busy, and the time may be over */
        assert_int_equal(answered, -1);
        assert_int_equal(unread, 6);
    }
    read_all(text, sizeof text, held[1]);
    assert_true(pd_srv_now_us() - start >= PD_SRV_HOLD_US);
    assert_int_equal(strncmp(text, "HTTP/1.1 503 Service Unavailable\r\n", 34), 0);
    assert_non_null(strstr(text, "\r\nRetry-After: 17\r\n"));
    assert_non_null(strstr(text, "\"come back later\""));
    close(held[1]);
    close(beyond[1]);
    pd_srv_connections_refuse_early(p.connections, -1, "", 1, NULL); /* no socket: nothing happens */
    close_pair(&p);
}

static void held_requests_are_answered_when_the_server_stops(void **state)
{
    (void)state;
    pair p = open_pair();
    int ends[2];
    char text[1024];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    pd_srv_connections_refuse_early(p.connections, ends[0], "come back later", 3, &(pd_srv_reply_context){0});
    close_pair(&p);
    read_all(text, sizeof text, ends[1]);
    assert_non_null(strstr(text, "\r\nRetry-After: 3\r\n"));
    close(ends[1]);
}

static void addresses_are_described_and_a_household_is_one_client(void **state)
{
    (void)state;
    pair p = open_pair();
    const struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    assert_int_equal(inet_pton(AF_INET6, "2001:db8:1:2::3", &v6.sin6_addr), 1);
    pd_srv_connection *a = pd_srv_connections_add(p.connections, p.ours, (const struct sockaddr *)&v4);
    pd_srv_connection *b = pd_srv_connections_add(p.connections, p.ours, (const struct sockaddr *)&v6);
    assert_int_equal(inet_pton(AF_INET6, "2001:db8:1:2:ffff::4", &v6.sin6_addr), 1);
    pd_srv_connection *c = pd_srv_connections_add(p.connections, p.ours, (const struct sockaddr *)&v6);
    assert_int_equal(inet_pton(AF_INET6, "2001:db8:1:3::3", &v6.sin6_addr), 1);
    pd_srv_connection *d = pd_srv_connections_add(p.connections, p.ours, (const struct sockaddr *)&v6);
    pd_srv_connection *four[] = {a, b, c, d};
    uint64_t clients[4];
    char texts[4][64];
    for (int i = 0; i < 4; i++) {
        clients[i] = pd_srv_rate_client((const struct sockaddr *)&four[i]->peer);
        pd_srv_http_address_text((const struct sockaddr *)&four[i]->peer, texts[i], sizeof texts[i]);
    }
    assert_string_equal(texts[0], "127.0.0.1");
    assert_string_equal(texts[1], "2001:db8:1:2::3");
    assert_true(clients[1] == clients[2] && clients[1] != clients[3] && clients[0] != clients[1]);
    assert_int_equal(pd_srv_connections_count(p.connections), 5);
    /* out of the middle, the first, the last */
    pd_srv_connection *all[] = {c, d, a, b};
    for (int i = 0; i < 4; i++) pd_srv_connections_remove(p.connections, all[i]);
    pd_srv_connections_remove(p.connections, NULL);
    assert_int_equal(pd_srv_connections_count(p.connections), 1);
    close_pair(&p);
}

static void a_reader_below_the_rate_of_a_window_is_slow(void **state)
{
    (void)state;
    enum { RATE = 1000, WINDOW = PD_SRV_PACE_US };
    const uint64_t window_bytes = (uint64_t)RATE * WINDOW / 1000000;
    pd_srv_pace pace = {0};
    int64_t now = 5 * (int64_t)WINDOW;

    assert_false(pd_srv_pace_is_slow(&pace, 1, now, 400, RATE)); /* the window begins: nobody is slow yet */
    assert_false(pd_srv_pace_is_slow(&pace, 1, now + WINDOW - 1, 400, RATE));
    assert_true(pd_srv_pace_is_slow(&pace, 1, now + WINDOW, 400 + window_bytes - 1, RATE));

    pace = (pd_srv_pace){0};
    assert_false(pd_srv_pace_is_slow(&pace, 1, now, 400, RATE));
    assert_false(pd_srv_pace_is_slow(&pace, 1, now + WINDOW, 400 + window_bytes, RATE));
    /* earlier bytes do not count: a fast start followed by silence is slow */
    assert_true(pd_srv_pace_is_slow(&pace, 1, now + 2 * WINDOW, 400 + window_bytes, RATE));
    /* the pace of another reply is measured from its begin */
    assert_false(pd_srv_pace_is_slow(&pace, 2, now + 9 * WINDOW, 400 + window_bytes, RATE));
    assert_true(pd_srv_pace_is_slow(&pace, 2, now + 10 * WINDOW, 400 + window_bytes, RATE));
}

/* At most the allowed number of refused sockets stay open for bytes that their clients still send. Others are
 * closed after the reply. */
static void no_more_than_the_allowed_number_of_refused_sockets_linger(void **state)
{
    (void)state;
    enum { SOCKETS = 3 };
    for (int most = 0; most <= SOCKETS; most++) {
        pair p = open_pair();
        int ends[SOCKETS][2], lingering = 0;
        pd_srv_connections_limit_lingers(p.connections, most);
        for (int i = 0; i < SOCKETS; i++) {
            assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]), 0);
            pd_srv_connections_refuse(p.connections, ends[i][0], 503, "too much", NULL);
            lingering += send(ends[i][1], "x", 1, MSG_NOSIGNAL) == 1;
        }
        for (int i = 0; i < SOCKETS; i++) close(ends[i][1]);
        close_pair(&p);
        assert_int_equal(lingering, most);
    }
}

/* Sends `text` (NULL: nothing) and returns what libmicrohttpd would read. The phase is that of the request
 * before these bytes. */
static ssize_t receive(const pair *p, const char *text, char *out, size_t size, int flags)
{
    if (text) assert_int_equal(send(p->theirs, text, strlen(text), 0), strlen(text));
    return pd_srv_connections_receive(p->ours, out, size, flags | MSG_DONTWAIT);
}

#define GOOD   "GET /a HTTP/1.1\r\nHost: a\r\nX-Request-Id: good-1\r\n\r\n"
#define BAD    "GET /b HTTP/1.1\r\nHost: a\r\nX-Request-Id: bad-1\r\nodd name: 1\r\n\r\n"
#define CHUNKS "POST /c HTTP/1.1\r\nHost: a\r\nX-Request-Id: ours-1\r\nTransfer-Encoding: chunked\r\n\r\n"

static void good_bytes_are_passed_on_as_they_came(void **state)
{
    (void)state;
    pair p = open_pair();
    char out[4096];
    assert_int_equal(receive(&p, GOOD GOOD, out, sizeof out, MSG_PEEK), strlen(GOOD GOOD));
    assert_int_equal(p.connection->framing.heads, 0); /* a look does not count */
    assert_int_equal(receive(&p, NULL, out, 10, 0), 10);
    assert_memory_equal(out, GOOD, 10);
    assert_int_equal(receive(&p, NULL, out, sizeof out, 0), strlen(GOOD GOOD) - 10);
    assert_memory_equal(out, &(GOOD GOOD)[10], strlen(GOOD GOOD) - 10);
    assert_int_equal(p.connection->framing.heads, 2);
    assert_int_equal(receive(&p, NULL, out, sizeof out, 0), -1); /* nothing has come */
    shutdown(p.theirs, SHUT_WR);
    assert_int_equal(receive(&p, NULL, out, sizeof out, 0), 0);
    assert_int_equal(p.connection->framing.status, 0);

    /* A socket that is no connection is read as it is. */
    int others[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, others), 0);
    assert_int_equal(write(others[0], BAD, 20), 20);
    assert_int_equal(pd_srv_connections_receive(others[1], out, sizeof out, MSG_DONTWAIT), 20);
    close(others[0]), close(others[1]);
    close_pair(&p);
}

/* Invalid bytes are refused with the id of their request. The bytes before them are passed on, and each
 * refusal is counted by its kind. */
static void bad_bytes_are_refused_on_the_socket(void **state)
{
    (void)state;
    static char long_head[2048] = "GET / HTTP/1.1\r\nHost: a\r\nx: ", long_target[2048] = "GET /?";
    static const struct {
        const char *before; /* read before them in a phase of its own; NULL: nothing */
        pd_srv_phase phase;
        const char *bytes;
        size_t good; /* of them */
        const char *said, *id;
        pd_srv_counter counter;
    } rows[] = {
        {NULL, PD_SRV_HEAD, BAD, 0, "HTTP/1.1 400 ", "X-Request-Id: bad-1\r\n", PD_SRV_COUNT_heads_bad},
        {GOOD, PD_SRV_IDLE, BAD, 0, "HTTP/1.1 400 ", "X-Request-Id: bad-1\r\n", PD_SRV_COUNT_heads_bad},
        {NULL, PD_SRV_HEAD, GOOD BAD, sizeof GOOD - 1, "HTTP/1.1 400 ", "X-Request-Id: bad-1\r\n",
         PD_SRV_COUNT_heads_bad},
        {CHUNKS, PD_SRV_BODY, "zz\r\nX-Request-Id: none-1\r\n", 0, "HTTP/1.1 400 ",
         "X-Request-Id: ours-1\r\n", PD_SRV_COUNT_heads_bad},
        {NULL, PD_SRV_HEAD, long_head, 0, "HTTP/1.1 431 ", "X-Request-Id: ", PD_SRV_COUNT_heads_long},
        {NULL, PD_SRV_HEAD, long_target, 0, "HTTP/1.1 414 ", "X-Request-Id: ", PD_SRV_COUNT_heads_long},
    };
    memset(long_head + strlen(long_head), 'a', sizeof long_head - 1 - strlen(long_head));
    for (size_t i = strlen(long_target); i < sizeof long_target - 1; i++) long_target[i] = i % 2 ? '&' : 'a';

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pair p = open_pair();
        char out[4096], answer[4096];
        if (rows[i].before) {
            assert_int_equal(receive(&p, rows[i].before, out, sizeof out, 0), strlen(rows[i].before));
            strcpy(p.connection->context.request_id, "ours-1"); /* as the exchange does */
            pd_srv_connection_enter(p.connection, rows[i].phase, INT64_MAX);
        }
        assert_int_equal(receive(&p, rows[i].bytes, out, sizeof out, 0), rows[i].good);
        if (rows[i].good) {
            assert_memory_equal(out, rows[i].bytes, rows[i].good);
            assert_int_equal(pd_srv_metrics_counted(p.metrics, rows[i].counter), 0);
            assert_int_equal(receive(&p, NULL, out, sizeof out, 0), 0);
        }
        read_all(answer, sizeof answer, p.theirs);
        if (strncmp(answer, rows[i].said, strlen(rows[i].said)) || !strstr(answer, rows[i].id))
            fail_msg("row %zu: %.400s", i, answer);
        assert_int_equal(pd_srv_metrics_counted(p.metrics, PD_SRV_COUNT_heads_bad),
                         rows[i].counter == PD_SRV_COUNT_heads_bad);
        assert_int_equal(pd_srv_metrics_counted(p.metrics, PD_SRV_COUNT_heads_long),
                         rows[i].counter == PD_SRV_COUNT_heads_long);
        assert_int_equal(atomic_load(&p.connection->phase), PD_SRV_EXPIRED);
        close_pair(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_is_busy_in_every_phase_but_idle),
        cmocka_unit_test(a_connection_that_was_handed_over_is_busy_before_it_is_taken),
        cmocka_unit_test(an_idle_connection_with_an_unread_request_is_busy),
        cmocka_unit_test(work_for_a_client_that_has_gone_is_cancelled),
        cmocka_unit_test(a_client_that_is_refused_while_it_sends_has_two_more_seconds),
        cmocka_unit_test(a_deadline_that_has_passed_ends_the_phase_and_is_counted),
        cmocka_unit_test(the_end_of_a_client_is_reported_once_for_each_deadline),
        cmocka_unit_test(work_has_no_deadline_and_a_later_one_is_waited_for),
        cmocka_unit_test(a_refused_socket_gets_its_answer_and_a_gentle_close),
        cmocka_unit_test(a_reader_below_the_rate_of_a_window_is_slow),
        cmocka_unit_test(a_client_that_comes_back_too_early_waits_and_its_request_is_not_read),
        cmocka_unit_test(held_requests_are_answered_when_the_server_stops),
        cmocka_unit_test(no_more_than_the_allowed_number_of_refused_sockets_linger),
        cmocka_unit_test(good_bytes_are_passed_on_as_they_came),
        cmocka_unit_test(bad_bytes_are_refused_on_the_socket),
        cmocka_unit_test(addresses_are_described_and_a_household_is_one_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
