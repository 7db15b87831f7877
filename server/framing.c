#include "server/framing.h"

#include <string.h>

#include <wslay/wslay.h>

#define FINAL 0x80
#define KEPT  4096 /* bytes of room that a reader keeps between messages */

size_t pd_srv_frame_head(unsigned char out[PD_SRV_HEAD_BYTES], pd_srv_opcode opcode, size_t size)
{
    out[0] = (unsigned char)(FINAL | opcode);
    if (size < 126) {
        out[1] = (unsigned char)size;
        return 2;
    }
    int bytes = size < 65536 ? 2 : 8;
    out[1] = bytes == 2 ? 126 : 127;
    for (int i = 0; i < bytes; i++) out[2 + i] = (unsigned char)((uint64_t)size >> 8 * (bytes - 1 - i));
    return 2 + (size_t)bytes;
}

void pd_srv_reader_deinit(pd_srv_reader *reader)
{
    wslay_frame_context_free(reader->frames);
    pd_buffer_deinit(&reader->message);
}

static pd_srv_got wrong(pd_srv_reader *r, const char *what)
{
    r->wrong = what;
    return PD_SRV_GOT_WRONG;
}

/* wslay asks for bytes; -1: there are no more in this call. */
static ssize_t hand_over(uint8_t *out, size_t size, int flags, void *ctx)
{
    pd_srv_reader *r = ctx;
    size_t left = (size_t)(r->end - r->at);
    (void)flags;
    if (!left) return -1;
    if (size > left) size = left;
    memcpy(out, r->at, size);
    r->at += size;
    return (ssize_t)size;
}

/* -- frames to messages ------------------------------------------------------------ */

/* What is wrong about a frame that begins. */
static const char *fault_of(const pd_srv_reader *r, const struct wslay_frame_iocb *frame)
{
    int opcode = frame->opcode;
    if (frame->rsv) return "reserved bits are set; no extension (compression) was agreed on";
    if (!frame->mask) return "a frame is not masked";
    if (opcode > WSLAY_PONG || (opcode > WSLAY_BINARY_FRAME && opcode < WSLAY_CONNECTION_CLOSE))
        return "an unknown opcode";
    if (opcode == WSLAY_CONTINUATION_FRAME && !r->message_is) return "a continuation of nothing";
    if (!wslay_is_ctrl_frame(opcode) && opcode && r->message_is) return "a message begins within another";
    return NULL;
}

static pd_srv_got begin_frame(pd_srv_reader *r, const struct wslay_frame_iocb *frame)
{
    const char *fault = fault_of(r, frame);
    if (fault) return wrong(r, fault);
    r->in_frame = 1;
    r->taken = 0;
    if (wslay_is_ctrl_frame(frame->opcode)) {
        r->control_size = 0;
        return PD_SRV_GOT_NOTHING;
    }
    if (frame->opcode) r->message_is = frame->opcode;
    if (r->too_long ||
        (frame->payload_length <= r->limit && r->message.size <= r->limit - frame->payload_length))
        return PD_SRV_GOT_NOTHING;
    r->too_long = 1;
    return PD_SRV_GOT_TOO_LONG;
}

static void keep_payload(pd_srv_reader *r, const struct wslay_frame_iocb *part)
{
    r->taken += part->data_length;
    if (!part->data_length) return;
    if (wslay_is_ctrl_frame(part->opcode)) {
        memcpy(r->control + r->control_size, part->data, part->data_length);
        r->control_size += part->data_length;
    } else if (!r->too_long) {
        pd_buffer_add(&r->message, part->data, part->data_length);
    }
}

static int may_be_sent(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code < 5000);
}

static pd_srv_got end_control(pd_srv_reader *r, int opcode)
{
    if (opcode == WSLAY_PING) return PD_SRV_GOT_PING;
    if (opcode == WSLAY_PONG) return PD_SRV_GOT_PONG;
    r->close_code = r->control_size > 1 ? r->control[0] << 8 | r->control[1] : 1005;
    if (r->control_size == 1 || (r->control_size > 1 && !may_be_sent(r->close_code)))
        return wrong(r, "a close with a code that may not be sent");
    return PD_SRV_GOT_CLOSE;
}

static pd_srv_got end_frame(pd_srv_reader *r, const struct wslay_frame_iocb *frame)
{
    r->in_frame = 0;
    if (wslay_is_ctrl_frame(frame->opcode)) return end_control(r, frame->opcode);
    if (!frame->fin) return PD_SRV_GOT_NOTHING;
    int was = r->message_is, skipped = r->too_long;
    r->message_is = r->too_long = 0;
    r->message_given = 1;
    if (skipped) return PD_SRV_GOT_NOTHING;
    if (r->message.failed) return wrong(r, "no memory for the message");
    return was == WSLAY_TEXT_FRAME ? PD_SRV_GOT_TEXT : PD_SRV_GOT_BINARY;
}

static void forget_message(pd_srv_reader *r)
{
    if (r->message.capacity > KEPT) pd_buffer_deinit(&r->message);
    pd_buffer_clear(&r->message);
    r->message_given = 0;
}

/* A frame, or as much of it as is here. */
static pd_srv_got take_part(pd_srv_reader *r, const struct wslay_frame_iocb *part)
{
    pd_srv_got begun = r->in_frame ? PD_SRV_GOT_NOTHING : begin_frame(r, part);
    if (begun == PD_SRV_GOT_WRONG) return begun;
    keep_payload(r, part);
    if (r->taken < part->payload_length) return begun;
    pd_srv_got ended = end_frame(r, part);
    return begun == PD_SRV_GOT_NOTHING ? ended : begun;
}

static int is_ready(pd_srv_reader *r)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = hand_over};
    return r->frames || wslay_frame_context_init(&r->frames, &callbacks, r) == 0;
}

pd_srv_got pd_srv_reader_take(pd_srv_reader *reader, const unsigned char **at, const unsigned char *end)
{
    pd_srv_got got = PD_SRV_GOT_NOTHING;
    if (reader->message_given) forget_message(reader);
    if (reader->wrong) return PD_SRV_GOT_WRONG;
    if (!is_ready(reader)) return wrong(reader, "no memory for the connection");
    reader->at = *at;
    reader->end = end;
    while (got == PD_SRV_GOT_NOTHING) {
        struct wslay_frame_iocb part = {0};
        ssize_t size = wslay_frame_recv(reader->frames, &part);
        if (size == WSLAY_ERR_WANT_READ) break;
        got = size < 0
                  ? wrong(reader, "a control frame of more than 125 bytes or in pieces, or a length that "
                                  "is not the shortest way to say it")
                  : take_part(reader, &part);
        if (reader->message_given && got == PD_SRV_GOT_NOTHING) forget_message(reader);
    }
    *at = reader->at;
    return got;
}
