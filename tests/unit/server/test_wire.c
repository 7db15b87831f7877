#include "server/wire.h"

#include "server/clock.h"
#include "server/server.h"
#include "tests/support/cmocka.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUEST "GET /v1/stream HTTP/1.1\r\nHost: here\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
#define SECOND  PD_SRV_SECOND

static pd_srv srv;
static pd_srv_live live;

/* A wire and its other end, whose buffers are as small as can be. */
typedef struct line {
    pd_srv_wire *wire;
    int far, poller;
    pd_buffer scratch, seen;
    int64_t now;
} line;

static int set_up(void **state)
{
    line *l = calloc(1, sizeof *l);
    int ends[2], small = 1;
    memset(&live, 0, sizeof live);
    live.cfg.stream_message_bytes = 4096;
    live.cfg.stream_message_rate = 1e6;
    live.cfg.stream_idle_timeout = 1000;
    atomic_init(&srv.live, &live);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    assert_int_equal(write(ends[1], REQUEST, sizeof REQUEST - 1), sizeof REQUEST - 1);
    l->far = ends[1];
    l->poller = epoll_create1(0);
    l->now = pd_srv_now_us();
    pd_srv_client *client = pd_srv_client_open(&srv, &(pd_srv_identity){0}, "test", l->now);
    l->wire = pd_srv_wire_open(ends[0], l->poller, client, &l->scratch);
    assert_non_null(l->wire);
    *state = l;
    return 0;
}

static int tear_down(void **state)
{
    line *l = *state;
    if (l->wire) pd_srv_wire_close(l->wire, l->now);
    close(l->far);
    close(l->poller);
    pd_buffer_deinit(&l->scratch);
    pd_buffer_deinit(&l->seen);
    free(l);
    return 0;
}

/* What the service thread does: writes when something is due, or when the poller says that a full socket takes more. */
static int turn(line *l)
{
    struct epoll_event event;
    int ready = epoll_wait(l->poller, &event, 1, 0) == 1, bad = 0;
    l->wire->client->heard_us = l->now; /* it reads */
    if (ready && event.events & EPOLLIN) bad = pd_srv_wire_read(l->wire, &l->scratch, l->now);
    if (!bad && ((ready && event.events & EPOLLOUT) || pd_srv_wire_is_due(l->wire)))
        bad = pd_srv_wire_write(l->wire, l->now);
    return bad;
}

static ssize_t read_some(line *l, size_t most)
{
    unsigned char bytes[8192];
    ssize_t got = recv(l->far, bytes, most < sizeof bytes ? most : sizeof bytes, MSG_DONTWAIT);
    if (got > 0) pd_buffer_add(&l->seen, bytes, (size_t)got);
    return got;
}

/* The next frame behind *at; 0: no more. */
static int next_frame(const line *l, size_t *at, int *opcode, const unsigned char **payload, size_t *size)
{
    const unsigned char *p = l->seen.data + *at;
    if (*at == l->seen.size) return 0;
    assert_true(*at + 4 <= l->seen.size || p[1] < 126);
    size_t head = p[1] < 126 ? 2 : 4;
    assert_true(p[1] < 127);
    *opcode = p[0] & 15;
    assert_int_equal(p[0] & 0xf0, 0x80);
    *size = head == 2 ? p[1] : (size_t)(p[2] << 8 | p[3]);
    *payload = p + head;
    *at += head + *size;
    assert_true(*at <= l->seen.size);
    return 1;
}

static size_t behind_answer(const line *l)
{
    const unsigned char *end = memmem(l->seen.data, l->seen.size, "\r\n\r\n", 4);
    assert_non_null(end);
    assert_memory_equal(l->seen.data, "HTTP/1.1 101 ", 13);
    return (size_t)(end - l->seen.data) + 4;
}

static void ping(line *l, unsigned char number)
{
    unsigned char bytes[] = {0x89, 0x81, 0, 0, 0, 0, number};
    assert_int_equal(write(l->far, bytes, sizeof bytes), sizeof bytes);
}

/* Number and length at its beginning, then that many times the number. */
static size_t make_message(unsigned char *out, unsigned number, size_t most)
{
    unsigned short size = (unsigned short)(6 + (size_t)rand() % (most - 6));
    memcpy(out, &number, 4);
    memcpy(out + 4, &size, 2);
    memset(out + 6, (int)(number & 0xff), size - 6u);
    return size;
}

static unsigned check_message(const unsigned char *in, size_t size)
{
    unsigned number;
    unsigned short told;
    memcpy(&number, in, 4);
    memcpy(&told, in + 4, 2);
    assert_int_equal(size, told);
    for (size_t i = 6; i < size; i++)
        if (in[i] != (number & 0xff)) fail_msg("message %u, byte %zu", number, i);
    return number;
}

static void what_a_slow_socket_takes_in_pieces_comes_out_whole_and_in_order(void **state)
{
    line *l = *state;
    unsigned char bytes[4000];
    unsigned texts = 0, frames = 0, pings = 0;
    srand(7);
    for (int i = 0; i < 20000; i++) {
        pd_srv_outbox *box = &l->wire->client->outbox;
        l->now += 1000;
        if (rand() % 8 == 0 && box->texts.size < 100000)
            pd_srv_outbox_text(box, bytes, make_message(bytes, ++texts, sizeof bytes));
        if (rand() % 2)
            pd_srv_outbox_frame(box, pd_srv_frame_new(bytes, make_message(bytes, ++frames, 3000)));
        if (rand() % 50 == 0) ping(l, (unsigned char)++pings);
        if (rand() % 50 == 0) l->wire->ping_due = 1;
        assert_int_equal(turn(l), 0);
        if (rand() % 2) read_some(l, (size_t)(1 + rand() % 3000));
    }
    for (int quiet = 0; quiet < 100; quiet++) {
        assert_int_equal(turn(l), 0);
        while (read_some(l, 8192) > 0) quiet = 0;
    }
    size_t at = behind_answer(l), size;
    const unsigned char *payload;
    unsigned text = 0, frame = 0, pong = 0, pinged = 0, got_frames = 0;
    for (int opcode; next_frame(l, &at, &opcode, &payload, &size);) {
        if (opcode == PD_SRV_TEXT_FRAME) assert_int_equal(check_message(payload, size), ++text);
        if (opcode == PD_SRV_BINARY_FRAME) {
            unsigned number = check_message(payload, size);
            assert_true(number > frame);
            frame = number;
            got_frames++;
        }
        if (opcode == PD_SRV_PONG_FRAME) pong = *payload;
        pinged += opcode == PD_SRV_PING_FRAME && size == 8;
    }
    pd_srv_outbox_counts counts = pd_srv_outbox_counted(&l->wire->client->outbox);
    assert_int_equal(text, texts);
    assert_int_equal(frame, frames); /* the newest one came */
    assert_int_equal(got_frames, counts.frames);
    assert_int_equal(counts.frames + counts.dropped, frames);
    assert_true(counts.dropped > 0 && got_frames > 100 && pinged > 100);
    assert_int_equal(pong, pings & 0xff);
}

static void a_bye_and_its_close_are_the_last_that_is_said(void **state)
{
    static const unsigned char theirs[] = {0x88, 0x82, 0, 0, 0, 0, 3, 0xe8};
    line *l = *state;
    pd_srv_outbox_frame(&l->wire->client->outbox, pd_srv_frame_new("frame", 5));
    pd_srv_client_bye(l->wire->client, 1008, "flood", -1, "too much");
    for (int i = 0; i < 5; i++) assert_int_equal(turn(l), 0);
    pd_srv_outbox_text(&l->wire->client->outbox, "late", 4);
    assert_int_equal(turn(l), 0);
    while (read_some(l, 8192) > 0) continue;
    size_t at = behind_answer(l), size;
    const unsigned char *payload;
    int opcode;
    assert_true(next_frame(l, &at, &opcode, &payload, &size));
    assert_int_equal(opcode, PD_SRV_TEXT_FRAME);
    assert_non_null(memmem(payload, size, "\"bye\"", 5));
    assert_true(next_frame(l, &at, &opcode, &payload, &size));
    assert_int_equal(opcode, PD_SRV_CLOSE_FRAME);
    assert_int_equal(payload[0] << 8 | payload[1], 1008);
    assert_memory_equal(payload + 2, "flood", 5);
    assert_false(next_frame(l, &at, &opcode, &payload, &size));
    assert_int_equal(write(l->far, theirs, sizeof theirs), sizeof theirs);
    assert_int_equal(turn(l), -1); /* both have closed */
}

static void a_bye_that_nobody_reads_ends_after_two_seconds(void **state)
{
    line *l = *state;
    unsigned char bytes[4000] = {0};
    for (int i = 0; i < 60; i++) {
        pd_srv_outbox_text(&l->wire->client->outbox, bytes, sizeof bytes);
        assert_int_equal(turn(l), 0);
    }
    assert_true(l->wire->choked);
    pd_srv_client_bye(l->wire->client, 1008, "idle", 1, "nothing was heard");
    assert_int_equal(pd_srv_wire_look(l->wire, l->now), 0);
    assert_int_equal(pd_srv_wire_look(l->wire, l->now + SECOND), 0);
    assert_int_equal(pd_srv_wire_look(l->wire, l->now + 2 * SECOND + 1), -1);
}

static void the_end_of_the_other_end_is_seen(void **state)
{
    line *l = *state;
    assert_int_equal(turn(l), 0);
    shutdown(l->far, SHUT_RDWR);
    assert_int_equal(pd_srv_wire_read(l->wire, &l->scratch, l->now), -1);
}

static void a_request_that_is_not_whole_opens_nothing(void **state)
{
    (void)state;
    int ends[2], poller = epoll_create1(0);
    pd_buffer scratch = {0};
    pd_srv_client *client = pd_srv_client_open(&srv, &(pd_srv_identity){0}, "test", 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    assert_int_equal(write(ends[1], REQUEST, 20), 20);
    assert_null(pd_srv_wire_open(ends[0], poller, client, &scratch));
    assert_int_equal(fcntl(ends[0], F_GETFD), -1); /* closed */
    pd_srv_client_close(client, 0);
    pd_buffer_deinit(&scratch);
    close(ends[1]);
    close(poller);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_a_slow_socket_takes_in_pieces_comes_out_whole_and_in_order,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bye_and_its_close_are_the_last_that_is_said, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bye_that_nobody_reads_ends_after_two_seconds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_end_of_the_other_end_is_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_request_that_is_not_whole_opens_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
