/* One WebSocket between the library and its client. Functions of this file replace libwebsockets and the
 * kernel: they give the test's answers and record the calls. */
#include "server/stream/ws_connection.h"

#include "tests/support/checked_locks.h"
#include "tests/support/notes.h"
#include "tests/support/stream_client.h"

#include <errno.h>
#include <libwebsockets.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#define UPGRADE 200 /* bytes of the request that made it a WebSocket */
#define SOCKET  77
#define MS      (PD_SRV_SECOND / 1000)

static pd_srv_ws_connection *connection;

/* -- the library and the kernel ------------------------------------------------- */

/* The frame whose piece is handed over, and the calls of the connection. */
static struct {
    size_t follows;
    bool is_first, is_final, is_binary;
    bool is_blocked;   /* the library still has bytes that the socket did not take */
    int writes_left;   /* before one fails */
    char close[64];    /* code and reason of the peer's close frame, or of the library's own */
    int close_length;  /* of close */
    int64_t pinged_us; /* the payload of the last ping */
} library;

static struct {
    uint64_t received, unread;
    uint32_t silent_ms; /* since the last byte */
    bool is_closed;     /* no call works */
    bool is_old;        /* a kernel whose tcp_info does not count bytes */
    int is_corked, corks;
    int peeked, error; /* result of recv, and its errno; 0: none */
} kernel;

int lws_get_socket_fd(struct lws *wsi)
{
    (void)wsi;
    return SOCKET;
}

size_t lws_remaining_packet_payload(struct lws *wsi)
{
    (void)wsi;
    return library.follows;
}

int lws_is_first_fragment(struct lws *wsi)
{
    (void)wsi;
    return library.is_first;
}

int lws_is_final_fragment(struct lws *wsi)
{
    (void)wsi;
    return library.is_final && !library.follows;
}

int lws_frame_is_binary(struct lws *wsi)
{
    (void)wsi;
    return library.is_binary;
}

int lws_rx_flow_control(struct lws *wsi, int enable)
{
    (void)wsi;
    note("%s ", enable ? "read" : "read-nothing");
    return 0;
}

void lws_close_reason(struct lws *wsi, enum lws_close_status status, unsigned char *text, size_t size)
{
    (void)wsi;
    note("close:%d:%.*s ", (int)status, (int)size, (const char *)text);
}

int lws_get_close_length(struct lws *wsi)
{
    (void)wsi;
    return library.close_length;
}

unsigned char *lws_get_close_payload(struct lws *wsi)
{
    (void)wsi;
    return (unsigned char *)library.close;
}

int lws_partial_buffered(struct lws *wsi)
{
    (void)wsi;
    return library.is_blocked;
}

int lws_callback_on_writable(struct lws *wsi)
{
    (void)wsi;
    note("ask ");
    return 0;
}

/* The library writes its header before the message, as far as that may be. */
int lws_write(struct lws *wsi, unsigned char *bytes, size_t size, enum lws_write_protocol kind)
{
    (void)wsi;
    if (!library.writes_left--) return -1;
    if (kind == LWS_WRITE_PING) {
        assert_int_equal(size, sizeof library.pinged_us);
        memcpy(&library.pinged_us, bytes, size);
        note("ping ");
    } else if (kind == LWS_WRITE_BINARY)
        note("frame:%.*s ", (int)size, (const char *)bytes);
    else
        note("text:%.*s ", (int)size, (const char *)bytes);
    memset(bytes - LWS_PRE, 0xff, LWS_PRE);
    return (int)size;
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list values;
    va_start(values, request);
    int *unread = va_arg(values, int *);
    va_end(values);
    assert_true(fd == SOCKET && request == FIONREAD);
    if (kernel.is_closed) return -1;
    *unread = (int)kernel.unread;
    return 0;
}

int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size)
{
    const struct tcp_info info = {.tcpi_bytes_received = kernel.received,
                                  .tcpi_last_data_recv = kernel.silent_ms};
    assert_true(fd == SOCKET && level == IPPROTO_TCP && name == TCP_INFO);
    if (kernel.is_closed) return -1;
    if (kernel.is_old) *size = offsetof(struct tcp_info, tcpi_bytes_received);
    memcpy(value, &info, *size < sizeof info ? *size : sizeof info);
    return 0;
}

ssize_t recv(int fd, void *out, size_t size, int flags)
{
    assert_true(fd == SOCKET && size == 1 && flags == (MSG_PEEK | MSG_DONTWAIT));
    (void)out;
    errno = kernel.error;
    return kernel.error ? -1 : kernel.peeked;
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t size)
{
    assert_true(fd == SOCKET && level == IPPROTO_TCP && name == TCP_CORK && size == sizeof(int));
    memcpy(&kernel.is_corked, value, sizeof(int));
    kernel.corks++;
    note("%s ", kernel.is_corked ? "cork" : "uncork");
    return 0;
}

/* -- what tests begin with ------------------------------------------------------ */

static int set_up(void **state)
{
    if (stream_client_set_up(state)) return -1;
    settings.cfg.stream_message_bytes = 64;
    memset(&library, 0, sizeof library);
    noted();
    memset(&kernel, 0, sizeof kernel);
    library.writes_left = 1000;
    kernel.received = UPGRADE;
    connection = pd_srv_ws_connection_open(client, UPGRADE, START);
    assert_non_null(connection);
    connection->is_open = 1;
    return 0;
}

static int tear_down(void **state)
{
    pd_srv_ws_connection_close(connection, START);
    client = NULL;
    return stream_client_tear_down(state);
}

/* Delivers a piece of a masked frame, after which `follows` bytes follow; the kernel counts the whole frame
 * with its first piece. */
static int hear(const char *text, size_t follows, bool is_first, bool is_final)
{
    const size_t size = strlen(text) + follows; /* its head: RFC 6455, 5.2 */
    if (!library.follows) kernel.received += size + (size < 126 ? 6 : size < 65536 ? 8 : 14);
    library.follows = follows;
    library.is_first = is_first;
    library.is_final = is_final;
    return pd_srv_ws_connection_receive(connection, text, strlen(text), START);
}

static int hear_all(const char *text)
{
    return hear(text, 0, true, true);
}

static int write_now(int may_close, int64_t us)
{
    return pd_srv_ws_connection_write(connection, may_close, us);
}

static void frame_waits(const char *text)
{
    pd_srv_outbox_frame(&client->outbox, pd_srv_frame_new(NULL, text, strlen(text)));
}

static void text_waits(const char *text)
{
    pd_srv_outbox_text(&client->outbox, text, strlen(text));
}

static void ended_with(int code, const char *reason)
{
    assert_int_equal(client->close_code, code);
    assert_string_equal(client->close_text, reason);
}

/* -- in --------------------------------------------------------------------------- */

#define PING "{\"type\":\"ping\",\"time\":5}" /* 24 bytes */

static void pieces_and_fragments_are_put_together(void **state)
{
    (void)state;
    const double before = client->allowance;
    assert_int_equal(hear("{\"type\":", 16, true, true), 0); /* one frame in two pieces */
    assert_string_equal(texts_of(client), "");
    assert_int_equal(hear("\"ping\",\"time\":5}", 0, false, true), 0);
    assert_non_null(strstr(texts_of(client), "\"pong\""));
    assert_near(client->allowance, before - 1, 1e-9);

    assert_int_equal(hear("{\"type\":", 0, true, false), 0); /* three fragments: each counts as a message */
    assert_int_equal(hear("\"ping\",", 0, false, false), 0);
    assert_string_equal(texts_of(client), "");
    assert_int_equal(hear("\"time\":5}", 0, false, true), 0);
    assert_non_null(strstr(texts_of(client), "\"pong\""));
    assert_near(client->allowance, before - 4, 1e-9);
    assert_int_equal(client->messages, 2);
    assert_int_equal(client->errors, 0);
}

static void a_message_that_begins_anew_forgets_one_that_was_not_ended(void **state)
{
    (void)state;
    hear("nonsense", 0, true, false);
    hear_all(PING);
    assert_non_null(strstr(texts_of(client), "\"pong\""));
    assert_int_equal(client->errors, 0);
}

static void a_binary_message_is_distinguished_from_a_text(void **state)
{
    (void)state;
    library.is_binary = true;
    hear_all(PING);
    assert_non_null(strstr(texts_of(client), "\"error\""));
    library.is_binary = false;
    hear_all(PING);
    assert_non_null(strstr(texts_of(client), "\"pong\""));
}

/* stream.message_bytes is 64. */
static void a_message_over_the_limit_ends_the_stream(void **state)
{
    char text[80];
    snprintf(text, sizeof text, "%-64s", PING);
    hear_all(text);
    assert_non_null(strstr(texts_of(client), "\"pong\""));
    snprintf(text, sizeof text, "%-65s", PING);
    hear_all(text);
    assert_null(strstr(texts_of(client), "\"pong\""));
    assert_non_null(strstr(heard, "stream.message_bytes"));
    assert_non_null(strstr(heard, "\"come_back\":true,\"after\":0,"));
    ended_with(1009, "message_too_large");

    /* a size that the head of a frame announces, before its bytes arrive */
    tear_down(state), set_up(state);
    hear("{\"type\":\"", 55, true, true);
    assert_int_equal(client->close_code, 0);
    tear_down(state), set_up(state);
    hear("{\"type\":\"", 56, true, true);
    ended_with(1009, "message_too_large");

    /* all fragments count */
    tear_down(state), set_up(state);
    snprintf(text, sizeof text, "%-40s", PING);
    hear(text, 0, true, false);
    hear("                        ", 0, false, true);
    assert_non_null(strstr(texts_of(client), "\"pong\""));
    hear(text, 0, true, false);
    hear("                         ", 0, false, true);
    ended_with(1009, "message_too_large");
    assert_int_equal(client->messages, 1);
}

static void a_stream_that_goes_on_after_its_bye_is_closed_at_once(void **state)
{
    (void)state;
    pd_srv_client_bye(client, 1008, "flood", 5, "");
    texts_of(client);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(hear("{\"type\":", 16, true, true), 0);
        assert_int_equal(hear("\"ping\",\"time\":5}", 0, false, true), 0);
    }
    assert_int_equal(hear("{\"type\":", 16, true, true), 0); /* no whole frame */
    assert_int_equal(hear("\"ping\",\"time\":5}", 0, false, true), -1);
    assert_int_equal(client->messages, 0);
    assert_string_equal(texts_of(client), "");
}

/* RFC 6455, 5.1: each frame of a client is masked, which are 4 bytes. */
static void a_frame_without_a_mask_is_not_carried_out(void **state)
{
    (void)state;
    kernel.received -= 4;
    hear_all(PING);
    ended_with(1002, "protocol_error");
    assert_int_equal(client->messages, 0);
    assert_non_null(strstr(texts_of(client), "not masked"));
    assert_non_null(strstr(heard, "\"come_back\":true,\"after\":0,"));
    assert_null(strstr(heard, "\"pong\""));
}

static void our_pings_come_back_with_the_time_and_others_are_frames(void **state)
{
    (void)state;
    int64_t sent = START;
    char longer[12] = {0};
    const double before = client->allowance;
    const int64_t now = START + 250 * MS;
    pd_srv_ws_connection_pong(connection, &sent, sizeof sent, now);
    assert_near(client->round_trip, 0.25, 1e-9);
    assert_int_equal(client->heard_us, now);
    sent = now;
    pd_srv_ws_connection_pong(connection, &sent, sizeof sent, now);
    assert_near(client->round_trip, 0, 0);

    client->round_trip = 7;
    sent = now + 1; /* not yet */
    pd_srv_ws_connection_pong(connection, &sent, sizeof sent, now);
    sent = START - 1; /* not of this stream */
    pd_srv_ws_connection_pong(connection, &sent, sizeof sent, now);
    sent = START;
    pd_srv_ws_connection_pong(connection, &sent, sizeof sent - 1, now);
    memcpy(longer, &sent, sizeof sent);
    pd_srv_ws_connection_pong(connection, longer, sizeof longer, now);
    pd_srv_ws_connection_pong(connection, NULL, 0, now);
    assert_near(client->round_trip, 7, 0);
    for (int i = 0; i < 14; i++) pd_srv_ws_connection_pong(connection, NULL, 0, now); /* 21 in all */
    assert_int_equal(client->close_code, 1008);
    assert_near(before, 20, 1e-9);
}

/* -- what the library does not hand over --------------------------------------------- */

#define CONTROL_RATE (10 * 131) /* bytes a second of control frames: stream.message_rate of the largest */

static void pings_that_nobody_hears_of_are_counted_by_their_bytes(void **state)
{
    (void)state;
    kernel.received += (16 << 10) + 2 * CONTROL_RATE + 1;
    pd_srv_ws_connection_poll(connection, START + 400 * MS); /* looked at less often */
    assert_int_equal(client->close_code, 0);
    kernel.received += 1000;
    pd_srv_ws_connection_poll(connection, START + 400 * MS + 1);
    ended_with(1008, "flood");
    const char *asked = noted();
    assert_non_null(strstr(asked, "read-nothing"));
    assert_non_null(strstr(asked, "more pings and pongs came than stream.message_rate"));
    assert_non_null(strstr(asked, "\"come_back\":true,\"after\":5,"));
}

static void bytes_that_nobody_read_and_sockets_that_tell_nothing_are_no_flood(void **state)
{
    (void)state;
    const int64_t later = START + PD_SRV_SECOND;
    kernel.received += 1 << 20;
    kernel.unread = 1 << 20;
    pd_srv_ws_connection_poll(connection, later);
    assert_int_equal(client->close_code, 0);
    kernel.unread = kernel.received + 1; /* asked at two moments */
    pd_srv_ws_connection_poll(connection, later + PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    kernel.unread = 0;
    kernel.is_old = true;
    pd_srv_ws_connection_poll(connection, later + 2 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    kernel.is_old = false;
    kernel.is_closed = true;
    pd_srv_ws_connection_poll(connection, later + 3 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    kernel.is_closed = false;
    connection->is_open = 0;
    pd_srv_ws_connection_poll(connection, later + 4 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    connection->is_open = 1;
    pd_srv_ws_connection_poll(connection, later + 5 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 1008);
}

/* stream.idle_timeout is 60 s: a client that only pings counts as alive. */
static void bytes_that_come_are_a_sign_of_life(void **state)
{
    (void)state;
    hear_all("{\"type\":\"join\"}");
    kernel.received += 8;
    kernel.silent_ms = 20000;
    pd_srv_ws_connection_poll(connection, START + 50 * PD_SRV_SECOND); /* they came at 30 s */
    assert_int_equal(client->received_us, START + 30 * PD_SRV_SECOND);
    kernel.silent_ms = 1000;
    pd_srv_ws_connection_poll(connection, START + 51 * PD_SRV_SECOND); /* nothing more has */
    assert_int_equal(client->received_us, START + 30 * PD_SRV_SECOND);
    pd_srv_ws_connection_poll(connection, START + 90 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    kernel.received += 8;
    kernel.silent_ms = 70000; /* what came earlier takes nothing back */
    pd_srv_ws_connection_poll(connection, START + 90 * PD_SRV_SECOND + 500 * MS);
    assert_int_equal(client->received_us, START + 30 * PD_SRV_SECOND);
    ended_with(1008, "idle");
}

/* -- the end ---------------------------------------------------------------------------- */

static void a_close_is_answered_by_the_library_unless_it_is_wrong(void **state)
{
    (void)state;
    assert_int_equal(pd_srv_ws_connection_closing(connection, "\x03\xe8", 2), 0);
    assert_int_equal(connection->is_open, 0);
    assert_string_equal(noted(), "");
    assert_int_equal(pd_srv_ws_connection_closing(connection, "\x03\xe8\xff", 3), -1);
    assert_string_equal(noted(), "close:1007:the reason of the close frame is not UTF-8 ");
    assert_int_equal(pd_srv_ws_connection_closing(connection, "\x03", 1), -1);
    assert_string_equal(noted(), "close:1002: ");
    text_waits("unheard");
    assert_int_equal(write_now(1, START), 0); /* nothing follows a close */
    assert_string_equal(noted(), "");
}

/* Ends a connection with one of the library's reasons. */
static void drop(const char *reason)
{
    library.close_length = 2 + (int)strlen(reason);
    memcpy(library.close, "\x03\xea", 2);
    memcpy(library.close + 2, reason, strlen(reason) + 1);
    pd_srv_ws_connection_dropped(connection);
}

static void a_protocol_error_is_reported_before_the_close(void **state)
{
    static const struct {
        const char *reason, *words;
    } rows[] = {{"frag ctl", "a control frame is fragmented; control frames must be whole"},
                {"bad cont", "a frame continues no message"},
                {"bad fin", "a message begins within another"},
                {"bad opc", "a frame has an unknown opcode"},
                {"rsv bits", "no extension (compression) was agreed on"},
                {"bad op", "a frame does not follow RFC 6455"},
                {"bad opcode", "a frame does not follow RFC 6455"},
                {"x", "a frame does not follow RFC 6455"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text_waits("first");
        text_waits("second");
        drop(rows[i].reason);
        ended_with(1002, "protocol_error");
        const char *asked = noted();
        assert_memory_equal(asked, "text:first text:second text:{", 29);
        assert_non_null(strstr(asked, rows[i].words));
        assert_non_null(strstr(asked, "\"come_back\":true,\"after\":0,"));
        assert_int_equal(connection->is_open, 0);
        drop(rows[i].reason); /* once */
        assert_string_equal(noted(), "");
        tear_down(state), set_up(state);
    }
    drop(""); /* a client that is gone has not broken the protocol */
    kernel.error = ECONNRESET;
    drop("");
    assert_int_equal(client->close_code, 0);
    assert_int_equal(connection->is_open, 1);
    assert_string_equal(noted(), "");
}

/* The library gives no reason for a length that is not allowed, such as 126 bytes of a ping. The client is
 * there and gets 1002. */
static void a_length_that_is_not_allowed_is_a_protocol_error(void **state)
{
    for (int has_more = 0; has_more < 2; has_more++) {
        kernel.peeked = has_more;
        kernel.error = has_more ? 0 : EAGAIN;
        drop("");
        ended_with(1002, "protocol_error");
        const char *asked = noted();
        assert_memory_equal(asked, "close:1002:protocol_error text:{", 32);
        assert_non_null(
            strstr(asked, "the length of a frame is not allowed; at most 125 bytes of a control frame"));
        assert_int_equal(connection->is_open, 0);
        tear_down(state), set_up(state);
    }

    /* A connection that ends after a bye has its own reason. */
    pd_srv_client_bye(client, 1008, "other", 0, "");
    kernel.error = EAGAIN;
    drop("");
    ended_with(1008, "other");
    assert_string_equal(noted(), "");
}

static void a_bye_is_read_within_two_seconds_and_an_idle_one_within_a_quarter(void **state)
{
    for (int is_idle = 0; is_idle < 2; is_idle++) {
        const int64_t patience = is_idle ? PD_SRV_SECOND / 4 : 2 * PD_SRV_SECOND;
        const int64_t bye = START + 5 * PD_SRV_SECOND;
        assert_int_equal(pd_srv_ws_connection_poll(connection, bye - 1), 0);
        pd_srv_client_bye(client, 1008, "other", 0, "");
        client->is_idle = is_idle;
        library.is_blocked = true;
        assert_int_equal(pd_srv_ws_connection_poll(connection, bye), 0);
        assert_int_equal(pd_srv_ws_connection_poll(connection, bye + patience), 0);
        assert_int_equal(pd_srv_ws_connection_poll(connection, bye + patience + 1), -1);
        tear_down(state), set_up(state);
    }
}

static void a_closed_connection_is_not_watched(void **state)
{
    (void)state;
    connection->is_open = 0;
    assert_int_equal(pd_srv_ws_connection_poll(connection, START + 3600 * PD_SRV_SECOND), 0);
    assert_int_equal(client->close_code, 0);
    assert_string_equal(noted(), "");
}

/* -- out ---------------------------------------------------------------------------------- */

static void each_kind_of_thing_to_write_makes_it_due(void **state)
{
    (void)state;
    assert_false(pd_srv_ws_connection_is_due(connection));
    connection->ping_due = 1;
    assert_true(pd_srv_ws_connection_is_due(connection));
    connection->is_open = 0;
    assert_false(pd_srv_ws_connection_is_due(connection));
    connection->is_open = 1;
    write_now(0, START);
    assert_false(pd_srv_ws_connection_is_due(connection));

    frame_waits("f");
    assert_true(pd_srv_ws_connection_is_due(connection));
    write_now(0, START);
    assert_false(pd_srv_ws_connection_is_due(connection));

    text_waits("one"), text_waits("two");
    library.writes_left = 1;
    assert_int_equal(write_now(0, START), -1);
    assert_false(pd_srv_outbox_waiting(&client->outbox));
    library.writes_left = 1000;
    text_waits("three"), text_waits("four");
    assert_true(pd_srv_ws_connection_is_due(connection));
    write_now(0, START);
    assert_false(pd_srv_ws_connection_is_due(connection));

    pd_srv_client_bye(client, 1008, "other", 0, "");
    write_now(0, START);
    assert_true(pd_srv_ws_connection_is_due(connection)); /* the close is still to come */
}

static void pings_and_texts_go_before_the_frame_in_one_packet(void **state)
{
    (void)state;
    assert_int_equal(write_now(0, START), 0);
    assert_string_equal(noted(), ""); /* nothing to do */

    frame_waits("shown");
    text_waits("one"), text_waits("two");
    connection->ping_due = 1;
    assert_int_equal(write_now(0, START + 9), 0);
    assert_string_equal(noted(), "cork ping text:one text:two frame:shown uncork ");
    assert_int_equal(library.pinged_us, START + 9);

    text_waits("alone"); /* nothing that could go with it */
    assert_int_equal(write_now(0, START), 0);
    assert_string_equal(noted(), "text:alone ");
    frame_waits("alone");
    assert_int_equal(write_now(0, START), 0);
    assert_string_equal(noted(), "frame:alone ");
}

static void bytes_that_the_socket_refuses_wait(void **state)
{
    (void)state;
    text_waits("one");
    frame_waits("old");
    library.is_blocked = true;
    assert_int_equal(write_now(1, START), 0);
    assert_string_equal(noted(), "ask ");
    frame_waits("new"); /* in place of the one that nobody has got */
    library.is_blocked = false;
    assert_int_equal(write_now(1, START), 0);
    assert_string_equal(noted(), "cork text:one frame:new uncork ");
}

static void a_failed_write_ends_the_connection(void **state)
{
    for (int kind = 0; kind < 4; kind++) {
        if (kind == 0) text_waits("one");
        if (kind == 1) connection->ping_due = 1;
        if (kind >= 2) frame_waits("f");
        if (kind == 3) text_waits("one");
        library.writes_left = kind == 3;
        assert_int_equal(write_now(0, START), -1);
        assert_int_equal(kernel.is_corked, 0);
        tear_down(state), set_up(state);
    }
    text_waits("late");
    library.writes_left = 0;
    assert_int_equal(pd_srv_ws_connection_poll(connection, START), -1); /* also where a poll finds it */
}

static void a_close_follows_the_last_text_from_the_librarys_callback_alone(void **state)
{
    (void)state;
    text_waits("last");
    pd_srv_client_bye(client, 1013, "too_slow", 1, "");
    frame_waits("unseen");
    assert_int_equal(write_now(0, START), 0);
    const char *asked = noted();
    assert_memory_equal(asked, "cork text:last text:{", 21);
    assert_non_null(strstr(asked, "ask "));
    assert_null(strstr(asked, "close"));
    assert_int_equal(connection->is_open, 1);
    assert_int_equal(write_now(1, START), -1);
    assert_string_equal(noted(), "close:1013:too_slow ");
    assert_int_equal(connection->is_open, 0);
    assert_int_equal(write_now(1, START), 0); /* once */
    assert_string_equal(noted(), "");
}

/* client.h: who was silent for 150 ms is asked, and gets no frame
 * from 130 ms after that until something is heard. */
static void a_client_that_does_not_read_gets_texts_and_no_frames(void **state)
{
    (void)state;
    frame_waits("one");
    write_now(0, START + 149 * MS);
    assert_string_equal(noted(), "frame:one ");
    frame_waits("two");
    write_now(0, START + 150 * MS);
    assert_string_equal(noted(), "cork ping frame:two uncork ");
    frame_waits("three");
    text_waits("text");
    write_now(0, START + 280 * MS);
    assert_non_null(strstr(notes.text, "text:text "));
    assert_null(strstr(noted(), "frame"));
    write_now(0, START + 3000 * MS);
    assert_string_equal(noted(), "");

    int64_t sent = START + 150 * MS;
    pd_srv_ws_connection_pong(connection, &sent, sizeof sent, START + 3000 * MS);
    write_now(0, START + 3000 * MS);
    assert_string_equal(noted(), "frame:three ");
}

static void a_silent_client_is_pinged_every_five_seconds(void **state)
{
    (void)state;
    assert_int_equal(pd_srv_ws_connection_poll(connection, START + 5000 * MS - 1), 0);
    assert_string_equal(noted(), "");
    assert_int_equal(pd_srv_ws_connection_poll(connection, START + 5000 * MS), 0);
    assert_string_equal(noted(), "ping ");
    assert_int_equal(library.pinged_us, START + 5000 * MS);
    assert_int_equal(pd_srv_ws_connection_poll(connection, START + 5100 * MS), 0);
    assert_string_equal(noted(), "");
}

/* A frame is shared by those who get it: each gives its part back. */
static void a_frame_that_was_written_is_given_back(void **state)
{
    (void)state;
    pd_srv_frame *frame = pd_srv_frame_new(NULL, "f", 1);
    pd_srv_outbox_frame(&client->outbox, pd_srv_frame_retain(frame));
    assert_int_equal(atomic_load(&frame->references), 2);
    write_now(0, START);
    assert_int_equal(atomic_load(&frame->references), 1);
    pd_srv_frame_release(frame);
}

/* 4 KiB of each kind. */
static void little_memory_is_kept_between_messages(void **state)
{
    (void)state;
    static char text[20000];
    settings.cfg.stream_message_bytes = sizeof text;
    memset(text, ' ', sizeof text - 1);
    memcpy(text, PING, strlen(PING));
    hear_all(text);
    assert_true(connection->message.capacity <= 4096);
    text_waits(text);
    write_now(0, START);
    assert_true(connection->texts.capacity <= 4096);

    text[2000] = 0; /* what is small is kept: no allocation for each message */
    for (int i = 0; i < 3; i++) {
        hear_all(text);
        assert_true(connection->message.capacity > 0 && connection->message.capacity <= 4096);
        assert_int_equal(connection->message.size, 0);
    }
}

#define CONNECTION_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONNECTION_TEST(pieces_and_fragments_are_put_together),
        CONNECTION_TEST(a_message_that_begins_anew_forgets_one_that_was_not_ended),
        CONNECTION_TEST(a_binary_message_is_distinguished_from_a_text),
        CONNECTION_TEST(a_message_over_the_limit_ends_the_stream),
        CONNECTION_TEST(a_stream_that_goes_on_after_its_bye_is_closed_at_once),
        CONNECTION_TEST(a_frame_without_a_mask_is_not_carried_out),
        CONNECTION_TEST(our_pings_come_back_with_the_time_and_others_are_frames),
        CONNECTION_TEST(pings_that_nobody_hears_of_are_counted_by_their_bytes),
        CONNECTION_TEST(bytes_that_nobody_read_and_sockets_that_tell_nothing_are_no_flood),
        CONNECTION_TEST(bytes_that_come_are_a_sign_of_life),
        CONNECTION_TEST(a_close_is_answered_by_the_library_unless_it_is_wrong),
        CONNECTION_TEST(a_protocol_error_is_reported_before_the_close),
        CONNECTION_TEST(a_length_that_is_not_allowed_is_a_protocol_error),
        CONNECTION_TEST(a_bye_is_read_within_two_seconds_and_an_idle_one_within_a_quarter),
        CONNECTION_TEST(a_closed_connection_is_not_watched),
        CONNECTION_TEST(each_kind_of_thing_to_write_makes_it_due),
        CONNECTION_TEST(pings_and_texts_go_before_the_frame_in_one_packet),
        CONNECTION_TEST(bytes_that_the_socket_refuses_wait),
        CONNECTION_TEST(a_failed_write_ends_the_connection),
        CONNECTION_TEST(a_close_follows_the_last_text_from_the_librarys_callback_alone),
        CONNECTION_TEST(a_client_that_does_not_read_gets_texts_and_no_frames),
        CONNECTION_TEST(a_silent_client_is_pinged_every_five_seconds),
        CONNECTION_TEST(a_frame_that_was_written_is_given_back),
        CONNECTION_TEST(little_memory_is_kept_between_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
