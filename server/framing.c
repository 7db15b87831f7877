#include "server/framing.h"

#include <string.h>

#define FINAL    0x80
#define RESERVED 0x70
#define MASKED   0x80
#define KEPT     4096 /* bytes of room that a reader keeps between messages */

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
    pd_buffer_deinit(&reader->message);
}

static int opcode_of(const pd_srv_reader *r)
{
    return r->head[0] & 15;
}

static int is_control(const pd_srv_reader *r)
{
    return r->head[0] & 8;
}

static size_t length_bytes(const pd_srv_reader *r)
{
    int length = r->head[1] & 127;
    return length < 126 ? 0 : length == 126 ? 2 : 8;
}

static uint64_t length_of(const pd_srv_reader *r)
{
    uint64_t length = 0;
    size_t bytes = length_bytes(r);
    if (!bytes) return r->head[1] & 127;
    for (size_t i = 0; i < bytes; i++) length = length << 8 | r->head[2 + i];
    return length;
}

/* What is wrong about a frame, by its first two bytes. */
static const char *fault_of(const pd_srv_reader *r)
{
    int opcode = opcode_of(r), final = r->head[0] & FINAL;
    if (r->head[0] & RESERVED) return "reserved bits are set; no extension (compression) was agreed on";
    if (!(r->head[1] & MASKED)) return "a frame is not masked";
    if (opcode > 10 || (opcode > 2 && opcode < 8)) return "an unknown opcode";
    if (is_control(r) && (!final || (r->head[1] & 127) > PD_SRV_CONTROL_BYTES))
        return "a control frame is longer than 125 bytes, or in pieces";
    if (opcode == 0 && !r->message_is) return "a continuation of nothing";
    if (!is_control(r) && opcode && r->message_is) return "a message begins within another";
    return NULL;
}

static pd_srv_got wrong(pd_srv_reader *r, const char *what)
{
    r->wrong = what;
    return PD_SRV_GOT_WRONG;
}

/* With the whole head read. */
static pd_srv_got begin_payload(pd_srv_reader *r)
{
    r->left = length_of(r);
    if (r->left >> 63) return wrong(r, "a length of more than 63 bits");
    r->turn = 0;
    r->in_payload = 1;
    if (is_control(r)) {
        r->control_size = 0;
        return PD_SRV_GOT_NOTHING;
    }
    if (opcode_of(r)) r->message_is = opcode_of(r);
    if (r->too_long || (r->left <= r->limit && r->message.size <= r->limit - r->left))
        return PD_SRV_GOT_NOTHING;
    r->too_long = 1;
    return PD_SRV_GOT_TOO_LONG;
}

static pd_srv_got take_head(pd_srv_reader *r, const unsigned char **at, const unsigned char *end)
{
    while (*at < end) {
        r->head[r->head_size++] = *(*at)++;
        if (r->head_size == 2 && fault_of(r)) return wrong(r, fault_of(r));
        if (r->head_size >= 2 && r->head_size == 6 + length_bytes(r)) return begin_payload(r);
    }
    return PD_SRV_GOT_NOTHING;
}

static void unmask(unsigned char *out, const unsigned char *in, size_t size, pd_srv_reader *r)
{
    const unsigned char *mask = r->head + r->head_size - 4;
    for (size_t i = 0; i < size; i++) out[i] = in[i] ^ mask[(r->turn + i) & 3];
    r->turn += (unsigned)size;
}

static int take_payload(pd_srv_reader *r, const unsigned char **at, const unsigned char *end)
{
    size_t here = (size_t)(end - *at), size = here < r->left ? here : (size_t)r->left;
    if (is_control(r)) {
        unmask(r->control + r->control_size, *at, size, r);
        r->control_size += size;
    } else if (!r->too_long && size) {
        unsigned char *out = pd_buffer_extend(&r->message, size);
        if (out) unmask(out, *at, size, r);
    }
    *at += size;
    r->left -= size;
    return r->left == 0;
}

static int may_be_sent(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code < 5000);
}

static pd_srv_got end_control(pd_srv_reader *r)
{
    if (opcode_of(r) == PD_SRV_PING_FRAME) return PD_SRV_GOT_PING;
    if (opcode_of(r) == PD_SRV_PONG_FRAME) return PD_SRV_GOT_PONG;
    r->close_code = r->control_size > 1 ? r->control[0] << 8 | r->control[1] : 1005;
    if (r->control_size == 1 || (r->control_size > 1 && !may_be_sent(r->close_code)))
        return wrong(r, "a close with a code that may not be sent");
    return PD_SRV_GOT_CLOSE;
}

static pd_srv_got end_frame(pd_srv_reader *r)
{
    r->in_payload = 0;
    r->head_size = 0;
    if (is_control(r)) return end_control(r);
    if (!(r->head[0] & FINAL)) return PD_SRV_GOT_NOTHING;
    int was = r->message_is, skipped = r->too_long;
    r->message_is = r->too_long = 0;
    r->message_given = 1;
    if (skipped) return PD_SRV_GOT_NOTHING;
    if (r->message.failed) return wrong(r, "no memory for the message");
    return was == PD_SRV_TEXT_FRAME ? PD_SRV_GOT_TEXT : PD_SRV_GOT_BINARY;
}

static void forget_message(pd_srv_reader *r)
{
    if (r->message.capacity > KEPT) pd_buffer_deinit(&r->message);
    pd_buffer_clear(&r->message);
    r->message_given = 0;
}

pd_srv_got pd_srv_reader_take(pd_srv_reader *reader, const unsigned char **at, const unsigned char *end)
{
    pd_srv_got got = PD_SRV_GOT_NOTHING;
    if (reader->message_given) forget_message(reader);
    if (reader->wrong) return PD_SRV_GOT_WRONG;
    while (got == PD_SRV_GOT_NOTHING && (*at < end || (reader->in_payload && !reader->left))) {
        if (!reader->in_payload)
            got = take_head(reader, at, end);
        else if (take_payload(reader, at, end))
            got = end_frame(reader);
        if (reader->message_given && got == PD_SRV_GOT_NOTHING) forget_message(reader);
    }
    return got;
}
