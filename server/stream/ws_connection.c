#include "server/stream/ws_connection.h"

#include "core/base/assert.h"
#include "server/base/clock.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <linux/tcp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#define FAREWELL_US (2 * PD_SRV_SECOND)
/* FAREWELL_US of an idle client: short, so that its socket closes within a second after
 * stream.idle_timeout. */
#define IDLE_US     (PD_SRV_SECOND / 4)
/* Largest number of frames read and dropped after a `bye`. Closing with unread data would reset the
 * connection, and the client might lose the `bye`. */
#define LATE_FRAMES 1000
#define JUDGE_US    (PD_SRV_SECOND * 4 / 10)
#define KEPT_BYTES  4096 /* memory that a connection keeps between messages */

_Static_assert(PD_SRV_OUTBOX_PRE >= LWS_PRE, "the library writes its header before the message");

pd_srv_ws_connection *pd_srv_ws_connection_open(pd_srv_client *client, size_t request, int64_t now_us)
{
    pd_srv_ws_connection *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->client = client;
    pd_srv_reception_init(&c->reception, request, now_us);
    return c;
}

void pd_srv_ws_connection_close(pd_srv_ws_connection *c, int64_t now_us)
{
    pd_srv_client_close(c->client, now_us);
    pd_buffer_deinit(&c->message);
    pd_buffer_deinit(&c->texts);
    free(c);
}

/* Clears a buffer, and returns its memory if it grew large. */
static void empty(pd_buffer *buffer)
{
    if (buffer->capacity > KEPT_BYTES) pd_buffer_deinit(buffer);
    pd_buffer_clear(buffer);
}

/* Gets the number of bytes that were read from the socket, and the time since the last byte came. Counts
 * received bytes before unread ones, so that the difference is never too small. Returns false if the kernel
 * does not tell. */
static bool taken_in(uint64_t *bytes, int64_t *ago_us, int fd)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    int unread = 0;

    if (ioctl(fd, FIONREAD, &unread) || getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size)) return false;
    if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return false;
    if (info.tcpi_bytes_received < (uint64_t)unread) return false;
    *bytes = info.tcpi_bytes_received - (uint64_t)unread;
    *ago_us = INT64_C(1000) * info.tcpi_last_data_recv;

    return true;
}

/* Judges from the kernel's counts how many bytes the client has sent
 * that the library does not report, such as pings. */
static void judge_reception(pd_srv_ws_connection *c, int64_t now_us)
{
    uint64_t bytes;
    int64_t ago_us;
    double rate = pd_srv_settings_now(c->client->deps->config)->cfg.stream_message_rate;

    if (!c->is_open || c->client->close_code || !taken_in(&bytes, &ago_us, lws_get_socket_fd(c->wsi))) return;

    /* Any byte shows that the client is alive. */
    if (bytes > c->taken_in && now_us - ago_us > c->client->received_us)
        c->client->received_us = now_us - ago_us;
    c->taken_in = bytes;

    switch (pd_srv_reception_judge(&c->reception, bytes, rate, now_us)) {
    case PD_SRV_RECEPTION_GOOD: break;
    case PD_SRV_RECEPTION_UNMASKED:
        pd_srv_client_bye(c->client, LWS_CLOSE_STATUS_PROTOCOL_ERR, "protocol_error", 0,
                          "a frame is not masked; clients have to mask every frame");
        break;
    case PD_SRV_RECEPTION_FLOOD:
        pd_srv_client_bye(c->client, LWS_CLOSE_STATUS_POLICY_VIOLATION, "flood", 5,
                          "more pings and pongs came than stream.message_rate allows");
        lws_rx_flow_control(c->wsi,
                            0); /* stop reading: the library would answer pings until the connection closes */
        break;
    }
}

int pd_srv_ws_connection_receive(pd_srv_ws_connection *c, const void *bytes, size_t size, int64_t now_us)
{
    size_t limit = pd_srv_settings_now(c->client->deps->config)->cfg.stream_message_bytes;
    size_t follows = lws_remaining_packet_payload(c->wsi); /* bytes of this frame that are still to come */
    bool is_frame = pd_srv_reception_piece(&c->reception, size, follows);

    /* After a bye, messages are dropped, and too many of them end the connection. */
    if (c->client->close_code) return is_frame && ++c->late_frames > LATE_FRAMES ? -1 : 0;
    if (!c->is_heard && is_frame) { /* before its first frame is carried out */
        c->is_heard = true;
        judge_reception(c, now_us);
        if (c->client->close_code) return 0;
    }

    /* A new message begins. */
    if (lws_is_first_fragment(c->wsi)) {
        pd_buffer_clear(&c->message);
        c->is_too_long = 0;
    }

    /* The length of a message is limited before it is stored. */
    if (!c->is_too_long && c->message.size + size + follows > limit) {
        c->is_too_long = 1;
        pd_srv_client_bye(c->client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message_too_large", 0,
                          "a message is longer than stream.message_bytes");
    }

    if (!c->is_too_long) pd_buffer_add(&c->message, bytes, size);
    PD_ASSERT(c->message.size <= limit || c->is_too_long);

    /* Only whole frames count, and only whole messages are handled. */
    if (!is_frame) return 0;
    if (!lws_is_final_fragment(c->wsi)) {
        pd_srv_client_frame(c->client, now_us);
        return 0;
    }

    if (c->message.failed)
        pd_srv_client_bye(c->client, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out_of_memory", 1,
                          "out of memory");
    else if (!c->is_too_long)
        pd_srv_client_message(c->client, c->message.data, c->message.size, lws_frame_is_binary(c->wsi),
                              now_us);
    empty(&c->message);

    return 0;
}

void pd_srv_ws_connection_pong(pd_srv_ws_connection *c, const void *bytes, size_t size, int64_t now_us)
{
    int64_t sent = -1; /* our pings carry the time */
    pd_srv_reception_control(&c->reception, size);
    if (size == sizeof sent) memcpy(&sent, bytes, sizeof sent);

    if (sent <= now_us && sent >= c->client->opened_us)
        pd_srv_client_pong(c->client, (double)(now_us - sent) * 1e-6, now_us);
    else
        pd_srv_client_frame(c->client, now_us);
}

int pd_srv_ws_connection_closing(pd_srv_ws_connection *c, const void *payload, size_t size)
{
    static const char reason[] = "the reason of the close frame is not UTF-8";
    int code = pd_srv_close_answer(payload, size);

    c->is_open = 0;
    if (code == 1000) return 0;
    lws_close_reason(c->wsi, (enum lws_close_status)code, (unsigned char *)reason,
                     code == 1007 ? sizeof reason - 1 : 0);

    return -1;
}

/* Explanations for the reasons that libwebsockets gives when it closes a connection. */
static const struct {
    const char *reason, *detail;
} faults[] = {
    {"frag ctl", "a control frame is fragmented; control frames must be whole"},
    {"bad cont", "a frame continues no message, or a message begins within another"},
    {"bad fin", "a message begins within another"},
    {"bad opc", "a frame has an unknown opcode"},
    {"rsv bits", "reserved bits are set; no extension (compression) was agreed on"},
};

/* Returns whether the client's side of the connection is open. */
static bool is_connected(int fd)
{
    char byte;
    const ssize_t size = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
}

void pd_srv_ws_connection_dropped(pd_srv_ws_connection *c)
{
    static const char unnamed[] = "protocol_error";
    size_t size = (size_t)lws_get_close_length(c->wsi);
    const char *reason = (const char *)lws_get_close_payload(c->wsi) + 2; /* the reason follows the code */
    if (!c->is_open) return;

    /* For a frame whose length is not allowed the library sets no reason,
     * and would close without a close frame. */
    const char *detail = "a frame does not follow RFC 6455";
    if (size <= 2) {
        if (c->client->close_code || !is_connected(lws_get_socket_fd(c->wsi))) return;
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR, (unsigned char *)(uintptr_t)unnamed,
                         sizeof unnamed - 1);
        size = 2;
        detail = "the length of a frame is not allowed; at most 125 bytes of a control frame";
    }

    /* Tell the client what was wrong. */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strlen(faults[i].reason) == size - 2 && !memcmp(faults[i].reason, reason, size - 2))
            detail = faults[i].detail;
    pd_srv_client_bye(c->client, LWS_CLOSE_STATUS_PROTOCOL_ERR, "protocol_error", 0, detail);

    /* The library closes at once after this callback, so everything is written here. */
    pd_srv_frame *frame;
    unsigned char *text;
    do {
        while ((text = pd_srv_text_next(&size, &c->texts, &c->sent)))
            lws_write(c->wsi, text, size, LWS_WRITE_TEXT);
        c->sent = 0;
        pd_buffer_clear(&c->texts);
        pd_srv_outbox_take(&c->client->outbox, &c->texts, &frame, 1);
    } while (c->texts.size);
    c->is_open = 0;
}

bool pd_srv_ws_connection_is_due(const pd_srv_ws_connection *c)
{
    return c->is_open && (c->ping_due || c->sent < c->texts.size || c->client->close_code ||
                          pd_srv_outbox_waiting(&c->client->outbox));
}

/* Joins a text or ping and the frame after it in one packet. On the loopback a packet costs more than the
 * three system calls. */
static void cork(pd_srv_ws_connection *c, int on)
{
    if (c->is_corked == on || (on && !pd_srv_outbox_waiting(&c->client->outbox))) return;
    c->is_corked = on;
    setsockopt(lws_get_socket_fd(c->wsi), IPPROTO_TCP, TCP_CORK, &on, sizeof on);
}

/* Writes the oldest text, a ping or a frame, in this order. Returns 1 if something was written, 0 if nothing
 * is due, -1 if the connection is broken. */
static int write_one(pd_srv_ws_connection *c, int64_t now_us)
{
    size_t size;
    unsigned char *text = pd_srv_text_next(&size, &c->texts, &c->sent);

    if (text || c->ping_due) cork(c, 1);
    if (text) return lws_write(c->wsi, text, size, LWS_WRITE_TEXT) < 0 ? -1 : 1;
    PD_ASSERT(c->sent == c->texts.size);
    c->sent = 0;
    empty(&c->texts);

    /* A ping carries the time, which the pong returns. */
    if (c->ping_due) {
        unsigned char ping[LWS_PRE + sizeof now_us];
        memcpy(ping + LWS_PRE, &now_us, sizeof now_us);
        c->ping_due = 0;
        return lws_write(c->wsi, ping + LWS_PRE, sizeof now_us, LWS_WRITE_PING) < 0 ? -1 : 1;
    }

    /* Send a frame only if the client reads; otherwise send a ping. */
    if (!pd_srv_outbox_waiting(&c->client->outbox)) return 0;
    int asks;
    int reads = pd_srv_client_reads(c->client, now_us, &asks);
    pd_srv_frame *frame;
    pd_srv_outbox_take(&c->client->outbox, &c->texts, &frame,
                       !reads || asks || c->texts.size || c->client->close_code);
    c->ping_due |= asks;
    if (!frame) return c->ping_due || c->texts.size ? 1 : 0;

    /* Texts are sent first, because a frame may show a character that they announce. */
    PD_ASSERT(!c->texts.size && c->is_open);
    int written = lws_write(c->wsi, frame->bytes + PD_SRV_OUTBOX_PRE, frame->size, LWS_WRITE_BINARY);
    pd_srv_frame_release(frame);

    return written < 0 ? -1 : 1;
}

/* Writes what is due until the socket is full. Closes the connection after a bye was written. */
static int write_due(pd_srv_ws_connection *c, int may_close, int64_t now_us)
{
    while (!lws_partial_buffered(c->wsi)) {
        int written = write_one(c, now_us);
        if (written < 0) return -1;
        if (written) continue;

        /* All messages are written: after a `bye`, close the connection if this callback may. */
        if (!c->client->close_code) return 0;
        if (!may_close) break;
        lws_close_reason(c->wsi, (enum lws_close_status)c->client->close_code,
                         (unsigned char *)c->client->close_text, strlen(c->client->close_text));
        c->is_open = 0;
        return -1;
    }

    lws_callback_on_writable(c->wsi);
    return 0;
}

int pd_srv_ws_connection_write(pd_srv_ws_connection *c, int may_close, int64_t now_us)
{
    if (!c->is_open) return 0;

    int result = write_due(c, may_close, now_us);
    cork(c, 0);
    return result;
}

int pd_srv_ws_connection_poll(pd_srv_ws_connection *c, int64_t now_us)
{
    if (now_us - c->reception.judged_us > JUDGE_US) judge_reception(c, now_us);
    if (c->is_open && pd_srv_client_poll(c->client, now_us)) c->ping_due = 1;

    /* After a bye the client gets a short time to close the connection itself. */
    if (!c->ends_us && c->client->close_code)
        c->ends_us = now_us + (c->client->is_idle ? IDLE_US : FAREWELL_US);
    if (c->ends_us && now_us > c->ends_us) return -1;

    return pd_srv_ws_connection_write(c, 0, now_us);
}
