#ifndef PD_SRV_FRAMING_H
#define PD_SRV_FRAMING_H
/* RFC 6455 between bytes and messages: what a client sends in, whole messages out; the heads of what we send.
 *
 * Frames are read by wslay. What is left to do here is what it leaves to a server that tells why it hangs up: messages out of frames,
 * and the rules about their order.
 *
 * A message comes in one frame or in several, with control frames (close, ping, pong; at most 125 bytes, never in pieces) between them.
 * Bytes may be handed over in any pieces: what comes out is the same.
 * Wrong, by section 5: reserved bits (we negotiate no compression), unknown opcodes, a payload that is not masked, a control frame that is long or
 * in pieces, a length that could be said shorter, a continuation of nothing, a message within a message, a close with a code that may not be sent.
 *
 * Memory  wslay's 4 KB; the message, at most `limit` bytes, and half as much again of room; a longer one is skipped without being kept.
 * Threads one reader, one thread.
 */
#include "core/base/buffer.h"

#include <stdint.h>

typedef enum pd_srv_opcode {
    PD_SRV_TEXT_FRAME = 1,
    PD_SRV_BINARY_FRAME = 2,
    PD_SRV_CLOSE_FRAME = 8,
    PD_SRV_PING_FRAME = 9,
    PD_SRV_PONG_FRAME = 10
} pd_srv_opcode;

#define PD_SRV_HEAD_BYTES    10  /* of ours, at most      */
#define PD_SRV_CONTROL_BYTES 125 /* of a control's payload */

/* The head of an unmasked whole message; returns its size, 2, 4 or 10. */
size_t pd_srv_frame_head(unsigned char out[PD_SRV_HEAD_BYTES], pd_srv_opcode opcode, size_t size);

typedef enum pd_srv_got {
    PD_SRV_GOT_NOTHING, /* every byte is taken, more are needed                 */
    PD_SRV_GOT_TEXT,    /* reader->message, until the next call                 */
    PD_SRV_GOT_BINARY,
    PD_SRV_GOT_PING, /* reader->control and control_size                     */
    PD_SRV_GOT_PONG,
    PD_SRV_GOT_CLOSE,    /* reader->close_code too; 1005: none was given         */
    PD_SRV_GOT_TOO_LONG, /* longer than limit: said once, and its bytes skipped  */
    PD_SRV_GOT_WRONG     /* reader->wrong says what; nothing more can be read    */
} pd_srv_got;

/* Zero-initialise to begin. */
typedef struct pd_srv_reader {
    size_t limit; /* of a message, the caller's to set */
    pd_buffer message;
    unsigned char control[PD_SRV_CONTROL_BYTES];
    size_t control_size;
    int close_code;
    const char *wrong;
    /* its own */
    struct wslay_frame_context *frames;
    const unsigned char *at, *end; /* of the call */
    uint64_t taken;                /* of the frame's payload                                   */
    int in_frame, message_is;      /* message_is: opcode of one that is begun                  */
    int too_long, message_given;   /* of the message; given: to be forgotten at the next call  */
} pd_srv_reader;

void pd_srv_reader_deinit(pd_srv_reader *reader);
/* Takes bytes from *at up to the next thing to tell, or all. Call again until nothing is got. */
pd_srv_got pd_srv_reader_take(pd_srv_reader *reader, const unsigned char **at, const unsigned char *end);

#endif
