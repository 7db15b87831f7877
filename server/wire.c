#include "server/wire.h"

#include "server/clock.h"
#include "server/server.h"
#include "server/upgrade.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define READ_BYTES  (64u << 10)
#define FAREWELL_US (2 * PD_SRV_SECOND)

enum { CLOSED_NORMALLY = 1000, PROTOCOL_ERROR = 1002, TOO_LARGE = 1009 }; /* RFC 6455, 7.4 */

/* -- opening ------------------------------------------------------------------- */

/* Reads the head and no more: what follows it are frames. */
static int take_request(int fd, pd_buffer *head)
{
    pd_buffer_clear(head);
    unsigned char *bytes = pd_buffer_extend(head, READ_BYTES);
    ssize_t seen = bytes ? recv(fd, bytes, READ_BYTES, MSG_PEEK | MSG_DONTWAIT) : -1;
    size_t size = seen > 0 ? pd_srv_head_bytes((char *)bytes, (size_t)seen) : 0;
    if (!size || recv(fd, bytes, size, MSG_DONTWAIT) != (ssize_t)size) return 0;
    head->size = size;
    return 1;
}

pd_srv_wire *pd_srv_wire_open(int fd, int poller, pd_srv_client *client, pd_buffer *scratch)
{
    pd_srv_wire *w = calloc(1, sizeof *w);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = w};
    int open = w && client && take_request(fd, scratch);
    if (open) {
        w->fd = fd;
        w->poller = poller;
        pd_srv_upgrade_answer(&w->rest, (char *)scratch->data, scratch->size);
        open = !w->rest.failed && !epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
    }
    if (open) {
        w->client = client;
        return w;
    }
    if (w) pd_buffer_deinit(&w->rest);
    free(w);
    close(fd);
    return NULL;
}

void pd_srv_wire_close(pd_srv_wire *w, int64_t now_us)
{
    close(w->fd);
    pd_srv_client_close(w->client, now_us);
    pd_srv_reader_deinit(&w->reader);
    pd_buffer_deinit(&w->rest);
    free(w);
}

/* -- in ---------------------------------------------------------------------------- */

static void keep_ping(pd_srv_wire *w, int64_t now_us)
{
    pd_srv_client_ping(w->client, now_us);
    memcpy(w->pong, w->reader.control, w->reader.control_size);
    w->pong_size = w->reader.control_size;
    w->pong_due = 1;
}

static void take_pong(pd_srv_wire *w, int64_t now_us)
{
    int64_t sent;
    if (w->reader.control_size != sizeof sent) return;
    memcpy(&sent, w->reader.control, sizeof sent);
    if (sent <= now_us && sent >= w->client->opened_us)
        pd_srv_client_pong(w->client, (double)(now_us - sent) * 1e-6, now_us);
}

static void add_close(pd_buffer *out, int code, const char *reason)
{
    size_t size = strlen(reason), head = PD_SRV_HEAD_BYTES;
    unsigned char bytes[PD_SRV_HEAD_BYTES + 2] = {0};
    head = pd_srv_frame_head(bytes, PD_SRV_CLOSE_FRAME, 2 + size);
    bytes[head] = (unsigned char)(code >> 8);
    bytes[head + 1] = (unsigned char)code;
    pd_buffer_add(out, bytes, head + 2);
    pd_buffer_add(out, reason, size);
}

/* Theirs: ours is the answer, unless it was said before. */
static void take_close(pd_srv_wire *w)
{
    int code = w->reader.close_code == 1005 ? CLOSED_NORMALLY : w->reader.close_code;
    if (w->state == PD_SRV_WIRE_OPEN) add_close(&w->rest, code, "");
    w->state = PD_SRV_WIRE_DONE;
}

static void act_on(pd_srv_wire *w, pd_srv_got got, int64_t now_us)
{
    pd_srv_reader *r = &w->reader;
    if (got == PD_SRV_GOT_TEXT || got == PD_SRV_GOT_BINARY)
        pd_srv_client_message(w->client, r->message.data, r->message.size, got == PD_SRV_GOT_BINARY, now_us);
    if (got == PD_SRV_GOT_PING) keep_ping(w, now_us);
    if (got == PD_SRV_GOT_PONG) take_pong(w, now_us);
    if (got == PD_SRV_GOT_CLOSE) take_close(w);
    if (got == PD_SRV_GOT_TOO_LONG)
        pd_srv_client_bye(w->client, TOO_LARGE, "message_too_large", 0,
                          "a message is longer than stream.message_bytes");
    if (got != PD_SRV_GOT_WRONG) return;
    pd_srv_client_bye(w->client, PROTOCOL_ERROR, "protocol_error", 0, r->wrong);
    w->deaf = 1;
}

int pd_srv_wire_read(pd_srv_wire *w, pd_buffer *scratch, int64_t now_us)
{
    pd_buffer_clear(scratch);
    unsigned char *bytes = pd_buffer_extend(scratch, READ_BYTES);
    ssize_t got = bytes ? recv(w->fd, bytes, READ_BYTES, MSG_DONTWAIT) : -1;
    if (got < 0 && bytes && (errno == EAGAIN || errno == EINTR)) return 0;
    if (got <= 0) return -1;
    const unsigned char *at = bytes, *end = bytes + got;
    w->reader.limit = pd_srv_now_live(w->client->srv)->cfg.stream_message_bytes;
    while (!w->deaf && w->state != PD_SRV_WIRE_DONE) {
        pd_srv_got what = pd_srv_reader_take(&w->reader, &at, end);
        if (what == PD_SRV_GOT_NOTHING) break;
        act_on(w, what, now_us);
    }
    return 0;
}

/* -- out ----------------------------------------------------------------------------- */

/* The poller tells when a socket that is full takes more. */
static int tell_poller(pd_srv_wire *w)
{
    struct epoll_event event = {.events = EPOLLIN | (w->choked ? EPOLLOUT : 0), .data.ptr = w};
    if (w->wants_out == w->choked) return 0;
    w->wants_out = w->choked;
    return epoll_ctl(w->poller, EPOLL_CTL_MOD, w->fd, &event);
}

/* Pong, ping, and the close that ends it all. */
static void add_controls(pd_srv_wire *w, pd_buffer *out, int64_t now_us)
{
    unsigned char head[PD_SRV_HEAD_BYTES];
    if (w->pong_due) {
        pd_buffer_add(out, head, pd_srv_frame_head(head, PD_SRV_PONG_FRAME, w->pong_size));
        pd_buffer_add(out, w->pong, w->pong_size);
    }
    if (w->ping_due) {
        pd_buffer_add(out, head, pd_srv_frame_head(head, PD_SRV_PING_FRAME, sizeof now_us));
        pd_buffer_add(out, &now_us, sizeof now_us);
    }
    w->pong_due = w->ping_due = 0;
    if (!w->client->close_code) return;
    add_close(out, w->client->close_code, w->client->close_text);
    w->state = PD_SRV_WIRE_SAID;
}

static void drop_sent(pd_srv_wire *w, size_t sent)
{
    w->sent += sent;
    if (w->sent < w->rest.size) return;
    if (w->rest.capacity > READ_BYTES) pd_buffer_deinit(&w->rest);
    pd_buffer_clear(&w->rest);
    w->sent = 0;
}

/* What the socket left of rest, frame and controls, in this order, becomes the rest; a frame that was not begun waits in the outbox, where
 * a newer one may replace it. */
static void settle(pd_srv_wire *w, size_t sent, pd_srv_frame *frame, const pd_buffer *controls)
{
    size_t rest = w->rest.size - w->sent, frame_size = frame ? frame->size : 0;
    size_t of_rest = sent < rest ? sent : rest;
    size_t of_frame = sent - of_rest < frame_size ? sent - of_rest : frame_size;
    size_t of_controls = sent - of_rest - of_frame;
    drop_sent(w, of_rest);
    if (frame && !of_frame) {
        pd_srv_outbox_put_back(&w->client->outbox, frame);
        frame = NULL;
    }
    if (of_frame < frame_size && frame)
        pd_buffer_add(&w->rest, frame->bytes + of_frame, frame_size - of_frame);
    pd_buffer_add(&w->rest, controls->data + of_controls, controls->size - of_controls);
    pd_srv_frame_release(frame);
}

static ssize_t send_parts(pd_srv_wire *w, const pd_srv_frame *frame, const pd_buffer *controls)
{
    size_t all = w->rest.size - w->sent + (frame ? frame->size : 0) + controls->size;
    struct iovec parts[3];
    struct msghdr message = {.msg_iov = parts};
    if (w->rest.size > w->sent)
        parts[message.msg_iovlen++] = (struct iovec){w->rest.data + w->sent, w->rest.size - w->sent};
    if (frame) parts[message.msg_iovlen++] = (struct iovec){(void *)frame->bytes, frame->size};
    if (controls->size) parts[message.msg_iovlen++] = (struct iovec){controls->data, controls->size};
    ssize_t sent = all ? sendmsg(w->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) sent = 0;
    w->choked = sent >= 0 && (size_t)sent < all;
    return sent;
}

/* Everything that is due, when no rest of before is in its way. */
static int write_due(pd_srv_wire *w, int64_t now_us)
{
    pd_srv_client *c = w->client;
    pd_srv_frame *frame = NULL;
    unsigned char room[2 * (PD_SRV_HEAD_BYTES + PD_SRV_CONTROL_BYTES) + sizeof now_us];
    pd_buffer controls = {.data = room, .capacity = sizeof room}; /* on the stack: never grows */
    if (pd_srv_outbox_waiting(&c->outbox)) {
        int asks, reads = pd_srv_client_reads(c, now_us, &asks);
        w->ping_due |= asks;
        pd_srv_outbox_take(&c->outbox, &w->rest, &frame, !reads || c->close_code);
    }
    add_controls(w, &controls, now_us);
    ssize_t sent = send_parts(w, frame, &controls);
    if (sent < 0) {
        pd_srv_frame_release(frame);
        return -1;
    }
    settle(w, (size_t)sent, frame, &controls);
    return w->rest.failed ? -1 : 0;
}

static int write_rest(pd_srv_wire *w)
{
    const pd_buffer none = {0};
    ssize_t sent = send_parts(w, NULL, &none);
    if (sent < 0) return -1;
    drop_sent(w, (size_t)sent);
    return 0;
}

int pd_srv_wire_write(pd_srv_wire *w, int64_t now_us)
{
    if (write_rest(w)) return -1;
    if (!w->choked && w->state == PD_SRV_WIRE_OPEN && write_due(w, now_us)) return -1;
    if (!w->choked && w->state == PD_SRV_WIRE_DONE) return -1;
    if (!w->choked && w->state == PD_SRV_WIRE_SAID && w->deaf) shutdown(w->fd, SHUT_WR);
    return tell_poller(w);
}

int pd_srv_wire_is_due(const pd_srv_wire *w)
{
    if (w->wants_out) return 0; /* the poller tells */
    if (w->state != PD_SRV_WIRE_OPEN) return w->state == PD_SRV_WIRE_DONE || w->rest.size;
    return w->rest.size || w->ping_due || w->pong_due || w->client->close_code ||
           pd_srv_outbox_waiting(&w->client->outbox);
}

/* A bye that does not get out, since nobody reads, has its time too. */
static void begin_to_end(pd_srv_wire *w, int64_t now_us)
{
    if (!w->ends_us && (w->state != PD_SRV_WIRE_OPEN || w->client->close_code))
        w->ends_us = now_us + FAREWELL_US;
}

int pd_srv_wire_look(pd_srv_wire *w, int64_t now_us)
{
    if (w->state == PD_SRV_WIRE_OPEN && pd_srv_client_look(w->client, now_us)) w->ping_due = 1;
    begin_to_end(w, now_us);
    if (w->ends_us && now_us > w->ends_us) return -1;
    return pd_srv_wire_is_due(w) ? pd_srv_wire_write(w, now_us) : 0;
}
